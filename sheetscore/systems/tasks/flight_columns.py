"""The columns of results that say what every pilot brought home: scenario points, team points, round score.

Source: Tournament Guidelines, 1991, Scenario Points and Team Points.
"""

from __future__ import annotations

from sheetscore.expressions import Reference, to_excel
from sheetscore.forms.cells import SumCells
from sheetscore.forms.form import RoundForms
from sheetscore.systems.columns import BLOCKS, PAGES, POINTS, column
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tasks.boxes import ROUND_SCORE, SCENARIO_POINTS
from sheetscore.systems.tasks.team_points import TEAM_POINTS, block_of
from sheetscore.tables.table import Column, Here, figure_column


def flight_columns(forms: RoundForms) -> tuple[Column[ResultRow], ...]:
    """Return the columns ``sp``, ``tp`` and ``rs`` of rows that have a table, a seat and a section.

    Parameters
    ----------
    forms
        The sheets of the round; their rule makes round scores of scenario and team points.
    """
    rules = {page.form.side: dict(page.form.sums)[ROUND_SCORE] for table in forms.tables for page in table.seats}

    def scenario_points(here: Here[ResultRow]) -> str:
        return here.other(PAGES, (here.line["table"], here.line["seat"]), SCENARIO_POINTS)

    def team_points(here: Here[ResultRow]) -> str | None:
        block = here.line["table"], block_of(str(here.line["section"]))
        return here.other(BLOCKS, block, POINTS) if block in here.places[BLOCKS].rows else None

    def round_score(here: Here[ResultRow]) -> str:
        cells = {SCENARIO_POINTS: Reference(here.cell("sp"), True), TEAM_POINTS: Reference(here.cell("tp"), True)}  # noqa: FBT003
        return to_excel(rules[str(here.line["section"])], SumCells(cells))

    return (
        figure_column("sp", "SP", 46, column("sp"), scenario_points),
        figure_column("tp", "TP", 46, column("tp"), team_points),
        figure_column("rs", "RS", 46, column("rs"), round_score, "cell strong"),
    )
