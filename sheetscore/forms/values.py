"""Understanding what people write in boxes, if it is unambiguous: ``" 12 "``, ``12,0``, ``½``, ``4:1``.

The same understanding serves cells of a workbook and lines of a CSV file. What can be read in two ways is a
mistake with its code, never a guess.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from fractions import Fraction

from sheetscore.event.identity import folded, phrases, with_id, words_of
from sheetscore.forms.block import Field
from sheetscore.forms.choices import Choices, Sitting
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.template import FieldType
from sheetscore.workbooks.typed import InvalidValue, Raw, half_width, number_from, plain_text, quote, whole_number_from

__all__ = ["InvalidValue", "Raw", "doubt_about", "names_of", "number_from", "shown", "sitting", "understand"]

TEXT_LENGTH = 500
"""Longer texts do not fit the boxes that we print."""

_RATIO = re.compile(r"(\d{1,4}) ?[:/∶-] ?(\d{1,4})\Z")
MOST_ODDS = 9999
"""The highest number in odds that are not on a list."""

_OFFERED = 8
"""The most choices named in a message."""

_VERY_NEAR = 0.7
"""The likeness, from 0 to 1, from which a word counts as a misspelled name."""

_IN_BRACKETS = re.compile(r"\(([^()]+)\)\Z")
_YES = {"1", "yes", "y", "true", "x", "✓", "✔"}
_NO = {"0", "no", "n", "false", "-", "–"}
YES_OR_NO = frozenset(_YES | _NO)
"""The texts that people write for yes and no."""


def understand(box: Field, raw: Raw) -> Value | InvalidValue | None:
    """Read what is in a box as the field's type.

    Returns
    -------
    The value, None for a blank, or the mistake.
    """
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return None
    return _TYPES[box.type](box, raw)


def shown(box: Field, value: Value) -> Value:
    """Return a value as the sheet shows it: a player's id as the name on the list."""
    return box.choices.shown(value) if box.choices is not None and isinstance(value, str) else value


def _whole(box: Field, raw: Raw) -> Value | InvalidValue:
    number = whole_number_from(raw)
    if isinstance(number, InvalidValue):
        return number
    if not box.minimum <= number <= box.maximum:
        return InvalidValue(
            "out-of-range", f"there is {quote(raw)}; enter a number from {box.minimum} to {box.maximum}"
        )
    return number


def _score(box: Field, raw: Raw) -> Value | InvalidValue:
    number = number_from(raw)
    if isinstance(number, InvalidValue):
        return number
    if not box.minimum <= number <= box.maximum:
        return InvalidValue(
            "out-of-range", f"there is {quote(raw)}; enter a number from {box.minimum} to {box.maximum}"
        )
    return int(number) if number.denominator == 1 else number


def _flag(box: Field, raw: Raw) -> Value | InvalidValue:
    del box
    word = str(int(raw)) if isinstance(raw, bool | float) and raw in {0, 1} else half_width(str(raw)).strip().casefold()
    if word in _YES:
        return 1
    if word in _NO:
        return 0
    return InvalidValue("not-listed", f"there is {quote(raw)}; enter 1 for yes or 0 for no")


def _text(box: Field, raw: Raw) -> Value | InvalidValue:
    del box
    text = plain_text(raw)
    if len(text) > TEXT_LENGTH:
        return InvalidValue("too-long", f"there are {len(text)} characters; shorten the text to {TEXT_LENGTH}")
    return text


def _choice(box: Field, raw: Raw) -> Value | InvalidValue:
    choices = _choices(box)
    text = plain_text(raw)
    meant = choices.meant(text)
    if len(meant) > 1:
        return _ambiguous(raw, choices, meant)
    if meant:
        return choices.recorded[meant[0]]
    if box.open:
        return _text(box, raw)
    return InvalidValue("not-listed", f"there is {quote(raw)}; {_offer(text, choices)}")


def _several(box: Field, raw: Raw) -> Value | InvalidValue | None:
    choices = _choices(box)
    if isinstance(too_long := _text(box, raw), InvalidValue):
        return too_long
    chosen: list[int] = []
    for text, meant in phrases(plain_text(raw), lambda text: _meant_or_begun(choices, text)):
        if not meant:
            return InvalidValue("not-listed", f"there is {quote(text)}; {_offer_several(text, box)}")
        (position, *others) = meant
        if others:
            return _ambiguous(text, choices, meant)
        if position in chosen:
            return InvalidValue("impossible", f"{choices.names[position]} is there twice; enter each once")
        chosen.append(position)
    return " ".join(choices.recorded[position] for position in sorted(chosen)) or None


def _offer_several(word: str, box: Field) -> str:
    """Suggest a very similar entry, or say what belongs into the box.

    Entries that are less similar are not suggested, since a word such as "all" resembles some but means none of them.
    """
    near = get_close_matches(folded(word), map(folded, names_of(box)), n=1, cutoff=_VERY_NEAR)
    return _offer(near[0], _choices(box)) if near else f"what belongs here: {box.prompt}"


def _meant_or_begun(choices: Choices, text: str) -> tuple[int, ...]:
    """Return the positions of the entries that a text means; and of a name that begins with it, if only one does."""
    meant = choices.meant(text, lambda text: folded(" ".join(words_of(text))))
    begun = [at for at, name in enumerate(choices.names) if folded(name).startswith(folded(text))]
    if len(begun) == 1 and text not in choices.names:
        return tuple(sorted({*meant, *begun}))
    return meant


def _ambiguous(raw: Raw, choices: Choices, meant: Iterable[int]) -> InvalidValue:
    def known(position: int) -> str:
        also = [called for called, at in choices.also if at == position and choices.seats]
        return f"“{choices.names[position]}”" + (f", {also[-1]}" if also else "")

    listed = ", or ".join(map(known, meant))
    return InvalidValue("ambiguous", f"{quote(raw)} can be {listed}; choose from the list, or enter the whole name")


def _odds(box: Field, raw: Raw) -> Value | InvalidValue:
    if isinstance(raw, dt.datetime):
        return InvalidValue("ambiguous", f"there is a date ({raw:%Y-%m-%d}); enter odds such as 4:1 as text")
    odds = _ratio(raw)
    text = plain_text(raw) if odds is None else f"{odds.numerator}:{odds.denominator}"
    names = names_of(box)
    position = _choices(box).position(text)
    if position is not None:
        return names[position]
    if not box.open:
        return InvalidValue("not-listed", f"there is {quote(raw)}; choose odds from {names[0]} to {names[-1]}")
    if odds is None or max(odds.numerator, odds.denominator) > MOST_ODDS:
        return InvalidValue("not-listed", f"there is {quote(raw)}; enter odds of n:1 or 1:n, such as 4:1 or 1:2")
    return text


def _ratio(raw: Raw) -> Fraction | None:
    """Read odds in any notation; 4:1 pasted into a spreadsheet becomes the time of day 04:01, 25:1 that of 25 hours."""
    if isinstance(raw, dt.timedelta):
        hours, rest = divmod(raw, dt.timedelta(hours=1))
        raw = f"{hours}:{rest // dt.timedelta(minutes=1)}"
    elif isinstance(raw, dt.time):
        raw = f"{raw.hour}:{raw.minute}"
    if match := _RATIO.match(plain_text(raw)):
        return Fraction(int(match[1]), int(match[2])) if int(match[1]) and int(match[2]) else None
    number = number_from(raw)
    return None if isinstance(number, InvalidValue) or number <= 0 else number


def _player(box: Field, raw: Raw) -> Value | InvalidValue:
    choices = _choices(box)
    text = plain_text(raw)
    if text in choices.names:
        return choices.recorded[choices.names.index(text)]
    if text in choices.printed:
        return choices.printed[text]
    meant = choices.called.meant(text)
    then = choices.renamed.get(folded(text), ())
    if meant.ids and then:
        was, now = " or ".join(then), " or ".join(meant.ids)
        message = f"{quote(raw)} is {was} on the list that this was made with, and {now} in the event now; enter the id"
        return InvalidValue("ambiguous", message, f"{text} ({was} or {now})")
    if not meant.ids:
        return InvalidValue("unknown-player", f"there is {quote(raw)}; {_unknown(text, choices)}")
    if len(meant.ids) > 1:
        return InvalidValue("ambiguous", f"{quote(raw)} {choices.called.which(meant)}")
    return meant.ids[0]


def _unknown(text: str, choices: Choices) -> str:
    """Return advice about an unknown player, or about the unlisted id behind the name, if there is one."""
    id_ = _IN_BRACKETS.search(text)
    if id_:
        return (
            f"nobody on the list of this box has the id {id_[1]}. Choose from the list; or correct the event, if "
            f"{id_[1]} belongs there"
        )
    return f"{_offer(text, choices)}. Somebody new is added to the event first"


def doubt_about(box: Field, raw: Raw) -> str | None:
    """Return a doubt about a value that was understood: a player found by an id beside another name."""
    text = plain_text(raw)
    if box.type != "player" or box.choices is None or text in box.choices.names:
        return None
    if text in box.choices.printed:
        who = box.choices.shown(box.choices.printed[text])
        return (
            f"there is {quote(raw)}, as on the list that the sheets were made with, and {who} was taken by the id. "
            "Where that is the same person under a corrected name, make the sheets again; else choose who it is"
        )
    meant = box.choices.called.meant(text)
    if not meant.has_strange_name:
        return None
    who = box.choices.shown(meant.ids[0])
    return f"there is {quote(raw)}; nobody is called “{meant.name}”, and {who} was taken by the id. Choose who it is"


def sitting(boxes: Iterable[tuple[FieldKey, Field, Value]]) -> dict[int, Sitting]:
    """Return for every table the accepted names of those who sit there, by seat.

    Parameters
    ----------
    boxes
        The boxes with their public keys and their values; only boxes for players count.
    """
    tables: dict[int, dict[str, tuple[str, ...]]] = {}
    for key, box, value in boxes:
        if box.type == "player" and box.choices is not None and isinstance(value, str):
            name = box.choices.called.names.get(value, value)
            printed = [label for label, id_ in box.choices.printed.items() if id_ == value]
            then = (text for label in printed for text in (label.removesuffix(f" ({value})"), label))
            former = (called for called, ids in box.choices.renamed.items() if value in ids)
            seats = tables.setdefault(key.table, {})
            seats[key.seat] = (*seats.get(key.seat, ()), value, name, with_id(name, value), *then, *former)
    return dict(tables)


_TYPES: dict[FieldType, Callable[[Field, Raw], Value | InvalidValue | None]] = {
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
    """Return what a field's list shows."""
    return _choices(box).names


def _choices(box: Field) -> Choices:
    return box.choices or Choices(box.id, ())


def _offer(text: str, choices: Choices) -> str:
    if not choices.names:
        return "the event offers nothing to choose here; clear the cell or add it to the event"
    held = [name for name in choices.names if folded(text) in folded(name)]
    near = held if len(held) == 1 else get_close_matches(text, choices.names, n=1, cutoff=0.5)
    if near:
        return f"did you mean “{near[0]}”? Choose from the list"
    few = ", ".join(choices.names[:_OFFERED]) + (" ..." if len(choices.names) > _OFFERED else "")
    return f"choose from the list: {few}"
