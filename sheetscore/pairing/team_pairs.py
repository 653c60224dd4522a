"""The pairs of team play: teams in the order of their points are paired off from the top.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from sheetscore.pairing.draw import Two, display_name, lot
from sheetscore.wording import number_list

PairBy = Literal["previous_round", "total"]
"""The points that order the teams: those of the round before, or those of all rounds so far."""

FirstRound = Literal["number", "random"]
"""The pairing of the first round: by the teams' numbers (1-2, 3-4 ...) or by lot."""


class PairedTeam(Struct, frozen=True):
    """A team, with its number for the whole event."""

    id: str
    name: str
    number: int


class TeamRound(Struct, frozen=True):
    """An earlier round as it was scored, or drawn; teams that were not there are in neither mapping.

    Raises
    ------
    ValueError
        The opponent of a team has another opponent, or none.
    """

    number: int
    """The round, from 1."""
    scenario: str
    """The scenario's id."""
    avps: Mapping[str, int | Fraction]
    """The points of each team, by id, also for a bye. Empty while the round has no results."""
    opponents: Mapping[str, str | None]
    """The opponent of each team, by id; None for a bye."""

    def __post_init__(self) -> None:
        for team, opponent in self.opponents.items():
            if opponent is not None and (opponent == team or self.opponents.get(opponent) != team):
                raise ValueError(f"round {self.number}: {team} met {opponent}, who did not meet {team}")


class TeamDraw(Struct, frozen=True):
    """One round of team play."""

    pairs: tuple[Two, ...]
    """The ids of the teams that meet, the higher team first; from the top pair down."""
    bye: str | None
    """The id of the team that sits out; None if the number of teams is even."""
    report: tuple[str, ...]
    """Sentences for the director."""


def pair_teams(
    teams: Sequence[PairedTeam],
    number: int,
    scenario: str,
    earlier: Sequence[TeamRound],
    *,
    pair_by: PairBy,
    first_round: FirstRound,
    seed: int,
) -> TeamDraw:
    """Draw a round: first the bye; then pairs, none of which is one of the round before if that can be avoided.

    Parameters
    ----------
    teams
        The teams that play this round, in any order.
    number
        The round, from 1.
    scenario
        The id of its scenario.
    earlier
        The rounds with results or a draw, in any order; only those with a smaller number count. Without any
        results the order is that of a first round; who met and who sat out counts nevertheless.
    pair_by, first_round
        The rules in force.
    seed
        The seed of the event, which decides lots.
    """
    past = _Past(number, tuple(sorted((r for r in earlier if r.number < number), key=lambda r: r.number)))
    order = [team.id for team in sorted(teams, key=_place_in_order(past, pair_by, first_round, seed))]
    bye = _bye(order, past) if len(order) % 2 else None
    pairs = tuple(_pair_off([team for team in order if bye is None or team != bye.team], past))
    report = _Report(past, scenario, {team.id: team.name for team in teams})
    return TeamDraw(
        tuple((higher, choice.team) for higher, choice in pairs),
        bye.team if bye else None,
        tuple(report.lines(bye, pairs)),
    )


class _Past(Struct, frozen=True):
    """The rounds before round ``number``, in order."""

    number: int
    rounds: tuple[TeamRound, ...]

    @property
    def previous(self) -> TeamRound | None:
        """The round just before, if anything is known of it."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].number == self.number - 1 else None

    @property
    def has_results(self) -> bool:
        """Whether any round is scored."""
        return any(earlier.avps for earlier in self.rounds)

    def previous_avp(self, team: str) -> int | Fraction:
        return self.previous.avps.get(team, 0) if self.previous else 0

    def total_avp(self, team: str) -> int | Fraction:
        return sum(earlier.avps.get(team, 0) for earlier in self.rounds)

    def byes(self, team: str) -> int:
        return sum(earlier.opponents.get(team, "") is None for earlier in self.rounds)

    def just_met(self, one: str, other: str) -> bool:
        return self.previous is not None and self.previous.opponents.get(one) == other

    def meetings(self, one: str, other: str) -> list[int]:
        return [earlier.number for earlier in self.rounds if earlier.opponents.get(one) == other]

    def played(self, team: str, scenario: str) -> list[int]:
        """Return the rounds in which a team played a scenario; with a bye it did not."""
        return [r.number for r in self.rounds if r.scenario == scenario and r.opponents.get(team) is not None]


def _place_in_order(
    past: _Past, pair_by: PairBy, first_round: FirstRound, seed: int
) -> Callable[[PairedTeam], tuple[int | Fraction, int | Fraction, int, str]]:
    """Return the key that sorts teams from the top; a team that was not there has earned nothing.

    The id comes last so that the order of the list never decides.
    """

    def first(team: PairedTeam) -> tuple[int, int, int, str]:
        drawn = lot(seed, past.number, "pairs", team.id) if first_round == "random" else 0
        return drawn, 0, team.number, team.id

    def later(team: PairedTeam) -> tuple[int | Fraction, int | Fraction, int, str]:
        previous = past.previous_avp(team.id) if pair_by == "previous_round" else 0
        return -previous, -past.total_avp(team.id), team.number, team.id

    return later if past.has_results else first


class _Choice(Struct, frozen=True):
    """A chosen team."""

    team: str
    instead_of: str = ""
    """The team that came first in the order; empty if that one was chosen."""
    apart: Two | None = None
    """The two teams that would meet twice in a row if ``instead_of`` were chosen; None without one."""


def _choose(teams: Sequence[str], rematch: Callable[[str], Two | None]) -> _Choice:
    """Choose the first team that causes no immediate rematch; if each does, the first of all."""
    unwanted = rematch(teams[0])
    if unwanted:
        for team in teams[1:]:
            if rematch(team) is None:
                return _Choice(team, teams[0], unwanted)
    return _Choice(teams[0])


def _rematch_left(teams: Sequence[str], past: _Past) -> Two | None:
    """Return the immediate rematch that these teams, an even number, cannot avoid among themselves.

    Only two teams can be in that case. Each team met at most one other in the round before, so that of
    2k teams each may meet at least 2k - 2. From k = 2 on this is k or more, and a graph in which each of 2k
    points has k neighbours has a closed path through all of them (Dirac, 1952); every second step of
    the path is a pairing without a rematch.
    """
    if len(teams) == 2 and past.just_met(teams[0], teams[1]):
        return teams[0], teams[1]
    return None


def _bye(order: Sequence[str], past: _Past) -> _Choice:
    """Choose the team that sits out: from below, one of those with the fewest byes so far."""
    byes = {team: past.byes(team) for team in order}
    fewest = min(byes.values())
    # fewest byes count before lowest rank: nobody sits out twice before everybody has once
    allowed = [team for team in reversed(order) if byes[team] == fewest]
    return _choose(allowed, lambda bye: _rematch_left([team for team in order if team != bye], past))


def _pair_off(order: Sequence[str], past: _Past) -> Iterator[tuple[str, _Choice]]:
    """Let each unpaired team, from the top, meet the highest lower one that leaves the rest pairable."""
    waiting = list(order)
    while waiting:
        higher = waiting.pop(0)
        opponent = _opponent(higher, waiting, past)
        waiting.remove(opponent.team)
        yield higher, opponent


def _opponent(higher: str, waiting: Sequence[str], past: _Past) -> _Choice:
    def rematch(team: str) -> Two | None:
        if past.just_met(higher, team):
            return higher, team
        return _rematch_left([other for other in waiting if other != team], past)

    return _choose(waiting, rematch)


class _Report(Struct, frozen=True):
    """The report on a draw."""

    past: _Past
    scenario: str
    names: Mapping[str, str]

    def lines(self, bye: _Choice | None, pairs: Sequence[tuple[str, _Choice]]) -> Iterator[str]:
        """Yield the basis of the order, then the bye, swaps, rematches, and repeated scenarios."""
        yield from self._order()
        if bye:
            yield from self._bye(bye)
        for higher, choice in pairs:
            if choice.apart:
                yield f"{self._named(higher)} meets {self._named(choice.team)}{self._swap(choice)}."
        for higher, choice in pairs:
            yield from self._rematch(higher, choice.team)
        yield from self._scenarios_again([team for higher, choice in pairs for team in (higher, choice.team)])

    def _order(self) -> Iterator[str]:
        before = self.past.number - 1
        if before and not self.past.has_results:
            yield "No earlier round has results: the teams are paired as in a first round."
        if before and self.past.previous is None and self.past.rounds:
            yield f"Round {before} has no results: its points do not count and its pairs may meet again."
        for earlier in self.past.rounds:
            if not earlier.avps:
                yield (
                    f"Round {earlier.number} has no results yet: its points do not count, and who met and sat out is "
                    "taken from its draw."
                )

    def _bye(self, bye: _Choice) -> Iterator[str]:
        times = self.past.byes(bye.team)
        after = f", after {times} {'time' if times == 1 else 'times'} before" if times else ""
        yield f"{self._named(bye.team)} sits out{after}{self._swap(bye)}."

    def _swap(self, choice: _Choice) -> str:
        if choice.apart is None:
            return ""
        one, other = map(self._named, choice.apart)
        passed = self._named(choice.instead_of)
        return f", instead of {passed}, so that {one} and {other} do not meet twice in a row"

    def _rematch(self, one: str, other: str) -> Iterator[str]:
        rounds = self.past.meetings(one, other)
        both = f"{self._named(one)} meets {self._named(other)}"
        if self.past.just_met(one, other):
            yield f"{both} twice in a row, as no other pairing is left: they met in {number_list('round', rounds)}."
        elif rounds:
            yield f"{both} again: they met in {number_list('round', rounds)}."

    def _scenarios_again(self, teams: Sequence[str]) -> Iterator[str]:
        again = {team: self.past.played(team, self.scenario) for team in teams}
        if len(teams) > 2 and len({tuple(rounds) for rounds in again.values()}) == 1 and again[teams[0]]:
            yield f"All play scenario {self.scenario} again, after {number_list('round', again[teams[0]])}."
            return
        for team, rounds in again.items():
            if rounds:
                yield f"{self._named(team)} plays scenario {self.scenario} again, after {number_list('round', rounds)}."

    def _named(self, team: str) -> str:
        return display_name(team, self.names)
