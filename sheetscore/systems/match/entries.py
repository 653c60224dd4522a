"""The boxes of a table and what stands in them: each match with its scenario, who began, and its two games.

Source: "All Players are Created Equal", Choosing the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.event.identity import folded
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.pairing.draw import Draw
from sheetscore.systems.match.games import SEATS, Game, Seat, Winner, other
from sheetscore.systems.match.matches import GAMES, MATCHES, MatchOutcome, score_match
from sheetscore.systems.match.model import MatchEvent, MatchScenario

GAME_NUMBERS = tuple(range(1, GAMES + 1))

_FIGURES = {"points": "points", "turns": "turn", "losses": "losses"}
"""What a game may have of each player, and what the boxes are called."""


@dataclass(frozen=True)
class MatchSheet:
    """A match as it is written down.

    Parameters
    ----------
    number
        Among those of the two in the round, from 1.
    scenario
        The one played; None while it is not chosen, or is none of the event's.
    whole
        The boxes of the match as a whole that are filled, by name: ``rolls_1``, ``coin`` ...
    boxes
        Those of each game likewise.
    """

    number: int
    scenario: MatchScenario | None
    whole: Mapping[str, Value]
    boxes: Mapping[int, Mapping[str, Value]]

    @property
    def begun(self) -> bool:
        """Whether anything of its games is written down."""
        return any(self.boxes.values())

    @property
    def first(self) -> Seat:
        """Who has the first side in game 1: by the coin, and without one whoever has the draw's first seat."""
        return _seat(self.whole.get("coin")) or SEATS[0]

    def side_a(self, game: int) -> Seat:
        """Return who has the first side in a game (1 or 2)."""
        return self.first if game == 1 else other(self.first)

    def game(self, number: int) -> Game:
        """Return a game (1 or 2) as it ended."""
        boxes = self.boxes[number]
        level = self.scenario.level_called(boxes["level"]) if self.scenario and "level" in boxes else None
        figures = {
            name: {seat: int(Fraction(boxes[key])) for seat in SEATS if (key := f"{box}_{seat}") in boxes}
            for name, box in _FIGURES.items()
        }
        return Game(self.side_a(number), _winner(boxes.get("winner")), level, **figures)

    @property
    def games(self) -> tuple[Game, ...]:
        """Both games."""
        return tuple(map(self.game, GAME_NUMBERS))

    def outcome(self, event: MatchEvent, handicap: Fraction) -> MatchOutcome | None:
        """Score the match; None while it is not complete."""
        if self.scenario is None:
            return None
        return score_match(self.scenario.kind, self.games, handicap, event.decisions)


def _seat(value: Value | None) -> Seat | None:
    return next((seat for seat in SEATS if str(value) == seat), None)


def _winner(value: Value | None) -> Winner | None:
    return "draw" if value == "draw" else _seat(value)


_WHOLE = (
    "played",
    "rolls_1",
    "rolls_2",
    "choice",
    "order_first",
    "order_second",
    "order_high",
    "coin",
)
_OF_A_GAME = ("side_a", "winner", "level", *(f"{box}_{seat}" for box in _FIGURES.values() for seat in SEATS))


def read_matches(event: MatchEvent, round_: int, table: int, entries: Entries) -> list[MatchSheet]:
    """Take the sheet of a table apart.

    Parameters
    ----------
    round_
        The round (from 1), whose only scenario is the one played where nothing else is written.
    """
    return [_read(event, round_, table, number, entries) for number in match_numbers(event)]


def _read(event: MatchEvent, round_: int, table: int, number: int, entries: Entries) -> MatchSheet:
    whole = {what: entries[key] for what in _WHOLE if (key := match_box(event, table, number, what)) in entries}
    boxes = {
        game: {
            what: entries[key] for what in _OF_A_GAME if (key := game_box(event, table, number, game, what)) in entries
        }
        for game in GAME_NUMBERS
    }
    return MatchSheet(number, _scenario(event, round_, whole.get("played")), whole, boxes)


def _scenario(event: MatchEvent, round_: int, played: Value | None) -> MatchScenario | None:
    offered = event.choice(round_)
    if played is None:
        return offered[0] if len(offered) == 1 else None
    return next((one for one in offered if folded(one.id) == folded(played)), None)


PLAYERS, SETUP, ORDERS, RESULT = "players", "setup", "orders", "result"
SERIES, HANDICAPS = "series", "handicaps"
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
