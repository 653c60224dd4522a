"""Diplomacy: boards of seven, scored by any of the systems in use, added up to an event.

Sources: "Tournament Scoring", parts 3 and 4 (draw size and supply centre scoring), and the published rules of each
scoring system.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, FieldKey, RoundForms, Value
from sheetscore.forms.library import Library
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.open_games import OpenGame, open_tables
from sheetscore.scoring.boards import scores as board_scores
from sheetscore.scoring.boards.board import Board, by_power, power_called
from sheetscore.scoring.boards.library import board_system, shared_names, usable_systems
from sheetscore.systems.diplomacy import board_checks, draw, forms, rules, score, standings
from sheetscore.systems.diplomacy.model import DiplomacyEvent, starter_event
from sheetscore.systems.protocol import Decision, EarlierRound, ResultRow, RoundScore, Standings
from sheetscore.systems.settings_words import decisions_of
from sheetscore.tables.sheet import TableSheet

_NOTHING: Mapping[int, Mapping[str, int]] = MappingProxyType({})
_NOBODY: Mapping[str, int] = MappingProxyType({})


def score_board(
    scoring: str,
    centres: Mapping[str, int],
    *,
    outcome: str,
    members: Collection[str] | None = None,
    eliminated: Mapping[str, int] = _NOBODY,
    final_year: int | None = None,
    chart: Mapping[int, Mapping[str, int]] = _NOTHING,
) -> dict[str, Fraction]:
    """Score a final board under a scoring system that comes along.

    Parameters
    ----------
    scoring
        Its id, such as ``"sum-of-squares"``.
    centres
        By power (``"Austria"`` to ``"Turkey"``); powers not named have none.
    outcome
        ``"solo"``, ``"draw"`` or ``"concession"``.
    members
        Who shares the draw, all survivors without it; of a concession the power that it is made to.
    eliminated, final_year, chart
        Years of elimination by power, the last year, centres by year and power, where the system looks at them.

    Returns
    -------
    The exact score of each power, in alphabetical order.

    Raises
    ------
    MistakesFound
        The board contradicts itself or lacks a year, or there is no such system.
    """
    charted = {year: by_power(counts) for year, counts in chart.items()}
    named = tuple(map(power_called, members or ()))
    board = Board(by_power(centres), outcome, named, by_power(eliminated), final_year, charted)
    scores = board_scores.score_board(board_system(scoring), board)
    return {power: Fraction(value) for power, value in scores.items()}


class Diplomacy:
    """Diplomacy, as the house knows it."""

    id = "diplomacy"
    title = "Diplomacy"
    summary = "boards of seven: centres year by year, any of the scoring systems in use, best rounds, best countries"
    template_folders: tuple[str, ...] = ("diplomacy",)
    looks_back = True
    postings: tuple[str, ...] = ("boards", "by name")
    event_model = DiplomacyEvent

    def check_event(self, event: DiplomacyEvent) -> list[Finding]:
        """Find what cannot be in an event of Diplomacy."""
        return rules.check_event(event)

    def starter_event(self, name: str) -> DiplomacyEvent:
        """Give a small event to start from."""
        return starter_event(name)

    def decisions(self, event: DiplomacyEvent) -> list[Decision]:
        """Give every setting with its value and its meaning, and the scoring systems that there are."""
        usable = [one.file for one in usable_systems(event.own_templates)[0]]
        scoring, *others = decisions_of(event.settings)
        chosen = next((one for one in usable if one.is_called(scoring.value)), None)
        if chosen is not None:
            scoring = replace(scoring, value=chosen.id, meaning=chosen.summary)
        return [replace(scoring, choices={one.id: one.summary_with_names for one in usable}), *others]

    def draw(self, event: DiplomacyEvent, stage: int, earlier: Sequence[EarlierRound]) -> Draw:
        """Seat the players of a round on boards."""
        return draw.draw_round(event, stage, earlier)

    def check_draw(self, event: DiplomacyEvent, drawn: Draw, earlier: Sequence[EarlierRound] = ()) -> list[Finding]:
        """Find strangers, players with two powers, empty powers, pairs that should be apart."""
        return draw.check_draw(event, drawn, earlier)

    def filled_in(self, drawn: Draw) -> dict[FieldKey, Value]:
        """Give the drawn players on the sheets."""
        return forms.drawn_players(drawn)

    def forms(self, event: DiplomacyEvent, drawn: Draw, library: Library) -> RoundForms:
        """Give the sheets of the boards."""
        return forms.board_forms(event, drawn, library)

    def check_templates(self, library: Library) -> list[Finding]:
        """Find what is wrong in the template in force, and in scoring systems of the event's own."""
        _, mistakes = usable_systems(library.own)
        return [*forms.template_checks(library), *mistakes, *shared_names(library.own)]

    def check_entries(
        self,
        event: DiplomacyEvent,
        round_forms: RoundForms,
        drawn: Draw,
        entries: Entries,
        earlier: Sequence[EarlierRound] = (),  # noqa: ARG002 -- a board is complete in itself
    ) -> list[Finding]:
        """Find counts that cannot follow each other, outcomes that do not fit, players at two places."""
        return board_checks.check_entries(event, round_forms, drawn, entries)

    def score(self, event: DiplomacyEvent, round_forms: RoundForms, entries: Entries) -> RoundScore:
        """Score the boards of a round."""
        return score.score_round(event, round_forms, entries)

    def open_games(
        self,
        event: DiplomacyEvent,  # noqa: ARG002
        drawn: Draw,
        rows: Sequence[ResultRow],  # noqa: ARG002
        missing: Collection[int] | None,
    ) -> Sequence[OpenGame]:
        """Give the boards without results."""
        return open_tables(drawn, missing)

    def standings(
        self, event: DiplomacyEvent, rounds: Mapping[int, Sequence[ResultRow]], open_games: Sequence[OpenGame] = ()
    ) -> Standings:
        """Rank the players over the rounds scored."""
        return standings.stand(event, rounds, open_games)

    def results_sheets(
        self, event: DiplomacyEvent, round_forms: RoundForms, scored: RoundScore
    ) -> Sequence[TableSheet]:
        """Give the results of a round, its boards with every step of their scores, charts, the comparison."""
        # drawing and reading need none of it
        from sheetscore.systems.diplomacy.round_tables.result_tables import results_sheets  # noqa: PLC0415

        return results_sheets(event, round_forms, scored)

    def standings_sheets(
        self, event: DiplomacyEvent, ranked: Standings, rounds: Mapping[int, Sequence[ResultRow]]
    ) -> Sequence[TableSheet]:
        """Give the standings, the games, the best countries, the teams."""
        # drawing and reading need none of it
        from sheetscore.systems.diplomacy.event_tables.standing_tables import standings_sheets  # noqa: PLC0415

        return standings_sheets(event, ranked, rounds)


DIPLOMACY = Diplomacy()
"""The entry point."""
