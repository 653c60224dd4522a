"""A small team event that tests build on: teams of two or of four, a fighter sweep and a strike."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import kept_events
from round_contexts import drawn_round, filled_round

from sheetscore.event.model import Header
from sheetscore.event.scenarios import Round
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.operations.entries import fill
from sheetscore.pairing.draw import Draw
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound, ResultRow
from sheetscore.systems.tasks.model import Target, TaskScenario, TaskSide, TeamPoints
from sheetscore.systems.team import TEAM
from sheetscore.systems.team.model import Team, TeamEvent, TeamPlayer, TeamSettings

ROW_KEYS = ["team", "name", "opponent", "opponent_name", "sp", "opponent_sp", "difference", "avp"]
"""The keys of a row of results that scripts rely on."""


def sweep(seats: int = 1) -> TaskScenario:
    """Give a scenario in which both sides fly air combat; Blue has team points to win."""
    home = TeamPoints(id="home", label="All come home", points=5)
    return TaskScenario(
        id="sweep",
        title="Fighter sweep",
        sides=(
            TaskSide(id="red", title="Red fighters", force="red", tasks=("air-combat",), seats=seats),
            TaskSide(
                id="blue",
                title="Blue fighters",
                force="blue",
                tasks=("air-combat",),
                seats=seats,
                team_points=(home,),
            ),
        ),
    )


def depot(seats: int = 1) -> TaskScenario:
    """Give a scenario in which Blue strikes."""
    targets = (Target(name="Depot", class_="primary"), Target(name="Trucks", class_="opportunity", white=True))
    return TaskScenario(
        id="depot",
        title="The depot",
        sides=(
            TaskSide(id="red", title="Interceptors", force="red", tasks=("air-combat",), seats=seats),
            TaskSide(id="blue", title="Strike flight", force="blue", tasks=("strike",), seats=seats, targets=targets),
        ),
    )


def pilots(team: int, size: int = 2) -> list[str]:
    """Give the ids of a team's players: 6A and 6B of a team of two, 6A1, 6A2, 6B1 and 6B2 of a team of four."""
    each = size // 2
    return [f"{team}{section}{number if each > 1 else ''}" for section in "AB" for number in range(1, each + 1)]


def team_event(
    *,
    teams: int = 4,
    size: int = 2,
    rounds: Sequence[str] = ("sweep", "sweep", "sweep"),
    settings: TeamSettings | None = None,
    substitutes: int = 0,
    names: Mapping[str, str] | None = None,
    absent: Mapping[str, tuple[int, ...]] | None = None,
    paper: str = "letter",
    seed: int = 7,
) -> TeamEvent:
    """Give an event of teams T1, T2 ... and substitutes S1, S2 ...

    Parameters
    ----------
    size
        2 or 4 players to a team.
    names
        By the ids of teams and players, where they are not the usual ones.
    absent
        The rounds that players miss, by their ids.
    """
    named, away = names or {}, absent or {}
    players = [(player, number) for number in range(1, teams + 1) for player in pilots(number, size)]
    in_teams = [
        TeamPlayer(
            id=player,
            name=named.get(player, f"Pilot {player}"),
            team=f"T{number}",
            section="A" if "A" in player else "B",
            absent=away.get(player, ()),
        )
        for player, number in players
    ]
    others = [
        TeamPlayer(id=f"S{number}", name=named.get(f"S{number}", f"Substitute {number}"))
        for number in range(1, substitutes + 1)
    ]
    return TeamEvent(
        header=Header.model_validate(
            {"name": "Team cup", "system": "team", "rounds": len(rounds), "seed": seed, "paper": paper}
        ),
        settings=settings or TeamSettings(),
        teams=tuple(
            Team(id=f"T{number}", number=number, name=named.get(f"T{number}", f"Team {number}"))
            for number in range(1, teams + 1)
        ),
        players=(*in_teams, *others),
        scenarios=(sweep(size // 2), depot(size // 2)),
        rounds=tuple(Round(number=number, scenario=scenario) for number, scenario in enumerate(rounds, start=1)),
    )


def forms_of(event: TeamEvent, drawn: Draw) -> RoundForms:
    """Give the sheets of a draw."""
    return TEAM.forms(drawn_round(event, drawn, templates=Library("team", TEAM.template_folders)))


def flown(drawn: Draw, points: Mapping[str, int]) -> dict[FieldKey, Value]:
    """Give the entries of a round of air combat in which every pilot drawn claims points (0 where none are given)."""
    entries: dict[FieldKey, Value] = {}
    for table, seat, player in drawn.places():
        entries[FieldKey(table, seat, "seat.pilot")] = player
        entries[FieldKey(table, seat, "claimed.sp")] = points.get(player, 0)
    return entries


def scored(
    event: TeamEvent, number: int, earlier: Sequence[EarlierRound], points: Mapping[str, int]
) -> tuple[Draw, EarlierRound]:
    """Draw a round and score it as flown."""
    drawn = TEAM.draw(RoundContext(event, number, earlier))
    rows = TEAM.score(filled_round(event, forms_of(event, drawn), flown(drawn, points), drawn)).rows
    return drawn, EarlierRound(number, event.scenario_of(number).id, rows)


def meetings(drawn: Draw) -> list[tuple[str, str]]:
    """Give who meets whom, as the teams of red.1 and blue.1 at the first table of each pairing."""
    return [(_team(table.seats["red.1"]), _team(table.seats["blue.1"])) for table in drawn.tables[::2]]


def _team(player: str | None) -> str:
    """Give the id of the team of a player of :func:`pilots`."""
    return f"T{re.split('[AB]', player or '')[0]}"


def by_team(rows: Sequence[ResultRow], key: str) -> dict[str, object]:
    """Give one figure of every row of results, by the ids of the teams."""
    return {str(row["team"]): row[key] for row in rows}


def team_folder(folder: Path, event: TeamEvent | None = None) -> Path:
    """Make an event folder with the sheets of round 1."""
    return kept_events.started(folder, event or team_event())


def typed(drawn: Draw, points: Mapping[str, int]) -> str:
    """Give the CSV of a round in which every pilot drawn claims points."""
    lines = [f"{table},{seat},claimed.sp,{points.get(player, 0)}" for table, seat, player in drawn.places()]
    return "\n".join(["table,seat,field,value", *lines])


def fill_in(folder: Path, lines: str, number: int = 1) -> None:
    """Type the lines of a CSV into the sheets of a round."""
    source = folder.with_name(f"{folder.name}-values.csv")
    source.write_text(lines, encoding="utf-8")
    fill(folder / f"round{number}.xlsx", source)
