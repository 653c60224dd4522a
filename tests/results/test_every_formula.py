"""LibreOffice computes every formula of every planned workbook to the value that Python has."""

from __future__ import annotations

import pytest
import seasons
from libreoffice import assert_recalculates
from planned_workbooks import PLANNED, recalculated
from shared_demos import Demos
from written_workbooks import WRITTEN

NEARLY_BLANK = {"amps results: nobody", "diplomacy standings: only sat out", "diplomacy standings: nothing"}


@pytest.mark.parametrize("name", PLANNED)
def test_every_formula_recalculates_to_our_value(name: str) -> None:
    found = recalculated(name)
    assert found.compared is None or found.book.sheets[0].title in found.compared
    assert found.formulas >= (0 if name in NEARLY_BLANK else PLANNED[name].at_least)


@pytest.mark.parametrize("name", WRITTEN)
def test_every_formula_of_what_commands_write_recalculates_to_our_value(name: str, demos: Demos) -> None:
    written = WRITTEN[name]
    workbooks = demos.made(written.make).workbooks
    assert_recalculates(*(workbooks[stem] for stem in written.stems), at_least=written.at_least)


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
