"""Settings in words for players: the meaning of a choice in place of its key.

The description of a setting has both: its subject, then each choice as ``key: meaning.``
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from pydantic.fields import FieldInfo

from sheetscore.wording import capitalized

BLANK = "–"
"""Stands for a blank setting whose description does not explain a blank."""

_ALWAYS = ("yes", "no", "blank", "none")
"""Keys that a description may explain besides the choices of its setting."""


class SaidSetting(Struct, frozen=True):
    """The description of a setting, split into its parts."""

    about: str
    """The description without the choices."""
    choices: Mapping[str, str]
    """The meaning of each choice, by its key."""


def said_by(info: FieldInfo) -> SaidSetting:
    """Split the description of a setting into its subject and its choices.

    An ``about`` in the field's ``json_schema_extra`` replaces the subject, and ``words`` there replace meanings.

    Examples
    --------
    >>> from pydantic import Field
    >>> field = Field(description="Who ranks. one: all together. per_side: Red and Blue apart. Ties are equal.")
    >>> field.annotation = Literal["one", "per_side"]
    >>> said_by(field)
    SaidSetting(about='Who ranks. Ties are equal.', choices={'one': 'all together', 'per_side': 'Red and Blue apart'})
    """
    said = split_description(info.description or "", choices_of(info))
    given: Any = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    return SaidSetting(given.get("about", said.about), {**said.choices, **given.get("words", {})})


def split_description(description: str, keys: Sequence[str]) -> SaidSetting:
    """Split a description into its subject and the meanings of some keys; a meaning ends at its first full stop."""
    sought = "|".join(map(re.escape, (*keys, *_ALWAYS)))
    about, *parts = re.split(rf"(?:^|(?<= ))({sought}): ", description, flags=re.IGNORECASE)
    choices: dict[str, str] = {}
    for key, text in zip(parts[::2], parts[1::2], strict=True):
        words, _, more = text.strip().partition(". ")
        choices[key.casefold()] = words.rstrip(".")
        about += more
    return SaidSetting(about.strip(), choices)


def choices_of(info: FieldInfo) -> tuple[str, ...]:
    """Return the keys of a setting's choices, for a single choice or several."""
    return tuple(dict.fromkeys(_literals(info.annotation)))


def in_words(value: object, said: SaidSetting) -> str:
    """Return the value of a setting in words."""
    if isinstance(value, tuple) and value:
        words = [said.choices.get(str(one).casefold(), str(one)) for one in value]
        return capitalized(("; " if any("," in one for one in words) else ", ").join(words))
    if value in (None, "", ()):
        return capitalized(said.choices.get("blank") or said.choices.get("none", BLANK))
    key = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return capitalized(said.choices.get(key.casefold(), key))


def _literals(annotation: Any) -> Iterator[str]:
    """Yield the texts of all literals in a type, however nested."""
    if get_origin(annotation) is Literal:
        for one in get_args(annotation):
            yield from (one,) if isinstance(one, str) else _literals(one)
    else:
        for inner in get_args(annotation):
            yield from _literals(inner)
