"""The levels of a round's scenarios on a worksheet: what each is called, what it is worth, from which net result on.

Source: "All Players are Created Equal", General guidelines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sheetscore.systems.match.games import LEAST, LEVELS, POINTS, Level, Scale
from sheetscore.systems.match.model import MatchScenario
from sheetscore.systems.match.scenario_list import level_in_words
from sheetscore.systems.outcomes import Exact
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Here, Table, figure_column, text_column

LEVEL_NAMES, WORDS = "level names", "level words"
"""Names of tables."""

ANY = ""
"""Stands for the id of a scenario where several are meant."""


@dataclass(frozen=True)
class ShownLevel:
    """A level, as a scenario calls it.

    Parameters
    ----------
    scenario
        None for everybody's word.
    """

    scenario: MatchScenario | None
    level: Level

    @property
    def key(self) -> tuple[str, Level]:
        """The id of its scenario, and the level."""
        return self.scenario.id if self.scenario else ANY, self.level

    @property
    def words(self) -> str:
        """What it is called."""
        return level_in_words(self.scenario, self.level) if self.scenario else self.level


@dataclass(frozen=True)
class Word:
    """A word for a level that may be written down in a scenario."""

    scenario: MatchScenario
    word: str
    level: Level


def levels_sheet(scenarios: Sequence[MatchScenario], scale: Scale) -> TableSheet:
    """Make the sheet of the levels.

    Parameters
    ----------
    scenarios
        Those that were played.
    """
    levels = [ShownLevel(scenario, level) for scenario in (None, *scenarios) for level in LEVELS]
    words = [word for scenario in scenarios if scenario.kind.graded for word in _words(scenario)]
    return TableSheet("Levels", "Levels", tables=(_levels_table(levels, scale), _words_table(words)))


def _levels_table(levels: Sequence[ShownLevel], scale: Scale) -> Table[ShownLevel]:
    return Table(
        LEVEL_NAMES,
        (
            text_column("scenario", "Scenario", 200, lambda one: one.scenario.title if one.scenario else "any"),
            text_column("words", "Level", 240, lambda one: one.words),
            figure_column("points", "Match points", 90, lambda one: POINTS[one.level]),
            figure_column(
                "least", "A match has it from net", 110, lambda one: LEAST[scale][one.level], None, "cell two"
            ),
        ),
        levels,
        key=lambda one: one.key,
        title="What levels are called, and what they are worth",
        opens=lambda one: one.level == LEVELS[0],
    )


def _words_table(words: Sequence[Word]) -> Table[Word]:
    return Table(
        WORDS,
        (
            text_column("scenario", "Scenario", 200, lambda line: line.scenario.title),
            text_column("word", "As it may be written on a sheet", 240, lambda line: line.word),
            figure_column("points", "Match points", 90, lambda line: POINTS[line.level]),
            figure_column("id", "Id of the scenario", 110, lambda line: line.scenario.id),
        ),
        words,
        title="Words for levels",
        fine=True,
        empty="The games of this round have no levels.",
    )


def _words(scenario: MatchScenario) -> Iterator[Word]:
    own = {word: level for word, _ in scenario.words if (level := scenario.level_called(word))}
    for word, level in own.items():
        yield Word(scenario, word, level)
    taken = {word.casefold() for word in own}
    yield from (Word(scenario, level, level) for level in LEVELS if level not in taken)


def shown_level(scenario: MatchScenario | None, level: Exact) -> str:
    """Name a level as the scenario does; empty without one."""
    return ShownLevel(scenario, level).words if level else ""  # type: ignore[arg-type]


def level_formula(here: Here[Any], number: str, scenario: str = ANY) -> str:
    """Write the name of a level.

    Parameters
    ----------
    number
        The cell with its number, from 1; 0 without one.
    scenario
        The id of the scenario that names it.
    """
    names = ",".join(here.other(LEVEL_NAMES, (scenario, level), "words") for level in LEVELS)
    return f'CHOOSE(1+{number},"",{names})'
