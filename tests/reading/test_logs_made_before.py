"""Flight logs on paper that had what follows by itself, and narrow boxes, are read as those of now."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from airforce_event import airforce_event
from looking import open_whole

from sheetscore.forms.template import shipped
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets

BEFORE = {"plot": 5} | dict.fromkeys(
    ("power", "brakes", "maneuvers", "speed", "bank", "facing", "q", "r", "ruling", "odd", "run_in", "loaded"), 1
)
"""The units that boxes had."""

LINES = """table,seat,field,value
1,blue.1,turn.1.plot,3 TR 2
1,blue.1,turn.1.climb,300
1,blue.1,turn.1.power,2
1,blue.1,turn.1.r,-5
"""


def as_before(text: str) -> str:
    """Give the template of the log as it was."""
    head, turn, rest = re.split(r'(?=\[\[block\]\]\nid = "(?:turn|shot)"\n)', text)
    for box, units in BEFORE.items():
        head, turn = (re.sub(rf'(\{{ id = "{box}",.*?units = )\d+', rf"\g<1>{units}", part) for part in (head, turn))
    return head + turn.replace("beside = true\n", "").replace("units = 3", "units = 2") + rest


def test_a_log_of_the_version_before_is_ingested(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    write_event(airforce_event(4, rounds=1), folder)
    own = folder / "templates" / "airforce"
    own.mkdir(parents=True)
    now = (shipped("templates") / "airforce" / "log.toml").read_text(encoding="utf-8")
    (own / "log.toml").write_text(as_before(now), encoding="utf-8")
    draw(folder, 1)
    make_sheets(folder, 1)
    (folder / "values.csv").write_text(LINES.replace("blue.1", seat_of(folder)), encoding="utf-8")
    fill(folder / "round1.xlsx", folder / "values.csv")
    typed = [line for line in entries(folder / "round1.xlsx").splitlines() if ",turn.1." in line]
    shutil.rmtree(folder / "templates")
    codes = {one.code for one in ingest(folder / "round1.xlsx", provisional=True).findings}
    assert not codes & {"structure", "stray-value"}
    assert [line for line in entries(folder / "round1.xlsx").splitlines() if ",turn.1." in line] == typed
    make_sheets(folder, 1)
    assert [line for line in entries(folder / "round1.xlsx").splitlines() if ",turn.1." in line] == typed


def seat_of(folder: Path) -> str:
    """Give the first aircraft of the draw."""
    return str(open_whole(folder / "round1-draw.xlsx")["Draw"]["B5"].value)
