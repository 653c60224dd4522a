"""Rounds that were played before a scored one and have no results, so that they count for nothing.

Their results were taken away, or nobody has ingested their sheets yet. A system whose rounds follow from those before
is asked whether those sheets would change a later round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from sheetscore.event.folder import stage_name
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.operations.opening.drawn_rounds import draw_of, typed_rows
from sheetscore.operations.opening.history import record_of, rounds_before
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.problems import Problem
from sheetscore.results.record import RoundRecord
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.wording import number_list


def rounds_missing(opened: OpenEvent, scored: Collection[int], before: int) -> list[EarlierRound]:
    """Return the rounds before one (``before``) whose results are only on their score sheets, with these results."""
    found = (_round_on_sheets(opened, stage) for stage in opened.event.stages if stage < before and stage not in scored)
    return [one for one in found if one is not None]


def _round_on_sheets(opened: OpenEvent, stage: int) -> EarlierRound | None:
    """Return a round by the values on its sheets; None if these have no result, or cannot be read."""
    if not opened.folder.draw(stage).exists():
        return None
    try:
        drawn = draw_of(opened, stage).draw
        typed = typed_rows(opened, drawn)
    except Problem:
        return None  # reported where the sheets are needed
    rows = tuple(row for at, row in enumerate(typed) if row not in typed[:at])  # the marked copy repeats them
    return EarlierRound(stage, opened.event.scenario_at(stage, 1), rows, drawn) if rows else None


def needed_first(
    opened: OpenEvent, context: RoundContext[Event], scored: Mapping[int, RoundRecord], missing: list[EarlierRound]
) -> list[int]:
    """Return the rounds without results whose values on sheets would change the scores of the round in ``context``."""
    follows, score = opened.system.rare.follows, opened.system.score
    if follows is None or not missing:
        return []
    before = rounds_before(opened, context.stage, scored)
    without = score(replace(context, earlier=before))
    return [
        one.number
        for one in missing
        if follows(opened.event, without, score(replace(context, earlier=_with(before, one))))
    ]


def _with(before: list[EarlierRound], typed: EarlierRound) -> list[EarlierRound]:
    others = [one for one in before if one.number != typed.number]
    return sorted([*others, typed], key=lambda one: one.number)


def held_by_missing(opened: OpenEvent, context: RoundContext[Event], otherwise: str) -> Iterator[Finding]:
    """Find earlier rounds without results that count for a round about to be scored.

    Parameters
    ----------
    otherwise
        Advice how to score the round all the same.
    """
    if opened.system.rare.follows is None:
        return  # each round is scored on its own
    before = [stage for stage in opened.folder.scored_stages() if stage < context.stage]
    missing = rounds_missing(opened, before, context.stage)
    scored = {stage: record for stage in before if missing and (record := record_of(opened, stage))}
    for stage in needed_first(opened, context, scored, missing):
        message = (
            f"{stage_name(stage)} has no results, and its results are needed for {stage_name(context.stage)}. "
            f"{_ingest(opened, stage)}; {otherwise}, and {stage_name(context.stage)} is scored without it"
        )
        yield finding("round-missing", message, sheet=opened.folder.sheets(context.stage).name, severity=Severity.ERROR)


def without_results(opened: OpenEvent, scored: Collection[int]) -> Iterator[Finding]:
    """Find rounds with results on their sheets only, although later rounds have results."""
    for one in rounds_missing(opened, scored, max(scored, default=0)):
        later = number_list("round", [stage for stage in sorted(scored) if stage > one.number])
        message = (
            f"{stage_name(one.number)} has no results and counts for nothing, although there are results of {later}. "
            f"{_ingest(opened, one.number)}"
        )
        sheets = opened.folder.sheets(one.number).name
        yield finding("round-missing", message, sheet=sheets, severity=Severity.WARNING)


def _ingest(opened: OpenEvent, stage: int) -> str:
    sheets, marked = opened.folder.sheets(stage), opened.folder.marked(stage)
    return f"Ingest it first: sheetscore ingest {(sheets if sheets.exists() else marked).name}"
