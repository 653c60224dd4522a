"""The first sheets of accelerated Swiss in the workbook of standings: the standings, the grid of meetings, the prizes.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament and Prizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce

from msgspec import Struct

from sheetscore.expressions.figure import Amount, Figure, Shown, holds
from sheetscore.expressions.figure_calls import all_of, amount, any_of, count, joined, near, opposite, same, total, when
from sheetscore.pairing.draw import short_names
from sheetscore.scoring.ranking import RANKS
from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.aso.result_tables import COUNTS, Histories, PlayerHistory, PlayerRound
from sheetscore.systems.aso.rules import MISSED, OPEN, ResultEffect, looked_up
from sheetscore.systems.aso.score import AsoResult
from sheetscore.systems.aso.standings import STAR
from sheetscore.systems.columns import (
    SCORE,
    STANDINGS,
    OpponentsAcross,
    RoundScores,
    column,
    names_in,
    parts_of_grid,
    printed_first,
    round_name,
    short_name_column,
    unless_alike,
    wall_name_column,
)
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tie_tables import TieTables
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import (
    ByRule,
    Column,
    Here,
    LineFigures,
    Table,
    cell_at,
    figure_column,
    same_in,
    text_column,
)
from sheetscore.wording import join_words

GRID = "grid"
"""The name of the result grid."""

MOST_ACROSS = 40
"""The most opponents side by side on a sheet of the grid."""

MOST_IN_GRID = 200
"""The most players for whom there is a grid: with more the grid would be larger than all other sheets together."""

_GRID_WIDTH = 960
"""Pixels of the columns of all opponents on a sheet of the grid together: no wider, so that it is legible on paper."""

_WIDEST = 40
"""The most pixels of the column of one opponent."""

NO_GRID = TextLine(
    f"There is no result grid for more than {MOST_IN_GRID} players; the rounds of each stand on the wall chart."
)

_GRID_LINES = (
    TextLine("Won (+), drawn (=) or lost (-) against the player with the number above, and in which round."),
)  # fmt: skip

PRIZES, TOTALS = "prizes", "prize totals"
"""Names of tables."""

WINNER, RUNNER_UP = "winner", "runner-up"

JOINT = "joint winner"
"""The place of each of several winners, in place of `WINNER` and `RUNNER_UP`: they share the prizes of both."""

NOT_WON = "not won"
"""What the sheet of prizes says of one that nobody has."""

MOST_SHARING = 6
"""The most names of players who share a prize; more are counted."""

DIFFERENCE = "cc_difference"

BY_TOTAL = {
    DIFFERENCE: "Close combat: inflicted less lost",
    "snake_eyes": "Snake eyes",
    "boxcars": "Boxcars",
}
"""The prizes for the highest total above 0, by the column of the totals."""

LEADS = "leads"
"""The mark of the highest total, in place of the star, as long as the prize may still go to somebody else."""

_SHARED = TextLine(
    "Who is equal shares a prize. Only a total above 0 wins one. Those who have won together share the prizes of "
    "winner and runner-up, unless a play-off has made the one and the other of them."
)

_NOT_YET = TextLine(
    "But for the winner's, once it is certain, no prize is given before all games of the last round are in."
)

_COUNTED_LATER = TextLine(
    "Close combat, snake eyes and boxcars have prizes, too; each is listed as soon as anything is entered for it."
)


def standings_table(
    histories: Histories, scores: RoundScores, players: Table[PlayerRound], ties: TieTables
) -> Table[ResultRow]:
    """Make the table of the standings; formulas count the results in ``players``, the table of all players' rounds."""

    def rank(own: LineFigures[ResultRow]) -> Shown:
        return cell_at(RANKS, own.line["id"], "rank", own.line["rank"])

    def winner(here: Here[ResultRow]) -> str:
        won, first = (here.other(RANKS, here.line["id"], key) for key in ("winner", "rank"))
        return f'IF(AND({won}=1,{first}=1),"{STAR}","")'

    def results(own: LineFigures[ResultRow]) -> list[Figure]:
        steps = histories[own.line["id"]].steps
        return [own.other(players, (own.line["id"], step.round), "result") for step in steps]

    def rounds(own: LineFigures[ResultRow]) -> Shown:
        return count(*(opposite(any_of(same(one, MISSED), same(one, OPEN))) for one in results(own)))

    def ended(result: str) -> ByRule[ResultRow]:
        return ByRule(lambda own: count(*(same(one, result) for one in results(own))))

    def tie_break(key: str, heading: str, style: str = "cell middle") -> Column[ResultRow]:
        def figure(own: LineFigures[ResultRow]) -> Shown:
            steps = histories[own.line["id"]].steps
            found: Shown = TIE_BREAKS[key].of_rounds(lambda column: own.part(players, column, steps))
            return found

        return figure_column(key, heading, 74, ByRule(figure), style=style)

    columns = (
        figure_column("rank", "Rank", 54, ByRule(rank), style="cell rank"),
        figure_column("winner", "Winner", 58, lambda row: STAR if row["winner"] else "", winner, "cell strong"),
        text_column("name", "Player", 190, column("name"), player=column("id")),
        text_column("id", "Id", 56, column("id")),
        *scores.score_columns("Points"),
        tie_break("first_loss", "First loss"),
        tie_break("first_draw", "First draw"),
        tie_break("opponents_rating", "Opponents' rating", "cell two"),
        figure_column("rating", "Rating", 58, column("rating")),
        figure_column("rounds", "Rounds", 58, ByRule(rounds)),
        figure_column("wins", "Games won", 56, ended("win")),
        figure_column("draws", "Games drawn", 56, ended("draw")),
        figure_column("losses", "Games lost", 56, ended("loss")),
    )
    return Table(
        STANDINGS,
        printed_first(ties.among(columns), unless_alike("id", _names(histories.values()))),
        [history.player for history in histories.values()],
        key=lambda row: row["id"],
        empty="No round is scored yet.",
    )


def grid_sheets(
    histories: Histories, standings: Table[ResultRow], players: Table[PlayerRound], points: Table[ResultEffect]
) -> Iterator[TableSheet]:
    """Make the sheets that show who met whom; for no more than :data:`MOST_IN_GRID` players."""
    for part in parts_of_grid(len(histories), MOST_ACROSS):
        table = _grid_table(list(histories.values()), standings, players, points, part)
        yield TableSheet(
            part.named("Grid"), part.named("Who met whom"), lines=_GRID_LINES, tables=(table,), landscape=True
        )


def _grid_table(
    histories: list[PlayerHistory],
    standings: Table[ResultRow],
    players: Table[PlayerRound],
    points: Table[ResultEffect],
    part: OpponentsAcross,
) -> Table[PlayerHistory]:
    numbers = {history.id: number for number, history in enumerate(histories, start=1)}

    def against(opponent: PlayerHistory, number: int) -> Column[PlayerHistory]:
        def style(history: PlayerHistory) -> str:
            return "shown middle" if history is opponent else "cell middle"

        def met(own: LineFigures[PlayerHistory]) -> Shown:
            rounds = [step.round for step in own.line.steps if step.result.opponent == opponent.id]
            marked = (joined(mark(own, number), number) for number in rounds)
            return reduce(lambda before, one: joined(before, " ", one), marked) if rounds else ""

        return figure_column(f"against {opponent.id}", str(number), across, ByRule(met), style=style)

    def mark(own: LineFigures[PlayerHistory], number: int) -> Figure:
        return looked_up(own, points, "mark", own.other(players, (own.line.id, number), "result"))

    def score(own: LineFigures[PlayerHistory]) -> Shown:
        return own.other(standings, own.line.id, SCORE)

    across = min(_WIDEST, _GRID_WIDTH // max(len(part.opponents), 1))
    return Table(
        part.named(GRID),
        (
            figure_column("number", "", 34, lambda history: numbers[history.id]),
            short_name_column("Player", 170, lambda history: history.id, _names(histories)),
            figure_column(SCORE, "Points", 54, ByRule(score), style="cell strong"),
            *(against(histories[at], at + 1) for at in part.opponents),
        ),
        histories,
        key=lambda history: history.id,
        empty="No round is scored yet.",
        only_whole=True,
    )


CHART, NO_GAME = "wall chart", "–"
"""The name of the wall chart, and its mark for a missed round."""

_CHART_LINE = (
    "R1: round 1. {0}+: won against the player on line {0}; {0}= drawn; {0}- lost; {0}? not in yet; – missed the round."
)


def chart_sheet(
    histories: Histories,
    standings: Table[ResultRow],
    players: Table[PlayerRound],
    points: Table[ResultEffect],
    ranks: Sequence[TextLine],
) -> TableSheet:
    """Make the sheet for the wall: the rounds of each player on a line, for any number of players.

    Parameters
    ----------
    ranks
        The lines that say how ranks come about.
    """
    table = _chart_table(list(histories.values()), standings, players, points)
    last = min(15, len(histories)) or 1  # an example of two digits shows best which part is the number
    return TableSheet("Wall chart", "Wall chart", lines=(TextLine(_CHART_LINE.format(last)), *ranks), tables=(table,))


def _chart_table(
    histories: list[PlayerHistory],
    standings: Table[ResultRow],
    players: Table[PlayerRound],
    points: Table[ResultEffect],
) -> Table[PlayerHistory]:
    numbers = {history.id: number for number, history in enumerate(histories, start=1)}

    def in_round(number: int) -> Column[PlayerHistory]:
        def shown(own: LineFigures[PlayerHistory]) -> Shown:
            result = own.other(players, (own.line.id, number), "result")
            opponent = next(step.result.opponent for step in own.line.steps if step.round == number)
            if opponent in numbers:
                return joined(own.other(own.table, opponent, "number"), looked_up(own, points, "mark", result))
            return when(same(result, MISSED), NO_GAME, result)

        return figure_column(round_name(number), f"R{number}", 54, ByRule(shown), style="cell wall")

    return Table(
        CHART,
        (
            figure_column("number", "Line", 40, lambda history: numbers[history.id], style="cell wall"),
            wall_name_column(
                "Player", 200, lambda history: history.player["name"], lambda history: history.id, histories
            ),
            *map(in_round, [step.round for step in histories[0].steps] if histories else ()),
            figure_column(SCORE, "Points", 56, same_in(standings, SCORE), style="cell wall"),
            figure_column("rank", "Rank", 46, same_in(standings, "rank"), style="cell wall"),
            figure_column("winner", "Winner", 54, same_in(standings, "winner"), style="cell wall"),
            figure_column("first_loss", "First loss", 46, same_in(standings, "first_loss"), style="cell wall"),
            figure_column("first_draw", "First draw", 46, same_in(standings, "first_draw"), style="cell wall"),
            figure_column(
                "opponents_rating",
                "Opp. rating",
                70,
                same_in(standings, "opponents_rating"),
                style="cell wall half",
            ),
        ),
        histories,
        key=lambda history: history.id,
        empty="No round is scored yet.",
        size="large",
    )


class Prize(Struct, frozen=True):
    """A prize."""

    title: str
    column: str
    """The column of the table of totals that shows who wins the prize."""
    marks: tuple[str, ...]
    """The texts in that column that win the prize: a star; or for a place its word, and that of joint winners."""
    total: str
    """The column of the total that decides; empty for prizes that go by rank."""
    holders: tuple[str, ...]
    """The names of those who get it."""

    @property
    def who(self) -> str:
        """Their names, or their number if they are many."""
        if len(self.holders) > MOST_SHARING:
            return f"{len(self.holders)} share it"
        return join_words(self.holders) if self.holders else NOT_WON


def wins(total: Amount, best: Amount) -> bool | Figure:
    """Return whether a total wins a prize: the highest of all, and above 0."""
    return all_of(total > 0, near(total, best))


class Totals:
    """The totals of players for the prizes.

    Parameters
    ----------
    histories
        The rounds of all players.
    over
        Whether the last round of the event is scored and nothing is open.
    """

    def __init__(self, histories: Histories, *, over: bool) -> None:
        self.histories = list(histories.values())
        self.called = short_names(_names(self.histories))
        self.joint = sum(bool(history.player["winner"]) for history in self.histories) > 1
        self.over = over
        steps = [step for history in self.histories for step in history.steps]
        entered = {key for key in COUNTS if any(getattr(step.result, key) is not None for step in steps)}
        self.known = entered | {DIFFERENCE} if entered & {"cc_inflicted", "cc_lost"} else entered
        """The totals of what somebody entered."""
        self.best = {key: max((self.of(history, key) for history in self.histories), default=0) for key in BY_TOTAL}

    def of(self, history: PlayerHistory, key: str) -> int:
        """Add up the counts of a player."""
        if key == DIFFERENCE:
            return self.of(history, "cc_inflicted") - self.of(history, "cc_lost")
        return sum(step.result.counted(key) for step in history.steps)

    @property
    def mark(self) -> str:
        """The mark of those with the highest total."""
        return STAR if self.over else LEADS

    def has_best(self, history: PlayerHistory, key: str) -> bool:
        """Return whether a player's total is above 0, and nobody has a higher one."""
        return holds(wins(Fraction(self.of(history, key)), Fraction(self.best[key])))

    def place(self, history: PlayerHistory) -> Shown:
        """Return the word for a player's place: winner, joint winner, runner-up, or an empty text."""
        player = history.player
        star = bool(player["winner"])
        return prize_place(star=star, rank=int(player["rank"] or 0), over=self.over, joint=self.joint and star)

    def prizes(self) -> Iterator[Prize]:
        """Yield all prizes with those who get them; none for what nobody counted."""
        for place in (WINNER, RUNNER_UP):
            holders = [history for history in self.histories if self.place(history) in {place, JOINT}]
            yield Prize(place.capitalize(), "place", (place, JOINT), "", self._called(holders))
        for key, title in BY_TOTAL.items():
            if key not in self.known:
                continue
            holders = [history for history in self.histories if self.over and self.has_best(history, key)]
            yield Prize(title, f"best {key}", (STAR,), key, self._called(holders))

    def _called(self, histories: Sequence[PlayerHistory]) -> tuple[str, ...]:
        return tuple(self.called(str(history.id)) for history in histories)


def _names(histories: Iterable[PlayerHistory]) -> dict[str, str]:
    return names_in(history.player for history in histories)


def prizes_sheet(
    histories: Histories, rounds: Mapping[int, Table[AsoResult]], standings: Table[ResultRow], *, over: bool
) -> TableSheet:
    """Make the sheet of the prizes.

    Parameters
    ----------
    rounds
        The tables of the rounds.
    standings
        The table of the standings.
    over
        Whether the last round of the event is scored and nothing is open.
    """
    totals = Totals(histories, over=over)
    prizes = list(totals.prizes()) if histories else []
    lines = (_SHARED, *([] if over else [_NOT_YET]), *([] if BY_TOTAL.keys() <= totals.known else [_COUNTED_LATER]))
    listed = _totals_table(totals, rounds, standings)
    return TableSheet("Prizes", "Prizes", lines=lines, tables=(_prizes_table(prizes, listed), listed))


def prize_place(*, star: bool | Figure, rank: int | Figure, over: bool, joint: bool | Figure) -> Shown:
    """Return winner, joint winner, runner-up or nothing; before the end only the winner can be certain.

    Parameters
    ----------
    star
        Whether the standings mark the player as a winner.
    joint
        Whether they mark others as well.
    """
    if not over:
        return when(star, WINNER, "")
    return when(joint, JOINT, when(near(rank, 1), WINNER, when(near(rank, 2), RUNNER_UP, "")))


def _prizes_table(prizes: Sequence[Prize], totals: Table[PlayerHistory]) -> Table[Prize]:
    def holders(own: LineFigures[Prize]) -> Shown:
        return total(*(own.count_of(totals, **{own.line.column: mark}) for mark in own.line.marks))

    def who(here: Here[Prize]) -> str:
        marks, names = here.range(here.line.column, TOTALS), here.range("name", TOTALS)
        count = here.cell("holders")
        held = "+".join(f'({marks}="{mark}")' for mark in here.line.marks)
        # holders are numbered from below, so that the largest number is that of the first
        from_below = f"({held})*(MAX(ROW({marks}))+1-ROW({marks}))"

        def holder(number: int) -> str:
            name = f"INDEX({names},ROWS({marks})+1-SUMPRODUCT(LARGE({from_below},{number})))"
            return f'IF({count}<{number},"",IF({count}={number}," and ",", ")&{name})' if number > 1 else name

        everybody = "&".join(map(holder, range(1, MOST_SHARING + 1)))
        return f'IF({count}=0,"{NOT_WON}",IF({count}>{MOST_SHARING},{count}&" share it",{everybody}))'

    def best(own: LineFigures[Prize]) -> Shown:
        return totals.range(own.line.total).highest if own.line.total else None

    return Table(
        PRIZES,
        (
            text_column("title", "Prize", 250, lambda prize: prize.title),
            text_column("who", "Goes to", 130, lambda prize: prize.who, who, "cell words"),
            figure_column("best", "Best total", 60, ByRule(best)),
            figure_column("holders", "Winners", 60, ByRule(holders)),
        ),
        prizes,
        key=lambda prize: prize.title,
        empty="No round is scored yet.",
    )


def _totals_table(
    totals: Totals, rounds: Mapping[int, Table[AsoResult]], standings: Table[ResultRow]
) -> Table[PlayerHistory]:
    def summed(key: str) -> Column[PlayerHistory]:
        def rule(own: LineFigures[PlayerHistory]) -> Shown:
            return total(*(amount(own.other(rounds[step.round], own.line.id, key)) for step in own.line.steps))

        return figure_column(key, COUNTS[key], 60, ByRule(rule))

    def difference(own: LineFigures[PlayerHistory]) -> Shown:
        return own.cell("cc_inflicted") - own.cell("cc_lost")

    def mark(key: str) -> Column[PlayerHistory]:
        def best(own: LineFigures[PlayerHistory]) -> Shown:
            return when(wins(own.cell(key), own.table.range(key).highest), totals.mark, "")

        return figure_column(f"best {key}", "best", 46, ByRule(best), style="cell strong")

    def place(own: LineFigures[PlayerHistory]) -> Shown:
        rank, star = (own.other(standings, own.line.id, key) for key in ("rank", "winner"))
        won = same(star, STAR)
        joint = all_of(won, own.count_of(standings, winner=STAR) > 1)
        return prize_place(star=won, rank=rank, over=totals.over, joint=joint)

    columns: tuple[Column[PlayerHistory], ...] = (
        short_name_column("Player", 250, lambda history: history.id, _names(totals.histories)),
        text_column("place", "First two", 90, ByRule(place)),
        summed("cc_inflicted"),
        summed("cc_lost"),
        figure_column(DIFFERENCE, "Difference", 76, ByRule(difference)),
        mark(DIFFERENCE),
        summed("snake_eyes"),
        mark("snake_eyes"),
        summed("boxcars"),
        mark("boxcars"),
    )
    counts = {*COUNTS, DIFFERENCE} - totals.known
    return Table(
        TOTALS,
        printed_first(columns, counts | {f"best {key}" for key in counts}),
        totals.histories,
        key=lambda history: history.id,
        title="Totals over the event, in the order of the standings",
        empty="No round is scored yet.",
    )
