"""Chinese names of people and events, as wide as high: on all that is printed they are read whole, or end in “…”."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path

import pytest
from dice_system import install
from diplomacy_event import diplomacy_event
from libreoffice import to_pdf
from msgspec.structs import replace
from printed_pages import SMALLEST_LABEL, SMALLEST_ROW, Rules, Word, rows_to_write_in, ruled, words
from registered import SHOWN, renamed, system_of
from test_full_size import PAPERS, drawn, example_event, printed

from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy import DIPLOMACY

PERSON = "".join(chr(0x4E8C + 31 * number) for number in range(60))
EVENT_NAME = "".join(chr(0x6C34 + 17 * number) for number in range(44))
assert len({*PERSON, *EVENT_NAME}) == 60 + 44

HIGH = 1.29
"""How high words in Droid Sans Fallback are in the PDF, in sizes of their font; lines are 1.17 high."""

SMALLEST = 7 * HIGH - 0.1
"""Points; what is typed in a box is read back, so it cannot end in “…”, and has a higher row."""


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def chinese(event: Event, draw: Draw) -> Event:
    """Give an event and the first of its people who is seated such names."""
    somebody = event.names[next(iter(draw.tables[0].seated.values()))]
    named = renamed(event, {somebody: PERSON})
    return named.model_copy(update={"header": event.header.model_copy(update={"name": EVENT_NAME})})


@PAPERS
@pytest.mark.parametrize("example", SHOWN)
def test_chinese_names_are_wrapped_then_smaller_then_end_in_dots(example: str, paper: str, tmp_path: Path) -> None:
    event = example_event(example, paper)
    draw = drawn(event, example).draw
    event = chinese(event, draw)
    write_draw(tmp_path / "draw.xlsx", event, draw, system_of(example).postings)
    (posted,) = to_pdf([tmp_path / "draw.xlsx"], tmp_path / "pdf")
    for pdf in (posted, printed(event, example, draw, tmp_path)):
        found = {PERSON: 0, EVENT_NAME: 0}
        for number, page in enumerate(words(pdf), start=1):
            rules = ruled(pdf, number)
            for name in found:
                for lines in occurrences(page, name):
                    found[name] += 1
                    assert min(line.bottom - line.top for line in lines) >= SMALLEST, (pdf.name, number, lines)
                    assert_not_cut(lines, rules, (pdf.name, number))
        assert min(found.values()) >= 1


@PAPERS
@pytest.mark.parametrize(("last_year", "sheets"), [(1910, 1), (1913, 2)])
def test_seven_of_them_at_one_board_are_legible(last_year: int, sheets: int, paper: str, tmp_path: Path) -> None:
    """Three lines of a name take more than a line to write on: votes give way, or the chart goes on on more paper."""
    event = diplomacy_event(7, 1, last_year=last_year)
    names = ["".join(chr(0x4E8C + 60 * at + sign) for sign in range(60)) for at in range(7)]
    event = renamed(event, {player.name: name for player, name in zip(event.players, names, strict=True)})
    event = event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})
    round_ = RoundContext(event, 1, library=DIPLOMACY.library())
    forms = replace(DIPLOMACY.forms(replace(round_, draw=DIPLOMACY.draw(round_))), live=None)
    write_round(tmp_path / "round1.xlsx", event, forms, forms.filled)
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    _cover, *pages = words(pdf)
    assert len(pages) == sheets
    for number, page in enumerate(pages, start=2):
        assert min(word.bottom - word.top for word in page) >= SMALLEST_LABEL
        assert min(rows_to_write_in(pdf, number)) >= SMALLEST_ROW
    for name in names:
        (lines,) = occurrences(pages[0], name)
        assert "".join(_of(line, name) for line in lines) == name
        assert_not_cut(lines, ruled(pdf, 2), name)


def occurrences(page: list[Word], name: str) -> Iterator[list[Word]]:
    """Yield the lines on which a name stands, wherever it begins; it goes on below until its end or until “…”."""
    parts = [word for word in page if set(word.text) & set(name)]
    for first in [part for part in parts if name[0] in part.text]:
        lines, read = [first], _of(first, name)
        while len(read) < len(name) and not _ends_in_dots(lines[-1], page):
            below = [part for part in parts if _of(part, name).startswith(name[len(read)]) and part.top > lines[-1].top]
            assert below, (name, read, [part.text for part in parts])
            lines.append(min(below, key=lambda part: (abs(part.left - first.left), part.top)))
            read += _of(lines[-1], name)
        assert name.startswith(read)
        yield lines


def _ends_in_dots(word: Word, page: list[Word]) -> bool:
    """Tell whether “…” follows, which may be from another font and so another word."""
    near = (one for one in page if abs(one.left - word.right) < 3 and one.top < word.middle < one.bottom)
    return "…" in word.text or any(one.text.startswith("…") for one in near)


def _of(word: Word, name: str) -> str:
    """Give the signs of a name in a word."""
    return "".join(
        takewhile(lambda sign: sign in name, word.text[next(i for i, s in enumerate(word.text) if s in name) :])
    )


def assert_not_cut(lines: list[Word], rules: Rules, where: object) -> None:
    """See to it that lines do not stand in one another, and that no edge of a cell runs through them."""
    for line in lines:
        free = (line.bottom - line.top) / 6
        for left, right, y in rules.across:
            beside = right <= line.left + 2 or left >= line.right - 2
            assert beside or not line.top + free < y < line.bottom - free, (where, line, y)
        for top, bottom, x in rules.down:
            above = bottom <= line.top + free or top >= line.bottom - free
            assert above or not line.left + 1 < x < line.right - 1, (where, line, x)
    for one, other in pairwise(lines):
        assert other.top - one.top >= 0.8 * (one.bottom - one.top), (where, one, other)
