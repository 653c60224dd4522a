"""Values on old sheets that have no place on new sheets: why, and what to do."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.event.folder import stage_command
from sheetscore.findings import Around, Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import continuable_blocks
from sheetscore.pairing.draw import display_name
from sheetscore.reading.page_moves import PageMoves, Place, placed
from sheetscore.sheets.headings import LIST_OF_TABLES, table_sheet
from sheetscore.wording import join_words

# Why something has no place on new sheets, and what to do.
_NO_BOX = "they have no such box. Write it elsewhere, or clear it"
_NO_LINE = "{} has no such line there. Give that page more lines, too (sheetscore {}), write it elsewhere, or clear it"
_SEAT_GONE = "who had seat {} is at another table now. Clear it, or undo the change in the draw"
_WHOM = "nobody can tell whom it names, and two have exchanged their seats. Correct it first"
_WHOSE = "two have exchanged their seats, and nothing says whose it is. Clear it here, and type it on the new sheets"
_LINE_OF_OTHERS = "its line is of others now. Clear it here, or undo the change in the draw"
_CONTESTED = "its page and another would be one"
_NO_SEAT = "whose page it is has no seat there now. Clear it, or give a seat in the draw"
_APART = "{}. Clear it here and type it where it belongs on the new sheets, or undo the change in the draw"
_OTHER_SIDE = (
    "{} is drawn at table {}, {} now, and pages of that side ask for other things. Clear it here and type it there on "
    "the new sheets, or undo the change in the draw"
)


def for_one_place(moves: PageMoves) -> Iterator[Finding]:
    """Find several pages that would have to go to one place."""
    for (table, seat), places in moves.contested.items():
        pages = join_words([f"table {old}, {page or 'table sheet'}{moves.who((old, page))}" for old, page in places])
        message = (
            f"{pages}: by the draw as it is now all of these would be table {table}, {seat or 'table sheet'}. Say "
            "in the draw, or on the old sheets, who played where"
        )
        yield finding("not-placed", message, sheet=table_sheet(places[0][0]))


def not_placed(moves: PageMoves, key: FieldKey) -> Finding:
    """Report a value that has no place."""
    who = moves.who(placed(key)[0])
    table, seat, field = moves.forms.called(key)
    if key.table == LIST_OF_TABLES:  # each line of a list is a table
        seat, field = "its line", ", ".join(filter(None, (seat, field)))
    sheet, cell = moves.old.cells.get(key, ("", ""))
    why = f"no place on the new sheets: {_why(moves, key)}"
    around = Around(f"table {table}, {seat or 'table sheet'}{who}: ", f" has {why}", f" have {why}")
    message = f"{around.before}{field} = {moves.texts[key]}{around.after}"
    return finding("not-placed", message, sheet=sheet, cell=cell, fields=(key,), around=around)


def _why(moves: PageMoves, key: FieldKey) -> str:
    """Return the reason why a value has no place on the new sheets, with advice."""
    target = moves.place_for(key)
    if target is not None and target in moves.forms.fields:  # the value names a seat whose player left the table
        return _SEAT_GONE.format(moves.texts[key])
    if target is not None or (key not in moves.forms.fields and not moves.moves_with_people(key)):
        return _no_box(moves, target or key)
    exchange = moves.turned_by(key)
    if exchange:
        return _WHOM if key in moves.old.raw and exchange.names_seat(key) else _WHOSE
    if not moves.moves_with_people(key):
        return _LINE_OF_OTHERS
    place, _ = placed(key)
    if any(place in places for places in moves.contested.values()):
        return _CONTESTED
    return _on_other_side(moves, place) or _apart(moves, place)


def _no_box(moves: PageMoves, target: FieldKey) -> str:
    """Return advice about a box that the new sheets lack: their page may have fewer continuations."""
    page = moves.forms.pages.get((target.table, target.seat))
    if page is None or not any(target.field.startswith(f"{block.id}.") for block in continuable_blocks(page.form)):
        return _NO_BOX
    seat = target.seat or f'"{page.form.name}"'
    command = f"{stage_command('sheets', moves.forms.round)} --more {target.table} {seat}"
    return _NO_LINE.format(seat, command)


def _apart(moves: PageMoves, place: Place) -> str:
    """Return why the new sheets have no page for the players of an old one: they have no seat, or no longer meet."""
    seats = {text: moves.forms.public[key] for key, text in moves.drawn_now.items() if moves.is_player(key)}
    people = [
        text for _, text in sorted(moves.people_on(moves.drawn_then, place) or moves.people_on(moves.texts, place))
    ]
    if place[1] or not seats.keys() & {*people}:
        return _NO_SEAT
    each = [
        f"{display_name(one, moves.names)} {f'is at table {at.table}, seat {at.seat} now' if at else 'has no seat'}"
        for one, at in ((one, seats.get(one)) for one in people)
    ]
    return _APART.format(join_words(each))


def _on_other_side(moves: PageMoves, place: Place) -> str:
    """Return words about the present place of the players on a page, or of its former ones; "" if they have none."""
    for who, texts in (("who is on this page", moves.texts), ("who was drawn for this page", moves.drawn_then)):
        if goes := moves.places_now.get(moves.people_on(texts, place)):
            return _OTHER_SIDE.format(who, *goes)
    return ""
