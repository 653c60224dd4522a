"""Who is meant by a name, an id, or both: where they belong to two people nobody is chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetscore.event.identity import PlayerNames, folded, phrases, words_of

KNOWN = ("Ann Able", "P01", "Bo", "Smith")
CALLED = PlayerNames({"P01": "Bob Brown", "P07": "Ann Able", "P08": "Bo Li", "P09": "Bo Li", "12": 'Tom "Ace" O\'Hara'})


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("P07", ("P07",)),
        ("p07", ("P07",)),
        (" ann  ABLE ", ("P07",)),
        ("Ann Able (P07)", ("P07",)),
        ("Ann Able(P07)", ("P07",)),
        ("Ann Able P07", ("P07",)),
        ("P07: Ann Able", ("P07",)),
        ("(P07) Ann Able", ("P07",)),
        ("Bo Li (P09)", ("P09",)),
        ("Bo Li", ("P08", "P09")),
        ("Tom “Ace” O’Hara", ("12",)),
        ("Nobody", ()),
        ("Nobody P01", ()),
        ("", ()),
        ("x" * 40_000, ()),
    ],
)
def test_people_are_told_by_id_by_name_and_by_both(text: str, ids: tuple[str, ...]) -> None:
    meant = CALLED.meant(text)
    assert meant.ids == ids
    assert not meant.has_strange_name


@pytest.mark.parametrize("text", ["Ann Able (P01)", "Ann Able P01", "P01 Ann Able", "P01 - ann able"])
def test_a_name_beside_another_ones_id_chooses_nobody(text: str) -> None:
    meant = CALLED.meant(text)
    assert set(meant.ids) == {"P01", "P07"}
    said = CALLED.which(meant)
    assert "P01 is Bob Brown" in said
    assert "Ann Able (P07)" in said


def test_a_name_that_nobody_has_leaves_the_id_and_a_doubt() -> None:
    meant = CALLED.meant("Roberta Brownlow (P01)")
    assert (meant.ids, meant.has_strange_name, meant.name) == (("P01",), True, "Roberta Brownlow")


def test_a_name_that_ends_with_another_ones_id_in_brackets_chooses_nobody() -> None:
    called = PlayerNames({"P01": "Bob", "P02": "Ann (P01)"})
    assert set(called.meant("Ann (P01)").ids) == {"P01", "P02"}
    assert called.meant("Ann (P01) (P02)").ids == ("P02",)


NAMES = st.text("abcXYZ “”\"'’-.é3(", min_size=1, max_size=12).filter(str.strip)


@given(st.dictionaries(st.from_regex(r"[A-Z][0-9]{1,2}", fullmatch=True), NAMES, min_size=1, max_size=6), st.data())
def test_what_a_list_shows_means_whom_it_shows_or_nobody_alone(names: dict[str, str], data: st.DataObject) -> None:
    called = PlayerNames(names)
    id_ = data.draw(st.sampled_from(sorted(names)))
    assert called.meant(id_).ids == (id_,)
    assert id_ in called.meant(names[id_]).ids or folded(names[id_]) in map(folded, names)
    assert id_ in called.meant(called.label(id_)).ids


@given(st.lists(st.sampled_from(KNOWN), max_size=6), st.sampled_from([", ", " and ", " / "]))
def test_names_of_several_words_are_found_in_one_text(named: list[str], between: str) -> None:
    known = {name: [name] for name in KNOWN}
    found = [means for _, means in phrases(between.join(named), lambda words: known.get(words, []))]
    assert found == [[name] for name in named]


def test_words_that_mean_nothing_are_given_one_by_one() -> None:
    assert [words for words, means in phrases("Ann Ablee, x", lambda _: ())] == ["Ann", "Ablee", "x"]
    assert words_of("a,b & c and d") == ["a", "b", "c", "d"]
