"""The findings that matched games alone make."""

from __future__ import annotations

from sheetscore.findings import Codes, Severity

CODES: Codes = {
    "ladder-reach": (Severity.WARNING, "two meet who are further apart on the ladder than one may challenge"),
}
