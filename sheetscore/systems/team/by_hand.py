"""The sheets for a pencil: a card for each team, the wall chart, and a sheet for the AVPs of a round's pairs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.outcomes import HandColumn, HandSheet, PencilWork
from sheetscore.systems.team.model import TeamEvent
from sheetscore.systems.team.score import BandTable
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Table, figure_column, text_column

EXAMPLE: Sequence[tuple[str, int, int]] = (("Team 6", 36, 8), ("Team 8", 2, 20), ("Team 1", 30, 5), ("Team 2", 30, 5))
"""The example: teams with the points of their pilots at both tables; the first meets the second, the third the fourth.
"""

_ENTERED = "cell entered middle"


class _Line(Struct, frozen=True):
    """A line of a team, with what somebody writes there; all is blank on the sheet to be copied."""

    opens: bool
    """Whether the team is the first of its pair."""
    team: str = ""
    first: int | None = None
    """The points at the first table."""
    second: int | None = None
    """The points at the second table."""
    difference: int | None = None
    """The points at both tables less those of the opponent."""
    avp: int | None = None
    """The AVPs by the table of bands."""

    @property
    def together(self) -> int | None:
        """The points at both tables."""
        return None if self.first is None or self.second is None else self.first + self.second


def pencil_work(event: TeamEvent, bands: BandTable) -> PencilWork:
    """Return the sheets for a pencil."""
    teams = {team.id: team.name for team in event.teams}
    pairs = len(teams) // 2
    blank = [_Line(opens) for _ in range(pairs) for opens in (True, False)]
    title = "Pairs of round ____"
    return PencilWork(
        card=(
            HandColumn("Tables", 80),
            HandColumn("Met", 200),
            HandColumn("Own points", 80),
            HandColumn("Their points", 80),
            HandColumn("AVPs", 80),
            HandColumn("AVPs so far", 90),
        ),
        of_teams=True,
        wall=(HandColumn("met no.", 70), HandColumn("AVPs", 60)),
        breaks=tuple(TIE_BREAKS[id_].heading for id_ in event.settings.tie_breaks),
        ranked=teams,
        numbers={team.id: team.number for team in event.teams},
        sheets=(
            HandSheet(TableSheet("AVPs by hand", title, tables=(_table("pairs", blank),)), event.header.rounds),
            HandSheet(TableSheet("Pairs, an example", "Two pairs, for example", tables=(_example(bands),))),
        )
        if pairs
        else (),
    )


def _example(bands: BandTable) -> Table[_Line]:
    """Work two pairs out by the bands that a round is scored by."""
    lines = []
    for at, (team, first, second) in enumerate(EXAMPLE):
        _, *others = EXAMPLE[at ^ 1]  # the other one of 0 and 1, or of 2 and 3
        difference = first + second - sum(others)
        lines.append(_Line(at % 2 == 0, team, first, second, difference, bands.points(difference)[0]))
    return _table("pairs example", lines)


def _table(name: str, lines: Sequence[_Line]) -> Table[_Line]:
    columns: tuple[Column[_Line], ...] = (
        text_column("team", "Team", 220, lambda line: line.team, style="cell entered"),
        figure_column("first", "At one table", 90, lambda line: line.first, style=_ENTERED),
        figure_column("second", "At the other", 90, lambda line: line.second, style=_ENTERED),
        figure_column("together", "Together", 90, lambda line: line.together, style=_ENTERED),
        figure_column("difference", "More than the other team", 100, lambda line: line.difference, style=_ENTERED),
        figure_column("avp", "AVPs by the bands", 90, lambda line: line.avp, style=_ENTERED),
    )
    return Table(name, columns, lines, starts_group=lambda line: line.opens, size="pencil")
