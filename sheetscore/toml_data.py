"""TOML that directors write, whatever editor they save it with."""

from __future__ import annotations

import tomllib
from collections.abc import Callable


def toml_data(content: bytes, parse_float: Callable[[str], object] = float) -> dict[str, object]:
    """Read the bytes of a file; the mark that Notepad puts before UTF-8 is passed over.

    Parameters
    ----------
    parse_float
        What numbers with a point become, such as Decimal.

    Raises
    ------
    TOMLDecodeError, UnicodeDecodeError
        It is no TOML, or not in UTF-8.
    """
    # tomllib takes text whose lines end as Python's own reading of files leaves them
    text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    return tomllib.loads(text, parse_float=parse_float)
