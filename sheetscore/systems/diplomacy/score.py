"""A round of boards scored: what everybody's game is worth under the event's scoring system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sheetscore.expressions import ExpressionError
from sheetscore.forms.form import RoundForms
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import ALL_CENTRES, POWERS
from sheetscore.scoring.boards.scores import KnownBoard
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.diplomacy.boards import PlayedBoard, board_of_page
from sheetscore.systems.diplomacy.boxes import scoring_of
from sheetscore.systems.diplomacy.games import Fate, Game, sat_out_row
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import Agreement, ResultRow, RoundScore


def score_round(round_: RoundAtHand[DiplomacyEvent]) -> RoundScore:
    """Score the boards that are over; one that contradicts itself is left out.

    Returns
    -------
    A row for each game in the order of tables and powers, then one for everybody who sat out.
    """
    event, forms = round_.event, round_.forms
    scoring = scoring_of(event)
    games: list[Game] = []
    checks: list[Agreement] = []
    for (table, _), page in round_.pages.items():
        played = board_of_page(table, page)
        scored = list(_games(event, forms.round, played, scoring)) if played.is_over else []
        games += scored
        checks += _checks(played, scoring, scored)
    rows = [*(game.row() for game in games), *_sat_out(event, forms, games)]
    return RoundScore(forms.round, tuple(rows), tuple(checks), (), round_.pages)


def _games(event: DiplomacyEvent, number: int, played: PlayedBoard, scoring: BoardSystem) -> Iterator[Game]:
    try:
        known = KnownBoard(played.board)
        scores = known.scores(scoring)
    except (MistakesFound, ExpressionError):
        return
    fates, history = _fates(known), played.board.history()
    for power in POWERS:
        player, ruling = played.players.get(power), played.rulings.get(power)
        if player is None:
            continue
        yield Game(
            player=player,
            name=event.names.get(player, player),
            round=number,
            table=played.table,
            power=power,
            centres=played.board.owned(power),
            outcome=str(played.outcome),
            fate=fates[power],
            computed=scores[power],
            score=scores[power] if ruling is None or ruling.score is None else ruling.score,
            eliminated=None if played.board.owned(power) else played.board.gone(power),
            final_year=played.final_year,
            named=int(power in played.members),
            history=history[power],
        )


def _fates(known: KnownBoard) -> dict[str, Fate]:
    """Say how the game ended for each power."""
    won, alive = known.once("won"), known.column("alive")
    winners, members = known.column("winner"), known.column("member")

    def fate(at: int) -> Fate:
        if winners[at]:
            return "solo"
        if not alive[at]:
            return "eliminated"
        return "lost" if won else "draw" if members[at] else "survived"

    return {power: fate(at) for at, power in enumerate(POWERS)}


def _checks(played: PlayedBoard, scoring: BoardSystem, games: Sequence[Game]) -> Iterator[Agreement]:
    """Compare the scores of a board on which all centres are owned with what the system always gives together."""
    total = scoring.file.total
    if total is not None and len(games) == len(POWERS) and sum(game.centres for game in games) == ALL_CENTRES:
        actual = sum((game.computed for game in games), Fraction(0))
        yield Agreement(f"scores of table {played.table}", total, actual)


def _sat_out(event: DiplomacyEvent, forms: RoundForms, games: Sequence[Game]) -> Iterator[ResultRow]:
    """Give the rows of those who sat out, as the draw has it; whoever played all the same did not."""
    played, worth = {game.player for game in games}, event.settings.sit_out_score
    for group in forms.groups:
        if group.id not in played:
            yield sat_out_row(group.id, event.names.get(group.id, group.id), None if worth is None else Fraction(worth))
