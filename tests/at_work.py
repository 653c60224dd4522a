"""Where a run of the tests works: in memory, for it writes some 50,000 files that nobody looks at afterwards."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

IN_MEMORY = Path("/dev/shm")  # noqa: S108 -- what is made there has names of its own
ENOUGH = 4 * 2**30
"""Bytes; a whole run needs about one of the four."""


@contextmanager
def in_memory() -> Iterator[None]:
    """Let temporary files, of programs that are started too, be kept in memory where the system has room for them."""
    if "TMPDIR" in os.environ or not _has_room():
        yield
        return
    os.environ["TMPDIR"] = tempfile.tempdir = str(IN_MEMORY)
    try:
        yield
    finally:
        del os.environ["TMPDIR"]
        tempfile.tempdir = None


def _has_room() -> bool:
    if not IN_MEMORY.is_dir() or shutil.disk_usage(IN_MEMORY).free < ENOUGH:
        return False
    return not os.statvfs(IN_MEMORY).f_flag & os.ST_NOEXEC  # tests write programs too, and start them
