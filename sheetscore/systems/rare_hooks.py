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


def _nothing_assumed(_: object) -> Entries:
    return {}


def _never(*_: object) -> bool:
    return False


class RareHooks(Struct, Generic[E], frozen=True, kw_only=True):
    """Hooks that few systems need."""

    replay: Callable[[ReplayAsked[E]], Replayed] | None = None
    """Replays the entries turn by turn; None for a system without turns."""
    plan: Callable[[RoundContext[E], Effort], SeatPlan] | None = None
    """Plans the seats of a round and of all later rounds together, before absences are known. The system's ``draw``
    then follows the plan, which it gets as ``planned``. None: rounds are only drawn one after the other.
    """
    history: Callable[[E, Sequence[PlayedRound], str], Inherited[E]] | None = None
    """Returns an event with data from scored rounds of earlier events, and how these differ from its own. The last
    argument is the name of the event's file. None: an event takes nothing over.
    """
    handicaps: Callable[[Sequence[PlayedRound]], HandicapsMade] | None = None
    """Returns the handicaps that follow from scored rounds of many events, by players' names. None: no handicaps."""
    follows: Callable[[E, RoundScore, RoundScore], Sequence[str]] | None = None
    """Describes what changes in a scored round because an earlier round was corrected. It gets the round as its results
    have it, and as it is scored now. None: every round is scored by itself.
    """
    called_otherwise: Callable[[E, Mapping[int, Sequence[ResultRow]]], Sequence[Finding]] = _no_findings
    """Finds names that were changed in the event after results were made, so that the results no longer count for later
    rounds. It gets the rows of every scored round by number; places are as in event.toml. Default: nothing.
    """
    counts_so_far: Callable[[RoundContext[E]], Collection[int]] = _no_tables
    """Returns the incomplete tables whose results so far count in provisional results. Default: none; a table counts
    once it is complete.
    """
    as_if_over: Callable[[RoundContext[E]], Entries] = _nothing_assumed
    """Returns values for boxes that are still blank, with which the tables of ``counts_so_far`` are scored as if they
    ended now. It gets the round with its entries. Default: none.
    """
    may_play: Callable[[RoundContext[E], Sequence[FieldKey]], bool] = _never
    """Returns whether somebody may play at several places of a round, given as public names of boxes. Default: no."""
    page_kinds: tuple[PageKind[Any], ...] = ()
    """The kinds of the system's pages that have a player or a log. With them players and notes can be read from results
    without the forms.
    """
    simulated: Simulated[E] | None = None
    """How a program plays events of the system, to compare formats. None: it cannot."""
    borrows: tuple[str, ...] = ()
    """Further folders of ``templates/``, in order, for forms that the system's own folder lacks."""


class HouseHabits(Struct, frozen=True, kw_only=True):
    """Checks made for all systems; a system switches off those that it makes itself or that its game does not need."""

    strangers: bool = True
    """In draws: players unknown to the event or absent from the round; players present without a seat."""
    twice_drawn: bool = True
    """In draws: somebody on two seats."""
    alone_drawn: Severity | None = Severity.WARNING
    """In draws: a single player at a table for several, which ``--drop`` may leave, or players of one force alone. If
    it is an error, as for games of two, nobody can be dropped without a replacement. None: it is allowed.
    """
    twice_on_sheets: bool = True
    """On sheets: somebody at two places, unless ``may_play`` allows it."""
    alone_on_sheets: bool = True
    """On sheets: a single player left at a table for several."""
    drawn_on_sheets: bool = True
    """On sheets: a drawn player without a seat, in whose place another player sits. Off where seats count for teams."""


OWN_DRAW_CHECKS = HouseHabits(strangers=False, twice_drawn=False, alone_drawn=None)
"""The habits of a system whose ``check_draw`` makes all checks of draws itself."""
