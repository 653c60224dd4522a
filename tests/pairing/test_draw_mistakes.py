"""What can be wrong with the players of an edited draw."""

from __future__ import annotations

from sheetscore.findings import Severity
from sheetscore.pairing.draw import Draw, TableDraw, draw_mistakes

NAMES = {"P1": "Ann Bell", "P2": "Bob Lee", "P3": "Cy Orr"}


def drawn(*tables: dict[str, str | None], byes: tuple[str, ...] = ()) -> Draw:
    return Draw(2, tuple(TableDraw(number, "a", seats) for number, seats in enumerate(tables, 1)), byes, ())


def test_a_draw_that_seats_everybody_once_has_no_mistakes() -> None:
    draw = drawn({"red.1": "P1", "blue.1": "P2"}, {"red.1": None, "blue.1": None}, byes=("P3",))
    assert draw_mistakes(draw, NAMES, {"P1", "P2", "P3"}) == []


def test_somebody_on_two_seats_is_named_with_both() -> None:
    [found] = draw_mistakes(drawn({"red.1": "P1"}, {"blue.1": "P1"}), NAMES, {"P1"})
    assert found.code == "draw-twice"
    assert found.fields == ((1, "red.1", ""), (2, "blue.1", ""))
    assert found.message == ("Ann Bell (P1) is in 2 places: table 1, red.1; table 2, blue.1. Keep one of them.")


def test_somebody_who_sits_and_sits_out_is_in_two_places() -> None:
    [found] = draw_mistakes(drawn({"red.1": "P1"}, byes=("P1",)), NAMES, {"P1"})
    assert found.code == "draw-twice"
    assert "those who sit out" in found.message


def test_an_id_of_nobody_is_an_error_on_its_seat() -> None:
    [found] = draw_mistakes(drawn({"red.1": "P9"}), NAMES, set())
    assert (found.code, found.severity) == ("draw-player", Severity.ERROR)
    assert found.fields == ((1, "red.1", ""),)
    assert "'P9' is nobody of this event" in found.message


def test_somebody_who_is_not_there_this_round_is_an_error() -> None:
    [found] = draw_mistakes(drawn({"red.1": "P2"}), NAMES, set())
    assert (found.code, found.severity) == ("draw-player", Severity.ERROR)
    assert "Bob Lee (P2) does not play in round 2: change the player's rounds in the event; or, as" in found.message


def test_somebody_left_without_a_seat_is_a_warning() -> None:
    [found] = draw_mistakes(drawn({"red.1": "P1"}), NAMES, {"P1", "P3"})
    assert (found.code, found.severity, found.fields) == ("draw-player", Severity.WARNING, ())
    assert "Cy Orr (P3) plays in round 2 and has no seat" in found.message


def test_who_may_play_twice_does_so_at_different_tables_and_no_more_often() -> None:
    def found(*tables: dict[str, str | None], byes: tuple[str, ...] = ()) -> list[str]:
        wrong = draw_mistakes(drawn(*tables, byes=byes), NAMES, {"P1"}, tables_each=2)
        assert {one.code for one in wrong} <= {"draw-twice"}
        return [one.message for one in wrong]

    assert found({"a": "P1", "b": None}, {"a": "P1"}) == []
    assert found({"a": "P1", "b": "P1"}) == [
        "Ann Bell (P1) is in 2 places: table 1, a; table 1, b. Keep one of them, or 2 at different tables."
    ]
    assert found({"a": "P1"}, {"a": "P1"}, {"a": "P1"})[0].startswith("Ann Bell (P1) is in 3 places")
    assert found({"a": "P1", "b": "P1"}, {"a": "P1"})[0].startswith("Ann Bell (P1) is in 3 places")
    assert found({"a": "P1"}, byes=("P1",))[0].startswith("Ann Bell (P1) is in 2 places: table 1, a; those who sit")


def test_nothing_is_said_of_somebody_who_needs_no_seat() -> None:
    assert draw_mistakes(drawn({"red.1": "P1"}), NAMES, {"P1", "P3"}, spare={"P3"}) == []
    assert draw_mistakes(drawn({"red.1": "P1", "blue.1": "P3"}), NAMES, {"P1", "P3"}, spare={"P3"}) == []


def test_all_mistakes_are_found_at_once() -> None:
    draw = drawn({"red.1": "P1", "blue.1": "P9"}, {"red.1": "P1", "blue.1": "P2"})
    codes = [found.code for found in draw_mistakes(draw, NAMES, {"P1", "P3"})]
    assert sorted(codes) == ["draw-player", "draw-player", "draw-player", "draw-twice"]
