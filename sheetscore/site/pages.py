"""Write the pages of a site with Jinja2, which escapes all texts of the event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sheetscore.event.identity import with_id
from sheetscore.site.charts import DrawnChart, drawn_chart
from sheetscore.site.planned_site import Part, PlannedSite, SheetGroup, page_names, player_page, said_of
from sheetscore.site.shown_tables import PublicNames, ShownTable, shown_table
from sheetscore.tables.planned_cells import PlannedCells
from sheetscore.tables.sheet import TableSheet

if TYPE_CHECKING:
    from jinja2 import Environment

HOME = Path(__file__).parent
"""The folder with the templates, the stylesheet and the script."""

ASSETS = ("site.css", "site.js")

INDEX, EVERYBODY = "index.html", "people.html"
"""The file names of the first page and of the list of players; their templates have the same names."""


class ShownSheet(Struct, frozen=True):
    """A sheet of tables as a page of the site shows it."""

    group: SheetGroup
    heading: str
    title: str
    lines: tuple[str, ...]
    tables: tuple[ShownTable, ...]
    charts: tuple[DrawnChart, ...]
    charts_first: bool
    page: str
    """The file name of its page; empty if its lines are only on the pages of players."""


class Link(Struct, frozen=True):
    """A link to another page."""

    text: str
    page: str
    here: bool = False
    """Whether the link leads to the page that it is on."""


class FrontPart(Struct, frozen=True):
    """A part of the first page: some tables of a sheet, and a link to the others."""

    id: str
    sheet: ShownSheet
    tables: tuple[ShownTable, ...]
    more: Link | None = None


class SitePages:
    """The pages of a planned site.

    Parameters
    ----------
    site
        The content of the site.
    """

    def __init__(self, site: PlannedSite) -> None:
        self.site = site
        self.said = said_of(site)
        self.names = site.names
        self.pages = page_names(site.groups, self.said) if site.sheet_pages else {}
        links = {id_: player_page(id_) for id_ in self.names} if site.player_pages else {}
        self.people = PublicNames(links, self.said, frozenset(self.names))

    def written(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the text of every file."""
        yield INDEX, self._index()
        for shown in self.shown:
            if shown.page:
                yield shown.page, self._write("sheet.html", shown.heading, shown)
        if self.site.player_pages:
            yield EVERYBODY, self._write(EVERYBODY, "Players", players=self._players())
            for id_, name in self.names.items():
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
            yield self._sheet(group, sheet, cells, self.pages.get((group.id, sheet.title), ""))

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
            event=self.said(self.site.event),
            facts=self.said(self.site.facts),
            made_as=self.site.made_as,
            title=title,
            made_at=f"{self.site.made_at.astimezone():%Y-%m-%d %H:%M}",
            ways=self._navigation(group),
            beside=self._same_title(sheet) if sheet else (),
            remarks=[self.said(remark) for remark in group.remarks] if group else (),
            sheet=sheet,
            **more,
        )

    def _navigation(self, here: SheetGroup | None) -> list[Link]:
        """Return the links for navigation: to the first page of every title, and to the list of players."""
        firsts = {shown.group.title: shown for shown in reversed(self.shown) if shown.page}
        ways = [
            Link(title, shown.page, here is not None and title == here.title)
            for title, shown in reversed(firsts.items())
        ]
        return [*ways, *([Link("Players", EVERYBODY)] if self.site.player_pages else [])]

    def _same_title(self, shown: ShownSheet) -> list[Link]:
        """Return the links to all pages of the same title; none if there is only one."""
        pages = [other for other in self.shown if other.group.title == shown.group.title]
        return [Link(other.title, other.page, other is shown) for other in pages] if len(pages) > 1 else []

    def _index(self) -> str:
        sections = [one for one in (self._seating(), self._front()) if one] if self.site.sheet_pages else []
        if not self.site.under_way:
            sections.reverse()
        usual = "There is nothing to show yet" if self.site.sheet_pages else "Players"
        title = _TITLES[sections[0].sheet.group.part] if sections else usual
        return self._write(INDEX, title, sections=sections, people=self._search_entries())

    def _seating(self) -> FrontPart | None:
        """Return the part with the present seats by name; None if nobody plays."""
        now = next((one for one in self.shown if one.group.id == self.site.now), None)
        return FrontPart("now", now, now.tables[:1], Link("The same by table", now.page)) if now else None

    def _front(self) -> FrontPart | None:
        """Return the part with the short standings or, if there are none, with the last results; None without these."""
        first = {shown.group.part: shown for shown in reversed(self.shown)}
        if front := self.site.front:
            group = SheetGroup("front", front.heading, "standings", (front,))
            whole = first.get("standings")
            sheet = self._sheet(group, front, PlannedCells((front,)), "")
            return FrontPart("front", sheet, sheet.tables, Link("All of the standings", whole.page) if whole else None)
        last = first.get("results")
        return FrontPart("front", last, last.tables, Link("All results", last.page)) if last else None

    def _search_entries(self) -> list[tuple[str, str, str]]:
        """Return the entries of the search: name, page, and present seat of each player and team."""
        now = next((group for group in self.site.groups if group.id == self.site.now), None)
        places: dict[str, list[str]] = {}
        if now:
            by_name = now.sheets[0].tables[0]
            for line in by_name.lines:
                cells = ((column, by_name.value(line, column)) for column in by_name.columns)
                words = [_in_words(column.key, column.heading, value) for column, value in cells if value]
                for player in by_name.players(line):
                    places.setdefault(player, []).append(self.said(", ".join(filter(None, words))))

        def seats_of(id_: str) -> list[str]:
            """Return the seats of a player or of the player's team; for a team, the seats of its members with names."""
            others = self.site.also.get(id_, ())
            return places.get(id_) or [
                where if len(others) == 1 else f"{self.said(self.names[one])}: {where}"
                for one in others
                for where in places.get(one, ())
            ]

        return [
            (self._called(id_, name), self.people.pages.get(id_, ""), "; ".join(seats_of(id_)))
            for id_, name in self.names.items()
        ]

    def _called(self, id_: str, name: str) -> str:
        return id_ if self.site.anonymous else with_id(name, id_)

    def _players(self) -> list[Link]:
        return [Link(self._called(id_, name), player_page(id_)) for id_, name in self.names.items()]

    def _player(self, id_: str, name: str) -> str:
        """Write the page of a player or team: the lines about them from all pages."""
        own = {id_, *self.site.also.get(id_, ())}
        parts = []
        scored = {group.title for group in self.site.groups if group.part == "results"}
        now = self.site.now if self.site.under_way else ""
        for shown in sorted(self.shown, key=lambda one: one.group.id != now):
            if shown.group.part == "pairings" and shown.group.title in scored and shown.group.id != now:
                continue  # the results of the round have the seats, too
            tables = [part for table in shown.tables if (part := table.of(own))]
            if tables:
                parts.append((shown, tables))
        also = [
            Link(self._called(one, self.names[one]), player_page(one))
            for one in self.site.also.get(id_, ())
            if one in self.names
        ]
        return self._write("player.html", id_ if self.site.anonymous else name, id=id_, parts=parts, also=also)


_TITLES: Mapping[Part, str] = {"pairings": "Who plays where", "results": "Results", "standings": "Standings"}
"""The title of the first page, by the part that comes first."""

_UNSAID: Mapping[str, str] = {"name": "", "meets": "with "}
"""The words before values of some columns of the list of seats, instead of their headings."""


def _in_words(key: str, heading: str, value: object) -> str:
    """Return a cell of the list of seats in words: ``Table 3``; "" for the name."""
    if key == "name":
        return ""
    if isinstance(value, str):
        return f"{_UNSAID.get(key, '')}{value}"
    return f"{heading} {value}"
