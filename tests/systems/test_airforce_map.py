"""Texts on the map of a fight: none covers another, a number of a hex, or an aircraft."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from airforce_logs import Boxes, entries, flown, variant

from sheetscore.forms.form import FieldKey, Value
from sheetscore.systems.airforce.flight_map import Box, LabelledMap

NAME = "{http://www.w3.org/2000/svg}"

WIDTHS = {" ": 3.4, ",": 3.4, ".": 3.4, "-": 4.0, "I": 3.4, "l": 2.7, "i": 2.7, "r": 4.0}
"""Pixels of signs in Arial of 12 pixels; all others are taken for 6.7, or 8.7 as capitals, which none exceeds."""

ROUND: list[Boxes] = [{"plot": "5", "q": 0, "r": 0, "facing": facing} for facing in (0, 3, 6, 6, 9)]
"""Turn after turn that ends in one hex, as a log may claim."""


def drawing(boxes: dict[FieldKey, Value]) -> ET.Element:
    return ET.fromstring(flown(boxes).drawing())  # noqa: S314 -- it is ours


def shown_texts(drawn: ET.Element) -> list[tuple[str, Box]]:
    """Give every text below the key with what it covers; those behind others, in white, are not seen."""
    found = []
    for group, size, anchor, hidden in [*_groups(drawn)]:
        for one in group:
            if one.tag != f"{NAME}text" or hidden or one.get("fill") == "white" or one.get("font-weight"):
                continue
            text, high = one.text or "", float(one.get("font-size", size))
            wide = sum(WIDTHS.get(sign, 8.7 if sign.isupper() else 6.7) for sign in text) * high / 12
            x, y = float(one.get("x", "")), float(one.get("y", ""))
            left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[one.get("text-anchor", anchor)]
            # digits and capitals are 0.72 of the size high; a comma hangs a little
            found.append((text, Box(left + 0.4, y - 0.7 * high, left + wide - 0.4, y + 0.1 * high)))
    return found


def _groups(drawn: ET.Element) -> list[tuple[ET.Element, float, str, bool]]:
    tables = [one for one in drawn if one.tag == f"{NAME}g" and "translate(0 " in (one.get("transform") or "")]
    assert tables
    groups = [(table, 12.0, "start", False) for table in tables]
    for table in tables:
        for group in table.iter(f"{NAME}g"):
            if group is not table:
                look = (
                    float(group.get("font-size", 12)),
                    group.get("text-anchor", "start"),
                    group.get("fill") == "white",
                )
                groups.append((group, *look))
    return groups


def arrows(drawn: ET.Element) -> list[Box]:
    """Give what the middle of every arrow covers."""
    found = []
    for one in drawn.iter(f"{NAME}path"):
        at = re.match(r"translate\(([-\d.]+) ([-\d.]+)\) rotate", one.get("transform") or "")
        if at:
            x, y = map(float, at.groups())
            found.append(Box(x - 6, y - 6, x + 6, y + 6))
    return found


FIGHTS: dict[str, list[tuple[list[Boxes], Boxes]]] = {
    "turns in one hex": [(ROUND, {})],
    "three that fly together": [([{"plot": "5"}] * 4, {})] * 3,
    "turns in one hex, three times": [(ROUND, {"bank": "RB"})] * 3,
    "along the numbers of hexes": [([{"plot": "3"}] * 6, {"speed": "3.0", "r": 9}), ([{"plot": "3"}] * 6, {"q": 3})],
}


@pytest.mark.parametrize("fight", FIGHTS.values(), ids=FIGHTS)
def test_no_text_covers_another_or_an_aircraft(fight: list[tuple[list[Boxes], Boxes]]) -> None:
    boxes: dict[FieldKey, Value] = {}
    for number, (turns, start) in enumerate(fight, start=1):
        boxes |= entries(turns, start, seat=f"red.{number}")
    drawn = drawing(boxes)
    texts = shown_texts(drawn)
    marks = [text for text, _ in texts if re.fullmatch(r"\d+ (L|RB|LB|I|IR|IL)", text)]
    assert len(marks) == sum(len(turns) for turns, _ in fight)
    assert [(one, other) for (one, box), (other, there) in combinations(texts, 2) if box.meets(there)] == []
    assert len(arrows(drawn)) == len(marks) + len(fight)
    assert [text for text, box in texts for arrow in arrows(drawn) if box.meets(arrow)] == []


def test_the_same_fight_is_drawn_alike() -> None:
    boxes = entries(ROUND)
    assert flown(boxes).drawing() == flown(dict(boxes)).drawing()


def test_a_text_is_placed_where_it_is_wanted_if_that_is_free_and_told_when_it_is_far() -> None:
    room = LabelledMap(Box(0, 0, 400, 400))
    first = room.place(200, 200, 0, "1 L", 12)
    assert first.x == pytest.approx(214)
    assert not first.is_far
    second = room.place(200, 200, 0, "1 L", 12)
    assert (second.x, second.y) != (first.x, first.y)
    room.take(Box(100, 100, 300, 300))
    assert room.place(200, 200, 90, "2 L", 12).is_far
    crowded = LabelledMap(Box(0, 0, 10, 10))
    assert crowded.place(5, 5, 0, "no room", 12).x == pytest.approx(19), "the nearest, where there is none"


def test_where_a_log_says_that_its_aircraft_is_elsewhere_a_ring_begins_the_way_on() -> None:
    legal = drawing(entries([{"plot": "5", "q": 0, "r": -5}, {"plot": "5"}]))
    assert [*legal.iter(f"{NAME}circle")] == []
    drawn = drawing(entries([{"plot": "5", "q": 2, "r": -5}, {"plot": "5"}]))
    (ring,) = drawn.iter(f"{NAME}circle")
    (route,) = (one.get("d", "") for one in drawn.iter(f"{NAME}path") if one.get("stroke-linejoin") == "round")
    assert route.count("M") == 2
    assert re.findall(r"M([\d.]+),([\d.]+)", route)[1] == (ring.get("cx"), ring.get("cy"))


def test_the_legend_of_an_aircraft_with_a_long_name_is_on_the_map_and_clear_of_the_next() -> None:
    card = variant(name="Long-Winged Heavy Day and Night Bomber of the Coastal Reserve, Mark XVI", engines=2)
    lame: list[Boxes] = [{"plot": "5", "special": "LAME"}]
    two = [entries(lame, seat=seat, more={"aircraft.card": card.id}) for seat in ("red.1", "red.2")]
    drawn = ET.fromstring(flown({**two[0], **two[1]}, [card]).drawing())  # noqa: S314 -- it is ours
    shown = [(text, box) for text, box in shown_texts(drawn) if card.name in text]
    assert [text for text, _ in shown] == [f"{seat}, {card.name}, aborting" for seat in ("red.1", "red.2")]
    assert all(box.right < float(drawn.get("width", "")) for _, box in shown)
    assert not shown[0][1].meets(shown[1][1])
