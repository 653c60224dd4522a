"""The prizes of accelerated Swiss: winner and runner-up, close combat, snake eyes and boxcars.

Source: ASO 2008 Tournament Rules, Prizes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sheetscore.scoring.rank_table import RANKS
from sheetscore.systems.aso.result_tables import COUNTS
from sheetscore.systems.aso.round_tables import Way, Ways
from sheetscore.systems.aso.winner import STAR
from sheetscore.systems.outcomes import Exact
from sheetscore.systems.standing_columns import STANDINGS, round_name
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

PRIZES, TOTALS = "prizes", "prize totals"
"""Names of tables."""

WINNER, RUNNER_UP = "winner", "runner-up"
JOINT = "joint winner"
"""Stands for both: who has won together with others shares the prizes of winner and runner-up."""

DIFFERENCE = "cc_difference"
BY_TOTAL = {
    DIFFERENCE: "Close combat: inflicted less lost",
    "snake_eyes": "Snake eyes",
    "boxcars": "Boxcars",
}
"""The prizes for the highest total above 0, by the column of the totals."""

LEADS = "leads"
"""Stands in place of the star as long as a prize may still go to somebody else."""

_SHARED = Line("Who is equal shares a prize. Only a total above 0 wins one.")
_NOT_YET = Line(
    "But for the winner's, once it is certain, no prize is given before all games of the last round are in."
)


@dataclass(frozen=True)
class Prize:
    """A prize.

    Parameters
    ----------
    column, marks
        Whoever has one of the marks in this column of the totals gets it; the second stands for several players.
    total
        The column of the total that decides; empty for prizes that go by rank.
    holders
        The names of those who get it.
    best
        Their total.
    """

    title: str
    column: str
    marks: tuple[str, ...]
    total: str
    holders: tuple[str, ...]
    best: Exact

    @property
    def who(self) -> str:
        """The name, or how many share."""
        return self.holders[0] if len(self.holders) == 1 else f"{len(self.holders)} share it" if self.holders else ""


class Totals:
    """What everybody has for the prizes.

    Parameters
    ----------
    ways
        Of all players.
    joint
        The ids of those who have won, whatever a play-off says.
    over
        Whether the last round of the event is scored and nothing is open.
    """

    def __init__(self, ways: Ways, joint: Collection[Exact], *, over: bool) -> None:
        self.ways = list(ways.values())
        self.joint = joint
        self.over = over
        self.best = {key: max((self.of(way, key) for way in self.ways), default=0) for key in BY_TOTAL}

    def of(self, way: Way, key: str) -> int:
        """Add up what was counted for a player."""
        if key == DIFFERENCE:
            return self.of(way, "cc_inflicted") - self.of(way, "cc_lost")
        return sum(int(step.row[key] or 0) for step in way.steps)

    @property
    def mark(self) -> str:
        """What those with the highest total are marked with."""
        return STAR if self.over else LEADS

    def has_best(self, way: Way, key: str) -> bool:
        """Tell whether nobody has a higher total."""
        return self.of(way, key) == self.best[key] > 0

    def place(self, way: Way) -> str:
        """Tell whether somebody is winner or runner-up; before the end only the winner can be certain."""
        if not self.over:
            return WINNER if way.player["winner"] else ""
        if len(self.joint) > 1 and way.id in self.joint:
            return JOINT
        return {1: WINNER, 2: RUNNER_UP}.get(int(way.player["rank"] or 0), "")

    def prizes(self) -> Iterator[Prize]:
        """Give all prizes with those who get them."""
        for place in (WINNER, RUNNER_UP):
            holders = [way for way in self.ways if self.place(way) in {place, JOINT}]
            yield Prize(place.capitalize(), "place", (place, JOINT), "", _names(holders), None)
        for key, title in BY_TOTAL.items():
            holders = [way for way in self.ways if self.over and self.has_best(way, key)]
            yield Prize(title, f"best {key}", (STAR,), key, _names(holders), self.best[key])


def _names(ways: Sequence[Way]) -> tuple[str, ...]:
    return tuple(str(way.player["name"]) for way in ways)


def prizes_sheet(ways: Ways, joint: Collection[Exact], *, over: bool) -> TableSheet:
    """Make the sheet of the prizes.

    Parameters
    ----------
    joint
        The ids of those who have won, whatever a play-off says.
    over
        Whether the last round of the event is scored and nothing is open.
    """
    totals = Totals(ways, joint, over=over)
    prizes = list(totals.prizes()) if ways else []
    lines = (_SHARED, *([] if over else [_NOT_YET]))
    return TableSheet("Prizes", "Prizes", lines=lines, tables=(_prizes_table(prizes), _totals_table(totals)))


def _prizes_table(prizes: Sequence[Prize]) -> Table[Prize]:
    def holders(here: Here[Prize]) -> str:
        marks = here.range(here.line.column, TOTALS)
        return "+".join(f'SUMPRODUCT(--({marks}="{mark}"))' for mark in here.line.marks)

    def who(here: Here[Prize]) -> str:
        marks, names = here.range(here.line.column, TOTALS), here.range("name", TOTALS)
        count = here.cell("holders")
        one = f'INDEX({names},MATCH("{here.line.marks[0]}",{marks},0))'
        return f'IF({count}=0,"",IF({count}=1,{one},{count}&" share it"))'

    def best(here: Here[Prize]) -> str | None:
        return f"MAX({here.range(here.line.total, TOTALS)})" if here.line.total else None

    return Table(
        PRIZES,
        (
            text_column("title", "Prize", 230, lambda prize: prize.title),
            text_column("who", "goes to", 190, lambda prize: prize.who, who, "cell fit"),
            figure_column("best", "Total", 70, lambda prize: prize.best, best),
            figure_column("holders", "Players", 70, lambda prize: len(prize.holders), holders),
        ),
        prizes,
        key=lambda prize: prize.title,
        empty="No round is scored yet.",
    )


def _totals_table(totals: Totals) -> Table[Way]:
    def summed(key: str) -> Column[Way]:
        def formula(here: Here[Way]) -> str | None:
            way = here.line
            return f"SUM({','.join(here.other(round_name(step.round), way.id, key) for step in way.steps)})"

        return figure_column(key, COUNTS[key], 70, lambda way: totals.of(way, key), formula)

    def difference(here: Here[Way]) -> str:
        return f"{here.cell('cc_inflicted')}-{here.cell('cc_lost')}"

    def mark(key: str) -> Column[Way]:
        def formula(here: Here[Way]) -> str:
            return f'IF(AND({here.cell(key)}>0,{here.cell(key)}=MAX({here.range(key)})),"{totals.mark}","")'

        return figure_column(
            f"best {key}",
            "best",
            46,
            lambda way: totals.mark if totals.has_best(way, key) else "",
            formula,
            "cell strong",
        )

    def place(here: Here[Way]) -> str:
        rank, star = (here.other(STANDINGS, here.line.id, key) for key in ("rank", "winner"))
        if not totals.over:
            return f'IF({star}="{STAR}","{WINNER}","")'
        won = here.other(RANKS, here.line.id, "winner")
        together = f"AND({won}=1,SUM({here.range('winner', RANKS)})>1)"
        return f'IF({together},"{JOINT}",IF({rank}=1,"{WINNER}",IF({rank}=2,"{RUNNER_UP}","")))'

    return Table(
        TOTALS,
        (
            text_column("name", "Player", 190, lambda way: way.player["name"]),
            text_column("place", "Place", 90, totals.place, place),
            summed("cc_inflicted"),
            summed("cc_lost"),
            figure_column(DIFFERENCE, "Difference", 76, lambda way: totals.of(way, DIFFERENCE), difference),
            mark(DIFFERENCE),
            summed("snake_eyes"),
            mark("snake_eyes"),
            summed("boxcars"),
            mark("boxcars"),
        ),
        totals.ways,
        key=lambda way: way.id,
        title="Totals over the event",
        empty="No round is scored yet.",
    )
