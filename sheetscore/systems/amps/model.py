"""AMPS events: the decisions on factoring and ties, and the number of tables, added to events of tasks."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from sheetscore.event.model import Header
from sheetscore.event.scenarios import TabledRound
from sheetscore.pairing.origins import Origin
from sheetscore.scoring.ranking import TIE_SETTINGS, FactoringSettings, TieSettings
from sheetscore.scoring.tie_steps import OfRounds, tie_break_setting
from sheetscore.systems.tasks.model import Target, TaskEvent, TaskScenario, TaskSettings, TaskSide, TeamPoints


class AmpsSettings(TieSettings, FactoringSettings, TaskSettings):
    """The decisions that AMPS scoring leaves to the director."""

    LATER: ClassVar[frozenset[str]] = TaskSettings.LATER | {"keep_apart", "tie_breaks"}  # added in later versions
    SCORES: ClassVar[frozenset[str]] = FactoringSettings.SCORES | TaskSettings.SCORES
    RANKS: ClassVar[frozenset[str]] = TaskSettings.RANKS | TIE_SETTINGS

    keep_apart: tuple[Origin, ...] = Field(
        default=(),
        title="Kept apart if possible",
        description="Pilots of one club, of one country or of both are at one table as rarely as can be without more "
        "sides flown again and more meetings that come again. Blank: nobody, wherever they come from.",
    )
    tie_breaks: tuple[OfRounds, ...] = tie_break_setting()


class AmpsEvent(TaskEvent):
    """An event scored by AMPS."""

    settings: AmpsSettings = Field(
        default_factory=AmpsSettings,
        title="Settings",
        description="What the rules leave to the director. Blank means as usual.",
    )
    rounds: tuple[TabledRound, ...] = Field(
        default=(),
        alias="round",
        title="Rounds",
        description="Which scenario is played in which round, at how many tables.",
    )

    def places(self, stage: int, /) -> int:
        """Return the number of seats at all tables of a round."""
        tables = next(one.tables for one in self.rounds if one.number == stage)
        return tables * len(self.seats(stage))


def starter_event(name: str) -> AmpsEvent:
    """Return a small event that is complete except for its players, to be changed at will.

    Parameters
    ----------
    name
        The name of the event.
    """
    strike = TaskSide(
        id="strike",
        title="Strike flight",
        force="blue",
        tasks=("strike",),
        seats=2,
        targets=(
            Target(name="Bridge", class_="primary"),
            Target(name="Rail yard", class_="secondary"),
            Target(name="Truck park", class_="opportunity", white=True),
        ),
        team_points=(TeamPoints(id="home", label="All aircraft of the flight come home", points=4),),
    )
    suppression = TaskSide(
        id="ds",
        title="Suppression flight",
        force="blue",
        tasks=("defense-suppression",),
        seats=1,
        targets=(
            Target(name="Early warning", class_="radar"),
            Target(name="SAM site", class_="sam"),
            Target(name="Gun battery", class_="aaa"),
        ),
        team_points=(TeamPoints(id="safe", label="No strike aircraft is lost to SAMs", points=4),),
    )
    interceptors = TaskSide(
        id="cap",
        title="Interceptors",
        force="red",
        tasks=("air-combat",),
        seats=2,
        team_points=(TeamPoints(id="saved", label="The bridge stands at the end", points=6),),
    )
    bridge = TaskScenario(id="bridge", title="The bridge", sides=(strike, suppression, interceptors))
    return AmpsEvent(
        header=Header(name=name, system="amps", rounds=1),
        scenarios=(bridge,),
        rounds=(TabledRound(number=1, scenario="bridge", tables=2),),
    )
