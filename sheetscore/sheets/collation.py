"""Names in the order in which readers look for them: that of the Unicode collation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unicodedata import normalize

AnyKey = Any
"""What sorts; nothing else is known of it."""


def name_order(names: Iterable[str]) -> Callable[[str], tuple[AnyKey, str]]:
    """Return the key that sorts these names: Ł beside L, Ø beside O, Æ between Ad and Af, Ç beside C.

    The key is for these names alone.
    """
    collation = _collation(frozenset(normalize("NFD", "".join(names))))
    return lambda name: (collation(name), name)


@lru_cache(maxsize=4)  # every round of an event has nearly the same names
def _collation(signs: frozenset[str]) -> Callable[[str], AnyKey]:
    """Return the collation of texts that have no other signs.

    Of the table of all signs it reads the lines that begin with one of them: all lines would take ten times as long.
    """
    import pyuca  # noqa: PLC0415 -- only postings need it

    begin = {f"{ord(sign):04X}" for sign in signs}
    table = Path(pyuca.__file__).with_name(f"allkeys-{pyuca.Collator.UCA_VERSION}.txt")
    with TemporaryDirectory() as folder, table.open(encoding="ascii") as lines:
        needed = Path(folder) / table.name
        needed.write_text("".join(line for line in lines if line.startswith("@") or line.partition(" ")[0] in begin))
        key: Callable[[str], AnyKey] = pyuca.Collator(str(needed)).sort_key
    return key
