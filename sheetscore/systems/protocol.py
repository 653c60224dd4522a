"""What a tournament system gives to the house: the rooms after this one know systems by nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.forms.evaluation import PageScore
from sheetscore.forms.form import Entries, FieldKey, RoundForms, Value
from sheetscore.forms.library import Library
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.open_games import OpenGame
from sheetscore.tables.sheet import TableSheet

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
        A row per player, or per team, in the order in which results show them.
    checks
        The agreements that the rules promise.
    findings
        What scoring noticed (a section of one).
    pages
        The worked-out page of every (table, seat); the seat is "" for a table's own page.
    players
        A row per player besides, where ``rows`` are those of teams.
    """

    round: int
    rows: tuple[ResultRow, ...]
    checks: tuple[Agreement, ...]
    findings: tuple[Finding, ...]
    pages: Mapping[tuple[int, str], PageScore] = field(default_factory=dict)
    players: tuple[ResultRow, ...] = ()


@dataclass(frozen=True)
class EarlierRound:
    """A round as it was scored, for the draws of later ones; as it was drawn where it was not scored yet.

    Parameters
    ----------
    scenario
        The id of the scenario that was played.
    rows
        Of its results; none where it is not scored yet.
    drawn
        Who was to meet whom where results are missing: the tables that have none, and who sits out. It counts
        for who has met whom, never for points.
    """

    number: int
    scenario: str
    rows: Sequence[ResultRow]
    drawn: Draw | None = None


@dataclass(frozen=True)
class Standings:
    """The event after some rounds: a row per player, best first, and what there is to warn of.

    Parameters
    ----------
    open
        What is drawn and has no result yet: with any the standings are provisional, and nobody is a winner
        whom it could take that away from.
    declared
        Who has won and why, a sentence each, in systems that know it before the director does.
    """

    after_round: int
    rows: tuple[ResultRow, ...]
    findings: tuple[Finding, ...]
    open: tuple[OpenGame, ...] = ()
    declared: tuple[str, ...] = ()

    @property
    def provisional(self) -> bool:
        """Whether anything is open."""
        return bool(self.open)


@dataclass(frozen=True)
class Decision:
    """A point that the sources leave open: what it is called, what holds in this event, what that means.

    Parameters
    ----------
    choices
        What can be chosen with a line on each, where that is a list of its own.
    """

    name: str
    value: str
    meaning: str
    choices: Mapping[str, str] = field(default_factory=dict)


class System(Protocol):
    """A tournament system."""

    id: str
    title: str
    summary: str
    """One line for ``sheetscore systems``."""
    template_folders: tuple[str, ...]
    """The folders of ``templates/`` in which its forms are looked for, in order."""
    looks_back: bool
    """Whether draws and what is entered in a round are checked against the rounds before."""
    postings: tuple[str, ...]
    """What its draws are posted as, by the names of :data:`sheetscore.sheets.draw_workbook.POSTINGS`."""

    @property
    def event_model(self) -> type[Event]:
        """The system's model of an event."""

    def check_event(self, event: Any) -> list[Finding]:
        """Find what breaks the system's rules in an event that is otherwise in order."""

    def starter_event(self, name: str) -> Event:
        """Give a small event to start from."""

    def decisions(self, event: Any) -> list[Decision]:
        """Give every setting with its value and what it means, in words."""

    def draw(self, event: Any, stage: int, earlier: Sequence[EarlierRound]) -> Draw:
        """Seat the players of a round, or those of the whole event.

        Parameters
        ----------
        earlier
            The rounds before; where one draw holds all rounds, what was played of them with the draw that it was by.
        """

    def check_draw(self, event: Any, draw: Draw, earlier: Sequence[EarlierRound]) -> list[Finding]:
        """Find what is wrong in a draw that somebody may have edited: strangers, two seats at once, broken rules.

        Parameters
        ----------
        earlier
            The scored rounds before it, where they were read; what is found without them is found always.

        Returns
        -------
        Findings without cells; ``fields`` names the seats that each is about.
        """

    def filled_in(self, draw: Draw) -> dict[FieldKey, Value]:
        """Give what a draw fills in on the sheets."""

    def forms(self, event: Any, drawn: Draw, library: Library) -> RoundForms:
        """Give the sheets of a drawn round."""

    def check_templates(self, library: Library) -> list[Finding]:
        """Find what is wrong in the form templates in force."""

    def check_entries(
        self, event: Any, forms: RoundForms, draw: Draw, entries: Entries, earlier: Sequence[EarlierRound]
    ) -> list[Finding]:
        """Find what breaks the system's rules on sheets whose boxes are in order each.

        Parameters
        ----------
        earlier
            The rounds before, where the system looks back at them.

        Returns
        -------
        Findings without cells; ``fields`` names the boxes that each is about.
        """

    def score(self, event: Any, round_forms: RoundForms, entries: Entries) -> RoundScore:
        """Score a round from the values on its sheets, which have passed every check."""

    def open_games(
        self, event: Any, drawn: Draw, rows: Sequence[ResultRow], missing: Collection[int] | None
    ) -> Sequence[OpenGame]:
        """Give what is open of a draw.

        Parameters
        ----------
        drawn
            Without tables where it cannot be read.
        rows, missing
            The results, and the tables that they leave out; None, and no rows, where there are no results.
        """

    def standings(
        self, event: Any, rounds: Mapping[int, Sequence[ResultRow]], open_games: Sequence[OpenGame] = ()
    ) -> Standings:
        """Rank the players, or the teams, over the rounds scored, and say what is open."""

    def results_sheets(self, event: Any, round_forms: RoundForms, score: RoundScore) -> Sequence[TableSheet]:
        """Give the sheets of a scored round that are the system's own, the one that everybody wants first."""

    def standings_sheets(
        self, event: Any, standings: Standings, rounds: Mapping[int, Sequence[ResultRow]]
    ) -> Sequence[TableSheet]:
        """Give the sheets of the standings, the standings themselves first."""
