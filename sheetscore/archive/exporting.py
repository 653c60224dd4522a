"""Export an archive: a workbook for people, or all results as CSV or Parquet for other programs."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Callable, Mapping
from pathlib import Path

from sheetscore.archive.questions import Questions
from sheetscore.problems import WrongUsage
from sheetscore.workbooks.csv_texts import safe
from sheetscore.workbooks.saving import Saved, save, save_bytes, save_text

_RESULTS = "SELECT * FROM results ORDER BY day DESC NULLS LAST, event, round DESC, line, kind, id"
"""All results, those of the newest rounds first; of each round only the version that counts."""


def export(asked: Questions, path: Path, made_at: dt.datetime) -> Saved:
    """Write a file in the format of its suffix; a file of that name goes to ``kept/``.

    Parameters
    ----------
    made_at
        The time that a workbook shows, in local time.

    Raises
    ------
    WrongUsage
        The suffix is no known format, or the file cannot be written.
    """
    made = FORMATS.get(path.suffix.lower())
    if made is None:
        raise WrongUsage(
            f"{path.name} does not say in what format: let its name end in {', '.join(FORMATS)}", "no-format"
        )
    return made(asked, path, made_at)


def _workbook(asked: Questions, path: Path, made_at: dt.datetime) -> Saved:
    from sheetscore.archive.club_book import club_book  # noqa: PLC0415 -- other formats do without it

    book = club_book(asked, made_at)
    return save(path, book.write, book.stamp_parts)


def _csv(asked: Questions, path: Path, made_at: dt.datetime) -> Saved:
    del made_at
    answer = asked.ask(_RESULTS)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(answer.columns)
    writer.writerows([_cell(value) for value in row] for row in answer.rows)
    return save_text(path, out.getvalue())


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else repr(value)
    return "" if value is None else safe(str(value)) if isinstance(value, str) else str(value)


def _parquet(asked: Questions, path: Path, made_at: dt.datetime) -> Saved:
    import pyarrow as pa  # noqa: PLC0415 -- other formats do without it
    import pyarrow.parquet as pq  # noqa: PLC0415

    del made_at
    packed = pa.BufferOutputStream()
    pq.write_table(asked.connection.sql(_RESULTS).to_arrow_table(), packed, compression="zstd")
    return save_bytes(path, packed.getvalue().to_pybytes())


FORMATS: Mapping[str, Callable[[Questions, Path, dt.datetime], Saved]] = {
    ".xlsx": _workbook,
    ".csv": _csv,
    ".parquet": _parquet,
}
"""The functions that write files, by suffix."""
