"""Players who are named where their ids belong, as in pairs: names become ids before the parts are made.

Ids stay as they are written, known or not: :mod:`sheetscore.event.cross_checks` tells which nobody has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sheetscore.event.called import Called, Meant, phrases, words_of
from sheetscore.event.cells import PLAYER
from sheetscore.event.entry import Entry, Written
from sheetscore.event.identity import folded, suggestion
from sheetscore.event.tables import Column, Table
from sheetscore.findings import Finding, finding

_BETWEEN_PLAYERS = re.compile(r"[,;+/&\n]+|\band\b")
_ID = re.compile(r"[A-Za-z0-9_.-]*[0-9][A-Za-z0-9_.-]*\Z")
"""What looks like an id, and not like a name."""


def ids_for_names(written: Written) -> Written:
    """Give what is written with ids where players are named; whoever cannot be told is a finding at its cell."""
    people = {id_: " ".join(words_of(name)) for id_, name in _people(written.root)}
    reader = _Namer(Called(people))
    root = reader.entry(written.root)
    strays = tuple(map(reader.entry, written.strays))
    return replace(written, root=root, strays=strays, findings=(*written.findings, *reader.findings))


def _people(entry: Entry) -> Iterator[tuple[str, str]]:
    """Go through the players that are written down, those with other mistakes too; who has no id cannot be meant."""
    for one in entry.inner.get(PLAYER, ()):
        if one.values.get("id"):
            yield str(one.values["id"]), str(one.values.get("name", ""))


@dataclass
class _Namer:
    """Goes through entries and puts ids for names, and remembers what could not be told."""

    called: Called
    findings: list[Finding] = field(default_factory=list)

    def entry(self, entry: Entry) -> Entry:
        """Give an entry, and all inside it, with ids for names."""
        if not _refers_to_players(entry.table):
            return entry
        values, told = dict(entry.values), set(entry.told)
        for column in entry.table.columns:
            if column.refers == PLAYER and column.many and column.key in values:
                ids = self._ids(entry, column, values.pop(column.key))
                values |= {} if ids is None else {column.key: ids}
                told |= {column.key} if ids is None else set()
        inner = {key: tuple(map(self.entry, entries)) for key, entries in entry.inner.items()}
        return replace(entry, values=values, inner=inner, told=frozenset(told))

    def _ids(self, entry: Entry, column: Column, value: object) -> object:
        """Give the ids of those who are named; None, and a finding, where that cannot be told."""
        if not isinstance(value, list | tuple) or not all(type(one) in {str, int} for one in value):
            return value
        named = [one for text in value for one in self._named(str(text))]
        wrong = [message for _, message in named if message]
        if wrong:
            cell = entry.cell_of(column.key)
            self.findings.append(finding("event-reference", wrong[0], sheet=entry.sheet, cell=cell))
            return None
        return tuple(id_ for id_, _ in named)

    def _named(self, text: str) -> Iterator[tuple[str, str]]:
        """Go through the players that a text names: the id of each, or what is wrong."""
        parts = list(self._parts(text))
        if not all(meant.ids for _, meant in parts):
            pieces = [piece.strip() for piece in _BETWEEN_PLAYERS.split(text)]
            parts = [part for piece in pieces if piece for part in self._known_or_whole(piece)]
        for words, meant in parts:
            if len(meant.ids) > 1:
                yield "", f'"{words}" {self.called.which(meant)}.'
            elif meant.by_id_alone:
                yield (
                    "",
                    f'Nobody is called "{meant.name}"; {meant.ids[0]} is {self.called.names[meant.ids[0]]}. Put one.',
                )
            elif meant.ids:
                yield (words if folded(words) == folded(meant.ids[0]) else meant.ids[0]), ""
            elif " " not in words:
                yield words, ""
            else:
                yield "", f'No player has the name "{words}".{suggestion(words, self.called.names.values())}'

    def _parts(self, text: str) -> Iterator[tuple[str, Meant]]:
        for words, found in phrases(text, self._meant):
            yield words, next(iter(found), Meant(()))

    def _meant(self, words: str) -> tuple[Meant, ...]:
        meant = self.called.meant(words, apart=True)
        return (meant,) if meant.ids and not meant.by_id_alone else ()  # else a name before it would be lost

    def _known_or_whole(self, piece: str) -> list[tuple[str, Meant]]:
        """Take a piece apart, or leave it whole where its words mean nothing: it may be a name that nobody has."""
        parts = list(self._parts(piece))
        known = all(meant.ids or _ID.match(words) for words, meant in parts)
        return parts if known else [(piece, self.called.meant(piece, apart=True))]


def _refers_to_players(table: Table) -> bool:
    columns = any(column.refers == PLAYER for column in table.columns)
    return columns or any(map(_refers_to_players, table.tables))
