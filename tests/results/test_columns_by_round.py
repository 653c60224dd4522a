"""A column of *Ties* that a rule makes has the same for scoring, in the table and in LibreOffice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, get_args
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scored_rounds import MADE_AT, SOURCE

from sheetscore.expressions.figure_calls import amount, when
from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.scoring.tie_breaks import Step, decide
from sheetscore.scoring.tie_steps import BY_ROUND, HALF, TIE_BREAKS, Kind, Outing, TieBreak, TieColumn, TieRecord
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tie_tables import TieTables
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Table, figure_column

RULES: Mapping[str, Callable[[Any], Any]] = {
    "beaten": lambda one: when(amount(one.cell("share")) == 1, one.cell("against"), None),
    "twice": lambda one: amount(one.cell("beaten")) * 2,
    "lost_by": lambda one: -amount(one.cell("margin")) / 3 if one.outing.kind == "game" and one.may_be_lost else None,
    "stronger": lambda one: when(amount(one.cell("rating")) >= 1500, one.cell("score"), None),
    "their_wins": lambda one: one.theirs("share").occurrences(1) - one.theirs("kind").occurrences("bye"),
    "upper_half": lambda one: when(one.theirs("share").sum >= one.theirs("round").count / 2, one.cell("score"), None),
    "their_opponents": lambda one: one.theirs("against").sum,
    "their_beaten": lambda one: one.theirs("beaten").highest,
}


def tie_break(id_: str) -> TieBreak:
    rule = lambda of: when(of(id_).count == 0, None, of(id_).sum + of(id_).highest / 2)  # noqa: E731
    return TieBreak(Step(id_, id_, blank="last"), id_, f"{id_}.", rule)


@contextmanager
def in_force() -> Iterator[None]:
    columns = {id_: TieColumn(id_, rule) for id_, rule in RULES.items()}
    with patch.dict(BY_ROUND, columns), patch.dict(TIE_BREAKS, {id_: tie_break(id_) for id_ in RULES}):
        yield


@pytest.fixture(autouse=True, scope="module")
def _rules() -> Iterator[None]:
    with in_force():
        yield


def record_by(random: Random, players: int, rounds: int) -> TieRecord:
    """Make up rounds of pairs; some games are not in, and somebody without an opponent has a bye, or none."""
    ids = [f"P{at:02}" for at in range(players)]
    outings: list[Outing] = []
    for number in range(1, rounds + 1):
        seats = random.sample(ids, players)
        for one, other in zip(seats[::2], seats[1::2], strict=False):
            won = random.choice((Fraction(0), HALF, Fraction(1), None))
            for who, opponent, share in ((one, other, won), (other, one, won if won is None else 1 - won)):
                score, margin = Fraction(random.randrange(-6, 9), random.choice((1, 2, 3))), random.randrange(-9, 9)
                game = Outing(who, number, "game", score, opponent, share, margin)
                outings.append(random.choice((game, Outing(who, number, "out"))) if share is None else game)
        outings += [Outing(who, number, random.choice(get_args(Kind)[1:]), 1) for who in seats[players // 2 * 2 :]]
    scores = {id_: sum(one.score for one in outings if one.who == id_) for id_ in ids}
    return TieRecord(scores, outings, ratings={id_: random.choice((None, 1400, 1501)) for id_ in ids})


def ties_of(record: TieRecord) -> tuple[TieTables, Table[ResultRow]]:
    steps = [TIE_BREAKS[id_].step for id_ in RULES]
    chain = decide(dict.fromkeys(record.scores, 1), steps, record.figures)
    rows: list[ResultRow] = [{"id": id_, "name": id_, "score": score} for id_, score in record.scores.items()]
    typed = dict.fromkeys(("score", "share", "margin", "rating"), lambda _: None)
    ties = TieTables(chain, record, rows, (), typed)
    columns = ties.among([figure_column("score", "Score", 60, lambda row: row["score"])])
    return ties, Table("standings", columns, rows, key=lambda row: row["id"])


@given(st.randoms(use_true_random=False), st.integers(1, 5), st.integers(0, 3))
def test_the_table_has_what_scoring_has(random: Random, players: int, rounds: int) -> None:
    record = record_by(random, players, rounds)
    ties, standings = ties_of(record)
    for id_ in RULES:
        in_scoring = [ties.chain.figures(id_)[str(row["id"])] for row in standings.lines]
        assert [standings.value_in(row, id_) for row in standings.lines] == in_scoring


@in_force()
def by_own_rules(folder: Path) -> None:
    ties, standings = ties_of(record_by(Random(6), 25, 7))
    sheets = (TableSheet("Standings", "", tables=(standings,)), *ties.sheets(), about_sheet([SOURCE], MADE_AT))
    TableBook("Test", "a4", sheets, "standings", []).write(folder / "ties.xlsx")
