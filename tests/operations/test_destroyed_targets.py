"""Targets that are destroyed: what comes after scores nothing, and what all pilots say of one must fit together."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from amps_event import BRIDGE, STRIKE, amps_event, pilot_shape
from event_folder import cell_of, started
from looking import values_in
from shared_demos import Demos
from typing_in import type_in

from sheetscore.findings import Finding
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import Value
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.systems.tasks.model import Target, TaskScenario, TaskSide

DS = pilot_shape("ds")


@pytest.fixture(scope="module")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return started(tmp_path_factory.mktemp("amps") / "event", amps_event())


@pytest.fixture
def folder(blank: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(blank, tmp_path / "event"))


def scored(folder: Path, pages: Mapping[str, Mapping[str, Value]]) -> Ingested:
    """Type the pages of table 1, by seats, let everybody else stay at home, and ingest the round."""
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


def attacks(block: str, *lines: Mapping[str, Value]) -> dict[str, Value]:
    """Give the lines of a block of the suppression sheet, from the first."""
    return {
        f"defense-suppression.{block}.{number}.{field}": value
        for number, line in enumerate(lines, start=1)
        for field, value in line.items()
    }


HAWK: dict[str, Value] = {"target": "Hawk", "d": 3, "destroyed": 1, "missiles_left": 0}
HAWK_AGAIN: dict[str, Value] = {"target": "hawk", "suppressed": 1}
AFTERWARDS: list[tuple[dict[str, Value], int]] = [
    (attacks("sam", HAWK, HAWK_AGAIN, HAWK_AGAIN), 24),
    (attacks("radar", {"destroyed": 1}, {"suppressed": 1}), 3),
    (attacks("aaa", {"target": "ZSU 1", "d": 3, "destroyed": 1}, {"target": "ZSU 1", "suppressed": 1}), 16),
    (attacks("sam", {**HAWK, "d": 1}, {"target": "Hawk", "d": 2}), 12),
    (attacks("sam", {**HAWK, "d": 1}, {**HAWK, "d": 2, "missiles_left": 4}), 12),
    (attacks("infantry_sam", {"destroyed": 1}, {"destroyed": 1}), 5),
]


@pytest.mark.parametrize(("page", "worth"), AFTERWARDS)
def test_amps_4_after_the_line_that_destroys_a_target_it_scores_nothing_on_that_page(
    page: dict[str, Value], worth: int
) -> None:
    assert score_page(DS, page).sums["computed"] == worth


def test_amps_4_other_targets_go_on_scoring_and_so_do_the_lines_before() -> None:
    page = attacks("sam", HAWK_AGAIN, HAWK, {"target": "Grail truck", "suppressed": 1})
    assert score_page(DS, page).sums["computed"] == 4 + 24 + 4


def test_amps_4_three_d_that_are_not_called_destroyed_do_not_stop_suppression() -> None:
    page = attacks("sam", {"target": "Hawk", "d": 3}, HAWK_AGAIN)
    assert score_page(DS, page).sums["computed"] == 18 + 4


def test_amps_4_the_sheet_and_the_results_come_to_the_same_and_the_lines_are_named(folder: Path) -> None:
    """18 + 6 for the Hawk, 3 for the radar, 12 + 4 for the guns: everything below scores nothing."""
    whole = AFTERWARDS[0][0] | AFTERWARDS[1][0] | AFTERWARDS[2][0]
    done = scored(folder, {"ds.1": whole})
    assert points(done) == {"ds.1": 24 + 3 + 16}
    places = ("sam.2", "sam.3", "radar.2", "aaa.2")
    cells = {cell_of(folder, 1, "ds.1", f"defense-suppression.{place}.target") for place in places}
    found = told(done, "no-effect")
    assert {(one.sheet, one.cell) for one in found} == cells
    assert all(str(one.severity) == "warning" and "line 1 says" in one.message for one in found)
    hawk = next(one for one in found if "SAM sites, line 3" in one.message)
    assert {field for _, _, field in hawk.fields} == {f"defense-suppression.sam.{n}.target" for n in (1, 3)}
    assert 24 + 3 + 16 in page_figures(folder / "round1.xlsx")


def page_figures(workbook: Path) -> set[object]:
    """Give every value that the sheet of table 1 shows."""
    return {value for row in values_in(workbook)["Table 1"] for value in row}


def strikes(block: str, *lines: Mapping[str, Value]) -> dict[str, Value]:
    """Give the lines of a block of the strike sheet, from the first."""
    return {
        f"strike.{block}.{number}.{field}": value
        for number, line in enumerate(lines, start=1)
        for field, value in line.items()
    }


def ruled(points: int) -> dict[str, Value]:
    return {"ruling.sp": points, "ruling.reason": "settled at the table"}


def errors(done: Ingested) -> list[str]:
    return [one.code for one in done.findings if one.is_error]


HAWK_BY_DS = attacks("sam", HAWK)
HAWK_BY_STRIKE = strikes("hits", {"target": "hawk", "d": 3})
HAWK_BOMBED = strikes("bombing", {"target": "Hawk", "odds": "4:1"})


def test_amps_3_damage_of_both_tasks_to_one_target_is_added_up(folder: Path) -> None:
    """3 D in suppression and 3 in strike are 6, and 3 may count."""
    done = scored(folder, {"ds.1": HAWK_BY_DS, "strike.1": HAWK_BY_STRIKE})
    (found,) = told(done, "cap-across")
    assert found.seats == {(1, "ds.1"), (1, "strike.1")}
    assert all(word in found.message for word in ("Hawk", "may come to 3", "claimed are 6", "SAM sites line 1"))


def test_amps_3_two_tasks_may_share_the_three_d(folder: Path) -> None:
    """A D is worth 6 to who suppresses and 1 on a target of opportunity."""
    one = strikes("hits", {"target": "Hawk", "d": 1})
    done = scored(folder, {"ds.1": attacks("sam", {**HAWK, "d": 2}), "strike.1": one})
    assert errors(done) == []
    assert points(done) == {"ds.1": 12 + 6, "strike.1": 1}


def test_amps_3_a_bomb_on_a_target_that_those_who_suppress_say_is_destroyed_is_asked_about(folder: Path) -> None:
    """One D and “destroyed” are no three D, and the target is gone all the same; 4:1 is 6."""
    pages = {"ds.1": attacks("sam", {**HAWK, "d": 1}), "strike.1": HAWK_BOMBED}
    done = scored(folder, pages)
    (found,) = told(done, "order-unknown")
    assert points(done) == {"ds.1": 6 + 6, "strike.1": 6}
    assert found.seats == {(1, "ds.1"), (1, "strike.1")}
    assert "Which came first?" in found.message
    radar = strikes("bombing", {"target": "Fan Song", "odds": "4:1"})
    (found,) = told(scored(folder, {"ds.1": attacks("radar", {"destroyed": 1}), "strike.1": radar}), "order-unknown")
    assert "Fan Song" in found.message


def test_amps_3_a_white_site_is_white_to_those_who_strike_it(folder: Path) -> None:
    done = scored(folder, {"strike.1": strikes("hits", {"target": "grail TRUCK", "d": 3})})
    assert points(done) == {"strike.1": 1}


def only_target(folder: Path) -> Ingested:
    bridge = STRIKE.model_copy(update={"targets": STRIKE.targets[:1]})
    scenario = BRIDGE.model_copy(update={"sides": (bridge, *BRIDGE.sides[1:])})
    started(folder, amps_event(scenarios=(scenario,)))
    return scored(
        folder, {"strike.1": {"strike.hits.1.d": 2}, "strike.2": strikes("hits", {"target": "ZSU 1", "d": 2})}
    )


def test_amps_3_a_blank_target_means_the_only_one_of_the_strike_task_whatever_is_offered_besides(demos: Demos) -> None:
    assert points(demos.made(only_target).ranked) == {"strike.1": 12, "strike.2": 2}


BOTH = TaskSide(
    id="strike",
    title="Strike flight",
    force="blue",
    tasks=("strike", "defense-suppression"),
    seats=2,
    targets=(Target(name="Bridge", class_="primary"), Target(name="Hawk", class_="sam")),
)
RED_STRIKE = TaskSide(
    id="raid",
    title="Red raid",
    force="red",
    tasks=("strike",),
    seats=1,
    targets=(Target(name="Bridge", class_="secondary"), Target(name="Fuel", class_="primary")),
)
SECOND = TaskSide(
    id="second",
    title="Second flight",
    force="blue",
    tasks=("strike",),
    seats=2,
    targets=(Target(name="Hawk", class_="primary"), Target(name="BRIDGE", class_="secondary")),
)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A force with two flights, one of which has both tasks, against another that raids the same bridge."""
    scenario = TaskScenario(id="bridge", title="Mixed", sides=(BOTH, SECOND, RED_STRIKE))
    event = amps_event(players=5, scenarios=(scenario,))
    return started(tmp_path_factory.mktemp("mixed") / "event", event)


@pytest.fixture
def mixed_folder(mixed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(mixed, tmp_path / "event"))


def test_amps_3_damage_of_both_tasks_on_one_page_is_added_up_too(mixed_folder: Path) -> None:
    done = scored(mixed_folder, {"strike.1": HAWK_BY_DS | HAWK_BY_STRIKE})
    (found,) = told(done, "cap-across")
    assert found.seats == {(1, "strike.1")}
    done = scored(mixed_folder, {"strike.1": HAWK_BY_DS | HAWK_BY_STRIKE | ruled(24)})
    assert errors(done) == []
    assert points(done) == {"strike.1": 24}


def test_amps_3_a_page_of_two_tasks_does_not_tell_which_came_first(mixed_folder: Path) -> None:
    done = scored(mixed_folder, {"strike.1": HAWK_BY_DS | HAWK_BOMBED})
    (found,) = told(done, "order-unknown")
    assert points(done) == {"strike.1": 24 + 6}
    assert found.seats == {(1, "strike.1")}


def test_amps_3_what_is_primary_to_one_does_not_use_up_the_three_d_of_others(mixed_folder: Path) -> None:
    """18 on the primary for each of two, 9 on the same bridge as a secondary target of the other flight."""
    bridge = strikes("hits", {"target": "Bridge", "d": 3})
    done = scored(mixed_folder, {"strike.1": bridge, "strike.2": bridge, "second.1": bridge})
    assert errors(done) == []
    assert points(done) == {"strike.1": 18, "strike.2": 18, "second.1": 9}
    done = scored(
        mixed_folder,
        {"strike.1": bridge, "second.1": bridge, "second.2": strikes("hits", {"target": "Bridge", "d": 1})},
    )
    assert told(done, "cap-across")[0].seats == {(1, "second.1"), (1, "second.2")}


def test_amps_3_the_targets_of_two_forces_are_different_things(mixed_folder: Path) -> None:
    bridge = strikes("hits", {"target": "Bridge", "d": 3})
    done = scored(mixed_folder, {"second.1": bridge, "raid.1": bridge})
    assert errors(done) == []
    assert points(done) == {"second.1": 9, "raid.1": 9}


DIFFERS = "destroyed-differs"


def sams(target: str, *lines: Mapping[str, Value]) -> dict[str, Value]:
    """Give attacks on a site, from the first line."""
    return attacks("sam", *({"target": target, **line} for line in lines))


TWO, ONE = {"d": 2}, {"d": 1}
STRUCK = strikes("hits", {"target": "Hawk", "d": 1})
GUNS: dict[str, Value] = {"target": "ZSU 1", "d": 2}
UNCALLED: list[dict[str, dict[str, Value]]] = [
    {"ds.1": sams("Hawk", TWO, TWO)},
    {"ds.1": sams("Hawk", TWO), "ds.2": sams("Hawk", ONE)},
    {"ds.1": sams("Hawk", TWO), "strike.1": STRUCK},
    {"ds.1": attacks("aaa", {**GUNS, "d": 3})},
    {"ds.1": sams("Grail truck", ONE)},
]
TOO_FEW: list[dict[str, dict[str, Value]]] = [
    {"ds.1": sams("Hawk", {**TWO, "destroyed": 1})},
    {"ds.1": sams("Hawk", {**ONE, "destroyed": 1}), "ds.2": sams("Hawk", ONE)},
    {"ds.1": attacks("aaa", {"target": "ZSU 1", "destroyed": 1})},
    {"ds.1": sams("Grail truck", {"destroyed": 1})},
]
ALIKE: list[dict[str, dict[str, Value]]] = [
    {"ds.1": sams("Hawk", TWO, {**TWO, "destroyed": 1})},
    {"ds.1": sams("Hawk", TWO), "ds.2": sams("Hawk", {**ONE, "destroyed": 1})},
    {"ds.1": sams("Hawk", {**TWO, "destroyed": 1}), "strike.1": STRUCK},
    {"ds.1": sams("Grail truck", {**TWO, "destroyed": 1})},
    {"ds.1": sams("Hawk", TWO) | attacks("aaa", GUNS)},
    {"ds.1": attacks("radar", {"destroyed": 1}) | attacks("infantry_sam", {"destroyed": 1})},
    {"strike.1": strikes("hits", {"target": "Hawk", "d": 3})},
]


@pytest.mark.parametrize("pages", UNCALLED)
def test_amps_4_a_target_with_all_its_d_that_nobody_calls_destroyed_is_a_warning(
    folder: Path, pages: dict[str, dict[str, Value]]
) -> None:
    done = scored(folder, pages)
    (found,) = told(done, DIFFERS)
    assert str(found.severity) == "warning"
    assert found.seats == {(1, seat) for seat in pages}
    assert "nobody says so" in found.message
    assert found.sheet == "Table 1"
    assert errors(done) == []


@pytest.mark.parametrize("pages", TOO_FEW)
def test_amps_4_a_target_that_is_called_destroyed_with_too_few_d_is_a_warning(
    folder: Path, pages: dict[str, dict[str, Value]]
) -> None:
    (found,) = told(scored(folder, pages), DIFFERS)
    assert str(found.severity) == "warning"
    assert found.seats == {(1, seat) for seat in pages}
    assert "destroy it" in found.message


@pytest.mark.parametrize("pages", ALIKE)
def test_amps_4_nothing_is_said_where_d_and_destroyed_fit_together(
    folder: Path, pages: dict[str, dict[str, Value]]
) -> None:
    assert told(scored(folder, pages), DIFFERS) == []


def test_amps_4_d_on_a_primary_help_to_destroy_it_and_oblige_nobody_to_say_so(mixed_folder: Path) -> None:
    """2 D by who has the site as a primary and 1 by who suppresses it destroy it, and use up no limit."""
    struck = {n: strikes("hits", {"target": "Hawk", "d": n}) for n in (2, 3)}
    for pages in (
        {"second.1": struck[2], "strike.1": sams("Hawk", {**ONE, "destroyed": 1})},
        {"second.1": struck[3], "strike.1": sams("Hawk", ONE)},
    ):
        done = scored(mixed_folder, pages)
        assert told(done, DIFFERS) == []
        assert errors(done) == []
        clear(mixed_folder, "strike.1", "defense-suppression.sam.1.destroyed")


def test_amps_4_a_warning_about_destroyed_targets_is_settled_by_rulings_on_all_it_names(folder: Path) -> None:
    one, other = sams("Hawk", TWO), sams("Hawk", ONE)
    (found,) = told(scored(folder, {"ds.1": one | ruled(12), "ds.2": other}), DIFFERS)
    assert str(found.severity) == "warning"
    (found,) = told(scored(folder, {"ds.1": one | ruled(12), "ds.2": other | ruled(6)}), DIFFERS)
    assert str(found.severity) == "note"


def test_amps_4_nothing_is_compared_while_a_box_cannot_be_read(folder: Path) -> None:
    scored(folder, {"ds.1": sams("Hawk", {**TWO, "destroyed": 1})})
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "ds.2", "defense-suppression.sam.1.d"): "one"})
    done = ingest(folder / "round1.xlsx")
    assert "not-a-number" in errors(done)
    assert told(done, DIFFERS) == []


def test_amps_3_a_limit_is_settled_once_those_without_a_ruling_keep_it(folder: Path) -> None:
    """3 + 2 + 1 on a Depot that gives 3: a ruling on the one with 2 leaves 4, one on the first leaves 3."""
    depot = {f"strike.{n}": strikes("hits", {"target": "Depot", "d": d}) for n, d in ((1, 3), (2, 2), (3, 1))}
    assert errors(scored(folder, depot)) == ["cap-across"]
    assert errors(scored(folder, depot | {"strike.2": depot["strike.2"] | ruled(0)})) == ["cap-across"]
    clear(folder, "strike.2", "ruling.sp", "ruling.reason")
    done = scored(folder, depot | {"strike.1": depot["strike.1"] | ruled(0)})
    assert errors(done) == []
    (found,) = told(done, "cap-across")
    assert str(found.severity) == "note"
    assert found.message.startswith("settled by a ruling: ")
    assert points(done) == {"strike.1": 0, "strike.2": 6, "strike.3": 3}


def test_amps_2_a_ruling_on_one_of_two_settles_what_they_claim_on_one_aircraft(folder: Path) -> None:
    damage: dict[str, Value] = {"air-combat.damage.1.aircraft": "strike.1", "air-combat.damage.1.c": 1}
    assert errors(scored(folder, {"cap.1": damage, "cap.2": damage})) == ["cap-across"]
    done = scored(folder, {"cap.1": damage, "cap.2": damage | ruled(4)})
    assert errors(done) == []
    assert points(done) == {"cap.1": 8, "cap.2": 4}


def clear(folder: Path, seat: str, *fields: str) -> None:
    """Take back what was typed."""
    type_in(folder / "round1.xlsx", dict.fromkeys(cell_of(folder, 1, seat, field) for field in fields))
