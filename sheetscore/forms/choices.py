"""Lists that boxes offer: what is shown, what is recorded, and which choice a text means."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.identity import PlayerNames, folded
from sheetscore.expressions import ValueKind

Sitting = Mapping[str, tuple[str, ...]]
"""The accepted names of the players at a table, by seat: the id, the name, the name with the id."""


class Choices(Struct, frozen=True, dict=True):
    """A list that a field offers."""

    id: str
    """The list's name in the templates."""
    names: tuple[str, ...]
    """The texts of the list."""
    values: tuple[str, ...] = ()
    """The recorded value of each choice, by default its name (players are recorded by id)."""
    attributes: Mapping[str, tuple[int | str, ...]] = field(default_factory=dict)
    """The attributes of each choice, in the order of the names."""
    kinds: Mapping[str, ValueKind] = field(default_factory=dict)
    """Whether an attribute is a text or a number."""
    others: int = 0
    """The number of extra choices at the end, which a blank never means."""
    seats: bool = False
    """Whether the choices are seats of the table, so that their players may be named instead."""
    also: tuple[tuple[str, int], ...] = ()
    """Other names of choices, each with the position of its choice; at a table also those of the seated players."""
    passing: tuple[str, ...] = ()
    """The attributes that follow from earlier rounds and may change after sheets are made: the sheets show the old
    values, and what is typed on them remains valid.
    """
    names_pass: bool = False
    """Whether the names may change in the same way."""
    no_names: tuple[str, ...] = ()
    """Words that are not accepted as names beyond the list."""
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    """Names from other lists, each with a description."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """By attribute the word, in small letters, that gives a name before it this attribute: ``(white)``. Blanks in it
    make no difference, here or in formulas.
    """
    printed: Mapping[str, str] = field(default_factory=dict)
    """Names that were recorded as another value when the sheets being read were made, each with that value."""
    renamed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of players when the sheets being read were made, folded, each with the ids that have another name since."""

    @cached_property
    def content(self) -> Hashable:
        """Everything that a workbook shows of it; lists equal in this are written once."""
        return self.id, self.names, tuple(self.attributes.items())

    @property
    def as_of_now(self) -> tuple[object, ...]:
        """The parts of it that may change after sheets are made; none for most lists."""
        names = [self.names] if self.names_pass else []
        return (*names, *((name, self.attributes[name]) for name in self.passing))

    @property
    def lasting(self) -> dict[str, tuple[int | str, ...]]:
        """The attributes that never change after sheets are made."""
        return {name: values for name, values in self.attributes.items() if name not in self.passing}

    @cached_property
    def recorded(self) -> tuple[str, ...]:
        """The recorded values, one for each name."""
        return self.values or self.names

    @cached_property
    def _positions(self) -> dict[str, int]:
        positions = {folded(name): index for index, name in enumerate(self.names)}
        return positions | {folded(value): index for index, value in enumerate(self.recorded)}

    @property
    def only(self) -> str | None:
        """The recorded value of the only choice, extra ones aside: a blank field means it."""
        return self.recorded[0] if len(self.names) - self.others == 1 else None

    def position(self, text: str) -> int | None:
        """Find a name or a recorded value, whatever its case and spacing."""
        return self._positions.get(folded(text))

    @cached_property
    def called(self) -> PlayerNames:
        """The players of the list, for looking them up by id, by name, or by both."""
        shown = zip(self.recorded, self.names, strict=True)
        return PlayerNames({id_: name.removesuffix(f" ({id_})") for id_, name in shown})

    def meant(self, text: str, fold: Callable[[str], str] = folded) -> tuple[int, ...]:
        """Return the positions of all choices that a text may mean.

        A text exactly as the list shows it, or showed it on the sheets being read, means that choice. A player who sits
        at the table takes precedence over a seat with a similar name; the id of a player that is also the number of
        another seat may mean both.

        Parameters
        ----------
        fold
            Maps texts that count as the same to the same text.
        """
        wanted = fold(text)
        as_printed = {value for name, value in self.printed.items() if fold(name) == wanted} & {*self.recorded}
        if as_printed:
            return tuple(map(self.recorded.index, as_printed))
        if text in self.names:
            exact = {self.names.index(text)} | {position for called, position in self.also if called == text}
            return tuple(sorted(exact))
        found = {position for called, position in self.also if fold(called) == wanted}
        if not found or text in self.recorded:
            found |= {at for at, listed in enumerate(self.names) if fold(listed) == wanted}
            found |= {at for at, value in enumerate(self.recorded) if fold(value) == wanted}
        if not found and (mark := self.mark_of(text)):
            return tuple(at for at in self.meant(self.unmarked(text), fold) if self.attributes[mark][at])
        return tuple(sorted(found))

    def mark_of(self, text: str) -> str | None:
        """Return the attribute that a mark at the end of a name means, such as ``(white)``; None without a mark."""
        return next((of for of, ending in self._endings.items() if ending.search(text)), None)

    def unmarked(self, text: str) -> str:
        """Return a name without the mark at its end."""
        mark = self.mark_of(text)
        return self._endings[mark].sub("", text).strip() if mark else text

    @cached_property
    def _endings(self) -> dict[str, re.Pattern[str]]:
        """A pattern for marks at the end of names, in any case and spacing: ``(White)``, ``( white )``."""
        return {of: _ending(mark) for of, mark in self.marks.items()}

    def at_table(self, sitting: Sitting) -> Choices:
        """Return the list for a table, where seats may be named by their players, too."""
        if not self.seats:
            return self
        also = ((called, at) for at, seat in enumerate(self.recorded) for called in sitting.get(seat, ()))
        return replace(self, also=(*self.also, *also))

    def shown(self, value: str) -> str:
        """Return the name that the list shows for a recorded value; other texts unchanged."""
        position = self.position(value)
        return value if position is None else self.names[position]

    def attribute(self, name: str, attribute: str) -> int | str:
        """Return an attribute of a choice: 1 if its mark ends the name; 0 or "" for a name that is not on the list."""
        position = self.position(name)
        if attribute == self.mark_of(name):
            return 1
        if position is None:
            return "" if self.kinds[attribute] is ValueKind.TEXT else 0
        return self.attributes[attribute][position]


def choices_called(list_id: str, called: Mapping[str, str], others: Sequence[str] = (), *, seats: bool) -> Choices:
    """Return a list that shows names and records ids; entries with equal names are shown by id.

    Parameters
    ----------
    called
        The names by id.
    others
        Further names of entries without an id.
    seats
        Whether they are seats of a table.
    """
    times = Counter(map(folded, (*called.values(), *others)))
    names = (name if times[folded(name)] == 1 else id_ for id_, name in called.items())
    return Choices(list_id, (*names, *others), (*called, *others), seats=seats)


def _ending(mark: str) -> re.Pattern[str]:
    """Return a pattern for a mark at the end of a name, with blanks anywhere in it."""
    return re.compile(r"\s*".join(map(re.escape, mark)) + r"\s*\Z", re.IGNORECASE)
