"""How long the movement of a large duplicate event takes, against writing its meetings down with the raw library."""

from __future__ import annotations

from pathlib import Path

import xlsxwriter
from measure import limit, report, seconds

from sheetscore.pairing.movement import pairings, plan_movement, prove


def bench_movement_of_100_tables_and_99_rounds(tmp_path: Path) -> None:
    def ours() -> None:
        assert prove(plan_movement(100, 99)).clean

    rows = list(pairings(plan_movement(100, 99)))
    assert len(rows) == 9_900

    def raw() -> None:
        book = xlsxwriter.Workbook(str(tmp_path / "raw.xlsx"))
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
        book.close()

    taken = seconds({"planning and proving": ours, "bare XlsxWriter writes the meetings": raw})
    report("the movement of 100 tables and 99 rounds (9,900 meetings)", taken, 1)
    limit("planning and proving it", taken["planning and proving"], 0.1, "s")
