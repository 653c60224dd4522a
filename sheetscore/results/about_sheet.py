"""The About sheet: what a workbook was made from, by which version, and when."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from sheetscore.results.record import Source
from sheetscore.results.table_book import ABOUT
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Table, text_column
from sheetscore.version import VERSION
from sheetscore.workbooks.book import CellValue

_EPOCH = dt.datetime(1899, 12, 30)  # noqa: DTZ001 -- a spreadsheet's times have no zone
"""Day 0 of spreadsheets."""


@dataclass(frozen=True)
class Fact:
    """Something to know about a workbook."""

    what: str
    value: CellValue
    style: str = "cell fit"
    formula: str | None = None


def about_sheet(sources: Sequence[Source], made_at: dt.datetime) -> TableSheet:
    """Plan the sheet.

    Parameters
    ----------
    sources
        The files that the workbook was made from.
    made_at
        Shown in local time.
    """
    # Version and time stay inside this sheet: a text would be kept with those of all sheets, where it would
    # make two workbooks of equal data differ.
    facts = [
        *(Fact(source.name, source.sha256) for source in sources),
        Fact("written by sheetscore", VERSION, formula=f'"{VERSION}"'),
        Fact("written at", _serial(made_at), "cell time"),
    ]
    table = Table(
        "about",
        (
            text_column("what", "What", 220, lambda fact: fact.what),
            text_column(
                "value",
                "Digest of the file (SHA-256), version, time",
                520,
                lambda fact: fact.value,
                lambda here: here.line.formula,
                lambda fact: fact.style,
            ),
        ),
        facts,
    )
    return TableSheet(ABOUT, "About this workbook", tables=(table,))


def _serial(moment: dt.datetime) -> int | float:
    """Give a moment as spreadsheets count it: days, to the second."""
    local = moment.astimezone().replace(tzinfo=None, microsecond=0) if moment.tzinfo else moment
    return (local - _EPOCH).total_seconds() / 86400
