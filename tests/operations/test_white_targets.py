"""Targets that are on no list: written in by whoever attacks them, with (white) behind a white silhouette."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from amps_event import BRIDGE, STRIKE, amps_event
from event_folder import cell_of, started
from looking import values_in

from sheetscore.findings import Finding
from sheetscore.forms.form import Value
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One flight of the strikers has both tasks, against the guns and sites of the others."""
    strike = STRIKE.model_copy(update={"tasks": ("strike", "defense-suppression")})
    scenario = BRIDGE.model_copy(update={"sides": (strike, *BRIDGE.sides[1:])})
    return started(tmp_path_factory.mktemp("amps") / "event", amps_event(scenarios=(scenario,)))


@pytest.fixture
def folder(blank: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(blank, tmp_path / "event"))


def scored(folder: Path, pages: Mapping[str, Mapping[str, Value]]) -> Ingested:
    """Type the pages of the table, let everybody else stay at home, and ingest the round."""
    seats = [seat for _, seat, _ in draw_of(open_event(folder), 1).draw.places()]
    lines = [f"1,{seat},seat.flew,{int(seat in pages)}" for seat in seats]
    lines += [f"1,{seat},{field},{value}" for seat, values in pages.items() for field, value in values.items()]
    source = folder.parent / "lines.csv"
    source.write_text("\n".join(["table,seat,field,value", *lines]), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    return ingest(folder / "round1.xlsx")


def points(done: Ingested) -> dict[str, object]:
    return {str(row["seat"]): row["sp"] for row in done.rows}


def told(done: Ingested, code: str) -> list[Finding]:
    return [one for one in done.findings if one.code == code]


def hits(*attacks: tuple[str, int]) -> dict[str, Value]:
    page: dict[str, Value] = {}
    for line, (target, d) in enumerate(attacks, start=1):
        page |= {f"strike.hits.{line}.target": target, f"strike.hits.{line}.d": d}
    return page


def site(target: str, block: str = "sam", **line: Value) -> dict[str, Value]:
    return {f"defense-suppression.{block}.1.{field}": value for field, value in {"target": target, **line}.items()}


@pytest.mark.parametrize(
    "name",
    ["Ferry (white)", "Ferry (White)", "Ferry(white)", "ferry   (WHITE) ", "Ferry ( white )", "Ferry ( white)"],
)
def test_a_target_that_is_written_in_as_white_gives_one_d(folder: Path, name: str) -> None:
    """As a target of opportunity: 1, not 3."""
    done = scored(folder, {"strike.1": hits((name, 3))})
    assert points(done) == {"strike.1": 1}
    assert told(done, "near-miss") == []


def test_without_the_word_it_gives_three(folder: Path) -> None:
    assert points(scored(folder, {"strike.1": hits(("White ferry", 3))})) == {"strike.1": 3}


@pytest.mark.parametrize("name", ["barge (white)", "Barge ( white )"])
def test_a_target_of_the_list_may_have_the_word_that_is_printed_behind_it(folder: Path, name: str) -> None:
    """The barge is secondary and white: one D is 3."""
    done = scored(folder, {"strike.1": hits((name, 2))})
    assert points(done) == {"strike.1": 3}
    assert told(done, "near-miss") == []


def test_a_target_of_the_list_that_is_not_white_is_asked_about(folder: Path) -> None:
    """The depot counts as something else then: one D of opportunity."""
    done = scored(folder, {"strike.1": hits(("Depot (white)", 2))})
    (found,) = told(done, "near-miss")
    assert str(found.severity) == "warning"
    assert "the list has “Depot”" in found.message
    assert (found.sheet, found.cell) == cell_of(folder, 1, "strike.1", "strike.hits.1.target")
    assert points(done) == {"strike.1": 1}


def test_whatever_somebody_marks_it_as_a_target_of_the_list_stays_as_others_typed_it(folder: Path) -> None:
    """3 D on the bridge, the primary of strike.2, are 18; what strike.1 writes counts as something else."""
    bridge = hits(("Bridge", 3))
    assert points(scored(folder, {"strike.2": bridge}))["strike.2"] == 18
    done = scored(folder, {"strike.1": hits(("Bridge (white)", 1)), "strike.2": bridge})
    assert points(done) == {"strike.1": 1, "strike.2": 18}
    written = [line for line in entries(folder / "round1.xlsx").splitlines() if ",strike.hits.1.target," in line]
    assert [line.split(",")[3] for line in written if line.split(",")[3]] == ["Bridge (white)", "Bridge"]


def test_what_is_white_on_one_line_is_white_on_all(folder: Path) -> None:
    """The second line comes after the only D, and the ferry is one thing."""
    done = scored(folder, {"strike.1": hits(("Ferry", 1), ("Ferry (white)", 1))})
    assert points(done) == {"strike.1": 1}
    (found,) = told(done, "no-effect")
    assert "line 2" in found.message


def test_two_pilots_share_the_one_d_of_a_white_target(folder: Path) -> None:
    done = scored(folder, {"strike.1": hits(("Ferry (white)", 1)), "strike.2": hits(("Ferry", 1))})
    (found,) = told(done, "cap-across")
    assert found.is_error
    assert "may come to 1" in found.message
    assert "claimed are 2" in found.message


def test_a_site_may_be_written_in_for_suppression(folder: Path) -> None:
    """Three D are 18, the white one's one D 6; 6 and 2 left for the kill of each; guns suppressed 2, radar killed 3."""
    pages = {
        "ds.1": site("Goa", d=3, destroyed=1, missiles_left=2) | site("Flak train", "aaa", suppressed=1),
        "ds.2": site("Gaskin (white)", d=3, destroyed=1, missiles_left=2) | site("Bar Lock", "radar", destroyed=1),
    }
    done = scored(folder, pages)
    assert points(done) == {"ds.1": 18 + 8 + 2, "ds.2": 6 + 8 + 3}
    assert [one.code for one in done.findings if str(one.severity) != "note"] == []


def test_an_infantry_sam_may_be_written_in(folder: Path) -> None:
    assert points(scored(folder, {"ds.1": site("Redeye team", "infantry_sam", destroyed=1)})) == {"ds.1": 5}


def test_written_in_targets_of_both_tasks_and_all_pilots_are_compared(folder: Path) -> None:
    done = scored(folder, {"ds.1": site("Gaskin (white)", d=1), "strike.1": hits(("gaskin (white)", 1))})
    (found,) = told(done, "cap-across")
    assert found.seats == {(1, "ds.1"), (1, "strike.1")}
    assert "may come to 1" in found.message


def test_of_a_written_in_target_too_the_director_says_who_came_later(folder: Path) -> None:
    later: dict[str, Value] = {"ruling.after": "ds.1"}
    pages = {
        "ds.1": site("Gaskin (white)", d=1, destroyed=1, missiles_left=0),
        "strike.1": hits(("Gaskin", 1)) | later,
    }
    assert points(scored(folder, pages)) == {"ds.1": 12, "strike.1": 0}


@pytest.mark.parametrize(
    ("block", "name", "said"),
    [
        ("sam", "ZSU 1", "of the class aaa"),
        ("aaa", "Hawk", "of the class sam"),
        ("radar", "Bridge", "of the class primary"),
        ("sam", "Hauk", "was “hawk” meant"),
        ("sam", "TRUE", "names nothing on the ground"),
        ("aaa", "strike.1", "names nothing on the ground"),
    ],
)
def test_what_belongs_elsewhere_is_scored_as_written_in_and_asked_about(
    folder: Path, block: str, name: str, said: str
) -> None:
    done = scored(folder, {"ds.1": site(name, block, suppressed=1)})
    (found,) = told(done, "near-miss")
    assert str(found.severity) == "warning"
    assert said in found.message
    assert points(done) == {"ds.1": {"sam": 4, "aaa": 2, "radar": 1}[block]}


def test_who_strikes_sees_the_targets_of_suppression_with_their_class(folder: Path) -> None:
    """Nothing of the force is elsewhere to the strike task: the truck is of opportunity, and white."""
    done = scored(folder, {"strike.1": hits(("Grail truck (white)", 3))})
    assert points(done) == {"strike.1": 1}
    assert told(done, "near-miss") == []


def test_the_results_show_the_target_as_white(folder: Path) -> None:
    scored(folder, {"strike.1": hits(("Ferry (white)", 3))})
    lines = values_in(folder / "round1-results.xlsx")["Scoring"]
    (ferry,) = [row for row in lines if "Ferry (white)" in row]
    assert 3 in ferry
    assert 1 in ferry
