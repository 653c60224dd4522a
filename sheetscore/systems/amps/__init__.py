"""Air Power Match Points: individual tournaments of Air Superiority and Air Strike.

Source: Tournament Guidelines for Air Superiority and Air Strike, 1991.
"""

from __future__ import annotations

from sheetscore.systems.amps import draw, score, simulated, tables
from sheetscore.systems.amps.model import AmpsEvent, starter_event
from sheetscore.systems.rare_hooks import RareHooks
from sheetscore.systems.simulated import Simulated
from sheetscore.systems.system import System
from sheetscore.systems.tasks import forms
from sheetscore.systems.tasks.flights import awarded_together
from sheetscore.systems.tasks.model import check_scenarios
from sheetscore.systems.tasks.pages import PILOT_PAGE, TABLE_PAGE

AMPS = System(
    id="amps",
    title="Air Power Match Points",
    summary="individual pilots; scenario and team points become match points within each section, factored",
    event_model=AmpsEvent,
    starter=starter_event,
    check_event=check_scenarios,
    procedure=draw.describe_procedure,
    draw=draw.draw_round,
    forms=forms.round_forms,
    check_templates=forms.template_checks,
    check_entries=awarded_together,
    score=score.score_round,
    games=score.games_of,
    standings=score.rank_event,
    results_sheets=tables.results_sheets,
    standings_sheets=tables.standings_sheets,
    rare=RareHooks(
        plan=draw.plan_rounds,
        page_kinds=(PILOT_PAGE, TABLE_PAGE),
        simulated=Simulated(simulated.set_up, simulated.play),
    ),
    examples=("origins-1991",),
)
"""The entry point; any pilot may fly any side."""
