"""Playing one of the examples that come with sheetscore, from an empty folder to the standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import EventFolder, stage_command, written_here
from sheetscore.event.load import event_there, examine_event
from sheetscore.event.model import Event
from sheetscore.event.registry import known_systems
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill, read_whole
from sheetscore.operations.ingest import ingest, open_round
from sheetscore.operations.new import compose, write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import Ranked, standings
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.reading.field_lines import read_lines, text_of_lines
from sheetscore.reading.merge import box_name
from sheetscore.sheets.hidden_sheets import as_texts
from sheetscore.systems.system import loadable_systems, system_called
from sheetscore.wording import join_words, pluralize
from sheetscore.workbooks.saving import digest


class Shown(Struct, frozen=True):
    """A demo that ran: the standings that it ended with, and the workbooks to look at."""

    folder: Path
    ranked: Ranked
    workbooks: tuple[Path, ...]


def demo(
    folder: Path, system: str = "amps", progress: Callable[[str], None] = print, *, named: str | None = None
) -> Shown:
    """Run an example in a folder. It may be run again there, unless it would replace values that somebody typed.

    Parameters
    ----------
    progress
        Called with a line about each step.
    named
        The name of an example. Default: the first example of the system.

    Raises
    ------
    WrongUsage
        The system has no such example; or the folder has another event, or values that the example would replace.
    """
    example = _example(system, named)
    started = compose(folder, source=example / "event.toml")
    _refuse_other_event(folder, started.event)
    _refuse_what_was_typed(folder, example, started.event)
    write_event(started.event, folder)
    progress(f"new        {folder}: {started.event.header.name}, {len(started.event.names)} to be drawn")
    place = EventFolder(folder)
    for stage in started.event.stages:
        _play(folder, place, example, stage, progress)
    ranked = standings(folder)
    progress(f"standings  {place.standings.name}")
    last = started.event.stages[-1]
    return Shown(folder, ranked, (place.sheets(last), place.results(last), place.standings))


def _example(system: str, named: str | None) -> Path:
    """Find the folder of an example; without a name the first that the system has."""
    known = system_called(system).examples if system in known_systems() else ()
    if not known:
        having = [system.id for system in loadable_systems() if system.examples]
        raise WrongUsage(f"there is no example for {system}; there are {', '.join(having)}")
    if named is not None and named not in known:
        raise WrongUsage(f"{system} has no example {named}; there are {', '.join(known)}")
    return system_called(system).example(named or known[0])


def _refuse_other_event(folder: Path, event: Event) -> None:
    """Refuse a folder with an event of somebody's own."""
    if event_there(folder):
        found, _ = examine_event(folder)
        if found is None or found.key != event.key:
            raise WrongUsage(f"{folder} has an event of its own; run the demo in another folder: sheetscore demo DIR")


def _refuse_what_was_typed(folder: Path, example: Path, event: Event) -> None:
    """Refuse to replace values that somebody changed in the folder since the demo was played there."""
    if event_there(folder) is None:
        return
    place = EventFolder(folder)
    made = written_here(folder)
    files = [place.event_workbook, *map(place.draw, event.stages)]
    changed = [path.name for path in files if path.exists() and digest(path) not in made]
    typed = [box for stage in event.stages for box in _typed_otherwise(folder, place.sheets(stage), example)]
    if changed or typed:
        raise WrongUsage(
            f"the demo would replace what somebody changed in {folder}: {join_words([*changed, *typed])}. Run it in "
            "another folder: sheetscore demo DIR",
            "typed-there",
        )


def _typed_otherwise(folder: Path, sheets: Path, example: Path) -> Iterator[str]:
    """Name the boxes whose values differ from those that the example types."""
    if not sheets.exists():
        return
    opened, number = open_round(sheets, folder)
    forms, read = read_whole(opened, sheets, number)
    source = example / f"{sheets.stem}.csv"
    given = as_texts(read_lines(text_of_lines(source), forms, source.name, read.entered.entries).values, {})
    for key, text in read.entered.typed(forms).items():
        if key in given and text != given[key]:
            yield f"{sheets.name}, {box_name(forms.public[key])} = {text}"


def _play(folder: Path, place: EventFolder, example: Path, stage: int, progress: Callable[[str], None]) -> None:
    def tell(command: str, text: str) -> None:
        progress(f"{stage_command(command, stage):<11}{text}")

    number = stage or None  # commands take no number for a draw of all rounds
    drawn = draw(folder, number, again=True)
    seated = sum(len(table.seated) for table in drawn.draw.tables)
    tell("draw", f"{drawn.path.name}: {pluralize(seated, 'seat')} at {pluralize(len(drawn.draw.tables), 'table')}")
    made = make_sheets(folder, number)
    tell("sheets", f"{made.path.name}: {made.counted_pages} to print")
    filled = fill(made.path, example / f"{made.path.stem}.csv")
    tell("fill", f"{pluralize(filled.values, 'value')} typed in")
    done = ingest(made.path)
    if done.status == "errors":
        raise MistakesFound(done.findings)
    agree = f"{sum(check.ok for check in done.checks)} of {pluralize(len(done.checks), 'check')} agree"
    tell("ingest", f"{place.results(stage).name}: {done.counted_rows}, {agree}")
