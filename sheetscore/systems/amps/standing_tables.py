"""The standings of an event: a row for every pilot, from the scores of the rounds to the rank.

Source: Tournament Guidelines, 1991, Factoring (section totals; ties within half a point).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheetscore.systems.amps.model import AmpsSettings
from sheetscore.systems.amps.result_tables import opens_section
from sheetscore.systems.amps.section_tables import Section
from sheetscore.systems.columns import STANDINGS, RoundScores, column, factored, round_name
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import Line
from sheetscore.tables.table import Here, Places, Table, figure_column, text_column


def scores_of(rounds: Mapping[int, Sequence[ResultRow]]) -> RoundScores:
    """Return what every pilot scored in each round."""
    return RoundScores("Pilot", "player", "score", rounds)


def standings_table(rows: Sequence[ResultRow], scores: RoundScores) -> Table[ResultRow]:
    """Make the table of the standings.

    Parameters
    ----------
    rows
        Best first.
    """

    def section_total(here: Here[ResultRow]) -> str:
        player = here.line["id"]
        flown = [name for name in map(round_name, scores.numbers) if player in here.places[name].rows]
        return "+".join(here.other(name, player, "section_size") for name in flown)

    return Table(
        STANDINGS,
        (
            *scores.rank_columns(),
            *scores.score_columns("Score"),
            figure_column("rounds", "Rounds flown", 62, column("rounds"), lambda here: scores.over(here, "COUNT")),
            figure_column("section_total", "Section total", 66, column("section_total"), section_total),
        ),
        rows,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


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
