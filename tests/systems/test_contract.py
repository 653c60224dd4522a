"""What every registered system promises, shown on its examples; no system is known here by its name."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from converted_once import converted_once
from event_folder import contents
from filled_rounds import filled
from libreoffice import pdf_page_sizes, to_ods, to_pdf
from looking import open_whole
from msgspec.structs import replace
from openpyxl_judge import assert_read_as_by_openpyxl
from registered import AWKWARD, EXAMPLES, FORMULA_STARTS, SHOWN, SYSTEMS, new_names, renamed, system_of
from round_contexts import blank_round
from shared_demos import Demos, PlayedDemo
from typing_in import type_in

from sheetscore import (
    Event,
    check,
    draw,
    entries,
    export,
    fill,
    ingest,
    make_sheets,
    merge_copies,
    new,
    read_results,
    standings,
)
from sheetscore.event.folder import EventFolder
from sheetscore.event.load import load_event
from sheetscore.event.toml import write_toml
from sheetscore.forms.form import FieldKey
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of, drawn_round
from sheetscore.operations.opening.open_event import open_event
from sheetscore.pairing.draw import Draw
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.round_workbook import field_places, write_round
from sheetscore.systems.outcomes import ResultRow
from sheetscore.workbooks.reader import read_workbook

POINTS = {"a4": (595, 842), "letter": (612, 792)}
PAYLOADS = {name for name in AWKWARD if name.startswith(FORMULA_STARTS)}
LEADS_OUT = "x.invalid"

pytestmark = pytest.mark.usefixtures("_game_outside_the_package")
OF_EVERY_EXAMPLE = pytest.mark.parametrize("example", EXAMPLES)
OF_EVERY_SYSTEM = pytest.mark.parametrize("example", SHOWN)


@pytest.fixture(scope="module")
def _one_is_converted_by_the_program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with converted_once(tmp_path_factory.mktemp("converted")):
        yield


def stages_of(folder: Path) -> tuple[int, ...]:
    return tuple(open_event(folder).event.stages)


def last_of(folder: Path) -> tuple[int, Path, Path]:
    """Give the last stage, its sheets and its results."""
    stage = stages_of(folder)[-1]
    return stage, EventFolder(folder).sheets(stage), EventFolder(folder).results(stage)


def drawn(folder: Path) -> list[Draw]:
    """Give all draws but for their reports: one that is made again tells that there are results already."""
    opened = open_event(folder)
    return [replace(draw_of(opened, stage).draw, report=()) for stage in opened.event.stages]


def numbers_on(folder: Path) -> list[tuple[FieldKey, tuple[str, str], int]]:
    """Give the boxes of the last stage in which a whole number stands, with their cells."""
    stage, _, results = last_of(folder)
    forms = drawn_round(open_event(folder), stage).forms
    places, typed = field_places(forms), read_results(results).entries
    boxes = {key for key, (_, _, box) in forms.fields.items() if box.type in {"count", "number", "points"}}
    return [(key, places[key], value) for key, value in typed.items() if key in boxes and isinstance(value, int)]


def errors_of(done: Any) -> list[str]:
    return [one.code for one in done.findings if one.is_error]


# systems and events


def test_every_system_has_an_example() -> None:
    assert {EXAMPLES[name] for name in SHOWN} == set(SYSTEMS)
    assert "dice" in SYSTEMS


@OF_EVERY_EXAMPLE
def test_an_event_goes_from_text_to_a_workbook_and_back(example: str, tmp_path: Path) -> None:
    plain = load_event(system_of(example).example(example) / "event.toml")
    for name, event in (("plain", plain), ("renamed", renamed(plain, new_names(plain)))):
        source = tmp_path / f"{name}.toml"
        source.write_text(write_toml(event), encoding="utf-8")
        assert load_event(source) == event
        new(tmp_path / name, source=source)
        there = load_event(tmp_path / name / "event.xlsx")
        assert without_uid(there) == without_uid(event)
        again = tmp_path / f"{name}-again.toml"
        again.write_text(export(tmp_path / name, "toml"), encoding="utf-8")
        assert load_event(again) == there


def without_uid(event: Event) -> Event:
    return event.model_copy(update={"header": event.header.model_copy(update={"uid": ""})})


# commands that are run again


@OF_EVERY_SYSTEM
def test_everything_drawn_again_is_drawn_alike_and_what_stands_on_the_sheets_stays(
    demos: Demos, example: str, tmp_path: Path
) -> None:
    played = demos.played(example)
    folder = played.copied(tmp_path / "event")
    for stage in {stages_of(folder)[0], stages_of(folder)[-1]}:
        draw(folder, stage or None, again=True)
    assert drawn(folder) == drawn(played.folder)
    stage, sheets, results = last_of(folder)
    typed, scored = entries(sheets), contents(folder)[results.name]
    assert not [one for one in make_sheets(folder, stage or None).findings if one.code == "not-placed"]
    assert entries(sheets) == typed
    fill(sheets, system_of(example).example(example) / f"{sheets.stem}.csv")
    assert entries(sheets) == typed
    first, second = ingest(sheets).as_json(), ingest(sheets).as_json()
    assert first == second
    assert contents(folder)[results.name] == scored
    assert standings(folder).as_json() == played.ranked.as_json()
    there = Counter([*contents(folder).values(), *contents(folder / "kept").values()])
    kept = {name: was for name, was in played.as_it_was.items() if name.endswith(".xlsx") and name != "standings.xlsx"}
    assert [name for name, was in kept.items() if was not in there] == []


@OF_EVERY_SYSTEM
def test_a_check_writes_nothing(demos: Demos, example: str, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    _, sheets, _ = last_of(folder)
    _, place, _ = numbers_on(folder)[0]
    type_in(sheets, {place: "zwölf"})
    before = contents(folder)
    found = check(sheets)
    assert place in {(one.sheet, one.cell) for one in found.findings if one.is_error}
    assert contents(folder) == before


@OF_EVERY_SYSTEM
def test_an_older_copy_is_refused_and_older_results_are_kept(demos: Demos, example: str, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    _, sheets, results = last_of(folder)
    older, scored = sheets.read_bytes(), contents(folder)[results.name]
    rows, place = read_results(results).rows, accepted_change(folder, sheets)
    done = ingest(sheets)
    assert errors_of(done) == []
    assert contents(folder)[results.name] != scored
    assert scored in contents(folder / "kept").values()
    sheets.write_bytes(older)
    before = contents(folder)[results.name]
    refused = ingest(sheets)
    assert "older-copy" in errors_of(refused)
    assert (refused.rows, contents(folder)[results.name]) == ((), before), place
    assert ingest(sheets, force=True).rows == rows


def accepted_change(folder: Path, sheets: Path) -> tuple[str, str]:
    """Type a text into a blank box, or another number, so that nothing is wrong; give the cell."""
    stage, _, results = last_of(folder)
    forms, typed = drawn_round(open_event(folder), stage).forms, read_results(results).entries
    places = field_places(forms)
    texts = [key for key, (_, _, box) in forms.fields.items() if box.type == "text" and key not in typed]
    changes: list[tuple[tuple[str, str], object, object]] = [(places[key], "was here", None) for key in texts[:1]]
    changes += [(at, other, value) for _, at, value in numbers_on(folder) for other in (value + 1, abs(value - 1))]
    for place, other, before in changes:
        type_in(sheets, {place: other})
        if not errors_of(check(sheets)):
            return place
        type_in(sheets, {place: before})
    pytest.fail("no number can be another one")


# values


@OF_EVERY_SYSTEM
def test_values_of_every_kind_come_back_from_sheets_and_from_text(demos: Demos, example: str, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    opened = open_event(folder)
    stage = opened.event.stages[0]
    sheets = EventFolder(folder).sheets(stage)
    context = drawn_round(opened, stage)
    forms = context.forms
    typed = {key: value for key, value in filled(forms, 1991, 0.5).items() if key not in forms.filled}
    assert typed
    write_round(sheets, opened.event, forms, {**forms.filled, **typed})
    read = read_round(sheets, opened.system, blank_round(opened.event, forms, context.draw)).entered
    assert (read.entries, read.raw) == ({**forms.filled, **typed}, {})
    text = entries(sheets)
    (tmp_path / "values.csv").write_text(text, encoding="utf-8")
    sheets.unlink()
    make_sheets(folder, stage or None, force=True)
    fill(sheets, tmp_path / "values.csv")
    assert entries(sheets) == text
    done = ingest(sheets, force=True)
    assert bool(errors_of(done)) == (done.status == "errors") == (not done.rows)
    assert [one for one in done.findings if one.is_error and not one.sheet] == []


@OF_EVERY_SYSTEM
def test_the_order_of_the_lists_of_people_changes_no_score(demos: Demos, example: str, tmp_path: Path) -> None:
    played = demos.played(example)
    folder = played.copied(tmp_path / "event")
    event, random = open_event(folder).event, Random(7)
    lists = {name: value for name in ("players", "teams") if (value := getattr(event, name, None))}
    write_event(
        event.model_copy(update={key: tuple(random.sample(had, len(had))) for key, had in lists.items()}), folder
    )
    assert load_event(EventFolder(folder).event_workbook) != event
    _, sheets, results = last_of(folder)
    before = read_results(results).rows
    done = ingest(sheets)
    assert errors_of(done) == []
    assert_same_rows(done.rows, before)
    ranked = (played.ranked.rows, standings(folder).rows)
    was, now = ({row["id"]: (row["rank"], row["score"]) for row in rows} for rows in ranked)
    assert now == was


@OF_EVERY_SYSTEM
def test_two_copies_with_half_of_the_values_each_are_merged(demos: Demos, example: str, tmp_path: Path) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    stage, sheets, _ = last_of(folder)
    whole, numbers = entries(sheets), numbers_on(folder)
    public = drawn_round(open_event(folder), stage).forms.public
    blank = [",".join([*map(str, public[key]), "-"]) for key, _, _ in numbers]
    (tmp_path / "blank.csv").write_text("\n".join(["table,seat,field,value", *blank]), encoding="utf-8")
    fill(sheets, tmp_path / "blank.csv")
    copies = [Path(shutil.copy(sheets, folder / f"{name}.xlsx")) for name in ("ann", "bob")]
    for at, copy in enumerate(copies):
        type_in(copy, {place: value for _, place, value in numbers[at::2]})
        assert entries(copy) != whole
    ann, bob = copies
    merge_copies(ann, bob, sheets)
    assert entries(sheets) == whole


# mistakes


@OF_EVERY_SYSTEM
def test_a_mistake_is_marked_in_its_cell_and_the_copy_mended_with_another_program_is_taken(
    demos: Demos, example: str, tmp_path: Path
) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    stage, sheets, results = last_of(folder)
    rows, (_, place, value) = read_results(results).rows, numbers_on(folder)[0]
    results.unlink()
    type_in(sheets, {place: "zwölf"})
    before, marked = sheets.read_bytes(), EventFolder(folder).marked(stage)
    done = ingest(sheets)
    assert (done.status, done.rows, done.marked_path) == ("errors", (), marked)
    assert [(one.code, one.sheet, one.cell) for one in done.findings if one.is_error] == [("not-a-number", *place)]
    assert (sheets.read_bytes(), results.exists()) == (before, False)
    book, (sheet, cell) = open_whole(marked), place
    assert book[sheet][cell].comment is not None
    book[sheet][cell] = value
    book.save(marked)
    assert ingest(marked).rows == rows
    assert not marked.exists()
    assert ingest(sheets).rows == rows


# LibreOffice


@OF_EVERY_SYSTEM
def test_what_libreoffice_saves_is_read_as_openpyxl_reads_it_and_has_the_same_results(
    demos: Demos, example: str
) -> None:
    played = demos.played(example)
    stages, computed = stages_of(played.folder), demos.recalculated(played)
    assert len(computed) == 3 * len(stages) + 1
    for name, workbook in played.workbooks.items():
        assert_read_as_by_openpyxl(workbook, computed[name])
    for stage in stages:
        results = EventFolder(played.folder).results(stage)
        assert read_results(computed[results.stem]) == read_results(results)


@OF_EVERY_SYSTEM
def test_sheets_that_libreoffice_saved_come_to_the_same_rows(demos: Demos, example: str, tmp_path: Path) -> None:
    played = demos.played(example)
    folder, computed = played.copied(tmp_path / "event"), demos.recalculated(played)
    for stage in stages_of(folder):
        sheets, results = EventFolder(folder).sheets(stage), EventFolder(played.folder).results(stage)
        shutil.copy(computed[sheets.stem], sheets)
        assert_ingested_alike(sheets, results)


@OF_EVERY_SYSTEM
@pytest.mark.usefixtures("_one_is_converted_by_the_program")
def test_sheets_that_libreoffice_saved_as_ods_come_to_the_same_rows(demos: Demos, example: str, tmp_path: Path) -> None:
    played = demos.played(example)
    folder = played.copied(tmp_path / "event")
    stages = stages_of(folder)
    stage = stages[len(stages) // 2]
    sheets, results = EventFolder(folder).sheets(stage), EventFolder(played.folder).results(stage)
    (ods,) = to_ods([EventFolder(played.folder).sheets(stage)], tmp_path / "ods")
    sheets.unlink()
    assert_ingested_alike(Path(shutil.copy(ods, folder)), results)


def assert_ingested_alike(sheets: Path, results: Path) -> None:
    """See that sheets come to the results, the same findings included."""
    done, before = ingest(sheets), read_results(results)
    assert before.rows
    assert done.rows == before.rows
    assert [one.code for one in done.findings if one.code != "winner"] == [one.code for one in before.findings]


# names


@OF_EVERY_SYSTEM
def test_awkward_names_count_in_formulas_as_they_are_written(demos: Demos, example: str, tmp_path: Path) -> None:
    played = demos.renamed(example)
    again = demos.recalculated(played)
    for workbook in (*played.workbooks.values(), *again.values(), played.folder / "event.xlsx"):
        assert_texts(played, workbook)
    copy = played.copied(tmp_path / "event")
    sheets = EventFolder(copy).sheets(stages_of(copy)[0])
    shutil.copy(again[sheets.stem], sheets)
    assert_ingested_alike(sheets, EventFolder(played.folder).results(stages_of(copy)[0]))
    plain = demos.played(example)
    names = new_names(open_event(plain.folder).event)
    stage = stages_of(plain.folder)[0]
    was, now = (read_results(EventFolder(folder).results(stage)).rows for folder in (plain.folder, played.folder))
    assert_same_rows(now, [{key: names.get(str(value), value) for key, value in row.items()} for row in was])


def assert_same_rows(ours: Sequence[ResultRow], theirs: Sequence[ResultRow]) -> None:
    """Compare rows of which equal ones may be listed by their names."""
    assert len(ours) == len(theirs)
    assert [row for row in ours if row not in theirs] == []


_QUOTED = re.compile(r'"(?:[^"]|"")*"')


def assert_texts(played: PlayedDemo, workbook: Path) -> None:
    """See that a name like a formula is text wherever it stands, and no link leads out."""
    cells = [cell for sheet in read_workbook(workbook).sheets.values() for cell in sheet.cells.values()]
    assert [cell for cell in cells if cell.value in PAYLOADS], f"{played.folder}: {workbook.name}"
    assert [cell for cell in cells if cell.formula and cell.formula.lstrip("=+") in PAYLOADS] == []
    # within quotes a name is text that is compared with what is typed
    assert [cell for cell in cells if cell.formula and LEADS_OUT in _QUOTED.sub("", cell.formula)] == []
    with ZipFile(workbook) as package:
        relations = [package.read(name) for name in package.namelist() if name.endswith(".rels")]
    assert not [one for one in relations if b'TargetMode="External"' in one]


# paper


@OF_EVERY_SYSTEM
def test_sheets_fit_on_both_papers(demos: Demos, example: str, tmp_path: Path) -> None:
    played = demos.played(example)
    folder = played.copied(tmp_path / "event")
    event = open_event(folder).event
    other = "a4" if event.header.paper == "letter" else "letter"
    write_event(event.model_copy(update={"header": event.header.model_copy(update={"paper": other})}), folder)
    stage = event.stages[0]
    made = make_sheets(folder, stage or None)
    upright = {}
    for paper, sheets in ((event.header.paper, EventFolder(played.folder).sheets(stage)), (other, made.path)):
        (pdf,) = to_pdf([sheets], tmp_path / paper)
        sizes = [(round(width), round(height)) for width, height in pdf_page_sizes(pdf)]
        assert set(sizes) <= {POINTS[paper], POINTS[paper][::-1]}
        upright[paper] = [width < height for width, height in sizes]
    assert upright["a4"] == upright["letter"]
    assert len(upright["a4"]) > made.pages  # the cover comes before them
