"""The last moment when a workbook was the newest, by the journal."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from sheetscore.event.folder import Action
from sheetscore.operations.newest_moments import moments_of_bytes


def _scored(sheets: str) -> Action:
    """Ingest sheets with this digest."""
    time = dt.datetime(2026, 5, 1, tzinfo=dt.UTC)
    read, written = {"round1.xlsx": sheets}, {"round1-results.xlsx": f"results of {sheets}"}
    return Action(time=time, command="ingest round1.xlsx", version="1", read=read, written=written)


def test_sheets_scored_again_are_the_newest_though_somebody_saved_the_results_in_another_format() -> None:
    moments = moments_of_bytes([_scored("first"), _scored("second"), _scored("first")], Path("round1-results.ods").stem)
    assert {sheets: moments[sheets].at for sheets in ("first", "second")} == {"first": 2, "second": 1}
