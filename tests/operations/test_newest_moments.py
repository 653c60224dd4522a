"""The last moment when a workbook was the newest, by the journal."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from sheetscore.event.folder import Action
from sheetscore.operations.safeguards.newest_moments import moments_of_bytes


def _scored(sheets: str, number: int = 1) -> Action:
    """Ingest sheets with this digest."""
    time, name = dt.datetime(2026, 5, 1, tzinfo=dt.UTC), f"round{number}"
    read, written = {f"{name}.xlsx": sheets}, {f"{name}-results.xlsx": f"results of {sheets}"}
    return Action(time=time, command=f"ingest {name}.xlsx", version="1", read=read, written=written)


def test_sheets_scored_again_are_the_newest_though_somebody_saved_the_results_in_another_format() -> None:
    moments = moments_of_bytes([_scored("first"), _scored("second"), _scored("first")], Path("round1-results.ods").stem)
    assert {sheets: moments[sheets].at for sheets in ("first", "second")} == {"first": 2, "second": 1}


def test_sheets_of_another_round_are_no_older_ones_of_this_one() -> None:
    """Somebody has copied round2.xlsx over round1.xlsx: what is wrong with that is another thing."""
    moments = moments_of_bytes([_scored("of round 2", 2), _scored("first")], "round1-results")
    assert moments.keys() == {"first", "results of first"}
