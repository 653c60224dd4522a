"""Adds workbooks as a process of its own that waits, when it has read them, for another one to have read its own.

python adding_at_once.py ARCHIVE MEETING FILE...
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from archives import HERE

from sheetscore.archive.adding import add

TOGETHER = 2


def main(archive: str, meeting: Path, *files: str) -> None:
    """Add, and print what came of it."""

    def progress(done: int, total: int) -> None:
        if done == total:
            (meeting / str(os.getpid())).touch()
            end = time.monotonic() + 60
            while len([*meeting.iterdir()]) < TOGETHER:
                assert time.monotonic() < end, "nobody else came"
                time.sleep(0.01)

    print(json.dumps(add(files, archive, HERE, progress).as_json()))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
