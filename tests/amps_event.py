"""A small AMPS event that tests build on: strike and suppression against interceptors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from round_contexts import drawn_round

from sheetscore.event.model import Header, Player
from sheetscore.event.scenarios import TabledRound
from sheetscore.forms.form import FieldKey, PageForm, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.pairing.draw import Draw, Flown
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.systems.amps.score import AmpsResult
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tasks.model import Target, TaskScenario, TaskSide, TeamPoints

STRIKE = TaskSide(
    id="strike",
    title="Strike flight",
    force="blue",
    tasks=("strike",),
    seats=4,
    targets=(
        Target(name="Bridge", class_="primary"),
        Target(name="Depot", class_="secondary"),
        Target(name="Barge", class_="secondary", white=True),
    ),
    team_points=(
        TeamPoints(id="early", label="Primary destroyed by turn 10", points=6),
        TeamPoints(id="home", label="All come home", points=4),
    ),
)
SUPPRESSION = TaskSide(
    id="ds",
    title="Suppression flight",
    force="blue",
    tasks=("defense-suppression",),
    seats=2,
    targets=(
        Target(name="Fan Song", class_="radar"),
        Target(name="Hawk", class_="sam"),
        Target(name="Grail truck", class_="sam", white=True),
        Target(name="ZSU 1", class_="aaa"),
        Target(name="ZSU 2", class_="aaa"),
        Target(name="Grail team", class_="infantry-sam"),
    ),
)
INTERCEPTORS = TaskSide(id="cap", title="Interceptors", force="red", tasks=("air-combat",), seats=3)

BRIDGE = TaskScenario(id="bridge", title="The bridge", sides=(STRIKE, SUPPRESSION, INTERCEPTORS))
SWEEP = TaskScenario(
    id="sweep",
    title="Fighter sweep",
    sides=(
        TaskSide(id="blue", title="Blue fighters", force="blue", tasks=("air-combat",), seats=3),
        TaskSide(id="red", title="Red fighters", force="red", tasks=("air-combat",), seats=3),
    ),
)


def amps_event(
    *,
    players: int = 9,
    tables: int = 1,
    rounds: Sequence[str] = ("bridge",),
    settings: AmpsSettings | None = None,
    scenarios: tuple[TaskScenario, ...] = (BRIDGE, SWEEP),
    names: Mapping[str, str] | None = None,
    paper: str = "letter",
) -> AmpsEvent:
    """Give an event of so many players P01, P02 ...; ``rounds`` are the scenarios played."""
    named = names or {}
    return AmpsEvent(
        header=Header.model_validate(
            {"name": "Test event", "system": "amps", "rounds": len(rounds), "seed": 7, "paper": paper}
        ),
        settings=settings or AmpsSettings(),
        players=tuple(
            Player(id=f"P{number:02}", name=named.get(f"P{number:02}", f"Pilot {number}"))
            for number in range(1, players + 1)
        ),
        scenarios=scenarios,
        rounds=tuple(
            TabledRound(number=number, scenario=scenario, tables=tables)
            for number, scenario in enumerate(rounds, start=1)
        ),
    )


def drawn(event: AmpsEvent, number: int = 1) -> tuple[Draw, RoundForms]:
    """Draw a round without history and give its sheets."""
    draw = AMPS.draw(RoundContext(event, number))
    return draw, AMPS.forms(drawn_round(event, draw, templates=Library("amps", ("amps",))))


def pilot_shape(side: str, event: AmpsEvent | None = None, own: Path | None = None) -> PageForm:
    """Give the page of a side's pilots."""
    event = event or amps_event()
    forms = AMPS.forms(drawn_round(event, AMPS.draw(RoundContext(event, 1)), templates=Library("amps", ("amps",), own)))
    return next(page.form for page in forms.tables[0].seats if page.form.side == side)


def page(table: int, seat: str, values: Mapping[str, Value]) -> dict[FieldKey, Value]:
    """Give the entries of one page."""
    return {FieldKey(table, seat, field): value for field, value in values.items()}


def flown_row(one: Flown) -> ResultRow:
    """Give a row of results of somebody who flew there and scored nothing."""
    nothing, factor = (0, 0, 0, 0), 1
    return AmpsResult(
        one.player, one.player, one.table, one.seat, one.side, *nothing, one.section_size, factor, 0
    ).row()
