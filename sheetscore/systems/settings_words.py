"""The decisions of an event in words, for the Rules sheet and for ``sheetscore systems``."""

from __future__ import annotations

from sheetscore.event.model import Settings
from sheetscore.systems.outcomes import Decision


def decisions_of(settings: Settings) -> list[Decision]:
    """Give every setting of an event with what it is called, its value and what it means."""
    return [
        Decision(info.title or name, _spoken(getattr(settings, name)), info.description or "")
        for name, info in type(settings).model_fields.items()
    ]


def _spoken(value: object) -> str:
    if value is None:
        return "blank"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "blank"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
