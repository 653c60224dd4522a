"""An event or results as text: TOML, JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sheetscore.event.folder import in_its_format, stage_json
from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.problems import WrongUsage
from sheetscore.reading.field_lines import safe_text
from sheetscore.results.figures import as_doubles, frame
from sheetscore.results.log_sheet import LOG_KEYS, Note, notes_of
from sheetscore.results.record import RoundRecord
from sheetscore.results.record_lines import read_results
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.system import page_kinds_of
from sheetscore.workbooks.saving import FORMATS

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class EventLog:
    """What the tables of a round noted, by table and line."""

    notes: tuple[Note, ...]

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """A row per note: ``table``, ``turn``, ``pilot``, ``event``; None where nothing was noted."""
        return tuple(note.as_row() for note in self.notes)

    def frame(self) -> pd.DataFrame:
        """Return the rows as a data frame."""
        return frame(self.rows, LOG_KEYS)


def event_log(path: str | Path) -> EventLog:
    """Return the event logs that a results workbook keeps.

    Parameters
    ----------
    path
        ``round1-results.xlsx``; of an event whose tables note nothing the log is empty.

    Raises
    ------
    UnreadableFile
        The file is damaged, or is no results workbook.
    """
    return _log_of(read_results(in_its_format(Path(path))))


def _log_of(record: RoundRecord) -> EventLog:
    return EventLog(notes_of(record.entries, page_kinds_of(record.system)))


def export(path: str | Path, form: str, *, log: bool = False) -> str:
    """Return an event or a results workbook as text.

    Parameters
    ----------
    path
        An event (folder, event.xlsx, event.toml) or ``round1-results.xlsx``.
    form
        ``csv`` (of an event its players, of results the rows), ``toml`` or ``json``, which hold everything.
    log
        With ``csv``: the event logs of a round instead of its rows.

    Raises
    ------
    WrongUsage
        The log was asked for of an event, or in a form that has it anyway.
    """
    path = in_its_format(Path(path))
    of_results = path.suffix.lower() in FORMATS and path.stem.endswith("-results")
    if log and form != "csv":
        raise WrongUsage(f"{form} has rows and log together; leave --log out, or choose csv")
    if log and not of_results:
        raise WrongUsage(f"{path.name} has no event log; name the results of a round, such as round1-results.xlsx")
    return _results(read_results(path), form, log=log) if of_results else _event(load_event(path), form)


def _event(event: Event, form: str) -> str:
    if form == "toml":
        from sheetscore.event.toml_out import write_toml  # noqa: PLC0415 -- other forms need no tomlkit

        return write_toml(event)
    data = event.model_dump(mode="json", by_alias=True)
    if form == "json":
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return _csv(data["player"])


def _results(record: RoundRecord, form: str, *, log: bool) -> str:
    rows, noted = as_doubles(record.rows), as_doubles(_log_of(record).rows)
    if form == "csv":
        return _csv(noted, LOG_KEYS) if log else _csv(rows)
    data = {"event": record.event_name, "system": record.system, "round": stage_json(record.round)}
    if form == "json":
        return json.dumps({**data, "rows": rows, "log": noted}, ensure_ascii=False, indent=2) + "\n"
    import tomlkit  # noqa: PLC0415 -- other forms need none

    return tomlkit.dumps({**_given(data), "rows": [*map(_given, rows)], "log": [*map(_given, noted)]})


def _given(line: Mapping[str, object]) -> dict[str, object]:
    """Leave out what has no value, for which TOML has no word."""
    return {key: value for key, value in line.items() if value is not None}


def _csv(rows: Sequence[Mapping[str, object]], keys: Sequence[str] = ()) -> str:
    """Write rows with a heading, which has ``keys`` even where there are no rows."""
    out = io.StringIO()
    headings = list(dict.fromkeys([*keys, *(key for row in rows for key in row)]))
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        writer.writerow([_cell(row.get(heading)) for heading in headings])
    return out.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return safe_text(value) if isinstance(value, str) else str(value)
