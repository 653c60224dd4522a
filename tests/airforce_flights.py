"""Flights of Air Force made up by lot: every turn legal, with the claims that the rules give."""

from __future__ import annotations

import random
from collections.abc import Iterator

from airforce_logs import CARDS, Boxes

from sheetscore.systems.airforce.cards import Card
from sheetscore.systems.airforce.flight.energy import Rulebook, points_at
from sheetscore.systems.airforce.flight.flight_log import Before, Claims, FlightLog, PlottedTurn
from sheetscore.systems.airforce.flight.flights import fly_log
from sheetscore.systems.airforce.flight.handling import Hangar
from sheetscore.systems.airforce.flight.state import BANKS, FACINGS, AircraftState, Hex
from sheetscore.systems.airforce.flight.turns import BANK_AFTER, Turn
from sheetscore.systems.airforce.toml_parts import TENTHS

_ROLLS = ("BR", "BL", "BRR", "BLL", "N")
_ASIDE = ("SR", "SL", "HR", "HL")
_TURNS_FROM = {"RB": ["TR"], "IR": ["TR"], "LB": ["TL"], "IL": ["TL"]}
_TRIES = 60


def some_start(chance: random.Random, card: Card) -> AircraftState:
    """Give an aircraft somewhere, high enough to fly on for long."""
    band = card.bands[0]
    speed = chance.randint(band.maneuver[0] + 5, band.dive)
    return AircraftState(
        Hex(chance.randint(-9, 9), chance.randint(-9, 9)),
        chance.randrange(FACINGS),
        chance.choice(BANKS),
        speed,
        chance.randint(60, 300) * 100,
        odd=chance.random() < 0.5,
        run_in=chance.randint(0, 4),
        loaded=chance.random() < 0.2,
    )


def some_plot(chance: random.Random, points: int, bank: str, *, steep: bool) -> str:
    """Give a plot of so many points: straight on, and maneuvers that fit the bank now and then."""
    left, tokens = points, []
    while left:
        turns = _TURNS_FROM.get(bank, [])
        loops = ["V", *(["VRR"] if "R" in bank else ["VLL"])] if steep else []
        word = chance.choice([*_ROLLS, *_ASIDE, *turns * 6, *loops * 4])
        takes = {"H": 2, "S": 1}.get(word[0], 0)
        if chance.random() < 0.45 and takes <= left:
            tokens.append(word)
            left -= takes
            if word[0] == "S" and chance.random() < 0.3:
                tokens += [turn for turn in turns if turn[1] != word[1]]
            bank = BANK_AFTER[word, bank]
        else:
            straight = min(left, chance.choice((1, 2, 2, 3, 3, 4, 5)))
            tokens.append(str(straight))
            left -= straight
    return " ".join(tokens)


def some_line(chance: random.Random, turn: int, at: AircraftState, rules: Rulebook) -> PlottedTurn:
    """Give a line that may be legal: ordinary, or with a special word of the edition."""
    speed = at.speed
    word = chance.choice(["", "", "", *rules.edition.words])
    kinds = rules.edition.words.get(word, ())
    climb = dive = None
    if not word:
        climb, dive = chance.choice(
            [(None, None), (chance.randint(1, 6) * 100, None), (None, chance.randint(1, 9) * 100)]
        )
    elif len(kinds) > 1:
        climbs = chance.random() < 0.5
        climb = min(chance.randint(1, 10) * 100, speed * 20 // 100 * 100) if climbs else None
        dive = None if climbs else speed * rules.edition.steep_dive.feet // 1000 * 100
    plot = some_plot(chance, points_at(speed), at.bank, steep=bool(word))
    words = (word,) if word else ()
    return PlottedTurn(
        turn, plot, climb or None, dive or None, words, chance.choice((0, 0, 1)), chance.choice((0, 0, 1)), filled=True
    )


def legal_turns(chance: random.Random, number: int, rules: Rulebook, card: Card) -> Iterator[Turn]:
    """Fly so many legal turns one after the other; a line that breaks a rule is drawn again."""
    start, before = some_start(chance, card), Before()
    lines: list[PlottedTurn] = []
    for turn in range(1, number + 1):
        found = None
        for _ in range(_TRIES):
            at = flown(lines, start, before, rules, card)[-1].end if lines else start
            if at.altitude < 3000:
                return
            line = some_line(chance, turn, at, rules)
            flight = fly_log(FlightLog(1, "red.1", "", card.id, start, before, (*lines, line)), Hangar(CARDS, rules))
            if not flight.findings:
                found = flight.turns[-1]
                break
        if found is None:
            return
        lines.append(found.line)
        yield found


def flown(lines: list[PlottedTurn], start: AircraftState, before: Before, rules: Rulebook, card: Card) -> list[Turn]:
    """Fly lines that are legal."""
    flight = fly_log(FlightLog(1, "red.1", "", card.id, start, before, tuple(lines)), Hangar(CARDS, rules))
    return [turn for turn in flight.turns if turn is not None]


def claims_of(turn: Turn) -> Claims:
    """Give what a pilot claims who reckons well."""
    end = turn.end
    return Claims(turn.plot.maneuvers, end.speed, end.altitude, end.bank, end.facing, end.at.q, end.at.r)


def boxes_of(turn: Turn, *, claimed: bool = True) -> Boxes:
    """Give the boxes of a line as a pilot fills them in."""
    line, end = turn.line, turn.end
    boxes: dict[str, object] = {"plot": line.plot, "power": line.power, "brakes": line.brakes}
    boxes |= {"special": " ".join(line.words)} if line.words else {}
    boxes |= {box: feet for box, feet in (("climb", line.climb), ("dive", line.dive)) if feet is not None}
    if claimed:
        boxes |= {"maneuvers": turn.plot.maneuvers, "speed": f"{end.speed / TENTHS:.1f}", "altitude": end.altitude}
        boxes |= {"bank": end.bank, "facing": end.facing, "q": end.at.q, "r": end.at.r}
    return boxes  # type: ignore[return-value]
