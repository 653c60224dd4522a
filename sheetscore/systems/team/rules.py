"""What team play asks of an event: two sides a scenario, and teams that fill them; and how it goes on, in words.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sheetscore.event.identity import folded
from sheetscore.event.model import Part
from sheetscore.event.tables import place_of
from sheetscore.findings import Finding, finding
from sheetscore.scoring.bands import read_bands
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import Conduct
from sheetscore.systems.tasks.model import TaskScenario
from sheetscore.systems.tasks.rules import check_scenarios
from sheetscore.systems.team.model import BLUE, RED, SIDE_OF_SECTION, Team, TeamEvent
from sheetscore.systems.team.tables import bands_table
from sheetscore.tables.sheet import TableSheet

MOST_PILOTS = 2
"""Of a section: teams are of two or of four."""

Remark = tuple[Part, str, str, str]
"""The part that something is wrong with, the key, the code of the finding and its message."""


def check_event(event: TeamEvent) -> list[Finding]:
    """Find what breaks a rule of team play in an event, with places as in event.toml."""
    remarks = chain(
        chain.from_iterable(_check_sides(scenario) for scenario in event.scenarios),
        _check_sizes(event),
        _check_members(event),
        _check_numbers(event),
        _check_names(event),
    )
    found = [finding(code, message, sheet=place_of(event, part), cell=key) for part, key, code, message in remarks]
    return [*check_scenarios(event), *found]


def _check_sides(scenario: TaskScenario) -> Iterator[Remark]:
    """Every scenario has the sides red and blue, with one or two seats each."""
    ids = sorted(side.id for side in scenario.sides)
    if ids != sorted((RED, BLUE)):
        message = (
            f'The scenario "{scenario.title}" has the sides {", ".join(ids) or "none"}. In team play it needs two, '
            f"with the ids {RED} (flown by the sections A) and {BLUE} (flown by the sections B)."
        )
        yield scenario, "id", "event-rule", message
        return
    for side in scenario.sides:
        if side.seats > MOST_PILOTS:
            message = (
                f'The side "{side.title}" has {side.seats} seats. Teams are of two or of four: give it 1 seat or 2.'
            )
            yield side, "seats", "event-rule", message


def _check_sizes(event: TeamEvent) -> Iterator[Remark]:
    """Every section of every team has as many pilots as every scenario has seats for them."""
    for team in event.teams:
        for section, side_id in SIDE_OF_SECTION.items():
            pilots = [player.name for player in event.members(team, section)]
            seats = {side.seats for scenario in event.scenarios for side in scenario.sides if side.id == side_id}
            if not pilots:
                message = f'The team "{team.name}" has nobody in section {section}. Enter its players, or remove it.'
                yield team, "id", "event-rule", message
            elif seats and len(pilots) not in seats:
                message = (
                    f'The team "{team.name}" has {len(pilots)} in section {section} ({", ".join(pilots)}), and the '
                    f"side {side_id} has {' or '.join(map(str, sorted(seats)))} to a table. Put the others in no team "
                    "(as substitutes) or in the other section, or change the seats."
                )
                yield team, "id", "event-rule", message
    sizes = {side.seats for scenario in event.scenarios for side in scenario.sides if side.id in (RED, BLUE)}
    if len(sizes) > 1:
        message = (
            "The sides of the scenarios have different numbers of seats. Teams keep their size: give all the same."
        )
        yield event.scenarios[0], "id", "event-rule", message


def _check_members(event: TeamEvent) -> Iterator[Remark]:
    """Whoever is in a team is in one of its sections."""
    for player in event.players:
        if player.team and not player.section:
            message = f"{player.name} is in the team {player.team} but in no section. Enter A or B."
            yield player, "section", "event-rule", message
        elif player.section and not player.team:
            message = f"{player.name} has the section {player.section} but no team. Enter one, or clear the section."
            yield player, "team", "event-rule", message


def _check_numbers(event: TeamEvent) -> Iterator[Remark]:
    owners: dict[int, Team] = {}
    for team in event.teams:
        owner = owners.setdefault(team.number, team)
        if owner is not team:
            message = f'The number {team.number} belongs to "{owner.name}" already. Give "{team.name}" another one.'
            yield team, "number", "event-duplicate", message


def _check_names(event: TeamEvent) -> Iterator[Remark]:
    """Pairings and results tell teams apart by their names."""
    owners: dict[str, Team] = {}
    for team in event.teams:
        owner = owners.setdefault(folded(team.name), team)
        if owner is not team:
            message = f'Two teams are called "{team.name}": {owner.id} and {team.id}. Rename one, so that all can tell.'
            yield team, "name", "name-shared", message


def conduct_of(round_: RoundAtHand[TeamEvent]) -> Conduct:
    """Say how rounds are drawn and scored, and what becomes of who comes and goes."""
    settings = round_.event.settings
    counts = "scenario points and team points" if settings.avp_team_points else "scenario points alone"
    bands = read_bands(round_.library.scoring("avp"))
    return Conduct(
        draw=tuple(_draw(round_.event)),
        scoring=(
            "A pilot's scenario points are what the lines of the page add up to, never below 0.",
            f"A team's sum is that of its pilots at both tables: {counts}.",
            "The difference of the two teams' sums gives both their AVPs, by the table of bands.",
            "The standings add up the AVPs. Only equal totals share a rank; there is no tie-break.",
        ),
        attendance=(
            f"With an odd number of teams the lowest that has not sat out so far does, and gets {settings.bye_avp} "
            "AVPs.",
            "A team is there while one of its players is. It comes late with the first round of its players, and "
            "leaves with their last; rounds without it give it nothing.",
            "A player of no team may take the seat of somebody who is missing, in the draw or on the page; what is "
            "scored counts for the team of the seat. Where nobody flies, 0 under flew.",
        ),
        sheets=(TableSheet("Bands", bands.title, tables=(bands_table(bands),)),),
    )


def _draw(event: TeamEvent) -> Iterator[str]:
    yield (
        "Two teams meet at two tables of the same scenario: at each, section A of one flies Red against section B of "
        "the other on Blue."
    )
    if event.settings.first_round == "number":
        yield "Round 1: team 1 meets team 2, 3 meets 4, and so on, by the teams' numbers."
    else:
        yield "Round 1: by lots that follow from the seed."
    points = "of the round before" if event.settings.pair_by == "previous_round" else "in total"
    yield (
        f"Later rounds: the teams stand in the order of their AVPs {points}, equal ones by the total, then by number, "
        "and are paired off from the top. Who met in the round before is not paired again while there is another way."
    )
