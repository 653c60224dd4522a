"""Rounds of Accelerated Swiss in a line each, for the tests of its workbooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scored_rounds import MADE_AT, SOURCE

from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.systems.aso.model import (
    AsoEvent,
    AsoHeader,
    AsoPlayer,
    AsoScenario,
    AsoSettings,
    AsoSide,
    Balance,
    ScenarioChoice,
)
from sheetscore.systems.outcomes import ResultRow
from sheetscore.tables.sheet import TableSheet

Rounds = Mapping[int, Sequence[ResultRow]]

SIDES = (AsoSide(id="german", title="German"), AsoSide(id="british", title="British"))
SCENARIOS = tuple(
    AsoScenario(
        id=id_,
        title=title,
        sides=SIDES,
        balances=(
            Balance(side="german", level=2, text=f"{title}: no mortar"),
            Balance(side="german", level=1, text=f"{title}: one squad fewer"),
        ),
    )
    for id_, title in {"bridge": "The bridge", "mill": "The mill", "wood": "A wood*"}.items()
)

NASTY = {"A": '=HYPERLINK("http://x","y")', "B": "+1+1", "C": 'O\'Hara "Ace" & <b>', "D": "-2"}


def aso_event(
    ratings: Mapping[str, int],
    rounds: int,
    settings: AsoSettings | None = None,
    names: Mapping[str, str] | None = None,
) -> AsoEvent:
    """Give an event of players with these ratings."""
    known = names or {}
    return AsoEvent(
        header=AsoHeader(name="Test event", system="aso", rounds=rounds),
        settings=settings or AsoSettings(),
        players=tuple(
            AsoPlayer(id=id_, name=known.get(id_, f"Player {id_}"), rating=rating) for id_, rating in ratings.items()
        ),
        scenarios=SCENARIOS,
        rounds=tuple(
            ScenarioChoice(number=number, scenario=tuple(one.id for one in SCENARIOS))
            for number in range(1, rounds + 1)
        ),
    )


COUNTED = ("vp", "cc_inflicted", "cc_lost", "snake_eyes", "boxcars")


def row_of(event: AsoEvent, player: str, opponent: str | None, result: str, **more: Any) -> ResultRow:
    """Give a row of results."""
    points = {"win": 3, "draw": 1, "loss": 0, "bye": event.settings.bye_points}
    return {
        "player": player,
        "name": event.names[player],
        "opponent": opponent,
        "opponent_name": None if opponent is None else event.names[opponent],
        "table": None,
        "scenario": None,
        "side": None,
        "result": result,
        "points": points[result],
        "decided_by": None if opponent is None else "play",
        **dict.fromkeys(COUNTED),
        **more,
    }


ENDS = {">": ("win", "loss"), "=": ("draw", "draw"), "<": ("loss", "win")}


def round_of(
    event: AsoEvent, *games: str, scenario: str = "bridge", sides: Sequence[str | None] = ("german", "british")
) -> list[ResultRow]:
    """Give the rows of a round: ``A>B`` for a win of A, ``A=B`` for a draw, ``A`` for a bye."""
    rows = []
    for table, game in enumerate(games, start=1):
        if len(game) == 1:
            rows.append(row_of(event, game, None, "bye"))
            continue
        one, how, other = tuple(game)
        for (player, opponent), result, side in zip(((one, other), (other, one)), ENDS[how], sides, strict=True):
            rows.append(row_of(event, player, opponent, result, table=table, scenario=scenario, side=side))
    return rows


def counted(rows: Sequence[ResultRow], counts: Mapping[str, Mapping[str, int]]) -> list[ResultRow]:
    """Give rows with what was counted for some players."""
    return [{**row, **counts.get(str(row["player"]), {})} for row in rows]


def book_of(sheets: Sequence[TableSheet]) -> TableBook:
    return TableBook("Test", "a4", (*sheets, about_sheet([SOURCE], MADE_AT)), "standings", [])
