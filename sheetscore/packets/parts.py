"""The parts of an event as lists and cards, derived from the models of its system, so that nothing is left out.

All entries are in lists, as in event.xlsx. Scenarios are cards for players, a sheet each; the director's notes on them
have a sheet of their own.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.cells import to_cell
from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.identity import TakenFrom, folded, seats_called, word_and_meaning
from sheetscore.event.model import Event, EventPart
from sheetscore.event.tables import ColumnKind, EventColumn, EventTable, id_of, inner_parts, inner_tables, table_of
from sheetscore.systems.settings_in_words import split_description
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import AnyTable, Column, figure_column, text_column
from sheetscore.tables.table import Table as PlannedTable
from sheetscore.wording import capitalized, mixed, number_list, number_together
from sheetscore.workbooks.book import CellValue

LETTER, WIDEST, FULL_SIZE = 7, 280, 680
"""The width in pixels of a letter, of the widest column of most tables, and of a page at full size."""

Line = TypeVar("Line")

_FIGURES = {ColumnKind.WHOLE, ColumnKind.DECIMAL, ColumnKind.YES_NO}


_FRACTION = re.compile(r"\d+/[1-9]\d*")


class PlacedPart(Struct, frozen=True):
    """A part with the titles of the parts that contain it, the outermost first."""

    above: tuple[str, ...]
    part: EventPart


def inside(table: EventTable, outer: EventPart, inner: EventTable, above: tuple[str, ...] = ()) -> Iterator[PlacedPart]:
    """Yield the parts of a kind within another part, at any depth.

    Parameters
    ----------
    table, outer
        The outer part, and its table.
    inner
        The table of the parts to yield.
    above
        The titles of the parts that contain ``outer``.
    """
    for one in table.tables:
        for part in inner_parts(one, outer):
            if one == inner:
                yield PlacedPart(above, part)
            else:
                yield from inside(one, part, inner, (*above, title_of(part)))


def facts_table(
    name: str,
    table: EventTable,
    part: EventPart,
    titles: Mapping[str, str],
    title: str,
    inner: Sequence[tuple[str, str]] = (),
) -> PlannedTable[tuple[str, CellValue]]:
    """Plan the list of a part's values, a line each; without its title, which is the heading of the sheet.

    Parameters
    ----------
    title
        The heading of the values.
    inner
        Further lines, on the part's inner parts; left out if none of its own values is listed.
    """
    known = {"title", "id"} if getattr(part, "title", "") else {"title"}
    present = [one for one in table.columns if one.key not in known and is_listed(one, part)]
    lines = [(one.title, shown(one, getattr(part, one.name), titles)) for one in present]
    lines += inner if lines else ()
    columns: tuple[Column[tuple[str, CellValue]], ...] = (
        text_column("what", "What", 0, lambda line: line[0], style="cell note"),
        text_column("value", title, 0, lambda line: line[1], style="cell note"),
    )
    return PlannedTable(name, _as_wide_as_needed(columns, lines), lines, fit_height=True)


def title_of(part: EventPart) -> str:
    """Return the title or name of a part, or else its id."""
    return str(getattr(part, "title", "") or getattr(part, "name", "") or id_of(part))


def parts_table(
    name: str,
    table: EventTable,
    lines: Sequence[PlacedPart],
    titles: Mapping[str, str],
    title: str = "",
    across: int = 0,
    note: str = "",
) -> PlannedTable[PlacedPart]:
    """Plan a list of parts with the columns in which any of them has a value.

    Parameters
    ----------
    titles
        The titles of parts that a column such as *Side* names by id; the keys are ``side`` and the folded id.
    across
        The width of the paper, in pixels: as far as it suffices, columns are wider than :data:`WIDEST`, the first
        ones first.
    note
        A remark beside the title.
    """
    depth = max((len(line.above) for line in lines), default=0)
    parents = table.parents[len(table.parents) - depth :] if depth else ()
    titled = all(any(getattr(line.part, key, "") for key in ("title", "name", "label")) for line in lines)
    if depth and not titled and not table.has_ids:
        lines = _numbered(lines)
    own = [
        one
        for one in table.columns
        if any(is_listed(one, line.part) for line in lines) and not (titled and one.key == "id" and table.parents)
    ]
    columns = [
        *(
            text_column(f"above {at}", parent.title, 0, partial(_above, at), style="cell note")
            for at, parent in enumerate(parents)
        ),
        *(_column(one, _heading(table, one), titles) for one in own),
    ]
    wide = _as_wide_as_needed(columns, lines, across)
    return PlannedTable(name, wide, lines, title=title, note=note, fit_height=True)


def _numbered(lines: Sequence[PlacedPart]) -> list[PlacedPart]:
    """Call parts that have no names as seats are called: by what contains them, numbered where that has several."""
    several, numbers = Counter(line.above for line in lines), Counter[tuple[str, ...]]()
    found = []
    for line in lines:
        numbers[line.above] += 1
        *others, last = line.above
        called = f"{last} {numbers[line.above]}" if several[line.above] > 1 else last
        found.append(PlacedPart((*others, number_together(called)), line.part))
    return found


def _as_wide_as_needed(
    columns: Sequence[Column[Line]], lines: Sequence[Line], across: int = 0
) -> tuple[Column[Line], ...]:
    """Return columns in which most texts are not wrapped."""
    longest = (
        max([len(column.heading) + 2, *(len(str(column.value_of(line) or "")) for line in lines)]) for column in columns
    )
    least = WIDEST if len(columns) == 1 else 0  # or the title above would be broken letter by letter
    wanted = [max((letters + 2) * LETTER, least) for letters in longest]
    free = across - sum(min(pixels, WIDEST) for pixels in wanted)
    found = []
    for column, pixels in zip(columns, wanted, strict=True):
        more = min(max(0, pixels - WIDEST), max(0, free))
        free -= more
        found.append(replace(column, width=min(pixels, WIDEST) + more))
    return tuple(found)


def shown(column: EventColumn, value: object, titles: Mapping[str, str]) -> CellValue:
    """Return the content of a cell: titles and words, not ids and keys; blank for “no” unless “yes” is the default."""
    if value is False and column.default is not True:
        return None
    if column.choices and isinstance(value, str | tuple):
        words = split_description(column.description, column.choices).choices
        keys = (value,) if isinstance(value, str) else value
        said = tuple(words.get(one.casefold(), one.replace("-", " ")) for one in keys)
        return said[0] if isinstance(value, str) else to_cell(column, said)
    key = column.key.rsplit("_")[-1]  # graded_side names a side, too
    if isinstance(value, tuple) and any(f"{key} {folded(one)}" in titles for one in value):
        return ", ".join(titles.get(f"{key} {folded(one)}", str(one)) for one in value)
    if column.paired and isinstance(value, tuple):
        return ", ".join("{} ({})".format(*word_and_meaning(one)) for one in value)
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return mixed(Fraction(value))
    return titles.get(f"{key} {folded(value)}") or to_cell(column, value)


def _above(at: int, line: PlacedPart) -> str:
    return line.above[at]


def is_listed(column: EventColumn, part: EventPart) -> bool:
    """Return whether a list shows a value: no blank, no long text, a default only if required, a choice or “yes”."""
    value = getattr(part, column.name)
    if value in (None, "", ()) or column.long:
        return False
    return column.required or value != column.default or column.kind is ColumnKind.CHOICE or value is True


def _heading(table: EventTable, column: EventColumn) -> str:
    """Return the heading of a column; for a column of titles inside a scenario the word for the part: *Side*."""
    if not table.parents or column.key not in _NAMING:
        return column.title
    return _NAMING[column.key] or capitalized(table.key.replace("_", " "))


_NAMING = {"title": "", "name": "", "label": "What for"}
"""The keys of columns with the titles of parts, and their headings for players; empty: the word for the part."""


def _column(column: EventColumn, heading: str, titles: Mapping[str, str]) -> Column[PlacedPart]:
    def value(line: PlacedPart) -> CellValue:
        return shown(column, getattr(line.part, column.name), titles)

    if column.kind in _FIGURES and not column.many:
        return figure_column(column.key, heading, 0, value)
    return text_column(column.key, heading, 0, value, style="cell note")


LONGEST = 1800
"""The most characters in a row: spreadsheets limit the height of rows to some thirty lines of text."""

NUMBER_WIDTH, SENTENCE_WIDTH = 44, 716
"""The widths of the columns of a table of sentences, in pixels."""


def paragraphs(text: str) -> Iterator[TextLine]:
    """Yield a text of several lines as lines of a sheet."""
    for line in text.split("\n"):
        for part in textwrap.wrap(line, LONGEST, drop_whitespace=False) or [""]:
            yield TextLine(part, "words")


def words_table(name: str, title: str, lines: Sequence[TextLine]) -> PlannedTable[TextLine]:
    """Plan lines of text as a table, as wide as the paper."""
    column = text_column("line", title, NUMBER_WIDTH + SENTENCE_WIDTH, _text_of, style="cell text")
    return PlannedTable(name, (column,), lines, fit_height=True)


def _text_of(line: TextLine) -> str:
    return line.text


def sentences_table(name: str, title: str, sentences: Sequence[str]) -> PlannedTable[tuple[int, str]]:
    """Plan a table of numbered sentences."""
    return PlannedTable(
        name,
        (
            figure_column("number", "", NUMBER_WIDTH, lambda line: line[0]),
            text_column("sentence", title, SENTENCE_WIDTH, lambda line: line[1], style="cell text"),
        ),
        list(enumerate(sentences, start=1)),
        fit_height=True,
        empty="Nothing.",
    )


SHOWN_ELSEWHERE = frozenset({"scenario", "schedule"})
"""Lists that have sheets of their own in the packet."""

_MOST_UPRIGHT = 900
"""The widest list on portrait paper, in pixels; the letters of wider ones would be smaller than 7 points."""


def lists_sheet(event: Event, *more: AnyTable) -> TableSheet | None:
    """Plan the sheet of all lists that are not blank, the longest last; None if all are blank.

    Parameters
    ----------
    more
        Further lists, which are derived from others.
    """
    chosen_beyond = {
        column.taken_from.path
        for one in inner_tables(table_of(type(event)))
        for column in one.columns
        if column.offered and isinstance(column.taken_from, TakenFrom)
    }
    listed = [
        parts_table(
            f"entered {table.key}",
            table,
            [PlacedPart((), part) for part in parts],
            titles,
            table.title,
            note=_OTHERS if table.key in chosen_beyond else "",
        )
        for titles in [_titles_in(event)]
        for table in table_of(type(event)).tables
        if not table.single and table.key not in SHOWN_ELSEWHERE and (parts := inner_parts(table, event))
        if table.key != ROUND or _beyond_schedule(table, parts)
    ]  # fmt: skip
    tables = [one for one in (*listed, *more) if one.lines]
    in_order = tuple(sorted(tables, key=lambda one: len(one.lines)))
    sheet = TableSheet("Lists", "Who plays, and what else is entered", tables=in_order)
    return replace(sheet, landscape=sheet.width > _MOST_UPRIGHT) if tables else None


_OTHERS = "those of this event; others come along with the program"
"""The remark on a list that has not all from which an event may choose."""


def _beyond_schedule(table: EventTable, rounds: Sequence[EventPart]) -> bool:
    """Return whether rounds have values besides number and scenario, which are on the schedule."""
    listed = {column.key for column in table.columns for one in rounds if is_listed(column, one)}
    return not listed <= {"number", SCENARIO}


def _titles_in(event: Event) -> dict[str, str]:
    """Return the titles of seats, and of parts that others name by id; players are left out: their ids are known."""
    seats = [seats_called(event.seats(stage)) for stage in event.stages if stage not in event.unnamed_rounds]
    called = {seat: {one[seat] for one in seats if seat in one} for one in seats for seat in one}
    return {
        f"seat {folded(seat)}": number_together(title) for seat, (title, *others) in called.items() if not others
    } | {
        f"{table.key} {folded(id_of(part))}": title_of(part)
        for table in table_of(type(event)).tables
        if table.has_ids and table.key != "player"
        for part in inner_parts(table, event)
    }


def _offered(event: Event, table: EventTable) -> Iterator[tuple[str, str]]:
    """Yield every value that a column suggests, such as a shipped card: column key with folded id, and description."""
    for column in (column for one in inner_tables(table) for column in one.columns):
        if column.offered:
            for id_, line in column.offered.lines(event.own_templates).items():
                yield f"{column.key} {folded(id_)}", line


SCENARIO, ROUND = "scenario", "round"


def scenarios_of(event: Event) -> tuple[EventTable, tuple[EventPart, ...]] | None:
    """Return the scenarios of an event with their table; None if the system has no scenarios."""
    table = next((one for one in table_of(type(event)).tables if one.key == SCENARIO), None)
    return (table, inner_parts(table, event)) if table else None


def scenario_cards(event: Event, *, with_papers: bool = False) -> Iterator[TableSheet]:
    """Plan a card for each scenario: its text, its sides and all that belongs to them.

    Cards without a text, or with nothing but a short one, share sheets of paper; those with nothing but the titles of
    their sides share a list.

    Parameters
    ----------
    with_papers
        Whether the papers of all rounds with scenarios are in the same packet: what is on them is left out here.
    """
    table, scenarios = scenarios_of(event) or (None, ())
    apart = event.parts_on_papers if with_papers else frozenset()
    named = _places_named(event)
    scenarios = tuple(sorted(scenarios, key=lambda one: named.get(folded(id_of(one)), [(sys.maxsize, 0)])[0]))
    cards = [_card(event, table, scenario, at, apart) for at, scenario in enumerate(scenarios) if table]
    short = [card for card in cards if len(card.lines) == 1 and _letters(card) <= _SHORT]
    if len(short) > 1:
        bare = [
            card
            for card in short
            if all(len(table.columns) == 1 for table in card.tables if table.lines) and not _letters(card)
        ]
        together = [table for card in short if card not in bare for table in _headed(card)]
        listed = [_listed(bare)] if bare else []
        lines = [
            TextLine(f"{one.title}: with the score sheets of each round.") for one in _left_out(table, scenarios, apart)
        ]
        yield TableSheet("Scenarios", "Scenarios", tuple(lines), (*listed, *together))
        cards = [card for card in cards if card not in short]
    yield from cards


def _left_out(table: EventTable | None, scenarios: Sequence[EventPart], apart: Collection[str]) -> Iterator[EventTable]:
    """Yield the tables that scenarios have and cards leave out."""
    for one in table.tables if table else ():
        if one.key in apart and any(inner_parts(one, scenario) for scenario in scenarios):
            yield one


_SHORT = 600
"""The most letters of a text that shares paper with other scenarios: six lines."""


def _letters(card: TableSheet) -> int:
    """Count the letters of the text of a card, where the text is its only table."""
    return sum(len(line.text) for table in card.tables for line in table.lines if isinstance(line, TextLine))


def _listed(cards: Sequence[TableSheet]) -> AnyTable:
    """Plan the list of scenarios that have only a title, or besides it only lists of titles such as sides."""
    lists = dict.fromkeys(table.title for card in cards for table in card.tables if table.lines)
    columns: tuple[Column[TableSheet], ...] = (
        text_column("scenario", "Scenario", 0, lambda card: card.heading),
        *(text_column(f"of {title}", title, 0, partial(_in_one_line, title)) for title in lists),
        text_column("played", "Where it is played", 0, lambda card: card.lines[0].text),
    )
    return PlannedTable("scenarios", _as_wide_as_needed(columns, cards), cards)


def _in_one_line(title: str, card: TableSheet) -> str:
    """Return the entries of a list of a card."""
    return ", ".join(
        str(table.value(line, column))
        for table in card.tables
        if table.title == title
        for line in table.lines
        for column in table.columns
    )


def _headed(card: TableSheet) -> Iterator[AnyTable]:
    """Yield the tables of a card with the title of the scenario, and where it is played, in their titles."""
    first, *others = card.tables
    title = f"{card.heading}: {first.title}" if first.title else card.heading
    yield replace(first, title=f"{title}. {card.lines[0].text}")
    for table in others:
        yield replace(table, title=f"{card.heading}: {table.title}")


def notes_sheet(event: Event) -> TableSheet | None:
    """Plan the sheet of notes for the director; None if there are none."""
    table, scenarios = scenarios_of(event) or (None, ())
    secret = [column for column in table.columns if column.for_director] if table else []
    noted = [
        _Note(title_of(scenario), line.text)
        for scenario in scenarios
        for column in secret
        if getattr(scenario, column.name)
        for line in paragraphs(getattr(scenario, column.name))
    ]
    columns: tuple[Column[_Note], ...] = (
        text_column("scenario", "Scenario", 170, lambda note: note.scenario, style="cell text"),
        text_column("note", "For the director alone", 590, lambda note: note.text, style="cell text"),
    )
    notes = PlannedTable("notes", columns, noted, fit_height=True)
    return TableSheet("Notes", "Notes on scenarios", tables=(notes,), for_director=True) if noted else None


class _Note(Struct, frozen=True):
    """A paragraph of notes."""

    scenario: str
    text: str


def _card(event: Event, table: EventTable, scenario: EventPart, at: int, apart: Collection[str]) -> TableSheet:
    """Plan the card of a scenario; ``at``, its number from 0 in the event, makes the names of its tables unique.

    Parameters
    ----------
    apart
        The keys of tables that are left out if a round names the scenario.
    """
    places = _places_named(event).get(folded(id_of(scenario)), [])
    left_out = event.idle_parts | frozenset(apart if places else ())
    titles = {
        **dict(_offered(event, table)),
        **_titles_in(event),
        **{
            f"{one.key} {folded(id_of(placed.part))}": title_of(placed.part)
            for one in inner_tables(table)
            if one.has_ids
            for placed in inside(table, scenario, one)
        },
    }
    counting = (one for one in inner_tables(table) if one.key not in left_out)
    parts = [(one, list(inside(table, scenario, one))) for one in counting]
    unnamed = [(one, lines) for one, lines in parts if lines and not _named_below(one, lines, parts)]
    bare = {one.title: ", ".join(title_of(line.part) for line in lines) for one, lines in unnamed if _bare(one, lines)}
    own = facts_table(f"scenario {at}", table, scenario, titles, "In this scenario", [*bare.items()])
    inner: list[AnyTable] = [
        parts_table(f"{one.path} {at}", one, lines, titles, one.title, FULL_SIZE)
        for one, lines in unnamed
        if not (own.lines and one.title in bare)
    ]
    tables: tuple[AnyTable, ...] = (own, *inner) if own.lines or not inner else tuple(inner)
    texts = {one.title: getattr(scenario, one.name) for one in table.columns if one.long and not one.for_director}
    text = [line for one in texts.values() if one for line in paragraphs(one)]
    if text and not (inner or own.lines):  # lines of a sheet are as wide as its tables: here the text is made one
        tables, text = (words_table(f"text {at}", next(iter(texts)), text),), []
    heading = title_of(scenario)
    return TableSheet(heading, heading, lines=(TextLine(_played(event, places)), *text), tables=tables)


def _named_below(
    table: EventTable, lines: Sequence[PlacedPart], parts: Sequence[tuple[EventTable, Sequence[PlacedPart]]]
) -> bool:
    """Return whether parts have only titles, and each is named by another part of the scenario, or each has parts."""
    around = {other.above[-1] for one, others in parts if one in table.tables for other in others}
    named = {
        folded(getattr(other.part, column.name))
        for one, others in parts
        for column in one.columns
        if column.key == table.key
        for other in others
    }
    return _bare(table, lines) and (
        {folded(id_of(line.part)) for line in lines} <= named or {title_of(line.part) for line in lines} <= around
    )


def _bare(table: EventTable, lines: Sequence[PlacedPart]) -> bool:
    """Return whether parts have only titles."""
    return {column.key for column in table.columns for line in lines if is_listed(column, line.part)} <= {"id", "title"}


def _played(event: Event, places: Sequence[tuple[int, int]]) -> str:
    """Return a sentence on the rounds, or tables, at which a scenario is played."""
    numbers = [*dict.fromkeys(number for number, _ in places)]
    tables = [table for _, table in places]
    if event.stages == (WHOLE_EVENT,):
        return f"Played at {number_list('table', tables)} in every round." if tables else ""
    return f"Played in {number_list('round', numbers)}." if numbers else "No round names it yet."


def _places_named(event: Event) -> dict[str, list[tuple[int, int]]]:
    """Return where the rounds name each scenario, by its folded id: the number of the round, and the place there."""
    rounds = next((one for one in table_of(type(event)).tables if one.key == ROUND), None)
    places: dict[str, list[tuple[int, int]]] = {}
    for part in inner_parts(rounds, event) if rounds else ():
        ids = getattr(part, SCENARIO, None) or ()
        for place, id_ in enumerate([ids] if isinstance(ids, str) else ids, 1):
            places.setdefault(folded(id_), []).append((getattr(part, "number", 0), place))
    return {id_: sorted(found) for id_, found in places.items()}
