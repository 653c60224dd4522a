"""The output of ``watch``: one screen on a terminal, else lines as things happen."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from msgspec import Struct
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from sheetscore.cli.output import say, show_json
from sheetscore.cli.show import MessageLine, condensed
from sheetscore.findings import Finding, Severity
from sheetscore.operations.check import CheckedEvent
from sheetscore.operations.ingest import Ingested
from sheetscore.operations.watch import BeingRead, Closed, Failed, Looked, Published, Scored, Sight
from sheetscore.problems import MistakesFound
from sheetscore.reading.round_workbook import INCOMPLETE
from sheetscore.wording import escaped, number_list, pluralize

_LOOKS = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}


class _Line(Struct, frozen=True):
    text: str
    look: str = ""


_BLANK = _Line("")


def show_watch(event: str, sights: Iterable[Sight], *, as_json: bool) -> None:
    """Show each sight of the watch as it happens: as JSON documents, on one screen, or, without a terminal, as lines.

    Parameters
    ----------
    event
        The name of the event.
    """
    if as_json:
        for one in sights:
            show_json(_as_json(one))
    elif sys.stdout.isatty():
        _show_screen(event, sights)
    else:
        _show_lines(event, sights)


def _show_lines(event: str, sights: Iterable[Sight]) -> None:
    """Print each sight with the time: a line, and one for each new finding."""
    say(_title(event))
    for one in sights:
        for line in sight_lines(one, news_only=True):
            say(f"{_clock()} {line.text}")


def _show_screen(event: str, sights: Iterable[Sight]) -> None:
    """Show the state of every workbook, and the findings on the workbook that was saved last."""
    states: dict[Path, str] = {}
    last: list[_Line] = []
    with Live(screen=True, auto_refresh=False) as live:
        live.update(_screen(event, states, last, live.console), refresh=True)
        for one in sights:
            head, *lines = sight_lines(one)
            states[_path_of(one)] = f"{_clock()}  {head.text}"
            if not isinstance(one, BeingRead | Published):
                last = lines
            live.update(_screen(event, states, last, live.console), refresh=True)


def _screen(event: str, states: Mapping[Path, str], last: Sequence[_Line], console: Console) -> Group:
    lines = (_Line(_title(event), "bold"), _BLANK, *map(_Line, states.values()), _BLANK, *last)
    return Group(*shown_on([Text(escaped(line.text), style=line.look) for line in lines], console))


def shown_on(lines: Sequence[Text], console: Console) -> list[Text]:
    """Return the lines that fit on the screen; if some do not, the last line counts them."""
    rows = [*accumulate(len(line.wrap(console, console.width)) for line in lines)]
    if not rows or rows[-1] <= console.height:
        return [*lines]
    shown = sum(row < console.height for row in rows)  # the last row of the screen is for the count
    return [*lines[:shown], Text(f"… and {len(lines) - shown} more lines: sheetscore check", style="bold")]


def _title(event: str) -> str:
    return f"{event}: watching. Ctrl-C ends it."


def _path_of(one: Sight) -> Path:
    return one.site.path if isinstance(one, Published) else one.path


def _clock() -> str:
    return f"{dt.datetime.now().astimezone():%H:%M:%S}"


def sight_lines(one: Sight, *, news_only: bool = False) -> list[_Line]:
    """Return the lines for a sight; the first says what happened to which file.

    Parameters
    ----------
    news_only
        Whether findings already shown for the former version of the file are left out.
    """
    match one:
        case BeingRead():
            return [_Line(f"{one.path.name}: reading …")]
        case Looked():
            return _checked_lines(one, news_only=news_only)
        case Closed():
            return [_Line(f"{one.path.name}: closed")] if news_only else _checked_lines(one.looked, news_only=False)
        case Scored():
            findings = one.new if news_only else one.done.findings
            return [_Line(f"{one.path.name}: {_scored(one.done)}"), *_lines(findings)]
        case Published():
            behind = len(one.site.findings)
            warned = f"; {pluralize(behind, 'warning')}: sheetscore standings" if behind else ""
            return [_Line(f"{one.site.path.name}: {pluralize(one.site.pages, 'page')} published{warned}")]
        case Failed():
            mistakes = one.problem.findings if isinstance(one.problem, MistakesFound) else ()
            message = "the event has mistakes" if mistakes else one.problem.message
            named = message if message.startswith(one.path.name) else f"{one.path.name}: {message}"
            return [_Line(named), *_lines(mistakes)]


def _checked_lines(one: Looked, *, news_only: bool) -> list[_Line]:
    """Return a line with the counts of a checked workbook, then its findings: new ones, wrong values, missing ones."""
    parts = [*_counts(one.done)]
    if one.before is not None:
        news = [f"{pluralize(len(one.mended), 'finding')} mended"] if one.mended else []
        news += [f"{len(one.came_in)} came in"] if one.came_in else []
        news += [f"{number_list('table', one.arrived)} begun"] if one.arrived else []
        news += [f"{pluralize(len(one.new), 'finding')} new"] if one.new else []
        parts += news or ["nothing new"]
    if one.open_in:
        parts.append(f"still open in {one.open_in}: what is not saved there is not read")
    head = _Line(f"{one.path.name}: {'; '.join(parts)}")
    untouched_tables = one.done.untouched_tables
    if news_only:
        return [head, *_lines(one.new, untouched_tables)]
    known = [found for found in one.done.findings if one.before is None or found not in one.new]
    wrong = [found for found in known if not _is_missing(found)]
    return [
        head,
        *_titled("New", one.new if one.before else (), untouched_tables),
        *_titled("As before" if one.before else "Wrong", wrong, untouched_tables),
        *_titled("Missing", [found for found in known if _is_missing(found)], untouched_tables),
    ]


def _counts(done: CheckedEvent | Ingested) -> Iterator[str]:
    errors = [found for found in done.findings if found.is_error]
    missing = sum(map(_is_missing, errors))
    if wrong := len(errors) - missing:
        yield pluralize(wrong, "mistake")
    if missing:
        yield f"{missing} missing"
    if not errors:
        yield "complete and right" if isinstance(done, Ingested) else "no mistakes"


def _is_missing(one: Finding) -> bool:
    return one.is_error and one.code in INCOMPLETE


def _scored(done: Ingested) -> str:
    if done.results_path is None:
        return "not ingested"
    return f"ingested; {done.results_path.name} has {done.counted_rows}"


def _titled(title: str, findings: Sequence[Finding], untouched_tables: frozenset[int]) -> list[_Line]:
    return [_Line(title, "bold"), *_lines(findings, untouched_tables)] if findings else []


def _lines(findings: Sequence[Finding], untouched_tables: frozenset[int] = frozenset()) -> list[_Line]:
    return [_Line(f"  {_as_text(line)}", _LOOKS[line.severity]) for line in condensed(findings, untouched_tables)]


def _as_text(line: MessageLine) -> str:
    return escaped(
        f"{line.severity} {line.place}: {line.message}" if line.place else f"{line.severity}: {line.message}"
    )


_JSON_NAMES: Mapping[type[Sight], str] = {
    BeingRead: "reading",
    Looked: "looked",
    Closed: "closed",
    Scored: "scored",
    Published: "published",
    Failed: "failed",
}
"""The value of ``what`` in the JSON document of each sight."""


def _as_json(one: Sight) -> dict[str, object]:
    what: dict[str, object] = {"what": _JSON_NAMES[type(one)], "path": str(_path_of(one))}
    match one:
        case BeingRead() | Closed():
            return what
        case Looked():
            new = [found.as_json() for found in one.new]
            return {**what, "open_in": one.open_in, "new": new, **one.done.as_json()}
        case Scored():
            return {**what, **one.done.as_json()}
        case Published():
            return {**what, **one.site.as_json()}
        case Failed():
            return {**what, "error": {"code": one.problem.code, "message": one.problem.message}}
