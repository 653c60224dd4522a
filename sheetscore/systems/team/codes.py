"""The findings that team play alone makes."""

from __future__ import annotations

from sheetscore.findings import Codes, Severity

CODES: Codes = {
    "team-tables": (Severity.ERROR, "a table has no partner at which the same two teams meet"),
}
