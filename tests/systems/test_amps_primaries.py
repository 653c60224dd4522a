"""Elements of one flight with primaries of their own (AMPS-3): what the event must say, what each pilot's page does."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import INTERCEPTORS, STRIKE, amps_event, drawn, page
from event_folder import filled_folder
from looking import formulas_in
from pydantic import ValidationError
from round_contexts import filled_round
from shared_demos import Demos

from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import PageForm, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.ingest import Ingested, check_round_workbook, ingest
from sheetscore.sheets.hidden_sheets import forms_digest
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.tasks.model import Target, TaskScenario, TaskSide, check_scenarios
from sheetscore.systems.tasks.pages import lay_out_pilot_page

TARGETS = (
    Target(name="Bridge", class_="primary", seats=(1, 2)),
    Target(name="BRIDGE", class_="secondary", seats=(3, 4)),
    Target(name="Dam", class_="primary", seats=(4, 3)),
    Target(name="Barge", class_="secondary", white=True, seats=(1,)),
)

REMARK_LINE = 12
"""The least pixels of a line of the targets of a block."""


def event_with(*targets: Target, seats: int = 4) -> AmpsEvent:
    strike = STRIKE.model_copy(update={"targets": targets, "seats": seats})
    scenario = TaskScenario(id="bridge", title="The bridge", sides=(strike, INTERCEPTORS))
    return amps_event(players=seats + 3, scenarios=(scenario,))


def found_in(*targets: Target) -> list[tuple[str, str, str]]:
    return [(found.code, found.sheet, found.cell) for found in check_scenarios(event_with(*targets))]


def messages(*targets: Target) -> list[str]:
    return [found.message for found in check_scenarios(event_with(*targets))]


def shape_of(forms: RoundForms, seat: str) -> PageForm:
    return next(page.form for page in forms.tables[0].seats if page.seat == seat)


def test_amps_3_elements_with_their_own_primaries_are_in_order() -> None:
    assert found_in(*TARGETS) == []
    assert TARGETS[2].seats == (3, 4)


def test_amps_3_every_seat_of_a_strike_side_needs_a_primary() -> None:
    found = check_scenarios(event_with(Target(name="Bridge", class_="primary", seats=(1, 3))))
    assert [(one.code, one.sheet, one.cell) for one in found] == [("event-rule", "[[scenario.side]] 1", "tasks")]
    assert "strike.2 and strike.4" in found[0].message
    assert found_in(Target(name="Bridge", class_="primary")) == []


def test_amps_3_two_entries_of_one_task_share_no_seat() -> None:
    everybodys, ours = Target(name="Bridge", class_="primary"), Target(name="bridge", class_="secondary", seats=(3,))
    assert found_in(everybodys, ours) == [("event-duplicate", "[[scenario.side.target]] 2", "name")]
    assert "strike.3" in messages(everybodys, ours)[0]
    one_thing_for_each_task = (
        Target(name="Battery", class_="primary"),
        Target(name="Battery", class_="sam"),
        Target(name="Battery", class_="radar", seats=(2,)),
    )
    both = STRIKE.model_copy(update={"tasks": ("strike", "defense-suppression"), "targets": one_thing_for_each_task})
    event = amps_event(scenarios=(TaskScenario(id="bridge", title="B", sides=(both, INTERCEPTORS)),))
    (twice,) = check_scenarios(event)
    assert (twice.code, twice.sheet, twice.cell) == ("event-duplicate", "[[scenario.side.target]] 3", "name")
    assert "defense-suppression for strike.2" in twice.message


def test_amps_3_everything_wrong_with_seats_is_told_at_once() -> None:
    assert found_in(
        Target(name="Bridge", class_="primary", seats=(1, 5, 6)),
        Target(name="Bridge", class_="primary", seats=(1, 2)),
    ) == [
        ("event-rule", "[[scenario.side]] 1", "tasks"),
        ("event-rule", "[[scenario.side.target]] 1", "seats"),
        ("event-duplicate", "[[scenario.side.target]] 2", "name"),
    ]
    with pytest.raises(ValidationError):
        Target(name="Bridge", class_="primary", seats=(0,))


def test_amps_3_seats_of_targets_go_through_workbook_and_toml(tmp_path: Path) -> None:
    event = event_with(*TARGETS)
    write_event_workbook(event, tmp_path / "event.xlsx")
    once = Event.load(tmp_path / "event.xlsx")
    (tmp_path / "event.toml").write_text(write_toml(once), encoding="utf-8")
    assert Event.load(tmp_path / "event.toml") == once == event
    assert "seats = [1, 2]" in write_toml(event)


@pytest.mark.parametrize(
    ("seat", "classes"),
    [
        (1, {"Bridge": "primary", "Dam": "opportunity", "Barge": "secondary"}),
        (2, {"Bridge": "primary", "Dam": "opportunity", "Barge": "opportunity"}),
        (3, {"Bridge": "secondary", "Dam": "primary", "Barge": "opportunity"}),
    ],
)
def test_amps_3_what_a_target_is_depends_on_the_aircraft(seat: int, classes: dict[str, str]) -> None:
    side = event_with(*TARGETS).scenarios[0].sides[0]
    assert {target.name: target.class_ for target in side.targets_of(seat)} == classes
    assert {name: side.strike_class(name.upper(), seat) for name in classes} == classes
    assert [target.white for target in side.targets_of(seat)] == [False, False, True]
    assert side.strike_class("Lorry park", seat) == "opportunity"


def test_amps_3_a_suppression_target_with_seats_is_offered_to_these() -> None:
    site = Target(name="Hawk", class_="sam", seats=(2,))
    side = TaskSide(id="ds", title="DS", force="blue", tasks=("defense-suppression",), seats=2, targets=(site,))
    assert [side.targets_of(seat) for seat in (1, 2)] == [(), (site,)]


WHERE_TO_WRITE = "White boxes: one line for each attack."


def test_amps_3_a_page_says_what_is_primary_for_its_pilot() -> None:
    _, forms = drawn(event_with(*TARGETS))
    assert (
        shape_of(forms, "strike.1").note
        == f"{WHERE_TO_WRITE}   Primary: Bridge.   Secondary: Barge (white).   Opportunity: Dam."
    )
    assert shape_of(forms, "strike.2").note == f"{WHERE_TO_WRITE}   Primary: Bridge.   Opportunity: Dam, Barge (white)."
    assert (
        shape_of(forms, "strike.3").note
        == f"{WHERE_TO_WRITE}   Primary: Dam.   Secondary: Bridge.   Opportunity: Barge (white)."
    )
    assert shape_of(forms, "strike.3") is shape_of(forms, "strike.4")


def test_amps_3_a_primary_is_worth_6_to_its_pilots_only() -> None:
    _, forms = drawn(event_with(*TARGETS))
    hits: dict[str, Value] = {"strike.hits.1.target": "Bridge", "strike.hits.1.d": 2}
    points = [score_page(shape_of(forms, f"strike.{seat}"), hits).sums["computed"] for seat in (1, 2, 3, 4)]
    assert points == [12, 12, 6, 6]


def test_amps_3_sheets_made_for_other_seats_no_longer_fit() -> None:
    other = [one.model_copy(update={"seats": {1: (1,), 3: (2, 3, 4)}[one.seats[0]]}) for one in TARGETS[:3]]
    assert forms_digest(drawn(event_with(*TARGETS[:3]))[1]) != forms_digest(drawn(event_with(*other))[1])


LINES = """table,seat,field,value
1,strike.1,strike.hits.1.target,Bridge
1,strike.1,strike.hits.1.d,2
1,strike.1,strike.hits.2.target,Dam
1,strike.1,strike.hits.2.d,2
1,strike.1,strike.hits.3.target,Barge
1,strike.1,strike.hits.3.d,3
1,strike.1,claimed.sp,17
1,strike.2,strike.hits.1.target,Bridge
1,strike.2,strike.hits.1.d,3
1,strike.2,strike.bombing.1.target,Bridge
1,strike.2,strike.bombing.1.odds,4:1
1,strike.2,strike.bombing.1.modifier,-3
1,strike.3,strike.hits.1.target,bridge
1,strike.3,strike.hits.1.d,2
1,strike.3,strike.hits.2.target,Dam
1,strike.3,strike.hits.2.d,3
1,strike.4,strike.hits.1.target,Dam
1,strike.4,strike.hits.1.d,1
1,strike.4,strike.hits.2.target,Bridge
1,strike.4,strike.hits.2.d,1
1,cap.1,air-combat.rolls.4,1
1,cap.2,air-combat.rolls.3,1
1,cap.3,air-combat.rolls.2,1
"""
"""Worked out by hand: 12 + 2 + 3 (a white target takes one D); 18 + 9; 6 + 18; 6 + 3."""


def own_primaries(folder: Path) -> Ingested:
    return ingest(filled_folder(folder, event_with(*TARGETS), LINES) / "round1.xlsx")


def test_amps_3_elements_with_their_own_primaries_stay_one_section_in_every_workbook(demos: Demos) -> None:
    made = demos.made(own_primaries)
    done = made.ranked
    assert done.status == "ok", done.findings
    flown = {row["seat"]: (row["sp"], row["mp"], row["section_size"]) for row in done.rows}
    strike = {seat: figures for seat, figures in flown.items() if str(seat).startswith("strike")}
    assert strike == {
        "strike.1": (17, 1, 4),
        "strike.2": (27, 3, 4),
        "strike.3": (24, 2, 4),
        "strike.4": (9, 0, 4),
    }
    printed = [value for row in formulas_in(made.folder / "round1.xlsx")["Table 1"] for value in row]
    assert "Primary: Dam.   Secondary: Bridge.   Opportunity: Barge (white)." in printed  # beside the block


def test_amps_3_a_limit_over_all_pilots_is_for_those_to_whom_the_target_is_no_primary(tmp_path: Path) -> None:
    lines = LINES.replace("strike.4,strike.hits.2.d,1", "strike.4,strike.hits.2.d,2")
    folder = filled_folder(tmp_path / "event", event_with(*TARGETS), lines)
    (over,) = check_round_workbook(folder / "round1.xlsx").findings
    assert over.code == "cap-across"
    assert {seat for _, seat in over.seats} == {"strike.3", "strike.4"}
    assert "claimed are 4" in over.message


def test_amps_3_one_page_of_a_random_round_is_scored_as_the_whole_event_has_it() -> None:
    event = event_with(*TARGETS)
    _, forms = drawn(event)
    entries = {
        **page(1, "strike.1", {"seat.pilot": "P01", "strike.hits.1.target": "Dam", "strike.hits.1.d": 3}),
        **page(1, "strike.4", {"seat.pilot": "P02", "strike.hits.1.target": "Dam", "strike.hits.1.d": 3}),
    }
    assert [(row["player"], row["sp"]) for row in AMPS.score(filled_round(event, forms, entries)).rows] == [
        ("P02", 18),
        ("P01", 3),
    ]


def test_amps_3_a_page_has_room_for_all_its_targets() -> None:
    stores = tuple(Target(name=f"Ammunition storage area {number}", class_="secondary") for number in range(1, 13))
    heights = []
    for targets in (TARGETS, (*TARGETS, *stores)):
        page = lay_out_pilot_page(shape_of(drawn(event_with(*targets))[1], "strike.1"))
        (named,) = (cell for cell in page.cells if str(cell.text).startswith("Primary: "))
        assert len(page.breaks) == 0
        heights.append(page.heights[named.row])
    short, long = heights
    assert short < 2 * REMARK_LINE
    assert long >= 3 * REMARK_LINE
