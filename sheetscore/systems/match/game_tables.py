"""The games of a round on worksheets, by formula: winners and levels, with the names and points of the levels.

Source: "All Players are Created Equal", General guidelines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions.figure import Figure, Shown, as_figure
from sheetscore.expressions.figure_calls import amount, chosen, same, when
from sheetscore.forms.form import Entries
from sheetscore.pairing.draw import short_names
from sheetscore.systems.columns import entered, printed_first
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.deciding import gain_of
from sheetscore.systems.match.games import LEAST, LEVELS, POINTS, Level, MatchGame, Scale, winner_sign, worth_of
from sheetscore.systems.match.lists import PLAYER_NAMES, how_won, level_in_words
from sheetscore.systems.match.model import MatchEvent, MatchScenario
from sheetscore.systems.match.record import MatchResult
from sheetscore.systems.match.score import GAME_NUMBERS, MatchSheet, game_box, match_box, read_matches, seated
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Column, Here, LineFigures, Table, figure_column, step_column, text_column

LEVEL_NAMES, WORDS = "level names", "level words"
"""Names of tables."""

ANY = ""
"""Stands in keys of levels for the id of a scenario: the level in standard words."""


class ShownLevel(Struct, frozen=True):
    """A level with the word of a scenario for it."""

    scenario: MatchScenario | None
    """None for the standard word."""
    level: Level

    @property
    def key(self) -> tuple[str, Level]:
        """The id of its scenario, and the level."""
        return self.scenario.id if self.scenario else ANY, self.level

    @property
    def words(self) -> str:
        """The word for it."""
        return level_in_words(self.scenario, self.level) if self.scenario else self.level


class LevelWord(Struct, frozen=True):
    """A word that players may write for a level of a scenario."""

    scenario: MatchScenario
    word: str
    level: Level


def levels_sheet(names: Table[ShownLevel], scenarios: Sequence[MatchScenario]) -> TableSheet:
    """Make the sheet of the levels.

    Parameters
    ----------
    names
        The table of their names.
    scenarios
        Those that were played.
    """
    words = [word for scenario in scenarios if scenario.kind.graded for word in _words(scenario)]
    one_sided = (scenario for scenario in scenarios if scenario.graded_name is not None)
    lines = tuple(TextLine(f"{scenario.title}: {how_won(scenario)}.") for scenario in one_sided)
    return TableSheet("Levels", "Levels", lines, (names,), behind=(_words_table(words),))


def levels_table(scenarios: Sequence[MatchScenario], scale: Scale) -> Table[ShownLevel]:
    """Make the table of levels with their match points: standard words, then those of each scenario with levels."""
    graded = (scenario for scenario in scenarios if scenario.kind.graded)
    levels = [ShownLevel(scenario, level) for scenario in (None, *graded) for level in LEVELS]
    return Table(
        LEVEL_NAMES,
        (
            text_column("scenario", "Scenario", 270, lambda one: one.scenario.title if one.scenario else "any"),
            text_column("words", "Level", 200, lambda one: one.words),
            figure_column("points", "Match points", 90, lambda one: POINTS[one.level]),
            figure_column(
                "least", "A match has it from net", 110, lambda one: LEAST[scale][one.level], None, "cell two"
            ),
        ),
        levels,
        key=lambda one: one.key,
        title="What levels are called, and what they are worth",
        starts_group=lambda one: one.level == LEVELS[0],
    )


def _words_table(words: Sequence[LevelWord]) -> Table[LevelWord]:
    return Table(
        WORDS,
        (
            text_column("scenario", "Scenario", 270, lambda line: line.scenario.title),
            text_column("word", "As it may be written on a sheet", 200, lambda line: line.word),
            figure_column("points", "Match points", 90, lambda line: POINTS[line.level]),
            step_column("id", "Id of the scenario", lambda line: line.scenario.id),
        ),
        words,
        title="Words for levels",
        size="fine",
        empty="The games of this round have no levels.",
    )


def _words(scenario: MatchScenario) -> Iterator[LevelWord]:
    """Yield a scenario's own words for levels, then the standard words, except those that are its own, too."""
    own = {word: level for word, _ in scenario.words if (level := scenario.level_called(word))}
    for word, level in own.items():
        yield LevelWord(scenario, word, level)
    taken = {word.casefold() for word in own}
    yield from (LevelWord(scenario, level, level) for level in LEVELS if level not in taken)


def shown_level(scenario: MatchScenario | None, level: Level | None) -> str:
    """Return the word of the scenario for a level; empty without one."""
    return ShownLevel(scenario, level).words if level else ""


def level_words(
    own: LineFigures[Any], names: Table[ShownLevel], number: Figure, scenario: MatchScenario | None
) -> Figure:
    """Return the word for a level.

    Parameters
    ----------
    names
        The table of the names of levels.
    number
        The number of the level, from 1; 0 without one.
    scenario
        The scenario whose word is wanted; None for the standard word.
    """
    id_ = scenario.id if scenario and scenario.kind.graded else ANY
    return chosen(number, "", *(own.other(names, (id_, level), "words") for level in LEVELS))


class ShownGame(Struct, frozen=True):
    """A game of a match that counts."""

    event: MatchEvent
    table: int
    match: MatchSheet
    scenario: MatchScenario
    number: int
    players: tuple[str, str]
    """The names of the two, that of seat 1 first."""

    @property
    def key(self) -> tuple[int, int, int]:
        """Its table, match and number."""
        return self.table, self.match.number, self.number

    @property
    def game(self) -> MatchGame:
        """The game as it ended."""
        return self.match.game(self.number)


def shown_games(round_: RoundContext[MatchEvent], results: Sequence[MatchResult]) -> list[ShownGame]:
    """Return the games of all matches that have results, by table."""
    scored = {result.place for result in results if not result.is_bye}
    tables = [table.number for table in round_.forms.tables]
    return [game for table in tables for game in _of_table(round_, table, round_.entries) if game.key[:2] in scored]


def _of_table(round_: RoundContext[MatchEvent], table: int, entries: Entries) -> Iterator[ShownGame]:
    event, players = round_.event, seated(table, entries)
    if len(players) < len(SEATS):
        return
    one, two = map(short_names(event.names), (players["1"], players["2"]))
    for match in read_matches(event, round_.stage, table, entries):
        if match.scenario is not None:
            for number in GAME_NUMBERS:
                yield ShownGame(event, table, match, match.scenario, number, (one, two))


def _entry(game: ShownGame, what: str) -> Figure | None:
    """Return the entry of a box of the game."""
    return entered(game_box(game.event, *game.key, what), game.match.boxes[game.number].get(what))


def _first(own: LineFigures[ShownGame]) -> Shown:
    """Return the number of the seat that has the first side in the game, from the coin if one was tossed."""
    game = own.line
    key = match_box(game.event, game.table, game.match.number, "coin")
    coin = entered(key, game.match.whole.get("coin"))
    if coin is None:
        return int(game.game.first)
    begins = when(same(coin, SEATS[1]), 2, 1)
    return begins if game.number == 1 else 3 - begins  # the other seat: 3 - 1 is 2, and 3 - 2 is 1


def _worth(own: LineFigures[ShownGame]) -> Shown:
    """Return the match points of the victory; those of the level that was written down are looked up."""
    level, id_ = own.line.game.level, own.line.scenario.id

    def found(here: Here[ShownGame]) -> str:
        words, points, of = (here.range(column, WORDS) for column in ("word", "points", "id"))
        return f'SUMPRODUCT(({of}="{id_}")*({words}={here.cell("level")})*{points})'

    by_level = own.looked_up(POINTS[level] if level else 0, found)
    return worth_of(own.line.scenario.kind, own.cell("winner"), own.cell("first"), by_level)


def _points(own: LineFigures[ShownGame]) -> Shown:
    return winner_sign(own.cell("winner")) * own.cell("worth")


def _gain(own: LineFigures[ShownGame]) -> Shown:
    game = own.line.game
    if game.won_by is None or len(game.points) < len(SEATS):
        return None
    first, second = (_entry(own.line, f"points_{seat}") for seat in SEATS)
    return gain_of(winner_sign(own.cell("winner")), amount(as_figure(first)), amount(as_figure(second)))


def _of_winner(box: str) -> ByRule[ShownGame]:
    """Return the rule of a figure of the winner, from the winner's box; blank for a draw."""

    def rule(own: LineFigures[ShownGame]) -> Shown:
        winner = own.line.game.won_by
        return _entry(own.line, f"{box}_{winner}") if winner else None

    return ByRule(rule)


def _holder(own: LineFigures[ShownGame]) -> Shown:
    """Say which player has the first side: ``player 1`` or ``player 2``, since paper has no room for a third name."""
    return when(own.cell("first") == 1, *PLAYER_NAMES)


def _won_by(own: LineFigures[ShownGame]) -> Shown:
    winner = own.cell("winner")
    return when(same(winner, "1"), own.cell("player_1"), when(same(winner, "2"), own.cell("player_2"), "draw"))


def games_sheet(games: Table[ShownGame]) -> TableSheet:
    """Make the sheet of the games."""
    meaning = "First side: who had it in that game.   Match points: those of the victory, below 0 if player 2 won."
    return TableSheet("Games", "Game by game", (TextLine(meaning),), (games,), landscape=True)


def games_table(games: Sequence[ShownGame]) -> Table[ShownGame]:
    """Make the table that computes the match points of every game."""
    gradings = {game.scenario.grading for game in games}
    boxes = {"points": {"gain"}, "territory": {"turns", "losses"}}
    empty = {key for grading, keys in boxes.items() if grading not in gradings for key in keys}
    columns: tuple[Column[ShownGame], ...] = (
        figure_column("table", "Table", 42, lambda game: game.table),
        figure_column("match", "Match", 42, lambda game: game.match.number),
        figure_column("game", "Game", 42, lambda game: game.number),
        text_column("scenario", "Scenario", 130, lambda game: game.scenario.title),
        # both may leave the paper: the sheet of matches has the names
        replace(text_column("player_1", "Player 1", 128, lambda game: game.players[0]), spare=True),
        replace(text_column("player_2", "Player 2", 128, lambda game: game.players[1]), spare=True),
        text_column("begins", "First side", 74, ByRule(_holder)),
        text_column("won_by", "Won by", 128, ByRule(_won_by)),
        text_column("level", "Level as written", 80, ByRule(lambda own: _entry(own.line, "level"))),
        figure_column("points", "Match points of player 1", 70, ByRule(_points), style="cell strong"),
        figure_column("gain", "Winner's net points", 58, ByRule(_gain)),
        figure_column("turns", "Winner's game-turn", 58, _of_winner("turn")),
        figure_column("losses", "Winner's losses", 58, _of_winner("losses")),
        step_column("first", "seat of the first side", ByRule(_first)),
        step_column("winner", "seat that won", ByRule(lambda own: _entry(own.line, "winner"))),
        step_column("worth", "what a victory is worth", ByRule(_worth)),
    )
    return Table(
        "games",
        printed_first(columns, empty),
        games,
        key=lambda game: game.key,
        size="fine",
        empty="No game is scored yet.",
    )
