"""The ranking of accelerated Swiss by formula: undefeated players, winners and ranks.

No formula depends on the order of the lines.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from msgspec import Struct

from sheetscore.expressions.figure import Figure, Shown, exact, standing
from sheetscore.expressions.figure_calls import all_of, amount, count, filled, joined, known, lowest, same, when
from sheetscore.pairing.draw import OpenGame
from sheetscore.scoring.ranking import RANKS
from sheetscore.scoring.swiss_ranking import decides, keeps_back, until
from sheetscore.scoring.tie_breaks import Step, ahead, broken_by, place_formula
from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.aso.result_tables import Histories, PlayerRound
from sheetscore.systems.aso.rules import OPEN
from sheetscore.systems.aso.score import AsoResult
from sheetscore.systems.columns import SCORE, column, rank_column
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.systems.tie_tables import TieTables, whole_or_two
from sheetscore.tables.sheet import TableSheet, TextLine, line_by_rule
from sheetscore.tables.table import (
    AnyTable,
    ByRule,
    Column,
    Here,
    LineFigures,
    Table,
    figure_column,
    text_column,
)

UNDEFEATED, OPEN_GAMES = "undefeated", "open games"
"""Names of tables: one finds the winner; the other has the open games, which can keep a winner from being named."""

NO_OPPONENT = -1
"""Stands for the mean rating of the opponents of somebody who had none: it is below every real mean."""

_LEFT = TextLine(
    "Somebody is undefeated as long as every round was won (or passed with a bye, where a bye counts so). The first "
    "round after which only one is left has found the winner; several who are left after the last round win together."
)

_KEPT_BACK = TextLine(
    "Nobody is named the winner (★) while a game is open that could change it: one of the last undefeated, up to the "
    "round that found the winner; or while several are left, any of the last round."
)

_LATER = " Where somebody has had no such round, the number after the last one stands."
_HEADINGS = {"first_loss": "first loss", "first_draw": "first draw", "opponents_rating": "opponents"}
_BY_ROUND = ("first_loss", "first_draw")


def _criteria_lines(ties: TieTables) -> Iterator[TextLine]:
    """Say what decides, in order."""
    later = _LATER if any(step.id in _BY_ROUND for step in ties.steps) else ""
    yield TextLine(f"Winners come first. Then decide {broken_by(ties.steps)}.{later}")
    yield TextLine("A rank is one more than the number of those who are better: who is equal in everything shares it.")


_PLAY_OFF = TextLine("Of two who have won together, whoever wins the play-off comes first and the other second.")


class PlayOff(Struct, frozen=True):
    """The play-off of two."""

    results: Table[AsoResult]
    """The table of its results, with a line for each player."""
    players: tuple[Exact, ...]
    """The ids of the two."""


def play_off_of(results: Table[AsoResult], histories: Histories) -> PlayOff | None:
    """Return the play-off from its results; None if not both its players are in the standings."""
    players = tuple(result.player for result in results.lines if result.player in histories)
    return PlayOff(results, players) if len(players) == 2 else None


class OpenSeat(Struct, frozen=True):
    """A player of a game without a result yet."""

    game: OpenGame
    player: str
    """The id; empty if unknown."""
    name: str
    table: int | None
    """The table; None if unknown."""


class WinnerTables:
    """The tables that find the winner and the ranks; the formulas of each refer to the others.

    Parameters
    ----------
    histories
        The rounds of all players.
    listed
        The table of all players' rounds.
    standings
        The table of the standings.
    open_games
        The games without results.
    names
        The names of the players by their ids.
    rounds
        The number of rounds of the event.
    play_off
        None if no play-off has a result.
    ties
        The tie-breaks in force, with their tables.
    """

    def __init__(
        self,
        histories: Histories,
        listed: Table[PlayerRound],
        standings: Table[ResultRow],
        open_games: Sequence[OpenGame],
        names: Mapping[str, str],
        rounds: int,
        play_off: PlayOff | None,
        ties: TieTables,
    ) -> None:
        self.histories, self.listed, self.standings = histories, listed, standings
        self.rounds, self.play_off, self.ties = rounds, play_off, ties
        self.numbers = sorted({step.round for history in histories.values() for step in history.steps})
        """The numbers of the scored rounds."""
        self.seats = [
            OpenSeat(game, player, names.get(player, player) or "not known", table)
            for game in open_games
            for player, table in game.seats or (("", game.table),)
        ]

    def sheets(self) -> tuple[TableSheet, ...]:
        """Make the sheet that finds the winner, with the open games that may delay that, and the sheet of the ranks."""
        seats, play_off = [_KEPT_BACK] if self.seats else [], [_PLAY_OFF] if self.play_off else []
        tables: tuple[AnyTable, ...] = (self.undefeated, *([self.open] if self.seats else []))
        ranks = "How the ranks come about"
        return (
            TableSheet("Undefeated", "Who is left", lines=(_LEFT, *seats), tables=tables, for_director=True),
            TableSheet(
                "Ranks", ranks, lines=(*_criteria_lines(self.ties), *play_off), tables=(self.ranks,), for_director=True
            ),
        )

    @cached_property
    def open(self) -> Table[OpenSeat]:
        """The games without results, with a line for each player."""

        def result(own: LineFigures[OpenSeat]) -> Shown:
            key = own.line.player, own.line.game.round
            return own.other(self.listed, key, "result") if self.listed.has(key) else OPEN

        return Table(
            OPEN_GAMES,
            (
                figure_column("round", "Round", 150, lambda seat: seat.game.round),
                text_column("name", "Player", 150, lambda seat: seat.name),
                figure_column("table", "Table", 200, lambda seat: seat.table),
                text_column("result", "Result", 70, ByRule(result)),
                figure_column("keeps", "a winner waits for it", 90, ByRule(self._keeps_winner_back)),
            ),
            self.seats,
            title="Games without a result",
        )

    def _keeps_winner_back(self, own: LineFigures[OpenSeat]) -> Shown:
        """Return 1 for a game that keeps the winner from being certain, by :func:`keeps_back`."""
        seat = own.line
        if not self.numbers:
            return int(keeps_back(not seat.player, Fraction(seat.game.round), Fraction(0), self.rounds))
        found, matters = amount(self.found(own)), known(not seat.player)
        if self.ranks.has(seat.player):
            matters = own.other(self.ranks, seat.player, "setback") > until(found, self.rounds)
        is_open = same(own.cell("result"), OPEN)
        return count(all_of(is_open, keeps_back(matters, own.cell("round"), found, self.rounds)))

    def found(self, own: LineFigures[Any]) -> Figure:
        """Return the round that has found the winner; a blank for none."""
        return own.other(self.undefeated, self.numbers[-1], "found")

    @cached_property
    def undefeated(self) -> Table[int]:
        """The numbers of undefeated players after each round, and the round that found the winner."""

        def left(own: LineFigures[int]) -> Shown:
            return self.ranks.range("setback").count_greater(own.cell("round"))

        def found(own: LineFigures[int]) -> Shown:
            number = own.cell("round")
            now: Shown = when(decides(own.cell("undefeated"), number, self.rounds), number, None)
            if own.line == self.numbers[0]:
                return now
            before = own.other(own.table, self.numbers[self.numbers.index(own.line) - 1], "found")
            return when(filled(before), before, now)

        return Table(
            UNDEFEATED,
            (
                figure_column("round", "After round", 150, lambda number: number),
                figure_column("undefeated", "undefeated", 150, ByRule(left)),
                figure_column("found", "Winner found after round", 200, ByRule(found), style="cell strong"),
            ),
            self.numbers,
            key=lambda number: number,
            empty="No round is scored yet.",
        )

    @cached_property
    def ranks(self) -> Table[ResultRow]:
        """Winners and ranks."""
        never = self.rounds + 1

        def setback(own: LineFigures[ResultRow]) -> Shown:
            """Return the round in which somebody was no longer undefeated, else the number after the last round."""
            steps = self.histories[own.line["id"]].steps
            ends = [own.other(self.listed, (own.line["id"], step.round), "ends") for step in steps]
            return lowest(*(when(filled(end), amount(end), never) for end in ends), never)

        def winner(own: LineFigures[ResultRow]) -> Shown:
            found = self.found(own)
            won = all_of(filled(found), own.cell("setback") > amount(found))
            return count(all_of(own.sum_of(self.open, "keeps") == 0, won) if self.seats else won)

        if_blank: Mapping[str, int] = {"first_loss": never, "first_draw": never, "opponents_rating": NO_OPPONENT}

        def tie_break(id_: str) -> Column[ResultRow]:
            def figure(own: LineFigures[ResultRow]) -> Shown:
                cell = own.other(self.standings, own.line["id"], id_)
                return when(filled(cell), cell, if_blank.get(id_))

            figures = self.ties.chain.figures(id_).values()
            style = "cell two" if id_ == "opponents_rating" else whole_or_two([*figures])
            return figure_column(id_, _HEADINGS.get(id_) or TIE_BREAKS[id_].heading, 90, ByRule(figure), style=style)

        def points(own: LineFigures[ResultRow]) -> Shown:
            return own.other(self.standings, own.line["id"], SCORE)

        before, rank = self.ties.rank(write=_place)
        return Table(
            RANKS,
            (
                text_column("name", "Player", 250, column("name")),
                figure_column("setback", "first round not won", 76, ByRule(setback)),
                figure_column("winner", "winner: 1", 70, ByRule(winner)),
                *([self._play_off_column(self.play_off)] if self.play_off else []),
                figure_column(SCORE, "Points", 70, ByRule(points)),
                *(tie_break(step.id) for step in self.ties.steps[1:]),  # the first step is the points
                *before,
                rank_column(rank, width=70, style="cell strong"),
            ),
            [history.player for history in self.histories.values()],
            key=lambda row: row["id"],
            size="fine",
            empty="No round is scored yet.",
        )

    @staticmethod
    def _play_off_column(play_off: PlayOff) -> Column[ResultRow]:
        """Make the column of the winner (1) and the loser (-1) of the play-off of joint winners."""

        def decided(own: LineFigures[ResultRow]) -> Shown:
            if own.line["id"] not in play_off.players:
                return 0
            result = own.other(play_off.results, own.line["id"], "result")
            won = (own.other(own.table, player, "winner") == 1 for player in play_off.players)
            counts = all_of(own.sum_of(own.table, "winner") == len(play_off.players), *won)
            return when(counts, when(same(result, "win"), 1, when(same(result, "loss"), -1, 0)), 0)

        return figure_column("play_off", "play-off", 70, ByRule(decided))

    def line(self) -> TextLine:
        """Make the line that says by formula whether the winner is found; at least one round must be scored."""
        last = self.numbers[-1]

        def cell(column: str) -> Figure:
            value = self.undefeated.figure(last, column).value
            return standing(lambda places: places[UNDEFEATED].cell(last, column).reference, value, whole=True)

        def sum_(table: AnyTable, column: str, formula: str) -> Figure:
            values = (table.figure(line, column).value for line in table.lines)
            # both players of a play-off count, the loser's -1, too
            value = sum((abs(exact(one)) for one in values if isinstance(one, int | Fraction)), Fraction(0))
            return standing(
                lambda places: formula.format(places[table.name].column(column).reference), value, whole=True
            )

        left, found = cell("undefeated"), amount(cell("found"))
        won = sum_(self.ranks, "winner", "SUM({})")
        nobody = when(left == 0, _NOBODY, joined("The winner is not found yet. Players still undefeated: ", left, "."))
        one = joined("Only one player was undefeated after round ", found, ", and has won (★), whatever happens later.")
        several = joined(won, " players are undefeated after the last round and win together (★).")
        text = when(found == 0, nobody, when(won == 1, one, several))
        if self.play_off:
            text = when(sum_(self.ranks, "play_off", "SUMPRODUCT(--({}<>0))") > 0, _PLAYED_OFF, text)
        if self.seats:
            text = when(sum_(self.open, "keeps", "SUM({})") > 0, _WAITS, text)
        return line_by_rule(text, ranks=True)


_NOBODY = "Nobody is undefeated: points and tie-breaks decide about the first place too."


_PLAYED_OFF = "Two were undefeated after the last round; their play-off has decided who is first (★) and second."


_WAITS = "The winner is not named before the open games that matter are in."


def _place(here: Here[ResultRow], steps: Sequence[Step], before: str) -> str:
    """Write the formula of a place after some steps: winners come first, and only a play-off tells two apart."""
    won, first = here.range("winner"), "1"
    if "play_off" in here.place.columns:
        first = f"1+SUMPRODUCT(({won}=1)*({here.range('play_off')}>{here.cell('play_off')}))"
    others = place_formula(here, steps, before)
    if not before:
        others = f"1+SUMPRODUCT(({won}=1)+({won}=0)*({ahead(here, steps)}))"
    return f"IF({here.cell('winner')}=1,{first},{others})"
