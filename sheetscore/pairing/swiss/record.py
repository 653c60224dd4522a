"""The data of a Swiss event on its players: their games, and the points for these.

Source: ASO 2008 Tournament Rules, Pairing principles and Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import asdict

from sheetscore.pairing.draw import Draw, lot
from sheetscore.pairing.swiss.pools import MOST_SWISS_ROUNDS

Outcome = Literal["one", "other", "draw", "bye", "open"]
"""Who won a game, or a draw; ``bye``: there is no game, since ``one`` has a bye; ``open``: there is no result yet."""

HIGHEST_POINTS = 100
"""Points and weights of the settings go from 0 to here, so that all costs of a draw fit the matching's numbers."""


class SwissPlayer(Struct, frozen=True):
    """A player of the event."""

    id: str
    name: str
    rating: int
    """The rating at the start of the event; it does not change during the event."""
    country: str = ""
    """The country as the director writes it; "" if unknown: then nobody shares it."""
    club: str = ""
    """The club, in the same way."""
    regulars: frozenset[str] = frozenset()
    """The ids of frequent opponents outside the event. It is enough if one of two names the other."""


class SwissSettings(Struct, frozen=True):
    """The rules in force.

    Raises
    ------
    ValueError
        A number is outside its range.
    """

    rounds: int
    """The number of rounds, from 1 to :data:`MOST_SWISS_ROUNDS`, which gives the size of the pools."""
    win: int = 3
    draw: int = 1
    loss: int = 0
    """Points of a won, a drawn and a lost game, 0 to 100."""
    bye_points: int = 3
    """Points of a bye, 0 to 100."""
    bye_keeps_undefeated: bool = True
    """Whether a player with a bye still counts as undefeated."""
    missed_points: int = 0
    """Points of a round that a player misses, 0 to 100."""
    missed_is_loss: bool = True
    """Whether a missed round counts as a loss; in any case the player is no longer undefeated."""
    request_points: int = 3
    """The largest difference of points of two who ask to meet."""
    regular: int = 4
    same_club: int = 2
    same_country: int = 1
    """The costs of a pair of regular opponents, of one club and of one country, 0 to 100; they add up."""

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_SWISS_ROUNDS:
            raise ValueError(f"rounds go from 1 to {MOST_SWISS_ROUNDS}, not {self.rounds}")
        for name, value in asdict(self).items():
            if not 0 <= value <= HIGHEST_POINTS:
                raise ValueError(f"{name} goes from 0 to {HIGHEST_POINTS}, not {value}")


class SwissGame(Struct, frozen=True):
    """A game, or a bye; with its result, or still without one.

    Raises
    ------
    ValueError
        A bye with an opponent, a game without one or against oneself, or a round below 1.
    """

    round: int
    """The number of the round, from 1."""
    one: str
    """The id of a player."""
    other: str | None
    """The id of the opponent; None for a bye, and only then."""
    result: Outcome
    """Who won. ``open`` is a game without a result yet, and a bye of a round that has no results: the two have met, the
    bye was had, and neither scores anything.
    """
    table: int
    scenario: str
    """Table and scenario; neither counts for a bye."""

    def __post_init__(self) -> None:
        if self.round < 1:
            raise ValueError(f"rounds are counted from 1, not {self.round}")
        fits = self.result == "open" or (self.other is None) == (self.result == "bye")
        if not fits or self.one == self.other:
            raise ValueError(f"round {self.round}: {self.one} against {self.other} cannot end with {self.result!r}")

    @property
    def scored(self) -> bool:
        """Whether it counts for points."""
        return self.result != "open"

    @property
    def players(self) -> tuple[str, ...]:
        """Those who played, or the one with the bye."""
        return (self.one,) if self.other is None else (self.one, self.other)

    def opponent(self, player: str) -> str | None:
        """Return the opponent of one of the two."""
        return self.other if player == self.one else self.one

    def won(self, player: str) -> bool:
        """Return whether one of the two won."""
        return self.result == ("one" if player == self.one else "other")


def games_as_drawn(drawn: Draw, scored: Iterable[SwissGame] = ()) -> Iterator[SwissGame]:
    """Yield the games and byes of a drawn round that have no results; impossible ones of an edited draw are left out.

    Parameters
    ----------
    scored
        Games and byes of any rounds that have results; their players in this round get no other game.
    """
    seen = {player for game in scored if game.round == drawn.round for player in game.players}
    for table in drawn.tables:
        pair = tuple(table.seated.values())
        if len(set(pair)) == len(pair) == 2 and not seen & set(pair):
            seen |= set(pair)
            yield SwissGame(drawn.round, pair[0], pair[1], "open", table.number, table.scenario)
    for player in dict.fromkeys(drawn.byes):
        if player not in seen:
            yield SwissGame(drawn.round, player, None, "open", 0, "")


class SwissHistory(Struct, frozen=True):
    """A player's earlier rounds.

    Attributes
    ----------
    points
        The points of all scored rounds.
    setbacks
        The number of draws and losses; a missed round counts as one, and so does a bye if the settings say so.
    first_loss, first_draw
        The rounds of the first loss and of the first draw; None for none. A missed round counts as lost if the settings
        say so.
    games, opponents
        The games with a result, by round, without byes; and the opponents in them.
    byes
        The rounds with a bye, also those that have no results yet.
    missed, unscored
        The rounds missed, and those in which the player was there but has no result.
    """

    points: int
    setbacks: int
    first_loss: int | None
    first_draw: int | None
    games: tuple[SwissGame, ...]
    opponents: tuple[str, ...]
    byes: tuple[int, ...]
    missed: tuple[int, ...]
    unscored: tuple[int, ...]

    @property
    def undefeated(self) -> bool:
        """Whether no game was drawn or lost, no round missed, and no bye taken that counts as a setback."""
        return self.setbacks == 0

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables, by round."""
        return tuple(game.table for game in self.games)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The scenarios, by round."""
        return tuple(game.scenario for game in self.games)


class SwissRecord(Struct, frozen=True, dict=True):
    """All scored rounds, and those that have a draw but no scores yet.

    Raises
    ------
    ValueError
        Somebody has two games in one round.
    """

    games: tuple[SwissGame, ...] = ()
    """All games in any order, byes included."""
    active: Mapping[int, Collection[str]] = field(default_factory=dict)
    """For each scored round the ids of those who were there. Somebody who is not, and has no game in the round, has
    missed it; a late entrant has missed all rounds before. A round that is not in the mapping counts as scored if it
    has games with a result, with nobody there but those who played.
    """
    then: Mapping[int, SwissSettings] = field(default_factory=dict)
    """The rules of rounds that were scored under others than the present ones: they set the points of byes and of
    missed rounds there.
    """

    def __post_init__(self) -> None:
        places = [(game.round, player) for game in self.games for player in game.players]
        twice = {place for place in places if places.count(place) > 1} if len(set(places)) < len(places) else set()
        if twice:
            number, player = min(twice)
            raise ValueError(f"round {number}: {player} has more than one game")

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The scored rounds in order."""
        return tuple(sorted({game.round for game in self.games if game.scored} | set(self.active)))

    @cached_property
    def drawn_rounds(self) -> tuple[int, ...]:
        """The rounds that are drawn and not scored at all, in order."""
        return tuple(sorted({game.round for game in self.games} - set(self.rounds)))

    def before(self, number: int) -> SwissRecord:
        """Return the record before a round."""
        return SwissRecord(
            tuple(game for game in self.games if game.round < number),
            {earlier: players for earlier, players in self.active.items() if earlier < number},
            self.then,
        )

    def scored_by(self, number: int, settings: SwissSettings) -> SwissSettings:
        """Return the rules that a round was scored by, given the present ones."""
        return self.then.get(number, settings)

    @cached_property
    def _games(self) -> dict[str, dict[int, SwissGame]]:
        """For each player the game of each round."""
        found: dict[str, dict[int, SwissGame]] = {}
        for game in self.games:
            for player in game.players:
                found.setdefault(player, {})[game.round] = game
        return found

    def history(self, player: str, settings: SwissSettings) -> SwissHistory:
        """Return a player's history; an unknown player has missed all rounds."""
        key = player, settings
        if key not in self._histories:
            self._histories[key] = self._history_of(player, settings)
        return self._histories[key]

    @cached_property
    def _histories(self) -> dict[tuple[str, SwissSettings], SwissHistory]:
        """A cache, since a draw needs each history many times."""
        return {}

    def _history_of(self, player: str, settings: SwissSettings) -> SwissHistory:
        """Compute a player's history: byes and missed rounds score by the rules that their rounds were scored by."""
        games = dict(sorted(self._games.get(player, {}).items()))
        played = [game for game in games.values() if game.scored and game.other is not None]
        byes = [number for number, game in games.items() if game.other is None]
        scored_byes = [number for number in byes if games[number].scored]
        without = [number for number in self.rounds if number not in games or not games[number].scored]
        unscored = [number for number in without if number in games or player in self.active.get(number, ())]
        missed = [number for number in without if number not in unscored]
        drawn = [game.round for game in played if game.result == "draw"]
        won = [game.round for game in played if game.won(player)]
        lost = [game.round for game in played if game.result != "draw" and not game.won(player)]
        earned = settings.win * len(won) + settings.draw * len(drawn) + settings.loss * len(lost)
        given = sum(self.scored_by(number, settings).bye_points for number in scored_byes)
        given += sum(self.scored_by(number, settings).missed_points for number in missed)
        setbacks = [*drawn, *lost, *missed, *([] if settings.bye_keeps_undefeated else scored_byes)]
        return SwissHistory(
            points=earned + given,
            setbacks=len(setbacks),
            first_loss=min([*lost, *(missed if settings.missed_is_loss else ())], default=None),
            first_draw=min(drawn, default=None),
            games=tuple(played),
            opponents=tuple(game.opponent(player) or "" for game in played),
            byes=tuple(byes),
            missed=tuple(missed),
            unscored=tuple(unscored),
        )


def by_rating(players: Iterable[SwissPlayer], seed: int) -> list[str]:
    """Return the ids of players from the highest rating down.

    Equal ratings go by a lot that is the same in every round; the id comes last, so that the order of the
    roster never decides.

    Parameters
    ----------
    players
        The players, in any order.
    seed
        The seed of the event.
    """
    return [
        player.id
        for player in sorted(players, key=lambda player: (-player.rating, lot(seed, "rating", player.id), player.id))
    ]
