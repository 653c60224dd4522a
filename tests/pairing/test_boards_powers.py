"""Who plays which power (DIP-5): against all 5,040 ways of a board, and by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sheetscore.pairing.boards.record import POWERS, BoardGame, BoardRecord
from sheetscore.pairing.boards.seeding import PowerWishes, assign_powers, columns_followed, repeated_powers

SEVEN = list("abcdefg")

Cost = tuple[int, ...]


def history(rounds: int, players: Sequence[str], seed: int) -> BoardRecord:
    """Rounds in which the powers were dealt out; most players have had some power twice after a few of them."""
    dice = Random(seed)
    games = []
    for number in range(1, rounds + 1):
        there = list(players)
        dice.shuffle(there)
        games += [
            BoardGame(number, first // 7 + 1, dict(zip(POWERS, there[first : first + 7], strict=True)))
            for first in range(0, len(there) - 6, 7)
        ]
    return BoardRecord(tuple(games))


def times(record: BoardRecord, player: str, power: str) -> int:
    return sum(game.powers.get(power) == player for game in record.games)


def cheapest(players: Sequence[str], cost: Callable[[str, str], Cost]) -> Cost:
    table = {(player, power): cost(player, power) for player in players for power in POWERS}
    return min(
        tuple(map(sum, zip(*map(table.__getitem__, zip(players, way, strict=True)), strict=True)))
        for way in permutations(POWERS)
    )


def spent(board: Mapping[str, str], cost: Callable[[str, str], Cost]) -> Cost:
    return tuple(map(sum, zip(*(cost(player, power) for power, player in board.items()), strict=True)))


@settings(max_examples=25)
@given(st.integers(0, 9), st.integers(0, 99))
def test_as_few_as_possible_repeat_a_power(rounds: int, seed: int) -> None:
    record = history(rounds, SEVEN, seed)

    def cost(player: str, power: str) -> Cost:
        return int(times(record, player, power) > 0), times(record, player, power)

    (board,) = assign_powers([SEVEN], PowerWishes(POWERS, record, (seed,)))
    assert list(board) == list(POWERS)
    assert sorted(board.values()) == SEVEN
    assert spent(board, cost) == cheapest(SEVEN, cost)


@settings(max_examples=25)
@given(st.lists(st.permutations(POWERS), min_size=7, max_size=7), st.integers(0, 7), st.integers(0, 3))
def test_wishes_have_the_least_sum_of_ranks(lists: list[list[str]], listed: int, rounds: int) -> None:
    """Lists may be short: what they leave out comes after the rest; who has none is content with all."""
    wished = {
        player: wish[: listed + n - 3]
        for n, (player, wish) in enumerate(zip(SEVEN, lists, strict=True))
        if listed + n > 3
    }
    record = history(rounds, SEVEN, 1)

    def cost(player: str, power: str) -> Cost:
        wish = wished.get(player, [])
        rank = wish.index(power) if power in wish else len(wish)
        return rank, int(times(record, player, power) > 0), times(record, player, power)

    (board,) = assign_powers([SEVEN], PowerWishes(POWERS, record, (1,), lists=wished))
    assert spent(board, cost) == cheapest(SEVEN, cost)


def test_seven_who_wish_for_different_powers_get_them() -> None:
    lists = {player: [POWERS[(n + 3) % 7]] for n, player in enumerate(SEVEN)}
    (board,) = assign_powers([SEVEN], PowerWishes(POWERS, BoardRecord(), (1,), lists=lists))
    assert board == {POWERS[(n + 3) % 7]: player for n, player in enumerate(SEVEN)}


def test_seven_on_one_board_play_seven_rounds_without_repeating() -> None:
    games: list[BoardGame] = []
    for number in range(1, 8):
        (board,) = assign_powers([SEVEN], PowerWishes(POWERS, BoardRecord(tuple(games)), (5, number)))
        games.append(BoardGame(number, 1, board))
    assert all(
        len({power for game in games for power, p in game.powers.items() if p == player}) == 7 for player in SEVEN
    )


def test_lots_decide_between_equals() -> None:
    boards = [assign_powers([SEVEN], PowerWishes(POWERS, BoardRecord(), (seed,)))[0] for seed in range(60)]
    for power in POWERS:
        assert {board[power] for board in boards} == set(SEVEN)


def test_the_planned_power_is_given_where_nothing_else_is_worse() -> None:
    planned = {player: POWERS[n] for n, player in enumerate(SEVEN)}
    (board,) = assign_powers([SEVEN], PowerWishes(POWERS, BoardRecord(), (1,), planned=planned))
    assert board == dict(zip(POWERS, SEVEN, strict=True))
    record = BoardRecord((BoardGame(1, 1, board),))
    (board,) = assign_powers([SEVEN], PowerWishes(POWERS, record, (1,), planned=planned))
    assert all(board[power] != player for player, power in planned.items())


@settings(max_examples=15)
@given(st.integers(0, 6), st.integers(1, 2), st.integers(0, 99))
def test_who_is_on_two_boards_has_two_powers_at_the_least_cost_of_both(rounds: int, doubles: int, seed: int) -> None:
    players = [*SEVEN, *"hijklm"][: 14 - doubles]
    both = [SEVEN, players[7:] + SEVEN[:doubles]]
    record = history(rounds, players, seed)

    def cost(player: str, power: str) -> Cost:
        return int(times(record, player, power) > 0), times(record, player, power)

    def best(board: list[str]) -> dict[tuple[str, ...], Cost]:
        """The least cost of a board by the powers of those who are on both."""
        table = {(player, power): cost(player, power) for player in board for power in POWERS}
        found: dict[tuple[str, ...], Cost] = {}
        for way in permutations(POWERS):
            had = dict(zip(board, way, strict=True))
            key = tuple(had[player] for player in SEVEN[:doubles])
            costs = [table[one] for one in had.items()]
            total = (sum(one for one, _ in costs), sum(other for _, other in costs))
            found[key] = min(total, found.get(key, total))
        return found

    drawn = assign_powers(both, PowerWishes(POWERS, record, (seed,)))
    for player in SEVEN[:doubles]:
        first, second = ([power for power, had in board.items() if had == player] for board in drawn)
        assert first != second
    one, other = map(best, both)
    least = min(
        (a[0] + b[0], a[1] + b[1])
        for here, a in one.items()
        for there, b in other.items()
        if not any(x == y for x, y in zip(here, there, strict=True))
    )
    spent_on = [spent(board, cost) for board in drawn]
    assert (spent_on[0][0] + spent_on[1][0], spent_on[0][1] + spent_on[1][1]) == least


def test_a_power_comes_again_only_for_those_who_have_some_left() -> None:
    turned = [dict(zip(POWERS, SEVEN[n:] + SEVEN[:n], strict=True)) for n in range(7)]
    one = PowerWishes(POWERS, BoardRecord((BoardGame(1, 1, turned[0]),)), (1,))
    assert repeated_powers([turned[0]], one) == 7
    assert repeated_powers([turned[1]], one) == 0
    games = tuple(BoardGame(number, 1, powers) for number, powers in enumerate(turned, start=1))
    assert repeated_powers([turned[0]], PowerWishes(POWERS, BoardRecord(games), (1,))) == 0  # all have had all


def test_powers_that_go_round_show_with_which_each_began() -> None:
    first = dict(zip(POWERS, SEVEN, strict=True))
    second = dict(zip(POWERS, SEVEN[-1:] + SEVEN[:-1], strict=True))  # each goes on to the next power
    games = (BoardGame(1, 1, first), BoardGame(3, 1, second))
    assert columns_followed(BoardRecord(games), POWERS, SEVEN) == {player: n for n, player in enumerate(SEVEN)}
    assert columns_followed(BoardRecord((games[0], BoardGame(2, 1, first))), POWERS, SEVEN) is None
    assert columns_followed(BoardRecord(games), POWERS, SEVEN[1:]) is None
    assert columns_followed(BoardRecord(), POWERS, SEVEN) is None


def test_who_is_on_two_boards_gives_way_where_it_costs_less() -> None:
    """Everybody on one board wishes for a power of their own; the other six of the other board are content with all."""
    wishing = dict(zip(SEVEN, POWERS, strict=True))
    content = [SEVEN[0], *"hijklm"]
    lists = {player: [power] for player, power in wishing.items()}
    for boards in ([SEVEN, content], [content, SEVEN]):
        drawn = assign_powers(boards, PowerWishes(POWERS, BoardRecord(), (1,), lists=lists))
        at = boards.index(SEVEN)
        assert drawn[at] == {power: player for player, power in wishing.items()}
        assert drawn[1 - at][POWERS[0]] != SEVEN[0]
