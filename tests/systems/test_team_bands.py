"""The AVP table (AVP-2): every edge of its bands, and what is wrong in a table of one's own."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.forms.template import shipped
from sheetscore.problems import MistakesFound
from sheetscore.systems.team.score import BandTable, band_formula, read_bands

AVP = read_bands(shipped("templates") / "team" / "scoring" / "avp.toml")

EDGES = [
    ("drawn", 0, 1, (10, 10)),
    ("by 2 or 3", 2, 3, (11, 9)),
    ("by 4 or 5", 4, 5, (12, 8)),
    ("by 6 to 8", 6, 8, (13, 7)),
    ("by 9 to 11", 9, 11, (14, 6)),
    ("by 12 to 15", 12, 15, (15, 5)),
    ("by 16 to 19", 16, 19, (16, 4)),
    ("by 20 to 24", 20, 24, (17, 3)),
    ("by 25 to 30", 25, 30, (18, 2)),
    ("by 31 to 35", 31, 35, (19, 1)),
    ("by 36 and more", 36, 1000, (20, 0)),
]


@pytest.mark.parametrize(("first", "last", "points"), [edge[1:] for edge in EDGES], ids=[edge[0] for edge in EDGES])
def test_a_band_from_its_first_to_its_last_difference(first: int, last: int, points: tuple[int, int]) -> None:
    assert AVP.points(first) == AVP.points(last) == points
    assert AVP.points(-first) == AVP.points(-last) == (points[::-1] if first else points)


def test_44_against_22_is_17_to_3() -> None:
    assert AVP.points((36 + 8) - (2 + 20)) == (17, 3)
    assert AVP.points((2 + 20) - (36 + 8)) == (3, 17)


def test_an_unbalanced_scenario_that_both_sides_play_alike_is_10_to_10() -> None:
    assert AVP.points((30 + 5) - (5 + 30)) == (10, 10)


def test_a_fraction_below_a_band_is_not_in_it() -> None:
    assert AVP.points(Fraction(15, 7)) == (11, 9)
    assert AVP.points(Fraction(13, 7)) == (10, 10)
    assert AVP.points(Fraction(-251, 7)) == (1, 19)
    assert AVP.points(Fraction(-252, 7)) == (0, 20)


differences = st.one_of(st.integers(-60, 60), st.fractions(-60, 60, max_denominator=14))


@given(differences)
def test_both_together_always_get_20(difference: Fraction) -> None:
    assert AVP.total == sum(AVP.points(difference)) == 20


@given(differences)
def test_the_opponent_gets_the_other_part(difference: Fraction) -> None:
    assert AVP.points(-difference) == AVP.points(difference)[::-1]


@given(differences, differences)
def test_more_points_never_earn_fewer_avps(one: Fraction, other: Fraction) -> None:
    low, high = sorted((one, other))
    assert AVP.points(low)[0] <= AVP.points(high)[0]


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(toml((0, 1, 1), (5, 2, 0)), encoding="utf-8")
    table = read_bands(own)
    assert (table.title, table.total, table.points(4), table.points(-5)) == ("Mine", 2, (1, 1), (0, 2))


def test_the_formula_looks_the_size_of_the_difference_up() -> None:
    assert band_formula("F7", "$A$2:$A$12", "$B$2:$B$12", "$C$2:$C$12") == (
        "IF(F7<0,LOOKUP(ABS(F7)+1E-9,$A$2:$A$12,$C$2:$C$12),LOOKUP(ABS(F7)+1E-9,$A$2:$A$12,$B$2:$B$12))"
    )


# mistakes


def toml(*bands: tuple[object, object, object], more: str = "") -> str:
    lines = [f"[[band]]\ndifference = {d}\nwinner = {w}\nloser = {lo}\n" for d, w, lo in bands]
    return f'title = "Mine"\n{more}' + "".join(lines)


def mistakes(folder: Path, text: str | bytes) -> list[str]:
    path = folder / "avp.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(MistakesFound) as raised:
        read_bands(path)
    assert all(one.code == "template" and one.is_error and one.sheet == "avp.toml" for one in raised.value.findings)
    assert all(one.message.endswith(f" (in {path})") for one in raised.value.findings)
    return [one.message.removesuffix(f" (in {path})") for one in raised.value.findings]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (toml((1, 10, 10), (2, 11, 9)), "band 1, difference: the first band begins at 0, not at 1"),
        (toml((0, 10, 10), (2, 11, 9), (2, 12, 8)), "band 3, difference: 2 is not above the 2 of band 2"),
        (toml((0, 10, 10), (5, 11, 9), (4, 12, 8)), "band 3, difference: 4 is not above the 5 of band 2"),
        (toml((0, 9, 10), (2, 11, 9), (4, 12, 8)), "band 1: the two get 19 together, and 20 in other bands"),
        (toml((0, 10, 10), (2, 9, 11)), "band 2: the winner gets 9, less than the loser's 11"),
        (toml((0, 11, 9), (2, 12, 8)), "band 1: nobody wins by 0, but one gets 11 and the other 9"),
        (toml((0, 10, 10), more="colour = 1\n"), "colour: Extra inputs are not permitted"),
        (toml((0, 10, "10\nyoung = 3")), "band 1, young: Extra inputs are not permitted"),
        (toml((0, 10, "true")), "band 1, loser: Input should be a valid integer"),
        (toml((0, 10, 10), (2, 21, -1)), "band 2, loser: Input should be greater than or equal to 0"),
        ('title = "Mine"\n', "band: Field required"),
        ('title = "Mine"\nband = []\n', "band: Tuple should have at least 1 item after validation, not 0"),
        ('title = "Mine"\nband = 3\n', "band: Input should be a valid tuple"),
        ('title = "Mine"\nband = [3]\n', "band 1: Input should be a valid dictionary or instance of Band"),
    ],
)
def test_a_mistake_is_named_with_its_band(tmp_path: Path, text: str, said: str) -> None:
    assert said in mistakes(tmp_path, text)


@pytest.mark.parametrize("text", ["title = = 3", b"title = \xff"])
def test_a_file_that_is_not_toml(tmp_path: Path, text: str | bytes) -> None:
    [said] = mistakes(tmp_path, text)
    assert said.startswith("this is not TOML: ")


def test_a_table_saved_by_notepad_is_read_like_any_other(tmp_path: Path) -> None:
    typed = toml((0, 10, 10), (2, 12, 8)).encode().replace(b"\n", b"\r\n")
    (tmp_path / "mine.toml").write_bytes(b"\xef\xbb\xbf" + typed)
    assert read_bands(tmp_path / "mine.toml").points(3) == (12, 8)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    bands = toml((1, 10, 10), (2, "'many'", 9), (4, 8, 12), (4, 12, 8), (6, 13, 8), more="colour = 1\n")
    assert sorted(mistakes(tmp_path, bands.replace("title", "titel"))) == [
        "band 1, difference: the first band begins at 0, not at 1",
        "band 2, winner: Input should be a valid integer",
        "band 3: the winner gets 8, less than the loser's 12",
        "band 4, difference: 4 is not above the 4 of band 3",
        "band 5: the two get 21 together, and 20 in other bands",
        "colour: Extra inputs are not permitted",
        "titel: Extra inputs are not permitted",
        "title: Field required",
    ]


def test_a_table_made_in_code_scores_too() -> None:
    table = BandTable.model_validate({"title": "Short", "band": [{"difference": 0, "winner": 1, "loser": 1}]})
    assert table.points(-7) == (1, 1)
