"""Changes, since a round was scored, of scenario values that scores depend on; results record the former values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from sheetscore.event.folder import stage_command
from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.event.tables import EventColumn, inner_tables, table_of
from sheetscore.findings import Finding, finding
from sheetscore.results.record import Plain, RoundRecord, ScenarioPart
from sheetscore.results.scoring_changes import as_recorded_value, setting_text
from sheetscore.results.setup import scenario_parts
from sheetscore.wording import number_list

Named = tuple[str, tuple[str, ...], int]
"""The path of a part; the ids of the parts that contain it, then its own id or name; its number among its namesakes."""


class ChangedValue(Struct, frozen=True):
    """A value of a scenario, or of a part of it, that was changed since a round was scored."""

    part: str
    """The ids of the scenario and of what is inside it, down to the part: ``bridge, strike, Rail yard``."""
    title: str
    """The heading of the value in event.xlsx."""
    then: Plain
    now: Plain

    def __str__(self) -> str:
        return f"“{self.title}” of {self.part} was {setting_text(self.then)} and is {setting_text(self.now)}"


def changed_values(event: Event, record: RoundRecord, *, scores_only: bool = True) -> Iterator[ChangedValue]:
    """Yield the changes of a round's scenarios since it was scored.

    Parts that only the event has, or only the record, such as a new or a renamed target, are not compared: entries
    about them are checked when they are read.

    Parameters
    ----------
    scores_only
        Whether to compare only what scores depend on, in the scenarios that were played.
    """
    if record.setup is None:
        return
    tables = {table.path: table for table in inner_tables(table_of(type(event)))}
    games = record.played.games if record.played else ()
    played = {folded(game.scenario or record.scenario) for game in games}
    now = _by_name(scenario_parts(event, record.round))
    for named, part in _by_name(record.setup.scenarios).items():
        path, names, _ = named
        unplayed = played and "" not in played and folded(names[0]) not in played
        if named not in now or (scores_only and unplayed):
            continue
        for column in tables[path].columns:
            then, is_ = (_value(column, one) for one in (part, now[named]))
            counts = not column.for_director and (not scores_only or column.name in tables[path].model.SCORES)
            if counts and folded(str(then)) != folded(str(is_)):
                yield ChangedValue(", ".join(names), column.title, then, is_)


def _by_name(parts: Iterable[ScenarioPart]) -> Mapping[Named, ScenarioPart]:
    """Return parts by their names; those without any are counted inside the part that they belong to."""
    counted: Counter[tuple[str, tuple[str, ...]]] = Counter()
    named: dict[Named, ScenarioPart] = {}
    for part in parts:
        own = part.values.get("id", part.values.get("name"))
        names = part.path, part.above if own is None else (*part.above, str(own))
        counted[names] += 1
        named[*names, counted[names]] = part
    return named


def _value(column: EventColumn, part: ScenarioPart) -> Plain:
    """Return a value of a part; one that is blank, or of a later version, has its default."""
    return part.values.get(column.key, as_recorded_value(column.default))


def find_former_scenarios(event: Event, records: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Find rounds that were scored with other values of their scenarios than these have now."""
    rounds: dict[str, list[int]] = {}
    for number, record in sorted(records.items()):
        if changed := "; ".join(map(str, changed_values(event, record))):
            rounds.setdefault(changed, []).append(number)
    for changed, numbers in rounds.items():
        each = "" if len(numbers) == 1 else ", and so for each of them"
        message = (
            f"{number_list('round', numbers) if all(numbers) else 'the event'} {'were' if each else 'was'} scored with "
            f"other values of scenarios than those of now: {changed}. Put back what it was; or have it scored as it is "
            f"now: sheetscore {stage_command('sheets', numbers[0])}, then sheetscore ingest "
            f"{records[numbers[0]].source.name}{each}"
        )
        yield finding("scenario-changed", message)
