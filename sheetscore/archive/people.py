"""People with several names: a file that a secretary edits, and suggestions for it.

    [[person]]
    name = "Zoë Kean"
    also = ["Zoe Kean", "Z. Kean", "P07@Origins 1991"]

People are identified by their names in results. An id is valid only in its own event, so it is given with the event.
Only names in this file are ever merged.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import tomlkit
from msgspec import Struct
from tomlkit.exceptions import TOMLKitError

from sheetscore.archive.storage import Archive
from sheetscore.problems import WrongUsage

FILE = "people.toml"

_HEAD = """\
# Who is one person under several names. An id counts with its event: "P07@Origins 1991".
"""


class Person(Struct, frozen=True):
    """A person: the name that is shown, and their other names."""

    name: str
    also: tuple[str, ...]


class People(Struct, frozen=True):
    """The people who have several names."""

    persons: tuple[Person, ...]

    @classmethod
    def of(cls, archive: Archive) -> People:
        """Read the file of an archive; without a file nobody has several names.

        Raises
        ------
        WrongUsage
            The file is invalid.
        """
        return cls(tuple(_persons(_document(archive))))

    def aliases(self) -> Mapping[str, Sequence[str]]:
        """Return two columns: each name, and the shown name of its person."""
        pairs = [(name, one.name) for one in self.persons for name in (one.name, *one.also)]
        return {"alias": [alias for alias, _ in pairs], "person": [person for _, person in pairs]}

    def names_of(self, name: str) -> tuple[str, ...]:
        """Return all names of the person with a name."""
        found = next((one for one in self.persons if name in {one.name, *one.also}), Person(name, ()))
        return found.name, *found.also

    def called(self, name: str) -> str:
        """Return the shown name of the person with a name."""
        return self.names_of(name)[0]


def join_persons(archive: Archive, names: Sequence[str]) -> Person:
    """Record that several names are one person; lists show the first name from now on.

    People who already have one of the names become this person, with all their other names.

    Raises
    ------
    WrongUsage
        There are fewer than two names, or the file is invalid.
    """
    if len(set(names)) < 2:
        raise WrongUsage('name at least two: sheetscore archive same "Zoë Kean" "Zoe Kean"', "two-names")
    document = _document(archive)
    had = _persons(document)
    joined = [one for one in had if not {one.name, *one.also}.isdisjoint(names)]
    every = dict.fromkeys((*names, *(name for one in joined for name in (one.name, *one.also))))
    person = Person(names[0], tuple(name for name in every if name != names[0]))
    entries: Any = document.setdefault("person", tomlkit.aot())
    for at in reversed(range(len(entries))):
        if str(entries[at]["name"]) in {one.name for one in joined}:
            del entries[at]
    entry = tomlkit.table()
    entry["name"], entry["also"] = person.name, list(person.also)
    entries.append(entry)
    archive.write_text(FILE, tomlkit.dumps(document))
    return person


def perhaps_same(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return groups of names that differ only by accents, case, blanks or punctuation."""
    alike: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names)):
        alike[_skeleton(name) or name].append(name)
    return [tuple(found) for found in alike.values() if len(found) > 1]


_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters that Unicode does not decompose, with the letters typed instead on keyboards without them."""


def _skeleton(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name).casefold().translate(_PLAIN)
    return "".join(letter for letter in letters if letter.isalnum() and not unicodedata.combining(letter))


def _document(archive: Archive) -> tomlkit.TOMLDocument:
    text = archive.read_text(FILE)
    try:
        return tomlkit.parse(_HEAD if text is None else text)
    except TOMLKitError as error:
        raise WrongUsage(
            f"{FILE} of the archive cannot be read: {error}. Mend it, or delete it", "bad-people"
        ) from error


def _persons(document: tomlkit.TOMLDocument) -> list[Person]:
    """Return the people of the file.

    Raises
    ------
    WrongUsage
        The file is no list of persons, or has a name twice.
    """
    found: list[Person] = []
    entries = document.get("person", [])
    for entry in entries if isinstance(entries, list) else [entries]:
        name, also = (entry.get("name"), entry.get("also", [])) if isinstance(entry, dict) else (None, [])
        if not isinstance(name, str) or not isinstance(also, list) or not all(isinstance(one, str) for one in also):
            raise WrongUsage(f'{FILE} of the archive: each [[person]] has a name = "…" and also = ["…"]', "bad-people")
        found.append(Person(str(name), tuple(map(str, also))))
    names = [name for one in found for name in (one.name, *one.also)]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise WrongUsage(
            f"{FILE} of the archive: {', '.join(twice)} would be two persons; leave it with one", "bad-people"
        )
    return found
