"""Hooks that few systems need: replays, plans, carry-over between events, unfinished tables, own pages.

Each has an example in docs/plugins.md.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity
from sheetscore.forms.form import Entries, FieldKey, PageKind
from sheetscore.pairing.planned.seat_plan import Effort, SeatPlan
from sheetscore.systems.context import HandicapsMade, Inherited, PlayedRound, ReplayAsked, Replayed, RoundContext
from sheetscore.systems.outcomes import ResultRow, RoundScore
from sheetscore.systems.simulated import Simulated

E = TypeVar("E", bound=Event)


def _no_findings(*_: object) -> Sequence[Finding]:
    return ()


def _no_tables(_: object) -> Collection[int]:
    return ()


def _as_entered(_: object) -> Entries:
    return {}


def _at_one_place(*_: object) -> bool:
    return False


class RareHooks(Struct, Generic[E], frozen=True, kw_only=True):
    """Hooks that few systems need."""

    replay: Callable[[ReplayAsked[E]], Replayed] | None = None
    """Replays the entries turn by turn; None for a system without turns."""
    plan: Callable[[RoundContext[E], Effort], SeatPlan] | None = None
    """Plans the seats of a round and all later ones together, before absences are known; its ``draw``
    then follows the plan (``planned``). None: every round is drawn by itself.
    """
    history: Callable[[E, Sequence[PlayedRound], str], Inherited[E]] | None = None
    """Returns an event with the data taken over from scored rounds of earlier ones, and the differences; the last
    argument is the name of the event's file. None: it takes nothing over.
    """
    handicaps: Callable[[Sequence[PlayedRound]], HandicapsMade] | None = None
    """Returns handicaps computed from scored rounds of many events, by players' names; None without handicaps."""
    follows: Callable[[E, RoundScore, RoundScore], Sequence[str]] | None = None
    """Describes the changes in a scored round after a correction of an earlier one, given the round as in its results
    and as scored now. None: every round is scored by itself.
    """
    called_otherwise: Callable[[E, Mapping[int, Sequence[ResultRow]]], Sequence[Finding]] = _no_findings
    """Finds names that the event has changed since results were made, so that these no longer count for later rounds;
    given the rows of every scored round by number. Places are as in event.toml. Default: nothing.
    """
    counts_so_far: Callable[[RoundContext[E]], Collection[int]] = _no_tables
    """Returns the incomplete tables whose results so far count in provisional results. Default: none; a table counts
    once it is complete.
    """
    as_if_over: Callable[[RoundContext[E]], Entries] = _as_entered
    """Returns values not entered yet with which such tables are scored, as if they ended now, given the round with its
    entries. Default: none.
    """
    may_play: Callable[[RoundContext[E], Sequence[FieldKey]], bool] = _at_one_place
    """Returns whether somebody may play at several places of a round, given as public names of boxes. Default: no."""
    page_kinds: tuple[PageKind[Any], ...] = ()
    """The kinds of its pages with a player or a log: so that results can be read for players and notes without the
    forms.
    """
    simulated: Simulated[E] | None = None
    """Plays events of the system with random results, to compare formats; None if it cannot be simulated."""
    borrows: tuple[str, ...] = ()
    """Further folders of ``templates/``, in order, for forms that its own folder lacks."""


class HouseHabits(Struct, frozen=True, kw_only=True):
    """The common checks of all systems; a system switches off those that it makes itself or that its game allows.

    The rounds are those of the event: ``stages``, from 1 to the number of rounds unless overridden.
    """

    strangers: bool = True
    """In draws: players unknown to the event or absent from the round; players present without a seat."""
    twice_drawn: bool = True
    """In draws: somebody on two seats."""
    alone_drawn: Severity | None = Severity.WARNING
    """The severity of a single player at a table for several, in draws and after ``--drop``; None if that is allowed.
    An error, for games of two, prevents that a player is dropped without a replacement.
    """
    twice_on_sheets: bool = True
    """On sheets: somebody at two places, unless ``may_play`` allows it."""
    alone_on_sheets: bool = True
    """On sheets: a single player left at a table for several."""


OWN_DRAW_CHECKS = HouseHabits(strangers=False, twice_drawn=False, alone_drawn=None)
"""The checks for a system whose ``check_draw`` makes those of draws itself."""
