"""Final boards of Diplomacy made up by chance, of every kind of ending."""

from __future__ import annotations

import random

from sheetscore.scoring.boards.board import ALL_CENTRES, POWERS, SOLO, Board, Outcome

LAST_YEAR = 1909

EXAMPLE = Board(
    {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5},
    Outcome.DRAW,
    eliminated={"Austria": 1903, "Germany": 1904, "France": 1906},
    final_year=1908,
)
"""The board on which the systems are compared."""


def chance_board(chance: random.Random, outcome: str | None = None, *, all_owned: bool = False) -> Board:
    """Make a board up: often with ties, unowned centres, several powers eliminated in the same year."""
    ending = Outcome(outcome or chance.choice([*Outcome]))
    alive = chance.sample(POWERS, chance.randint(1 if ending is Outcome.SOLO else 3, 7))
    most = dict.fromkeys(alive, SOLO - 1)
    centres = dict.fromkeys(alive, 1)
    if ending is Outcome.SOLO:
        centres[alive[0]] = SOLO
        most[alive[0]] = ALL_CENTRES
    left = ALL_CENTRES - sum(centres.values())
    for _ in range(left if all_owned else chance.randint(left // 2, left)):
        power = chance.choice([power for power in alive if centres[power] < most[power]])
        centres[power] += 1
    return Board(
        centres,
        ending,
        _members(chance, ending, alive),
        {power: chance.randint(1902, LAST_YEAR) for power in POWERS if power not in alive},
        LAST_YEAR,
        {year: {power: chance.randint(1, 2) for power in alive} for year in (1907, 1908)},
    )


def _members(chance: random.Random, ending: Outcome, alive: list[str]) -> tuple[str, ...]:
    if ending is Outcome.CONCESSION:
        return (chance.choice(alive),)
    if ending is Outcome.DRAW:
        return tuple(chance.sample(alive, chance.choice([0, *range(2, len(alive) + 1)])))
    return tuple(alive) if ending is Outcome.DRAW_ALL and chance.random() < 0.5 else ()
