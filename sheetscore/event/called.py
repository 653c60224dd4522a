"""Who is meant by what people write for somebody: an id, a name, both, or several of them in one text.

One understanding serves score sheets, draws, lines of CSV and the pairs of an event. Where a name and an id
beside it belong to two people, both are given and nobody is chosen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from sheetscore.event.identity import ID_LENGTH, NAME_LENGTH, folded

_LONGEST = NAME_LENGTH + ID_LENGTH + 10
"""Longer texts are no name with an id."""

MOST_WORDS = 12
"""No name has more words."""

_BETWEEN = re.compile(r"(?:[\s,;+&/]|\band\b)+")
_MARKS = " ,;:/–-"
"""What may stand between a name and an id."""

_BRACKETS = "()[]"

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Meant:
    """Who may be meant by a text: nobody, one, or several, of whom one has to be chosen.

    Parameters
    ----------
    ids
        Those who may be meant.
    id, name
        What was written where a name stands beside an id; ``name`` may be nobody's.
    """

    ids: tuple[str, ...]
    id: str = ""
    name: str = ""

    @property
    def by_id_alone(self) -> bool:
        """Whether one is meant, by an id beside a name that is not that player's."""
        return len(self.ids) == 1 and bool(self.name)


class Called:
    """Those who may be named, by their ids."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self._ids = {folded(id_): id_ for id_ in names}
        self._called: dict[str, list[str]] = defaultdict(list)
        for id_, name in names.items():
            for called in {folded(name), folded(self.label(id_))}:
                self._called[called].append(id_)

    def label(self, id_: str) -> str:
        """Name somebody with the id: ``Ann Bell (P07)``."""
        return f"{self.names[id_]} ({id_})"

    def meant(self, text: str, *, apart: bool = False) -> Meant:
        """Say who is meant by an id, a name, or a name and an id in either order.

        Parameters
        ----------
        apart
            An id belongs to the name beside it only in brackets: without them it is another player's.
        """
        alone = self._alone(text)
        for name, id_, bracketed in _parts(text) if len(text) <= _LONGEST else ():
            if folded(id_) in self._ids and (bracketed or not (alone or apart)):
                beside = self._agreeing(self._ids[folded(id_)], name, bracketed=bracketed)
                if beside is not None and beside.ids != alone:
                    return replace(beside, ids=tuple(dict.fromkeys((*alone, *beside.ids))))
        return Meant(alone)

    def which(self, meant: Meant) -> str:
        """Say of a text who may be meant by it, and what to enter: fits behind what was written."""
        if meant.name:
            others = " and ".join(self.label(id_) for id_ in meant.ids if folded(id_) != folded(meant.id))
            named = self.names[self._ids[folded(meant.id)]]
            return f"names two: {meant.id} is {named}, and “{meant.name}” is {others}; enter one of them"
        return f"is the name of {' and '.join(meant.ids)}; enter the id"

    def _alone(self, text: str) -> tuple[str, ...]:
        """Give the one whose id a text is as a whole, which scripts rely on, or those whose name it is."""
        whole = folded(text)
        return (self._ids[whole],) if whole in self._ids else tuple(self._called.get(whole, ()))

    def _agreeing(self, id_: str, name: str, *, bracketed: bool) -> Meant | None:
        own, others = self.names[id_], self._called.get(folded(name), [])
        if folded(own) == folded(name):
            return Meant((id_,))
        if others:
            return Meant((id_, *others), id_, name)
        return Meant((id_,), id_, name) if bracketed else None


def _parts(text: str) -> Iterator[tuple[str, str, bool]]:
    """Take the last, then the first word of a text for an id beside a name; say whether it stands in brackets."""
    words = text.replace("(", " (").replace(")", ") ").split()
    for id_, name in ((words[-1], words[:-1]), (words[0], words[1:])) if words else ():
        rest = " ".join(name).strip(_MARKS)
        if rest:
            yield rest, id_.strip(_BRACKETS + _MARKS), id_.strip(_MARKS)[0:1] in {"(", "["}


def phrases(text: str, meant: Callable[[str], Collection[Thing]]) -> Iterator[tuple[str, Collection[Thing]]]:
    """Part a text into what it names: from left to right the longest run of words that means something.

    Parameters
    ----------
    text
        Names parted by blanks, commas, ``and`` and the like; a name may have several words.
    meant
        Gives what words mean, parted by single blanks; nothing where they mean nothing.

    Yields
    ------
    tuple[str, Collection]
        The words, and what they mean; a single word that means nothing comes with nothing.
    """
    words = words_of(text)
    while words:
        sizes = range(min(len(words), MOST_WORDS), 0, -1)
        found = ((size, meant(" ".join(words[:size]))) for size in sizes)
        size, means = next(((size, means) for size, means in found if means), (1, ()))
        yield " ".join(words[:size]), means
        words = words[size:]


def words_of(text: str) -> list[str]:
    """Give the words of a text; what only parts them is left out."""
    return [word for word in _BETWEEN.split(text) if word]
