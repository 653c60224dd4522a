"""Whatever happens to a filled workbook: scores as before, or a finding that says where, or one line that refuses it.

``make fuzz N=2000 SEED=1`` runs any number of cases.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path

import pytest
from fuzzing import Original, run_case
from libreoffice import recalculate
from small_round import small_round

CASES = int(os.environ.get("FUZZ_CASES", "300"))
SEED = os.environ.get("FUZZ_SEED", "1991")
LOTS = 4
"""Tests that share the cases, so that they can run side by side."""


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> tuple[Original, ...]:
    """A round of one small table as it was written and as LibreOffice saved it, and one of two tables."""
    place = tmp_path_factory.mktemp("fuzz")
    one, two = small_round(place / "one"), small_round(place / "two", tables=2)
    (saved,) = recalculate([one / "round1.xlsx"], place / "saved")
    written = Original.of(one, one / "round1.xlsx")
    return written, Original.of(one, saved), written, Original.of(two, two / "round1.xlsx")


FOUND = (
    *("20261121/1033", "20261121/1351", "20261121/1886", "20261199/602", "41/309"),
    *("68/366", "68/719", "70/643", "70/1075", "71/714", "73/2744", "74/1342", "75/899", "1991/52", "1991/131"),
)
"""Random numbers that once led to other scores without a word, to a traceback, or to a false alarm."""


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found_before_stays_found(originals: tuple[Original, ...], name: str, tmp_path: Path) -> None:
    number = int(name.partition("/")[2])
    case = run_case(originals[number // LOTS % len(originals)], name, tmp_path)
    assert not case.violation, f"{case.did}: {case.violation}"


@pytest.mark.parametrize("lot", range(LOTS))
def test_no_spoiled_workbook_is_scored_otherwise_without_a_word(
    originals: tuple[Original, ...], lot: int, tmp_path: Path
) -> None:
    violations = []
    ends: Counter[str] = Counter()
    for number in range(lot, CASES, LOTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        original = originals[number // LOTS % len(originals)]
        case = run_case(original, f"{SEED}/{number}", folder)
        if case.violation:
            violations.append(f"{SEED}/{number} {case.did}: {case.violation}")
            (tmp_path / f"case{number}.xlsx").write_bytes(case.workbook)
        elif case.outcome:
            ends[case.outcome.end(original)] += 1
        shutil.rmtree(folder)
    print(f"\nlot {lot}: {dict(ends)}")
    assert sum(ends.values()) + len(violations) == len(range(lot, CASES, LOTS))
    assert not violations, f"{len(violations)} violations, workbooks in {tmp_path}:\n" + "\n".join(violations)
