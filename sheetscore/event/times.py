"""Times of day as people write them, and how they are printed."""

from __future__ import annotations

import datetime as dt
import re
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer

from sheetscore.event.identity import Expected
from sheetscore.workbooks.typed import half_width

_HALF = r"(?P<half>[ap])\.?m\.?"

_WRITTEN = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<hour>\d{{1,2}}) ?[:.h] ?(?P<minute>[0-5]\d)(?::00)? ?(?:h|{_HALF})?",
        rf"(?P<hour>\d{{1,2}}) ?(?:h|{_HALF})",
        r"(?P<hour>\d\d)(?P<minute>[0-5]\d)",
    )
)
"""``9:30``, ``09.30 h``, ``9h30``, ``9:30 pm``; ``9 am``, ``21 h``; ``0930``; but not a bare 9: it may be am or pm."""

_HALF_DAY = 12


def time_from(value: object) -> dt.time:
    """Read a time of day as people write it, or as a spreadsheet has made a time of it.

    A number is no time: 9.5 in a cell may be half past nine, or ten to ten.

    Raises
    ------
    ValueError
        It is no time of day, can be read in two ways, or has seconds.
    """
    if isinstance(value, dt.time) and value == value.replace(second=0, microsecond=0, tzinfo=None):
        return value
    text = " ".join(half_width(value).split()) if isinstance(value, str) else ""
    found = next(filter(None, (pattern.fullmatch(text) for pattern in _WRITTEN)), None)
    if found is None:
        raise ValueError("no time of day")
    parts = found.groupdict()
    hour, minute, half = int(parts["hour"]), int(parts.get("minute") or 0), (parts.get("half") or "").lower()
    if half and not 1 <= hour <= _HALF_DAY:
        raise ValueError("no hour of half a day")
    return dt.time(hour % _HALF_DAY + _HALF_DAY * (half == "p") if half else hour, minute)


def clock(time: dt.time) -> str:
    """Print a time of day: ``09:30``."""
    return f"{time:%H:%M}"


TimeOfDay = Annotated[
    dt.time, BeforeValidator(time_from), PlainSerializer(clock), Expected("a time of day, such as 09:30,")
]
"""When something begins, to the minute."""


def long_day(day: dt.date) -> str:
    """Print a date: ``5 July 1991``."""
    return f"{day.day} {day:%B %Y}"
