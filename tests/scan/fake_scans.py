"""Scans put together without paper: the pages of a round's forms, with what somebody is to have written in boxes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np
from msgspec import Struct

from sheetscore.event.model import Event
from sheetscore.forms.form import FieldKey, Page, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import open_event
from sheetscore.reading.field_lines import read_lines
from sheetscore.scan.scanned import PictureArea, Scan, ScannedBox, ScannedPage, Source
from sheetscore.sheets.headings import page_code, paper_code

WIDE, HIGH = 680, 880
"""Pixels of a picture of a page."""

Picture = np.ndarray


class DrawnRound(Struct, frozen=True):
    """A round with its sheets, and what stands on the paper by the names that scripts have for boxes."""

    event: Event
    forms: RoundForms
    written: Mapping[FieldKey, Value]


def drawn_example(folder: Path, stage: int, lines: Path) -> DrawnRound:
    """Give a round of an example with what its CSV has for it."""
    opened = open_event(folder)
    forms = drawn_round(opened, stage).forms
    asked = read_lines(lines.read_text("utf-8"), forms, lines.name)
    assert not asked.findings
    return DrawnRound(opened.event, forms, {forms.public[key]: value for key, value in asked.values.items()})


def scan_of_round(drawn: DrawnRound, pages: Sequence[tuple[int, str]], **also: Mapping[FieldKey, str]) -> Scan:
    """Give a scan of some pages, by table and seat; ``proposals`` are what is read from boxes."""
    proposals = also.get("proposals", {})
    found = tuple(
        scanned_page(drawn, place, Source("scan.pdf", number), proposals) for number, place in enumerate(pages, start=1)
    )
    missing = [
        page_code(drawn.event.key, drawn.forms.round, table, page.number)
        for (table, seat), page in drawn.forms.pages.items()
        if (table, seat) not in pages
    ]
    return Scan(drawn.event.key, drawn.forms.round, found, (), tuple(missing))


def scanned_page(
    drawn: DrawnRound, place: tuple[int, str], source: Source, proposals: Mapping[FieldKey, str] | None = None
) -> ScannedPage:
    """Give a page as it comes out of a scan; the slip of a table where the list of all has its line."""
    forms, (table, seat) = drawn.forms, place
    if place in forms.pages:
        page = forms.pages[place]
        code = page_code(drawn.event.key, forms.round, table, page.number)
        publics = [forms.public[FieldKey(table, seat, field_id)] for field_id in page.form.fields]
    else:
        code = paper_code(drawn.event.key, forms.round, table, "S1")
        publics = [public for public in forms.by_public if public.table == table]
    picture = np.full((HIGH, WIDE), 255, np.uint8)
    cv2.putText(picture, code, (20, 30), cv2.FONT_HERSHEY_PLAIN, 1.3, 0)
    boxes = [
        _box(drawn, public, area, picture, (proposals or {}).get(public, ""))
        for public, area in zip(publics, _areas(drawn, publics), strict=True)
    ]
    return ScannedPage(source, code, table, jpeg(picture), (WIDE, HIGH), tuple(boxes))


def _areas(drawn: DrawnRound, publics: Sequence[FieldKey]) -> Iterator[PictureArea]:
    """Put the boxes of a line beside each other, lines below each other."""
    places = [drawn.forms.by_public[public] for public in publics]
    lines = [[*line] for _, line in groupby(places, lambda key: drawn.forms.fields[key][:2])]
    high = min(34, (HIGH - 60) // len(lines))
    for number, line in enumerate(lines):
        wide = min(150, (WIDE - 40) // len(line))
        yield from (PictureArea(20 + at * wide, 45 + number * high, wide - 4, high - 4) for at in range(len(line)))


def _box(drawn: DrawnRound, public: FieldKey, area: PictureArea, picture: Picture, proposal: str) -> ScannedBox:
    box = drawn.forms.fields[drawn.forms.by_public[public]][2]
    value = drawn.written.get(public)
    left, top, wide, high = area
    cv2.rectangle(picture, (left, top), (left + wide, top + high), 120, 1)
    if value is not None:
        text = "".join(sign if sign.isascii() else "?" for sign in str(shown(box, value)))
        size = min(0.8, 9 * wide / (110 * max(len(text), 3)))
        cv2.putText(
            picture, text, (left + 6, top + high - 6), cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, size, 40, 1, cv2.LINE_AA
        )
    cut = picture[max(top - 3, 0) : top + high + 3, max(left - 3, 0) : left + wide + 3]
    return ScannedBox(public.seat, public.field, area, png(cut), value is not None, proposal)


def png(picture: Picture) -> bytes:
    return bytes(cv2.imencode(".png", picture)[1])


def jpeg(picture: Picture) -> bytes:
    return bytes(cv2.imencode(".jpg", picture)[1])


__all__ = ["Collection", "DrawnRound", "Page", "drawn_example", "jpeg", "png", "scan_of_round", "scanned_page"]
