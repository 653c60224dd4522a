"""The findings that accelerated Swiss alone makes."""

from __future__ import annotations

from sheetscore.findings import Codes, Severity

CODES: Codes = {
    "judges": (Severity.ERROR, "the judges, or the numbers that they gave, break a rule"),
    "judge-undefeated": (Severity.WARNING, "a judge plays in the event and has not lost or drawn a game"),
    "judge-close": (Severity.WARNING, "a judge is a regular opponent or a club mate of one of the two players"),
    "judge-unnamed": (Severity.WARNING, "there are numbers of a judge whom nobody named"),
    "draw-byes": (Severity.WARNING, "several have a bye in one round"),
    "play-off": (Severity.WARNING, "a play-off is drawn or played by others than two joint winners"),
}
