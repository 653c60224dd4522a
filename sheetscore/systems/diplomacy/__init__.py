"""Diplomacy: boards of seven, scored by any of the systems in use, added up to an event.

Sources: "Tournament Scoring", parts 3 and 4 (draw size and supply centre scoring), and the published rules of each
scoring system.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from sheetscore.scoring.boards import scores as board_scores
from sheetscore.scoring.boards.board import Board, by_power, power_called
from sheetscore.scoring.boards.system import board_system
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.diplomacy import draw, forms, plan, rules, score, simulated
from sheetscore.systems.diplomacy.boards import scoring_files
from sheetscore.systems.diplomacy.draw import post_boards, post_players
from sheetscore.systems.diplomacy.model import DiplomacyEvent, starter_event
from sheetscore.systems.diplomacy.rules import decisions_of_event
from sheetscore.systems.diplomacy.score import CODES
from sheetscore.systems.rare_hooks import OWN_DRAW_CHECKS, RareHooks
from sheetscore.systems.simulated import Simulated
from sheetscore.systems.system import System
from sheetscore.tables.sheet import TableSheet

_NOTHING: Mapping[int, Mapping[str, int]] = MappingProxyType({})
_NOBODY: Mapping[str, int] = MappingProxyType({})


def score_board(
    scoring: str,
    centres: Mapping[str, int],
    *,
    outcome: str,
    members: Collection[str] | None = None,
    eliminated: Mapping[str, int] = _NOBODY,
    final_year: int | None = None,
    chart: Mapping[int, Mapping[str, int]] = _NOTHING,
) -> dict[str, Fraction]:
    """Score a final board under a shipped scoring system.

    Parameters
    ----------
    scoring
        The id of the system, such as ``"sum-of-squares"``.
    centres
        By power (``"Austria"`` to ``"Turkey"``); powers not named have none.
    outcome
        ``"solo"``, ``"draw"`` or ``"concession"``.
    members
        The powers that share the draw; None: all survivors. Of a concession: the power that it is made to.
    eliminated, final_year, chart
        Years of elimination by power, the last year, centres by year and power; only some systems look at them.

    Returns
    -------
    The exact score of each power, in alphabetical order.

    Raises
    ------
    MistakesFound
        The board contradicts itself or lacks a year, or there is no such system.
    """
    charted = {year: by_power(counts) for year, counts in chart.items()}
    named = tuple(map(power_called, members or ()))
    board = Board(by_power(centres), outcome, named, by_power(eliminated), final_year, charted)
    scores = board_scores.score_board(board_system(scoring), board)
    return {power: Fraction(value) for power, value in scores.items()}


def _results_sheets(round_: RoundContext[DiplomacyEvent]) -> Sequence[TableSheet]:
    # drawing and reading need none of it
    from sheetscore.systems.diplomacy.round_tables.result_tables import results_sheets  # noqa: PLC0415

    return results_sheets(round_)


def _standings_sheets(so_far: EventProgress[DiplomacyEvent]) -> Sequence[TableSheet]:
    # drawing and reading need none of it
    from sheetscore.systems.diplomacy.event_tables.standing_tables import standings_sheets  # noqa: PLC0415

    return standings_sheets(so_far)


DIPLOMACY = System(
    id="diplomacy",
    title="Diplomacy",
    summary="boards of seven: centres year by year, any of the scoring systems in use, best rounds, best countries",
    event_model=DiplomacyEvent,
    starter=starter_event,
    check_event=rules.check_event,
    decisions=decisions_of_event,
    procedure=rules.describe_procedure,
    draw=plan.draw_as_planned,
    check_draw=draw.check_draw,
    change_draw=draw.change_draw,
    postings=(post_boards, post_players),
    forms=forms.board_forms,
    check_templates=forms.check_templates,
    check_entries=score.check_entries,
    score=score.score_round,
    games=score.compared_boards,
    shown_only=("board",),
    scoring_files=scoring_files,
    standings=score.rank_event,
    results_sheets=_results_sheets,
    standings_sheets=_standings_sheets,
    habits=OWN_DRAW_CHECKS,
    rare=RareHooks(
        plan=plan.plan_rounds,
        counts_so_far=score.scored_so_far,
        as_if_over=score.as_if_over,
        may_play=score.may_play,
        simulated=Simulated(simulated.set_up, simulated.play),
    ),
    codes=CODES,
    examples=("diplomacy",),
)
"""The entry point."""
