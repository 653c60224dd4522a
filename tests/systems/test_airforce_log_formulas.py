"""The figures of a flight log: its page, as Python works it out and as LibreOffice does, agrees with the replay."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from airforce_event import airforce_event, drawn_round, fight, flown_log
from airforce_logs import CARDS
from msgspec import Struct

from sheetscore.findings import Severity
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import Entries, FieldKey, PageScore, Value
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.airforce.editions import Attitude
from sheetscore.systems.airforce.flight.energy import HUNDRED, feet_at, steep_climb_limit
from sheetscore.systems.airforce.flight.flights import fly_log
from sheetscore.systems.airforce.flight.handling import Hangar, mode_of
from sheetscore.systems.airforce.flight.log_entries import logs_from
from sheetscore.systems.airforce.flight.plot import TokenKind
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.replay import rulebook
from sheetscore.systems.airforce.toml_parts import TENTHS
from sheetscore.systems.context import RoundContext

TURNS = 12
SEED = 1918
LOGS = 50
"""Of each edition; a log may end early, where the ground is near."""

EDITIONS = ("main", "procedural")


class Flown(Struct, frozen=True):
    """A round of made-up legal flights."""

    round_: RoundContext[AirforceEvent]
    entries: Entries
    turns: dict[tuple[int, str], list[Turn]]


@cache
def flown_round(edition: str) -> Flown:
    """Fill in the logs of a round at tables of ten aircraft, each flown legally by the rules."""
    event = airforce_event(LOGS, rounds=1, tables=LOGS // 10, scenarios=(fight(5, 5),), edition=edition)
    round_, rules = drawn_round(event), rulebook(event.settings)
    chance, entries = random.Random(SEED), dict(round_.entries)
    turns: dict[tuple[int, str], list[Turn]] = {}
    for table, seat, _ in round_.draw.places():
        boxes, turns[table, seat] = flown_log(chance, TURNS, CARDS.card("ex-mwl"), rules)
        entries |= {FieldKey(table, seat, box): value for box, value in boxes.items()}
    return Flown(round_, entries, turns)


@pytest.fixture(scope="module", params=EDITIONS)
def flown(request: pytest.FixtureRequest) -> Flown:
    return flown_round(request.param)


def pages(flown: Flown) -> Iterator[tuple[Turn, PageScore, int]]:
    """Go through all turns with what the page says of them."""
    for (table, seat), turns in flown.turns.items():
        boxes = {key.field: value for key, value in flown.entries.items() if (key.table, key.seat) == (table, seat)}
        page = score_page(flown.round_.forms.pages[table, seat].form, boxes)
        for turn in turns:
            yield turn, page, turn.line.turn - 1


def shown(page: PageScore, line: int, name: str) -> Value:
    return page.rows["turn"][line].shows[name]


def test_there_are_a_thousand_turns_of_all_kinds() -> None:
    every = [turn for name in EDITIONS for turns in flown_round(name).turns.values() for turn in turns]
    assert len(every) >= 1000
    assert {turn.attitude for turn in every} == set(Attitude)
    assert {turn.within for turn in every} == {0, 1, 2}
    assert any(turn.start.loaded for turn in every)


def test_the_page_shows_what_the_replay_gives(flown: Flown) -> None:
    for turn, page, line in pages(flown):
        assert (shown(page, line, "move"), shown(page, line, "man")) == (turn.points, turn.plot.maneuvers)
        assert shown(page, line, "end_speed") == Fraction(turn.end.speed, 10)
        assert shown(page, line, "end_altitude") == turn.end.altitude
        assert shown(page, line, "may_power") == turn.power_available
        assert shown(page, line, "rule") == "", "every turn is legal"


def test_the_page_shows_the_limits_of_climbs_and_dives(flown: Flown) -> None:
    for turn, page, line in pages(flown):
        edition, speed = turn.rules.edition, turn.start.speed
        climb = turn.band.climb
        if turn.attitude is Attitude.STEEP_CLIMB:
            climb = steep_climb_limit(turn.start, turn.card, turn.line.power, edition)
        feet = {Attitude.STEEP_DIVE: edition.steep_dive.feet, Attitude.VERTICAL_DIVE: edition.vertical_dive.feet}
        dive = feet_at(feet.get(turn.attitude, edition.dive.feet), speed)
        assert (shown(page, line, "may_climb"), shown(page, line, "may_dive")) == (climb, dive)
        assert climb % HUNDRED == dive % HUNDRED == 0


def test_the_page_shows_the_modes(flown: Flown) -> None:
    kinds = (TokenKind.ROLL, TokenKind.TURN, TokenKind.SLIP, TokenKind.HALF_ROLL, TokenKind.LOOP)
    for turn, page, line in pages(flown):
        modes = [
            mode_of(kind, turn.within, turn.points, turn.band, turn.card, turn.rules.edition, loaded=turn.start.loaded)
            for kind in kinds
        ]
        assert shown(page, line, "modes") == " ".join(map(str, modes))


def test_the_page_blames_wrong_claims_as_the_audit_does(flown: Flown) -> None:
    """Each log with a speed and an altitude in its last turn that are wrong by little, as slips of reckoning are."""
    chance, hangar = random.Random(SEED), Hangar(CARDS, rulebook(flown.round_.event.settings))
    blamed = set[str]()
    for (table, seat), turns in flown.turns.items():
        if not turns:
            continue
        boxes = {key.field: value for key, value in flown.entries.items() if (key.table, key.seat) == (table, seat)}
        end, last = turns[-1].end, f"turn.{len(turns)}"
        boxes[f"{last}.speed"] = Fraction(max(0, end.speed + chance.choice((-6, -4, -3, -2, -1, 1, 2, 3, 5))), TENTHS)
        boxes[f"{last}.altitude"] = end.altitude + chance.choice((-300, -50, 0, 0, 100))
        page = score_page(flown.round_.forms.pages[table, seat].form, boxes)
        (log,) = logs_from({FieldKey(table, seat, box): value for box, value in boxes.items()})
        found = {
            str(getattr(one, "rule", None))
            for one in fly_log(log, hangar).findings
            if one.severity is not Severity.NOTE
        }
        assert set(str(shown(page, len(turns) - 1, "rule")).split()) == found
        blamed |= found
    assert blamed >= {"1", "12", "15", "17"}


def flown_by_chance(folder: Path) -> None:
    for edition in EDITIONS:
        flown = flown_round(edition)
        write_round(folder / f"{edition}.xlsx", flown.round_.event, flown.round_.forms, flown.entries)
