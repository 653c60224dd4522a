"""Nobody flies against nobody unsaid: who comes late sits against somebody, and a table of one force is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from airforce_event import airforce_event, fight
from amps_event import amps_event
from aso_commands import drawn_in, edit_draw, run
from kept_events import started
from team_event import team_event

from sheetscore.operations.check import check
from sheetscore.operations.new import write_event
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.tasks.model import Task, TaskScenario, TaskSide


def hunt_event(players: int, tables: int, escorts: str = "red") -> AmpsEvent:
    """Give an event in which four blue hunt and two escort, whose force is said."""
    tasks: tuple[Task, ...] = ("defense-suppression",)
    sides = (
        TaskSide(id="hunt", title="Hunt", force="blue", tasks=tasks, seats=4),
        TaskSide(id="escort", title="Escort", force=escorts, tasks=tasks, seats=2),
    )
    scenario = TaskScenario(id="hunt", title="The hunt", sides=sides)
    return amps_event(players=players, tables=tables, rounds=("hunt",), scenarios=(scenario,))


@pytest.fixture
def hunt(tmp_path: Path) -> Path:
    return started(tmp_path / "hunt", hunt_event(12, 2))


def change(folder: Path, *words: str) -> str:
    """Change the draw of round 1; give what is said, its lines as one."""
    done = run("-C", folder, "draw", 1, *words)
    return " ".join(f"{done.stdout} {done.stderr}".split())


def checked(folder: Path) -> str:
    return " ".join(one.message for one in check(folder).findings)


def at_table(folder: Path, number: int) -> dict[str, str]:
    return next(table.seated for table in drawn_in(folder, 1).tables if table.number == number)


def drop(folder: Path, number: int, side: str) -> tuple[str, ...]:
    """Give the words that take everybody off one side of a table."""
    return tuple(
        word for seat, who in at_table(folder, number).items() if seat.startswith(side) for word in ("--drop", who)
    )


# who comes


def test_two_who_share_a_new_table_are_enemies(hunt: Path) -> None:
    write_event(hunt_event(14, 3), hunt)
    change(hunt, "--add", "P13", "--add", "P14")
    assert at_table(hunt, 3) == {"hunt.1": "P13", "escort.1": "P14"}


def test_five_who_share_a_new_table_fill_the_larger_side_once_somebody_is_against_it(hunt: Path) -> None:
    write_event(hunt_event(17, 3), hunt)
    change(hunt, *(word for number in range(13, 18) for word in ("--add", f"P{number}")))
    assert at_table(hunt, 3) == {
        "hunt.1": "P13",
        "hunt.2": "P15",
        "hunt.3": "P16",
        "hunt.4": "P17",
        "escort.1": "P14",
    }


def test_who_comes_sits_against_those_whose_enemies_have_gone_even_where_another_table_is_emptier(hunt: Path) -> None:
    emptier = [word for seat in ("hunt.2", "hunt.3", "hunt.4") for word in ("--drop", at_table(hunt, 2)[seat])]
    change(hunt, *drop(hunt, 1, "escort"), *emptier)
    write_event(hunt_event(13, 2), hunt)
    change(hunt, "--add", "P13")  # table 1 has four of one force, table 2 three of both
    assert at_table(hunt, 1)["escort.1"] == "P13"


def test_those_who_share_a_table_of_fights_fly_on_two_sides(tmp_path: Path) -> None:
    uneven = (fight(blue=3, red=1),)
    folder = started(tmp_path / "fights", airforce_event(players=4, scenarios=uneven))
    write_event(airforce_event(players=6, tables=2, scenarios=uneven), folder)
    change(folder, "--add", "P05", "--add", "P06")
    assert at_table(folder, 2) == {"blue.1": "P05", "red.1": "P06"}


def test_a_substitute_flies_against_those_whose_enemies_have_gone(tmp_path: Path) -> None:
    folder = started(tmp_path / "teams", team_event(teams=4, size=4))
    change(folder, *(word for who in ("4B1", "4B2", "1A2", "2B2") for word in ("--drop", who)))
    assert at_table(folder, 1) == {"red.1": "1A1", "blue.1": "2B1"}  # two of both forces
    assert at_table(folder, 3) == {"red.1": "3A1", "red.2": "3A2"}  # two of one
    write_event(team_event(teams=4, size=4, substitutes=1), folder)
    change(folder, "--add", "S1")
    assert at_table(folder, 3)["blue.1"] == "S1"


# who goes


ONE_FORCE = "table 1: all who sit there are of one force, blue, and nobody is against them"


def test_a_table_whose_enemies_have_gone_is_named_by_the_change_and_by_check(hunt: Path) -> None:
    assert "nobody is against them" not in checked(hunt)
    said = change(hunt, *drop(hunt, 1, "escort"))
    assert f"{ONE_FORCE}. Put somebody against them, such as on escort.1, or move them to other tables" in said
    assert ONE_FORCE in checked(hunt)
    assert ONE_FORCE not in change(hunt, "--drop", at_table(hunt, 2)["hunt.4"])  # known by then
    write_event(hunt_event(13, 2), hunt)
    change(hunt, "--add", "P13")
    assert "nobody is against" not in checked(hunt)


def test_a_draw_edited_by_hand_is_searched_for_such_tables(hunt: Path) -> None:
    edit_draw(hunt, 1, {(1, "escort.1"): None, (1, "escort.2"): None})
    assert ONE_FORCE in checked(hunt)


def test_where_all_sides_are_of_one_force_nobody_has_to_be_against(tmp_path: Path) -> None:
    folder = started(tmp_path / "raid", hunt_event(12, 2, escorts="blue"))
    assert "nobody is against" not in change(folder, *drop(folder, 1, "escort"))


def test_one_who_is_left_alone_is_named_once(hunt: Path) -> None:
    keep = at_table(hunt, 1)["hunt.1"]
    said = change(hunt, *(word for who in at_table(hunt, 1).values() if who != keep for word in ("--drop", who)))
    assert "sits there alone" in said
    assert "nobody is against" not in said


def test_a_table_at_which_one_team_alone_has_pilots_is_named(tmp_path: Path) -> None:
    folder = started(tmp_path / "teams", team_event(teams=4))
    said = change(folder, "--drop", "2B")  # Team 1 is Red at table 1, Team 2 Blue
    assert "table 1: all who sit there are of one force, red" in said
    assert "such as on blue.1" in said
    write_event(team_event(teams=4, substitutes=1), folder)
    change(folder, "--add", "S1")
    assert at_table(folder, 1) == {"red.1": "1A", "blue.1": "S1"}
    assert "nobody is against" not in checked(folder)


# the number of tables


def test_once_those_who_came_have_the_new_table_the_draw_fits_the_event(hunt: Path) -> None:
    changed = "the number of tables was 2 and is 3"
    write_event(hunt_event(14, 3), hunt)
    assert changed in checked(hunt)
    change(hunt, "--add", "P13", "--add", "P14")
    assert "number of tables" not in checked(hunt)
    assert "number of tables" not in run("-C", hunt, "sheets", 1).output
    write_event(hunt_event(14, 2), hunt)
    assert "the number of tables was 3 and is 2" in checked(hunt)


def test_who_has_a_spare_seat_leaves_the_new_table_unused_and_the_draw_says_so(hunt: Path) -> None:
    change(hunt, "--drop", at_table(hunt, 1)["hunt.1"])
    write_event(hunt_event(13, 3), hunt)
    change(hunt, "--add", "P13")
    assert "the number of tables was 2 and is 3" in checked(hunt)


def test_of_two_new_tables_one_is_used_and_the_other_named(hunt: Path) -> None:
    write_event(hunt_event(14, 4), hunt)
    change(hunt, "--add", "P13", "--add", "P14")
    assert "the number of tables was 3 and is 4" in checked(hunt)
