"""The score sheets of a round and their marked copy: ingesting rewrites them or puts them aside, and may drop notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.model import Event
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.drawn_rounds import sheets_begun
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.beside_boxes import beside_boxes
from sheetscore.operations.safeguards.newest_moments import DONE_WITH
from sheetscore.operations.safeguards.overwrite_guard import baseline_of
from sheetscore.operations.safeguards.which_marked_copy import is_done_with
from sheetscore.problems import UnreadableFile
from sheetscore.reading.marked_copies import LEFT_IN_COPY
from sheetscore.reading.not_carried import Beside
from sheetscore.reading.round_workbook import COPIED, INCOMPLETE, ReadBoxes, ReadRound
from sheetscore.results.record import SourceFile
from sheetscore.sheets.hidden_sheets import Baseline, stamp
from sheetscore.sheets.round_workbook import Marks, write_round
from sheetscore.systems.context import RoundContext
from sheetscore.workbooks.saved_meanwhile import refuse_if_saved_meanwhile
from sheetscore.workbooks.saving import Saved, put_aside, refuse_if_open, save

_UNREAD = frozenset({"structure", COPIED})
"""The codes of findings about typed values that cannot be read, so that a marked copy lacks them."""


class Sheets(Struct, frozen=True):
    """The workbook of a round as it was read, incomplete tables included."""

    path: Path
    context: RoundContext[Event]
    read: ReadRound
    is_marked: bool = False
    """Whether it is a marked copy, under any name."""

    @property
    def number(self) -> int:
        """The round."""
        return self.context.stage

    @property
    def forms(self) -> RoundForms:
        """The forms of its pages."""
        return self.context.forms

    @property
    def stamp(self) -> str:
        """The stamp of workbooks with these values."""
        return stamp(self.read.entered.entries, self.read.entered.raw)


def besides_dropped(opened: OpenEvent, sheets: Sheets, done: ReadRound, missing: Sequence[int]) -> list[Beside]:
    """Find contents beside the boxes of the workbooks that ingesting rewrites, or moves to ``kept/``.

    Parameters
    ----------
    done
        What is scored: all that was read, or its complete tables.
    missing
        The tables that provisional results leave out.
    """
    marked, own = opened.folder.marked(sheets.number), opened.folder.sheets(sheets.number)
    from_marked = sheets.is_marked
    # the marked copy is written anew, or put aside since nothing is missing, or taken into the score sheets
    written = [marked] if has_marks(sheets, done) or not missing or from_marked else []
    if from_marked and done.status != "errors":
        written.append(own)
    besides: list[Beside] = []
    for path in filter(Path.exists, written):
        refuse_if_open(path)
        read = sheets.read if path == sheets.path else opened.boxes(path, sheets.context)
        besides += beside_boxes(read.entered, path, is_other=path != sheets.path)
        if from_marked and path == own:
            besides += _unread(own, read, sheets.read)
    return besides


def _unread(own: Path, read: ReadBoxes | ReadRound, mended: ReadRound) -> Iterator[Beside]:
    """Find values typed into the score sheets that a marked copy lacks, since they are on copied sheets or torn lines.

    A finding is left out once the marked copy differs in every box that it names or, if it names a page, on that page:
    somebody has typed there.
    """
    before, now = read.entered.texts, mended.entered.texts
    changed = {key for key in before.keys() | now.keys() if before.get(key) != now.get(key)}
    changed |= {key._replace(field="") for key in changed}
    for one in read.findings:
        if one.code in _UNREAD and not changed.issuperset(one.fields):
            yield Beside(own.name, replace(one, sheet=f"[{own.name}]{one.sheet}"), several=True)


def has_marks(sheets: Sheets, done: ReadRound) -> bool:
    """Return whether a marked copy of the sheets would have any mistake to show."""
    if done.status == "errors":
        return bool(sheets.read.entered.cells)  # a workbook that is not this round's at all has none
    # provisional results leave out tables with errors: the copy shows these
    return any(one.is_error and one.code not in INCOMPLETE for one in sheets.read.findings)


def write_marked(opened: OpenEvent, sheets: Sheets, begun: Baseline | None) -> Saved:
    """Write the marked copy."""
    entered, marked = sheets.read.entered, opened.folder.marked(sheets.number)
    refuse_if_open(marked)
    marks = Marks(entered.raw, sheets.read.findings)
    return save(
        marked,
        lambda unfinished: write_round(unfinished, opened.event, sheets.forms, entered.entries, marks, begun),
    )


class SettledInputs(Struct, frozen=True):
    """The score sheets and their marked copy after they were put in order, before the results are written."""

    source: SourceFile
    """The workbook that the results come from."""
    marked: Path | None
    """The new marked copy; None if there is nothing to mark."""
    written: Mapping[Path, str]
    """The digests of the written files."""
    kept: Mapping[Path, Path | None]
    """The copies of replaced or settled files, by their paths."""
    stamps: Mapping[str, str]
    """The stamps for the journal: of the workbook that the results come from, and of the marked copy."""


def settle_inputs(
    opened: OpenEvent, sheets: Sheets, done: ReadRound, missing: Sequence[int], besides: Sequence[Beside]
) -> SettledInputs:
    """Put the values of a mended marked copy into the round's workbook, and mark the mistakes of tables left out.

    A mended copy is deleted once its values are taken in. One that was not taken in, and that nobody needs any more,
    goes to ``kept/``.

    Parameters
    ----------
    besides
        The contents that are not taken in: a marked copy with some of them goes to ``kept/``, too.
    """
    path, marked = sheets.path, opened.folder.marked(sheets.number)
    source = SourceFile(path.name, done.sha256)
    written: dict[Path, str] = {}
    kept: dict[Path, Path | None] = {}
    stamped = sheets.read.entered.begun.stamp if sheets.read.entered.begun else ""
    stamps: dict[str, str] = {}
    if sheets.is_marked:
        own = opened.folder.sheets(sheets.number)  # asked before saving, which may change the format to .xlsx
        saved = _take_back(opened, sheets)
        source = SourceFile(saved.path.name, saved.sha256)
        stamped = sheets.stamp
        written[saved.path], kept[own] = saved.sha256, saved.kept
        # after its values are saved: until then the copy alone has them
        differs = any(one.code == LEFT_IN_COPY for one in sheets.read.findings)
        if path.name != marked.name or differs or any(one.file == path.name for one in besides):
            kept[path] = put_aside(path)
        else:
            refuse_if_saved_meanwhile(path)
            path.unlink()
        stamps[marked.name] = DONE_WITH
    of_source = {source.name: stamped} if stamped else {}
    if has_marks(sheets, done):
        begun = baseline_of(opened, path, sheets.read, sheets.forms)
        begun = replace(begun, source=source.name, sha256=source.sha256)
        saved = write_marked(opened, sheets, begun)
        written[saved.path] = saved.sha256
        kept.setdefault(marked, saved.kept)
        return SettledInputs(source, saved.path, written, kept, {**stamps, marked.name: sheets.stamp, **of_source})
    if not missing and not is_done_with(opened, sheets.number):
        stamps[marked.name] = DONE_WITH
    if marked.exists() and (not missing or _is_untouched(opened, sheets, marked)):
        kept[marked] = put_aside(marked)  # if it were mended now, it would bring old values back
        stamps[marked.name] = DONE_WITH
    return SettledInputs(source, None, written, kept, {**stamps, **of_source})


def _is_untouched(opened: OpenEvent, sheets: Sheets, marked: Path) -> bool:
    """Return whether nobody typed or noted anything in a marked copy since it was made from these score sheets."""
    try:
        copy = opened.boxes(marked, sheets.context)
    except UnreadableFile:
        return False
    begun = copy.entered.begun
    if begun is None or not begun.was_made_from(sheets.path) or copy.entered.texts != begun.written:
        return False
    return not beside_boxes(copy.entered, marked) and not any(one.code in _UNREAD for one in copy.findings)


def _take_back(opened: OpenEvent, sheets: Sheets) -> Saved:
    """Put the values of a mended marked copy into the round's workbook."""
    path, entered = opened.folder.sheets(sheets.number), sheets.read.entered
    refuse_if_open(path)
    begun, marks = sheets_begun(opened, entered, sheets.forms), Marks(entered.raw)
    return save(
        path, lambda unfinished: write_round(unfinished, opened.event, sheets.forms, entered.entries, marks, begun)
    )
