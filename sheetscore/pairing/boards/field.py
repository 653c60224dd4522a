"""Who plays a round on boards of seven: with players left over, standbys fill up, some sit out or some play twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sheetscore.findings import finding
from sheetscore.pairing.boards.left import KeptApart, PlacesLeft
from sheetscore.pairing.boards.record import SEATS, BoardRecord, Seeded
from sheetscore.pairing.lots import dice_for, lot
from sheetscore.problems import MistakesFound
from sheetscore.sentences import counted

Remainder = Literal["standbys", "sit_out", "double"]
"""What happens where the number of players is no multiple of seven."""

NOBODY = KeptApart()
"""Nobody is kept apart."""


@dataclass(frozen=True)
class LeftOver:
    """How many do not play once where some are left over, and how many boards there are.

    Parameters
    ----------
    boards, sit_outs, standbys, doubles
        Counts; nobody sits out where somebody plays twice.
    remark
        Why that is not as the rules of the event have it; empty where it is.
    """

    boards: int
    sit_outs: int = 0
    standbys: int = 0
    doubles: int = 0
    remark: str = ""


@dataclass(frozen=True)
class BoardField:
    """Who plays a round.

    Parameters
    ----------
    playing
        Ids, those who play twice twice; a multiple of seven.
    standbys, sit_outs, doubles
        Ids, in order; nobody sits out where somebody plays twice.
    remarks
        Why the remainder is not dealt with as the rules of the event have it, a sentence each.
    """

    playing: tuple[str, ...]
    standbys: tuple[str, ...] = ()
    sit_outs: tuple[str, ...] = ()
    doubles: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def left_over(players: int, standbys: int, remainder: Remainder) -> LeftOver:
    """Tell what happens with so many players.

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
        needed = counted(missing, "standby is", "standbys are")
        there = counted(standbys, "is", "are")
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
        Those who are there, in any order.
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
