"""What the cover of a round's workbook says is to come is what check asks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from event_folder import filled_folder
from looking import values_in

from sheetscore.operations.check import check
from sheetscore.operations.entries import fill


@pytest.mark.parametrize(
    ("lines", "state"),
    [
        ("1,cap.3,air-combat.advantage.dn,-\n", "1 to come"),
        ("1,cap.3,air-combat.advantage.dn,-\n1,cap.3,seat.flew,1\n", "1 to come"),
        ("1,cap.3,air-combat.advantage.dn,-\n1,cap.3,seat.flew,0\n", "complete"),
        ("1,cap.3,air-combat.advantage.dn,-\n1,cap.3,claimed.sp,0\n", "complete"),
    ],
    ids=["blank", "flew alone", "nobody flew", "claimed"],
)
def test_a_page_is_filled_when_check_does_not_ask_for_it(lines: str, state: str, tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event")
    source = tmp_path / "lines.csv"
    source.write_text(f"table,seat,field,value\n{lines}", encoding="utf-8")
    sheets = fill(folder / "round1.xlsx", source).path
    blank = [one for one in check(sheets).findings if one.code == "blank-page"]
    assert len(blank) == (1 if state == "1 to come" else 0)
    assert [row[4] for row in values_in(sheets)["Cover"] if row[0] == "Table 1"] == [state]
