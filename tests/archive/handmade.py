"""Archives made by hand: rounds as rows, so that a test can work out what is asked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pyarrow as pa
from click.testing import CliRunner, Result
from msgspec import Struct

from sheetscore.archive.adding import add
from sheetscore.archive.questions import Questions
from sheetscore.archive.schema import SCHEMAS
from sheetscore.archive.storage import Archive, Manifest
from sheetscore.cli.main import main
from sheetscore.workers import in_processes


class Side(Struct, frozen=True):
    """What somebody did in a round: id and name, the score, and the table and rank of the game where there was one."""

    id: str
    name: str
    score: float | None = None
    table: int | None = None
    rank: int | None = None
    played: str = ""


class MadeRound(Struct, frozen=True):
    """Results of a round."""

    record: str
    event: str
    sides: Sequence[Side]
    round: int = 1
    day: dt.date | None = None
    written: dt.datetime | None = None
    provisional: bool = False
    winner: str = ""
    """The id of who is first in standings that were made from one workbook alone."""
    made_from: str = ""
    """The digest of that workbook, where it is not this one."""
    rounds: int | None = None
    """How many the event has."""

    @property
    def rows(self) -> Mapping[str, list[dict[str, object]]]:
        """The rows of the archive's tables."""
        known = {"event": f"{self.event}@{self.day or 'undated'}", "event_name": self.event, "system": "made"}
        more = {"system_title": "Made by hand", "date": self.day, "day": self.day, "round": self.round}
        more |= {"rounds": self.rounds}
        how = {"provisional": self.provisional, "written": self.written, "version": 4, "games_known": True}
        names = {one.id: one.name for one in self.sides}
        source = self.made_from or f"sha-{self.record}"
        first = {"event_key": self.event, "rank": 1, "id": self.winner, "name": names.get(self.winner), "score": 1.0}
        first |= {"after_round": self.round}
        return {
            "files": [{"sha256": f"sha-{self.record}", "kind": "results", "file": self.record, "folder": "made"}],
            "rounds": [{**known, **more, **how}],
            "players": [{"kind": "player", "id": one.id, "name": one.name} for one in self.sides],
            "results": [
                {"line": line, "kind": "player", "id": one.id, "name": one.name, "table": one.table}
                | {"score": one.score, "row": "{}"}
                for line, one in enumerate(self.sides, start=1)
                if one.score is not None
            ],
            "games": [
                {"table": one.table, "number": 1, "title": "", "kind": "player", "id": one.id, "rank": one.rank}
                | {"played": one.played, "points": one.score}
                for one in self.sides
                if one.rank is not None
            ],
            "standings": [{"record": f"standings {self.record}", **first}] if self.winner else [],
            "sources": [{"record": f"standings {self.record}", "sha256": source}] if self.winner else [],
        }


def made(folder: Path, *rounds: MadeRound) -> Questions:
    """Make an archive of rounds, and ask it."""
    archive = Archive(str(folder))
    parts = [
        archive.write(table, "made", "none", [pa.Table.from_pylist(_of_record(rows, one.record), SCHEMAS[table])])
        for one in rounds
        for table, rows in one.rows.items()
        if rows
    ]
    archive.commit(archive.newest()[0] + 1, Manifest(parts=tuple(parts)))
    return Questions(archive)


def _of_record(rows: Iterable[dict[str, object]], record: str) -> list[dict[str, object]]:
    return [{"record": record, **row} for row in rows]


def archive_of(folder: Path, *paths: Path) -> Questions:
    """Make an archive of workbooks, and ask it; none may be refused."""
    done = add(map(str, paths), str(folder), in_processes(1))
    assert not done.refused
    return Questions(Archive(str(folder)))


def run(*words: object, status: int = 0) -> Result:
    """Run a command and see its exit status."""
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == status, done.output
    return done
