"""The boxes of a table's sheet by their names: players, the match, its two games, the end of a series."""

from __future__ import annotations

from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.pairing.draw import Draw
from sheetscore.systems.match.games import Seat
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.series import MATCHES

PLAYERS, SETUP, ORDERS, SERIES = "players", "setup", "orders", "series"
"""The blocks of a table's sheet besides those of its games."""


def match_numbers(event: MatchEvent) -> tuple[int, ...]:
    """Return the numbers of the matches that two have in a round."""
    return tuple(range(1, MATCHES + 1)) if event.plays_series else (1,)


def before_match(event: MatchEvent, match: int) -> str:
    """Return what stands before the names of the boxes of a match: nothing where a round is one match."""
    return f"match.{match}." if event.plays_series else ""


def player_box(table: int, seat: Seat) -> FieldKey:
    """Return the box of a player."""
    return FieldKey(table, "", f"{PLAYERS}.{seat}")


def match_box(event: MatchEvent, table: int, match: int, what: str) -> FieldKey:
    """Return a box of a match as a whole, such as ``played`` or ``order_high``."""
    block = ORDERS if what.startswith("order") else SETUP
    return FieldKey(table, "", f"{before_match(event, match)}{block}.{what}")


def game_box(event: MatchEvent, table: int, match: int, game: int, what: str) -> FieldKey:
    """Return a box of a game (1 or 2), such as ``winner`` or ``points_1``."""
    return FieldKey(table, "", f"{before_match(event, match)}game.{game}.{what}")


def series_box(table: int, what: str) -> FieldKey:
    """Return a box of the end of a series: ``ended`` or ``reason``."""
    return FieldKey(table, "", f"{SERIES}.{what}")


def drawn_players(drawn: Draw) -> dict[FieldKey, Value]:
    """Return the entries of sheets on which nothing stands but the players."""
    return {FieldKey(table, "", f"{PLAYERS}.{seat}"): player for table, seat, player in drawn.places()}


def seated(table: int, entries: Entries) -> dict[Seat, str]:
    """Return who plays at a table as its sheet has it; who is missing is left out."""
    seats: tuple[Seat, Seat] = ("1", "2")
    return {seat: str(entries[key]) for seat in seats if (key := player_box(table, seat)) in entries}
