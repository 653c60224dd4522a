"""The awards for the best game with each power, exactly and by formula; and how the powers fared over the event.

Best-country awards go by score, then by centres; exact ties share. Who has an award
is written as a value; a score that is typed over in a workbook may take it away.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sheetscore.scoring.boards.board import POWERS
from sheetscore.scoring.match_points import TOLERANCE
from sheetscore.systems.diplomacy.game_values import Number, mean_centres
from sheetscore.systems.diplomacy.games import Game
from sheetscore.tables.sheet import Line
from sheetscore.tables.table import Here, Places

COUNTRY = "country"
"""The column of a game's place among those with the same power."""

CHANGED = "A figure was changed in this workbook: the best games are no longer those below."


def country_places(games: Sequence[Game], eligible: Collection[str]) -> Mapping[Game, int]:
    """Return each game's place among those with the same power, from 1; equal ones share it.

    Parameters
    ----------
    eligible
        The ids of those who can win an award; standbys cannot, and their games have no place.
    """
    places: dict[Game, int] = {}
    for power in POWERS:
        ours = [game for game in games if game.power == power and game.player in eligible]
        worth = [_worth(game) for game in ours]
        places |= {game: 1 + sum(other > own for other in worth) for game, own in zip(ours, worth, strict=True)}
    return places


def _worth(game: Game) -> tuple[Number, int]:
    return game.score, game.centres


def best_games(games: Sequence[Game], eligible: Collection[str]) -> dict[str, tuple[Game, ...]]:
    """Return the best game with each power that was played, or all that are equally good, in order.

    Parameters
    ----------
    games
        All of the event.
    eligible
        See :func:`country_places`.
    """
    best = [game for game, place in country_places(games, eligible).items() if place == 1]
    found = {power: tuple(game for game in best if game.power == power) for power in POWERS}
    return {power: held for power, held in found.items() if held}


@dataclass(frozen=True)
class CountryRecord:
    """How a power fared over all games; means are None without a game."""

    power: str
    games: int
    mean_centres: Fraction | None
    solos: int
    draws: int
    eliminated: int
    mean_score: Fraction | None


def country_records(games: Sequence[Game]) -> tuple[CountryRecord, ...]:
    """Return the record of every power, standbys' games too."""
    return tuple(_record(power, [game for game in games if game.power == power]) for power in POWERS)


def _record(power: str, games: Sequence[Game]) -> CountryRecord:
    fates = [game.fate for game in games]
    return CountryRecord(
        power,
        len(games),
        mean_centres(games).get(power),
        fates.count("solo"),
        fates.count("draw"),
        fates.count("eliminated"),
        sum((Fraction(game.score) for game in games), Fraction(0)) / len(games) if games else None,
    )


def country_place(here: Here[Any], rivals: str = "") -> str:
    """Write the place of the game on a line, as :func:`country_places` has it.

    Parameters
    ----------
    rivals
        Tells which lines of the table, besides having the same power, can win the award; all without it.
    """
    scores, score = here.range("score"), here.cell("score")
    same = f"({here.range('power')}={here.cell('power')})" + (f"*{rivals}" if rivals else "")
    more_centres = f"(ABS({scores}-{score})<={TOLERANCE})*({here.range('centres')}>{here.cell('centres')})"
    return f"1+SUMPRODUCT({same}*(({scores}>{score}+{TOLERANCE})+{more_centres}))"


def changed_awards(table: str, best: Collection[Hashable]) -> Line:
    """Make the line that is blank as long as exactly these games are the best with their powers.

    Parameters
    ----------
    table
        With the column :data:`COUNTRY`.
    best
        The keys of the lines of the games that have the awards.
    """

    def formula(places: Places) -> str:
        games = places[table]
        lost = "+".join(f"({games.cell(key, COUNTRY).reference}<>1)" for key in best)
        count = f"SUMPRODUCT(--({games.column(COUNTRY).reference}=1))"
        return f'IF({lost}+({count}<>{len(best)})>0,"{CHANGED}","")'

    return Line("", "alert", formula)
