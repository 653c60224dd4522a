"""Runs one command of a director's day in a process of its own and prints the most memory that it ever had, in MiB.

python peak_memory.py sheets|ingest FOLDER
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets


def peak() -> float:
    """Return the most memory that this process ever had, in MiB; getrusage knows the parent's, too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.findall(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE)[0]) / 1024


if __name__ == "__main__":
    command, folder = sys.argv[1], Path(sys.argv[2])
    if command == "sheets":
        make_sheets(folder, 1)
    else:
        assert ingest(folder / "round1.xlsx").status != "errors"
    print(peak())
