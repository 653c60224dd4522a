"""The workbook of the standings: sums, ranks and section totals by formula, whatever the order of the rows."""

from __future__ import annotations

import re
import zipfile
from fractions import Fraction
from pathlib import Path

import pytest
from amps_seasons import EVENT, SCORES, ranked_book, scores_and_rule, season_by
from libreoffice import recalculate
from looking import sheets_of
from planned_workbooks import Group
from scored_rounds import column_values, record_of_round, standings_of

from sheetscore.results.standings_record import read_standings
from sheetscore.scoring.ranking import TieGroup, ranks
from sheetscore.systems.amps.model import AmpsSettings
from sheetscore.tables.sheet import places_of

seasons, scores = Group("amps standings"), Group("amps ranks")


@pytest.mark.parametrize("seed", SCORES)
def test_ranks_follow_the_tie_rule_for_any_scores(seed: str) -> None:
    found, expected = scores[seed], sorted(ranks(*scores_and_rule(int(seed))))
    assert found.column("standings", "rank") == found.column("ranks", "rank") == expected


def test_the_standings_are_on_paper_once_where_ranks_follow_from_scores_alone() -> None:
    book = season_by(AmpsSettings(factoring="none"))
    printed = {sheet.title: [line.text for line in sheet.lines] for sheet in book.sheets if not sheet.for_director}
    assert [title for title in printed if title in {"For the wall", "Standings"}] == ["For the wall"]
    assert any("Factoring is off" in line for line in printed["For the wall"])
    assert any(line.startswith("Section: all who fly the same side") for line in printed["For the wall"])
    assert [sheet.published for sheet in book.sheets if sheet.title in {"For the wall", "Standings"}] == [False, True]
    with_ties = season_by(AmpsSettings(tie_breaks=("best_round",)))
    assert {"For the wall", "Standings"} <= {sheet.title for sheet in with_ties.sheets if not sheet.for_director}


def test_no_sheet_says_twice_after_which_round_it_is() -> None:
    book = season_by(AmpsSettings())
    heads = {sheet.heading: sheet.lines[0].text for sheet in book.sheets if not sheet.hidden}
    assert "after round 2" not in heads["Standings after round 2"]
    assert "after round 2" in heads["Rules"]
    assert all(line.startswith(EVENT.header.name) for line in heads.values())


def test_section_totals_are_34_30_and_26() -> None:
    totals = seasons["leader"].by("id", "section_total")
    assert (totals["S02"], totals["I02"], totals["D02"]) == (34, 30, 26)


def test_a_late_entrant_has_flown_one_round_and_has_no_score_in_the_other() -> None:
    case = seasons["leader"]
    late = case.column("standings", "id").index("L01")
    assert case.column("standings", "rounds")[late] == 1
    assert case.column("standings", "Round 1")[late] is None
    assert case.column("standings", "score")[late] == case.column("standings", "Round 2")[late] == 3


def test_scores_of_the_rounds_add_up() -> None:
    case = seasons["leader"]
    rounds = zip(case.column("standings", "Round 1"), case.column("standings", "Round 2"), strict=True)
    assert case.column("standings", "score") == pytest.approx([(one or 0) + (two or 0) for one, two in rounds])
    assert case.column("cumulative", "Round 2") == pytest.approx(case.column("standings", "score"))


def test_leader_and_chain_rank_a_run_of_near_scores_differently(tmp_path: Path) -> None:
    scores = [Fraction(100, 10), Fraction(96, 10), Fraction(92, 10), Fraction(90, 10)]
    groups: dict[TieGroup, list[int]] = {"leader": [1, 1, 3, 3], "chain": [1, 1, 1, 1]}
    for group, expected in groups.items():
        book = ranked_book(scores, Fraction(1, 2), group)
        book.write(tmp_path / f"{group}.xlsx")
        assert column_values(tmp_path / f"{group}.xlsx", book, "standings", "rank") == expected


LARGER = "Some flew in larger sections than others, with more points to win (section totals of"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("equal", "All section totals are equal."),
        ("leader", f"{LARGER} 8 to 34). The scores are factored to make up for that."),
        ("none", f"{LARGER} 8 to 34). Factoring is off, so the scores are not comparable."),
    ],
)
def test_a_line_says_whether_section_totals_are_equal(name: str, said: str) -> None:
    lines = [cell for cell in sheets_of(seasons[name].path)["Standings"].cells.values() if cell.value == said]
    assert len(lines) == 1
    assert lines[0].formula


def test_unequal_sections_without_factoring_are_warned_of() -> None:
    told = " ".join(str(cell.value) for cell in sheets_of(seasons["none"].path)["Standings"].cells.values())
    assert "not comparable. Set factoring to round" in told, "an event put together by a program has keys"


def test_the_standings_know_the_results_that_they_were_made_from(tmp_path: Path) -> None:
    expected = {"round1-results.xlsx": f"{1:064}", "round2-results.xlsx": f"{2:064}"}
    for path in (seasons["leader"].path, *recalculate([seasons["leader"].path], tmp_path)):
        assert read_standings(path).sources == expected
    about = {cell.value for cell in sheets_of(seasons["leader"].path)["About"].cells.values()}
    assert {*expected, *expected.values()} <= about


def test_the_lines_of_a_chart_can_be_told_apart_without_colours() -> None:
    with zipfile.ZipFile(seasons["leader"].path) as package:
        drawn = package.read("xl/charts/chart1.xml").decode()
    every = re.findall(r"<c:ser>.*?</c:ser>", drawn)
    names = [one for one in every if '<c:showSerName val="1"/>' in one]
    assert all('<c:symbol val="none"/>' in one and "<a:noFill/>" in one for one in names), "nothing to take for a value"
    series = [one for one in every if one not in names]
    assert (len(series), len(names)) == (5, 5)
    for look in (r'<a:prstDash val="(\w+)"', r'<c:symbol val="(\w+)"'):
        assert len({(re.findall(look, line) or ["solid"])[0] for line in series}) == 5
    assert "<c:legend>" not in drawn


def test_the_chart_follows_the_leaders_over_all_rounds() -> None:
    book = seasons["leader"].book
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
