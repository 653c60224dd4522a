"""The code printed on every page: round, table, page, and check characters that tie it to its event.

``R03-T017-P4-9F3K``. A page that was photocopied, cut off or typed in elsewhere still says where it belongs.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: nothing that looks like something else when written by hand."""

_CODE = re.compile(r"R(\d{2})-T(\d{3})-P(\d{1,2})-([0-9A-Z]{4})\Z")


@dataclass(frozen=True)
class PageCode:
    """What a printed code says; ``check`` are its last four characters."""

    round: int
    table: int
    page: int
    check: str


def page_code(event_key: str, round_number: int, table: int, page: int) -> str:
    """Give the code of a page.

    Parameters
    ----------
    event_key
        The event's key.
    round_number, table, page
        From 1.
    """
    plain = f"R{round_number:02}-T{table:03}-P{page}"
    return f"{plain}-{_check(event_key, plain)}"


def read_code(text: object) -> PageCode | None:
    """Read a code from a cell, or None when the cell holds something else."""
    match = _CODE.match(text.strip()) if isinstance(text, str) else None
    if not match:
        return None
    return PageCode(int(match[1]), int(match[2]), int(match[3]), match[4])


def _check(event_key: str, plain: str) -> str:
    number = int.from_bytes(hashlib.sha256(f"{event_key}|{plain}".encode()).digest()[:4], "big")
    return "".join(_ALPHABET[number >> shift & 31] for shift in (15, 10, 5, 0))
