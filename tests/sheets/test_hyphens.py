"""Words that are wider than their cell are broken at a hyphen, where no formula gives them."""

from __future__ import annotations

from sheetscore.sheets.styles import CellRoom, fitted_words
from sheetscore.workbooks.paper import breaks_no_word, hyphenated


def test_a_word_that_has_no_room_on_a_line_gets_a_hyphen_where_it_is_broken() -> None:
    shown = hyphenated("Rückzugsgefecht am Überwaldflüßchen", 60, 7.5)
    assert shown.replace("-\n", "") == "Rückzugsgefecht am Überwaldflüßchen"
    assert breaks_no_word(shown, 60, 7.5)
    assert all(len(part) >= 3 for part in shown.replace("-\n", "-").split()[0].split("-"))


def test_a_line_ends_behind_each_hyphen_and_no_part_is_so_short_that_it_has_room_there() -> None:
    """In a cell of the movement the last three letters stood behind the hyphen of the line before."""
    parts = hyphenated("Ammunitionsfahrzeugkolonne", 114, 12, bold=True).split("-\n")
    assert "".join(parts) == "Ammunitionsfahrzeugkolonne"
    assert len(parts) > 1
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_what_fits_and_what_is_no_word_stays_as_it_is() -> None:
    assert hyphenated("The Weser bridge", 60, 7.5) == "The Weser bridge"
    assert hyphenated("12345678901234567890", 40, 7.5) == "12345678901234567890"


def test_a_title_in_a_narrow_cell_is_broken_at_hyphens_and_whole() -> None:
    narrow = fitted_words("column middle", "Donaudampfschifffahrtskapitän", CellRoom(80, 60))
    assert narrow.cut is None
    assert "-" in narrow.shown
    assert narrow.shown.replace("-\n", "") == "Donaudampfschifffahrtskapitän"
    assert fitted_words("column middle", "Tank column", CellRoom(200, 60)).shown == "Tank column"
