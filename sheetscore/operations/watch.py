"""Watching an event's folder: each saved workbook is checked, and new, mended and missing things reported.

Nothing is written unless that was asked for. A workbook that is open in an editor is read as it was saved; it is
ingested once it is closed.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Event as Signal
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.folder import stage_of
from sheetscore.event.load import event_there
from sheetscore.findings import Finding
from sheetscore.operations.check import CheckedEvent, check
from sheetscore.operations.ingest import Ingested, check_round_workbook, ingest
from sheetscore.operations.opening.history import record_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.publish import publish_again
from sheetscore.problems import Problem, UnreadableFile, WrongUsage
from sheetscore.reading.round_workbook import INCOMPLETE, UNREAD
from sheetscore.sheets.headings import LIST_OF_TABLES
from sheetscore.text_files import not_there
from sheetscore.workbooks.saving import FORMATS, digest, open_elsewhere

if TYPE_CHECKING:
    from sheetscore.operations.publish import PublishedSite

GATHERED, EVERY = 100, 20
"""Milliseconds for which changes are gathered at most, and milliseconds between two looks for more of them: a program
that saves a file changes it several times."""

OWN_LOOK = 500
"""Milliseconds after which the folder is looked at in any case: network drives do not announce changes."""

STEADY = 1.0
"""Seconds for which an unreadable file must be unchanged before it is reported: it may be half saved."""


class BeingRead(Struct, frozen=True):
    """A workbook was saved, and is being read."""

    path: Path


class Looked(Struct, frozen=True):
    """A workbook was read."""

    path: Path
    done: CheckedEvent | Ingested
    """The outcome of checking or ingesting the workbook."""
    before: CheckedEvent | Ingested | None
    """The outcome for the former version of the workbook; None the first time."""
    open_in: str | None
    """The program that has the workbook open; unsaved values are not read."""

    @property
    def new(self) -> tuple[Finding, ...]:
        """The findings that are new."""
        return _only_in(self.done, self.before)

    @property
    def mended(self) -> tuple[Finding, ...]:
        """Former errors and warnings that are gone."""
        return tuple(one for one in self._gone if one.code not in INCOMPLETE)

    @property
    def came_in(self) -> tuple[Finding, ...]:
        """Former findings about missing results that are gone."""
        return tuple(one for one in self._gone if one.code in INCOMPLETE)

    @property
    def _gone(self) -> tuple[Finding, ...]:
        return _only_in(self.before, self.done) if self.before and is_read(self.done) else ()

    @property
    def arrived(self) -> tuple[int, ...]:
        """The tables on which the first values were typed since the former version; empty for a list of all tables."""
        if not self.before or not is_read(self.done):
            return ()
        return tuple(sorted(self.before.untouched_tables - self.done.untouched_tables - {LIST_OF_TABLES}))


class Closed(Struct, frozen=True):
    """A workbook that was open when it was read has been closed, unchanged since."""

    looked: Looked
    """The report on the workbook, as if nobody had had it open."""

    @property
    def path(self) -> Path:
        """The workbook."""
        return self.looked.path


class Scored(Struct, frozen=True):
    """A round was ingested."""

    path: Path
    done: Ingested
    before: CheckedEvent | Ingested
    """The outcome of checking the workbook when it was read."""

    @property
    def new(self) -> tuple[Finding, ...]:
        """The findings that are new."""
        return _only_in(self.done, self.before)


class Published(Struct, frozen=True):
    """The site was written."""

    site: PublishedSite


class Failed(Struct, frozen=True):
    """Something could not be done."""

    path: Path
    problem: Problem


Sight = BeingRead | Looked | Closed | Scored | Published | Failed
"""What the watch reports."""


def is_read(done: CheckedEvent | Ingested) -> bool:
    """Return whether typed values were read: they are not, for example, if the workbook is another event's."""
    return all(one.code not in UNREAD for one in done.findings)


def _only_in(done: CheckedEvent | Ingested, other: CheckedEvent | Ingested | None) -> tuple[Finding, ...]:
    """Return the findings of one outcome that another outcome does not have.

    Findings with equal messages are distinguished by their boxes or, without boxes, by their cells. A finding whose row
    was only moved is not new, although its cell differs: if more findings are equal than before, the last ones are new.
    """
    cells: dict[Hashable, list[str]] = {}
    for one in other.findings if other else ():
        cells.setdefault(_identity(one), []).append(one.cell)
    moved = [one for one in done.findings if not _taken(cells.get(_identity(one), []), one.cell)]
    return tuple(one for one in moved if not _taken(cells.get(_identity(one), [])))


def _identity(one: Finding) -> Hashable:
    return one.code, one.sheet, one.message, one.fields


def _taken(cells: list[str], cell: str | None = None) -> bool:
    """Remove a cell, by default the first, from a list; return whether it was there."""
    if not cells or (cell is not None and cell not in cells):
        return False
    cells.remove(cells[0] if cell is None else cell)
    return True


def watch(
    folder: str | Path,
    *,
    ingesting: bool = False,
    provisional: bool = False,
    publishing: bool = False,
    stop: Signal | None = None,
) -> Generator[Sight]:
    """Yield what happens to the workbooks of an event as they are saved, until somebody stops it.

    Parameters
    ----------
    ingesting
        Ingest a round's workbook as soon as it has no error and nobody has it open.
    provisional
        Ingest the complete tables of a round's workbook before all are complete.
    publishing
        Write the site again after each round that was ingested, each draw, and each change of the event.
    stop
        A signal that ends the watch when it is set.

    Raises
    ------
    WrongUsage
        The library of the extra is missing.
    UnreadableFile
        There is no event in the folder.
    """
    if not find_spec("watchfiles"):
        raise WrongUsage('watching needs one more library: pip install "sheetscore[watch]"', "extra-missing")
    watched = _Watched(Path(folder), ingesting=ingesting or provisional, provisional=provisional, publishing=publishing)
    return _sights(watched, stop)


def _sights(watched: _Watched, stop: Signal | None) -> Generator[Sight]:
    from watchfiles import watch as changes  # noqa: PLC0415 -- an extra

    yield from watched.begin()
    for _ in changes(
        watched.folder,
        watch_filter=None,
        debounce=GATHERED,
        step=EVERY,
        rust_timeout=OWN_LOOK,
        yield_on_timeout=True,
        stop_event=stop,
        recursive=False,
    ):
        yield from watched.look()


Signature = tuple[int, int, int]
"""Identifies the state of a file: time, size, and inode, since another file may have been renamed to it."""


class _Watched(Struct):
    """The folder under watch, with what was seen and reported of its files."""

    folder: Path
    ingesting: bool
    provisional: bool
    publishing: bool
    known: dict[Path, Signature] = field(default_factory=dict)
    """The workbooks as last seen."""
    changed: dict[Path, float] = field(default_factory=dict)
    """The workbooks to be read, with the time of their last change."""
    announced: set[Path] = field(default_factory=set)
    """The changed workbooks of which the watch has said that it reads them."""
    outcomes: dict[Path, CheckedEvent | Ingested] = field(default_factory=dict)
    bytes_read: dict[Path, str] = field(default_factory=dict)
    """The digests of workbooks when they were read."""
    open_then: dict[Path, Looked] = field(default_factory=dict)
    """Workbooks that were open when they were read, with the report on them."""
    to_ingest: dict[Path, bool] = field(default_factory=dict)
    """Workbooks to ingest once nobody has them open, each with whether its results are provisional."""
    to_publish: bool = False

    def begin(self) -> Iterator[Sight]:
        """Read the sheets and marked copies that were not scored as they are: later changes are compared with them."""
        opened = open_event(self.folder)
        self.known = self._signatures()
        self.to_publish = self.publishing
        for path in self.known:
            stage = stage_of(path)
            if stage is not None and not _is_draw(path) and not _is_results(path):
                record = record_of(opened, stage)
                if record is None or record.source.sha256 != digest(path):
                    yield from self._read(path)

    def look(self) -> Iterator[Sight]:
        """Read saved workbooks, and ingest or publish as requested."""
        now = self._signatures()
        for saved in (path for path in {**self.known, **now} if self.known.get(path) != now.get(path)):
            if self._is_as_read(saved):
                continue
            # if it was moved away, the same workbook in another format may count now
            path = saved if saved in now else next((one for one in now if one.stem == saved.stem), saved)
            if path != saved:
                self._forget(saved)
            self.to_publish = self.to_publish or (self.publishing and (_is_draw(path) or _is_results(path)))
            if not _is_results(path):
                self.changed[path] = monotonic()
            if path in now and path in self.changed and path not in self.announced:
                self.announced.add(path)
                yield BeingRead(path)
        self.known = now
        for path in [*self.changed]:
            yield from self._read(path)
            if path not in self.changed:
                yield from self._others_of_draw(path)
        yield from self._closed()
        if self.to_publish and not self.changed:
            yield from self._publish()

    def _closed(self) -> Iterator[Sight]:
        """Ingest the workbooks that are ready and closed; report others that were closed."""
        for path in [path for path in self.to_ingest if path not in self.changed and not open_elsewhere(path)]:
            yield from self._ingest(path)
        for path in [path for path in self.open_then if path not in self.to_ingest and not open_elsewhere(path)]:
            yield Closed(replace(self.open_then.pop(path), open_in=None))

    def _signatures(self) -> dict[Path, Signature]:
        found = {}
        for path in sorted(self.folder.iterdir(), key=lambda path: path.name):
            if stage_of(path) is not None or path.name.lower() in _EVENT_FILES:
                with suppress(OSError):  # it is just being renamed
                    now = path.stat()
                    found[path] = (now.st_mtime_ns, now.st_size, now.st_ino)
        return found

    def _read(self, path: Path) -> Iterator[Sight]:
        """Read a workbook; an unreadable one may be half saved, and is tried again."""
        is_steady = monotonic() - self.changed.get(path, 0) >= STEADY
        try:
            _refuse_idle(path)
            read = digest(path)
            done = check(self.folder if stage_of(path) is None else path, as_saved=True)
            if digest(path) != read:
                return  # saved meanwhile, and read again
        except UnreadableFile as problem:
            if is_steady:
                self._forget(path)
                # a marked copy goes when the round is ingested
                if path.exists() or not _is_marked(path):
                    yield Failed(path, problem)
            return
        except Problem as problem:
            self._forget(path)
            yield Failed(path, problem)
            return
        before = self.outcomes.get(path)
        self._forget(path)
        self.outcomes[path] = done if is_read(done) else before or done
        self.bytes_read[path] = read
        if isinstance(done, Ingested) and self.ingesting:
            self._may_ingest(path, done)
        if isinstance(done, CheckedEvent) and stage_of(path) is None and done.status != "errors":
            self.to_publish = self.publishing
        looked = Looked(path, done, before, open_elsewhere(path))
        if looked.open_in:
            self.open_then[path] = looked
        yield looked

    def _others_of_draw(self, read: Path) -> Iterator[Sight]:
        """Read again the other files of a round whose draw and sheets were found to differ, once one of them was saved.

        They are reported only if their findings have changed.
        """
        stage = stage_of(read)
        others = [path for path in self.outcomes if path != read and stage_of(path) in {stage, None}]
        for path in others if stage is not None else ():
            if any(one.code == SHEETS_OLDER for one in self.outcomes[path].findings):
                yield from (one for one in self._read(path) if not isinstance(one, Looked) or one.mended or one.new)

    def _is_as_read(self, path: Path) -> bool:
        """Return whether a file still has the bytes that were read: a program may save it in pieces."""
        with suppress(OSError):
            return path not in self.changed and digest(path) == self.bytes_read.get(path)
        return False

    def _forget(self, path: Path) -> None:
        self.changed.pop(path, None)
        self.announced.discard(path)
        self.outcomes.pop(path, None)
        self.bytes_read.pop(path, None)
        self.open_then.pop(path, None)
        self.to_ingest.pop(path, None)

    def _may_ingest(self, path: Path, done: Ingested) -> None:
        """Remember a workbook to be ingested if that is possible: the whole, else its complete tables."""
        if done.status != "errors":
            self.to_ingest[path] = False
        elif self.provisional and check_round_workbook(path, as_saved=True, provisional=True).status != "errors":
            self.to_ingest[path] = True

    def _ingest(self, path: Path) -> Iterator[Sight]:
        try:
            done = ingest(path, provisional=self.to_ingest[path])
        except Problem as problem:
            if problem.code in _PASSING:
                return
            self.to_ingest.pop(path)
            yield Failed(path, problem)
            return
        self.to_ingest.pop(path)
        # what ingesting wrote is no news: the marked copy, and the score sheets that took in a mended one
        now = self._signatures()
        self.known |= {one: now[one] for one in (done.marked_path, done.written_back_to) if one in now}
        self.known |= {one: now[one] for one in now if _is_results(one)}
        if path not in now:
            self.known.pop(path)
        self.open_then.pop(path, None)
        self.to_publish = self.publishing
        yield Scored(path, done, self.outcomes[path])

    def _publish(self) -> Iterator[Sight]:
        try:
            yield Published(publish_again(self.folder))
        except Problem as problem:
            if problem.code in _PASSING:
                return
            yield Failed(self.folder, problem)
        self.to_publish = False


_PASSING = frozenset({"locked", "open-elsewhere", "saved-meanwhile"})
"""Problems that pass by themselves: another command is at work, or somebody has a file open."""

SHEETS_OLDER = "sheets-older"
"""The code of findings about score sheets whose draw has somebody else by now."""

_EVENT_FILES = frozenset({"event.toml", *(f"event{ending}" for ending in FORMATS)})


def _refuse_idle(path: Path) -> None:
    """Refuse a file that is gone, or that does not count beside another one of the event."""
    if not path.exists():
        raise not_there(path)
    counts = event_there(path.parent) if stage_of(path) is None else path
    if counts not in {path, None}:
        raise WrongUsage(f"it does not count beside {counts.name}; move one of them away", "two-events")


def _is_results(path: Path) -> bool:
    return path.stem.lower().endswith("-results")


def _is_marked(path: Path) -> bool:
    return path.stem.lower().endswith("-marked")


def _is_draw(path: Path) -> bool:
    return path.stem.lower().endswith("draw")
