"""The largest events: drawn, their sheets made, filled in and scored, and all that was written is read again.

``make test-large`` runs them; the times and sizes that it shows are no tests.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import TypeVar
from zipfile import ZipFile

import pytest
from largest import LARGEST, TOO_LARGE

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of, drawn_round
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import WrongUsage
from sheetscore.reading.field_lines import write_lines
from sheetscore.results.record_lines import read_results
from sheetscore.workbooks.guard.inspection import inspect

T = TypeVar("T")


def timed(what: str, run: Callable[[], T]) -> T:
    """Do something, and show how long it takes."""
    start = perf_counter()
    done = run()
    print(f"\n  {what}: {perf_counter() - start:.1f} s", end="")
    return done


def sizes(folder: Path) -> None:
    """Show how large the workbooks are, after the guard has let them pass."""
    for path in sorted(folder.glob("*.xlsx")):
        inspect(path)
        with ZipFile(path) as archive:
            parts = archive.infolist()
            cells = sum(archive.read(part).count(b"<v>") for part in parts if "/worksheets/sheet" in part.filename)
        print(f"\n  {path.name}: {sum(part.file_size for part in parts) / 2**20:.1f} MiB, {cells:,} cells", end="")


@pytest.mark.parametrize("name", LARGEST)
def test_the_largest_event_is_drawn_filled_in_and_scored_and_all_of_it_is_read_again(name: str, tmp_path: Path) -> None:
    folder, source, largest = tmp_path / "event", tmp_path / "lines.csv", LARGEST[name]
    write_event(largest.event(), folder)
    asked = None if largest.event().stages == (WHOLE_EVENT,) else 1
    timed("draw", lambda: draw(folder, asked))
    timed("sheets", lambda: make_sheets(folder, asked))
    opened = open_event(folder)
    number = opened.stage(asked)
    path, forms = opened.folder.sheets(number), drawn_round(opened, number).forms
    blank = timed("entries", lambda: entries(path))
    assert blank.count("\n") == len(forms.fields) + 1
    typed = largest.play(opened.event, draw_of(opened, number).draw)
    played = {forms.by_public.get(key, key): value for key, value in typed.items()}
    assert played.keys() <= forms.fields.keys()
    lines = write_lines(forms, {**forms.filled, **played})
    source.write_text(lines, encoding="utf-8")
    timed("fill", lambda: fill(path, source))
    assert entries(path) == lines
    found = timed("check", lambda: check(path))
    assert [one.message for one in found.findings if one.is_error] == []
    done = timed("ingest", lambda: ingest(path))
    assert len(done.rows) == largest.rows
    assert done.results_path
    assert len(read_results(done.results_path).rows) == largest.rows
    assert timed("standings", lambda: standings(folder)).rows
    assert [one.message for one in timed("check of the event", lambda: check(folder)).findings if one.is_error] == []
    sizes(folder)


def attacks(forms: RoundForms) -> dict[FieldKey, Value]:
    """Give attacks on every page that are counted by lot, and so are wrong on most."""
    chance = random.Random(9)
    typed: dict[FieldKey, Value] = {}
    for key, (*_, box) in forms.fields.items():
        lists = box.choices.recorded if box.choices else ()
        if box.id in {"aircraft", "target"} and lists:
            typed[key] = chance.choice(lists)
        elif box.id in {"c", "h", "l", "d", "rolls", "dn", "times"}:
            typed[key] = chance.randint(0, 1)
    return typed


def test_the_marked_copy_of_the_largest_round_is_read_again(tmp_path: Path) -> None:
    folder, source = tmp_path / "event", tmp_path / "lines.csv"
    write_event(LARGEST["amps"].event(), folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    opened = open_event(folder)
    forms = drawn_round(opened, 1).forms
    source.write_text(write_lines(forms, {**forms.filled, **attacks(forms)}), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    done = timed("ingest", lambda: ingest(folder / "round1.xlsx"))
    assert isinstance(done, Ingested)
    assert (done.status, done.marked_path) == ("errors", folder / "round1-marked.xlsx")
    assert len(done.findings) > 1_800
    assert entries(folder / "round1-marked.xlsx") == entries(folder / "round1.xlsx")
    sizes(folder)


def test_sheets_that_no_workbook_holds_are_refused_in_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    write_event(TOO_LARGE(tables=40), folder)
    timed("draw", lambda: draw(folder, 1))
    with pytest.raises(WrongUsage, match="the event is larger than a workbook holds: it would have") as refused:
        timed("sheets", lambda: make_sheets(folder, 1))
    print(f"\n  {refused.value}", end="")
    assert refused.value.code == "too-large"
    assert not (folder / "round1.xlsx").exists()
