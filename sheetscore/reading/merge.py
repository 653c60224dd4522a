"""Two copies of a round laid together: a box changed in one is taken, changed differently in both is a finding.

What was typed on old sheets is carried over to new ones: a pilot's page by the pilot, a match by the two who play it,
what else is a table's by the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from enum import IntEnum

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import named, side_of
from sheetscore.reading.fields import ReadEntries
from sheetscore.sentences import counted, listed
from sheetscore.sheets.headings import LIST_OF_TABLES, listed_table, table_sheet
from sheetscore.sheets.hidden_sheets import as_texts
from sheetscore.workbooks.typed import Raw

PUT_INTO_BOTH = "Look at the paper and put the right value into both"
"""What to do about a box that was changed differently in two copies."""

Page = tuple[int, str]
"""Table and seat."""


class Merged(Struct, frozen=True):
    """Both copies in one, and where they differ; ``changed_in_second`` are the boxes that the second one decides."""

    entered: ReadEntries
    findings: tuple[Finding, ...]
    changed_in_second: frozenset[FieldKey]


def merge(
    copies: tuple[ReadEntries, ReadEntries], names: tuple[str, str], began: Mapping[FieldKey, str], forms: RoundForms
) -> Merged:
    """Lay two copies together.

    Parameters
    ----------
    names
        What the two files are called, for the findings.
    began
        What both began with, as text: a box that still has this was not changed. One that a copy has lost was not
        changed in it either.
    forms
        The sheets, for what the boxes are called.
    """
    first, second = ({**_lost(copy, began), **copy.texts} for copy in copies)
    differing: list[Finding] = []
    taken: set[FieldKey] = set()
    for key in dict.fromkeys((*first, *second, *began)):
        one, two, before = first.get(key), second.get(key), began.get(key)
        # What both changed alike, and what the first alone changed, stands in the first already.
        if one == before != two:
            taken.add(key)
        elif one != two and before not in {one, two}:
            differing.append(_differs(key, forms, (one, two, before), names, copies[0]))
    return Merged(_laid_over(*copies, taken), tuple(differing), frozenset(taken))


def _lost(copy: ReadEntries, began: Mapping[FieldKey, str]) -> dict[FieldKey, str]:
    """Return what stood in boxes that are not in a copy any more."""
    return {key: text for key, text in began.items() if key not in copy.cells}


def _laid_over(first: ReadEntries, second: ReadEntries, taken: Collection[FieldKey]) -> ReadEntries:
    """Return the first copy with the boxes of the second that count, and what reading found in the boxes that do."""
    entries = {key: value for key, value in first.entries.items() if key not in taken}
    raw = {key: text for key, text in first.raw.items() if key not in taken}
    return replace(
        first,
        entries=entries | {key: value for key, value in second.entries.items() if key in taken},
        raw=raw | {key: text for key, text in second.raw.items() if key in taken},
        findings=[
            *(one for one in first.findings if not _is_about(one, taken)),
            *(one for one in second.findings if _is_about(one, taken)),
        ],
    )


def _is_about(one: Finding, boxes: Collection[FieldKey]) -> bool:
    return bool(one.fields) and all(FieldKey(*box) in boxes for box in one.fields)


def box_name(public: FieldKey) -> str:
    """Name a box as scripts know it: ``table 1, strike.2, claimed.sp``."""
    return f"table {public.table}, {public.seat or 'table sheet'}, {public.field}"


def _differs(
    key: FieldKey,
    forms: RoundForms,
    texts: tuple[str | None, str | None, str | None],
    names: tuple[str, str],
    copy: ReadEntries,
) -> Finding:
    sheet, cell = copy.cells.get(key, (table_sheet(key.table), ""))
    where = box_name(forms.public.get(key, key))
    one, two = ("nothing" if text is None else f"“{text}”" for text in texts[:2])
    before = f" (both began with “{texts[2]}”)" if texts[2] is not None else ""
    return finding(
        "merge-differs",
        f"{where}: {names[0]} has {one}, {names[1]} has {two}{before}. {PUT_INTO_BOTH}",
        sheet=sheet,
        cell=cell,
        fields=(key,),
    )


class CarriedOver(Struct, frozen=True):
    """What stands on the new sheets: values, what cannot be read; findings about what found no place, and remarks."""

    entries: dict[FieldKey, Value]
    raw: dict[FieldKey, Raw]
    findings: tuple[Finding, ...]
    remarks: tuple[Finding, ...] = ()


class _Follows(IntEnum):
    """Why a page goes to its new place; where two want the same one the lower number has it."""

    PLAYED = 1
    DRAWN = 2
    NOBODY = 3


def carry_over(old: ReadEntries, fresh: Entries, forms: RoundForms, names: Mapping[str, str]) -> CarriedOver:
    """Carry typed values over to new sheets, those that cannot be read among them.

    Parameters
    ----------
    old
        What stands on the old sheets.
    fresh
        What the new sheets begin with: the drawn pilots.
    forms
        The new sheets.
    names
        Names of the players by id.
    """
    return _Move(old, fresh, forms, names).made()


class _Move:
    """One move from old sheets to new ones."""

    def __init__(self, old: ReadEntries, fresh: Entries, forms: RoundForms, names: Mapping[str, str]) -> None:
        self.old = old
        self.fresh = fresh
        self.forms = forms
        self.names = names
        self.texts = old.texts
        self.who = {form.kind.player for form in forms.page_forms()} - {""}
        self.of_players = any(form.kind.of_players for form in forms.page_forms())
        self.player_boxes = {key.field for key, (_, _, box) in forms.fields.items() if box.type == "player"}
        self.drawn_now = as_texts(fresh, {})
        self.drawn_then = old.begun.texts if old.begun else self._as_if_drawn()
        self.seat_now = {text: (key.table, key.seat) for key, text in self.drawn_now.items() if self._is_who(key)}
        self.meet_now = {self._company(self.drawn_now, table.number): table.number for table in forms.tables}

    def made(self) -> CarriedOver:
        """Return the new sheets."""
        entries, raw, lost = dict(self.fresh), dict[FieldKey, Raw](), list[Finding]()
        places = self._places()
        for key in self._typed():
            target = self._target(key, places)
            if target is None:
                lost.append(self._not_placed(key))
            elif key in self.old.raw:
                entries.pop(target, None)
                raw[target] = self.old.raw[key]
            else:
                entries[target] = self.old.entries[key]
        remarks = (*self._now_of_others(), *self._on_no_list(entries))
        return CarriedOver(entries, raw, tuple(lost), remarks)

    def _as_if_drawn(self) -> Mapping[FieldKey, str]:
        """Take all the players on old sheets that do not tell what they began with for drawn."""
        return {key: text for key, text in self.texts.items() if self._is_player(key)}

    def _is_player(self, key: FieldKey) -> bool:
        if key.seat or key not in self.forms.fields:
            return self._is_who(key)
        return self.forms.fields[key][2].type == "player"

    def _is_who(self, key: FieldKey) -> bool:
        """Tell whether a box says who sits at a page; the old sheets may have pages that the new ones do not have."""
        return key.field in self.who

    def _sitting(self, texts: Mapping[FieldKey, str], table: int, seat: str) -> str:
        """Return who sits at a page; empty for nobody."""
        return next((texts[key] for who in self.who if (key := FieldKey(table, seat, who)) in texts), "")

    def _company(self, texts: Mapping[FieldKey, str], table: int) -> frozenset[tuple[str, str]]:
        """Return who is on a table's own page, each with the box; they are company of others in other seats."""
        boxes = (FieldKey(table, "", field) for field in self.player_boxes)
        return frozenset((key.field, texts[key]) for key in boxes if key in texts)

    def _typed(self) -> Iterator[FieldKey]:
        """Go through the boxes that hold something else than what they began with."""
        return (key for key, text in self.texts.items() if self.drawn_then.get(key) != text)

    def _places(self) -> dict[Page, Page]:
        """Say where each page goes that follows people; one that would come upon another one goes nowhere."""
        wanted: dict[Page, list[tuple[_Follows, Page]]] = defaultdict(list)
        for table, seat in dict.fromkeys((key.table, key.seat) for key in self._typed() if self._may_move(key)):
            found = self._followed(table, seat) if seat else self._met_again(table)
            if found:
                why, target = found
                wanted[target].append((why, (table, seat)))
        return {min(pages)[1]: target for target, pages in wanted.items()}

    def _may_move(self, key: FieldKey) -> bool:
        """Tell whether a box is on a page that follows people; the tables of a round have pages of one kind."""
        return bool(key.seat) or self.of_players

    def _met_again(self, table: int) -> tuple[_Follows, Page] | None:
        """Follow those who met at a table, else those who were drawn there; what is of nobody stays."""
        met, were_drawn = (self._company(texts, table) for texts in (self.texts, self.drawn_then))
        for company, why in ((met, _Follows.PLAYED), (were_drawn, _Follows.DRAWN)):
            if company and company in self.meet_now:
                return why, (self.meet_now[company], "")
        return None if met or were_drawn else (_Follows.NOBODY, (table, ""))

    def _followed(self, table: int, seat: str) -> tuple[_Follows, Page] | None:
        """Follow who flew, else who was drawn; a page without either, or of a substitute for nobody, stays."""
        flew, was_drawn = (self._sitting(texts, table, seat) for texts in (self.texts, self.drawn_then))
        for who, why in ((flew, _Follows.PLAYED), (was_drawn, _Follows.DRAWN)):
            now = self.seat_now.get(who)
            if now:
                # the pages of another side ask for other things, and the same box may mean another one
                return (why, now) if side_of(now[1]) == side_of(seat) else None
        return (_Follows.NOBODY, (table, seat)) if flew != was_drawn or not was_drawn else None

    def _target(self, key: FieldKey, places: Mapping[Page, Page]) -> FieldKey | None:
        """Return the box on the new sheets that a value goes to; None where there is none for it."""
        if self._may_move(key):
            place = places.get((key.table, key.seat))
            target = FieldKey(*place, key.field) if place else None
            return target if target in self.forms.fields else None
        return key if key in self.forms.fields and self._same_players(key) else None

    def _same_players(self, key: FieldKey) -> bool:
        """Tell whether the draw puts the same players on a line of a table's own page as before, or those typed."""
        drawn = self._drawn_on(key)
        return any(
            all(before.get(box) == self.drawn_now.get(box) for box in drawn) for before in (self.drawn_then, self.texts)
        )

    def _drawn_on(self, key: FieldKey) -> list[FieldKey]:
        """Return the boxes of players on the line that a box is on."""
        block, row, _ = self.forms.fields[key]
        line = [key._replace(field=block.field_id(row, box)) for box in block.fields]
        return [box for box in line if box in self.drawn_then or box in self.drawn_now]

    def _now_of_others(self) -> Iterator[Finding]:
        """Find tables whose values stay where they are, although the draw puts others there: a chart is its board's."""
        kept = (key for key in self._typed() if not self._may_move(key) and key in self.forms.fields)
        stay = {key.table for key in kept if not self._drawn_on(key)}
        for key in {**self.drawn_then, **self.drawn_now}:
            was, now = self.drawn_then.get(key), self.drawn_now.get(key)
            if not key.seat and key.table in stay and was != now:
                who, other = (named(one, self.names) if one else "nobody" for one in (now, was))
                place = box_name(self.forms.public.get(key, key)).rpartition(", ")[0]
                message = f"{place}: it is {who} now and was {other}; what was typed at the table stays where it is"
                yield finding("players-moved", message, sheet=table_sheet(key.table), fields=(key,))

    def _on_no_list(self, entries: Entries) -> Iterator[Finding]:
        """Find names on none of the new lists: one that the event has changed would count as something else.

        A list may be open, for targets of opportunity, and then the name was perhaps never on it; nobody can tell.
        """
        places: dict[str, list[FieldKey]] = defaultdict(list)
        for key, value in entries.items():
            choices = self.forms.fields[key][2].choices
            if isinstance(value, str) and choices and self.forms.fields[key][2].open and not choices.meant(value):
                places[value].append(key)
        for name, keys in places.items():
            message = (
                f"“{name}” was typed at {counted(len(keys), 'place')}, first at {box_name(keys[0])}, and is on no list "
                "of the new sheets. If the event calls it otherwise now, choose the new name there: it counts as "
                "something else until then"
            )
            yield finding("off-list", message, sheet=table_sheet(keys[0].table), fields=tuple(keys))

    def _not_placed(self, key: FieldKey) -> Finding:
        table, seat, field = key
        met = sorted(self._company(self.texts, table)) if self.of_players and not seat else ()
        players = [text for _, text in met] or [*filter(None, (self._sitting(self.texts, table, seat),))]
        who = f" ({listed([named(one, self.names) for one in players])})" if players else ""
        if table == LIST_OF_TABLES:  # each line of a list is a table
            table, seat, field = listed_table(field), "its line", field.rpartition(".")[2]
        sheet, cell = self.old.cells.get(key, ("", ""))
        message = (
            f"table {table}, {seat or 'table sheet'}{who}: {field} = {self.texts[key]} has no place on the new sheets"
        )
        return finding("not-placed", message, sheet=sheet, cell=cell, fields=(key,))
