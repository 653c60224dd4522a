"""Who sits where, against the event and the draw."""

from __future__ import annotations

from sheetscore.findings import Severity
from sheetscore.forms.form import FieldKey
from sheetscore.systems.at_hand import Seated, seated_twice, strangers

NAMES = {"A": "Ann", "B": "Bob"}


def seated(table: int, player: str, drawn: str | None = None) -> Seated:
    return Seated(FieldKey(table, "1", "who"), f"table {table}, 1", player, drawn)


def test_who_sits_where_drawn_is_no_finding() -> None:
    assert not [*strangers(seated(1, "A", "A"), NAMES, {"A"}, "played")]
    assert not [*seated_twice([seated(1, "A"), seated(2, "B")], NAMES, "{who} sits at {places}")]


def test_who_was_not_drawn_sits_in_for_somebody_or_for_nobody() -> None:
    (found,) = strangers(seated(1, "B", "A"), NAMES, {"A", "B"}, "flew")
    assert (found.code, found.severity) == ("substitute", Severity.NOTE)
    assert found.message == "table 1, 1: Bob (B) flew; Ann (A) was drawn"
    assert found.fields == ((1, "1", "who"),)
    (found,) = strangers(seated(1, "B"), NAMES, {"B"}, "flew")
    assert found.message.endswith("nobody was drawn")


def test_who_does_not_play_in_the_round_is_told_before_the_substitution() -> None:
    found = [*strangers(seated(1, "B", "A"), NAMES, {"A"}, "played")]
    assert [one.code for one in found] == ["not-playing", "substitute"]


def test_who_sits_on_several_places_is_told_once_with_all_of_them() -> None:
    three = [seated(1, "A"), seated(2, "B"), seated(3, "A"), seated(4, "A")]
    (found,) = seated_twice(three, NAMES, "{who} sits at {places}.")
    assert found.message == "Ann (A) sits at table 1, 1 and table 3, 1 and table 4, 1."
    assert [table for table, _, _ in found.fields] == [4, 3, 1]


def test_names_with_braces_are_names() -> None:
    (found,) = seated_twice([seated(1, "A"), seated(2, "A")], {"A": "{x}"}, "{who} sits at {places}")
    assert found.message.startswith("{x} (A) sits")


def test_who_may_sit_on_such_places_is_no_finding() -> None:
    assert not [*seated_twice([seated(1, "A"), seated(2, "A")], NAMES, "{who}", may_be=lambda places: len(places) == 2)]
