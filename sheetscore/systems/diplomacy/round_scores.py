"""What everybody did in an event, and what counts for one: a round, or a game on its own.

Source: the rule of the settings ``round_scoring`` and ``sit_out_score`` of :mod:`sheetscore.systems.diplomacy.model`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from sheetscore.systems.diplomacy.games import Game, by_player, games_of, sat_out
from sheetscore.systems.outcomes import ResultRow

Number = int | Fraction


@dataclass(frozen=True)
class SitOut:
    """A round that somebody sat out, and what that scores; None where the round does not count."""

    player: str
    name: str
    round: int
    score: Number | None


@dataclass(frozen=True)
class PlayerRecord:
    """All that a player did in the scored rounds, in order.

    Parameters
    ----------
    id, name
        Of the player; the name is the one of the latest round.
    """

    id: str
    name: str
    games: tuple[Game, ...]
    sit_outs: tuple[SitOut, ...]

    @property
    def rounds(self) -> int:
        """In how many rounds there was a game."""
        return len({game.round for game in self.games})

    @property
    def solos(self) -> int:
        """How many games were won; concessions count."""
        return sum(game.fate == "solo" for game in self.games)

    @property
    def centres(self) -> int:
        """The centres of all games."""
        return sum(game.centres for game in self.games)

    def nth_best_game(self, number: int) -> Number | None:
        """Give the highest score of a game (1), the second highest (2); None without so many games."""
        scores = sorted((game.score for game in self.games), reverse=True)
        return scores[number - 1] if number <= len(scores) else None


def player_records(rounds: Mapping[int, Sequence[ResultRow]]) -> dict[str, PlayerRecord]:
    """Give the record of everybody who has a row in a scored round, standbys too, by id.

    Parameters
    ----------
    rounds
        The rows of each scored round by its number.
    """
    names = {str(row["player"]): str(row["name"]) for number in sorted(rounds) for row in rounds[number]}
    games = by_player(games_of(rounds))
    pauses: dict[str, list[SitOut]] = {}
    for number, row in sat_out(rounds):
        player = str(row["player"])
        pauses.setdefault(player, []).append(SitOut(player, names[player], number, cast("Number | None", row["score"])))
    return {
        id_: PlayerRecord(
            id_,
            names[id_],
            tuple(sorted(games.get(id_, ()), key=lambda game: (game.round, game.table))),
            tuple(pauses.get(id_, ())),
        )
        for id_ in sorted(names)
    }


@dataclass(frozen=True)
class Unit:
    """What counts for one in the score of an event.

    Parameters
    ----------
    round
        In which it was played.
    games
        What the score comes from; none where the round was sat out.
    sit_outs
        The round that was sat out, if any.
    score
        What counts.
    """

    round: int
    games: tuple[Game, ...]
    sit_outs: tuple[SitOut, ...]
    score: Number


ROUND_SCORES: Mapping[str, Callable[[Sequence[Number]], Number]] = {"best": max, "sum": sum}
"""What counts of several scores in a round, by ``round_scoring``; ``none`` leaves games on their own."""


def units_of(record: PlayerRecord, round_scoring: str) -> tuple[Unit, ...]:
    """Give what counts of a player, round by round or game by game, in order.

    Parameters
    ----------
    round_scoring
        ``best``, ``sum`` or ``none``; a round that was sat out for a score counts as one under each of them.
    """
    if round_scoring == "none":
        return tuple(sorted(_on_their_own(record), key=lambda unit: unit.round))
    return tuple(_rounds(record, ROUND_SCORES[round_scoring]))


def game_units(record: PlayerRecord, points: Callable[[Game], Number]) -> tuple[Unit, ...]:
    """Give the games of a player, each on its own, with the points that it has in the event as a whole."""
    return tuple(Unit(game.round, (game,), (), points(game)) for game in record.games)


def _on_their_own(record: PlayerRecord) -> Iterator[Unit]:
    yield from game_units(record, lambda game: game.score)
    for pause in record.sit_outs:
        if pause.score is not None:
            yield Unit(pause.round, (), (pause,), pause.score)


def _rounds(record: PlayerRecord, joined: Callable[[Sequence[Number]], Number]) -> Iterator[Unit]:
    units: dict[int, list[Unit]] = {}
    for unit in _on_their_own(record):
        units.setdefault(unit.round, []).append(unit)
    for number in sorted(units):
        parts = units[number]
        games = tuple(game for part in parts for game in part.games)
        pauses = tuple(pause for part in parts for pause in part.sit_outs)
        yield Unit(number, games, pauses, joined([part.score for part in parts]))
