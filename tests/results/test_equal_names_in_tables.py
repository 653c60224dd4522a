"""Two players of one name are told apart by their ids, in tables that have no column of ids as well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from diplomacy_cases import results_of
from diplomacy_event import diplomacy_event, random_rounds
from filled_boards import a_draw, an_event, forms_of, many_games
from match_event import match_event, played
from msgspec.structs import replace
from planned_workbooks import Group

from sheetscore.systems.context import EventProgress
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.forms import drawn_players
from sheetscore.systems.match import MATCH
from sheetscore.systems.match.match_tables import rows_table
from sheetscore.systems.match.record import MatchResult
from sheetscore.tables.sheet import TableSheet

aso = Group("aso standings")

NAME = "Jan Kowalski"


def namesakes(event: Any, *ids: str) -> Any:
    """Give an event in which some players have one name."""
    players = (one.model_copy(update={"name": NAME}) if one.id in ids else one for one in event.players)
    return event.model_copy(update={"players": tuple(players)})


def shown(sheets: Iterable[TableSheet], table: str, column: str = "name") -> set[object]:
    """Give the texts in a column of a table."""
    (found,) = (one for sheet in sheets for one in sheet.tables if one.name == table)
    return {found.column(column).value_of(line) for line in found.lines}


def test_prizes_and_who_met_whom_of_an_accelerated_swiss_event() -> None:
    case, both = aso["of one name"], {f"{NAME} (A)", f"{NAME} (B)"}
    assert {*str(case.by("title", "who", "prizes")["Winner"]).split(" and ")} == both
    others = {"Player C", "Player D"}
    assert {*case.column("grid", "name")} == {*case.column("prize totals", "name")} == both | others
    assert {*case.column("players", "opponent_name")} == both | others
    assert {*case.column("standings", "name")} == {NAME, *others}, "beside the column of ids"


def test_who_met_whom_and_opponents_of_matched_games() -> None:
    event = namesakes(match_event(4), "P01", "P02")
    rows = tuple(played(event, "P01 P03 6 1", "P02 P04 6 1"))
    so_far = EventProgress(event, {1: rows})
    names = {f"{NAME} (P01)", f"{NAME} (P02)", "Player 3", "Player 4"}
    assert shown(MATCH.standings_sheets(replace(so_far, standings=MATCH.standings(so_far))), "pairs") == names
    results = rows_table("results", event, [MatchResult.read(row) for row in rows])
    assert {results.column("opponent_name").value_of(line) for line in results.lines} == names


def test_teams_and_best_countries_of_diplomacy() -> None:
    event = namesakes(diplomacy_event(7, 1, teams=7), *(f"P{number:02}" for number in range(1, 8)))
    so_far = EventProgress(event, random_rounds(event, 1))
    sheets = DIPLOMACY.standings_sheets(replace(so_far, standings=DIPLOMACY.standings(so_far)))
    names = {f"{NAME} ({one.id})" for one in event.players}
    assert shown(sheets, "members") == names
    assert shown(sheets, "best countries") == names


def test_boards_and_best_countries_of_a_round_of_diplomacy() -> None:
    event, drawn = namesakes(an_event(1), "P001", "P002"), a_draw(1)
    filled = drawn_players(drawn) | many_games(1)
    sheets = results_of(event, drawn, forms_of(event, drawn), filled)[0].sheets
    names = {f"{NAME} (P001)", f"{NAME} (P002)", *(f"Player {number}" for number in range(3, 8))}
    assert shown(sheets, "board 1", "player") == names
    assert shown(sheets, "awards") == names
