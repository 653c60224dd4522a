"""Duplicate air combat: every table keeps its scenario, and each side is compared with its own at every table.

Source: Tournament Guidelines for Air Superiority and Air Strike, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, FieldKey, RoundForms, Value
from sheetscore.forms.library import Library
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.open_games import OpenGame
from sheetscore.systems.duplicate import draw, forms, result_tables, rules, score, standing_tables, standings
from sheetscore.systems.duplicate.model import DuplicateEvent, starter_event
from sheetscore.systems.duplicate.travellers import check_travellers
from sheetscore.systems.protocol import Decision, EarlierRound, ResultRow, RoundScore, Standings
from sheetscore.systems.settings_words import decisions_of
from sheetscore.tables.sheet import TableSheet


class Duplicate:
    """Duplicate air combat, as the house knows it."""

    id = "duplicate"
    title = "Duplicate air combat"
    summary = "Red and Blue teams move from table to table; each is compared with its own side at every table"
    template_folders: tuple[str, ...] = ("duplicate",)
    looks_back = False
    postings: tuple[str, ...] = ("movement", "cards")
    event_model = DuplicateEvent

    def check_event(self, event: DuplicateEvent) -> list[Finding]:
        """Find what breaks a rule of duplicate play in an event."""
        return rules.check_event(event)

    def starter_event(self, name: str) -> DuplicateEvent:
        """Give a small event to start from."""
        return starter_event(name)

    def decisions(self, event: DuplicateEvent) -> list[Decision]:
        """Give every setting with its value and its meaning."""
        return decisions_of(event.settings)

    def draw(self, event: DuplicateEvent, stage: int, earlier: Sequence[EarlierRound]) -> Draw:  # noqa: ARG002
        """Plan the movement; what is played of it already stays as it was drawn."""
        return draw.draw_event(event, earlier)

    def check_draw(
        self,
        event: DuplicateEvent,
        drawn: Draw,
        earlier: Sequence[EarlierRound] = (),  # noqa: ARG002
    ) -> list[Finding]:
        """Find strangers, teams on the wrong side or at two tables, missing opponents, repetitions."""
        return draw.check_draw(event, drawn)

    def filled_in(self, drawn: Draw) -> dict[FieldKey, Value]:
        """Give the drawn teams on the travellers."""
        return forms.drawn_teams(drawn)

    def forms(self, event: DuplicateEvent, drawn: Draw, library: Library) -> RoundForms:
        """Give the travellers."""
        return forms.traveller_forms(event, drawn, library)

    def check_templates(self, library: Library) -> list[Finding]:
        """Find what is wrong in the template in force."""
        return forms.template_checks(library)

    def check_entries(
        self,
        event: DuplicateEvent,
        round_forms: RoundForms,  # noqa: ARG002
        drawn: Draw,
        entries: Entries,
        earlier: Sequence[EarlierRound] = (),  # noqa: ARG002
    ) -> list[Finding]:
        """Find half results, teams that were elsewhere by the draw, rounds entered twice or left out."""
        return check_travellers(event, drawn, entries)

    def score(self, event: DuplicateEvent, round_forms: RoundForms, entries: Entries) -> RoundScore:
        """Score what stands on the travellers so far."""
        return score.score_event(event, round_forms, entries)

    def open_games(
        self,
        event: DuplicateEvent,
        drawn: Draw,
        rows: Sequence[ResultRow],
        missing: Collection[int] | None,  # noqa: ARG002
    ) -> Sequence[OpenGame]:
        """Give the lines without results, round by round."""
        return draw.open_lines(event, drawn, rows)

    def standings(
        self, event: DuplicateEvent, rounds: Mapping[int, Sequence[ResultRow]], open_games: Sequence[OpenGame] = ()
    ) -> Standings:
        """Rank the teams over all that was scored."""
        return standings.stand(event, rounds, open_games)

    def results_sheets(
        self,
        event: DuplicateEvent,
        round_forms: RoundForms,  # noqa: ARG002
        scored: RoundScore,
    ) -> Sequence[TableSheet]:
        """Give the results by table and side, and what they are checked by."""
        return result_tables.results_sheets(event, scored)

    def standings_sheets(
        self, event: DuplicateEvent, ranked: Standings, rounds: Mapping[int, Sequence[ResultRow]]
    ) -> Sequence[TableSheet]:
        """Give the standings, how ranks are found, and all scores."""
        return standing_tables.standings_sheets(event, ranked, rounds)


DUPLICATE = Duplicate()
"""The entry point."""
