"""sheetscore score-board: one final board on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import sheetscore as ss
from sheetscore.cli.main import main
from sheetscore.problems import MistakesFound
from sheetscore.systems.diplomacy import score_board

FOUR = ("England=12", "Russia=9", "Turkey=8", "Italy=5")
FALLEN = "Austria=1903,Germany=1904,France=1906"


def run(*words: object, status: int = 0) -> Result:
    done = CliRunner().invoke(main, ["score-board", *map(str, words)])
    assert done.exit_code == status, done.output
    assert "Traceback" not in done.output
    return done


def run_json(monkeypatch: pytest.MonkeyPatch, *words: object, status: int = 0) -> Any:
    monkeypatch.setattr("sys.argv", ["sheetscore", "score-board", *map(str, words), "--json"])
    return json.loads(run(*words, "--json", status=status).stdout)


def lines(*words: object) -> list[list[str]]:
    """Give the cells of the table that is printed."""
    text = run(*words).stdout
    return [[cell.strip() for cell in line.strip("│").split("│")] for line in text.splitlines() if "│" in line]


def test_a_table_in_alphabetical_order() -> None:
    assert lines("--scoring", "sum-of-squares", *FOUR) == [
        ["Austria", "0", "5", "0.00"],
        ["England", "12", "1", "45.86"],
        ["France", "0", "5", "0.00"],
        ["Germany", "0", "5", "0.00"],
        ["Italy", "5", "4", "7.96"],
        ["Russia", "9", "2", "25.80"],
        ["Turkey", "8", "3", "20.38"],
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("0", "12", "0", "0", "5", "9", "8"),
        ("0,12,0,0,5,9,8",),
        ("e=12", "RUSSIA=9", "Tur=8", "i=5"),
        (*FOUR, "Austria=0"),
    ],
)
def test_ways_to_write_a_board(words: tuple[str, ...]) -> None:
    assert lines("--scoring", "scs", *words) == lines("--scoring", "scs", *FOUR)


def test_a_board_without_a_system_is_wrong_usage() -> None:
    done = CliRunner().invoke(main, ["score-board", "10", "10", "14", "0", "0", "0", "0"])
    assert done.exit_code == 2
    assert "--scoring" in done.output


def test_years_and_members() -> None:
    expected = lines("--scoring", "bangkok", *FOUR, "--eliminated", FALLEN)
    assert [row[3] for row in expected] == ["0.60", "27.00", "1.50", "0.90", "8.00", "12.00", "11.00"]
    several = ("--eliminated", "Austria=1903", "--eliminated", "Germany=1904", "France=1906")
    assert lines("--scoring", "bangkok", *FOUR, *several) == expected
    shared = lines("--scoring", "draw-size", *FOUR, "--outcome", "draw", "--members", "England", "Italy")
    assert [row[3] for row in shared] == ["0.00", "50.00", "0.00", "0.00", "50.00", "0.00", "0.00"]


def test_the_outcome_that_fits_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    for words, outcome in (
        (FOUR, "draw-all"),
        ((*FOUR, "--members", "England,Italy"), "draw"),
        (("England=18", "Italy=4"), "solo"),
        ((*FOUR, "--outcome", "time"), "time"),
    ):
        assert run_json(monkeypatch, "--scoring", "scs", *words)["outcome"] == outcome


def test_json_has_the_nearest_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--scoring", "sum-of-squares", *FOUR, "--final-year", 1908)
    done = run_json(monkeypatch, *words)
    assert (done["scoring"], done["title"]) == ("sum-of-squares", "Sum of Squares")
    assert done["rows"][1] == {"power": "England", "centres": 12, "place": 1, "score": 14400 / 314}


def test_systems_are_listed_with_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = run().stdout
    assert listed == run("--list", "--scoring", "scs").stdout
    assert "sum-of-squares " in listed
    assert "Sum of Squares: 100 shared by the squares of the centres" in listed
    assert len(listed.splitlines()) == len(run_json(monkeypatch, "--list"))


def test_an_event_brings_its_own_system(tmp_path: Path) -> None:
    (tmp_path / "templates" / "scoring").mkdir(parents=True)
    own = """id = "mine"\ntitle = "Mine"\ndescription = "A point a centre."
[draw]\nalive = "centres"\neliminated = 0
[solo]\nwinner = 34\nalive = 0\neliminated = 0\n"""
    (tmp_path / "templates" / "scoring" / "mine.toml").write_text(own, encoding="utf-8")
    done = CliRunner().invoke(main, ["-C", str(tmp_path), "score-board", "--scoring", "mine", *FOUR])
    assert done.exit_code == 0
    assert "12.00" in done.stdout
    listed = CliRunner().invoke(main, ["-C", str(tmp_path), "score-board"]).stdout
    assert "mine " in listed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--scoring", "sum-of-square", *FOUR), ['Did you mean "sum-of-squares"?']),
        (("--scoring", "scs", "Engand=12", "Rusia=3"), ['Did you mean "England"?', 'Did you mean "Russia"?']),
        (("--scoring", "scs", "England=twelve"), ['"England=twelve" is not understood']),
        (("--scoring", "scs", "1", "2", "3"), ["There are 3 counts. Give one for each of the 7 powers: Austria, "]),
        (("--scoring", "scs", "England=12", "England=9"), ["England is given 12 and 9. Give one of them."]),
        (("--scoring", "scs", "England=12", "--outcome", "drawn"), ['"drawn" is no outcome of a game']),
        (("--scoring", "scs", "England=20", "Italy=20"), ["40 centres together"]),
        (("--scoring", "scs", *FOUR, "--outcome", "solo"), ["A solo has one power with 18"]),
        (("--scoring", "bangkok", *FOUR), ["Austria was eliminated is needed", "France was eliminated is needed"]),
        (("--scoring", "nothing", "England=40"), ["40 centres", 'There is no scoring system "nothing"']),
        (("--scoring", "scs"), ["No power has a centre"]),
    ],
)
def test_mistakes_are_told_at_once(words: tuple[str, ...], said: list[str]) -> None:
    told = run(*words, status=1).stderr
    for part in said:
        assert part in told


def test_mistakes_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    done = run_json(monkeypatch, "--scoring", "scs", "England=40", status=1)
    assert done["status"] == "errors"
    assert done["findings"][0]["code"] == "impossible"


def test_the_library_call() -> None:
    done = ss.score_board("sum-of-squares", {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5})
    assert {row.power: row.score for row in done.rows}["England"] == Fraction(14400, 314)
    assert ss.score_board("scs-raw", [0, 12, 0, 0, 5, 9, 8]).rows[6].score == 8
    chart = {1906: {"England": 16, "Russia": 17}}  # Russia had more the year before: 7, and 4 for 17 centres of 13
    looked_back = ss.score_board("maxonian", {"England": 17, "Russia": 17}, chart=chart, final_year=1907)
    assert {row.power: row.score for row in looked_back.rows}["Russia"] == 11
    with pytest.raises(MistakesFound, match="There are 2 counts"):
        ss.score_board("scs", [1, 2])


@pytest.mark.parametrize("word", ["England=TRUE", "England=1⁴", "England=7.000", "England=7,000", "England=1_2"])
def test_what_is_not_plainly_a_number_of_centres_is_refused(word: str) -> None:
    run("--scoring", "sum-of-squares", word, status=1)


@pytest.mark.parametrize("words", [("12", "0", "0", "5", "9", "8,000"), ("1⁴", "0", "0", "5", "9", "8", "0")])
def test_seven_counts_are_seven_plain_numbers(words: tuple[str, ...]) -> None:
    run("--scoring", "sum-of-squares", *words, status=1)


@pytest.mark.parametrize("year", ["1_907", "190⁷", "1.907", "TRUE"])
def test_a_year_is_a_plain_number(year: str) -> None:
    run("--scoring", "sum-of-squares", *FOUR, "--final-year", year, status=2)


# other names


def test_dip_3_systems_are_listed_and_asked_for_with_their_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "a solo takes 100. Also called SoS." in run("--list").stdout
    listed = {one["id"]: one for one in run_json(monkeypatch, "--list")}
    assert (listed["sum-of-squares"]["also"], listed["bangkok"]["also"]) == (["SoS"], [])
    done = run_json(monkeypatch, "--scoring", "DSS", "--scoring", "Sum of Squares", "--scoring", "draw-size", *FOUR)
    assert [one["scoring"] for one in done] == ["draw-size", "sum-of-squares"]


@pytest.mark.parametrize("word", ["Austria-Hungary=3", "AUSTRIA-HUNGARY=3", "austriahungary=3"])
def test_dip_1_austria_hungary_is_austria(word: str) -> None:
    words = ("--scoring", "scs-raw", "E=12", "R=9", "T=8", "I=2", word)
    assert lines(*words)[0][:2] == ["Austria", "3"]
    shared = lines(*words, "--members", "England,Austria-Hungary")
    assert [row[3] for row in shared][:2] == ["3.00", "12.00"]


def test_dip_1_austria_hungary_is_eliminated_as_austria() -> None:
    fallen = FALLEN.replace("Austria", "Austria-Hungary")
    asked = ("--scoring", "bangkok", *FOUR, "--eliminated")
    assert lines(*asked, fallen) == lines(*asked, FALLEN)
    run("--scoring", "scs", *FOUR, "Austria-Hungary=0", "Austria=0", status=1)


def test_dip_1_the_library_takes_austria_hungary() -> None:
    centres = {"Austria-Hungary": 9, "England": 13, "Italy": 12}
    gone = {"France": 1903}
    done = ss.score_board("scs-raw", centres, members=("Austria-Hungary", "Italy"), eliminated=gone)
    assert [row.score for row in done.rows][:2] == [9, 13]
    assert score_board("draw-size", centres, outcome="draw", members=("Austria-Hungary", "Italy"))["Austria"] == 50
    with pytest.raises(MistakesFound, match='"Austria-Hungary" is no power'):
        ss.score_board("scs-raw", {**centres, "Austria": 3})


# several systems side by side

FOUR_SCORED = {
    "draw-size": ("0", "25", "0", "0", "25", "25", "25"),
    "sum-of-squares": ("0.00", "45.86", "0.00", "0.00", "7.96", "25.80", "20.38"),
    "scs": ("0.00", "35.29", "0.00", "0.00", "14.71", "26.47", "23.53"),
    "cdiplo-100": ("1", "51", "1", "1", "6", "24", "16"),
    "tribute": ("0.00", "46.50", "0.00", "0.00", "15.50", "19.50", "18.50"),
    "vulcan": ("0", "77", "0", "0", "25", "46", "40"),
}
"""The board of the sources under some systems, as they are published."""


def side_by_side(*words: object) -> dict[str, tuple[str, ...]]:
    """Give the lines of the table of several systems by what begins them; none is wider than a terminal."""
    text = run(*words).stdout
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
    return {line.split()[0]: tuple(line.split()[1:]) for line in text.splitlines() if line.strip()}


def test_dip_3_several_systems_stand_side_by_side() -> None:
    asked = [word for system in FOUR_SCORED for word in ("--scoring", system)]
    table = side_by_side(*asked, *FOUR)
    assert {system: table[system] for system in FOUR_SCORED} == FOUR_SCORED
    assert table["Scoring"] == ("Aus", "Eng", "Fra", "Ger", "Ita", "Rus", "Tur")
    assert table["centres"] == ("0", "12", "0", "0", "5", "9", "8")
    assert [one for one in table if one in FOUR_SCORED] == list(FOUR_SCORED)  # as they were asked for


def test_dip_3_all_systems_stand_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--scoring", "all", *FOUR, "--eliminated", FALLEN, "--final-year", 1908)
    table = side_by_side(*words)
    assert {system: table[system] for system in FOUR_SCORED} == FOUR_SCORED
    assert table["bangkok"] == ("0.60", "27.00", "1.50", "0.90", "8.00", "12.00", "11.00")
    documents = run_json(monkeypatch, *words)
    assert [one["scoring"] for one in documents] == [one["id"] for one in run_json(monkeypatch, "--list")]
    assert all(row["score"] is not None for one in documents for row in one["rows"])


def test_one_system_is_a_document_and_several_are_a_list_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    one = run_json(monkeypatch, "--scoring", "scs", *FOUR)
    both = run_json(monkeypatch, "--scoring", "draw-size", "--scoring", "scs", *FOUR)
    assert [document["scoring"] for document in both] == ["draw-size", "scs"]
    assert both[1] == one


def test_a_system_that_was_named_twice_has_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(run_json(monkeypatch, "--scoring", "scs", "--scoring", "scs", *FOUR)) == 1


def test_systems_that_lack_a_year_are_refused_by_name_and_blank_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    told = run("--scoring", "scs", "--scoring", "bangkok", "--scoring", "olympic", *FOUR, status=1).stderr
    assert told.count("bangkok, olympic: The year in which Austria was eliminated is needed") == 1
    done = {one["scoring"]: one for one in run_json(monkeypatch, "--scoring", "all", *FOUR)}
    assert {row["score"] for row in done["bangkok"]["rows"]} == {None}
    lacks = ["Austria", "France", "Germany"]
    assert [one["message"].split(" was")[0].split()[-1] for one in done["bangkok"]["findings"]] == lacks
    assert {one["severity"] for one in done["bangkok"]["findings"]} == {"note"}
    assert done["scs"]["findings"] == []
    shown = run("--scoring", "all", *FOUR)
    assert shown.stderr.count("Austria was eliminated is needed") == 1
    assert side_by_side("--scoring", "all", *FOUR)["bangkok"] == ()


def test_a_system_of_ones_own_with_mistakes_is_left_out_and_told(tmp_path: Path) -> None:
    (tmp_path / "templates" / "scoring").mkdir(parents=True)
    (tmp_path / "templates" / "scoring" / "draft.toml").write_text('id = "draft"', encoding="utf-8")
    done = CliRunner().invoke(main, ["-C", str(tmp_path), "score-board", "--scoring", "all", *FOUR])
    assert done.exit_code == 0
    assert "warning draft.toml: title: is missing" in " ".join(done.stderr.split())
    assert "sum-of-squares" in done.stdout
    assert "draft" not in done.stdout


def test_all_mistakes_of_several_systems_are_told_at_once() -> None:
    told = run("--scoring", "nothing", "--scoring", "neither", "England=20", "Italy=20", status=1).stderr
    for part in ("40 centres together", 'scoring system "nothing"', 'scoring system "neither"'):
        assert part in told


# what a round refuses or notes


def test_dip_1_centres_without_an_owner_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three powers have 29 of the 34 centres."""
    words = ("--scoring", "scs", "England=12", "Russia=9", "Turkey=8")
    shown = run(*words)
    assert "note: 5 centres have no owner at the end." in shown.stderr
    assert "41.38" in shown.stdout
    (note,) = run_json(monkeypatch, *words)["findings"]
    assert (note["code"], note["severity"]) == ("unowned", "note")
    twice = run("--scoring", "scs", "--scoring", "draw-size", *words[2:])
    assert twice.stderr.count("have no owner") == 1
    assert run("--scoring", "scs", *FOUR).stderr == ""


def test_dip_1_more_centres_without_an_owner_than_at_the_start_are_impossible() -> None:
    """12 have no owner at the start; 5 and 4 centres would leave 25."""
    told = run("--scoring", "scs", "E=5", "R=4", status=1).stderr
    assert "25 centres have no owner, and at the start there were 12" in told
    run("--scoring", "scs", "E=13", "R=9")  # 12, as at the start
    run("--scoring", "scs", "E=12", "R=9", status=1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"centres": {"England": 12, "Atlantis": 3}}, '"Atlantis" is no power'),
        ({"centres": {"England": 12.5}}, "England has 12.5 centres"),
        ({"centres": {"England": 12}, "chart": {1905: {"Italy": -1}}}, "Italy has -1 centres in 1905"),
        ({"centres": {"England": 12}, "final_year": "1908"}, "The last year of the game cannot be '1908'"),
        ({"centres": {"England": 12}, "final_year": 0}, "The last year of the game cannot be 0"),
        ({"centres": {"England": 12}, "eliminated": {"Italy": 3}}, "Italy cannot be eliminated in 3"),
    ],
)
def test_what_is_no_power_number_or_year_is_told_alone(given: dict[str, Any], said: str) -> None:
    with pytest.raises(MistakesFound) as raised:
        ss.score_board("scs", **given)
    (one,) = raised.value.findings
    assert said in one.message


def test_after_eliminated_a_number_is_a_year() -> None:
    words = ("E=12", "R=9", "T=8", "I=5", "--eliminated", "A=02,G=1904,F=1906")
    told = run("--scoring", "bangkok", *words, status=1).stderr
    assert "Austria cannot have been eliminated in 2. Give a year such as 1903." in told
