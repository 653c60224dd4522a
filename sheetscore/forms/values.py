"""What people write in boxes, understood where it is unambiguous: ``" 12 "``, ``12,0``, ``½``, ``4:1``.

The same understanding serves cells of a workbook and lines of a CSV file. What can be read in two ways is a
mistake with its code, never a guess.
"""

from __future__ import annotations

import datetime as dt
import math
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction

from sheetscore.forms.form import Choices, Field, Value, folded
from sheetscore.forms.template import FieldType

Raw = str | int | float | bool | dt.datetime | dt.date | dt.time | Fraction | None

EXACT = 2**53
"""Doubles from here on have gaps between whole numbers."""

TEXT_LENGTH = 500
"""Longer texts do not fit the boxes that we print."""

_PLAIN = re.compile(r"([+-]?)(\d{1,15})(?:([.,])(\d{1,15}))?\Z")
_VULGAR = re.compile(r"([+-]?)(\d{0,15}) ?([¼½¾⅐-⅞])\Z")
_RATIO = re.compile(r"(\d{1,2}) ?[:/∶-] ?(\d{1,2})\Z")
_OFFERED = 8
"""So many choices are named in a message."""

_VERY_NEAR = 0.7
"""How like a name a word must be to be taken for it misspelled, from 0 to 1."""

_BETWEEN = re.compile(r"(?:[\s,;+&/]|\band\b)+")
_IN_BRACKETS = re.compile(r"\(([^()]+)\)\Z")
_YES = {"1", "yes", "y", "true", "x", "✓", "✔"}
_NO = {"0", "no", "n", "false", "-", "–"}


@dataclass(frozen=True)
class Misread:
    """Why a value cannot be used: a finding code, and what to say about it."""

    code: str
    message: str


def understand(box: Field, raw: Raw) -> Value | Misread | None:
    """Read what stands in a box as the field's type.

    Returns
    -------
    The value, None for a blank, or the mistake.
    """
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return None
    return _TYPES[box.type](box, raw)


def shown(box: Field, value: Value) -> Value:
    """Give a value as the sheet shows it: a player's id as the name on the list."""
    return box.choices.shown(value) if box.choices is not None and isinstance(value, str) else value


def number_from(raw: Raw) -> Fraction | Misread:
    """Read a number as people write it: a cell's number, or text with spaces, a comma, a fraction sign."""
    if isinstance(raw, float) and not math.isfinite(raw):
        return Misread("not-a-number", f"there is {_quote(raw)}; enter a number")
    if isinstance(raw, int | float | Fraction):
        return Fraction(str(raw)) if isinstance(raw, float) else Fraction(raw)
    if not isinstance(raw, str):
        return Misread("not-a-number", f"there is a date or time ({raw}); enter a number")
    return _number_written(raw)


def _number_written(raw: str) -> Fraction | Misread:
    text = " ".join(raw.replace("−", "-").split())
    if match := _VULGAR.match(text):
        part = Fraction(str(unicodedata.numeric(match[3]))).limit_denominator(10)
        number = int(match[2] or 0) + part
        return -number if match[1] == "-" else number
    text = unicodedata.normalize("NFKC", text).strip().removeprefix("'")
    match = _PLAIN.match(text)
    if not match:
        return Misread("not-a-number", f"there is {_quote(raw)}; enter a number")
    sign, whole, mark, decimals = match.groups()
    if mark == "," and len(decimals) == 3 and whole != "0":
        return Misread("ambiguous", f"{_quote(raw)} can be {whole}{decimals} or {whole}.{decimals}; enter it plainly")
    return Fraction(f"{sign}{whole}.{decimals or 0}")


def _whole(box: Field, raw: Raw) -> Value | Misread:
    number = number_from(raw)
    if isinstance(number, Misread):
        return number
    if number.denominator != 1:
        return Misread("not-whole", f"there is {_quote(raw)}; enter a whole number")
    if not box.minimum <= number <= box.maximum:
        return Misread("out-of-range", f"there is {_quote(raw)}; enter a number from {box.minimum} to {box.maximum}")
    return int(number)


def _score(box: Field, raw: Raw) -> Value | Misread:
    number = number_from(raw)
    if isinstance(number, Misread):
        return number
    if not box.minimum <= number <= box.maximum:
        return Misread("out-of-range", f"there is {_quote(raw)}; enter a number from {box.minimum} to {box.maximum}")
    return int(number) if number.denominator == 1 else number


def _flag(box: Field, raw: Raw) -> Value | Misread:
    del box
    word = str(int(raw)) if isinstance(raw, bool | float) and raw in {0, 1} else str(raw).strip().casefold()
    if word in _YES:
        return 1
    if word in _NO:
        return 0
    return Misread("not-listed", f"there is {_quote(raw)}; enter 1 for yes or 0 for no")


def _text(box: Field, raw: Raw) -> Value | Misread:
    del box
    text = _plain_text(raw)
    if len(text) > TEXT_LENGTH:
        return Misread("too-long", f"there are {len(text)} characters; shorten the text to {TEXT_LENGTH}")
    return text


def _choice(box: Field, raw: Raw) -> Value | Misread:
    choices = _choices(box)
    text = _plain_text(raw)
    position = choices.position(text)
    if position is not None:
        return choices.recorded[position]
    if box.open:
        return _text(box, raw)
    return Misread("not-listed", f"there is {_quote(raw)}; {_offer(text, choices)}")


def _several(box: Field, raw: Raw) -> Value | Misread | None:
    choices = _choices(box)
    chosen: list[int] = []
    for word in filter(None, _BETWEEN.split(_plain_text(raw))):
        begun = [at for at, name in enumerate(choices.names) if folded(name).startswith(folded(word))]
        position = (
            choices.position(word) if choices.position(word) is not None else begun[0] if len(begun) == 1 else None
        )
        if position is None:
            return Misread("not-listed", f"there is {_quote(word)}; {_offer_several(word, box)}")
        if position in chosen:
            return Misread("impossible", f"{choices.names[position]} is there twice; enter each once")
        chosen.append(position)
    return " ".join(choices.recorded[position] for position in sorted(chosen)) or None


def _offer_several(word: str, box: Field) -> str:
    """Suggest what is very near, or say what belongs into the box: whoever writes "all" means none of the list."""
    near = get_close_matches(folded(word), map(folded, names_of(box)), n=1, cutoff=_VERY_NEAR)
    return _offer(near[0], _choices(box)) if near else f"what belongs here: {box.prompt}"


def _odds(box: Field, raw: Raw) -> Value | Misread:
    # 4:1 pasted into a spreadsheet becomes the time of day 04:01
    if isinstance(raw, dt.datetime):
        return Misread("ambiguous", f"there is a date ({raw:%Y-%m-%d}); enter odds such as 4:1 as text")
    if isinstance(raw, dt.time):
        text = f"{raw.hour}:{raw.minute}"
    elif match := _RATIO.match(_plain_text(raw)):
        text = _lowest(Fraction(int(match[1]), int(match[2]))) if int(match[2]) else _plain_text(raw)
    else:
        number = number_from(raw)
        text = _plain_text(raw) if isinstance(number, Misread) or number <= 0 else _lowest(number)
    position = _choices(box).position(text)
    if position is None:
        names = _choices(box).names
        return Misread("not-listed", f"there is {_quote(raw)}; choose odds from {names[0]} to {names[-1]}")
    return names_of(box)[position]


def _player(box: Field, raw: Raw) -> Value | Misread:
    choices = _choices(box)
    text = _plain_text(raw)
    position = choices.position(text)
    if position is not None:
        return choices.recorded[position]
    bracketed = _IN_BRACKETS.search(text)
    position = choices.position(bracketed[1]) if bracketed else None
    if position is not None:  # the list showed another name when this was chosen
        return choices.recorded[position]
    same = [
        value
        for name, value in zip(choices.names, choices.recorded, strict=True)
        if folded(name.rpartition(" (")[0]) == folded(text)
    ]
    if len(same) == 1:
        return same[0]
    if same:
        return Misread("ambiguous", f"{_quote(raw)} is the name of {' and '.join(same)}; enter the id")
    return Misread("unknown-player", f"there is {_quote(raw)}; {_offer(text, choices)}")


_TYPES: dict[FieldType, Callable[[Field, Raw], Value | Misread | None]] = {
    "count": _whole,
    "number": _whole,
    "points": _whole,
    "score": _score,
    "flag": _flag,
    "text": _text,
    "choice": _choice,
    "several": _several,
    "odds": _odds,
    "player": _player,
}


def names_of(box: Field) -> tuple[str, ...]:
    """Give what a field's list shows."""
    return _choices(box).names


def _choices(box: Field) -> Choices:
    return box.choices or Choices(box.id, ())


def _lowest(odds: Fraction) -> str:
    return f"{odds.numerator}:{odds.denominator}"


def _plain_text(raw: Raw) -> str:
    if isinstance(raw, float) and raw.is_integer() and abs(raw) < EXACT:
        raw = int(raw)
    printable = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in str(raw))
    return " ".join(printable.split())


def _quote(raw: Raw) -> str:
    text = _plain_text(raw)
    return f"“{text if len(text) <= 40 else text[:39] + '…'}”"


def _offer(text: str, choices: Choices) -> str:
    if not choices.names:
        return "the event offers nothing to choose here; clear the cell or add it to the event"
    held = [name for name in choices.names if folded(text) in folded(name)]
    near = held if len(held) == 1 else get_close_matches(text, choices.names, n=1, cutoff=0.5)
    if near:
        return f"did you mean “{near[0]}”? Choose from the list"
    few = ", ".join(choices.names[:_OFFERED]) + (" ..." if len(choices.names) > _OFFERED else "")
    return f"choose from the list: {few}"
