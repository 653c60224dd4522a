"""The comments on the cells of a sheet, collected while their XML is parsed.

Newer programs store a thread of comments in a part of its own, and a placeholder for it in the usual part for notes. So
a note is ignored if its cell has a thread.
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
    """The comments of one sheet; :attr:`texts` has them once all parts of the file with comments are parsed.

    Attributes
    ----------
    text
        A function to call with each piece of text between tags.
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
        """The comments by row and column: a note, or a comment with its answers."""
        notes = {at: (text,) for at, text in self._notes.items()}
        return notes | {at: tuple(texts) for at, texts in self._threads.items()}

    def cell(self, _row: int, _column: int, _attributes: Mapping[str, str], /) -> None:
        """Do nothing: a part with comments has no cells."""

    def begin(self, name: str, attributes: Mapping[str, str], /) -> None:
        """Handle the start of an element.

        Raises
        ------
        ValueError, LookupError
            A comment has no valid cell.
        """
        act = self._begins.get(name)
        if act:
            act(attributes)

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        act = self._ends.get(name)
        if act:
            act()

    def finish(self) -> None:
        """Do nothing: every comment is complete at the end of its element."""

    def _begin_comment(self, attributes: Mapping[str, str]) -> None:
        self._at = parse_address(attributes["ref"])
        self._written.start()

    def _end_note(self) -> None:
        self._notes[self._at] = self._written.whole

    def _begin_text_in_thread(self, _attributes: Mapping[str, str]) -> None:
        self._pieces.clear()

    def _end_text_in_thread(self) -> None:
        self._threads[self._at].append("".join(self._pieces))
