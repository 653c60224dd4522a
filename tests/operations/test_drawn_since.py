"""Sheets that are scored although their draw has others by now: nobody disappears from the results without a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import drawn_in, edit_draw, type_lines
from aso_event import aso_event
from event_folder import filled_folder
from kept_events import started

from sheetscore.operations.check import check
from sheetscore.operations.ingest import ingest
from sheetscore.operations.publish import publish


def test_sheets_that_cannot_be_made_again_for_their_new_draw_are_asked_about(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(4))
    type_lines(folder, "1,,winner,1", "2,,winner,1")
    one, other = (table.seated["1"] for table in drawn_in(folder, 1).tables)
    edit_draw(folder, 1, {(1, "1"): other, (2, "1"): one})
    stopped = ingest(folder / "round1.xlsx")
    (asked,) = [found.message for found in stopped.findings if found.code == "sheets-older"]
    assert f"made for Player {one[2:]} ({one}), now drawn Player {other[2:]} ({other})" in asked
    assert asked.endswith(", or undo the change; or add --force, and who is on the sheets counts")
    assert not (folder / "round1-results.xlsx").exists()
    (said,) = [found for found in check(folder / "round1.xlsx").findings if found.code == "sheets-older"]
    assert said.is_error
    assert said.message == asked.partition("; or add --force, and")[0]
    (posted,) = publish(folder).findings
    assert (posted.message, posted.severity) == (said.message, "warning")
    (told,) = [found for found in ingest(folder / "round1.xlsx", force=True).findings if found.code == "sheets-older"]
    assert not told.is_error
    assert (folder / "round1-results.xlsx").exists()


@pytest.mark.parametrize("typed", [False, True])
def test_seats_that_were_exchanged_since_are_named_unless_their_players_were_typed_there(
    tmp_path: Path, *, typed: bool
) -> None:
    folder = filled_folder(tmp_path / "origins", amps_event(players=10))
    one, other = (drawn_in(folder, 1).tables[0].seated[seat] for seat in ("cap.1", "cap.2"))
    edit_draw(folder, 1, {(1, "cap.1"): other, (1, "cap.2"): one})
    if typed:
        type_lines(folder, f"1,cap.1,seat.pilot,{other}", f"1,cap.2,seat.pilot,{one}", force=True)
    done = ingest(folder / "round1.xlsx")
    assert done.status != "errors"
    assert len([found for found in done.findings if found.code == "sheets-older"]) == (not typed)
