"""The handicaps in force in a round: those of the event, revised by the series of the rounds before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.event.identity import folded
from sheetscore.systems.match.handicaps import Step, steps
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import Meeting, meetings
from sheetscore.systems.outcomes import ResultRow


@dataclass(frozen=True)
class Revision:
    """What a complete series made of the handicap of two; signed from the first of the meeting on."""

    meeting: Meeting
    step: Step


def given(event: MatchEvent, one: str, other: str, game_system: str) -> Fraction | None:
    """Return the handicap of two with which the event begins: above 0 for the first, below 0 for the second.

    Returns
    -------
    None where the event names none, which is not the same as 0: the first series then makes one by itself.
    """
    wanted = {folded(one), folded(other)}
    for handicap in event.handicaps:
        pair = {folded(handicap.player), folded(handicap.against)}
        if pair == wanted and folded(handicap.game_system) == folded(game_system):
            return handicap.exact if folded(handicap.player) == folded(one) else -handicap.exact
    return None


def revisions(
    event: MatchEvent, one: str, other: str, game_system: str, rounds: Mapping[int, Iterable[ResultRow]], before: int
) -> list[Revision]:
    """Return what the complete series of two in a game system have made of their handicap, in order.

    Parameters
    ----------
    rounds
        The rows of scored rounds by their numbers.
    before
        Only rounds with a smaller number count.

    Returns
    -------
    Revisions signed from ``one`` on, whoever sat where.
    """
    played = [meeting for meeting in _series(event, rounds, before) if _is_of(meeting, one, other, game_system)]
    totals = [meeting.series(event).total * (1 if meeting.one == one else -1) for meeting in played]
    made = steps(given(event, one, other, game_system), totals)
    return [Revision(meeting, step) for meeting, step in zip(played, made, strict=True)]


def _series(event: MatchEvent, rounds: Mapping[int, Iterable[ResultRow]], before: int) -> Iterator[Meeting]:
    if not event.plays_series:
        return
    for number in sorted(one for one in rounds if one < before):
        yield from (meeting for meeting in meetings(number, rounds[number]) if meeting.series(event).complete)


def _is_of(meeting: Meeting, one: str, other: str, game_system: str) -> bool:
    return meeting.pair == {one, other} and folded(meeting.game_system) == folded(game_system)


def kept(
    event: MatchEvent, one: str, other: str, game_system: str, rounds: Mapping[int, Iterable[ResultRow]], before: int
) -> Fraction | None:
    """Return the handicap of two before a round, whether it counts or not; None where there was never one."""
    made = revisions(event, one, other, game_system, rounds, before)
    return made[-1].step.new if made else given(event, one, other, game_system)


def in_force(
    event: MatchEvent, one: str, other: str, game_system: str, rounds: Mapping[int, Iterable[ResultRow]], before: int
) -> Fraction:
    """Return the handicap that counts in a match of two: above 0 for the first, below 0 for the second."""
    if not event.settings.handicaps:
        return Fraction(0)
    return kept(event, one, other, game_system, rounds, before) or Fraction(0)
