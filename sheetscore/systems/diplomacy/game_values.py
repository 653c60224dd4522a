"""What games and rounds are worth in an event, by themselves or by all games together; and best countries.

Best-country awards go by score, then by centres; games that are equal in both share an award. Workbooks have the
winners as values, not as formulas: if somebody types over a score, a line warns that the awards may go to others.

Sources: the settings ``round_scoring`` and ``sit_out_score`` of :mod:`sheetscore.systems.diplomacy.model`; the
published definitions of Hurst (HTM) and Mystery v1, the event scorings ``hurst`` and ``mystery``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from msgspec import Struct

from sheetscore.expressions.figure import Amount
from sheetscore.expressions.figure_calls import highest, total, when
from sheetscore.expressions.figure_ranges import Numbers, Several
from sheetscore.expressions.formula import TOLERANCE
from sheetscore.scoring.boards.board import POWERS, Outcome
from sheetscore.scoring.tie_steps import Part
from sheetscore.systems.diplomacy.boards import PowerGame, by_player, games_of, sat_out
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import TextLine
from sheetscore.tables.table import Column, Here, Places, figure_column

Number = int | Fraction

ROUND_SCORES: Mapping[str, Callable[..., Any]] = {"best": highest, "sum": total, "none": total}
"""The score from several games in a round, by ``round_scoring``; under ``none`` each game counts alone."""

OF_GAMES: Mapping[str, Callable[[Part], Any]] = {
    "solos": lambda of: of("fate").occurrences("solo"),
    "best_game": lambda of: when(of("score").count == 0, None, of("score").highest),
    "second_best_game": lambda of: when(of("score").count < 2, None, of("score").nth(2)),
    "centres": lambda of: of("centres").sum,
    "games": lambda of: of("score").count,
    "rounds": lambda of: of("round").different,
}
"""The figures that follow from the games of a player, by their ids. A solo is a game won, also by a concession."""

Points = Callable[[PowerGame], Number]

SURVIVAL: Mapping[str, int] = {"draw": 100, "survived": 10, "lost": 0, "eliminated": 0}
"""The points of a game by its fate under ``mystery``; those of a solo follow from the other games."""

WON = (Outcome.SOLO, Outcome.CONCESSION)
"""The outcomes with a winner."""

SOLO_WITHOUT_DRAWS = 100
"""The points of a solo under ``mystery`` as long as no game of the event was drawn."""


class SatOutRound(Struct, frozen=True):
    """A round that a player sat out."""

    player: str
    """The id of the player."""
    name: str
    round: int
    score: Number | None
    """What it scores; None if the round does not count."""


class PlayerRecord(Struct, frozen=True):
    """The games and sit-outs of a player in the scored rounds, in order."""

    id: str
    name: str
    """The player's name in the latest round."""
    games: tuple[PowerGame, ...]
    sit_outs: tuple[SatOutRound, ...]

    def figure(self, id_: str) -> Fraction | None:
        """Return a figure of :data:`OF_GAMES`."""
        found: Fraction | None = OF_GAMES[id_](lambda column: Numbers([getattr(game, column) for game in self.games]))
        return found


def player_records(rounds: Mapping[int, Sequence[ResultRow]]) -> dict[str, PlayerRecord]:
    """Return the record of everybody who has a row in a scored round, standbys too, by id.

    Parameters
    ----------
    rounds
        The rows of each scored round by its number.
    """
    names = {str(row["player"]): str(row["name"]) for number in sorted(rounds) for row in rounds[number]}
    games = by_player(games_of(rounds))
    pauses: dict[str, list[SatOutRound]] = {}
    for number, row in sat_out(rounds):
        player = str(row["player"])
        pauses.setdefault(player, []).append(
            SatOutRound(player, names[player], number, cast("Number | None", row["score"]))
        )
    return {
        id_: PlayerRecord(
            id_,
            names[id_],
            tuple(sorted(games.get(id_, ()), key=lambda game: (game.round, game.table))),
            tuple(pauses.get(id_, ())),
        )
        for id_ in sorted(names)
    }


class CountedScore(Struct, frozen=True):
    """One of the scores that count for a player in the event: that of a round, or of a single game."""

    round: int
    """The round that it is from."""
    games: tuple[PowerGame, ...]
    """The games of the score; none if the round was sat out."""
    sit_outs: tuple[SatOutRound, ...]
    """The round sat out, if any."""
    score: Number
    """The score that counts."""


def counted_scores(record: PlayerRecord, round_scoring: str) -> tuple[CountedScore, ...]:
    """Return the scores that count for a player, round by round or game by game, in order.

    Parameters
    ----------
    round_scoring
        ``best``, ``sum`` or ``none``. Under each of them a score for sitting out a round is one of the scores.
    """
    if round_scoring == "none":
        return tuple(sorted(_single_scores(record), key=lambda counted: counted.round))
    return tuple(_rounds(record, ROUND_SCORES[round_scoring]))


def counted_games(record: PlayerRecord, points: Callable[[PowerGame], Number]) -> tuple[CountedScore, ...]:
    """Return the games of a player, each with its points in the event."""
    return tuple(CountedScore(game.round, (game,), (), points(game)) for game in record.games)


def _single_scores(record: PlayerRecord) -> Iterator[CountedScore]:
    """Yield the score of each game of a player, then that of each round sat out, if it counts."""
    yield from counted_games(record, lambda game: game.score)
    for pause in record.sit_outs:
        if pause.score is not None:
            yield CountedScore(pause.round, (), (pause,), pause.score)


def _rounds(record: PlayerRecord, combined: Callable[..., Number]) -> Iterator[CountedScore]:
    """Yield the score of each round of a player; several scores in a round are ``combined``."""
    by_round: dict[int, list[CountedScore]] = {}
    for counted in _single_scores(record):
        by_round.setdefault(counted.round, []).append(counted)
    for number in sorted(by_round):
        parts = by_round[number]
        games = tuple(game for part in parts for game in part.games)
        pauses = tuple(pause for part in parts for pause in part.sit_outs)
        yield CountedScore(number, games, pauses, combined(*(part.score for part in parts)))


def mean_centres(games: Sequence[PowerGame]) -> dict[str, Fraction]:
    """Return the mean centres of every power over all games, standbys' games too."""
    counts: dict[str, list[int]] = {}
    for game in games:
        counts.setdefault(game.power, []).append(game.centres)
    return {power: Fraction(sum(found), len(found)) for power, found in counts.items()}


class SurvivalBoard(Struct, frozen=True):
    """A board under ``mystery``: how many powers met each fate."""

    round: int
    table: int
    outcome: str
    fates: Mapping[str, int]

    @property
    def solos(self) -> int:
        """1 if a player won the game, also by a concession."""
        return self.fates["solo"]

    @property
    def points(self) -> int | None:
        """The points of all players together; None for a game with a winner."""
        if self.outcome in WON:
            return None
        return sum(points * self.fates[fate] for fate, points in SURVIVAL.items())


def survival_boards(games: Sequence[PowerGame]) -> tuple[SurvivalBoard, ...]:
    """Return the boards of all games in order."""
    boards: dict[tuple[int, int], list[PowerGame]] = {}
    for game in sorted(games, key=lambda game: (game.round, game.table)):
        boards.setdefault((game.round, game.table), []).append(game)
    return tuple(
        SurvivalBoard(number, table, played[0].outcome, {fate: _count(played, fate) for fate in ("solo", *SURVIVAL)})
        for (number, table), played in boards.items()
    )


def _count(games: Sequence[PowerGame], fate: str) -> int:
    return sum(game.fate == fate for game in games)


def solo_value(boards: Sequence[SurvivalBoard]) -> Fraction | None:
    """Return the points of a solo: the mean points of a drawn game, shared by all solos.

    Returns
    -------
    :data:`SOLO_WITHOUT_DRAWS` as long as no game was drawn; after a drawn game, None as long as there is no solo.
    """
    return solo_worth(Numbers([board.points for board in boards]), Fraction(sum(board.solos for board in boards)))


def solo_worth(points: Several[Amount], solos: Amount) -> Amount | None:
    """Return the points of a solo: the mean points of the drawn games, divided by the number of solos.

    Parameters
    ----------
    points
        The points of every game; blank for games with a winner.
    """
    shared = when(solos == 0, None, points.mean / highest(solos, 1))
    return when(points.count == 0, SOLO_WITHOUT_DRAWS, shared)


def above_mean(centres: Amount, mean: Amount) -> Amount:
    """Return the points of a game under ``hurst``.

    Parameters
    ----------
    mean
        The mean of the power's centres over all games.
    """
    return centres - mean


def _hurst(games: Sequence[PowerGame]) -> Points:
    means = mean_centres(games)
    return lambda game: above_mean(Fraction(game.centres), means[game.power])


def _mystery(games: Sequence[PowerGame]) -> Points:
    values: Mapping[str, Number] = {**SURVIVAL, "solo": solo_value(survival_boards(games)) or 0}
    return lambda game: values[game.fate]


_POINTS: Mapping[str, Callable[[Sequence[PowerGame]], Points]] = {"hurst": _hurst, "mystery": _mystery}


def points_of(event_scoring: str, games: Sequence[PowerGame]) -> Points | None:
    """Return the points of each game if they depend on all games; None if the scores of boards count.

    Parameters
    ----------
    event_scoring
        ``hurst``: centres less the mean centres of the power. ``mystery``: 100 for a share in a draw, 10 for
        surviving outside of it, nothing for elimination and for a lost game; the solos share the mean points of
        a drawn game, and are worth 100 each while no game is drawn.
    games
        All games of the event.
    """
    return _POINTS[event_scoring](games) if event_scoring in _POINTS else None


COUNTRY = "country"
"""The column of a game's place among those with the same power."""

CHANGED = "A figure was changed in this workbook: the best games are no longer those below."


def country_places(games: Sequence[PowerGame], eligible: Collection[str]) -> Mapping[PowerGame, int]:
    """Return each game's place among the games with the same power, from 1; equal games share a place.

    Parameters
    ----------
    eligible
        The ids of those who can win an award; standbys cannot, and their games have no place.
    """
    places: dict[PowerGame, int] = {}
    for power in POWERS:
        ours = [game for game in games if game.power == power and game.player in eligible]
        worth = [(game.score, game.centres) for game in ours]
        places |= {game: 1 + sum(other > own for other in worth) for game, own in zip(ours, worth, strict=True)}
    return places


def best_games(games: Sequence[PowerGame], eligible: Collection[str]) -> dict[str, tuple[PowerGame, ...]]:
    """Return the best game with each power that was played, or all that are equally good, in order.

    Parameters
    ----------
    games
        All games of the event.
    eligible
        See :func:`country_places`.
    """
    best = [game for game, place in country_places(games, eligible).items() if place == 1]
    found = {power: tuple(game for game in best if game.power == power) for power in POWERS}
    return {power: held for power, held in found.items() if held}


def country_column(
    heading: str, width: int, places: Mapping[PowerGame, int], style: str, ranked: str = ""
) -> Column[PowerGame]:
    """Return the column of places among games with the same power; its formulas count the better games.

    Parameters
    ----------
    places
        As :func:`country_places` has them.
    ranked
        A column that is blank for games that can win no award; without it all games of the table can win one.
    """

    def place(here: Here[PowerGame]) -> str | None:
        if here.line not in places:
            return None
        scores, score = here.range("score"), here.cell("score")
        same = f"({here.range('power')}={here.cell('power')})" + (f'*({here.range(ranked)}<>"")' if ranked else "")
        more_centres = f"(ABS({scores}-{score})<={TOLERANCE})*({here.range('centres')}>{here.cell('centres')})"
        return f"1+SUMPRODUCT({same}*(({scores}>{score}+{TOLERANCE})+{more_centres}))"

    return figure_column(COUNTRY, heading, width, places.get, place, style)


def awards_outdated_line(table: str, best: Collection[Hashable]) -> TextLine:
    """Make a warning line: blank as long as exactly these games are the best with their powers.

    Parameters
    ----------
    table
        The name of the table of games, which has the column :data:`COUNTRY`.
    best
        The keys of the lines of the games that have the awards.
    """

    def formula(places: Places) -> str:
        games = places[table]
        lost = "+".join(f"({games.cell(key, COUNTRY).reference}<>1)" for key in best)
        count = f"SUMPRODUCT(--({games.column(COUNTRY).reference}=1))"
        return f'IF({lost}+({count}<>{len(best)})>0,"{CHANGED}","")'

    return TextLine("", "alert", formula)
