"""The standings of an event: a row for every pilot, from the scores of the rounds to the rank.

Source: Tournament Guidelines, 1991, Factoring (section totals; ties within half a point).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sheetscore.scoring.rank_table import rank_formula
from sheetscore.systems.amps.model import AmpsSettings
from sheetscore.systems.amps.result_tables import column, factored, opens_section
from sheetscore.systems.amps.section_tables import Section
from sheetscore.systems.protocol import Exact, ResultRow
from sheetscore.workbooks.charts import Chart, Series
from sheetscore.workbooks.table_sheets import Line
from sheetscore.workbooks.tables import Column, Here, Places, Table, figure_column, text_column

STANDINGS, CUMULATIVE = "standings", "cumulative"
SCORE, START = "score", "start"

LEADERS = 8
"""How many pilots the chart follows."""

Rounds = Mapping[int, Sequence[ResultRow]]
"""The rows of the scored rounds by their numbers."""


def round_name(number: int) -> str:
    """Name the column, the table and the sheet of a round."""
    return f"Round {number}"


def standings_table(rows: Sequence[ResultRow], rounds: Rounds) -> Table[ResultRow]:
    """Make the table of the standings.

    Parameters
    ----------
    rows
        Best first.
    """
    names = [round_name(number) for number in sorted(rounds)]

    def over_rounds(here: Here[ResultRow], function: str) -> str:
        return f"{function}({here.span(names[0], names[-1])})"

    def section_total(here: Here[ResultRow]) -> str:
        player = here.line["id"]
        flown = [name for name in names if player in here.places[name].rows]
        return "+".join(here.other(name, player, "section_size") for name in flown)

    return Table(
        STANDINGS,
        (
            figure_column("rank", "Rank", 54, column("rank"), lambda here: rank_formula(here, SCORE), "cell rank"),
            text_column("name", "Pilot", 210, column("name")),
            text_column("id", "Id", 60, column("id")),
            *(_score_column(number, rounds[number]) for number in sorted(rounds)),
            figure_column(SCORE, "Score", 84, column("score"), lambda here: over_rounds(here, "SUM"), "cell score"),
            figure_column("rounds", "Rounds flown", 62, column("rounds"), lambda here: over_rounds(here, "COUNT")),
            figure_column("section_total", "Section total", 66, column("section_total"), section_total),
        ),
        rows,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def _score_column(number: int, rows: Sequence[ResultRow]) -> Column[ResultRow]:
    """Give the column of a round's scores; blank for those who did not fly in it."""
    name = round_name(number)
    scores = {row["player"]: row["score"] for row in rows}

    def formula(here: Here[ResultRow]) -> str | None:
        player = here.line["id"]
        return here.other(name, player, "score") if player in here.places[name].rows else None

    return figure_column(name, name, 68, lambda row: scores.get(str(row["id"])), formula, "cell two")


def comparison(rows: Sequence[ResultRow], settings: AmpsSettings) -> Line:
    """Say whether all section totals are equal, by a formula."""
    totals = [int(row["section_total"] or 0) for row in rows]
    equal = "All section totals are equal."
    remark = (
        "factoring is off, so the scores are not comparable."
        if settings.factoring == "none"
        else "factoring makes the scores comparable."
    )
    text = f"Section totals run from {min(totals)} to {max(totals)}; {remark}" if len(set(totals)) > 1 else equal

    def formula(places: Places) -> str:
        column_of_totals = places[STANDINGS].column("section_total").reference
        lowest, highest = f"MIN({column_of_totals})", f"MAX({column_of_totals})"
        differ = f'"Section totals run from "&{lowest}&" to "&{highest}&"; {remark}"'
        return f'IF({lowest}={highest},"{equal}",{differ})'

    return Line(text, "event line", formula)


def cumulative_table(rows: Sequence[ResultRow], rounds: Rounds) -> Table[ResultRow]:
    """Make the table of what everybody had after each round."""
    after: dict[tuple[Exact, int], Fraction] = {}
    for row in rows:
        total = Fraction(0)
        for number in sorted(rounds):
            total += sum(Fraction(flown["score"] or 0) for flown in rounds[number] if flown["player"] == row["id"])
            after[row["id"], number] = total

    def after_round(number: int, before: str) -> Column[ResultRow]:
        name = round_name(number)

        def formula(here: Here[ResultRow]) -> str:
            return f"{here.cell(before)}+N({here.other(STANDINGS, here.line['id'], name)})"

        heading = f"after round {number}"
        return figure_column(name, heading, 84, lambda row: after[row["id"], number], formula, "cell two")

    numbers = sorted(rounds)
    befores = [START, *map(round_name, numbers)]
    return Table(
        CUMULATIVE,
        (
            text_column("name", "Pilot", 210, column("name")),
            figure_column(START, "start", 84, lambda _: 0, None, "cell two"),
            *(after_round(number, before) for number, before in zip(numbers, befores, strict=False)),
        ),
        rows,
        key=lambda row: row["id"],
        fine=True,
        empty="No round is scored yet.",
    )


def way_chart(rows: Sequence[ResultRow], rounds: Rounds) -> Chart:
    """Show how the leaders got where they are."""
    last = round_name(max(rounds))

    def series(places: Places) -> list[Series]:
        table = places[CUMULATIVE]
        return [
            Series(table.cell(row["id"], "name"), table.headings(START, last), table.across(row["id"], START, last))
            for row in rows[:LEADERS]
        ]

    return Chart("lines", "The way of the leaders", "", "score", series, height=400)


def round_table(number: int, sections: Sequence[Section]) -> Table[ResultRow]:
    """Make the table of a round as its results have it."""
    titles = {section.id: section.title for section in sections}
    return Table(
        round_name(number),
        (
            text_column("name", "Pilot", 210, column("name")),
            text_column("player", "Id", 60, column("player")),
            figure_column("table", "Table", 54, column("table")),
            text_column("section", "Section", 180, lambda row: titles[str(row["section"])]),
            figure_column("rs", "RS", 54, column("rs")),
            figure_column("mp", "MP", 60, column("mp"), None, "cell half"),
            figure_column("section_size", "Section size", 66, column("section_size")),
            figure_column("factor", "Factor", 66, column("factor"), None, "cell two"),
            figure_column("score", "Score", 84, column("score"), factored, "cell score"),
        ),
        [row for section in sections for row in section.rows],
        key=lambda row: row["player"],
        opens=opens_section(sections),
        empty="Nobody flew in this round.",
    )
