"""Results workbooks read back: what a round came to, exactly as it was scored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sheetscore.results.hidden_data import changed, read_data
from sheetscore.results.record import KIND, BrokenRecordError, RoundRecord, Source, record_of
from sheetscore.workbooks.guard.limits import LARGEST, Limits


def read_results(path: Path, limits: Limits = LARGEST) -> RoundRecord:
    """Read a results workbook.

    Only the hidden data count: figures that somebody changed on the sheets, to see what would happen, do not.

    Parameters
    ----------
    limits
        How much it may hold; those of its event where that is at hand.

    Raises
    ------
    UnreadableFile
        The file is damaged, or is no results workbook.
    """
    workbook, lines = read_data(path, KIND, limits)
    try:
        record = record_of(lines)
    except BrokenRecordError as error:
        raise changed(path, KIND) from error
    return replace(record, file=Source(path.name, workbook.sha256))
