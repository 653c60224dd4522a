"""The content of an event's site: its planned sheets in groups, and the players and teams that they name."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from sheetscore.event.identity import with_id
from sheetscore.tables.sheet import TableSheet

Part = Literal["pairings", "results", "standings", "players"]

PARTS: Mapping[Part, str] = {
    "pairings": "who plays where, round by round",
    "results": "the results of the rounds",
    "standings": "the standings, with all that follows from them",
    "players": "a page for each player",
}
"""The parts of a site, with their descriptions."""


class SheetGroup(Struct, frozen=True):
    """Sheets that belong together, such as the sheets of a round's results, of the standings, or of a draw."""

    id: str
    """The beginning of the file names of its pages: ``round1``."""
    title: str
    """The title in the navigation; the draw of a round and its results share one."""
    part: Part
    sheets: tuple[TableSheet, ...]
    """All sheets, also unpublished ones: charts of others may show their values."""
    remarks: tuple[str, ...] = ()
    """The remarks above each sheet, such as that results are provisional."""

    @property
    def published(self) -> tuple[TableSheet, ...]:
        """The sheets that everybody may see."""
        return tuple(sheet for sheet in self.sheets if sheet.published)


class PlannedSite(Struct, frozen=True):
    """A site that is still to be written."""

    event: str
    facts: str
    """The place and the day."""
    groups: tuple[SheetGroup, ...]
    """The groups in the order of the navigation."""
    now: str
    """The id of the group with the present or last seats; empty if there is none, or it is not published."""
    front: TableSheet | None
    """The short standings, as they are posted; None if there are none yet."""
    called: Sequence[tuple[str, str]]
    """The ids and names of players and teams, in the order of the list of players. If a player and a team share an id,
    the one that the draw seats comes first.
    """
    also: Mapping[str, tuple[str, ...]]
    """The team of each player, and the members of each team, by id: the page of one shows the lines of the other."""
    made_at: dt.datetime
    under_way: bool = False
    """Whether the present round is not scored yet: then the seats come first."""
    player_pages: bool = True
    sheet_pages: bool = True
    """Whether sheets have pages; otherwise their lines are only on the pages of players."""
    anonymous: bool = False
    """Whether ids stand for all names."""
    made_as: str = ""
    """How the site was made, as JSON: the pages hold it, so that a later run finds it
    (`sheetscore.site.folder.MadeAs`).
    """

    @property
    def names(self) -> dict[str, str]:
        """The names of players and teams, by their ids."""
        names: dict[str, str] = {}
        for id_, name in self.called:
            names.setdefault(id_, name)
        return names


def said_of(site: PlannedSite) -> Callable[[str], str]:
    """Return the function through which every text of the site goes: unchanged, or with ids for names if anonymous.

    Names that were cut off for want of room are removed, too.
    """
    ids: dict[str, str] = {}
    for id_, name in site.called:
        ids |= {with_id(name, id_): id_, name: ids.get(name, id_)}
    if not site.anonymous or not ids:
        return lambda text: text
    longest_first = sorted(ids, key=len, reverse=True)
    named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first if name))

    def without_names(text: str) -> str:
        known = named.sub(lambda found: ids[found[0]], text)
        return _without_cut_names(known, longest_first) if CUT in known else known

    return without_names


CUT = "…"
"""The end of a text that is cut off."""


def _without_cut_names(text: str, names: Sequence[str]) -> str:
    """Remove cut-off names before each “…”; an id behind it stays."""
    first, *further = text.split(CUT)
    parts = [first]
    for part in further:
        begun = (name[:length] for name in names for length in range(len(name), 0, -1))
        cut = max((one for one in begun if re.search(rf"(?<!\w){re.escape(one)}$", parts[-1])), key=len, default="")
        parts[-1] = parts[-1].removesuffix(cut)
        parts.append(part)
    return CUT.join(parts)


def page_names(groups: Sequence[SheetGroup], said: Callable[[str], str]) -> dict[tuple[str, str], str]:
    """Return the file names of sheets' pages, by group id and title: ``round1.html``, ``round1-sections.html``."""
    names: dict[tuple[str, str], str] = {}
    for group in groups:
        for number, sheet in enumerate(group.published):
            words = re.sub(r"[^a-z0-9]+", "-", said(sheet.title).casefold()).strip("-")
            name = f"{group.id}-{words}" if number else group.id
            taken = name in names.values() or not words
            names[group.id, sheet.title] = f"{name}-{number}" if taken and number else name
    return {key: f"{name}.html" for key, name in names.items()}


def player_page(id_: str) -> str:
    """Return the file name of the page of a player or team; ids consist of letters, digits and ``_.-``."""
    return f"player-{id_}.html"
