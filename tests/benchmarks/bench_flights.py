"""How long replaying and auditing flights takes, against reading their plots alone and plain tracks in a loop."""

from __future__ import annotations

import csv
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from airforce_flights import boxes_of, legal_turns
from airforce_logs import CARDS, EXAMPLE, entries
from measure import report, seconds

from sheetscore.forms.form import FieldKey, Value
from sheetscore.systems.airforce.editions import FlightSettings
from sheetscore.systems.airforce.flight.energy import Rulebook
from sheetscore.systems.airforce.flight.flights import fly_log
from sheetscore.systems.airforce.flight.handling import Hangar
from sheetscore.systems.airforce.flight.log_entries import logs_from
from sheetscore.systems.airforce.flight.plot import Plot, read_plot
from sheetscore.systems.airforce.flight.state import BANKS, STEPS
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.replay import rulebook, state_json

TURNS = 12
RULES = rulebook(FlightSettings())
HANGAR = Hangar(CARDS, RULES)

OVER = {"L": "I", "I": "L", "RB": "IR", "IR": "RB", "LB": "IL", "IL": "LB"}
_TURNED = {"TR": 1, "TL": -1, "V": 6, "VRR": 4, "VLL": -4}


def long_flight(chance: random.Random, turns: int, rules: Rulebook) -> list[Turn]:
    """A legal flight of exactly so many turns."""
    while True:
        flown = list(legal_turns(chance, turns, rules, EXAMPLE))
        if len(flown) == turns:
            return flown


def log_of(number: int, flown: list[Turn]) -> dict[FieldKey, Value]:
    """The boxes of a flight, with every claim."""
    start = {key: value for key, value in state_json(flown[0].start).items() if value is not None}
    return entries([boxes_of(turn) for turn in flown], start, seat=f"red.{number % 20 + 1}", table=number // 20 + 1)  # type: ignore[arg-type]


def plain_track(  # noqa: C901 -- one loop, as plain as it can be
    lines: list[tuple[str, str]], q: int, r: int, facing: int, bank: str, odd: int
) -> list[tuple[int, int]]:
    """What somebody would write who reads plots and wants the tracks of legal ones alone: no speeds, and no rules."""
    track = []
    for plot, special in lines:
        parsed = read_plot(plot)
        assert isinstance(parsed, Plot)
        parts = [token.word for token in parsed.tokens]
        skips = 3 if special == "STEEP" else 0
        left = sum(int(part) for part in parts if part.isdigit()) if special == "VERT" else 0
        moved, point, all_points = False, 0, left
        for part in parts:
            if special == "VERT":
                if part.isdigit():
                    left -= int(part)
                    continue
                if part[0] == "N":
                    continue
                if 2 * left > all_points and not moved:
                    (q, r), odd = plain_step(q, r, facing, odd)
                    track.append((q, r))
                    moved = True
                by = 6 if part == "V" else (2 if part[1] == "R" else -2) * (len(part) - 1)
                facing, odd = (facing + by) % 12, 0
                if part == "V":
                    bank = OVER[bank]
                continue
            if part.isdigit():
                for _ in range(int(part)):
                    point += 1
                    if not (skips and point % skips == 0):
                        (q, r), odd = plain_step(q, r, facing, odd)
                        track.append((q, r))
            elif part[0] in "SH":
                side = 1 if part[1] == "R" else -1
                ways = ((3, 1) if facing % 2 else (2, 2))[: 2 if part[0] == "H" else 1]
                for way in ways:
                    point += 1
                    if not (skips and point % skips == 0):
                        dq, dr = STEPS[(facing + side * way) % 12]
                        q, r = q + dq, r + dr
                        track.append((q, r))
                if part[0] == "H":
                    bank = BANKS[(BANKS.index(bank) + 3) % 6]
            elif part[0] == "B":
                bank = BANKS[(BANKS.index(bank) + (len(part) - 1) * (1 if part[1] == "R" else -1)) % 6]
            elif part == "N":
                bank = "L"
            else:
                facing, odd = (facing + _TURNED[part]) % 12, 0
                if part[0] == "V":
                    bank = OVER[bank]
        if special == "VERT" and not moved:
            (q, r), odd = plain_step(q, r, facing, odd)
            track.append((q, r))
    return track


def plain_step(q: int, r: int, facing: int, odd: int) -> tuple[tuple[int, int], int]:
    """The next hex straight on."""
    if facing % 2 == 0:
        dq, dr = STEPS[facing]
        return (q + dq, r + dr), odd
    dq, dr = STEPS[(facing - 1 if odd else facing + 1) % 12]
    return (q + dq, r + dr), 1 - odd


def bench_100_aircraft_of_12_turns() -> None:
    chance = random.Random(1942)
    boxes: dict[FieldKey, Value] = {}
    plain = []
    for number in range(100):
        flown = long_flight(chance, TURNS, RULES)
        boxes |= log_of(number, flown)
        start = flown[0].start
        lines = [(turn.line.plot, " ".join(turn.line.words)) for turn in flown]
        plain.append((lines, *start.at, start.facing, start.bank, int(start.odd)))
        assert plain_track(*plain[-1]) == [at for turn in flown for at in turn.track.hexes]
    logs = logs_from(boxes)

    def replay() -> None:
        read_plot.cache_clear()
        for log in logs:
            fly_log(log, HANGAR)

    def with_boxes() -> None:
        read_plot.cache_clear()
        for log in logs_from(boxes):
            fly_log(log, HANGAR)

    def loop() -> None:
        read_plot.cache_clear()
        for flight in plain:
            plain_track(*flight)

    assert not [one for log in logs for one in fly_log(log, HANGAR).findings]
    what = "100 aircraft of 12 turns, against their plots and tracks in a plain loop"
    report(what, seconds({"replay and audit": replay, "plain loop": loop}, repeats=9), 5)
    report("the same from the boxes", seconds({"from boxes": with_boxes, "plain loop": loop}, repeats=9), 10)


_PROGRAM = """
import sys
import tempfile
from types import SimpleNamespace
from sheetscore.operations import replay as replaying
from sheetscore.systems.airforce.replay import replay_asked
replaying.systems_that_replay = lambda: (SimpleNamespace(rare=SimpleNamespace(replay=replay_asked)),)
import click, csv, json, sheetscore.cli.main, sheetscore.cli.result_commands, sheetscore.cli.show
if sys.argv[1:]:
    sheetscore.cli.main.main()
"""


def bench_replay_of_1000_turns_as_a_process() -> None:
    chance = random.Random(1944)
    boxes: dict[FieldKey, Value] = {}
    for number in range(84):
        boxes |= log_of(number, long_flight(chance, TURNS, RULES))
    path = Path(tempfile.mkdtemp()) / "flights.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("table", "seat", "field", "value", "label"))
        writer.writerows((*key, value, "") for key, value in boxes.items())

    def run(*words: str) -> None:
        subprocess.run([sys.executable, "-c", _PROGRAM, *words], check=True, capture_output=True)

    taken = seconds({"replay --json": lambda: run("replay", str(path), "--json"), "imports alone": run}, repeats=5)
    path.unlink()
    report(f"replay of {84 * TURNS} turns as a process, against its imports alone", taken, 2)
