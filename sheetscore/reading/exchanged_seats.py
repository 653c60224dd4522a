"""Two players who exchanged their seats: the values typed for each move to the boxes of the other seat.

The forms say which boxes belong to a seat, and which name one: ``mirror`` of a block. If pages move with the two who
meet, they may have exchanged their seats and have another table at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.findings import Finding, finding
from sheetscore.forms.block import BlankSeat
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name
from sheetscore.sheets.headings import table_sheet
from sheetscore.wording import join_words, pluralize

_NUMBERS: Mapping[Value, int] = {1: 2, 2: 1}
"""The numbers that stand for the first and the second player in boxes, each with that of the other."""


def exchanges(
    forms: RoundForms, now: Mapping[FieldKey, str], *before: Mapping[FieldKey, str]
) -> Mapping[int, Exchange]:
    """Return the exchanges of seats by former table, if the forms assign boxes to seats.

    Parameters
    ----------
    now
        The drawn players, by their boxes.
    before
        The players typed on the sheets, then the players drawn before. For each table the first of these counts whose
        two players are drawn for one table now. If either has the table's present two in their order, nothing was
        exchanged.
    """
    tables = [*_of_two(forms)]
    have_pages = any(form.kind.of_players for form in forms.page_forms())
    seated = {pair: one for one in tables if None not in (pair := one.seated(now))}
    found: dict[int, Exchange] = {}
    for one in tables:
        pairs = [one.seated(texts) for texts in before]
        if one.seated(now) in pairs:
            continue
        both = next((pair for pair in pairs if {pair, pair[::-1]} & seated.keys()), (None, None))
        exchanged = seated.get(both[::-1])
        if exchanged and both not in seated and (have_pages or exchanged is one):
            found[one.table] = replace(one, to=exchanged.table, seats=exchanged.players)
    return found


def _of_two(forms: RoundForms) -> Iterator[Exchange]:
    """Yield the possible exchange at every table of two players whose forms assign boxes to seats."""
    tables: dict[int, list[FieldKey]] = defaultdict(list)
    for key, public in forms.public.items():
        tables[public.table].append(key)
    for table, boxes in tables.items():
        players = [key for key in boxes if forms.fields[key][2].type == "player" and forms.public[key].seat]
        two = len(players) == len({forms.public[key].seat for key in players}) == len(_NUMBERS)
        if two and any(forms.fields[key][0].mirror for key in boxes):
            both = players[0], players[1]
            yield Exchange(forms, table, both, tuple(boxes), table, both)


class Exchange(Struct, frozen=True):
    """The exchange of seats between the two players of a table."""

    forms: RoundForms
    table: int
    players: tuple[FieldKey, FieldKey]
    """The boxes with the names of the two."""
    boxes: tuple[FieldKey, ...]
    """All boxes of the table."""
    to: int
    """The table at which the two are now."""
    seats: tuple[FieldKey, FieldKey]
    """The boxes with their names there."""

    def seated(self, texts: Mapping[FieldKey, str]) -> tuple[str | None, str | None]:
        """Return the two players at the table by these texts."""
        one, two = self.players
        return texts.get(one), texts.get(two)

    @property
    def _other(self) -> Mapping[Value, str]:
        """The seat of the other player, by the name of each seat."""
        one, two = (self.forms.public[key].seat for key in self.players)
        return {one: two, two: one}

    def is_about(self, key: FieldKey) -> bool:
        """Return whether the forms assign the block of a box to a seat."""
        return self.forms.fields[key][0].mirror is not None

    def box(self, key: FieldKey) -> FieldKey | None:
        """Return the box that a value of the table moves to; None where the forms assign its box to no seat."""
        block, row, box = self.forms.fields[key]
        public = self.forms.public[key]
        if not block.mirror:
            return None
        if public.seat != key.seat:  # a line or a column that belongs to a seat
            other = self._other.get(public.seat)
            return self._there(public._replace(seat=other)) if other else None
        image = next((one for one in block.fields if one.name == block.mirror.images.get(box.name)), None)
        return self._there(self.forms.public[key._replace(field=block.field_id(row, image))]) if image else None

    def _there(self, public: FieldKey) -> FieldKey:
        """Return a box at the present table of the two; the forms of that table may lack it."""
        there = public._replace(table=self.to)
        return self.forms.by_public.get(there, there)

    def names_seat(self, key: FieldKey) -> bool:
        """Return whether a box names one of the two seats."""
        block, _, box = self.forms.fields[key]
        return block.mirror is not None and box.name in block.mirror.seats

    def value(self, key: FieldKey, value: Value) -> Value:
        """Return the value of a box after the exchange."""
        if not self.names_seat(key):
            return value
        return self._other.get(value, value) if isinstance(value, str) else _NUMBERS.get(value, value)

    def written_out(self, typed: Mapping[FieldKey, str]) -> Iterator[tuple[FieldKey, Value]]:
        """Yield the boxes that name a seat by being blank, each with the value to write into it.

        Parameters
        ----------
        typed
            The values on the sheets: a blank box that none of them depends on stays blank.
        """
        for key in self.boxes:
            block, _, box = self.forms.fields[key]
            for blank in block.mirror.blanks if block.mirror else ():
                if box.name == blank.box and key not in typed and self._rests_on(key, blank, typed):
                    yield key, self.value(key, blank.means)

    def _rests_on(self, key: FieldKey, blank: BlankSeat, typed: Mapping[FieldKey, str]) -> bool:
        """Return whether the line of a blank box, or a block of its page that depends on it, has values."""
        own, row, _ = self.forms.fields[key]
        for other in self.boxes:
            block, line, _ = self.forms.fields[other]
            concerned = line is row if block is own else block.name in blank.blocks
            if concerned and other.seat == key.seat and other in typed:
                return True
        return False

    def message(
        self, now: Mapping[FieldKey, str], names: Mapping[str, str], moved: int, written: Mapping[FieldKey, Value]
    ) -> Finding:
        """Report what happened to the typed values.

        Parameters
        ----------
        now
            The drawn players.
        names
            Names of the players by id.
        moved
            The number of moved values.
        written
            The values written into boxes that were blank.
        """
        seats = (f"{display_name(now[key], names)} has seat {self.forms.public[key].seat}" for key in self.seats)
        boxes = (f"{self.forms.public[key].field} was blank and says {value} now" for key, value in written.items())
        came = "" if self.to == self.table else f" from table {self.table}"
        message = (
            f"table {self.to}: {join_words([*seats])} now. What was typed for each went along{came} "
            f"({pluralize(moved, 'box', 'boxes')}), and what named a seat names the other one"
            f"{''.join(f'; {one}' for one in boxes)}"
        )
        return finding("seats-exchanged", message, sheet=table_sheet(self.seats[0].table), fields=self.seats)
