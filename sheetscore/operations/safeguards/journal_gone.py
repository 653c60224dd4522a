"""A folder without its journal, in which older copies cannot be recognised.

Somebody deleted the journal, or copied the workbooks alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from sheetscore.event.folder import JOURNAL_NAME, read_journal, sheets_stem, stage_of
from sheetscore.findings import Finding, finding
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.wording import join_words
from sheetscore.workbooks.saving import FORMATS, KEPT


def journal_gone(opened: OpenEvent, stages: Iterable[int]) -> Iterator[Finding]:
    """Note once that the journal lacks rounds, if older copies of their workbooks may be mistaken for new ones.

    A round without results and with a single workbook is left out, since that workbook must be the newest.
    """
    written = {Path(name).stem for entry in read_journal(opened.folder.path) for name in entry.written}
    results: list[str] = []
    several: list[str] = []
    sheets: list[str] = []
    for stage in stages:
        scored, own = opened.folder.results(stage), opened.folder.sheets(stage)
        copies = called_like_sheets(opened, stage)
        if scored.is_file() and scored.stem not in written:
            results.append(scored.name)
        elif not scored.is_file() and own.stem not in written and len(copies) > 1:
            several.append(f"which of {join_words(copies)} is the newest")
        else:
            continue
        sheets.append(own.name)
    if not sheets:
        return
    untold = [*([f"how {join_words(results)} came about"] if results else []), *several]
    message = (
        f"{JOURNAL_NAME} does not tell {join_words(untold)}: older copies of {join_words(sheets)} are not known as "
        f"such, and one in the place of the newest takes back what was typed since. Where it was left behind, put it "
        f"beside the event (it comes with {KEPT}/); otherwise move copies that are no longer needed away"
    )
    yield finding("journal-gone", message, sheet=JOURNAL_NAME)


def called_like_sheets(opened: OpenEvent, stage: int) -> list[str]:
    """Return the names of a stage's score sheets and of workbooks that are called like copies of them, sorted."""
    begins_so = re.compile(rf"{sheets_stem(stage)}(?!\d).*", re.IGNORECASE)
    found = (path for path in opened.folder.path.iterdir() if path.suffix.lower() in FORMATS and path.is_file())
    own = opened.folder.sheets(stage).name
    return sorted(
        path.name for path in found if begins_so.fullmatch(path.stem) and (stage_of(path) is None or path.name == own)
    )
