"""How tie-breaks are shown in the standings of any system: their columns, and the rounds that they count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sheetscore.expressions.formula import TOLERANCE
from sheetscore.scoring.tie_breaks import DecidedChain, Number, Step, place_formula
from sheetscore.scoring.tie_steps import DIRECT, HALF, TIE_BREAKS, Outing, TieRecord, said
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

TIES = "ties"
"""The name of the table of rounds; its lines go by player and round."""

GROUP = "group"
"""The column of the places by the score alone, where steps build on them."""

BEFORE = "place before"
"""The column of the places before games among equals are looked at."""

OfRound = Callable[[Here[Outing]], str | None]
"""Writes what a system's own tables say of a round of somebody."""

WritePlace = Callable[[Here[Any], Sequence[Step], str], str]
"""Writes the place after some steps, from the column of the place before them: see :func:`place_formula`."""

_ABOUT = TextLine(
    "Every round of everybody, as ties are broken by it. A bye is an opponent with one's own score, won; a round "
    "missed is one, lost."
)
_NO_OPPONENTS = TextLine("Every round of everybody, as ties are broken by it.")


def whole_or_two(values: Sequence[Number | None]) -> str:
    """Return the style of a column: with decimals only if one of its figures has some."""
    return "cell two" if any(Fraction(value or 0).denominator > 1 for value in values) else "cell middle"


class TieTables(Struct, frozen=True):
    """A chain that has decided, and how its columns follow from a system's tables."""

    chain: DecidedChain
    record: TieRecord
    names: Mapping[str, str]
    """What everybody is called, by id."""
    usual: Sequence[str]
    """The steps that have their columns in any case."""
    of_round: Mapping[str, OfRound]
    """How columns of the table of rounds follow: ``score``; ``share``, ``margin`` and ``rating`` of games."""
    score: tuple[str, str] = ("standings", "score")
    """The table and the column with everybody's score."""
    places: str = "standings"
    """The table that has the ranks, and the places before games among equals."""

    @property
    def steps(self) -> list[Step]:
        """The steps in order."""
        return [one.step for one in self.chain.steps]

    def rank(
        self, before: str = "", write: WritePlace = place_formula
    ) -> tuple[tuple[Column[ResultRow], ...], Callable[[Here[ResultRow]], str]]:
        """Return what writes the rank, and before it the column of the places before games among equals, if needed.

        Parameters
        ----------
        before
            The column of the places on which the chain builds; without one all are equal before it.
        """
        steps = self.steps
        at = next((at for at, step in enumerate(steps) if step.id == DIRECT), None)
        if at is None:
            return (), lambda here: write(here, steps, before)
        earlier, later, places = steps[:at], steps[at:], self.chain.before(DIRECT)
        column: Column[ResultRow] = figure_column(
            BEFORE,
            "Place before",
            60,
            lambda row: places[str(row["id"])],
            lambda here: write(here, earlier, before),
            "cell step",
        )
        return (column,), lambda here: write(here, later, BEFORE)

    def grouped(
        self, by_score: Callable[[Here[ResultRow]], str]
    ) -> tuple[tuple[Column[ResultRow], ...], Callable[[Here[ResultRow]], str]]:
        """Return the same for a chain that builds on places which a formula of its own finds by the score."""
        if not self.steps:
            return (), by_score
        first = self.chain.first
        group: Column[ResultRow] = figure_column(
            GROUP, "Place by score", 60, lambda row: first[str(row["id"])], by_score, "cell step"
        )
        before, rank = self.rank(GROUP)
        return (group, *before), rank

    @property
    def lines(self) -> tuple[TextLine, ...]:
        """What a sheet says of the chain."""
        return tuple(map(TextLine, said([step.id for step in self.steps if step.id in TIE_BREAKS])))

    def among(self, columns: Sequence[Column[ResultRow]]) -> tuple[Column[ResultRow], ...]:
        """Return columns with those of the chain: in place of one that has the same name, else at the end."""
        ours = {one.key: one for one in self._columns()}
        return (*(ours.pop(column.key, column) for column in columns), *ours.values())

    def _columns(self) -> Iterator[Column[ResultRow]]:
        for decided in self.chain.steps:
            if decided.step.id in TIE_BREAKS and decided.step.id not in self.usual:
                yield self._column(decided.step.id)

    def _column(self, id_: str) -> Column[ResultRow]:
        figures, written = self.chain.figures(id_), TIE_BREAKS[id_].formula

        def formula(here: Here[ResultRow]) -> str | None:
            own = self.record.by_player[str(here.line["id"])]
            if written is None or not own.outings:
                return None
            first, last = ((own.id, own.outings[at].round) for at in (0, -1))
            return written(lambda key: here.refer(here.places[TIES].part(key, first, last)))

        style = whole_or_two([*figures.values()])
        return figure_column(id_, TIE_BREAKS[id_].heading, 78, lambda row: figures.get(str(row["id"])), formula, style)

    def sheets(self) -> tuple[TableSheet, ...]:
        """Return the sheet of the rounds; none where no step counts them."""
        needed: dict[str, None] = {}

        def note(key: str) -> str:
            needed[key] = None
            return key

        for column in self._columns():
            if (written := TIE_BREAKS[column.key].formula) is not None:
                written(note)
        if not needed:
            return ()
        about = _ABOUT if "share" in self.of_round else _NO_OPPONENTS
        return (
            TableSheet("Ties", "What ties are broken by", (about,), (self._rounds([*needed]),), for_director=True),
        )  # fmt: skip

    def _rounds(self, needed: Sequence[str]) -> Table[Outing]:
        outings = [one for own in self.record.by_player.values() for one in own.outings]
        ties = RoundColumns(self)
        met: tuple[Column[Outing], ...] = (
            text_column("opponent_name", "Opponent", 180, ties.opponent),
            text_column("opponent", "Id", 60, lambda one: one.opponent),
            text_column("kind", "What it was", 80, lambda one: one.kind),
            figure_column("share", "Won", 60, ties.share, ties.of_game("share"), "cell two"),
        )
        more = [column for key in needed for column in ties.named(key)]
        return Table(
            TIES,
            (
                text_column("name", "Name", 180, lambda one: self.names.get(one.who, one.who)),
                text_column("who", "Id", 60, lambda one: one.who),
                figure_column("round", "Round", 60, lambda one: one.round),
                *(met if "share" in self.of_round else met[2:3] if "kind" in needed else ()),
                figure_column(
                    "score", "Score", 70, lambda one: one.score, self.of_round["score"], ties.style
                ),
                *more,
            ),
            outings,
            key=lambda one: (one.who, one.round),
            starts_group=lambda one: one is self.record.by_player[one.who].outings[0],
            size="fine",
            empty="No round is scored yet.",
        )  # fmt: skip


class RoundColumns(Struct, frozen=True):
    """The columns of the table of rounds."""

    ties: TieTables

    @property
    def style(self) -> str:
        """How scores are shown."""
        return whole_or_two([one.score for one in self.ties.record.outings])

    def named(self, key: str) -> Sequence[Column[Outing]]:
        """Return a column, after those that it is computed from; none for one that stands there in any case."""
        columns: Mapping[str, Callable[[], Sequence[Column[Outing]]]] = {
            "running": self.running,
            "against": self.against,
            "rating": self.rating,
            "played": self.played,
            "loses": self.loses,
            "draws": self.draws,
            "margin": self.margin,
            "tied": self.tied,
        }
        return columns[key]() if key in columns else ()

    def opponent(self, one: Outing) -> str:
        """Name the opponent; empty without one."""
        return self.ties.names.get(one.opponent, one.opponent) if one.opponent else ""

    def share(self, one: Outing) -> Number | None:
        """Return the share won, where a bye is won and a round missed is lost."""
        return {"bye": 1, "missed": 0}.get(one.kind, one.share)

    def of_game(self, key: str) -> OfRound | None:
        """Return what writes a column of the system for games, and leaves other lines alone."""
        written = self.ties.of_round.get(key)
        if written is None:
            return None
        return lambda here: written(here) if here.line.kind == "game" else None

    def running(self) -> Sequence[Column[Outing]]:
        """Return the score after the round."""
        running = {
            (one.who, one.round): after
            for own in self.ties.record.by_player.values()
            for one, after in zip(own.outings, own.running, strict=True)
        }

        def formula(here: Here[Outing]) -> str:
            first = self.ties.record.by_player[here.line.who].outings[0] is here.line
            return f"N({here.cell('score')})" if first else f"{here.above('running')}+N({here.cell('score')})"

        return (
            figure_column("running", "Score then", 70, lambda one: running[one.who, one.round], formula, self.style),
        )

    def against(self) -> Sequence[Column[Outing]]:
        """Return the opponent's score; of a bye or a round missed one's own."""
        scores, (table, column) = self.ties.record.scores, self.ties.score

        def formula(here: Here[Outing]) -> str | None:
            one = here.line
            return None if one.kind == "out" else here.other(table, one.opponent or one.who, column)

        def value(one: Outing) -> Number | None:
            return None if one.kind == "out" else scores[one.opponent or one.who]

        style = whole_or_two([*scores.values()])
        return (figure_column("against", "Opponent's score", 76, value, formula, style),)

    def rating(self) -> Sequence[Column[Outing]]:
        """Return the rating of the opponent of a game."""
        ratings = self.ties.record.ratings

        def value(one: Outing) -> Number | None:
            return ratings.get(one.opponent) if one.opponent else None

        style = whole_or_two([*ratings.values()])
        return (figure_column("rating", "Opponent's rating", 76, value, self.of_game("rating"), style),)

    def played(self) -> Sequence[Column[Outing]]:
        """Return the score of a game."""

        def formula(here: Here[Outing]) -> str | None:
            return here.cell("score") if here.line.kind == "game" else None

        def value(one: Outing) -> Number | None:
            return one.score if one.kind == "game" else None

        return (figure_column("played", "Played", 70, value, formula, self.style),)

    def loses(self) -> Sequence[Column[Outing]]:
        """Return the round, where it was lost."""
        by_player = self.ties.record.by_player

        def value(one: Outing) -> Number | None:
            return one.round if by_player[one.who].loses(one) else None

        return (figure_column("loses", "lost in round", 70, value, self._where_share_is("0")),)

    def draws(self) -> Sequence[Column[Outing]]:
        """Return the round, where it was drawn."""

        def value(one: Outing) -> Number | None:
            return one.round if one.kind == "game" and one.share == HALF else None

        return (figure_column("draws", "drawn in round", 70, value, self._where_share_is("0.5")),)

    def _where_share_is(self, share: str) -> OfRound:
        def formula(here: Here[Outing]) -> str | None:
            if here.line.kind != "game":
                return None
            own = here.cell("share")
            return f'IF(AND(ISNUMBER({own}),N({own})={share}),{here.cell("round")},"")'

        return formula

    def margin(self) -> Sequence[Column[Outing]]:
        """Return the difference of the points of both."""
        style = whole_or_two([one.margin for one in self.ties.record.outings])
        return (figure_column("margin", "Difference", 76, lambda one: one.margin, self.of_game("margin"), style),)

    def tied(self) -> Sequence[Column[Outing]]:
        """Return the score against somebody who was still equal, if all of these have met; and what it takes."""
        ties = self.ties
        places, direct = ties.chain.before(DIRECT), ties.chain.figures(DIRECT)

        def equal(one: Outing) -> bool:
            return one.kind == "game" and places.get(str(one.opponent)) == places[one.who]

        def met(one: Outing) -> Number:
            again = [game for game in ties.record.by_player[one.who].games if game.opponent == one.opponent]
            return Fraction(1, len(again)) if equal(one) else 0

        def place_of(here: Here[Outing]) -> str:
            return here.other(ties.places, here.line.who, BEFORE)

        def met_formula(here: Here[Outing]) -> str | None:
            one = here.line
            if one.kind != "game":
                return None
            rounds = [game.round for game in ties.record.by_player[one.who].outings]
            opponents = here.refer(here.place.part("opponent", (one.who, rounds[0]), (one.who, rounds[-1])))
            same = f"{here.other(ties.places, one.opponent, BEFORE)}={here.cell('place')}"
            return f"IF({same},1/SUMPRODUCT(--({opponents}={here.cell('opponent')})),0)"

        def tied_formula(here: Here[Outing]) -> str | None:
            if here.line.kind != "game":
                return None
            place = here.cell("place")
            equals = f"SUMPRODUCT(--({here.range(BEFORE, ties.places)}={place}))"
            meetings = f"SUMPRODUCT(({here.range('place')}={place})*{here.range('met')})"
            all_met = f"ABS({meetings}-{equals}*({equals}-1))<={TOLERANCE}"
            return f'IF(AND({here.cell("met")}>0,{all_met}),{here.cell("score")},"")'

        def tied_value(one: Outing) -> Number | None:
            return one.score if equal(one) and one.who in direct else None

        return (
            figure_column("place", "Place before", 60, lambda one: places[one.who], place_of),
            figure_column("met", "Equals met", 60, met, met_formula, "cell two"),
            figure_column("tied", "Against equals", 70, tied_value, tied_formula, self.style),
        )
