"""On how many sheets of paper a posting hangs, and that no sheet has a line or a table that was left over."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from sheetscore.sheets.styles import STYLES
from sheetscore.sheets.wall import SMALLEST, wall
from sheetscore.workbooks.paper import PAPER_SIZES, PaperName, text_pixels

ABOVE = (34, 20, 8)
NAMES = [f"Somebody called {number}" for number in range(40)]
TEXTS = {"tables of four": (4, 1), "boards of seven": (7, 2), "lines": (1, 0)}


@pytest.mark.parametrize("paper", PAPER_SIZES)
@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("groups", [1, 2, 9, 37, 64, 65, 127, 128, 129, 300, 301])
def test_sheets_of_a_posting_are_about_as_full(kind: str, groups: int, paper: PaperName) -> None:
    rows_high, heads = TEXTS[kind]
    layout = wall(PAPER_SIZES[paper], (NAMES, ["Table", "888"]), groups, rows_high=rows_high, heads=heads, above=ABOVE)
    rows = [*range(layout.first, layout.ends[0], layout.rows_high)]
    assert len(rows) <= layout.down
    bounds = [layout.first, *layout.ends]
    counts = [(end - start) // layout.rows_high for start, end in pairwise(bounds)]
    assert max(counts) - min(counts) <= 1
    assert max(counts) == layout.down
    for places in (list(layout.down_then_across()), list(layout.across_then_down())):
        assert len(set(places)) == groups
        on_sheets = Counter(sum(row >= end for end in layout.ends) for row, _ in places)
        assert sorted(on_sheets) == list(range(len(layout.ends)))
        full = max(on_sheets.values())
        assert min(on_sheets.values()) >= full - 2 * layout.across
    assert sum(ABOVE) + layout.down * layout.rows_high * layout.line <= layout.paper.usable[1]


def test_lines_that_are_free_as_yet_are_rather_low_than_on_a_sheet_of_their_own() -> None:
    long = "Maximiliane-Charlotte Freifrau von und zu Wittgenstein-Berleburg (P01)"
    names = [*["Maximiliane Freifrau Wittgenstein-Berle (P01)"] * 23, long]
    texts = (("Table", "888"), names, names)
    assert len(wall(PAPER_SIZES["a4"], texts, 16 + 8, above=ABOVE).ends) == 2
    layout = wall(PAPER_SIZES["a4"], texts, 16 + 8, above=ABOVE, free=8)
    heights = [layout.height(group) for group in range(16 + 8)]
    assert len(layout.ends) == 1
    assert sum(ABOVE) + sum(heights) <= layout.paper.usable[1]
    assert heights[:16] == [layout.line] * 16
    assert heights[16:] == [20] * 8  # pixels: a line of 12 points
    assert layout.line > 20


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_fourteen_long_pairs_hang_on_one_sheet_with_lines_free_for_eight_more(paper: PaperName) -> None:
    names = ["Theophil von Überlingen-Hohentwiel der Ältere (P06)"] * 27
    layout = wall(PAPER_SIZES[paper], (("Table", "888"), names, names), 14 + 8, above=(98, 68, 8, 30), free=8)
    assert len(layout.ends) == 1
    assert 98 + 68 + 8 + 30 + sum(map(layout.height, range(14 + 8))) <= layout.paper.usable[1]
    assert STYLES[layout.style("posted", names[0], 1)]["font_size"] >= 13


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_thirteen_pairs_whose_names_fit_on_one_line_across_hang_on_one_sheet(paper: PaperName) -> None:
    names = ["Iñigo Oberreichsbahnrat Schmöckwitz derx (X4)"] * 13
    layout = wall(PAPER_SIZES[paper], (names, ("Table", "888"), names), 13, above=(98, 47, 8, 30))
    assert len(layout.ends) == 1
    assert STYLES[layout.style("posted", names[0], 0)]["font_size"] >= 14


def test_lines_that_are_free_as_yet_do_not_make_sheets_uneven() -> None:
    names = ["Maximiliane Freifrau Wittgenstein-Berleburg-Sayn (P01)"] * 28
    layout = wall(PAPER_SIZES["a4"], (("Table", "888"), names, names), 15 + 8, above=(98, 110, 8, 30), free=8)
    rows = [row for row, _ in layout.down_then_across()]
    on_sheets = Counter(sum(row >= end for end in layout.ends) for row in rows[:15])
    assert sorted(on_sheets.values()) == [7, 8]
    assert 98 + 110 + 8 + 30 + sum(map(layout.height, range(7, 23))) <= layout.paper.usable[1]
    assert rows[-1] + 1 == layout.ends[-1]


def test_all_names_of_a_posting_have_letters_of_one_size() -> None:
    names = [*NAMES, "Jean-Christophe-Émile Mwanawasa-Wyclif (P16)"]
    seats = ["Suppression flight of the Northwestern E 1", *["Strike flight of the Northwestern Expedi 2"] * 40]
    for texts in ((names, ("Table", "888"), seats), (names, seats)):
        for paper in PAPER_SIZES.values():
            layout = wall(paper, texts, len(names), above=ABOVE)
            styles = {layout.style("posted", text, 0) for text in names}
            styles |= {layout.style("posted", text, len(texts) - 1) for text in seats}
            (size,) = {STYLES[style]["font_size"] for style in styles}
            assert size >= SMALLEST


def test_names_go_down_each_column_of_a_sheet_before_the_next() -> None:
    layout = wall(PAPER_SIZES["a4"], (["Ann", "Bob"], ["Table"]), 150, above=ABOVE)
    places = list(layout.down_then_across())
    sheets = [[place for place in places if sum(place[0] >= end for end in layout.ends) == at] for at in range(3)]
    for sheet in filter(None, sheets):
        assert sheet == sorted(sheet, key=lambda place: (place[1], place[0]))
    assert [place for sheet in sheets for place in sheet] == places


def test_a_column_of_numbers_keeps_its_width_beside_long_names() -> None:
    names = ["Maximiliane-Charlotte Freifrau von und zu Wittgenstein-Berle (P01)"] * 12
    layout = wall(PAPER_SIZES["letter"], (names, ("Table", "888"), names), len(names))
    first, numbers, last = layout.widths
    assert first == last
    assert numbers >= int(text_pixels("Table", 14) + 20)  # 20 pixels stay free


def test_of_a_name_that_is_cut_off_the_id_stays_also_by_formula() -> None:
    name = f"{'Maximiliane ' * 30}(P01)"
    layout = wall(PAPER_SIZES["letter"], ([name], ("Table", "888")), 1)
    assert layout.shown(name, 0).endswith("… (P01)")
    assert layout.shown(name, 0).startswith("Maximiliane Maximiliane")
    assert layout.shown("Ann (P02)", 0) == "Ann (P02)"


@pytest.mark.parametrize("word", ["Wolfeschlegelsteinhausenbergerdorff", "Donaudampfschifffahrtsgesellschaft" * 3])
@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_a_long_word_is_smaller_or_ends_in_dots_and_is_never_broken(word: str, paper: PaperName) -> None:
    names = [*(f"Maximilian Alexander {number} (P{number})" for number in range(10, 34)), f"{word} (P34)"]
    layout = wall(PAPER_SIZES[paper], (names, ("Table", "888"), names), len(names), above=ABOVE)
    for cell in (0, 2):
        shown = layout.shown(names[-1], cell)
        size = STYLES[layout.style("posted", shown, cell)]["font_size"]
        first, _, id_ = shown.rpartition(" ")
        assert id_ == "(P34)"
        assert first == word or (first.endswith("…") and word.startswith(first[:-1]) and len(first) > 12)
        assert text_pixels(first, size) <= layout.widths[cell]
        assert STYLES[layout.style("posted", names[0], cell)]["font_size"] >= 14
