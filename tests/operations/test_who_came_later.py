"""A director says whose attacks came later: what these exceed of a limit counts nothing, and nobody else loses any."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from amps_event import BRIDGE, STRIKE, amps_event
from event_folder import cell_of, started
from typing_in import type_in

from sheetscore.findings import Finding
from sheetscore.forms.form import Value
from sheetscore.forms.template import shipped
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.systems.tasks.model import Target

Pages = Mapping[str, Mapping[str, Value]]


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine pilots at one table; the second flight has the bridge as a primary, the first as a secondary target."""
    first = STRIKE.model_copy(update={"targets": (*STRIKE.targets, Target(name="Dam", class_="secondary", seats=(1,)))})
    second = Target(name="Dam", class_="primary", seats=(2, 3, 4))
    strike = first.model_copy(update={"targets": (*first.targets, second)})
    scenario = BRIDGE.model_copy(update={"sides": (strike, *BRIDGE.sides[1:])})
    return started(tmp_path_factory.mktemp("amps") / "event", amps_event(scenarios=(scenario,)))


@pytest.fixture
def folder(blank: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(blank, tmp_path / "event"))


def scored(folder: Path, pages: Pages) -> Ingested:
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


def told(done: Ingested, code: str = "cap-across") -> list[Finding]:
    return [one for one in done.findings if one.code == code]


def severities(done: Ingested, code: str = "cap-across") -> list[str]:
    return [str(one.severity) for one in told(done, code)]


def errors(done: Ingested) -> list[str]:
    return [one.code for one in done.findings if one.is_error]


def hits(target: str, d: int) -> dict[str, Value]:
    return {"strike.hits.1.target": target, "strike.hits.1.d": d}


def bomb(target: str) -> dict[str, Value]:
    """A roll at 4:1 without a modifier is 6."""
    return {"strike.bombing.1.target": target, "strike.bombing.1.odds": "4:1"}


def site(block: str, **line: Value) -> dict[str, Value]:
    return {f"defense-suppression.{block}.1.{field}": value for field, value in line.items()}


def after(seat: str) -> dict[str, Value]:
    return {"ruling.after": seat}


def test_a_limit_that_two_exceed_is_an_error_until_the_director_says_who_came_later(folder: Path) -> None:
    """The depot gives 3 D in all, at 3 SP: 3 by the first leave nothing of the 2 of the second."""
    pages = {"strike.1": hits("Depot", 3), "strike.2": hits("Depot", 2)}
    done = scored(folder, pages)
    assert errors(done) == ["cap-across"]
    assert "ruling.after" not in told(done)[0].message
    assert "attacked after seat" in told(done)[0].message
    done = scored(folder, pages | {"strike.2": pages["strike.2"] | after("strike.1")})
    assert errors(done) == []
    assert points(done) == {"strike.1": 9, "strike.2": 0}
    (found,) = told(done)
    assert str(found.severity) == "warning"
    assert found.seats == {(1, "strike.1"), (1, "strike.2")}
    assert "strike.2 came after strike.1, and counts 0 of its 2" in found.message


def test_the_first_page_of_the_table_may_be_the_later_one(folder: Path) -> None:
    """2 by the fourth leave 1 of the 2 of the first, although its page stands before."""
    pages = {"strike.1": hits("Depot", 2) | after("strike.4"), "strike.4": hits("depot", 2)}
    assert points(scored(folder, pages)) == {"strike.1": 3, "strike.4": 6}


def test_nothing_is_taken_from_anybody_where_the_limit_is_kept(folder: Path) -> None:
    done = scored(folder, {"strike.1": hits("Depot", 2), "strike.2": hits("Depot", 1) | after("strike.1")})
    assert points(done) == {"strike.1": 6, "strike.2": 3}
    assert told(done) == []


def test_of_three_each_may_come_after_the_one_before(folder: Path) -> None:
    """2 + 2 + 1 on 3: the second counts 1, the third nothing, although it names only the second."""
    pages = {
        "strike.1": hits("Depot", 1) | after("strike.2"),
        "strike.2": hits("Depot", 2) | after("strike.3"),
        "strike.3": hits("Depot", 2),
    }
    done = scored(folder, pages)
    assert points(done) == {"strike.1": 0, "strike.2": 3, "strike.3": 6}
    assert severities(done) == ["warning"]


def test_those_whose_order_is_not_said_still_exceed_the_limit(folder: Path) -> None:
    """1 counts after the 2 of the second, and 2 of the first are still too many."""
    pages = {"strike.1": hits("Depot", 2), "strike.2": hits("Depot", 2), "strike.3": hits("Depot", 1)}
    pages["strike.3"] |= after("strike.2")
    assert errors(scored(folder, pages)) == ["cap-across"]


def test_a_ruling_on_the_points_and_one_on_the_order_settle_it_together(folder: Path) -> None:
    """The first, ruled, drops out of the sum; of the others the third counts 1 of 2 after the second."""
    ruled: dict[str, Value] = {"ruling.sp": 4, "ruling.reason": "seen by the umpire"}
    pages = {
        "strike.1": hits("Depot", 2) | ruled,
        "strike.2": hits("Depot", 2),
        "strike.3": hits("Depot", 2) | after("strike.2"),
    }
    done = scored(folder, pages)
    assert errors(done) == []
    assert points(done) == {"strike.1": 4, "strike.2": 6, "strike.3": 3}
    assert severities(done) == ["warning"]


def test_the_count_of_the_later_one_is_right_by_the_page(folder: Path) -> None:
    """Two D are 6 SP to who flew there; that they count nothing is the director's word, and no slip."""
    pages = {
        "strike.1": hits("Depot", 3) | {"claimed.sp": 9},
        "strike.2": hits("Depot", 2) | {"claimed.sp": 6} | after("strike.1"),
    }
    done = scored(folder, pages)
    assert errors(done) == []
    assert points(done) == {"strike.1": 9, "strike.2": 0}


def test_a_white_target_gives_one_d_to_who_came_first(folder: Path) -> None:
    pages = {"strike.1": hits("Barge", 1) | after("strike.2"), "strike.2": hits("Barge", 1)}
    assert points(scored(folder, pages)) == {"strike.1": 0, "strike.2": 3}


def test_d_on_a_primary_are_neither_taken_nor_used_up(folder: Path) -> None:
    """The dam is secondary to the first and primary to the others: 3 D are 9 and 18, whoever came first."""
    dam = hits("Dam", 3)
    pages = {"strike.1": dam | after("strike.2"), "strike.2": dam | after("strike.3"), "strike.3": dam}
    done = scored(folder, pages)
    assert points(done) == {"strike.1": 9, "strike.2": 18, "strike.3": 18}
    assert told(done) == []
    done = scored(folder, {"strike.1": dam | after("-"), "strike.2": dam | after("strike.1"), "strike.3": dam})
    assert points(done) == {"strike.1": 9, "strike.2": 18, "strike.3": 18}


def test_d_of_both_tasks_are_put_in_order(folder: Path) -> None:
    """Of the Hawk's three D two are gone, 6 SP each; one is left to who strikes it, as a target of opportunity."""
    pages = {"ds.1": site("sam", target="Hawk", d=2), "strike.1": hits("hawk", 3) | after("ds.1")}
    done = scored(folder, pages)
    assert points(done) == {"ds.1": 12, "strike.1": 1}


def test_a_target_is_destroyed_by_who_came_first(folder: Path) -> None:
    """2 D and the kill with 3 left are 12 + 9; then 1 of 2 D counts 6, and the second kill nothing."""
    first = site("sam", target="Hawk", d=2, destroyed=1, missiles_left=3)
    second = site("sam", target="Hawk", d=2, destroyed=1, missiles_left=1) | after("ds.1")
    assert errors(scored(folder, {"ds.1": first, "ds.2": second})) == []
    done = ingest(folder / "round1.xlsx")
    assert points(done) == {"ds.1": 21, "ds.2": 6}
    assert severities(done) == ["warning", "warning"]


KILLS: list[tuple[str, str, int]] = [("radar", "Fan Song", 3), ("infantry_sam", "Grail team", 5), ("aaa", "ZSU 1", 4)]


@pytest.mark.parametrize(("block", "target", "worth"), KILLS)
def test_of_two_who_destroyed_it_the_later_one_did_not(folder: Path, block: str, target: str, worth: int) -> None:
    kill = site(block, target=target, destroyed=1)
    done = scored(folder, {"ds.1": kill | after("ds.2"), "ds.2": kill})
    assert points(done) == {"ds.1": 0, "ds.2": worth}


def test_damage_to_one_aircraft_is_put_in_order_too(folder: Path) -> None:
    """C is 8: the first counts 8 of 12, the other 4."""
    damage: dict[str, Value] = {"air-combat.damage.1.aircraft": "strike.1", "air-combat.damage.1.c": 1}
    pages = {"strike.1": hits("Depot", 1), "cap.1": damage, "cap.2": damage | after("cap.1")}
    done = scored(folder, pages)
    assert points(done) == {"strike.1": 3, "cap.1": 8, "cap.2": 4}
    assert severities(done) == ["warning"]


def test_a_bomb_that_came_after_the_target_was_destroyed_scores_nothing(folder: Path) -> None:
    """Without the director's word it is asked about and scored."""
    pages = {"strike.1": hits("Depot", 3), "strike.2": bomb("Depot")}
    done = scored(folder, pages)
    assert points(done) == {"strike.1": 9, "strike.2": 6}
    assert severities(done, "order-unknown") == ["warning"]
    done = scored(folder, pages | {"strike.2": bomb("Depot") | after("strike.1")})
    assert points(done) == {"strike.1": 9, "strike.2": 0}
    assert severities(done, "order-unknown") == []
    (found,) = told(done, "no-effect")
    assert "strike.2" in found.message
    assert "came after strike.1" in found.message


def test_a_bomb_that_came_before_is_not_asked_about(folder: Path) -> None:
    pages = {"strike.1": hits("Depot", 3) | after("strike.2"), "strike.2": bomb("Depot")}
    done = scored(folder, pages)
    assert points(done) == {"strike.1": 9, "strike.2": 6}
    assert severities(done, "order-unknown") == []


def test_a_bomb_on_a_site_that_was_called_destroyed_before_scores_nothing(folder: Path) -> None:
    """One D and the kill: 6 + 6; the roll came after it."""
    pages = {"ds.1": site("sam", target="Hawk", d=1, destroyed=1), "strike.1": bomb("Hawk") | after("ds.1")}
    assert points(scored(folder, pages)) == {"ds.1": 12, "strike.1": 0}


@pytest.mark.parametrize("second", ["strike.1", "strike.2"])
def test_nobody_comes_after_himself_nor_two_after_each_other(folder: Path, second: str) -> None:
    pages = {"strike.1": hits("Depot", 3) | after("strike.2"), "strike.2": hits("Depot", 2) | after(second)}
    done = scored(folder, pages)
    assert "impossible" in errors(done)
    found = told(done, "impossible")[0]
    assert (found.sheet, found.cell) in {cell_of(folder, 1, seat, "ruling.after") for seat in ("strike.1", "strike.2")}


def test_whoever_sits_there_may_be_named_and_a_reason_alone_goes_with_it(folder: Path) -> None:
    who = next(player for _, seat, player in draw_of(open_event(folder), 1).draw.places() if seat == "strike.1")
    pages = {
        "strike.1": hits("Depot", 3),
        "strike.2": hits("Depot", 2) | after(who) | {"ruling.reason": "as both say"},
    }
    done = scored(folder, pages)
    assert errors(done) == []
    assert points(done) == {"strike.1": 9, "strike.2": 0}


def test_a_seat_that_is_none_is_not_understood(folder: Path) -> None:
    scored(folder, {"strike.1": hits("Depot", 3), "strike.2": hits("Depot", 2)})
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.2", "ruling.after"): "strike.9"})
    assert "not-listed" in errors(ingest(folder / "round1.xlsx"))


def test_a_seat_that_nobody_flew_is_told(folder: Path) -> None:
    done = scored(folder, {"strike.1": hits("Depot", 3) | after("strike.2")})
    assert severities(done, "near-miss") == ["warning"]
    assert points(done) == {"strike.1": 9}


def test_sheets_that_were_made_before_there_was_the_box_are_read(tmp_path: Path) -> None:
    """The last box of the ruling was the reason then, as wide as both."""
    own = tmp_path / "event" / "templates"
    own.mkdir(parents=True)
    pilot = (shipped("templates") / "amps" / "pilot.toml").read_text(encoding="utf-8")
    lines = [line.replace("units = 6", "units = 9") for line in pilot.splitlines() if 'id = "after"' not in line]
    (own / "pilot.toml").write_text("\n".join(lines), encoding="utf-8")
    folder = started(tmp_path / "event", amps_event())
    reason = cell_of(folder, 1, "strike.1", "ruling.reason")
    (own / "pilot.toml").unlink()
    ruled: dict[str, Value] = {"ruling.sp": 4, "ruling.reason": "seen by the umpire"}
    done = scored(folder, {"strike.1": hits("Depot", 3) | ruled, "strike.2": hits("Depot", 2)})
    assert errors(done) == []
    assert points(done) == {"strike.1": 4, "strike.2": 6}
    assert cell_of(folder, 1, "strike.1", "ruling.reason") == reason
