"""Players of one club or country are kept apart where that costs nothing else, and standbys are spread over boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest
from diplomacy_event import diplomacy_event
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from planned_events import STRIKE, duel, pilot_id, plan, play

from sheetscore.event.model import Player
from sheetscore.pairing.boards.record import BoardRecord, Seeded
from sheetscore.pairing.boards.seeding import seed_boards
from sheetscore.pairing.draw import Draw, dice_for
from sheetscore.pairing.origins import NO_ORIGINS, Origin, Origins, origins_of
from sheetscore.pairing.sections.draw import choose_sides, draw_planned
from sheetscore.pairing.sections.plan import lineups
from sheetscore.pairing.sections.seating import TableSeating
from sheetscore.systems.amps.draw import plan_of
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings, starter_event
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy.draw import draw_round
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import EarlierRound

BOTH: tuple[Origin, ...] = ("club", "country")


def from_clubs(event: DiplomacyEvent, clubs: int, **settings: Any) -> DiplomacyEvent:
    """Give players clubs and countries in turn, and the event settings."""
    players = tuple(
        player.model_copy(update={"club": f"Club {at % clubs}", "country": "AT" if at % 3 else "IT"})
        for at, player in enumerate(event.players)
    )
    return event.model_copy(
        update={"players": players, "settings": event.settings.model_copy(update=settings)},
    )


def boards(event: DiplomacyEvent, rounds: int) -> list[Draw]:
    draws: list[Draw] = []
    for number in range(1, rounds + 1):
        earlier = [EarlierRound(draw.round, "", (), draw) for draw in draws]
        draws.append(draw_round(RoundContext(event, number, earlier)))
    return draws


def pairs_of(draw: Draw, of: Mapping[str, str]) -> int:
    """Count those who share something, and a table."""
    pairs = (pair for table in draw.tables for pair in combinations(table.seated.values(), 2))
    return sum(of[one] == of[other] for one, other in pairs)


def repeated(draws: Sequence[Draw]) -> int:
    met = Counter(
        pair for draw in draws for table in draw.tables for pair in combinations(sorted(table.seated.values()), 2)
    )
    return sum(times * (times - 1) // 2 for times in met.values())


# off


@pytest.mark.parametrize("remainder", ["sit_out", "double"])
@pytest.mark.parametrize("players", [14, 23, 28])
def test_boards_are_drawn_as_ever_where_the_setting_is_off_or_nobody_comes_from_anywhere(
    players: int, remainder: str
) -> None:
    event = diplomacy_event(players, teams=4, remainder=remainder)
    asked = event.model_copy(update={"settings": event.settings.model_copy(update={"keep_apart": BOTH})})
    assert boards(from_clubs(event, 5), 3) == boards(event, 3) == boards(asked, 3)


@pytest.mark.parametrize("keep_apart", [(), BOTH])
def test_tables_are_drawn_as_ever_where_the_setting_is_off_or_nobody_comes_from_anywhere(
    keep_apart: tuple[Origin, ...],
) -> None:
    blank = amps_event({}, keep_apart)
    elsewhere = amps_event({n: f"Club {n % 3}" for n in range(1, 11)}, ())
    assert draw_planned(plan_of(blank), 1, []) == draw_planned(plan_of(elsewhere), 1, [])


def amps_event(clubs: Mapping[int, str], keep_apart: tuple[Origin, ...]) -> AmpsEvent:
    """Give an event of ten pilots with clubs."""
    players = tuple(Player(id=f"P{n:02}", name=f"Pilot {n}", club=clubs.get(n, "")) for n in range(1, 11))
    asked = AmpsSettings(keep_apart=keep_apart)
    return starter_event("Test").model_copy(update={"players": players, "settings": asked})


def test_an_event_without_the_setting_is_written_as_before_there_was_one() -> None:
    assert "keep_apart" not in AmpsSettings().model_dump()
    assert "keep_apart" not in diplomacy_event().settings.model_dump()


# boards


@pytest.mark.parametrize(("players", "clubs", "yardstick"), [(28, 7, 72), (21, 7, 90), (49, 7, 0)])
def test_clubs_are_apart_in_all_rounds_and_no_more_meetings_come_again(
    players: int, clubs: int, yardstick: int
) -> None:
    """A club has as many members as there are boards, so that none need meet; the yardstick is that of all draws."""
    event = from_clubs(diplomacy_event(players, 4), clubs, keep_apart=("club",))
    draws = boards(event, 4)
    of = {player.id: player.club for player in event.players}
    assert [pairs_of(draw, of) for draw in draws] == [0, 0, 0, 0]
    assert repeated(draws) == yardstick
    powers = Counter((player, power) for draw in draws for _, power, player in draw.places())
    assert set(powers.values()) == {1}
    assert [line for line in draws[0].report if "club" in line] == ["Pairs of one club at one board: 0."]


@pytest.mark.parametrize("seed", range(6))
def test_clubs_cost_no_meeting_and_no_power(seed: int) -> None:
    """After two rounds by lots, with two to come whoever is kept apart: the same cost as without clubs."""
    players = [Seeded(f"P{n:02}", f"Player {n}") for n in range(23)]
    origins = Origins({"club": {player.id: f"Club {n % 6}" for n, player in enumerate(players)}})
    record = BoardRecord()
    for number in (1, 2):
        made = seed_boards(players, number, record, seed=seed).record
        record = BoardRecord(record.games + made.games, record.sit_outs + made.sit_outs)
    without, with_ = (seed_boards(players, 3, record, seed=seed, origins=of) for of in (NO_ORIGINS, origins))
    assert with_.sit_outs == without.sit_outs
    assert costs(with_.boards, record) == costs(without.boards, record)
    assert weight(with_.boards, origins) <= weight(without.boards, origins)


def costs(drawn: Sequence[Mapping[str, str]], record: BoardRecord) -> tuple[int, int, int]:
    """Count meetings that come again, their squares, and powers that do."""
    pairs = [tuple(sorted(pair)) for powers in drawn for pair in combinations(powers.values(), 2)]
    met = [len(record.meetings.get((one, other), ())) for one, other in pairs]
    again = sum((player, power) in record.played for powers in drawn for power, player in powers.items())
    return sum(met), sum(times**2 for times in met), again


def weight(drawn: Sequence[Mapping[str, str]], origins: Origins) -> int:
    return sum(origins.weight(*pair) for powers in drawn for pair in combinations(powers.values(), 2))


def test_team_mates_and_pairs_are_kept_apart_before_clubs() -> None:
    """P00 is of P01's team, who is not to meet P02: the two of the small club, so that both are on the other board."""
    players = [Seeded(f"P{n:02}", f"Player {n}", "T" if n < 2 else "") for n in range(14)]
    origins = Origins({"club": {player.id: "A" if n in (0, 2) else "B" for n, player in enumerate(players)}})
    for seed in range(5):
        drawn = seed_boards(players, 1, BoardRecord(), seed=seed, apart=[("P01", "P02")], origins=origins)
        (board,) = (board for board in drawn.boards if "P01" in board.values())
        assert not {"P00", "P02"} & set(board.values())


@pytest.mark.parametrize(("players", "standbys"), [(22, 6), (24, 4), (17, 6), (9, 6), (30, 5)])
@pytest.mark.parametrize("seed", [1, 2])
def test_standbys_are_spread_over_the_boards(players: int, standbys: int, seed: int) -> None:
    event = diplomacy_event(players, 4, standbys=standbys, remainder="standbys")
    event = event.model_copy(update={"header": event.header.model_copy(update={"seed": seed})})
    for draw in boards(event, 4):
        on_board = [sum(player.startswith("S") for player in table.seated.values()) for table in draw.tables]
        assert max(on_board) - min(on_board) <= 1


# tables


def test_clubs_are_apart_at_tables_and_no_meeting_comes_again() -> None:
    """Sixteen at four tables: four clubs of four are apart, and nobody meets the same again."""
    clubs = {pilot_id(number): f"Club {number % 4}" for number in range(1, 17)}
    planned = plan(16, [("a", 4, duel(1, 2)), ("b", 4, duel(2, 2))])
    draws, _ = play(replace(planned, origins=Origins({"club": clubs})))
    assert pairs_of(draws[0], clubs) == 0
    assert not [line for line in draws[1].report if " again" in line]
    assert "Pairs of one club at one table: 0." in draws[0].report


@pytest.mark.parametrize("seed", range(4))
def test_clubs_cost_no_meeting_at_tables(seed: int) -> None:
    planned = plan(18, [("bridge", 2, STRIKE)] * 3, seed=seed)
    _, flown = play(replace(planned, rounds=planned.rounds[:2]))
    clubs = {pilot_id(number): f"Club {number % 3}" for number in range(1, 19)}
    with_ = draw_planned(replace(planned, origins=Origins({"club": clubs})), 3, flown)
    without = draw_planned(planned, 3, flown)
    meets = [sum(" meets " in line for line in draw.report) for draw in (with_, without)]
    assert meets[0] <= meets[1]
    assert pairs_of(with_, clubs) <= pairs_of(without, clubs)


@settings(max_examples=50)
@given(st.integers(0, 10**9), st.data())
def test_a_swap_changes_the_cost_by_what_was_foretold(seed: int, data: st.DataObject) -> None:
    planned = plan(18, [("bridge", 2, STRIKE)] * 2, seed=seed)
    _, flown = play(replace(planned, rounds=planned.rounds[:1]))
    ahead = lineups(planned, 2, flown)
    seating = TableSeating(choose_sides(ahead, flown, seed), ahead[0], dice_for(seed))
    seating.remember(flown, planned.forces)
    clubs = {pilot_id(number): f"Club {number % 4}" for number in range(1, 19)}
    seating.keep_apart(Origins({"club": clubs, "country": dict.fromkeys(list(clubs)[:9], "DK")}))
    p, q = data.draw(st.lists(st.integers(0, 17), min_size=2, max_size=2, unique=True))
    assume((seating.table[p], seating.force(p)) != (seating.table[q], seating.force(q)))
    before, change = sum(map(seating.repeated, range(18))), seating.change(p, q)
    seating.swap(p, q, [0], change)
    assert sum(map(seating.repeated, range(18))) == before + 2 * change == 2 * seating.cost


# origins and what is said of them


def people(**clubs: str) -> list[Player]:
    return [Player(id=id_, name=f"Player {id_}", club=club) for id_, club in clubs.items()]


def test_a_club_is_the_same_whatever_its_capitals_and_a_blank_is_none() -> None:
    origins = origins_of(people(A="Ham Club", B="ham  club", C="", D=""), BOTH)
    assert (origins.weight("A", "B"), origins.weight("C", "D"), origins.weight("A", "A")) == (2, 0, 0)


def test_a_club_counts_more_than_a_country_and_both_more_than_one() -> None:
    player = Player(id="A", name="A", club="Ham", country="DE")
    both = [player, player.model_copy(update={"id": "B"})]
    choices: list[tuple[Origin, ...]] = [(), ("country",), ("club",), BOTH]
    weights = [origins_of(both, kept).weight("A", "B") for kept in choices]
    assert weights == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({1: "AC", 2: "BD"}, ["Pairs of one club at one board: 0."]),
        (
            {1: "AB", 2: "CD"},
            [
                "Pairs of one club at one board: 1.",
                "Board 1: Ann (A) and Ben (B) are of one club, Ham; spread evenly it would be 1.",
            ],
        ),
        ({1: "ABCD"}, ["Pairs of one club at one board: 1; fewer are not possible."]),
        ({1: "CD"}, []),
    ],
)
def test_the_report_says_what_was_reached(tables: Mapping[int, Collection[str]], said: list[str]) -> None:
    names = {"A": "Ann", "B": "Ben", "C": "Cy", "D": "Dee"}
    origins = origins_of(people(A="Ham", B="Ham", C="Stow", D=""), BOTH)
    assert list(origins.report(tables, names, "board")) == said
