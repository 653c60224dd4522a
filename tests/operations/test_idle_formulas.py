"""Formulas of one's own that sheets show and that nothing counts by: said once by check, and changing no result."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.event.registry import known_systems
from sheetscore.forms.template import shipped
from sheetscore.operations.check import check
from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.history import records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.systems.system import system_called
from sheetscore.workbooks.reader import read_workbook

DOUBLED = ("worth if won == 1 else -worth", "2 * worth if won == 1 else -worth")


def own_copy(folder: Path, system: str, form: str, *changes: tuple[str, str]) -> None:
    text = (shipped("templates") / system / f"{form}.toml").read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    own = folder / "templates" / system / f"{form}.toml"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(text, encoding="utf-8")


def told(folder: Path) -> list[str]:
    return [one.message for one in check(folder).findings if one.code == "formula-idle"]


def shows_question_mark(workbook: Path) -> bool:
    sheets = read_workbook(workbook).sheets.values()
    return any(cell.value == "?" for sheet in sheets for cell in sheet.cells.values())


@pytest.fixture
def match(demos: Demos, tmp_path: Path) -> Path:
    return demos.played("match").copied(tmp_path / "event")


def test_a_house_rule_that_results_of_a_match_do_not_follow_is_said_in_a_line(match: Path) -> None:
    own_copy(match, "match", "match", DOUBLED)
    (said,) = told(match)
    assert said.startswith(
        "templates/match/match.toml has formulas of its own for points of game_1 and points of game_2"
    )
    assert "What counts" in said
    for command in ("check", "templates"):
        done = CliRunner().invoke(main, ["-C", str(match), command])
        assert done.exit_code == 0, done.output
        assert "points of game_1 and points of game_2" in " ".join(done.output.split())


def test_it_is_true_that_results_stay_as_they_are(match: Path) -> None:
    before = records(open_event(match))[1].rows
    own_copy(match, "match", "match", DOUBLED)
    make_sheets(match, 1)
    assert ingest(match / "round1.xlsx").rows == before


def out_of_a_list(folder: Path, demos: Demos) -> None:
    """The list of match points ends at 12 above 0, and begins at 12 below."""
    for name, leaves in (("above", "0 if open else 26 + both * 0"), ("below", "0 if open else 0 - 1")):
        match = demos.played("match").copied(folder / name)
        own_copy(match, "match", "match", ('"0 if open else 13 + both"', f'"{leaves}"'))
        make_sheets(match, 1).path.rename(folder / f"{name}.xlsx")


def test_a_formula_that_leaves_its_list_shows_a_question_mark(demos: Demos) -> None:
    assert not shows_question_mark(demos.played("match").folder / "round1.xlsx")
    left = demos.made(out_of_a_list, demos).workbooks
    assert [shows_question_mark(path) for path in left.values()] == [True, True]


def test_words_comments_and_figures_that_are_added_are_no_such_formulas(match: Path) -> None:
    own_copy(match, "match", "match", ('title = "The match"', 'title = "Our match"'), ("# A match:", "# Ours:"))
    assert told(match) == []


def test_a_form_that_results_follow_may_have_any_formula(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("origins-1991").copied(tmp_path / "event")
    own_copy(folder, "amps", "air-combat", ("dn + na + 2*da", "dn + na + 3*da"))
    assert told(folder) == []


def test_a_log_of_flights_is_told_by_what_it_shows(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("airforce").copied(tmp_path / "event")
    own_copy(folder, "airforce", "log", ("round(10 * sum(start.speed)) if", "round(11 * sum(start.speed)) if"))
    (said,) = told(folder)
    assert "from_speed of turn" in said


def test_every_form_that_is_only_shown_is_there() -> None:
    for name in known_systems():
        system = system_called(name)
        assert set(system.shown_only) <= {path.stem for path in system.library().paths()}
