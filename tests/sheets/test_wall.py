"""What is posted is read from two metres: measured in the PDF, with names of all lengths and scripts."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median

import pytest
from amps_event import amps_event
from libreoffice import compute, to_pdf
from looking import values_in
from msgspec.structs import replace
from openpyxl import load_workbook
from planned_workbooks import recalculated
from posted_draws import PERSON, SQUADRON
from printed_pages import EM, Word, words
from registered import renamed, system_of
from test_full_size import PAPERS, awkward, drawn, example_event
from typing_in import type_in

from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw
from sheetscore.sheets.draw_workbook import draw_lines, write_draw
from sheetscore.sheets.styles import STYLES
from sheetscore.sheets.wall import Wall
from sheetscore.systems.amps import AMPS
from sheetscore.systems.context import RoundContext
from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks.office import for_director
from sheetscore.workbooks.paper import PAPER_SIZES
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook

POSTED = {
    "origins-1991": ("By table", "By name"),
    "team-of-four": ("Pairings", "By table", "By name"),
    "aso": ("Pairs", "By name"),
    "match": ("Pairs", "By name"),
    "diplomacy": ("Boards", "By name"),
}
"""The postings of an example that show names."""

STRANGERS = ("王小明李大文司馬相如", "Łukasz Æbeltoft", "Ç" * 150)
"""The last is longer than any line."""


def strange(event: Event, draw: Draw) -> Event:
    """Give the awkward event with a few more names; who is seated first keeps the long one that fits."""
    named = awkward(event, draw)
    players = list(named.players)
    others = [at for at, player in enumerate(players) if player.name != PERSON]
    for at, name in zip(others, STRANGERS, strict=False):
        players[at] = players[at].model_copy(update={"name": name})
    return named.model_copy(update={"players": tuple(players)})


def heading_of(page: list[Word]) -> list[Word]:
    """Give the words of a page that are found across a hall; none of a page that is not posted."""
    return [word for word in page if (word.bottom - word.top) / EM > 40]


def lines_of(page: list[Word]) -> list[Word]:
    """Give the words of a page below its heading with the event, and above its foot."""
    below = max(word.bottom for word in heading_of(page)) + 16
    seen = [word for word in page if word.text != "###"]  # a number in a hidden column, which nobody sees
    return [word for word in seen if word.top > below and word.bottom < min(max(one.bottom for one in page), 820) - 12]


def posted_in(pdf: Path) -> list[list[Word]]:
    """Give the pages that are posted."""
    return [page for page in words(pdf) if heading_of(page)]


@PAPERS
@pytest.mark.parametrize("example", POSTED)
def test_names_are_large_and_never_less_than_12_points_high(example: str, paper: str, tmp_path: Path) -> None:
    event = example_event(example, paper)
    draw = drawn(event, example).draw
    path = tmp_path / "draw.xlsx"
    write_draw(path, strange(event, draw), draw, system_of(example).postings)
    shown = [title for title in read_workbook(path).sheets if title in POSTED[example]]
    assert shown == list(POSTED[example])
    (pdf,) = to_pdf([path], tmp_path / "pdf")
    pages = posted_in(pdf)
    assert len(pages) >= len(shown)
    for page in pages:
        assert [word.text for word in heading_of(page)] == ["Round", str(draw.round)]
        assert all((word.bottom - word.top) / EM > 59 for word in heading_of(page))
        heights = [(word.bottom - word.top) / EM for word in lines_of(page)]
        assert min(heights) >= 11.9
        assert median(heights) >= 13.9
    # a long name may go on on a second line at its hyphen
    every = {part for page in pages for word in page for part in word.text.split("-")}
    assert set(PERSON.replace("-", " ").split()) <= every
    assert any(word.endswith("…") for word in every)


@pytest.mark.parametrize("example", POSTED)
def test_what_stands_above_names_is_read_from_where_they_are_read(example: str, tmp_path: Path) -> None:
    event = example_event(example, "a4")
    write_draw(tmp_path / "draw.xlsx", event, drawn(event, example).draw, system_of(example).postings)
    (pdf,) = to_pdf([tmp_path / "draw.xlsx"], tmp_path / "pdf")
    names = {part for name in event.names.values() for part in name.split()}
    captions = {"Table", "Board", "Who", "Name", "Seat", "meets", "Team"}
    for page in posted_in(pdf):
        lines = lines_of(page)
        largest = max([word.bottom - word.top for word in lines if word.text in names], default=0)
        assert all(word.bottom - word.top >= 0.74 * largest for word in lines if word.text in captions)


@pytest.mark.parametrize("example", [*POSTED, "duplicate"])
def test_the_foot_of_a_posting_says_of_which_event_and_draw_it_is(example: str, tmp_path: Path) -> None:
    event = example_event(example, "a4")
    draw = drawn(event, example).draw
    write_draw(tmp_path / "draw.xlsx", event, draw, system_of(example).postings)
    which = f"draw of round {draw.round}" if draw.round else "draw of the whole event"
    wanted = POSTED.get(example, ("Movement", "Teams"))
    book = load_workbook(tmp_path / "draw.xlsx")
    feet = {sheet.title: str(sheet.oddFooter and sheet.oddFooter.left.text) for sheet in book}
    for title in wanted:
        assert feet[title].startswith(f"{event.header.name}, {which}:  {title}"), feet[title]


@pytest.mark.parametrize("example", POSTED)
def test_nothing_for_the_director_and_no_id_of_a_seat_is_on_the_wall(example: str, tmp_path: Path) -> None:
    event = example_event(example, "a4")
    made = drawn(event, example)
    remarked = replace(made.draw, remarks={1: ("drawn as never before", "at the cost of all")})
    write_draw(tmp_path / "draw.xlsx", event, remarked, system_of(example).postings)
    workbook = read_workbook(tmp_path / "draw.xlsx")
    kept = for_director(workbook.names)
    wall = {
        text for title in workbook.sheets if title not in kept and title[0] != "_" for text in texts(workbook, title)
    }
    assert not [text for text in wall if "never before" in text or "at the cost" in text]
    assert not wall & {seat for seat in event.seats(1) if "." in seat}
    told = [text for text in texts(workbook, "Report") if "never before; at the cost of all" in text]
    assert len(told) == (not event.REPORT_HAS_REMARKS)


def texts(workbook: ReadWorkbook, title: str) -> list[str]:
    return [str(cell.value) for cell in workbook.sheets[title].cells.values() if isinstance(cell.value, str)]


def test_seats_are_posted_by_their_titles(tmp_path: Path) -> None:
    event = amps_event(players=9, tables=1)
    write_draw(tmp_path / "draw.xlsx", event, AMPS.draw(RoundContext(event, 1)), AMPS.postings)
    workbook = read_workbook(tmp_path / "draw.xlsx")
    side = event.scenarios[0].sides[0]
    for sheet in ("By table", "By name"):
        assert {f"{side.title}{HARD_BLANK}{number}" for number in (1, 2, 3, 4)} <= set(texts(workbook, sheet))


def test_seats_whose_side_has_a_name_too_long_for_the_paper_keep_their_numbers() -> None:
    workbook = read_workbook(recalculated("posted: a side too long for the paper").path)
    for sheet in ("By table", "By name"):
        seats = [text for text in texts(workbook, sheet) if text.startswith(SQUADRON[:12])]
        # no line ends before a number, which would stand alone on the next one
        assert {seat[-2:] for seat in seats} == {f"{HARD_BLANK}{number}" for number in (1, 2, 3, 4)}
    assert any("…" in seat for seat in seats)


COMPOUND = "Wolfeschlegelsteinhausenbergerdorf"
assert len(COMPOUND) == 34


@PAPERS
def test_names_of_40_letters_and_sides_of_34_are_whole_on_more_pages_if_need_be(paper: str, tmp_path: Path) -> None:
    event = amps_event(players=36, tables=4, paper=paper)
    named = zip(event.scenarios[0].sides, "xyz", strict=True)
    sides = {side.title: f"{COMPOUND[:-1]}{letter}" for side, letter in named}
    pilots = {one.name: f"Bartholomew Montgomery of Wolverhamm {one.id}" for one in event.players}
    assert {len(name) for name in pilots.values()} == {40}
    event, draw = renamed(event, sides | pilots), AMPS.draw(RoundContext(event, 1))
    write_draw(tmp_path / "draw.xlsx", event, draw, AMPS.postings)
    (pdf,) = to_pdf([tmp_path / "draw.xlsx"], tmp_path / "pdf")
    pages = posted_in(pdf)
    assert not [word for page in pages for word in lines_of(page) if "…" in word.text]
    every = [word.text for page in pages for word in page]
    assert all(every.count(one.id) == 2 for one in event.players)
    for page in pages:
        seats = [word for word in page if word.text in sides.values()]
        numbers = [word for word in page if re.fullmatch("[1-4]", word.text)]
        assert seats
        for seat in seats:
            beside = [one for one in numbers if 0 < one.left - seat.right < 6 and abs(one.middle - seat.middle) < 1]
            assert len(beside) == 1
    # of four tables with sides of 4, 2 and 3 seats, by table and by name
    assert [every.count(side) for side in sides.values()] == [32, 16, 24]


def test_the_only_seat_of_a_side_is_posted_without_a_number() -> None:
    posted = recalculated("posted: the only seat of a side")
    event, workbook = posted.book.event, read_workbook(posted.path)
    side, several = event.scenarios[0].sides[0].title, event.scenarios[0].sides[-1].title
    for sheet in ("By table", "By name"):
        said = texts(workbook, sheet)
        assert side in said
        assert f"{side}{HARD_BLANK}1" not in said
        assert f"{several}{HARD_BLANK}1" in said


def test_few_players_are_posted_larger_than_many(tmp_path: Path) -> None:
    """Eight players fill their page with larger letters than seventy, who have more sheets and 14 points still."""
    sizes = []
    for count in (9, 180):
        event = amps_event(players=count, tables=count // 9)
        write_draw(tmp_path / f"{count}.xlsx", event, AMPS.draw(RoundContext(event, 1)), (AMPS.postings[1],))
        (pdf,) = to_pdf([tmp_path / f"{count}.xlsx"], tmp_path / "pdf")
        pages = posted_in(pdf)
        sizes.append((len(pages), median((word.bottom - word.top) / EM for page in pages for word in lines_of(page))))
    (few, large), (many, small) = sizes
    assert few == 1
    assert large > small >= 13.9
    assert many < 180 / 25


def test_beside_a_chinese_name_that_is_cut_off_a_latin_one_that_fits_is_whole(tmp_path: Path) -> None:
    """Who sits there as it is drawn is known; a name that the director puts there is cut by the number of its signs."""
    chinese = "".join(chr(0x4E8C + sign) for sign in range(150))
    quoted = 'Maximiliane "Max" Freifrau von und zu Wittgenstein-Berle aus Hausen an der Donau und der Burg Rosenau'
    quoted += " bei Aumühle im Sachsenwald am Ufer der Schwarzen Au"
    assert len(quoted) > len(chinese)
    event = amps_event(players=9, tables=1, names={"P01": chinese, "P02": quoted})
    path = tmp_path / "draw.xlsx"
    draw = AMPS.draw(RoundContext(event, 1))
    write_draw(path, event, draw, AMPS.postings)
    for sheet in ("By table", "By name"):
        shown = texts(read_workbook(path), sheet)
        assert quoted in shown
        (cut,) = (text for text in shown if text.endswith("…"))
        assert chinese.startswith(cut.removesuffix("…"))
    (pdf,) = to_pdf([path], tmp_path / "pdf")
    for page in posted_in(pdf):
        assert set(quoted.split()) <= {word.text for word in page}
    rows = {line.player: row for row, line in enumerate(draw_lines(event, draw), start=5)}
    type_in(path, {("Draw", f"D{rows['P01']}"): f"{quoted} (P02)", ("Draw", f"D{rows['P02']}"): f"{chinese} (P01)"})
    (again,) = compute([path], tmp_path / "again")
    posted = [str(value) for value in values_in(again)["By table"].cells.values()]
    (moved,) = (text for text in posted if text.startswith("Max") and text.endswith("…"))
    assert quoted.startswith(moved.removesuffix("…"))


def test_a_name_that_would_touch_the_frame_is_smaller() -> None:
    """By our measure it is 333 pixels wide at 14 points; columns of 330 pixels may have 351 in a program."""
    wall = Wall(PAPER_SIZES["letter"], 1, 4, 4, 5, (330, 330), 43, 14, (None, None), 3, 100)
    style = STYLES[wall.style("label", "Bartholomew O'Shaughnessy-Fitzgerald", 1)]
    assert not style["text_wrap"]
    assert style["font_size"] < 14
