"""A rule of matched games stands in one place: what scoring gives is what the tables have, by value and by formula."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from match_cases import GIVEN, RESULTS, scored, series_in, standings
from match_event import match_event, played
from msgspec import Struct
from scored_rounds import MADE_AT, SOURCE, column_values

from sheetscore.results.round_results import results_book
from sheetscore.results.table_book import TableBook
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match import MATCH, deciding, games, matches, record
from sheetscore.systems.match.games import LEVELS
from sheetscore.systems.match.match_tables import DECIDED
from sheetscore.systems.match.model import MatchEvent


class Case(Struct, frozen=True):
    """What scoring gives, and a workbook of it."""

    round: RoundContext[MatchEvent]
    book: TableBook
    path: Path

    def column(self, table: str, key: str) -> list[Any]:
        """Give the values of a column that were written."""
        return [value or "" for value in column_values(self.path, self.book, table, key)]


def case(path: Path, event: MatchEvent, *texts: str) -> Case:
    round_ = scored(event, *texts)
    book = results_book(MATCH, round_, (), SOURCE, MADE_AT)
    book.write(path)
    return Case(round_, book, path)


def shown(values: list[Any]) -> list[Any]:
    """Give values as cells show them: nothing for 0 and blanks, doubles."""
    return [float(value) if isinstance(value, int | Fraction) and value else value or "" for value in values]


@pytest.mark.parametrize("name", RESULTS)
def test_the_tables_have_what_scoring_gives(name: str, tmp_path: Path) -> None:
    event, texts = RESULTS[name]
    made = case(tmp_path / "t.xlsx", event, *texts)
    rows: Any = made.round.score.rows
    for key in ("result", "total", "handicap", "net"):
        assert shown(made.column("results", key)) == pytest.approx(shown([row[key] for row in rows])), key
    assert made.column("results", "decided_by") == [DECIDED[row["decided_by"]] for row in rows]
    levels = [LEVELS.index(row["level"]) + 1 if row["level"] else "" for row in rows[::2]]
    assert made.column("matches", "level") == levels
    lines: Any = made.round.score.lists.get("series", ())
    for line, series in enumerate(lines):
        assert made.column("series", "total")[line] == series["totals"][0]
        assert shown(made.column("series", "net"))[line] == pytest.approx(float(series["net"]))
        if series["complete"]:
            assert made.column("series", "level")[line] == LEVELS.index(series["level"]) + 1
    complete = [series for series in lines if series["complete"]]
    for line, series in enumerate(complete):
        assert made.column("handicaps made", "next")[line] == pytest.approx(float(abs(series["handicap"]["new"])))


class Change(Struct, frozen=True):
    """A constant of a rule with another value, and a column that shows it."""

    event: MatchEvent
    texts: tuple[str, ...]
    constants: Any
    name: str
    value: object
    table: str
    column: str


CHANGES = {
    "the least of a level": Change(
        *RESULTS["own levels"], games.LEAST["threshold"], "substantive", Fraction(4), "matches", "level"
    ),
    "what levels are worth": Change(*RESULTS["own levels"], games.POINTS, "marginal", 2, "results", "net"),
    "from when on a handicap decides": Change(
        *RESULTS["with a small handicap, split"],
        vars(deciding), "LEAST_BY_HANDICAP", Fraction(1, 20), "matches", "winner",
    ),
    "what is left of a handicap": Change(
        match_event(2, series=3, given=GIVEN), series_in("hill", "hill", "hill"),
        vars(matches), "OLD_PARTS", 2, "handicaps made", "next",
    ),
}  # fmt: skip


@pytest.mark.parametrize("changed", CHANGES)
def test_a_changed_rule_moves_value_and_formula_together(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = CHANGES[changed]
    before = case(tmp_path / "before.xlsx", change.event, *change.texts)
    monkeypatch.setitem(change.constants, change.name, change.value)
    after = case(tmp_path / "after.xlsx", change.event, *change.texts)
    assert before.column(change.table, change.column) != after.column(change.table, change.column)
    assert before.round.score != after.round.score


class UnderChange(Struct, frozen=True):
    """The workbook of a changed rule."""

    change: Change

    def write(self, path: Path) -> None:
        with pytest.MonkeyPatch.context() as patched:
            patched.setitem(self.change.constants, self.change.name, self.change.value)
            case(path, self.change.event, *self.change.texts)


class DrawsCountLess(Struct, frozen=True):
    """The standings of a draw and a win, where a draw counts a quarter."""

    def write(self, path: Path) -> TableBook:
        event = match_event(3)
        rounds = {1: played(event, "P01 P02 1 1"), 2: played(event, "P02 P03 0 0")}
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(record, "DRAW", Fraction(1, 4))
            (book := standings(event, rounds)).write(path)
        return book


def test_what_a_draw_counts_moves_value_and_formula_together(tmp_path: Path) -> None:
    book = DrawsCountLess().write(tmp_path / "standings.xlsx")
    assert column_values(tmp_path / "standings.xlsx", book, "standings", "by_won") == [1, 0.25, 0.25]
