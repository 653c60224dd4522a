"""Duplicate air combat: every table keeps its scenario; at each, teams are compared with those of their own side.

Source: Tournament Guidelines for Air Superiority and Air Strike, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from msgspec.structs import replace

from sheetscore.findings import Codes, Severity
from sheetscore.systems.duplicate import draw, draw_checks, plan, rules, score, simulated, tables, travellers
from sheetscore.systems.duplicate.itineraries import post_cards
from sheetscore.systems.duplicate.model import DuplicateEvent, starter_event
from sheetscore.systems.duplicate.movement_sheet import post_movement, post_teams
from sheetscore.systems.duplicate.printed_pages import TRAVELLER_PAGE
from sheetscore.systems.duplicate.travellers import check_travellers
from sheetscore.systems.rare_hooks import OWN_DRAW_CHECKS, RareHooks
from sheetscore.systems.simulated import Simulated
from sheetscore.systems.system import System

CODES: Codes = {
    "line-one-side": (Severity.ERROR, "a line of a traveller has the points of one side only"),
    "line-team": (Severity.ERROR, "a line of a traveller has points and a team that the draw does not have there"),
    "line-twice": (Severity.ERROR, "a team has two results on one traveller, or two in one round"),
    "line-idle": (Severity.ERROR, "a line of a traveller has points though nobody plays there in that round"),
    "line-skipped": (Severity.WARNING, "a line of a traveller is blank and a later one is not"),
}


DUPLICATE = System(
    id="duplicate",
    title="Duplicate air combat",
    summary="Red and Blue teams move from table to table; each is compared with its own side at every table",
    event_model=DuplicateEvent,
    starter=starter_event,
    check_event=rules.check_event,
    procedure=rules.describe_procedure,
    draw=plan.draw_as_planned,
    check_draw=draw_checks.check_draw,
    postings=(post_movement, post_teams, post_cards),
    forms=travellers.traveller_forms,
    check_templates=travellers.template_checks,
    check_entries=check_travellers,
    score=score.score_event,
    games=score.games_of,
    open_games=draw.open_lines,
    standings=score.rank_event,
    results_sheets=tables.results_sheets,
    standings_sheets=tables.standings_sheets,
    # a team has a seat in every round of the one draw; two results in a round are the finding line-twice
    habits=replace(OWN_DRAW_CHECKS, twice_on_sheets=False, drawn_on_sheets=False),
    rare=RareHooks(
        plan=plan.plan_event,
        page_kinds=(TRAVELLER_PAGE,),
        simulated=Simulated(simulated.set_up, simulated.play, "team", simulated.teams_of, simulated.lists),
        borrows=("amps",),
    ),
    codes=CODES,
    examples=("duplicate", "duplicate-skip"),
)
"""The entry point."""
