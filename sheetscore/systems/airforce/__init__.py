"""Air Force and Dauntless with turns of 30 degrees: flight logs, replayed and audited turn by turn.

Source: Updated Air Force / Dauntless (30 degree turns).
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.systems.airforce import draw, forms, procedure, rules, score, simulated
from sheetscore.systems.airforce.fight_page import FIGHT_PAGE
from sheetscore.systems.airforce.gunnery.damage import critical, hits
from sheetscore.systems.airforce.log_page import FLIGHT_LOG
from sheetscore.systems.airforce.model import AirforceEvent, starter_event
from sheetscore.systems.airforce.rules import CODES
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.rare_hooks import OWN_DRAW_CHECKS, RareHooks
from sheetscore.systems.simulated import Simulated
from sheetscore.systems.system import System
from sheetscore.tables.sheet import TableSheet


def _results_sheets(round_: RoundContext[AirforceEvent]) -> Sequence[TableSheet]:
    from sheetscore.systems.airforce.result_tables import results_sheets  # noqa: PLC0415 -- drawing needs none of it

    return results_sheets(round_)


def _standings_sheets(so_far: EventProgress[AirforceEvent]) -> Sequence[TableSheet]:
    from sheetscore.systems.airforce.result_tables import standings_sheets  # noqa: PLC0415 -- as above

    return standings_sheets(so_far)


AIRFORCE = System(
    id="airforce",
    title="Air Force / Dauntless",
    summary="fights plotted turn by turn: flight logs are replayed, audited by rule, and their shots checked",
    event_model=AirforceEvent,
    starter=starter_event,
    check_event=rules.check_event,
    draw=draw.draw_round,
    check_draw=draw.check_draw,
    change_draw=draw.change_draw,
    forms=forms.round_forms,
    check_templates=forms.template_checks,
    check_entries=score.check_entries,
    score=score.score_round,
    earns="",
    shown_only=("log",),
    scoring_files=rules.scoring_files,
    scoring_parts=rules.scoring_parts,
    procedure=procedure.describe_procedure,
    standings=score.rank_event,
    results_sheets=_results_sheets,
    standings_sheets=_standings_sheets,
    habits=OWN_DRAW_CHECKS,
    rare=RareHooks(
        replay=score.replay_event,
        page_kinds=(FLIGHT_LOG, FIGHT_PAGE),
        simulated=Simulated(simulated.set_up, simulated.play),
    ),
    codes=CODES,
    row=("turn of an aircraft", "turns of aircraft"),
    examples=("airforce", "airforce-violations"),
)
"""The entry point."""

__all__ = ["AIRFORCE", "critical", "hits"]
