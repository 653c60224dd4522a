"""How long things take, against the raw library or the plain sort on the same data."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import xlsxwriter
from amps_event import amps_event, drawn
from measure import report, seconds
from xlsxwriter.format import Format

from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.amps.model import AmpsSettings
from sheetscore.systems.amps.score import score_sections
from sheetscore.systems.tasks.flights import TaskFlight
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.workbooks import book as books

Call = tuple[str, tuple[Any, ...], dict[str, Any]]


class Recorder:
    """Stands in for a worksheet and remembers every call made to it."""

    def __init__(self, worksheet: Any) -> None:
        self.worksheet = worksheet
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Callable[..., object]:
        method = getattr(self.worksheet, name)

        def called(*args: object, **more: object) -> object:
            self.calls.append((name, args, more))
            return method(*args, **more)

        return called


def replay(path: Path, formats: list[dict[str, Any]], sheets: list[tuple[str, list[Call]]], names: list[Any]) -> None:
    """Make the same calls on the bare library."""
    book = xlsxwriter.Workbook(str(path), {"default_format_properties": {"font_name": "Arial", "font_size": 10}})
    made = [book.add_format(properties) for properties in formats]
    worksheets = [book.add_worksheet(title) for title, _ in sheets]
    for worksheet, (_, calls) in zip(worksheets, sheets, strict=True):
        for name, args, more in calls:
            getattr(worksheet, name)(*(made[arg.at] if isinstance(arg, Placed) else arg for arg in args), **more)
    for name, reference in names:
        book.define_name(name, reference)
    book.close()


class Placed:
    """A format by its place in the list of formats."""

    def __init__(self, at: int) -> None:
        self.at = at


def record(monkeypatch: pytest.MonkeyPatch, write: Callable[[], None]) -> tuple[Any, Any, Any]:
    """Write once and give the formats, the calls of each sheet and the names."""
    recorders: list[Recorder] = []
    opened: list[books.Book] = []
    names: list[tuple[str, str]] = []

    class RecordedSheet(books.Sheet):
        def __init__(self, book: books.Book, worksheet: Any) -> None:
            super().__init__(book, worksheet)
            self.raw = Recorder(worksheet)
            recorders.append(self.raw)
            opened.append(book)

    with monkeypatch.context() as patch:
        patch.setattr(books, "Sheet", RecordedSheet)
        define = books.Book.define

        def remember(self: books.Book, name: str, reference: str) -> None:
            names.append((name, f"={reference}"))
            define(self, name, reference)

        patch.setattr(books.Book, "define", remember)
        write()
    kept = opened[0]._formats
    places = {id(made): number for number, made in enumerate(kept.values())}
    sheets = [
        (
            recorder.worksheet.get_name(),
            [
                (name, tuple(Placed(places[id(arg)]) if isinstance(arg, Format) else arg for arg in args), more)
                for name, args, more in recorder.calls
                if name != "get_name"
            ],
        )
        for recorder in recorders
    ]
    base = {"font_name": books.FONT, "font_size": books.FONT_SIZE}
    return [{**base, **dict(key)} for key in kept], sheets, names


def bench_sheets_of_40_tables_of_9(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    event = amps_event(players=360, tables=40)
    draw, forms = drawn(event)

    def ours() -> None:
        write_round(tmp_path / "ours.xlsx", event, forms, drawn_pilots(draw))

    formats, sheets, names = record(monkeypatch, ours)
    cells = sum(len(calls) for _, calls in sheets)

    def raw() -> None:
        replay(tmp_path / "raw.xlsx", formats, sheets, names)

    taken = seconds({"sheets": ours, "bare XlsxWriter": raw})
    report(f"score sheets of 40 tables of 9 pilots ({cells} calls)", taken, 1.5)


def bench_scoring_a_section_of_100_000(tmp_path: Path) -> None:
    random = Random(1)

    def flights(count: int) -> list[TaskFlight]:
        return [
            TaskFlight(f"P{number}", f"Pilot {number}", 1, "strike.1", "strike", score, 0, score)
            for number in range(count)
            for score in [random.randrange(200)]
        ]

    def row(flight: TaskFlight) -> dict[str, object]:
        return {
            "player": flight.player,
            "name": flight.name,
            "table": flight.table,
            "seat": flight.seat,
            "section": flight.section,
            "sp": flight.sp,
            "tp": flight.tp,
            "rs": flight.rs,
            "mp": 0,
            "section_size": 0,
            "factor": 0,
            "score": 0,
        }

    def score(made: list[TaskFlight]) -> Callable[[], object]:
        return lambda: [result.row() for result in score_sections(made, AmpsSettings(), ["strike"])]

    def plain(made: list[TaskFlight]) -> Callable[[], object]:
        order = lambda flight: (-flight.rs, flight.name, flight.player)  # noqa: E731
        return lambda: [row(flight) for flight in sorted(made, key=order)]

    large = flights(100_000)
    report("a section of 100,000", seconds({"scoring": score(large), "sorting and rows": plain(large)}), 2)
    small = flights(50_000)
    report("twice the pilots", seconds({"100,000": score(large), "50,000": score(small)}), 2.3)


def bench_help(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("sheetscore")

    def run(*words: str) -> Callable[[], object]:
        return lambda: subprocess.run(words, check=True, capture_output=True, cwd=tmp_path)

    taken = seconds(
        {"sheetscore --help": run(str(program), "--help"), "import click": run(sys.executable, "-c", "import click")},
        repeats=15,
    )
    report("sheetscore --help as a process", taken, 1.5)
