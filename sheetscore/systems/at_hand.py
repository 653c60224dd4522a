"""What a system is asked about: a round with all that there is of it, an event over its rounds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar, overload

from sheetscore.event.model import Event
from sheetscore.forms.evaluation import score_pages
from sheetscore.forms.form import Entries, PageScore
from sheetscore.forms.library import Library
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import Draw, OpenGame
from sheetscore.systems.outcomes import EarlierRound, ResultRow, RoundScore, Standings

E_co = TypeVar("E_co", bound=Event, covariant=True)
Part = TypeVar("Part")


class NotYet(Exception):
    """A system asked for what a round cannot have yet, such as entries while it is drawn: a mistake in a program."""


class EarlierRounds(Sequence[EarlierRound]):
    """The rounds before one, found out when somebody looks at them: reading results takes its time."""

    def __init__(self, find: Callable[[], Sequence[EarlierRound]]) -> None:
        self.find = find

    @cached_property
    def found(self) -> Sequence[EarlierRound]:
        """The rounds."""
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


@dataclass(frozen=True)
class RoundAtHand(Generic[E_co]):
    """A round, as far as there is anything of it; what there must be is asked for by the properties.

    Parameters
    ----------
    stage
        Its number, from 1, or that of a draw of the whole event.
    earlier
        The rounds before, scored or only drawn, as far as they are known; where one draw holds all rounds, what was
        played of them with the draw that it was by.
    drawn
        Who is to sit where; without tables where the draw cannot be read.
    templates
        The form templates in force.
    sheets
        The forms of the drawn round.
    typed
        The values on the sheets; for scoring they have passed every check.
    result
        What they came to.
    rows, missing
        The rows of the results, and the tables that they leave out; None, and no rows, where there are no results.
    """

    event: E_co
    stage: int
    earlier: Sequence[EarlierRound] = ()
    drawn: Draw | None = field(default=None, kw_only=True)
    templates: Library | None = field(default=None, kw_only=True)
    sheets: RoundForms | None = field(default=None, kw_only=True)
    typed: Entries | None = field(default=None, kw_only=True)
    result: RoundScore | None = field(default=None, kw_only=True)
    rows: Sequence[ResultRow] = field(default=(), kw_only=True)
    missing: Collection[int] | None = field(default=None, kw_only=True)

    @property
    def draw(self) -> Draw:
        """Who is to sit where."""
        return self._known(self.drawn, "draw")

    @property
    def library(self) -> Library:
        """The form templates in force."""
        return self._known(self.templates, "templates")

    @property
    def forms(self) -> RoundForms:
        """The sheets."""
        return self._known(self.sheets, "sheets")

    @property
    def entries(self) -> Entries:
        """The values on the sheets."""
        return self._known(self.typed, "values")

    @property
    def score(self) -> RoundScore:
        """What the values came to."""
        return self._known(self.result, "score")

    @cached_property
    def pages(self) -> Mapping[tuple[int, str], PageScore]:
        """The worked-out page of every (table, seat); the seat is "" for a table's own page."""
        return score_pages(self.forms, self.entries)

    def _known(self, part: Part | None, what: str) -> Part:
        if part is None:
            raise NotYet(f"there is no {what} of stage {self.stage} yet")
        return part


@dataclass(frozen=True)
class EventSoFar(Generic[E_co]):
    """An event over the rounds that are scored.

    Parameters
    ----------
    rounds
        The rows of every scored round, by its number; those of a draw of the whole event by its stage.
    open
        What is drawn and has no result yet.
    ranked
        What it comes to.
    """

    event: E_co
    rounds: Mapping[int, Sequence[ResultRow]]
    open: Sequence[OpenGame] = ()
    ranked: Standings | None = field(default=None, kw_only=True)

    @property
    def standings(self) -> Standings:
        """What it comes to."""
        if self.ranked is None:
            raise NotYet("nobody is ranked yet")
        return self.ranked
