"""The file of an event of duplicate play: teams that keep their side and move, scenarios for tables, the decisions.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MinLen
from msgspec import Struct
from pydantic import AfterValidator, Field, Strict

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.event.identity import Id, Name, Refers, folded
from sheetscore.event.model import MOST_TABLES, Entrant, EventPart, Header, Party, Player, Premise, RoundNumber, Stay
from sheetscore.event.scenarios import Round, ScenarioEvent
from sheetscore.pairing.draw import Draw, short_names
from sheetscore.pairing.movement.places import SideOfTeams, with_teams
from sheetscore.pairing.movement.rounds import Movement, pairings, plan_movement
from sheetscore.scoring.ranking import TIE_SETTINGS, FactoringSettings, TieSettings
from sheetscore.scoring.tie_steps import OfRounds, tie_break_setting
from sheetscore.systems.tasks.model import Task, TaskScenario, TaskSide, in_listed_order
from sheetscore.wording import pluralize

SideId = Literal["red", "blue"]

SIDES: Mapping[SideId, str] = {"red": "Red", "blue": "Blue"}
"""The two sides in order, with their names."""


def seat_of(number: int, side: SideId) -> str:
    """Return the seat of a side at a table in a round (counted from 1): ``r3.red``."""
    return f"r{number}.{side}"


def round_and_side(seat: str) -> tuple[int, SideId]:
    """Return the parts of a seat's id as :func:`seat_of` makes it."""
    number, _, side = seat.partition(".")
    return int(number[1:]), "red" if side == "red" else "blue"


def rounds_of(draw: Draw) -> list[int]:
    """Return the numbers of the rounds of a draw, as the seats of its first table have them."""
    seats = next(iter(draw.tables)).seats if draw.tables else {}
    return list(dict.fromkeys(round_and_side(seat)[0] for seat in seats))


class DuplicateSettings(TieSettings, FactoringSettings):
    """The decisions that duplicate play leaves to the director."""

    SCORES: ClassVar[frozenset[str]] = FactoringSettings.SCORES | {"sit_out"}
    SHAPES: ClassVar[frozenset[str]] = frozenset({"last_round"})
    LATER: ClassVar[frozenset[str]] = frozenset({"tie_breaks"})  # added in later versions
    RANKS: ClassVar[frozenset[str]] = FactoringSettings.RANKS | TIE_SETTINGS | {"winners"}

    last_round: Literal["none", "revenge", "repeat"] = Field(
        default="none",
        title="Last round",
        description="Matters where the number of tables is even and as many rounds are played. none: all rounds are "
        "ordinary ones. revenge: every Red goes to the one table that it has not played yet, and meets somebody again. "
        "repeat: nobody meets anybody again, and every Red plays its first table a second time, where it is not "
        "compared with itself; no factor makes up for that.",
    )
    sit_out: Literal["average", "zero"] = Field(
        default="average",
        title="Sitting out",
        description="What a team gets that has no opponent, because one side is a team short or the other team is not "
        "there. average: half of the most that those of its side who played at that table could win, so nothing where "
        "only one did. zero: nothing.",
    )
    winners: Literal["per_side", "one"] = Field(
        default="per_side",
        title="Winners",
        description="Who is ranked with whom. per_side: Red and Blue are ranked apart, since they are never compared "
        "at the tables. one: all teams are ranked together.",
    )
    tie_breaks: tuple[OfRounds, ...] = tie_break_setting()


class DuplicateTeam(EventPart):
    """A team, or a single player, with the side that it plays throughout."""

    id: Id = Field(title="Id", description="A short mark of your own, such as R1; no two alike.")
    number: Annotated[int, Strict(), Ge(1), Le(MOST_TABLES)] = Field(
        title="Number", description="Its place on its side: teams begin at the tables in the order of these."
    )
    name: Name = Field(title="Name", description="What it is called on the sheets.")
    side: SideId = Field(title="Side", description="red or blue, for the whole event.")
    first_round: RoundNumber = Field(
        default=1,
        title="First round",
        description="The round in which a team that comes late begins, in the place of a phantom; blank means 1.",
    )
    last_round: RoundNumber | None = Field(
        default=None,
        title="Last round",
        description="The last round of a team that leaves early; blank means to the end. Whoever would meet it then "
        "sits out.",
    )

    @property
    def stay(self) -> Stay:
        """The rounds in which the team takes part."""
        return Stay(self.first_round, self.last_round)


class Member(Player):
    """A player of a team, who is named on its itinerary card. A team is present in a round if one of its players is."""

    team: Annotated[Id, Refers("team")] | None = Field(
        default=None, title="Team", description="Id of the team that this is a player of."
    )


class DuplicateSide(TaskSide):
    """Red or Blue in a scenario; with tasks there are pages to work out its points on."""

    LATER: ClassVar[frozenset[str]] = frozenset({"tasks", "targets", "team_points", "extra"})

    id: Id = Field(title="Id", description="red or blue.")
    tasks: Annotated[tuple[Task, ...], AfterValidator(in_listed_order)] = Field(
        default=(),
        title="Tasks",
        description="What its players score for: air-combat, strike, defense-suppression, or several of them. Pages "
        "for these are printed, to work out the points on; blank where the scenario counts otherwise.",
    )

    @property
    def has_tasks(self) -> bool:
        """Whether it says what the side scores for."""
        return bool(self.tasks or self.targets)


class DuplicateScenario(TaskScenario):
    """A scenario that stays at its table."""

    sides: tuple[DuplicateSide, ...] = Field(
        default=(), alias="side", title="Sides", description="Red and Blue in each scenario, if there is more to say."
    )


class TableScenarios(Round):
    """The scenarios by table, for the whole event."""

    scenario: Annotated[tuple[Annotated[Id, Refers("scenario")], ...], MinLen(1)] = Field(  # type: ignore[assignment]
        title="Scenarios", description="Ids of the scenarios in the order of the tables, such as bridge, sweep, recon."
    )


class DuplicateEvent(ScenarioEvent):
    """An event of duplicate play; table k (from 1) has the same scenario in every round."""

    DRAWN: ClassVar[str] = "team"

    settings: DuplicateSettings = Field(
        default_factory=DuplicateSettings, title="Settings", description="What the rules leave open. Blank: as usual."
    )
    teams: tuple[DuplicateTeam, ...] = Field(
        default=(), alias="team", title="Teams", description="Who plays on which side for the whole event."
    )
    players: tuple[Member, ...] = Field(
        default=(), alias="player", title="Players", description="Who is in which team, if the cards are to say so."
    )
    scenarios: tuple[DuplicateScenario, ...] = Field(
        default=(), alias="scenario", title="Scenarios", description="What is played."
    )
    rounds: tuple[TableScenarios, ...] = Field(
        default=(),
        alias="round",
        title="Rounds",
        description="One entry, for round 1: which scenario stays at which table for the whole event. Without it the "
        "tables have the scenarios in their order.",
    )

    @property
    def reds(self) -> tuple[DuplicateTeam, ...]:
        """The teams of the red side by their numbers."""
        return self.side("red")

    @property
    def blues(self) -> tuple[DuplicateTeam, ...]:
        """The teams of the blue side by their numbers."""
        return self.side("blue")

    def side(self, side: SideId) -> tuple[DuplicateTeam, ...]:
        """Return the teams of a side by their numbers."""
        return tuple(sorted((team for team in self.teams if team.side == side), key=lambda team: team.number))

    def moving(self, side: SideId) -> SideOfTeams:
        """Return the teams of a side for the movement, by their numbers."""
        teams = self.side(side)
        return SideOfTeams(
            [team.name for team in teams], [self.stay_of(team) for team in teams], [team.number for team in teams]
        )

    def stay_of(self, team: DuplicateTeam) -> Stay:
        """Return the rounds in which a team is present: of its own rounds those in which one of its players is present.

        A team without players in the event is present in all of its own rounds.
        """
        return _shared_stay(team, self.members(team), self.header.rounds)

    def absent(self, number: int) -> frozenset[str]:
        """Return the ids of the teams that are not there in a round."""
        rosters, rounds = self._rosters(), self.header.rounds
        stays = {team.id: _shared_stay(team, rosters.get(folded(team.id), ()), rounds) for team in self.teams}
        return frozenset(id_ for id_, stay in stays.items() if not stay.has(number))

    @property
    def tables(self) -> int:
        """The number of tables: as many as the larger side has teams in round 1."""
        return max(self.moving(side).at_first for side in SIDES)

    def members(self, team: DuplicateTeam) -> tuple[Member, ...]:
        """Return the players of a team, in the order of the roster."""
        return tuple(self._rosters().get(folded(team.id), ()))

    def called(self, team: DuplicateTeam) -> tuple[str, ...]:
        """Return the names of the players of a team, namesakes with their ids."""
        called = short_names({player.id: player.name for player in self.players})
        return tuple(called(player.id) for player in self.members(team))

    def _rosters(self) -> dict[str, list[Member]]:
        """Return the players of all teams by the folded ids of these, each in the order of the roster."""
        rosters: dict[str, list[Member]] = defaultdict(list)
        for player in self.players:
            if player.team:
                rosters[folded(player.team)].append(player)
        return rosters

    def scenario_on(self, table: int) -> DuplicateScenario | None:
        """Return the scenario of a table (counted from 1); None for a table without one."""
        known = {folded(scenario.id): scenario for scenario in self.scenarios}
        ids = self.rounds[0].scenario if self.rounds else tuple(scenario.id for scenario in self.scenarios)
        return known.get(folded(ids[table - 1])) if 1 <= table <= len(ids) else None

    @property
    def stages(self) -> tuple[int, ...]:
        """The stages with sheets of their own: the whole event at once."""
        return (WHOLE_EVENT,)

    @property
    def planned_rounds(self) -> tuple[int, ...]:
        """Empty: the movement determines the rounds."""
        return ()

    @property
    def names(self) -> dict[str, str]:
        """The names of the teams by their ids."""
        return {team.id: team.name for team in self.teams}

    @property
    def parties(self) -> dict[str, Party]:
        """The players, each with the team."""
        teams = {folded(team.id): team.id for team in self.teams}
        return {
            player.id: Party(player.name, (teams[folded(player.team)],) if player.team else ())
            for player in self.players
        }

    def entrant(self, id_: str) -> Entrant:
        """Return a team as it is drawn.

        Raises
        ------
        KeyError
            There is no such team.
        """
        for team in self.teams:
            if team.id == id_:
                return Entrant(team.name, team.number, team.side, self.called(team), self.stay_of(team))
        raise KeyError(id_)

    def entrants(self, _stage: int, /) -> dict[str, str]:
        """Return the names of the teams by their ids: one draw holds all rounds."""
        return self.names

    def seats(self, _stage: int, /) -> dict[str, str]:
        """Return the places at a table, round by round, each with its title."""
        return {
            seat_of(number, side): f"Round {number}, {title}"
            for number in range(1, self.header.rounds + 1)
            for side, title in SIDES.items()
        }

    def round_of_seat(self, seat: str, /) -> int | None:
        """Return the round of a seat; None for unknown seats."""
        number, _, side = seat.partition(".")
        return int(number[1:]) if side in SIDES and number[:1] == "r" and number[1:].isdecimal() else None

    def premises_of(self, _stage: int, /) -> tuple[Premise, ...]:
        """Return the number of rounds, the kind of the last one, and the scenario of each table."""
        title = f"“{DuplicateSettings.model_fields['last_round'].title}”"
        scenarios = ((table, self.scenario_on(table)) for table in range(1, self.tables + 1))
        return (
            Premise("rounds", "the number of rounds", str(self.header.rounds)),
            Premise("last_round", title, self.settings.last_round),
            *(
                Premise(f"scenario {table}", f"the scenario of table {table}", scenario.id, on_sheets=True, table=table)
                for table, scenario in scenarios
                if scenario
            ),
        )

    def drawn_as(self, _stage: int, /) -> Mapping[str, str]:
        """Return the side and the number of every team, ``Red 3``, since the movement goes by them."""
        return {team.id: f"{SIDES[team.side]} {team.number}" for team in self.teams}

    def scenario_at(self, _stage: int, table: int, /) -> str:
        """Return the id of the scenario that stays at a table (counted from 1); empty for a table without one."""
        scenario = self.scenario_on(table)
        return scenario.id if scenario else ""

    def tables_needed(self, _stage: int, /) -> int:
        """Return the number of tables, each with its scenario."""
        return self.tables

    def subject(self, _stage: int, /) -> str:
        """Say how much is played: ``7 tables, 7 rounds``."""
        return f"{pluralize(self.tables, 'table')}, {pluralize(self.header.rounds, 'round')}"


def starter_event(name: str) -> DuplicateEvent:
    """Return a small event that can be drawn as it is, to be changed at will: three tables, six teams."""
    titles = {"bridge": "The bridge", "sweep": "Fighter sweep", "recon": "The recon run"}
    return DuplicateEvent(
        header=Header(name=name, system="duplicate", rounds=3),
        teams=tuple(
            DuplicateTeam(id=f"{title[0]}{number}", number=number, name=f"{title} {number}", side=side)
            for side, title in SIDES.items()
            for number in range(1, 4)
        ),
        scenarios=tuple(DuplicateScenario(id=id_, title=title) for id_, title in titles.items()),
        rounds=(TableScenarios(number=1, scenario=tuple(titles)),),
    )


class TableMeeting(Struct, frozen=True):
    """What the movement has at a table in a round."""

    table: int
    """The number of the table, from 1."""
    round: int
    """The number of the round, from 1."""
    red: DuplicateTeam | None
    """The red team there; None for nobody."""
    blue: DuplicateTeam | None
    """The blue team there; None for nobody."""


def _shared_stay(team: DuplicateTeam, members: Sequence[Member], rounds: int) -> Stay:
    """Return the rounds in which a team is present; see :meth:`DuplicateEvent.stay_of`."""
    own, stays = team.stay, [member.stay for member in members]
    if not stays:
        return own
    first = max(own.first, min(stay.first for stay in stays))
    last = min(own.last or rounds, max(stay.last or rounds for stay in stays))
    missed = (number for number in range(first, last + 1) if not any(stay.has(number) for stay in stays))
    return Stay(first, last, tuple(missed))


def movement_of(event: DuplicateEvent) -> Movement:
    """Plan the movement of an event without mistakes; a team that is missing leaves its places empty."""
    planned = plan_movement(event.tables, event.header.rounds, event.settings.last_round)
    return with_teams(planned, event.moving("red"), event.moving("blue"))


def meetings(event: DuplicateEvent) -> Iterator[TableMeeting]:
    """Yield the meetings of the movement, in the order of rounds and tables."""
    reds, blues = event.reds, event.blues
    for number, table, red, blue in pairings(movement_of(event)):
        yield TableMeeting(table + 1, number, None if red is None else reds[red], None if blue is None else blues[blue])
