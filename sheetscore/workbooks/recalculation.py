"""Compare the cached values of a workbook's formulas with what LibreOffice computes."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from sheetscore.problems import UnreadableFile
from sheetscore.workbooks.cell_refs import address
from sheetscore.workbooks.office import recalculated
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.sheet_cells import ReadCell

TOLERANCE = 1e-9
"""The relative difference of two numbers that count as equal: doubles have about 15 digits."""

ALMOST_NOTHING = 1e-12
"""The absolute difference of two numbers that count as equal: a rounding error next to 0."""

_BLANK = ReadCell(None)


class ComparedFormula(Struct, frozen=True):
    """A formula of a workbook with its cached and its computed value."""

    sheet: str
    """The title of the sheet."""
    cell: str
    """The address of the cell."""
    formula: str
    written: ReadCell
    """The cell with the cached value."""
    computed: ReadCell
    """The cell with LibreOffice's value."""

    @property
    def agrees(self) -> bool:
        """Whether both values are the same: see :func:`agree`."""
        return agree(self.written, self.computed)


def compared_formulas(path: Path, program: str) -> Iterator[ComparedFormula]:
    """Recompute a workbook with LibreOffice and yield each of its formulas with both values.

    Raises
    ------
    UnreadableFile
        The guard refuses the workbook, or LibreOffice cannot compute it, or does not finish in time.
    """
    written = read_workbook(path)
    data = recalculated(program, path.read_bytes())
    if data is None:
        raise UnreadableFile(f"LibreOffice cannot compute {path.name}")
    with tempfile.TemporaryDirectory(prefix="sheetscore-") as folder:
        copy = Path(folder) / path.name
        copy.write_bytes(data)
        computed = read_workbook(copy)
    for title, sheet in written.sheets.items():
        cells = computed.sheets[title].cells
        for at, cell in sheet.cells.items():
            if cell.formula is not None:
                yield ComparedFormula(title, address(*at), cell.formula, cell, cells.get(at, _BLANK))


def agree(written: ReadCell, computed: ReadCell) -> bool:
    """Return whether two cells have the same value; blank equals empty text, and an error equals no value."""
    if written.error or computed.error:
        return False
    one, other = ("" if cell.value is None else cell.value for cell in (written, computed))
    if isinstance(one, int | float) and isinstance(other, int | float) and bool not in {type(one), type(other)}:
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=ALMOST_NOTHING)
    return type(one) is type(other) and bool(one == other)
