"""A system that another package brings: from new to the standings, and through demo."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from dice_system import install

from sheetscore.operations.check import check
from sheetscore.operations.demo import demo
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import describe, new, templates
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import WrongUsage
from sheetscore.workbooks.reader import read_workbook


@pytest.fixture(autouse=True)
def _dice(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def typed(folder: Path, first: int, second: int) -> Path:
    lines = folder / "typed.csv"
    lines.write_text(f"table,seat,field,value\n1,s1,throws.pips,{first}\n1,s2,throws.pips,{second}\n")
    return lines


def test_a_plug_in_goes_from_new_to_the_standings(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    new(folder, system="dice")
    assert check(folder).status == "ok"
    drawn = draw(folder)
    assert {"Draw", "Cups", "Report"} <= read_workbook(drawn.path).sheets.keys()
    made = make_sheets(folder)
    assert (made.tables, made.pages) == (1, 1)
    assert [one.code for one in ingest(made.path).findings] == ["result-missing", "result-missing"]
    fill(made.path, typed(folder, 12, 5))
    done = ingest(made.path)
    assert (done.status, [(one.code, one.sheet) for one in done.findings]) == (
        "warnings",
        [("dice-loaded", "Table 1")],
    )
    ranked = standings(folder)
    assert [(row["rank"], row["id"], row["score"]) for row in ranked.rows] == [(1, "A", 12), (2, "B", 5)]
    assert not ranked.provisional


def test_what_is_drawn_of_a_plug_in_is_open(tmp_path: Path) -> None:
    new(tmp_path / "club", system="dice")
    draw(tmp_path / "club")
    (game,) = standings(tmp_path / "club").open
    assert (game.round, game.table, set(game.players)) == (1, None, {"A", "B"})  # none of the round is in


def test_a_plug_in_shows_its_own_example(tmp_path: Path) -> None:
    shown = demo(tmp_path / "demo", "dice", lambda _: None)
    # round 1: A 12, B 3, C 7, D 8; round 2, turned by one: B 5, C 9, D 4, A 4
    assert {row["id"]: row["score"] for row in shown.ranked.rows} == {"A": 16, "C": 16, "D": 12, "B": 8}
    with pytest.raises(WrongUsage, match="dice has no example other; there are first-throws"):
        demo(tmp_path / "other", "dice", lambda _: None, named="other")


def test_a_plug_in_is_described_with_its_templates(tmp_path: Path) -> None:
    (described,) = describe("dice")
    assert (described.title, described.decisions) == ("Dice", ())
    assert ("dice", "throws") in [(system, form) for system, form, _ in templates(tmp_path).forms]


def test_what_is_no_system_cannot_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, SimpleNamespace(id="dice"))
    with pytest.raises(WrongUsage, match="dice is installed but cannot be loaded"):
        new(tmp_path / "club", system="dice")
