"""Chinese names of people and events, as wide as high: on all that is printed they are read whole, or end in “…”."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile
from pathlib import Path

import pytest
from dice_system import install
from libreoffice import to_pdf
from printed_pages import Rules, Word, ruled, words
from registered import SHOWN, renamed, system_of
from test_full_size import PAPERS, drawn, example_event, printed

from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw
from sheetscore.sheets.draw_workbook import write_draw

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
