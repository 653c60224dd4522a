"""Blank cells, taken out of the XML of a sheet before anybody parses it; or unstyled, where they take up room.

Whoever formats a whole row or everything leaves a million cells that hold nothing. Parsed, each costs as much as a
value; here they go by as fast as they are unpacked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_BLANK = re.compile(rb'<c r="[A-Z]{1,3}+[0-9]{1,7}+"(?: s="[0-9]{1,6}+")?+ ?+/>\s*+(?=<c r="|</row>)')
"""A blank cell as programs write it, where what follows says itself where it stands: the next cell, or nothing."""

_BLANK_ODS = re.compile(rb'(<table:(?:covered-)?table-cell)((?: table:(?!formula)[a-z-]+="[^"<>]*"){1,6}) ?/>')
"""A cell without text and without attributes but those of the table, of which a formula is one."""

_STYLE_ODS = re.compile(rb' table:style-name="[^"]*"')

_MARKUP = b"<!"
"""How a comment or unparsed text begins, where what looks like a cell may be none."""

_MAX_HELD = 4096
"""Bytes of a tag without an end that are held back; a cell's has fewer."""


def without_blank_cells(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Leave blank cells out of a part as it streams by; all else stays byte for byte."""
    held = b""
    pieces = iter(chunks)
    for chunk in pieces:
        held += chunk
        if _MARKUP in held:
            break
        held = _BLANK.sub(b"", held)
        end = held.rfind(b"<")
        if end < 0 or len(held) - end > _MAX_HELD:
            end = len(held)
        if end:
            yield held[:end]
        held = held[end:]
    if held:
        yield held
    yield from pieces


def with_plain_blank_cells(content: bytes) -> bytes:
    """Take the styles off the blank cells of an OpenDocument sheet, which are repeated to the end of everything."""
    if _MARKUP in content:
        return content
    return _BLANK_ODS.sub(lambda cell: cell[1] + _STYLE_ODS.sub(b"", cell[2]) + b"/>", content)
