"""What a correction changed in the standings: whose score, rank or other figure, before and after.

A correction is a round that was ingested again, or a change of the event that changes the standings but no results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from sheetscore.event.folder import stage_name
from sheetscore.expressions.figure import Shown
from sheetscore.results.hidden_data import DataLine, HiddenData, exact, word, written
from sheetscore.results.standings_record import StandingsRecord
from sheetscore.rounding import decimals, digits_apart
from sheetscore.systems.columns import STANDINGS
from sheetscore.systems.outcomes import Exact, ResultRow, Standings
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import ByRule, Column, LineFigures, Table, figure_column, text_column
from sheetscore.wording import capitalized, first_clauses

CORRECTION = "correction"
"""The kind of the line with the corrected round."""

CHANGE = "change"
"""The kind of the lines with changed scores and ranks."""

OF_EVENT = "event"
"""The word in place of the number of the round if the event was corrected, and no results."""


_NAMED = 12
"""How many people with changed figures a message names; the others are counted."""


class FigureChange(Struct, frozen=True):
    """Another figure of a line of the standings, such as a tie-break, before and after a correction."""

    key: str
    """The key of the figure in the rows of the standings."""
    heading: str
    then: Exact
    now: Exact


class StandingChange(Struct, frozen=True):
    """A player or a team for whom a correction changed the score, the rank, or else another figure of the standings."""

    id: str
    name: str
    score: tuple[Exact, Exact]
    """The score before and after the correction, exact; None if the player was, or is, not in the standings."""
    rank: tuple[Exact, Exact]
    """The rank before and after, in the same way."""
    others: tuple[FigureChange, ...] = ()
    """Other figures that changed; none if score or rank did, since they move with these as a matter of course."""

    def as_row(self) -> dict[str, object]:
        """Return the change with the keys that scripts rely on; ``others`` only if there are any, by their keys."""
        row: dict[str, object] = {"id": self.id, "name": self.name, "score": self.score, "rank": self.rank}
        return row | ({"others": {one.key: (one.then, one.now) for one in self.others}} if self.others else {})


class Correction(Struct, frozen=True):
    """A correction of a round, or of the event, with the changes in the order of the standings."""

    round: int | None
    """The stage that was ingested again; the changes that it caused in later rounds are included. None if no results
    changed but the event did."""
    changes: tuple[StandingChange, ...]
    whole: bool
    """Whether the standings show whole scores."""

    @property
    def sentences(self) -> Iterator[str]:
        """Describe each change: ``P11 Ann 7.43 → 8.57, rank 14 → 12``."""
        for one in self.changes:
            parts = []
            if one.score[0] != one.score[1]:
                parts.append(" → ".join(self._shown(score, _digits(*one.score)) for score in one.score))
            if one.rank[0] != one.rank[1]:
                parts.append("rank " + " → ".join("–" if rank is None else str(rank) for rank in one.rank))
            parts += figures_in_words(one.others)
            yield with_figures(one.id, one.name, parts)

    def _shown(self, score: Exact, digits: int) -> str:
        return str(score) if self.whole and score is not None else _with_digits(score, digits)


def _with_digits(value: Exact, digits: int) -> str:
    if value is None:
        return "–"
    return decimals(value, digits) if isinstance(value, int | Fraction) else str(value)


def with_figures(id_: str, name: object, figures: Iterable[str]) -> str:
    """Say of somebody which figures have changed: ``P11 Ann rank 14 → 12``."""
    return f"{id_} {name} {', '.join(figures)}"


def first_moved(sentences: Iterable[str]) -> str:
    """Put the people whose figures changed into a sentence: the first of them, and how many others there are."""
    return first_clauses([*sentences], _NAMED)


_USUAL_DIGITS = 2
"""The decimals of scores that are not whole."""


def _digits(was: Exact, is_: Exact) -> int:
    """Return the number of decimals for a change: more than usual if it would be rounded away."""
    if isinstance(was, int | Fraction) and isinstance(is_, int | Fraction):
        return digits_apart(was, is_, _USUAL_DIGITS)
    return _USUAL_DIGITS


def figures_in_words(figures: Iterable[FigureChange]) -> Iterator[str]:
    """Describe figures that changed: ``Net -1.33 → -2.00``."""
    for one in figures:
        numbers = [Fraction(value) for value in (one.then, one.now) if isinstance(value, int | Fraction)]
        digits = _digits(one.then, one.now) if any(number.denominator > 1 for number in numbers) else 0
        yield f"{one.heading} {' → '.join(_with_digits(value, digits) for value in (one.then, one.now))}"


_OF_PEOPLE = frozenset({"id", "name", "club", "country"})
"""The keys of a row of the standings that say who it is about."""


def correction_of(
    stage: int | None,
    before: Standings | StandingsRecord,
    now: Standings,
    headings: Callable[[], Mapping[str, str]] = dict,
) -> Correction:
    """Compare standings before and after a correction exactly: first the players, then the teams.

    Parameters
    ----------
    stage
        The stage that was corrected; None if the event was.
    headings
        Returns the headings of figures by their keys; called only if there is a figure to be named.
    """
    then, rows = ((one.rows, one.teams) for one in (before, now))
    changes = [
        change
        for old_rows, new_rows in zip(then, rows, strict=True)
        for change in _changes({str(row["id"]): row for row in old_rows if "id" in row}, new_rows, headings)
    ]
    if stage is None:  # new players had no figures before, nor did teams in standings of earlier versions
        changes = [one for one in changes if one.rank[0] is not None]
    moved = tuple(one for one in changes if one.score[0] != one.score[1] or one.rank[0] != one.rank[1] or one.others)
    return Correction(stage, moved, _are_whole([row for of_kind in (*then, *rows) for row in of_kind]))


def _changes(
    then: Mapping[str, ResultRow], rows: Sequence[ResultRow], headings: Callable[[], Mapping[str, str]]
) -> Iterator[StandingChange]:
    """Compare the rows of players, or of teams, with their rows before, matched by id."""
    now = {str(row["id"]): row for row in rows if "id" in row}
    for id_ in [*now, *(gone for gone in then if gone not in now)]:
        old, new = then.get(id_, {}), now.get(id_, {})
        yield StandingChange(
            id_,
            str((new or old)["name"]),
            (old.get("score"), new.get("score")),
            (old.get("rank"), new.get("rank")),
            tuple(_other_figures(old, new, headings)),
        )


def _other_figures(old: ResultRow, new: ResultRow, headings: Callable[[], Mapping[str, str]]) -> Iterator[FigureChange]:
    """Yield the figures that changed beside an unchanged score and rank."""
    if any(old.get(key) != new.get(key) for key in ("score", "rank")):
        return
    for key in new:
        if key not in _OF_PEOPLE and key in old and old[key] != new[key]:
            yield FigureChange(key, figure_heading(key, headings()), old[key], new[key])


def figure_heading(key: str, headings: Mapping[str, str]) -> str:
    """Return the heading of a figure; if no sheet shows it under one, its key in words."""
    heading = headings.get(key, key)
    return capitalized(key.replace("_", " ")) if heading == key else heading


def headings_of(sheets: Sequence[TableSheet]) -> dict[str, str]:
    """Return the headings of the columns of the standings by their keys."""
    tables = [table for sheet in sheets for table in sheet.tables if table.name.startswith(STANDINGS)]
    return {one.key: one.heading for table in tables for one in table.columns if one.heading}


def _are_whole(rows: Sequence[ResultRow]) -> bool:
    scores = (row.get("score") for row in rows)
    return all(Fraction(score).denominator == 1 for score in scores if isinstance(score, int | Fraction))


def correction_lines(correction: Correction) -> Iterator[DataLine]:
    """Return a correction as lines of the hidden sheet."""
    number = OF_EVENT if correction.round is None else str(correction.round)
    yield CORRECTION, number, written(correction.whole)
    for one in correction.changes:
        others = (value for other in one.others for value in (other.then, other.now, other.key, other.heading))
        yield CHANGE, written(one.id), written(one.name), *map(written, (*one.score, *one.rank, *others))


def read_correction(data: HiddenData) -> Correction | None:
    """Read the last correction from the hidden data of a workbook; return None if there is none.

    Raises
    ------
    ValueError
        The lines were changed.
    """
    lines = data.lines.get(CORRECTION, ())
    if not lines:
        return None
    number, whole = lines[0]
    stage = None if number == OF_EVENT else int(number)
    return Correction(stage, tuple(map(_read_change, data.lines.get(CHANGE, ()))), whole == written(value=True))


def _read_change(line: DataLine) -> StandingChange:
    id_, name, *figures = line
    was, is_, rank_was, rank_is = map(exact, figures[:4])
    # four values for each of the other figures: see `correction_lines`
    others = tuple(
        FigureChange(word(figures[at + 2]), word(figures[at + 3]), exact(figures[at]), exact(figures[at + 1]))
        for at in range(4, len(figures), 4)
    )
    return StandingChange(word(id_), word(name), (was, is_), (rank_was, rank_is), others)


def changes_sheet(correction: Correction) -> TableSheet:
    """Plan the sheet with what the last correction changed."""

    def style(one: StandingChange) -> str:
        return "cell middle" if correction.whole or _digits(*one.score) > _USUAL_DIGITS else "cell two"

    corrected = "the event" if correction.round is None else stage_name(correction.round)
    others: Column[StandingChange] = text_column(
        "others", "Besides", 190, lambda one: "; ".join(figures_in_words(one.others))
    )
    return TableSheet(
        "Changes",
        f"What the last correction changed: {corrected}",
        tables=(
            Table(
                "changes",
                (
                    text_column("name", "Name", 230, lambda one: one.name),
                    text_column("id", "Id", 70, lambda one: one.id),
                    figure_column("score_then", "Score before", 84, lambda one: one.score[0], None, style),
                    figure_column("score", "Score", 84, lambda one: one.score[1], None, style),
                    figure_column("more", "Change", 84, ByRule(_score_change), style=style),
                    figure_column("rank_then", "Rank before", 70, lambda one: one.rank[0]),
                    figure_column("rank", "Rank", 70, lambda one: one.rank[1]),
                    *([others] if any(one.others for one in correction.changes) else ()),
                ),
                correction.changes,
                key=lambda one: one.id,
                empty="Nobody's score or rank changed.",
            ),
        ),
    )


def _score_change(own: LineFigures[StandingChange]) -> Shown:
    numbers = [isinstance(score, int | Fraction) for score in own.line.score]
    return own.cell("score") - own.cell("score_then") if all(numbers) else None
