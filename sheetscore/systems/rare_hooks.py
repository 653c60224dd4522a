"""What few systems have: replays, plans, what goes on from event to event, what counts unfinished, own pages.

A system that needs none of it says nothing; each hook has an example in docs/plugins.md.
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
    """What few systems have; without a word there is none of it."""

    replay: Callable[[ReplayAsked[E]], Replayed] | None = None
    """Replays what was entered, turn by turn; None where a system has nothing of the kind."""
    plan: Callable[[RoundContext[E], Effort], SeatPlan] | None = None
    """Seats the players of a round and of all after it at once, before anybody is known to be missing; its ``draw``
    then follows what is ``planned``. None: rounds are drawn one after the other alone.
    """
    history: Callable[[E, Sequence[PlayedRound], str], Inherited[E]] | None = None
    """Gives an event what it takes over from the scored rounds of earlier ones, and says where it differs; the last
    argument is what the file of the event is called. None: it takes nothing over.
    """
    handicaps: Callable[[Sequence[PlayedRound]], HandicapsMade] | None = None
    """Gives the handicaps that scored rounds of many events make, by the names of the players. None: it has none."""
    follows: Callable[[E, RoundScore, RoundScore], Sequence[str]] | None = None
    """Says what of a scored round is otherwise because a round before it was corrected: given are the round as its
    results have it, then as it is scored now. None: every round is scored by itself.
    """
    called_otherwise: Callable[[E, Mapping[int, Sequence[ResultRow]]], Sequence[Finding]] = _no_findings
    """Finds what the event calls otherwise than results do, so that these count no more for later rounds; given are the
    rows of every scored round by its number, places are as in event.toml. Default: nothing.
    """
    counts_so_far: Callable[[RoundContext[E]], Collection[int]] = _no_tables
    """Gives the tables that count in provisional results as far as they went, although something is missing. Default:
    none; a table counts when it is complete.
    """
    as_if_over: Callable[[RoundContext[E]], Entries] = _as_entered
    """Gives values that nobody entered yet and that tables which count so far are scored with, as if they ended now;
    given is the round with what is on its sheets. Default: none.
    """
    may_play: Callable[[RoundContext[E], Sequence[FieldKey]], bool] = _at_one_place
    """Tells whether somebody may play at several places of a round, given as public names of boxes. Default: no."""
    page_kinds: tuple[PageKind[Any], ...] = ()
    """The kinds of its pages on which somebody sits, or that have a log: by them results tell who sat there, and what
    was noted, where the forms are not known.
    """
    simulated: Simulated[E] | None = None
    """How its events are played through by a program, to compare formats. None: they are not."""
    borrows: tuple[str, ...] = ()
    """More folders of ``templates/`` in which forms are looked for that its own folder does not have, in order."""


class HouseHabits(Struct, frozen=True, kw_only=True):
    """What is found for every system without a word of its own; it switches off what its game allows, or finds itself.

    Which rounds there are says the event: ``stages``, from 1 to the number of rounds unless it is overridden.
    """

    strangers: bool = True
    """In draws: who is nobody of the event, or not there in the round; who is present and has no seat."""
    twice_drawn: bool = True
    """In draws: somebody on two seats."""
    alone_drawn: Severity | None = Severity.WARNING
    """In draws, as after ``--drop``: a table for several at which one sits. An error where a game takes two: then
    nobody is dropped without somebody to take the place. None: that may be.
    """
    twice_on_sheets: bool = True
    """On sheets: somebody who plays at two places, unless ``may_play`` allows it."""
    alone_on_sheets: bool = True
    """On sheets: a table for several at which the sheets leave one."""


OWN_DRAW_CHECKS = HouseHabits(strangers=False, twice_drawn=False, alone_drawn=None)
"""Of a system whose ``check_draw`` finds all of it by rules of its own."""
