"""A plan that somebody changed by hand: followed where it can be, and told where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import SWEEP, amps_event
from aso_commands import drawn_in, run
from libreoffice import compute
from looking import open_whole, values_in
from shared_demos import Demos
from typing_in import save_with_openpyxl, type_in

from sheetscore.event.model import Event
from sheetscore.operations.check import check
from sheetscore.operations.new import write_event

SECOND = "Plan, Round 2"


def two_rounds(pilots: int = 12, called: str = "Pilot 5") -> Event:
    """Give an event of two rounds, two tables, three against three."""
    scenarios = tuple(SWEEP.model_copy(update={"id": name, "title": name.title()}) for name in ("dawn", "noon"))
    event = amps_event(players=pilots, tables=2, rounds=("dawn", "noon"), scenarios=scenarios)
    players = (one.model_copy(update={"name": called}) if one.id == "P05" else one for one in event.players)
    return event.model_copy(update={"players": tuple(players)})


def planned(folder: Path) -> None:
    write_event(two_rounds(), folder)
    run("-C", folder, "plan", "--seconds", 1)


@pytest.fixture
def folder(demos: Demos, tmp_path: Path) -> Path:
    return demos.made(planned).copied(tmp_path / "event")


def cells(folder: Path, title: str = SECOND) -> dict[str, str]:
    """Return in which cell of a round's sheet everybody stands."""
    rows = enumerate(values_in(folder / "plan.xlsx")[title], start=1)
    return {row[2]: f"C{number}" for number, row in rows if isinstance(row[0], int)}


def exchange(folder: Path, one: str, other: str) -> None:
    at = cells(folder)
    type_in(folder / "plan.xlsx", {(SECOND, at[one]): other, (SECOND, at[other]): one})


def seats(folder: Path, number: int) -> dict[str, tuple[int, str]]:
    return {player: (table, seat) for table, seat, player in drawn_in(folder, number).places()}


def told(folder: Path) -> dict[str, str]:
    return {f"{one.severity} {one.place}": one.message for one in check(folder).findings if one.code == "plan-edited"}


def test_two_who_are_exchanged_sit_so_and_the_draw_says_it(folder: Path) -> None:
    run("-C", folder, "draw", 1)
    run("-C", folder, "draw", 2)
    planned = seats(folder, 2)
    exchange(folder, "Pilot 5 (P05)", "Pilot 9 (P09)")
    assert "changed by hand in 2 places). To plan" in run("-C", folder, "plan", status=2).stderr
    (folder / "round2-draw.xlsx").unlink()
    (note, *_) = told(folder).values()
    assert "Pilot 9 (P09) instead of Pilot 5 (P05), by hand in the plan" in "".join(told(folder).values())
    assert note.endswith("The draw follows that where it can.")
    said = run("-C", folder, "draw", 2).stdout
    assert "Drawn by the plan of all rounds, without any change." in said
    assert "Pilot 9 (P09) instead of Pilot 5 (P05), by hand in the plan (Plan, Round 2!" in said
    assert seats(folder, 2) == {**planned, "P05": planned["P09"], "P09": planned["P05"]}


def test_planning_again_names_what_somebody_changed_and_noted_in_the_former_plan(folder: Path) -> None:
    exchange(folder, "Pilot 5 (P05)", "Pilot 9 (P09)")
    type_in(folder / "plan.xlsx", {("Plan", "Z40"): "ask Bob"})
    said = run("-C", folder, "plan", "--again", "--seconds", 1)
    warnings = " ".join(said.stderr.split())
    assert "plan.xlsx was changed by hand in 2 places, and the new plan has none of it; kept/plan~1.xlsx has it" in (
        warnings
    )
    assert "not carried: text on Plan!Z40 (“ask Bob”); kept/plan~1.xlsx has it" in warnings
    assert "What was there is kept as kept/plan~1.xlsx." in said.stdout
    again = run("-C", folder, "plan", "--again", "--seconds", 1)
    assert "warning" not in again.stderr


def test_everybodys_way_follows_by_formula(folder: Path, demos: Demos, tmp_path: Path) -> None:
    exchange(folder, "Pilot 5 (P05)", "Pilot 9 (P09)")
    (now,) = compute([folder / "plan.xlsx"], tmp_path / "computed")
    ways = [
        {row[0]: row[2] for row in values_in(one)["Plan"] if row[0]}
        for one in (demos.made(planned).workbooks["plan"], now)
    ]
    assert ways[0]["Pilot 5 (P05)"] == ways[1]["Pilot 9 (P09)"] != ways[1]["Pilot 5 (P05)"]
    assert not told(folder).keys() - {"note plan.xlsx"}


def test_what_no_draw_can_follow_is_told_with_its_cell(folder: Path) -> None:
    at = cells(folder)
    five, nine = at["Pilot 5 (P05)"], at["Pilot 9 (P09)"]
    type_in(folder / "plan.xlsx", {(SECOND, five): "Pilot 9", (SECOND, at["Pilot 1 (P01)"]): "Plato"})
    run("-C", folder, "draw", 1)  # this round can be drawn
    said = run("-C", folder, "draw", 2, status=1).stderr
    assert "there is “Plato”" in said
    type_in(folder / "plan.xlsx", {(SECOND, at["Pilot 1 (P01)"]): "Pilot 1 (P01)"})
    last = max(five, nine, key=lambda cell: int(cell[1:]))
    assert told(folder).keys() == {f"error {SECOND}!{last}"}
    assert "Pilot 9 (P09) sits at 2 places" in run("-C", folder, "draw", 2, status=1).stderr
    assert not (folder / "round2-draw.xlsx").exists()


@pytest.mark.parametrize("empty", [None, "—"])
def test_a_seat_that_was_cleared_is_free(folder: Path, empty: str | None) -> None:
    type_in(folder / "plan.xlsx", {(SECOND, cells(folder)["Pilot 5 (P05)"]): empty})
    (message,) = told(folder).values()
    assert "nobody instead of Pilot 5 (P05)" in message


def test_a_change_of_everybodys_way_is_not_followed_and_told(folder: Path) -> None:
    rows = enumerate(values_in(folder / "plan.xlsx")["Plan"], start=1)
    cell = next(f"C{number}" for number, row in rows if row[0] == "Pilot 5 (P05)")
    type_in(folder / "plan.xlsx", {("Plan", cell): "2   ·   Red fighters 9"})
    run("-C", folder, "draw", 1)
    said = run("-C", folder, "draw", 2, status=1).stderr
    assert f"Plan!{cell}" in said
    assert "change who sits where on the sheet “Plan, Round 2”" in " ".join(said.split())


def test_a_change_after_the_draw_is_told(folder: Path) -> None:
    for number in (1, 2):
        run("-C", folder, "draw", number)
    exchange(folder, "Pilot 5 (P05)", "Pilot 9 (P09)")
    (message,) = told(folder).values()
    assert "is not followed any more, because the round is drawn. Change who sits where in round2-draw.xlsx" in message
    run("-C", folder, "draw", 2, "--again")  # as the message advises
    assert not told(folder)


def test_a_plan_that_another_program_saved_and_a_new_name_change_nothing(folder: Path) -> None:
    write_event(two_rounds(called="Quintus"), folder)
    save_with_openpyxl(folder / "plan.xlsx")
    assert not told(folder)
    assert "without any change" in run("-C", folder, "draw", 1).stdout


def test_a_packet_prints_what_is_followed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    exchange(folder, "Pilot 5 (P05)", "Pilot 9 (P09)")
    run("-C", folder, "packet", "--what", "schedule")
    rows = values_in(folder / "packet-schedule.xlsx")["Plan"]
    assert any("changed by hand since it was made" in str(row[0]) for row in rows)


def test_a_round_without_its_sheet_is_told(folder: Path) -> None:
    book = open_whole(folder / "plan.xlsx")
    book[SECOND].title = "mine"
    book.save(folder / "plan.xlsx")
    assert "has no sheet “Plan, Round 2” any more" in run("-C", folder, "draw", 2, "--force", status=1).stderr
