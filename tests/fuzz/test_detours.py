"""Whatever a director does, in any order: what was typed stays in the newest files for the same people, or is named.

``make fuzz N=3000 SEED=1`` runs any number of cases; one in sixteen is a detour, because each runs several commands.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from detours import wander
from typed_rounds import ROUNDS, STATES, typed_round

CASES = int(os.environ.get("FUZZ_CASES", "300")) // 16 // len(ROUNDS)
SEED = os.environ.get("FUZZ_SEED", "1991")


@pytest.mark.parametrize("system", ROUNDS)
def test_no_detour_loses_what_was_typed(system: str, tmp_path: Path) -> None:
    violations = []
    for number in range(CASES):
        state = STATES[(number + len(system)) % len(STATES)]
        original = tmp_path / state
        stage = ROUNDS[system]().stage if original.exists() else typed_round(system, state, original)
        detour = wander(original, stage, f"{SEED}/{system}/{state}/{number}", tmp_path / f"{state}-{number}")
        if detour.lost:
            violations.append("\n".join((f"{state} {SEED}/{number}", *detour.did, f"  {detour.lost}")))
    assert not violations, f"{len(violations)} violations, folders in {tmp_path}:\n" + "\n".join(violations)
