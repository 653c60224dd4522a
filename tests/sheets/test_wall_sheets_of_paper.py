"""On how many sheets of paper a posting hangs, and that no sheet has a line or a table that was left over."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from sheetscore.sheets.wall import LOWEST_LINE, wall
from sheetscore.workbooks.paper import PAPERS, PaperName, text_pixels

ABOVE = (34, 20, 8)
NAMES = [f"Somebody called {number}" for number in range(40)]
TEXTS = {"tables of four": (4, 1), "boards of seven": (7, 2), "lines": (1, 0)}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("groups", [1, 2, 9, 37, 64, 65, 127, 128, 129, 300, 301])
def test_sheets_of_a_posting_are_about_as_full(kind: str, groups: int, paper: PaperName) -> None:
    tall, heads = TEXTS[kind]
    lying = wall(PAPERS[paper], (NAMES, ["Table", "888"]), groups, tall=tall, heads=heads, above=ABOVE)
    rows = [*range(lying.first, lying.ends[0], lying.tall)]
    assert len(rows) <= lying.down
    bounds = [lying.first, *lying.ends]
    counts = [(end - start) // lying.tall for start, end in pairwise(bounds)]
    assert max(counts) - min(counts) <= 1
    assert max(counts) == lying.down
    for places in (list(lying.down_then_across()), list(lying.across_then_down())):
        assert len(set(places)) == groups
        on_sheets = Counter(sum(row >= end for end in lying.ends) for row, _ in places)
        assert sorted(on_sheets) == list(range(len(lying.ends)))
        full = max(on_sheets.values())
        assert min(on_sheets.values()) >= full - 2 * lying.across
    assert sum(ABOVE) + lying.down * lying.tall * lying.line <= lying.paper.usable[1]


def test_lines_that_are_free_as_yet_are_rather_low_than_on_a_sheet_of_their_own() -> None:
    long = "Maximiliane-Charlotte Freifrau von und zu Wittgenstein-Berleburg (P01)"
    names = [*["Maximiliane Freifrau Wittgenstein-Berle (P01)"] * 17, long]
    texts = (("Table", "888"), names, names)
    assert len(wall(PAPERS["a4"], texts, 9 + 8, above=ABOVE).ends) == 2
    lying = wall(PAPERS["a4"], texts, 9 + 8, above=ABOVE, free=8)
    heights = [lying.height(group) for group in range(9 + 8)]
    assert len(lying.ends) == 1
    assert sum(ABOVE) + sum(heights) <= lying.paper.usable[1]
    assert heights[:9] == [lying.line] * 9
    assert heights[9:] == [LOWEST_LINE] * 8
    assert lying.line > LOWEST_LINE


def test_names_go_down_each_column_of_a_sheet_before_the_next() -> None:
    lying = wall(PAPERS["a4"], (["Ann", "Bob"], ["Table"]), 150, above=ABOVE)
    places = list(lying.down_then_across())
    sheets = [[place for place in places if sum(place[0] >= end for end in lying.ends) == at] for at in range(3)]
    for sheet in filter(None, sheets):
        assert sheet == sorted(sheet, key=lambda place: (place[1], place[0]))
    assert [place for sheet in sheets for place in sheet] == places


def test_a_column_of_numbers_keeps_its_width_beside_long_names() -> None:
    names = ["Maximiliane-Charlotte Freifrau von und zu Wittgenstein-Berle (P01)"] * 12
    lying = wall(PAPERS["letter"], (names, ("Table", "888"), names), len(names))
    first, numbers, last = lying.widths
    assert first == last
    assert numbers >= int(text_pixels("Table", 14) + 20)  # 20 pixels stay free


def test_of_a_name_that_is_cut_off_the_id_stays_also_by_formula() -> None:
    name = f"{'Maximiliane ' * 30}(P01)"
    lying = wall(PAPERS["letter"], ([name], ("Table", "888")), 1)
    assert lying.shown(name, 0).endswith("… (P01)")
    assert lying.shown(name, 0).startswith("Maximiliane Maximiliane")
    assert lying.shown("Ann (P02)", 0) == "Ann (P02)"
