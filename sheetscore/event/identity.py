"""Ids and names: their valid forms and comparison, the nearest one to a misspelled word, the players that a text names.

Score sheets, draws, lines of CSV and the pairs of an event all find players with :class:`PlayerNames`. If a text has
the name of one player and the id of another, it returns both and chooses neither.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import secrets
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from pydantic import AfterValidator, BeforeValidator, StringConstraints

from sheetscore.wording import TURNS_TEXT

ID_LENGTH = 20
"""The most characters of an id, which is printed in narrow columns and typed by hand."""

NAME_LENGTH = 200
"""The most characters of a name: more than any person, club or scenario has."""

TEXT_LENGTH = 30_000
"""The most characters of a text of several lines: a cell holds little more."""

_HINT_LENGTH, _HINT_COUNT = 60, 20
"""How many characters of a word are compared with known words, and how many known words a message lists."""

_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
_NO_CHARACTERS = re.compile(f"[\ufffe\uffff{TURNS_TEXT}]")
UID_LENGTH = 32
"""The hexadecimal digits of an event's uid."""

_QUOTES = str.maketrans(dict.fromkeys("“”„‟″", '"') | dict.fromkeys("‘’‚‛′ʼ", "'"))
"""The straight quote for each quote that keyboards and spreadsheets put in its place."""

_LONGEST = NAME_LENGTH + ID_LENGTH + 10
"""The most characters of a name with an id beside it."""

MOST_WORDS = 12
"""The most words of a name."""

_BETWEEN = re.compile(r"(?:[\s,;+&/]|\band\b)+")

_MARKS = " ,;:/–-"
"""Characters that may separate a name from an id."""

_BRACKETS = "()[]"
Meaning = TypeVar("Meaning")


class Expected(Struct, frozen=True):
    """Marks a field with a description of its values, which fits the sentence "Put ... there"."""

    words: str


class Refers(Struct, frozen=True):
    """Marks a field that names a part of the event by its id."""

    path: str
    """The TOML table of that part: ``"scenario"``, ``"player"``."""


class Offered(Struct, frozen=True):
    """Marks a text with a list of choices, each with a one-line description; other texts are valid, too."""

    title: str
    """The title of the list."""
    lines: Callable[[Path | None], Mapping[str, str]]
    """Returns the descriptions by choice, for an event with this folder of its own templates."""


class TakenFrom(Struct, frozen=True):
    """Marks a text with a list of choices from the event itself; others are valid, too."""

    path: str
    key: str = "id"
    """The TOML table and the key in it: ``"scenario.side"`` and ``"id"``."""

    @property
    def name(self) -> str:
        """The name of the list: for ids that of the table."""
        return self.path if self.key == "id" else f"{self.path}.{self.key}"


class SeatsOf(Struct, frozen=True):
    """Marks a text that names a seat, such as ``axis.2``: the id of a side, and the number of the seat on it."""

    path: str
    """The TOML table of the sides."""

    @property
    def name(self) -> str:
        """The name of the list of seats."""
        return f"seats of {self.path}"


class Paired(Struct, frozen=True):
    """Marks a list of texts such as ``Minor = marginal``: event.toml has them as a table."""


class Unseen(Struct, frozen=True):
    """Marks a field that directors need not see: it is on the hidden sheet of event.xlsx."""


class RoomToWrite(Struct, frozen=True):
    """Marks a text of several lines: in event.xlsx it is on a sheet with room to write."""


class ForDirector(Struct, frozen=True):
    """Marks a field that players need not see: it is printed on pages for the director alone."""


class StandsLast(Struct, frozen=True):
    """Marks a list or a column that is filled in last: it comes after all others."""


def printable(text: str) -> str:
    """Return a text unchanged if cells can show all of its characters.

    Accents and joiners that names need are allowed; controls, line ends, lone surrogates and characters that change the
    direction of a text are not.

    Raises
    ------
    ValueError
        A cell cannot show one of the characters.
    """
    for character in text:
        if _is_unprintable(character):
            raise ValueError(f"character {character!a} cannot be printed")
    return text


def name_from(text: str, otherwise: str) -> str:
    """Return a text as a valid name: blanks for characters that no cell shows; ``otherwise`` if nothing is left."""
    shown = "".join(" " if _is_unprintable(character) else character for character in text)
    return " ".join(shown.split())[:NAME_LENGTH].strip() or otherwise


def _is_unprintable(character: str) -> bool:
    return unicodedata.category(character) in _UNPRINTABLE or bool(_NO_CHARACTERS.match(character))


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

Uid = Annotated[
    str,
    StringConstraints(pattern=rf"^[0-9A-Fa-f]{{{UID_LENGTH}}}$"),
    AfterValidator(str.lower),
    Expected(f"{UID_LENGTH} hexadecimal digits"),
    Unseen(),
]
"""The unique identity of an event: 128 random bits in hexadecimal digits."""

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


def _written_out(text: str) -> str:
    """Return a text of several lines with plain line ends and without tabs, the form in which it is kept."""
    lines = (printable(line.expandtabs(4).rstrip()) for line in text.splitlines())
    return "\n".join(lines).strip()


LongText = Annotated[
    str,
    AfterValidator(_written_out),
    StringConstraints(max_length=TEXT_LENGTH),
    Expected(f"a text of at most {TEXT_LENGTH} characters"),
    RoomToWrite(),
]
"""A text of several lines and paragraphs, which may be empty."""


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


def _as_texts(value: object) -> object:
    """Return a table of words and their meanings as a list of texts; anything else unchanged."""
    if isinstance(value, Mapping):
        return tuple(f"{word} = {meaning}" for word, meaning in value.items())
    return value


def word_and_meaning(text: str) -> tuple[str, str]:
    """Split ``Minor = marginal`` into the word and its meaning."""
    word, _, meaning = text.rpartition("=")
    return word.strip(), meaning.strip()


def _spaced_alike(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(" = ".join(word_and_meaning(text)) if all(word_and_meaning(text)) else text for text in texts)


Meanings = Annotated[
    tuple[Listed, ...],
    BeforeValidator(_as_texts),
    AfterValidator(_spaced_alike),
    Paired(),
    Expected("texts such as Minor = marginal, with a semicolon between them (a table in event.toml),"),
]
"""Words with their meanings."""


def folded(text: object) -> str:
    """Fold an id or a name for comparing: capitals, runs of white space and the form of quotes make no difference."""
    return _folded(str(text))


@lru_cache(maxsize=4096)  # the ids of an event are compared with one another, some of them a thousand times
def _folded(text: str) -> str:
    return " ".join(text.split()).translate(_QUOTES).casefold()


Known = TypeVar("Known", bound=Hashable)


def alike(names: Mapping[Known, object]) -> frozenset[Known]:
    """Return the ids of those whose names somebody else has, too: only their ids tell them apart.

    Examples
    --------
    >>> sorted(alike({"P07": "Ann Bell", "P08": "Bob", "P09": "ann  bell"}))
    ['P07', 'P09']
    """
    times = Counter(map(folded, names.values()))
    return frozenset(id_ for id_, name in names.items() if times[folded(name)] > 1)


@lru_cache(maxsize=4096, typed=True)  # each heading is compared with hundreds; 1, 1.0 and True are equal and not alike
def squashed(text: Hashable) -> str:
    """Fold a heading for comparing: only its letters and digits count, capitals make no difference."""
    return "".join(character for character in folded(text) if character.isalnum())


def nearest(word: object, known: Iterable[str]) -> str | None:
    """Return the known word most similar to another; None if no known word is similar."""
    by_fold = {folded(candidate): candidate for candidate in known}
    # cut off, because difflib takes a time that grows with the square of the text
    close = difflib.get_close_matches(folded(word)[:_HINT_LENGTH], by_fold, n=1, cutoff=0.6)
    return by_fold[close[0]] if close else None


def suggestion(word: object, known: Iterable[str]) -> str:
    """Return a sentence to put behind another: which known word is similar, else all known ones; blank without any."""
    known = list(known)
    close = nearest(word, known)
    if close:
        return f' Did you mean "{close}"?'
    more = f" and {len(known) - _HINT_COUNT} more" if len(known) > _HINT_COUNT else ""
    return f" There are: {', '.join(known[:_HINT_COUNT])}{more}." if known else ""


def new_uid() -> str:
    """Return a random uid for a new event."""
    return secrets.token_hex(UID_LENGTH // 2)


def event_key(name: str, system: str, seed: int) -> str:
    """Return the eight hexadecimal digits that tie printed sheets to an event without a uid."""
    return hashlib.sha256(f"{name}|{system}|{seed}".encode()).hexdigest()[:8]


def with_id(name: str, id_: str) -> str:
    """Return a name with the id behind it, by which namesakes differ; the id alone if the name is blank.

    Examples
    --------
    >>> with_id("Ann Bell", "P07"), with_id("", "P08")
    ('Ann Bell (P07)', 'P08')
    """
    return f"{name} ({id_})" if name else id_


def name_and_id(text: str) -> tuple[str, str]:
    """Return the name and the id that :func:`with_id` put together; the name is blank if the text is an id alone.

    Examples
    --------
    >>> name_and_id("Ann (Bell) (P07)"), name_and_id("P08")
    (('Ann (Bell)', 'P07'), ('', 'P08'))
    """
    name, _, id_ = text.removesuffix(")").rpartition(" (") if text.endswith(")") else ("", "", text)
    return name, id_


def seat_id(side: str, number: int) -> str:
    """Return the id of a seat: ``strike.2`` is the second of side ``strike``; seats count from 1."""
    return f"{side}.{number}"


def seats_called(sides: Mapping[str, str]) -> dict[str, str]:
    """Return the titles of seats: ``Strike flight 2``; the only seat of a side has no number.

    Parameters
    ----------
    sides
        The title of its side for every seat of a table; blank for a side without a title.
    """
    titles = [*sides.values()]
    return {
        seat: (title if titles.count(title) == 1 else f"{title} {seat.partition('.')[2]}".strip()) or seat
        for seat, title in sides.items()
    }


class Meant(Struct, frozen=True):
    """The players whom a text may mean: none, one, or several, if it is ambiguous."""

    ids: tuple[str, ...]
    """The ids of those who may be meant."""
    id: str = ""
    """The id that is written beside another player's name, or beside a name that nobody has; else empty."""
    name: str = ""
    """The name beside that id."""

    @property
    def has_strange_name(self) -> bool:
        """Whether the text has a player's id beside a name that nobody has."""
        return len(self.ids) == 1 and bool(self.name)


class PlayerNames:
    """The players who may be named, with their ids, and the search for whom a text means."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self._ids = {folded(id_): id_ for id_ in names}
        self._called: dict[str, list[str]] = defaultdict(list)
        for id_, name in names.items():
            for called in {folded(name), folded(self.label(id_))}:
                self._called[called].append(id_)

    def label(self, id_: str) -> str:
        """Return a player's name with the id: ``Ann Bell (P07)``."""
        return f"{self.names[id_]} ({id_})"

    def meant(self, text: str, *, apart: bool = False) -> Meant:
        """Return the players meant by an id, a name, or a name and an id in either order.

        Parameters
        ----------
        apart
            Whether an id beside a name is another player's unless it is in brackets, as in a list of several players.
        """
        alone = self._alone(text)
        for name, id_, bracketed in _parts(text) if len(text) <= _LONGEST else ():
            if folded(id_) in self._ids and (bracketed or not (alone or apart)):
                both = self._by_name_and_id(self._ids[folded(id_)], name, bracketed=bracketed)
                if both is not None and both.ids != alone:
                    return replace(both, ids=tuple(dict.fromkeys((*alone, *both.ids))))
        return Meant(alone)

    def which(self, meant: Meant) -> str:
        """Return the rest of a message that begins with an ambiguous text: its players, and what to enter instead."""
        if meant.name:
            others = " and ".join(self.label(id_) for id_ in meant.ids if folded(id_) != folded(meant.id))
            named = self.names[self._ids[folded(meant.id)]]
            return f"names two: {meant.id} is {named}, and “{meant.name}” is {others}; enter one of them"
        return f"is the name of {' and '.join(meant.ids)}; enter the id"

    def _alone(self, text: str) -> tuple[str, ...]:
        """Return the player with a text as the id, else the players with it as their name.

        Scripts rely on ids being tried first.
        """
        whole = folded(text)
        return (self._ids[whole],) if whole in self._ids else tuple(self._called.get(whole, ()))

    def _by_name_and_id(self, id_: str, name: str, *, bracketed: bool) -> Meant | None:
        """Return who is meant by an id beside a name; None if nobody has the name and the id has no brackets."""
        own, others = self.names[id_], self._called.get(folded(name), [])
        if folded(own) == folded(name):
            return Meant((id_,))
        if others:
            return Meant((id_, *others), id_, name)
        return Meant((id_,), id_, name) if bracketed else None


def _parts(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield name, id and whether the id is in brackets, for either way to read a text: the id may be last or first."""
    words = text.replace("(", " (").replace(")", ") ").split()
    for id_, name in ((words[-1], words[:-1]), (words[0], words[1:])) if words else ():
        rest = " ".join(name).strip(_MARKS)
        if rest:
            yield rest, id_.strip(_BRACKETS + _MARKS), id_.strip(_MARKS)[0:1] in {"(", "["}


def phrases(text: str, meant: Callable[[str], Collection[Meaning]]) -> Iterator[tuple[str, Collection[Meaning]]]:
    """Split a text into known names: from left to right, always the longest run of words that has a meaning.

    Parameters
    ----------
    text
        Names separated by blanks, commas, ``and`` and the like; a name may have several words.
    meant
        Returns what words, separated by single blanks, mean; nothing if they mean nothing.

    Yields
    ------
    tuple[str, Collection]
        The words, and their meanings; a single word without a meaning comes with an empty collection.
    """
    words = words_of(text)
    while words:
        sizes = range(min(len(words), MOST_WORDS), 0, -1)
        found = ((size, meant(" ".join(words[:size]))) for size in sizes)
        size, means = next(((size, means) for size, means in found if means), (1, ()))
        yield " ".join(words[:size]), means
        words = words[size:]


def words_of(text: str) -> list[str]:
    """Return the words of a text, without separators."""
    return [word for word in _BETWEEN.split(text) if word]
