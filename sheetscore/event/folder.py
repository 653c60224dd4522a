"""The folder of an event: its stages, the names and formats of its files, and the journal.

The journal has one line of JSON for each action, with the digest of every file that it touched.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from msgspec import DecodeError, Struct, field, json
from msgspec.structs import replace

from sheetscore.problems import WrongUsage
from sheetscore.workbooks.saving import FORMATS, KEPT, cannot_read, cannot_write, led_to

JOURNAL_NAME = "journal.jsonl"

WHOLE_EVENT = 0
"""The stage of one draw and one set of sheets for all rounds."""

_STAGE = re.compile(
    r"(?:round([1-9][0-9]{0,3})(?:-draw|-marked|-results)?|travellers(?:-marked|-results)?|draw)\.(?:xls[xm]|ods)",
    re.IGNORECASE,
)


def folder_name(folder: Path) -> str:
    """Return the name of a folder, or of a link to one, as it was typed; for ``.`` and ``..`` the real name."""
    return folder.name if folder.name not in {"", ".."} else folder.resolve().name


def stage_name(stage: int) -> str:
    """Name a stage within a sentence: ``round 3``, or ``the whole event``."""
    return f"round {stage}" if stage else "the whole event"


def stage_scored(stage: int) -> str:
    """Say within a sentence that a stage was scored; of a whole event, which may be under way, that its rounds were."""
    return f"round {stage} was scored" if stage else "the rounds played so far were scored"


def stage_heading(event: str, stage: int, what: str = "") -> str:
    """Write a heading: ``Origins: round 3, draw``, or ``Origins: draw`` where no round is meant."""
    parts = [f"round {stage}"] * bool(stage) + [what] * bool(what)
    return f"{event}: {', '.join(parts)}"


def stage_title(stage: int) -> str:
    """Name a stage in a heading: ``Round 3``, or ``Travellers``."""
    return f"Round {stage}" if stage else "Travellers"


def stage_command(command: str, stage: int) -> str:
    """Write a command for a stage: ``sheets 3``, or ``sheets``."""
    return f"{command} {stage}" if stage else command


def stage_json(stage: int) -> int | None:
    """Return a stage as scripts get it: the number of the round, or null."""
    return stage or None


def sheets_stem(stage: int) -> str:
    """Return the name of the score sheets of a stage, without its ending: ``round3``, or ``travellers``."""
    return f"round{stage}" if stage else "travellers"


def in_its_format(path: Path) -> Path:
    """Return the path of a workbook in the format that its folder has: ``round3.ods`` for ``round3.xlsx``.

    If the folder has it in no format, or the file is no workbook, the path is returned unchanged.

    Raises
    ------
    WrongUsage
        It exists in two formats, and either may be the valid one.
    """
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        return path
    names = (path, *(path.with_suffix(other) for other in FORMATS if other != suffix))
    existing = sorted((one for one in names if one.is_file()), key=_saved, reverse=True)
    if len(existing) > 1:
        raise WrongUsage(_two_files(existing), "two-files")
    return existing[0] if existing else path


def _saved(path: Path) -> float:
    return path.stat().st_mtime


def _two_files(newest_first: list[Path]) -> str:
    clocks = [dt.datetime.fromtimestamp(_saved(path), dt.UTC).astimezone() for path in newest_first]
    times = [f"{clock:%Y-%m-%d %H:%M:%S}" for clock in clocks]
    both = " and ".join(f"{path.name} (saved {time})" for path, time in zip(newest_first, times, strict=True))
    newest = f"; {newest_first[0].name} is the newest" if times[0] != times[1] else ""
    return (
        f"there are {both}, and only one can count{newest}. Look which one is right, and move the other away, such as "
        f"into {KEPT}/"
    )


class EventFolder(Struct, frozen=True):
    """The files of an event; none of them need exist.

    A workbook saved in another format is returned under that name (``round3.ods``), and a missing one as the .xlsx to
    be made. A workbook in two formats is an error (``two-files``).
    """

    path: Path

    @property
    def event_workbook(self) -> Path:
        """The event as the director sets it up: settings, players, teams, scenarios, rounds."""
        return in_its_format(self.path / "event.xlsx")

    @property
    def event_toml(self) -> Path:
        """The event as text, for version control and scripts."""
        return self.path / "event.toml"

    def draw(self, stage: int) -> Path:
        """Return the draw of a round, or of the whole event."""
        return in_its_format(self.path / (f"round{stage}-draw.xlsx" if stage else "draw.xlsx"))

    def sheets(self, stage: int) -> Path:
        """Return the score sheets of a stage."""
        return in_its_format(self.path / f"{sheets_stem(stage)}.xlsx")

    def marked(self, stage: int) -> Path:
        """Return the copy of the score sheets with every mistake marked and explained."""
        return in_its_format(self.path / f"{sheets_stem(stage)}-marked.xlsx")

    def results(self, stage: int) -> Path:
        """Return the results of a stage, with the data that later rounds read."""
        return in_its_format(self.path / f"{sheets_stem(stage)}-results.xlsx")

    @property
    def standings(self) -> Path:
        """The standings after the latest round: always made again, so that no other format of them is read."""
        return self.path / "standings.xlsx"

    @property
    def plan(self) -> Path:
        """The plan of all rounds."""
        return in_its_format(self.path / "plan.xlsx")

    @property
    def journal(self) -> Path:
        """The journal of all commands."""
        return self.path / JOURNAL_NAME

    @property
    def compared(self) -> Path:
        """The cached outcomes of comparisons of draws: may be deleted, and is recomputed."""
        return self.path / ".sheetscore.drawn.json"

    @property
    def templates(self) -> Path:
        """The event's own form templates, which replace built-in ones of the same name."""
        return self.path / "templates"

    def is_drawn(self, stage: int) -> bool:
        """Whether a stage has a draw, or results."""
        return self.draw(stage).exists() or self.results(stage).exists()

    def worked_on(self) -> tuple[int, ...]:
        """Return the stages that have a draw or a results workbook, in order."""
        found = {stage_of(path) for names in ("*draw.*", "*-results.*") for path in self.path.glob(names)}
        return tuple(sorted(stage for stage in found if stage is not None))

    def scored_stages(self) -> tuple[int, ...]:
        """Return the stages that have a results workbook, in order."""
        stages = {stage_of(path) for path in self.path.glob("*-results.*")}
        return tuple(sorted(stage for stage in stages if stage is not None))


def stage_of(path: Path) -> int | None:
    """Return the stage that a file belongs to by its name (``round3-marked.xlsx``, ``travellers.ods``); else None.

    Copies that were kept (``round3~1.xlsx``) belong to none.
    """
    match = _STAGE.fullmatch(path.name)
    return int(match[1] or WHOLE_EVENT) if match else None


class Action(Struct, frozen=True):
    """One line of the journal."""

    time: dt.datetime
    """When it ended, with a time zone; written as UTC to the second."""
    command: str
    """The command: ``ingest round1.xlsx``."""
    version: str
    """The version of sheetscore."""
    read: Mapping[str, str] = field(default_factory=dict)
    """The sha256 of each file that was read, by its name."""
    written: Mapping[str, str] = field(default_factory=dict)
    """The sha256 of each file that was written, by its name."""
    outcome: str = "ok"
    """``"ok"``, ``"warnings"``, ``"errors"`` or the code of a problem."""
    notes: tuple[str, ...] = ()
    """Further messages to the director."""
    stamps: Mapping[str, str] = field(default_factory=dict)
    """The stamps of the score sheets that were written, or that results were made from, by file name."""


def add_to_journal(folder: Path, entry: Action) -> None:
    """Add a line to the journal of an event folder, and flush it to disk.

    Raises
    ------
    WrongUsage
        The journal cannot be written, or is a link that leads nowhere.
    """
    path = folder / JOURNAL_NAME
    utc = replace(entry, time=entry.time.astimezone(dt.UTC).replace(microsecond=0))
    try:
        with led_to(path).open("ab+") as stream:
            stream.write(_end_of_torn_line(stream) + json.encode(utc) + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise cannot_write(path, error) from error


def read_journal(folder: Path) -> list[Action]:
    """Return the entries of an event folder's journal, oldest first; none without a journal.

    An incomplete line, of a run that was killed, is ignored.

    Raises
    ------
    UnreadableFile
        It is a folder, or cannot be read.
    """
    path = folder / JOURNAL_NAME
    if not path.exists() and not path.is_symlink():
        return []
    try:
        content = path.read_bytes()
    except OSError as error:
        raise cannot_read(path, error) from error
    entries = []
    for line in content.splitlines():
        with contextlib.suppress(DecodeError, UnicodeDecodeError):
            entries.append(json.decode(line, type=Action))
    return entries


def written_here(folder: Path) -> frozenset[str]:
    """Return the digests of all files that commands have written in an event folder, by its journal."""
    return frozenset(sha256 for entry in read_journal(folder) for sha256 in entry.written.values())


def _end_of_torn_line(stream: BinaryIO) -> bytes:
    """Return the line break that a killed run left out, else nothing."""
    if stream.seek(0, os.SEEK_END) == 0:
        return b""
    stream.seek(-1, os.SEEK_END)
    return b"" if stream.read(1) == b"\n" else b"\n"
