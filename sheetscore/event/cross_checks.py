"""What the parts of an event must be to each other, whatever the system: ids, references, rounds."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from itertools import chain, pairwise

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.model import EARLIEST, Event, Part, Player, Slot
from sheetscore.event.scenarios import ScenarioEvent
from sheetscore.event.tables import Table, id_of, inner_parts, table_of, walk
from sheetscore.findings import Finding, finding

_BRACKETED = re.compile(r"[(\[]([^()\[\]]+)[)\]]\s*\Z")


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
    )


def _ids_taken(table: Table, part: Part, places: Mapping[int, str]) -> Iterator[Finding]:
    for inner in table.tables:
        owners: dict[str, Part] = {}
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
                    message = f'No {column.refers} has the id "{id_}".{suggestion(id_, ids)}'
                    yield finding("event-reference", message, sheet=place, cell=column.key)


def _round_numbers(event: Event, places: Mapping[int, str]) -> Iterator[Finding]:
    """Find rounds that are there twice, or name something beyond the last; blank lines there are let be."""
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
    """Find times of rounds that the event does not have, or has twice, and rounds that begin before others end."""
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
    """Return so many minutes after a round begins; on an unknown day where neither schedule nor event has one."""
    return dt.datetime.combine(slot.date or event.header.date or EARLIEST, slot.start) + dt.timedelta(minutes=minutes)


def _stays(event: Event) -> Iterator[Finding]:
    """Find players, and teams, whose rounds cannot be."""
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
    first: dict[str, Player] = {}
    for place, _, player in walk(event):
        if isinstance(player, Player) and first.setdefault(folded(player.name), player) is not player:
            other = first[folded(player.name)]
            message = (
                f'Two players are called "{player.name}": {other.id} and {player.id}. If they are two, add '
                "something to the names that tells them apart; if not, remove one."
            )
            yield finding("name-shared", message, sheet=place, cell="name")


def _ids_in_names(event: Event) -> Iterator[Finding]:
    """Find names that have the id of somebody else in brackets."""
    players = [(place, part) for place, _, part in walk(event) if isinstance(part, Player)]
    by_id = {folded(player.id): player for _, player in players}
    for place, player in players:
        beside = _BRACKETED.search(player.name)
        other = by_id.get(folded(beside[1])) if beside else None
        if beside and other and other is not player:
            message = (
                f'{player.id} is called "{player.name}", and {other.id} is the id of {other.name}. Correct the name or '
                "the id, so that nobody is taken for the other."
            )
            yield finding("name-with-id", message, sheet=place, cell="name")


def _label(part: Part) -> str:
    return next(str(getattr(part, key)) for key in ("name", "title", "label", "id") if hasattr(part, key))


def _counted(rounds: int) -> str:
    return "1 round" if rounds == 1 else f"{rounds} rounds"
