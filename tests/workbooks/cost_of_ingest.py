"""Ingests files one after the other in the place of a round's workbook; prints what each cost and came to, as JSON.

python cost_of_ingest.py FOLDER FILE ...

A cost is seconds of the processor (other programs take none of them) and the most memory at a time, in MiB. Each
file finds the folder as it was at first.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from sheetscore.operations.ingest import ingest
from sheetscore.problems import UnreadableFile

if __name__ == "__main__":
    folder, *files = map(Path, sys.argv[1:])
    costs = []
    with tempfile.TemporaryDirectory() as place:
        for number, file in enumerate([files[0], *files]):  # the first time imports what is needed
            copy = Path(place) / f"{number}"
            shutil.copytree(folder, copy)
            shutil.copy(file, copy / "round1.xlsx")
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the most memory from here on
            before = time.process_time()
            try:
                rows = ingest(copy / "round1.xlsx").as_json()["rows"]
            except UnreadableFile:
                rows = []
            status = Path("/proc/self/status").read_text(encoding="ascii")  # getrusage knows the parent's peak, too
            memory = int(re.findall(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE)[0]) / 1024
            costs.append((time.process_time() - before, memory, rows))
    print(json.dumps(costs[1:]))
