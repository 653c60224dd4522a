"""Who sits where, against the event and the draw."""

from __future__ import annotations

from sheetscore.findings import Severity
from sheetscore.forms.form import FieldKey
from sheetscore.systems.context import Seated, strangers

NAMES = {"A": "Ann", "B": "Bob"}


def seated(table: int, player: str, drawn: str | None = None) -> Seated:
    return Seated(FieldKey(table, "1", "who"), f"table {table}, 1", player, drawn)


def test_who_sits_where_drawn_is_no_finding() -> None:
    assert not [*strangers(seated(1, "A", "A"), NAMES, {"A"}, "played")]


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
