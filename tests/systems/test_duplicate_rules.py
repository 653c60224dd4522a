"""Draw and travellers of duplicate play: the movement, what an edited draw breaks, what may not stand on a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from duplicate_event import LIBRARY, box, drawn, duplicate_event, filled_in, level
from msgspec.structs import replace
from round_contexts import drawn_round, filled_round

from sheetscore.findings import Finding, Severity
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.template import Library, shipped
from sheetscore.pairing.draw import Draw
from sheetscore.problems import MistakesFound
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.model import DuplicateEvent
from sheetscore.systems.duplicate.model import DuplicateScenario as Scenario
from sheetscore.systems.duplicate.model import DuplicateSide as Side
from sheetscore.systems.duplicate.travellers import drawn_teams


def meetings(draw: Draw, number: int) -> list[tuple[str | None, str | None]]:
    return [(table.seats[f"r{number}.red"], table.seats[f"r{number}.blue"]) for table in draw.tables]


def edited(draw: Draw, **seats: str | None) -> Draw:
    """Give a draw with other teams on some seats; ``t1_r2_red`` is that of Red at table 1 in round 2."""
    changes: dict[int, dict[str, str | None]] = {}
    for name, team in seats.items():
        table, number, side = name.split("_")
        changes.setdefault(int(table[1:]), {})[f"{number}.{side}"] = team
    tables = [replace(table, seats={**table.seats, **changes.get(table.number, {})}) for table in draw.tables]
    return replace(draw, tables=tuple(tables))


# DUP-1


def test_dup_1_red_moves_up_and_blue_down_after_every_round() -> None:
    draw, _ = drawn(duplicate_event(3, 3, 3))
    assert meetings(draw, 1) == [("R1", "B1"), ("R2", "B2"), ("R3", "B3")]
    assert meetings(draw, 2) == [("R3", "B2"), ("R1", "B3"), ("R2", "B1")]
    assert meetings(draw, 3) == [("R2", "B3"), ("R3", "B1"), ("R1", "B2")]


def test_dup_1_an_even_number_of_tables_has_a_skip_in_the_middle() -> None:
    draw, _ = drawn(duplicate_event(4, 4, 3))
    assert meetings(draw, 1) == [("R1", "B1"), ("R2", "B2"), ("R3", "B3"), ("R4", "B4")]
    assert meetings(draw, 2) == [("R4", "B2"), ("R1", "B3"), ("R2", "B4"), ("R3", "B1")]
    assert meetings(draw, 3) == [("R2", "B3"), ("R3", "B4"), ("R4", "B1"), ("R1", "B2")]
    assert any("After round 2 Red skips a table" in line for line in draw.report)


def test_dup_1_every_table_keeps_its_scenario_and_the_draw_is_one_for_the_event() -> None:
    draw, forms = drawn(duplicate_event(3, 3, 3))
    assert draw.round == 0
    assert [table.scenario for table in draw.tables] == ["s1", "s2", "s3"]
    assert [(table.number, table.scenario, table.title) for table in forms.tables] == [
        (1, "s1", "Scenario 1"), (2, "s2", "Scenario 2"), (3, "s3", "Scenario 3")
    ]  # fmt: skip


# DUP-2


def test_dup_2_a_traveller_is_one_page_with_a_line_a_round_for_either_side() -> None:
    _, forms = drawn(duplicate_event(3, 3, 2))
    assert [len(table.pages) for table in forms.tables] == [1, 1, 1]
    assert {key.field for key in forms.fields if key.table == 2 and not key.field.startswith("log.")} == {
        "red.1.team", "red.1.sp", "blue.1.team", "blue.1.sp", "red.2.team", "red.2.sp", "blue.2.team", "blue.2.sp"
    }  # fmt: skip


def test_dup_2_scripts_know_a_line_as_the_seat_of_its_round() -> None:
    _, forms = drawn(duplicate_event(3, 3, 3))
    assert forms.public[box(2, "blue", 3, "team")] == FieldKey(2, "r3", "blue.team")
    assert forms.public[box(2, "red", 3)] == FieldKey(2, "r3", "red.sp")
    assert len(set(forms.public.values())) == len(forms.public)


def test_dup_5_a_table_has_an_event_log_whose_boxes_are_the_tables_own() -> None:
    _, forms = drawn(duplicate_event(3, 3, 3))
    boxes = [public for public in forms.by_public if public.table == 2 and not public.seat]
    assert boxes == [
        FieldKey(2, "", f"log.{line}.{what}") for line in range(1, 24) for what in ("round", "turn", "team", "event")
    ]
    number = forms.fields[FieldKey(2, "", "log.1.round")][2]
    assert (number.minimum, number.maximum) == (1, 3)


def test_dup_2_the_teams_are_filled_in_from_the_movement() -> None:
    event = duplicate_event(3, 2, 3)
    entries = drawn_teams(drawn(event)[0])
    assert entries[box(1, "red", 2, "team")] == "R3"
    assert entries[box(1, "blue", 2, "team")] == "B2"
    assert box(1, "red", 3, "team") not in entries
    assert len(entries) == 2 * 6


def test_dup_2_points_run_from_0_to_999_and_teams_are_those_of_the_side() -> None:
    _, forms = drawn(duplicate_event(3, 3, 3))
    _, _, points = forms.fields[box(1, "red", 1)]
    assert (points.minimum, points.maximum) == (0, 999)
    teams = forms.fields[box(1, "blue", 1, "team")][2].choices
    assert teams is not None
    assert (teams.names, teams.values) == (("Blue 1 (B1)", "Blue 2 (B2)", "Blue 3 (B3)"), ("B1", "B2", "B3"))


def test_a_scenario_can_give_its_sides_a_title() -> None:
    sides = (Side(id="blue", title="Strike flight", force="blue", seats=1),)
    event = duplicate_event(1, 1, 1, scenarios=(Scenario(id="s1", title="The bridge", sides=sides),))
    form = drawn(event)[1].tables[0].pages[0].form
    assert [(block.id, block.title) for block in form.blocks] == [
        ("red", "Red"),
        ("blue", "Blue: Strike flight"),
        ("log", "Event log"),
    ]
    assert form.heading == "The bridge"


# DUP-4 and DUP-5: what the report says, and whom a missing team lets sit out


def test_dup_4_the_report_says_what_the_movement_gives() -> None:
    assert "Match points in the event: 0 to 6." in drawn(duplicate_event(3, 3, 3))[0].report
    assert "Match points in the event: 0 to 6." in drawn(duplicate_event(4, 4, 3))[0].report
    assert "Match points in the event: 0 to 12." in drawn(duplicate_event(4, 4, 4, last_round="revenge"))[0].report


def test_dup_4_revenge_is_at_the_table_that_was_skipped() -> None:
    draw, _ = drawn(duplicate_event(2, 2, 2, last_round="revenge"))
    assert [meetings(draw, number) for number in (1, 2)] == [[("R1", "B1"), ("R2", "B2")], [("R2", "B2"), ("R1", "B1")]]


def test_dup_4_repeat_is_at_the_first_table() -> None:
    draw, _ = drawn(duplicate_event(2, 2, 2, last_round="repeat"))
    assert [meetings(draw, number) for number in (1, 2)] == [[("R1", "B1"), ("R2", "B2")], [("R1", "B2"), ("R2", "B1")]]


def test_dup_4_who_meets_the_phantom_sits_out_and_both_seats_are_empty() -> None:
    draw, _ = drawn(duplicate_event(3, 2, 3))
    assert [meetings(draw, number).index((None, None)) for number in (1, 2, 3)] == [2, 1, 0]
    assert any("Red 3 in round 1, Red 1 in round 2, Red 2 in round 3" in line for line in draw.report)


# an edited draw


def checked(event: DuplicateEvent, draw: Draw) -> list[tuple[str, Severity, tuple[tuple[int, str], ...]]]:
    return [
        (one.code, one.severity, tuple((table, seat) for table, seat, _ in one.fields))
        for one in DUPLICATE.check_draw(drawn_round(event, draw))
    ]


@pytest.mark.parametrize(
    "event",
    [
        duplicate_event(3, 3, 3),
        duplicate_event(3, 2, 3),
        duplicate_event(2, 3, 3),
        duplicate_event(4, 4, 4, last_round="revenge"),
        duplicate_event(4, 4, 4, last_round="repeat"),
        duplicate_event(4, 3, 4, last_round="revenge"),
        duplicate_event(1, 1, 1),
    ],
)
def test_a_draw_as_it_was_made_has_nothing_wrong(event: DuplicateEvent) -> None:
    assert checked(event, drawn(event)[0]) == []


def test_a_stranger_is_found() -> None:
    event = duplicate_event(1, 1, 1)
    assert ("draw-player", Severity.ERROR, ((1, "r1.red"),)) in checked(event, edited(drawn(event)[0], t1_r1_red="X"))


def test_a_red_team_on_a_blue_seat_is_found() -> None:
    event = duplicate_event(3, 3, 1)
    draw = edited(drawn(event)[0], t1_r1_blue="R2", t2_r1_red="R2")
    found = checked(event, draw)
    assert ("team-seat", Severity.ERROR, ((1, "r1.blue"),)) in found
    assert ("draw-twice", Severity.ERROR, ((1, "r1.blue"), (2, "r1.red"))) in found


def test_a_team_at_two_tables_of_a_round_leaves_another_without_one() -> None:
    event = duplicate_event(3, 3, 1)
    assert checked(event, edited(drawn(event)[0], t3_r1_red="R1")) == [
        ("draw-twice", Severity.ERROR, ((1, "r1.red"), (3, "r1.red"))),
        ("draw-player", Severity.WARNING, ()),
    ]


def test_one_seat_filled_and_the_other_not_is_an_error() -> None:
    event = duplicate_event(3, 3, 1)
    assert checked(event, edited(drawn(event)[0], t2_r1_blue=None)) == [
        ("empty-seat", Severity.ERROR, ((2, "r1.blue"),)),
        ("draw-player", Severity.WARNING, ()),
    ]


def test_a_meeting_that_was_taken_out_is_a_warning_for_both_teams() -> None:
    event = duplicate_event(3, 3, 3)
    findings = DUPLICATE.check_draw(drawn_round(event, edited(drawn(event)[0], t2_r2_red=None, t2_r2_blue=None)))
    assert [(one.code, one.severity) for one in findings] == [("draw-player", Severity.WARNING)] * 2
    assert "Red 1 (R1) has no table in round 2" in findings[0].message
    assert "Blue 3 (B3) has no table in round 2" in findings[1].message


def test_exchanged_numbers_of_two_teams_are_named_once_with_the_numbers_of_the_draw() -> None:
    event = duplicate_event(4, 3, 3)
    draw = drawn(event)[0]
    numbers = {"R1": 2, "R2": 1}
    teams = tuple(one.model_copy(update={"number": numbers.get(one.id, one.number)}) for one in event.teams)
    exchanged = drawn_round(event.model_copy(update={"teams": teams}), draw)
    (found,) = DUPLICATE.check_draw(replace(exchanged, drawn_as=event.drawn_as(draw.round)))
    assert (found.code, found.severity) == ("draw-older", Severity.WARNING)
    assert "Red 1 (R1) was 1 and Red 2 (R2) was 2. " in found.message
    # a draw of an earlier version has recorded neither numbers nor who sits out
    (found,) = DUPLICATE.check_draw(replace(exchanged, draw=replace(draw, sitting_out=None)))
    assert (found.code, found.severity) == ("draw-player", Severity.WARNING)
    assert "Red 1 (R1) was 1 and Red 2 (R2) was 2. " in found.message
    assert "has no table" not in found.message


def test_teams_that_meet_again_and_tables_that_are_played_again_are_warnings() -> None:
    event = duplicate_event(3, 3, 3)
    draw = edited(drawn(event)[0], t1_r2_red="R1", t1_r2_blue="B1", t2_r2_red="R3", t3_r2_blue="B2", t2_r2_blue="B3")
    found = checked(event, draw)
    assert {code for code, _, _ in found} == {"draw-repeat"}
    assert {severity for _, severity, _ in found} == {Severity.WARNING}
    messages = [one.message for one in DUPLICATE.check_draw(drawn_round(event, draw))]
    assert any(message.startswith("Red 1 (R1) and Blue 1 (B1) meet in the rounds 1 and 2.") for message in messages)
    assert any(message.startswith("Red 1 (R1) plays table 1 in the rounds 1 and 2.") for message in messages)
    assert any(message.startswith("Blue 1 (B1) plays table 1 in the rounds 1 and 2.") for message in messages)


def test_a_draw_for_other_tables_than_the_event_has_is_to_be_made_anew() -> None:
    event = duplicate_event(4, 4, 3)
    assert checked(event, drawn(duplicate_event(3, 3, 3))[0]) == [("draw-structure", Severity.ERROR, ())]


# what may not stand on a traveller

EVENT = duplicate_event(3, 3, 3)
ROUND_1 = {(table, 1): (10 * table, 5 * table) for table in (1, 2, 3)}


def findings(changes: Mapping[FieldKey, Value | None], event: DuplicateEvent = EVENT, **more: Any) -> Sequence[Finding]:
    """Check travellers on which round 1 is in order, and then these boxes are changed; None clears one."""
    draw, forms = drawn(event)
    entries = {**filled_in(event, more.get("points", ROUND_1)), **changes}
    given = {key: value for key, value in entries.items() if value is not None}
    return DUPLICATE.check_entries(filled_round(event, forms, given, draw))


def codes(found: Sequence[Finding]) -> list[tuple[str, tuple[tuple[int, str, str], ...]]]:
    return [(one.code, one.fields) for one in found]


def test_travellers_in_order_have_nothing_wrong() -> None:
    assert findings({}) == []
    assert findings({}, points=level(EVENT)) == []


def test_travellers_without_any_result_are_not_scored() -> None:
    (found,) = findings({}, points={})
    assert (found.code, found.severity) == ("blank-page", Severity.ERROR)


def test_a_points_of_one_side_only_name_the_side_that_is_missing() -> None:
    found = findings({box(2, "blue", 1): None})
    assert codes(found) == [("line-one-side", (box(2, "blue", 1), box(2, "red", 1), box(2, "blue", 1)))]
    assert found[0].message.startswith("table 2, round 1, Blue:")


def test_no_points_at_all_are_0_points_for_nobody() -> None:
    assert findings({box(2, "blue", 1): 0}) == []


def test_b_a_team_that_the_draw_does_not_have_there_is_told_who_belongs_there() -> None:
    found = findings({box(3, "red", 1, "team"): "R2", box(2, "red", 1): None, box(2, "blue", 1): None})
    assert codes(found) == [("line-team", (box(3, "red", 1, "team"),)), ("line-skipped", (box(2, "red", 1),))]
    assert "there is Red 2 (R2), and this place is that of Red 3 (R3)" in found[0].message
    assert "change draw.xlsx and make the sheets again" in found[0].message


def test_b_a_team_of_another_line_of_the_traveller_is_told_its_line() -> None:
    found = findings({box(3, "red", 1, "team"): "R2", box(2, "red", 1): None, box(2, "blue", 1): None})
    assert "That is the line of round 2 at this table" in found[0].message
    nowhere = findings({box(1, "red", 1, "team"): "R2"}, event=duplicate_event(3, 3, 1), points={(1, 1): (1, 2)})
    assert "That is the line" not in nowhere[0].message


def test_b_a_wrong_team_on_a_line_without_points_is_nothing() -> None:
    assert findings({box(3, "red", 2, "team"): "R1", box(3, "blue", 3, "team"): None}) == []


def test_c_a_team_on_two_lines_of_a_traveller_is_found_once() -> None:
    found = findings({box(1, "red", 2, "team"): "R1", box(1, "red", 2): 4, box(1, "blue", 2): 4})
    skipped = [("line-skipped", (box(table, "red", 2),)) for table in (2, 3)]
    assert codes(found) == [("line-twice", (box(1, "red", 2, "team"), box(1, "red", 1, "team"))), *skipped]
    assert "table 1, round 2, Red is that of Red 3 (R3)" in found[0].message


def test_c_a_team_at_two_tables_of_a_round_is_found_once() -> None:
    found = findings({box(2, "blue", 1, "team"): "B1"})
    assert codes(found) == [("line-twice", (box(2, "blue", 1, "team"), box(1, "blue", 1, "team")))]
    assert found[0].message.startswith("Blue 1 (B1) has 2 results in round 1")


def test_c_a_table_that_the_movement_lets_a_team_play_twice_is_in_order() -> None:
    event = duplicate_event(2, 2, 2, last_round="repeat")
    assert findings({}, event=event, points=level(event)) == []


def test_d_points_where_nobody_plays_are_found() -> None:
    event = duplicate_event(3, 2, 3)
    both = findings({box(3, "red", 1): 4, box(3, "blue", 1): 0}, event=event, points={})
    assert codes(both) == [("line-idle", (box(3, "red", 1), box(3, "blue", 1)))]
    one = findings({box(3, "red", 1): 4, box(3, "red", 1, "team"): "R3"}, event=event, points={})
    assert codes(one) == [("line-idle", (box(3, "red", 1),))]


def test_e_a_line_left_out_is_a_warning() -> None:
    found = findings({}, points={(2, 3): (1, 2), (1, 1): (3, 4)})
    missing = ((1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3))
    assert codes(found) == [("line-skipped", (box(table, "red", number),)) for table, number in missing]
    assert {one.severity for one in found} == {Severity.WARNING}
    assert "that of round 3 is not" in found[2].message
    assert "other tables have round 3" in found[0].message


def test_e_a_line_on_which_nobody_plays_is_not_left_out() -> None:
    event = duplicate_event(3, 2, 3)
    assert findings({}, event=event, points=level(event)) == []


def test_f_points_without_a_team_are_found() -> None:
    found = findings({box(1, "red", 1, "team"): None})
    assert codes(found) == [("name-missing", (box(1, "red", 1, "team"),))]
    assert "the draw has Red 1 (R1)" in found[0].message


# templates


def test_the_template_that_comes_along_is_in_order() -> None:
    assert DUPLICATE.check_templates(LIBRARY) == []


def test_a_log_of_the_events_own_is_one_block_and_the_traveller_has_none_of_its_name(tmp_path: Path) -> None:
    library = Library("duplicate", ("duplicate",), tmp_path)
    traveller, log = (
        (shipped("templates") / "duplicate" / f"{name}.toml").read_text(encoding="utf-8")
        for name in ("traveller", "event-log")
    )
    (tmp_path / "event-log.toml").write_text(log.replace('id = "log"', 'id = "notes"'), encoding="utf-8")
    (tmp_path / "traveller.toml").write_text(traveller.replace('id = "blue"', 'id = "log"'), encoding="utf-8")
    said = [one.message for one in DUPLICATE.check_templates(library)]
    for start, file in (("there must be one block, log", "event-log"), ("block log: that is the event", "traveller")):
        assert any(message.startswith(start) and f"{file}.toml" in message for message in said), said


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('id = "blue"', 'id = "green"', "block blue"),
        ('rows = "rounds"', "rows = 6", "block red"),
        ('seat = "r"', 'seat = "x"', "block red"),
        ('type = "points", minimum = 0, maximum = 999', 'type = "text"', "field sp of the type"),
        ('list = "blues"', 'list = "greens"', "no list greens"),
        ("units = 4", "units = 6", "take 7 units of 6"),
        ("[[block]]", "[block]", "not TOML"),
    ],
)
def test_a_template_of_the_events_own_must_have_what_scoring_looks_for(
    old: str, new: str, part: str, tmp_path: Path
) -> None:
    text = (shipped("templates") / "duplicate" / "traveller.toml").read_text(encoding="utf-8")
    (tmp_path / "traveller.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    library = Library("duplicate", ("duplicate",), tmp_path)
    found = DUPLICATE.check_templates(library)
    assert {one.code for one in found} == {"template"}
    assert any(part in one.message for one in found)
    with pytest.raises(MistakesFound):
        DUPLICATE.forms(drawn_round(EVENT, drawn(EVENT)[0], templates=library))
