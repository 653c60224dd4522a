"""What may not stand on the sheet of a board: counts that cannot follow each other, an outcome that does not fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sheetscore.expressions import ExpressionError
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import Entries, FieldKey, RoundForms
from sheetscore.pairing.draw import Draw, named
from sheetscore.problems import MistakesFound
from sheetscore.scoring.board import ALL_CENTRES, POWERS, SOLO, START, Board, Outcome
from sheetscore.scoring.board_scores import KnownBoard
from sheetscore.scoring.board_system import BoardSystem
from sheetscore.systems.diplomacy.boards import Counts, PlayedBoard, chart_lines, played_boards
from sheetscore.systems.diplomacy.forms import FINAL, count_box, game_box, power_box, scoring_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent

AT_START: Counts = dict.fromkeys(POWERS, 3) | {"Russia": 4}
"""Centres before the first year."""


Boxes = tuple[FieldKey, ...]


@dataclass(frozen=True)
class _Line:
    """A line of the chart of a board with its year; None for an end in a year that nobody gave."""

    table: int
    key: int | str
    year: int | None
    counts: Counts

    @property
    def name(self) -> str:
        return {FINAL: "at the end", START: "at the start"}.get(self.key, f"after {self.key}")

    @property
    def unowned(self) -> int:
        return ALL_CENTRES - sum(self.counts.values())

    def boxes(self, powers: Iterable[str] = POWERS) -> Boxes:
        """Give the boxes of some powers; there are none for the position at the start."""
        return () if self.key == START else tuple(count_box(self.table, self.key, power) for power in powers)

    def owners(self) -> list[str]:
        """Give the powers that have centres."""
        return [power for power in POWERS if self.counts[power]]


def check_entries(event: DiplomacyEvent, forms: RoundForms, drawn: Draw, entries: Entries) -> list[Finding]:
    """Find everything that is wrong on the sheets of a round whose boxes are in order each.

    Returns
    -------
    Findings without cells; ``fields`` names the boxes that each is about, the one to look at first.
    """
    boards = played_boards(forms, entries)
    scoring = scoring_of(event)
    return [
        *_seats(event, drawn, boards),
        *_twice(event, boards),
        *(one for board in boards for one in _board(board, scoring, chart_lines(forms))),
    ]


def _seats(event: DiplomacyEvent, drawn: Draw, boards: Sequence[PlayedBoard]) -> Iterator[Finding]:
    """Find powers that nobody plays, players who are not there, and note those who were not drawn."""
    playing, names = event.entrants(drawn.round), event.names
    places = {(table, power): player for table, power, player in drawn.places()}
    there = {player for board in boards for player in board.players.values()}
    for board in boards:
        for power in POWERS:
            where, field = f"table {board.table}, {power}", (power_box(board.table, power, "player"),)
            player, was = board.players.get(power), places.get((board.table, power))
            if player is None:
                message = f"{where}: nobody plays this power, and a board has seven players. Choose who does"
                yield finding("name-missing", message, fields=field)
                continue
            if player not in playing:
                who = named(player, names)
                message = f"{where}: {who} does not play in this round as the event has it; scored all the same"
                yield finding("not-playing", message, fields=field)
            if player != was:
                message = f"{where}: {named(player, names)} plays; {_drawn(was, names, there)}"
                yield finding("substitute", message, fields=field)


def _drawn(was: str | None, names: Mapping[str, str], there: Collection[str]) -> str:
    """Say who was drawn, and whether the results leave the player out."""
    if was is None:
        return "nobody was drawn"
    gone = "" if was in there else " and plays nowhere: the round does not count for them"
    return f"{named(was, names)} was drawn{gone}"


def _twice(event: DiplomacyEvent, boards: Sequence[PlayedBoard]) -> Iterator[Finding]:
    """Find players with two powers of a board, and those on two boards where nobody plays twice."""
    places: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for board in boards:
        for power, player in board.players.items():
            places[player].append((board.table, power))
    for player, found in places.items():
        tables = {table for table, _ in found}
        if len(found) == 1 or (len(tables) == len(found) and event.settings.remainder == "double"):
            continue
        at = " and ".join(f"{power} at table {table}" for table, power in found)
        message = f"{named(player, event.names)} plays {at}. Enter who really played"
        boxes = tuple(power_box(table, power, "player") for table, power in reversed(found))
        yield finding("seat-twice", message, fields=boxes)


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
    wrong = [*_chart(board), *_end(board)]
    yield from wrong
    yield from _solo_missed(board)
    charted = not any(one.is_error for one in wrong)
    if board.is_over:
        yield from _unowned(board) if charted else ()
        yield from _result(board, scoring, chart, charted=charted)
    elif board.outcome is None:
        message = f"table {board.table}: how the game ended is missing. Choose {', '.join(Outcome)}"
        yield finding("result-missing", message, fields=(game_box(board.table, "outcome"),))
    else:
        message = f"table {board.table}: the centres at the end are missing. Enter them on the line “the end”"
        yield finding("result-missing", message, fields=(count_box(board.table, FINAL, POWERS[0]),), rests_on=chart)
    yield from _rulings(board)


def _lines(board: PlayedBoard) -> list[_Line]:
    """Give the position at the start, the lines of the chart, and that of the end."""
    years = {START: AT_START, **{year: board.chart[year] for year in sorted(board.chart)}}
    lines = [_Line(board.table, year, year, counts) for year, counts in years.items()]
    return lines if board.final is None else [*lines, _Line(board.table, FINAL, board.final_year, board.final)]


def _chart(board: PlayedBoard) -> Iterator[Finding]:
    """Look at each line of the chart, and compare it with the one before."""
    for before, line in pairwise(_lines(board)):
        if line.unowned < 0:
            yield _too_many(before, line)
        if line.year == before.year:
            yield from _same_year(before, line)
        else:
            yield from _one_after_another(before, line)


def _too_many(before: _Line, line: _Line) -> Finding:
    """Say that a line has more centres than there are, by the counts that are higher than those before."""
    more = [power for power in POWERS if line.counts[power] > before.counts[power]] or line.owners()
    message = (
        f"the powers have {ALL_CENTRES - line.unowned} centres together, and the board has {ALL_CENTRES}. "
        f"Correct a count: {_compared(line, before, more)}"
    )
    return _about_line(line, message, more)


def _same_year(last: _Line, end: _Line) -> Iterator[Finding]:
    """Compare the line of the end with that of the last year, where no later one was typed."""
    differ = [power for power in POWERS if end.counts[power] != last.counts[power]]
    if differ:
        counts = ", ".join(f"{power} {end.counts[power]} and {last.counts[power]}" for power in differ)
        message = (
            f"table {end.table}: the centres at the end are not those {last.name}: {counts}. Correct a line; or if "
            "the game went on, enter its last year"
        )
        rests_on = (*last.boxes(differ), game_box(end.table, "final_year"))
        yield finding("centres", message, fields=end.boxes(differ), rests_on=rests_on)


def _one_after_another(before: _Line, line: _Line) -> Iterator[Finding]:
    """Find what cannot have happened between two lines."""
    if line.unowned > before.unowned >= 0:
        fewer = [power for power in POWERS if line.counts[power] < before.counts[power]]
        message = (
            f"{line.unowned} centres have no owner, and {before.name} there were {before.unowned}: a centre once "
            f"owned never is without owner again. Correct a count of one of the two lines: "
            f"{_compared(line, before, fewer)}"
        )
        yield _about_line(line, message, fewer, rests_on=line.boxes())
    next_year = before.year is not None and line.year == before.year + 1
    for power in POWERS:
        had, has = before.counts[power], line.counts[power]
        if has > 0 == had:
            message = f"{power} has {has} here and had none {before.name}; who has lost all centres is out"
            yield _about_line(line, message, [power], rests_on=before.boxes([power]))
        elif next_year and has > 2 * had:
            message = f"{power} has {has} here and had {had} {before.name}; nobody more than doubles in a year"
            yield _about_line(line, message, [power], rests_on=before.boxes([power]))


def _compared(line: _Line, before: _Line, powers: Iterable[str]) -> str:
    """Write the counts of some powers, and what they were before."""
    first, *others = (f"{power} has {line.counts[power]} and had {before.counts[power]}" for power in powers)
    return ", ".join([f"{first} {before.name}", *others])


def _about_line(line: _Line, message: str, powers: Iterable[str], rests_on: Boxes = ()) -> Finding:
    """Make a finding about some counts of a line."""
    said = f"table {line.table}, {line.name}: {message}"
    return finding("centres", said, fields=line.boxes(powers), rests_on=rests_on)


def _solo_missed(board: PlayedBoard) -> Iterator[Finding]:
    """Find the first year of the chart in which the game was won, if it went on after that."""
    for line in _lines(board):
        winners = [power for power in POWERS if line.counts[power] >= SOLO]
        if winners and line.key != FINAL and line.year != board.final_year:
            who = ", ".join(f"{power} has {line.counts[power]} centres" for power in winners)
            message = (
                f"table {board.table}, {line.name}: {who}, and {SOLO} win the game, which goes on here until "
                f"{board.final_year}. If it was won, choose solo and clear what comes after {line.year}; else correct "
                "the count"
            )
            yield finding("solo-missed", message, fields=line.boxes(winners))
            return


def _end(board: PlayedBoard) -> Iterator[Finding]:
    """Compare the line of the end, the last year and the years of elimination with the chart."""
    last, year = max(board.chart, default=None), board.typed_final_year
    if last is not None and year is not None and year < last:
        message = f"table {board.table}: the last year is {year}, and the chart goes on to {last}. Correct one of them"
        yield finding("centres", message, fields=(game_box(board.table, "final_year"),))
    yield from _eliminations(board)


def _eliminations(board: PlayedBoard) -> Iterator[Finding]:
    """See that years of elimination are those of powers without centres, and those that the chart shows."""
    for power, year in board.gone.items():
        field = (power_box(board.table, power, "eliminated"),)
        if board.centres.get(power):
            message = (
                f"table {board.table}: {power} is out in {year}, and has {board.centres[power]} centres in the last "
                "line. Correct one of them"
            )
            yield finding("centres", message, fields=field)
            continue
        alive = max((one for one in board.chart if board.chart[one][power]), default=START)
        without = min((one for one in board.chart if not board.chart[one][power]), default=None)
        if year <= alive or (without is not None and year > without):
            told = f"has centres after {alive}" if year <= alive else f"has none after {without}"
            message = f"table {board.table}: {power} is out in {year}, and on the chart it {told}. Correct one of them"
            shown = () if year <= alive or without is None else (count_box(board.table, without, power),)
            yield finding("centres", message, fields=field, rests_on=shown)


def _unowned(board: PlayedBoard) -> Iterator[Finding]:
    """Note centres without an owner at the end: there may be, but rather a count was forgotten."""
    *_, before, end = _lines(board)
    if end.unowned > 0:
        are = "centre has" if end.unowned == 1 else "centres have"
        year = f" of {board.final_year}" if board.final_year else ""
        message = (
            f"table {board.table}: {end.unowned} {are} no owner at the end{year}. See that no count is missing on that "
            "line"
        )
        fewer = [power for power in POWERS if end.counts[power] < before.counts[power]] or end.owners()
        yield finding("unowned", message, fields=end.boxes(fewer), rests_on=end.boxes())


_ABOUT = {"outcome": "outcome", "members": "members", "final_year": "final_year"}


def _result(board: PlayedBoard, scoring: BoardSystem, chart: Boxes, *, charted: bool) -> Iterator[Finding]:
    """Find what contradicts itself in the final position, and years that the scoring system lacks.

    Parameters
    ----------
    chart
        All boxes of the chart.
    charted
        Whether the chart is in order; what it says of centres has been said otherwise.
    """
    contradictions = board.board.mistakes()
    for one in contradictions:
        if one.about != "centres" or charted:
            code = "outcome-differs" if one.about in {"outcome", "members"} else "centres"
            year = (game_box(board.table, "final_year"),) if one.about in POWERS else ()
            yield _about(board, code, one.about, one.message, (*_lines(board)[-1].boxes(), *year))
    plain = _plain(board.board) if contradictions else board.board
    if plain.mistakes():
        return
    entered = (*chart, game_box(board.table, "final_year"))
    try:
        KnownBoard(plain).scores(scoring)
    except ExpressionError as error:
        message = (
            f"The scoring system “{scoring.file.id}” has no value for this board ({error.what}). Correct its file, or "
            "use another system."
        )
        yield _about(board, "template", "outcome", message, entered)
    except MistakesFound as mistakes:
        for lack in mistakes.findings:
            yield _about(board, "centres", lack.fields[0][2], lack.message, entered)


def _plain(board: Board) -> Board:
    """Give the board without what may contradict it, so that years that are missing are told at once, too."""
    won = any(board.owned(power) >= SOLO for power in POWERS)
    return replace(board, outcome=Outcome.SOLO if won else Outcome.DRAW_ALL, members=())


def _about(board: PlayedBoard, code: str, about: str, message: str, rests_on: Boxes) -> Finding:
    """Make an error about the whole board."""
    fields = _boxes_about(board, about)
    return finding(code, f"table {board.table}: {message}", severity=Severity.ERROR, fields=fields, rests_on=rests_on)


def _boxes_about(board: PlayedBoard, about: str) -> Boxes:
    if about in _ABOUT:
        return (game_box(board.table, _ABOUT[about]),)
    if about in POWERS:
        return (power_box(board.table, about, "eliminated"),)
    return _lines(board)[-1].boxes()


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
