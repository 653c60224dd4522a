"""A made-up system for the tests of events: clubs that meet on boards, to show that nothing knows AMPS."""

from __future__ import annotations

import datetime as dt
import string
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Ge, Le
from hypothesis import strategies as st
from pydantic import Field

from sheetscore.event import registry
from sheetscore.event.assembly import Assembly, EventSource
from sheetscore.event.identity import Id, Listed, Name, PlayerId, Refers
from sheetscore.event.model import Event, EventPart, Header, Player, RoundNumber, Settings, Slot, YesNo
from sheetscore.event.scenarios import Scenario, ScenarioEvent, Side, TabledRound
from sheetscore.event.sheets_in import open_event_workbook
from sheetscore.event.tables import place_of, table_of
from sheetscore.event.toml import open_toml
from sheetscore.findings import Finding, finding


class ClubSettings(Settings):
    bye_points: Annotated[Decimal, Ge(0), Le(10), Field(decimal_places=4)] = Field(
        default=Decimal(1), title="Bye points", description="Points for sitting out."
    )
    clocks: YesNo = Field(default=True, title="Clocks", description="Whether clocks are used.")
    laws: tuple[Listed, ...] = Field(default=(), title="Laws", description="What else holds, with ; between.")


class Club(EventPart):
    id: Id = Field(title="Id", description="A short name.")
    name: Name = Field(title="Name", description="As printed.")


class ClubPlayer(Player):
    team: Annotated[Id, Refers("club")] | None = Field(default=None, title="Team", description="Id of the club.")


class Wish(EventPart):
    kind: Literal["forbid", "request"] = Field(title="Kind", description="What is wished.")
    players: tuple[Annotated[PlayerId, Refers("player")], ...] = Field(title="Players", description="Whose ids.")
    round: RoundNumber | None = Field(default=None, title="Round", description="All of them if blank.")


class Balance(EventPart):
    level: Annotated[int, Ge(0), Le(3)] = Field(title="Level", description="How much.")
    text: Name = Field(title="Text", description="What it changes.")


class ClubSide(Side):
    balances: tuple[Balance, ...] = Field(
        default=(), alias="balance", title="Balances", description="What helps the weaker."
    )


class ClubScenario(Scenario):
    sides: tuple[ClubSide, ...] = Field(default=(), alias="side", title="Sides", description="Who plays it.")


class ClubEvent(ScenarioEvent):
    settings: ClubSettings = Field(default_factory=ClubSettings, title="Settings", description="Decisions.")
    clubs: tuple[Club, ...] = Field(default=(), alias="club", title="Clubs", description="Who takes part.")
    rounds: tuple[TabledRound, ...] = Field(default=(), alias="round", title="Rounds", description="What is played.")
    players: tuple[ClubPlayer, ...] = Field(default=(), alias="player", title="Players", description="Who plays.")
    wishes: tuple[Wish, ...] = Field(default=(), alias="wish", title="Wishes", description="Who meets whom.")
    scenarios: tuple[ClubScenario, ...] = Field(
        default=(), alias="scenario", title="Scenarios", description="What is played."
    )


def check_event(event: ClubEvent) -> list[Finding]:
    """Every scenario needs two sides, every side a balance of level 0 (rules made up for these tests)."""
    lonely = [scenario for scenario in event.scenarios if len(scenario.sides) != 2]
    sides = [side for scenario in event.scenarios for side in scenario.sides]
    uneven = [side for side in sides if all(balance.level for balance in side.balances)]
    return [
        *(finding("event-rule", "not two sides", sheet=place_of(event, one), cell="id") for one in lonely),
        *(finding("event-rule", "no level 0", sheet=place_of(event, one), cell="title") for one in uneven),
    ]


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this be the only system that is installed."""
    system = SimpleNamespace(title="Clubs", event_model=ClubEvent, check_event=check_event)
    point = SimpleNamespace(name="clubs", load=lambda: system)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [point])


def small_event(**changes: Any) -> ClubEvent:
    """An event in order: two clubs of two players, one scenario, two rounds."""
    parts: dict[str, Any] = {
        "header": Header(name="Spring meeting", system="clubs", rounds=2, seed=7),
        "clubs": (Club(id="red", name="Red Knights"), Club(id="blue", name="Blue Rooks")),
        "players": (
            ClubPlayer(id="P01", name="Ann", rating=1500, team="red"),
            ClubPlayer(id="P02", name="Bob", team="blue", absent=(2,)),
            ClubPlayer(id="0012", name="Cid", first_round=2),
            ClubPlayer(id="P04", name="Dee", last_round=1),
        ),
        "wishes": (Wish(kind="forbid", players=("P01", "0012")),),
        "scenarios": (
            ClubScenario(
                id="ford",
                title="The ford",
                sides=(
                    ClubSide(id="north", title="North", force="n", seats=1, balances=(Balance(level=0, text="-"),)),
                    ClubSide(id="south", title="South", force="s", seats=2, balances=(Balance(level=0, text="-"),)),
                ),
            ),
        ),
        "rounds": (TabledRound(number=1, scenario="ford", tables=2), TabledRound(number=2, scenario="ford", tables=1)),
    }
    return ClubEvent(**{**parts, **changes})


def read_back(path: Path, model: type[Event]) -> Event:
    """Read an event file without asking whether its parts fit each other; nothing else may be wrong."""
    source: EventSource = open_toml(path) if path.suffix == ".toml" else open_event_workbook(path)
    assembly = Assembly(source.read(table_of(model)))
    event = assembly.event()
    assert not assembly.findings
    return event


NASTY = (
    '=HYPERLINK("http://x")',
    "0012",
    "1/2",
    "4:1",
    "1e3",
    "TRUE",
    "NA",
    "#REF!",
    "'quoted",
    '"',
    "*?>",
    "a,b;c",
    "_x0041_",
    "x005F_",
    "&amp;<b>",
    "🛩️ é ﬁ 一",
    "\u200fltr \u200d\u200c",
    "\\ # [x] = 'y'",
    "  ",
)

_NO_CHARACTERS = "\ufffe\uffff" + "".join(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
_TEXT = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters=_NO_CHARACTERS), max_size=40
) | st.sampled_from(NASTY)
_LONG = st.lists(_TEXT | st.just(""), max_size=4).map("\n".join)
NAMES = _TEXT.filter(lambda text: bool(text.strip()))
IDS = st.text(string.ascii_letters + string.digits + "_-", min_size=1, max_size=19).map(lambda text: "x" + text)
PLAYER_IDS = st.text(string.ascii_letters + string.digits + "_.-", min_size=1, max_size=20)


def distinct(ids: st.SearchStrategy[str], most: int) -> st.SearchStrategy[list[str]]:
    """Ids that stay different whatever their capitals."""
    return st.lists(ids, max_size=most, unique_by=str.casefold)


@st.composite
def club_events(draw: st.DrawFn) -> ClubEvent:
    """Any event of the made-up system, with parts that need not fit each other."""
    number = st.integers(1, 20)
    clubs = [Club(id=id_, name=draw(NAMES)) for id_ in draw(distinct(IDS, 3))]
    players = [_any_player(draw, id_, clubs) for id_ in draw(distinct(PLAYER_IDS, 5))]
    scenarios = [
        ClubScenario(
            id=id_,
            title=draw(NAMES),
            text=draw(_LONG),
            notes=draw(_LONG),
            sides=tuple(_any_side(draw, side) for side in draw(distinct(IDS, 3))),
        )
        for id_ in draw(distinct(IDS, 2))
    ]
    round_ = st.builds(TabledRound, number=number, scenario=st.none() | IDS, tables=st.integers(1, 200))
    # a name that somebody wrote for an id is read as the id, so that no name may be one here
    called = {player.name.casefold() for player in players} | {"and"}  # between two names, that is no name either
    ids = {player.id.casefold(): player.id for player in players}

    def could_be_named(id_: str) -> bool:
        """Tell whether an id comes back as it is: that of a player is written in the capitals of the roster."""
        return id_.casefold() not in called and ids.get(id_.casefold(), id_) == id_

    wish = st.builds(
        Wish,
        kind=st.sampled_from(["forbid", "request"]),
        players=st.lists(PLAYER_IDS.filter(could_be_named), min_size=1, max_size=3).map(tuple),
        round=st.none() | number,
    )
    return ClubEvent(
        header=Header(
            name=draw(NAMES),
            system="clubs",
            rounds=draw(number),
            date=draw(st.none() | st.dates(min_value=dt.date(1901, 1, 1))),
            place=draw(_TEXT),
            paper=draw(st.sampled_from(["letter", "a4"])),
            seed=draw(st.integers(0, 999_999_999)),
            uid=draw(st.none() | st.integers(0, 2**128 - 1).map("{:032x}".format)),
        ),
        settings=ClubSettings(
            bye_points=draw(st.decimals(0, 10, places=4)),
            clocks=draw(st.booleans()),
            laws=tuple(draw(st.lists(NAMES.filter(lambda text: ";" not in text), max_size=3))),
        ),
        clubs=tuple(clubs),
        players=tuple(players),
        wishes=tuple(draw(st.lists(wish, max_size=3))),
        scenarios=tuple(scenarios),
        rounds=tuple(draw(st.lists(round_, max_size=3))),
        schedule=tuple(draw(st.lists(_any_slot(), max_size=3))),
    )


def _any_slot() -> st.SearchStrategy[Slot]:
    minutes = st.times().map(lambda time: time.replace(second=0, microsecond=0))
    days = st.none() | st.dates(min_value=dt.date(1901, 1, 1))
    return st.builds(Slot, round=st.integers(1, 20), start=minutes, minutes=st.none() | st.integers(1, 1440), date=days)


def _any_player(draw: st.DrawFn, id_: str, clubs: Sequence[Club]) -> ClubPlayer:
    number = st.integers(1, 20)
    return ClubPlayer(
        id=id_,
        name=draw(NAMES),
        rating=draw(st.none() | st.integers(0, 9999)),
        country=draw(_TEXT),
        club=draw(_TEXT),
        team=draw(st.sampled_from([None, *(club.id for club in clubs)])),
        first_round=draw(number),
        last_round=draw(st.none() | number),
        absent=tuple(draw(st.lists(number, max_size=3))),
    )


def _any_side(draw: st.DrawFn, id_: str) -> ClubSide:
    balance = st.builds(Balance, level=st.integers(0, 3), text=NAMES)
    return ClubSide(
        id=id_,
        title=draw(NAMES),
        force=draw(NAMES),
        seats=draw(st.integers(1, 20)),
        balances=tuple(draw(st.lists(balance, max_size=2))),
    )
