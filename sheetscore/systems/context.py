"""The arguments of a system's functions: a round with its draw, sheets and scores; the progress of an event; a replay.

Also a check that systems share: whoever sits at a place of the sheets is compared with the event and the draw.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NoReturn, Protocol, TypeVar, overload

from msgspec import Struct, field

from sheetscore.event.model import Event, Settings
from sheetscore.findings import Finding, finding
from sheetscore.forms.claims import score_pages
from sheetscore.forms.form import Entries, FieldKey, PageScore
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.pairing.draw import Draw, OpenGame, display_name
from sheetscore.systems.outcomes import EarlierRound, Lists, ResultRow, RoundScore, Standings

E_co = TypeVar("E_co", bound=Event, covariant=True)


class NotYet(Exception):
    """A system asked for data that a round cannot have yet, such as entries while it is drawn: a programming error."""


class _Missing:
    """Stands for a part of a round that does not exist yet: every use of it raises `NotYet`."""

    def __init__(self, what: str) -> None:
        self.what = what

    def _used(self, *_: object) -> NoReturn:
        raise NotYet(f"there is no {self.what} yet")

    __getattr__ = __getitem__ = __contains__ = __iter__ = __len__ = _used


def to_come(what: str) -> Any:
    """Return a placeholder for a part of a round that does not exist yet; its type is that of the part.

    Parameters
    ----------
    what
        The part, for the message of `NotYet`.
    """
    return _Missing(what)


class EarlierRounds(Sequence[EarlierRound]):
    """The rounds before a round, loaded when first used, since reading results takes time."""

    def __init__(self, find: Callable[[], Sequence[EarlierRound]]) -> None:
        self.find = find

    @cached_property
    def found(self) -> Sequence[EarlierRound]:
        """The rounds, once loaded."""
        return self.find()

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[EarlierRound]:
        return iter(self.found)

    @overload
    def __getitem__(self, index: int) -> EarlierRound: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[EarlierRound]: ...

    def __getitem__(self, index: int | slice) -> EarlierRound | Sequence[EarlierRound]:
        return self.found[index]


class ChangedSeat(Struct, frozen=True):
    """A seat of a planned round that somebody changed by hand."""

    table: int
    seat: str
    player: str | None
    """The id of the player who is now to sit there; None for nobody."""
    said: str
    """The change, in a sentence."""


class RoundContext(Struct, Generic[E_co], frozen=True, dict=True):
    """A round at any stage: a part that does not exist yet raises `NotYet` when it is used."""

    event: E_co
    stage: int
    """The number of the round, from 1; `WHOLE_EVENT` if one draw holds all rounds."""
    earlier: Sequence[EarlierRound] = ()
    """The rounds before this one that are scored or drawn. If one draw holds all rounds: the results so far, with the
    draw under which they were played.
    """
    planned: Draw | None = None
    """The seats that the plan gives to this round, which the round's draw follows; None without a plan."""
    by_hand: tuple[ChangedSeat, ...] = ()
    """The seats of the plan that somebody changed by hand."""
    library: Library = to_come("library of templates")
    """The form templates in force."""
    draw: Draw = to_come("draw")
    """The draw; without tables if it cannot be read."""
    drawn_as: Mapping[str, str] = {}
    """The data of the event that the draw workbook noted when the round was drawn, to notice later changes."""
    has_results: bool = False
    """Whether the round is scored, at least in part."""
    forms: RoundForms = to_come("score sheets")
    """The forms of the drawn round."""
    entries: Entries = to_come("entries")
    """The values on the sheets; for scoring they have passed every check."""
    score: RoundScore = to_come("score")
    """The scores that follow from the entries."""
    rows: Sequence[ResultRow] = ()
    """The rows of the results; empty without results."""
    missing: Collection[int] | None = None
    """The tables without a result in provisional results; None if the round has no results."""

    @cached_property
    def pages(self) -> Mapping[tuple[int, str], PageScore]:
        """The worked-out page of every (table, seat); the seat is "" for a table's own page."""
        return score_pages(self.forms, self.entries)


class EventProgress(Struct, Generic[E_co], frozen=True):
    """An event over the rounds that are scored."""

    event: E_co
    rounds: Mapping[int, Sequence[ResultRow]]
    """The rows of every scored round by its number. If one draw holds all rounds, they are under that draw's stage."""
    open: Sequence[OpenGame] = ()
    """The drawn games without a result."""
    standings: Standings = to_come("ranking")
    """The resulting standings."""
    scored_under: Mapping[int, Settings] = {}
    """The rounds that were scored under other settings than the present ones, each with those settings. They have
    already been reported, and keep their scores until they are scored again.
    """


class PlayedRound(Struct, frozen=True):
    """A scored round of an earlier event."""

    event_key: str
    """The key of the event."""
    event: str
    """The name of the event."""
    date: dt.date | None
    """The first day of the event; None if it has none."""
    round: int
    rows: Sequence[ResultRow]
    lists: Lists
    """The further lists of the results, with exact figures."""
    file: str
    """The results workbook that it is from, in words for the director."""
    written: dt.datetime | None = None
    """When the workbook was written, to choose between workbooks that differ about the round; None if unknown."""


class Inherited(Struct, Generic[E_co], frozen=True):
    """An event with data of earlier events."""

    event: E_co
    """The event with the data that it takes over."""
    findings: tuple[Finding, ...]
    """Contradictions in the earlier results, and results that do not concern the event."""
    taken: tuple[Finding, ...]
    """The findings to report when the data are taken over."""
    differing: tuple[Finding, ...]
    """The differences between earlier data and the event's own, with what to do; for ``check --history``, which only
    compares.
    """


class HandicapsMade(Struct, frozen=True):
    """Handicaps computed from the scored rounds of many events."""

    rows: tuple[ResultRow, ...]
    """A row for each pair with a handicap, by names, exact: ``player against game_system points event round``."""
    findings: tuple[Finding, ...]
    """Contradictions in the results."""


class ReplayAsked(Struct, Generic[E_co], frozen=True, kw_only=True):
    """The logs to replay."""

    entries: Entries
    """The values of the boxes; texts that were not parsed yet stay texts."""
    event: E_co | None = None
    """The event that the logs belong to; None for a log without an event."""
    templates: Path | None = None
    """The event's own folder of templates."""
    cards: Path | None = None
    """A folder of cards given by the user."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Settings given by the user, by their keys; they override those of the event."""


class Account(Struct, frozen=True):
    """A table with a title in the report of a replay, for the terminal."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    spare: tuple[str, ...] = ()
    """The headings of columns that are left out where space is short, the least useful first."""


class Replayed(Protocol):
    """The result of a replay."""

    @property
    def findings(self) -> Sequence[Finding]:
        """All findings."""

    def as_json(self) -> dict[str, object]:
        """Return the replay for scripts."""

    def account(self) -> Sequence[Account]:
        """Return the tables of the report, for a terminal."""

    def drawing(self) -> str:
        """Return a drawing of what was played, as SVG."""


class Seated(Struct, frozen=True):
    """A player at a place of the sheets."""

    box: FieldKey
    """The box with the player."""
    where: str
    """The place, at the beginning of findings: ``table 3, strike.2``."""
    player: str
    """The id of the player who played there."""
    drawn: str | None = None
    """The id of the player drawn for the place; None for nobody."""


def strangers(seated: Seated, names: Mapping[str, str], playing: Collection[str], did: str) -> Iterator[Finding]:
    """Find a player who is absent from this round, and note a player who was not drawn for the place.

    Parameters
    ----------
    names
        The names of all players by id.
    playing
        The ids of those present in the round.
    did
        The verb for what players at that place do, in the past tense: ``flew``.

    Returns
    -------
    Findings without cells; ``fields`` names the box.
    """
    who = display_name(seated.player, names)
    if seated.player not in playing:
        message = f"{seated.where}: {who} does not play in this round as the event has it; scored all the same"
        yield finding("not-playing", message, fields=(seated.box,))
    if seated.player != seated.drawn:
        was = display_name(seated.drawn, names) if seated.drawn else "nobody"
        message = f"{seated.where}: {who} {did}; {was} was drawn"
        yield finding("substitute", message, fields=(seated.box,))
