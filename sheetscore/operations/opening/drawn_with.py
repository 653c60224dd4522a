"""The scenarios that rounds were drawn with, for messages about scenarios that the event does not have any more.

They are read from the draws alone, since an event that names a missing scenario cannot be opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from msgspec.structs import replace

from sheetscore.event.folder import EventFolder
from sheetscore.event.load import nothing_called
from sheetscore.event.scenarios import SCENARIO_PREMISE
from sheetscore.findings import Finding
from sheetscore.problems import Problem
from sheetscore.reading.draw_workbook import premises_in
from sheetscore.results.setup import SCENARIO
from sheetscore.sheets.draw_workbook import PREMISES_SHEET
from sheetscore.wording import number_list
from sheetscore.workbooks.reader import read_workbook


def scenarios_drawn_with(folder: EventFolder, stage: int) -> tuple[str, ...]:
    """Return the ids of the scenarios that a stage was drawn with; empty if its draw is gone or does not say it."""
    with suppress(Problem):
        path = folder.draw(stage)
        if path.exists():
            named = premises_in(read_workbook(path, PREMISES_SHEET)).get(SCENARIO_PREMISE, "")
            return tuple(filter(None, named.split(", ")))
    return ()


def with_drawn_scenarios(findings: Iterable[Finding], folder: EventFolder) -> tuple[Finding, ...]:
    """Return the mistakes of an event; one about a missing scenario that rounds were drawn with asks to enter it again.

    Another scenario in its place would only lead to the message that the drawn round has to keep its own.
    """
    rounds: dict[str, list[int]] = {}
    for stage in folder.worked_on():
        for id_ in scenarios_drawn_with(folder, stage):
            rounds.setdefault(nothing_called(SCENARIO, id_), []).append(stage)
    asked = {
        said: f"{said} {number_list('round', stages).capitalize()} {'was' if len(stages) == 1 else 'were'} drawn with "
        "it: enter the scenario again as it was, under this id."
        for said, stages in rounds.items()
    }
    return tuple(
        replace(one, message=next((asked[said] for said in asked if one.message.startswith(said)), one.message))
        for one in findings
    )
