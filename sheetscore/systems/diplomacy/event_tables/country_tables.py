"""Best countries in the workbook of the standings: who played each power best, and how the powers fared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetscore.scoring.formulas import count_if_equal, sum_if_equal
from sheetscore.systems.diplomacy.award_formulas import COUNTRY, changed_awards
from sheetscore.systems.diplomacy.best_countries import CountryRecord, best_games, country_records
from sheetscore.systems.diplomacy.event_tables.shown_event import GAMES, ShownEvent, game_key, score_style
from sheetscore.systems.diplomacy.games import Game
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

BEST, COUNTRIES = "best countries", "countries"
"""Names of tables."""

_AWARDS = Line("The best game with each power by score, then by centres; equal games share the award.")
_NOT_YET = Line("Nobody has an award before all boards of the last round are in: these are the best so far.")
_ALL = "of all games, standbys' too"


@dataclass(frozen=True)
class Award:
    """A game that has the award of its power, and how many have it."""

    game: Game
    shared: int


def countries_sheet(shown: ShownEvent) -> TableSheet:
    """Make the sheet of the awards and of what each power came to."""
    best = best_games(shown.scored.games, shown.scored.contenders)
    awards = [Award(game, len(games)) for games in best.values() for game in games]
    keys = [game_key(award.game) for award in awards]
    return TableSheet(
        "Best countries",
        "Best countries",
        lines=(_AWARDS, *([] if shown.over else [_NOT_YET]), *([changed_awards(GAMES, keys)] if keys else [])),
        tables=(_best_table(awards, "Best games" if shown.over else "Best games so far"), _countries_table(shown)),
    )


def _best_table(awards: Sequence[Award], title: str) -> Table[Award]:
    def of_game(key: str, heading: str, width: int, style: str = "cell middle") -> Column[Award]:
        def formula(here: Here[Award]) -> str:
            return here.other(GAMES, game_key(here.line.game), key)

        return figure_column(key, heading, width, lambda award: getattr(award.game, key), formula, style)

    def shared(here: Here[Award]) -> str:
        ours = f"({here.range('power', GAMES)}={here.cell('power')})"
        return f"SUMPRODUCT({ours}*({here.range(COUNTRY, GAMES)}=1))"

    return Table(
        BEST,
        (
            text_column("power", "Power", 90, lambda award: award.game.power),
            text_column("name", "Player", 200, lambda award: award.game.name),
            figure_column("round", "Round", 66, lambda award: award.game.round),
            figure_column("table", "Table", 66, lambda award: award.game.table),
            text_column("fate", "Its end", 86, lambda award: award.game.fate),
            of_game("centres", "Centres", 70),
            of_game("score", "Score", 84, score_style(*(award.game.score for award in awards))),
            figure_column("shared", "Equal games", 64, lambda award: award.shared, shared),
        ),
        awards,
        key=lambda award: game_key(award.game),
        title=title,
        empty="No game is scored yet.",
    )


def _countries_table(shown: ShownEvent) -> Table[CountryRecord]:
    def played(here: Here[CountryRecord]) -> str:
        return count_if_equal(here.range("power", GAMES), here.cell("power"))

    def mean(key: str) -> str:
        return f"mean_{key}"

    def mean_of(key: str, heading: str, width: int) -> Column[CountryRecord]:
        def formula(here: Here[CountryRecord]) -> str:
            total = sum_if_equal(here.range(key, GAMES), here.range("power", GAMES), here.cell("power"))
            return f'IF({here.cell("games")}=0,"",{total}/{here.cell("games")})'

        return figure_column(mean(key), heading, width, lambda line: getattr(line, mean(key)), formula, "cell two")

    def ended(key: str, heading: str, width: int, fate: str) -> Column[CountryRecord]:
        def formula(here: Here[CountryRecord]) -> str:
            ours = f"({here.range('power', GAMES)}={here.cell('power')})"
            return f'SUMPRODUCT({ours}*({here.range("fate", GAMES)}="{fate}"))'

        return figure_column(key, heading, width, lambda line: getattr(line, key), formula)

    return Table(
        COUNTRIES,
        (
            text_column("power", "Power", 90, lambda line: line.power),
            figure_column("games", "Games", 200, lambda line: line.games, played),
            ended("solos", "Solos", 66, "solo"),
            ended("draws", "Draws", 66, "draw"),
            ended("eliminated", "Eliminated", 86, "eliminated"),
            mean_of("centres", "Mean centres", 70),
            mean_of("score", "Mean score", 84),
        ),
        country_records(shown.scored.games),
        key=lambda line: line.power,
        title="How the powers fared",
        note=_ALL,
    )
