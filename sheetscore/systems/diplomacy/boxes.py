"""The boxes of a board's sheet, and the scoring system by which they count."""

from __future__ import annotations

from sheetscore.forms.form import FieldKey
from sheetscore.scoring.boards.library import board_system
from sheetscore.scoring.boards.system import BoardSystem
from sheetscore.systems.diplomacy.model import DiplomacyEvent


def power_box(table: int, power: str, what: str) -> FieldKey:
    """Give a box on the line of a power: ``player``, ``eliminated``, ``ruling`` or ``reason``."""
    return FieldKey(table, "", f"powers.{power}.{what}")


def count_box(table: int, line: int | str, power: str) -> FieldKey:
    """Give the box of a power's centres in a year, or on the line :data:`FINAL`."""
    return FieldKey(table, "", f"chart.{line}.{power.lower()}")


def game_box(table: int, what: str) -> FieldKey:
    """Give a box about the whole game: ``outcome``, ``final_year`` or ``members``."""
    return FieldKey(table, "", f"game.{what}")


def scoring_of(event: DiplomacyEvent) -> BoardSystem:
    """Read the scoring system of an event, its own ones included.

    Raises
    ------
    MistakesFound
        There is no such system, or its file has mistakes.
    """
    return board_system(event.settings.scoring, event.own_templates)
