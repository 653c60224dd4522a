"""Pictures out of files that anybody may have sent: in a process of its own, with little memory and little time.

This module is run by :mod:`sheetscore.scan.pictures` as a program: it gets a file's name, and writes each of its
pictures to standard output, in grey: width and height, then a byte for each pixel. A library that is led astray by a
file can take nothing but this process down. It never connects to anything.
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
"""Bytes of address space that the process may have: opening the libraries takes half a gigabyte of it."""

SECONDS = 20
"""Of a processor that a picture may take."""

MOST_PIXELS = 60_000_000
"""Of a picture: telephones make 12 to 50 million."""

RENDERED_PIXELS = 16_000_000
"""Of a page of a PDF at most, whatever size it claims to have."""

DOTS = 200
"""To the inch at which pages of a PDF are rendered."""

HEADER = struct.Struct("<II")
"""Width and height before the pixels of a picture; a width of 0 before the length of a message."""


_BROKEN = "it cannot be opened as a picture: it is broken. Scan or take it again"


class Refused(Exception):
    """A file from which no picture is taken; what it says is for the person who scans."""


def limit() -> None:
    """Take memory from this process, and the network, as far as the system can do that."""
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
    """Allow this process so many seconds more."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 -- there is none on Windows

        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = math.ceil(used.ru_utime + used.ru_stime) + SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def pictures_in(data: bytes) -> Iterator[Grey]:
    """Yield the pictures of a file: a PDF's pages, a photo as it is to be held.

    Raises
    ------
    Refused
        It is none of the formats, or is broken.
    """
    _give_time()
    yield from _pages(data) if data.startswith(b"%PDF") else _photos(data)


def _pages(data: bytes) -> Iterator[Grey]:
    import cv2  # noqa: PLC0415 -- an extra
    import pypdfium2  # noqa: PLC0415 -- an extra

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        is_locked = "assword" in str(error)
        wrong = "it has a password. Save it again without one" if is_locked else "it is broken. Save it anew"
        raise Refused(f"the PDF cannot be opened: {wrong}, or scan it again") from error
    for page in document:
        _give_time()
        wide, high = page.get_size()
        scale = min(DOTS / 72, math.sqrt(RENDERED_PIXELS / max(1.0, wide * high)))
        seen = page.render(scale=scale, grayscale=True).to_numpy()
        grey: Grey = seen if seen.ndim == 2 else seen[:, :, 0]
        yield cv2.copyMakeBorder(grey, 0, 0, 0, 0, cv2.BORDER_CONSTANT)  # its lines are one behind the other


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
