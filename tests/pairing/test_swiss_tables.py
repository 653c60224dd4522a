"""Tables of a Swiss round (ASO-9): fixed ones, the order of the boards, and none again where avoidable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from sheetscore.pairing.swiss.field import SwissCost, SwissPair, seat_swiss, tables_report
from sheetscore.pairing.swiss.record import SwissGame, SwissRecord


def boards(*pairs: str) -> list[SwissPair]:
    """Pairs such as ``"AB"``, from the first board."""
    return [SwissPair(pair[0], pair[1], "group", SwissCost(0, 0, False, False, False, 0)) for pair in pairs]


def played(*games: tuple[int, str, int]) -> SwissRecord:
    """Games of round, players and table; with one player alone it is a bye."""
    return SwissRecord(
        tuple(
            SwissGame(number, pair[0], pair[1], "one", table, "s")
            if len(pair) > 1
            else SwissGame(number, pair, None, "bye", table, "")
            for number, pair, table in games
        )
    )


def seated(pairs: Sequence[SwissPair], record: SwissRecord, fixed: Mapping[str, int] | None = None) -> dict[str, int]:
    tables = seat_swiss(pairs, record, fixed or {}, 1, rotate=True)
    return {one + other: table for (one, other), table in tables.items()}


def test_the_higher_board_has_the_lower_table() -> None:
    assert seated(boards("AB", "CD", "EF"), SwissRecord()) == {"AB": 1, "CD": 2, "EF": 3}
    assert seated([], SwissRecord()) == {}


def test_a_fixed_table_is_kept_and_the_others_take_the_lowest_that_are_left() -> None:
    pairs = boards("AB", "CD", "EF", "GH")
    assert seated(pairs, SwissRecord(), {"F": 1, "X": 2}) == {"AB": 2, "CD": 3, "EF": 1, "GH": 4}
    assert seated(pairs, SwissRecord(), {"C": 40}) == {"AB": 1, "CD": 40, "EF": 2, "GH": 3}


def test_a_fixed_table_is_kept_though_it_comes_again() -> None:
    assert seated(boards("AB", "CD"), played((1, "AX", 2)), {"A": 2}) == {"AB": 2, "CD": 1}
    assert list(tables_report({("A", "B"): 2}, played((1, "AX", 2)), {"A": 2}, {})) == []


def test_aso_9_no_table_comes_again_where_that_can_be_avoided() -> None:
    # A was at 1; changing with the next board is nearest
    assert seated(boards("AB", "CD", "EF"), played((1, "AX", 1))) == {"AB": 2, "CD": 1, "EF": 3}
    # C was at 1 too: A-B to 2 and E-F to 1, with C-D at 3 (1 + 4 + 1), or A-B to 3 and E-F to 1 (4 + 4)
    assert seated(boards("AB", "CD", "EF"), played((1, "AX", 1), (1, "CY", 1))) == {"AB": 2, "CD": 3, "EF": 1}


def test_aso_9_tables_that_do_not_rotate_go_by_score_whoever_has_played_there() -> None:
    pairs, record = boards("AB", "CD", "EF"), played((1, "AX", 1), (1, "CY", 2))
    assert seat_swiss(pairs, record, {}, 1) == {("A", "B"): 1, ("C", "D"): 2, ("E", "F"): 3}
    fixed = seat_swiss(pairs, record, {"F": 1}, 1)
    assert fixed == {("A", "B"): 2, ("C", "D"): 3, ("E", "F"): 1}
    assert list(tables_report(fixed, record, {"F": 1}, {})) == []


def test_a_bye_is_at_no_table() -> None:
    assert seated(boards("AB", "CD"), played((1, "A", 1))) == {"AB": 1, "CD": 2}


def test_a_table_that_must_come_again_is_told() -> None:
    record = played((1, "AB", 1))
    tables = seat_swiss(boards("AB"), record, {}, 1, rotate=True)
    assert tables == {("A", "B"): 1}
    assert list(tables_report(tables, record, {}, {"A": "Ann"}, rotate=True)) == [
        "Ann (A) plays at table 1 again.",
        "B plays at table 1 again.",
    ]


def test_of_two_with_one_table_the_higher_board_stays_and_the_other_is_told() -> None:
    tables = seat_swiss(boards("AB", "CD"), SwissRecord(), {"B": 5, "D": 5, "A": 7}, 1)
    assert tables == {("A", "B"): 7, ("C", "D"): 5}  # A is the higher player of the first board
    tables = seat_swiss(boards("AB", "CD"), SwissRecord(), {"B": 5, "D": 5}, 1)
    assert tables == {("A", "B"): 5, ("C", "D"): 1}
    assert list(tables_report(tables, SwissRecord(), {"B": 5, "D": 5}, {})) == [
        "D plays at table 1 and not at their own, 5: it is taken."
    ]


@given(st.integers(1, 5), st.lists(st.tuples(st.integers(1, 3), st.integers(0, 9), st.integers(1, 5)), max_size=8))
def test_as_few_repetitions_as_can_be_and_then_as_near_as_can_be(count: int, been: list[tuple[int, int, int]]) -> None:
    names = "ABCDEFGHIJ"
    pairs = boards(*(names[2 * n : 2 * n + 2] for n in range(count)))
    games = {(number, names[who]): (number, names[who] + f"{number}{who}", table) for number, who, table in been}
    record = SwissRecord(
        tuple(SwissGame(number, text[0], text[1:], "one", table, "s") for number, text, table in games.values())
    )

    def cost(tables: Sequence[int]) -> tuple[int, int]:
        again = sum(
            table == at and text[0] in pair.players
            for pair, table in zip(pairs, tables, strict=True)
            for _, text, at in games.values()
        )
        return again, sum((place - table) ** 2 for place, table in enumerate(tables, start=1))

    found = seat_swiss(pairs, record, {}, 1, rotate=True)
    assert sorted(found.values()) == list(range(1, count + 1))
    assert cost(list(found.values())) == min(map(cost, permutations(range(1, count + 1))))
