"""What may not stand on the sheet of a board: counts that cannot follow each other, an outcome that does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.pairing.draw import Draw
from sheetscore.scoring.boards.board import POWERS
from sheetscore.scoring.boards.contradictions import NO_OUTCOME
from sheetscore.scoring.boards.game import FINAL
from sheetscore.scoring.boards.remarks import ELIMINATED, Place, Remark, lacking, remarks, scorable
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.diplomacy.boards import PlayedBoard, chart_lines, played_boards
from sheetscore.systems.diplomacy.boxes import count_box, game_box, power_box, scoring_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.sitting import Seated, seated_twice, strangers

Boxes = tuple[FieldKey, ...]


def check_entries(round_: RoundAtHand[DiplomacyEvent]) -> list[Finding]:
    """Find counts that cannot follow each other, outcomes that do not fit, players at two places.

    Returns
    -------
    Findings without cells; ``fields`` names the boxes that each is about, the one to look at first.
    """
    event, forms = round_.event, round_.forms
    boards = played_boards(forms, round_.entries)
    scoring = scoring_of(event)
    seated = _seated(round_.draw, boards)
    return [
        *_seats(event, round_.draw, boards, seated),
        *_twice(event, seated),
        *(one for board in boards for one in _board(board, scoring, chart_lines(forms))),
    ]


def _seated(drawn: Draw, boards: Sequence[PlayedBoard]) -> dict[FieldKey, Seated]:
    """Give who plays, by the boxes of the players; of whoever was drawn and plays nowhere it is said."""
    places = {(table, power): player for table, power, player in drawn.places()}
    there = {player for board in boards for player in board.players.values()}
    found: dict[FieldKey, Seated] = {}
    for board in boards:
        for power, player in board.players.items():
            box, was = power_box(board.table, power, "player"), places.get((board.table, power))
            gone = "" if was is None or was in there else " and plays nowhere: the round does not count for them"
            where = f"table {board.table}, {power}"
            found[box] = Seated(box, where, player, was, f"{power} at table {board.table}", gone)
    return found


def _seats(
    event: DiplomacyEvent, drawn: Draw, boards: Sequence[PlayedBoard], seated: Mapping[FieldKey, Seated]
) -> Iterator[Finding]:
    """Find powers that nobody plays, players who are not there, and note those who were not drawn."""
    playing = event.entrants(drawn.round)
    for board in boards:
        for power in POWERS:
            box = power_box(board.table, power, "player")
            if box in seated:
                yield from strangers(seated[box], event.names, playing, "plays")
            else:
                message = f"table {board.table}, {power}: nobody plays this power, and a board has seven players. "
                yield finding("name-missing", f"{message}Choose who does", fields=(box,))


def _twice(event: DiplomacyEvent, seated: Mapping[FieldKey, Seated]) -> Iterator[Finding]:
    """Find players with two powers of a board, and those on two boards where nobody plays twice."""

    def may_be(places: Sequence[Seated]) -> bool:
        tables = {one.box.table for one in places}
        return event.settings.remainder == "double" and len(tables) == len(places)

    says = "{who} plays {places}. Enter who really played"
    return seated_twice(seated.values(), event.names, says, may_be=may_be)


def _board(board: PlayedBoard, scoring: BoardSystem, lines: Sequence[str]) -> Iterator[Finding]:
    """Check one board on its own.

    Parameters
    ----------
    lines
        All lines of the chart, filled in or not.
    """
    chart = tuple(count_box(board.table, line, power) for line in lines for power in POWERS)
    if board.is_blank:
        message = (
            f"table {board.table}: nothing is entered for this board. Enter the centres of its last year, or of every "
            "year, and how the game ended"
        )
        yield finding("blank-page", message, fields=(game_box(board.table, "outcome"),), rests_on=chart)
        return
    yield from (_found(board, one) for one in remarks(board))
    if board.is_over:
        yield from _without_scores(board, scoring, chart)
    elif board.outcome is None:
        message = f"table {board.table}: {NO_OUTCOME.message(board.board, ())}"
        yield finding("result-missing", message, fields=(game_box(board.table, "outcome"),))
    else:
        message = f"table {board.table}: the centres at the end are missing. Enter them on the line “the end”"
        yield finding("result-missing", message, fields=(count_box(board.table, FINAL, POWERS[0]),), rests_on=chart)
    yield from _rulings(board)


def _without_scores(board: PlayedBoard, scoring: BoardSystem, chart: Boxes) -> Iterator[Finding]:
    """Find why a board has no scores, contradictions apart; all of its chart may have to do with it."""
    known = scorable(board)
    if known is not None:
        entered = (*chart, game_box(board.table, "final_year"))
        yield from (_found(board, one, entered) for one in lacking(known, scoring))


def _found(board: PlayedBoard, remark: Remark, rests_on: Boxes = ()) -> Finding:
    """Make a remark about a game a finding about the boxes of its sheet."""
    where = f"table {board.table}, {remark.when}" if remark.when else f"table {board.table}"
    return finding(
        remark.code,
        f"{where}: {remark.message}",
        fields=tuple(_box(board.table, place) for place in remark.about),
        rests_on=(*(_box(board.table, place) for place in remark.rests_on), *rests_on),
    )


def _box(table: int, place: Place) -> FieldKey:
    """Give the box in which something about a game stands."""
    if place.line is None:
        return game_box(table, place.what)
    if place.line == ELIMINATED:
        return power_box(table, place.what, "eliminated")
    return count_box(table, place.line, place.what)


def _rulings(board: PlayedBoard) -> Iterator[Finding]:
    """Note the director's rulings, and find those that are incomplete."""
    for power, ruling in board.rulings.items():
        where = f"table {board.table}, {power}"
        if ruling.score is None:
            message = f"{where}: the director's ruling has a reason but no score; enter it"
            yield finding("ruling-reason", message, fields=(power_box(board.table, power, "ruling"),))
        elif ruling.reason is None:
            message = f"{where}: the director's ruling needs a reason; enter it"
            yield finding("ruling-reason", message, fields=(power_box(board.table, power, "reason"),))
        else:
            message = f"{where}: ruled {float(ruling.score):g} in place of the computed score: {ruling.reason}"
            yield finding("ruled", message, fields=(power_box(board.table, power, "ruling"),))
