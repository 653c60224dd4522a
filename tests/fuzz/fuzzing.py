"""Spoiling filled rounds by seeded random numbers, and judging what is made of them."""

from __future__ import annotations

import io
import shutil
import signal
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FrameType

import openpyxl
from event_folder import contents
from msgspec import Struct
from mutations import MUTATIONS, bend_file
from round_contexts import blank_round
from spoiled_parts import Position, Spoiled

from sheetscore.findings import Finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.ingest import ingest, open_round
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.pairing.draw import Draw
from sheetscore.problems import Problem
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.offered_lists import LISTS_SHEET
from sheetscore.sheets.round_workbook import field_places
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tasks.pages import SIGNED
from sheetscore.workbooks.cell_refs import parse_address

SECONDS = 20
"""What a case may take."""

INGESTED = 12
"""Every so many cases go through ``ingest`` in a folder of their own, the others through the reading alone."""


class Original(Struct, frozen=True, dict=True):
    """A filled round that nothing is wrong with.

    Parameters
    ----------
    folder
        Its event's folder.
    workbook
        Its bytes, by whichever program.
    """

    folder: Path
    workbook: bytes
    opened: OpenEvent
    forms: RoundForms
    draw: Draw
    rows: tuple[ResultRow, ...]
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, folder: Path, workbook: Path) -> Original:
        """Read a filled round of the event in a folder."""
        opened, number = open_round(folder / "round1.xlsx")
        context = drawn_round(opened, number)
        forms, draw = context.forms, context.draw
        read = read_round(workbook, opened.system, blank_round(opened.event, forms, draw))
        assert read.status != "errors", read.findings
        return cls(folder, workbook.read_bytes(), opened, forms, draw, read.score.rows, read.findings)

    @cached_property
    def taken_apart(self) -> Spoiled:
        """Its parts; whoever changes them takes a copy."""
        return Spoiled.of(self.workbook, list(field_places(self.forms).values()))


class Outcome(Struct, frozen=True):
    """What was made of a spoiled workbook: scores, findings, or the line that refused it."""

    rows: tuple[ResultRow, ...] | None
    findings: tuple[Finding, ...]
    refused: str = ""

    def end(self, original: Original) -> str:
        """Name it in a word or two, for counting."""
        if self.rows is None:
            return "refused" if self.refused else "errors"
        said = "nothing new said" if set(self.findings) <= set(original.findings) else "something said"
        return f"{'same' if self.rows == original.rows else 'other'} scores, {said}"


class Case(Struct, frozen=True):
    """One spoiled workbook: what was done to it, all its steps, and what is wrong with the answer."""

    did: tuple[str, ...]
    workbook: bytes
    outcome: Outcome | None
    violation: str


def run_case(original: Original, name: str, folder: Path) -> Case:
    """Spoil a round and judge what is made of it.

    Parameters
    ----------
    name
        What the random numbers follow from.
    folder
        An empty place to work in.
    """
    random = Random(name)
    steps, did = _spoiled(original, random)
    data = steps[-1].packed()
    if random.random() < 0.06:
        data, bent = bend_file(data, random)
        did.append(bent)
    through_ingest = random.randrange(INGESTED) == 0
    try:
        with _time_limit():
            outcome = _ingested(original, data, folder) if through_ingest else _read(original, data, folder)
    except Violation as found:
        return Case(tuple(did), data, None, str(found))
    except Exception:
        return Case(tuple(did), data, None, traceback.format_exc())
    return Case(tuple(did), data, outcome, _judged(original, steps, outcome))


class Violation(Exception):
    """What should never happen."""


def _spoiled(original: Original, random: Random) -> tuple[list[Spoiled], list[str]]:
    """Give the workbook after each of one to three mutations, the whole one first."""
    steps, did = [original.taken_apart], []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        book = steps[-1].copy()
        mutation = random.choice(MUTATIONS)
        try:
            said = mutation(book, random)
        except Exception:
            if len(steps) == 1:
                raise  # the mutation is wrong, not the workbook broken already
            continue
        if said:
            steps.append(book)
            did.append(said)
    return steps, did


def _read(original: Original, data: bytes, folder: Path) -> Outcome:
    path = folder / "round1.xlsx"
    path.write_bytes(data)
    opened = original.opened
    try:
        read = read_round(path, opened.system, blank_round(opened.event, original.forms, original.draw))
    except Problem as problem:
        return _refused(problem)
    return Outcome(None if read.status == "errors" else read.score.rows, read.findings)


def _ingested(original: Original, data: bytes, folder: Path) -> Outcome:
    """Ingest, and see that with errors nothing is written but the marked copy and the journal."""
    shutil.copytree(original.folder, folder, dirs_exist_ok=True)
    (folder / "round1.xlsx").write_bytes(data)
    before = contents(folder)
    try:
        done = ingest(folder / "round1.xlsx")
    except Problem as problem:
        if contents(folder) != before:
            raise Violation("refused, but something was written") from problem
        return _refused(problem)
    changed = {name for name, digest in contents(folder).items() if before.get(name) != digest}
    if done.status == "errors" and (done.rows or not changed <= {"round1-marked.xlsx", "journal.jsonl"}):
        raise Violation(f"errors, but written: {sorted(changed)}")
    return Outcome(None if done.status == "errors" else done.rows, done.findings)


def _refused(problem: Problem) -> Outcome:
    if "\n" in problem.message or "round1.xlsx" not in problem.message:
        raise Violation(f"refused in other than one line that names the file: {problem.message}")
    return Outcome(None, (), problem.message)


def _judged(original: Original, steps: Sequence[Spoiled], outcome: Outcome) -> str:
    """Say what is wrong with an outcome, if anything."""
    new = [one for one in outcome.findings if one not in original.findings]
    nowhere = [one for one in outcome.findings if not (one.sheet or one.fields or "round1.xlsx" in one.message)]
    if nowhere:
        return f"a finding says neither where nor in which file: {nowhere[0]}"
    if outcome.rows is None:
        return "" if outcome.refused or any(one.is_error for one in new) else "not scored, and nothing said"
    if outcome.rows == original.rows or any(one.cell or "round1.xlsx" in one.message for one in new):
        return ""
    if any(_is_plain_edit(before, after) for before, after in pairwise(steps)):
        return ""
    was = {(row["table"], row["seat"]): row["sp"] for row in original.rows}
    now = {(row["table"], row["seat"]): row["sp"] for row in outcome.rows}
    return f"other scores without a finding: {dict(sorted(now.items() - was.items()))}, new: {new}"


def _is_plain_edit(before: Spoiled, after: Spoiled) -> bool:
    """Tell whether two workbooks differ in nothing but the values of their boxes, as after a correction."""
    try:
        return _printed(before) == _printed(after)
    except Exception:
        return False


def _printed(book: Spoiled) -> tuple[dict[tuple[str, str, Position], object], dict[str, str]]:
    """Give all that stands in a workbook beside its boxes, by openpyxl's own reading.

    What drop-downs offer is not part of it: it often is one text with what stands in a box, and is never read back.
    Nor are the words below which people sign: they name no box.
    """
    book = book.copy()
    book.parts.pop("docProps/core.xml", None)  # openpyxl reads no cell where the author's name is damaged
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            opened = openpyxl.load_workbook(io.BytesIO(book.packed()))
        except KeyError:  # a drawing is lost, which nobody misses who looks at the cells alone
            opened = openpyxl.load_workbook(io.BytesIO(book.packed()), read_only=True)
    cells: dict[tuple[str, str, Position], object] = {
        (title, part, position): "=" if cell.data_type == "f" else cell.value
        for sheet, (title, part) in zip(opened.worksheets, book.tabs(), strict=True)
        if title != LISTS_SHEET
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None and cell.value not in SIGNED
        for position in [parse_address(cell.coordinate)]
        if (part, position) not in book.inputs
    }
    return cells, {name: str(defined.attr_text) for name, defined in opened.defined_names.items()}


@contextmanager
def _time_limit() -> Iterator[None]:
    """Break off what takes too long."""

    def too_long(_signal: int, _frame: FrameType | None) -> None:
        raise Violation(f"took longer than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
