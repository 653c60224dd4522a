"""Rounds to write results workbooks of: what the rules say about them matters to several tests."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping
from functools import partial

from amps_event import INTERCEPTORS, STRIKE, SUPPRESSION, amps_event, drawn, page
from filled_rounds import filled
from round_contexts import filled_round
from scored_rounds import ScoreSheets, book_of, seated, with_claims

from sheetscore.forms.form import FieldKey, Value
from sheetscore.results.table_book import TableBook
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.systems.outcomes import RoundScore
from sheetscore.systems.tasks.model import TaskScenario

NASTY = {
    "P01": '=HYPERLINK("http://x","y")',
    "P02": "+1+1",
    "P03": 'O\'Hara "Ace" & <b>',
    "P04": "a*?~",
    "P05": "✈ 🛩 Łukasz",
    "P06": "_x0041_",
    "P07": "15/7",
    "P08": "@SUM(A1)",
}

TINY = TaskScenario(
    id="bridge",
    title="The bridge",
    sides=(STRIKE, SUPPRESSION.model_copy(update={"seats": 1, "title": "strike FLIGHT"}), INTERCEPTORS),
)
"""One table of it has a section of one, and two sides of one title."""


def four_tables(settings: AmpsSettings | None = None) -> tuple[AmpsEvent, dict[FieldKey, Value]]:
    """Give the source's example: sections of 16, 8 and 12; only two strike pilots claim the same."""
    event = amps_event(players=36, tables=4, settings=settings)
    draw, _ = drawn(event)
    claims = {player: number for number, (_, _, player) in enumerate(draw.places())}
    first, second = (draw.tables[0].seated[seat] for seat in ("strike.1", "strike.2"))
    return event, with_claims(draw, claims | {second: claims[first]})


def rules_applied() -> tuple[AmpsEvent, dict[FieldKey, Value]]:
    """Give one table on which caps, white silhouettes, lone choices, awards and a ruling all matter."""
    event = amps_event(names=NASTY)
    draw, _ = drawn(event)
    strike: dict[str, Value] = {
        "strike.hits.1.target": "Bridge", "strike.hits.1.d": 2,
        "strike.hits.2.target": "Bridge", "strike.hits.2.d": 2,
        "strike.hits.4.target": "Barge", "strike.hits.4.d": 3,
        "strike.bombing.1.target": "Barge", "strike.bombing.1.odds": "4:1", "strike.bombing.1.modifier": -3,
        "strike.bombing.3.target": "Barge", "strike.bombing.3.odds": "20:1", "strike.bombing.3.modifier": 2,
        "strike.own.h": 1,
    }  # fmt: skip
    bombs = {"strike.bombing.2.odds": "1:4", "strike.bombing.5.target": "=1+1", "strike.bombing.5.odds": "2:1"}
    hawk = "defense-suppression.sam"
    suppression: dict[str, Value] = {
        f"{hawk}.1.target": "Hawk", f"{hawk}.1.d": 2,
        f"{hawk}.2.target": "Hawk", f"{hawk}.2.d": 2, f"{hawk}.2.destroyed": 1, f"{hawk}.2.missiles_left": 3,
        "defense-suppression.radar.3.suppressed": 1,
        "defense-suppression.infantry_sam.1.destroyed": 1,
    }  # fmt: skip
    air: dict[str, Value] = {
        "air-combat.damage.1.aircraft": "strike.1", "air-combat.damage.1.c": 1,
        "air-combat.damage.3.aircraft": "strike.1", "air-combat.damage.3.star": 1,
        "air-combat.rolls.4": 1, "air-combat.advantage.da": 2,
    }  # fmt: skip
    entries = {
        **seated(draw),
        **page(1, "strike.1", strike),
        **page(1, "strike.2", bombs),
        **page(1, "strike.3", {"ruling.sp": 17, "ruling.reason": "=cmd|' /C calc'!A0", "claimed.sp": 3}),
        **page(1, "strike.4", {"strike.own.star": 2}),
        **page(1, "ds.1", suppression),
        **page(1, "ds.2", {"seat.flew": 0}),
        **page(1, "cap.1", air),
        **page(1, "cap.2", {"claimed.sp": 9}),
        **page(
            1, "", {"team_points.strike.early": 1, "team_points.strike.home": 2, "log.1.turn": 3, "log.1.event": "+x"}
        ),
    }
    return event, entries


def singleton() -> tuple[AmpsEvent, dict[FieldKey, Value]]:
    event = amps_event(players=8, scenarios=(TINY,))
    draw, _ = drawn(event)
    return event, with_claims(draw, {"P01": 5, "P02": 7})


def at_random(seed: int, share: float, **settings: str) -> tuple[AmpsEvent, dict[FieldKey, Value]]:
    event = amps_event(players=18, tables=2, names=NASTY, settings=AmpsSettings.model_validate(settings))
    draw, forms = drawn(event)
    return event, {**seated(draw), **filled(forms, seed, share)}


def hits(target: str, d: int, line: int = 1) -> dict[str, Value]:
    return {f"strike.hits.{line}.target": target, f"strike.hits.{line}.d": d}


def bomb(target: str, odds: str = "4:1", modifier: int = 0) -> dict[str, Value]:
    first = "strike.bombing.1"
    return {f"{first}.target": target, f"{first}.odds": odds, f"{first}.modifier": modifier}


def site(block: str, *lines: Mapping[str, Value]) -> dict[str, Value]:
    return {
        f"defense-suppression.{block}.{number}.{field}": value
        for number, line in enumerate(lines, start=1)
        for field, value in line.items()
    }


HAWK: dict[str, Value] = {"target": "Hawk", "d": 2, "destroyed": 1, "missiles_left": 3}
KILLED: dict[str, Value] = {"destroyed": 1}
AGAIN: dict[str, Value] = {"suppressed": 1}
SITES = site("radar", {"target": "Fan Song", **KILLED}) | site("aaa", {"target": "ZSU 1", **KILLED})
DAMAGE: dict[str, Value] = {"air-combat.damage.1.aircraft": "strike.1", "air-combat.damage.1.c": 1}
WHITE = ("Ferry (white)", "Ford (White)", "Farm(white)", "fuel   (WHITE) ", "Fort ( white )", "Field ( white)")


def in_order() -> tuple[AmpsEvent, dict[FieldKey, Value]]:
    """Give three tables: who came after whom, what is destroyed before, written-in white targets, odds of all kinds."""
    event = amps_event(players=27, tables=3)
    tables: list[dict[str, Mapping[str, Value]]] = [
        {
            "strike.1": hits("Depot", 1) | bomb("Bridge", "25:1") | {"ruling.after": "strike.2"},
            "strike.2": hits("Depot", 2) | bomb("Bridge", "7:2", -1) | {"ruling.after": "strike.3"},
            "strike.3": hits("depot", 2) | bomb("Bridge", "1/5"),
            "ds.1": SITES | site("sam", HAWK) | site("infantry_sam", KILLED),
            "ds.2": SITES | site("sam", HAWK) | site("infantry_sam", KILLED) | {"ruling.after": "ds.1"},
            "cap.1": DAMAGE | {"ruling.after": "cap.2"},
            "cap.2": DAMAGE,
            "cap.3": {"air-combat.advantage.dn": 0},
        },
        {
            "strike.1": hits("Depot", 2) | hits("Barge", 1, 2) | {"ruling.after": "strike.4"},
            "strike.2": bomb("Depot") | {"ruling.after": "strike.1"},
            "strike.3": ChainMap(*(hits(name, 3, line) for line, name in enumerate(WHITE, start=1))),
            "strike.4": hits("Depot", 2) | hits("Barge", 1, 2) | bomb("Dam", "2:3"),
            "ds.1": site("sam", {"target": "Goa", "d": 3, "destroyed": 1, "missiles_left": 2})
            | site("aaa", {"target": "Flak train", **AGAIN}),
            "ds.2": site("sam", {"target": "Gaskin (white)", "d": 3, "destroyed": 1, "missiles_left": 2})
            | site("radar", {"target": "Bar Lock", **KILLED}),
            "cap.1": {"air-combat.advantage.dn": 0, "seat.flew": 0},
            "cap.2": {"air-combat.advantage.dn": 0, "claimed.sp": 0},
        },
        {
            "strike.1": hits("hawk", 3) | {"ruling.after": "ds.1"},
            "strike.2": bomb("Hawk") | {"ruling.after": "ds.1"},
            "strike.3": hits("grail TRUCK", 3) | {"ruling.after": "ds.2"},
            "ds.1": site("sam", {**HAWK, "d": 1}, {"target": "hawk", **AGAIN}, {**HAWK, "d": 2, "missiles_left": 4})
            | site("radar", KILLED, AGAIN)
            | site("aaa", {"target": "ZSU 1", "d": 3, **KILLED}, {"target": "ZSU 1", **AGAIN}),
            "ds.2": site("sam", {"target": "Grail truck", "d": 1, **KILLED}) | site("infantry_sam", KILLED, KILLED),
        },
    ]  # fmt: skip
    entries = seated(drawn(event)[0])
    for number, pages in enumerate(tables, start=1):
        for seat, values in pages.items():
            entries |= page(number, seat, values)
    return event, entries


def nobody() -> tuple[AmpsEvent, dict[FieldKey, Value]]:
    return amps_event(), {}


CASES: dict[str, Callable[[], tuple[AmpsEvent, dict[FieldKey, Value]]]] = {
    "exact": four_tables,
    "two-decimals": lambda: four_tables(AmpsSettings(factor_rounding="2dp")),
    "no-factoring": lambda: four_tables(AmpsSettings(factoring="none")),
    "rules": rules_applied,
    "in order": in_order,
    "singleton": singleton,
    "sparse": lambda: at_random(1, 0.1),
    "half": lambda: at_random(2, 0.5),
    "full": lambda: at_random(3, 0.95),
    "by aircraft": lambda: at_random(4, 0.5, damage_cap="aircraft", tie_group="chain"),
    "by pilot": lambda: at_random(5, 0.5, damage_cap="pilot", factor_rounding="2dp"),
    "nobody": nobody,
}

CHANGES: dict[str, tuple[FieldKey, Value | None]] = {
    "no D": (FieldKey(1, "strike.1", "strike.hits.1.d"), 0),
    "another target": (FieldKey(1, "strike.1", "strike.hits.4.target"), "Depot"),
    "other odds": (FieldKey(1, "strike.1", "strike.bombing.1.odds"), "20:1"),
    "a lower claim": (FieldKey(1, "cap.2", "claimed.sp"), 1),
    "a higher ruling": (FieldKey(1, "strike.3", "ruling.sp"), 99),
    "no missiles": (FieldKey(1, "ds.1", "defense-suppression.sam.2.missiles_left"), 0),
    "fewer awards": (FieldKey(1, "", "team_points.strike.home"), 0),
    "no ruling": (FieldKey(1, "strike.3", "ruling.sp"), None),
}
"""Values to type over those to which the rules were applied."""
RULINGS = ("a higher ruling", "no ruling")
"""The changes by which lines of results change places."""


def scored_case(name: str, change: str = "") -> tuple[TableBook, RoundScore]:
    """Score a case, perhaps with another value, and plan its results."""
    event, entries = CASES[name]()
    if change:
        key, value = CHANGES[change]
        entries = {at: one for at, one in {**entries, key: value}.items() if one is not None}
    return book_of(event, drawn(event)[1], entries)


def planned_case(name: str, change: str = "") -> TableBook:
    return scored_case(name, change)[0]


def filled_case(name: str) -> ScoreSheets:
    event, entries = CASES[name]()
    return ScoreSheets(filled_round(event, drawn(event)[1], entries))


SHEETS = {name: partial(filled_case, name) for name in ("rules", "in order")}
