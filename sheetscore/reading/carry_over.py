"""Values typed on old sheets, carried over to new ones.

A page moves as a whole. It stays while the draw has the same people there, whoever is typed on it; else it follows the
players typed on it to their present seats, else the players drawn for it. Other values of a table stay with the table.
A cleared box stays cleared. If the two players of a table have exchanged their seats, their values are exchanged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from sheetscore.event.folder import stage_command
from sheetscore.event.identity import folded
from sheetscore.findings import Around, Finding, finding
from sheetscore.forms.block import Choices
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms, going_on
from sheetscore.pairing.draw import display_name, side_of
from sheetscore.reading.exchanged_seats import Exchange, exchanges
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.listed_otherwise import listed_otherwise
from sheetscore.reading.merge import box_name
from sheetscore.reading.seats_in_texts import seats_in_texts
from sheetscore.reading.words_handed_on import words_handed_on
from sheetscore.sheets.headings import LIST_OF_TABLES, table_sheet
from sheetscore.sheets.hidden_sheets import as_texts
from sheetscore.wording import as_typed, first_clauses, join_words, pluralize
from sheetscore.workbooks.typed import Raw

Place = tuple[int, str]
"""The place of a page: table and seat; the seat is "" for a table's own page, or its line on the list of all tables."""

People = frozenset[tuple[str, str]]
"""The players on a page, each with the box: the same players in other boxes are not equal."""


OF_OTHERS = "players-moved"
"""The finding about a table that keeps what was typed while others sit there."""

_CHANGES = 3
"""How many changed prefilled boxes of a page are named; the others are counted."""

# Why something has no place on new sheets, and what to do.
_NO_BOX = "they have no such box. Write it elsewhere, or clear it"
_NO_LINE = "{} has no such line there. Give that page more lines, too (sheetscore {}), write it elsewhere, or clear it"
_SEAT_GONE = "who had seat {} is at another table now. Clear it, or undo the change in the draw"
_WHOM = "nobody can tell whom it names, and two have exchanged their seats. Correct it first"
_WHOSE = "two have exchanged their seats, and nothing says whose it is. Clear it here, and type it on the new sheets"
_LINE_OF_OTHERS = "its line is of others now. Clear it here, or undo the change in the draw"
_CONTESTED = "its page and another would be one"
_NO_SEAT = "whose page it is has no seat there now. Clear it, or give a seat in the draw"
_APART = "{}. Clear it here and type it where it belongs, or undo the change in the draw"
_OTHER_SIDE = (
    "who is on this page is drawn at table {}, {} now, and pages of that side ask for other things. Clear it here and "
    "type it there, or undo the change in the draw"
)


_ANY = ".."
"""Stands between the block and the box of a line of the list of all tables."""


def _placed(key: FieldKey) -> tuple[Place, str]:
    """Return the place of a box, and its name there: a line of the list of all tables is a place of its own."""
    if key.table != LIST_OF_TABLES:
        return (key.table, key.seat), key.field
    block, table, box = key.field.split(".", 2)
    return (int(table), ""), f"{block}{_ANY}{box}"


def _box_at(place: Place, name: str) -> FieldKey:
    """Return the box of this name at a place."""
    block, listed, box = name.partition(_ANY)
    return FieldKey(LIST_OF_TABLES, "", f"{block}.{place[0]}.{box}") if listed else FieldKey(*place, name)


class CarriedOver(Struct, frozen=True):
    """The new sheets: values, unreadable contents; findings about values lost or of another meaning, and remarks."""

    entries: dict[FieldKey, Value]
    raw: dict[FieldKey, Raw]
    findings: tuple[Finding, ...]
    remarks: tuple[Finding, ...] = ()


def carry_over(old: ReadEntries, fresh: Entries, forms: RoundForms, names: Mapping[str, str]) -> CarriedOver:
    """Carry typed values over to new sheets, unreadable ones included.

    Parameters
    ----------
    old
        What is on the old sheets.
    fresh
        What the new sheets begin with: the drawn pilots.
    forms
        The new sheets.
    names
        Names of the players by id.
    """
    return _Move(old, fresh, forms, names).made()


def _not_as_typed(old: ReadEntries) -> dict[FieldKey, str]:
    """Return the texts on old sheets; what the draw put there, and the event has no more, as not typed.

    Players are shown with their ids; what other names stood for the sheets say themselves.
    """
    begun = old.begun
    return {
        key: begun.texts[key] if begun and key in old.raw and begun.still_shows(key, text) else text
        for key, text in old.texts.items()
    }


class _Move:
    """One move from old sheets to new ones."""

    def __init__(self, old: ReadEntries, fresh: Entries, forms: RoundForms, names: Mapping[str, str]) -> None:
        self.old = old
        self.fresh = fresh
        self.forms = forms
        self.names = names
        self.texts = _not_as_typed(old)
        self.of_seats = {form.kind.player for form in forms.page_forms()} - {""}
        self.of_players = any(form.kind.of_players for form in forms.page_forms())
        self.player_boxes = {_placed(key)[1] for key, (_, _, box) in forms.fields.items() if box.type == "player"}
        self.logged = {
            key
            for key, (block, _, box) in forms.fields.items()
            if (log := forms.pages[key.table, key.seat].form.kind.log) and (log.block, log.who) == (block.id, box.id)
        }
        self.drawn_now = as_texts(fresh, {})
        self.drawn_then = old.begun.texts if old.begun else self._as_if_drawn()
        self.then, self.now = self._places(self.drawn_then), self._places(self.drawn_now)
        self.exchanges = exchanges(forms, self.drawn_now, self.drawn_then, self.texts)
        self.moved, self.contested = self._moves()

    def made(self) -> CarriedOver:
        """Return the new sheets."""
        entries, raw, lost = dict(self.fresh), dict[FieldKey, Raw](), list(self._for_one_place())
        turned: dict[int, list[FieldKey]] = defaultdict(list)
        placed: list[FieldKey] = []
        as_they_were: dict[FieldKey, bool] = {}
        came_from: dict[FieldKey, FieldKey] = {}
        for key in self._changed():
            target = self._target(key)
            if target is None and key not in self.texts:
                continue  # cleared on a page that no longer exists
            if target is None:
                lost.append(self._not_placed(key))
                continue
            entries.pop(target, None)
            placed.append(target)
            if key in self.old.raw:
                raw[target] = self.old.raw[key]
            elif key in self.old.entries:
                entries[target] = self._renamed(key, target)
                came_from |= {target: key} if target != key else {}
                if entries[target] == self.old.entries[key]:
                    as_they_were[target] = self._names_seat(key)
            if (exchange := self._turned_by(key)) and (key.seat or exchange.box(key)):
                turned[exchange.table].append(key)
        typed = {key: entries[key] for key in placed if key in entries}
        lost += words_handed_on(self.forms, self.old.lists, typed)
        handed_over, of_others = self._tables_of_others(), [*self._now_of_others()]
        lost += (one for one in of_others if one.fields[0][0] in handed_over)
        remarks = (
            *self._exchanged(turned, entries),
            *seats_in_texts(self.forms, entries, as_they_were, self._left(), self.names),
            *self._begun_otherwise(placed),
            *listed_otherwise(self.forms, entries, came_from),
            *(one for one in of_others if one.fields[0][0] not in handed_over),
            *self._on_no_list({**entries, **raw}),
        )
        return CarriedOver(entries, raw, tuple(lost), remarks)

    def _as_if_drawn(self) -> Mapping[FieldKey, str]:
        """Return all players on old sheets as if they had been drawn: the sheets do not say what they began with."""
        return {key: text for key, text in self.texts.items() if self._is_player(key)}

    def _is_player(self, key: FieldKey) -> bool:
        """Return whether a box is for a player; the old sheets may have pages that the new ones do not have."""
        if key.seat or key not in self.forms.fields:
            return key.field in self.of_seats
        return self.forms.fields[key][2].type == "player"

    def _changed(self) -> Iterator[FieldKey]:
        """Yield the boxes that were changed since the sheets were made, then those cleared."""
        yield from (key for key, text in self.texts.items() if self.drawn_then.get(key) != text)
        yield from (key for key in self.drawn_then if key in self.old.cells and key not in self.texts)

    def _on(self, texts: Mapping[FieldKey, str], place: Place) -> People:
        """Return the players on a page: the one of the seat, or those who meet at a table."""
        fields = self.of_seats if place[1] else self.player_boxes if self.of_players else ()
        boxes = ((field, _box_at(place, field)) for field in fields)
        return frozenset((field, texts[key]) for field, key in boxes if key in texts)

    def _places(self, texts: Mapping[FieldKey, str]) -> dict[People, Place]:
        """Return the places of the pages that move with their players, by these."""
        places = dict.fromkeys(_placed(key)[0] for key in texts)
        return {people: place for place in places if (people := self._on(texts, place))}

    def _moves_with_people(self, key: FieldKey) -> bool:
        """Return whether the page of a box moves with its players; the tables of a round have pages of one kind."""
        return bool(key.seat) or self.of_players

    def _goes(self, place: Place) -> Place | None:
        """Return the new place of a page; None if its players are no longer drawn, and others have its place."""
        typed, then, now = (self._on(texts, place) for texts in (self.texts, self.drawn_then, self.drawn_now))
        # a player typed on a seat drawn for nobody sits there, unless the draw has another seat for the player by now
        if then == now and (then or self.then.get(typed) == self.now.get(typed)):
            return place
        for people in (typed, then):
            if people in self.now:
                target = self.now[people]
                # the pages of another side ask for other things, and the same box may mean another one
                return target if side_of(target[1]) == side_of(place[1]) else None
            if not place[1] and place[0] in self.exchanges:
                return place  # two who have exchanged their seats keep their page
        return place if not now and typed != then else None

    def _moves(self) -> tuple[dict[Place, Place], dict[Place, list[Place]]]:
        """Return the new place of each changed page; and the places that several pages would go to."""
        wanted: dict[Place, list[Place]] = defaultdict(list)
        changed = (_placed(key)[0] for key in self._changed() if self._moves_with_people(key))
        for place in dict.fromkeys(changed):
            target = self._goes(place)
            if target:
                wanted[target].append(place)
        contested = {target: places for target, places in wanted.items() if len(places) > 1}
        return {places[0]: target for target, places in wanted.items() if target not in contested}, contested

    def _target(self, key: FieldKey) -> FieldKey | None:
        """Return the box on the new sheets for a value; None if there is none."""
        target = self._place_for(key)
        if target is None or target not in self.forms.fields:
            return None
        return None if self._names_seat(key) and self._seat_named(key, target) is None else target

    def _place_for(self, key: FieldKey) -> FieldKey | None:
        """Return the box for a value that moves with its page, or with the players of its line."""
        exchange = self._turned_by(key)
        if exchange and key in self.old.raw and exchange.names_seat(key):
            return None  # nobody can tell whom it names
        turned = exchange.box(key) if exchange else None
        if self._moves_with_people(key):
            place = self.moved.get(_placed(key)[0])
            if place is None or (exchange and not turned and not key.seat):
                return None
            return _box_at(place, _placed(turned or key)[1])
        if exchange and exchange.is_about(key):
            return turned
        return key if key in self.forms.fields and self._of_same_players(key) else None

    def _turned_by(self, key: FieldKey) -> Exchange | None:
        """Return the exchange of seats that concerns a box; None if its page goes elsewhere, or stays with its seat."""
        exchange = self.exchanges.get(self.forms.public[key].table) if key in self.forms.fields else None
        if exchange and self._moves_with_people(key):
            place, _ = _placed(key)
            goes, stays = self.moved.get(place), key.seat and self.moved.get(place) == place
            return exchange if goes and goes[0] == place[0] and not stays else None
        return exchange

    def _names_seat(self, key: FieldKey) -> bool:
        """Return whether a box names a seat of its table, such as whose aircraft was hit, where pages are of seats."""
        if not self.of_seats or key not in self.forms.fields or key not in self.old.entries:
            return False
        choices = self.forms.fields[key][2].choices
        return key in self.logged or bool(choices and choices.seats)

    def _seat_named(self, key: FieldKey, target: FieldKey) -> str | None:
        """Return the present seat of the player whom a line names by seat; None if that player left its table."""
        place = key.table, self.texts[key]
        if not self._on(self.drawn_then, place) and not self._on(self.texts, place):
            return place[1]  # an aircraft that nobody flies is the same at every table
        # a seat whose page goes nowhere keeps its name: it has a new pilot, or nobody
        table, seat = self._goes(place) or place
        return seat if table == target.table else None

    def _renamed(self, key: FieldKey, target: FieldKey) -> Value:
        """Return a value as the new sheets have it."""
        value, exchange = self.old.entries[key], self._turned_by(key)
        if self._names_seat(key):
            return self._seat_named(key, target) or value
        return exchange.value(key, value) if exchange else value

    def _of_same_players(self, key: FieldKey) -> bool:
        """Return whether a line of a table's own page still has the players drawn for it, or typed; or none at all."""
        sheets = self.drawn_then, self.texts, self.drawn_now
        then, typed, now = ([texts.get(box) for box in self._players_on(key)] for texts in sheets)
        return now in (then, typed)

    def _is_logged(self, key: FieldKey) -> bool:
        """Return whether a box is of a table's log, whose lines name their players."""
        log = self.forms.pages[key.table, key.seat].form.kind.log
        return log is not None and log.block == self.forms.fields[key][0].id

    def _players_on(self, key: FieldKey) -> list[FieldKey]:
        """Return the boxes of the players on the line of a box; none if the box belongs to the table."""
        block, row, asked = self.forms.fields[key]
        if asked.stays:
            return []
        return [key._replace(field=block.field_id(row, box)) for box in block.fields if box.type == "player"]

    def _exchanged(self, turned: Mapping[int, list[FieldKey]], entries: dict[FieldKey, Value]) -> Iterator[Finding]:
        """Fill in blank boxes that would name another seat after an exchange; report the exchanged values."""
        for table, keys in turned.items():
            exchange = self.exchanges[table]
            written = {
                key: value for key, value in exchange.written_out(self.texts) if self._turned_by(key) is exchange
            }
            entries |= written
            yield exchange.message(self.drawn_now, self.names, len(keys), written)

    def _left(self) -> dict[int, dict[str, tuple[str, str]]]:
        """Return the seats that players have left, by table, each with the former and the present player."""
        left: dict[int, dict[str, tuple[str, str]]] = defaultdict(dict)
        for exchange in self.exchanges.values():
            here, there = (self.drawn_now[key] for key in exchange.players)
            for key, was, now in zip(exchange.players, (there, here), (here, there), strict=True):
                left[exchange.table][self.forms.public[key].seat] = was, now
        for place in self.then.values():
            gone = self._on(self.drawn_then, place) != self._on(self.drawn_now, place)
            if place[1] and place[0] not in self.exchanges and gone and self._goes(place) != place:
                left[place[0]][place[1]] = self._seated(self.drawn_then, place), self._seated(self.drawn_now, place)
        return left

    def _seated(self, texts: Mapping[FieldKey, str], place: Place) -> str:
        return next((text for _, text in sorted(self._on(texts, place))), "")

    def _begun_otherwise(self, placed: Collection[FieldKey]) -> Iterator[Finding]:
        """Find pages whose prefilled boxes differ in their new place, or in the old one: another aircraft."""
        for old, new in self.moved.items():
            changes = []
            known = new in self.forms.pages and (old != new or self.old.begun)
            for name in self.forms.pages[new].form.fields if known else ():
                key, before = FieldKey(*new, name), FieldKey(*old, name)
                was, now = as_typed(self.drawn_then.get(before, "blank")), as_typed(self.drawn_now.get(key, "blank"))
                if was != now and key not in placed and not self._is_player(key):
                    changes.append(f"{self.forms.public[key].field} was {was} and is {now}")
            if changes:
                who = display_name(self._seated(self.drawn_now, new), self.names)
                came = f"came along with {who} from {old[1] if old[0] == new[0] else f'table {old[0]}, {old[1]}'}"
                message = (
                    f"table {new[0]}, {new[1] or 'table sheet'}: what was typed {came if old != new else 'stays'}, and "
                    f"the page begins with something else: {first_clauses(changes, _CHANGES)}. Read it again, and "
                    "correct what does not fit"
                )
                yield finding("page-otherwise", message, sheet=table_sheet(new[0]))

    def _now_of_others(self) -> Iterator[Finding]:
        """Find tables whose values stay although the draw has other players there: a chart belongs to its board."""
        kept = (key for key in self._changed() if not self._moves_with_people(key) and key in self.forms.fields)
        stay = {
            key.table
            for key in kept
            if not self._players_on(key)
            and not self._is_logged(key)
            and not ((exchange := self._turned_by(key)) and exchange.box(key))
        }
        then, since = (self._flights(texts) for texts in (self.drawn_then, self.drawn_now))
        for key in {**self.drawn_then, **self.drawn_now}:
            was, now, flight = self.drawn_then.get(key), self.drawn_now.get(key), (key.table, side_of(key.seat))
            concerned = not key.seat or (self._is_player(key) and {was, now} & (then[flight] ^ since[flight]))
            if concerned and key.table in stay and was != now:
                who, other = (display_name(one, self.names) if one else "nobody" for one in (now, was))
                table, seat, _ = self.forms.called(key)
                around = Around(f"table {table}, ", "; what was typed at the table stays where it is")
                message = f"{around.before}{seat or 'table sheet'}: it is {who} now and was {other}{around.after}"
                yield finding(OF_OTHERS, message, sheet=table_sheet(table), fields=(key,), around=around)

    def _tables_of_others(self) -> set[int]:
        """Return the tables of whose drawn players none is there any more: what stays there would be others' alone."""
        then, now = (self._at_tables(texts) for texts in (self.drawn_then, self.drawn_now))
        return {table for table in {*then} & {*now} if not then[table] & now[table]}

    def _at_tables(self, texts: Mapping[FieldKey, str]) -> Mapping[int, set[str]]:
        found: dict[int, set[str]] = defaultdict(set)
        for key, player in texts.items():
            if self._is_player(key):
                found[key.table].add(player)
        return found

    def _flights(self, texts: Mapping[FieldKey, str]) -> Mapping[tuple[int, str], set[str | None]]:
        """Return the players of each side of a table: values typed for all of them belong to the side."""
        found: dict[tuple[int, str], set[str | None]] = defaultdict(set)
        for key, player in texts.items():
            if key.seat and self._is_player(key):
                found[key.table, side_of(key.seat)].add(player)
        return found

    def _on_no_list(self, texts: Mapping[FieldKey, Raw]) -> Iterator[Finding]:
        """Find names on none of the new lists: a name that the event has changed would count as something else.

        A name in an open list, for targets of opportunity, was perhaps never listed; sheets of this version tell.
        A name missing on a closed list cannot be read; the reader reports it unless it was on the list once.
        A person besides the players, such as a judge from outside, is no player under another name.
        """
        places: dict[str, list[FieldKey]] = defaultdict(list)
        for key, value in texts.items():
            box = self.forms.fields[key][2]
            called = box.choices if box.type == "choice" else None  # odds are no names
            if called and isinstance(value, str) and self._was_listed(value, called, is_open=box.open):
                places[value].append(key)
        for name, keys in places.items():
            first = box_name(self.forms.public[keys[0]])
            message = (
                f"“{name}” was typed at {pluralize(len(keys), 'place')}, first at {first}, and is on no list of the "
                "new sheets. If the event calls it otherwise now, choose the new name there: it counts as something "
                "else until then"
            )
            yield finding("off-list", message, sheet=table_sheet(keys[0].table), fields=tuple(keys))

    def _was_listed(self, name: str, choices: Choices, *, is_open: bool) -> bool:
        """Return whether a name was on the list and no longer is; if old sheets do not say, assume it of open lists."""
        plain, begun = choices.unmarked(name), self.old.begun
        if choices.meant(name) or choices.meant(plain) or (is_open and choices.values):
            return False
        if begun is None or (is_open and not begun.offered):
            return is_open
        before = begun.offered if is_open else [shown for of, shown, _ in begun.recorded if of == choices.id]
        return folded(plain) in map(folded, before)

    def _for_one_place(self) -> Iterator[Finding]:
        """Find pages that would all go to one place."""
        for (table, seat), places in self.contested.items():
            pages = join_words(
                [f"table {old}, {page or 'table sheet'}{self._who((old, page))}" for old, page in places]
            )
            message = (
                f"{pages}: by the draw as it is now all of these would be table {table}, {seat or 'table sheet'}. Say "
                "in the draw, or on the old sheets, who played where"
            )
            yield finding("not-placed", message, sheet=table_sheet(places[0][0]))

    def _who(self, place: Place) -> str:
        """Name the people on a page, in brackets."""
        players = [text for _, text in sorted(self._on(self.texts, place))]
        return f" ({join_words([display_name(one, self.names) for one in players])})" if players else ""

    def _not_placed(self, key: FieldKey) -> Finding:
        who = self._who(_placed(key)[0])
        table, seat, field = self.forms.called(key)
        if key.table == LIST_OF_TABLES:  # each line of a list is a table
            seat, field = "its line", ", ".join(filter(None, (seat, field)))
        sheet, cell = self.old.cells.get(key, ("", ""))
        why = f"no place on the new sheets: {self._why(key)}"
        around = Around(f"table {table}, {seat or 'table sheet'}{who}: ", f" has {why}", f" have {why}")
        message = f"{around.before}{field} = {self.texts[key]}{around.after}"
        return finding("not-placed", message, sheet=sheet, cell=cell, fields=(key,), around=around)

    def _why(self, key: FieldKey) -> str:
        """Say why a value has no place, and what to do about it."""
        target = self._place_for(key)
        if target is not None and target in self.forms.fields:
            return _SEAT_GONE.format(self.texts[key])
        if target is not None or (key not in self.forms.fields and not self._moves_with_people(key)):
            return self._no_box(target or key)
        exchange = self._turned_by(key)
        if exchange:
            return _WHOM if key in self.old.raw and exchange.names_seat(key) else _WHOSE
        if not self._moves_with_people(key):
            return _LINE_OF_OTHERS
        place, _ = _placed(key)
        if any(place in places for places in self.contested.values()):
            return _CONTESTED
        goes = self._drawn_at(place)
        return self._apart(place) if goes is None else _OTHER_SIDE.format(*goes)

    def _no_box(self, target: FieldKey) -> str:
        """Say what to do about a box that new sheets lack: its page may have fewer continuations there."""
        page = self.forms.pages.get((target.table, target.seat))
        if page is None or not any(target.field.startswith(f"{block.id}.") for block in going_on(page.form)):
            return _NO_BOX
        seat = target.seat or '"table sheet"'
        command = f"{stage_command('sheets', self.forms.round)} --more {target.table} {seat}"
        return _NO_LINE.format(seat, command)

    def _apart(self, place: Place) -> str:
        """Say where the former players of a page that nobody is drawn for sit now."""
        seats = {text: self.forms.public[key] for key, text in self.drawn_now.items() if self._is_player(key)}
        people = [text for _, text in sorted(self._on(self.drawn_then, place) or self._on(self.texts, place))]
        if place[1] or not seats.keys() & {*people}:
            return _NO_SEAT
        each = [
            f"{display_name(one, self.names)} {f'is at table {at.table}, seat {at.seat} now' if at else 'has no seat'}"
            for one, at in ((one, seats.get(one)) for one in people)
        ]
        return _APART.format(join_words(each))

    def _drawn_at(self, place: Place) -> Place | None:
        """Return the present place of the players on a page, or of its former ones."""
        on = (self._on(texts, place) for texts in (self.texts, self.drawn_then))
        return next((self.now[people] for people in on if people in self.now), None)
