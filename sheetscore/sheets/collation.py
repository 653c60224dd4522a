"""Names in the order in which readers look for them: that of the Unicode collation."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

AnyKey = Any
"""What sorts; nothing else is known of it."""


def by_name(text: str) -> tuple[AnyKey, str]:
    """Return the key that sorts a text among others: Ł beside L, Ø beside O, Æ between Ad and Af, Ç beside C."""
    return _collation()(text), text


@cache
def _collation() -> Callable[[str], AnyKey]:
    from pyuca import Collator  # noqa: PLC0415 -- it reads a table of all signs, which takes a second

    key: Callable[[str], AnyKey] = Collator().sort_key
    return key
