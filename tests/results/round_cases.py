"""Rounds to write results workbooks of: what the rules say about them matters to several tests."""

from __future__ import annotations

from collections.abc import Callable

from amps_event import INTERCEPTORS, STRIKE, SUPPRESSION, amps_event, drawn, page
from filled_rounds import filled
from scored_rounds import seated, with_claims

from sheetscore.forms.form import FieldKey, Value
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
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


def at_random(seed: int, share: float) -> tuple[AmpsEvent, dict[FieldKey, Value]]:
    event = amps_event(players=18, tables=2, names=NASTY)
    draw, forms = drawn(event)
    return event, {**seated(draw), **filled(forms, seed, share)}


def nobody() -> tuple[AmpsEvent, dict[FieldKey, Value]]:
    return amps_event(), {}


CASES: dict[str, Callable[[], tuple[AmpsEvent, dict[FieldKey, Value]]]] = {
    "exact": four_tables,
    "two-decimals": lambda: four_tables(AmpsSettings(factor_rounding="2dp")),
    "no-factoring": lambda: four_tables(AmpsSettings(factoring="none")),
    "rules": rules_applied,
    "singleton": singleton,
    "sparse": lambda: at_random(1, 0.1),
    "half": lambda: at_random(2, 0.5),
    "full": lambda: at_random(3, 0.95),
    "nobody": nobody,
}
