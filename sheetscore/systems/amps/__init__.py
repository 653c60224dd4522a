"""Air Power Match Points: individual tournaments of Air Superiority and Air Strike.

Source: Tournament Guidelines for Air Superiority and Air Strike, 1991.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, FieldKey, RoundForms, Value
from sheetscore.forms.library import Library
from sheetscore.pairing.draw import Draw, draw_mistakes
from sheetscore.pairing.open_games import OpenGame, open_tables
from sheetscore.systems.amps import draw, score, standings, tables
from sheetscore.systems.amps.model import AmpsEvent, starter_event
from sheetscore.systems.protocol import Decision, EarlierRound, ResultRow, RoundScore, Standings
from sheetscore.systems.settings_words import decisions_of
from sheetscore.systems.tasks import forms
from sheetscore.systems.tasks.flights import awarded_together, drawn_pilots
from sheetscore.systems.tasks.rules import check_scenarios
from sheetscore.tables.sheet import TableSheet


class Amps:
    """The AMPS system, as the house knows it."""

    id = "amps"
    title = "Air Power Match Points"
    summary = "individual pilots; scenario and team points become match points within each section, factored"
    template_folders: tuple[str, ...] = ("amps",)
    looks_back = False
    postings: tuple[str, ...] = ("by table", "by name")
    event_model = AmpsEvent

    def check_event(self, event: AmpsEvent) -> list[Finding]:
        """Find what breaks a rule of AMPS in an event."""
        return check_scenarios(event)

    def starter_event(self, name: str) -> AmpsEvent:
        """Give a small event to start from."""
        return starter_event(name)

    def decisions(self, event: AmpsEvent) -> list[Decision]:
        """Give every setting with its value and its meaning."""
        return decisions_of(event.settings)

    def draw(self, event: AmpsEvent, stage: int, earlier: Sequence[EarlierRound]) -> Draw:
        """Seat the pilots of a round."""
        return draw.draw_round(event, stage, [flight for before in earlier for flight in score.flown(before)])

    def check_draw(
        self,
        event: AmpsEvent,
        drawn: Draw,
        earlier: Sequence[EarlierRound] = (),  # noqa: ARG002
    ) -> list[Finding]:
        """Find strangers and pilots with two seats; else any pilot may fly any side."""
        return draw_mistakes(drawn, event.names, event.entrants(drawn.round))

    def filled_in(self, drawn: Draw) -> dict[FieldKey, Value]:
        """Give the names of the drawn pilots on their pages."""
        return drawn_pilots(drawn)

    def check_entries(
        self,
        event: AmpsEvent,
        round_forms: RoundForms,
        drawn: Draw,  # noqa: ARG002
        entries: Entries,
        earlier: Sequence[EarlierRound] = (),  # noqa: ARG002
    ) -> list[Finding]:
        """Find team points of one group awarded together; what a page must be its template says."""
        return list(awarded_together(event, round_forms, entries))

    def forms(self, event: AmpsEvent, drawn: Draw, library: Library) -> RoundForms:
        """Give the sheets of a round."""
        return forms.round_forms(event, drawn, library)

    def check_templates(self, library: Library) -> list[Finding]:
        """Find what is wrong in the templates in force."""
        return forms.template_checks(library)

    def score(self, event: AmpsEvent, round_forms: RoundForms, entries: Entries) -> RoundScore:
        """Score a round."""
        return score.score_round(event, round_forms, entries)

    def open_games(
        self,
        event: AmpsEvent,  # noqa: ARG002
        drawn: Draw,
        rows: Sequence[ResultRow],  # noqa: ARG002
        missing: Collection[int] | None,
    ) -> Sequence[OpenGame]:
        """Give the tables without results."""
        return open_tables(drawn, missing)

    def standings(
        self, event: AmpsEvent, rounds: Mapping[int, Sequence[ResultRow]], open_games: Sequence[OpenGame] = ()
    ) -> Standings:
        """Rank the pilots over the rounds flown."""
        return standings.stand(event, rounds, open_games)

    def results_sheets(self, event: AmpsEvent, round_forms: RoundForms, score: RoundScore) -> Sequence[TableSheet]:
        """Give a round's results by section, and what they are checked by."""
        return tables.results_sheets(event, round_forms, score)

    def standings_sheets(
        self, event: AmpsEvent, ranked: Standings, rounds: Mapping[int, Sequence[ResultRow]]
    ) -> Sequence[TableSheet]:
        """Give the standings, the way to them, and a sheet for each round."""
        return tables.standings_sheets(event, ranked, rounds)


AMPS = Amps()
"""The entry point."""
