"""Who is who over the years: a file of names that mean one person, which a secretary edits, and suggestions for it.

    [[person]]
    name = "Zoë Kean"
    also = ["Zoe Kean", "Z. Kean", "P07@Origins 1991"]

A person is called by the name under which the results have them; ids are those of one event, and count with it alone.
Nothing is ever merged that the file does not name.
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
    """A person: the name that is shown, and what else they are called."""

    name: str
    also: tuple[str, ...]


class People(Struct, frozen=True):
    """Those who have several names."""

    persons: tuple[Person, ...]

    @classmethod
    def of(cls, archive: Archive) -> People:
        """Read the file of an archive; nobody has several names where there is none.

        Raises
        ------
        WrongUsage
            The file is wrong.
        """
        return cls(tuple(_persons(_document(archive))))

    def aliases(self) -> Mapping[str, Sequence[str]]:
        """Return two columns: what somebody is called, and who it is."""
        pairs = [(name, one.name) for one in self.persons for name in (one.name, *one.also)]
        return {"alias": [alias for alias, _ in pairs], "person": [person for _, person in pairs]}

    def names_of(self, name: str) -> tuple[str, ...]:
        """Return all names of a person, whichever of them is given."""
        found = next((one for one in self.persons if name in {one.name, *one.also}), Person(name, ()))
        return found.name, *found.also

    def called(self, name: str) -> str:
        """Return the person of a name."""
        return self.names_of(name)[0]


def same(archive: Archive, names: Sequence[str]) -> Person:
    """Note that several names are one person, the first of them the one to show.

    Whoever one of the names meant already is the same person from now on.

    Raises
    ------
    WrongUsage
        There are not two names, or the file is wrong.
    """
    if len(set(names)) < len(("name", "other")):
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
    """Return names that differ by accents, capitals, blanks or points alone."""
    alike: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names)):
        alike[_skeleton(name) or name].append(name)
    return [tuple(found) for found in alike.values() if len(found) > 1]


_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters that Unicode does not take apart, as they are typed where a keyboard lacks them."""


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
    """Take the file apart.

    Raises
    ------
    WrongUsage
        It is no list of persons, or a name is in it twice.
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
