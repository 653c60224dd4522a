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
"""Returns the performances of all players in a round (counted from 1), in rating points, by id."""


def _number_of_players(event: Event) -> int:
    return len(event.players)


def _one_list(_: Event, standings: Standings) -> Sequence[Sequence[ResultRow]]:
    return (standings.rows,)


class Simulated(Struct, Generic[E], frozen=True):
    """The functions by which a program sets up and plays events of a system.

    How well somebody plays in a round is given in rating points, which include luck: nothing else is left to chance.
    A player whose strength is 400 points above another's wins ten games of eleven.
    """

    set_up: Callable[[E, Sequence[Player], int], E]
    """Returns a copy of an event with other players and another number of rounds, each of which can be drawn."""
    play: Callable[[RoundContext[E], Playing], Entries]
    """Returns the entries of a drawn round, apart from the players, by the inner names of boxes."""
    called: str = "player"
    """The word for a made-up participant: in some systems each is a team."""
    entered: Callable[[E], int] = _number_of_players
    """Returns the number of participants of an event. Default: of its players."""
    lists: Callable[[E, Standings], Sequence[Sequence[ResultRow]]] = _one_list
    """Returns the rows of standings by list, if some are ranked separately. Default: all in one."""


def rounds_in_turn(event: ScenarioEvent, rounds: int) -> list[Round]:
    """Return, for each round to simulate, the round of the event whose scenario it plays.

    The rounds of the event that have a scenario take turns.

    Raises
    ------
    WrongUsage
        No round of the event names a scenario.
    """
    planned = [round_ for round_ in event.rounds if round_.scenario]
    if not planned:
        raise WrongUsage("No round names a scenario yet: enter what the first one plays, and simulate then.")
    return [planned[at % len(planned)] for at in range(rounds)]
