"""A scored round of thirty players for every system that comes along, planned as its results workbook."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import airforce_event
import aso_event
import duplicate_event
import match_event
import team_event
from amps_event import amps_event
from filled_boards import an_event, many_games
from msgspec.structs import replace
from scored_rounds import MADE_AT, SOURCE

from sheetscore.event.model import Event
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import Draw
from sheetscore.results.round_results import results_book
from sheetscore.results.table_book import TableBook
from sheetscore.systems.airforce.event_cards import card_library
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.replay import rulebook
from sheetscore.systems.context import RoundContext
from sheetscore.systems.system import System, system_called

Typed = Mapping[FieldKey, Value]
Play = Callable[[Event, Draw, RoundForms, random.Random], Typed]

PLAYERS = 30


def _attacks(_event: Event, _draw: Draw, forms: RoundForms, chance: random.Random) -> Typed:
    """Every pilot hits something, rolls for damage and counts what that comes to as the program does."""
    typed: dict[FieldKey, Value] = {}
    for key, (*_, box) in forms.fields.items():
        lists = box.choices.recorded if box.choices else ()
        if box.id in {"aircraft", "target"} and lists and ".5." not in key.field and ".6." not in key.field:
            typed[key] = chance.choice(lists)
        elif box.id in {"c", "h", "l", "d", "rolls", "dn", "times"}:
            typed[key] = chance.randint(0, 1)
    return typed


def _winners(_: Event, draw: Draw, forms: RoundForms, chance: random.Random) -> Typed:
    return {aso_event.box(table.number, "winner"): chance.choice(("1", "2")) for table in draw.tables}


def _games(event: Event, draw: Draw, forms: RoundForms, chance: random.Random) -> Typed:
    typed: dict[FieldKey, Value] = {}
    for table in draw.tables:
        for text, value in {"coin": "1", "1.winner": "1", "1.level": "marginal", "2.winner": "2"}.items():
            typed[match_event.box(event, text, table.number)] = value  # type: ignore[arg-type]
        typed[match_event.box(event, "2.level", table.number)] = "decisive"  # type: ignore[arg-type]
    return typed


def _travellers(event: Event, draw: Draw, forms: RoundForms, chance: random.Random) -> Typed:
    played = duplicate_event.level(event)  # type: ignore[arg-type]
    points = {game: (chance.randint(0, 30), chance.randint(0, 30)) for game in played}
    return duplicate_event.filled_in(event, points)  # type: ignore[arg-type]


def _boards(_: Event, draw: Draw, forms: RoundForms, chance: random.Random) -> Typed:
    return many_games(len(draw.tables))


def _logs(event: Event, draw: Draw, forms: RoundForms, chance: random.Random) -> Typed:
    assert isinstance(event, AirforceEvent)
    card = card_library(event.cards, None).card(airforce_event.aircraft().card)
    typed: dict[FieldKey, Value] = {}
    for table, seat, _ in draw.places():
        boxes, _ = airforce_event.flown_log(chance, 6, card, rulebook(event.settings))
        typed |= {FieldKey(table, seat, box): value for box, value in boxes.items()}
    return typed


EVENTS: dict[str, tuple[Callable[[], Event], Play]] = {
    "airforce": (lambda: airforce_event.airforce_event(players=PLAYERS, tables=7), _logs),
    "amps": (lambda: amps_event(players=PLAYERS, tables=4), _attacks),
    "aso": (lambda: aso_event.aso_event(players=PLAYERS), _winners),
    "diplomacy": (lambda: an_event(4, extra=2), _boards),
    "duplicate": (lambda: duplicate_event.duplicate_event(8, 7, 7), _travellers),
    "match": (lambda: match_event.match_event(players=PLAYERS), _games),
    "team": (lambda: team_event.team_event(teams=8, size=4), _attacks),
}


def results_of_thirty(name: str, seed: int = 30) -> TableBook:
    """Plan the results of the first round of an event."""
    make, play = EVENTS[name]
    event, system = make(), system_called(name)
    typed = _drawn(system, event)
    played = {**typed.forms.filled, **play(event, typed.draw, typed.forms, random.Random(seed))}
    filled = replace(typed, entries=played)
    scored = replace(filled, score=system.score(filled))
    return results_book(system, scored, [], SOURCE, MADE_AT, ())


def _drawn(system: System[Any], event: Event) -> RoundContext[Event]:
    asked = RoundContext(event, event.stages[0], library=system.library())
    drawn = replace(asked, draw=system.draw(asked))
    return replace(drawn, forms=system.forms(drawn))
