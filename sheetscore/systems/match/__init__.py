"""Matched games: the same game twice with the sides exchanged, series of three matches, handicaps of a pair.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.sheets.postings import post_opponents, post_pairs
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.match import (
    check_entries,
    draw,
    forms,
    history,
    inherited,
    plan,
    procedure,
    record,
    rules,
    score,
    simulated,
)
from sheetscore.systems.match.model import MatchEvent, starter_event
from sheetscore.systems.match.rules import CODES
from sheetscore.systems.rare_hooks import OWN_DRAW_CHECKS, RareHooks
from sheetscore.systems.simulated import Simulated
from sheetscore.systems.system import System
from sheetscore.tables.sheet import TableSheet


def _results_sheets(round_: RoundContext[MatchEvent]) -> Sequence[TableSheet]:
    from sheetscore.systems.match.tables import results_sheets  # noqa: PLC0415 -- drawing and reading need none of it

    return results_sheets(round_)


def _standings_sheets(so_far: EventProgress[MatchEvent]) -> Sequence[TableSheet]:
    from sheetscore.systems.match.tables import standings_sheets  # noqa: PLC0415 -- drawing and reading need none of it

    return standings_sheets(so_far)


MATCH = System(
    id="match",
    title="Matched games",
    summary="the same game twice with the sides exchanged; single matches or series of three; handicaps of two players",
    event_model=MatchEvent,
    starter=starter_event,
    check_event=rules.check_event,
    check_next=draw.check_next,
    procedure=procedure.describe_procedure,
    draw=plan.draw_as_planned,
    check_draw=draw.check_draw,
    change_draw=draw.change_draw,
    forms=forms.round_forms,
    check_templates=forms.template_checks,
    check_entries=check_entries.check_entries,
    score=score.score_round,
    games=score.games_of,
    earns="result",
    shown_only=("match", "series"),
    postings=(post_pairs, post_opponents),
    standings=record.rank_event,
    results_sheets=_results_sheets,
    standings_sheets=_standings_sheets,
    habits=OWN_DRAW_CHECKS,
    rare=RareHooks(
        plan=plan.plan_rounds,
        history=inherited.inherit,
        handicaps=inherited.handicaps_made,
        follows=history.follows,
        called_otherwise=history.renamed_systems,
        counts_so_far=score.begun_series,
        simulated=Simulated(simulated.set_up, simulated.play),
    ),
    codes=CODES,
    examples=("match",),
)
"""The entry point."""
