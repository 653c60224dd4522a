"""For whom each typed value counts: a person where there is one, else two who meet, else a table.

What a workbook says is read as it stands there; nothing here asks the code that carries values from sheets to sheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, field

from sheetscore.event.model import Event
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.reading.round_workbook import read_old_sheets

WHO_SITS = {"seat.pilot", "player", "red.team", "blue.team"}
"""Boxes that say who sits on a seat; a team in duplicate play."""

PLAYED = "scenario.played"
"""A box whose text is an id, or a title that the event does not know any more: it is enough that it is there."""

CLEARED = "–"
"""What stands for a box in which the draw's player was cleared."""

FOR_TWO = {"aso", "match"}
"""Systems in which a table is a match of two, which goes with them."""

_NUMBER_OF_A_PLAYER = re.compile(
    r"(.*\b(?:rolls|points|turn|losses|scenario\.strike|scenario\.first|judge\.\d+)\.)([12])|(.*\bbid\.)([12])(\..*)"
)
_MEANS_A_PLAYER = re.compile(r".*\b(?:winner|coin|side_a|die)")

NOTHING = "The new sheets have nothing of it"
"""What ``--force`` says of a workbook that is of another event by now."""

STAYS = "stays where"
"""What a command says of all values of a page that others have now."""

Seats = Mapping[tuple[int, str], str]
"""Who sits where."""


class Belonging(NamedTuple):
    """A value's place in what is scored, wherever it stands on paper."""

    owner: str
    what: str


class Owned(NamedTuple):
    """A value, and the number of the act that typed it; no text where it was cleared."""

    text: str | None
    typed: int


class Copy(Struct):
    """A workbook as it is read.

    Parameters
    ----------
    texts
        What stands in each box, by the name that scripts have for it.
    typed
        The boxes that somebody typed into or cleared, each with the number of that act.
    drawn
        Who sits where by the draw that it was made from.
    gone
        What was cleared, or belongs to somebody else since another was typed on its page.
    moved
        The tables whose people all sit on the same seats of another one by now, each with that one.
    """

    texts: dict[FieldKey, str]
    cells: dict[FieldKey, tuple[str, str]]
    drawn: Seats
    is_for_two: bool
    typed: dict[FieldKey, int] = field(default_factory=dict)
    gone: dict[Belonging, Owned] = field(default_factory=dict)
    moved: Mapping[int, int] = field(default_factory=dict)

    def again(self) -> Copy:
        """Give a copy to be typed into."""
        texts, typed, gone = dict(self.texts), dict(self.typed), dict(self.gone)
        return Copy(texts, self.cells, self.drawn, self.is_for_two, typed, gone, self.moved)

    def seats(self) -> dict[tuple[int, str], str]:
        """Say who sits where: whom a person typed, else who was drawn."""
        named = {_seat(key): text for key, text in self.texts.items() if key.field in WHO_SITS}
        return {**self.drawn, **named}

    def belonging(self, key: FieldKey, seats: Seats) -> Belonging:
        """Say whose a box is."""
        if key.field in WHO_SITS:
            return Belonging(seats.get(_seat(key), ""), "sits")
        side, _, what = key.field.partition(".")
        if key.seat and (team := seats.get((key.table, f"{key.seat}.{side}"))):
            return Belonging(team, f"{key.seat} {what}")
        table = f"table {self.moved.get(key.table, key.table)}"
        if key.seat:
            return Belonging(seats.get((key.table, key.seat), f"{table}, {key.seat}"), key.field)
        if not self.is_for_two:
            return Belonging(table, key.field)
        both = sorted(seats.get((key.table, seat), "nobody") for seat in "12")
        return Belonging(" and ".join(both), _of_players(key, seats))

    def owned(self) -> dict[Belonging, Owned]:
        """Give everything that somebody typed or cleared."""
        seats = self.seats()
        found = dict(self.gone)
        for key, act in self.typed.items():
            belongs = self.belonging(key, seats)
            text = self.text(key, seats)
            if belongs not in found or found[belongs].typed <= act:
                found[belongs] = Owned(text, act)
        return found

    def all(self) -> set[tuple[Belonging, str]]:
        """Give everything that stands there, whoever put it there; somebody may sit on two seats."""
        seats = self.seats()
        return {(self.belonging(key, seats), self.text(key, seats) or "") for key in self.filled()}

    def filled(self) -> list[FieldKey]:
        """Give the boxes that say something: to clear who was drawn for a seat says something, too."""
        cleared = [key for key in self.cells if key.field in WHO_SITS and key not in self.texts]
        return [*self.texts, *(key for key in cleared if _seat(key) in self.drawn)]

    def text(self, key: FieldKey, seats: Seats) -> str | None:
        """Give what a box says, with a person for the number or the name of a seat."""
        text = self.texts.get(key)
        if text is None:
            return CLEARED if key.field in WHO_SITS else None
        if key.field in WHO_SITS:
            return "sits"
        if key.field.endswith(PLAYED):
            return PLAYED
        if self.is_for_two:
            return seats.get((key.table, text), text) if _MEANS_A_PLAYER.fullmatch(key.field) else text
        return seats.get((key.table, text), text)


def drawn_by(forms: RoundForms) -> Seats:
    """Say who sits where by the draw."""
    filled = ((forms.public[key], str(value)) for key, value in forms.filled.items())
    return {_seat(key): text for key, text in filled if key.field in WHO_SITS}


def whole_tables(then: Seats, now: Seats) -> dict[int, int]:
    """Give the tables whose people all sit on the same seats of another one by now, each with that one."""
    before, after = _by_table(then), _by_table(now)
    return {
        number: other
        for number, sat in before.items()
        for other, sitting in after.items()
        if other != number and sat == sitting
    }


def _by_table(seats: Seats) -> dict[int, dict[str, str]]:
    tables: dict[int, dict[str, str]] = {}
    for (number, seat), who in seats.items():
        tables.setdefault(number, {})[seat] = who
    return tables


def of_table(owned: Mapping[Belonging, Owned], moved: Mapping[int, int]) -> dict[Belonging, Owned]:
    """Give values with the numbers that their tables have by now."""

    def number(found: re.Match[str]) -> str:
        return f"table {moved.get(int(found[1]), found[1])}"

    return {one._replace(owner=re.sub(r"\Atable (\d+)", number, one.owner)): value for one, value in owned.items()}


def _seat(key: FieldKey) -> tuple[int, str]:
    side, _, what = key.field.partition(".")
    return (key.table, f"{key.seat}.{side}") if what == "team" else (key.table, key.seat)


def _id(text: str) -> str:
    """Give the id of somebody, also of one whom the event does not know any more: ``Pilot 6 (P06)``."""
    return re.sub(r".*\((\w+)\)", r"\1", text)


def _of_players(key: FieldKey, seats: Seats) -> str:
    """Give the name of a box with a player for the number of a player."""
    found = _NUMBER_OF_A_PLAYER.fullmatch(key.field)
    if not found:
        return key.field
    before, number, after = (found[1], found[2], "") if found[2] else (found[3], found[4], found[5])
    return f"{before}{seats.get((key.table, number), number)}{after}"


def read_copy(path: Path, opened: OpenEvent, stage: int, forms: RoundForms) -> Copy:
    """Read a workbook; nothing counts as typed yet."""
    read = read_old_sheets(path, opened.system, opened.round(stage))
    begun = {forms.called(key): text for key, text in (read.begun.first if read.begun else {}).items()}
    drawn = {_seat(key): text for key, text in begun.items() if key.field in WHO_SITS}
    texts = {forms.called(key): text for key, text in read.texts.items()}
    texts |= {key: _id(text) for key, text in texts.items() if key.field in WHO_SITS}
    cells = {forms.called(key): place for key, place in read.cells.items()}
    return Copy(texts, cells, drawn, opened.system.id in FOR_TWO)


def latest(*several: Mapping[Belonging, Owned]) -> dict[Belonging, Owned]:
    """Give what was typed last, out of several workbooks."""
    found: dict[Belonging, Owned] = {}
    for owned in several:
        for belongs, one in owned.items():
            if belongs not in found or found[belongs].typed < one.typed:
                found[belongs] = one
    return found


def is_named(belongs: Belonging, one: Owned, boxes: Iterable[FieldKey], event: Event, said: str) -> bool:
    """Tell whether a line of a command's messages names a value: whose or where it is, and which one."""
    if NOTHING in said or re.search(r"\b\d+ more\b", said):
        return True
    places = list(boxes)
    fields = {belongs.what, *(key.field for key in places)}
    called = set(_called(belongs.owner, event))
    texts = [one.text] if one.text and len(one.text) > 1 else []
    for line in said.splitlines():
        if STAYS in line and any(_is_table(line, key) for key in places):
            return True
        where = any(_mentions(line, who) for who in called) or any(_is_page(line, key) for key in places)
        if where and any(_mentions(line, what) for what in (*fields, *texts)):
            return True
    return False


def _is_page(line: str, key: FieldKey) -> bool:
    return _is_table(line, key) and key.seat in line


def _is_table(line: str, key: FieldKey) -> bool:
    return re.search(rf"(?i)\b(?:table|board) {key.table}\b", line) is not None


def _called(owner: str, event: Event) -> Iterator[str]:
    names: Mapping[str, Any] = event.names
    for one in owner.split(" and "):
        yield one
        if one in names:
            yield str(names[one])


def _mentions(said: str, who: str) -> bool:
    return re.search(rf"\b{re.escape(who)}\b", said) is not None
