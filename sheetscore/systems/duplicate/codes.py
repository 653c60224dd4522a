"""The findings that duplicate play alone makes."""

from __future__ import annotations

from sheetscore.findings import Codes, Severity

CODES: Codes = {
    "line-one-side": (Severity.ERROR, "a line of a traveller has the points of one side only"),
    "line-team": (Severity.ERROR, "a line of a traveller has points and a team that the draw does not have there"),
    "line-twice": (Severity.ERROR, "a team has two results on one traveller, or two in one round"),
    "line-idle": (Severity.ERROR, "a line of a traveller has points though nobody plays there in that round"),
    "line-skipped": (Severity.WARNING, "a line of a traveller is blank and a later one is not"),
}
