"""What games are worth where that follows from all games of the event, and how many rounds were held, by formula.

Source: the published definitions of Hurst (HTM) and Mystery v1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetscore.systems.diplomacy.event_tables.country_tables import COUNTRIES
from sheetscore.systems.diplomacy.event_tables.game_tables import PointsFormula
from sheetscore.systems.diplomacy.event_tables.shown_event import GAMES, ShownEvent
from sheetscore.systems.diplomacy.game_points import (
    SOLO_WITHOUT_DRAWS,
    SURVIVAL,
    WON,
    SurvivalBoard,
    solo_value,
    survival_boards,
)
from sheetscore.systems.diplomacy.games import Game
from sheetscore.systems.diplomacy.model import DiplomacySettings
from sheetscore.systems.diplomacy.round_scores import Number
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, text_column

HELD, FATES, BOARDS = "held", "fates", "boards"
"""Names of tables."""

SOLO = "solo"

_SURVIVAL_LINES = (
    Line("The solos share the mean points of a drawn game. A conceded game is a solo."),
    Line(f"As long as no game was drawn, a solo is worth {SOLO_WITHOUT_DRAWS}."),
)  # fmt: skip


def points_formula(event_scoring: str) -> PointsFormula | None:
    """Give what writes the points of a game in the event; None where the scores of boards count."""
    return {"hurst": _above_the_mean, "mystery": _by_fate}.get(event_scoring)


def _above_the_mean(here: Here[Game]) -> str:
    return f"{here.cell('centres')}-{here.other(COUNTRIES, here.line.power, 'mean_centres')}"


def _by_fate(here: Here[Game]) -> str:
    fates = here.range("fate", FATES)
    return f"INDEX({here.range('worth', FATES)},MATCH({here.cell('fate')},{fates},0))"


def values_sheet(shown: ShownEvent) -> TableSheet | None:
    """Make the sheet of what the event's scores are made with; None where nothing is needed but the scores."""
    if not shown.scored.games or not needs_rounds_held(shown.event.settings):
        return None
    if shown.event.settings.event_scoring == "per_round":
        return TableSheet("Rounds held", "Rounds held", lines=_waiting(shown), tables=(_held_table(shown),))
    boards = survival_boards(shown.scored.games)
    return TableSheet(
        "Values",
        "What games are worth",
        lines=(*_SURVIVAL_LINES, *_waiting(shown)),
        tables=(_fates_table(shown, boards), _held_table(shown), _boards_table(boards)),
    )


def _waiting(shown: ShownEvent) -> tuple[Line, ...]:
    """Say that open boards are not counted, where that makes a difference."""
    waits = any(contender.waits for contender in shown.scored.contenders.values())
    return (Line("A round in which a player's board is still open is not one of those held for that player."),) * waits


def needs_rounds_held(settings: DiplomacySettings) -> bool:
    """Tell whether the score of the event is divided by the number of rounds held."""
    return settings.event_scoring in {"per_round", "mystery"}


def held_of(here: Here[ResultRow], shown: ShownEvent) -> str:
    """Write the number of the rounds held, less those in which the board of the player on a line is open."""
    held, waits = here.other(HELD, HELD, "rounds"), shown.scored.contenders[str(here.line["id"])].waits
    return f"MAX({held}-{waits},1)" if waits else held


def _held_table(shown: ShownEvent) -> Table[str]:
    """Make the table with the number of rounds in which there was a game."""

    def formula(here: Here[str]) -> str:
        rounds = here.range("round", GAMES)
        return f"SUMPRODUCT(1/COUNTIF({rounds},{rounds}))"

    return Table(
        HELD,
        (
            text_column("what", "What", 200, lambda _: "Rounds with a game"),
            figure_column("rounds", "Rounds held", 90, lambda _: shown.scored.held, formula, "cell strong"),
        ),
        [HELD],
        key=lambda line: line,
    )


@dataclass(frozen=True)
class FateLine:
    """A fate: how many games ended so, and what each is worth."""

    fate: str
    games: int
    worth: Number | None


def _fates_table(shown: ShownEvent, boards: Sequence[SurvivalBoard]) -> Table[FateLine]:
    def games(here: Here[FateLine]) -> str:
        return f"SUMPRODUCT(--({here.range('fate', GAMES)}={here.cell('fate')}))"

    def worth(here: Here[FateLine]) -> str | None:
        if here.line.fate != SOLO:
            return None
        points, solos = here.range("points", BOARDS), here.cell("games")
        mean = f"SUM({points})/COUNT({points})"
        return f'IF(COUNT({points})=0,{SOLO_WITHOUT_DRAWS},IF({solos}=0,"",{mean}/{solos}))'

    return Table(
        FATES,
        (
            text_column("fate", "End of a game", 200, lambda line: line.fate),
            figure_column("games", "Games", 90, lambda line: line.games, games),
            figure_column("worth", "Worth", 90, lambda line: line.worth, worth, "cell score"),
        ),
        list(_fate_lines(shown, boards)),
        key=lambda line: line.fate,
    )


def _fate_lines(shown: ShownEvent, boards: Sequence[SurvivalBoard]) -> Iterator[FateLine]:
    for fate, worth in {SOLO: solo_value(boards), **SURVIVAL}.items():
        yield FateLine(fate, sum(game.fate == fate for game in shown.games), worth)


def _boards_table(boards: Sequence[SurvivalBoard]) -> Table[SurvivalBoard]:
    def counted(fate: str, heading: str) -> Column[SurvivalBoard]:
        def formula(here: Here[SurvivalBoard]) -> str:
            same = "*".join(f"({here.range(key, GAMES)}={here.cell(key)})" for key in ("round", "table"))
            return f'SUMPRODUCT({same}*({here.range("fate", GAMES)}="{fate}"))'

        return figure_column(fate, heading, 76, lambda board: board.fates[fate], formula)

    def points(here: Here[SurvivalBoard]) -> str:
        won = ",".join(f'{here.cell("outcome")}="{outcome}"' for outcome in WON)
        worth = "+".join(f"{here.cell(fate)}*{here.other(FATES, fate, 'worth')}" for fate in ("draw", "survived"))
        return f'IF(OR({won}),"",{worth})'

    return Table(
        BOARDS,
        (
            text_column("outcome", "The game", 200, lambda board: board.outcome),
            figure_column("round", "Round", 90, lambda board: board.round),
            figure_column("table", "Table", 90, lambda board: board.table),
            counted("draw", "in the draw"),
            counted("survived", "outside of it"),
            figure_column("points", "Points if drawn", 90, lambda board: board.points, points, "cell strong"),
        ),
        boards,
        key=lambda board: (board.round, board.table),
        title="Boards",
        empty="No game is scored yet.",
    )
