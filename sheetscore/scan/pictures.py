"""The pictures in the files of a scan: PDFs from scanners, photos from phones. Other files are refused."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sheetscore.scan.decoding import HEADER, MOST_PIXELS
from sheetscore.scan.scanned import RefusedPicture, Source

if TYPE_CHECKING:
    from sheetscore.scan.codes import Grey

MOST_BYTES = 300_000_000
"""The largest file."""

MOST_PICTURES = 500
"""The most pictures read from a file."""

SECONDS = 60
"""How long to wait for the next picture, however busy the machine is."""

_MAGIC = (b"%PDF", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"II*\0", b"MM\0*")
"""The first bytes of PDF, JPEG, PNG and TIFF files."""

_HEIC = (b"ftypheic", b"ftypheix", b"ftyphevc", b"ftypmif1", b"ftypmsf1", b"ftypheif")
"""The bytes 4 to 11 of HEIC files, behind a length."""


def pictures_of(path: Path) -> Iterator[tuple[Source, Grey] | RefusedPicture]:
    """Yield the pictures of a file, only one of them in memory at a time; last a refusal if some cannot be read."""
    number = 0
    wrong = _refused_unopened(path)
    if not wrong:
        for number, one in enumerate(_decoded(path), start=1):
            if isinstance(one, str):
                wrong = one
                break
            if number > MOST_PICTURES:
                wrong = f"it has more than {MOST_PICTURES} pages; those were read. Scan the others to another file"
                break
            yield Source(path.name, number), one
    if wrong:
        yield RefusedPicture(Source(path.name, max(number, 1)), wrong, b"")


def _refused_unopened(path: Path) -> str:
    """Return why a file is refused unopened, by its size and first bytes; "" if it may be opened."""
    size = path.stat().st_size
    if size > MOST_BYTES:
        most = f"it has {size // 1_000_000} million bytes (at most {MOST_BYTES // 1_000_000})"
        return f"{most}: scan fewer pages to a file, or in fewer dots"
    with path.open("rb") as file:
        start = file.read(16)
    if start[4:12] in _HEIC:
        return "it is a HEIC picture, which few programs read: save it as JPEG"
    if not start.startswith(_MAGIC):
        return "it is no PDF, JPEG, PNG or TIFF: scan or save it as one of these"
    return ""


def _decoded(path: Path) -> Iterator[Grey | str]:
    """Yield the pictures that the decoding process returns for a file; last a message if it fails."""
    import numpy as np  # noqa: PLC0415 -- an extra

    command = [sys.executable, "-m", "sheetscore.scan.decoding", str(path.absolute())]
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # threads reserve memory
    with subprocess.Popen(  # noqa: S603 -- this program itself
        command, env=alone, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    ) as run:
        out = run.stdout
        if out is None:  # for the type checker: stdout is a pipe
            return
        try:
            while header := _read(run, out, HEADER.size):
                wide, high = HEADER.unpack(header)
                if not wide:
                    yield _read(run, out, min(high, 1000)).decode(errors="replace")
                    return
                data = _read(run, out, wide * high) if wide * high <= MOST_PIXELS else b""
                if len(data) < wide * high or not data:
                    break
                yield np.frombuffer(data, np.uint8).reshape(high, wide)
            if run.wait(SECONDS):
                yield "it takes more memory or time than a scan may, or is broken: scan or save it again"
        finally:
            run.kill()


def _read(run: subprocess.Popen[bytes], out: IO[bytes], count: int) -> bytes:
    """Return ``count`` bytes of output; fewer if the process ends, or is killed after `SECONDS`."""
    timer = threading.Timer(SECONDS, run.kill)
    timer.start()
    try:
        return out.read(count)
    finally:
        timer.cancel()
