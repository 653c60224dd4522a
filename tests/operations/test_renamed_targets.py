"""A target that the event calls otherwise after its sheets are made: what was typed under the old name is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import amps_event
from click.testing import CliRunner
from event_folder import cell_of, started
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.history import records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets

SEAT, BOX = "strike.1", "strike.hits.1.target"


def renamed(folder: Path, old: str, new: str) -> None:
    """Call a target otherwise wherever the event has it, as a director does."""
    event = open_event(folder).event
    text = event.model_dump_json(by_alias=True).replace(f'"name":"{old}"', f'"name":"{new}"')
    write_event(type(event).model_validate_json(text), folder)


def typed(folder: Path, **boxes: object) -> None:
    """Fill one page of table 1, and let everybody else stay at home."""
    seats = [(table, where) for table, where, _ in draw_of(open_event(folder), 1).draw.places()]
    lines = [f"{table},{where},seat.flew,{int((table, where) == (1, SEAT))}" for table, where in seats]
    lines += [f"1,{SEAT},strike.hits.1.{field},{value}" for field, value in boxes.items()]
    source = folder.parent / "lines.csv"
    source.write_text("\n".join(["table,seat,field,value", *lines]), encoding="utf-8")
    fill(folder / "round1.xlsx", source)


def told(findings: tuple[Finding, ...]) -> list[Finding]:
    return [one for one in findings if one.code == "off-list"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Sheets on which “Bridge” was typed, made again after the event calls it “Viaduct”."""
    folder = started(tmp_path / "event", amps_event())
    typed(folder, target="Bridge", d=2)
    renamed(folder, "Bridge", "Viaduct")
    assert told(make_sheets(folder, 1).findings)
    return folder


def test_check_and_ingest_name_the_cell_with_the_old_name_and_what_the_list_has(folder: Path) -> None:
    for done in (check(folder / "round1.xlsx"), ingest(folder / "round1.xlsx")):
        (found,) = told(done.findings)
        assert (str(found.severity), found.sheet, found.cell) == ("warning", *cell_of(folder, 1, SEAT, BOX))
        assert "“Bridge” was on a list of these sheets when they were printed, and is on none now" in found.message
        assert "Viaduct" in found.message
    said = CliRunner().invoke(main, ["-C", str(folder), "ingest", "round1.xlsx"]).output
    assert "“Bridge” was on a list of these sheets" in " ".join(said.split())


@pytest.mark.parametrize("name", ["bridge", "Bridge (white)"])
def test_the_old_name_may_come_later_from_paper_that_was_printed_before(tmp_path: Path, name: str) -> None:
    folder = started(tmp_path / "event", amps_event())
    renamed(folder, "Bridge", "Viaduct")
    make_sheets(folder, 1)
    make_sheets(folder, 1)
    typed(folder, target=name, d=2)
    (found,) = told(check(folder / "round1.xlsx").findings)
    assert f"“{name}” was on a list" in found.message


def test_what_was_written_in_or_is_called_so_again_is_nothing_renamed(folder: Path) -> None:
    typed(folder, target="Pontoon")
    assert not told(check(folder / "round1.xlsx").findings)
    typed(folder, target="Viaduct")
    assert not told(check(folder / "round1.xlsx").findings)
    typed(folder, target="Bridge")
    assert told(check(folder / "round1.xlsx").findings)
    renamed(folder, "Viaduct", "Bridge")
    make_sheets(folder, 1)
    assert not told(check(folder / "round1.xlsx").findings)


def test_sheets_made_again_say_it_of_no_odds_and_of_nothing_that_was_written_in(tmp_path: Path) -> None:
    """5:3 counts as 1:1 and is on no list; the barge is white, and a ferry that is written in may be."""
    folder = started(tmp_path / "event", amps_event())
    source = folder.parent / "lines.csv"
    hits = ("hits.1.target,Ferry (white)", "hits.2.target,Barge (white)")
    boxes = ("bombing.1.target,Depot", "bombing.1.odds,5:3", *hits)
    lines = ["table,seat,field,value", *(f"1,{SEAT},strike.{box}" for box in boxes)]
    source.write_text("\n".join(lines), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    assert told(make_sheets(folder, 1).findings) == []
    renamed(folder, "Barge", "Lighter")
    (found,) = told(make_sheets(folder, 1).findings)
    assert "“Barge” was typed at 1 place" in found.message


def test_a_marked_copy_still_knows_the_old_name(folder: Path) -> None:
    source = folder.parent / "lines.csv"
    source.write_text("table,seat,field,value\n1,strike.1,claimed.sp,99\n", encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    assert ingest(folder / "round1.xlsx").status == "errors"
    assert told(check(folder / "round1-marked.xlsx").findings)


def test_rounds_that_name_it_are_not_scored_anew_as_if_it_were_another(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("origins-1991").copied(tmp_path / "event")
    first = records(open_event(folder))[1]
    assert first.setup is not None
    names = {str(part.values["name"]) for part in first.setup.scenarios if part.path == "scenario.side.target"}
    hit = next(str(value) for key, value in first.entries.items() if key.field.endswith(".target") and value in names)
    renamed(folder, hit, "Somewhere else")
    event = open_event(folder).event
    settings = event.settings.model_copy(update={"factoring": "none"})
    write_event(event.model_copy(update={"settings": settings}), folder)
    done = CliRunner().invoke(main, ["-C", str(folder), "ingest", "round2.xlsx"])
    said = " ".join(done.output.split())
    assert done.exit_code == 1, said
    assert "round 1 cannot be scored as the settings are now (Factoring was round and is none)" in said
    assert f"“{hit}” was on a list" in said
    assert records(open_event(folder))[1].rows == first.rows
