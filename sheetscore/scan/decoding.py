"""Decode untrusted picture files in a separate process, with limits on memory and time.

:mod:`sheetscore.scan.pictures` runs this module as a program. It takes the name of a file, and writes its pictures to
standard output, in grey: width and height, then a byte per pixel. If a malicious file crashes a library, only this
process ends. It makes no network connections.
"""

from __future__ import annotations

import math
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sheetscore.scan.codes import Grey

MEMORY = 2**31
"""The limit on address space, in bytes; the libraries alone take half a gigabyte."""

SECONDS = 20
"""The limit on processor time for a picture, in seconds."""

MOST_PIXELS = 60_000_000
"""The largest picture, in pixels; phones take 12 to 50 million."""

RENDERED_PIXELS = 16_000_000
"""The most pixels at which a page of a PDF is rendered, whatever its size."""

DOTS = 200
"""The resolution at which pages of a PDF are rendered, in dots per inch."""

HEADER = struct.Struct("<II")
"""Width and height, followed by the pixels of a picture; or 0 and a length in bytes, followed by an error message."""


_BROKEN = "it cannot be opened as a picture: it is broken. Scan or take it again"


class Refused(Exception):
    """A file from which no picture is taken; the message is shown to the person who scans."""


def limit() -> None:
    """Limit the memory of this process and forbid it the network, as far as the operating system supports it."""
    sys.addaudithook(_no_network)
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MOST_PIXELS)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 -- there is none on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _no_network(event: str, _arguments: object) -> None:
    if event.startswith("socket."):
        raise Refused("the file asked for the network")


def _give_time() -> None:
    """Allow this process another `SECONDS` of processor time."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 -- there is none on Windows

        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = math.ceil(used.ru_utime + used.ru_stime) + SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def pictures_in(data: bytes) -> Iterator[Grey]:
    """Yield the pictures of a file: the pages of a PDF or TIFF, or a photo turned upright.

    Raises
    ------
    Refused
        The file is broken, or has a password, or is none of the formats.
    """
    _give_time()
    yield from _pages(data) if data.startswith(b"%PDF") else _photos(data)


def _pages(data: bytes) -> Iterator[Grey]:
    import cv2  # noqa: PLC0415 -- an extra
    import pypdfium2  # noqa: PLC0415 -- an extra

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        is_locked = "assword" in str(error)  # with a capital or without
        wrong = "it has a password. Save it again without one" if is_locked else "it is broken. Save it anew"
        raise Refused(f"the PDF cannot be opened: {wrong}, or scan it again") from error
    for page in document:
        _give_time()
        wide, high = page.get_size()
        scale = min(DOTS / 72, math.sqrt(RENDERED_PIXELS / max(1.0, wide * high)))
        rendered = page.render(scale=scale, grayscale=True).to_numpy()
        grey: Grey = rendered if rendered.ndim == 2 else rendered[:, :, 0]
        yield cv2.copyMakeBorder(grey, 0, 0, 0, 0, cv2.BORDER_CONSTANT)  # a copy without padded rows


def _photos(data: bytes) -> Iterator[Grey]:
    import cv2  # noqa: PLC0415 -- an extra
    import numpy as np  # noqa: PLC0415 -- an extra

    try:
        if data[:4] in {b"II*\0", b"MM\0*"}:
            _, found = cv2.imdecodemulti(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
        else:
            one = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)  # turned as EXIF says
            found = () if one is None else (one,)
    except cv2.error as error:
        if "MAX_IMAGE_PIXELS" not in str(error):
            raise Refused(_BROKEN) from error
        most = MOST_PIXELS // 1_000_000
        raise Refused(f"it is larger than {most} million pixels: scan or save it in fewer dots") from error
    if not found:
        raise Refused(_BROKEN)
    for picture in found:
        yield np.ascontiguousarray(picture, np.uint8)


def main(path: str) -> None:
    """Write the pictures of a file to standard output."""
    limit()
    out = sys.stdout.buffer
    try:
        for picture in pictures_in(Path(path).read_bytes()):
            out.write(HEADER.pack(picture.shape[1], picture.shape[0]))
            out.write(picture.data)
            out.flush()
    except Refused as why:
        message = str(why).encode()
        out.write(HEADER.pack(0, len(message)))
        out.write(message)


if __name__ == "__main__":
    main(sys.argv[1])
