"""The site of an event: pages from the results, standings and draws of its folder, put in place all at once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, stage_command, stage_name, stage_title
from sheetscore.event.model import Event, EventPart
from sheetscore.event.times import long_day
from sheetscore.findings import Finding
from sheetscore.operations.consistency.drawn_since import not_as_posted
from sheetscore.operations.consistency.scored_anew import judged_anew
from sheetscore.operations.consistency.staleness import results_behind
from sheetscore.operations.opening.drawn_rounds import draw_of, drawn_round
from sheetscore.operations.opening.history import locked, rank, records, rounds_before
from sheetscore.operations.opening.open_event import OpenEvent, open_event
from sheetscore.pairing.draw import open_words
from sheetscore.problems import WrongUsage
from sheetscore.results.record import RoundRecord
from sheetscore.results.round_results import provisional_line
from sheetscore.results.scoring_changes import settings_then
from sheetscore.results.standings_workbook import standings_sheets
from sheetscore.sheets.draw_workbook import BETWEEN
from sheetscore.sheets.postings import looked_for
from sheetscore.sheets.seating_tables import seating_tables
from sheetscore.site import refuse_without_libraries
from sheetscore.site.planned_site import PARTS, Part, PlannedSite, SheetGroup
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import Standings
from sheetscore.tables.sheet import TableSheet

USUAL = "site"
"""The default name of the folder of a site."""


class PublishedSite(Struct, frozen=True):
    """A site that was written."""

    event: Event
    path: Path
    pages: int
    parts: tuple[Part, ...]
    anonymous: bool
    findings: tuple[Finding, ...] = ()
    """Warnings about shown results that lag behind typed values or settings, and draws newer than their sheets."""
    was_anonymous: bool = False
    """Whether the site that it replaced had no names."""

    def as_json(self) -> dict[str, object]:
        """Return the outcome with the keys that scripts rely on."""
        return {
            "event": self.event.header.name,
            "system": self.event.header.system,
            "path": str(self.path),
            "pages": self.pages,
            "parts": list(self.parts),
            "anonymous": self.anonymous,
            "findings": [one.as_json() for one in self.findings],
        }


def publish(
    folder: str | Path, to: str | Path | None = None, *, only: Collection[str] = (), anonymous: bool = False
) -> PublishedSite:
    """Write the site of an event: what was posted in the hall, as pages that need nothing but a browser.

    Parameters
    ----------
    to
        The folder of the site. Default: ``site`` in the event's folder. A former site there is replaced as a whole.
    only
        The parts to publish: keys of :data:`sheetscore.site.planned_site.PARTS`. Default: all. Pages of players show
        their lines of the other published parts; if they are the only part, they show their lines of all parts.
    anonymous
        Show ids in place of the names of players and teams.

    Raises
    ------
    WrongUsage
        Jinja2 is missing, there is no such part, the folder has something else, such as the site of another event, or
        the results of a round differ from what scoring it now would give.
    MistakesFound
        The event has mistakes.
    UnreadableFile
        A draw or results cannot be read.

    Examples
    --------
    >>> publish("copenhagen", only=["standings"]).path.name
    'site'
    """
    refuse_without_libraries()
    from sheetscore.site.folder import MadeAs, made_as, put_site, refuse_if_not_ours  # noqa: PLC0415 -- Jinja2 is an extra
    from sheetscore.site.pages import SitePages  # noqa: PLC0415

    unknown = [one for one in only if one not in PARTS]
    if unknown:
        raise WrongUsage(f"a site has no part {unknown[0] or 'without a name'}; there are {', '.join(PARTS)}")
    parts = tuple(part for part in PARTS if part in only or not only)
    opened = open_event(Path(folder))
    place = Path(to) if to else opened.folder.path / USUAL
    now, before = MadeAs(sha256(opened.event.key.encode()).hexdigest()[:16], parts, anonymous), made_as(place)
    refuse_if_not_ours(place, now.event)
    with locked(opened) as lock_findings:
        planned = replace(planned_site(opened, parts, anonymous=anonymous), made_as=encode(now).decode())
        pages = put_site(place, SitePages(planned).written())
        opened.note("publish", notes=(f"{place.name}: {', '.join(parts)}{', without names' if anonymous else ''}",))
        behind = (*lock_findings, *results_behind(opened, records(opened)), *not_as_posted(opened, opened.event.stages))
    return PublishedSite(
        opened.event, place, pages, parts, anonymous, behind, was_anonymous=before is not None and before.anonymous
    )


def publish_again(folder: str | Path) -> PublishedSite:
    """Write the site in an event's folder again, with the parts that it had, and with or without names as before.

    Raises
    ------
    Problem
        What :func:`publish` raises.
    """
    refuse_without_libraries()
    from sheetscore.site.folder import made_as  # noqa: PLC0415 -- Jinja2 is an extra

    last = made_as(Path(folder) / USUAL)
    return publish(folder, only=last.parts if last else (), anonymous=last is not None and last.anonymous)


def planned_site(opened: OpenEvent, parts: Collection[Part], *, anonymous: bool = False) -> PlannedSite:
    """Plan the site of an event."""
    event, scored = opened.event, records(opened)
    ranked = rank(opened, scored) if scored else None
    has_sheets = {*parts} != {"players"}  # pages of players alone show the lines of all parts
    planned = parts if has_sheets else [*PARTS]
    front, standings = _standings(opened, ranked, scored) if ranked and "standings" in planned else (None, ())
    shown = _without_names(event) if anonymous else event
    pairings = [*_pairings(opened, shown)] if "pairings" in planned else []
    results = [*_results(opened, scored)] if "results" in planned else []
    header, now = event.header, _played_now(pairings, scored)
    return PlannedSite(
        event=header.name,
        facts=BETWEEN.join(filter(None, (header.place, long_day(header.date) if header.date else ""))),
        groups=(*standings, *_by_round(pairings, results)),
        now=now.id,
        under_way=_is_open(now, scored),
        front=front,
        called=_called(event, shown),
        also=_also(event),
        made_at=dt.datetime.now(dt.UTC),
        player_pages="players" in parts,
        sheet_pages=has_sheets,
        anonymous=anonymous,
    )


def _standings(
    opened: OpenEvent, ranked: Standings, scored: Mapping[int, RoundRecord]
) -> tuple[TableSheet | None, tuple[SheetGroup, ...]]:
    """Plan the standings: the short ones for the front page, and all sheets."""
    posted, own = standings_sheets(opened.event, opened.system, ranked, scored)
    words = open_words(ranked.open)
    group = SheetGroup("standings", "Standings", "standings", tuple(own), (words,) if words else ())
    return next(iter((*posted, *group.published)), None), (group,)


def _without_names(event: Event) -> Event:
    """Return an event with ids in place of names: sorted by names, even ids would reveal whose they are."""
    ids = {*event.names, *event.parties}
    lists = ((key, getattr(event, key)) for key in type(event).model_fields)
    changes = {
        key: tuple(_by_id(one) if getattr(one, "id", None) in ids else one for one in many)
        for key, many in lists
        if isinstance(many, tuple)
    }
    return event.model_copy(update=changes)


def _by_id(part: EventPart) -> EventPart:
    changes = {"name": getattr(part, "id", ""), "family": ""}
    return part.model_copy(update={key: value for key, value in changes.items() if key in type(part).model_fields})


def _pairings(opened: OpenEvent, shown: Event) -> Iterator[SheetGroup]:
    """Plan who plays where, for every stage that is drawn."""
    for stage in opened.event.stages:
        if opened.folder.draw(stage).exists():
            drawn = draw_of(opened, stage).draw
            if drawn.tables:
                title = "Rounds" if stage == WHOLE_EVENT else stage_title(stage)
                yield SheetGroup(f"tables{stage or ''}", title, "pairings", (seating_tables(shown, drawn),))


def _results(opened: OpenEvent, scored: Mapping[int, RoundRecord]) -> Iterator[SheetGroup]:
    """Plan the results of all scored rounds."""
    for stage, record in sorted(scored.items()):
        context = round_as_scored(opened, stage, scored)
        missing = record.missing
        so_far = {*opened.system.rare.counts_so_far(context)} & {*missing} if missing else set()
        remarks = tuple(line.text for line in provisional_line(missing, so_far))
        title = "Rounds" if stage == WHOLE_EVENT else stage_title(stage)
        yield SheetGroup(
            f"round{stage or 's'}", title, "results", tuple(opened.system.results_sheets(context)), remarks
        )


def round_as_scored(opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord]) -> RoundContext[Event]:
    """Return a round as its results have it, scored from the values in them.

    Raises
    ------
    WrongUsage
        It would be scored differently now.
    """
    record = scored[stage]
    context = drawn_round(opened, stage, rounds_before(opened, stage, scored))
    then = opened.event.model_copy(update={"settings": settings_then(opened.event, record)})
    context = replace(context, event=then)
    read = judged_anew(opened, context, record, ())
    if not _alike(read.score.rows, record.rows):
        raise WrongUsage(
            f"the results of {stage_name(stage)} do not follow from the event and its files as they are now: run "
            f"sheetscore {stage_command('check', stage)}, then ingest the round again",
            "shows-old",
        )
    return replace(context, entries=read.entered.entries, score=read.score)


def _alike(now: Sequence[Mapping[str, object]], then: Sequence[Mapping[str, object]]) -> bool:
    """Return whether rows have equal values for all common keys; older results have fewer keys."""
    return len(now) == len(then) and all(
        one[key] == other[key] for one, other in zip(now, then, strict=True) for key in one.keys() & other.keys()
    )


def _by_round(pairings: Sequence[SheetGroup], results: Sequence[SheetGroup]) -> list[SheetGroup]:
    """Put the results of a round before its tables, the newest round first."""
    numbered = [(int("".join(filter(str.isdigit, one.id)) or 0), one) for one in (*results, *pairings)]
    return [one for _, one in sorted(numbered, key=lambda pair: -pair[0])]


def _played_now(pairings: Sequence[SheetGroup], scored: Mapping[int, RoundRecord]) -> SheetGroup:
    """Return the round being played: the first draw not completely scored, else the last draw, else a blank group."""
    open_ = [one for one in pairings if _is_open(one, scored)]
    return next(iter((*open_, *reversed(pairings))), SheetGroup("", "", "pairings", ()))


def _is_open(group: SheetGroup, scored: Mapping[int, RoundRecord]) -> bool:
    """Return whether a draw is not completely scored; False without a draw."""
    stage = int(group.id.removeprefix("tables") or WHOLE_EVENT)
    return group.id != "" and (stage not in scored or scored[stage].provisional)


def _called(event: Event, shown: Event) -> list[tuple[str, str]]:
    """Return all ids and names in the order for searching; drawn units come before others with the same id."""
    parties = {id_: party.name for id_, party in event.parties.items()}
    order = looked_for(shown, {**{id_: party.name for id_, party in shown.parties.items()}, **shown.names})
    return sorted((*event.names.items(), *parties.items()), key=lambda one: order(one[0]))


def _also(event: Event) -> dict[str, tuple[str, ...]]:
    """Return the further ids whose lines belong to a player or a team: the team, or its members."""
    also: dict[str, list[str]] = {}
    for id_, party in event.parties.items():
        for drawn in party.drawn:
            also.setdefault(id_, []).append(drawn)
            also.setdefault(drawn, []).append(id_)
    return {id_: tuple(others) for id_, others in also.items()}
