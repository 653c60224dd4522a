"""What the program has LibreOffice convert and print, in one that stays open: it starts another each time otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from libreoffice import recalculate
from open_libreoffice import save_as

from sheetscore.workbooks import office, reader
from sheetscore.workbooks.guard.inspection import Inspected
from sheetscore.workbooks.office import as_xlsx


@contextmanager
def converted_once(place: Path) -> Iterator[None]:
    """Have the program's LibreOffice convert the first file, and the one that stays open the others, in a folder."""
    made: dict[bytes, bytes] = {}

    def once(path: Path, inspected: Inspected) -> bytes:
        if inspected.data not in made:
            made[inspected.data] = by_the_open_one(inspected.data) if made else as_xlsx(path, inspected)
        return made[inspected.data]

    def by_the_open_one(data: bytes) -> bytes:
        (place / "given.ods").write_bytes(data)
        (done,) = recalculate([place / "given.ods"], place / "out")
        return done.read_bytes()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reader, "as_xlsx", once)
        yield


_BY_PROGRAM: set[tuple[str, str]] = set()
"""How files ended that the program has had LibreOffice convert in this process, and what was made of them."""


@contextmanager
def in_the_open_one() -> Iterator[None]:
    """Have the program's LibreOffice convert the first file of each kind, and the one that stays open the others.

    What stands in LibreOffice's place is asked itself.
    """
    by_program, libreoffice = office.converted, office.libreoffice()

    def converted(
        program: str,
        data: bytes,
        kind: str,
        target: str,
        seconds_per_mebibyte: float,
        stem: str = "workbook",
        profile: str = "",
    ) -> bytes | None:
        if program == libreoffice:
            if (kind, target) in _BY_PROGRAM:
                return by_the_open_one(data, kind, target, stem)
            _BY_PROGRAM.add((kind, target))
        return by_program(program, data, kind, target, seconds_per_mebibyte, stem, profile)

    def by_the_open_one(data: bytes, kind: str, target: str, stem: str) -> bytes:
        with TemporaryDirectory(prefix="sheetscore-") as name:
            source, made = Path(name) / f"{stem}.{kind}", Path(name) / "made"
            source.write_bytes(data)
            made.mkdir()
            return save_as(source, made / f"{stem}.{target.partition(':')[0]}").read_bytes()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(office, "converted", converted)
        yield
