"""The comments on the cells of a sheet, collected as their XML streams by.

Newer programs write a thread into a part of its own, and a note into the usual one that stands in for it. So where
there is a thread at a cell, what the note says does not count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sheetscore.workbooks.cell_refs import parse_address
from sheetscore.workbooks.guard.census import MAIN
from sheetscore.workbooks.sheet_cells import Position, WrittenText

_NOTE = f"{MAIN} comment"
_THREADED = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
_IN_THREAD, _TEXT_IN_THREAD = f"{_THREADED} threadedComment", f"{_THREADED} text"


class SheetComments:
    """The comments of one sheet, from however many parts; :attr:`texts` has them when all have come by.

    Attributes
    ----------
    text
        To be called with each piece of text between tags.
    """

    def __init__(self) -> None:
        self._notes: dict[Position, str] = {}
        self._threads: dict[Position, list[str]] = defaultdict(list)
        self._pieces: list[str] = []
        self.text = self._pieces.append
        self._written = WrittenText(self._pieces)
        self._at: Position = (0, 0)
        self._begins = {
            **self._written.begins,
            _NOTE: self._begin_comment,
            _IN_THREAD: self._begin_comment,
            _TEXT_IN_THREAD: self._begin_text_in_thread,
        }
        self._ends = {**self._written.ends, _NOTE: self._end_note, _TEXT_IN_THREAD: self._end_text_in_thread}

    @property
    def texts(self) -> dict[Position, tuple[str, ...]]:
        """What was said at each cell, by row and column: a note, or a comment with its answers."""
        notes = {at: (text,) for at, text in self._notes.items()}
        return notes | {at: tuple(texts) for at, texts in self._threads.items()}

    def cell(self, _row: int, _column: int, _attributes: Mapping[str, str], /) -> None:
        """Pass over a cell, which has no business among comments."""

    def begin(self, name: str, attributes: Mapping[str, str], /) -> None:
        """Take notice of an element that begins.

        Raises
        ------
        ValueError, LookupError
            A comment does not say on which cell it is.
        """
        act = self._begins.get(name)
        if act:
            act(attributes)

    def end(self, name: str) -> None:
        """Take notice of an element that ends."""
        act = self._ends.get(name)
        if act:
            act()

    def finish(self) -> None:
        """Leave the comments as they are: nothing is open at the end of a part."""

    def _begin_comment(self, attributes: Mapping[str, str]) -> None:
        self._at = parse_address(attributes["ref"])
        self._written.start()

    def _end_note(self) -> None:
        self._notes[self._at] = self._written.whole

    def _begin_text_in_thread(self, _attributes: Mapping[str, str]) -> None:
        self._pieces.clear()

    def _end_text_in_thread(self) -> None:
        self._threads[self._at].append("".join(self._pieces))
