"""The parts of the documents that follow from the program: ``python tests/docs/generated.py`` writes them anew.

A part stands in its page between ``<!-- settings amps -->`` and ``<!-- end -->``: the first word says what it is, the
second what of.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path

import click

from sheetscore import findings
from sheetscore.archive.questions import SHOWN, Questions
from sheetscore.archive.schema import TABLES
from sheetscore.archive.storage import Archive, Manifest
from sheetscore.cli.main import COMMANDS, main
from sheetscore.event.model import Event
from sheetscore.event.tables import EventColumn, EventTable, inner_tables, table_of
from sheetscore.findings import CODES, Severity
from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.system import System, system_called

ROOT = Path(__file__).parents[2]
SYSTEMS = tuple(sorted(page.stem for page in (ROOT / "docs" / "systems").glob("*.md")))
"""Those that have a page."""

_PART = re.compile(r"<!-- (?P<what>[a-z]+)(?: (?P<of>[a-z]+))? -->\n.*?<!-- end -->", re.DOTALL)


def pages() -> list[Path]:
    """Give every document, the README first."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def renewed(text: str) -> str:
    """Give a page with each of its parts as the program has it now."""
    return _PART.sub(lambda part: f"{part[0].splitlines()[0]}\n{_MAKERS[part['what']](part['of'])}\n<!-- end -->", text)


def _settings(system: str) -> str:
    """Every setting with its default and its meaning."""
    (settings,) = (table for table in _tables(system) if table.path == "settings")
    return _table(
        ("key", "in event.xlsx", "default", "what it means"),
        ((f"`{one.key}`", one.title, _default(one.default), one.description) for one in settings.columns),
    )


def _event(system: str) -> str:
    """The tables of an event and their keys, without those that every event has."""
    common = {(table.path, column.key) for table in inner_tables(table_of(Event)) for column in table.columns}
    parts = [
        _keys(table, [one for one in table.columns if (table.path, one.key) not in common])
        for table in _tables(system)
        if table.path != "settings"
    ]
    return "\n\n".join(filter(None, parts))


def _common(_: str) -> str:
    """The tables that every event has."""
    return "\n\n".join(_keys(table, table.columns) for table in inner_tables(table_of(Event)) if table.columns)


def _keys(table: EventTable, columns: Iterable[EventColumn]) -> str:
    rows = [(f"`{one.key}`{'' if one.required else ' ·'}", one.title, one.description) for one in columns]
    where = f"**`{table.place}`**, in event.xlsx the sheet *{table.title}*"
    return f"{where}\n\n{_table(('key', 'heading', 'what belongs there'), rows)}" if rows else ""


def _codes(system: str) -> str:
    """The findings that a system alone makes."""
    own = _system(system).codes
    return _table(
        ("code", "severity", "what it says"),
        ((f"`{code}`", str(severity), meaning) for code, (severity, meaning) in own.items()),
    )


def _findings(_: str) -> str:
    """The findings of all systems, by severity: first what is common, whatever was loaded before."""
    common = [code for code in CODES if code not in findings._OWNERS]
    codes = [*common, *(code for id_ in SYSTEMS for code in _system(id_).codes)]
    tables = []
    for severity in Severity:
        rows = [(f"`{code}`", meaning) for code in codes for usual, meaning in [CODES[code]] if usual is severity]
        tables.append(f"### {severity.value.capitalize()}s\n\n{_table(('code', 'what it says'), rows)}")
    return "\n\n".join(tables)


def _commands(_: str) -> str:
    """What each command says of itself, as ``--help`` does."""
    context = click.Context(main, info_name="sheetscore", **main.context_settings)
    return "\n\n".join(shown for name in COMMANDS for shown in _command(main, context, name))


def _command(group: click.Group, context: click.Context, name: str) -> Iterator[str]:
    """A command, and those that are in it."""
    command = group.get_command(context, name)
    assert command is not None
    inner = click.Context(command, info_name=name, parent=context, max_content_width=110, terminal_width=110)
    called = inner.command_path.removeprefix("sheetscore ")
    yield f"## {called}\n\n```\n{command.get_help(inner)}\n```"
    if isinstance(command, click.Group):
        for one in command.list_commands(inner):
            yield from _command(command, inner, one)


def _archive(_: str) -> str:
    """The columns of every table of an archive."""
    return "\n\n".join(
        f"### `{name}`\n\n"
        + _table(("column", "holds", "what it is"), ((f"`{one.name}`", one.kind, one.meaning) for one in columns))
        for name, columns in TABLES.items()
    )


def _questions(_: str) -> str:
    """The columns of every table that SQL may ask."""
    with tempfile.TemporaryDirectory() as place:
        archive = Archive(place)
        archive.commit(1, Manifest(parts=()))
        asked = Questions(archive)
        columns = {name: asked.ask(f"FROM {name} LIMIT 0").columns for name in SHOWN}
    rows = ((f"`{name}`", ", ".join(f"`{one}`" for one in found)) for name, found in columns.items())
    return _table(("table", "columns"), rows)


def _ties(_: str) -> str:
    """Every tie-break of several systems with those that have it, and the default of each system."""
    columns = {id_: next(one for one in _all_settings(id_) if one.key == "tie_breaks") for id_ in SYSTEMS}
    rows = (
        (f"`{one.step.id}`", one.about, ", ".join(id_ for id_ in SYSTEMS if one.step.id in columns[id_].choices))
        for one in TIE_BREAKS.values()
    )
    defaults = ((f"`{id_}`", _default(columns[id_].default)) for id_ in SYSTEMS)
    return f"{_table(('id', 'what it is', 'systems'), rows)}\n\n{_table(('system', 'default'), defaults)}"


def _all_settings(system: str) -> Iterable[EventColumn]:
    return next(table.columns for table in _tables(system) if table.path == "settings")


_MAKERS: Mapping[str, Callable[[str], str]] = {
    "settings": _settings,
    "event": _event,
    "common": _common,
    "codes": _codes,
    "findings": _findings,
    "commands": _commands,
    "archive": _archive,
    "questions": _questions,
    "ties": _ties,
}


def _system(id_: str) -> System[Event]:
    return system_called(id_)


def _tables(system: str) -> Iterator[EventTable]:
    return inner_tables(table_of(_system(system).event_model))


def _default(value: object) -> str:
    """Write a default as event.toml takes it."""
    if value is None or value == ():
        return "blank"
    if isinstance(value, tuple):
        return f"`[{', '.join(map(_written, value))}]`"
    return f"`{_written(value)}`"


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else f"{value:f}" if isinstance(value, Decimal) else str(value)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


if __name__ == "__main__":
    for page in pages():
        old = page.read_text(encoding="utf-8")
        page.write_text(renewed(old), encoding="utf-8")
        print("changed" if renewed(old) != old else "as it was", page.relative_to(ROOT))
