"""Figures and values in the results of a round that new results would lose."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.last_results import LastResults, last_results
from sheetscore.pairing.draw import display_name
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import MOST_NAMED, box_name
from sheetscore.reading.page_moves import placed
from sheetscore.reading.round_workbook import ReadRound
from sheetscore.results.record import RoundRecord
from sheetscore.results.seated_since import as_seated_now
from sheetscore.sheets.headings import LIST_OF_TABLES, listed_table
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import ResultRow
from sheetscore.wording import first_clauses, pluralize
from sheetscore.workbooks.saving import KEPT, beside


class Blanked(Struct, frozen=True):
    """Boxes that are blank in a workbook of a round, but have values in its newest results."""

    workbook: Path
    results: LastResults
    boxes: Sequence[tuple[str, str]]
    """The names of the boxes, and their values in the results."""
    looks_like_old_copy: bool
    """Whether so many boxes are blank that the workbook is probably an older copy."""

    @property
    def error(self) -> Finding:
        """The error that prevents scoring the round."""
        become = "" if self.results.is_kept else f", and what is there goes to {KEPT}/"
        what = f"{self._named}. Take the workbook that has them; or add --force{become}"
        return finding("values-gone", what, sheet=self.workbook.name)

    def warning(self, kept: Path | None = None) -> Finding:
        """Return the warning about values that the results have lost, or will lose.

        Parameters
        ----------
        kept
            The copy of the former results, which has them; None before these are replaced.
        """
        has = self.results.name if self.results.is_kept else beside(kept, self.results.path) if kept else ""
        where = f"{has} has what was there" if has else f"What was there goes to {KEPT}/"
        count = "It counts" if len(self.boxes) == 1 else "They count"
        what = f"{self._named}. {count} as blank now. {where}"
        return finding("values-gone", what, sheet=self.workbook.name, severity=Severity.WARNING)

    @property
    def _named(self) -> str:
        first = first_clauses([f"{name} (“{text}”)" for name, text in self.boxes], MOST_NAMED)
        boxes = pluralize(len(self.boxes), "box that had a value", "boxes that had values")
        return f"{self.workbook.name} is blank in {boxes} when {self.results.name} was made: {first}"


def blanked_since_scored(
    opened: OpenEvent, number: int, path: Path, forms: RoundForms, now: ReadEntries
) -> Blanked | None:
    """Find the boxes that are blank now and have typed values in the newest results of a round; None if there are none.

    They are compared as in :func:`blanked`.
    """
    former = last_results(opened, number, path, now)
    if former is None:
        return None
    before = as_seated_now(former.record, now.entries, forms)
    return blanked(path, former, _as_typed(opened, before, forms, now), forms, now)


def _as_typed(opened: OpenEvent, before: RoundRecord, forms: RoundForms, now: ReadEntries) -> RoundRecord:
    """Leave out outcomes that nobody typed: those assumed when unfinished games were scored provisionally."""
    if not before.missing:
        return before
    context = replace(opened.round(before.round), forms=forms, entries=now.entries)
    assumed = {key for key in opened.system.rare.as_if_over(context) if key.table in before.missing}
    return dataclasses.replace(
        before, entries={key: value for key, value in before.entries.items() if key not in assumed}
    )


def blanked(
    workbook: Path, results: LastResults, before: RoundRecord, forms: RoundForms, now: ReadEntries
) -> Blanked | None:
    """Find the boxes that are blank now and have values in the results; return None if there are none.

    A few cleared boxes are a correction, for which there is only a warning. The workbook looks like an old copy if a
    page that had several values has none, or if more than `MOST_NAMED` values are gone; but only if fewer new values
    have appeared in other boxes. Values that moved are not counted: a value counts as moved if the same box of another
    seat is filled now and was blank before. It need not be equal, since it may itself name a seat.

    Parameters
    ----------
    before
        The results, where their players sit now.
    now
        The contents of the workbook, also at tables that do not count yet.
    """
    typed = {key: value for key, value in _typed(before.entries, forms).items() if key in forms.fields}
    gone = [
        key
        for key, value in typed.items()
        # a lost box is reported elsewhere
        if key not in now.texts and key in now.cells and not _on_another_line(key, value, before, forms, now)
    ]
    if not gone:
        return None
    boxes = [(box_name(_name(key, forms)), str(shown(forms.fields[key][2], typed[key]))) for key in gone]
    instead = _filled_instead(before, forms, now)
    moved = (instead & Counter(_name(key, forms).field for key in gone)).total()
    lost, others = len(gone) - moved, instead.total() - moved
    too_many = lost > MOST_NAMED or _whole_page(gone, typed, forms, now)
    return Blanked(workbook, results, boxes, looks_like_old_copy=too_many and others < lost)


def _on_another_line(key: FieldKey, value: Value, before: RoundRecord, forms: RoundForms, now: ReadEntries) -> bool:
    """Return whether another line of the same list has got the value since, as when lines move with their labels."""
    block, _, box = forms.fields[key]
    lines = () if block.is_numbered else block.rows
    others = (key._replace(field=block.field_id(line, box)) for line in lines)
    return any(other not in before.entries and now.entries.get(other) == value for other in others)


def _typed(entries: Entries, forms: RoundForms) -> Entries:
    """Return the entries that a person typed.

    Boxes filled in by the draw never count. Another box with a player counts only if something else was typed on the
    same page or line.
    """
    typed = {key: value for key, value in entries.items() if key not in forms.filled}
    played = {_place(key, forms) for key in typed if not _says_who(key, forms)}
    return {key: value for key, value in typed.items() if not _says_who(key, forms) or _place(key, forms) in played}


def _says_who(key: FieldKey, forms: RoundForms) -> bool:
    return key in forms.fields and forms.fields[key][2].type == "player"


def _filled_instead(before: RoundRecord, forms: RoundForms, now: ReadEntries) -> Counter[str]:
    """Count the boxes that have a value now and had none in the results, by field: lost values may have moved there.

    Values of tables without former results were not moved, nor values of travellers, which fill up round by round.
    """
    if before.round == WHOLE_EVENT:
        return Counter()
    came = (key for key in now.texts if key not in forms.filled and key not in before.entries)
    return Counter(_name(key, forms).field for key in came if _place(key, forms)[0] not in before.missing)


def _whole_page(gone: Sequence[FieldKey], typed: Collection[FieldKey], forms: RoundForms, now: ReadEntries) -> bool:
    """Return whether a page, or a line of a list, had several values and has none now."""
    had = Counter(_place(key, forms) for key in typed)
    filled = {_place(key, forms) for key in now.texts if key not in forms.filled}
    return any(had[place] > 1 and place not in filled for place in {_place(key, forms) for key in gone})


def _name(key: FieldKey, forms: RoundForms) -> FieldKey:
    """Return the name of a box for scripts."""
    return forms.public.get(key, key)


Place = tuple[int, str]
"""A table and one of its seats or lines as scripts know them; the seat is "" for the whole table."""


def fewer_results(
    path: Path,
    before: RoundRecord,
    forms: RoundForms,
    done: ReadRound,
    missing: Sequence[int],
) -> list[Finding]:
    """Find the tables, and the seats or lines of tables, that would lose their results.

    A table that is newly left out has lost its results. Elsewhere a correction may clear boxes or move a line: there,
    results count as lost only if all rows together have fewer figures.

    Parameters
    ----------
    path, before
        The present results workbook, and its content.
    missing
        The tables that are left out of the new results.
    """
    gone = {(table, "") for table in set(missing) - set(before.missing)}
    if _figures(done.score.rows) < _figures(before.rows):
        filled = _filled(forms, done.entered.entries)
        lost = _filled(forms, before.entries) - filled
        gone |= {_whole(place, filled) for place in lost if not _was_open(place[0], before, forms)}
    if not gone:
        return []
    places = "; ".join(f"table {table}, {seat}" if seat else f"table {table}" for table, seat in sorted(gone))
    mistaken = any(one.code == "left-out" for one in done.findings)
    mend = "Mend what a table is left out for, or ingest" if mistaken else "Ingest"
    message = (
        f"{path.name} has results that this would take away: {places}. {mend} the workbook that has them; "
        "or add --force, and what is there goes to kept/"
    )
    return [finding("results-fewer", message, sheet=path.name)]


def _was_open(table: int, before: RoundRecord, forms: RoundForms) -> bool:
    """Return whether a table had no result yet, and nothing was typed there: it has the names of its players alone."""
    players = {placed(key)[1] for key, (_, _, box) in forms.fields.items() if box.type == "player"}
    typed = (placed(key)[1] for key in before.entries if _place(key, forms)[0] == table)
    return table in before.missing and {*typed} <= players


def rows_gone(
    path: Path, before: RoundRecord, context: RoundContext[Event], done: ReadRound, kept: Path | None = None
) -> list[Finding]:
    """Warn of rows, such as those for sitting out, that results lose although nobody else was typed in their place.

    The cause is a change of the event or of the draw.

    Parameters
    ----------
    path, before
        The results workbook, and its former content.
    context
        The round, with the forms of its sheets.
    kept
        The copy of the former results; None as long as they are there.
    """
    there = {who_and_when(row) for row in done.score.rows}
    lost = _without_reason(before, context.forms, done.entered.entries)
    gone = dict.fromkeys(one for one in map(who_and_when, lost) if one not in there)
    if not gone:
        return []
    names = context.event.names
    who = [f"{display_name(one, names)}{f' in round {number}' if number else ''}" for one, number in gone]
    lacks = f"{path.name} has no rows any more" if kept else f"{path.name} would have no rows any more"
    where = f"; {beside(kept, path)} has them" if kept else ""
    message = (
        f"{lacks} for {first_clauses(who, MOST_NAMED)}{where}. Nothing was typed that would say so: the event, or the "
        "draw, was changed since. Where that is not meant, undo it"
    )
    return [finding("results-fewer", message, sheet=path.name, severity=Severity.WARNING)]


def _without_reason(before: RoundRecord, forms: RoundForms, now: Entries) -> list[ResultRow]:
    """Return the rows of former results that nothing typed or cleared since can have removed.

    Parameters
    ----------
    now
        The values on the sheets.
    """
    boxes = forms.fields
    changed = {key: str(value) for key, value in before.entries.items() if now.get(key) != value and key in boxes}
    public = {key: _name(key, forms) for key in changed}
    players = {key: folded(who) for key, who in changed.items() if boxes[key][2].type == "player"}
    pages: set[tuple[object, object]] = {(key.table, key.seat) for key in (*changed, *public.values())}
    # rows of several rounds name no seat
    pages |= {(public[key].table, None) for key in changed if key not in now and key not in players}
    # whoever was typed over, or drawn off, has no row of that table any more; a bye is at no table
    replaced: set[tuple[object, str]] = {(public[key].table, who) for key, who in players.items()}
    replaced |= {(None, who) for who in players.values()}
    return [
        row
        for row in before.rows
        if (row.get("table"), row.get("seat")) not in pages
        and (row.get("table") or None, folded(who_and_when(row)[0])) not in replaced
    ]


def who_and_when(row: ResultRow) -> tuple[str, str]:
    """Return the player or team of a row, and the round in results of several rounds."""
    return str(row.get("player", row.get("team"))), str(row.get("round", ""))


def _figures(rows: Sequence[ResultRow]) -> int:
    return sum(value is not None for row in rows for value in row.values())


def _filled(forms: RoundForms, entries: Entries) -> set[Place]:
    """Return the places with entries; a name that the draw fills in is no entry."""
    return {_place(key, forms) for key in _typed(entries, forms)}


def _place(key: FieldKey, forms: RoundForms) -> Place:
    if key in forms.public:
        return forms.public[key].table, forms.public[key].seat
    if key.table == LIST_OF_TABLES:  # a line that the list no longer has
        return listed_table(key.field), ""
    return key.table, key.seat


def _whole(place: Place, filled: Collection[Place]) -> Place:
    """Return the place, or the whole table if it has no entries left."""
    return place if any(table == place[0] for table, _ in filled) else (place[0], "")
