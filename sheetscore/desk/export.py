"""An event or results as text: TOML, JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from sheetscore.event.folder import in_its_format
from sheetscore.event.load import load_event
from sheetscore.event.model import Event
from sheetscore.event.stage import stage_json
from sheetscore.event.toml_file import write_toml
from sheetscore.problems import WrongUsage
from sheetscore.reading.field_lines import safe_text
from sheetscore.results.figures import as_doubles
from sheetscore.results.read_results import read_results
from sheetscore.workbooks.saving import FORMATS


def export(path: Path, form: str) -> str:
    """Give an event or a results workbook as text.

    Parameters
    ----------
    path
        An event (folder, event.xlsx, event.toml) or ``round1-results.xlsx``.
    form
        ``csv`` (of an event: its players), ``toml`` (events only) or ``json``.

    Raises
    ------
    WrongUsage
        Results have no TOML form.
    """
    path = in_its_format(path)
    if path.suffix.lower() in FORMATS and path.stem.endswith("-results"):
        return _results(path, form)
    return _event(load_event(path), form)


def _event(event: Event, form: str) -> str:
    if form == "toml":
        return write_toml(event)
    data = event.model_dump(mode="json", by_alias=True)
    if form == "json":
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return _csv(data["player"])


def _results(path: Path, form: str) -> str:
    record = read_results(path)
    if form == "toml":
        raise WrongUsage("results have no TOML form; choose csv or json")
    rows = as_doubles(record.rows)
    if form == "json":
        data = {"event": record.event_name, "system": record.system, "round": stage_json(record.round), "rows": rows}
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return _csv(rows)


def _csv(rows: Sequence[Mapping[str, object]]) -> str:
    out = io.StringIO()
    headings = list(dict.fromkeys(key for row in rows for key in row))
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
