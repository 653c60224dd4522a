"""Air Power Match Points: individual tournaments of Air Superiority and Air Strike.

Source: Tournament Guidelines for Air Superiority and Air Strike, 1991.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, RoundForms
from sheetscore.forms.library import Library
from sheetscore.pairing.draw import Draw, Flown
from sheetscore.systems.amps import draw, event_rules, forms, score, standings, tables
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings, starter_event
from sheetscore.systems.protocol import Decision, ResultRow, RoundScore, Standings
from sheetscore.workbooks.table_sheets import TableSheet


class Amps:
    """The AMPS system, as the house knows it."""

    id = "amps"
    title = "Air Power Match Points"
    summary = "individual pilots; scenario and team points become match points within each section, factored"
    event_model = AmpsEvent

    def check_event(self, event: AmpsEvent) -> list[Finding]:
        """Find what breaks a rule of AMPS in an event."""
        return event_rules.check_event(event)

    def starter_event(self, name: str) -> AmpsEvent:
        """Give a small event to start from."""
        return starter_event(name)

    def decisions(self, event: AmpsEvent) -> list[Decision]:
        """Give every setting with its value and its meaning."""
        return [
            Decision(info.title or name, str(getattr(event.settings, name)), info.description or "")
            for name, info in AmpsSettings.model_fields.items()
        ]

    def draw(self, event: AmpsEvent, round_number: int, history: Sequence[Flown]) -> Draw:
        """Seat the pilots of a round."""
        return draw.draw_round(event, round_number, history)

    def forms(self, event: AmpsEvent, drawn: Draw, library: Library) -> RoundForms:
        """Give the sheets of a round."""
        return forms.round_forms(event, drawn, library)

    def check_templates(self, library: Library) -> list[Finding]:
        """Find what is wrong in the templates in force."""
        return forms.template_checks(library)

    def score(self, event: AmpsEvent, round_forms: RoundForms, entries: Entries) -> RoundScore:
        """Score a round."""
        return score.score_round(event, round_forms, entries)

    def flown(self, rows: Sequence[ResultRow], round_number: int, scenario: str) -> list[Flown]:
        """Give who flew where in a scored round."""
        return score.flown(rows, round_number, scenario)

    def standings(self, event: AmpsEvent, rounds: Mapping[int, Sequence[ResultRow]]) -> Standings:
        """Rank the pilots over the rounds flown."""
        return standings.stand(event, rounds)

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
