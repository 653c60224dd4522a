"""The list of scenarios on a sheet: which side is the first, what victories are called and worth.

Source: "All Players are Created Equal", General guidelines.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.sheets.layout import PAGE_COLUMNS, PageLayout
from sheetscore.systems.match.games import LEVELS, MOST_POINTS, POINTS, SIDES, Level, SideName
from sheetscore.systems.match.model import MatchScenario
from sheetscore.tables.sheet import text_height

_COLUMNS = (("Scenario", 1, 3), ("First side", 4, 2), ("Second side", 6, 2), ("How it is won", 8, 5))
"""The columns of the list of scenarios: captions, first column of the page, columns."""

_UNIT = 54
"""Pixels of a column at the least: columns grow with the paper."""


def list_scenarios(page: PageLayout, scenarios: Sequence[MatchScenario]) -> None:
    """List what is played, with its sides in their order and what victories are called and worth."""
    page.add_row(page.measures.gap)
    row = page.add_row(page.measures.title)
    page.put(row, 0, 5, "band", text="Scenario" if len(scenarios) == 1 else "Scenarios")
    page.put(row, 5, PAGE_COLUMNS - 5, "band rule", text="which side is the first, and how games are won")
    row = page.add_row(page.measures.caption)
    for caption, column, columns in _COLUMNS:
        page.put(row, column, columns, "caption left", text=caption)
    for scenario in scenarios:
        texts = (scenario.title, *(side_title(scenario, side) for side in SIDES), how_won(scenario))
        widths = [columns * _UNIT for _, _, columns in _COLUMNS]
        row = page.add_row(max(text_height(text, width) for text, width in zip(texts, widths, strict=True)))
        for text, (_, column, columns) in zip(texts, _COLUMNS, strict=True):
            page.put(row, column, columns, "label", text=text)


def side_title(scenario: MatchScenario, side: SideName) -> str:
    """Return what the scenario calls one of its sides; in words where it has none."""
    titles = dict(zip(SIDES, (one.title for one in scenario.sides), strict=False))
    return titles.get(side, f"{side} side")


def how_won(scenario: MatchScenario) -> str:
    """Say how games of a scenario are won, in its own words, and what must be written down for that."""
    parts = [_levels(scenario) if scenario.kind.graded else _HOW[scenario.grading]]
    if scenario.turns:
        parts.append(f"{scenario.turns} game-turns")
    if not scenario.draws:
        parts.append("no draws")
    return ". ".join(f"{part[:1].upper()}{part[1:]}" for part in parts)


_HOW = {
    "points": "by points, or units destroyed. If each wins a game: the points of both, the higher net wins",
    "territory": "by territory. If each wins a game: the winners' game-turns, the sooner wins; then their losses",
    "win": "by its own conditions. If each wins a game the match is drawn",
}
"""Of games without levels, by their grading."""


def _levels(scenario: MatchScenario) -> str:
    words = ", ".join(f"{level_in_words(scenario, level)} {points}" for level, points in POINTS.items())
    holder = scenario.graded_name
    if holder is None:
        return f"at levels, with match points: {words}"
    without = next(side for side in SIDES if side != holder)
    who, whoever = side_title(scenario, holder), side_title(scenario, without)
    return f"{who} at levels, with match points: {words}. {whoever} without a level: {MOST_POINTS}"


def level_in_words(scenario: MatchScenario, level: Level) -> str:
    """Return what a scenario calls a level, with everybody's word beside it where that is another."""
    word = scenario.word_for(level)
    return level if word == level else f"{word} ({level})"


def words_for_levels(scenario: MatchScenario) -> tuple[str, ...]:
    """Return what a scenario calls all levels, from the lowest."""
    return tuple(level_in_words(scenario, level) for level in LEVELS)


def in_one_wording(scenarios: Sequence[MatchScenario]) -> MatchScenario | None:
    """Return a scenario whose words for levels are those of all; None where these differ."""
    return scenarios[0] if len(set(map(words_for_levels, scenarios))) == 1 else None
