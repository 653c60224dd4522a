"""What the packet says of draws and scores without a computer: sentences and forms that follow the settings."""

from __future__ import annotations

from typing import Any

import pytest
from airforce_event import airforce_event
from amps_event import amps_event
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from duplicate_event import duplicate_event
from team_event import team_event

from sheetscore.event.model import Event
from sheetscore.forms.template import Library
from sheetscore.systems.airforce import AIRFORCE
from sheetscore.systems.amps import AMPS
from sheetscore.systems.aso import ASO
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.model import DiplomacyTeam
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.outcomes import Procedure
from sheetscore.systems.system import System
from sheetscore.systems.team import TEAM
from sheetscore.tables.sheet import TableSheet


def said(system: System[Any], event: Event) -> Procedure:
    return system.procedure(
        RoundContext(event, event.stages[0], [], library=Library(system.id, system.template_folders))
    )


def forms_of(procedure: Procedure) -> dict[str, TableSheet]:
    return {one.sheet.title: one.sheet for one in procedure.pencil.sheets}


def test_duplicate_games_are_scored_once_after_the_last_round() -> None:
    pencil = said(DUPLICATE, duplicate_event()).pencil
    assert pencil.scored_once
    assert pencil.steps["score"].startswith("After the last round")
    assert "A group of one scores 0" in "\n".join(said(DUPLICATE, duplicate_event()).scoring)


def test_duplicate_has_a_list_of_standings_for_each_ranking() -> None:
    rankings = said(DUPLICATE, duplicate_event(4, 3)).pencil.rankings
    assert {name: len(ids) for name, ids in rankings.items()} == {"Red": 4, "Blue": 3}
    one = duplicate_event().settings.model_copy(update={"winners": "one"})
    assert not said(DUPLICATE, duplicate_event(settings=one)).pencil.rankings


def test_the_example_of_a_side_has_teams_and_groups_as_the_event_has() -> None:
    """With a Blue short, three of four tables (where it would have sat) have two results of a side, the other three."""
    for reds, blues, rounds, sizes, factor, best in (
        (3, 3, 3, "3 in this group, 3 in the largest", "2 divided by 2: 1.", "2"),
        (7, 6, 7, "6 in this group, 6 in the largest", "5 divided by 5: 1.", "5"),
        (4, 3, 3, "2 in this group, 3 in the largest", "2 divided by 1: 2.", "2"),
        (11, 11, 11, "11 in this group, 11 in the largest", "10 divided by 10: 1.", "9.5"),
    ):
        event = duplicate_event(reds, blues, rounds)
        sheet = forms_of(said(DUPLICATE, event))["Results of a side, an example"]
        (table,) = sheet.tables
        first = [table.value(table.lines[0], column) for column in table.columns]
        assert (first[1], first[-1]) == ("Team 1", best)
        rule, *others = (line.text for line in sheet.lines)
        assert rule.startswith("Match points, by table and side: 1 for every lower result")
        example = next(at for at, text in enumerate(others) if text == f"For example: {sizes}.")
        assert factor in others[example + 2]
        assert any(text.startswith("Who sits out there is not in the group") for text in others) == (reds != blues)


def test_how_a_movement_goes_is_said_of_the_tables_of_the_event() -> None:
    odd, even, again = (
        said(DUPLICATE, event).draw
        for event in (duplicate_event(7, 6, 7), duplicate_event(8, 8, 7), duplicate_event(4, 4, 4, last_round="repeat"))
    )
    assert odd[1] == "So nobody plays a table or meets an opponent twice."
    assert even[1] == "After round 4 Red goes two tables up, once. So nobody plays a table or meets an opponent twice."
    assert again[1].startswith("After round 2 Red")
    assert again[1].endswith("twice, before the last round.")
    (alone,) = said(DUPLICATE, duplicate_event(7, 6, 7)).sheets[0].lines
    assert alone.text.endswith("Whoever meets nobody (—) sits out.")


@pytest.mark.parametrize(("factoring", "earned"), [("round", "score"), ("none", "match points")])
def test_what_is_added_up_has_one_name_on_the_sheet_of_a_side_the_cards_and_the_wall_chart(
    factoring: str, earned: str
) -> None:
    event = duplicate_event(4, 3)
    settings = event.settings.model_copy(update={"factoring": factoring})
    pencil = said(DUPLICATE, event.model_copy(update={"settings": settings})).pencil
    (table,) = pencil.sheets[0].sheet.tables
    assert table.columns[-1].heading.endswith(earned)
    assert [one.heading for one in pencil.wall] == [earned]
    assert earned.capitalize() in {one.heading for one in pencil.card}


def test_awards_and_teams_of_boards_have_a_form() -> None:
    event = diplomacy_event(7, 2, team_members=2)
    assert [one.title for one in forms_of(said(DIPLOMACY, event))["Awards by hand"].tables] == ["Awards for powers"]
    with_teams = event.model_copy(update={"teams": (DiplomacyTeam(id="T1", name="Rhine"),)})
    _, teams = forms_of(said(DIPLOMACY, with_teams))["Awards and teams by hand"].tables
    assert [column.heading for column in teams.columns][1:-2] == ["Score of its best", "Score of its second best"]
    assert "sum of the event scores of its 2 best members" in "\n".join(said(DIPLOMACY, with_teams).scoring)


def test_the_card_of_a_player_says_whose_cards_may_not_lie_beside_it() -> None:
    event = diplomacy_event(8, 2, teams=2, keep_apart=("club",))
    lone, *others = event.players
    event = event.model_copy(update={"players": (lone.model_copy(update={"team": None, "club": "Rhine"}), *others)})
    head = said(DIPLOMACY, event).pencil.card_head
    assert (head["Team"]["P01"], head["Team"]["P02"], head["Team"]["P03"]) == ("none", "Team 2", "Team 1")
    assert (head["Club"]["P01"], head["Club"]["P02"]) == ("Rhine", "none")
    assert "Those of one club are on one board as rarely as can be" in "\n".join(said(DIPLOMACY, event).by_hand)
    assert not said(DIPLOMACY, diplomacy_event(8, 2, teams=2, team_mates_apart=False)).pencil.card_head
    assert not said(DIPLOMACY, diplomacy_event(8, 2)).pencil.card_head


def test_tie_breaks_of_boards_say_which_games_count() -> None:
    assert "all games of the event count" in "\n".join(said(DIPLOMACY, diplomacy_event(7, 2)).scoring)
    alone = "\n".join(said(DIPLOMACY, diplomacy_event(7, 2, tie_breaks=())).scoring)
    assert "Equal scores share a rank." in alone
    assert "shared boards" not in alone


def test_exchanges_by_hand_come_to_an_end_and_say_who_is_a_mate() -> None:
    steps = "\n".join(said(AMPS, amps_event()).by_hand)
    assert "sides of the same force" in steps
    assert "as long as fewer do afterwards" in steps
    assert {"Rounds flown", "Sizes of sections"} <= {*said(AMPS, amps_event()).pencil.breaks}


def test_a_section_is_called_so_on_its_sheets() -> None:
    (section, example), (side, _) = (
        said(system, event).pencil.sheets for system, event in ((AMPS, amps_event()), (DUPLICATE, duplicate_event()))
    )
    assert section.sheet.lines[1].text.startswith("in this section: ____")
    assert "For example: 8 in this section, 16 in the largest." in [line.text for line in example.sheet.lines]
    assert side.sheet.lines[1].text.startswith("in this group: ____")


def test_what_an_aircraft_begins_without_is_said() -> None:
    assert "the run-in is 0, and no aircraft is loaded or odd" in said(AIRFORCE, airforce_event()).draw[-1]


def test_the_first_round_of_teams_is_said_as_the_event_draws_it() -> None:
    event = team_event()
    lots = event.model_copy(update={"settings": event.settings.model_copy(update={"first_round": "random"})})
    by_number, by_lot = (said(TEAM, one).by_hand[0] for one in (event, lots))
    assert ("numbers" in by_number, "shuffle" in by_number) == (True, False)
    assert ("numbers" in by_lot, "shuffle" in by_lot) == (False, True)


def test_fights_are_ranked_by_hand_as_by_the_program() -> None:
    procedure = said(AIRFORCE, airforce_event())
    assert (
        "hits scored less hits taken, then by aircraft lost. Who is equal in all shares a rank" in procedure.scoring[-1]
    )
    assert "who scored 4 hits and took 1 has 3." in procedure.scoring[1]
    assert "Hits taken" in {column.heading for column in procedure.pencil.card}
    assert procedure.pencil.first == "Hits scored less hits taken"


def test_what_players_do_with_fewer_scenarios_and_without_balances_is_said() -> None:
    usual = "\n".join(said(ASO, aso_event(2)).draw)
    assert ("each strikes one" in usual, "strikes mean nothing" in usual) == (True, False)
    event = aso_event(2)
    two = event.rounds[0].model_copy(update={"scenario": event.rounds[0].scenario[:2]})
    bare = tuple(one.model_copy(update={"balances": ()}) for one in event.scenarios)
    fewer = "\n".join(said(ASO, event.model_copy(update={"rounds": (two,), "scenarios": bare})).draw)
    assert ("strikes mean nothing" in fewer, "No scenario has balances" in fewer) == (True, True)


def test_one_can_win_accelerated_swiss_before_the_last_round() -> None:
    assert "also before the last round and if later games are lost" in "\n".join(said(ASO, aso_event(2)).scoring)


def test_team_points_that_do_not_count_may_stay_blank() -> None:
    event = team_event()
    counted = event.model_copy(update={"settings": event.settings.model_copy(update={"avp_team_points": True})})
    told = ["may stay blank" in "\n".join(said(TEAM, one).scoring) for one in (event, counted)]
    assert told == [True, False]
