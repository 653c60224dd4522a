"""Simulate one event: draw every round, make its sheets, fill them in, check and score them, and rank all players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from math import lcm
from pathlib import Path
from statistics import fmean
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.model import Event
from sheetscore.findings import worst
from sheetscore.forms.template import Library
from sheetscore.problems import MistakesFound
from sheetscore.simulation.luck import MadeUpPlayers
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import EarlierRound, ResultRow
from sheetscore.systems.simulated import Playing, Simulated
from sheetscore.systems.system import System, system_called


class EventFormat(Struct, frozen=True):
    """An event with its settings, and the number of rounds to play."""

    name: str
    event: Event
    """The event; made-up players replace its own."""
    rounds: int


class EventOutcome(Struct, frozen=True):
    """How well the ranks at the end of an event match the strengths of its players."""

    winners: tuple[int, ...]
    """For each player on rank 1, how many players are stronger. If the system has several lists of ranks, the same for
    each list, among its players alone, and repeated so that every list has the same weight.
    """
    agreement: float | None
    """Kendall's tau-b between strengths and final ranks: 1 if they agree. None if all strengths, or all ranks, are
    equal. With several lists of ranks, the mean.
    """

    def won_by(self, place: int) -> float:
        """Return the share of the win, 0 to 1, of the player with this many stronger ones."""
        return self.winners.count(place) / len(self.winners)


def play_event(format_: EventFormat, players: MadeUpPlayers, number: int) -> EventOutcome:
    """Simulate an event.

    Parameters
    ----------
    number
        The number of the event, from 1, which determines its players and their luck.

    Raises
    ------
    MistakesFound
        A round of the format cannot be drawn, or the values that a system simulates break its own rules.
    """
    system: System[Any] = system_called(format_.event.header.system)
    simulated = system.rare.simulated
    assert simulated is not None  # noqa: S101 -- the caller checks that
    event = simulated.set_up(format_.event, players.roster(number), format_.rounds)
    event = event.model_copy(update={"header": event.header.model_copy(update={"seed": number})})
    library = _library(event.header.system, format_.event.own_templates)
    rounds: dict[int, EarlierRound] = {}
    for stage in event.stages:
        round_: RoundContext[Any] = RoundContext(event, stage, [*rounds.values()], library=library)
        rounds[stage] = _play_round(system, simulated, round_, partial(players.playing, number))
    standings = system.standings(EventProgress(event, {stage: played.rows for stage, played in rounds.items()}))
    lists = [
        {str(row["id"]): int(row["rank"] or 0) for row in rows} for rows in simulated.lists(event, standings) if rows
    ]
    return _together([_outcome(players.strengths(number), ranks) for ranks in lists])


@cache
def _library(system: str, own: Path | None) -> Library:
    """Return the templates in force; cached, since reading them takes longer than simulating an event."""
    library = system_called(system).library(own)
    return replace(library, then={path.stem: library.template(path.stem) for path in library.paths()})


def _play_round(
    system: System[Any], simulated: Simulated[Any], round_: RoundContext[Any], playing: Playing
) -> EarlierRound:
    drawn = replace(round_, draw=system.draw(round_))
    made = replace(drawn, forms=system.sheets(drawn))
    filled = replace(made, entries={**made.forms.filled, **simulated.play(made, playing)})
    findings = system.check_entries(filled)
    if worst(findings) == "errors":
        raise MistakesFound(findings)
    event, stage = filled.event, filled.stage
    rows: tuple[ResultRow, ...] = system.score(filled).rows
    return EarlierRound(stage, event.scenario_at(stage, 1), rows)


def _outcome(strengths: Mapping[str, float], ranks: Mapping[str, int]) -> EventOutcome:
    # a stable sort: equals stay in the order of the list
    ranked = sorted((id_ for id_ in strengths if id_ in ranks), key=lambda id_: -strengths[id_])
    first = tuple(place for place, id_ in enumerate(ranked) if ranks[id_] == 1)
    return EventOutcome(first, kendall([strengths[id_] for id_ in ranked], [-ranks[id_] for id_ in ranked]))


def _together(lists: Sequence[EventOutcome]) -> EventOutcome:
    """Combine the outcomes of several lists of ranks into one, with equal weights."""
    if len(lists) == 1:
        return lists[0]
    shares = lcm(*(len(one.winners) for one in lists))
    winners = sorted(place for one in lists for place in one.winners * (shares // len(one.winners)))
    agreements = [one.agreement for one in lists if one.agreement is not None]
    return EventOutcome(tuple(winners), fmean(agreements) if agreements else None)


def kendall(one: list[float], other: list[int]) -> float | None:
    """Return Kendall's tau-b of two sequences; None if either has only equal values.

    Examples
    --------
    >>> kendall([3.0, 2.0, 1.0], [30, 20, 10])
    1.0
    """
    pairs = [(at, below) for at in range(len(one)) for below in range(at)]
    signs = [(_sign(one[at] - one[below]), _sign(other[at] - other[below])) for at, below in pairs]
    agreeing = sum(left * right for left, right in signs)
    distinct = sum(left != 0 for left, _ in signs) * sum(right != 0 for _, right in signs)
    return agreeing / distinct**0.5 if distinct else None


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
