"""The largest event of every system that there ought to be room for, and a round of each that nothing is wrong with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import airforce_event
import duplicate_event
import match_event
import team_event
from amps_event import amps_event
from aso_event import aso_event, box
from diplomacy_event import diplomacy_event
from msgspec import Struct

from sheetscore.event.model import MOST_TABLES, Event
from sheetscore.forms.form import FieldKey, Value
from sheetscore.pairing.draw import Draw
from sheetscore.systems.airforce.event_cards import CardBand, CardGun, EventCard
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.aso.model import AsoEvent, AsoPlayer
from sheetscore.systems.duplicate.model import DuplicateEvent
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import Handicap, MatchEvent

Typed = Mapping[FieldKey, Value]

LONGEST_LOG = 36
"""Turns."""

MODES = (1, 2, 3)


def matches(series: int) -> MatchEvent:
    """Give 200 tables of two whose every pair has a handicap of its own."""
    players = range(1, 2 * MOST_TABLES + 1)
    given = tuple(
        Handicap(player=f"P{two:02}", against=f"P{one:02}", game_system="Hills", points=f"{one % 70 + 1}/3")
        for one, two in zip(players[::2], players[1::2], strict=True)
    )
    return match_event.match_event(2 * MOST_TABLES, 3, given, pairing="swiss", series=series)


def fights(seats: int = 4, turns: int = 12, tables: int = 60) -> AirforceEvent:
    """Give 60 fights whose aircraft are typed in from cards of their own."""
    cards = tuple(map(_card, range(1, 61)))
    flown = tuple(airforce_event.aircraft(card=card.id) for card in cards[:seats])
    patrol = airforce_event.fight()
    halves = flown[: seats // 2], flown[seats // 2 :]
    sides = tuple(side.model_copy(update={"aircraft": half}) for side, half in zip(patrol.sides, halves, strict=True))
    scenarios = (patrol.model_copy(update={"sides": sides}),)
    return airforce_event.airforce_event(seats * tables, 1, tables, turns, cards=cards, scenarios=scenarios)


def _card(number: int) -> EventCard:
    band = CardBand(
        top=40_000, maneuver=(3, 5), level=8, dive=11, power=3, climb=600,
        bank=MODES, turn=MODES, slip=MODES, half_roll=MODES, loop=MODES,
    )  # fmt: skip
    guns = (CardGun(id="nose", kind="FF", weapon="4x50M"),)
    return EventCard(
        id=f"own{number}", name=f"Own {number}", role="fighter", engines=1, loss="mwl", bands=(band,), guns=guns
    )


def games(players: int = 1_000) -> AsoEvent:
    """Give so many players of accelerated Swiss."""
    rated = tuple(AsoPlayer(id=f"P{at:03}", name=f"Player {at}", rating=3000 - at) for at in range(1, players + 1))
    return aso_event().model_copy(update={"players": rated})


def _wins(event: Event, draw: Draw) -> Typed:
    played = {"winner": "1"}
    return {box(table.number, name): value for table in draw.tables for name, value in played.items()}


def _levels(event: Event, draw: Draw) -> Typed:
    assert isinstance(event, MatchEvent)
    series = MATCHES if event.plays_series else 1
    played = {"coin": "1", "1.winner": "1", "1.level": "marginal", "2.winner": "2", "2.level": "decisive"}
    return {
        match_event.box(event, f"{number}/{text}", table.number): value
        for table in draw.tables
        for number in range(1, series + 1)
        for text, value in played.items()
    }


def _claims(event: Event, draw: Draw) -> Typed:
    return {FieldKey(table, seat, "claimed.sp"): 7 for table, seat, _ in draw.places()}


def _points(event: Event, draw: Draw) -> Typed:
    assert isinstance(event, DuplicateEvent)
    return duplicate_event.filled_in(event, duplicate_event.level(event))


def _boards(event: Event, draw: Draw) -> Typed:
    centres = {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5}
    out = {"Austria": 1903, "Germany": 1904, "France": 1906}
    ended: dict[str, Value] = {"outcome": "time", "final_year": 1908}
    return {
        key: value
        for table in draw.tables
        for key, value in (
            *((FieldKey(table.number, power, "centres.final"), count) for power, count in centres.items()),
            *((FieldKey(table.number, power, "eliminated"), year) for power, year in out.items()),
            *((FieldKey(table.number, "", field), value) for field, value in ended.items()),
        )
    }


def _logs(event: Event, draw: Draw) -> Typed:
    """Everybody flies straight on for a turn, at the speed of 5 that all begin with."""
    straight: dict[str, Value] = {"plot": "5", "power": 0, "brakes": 0}
    return {
        FieldKey(table, seat, f"turn.1.{name}"): value
        for table, seat, _ in draw.places()
        for name, value in straight.items()
    }


class Largest(Struct, frozen=True):
    """An event, and what is typed on the sheets of its first round; how many rows the results then have."""

    event: Callable[[], Event]
    play: Callable[[Event, Draw], Typed]
    rows: int


LARGEST: dict[str, Largest] = {
    "match": Largest(lambda: matches(1), _levels, 2 * 200),
    "series of matches": Largest(lambda: matches(MATCHES), _levels, 3 * 2 * 200),
    "airforce": Largest(fights, _logs, 240),
    "diplomacy": Largest(lambda: diplomacy_event(7 * 100), _boards, 700),
    "aso": Largest(games, _wins, 1_000),
    "team": Largest(lambda: team_event.team_event(teams=100, size=4), _claims, 100),
    "amps": Largest(lambda: amps_event(players=9 * MOST_TABLES, tables=MOST_TABLES), _claims, 1_800),
    "duplicate": Largest(lambda: duplicate_event.duplicate_event(30, 30, 29), _points, 2 * 30 * 29),
}

TOO_LARGE = partial(fights, 8, LONGEST_LOG)
"""Fights of eight aircraft with the longest logs: their sheets would have more than 200 MiB."""
