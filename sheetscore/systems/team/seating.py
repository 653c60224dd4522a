"""The seats of teams: a pairing has two tables; a team's section A is Red at one, its section B Blue at the other.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import stage_command
from sheetscore.event.identity import folded, seat_id
from sheetscore.event.tables import heading_of, place_of_list
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import entries_by_page
from sheetscore.forms.round_forms import RoundForms, SeatGroup
from sheetscore.pairing.draw import Draw, TableDraw, display_name, side_of
from sheetscore.systems.context import RoundContext
from sheetscore.systems.tasks import forms as task_forms
from sheetscore.systems.tasks.flights import awarded_together
from sheetscore.systems.tasks.pages import PILOT, ROUND_SCORE, SCENARIO_POINTS
from sheetscore.systems.team.model import BLUE, RED, SIDE_OF_SECTION, Team, TeamEvent, TeamPlayer

Seat = tuple[int, str]
"""Table and seat."""


class TeamPairing(Struct, frozen=True):
    """Two teams at two tables, 1 and 2, 3 and 4, and so on."""

    tables: tuple[int, int]
    home: tuple[Seat, ...]
    """The seats of the team that is Red at the first table."""
    away: tuple[Seat, ...]
    """The seats of the other team."""


def seat_teams(
    event: TeamEvent, stage: int, pairs: Iterable[tuple[Team, Team]], first: int = 1
) -> tuple[TableDraw, ...]:
    """Return the tables of a round; the seats of those who are absent stay empty.

    Parameters
    ----------
    pairs
        The pairs of teams, in the order of the tables.
    first
        The number of the first table, which is odd.
    """
    scenario = event.scenario_of(stage).id
    drawn = []
    for at, (home, away) in enumerate(pairs):
        for table, red, blue in ((first + 2 * at, home, away), (first + 2 * at + 1, away, home)):
            seats = dict.fromkeys(event.seats(stage)) | crew(event, stage, red, RED) | crew(event, stage, blue, BLUE)
            drawn.append(TableDraw(table, scenario, seats))
    return tuple(drawn)


def crew(event: TeamEvent, stage: int, team: Team, side: str) -> dict[str, str]:
    """Return which present pilots of a team sit on a side, by seat: those of the section that flies the side."""
    (section,) = (section for section, its_side in SIDE_OF_SECTION.items() if its_side == side)
    members = event.members(team, section)
    if len(members) > sum(side_of(seat) == side for seat in event.seats(stage)):
        members = tuple(pilot for pilot in members if pilot.plays_in(stage))  # some replace others who left
    seated = {seat_id(side, number): pilot.id for number, pilot in enumerate(members, 1) if pilot.plays_in(stage)}
    return {seat: pilot for seat, pilot in seated.items() if seat in event.seats(stage)}


def team_forms(round_: RoundContext[TeamEvent]) -> RoundForms:
    """Return the sheets of a round, with the seats that add up to each team, and the teams that sit out."""
    made = task_forms.round_forms(round_, team_points=round_.event.settings.avp_team_points)
    then = as_drawn(round_)
    out = sitting_out(then, round_.draw)
    return replace(made, groups=seat_groups(then, round_.draw), without_seats=tuple(team.name for team in out))


def as_drawn(round_: RoundContext[TeamEvent]) -> TeamEvent:
    """Return the event with the team and the section that everybody had in a round.

    Players who come later are in no team yet. Once the round is scored, everybody has the team that its draw noted,
    or none if it noted none: a change of teams is for later rounds, and must not keep a round from being corrected.
    A team that the draw did not know, and that sits out in it, has its players as in the event.
    """
    event = round_.event
    noted = round_.drawn_as if round_.has_results else {}
    teams = {folded(team.id) for team in event.teams}
    drawn = {folded(one.rpartition(" ")[0]) for one in noted.values()}
    # players of a team that the draw did not know, entered by hand as sitting out
    late = {id_ for id_ in round_.draw.byes if (team := event.team_of(id_)) and folded(team.id) not in drawn}
    noted = {id_: one for id_, one in noted.items() if one or id_ not in late}

    def then(player: TeamPlayer) -> TeamPlayer:
        team, _, section = noted.get(player.id, event.flies_for(player.id)).rpartition(" ")
        if player.stay.first > round_.stage or (player.id in noted and not team):
            return player.model_copy(update={"team": None, "section": None})
        return player.model_copy(update={"team": team, "section": section}) if folded(team) in teams else player

    return event.model_copy(update={"players": tuple(map(then, event.players))})


def seat_groups(event: TeamEvent, drawn: Draw) -> tuple[SeatGroup, ...]:
    """Return the seats of every team of a round, as the draw has them."""
    sitting = {(table, seat): player for table, seat, player in drawn.places()}
    figure, unit = (ROUND_SCORE, "SP + TP") if event.settings.avp_team_points else (SCENARIO_POINTS, "SP")
    groups: list[SeatGroup] = []
    for pairing in pairings_at((table.number for table in drawn.tables), event.seats(drawn.round)):
        home, away = (team_on(event, seats, sitting) for seats in (pairing.home, pairing.away))
        if home and away:
            groups.append(SeatGroup(home.id, home.name, away.id, pairing.home, figure, unit))
            groups.append(SeatGroup(away.id, away.name, home.id, pairing.away, figure, unit))
    return tuple(groups)


def sitting_out(event: TeamEvent, drawn: Draw) -> tuple[Team, ...]:
    """Return the teams of players who sit out, each once, without teams that also have seats."""
    playing = {group.id for group in seat_groups(event, drawn)}
    out = {team.id: team for player in drawn.byes if (team := event.team_of(player))}
    return tuple(team for team in out.values() if team.id not in playing)


def pairings_at(tables: Iterable[int], seats: Collection[str]) -> Iterator[TeamPairing]:
    """Yield the pairings that tables with these seats make; a table without its partner makes none."""
    numbers = set(tables)
    red, blue = ([seat for seat in seats if side_of(seat) == side] for side in (RED, BLUE))
    for first in sorted(number for number in numbers if number % 2 and number + 1 in numbers):
        home = (*((first, seat) for seat in red), *((first + 1, seat) for seat in blue))
        away = (*((first, seat) for seat in blue), *((first + 1, seat) for seat in red))
        yield TeamPairing((first, first + 1), home, away)


def team_on(event: TeamEvent, seats: Iterable[Seat], sitting: dict[Seat, str]) -> Team | None:
    """Return the team of most players on these seats, the first of equal ones; None if no player has a team."""
    votes: dict[str, int] = defaultdict(int)
    teams: dict[str, Team] = {}
    for seat in seats:
        team = event.team_of(sitting[seat]) if seat in sitting else None
        if team:
            teams[team.id] = team
            votes[team.id] += 1
    return teams[max(votes, key=lambda id_: votes[id_])] if votes else None


def check_seating(round_: RoundContext[TeamEvent], tables: Collection[int], sitting: dict[Seat, str]) -> list[Finding]:
    """Find mistakes in the seats of a draw: tables without partners, mixed teams, the wrong side, a team twice.

    A group of seats belongs to the team of most players on it.

    Parameters
    ----------
    tables
        The numbers of the tables.
    sitting
        The ids of the players by their seats.

    Returns
    -------
    Findings without cells; ``fields`` names the seats that each is about.
    """
    event, stage = as_drawn(round_), round_.stage
    found = check_tables(event, stage, tables)
    places: dict[str, list[tuple[Seat, ...]]] = defaultdict(list)
    for pairing in pairings_at(tables, event.seats(stage)):
        both = (pairing.home, pairing.away)
        teams = [team_on(event, seats, sitting) for seats in both]
        for seats, team in zip(both, teams, strict=True):
            if team:
                places[team.id].append(seats)
                found += _strays(event, round_, team, seats, sitting)
            elif any(teams) or any(seat in sitting for seat in seats):
                found.append(_nobodys(seats))
    return [*found, *_twice(event, places)]


def check_entries(round_: RoundContext[TeamEvent]) -> list[Finding]:
    """Find tables without a partner, seats flown by another team or section, and awards beyond their limit."""
    by_page = entries_by_page(round_.entries)
    sitting = {
        at: player
        for at, page in round_.forms.pages.items()
        if (player := page.form.kind.sitting(by_page[at])) is not None
    }
    tables = [table.number for table in round_.forms.tables]
    return [
        *check_tables(round_.event, round_.stage, tables),
        *check_flown(round_, sitting),
        *awarded_together(round_),
    ]


def check_flown(round_: RoundContext[TeamEvent], sitting: dict[Seat, str]) -> list[Finding]:
    """Find players who flew for another team than their own, or on the side of the other section.

    A seat belongs to the team that was drawn there, whoever flew it; the points go to that team.

    Parameters
    ----------
    sitting
        The ids of the players who flew, by their seats.
    """
    event, groups = as_drawn(round_), round_.forms.groups
    teams = {team.id: team for team in event.teams}
    owned = {seat for group in groups for seat in group.seats}
    strays = (one for group in groups for one in _strays(event, round_, teams[group.id], group.seats, sitting))
    return [*strays, *(_nobodys((seat,)) for seat in sitting if seat not in owned)]


def check_tables(event: TeamEvent, stage: int, tables: Collection[int]) -> list[Finding]:
    """Find tables whose partner table, at which the same two teams meet, is missing."""
    seats = event.seats(stage)
    paired = {table for pairing in pairings_at(tables, seats) for table in pairing.tables}
    return [_alone(table, seats) for table in tables if table not in paired]


def _boxes(seats: Iterable[Seat]) -> tuple[tuple[int, str, str], ...]:
    return tuple((table, seat, PILOT) for table, seat in seats)


def _listed(seats: Iterable[Seat]) -> str:
    """Name seats with their tables, joined by "and" for a sentence."""
    return " and ".join(f"table {table}, {seat}" for table, seat in seats)


def _alone(table: int, seats: Iterable[str]) -> Finding:
    partner = table + 1 if table % 2 else table - 1
    message = (
        f"table {table} has no table {partner} beside it: two teams meet at both of them, each once on either side. "
        "Draw again, or put the missing table back"
    )
    return finding("team-tables", message, fields=_boxes((table, seat) for seat in seats))


def _strays(
    event: TeamEvent, round_: RoundContext[TeamEvent], team: Team, seats: Iterable[Seat], sitting: dict[Seat, str]
) -> Iterator[Finding]:
    """Find players of other teams, and players of the section that flies the other side.

    If the draw was right when it was made, the player's team or section was changed in the event after it: the finding
    says that the event is to be corrected.

    Parameters
    ----------
    event
        The event :func:`as_drawn`.
    """
    for seat in seats:
        player = event.player(sitting[seat]) if sitting.get(seat) in event.names else None
        other = event.team_of(player.id) if player else None
        if player is None or other is None:
            continue  # a substitute may sit anywhere
        side = side_of(seat[1])
        section, recorded = next(
            (section, f"{team.id} {section}") for section, of in SIDE_OF_SECTION.items() if of == side
        )
        if other.id != team.id:
            key, is_, belongs, whom = "team", f"of {other.name}", f", and this seat belongs to {team.name}", "theirs"
        elif getattr(player, "section", None) != section:
            is_ = f"of section {getattr(player, 'section', None)}"
            key, belongs, whom = "section", f"; the {side} side is flown by section {section}", "that section"
        else:
            continue
        who, put = display_name(player.id, event.names), f"Put one of {whom} there, or a substitute who is in no team"
        if folded(round_.drawn_as.get(player.id, "")) == folded(recorded):
            where = f"{heading_of(event, 'player', key)} of {player.id} in {place_of_list(event, 'player')}"
            again = f"sheetscore {stage_command('draw', round_.stage)} --again"
            put = (
                f"The event was changed after the draw: give {where} its old value back until the round is scored; "
                f"where the change holds for this round, draw it again ({again}) and make its sheets again, which "
                f"keeps what was typed; or p{put[1:]}"
            )
        message = f"{_listed([seat])}: {who} is {is_}{belongs}. {put}"
        yield finding("team-seat", message, fields=_boxes([seat]))


def _nobodys(seats: tuple[Seat, ...]) -> Finding:
    message = (
        f"{_listed(seats)}: no team sits there, so its points would go to none and its opponents have nobody to meet. "
        "Leave the pilots of the team that was drawn (who flew instead is entered on the page), or draw again"
    )
    return finding("team-seat", message, fields=_boxes(seats))


def _twice(event: TeamEvent, places: dict[str, list[tuple[Seat, ...]]]) -> Iterator[Finding]:
    names = {team.id: team.name for team in event.teams}
    for team, seats in places.items():
        if len(seats) > 1:
            where = "; ".join(_listed(each) for each in seats)
            message = f"{names[team]} plays {len(seats)} times in one round: {where}. Keep one of them"
            yield finding("team-seat", message, fields=_boxes(seat for each in seats for seat in each))
