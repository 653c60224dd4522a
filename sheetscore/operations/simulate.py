"""Before the event: how often the best player wins in its format, and in others."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.assembly import Assembly, WrittenEvent, WrittenPart
from sheetscore.event.cells import from_cell
from sheetscore.event.identity import suggestion
from sheetscore.event.load import check_event, event_there, load_event
from sheetscore.event.model import Event
from sheetscore.event.tables import EventTable, table_of
from sheetscore.findings import Finding, worst
from sheetscore.operations.opening.open_event import note
from sheetscore.operations.safeguards.overwrite_guard import refuse_to_replace
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.simulation.comparing import MEASURES, Estimate, PlayedFormat, compare
from sheetscore.simulation.luck import MadeUpPlayers
from sheetscore.simulation.playing import EventFormat
from sheetscore.simulation.workbook import comparison_book
from sheetscore.systems.system import loadable_systems, system_called
from sheetscore.tables.sheet import MOST_LINES
from sheetscore.wording import join_words, pluralize
from sheetscore.workbooks.saving import FORMATS, Saved, refuse_if_open, save
from sheetscore.workers import Workers

FEWEST_PLAYERS, MOST_PLAYERS = 2, 500
"""The range of players: many events with more would take too long."""

USUAL = MadeUpPlayers()

AS_IT_IS = "as it is"
"""The name of the first format if it was not changed."""

ROUNDS = "rounds"
"""A word that is no setting, but can be changed like one."""


class FormatsCompared(Struct, frozen=True):
    """Formats that were compared."""

    system: str
    players: MadeUpPlayers
    formats: tuple[PlayedFormat, ...]

    def as_json(self) -> dict[str, object]:
        """Return the figures with the keys that scripts rely on; a difference is to the first format."""
        first, strongest = self.formats[0], range(self.players.players)
        return {
            "system": self.system,
            "players": self.players.players,
            "events": len(first.outcomes),
            "seed": self.players.seed,
            "formats": [
                {
                    "format": one.format.name,
                    "rounds": one.format.rounds,
                    **{measure.key: _plain(one.estimate(measure)) for measure in MEASURES},
                    "differences": {measure.key: _plain(one.difference(measure, first)) for measure in MEASURES},
                    "wins": [_plain(one.wins(place)) for place in strongest],
                }
                for one in self.formats
            ],
        }


def _plain(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.mean, "error": estimate.error}


def simulate(
    folder: str | Path,
    workers: Workers,
    *,
    system: str | None = None,
    players: int | None = None,
    made_up: MadeUpPlayers = USUAL,
    settings: Mapping[str, str] | None = None,
    against: Sequence[Mapping[str, str]] = (),
    events: int = 1000,
    seconds: float | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> FormatsCompared:
    """Play an event many times with made-up players, and the same events by other formats.

    Parameters
    ----------
    folder
        The folder of an event, whose format is played; its roster does not matter.
    workers
        The processes that play the events.
    system
        The id of a system whose usual format is played instead.
    players
        The number of players, or of teams if these are ranked; by default that of the event, or 24.
    made_up
        The parameters of the players.
    settings
        Values that replace the event's in all formats, as written in a cell: by key of a setting in event.toml, or
        by ``rounds``.
    against
        For each format that the first is compared with, the settings that differ from those of the first.
    events
        The most simulated events of each format.
    seconds
        The time after which the simulation ends with the events simulated by then.
    progress
        Called with the number of simulated events, and with the number of all events.

    Raises
    ------
    WrongUsage
        There is neither system nor event, the system cannot be simulated, or there are too many formats or players.
    MistakesFound
        A setting does not exist or has a wrong value, or a format cannot be drawn.
    """
    base = system_called(system).starter("Simulated") if system else _event_of(Path(folder))
    id_ = base.header.system
    simulated = system_called(id_).rare.simulated
    if simulated is None:
        known = join_words([one.id for one in loadable_systems() if one.rare.simulated is not None])
        raise WrongUsage(f"{system_called(id_).title} cannot be simulated; these can: {known}", "no-simulation")
    if len(against) >= MOST_LINES:  # each format is a line of the charts
        raise WrongUsage(f"{len(against) + 1} formats are too many: compare at most {MOST_LINES} in one run")
    made_up = replace(made_up, players=players or simulated.entered(base) or made_up.players)
    if not FEWEST_PLAYERS <= made_up.players <= MOST_PLAYERS:
        raise WrongUsage(f"{pluralize(made_up.players, simulated.called)}: simulate {FEWEST_PLAYERS} to {MOST_PLAYERS}")
    common = dict(settings or {})
    formats = [_format(base, common, common), *(_format(base, {**common, **other}, other) for other in against)]
    for one in formats:
        _refuse_mistakes(one, made_up)
    made_up = replace(made_up, called=simulated.called)
    return FormatsCompared(id_, made_up, compare(formats, made_up, events, workers, seconds=seconds, progress=progress))


def _event_of(folder: Path) -> Event:
    if event_there(folder) is None:
        raise WrongUsage(f"{folder} has no event to simulate: name a system (--system aso), or the event's folder (-C)")
    return load_event(folder)


def _refuse_mistakes(format_: EventFormat, players: MadeUpPlayers) -> None:
    """Check that a format can be played, before it is played many times.

    Raises
    ------
    MistakesFound
        The format cannot be played.
    """
    simulated = system_called(format_.event.header.system).rare.simulated
    assert simulated is not None  # noqa: S101 -- asked before
    findings = [*check_event(simulated.set_up(format_.event, players.roster(1), format_.rounds))]
    if worst(findings) == "errors":
        name = "" if format_.name == AS_IT_IS else f"{format_.name}: "
        raise MistakesFound([replace(one, sheet="", cell="", message=f"{name}{one.message}") for one in findings])


def _format(base: Event, changed: Mapping[str, str], named: Mapping[str, str]) -> EventFormat:
    """Return the format of an event with changed settings, named after them.

    Raises
    ------
    WrongUsage
        There is no such setting.
    MistakesFound
        One has a wrong value.
    """
    tables = {table.key: table for table in table_of(type(base)).tables if table.single}
    header = {name: text for name, text in changed.items() if name == ROUNDS}
    settings = {name: text for name, text in changed.items() if name != ROUNDS}
    known = [column.key for column in tables["settings"].columns]
    for name in settings:
        if name not in known:
            raise WrongUsage(f'There is no setting "{name}".{suggestion(name, [ROUNDS, *known])}')
    event = base.model_copy(
        update={
            "header": _part_with(tables["event"], base.header.model_dump(exclude_unset=True), header),
            "settings": _part_with(tables["settings"], base.settings.model_dump(exclude_unset=True), settings),
        }
    )
    name = ", ".join(f"{name} = {text}" for name, text in named.items()) or AS_IT_IS
    return EventFormat(name, event, event.header.rounds)


def _part_with(table: EventTable, values: Mapping[str, object], texts: Mapping[str, str]) -> object:
    """Make a part of an event from its values, some of them replaced by texts as written in cells."""
    columns = {column.key: column for column in table.columns}
    written = {name: from_cell(columns[name], text) for name, text in texts.items()}
    given = {key: value for key, value in written.items() if value is not None}
    entry = WrittenPart(table, f"[{table.key}]", {**values, **given})
    assembly = Assembly(WrittenEvent(entry))
    part = assembly.part(entry)
    if part is None:
        raise MistakesFound([_without_place(one, texts) for one in assembly.findings])
    return part


def _without_place(one: Finding, texts: Mapping[str, str]) -> Finding:
    """Return a finding with the given words in place of sheet and cell, since the part is in no file of a director."""
    named = f"{one.cell} = {texts[one.cell]}: " if one.cell in texts else ""
    return replace(one, sheet="", cell="", message=f"{named}{one.message}")


def refuse_target(to: Path, *, force: bool = False) -> None:
    """Check that the workbook of a comparison can be written, before anything is played for it.

    Raises
    ------
    WrongUsage
        It is no .xlsx, its folder is not there, it is open, or it exists and may not be replaced.
    """
    if to.suffix.lower() != FORMATS[0]:
        raise WrongUsage(f"{to.name} is no workbook: give a name that ends in {FORMATS[0]}", "other-format")
    if not to.absolute().parent.is_dir():
        raise WrongUsage(f"there is no folder {to.parent}", "missing")
    refuse_if_open(to)
    refuse_to_replace(to, "simulate", to.absolute().parent, force=force)


def write_comparison(compared: FormatsCompared, to: Path, *, force: bool = False) -> Saved:
    """Write the workbook of a comparison.

    Parameters
    ----------
    force
        Replace a file even if this function did not write it as it is now; the old file goes to ``kept/``.

    Raises
    ------
    WrongUsage
        As in :func:`refuse_target`.
    """
    refuse_target(to, force=force)
    folder = to.absolute().parent
    paper = compared.formats[0].format.event.header.paper
    book = comparison_book(compared.formats, compared.players, paper, dt.datetime.now(dt.UTC))
    saved = save(to, book.write, book.stamp_parts)
    if event_there(folder) is not None:
        note(folder, f"simulate {to.name}", written={saved.path: saved.sha256})
    return saved
