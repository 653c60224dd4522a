"""OpenDocument files that the program reads, each converted once: every reading starts a LibreOffice otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from libreoffice import recalculate

from sheetscore.workbooks import reader
from sheetscore.workbooks.guard.inspection import Inspected
from sheetscore.workbooks.office import as_xlsx


@contextmanager
def converted_once(place: Path) -> Iterator[None]:
    """Have the program's LibreOffice convert the first file, and the one that stays open the others, in a folder."""
    made: dict[bytes, bytes] = {}

    def once(path: Path, inspected: Inspected) -> bytes:
        if inspected.data not in made:
            made[inspected.data] = in_the_open_one(inspected.data) if made else as_xlsx(path, inspected)
        return made[inspected.data]

    def in_the_open_one(data: bytes) -> bytes:
        (place / "given.ods").write_bytes(data)
        (done,) = recalculate([place / "given.ods"], place / "out")
        return done.read_bytes()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reader, "as_xlsx", once)
        yield
