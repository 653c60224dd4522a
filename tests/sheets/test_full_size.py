"""Every page of every system at full size, on both papers: what a pencil and an eye need, and nothing cut off."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_system import install
from libreoffice import to_pdf
from msgspec.structs import replace
from posted_draws import PERSON
from printed_pages import (
    SMALLEST_LABEL,
    SMALLEST_ROW,
    Rectangle,
    Word,
    boxes_to_write_in,
    on_a_laser,
    rows_to_write_in,
    small_words,
    words,
)
from registered import EXAMPLES, SHOWN, renamed, system_of

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.context import RoundContext
from sheetscore.workbooks.reader import read_workbook

PAPERS = pytest.mark.parametrize("paper", ["letter", "a4"])
EVENT_NAME, PLACE = "The Twenty-Fifth Open Championship of Wessex", "Newcastle upon Tyne"
assert len(EVENT_NAME) == 44
READ = 0.15
"""The part of the ink of a word that a printer may leave white: of black it is a twentieth, of grey a third."""
TITLE = "The second crossing of the upper Monongahela"


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def example_event(example: str, paper: str) -> Event:
    event = load_event(system_of(example).example(example) / "event.toml")
    return event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})


def drawn(event: Event, example: str) -> RoundContext[Event]:
    """Draw the first stage of an example's event."""
    system = system_of(example)
    round_ = RoundContext(event, event.stages[0], library=system.library())
    return replace(round_, draw=system.draw(round_))


def awkward(event: Event, draw: Draw) -> Event:
    """Give an event whose own name, first title and first person who is seated are as long as they get."""
    somebody = event.names[next(iter(draw.tables[0].seated.values()))]
    titles = [str(part.title) for part in getattr(event, "scenarios", ()) if getattr(part, "title", "")]
    named = renamed(event, {somebody: PERSON, **dict.fromkeys(titles[:1], TITLE)})
    return named.model_copy(
        update={"header": event.header.model_copy(update={"name": EVENT_NAME, "place": PLACE})},
    )


def printed(event: Event, example: str, draw: Draw, folder: Path) -> Path:
    """Print the first table of a draw."""
    system = system_of(example)
    made = system.forms(RoundContext(event, draw.round, library=system.library(), draw=draw))
    forms = replace(made, tables=made.tables[:1], live=None)
    entries = {key: value for key, value in made.filled.items() if key in forms.fields}
    write_round(folder / "sheets.xlsx", event, forms, entries)
    return to_pdf([folder / "sheets.xlsx"], folder / "pdf")[0]


@PAPERS
@pytest.mark.parametrize("example", EXAMPLES)
def test_rows_are_high_enough_for_a_pencil_and_labels_for_an_eye(example: str, paper: str, tmp_path: Path) -> None:
    event = example_event(example, paper)
    assert_full_size(printed(event, example, drawn(event, example).draw, tmp_path))


@PAPERS
@pytest.mark.parametrize("example", SHOWN)
def test_long_names_shrink_nothing_below_that_and_are_not_cut(example: str, paper: str, tmp_path: Path) -> None:
    event = example_event(example, paper)
    draw = drawn(event, example).draw
    pdf = printed(awkward(event, draw), example, draw, tmp_path)
    assert_full_size(pdf)
    every = " ".join(" ".join(word.text for word in page) for page in words(pdf)[1:])
    assert PLACE in every
    assert EVENT_NAME.upper() in every.upper()  # in capitals where there is room
    assert set(PERSON.split()) <= set(every.split())


@PAPERS
@pytest.mark.parametrize("example", SHOWN)
def test_long_names_are_read_whole_on_what_is_posted(example: str, paper: str, tmp_path: Path) -> None:
    event = example_event(example, paper)
    draw = drawn(event, example).draw
    write_draw(tmp_path / "draw.xlsx", awkward(event, draw), draw, system_of(example).postings)
    (pdf,) = to_pdf([tmp_path / "draw.xlsx"], tmp_path / "pdf")
    pages = words(pdf)
    for number, page in enumerate(pages, start=1):
        small = [word for word in page if word.bottom - word.top < SMALLEST_LABEL and word.top < 700]
        assert not small, (number, small[:5])
    every = " ".join(
        word.text for page in pages for word in sorted(page, key=lambda word: (round(word.top), word.left))
    )
    cells = (sheet.cells.get((0, 0)) for sheet in read_workbook(tmp_path / "draw.xlsx").sheets.values())
    headings = {str(cell.value) for cell in cells if cell and str(cell.value).startswith(EVENT_NAME)}
    assert len(headings) >= 2
    assert not [heading for heading in headings if heading not in every]
    assert set(PERSON.split()) <= {word.text for page in pages for word in page}


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_laser_prints_black_what_a_player_reads_and_white_where_somebody_writes(example: str, tmp_path: Path) -> None:
    event = example_event(example, "a4")
    pdf = printed(event, example, drawn(event, example).draw, tmp_path)
    pages = words(pdf)
    assert "0" not in {word.text for word in pages[1]}, "nothing is finished on an unplayed sheet"
    for number in range(2, min(len(pages), 3) + 1):
        page, dots = pages[number - 1], on_a_laser(pdf, number)
        top = min(word.bottom for word in page)
        # event, place and the numbers of sheets and lines may be grey
        read = [word for word in page if word.top > top and not (word.text.isdigit() and is_first(word, page))]
        # the descenders of captions may stand in the coloured line below them
        letters = {word: Rectangle(word.left, word.top, word.right, word.bottom - 2) for word in read}
        assert not [word for word, place in letters.items() if word.text != "✂" and dots.lost(place) > READ]
        for box in boxes_to_write_in(pdf, number):
            corner = Rectangle(box.left + 3, box.top + 2, box.left + 6, box.top + 5)
            assert not dots.blackened(corner), (number, box)


def is_first(word: Word, page: list[Word]) -> bool:
    """Tell whether nothing stands to the left of a word."""
    return not any(other.left < word.left and abs(other.middle - word.middle) < 3 for other in page)


def assert_full_size(pdf: Path) -> None:
    """See to it that all pages to write on are large enough; there must be some."""
    pages = words(pdf)
    written = {number: rows for number in range(2, len(pages) + 1) if (rows := rows_to_write_in(pdf, number))}
    assert written
    for number, rows in written.items():
        assert min(rows) >= SMALLEST_ROW, (number, sorted(rows)[:5])
        small = small_words(pages[number - 1])
        assert not small, (number, small)
