"""Events that play scenarios: the sides with their seats, the scenarios, and which round plays which."""

from __future__ import annotations

from typing import Annotated, ClassVar, Protocol, TypeVar

from annotated_types import Ge, Le
from pydantic import AfterValidator, Field, Strict

from sheetscore.event.identity import ForDirector, Id, LongText, Name, Refers, folded, seat_id
from sheetscore.event.model import MOST_SEATS, MOST_TABLES, Event, EventPart, Premise, RoundNumber


class Side(EventPart):
    """One side of a scenario, with the same number of seats at every table."""

    id: Id = Field(title="Id", description="A short name such as strike; seats are called strike.1, strike.2.")
    title: Name = Field(title="Title", description="What the side is called on the sheets.")
    force: Annotated[Name, AfterValidator(str.lower)] = Field(
        title="Force",
        description="Whom the side fights for, such as blue or red. Sides of one force are friends, all "
        "others are enemies. Capitals make no difference.",
    )
    seats: Annotated[int, Strict(), Ge(1), Le(MOST_SEATS)] = Field(
        title="Seats", description=f"How many players the side has at each table: 1 to {MOST_SEATS}."
    )


class Scenario(EventPart):
    """A scenario and the sides that play it."""

    LATER: ClassVar[frozenset[str]] = frozenset({"text", "notes"})  # added in later versions

    id: Id = Field(title="Id", description="A short name such as bridge; rounds refer to it.")
    title: Name = Field(title="Title", description="What the scenario is called on the sheets.")
    text: LongText = Field(
        default="",
        title="Text",
        description="What players have to know: set-up, special rules, victory conditions. Printed on its card.",
    )
    notes: Annotated[LongText, ForDirector()] = Field(
        default="", title="Notes", description="For the director alone; printed on no page for players."
    )
    sides: tuple[Side, ...] = Field(
        default=(), alias="side", title="Sides", description="The sides of each scenario and their seats."
    )


class Round(EventPart):
    """One round: what is played in it."""

    number: RoundNumber = Field(title="Number", description="1 for the first round, and so on.")
    scenario: Annotated[Id, Refers("scenario")] | None = Field(
        default=None,
        title="Scenario",
        description="Id of the scenario that is played at every table of the round. Blank until it is chosen; a round "
        "is drawn when it has one.",
    )


class TabledRound(Round):
    """A round of a system in which the director says how many tables play."""

    tables: Annotated[int, Strict(), Ge(1), Le(MOST_TABLES)] = Field(
        title="Tables", description=f"At how many tables it is played: 1 to {MOST_TABLES}."
    )


_DRAW_DEPENDS_ON = {"scenario": "the scenario", "tables": "the number of tables"}
"""The keys of a round on which its draw depends, with their names in messages."""

SCENARIO_PREMISE = "round.scenario"
"""The key under which a draw keeps the scenario of its round, or the scenarios on offer if there are several."""

S_co = TypeVar("S_co", bound=Scenario, covariant=True)


class _Plays(Protocol[S_co]):
    """An event whose scenarios are of one kind."""

    @property
    def scenarios(self) -> tuple[S_co, ...]: ...
    @property
    def rounds(self) -> tuple[Round, ...]: ...


class ScenarioEvent(Event):
    """An event whose rounds play scenarios."""

    scenarios: tuple[Scenario, ...] = Field(
        default=(), alias="scenario", title="Scenarios", description="What is played."
    )
    rounds: tuple[Round, ...] = Field(
        default=(), alias="round", title="Rounds", description="Which scenario is played in which round."
    )

    def scenario_of(self: _Plays[S_co], round_number: int) -> S_co:
        """Return the scenario of a round (counted from 1), of the kind that the event's system plays.

        Raises
        ------
        KeyError
            There is no such round, or its scenario is not named or not defined.
        """
        ids = [round_.scenario for round_ in self.rounds if round_.number == round_number and round_.scenario]
        for scenario in self.scenarios:
            if folded(scenario.id) in map(folded, ids):
                return scenario
        raise KeyError(round_number)

    @property
    def planned_rounds(self) -> tuple[int, ...]:
        """The rounds that need a scenario, named or not: all rounds of the event."""
        return tuple(range(1, self.header.rounds + 1))

    @property
    def unnamed_rounds(self) -> tuple[int, ...]:
        """The rounds that name no scenario yet: they cannot be drawn."""
        named = {round_.number for round_ in self.rounds if round_.scenario}
        return tuple(number for number in self.planned_rounds if number not in named)

    def premises_of(self, stage: int, /) -> tuple[Premise, ...]:
        """Return what the draw of a round depends on: its scenario, and the number of tables if the event says it."""
        given = (
            (key, getattr(one, key, None)) for one in self.rounds if one.number == stage for key in _DRAW_DEPENDS_ON
        )
        texts = ((key, ", ".join(one) if isinstance(one, tuple) else str(one)) for key, one in given if one is not None)
        return tuple(
            Premise(f"round.{key}", _DRAW_DEPENDS_ON[key], text, counts_tables=key == "tables") for key, text in texts
        )

    def seats(self, stage: int, /) -> dict[str, str]:
        """Return the seats of a table, each with the title of its side, in order.

        Raises
        ------
        KeyError
            There is no such round, or its scenario is not named or not defined.
        """
        sides = self.scenario_of(stage).sides
        return {seat_id(side.id, number): side.title for side in sides for number in range(1, side.seats + 1)}

    def scenario_at(self, stage: int, _table: int, /) -> str:
        """Return the id of the scenario that all tables of a round play."""
        return self.scenario_of(stage).id

    @property
    def scenario_titles(self) -> dict[str, str]:
        """The titles of the scenarios, by their ids."""
        return {scenario.id: scenario.title for scenario in self.scenarios}

    def subject(self, stage: int, /) -> str:
        """Return the title of the round's scenario."""
        return self.scenario_of(stage).title
