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
        (("England=18", "Italy=3"), "solo"),
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
    chart = {1906: {"England": 5, "Russia": 6}}
    looked_back = ss.score_board("maxonian", {"England": 9, "Russia": 9}, chart=chart)
    assert {row.power: row.score for row in looked_back.rows}["Russia"] == 7
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
