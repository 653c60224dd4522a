"""The model of an event of Air Force / Dauntless: settings, cards, fights with the starts of aircraft, rounds, seats.

Source: Updated Air Force / Dauntless (30 degree turns).
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen
from pydantic import AfterValidator, Field, Strict

from sheetscore.event.identity import Expected, Id, Name, Offered, PlayerId, Refers, SeatsOf, TakenFrom, folded, seat_id
from sheetscore.event.model import EventPart, Header, Player, RoundNumber, YesNo
from sheetscore.event.scenarios import Scenario, ScenarioEvent, TabledRound
from sheetscore.pairing.draw import side_of
from sheetscore.scoring.tie_steps import OfRounds, tie_break_setting
from sheetscore.systems.airforce.editions import Bank, FlightSettings
from sheetscore.systems.airforce.event_cards import EventCard, Factors, Feet, Points, card_lines
from sheetscore.systems.airforce.flight.flight_log import MOST_TURNS

TURNS_A_PAGE = 12
"""Lines of a flight log on a sheet of paper."""

FARTHEST = 999
"""The largest absolute value of a coordinate: hexes from the middle of the map."""


def _tenths(speed: Decimal) -> Decimal:
    if speed * 10 != int(speed * 10):
        raise ValueError("speed is counted in tenths")
    return speed


Speed = Annotated[
    Decimal,
    Ge(0),
    Le(99),
    AfterValidator(_tenths),
    Expected("a speed from 0 to 99 with one digit behind the point at most, such as 5.5,"),
]
"""A speed in points, with one decimal at most."""

Coordinate = Annotated[int, Strict(), Ge(-FARTHEST), Le(FARTHEST)]

OfFights = Literal["aircraft_lost"]

USUAL: tuple[OfFights] = ("aircraft_lost",)
"""The default tie-break: fewer aircraft lost."""


class AirforceSettings(FlightSettings):
    """The decisions that the rules leave to the director."""

    LATER: ClassVar[frozenset[str]] = frozenset({"tie_breaks"})  # added in later versions
    RANKS: ClassVar[frozenset[str]] = FlightSettings.RANKS | {"ranking"}

    ranking: YesNo = Field(
        default=True,
        title="Ranking",
        description="Whether pilots are ranked: by hits scored less hits taken, and by what ties are broken by.",
    )
    tie_breaks: tuple[Literal[OfFights, OfRounds], ...] = tie_break_setting(USUAL, aircraft_lost="fewest aircraft lost")


class Aircraft(EventPart):
    """An aircraft of a fight: its card and start."""

    card: Annotated[Id, Offered("Aircraft cards", card_lines), TakenFrom("card")] = Field(
        title="Card", description="Id of its card: one of the sheet Cards, of a file, or shipped."
    )
    q: Coordinate = Field(title="q (east)", description="Where it begins: columns of hexes to the east.")
    r: Coordinate = Field(title="r (south)", description="Where it begins: hexes to the south.")
    facing: Annotated[int, Strict(), Ge(0), Le(12)] = Field(
        title="Facing", description="0 to 11 clockwise; 0 or 12 is map north."
    )
    bank: Bank = Field(
        default="L",
        title="Bank",
        description="L: level. RB: right. IR: inverted right. I: inverted. IL: inverted left. LB: left.",
    )
    speed: Speed = Field(title="Speed", description="In tenths, such as 5.0.")
    altitude: Feet = Field(title="Altitude", description="In feet, whole hundreds.")
    odd: YesNo = Field(
        default=False, title="Odd", description="Whether its next hex across the grain is the left front one."
    )
    run_in: Points = Field(
        default=0, title="Run-in", description="How many points it has gone straight since its last maneuver."
    )
    loaded: YesNo = Field(default=False, title="Loaded", description="Whether it carries bombs.")
    before_speed: Speed | None = Field(
        default=None, title="Speed before", description="Its speed in the turn before; blank: as it begins."
    )
    before_climb: Feet = Field(default=0, title="Climbed", description="What it climbed in the turn before, in feet.")
    before_dive: Feet = Field(default=0, title="Dived", description="What it dived in the turn before, in feet.")
    before_special: Annotated[tuple[Literal["STEEP", "VERT", "SC", "SD", "VD"], ...], MaxLen(2)] = Field(
        default=(), title="Special", description="STEEP, VERT, SC, SD or VD in the turn before; usually blank."
    )
    before_power: Factors = Field(
        default=0, title="Power used", description="Power factors that it used in the turn before."
    )


class FightSide(EventPart):
    """One side of a fight."""

    id: Id = Field(title="Id", description="A short name such as axis; its aircraft are axis.1, axis.2.")
    title: Name = Field(title="Title", description="What the side is called on the logs.")
    aircraft: tuple[Aircraft, ...] = Field(
        default=(), title="Aircraft", description="The aircraft of each side in order: SIDE.1, SIDE.2 and so on."
    )

    @property
    def seats(self) -> int:
        """The number of its aircraft."""
        return len(self.aircraft)


class Fight(Scenario):
    """A fight: two sides or more, with their aircraft."""

    sides: tuple[FightSide, ...] = Field(  # type: ignore[assignment]
        default=(), alias="side", title="Sides", description="The sides of each fight."
    )

    def aircraft(self, seat: str) -> Aircraft | None:
        """Return the aircraft of a seat such as ``axis.2``; None for a seat that the fight does not have."""
        return self.by_seat.get(seat)

    @property
    def by_seat(self) -> Mapping[str, Aircraft]:
        """Its aircraft by their seats, in order."""
        return {
            seat_id(side.id, number): one for side in self.sides for number, one in enumerate(side.aircraft, start=1)
        }


class FightRound(TabledRound):
    """A round: its fight, tables and length."""

    turns: Annotated[int, Strict(), Ge(TURNS_A_PAGE), Le(MOST_TURNS)] = Field(
        default=TURNS_A_PAGE,
        title="Turns",
        description=f"Lines of each flight log: {TURNS_A_PAGE} to {MOST_TURNS}.",
    )


class NamedSeat(EventPart):
    """A player whom the director gives a certain aircraft in a round."""

    round: RoundNumber = Field(title="Round", description="The round.")
    table: Annotated[int, Strict(), Ge(1)] = Field(title="Table", description="The table.")
    seat: Annotated[Name, SeatsOf("scenario.side.aircraft")] = Field(
        title="Seat", description="The aircraft, such as axis.2."
    )
    player: Annotated[PlayerId, Refers("player")] = Field(title="Player", description="Id of the player.")


class AirforceEvent(ScenarioEvent):
    """An event of Air Force / Dauntless."""

    header: Header = Field(alias="event", title="Event", description="What the event is.")
    settings: AirforceSettings = Field(
        default_factory=AirforceSettings,
        title="Settings",
        description="What the rules leave open. Blank: as usual.",
    )
    players: tuple[Player, ...] = Field(
        default=(), alias="player", title="Players", description="Who flies, and in which rounds."
    )
    cards: tuple[EventCard, ...] = Field(
        default=(),
        alias="card",
        title="Cards",
        description="Aircraft cards typed in from the printed ones; those that come along need not be here.",
    )
    scenarios: tuple[Fight, ...] = Field(default=(), alias="scenario", title="Fights", description="The fights.")
    rounds: tuple[FightRound, ...] = Field(
        default=(), alias="round", title="Rounds", description="Which fight in which round, at how many tables."
    )
    seats_named: tuple[NamedSeat, ...] = Field(
        default=(),
        alias="seat",
        title="Seats",
        description="Who flies which aircraft, where you say so; the others are drawn.",
    )

    def turns(self, round_number: int) -> int:
        """Return the number of lines of the logs of a round (counted from 1)."""
        return next((one.turns for one in self.rounds if one.number == round_number), TURNS_A_PAGE)

    def tables(self, round_number: int) -> int:
        """Return the number of tables of a round (counted from 1); 0 if it is not planned."""
        return next((one.tables for one in self.rounds if one.number == round_number), 0)

    def places(self, stage: int, /) -> int:
        """Return the number of aircraft at all tables of a round."""
        return self.tables(stage) * len(self.seats(stage))

    def forces(self, stage: int, /) -> dict[str, str]:
        """Return the side of each seat: every side is the enemy of all others."""
        return {seat: side_of(seat) for seat in self.seats(stage)}

    def named_for(self, round_number: int) -> Mapping[tuple[int, str], str]:
        """Return who is named for seats of a round (from 1), by table and seat: ids as the roster spells them."""
        ids = {folded(player.id): player.id for player in self.players}
        return {
            (one.table, one.seat): ids.get(folded(one.player), one.player)
            for one in self.seats_named
            if one.round == round_number
        }


def starter_event(name: str) -> AirforceEvent:
    """Return a small event that is complete but for its players, to be changed at will.

    Parameters
    ----------
    name
        The name of the event.
    """
    blue = FightSide(
        id="blue",
        title="Blue flight",
        aircraft=(
            Aircraft(card="ex-mwl", q=0, r=0, facing=0, speed=Decimal("5.0"), altitude=8000),
            Aircraft(card="ex-mwl", q=2, r=1, facing=0, speed=Decimal("5.0"), altitude=8000),
        ),
    )
    red = FightSide(
        id="red",
        title="Red flight",
        aircraft=(
            Aircraft(card="ex-mwl", q=0, r=-14, facing=6, speed=Decimal("5.0"), altitude=8000),
            Aircraft(card="ex-mwl", q=2, r=-15, facing=6, speed=Decimal("5.0"), altitude=8000),
        ),
    )
    return AirforceEvent(
        header=Header(name=name, system="airforce", rounds=1),
        scenarios=(Fight(id="patrol", title="Patrol", sides=(blue, red)),),
        rounds=(FightRound(number=1, scenario="patrol", tables=1),),
    )
