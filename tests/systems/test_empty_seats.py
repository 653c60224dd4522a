"""An empty seat beats nobody: who is absent, has a bye or sits out changes nobody else's points, in every system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from amps_event import amps_event
from aso_event import aso_event, draw_of, entries, forms_of, line
from diplomacy_event import diplomacy_event, random_rounds
from duplicate_event import duplicate_event
from duplicate_event import scored as travellers_scored
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from round_contexts import drawn_round, filled_round
from team_event import flown, team_event
from team_event import forms_of as team_forms

from sheetscore.event.model import Player
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.scoring.boards.board import FINAL, POWERS
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.aso import ASO
from sheetscore.systems.aso.model import AsoPlayer
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.boards import count_box, game_box, power_box, sat_out_row
from sheetscore.systems.diplomacy.forms import drawn_players
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacyPlayer
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.model import DuplicateSettings
from sheetscore.systems.duplicate.score import DuplicateResult, Play, score_plays
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.systems.team import TEAM
from sheetscore.systems.team.model import TeamSettings

Rows = Sequence[ResultRow]

PLAYERS = [f"P{number:02}" for number in range(1, 19)]

POINTS = st.dictionaries(st.sampled_from(PLAYERS), st.integers(0, 30))
SOME = st.sets(st.sampled_from(PLAYERS), max_size=12)


def of(rows: Rows, who: str, others: set[str]) -> list[ResultRow]:
    """Give the rows of all but some, in an order that depends on nothing else."""
    return sorted((row for row in rows if row[who] not in others), key=lambda row: repr(sorted(row.items())))


# pilots in sections


@cache
def pilots_round(*, more: bool) -> tuple[AmpsEvent, Draw, RoundForms]:
    """Two tables of nine; with more, a third at which nobody sits, absent players, and some who sit out."""
    event = amps_event(players=18, tables=2)
    draw = AMPS.draw(RoundContext(event, 1))
    if more:
        away = tuple(Player(id=f"X{number}", name=f"Away {number}", absent=(1,)) for number in range(4))
        out = tuple(Player(id=f"Y{number}", name=f"Out {number}") for number in range(3))
        event = event.model_copy(update={"players": (*event.players, *away, *out)})
        empty = TableDraw(3, "bridge", dict.fromkeys(draw.tables[0].seats))
        draw = replace(draw, tables=(*draw.tables, empty), byes=tuple(player.id for player in out))
    return event, draw, AMPS.forms(drawn_round(event, draw, templates=Library("amps", ("amps",))))


def claimed(draw: Draw, points: Mapping[str, int]) -> dict[FieldKey, Value]:
    found = drawn_pilots(draw)
    for table, seat, player in draw.places():
        found[FieldKey(table, seat, "claimed.sp")] = points.get(player, 0)
    return found


def without(filled: Entries, draw: Draw, away: set[str], *, seated: bool) -> Entries:
    """Let some stay away: their seats are empty, or they have a page and did not fly."""
    gone = {(table, seat) for table, seat, player in draw.places() if player in away}
    kept = {key: value for key, value in filled.items() if (key.table, key.seat) not in gone}
    if seated:
        for table, seat, player in draw.places():
            if player in away:
                kept |= {FieldKey(table, seat, "seat.pilot"): player, FieldKey(table, seat, "seat.flew"): 0}
    return kept


@given(POINTS, SOME)
def test_empty_seats_and_absent_players_give_no_pilot_match_points(points: dict[str, int], away: set[str]) -> None:
    event, draw, forms = pilots_round(more=False)
    larger, wider, more_forms = pilots_round(more=True)
    filled = claimed(draw, points)
    assert [*claimed(wider, points)] == [*filled]
    empty = AMPS.score(filled_round(event, forms, without(filled, draw, away, seated=False))).rows
    stayed = AMPS.score(filled_round(event, forms, without(filled, draw, away, seated=True))).rows
    more = AMPS.score(filled_round(larger, more_forms, without(filled, draw, away, seated=True))).rows
    assert empty == stayed == more
    assert not away & {row["player"] for row in empty}
    for row in empty:
        rivals = [one for one in empty if one["section"] == row["section"] and one["player"] != row["player"]]
        margins = [Fraction(row["rs"] or 0) - Fraction(one["rs"] or 0) for one in rivals]
        assert row["mp"] == sum(margin > 0 for margin in margins) + Fraction(margins.count(Fraction(0)), 2)
        assert row["section_size"] == len(rivals) + 1


# teams

TEAM_POINTS_OF = st.dictionaries(st.sampled_from([f"{n}{s}" for n in range(1, 5) for s in "AB"]), st.integers(0, 40))


def team_rows(points: Mapping[str, int], away: set[str] = frozenset(), **changes: Any) -> dict[str, ResultRow]:  # type: ignore[assignment]
    """Score a round of four teams in which some stay away."""
    event = team_event(**{"teams": 4, **changes})
    draw = TEAM.draw(RoundContext(team_event(), 1))
    byes = tuple(player.id for player in event.players if player.team not in {"T1", "T2", "T3", "T4", None})
    draw = replace(draw, byes=byes)
    rows = TEAM.score(
        filled_round(event, team_forms(event, draw), without(flown(draw, points), draw, away, seated=True), draw)
    ).rows
    return {str(row["team"]): row for row in rows}


@given(TEAM_POINTS_OF, st.sampled_from(range(1, 5)), st.sampled_from([10, 0, 13]))
def test_a_team_wins_nothing_from_one_of_which_nobody_came(points: dict[str, int], gone: int, bye: int) -> None:
    """It has what a team has that sits out; the other pair has what it would have had."""
    usual, settings = team_rows(points), TeamSettings(bye_avp=bye)
    rows = team_rows(points, {f"{gone}A", f"{gone}B"}, settings=settings)
    met = f"T{gone + 1 if gone % 2 else gone - 1}"
    assert set(rows) == {"T1", "T2", "T3", "T4"} - {f"T{gone}"}
    assert (rows[met]["avp"], rows[met]["opponent"]) == (bye, None)
    others = set(rows) - {met}
    assert {team: rows[team] for team in others} == {team: usual[team] for team in others}


@given(TEAM_POINTS_OF, st.sampled_from([0, 10, 20]))
def test_teams_that_sit_out_or_are_absent_change_no_avps(points: dict[str, int], bye: int) -> None:
    usual = team_rows(points)
    rows = team_rows(points, teams=6, settings=TeamSettings(bye_avp=bye), absent={"6A": (1,), "6B": (1,)})
    assert {team: rows[team] for team in usual} == usual
    assert {rows[team]["avp"] for team in set(rows) - set(usual)} == {bye}


def test_a_team_of_which_nobody_flew_is_named() -> None:
    event = team_event()
    draw = TEAM.draw(RoundContext(event, 1))
    filled = without(flown(draw, {"2A": 30}), draw, {"1A", "1B"}, seated=True)
    (said,) = TEAM.score(filled_round(event, team_forms(event, draw), filled, draw)).findings
    assert (said.code, str(said.severity)) == ("empty-seat", "warning")
    assert "Team 1" in said.message
    assert "Team 2" in said.message
    assert said.seats == {(1, "red.1"), (2, "blue.1")}


# games for two


@given(
    st.lists(st.sampled_from(["1", "2", "draw"]), min_size=4, max_size=4),
    st.sets(st.integers(9, 16)),
    st.integers(0, 3),
)
def test_byes_absent_players_and_empty_tables_change_no_points(winners: list[str], byes: set[int], empty: int) -> None:
    pairs = [f"P{n:02} P{n + 1:02}" for n in (1, 3, 5, 7)]
    small, large = aso_event(8, 1), aso_event(16, 1)
    draw = draw_of(*pairs)
    sitting_out = [f"P{number:02}" for number in sorted(byes)]
    wider = draw_of(*pairs, *[""] * empty, byes=sitting_out)
    rows = ASO.score(filled_round(small, forms_of(small, draw), entries(draw, *winners), draw)).rows
    more = ASO.score(filled_round(large, forms_of(large, wider), entries(wider, *winners), wider)).rows
    assert of(more, "player", set(sitting_out)) == of(rows, "player", set())
    assert {row["result"] for row in more if row["player"] in sitting_out} <= {"bye"}
    figures = ("score", "first_loss", "first_draw", "opponents_rating", "wins", "draws", "losses")
    ranked, among_more = (
        {row["id"]: [row[key] for key in figures] for row in ASO.standings(EventProgress(event, {1: found})).rows}
        for event, found in ((small, rows), (large, more))
    )
    assert {id_: among_more[id_] for id_ in ranked} == ranked


@given(st.sampled_from(["1", "2", "draw"]))
def test_nobody_wins_against_an_empty_seat(winner: str) -> None:
    event = aso_event(4, 1)
    draw = draw_of("P01 P02", "P03")
    filled = {**entries(draw, "1"), **line(2, winner=winner)}
    rows = ASO.score(filled_round(event, forms_of(event, draw), filled, draw)).rows
    assert {row["player"] for row in rows} == {"P01", "P02"}
    late = AsoPlayer(id="P09", name="Late", rating=1, first_round=2)
    joined = event.model_copy(update={"players": (*event.players, late)})
    assert ASO.standings(EventProgress(joined, {1: rows})).rows == ASO.standings(EventProgress(event, {1: rows})).rows


# sides that move from table to table

PLAYS = st.dictionaries(
    st.tuples(st.integers(1, 3), st.integers(1, 3)), st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1
)


@given(PLAYS, st.sampled_from(["average", "zero"]))
def test_teams_that_sit_out_and_blank_lines_change_no_match_points(
    points: dict[tuple[int, int], tuple[int, int]], sit_out: str
) -> None:
    event = duplicate_event(3, 3, 3)
    rows = travellers_scored(event, points).rows
    assert len(rows) == 2 * len(points)
    plays = [
        Play(played.team, played.name, played.side, played.table, played.round, played.sp)
        for played in map(DuplicateResult.read, rows)
    ]
    idle = [Play(f"X{table}", "Idle", "red", table, number, None) for table in (1, 2, 3, 4) for number in (1, 2)]
    settings = DuplicateSettings(sit_out=sit_out)
    with_idle = [result.row() for result in score_plays([*plays, *idle], settings)]
    assert of(with_idle, "team", {one.team for one in idle}) == of(rows, "team", set())
    totals = {row["id"]: row["score"] for row in DUPLICATE.standings(EventProgress(event, {0: rows})).rows}
    more = DUPLICATE.standings(EventProgress(event, {0: with_idle})).rows
    assert {row["id"]: row["score"] for row in more if row["id"] in totals} == totals


# boards


@cache
def board() -> tuple[DiplomacyEvent, Draw, RoundForms]:
    event = diplomacy_event(7, 1)
    draw = DIPLOMACY.draw(RoundContext(event, 1))
    return (
        event,
        draw,
        DIPLOMACY.forms(drawn_round(event, draw, templates=Library("diplomacy", DIPLOMACY.template_folders))),
    )


@given(
    st.permutations([12, 9, 8, 5, 0, 0, 0]),
    st.sets(st.sampled_from(POWERS), max_size=6),
    st.sampled_from(["scs", "sum-of-squares", "draw-size", "scs-raw"]),
)
def test_a_power_that_nobody_plays_changes_no_score_on_its_board(
    counts: list[int], empty: set[str], scoring: str
) -> None:
    event, draw, forms = board()
    event = event.model_copy(update={"settings": event.settings.model_copy(update={"scoring": scoring})})
    centres = {count_box(1, FINAL, power): count for power, count in zip(POWERS, counts, strict=True)}
    filled = {**drawn_players(draw), **centres, game_box(1, "outcome"): "time"}
    usual = {row["power"]: row for row in DIPLOMACY.score(filled_round(event, forms, filled, draw)).rows}
    for power in empty:
        del filled[power_box(1, power, "player")]
    rows = {row["power"]: row for row in DIPLOMACY.score(filled_round(event, forms, filled, draw)).rows}
    assert rows == {power: row for power, row in usual.items() if power not in empty}


@pytest.mark.parametrize("event_scoring", ["sum", "weights", "average", "per_round", "hurst", "mystery"])
@given(st.integers(0, 40))
def test_absent_players_and_those_who_sit_out_change_no_score_of_the_event(event_scoring: str, seed: int) -> None:
    event = diplomacy_event(14, 3, event_scoring=event_scoring)
    rounds = random_rounds(event, seed)
    more = {
        number: (*rows, *(sat_out_row(f"X{at}", f"Idle {at}", Fraction(at, 3) if at else None) for at in range(3)))
        for number, rows in rounds.items()
    }
    away = tuple(DiplomacyPlayer(id=f"Z{at}", name=f"Away {at}", absent=(1, 2, 3)) for at in range(3))
    larger = event.model_copy(update={"players": (*event.players, *away)})
    figures = ("score", "games", "solos", "centres", "best_game")
    usual = {row["id"]: [row[key] for key in figures] for row in DIPLOMACY.standings(EventProgress(event, rounds)).rows}
    ranked = {row["id"]: [row[key] for key in figures] for row in DIPLOMACY.standings(EventProgress(larger, more)).rows}
    assert {id_: ranked[id_] for id_ in usual} == usual
    assert set(ranked) - set(usual) == {"X0", "X1", "X2"}
