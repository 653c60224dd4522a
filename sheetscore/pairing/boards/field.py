"""Who plays a round on boards of seven: with players left over, standbys fill up, some sit out or some play twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.findings import finding
from sheetscore.pairing.boards.known_rounds import spread_evenly
from sheetscore.pairing.boards.record import SEATS, BoardRecord, Seeded
from sheetscore.pairing.boards.seating import BoardSeating
from sheetscore.pairing.draw import Two, dice_for, lot
from sheetscore.pairing.matching import cost_of, on_boards, settle
from sheetscore.problems import MistakesFound
from sheetscore.wording import pluralize

CHOICES = 24
"""How many choices are looked at where the first one lets two meet who are to be kept apart."""

STEPS = 600
"""How many changes the search for boards may make with each choice."""

Remainder = Literal["standbys", "sit_out", "double"]
"""What happens where the number of players is no multiple of seven."""


class KeptApart(Struct, frozen=True):
    """Who is not to be together on a board."""

    pairs: Collection[Two] = ()
    """Pairs of ids."""
    teams: Mapping[str, str] = field(default_factory=dict)
    """The teams of those whose mates are to be kept apart from them, by player; without a team ""."""


class PlacesLeft(Struct, frozen=True):
    """The places that are left when everybody has one who plays anyway."""

    playing: Sequence[str]
    """The ids of those who have a place; all boards are full with the places that are left."""
    many: int
    """How many are left."""
    among: Sequence[str]
    """The ids of those who may take one each; they may have a place already."""
    apart: KeptApart
    """Who is not to be together."""

    def taken(self, times: Callable[[str], int], lots: Callable[[str], int], dice: Random) -> list[str]:
        """Choose who takes them: those who have done so least often, then those by whom the fewest must meet.

        Of equals those without a team come first, then the members of the smallest teams, and then lots decide.
        Where team mates alone are kept apart no choice is better; where pairs are, a few others are looked at if the
        first one lets some meet.

        Parameters
        ----------
        times
            How often somebody has done so.
        lots
            The lot of somebody.
        dice
            For the boards by which choices are compared.
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
        """Tell what a place for somebody adds.

        Those who must meet, of pairs and of team mates; the places that their team has; and with how many they are
        in a forbidden pair. On two boards whoever plays twice meets everybody.
        """
        places = Counter((*self.playing, *chosen))
        team = self.apart.teams.get(one, "")
        mates = sum(many for player, many in places.items() if team and self.apart.teams.get(player) == team)
        mates_meet = spread_evenly(mates + 1, self._boards) - spread_evenly(mates, self._boards) if team else 0
        forbidden = sum(places[other] for pair in self.apart.pairs if one in pair for other in pair if other != one)
        return forbidden if places[one] and self._boards == 2 else 0, mates_meet, mates, forbidden

    def _bettered(self, chosen: list[str], fixed: int, equals: Sequence[str], dice: Random) -> list[str]:
        """Exchange one of those chosen for another of their equals as long as fewer must meet then."""
        present = {*self.playing, *self.among}
        if not any(present.issuperset(pair) for pair in self.apart.pairs):
            return chosen
        # each choice costs a search of its own, so that few are looked at and each search is a short one
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
        """Yield the choices with one exchanged, first for those who add least."""
        left = sorted((one for one in equals if one not in chosen), key=lambda one: self._adds(one, chosen))
        for one in left:
            for at in reversed(range(fixed, len(chosen))):
                yield [*chosen[:at], one, *chosen[at + 1 :]]

    def _cost(self, chosen: Sequence[str], dice: Random) -> tuple[int, int]:
        """Tell what it costs that some meet on the best boards that are found, and below what it cannot be."""
        seating = BoardSeating(sorted((*self.playing, *chosen)), BoardRecord(), self.apart.pairs, self.apart.teams)
        together = on_boards([SEATS] * self._boards)
        place = settle(seating.barred, together, seating.least_cost, STEPS, dice)
        return cost_of(seating.barred, together, place), seating.least_cost


NOBODY = KeptApart()
"""Nobody is kept apart."""


class LeftOver(Struct, frozen=True):
    """How many do not play once where some are left over, and how many boards there are."""

    boards: int
    sit_outs: int = 0
    standbys: int = 0
    doubles: int = 0
    """Counts; nobody sits out where somebody plays twice."""
    remark: str = ""
    """Why that is not as the rules of the event have it; empty where it is."""


class BoardField(Struct, frozen=True):
    """Who plays a round."""

    playing: tuple[str, ...]
    """Ids, those who play twice twice; a multiple of seven."""
    standbys: tuple[str, ...] = ()
    sit_outs: tuple[str, ...] = ()
    doubles: tuple[str, ...] = ()
    """Ids, in order; nobody sits out where somebody plays twice."""
    remarks: tuple[str, ...] = ()
    """Why the remainder is not dealt with as the rules of the event have it, a sentence each."""


def left_over(players: int, standbys: int, remainder: Remainder) -> LeftOver:
    """Return what happens to the players left over.

    Players sit out where there are too few standbys, and where more than half of them would have to play twice.

    Parameters
    ----------
    players, standbys
        How many are there: seven players at least, any number of standbys.
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

    Those sit out who have done so least often, those play twice who have done so least often, and those stand in
    who have played least. Of equals those play twice or stand in by whom the fewest must meet who are kept apart;
    otherwise lots decide. Players sit out where there are too few standbys, and where more
    than half of them would have to play twice.

    Parameters
    ----------
    players
        Those present, in any order.
    number
        The round.
    record
        The rounds before it.
    seed
        The event's.
    remainder
        The rule in force.
    standbys
        Those who would fill up a board; no players of the event.
    apart
        Who is not to be together.

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
        return sorted(left.taken(times.__getitem__, lots(what), dice_for(seed, number, what)))

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
