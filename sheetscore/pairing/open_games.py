"""What is open: games, lines and boards that are drawn and have no result yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sheetscore.pairing.draw import Draw
from sheetscore.sentences import numbered


@dataclass(frozen=True)
class OpenGame:
    """A game, a line or a board without a result; or a round that has none at all.

    Parameters
    ----------
    round
        Counted from 1.
    table
        None where the whole round is open.
    players
        The ids of those who sit there as it is drawn, teams where these are drawn; none where nobody knows.
    """

    round: int
    table: int | None
    players: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """Give it with the keys that scripts rely on."""
        return {"round": self.round, "table": self.table, "players": list(self.players)}


def open_round(number: int, drawn: Mapping[int, Sequence[str]], missing: Collection[int]) -> tuple[OpenGame, ...]:
    """Give what is open in a round: one entry for each table, or a single one if nothing is in.

    Parameters
    ----------
    drawn
        Who sits at each table; a table at which nobody sits is not open.
    missing
        The tables without a result.
    """
    left = {table: tuple(players) for table, players in drawn.items() if players and table in missing}
    if left and not any(players for table, players in drawn.items() if table not in missing):
        return (OpenGame(number, None, tuple(player for players in left.values() for player in players)),)
    return tuple(OpenGame(number, table, players) for table, players in left.items())


def open_tables(draw: Draw, missing: Collection[int] | None) -> tuple[OpenGame, ...]:
    """Give what is open in a drawn round whose results come table by table.

    Parameters
    ----------
    draw
        Without tables where it cannot be read: then nobody knows who sits there.
    missing
        The tables that its results leave out; None for a round without results.
    """
    seated = {table.number: tuple(table.seated.values()) for table in draw.tables}
    if missing is None:
        return open_round(draw.round, seated, seated) if seated else (OpenGame(draw.round, None, ()),)
    return tuple(OpenGame(draw.round, table, seated.get(table, ())) for table in missing)


def open_words(games: Sequence[OpenGame]) -> str:
    """Say in words what is open; empty where nothing is."""
    return "; ".join([*_partly(games), *_wholly(games)])


def _partly(games: Sequence[OpenGame]) -> Iterator[str]:
    some = [(game.round, game.table) for game in games if game.table is not None]
    for number, tables in groupby(sorted(some), key=lambda one: one[0]):
        yield f"round {number} is provisional: {numbered('table', [table for _, table in tables])} not in yet"


def _wholly(games: Sequence[OpenGame]) -> Iterator[str]:
    rounds = sorted(game.round for game in games if game.table is None)
    if rounds:
        verbs = ("is", "has") if len(rounds) == 1 else ("are", "have")
        yield f"{numbered('round', rounds)} {verbs[0]} drawn and {verbs[1]} no results yet"
