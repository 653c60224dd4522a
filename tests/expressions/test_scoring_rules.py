"""The rules of the Tournament Guidelines (1991) for air combat, strike and defense suppression, as rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec import Struct, field

from sheetscore.expressions import FieldMeaning, Given, Names, Value, ValueKind, evaluate, parse

Row = Mapping[str, Given]

TARGETS: Mapping[str, Mapping[str, Value]] = {
    "Hawk": {"white": 0, "category": ""},
    "Radar van": {"white": 1, "category": ""},
    "Bridge": {"white": 0, "category": "primary"},
    "Depot": {"white": 0, "category": "secondary"},
}


class BlockScope(Struct):
    """Rows of one block, scored from the top; every let of a row is kept for the rows below."""

    rows: Sequence[dict[str, Given]]
    index: int = 0
    items: Mapping[int, Given] = field(default_factory=dict)

    def value(self, name: str) -> Given:
        return self.rows[self.index].get(name)

    def item(self, name: str, number: int) -> Given:
        assert name == "rolls"
        return self.items.get(number)

    def attribute(self, name: str, attribute: str) -> Given:
        chosen = self.value(name)
        return TARGETS.get(str(chosen), {}).get(attribute)

    def previous(self, name: str) -> Given:
        raise AssertionError(name)

    def above(self, name: str) -> Sequence[Given]:
        return [row[name] for row in self.rows[: self.index]]

    def column(self, block: str, name: str) -> Sequence[Given]:
        raise AssertionError((block, name))

    def setting(self, name: str) -> Value:
        raise AssertionError(name)


def score(rules: Mapping[str, str], fields: Mapping[str, FieldMeaning], *rows: Row) -> list[Value]:
    """Score a block by its rules in order, the last of which is the total of a row."""
    scope = BlockScope([dict.fromkeys(fields) | dict(row) for row in rows])
    totals = []
    for scope.index in range(len(rows)):
        known = dict(fields)
        for name, text in rules.items():
            within = Names(known, {"above": known})
            expression = parse(text, known=within)
            known[name] = FieldMeaning(expression.kind)
            scope.rows[scope.index][name] = evaluate(expression, scope)
        totals.append(evaluate(expression, scope))
    return totals


COUNT = FieldMeaning(ValueKind.WHOLE)
DAMAGE = {"aircraft": FieldMeaning(ValueKind.TEXT), "star": COUNT, "c": COUNT, "h": COUNT, "l": COUNT}
DAMAGE_RULES = {
    "points": "12*star + 8*c + 4*h + 2*l",
    "total": "min(max(0, 12 - sum_above(points, aircraft)), points)",
}


def test_results_of_damage_are_worth_12_8_4_and_2() -> None:
    rows: list[Row] = [{"aircraft": name, kind: 1} for name, kind in zip("pqrs", ("star", "c", "h", "l"), strict=True)]
    assert score(DAMAGE_RULES, DAMAGE, *rows) == [12, 8, 4, 2]


def test_an_aircraft_gives_at_most_12_over_all_its_rows() -> None:
    rows: tuple[Row, ...] = (
        {"aircraft": "blue.1", "c": 1},
        {"aircraft": "blue.2", "star": 1},
        {"aircraft": "Blue.1", "h": 2},  # 8 of which 4 are left; capital letters do not make another aircraft
        {"aircraft": "blue.1", "l": 1},
        {"aircraft": "blue.3", "star": 1, "c": 1},  # 20 in one attack
    )
    assert score(DAMAGE_RULES, DAMAGE, *rows) == [8, 12, 4, 0, 12]


def test_a_shot_rolled_on_damage_table_4_is_6_points() -> None:
    rule = " + ".join(f"{number + 2}*rolls[{number}]" for number in range(1, 11))
    known = Names({"rolls": FieldMeaning(ValueKind.WHOLE, numbers=range(1, 11))})
    assert evaluate(parse(rule, known=known), BlockScope([{}], items={4: 1})) == 6
    assert evaluate(parse(rule, known=known), BlockScope([{}], items={1: 2, 10: 1})) == 2 * 3 + 12


TARGET = FieldMeaning(ValueKind.TEXT, {"white": ValueKind.WHOLE, "category": ValueKind.TEXT})


def test_a_hawk_battery_gives_12_for_two_d_and_15_when_it_is_destroyed_with_3_missiles_left() -> None:
    fields = {"target": TARGET, "d": COUNT, "destroyed": COUNT, "missiles_left": COUNT, "suppressed": COUNT}
    rules = {
        "cap": "1 if target.white else 3",
        "scored": "min(d, max(0, cap - sum_above(d, target)))",
        "total": "6*scored + (missiles_left + 6)*(destroyed > 0) + (4 if suppressed and not (d or destroyed) else 0)",
    }
    rows: tuple[Row, ...] = (
        {"target": "Hawk", "d": 2},
        {"target": "Hawk", "d": 2, "destroyed": 1, "missiles_left": 3, "suppressed": 1},
        {"target": "Radar van", "d": 2},
        {"target": "Radar van", "suppressed": 1},
    )
    assert score(rules, fields, *rows) == [12, 15, 6, 4]


def test_a_d_is_worth_6_3_or_1_by_the_category_of_its_target() -> None:
    rules = {
        "scored": "min(d, max(0, 3 - sum_above(d, target)))",
        "total": "scored * (6 if target.category == 'primary' else 3 if target.category == 'secondary' else 1)",
    }
    rows: tuple[Row, ...] = (
        {"target": "Bridge", "d": 2},
        {"target": "Depot", "d": 4},
        {"target": "Bridge", "d": 3},
        {"target": "a lorry typed in", "d": 2},
    )
    assert score(rules, {"target": TARGET, "d": COUNT}, *rows) == [12, 9, 6, 2]


@pytest.mark.parametrize(
    ("odds", "modifier", "points"),
    [
        ("4:1", -3, 9),
        ("4:1", 2, 6),
        ("1:2", None, 2),
        ("20:1", 0, 12),
        ("25:1", 0, 12),
        ("1:5", -2, 4),
        ("1:1", -1, 4),
        (None, -3, 0),
    ],
)
def test_a_bombing_roll_is_worth_its_column_plus_2_plus_the_beneficial_modifier(
    odds: str | None, modifier: int | None, points: int
) -> None:
    fields = {"odds": FieldMeaning(ValueKind.TEXT), "modifier": COUNT}
    rules = {
        "column": "min(10, floor(ratio(odds)))",
        "total": "2 + column + max(0, -modifier) if filled(odds) else 0",
    }
    assert score(rules, fields, {"odds": odds, "modifier": modifier}) == [points]
