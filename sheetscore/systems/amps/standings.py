"""The event after some rounds: scores added up, near ones tied, section totals compared; the workbook that says so.

Source: Tournament Guidelines, 1991, Factoring (section totals; ties within half a point).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from sheetscore.event.tables import heading_of
from sheetscore.findings import Finding, finding
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.systems.amps.results import Section, opens_section, sections_of
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.columns import SCORE, STANDINGS, RoundScores, column, cumulative_sheet, factored, round_name
from sheetscore.systems.outcomes import ResultRow, Standings, totals_of
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Here, Places, Table, figure_column, text_column


def rank_event(so_far: EventSoFar[AmpsEvent]) -> Standings:
    """Rank the pilots.

    Returns
    -------
    A row per pilot who flew: ``rank id name score rounds section_total``, best first.
    """
    event, rounds = so_far.event, so_far.rounds
    totals = totals_of(rounds, "player", "score")
    sections: dict[str, int] = defaultdict(int)
    for number in rounds:
        for row in rounds[number]:
            sections[str(row["player"])] += int(row["section_size"] or 0)
    found = event.settings.ranks([total.score for total in totals])
    rows: tuple[ResultRow, ...] = tuple(
        {
            "rank": rank,
            "id": total.id,
            "name": total.name,
            "score": total.score,
            "rounds": total.rounds,
            "section_total": sections[total.id],
        }
        for total, rank in zip(totals, found, strict=True)
    )
    return Standings(
        max(rounds, default=0), rows, tuple(_comparable(event, list(sections.values()))), tuple(so_far.open)
    )


def _comparable(event: AmpsEvent, totals: Sequence[int]) -> list[Finding]:
    if event.settings.factoring != "none" or len(set(totals)) < 2:
        return []
    factoring = heading_of(event, "settings", "factoring")
    return [
        finding(
            "unequal-sections",
            f"section totals run from {min(totals)} to {max(totals)} and factoring is off: the scores are not "
            f"comparable. Set {factoring} to round, or plan rounds that make the totals equal",
        )
    ]


def standings_sheets(so_far: EventSoFar[AmpsEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, the way that the leaders took, how ranks are found, and a sheet for each round."""
    event, standings, rounds = so_far.event, so_far.standings, so_far.rounds
    settings, rows, scores = event.settings, standings.rows, scores_of(rounds)
    totals = [Fraction(row["score"] or 0) for row in rows]
    ranked = settings.rank_table(totals, STANDINGS, SCORE)
    return (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=(comparison(rows, settings),),
            tables=(standings_table(rows, scores),),
        ),
        cumulative_sheet(rows, scores),
        TableSheet(
            "Ranks", "How the ranks come about", lines=_tie_lines(settings), tables=(ranked,), for_director=True
        ),
        *(
            TableSheet(
                round_name(number),
                round_name(number),
                tables=(round_table(number, sections_of(event, number, rounds[number])),),
            )
            for number in sorted(rounds)
        ),
    )


def _tie_lines(settings: AmpsSettings) -> tuple[Line, ...]:
    return Line(settings.who_shares), Line("A pilot's rank is that of the place below all higher scores.")


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


def scores_of(rounds: Mapping[int, Sequence[ResultRow]]) -> RoundScores:
    """Return what every pilot scored in each round."""
    return RoundScores("Pilot", "player", "score", rounds)
