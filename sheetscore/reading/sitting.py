"""Who plays where by the sheets: players at two places, left without opponents, or elsewhere than they were drawn.

A player may be named on a page of their own (a pilot's, an aircraft's), and in a box of the table's page (the two of a
match, the powers of a board). A seat may have both boxes, so each is compared only with boxes of its own kind.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import Entries, FieldKey, entries_by_page
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name
from sheetscore.reading.page_moves import placed
from sheetscore.sheets.headings import LIST_OF_TABLES
from sheetscore.systems.context import RoundContext
from sheetscore.systems.system import E, System
from sheetscore.wording import join_words

_TWO = 2
"""The players of a table at which :func:`_other_way_round` looks for an exchange of places."""

_TURNED_ABOUT = 3
"""The fewest players of a table in each other's places who are reported: two may simply have changed sides."""


class PlayerBox(Struct, frozen=True):
    """A box for a player."""

    box: FieldKey
    """The key of the box in the forms."""
    public: FieldKey
    """The key of the box for scripts, which has the seat."""
    player: str | None
    """The id of the player in the box; None for nobody."""
    did: str
    """A verb for playing there, for findings: ``flew``."""

    @property
    def where(self) -> str:
        """The place in words."""
        return f"table {self.public.table}, {self.public.seat}"


def check_sitting(system: System[E], round_: RoundContext[E]) -> list[Finding]:
    """Find players at several places of a round, alone at a table, or elsewhere than they were drawn.

    Returns
    -------
    Findings without cells. Their ``fields`` begin with the box to look at first.
    """
    habits, one_round = system.habits, round_.stage != WHOLE_EVENT  # on sheets of a whole event lines are rounds
    own, shared = list(on_own_pages(round_.forms, round_.entries)), list(on_table_pages(round_.forms, round_.entries))
    return [
        *(_twice(system, round_, own) if habits.twice_on_sheets else ()),
        *(_twice(system, round_, shared) if habits.twice_on_sheets else ()),
        *(_alone(round_, shared) if habits.alone_on_sheets and one_round else ()),
        *_turned_about(round_, shared),
        *_other_way_round(round_, shared),
        *(_not_as_drawn(round_, [*own, *shared]) if habits.drawn_on_sheets else ()),
    ]


def on_own_pages(forms: RoundForms, entries: Entries) -> Iterator[PlayerBox]:
    """Yield the boxes for players on pages of one player each."""
    by_page = entries_by_page(entries)
    for (table, seat), page in forms.pages.items():
        kind = page.form.kind
        if kind.player:
            yield PlayerBox(
                FieldKey(table, seat, kind.player),
                FieldKey(table, seat, kind.player),
                kind.sitting(by_page[table, seat]),
                kind.did,
            )


def on_table_pages(forms: RoundForms, entries: Entries) -> Iterator[PlayerBox]:
    """Yield the boxes for players on tables' pages, if the draw fills them in: other boxes do not say who plays."""
    drawn = {(block.id, box.id) for block, _, box in map(forms.fields.__getitem__, forms.filled)}
    for key, (block, _, box) in forms.fields.items():
        kind = forms.pages[key.table, key.seat].form.kind
        if box.type == "player" and (block.id, box.id) in drawn and not kind.player:
            player = entries.get(key)
            yield PlayerBox(key, forms.public[key], None if player is None else str(player), kind.did)


def counts_for(key: FieldKey, texts: Mapping[FieldKey, str], player: FieldKey, forms: RoundForms) -> bool:
    """Return whether a value counts for whoever is in the box of a player.

    These are the values of the player's page or line, those of the seat elsewhere at the table, and what names the
    seat, such as the pilot who was hit.
    """
    choices = forms.fields[key][2].choices
    names = player.seat and choices and choices.seats and (key.table, texts.get(key)) == (player.table, player.seat)
    return bool(names) or placed(key)[0] == placed(player)[0] or forms.public[key][:2] == forms.public[player][:2]


def _twice(system: System[E], round_: RoundContext[E], places: Iterable[PlayerBox]) -> Iterator[Finding]:
    """Find players at several places, if the game does not allow that."""
    by_player: dict[str, list[PlayerBox]] = defaultdict(list)
    for place in places:
        if place.player is not None:
            by_player[place.player].append(place)
    for player, found in by_player.items():
        if len(found) > 1 and not system.rare.may_play(round_, [place.public for place in found]):
            did = " or ".join(dict.fromkeys(place.did for place in found))
            message = f"{display_name(player, round_.event.names)} sits {_where(found)}; enter who really {did} each"
            yield finding("seat-twice", message, fields=tuple(place.box for place in reversed(found)))


def _turned_about(round_: RoundContext[E], places: Iterable[PlayerBox]) -> Iterator[Finding]:
    """Find tables whose players have each other's places: somebody may have sorted their column without the rest."""
    by_table: dict[int, list[PlayerBox]] = defaultdict(list)
    for place in places:
        if place.player != round_.forms.filled.get(place.box) and place.box.table != LIST_OF_TABLES:
            by_table[place.public.table].append(place)
    for table, found in by_table.items():
        drawn = {str(round_.forms.filled.get(place.box)) for place in found}
        if len(found) >= _TURNED_ABOUT and {place.player for place in found} == drawn:
            names = round_.event.names
            who = "; ".join(f"{one.public.seat} {display_name(str(one.player), names)}" for one in found)
            message = (
                f"table {table}: {len(found)} players have other places than they were drawn for ({who}), as if their "
                "column had been sorted without the rest. Put them back, unless they played so"
            )
            boxes = tuple(place.box for place in found)
            yield finding("lines-sorted", message, severity=Severity.WARNING, fields=boxes)


def _other_way_round(round_: RoundContext[E], places: Iterable[PlayerBox]) -> Iterator[Finding]:
    """Note the two players of a table who have exchanged their places."""
    drawn, called, names = round_.forms.filled, round_.event.seats(round_.stage), round_.event.names
    for table, found in _by_table(places).items():
        players = [str(place.player) for place in found if place.player is not None]
        if len(found) == len(set(players)) == _TWO and [drawn.get(one.box) for one in found] == players[::-1]:
            seats = [called.get(one.public.seat, one.public.seat) for one in found]
            who = [f"{display_name(player, names)} as {seat}" for player, seat in zip(players, seats, strict=True)]
            message = (
                f"table {table}: {join_words(who)}, the other way round than they were drawn. What names "
                f"{' or '.join(seats)} goes by the sheets"
            )
            yield finding("not-as-drawn", message, fields=tuple(place.box for place in found))


def _not_as_drawn(round_: RoundContext[E], places: Sequence[PlayerBox]) -> Iterator[Finding]:
    """Note who was drawn and plays nowhere, since others have the seats, and who plays instead of having a bye."""
    seats = {place.public[:2]: place for place in places if place.player is not None}
    playing = {str(place.player): place for place in seats.values()}
    drawn, unseated = round_.draw, round_.event.unseated
    gone = {who: seats[table, seat] for table, seat, who in drawn.places() if (table, seat) in seats}
    gone = {who: place for who, place in gone.items() if who not in playing}
    byes = {who: playing[who] for who in drawn.byes if who in playing} if unseated.told_apart else {}
    for whom, told in (
        (gone, "drawn, and nowhere on the sheets: the round does not count for them"),
        (byes, f"on a line “{unseated.bye}” of the draw, and on the sheets: that line counts no more"),
    ):
        if whom:
            who = join_words([display_name(one, round_.event.names) for one in whom])
            boxes = tuple(place.box for place in whom.values())
            yield finding("not-as-drawn", f"{who}: {told}", fields=boxes, rests_on=tuple(place.box for place in places))


def _by_table(places: Iterable[PlayerBox]) -> dict[int, list[PlayerBox]]:
    by_table: dict[int, list[PlayerBox]] = defaultdict(list)
    for place in places:
        by_table[place.public.table].append(place)
    return by_table


def _where(places: Sequence[PlayerBox]) -> str:
    """Return several places in words: ``on seats 1 and 2 of table 3``, ``at table 1, 2 and table 3, 1``."""
    if len({place.public.table for place in places}) == 1:
        return f"on seats {join_words([place.public.seat for place in places])} of table {places[0].public.table}"
    return f"at {' and '.join(place.where for place in places)}"


def _alone(round_: RoundContext[E], places: Iterable[PlayerBox]) -> Iterator[Finding]:
    """Find tables for several players with only one left, who had nobody to play with."""
    unseated = round_.event.unseated
    for table, found in _by_table(places).items():
        left = [place.player for place in found if place.player is not None]
        if len(found) > 1 and len(left) == 1:
            off = f"move the player to a line “{unseated.bye}” of" if unseated.told_apart else "take the player off"
            message = (
                f"table {table}: {display_name(left[0], round_.event.names)} is alone there, without anybody to play "
                f"with. Choose who played, too; if nobody did, {off} the draw and make the sheets again"
            )
            empty = (place.box for place in found if place.player is None)
            yield finding("name-missing", message, fields=tuple(empty))
