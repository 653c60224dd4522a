"""The results of a round: a row for every pilot who flew, from scenario points to the score.

Source: Tournament Guidelines, 1991, Match Points and Factoring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetscore.forms.form import RoundForms
from sheetscore.scoring.match_points import match_points_formula
from sheetscore.systems.amps.section_tables import RESULTS, SECTIONS, Section
from sheetscore.systems.columns import column, factored
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tasks.flight_columns import flight_columns
from sheetscore.tables.table import Here, Table, figure_column, text_column


def results_table(forms: RoundForms, sections: Sequence[Section], rows: Sequence[ResultRow]) -> Table[ResultRow]:
    """Make the table of results.

    Parameters
    ----------
    forms
        The sheets of the round; their rule makes round scores of scenario and team points.
    rows
        By section, best first.
    """
    titles = {section.id: section.title for section in sections}

    def match_points(here: Here[ResultRow]) -> str:
        return match_points_formula(here.cell("rs"), here.range("rs"), here.cell("section"), here.range("section"))

    return Table(
        RESULTS,
        (
            text_column("name", "Pilot", 176, column("name")),
            text_column("player", "Id", 56, column("player")),
            figure_column("table", "Table", 48, column("table")),
            text_column("seat", "Seat", 76, column("seat")),
            text_column("section", "Section", 138, lambda row: titles[str(row["section"])]),
            *flight_columns(forms),
            figure_column("mp", "MP", 54, column("mp"), match_points, "cell half"),
            figure_column("section_size", "Section size", 62, column("section_size"), _of_section("size")),
            figure_column("factor", "Factor", 58, column("factor"), _of_section("factor"), "cell two"),
            figure_column("score", "Score", 72, column("score"), factored, "cell score"),
        ),
        rows,
        key=lambda row: row["player"],
        opens=opens_section(sections),
        empty="Nobody flew in this round.",
    )


def opens_section(sections: Sequence[Section]) -> Callable[[ResultRow], bool]:
    """Tell whether a row is the first of its section."""
    first = {section.rows[0]["player"] for section in sections}
    return lambda row: row["player"] in first


def _of_section(key: str) -> Callable[[Here[ResultRow]], str]:
    return lambda here: here.other(SECTIONS, here.line["section"], key)
