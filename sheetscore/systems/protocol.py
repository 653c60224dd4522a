"""What a tournament system gives to the house: the rooms after this one know systems by nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.forms.evaluation import PageScore
from sheetscore.forms.form import Entries, RoundForms
from sheetscore.forms.library import Library
from sheetscore.pairing.draw import Draw, Flown
from sheetscore.workbooks.table_sheets import TableSheet

Exact = int | Fraction | str | None
ResultRow = Mapping[str, Exact]
"""A row of results by the keys that scripts rely on."""


@dataclass(frozen=True)
class Agreement:
    """A figure that must agree with another: the match points of a section with N(N-1)/2."""

    name: str
    expected: int | Fraction
    actual: int | Fraction

    @property
    def ok(self) -> bool:
        """Whether they agree."""
        return self.expected == self.actual


@dataclass(frozen=True)
class RoundScore:
    """A scored round.

    Parameters
    ----------
    rows
        A row per player, in the order in which results show them.
    checks
        The agreements that the rules promise.
    findings
        What scoring noticed (a section of one).
    pages
        The worked-out page of every (table, seat); the seat is "" for a table's own page.
    """

    round: int
    rows: tuple[ResultRow, ...]
    checks: tuple[Agreement, ...]
    findings: tuple[Finding, ...]
    pages: Mapping[tuple[int, str], PageScore] = field(default_factory=dict)


@dataclass(frozen=True)
class Standings:
    """The event after some rounds: a row per player, best first, and what there is to warn of."""

    after_round: int
    rows: tuple[ResultRow, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Decision:
    """A point that the sources leave open: what it is called, what holds in this event, what that means."""

    name: str
    value: str
    meaning: str


class System(Protocol):
    """A tournament system."""

    id: str
    title: str
    summary: str
    """One line for ``sheetscore systems``."""

    @property
    def event_model(self) -> type[Event]:
        """The system's model of an event."""

    def check_event(self, event: Any) -> list[Finding]:
        """Find what breaks the system's rules in an event that is otherwise in order."""

    def starter_event(self, name: str) -> Event:
        """Give a small event to start from."""

    def decisions(self, event: Any) -> list[Decision]:
        """Give every setting with its value and what it means, in words."""

    def draw(self, event: Any, round_number: int, history: Sequence[Flown]) -> Draw:
        """Seat the players of a round."""

    def forms(self, event: Any, drawn: Draw, library: Library) -> RoundForms:
        """Give the sheets of a drawn round."""

    def check_templates(self, library: Library) -> list[Finding]:
        """Find what is wrong in the form templates in force."""

    def score(self, event: Any, round_forms: RoundForms, entries: Entries) -> RoundScore:
        """Score a round from the values on its sheets, which have passed every check."""

    def flown(self, rows: Sequence[ResultRow], round_number: int, scenario: str) -> list[Flown]:
        """Give who flew where, for later draws."""

    def standings(self, event: Any, rounds: Mapping[int, Sequence[ResultRow]]) -> Standings:
        """Rank the players over the rounds flown."""

    def results_sheets(self, event: Any, round_forms: RoundForms, score: RoundScore) -> Sequence[TableSheet]:
        """Give the sheets of a scored round that are the system's own, the one that everybody wants first."""

    def standings_sheets(
        self, event: Any, standings: Standings, rounds: Mapping[int, Sequence[ResultRow]]
    ) -> Sequence[TableSheet]:
        """Give the sheets of the standings, the standings themselves first."""
