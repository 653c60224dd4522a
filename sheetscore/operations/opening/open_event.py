"""An event folder opened for work: the event, its system, its templates, its files, the journal."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, Action, EventFolder, add_to_journal
from sheetscore.event.load import event_there, examine_event, limits_of, placed_in
from sheetscore.event.model import Event
from sheetscore.event.tables import heading_of, place_of_list
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.operations.opening.called_otherwise import called_otherwise
from sheetscore.operations.opening.cut_off import rounds_beyond_event
from sheetscore.operations.opening.drawn_with import scenarios_drawn_with, with_drawn_scenarios
from sheetscore.operations.opening.exchanged_names import TITLES, exchanged_names, exchanged_titles
from sheetscore.operations.opening.first_order import as_first_listed
from sheetscore.operations.opening.first_ratings import Known, as_first_rated, rated_later, read_known
from sheetscore.operations.opening.given_changed import CODE as GIVEN
from sheetscore.operations.opening.given_changed import changed_given
from sheetscore.operations.opening.kept_settings import last_scored, reshaped, with_kept_settings
from sheetscore.operations.opening.people_changed import RANKED, TEAMS, changed_people, exchanged_rosters
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.reading.round_workbook import ReadBoxes, read_boxes
from sheetscore.results.hidden_data import HiddenData, data_in
from sheetscore.results.plan_workbook import read_plan
from sheetscore.results.standings_record import KIND as STANDINGS
from sheetscore.sheets.hidden_sheets import MAP_SHEET
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.systems.system import System, system_called
from sheetscore.version import VERSION
from sheetscore.wording import number_list
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook
from sheetscore.workbooks.saving import KEPT, digest, refuse_if_open


class OpenEvent(Struct, frozen=True):
    """An event that was opened."""

    folder: EventFolder
    event: Event
    system: System[Any]
    warnings: tuple[Finding, ...] = ()
    """The findings of the event's own check that are no errors."""
    known: Known = field(default_factory=dict)
    """The results that were read, by the digest of their file: a command reads none of them twice."""
    as_saved: bool = False
    """Whether to read workbooks that are open elsewhere as last saved: only for commands that write nothing."""
    sheets_read: dict[Path, tuple[RoundForms, ReadBoxes]] = field(default_factory=dict)
    """The score sheets that were read, with the forms that they were read by: see :meth:`boxes`."""

    workbooks_read: dict[tuple[Path, str], ReadWorkbook] = field(default_factory=dict)
    """The workbooks that were read, or one sheet of each: see :meth:`workbook`."""

    @property
    def exchanged(self) -> list[Finding]:
        """The warnings that teams, standbys, handicaps or titles of scenarios are not as when a round was scored."""
        codes = {TEAMS, RANKED, TITLES, GIVEN}
        return [one for one in self.warnings if one.code in codes and one.severity is Severity.WARNING]

    def refuse_if_open(self, path: Path) -> None:
        """Refuse to read a workbook that somebody has open, unless ``as_saved`` is set.

        Raises
        ------
        WrongUsage
            It is open elsewhere.
        """
        if not self.as_saved:
            refuse_if_open(path)

    def boxes(self, path: Path, context: RoundContext[Event]) -> ReadBoxes:
        """Read the boxes of a round's workbook; not again while its bytes and the forms of the round are the same.

        Raises
        ------
        UnreadableFile
            The guard refuses the file, or it is damaged.
        """
        forms, read = self.sheets_read.get(path, (None, None))
        if read is None or forms is not context.forms or read.sha256 != digest(path):
            read = read_boxes(path, self.system, context)
            self.sheets_read[path] = context.forms, read
        return read

    def workbook(self, path: Path, sheet: str = "") -> ReadWorkbook:
        """Read a workbook, or one sheet of it; not again while its bytes are the same.

        For draws and standings, which a command needs in several places; results are in ``known``.

        Raises
        ------
        UnreadableFile
            The guard refuses the file, or it is damaged.
        """
        read = self.workbooks_read.get((path, sheet))
        if read is None or read.sha256 != digest(path):
            read = self.workbooks_read[path, sheet] = read_workbook(path, sheet or (), limits_of(self.event))
        return read

    def standings_there(self) -> HiddenData | None:
        """Return the hidden data of standings.xlsx; None if there is none, or it is damaged.

        They answer whether the standings are as they would be made now, whose figures have moved since, and which
        results are gone.
        """
        with suppress(UnreadableFile):
            path = self.folder.standings
            return data_in(self.workbook(path, MAP_SHEET), STANDINGS) if path.exists() else None
        return None

    @property
    def library(self) -> Library:
        """The form templates in force."""
        return self.system.library(self.folder.templates)

    def round(self, stage: int, earlier: Sequence[EarlierRound] = ()) -> RoundContext[Event]:
        """Return a round without its draw.

        Parameters
        ----------
        earlier
            The rounds before it; without them repetitions are not reported.
        """
        scored = stage in self.folder.scored_stages()
        return RoundContext(self.event, stage, earlier, library=self.library, has_results=scored)

    def to_be_drawn(self, stage: int, earlier: Sequence[EarlierRound] = ()) -> RoundContext[Event]:
        """Return a round that is about to be drawn, with its seats in plan.xlsx if there is a plan.

        Raises
        ------
        UnreadableFile
            The plan is damaged, or belongs to another event.
        MistakesFound
            Somebody changed the plan by hand so that no draw can follow it.
        """
        plan = read_plan(self.folder.plan, self.event) if self.folder.plan.exists() else None
        planned = plan.rounds.get(stage) if plan else None
        if planned is None:
            return self.round(stage, earlier)
        if planned.mistakes:
            raise MistakesFound(planned.mistakes)
        return replace(self.round(stage, earlier), planned=planned.drawn, by_hand=planned.changes)

    def stage(self, number: int | None) -> int:
        """Return the stage for a command: the requested round, by default the first without results.

        Raises
        ------
        WrongUsage
            All rounds are scored, the event has no such round, or a round was requested although the event has one set
            of sheets for all rounds.
        """
        if self.event.stages == (WHOLE_EVENT,):
            if number is None:
                return WHOLE_EVENT
            raise WrongUsage("this event has one draw and one set of sheets for all its rounds; leave out the number")
        scored = self.folder.scored_stages()
        stage = next((stage for stage in self.event.stages if stage not in scored), None) if number is None else number
        if stage is None:
            raise WrongUsage("every round is scored; name the round that you mean")
        if stage not in self.event.stages:
            raise WrongUsage(f"the event has no round {stage}; it has {number_list('round', self.event.stages)}")
        return stage

    def note(
        self,
        command: str,
        *,
        read: Mapping[Path, str] | None = None,
        written: Mapping[Path, str] | None = None,
        outcome: str = "ok",
        notes: Sequence[str] = (),
        stamps: Mapping[str, str] | None = None,
    ) -> None:
        """Record a command in the journal.

        Parameters
        ----------
        read, written
            The digest of every file when the command read it (it may have been replaced since), and as written.
        stamps
            The stamps of the score sheets that the command wrote, by the names of their files.
        """
        note(self.folder.path, command, read=read, written=written, outcome=outcome, notes=notes, stamps=stamps)


def note(
    folder: Path,
    command: str,
    *,
    read: Mapping[Path, str] | None = None,
    written: Mapping[Path, str] | None = None,
    outcome: str = "ok",
    notes: Sequence[str] = (),
    stamps: Mapping[str, str] | None = None,
) -> None:
    """Record a command in the journal of an event folder, as :meth:`OpenEvent.note` does."""
    add_to_journal(
        folder,
        Action(
            time=dt.datetime.now(dt.UTC),
            command=command,
            version=VERSION,
            read=_by_name(read or {}),
            written=_by_name(written or {}),
            outcome=outcome,
            notes=tuple(notes),
            stamps=stamps or {},
        ),
    )


def _by_name(digests: Mapping[Path, str]) -> dict[str, str]:
    """Return the digests of files by name, or by path if several have the same name."""
    names = Counter(path.name for path in digests)
    return {path.name if names[path.name] == 1 else path.as_posix(): sha256 for path, sha256 in digests.items()}


def examine(
    path: Path, known: Known | None = None, rerated_round: int | None = None, *, drawing: bool = False
) -> tuple[Event | None, tuple[Finding, ...]]:
    """Read an event and find all its mistakes, also where it contradicts its draws and results.

    Drawn rounds must keep a scenario, and no player may now have a name that the results give to another player. Blank
    settings are taken from the last results, settings that shape the sheets must not change, and everybody keeps the
    rating of the first result.

    Parameters
    ----------
    path
        An event folder, an event.xlsx or an event.toml.
    known
        The results that were read, by the digest of their file; the function adds those that it reads.
    rerated_round
        The round whose newcomers get the present ratings of the event, as ``ingest --ratings`` asks.
    drawing
        Whether the one draw of all rounds is about to be made again; a changed number of rounds is then no mistake.

    Raises
    ------
    UnreadableFile
        It is missing, or not what its name says.
    """
    event, findings = examine_event(path)
    if event is None:
        return None, with_drawn_scenarios(findings, EventFolder(path if path.is_dir() else path.parent))
    place, known = EventFolder(event.folder or path), {} if known is None else known
    drawn = [number for number in event.unnamed_rounds if place.is_drawn(number)]
    errors = [_drawn_without(event, place, number, known) for number in drawn]
    record = last_scored(event, place, known)
    wrong = [*rounds_beyond_event(event, place, record, drawing=drawing), *exchanged_names(event, place, known)]
    if wrong := [*wrong, *exchanged_rosters(event, place, known)]:
        errors += placed_in(path, event, wrong)
    event, kept = with_kept_settings(event, record)
    if shaped := [*reshaped(event, record)]:
        errors += placed_in(path, event, shaped)
    if errors:  # the checks below compare with results by id, and the ids may be the mistake
        return None, (*findings, *kept, *errors)
    later = [*rated_later(event, place, known, rerated_round)]
    renamed = called_otherwise(event, place, known)
    exchanged = (
        *exchanged_titles(event, place, known),
        *changed_people(event, place, known),
        *changed_given(event, place, known),
    )
    event, listed = as_first_listed(event, place)
    messages = (*findings, *kept, *exchanged, *renamed, *listed, *(placed_in(path, event, later) if later else ()))
    return as_first_rated(event, place, known, rerated_round), messages


def _drawn_without(event: Event, place: EventFolder, number: int, known: Known) -> Finding:
    """Make the finding about a drawn round that names no scenario any more, with the scenarios that it was drawn with.

    If the round has no draw, and its results workbook has the results of another round, the finding says that instead.
    """
    if not place.draw(number).exists():
        try:
            read_known(place.results(number), event, known)
        except UnreadableFile as problem:
            if problem.code == "other-round":
                return finding("file-unreadable", problem.message)
    with_ = ", ".join(f'"{id_}"' for id_ in scenarios_drawn_with(place, number))
    drawn = f" with {with_}" if with_ else ""
    return no_scenario(event, number, f"Round {number} is drawn{drawn}, and nothing says any more what it plays.")


def no_scenario(event: Event, number: int, what: str, severity: Severity = Severity.ERROR) -> Finding:
    """Make a finding about a round that names no scenario.

    Parameters
    ----------
    number
        The round, from 1.
    what
        The problem, in a sentence; advice follows.
    """
    rounds, heading = place_of_list(event, "round"), heading_of(event, "round", "scenario")
    where = f"on the sheet “{rounds}”" if event.has_titles else f"in {rounds}"
    message = f"{what} Fill in {heading} of round {number} {where}."
    code = "event-missing" if severity is Severity.ERROR else "round-unnamed"
    return finding(code, message, sheet=rounds, cell="" if event.has_titles else "scenario", severity=severity)


def open_event(
    folder: str | Path, known: Known | None = None, rerated_round: int | None = None, *, drawing: bool = False
) -> OpenEvent:
    """Open an event folder.

    Parameters
    ----------
    known
        Results already read, by the digest of their file.
    rerated_round, drawing
        As for :func:`examine`.

    Raises
    ------
    MistakesFound
        With every mistake in the event.
    UnreadableFile
        There is no event, or it cannot be read.
    """
    folder, known = Path(folder), {} if known is None else known
    event, findings = examine(folder, known, rerated_round, drawing=drawing)
    if event is None:
        raise MistakesFound(findings)
    return examined(folder, event, findings, known)


def examined(folder: Path, event: Event, findings: tuple[Finding, ...], known: Known) -> OpenEvent:
    """Open the folder of an event that :func:`examine` has read and found no error in."""
    return OpenEvent(EventFolder(folder), event, system_called(event.header.system), findings, known)


def event_of(workbook: Path) -> OpenEvent:
    """Open the event in a workbook's folder; if there is none, and the workbook is a link, in its target's folder."""
    own, target = (_event_folder(path) for path in (workbook.absolute(), workbook.resolve()))
    return open_event(own if event_there(own) else target)


def _event_folder(workbook: Path) -> Path:
    """Return the folder of a workbook; for a copy in ``kept/``, the folder above."""
    return workbook.parent.parent if workbook.parent.name == KEPT else workbook.parent
