"""Simulated events of matched games: the better player wins both games, at a level by the difference of ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetscore.event.model import Player
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.deciding import GAMES
from sheetscore.systems.match.games import LEVELS, GameKind, Level
from sheetscore.systems.match.model import MatchEvent, MatchScenarioChoice
from sheetscore.systems.match.score import game_box, match_box
from sheetscore.systems.simulated import Playing, rounds_in_turn
from sheetscore.systems.two_at_a_table import SEATS

A_LEVEL = 200
"""The difference of ratings from one level of victory to the next."""


def set_up(event: MatchEvent, players: Sequence[Player], rounds: int) -> MatchEvent:
    """Return the event with these players and so many rounds; they play the first scenarios of its rounds in turn."""
    played = rounds_in_turn(event, rounds)
    return event.model_copy(
        update={
            "header": event.header.model_copy(update={"rounds": rounds}),
            "players": tuple(players),
            "handicaps": (),
            "wishes": (),
            "rounds": tuple(
                MatchScenarioChoice(number=number, scenario=(event.choice(one.number)[0].id,))
                for number, one in enumerate(played, start=1)
            ),
        }
    )


def play(round_: RoundContext[MatchEvent], playing: Playing) -> Entries:
    """Return the entries that say who wins the games, and at which level."""
    strength = playing(round_.stage)
    event = round_.event
    (scenario,) = event.choice(round_.stage)
    matches = range(1, event.settings.series + 1)
    return {
        key: value
        for table in round_.draw.tables
        if len(table.seated) == len(SEATS)
        for match in matches
        for at_seats in [[strength[table.seated[seat]] for seat in SEATS]]
        for key, value in _match(event, scenario.kind, (table.number, match), at_seats)
    }


def _match(
    event: MatchEvent, kind: GameKind, where: tuple[int, int], strengths: Sequence[float]
) -> Iterator[tuple[FieldKey, Value]]:
    """Yield the entries of a match: player 1 has the first side in game 1. ``where`` is its table and number."""
    winner = max(SEATS, key=lambda seat: strengths[SEATS.index(seat)])
    yield match_box(event, *where, "coin"), SEATS[0]
    for game in range(1, GAMES + 1):
        yield game_box(event, *where, game, "winner"), winner
        side = "first" if (winner == SEATS[0]) == (game == 1) else "second"
        if kind.graded and kind.graded_side in {None, side}:
            yield game_box(event, *where, game, "level"), _level(abs(strengths[0] - strengths[1]))


def _level(difference: float) -> Level:
    return LEVELS[min(int(difference / A_LEVEL), len(LEVELS) - 1)]
