"""Adds a folder to an archive in a process of its own, and prints what that took as JSON.

python adding.py FOLDER ARCHIVE JOBS
"""

from __future__ import annotations

import json
import resource
import sys
import time

from measure import processor
from peak_memory import peak

from sheetscore.archive.adding import add
from sheetscore.workers import in_processes


def main(folder: str, archive: str, jobs: str) -> None:
    """Add; seconds are those of the processor, of all processes, and of the clock; memory is that of the largest."""
    used, began = processor(), time.monotonic()
    done = add([folder], archive, in_processes(int(jobs)))
    taken = {"processor": processor() - used, "clock": time.monotonic() - began, "new": done.new}
    reading = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(json.dumps({**taken, "memory": peak(), "memory of those that read": reading}))


if __name__ == "__main__":
    main(*sys.argv[1:])
