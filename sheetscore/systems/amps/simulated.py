"""Simulated AMPS events: better pilots claim more scenario points."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from sheetscore.event.model import Player
from sheetscore.event.scenarios import TabledRound
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.context import RoundContext
from sheetscore.systems.simulated import Playing, rounds_in_turn

MIDDLE, POINTS = 1500, 50
"""A rating, and the scenario points that a pilot with this rating claims; 10 rating points more claim one point more.
"""


def set_up(event: AmpsEvent, players: Sequence[Player], rounds: int) -> AmpsEvent:
    """Return the event with these players and ``rounds`` rounds: its scenarios in turn, at enough tables for all."""
    planned = rounds_in_turn(event, rounds)
    seats = [len(event.seats(one.number)) for one in planned]
    return event.model_copy(
        update={
            "header": event.header.model_copy(update={"rounds": rounds}),
            "players": tuple(players),
            "rounds": tuple(
                TabledRound(number=number, scenario=one.scenario, tables=ceil(len(players) / at_table))
                for number, (one, at_table) in enumerate(zip(planned, seats, strict=True), start=1)
            ),
        }
    )


def play(round_: RoundContext[AmpsEvent], playing: Playing) -> Entries:
    """Return the claims of all pilots: only the order within a section matters."""
    strength = playing(round_.stage)
    return {
        FieldKey(table, seat, "claimed.sp"): max(0, POINTS + round((strength[player] - MIDDLE) / 10))
        for table, seat, player in round_.draw.places()
    }
