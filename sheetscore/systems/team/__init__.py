"""Team play: teams of two or of four meet at two tables, and the difference of their points becomes AVPs.

Source: Tournament Guidelines for Air Superiority and Air Strike, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, FieldKey, RoundForms, Value
from sheetscore.forms.library import Library
from sheetscore.pairing.draw import Draw, draw_mistakes
from sheetscore.pairing.open_games import OpenGame, open_tables
from sheetscore.problems import MistakesFound
from sheetscore.scoring.bands import read_bands
from sheetscore.systems.protocol import Decision, EarlierRound, ResultRow, RoundScore, Standings
from sheetscore.systems.settings_words import decisions_of
from sheetscore.systems.tasks import forms
from sheetscore.systems.tasks.flights import awarded_together, drawn_pilots
from sheetscore.systems.team import draw, rules, score, standings, tables
from sheetscore.systems.team.model import TeamEvent, starter_event
from sheetscore.systems.team.seating import check_flown, check_seating, check_tables, seat_groups
from sheetscore.tables.sheet import TableSheet


class TeamPlay:
    """Team play, as the house knows it."""

    id = "team"
    title = "Team play"
    summary = "teams of two or of four meet at two tables; the difference of their points gives AVPs, 20 to a pair"
    template_folders: tuple[str, ...] = ("team", "amps")
    looks_back = False
    postings: tuple[str, ...] = ("pairings", "by table", "by name")
    event_model = TeamEvent

    def check_event(self, event: TeamEvent) -> list[Finding]:
        """Find what breaks a rule of team play in an event."""
        return rules.check_event(event)

    def starter_event(self, name: str) -> TeamEvent:
        """Give a small event to start from."""
        return starter_event(name)

    def decisions(self, event: TeamEvent) -> list[Decision]:
        """Give every setting with its value and its meaning."""
        return decisions_of(event.settings)

    def draw(self, event: TeamEvent, stage: int, earlier: Sequence[EarlierRound]) -> Draw:
        """Pair the teams of a round."""
        return draw.draw_round(event, stage, earlier)

    def check_draw(
        self,
        event: TeamEvent,
        drawn: Draw,
        earlier: Sequence[EarlierRound] = (),  # noqa: ARG002
    ) -> list[Finding]:
        """Find strangers, pilots with two seats, mixed teams, tables without partners."""
        sitting = {(table, seat): player for table, seat, player in drawn.places()}
        not_needed = {one.id for one in event.players if one.is_substitute} - {*sitting.values(), *drawn.byes}
        return [
            *draw_mistakes(drawn, event.names, event.entrants(drawn.round).keys() - not_needed),
            *check_seating(event, drawn.round, [table.number for table in drawn.tables], sitting),
        ]

    def filled_in(self, drawn: Draw) -> dict[FieldKey, Value]:
        """Give the names of the drawn pilots on their pages."""
        return drawn_pilots(drawn)

    def forms(self, event: TeamEvent, drawn: Draw, library: Library) -> RoundForms:
        """Give the sheets of a round, and which seats add up to a team."""
        made = forms.round_forms(event, drawn, library, team_points=event.settings.avp_team_points)
        return replace(made, groups=seat_groups(event, drawn))

    def check_templates(self, library: Library) -> list[Finding]:
        """Find what is wrong in the templates and in the table of bands in force."""
        try:
            read_bands(library.scoring("avp"))
        except MistakesFound as mistakes:
            return [*forms.template_checks(library), *mistakes.findings]
        return forms.template_checks(library)

    def check_entries(
        self,
        event: TeamEvent,
        round_forms: RoundForms,
        drawn: Draw,
        entries: Entries,
        earlier: Sequence[EarlierRound] = (),  # noqa: ARG002
    ) -> list[Finding]:
        """Find seats that somebody of another team or section flew, and team points of one group awarded together."""
        sitting = {
            (key.table, key.seat): str(player)
            for key, player in entries.items()
            if key.field == "seat.pilot" and entries.get(key._replace(field="seat.flew"), 1) != 0
        }
        tables = [table.number for table in round_forms.tables]
        return [
            *check_tables(event, drawn.round, tables),
            *check_flown(event, round_forms.groups, sitting),
            *awarded_together(event, round_forms, entries),
        ]

    def score(self, event: TeamEvent, round_forms: RoundForms, entries: Entries) -> RoundScore:
        """Score a round."""
        return score.score_round(event, round_forms, entries)

    def open_games(
        self,
        event: TeamEvent,  # noqa: ARG002
        drawn: Draw,
        rows: Sequence[ResultRow],  # noqa: ARG002
        missing: Collection[int] | None,
    ) -> Sequence[OpenGame]:
        """Give the tables without results."""
        return open_tables(drawn, missing)

    def standings(
        self,
        event: TeamEvent,  # noqa: ARG002
        rounds: Mapping[int, Sequence[ResultRow]],
        open_games: Sequence[OpenGame] = (),
    ) -> Standings:
        """Rank the teams over the rounds scored."""
        return standings.stand(rounds, open_games)

    def results_sheets(self, event: TeamEvent, round_forms: RoundForms, scored: RoundScore) -> Sequence[TableSheet]:
        """Give a round's results by team, its pilots, and the bands."""
        return tables.results_sheets(event, round_forms, scored)

    def standings_sheets(
        self,
        event: TeamEvent,  # noqa: ARG002
        ranked: Standings,
        rounds: Mapping[int, Sequence[ResultRow]],
    ) -> Sequence[TableSheet]:
        """Give the standings, the leader board, and a sheet for each round."""
        return tables.standings_sheets(ranked, rounds)


TEAM = TeamPlay()
"""The entry point."""
