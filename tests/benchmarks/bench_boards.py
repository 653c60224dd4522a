"""How long scoring Diplomacy boards takes under every system, against the sum of squares written out in Python."""

from __future__ import annotations

import random
from fractions import Fraction

from measure import report, seconds

from sheetscore.scoring.boards.board import POWERS, Board
from sheetscore.scoring.boards.scores import ScorableBoard
from sheetscore.scoring.boards.system import board_system, board_system_paths

SYSTEMS = [board_system(name) for name in board_system_paths()]
BOARDS = 10_000


def final_board(chance: random.Random) -> Board:
    """A board on which up to four powers have fallen and nobody has won."""
    alive = chance.sample(POWERS, chance.randint(3, 7))
    centres = dict.fromkeys(alive, 1)
    for _ in range(34 - len(alive)):
        power = chance.choice(alive)
        centres[power] += centres[power] < 17
    eliminated = {power: chance.randint(1902, 1908) for power in POWERS if power not in alive}
    return Board(centres, eliminated=eliminated, final_year=1908)


def sum_of_squares(centres: dict[str, int]) -> dict[str, Fraction]:
    """What a director who programs would write."""
    total = 0
    for count in centres.values():
        total += count * count
    scores = {}
    for power, count in centres.items():
        scores[power] = Fraction(100 * count * count, total)
    return scores


def bench_10000_boards_under_every_system() -> None:
    chance = random.Random(1901)
    boards = [final_board(chance) for _ in range(BOARDS)]
    counts = [{power: board.owned(power) for power in POWERS} for board in boards]

    def score() -> None:
        for board in boards:
            known = ScorableBoard(board)
            for system in SYSTEMS:
                known.scores(system)

    def loop() -> None:
        for centres in counts:
            for _ in SYSTEMS:
                sum_of_squares(centres)

    what = f"{BOARDS} boards under {len(SYSTEMS)} systems, against a plain loop for each of them"
    report(what, seconds({"score_board": score, "plain loop": loop}, repeats=1), 10)
