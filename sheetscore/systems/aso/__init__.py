"""ASO: an accelerated Swiss tournament of games for two, with scenario choice, balance bids, judges and prizes.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, FieldKey, RoundForms, Value
from sheetscore.forms.library import Library
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.open_games import OpenGame, open_tables
from sheetscore.systems.aso import draw, entries, forms, play_off, record, rules, score, standings
from sheetscore.systems.aso.model import AsoEvent, starter_event
from sheetscore.systems.protocol import Decision, EarlierRound, ResultRow, RoundScore, Standings
from sheetscore.systems.settings_words import decisions_of
from sheetscore.tables.sheet import TableSheet


class AcceleratedSwiss:
    """Accelerated Swiss, as the house knows it."""

    id = "aso"
    title = "Accelerated Swiss"
    summary = "games for two: the undefeated meet in pools that halve from round to round, the last of them wins"
    template_folders: tuple[str, ...] = ("aso",)
    looks_back = True
    postings: tuple[str, ...] = ("pairs", "opponents")
    event_model = AsoEvent

    def check_event(self, event: AsoEvent) -> list[Finding]:
        """Find what breaks a rule of accelerated Swiss in an event."""
        return rules.check_event(event)

    def starter_event(self, name: str) -> AsoEvent:
        """Give a small event to start from."""
        return starter_event(name)

    def decisions(self, event: AsoEvent) -> list[Decision]:
        """Give every setting with its value and its meaning."""
        return decisions_of(event.settings)

    def draw(self, event: AsoEvent, stage: int, earlier: Sequence[EarlierRound]) -> Draw:
        """Pair the players of a round."""
        return draw.draw_round(event, stage, earlier)

    def check_draw(self, event: AsoEvent, drawn: Draw, earlier: Sequence[EarlierRound] = ()) -> list[Finding]:
        """Find strangers, players at two tables or alone, pairs against the wishes, what comes again."""
        return draw.check_draw(event, drawn, earlier)

    def filled_in(self, drawn: Draw) -> dict[FieldKey, Value]:
        """Give the drawn players on the list of results."""
        return forms.drawn_players(drawn)

    def forms(self, event: AsoEvent, drawn: Draw, library: Library) -> RoundForms:
        """Give the list of results of a round, and who sits out."""
        return forms.round_forms(event, drawn, library)

    def check_templates(self, library: Library) -> list[Finding]:
        """Find what is wrong in the template in force."""
        return forms.template_checks(library)

    def check_entries(
        self,
        event: AsoEvent,
        round_forms: RoundForms,
        drawn: Draw,
        entered: Entries,
        earlier: Sequence[EarlierRound] = (),
    ) -> list[Finding]:
        """Find tables without result, players at two tables, judges who may not judge."""
        tables = forms.tables_of(round_forms)
        found = entries.check_entries(event, tables, drawn, entered, earlier)
        if drawn.round == event.play_off:
            found += play_off.check_entries(event, tables, drawn, entered)
        return found

    def score(self, event: AsoEvent, round_forms: RoundForms, entered: Entries) -> RoundScore:
        """Score a round."""
        return score.score_round(event, round_forms, entered)

    def open_games(
        self,
        event: AsoEvent,  # noqa: ARG002
        drawn: Draw,
        rows: Sequence[ResultRow],
        missing: Collection[int] | None,
    ) -> Sequence[OpenGame]:
        """Give the games without results, with those who are on the list of results for them."""
        return open_tables(drawn, None) if missing is None else record.open_in({drawn.round: rows})

    def standings(
        self, event: AsoEvent, rounds: Mapping[int, Sequence[ResultRow]], open_games: Sequence[OpenGame] = ()
    ) -> Standings:
        """Rank the players over the rounds scored."""
        return standings.stand(event, rounds, open_games)

    def results_sheets(self, event: AsoEvent, round_forms: RoundForms, scored: RoundScore) -> Sequence[TableSheet]:
        """Give a round's results, its games and its scenarios."""
        from sheetscore.systems.aso import tables  # noqa: PLC0415 -- drawing and reading need none of it

        return tables.results_sheets(event, round_forms, scored)

    def standings_sheets(
        self, event: AsoEvent, ranked: Standings, rounds: Mapping[int, Sequence[ResultRow]]
    ) -> Sequence[TableSheet]:
        """Give the standings, the grid of results, prizes, scenarios, and a sheet for each round."""
        from sheetscore.systems.aso import tables  # noqa: PLC0415 -- drawing and reading need none of it

        return tables.standings_sheets(event, ranked, rounds)


ASO = AcceleratedSwiss()
"""The entry point."""
