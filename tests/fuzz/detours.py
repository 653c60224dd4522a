"""A director's detours by seeded random numbers: stale and provisional copies, two formats, sheets made again.

A person types, copies files and runs commands in any order. After every command each value that the person typed
stands in one of the newest files, or the person has typed another one into its box since.
"""

from __future__ import annotations

import contextlib
import shutil
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from event_folder import contents
from msgspec import Struct, field
from round_contexts import blank_round
from typing_in import type_in

from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.entries import fill, merge_copies
from sheetscore.operations.ingest import ingest, open_round
from sheetscore.operations.open_event import OpenEvent
from sheetscore.operations.sheets import drawn_round, make_sheets
from sheetscore.pairing.draw import Draw
from sheetscore.problems import Problem
from sheetscore.reading.round_workbook import read_round
from sheetscore.results.record_lines import read_results
from sheetscore.sheets.hidden_sheets import as_texts
from sheetscore.sheets.round_workbook import field_places

ROUND, MARKED, RESULTS, OLDER = "round1.xlsx", "round1-marked.xlsx", "round1-results.xlsx", "older.xlsx"
STEPS = 7
"""Things that are done in a case."""


class Sheets(Struct, frozen=True):
    """What stands in a workbook, and what it began with."""

    texts: Mapping[FieldKey, str]
    begun: Mapping[FieldKey, str]

    def typed(self) -> Iterator[tuple[FieldKey, str]]:
        """Go through what was typed."""
        return ((key, text) for key, text in self.texts.items() if self.begun.get(key) != text)


class Lost(Exception):
    """What should never happen."""


def written_since(files: Mapping[str, str], folder: Path) -> set[str]:
    """Return what a refused command has written that it may not: standings may follow what others have changed."""
    return {name for name, now in contents(folder).items() if files.get(name) != now} - {
        "journal.jsonl",
        "standings.xlsx",
    }


class Hall(Struct):
    """An event's folder in the hands of somebody who does what comes to mind.

    Parameters
    ----------
    places
        The sheet and the cell of every box.
    did
        What was done so far, in words.
    """

    folder: Path
    random: Random
    forms: RoundForms
    places: Mapping[FieldKey, tuple[str, str]]
    draw: Draw
    opened: OpenEvent
    saved_as_ods: bytes
    did: list[str] = field(default_factory=list)

    @classmethod
    def at(cls, folder: Path, random: Random, saved_as_ods: bytes) -> Hall:
        """Open a folder with a filled round."""
        opened, number = open_round(folder / ROUND)
        context = drawn_round(opened, number)
        forms = context.forms
        return cls(folder, random, forms, field_places(forms), context.draw, opened, saved_as_ods)

    def there(self) -> dict[str, Sheets]:
        """Read the newest files."""
        found = {}
        for name in (ROUND, MARKED):
            path = self.folder / name
            if path.exists():
                read = read_round(
                    path, self.opened.system, blank_round(self.opened.event, self.forms, self.draw)
                ).entered
                begun = read.begun.texts if read.begun else {}
                found[name] = Sheets(as_texts(read.entries, read.raw), begun)
        return found

    def command(self, what: str, run: Callable[[], object]) -> None:
        """Run a command, and see that nothing typed is lost; refused, it changes nothing but copies and journal."""
        self.did.append(what)
        before, files = self.there(), contents(self.folder)
        rows = self._figures()
        try:
            run()
        except Problem as problem:
            if changed := written_since(files, self.folder):
                raise Lost(f"{what}: refused, but {sorted(changed)} written") from problem
            return
        self._nothing_lost(what, before)
        if self._figures() < rows:
            raise Lost(f"{what}: fewer results than before")

    def _figures(self) -> int:
        with contextlib.suppress(Problem):
            record = read_results(self.folder / RESULTS)
            return len(record.rows)
        return 0

    def _nothing_lost(self, what: str, before: Mapping[str, Sheets]) -> None:
        after = self.there()
        stands = {(key, text) for sheets in after.values() for key, text in sheets.texts.items()}
        anywhere = {(key.field, text) for key, text in stands}
        for name, sheets in before.items():
            for key, text in sheets.typed():
                moved = what.startswith("sheets") and (key.field, text) in anywhere
                if (key, text) not in stands and not moved and not _typed_over(name, key, text, before):
                    raise Lost(f"{what}: “{text}” of {key} was in {name} and is in none of {sorted(after)}")


def _typed_over(name: str, key: FieldKey, text: str, before: Mapping[str, Sheets]) -> bool:
    """Tell whether another value was typed into the marked copy over one that it began with."""
    marked = before.get(MARKED)
    return name == ROUND and marked is not None and marked.begun.get(key) == text != marked.texts.get(key)


def _some_box(hall: Hall) -> FieldKey:
    boxes = [key for key, (_, _, box) in hall.forms.fields.items() if box.type in {"count", "number", "points"}]
    return hall.random.choice(boxes)


def _some_value(hall: Hall) -> object:
    return hall.random.choice((0, 1, 1, 2, 3, 7, None, "zwölf"))


def _type(hall: Hall, name: str) -> None:
    path = hall.folder / name
    if path.exists():
        key, value = _some_box(hall), _some_value(hall)
        type_in(path, {hall.places[key]: value})
        hall.did.append(f"typed {value} into {key.seat or 'table'} {key.field} of {name}")


def _blank_page(hall: Hall) -> None:
    """Leave a page for later, so that its table is not complete."""
    seat = hall.random.choice([key.seat for key in hall.forms.fields if key.seat])
    cleared = {
        place: None
        for key, place in hall.places.items()
        if key.seat == seat and key.field != "seat.pilot" and key.table == 1
    }
    type_in(hall.folder / ROUND, cleared)
    hall.did.append(f"cleared the page of {seat}")


def _substitute(hall: Hall) -> None:
    key = hall.random.choice([key for key in hall.forms.fields if key.field == "seat.pilot"])
    player = hall.random.choice(list(hall.opened.event.names.items()))
    type_in(hall.folder / ROUND, {hall.places[key]: f"{player[1]} ({player[0]})"})
    hall.did.append(f"{player[0]} on the page of {key.seat} at table {key.table}")


def _keep_older(hall: Hall) -> None:
    shutil.copy(hall.folder / ROUND, hall.folder / OLDER)
    hall.did.append(f"copied {ROUND} to {OLDER}")


def _take_older(hall: Hall) -> None:
    if (hall.folder / OLDER).exists():
        shutil.copy(hall.folder / OLDER, hall.folder / ROUND)
        hall.did.append(f"copied {OLDER} over {ROUND}")


def _ingest(hall: Hall, name: str, *, provisional: bool = False) -> None:
    if (hall.folder / name).exists():
        what = f"ingest {name}{' --provisional' * provisional}"
        hall.command(what, lambda: ingest(hall.folder / name, provisional=provisional))


def _swap(hall: Hall) -> None:
    """Let two have flown in each other's place, at one table or at two, as their pages say it."""
    one, two = hall.random.sample([key for key in hall.forms.fields if key.field == "seat.pilot"], 2)
    shown = {player: f"{name} ({player})" for player, name in hall.opened.event.names.items()}
    drawn = {(table, seat): shown[player] for table, seat, player in hall.draw.places()}
    exchanged = {hall.places[key]: drawn.get((other.table, other.seat)) for key, other in ((one, two), (two, one))}
    type_in(hall.folder / ROUND, exchanged)
    hall.did.append(f"swapped {one.seat} at table {one.table} with {two.seat} at table {two.table}")


def _nobody(hall: Hall) -> None:
    key = hall.random.choice([key for key in hall.forms.fields if key.field == "seat.pilot"])
    type_in(hall.folder / ROUND, {hall.places[key]: None})
    hall.did.append(f"cleared who sat on {key.seat} at table {key.table}")


def _sheets(hall: Hall) -> None:
    """Make the sheets again; nobody sits otherwise by the draw, so that no value changes but from a marked copy."""
    before = hall.there()
    hall.command("sheets 1", lambda: make_sheets(hall.folder, 1))
    _same_entries(hall, before)


def _more_lines(hall: Hall) -> None:
    page = hall.random.choice([place for place in hall.forms.pages if place[1]])
    before = hall.there()

    def more() -> None:
        make_sheets(hall.folder, 1, more=[page])
        context = drawn_round(hall.opened, 1)
        hall.forms, hall.draw, hall.places = context.forms, context.draw, field_places(context.forms)

    hall.command(f"sheets 1 --more {page}", more)
    _same_entries(hall, before)


def _same_entries(hall: Hall, before: Mapping[str, Sheets]) -> None:
    after = hall.there()
    if MARKED not in before and after[ROUND].texts != before[ROUND].texts:
        changed = dict(after[ROUND].texts.items() ^ before[ROUND].texts.items())
        raise Lost(f"{hall.did[-1]}: {changed} changed")


def _fill(hall: Hall) -> None:
    key = _some_box(hall)
    source = hall.folder.parent / "values.csv"
    source.write_text(f"table,seat,field,value\n{key.table},{key.seat},{key.field},1\n", encoding="utf-8")
    target = hall.random.choice([name for name in (ROUND, MARKED) if (hall.folder / name).exists()])
    before = hall.there()
    with contextlib.suppress(Problem):
        fill(hall.folder / target, source)
    hall.did.append(f"filled {key} of {target}")
    kept = {other: sheets.texts for other, sheets in hall.there().items()}
    for name, sheets in before.items():
        gone = [one for one, text in sheets.texts.items() if kept[name].get(one) != text and one != key]
        if gone:
            raise Lost(f"fill: {gone} of {name}")


def _merge(hall: Hall) -> None:
    if (hall.folder / OLDER).exists():
        folder = hall.folder
        hall.command("merge", lambda: merge_copies(folder / ROUND, folder / OLDER, folder / ROUND))


def _two_formats(hall: Hall) -> None:
    """Save the round as .ods beside the .xlsx: every command that would read one of them stops, and names both."""
    beside = hall.folder / "round1.ods"
    beside.write_bytes(hall.saved_as_ods)
    before = contents(hall.folder)
    for what, run in (
        ("ingest", lambda: ingest(hall.folder / ROUND)),
        ("ingest of the .ods", lambda: ingest(beside)),
        ("sheets", lambda: make_sheets(hall.folder, 1)),
    ):
        try:
            run()
        except Problem as problem:
            if ROUND not in problem.message or beside.name not in problem.message:
                raise Lost(f"{what} beside an .ods: {problem.message}") from problem
        else:
            raise Lost(f"{what}: went on beside an .ods")
    if changed := written_since(before, hall.folder):
        raise Lost(f"refused beside an .ods, but {sorted(changed)} written")
    beside.unlink()
    hall.did.append("saved as .ods beside it, and moved that away")


DETOURS: tuple[Callable[[Hall], None], ...] = (
    lambda hall: _type(hall, ROUND),
    lambda hall: _type(hall, ROUND),
    lambda hall: _type(hall, MARKED),
    lambda hall: _type(hall, MARKED),
    _blank_page,
    _substitute,
    _swap,
    _swap,
    _nobody,
    _more_lines,
    _keep_older,
    _take_older,
    _fill,
    _merge,
    _sheets,
    _sheets,
    _two_formats,
    lambda hall: _ingest(hall, ROUND),
    lambda hall: _ingest(hall, ROUND),
    lambda hall: _ingest(hall, MARKED),
    lambda hall: _ingest(hall, MARKED),
    lambda hall: _ingest(hall, OLDER),
    lambda hall: _ingest(hall, ROUND, provisional=True),
    lambda hall: _ingest(hall, OLDER, provisional=True),
)


def run_detours(original: Path, saved_as_ods: bytes, name: str, folder: Path) -> tuple[list[str], str]:
    """Go through a case.

    Parameters
    ----------
    original
        A folder with a filled round of two tables.
    name
        What the random numbers follow from.

    Returns
    -------
    What was done, and what is wrong with it (empty if nothing is).
    """
    shutil.copytree(original, folder)
    random = Random(name)
    hall = Hall.at(folder, random, saved_as_ods)
    try:
        for _ in range(STEPS):
            random.choice(DETOURS)(hall)
    except Lost as lost:
        return hall.did, str(lost)
    except Exception:
        return hall.did, traceback.format_exc()
    return hall.did, ""
