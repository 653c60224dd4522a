"""The rounds of an event as seeding takes them: who had which power on which board, and who sat out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetscore.pairing.boards.record import BoardGame, BoardRecord
from sheetscore.pairing.draw import Draw
from sheetscore.systems.diplomacy.games import games_of, sat_out
from sheetscore.systems.outcomes import EarlierRound

_Place = tuple[int, str, str]
"""Board, power and player."""


def record_of(earlier: Sequence[EarlierRound]) -> BoardRecord:
    """Put earlier rounds together: boards as they were played, and as they were drawn where results are missing.

    Parameters
    ----------
    earlier
        Rounds with results, of all their boards or of some, or with nothing but the draw; in any order.
    """
    return BoardRecord(
        tuple(game for one in earlier for game in _games(one)),
        tuple((one.number, player) for one in earlier for player in _sat_out(one)),
    )


def _games(earlier: EarlierRound) -> Iterator[BoardGame]:
    places = _played(earlier)
    scored = {board for board, _, _ in places}
    places += [place for place in _drawn(earlier.drawn) if place[0] not in scored]
    boards: dict[int, dict[str, str]] = {}
    for board, power, player in places:
        powers = boards.setdefault(board, {})
        if player not in powers.values():  # a draw may have been edited to anything
            powers[power] = player
    for board, powers in boards.items():
        yield BoardGame(earlier.number, board, powers)


def _played(earlier: EarlierRound) -> list[_Place]:
    return [(game.table, game.power, game.player) for game in games_of({earlier.number: earlier.rows})]


def _drawn(drawn: Draw | None) -> list[_Place]:
    return list(drawn.places()) if drawn is not None else []


def _sat_out(earlier: EarlierRound) -> Iterator[str]:
    """Give who sat out: those of the results, and those of the draw who are not in the results at all."""
    rows = {str(row["player"]) for row in earlier.rows}
    yield from (str(row["player"]) for _, row in sat_out({earlier.number: earlier.rows}))
    if earlier.drawn is not None:
        yield from (player for player in earlier.drawn.byes if player not in rows)
