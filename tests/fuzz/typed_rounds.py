"""The smallest events of the seven systems that have two tables, and what is typed into their sheets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from airforce_event import airforce_event, fight
from amps_event import BRIDGE, amps_event
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from duplicate_event import duplicate_event
from match_event import match_event, scenario
from msgspec import Struct
from small_round import SEATS, lines_of
from team_event import team_event

from sheetscore.event.model import Event
from sheetscore.event.toml import write_toml
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import Problem

STATES = ("blank", "partly", "typed", "scored")
"""How far a round has come when a case begins."""


class TypedRound(Struct, frozen=True):
    """An event, and the lines of CSV that are typed into its first sheets."""

    event: Event
    lines: str

    @property
    def stage(self) -> int:
        return self.event.stages[0] or 0


def _amps() -> TypedRound:
    sides = tuple(side.model_copy(update={"seats": SEATS[side.id]}) for side in BRIDGE.sides)
    scenarios = (BRIDGE.model_copy(update={"sides": sides}),)
    event = amps_event(players=10, tables=2, scenarios=scenarios, rounds=(BRIDGE.id,) * 2)
    return TypedRound(event, lines_of(2))


def _lines(lines: Mapping[tuple[int, str], Mapping[str, object]]) -> str:
    typed = [f"{table},{seat},{box},{value}" for (table, seat), boxes in lines.items() for box, value in boxes.items()]
    return "\n".join(("table,seat,field,value", *typed))


def _team() -> TypedRound:
    seats = [(table, f"{side}.1") for table in range(1, 5) for side in ("red", "blue")]
    lines: dict[tuple[int, str], dict[str, object]] = {
        seat: {
            "air-combat.damage.1.aircraft": "blue.1" if seat[1] == "red.1" else "red.1",
            "air-combat.damage.1.h": 1 + number % 2,
            "air-combat.rolls.4": number % 3 + 1,
            "air-combat.advantage.dn": 2,
        }
        for number, seat in enumerate(seats)
    }
    lines[1, "blue.1"] |= {"ruling.sp": 9, "ruling.reason": "late"}
    lines[2, ""] = {"log.1.turn": 3, "log.1.event": "all home"}
    return TypedRound(team_event(), _lines(lines))


def _duplicate() -> TypedRound:
    lines = {
        (table, f"r{number}"): {"red.sp": 10 * table + number, "blue.sp": 40 + 10 * table + number}
        for table in (1, 2, 3)
        for number in (1, 2, 3)
    }
    return TypedRound(duplicate_event(), _lines(lines))


def _aso() -> TypedRound:
    lines: dict[tuple[int, str], dict[str, object]] = {}
    for table, (winner, decided) in enumerate(((1, "play"), (2, "play"), (2, "agreement")), start=1):
        lines[table, ""] = {"scenario.played": f"Scenario {table}", "winner": winner, "decided_by": decided}
        lines[table, "1"] = {"vp": 10 + table, "cc_inflicted": table, "cc_lost": 4, "boxcars": table}
        lines[table, "2"] = {"vp": 20 + table, "cc_inflicted": 4, "cc_lost": table, "snake_eyes": 2}
    return TypedRound(aso_event(6, 3), _lines(lines))


def _games(match: str = "") -> dict[str, object]:
    levels = {"1": "marginal", "2": "decisive"}
    found: dict[str, object] = {}
    for game, level in levels.items():
        found |= {f"{match}game.{game}.winner": game, f"{match}game.{game}.level": level}
    return found


def _match() -> TypedRound:
    one, two = _games(), _games()
    one |= {"coin": 1, "rolls.1": 5, "rolls.2": 2, "result.remarks": "slow"}
    two |= {"game.1.winner": 2, "game.2.turn.2": 7, "game.2.losses.1": 3}
    lines: dict[tuple[int, str], Mapping[str, object]] = {(1, ""): one, (2, ""): two, (3, ""): _games()}
    return TypedRound(match_event(6), _lines(lines))


def _series() -> TypedRound:
    titles = ("Hill", "Ford", "Convoy")
    event = match_event(4, scenarios=(scenario("hill"), scenario("ford"), scenario("convoy")), series=3)
    lines: dict[tuple[int, str], dict[str, object]] = {(1, ""): {}, (2, ""): {}}
    for table, boxes in lines.items():
        for number, title in enumerate(titles, start=1):
            boxes.update(_games(f"match.{number}."))
            boxes[f"match.{number}.scenario.played"] = title
        boxes[f"match.{table[0]}.rolls.2"] = 4
    return TypedRound(event, _lines(lines))


def _diplomacy() -> TypedRound:
    powers = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
    finals = {1: (0, 8, 9, 8, 6, 0, 3), 2: (1, 12, 4, 2, 6, 3, 6)}
    lines: dict[tuple[int, str], dict[str, object]] = {}
    for table, counts in finals.items():
        lines[table, ""] = {"outcome": "time", "final_year": 1905 + table}
        for number, (power, centres) in enumerate(zip(powers, counts, strict=True)):
            gone = {} if centres else {"eliminated": 1904}
            lines[table, power] = {"centres.1901": 3 + number % 3, "centres.final": centres, **gone}
    return TypedRound(diplomacy_event(14, 2), _lines(lines))


def _airforce() -> TypedRound:
    lines: dict[tuple[int, str], dict[str, object]] = {}
    for table in (1, 2):
        lines[table, ""] = {"log.1.turn": 2, "log.1.event": "red.1 burns"}
        for number, seat in enumerate(("blue.1", "blue.2", "red.1")):
            lines[table, seat] = {"turn.1.plot": "5", "turn.2.plot": "2 SR 2" if number else "5", "end.fate": "home"}
    lines[1, "blue.1"] |= {"shot.1.turn": 2, "shot.1.target": "red.1", "shot.1.hits": 2}
    event = airforce_event(6, 2, 2, scenarios=(fight(2, 1),))
    return TypedRound(event, _lines(lines))


ROUNDS = {
    "amps": _amps,
    "team": _team,
    "duplicate": _duplicate,
    "aso": _aso,
    "match": _match,
    "series": _series,
    "diplomacy": _diplomacy,
    "airforce": _airforce,
}
"""What cases begin with, by name."""


def typed_round(name: str, state: str, folder: Path, made: TypedRound | None = None) -> int:
    """Make a folder in which a round has come so far, the one of that name or another; give its stage."""
    made = made or ROUNDS[name]()
    folder.mkdir(parents=True)
    (folder / "event.toml").write_text(write_toml(made.event), encoding="utf-8")
    stage = made.stage or None
    draw(folder, stage)
    sheets = make_sheets(folder, stage).path
    heading, *lines = made.lines.splitlines()
    if state == "partly":
        lines = sorted(Random(name).sample(lines, len(lines) // 3), key=lines.index)
    if state != "blank":
        source = folder.with_name(f"{folder.name}.csv")
        source.write_text("\n".join((heading, *lines)), encoding="utf-8")
        fill(sheets, source)
    if state == "scored":
        scored(sheets)
    return made.stage


def scored(sheets: Path) -> None:
    """Score a round as far as it goes."""
    done = ingest(sheets)
    if done.status == "errors":
        done = ingest(sheets, provisional=True)
    if done.status == "errors":
        raise Problem("\n".join(one.message for one in done.findings))
