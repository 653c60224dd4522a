"""TIE-1 in the workbook of the standings: every tie-break of every system, as Python ranks and LibreOffice computes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from looking import sheets_of
from planned_workbooks import Group
from seasons import CASES, SYSTEMS

from sheetscore.expressions.formula import LONGEST_FORMULA
from sheetscore.tables.sheet import places_of

ties = Group("standings")


@pytest.mark.parametrize("name", CASES)
def test_tie_1_ranks_are_recalculated(name: str) -> None:
    ranks = {row["id"]: row["rank"] for row in CASES[name].standings.rows}
    found = ties[name]
    tables = [table for table in places_of(found.book.sheets) if table.startswith("standings")]
    assert {id_: rank for table in tables for id_, rank in found.by("id", "rank", table).items()} == ranks


@pytest.mark.parametrize("name", [name for name, (_, ids) in SYSTEMS.items() if ids])
def test_tie_1_three_are_equal_by_the_score_alone(name: str) -> None:
    ranks = [row["rank"] for row in CASES[f"{name} nothing"].standings.rows]
    assert max(map(ranks.count, ranks)) >= 3, ranks


def test_tie_1_every_step_of_a_system_parts_somebody_or_is_equal_for_all() -> None:
    for name, (_, ids) in SYSTEMS.items():
        equal, *others = (
            sorted(int(row["rank"] or 0) for row in CASES[f"{name} {id_}"].standings.rows) for id_ in ("nothing", *ids)
        )
        parted = [id_ for id_, ranks in zip(ids, others, strict=True) if ranks != equal]
        assert "lot" in parted
        assert len(parted) > len(ids) / 2, (name, parted)


def test_tie_1_rows_get_what_is_not_usual_at_their_end_and_nothing_else_changes() -> None:
    for name, (make, ids) in SYSTEMS.items():
        usual, more = make().standings.rows[0], make(*ids).standings.rows[0]
        assert [key for key in more if key in usual] == list(usual), name
        new = [id_ for id_ in ids if id_ not in usual and id_ != "aircraft_lost"]
        assert list(more)[len(usual) :] == new, name


def test_tie_1_joint_winners_are_never_parted() -> None:
    rows = CASES["aso joint"].standings.rows
    assert [(row["rank"], row["id"], row["winner"]) for row in rows[:2]] == [(1, "A", 1), (1, "B", 1)]
    assert sorted(int(str(row["rank"])) for row in rows[2:]) == [3, 4, 5, 6, 7]


def test_tie_1_direct_parts_three_who_have_all_met() -> None:
    rows = CASES["aso all met"].standings.rows
    of_three = [(row["id"], row["score"], row["direct"]) for row in rows if row["id"] in {"A", "B", "C"}]
    assert of_three == [("A", 4, 4), ("C", 4, 2), ("B", 4, 1)]


def test_tie_1_inside_groups_of_amps_the_score_does_no_more() -> None:
    lines = CASES["amps lot"].standings.rows
    groups = {row["id"]: row["rank"] for row in CASES["amps nothing"].standings.rows}
    assert [groups[row["id"]] for row in lines] == sorted(groups.values())  # type: ignore[type-var]
    assert any(later["score"] > one["score"] for one, later in pairwise(lines))  # type: ignore[operator]


def test_tie_1_no_formula_is_nearly_as_long_as_excel_takes() -> None:
    for name in ("aso all", "match by net", "team all backwards"):
        sheets = sheets_of(ties[name].path).values()
        longest = max(len(cell.formula or "") for sheet in sheets for cell in sheet.cells.values())
        assert 1000 < longest < LONGEST_FORMULA / 4, name
