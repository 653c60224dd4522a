"""Whatever a director does in whatever order: what was typed stays in the newest files, or a command refuses.

``make fuzz N=3000 SEED=1`` runs any number of cases; one in ten is a detour, because each runs several commands.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from detours import run_detours
from libreoffice import to_ods
from small_round import small_round

CASES = int(os.environ.get("FUZZ_CASES", "300")) // 10
SEED = os.environ.get("FUZZ_SEED", "1991")
LOTS = 2
"""Tests that share the cases, so that they can run side by side."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A filled round of two tables."""
    return small_round(tmp_path_factory.mktemp("detours") / "two", tables=2)


@pytest.fixture(scope="module")
def saved_as_ods(original: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The round as LibreOffice saves it."""
    (saved,) = to_ods([original / "round1.xlsx"], tmp_path_factory.mktemp("saved"))
    return saved.read_bytes()


@pytest.mark.parametrize("lot", range(LOTS))
def test_no_detour_loses_what_was_typed(original: Path, saved_as_ods: bytes, lot: int, tmp_path: Path) -> None:
    violations = []
    for number in range(lot, CASES, LOTS):
        did, lost = run_detours(original, saved_as_ods, f"{SEED}/{number}", tmp_path / str(number))
        if lost:
            violations.append(f"{SEED}/{number} {did}: {lost}")
    assert not violations, f"{len(violations)} violations, folders in {tmp_path}:\n" + "\n".join(violations)
