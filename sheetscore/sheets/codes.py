"""The code printed on every page: round, table, page, and check characters that tie it to its event.

``R03-T017-P4-9F3K``. A page that was photocopied, cut off or typed in elsewhere still says where it belongs.
Where a page goes on on more paper, that says which sheet of it this is: ``R03-T017-P4.2-9F3K``.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: nothing that looks like something else when written by hand."""

_CODE = re.compile(r"R(\d{2})-T(\d{3})-P(\d{1,2})(?:\.(\d{1,2}))?-([0-9A-Z]{4})\Z")


@dataclass(frozen=True)
class PageCode:
    """What a printed code says; ``check`` are its last four characters.

    Codes of one page are equal, whichever sheet of its paper they stand on: however a page is parted now, what
    was printed once is still its own.
    """

    round: int
    table: int
    page: int
    check: str
    part: int = field(default=1, compare=False)


def page_code(event_key: str, round_number: int, table: int, page: int, part: int = 1) -> str:
    """Return the code of a page, or of a further sheet of its paper.

    Parameters
    ----------
    event_key
        The event's key.
    round_number, table, page, part
        From 1.
    """
    plain = f"R{round_number:02}-T{table:03}-P{page}"
    return f"{plain}{f'.{part}' if part > 1 else ''}-{_check(event_key, plain)}"


def read_code(text: object) -> PageCode | None:
    """Read a code from a cell, or None when the cell holds something else."""
    match = _CODE.match(text.strip()) if isinstance(text, str) else None
    if not match:
        return None
    return PageCode(int(match[1]), int(match[2]), int(match[3]), match[5], int(match[4] or 1))


def _check(event_key: str, plain: str) -> str:
    number = int.from_bytes(hashlib.sha256(f"{event_key}|{plain}".encode()).digest()[:4], "big")
    return "".join(_ALPHABET[number >> shift & 31] for shift in (15, 10, 5, 0))
