"""Team play: teams of two or of four meet at two tables, and the difference of their points becomes AVPs.

Source: Tournament Guidelines for Air Superiority and Air Strike, 1991, Team Play.
"""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from sheetscore.findings import Codes, Severity
from sheetscore.sheets.postings import post_by_name, post_by_table
from sheetscore.systems.rare_hooks import OWN_DRAW_CHECKS, RareHooks
from sheetscore.systems.simulated import Simulated
from sheetscore.systems.system import System
from sheetscore.systems.tasks.pages import PILOT_PAGE, TABLE_PAGE
from sheetscore.systems.team import draw, model, plan, procedure, score, seating, simulated, tables
from sheetscore.systems.team.model import TeamEvent, starter_event

CODES: Codes = {
    "team-tables": (Severity.ERROR, "a table has no partner at which the same two teams meet"),
    "team-points-idle": (Severity.NOTE, "a side has team points, and a setting leaves them out"),
}
"""The codes of findings that no other system has, each with its severity and meaning."""

TEAM = System(
    id="team",
    title="Team play",
    summary="teams of two or of four meet at two tables; the difference of their points gives AVPs, 20 to a pair",
    event_model=TeamEvent,
    starter=starter_event,
    check_event=model.check_event,
    advise=model.idle_team_points,
    procedure=procedure.describe_procedure,
    draw=plan.draw_as_planned,
    check_draw=draw.check_draw,
    change_draw=draw.change_draw,
    postings=(draw.post_pairings, partial(post_by_table, teams=True), partial(post_by_name, teams=True)),
    forms=seating.team_forms,
    check_templates=score.template_checks,
    check_entries=seating.check_entries,
    score=score.score_round,
    games=score.games_of,
    earns="avp",
    scoring_files=score.scoring_files,
    standings=score.rank_event,
    results_sheets=tables.results_sheets,
    standings_sheets=tables.standings_sheets,
    habits=replace(OWN_DRAW_CHECKS, drawn_on_sheets=False),
    rare=RareHooks(
        plan=plan.plan_rounds,
        page_kinds=(PILOT_PAGE, TABLE_PAGE),
        simulated=Simulated(simulated.set_up, simulated.play, "team", simulated.teams_of),
        borrows=("amps",),
    ),
    codes=CODES,
    examples=("team-of-four",),
)
"""The entry point."""
