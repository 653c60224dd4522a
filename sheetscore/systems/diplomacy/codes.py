"""The findings that Diplomacy alone makes."""

from __future__ import annotations

from sheetscore.findings import Codes, Severity

CODES: Codes = {
    "scored-otherwise": (Severity.WARNING, "a round was scored by other rules than those in force"),
}
