"""The results and the standings of AMPS as tables: what every cell shows, and the formula that it comes from.

Source: Tournament Guidelines, 1991, Match Points and Factoring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.expressions import Reference, to_excel
from sheetscore.expressions.formula import Strength, constant
from sheetscore.forms.cells import SumCells
from sheetscore.forms.form import RoundForms
from sheetscore.scoring.formulas import (
    count_if_equal,
    expected_sum_formula,
    factor_formula,
    match_points_formula,
    sum_if_equal,
)
from sheetscore.scoring.match_points import expected_sum
from sheetscore.scoring.rank_table import rank_formula, rank_table
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.systems.amps.score import TEAM_POINTS
from sheetscore.systems.protocol import Exact, ResultRow, RoundScore, Standings
from sheetscore.systems.result_sheets import BLOCKS, PAGES, POINTS
from sheetscore.workbooks.charts import Chart, Series
from sheetscore.workbooks.table_sheets import Line, TableSheet
from sheetscore.workbooks.tables import Column, Here, Places, Table

RESULTS, SECTIONS, DOTS = "results", "sections", "dots"
STANDINGS, CUMULATIVE = "standings", "cumulative"

LEADERS = 8
"""How many pilots the chart of the standings follows."""

APART = Fraction(9, 100)
"""How far apart equal scores stand in the chart, in widths of a section; less where they are many."""

WIDEST = Fraction(4, 5)
"""How much of a section's width they may take."""

Row = ResultRow
"""A row of results or standings."""


def results_sheets(event: AmpsEvent, forms: RoundForms, score: RoundScore) -> tuple[TableSheet, ...]:
    """Give a round's results by section, and what they are checked by."""
    titles = section_titles(event, forms.round)
    sections = _sections(score.rows, titles)
    return (
        TableSheet(
            "Results",
            f"Results of round {forms.round}",
            tables=(_results(forms, score.rows, titles),),
        ),
        TableSheet(
            "Sections",
            f"Sections of round {forms.round}",
            lines=(
                Line("A pilot gets one match point for everybody of the section who has a lower round score,", "small"),
                Line("and a half for everybody who has the same: N pilots share N(N-1)/2 of them.", "small"),
            ),
            tables=(_section_table(sections, event.settings),),
            charts=(_dot_chart(sections),) if score.rows else (),
            behind=(_dots(score.rows, sections),),
        ),
    )


def standings_sheets(
    event: AmpsEvent, standings: Standings, rounds: Mapping[int, Sequence[ResultRow]]
) -> tuple[TableSheet, ...]:
    """Give the standings, the way that the leaders took, how ranks are found, and a sheet for each round."""
    settings = event.settings
    scores = [Fraction(row["score"] or 0) for row in standings.rows]
    ranked = rank_table(scores, Fraction(settings.tie_margin), settings.tie_group, STANDINGS, "score")
    return (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=(_comparison(standings, settings),),
            tables=(_standings(standings.rows, rounds),),
        ),
        TableSheet(
            "Cumulative",
            "Round by round",
            tables=(_cumulative(standings.rows, rounds),),
            charts=(_way_chart(standings.rows, rounds),) if standings.rows else (),
        ),
        TableSheet("Ranks", "How the ranks come about", lines=_tie_lines(settings), tables=(ranked,)),
        *(_round_sheet(event, number, rounds[number]) for number in sorted(rounds)),
    )


def section_titles(event: AmpsEvent, round_number: int) -> dict[str, str]:
    """Name the sections of a round for people, by the ids of the sides; no two alike."""
    sides = event.scenario_of(round_number).sides
    shared = Counter(side.title.casefold() for side in sides)
    return {
        side.id: side.title if shared[side.title.casefold()] == 1 else f"{side.title} ({side.id})" for side in sides
    }


# results of a round


def _results(forms: RoundForms, rows: Sequence[Row], titles: Mapping[str, str]) -> Table[Row]:
    rules = {page.seat: dict(page.shape.sums)["rs"] for table in forms.tables for page in table.seats}
    firsts = _firsts(rows)

    def page_sum(here: Here[Row]) -> str:
        return here.other(PAGES, (here.line["table"], here.line["seat"]), "sp")

    def team_points(here: Here[Row]) -> str | None:
        awards = (here.line["table"], f"{TEAM_POINTS}.{here.line['section']}")
        return here.other(BLOCKS, awards, POINTS) if awards in here.places[BLOCKS].rows else None

    def round_score(here: Here[Row]) -> str:
        cells = {"sp": here.cell("sp"), "team_points": here.cell("tp")}
        known = {name: Reference(cell, always_number=True) for name, cell in cells.items()}
        return to_excel(rules[str(here.line["seat"])], SumCells(known))

    def match_points(here: Here[Row]) -> str:
        return match_points_formula(here.cell("rs"), here.range("rs"), here.cell("section"), here.range("section"))

    return Table(
        RESULTS,
        (
            text_column("name", "Pilot", 176, lambda row: row["name"]),
            text_column("player", "Id", 56, lambda row: row["player"]),
            figure_column("table", "Table", 46, lambda row: row["table"]),
            text_column("seat", "Seat", 76, lambda row: row["seat"]),
            text_column("section", "Section", 138, lambda row: titles[str(row["section"])]),
            figure_column("sp", "SP", 46, _key("sp"), page_sum),
            figure_column("tp", "TP", 46, _key("tp"), team_points),
            figure_column("rs", "RS", 46, _key("rs"), round_score, style="cell strong"),
            figure_column("mp", "MP", 54, _key("mp"), match_points, style="cell half"),
            figure_column("section_size", "Section size", 58, _key("section_size"), _of_section("size")),
            figure_column("factor", "Factor", 58, _key("factor"), _of_section("factor"), style="cell two"),
            figure_column("score", "Score", 70, _key("score"), _factored, style="cell score"),
        ),
        rows,
        key=lambda row: row["player"],
        opens=lambda row: row["player"] in firsts,
        empty="Nobody flew in this round.",
    )


def _key(key: str) -> Callable[[Row], Exact]:
    return lambda row: row[key]


def _of_section(column: str) -> Callable[[Here[Row]], str]:
    return lambda here: here.other(SECTIONS, here.line["section"], column)


def _factored(here: Here[Row]) -> str:
    """Multiply match points by the factor; a section of one has none."""
    return f'IF({here.cell("factor")}="",0,{here.cell("mp")}*{here.cell("factor")})'


def _firsts(rows: Sequence[Row]) -> set[Exact]:
    """Give the first player of every section."""
    first: dict[Exact, Exact] = {}
    for row in rows:
        first.setdefault(row["section"], row["player"])
    return set(first.values())


# sections


@dataclass(frozen=True)
class _Section:
    """A section with its players, best first."""

    number: int
    id: str
    title: str
    rows: tuple[Row, ...]

    @property
    def points(self) -> Fraction:
        """All match points together."""
        return sum((Fraction(row["mp"] or 0) for row in self.rows), Fraction(0))


def _sections(rows: Sequence[Row], titles: Mapping[str, str]) -> tuple[_Section, ...]:
    ids = list(dict.fromkeys(str(row["section"]) for row in rows))
    return tuple(
        _Section(number, id_, titles[id_], tuple(row for row in rows if row["section"] == id_))
        for number, id_ in enumerate(ids, start=1)
    )


def _section_table(sections: Sequence[_Section], settings: AmpsSettings) -> Table[_Section]:
    def size(here: Here[_Section]) -> str:
        return count_if_equal(here.range("section", RESULTS), here.cell("title"))

    def points(here: Here[_Section]) -> str:
        return sum_if_equal(here.range("mp", RESULTS), here.range("section", RESULTS), here.cell("title"))

    def check(here: Here[_Section]) -> str:
        return f'IF(ABS({here.cell("points")}-{here.cell("expected")})<1E-9,"✓","✗")'

    def factor(here: Here[_Section]) -> str:
        if settings.factoring == "none":
            return f'IF({here.cell("size")}<2,"",1)'
        return factor_formula(here.cell("size"), here.range("size"), settings.factor_rounding)

    return Table(
        SECTIONS,
        (
            text_column("title", "Section", 220, lambda section: section.title),
            figure_column("size", "Size N", 80, lambda section: len(section.rows), size),
            figure_column(
                "points", "Sum of match points", 120, lambda section: section.points, points, style="cell half"
            ),
            Column(
                "expected",
                "N(N-1)/2",
                100,
                "cell middle",
                lambda section: expected_sum(len(section.rows)),
                lambda here: expected_sum_formula(here.cell("size")),
            ),
            figure_column("check", "agrees", 70, _agreement, check, style="cell strong"),
            figure_column("factor", "Factor", 90, lambda section: section.rows[0]["factor"], factor, style="cell two"),
        ),
        sections,
        key=lambda section: section.id,
        empty="Nobody flew in this round.",
    )


def _agreement(section: _Section) -> str:
    return "✓" if section.points == expected_sum(len(section.rows)) else "✗"


# the chart of round scores


def _dots(rows: Sequence[Row], sections: Sequence[_Section]) -> Table[Row]:
    """Give every pilot's dot: above the section's number, equal scores side by side."""
    numbers = {section.id: section.number for section in sections}
    equal = Counter((row["section"], row["rs"]) for row in rows)
    apart = min(APART, WIDEST / max(equal.values(), default=1))
    seen: Counter[tuple[Exact, Exact]] = Counter()
    along: dict[Exact, Fraction] = {}
    for row in rows:
        level = row["section"], row["rs"]
        seen[level] += 1
        aside = seen[level] - Fraction(equal[level] + 1, 2)
        along[row["player"]] = numbers[str(row["section"])] + apart * aside

    def spread(here: Here[Row]) -> str:
        alike = f"({here.range('number')}={here.cell('number')})*(ABS({here.range('rs')}-{here.cell('rs')})<=1E-9)"
        before = f"(ROW({here.range('rs')})<=ROW({here.cell('rs')}))"
        aside = f"(SUMPRODUCT({alike}*{before})-(SUMPRODUCT({alike})+1)/2)"
        return f"{here.cell('number')}+{constant(apart).within(Strength.CLOSED)}*{aside}"

    return Table(
        DOTS,
        (
            figure_column("name", "Pilot", 220, lambda row: row["name"], style="small"),
            figure_column("number", "Section", 80, lambda row: numbers[str(row["section"])], style="small"),
            figure_column("along", "Place in the chart", 120, lambda row: along[row["player"]], spread, style="small"),
            Column(
                "rs",
                "RS",
                100,
                "small",
                _key("rs"),
                lambda here: here.other(RESULTS, here.line["player"], "rs"),
            ),
        ),
        rows,
        key=lambda row: row["player"],
        title="Behind the chart",
    )


def _dot_chart(sections: Sequence[_Section]) -> Chart:
    def series(places: Places) -> list[Series]:
        dots = places[DOTS]
        return [
            Series(
                places[SECTIONS].cell(section.id, "title"),
                dots.part("along", section.rows[0]["player"], section.rows[-1]["player"]),
                dots.part("rs", section.rows[0]["player"], section.rows[-1]["player"]),
            )
            for section in sections
        ]

    return Chart("dots", "Round scores by section", "", "RS", series, ticks=len(sections))


# standings


def _round_key(number: int) -> str:
    """Name the column, the table and the sheet of a round."""
    return f"Round {number}"


def _flown(row: Row, rounds: Mapping[int, Sequence[Row]]) -> dict[int, Row]:
    """Give the rows of the rounds that a player of the standings flew."""
    return {number: flown for number in sorted(rounds) for flown in rounds[number] if flown["player"] == row["id"]}


def _standings(rows: Sequence[Row], rounds: Mapping[int, Sequence[Row]]) -> Table[Row]:
    numbers = sorted(rounds)
    flown = {row["id"]: _flown(row, rounds) for row in rows}

    def across(here: Here[Row], function: str) -> str:
        return f"{function}({here.span(_round_key(numbers[0]), _round_key(numbers[-1]))})"

    def section_total(here: Here[Row]) -> str:
        sizes = [here.other(_round_key(number), here.line["id"], "section_size") for number in flown[here.line["id"]]]
        return "+".join(sizes)

    def score_in(number: int) -> Column[Row]:
        return Column(
            _round_key(number),
            _round_key(number),
            66,
            "cell two",
            lambda row: flown[row["id"]][number]["score"] if number in flown[row["id"]] else None,
            lambda here: (
                here.other(_round_key(number), here.line["id"], "score") if number in flown[here.line["id"]] else None
            ),
        )

    return Table(
        STANDINGS,
        (
            figure_column(
                "rank", "Rank", 54, _key("rank"), lambda here: rank_formula(here, "score"), style="cell rank"
            ),
            text_column("name", "Pilot", 200, _key("name")),
            text_column("id", "Id", 60, _key("id")),
            *map(score_in, numbers),
            figure_column("score", "Score", 80, _key("score"), lambda here: across(here, "SUM"), style="cell score"),
            figure_column("rounds", "Rounds flown", 62, _key("rounds"), lambda here: across(here, "COUNT")),
            figure_column("section_total", "Section total", 66, _key("section_total"), section_total),
        ),
        rows,
        key=lambda row: row["id"],
        opens=_opens_rank(rows),
        empty="No round is scored yet.",
    )


def _opens_rank(rows: Sequence[Row]) -> Callable[[Row], bool]:
    """Tell whether a player is the first of a rank, where ranks are shared at all."""
    first: dict[Exact, Exact] = {}
    for row in rows:
        first.setdefault(row["rank"], row["id"])
    openers = set(first.values()) if len(first) < len(rows) else set()
    return lambda row: row["id"] in openers


def _comparison(standings: Standings, settings: AmpsSettings) -> Line:
    """Say whether all section totals are equal, by a formula."""
    totals = [int(row["section_total"] or 0) for row in standings.rows]
    equal = "All section totals are equal."
    remark = (
        "and factoring is off: the scores are not comparable."
        if settings.factoring == "none"
        else "factoring makes the scores comparable."
    )
    text = equal
    if len(set(totals)) > 1:
        text = f"Section totals run from {min(totals)} to {max(totals)}; {remark}"

    def formula(places: Places) -> str:
        column = places[STANDINGS].column("section_total").reference
        lowest, highest = f"MIN({column})", f"MAX({column})"
        differ = f'"Section totals run from "&{lowest}&" to "&{highest}&"; {remark}"'
        return f'IF({lowest}={highest},"{equal}",{differ})'

    return Line(text, formula=formula)


def _tie_lines(settings: AmpsSettings) -> tuple[Line, ...]:
    margin = f"{settings.tie_margin.normalize():f}"
    groups = {
        "leader": f"A rank takes in every score within {margin} of its highest one.",
        "chain": f"A rank takes in every score within {margin} of the one above it.",
    }
    return (
        Line(groups[settings.tie_group] if settings.tie_margin else "Only equal scores share a rank."),
        Line("A pilot's rank is that of the place below all who have a higher score.", "small"),
    )


# the way of the leaders


def _cumulative(rows: Sequence[Row], rounds: Mapping[int, Sequence[Row]]) -> Table[Row]:
    numbers = sorted(rounds)
    after: dict[tuple[Exact, int], Fraction] = {}
    for row in rows:
        flown, total = _flown(row, rounds), Fraction(0)
        for number in numbers:
            total += Fraction(flown[number]["score"] or 0) if number in flown else 0
            after[row["id"], number] = total

    def after_round(number: int, before: str) -> Column[Row]:
        return Column(
            _round_key(number),
            f"after round {number}",
            80,
            "cell two",
            lambda row: after[row["id"], number],
            lambda here: f"{here.cell(before)}+N({here.other(STANDINGS, here.line['id'], _round_key(number))})",
        )

    befores = ["start", *map(_round_key, numbers)]
    return Table(
        CUMULATIVE,
        (
            text_column("name", "Pilot", 200, _key("name")),
            figure_column("start", "start", 60, lambda _: 0, style="cell two"),
            *(after_round(number, before) for number, before in zip(numbers, befores, strict=False)),
        ),
        rows,
        key=lambda row: row["id"],
    )


def _way_chart(rows: Sequence[Row], rounds: Mapping[int, Sequence[Row]]) -> Chart:
    def series(places: Places) -> list[Series]:
        table = places[CUMULATIVE]
        last = _round_key(max(rounds))
        return [
            Series(
                table.cell(row["id"], "name"),
                table.headings("start", last),
                table.across(row["id"], "start", last),
            )
            for row in rows[:LEADERS]
        ]

    return Chart("lines", "The way of the leaders", "", "score", series, height=420)


# a round in the standings


def _round_sheet(event: AmpsEvent, number: int, rows: Sequence[Row]) -> TableSheet:
    planned = any(round_.number == number for round_ in event.rounds)
    titles = section_titles(event, number) if planned else {}
    firsts = _firsts(rows)
    table = Table(
        _round_key(number),
        (
            text_column("name", "Pilot", 200, _key("name")),
            text_column("player", "Id", 60, _key("player")),
            figure_column("table", "Table", 54, _key("table")),
            text_column("section", "Section", 180, lambda row: titles.get(str(row["section"]), row["section"])),
            figure_column("rs", "RS", 54, _key("rs")),
            figure_column("mp", "MP", 60, _key("mp"), style="cell half"),
            figure_column("section_size", "Section size", 66, _key("section_size")),
            figure_column("factor", "Factor", 66, _key("factor"), style="cell two"),
            figure_column("score", "Score", 80, _key("score"), _factored, style="cell score"),
        ),
        rows,
        key=lambda row: row["player"],
        opens=lambda row: row["player"] in firsts,
        empty="Nobody flew in this round.",
    )
    return TableSheet(_round_key(number), f"Round {number}", tables=(table,))
