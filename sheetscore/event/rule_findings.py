"""What is wrong or doubtful in a part of an event, said at its place as in event.toml."""

from __future__ import annotations

from sheetscore.event.model import Event, Part
from sheetscore.event.tables import place_of
from sheetscore.findings import Finding, Severity, finding


def wrong(event: Event, part: Part, key: str, message: str, code: str = "event-rule") -> Finding:
    """Make a finding about a part of an event.

    Parameters
    ----------
    key
        Which of its values, by the key of event.toml.
    """
    return finding(code, message, sheet=place_of(event, part), cell=key)


def doubtful(event: Event, part: Part, key: str, message: str, code: str = "event-rule") -> Finding:
    """Make a warning about a part of an event, whatever the code usually is."""
    return finding(code, message, sheet=place_of(event, part), cell=key, severity=Severity.WARNING)
