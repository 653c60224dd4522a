"""What a scenario names besides targets: team points of which one is given (AMPS-5), aircraft nobody flies (AMPS-3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import INTERCEPTORS, STRIKE, amps_event, drawn
from event_folder import filled_folder
from looking import formulas_in
from registered import SIXTY_LETTERS
from shared_demos import Demos

from sheetscore.event.load import examine_event
from sheetscore.event.model import Event
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.toml import write_toml
from sheetscore.findings import Severity
from sheetscore.operations.ingest import Ingested, check_round_workbook, ingest
from sheetscore.sheets.layout import UNSEEN
from sheetscore.sheets.styles import fitted, height_for
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.tasks.model import TaskEvent, TaskScenario, TaskSide, TeamPoints, check_scenarios
from sheetscore.systems.tasks.pages import lay_out_table_page

SPEED = (
    TeamPoints(id="early", label="Bridge down by turn 6", points=8, group="speed"),
    TeamPoints(id="late", label="Bridge down by turn 12", points=5, group="Speed"),
    TeamPoints(id="home", label="All come home", points=4),
)
FAST = STRIKE.model_copy(update={"team_points": SPEED})
BEARS = INTERCEPTORS.model_copy(update={"id": "bears", "title": "Escort", "extra": ("Bear 1", "Bear 2")})


def event_of(*sides: TaskSide) -> AmpsEvent:
    return amps_event(scenarios=(TaskScenario(id="bridge", title="The bridge", sides=sides),))


def test_amps_5_the_highest_of_a_group_counts_for_the_limit_of_12() -> None:
    assert check_scenarios(event_of(FAST, INTERCEPTORS)) == []
    alone = tuple(award.model_copy(update={"group": ""}) for award in SPEED)
    high = FAST.model_copy(update={"team_points": (*alone,)})
    (warning,) = check_scenarios(event_of(high, INTERCEPTORS))
    assert (warning.code, warning.severity) == ("team-points-high", Severity.WARNING)
    assert "17" in warning.message
    more = (*SPEED, TeamPoints(id="photo", label="Pictures", points=1))
    (warning,) = check_scenarios(event_of(FAST.model_copy(update={"team_points": more}), INTERCEPTORS))
    assert "13" in warning.message


def test_amps_5_the_table_page_says_that_one_of_a_group_is_given() -> None:
    _, forms = drawn(event_of(FAST, INTERCEPTORS))
    rows = forms.tables[0].pages[0].form.block("team_points.strike").rows
    assert [row.label for row in rows] == [
        "Bridge down by turn 6  (speed: only one)",
        "Bridge down by turn 12  (Speed: only one)",
        "All come home",
    ]


@pytest.mark.parametrize(
    ("early", "late", "home", "wrong"),
    [(1, 0, 2, False), (0, 1, 1, False), (1, 1, 0, True), (2, 0, 0, True), (0, 2, 1, True)],
)
def test_amps_5_a_second_award_of_a_group_is_an_error(
    tmp_path: Path, early: int, late: int, home: int, wrong: bool
) -> None:
    awards = "".join(
        f"1,,team_points.strike.{id_},{times}\n" for id_, times in (("early", early), ("late", late), ("home", home))
    )
    folder = filled_folder(tmp_path / "event", event_of(FAST, INTERCEPTORS), f"{PILOTS}{awards}")
    found = [one for one in check_round_workbook(folder / "round1.xlsx").findings if one.code == "award-twice"]
    assert [one.severity for one in found] == [Severity.ERROR] * wrong
    if wrong:
        given = [id_ for id_, times in (("early", early), ("late", late)) if times]
        assert found[0].fields == tuple((1, "", f"team_points.strike.{id_}") for id_ in given)
        assert (found[0].sheet, found[0].cell != "") == ("Table 1", True)
        assert "table 1, Strike flight" in found[0].message
        named = {award.id: award.label in found[0].message for award in SPEED}
        assert named == {"early": early > 0, "late": late > 0, "home": False}


def limited(*, group: str, most: int | None, points: int = 3) -> TaskSide:
    """Give a side whose three awards have a limit, stated by the first of them alone."""
    awards = [
        TeamPoints(id=id_, label=id_.capitalize(), points=points, group=group, most=most if id_ == "bridge" else None)
        for id_ in ("bridge", "depot", "radar")
    ]
    return STRIKE.model_copy(update={"team_points": tuple(awards)})


@pytest.mark.parametrize(
    ("side", "times", "wrong"),
    [
        (limited(group="", most=1), (1, 1, 1), ""),
        (limited(group="", most=1), (1, 5, 0), ""),
        (limited(group="", most=1), (2, 0, 0), "this award is given 1 time at most"),
        (limited(group="", most=3), (3, 0, 0), ""),
        (limited(group="", most=3), (4, 0, 0), "this award is given 3 times at most"),
        (limited(group="targets", most=2), (1, 0, 1), ""),
        (limited(group="targets", most=2), (1, 1, 1), "2 awards at most are given"),
        (limited(group="targets", most=2), (0, 2, 0), "each once"),
        (limited(group="targets", most=None), (1, 1, 0), "one award at most is given"),
    ],
)
def test_amps_5_awards_have_the_limit_that_the_scenario_gives_them(
    tmp_path: Path, side: TaskSide, times: tuple[int, ...], wrong: str
) -> None:
    given = zip(("bridge", "depot", "radar"), times, strict=True)
    awards = "".join(f"1,,team_points.strike.{id_},{often}\n" for id_, often in given)
    folder = filled_folder(tmp_path / "event", event_of(side, INTERCEPTORS), f"{PILOTS}{awards}")
    found = [one for one in check_round_workbook(folder / "round1.xlsx").findings if one.code == "award-twice"]
    assert len(found) == bool(wrong)
    assert all(wrong in one.message for one in found)


def test_amps_5_the_table_page_says_how_often_an_award_is_given() -> None:
    labels = {
        ("", 1): "Bridge  (once at most)",
        ("", 3): "Bridge  (3 times at most)",
        ("targets", 2): "Bridge  (targets: 2 at most)",
    }
    for (group, most), label in labels.items():
        _, forms = drawn(event_of(limited(group=group, most=most), INTERCEPTORS))
        assert forms.tables[0].pages[0].form.block("team_points.strike").rows[0].label == label


def test_amps_5_what_may_be_given_together_counts_for_the_limit_of_12() -> None:
    def said(side: TaskSide) -> list[str]:
        return [one.message for one in check_scenarios(event_of(side, INTERCEPTORS)) if one.code == "team-points-high"]

    assert said(limited(group="targets", most=2, points=6)) == []
    (of_three,) = said(limited(group="targets", most=3, points=6))
    (of_four,) = said(limited(group="", most=4, points=3))
    assert "18" in of_three
    assert "18" in of_four  # four times the first, the others once


def test_amps_5_a_group_has_one_limit() -> None:
    first, second, third = limited(group="targets", most=2).team_points
    side = STRIKE.model_copy(update={"team_points": (first, second.model_copy(update={"most": 1}), third)})
    (found,) = check_scenarios(event_of(side, INTERCEPTORS))
    assert (found.code, found.severity) == ("event-rule", Severity.ERROR)
    assert "1 and 2" in found.message


PILOTS = """table,seat,field,value
1,strike.1,claimed.sp,1
1,strike.2,claimed.sp,2
1,strike.3,claimed.sp,3
1,strike.4,claimed.sp,4
1,cap.1,air-combat.damage.1.aircraft,strike.1
1,cap.1,air-combat.damage.1.h,1
1,cap.2,air-combat.rolls.4,1
1,cap.3,air-combat.advantage.dn,1
"""


def bombers_and_fighters() -> AmpsEvent:
    fighters = TaskSide(id="f", title="Fighters", force="blue", tasks=("air-combat",), seats=2)
    return amps_event(players=5, scenarios=(TaskScenario(id="bridge", title="Bears", sides=(fighters, BEARS)),))


def test_amps_3_extra_aircraft_stand_in_the_enemys_list_of_damage_and_on_the_page() -> None:
    _, forms = drawn(bombers_and_fighters())
    fighter, bear = forms.tables[0].seats[0].form, forms.tables[0].seats[2].form
    (choices,) = {id(one): one for one in fighter.block("air-combat.damage").lists}.values()
    assert choices.names == ("Escort 1", "Escort 2", "Escort 3", "Bear 1", "Bear 2")
    assert choices.recorded == ("bears.1", "bears.2", "bears.3", "Bear 1", "Bear 2")
    assert choices.meant("escort 2") == choices.meant("BEARS.2") == (1,)
    assert [one.names for one in bear.block("air-combat.damage").lists] == [("Fighters 1", "Fighters 2")]
    assert (
        fighter.note
        == "White boxes: one line for each attack.   Enemy aircraft that nobody flies: Bear\xa01, Bear\xa02."
    )
    assert bear.note == ""


def test_a_seat_that_is_called_like_an_aircraft_that_nobody_flies_is_shown_by_its_id() -> None:
    bears = BEARS.model_copy(update={"title": "Bear"})
    _, forms = drawn(event_of(TaskSide(id="f", title="Fighters", force="blue", tasks=("air-combat",), seats=1), bears))
    (choices,) = forms.tables[0].seats[0].form.block("air-combat.damage").lists
    assert choices.names == ("bears.1", "bears.2", "Bear 3", "Bear 1", "Bear 2")


def test_the_page_of_a_table_calls_its_seats_as_the_postings_do() -> None:
    _, forms = drawn(bombers_and_fighters())
    own, *pages = forms.tables[0].pages
    printed = {str(cell.text) for cell in lay_out_table_page(own.form, pages).cells}
    assert {"Fighters 1", "Fighters 2", "Escort 1", "Escort 2", "Escort 3"} <= printed
    assert not printed & {page.seat for page in pages}


def test_what_the_band_above_awards_says_is_not_printed_again_below_it() -> None:
    _, forms = drawn(event_of(FAST, INTERCEPTORS))
    layout = lay_out_table_page(forms.tables[0].pages[0].form, forms.tables[0].seats)
    said = [cell.style for cell in layout.cells if cell.text == "Team points: Strike flight"]
    assert said == ["band", UNSEEN]


def test_the_note_beside_awards_of_a_side_with_sixty_letters_has_two_lines_at_most() -> None:
    """It stood in a column one word wide, and the sheet took a second page."""
    title = SIXTY_LETTERS[0]
    sides = (FAST.model_copy(update={"title": title}), INTERCEPTORS)
    _, forms = drawn(event_of(*sides))
    layout = lay_out_table_page(forms.tables[0].pages[0].form, forms.tables[0].seats)
    note = next(cell for cell in layout.cells if str(cell.text).startswith("team goals only"))
    assert height_for("band rule", str(note.text), layout.room(note).pixels) <= height_for("band rule", "\n", 1000)
    (heading,) = (cell for cell in layout.cells if cell.style == "band" and cell.text == f"Team points: {title}")
    assert not fitted("band", str(heading.text), layout.room(heading)).cut
    assert len(layout.sheets) == 1


def damage_to_extra_aircraft(folder: Path) -> Ingested:
    lines = """table,seat,field,value
1,f.1,air-combat.damage.1.aircraft,bear 1
1,f.1,air-combat.damage.1.c,1
1,f.2,air-combat.damage.1.aircraft,Bear 2
1,f.2,air-combat.damage.1.c,1
1,f.2,air-combat.damage.2.aircraft,Bear 2
1,f.2,air-combat.damage.2.c,1
1,bears.1,air-combat.rolls.4,1
1,bears.2,air-combat.rolls.4,1
1,bears.3,air-combat.rolls.4,1
"""
    return ingest(filled_folder(folder, bombers_and_fighters(), lines) / "round1.xlsx")


def test_amps_3_damage_to_an_extra_aircraft_scores_and_has_the_limit_of_any_other(demos: Demos) -> None:
    made = demos.made(damage_to_extra_aircraft)
    assert made.ranked.status == "ok", made.ranked.findings
    assert {row["seat"]: row["sp"] for row in made.ranked.rows if row["section"] == "f"} == {"f.1": 8, "f.2": 12}
    printed = [value for row in formulas_in(made.folder / "round1.xlsx")["Table 1"] for value in row]
    assert "Enemy aircraft that nobody flies: Bear\xa01, Bear\xa02." in printed  # beside the block
    assert "Bears.  Write in the white boxes. One line for each attack." in printed


def test_amps_3_two_pilots_share_the_twelve_points_of_an_extra_aircraft(tmp_path: Path) -> None:
    lines = """table,seat,field,value
1,f.1,air-combat.damage.1.aircraft,Bear 1
1,f.1,air-combat.damage.1.c,1
1,f.2,air-combat.damage.1.aircraft,Bear 1
1,f.2,air-combat.damage.1.star,1
1,bears.1,claimed.sp,1
1,bears.2,claimed.sp,1
1,bears.3,claimed.sp,1
"""
    folder = filled_folder(tmp_path / "event", bombers_and_fighters(), lines)
    (over,) = [one for one in check_round_workbook(folder / "round1.xlsx").findings if one.severity is Severity.ERROR]
    assert over.code == "cap-across"
    assert "Bear 1" in over.message
    assert "20" in over.message


@pytest.mark.parametrize("taken", ["F.1", "bears.3", "BEAR  1", "Bear 2"])
def test_amps_3_extra_aircraft_have_names_of_their_own(taken: str) -> None:
    fighters = TaskSide(id="f", title="Fighters", force="blue", tasks=("air-combat",), seats=2, extra=(taken,))
    (wrong,) = check_scenarios(event_of(fighters, BEARS))
    side = 1 if "." in taken else 2
    assert (wrong.code, wrong.sheet, wrong.cell) == ("event-duplicate", f"[[scenario.side]] {side}", "extra")


def test_amps_groups_and_extra_aircraft_go_through_workbook_and_toml(tmp_path: Path) -> None:
    event = event_of(FAST, BEARS)
    write_event_workbook(event, tmp_path / "event.xlsx")
    once = Event.load(tmp_path / "event.xlsx")
    text = write_toml(once)
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    assert Event.load(tmp_path / "event.toml") == once == event
    assert 'extra = ["Bear 1", "Bear 2"]' in text
    assert 'group = "speed"' in text


def test_amps_commas_part_the_names_of_extra_aircraft_as_semicolons_do(tmp_path: Path) -> None:
    text = write_toml(event_of(FAST, BEARS)).replace('["Bear 1", "Bear 2"]', '["Bear 1, Bear 2", "Tanker"]')
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    event, _ = examine_event(tmp_path)
    assert isinstance(event, TaskEvent)
    assert event.scenarios[0].sides[1].extra == ("Bear 1", "Bear 2", "Tanker")
