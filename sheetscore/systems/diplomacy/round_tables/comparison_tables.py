"""The same boards under every scoring system in force: what directors argue about.

A line per system and a column per power, board by board, so that names of systems can be read and a board fits on a
page. Every score follows from a wide sheet of steps, where facts that systems share appear once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal

from msgspec import Struct

from sheetscore.expressions.figure import Figure, Shown
from sheetscore.expressions.figure_calls import when
from sheetscore.expressions.formula import TOLERANCE
from sheetscore.scoring.boards.board import POWERS
from sheetscore.scoring.boards.system import BoardSystem, usable_systems
from sheetscore.systems.diplomacy.round_tables.board_book import ShownBoards
from sheetscore.systems.diplomacy.round_tables.step_tables import (
    PlayedSteps,
    PowerLine,
    StepTables,
    power_lines,
    seven_of,
    worked_key,
)
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    AnyTable,
    ByRule,
    Column,
    Here,
    LineFigures,
    Table,
    figure_column,
    same_in,
    text_column,
)

COMPARISON, ALL_GAMES, ALL_POWERS = "comparison", "games of all systems", "powers of all systems"
"""Names of tables."""

STEPS = "Steps"
"""The title of the sheet of steps."""

_KEY = {power: power.lower() for power in POWERS}
"""The columns of the powers."""

_ABOUT = (
    TextLine(
        "What every board is worth under each scoring system that comes along or stands in the event's own folder. The "
        "system of the event is the first line of a board."
    ),
    TextLine(
        "First: who scores most, by initials where several do. Lead: by how much. Tied: how many of those who score "
        "share their score with others. Of a solo: the best score as a share of what a solo takes (“–” if that "
        "depends on the board); half of it means that two such boards are as good as winning one alone and losing one. "
        "How each score comes about is on the hidden sheet Steps."
    ),
)

_NO_FIXED_SOLO = "–"

_ALL = "all level"

_STYLES = {"players": "cell names", "centres": "cell strong"}

_YEARS = TextLine("Blank lines: the system counts years, or ranks by them, and a year of the game is not known.")


def systems_in_force(event_system: BoardSystem, own: Path | None) -> tuple[tuple[BoardSystem, ...], tuple[str, ...]]:
    """Return all scoring systems, that of the event first, others by their titles; and files that cannot be read."""
    usable, mistakes = usable_systems(own)
    others = [system for system in usable if system.file.id != event_system.file.id]
    ordered = sorted(others, key=lambda one: one.file.title.casefold())
    return (event_system, *ordered), tuple(dict.fromkeys(mistake.sheet for mistake in mistakes))


class ComparisonLine(Struct, frozen=True):
    """A line about a board: who plays, what they have, or the scores under a system."""

    steps: PlayedSteps
    what: Literal["players", "centres", "scores"]
    system: BoardSystem

    @property
    def table(self) -> int:
        """The number of the board."""
        return self.steps.played.table

    @property
    def key(self) -> tuple[int, str]:
        """The key of the line: the board, and the system or what is shown."""
        return self.table, self.system.file.id if self.what == "scores" else self.what


class SystemComparison(Struct, frozen=True, dict=True):
    """The boards of a round under several systems."""

    book: ShownBoards
    """The boards."""
    systems: Sequence[BoardSystem]
    """The scoring systems, that of the event first."""
    unread: Sequence[str] = ()
    """The names of files that cannot be read."""

    @cached_property
    def step_tables(self) -> StepTables:
        """The tables of the steps of all systems."""
        return StepTables(ALL_GAMES, ALL_POWERS, self.systems)

    def sheet(self) -> TableSheet:
        """Make the sheet on which the systems can be compared."""
        blank = any(steps.scores(system) is None for steps in self.book.boards for system in self.systems)
        unread = [TextLine(f"Left out, because it has mistakes: {name}.", "warning") for name in self.unread]
        return TableSheet(
            "Comparison",
            "The same boards under every scoring system",
            lines=(*_ABOUT, *([_YEARS] if blank else []), *unread),
            tables=(self._table(),),
            for_director=True,
        )

    def steps_sheet(self, *more: AnyTable) -> TableSheet:
        """Make the hidden sheet of steps, with the centres by year that the boards follow from, and more tables."""
        return TableSheet(STEPS, "", tables=(self.book.lines, self._games_table(), self.powers, *more), hidden=True)

    def _lines(self) -> Iterator[ComparisonLine]:
        for steps in self.book.boards:
            yield ComparisonLine(steps, "players", self.systems[0])
            yield ComparisonLine(steps, "centres", self.systems[0])
            yield from (ComparisonLine(steps, "scores", system) for system in self.systems)

    def _table(self) -> Table[ComparisonLine]:
        first, last = _KEY[POWERS[0]], _KEY[POWERS[-1]]

        def winner(here: Here[ComparisonLine]) -> str | None:
            if here.line.what != "scores":
                return None
            row, heads = here.span(first, last), here.refer(here.place.headings(first, last))
            top = f"MAX({row})"
            level = f"{top}-MIN({row})<{TOLERANCE}"
            initials = "&".join(
                f'IF(N({here.cell(_KEY[power])})>{top}-{TOLERANCE},"{power[0]} ","")' for power in POWERS
            )
            alone = f"SUMPRODUCT(1*({row}>{top}-{TOLERANCE}))=1"
            several = f'IF({level},"{_ALL}",TRIM({initials}))'
            return f'IF(COUNT({row})=0,"",IF({alone},INDEX({heads},MATCH({top},{row},0)),{several}))'

        def lead(own: LineFigures[ComparisonLine]) -> Shown:
            scores = own.across(first, last)
            return when(scores.count == 0, None, scores.nth(1) - scores.nth(2)) if own.line.what == "scores" else None

        def tied(own: LineFigures[ComparisonLine]) -> Shown:
            scores = own.across(first, last)
            return when(scores.count == 0, None, scores.shared) if own.line.what == "scores" else None

        def of_solo(own: LineFigures[ComparisonLine]) -> Shown:
            solo, scores = own.line.system.solo_worth, own.across(first, last)
            if own.line.what != "scores" or solo is None:
                return _NO_FIXED_SOLO if own.line.what == "scores" and scores.count.value else None
            return when(scores.count == 0, None, scores.highest / solo)

        return Table(
            COMPARISON,
            (
                figure_column("board", "Board", 50, lambda line: line.table),
                text_column("system", "Scoring system", 220, self._title),
                *map(self._power_column, POWERS),
                text_column("first", "First", 84, self._first, winner),
                figure_column("lead", "Lead", 72, ByRule(lead), style=self._style),
                figure_column("tied", "Tied", 44, ByRule(tied), style="cell middle"),
                figure_column("of_solo", "Of a solo", 60, ByRule(of_solo), style="cell percent"),
            ),
            list(self._lines()),
            key=lambda line: line.key,
            starts_group=lambda line: line.what == "players",
            page_break_per_group=True,
            fit_height=lambda line: line.what == "players",
            size="fine",
            empty="No board was scored.",
        )

    def _power_column(self, power: str) -> Column[ComparisonLine]:
        def shown(own: LineFigures[ComparisonLine]) -> Shown:
            line = own.line
            if line.what == "players":
                return self.book.names(line.table, power)
            if line.what == "centres":
                return own.other(self.book.powers, (line.table, power), "centres")
            score = own.other(self.powers, (line.table, power), worked_key(line.system))
            return when(self._is_scored(own), score, None)

        return figure_column(_KEY[power], power, 72, ByRule(shown), style=self._style)

    def _is_scored(self, own: LineFigures[ComparisonLine]) -> Figure:
        """Return whether every power of a board has a score under a line's system; kept, since seven columns ask."""
        key = own.line.key
        if key not in self._scored:
            worked = worked_key(own.line.system)
            self._scored[key] = seven_of(own, self.powers, own.line.table, worked).count == len(POWERS)
        return self._scored[key]

    @cached_property
    def _scored(self) -> dict[tuple[int, str], Figure]:
        return {}

    def _title(self, line: ComparisonLine) -> str:
        if line.what != "scores":
            return line.what.capitalize()
        own = line.system is self.systems[0]
        return f"{line.system.file.title} (this event)" if own else line.system.file.title

    def _style(self, line: ComparisonLine) -> str:
        """Set off the system of the event, which comes first."""
        if line.what != "scores":
            return _STYLES[line.what]
        return "cell score" if line.system is self.systems[0] else "cell two"

    @staticmethod
    def _first(line: ComparisonLine) -> str | None:
        scores = line.steps.scores(line.system)
        if line.what != "scores" or scores is None:
            return None
        best = [power for power, score in zip(POWERS, scores, strict=True) if score == max(scores)]
        if len(best) == len(POWERS):
            return _ALL
        return best[0] if len(best) == 1 else " ".join(power[0] for power in best)

    def _games_table(self) -> Table[PlayedSteps]:
        return Table(
            ALL_GAMES,
            (
                figure_column("board", "board", 50, lambda steps: steps.played.table, None, "cell step"),
                text_column("outcome", "outcome", 74, same_in(self.book.games, "outcome")),
                figure_column("final_year", "last year", 74, same_in(self.book.games, "final_year"), style="cell step"),
                *self.step_tables.game_columns(),
            ),
            self.book.boards,
            key=lambda steps: steps.played.table,
            size="fine",
        )

    @cached_property
    def powers(self) -> Table[PowerLine]:
        """The powers of all boards, with their steps and scores under all systems."""

        def entered(key: str) -> Column[PowerLine]:
            return figure_column(key, key, 74, same_in(self.book.powers, key), style="cell step")

        return Table(
            ALL_POWERS,
            (
                figure_column("board", "board", 50, lambda line: line.table, None, "cell step"),
                text_column("power", "power", 74, lambda line: line.power),
                *map(entered, ("centres", "eliminated", "named")),
                *(self.book.history_columns(ALL_POWERS) if self.step_tables.uses("history") else ()),
                *self.step_tables.power_columns(),
                *(self.step_tables.worked_column(one, f"{one.file.id}: score", "cell step") for one in self.systems),
            ),
            power_lines(self.book.boards),
            key=lambda line: line.key,
            starts_group=lambda line: line.at == 0,
            size="fine",
        )
