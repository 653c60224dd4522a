"""What somebody types on a sheet that is printed and never read is named wherever the workbook is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_system import install
from registered import SHOWN
from shared_demos import Demos
from typing_in import type_in

from sheetscore.findings import Severity
from sheetscore.operations.check import check
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets


def not_read(done: object) -> dict[str, str]:
    """Give what is said of each sheet."""
    assert isinstance(done, Ingested)
    named = [one for one in done.findings if one.code == "not-read"]
    assert {one.severity for one in named} <= {Severity.WARNING}
    assert len({one.sheet for one in named}) == len(named)
    return {one.sheet: one.message for one in named}


@pytest.mark.parametrize("example", SHOWN)
def test_what_is_typed_on_a_sheet_that_is_only_printed_is_named(
    example: str, demos: Demos, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    folder = demos.played(example).copied(tmp_path / "event")
    opened = open_event(folder)
    stage = max(stage for stage in opened.event.stages if opened.folder.sheets(stage).exists())
    sheets = opened.folder.sheets(stage)
    papers = make_sheets(folder, stage or None).besides
    assert not_read(check(sheets)) == {}
    typed = {(title, cell): value for title in papers for cell, value in (("Z2", 3), ("Z4", "won by 2"))}
    type_in(sheets, {**typed, ("Cover", "Z2"): "call Bob"})
    for look in (check, ingest):
        found = not_read(look(sheets))
        assert found.keys() == set(papers)
        assert all("Z2 (“3”)" in message and "Z4 (“won by 2”)" in message for message in found.values())
        assert all("is printed and never read" in message for message in found.values())


def test_points_typed_on_travellers_are_named_with_the_sheets_on_which_they_belong(
    demos: Demos, tmp_path: Path
) -> None:
    folder = demos.played("duplicate").copied(tmp_path / "event")
    type_in(folder / "travellers.xlsx", {("Travellers", f"F{row}"): row - 6 for row in range(7, 14)})
    (message,) = not_read(check(folder / "travellers.xlsx")).values()
    assert message == (
        "“Travellers” is printed and never read, and 7 cells of it were typed into: F7 (“1”), F8 (“2”), F9 (“3”), "
        "F10 (“4”), F11 (“5”) and 2 more. Type what counts into the boxes of Table 1 to Table 7"
    )
