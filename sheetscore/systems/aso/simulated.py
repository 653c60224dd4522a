"""Events of accelerated Swiss that a program plays through: who plays better at a table wins there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheetscore.event.model import Player
from sheetscore.forms.form import Entries
from sheetscore.systems.aso.forms import box
from sheetscore.systems.aso.model import AsoEvent, AsoPlayer, ScenarioChoice
from sheetscore.systems.context import RoundContext


def set_up(event: AsoEvent, players: Sequence[Player], rounds: int) -> AsoEvent:
    """Return an event in which all rounds offer the scenarios of the first, and nobody has a wish."""
    offered = event.rounds[0].scenario
    return event.model_copy(
        update={
            "header": event.header.model_copy(update={"rounds": rounds}),
            "players": tuple(AsoPlayer(id=one.id, name=one.name, rating=one.rating) for one in players),
            "rounds": tuple(ScenarioChoice(number=number, scenario=offered) for number in range(1, rounds + 1)),
            "wishes": (),
        }
    )


def play(round_: RoundContext[AsoEvent], playing: Mapping[str, float]) -> Entries:
    """Return the winners: those of the better players."""
    return {
        box(table.number, "winner"): max(table.seated, key=lambda seat: playing[table.seated[seat]])
        for table in round_.draw.tables
    }
