"""A bombing roll on a target that another pilot destroyed: scored, and the director is asked what came first."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from event_folder import cell_of, started
from team_event import team_event, team_folder

from sheetscore.findings import Finding
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.standings import standings

ORDER = "order-unknown"

DEPOT_BY_1 = ("1,strike.1,strike.hits.1.target,Depot", "1,strike.1,strike.hits.1.d,3")
ROLL_BY_2 = ("1,strike.2,strike.bombing.1.target,Depot", "1,strike.2,strike.bombing.1.odds,4:1")


BRIDGE_BY_2 = "1,strike.2,strike.bombing.1.target,Bridge"


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return started(tmp_path_factory.mktemp("amps") / "event", amps_event())


@pytest.fixture
def folder(blank: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(blank, tmp_path / "event"))


def scored(folder: Path, *lines: str) -> Ingested:
    """Type lines into round 1, let everybody else stay at home, and ingest it."""
    there = {tuple(line.split(",")[:2]) for line in lines if not line.endswith("seat.flew,0")}
    seats = [(str(table), seat) for table, seat, _ in draw_of(open_event(folder), 1).draw.places()]
    flew = [f"{table},{seat},seat.flew,{int((table, seat) in there)}" for table, seat in seats]
    source = folder.parent / "lines.csv"
    source.write_text("\n".join(["table,seat,field,value", *dict.fromkeys((*flew, *lines))]), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    return ingest(folder / "round1.xlsx")


def asked(done: Ingested) -> list[Finding]:
    return [one for one in done.findings if one.code == ORDER]


def points(done: Ingested) -> dict[str, object]:
    return {str(row["seat"]): row["sp"] for row in done.rows}


def test_a_roll_on_a_secondary_target_that_another_destroyed_is_scored_and_asked_about(folder: Path) -> None:
    """3 D on a secondary are 9 SP; a roll at 4:1 is 4 + 2."""
    done = scored(folder, *DEPOT_BY_1, *ROLL_BY_2)
    (found,) = asked(done)
    assert points(done) == {"strike.1": 9, "strike.2": 6}
    assert str(found.severity) == "warning"
    assert (found.sheet, found.cell) == cell_of(folder, 1, "strike.2", "strike.bombing.1.target")
    assert found.seats == {(1, "strike.1"), (1, "strike.2")}
    assert all(word in found.message for word in ("Depot", "strike.1", "strike.2", "Which came first?", "ruling"))


@pytest.mark.parametrize("seat", ["strike.1", "strike.2"])
def test_a_ruling_settles_what_came_first(folder: Path, seat: str) -> None:
    lines = (f"1,{seat},ruling.sp,0", f"1,{seat},ruling.reason,the roll came later")
    done = scored(folder, *DEPOT_BY_1, *ROLL_BY_2, *lines)
    (found,) = asked(done)
    assert str(found.severity) == "note"
    assert found.message.startswith("settled by a ruling: ")
    assert points(done)[seat] == 0


def test_a_roll_at_a_white_silhouette_is_asked_about_after_a_single_d(folder: Path) -> None:
    roll = ("1,strike.2,strike.bombing.1.target,barge", "1,strike.2,strike.bombing.1.odds,1:1")
    done = scored(folder, "1,strike.1,strike.hits.1.target,Barge", "1,strike.1,strike.hits.1.d,1", *roll)
    assert len(asked(done)) == 1
    assert points(done) == {"strike.1": 3, "strike.2": 3}


def test_a_target_written_in_by_two_pilots_is_one_opportunity_target(folder: Path) -> None:
    roll = ("1,strike.2,strike.bombing.1.target,LORRY PARK", "1,strike.2,strike.bombing.1.odds,2:1")
    done = scored(folder, "1,strike.1,strike.hits.1.target,Lorry park", "1,strike.1,strike.hits.1.d,3", *roll)
    assert len(asked(done)) == 1
    assert points(done) == {"strike.1": 3, "strike.2": 4}


def test_what_several_others_did_is_added_up(folder: Path) -> None:
    two = ("1,strike.3,strike.hits.1.target,Depot", "1,strike.3,strike.hits.1.d,1")
    one = (DEPOT_BY_1[0], "1,strike.1,strike.hits.1.d,2")
    assert asked(scored(folder, *one, *ROLL_BY_2)) == []
    (found,) = asked(scored(folder, *one, *two, *ROLL_BY_2))
    assert found.seats == {(1, "strike.1"), (1, "strike.2"), (1, "strike.3")}


def test_what_the_pilot_did_before_the_roll_counts_with_what_others_did(folder: Path) -> None:
    """The second attack comes after the pilot's own D; with the 2 D of another the Depot may be gone by then."""
    own = ("1,strike.2,strike.hits.1.target,Depot", "1,strike.2,strike.hits.1.d,1")
    others = (DEPOT_BY_1[0], "1,strike.1,strike.hits.1.d,2")
    assert asked(scored(folder, *others, *own, *ROLL_BY_2)) == []
    second = ("1,strike.2,strike.bombing.2.target,Depot", "1,strike.2,strike.bombing.2.odds,1:1")
    (found,) = asked(scored(folder, *others, *own, *ROLL_BY_2, *second))
    assert found.cell == cell_of(folder, 1, "strike.2", "strike.bombing.2.target")[1]


def test_several_rolls_of_a_page_on_one_target_are_one_question(folder: Path) -> None:
    second = ("1,strike.2,strike.bombing.2.target,Depot", "1,strike.2,strike.bombing.2.odds,1:1")
    (found,) = asked(scored(folder, *DEPOT_BY_1, *ROLL_BY_2, *second))
    assert "line 1 and line 2" in found.message


def test_damage_by_those_who_suppress_destroys_the_target_for_the_bombers_too(folder: Path) -> None:
    hawk = ("1,ds.1,defense-suppression.sam.1.target,Hawk", "1,ds.1,defense-suppression.sam.1.d,3")
    roll = ("1,strike.2,strike.bombing.1.target,Hawk", "1,strike.2,strike.bombing.1.odds,1:1")
    (found,) = asked(scored(folder, *hawk, *roll))
    assert found.seats == {(1, "ds.1"), (1, "strike.2")}


@pytest.mark.parametrize(
    "lines",
    [
        ("1,strike.1,strike.hits.1.target,Bridge", DEPOT_BY_1[1], BRIDGE_BY_2, ROLL_BY_2[1]),
        (*DEPOT_BY_1, "1,strike.2,strike.bombing.1.odds,4:1"),
        (DEPOT_BY_1[0], "1,strike.1,strike.hits.1.d,2", *ROLL_BY_2),
        (*DEPOT_BY_1, "1,strike.2,strike.bombing.1.target,Barge", "1,strike.2,strike.bombing.1.odds,4:1"),
        (*DEPOT_BY_1, "1,strike.1,strike.bombing.1.target,Depot", "1,strike.1,strike.bombing.1.odds,4:1"),
    ],
    ids=["a primary target", "no target named", "not destroyed", "another target", "the same pilot"],
)  # fmt: skip
def test_nothing_is_asked_where_no_order_matters(folder: Path, lines: tuple[str, ...]) -> None:
    assert asked(scored(folder, *lines)) == []


def test_a_later_roll_of_the_same_pilot_scores_nothing_as_before(folder: Path) -> None:
    rolls = [f"1,strike.1,strike.bombing.{n}.{box}" for n in (1, 2) for box in ("target,Depot", "odds,4:1")]
    done = scored(folder, *DEPOT_BY_1, *rolls)
    assert "no-effect" in {one.code for one in done.findings}
    assert asked(done) == []
    assert points(done) == {"strike.1": 15}


def test_teams_are_asked_too(tmp_path: Path) -> None:
    folder = team_folder(tmp_path / "cup", team_event(size=4, rounds=("depot",)))
    done = scored(
        folder,
        "1,blue.1,strike.hits.1.target,Trucks",
        "1,blue.1,strike.hits.1.d,1",
        "1,blue.2,strike.bombing.1.target,Trucks",
        "1,blue.2,strike.bombing.1.odds,2:1",
    )
    (found,) = asked(done)
    assert found.seats == {(1, "blue.1"), (1, "blue.2")}
    assert done.status == "warnings"
    assert standings(folder).rows
