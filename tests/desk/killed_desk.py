"""Runs ``ingest`` in a process of its own and kills it at a chosen step of the file system."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def main() -> None:
    """Take the workbook and the number of the step at which to die; print how many steps there were."""
    workbook, fatal = Path(sys.argv[1]), int(sys.argv[2])
    steps = 0

    def counted(original: Callable[..., Any]) -> Callable[..., Any]:
        def step(*args: Any, **more: Any) -> Any:
            nonlocal steps
            steps += 1
            if steps == fatal:
                os._exit(9)
            return original(*args, **more)

        return step

    Path.replace = counted(Path.replace)  # type: ignore[method-assign]
    Path.unlink = counted(Path.unlink)  # type: ignore[method-assign]
    os.fsync = counted(os.fsync)

    from sheetscore.desk.ingest import ingest  # noqa: PLC0415 -- after the traps are set

    ingest(workbook)
    print(steps)


if __name__ == "__main__":
    main()
