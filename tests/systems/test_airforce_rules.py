"""Air Force: each of the numbered rules by an example that keeps it and one that breaks it, by number."""

from __future__ import annotations

from typing import Any

import pytest
from airforce_logs import EXAMPLE, Boxes, entries, flown, rules_broken, variant
from msgspec import Struct, field

from sheetscore.findings import Severity


class Example(Struct, frozen=True):
    """A turn that keeps a rule, and the same with what breaks it."""

    rule: int
    what: str
    start: Boxes
    legal: Boxes
    illegal: dict[str, Any]
    before: Boxes = field(default_factory=dict)
    other_start: Boxes = field(default_factory=dict)
    """What differs at the start of the illegal one."""
    card: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    other_before: Boxes = field(default_factory=dict)


def plots(rule: int, start: Boxes, legal: str, illegal: str, **more: Any) -> Example:
    """Two plots that differ in what they break."""
    boxes = more.pop("boxes", {})
    return Example(rule, f"{legal} / {illegal}", start, {"plot": legal, **boxes}, {"plot": illegal}, **more)


def claims(rule: int, what: str, start: Boxes, legal: Boxes, illegal: dict[str, Any], **more: Any) -> Example:
    """The same turn with another figure in a box."""
    return Example(rule, what, start, legal, illegal, **more)


STEEP = {"special": "STEEP"}
QUICK = {"bands": (EXAMPLE.bands[0].model_copy(update={"maneuver": (30, 70)}),)}
"""A card whose maneuver range goes up to 7."""

EXAMPLES = [
    plots(1, {"speed": "4.5"}, "1 BR 2 TR 1", "1 BR 2 TR 2"),
    claims(1, "hundredths", {}, {"plot": "5", "speed": "5.0"}, {"speed": "4.95"}),
    claims(1, "altitude in tens", {}, {"plot": "5", "altitude": 8000}, {"altitude": 8050}),
    claims(1, "climb in tens", {}, {"plot": "5", "climb": 500}, {"climb": 550}),
    claims(1, "facing", {"bank": "RB"}, {"plot": "2 TR 3", "facing": 1}, {"facing": 2}),
    plots(1, {"bank": "RB"}, "2 TR 3", "2 TL 3"),
    plots(2, {"bank": "RB"}, "2 BLL 3", "1 BLL 4"),
    plots(2, {"bank": "RB"}, "1 BL 4", "BL 5"),
    plots(2, {"bank": "RB"}, "2 BLL 3", "2 BLLL 3"),
    plots(2, {"bank": "RB"}, "1 N 4", "N 5"),
    plots(2, {"bank": "IR"}, "2 N 3", "1 N 4"),
    plots(2, {"bank": "IR"}, "2 N 3", "2 N 3", other_start={"bank": "I"}),
    claims(2, "bank", {"bank": "RB"}, {"plot": "2 BLL 3", "bank": "LB"}, {"bank": "L"}),
    plots(3, {"bank": "LB"}, "2 SR TL 2", "2 SR TR 2", other_start={"bank": "RB"}),
    plots(3, {"bank": "LB"}, "2 SR TL 2", "2 SR TL TL 2"),
    claims(3, "facing", {"bank": "LB"}, {"plot": "2 SR TL 2", "facing": 11}, {"facing": 10}),
    plots(4, {}, "2 HR 1", "2 HR 2"),
    claims(4, "hex", {}, {"plot": "2 HR 1", "q": 2, "r": -5}, {"q": 1, "r": -4}),
    Example(5, "steep", {}, {"plot": "3 V 2", "climb": 500, **STEEP}, {"special": ""}),
    Example(5, "bank", {}, {"plot": "3 V 2", "climb": 500, **STEEP}, {}, other_start={"bank": "RB"}),
    Example(5, "run-in", {}, {"plot": "3 V 2", "climb": 500, **STEEP}, {"plot": "2 V 3"}),
    Example(5, "counts two", {}, {"plot": "3 V 2", "climb": 500, **STEEP, "maneuvers": 2}, {"maneuvers": 1}),
    Example(5, "facing", {}, {"plot": "3 V 2", "climb": 500, **STEEP, "facing": 6}, {"facing": 0}),
    Example(5, "bank", {}, {"plot": "3 V 2", "climb": 500, **STEEP, "bank": "I"}, {"bank": "L"}),
    Example(
        6, "bank", {"bank": "RB"}, {"plot": "3 VRR 2", "climb": 500, **STEEP}, {}, other_start={"bank": "LB"}
    ),
    Example(6, "steep", {"bank": "RB"}, {"plot": "3 VRR 2", "climb": 500, **STEEP}, {"special": ""}),
    Example(6, "run-in", {"bank": "RB"}, {"plot": "3 VRR 2", "climb": 500, **STEEP}, {"plot": "2 VRR 3"}),
    Example(6, "facing", {"bank": "RB"}, {"plot": "3 VRR 2", "climb": 500, **STEEP, "facing": 4}, {"facing": 6}),
    Example(6, "bank", {"bank": "RB"}, {"plot": "3 VRR 2", "climb": 500, **STEEP, "bank": "IR"}, {"bank": "IL"}),
    Example(6, "two", {"bank": "RB"}, {"plot": "3 VRR 2", "climb": 500, **STEEP, "maneuvers": 2}, {"maneuvers": 1}),
    plots(7, {"bank": "RB"}, "2 TR 3", "2 TR 2"),
    claims(7, "hex", {}, {"plot": "5", "q": 0, "r": -5}, {"r": -4}),
    claims(8, "alternation", {"facing": 1}, {"plot": "5", "q": 3, "r": -5}, {"q": 2}),
    claims(8, "after a turn", {"bank": "RB"}, {"plot": "2 TR 3", "q": 2, "r": -5}, {"q": 1, "r": -5}),
    plots(9, {}, "2 SR 2", "2 SR 3"),
    claims(9, "hex", {}, {"plot": "2 SR 2", "q": 1, "r": -5}, {"q": 0, "r": -5}),
    plots(10, {"bank": "RB"}, "2 SL TR 2", "2 SL TR 2", other_start={"bank": "LB"}),
    claims(10, "two", {"bank": "RB"}, {"plot": "2 SL TR 2", "maneuvers": 2}, {"maneuvers": 1}),
    claims(11, "bank", {"bank": "RB"}, {"plot": "2 HL 1", "bank": "IL"}, {"bank": "IR"}),
    claims(12, "speed", {"speed": 7, "bank": "RB", "run_in": 3}, {"plot": "TR 3 TR 4", "speed": "6.6"}, {"speed": 7}),
    claims(12, "maneuvers", {"speed": 7, "bank": "RB"}, {"plot": "3 TR 4", "maneuvers": 1}, {"maneuvers": 0}),
    claims(13, "drag", {"speed": "9.5"}, {"plot": "9", "speed": "9.2"}, {"speed": "9.5"}),
    claims(14, "power", {"speed": "6.0"}, {"plot": "6", "power": 2}, {"power": 3}),
    claims(14, "top speed", {"speed": "8.0"}, {"plot": "8"}, {"power": 1}),
    claims(14, "dive range", {"speed": "8.5"}, {"plot": "8"}, {"power": 1}),
    claims(15, "brakes", {}, {"plot": "5", "brakes": 2}, {"brakes": 3}),
    claims(15, "power", {}, {"plot": "5", "power": 3, "speed": "5.3"}, {"speed": "5.0"}),
    claims(15, "speed", {}, {"plot": "5", "brakes": 2, "speed": "4.6"}, {"speed": "4.8"}),
    claims(16, "climb", {}, {"plot": "5", "climb": 600}, {"climb": 700}),
    claims(16, "speed", {}, {"plot": "5", "climb": 600, "speed": "4.4"}, {"speed": "5.0"}),
    claims(16, "altitude", {}, {"plot": "5", "climb": 600, "altitude": 8600}, {"altitude": 8000}),
    claims(17, "dive", {}, {"plot": "5", "dive": 1000}, {"dive": 1100}),
    claims(17, "speed", {}, {"plot": "5", "dive": 800, "speed": "5.5"}, {"speed": "5.4"}),
    claims(17, "altitude", {}, {"plot": "5", "dive": 800, "altitude": 7200}, {"altitude": 8000}),
    claims(18, "climb", {"speed": "4.0"}, {"plot": "4", "climb": 800, **STEEP}, {"climb": 900}),
    claims(18, "at most", {"speed": "6.0"}, {"plot": "6", "climb": 1000, **STEEP}, {"climb": 1100}),
    claims(18, "bank", {}, {"plot": "5", "climb": 800, **STEEP}, {}, other_start={"bank": "IL"}),
    claims(18, "roll", {"bank": "RB"}, {"plot": "2 BLL 3", "climb": 800, **STEEP}, {"plot": "2 BRR 3"}),
    claims(18, "skipped", {}, {"plot": "5", "climb": 800, "r": -4, **STEEP}, {"r": -5}),
    claims(18, "altitude", {}, {"plot": "5", "climb": 800, "altitude": 8800, **STEEP}, {"altitude": 8900}),
    claims(18, "cut", {"speed": 9}, {"plot": "9", "climb": 100, "speed": "7.0", **STEEP}, {"speed": "8.7"}),
    claims(19, "dive", {}, {"plot": "5", "dive": 1000, **STEEP}, {"dive": 900}),
    claims(19, "speed", {}, {"plot": "5", "dive": 1000, "speed": "6.2", **STEEP}, {"speed": "5.7"}),
    claims(19, "skipped", {}, {"plot": "5", "dive": 1000, "r": -4, **STEEP}, {"r": -5}),
    claims(19, "altitude", {}, {"plot": "5", "dive": 1000, "altitude": 7000, **STEEP}, {"altitude": 8000}),
    claims(
        20, "before", {}, {"plot": "5", "special": "VERT"}, {}, before={"dive": 500}, other_before={"dive": 400}
    ),
    claims(20, "dive", {}, {"plot": "5", "special": "VERT", "dive": 2000}, {"dive": 1900}, before={"dive": 500}),
    claims(20, "bank", {}, {"plot": "5", "special": "VERT"}, {}, before={"dive": 500}, other_start={"bank": "RB"}),
    claims(20, "words", {}, {"plot": "2 BR 3", "special": "VERT"}, {"plot": "2 SR 2"}, before={"dive": 500}),
    claims(20, "hex", {}, {"plot": "5", "special": "VERT", "r": -1}, {"r": -2}, before={"dive": 500}),
    claims(20, "speed", {}, {"plot": "5", "special": "VERT", "speed": 7}, {"speed": "6.2"}, before={"dive": 500}),
    claims(20, "facing", {}, {"plot": "2 BR 3", "special": "VERT", "facing": 2}, {"facing": 0}, before={"dive": 500}),
    claims(20, "bank", {}, {"plot": "2 BR 3", "special": "VERT", "bank": "L"}, {"bank": "RB"}, before={"dive": 500}),
    claims(
        20, "altitude", {}, {"plot": "5", "special": "VERT", "altitude": 6000}, {"altitude": 7000}, before={"dive": 500}
    ),
    claims(20, "a bomber", {}, {"plot": "5", "dive": 500}, {"special": "VERT", "dive": 2000}, before={"dive": 500},
           card={"role": "bomber"}),
    claims(
        21, "dive bombing", {"altitude": 4900}, {"plot": "5", "special": "VERT BOMB"}, {}, before={"dive": 500},
        other_start={"altitude": 5400}, card={"dive_bomber": True},
    ),
    claims(22, "pull out", {"speed": 7}, {"plot": "7", "dive": 700}, {"dive": 600}, before={"special": "VERT"}),
    claims(22, "pull out", {"speed": 7}, {"plot": "7", "special": "VERT"}, {"special": ""}, before={"special": "VERT"}),
    claims(23, "least dive", {}, {"plot": "5", "dive": 300}, {"dive": 200}, before={"special": "STEEP", "dive": 1000}),
    claims(24, "no dive", {}, {"plot": "5"}, {"dive": 200}, before={"special": "STEEP", "climb": 500}),
    claims(
        25, "single power", {"speed": 6, "altitude": 12_100}, {"plot": "6", "power": 1}, {}, other_before={"power": 1}
    ),
    plots(26, {"bank": "RB", "speed": "5.0"}, "2 SR 2", "1 SR 3"),
    plots(26, {"bank": "RB", "speed": "3.0"}, "1 TR 2", "TR 3"),
    plots(27, {"speed": "8.0", "bank": "RB"}, "4 TR 4", "3 TR 5"),
    plots(28, {"speed": "10.0", "bank": "RB"}, "6 TR 4", "5 TR 5"),
    plots(29, {"bank": "RB", "run_in": 2, "speed": 7}, "SL TR 2 SL TR 3", "SL TR 2 SL TR 2 TR 1", card=QUICK),
    claims(
        29, "speed", {"bank": "RB", "run_in": 2}, {"plot": "2 TR 3", "speed": "4.9"}, {"speed": "5.0"}
    ),
]  # fmt: skip


def replayed(example: Example, *, legal: bool) -> Any:
    turn, start, before = dict(example.legal), dict(example.start), dict(example.before)
    if not legal:
        turn |= example.illegal
        start |= example.other_start
        before |= example.other_before
    card = variant(**example.card)
    return flown(entries([turn], start, before, card="variant"), [card], **example.settings)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.rule} {one.what}")
def test_a_turn_that_keeps_a_rule_is_blamed_for_nothing(example: Example) -> None:
    found = replayed(example, legal=True).findings
    assert [one.message for one in found if one.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.rule} {one.what}")
def test_a_turn_that_breaks_a_rule_is_blamed_on_it(example: Example) -> None:
    found = replayed(example, legal=False)
    assert rules_broken(found) == [example.rule], [one.message for one in found.findings]


def test_every_rule_has_an_example() -> None:
    assert {one.rule for one in EXAMPLES} == set(range(1, 30))
