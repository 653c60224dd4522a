"""Rounds that are drawn and not scored yet: who met whom and who sat out in them counts for the next draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest
from amps_event import amps_event, flown_row
from aso_event import aso_event, scored
from diplomacy_event import diplomacy_event, game_row
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from team_event import meetings, team_event

from sheetscore.event.model import Event
from sheetscore.pairing.draw import Draw, side_of
from sheetscore.systems.amps import AMPS
from sheetscore.systems.aso import ASO
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.boards import sat_out_row
from sheetscore.systems.outcomes import EarlierRound, ResultRow
from sheetscore.systems.system import System
from sheetscore.systems.team import TEAM
from sheetscore.systems.team.model import TeamSettings


def drawn_only(event: Event, draw: Draw) -> EarlierRound:
    """Give a round of which there is nothing but the draw."""
    return EarlierRound(draw.round, event.scenario_at(draw.round, 1), (), draw)


def without_results(system: System[Any], event: Event, rounds: int) -> list[Draw]:
    """Draw rounds in a row, none of which is ever scored."""
    draws: list[Draw] = []
    for number in range(1, rounds + 1):
        draws.append(system.draw(RoundContext(event, number, [drawn_only(event, one) for one in draws])))
    return draws


def pairs(draw: Draw) -> set[frozenset[str]]:
    """Give who meets at tables of two."""
    return {frozenset(table.seated.values()) for table in draw.tables}


# accelerated Swiss


@given(st.integers(6, 30), st.integers(2, 6))
def test_in_swiss_rounds_without_results_nobody_meets_again_and_nobody_has_a_second_bye(
    players: int, rounds: int
) -> None:
    # with 6 players or more there is a third set of pairs without a repetition, whatever the first two were
    first, second, third = without_results(ASO, aso_event(players, max(rounds, 3)), 3)
    assert not pairs(first) & pairs(second)
    assert not (pairs(first) | pairs(second)) & pairs(third)
    byes = [*first.byes, *second.byes, *third.byes]
    assert len(byes) == len(set(byes)) == 3 * (players % 2)


def test_swiss_rounds_without_results_score_nothing_for_anybody() -> None:
    event = aso_event(5, 3)
    (first,) = without_results(ASO, event, 1)
    assert first.byes == ("P05",)
    second = ASO.draw(RoundContext(event, 2, [drawn_only(event, first)]))
    # with 3 points for the bye P05 would be the highest; without it the lowest of the others sits out
    assert second.byes == ("P04",)
    assert not any("points apart" in remark for remarks in second.remarks.values() for remark in remarks)


def test_swiss_points_are_those_of_the_last_results() -> None:
    event = aso_event(8, 3)
    first = ASO.draw(RoundContext(event, 1))
    results = EarlierRound(1, "", scored(event, first, "1", "1", "1", "1").rows)
    second = ASO.draw(RoundContext(event, 2, [results]))
    third = ASO.draw(RoundContext(event, 3, [results, drawn_only(event, second)]))
    assert not (pairs(first) | pairs(second)) & pairs(third)
    # P01 to P04 have won round 1: in the pool of two of the last round are those two of them who have not met
    leaders = [pair for pair in pairs(third) if pair <= {"P01", "P02", "P03", "P04"}]
    assert leaders
    assert not pairs(second) & set(leaders)


def test_nobody_takes_a_swiss_table_twice_that_was_drawn_and_not_scored() -> None:
    first, second = without_results(ASO, aso_event(8, 3, rotate_tables=True), 2)
    assert not {(t, p) for t, _, p in first.places()} & {(t, p) for t, _, p in second.places()}


def test_the_report_of_a_swiss_draw_tells_that_the_pairs_of_an_unscored_round_count() -> None:
    second = without_results(ASO, aso_event(7, 3), 2)[1]
    about = [line for line in second.report if "round 1" in line.lower()]
    assert about == [
        "Round 1 has no results yet: its pairs, tables and byes count as drawn, and nobody has earned anything in it."
    ]


# teams


@given(
    st.integers(3, 12),
    st.integers(2, 4),
    st.sampled_from(["number", "random"]),
    st.sampled_from(["total", "previous_round"]),
)
def test_teams_do_not_meet_twice_in_a_row_without_results(teams: int, rounds: int, first: str, pair_by: str) -> None:
    chosen = TeamSettings.model_validate({"first_round": first, "pair_by": pair_by})
    event = team_event(teams=teams, rounds=("sweep",) * rounds, settings=chosen)
    draws = without_results(TEAM, event, rounds)
    for before, after in pairwise(draws):
        assert not set(map(frozenset, meetings(before))) & set(map(frozenset, meetings(after)))
    byes = [draw.byes for draw in draws if draw.byes]
    assert len(byes) == len(set(byes)) == min(rounds, teams) * (teams % 2) or rounds > teams


def test_the_report_of_teams_tells_that_the_pairs_of_an_unscored_round_count() -> None:
    second = without_results(TEAM, team_event(teams=5), 2)[1]
    assert "Round 1 has no results yet: its points do not count, and who met and sat out is taken from its draw." in (
        second.report
    )
    assert not any("may meet again" in line for line in second.report)


# pilots in sections, and boards of seven: results tell of a round no more than who really played


def _amps_rows(draw: Draw) -> list[ResultRow]:
    return [*map(flown_row, draw.as_flown())]


def _boards_rows(draw: Draw) -> list[ResultRow]:
    games = [game_row(player, power, 14, table=table) for table, power, player in draw.places()]
    return [*games, *(sat_out_row(player, player, None) for player in draw.byes)]


def _amps(players: int) -> tuple[Any, Event]:
    return AMPS, amps_event(players=players, tables=max(1, players // 10), rounds=("bridge", "sweep", "bridge"))


def _boards(players: int) -> tuple[Any, Event]:
    return DIPLOMACY, diplomacy_event(players, 3)


PLAYED_AS_DRAWN = {"amps": (_amps, _amps_rows), "diplomacy": (_boards, _boards_rows)}


@pytest.mark.parametrize("kind", PLAYED_AS_DRAWN)
@settings(max_examples=12)
@given(players=st.integers(14, 30), missing=st.sampled_from([0, 1]))
def test_a_round_that_is_only_drawn_counts_as_if_all_had_played_as_drawn(kind: str, players: int, missing: int) -> None:
    make, rows_of = PLAYED_AS_DRAWN[kind]
    system, event = make(players)
    played: list[EarlierRound] = []
    known: list[EarlierRound] = []
    for number in (1, 2, 3):
        with_results, without = (
            system.draw(RoundContext(event, number, played)),
            system.draw(RoundContext(event, number, known)),
        )
        assert without.tables == with_results.tables
        assert without.byes == with_results.byes
        rows, scenario = rows_of(with_results), event.scenario_at(number, 1)
        played.append(EarlierRound(number, scenario, rows))
        known.append(_without_table(EarlierRound(number, scenario, rows), with_results, missing))


def _without_table(earlier: EarlierRound, draw: Draw, missing: int) -> EarlierRound:
    """Take the results of a table away, or with 0 all; what is missing is known from the draw."""
    if not missing:
        return replace(earlier, rows=(), drawn=draw)
    tables = tuple(table for table in draw.tables if table.number == missing)
    rows = _sizes_of(row for row in earlier.rows if row["table"] != missing)
    return replace(earlier, rows=rows, drawn=replace(draw, tables=tables))


def _sizes_of(rows: Any) -> Sequence[ResultRow]:
    """Give rows as provisional results have them: the sections are those of the tables that are in."""
    there: list[Mapping[str, Any]] = list(rows)
    if not there or "section_size" not in there[0]:
        return there
    sizes = Counter(row["section"] for row in there)
    return [{**row, "section_size": sizes[row["section"]]} for row in there]


def test_pilots_do_not_fly_a_scenario_and_side_twice_nor_meet_again_where_they_need_not() -> None:
    event = amps_event(players=18, tables=3, rounds=("sweep", "sweep"))
    first, second = without_results(AMPS, event, 2)
    sides = [{(player, side_of(seat)) for _, seat, player in draw.places()} for draw in (first, second)]
    assert not sides[0] & sides[1]
    # three tables of six: with new sides there are tables at which nobody has an opponent of round 1
    assert not opponents(first) & opponents(second)


def opponents(draw: Draw) -> set[frozenset[str]]:
    """Give who flies against whom at tables with two sides."""
    return {
        frozenset((one, other))
        for table in draw.tables
        for (seat, one), (other_seat, other) in combinations(table.seated.items(), 2)
        if side_of(seat) != side_of(other_seat)
    }
