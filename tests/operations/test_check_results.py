"""Authors have LibreOffice compute the results of their system: what comes to something else is named with its cell."""

from __future__ import annotations

from pathlib import Path

import pytest
from dice_system import DICE, install
from msgspec.structs import replace

from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import new
from sheetscore.operations.sheets import make_sheets
from sheetscore.plugin import RoundContext, Table, TableSheet, check_results, column, figure_column
from sheetscore.problems import WrongUsage


def played(folder: Path) -> Path:
    new(folder, system="dice")
    draw(folder)
    made = make_sheets(folder)
    (folder / "typed.csv").write_text("table,seat,field,value\n1,s1,throws.pips,7\n1,s2,throws.pips,5\n")
    fill(made.path, folder / "typed.csv")
    assert ingest(made.path).status == "ok"
    return folder


def test_formulas_that_come_to_their_values_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    checked = check_results(played(tmp_path / "club"))
    assert checked.files == ("round1-results.xlsx", "standings.xlsx")
    assert (checked.formulas > 0, checked.findings) == (True, ())


def test_a_formula_that_comes_to_something_else_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def results_sheets(round_: RoundContext[object]) -> list[TableSheet]:  # type: ignore[type-var]
        wrong = figure_column("pips", "Pips", 60, column("pips"), lambda here: f"{here.line['pips']}+1")
        return [TableSheet("Results", "Throws", tables=(Table("results", (wrong,), round_.score.rows),))]

    install(monkeypatch, replace(DICE, results_sheets=results_sheets))
    checked = check_results(played(tmp_path / "club"))
    assert [(one.code, one.sheet) for one in checked.findings] == [("formula-differs", "Results")] * 2
    assert "round1-results.xlsx: 7 stands there, and LibreOffice makes 8 of =7+1" in checked.findings[0].message


def test_without_results_there_is_nothing_to_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    new(tmp_path / "club", system="dice")
    with pytest.raises(WrongUsage, match="has no results to check: ingest a round first"):
        check_results(tmp_path / "club")
