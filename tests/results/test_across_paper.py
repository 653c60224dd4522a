"""Every worksheet of the examples fits across its paper, as LibreOffice prints it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from dice_system import install
from registered import EXAMPLES
from shared_demos import Demos

from sheetscore.workbooks.cell_refs import parse_address
from sheetscore.workbooks.paper import PAPER_SIZES

WIDER_ON_PAPER = 1.056
"""The factor by which LibreOffice prints columns wider than their pixels, measured."""


def too_wide(workbook: Path) -> Iterator[str]:
    """Yield the worksheets whose columns have no room on their paper at the scale that they have."""
    with zipfile.ZipFile(workbook) as archive:
        book = archive.read("xl/workbook.xml").decode()
        for at, last in re.findall(r'Print_Area" localSheetId="(\d+)"[^>]*>[^<]*:\$([A-Z]+)\$\d+<', book):
            sheet = archive.read(f"xl/worksheets/sheet{int(at) + 1}.xml").decode()
            if "fitToPage" in sheet:
                continue
            wide = pixels(sheet, parse_address(f"{last}1")[1]) * WIDER_ON_PAPER / 96
            if wide > room(sheet):
                yield f"{workbook.name}, sheet {int(at) + 1}: {wide:.2f} inches for {room(sheet):.2f}"


def pixels(sheet: str, last: int) -> float:
    """Return the width of a worksheet's columns up to one counted from 0; between breaks, that of the widest part."""
    columns = re.findall(r'<col min="(\d+)" max="(\d+)" width="([\d.]+)"', sheet)
    wide = {at - 1: float(wide) * 7 for begin, end, wide in columns for at in range(int(begin), int(end) + 1)}
    breaks = re.findall(r'<brk id="(\d+)"', "".join(re.findall("<colBreaks.*</colBreaks>", sheet)))
    return max(sum(wide.get(at, 0) for at in range(*part)) for part in pairwise([0, *map(int, breaks), last + 1]))


def room(sheet: str) -> float:
    """Return the width in inches, at full size, that the paper of a worksheet has for columns."""
    (setup,), (margins,) = re.findall("<pageSetup[^>]*>", sheet), re.findall("<pageMargins[^>]*>", sheet)
    (paper,) = (one for one in PAPER_SIZES.values() if f'paperSize="{one.xlsx_code}"' in setup)
    inches = paper.height if 'orientation="landscape"' in setup else paper.width
    beside = sum(map(float, re.findall(r'(?:left|right)="([\d.]+)"', margins)))
    return (inches - beside) * 100 / int((re.findall(r'scale="(\d+)"', setup) or [100])[0])


@pytest.mark.parametrize("example", EXAMPLES)
def test_no_worksheet_goes_on_over_paper_to_the_right(
    example: str, demos: Demos, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    workbooks = [
        path for played in (demos.played(example), demos.renamed(example)) for path in played.workbooks.values()
    ]
    assert [wide for path in workbooks for wide in too_wide(path)] == []
