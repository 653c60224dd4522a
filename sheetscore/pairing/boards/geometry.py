"""Rounds of boards of seven that are known to agree with each other as well as rounds can.

With k boards, 7k players are thought of as sitting in k rows of seven places. A round is a word of seven letters:
it tells for each column by how much the column is turned before each row becomes a board. Two players are together
in two rounds when their columns are turned by amounts that differ equally from one round to the other; so two rounds
repeat the fewest meetings if the seven differences of their words, letter by letter, are spread evenly over the k
amounts. Turning is adding in a group with k elements.

Sources: orthogonal arrays and difference matrices (Colbourn and Dinitz, Handbook of Combinatorial Designs, 2007,
III.3 and VI.17); for seven boards the words are the lines of the affine plane of order 7, and its columns are an
eighth round.
"""

from __future__ import annotations

from functools import cache
from math import gcd

from sheetscore.pairing.boards.record import SEATS

Labels = tuple[int, ...]
"""A round: the board of every place; place p is in row p // 7 and in column p % 7."""

TURNED_BY_BITS = (4, 8, 16)
"""Numbers of boards whose group adds binary digits without carrying; all others add modulo their number."""

WORDS: dict[int, tuple[str, ...]] = {
    2: ("0000000", "0001111", "0110011", "0111100", "1010101", "1011010", "1100110", "1101001"),
    3: ("0000000", "0001122", "0211020", "0210102", "0202211", "0122012", "0120221"),
    4: ("0000000", "0011223", "0321302", "0330121", "0213310", "0202133", "0132012", "0123231"),
    5: ("0000000", "0011234", "0432110", "0320431", "0313142", "0241313", "0134023"),
    6: ("0000000", "0012345", "0543521", "0524213"),
    8: ("0000000", "0123456", "0462375", "0275641", "0617534", "0541723", "0734162", "0356217"),
    9: ("0000000", "0123456", "0482571", "0764285", "0576148", "0641327", "0857613"),
    10: ("0000000", "0123456", "0269371", "0987625", "0316297", "0574138", "0495862"),
    12: ("0000000", "0123456", "0316592", "06a1b73", "0a42761", "0257148", "079482b"),
    15: ("0000000", "0123456", "05edc18", "06d4293", "0971825", "08c73d9", "03be5ac", "0c861eb"),
    16: ("0000000", "0123456", "0f3a825", "0aed217", "09753b2", "06d2f83", "05fbacd", "0b615ea"),
    18: ("0000000", "0123456", "04b152g", "0b1h76a", "07dgbe8", "0a549gd", "0g35e19", "0he764f"),
}
"""By the number of boards, for those that steps of equal length do not serve as well; found by search.

For 3 to 6 boards no longer list of this form exists.
"""


@cache
def known_rounds(boards: int) -> tuple[Labels, ...]:
    """Give rounds of which every two repeat as few meetings as two rounds can; from seven boards on, none.

    Parameters
    ----------
    boards
        From 1. A single board has one round, as there is nothing to choose.
    """
    words = [tuple(int(letter, 36) for letter in word) for word in WORDS.get(boards, ())] or _steps(boards)
    rounds = [_turned(boards, word) for word in words]
    if boards == SEATS:
        rounds.append(tuple(place % SEATS for place in range(boards * SEATS)))
    return tuple(rounds)


def fewest_repeats(boards: int) -> int:
    """Tell how many meetings two rounds of full boards have in common at least.

    The seven of a board of the one round come from ``boards`` boards of the other, as evenly as they can.
    """
    return boards * spread_evenly(SEATS, boards)


def spread_evenly(many: int, boards: int) -> int:
    """Count the pairs that are together if so many are spread over boards as evenly as they can be."""
    each, over = divmod(many, boards)
    return boards * each * (each - 1) // 2 + over * each


def _steps(boards: int) -> list[tuple[int, ...]]:
    """Turn each column one step further than the one before it, with another length of step in each round.

    Two rounds whose steps differ by d agree in none of the seven differences if d, 2 d ... 6 d are no multiple
    of the number of boards. For a prime number from 7 on all steps serve.
    """
    steps: list[int] = []
    for step in range(boards):
        if all(boards // gcd(step - other, boards) >= SEATS for other in steps):
            steps.append(step)
    return [tuple(step * column % boards for column in range(SEATS)) for step in steps]


def _turned(boards: int, word: tuple[int, ...]) -> Labels:
    """Give the board of each place when every column is turned."""
    if boards in TURNED_BY_BITS:
        return tuple(row ^ turn for row in range(boards) for turn in word)
    return tuple((row + turn) % boards for row in range(boards) for turn in word)
