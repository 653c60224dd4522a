"""Events of accelerated Swiss that a program plays: the better player of a table wins."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.event.model import Player
from sheetscore.forms.form import Entries
from sheetscore.systems.aso.forms import box
from sheetscore.systems.aso.model import AsoEvent, AsoPlayer
from sheetscore.systems.context import RoundContext
from sheetscore.systems.simulated import Playing, rounds_in_turn


def set_up(event: AsoEvent, players: Sequence[Player], rounds: int) -> AsoEvent:
    """Return an event of ``rounds`` rounds, which take their scenarios from ``event`` in turn, and without wishes."""
    return event.model_copy(
        update={
            "header": event.header.model_copy(update={"rounds": rounds}),
            "players": tuple(AsoPlayer(id=one.id, name=one.name, rating=one.rating) for one in players),
            "rounds": tuple(
                one.model_copy(update={"number": number})
                for number, one in enumerate(rounds_in_turn(event, rounds), start=1)
            ),
            "wishes": (),
        }
    )


def play(round_: RoundContext[AsoEvent], playing: Playing) -> Entries:
    """Return the winner of every table: the seat of the player who performs better in this round."""
    performance = playing(round_.stage)
    return {
        box(table.number, "winner"): max(table.seated, key=lambda seat: performance[table.seated[seat]])
        for table in round_.draw.tables
    }
