"""A round of team play as it was entered: who may have flown for whom, what counts, what the workbooks show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace
from round_contexts import drawn_round, filled_round, scored_round
from team_event import ROW_KEYS, by_team, flown, forms_of, sweep, team_event

from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.template import Library
from sheetscore.pairing.draw import Draw
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound, RoundScore
from sheetscore.systems.tasks.model import TeamPoints
from sheetscore.systems.team import TEAM
from sheetscore.systems.team.model import TeamEvent, TeamSettings
from sheetscore.tables.sheet import TableSheet

EVENT = team_event(substitutes=2)
DRAW = TEAM.draw(RoundContext(EVENT, 1))
FORMS = forms_of(EVENT, DRAW)
"""1A against 2B, 2A against 1B, 3A against 4B, 4A against 3B at tables 1 to 4."""


def seated(changes: dict[tuple[int, str], str | None], draw: Draw = DRAW) -> Draw:
    """Give the draw with others on some seats."""
    tables = [
        replace(table, seats={seat: changes.get((table.number, seat), who) for seat, who in table.seats.items()})
        for table in draw.tables
    ]
    return replace(draw, tables=tuple(tables))


def flew(changes: dict[tuple[int, str], str], points: dict[str, int] | None = None) -> Entries:
    """Give the entries of round 1 with others on some pages."""
    pilots = {FieldKey(table, seat, "seat.pilot"): who for (table, seat), who in changes.items()}
    return {**flown(DRAW, points or {}), **pilots}


def checked(entries: Entries, event: TeamEvent = EVENT) -> Sequence[Finding]:
    return TEAM.check_entries(filled_round(event, FORMS, entries, DRAW))


def where(findings: Sequence[Finding]) -> list[tuple[str, list[tuple[int, str]]]]:
    return [(one.code, sorted(one.seats)) for one in findings]


# who flew


def test_nothing_is_wrong_with_a_round_that_was_flown_as_drawn() -> None:
    assert checked(flew({})) == []


def test_a_pilot_of_another_team_is_an_error_at_the_seat_where_the_pilot_was_entered() -> None:
    (found,) = checked(flew({(1, "red.1"): "3A"}))
    assert where([found]) == [("team-seat", [(1, "red.1")])]
    assert found.is_error
    assert "Pilot 3A (3A) is of Team 3, and this seat belongs to Team 1" in found.message


def test_two_teams_whose_pages_were_confused_are_told_of_seat_by_seat() -> None:
    confused = flew({(1, "red.1"): "3A", (2, "blue.1"): "3B", (3, "red.1"): "1A", (4, "blue.1"): "1B"})
    assert [seats for _, seats in where(checked(confused))] == [
        [(1, "red.1")],
        [(2, "blue.1")],
        [(3, "red.1")],
        [(4, "blue.1")],
    ]


def test_a_pilot_of_the_other_section_is_an_error() -> None:
    found = checked(flew({(1, "red.1"): "1B", (2, "blue.1"): "1A"}))
    assert where(found) == [("team-seat", [(1, "red.1")]), ("team-seat", [(2, "blue.1")])]
    assert "Pilot 1B (1B) is of section B; the red side is flown by section A" in found[0].message


def test_substitutes_fly_for_the_team_that_was_drawn_even_on_all_of_its_seats() -> None:
    entries = flew({(1, "red.1"): "S1", (2, "blue.1"): "S2"}, {"1A": 5, "1B": 4, "2A": 3})
    assert checked(entries) == []
    score = TEAM.score(filled_round(EVENT, FORMS, entries, DRAW))
    assert by_team(score.rows, "sp")["T1"] == 9
    assert by_team(score.rows, "avp")["T1"] == 13
    assert [(row["player"], row["team"]) for row in score.players][:2] == [("S1", "T1"), ("S2", "T1")]


def test_who_did_not_fly_is_no_stranger() -> None:
    entries = {**flew({(1, "red.1"): "3A"}), FieldKey(1, "red.1", "seat.flew"): 0}
    assert checked(entries) == []


def test_points_follow_the_seats_of_the_draw() -> None:
    rows = TEAM.score(filled_round(EVENT, FORMS, flew({(1, "red.1"): "S1"}, {"1A": 7}), DRAW)).rows
    assert by_team(rows, "sp") == {"T1": 7, "T2": 0, "T3": 0, "T4": 0}


# draws that were edited


def test_a_substitute_may_be_seated_in_the_draw() -> None:
    found = TEAM.check_draw(drawn_round(EVENT, seated({(1, "red.1"): "S1"})))
    assert [(one.code, one.is_error) for one in found] == [("draw-player", False)]
    assert "Pilot 1A (1A) plays in round 1 and has no seat" in found[0].message


def test_a_substitute_who_is_away_may_not() -> None:
    players = tuple(one.model_copy(update={"absent": (1,)}) if one.is_substitute else one for one in EVENT.players)
    away = EVENT.model_copy(update={"players": players})
    codes = [one.code for one in TEAM.check_draw(drawn_round(away, seated({(1, "red.1"): "S1"}))) if one.is_error]
    assert codes == ["draw-player"]


def test_a_team_whose_seats_were_cleared_leaves_its_opponents_with_nobody_to_meet() -> None:
    found = [
        one
        for one in TEAM.check_draw(drawn_round(EVENT, seated({(1, "red.1"): None, (2, "blue.1"): None})))
        if one.is_error
    ]
    assert where(found) == [("team-seat", [(1, "red.1"), (2, "blue.1")])]
    assert "its opponents have nobody to meet" in found[0].message


def test_substitutes_alone_are_no_team_in_a_draw() -> None:
    found = [
        one
        for one in TEAM.check_draw(drawn_round(EVENT, seated({(1, "red.1"): "S1", (2, "blue.1"): "S2"})))
        if one.is_error
    ]
    assert where(found) == [("team-seat", [(1, "red.1"), (2, "blue.1")])]


def test_a_pairing_that_was_cleared_altogether_is_no_error() -> None:
    cleared = seated(dict.fromkeys([(1, "red.1"), (1, "blue.1"), (2, "red.1"), (2, "blue.1")]))
    assert not [one for one in TEAM.check_draw(drawn_round(EVENT, cleared)) if one.is_error]
    assert {group.id for group in forms_of(EVENT, cleared).groups} == {"T3", "T4"}


@pytest.mark.parametrize(("lost", "alone"), [(1, 2), (2, 1), (3, 4), (4, 3)])
def test_a_table_without_the_one_beside_it_is_an_error(lost: int, alone: int) -> None:
    drawn = replace(DRAW, tables=tuple(table for table in DRAW.tables if table.number != lost))
    found = [one for one in TEAM.check_draw(drawn_round(EVENT, drawn)) if one.is_error]
    assert where(found) == [("team-tables", [(alone, "blue.1"), (alone, "red.1")])]
    assert f"table {alone} has no table {lost} beside it" in found[0].message


# results


def test_rows_have_the_keys_that_scripts_rely_on_and_the_most_avps_come_first() -> None:
    rows = TEAM.score(filled_round(EVENT, FORMS, flew({}, {"4A": 40, "2A": 3}), DRAW)).rows
    assert all(list(row) == ROW_KEYS for row in rows)
    assert [row["team"] for row in rows] == ["T4", "T2", "T1", "T3"]


def test_scored_rounds_are_history_for_the_next_draw_also_with_a_pairing_left_out() -> None:
    entries = {key: value for key, value in flew({}, {"3A": 9}).items() if key.table > 2}
    earlier = EarlierRound(1, "sweep", TEAM.score(filled_round(EVENT, FORMS, entries, DRAW)).rows)
    drawn = TEAM.draw(RoundContext(EVENT, 2, [earlier]))
    # T3 14, T4 6, T1 and T2 nothing; T3 and T4 met
    assert [table.seats["red.1"] for table in drawn.tables] == ["3A", "1A", "4A", "2A"]


def shown(event: TeamEvent, score: RoundScore) -> dict[str, TableSheet]:
    return {sheet.title: sheet for sheet in TEAM.results_sheets(scored_round(event, FORMS, score))}


def test_pairs_are_told_apart_where_teams_share_their_names() -> None:
    event = team_event(names={"T1": "Hawks", "T3": "Hawks", "T2": "Owls", "T4": "Owls"})
    score = TEAM.score(filled_round(event, forms_of(event, DRAW), flown(DRAW, {"1A": 9, "4A": 3}), DRAW))
    pairs = shown(event, score)["Pairs"].tables[0]
    assert [line[1:] for line in pairs.lines] == [("T1", "T2"), ("T4", "T3")]


def test_team_points_that_do_not_count_are_neither_printed_nor_explained_beside_pilots() -> None:
    printed, said = [], []
    for counts in (False, True):
        event = EVENT.model_copy(update={"settings": EVENT.settings.model_copy(update={"avp_team_points": counts})})
        score = TEAM.score(filled_round(event, FORMS, flown(DRAW, {"1A": 9, "4A": 3}), DRAW))
        sheet = shown(event, score)["Pilots"]
        printed.append({column.heading for column in sheet.tables[0].columns if not column.helper})
        said.append(sheet.lines[0].text)
    assert printed[1] - printed[0] == {"TP", "RS"}
    assert ["TP: team points" in text for text in said] == [False, True]


def test_the_table_of_avps_stands_below_the_results_that_look_up_in_it() -> None:
    score = TEAM.score(filled_round(EVENT, FORMS, flown(DRAW, {"1A": 9, "4A": 3}), DRAW))
    results, bands = shown(EVENT, score)["Results"].tables
    assert (results.name, bands.name) == ("results", "bands")
    assert [column.heading for column in bands.columns] == ["Difference from", "to", "Winner", "Loser"]


def test_a_round_in_which_nobody_flew_has_results_all_the_same() -> None:
    entries = {
        **flew({}),
        **{FieldKey(table, seat, "seat.flew"): 0 for table, seat, _ in DRAW.places()},
    }
    score = TEAM.score(filled_round(EVENT, FORMS, entries, DRAW))
    assert set(by_team(score.rows, "avp").values()) == {10}
    assert score.players == ()
    assert set(shown(EVENT, score)) == {"Results", "Pilots", "Pairs"}


# the table of AVPs

OWN_BANDS = """title = "House rules"
[[band]]
difference = 0
winner = 1
loser = 1
[[band]]
difference = 5
winner = 2
loser = 0
"""


def test_an_event_may_have_its_own_table_of_avps(tmp_path: Path) -> None:
    (tmp_path / "scoring").mkdir()
    (tmp_path / "scoring" / "avp.toml").write_text(OWN_BANDS, encoding="utf-8")
    library = Library("team", TEAM.template_folders, tmp_path)
    assert TEAM.check_templates(library) == []
    score = TEAM.score(
        filled_round(EVENT, TEAM.forms(drawn_round(EVENT, DRAW, templates=library)), flew({}, {"1A": 5, "4B": 4}), DRAW)
    )
    assert by_team(score.rows, "avp") == {"T1": 2, "T2": 0, "T3": 1, "T4": 1}
    assert [(check.expected, check.ok) for check in score.checks] == [(2, True), (2, True)]


def test_a_mistake_in_the_table_of_avps_is_found_with_the_templates(tmp_path: Path) -> None:
    (tmp_path / "scoring").mkdir()
    (tmp_path / "scoring" / "avp.toml").write_text(OWN_BANDS.replace("loser = 0", "loser = 1"), encoding="utf-8")
    (found,) = TEAM.check_templates(Library("team", TEAM.template_folders, tmp_path))
    assert (found.code, found.sheet) == ("template", "avp.toml")


@pytest.mark.parametrize("count", [True, False])
def test_amps_5_team_play_knows_awards_of_which_one_is_given(*, count: bool) -> None:
    event = team_event(settings=TeamSettings(avp_team_points=count))
    tiers = tuple(TeamPoints(id=id_, label=f"Home by {id_}", points=3, group="speed") for id_ in ("noon", "one"))
    red, blue = sweep().sides
    scenario = sweep().model_copy(update={"sides": (red, blue.model_copy(update={"team_points": tiers}))})
    event = event.model_copy(update={"scenarios": (scenario,)})
    drawn = TEAM.draw(RoundContext(event, 1))
    entries = flown(drawn, {}) | {FieldKey(2, "", f"team_points.blue.{id_}"): 1 for id_ in ("noon", "one")}
    found = TEAM.check_entries(filled_round(event, forms_of(event, drawn), entries, drawn))
    assert [(one.code, one.fields[0][0]) for one in found] == [("award-twice", 2)] * count
