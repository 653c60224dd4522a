"""Ids and names: what they may look like, when two are the same, and which known one is nearest."""

from __future__ import annotations

import difflib
import hashlib
import secrets
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

ID_LENGTH = 20
"""Ids are printed in narrow columns and typed by hand."""

NAME_LENGTH = 200
"""Longer than any name of a person, a club or a scenario."""

_HINT_LENGTH = 60
_HINT_COUNT = 20
_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
_NO_CHARACTERS = "\ufffe\uffff"


@dataclass(frozen=True)
class Expected:
    """Marks a field with what belongs there, in words that fit "Put ... there"."""

    words: str


@dataclass(frozen=True)
class Refers:
    """Marks a field that names a part of the event by its id.

    Parameters
    ----------
    path
        The TOML table of that part: ``"scenario"``, ``"player"``.
    """

    path: str


@dataclass(frozen=True)
class Unseen:
    """Marks a field that is no concern of the director: it stands on the hidden sheet of event.xlsx."""


def printable(text: str) -> str:
    """Give the text back unless it has characters that no cell shows: controls, line ends, half surrogates.

    Raises
    ------
    ValueError
        One of its characters cannot be printed.
    """
    for character in text:
        if unicodedata.category(character) in _UNPRINTABLE or character in _NO_CHARACTERS:
            raise ValueError(f"character {character!r} cannot be printed")
    return text


Id = Annotated[
    str,
    StringConstraints(pattern=rf"^[A-Za-z][A-Za-z0-9_-]{{0,{ID_LENGTH - 1}}}$"),
    Expected(f"1 to {ID_LENGTH} letters, digits, _ or -, the first of them a letter,"),
]
"""The id of a scenario, a side, a team-point award."""

PlayerId = Annotated[
    str,
    StringConstraints(pattern=rf"^[A-Za-z0-9_.-]{{1,{ID_LENGTH}}}$"),
    Expected(f"1 to {ID_LENGTH} letters, digits, _ . or -"),
]
"""The id of a player; ``0012`` stays text."""

UID_LENGTH = 32

Uid = Annotated[
    str,
    StringConstraints(pattern=rf"^[0-9A-Fa-f]{{{UID_LENGTH}}}$"),
    AfterValidator(str.lower),
    Expected(f"{UID_LENGTH} hexadecimal digits"),
    Unseen(),
]
"""What tells an event from every other: 128 bits by lot, in hexadecimal digits."""

Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=NAME_LENGTH),
    AfterValidator(printable),
    Expected(f"1 to {NAME_LENGTH} characters on one line"),
]
"""A name that must be given; any text on one line."""

Text = Annotated[
    str,
    StringConstraints(max_length=NAME_LENGTH),
    AfterValidator(printable),
    Expected(f"at most {NAME_LENGTH} characters on one line"),
]
"""A text that may be empty."""


def _one_of_several(text: str) -> str:
    if ";" in text:
        raise ValueError("a semicolon parts one text from the next")
    return text


Listed = Annotated[
    str,
    StringConstraints(min_length=1, max_length=NAME_LENGTH),
    AfterValidator(printable),
    AfterValidator(_one_of_several),
    Expected(f"texts of 1 to {NAME_LENGTH} characters, with a semicolon between them (a list in event.toml),"),
]
"""One of several texts that share a cell."""


_QUOTES = str.maketrans(dict.fromkeys("“”„‟″", '"') | dict.fromkeys("‘’‚‛′ʼ", "'"))
"""What keyboards and spreadsheets make of the straight quotes."""


def folded(text: object) -> str:
    """Fold an id or a name for comparing: capitals, runs of white space and the form of quotes make no difference."""
    return " ".join(str(text).split()).translate(_QUOTES).casefold()


def squashed(text: object) -> str:
    """Fold a heading for comparing: only its letters and digits count, capitals make no difference."""
    return "".join(character for character in folded(text) if character.isalnum())


def nearest(word: object, known: Iterable[str]) -> str | None:
    """Give the known word that is most like another, if any is like it."""
    by_fold = {folded(one): one for one in known}
    close = difflib.get_close_matches(folded(word)[:_HINT_LENGTH], by_fold, n=1, cutoff=0.6)
    return by_fold[close[0]] if close else None


def suggestion(word: object, known: Iterable[str]) -> str:
    """Say which known word is meant, or which there are: a sentence to put behind another, or nothing."""
    known = list(known)
    close = nearest(word, known)
    if close:
        return f' Did you mean "{close}"?'
    more = f" and {len(known) - _HINT_COUNT} more" if len(known) > _HINT_COUNT else ""
    return f" There are: {', '.join(known[:_HINT_COUNT])}{more}." if known else ""


def new_uid() -> str:
    """Give the uid of an event that begins; never the same twice."""
    return secrets.token_hex(UID_LENGTH // 2)


def event_key(name: str, system: str, seed: int) -> str:
    """Give the eight hexadecimal digits that tie printed sheets to an event without a uid."""
    return hashlib.sha256(f"{name}|{system}|{seed}".encode()).hexdigest()[:8]


def seat_id(side: str, number: int) -> str:
    """Name a seat: ``strike.2`` is the second of side ``strike``; seats count from 1."""
    return f"{side}.{number}"
