"""What a person put into a workbook that no other keeps: comments, text on the cover, sheets of one's own.

A workbook that is rewritten has the boxes and what follows from them. A comment is a person's unless it says, word
for word, what we noted in a cell; so is every value on a sheet without boxes that we did not write there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.findings import Finding, Severity, finding
from sheetscore.reading.evidence import Witnesses
from sheetscore.sheets.cover import COVER, TEAMS
from sheetscore.sheets.round_papers import FINDINGS_SHEET
from sheetscore.sheets.written import HIDDEN_SHEETS, read_written, sign
from sheetscore.wording import first_few, join_words, pluralize
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import ReadWorkbook
from sheetscore.workbooks.sheet_cells import Position

_MOST_NAMED = 5
"""Cells that a message names; more are counted."""


class Beside(Struct, frozen=True):
    """Something beside the boxes of a workbook, which one that is rewritten does not have."""

    file: str
    """The name of the workbook."""
    found: Finding
    several: bool
    """Whether it is more than one thing."""

    @property
    def stops(self) -> Finding:
        """Say it of a workbook that is not rewritten because of it."""
        message = f"{self.found.message}; add --force to go on without {self._it}"
        return replace(self.found, message=message, severity=Severity.ERROR)

    def gone(self, kept: str) -> Finding:
        """Say it of a workbook that was rewritten all the same.

        Parameters
        ----------
        kept
            The file that has it.
        """
        message = f"{self.found.message}; {kept} has {self._it}"
        return replace(self.found, message=message, severity=Severity.WARNING)

    @property
    def _it(self) -> str:
        return "them" if self.several else "it"


def not_carried(workbook: ReadWorkbook, boxes: Collection[str] = (), name: str = "") -> Iterator[Beside]:
    """Find what a person put beside the boxes; on the sheets with boxes themselves the comments alone.

    Workbooks from before they told what we wrote tell only the comments: on other sheets anything may be ours.

    Parameters
    ----------
    boxes
        The titles of the sheets with boxes; results, standings and plans have none.
    name
        What to call the workbook, where it is not its file's name.
    """
    written, name = read_written(workbook), name or workbook.path.name
    noted = [
        _place(title, at)
        for title, sheet in workbook.sheets.items()
        for at in sorted(sheet.comments)
        if not (written and all(map(written.has_note, sheet.comments[at])))
    ]
    values: list[str] = []
    sheets: list[str] = []
    for one in _without_boxes(workbook, boxes):
        if one.ours is not None:
            values += [f"{one.title}!{cell}" for cell in one.typed]
        elif workbook.sheets[one.title].cells:
            sheets.append(f"“{one.title}”")
    yield from _told(name, noted, values, sheets)


def noted_besides(workbook: ReadWorkbook, anew: ReadWorkbook, title: str) -> Iterator[Beside]:
    """Find what a person put into a workbook that tells nothing of what we wrote, as the same written again lacks it.

    Parameters
    ----------
    anew
        The same workbook as it would be written again.
    title
        The sheet on which a text counts that has no place there; the others may be laid out otherwise by now.
    """
    name = workbook.path.name
    comments = [
        _place(sheet.title, at)
        for sheet in workbook.sheets.values()
        for at in sorted(sheet.comments)
        if at not in (anew.sheets[sheet.title].comments if sheet.title in anew.sheets else {})
    ]
    there, ours = (one.sheets[title].cells if title in one.sheets else {} for one in (workbook, anew))
    texts = [
        f"{_place(title, at)} (“{cell.value}”)"
        for at, cell in sorted(there.items())
        if at not in ours and cell.formula is None and cell.value is not None
    ]
    own = [f"“{sheet.title}”" for sheet in workbook.sheets.values() if sheet.title not in anew.sheets and sheet.cells]
    yield from _told(name, comments, texts, own)


def _told(name: str, comments: Sequence[str], texts: Sequence[str], sheets: Sequence[str]) -> Iterator[Beside]:
    """Say what there is of each kind, by its places."""
    if comments:
        yield _beside(name, f"{pluralize(len(comments), 'comment')} on {_named(comments)}", len(comments))
    if texts:
        yield _beside(name, f"{'text' if len(texts) == 1 else 'texts'} on {_named(texts)}", len(texts))
    if sheets:
        yield _beside(name, f"the {'sheet' if len(sheets) == 1 else 'sheets'} {_named(sheets)}", len(sheets))


def typed_on_papers(workbook: ReadWorkbook, witnesses: Witnesses) -> Iterator[Finding]:
    """Find what a person typed on a sheet that is printed and never read: it counts nowhere.

    The cover, the list of teams and that of findings are no such sheets: what is there is a note.
    """
    boxes = [*witnesses.sheets]
    for one in _without_boxes(workbook, boxes):
        if one.ours in {None, COVER, TEAMS, FINDINGS_SHEET} or not one.typed:
            continue
        cells = "1 cell of it was" if len(one.typed) == 1 else f"{len(one.typed)} cells of it were"
        where = " to ".join(dict.fromkeys((boxes[0], boxes[-1]))) if boxes else "the other sheets"
        message = (
            f"“{one.title}” is printed and never read, and {cells} typed into: {_named(one.typed)}. Type what counts "
            f"into the boxes of {where}"
        )
        yield finding("not-read", message, sheet=one.title)


class _WithoutBoxes(Struct, frozen=True):
    """A sheet without boxes: what it was called when we wrote it, and what was typed on it, cell by cell."""

    title: str
    ours: str | None
    typed: Sequence[str] = ()


def _without_boxes(workbook: ReadWorkbook, boxes: Collection[str]) -> Iterator[_WithoutBoxes]:
    """Go through the sheets without boxes; those of ours have what we wrote, too.

    Where that is a text, such as the number of a round, the same as a number was typed.
    """
    written = read_written(workbook)
    if written is None:
        return
    for title, sheet in workbook.sheets.items():
        if title in boxes or title in HIDDEN_SHEETS:
            continue
        filled = ((at, cell.value) for at, cell in sorted(sheet.cells.items()) if cell.formula is None)
        cells = {at: value for at, value in filled if value is not None}
        signs = {at: sign(value) for at, value in cells.items()}
        called = written.called(title, signs.values(), workbook.sheets)
        if called is None:
            yield _WithoutBoxes(title, None)
            continue
        texts = {text for at, text in signs.items() if isinstance(cells[at], str)}
        typed = (
            at
            for at, text in signs.items()
            if not written.has_on(called, cells[at]) or (boxes and text in texts and not isinstance(cells[at], str))
        )
        yield _WithoutBoxes(title, called, [f"{address(*at)} (“{cells[at]}”)" for at in typed])


def _place(title: str, at: Position) -> str:
    return f"{title}!{address(*at)}"


def _named(places: Sequence[str]) -> str:
    return join_words(first_few(places, _MOST_NAMED))


def _beside(file: str, what: str, number: int) -> Beside:
    return Beside(file, finding("not-carried", f"not carried: {what}", sheet=file), number > 1)
