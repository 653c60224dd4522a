"""Rounds and events as the hooks of a system are asked about them, put together from what a test has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.forms.form import Entries
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.pairing.draw import Draw
from sheetscore.reading.sitting import check_sitting
from sheetscore.systems.context import RoundContext, to_come
from sheetscore.systems.outcomes import EarlierRound, RoundScore
from sheetscore.systems.system import System

E = TypeVar("E", bound=Event)

NO_LIBRARY: Library = to_come("library")
NO_DRAW: Draw = to_come("draw")
NO_ENTRIES: Entries = to_come("entries")


def drawn_round(
    event: E, draw: Draw, earlier: Sequence[EarlierRound] = (), templates: Library = NO_LIBRARY
) -> RoundContext[E]:
    """A round that is drawn; with templates its sheets can be made."""
    return RoundContext(event, draw.round, earlier, draw=draw, library=templates)


def filled_round(
    event: E, forms: RoundForms, entries: Entries, draw: Draw = NO_DRAW, earlier: Sequence[EarlierRound] = ()
) -> RoundContext[E]:
    """A round with values on its sheets."""
    return RoundContext(event, forms.round, earlier, draw=draw, forms=forms, entries=entries)


def blank_round(event: E, forms: RoundForms, draw: Draw) -> RoundContext[E]:
    """A drawn round with its sheets, which are to be read."""
    context = RoundContext(event, forms.round, draw=draw, forms=forms)
    return replace(context, library=forms.library) if forms.library else context


def wrong_on_sheets(system: System[E], round_: RoundContext[E]) -> list[Finding]:
    """What is wrong between boxes: who sits where, as in every system, and what the system itself finds."""
    return [*check_sitting(system, round_), *system.check_entries(round_)]


def scored_round(event: E, forms: RoundForms, score: RoundScore, entries: Entries = NO_ENTRIES) -> RoundContext[E]:
    """A round with what its values came to; nobody was left out of its draw."""
    nobody = Draw(forms.round, (), (), ())
    return RoundContext(event, forms.round, draw=nobody, forms=forms, entries=entries, score=score)
