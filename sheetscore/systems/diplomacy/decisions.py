"""The decisions of an event of Diplomacy in words, the scoring systems that there are among them."""

from __future__ import annotations

from dataclasses import replace

from sheetscore.scoring.boards.library import usable_systems
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import Decision
from sheetscore.systems.settings_words import decisions_of


def decisions_of_event(event: DiplomacyEvent) -> list[Decision]:
    """Give every setting with its value and its meaning, and the scoring systems that there are."""
    usable = [one.file for one in usable_systems(event.own_templates)[0]]
    scoring, *others = decisions_of(event.settings)
    chosen = next((one for one in usable if one.is_called(scoring.value)), None)
    if chosen is not None:
        scoring = replace(scoring, value=chosen.id, meaning=chosen.summary)
    return [replace(scoring, choices={one.id: one.summary_with_names for one in usable}), *others]
