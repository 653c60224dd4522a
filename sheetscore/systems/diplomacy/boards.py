"""What stands on the sheet of a board: its boxes, and the board that they make, which can be scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.forms.form import Entries, FieldKey, PageScore
from sheetscore.forms.round_forms import RoundForms
from sheetscore.scoring.boards.board import FINAL, POWERS, Counts, WrittenGame
from sheetscore.scoring.boards.library import board_system
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.diplomacy.model import DiplomacyEvent


def power_box(table: int, power: str, what: str) -> FieldKey:
    """Return a box on the line of a power: ``player``, ``eliminated``, ``ruling`` or ``reason``."""
    return FieldKey(table, "", f"powers.{power}.{what}")


def count_box(table: int, line: int | str, power: str) -> FieldKey:
    """Return the box of a power's centres in a year, or on the line :data:`FINAL`."""
    return FieldKey(table, "", f"chart.{line}.{power.lower()}")


def game_box(table: int, what: str) -> FieldKey:
    """Return a box about the whole game: ``outcome``, ``final_year`` or ``members``."""
    return FieldKey(table, "", f"game.{what}")


def scoring_of(event: DiplomacyEvent) -> BoardSystem:
    """Read the scoring system of an event, its own ones included.

    Raises
    ------
    MistakesFound
        There is no such system, or its file has mistakes.
    """
    return board_system(event.settings.scoring, event.own_templates)


@dataclass(frozen=True)
class Ruling:
    """A score that the director gives in place of the computed one, and why; None for what is missing."""

    score: int | Fraction | None
    reason: str | None


@dataclass(frozen=True)
class SheetBoard(WrittenGame):
    """A board as its sheet has it; on lines of the chart that have begun, what is blank is 0.

    Parameters
    ----------
    players
        Ids by power; powers that nobody plays are left out.
    """

    table: int
    players: Mapping[str, str]
    rulings: Mapping[str, Ruling]

    @property
    def is_blank(self) -> bool:
        """Whether nothing is known of the game."""
        return not self.chart and self.final is None and self.outcome is None


def played_boards(forms: RoundForms, entries: Entries) -> tuple[SheetBoard, ...]:
    """Return all boards of a round, also those on which nothing stands yet."""
    lines = chart_lines(forms)
    return tuple(_board(table.number, lines, entries) for table in forms.tables)


def chart_lines(forms: RoundForms) -> list[str]:
    """Return the lines of the charts: years, and :data:`FINAL`."""
    return [row.key for row in forms.tables[0].pages[0].form.block("chart").rows] if forms.tables else []


def board_of_page(table: int, page: PageScore) -> SheetBoard:
    """Return a board from the rows of its page."""
    entries = {
        FieldKey(table, "", ".".join(part for part in (block_id, row.row.key, name) if part)): value
        for block_id, rows in page.rows.items()
        for row in rows
        for name, value in row.values.items()
        if value is not None
    }
    return _board(table, [row.row.key for row in page.rows["chart"]], entries)


def _board(table: int, lines: list[str], entries: Entries) -> SheetBoard:
    def typed(what: str) -> dict[str, int]:
        values = {power: entries.get(power_box(table, power, what)) for power in POWERS}
        return {power: int(value) for power, value in values.items() if value is not None}

    counts = {line: _counts(table, line, entries) for line in lines}
    players = {power: entries.get(power_box(table, power, "player")) for power in POWERS}
    outcome, year, members = (entries.get(game_box(table, what)) for what in ("outcome", "final_year", "members"))
    return SheetBoard(
        chart={int(line): found for line, found in counts.items() if line != FINAL and found is not None},
        final=counts.get(FINAL),
        gone=typed("eliminated"),
        typed_final_year=None if year is None else int(year),
        outcome=None if outcome is None else str(outcome),
        members=tuple(str(members or "").split()),
        table=table,
        players={power: str(player) for power, player in players.items() if player is not None},
        rulings={power: ruling for power in POWERS if (ruling := _ruling(table, power, entries))},
    )


def _counts(table: int, line: str, entries: Entries) -> Counts | None:
    """Return a line of the chart; None where nothing stands on it."""
    found = {power: entries.get(count_box(table, line, power)) for power in POWERS}
    if all(value is None for value in found.values()):
        return None
    return {power: int(value or 0) for power, value in found.items()}


def _ruling(table: int, power: str, entries: Entries) -> Ruling | None:
    score, reason = (entries.get(power_box(table, power, what)) for what in ("ruling", "reason"))
    if score is None and reason is None:
        return None
    if isinstance(score, str):
        raise TypeError(f"a ruling must be a number, not {score!r}")
    return Ruling(score, None if reason is None else str(reason))
