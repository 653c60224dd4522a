"""A final board: what contradicts it (DIP-1), and the facts that scoring systems use."""

from __future__ import annotations

import pytest

from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS, Board, Outcome
from sheetscore.scoring.boards.contradictions import mistakes
from sheetscore.scoring.boards.scores import ScorableBoard

FOUR = {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5}


def test_a_board_without_contradictions() -> None:
    board = Board(FOUR, "draw", ("England", "Italy"), {"Austria": 1903}, 1908)
    assert mistakes(board) == []


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (Board({"Engand": 3}), '"Engand" is no power. Did you mean "England"?'),
        (Board(FOUR, members=("Italia",)), '"Italia" is no power. Did you mean "Italy"?'),
        (Board(FOUR, eliminated={"Autria": 1903}), 'Did you mean "Austria"?'),
        (Board(FOUR, chart={1905: {"Turky": 3}}), 'Did you mean "Turkey"?'),
        (Board(FOUR, "dra"), '"dra" is no outcome of a game. Did you mean "draw"?'),
        (Board({"England": 17, "Russia": 17, "Italy": 1}), "35 centres together, and the board has 34"),
        (Board({"England": -1}), "England has -1 centres. Give a whole number from 0 to 34."),
        (Board({"England": 35}, "solo"), "England has 35 centres"),
        (Board({"England": 2.5}), "England has 2.5 centres"),  # type: ignore[dict-item]
        (Board({"England": True}), "England has True centres"),
        (Board(FOUR, chart={1905: {"Italy": 40}}), "Italy has 40 centres in 1905"),
        (Board({}), "No power has a centre"),
        (Board(FOUR, "solo"), "A solo has one power with 18 centres or more, and this board has none"),
        (Board({"England": 18}, "draw"), "England reached 18 centres or more: the outcome is a solo, not draw"),
        (Board({"England": 18}, "draw-all"), "the outcome is a solo, not draw-all"),
        (Board({"England": 20}, "time"), "the outcome is a solo, not time"),
        (Board({"England": 18, "Italy": 3}, "concession", ("Italy",)), "the outcome is a solo, not concession"),
        (Board({"England": 18}, "solo", ("England",)), "There is no draw beside a solo"),
        (Board(FOUR, "draw", ("England", "Austria")), "Austria has no centre, so it cannot share a draw"),
        (Board(FOUR, "concession", ("Austria",)), "Austria has no centre, so it cannot win"),
        (Board(FOUR, "draw", ("England", "Italy", "Italy")), "A power is named twice: England, Italy and Italy"),
        (Board(FOUR, "draw", ("England",)), "A draw has two members or more, and only England is named"),
        (
            Board(FOUR, "draw-all", ("England", "Italy", "Russia")),
            "Turkey survived, and so belongs to a game that ended with draw-all. Name no members, or all survivors.",
        ),
        (Board(FOUR, "time", ("England", "Italy")), "Russia and Turkey survived"),
        (Board(FOUR, "concession"), "A concession is made to one power. Name it."),
        (Board(FOUR, "concession", ("England", "Italy")), "Name it, and not England and Italy"),
        (Board(FOUR, eliminated={"England": 1905}), "England still has centres (12), so it was not eliminated in 1905"),
        (Board(FOUR, eliminated={"Austria": 1900}), "Austria cannot be eliminated in 1900. Give 1901 or later"),
        (Board(FOUR, eliminated={"Austria": 1909}, final_year=1908), "the game ended in 1908"),
        (Board(FOUR, final_year=1900), "The last year of the game cannot be 1900"),
    ],
)
def test_a_contradiction_is_named(board: Board, said: str) -> None:
    [mistake] = mistakes(board)
    assert said in mistake.message


def test_all_contradictions_are_named_at_once() -> None:
    board = Board({"England": 20, "Italy": 20}, "time", ("Austria",), {"Austria": 1899}, 1905)
    assert [mistake.message.split(maxsplit=1)[0] for mistake in mistakes(board)] == [
        "The",
        "England",
        "Austria",
        "England",
        "Austria",
    ]
    with pytest.raises(MistakesFound) as raised:
        ScorableBoard(board)
    assert len(raised.value.findings) == 5
    assert raised.value.exit_status == 1


def test_a_concession_with_18_to_the_one_who_has_them_stands() -> None:
    assert mistakes(Board({"England": 18, "Italy": 3}, Outcome.CONCESSION, ("England",))) == []


TIED = ScorableBoard(
    Board(
        {"England": 10, "France": 10, "Russia": 7, "Turkey": 7},
        eliminated={"Germany": 1904, "Italy": 1904, "Austria": 1902},
        final_year=1907,
    )
)


@pytest.mark.parametrize(
    ("fact", "values"),
    [  # Austria England France Germany Italy Russia Turkey
        ("place", [5, 1, 1, 5, 5, 3, 3]),
        ("tied", [3, 2, 2, 3, 3, 2, 2]),
        ("last_place", [7, 2, 2, 7, 7, 4, 4]),
        ("place_by_year", [7, 1, 1, 5, 5, 3, 3]),
        ("tied_by_year", [1, 2, 2, 2, 2, 2, 2]),
        ("last_place_by_year", [7, 2, 2, 6, 6, 4, 4]),
        ("topper", [0, 1, 1, 0, 0, 0, 0]),
        ("alive", [0, 1, 1, 0, 0, 1, 1]),
        ("member", [0, 1, 1, 0, 0, 1, 1]),
    ],
)
def test_a_fact_of_each_power(fact: str, values: list[int]) -> None:
    assert TIED.column(fact) == values


@pytest.mark.parametrize(
    ("centres", "facts"),
    [
        ({"England": 10, "France": 10, "Russia": 7}, {"top": 10, "second": 10, "lead": 0, "toppers": 2, "owned": 27}),
        ({"England": 12, "France": 9, "Russia": 9}, {"top": 12, "second": 9, "lead": 3, "toppers": 1, "survivors": 3}),
        ({"England": 5}, {"top": 5, "second": 0, "lead": 5, "toppers": 1, "survivors": 1, "members": 1}),
    ],
)
def test_a_fact_of_the_board(centres: dict[str, int], facts: dict[str, int]) -> None:
    known = ScorableBoard(Board(centres))
    assert {name: known.once(name) for name in facts} == facts


@pytest.mark.parametrize(
    ("outcome", "named", "members"),
    [
        ("draw", ("England", "Italy"), 2),
        ("draw", (), 4),
        ("draw-all", (), 4),
        ("time", (), 4),
        ("concession", ("Italy",), 0),
    ],
)
def test_who_shares_a_draw(outcome: str, named: tuple[str, ...], members: int) -> None:
    assert ScorableBoard(Board(FOUR, outcome, named)).once("members") == members


def test_who_won_is_first_even_if_conceded_to_from_behind() -> None:
    known = ScorableBoard(Board(FOUR, "concession", ("Italy",)))
    assert known.column("winner") == [0, 0, 0, 0, 1, 0, 0]
    assert known.column("place") == [5, 2, 5, 5, 1, 3, 4]


def test_the_history_goes_back_to_the_most_recent_year_that_differs() -> None:
    earlier = {1906: {"England": 9, "Italy": 9, "Russia": 5}, 1905: {"England": 4, "Italy": 5, "Russia": 9}}
    board = Board({"England": 8, "Italy": 8, "Russia": 8}, final_year=1907, chart=earlier)
    history = board.history()
    assert (history["Italy"], history["England"], history["Russia"]) == (1, 2, 3)


def test_a_chart_says_when_a_power_was_eliminated() -> None:
    board = Board({"England": 8}, chart={1903: {"England": 5, "Italy": 1}, 1904: {"England": 6}})
    assert board.gone("Italy") == 1904
    assert Board({"England": 8}).gone("Italy") is None
    assert Board({"England": 8}, chart={1901: {"England": 5}}).gone("Italy") == 1901


def test_a_chart_with_a_gap_leaves_it_open_when_a_power_was_eliminated() -> None:
    """Out in 1903, or in 1904 already: 1902 says nothing of it; and nobody says when Austria went."""
    chart = {1902: {"England": 5, "Italy": 1}, 1904: {"England": 6}, 1905: {"England": 7}}
    board = Board({"England": 8}, chart=chart)
    assert board.gone("Italy") is None
    assert board.gone("Austria") is None


def test_history_goes_by_the_chart_where_a_gap_leaves_years_open() -> None:
    """Austria went in 1902, Italy in 1903 or 1904: whenever it was, Italy was there for longer. Others went in 1901."""
    chart = {1901: {"Austria": 2, "Italy": 4}, 1902: {"Italy": 2}, 1904: {"England": 9}}
    history = Board({"England": 8}, final_year=1905, chart=chart).history()
    assert [history[power] for power in ("England", "Italy", "Austria", "France", "Turkey")] == [1, 2, 3, 4, 4]


def test_who_was_eliminated_later_comes_first_in_history() -> None:
    gone = dict.fromkeys(POWERS, 1903) | {"Italy": 1904, "France": 1906}
    del gone["England"]
    history = Board({"England": 8}, eliminated=gone).history()
    assert [history[power] for power in ("England", "France", "Italy", "Turkey", "Austria")] == [1, 2, 3, 4, 4]


def test_history_is_unknown_where_a_year_can_be_before_or_after_another() -> None:
    """Germany can have gone before France or after it; Italy went before both, whenever that was."""
    chart = {1903: {"France": 2, "Germany": 2, "Italy": 1}, 1905: {"France": 1, "Germany": 1}, 1907: {"Turkey": 9}}
    board = Board({"Turkey": 9}, eliminated={"France": 1906}, final_year=1908, chart=chart)
    history = board.history()
    assert (history["France"], history["Germany"]) == (None, None)
    assert history["Italy"] == 4
    assert history["Turkey"] == 1
    assert board.span("Germany") == (1906, 1907)


def test_of_two_who_were_eliminated_in_years_that_nobody_gave_neither_is_ahead() -> None:
    """Both went in 1905 or 1906: who had more in 1904 need not have stayed for longer."""
    chart = {1904: {"France": 5, "Germany": 2, "Turkey": 8}, 1906: {"Turkey": 15}}
    board = Board({"Turkey": 15}, final_year=1906, chart=chart)
    assert (board.history()["France"], board.history()["Germany"]) == (None, None)
    with pytest.raises(MistakesFound) as raised:
        ScorableBoard(board).column("place_by_history")
    asked = [one.fields[0][2] for one in raised.value.findings]
    assert asked == ["Austria", "England", "France", "Germany", "Italy", "Russia"]


def test_a_board_that_is_known_by_its_end_alone_has_no_history_to_ask_for() -> None:
    history = Board({"Turkey": 17, "Russia": 17}, final_year=1908).history()
    assert sorted(rank or 0 for rank in history.values()) == [1, 1, 3, 3, 3, 3, 3]
    a_year_before = {1907: {"Turkey": 17, "Russia": 16}}
    history = Board({"Turkey": 17, "Russia": 17}, final_year=1908, chart=a_year_before).history()
    assert [history[power] for power in ("Turkey", "Russia", "Austria", "Italy")] == [1, 2, 3, 3]


def test_a_year_that_nobody_gave_is_asked_for() -> None:
    with pytest.raises(MistakesFound, match="The year in which Austria was eliminated is needed"):
        ScorableBoard(Board(FOUR)).column("place_by_year")
    with pytest.raises(MistakesFound, match="The last year of the game is needed"):
        ScorableBoard(Board(FOUR)).once("final_year")
