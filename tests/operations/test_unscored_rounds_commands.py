"""Draws while earlier rounds are not scored, by the commands: what comes from their draws, and what stops."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from aso_event import aso_event
from click.testing import CliRunner
from match_event import match_event
from team_event import meetings, team_event
from typing_in import type_in

from sheetscore.cli.main import main
from sheetscore.event.model import Event
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.problems import MistakesFound, WrongUsage


def started(folder: Path, event: Event) -> Draw:
    """Make an event folder in which round 1 is drawn."""
    write_event(event, folder)
    return draw(folder, 1).draw


def pairs(drawn: Draw) -> set[frozenset[str]]:
    return {frozenset(table.seated.values()) for table in drawn.tables}


def test_swiss_rounds_drawn_before_any_results_have_other_pairs_and_another_bye(tmp_path: Path) -> None:
    first = started(tmp_path / "cup", aso_event(27, 4))
    second = draw(tmp_path / "cup", 2).draw
    assert len(pairs(first)) == len(pairs(second)) == 13
    assert not pairs(first) & pairs(second)
    assert first.byes != second.byes
    third = draw(tmp_path / "cup", 3).draw
    assert not (pairs(first) | pairs(second)) & pairs(third)
    assert len({*first.byes, *second.byes, *third.byes}) == 3


def test_after_results_are_deleted_the_draw_still_knows_who_met(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    first = started(folder, aso_event(8, 3))
    make_sheets(folder, 1)
    typed(folder, {(f"{table}", "", "winner"): "1" for table in range(1, 5)})
    ingest(folder / "round1.xlsx")
    (folder / "round1-results.xlsx").unlink()
    assert not pairs(first) & pairs(draw(folder, 2).draw)


def typed(folder: Path, values: Mapping[tuple[str, str, str], str], number: int = 1) -> None:
    lines = ["table,seat,field,value", *(",".join((*place, value)) for place, value in values.items())]
    source = folder.with_suffix(".csv")
    source.write_text("\n".join(lines), encoding="utf-8")
    fill(folder / f"round{number}.xlsx", source)


def test_the_pairing_of_a_table_that_provisional_results_lack_counts_as_met(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    first = started(folder, team_event(teams=4))
    make_sheets(folder, 1)
    # tables 1 and 2 are in, 10-10; of the other two teams nothing is known
    there = [(table, seat) for table, seat, _ in first.places() if table <= 2]
    typed(folder, {(str(table), seat, "claimed.sp"): "5" for table, seat in there})
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert [row["team"] for row in done.rows] == ["T1", "T2"]
    second = draw(folder, 2).draw
    assert not set(map(frozenset, meetings(first))) & set(map(frozenset, meetings(second)))


def test_a_round_without_draw_and_results_stops_the_draw(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    started(folder, aso_event(8, 4))
    draw(folder, 2)
    (folder / "round1-draw.xlsx").unlink()
    with pytest.raises(WrongUsage, match=r"Round 1 has neither results nor a draw .*--force") as stopped:
        draw(folder, 3)
    assert stopped.value.code == "earlier-unknown"
    assert not (folder / "round3-draw.xlsx").exists()
    (folder / "round2-draw.xlsx").unlink()
    with pytest.raises(WrongUsage, match="Rounds 1 and 2 have neither"):
        draw(folder, 3)


def test_force_goes_on_and_the_report_says_what_is_ignored(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    started(folder, aso_event(8, 4))
    (folder / "round1-draw.xlsx").unlink()
    run = CliRunner().invoke(main, ["-C", str(folder), "draw", "2", "--force"])
    assert run.exit_code == 0, run.output
    said = "Round 1 has neither results nor a draw and is ignored, as --force asks: who met or sat out in it may again."
    assert said in run.stdout.splitlines()
    assert said in draw(folder, 2, again=True, force=True).draw.report


def test_the_command_line_names_the_code_for_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cup"
    write_event(aso_event(8, 4), folder)
    words = ["-C", str(folder), "draw", "2", "--json"]
    monkeypatch.setattr("sys.argv", ["sheetscore", *words])
    run = CliRunner().invoke(main, words)
    assert run.exit_code == 2
    assert json.loads(run.stdout)["error"]["code"] == "earlier-unknown"


def test_a_draw_of_another_event_is_no_draw(tmp_path: Path) -> None:
    usual = aso_event(10, 4)
    started(tmp_path / "other", usual.model_copy(update={"header": usual.header.model_copy(update={"name": "Other"})}))
    folder = tmp_path / "cup"
    write_event(aso_event(8, 4), folder)
    (folder / "round1-draw.xlsx").write_bytes((tmp_path / "other" / "round1-draw.xlsx").read_bytes())
    with pytest.raises(WrongUsage, match="Round 1 has neither results nor a draw"):
        draw(folder, 2)


def test_a_round_robin_is_drawn_in_any_order_as_its_plan_says(tmp_path: Path) -> None:
    event = match_event(players=4, rounds=3, pairing="round-robin")
    in_order, later_first = tmp_path / "order", tmp_path / "later"
    for folder in (in_order, later_first):
        write_event(event, folder)
    draw(in_order, 1)
    expected = [table.seats for table in draw(in_order, 2).draw.tables]
    made = draw(later_first, 2).draw
    assert [table.seats for table in made.tables] == expected
    assert not [line for line in made.report if "--force" in line]


def test_pairs_that_look_at_who_met_still_need_the_rounds_before(tmp_path: Path) -> None:
    write_event(match_event(players=4, rounds=3, pairing="swiss"), tmp_path / "swiss")
    with pytest.raises(WrongUsage, match="Round 1 has neither results nor a draw"):
        draw(tmp_path / "swiss", 2)


def test_a_team_that_would_meet_itself_in_a_draw_before_stops_the_next_draw(tmp_path: Path) -> None:
    """Round 1 has T1 against T2 and T3 against T4; exchanged so that both sections of T1 sit at one table."""
    folder = tmp_path / "cup"
    started(folder, team_event())
    names = [f"Pilot {one} ({one})" for one in ("1A", "1B", "4A", "3B", "3A", "4B", "2A", "2B")]
    type_in(folder / "round1-draw.xlsx", {("Draw", f"D{row}"): name for row, name in enumerate(names, start=5)})
    run = CliRunner().invoke(main, ["-C", str(folder), "draw", "2"])
    assert run.exit_code == 1
    assert "error [round1-draw.xlsx]Draw!D7: Team 1 plays 2 times in one round" in run.output
    assert not (folder / "round2-draw.xlsx").exists()


def test_a_player_at_two_tables_of_a_round_before_stops_the_next_draw_until_that_is_mended(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    first = started(folder, aso_event(4, 3))
    (_, _, one), *_, (_, _, other) = first.places()
    label = display_name(one, aso_event(4, 3).names)
    type_in(folder / "round1-draw.xlsx", {("Draw", "D8"): label})
    with pytest.raises(MistakesFound) as stopped:
        draw(folder, 2, force=True)
    (twice,) = [found for found in stopped.value.findings if found.code == "draw-twice"]
    assert (twice.sheet, twice.cell) == ("[round1-draw.xlsx]Draw", "D8")
    type_in(folder / "round1-draw.xlsx", {("Draw", "D8"): display_name(other, aso_event(4, 3).names)})
    assert draw(folder, 2).draw.tables
