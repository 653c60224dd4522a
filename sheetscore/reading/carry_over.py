"""Values typed on old sheets, carried over to new ones, with findings about values lost or of another meaning.

:mod:`sheetscore.reading.page_moves` says where each value goes. A cleared box stays cleared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from sheetscore.event.identity import folded
from sheetscore.findings import Around, Finding, Severity, finding
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name, side_of
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.listed_otherwise import listed_otherwise
from sheetscore.reading.merge import box_name
from sheetscore.reading.not_placed import for_one_place, not_placed
from sheetscore.reading.page_moves import PageMoves
from sheetscore.reading.seats_in_texts import seats_followed, seats_in_texts
from sheetscore.reading.words_handed_on import words_handed_on
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.hidden_sheets import as_texts
from sheetscore.wording import as_typed, first_clauses, pluralize
from sheetscore.workbooks.typed import Raw

OF_OTHERS = "players-moved"
"""The code of the finding about a table that keeps its typed values while another player sits there."""

_CHANGES = 3
"""The most changed prefilled boxes of a page that a message names; it counts the others."""


class CarriedOver(Struct, frozen=True):
    """The contents of the new sheets."""

    entries: dict[FieldKey, Value]
    """The values of the boxes."""
    raw: dict[FieldKey, Raw]
    """The contents of boxes that cannot be read, as they were typed."""
    findings: tuple[Finding, ...]
    """Values that are lost, or would count for somebody or something else: they stop the command."""
    remarks: tuple[Finding, ...] = ()
    """Everything else that the director should know."""
    goes: Mapping[FieldKey, FieldKey] = {}
    """The present boxes of the values, and of cleared ones, by their boxes on the old sheets."""
    followed: Entries = {}
    """The former texts of boxes that name another seat now, that of the same player; by their present boxes."""


def carry_over(old: ReadEntries, forms: RoundForms, names: Mapping[str, str]) -> CarriedOver:
    """Carry typed values over to new sheets, unreadable ones included.

    Parameters
    ----------
    old
        The values on the old sheets.
    forms
        The new sheets.
    names
        Names of the players by id.
    """
    return _CarryOver(PageMoves(old, forms, names)).made()


def _side_at_table(key: FieldKey) -> tuple[int, str]:
    """Return the table and the side of a box."""
    return key.table, side_of(key.seat)


class _CarryOver:
    """Moves the typed values to the new sheets, and reports what the director should know."""

    def __init__(self, moves: PageMoves) -> None:
        self.moves, self.old, self.forms = moves, moves.old, moves.forms
        self.drawn_then, self.drawn_now = moves.drawn_then, moves.drawn_now

    def made(self) -> CarriedOver:
        """Return the contents of the new sheets."""
        entries, raw, lost = dict(self.forms.filled), dict[FieldKey, Raw](), list(for_one_place(self.moves))
        turned: dict[int, list[FieldKey]] = defaultdict(list)
        goes: dict[FieldKey, FieldKey] = {}
        placed = goes.values()
        came_from: dict[FieldKey, FieldKey] = {}
        for key in self.moves.typed_or_cleared():
            target = self.moves.target(key)
            if key not in self.moves.texts and (target is None or target in placed):
                continue  # cleared, and the page no longer exists or the box has got another value
            if target is None:
                lost.append(not_placed(self.moves, key))
                continue
            entries.pop(target, None)
            goes[key] = target
            if key in self.old.raw:
                raw[target] = self.old.raw[key]
            elif key in self.old.entries:
                entries[target] = self.moves.renamed(key, target)
                came_from[target] = key
            if (exchange := self.moves.turned_by(key)) and (key.seat or exchange.box(key)):
                turned[exchange.table].append(key)
        typed = {key: entries[key] for key in placed if key in entries}
        lost += words_handed_on(self.forms, self.old.lists, typed)
        texts = as_texts(entries, raw)
        for_others, with_nobody = self._now_of_others(texts)
        lost += for_others
        followed = {
            key: was
            for key, old in came_from.items()
            if self.moves.names_seat(old) and (was := self.old.entries[old]) != entries[key]
        }
        remarks = (
            *self._exchanged(turned, entries),
            *seats_followed(self.forms, followed, entries),
            *seats_in_texts(self.moves, texts, came_from),
            *self._begun_otherwise(placed),
            *listed_otherwise(self.forms, entries, came_from),
            *with_nobody,
            *self._logs_of_others(came_from, texts),
            *self._on_no_list({**entries, **raw}),
        )
        return CarriedOver(entries, raw, tuple(lost), remarks, goes, followed)

    def _exchanged(self, turned: Mapping[int, list[FieldKey]], entries: dict[FieldKey, Value]) -> Iterator[Finding]:
        """Fill in blank boxes that would name another seat after an exchange; report the exchanged values."""
        for table, keys in turned.items():
            exchange = self.moves.exchanges[table]
            written = {
                target: value
                for key, value in exchange.written_out(self.moves.texts)
                if self.moves.turned_by(key) is exchange and (target := self.moves.place_for(key))
            }
            entries |= written
            yield exchange.message(self.drawn_now, self.moves.names, len(keys), written)

    def _begun_otherwise(self, placed: Collection[FieldKey]) -> Iterator[Finding]:
        """Find pages whose prefilled boxes have changed, in place or by the page's move: another aircraft, say."""
        for old, new in self.moves.moved.items():
            changes = []
            known = new in self.forms.pages and (old != new or self.old.begun)
            for name in self.forms.pages[new].form.fields if known else ():
                key, before = FieldKey(*new, name), FieldKey(*old, name)
                was, now = (
                    as_typed(self.drawn_then.get(before, "blank")),
                    as_typed(self.drawn_now.get(key, "blank")),
                )
                if was != now and key not in placed and not self.moves.is_player(key):
                    changes.append(f"{self.forms.public[key].field} was {was} and is {now}")
            if changes:
                who = display_name(self.moves.seated(self.drawn_now, new), self.moves.names)
                came = f"came along with {who} from {old[1] if old[0] == new[0] else f'table {old[0]}, {old[1]}'}"
                message = (
                    f"table {new[0]}, {new[1] or 'table sheet'}: what was typed {came if old != new else 'stays'}, and "
                    f"the page begins with something else: {first_clauses(changes, _CHANGES)}. Read it again, and "
                    "correct what does not fit"
                )
                yield finding("page-otherwise", message, sheet=table_sheet(new[0]))

    def _now_of_others(self, texts: Mapping[FieldKey, str]) -> tuple[list[Finding], list[Finding]]:
        """Find seats that have another player now, at tables whose values stay, such as the chart of a board.

        Parameters
        ----------
        texts
            The contents of the new sheets.

        Returns
        -------
        Findings about seats that went from one player to another, for whom the typed values would count; and findings
        about seats that nobody had, or nobody has now, whose values the others of the side share.
        """
        kept = (
            key
            for key in self.moves.typed_or_cleared()
            if not self.moves.moves_with_people(key) and key in self.forms.fields
            if key.table not in self.moves.tables_moved
        )
        stay = {
            key.table
            for key in kept
            if not self.moves.players_on(key)
            and not self.moves.is_logged(key)
            and not ((exchange := self.moves.turned_by(key)) and exchange.box(key))
        }
        another, nobody = list[Finding](), list[Finding]()
        then, since = map(self._players_by_side, (self.moves.texts, texts))
        for key in {**self.drawn_then, **self.drawn_now}:
            was, now, side = self.moves.texts.get(key), texts.get(key), _side_at_table(key)
            # players who only changed seats within their side are the same: values stay with the side
            concerned = not key.seat or (self.moves.is_player(key) and {was, now} & (then[side] ^ since[side]))
            if concerned and key.table in stay and was != now:
                who, other = (display_name(one, self.moves.names) if one else "nobody" for one in (now, was))
                table, seat, _ = self.forms.called(key)
                around = Around(f"table {table}, ", "; what was typed at the table stays where it is")
                message = f"{around.before}{seat or 'table sheet'}: it is {who} now and was {other}{around.after}"
                told = finding(OF_OTHERS, message, sheet=table_sheet(table), fields=(key,), around=around)
                (another if was and now else nobody).append(told)
        return another, nobody

    def _logs_of_others(
        self, came_from: Mapping[FieldKey, FieldKey], texts: Mapping[FieldKey, str]
    ) -> Iterator[Finding]:
        """Find logs that stay at a table although most of those who sat there have left it.

        Parameters
        ----------
        came_from
            The former boxes of the values from the old sheets, by their new boxes.
        texts
            The contents of the new sheets.
        """
        then, now = map(self.moves.players_at, (self.moves.texts, texts))
        for table in sorted({key.table for key, old in came_from.items() if key == old and self.moves.is_logged(key)}):
            was, is_ = ({*seated.get(table, {}).values()} for seated in (then, now))
            if was and is_ and 2 * len(was & is_) < len(was):
                who = "others" if not was & is_ else "mostly others"
                message = (
                    f"table {table}: {who} sit there now, and what was typed in its log stays where it is. Read it "
                    "again, and type it at the table where it belongs"
                )
                yield finding(OF_OTHERS, message, sheet=table_sheet(table), severity=Severity.WARNING)

    def _players_by_side(self, texts: Mapping[FieldKey, str]) -> Mapping[tuple[int, str], set[str | None]]:
        """Return the players on each side of a table."""
        found: dict[tuple[int, str], set[str | None]] = defaultdict(set)
        for key, player in texts.items():
            if self.moves.is_player(key):
                found[_side_at_table(key)].add(player)
        return found

    def _on_no_list(self, texts: Mapping[FieldKey, Raw]) -> Iterator[Finding]:
        """Find names on none of the new lists: a name that the event has changed would count as something else.

        A name typed in an open list, as for targets of opportunity, may never have been listed; sheets of this version
        record the names that their lists had. A name missing on a closed list cannot be read: reading reports it,
        unless the list had it when the sheets were made. A person besides the players, such as a judge, is left out.
        """
        places: dict[str, list[FieldKey]] = defaultdict(list)
        for key, value in texts.items():
            box = self.forms.fields[key][2]
            choices = box.choices if box.type == "choice" else None  # odds, for example, are no names
            if choices and isinstance(value, str) and self._was_listed(value, choices, is_open=box.open):
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
        # nothing is recorded of an open list whose entries have ids
        if choices.meant(name) or choices.meant(plain) or (is_open and choices.values):
            return False
        if begun is None or (is_open and not begun.offered):
            return is_open
        recorded = [shown for of, shown, _ in begun.recorded if of == choices.id]
        listed = [one for made in self.old.lists.get(choices.id, ()) for one in made.names]
        return folded(plain) in map(folded, begun.offered if is_open else (*recorded, *listed))
