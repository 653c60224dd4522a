"""Names in the order in which readers look for them: that of the Unicode collation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unicodedata import normalize

AnyKey = Any
"""What sorts; nothing else is known of it."""


def name_order(names: Iterable[str]) -> Callable[[str], tuple[AnyKey, str]]:
    """Return the key that sorts these names: Ł beside L, Ø beside O, Æ between Ad and Af, Ç beside C.

    Of the table of all signs it reads the lines that begin with a sign of the names: all of them would take ten times
    as long. The key is for these names alone.
    """
    import pyuca  # noqa: PLC0415 -- only postings need it

    begin = {f"{ord(sign):04X}" for sign in normalize("NFD", "".join(names))}
    table = Path(pyuca.__file__).with_name(f"allkeys-{pyuca.Collator.UCA_VERSION}.txt")
    with TemporaryDirectory() as folder, table.open(encoding="ascii") as lines:
        needed = Path(folder) / table.name
        needed.write_text("".join(line for line in lines if line.startswith("@") or line.partition(" ")[0] in begin))
        collation = pyuca.Collator(str(needed)).sort_key
    return lambda name: (collation(name), name)
