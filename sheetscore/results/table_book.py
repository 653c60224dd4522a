"""A workbook of table sheets, planned in full before it is written; its sheets Rules and About.

Rules lists settings and point rules, in words and as formulas; About lists the source files and the time.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.registry import system_version
from sheetscore.forms.block import Block
from sheetscore.forms.form import PageForm
from sheetscore.results.hidden_data import DataLine, write_data
from sheetscore.results.record import SourceFile
from sheetscore.sheets.styles import styles_of
from sheetscore.sheets.written import write_fingerprints
from sheetscore.systems.outcomes import Decision
from sheetscore.tables.chart_height import with_fitting_charts
from sheetscore.tables.column_widths import worksheets_of
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import AnyTable, Table, text_column
from sheetscore.tables.wall_names import with_large_names
from sheetscore.tables.xlsx import write_table_sheets
from sheetscore.version import VERSION
from sheetscore.wording import rule_sentence, sums_together
from sheetscore.workbooks.book import EPOCH, Book, CellValue
from sheetscore.workbooks.paper import PAPER_SIZES, PaperName
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook

ABOUT = "About"
"""The title of the only sheet that differs between runs, by time and version."""


class TableBook(Struct, frozen=True, dict=True):
    """A workbook to be written."""

    title: str
    """The title in the document's properties."""
    paper: PaperName
    sheets: tuple[TableSheet, ...]
    """The sheets in the order of their tabs; the first one is shown. A sheet with a table that runs over a sheet of
    paper may become several worksheets."""
    kind: str = ""
    """The kind of the workbook on its hidden sheet; empty for a workbook that is never read back."""
    data: Sequence[DataLine] = ()
    """The lines of text for the hidden sheet."""

    @cached_property
    def worksheets(self) -> tuple[TableSheet, ...]:
        """The worksheets in the order of their tabs."""
        paper = PAPER_SIZES[self.paper]
        return tuple(part for sheet in self.sheets for part in worksheets_of(with_large_names(sheet, paper), paper))

    @property
    def stamp_parts(self) -> tuple[str, ...]:
        """The parts of the file that may differ while data are equal: see :func:`sheetscore.workbooks.saving.save`."""
        about = [sheet.title for sheet in self.worksheets].index(ABOUT)
        return (f"xl/worksheets/sheet{about + 1}.xml",)

    def write(self, path: Path) -> None:
        """Write the file."""
        book = Book(path, self.title)
        write_table_sheets(book, self.worksheets, PAPER_SIZES[self.paper], styles_of(book))
        if self.kind:
            write_data(book, self.kind, self.data)
            write_fingerprints(book, dated=ABOUT)
        book.close()


def with_heading(
    sheets: Sequence[TableSheet], lines: Callable[[str], Sequence[TextLine]], paper: PaperName
) -> tuple[TableSheet, ...]:
    """Put lines under the headings of worksheets; charts fill the rest of the paper.

    Parameters
    ----------
    lines
        Returns the lines to be put under a heading; they do not repeat what it says.
    """
    with_lines = (replace(sheet, lines=(*lines(sheet.heading), *sheet.lines)) for sheet in sheets)
    return tuple(with_fitting_charts(sheet, PAPER_SIZES[paper]) for sheet in with_lines)


class PointRule(Struct, frozen=True):
    """A point rule of a form: its subject, its text, and the formulas of its parts."""

    about: str
    words: str
    computed: str


def rules_sheet(decisions: Sequence[Decision], forms: Sequence[PageForm]) -> TableSheet:
    """Plan the sheet Rules.

    Parameters
    ----------
    forms
        The forms of the pages whose points it explains.
    """
    points = _merged(_rules(forms))
    tables: tuple[AnyTable, ...] = (_decisions(decisions), *([_point_rules(points)] if points else []))
    return TableSheet("Rules", "Rules", tables=tables, landscape=True)


def _merged(rules: Iterable[PointRule]) -> list[PointRule]:
    """Return rules without repetition: a rule of several blocks, such as one for each side, names them all.

    If their titles share a part before a colon, that part alone names them, unless another rule has the same part.
    """
    alike: dict[tuple[str, str], list[str]] = {}
    for rule in dict.fromkeys(rules):
        alike.setdefault((rule.words, rule.computed), []).append(rule.about)
    shared = Counter(before for abouts in alike.values() for before in {about.partition(": ")[0] for about in abouts})
    return [PointRule(_named_once(abouts, shared), *texts) for texts, abouts in alike.items()]


def _named_once(titles: Sequence[str], shared: Mapping[str, int]) -> str:
    """Join titles; a common part before a colon is given once, and alone if no other rule shares it."""
    parts = [title.partition(": ") for title in titles]
    before, *others = dict.fromkeys(start for start, *_ in parts)
    if others or len(titles) == 1 or not parts[0][1]:
        return ", ".join(titles)
    return before if shared[before] == 1 else f"{before}: {', '.join(own for *_, own in parts)}"


def _decisions(decisions: Sequence[Decision]) -> Table[Decision]:
    return Table(
        "decisions",
        (
            text_column("name", "Decision", 220, lambda decision: decision.name, style="cell text"),
            text_column("value", "In this event", 320, lambda one: one.words or one.value, style="cell text"),
            text_column("meaning", "What it means", 480, lambda one: one.about or one.meaning, style="cell text"),
        ),
        decisions,
        title="Decisions in force",
        fit_height=True,
        empty="The rules leave nothing open.",
    )


def _point_rules(rules: Sequence[PointRule]) -> Table[PointRule]:
    return Table(
        "rules",
        (
            text_column("about", "What", 220, lambda rule: rule.about, style="cell text"),
            text_column("words", "Points", 320, lambda rule: rule.words, style="cell text"),
            text_column("computed", "How they are computed", 480, lambda rule: rule.computed, style="cell text"),
        ),
        rules,
        title="Points",
        fit_height=True,
    )


def _rules(forms: Sequence[PageForm]) -> Iterator[PointRule]:
    """Yield the rules of all blocks with points, those on pages with sums first, then these sums."""
    for form in sorted(forms, key=lambda form: not form.sums):
        for block in form.blocks:
            if block.total:
                yield PointRule(block.title, rule_sentence(block.rule), _computed(block))
    for form in forms:
        for name, rule in form.sums:
            called, _, words = form.said.get(name, f"{name}, a sum of the whole page: {rule.text}").rpartition(": ")
            yield PointRule(called or "The whole page", "", words)


def _computed(block: Block) -> str:
    if block.said:
        return sums_together(block.said)
    steps = [f"{name} = {rule.text}" for name, rule in block.lets]
    return "\n".join([*steps, *([f"points = {block.total.text}"] if block.total else [])])


WRITTEN_AT = "written at"
"""The caption of the time on the sheet About."""


class Fact(Struct, frozen=True):
    """A line of the sheet About."""

    what: str
    value: CellValue
    style: str = "cell words"
    formula: str | None = None


def about_sheet(sources: Sequence[SourceFile], made_at: dt.datetime, system: str = "") -> TableSheet:
    """Plan the sheet About.

    Parameters
    ----------
    sources
        The files that the workbook was made from.
    made_at
        Shown in local time.
    system
        The id of the system that scored; the version of a plug-in is given beside ours.
    """
    # Version and time stay inside this sheet: as plain text they would be in the shared strings, where they would make
    # two workbooks of equal data differ.
    facts = [
        *(Fact(source.name, source.sha256) for source in sources),
        Fact("written by sheetscore", VERSION, formula=f'"{VERSION}"'),
        *([Fact(f"scored by {system}", version, formula=f'"{version}"')] if (version := _plug_in(system)) else ()),
        Fact(WRITTEN_AT, _serial(made_at), "cell time"),
    ]
    table = Table(
        "about",
        (
            text_column("what", "What", 220, lambda fact: fact.what),
            text_column(
                "value",
                "Digest of the file (SHA-256), version, time",
                520,
                lambda fact: fact.value,
                lambda here: here.line.formula,
                lambda fact: fact.style,
            ),
        ),
        facts,
    )
    return TableSheet(ABOUT, "About this workbook", tables=(table,))


def _plug_in(system: str) -> str:
    """Return the version of a plug-in system; empty for ours."""
    version = system_version(system)
    return "" if version == VERSION else version.replace('"', "")


def _serial(moment: dt.datetime) -> int | float:
    """Return a time as a spreadsheet's number of days, to the second."""
    local = moment.astimezone().replace(tzinfo=None, microsecond=0) if moment.tzinfo else moment
    return (local - EPOCH).total_seconds() / 86400


def serial_day(day: dt.date | None) -> int | None:
    """Return a date as a spreadsheet's number of days; None for None."""
    return (day - EPOCH.date()).days if day else None


def moment_of(value: object) -> dt.datetime | None:
    """Return the time in a cell, in the writer's local time; None for anything else."""
    if isinstance(value, dt.datetime):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return EPOCH + dt.timedelta(seconds=round(float(value) * 86400))


def written_at(path: Path) -> dt.datetime | None:
    """Return the time on the sheet About, to the second; None if it was removed.

    Raises
    ------
    UnreadableFile
        The file is damaged.
    """
    return moment_in(read_workbook(path, only=ABOUT))


def moment_in(workbook: ReadWorkbook) -> dt.datetime | None:
    """Return the time on the sheet About of a workbook; None if it was removed or not read."""
    sheet = workbook.sheets.get(ABOUT)
    cells = sheet.cells if sheet else {}
    for (row, column), cell in cells.items():
        if cell.value == WRITTEN_AT:
            time = cells.get((row, column + 1))
            return moment_of(time.value) if time else None
    return None
