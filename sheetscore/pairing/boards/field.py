"""Who plays a round on boards of seven; if players are left over, standbys fill up, or some sit out or play twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.findings import finding
from sheetscore.pairing.boards.known_rounds import fewest_pairs
from sheetscore.pairing.boards.record import SEATS, BoardRecord, Seeded
from sheetscore.pairing.boards.seating import BoardSeating
from sheetscore.pairing.draw import Two, dice_for, lot
from sheetscore.pairing.matching import cost_of, on_boards, settle
from sheetscore.problems import MistakesFound
from sheetscore.wording import pluralize

CHOICES = 24
"""The most choices of players tried if the first one lets two meet who are to be kept apart."""

STEPS = 600
"""The most changes of the search for boards with each choice."""

Remainder = Literal["standbys", "sit_out", "double"]
"""The rule if the number of players is no multiple of seven."""


class KeptApart(Struct, frozen=True):
    """The players to be kept apart from each other on boards."""

    pairs: Collection[Two] = ()
    """Pairs of ids."""
    teams: Mapping[str, str] = field(default_factory=dict)
    """By player the team whose members are to be kept apart; "" without one."""


class PlacesLeft(Struct, frozen=True):
    """The places left over after all who certainly play have one."""

    playing: Sequence[str]
    """The ids of those with a place; once the places left over are taken, all boards are full."""
    many: int
    """The number of places left over."""
    among: Sequence[str]
    """The ids of those who may take one each; they may have a place already."""
    apart: KeptApart
    """The players to be kept apart from each other."""

    def choose(self, times: Callable[[str], int], lots: Callable[[str], int], dice: Random) -> list[str]:
        """Choose who takes the places: first those with the lowest ``times``, then those who force the fewest meetings.

        Of equals those without a team come first, then the members of the smallest teams, and then lots decide. If only
        team mates are kept apart, no choice is better. If pairs are kept apart, and this choice lets some of them meet,
        a few others are tried.

        Parameters
        ----------
        times
            Returns how often a player has played (to choose standbys), or has played twice.
        lots
            Returns the lot of a player.
        dice
            For the search for boards by which choices are compared.
        """
        if not self.many:
            return []
        most = sorted(map(times, self.among))[self.many - 1]
        chosen = [one for one in self.among if times(one) < most]
        equals = sorted((one for one in self.among if times(one) == most), key=lambda one: (lots(one), one))
        fixed = len(chosen)
        while len(chosen) < self.many:
            left = [one for one in equals if one not in chosen]
            chosen.append(min(left, key=lambda one: self._adds(one, chosen)))
        return self._bettered(chosen, fixed, equals, dice)

    @property
    def _boards(self) -> int:
        return (len(self.playing) + self.many) // SEATS

    def _adds(self, one: str, chosen: Sequence[str]) -> tuple[int, int, int, int]:
        """Return the cost of a place for a player, part by part.

        The parts: forced meetings of forbidden pairs (on two boards a player who plays twice meets everybody); forced
        meetings of team mates; the places of the team; and the player's forbidden pairs.
        """
        places = Counter((*self.playing, *chosen))
        team = self.apart.teams.get(one, "")
        mates = sum(many for player, many in places.items() if team and self.apart.teams.get(player) == team)
        mates_meet = fewest_pairs(mates + 1, self._boards) - fewest_pairs(mates, self._boards) if team else 0
        forbidden = sum(places[other] for pair in self.apart.pairs if one in pair for other in pair if other != one)
        return forbidden if places[one] and self._boards == 2 else 0, mates_meet, mates, forbidden

    def _bettered(self, chosen: list[str], fixed: int, equals: Sequence[str], dice: Random) -> list[str]:
        """Exchange chosen players (not the first ``fixed``) for equals as long as that forces fewer meetings."""
        present = {*self.playing, *self.among}
        if not any(present.issuperset(pair) for pair in self.apart.pairs):
            return chosen
        # each choice costs a search of its own, so only few are tried, with short searches
        best, least, enough = chosen, *self._cost(chosen, dice)
        others = self._others(best, fixed, equals)
        for _ in range(CHOICES):
            other = next(others, None)
            if other is None or least <= enough:
                break
            cost, _ = self._cost(other, dice)
            if cost < least:
                best, least, others = other, cost, self._others(other, fixed, equals)
        return best

    def _others(self, chosen: Sequence[str], fixed: int, equals: Sequence[str]) -> Iterator[list[str]]:
        """Yield the choices with one player exchanged; those of the equals who cost least come in first."""
        left = sorted((one for one in equals if one not in chosen), key=lambda one: self._adds(one, chosen))
        for one in left:
            for at in reversed(range(fixed, len(chosen))):
                yield [*chosen[:at], one, *chosen[at + 1 :]]

    def _cost(self, chosen: Sequence[str], dice: Random) -> tuple[int, int]:
        """Return the cost of unwanted meetings on the best boards found, and its lower bound."""
        seating = BoardSeating(sorted((*self.playing, *chosen)), BoardRecord(), self.apart.pairs, self.apart.teams)
        together = on_boards([SEATS] * self._boards)
        place = settle(seating.barred, together, seating.least_cost, STEPS, dice)
        return cost_of(seating.barred, together, place), seating.least_cost


NOBODY = KeptApart()
"""Nobody is kept apart."""


class LeftOver(Struct, frozen=True):
    """The numbers of boards, of players who sit out or play twice, and of standbys who play."""

    boards: int
    sit_outs: int = 0
    """How many players sit out; nobody if somebody plays twice."""
    standbys: int = 0
    """How many standbys play."""
    doubles: int = 0
    """How many players play twice."""
    remark: str = ""
    """The reason for a deviation from the rule of the event; empty without one."""


class BoardField(Struct, frozen=True):
    """The players of a round."""

    playing: tuple[str, ...]
    """The ids of the players, repeated for those who play twice; their number is a multiple of seven."""
    standbys: tuple[str, ...] = ()
    """The ids of the standbys who play, in order."""
    sit_outs: tuple[str, ...] = ()
    """The ids of those who sit out, in order; nobody if somebody plays twice."""
    doubles: tuple[str, ...] = ()
    """The ids of those who play twice, in order."""
    remarks: tuple[str, ...] = ()
    """The reasons for deviations from the rule of the event, a sentence each."""


def left_over(players: int, standbys: int, remainder: Remainder) -> LeftOver:
    """Return what happens to the players left over.

    Players sit out if there are too few standbys, or if more than half of them would have to play twice.

    Parameters
    ----------
    players, standbys
        The numbers present: seven players at least, any number of standbys.
    remainder
        The rule in force.
    """
    full, over = divmod(players, SEATS)
    missing = -players % SEATS
    without = LeftOver(full, sit_outs=over)
    if not over or remainder == "sit_out":
        return without
    if remainder == "standbys":
        if standbys >= missing:
            return LeftOver(full + 1, standbys=missing)
        needed = pluralize(missing, "standby is", "standbys are")
        there = pluralize(standbys, "is", "are")
        return replace(without, remark=f"{needed} needed to fill up a board and {there} there.")
    if 2 * missing > players:
        return replace(
            without, remark=f"{missing} of {players} players would have to play twice, more than half of them."
        )
    return LeftOver(full + 1, doubles=missing)


def board_field(
    players: Sequence[Seeded],
    number: int,
    record: BoardRecord,
    *,
    seed: int,
    remainder: Remainder,
    standbys: Sequence[Seeded] = (),
    apart: KeptApart = NOBODY,
) -> BoardField:
    """Choose who plays.

    Those sit out, or play twice, who have done so least often; standbys stand in who have played least. Equals are
    chosen by lot; but to play twice or to stand in, those come first who cause the fewest meetings of players kept
    apart. Players sit out if there are too few standbys, or if more than half of them would have to play twice.

    Parameters
    ----------
    players
        The players who are present, in any order.
    number
        The round.
    record
        The rounds before it.
    seed
        The seed of the event.
    remainder
        The rule in force.
    standbys
        People to fill up a board; no players of the event.
    apart
        The players to be kept apart from each other.

    Raises
    ------
    MistakesFound
        There are fewer than seven players.
    """
    if len(players) < SEATS:
        raise MistakesFound(
            [
                finding(
                    "event-missing",
                    f"{len(players)} of at least {SEATS} players are there in round {number}: enter more players, "
                    "or change the rounds that they play in.",
                )
            ]
        )
    ids = [player.id for player in players]
    plan = left_over(len(ids), len(standbys), remainder)

    def lots(what: str) -> Callable[[str], int]:
        return lambda one: lot(seed, number, what, one)

    def chosen(playing: Sequence[str], many: int, among: Sequence[str], times: Counter[str], what: str) -> list[str]:
        left = PlacesLeft(playing, many, among, apart)
        return sorted(left.choose(times.__getitem__, lots(what), dice_for(seed, number, what)))

    sits_out = lots("sits out")
    out = sorted(sorted(ids, key=lambda one: (record.times_sat_out[one], sits_out(one), one))[: plan.sit_outs])
    playing = [one for one in ids if one not in out]
    stand_in = chosen(playing, plan.standbys, [one.id for one in standbys], record.times_played, "stands in")
    twice = chosen(playing, plan.doubles, ids, record.times_doubled, "plays twice")
    return BoardField(
        (*playing, *stand_in, *twice),
        tuple(stand_in),
        tuple(out),
        tuple(twice),
        (plan.remark,) if plan.remark else (),
    )
