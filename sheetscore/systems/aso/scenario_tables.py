"""Which side of which scenario won how often, with the balances that the scenario offers.

Source: ASO 2008 Tournament Rules, ABS.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.event.identity import folded
from sheetscore.systems.aso.model import AsoEvent, AsoScenario, AsoSide
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

SCENARIOS = "scenarios"
"""The table's name."""

_SHARE = Line(
    "A side's share counts a draw as half a win. Games whose sides nobody entered are played, and count for none."
)


@dataclass(frozen=True)
class Tally:
    """A side of a scenario, and the rows of the results of those who played it.

    Parameters
    ----------
    unknown
        How many games of the scenario there are besides, of which nobody knows the sides.
    """

    scenario: AsoScenario
    side: AsoSide
    rows: tuple[ResultRow, ...]
    unknown: int

    @property
    def played(self) -> int:
        """Count the games of the scenario."""
        return len(self.rows) + self.unknown

    def ended(self, result: str) -> int:
        """Count the games that ended so for the side."""
        return sum(row["result"] == result for row in self.rows)

    @property
    def share(self) -> Fraction | None:
        """Wins and half the draws by the games that ended; None without one."""
        won, drawn = self.ended("win"), self.ended("draw")
        ended = won + drawn + self.ended("loss")
        return (won + Fraction(drawn, 2)) / ended if ended else None

    @property
    def balances(self) -> str:
        """What the side gives up at each level, a line each."""
        own = (one for one in self.scenario.balances if folded(one.side) == folded(self.side.id))
        return "\n".join(f"{one.level}: {one.text}" for one in sorted(own, key=lambda one: one.level))


def played_as(row: ResultRow) -> str:
    """Name the scenario and the side that somebody played, by their ids, as far as they are known."""
    if not row["scenario"]:
        return ""
    return _short(str(row["scenario"]), str(row["side"])) if row["side"] else folded(row["scenario"])


def scenario_columns(event: AsoEvent) -> tuple[Column[ResultRow], ...]:
    """Give the columns that say what somebody played: scenario and side."""
    titles = {folded(one.id): one.title for one in event.scenarios}
    sides = {_short(one.id, side.id): side.title for one in event.scenarios for side in one.sides}

    def scenario(row: ResultRow) -> Exact:
        return titles.get(folded(str(row["scenario"])), row["scenario"])

    return (
        text_column("scenario", "Scenario", 150, scenario),
        text_column("side", "Side", 96, lambda row: sides.get(played_as(row), row["side"])),
    )


def scenario_sheet(scenarios: Sequence[AsoScenario], rows: Sequence[ResultRow], table: str) -> TableSheet:
    """Make the sheet of the scenarios.

    Parameters
    ----------
    rows
        Of results, of one round or of several.
    table
        The table that has a line for each of the rows, with the columns ``played_as`` and ``result``.
    """
    by_side: dict[str, list[ResultRow]] = {}
    for row in rows:
        by_side.setdefault(played_as(row), []).append(row)

    def tally(scenario: AsoScenario, side: AsoSide) -> Tally:
        unknown = len(by_side.get(folded(scenario.id), ())) // len(scenario.sides)
        return Tally(scenario, side, tuple(by_side.get(_short(scenario.id, side.id), ())), unknown)

    tallies = [tally(scenario, side) for scenario in scenarios for side in scenario.sides]
    return TableSheet(
        "Scenarios",
        "How the scenarios went",
        lines=(_SHARE,),
        tables=(_scenario_table(tallies, table),),
        landscape=True,
    )


def _scenario_table(tallies: Sequence[Tally], table: str) -> Table[Tally]:
    def of_side(here: Here[Tally]) -> str:
        return f"{here.range('played_as', table)}={here.cell('played_as')}"

    def played(here: Here[Tally]) -> str:
        scenario = here.line.scenario
        unknown = f'SUMPRODUCT(--({here.range("played_as", table)}="{folded(scenario.id)}"))'
        return f"SUMPRODUCT(--({of_side(here)}))+{unknown}/{len(scenario.sides)}"

    def share(here: Here[Tally]) -> str:
        won, drawn, lost = (here.cell(result) for result in ("win", "draw", "loss"))
        return f'IF({won}+{drawn}+{lost}=0,"",({won}+{drawn}/2)/({won}+{drawn}+{lost}))'

    def ended(result: str, heading: str) -> Column[Tally]:
        def formula(here: Here[Tally]) -> str:
            return f'SUMPRODUCT(({of_side(here)})*({here.range("result", table)}="{result}"))'

        return figure_column(result, heading, 56, lambda tally: tally.ended(result), formula)

    firsts = {id(tally) for tally in _first_sides(tallies)}
    return Table(
        SCENARIOS,
        (
            text_column("scenario", "Scenario", 210, lambda tally: tally.scenario.title, style="cell note"),
            text_column("side", "Side", 120, lambda tally: tally.side.title),
            text_column("played_as", "Played as", 120, lambda tally: _short(tally.scenario.id, tally.side.id)),
            figure_column("played", "Played", 56, lambda tally: tally.played, played),
            ended("win", "Won"),
            ended("draw", "Drawn"),
            ended("loss", "Lost"),
            figure_column("share", "Share", 60, lambda tally: tally.share, share, "cell two"),
            text_column("balances", "Balances", 330, lambda tally: tally.balances, style="cell note"),
        ),
        tallies,
        key=lambda tally: (tally.scenario.id, tally.side.id),
        opens=lambda tally: id(tally) in firsts,
        tall=True,
        empty="There is no scenario yet.",
    )


def _first_sides(tallies: Sequence[Tally]) -> Iterator[Tally]:
    return (tally for tally in tallies if tally.side is tally.scenario.sides[0])


def _short(scenario: str, side: str) -> str:
    return f"{folded(scenario)}.{folded(side)}"
