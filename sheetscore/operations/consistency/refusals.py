"""Additions to messages about sheets that no longer fit: whether their advice would fail, what changed in the event."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sheetscore.event.folder import stage_command, stage_scored
from sheetscore.findings import Finding
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.history import record_of
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.older_copy import said_by_check
from sheetscore.operations.safeguards.overwrite_guard import read_marked
from sheetscore.operations.sheets import obstacles_to_sheets
from sheetscore.problems import MistakesFound
from sheetscore.reading.marked_copies import LEFT_IN_COPY
from sheetscore.reading.round_workbook import EVENT_CHANGED
from sheetscore.results.scenario_changes import changed_values
from sheetscore.wording import first_clauses

_SHOWN = 4
"""How many changes of the event a message names."""

_REFUSED = "Making new sheets would be refused at present"


def with_refusals(opened: OpenEvent, stage: int, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings; those that advise to make sheets again say if that would be refused, and the first says why.

    Findings about a change of the event say what changed in the scenarios since the stage was scored.
    """
    advice = re.compile(rf"sheetscore {re.escape(stage_command('sheets', stage))}\b(?! --force)")
    refused: list[Finding] | None = None
    is_told = False
    for one in findings:
        said = one.message
        if said.startswith(EVENT_CHANGED) and (changed := _changed(opened, stage)):
            said = f"{said}. Since {stage_scored(stage)}, {changed}"
        if advice.search(said) and _REFUSED not in said:
            if refused is None:
                refused = obstacles_to_sheets(opened, stage)
            if refused and one.message not in {other.message for other in refused}:  # else it would quote itself
                said = f"{said}. {_REFUSED if is_told else refusal(stage, refused[0])}"
        is_told = is_told or _REFUSED in said
        yield replace(one, message=said)


def _changed(opened: OpenEvent, stage: int) -> str:
    """Return what changed in the scenarios of a stage since it was scored; empty without results."""
    record = record_of(opened, stage)
    changes = changed_values(opened.event, record, scores_only=False) if record else ()
    return first_clauses([*map(str, changes)], _SHOWN)


def refusal(stage: int, first: Finding) -> str:
    """Return the sentence that new sheets would be refused, with the first reason."""
    again = stage_command("sheets", stage)
    (said,) = said_by_check([first], again)
    reason = said.message.removesuffix(".")
    return f"{_REFUSED} (sheetscore {again} stops with: {reason})"


def about_marked(opened: OpenEvent, stage: int) -> list[Finding]:
    """Return the errors for which the marked copy of a round would be refused, whatever is mended in it.

    If there are none, return warnings instead, which name the values of the copy that the score sheets overrule.
    """
    marked, context = opened.folder.marked(stage), drawn_round(opened, stage)
    boxes = opened.boxes(marked, context)
    if boxes.refused:
        return [one for one in boxes.refused if one.is_error]
    try:
        read = read_marked(opened, marked, context, boxes)
    except MistakesFound as mistakes:
        return [*mistakes.findings]
    return [one for one in read.findings if one.code == LEFT_IN_COPY]
