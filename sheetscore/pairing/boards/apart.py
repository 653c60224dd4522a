"""Boards on which nobody is with those whom they must not be with, where there are such boards."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sheetscore.pairing.boards.record import SEATS

TRIES = 2_000
"""How many seats may be tried; what takes more is as good as impossible."""


def boards_apart(strangers: Sequence[Collection[int]]) -> list[list[int]] | None:
    """Fill the boards so that all strangers are apart.

    Exact as far as the tries reach: whoever has the fewest boards left is seated next, on each board in turn
    (colouring a graph by saturation; Brelaz, 1979).

    Parameters
    ----------
    strangers
        For each player those who must be on another board; both of two name each other.

    Returns
    -------
    list of list of int
        The players of each board; None where none were found.
    """
    return _Filling(strangers).fill()


class _Filling:
    """Boards that are being filled."""

    def __init__(self, strangers: Sequence[Collection[int]]) -> None:
        self.strangers = strangers
        self.boards: list[list[int]] = [[] for _ in range(len(strangers) // SEATS)]
        self.waiting = set(range(len(strangers)))
        self.tries = TRIES

    def fill(self) -> list[list[int]] | None:
        if not self.waiting:
            return self.boards
        player, free = min(
            ((player, self._free(player)) for player in sorted(self.waiting)),
            key=lambda one: (len(one[1]), -len(self.strangers[one[0]])),
        )
        self.waiting.remove(player)
        for board in free:
            self.tries -= 1
            if self.tries < 0:
                break
            board.append(player)
            if self.fill() is not None:
                return self.boards
            board.pop()
        self.waiting.add(player)
        return None

    def _free(self, player: int) -> list[list[int]]:
        """Give the boards on which a player may be; of those that are empty one, as they are alike."""
        free = [
            board
            for board in self.boards
            if 0 < len(board) < SEATS and not any(other in self.strangers[player] for other in board)
        ]
        return free + [board for board in self.boards if not board][:1]
