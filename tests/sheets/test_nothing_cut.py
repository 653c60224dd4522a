"""Nothing printed is cut off or too small, and no line begins or ends with a dot: all workbooks, with long names.

What stands in cells is looked at as it is handed to XlsxWriter, which takes a tenth of the time of reading it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from dice_system import install
from msgspec import Struct
from read_once import read_once
from registered import SHOWN, parts_of, renamed, system_of, write_renamed_values

from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.operations.check import blank_rounds
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.packets.book import ALL, packet_of
from sheetscore.results.plan_workbook import read_plan
from sheetscore.workbooks.book import Book
from sheetscore.workbooks.cell_refs import address, parse_address
from sheetscore.workbooks.paper import text_pixels

SMALLEST_READ = 7.5
"""Points on paper, of what people read."""

INVISIBLE = ";;;"
"""The format of texts that are there for formulas and programs alone."""

MAY_BE_SMALLER = {
    "event": (7.1, "The event on pages to write on, in grey, which nobody must read there; it is on the cover, too."),
    "name": (
        3.8,
        "Names of 60 letters in the narrowest boxes: they are read back, so they are shrunk rather than cut off.",
    ),
    "✂": (7.4, "The mark where paper is cut."),
}
"""What may be smaller than that, down to which size, and why."""

PACKET = "packet"
"""The workbook that nothing is read from; it is not even written."""

EVENT = "The Twenty-Fifth Open Championship of Wessex and the Marches"
PLACE = "Veranstaltungszentrum am Hohenzollernplatz"
assert len(EVENT) == 60

PEOPLE = (
    "{}-Charlotte Freifrau von und zu Wittgenstein-{}",
    "{} Bartholomew Montgomery of {}-on-Avon",
    "{}-Alexander von und zu Hohenzollern-Sigmaringen-{}",
)
"""Names of up to 60 letters, with the first and the last name of a player of an example."""

LONGER = {
    "name": "{} and the Marches Beyond the Upper Monongahela River",
    "title": "{} at the Crossroads of Sainte-Marie-du-Mont-les-Bruyères, 1812",
    "club": "{} von Schmöckwitz an der Oberhavel und am Wolkenbruchsee",
}
"""Names of teams and clubs, and titles of scenarios and sides, of which 60 letters are taken."""

OF_PEOPLE, AS_THEY_ARE = ("Player", "Member"), ("EventCard", "Target")
"""How kinds of parts end that are people; and whose names are on cards and in lists, where each game has its own."""


def long_names(event: Event, every: int) -> dict[str, str]:
    """Give 60 letters to every title, team and club, and to every so manieth player."""
    names = {event.header.name: EVENT}
    people = 0
    for part in parts_of(event):
        kind = type(part).__name__
        for key in LONGER.keys() & type(part).model_fields.keys():
            name = getattr(part, key)
            if not name or name in names or kind in AS_THEY_ARE:
                continue
            if key != "name" or not kind.endswith(OF_PEOPLE):
                names[name] = LONGER[key].format(name)[:60].rstrip()
                continue
            if people % every == 0:
                first, _, last = name.partition(" ")
                names[name] = PEOPLE[people // every % len(PEOPLE)].format(first, last)[:60]
            people += 1
    return names


class Printed(Struct, frozen=True):
    """What is printed, and the cell in which it stands, its width in pixels, the scale of its paper in percent."""

    workbook: str
    sheet: str
    cell: str
    text: str
    pixels: float
    scale: int
    style: Any

    @property
    def points(self) -> float:
        """The size of its letters on paper, at its scale; event.xlsx, which programs fit, is not seen."""
        return float(self.style.font_size) * self.scale / 100

    @property
    def lines(self) -> Iterator[str]:
        """Wrap the text as a program does."""
        free = self.pixels - 6 - 9 * int(self.style.indent or 0) if self.style.text_wrap else float("inf")
        for line in self.text.split("\n"):
            shown = ""
            for word in line.split(" "):
                longer = f"{shown} {word}" if shown else word
                if shown.strip() and text_pixels(longer, self.style.font_size, bold=bool(self.style.bold)) > free:
                    yield shown
                    longer = word
                shown = longer
            yield shown


@contextmanager
def recorded() -> Iterator[list[Printed]]:
    """Record all texts with dots of the workbooks that are written, and all that is small."""
    printed: list[Printed] = []
    close = Book.close

    def record(book: Book) -> None:
        name = re.split(r"\.(?:unfinished|xlsx)", book._path.name)[0].removeprefix(".")
        texts = {at: text for text, at in book.workbook.str_table.string_table.items()}
        for sheet in book.workbook.worksheets():
            if not sheet.hidden:
                printed.extend(on_sheet(name, sheet, texts))
        if name == PACKET:
            book.workbook.fileclosed = True
        else:
            close(book)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Book, "close", record)
        yield printed


def on_sheet(workbook: str, sheet: Any, texts: dict[int, str]) -> Iterator[Printed]:
    merged = {(top, left): right for top, left, _, right in sheet.merge}
    end = last_printed(sheet)
    for row, cells in sheet.table.items():
        for column, cell in cells.items():
            kept = getattr(cell, "value", getattr(cell, "number", ""))
            value = texts[cell.string] if hasattr(cell, "string") else kept
            if column > end or value in {"", None} or cell.format is None:
                continue
            across = range(column, merged.get((row, column), column) + 1)
            width, text, at = sum(map(sheet._size_col, across)), str(value), address(row, column)
            one = Printed(workbook, sheet.get_name(), at, text, width, sheet.print_scale, cell.format)
            has_dots = isinstance(value, str) and ("…" in text or "·" in text)
            if has_dots or (one.points < SMALLEST_READ and one.style.num_format != INVISIBLE):
                yield one


def last_printed(sheet: Any) -> int:
    area = str(sheet.print_area_range).rpartition(":")[2]
    return parse_address(area.replace("$", ""))[1] if area else 10**6


def too_small(printed: Sequence[Printed], names: Mapping[str, str]) -> set[tuple[str, str, str, float]]:
    """Give workbook, sheet, cell and size of all that is smaller than people can read."""
    least = dict.fromkeys(names.values(), MAY_BE_SMALLER["name"])
    least |= {"✂": MAY_BE_SMALLER["✂"], EVENT: MAY_BE_SMALLER["event"]}
    return {
        (one.workbook, one.sheet, one.cell, round(one.points, 2))
        for one in printed
        if one.points < next((size for text, (size, _) in least.items() if text in one.text), SMALLEST_READ)
    }


def play(example: str, event: Event, names: dict[str, str], paper: str, folder: Path) -> None:
    """Make the draw, the sheets, the results, the standings and the packet of an event."""
    home = system_of(example).example(example)
    header = {"paper": paper, "place": PLACE}
    event = renamed(event, names)
    write_event(event.model_copy(update={"header": event.header.model_copy(update=header)}), folder)
    first = event.stages[0]
    draw(folder, first or None)
    made = make_sheets(folder, first or None)
    write_renamed_values(home / f"{made.path.stem}.csv", folder.with_name("values.csv"), names)
    fill(made.path, folder.with_name("values.csv"))
    assert ingest(made.path).status != "errors"
    standings(folder)
    opened = open_event(folder)
    plan = read_plan(opened.folder.plan, opened.event).plan if opened.folder.plan.exists() else None
    blank = list(blank_rounds(opened, all_tables=True))
    drawn = [draw_of(opened, first).draw]
    packet_of(opened.system, opened.round(first), blank, ALL, drawn, plan).write(folder / f"{PACKET}.xlsx")


@pytest.mark.parametrize("example", SHOWN)
def test_long_names_are_whole_and_all_that_is_printed_is_legible_and_no_line_ends_with_a_dot(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    event = load_event(system_of(example).example(example) / "event.toml")
    own = event.header.paper
    found: list[tuple[str, Sequence[Printed]]] = []
    for paper, every in ((own, 1), ("a4" if own == "letter" else "letter", 3)):
        with read_once(), recorded() as printed:
            names = long_names(event, every)
            (tmp_path / paper).mkdir()
            play(example, event, names, paper, tmp_path / paper / "event")
        assert any("·" in one.text for one in printed)
        assert not too_small(printed, names), paper
        found.append((paper, printed))
    cut = {(one.workbook, paper, one.sheet, one.text) for paper, printed in found for one in printed if "…" in one.text}
    assert not cut
    dangling = {
        (one.workbook, one.sheet, one.text)
        for one in chain.from_iterable(printed for _, printed in found)
        if any(line.strip() != line.strip(" ·") for line in one.lines)
    }
    assert not dangling
