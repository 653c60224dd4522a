"""Names that have other ids in the event than when a round was drawn or scored: nothing goes on until that is settled.

Results, draws and sheets go by the ids. Whoever sorts the names alone gives everybody's results to somebody else. An id
in other capitals is the same person for most commands, and another one for draws, sheets and the archive.
Titles of scenarios cause only a warning, though matches of another game may have other handicaps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field

from sheetscore.event.folder import EventFolder, stage_command, stage_name, stage_scored
from sheetscore.event.identity import folded
from sheetscore.event.load import keys_of, limits_of
from sheetscore.event.model import Event
from sheetscore.event.tables import id_of, walk
from sheetscore.findings import Finding, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.first_ratings import Known, own_results
from sheetscore.problems import UnreadableFile
from sheetscore.reading.evidence import written_map
from sheetscore.results.setup import PLAYER, SCENARIO, TEAM, scenarios_of_stage
from sheetscore.sheets.hidden_sheets import MAP_SHEET, Baseline
from sheetscore.sheets.offered_lists import LISTS_SHEET, lists_as_made, named_in
from sheetscore.wording import first_clauses
from sheetscore.workbooks.reader import read_workbook

TITLES = "titles-exchanged"
"""The code of findings about titles of scenarios, or other names on lists, that stand for something else."""

_NAMED = 6
"""How many ids are named in the message; the others are counted."""


class _Named(Struct):
    """A player or a team of the event, with the present name (``now``) and the names in draws and results."""

    kind: str
    id: str
    now: str
    place: str
    """The place in the event, as in event.toml; blank for scenarios."""
    was: str = ""
    """The name in the last draw or results."""
    had: dict[str, str] = field(default_factory=dict)
    """All names in results and in draws without results, folded, each with what was done with it last: ``round 1 was
    scored``.
    """
    ids: dict[str, int] = field(default_factory=dict)
    """Each spelling of the id in results, which may differ in capitals, with the last round that has it."""

    @property
    def is_renamed(self) -> bool:
        """Whether it had other names in all of them; False if there are none to compare with."""
        return bool(self.had) and folded(self.now) not in self.had


def exchanged_names(event: Event, place: EventFolder, known: Known) -> Iterator[Finding]:
    """Find renamed players or teams of whom one now has the former name of another, and ids in other capitals.

    Places are as in event.toml. Somebody without a draw or results is left out, and so is whoever has a new name that
    nobody had, unless somebody else took the former name.
    """
    everybody = _with_former_names(event, place, known)
    if wrong := _exchanged(everybody):
        yield _of_names(wrong)
    if respelt := [one for one in everybody if one.ids and one.id not in one.ids]:
        yield _of_ids(respelt)


def _exchanged(everybody: Sequence[_Named]) -> list[_Named]:
    """Return the renamed ones who took a former name of another renamed one, and those whose name was taken so."""
    renamed = [one for one in everybody if one.is_renamed]
    had: dict[tuple[str, str], list[_Named]] = defaultdict(list)
    for one in renamed:
        for name in one.had:
            had[one.kind, name].append(one)
    takes = {one.id: had[one.kind, folded(one.now)] for one in renamed}
    taken = {other.id for others in takes.values() for other in others}
    return [one for one in renamed if takes[one.id] or one.id in taken]


def exchanged_titles(event: Event, place: EventFolder, known: Known) -> Iterator[Finding]:
    """Warn of scenario titles that have other ids than when rounds were scored; of each change once."""
    told: list[Sequence[_Named]] = []
    for record in own_results(event, place, known):
        parts = record.setup.scenarios if record.setup else ()
        then = {str(part.values["id"]): str(part.values.get("title", "")) for part in parts if part.path == SCENARIO}
        wrong = _titles(event, then)
        if wrong and wrong not in told:
            told.append(wrong)
            scored, sheets = stage_scored(record.round), place.sheets(record.round).name
            meant = f"{_made_again(record.round)}, and ingest them again"
            yield _of_titles(wrong, scored, sheets, meant)


def titles_on_sheets(
    event: Event, told: Collection[Finding], sheets: Path, begun: Baseline | None, stage: int, *, anew: bool = False
) -> Iterator[Finding]:
    """Warn of scenario titles of a round that have other ids than when its score sheets were made.

    Parameters
    ----------
    told
        The findings about the event: those from results are not repeated.
    anew
        Whether the sheets have just been made again.
    """
    if begun is None or any(one.code == TITLES for one in told):
        return
    wrong, named = _titles(event, dict(begun.titles)), scenarios_of_stage(event, stage)
    if wrong and (not named or any(folded(one.id) in named for one in wrong)):
        meant = "print the sheets again" if anew else f"{_made_again(stage)}, and print them again"
        yield _of_titles(wrong, f"{sheets.name} was made", sheets.name, meant)


def titles_on_lists(
    sheets: Path, begun: Baseline | None, forms: RoundForms, told: Collection[Finding]
) -> Iterator[Finding]:
    """Warn of names on the lists of old score sheets that mean something else on the new ones, such as sides.

    Parameters
    ----------
    told
        The findings about the event: exchanged titles of scenarios already explain the lists.
    """
    if begun is None or any(one.code == TITLES for one in told):
        return
    lists = {one.id: one for form in forms.page_forms() for block in form.blocks for one in block.lists}
    changed = []
    for of, name, value in begun.recorded:
        choices = lists.get(of)
        if choices and value in choices.recorded:
            now = dict(zip(map(folded, choices.names), choices.recorded, strict=True)).get(folded(name), value)
            if now != value:
                changed.append(f"what was chosen as “{name}” stays {value}, which is “{choices.shown(value)}” now")
    if changed:
        message = (
            f"names on lists stand for something else than when {sheets.name} was made: "
            f"{first_clauses(changed, _NAMED)}. Give every id its title back; or read again what was chosen"
        )
        yield finding(TITLES, message, sheet=sheets.name)


def _titles(event: Event, then: Mapping[str, str]) -> list[_Named]:
    """Find the scenarios with the former title of another one, and these others."""
    before = {folded(id_): title for id_, title in then.items()}
    scenarios = [_Named(SCENARIO, id_, title, "") for id_, title in event.scenario_titles.items()]
    for one in scenarios:
        if folded(one.id) in before:
            one.was = before[folded(one.id)]
            one.had[folded(one.was)] = ""
    return _exchanged(scenarios)


def _made_again(stage: int) -> str:
    return f"make the sheets again (sheetscore {stage_command('sheets', stage)})"


def _of_titles(wrong: Sequence[_Named], when: str, sheets: str, meant: str) -> Finding:
    first, were = wrong[0], first_clauses([f"{one.id} was “{one.was}” and is “{one.now}”" for one in wrong], _NAMED)
    message = (
        f"titles stand beside other scenarios than when {when}: {were}. Draws, sheets and results go by the ids: "
        f"where they say “{first.was}”, {first.id} is meant, whatever its title is now. Give every id its title "
        f"back, or move whole rows; if it is meant, {meant}"
    )
    return finding(TITLES, message, sheet=sheets)


def _with_former_names(event: Event, place: EventFolder, known: Known) -> list[_Named]:
    everybody = {
        (table.path, folded(id_of(part))): _Named(table.path, id_of(part), str(getattr(part, "name", "")), where)
        for where, table, part in walk(event)
        if table.path in {PLAYER, TEAM} and table.has_ids
    }
    for record in own_results(event, place, known):
        for then in record.setup.enrolled if record.setup else ():
            one = everybody.get((then.kind, folded(then.id)))
            if one is not None:
                one.was, one.had[folded(then.name)] = then.name, stage_scored(record.round)
                one.ids[then.id] = record.round
    units = {folded(one.id): one for one in everybody.values() if event.names.get(one.id) == one.now}
    for stage in sorted({*place.worked_on()} - {*place.scored_stages()}):
        for id_, name in _drawn_names(event, place, stage).items():
            one = units.get(folded(id_))
            if one is not None:
                one.was = name
                one.had.setdefault(folded(name), f"{stage_name(stage)} was drawn")
    return [*everybody.values()]


def _drawn_names(event: Event, place: EventFolder, stage: int) -> dict[str, str]:
    """Return the names on the list of a draw by their ids; none if it is another event's, or cannot be read."""
    with suppress(UnreadableFile):
        draw = read_workbook(place.draw(stage), (MAP_SHEET, LISTS_SHEET), limits_of(event))
        if written_map(draw).heading.get("event_key") in keys_of(event):
            return named_in(lists_as_made(draw))
    return {}


def _of_names(wrong: Sequence[_Named]) -> Finding:
    were = first_clauses([f"{one.id} was {one.was} and is {one.now}" for one in wrong], _NAMED)
    when = wrong[0].had[folded(wrong[0].was)]
    message = (
        f"{len(wrong)} names stand beside other ids than when {when}: {were}. "
        "Results, draws and sheets go by the ids. Give every id its name back; to exchange or sort people, move whole "
        "rows. If a new name is right although another had it then, write it a little differently, with an initial"
    )
    return finding("names-exchanged", message, sheet=wrong[0].place, cell="name")


def _of_ids(respelt: Sequence[_Named]) -> Finding:
    were = first_clauses([f"{one.id} was {max(one.ids, key=one.ids.__getitem__)}" for one in respelt], _NAMED)
    scored = stage_scored(max(number for one in respelt for number in one.ids.values()))
    message = (
        f"ids have other capitals than when {scored}: {were}. Ids change before the first draw only: write "
        "them as they were"
    )
    return finding("names-exchanged", message, sheet=respelt[0].place, cell="id")
