"""Scoring systems as files: those that come along, a director's own, and what is wrong in one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from sheetscore.expressions import ExpressionError
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import Board
from sheetscore.scoring.boards.scores import score_board
from sheetscore.scoring.boards.system import (
    board_system,
    board_system_paths,
    board_systems,
    read_board_system,
    shared_names,
)

OWN = """\
id = "club"
title = "The club's own"
description = "A point a centre, half a point a year, 6 for a lone leader."
years = "played"

[let]
bonus = "6 * (topper and toppers == 1)"

[draw]
alive = "centres + bonus"
eliminated = "0.5 * years"

[solo]
winner = 50
alive = 0.5
eliminated = "0"
"""


def test_the_systems_that_come_along_are_sound() -> None:
    listed = board_systems()
    assert [one.id for one in listed] == sorted(board_system_paths())
    assert len({one.title for one in listed}) == len(listed) == 57
    for one in listed:
        assert board_system(one.id).file == one


@pytest.mark.parametrize("shelf", ["scoring", "diplomacy/scoring"])
def test_a_director_adds_a_system_by_adding_a_file(tmp_path: Path, shelf: str) -> None:
    (tmp_path / shelf).mkdir(parents=True)
    (tmp_path / shelf / "club.toml").write_text(OWN, encoding="utf-8")
    assert "club" in {one.id for one in board_systems(tmp_path)}
    board = Board({"England": 12, "Italy": 8}, eliminated=dict.fromkeys(("Austria", "France"), 1905))
    whole = Board({**board.centres, "Germany": 1, "Russia": 1, "Turkey": 1}, eliminated=board.eliminated)
    scores = score_board(board_system("club", tmp_path), whole)
    assert list(scores.values()) == [Fraction(5, 2), 18, Fraction(5, 2), 1, 8, 1, 1]
    solo = score_board(board_system("club", tmp_path), Board({"England": 18, "Italy": 8}, "solo"))
    assert list(solo.values()) == [0, 50, 0, 0, Fraction(1, 2), 0, 0]


def test_a_directors_file_goes_before_the_one_that_comes_along(tmp_path: Path) -> None:
    (tmp_path / "scoring").mkdir()
    own = OWN.replace('"club"', '"scs"')
    (tmp_path / "scoring" / "scs.toml").write_text(own, encoding="utf-8")
    assert board_system("scs", tmp_path).file.title == "The club's own"
    assert board_system("scs").file.title == "Supply centres"


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "scoring").mkdir()
    path = tmp_path / "scoring" / "club.toml"
    path.write_text(OWN, encoding="utf-8")
    assert board_system("club", tmp_path) is board_system("club", tmp_path)
    path.write_text(OWN.replace("club's own", "club's new one"), encoding="utf-8")
    assert board_system("club", tmp_path).file.title == "The club's new one"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sum-of-square", 'There is no scoring system "sum-of-square". Did you mean "sum-of-squares"?'),
        ("bangcok", 'Did you mean "bangkok"?'),
        ("../amps/strike", 'There is no scoring system "../amps/strike".'),
    ],
)
def test_an_unknown_system_is_answered_with_the_nearest(name: str, said: str) -> None:
    with pytest.raises(MistakesFound) as raised:
        board_system(name)
    assert said in raised.value.message


# other names


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("SoS", "sum-of-squares"),
        ("Sum of Squares", "sum-of-squares"),
        ("SUM-of squares", "sum-of-squares"),
        ("sumofsquares", "sum-of-squares"),
        ("dss", "draw-size"),
        ("Draw-Size Scoring", "draw-size"),
        ("100 point", "draw-size"),
        ("42", "draw-size-42"),
        ("420", "draw-size-420"),
        ("Supply Centre Scoring", "scs"),
        ("SCS", "scs"),
        ("SCS percent", "scs"),
        ("SCS raw", "scs-raw"),
        ("SCS of 34", "scs-of-34"),
        ("Calhamer point system", "calhamer"),
        ("C-Diplo 100", "cdiplo-100"),
        ("CDiplo Namur", "c-diplo-namur"),
        ("DC(C)", "dc-c"),
        ("360 DBS", "360-dbs"),
        ("Haight v1.0", "haight-v1-0"),
        ("Carnage, dead equal", "carnage-with-dead-equal"),
    ],
)
def test_dip_3_systems_go_by_other_names(name: str, meant: str) -> None:
    assert board_system(name) is board_system(meant)


@pytest.mark.parametrize(("name", "meant"), [("dds", "draw-size"), ("soss", "sum-of-squares")])
def test_dip_3_a_name_that_is_nearly_another_name_is_answered_with_the_id(name: str, meant: str) -> None:
    with pytest.raises(MistakesFound) as raised:
        board_system(name)
    assert raised.value.message == f'There is no scoring system "{name}". Did you mean "{meant}"?'


def test_no_two_systems_that_come_along_share_a_name() -> None:
    assert shared_names() == []


def own_names(folder: Path, **also: str) -> Path:
    """Write systems of an event's own, each with other names."""
    (folder / "scoring").mkdir()
    for name, names in also.items():
        text = OWN.replace('"club"', f'"{name}"').replace("years =", f"also = [{names}]\nyears =")
        (folder / "scoring" / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_directors_system_has_other_names_too(tmp_path: Path) -> None:
    own = own_names(tmp_path, club='"Friday night", "FN"')
    assert board_system("friday-NIGHT", own).file.id == board_system("fn", own).file.id == "club"
    assert shared_names(own) == []


def test_a_name_of_two_systems_is_told_with_both_and_means_neither(tmp_path: Path) -> None:
    own = own_names(tmp_path, club='"sos", "Friday"', clan='"Fri-day"')
    with pytest.raises(MistakesFound) as raised:
        board_systems(own)
    told = {one.sheet: one.message for one in raised.value.findings}
    assert set(told) == {"clan.toml", "club.toml"}
    assert 'also: "Fri-day" is a name of club, too' in told["clan.toml"]
    assert 'also: "sos" is a name of sum-of-squares, too' in told["club.toml"]
    with pytest.raises(MistakesFound, match=r'"SOS" can be club or sum-of-squares\. Write'):
        board_system("SOS", own)
    assert board_system("sum-of-squares", own).file.title == "Sum of Squares"
    assert board_system("club", own).file.id == "club"


def test_a_name_written_alike_in_two_files_is_told(tmp_path: Path) -> None:
    (one,) = shared_names(own_names(tmp_path, club='"SoS"'))
    assert one.sheet == "club.toml"


def test_the_directors_file_in_place_of_one_that_comes_along_may_keep_its_names(tmp_path: Path) -> None:
    (tmp_path / "scoring").mkdir()
    text = OWN.replace('"club"', '"scs"').replace("years =", 'also = ["Supply Centre Scoring"]\nyears =')
    (tmp_path / "scoring" / "scs.toml").write_text(text, encoding="utf-8")
    assert shared_names(tmp_path) == []
    assert board_system("supply centre scoring", tmp_path).file.title == "The club's own"


def test_a_file_with_mistakes_goes_by_its_id_and_hides_no_names(tmp_path: Path) -> None:
    own = own_names(tmp_path, club='"Friday"')
    (own / "scoring" / "draft.toml").write_text("also = 3", encoding="utf-8")
    assert board_system("friday", own).file.id == "club"
    with pytest.raises(MistakesFound) as raised:
        board_system("Draft", own)
    assert {one.sheet for one in raised.value.findings} == {"draft.toml"}


# mistakes


def mistakes(folder: Path, text: str) -> list[str]:
    path = folder / "club.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MistakesFound) as raised:
        read_board_system(path)
    assert all(one.code == "template" and one.sheet == "club.toml" for one in raised.value.findings)
    assert all(one.message.endswith(f" (in {path})") for one in raised.value.findings)
    return [one.message.removesuffix(f" (in {path})") for one in raised.value.findings]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"centres + bonus"',
            '"centers + bonus"',
            "draw, alive: centers is not a name known here; did you mean centres?",
        ),
        ('"0.5 * years"', '"0.5 * year"', "draw, eliminated: year is not a name known here; did you mean years?"),
        ("winner = 50", 'winner = "50 +"', "solo, winner: this cannot be read"),
        ("toppers == 1)", "topers == 1)", "let, bonus: topers is not a name known here; did you mean topper"),
        ('"0"', '"sum(board.centre)"', "solo, eliminated: centre is not a column of board; did you mean centres?"),
        ('"0"', '"outcome"', "solo, eliminated: a score is a number, and this is text"),
        ("bonus =", "place =", "let, place: every board has a place already; choose another name"),
        ("bonus =", "centres =", "let, centres: every board has a centres already"),
        ("bonus =", "highest =", "let, highest: this is a word of the rules' language"),
        ("bonus =", "board =", "let, board: this is a word of the rules' language"),
        ("bonus =", "Bonus =", "let, Bonus, [key]: String should match pattern"),
        ('"club"', '"Club"', "id: String should match pattern"),
        ('"club"', '"clubs"', 'id: the file is called club.toml, so its id is "club", not "clubs"'),
        ('"played"', '"counted"', "years: Input should be 'survived' or 'played'"),
        ("winner = 50", "winner = true", "solo, winner: Input should be a valid string"),
        ("winner = 50", "", "solo, winner: is missing; every scoring system has it"),
        ("[solo]", "[salo]", 'salo: is nothing that a scoring system has. Did you mean "solo"?'),
        ("title =", "titel =", "title: is missing; every scoring system has it"),
        ("years =", 'also = "FN"\nyears =', "also: Input should be a valid tuple"),
        ("years =", 'also = ["--"]\nyears =', "also, 0: String should match pattern"),
        ("years =", "total = 1.5\nyears =", "total: Input should be a valid integer"),
        ("years =", "years = = ", "this is not TOML: "),
    ],
)
def test_a_mistake_is_named_with_its_key(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert any(said in one for one in mistakes(tmp_path, OWN.replace(old, new)))


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = OWN.replace("title =", "titel =").replace("centres +", "centers +").replace("0.5 * y", "0.5 ** y")
    found = mistakes(tmp_path, text.replace("toppers ==", "topers =="))
    assert [one.split(":")[0] for one in found] == [
        "title",
        "titel",
        "line 7, let, bonus",
        "line 10, draw, alive",
        "line 11, draw, eliminated",
    ]


def test_the_line_of_a_mistake_is_found_in_tables_of_any_spelling(tmp_path: Path) -> None:
    text = OWN.replace("[draw]\nalive =", "[ draw ]   # no winner\n  'alive'  =").replace("centres + bonus", "x + 1")
    assert mistakes(tmp_path, text)[0].startswith("line 10, draw, alive: x is not a name known here")
    inline = OWN.replace('[draw]\nalive = "centres + bonus"\neliminated = "0.5 * years"\n\n', "")
    inline = 'draw = {alive = "x", eliminated = 0}\n' + inline
    assert any(one.startswith("line 1, draw, alive: ") for one in mistakes(tmp_path, inline))


def test_a_mistake_in_one_file_does_not_hide_those_in_another(tmp_path: Path) -> None:
    (tmp_path / "scoring").mkdir()
    for name in ("club", "clan"):
        (tmp_path / "scoring" / f"{name}.toml").write_text("id = 3", encoding="utf-8")
    with pytest.raises(MistakesFound) as raised:
        board_systems(tmp_path)
    assert {one.sheet for one in raised.value.findings} == {"club.toml", "clan.toml"}


def test_a_division_by_zero_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(OWN.replace("centres + bonus", "centres / (toppers - 1)"), encoding="utf-8")
    with pytest.raises(ExpressionError, match="division by zero"):
        score_board(read_board_system(path), Board({"England": 12, "Italy": 8}))


def test_the_system_in_the_documents_works(tmp_path: Path) -> None:
    """12 centres and 12 for the top; 1903 is two years survived, at half a point each."""
    page = (Path(__file__).parents[2] / "docs" / "systems" / "diplomacy.md").read_text(encoding="utf-8")
    block = page.partition('```toml\nid = "club"')[2].partition("```")[0]
    (tmp_path / "scoring").mkdir()
    (tmp_path / "scoring" / "club.toml").write_text(f'id = "club"{block}', encoding="utf-8")
    gone = {"Austria": 1903, "Germany": 1904, "France": 1906}
    board = Board({"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5}, eliminated=gone)
    scores = score_board(board_system("club", tmp_path), board)
    assert scores == {
        "Austria": 1, "England": 24, "France": Fraction(5, 2), "Germany": Fraction(3, 2), "Italy": 5, "Russia": 9,
        "Turkey": 8,
    }  # fmt: skip
