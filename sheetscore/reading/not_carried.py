"""Additions of a person that a rewritten workbook loses: comments, text on the cover, sheets of the person's own.

A rewritten workbook has only the boxes and what follows from them. A comment counts as a person's unless it is, word
for word, a note that we wrote; a value on a sheet without boxes counts as a person's unless we wrote it there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.findings import Finding, Severity, finding
from sheetscore.reading.evidence import Witnesses
from sheetscore.sheets.cover import COVER, TEAMS
from sheetscore.sheets.round_papers import FINDINGS_SHEET
from sheetscore.sheets.written import HIDDEN_SHEETS, fingerprint, read_written
from sheetscore.wording import first_few, join_words, pluralize
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.reader import ReadSheet, ReadWorkbook
from sheetscore.workbooks.sheet_cells import Position, Value

_MOST_NAMED = 5
"""The most cells that a message names; it counts the others."""


class Beside(Struct, frozen=True):
    """Something beside the boxes of a workbook, which the rewritten workbook would not have."""

    file: str
    """The name of the workbook."""
    found: Finding
    several: bool
    """Whether the finding is about more than one comment, text or sheet."""

    @property
    def stops(self) -> Finding:
        """The finding that prevents rewriting the workbook."""
        message = f"{self.found.message}; add --force to go on without {self._it}"
        return replace(self.found, message=message, severity=Severity.ERROR)

    def gone(self, kept: str) -> Finding:
        """Return the finding for a workbook that was rewritten all the same.

        Parameters
        ----------
        kept
            The file that still has the contents.
        """
        message = f"{self.found.message}; {kept} has {self._it}"
        return replace(self.found, message=message, severity=Severity.WARNING)

    @property
    def _it(self) -> str:
        return "them" if self.several else "it"


def not_carried(workbook: ReadWorkbook, boxes: Collection[str] = (), name: str = "") -> Iterator[Beside]:
    """Find what a person put beside the boxes; on sheets with boxes only the comments.

    Workbooks of early versions do not record what we wrote: of these, all comments are reported, and nothing else.

    Parameters
    ----------
    boxes
        The titles of the sheets with boxes; results, standings and plans have none.
    name
        The name of the workbook in messages. Default: the name of its file.
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
            values += [f"{one.title}!{cell}" for cell in one.shown]
        elif workbook.sheets[one.title].cells:
            sheets.append(f"“{one.title}”")
    yield from _told(name, noted, values, sheets)


def noted_besides(workbook: ReadWorkbook, anew: ReadWorkbook, title: str) -> Iterator[Beside]:
    """Find what a person put into a workbook that has lines to edit: everything that a new copy lacks.

    Parameters
    ----------
    anew
        The same workbook as it would be written again.
    title
        The sheet with the lines to edit. A text on it that the new copy has elsewhere is no addition: seats may have
        another order by now. On the other sheets every text counts that we did not write there.
    """
    name = workbook.path.name
    comments = [
        _place(sheet.title, at)
        for sheet in workbook.sheets.values()
        for at in sorted(sheet.comments)
        if at not in (anew.sheets[sheet.title].comments if sheet.title in anew.sheets else {})
    ]
    there, ours = (one.sheets[title].cells if title in one.sheets else {} for one in (workbook, anew))
    had, has = (Counter(cell.value for cell in cells.values()) for cells in (there, ours))
    texts = [
        f"{_place(title, at)} (“{cell.value}”)"
        for at, cell in sorted(there.items())
        if at not in ours and cell.formula is None and cell.value is not None and had[cell.value] > has[cell.value]
    ]
    others = (one for one in _without_boxes(workbook, ()) if one.title != title and one.ours is not None)
    texts += [f"{one.title}!{cell}" for one in others for cell in one.shown]
    own = [f"“{sheet.title}”" for sheet in workbook.sheets.values() if sheet.title not in anew.sheets and sheet.cells]
    yield from _told(name, comments, texts, own)


def _told(name: str, comments: Sequence[str], texts: Sequence[str], sheets: Sequence[str]) -> Iterator[Beside]:
    """Yield a finding for each kind of thing, with the places."""
    if comments:
        yield _beside(name, f"{pluralize(len(comments), 'comment')} on {_named(comments)}", len(comments))
    if texts:
        yield _beside(name, f"{'text' if len(texts) == 1 else 'texts'} on {_named(texts)}", len(texts))
    if sheets:
        yield _beside(name, f"the {'sheet' if len(sheets) == 1 else 'sheets'} {_named(sheets)}", len(sheets))


def typed_on_papers(workbook: ReadWorkbook, witnesses: Witnesses) -> Iterator[Finding]:
    """Find values typed on a sheet that is printed and never read: they count nowhere.

    Texts on the cover, on the list of teams and on the list of findings are notes, and left out.
    """
    boxes = [*witnesses.sheets]
    for one in _without_boxes(workbook, boxes):
        if one.ours in {None, COVER, TEAMS, FINDINGS_SHEET} or not one.typed:
            continue
        cells = "1 cell of it was" if len(one.typed) == 1 else f"{len(one.typed)} cells of it were"
        where = " to ".join(dict.fromkeys((boxes[0], boxes[-1]))) if boxes else "the other sheets"
        message = (
            f"“{one.title}” is printed and never read, and {cells} typed into: {_named(one.shown)}. Type what counts "
            f"into the boxes of {where}"
        )
        yield finding("not-read", message, sheet=one.title)


class _WithoutBoxes(Struct, frozen=True):
    """A sheet without boxes."""

    title: str
    ours: str | None
    """The title under which we wrote the sheet; None for a sheet that somebody added."""
    typed: Mapping[Position, Value] = {}
    """What somebody typed, by its cell; nothing on a sheet that somebody added."""

    @property
    def shown(self) -> list[str]:
        """The cells into which somebody typed, each with its value: ``B7 (“late”)``."""
        return [f"{address(*at)} (“{value}”)" for at, value in self.typed.items()]


def figures_typed(workbook: ReadWorkbook, apart_from: str) -> Iterator[str]:
    """Yield what somebody typed over figures of results, on all sheets except one: ``Results!C4 is “7”``.

    Numbers count anywhere, texts only in place of a figure: elsewhere a text is a note.
    """
    for one in _without_boxes(workbook, ()):
        if one.ours is not None and one.title != apart_from:
            sheet = workbook.sheets[one.title]
            yield from (
                f"{_place(one.title, at)} is “{value}”"
                for at, value in one.typed.items()
                if isinstance(value, int | float) or _is_among_figures(sheet, at, one.typed)
            )


def _is_among_figures(sheet: ReadSheet, at: Position, typed: Collection[Position]) -> bool:
    """Return whether a cell stands in a column of formulas, on a line that has more than what somebody typed.

    Workbooks do not record which cells had formulas. A note below a table is on a line of its own.
    """
    row, column = at
    above_and_below = (sheet.cells.get((row + step, column)) for step in (-1, 1))
    return any(one is not None and one.formula is not None for one in above_and_below) and any(
        line == row and (line, other) not in typed for line, other in sheet.cells
    )


def _without_boxes(workbook: ReadWorkbook, boxes: Collection[str]) -> Iterator[_WithoutBoxes]:
    """Yield the sheets without boxes; on sheets of ours, only values that we did not write.

    In a round workbook, whose score sheets have boxes, a number is a person's if a text on the sheet has the
    same digits, such as the ``2`` of a round: that text is what we wrote.
    """
    written = read_written(workbook)
    if written is None:
        return
    for title, sheet in workbook.sheets.items():
        if title in boxes or title in HIDDEN_SHEETS:
            continue
        filled = ((at, cell.value) for at, cell in sorted(sheet.cells.items()) if cell.formula is None)
        cells = {at: value for at, value in filled if value is not None}
        fingerprints = {at: fingerprint(value) for at, value in cells.items()}
        called = written.former_title(title, fingerprints.values(), workbook.sheets)
        if called is None:
            yield _WithoutBoxes(title, None)
            continue
        texts = {text for at, text in fingerprints.items() if isinstance(cells[at], str)}
        typed = (
            at
            for at, text in fingerprints.items()
            if not written.has_on(called, cells[at]) or (boxes and text in texts and not isinstance(cells[at], str))
        )
        yield _WithoutBoxes(title, called, {at: cells[at] for at in typed})


def _place(title: str, at: Position) -> str:
    return f"{title}!{address(*at)}"


def _named(places: Sequence[str]) -> str:
    return join_words(first_few(places, _MOST_NAMED))


def _beside(file: str, what: str, number: int) -> Beside:
    return Beside(file, finding("not-carried", f"not carried: {what}", sheet=file), number > 1)
