"""Where the pages of old sheets are on new ones, and where each of their boxes is.

A page moves as a whole. It stays while the draw has the same people there, whoever is typed on it; else it follows the
players typed on it to their present seats, else the players drawn for it. Other values of a table stay with the table.
If all who sit at a table move to the same seats of another one, its values go along. If the two players of a table
have exchanged their seats, their values are exchanged, also at another table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from sheetscore.event.identity import folded
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name, side_of
from sheetscore.reading.exchanged_seats import Exchange, exchanges
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.headings import LIST_OF_TABLES
from sheetscore.wording import join_words

Place = tuple[int, str]
"""The place of a page: table and seat; the seat is "" for a table's own page, or its line on the list of all tables."""

People = frozenset[tuple[str, str]]
"""The players on a page, each with the box: two sets with the same players in other boxes are not equal."""


_ANY = ".."
"""Stands for the line, between block and box, in the name of a box on the list of all tables."""


def placed(key: FieldKey) -> tuple[Place, str]:
    """Return the place of a box, and its name there: a line of the list of all tables is a place of its own."""
    if key.table != LIST_OF_TABLES:
        return (key.table, key.seat), key.field
    block, table, box = key.field.split(".", 2)
    return (int(table), ""), f"{block}{_ANY}{box}"


def box_at(place: Place, name: str) -> FieldKey:
    """Return the box of this name at a place."""
    block, listed, box = name.partition(_ANY)
    return FieldKey(LIST_OF_TABLES, "", f"{block}.{place[0]}.{box}") if listed else FieldKey(*place, name)


def _texts_of(old: ReadEntries) -> dict[FieldKey, str]:
    """Return the texts on old sheets; a name that the draw put there counts as its id, even if it is unknown now.

    Such a name is recognised by the id behind it, or by the record of what the names on the sheets stood for.
    """
    begun = old.begun
    return {
        key: begun.first[key] if begun and key in old.raw and begun.still_shows(key, text) else text
        for key, text in old.texts.items()
    }


class PageMoves:
    """The moves of pages from old sheets to new ones.

    Parameters
    ----------
    old
        The values on the old sheets.
    forms
        The new sheets.
    names
        Names of the players by id.
    drawn_now
        The players on the new sheets, by their boxes; by default the drawn ones.
    """

    def __init__(
        self,
        old: ReadEntries,
        forms: RoundForms,
        names: Mapping[str, str],
        drawn_now: Mapping[FieldKey, str] | None = None,
    ) -> None:
        self.old = old
        self.forms = forms
        self.names = names
        self.texts = _texts_of(old)
        self.of_seats = {form.kind.player for form in forms.page_forms()} - {""}
        """The ids of the boxes with the player of a seat's page."""
        self.of_players = any(form.kind.of_players for form in forms.page_forms())
        """Whether tables' own pages move with the players who meet."""
        self.player_boxes = {placed(key)[1] for key, (_, _, box) in forms.fields.items() if box.type == "player"}
        """The boxes for players, by their names within their places: see :func:`placed`."""
        self.logged = {
            key
            for key, (block, _, box) in forms.fields.items()
            if (log := forms.pages[key.table, key.seat].form.kind.log) and (log.block, log.who) == (block.id, box.id)
        }
        """The boxes of logs that name a player."""
        self.drawn_now = forms.drawn if drawn_now is None else drawn_now
        self.drawn_then = old.drawn(forms) if old.begun else self._as_if_drawn()
        self.places_then, self.places_now = self._places(self.drawn_then), self._places(self.drawn_now)
        self.exchanges = exchanges(forms, self.drawn_now, self.texts, self.drawn_then)
        self.tables_moved = {} if self.of_players else self._tables_moved()
        """The new number of each table whose players all sit on the same seats of another one."""
        self.moved, self.contested = self._moves()

    def _as_if_drawn(self) -> Mapping[FieldKey, str]:
        """Return all players on old sheets as drawn players, for sheets without a record of their first contents."""
        return {key: text for key, text in self.texts.items() if self.is_player(key)}

    @property
    def tables_since(self) -> Mapping[int, int]:
        """The new number of each table that has another one: all of its players, or the two who meet, sit there."""
        if not self.of_players:
            return self.tables_moved
        return {table: to for (table, seat), (to, _) in self.moved.items() if not seat and table != to}

    def is_player(self, key: FieldKey) -> bool:
        """Return whether a box is for a player; the old sheets may have pages that the new ones do not have."""
        if key.seat or key not in self.forms.fields:
            return key.field in self.of_seats
        return self.forms.fields[key][2].type == "player"

    def typed_or_cleared(self) -> Iterator[FieldKey]:
        """Yield the boxes that were changed since the sheets were made, then those cleared."""
        yield from (key for key, text in self.texts.items() if self.drawn_then.get(key) != text)
        yield from (key for key in self.drawn_then if key in self.old.cells and key not in self.texts)

    def people_on(self, texts: Mapping[FieldKey, str], place: Place) -> People:
        """Return the players on a page: the player of the seat, or the players who meet at the table."""
        fields = self.of_seats if place[1] else self.player_boxes if self.of_players else ()
        boxes = ((field, box_at(place, field)) for field in fields)
        return frozenset((field, texts[key]) for field, key in boxes if key in texts)

    def _places(self, texts: Mapping[FieldKey, str]) -> dict[People, Place]:
        """Return the places of the pages that move with their players, by the players."""
        places = dict.fromkeys(placed(key)[0] for key in texts)
        return {people: place for place in places if (people := self.people_on(texts, place))}

    def moves_with_people(self, key: FieldKey) -> bool:
        """Return whether the page of a box moves with its players; the tables of a round have pages of one kind."""
        return bool(key.seat) or self.of_players

    def goes_to(self, place: Place) -> Place | None:
        """Return the new place of a page; None if it has none.

        It has none if its players are drawn on another side, or are not drawn any more; but whoever was typed over the
        drawn player stays on a seat for which nobody is drawn now.
        """
        typed, then, now = (self.people_on(texts, place) for texts in (self.texts, self.drawn_then, self.drawn_now))
        # a player typed on a seat drawn for nobody sits there, unless the draw has another seat for the player by now
        if then == now and (then or self.places_then.get(typed) == self.places_now.get(typed)):
            return place
        for people in (typed, then):
            if people in self.places_now:
                target = self.places_now[people]
                # the pages of another side ask for other things, and the same box may mean another one
                return target if side_of(target[1]) == side_of(place[1]) else None
            if not place[1] and place[0] in self.exchanges:
                return self.exchanges[place[0]].to, ""  # two who have exchanged their seats keep their page
        # who was typed on a seat, and has no seat now, stays where the draw has nobody
        return place if not now and typed != then else None

    def _moves(self) -> tuple[dict[Place, Place], dict[Place, list[Place]]]:
        """Return the new place of each changed page; and the places that several pages would go to."""
        wanted: dict[Place, list[Place]] = defaultdict(list)
        changed = (placed(key)[0] for key in self.typed_or_cleared() if self.moves_with_people(key))
        for place in dict.fromkeys(changed):
            target = self.goes_to(place)
            if target:
                wanted[target].append(place)
        contested = {target: places for target, places in wanted.items() if len(places) > 1}
        return {places[0]: target for target, places in wanted.items() if target not in contested}, contested

    def _tables_moved(self) -> dict[int, int]:
        then, now = map(self.players_at, (self.drawn_then, self.drawn_now))
        tables_now = {frozenset(seated.items()): table for table, seated in now.items()}
        moved = {table: tables_now.get(frozenset(seated.items()), table) for table, seated in then.items()}
        moved = {table: to for table, to in moved.items() if to != table}
        # a table whose own values stay cannot take those of another
        while taken := {table for table, to in moved.items() if to in then and to not in moved}:
            moved = {table: to for table, to in moved.items() if table not in taken}
        return moved

    def players_at(self, texts: Mapping[FieldKey, str]) -> Mapping[int, Mapping[tuple[str, str], str]]:
        """Return for each table its players by seat and box."""
        seated: dict[int, dict[tuple[str, str], str]] = defaultdict(dict)
        for key, player in texts.items():
            if self.is_player(key) and key.table != LIST_OF_TABLES:
                seated[key.table][key.seat, key.field] = player
        return seated

    def target(self, key: FieldKey) -> FieldKey | None:
        """Return the box on the new sheets for a value; None if there is none."""
        target = self.place_for(key)
        if target is None or target not in self.forms.fields:
            return None
        return None if self.names_seat(key) and self._seat_named(key, target) is None else target

    def place_for(self, key: FieldKey) -> FieldKey | None:
        """Return the box for a value that moves with its page, or with the players of its line; None without any.

        The new sheets may lack the box.
        """
        exchange = self.turned_by(key)
        if exchange and key in self.old.raw and exchange.names_seat(key):
            return None  # nobody can tell whom it names
        turned = exchange.box(key) if exchange else None
        if self.moves_with_people(key):
            place = self.moved.get(placed(key)[0])
            if place is None or (exchange and not turned and not key.seat):
                return self._cleared_seat(key)
            return box_at(place, placed(turned or key)[1])
        if key.table in self.tables_moved:
            return key._replace(table=self.tables_moved[key.table])
        if exchange and exchange.is_about(key):
            return turned
        return key if key in self.forms.fields and self._of_same_players(key) else self._cleared_seat(key)

    def _cleared_seat(self, key: FieldKey) -> FieldKey | None:
        """Return the present box of the player drawn for a box that somebody cleared; None for any other box."""
        if key in self.texts or not self.is_player(key):
            return None
        now = (box for box, who in self.drawn_now.items() if self.is_player(box) and who == self.drawn_then.get(key))
        return next(now, None)

    def turned_by(self, key: FieldKey) -> Exchange | None:
        """Return the exchange of seats that concerns a box; None if its page goes elsewhere, or stays with its seat."""
        exchange = self.exchanges.get(self.forms.public[key].table) if key in self.forms.fields else None
        if exchange and self.moves_with_people(key):
            place, _ = placed(key)
            goes, stays = self.moved.get(place), key.seat and self.moved.get(place) == place
            return exchange if goes and goes[0] == exchange.to and not stays else None
        return exchange

    def names_seat(self, key: FieldKey) -> bool:
        """Return whether a box names a seat of its table, such as the pilot who was hit, if seats have pages."""
        if not self.of_seats or key not in self.forms.fields or key not in self.old.entries:
            return False
        choices = self.forms.fields[key][2].choices
        return key in self.logged or bool(choices and choices.seats)

    def _seat_named(self, key: FieldKey, target: FieldKey) -> str | None:
        """Return the present seat of the player whom a line names by seat; None if that player left its table."""
        place = key.table, self.seat_typed(key)
        if not self.people_on(self.drawn_then, place) and not self.people_on(self.texts, place):
            return self.texts[key]  # an aircraft that nobody flies is the same at every table
        # a seat whose page goes nowhere keeps its name: it has a new player, or nobody
        table, seat = self.goes_to(place) or place
        if table != target.table:
            return None
        return self.texts[key] if (table, seat) == place else seat

    def seat_typed(self, key: FieldKey) -> str:
        """Return the seat that a line names, be it by what its page is called: ``Red fighters``, ``Red fighters 1``."""
        text = folded(self.texts[key])
        called = (
            seat
            for (table, seat), page in self.forms.pages.items()
            if table == key.table and text in {folded(page.called), folded(f"{page.called} {seat.rpartition('.')[2]}")}
        )
        return next(called, self.texts[key])

    def renamed(self, key: FieldKey, target: FieldKey) -> Value:
        """Return a value as the new sheets have it."""
        value, exchange = self.old.entries[key], self.turned_by(key)
        if self.names_seat(key):
            return self._seat_named(key, target) or value
        return exchange.value(key, value) if exchange else value

    def _of_same_players(self, key: FieldKey) -> bool:
        """Return whether the players now drawn for the line of a box are those drawn before, or typed on old sheets."""
        sheets = self.drawn_then, self.texts, self.drawn_now
        then, typed, now = ([texts.get(box) for box in self.players_on(key)] for texts in sheets)
        return now in (then, typed)

    def is_logged(self, key: FieldKey) -> bool:
        """Return whether a box is of a table's log, whose lines name their players."""
        log = self.forms.pages[key.table, key.seat].form.kind.log
        return log is not None and log.block == self.forms.fields[key][0].id

    def players_on(self, key: FieldKey) -> list[FieldKey]:
        """Return the boxes of the players on the line of a box; none if the box belongs to the table."""
        block, row, asked = self.forms.fields[key]
        if asked.stays:
            return []
        return [key._replace(field=block.field_id(row, box)) for box in block.fields if box.type == "player"]

    def seated(self, texts: Mapping[FieldKey, str], place: Place) -> str:
        """Return the player on a page: the first if there are several, "" if there is nobody."""
        return next((text for _, text in sorted(self.people_on(texts, place))), "")

    def sitting(self, texts: Mapping[FieldKey, str]) -> dict[Place, str]:
        """Return who sits where by these texts, as scripts name seats: pilots, and the two who meet at a table."""
        own = {key: text for key, text in texts.items() if self.is_player(key)}
        drawn = self.drawn_then.keys() | self.drawn_now.keys()
        at_table = own.keys() & drawn if self.of_players else ()
        return {self.forms.called(key)[:2]: text for key, text in own.items() if key.seat or key in at_table}

    def who(self, place: Place) -> str:
        """Name the people on a page, in brackets."""
        players = [text for _, text in sorted(self.people_on(self.texts, place))]
        return f" ({join_words([display_name(one, self.names) for one in players])})" if players else ""
