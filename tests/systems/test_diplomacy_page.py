"""The page of a board: room for votes, times and initials, which are never read; the powers in their colours."""

from __future__ import annotations

import re
import zipfile
from itertools import pairwise
from pathlib import Path

import pytest
from diplomacy_event import diplomacy_event
from kept_events import started
from looking import open_whole
from msgspec.structs import replace
from typing_in import type_in

from sheetscore.findings import Severity
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.check import check
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.scoring.boards.board import POWERS
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import ROOM
from sheetscore.sheets.round_workbook import field_places, layouts
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.boards import LOOKS, game_box
from sheetscore.systems.diplomacy.draw import draw_round
from sheetscore.systems.diplomacy.forms import MOST_VOTES
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.workbooks.cell_refs import address

LINE = 34
"""Pixels of the least line to write on, which is printed 8.5 mm high."""


def forms_of(event: DiplomacyEvent) -> RoundForms:
    round_ = RoundContext(event, 1, library=DIPLOMACY.library())
    return DIPLOMACY.forms(replace(round_, draw=draw_round(round_)))


def page_of(last_year: int = 1910) -> PageLayout:
    (page,) = layouts(forms_of(diplomacy_event(7, 1, last_year=last_year))).values()
    return page


def vote_lines(page: PageLayout) -> int:
    years = [cell for cell in page.cells if cell.style == "by hand" and cell.column == 6 and cell.last_column == 6]
    times_and_initials = 1  # France's initials stand in that column, too
    return len(years) - times_and_initials


def test_a_usual_page_has_room_for_four_votes_and_a_short_one_for_six() -> None:
    assert vote_lines(page_of()) == 2
    assert vote_lines(page_of(1905)) == vote_lines(page_of(1920)) == MOST_VOTES == 3


@pytest.mark.parametrize("last_year", range(1904, 1921))
def test_votes_take_no_more_paper(last_year: int) -> None:
    """Up to 1913 a board is one page, and two from then on, as they were without votes."""
    page = page_of(last_year)
    assert len(page.sheets) == (1 if last_year <= 1913 else 2)
    assert page.height <= ROOM["portrait"]


@pytest.mark.parametrize("last_year", [1904, 1910, 1913, 1920])
def test_there_is_a_box_to_write_in_for_start_end_every_power_and_the_director(last_year: int) -> None:
    page = page_of(last_year)
    boxes = {(cell.row, cell.column): cell for cell in page.cells if cell.style == "by hand"}
    (row,) = (cell.row for cell in page.cells if cell.text == "began at")
    said = [cell for cell in page.cells if cell.row == row]
    assert [cell.text for cell in said] == ["began at", "ended at", *POWERS, "director"]
    for cell in said:
        below = boxes[cell.row + 1, cell.column]
        assert below.last_column == cell.last_column
        assert page.heights[below.row] >= LINE
    assert all(one.last_column < other.column for one, other in pairwise(said))


def test_the_boxes_that_are_read_are_those_of_the_template() -> None:
    page = page_of()
    read = {cell.box for cell in page.cells if cell.box}
    assert read == set(page.form.fields)
    assert len(read) == 7 * 4 + 11 * 7 + 3
    assert not [cell for cell in page.cells if cell.style == "by hand" and (cell.box or cell.key)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Seven players at one board."""
    return started(tmp_path / "con", diplomacy_event(7, 2))


def test_what_is_typed_into_a_vote_is_pointed_at_and_never_read(folder: Path) -> None:
    (proposal, *_) = [cell for cell in page_of().cells if cell.style == "by hand" and cell.column == 2]
    sheets, place = folder / "round1.xlsx", address(proposal.row, proposal.column)
    before = {(one.code, one.cell) for one in check(sheets).findings}
    type_in(sheets, {("Table 1", place): "E F R"})
    (more,) = [one for one in check(sheets).findings if (one.code, one.cell) not in before]
    assert (more.code, more.severity, more.cell) == ("stray-value", Severity.WARNING, place)


def test_the_box_for_members_drops_the_powers_down_and_takes_several_of_them(folder: Path) -> None:
    sheet, cell = field_places(forms_of(diplomacy_event(7, 2)))[game_box(1, "members")]
    book = open_whole(folder / "round1.xlsx")
    (rule,) = (one for one in book[sheet].data_validations.dataValidation if cell in one.sqref)
    assert rule.type == "list"
    title, area = str(rule.formula1).lstrip("=").split("!")
    assert [cell.value for (cell,) in book[title.strip("'")][area.replace("$", "")]] == list(POWERS)
    assert not rule.showErrorMessage  # England Russia is none of the choices
    assert str(rule.prompt).startswith("Powers, such as England Russia")


def test_every_power_has_a_colour_and_a_marker_of_its_own() -> None:
    assert tuple(LOOKS) == POWERS
    assert len({look.colour for look in LOOKS.values()}) == len({look.marker for look in LOOKS.values()}) == 7


def hue(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def test_the_colours_are_those_of_the_powers() -> None:
    red, green, blue = zip(*(hue(LOOKS[power].colour) for power in POWERS), strict=True)
    assert red[0] > 2 * max(green[0], blue[0])  # Austria
    assert blue[1] > 2 * max(red[1], green[1])  # England, darker than France
    assert blue[2] > green[2] > red[2]
    assert sum((red[1], green[1], blue[1])) < sum((red[2], green[2], blue[2]))
    assert (red[3], green[3], blue[3]) == (0, 0, 0)  # Germany
    assert green[4] > 1.5 * max(red[4], blue[4])  # Italy
    assert red[5] == green[5] == blue[5] > 0  # Russia
    assert min(red[6], green[6]) > 3 * blue[6]  # Turkey


def test_the_names_of_the_powers_have_their_colours_on_the_page() -> None:
    page = page_of()
    for power in POWERS:
        styles = [cell.style for cell in page.cells if cell.text == power]
        above_boxes = f"caption bottom {LOOKS[power].colour}"
        assert styles == [f"label left {LOOKS[power].colour}", above_boxes, above_boxes]


def test_the_pictures_of_games_draw_every_power_in_its_colour_and_with_its_marker(folder: Path) -> None:
    lines = folder.parent / "lines.csv"
    centres = "".join(
        f"1,{power},centres.{year},{4 + (power == 'Russia')}\n" for year in (1901, 1902) for power in POWERS
    )
    lines.write_text(f"table,seat,field,value\n{centres}1,,outcome,time\n", encoding="utf-8")
    fill(folder / "round1.xlsx", lines)
    assert ingest(folder / "round1.xlsx").status == "ok"
    with zipfile.ZipFile(folder / "round1-results.xlsx") as package:
        drawn = "".join(package.read(f"xl/charts/chart{number}.xml").decode() for number in (1, 2))
    series = [one for one in re.findall(r"<c:ser>.*?</c:ser>", drawn) if "<c:dLbls>" not in one]  # not names alone
    patterns = (r"<c:val>.*?\$([A-Z])\$\d+", r'<a:srgbClr val="(\w+)"', r'<c:symbol val="(\w+)"')
    found = sorted(tuple(re.findall(pattern, one)[0] for pattern in patterns) for one in series)
    assert found == [
        (column, LOOKS[power].colour.removeprefix("#"), LOOKS[power].marker)
        for column, power in zip("CDEFGHI", POWERS, strict=True)
    ]
    assert drawn.count("<c:dLbls>") == len(POWERS)
