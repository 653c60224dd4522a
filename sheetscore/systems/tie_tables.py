"""Tie-breaks in the standings of any system: their columns, and the table of rounds that they are computed from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions.figure import Plain, Shown
from sheetscore.expressions.figure_ranges import FigureRange
from sheetscore.expressions.formula import TOLERANCE
from sheetscore.scoring.tie_breaks import DecidedChain, Number, Step, place_formula
from sheetscore.scoring.tie_steps import (
    BY_ROUND,
    DIRECT,
    LOT,
    TIE_BREAKS,
    Outing,
    Own,
    TieLine,
    TieRecord,
    columns_of,
    said,
)
from sheetscore.systems.columns import places_column
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Column, Here, LineFigures, Table, figure_column, text_column

TIES = "ties"
"""The name of the table of rounds, with a line for each player and round."""

GROUP = "group"
"""The column of the places by the score alone, if steps depend on them."""

BEFORE = "place before"
"""The column of the places by all steps before the games among equals."""

OfRound = Callable[[Here[Outing]], str | None]
"""Writes, for a line of the table of rounds, the formula that refers to that round in a system's own tables."""

WritePlace = Callable[[Here[Any], Sequence[Step], str], str]
"""Writes the place after some steps, from the column of the place before them: see :func:`place_formula`."""

RankColumns = tuple[tuple[Column[ResultRow], ...], Callable[[Here[ResultRow]], str]]
"""The columns that a rank is computed from, and the function that writes the formula of the rank."""

_ABOUT = TextLine(
    "Every round of everybody, as ties are broken by it. A bye counts as won, a missed round as lost, against "
    "an opponent with one's own score."
)


def whole_or_two(values: Sequence[Plain]) -> str:
    """Return the style of a column: with decimals only if one of its figures has some."""
    return "cell two" if any(Fraction(value or 0).denominator > 1 for value in values) else "cell middle"


class TieTables(Struct, frozen=True, dict=True):
    """A chain of tie-breaks, and the sources of its columns in a system's tables."""

    chain: DecidedChain
    record: TieRecord
    rows: Sequence[ResultRow]
    """The rows of the standings."""
    usual: Sequence[str]
    """The steps whose columns the standings of the system always have."""
    of_round: Mapping[str, OfRound]
    """The writers of formulas for columns of the table of rounds, by key: ``score``; for games also ``share``,
    ``margin``, ``rating``.
    """
    score: tuple[str, str] = ("standings", "score")
    """The table and the column that have everybody's score."""
    places: str = "standings"
    """The table with the ranks, and the places before games among equals."""

    @property
    def steps(self) -> list[Step]:
        """The steps in order."""
        return [one.step for one in self.chain.steps]

    @property
    def lines(self) -> tuple[TextLine, ...]:
        """The lines about the chain on a sheet."""
        broken = said([step.id for step in self.steps if step.id in TIE_BREAKS])
        return tuple(TextLine(text, ranks=True) for text in broken)

    def rank(self, before: str = "", write: WritePlace = place_formula) -> RankColumns:
        """Return the columns that the rank is computed from, and its formula.

        Only a chain with games among equals needs a column: `BEFORE`, with the places before these games.

        Parameters
        ----------
        before
            The column of the places before the chain; if it is empty, all are equal before the chain.
        write
            Writes the formula of a place.
        """
        steps = self.steps
        at = next((at for at, step in enumerate(steps) if step.id == DIRECT), None)
        if at is None:
            return (), lambda here: write(here, steps, before)
        places = self.chain.before(DIRECT)
        earlier = places_column(BEFORE, "Place before", 60, places, lambda here: write(here, steps[:at], before))
        return (earlier,), lambda here: write(here, steps[at:], BEFORE)

    def grouped(self, by_score: Callable[[Here[ResultRow]], str]) -> RankColumns:
        """Return the same as :meth:`rank` for a chain that decides only between players of equal score.

        Parameters
        ----------
        by_score
            Writes the formula of the place by the score alone.
        """
        if not self.steps:
            return (), by_score
        before, rank = self.rank(GROUP)
        return (places_column(GROUP, "Place by score", 60, self.chain.first, by_score), *before), rank

    def among(self, columns: Sequence[Column[ResultRow]]) -> tuple[Column[ResultRow], ...]:
        """Return columns with those of the chain, which replace columns of the same name, or else come at the end."""
        ours = {id_: self._column(id_) for id_ in self._shown}
        return (*(ours.pop(column.key, column) for column in columns), *ours.values())

    @property
    def _shown(self) -> list[str]:
        """The steps that need columns in the standings besides those of the system."""
        return [step.id for step in self.steps if step.id in TIE_BREAKS and step.id not in self.usual]

    def _column(self, id_: str) -> Column[ResultRow]:
        figures = self.chain.figures(id_)

        def figure(own: LineFigures[ResultRow]) -> Shown:
            player = str(own.line["id"])
            outings = self.record.by_player[player].outings
            if id_ == LOT or not outings:
                return figures.get(player)
            found: Shown = TIE_BREAKS[id_].of_rounds(lambda key: own.part(self._rounds, key, outings))
            return found

        style = whole_or_two([*figures.values()])
        return figure_column(id_, TIE_BREAKS[id_].heading, 78, ByRule(figure), style=style)

    def standings_sheet(self, after: str, lines: Sequence[TextLine], table: Table[ResultRow]) -> TableSheet:
        """Make the sheet of the standings.

        Without tie-breaks it says no more than the posted sheet, and is for the director alone.

        Parameters
        ----------
        after
            The last round, such as ``after round 3``.
        """
        sheet = TableSheet("Standings", f"Standings {after}", tuple(lines), (table,))
        return replace(sheet, for_director=not self.steps, in_place=True, publish=True)

    def sheets(self) -> tuple[TableSheet, ...]:
        """Return the sheet of the table of rounds; none if no step needs a column of it."""
        if not self._needed:
            return ()
        about = (_ABOUT,) if "share" in self.of_round else ()
        return (TableSheet("Ties", "What ties are broken by", about, (self._rounds,), for_director=True),)

    @cached_property
    def _needed(self) -> list[str]:
        """The columns of the table of rounds that the steps need."""
        return columns_of(self._shown)

    @cached_property
    def _rounds(self) -> Table[Outing]:
        """The table of rounds."""
        needed = self._needed
        names = {str(row["id"]): str(row["name"]) for row in self.rows}
        texts: Mapping[str, Column[Outing]] = {
            "opponent_name": text_column("opponent_name", "Opponent", 180, lambda one: names.get(one.opponent or "")),
            "opponent": text_column("opponent", "Id", 60, lambda one: one.opponent),
            "kind": text_column("kind", "What it was", 80, lambda one: one.kind),
        }
        # where games are played, opponent and outcome are always shown
        given = [*texts, "share"] if "share" in self.of_round else [key for key in texts if key in needed]
        keys = dict.fromkeys((*given, "score", *(["place", "met"] if "tied" in needed else []), *needed))
        keys.pop("round", None)  # it is always shown
        outings = [one for player in self.record.by_player.values() for one in player.outings]
        figures = _figures_of(self)

        def column(key: str) -> Column[Outing]:
            heading, value, formula = figures[key]
            rule = ByRule(partial(_by_rule, self.record, key)) if key in BY_ROUND else None
            return figure_column(key, heading, 76, rule or value, formula, whole_or_two([*map(value, outings)]))

        return Table(
            TIES,
            (
                text_column("name", "Name", 180, lambda one: names.get(one.who, one.who)),
                text_column("who", "Id", 60, lambda one: one.who),
                figure_column("round", "Round", 60, lambda one: one.round),
                *(texts[key] if key in texts else column(key) for key in keys),
            ),
            outings,
            key=lambda one: (one.who, one.round),
            starts_group=lambda one: one is self.record.by_player[one.who].outings[0],
            size="fine",
            empty="No round is scored yet.",
        )


def _part(here: Here[Any], record: TieRecord, who: str, key: str) -> str:
    """Refer to a column of the table of rounds, on the lines of one player."""
    rounds = [one.round for one in record.by_player[who].outings]
    return here.refer(here.places[TIES].part(key, (who, rounds[0]), (who, rounds[-1])))


def _by_rule(record: TieRecord, key: str, line: LineFigures[Outing]) -> Shown:
    """Apply the rule of a column to a line of the table of rounds."""

    def part(player: Own, column: str) -> FigureRange:
        return line.part(line.table, column, player.outings)

    found: Shown = BY_ROUND[key].rule(TieLine(record.by_player[line.line.who], line.line, line.cell, part))
    return found


def _of_games(write: OfRound | None) -> OfRound | None:
    """Return a function that writes a formula on the lines of games alone; other lines stay blank."""
    return write and (lambda here: write(here) if here.line.kind == "game" else None)


Figured = tuple[str, Callable[[Outing], Plain], OfRound | None]
"""Heading, value and formula of a column."""


def _figures_of(ties: TieTables) -> dict[str, Figured]:
    """Return what the table of rounds may have as columns of figures, by their keys."""
    record, (table, column), of_round = ties.record, ties.score, ties.of_round

    def running(here: Here[Outing]) -> str:
        first = record.by_player[here.line.who].outings[0] is here.line
        return f"N({here.cell('score')})" if first else f"{here.above('running')}+N({here.cell('score')})"

    def against(here: Here[Outing]) -> str | None:
        one = here.line
        return None if one.kind == "out" else here.other(table, one.opponent or one.who, column)

    formulas: Mapping[str, tuple[str, OfRound | None]] = {
        "score": ("Score", of_round["score"]),
        "share": ("Won", _of_games(of_round.get("share"))),
        "running": ("Score then", running),
        "against": ("Opponent's score", against),
        "rating": ("Opponent's rating", _of_games(of_round.get("rating"))),
        "margin": ("Difference", _of_games(of_round.get("margin"))),
    }

    def value(key: str) -> Callable[[Outing], Plain]:
        return lambda one: record.by_player[one.who].value(key, one)

    return {
        **{key: (heading, value(key), formula) for key, (heading, formula) in formulas.items()},
        **{key: (one.heading, value(key), None) for key, one in BY_ROUND.items()},
        **(_among_equals(ties) if DIRECT in [step.id for step in ties.steps] else {}),
    }


def _among_equals(ties: TieTables) -> dict[str, Figured]:
    """Return the columns of games among players who are still equal.

    The games count only if every two of these players have met.
    """
    record, places, direct = ties.record, ties.chain.before(DIRECT), ties.chain.figures(DIRECT)

    def equal(one: Outing) -> bool:
        return one.kind == "game" and places[str(one.opponent)] == places[one.who]

    def met_value(one: Outing) -> Number:
        # two who meet several times have a share for each game: together they count once
        meetings = [game for game in record.by_player[one.who].games if game.opponent == one.opponent]
        return Fraction(1, len(meetings)) if equal(one) else 0

    def met(here: Here[Outing]) -> str:
        opponents = _part(here, record, here.line.who, "opponent")
        same = f"{here.other(ties.places, here.line.opponent, BEFORE)}={here.cell('place')}"
        return f"IF({same},1/SUMPRODUCT(--({opponents}={here.cell('opponent')})),0)"

    def tied(here: Here[Outing]) -> str:
        place = here.cell("place")
        equals = f"SUMPRODUCT(--({here.range(BEFORE, ties.places)}={place}))"
        meetings = f"SUMPRODUCT(({here.range('place')}={place})*{here.range('met')})"
        # every pair is counted twice, once for each player
        all_met = f"ABS({meetings}-{equals}*({equals}-1))<={TOLERANCE}"
        return f'IF(AND({here.cell("met")}>0,{all_met}),{here.cell("score")},"")'

    return {
        "place": (
            "Place before",
            lambda one: places[one.who],
            lambda here: here.other(ties.places, here.line.who, BEFORE),
        ),
        "met": ("Equals met", met_value, _of_games(met)),
        "tied": (
            "Against equals",
            lambda one: one.score if equal(one) and one.who in direct else None,
            _of_games(tied),
        ),
    }
