"""Loading an event from its folder, workbook or TOML file, with all mistakes; and recognising its workbooks.

Conditions between its parts that all systems share are checked here: ids, references, rounds.

Every workbook carries the key of its event: the uid, else a key derived from name, system and seed. So events with
uids are distinct whatever their names, and those without are distinguished by name. An event with a uid also accepts
workbooks with the key of its name, made before it had the uid. A workbook with a uid is never accepted by an event with
another uid, or none.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.assembly import Assembly, EventSource, WrittenPart, refuse_more_players
from sheetscore.event.cells import PLAYER, TEAM
from sheetscore.event.folder import EventFolder, in_its_format
from sheetscore.event.identity import UID_LENGTH, folded, suggestion
from sheetscore.event.model import EARLIEST, Event, EventPart, Player, Slot
from sheetscore.event.registry import known_systems, system_named
from sheetscore.event.scenarios import ScenarioEvent
from sheetscore.event.sheets_in import open_event_workbook
from sheetscore.event.tables import EventTable, id_of, inner_parts, table_of, walk
from sheetscore.event.toml import open_toml
from sheetscore.findings import Finding, finding, worst
from sheetscore.problems import MistakesFound, UnreadableFile
from sheetscore.text_files import is_dead_link, not_there
from sheetscore.wording import join_words
from sheetscore.workbooks.guard.limits import Limits, limits_for
from sheetscore.workbooks.saving import FORMATS

_CALLED_OTHERWISE = re.compile(r"event\b.*\.(xlsx|xlsm|ods|toml)", re.IGNORECASE)
"""The names that browsers and mail programs give to the file of an event: ``event (1).xlsx``."""

_NAMED_ALIKE = frozenset({PLAYER, TEAM})
"""The TOML tables of players and of teams: two of them with the same name would be taken for each other."""

Replaced = Callable[[type[Event]], Mapping[str, tuple[WrittenPart, ...]]]
"""Gives lines for an event of a model, by the keys of their tables."""

_BRACKETED = re.compile(r"[(\[]([^()\[\]]+)[)\]]\s*\Z")


def load_event(path: Path) -> Event:
    """Read an event folder, an event.xlsx or an event.toml.

    Raises
    ------
    MistakesFound
        With all findings, if one of them is an error.
    UnreadableFile
        It is missing, or not what its name says.
    """
    event, findings = examine_event(path)
    if event is None:
        raise MistakesFound(findings)
    return event


def examine_event(path: Path, replaced: Replaced | None = None) -> tuple[Event | None, tuple[Finding, ...]]:
    """Return an event and all findings about it; None in place of the event if a finding is an error.

    Parameters
    ----------
    path
        An event folder, an event.xlsx or an event.toml.
    replaced
        Gives lines that count in place of those in the file.

    Raises
    ------
    UnreadableFile
        It is missing, or not what its name says.
    """
    source = _opened(event_file(path))
    sheet, cell = source.system_place
    if source.system is None:
        known = ", ".join(known_systems())
        message = f"Nothing says by which system the event is played. Put one of these there: {known}."
        return None, (finding("event-missing", message, sheet=sheet, cell=cell),)
    try:
        rules = system_named(source.system)
    except MistakesFound as unknown:
        return None, tuple(replace(one, sheet=sheet, cell=cell) for one in unknown.findings)
    written = source.read(table_of(rules.event_model))
    if replaced:
        inner = {**written.root.inner, **replaced(rules.event_model)}
        written = replace(written, root=replace(written.root, inner=inner))
    refuse_more_players(len(written.root.inner.get(PLAYER, ())), path)
    assembly = Assembly(written)
    event = assembly.event().loaded_from(path if path.is_dir() else path.parent, has_titles=source.has_titles)
    crossed = (*cross_check(event), *rules.check_event(event))
    findings = (*assembly.findings, *assembly.placed(event, crossed))
    return (None if worst(findings) == "errors" else event), findings


def placed_in(path: Path, event: Event, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return findings with their places in the file of the event, given their places as in event.toml.

    Parameters
    ----------
    path
        An event folder, an event.xlsx or an event.toml.
    """
    assembly = Assembly(_opened(event_file(path)).read(table_of(type(event))))
    return tuple(assembly.placed(assembly.event(), findings))


def check_event(event: Event) -> Iterator[Finding]:
    """Yield the mistakes of an event that was made by a program, with places as in event.toml."""
    yield from cross_check(event)
    yield from system_named(event.header.system).check_event(event)


def event_file(path: Path) -> Path:
    """Return the file that describes an event: the path itself, or the one in the folder.

    Raises
    ------
    UnreadableFile
        The folder has no event file.
    WrongUsage
        It has an event workbook in two formats.
    """
    if not path.exists() and not path.suffix:
        raise UnreadableFile(f"there is no folder {path}", "missing")
    if not path.is_dir():
        return in_its_format(path)
    file = event_there(path)
    if file is None:
        place = EventFolder(path)
        if dead := next(filter(is_dead_link, (place.event_workbook, place.event_toml)), None):
            raise not_there(dead)
        alike = sorted(one.name for one in path.iterdir() if one.is_file() and _CALLED_OTHERWISE.fullmatch(one.name))
        start = "Start one with: sheetscore new DIR --system amps"
        if alike:
            start = f"{join_words(alike)} is there: call the right file {place.event_workbook.name}, or event.toml"
        raise UnreadableFile(f"{path} has no event.xlsx and no event.toml. {start}")
    return file


def event_there(folder: Path) -> Path | None:
    """Return the file of the event in a folder: the workbook if there is one, else the event.toml, else None."""
    place = EventFolder(folder)
    return next((path for path in (place.event_workbook, place.event_toml) if path.exists()), None)


def _opened(path: Path) -> EventSource:
    if path.suffix.lower() in FORMATS:
        return open_event_workbook(path)
    if path.suffix.lower() == ".toml":
        return open_toml(path)
    raise UnreadableFile(f"{path} is no event: that is an .xlsx or a .toml file. Save it as .xlsx.")


Event.loader = staticmethod(load_event)


def cross_check(event: Event) -> Iterator[Finding]:
    """Find all that is wrong between the parts of an event, with places as in event.toml."""
    places = {id(part): place for place, _, part in walk(event)}
    return chain(
        _ids_taken(table_of(type(event)), event, places),
        _unknown_references(event),
        _round_numbers(event, places),
        _schedule(event, places),
        _stays(event),
        _shared_names(event),
        _ids_in_names(event),
        _called_like_words(event),
    )


def _ids_taken(table: EventTable, part: EventPart, places: Mapping[int, str]) -> Iterator[Finding]:
    for inner in table.tables:
        owners: dict[str, EventPart] = {}
        for one in inner_parts(inner, part):
            yield from _ids_taken(inner, one, places)
            if not inner.has_ids:
                continue
            owner = owners.setdefault(folded(id_of(one)), one)
            if owner is not one:
                message = (
                    f'The id "{id_of(one)}" belongs to "{_label(owner)}" already. Give "{_label(one)}" another one.'
                )
                yield finding("event-duplicate", message, sheet=places[id(one)], cell="id")


def nothing_called(kind: str, id_: str) -> str:
    """Return the sentence that no part of a kind, such as ``team``, has an id to which the event refers."""
    return f'No {kind} has the id "{id_}".'


def _unknown_references(event: Event) -> Iterator[Finding]:
    known: dict[str, list[str]] = {}
    for _, table, part in walk(event):
        if table.has_ids:
            known.setdefault(table.path, []).append(id_of(part))
    for place, table, part in walk(event):
        for column in table.columns:
            if not column.refers:
                continue
            ids = known.get(column.refers, [])
            value = getattr(part, column.name)
            for id_ in value if column.many else (value,):
                if id_ and folded(id_) not in map(folded, ids):
                    message = f"{nothing_called(column.refers, id_)}{suggestion(id_, ids)}"
                    yield finding("event-reference", message, sheet=place, cell=column.key)


def _round_numbers(event: Event, places: Mapping[int, str]) -> Iterator[Finding]:
    """Find rounds that are listed twice, or beyond the last and not blank."""
    if not isinstance(event, ScenarioEvent):
        return
    last = event.header.rounds
    seen: set[int] = set()
    for round_ in event.rounds:
        place = places[id(round_)]
        if round_.number in seen:
            message = f"Round {round_.number} is there twice. Number the rounds 1 to {last}, each once."
            yield finding("event-duplicate", message, sheet=place, cell="number")
        elif round_.number > last and round_.scenario and round_.number not in event.stages:
            message = (
                f"Round {round_.number} is more than the event has: {_counted(last)}. "
                "Remove it, or raise the number of rounds of the event."
            )
            yield finding("event-value", message, sheet=place, cell="number")
        seen.add(round_.number)


def _schedule(event: Event, places: Mapping[int, str]) -> Iterator[Finding]:
    """Find times given twice or for rounds that the event lacks, and rounds that begin before the former has ended."""
    last = max((event.header.rounds, *event.stages))
    known: dict[int, Slot] = {}
    for slot in event.schedule:
        place = places[id(slot)]
        if known.setdefault(slot.round, slot) is not slot:
            message = f"Round {slot.round} has two lines in the schedule. Remove one."
            yield finding("event-duplicate", message, sheet=place, cell="round")
        elif slot.round > last:
            message = f"The schedule has round {slot.round}, but the event has {_counted(last)}. Correct it."
            yield finding("event-value", message, sheet=place, cell="round")
    in_order = [known[number] for number in sorted(known)]
    for before, after in pairwise(in_order):
        ends, begins = _on_clock(event, before, before.minutes or 0), _on_clock(event, after)
        if begins < ends:
            message = (
                f"Round {after.round} begins before round {before.round} has ended ({ends:%Y-%m-%d %H:%M}). Correct "
                "the start, the minutes, or the date."
            )
            yield finding("schedule-order", message, sheet=places[id(after)], cell="start")


def _on_clock(event: Event, slot: Slot, minutes: int = 0) -> dt.datetime:
    """Return the time some minutes after a round begins; on a fixed early day if neither schedule nor event has one."""
    return dt.datetime.combine(slot.date or event.header.date or EARLIEST, slot.start) + dt.timedelta(minutes=minutes)


def _stays(event: Event) -> Iterator[Finding]:
    """Find players and teams with rounds that cannot be: a last before the first, or one that the event lacks."""
    most = event.header.rounds
    for place, _, part in walk(event):
        stay = part.stay
        if stay is None:
            continue
        if stay.last is not None and stay.last < stay.first:
            message = (
                f"{_label(part)} leaves after round {stay.last}, before starting in round {stay.first}. Correct the "
                "last round or the first."
            )
            yield finding("event-value", message, sheet=place, cell="last_round")
        for key, number in (("first_round", stay.first), *(("absent", one) for one in stay.absent)):
            if number > most:
                message = f"{_label(part)} has round {number}, but the event has {_counted(most)}. Correct it."
                yield finding("event-value", message, sheet=place, cell=key)


def _shared_names(event: Event) -> Iterator[Finding]:
    """Find players, and teams, of one name; messages, postings and results tell people apart by their names."""
    first: dict[tuple[str, str], EventPart] = {}
    for place, table, part in walk(event):
        if table.path not in _NAMED_ALIKE:
            continue
        name = _label(part)
        other = first.setdefault((table.path, folded(name)), part)
        if other is not part:
            message = (
                f'Two {table.path}s are called "{name}": {id_of(other)} and {id_of(part)}. If they are two, add '
                "something to the names that tells them apart; if not, remove one."
            )
            yield finding("name-shared", message, sheet=place, cell="name")


def _ids_in_names(event: Event) -> Iterator[Finding]:
    """Find names that have the id of somebody else in brackets."""
    players = [(place, part) for place, _, part in walk(event) if isinstance(part, Player)]
    by_id = {folded(player.id): player for _, player in players}
    for place, player in players:
        bracketed = _BRACKETED.search(player.name)
        other = by_id.get(folded(bracketed[1])) if bracketed else None
        if bracketed and other and other is not player:
            message = (
                f'{player.id} is called "{player.name}", and {other.id} is the id of {other.name}. Correct the name or '
                "the id, so that nobody is taken for the other."
            )
            yield finding("name-with-id", message, sheet=place, cell="name")


def _called_like_words(event: Event) -> Iterator[Finding]:
    """Find players whose name or id is a word of the score sheets; numbers are allowed as ids.

    A name that differs from a seat's in capitals alone is allowed: :class:`sheetscore.forms.choices.Choices` takes it
    for the player.
    """
    words = event.listed_words
    others = {folded(word): word for word in words if not word[-1].isdigit()}  # seats end in their number
    for place, _, part in walk(event):
        if not isinstance(part, Player):
            continue
        for key, text, more in (("name", part.name, "Add the first or the family name"), ("id", part.id, "Change it")):
            word = text if text in words else others.get(folded(text))
            if word and not (key == "id" and text.isdecimal()):
                message = (
                    f'The {key} "{text}" is what score sheets offer as “{word}”, where players may be named, too: '
                    f"nobody could tell which is meant. {more}."
                )
                yield finding("name-reserved", message, sheet=place, cell=key)


def _label(part: EventPart) -> str:
    return next(str(getattr(part, key)) for key in ("name", "title", "label", "id") if hasattr(part, key))


def _counted(rounds: int) -> str:
    return "1 round" if rounds == 1 else f"{rounds} rounds"


CONTENTS_OF_A_PLAYER = 1_000
"""How many values and formulas a player may bring into a workbook: usually 250 on the score sheets of a round, and 120
in its results, which have a dozen for each box that is filled in."""


def keys_of(event: Event) -> tuple[str, ...]:
    """Return the keys of workbooks that belong to an event, the one that is written today first."""
    return tuple(dict.fromkeys((event.key, event.key_of_name)))


def way_back(event: Event, key: str) -> str:
    """Return a clause that says what to do if workbooks with another key belong to this event after all.

    Parameters
    ----------
    key
        The key of the workbooks themselves; single pages in them may have the key of another event.
    """
    if len(key) < UID_LENGTH or key == event.key:
        return "if the event was renamed since, give it its old name and seed back"
    line = f"a line Uid on the sheet Event, with {key}" if event.has_titles else f'uid = "{key}" in [event]'
    return f"if the event has lost its uid, give it back: {line}"


def owner_called(event: Event, name: str) -> str:
    """Return what messages call the other event to which a file belongs; our event may have the same name."""
    return f"another event called {name}" if name == event.header.name else name


def limits_of(event: Event) -> Limits:
    """Return the limits for a draw, score sheets, results or standings of an event."""
    return limits_for(CONTENTS_OF_A_PLAYER * max(len(event.players), len(event.names)))
