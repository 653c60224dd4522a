"""How long the movement of a large duplicate event takes, against writing its workbook."""

from __future__ import annotations

from pathlib import Path

from measure import limit, report, seconds

from sheetscore.event.model import Header
from sheetscore.pairing.movement.rounds import plan_movement, prove
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, DuplicateScenario, DuplicateTeam

TABLES, ROUNDS = 100, 99


def bench_movement_of_100_tables_and_99_rounds(tmp_path: Path) -> None:
    event = DuplicateEvent(
        header=Header(name="Large event", system="duplicate", rounds=ROUNDS),
        teams=tuple(
            DuplicateTeam(id=f"{title[0]}{number}", number=number, name=f"{title} {number}", side=side)
            for side, title in SIDES.items()
            for number in range(1, TABLES + 1)
        ),
        scenarios=tuple(
            DuplicateScenario(id=f"s{number}", title=f"Scenario {number}") for number in range(1, TABLES + 1)
        ),
    )
    drawn = DUPLICATE.draw(RoundContext(event, 0))

    def plan() -> None:
        assert prove(plan_movement(TABLES, ROUNDS)).clean

    def write() -> None:
        write_draw(tmp_path / "draw.xlsx", event, drawn, DUPLICATE.postings)

    taken = seconds({"planning and proving": plan, "writing its workbook": write}, repeats=1)
    report(f"the movement of {TABLES} tables and {ROUNDS} rounds", taken, 2)
    limit("planning and proving it", taken["planning and proving"], 0.2, "s")
