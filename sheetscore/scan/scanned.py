"""What was found in the pictures of a scan: pages of the round with their boxes, and pictures that are no page.

Finding makes it (:mod:`sheetscore.scan`), the page to look through shows it. Nothing in it is an entry: a person types.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Source(NamedTuple):
    """A picture as it came."""

    file: str
    """The file's name, without its folder."""
    number: int
    """Of its pages, counted from 1; 1 where the file is one picture."""

    @property
    def called(self) -> str:
        """What it is called: ``scan.pdf, page 3``."""
        return f"{self.file}, page {self.number}" if self.number > 1 or self.file.endswith(".pdf") else self.file


class PictureArea(NamedTuple):
    """A rectangle on the straightened picture of a page, in its pixels, from its upper left corner."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class ScannedBox:
    """A box to write in, as it came back on paper."""

    seat: str
    """Of the entry, as in `fill`; "" where the box is the table's."""
    field: str
    """The field id, such as `strike.hits.1.d`."""
    area: PictureArea
    """The box within its lines."""
    picture: bytes
    """The box cut out with a little of what is around it, as PNG."""
    is_written_on: bool
    """False where nothing but printed lines was found."""
    proposal: str = ""
    """A whole number read from it, where that is sure; "" otherwise."""


@dataclass(frozen=True)
class ScannedPage:
    """A sheet of paper of the round, straightened."""

    source: Source
    code: str
    """The page's code, such as `R03-T017-P4-9F3K`; of a further sheet of paper `R03-T017-P4.2-9F3K`."""
    table: int
    picture: bytes
    """The straightened page, as JPEG."""
    size: tuple[int, int]
    """Width and height of that picture, in pixels."""
    boxes: tuple[ScannedBox, ...]
    """In the order in which they are on the page."""


@dataclass(frozen=True)
class RefusedPicture:
    """A picture that is no page of the round, or not well enough to be placed."""

    source: Source
    why: str
    """What is wrong, and what to do, for the person who scans."""
    thumbnail: bytes
    """A small picture of it, as JPEG; b"" where it could not be opened."""


@dataclass(frozen=True)
class Scan:
    """Everything that came out of the files of one scan of one round."""

    event_key: str
    round_number: int
    pages: tuple[ScannedPage, ...]
    """In the order of the round; one that was scanned twice is twice."""
    refused: tuple[RefusedPicture, ...]
    missing: tuple[str, ...]
    """The codes of the round's pages that are in no picture."""
    called: Mapping[str, str] = field(default_factory=dict)
    """What papers are that are no page of the sheets, such as `slip`, by their codes."""
