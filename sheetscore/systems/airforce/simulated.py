"""Simulated fights: nobody moves, and every pilot hits weaker pilots of the other sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from sheetscore.event.model import Player
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.pairing.draw import TableDraw, side_of
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.context import RoundContext
from sheetscore.systems.simulated import Playing, rounds_in_turn

A_HIT, MOST_HITS, MOST_SHOTS = 100, 99, 12
"""The difference of ratings that makes a hit, the most hits of a shot, and the most shots of an aircraft."""


def set_up(event: AirforceEvent, players: Sequence[Player], rounds: int) -> AirforceEvent:
    """Return the event with these players, and its fights flown in turn, each at as many tables as they need."""
    planned = rounds_in_turn(event, rounds)
    return event.model_copy(
        update={
            "header": event.header.model_copy(update={"rounds": rounds}),
            "settings": event.settings.model_copy(update={"ranking": True}),
            "players": tuple(players),
            "rounds": tuple(
                one.model_copy(update={"number": number, "tables": ceil(len(players) / len(event.seats(one.number)))})
                for number, one in enumerate(planned, start=1)
            ),
            "seats_named": (),
        }
    )


def play(round_: RoundContext[AirforceEvent], playing: Playing) -> Entries:
    """Return the hits of every aircraft as rulings of the director, which count although nothing was flown."""
    level = playing(round_.stage)
    return {key: value for table in round_.draw.tables for key, value in _table(table, level)}


def _table(table: TableDraw, level: Mapping[str, float]) -> Iterator[tuple[FieldKey, Value]]:
    for seat, player in table.seated.items():
        others = [other for other in table.seated if side_of(other) != side_of(seat)][:MOST_SHOTS]
        for shot, other in enumerate(others, start=1):
            hits = int((level[player] - level[table.seated[other]]) / A_HIT)
            if hits > 0:
                boxes = ("turn", 1), ("target", other), ("ruling", min(hits, MOST_HITS)), ("reason", "made up")
                yield from ((FieldKey(table.number, seat, f"shot.{shot}.{box}"), value) for box, value in boxes)
