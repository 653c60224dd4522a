"""Texts of a workbook as its XML streams by: those in cells, and those that cells share.

A text is plain, or a row of runs of which each has its own type; how it is pronounced is no part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sheetscore.workbooks.guard.census import MAIN

TEXT = f"{MAIN} t"
"""The element around each piece of a text."""

_SHARED, _RUN, _PHONETIC = f"{MAIN} si", f"{MAIN} r", f"{MAIN} rPh"
_ESCAPE = "x005F_"
"""Excel's sign for an underscore that begins no escape; openpyxl leaves it out of shared texts, and only of those."""


class WrittenText:
    """The text that comes by: :meth:`start` before it, :attr:`whole` after it.

    Parameters
    ----------
    pieces
        What stood between tags since it was last emptied.
    """

    def __init__(self, pieces: list[str]) -> None:
        self._pieces = pieces
        self._in_run = self._in_phonetic = False
        self.begins: Mapping[str, Callable[[], None]] = {
            TEXT: pieces.clear,
            _RUN: self._begin_run,
            _PHONETIC: self._begin_phonetic,
        }
        self.ends: Mapping[str, Callable[[], None]] = {
            TEXT: self._end_text,
            _RUN: self._end_run,
            _PHONETIC: self._end_phonetic,
        }
        self.start()

    def start(self) -> None:
        """Forget the text before."""
        self._plain, self._runs = "", ""

    @property
    def whole(self) -> str:
        """The text, whatever it is set in."""
        return self._plain + self._runs

    def _begin_run(self) -> None:
        self._in_run = True

    def _end_run(self) -> None:
        self._in_run = False

    def _begin_phonetic(self) -> None:
        self._in_phonetic = True

    def _end_phonetic(self) -> None:
        self._in_phonetic = False

    def _end_text(self) -> None:
        if self._in_phonetic:
            return
        if self._in_run:
            self._runs += "".join(self._pieces)
        else:
            self._plain = "".join(self._pieces)


class SharedTexts:
    """The texts that cells share; :attr:`texts` has them in their order.

    Attributes
    ----------
    text
        To be called with each piece of text between tags.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        pieces: list[str] = []
        self.text = pieces.append
        self._written = WrittenText(pieces)
        self._begins = {**self._written.begins, _SHARED: self._written.start}
        self._ends = {**self._written.ends, _SHARED: self._keep}

    def cell(self, _row: int, _column: int, _attributes: Mapping[str, str], /) -> None:
        """Pass over a cell, which has no business among the shared texts."""

    def begin(self, name: str, _attributes: Mapping[str, str], /) -> None:
        """Take notice of an element that begins."""
        act = self._begins.get(name)
        if act:
            act()

    def end(self, name: str) -> None:
        """Take notice of an element that ends."""
        act = self._ends.get(name)
        if act:
            act()

    def finish(self) -> None:
        """Leave the texts as they are: nothing is open at the end of the part."""

    def _keep(self) -> None:
        self.texts.append(self._written.whole.replace(_ESCAPE, ""))
