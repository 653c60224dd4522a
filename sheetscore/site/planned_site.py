"""The content of an event's site: its planned sheets in groups, and whom they name."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from sheetscore.tables.sheet import TableSheet

Part = Literal["pairings", "results", "standings", "players"]

PARTS: Mapping[Part, str] = {
    "pairings": "who plays where, round by round",
    "results": "the results of the rounds",
    "standings": "the standings, with all that follows from them",
    "players": "a page for each player",
}
"""What a site has, each with a line on it."""


class SheetGroup(Struct, frozen=True):
    """Sheets that belong together: those of a round's results, of the standings, of a draw."""

    id: str
    """How the names of its pages begin: ``round1``."""
    title: str
    """What readers find them by; groups may share one: the draw of a round and its results."""
    part: Part
    sheets: tuple[TableSheet, ...]
    """All of them; what may not be published is looked at by the charts of others."""
    remarks: tuple[str, ...] = ()
    """What is above each of them: what is provisional."""

    @property
    def published(self) -> tuple[TableSheet, ...]:
        """Those that everybody may see."""
        return tuple(sheet for sheet in self.sheets if sheet.published)


class PlannedSite(Struct, frozen=True):
    """A site that is still to be written."""

    event: str
    facts: str
    """The place and the day."""
    groups: tuple[SheetGroup, ...]
    """In the order in which readers want them."""
    now: str
    """The id of the group that says who plays where now, or did last; empty where nobody does, or it is not shown."""
    front: TableSheet | None
    """The standings in short, as they are posted; None where there are none."""
    called: Sequence[tuple[str, str]]
    """The ids and names of players and teams, in the order in which readers look for them; of two with one id who is
    drawn first.
    """
    also: Mapping[str, tuple[str, ...]]
    """Whose lines are also those of a player or team: the team's, the members'."""
    made_at: dt.datetime
    under_way: bool = False
    """Whether what is played now is still to be scored: it comes first then."""
    player_pages: bool = True
    sheet_pages: bool = True
    """Whether sheets have pages; without them their lines are on those of players alone."""
    anonymous: bool = False
    """Whether ids stand for all names."""
    made_as: str = ""
    """What the pages say of how they were made, for whoever writes them again."""

    @property
    def names(self) -> dict[str, str]:
        """The names of those who may have a page, by their ids."""
        names: dict[str, str] = {}
        for id_, name in self.called:
            names.setdefault(id_, name)
        return names


def said_of(site: PlannedSite) -> Callable[[str], str]:
    """Return what gives a text as it may be published: as it is, or with ids for all names.

    It is the last thing that happens to every text of an anonymous site, so that no way leads around it. A name that
    was cut off for want of room is one, too.
    """
    ids: dict[str, str] = {}
    for id_, name in site.called:
        ids |= {f"{name} ({id_})": id_, name: ids.get(name, id_)}
    if not site.anonymous or not ids:
        return lambda text: text
    longest_first = sorted(ids, key=len, reverse=True)
    named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first if name))

    def without_names(text: str) -> str:
        known = named.sub(lambda found: ids[found[0]], text)
        return _without_cut_names(known, longest_first) if CUT in known else known

    return without_names


CUT = "…"
"""What a text ends in that is cut off."""


def _without_cut_names(text: str, names: Sequence[str]) -> str:
    """Leave out cut-off names up to the sign that says so; an id behind one stays."""
    first, *further = text.split(CUT)
    parts = [first]
    for part in further:
        begun = (name[:length] for name in names for length in range(len(name), 0, -1))
        cut = max((one for one in begun if re.search(rf"(?<!\w){re.escape(one)}$", parts[-1])), key=len, default="")
        parts[-1] = parts[-1].removesuffix(cut)
        parts.append(part)
    return CUT.join(parts)


def page_names(groups: Sequence[SheetGroup], said: Callable[[str], str]) -> dict[tuple[str, str], str]:
    """Name the pages of all sheets, by their groups and titles: ``round1.html``, ``round1-sections.html``."""
    names: dict[tuple[str, str], str] = {}
    for group in groups:
        for number, sheet in enumerate(group.published):
            words = re.sub(r"[^a-z0-9]+", "-", said(sheet.title).casefold()).strip("-")
            name = f"{group.id}-{words}" if number else group.id
            taken = name in names.values() or not words
            names[group.id, sheet.title] = f"{name}-{number}" if taken and number else name
    return {key: f"{name}.html" for key, name in names.items()}


def player_page(id_: str) -> str:
    """Name the page of a player or a team; an id has letters, digits and ``_.-`` alone."""
    return f"player-{id_}.html"
