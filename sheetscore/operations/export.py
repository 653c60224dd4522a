"""An event, a draw, results or standings as text: TOML, JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import EventFolder, in_its_format, stage_json, stage_of
from sheetscore.event.load import event_there, load_event
from sheetscore.event.model import Event
from sheetscore.event.toml import write_toml
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.history import rank, records
from sheetscore.operations.opening.open_event import event_of, note
from sheetscore.operations.safeguards.overwrite_guard import refuse_to_replace
from sheetscore.operations.standings import Ranked
from sheetscore.problems import WrongUsage
from sheetscore.reading.field_lines import safe_text
from sheetscore.results.event_log import EventLog, event_log_of
from sheetscore.results.record import RoundRecord, as_doubles
from sheetscore.results.record_lines import read_results
from sheetscore.systems.system import page_kinds_of
from sheetscore.workbooks.saving import FORMATS, save_text

FORMS = ("csv", "toml", "json")

DRAW_KEYS = ("table", "scenario", "seat", "player", "name")
"""The keys of a seat for scripts. Players without a seat have no table; their seat is the event's word for a bye or an
absence."""


def event_log(path: str | Path) -> EventLog:
    """Return the event logs that a results workbook keeps.

    Parameters
    ----------
    path
        ``round1-results.xlsx``; the log is empty if nothing was logged at the tables.

    Raises
    ------
    UnreadableFile
        The file is damaged, or is no results workbook.

    Examples
    --------
    >>> event_log("copenhagen/round1-results.xlsx").rows
    ()
    """
    return _log_of(read_results(in_its_format(Path(path))))


def _log_of(record: RoundRecord) -> EventLog:
    return event_log_of(record.entries, page_kinds_of(record.system))


def export(path: str | Path, form: str, *, log: bool = False, to: str | Path | None = None, force: bool = False) -> str:
    """Return an event, a draw, results or standings as text.

    Parameters
    ----------
    path
        An event (folder, event.xlsx, event.toml), ``round1-draw.xlsx``, ``round1-results.xlsx`` or ``standings.xlsx``.
        Standings are computed again from the present results.
    form
        ``toml`` or ``json``, which hold everything, or ``csv``: the players of an event, the seats of a draw, else the
        rows.
    log
        With ``csv``: the event logs of a round instead of its rows.
    to
        A file to write it to as well.
    force
        Replace a file even if this function did not write it as it is now; the old file goes to ``kept/``.

    Raises
    ------
    WrongUsage
        The log was requested of something other than results, or in a form that has it anyway; there is no such form;
        the file to write to holds something else.

    Examples
    --------
    >>> export("copenhagen/standings.xlsx", "csv").splitlines()[1].split(",")[:4]
    ['1', 'P06', 'Frida Storm', '12']
    """
    if form not in FORMS:
        raise WrongUsage(f"{form} is no form to export in; there are {', '.join(FORMS)}")
    path = in_its_format(Path(path))
    text = _exported(path, form, log=log)
    if to is not None:
        target, folder = Path(to), path.absolute().parent if path.is_file() else path.absolute()
        refuse_to_replace(target, "export", folder, force=force)
        saved = save_text(target, text)
        if event_there(folder):
            note(folder, f"export {path.name}", written={target: saved.sha256})
    return text


def _exported(path: Path, form: str, *, log: bool) -> str:
    workbook = path.stem if path.suffix.lower() in FORMATS else ""
    of_results = workbook.endswith("-results")
    if log and form != "csv":
        raise WrongUsage(f"{form} has rows and log together; leave --log out, or choose csv")
    if log and not of_results:
        raise WrongUsage(f"{path.name} has no event log; name the results of a round, such as round1-results.xlsx")
    if of_results:
        record = read_results(path)
        noted = _log_of(record)
        return _csv(as_doubles(noted.rows), noted.keys) if log else _text(_results(record), form)
    stage = stage_of(path)
    if stage is not None and path.stem == EventFolder(path.parent).draw(stage).stem:
        return _text(_draw(path, stage), form)
    if workbook == EventFolder(path.parent).standings.stem:
        return _text(_standings(path), form)
    return _event(load_event(path), form)


class _Exported(Struct, frozen=True):
    """The content of a workbook for JSON and TOML, and its rows for CSV."""

    data: Mapping[str, object]
    rows: Sequence[Mapping[str, object]]
    columns: Sequence[str] = ()


def _text(exported: _Exported, form: str) -> str:
    if form == "csv":
        return _csv(exported.rows, exported.columns)
    if form == "json":
        return json.dumps(exported.data, ensure_ascii=False, indent=2) + "\n"
    import tomlkit  # noqa: PLC0415 -- other forms need none

    return tomlkit.dumps(_without_none(exported.data))


def _results(record: RoundRecord) -> _Exported:
    rows, noted = as_doubles(record.rows), as_doubles(_log_of(record).rows)
    head = {"event": record.event_name, "system": record.system, "round": stage_json(record.round)}
    return _Exported({**head, "rows": rows, "log": noted}, rows)


def _draw(path: Path, stage: int) -> _Exported:
    """Return the present draw; players who sit out come after the seats."""
    opened = event_of(path)
    draw, names = draw_of(opened, stage).draw, opened.event.names
    unseated = opened.event.unseated
    seats: list[tuple[int | None, str, str, str | None]] = [
        (table.number, table.scenario, seat, player) for table in draw.tables for seat, player in table.seats.items()
    ]
    seats += [(None, "", unseated.bye, player) for player in draw.byes]
    seats += [(None, "", unseated.absent, player) for player in draw.absent]
    rows = [dict(zip(DRAW_KEYS, (*seat, names.get(seat[-1] or "", "")), strict=True)) for seat in seats]
    return _Exported(draw.as_json(opened.event.header.name), rows, DRAW_KEYS)


def _standings(path: Path) -> _Exported:
    opened = event_of(path)
    scored = records(opened)
    ranked = Ranked(opened.event, rank(opened, scored), path if scored else None)
    return _Exported(ranked.as_json(), as_doubles(ranked.rows))


def _event(event: Event, form: str) -> str:
    if form == "toml":
        return write_toml(event)
    data = event.model_dump(mode="json", by_alias=True)
    if form == "json":
        return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return _csv(data["player"])


def _without_none(part: Mapping[str, object]) -> dict[str, object]:
    """Leave out None, which TOML does not have."""
    return {key: _inside(value) for key, value in part.items() if value is not None}


def _inside(value: object) -> object:
    if isinstance(value, Mapping):
        return _without_none(value)
    return [_inside(one) for one in value if one is not None] if isinstance(value, list | tuple) else value


def _csv(rows: Sequence[Mapping[str, object]], keys: Sequence[str] = ()) -> str:
    """Write rows with a heading; the heading has ``keys`` even if there are no rows."""
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
