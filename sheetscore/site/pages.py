"""The pages of a site, written by Jinja2: what is a text in the event is a text on the page, whatever signs it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sheetscore.site.charts import DrawnChart, drawn_chart
from sheetscore.site.planned_site import PlannedSite, SheetGroup, page_names, player_page, said_of
from sheetscore.site.shown_tables import NamedOnes, ShownTable, shown_table
from sheetscore.tables.planned_cells import PlannedCells
from sheetscore.tables.sheet import TableSheet

if TYPE_CHECKING:
    from jinja2 import Environment

HOME = Path(__file__).parent
"""The folder with the templates, the stylesheet and the script."""

ASSETS = ("site.css", "site.js")

INDEX, EVERYBODY = "index.html", "people.html"
"""The first page, and that which leads to those of all players; their templates are called so, too."""


class ShownSheet(Struct, frozen=True):
    """A sheet as its page shows it."""

    group: SheetGroup
    heading: str
    title: str
    lines: tuple[str, ...]
    tables: tuple[ShownTable, ...]
    charts: tuple[DrawnChart, ...]
    charts_first: bool
    page: str


class Link(Struct, frozen=True):
    """A way to another page."""

    text: str
    page: str
    here: bool = False


class SitePages:
    """The pages of a planned site.

    Parameters
    ----------
    site
        What there is to publish.
    """

    def __init__(self, site: PlannedSite) -> None:
        self.site = site
        self.said = said_of(site)
        self.pages = page_names(site.groups)
        links = {id_: player_page(id_) for id_ in site.names} if site.player_pages else {}
        self.people = NamedOnes(links, self.said, frozenset(site.names))

    def written(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the text of every file."""
        yield INDEX, self._index()
        for shown in self.shown:
            yield shown.page, self._write("sheet.html", shown.heading, shown)
        if self.site.player_pages:
            yield EVERYBODY, self._write(EVERYBODY, "Players", players=self._players())
            for id_, name in self.site.names.items():
                yield player_page(id_), self._player(id_, name)
        for asset in ASSETS:
            yield asset, (HOME / asset).read_text(encoding="utf-8")

    @cached_property
    def shown(self) -> list[ShownSheet]:
        """All sheets that are published, in the order of their groups."""
        return [shown for group in self.site.groups for shown in self._shown(group)]

    def _shown(self, group: SheetGroup) -> Iterator[ShownSheet]:
        cells = PlannedCells(group.sheets)
        for sheet in group.published:
            yield self._sheet(group, sheet, cells, self.pages[group.id, sheet.title])

    def _sheet(self, group: SheetGroup, sheet: TableSheet, cells: PlannedCells, page: str) -> ShownSheet:
        return ShownSheet(
            group,
            self.said(sheet.heading or sheet.title),
            self.said(sheet.title),
            tuple(self.said(line.text) for line in sheet.lines if line.publish),
            tuple(shown_table(table, self.people, self._line) for table in sheet.tables),
            tuple(drawn_chart(chart, cells, self.said) for chart in sheet.charts),
            sheet.charts_first,
            page,
        )

    @cached_property
    def _environment(self) -> Environment:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 -- an extra

        return Environment(
            loader=FileSystemLoader(HOME / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    @cached_property
    def _line(self) -> Any:
        return self._environment.get_template("line.html").module.line  # type: ignore[attr-defined]  # its macro

    def _write(self, template: str, title: str, sheet: ShownSheet | None = None, **more: object) -> str:
        group = sheet.group if sheet else None
        return self._environment.get_template(template).render(
            event=self.site.event,
            facts=self.site.facts,
            title=title,
            made_at=f"{self.site.made_at.astimezone():%Y-%m-%d %H:%M}",
            ways=self._ways(group),
            beside=self._beside(sheet) if sheet else (),
            remarks=group.remarks if group else (),
            sheet=sheet,
            **more,
        )

    def _ways(self, here: SheetGroup | None) -> list[Link]:
        """Return the links to the first page under every title, and to all players."""
        firsts = {group.title: group for group in reversed(self.site.groups) if group.published}
        ways = [
            Link(title, self.pages[group.id, group.published[0].title], here is not None and title == here.title)
            for title, group in reversed(firsts.items())
        ]
        return [*ways, *([Link("Players", EVERYBODY)] if self.site.player_pages else [])]

    def _beside(self, shown: ShownSheet) -> list[Link]:
        """Return the links to all pages that are found under the same title, where there are several."""
        groups = (group for group in self.site.groups if group.title == shown.group.title)
        pages = [
            (self.said(sheet.title), self.pages[group.id, sheet.title]) for group in groups for sheet in group.published
        ]
        return [Link(text, page, page == shown.page) for text, page in pages] if len(pages) > 1 else []

    def _index(self) -> str:
        now = next((one for one in self.shown if one.group.id == self.site.now), None)
        front = self.site.front
        standings = None
        if front:
            group = SheetGroup("front", front.heading, "standings", (front,))
            whole = next((one.page for one in self.shown if one.group.part == "standings"), "")
            standings = self._sheet(group, front, PlannedCells((front,)), whole)
        title = "Who plays where" if now else standings.heading if standings else self.said(self.site.event)
        return self._write(INDEX, title, now=now, standings=standings, people=self._found_by())

    def _found_by(self) -> list[tuple[str, str, str]]:
        """Return what a search finds: a name, the page, and where the player plays now."""
        now = next((group for group in self.site.groups if group.id == self.site.now), None)
        places: dict[str, list[str]] = {}
        if now:
            by_name = now.sheets[0].tables[0]
            for line in by_name.lines:
                cells = ((column, by_name.value(line, column)) for column in by_name.columns)
                words = [_in_words(column.key, column.heading, value) for column, value in cells if value]
                for player in by_name.players(line):
                    places.setdefault(player, []).append(self.said(", ".join(filter(None, words))))
        return [
            (self._called(id_, name), self.people.pages.get(id_, ""), "; ".join(places.get(id_, ())))
            for id_, name in self.site.names.items()
        ]

    def _called(self, id_: str, name: str) -> str:
        return id_ if self.site.anonymous else f"{name} ({id_})"

    def _players(self) -> list[Link]:
        return [Link(self._called(id_, name), player_page(id_)) for id_, name in self.site.names.items()]

    def _player(self, id_: str, name: str) -> str:
        """Write the page of a player: the lines about him or her on all pages, as they stand there."""
        own = {id_, *self.site.also.get(id_, ())}
        parts = []
        scored = {group.title for group in self.site.groups if group.part == "results"}
        for shown in self.shown:
            if shown.group.part == "pairings" and shown.group.title in scored:
                continue  # the results of a round say, too, who sat where
            tables = [part for table in shown.tables if (part := table.of(own))]
            if tables:
                parts.append((shown, tables))
        also = [
            Link(self._called(one, self.site.names[one]), player_page(one))
            for one in self.site.also.get(id_, ())
            if one in self.site.names
        ]
        return self._write("player.html", id_ if self.site.anonymous else name, id=id_, parts=parts, also=also)


_UNSAID: Mapping[str, str] = {"name": "", "meets": "with "}
"""How what stands in some columns of who plays where is put into words: not at all, or after a word."""


def _in_words(key: str, heading: str, value: object) -> str:
    """Put a cell of who plays where into words: ``Table 3``."""
    if key == "name":
        return ""
    if isinstance(value, str):
        return f"{_UNSAID.get(key, '')}{value}"
    return f"{heading} {value}"
