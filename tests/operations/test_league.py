"""A league that knows the front door alone, through the command line: from new to the prizes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import league_system
import pytest
import tomlkit
from click.testing import CliRunner
from dice_system import install
from looking import values_in
from shared_demos import Demos
from typed_plug_ins import ROOT, assert_imports_the_front_door, assert_typed

from sheetscore.cli.main import main

SYSTEM = Path(league_system.__file__)
MOST_LINES = 300
SEATS = ("home", "away")


@contextmanager
def new_club(folder: Path) -> Iterator[None]:
    """Begin a club beside a folder, which it is once all is done."""
    with pytest.MonkeyPatch.context() as patched:
        install(patched, league_system.LEAGUE)
        patched.chdir(folder.parent)
        run("new", "club", "--system", "league")
        yield
    folder.with_name("club").rename(folder)


def run(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == status, done.output
    return done.stdout


def in_club(*words: str, status: int = 0) -> Any:
    return json.loads(run("-C", "club", *words, "--json", status=status))


def typed(number: int, *goals: tuple[int, int]) -> None:
    """Type the goals of the tables of a round and ingest it."""
    lines = [
        f"{table},{seat},goals,{one}"
        for table, both in enumerate(goals, start=1)
        for seat, one in zip(SEATS, both, strict=True)
    ]
    Path("typed.csv").write_text("\n".join(("table,seat,field,value", *lines)))
    in_club("fill", f"round{number}.xlsx", "typed.csv")
    in_club("ingest", f"round{number}.xlsx")


def played(number: int, *goals: tuple[int, int]) -> dict[str, Any]:
    """Draw a round, make its sheets, type and ingest it; give the draw."""
    drawn: dict[str, Any] = in_club("draw", str(number))
    in_club("sheets", str(number))
    typed(number, *goals)
    return drawn


def test_the_league_is_small_and_typed_and_knows_the_front_door_alone() -> None:
    assert len(SYSTEM.read_text(encoding="utf-8").splitlines()) < MOST_LINES
    assert_imports_the_front_door(SYSTEM)
    assert_typed(SYSTEM, ROOT / "pyproject.toml")


def from_new_to_prizes(folder: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    with new_club(folder):
        in_club("check")
        drawn = [played(1, (4, 2), (1, 1)), played(2, (3, 2), (0, 5)), played(3, (2, 2), (4, 5))]
        return drawn, in_club("standings")["rows"]


def test_the_league_goes_from_new_to_prizes(demos: Demos) -> None:
    made = demos.made(from_new_to_prizes)
    drawn, ranked = made.ranked
    pairs = [frozenset(table["seats"].values()) for one in drawn for table in one["tables"]]
    assert (len(pairs), len(set(pairs)), len({one["byes"][0] for one in drawn})) == (6, 6, 3)
    assert [row["rank"] for row in ranked] == [1, 2, 3, 4, 5]
    # 3 for each of 4 wins and 3 byes, 1 to each in 2 draws; one more for 4, 5, 4 and 5 goals, for 2 to 3 and 4 to 5
    assert sum(row["score"] for row in ranked) == 3 * 7 + 2 * 2 + 4 + 2
    assert (sum(row["goals"] for row in ranked), sum(row["difference"] for row in ranked)) == (31, 0)
    headings, *lines = (row for row in values_in(made.folder / "standings.xlsx")["Standings"] if any(row[1:]))
    prizes = [line[headings.index("Prizes")] for line in lines]
    assert ["the cup" in prizes[0], "a medal" in prizes[1]] == [True, True]
    most = max(row["goals"] for row in ranked)
    assert ["top scorer" in str(prize) for prize in prizes] == [row["goals"] == most for row in ranked]


def other_chain(folder: Path) -> list[dict[str, Any]]:
    """Have somebody leave before the first round, and ties broken otherwise."""
    with new_club(folder):
        run("export", "club/event.xlsx", "--format", "toml", "-o", "league.toml")
        event = tomlkit.parse(Path("league.toml").read_text(encoding="utf-8"))
        event["settings"] = {"tie_breaks": ["direct", "buchholz", "goals", "first_loss"]}
        Path("league.toml").write_text(tomlkit.dumps(event), encoding="utf-8")
        shutil.rmtree("club")
        run("new", "club", "--from", "league.toml")
        (bye,) = in_club("draw", "1")["byes"]
        gone = in_club("draw", "1", "--drop", "P1" if bye != "P1" else "P2")
        assert (gone["byes"], len(gone["tables"])) == ([], 2)
        in_club("sheets", "1")
        typed(1, (1, 0), (1, 0))
        played(2, (2, 2), (1, 0))
        ranked: list[dict[str, Any]] = in_club("standings")["rows"]
        return ranked


def test_who_comes_and_goes_and_every_chain_are_the_house_s(demos: Demos) -> None:
    first = demos.made(other_chain).ranked[0]
    assert {"direct", "buchholz", "goals", "first_loss"} < first.keys()
    assert "difference" not in first
