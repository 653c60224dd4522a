"""What a director of accelerated Swiss does: draws edited, lists typed in, commands run; and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from event_folder import cell_of
from looking import open_whole, values_in
from typing_in import type_in

from sheetscore.cli.main import main
from sheetscore.findings import Finding
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.systems.outcomes import ResultRow

STANDING_KEYS = [
    "rank", "id", "name", "score", "rounds", "winner", "wins", "draws", "losses", "first_loss", "first_draw",
    "opponents_rating", "rating", "cc_difference", "snake_eyes", "boxcars",
]  # fmt: skip


def type_lines(folder: Path, *lines: str, number: int = 1, force: bool = False) -> None:
    """Type lines of CSV (table, seat, field, value) into the list of a round."""
    source = folder.parent / "lines.csv"
    source.write_text("\n".join(("table,seat,field,value", *lines)), encoding="utf-8")
    fill(folder / f"round{number}.xlsx", source, force=force)


def won(*winners: str) -> list[str]:
    """Give the lines with the winners of the tables from the first: 1, 2, draw, or "" for none."""
    return [f"{table},,winner,{winner}" for table, winner in enumerate(winners, start=1) if winner]


def played(folder: Path, number: int, *winners: str) -> Ingested:
    """Draw a round unless it is drawn, type its winners and ingest it."""
    if not (folder / f"round{number}.xlsx").exists():
        draw(folder, number)
        make_sheets(folder, number)
    type_lines(folder, *won(*winners), number=number)
    return ingest(folder / f"round{number}.xlsx")


def drawn_in(folder: Path, number: int) -> Draw:
    return draw_of(open_event(folder), number).draw


def pairs_of(drawn: Draw) -> list[tuple[str, ...]]:
    return [tuple(table.seated.values()) for table in drawn.tables]


def box(folder: Path, table: int, what: str) -> tuple[str, str]:
    """Say in which cell of the list of round 1 a box stands."""
    return cell_of(folder, 0, "", f"lines.{table}.{what}")


def errors(findings: Sequence[Finding]) -> list[tuple[str, str, str]]:
    return sorted((one.code, one.sheet, one.cell) for one in findings if one.is_error)


def by_player(rows: Sequence[ResultRow], *keys: str) -> dict[str, tuple[Any, ...]]:
    return {str(row["player"]): tuple(row[key] for key in keys) for row in rows}


def ranked(folder: Path, *keys: str) -> dict[str, tuple[Any, ...]]:
    return {str(row["id"]): tuple(row[key] for key in keys) for row in standings(folder).rows}


def edit_draw(folder: Path, number: int, changes: Mapping[tuple[int, str], str | None]) -> None:
    """Put others on seats with the drop-downs of the draw."""
    path, names = folder / f"round{number}-draw.xlsx", open_event(folder).event.names
    sheet = open_whole(path)["Draw"]
    cells = {(row[0].value, row[1].value): row[3].coordinate for row in sheet.iter_rows(min_row=5)}
    typed = {("Draw", cells[seat]): display_name(player, names) if player else None for seat, player in changes.items()}
    type_in(path, typed)


def run(*words: object, status: int = 0) -> Result:
    """Run a command and see its exit status."""
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == status, done.output
    assert "Traceback" not in done.output
    assert "Please report it" not in done.output
    return done


def run_json(monkeypatch: pytest.MonkeyPatch, *words: object, status: int = 0) -> Any:
    """Run a command with --json; standard output must be one document and nothing else."""
    monkeypatch.setattr("sys.argv", ["sheetscore", *map(str, words), "--json"])
    return json.loads(run(*words, "--json", status=status).stdout)


def table_of(path: Path, sheet: str) -> list[tuple[Any, ...]]:
    """Give the rows of a sheet as they stand in the file, blank ones too."""
    return list(values_in(path)[sheet])


def seats(drawn: Draw) -> dict[str, tuple[int, str]]:
    return {player: (table, seat) for table, seat, player in drawn.places()}
