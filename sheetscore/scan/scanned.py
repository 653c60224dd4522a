"""The result of a scan: pages of the round with their boxes, and refused pictures.

:mod:`sheetscore.scan.find` makes the result, and the browser page shows it. A person types every entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Source(NamedTuple):
    """The file and page number of a picture."""

    file: str
    """The file's name, without its folder."""
    number: int
    """The page of the file, counted from 1; 1 if the file is a single picture."""

    @property
    def called(self) -> str:
        """The name shown to people: ``scan.pdf, page 3``."""
        return f"{self.file}, page {self.number}" if self.number > 1 or self.file.endswith(".pdf") else self.file


class PictureArea(NamedTuple):
    """A rectangle on the straightened picture of a page, in its pixels, from its upper left corner."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class ScannedBox:
    """A box of a page in a picture."""

    seat: str
    """The seat, as in the CSV for ``fill``; "" for a box of the table."""
    field: str
    """The field id, such as `strike.hits.1.d`."""
    area: PictureArea
    """The box within its lines."""
    picture: bytes
    """The box with a small margin, as PNG."""
    is_written_on: bool
    """Whether somebody may have written in the box; False if only printed lines were found."""
    proposal: str = ""
    """A whole number read from the handwriting; "" if the reading is not certain."""


@dataclass(frozen=True)
class ScannedPage:
    """A sheet of paper of the round, straightened."""

    source: Source
    code: str
    """The code of the page, such as `R03-T017-P4-9F3K`; `R03-T017-P4.2-9F3K` for its second sheet of paper."""
    table: int
    """The table of its boxes, as in the CSV for ``fill``."""
    picture: bytes
    """The straightened page, as JPEG."""
    size: tuple[int, int]
    """Width and height of that picture, in pixels."""
    boxes: tuple[ScannedBox, ...]
    """The boxes from top to bottom, then from left to right."""


@dataclass(frozen=True)
class RefusedPicture:
    """A picture that is no page of the round, or too poor to place the page."""

    source: Source
    why: str
    """The message for the person who scans: what is wrong, and what to do."""
    thumbnail: bytes
    """A small version of the picture, as JPEG; b"" if it could not be opened."""


@dataclass(frozen=True)
class Scan:
    """The pages and refused pictures from the files of one scan of one round."""

    event_key: str
    round_number: int
    pages: tuple[ScannedPage, ...]
    """The pages in the order of the round; a page scanned twice is listed twice."""
    refused: tuple[RefusedPicture, ...]
    missing: tuple[str, ...]
    """The codes of the round's pages that are in no picture."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The names of papers that are no pages of the sheets, such as `slip`, by their codes."""
