"""What a director of matched games does: series typed in and ingested, commands run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from match_games import LEVEL_OF
from msgspec import Struct

from sheetscore.cli.main import main
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.systems.match.model import MatchEvent


def run(*words: object, status: int = 0) -> Result:
    """Run a command and see its exit status."""
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == status, done.output
    assert "Traceback" not in done.output
    assert "Please report it" not in done.output
    return done


def run_json(*words: object, status: int = 0) -> Any:
    """Run a command with --json; standard output must be one document and nothing else."""
    return json.loads(run(*words, "--json", status=status).stdout)


def told(document: Mapping[str, Any], code: str) -> list[str]:
    """Give the messages of all findings of a code."""
    return [one["message"] for one in document["findings"] if one["code"] == code]


def codes(document: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(one["severity"], one["code"]) for one in document["findings"]]


class Evening(Struct, frozen=True):
    """A folder of an event of matched games."""

    folder: Path

    @classmethod
    def of(cls, folder: Path, event: MatchEvent) -> Evening:
        """Write the event."""
        write_event(event, folder)
        return cls(folder)

    def sheets(self, number: int) -> Path:
        return self.folder / f"round{number}.xlsx"

    def drawn(self, number: int) -> None:
        """Draw a round and make its sheets, unless they are there."""
        if not self.sheets(number).exists():
            draw(self.folder, number)
            make_sheets(self.folder, number)

    def seats(self, number: int) -> dict[int, tuple[str, ...]]:
        """Give who sits at each table, seat 1 first."""
        drawn = draw_of(open_event(self.folder), number).draw
        return {table.number: tuple(table.seated.values()) for table in drawn.tables}

    def type_in(self, number: int, *lines: str, force: bool = False) -> None:
        """Type lines of CSV (table, seat, field, value) into the sheets of a round."""
        self.drawn(number)
        source = self.folder.parent / f"{self.folder.name}-lines.csv"
        source.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
        fill(self.sheets(number), source, force=force)

    def score(self, number: int, *games: str) -> None:
        """Type results such as ``"P01 P02 6 1 0"``: the points of the first in each game, by matches."""
        self.drawn(number)
        tables = {frozenset(pair): (table, pair) for table, pair in self.seats(number).items()}
        plays_series = self.plays_series
        lines: list[str] = []
        for result in games:
            one, two, *points = result.split()
            table, seats = tables[frozenset((one, two))]
            sign = 1 if seats[0] == one else -1
            for at, text in enumerate(points):
                before = f"match.{at // 2 + 1}.game.{at % 2 + 1}" if plays_series else f"game.{at % 2 + 1}"
                lines += _game(table, before, sign * int(text))
        self.type_in(number, *lines)

    @property
    def plays_series(self) -> bool:
        event = open_event(self.folder).event
        assert isinstance(event, MatchEvent)
        return event.plays_series

    def played(self, number: int, *games: str, provisional: bool = False) -> Ingested:
        """Type the results of a round and ingest it."""
        self.score(number, *games)
        done = ingest(self.sheets(number), provisional=provisional)
        assert done.status != "errors", [one.message for one in done.findings]
        return done


def _game(table: int, before: str, points: int) -> list[str]:
    winner = "draw" if points == 0 else "1" if points > 0 else "2"
    level = LEVEL_OF[abs(points)] if points else "-"
    return [f"{table},,{before}.winner,{winner}", f"{table},,{before}.level,{level}"]
