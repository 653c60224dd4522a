"""Tabs that were renamed: every value stays with those on whose page it was typed, or the file is refused."""

from __future__ import annotations

import zipfile
from pathlib import Path

from diplomacy_event import diplomacy_event
from kept_events import started
from match_commands import Evening
from match_event import match_event

from sheetscore.operations.ingest import ingest


def replace_in_tabs(workbook: Path, *exchanged: tuple[str, str]) -> None:
    """Replace texts in the part of a workbook that has the names of its tabs, and the defined names."""
    with zipfile.ZipFile(workbook) as package:
        parts = {info: package.read(info) for info in package.infolist()}
    with zipfile.ZipFile(workbook, "w") as package:
        for info, data in parts.items():
            text = data
            for one, other in exchanged if info.filename == "xl/workbook.xml" else ():
                text = text.replace(one.encode(), other.encode())
            package.writestr(info, text, compresslevel=1)


def test_a_match_is_of_those_on_its_page_whatever_its_tab_is_called(tmp_path: Path) -> None:
    evening = Evening(started(tmp_path / "event", match_event(4, pairing="swiss")))
    first, second = evening.seats(1)[1]
    evening.score(1, f"{first} {second} 3 1")
    replace_in_tabs(evening.sheets(1), ("Table 1", "Table X"), ("Table 2", "Table 1"), ("Table X", "Table 2"))
    refused = ingest(evening.sheets(1))
    assert [(one.code, one.sheet, one.message) for one in refused.findings] == [
        ("result-missing", "Table 1", "table 2: the match has no result")
    ]
    done = ingest(evening.sheets(1), provisional=True)
    assert [(one.code, one.sheet) for one in done.findings] == [("not-in-yet", "Table 1")]
    assert {(row["player"], row["table"], row["result"]) for row in done.rows} == {
        (first, 1, "win"),
        (second, 1, "loss"),
    }


def test_who_plays_on_a_page_that_was_not_found_is_not_asked(tmp_path: Path) -> None:
    """A program exchanged the names of tabs, and the defined names did not follow."""
    folder = started(tmp_path / "con", diplomacy_event(14, 1))
    one, other, third = (f'name="{title}"' for title in ("Table 1", "Table 2", "Table X"))
    replace_in_tabs(folder / "round1.xlsx", (one, third), (other, one), (third, other))
    found = ingest(folder / "round1.xlsx").findings
    assert [one.code for one in found if one.is_error] == ["structure", "structure"]
    assert "sheets have exchanged their names" in found[0].message
