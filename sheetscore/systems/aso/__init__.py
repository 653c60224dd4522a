"""ASO: an accelerated Swiss tournament of games for two, with scenario choice, balance bids, judges and prizes.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.systems.aso import draw, forms, play_off, record, rules, score, standings
from sheetscore.systems.aso.codes import CODES
from sheetscore.systems.aso.model import AsoEvent, starter_event
from sheetscore.systems.aso.pairs_sheet import post_opponents, post_pairs
from sheetscore.systems.at_hand import EventSoFar, RoundAtHand
from sheetscore.systems.system import System
from sheetscore.tables.sheet import TableSheet


def _results_sheets(round_: RoundAtHand[AsoEvent]) -> Sequence[TableSheet]:
    from sheetscore.systems.aso.tables import results_sheets  # noqa: PLC0415 -- drawing and reading need none of it

    return results_sheets(round_)


def _standings_sheets(so_far: EventSoFar[AsoEvent]) -> Sequence[TableSheet]:
    from sheetscore.systems.aso.tables import standings_sheets  # noqa: PLC0415 -- drawing and reading need none of it

    return standings_sheets(so_far)


ASO = System(
    id="aso",
    title="Accelerated Swiss",
    summary="games for two: the undefeated meet in pools that halve from round to round, the last of them wins",
    event_model=AsoEvent,
    starter=starter_event,
    check_event=rules.check_event,
    draw=draw.draw_round,
    check_draw=draw.check_draw,
    postings=(post_pairs, post_opponents),
    forms=forms.round_forms,
    check_templates=forms.template_checks,
    check_entries=play_off.check_entries,
    score=score.score_round,
    open_games=record.open_games,
    standings=standings.stand,
    results_sheets=_results_sheets,
    standings_sheets=_standings_sheets,
    codes=CODES,
    examples=("aso", "cromwell-2010"),
)
"""The entry point."""
