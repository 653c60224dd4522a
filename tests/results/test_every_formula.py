"""LibreOffice computes every formula of every planned workbook to the value that Python has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import seasons
from libreoffice import assert_recalculates
from planned_workbooks import PLANNED, recalculated
from registered import EXAMPLES, SHOWN, system_of
from shared_demos import Demos
from written_workbooks import WRITTEN

from sheetscore.event.load import load_event

pytestmark = pytest.mark.usefixtures("_game_outside_the_package")
NEARLY_BLANK = {"amps results: nobody", "diplomacy standings: only sat out", "diplomacy standings: nothing"}


@pytest.mark.parametrize("name", PLANNED)
def test_every_formula_recalculates_to_our_value(name: str) -> None:
    found = recalculated(name)
    assert found.compared is None or found.book.sheets[0].title in found.compared
    assert found.formulas >= (0 if name in NEARLY_BLANK else PLANNED[name].at_least)


@pytest.mark.parametrize("name", WRITTEN)
def test_every_formula_of_what_is_written_recalculates_to_our_value(name: str, demos: Demos) -> None:
    written = WRITTEN[name]
    workbooks = demos.made(written.make, *[demos] * written.of_demos).workbooks
    stems = written.stems.split() or list(workbooks)
    assert_recalculates(*(workbooks[stem] for stem in stems), at_least=written.at_least)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_formula_of_an_example_recalculates_to_our_value_also_with_awkward_names(
    example: str, demos: Demos
) -> None:
    event = load_event(system_of(example).example(example) / "event.toml")
    at_least = 0 if system_of(example).home else 100 if len(event.names) > 30 else 20  # another package may do without
    for played in (demos.played(example), *([demos.renamed(example)] if example in SHOWN else [])):
        assert_recalculates(*played.workbooks.values(), at_least=at_least)


OF_THE_TOOL = {"libreoffice.py", "workbooks/test_oracle.py", "benchmarks/bench_aso_standings.py"}
"""What compares, the test that it finds differences, and how long LibreOffice takes."""

WITH_ERRORS = {"expressions/test_rules_in_libreoffice.py"}
"""Rules made up by chance, some of which divide by 0 as they should: an error value is never right here."""

TYPED = {
    "operations/test_byes_and_absent.py", "operations/test_plan_by_hand.py", "operations/test_team_commands.py",
    "results/test_diplomacy_endings.py", "sheets/test_draw_workbook.py", "sheets/test_wall.py",
    "systems/test_aso_papers.py", "systems/test_duplicate_movement_posting.py", "systems/test_typed_over.py",
}  # fmt: skip
"""What a workbook shows once a person has typed something else, which Python has not computed: it is told in words."""


def test_no_other_test_recalculates_a_workbook() -> None:
    """What LibreOffice only saves (`recalculate`), to be read, is no such matter."""
    tests = Path(__file__).parents[1]
    calls = re.compile(r"\b(assert_recalculate\w+|compute)\(")
    found = {
        path.relative_to(tests).as_posix() for path in tests.rglob("*.py") if calls.search(path.read_text("utf-8"))
    }
    registry = {"results/planned_workbooks.py", "results/test_every_formula.py"}
    assert found == registry | OF_THE_TOOL | WITH_ERRORS | TYPED


BLANK_OF_A_BYE = {"aso": "opponent", "match": "opponent", "team": "opponent", "diplomacy": "power", "duplicate": "sp"}
"""What the row of somebody who sits out a round does not have; AMPS and fights know no byes."""


@pytest.mark.parametrize("system", seasons.EVERY)
def test_every_system_has_a_bye_a_round_missed_a_tie_a_correction_and_an_open_round(system: str) -> None:
    make, _ = seasons.EVERY[system]
    blank, rows = BLANK_OF_A_BYE.get(system), make().standings.rows
    assert blank is None or any(row[blank] is None for played in make().rounds.values() for row in played)
    assert len({row["rounds"] for row in make("rounds").standings.rows}) > 1
    assert len({row["rank"] for row in rows}) < len(rows)
    assert make(typed=5).standings.rows != rows
    assert (make().standings.provisional, make().provisional.standings.provisional) == (False, True)
