"""Checking without changing anything: an event with its templates, or a filled workbook.

Before anything is drawn, the pages of a round are checked on forms without players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import EventFolder, in_its_format, stage_command, stage_name, stage_of
from sheetscore.event.load import event_file, placed_in
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding, worst
from sheetscore.forms.idle_formulas import idle_formulas
from sheetscore.forms.idle_templates import idle_templates
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.consistency.drawn_from import changed_premises
from sheetscore.operations.consistency.drawn_since import not_as_posted
from sheetscore.operations.consistency.scored_anew import no_longer_scored, stopped_anew, without_seat_otherwise
from sheetscore.operations.consistency.staleness import unusable_results, what_is_stale
from sheetscore.operations.ingest import Ingested, check_round_workbook
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.earlier_events import look_back
from sheetscore.operations.opening.first_ratings import Known
from sheetscore.operations.opening.history import earlier_rounds
from sheetscore.operations.opening.open_event import OpenEvent, event_of, examine, examined, no_scenario
from sheetscore.operations.safeguards.journal_gone import journal_gone
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.reading.round_workbook import SHOWS_OLD
from sheetscore.results.plan_workbook import read_plan
from sheetscore.sheets.draw_workbook import DRAW_SHEET
from sheetscore.sheets.headings import LIST_OF_TABLES
from sheetscore.sheets.page_places import unprintable
from sheetscore.sheets.round_workbook import layouts
from sheetscore.wording import number_list, pluralize
from sheetscore.workbooks.saving import FORMATS


class CheckedEvent(Struct, frozen=True):
    """All findings about an event."""

    event: Event | None
    findings: tuple[Finding, ...]
    untouched_tables: frozenset[int] = frozenset()
    """Always empty, since no sheets are read. Commands read it from this class as from `Ingested`."""

    @property
    def status(self) -> str:
        """``ok``, ``warnings`` or ``errors``."""
        return worst(self.findings)

    def as_json(self) -> dict[str, object]:
        """Return the outcome with the keys that scripts rely on."""
        return {
            "event": self.event.header.name if self.event else None,
            "system": self.event.header.system if self.event else None,
            "round": None,
            "status": self.status,
            "findings": [one.as_json() for one in self.findings],
            "rows": [],
            "checks": [],
        }


def check(path: str | Path, *, history: str | Path | None = None, as_saved: bool = False) -> CheckedEvent | Ingested:
    """Check an event (a folder, an event.xlsx, an event.toml), a draw, or a round's workbook.

    Parameters
    ----------
    history
        A folder with results of earlier events, with which the event is compared.
    as_saved
        Read a workbook that is open elsewhere, too, as it was last saved.

    Raises
    ------
    UnreadableFile
        The file is missing, or is of none of these kinds.
    WrongUsage
        ``history`` is given and the file is no event, or the event's system takes nothing over from earlier events.

    Examples
    --------
    >>> [found.message for found in check("copenhagen").findings if found.is_error]
    []
    """
    path = in_its_format(Path(path))
    if path.suffix.lower() in FORMATS and path.is_file() and path != EventFolder(path.parent).event_workbook:
        stage = stage_of(path)
        if history is not None:
            raise WrongUsage(f"earlier results are compared with an event, not with {path.name}; leave out --history")
        if stage is not None and path.stem.endswith("results"):
            raise UnreadableFile(f"{path.name} has results; check score sheets such as round1.xlsx")
        if stage is not None and path.stem.endswith(DRAW_SHEET.lower()):
            return _checked_draw(path, stage)
        return _stopped_by_unusable_results(path, check_round_workbook(path, as_saved=as_saved))
    known: Known = {}
    event, findings = examine(path, known)
    if event is not None:
        opened = examined(path if path.is_dir() else path.absolute(), event, findings, known)
        findings = (
            *findings,
            *_remarks(path, event),
            *_advice(path, opened),
            *_next_round(path, event),
            *changed_premises(opened),
            *opened.system.check_templates(opened.library),
            *(idle_templates(opened.library, path) if path.is_dir() else ()),
            *idle_formulas(opened.library, opened.system.shown_only),
        )
        if path.is_dir() and not any(one.is_error for one in findings):
            findings = (*findings, *_stale_files(opened))
            findings = (*findings, *without_seat_otherwise(opened))
            findings = (*findings, *journal_gone(opened, event.stages))
        if path.is_dir() and not any(one.is_error for one in findings):
            findings = (*findings, *_obstacles_to_drawing(opened), *_against_plan(opened), *_plan_by_hand(opened))
        if not any(one.is_error for one in findings):
            findings = (*findings, *_pages(opened))
        if history is not None:
            findings = (*findings, *_against_earlier_results(opened, event_file(path), Path(history)))
    return CheckedEvent(event, findings)


def _stale_files(opened: OpenEvent) -> Iterator[Finding]:
    """Find files that do not fit together.

    Sheets that could not be ingested again have a finding that says so, and none that they count as they are.
    """
    unfit = [*no_longer_scored(opened)]
    named = {one.sheet for one in unfit}
    for one in what_is_stale(opened):
        if one.code == "settings-changed":
            yield stopped_anew(opened, one)
        elif one.code != SHOWS_OLD or one.sheet not in named:
            yield one
    yield from unfit


def _checked_draw(path: Path, stage: int) -> CheckedEvent:
    opened = event_of(path)
    unusable = unusable_results(opened)
    earlier = () if unusable else earlier_rounds(opened, stage)
    older = not_as_posted(opened, [stage]) if path.resolve() == opened.folder.draw(stage).resolve() else ()
    return CheckedEvent(opened.event, (*unusable, *draw_of(opened, stage, earlier).findings, *older))


def _stopped_by_unusable_results(path: Path, done: Ingested) -> Ingested:
    """Add the errors by which unusable results stop every command; if there are any, drop the rows.

    Unusable are results of players who are no longer in the event, and results that cannot be read.
    """
    wrong = unusable_results(event_of(path))
    return replace(done, findings=(*wrong, *done.findings), status="errors", rows=(), checks=()) if wrong else done


def _remarks(path: Path, event: Event) -> Iterator[Finding]:
    """Find things in an event that are no mistakes, but probably not intended."""
    place = EventFolder(path)
    if path.is_dir() and place.event_workbook.exists() and place.event_toml.exists():
        in_force = place.event_workbook.name
        message = f"there is {place.event_toml.name} too, which does not count; move it away, or {in_force}"
        yield finding("two-events", message, sheet=in_force)
    if not event.names:
        yield finding("event-missing", "Nobody is entered yet.", severity=Severity.WARNING)


def _advice(path: Path, opened: OpenEvent) -> tuple[Finding, ...]:
    """Return the system's advice to the director."""
    found = opened.system.advise(opened.event)
    return placed_in(path, opened.event, found) if found else ()


def _next_round(path: Path, event: Event) -> Iterator[Finding]:
    """Note everything of interest before the next round is drawn, such as a missing scenario."""
    place = EventFolder(event.folder or path)
    following = _next_stage(event, place)
    if following is None:
        return
    for sentence in (*event.prospects(following), *_seats_against_players(event, place)):
        yield finding("prospect", sentence)
    if following in event.unnamed_rounds:
        what = f"Nothing says yet what is played in round {following}, the next to be drawn."
        yield no_scenario(event, following, what, Severity.NOTE)


def _next_stage(event: Event, place: EventFolder) -> int | None:
    """Return the stage to be drawn next: the first that has neither a draw nor results; None if all have."""
    return next((stage for stage in event.stages if not place.is_drawn(stage)), None)


def _obstacles_to_drawing(opened: OpenEvent) -> tuple[Finding, ...]:
    """Find the reasons in earlier results why the next round cannot be drawn."""
    event = opened.event
    following = _next_stage(event, opened.folder)
    if following is None or following in event.unnamed_rounds:
        return ()
    found = opened.system.check_next(opened.round(following, earlier_rounds(opened, following)))
    return placed_in(opened.folder.path, event, found) if found else ()


def _against_plan(opened: OpenEvent) -> Iterator[Finding]:
    """Find the reasons why the next round cannot follow the plan."""
    event, path = opened.event, opened.folder.plan
    following = _next_stage(event, opened.folder)
    if following is None or following in event.unnamed_rounds or not path.exists():
        return
    try:
        context = opened.to_be_drawn(following, earlier_rounds(opened, following))
        if context.planned:
            opened.system.draw(context)
    except (UnreadableFile, WrongUsage) as problem:
        yield finding("plan-old", problem.message, sheet=path.name, severity=Severity.WARNING)
    except MistakesFound:
        return  # what keeps the round from being drawn at all is reported without the plan


def _plan_by_hand(opened: OpenEvent) -> Iterator[Finding]:
    """Report changes made in the plan by hand: undrawn rounds follow them if possible."""
    path = opened.folder.plan
    try:
        rounds = read_plan(path, opened.event).rounds if path.exists() else {}
    except UnreadableFile:
        return  # reported by the check of the next round
    for stage, edited in rounds.items():
        if not opened.folder.is_drawn(stage):
            yield from edited.mistakes
            yield from (
                finding(
                    "plan-edited",
                    f"{change.said} The draw follows that where it can.",
                    sheet=path.name,
                    severity=Severity.NOTE,
                )
                for change in edited.changes
            )
        elif edited.mistakes or (edited.changes and not _is_drawn_so(opened, edited.drawn)):
            draw = opened.folder.draw(stage).name
            message = (
                f"the plan of {stage_name(stage)} was changed by hand and is not followed any more, because the round "
                f"is drawn. Change who sits where in {draw}; or, if nothing of it is played, draw again "
                f"(sheetscore {stage_command('draw', stage)} --again)"
            )
            yield finding("plan-edited", message, sheet=path.name, severity=Severity.WARNING)


def _is_drawn_so(opened: OpenEvent, planned: Draw) -> bool:
    """Return whether everybody is drawn where the plan has them; a draw that cannot be read is reported elsewhere."""
    try:
        return set(draw_of(opened, planned.round).draw.places()) == set(planned.places())
    except (UnreadableFile, WrongUsage):
        return False


def _against_earlier_results(opened: OpenEvent, file: Path, history: Path) -> Iterator[Finding]:
    """Find contradictions between an event and earlier results."""
    inherited = look_back(opened.event, opened.system, history, file.name)
    yield from inherited.findings
    yield from inherited.differing


def _seats_against_players(event: Event, place: EventFolder) -> Iterator[str]:
    """Report undrawn rounds in which seats and players differ in number; rounds with equal numbers share a sentence."""
    rounds: dict[tuple[int, int], list[int]] = {}
    for stage in event.stages:
        if stage not in event.unnamed_rounds and not place.is_drawn(stage) and event.names:
            seats, players = event.places(stage), len(event.entrants(stage))
            if seats is not None and seats != players:
                rounds.setdefault((seats, players), []).append(stage)
    for (seats, players), stages in rounds.items():
        which, over = number_list("round", stages), abs(players - seats)
        one, many = ("sits out", "sit out") if players > seats else ("seat stays empty", "seats stay empty")
        left = pluralize(over, one, many)
        yield f"{which[:1].upper()}{which[1:]}: {pluralize(seats, 'place')} for {pluralize(players, 'player')}; {left}."


def _pages(opened: OpenEvent) -> Iterator[Finding]:
    """Find pages that are higher than the paper, before anything is drawn."""
    forms = blank_rounds(opened) if opened.event.names else ()
    yield from dict.fromkeys(wrong for one in forms for wrong in unprintable(opened.event, one, layouts(one)))


def blank_rounds(opened: OpenEvent, *, all_tables: bool = False) -> Iterator[RoundForms]:
    """Yield the forms of every stage with a scenario, at tables without players.

    Exception: if there is a list page, players are seated at as many tables as they fill. A list page has lines only
    for tables with players, and would otherwise be too short to check its height.

    Parameters
    ----------
    all_tables
        Whether each has as many tables as the players need, rather than one.
    """
    for stage in opened.event.stages:
        if stage not in opened.event.unnamed_rounds and (seats := tuple(opened.event.seats(stage))):
            players = tuple(opened.event.entrants(stage))
            tables = opened.event.tables_needed(stage) if all_tables else 1
            forms = _with_seats(opened, stage, [dict.fromkeys(seats)] * tables)
            has_list_page = any(table.number == LIST_OF_TABLES for table in forms.tables)
            first_of_table = range(0, len(players) - len(seats) + 1, len(seats))
            seated = [dict(zip(seats, players[at : at + len(seats)], strict=True)) for at in first_of_table]
            yield _with_seats(opened, stage, seated) if has_list_page and seated else forms


def _with_seats(opened: OpenEvent, stage: int, tables: Sequence[Mapping[str, str | None]]) -> RoundForms:
    """Return the forms of tables at which these players sit."""
    scenarios = (opened.event.scenario_at(stage, number) for number in range(1, len(tables) + 1))
    drawn = tuple(
        TableDraw(number, scenario, dict(seats))
        for number, (scenario, seats) in enumerate(zip(scenarios, tables, strict=True), start=1)
    )
    return opened.system.forms(replace(opened.round(stage), draw=Draw(stage, drawn, (), ())))
