"""Team play by the guidelines, clause by clause: tables, sums, AVPs, pairing, byes, standings."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from round_contexts import drawn_round, filled_round
from team_event import by_team, flown, forms_of, meetings, pilots, scored, team_event

from sheetscore.forms.form import FieldKey, Value
from sheetscore.problems import MistakesFound
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import EarlierRound, Exact, ResultRow
from sheetscore.systems.team import TEAM
from sheetscore.systems.team.model import TeamEvent, TeamSettings

# AVP-1: teams, sections, tables


def test_avp_1_teams_of_two_meet_at_two_tables_each_once_on_either_side() -> None:
    drawn = TEAM.draw(RoundContext(team_event(teams=2), 1))
    assert [(table.number, dict(table.seats)) for table in drawn.tables] == [
        (1, {"red.1": "1A", "blue.1": "2B"}),
        (2, {"red.1": "2A", "blue.1": "1B"}),
    ]


def test_avp_1_teams_of_four_have_two_pilots_in_a_section() -> None:
    drawn = TEAM.draw(RoundContext(team_event(teams=2, size=4), 1))
    assert [(table.number, dict(table.seats)) for table in drawn.tables] == [
        (1, {"red.1": "1A1", "red.2": "1A2", "blue.1": "2B1", "blue.2": "2B2"}),
        (2, {"red.1": "2A1", "red.2": "2A2", "blue.1": "1B1", "blue.2": "1B2"}),
    ]


def test_avp_1_all_tables_of_a_round_play_its_scenario_and_pairs_have_their_tables_in_order() -> None:
    drawn = TEAM.draw(RoundContext(team_event(teams=6, rounds=("depot",)), 1))
    assert {table.scenario for table in drawn.tables} == {"depot"}
    assert [table.number for table in drawn.tables] == [1, 2, 3, 4, 5, 6]
    groups = forms_of(team_event(teams=6, rounds=("depot",)), drawn).groups
    assert {group.id: group.seats for group in groups}["T5"] == ((5, "red.1"), (6, "blue.1"))
    assert {group.id: group.against for group in groups}["T5"] == "T6"


def test_avp_1_the_seat_of_an_absent_pilot_stays_empty_and_the_team_mate_keeps_the_other() -> None:
    drawn = TEAM.draw(RoundContext(team_event(teams=2, size=4, absent={"1A1": (1,)}), 1))
    assert dict(drawn.tables[0].seats) == {"red.1": None, "red.2": "1A2", "blue.1": "2B1", "blue.2": "2B2"}
    assert TEAM.check_draw(drawn_round(team_event(teams=2, size=4, absent={"1A1": (1,)}), drawn)) == []


# AVP-2: sums, difference, AVPs

ROLLS_44: dict[str, dict[str, Value]] = {
    "6A": {"air-combat.rolls.10": 3},
    "6B": {"air-combat.rolls.6": 1},
    "5B": {"air-combat.damage.1.aircraft": "red.1", "air-combat.damage.1.l": 1},
    "5A": {"air-combat.rolls.8": 2},
}
"""3 x 12, 8, 2 and 2 x 10 scenario points."""


def with_details(event: TeamEvent, pages: Mapping[str, Mapping[str, Value]]) -> dict[str, ResultRow]:
    """Score round 1 from what stands on the pages of some pilots; the others scored nothing."""
    drawn = TEAM.draw(RoundContext(event, 1))
    entries: dict[FieldKey, Value] = {}
    for table, seat, player in drawn.places():
        entries[FieldKey(table, seat, "seat.pilot")] = player
        for field, value in pages.get(player, {"claimed.sp": 0}).items():
            entries[FieldKey(table, seat, field)] = value
    score = TEAM.score(filled_round(event, forms_of(event, drawn), entries, drawn))
    assert all(check.ok and check.expected == 20 for check in score.checks)
    assert len(score.checks) == len(event.teams) // 2
    return {str(row["team"]): row for row in score.rows}


def test_avp_2_the_example_44_to_22_gives_17_to_3() -> None:
    rows = with_details(team_event(teams=6), ROLLS_44)
    six, five = rows["T6"], rows["T5"]
    assert (six["sp"], six["opponent_sp"], six["difference"], six["avp"]) == (44, 22, 22, 17)
    assert (five["sp"], five["opponent_sp"], five["difference"], five["avp"]) == (22, 44, -22, 3)
    assert (six["opponent"], six["opponent_name"], six["name"]) == ("T5", "Team 5", "Team 6")


def test_avp_2_the_example_30_and_5_at_both_tables_gives_10_each() -> None:
    red: dict[str, Value] = {"air-combat.rolls.8": 3}
    blue: dict[str, Value] = {"air-combat.rolls.3": 1}
    rows = with_details(team_event(teams=2), {"1A": red, "2A": red, "1B": blue, "2B": blue})
    assert {team: (row["sp"], row["avp"]) for team, row in rows.items()} == {"T1": (35, 10), "T2": (35, 10)}


def test_avp_2_a_team_of_four_adds_up_all_four_pilots() -> None:
    points: dict[str, dict[str, Value]] = {
        "1A1": {"air-combat.rolls.10": 1},
        "1A2": {"air-combat.rolls.4": 1},
        "1B1": {"air-combat.advantage.da": 1},
        "1B2": {"air-combat.rolls.1": 1},
        "2A2": {"air-combat.rolls.6": 1},
    }
    rows = with_details(team_event(teams=2, size=4), points)
    assert (rows["T1"]["sp"], rows["T2"]["sp"], rows["T1"]["avp"]) == (12 + 6 + 2 + 3, 8, 15)


@pytest.mark.parametrize(
    ("difference", "avp"),
    [
        *((difference, 10) for difference in (0, 1)),
        *((difference, 11) for difference in (2, 3)),
        *((difference, 12) for difference in (4, 5)),
        *((difference, 13) for difference in (6, 8)),
        *((difference, 14) for difference in (9, 11)),
        *((difference, 15) for difference in (12, 15)),
        *((difference, 16) for difference in (16, 19)),
        *((difference, 17) for difference in (20, 24)),
        *((difference, 18) for difference in (25, 30)),
        *((difference, 19) for difference in (31, 35)),
        *((difference, 20) for difference in (36, 99)),
    ],
)
def test_avp_2_every_band_at_both_of_its_ends(difference: int, avp: int) -> None:
    rows = with_details(team_event(teams=2), {"1A": {"claimed.sp": difference}})
    assert (rows["T1"]["avp"], rows["T2"]["avp"]) == (avp, 20 - avp)


@pytest.mark.parametrize(("counts", "first", "second", "avp"), [(False, 10, 9, 10), (True, 10, 14, 8)])
def test_avp_2_team_points_count_only_where_the_event_says_so(counts: bool, first: int, second: int, avp: int) -> None:
    event = team_event(teams=2, settings=TeamSettings(avp_team_points=counts))
    drawn = TEAM.draw(RoundContext(event, 1))
    entries = flown(drawn, {"1A": 10, "2A": 9})
    entries[FieldKey(1, "", "team_points.blue.home")] = 1  # Blue at table 1 is the second team's section B
    forms = forms_of(event, drawn)
    assert ("team_points.blue.home" in {key.field for key in forms.fields}) is counts
    rows = TEAM.score(filled_round(event, forms, entries, drawn)).rows
    assert by_team(rows, "sp") == {"T1": first, "T2": second}
    assert by_team(rows, "avp") == {"T1": avp, "T2": 20 - avp}


def test_avp_2_a_pilot_who_did_not_fly_brings_nothing() -> None:
    event = team_event(teams=2)
    drawn = TEAM.draw(RoundContext(event, 1))
    entries = {**flown(drawn, {"1A": 30, "2A": 5}), FieldKey(1, "red.1", "seat.flew"): 0}
    rows = TEAM.score(filled_round(event, forms_of(event, drawn), entries, drawn)).rows
    assert by_team(rows, "sp") == {"T1": 0, "T2": 5}


def test_avp_2_a_pairing_that_was_left_out_gives_no_avps() -> None:
    event = team_event(teams=4)
    drawn = TEAM.draw(RoundContext(event, 1))
    entries = {key: value for key, value in flown(drawn, {"3A": 6}).items() if key.table > 2}
    score = TEAM.score(filled_round(event, forms_of(event, drawn), entries, drawn))
    assert by_team(score.rows, "avp") == {"T3": 13, "T4": 7}
    assert {row["team"] for row in score.players} == {"T3", "T4"}
    assert len(score.checks) == 1


def test_avp_2_a_table_at_which_nobody_sits_does_not_keep_the_pairing_from_counting() -> None:
    event = team_event(teams=2, absent={"1A": (1,), "2B": (1,)})
    drawn = TEAM.draw(RoundContext(event, 1))
    assert not drawn.tables[0].seated
    rows = TEAM.score(filled_round(event, forms_of(event, drawn), flown(drawn, {"2A": 6}), drawn)).rows
    assert by_team(rows, "avp") == {"T2": 13, "T1": 7}


# AVP-3: pairing


def test_avp_3_the_first_round_goes_by_number() -> None:
    event = team_event(teams=6)
    turned = event.model_copy(update={"teams": event.teams[::-1]})
    assert meetings(TEAM.draw(RoundContext(turned, 1))) == [("T1", "T2"), ("T3", "T4"), ("T5", "T6")]


def test_avp_3_a_random_first_round_follows_from_the_seed() -> None:
    def first(seed: int) -> list[tuple[str, str]]:
        return meetings(
            TEAM.draw(RoundContext(team_event(teams=6, seed=seed, settings=TeamSettings(first_round="random")), 1))
        )

    assert first(1) == first(1)
    assert len({tuple(first(seed)) for seed in range(20)}) > 10


POINTS = ({"1A": 40, "3A": 40, "5A": 5}, {"6A": 20, "5A": 6})
"""Round 1: 1 beats 2 and 3 beats 4 by 40 (20-0 each), 5 beats 6 by 5 (12-8)."""


def two_rounds(event: TeamEvent) -> tuple[list[EarlierRound], list[list[tuple[str, str]]]]:
    earlier: list[EarlierRound] = []
    met = []
    for number, points in enumerate(POINTS, start=1):
        drawn, done = scored(event, number, earlier, points)
        met.append(meetings(drawn))
        earlier.append(done)
    return earlier, met


def test_avp_3_later_rounds_pair_from_the_top_without_an_immediate_rematch() -> None:
    earlier, met = two_rounds(team_event(teams=6))
    # round 1: T1 20, T3 20, T5 12, T6 8, T2 0, T4 0. From the top T1-T3, T5-T2 (T6 was met), T6-T4
    assert met[1] == [("T1", "T3"), ("T5", "T2"), ("T6", "T4")]
    assert by_team(earlier[1].rows, "avp") == {"T1": 10, "T3": 10, "T5": 13, "T2": 7, "T6": 17, "T4": 3}


def test_avp_3_pair_by_the_round_before_or_by_the_total() -> None:
    previous, total = (team_event(teams=6, settings=TeamSettings(pair_by=by)) for by in ("previous_round", "total"))
    earlier, _ = two_rounds(previous)
    # round 2 alone: T6 17, T5 13, T1 10 and T3 10 (totals equal, by number), T2 7, T4 3; T1-T3 met, T2-T4 did not
    assert meetings(TEAM.draw(RoundContext(previous, 3, earlier))) == [("T6", "T5"), ("T1", "T2"), ("T3", "T4")]
    # totals: T1 30, T3 30, T6 25, T5 25, T2 7, T4 3; T1-T3 met, so T1-T5 (25, number 5 before 6), T3-T6, T2-T4
    assert meetings(TEAM.draw(RoundContext(total, 3, earlier))) == [("T1", "T5"), ("T3", "T6"), ("T2", "T4")]


def test_avp_3_the_report_tells_of_swaps_rematches_and_scenarios_played_again() -> None:
    event = team_event(teams=6)
    earlier, _ = two_rounds(event)
    second = TEAM.draw(RoundContext(event, 2, earlier[:1])).report
    assert second[0].startswith("Team 5 (T5) meets Team 2 (T2), instead of Team 6 (T6)")
    third = TEAM.draw(RoundContext(event, 3, earlier)).report
    assert "Team 1 (T1) meets Team 2 (T2) again: they met in round 1." in third
    assert "All play scenario sweep again, after rounds 1 and 2." in third


def test_avp_3_two_teams_meet_again_and_the_report_says_so() -> None:
    event = team_event(teams=2)
    _, first = scored(event, 1, [], {})
    drawn = TEAM.draw(RoundContext(event, 2, [first]))
    assert meetings(drawn) == [("T1", "T2")]
    assert "twice in a row, as no other pairing is left" in " ".join(drawn.report)


def test_avp_3_one_team_alone_is_refused() -> None:
    gone = dict.fromkeys(pilots(2), (1,))
    with pytest.raises(MistakesFound, match="Only 1 team plays in round 1"):
        TEAM.draw(RoundContext(team_event(teams=2, absent=gone), 1))
    with pytest.raises(MistakesFound, match="No team plays in round 1"):
        TEAM.draw(RoundContext(team_event(teams=0, substitutes=4), 1))


# AVP-4: an odd number of teams


def test_avp_4_the_highest_number_sits_out_first_then_the_lowest_without_a_bye() -> None:
    event = team_event(teams=5)
    drawn, first = scored(event, 1, [], {"1A": 40, "3A": 2})
    assert drawn.byes == ("5A", "5B")
    assert drawn.report == ("Team 5 (T5) sits out.",)
    # T1 20, T3 11, T5 10 (bye), T4 9, T2 0: T2 sits out
    second_draw, second = scored(event, 2, [first], {"4A": 40})
    assert second_draw.byes == ("2A", "2B")
    # round 2 had T1-T3 10-10 and T4 over T5 20-0; by round 2: T4 20, T1 10, T3 10, T2 10, T5 0. T5 and T2 sat out
    assert meetings(second_draw) == [("T1", "T3"), ("T5", "T4")]
    third = TEAM.draw(RoundContext(event, 3, [first, second]))
    assert third.byes == ("3A", "3B")


@pytest.mark.parametrize("bye_avp", [10, 0, 13])
def test_avp_4_a_bye_gives_what_the_event_says_and_counts_in_the_standings(bye_avp: int) -> None:
    event = team_event(teams=3, settings=TeamSettings(bye_avp=bye_avp))
    drawn = TEAM.draw(RoundContext(event, 1))
    score = TEAM.score(filled_round(event, forms_of(event, drawn), flown(drawn, {"1A": 3}), drawn))
    (out,) = [row for row in score.rows if row["team"] == "T3"]
    assert dict(out) == {
        **dict.fromkeys(("opponent", "opponent_name", "sp", "opponent_sp", "difference")),
        "team": "T3",
        "name": "Team 3",
        "avp": bye_avp,
    }
    ranked = TEAM.standings(EventProgress(event, {1: score.rows}))
    assert {str(row["id"]): (row["score"], row["rounds"]) for row in ranked.rows}["T3"] == (bye_avp, 1)
    assert [check.name for check in score.checks] == ["AVPs of Team 1 and Team 2"]


def test_avp_4_a_team_of_which_nobody_is_there_is_neither_drawn_nor_given_a_bye() -> None:
    event = team_event(teams=4, absent=dict.fromkeys(pilots(2), (1,)))
    drawn = TEAM.draw(RoundContext(event, 1))
    assert meetings(drawn) == [("T1", "T3")]
    assert drawn.byes == ("4A", "4B")


# AVP-5: standings


def rows_of(**avps: int) -> list[ResultRow]:
    return [{"team": team, "name": f"Team {team[1:]}", "avp": avp} for team, avp in avps.items()]


def test_avp_5_equal_totals_share_a_rank_and_the_next_is_skipped() -> None:
    rounds = {1: rows_of(T1=17, T2=3, T3=12, T4=8), 2: rows_of(T1=3, T3=8, T2=17, T4=12)}
    ranked = TEAM.standings(EventProgress(team_event(), rounds))
    assert [(row["rank"], row["id"], row["score"], row["rounds"]) for row in ranked.rows] == [
        (1, "T1", 20, 2),
        (1, "T2", 20, 2),
        (1, "T3", 20, 2),
        (1, "T4", 20, 2),
    ]
    rounds[2] = rows_of(T1=3, T3=8, T2=15, T4=14)
    assert [(row["rank"], row["id"]) for row in TEAM.standings(EventProgress(team_event(), rounds)).rows] == [
        (1, "T4"),
        (2, "T1"),
        (2, "T3"),
        (4, "T2"),
    ]
    assert TEAM.standings(EventProgress(team_event(), rounds)).after_round == 2


def test_avp_5_two_first_and_a_third() -> None:
    ranked = TEAM.standings(EventProgress(team_event(), {1: rows_of(T2=12, T1=12, T3=8, T4=8, T5=7)}))
    assert [row["rank"] for row in ranked.rows] == [1, 1, 3, 3, 5]
    assert list(ranked.rows[0]) == ["rank", "id", "name", "score", "rounds"]


@pytest.mark.parametrize(
    ("avps", "shown"),
    [
        ({"T1": 20, "T2": 17, "T3": 15, "T4": 12, "T5": 11, "T6": 9, "T7": 8}, 6),
        ({"T1": 20, "T2": 17, "T3": 15, "T4": 12, "T5": 11, "T6": 9, "T7": 9, "T8": 8}, 7),
        ({"T1": 20, "T2": 17, "T3": 15, "T4": 12, "T5": 9, "T6": 9, "T7": 9, "T8": 8}, 7),
    ],
)
def test_avp_5_the_leader_board_has_all_on_the_first_six_ranks(avps: dict[str, int], shown: int) -> None:
    rounds = {1: rows_of(**avps)}
    sheets = TEAM.standings_sheets(
        EventProgress(team_event(), rounds, standings=TEAM.standings(EventProgress(team_event(), rounds)))
    )
    (leaders,) = [sheet for sheet in sheets if sheet.title == "Leaders"]
    assert tuple(leaders.tables[0].lines) == TEAM.standings(EventProgress(team_event(), rounds)).rows[:shown]


def test_where_all_teams_are_leaders_the_standings_are_the_board() -> None:
    rounds = {1: rows_of(T1=20, T2=17, T3=15, T4=5, T5=3, T6=0)}
    ranked = TEAM.standings(EventProgress(team_event(), rounds))
    sheets = TEAM.standings_sheets(EventProgress(team_event(), rounds, standings=ranked))
    assert [sheet.title for sheet in sheets][:2] == ["Standings", "Cumulative"]
    assert "Leaders" not in {sheet.title for sheet in sheets}


# whole events at random


@given(
    claims=st.dictionaries(st.sampled_from(["1A", "2B", "3A", "4B", "5A"]), st.integers(0, 60)),
    order=st.permutations(range(5)),
    first_round=st.sampled_from(["number", "random"]),
)
@settings(max_examples=30)
def test_the_order_of_teams_and_players_changes_neither_draw_nor_scores(
    claims: dict[str, int], order: list[int], first_round: str
) -> None:
    event = team_event(teams=5, settings=TeamSettings.model_validate({"first_round": first_round}))
    other = event.model_copy(
        update={
            "teams": tuple(event.teams[index] for index in order),
            "players": tuple(event.players[2 * index + section] for index in order for section in (0, 1)),
        }
    )
    earlier: list[EarlierRound] = []
    for number in (1, 2):
        one, done = scored(event, number, earlier, claims)
        two, again = scored(other, number, earlier, claims)
        assert (one.tables, set(one.byes), one.report) == (two.tables, set(two.byes), two.report)
        assert done == again
        earlier.append(done)


@st.composite
def histories(draw: st.DrawFn) -> tuple[TeamEvent, list[dict[str, int]]]:
    """An event of four rounds with absent teams, and what the sections A score in each of them."""
    teams = draw(st.integers(4, 7))
    away = draw(st.dictionaries(st.integers(1, teams), st.sets(st.integers(2, 4)), max_size=teams - 4))
    absent = {player: tuple(missed) for team, missed in away.items() for player in pilots(team)}
    by = draw(st.sampled_from(["previous_round", "total"]))
    event = team_event(
        teams=teams, rounds=("sweep",) * 4, absent=absent, settings=TeamSettings.model_validate({"pair_by": by})
    )
    claims = st.fixed_dictionaries({f"{team}A": st.integers(0, 45) for team in range(1, teams + 1)})
    return event, draw(st.lists(claims, min_size=4, max_size=4))


@given(histories())
@settings(max_examples=60)
def test_pairs_add_up_to_20_and_nobody_meets_twice_in_a_row_where_that_can_be_avoided(
    history: tuple[TeamEvent, list[dict[str, int]]],
) -> None:
    event, claims = history
    earlier: list[EarlierRound] = []
    before: set[frozenset[Exact]] = set()
    out: list[str] = []
    for number, points in enumerate(claims, start=1):
        drawn, done = scored(event, number, earlier, points)
        assert TEAM.check_draw(drawn_round(event, drawn)) == []
        here = {frozenset((row["team"], row["opponent"])) for row in done.rows if row["opponent"]}
        assert not here & before  # with four teams or more there is always another pairing
        avps = by_team(done.rows, "avp")
        assert all(sum(int(str(avps[str(team)])) for team in pair) == 20 for pair in here)
        sits_out = [str(row["team"]) for row in done.rows if not row["opponent"]]
        present = {f"T{player.id[0]}" for player in event.playing(number)}
        assert len(sits_out) == len(present) % 2
        assert {str(row["team"]) for row in done.rows} == present
        assert not (set(sits_out) & set(out)) or present <= set(out)
        out += sits_out
        before = here
        earlier.append(done)
