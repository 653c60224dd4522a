"""The functions of a system that let a program simulate its events, with made-up players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from sheetscore.event.model import Event, Player
from sheetscore.event.scenarios import Round, ScenarioEvent
from sheetscore.forms.form import Entries
from sheetscore.problems import WrongUsage
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import ResultRow, Standings

E = TypeVar("E", bound=Event)


Playing = Callable[[int], Mapping[str, float]]
"""Returns the strength of all players in a round (counted from 1), in rating points, by id."""


def _players(event: Event) -> int:
    return len(event.players)


def _one_list(_: Event, standings: Standings) -> Sequence[Sequence[ResultRow]]:
    return (standings.rows,)


class Simulated(Struct, Generic[E], frozen=True):
    """How events of a system are set up and played where nobody sits at the tables.

    How well somebody plays is in rating points: who plays 400 of them better than another by strength alone beats that
    one ten times in eleven. Luck is in it already, and nothing else is left to chance.
    """

    set_up: Callable[[E, Sequence[Player], int], E]
    """Returns a copy of an event with other players and another number of rounds, each of which can be drawn."""
    play: Callable[[RoundContext[E], Playing], Entries]
    """Returns the entries of a drawn round, apart from the players, by the inner names of boxes."""
    called: str = "player"
    """The word for those who are made up: in some systems each is a team."""
    entered: Callable[[E], int] = _players
    """Returns their number in an event. Default: its players."""
    lists: Callable[[E, Standings], Sequence[Sequence[ResultRow]]] = _one_list
    """Returns the rows of standings by list, if some are ranked separately. Default: all in one."""


def rounds_in_turn(event: ScenarioEvent, rounds: int) -> list[Round]:
    """Return for each round the one of an event whose scenario it plays: all that name one, in turn.

    Raises
    ------
    WrongUsage
        None names one.
    """
    planned = [round_ for round_ in event.rounds if round_.scenario]
    if not planned:
        raise WrongUsage("No round names a scenario yet: enter what the first one plays, and simulate then.")
    return [planned[at % len(planned)] for at in range(rounds)]
