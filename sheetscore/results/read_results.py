"""Results workbooks read back: what a round came to, exactly as it was scored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sheetscore.results.hidden_data import changed, read_data
from sheetscore.results.record import KIND, RoundRecord, Source
from sheetscore.results.record_lines import BrokenRecordError, record_of
from sheetscore.workbooks.guard.limits import LARGEST, Limits


def read_results(path: str | Path, limits: Limits = LARGEST) -> RoundRecord:
    """Read a results workbook: all that is known of a round, and of the event as it was when the round was scored.

    Nothing but the workbook is needed, neither its event nor its system. One that an older sheetscore wrote is read,
    too; it knows nothing of the event but name and system (``setup`` is None), nor what the pages came to.

    Only the hidden data count: figures that somebody changed on the sheets, to see what would happen, do not.

    Parameters
    ----------
    path
        ``round1-results.xlsx``.
    limits
        How much it may hold; those of its event where that is at hand.

    Raises
    ------
    UnreadableFile
        The file is damaged, or is no results workbook.
    """
    path = Path(path)
    data = read_data(path, KIND, limits)
    try:
        record = record_of(data.lines, data.version)
    except BrokenRecordError as error:
        raise changed(path, KIND) from error
    return replace(record, file=Source(path.name, data.workbook.sha256))
