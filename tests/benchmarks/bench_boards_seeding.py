"""How few pairs meet again on boards of seven, against the fewest that four rounds allow, and how long that takes."""

from __future__ import annotations

from typing import get_args

from measure import limit, processor

from sheetscore.pairing.boards.field import Remainder
from sheetscore.pairing.boards.record import BoardRecord, Seeded
from sheetscore.pairing.boards.seeding import seed_boards

YARDSTICK = {
    21: (15, 45, 90),
    28: (12, 36, 72),
    35: (10, 30, 60),
    42: (6, 18, 36),
    49: (0, 0, 0),
    70: (0, 0, 0),
}
"""By the number of players, the sum over pairs of m (m - 1) / 2 for m meetings, after rounds 2, 3 and 4."""


def rounds(
    players: list[Seeded], number: int, seed: int, remainder: Remainder = "sit_out"
) -> tuple[list[int], int, int, float]:
    """Seed rounds.

    Give the sums after each from the second, how many pairs met three times or more, how many powers came again, and
    the longest time.
    """
    record = BoardRecord()
    sums: list[int] = []
    longest = 0.0
    for one in range(1, number + 1):
        begun = processor()
        draw = seed_boards(players, one, record, seed=seed, rounds_to_come=number - one, remainder=remainder)
        longest = max(longest, processor() - begun)
        record = BoardRecord(record.games + draw.record.games, record.sit_outs + draw.record.sit_outs)
        sums.append(sum(len(met) * (len(met) - 1) // 2 for met in record.meetings.values()))
    often = sum(len(met) > 2 for met in record.meetings.values())
    return sums[1:], often, sum(len(had) - 1 for had in record.played.values()), longest


def field(count: int, team_of: int = 0) -> list[Seeded]:
    return [Seeded(f"P{n:03}", f"Player {n}", f"Team {n // team_of}" if team_of else "") for n in range(count)]


def bench_meetings_that_come_again_in_four_rounds() -> None:
    print("\nsum over pairs of m (m - 1) / 2 after rounds 2, 3 and 4; powers played again; longest round")
    for count, aim in YARDSTICK.items():
        sums, _, again, longest = rounds(field(count), 4, seed=1)
        verdict = "reached" if tuple(sums) == aim else f"MISSED {aim}"
        print(f"  {count} players: {' / '.join(map(str, sums))}, {verdict}; {again} powers; {longest:.3f} s")


def bench_meetings_with_players_left_over() -> None:
    print("\nthe same with players in teams of four left over; pairs that met three times or more")
    for remainder in get_args(Remainder)[1:]:
        for count in (22, 27, 33, 45, 50, 68):
            sums, often, again, longest = rounds(field(count, team_of=4), 4, seed=1, remainder=remainder)
            figures = f"{' / '.join(map(str, sums))}; {often} pairs; {again} powers; {longest:.3f} s"
            print(f"  {remainder}, {count} players: {figures}")


def bench_seeding_70_players() -> None:
    *_, longest = rounds(field(70), 9, seed=1)  # the last rounds are searched for
    limit("seeding 70 players, the longest of 9 rounds", longest, 5, "s")
    *_, longest = rounds(field(70, team_of=4), 4, seed=1)
    limit("seeding 70 players in teams of four, the longest of 4 rounds", longest, 5, "s")
