"""The sheets of AMPS in the workbooks: a round's pilots and sections, and the standings of the event.

Source: Tournament Guidelines, 1991, Match Points and Factoring (section totals; ties within half a point).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.event.identity import alike, with_id
from sheetscore.expressions.figure import Figure, Shown, exact, standing
from sheetscore.expressions.figure_calls import joined, total, when
from sheetscore.expressions.formula import TOLERANCE, Strength, constant
from sheetscore.forms.round_forms import RoundForms
from sheetscore.scoring.ranking import factored, match_points_among
from sheetscore.scoring.tie_steps import Outing
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.systems.amps.score import AmpsResult, decided_chain
from sheetscore.systems.columns import (
    SCORE,
    STANDINGS,
    RoundScores,
    by_score,
    cumulative_sheet,
    group_columns,
    printed_first,
    round_name,
    unless_alike,
)
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tasks.flights import flight_columns, seat_column
from sheetscore.systems.tie_tables import TieTables
from sheetscore.tables.sheet import Chart, Series, TableSheet, TextLine, line_by_rule
from sheetscore.tables.table import (
    ByRule,
    Column,
    Here,
    LineFigures,
    Places,
    Table,
    cell_at,
    figure_column,
    text_column,
)
from sheetscore.workbooks.book import CellValue

RESULTS, SECTIONS, DOTS = "results", "sections", "dots"
"""Names of tables."""

APART = Fraction(9, 100)
"""The distance between the dots of equal scores in the chart, in widths of a section; less if many are equal."""

WIDEST = Fraction(4, 5)
"""The share of a section's width that the dots of equal scores may take at most."""

_SHARED = TextLine(
    "A pilot gets one match point for every other of the section who has a lower round score, and half a point "
    "for every other who has the same. N pilots share N(N\N{MINUS SIGN}1)/2 points."
)

_FACTOR = TextLine(
    "Factor: the size of the largest section less one, divided by that of the section less one, so that the best score "
    "that can be had is the same in all."
)

_COLUMNS = TextLine(
    "SP: scenario points.   TP: team points of the side.   RS = SP + TP.   MP: one for every other of the section "
    "whose RS is lower, half of one for an equal one.   Score = MP × factor, before rounding."
)


def results_sheets(round_: RoundContext[AmpsEvent]) -> tuple[TableSheet, ...]:
    """Return a round's results by section, with their checks."""
    event, forms = round_.event, round_.forms
    sections = sections_of(event, forms.round, round_.score.rows)
    table = results_table(forms, sections)
    results = TableSheet("Results", f"Results of round {forms.round}", lines=(_COLUMNS,), tables=(table,))
    checks = TableSheet(
        "Sections",
        f"Sections of round {forms.round}",
        lines=(_SHARED, *([] if event.settings.factoring == "none" else [_FACTOR])),
        tables=(section_table(sections, event.settings, table),),
        charts=(dot_chart(sections),) if sections else (),
        behind=(dot_table(sections, table),),
    )
    return results, checks


class Section(Struct, frozen=True):
    """A section of a round: all pilots who flew one side, at whatever table."""

    number: int
    """Its place from left to right in the chart, from 1."""
    id: str
    title: str
    """The title of its side; no two titles of a round are alike."""
    results: tuple[AmpsResult, ...]
    """The results of its pilots, best first."""


def sections_of(event: AmpsEvent, number: int, rows: Sequence[ResultRow]) -> tuple[Section, ...]:
    """Return the sections of a round with their results, in the order of its rows."""
    titles = _titles(event, number)
    results = [*map(AmpsResult.read, rows)]
    ids = dict.fromkeys(result.section for result in results)
    return tuple(
        Section(place, id_, titles.get(id_, id_), tuple(result for result in results if result.section == id_))
        for place, id_ in enumerate(ids, start=1)
    )


def _titles(event: AmpsEvent, number: int) -> Mapping[str, str]:
    """Return the titles of a round's sides by their ids; none if the event no longer has the round."""
    if not any(round_.number == number for round_ in event.rounds):
        return {}
    sides = event.scenario_of(number).sides
    shared = alike({side.id: side.title for side in sides})
    return {side.id: with_id(side.title, side.id) if side.id in shared else side.title for side in sides}


def results_table(forms: RoundForms, sections: Sequence[Section]) -> Table[AmpsResult]:
    """Make the table of results.

    Parameters
    ----------
    forms
        The sheets of the round, whose rule computes the round score from scenario points and team points.
    """

    def match_points(own: LineFigures[AmpsResult]) -> Shown:
        return match_points_among(own, "rs", "section")

    def size(own: LineFigures[AmpsResult]) -> Shown:
        return cell_at(SECTIONS, own.line.section, "size", own.line.section_size)

    def factor(own: LineFigures[AmpsResult]) -> Shown:
        return cell_at(SECTIONS, own.line.section, "factor", own.line.factor)

    worth = [ByRule(match_points), ByRule(size), ByRule(factor)]
    return _pilots_table(RESULTS, sections, (seat_column(),), flight_columns(forms), worth)


Worth = Callable[[AmpsResult], CellValue] | ByRule[AmpsResult]
"""How the cells of a column get their figures: as values of the results, or by formula."""


def _pilots_table(
    name: str,
    sections: Sequence[Section],
    seat: Sequence[Column[AmpsResult]],
    points: Sequence[Column[AmpsResult]],
    worth: Sequence[Worth],
) -> Table[AmpsResult]:
    """Make a table of all pilots of a round, section by section.

    Parameters
    ----------
    seat
        The columns right of the section.
    points
        The columns of the points from which match points follow.
    worth
        How three columns get their figures: match points, size of the section, factor of the section.
    """
    titles = {section.id: section.title for section in sections}
    mp, size, factor = worth

    def score(own: LineFigures[AmpsResult]) -> Shown:
        return factored(own.cell("mp"), own.cell("factor"))

    columns = (
        text_column("name", "Pilot", 176, lambda result: result.name, player=lambda result: result.player),
        text_column("player", "Id", 56, lambda result: result.player),
        figure_column("table", "Table", 48, lambda result: result.table),
        text_column("section", "Section", 178, lambda result: titles[result.section]),
        *seat,
        *points,
        figure_column("mp", "MP", 54, mp, style="cell half"),
        figure_column("section_size", "Section size", 62, size),
        figure_column("factor", "Factor", 58, factor, style="cell two"),
        figure_column("score", "Score", 72, ByRule(score), style="cell score"),
    )
    results = _everybody(sections)
    return Table(
        name,
        printed_first(columns, unless_alike("player", {result.player: result.name for result in results})),
        results,
        key=lambda result: result.player,
        starts_group=opens_section(sections),
        empty="Nobody flew in this round.",
    )


def opens_section(sections: Sequence[Section]) -> Callable[[AmpsResult], bool]:
    """Return a function that says whether a result is the first of its section."""
    first = {section.results[0].player for section in sections}
    return lambda result: result.player in first


def _everybody(sections: Sequence[Section]) -> list[AmpsResult]:
    return [result for section in sections for result in section.results]


def section_table(sections: Sequence[Section], settings: AmpsSettings, results: Table[AmpsResult]) -> Table[Section]:
    """Make the table of the sections: sizes, the check of the match points, factors."""

    def size(own: LineFigures[Section]) -> Shown:
        return own.count_of(results, section=own.cell("title"))

    def points(own: LineFigures[Section]) -> Shown:
        return own.sum_of(results, "mp", section=own.cell("title"))

    return Table(
        SECTIONS,
        (
            text_column("title", "Section", 220, lambda section: section.title),
            *group_columns(settings, size, points),
        ),
        sections,
        key=lambda section: section.id,
        empty="Nobody flew in this round.",
    )


def dot_table(sections: Sequence[Section], scores: Table[AmpsResult]) -> Table[AmpsResult]:
    """Make the table behind the chart: every pilot's dot above the section's number, equal scores side by side."""
    results = _everybody(sections)
    numbers = {section.id: section.number for section in sections}
    equal = Counter((result.section, result.rs) for result in results)
    apart = min(APART, WIDEST / max(equal.values(), default=1))
    along: dict[str, Fraction] = {}
    seen: Counter[tuple[str, int | Fraction]] = Counter()
    for result in results:
        level = result.section, result.rs
        seen[level] += 1
        along[result.player] = numbers[result.section] + apart * (seen[level] - Fraction(equal[level] + 1, 2))

    def along_formula(here: Here[AmpsResult]) -> str:
        alike = (
            f"({here.range('number')}={here.cell('number')})*(ABS({here.range('rs')}-{here.cell('rs')})<={TOLERANCE})"
        )
        before = f"(ROW({here.range('rs')})<=ROW({here.cell('rs')}))"
        aside = f"(SUMPRODUCT({alike}*{before})-(SUMPRODUCT({alike})+1)/2)"
        return f"{here.cell('number')}+{constant(apart).within(Strength.CLOSED)}*{aside}"

    def score(own: LineFigures[AmpsResult]) -> Shown:
        return own.other(scores, own.line.player, "rs")

    return Table(
        DOTS,
        (
            text_column("name", "Pilot", 220, lambda result: result.name, player=lambda result: result.player),
            figure_column("number", "Section", 80, lambda result: numbers[result.section]),
            figure_column(
                "along", "Place in the chart", 120, lambda result: along[result.player], along_formula, "cell two"
            ),
            figure_column("rs", "RS", 100, ByRule(score)),
        ),
        results,
        key=lambda result: result.player,
        title="Behind the chart",
        size="fine",
    )


def dot_chart(sections: Sequence[Section]) -> Chart:
    """Make the chart of all round scores, section beside section."""

    def series(places: Places) -> list[Series]:
        return [
            Series(
                places[SECTIONS].cell(section.id, "title"),
                places[DOTS].part("along", section.results[0].player, section.results[-1].player),
                places[DOTS].part("rs", section.results[0].player, section.results[-1].player),
            )
            for section in sections
        ]

    return Chart("dots", "Round scores by section", "", "RS", series, ticks=len(sections))


def standings_sheets(so_far: EventProgress[AmpsEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, running totals of the leaders, how ranks are found, and a sheet for each round."""
    event, standings, rounds = so_far.event, so_far.standings, so_far.rounds
    settings, rows = event.settings, standings.rows
    tables = {number: round_table(number, sections_of(event, number, rounds[number])) for number in sorted(rounds)}
    scores = RoundScores("Pilot", "score", tables)
    ties = ties_of(so_far)
    table = standings_table(rows, scores, ties)
    totals = [Fraction(row["score"] or 0) for row in rows]
    ranked = settings.rank_table(totals, STANDINGS, SCORE)
    return (
        ties.standings_sheet(
            f"after round {standings.after_round}",
            (
                _STANDINGS_COLUMNS,
                _SECTION,
                comparison(table, settings),
                TextLine(settings.who_shares, ranks=True),
                *ties.lines,
            ),
            table,
        ),
        cumulative_sheet(table),
        TableSheet(
            "Ranks", "How the ranks come about", lines=_tie_lines(settings), tables=(ranked,), for_director=True
        ),
        *ties.sheets(),
        *(TableSheet(table.name, table.name, tables=(table,), for_director=True) for table in tables.values()),
    )


_STANDINGS_COLUMNS = TextLine(
    "Score: the scores of all rounds added up. Section total: how many pilots the sections had in which one flew, all "
    "rounds added up."
)

_SECTION = TextLine("Section: all who fly the same side of a round's scenario, at whatever table.", ranks=True)


def _tie_lines(settings: AmpsSettings) -> tuple[TextLine, ...]:
    return TextLine(settings.who_shares), TextLine("A pilot's rank is the first place of those who share it.")


def ties_of(so_far: EventProgress[AmpsEvent]) -> TieTables:
    """Return the tie-break tables, whose formulas take the scores of rounds from the sheets of the rounds."""

    def score(here: Here[Outing]) -> str | None:
        one = here.line
        return here.other(round_name(one.round), one.who, "score") if one.kind == "game" else None

    record, chain = decided_chain(so_far)
    return TieTables(chain, record, so_far.standings.rows, (), {"score": score})


def standings_table(rows: Sequence[ResultRow], scores: RoundScores, ties: TieTables) -> Table[ResultRow]:
    """Make the table of the standings.

    Parameters
    ----------
    rows
        The rows of the standings, best first.
    """
    place_columns, rank = ties.grouped(by_score)

    def section_total(own: LineFigures[ResultRow]) -> Shown:
        flown = [table for table in scores.rounds.values() if table.has(own.line["id"])]
        return total(*(own.other(table, own.line["id"], "section_size") for table in flown))

    columns = (
        *scores.rank_columns(rank),
        *scores.score_columns("Score"),
        scores.played_column("Rounds flown"),
        figure_column("section_total", "Section total", 66, ByRule(section_total)),
        *place_columns,
    )
    return Table(
        STANDINGS,
        printed_first(ties.among(columns), unless_alike("id", {row["id"]: row["name"] for row in rows})),
        rows,
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def comparison(standings: Table[ResultRow], settings: AmpsSettings) -> TextLine:
    """Make the line that says by formula whether all section totals are equal."""
    totals = [exact(standings.figure(row, "section_total")) for row in standings.lines] or [Fraction(0)]

    def extreme(function: str, value: Fraction) -> Figure:
        return standing(
            lambda places: f"{function}({places[STANDINGS].column('section_total').reference})", value, whole=True
        )

    lowest, highest = extreme("MIN", min(totals)), extreme("MAX", max(totals))
    remark = (
        "Factoring is off, so the scores are not comparable."
        if settings.factoring == "none"
        else "The scores are factored to make up for that."
    )
    flown = "Some flew in larger sections than others, with more points to win (section totals of "
    differ = joined(flown, lowest, " to ", highest, f"). {remark}")
    return line_by_rule(when(lowest == highest, "All section totals are equal.", differ), ranks=True)


def round_table(number: int, sections: Sequence[Section]) -> Table[AmpsResult]:
    """Make the table of a round, with the values of its results."""
    points: Column[AmpsResult] = figure_column("rs", "RS", 54, lambda result: result.rs)
    worth = [lambda result: result.mp, lambda result: result.section_size, lambda result: result.factor]
    return _pilots_table(round_name(number), sections, (), (points,), worth)
