"""A rule stands in one place: where it is changed, scores, values of cells and their formulas change together."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from airforce_event import airforce_event
from airforce_event import drawn_round as drawn_fight
from amps_event import drawn
from aso_event import aso_event, draw_of, play
from aso_event import entries as winners_of
from aso_event import forms_of as list_of
from diplomacy_seasons import season
from duplicate_event import drawn as travellers
from duplicate_event import duplicate_event, filled_in
from msgspec import Struct
from msgspec.structs import replace
from round_cases import four_tables
from round_contexts import filled_round, scored_round
from scored_rounds import MADE_AT, SOURCE, book_of, column_values
from team_event import flown, forms_of, team_event

from sheetscore.expressions.figure_calls import any_of, same, when
from sheetscore.forms.form import FieldKey, Value
from sheetscore.results.round_results import results_book
from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.scoring import ranking, swiss_ranking
from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.airforce import AIRFORCE
from sheetscore.systems.airforce.gunnery.bearings import GunneryMethod
from sheetscore.systems.aso import ASO
from sheetscore.systems.aso import score as aso_score
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.diplomacy import event_scores
from sheetscore.systems.diplomacy.game_values import SURVIVAL
from sheetscore.systems.diplomacy.score import rank_event
from sheetscore.systems.duplicate import DUPLICATE
from sheetscore.systems.team import TEAM
from sheetscore.systems.team import score as team_score
from sheetscore.systems.team.score import Band, BandTable
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Table, figure_column

Made = tuple[TableBook, list[Any]]
"""A workbook, and what scoring gave: it goes by another rule when the workbook does."""


def amps() -> Made:
    event, entries = four_tables()
    book, score = book_of(event, drawn(event)[1], entries)
    return book, [row["score"] for row in score.rows]


def duplicate() -> Made:
    event = duplicate_event()
    entries = filled_in(event, {(1, 1): (3, 4), (1, 2): (3, 7), (2, 1): (5, 1), (2, 2): (6, 2), (2, 3): (6, 2)})
    draw, forms = travellers(event)
    round_ = filled_round(event, forms, entries, draw)
    score = DUPLICATE.score(round_)
    scored = scored_round(event, round_.forms, score, entries)
    return results_book(DUPLICATE, scored, (), SOURCE, MADE_AT), [row["score"] for row in score.rows]


def team() -> Made:
    event = team_event()
    draw = TEAM.draw(RoundContext(event, 1))
    forms = forms_of(event, draw)
    entries = flown(draw, {player: at for at, (_, _, player) in enumerate(draw.places())})
    score = TEAM.score(filled_round(event, forms, entries, draw))
    scored = RoundContext(event, 1, draw=draw, forms=forms, entries=entries, score=score)
    return results_book(TEAM, scored, (), SOURCE, MADE_AT), [row["avp"] for row in score.rows]


def airforce() -> Made:
    round_ = drawn_fight(airforce_event(rounds=1))
    boxes: dict[str, Value] = {"turn": 1, "target": "red.1", "gun": "n", "hits": 2}
    fired = {FieldKey(1, "blue.1", f"shot.1.{box}"): value for box, value in boxes.items()}
    flown_on = {FieldKey(1, seat, "turn.1.plot"): "5" for seat in ("blue.1", "red.1")}
    typed = {**round_.entries, **fired, **flown_on}
    asked = RoundContext(round_.event, 1, draw=round_.draw, library=round_.library, forms=round_.forms, entries=typed)
    score = AIRFORCE.score(asked)
    scored = RoundContext(
        round_.event, 1, draw=round_.draw, library=round_.library, forms=round_.forms, entries=typed, score=score
    )
    return results_book(AIRFORCE, scored, (), SOURCE, MADE_AT), [score.kept]


def diplomacy() -> Made:
    one = season(11, event_scoring="mystery")
    return one.plan(), [row["score"] for row in rank_event(EventProgress(one.event, one.rounds)).rows]


def aso() -> Made:
    event, draw = aso_event(5, 3), draw_of("P01 P02", "P03 P04", byes=("P05",))
    sides = {"played": "s2", "side_1": "s2.german", "side_2": "s2.russian"}
    forms, entries = list_of(event, draw), winners_of(draw, "1", "draw", t1=sides)
    score = ASO.score(filled_round(event, forms, entries, draw))
    scored = RoundContext(event, 1, draw=draw, forms=forms, entries=entries, score=score)
    return results_book(ASO, scored, (), SOURCE, MADE_AT), [row["result"] for row in score.rows]


def aso_standings(shown: str = "winner") -> Made:
    event = aso_event(4, 3)
    rounds, _ = play(event, 2, lambda _number, one, _other: one)
    standings = ASO.standings(EventProgress(event, rounds))
    sheets = ASO.standings_sheets(EventProgress(event, rounds, standings=standings))
    book = TableBook("Test", "a4", (*sheets, about_sheet([SOURCE], MADE_AT)), "standings", [])
    return book, [row[shown] for row in standings.rows]


def ranked() -> Made:
    scores = [Fraction(half, 2) for half in (30, 29, 29, 25, 20, 19, 3)]
    listed = Table("listed", (figure_column("score", "Score", 60, lambda one: one),), scores)
    ranks_of_it = ranking.rank_table(scores, Fraction(1, 2), "leader", "listed", "score")
    sheets = (TableSheet("One", "", tables=(listed, ranks_of_it)), about_sheet([SOURCE], MADE_AT))
    return TableBook("Test", "a4", sheets, "standings", []), [*ranking.ranks(scores, Fraction(1, 2))]


BANDS = BandTable(title="Few", band=(Band(difference=0, winner=3, loser=3), Band(difference=2, winner=5, loser=1)))


class Change(Struct, frozen=True):
    """A rule or a constant with another that takes its place, and a column that shows it."""

    make: Callable[[], Made]
    module: Any
    name: str
    rule: object
    table: str
    column: str


CHANGES = {
    "what an equal score is worth": Change(
        amps, ranking, "won_against", lambda lower, equal: lower + equal / 4, "results", "mp"
    ),
    "what makes up for a smaller group": Change(
        amps, ranking, "section_factor", lambda size, largest, _: largest - size + 1, "sections", "factor"
    ),
    "match points of teams": Change(
        duplicate, ranking, "won_against", lambda lower, equal: lower + equal / 4, "results", "mp"
    ),
    "what differences are worth": Change(team, team_score, "read_bands", lambda _: BANDS, "results", "avp"),
    "what separation makes of a range": Change(
        airforce, GunneryMethod, "true_range", lambda _, hexes, feet: hexes + abs(feet) + 1, "shots", "reached"
    ),
    "what a game is to its players": Change(
        aso, aso_score, "result_to", lambda winner, seat: when(same(winner, seat), "loss", "win"), "results", "result"
    ),
    "when the winner is found": Change(
        aso_standings, swiss_ranking, "decides", lambda left, number, _: any_of(left == 2, number > 3),
        "undefeated", "found",
    ),
    "where a rank ends": Change(
        ranked, ranking, "opens_rank", lambda measure, score, _: measure - score > 0, "ranks", "rank"
    ),
    "what a tie is broken by": Change(
        partial(aso_standings, "opponents_rating"), TIE_BREAKS, "opponents_rating",
        replace(TIE_BREAKS["opponents_rating"], rule=lambda of: of("rating").highest), "standings", "opponents_rating",
    ),
    "how scores are added up": Change(
        diplomacy, event_scores, "event_score", lambda _, scores, held: scores.highest / held, "standings", "score"
    ),
    "what a share in a draw is worth": Change(diplomacy, SURVIVAL, "draw", 50, "boards", "points"),
}  # fmt: skip


def put_in_place(monkeypatch: pytest.MonkeyPatch, change: Change) -> None:
    """Put the other rule in place, by whatever name modules have it."""
    if isinstance(change.module, dict):
        monkeypatch.setitem(change.module, change.name, change.rule)
        return
    before = getattr(change.module, change.name)
    monkeypatch.setattr(change.module, change.name, change.rule)
    for module in [one for name, one in sys.modules.items() if name.startswith("sheetscore.")]:
        for name in [name for name, value in vars(module).items() if value is before]:
            monkeypatch.setattr(module, name, change.rule)


class UnderChange(Struct, frozen=True):
    """The workbook of a changed rule."""

    change: Change

    def write(self, path: Path) -> None:
        with pytest.MonkeyPatch.context() as patched:
            put_in_place(patched, self.change)
            self.change.make()[0].write(path)


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_rule_moves_scores_values_and_formulas_together(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = CHANGES[name]
    paths = [tmp_path / "before.xlsx", tmp_path / "after.xlsx"]
    columns, scores = [], []
    for path in paths:
        book, scored = change.make()
        book.write(path)
        columns.append(column_values(path, book, change.table, change.column))
        scores.append(scored)
        put_in_place(monkeypatch, change)
    assert columns[0] != columns[1]
    assert scores[0] != scores[1]
