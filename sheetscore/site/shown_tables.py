"""Tables as pages show them. Each line is rendered once, for the page of its sheet and the pages of its players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.site.cells import classes, sort_text, style_called
from sheetscore.tables.shown_values import shown
from sheetscore.tables.table import AnyColumn, AnyTable

if TYPE_CHECKING:
    from markupsafe import Markup

NAME = "name"
"""The key of the column that names what a line is about, even if that is no player."""

SCORE = "score"
"""The key of the column with the score, the same in every system."""


class PublicNames(Struct, frozen=True):
    """How pages name players and teams, and link to them."""

    pages: Mapping[str, str]
    """The file names of the pages of players and teams, by their ids; empty if there are none."""
    public_text: Callable[[str], str]
    """Returns a text as it may be published: see :func:`sheetscore.site.planned_site.said_of`."""
    known: Collection[str] = ()
    """The ids of all players and teams."""


class Heading(Struct, frozen=True):
    """The heading of a column."""

    text: str
    classes: str


class Line(Struct, frozen=True):
    """A line of a table."""

    html: Markup
    players: frozenset[str]
    """The ids of the players and teams that the line is about."""


class ShownTable(Struct, frozen=True):
    """A table on a page."""

    title: str
    note: str
    headings: tuple[Heading, ...]
    lines: tuple[Line, ...]
    empty: str
    is_fine: bool
    only_whole: bool
    """Whether lines are useless alone, as in a grid whose columns are the other lines."""

    def of(self, players: Collection[str]) -> ShownTable | None:
        """Return the table with only the lines about some players; None if there are none, or with ``only_whole``."""
        if self.only_whole:
            return None
        lines = tuple(line for line in self.lines if not line.players.isdisjoint(players))
        return replace(self, lines=lines) if lines else None


class ShownCell(Struct, frozen=True):
    """A cell, for the template that writes lines."""

    text: str
    classes: str
    sort: str | None
    """The text by which its column is sorted; None if that is the text shown."""
    link: str
    names_line: bool
    """Whether it is the heading of its line: the player, team or other thing that the line is about."""


WriteLine = Callable[..., "Markup"]
"""Renders a line of a table, given its ``cells``, and whether it ``opens`` a group."""


def shown_table(table: AnyTable, people: PublicNames, write: WriteLine) -> ShownTable:
    """Return a table as pages show it."""
    columns = [one for one in table.columns if one.publish]
    naming = next((at for at, one in enumerate(columns) if one.player or one.key == NAME), None)
    # of several totals the rightmost is the sum of the others
    total = max(((_total_rank(one), at) for at, one in enumerate(columns) if _total_rank(one)), default=(0, None))[1]
    stays = {naming: "who", total: "stay"}  # CSS classes: these columns stay in view on a narrow screen
    return ShownTable(
        title=people.public_text(table.title),
        note=people.public_text(table.note),
        headings=tuple(_heading(column, people, stays.get(at, "")) for at, column in enumerate(columns)),
        lines=tuple(_lines(table, columns, naming, total, people, write)),
        empty=people.public_text(table.empty) or "Nothing yet.",
        is_fine=table.size == "fine",
        only_whole=table.only_whole,
    )


def _total_rank(column: AnyColumn) -> int:
    """Rank a column by how soon readers look for it: 2 for the score, 1 for a column styled as a total, else 0."""
    looks = isinstance(column.style, str) and style_called(column.style).tone == "total"
    return 2 if column.key == SCORE else int(looks)


def _heading(column: AnyColumn, people: PublicNames, stays: str) -> Heading:
    parts = ("m" if "middle" in column.head or "turned" in column.head else "", "step" if column.helper else "", stays)
    return Heading(people.public_text(column.heading), " ".join(filter(None, parts)))


def _lines(
    table: AnyTable,
    columns: Sequence[AnyColumn],
    naming: int | None,
    total: int | None,
    people: PublicNames,
    write: WriteLine,
) -> Iterator[Line]:
    """Yield the lines; ``naming`` is the index of the column that heads a line, ``total`` that of the total."""
    for number, line in enumerate(table.lines):
        about = _about(table, line, people)
        cells = [_cell(table, line, column, people) for column in columns]
        if naming is not None:
            link = cells[naming].link or (people.pages.get(next(iter(about)), "") if len(about) == 1 else "")
            cells[naming] = replace(cells[naming], link=link, names_line=True)
        if total is not None:
            cells[total] = replace(cells[total], classes=f"{cells[total].classes} stay".strip())
        opens = number > 0 and table.starts_group is not None and table.starts_group(line)
        yield Line(write(cells=cells, opens=opens), frozenset(about))


def _about(table: AnyTable, line: Any, people: PublicNames) -> set[str]:
    """Return the ids of those whom a line is about: from columns that name players, else from the line's key."""
    if any(column.player for column in table.columns):
        return table.players(line)
    key = table.key(line)
    ids = key if isinstance(key, tuple) else (key,)
    return {one for one in ids if isinstance(one, str) and one in people.known}


def _cell(table: AnyTable, line: Any, column: AnyColumn, people: PublicNames) -> ShownCell:
    style = style_called(column.style_of(line))
    value = table.value(line, column)
    text = people.public_text(shown(value, style))
    by = value if column.sort_key is None else table.sort_key(line, column)
    sort = people.public_text(sort_text(by))
    looks = f"{classes(style)} step".strip() if column.helper else classes(style)
    link = people.pages.get(str(column.player(line)), "") if column.player else ""
    return ShownCell(text, looks, None if sort == text else sort, link, names_line=False)
