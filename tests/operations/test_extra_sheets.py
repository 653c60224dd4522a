"""``sheets --more``: a page whose lines are not enough gets more, and the round goes on as before."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from airforce_event import airforce_event
from amps_event import amps_event
from aso_commands import drawn_in, run
from diplomacy_event import diplomacy_event
from kept_events import started
from shared_demos import Demos
from small_round import small_round
from typing_in import type_in

from sheetscore.forms.form import FieldKey
from sheetscore.operations import sheets
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.reading.round_workbook import read_old_sheets


def type_lines(folder: Path, *lines: str) -> None:
    source = folder / "typed.csv"
    source.write_text("\n".join(["table,seat,field,value", *lines]), encoding="utf-8")
    fill(folder / "round1.xlsx", source)


def points(folder: Path) -> dict[str, object]:
    """Ingest the round; give the scenario points by seat."""
    done = ingest(folder / "round1.xlsx")
    assert done.status != "errors", done.findings
    return {str(row["seat"]): row["sp"] for row in done.rows}


MORE_HITS = ("1,strike.2,strike.hits.7.target,Depot", "1,strike.2,strike.hits.7.d,1", "1,strike.2,claimed.sp,10")


def with_more_lines(folder: Path) -> None:
    small_round(folder)
    before = points(folder)
    said = run("-C", folder, "sheets", 1, "--more", 1, "strike.2").stdout
    assert "table 1, strike.2" in said
    assert "“Damage to targets” with lines 7 to 12 and “Bombing rolls” with lines 7 to 12, on page 2 of 2" in said
    assert points(folder) == before
    type_lines(folder, *MORE_HITS)
    assert points(folder) == before | {"strike.2": 10}  # 7 and a D on a secondary target


def test_what_was_typed_is_kept_and_the_new_lines_count(demos: Demos) -> None:
    entered = run("-C", demos.made(with_more_lines).folder, "entries", "round1.xlsx").stdout
    assert "1,strike.2,strike.hits.12.d," in entered


def test_a_line_that_is_not_there_yet_says_how_to_get_it(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    with pytest.raises(MistakesFound) as refused:
        type_lines(folder, *MORE_HITS)
    first = refused.value.findings[0].message
    assert "it has lines 1 to 6. For as many again: sheetscore sheets 1 --more 1 strike.2" in first


@pytest.mark.parametrize(("box", "lines"), [("turn.13.speed", 12), ("shot.13.turn", 12)])
def test_of_a_flight_log_it_is_said_what_gives_it_more_lines(tmp_path: Path, box: str, lines: int) -> None:
    """The round has the number of turns; --more is for pages whose lines are just more of the same."""
    folder = started(tmp_path / "fight", airforce_event())
    with pytest.raises(MistakesFound) as told:
        type_lines(folder, f"1,blue.1,{box},1")
    first = told.value.findings[0].message
    assert f"it has lines 1 to {lines}; a flight log has a line for each turn of its round: raise Turns" in first
    assert "--more" not in first
    with pytest.raises(WrongUsage, match=r"no numbered lines that could go on; a flight log .* Turns .*at most 36"):
        make_sheets(folder, 1, more=[(1, "blue.1")])


def test_sheets_that_are_made_again_have_it_and_so_has_a_changed_draw(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    run("-C", folder, "sheets", 1, "--more", 1, "strike.2")
    type_lines(folder, *MORE_HITS)
    before = drawn_in(folder, 1)
    assert "not-placed" not in run("-C", folder, "sheets", 1).stdout
    assert points(folder)["strike.2"] == 10
    (folder / "round1-results.xlsx").unlink()
    run("-C", folder, "draw", 1, "--again")
    sat = {player: seat for seat, player in before.tables[0].seated.items()}
    sits = {player: seat for seat, player in drawn_in(folder, 1).tables[0].seated.items()}
    who = next(player for player, seat in sat.items() if seat == "strike.2")
    assert drawn_in(folder, 1).further == {(1, sits[who]): 1}
    assert "not-placed" not in run("-C", folder, "sheets", 1).stdout
    run("-C", folder, "draw", 1, "--drop", drawn_in(folder, 1).tables[0].seats["cap.2"])
    assert drawn_in(folder, 1).further == {(1, sits[who]): 1}


def killed_before_the_sheets(folder: Path, **asked: Any) -> None:
    """Ask for more paper, or for less, and die when the draw remembers it and the sheets do not have it."""

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sheets, "write_round", die)
        with pytest.raises(KeyboardInterrupt):
            make_sheets(folder, 1, **asked)


def test_killed_between_draw_and_sheets_the_same_command_gives_one_page_and_no_second(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    before = entries(folder / "round1.xlsx")
    killed_before_the_sheets(folder, more=[(1, "strike.2")])
    assert drawn_in(folder, 1).further == {(1, "strike.2"): 1}
    make_sheets(folder, 1, more=[(1, "strike.2")])
    assert drawn_in(folder, 1).further == {(1, "strike.2"): 1}
    assert set(entries(folder / "round1.xlsx").splitlines()) >= set(before.splitlines())
    killed_before_the_sheets(folder, more=[(1, "strike.2"), (1, "strike.2"), (1, "cap.1")])
    type_in(folder / "round1.xlsx", {cell_of_sheets(folder, "strike.2", "strike.hits.7.target"): "Depot"})
    make_sheets(folder, 1, more=[(1, "strike.2"), (1, "strike.2"), (1, "cap.1")])
    assert drawn_in(folder, 1).further == {(1, "strike.2"): 3, (1, "cap.1"): 1}
    assert "1,strike.2,strike.hits.7.target,Depot," in entries(folder / "round1.xlsx")


def cell_of_sheets(folder: Path, seat: str, field: str, name: str = "round1.xlsx") -> tuple[str, str]:
    """Say where a box stands on the sheets as they are, whatever the draw remembers."""
    opened = open_event(folder)
    return read_old_sheets(folder / name, opened.system, opened.round(1)).cells[FieldKey(1, seat, field)]


def test_a_copy_made_before_a_page_got_more_lines_is_merged(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    shutil.copy(folder / "round1.xlsx", folder / "bob.xlsx")
    make_sheets(folder, 1, more=[(1, "strike.2")])
    type_lines(folder, *MORE_HITS)
    type_in(folder / "bob.xlsx", {cell_of_sheets(folder, "", "log.1.event", "bob.xlsx"): "late"})
    merge_copies(folder / "round1.xlsx", folder / "bob.xlsx", folder / "round1.xlsx")
    assert drawn_in(folder, 1).further == {(1, "strike.2"): 1}
    typed = {*MORE_HITS, "1,,log.1.event,late"}
    now = {",".join(line.split(",")[:4]) for line in entries(folder / "round1.xlsx").splitlines()}
    assert typed <= now


def test_killed_so_the_same_command_takes_one_page_back_and_no_second(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    make_sheets(folder, 1, more=[(1, "strike.2"), (1, "strike.2"), (1, "cap.1")])
    killed_before_the_sheets(folder, less=[(1, "strike.2"), (1, "cap.1")])
    made = make_sheets(folder, 1, less=[(1, "strike.2"), (1, "cap.1")])
    assert drawn_in(folder, 1).further == {(1, "strike.2"): 1}
    assert [(one.seat, next(iter(one.blocks[0][1]))) for one in made.taken_back] == [("strike.2", 13), ("cap.1", 7)]


def test_killed_before_there_were_any_sheets_no_second_page_comes_either(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    (folder / "round1.xlsx").unlink()  # it was filled in, so that blank ones are made by force
    killed_before_the_sheets(folder, more=[(1, "strike.2")], force=True)
    make_sheets(folder, 1, more=[(1, "strike.2")], force=True)
    assert drawn_in(folder, 1).further == {(1, "strike.2"): 1}


def test_a_page_that_the_draw_has_moved_gets_more_than_it_had(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    make_sheets(folder, 1, more=[(1, "strike.2")])
    event, seats = open_event(folder).event, drawn_in(folder, 1).tables[0].seats
    (folder / "event.xlsx").unlink()
    stay = tuple(player for player in event.players if player.id != seats["strike.1"])
    write_event(event.model_copy(update={"players": stay}), folder)
    draw(folder, 1, again=True)
    assert drawn_in(folder, 1).tables[0].seats["strike.1"] == seats["strike.2"]
    # by force: whoever has left has values on strike.1
    killed_before_the_sheets(folder, more=[(1, "strike.1")], force=True)
    make_sheets(folder, 1, more=[(1, "strike.1")], force=True)
    assert drawn_in(folder, 1).further == {(1, "strike.1"): 2}
    make_sheets(folder, 1, more=[(1, "strike.1")])
    assert drawn_in(folder, 1).further == {(1, "strike.1"): 3}


def test_a_page_is_named_by_whoever_sits_there_and_gets_more_each_time(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    player = drawn_in(folder, 1).tables[0].seats["ds.1"]
    name = f"Pilot {int(str(player)[1:])}"
    for number, called in enumerate((str(player), name, "SUPPRESSION flight 1"), start=1):
        made = make_sheets(folder, 1, more=[(1, called)])
        assert [(one.table, one.seat) for one in made.further] == [(1, "ds.1")]
        assert drawn_in(folder, 1).further == {(1, "ds.1"): number}
    assert {lines for _, lines in made.further[0].blocks} == {range(19, 25)}
    for called in ("table sheet", "Event log"):
        (one,) = make_sheets(folder, 1, more=[(1, called)]).further
        assert [title for title, _ in one.blocks] == ["Event log"]


@pytest.mark.parametrize(
    ("table", "called", "said"),
    [
        (7, "strike.2", "no table 7; there are 1"),
        (1, "strike.9", "name a seat, or who sits there. Lines can go on at table sheet, strike.1, strike.2"),
        (1, "Nobody", "table 1 has no page “Nobody”"),
    ],
)
def test_a_page_that_is_not_there_is_refused_and_nothing_changes(
    tmp_path: Path, table: int, called: str, said: str
) -> None:
    folder = small_round(tmp_path / "event")
    before = {path: path.read_bytes() for path in folder.glob("round1*.xlsx")}
    with pytest.raises(WrongUsage, match="table"):
        make_sheets(folder, 1, more=[(table, called)])
    done = run("-C", folder, "sheets", 1, "--more", table, called, status=2)
    assert said in " ".join(f"{done.stdout} {done.stderr}".split())
    assert {path: path.read_bytes() for path in folder.glob("round1*.xlsx")} == before


def test_there_is_an_end_to_it(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    make_sheets(folder, 1, more=[(1, "cap.1")] * 5)
    with pytest.raises(WrongUsage, match="5 times already"):
        make_sheets(folder, 1, more=[(1, "cap.1")])


def test_scripts_are_told_what_there_is_more_of(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    done = json.loads(run("-C", folder, "sheets", 1, "--more", 1, "cap.1", "--json").stdout)
    assert done["further"] == [
        {
            "table": 1,
            "seat": "cap.1",
            "blocks": [{"title": "Damage to enemy aircraft", "first": 7, "last": 12}],
            "pages": [2],
        }
    ]


# a page taken back


def test_a_page_that_nobody_wrote_on_is_taken_back(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    before = points(folder)
    run("-C", folder, "sheets", 1, "--more", 1, "strike.2", "--more", 1, "strike.2")
    said = run("-C", folder, "sheets", 1, "--less", 1, "strike.2").stdout
    assert "Taken back: table 1, strike.2" in said
    assert "“Damage to targets” with lines 13 to 18" in said
    assert drawn_in(folder, 1).further == {(1, "strike.2"): 1}
    done = json.loads(run("-C", folder, "sheets", 1, "--less", 1, "strike.2", "--json").stdout)
    (back,) = done["taken_back"]
    assert (back["table"], back["seat"], back["pages"]) == (1, "strike.2", [2])
    assert {(one["first"], one["last"]) for one in back["blocks"]} == {(7, 12)}
    assert drawn_in(folder, 1).further == {}
    assert "strike.hits.7.d" not in run("-C", folder, "entries", "round1.xlsx").stdout
    assert points(folder) == before


def test_what_is_typed_on_a_page_is_named_before_it_is_taken_back(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    run("-C", folder, "sheets", 1, "--more", 1, "strike.2")
    type_lines(folder, *MORE_HITS)
    before = {path: path.read_bytes() for path in folder.glob("round1*.xlsx")}
    refused = run("-C", folder, "sheets", 1, "--less", 1, "strike.2", status=1)
    said = " ".join(f"{refused.stdout} {refused.stderr}".split())
    assert "strike.hits.7.target = Depot" in said
    assert "strike.hits.7.d = 1" in said
    assert "claimed.sp" not in said, "what stands on the lines that stay is not lost"
    assert "Move it to lines that stay, or clear it; or add --force" in said
    assert {path: path.read_bytes() for path in folder.glob("round1*.xlsx")} == before
    run("-C", folder, "sheets", 1, "--less", 1, "strike.2", "--force")
    assert drawn_in(folder, 1).further == {}
    assert "strike.hits.7.d" not in run("-C", folder, "entries", "round1.xlsx").stdout
    kept = [path.read_bytes() for path in (folder / "kept").iterdir()]
    assert before[folder / "round1.xlsx"] in kept


def test_cleared_lines_are_taken_back(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    run("-C", folder, "sheets", 1, "--more", 1, "strike.2")
    type_lines(folder, *MORE_HITS)
    type_lines(folder, "1,strike.2,strike.hits.7.target,-", "1,strike.2,strike.hits.7.d,-")
    assert make_sheets(folder, 1, less=[(1, "strike.2")]).taken_back[0].sheets == range(2, 3)


def test_a_page_that_got_nothing_has_nothing_to_give_back(tmp_path: Path) -> None:
    folder = small_round(tmp_path / "event")
    done = run("-C", folder, "sheets", 1, "--less", 1, "strike.2", status=2)
    said = " ".join(f"{done.stdout} {done.stderr}".split())
    assert "at table 1 has no lines that it got by --more; there is nothing to take back" in said
    with pytest.raises(WrongUsage, match="table 1 has no page"):
        make_sheets(folder, 1, less=[(1, "strike.9")])


def test_a_round_without_lines_that_go_on_says_so_whatever_page_is_named(tmp_path: Path) -> None:
    write_event(diplomacy_event(7), tmp_path / "boards")
    draw(tmp_path / "boards", 1)
    for seat in ("Austria", "nobody"):
        refused = run("-C", tmp_path / "boards", "sheets", 1, "--more", 1, seat, status=2).stderr
        assert "no page of round 1 has numbered lines that could go on on another; print a copy of" in refused
        assert "name a seat" not in refused
    make_sheets(tmp_path / "boards", 1)
    less = run("-C", tmp_path / "boards", "sheets", 1, "--less", 1, "Austria", status=2).stderr
    assert less.endswith("table 1 has no page “Austria”: name a seat, or who sits there\n")


def test_a_page_whose_lines_never_go_on_has_nothing_to_give_back(tmp_path: Path) -> None:
    write_event(airforce_event(), tmp_path / "fight")
    draw(tmp_path / "fight", 1)
    with pytest.raises(
        WrongUsage, match="at table 1 has no lines that it got by --more; there is nothing to take back"
    ):
        make_sheets(tmp_path / "fight", 1, less=[(1, "blue.1")])


def test_a_folder_that_is_not_there_is_told_as_that(tmp_path: Path) -> None:
    assert "there is no folder" in run("-C", tmp_path / "nowhere", "check", status=2).stderr


def test_a_page_is_named_by_a_substitute_who_sits_there_on_the_sheets_alone(tmp_path: Path) -> None:
    folder = started(tmp_path / "event", amps_event(players=10, tables=2))
    places = [*drawn_in(folder, 1).places()]
    seat = next(seat for table, seat, _ in places if table == 1)
    substitute = open_event(folder).event.names[next(player for table, _, player in places if table == 2)]
    type_lines(folder, f"1,{seat},seat.pilot,{substitute}")
    made = make_sheets(folder, 1, more=[(1, substitute)])
    assert [(one.table, one.seat) for one in made.further] == [(1, seat)]
