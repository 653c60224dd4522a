"""ASO: an accelerated Swiss tournament of games for two, with scenario choice, balance bids, judges and prizes.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.findings import Codes, Severity
from sheetscore.sheets.postings import post_opponents, post_pairs
from sheetscore.systems.aso import draw, forms, procedure, rules, score, simulated, standings
from sheetscore.systems.aso.model import AsoEvent, starter_event
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.rare_hooks import OWN_DRAW_CHECKS, RareHooks
from sheetscore.systems.simulated import Simulated
from sheetscore.systems.system import System
from sheetscore.tables.sheet import TableSheet

CODES: Codes = {
    "judges": (Severity.ERROR, "the judges, or the numbers that they gave, break a rule"),
    "judge-undefeated": (Severity.WARNING, "a judge plays in the event and has not lost or drawn a game"),
    "judge-close": (Severity.WARNING, "a judge is a regular opponent or a club mate of one of the two players"),
    "judge-unnamed": (Severity.WARNING, "there are numbers of a judge whom nobody named"),
    "drawn-by-dice": (Severity.WARNING, "the dice decided a game, and it is entered as a draw"),
    "draw-pool": (Severity.WARNING, "players of the pool of undefeated meet others, and could meet one another"),
    "draw-byes": (Severity.WARNING, "several have a bye in one round"),
    "play-off": (Severity.WARNING, "a play-off is drawn or played by others than two joint winners"),
}


def _results_sheets(round_: RoundContext[AsoEvent]) -> Sequence[TableSheet]:
    from sheetscore.systems.aso.tables import results_sheets  # noqa: PLC0415 -- drawing and reading need none of it

    return results_sheets(round_)


def _standings_sheets(so_far: EventProgress[AsoEvent]) -> Sequence[TableSheet]:
    from sheetscore.systems.aso.tables import standings_sheets  # noqa: PLC0415 -- drawing and reading need none of it

    return standings_sheets(so_far)


ASO = System(
    id="aso",
    title="Accelerated Swiss",
    summary="games for two: the undefeated meet in pools that halve from round to round, the last of them wins",
    event_model=AsoEvent,
    starter=starter_event,
    check_event=rules.check_event,
    procedure=procedure.describe_procedure,
    draw=draw.draw_round,
    check_draw=draw.check_draw,
    change_draw=draw.change_draw,
    postings=(post_pairs, post_opponents),
    forms=forms.round_forms,
    check_templates=forms.template_checks,
    check_entries=score.check_entries,
    score=score.score_round,
    games=score.games_of,
    earns="points",
    open_games=standings.open_games,
    standings=standings.rank_event,
    results_sheets=_results_sheets,
    standings_sheets=_standings_sheets,
    habits=OWN_DRAW_CHECKS,
    rare=RareHooks(simulated=Simulated(simulated.set_up, simulated.play)),
    codes=CODES,
    examples=("aso", "cromwell-2010"),
)
"""The entry point."""
