"""Who plays a round on boards of seven: with players left over, standbys fill up, some sit out or some play twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sheetscore.findings import finding
from sheetscore.pairing.boards_record import SEATS, BoardRecord, Seeded
from sheetscore.pairing.lots import lot
from sheetscore.problems import MistakesFound

Remainder = Literal["standbys", "sit_out", "double"]
"""What happens where the number of players is no multiple of seven."""


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


def board_field(
    players: Sequence[Seeded],
    number: int,
    record: BoardRecord,
    *,
    seed: int,
    remainder: Remainder,
    standbys: Sequence[Seeded] = (),
) -> BoardField:
    """Choose who plays.

    Those sit out who have done so least often, those play twice who have done so least often, and those stand in
    who have played least; of equals lots decide. Players sit out where there are too few standbys, and where more
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
    over = len(ids) % SEATS
    missing = -len(ids) % SEATS

    def first(many: int, of: Sequence[str], times: Callable[[str], int], what: str) -> tuple[str, ...]:
        return tuple(sorted(sorted(of, key=lambda one: (times(one), lot(seed, number, what, one), one))[:many]))

    def without(remarks: tuple[str, ...]) -> BoardField:
        out = first(over, ids, record.times_sat_out.__getitem__, "sits out")
        return BoardField(tuple(one for one in ids if one not in out), sit_outs=out, remarks=remarks)

    if not over or remainder == "sit_out":
        return without(())
    if remainder == "standbys":
        if len(standbys) < missing:
            are = "is" if len(standbys) == 1 else "are"
            return without((f"{missing} standbys are needed to fill up a board and {len(standbys)} {are} there.",))
        stand_in = first(missing, [one.id for one in standbys], record.times_played.__getitem__, "stands in")
        return BoardField((*ids, *stand_in), standbys=stand_in)
    if 2 * missing > len(ids):
        return without((f"{missing} of {len(ids)} players would have to play twice, more than half of them.",))
    twice = first(missing, ids, record.times_doubled.__getitem__, "plays twice")
    return BoardField((*ids, *twice), doubles=twice)
