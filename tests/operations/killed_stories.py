"""The commands that test_killed has killed: what a folder is like when each is run, and how it is given again."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from event_folder import cell_of
from looking import open_whole
from msgspec import Struct
from small_round import lines_of
from typing_in import type_in

from sheetscore.event.folder import in_its_format
from sheetscore.event.load import load_event
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill, merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import results, standings
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.systems.amps.model import AmpsSettings
from sheetscore.workbooks.office import converted, libreoffice


class Story(Struct, frozen=True):
    """A command to be killed.

    Parameters
    ----------
    begin
        Brings the folder of a filled round to where the command is run.
    act
        The command, as a director gives it in a folder in which it may have been killed before.
    tables, rounds
        What the event has.
    told
        Sees that a folder in which it was killed says what is left to do.
    """

    begin: Callable[[Path], object]
    act: Callable[[Path], object]
    tables: int = 1
    rounds: int = 1
    told: Callable[[Path], object] = lambda _: None


def correct(folder: Path) -> None:
    """Mend the sheets of a round that is scored already."""
    ingest(folder / "round1.xlsx")
    fields = {"air-combat.advantage.dn": 3, "ruling.sp": 9}
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.2", field): value for field, value in fields.items()})


def mistake(folder: Path) -> None:
    """Make a mistake on the sheets of a round that is scored already."""
    correct(folder)
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.2", "claimed.sp"): 8})


def mend_marked(folder: Path) -> None:
    """Have a mistake marked, and mend it in the marked copy."""
    mistake(folder)
    ingest(folder / "round1.xlsx")
    type_in(folder / "round1-marked.xlsx", {cell_of(folder, 1, "strike.2", "claimed.sp"): 7})


def redraw(folder: Path) -> None:
    """Let two pilots change places in the draw, when their sheets are filled in."""
    exchange(folder, 1)


def exchange(folder: Path, number: int) -> None:
    """Draw a round anew, and put two pilots each in the place of the other."""
    drawn = draw(folder, number, again=True)
    seats = drawn.draw.tables[0].seats
    assert seats["cap.1"]
    assert seats["cap.2"]
    rows = {"cap.1": seats["cap.2"], "cap.2": seats["cap.1"]}
    type_in(drawn.path, {("Draw", pilot_cell(drawn.path, seat)): pilot for seat, pilot in rows.items()})


def pilot_cell(drawn: Path, seat: str) -> str:
    """Find the cell of a seat's pilot in a draw."""
    rows = open_whole(drawn)["Draw"].iter_rows()
    return next(str(row[3].coordinate) for row in rows if row[1].value == seat)


def stale(folder: Path) -> None:
    """Bring in results from elsewhere, so that the standings are no longer those of the results."""
    correct(folder)
    other = Path(shutil.copytree(folder, folder.with_name("elsewhere")))
    ingest(other / "round1.xlsx")
    shutil.copy(other / "round1-results.xlsx", folder)


def write_values(folder: Path) -> None:
    """Write a file of values to type in."""
    (folder / "values.csv").write_text("table,seat,field,value\n1,cap.1,air-combat.rolls.4,2\n", encoding="utf-8")


def copy_twice(folder: Path) -> None:
    """Have two people type into copies of the sheets."""
    for name, field, value in (("ann", "air-combat.rolls.3", 2), ("ben", "air-combat.advantage.dn", 1)):
        copy = Path(shutil.copy(folder / "round1.xlsx", folder / f"round1-{name}.xlsx"))
        type_in(copy, {cell_of(folder, 1, "cap.1", field): value})


def merge(folder: Path) -> None:
    """Merge the copies in the place of the sheets; what these had alone stays with whoever merges."""
    merge_copies(folder / "round1-ann.xlsx", folder / "round1-ben.xlsx", folder / "round1.xlsx")


def two_drawn(folder: Path) -> None:
    """Draw the second round, and let two pilots change places in it."""
    ingest(folder / "round1.xlsx")
    draw(folder, 2)
    exchange(folder, 2)


def draw_two(folder: Path) -> None:
    """Draw the second round, or draw it anew."""
    draw(folder, 2, again=(folder / "round2-draw.xlsx").exists())


def two_scored(folder: Path) -> None:
    """Score two rounds, then change a setting."""
    values = folder / "values.csv"
    values.write_text(lines_of(tables=2), encoding="utf-8")
    for number in (1, 2):
        if number == 2:
            draw(folder, 2)
            make_sheets(folder, 2)
            fill(folder / "round2.xlsx", values)
        ingest(folder / f"round{number}.xlsx")
    event = load_event(folder)
    settings = AmpsSettings(factoring="none")
    write_event(event.model_copy(update={"settings": settings}), folder)


def rest_is_named(folder: Path) -> None:
    """See that check names the rounds that are still scored under the old setting, and no other."""
    records = results(folder).rounds
    old = [number for number, record in records.items() if any(row["factor"] not in {None, 1} for row in record.rows)]
    said = [one.message for one in check(folder).findings if one.code == "settings-changed"]
    assert len(said) == bool(old), said
    named = [int(number) for one in said for number in re.findall(r"\d+", one.partition(" scored under ")[0])]
    assert named == old, said


def saved_as_ods(folder: Path) -> None:
    """Correct a scored round with LibreOffice, and save its sheets in its own format."""
    correct(folder)
    _as_ods(folder / "round1.xlsx")


def mend_beside_ods(folder: Path) -> None:
    """Have a mistake of an .ods marked, and mend it in the marked copy."""
    mistake(folder)
    mended = {cell_of(folder, 1, "strike.2", "claimed.sp"): 7}
    _as_ods(folder / "round1.xlsx")
    ingest(folder / "round1.ods")
    type_in(folder / "round1-marked.xlsx", mended)


def _as_ods(sheets: Path) -> None:
    program = libreoffice()
    assert program
    made = converted(program, sheets.read_bytes(), "xlsx", "ods", 2)
    assert made
    sheets.with_suffix(".ods").write_bytes(made)
    sheets.unlink()


def mistake_at_one_table(folder: Path) -> None:
    """Score a round, then make a mistake at one of its tables, and correct another."""
    correct(folder)
    type_in(folder / "round1.xlsx", {cell_of(folder, 2, "strike.2", "claimed.sp"): 8})


def note_in_marked(folder: Path) -> None:
    """Mend a marked copy, and put a sheet of one's own into it, which goes when the values go back."""
    mend_marked(folder)
    book = open_whole(folder / "round1-marked.xlsx")
    book.create_sheet("Mine")["A1"] = "asked Bob"
    book.save(folder / "round1-marked.xlsx")


def more_paper(folder: Path) -> None:
    """Ask for more lines until the sheets have them, as a director does who sees that they have not."""
    opened = open_event(folder)
    further = read_old_sheets(opened.folder.sheets(1), opened.system, opened.round(1)).further
    make_sheets(folder, 1, more=[] if further else [(1, "strike.2")])


STORIES = {
    "ingest": Story(correct, lambda folder: ingest(folder / "round1.xlsx")),
    "ingest with a mistake": Story(mistake, lambda folder: ingest(folder / "round1.xlsx")),
    "ingest of the marked copy": Story(mend_marked, lambda folder: ingest(marked_or_sheets(folder))),
    "sheets": Story(redraw, lambda folder: make_sheets(folder, 1)),
    "fill": Story(write_values, lambda folder: fill(folder / "round1.xlsx", folder / "values.csv")),
    "standings": Story(stale, standings),
    "first ingest": Story(lambda _: None, lambda folder: ingest(folder / "round1.xlsx")),
    "ingest of a marked copy with a sheet of one's own": Story(
        note_in_marked, lambda folder: ingest(marked_or_sheets(folder), force=True)
    ),
    "ingest with a table left out": Story(
        mistake_at_one_table, lambda folder: ingest(folder / "round1.xlsx", provisional=True, force=True), tables=2
    ),
    "ingest that scores all rounds anew": Story(
        two_scored, lambda folder: ingest(folder / "round2.xlsx"), tables=2, rounds=2, told=rest_is_named
    ),
    "ingest of an .ods": Story(saved_as_ods, lambda folder: ingest(in_its_format(folder / "round1.xlsx"))),
    "ingest of the marked copy of an .ods": Story(mend_beside_ods, lambda folder: ingest(marked_or_sheets(folder))),
    "merge": Story(copy_twice, merge),
    "draw 2": Story(lambda folder: ingest(folder / "round1.xlsx"), draw_two, rounds=2),
    "draw 2 again": Story(two_drawn, draw_two, rounds=2),
    "sheets --more": Story(lambda _: None, more_paper),
}


def marked_or_sheets(folder: Path) -> Path:
    """Give what a director ingests next: the marked copy as long as there is one."""
    marked = folder / "round1-marked.xlsx"
    return marked if marked.exists() else folder / "round1.xlsx"
