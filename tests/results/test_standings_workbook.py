"""The workbook of the standings: sums, ranks and section totals by formula, whatever the order of the rows."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from amps_event import amps_event
from libreoffice import assert_recalculated_equals_cached, compute, recalculate
from looking import sheets_of
from scored_rounds import column_values, record_of_round, result_row, standings_of
from typing_in import type_in

from sheetscore.results.record import RoundRecord
from sheetscore.results.standings_workbook import standings_sources
from sheetscore.results.table_book import TableBook
from sheetscore.scoring.ranking import TieGroup, ranks
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.tables.sheet import places_of
from sheetscore.workbooks.cell_refs import address

EVENT = amps_event(rounds=("bridge", "sweep"))


def near_scores(seed: int) -> list[Fraction]:
    """Give scores of which many differ by exactly the margin, a little less or a little more."""
    random = Random(seed)
    scores = [Fraction(random.randint(0, 40), random.choice((1, 2, 7, 11, 17 * 15)))]
    for _ in range(random.randint(0, 30)):
        step = random.choice(
            (Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(1, 7), Fraction(5, 11), Fraction(2))
        )
        scores.append(scores[-1] + step + random.choice((0, 0, Fraction(1, 10**6), Fraction(-1, 10**6))))
    random.shuffle(scores)
    return scores


def ranked_book(event: AmpsEvent, scores: Sequence[Fraction]) -> TableBook:
    rows = [result_row(f"P{number:02}", score, len(scores)) for number, score in enumerate(scores, start=1)]
    return standings_of(event, {1: record_of_round(1, rows)})


MARGINS = (Fraction(1, 2), Fraction(0), Fraction(1, 4))


@pytest.fixture(scope="module")
def ranked(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, Path, TableBook, list[int]]]:
    """Rank random scores in every way, and have LibreOffice rank them too, all in one start."""
    folder = tmp_path_factory.mktemp("ranks")
    made = []
    for seed in range(18):
        scores, margin = near_scores(seed), MARGINS[seed % 3]
        group: TieGroup = "leader" if seed % 2 else "chain"
        settings = AmpsSettings.model_validate({"tie_margin": str(float(margin)), "tie_group": group})
        event = EVENT.model_copy(update={"settings": settings})
        book = ranked_book(event, scores)
        book.write(folder / f"{seed}.xlsx")
        made.append((f"{seed}.xlsx", book, sorted(ranks(scores, margin, group))))
    computed = compute([folder / name for name, _, _ in made], folder / "recalculated")
    return [(name, path, book, expected) for (name, book, expected), path in zip(made, computed, strict=True)]


def test_ranks_follow_the_tie_rule_for_any_scores(ranked: list[tuple[str, Path, TableBook, list[int]]]) -> None:
    for name, path, book, expected in ranked:
        assert column_values(path, book, "standings", "rank") == expected, name
        assert column_values(path, book, "ranks", "rank") == expected, name


def season() -> dict[int, RoundRecord]:
    """Give the source's two rounds: sections of 16, 12 and 8, then of 18 and 18; one more pilot comes late."""
    sizes = {"S": 16, "I": 12, "D": 8}
    first = [
        result_row(f"{side}{n:02}", Fraction(2 * n - 1, 2), size, Fraction(15, size - 1))
        for side, size in sizes.items()
        for n in range(1, size + 1)
    ]
    second = [
        result_row(f"{side}{n:02}", 17 - (n % 18), 18) for side, size in sizes.items() for n in range(1, size + 1)
    ]
    return {1: record_of_round(1, first), 2: record_of_round(2, [*second[:35], result_row("L01", 3, 18)], (4,))}


SETTINGS = {"leader": AmpsSettings(), "chain": AmpsSettings(tie_group="chain"), "none": AmpsSettings(factoring="none")}


@pytest.fixture(scope="module")
def seasons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[TableBook, Path, Path]]:
    """Write the standings of the season by some settings; of one a score is changed afterwards."""
    folder = tmp_path_factory.mktemp("standings")
    books = {
        name: standings_of(EVENT.model_copy(update={"settings": settings}), season())
        for name, settings in SETTINGS.items()
    }
    books["equal"] = standings_of(EVENT, {1: record_of_round(1, [result_row("P01", 1, 2), result_row("P02", 0, 2)])})
    for name, book in books.items():
        book.write(folder / f"{name}.xlsx")
    area = places_of(books["leader"].sheets)["Round 1"].cell("S01", "mp")
    changed = Path(shutil.copy(folder / "leader.xlsx", folder / "changed.xlsx"))
    type_in(changed, {(area.sheet, address(area.row, area.column)): 200})
    paths = [*(folder / f"{name}.xlsx" for name in books), changed]
    computed = recalculate(paths, folder / "recalculated")
    books["changed"] = books["leader"]
    return {name: (book, path, there) for (name, book), path, there in zip(books.items(), paths, computed, strict=True)}


def column(case: tuple[TableBook, Path, Path], table: str, key: str) -> list[Any]:
    return column_values(case[2], case[0], table, key)


@pytest.mark.parametrize("name", [*SETTINGS, "equal"])
def test_every_formula_recalculates_to_its_cached_value(
    seasons: dict[str, tuple[TableBook, Path, Path]], name: str
) -> None:
    _, path, there = seasons[name]
    assert assert_recalculated_equals_cached(path, there) > 10


def test_the_standings_are_on_paper_once_where_ranks_follow_from_scores_alone(
    seasons: dict[str, tuple[TableBook, Path, Path]],
) -> None:
    book = seasons["none"][0]
    printed = {sheet.title: [line.text for line in sheet.lines] for sheet in book.sheets if not sheet.for_director}
    assert [title for title in printed if title in {"For the wall", "Standings"}] == ["For the wall"]
    assert any("factoring is off" in line for line in printed["For the wall"])
    assert [sheet.published for sheet in book.sheets if sheet.title in {"For the wall", "Standings"}] == [False, True]
    settings = EVENT.settings.model_copy(update={"tie_breaks": ("best_round",)})
    with_ties = standings_of(EVENT.model_copy(update={"settings": settings}), season())
    assert {"For the wall", "Standings"} <= {sheet.title for sheet in with_ties.sheets if not sheet.for_director}


def test_section_totals_are_34_30_and_26(seasons: dict[str, tuple[TableBook, Path, Path]]) -> None:
    totals = dict(
        zip(
            column(seasons["leader"], "standings", "id"),
            column(seasons["leader"], "standings", "section_total"),
            strict=True,
        )
    )
    assert (totals["S02"], totals["I02"], totals["D02"]) == (34, 30, 26)


def test_a_late_entrant_has_flown_one_round_and_has_no_score_in_the_other(
    seasons: dict[str, tuple[TableBook, Path, Path]],
) -> None:
    case = seasons["leader"]
    late = column(case, "standings", "id").index("L01")
    assert column(case, "standings", "rounds")[late] == 1
    assert column(case, "standings", "Round 1")[late] is None
    assert column(case, "standings", "score")[late] == column(case, "standings", "Round 2")[late] == 3


def test_scores_of_the_rounds_add_up(seasons: dict[str, tuple[TableBook, Path, Path]]) -> None:
    case = seasons["leader"]
    rounds = zip(column(case, "standings", "Round 1"), column(case, "standings", "Round 2"), strict=True)
    assert column(case, "standings", "score") == pytest.approx([(one or 0) + (two or 0) for one, two in rounds])
    assert column(case, "cumulative", "Round 2") == pytest.approx(column(case, "standings", "score"))


def test_leader_and_chain_rank_a_run_of_near_scores_differently(tmp_path: Path) -> None:
    scores = [Fraction(100, 10), Fraction(96, 10), Fraction(92, 10), Fraction(90, 10)]
    found = {}
    for group in ("leader", "chain"):
        event = EVENT.model_copy(update={"settings": AmpsSettings.model_validate({"tie_group": group})})
        book = ranked_book(event, scores)
        book.write(tmp_path / f"{group}.xlsx")
        found[group] = column_values(tmp_path / f"{group}.xlsx", book, "standings", "rank")
    assert found == {"leader": [1, 1, 3, 3], "chain": [1, 1, 1, 1]}


def test_ranks_do_not_need_the_rows_in_order(seasons: dict[str, tuple[TableBook, Path, Path]]) -> None:
    case = seasons["changed"]
    scores = column(case, "standings", "score")
    best = column(case, "standings", "id").index("S01")
    assert scores[best] == max(scores)
    assert column(case, "standings", "rank")[best] == 1
    assert scores != sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("equal", "All section totals are equal."),
        ("leader", "Section totals run from 8 to 34; factoring makes the scores comparable."),
        ("none", "Section totals run from 8 to 34; factoring is off, so the scores are not comparable."),
    ],
)
def test_a_line_says_whether_section_totals_are_equal(
    seasons: dict[str, tuple[TableBook, Path, Path]], name: str, said: str
) -> None:
    lines = [cell for cell in sheets_of(seasons[name][2])["Standings"].cells.values() if cell.value == said]
    assert len(lines) == 1
    assert lines[0].formula


def test_unequal_sections_without_factoring_are_warned_of(
    seasons: dict[str, tuple[TableBook, Path, Path]],
) -> None:
    told = " ".join(str(cell.value) for cell in sheets_of(seasons["none"][1])["Standings"].cells.values())
    assert "not comparable. Set factoring to round" in told, "an event put together by a program has keys"


def test_the_standings_know_the_results_that_they_were_made_from(
    seasons: dict[str, tuple[TableBook, Path, Path]],
) -> None:
    expected = {"round1-results.xlsx": f"{1:064}", "round2-results.xlsx": f"{2:064}"}
    for path in seasons["leader"][1:]:
        assert standings_sources(path) == expected
    about = {cell.value for cell in sheets_of(seasons["leader"][1])["About"].cells.values()}
    assert {*expected, *expected.values()} <= about


def test_the_lines_of_a_chart_can_be_told_apart_without_colours(
    seasons: dict[str, tuple[TableBook, Path, Path]],
) -> None:
    with zipfile.ZipFile(seasons["leader"][1]) as package:
        drawn = package.read("xl/charts/chart1.xml").decode()
    series = re.findall(r"<c:ser>.*?</c:ser>", drawn)
    assert len(series) == 5, "nothing else is in the plot that might be taken for a value"
    for look in (r'<a:prstDash val="(\w+)"', r'<c:symbol val="(\w+)"'):
        assert len({(re.findall(look, line) or ["solid"])[0] for line in series}) == 5
    assert '<c:legendPos val="r"/>' in drawn


def test_the_chart_follows_the_leaders_over_all_rounds(seasons: dict[str, tuple[TableBook, Path, Path]]) -> None:
    book = seasons["leader"][0]
    (chart,) = next(sheet.charts for sheet in book.sheets if sheet.title == "Cumulative")
    series = chart.series(places_of(book.sheets))
    assert len(series) == 5
    assert {(one.values.last_column - one.values.column) for one in series} == {2}


def test_standings_of_an_event_without_players_are_written(tmp_path: Path) -> None:
    book = standings_of(EVENT, {1: record_of_round(1, [])})
    book.write(tmp_path / "empty.xlsx")
    assert "Nobody flew in this round." in {
        cell.value for cell in sheets_of(tmp_path / "empty.xlsx")["Round 1"].cells.values()
    }
