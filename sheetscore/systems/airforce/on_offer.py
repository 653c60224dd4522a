"""The game's own files that boxes of event.xlsx offer, each with its line: cards of aircraft, charts of guns."""

from __future__ import annotations

from pathlib import Path

from sheetscore.problems import MistakesFound
from sheetscore.sentences import counted
from sheetscore.systems.airforce.cards import CardCase
from sheetscore.systems.airforce.gunnery.tables import GunneryTables

_BROKEN = "It has mistakes, which “sheetscore check” names."


def card_lines(own: Path | None) -> dict[str, str]:
    """Return the cards in files, by their ids; ``own`` is the event's folder of templates."""
    case = CardCase(own=own)
    return {id_: _card_line(case, id_) for id_ in case.ids}


def chart_lines(own: Path | None) -> dict[str, str]:
    """Return the charts in files, by the weapons that fire on them; ``own`` is the event's folder of templates."""
    tables = GunneryTables(own)
    return {weapon: _chart_line(tables, weapon) for weapon in tables.weapons}


def _card_line(case: CardCase, id_: str) -> str:
    try:
        card = case.card(id_)
    except MistakesFound:
        return _BROKEN
    return f"{card.name}: {card.role}, {counted(card.engines, 'engine')}"


def _chart_line(tables: GunneryTables, weapon: str) -> str:
    try:
        chart = tables.chart(weapon)
    except MistakesFound:
        return _BROKEN
    return chart.weapon if chart else ""
