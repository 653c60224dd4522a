"""What each scoring system makes of boards that were worked out by hand from its definition."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from board_cases import EXAMPLE
from msgspec.structs import replace

from sheetscore.problems import MistakesFound
from sheetscore.rounding import decimals
from sheetscore.scoring.boards.board import POWERS, Board
from sheetscore.scoring.boards.scores import ScorableBoard
from sheetscore.scoring.boards.system import board_system, board_system_paths, read_board_system
from sheetscore.systems.diplomacy import score_board

ALL = tuple(board_system_paths())

F = Fraction


def scores(name: str, board: Board) -> Mapping[str, int | Fraction]:
    """Score by the call of the library."""
    return score_board(
        name,
        board.centres,
        outcome=board.outcome,
        members=board.members or None,
        eliminated=board.eliminated,
        final_year=board.final_year,
        chart=board.chart,
    )


def in_order(name: str, board: Board, powers: str) -> list[int | Fraction]:
    """Give the scores of the powers with these initials."""
    found = scores(name, board)
    return [found[power] for initial in powers.split() for power in POWERS if power[0] == initial]


def shown(name: str, board: Board, powers: str = "E R T I") -> str:
    """Write scores as the table of systems does: two decimals where needed."""
    texts = (decimals(score) for score in in_order(name, board, powers))
    return "/".join(text.rstrip("0").rstrip(".") if "." in text else text for text in texts)


# the worked examples of the source


@pytest.mark.parametrize(
    ("name", "counts", "expected"),
    [
        ("scs", (12, 9, 8, 5), ["35.29", "26.47", "23.53", "14.71"]),
        ("scs-raw", (12, 9, 8, 5), ["12.00", "9.00", "8.00", "5.00"]),
        ("sum-of-squares", (12, 9, 8, 5), ["45.86", "25.80", "20.38", "7.96"]),
        ("sum-of-squares", (13, 8, 8, 5), ["52.48", "19.88", "19.88", "7.76"]),
        ("sum-of-squares", (12, 10, 7, 5), ["45.28", "31.45", "15.41", "7.86"]),
        ("calhamer", (12, 9, 8, 5), ["0.25", "0.25", "0.25", "0.25"]),
        ("draw-size", (12, 9, 8, 5), ["25.00", "25.00", "25.00", "25.00"]),
        ("draw-size-42", (12, 9, 8, 5), ["10.50", "10.50", "10.50", "10.50"]),
        ("draw-size-420", (12, 9, 8, 5), ["105.00", "105.00", "105.00", "105.00"]),
    ],
)
def test_the_example_of_the_source(name: str, counts: tuple[int, ...], expected: list[str]) -> None:
    board = Board(dict(zip(("England", "Russia", "Turkey", "Italy"), counts, strict=True)), "draw")
    found = scores(name, board)
    assert [decimals(found[power]) for power in ("England", "Russia", "Turkey", "Italy")] == expected
    assert found["Austria"] == found["France"] == found["Germany"] == 0


def test_squares_are_exact_and_one_centre_more_is_worth_twelve_points_of_lead() -> None:
    before = scores("sum-of-squares", EXAMPLE)
    after = scores("sum-of-squares", Board({"England": 13, "Russia": 8, "Turkey": 8, "Italy": 5}))
    assert before["England"] == F(14400, 314)
    assert decimals(before["England"] - before["Russia"]) == "20.06"
    assert decimals(after["England"] - after["Russia"]) == "32.61"
    assert decimals(2 * after["England"]) == "104.97"


def test_a_draw_of_five_is_a_fifth_of_a_calhamer_point_each() -> None:
    board = Board({"England": 10, "Russia": 9, "Turkey": 8, "Italy": 5, "France": 2}, "draw")
    assert scores("calhamer", board)["France"] == F(1, 5)


@pytest.mark.parametrize(
    ("name", "whole"), [("draw-size", 100), ("calhamer", 1), ("draw-size-42", 42), ("draw-size-420", 420)]
)
def test_only_the_members_share_a_draw(name: str, whole: int) -> None:
    board = replace(EXAMPLE, members=("England", "Turkey"))
    assert in_order(name, board, "E R T I A") == [F(whole, 2), 0, F(whole, 2), 0, 0]


# the table of systems: the board 12 / 9 / 8 / 5 that ended in 1908

TABLE = {
    "sum-of-squares": "45.86/25.8/20.38/7.96",
    "draw-size": "25/25/25/25",
    "solo-or-bust": "0/0/0/0",
    "cdiplo-100": "51/24/16/6",
    "cdiplo-80": "37/23/15/5",
    "c-diplo-namur": "63/36/28/17",
    "carnage-with-dead-equal": "7012/6009/5008/4005",
    "carnage-with-elimination-order": "7012/6009/5008/4005",
    "center-count-carnage": "13007/10506/9005/6504",
    "carnage-2023": "7912/6009/5008/4005",
    "duct-tape-v2": "52/33/23/14",
    "duct-tape-v2-with-elimination-order": "52/33/23/14",
    "detour09": "38.18/25.45/21.82/14.55",
    "bangkok": "27/12/11/8",
    "bangkok-2020-published-years": "27/12/11/8",
    "olympic": "27/12/11/8",
    "bangkok-pike": "27/12/11/8",
    "base-3": "24/12/11/8",
    "mischief": "17/9/8/5",
    "manorcon": "37.01/23.67/19.93/10.85",
    "manorcon-published-years": "37.01/23.67/19.93/10.85",
    "original-manorcon": "37.01/23.67/19.93/10.85",
    "manorcon-v2": "40.47/25.88/21.79/11.87",
    "tribute": "46.5/19.5/18.5/15.5",
    "opentribute": "120/58/54/42",
    "omg": "40.5/22.5/19.5/13.5",
    "world-classic": "198/120/110/80",
    "summer-classic": "198/120/110/80",
    "whipping": "159/105/95/65",
    "haight-v1-0": "201/145/124/83",
    "ranked-classic": "350/210/170/120",
    "ranked-classic-v2": "350/210/170/120",
    "southern-sun": "280/200/160/110",
    "sydney-league": "1000/825/700/525",
    "vulcan": "77/46/40/25",
    "your-draw-size-300": "70/42/42/30",
    "your-draw-size-320": "70/42/42/30",
    "maxonian": "7/6/5/4",
    "7eleven": "8/6/5/4",
}

ELSEWHERE = {
    "scs": "35.29/26.47/23.53/14.71",
    "scs-raw": "12/9/8/5",
    "scs-of-34": "35.29/26.47/23.53/14.71",
    "calhamer": "0.25/0.25/0.25/0.25",
    "draw-size-42": "10.5/10.5/10.5/10.5",
    "draw-size-420": "105/105/105/105",
    "360-dbs": "90/90/90/90",
    "dragonflight": "15/15/15/15",
    "diminishing-value": "45/45/45/45",
    "c-diplo-73": "51/24/16/6",
    # raw 12+2+3+4, 9+2+3, 8+2+2, 5+2+1 and 1 for France, which saw 1905: of 56
    "detour98f": "37.5/25/21.43/14.29",
    # pays 3 rather than 6: 12 + 16.5 + 9, 9 + 16.5 - 3 ...
    "half-tribute": "37.5/22.5/21.5/18.5",
    # 150 and the squares
    "dc-c": "195.86/175.8/170.38/157.96",
    "dixie": "154/142/138/126",
    "kis": "14/11/10/7",
    "bear-con": "22/14/13/10",
    # 12 x 105 + 3 x 420 + 210 + 210; 9 x 105 + 420 ...
    "bangkok-2022": "2940/1365/1260/945",
    "weasel-moot-2007": "159/105/95/65",
}


def test_every_system_has_its_row() -> None:
    assert set(ALL) == {*TABLE, *ELSEWHERE}


@pytest.mark.parametrize(("name", "expected"), (TABLE | ELSEWHERE).items())
def test_the_board_of_the_table(name: str, expected: str) -> None:
    assert shown(name, EXAMPLE) == expected


GONE = {  # Austria 1903, Germany 1904, France 1906
    "cdiplo-100": [1, 1, 1],
    "cdiplo-80": [0, 0, 0],
    "carnage-with-dead-equal": [2000, 2000, 2000],
    "carnage-with-elimination-order": [1000, 2000, 3000],
    "center-count-carnage": [1001, 2002, 3003],
    "duct-tape-v2": [4, 4, 4],
    "duct-tape-v2-with-elimination-order": [3, 3, 6],
    "detour09": [F(1, 2), F(3, 4), F(5, 4)],
    "detour98f": [0, 0, F(100, 56)],
    "bangkok": [F(6, 10), F(9, 10), F(15, 10)],
    "bangkok-2020-published-years": [F(9, 10), F(12, 10), F(18, 10)],
    "bangkok-2022": [105, 140, 210],
    "bangkok-pike": [F(3, 10), F(4, 10), F(6, 10)],
    "manorcon": [F(2, 10), F(3, 10), F(5, 10)],
    "manorcon-published-years": [F(3, 10), F(4, 10), F(6, 10)],
    "world-classic": [2, 3, 5],
    "whipping": [3, 4, 6],
    "haight-v1-0": [3, 4 + 11, 6 + 22],
    "ranked-classic": [2, 3, 5],
    "southern-sun": [9, 12, 18],
    "sydney-league": [103, 204, 306],
    "maxonian": [1, 2, 3],
    "diminishing-value": [-60, -60, -60],
    "dixie": [0, 10, 20],
    "kis": [0, 0, 1],  # 1906 is after 1905
    "bear-con": [0, 0, 0],
    "weasel-moot-2007": [3, 4, 6],
    "vulcan": [0, 0, 0],
    "opentribute": [0, 0, 0],
    "omg": [0, 0, 0],
}


@pytest.mark.parametrize(("name", "expected"), GONE.items())
def test_the_eliminated_of_the_table(name: str, expected: list[Fraction]) -> None:
    assert in_order(name, EXAMPLE, "A G F") == expected


# a solo: England 18, Russia 9, Turkey 7; the others fell in 1903, 1904, 1906 and 1907, and the game ended in 1909

SOLO = Board(
    {"England": 18, "Russia": 9, "Turkey": 7},
    "solo",
    eliminated={"Austria": 1903, "Germany": 1904, "France": 1906, "Italy": 1907},
    final_year=1909,
)

WINNER_AND_NOBODY_ELSE = {
    "sum-of-squares": 100,
    "scs": 100,
    "scs-raw": 34,
    "scs-of-34": 100,
    "draw-size": 100,
    "draw-size-42": 42,
    "draw-size-420": 420,
    "calhamer": 1,
    "360-dbs": 360,
    "dragonflight": 61,
    "solo-or-bust": 100,
    "cdiplo-100": 100,
    "cdiplo-80": 80,
    "c-diplo-73": 73,
    "c-diplo-namur": 85,
    "carnage-with-dead-equal": 28034,
    "carnage-with-elimination-order": 28034,
    "carnage-2023": 28034,
    "duct-tape-v2": 75,
    "duct-tape-v2-with-elimination-order": 75,
    "detour98f": 110,
    "olympic": 46,
    "base-3": 46,
    "mischief": 34,
    "tribute": 100,
    "half-tribute": 100,
    "opentribute": 340,
    "omg": 100,
    "southern-sun": 500,
    "your-draw-size-300": 300,
    "your-draw-size-320": 320,
    "dc-c": 700,
    "bangkok-2022": 3990,
    "bear-con": 34,
    "weasel-moot-2007": 450,
}

SOLO_SCORES: Mapping[str, list[int | Fraction]] = {  # England, Russia, Turkey, Italy 1907, Austria 1903
    "bangkok": [41, F(9, 2), F(7, 2), 0, 0],
    "bangkok-2020-published-years": [41, F(9, 2), F(7, 2), 0, 0],
    "bangkok-pike": [60, F(9, 10), F(9, 10), F(7, 10), F(3, 10)],
    "center-count-carnage": [39028, 1000, 1000, 1000, 1000],
    "detour09": [110, 2, 2, F(3, 2), F(1, 2)],
    "manorcon": [75, F(8, 10), F(8, 10), F(6, 10), F(2, 10)],
    "manorcon-published-years": [75, F(9, 10), F(9, 10), F(7, 10), F(3, 10)],
    "original-manorcon": [100, F(8, 10), F(8, 10), F(6, 10), F(2, 10)],
    "manorcon-v2": [100, F(8, 10), F(8, 10), F(6, 10), F(2, 10)],
    "world-classic": [420, 8, 8, 6, 2],
    "summer-classic": [420, 8, 8, 6, 2],
    "whipping": [468, 9, 9, 7, 3],
    "haight-v1-0": [451, 45, 35, 7, 3],
    "ranked-classic": [550, 8, 8, 6, 2],
    "ranked-classic-v2": [550, 8, 8, 6, 2],
    # half as much again as 450 + 700; half of 225 + 600, of 175 + 500, of 400 + 7, of 100 + 3
    "sydney-league": [1725, F(825, 2), F(675, 2), F(407, 2), F(103, 2)],
    "vulcan": [130, 5, 5, 0, 0],
    "maxonian": [7 + 5, 6, 5, 4, 1],
    "7eleven": [7 + 7, 6, 5, 4, 1],
    "diminishing-value": [372, -62, -62, -62, -62],
    "kis": [34, F(9, 2), F(7, 2), 1, 0],
    "dixie": [270 + 72, 70 + 36, 50 + 28, 34, 0],
}


def test_every_system_has_its_solo() -> None:
    assert set(ALL) == {*WINNER_AND_NOBODY_ELSE, *SOLO_SCORES}


@pytest.mark.parametrize(("name", "winner"), WINNER_AND_NOBODY_ELSE.items())
def test_a_solo_that_leaves_nothing_to_others(name: str, winner: int) -> None:
    assert in_order(name, SOLO, "E R T I F G A") == [winner, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("name", "expected"), SOLO_SCORES.items())
def test_a_solo_that_leaves_others_something(name: str, expected: list[int | Fraction]) -> None:
    assert in_order(name, SOLO, "E R T I A") == expected


def test_a_winner_of_more_than_18_has_no_more_maxonian_points() -> None:
    gone = {**SOLO.eliminated, "Turkey": 1908}
    board = replace(SOLO, centres={"England": 20, "Russia": 14}, eliminated=gone)
    assert in_order("maxonian", board, "E R") == [12, 6]


def test_a_loser_with_few_centres_has_haights_points_for_years() -> None:
    board = replace(SOLO, centres={"England": 18, "Russia": 15, "Turkey": 1})
    assert in_order("haight-v1-0", board, "R T") == [75, 9]


@pytest.mark.parametrize("name", [name for name in ALL if name not in {"maxonian", "7eleven", "dixie"}])
def test_a_concession_scores_as_a_solo_of_the_one_conceded_to(name: str) -> None:
    conceded = replace(EXAMPLE, outcome="concession", members=("Russia",))
    winner = (WINNER_AND_NOBODY_ELSE | {name: one[0] for name, one in SOLO_SCORES.items()})[name]
    expected = F(3, 2) * (25 * 9 + 700) if name == "sydney-league" else winner
    assert scores(name, conceded)["Russia"] == expected


def test_who_is_conceded_to_has_the_first_place() -> None:
    conceded = replace(EXAMPLE, outcome="concession", members=("Russia",))
    assert in_order("maxonian", conceded, "R E T I A") == [7, 6, 5, 4, 1]
    assert in_order("dixie", conceded, "R E T I A") == [270 + 36, 70 + 48, 50 + 32, 34 + 20, 0]


# ties: England and France 10, Russia and Turkey 7; Germany and Italy fell in 1904, Austria in 1902; ended in 1907

TIES = Board(
    {"England": 10, "France": 10, "Russia": 7, "Turkey": 7},
    eliminated={"Germany": 1904, "Italy": 1904, "Austria": 1902},
    final_year=1907,
)

TIED: Mapping[str, list[int | Fraction]] = {  # England, Russia, Germany, Austria
    "cdiplo-100": [1 + 10 + 26, F(23, 2), 1, 1],
    "cdiplo-80": [10 + F(39, 2), 7 + F(7, 2), 0, 0],
    "c-diplo-namur": [1 + 10 + 12 + 26, 1 + 7 + 12 + F(7, 2), 1, 1],
    "carnage-with-dead-equal": [6510, 4507, 2000, 2000],
    "carnage-with-elimination-order": [6510, 4507, 2500, 1000],
    "carnage-2023": [6510, 4507, 2500, 1000],
    "center-count-carnage": [5000 + F(13013, 2), 3500 + F(9009, 2), F(5005, 2), 1001],
    "duct-tape-v2": [10 + 32, 7 + 12, 4, 4],
    "duct-tape-v2-with-elimination-order": [42, 19, F(9, 2), 3],
    "detour09": [30, 20, F(3, 4), F(1, 4)],
    "detour98f": [30, 20, 0, 0],
    "bangkok": [10 + 3 + 6, 7 + 3, F(9, 10), F(3, 10)],
    "olympic": [19, 10, F(9, 10), F(3, 10)],
    "bangkok-2022": [1050 + 3 * 210 + 420, 735 + 420, 140, 70],
    "bangkok-pike": [10 + 3 + 4, 10, F(4, 10), F(2, 10)],
    "base-3": [10 + 3 + 3, 10, 0, 0],
    "mischief": [11, 7, 0, 0],
    "tribute": [10 + F(33, 2) + 4, 7 + F(33, 2) - 4, 0, 0],
    "half-tribute": [10 + F(33, 2) + 2, 7 + F(33, 2) - 2, 0, 0],
    "opentribute": [34 + 30 + 9, 34 + 21 - 3, 0, 0],
    "omg": [15 + 9 + F(15, 4), F(21, 2) + 9 + F(3, 4), 0, 0],
    "world-classic": [100 + 30 + 24, 100, 3, 1],
    "summer-classic": [154, 100, 3, 1],
    "whipping": [100 + 15, 70 + 15, 4, 2],
    "haight-v1-0": [100 + 55, 70 + 33, 4 + 11, 2],
    "ranked-classic": [30 + 100 + 135, 30 + 70 + 50, 3, 1],
    "ranked-classic-v2": [265, 150, 3, 1],
    "southern-sun": [30 + 100 + 105, 30 + 70 + 40, 12, 6],
    "sydney-league": [250 + 650, 175 + 450, 250 + 4, 100 + 2],
    "vulcan": [10 + 5 + 36 + 5, 7 + 5 + 21, 0, 0],
    "maxonian": [F(13, 2), F(9, 2), F(5, 2), 1],
    "dixie": [40 + 106, 28 + 106, 15, 0],
    "diminishing-value": [45, 45, -60, -60],
    "bear-con": [15, 12, 0, 0],
}


@pytest.mark.parametrize(("name", "expected"), TIED.items())
def test_ties(name: str, expected: list[int | Fraction]) -> None:
    assert in_order(name, TIES, "E R G A") == expected
    assert in_order(name, TIES, "F T I A") == expected


THREE_AT_THE_TOP = Board(
    {"England": 9, "France": 9, "Russia": 9, "Turkey": 7},
    eliminated={"Austria": 1903, "Germany": 1903, "Italy": 1903},
    final_year=1907,
)


@pytest.mark.parametrize(
    ("name", "top", "fourth"),
    [
        ("ranked-classic", 30 + 90 + 60, 30 + 70 + 40),
        ("ranked-classic-v2", 30 + 90 + 70, 30 + 70 + 40),
        ("world-classic", 90 + 30 + 16, 100),
        ("summer-classic", 120, 100),
        ("base-3", 9 + 3 + 1, 10),
        ("mischief", 9, 7),
        ("southern-sun", 30 + 90 + 87, 30 + 70 + 30),
        ("haight-v1-0", 90 + 44, 70 + 33),
        ("detour09", F(100 * 13, 49), F(100 * 10, 49)),
        ("bangkok", 9 + 3 + F(36, 10), 7 + 3 + F(12, 10)),
        ("opentribute", 34 + 27 + 3, 34 + 21 - 2),
        ("vulcan", 9 + 5 + 29 + F(10, 3), 7 + 5 + 21),
    ],
)
def test_three_at_the_top(name: str, top: int | Fraction, fourth: int | Fraction) -> None:
    assert in_order(name, THREE_AT_THE_TOP, "E F R T") == [top, top, top, fourth]


# what single systems do in special cases


def test_southern_sun_rounds_halves_up() -> None:
    four = Board({"England": 8, "France": 8, "Russia": 8, "Turkey": 8}, eliminated={"Austria": 1903}, final_year=1907)
    board = replace(four, eliminated={"Austria": 1903, "Germany": 1903, "Italy": 1904})
    assert scores("southern-sun", board)["England"] == 30 + 80 + 73


def test_two_survivors_leave_the_third_place_of_c_diplo_to_the_eliminated() -> None:
    board = Board({"England": 17, "Russia": 17})
    assert in_order("cdiplo-100", board, "E A") == [1 + 17 + 26, 1 + F(7, 5)]
    assert in_order("cdiplo-80", board, "E A") == [17 + F(39, 2), F(7, 5)]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((12, 11, 11), [12 + 3 + 6, 11 + 3 + 4, 18]),
        ((12, 10, 10), [12 + 3 + 6 + 4, 10 + 3 + 2, 15]),
        ((12, 9, 9), [12 + 3 + 6 + 4 + 2, 12, 12]),
        ((12, 11, 10), [21, 18, 15]),
        ((11, 11, 10), [18, 18, 17]),
    ],
)
def test_bangkok_pike_near_the_top(counts: tuple[int, int, int], expected: list[int]) -> None:
    gone = {"Austria": 1903, "France": 1904, "Germany": 1905, "Italy": 1906}
    board = Board(dict(zip(("England", "Russia", "Turkey"), counts, strict=True)), eliminated=gone)
    assert in_order("bangkok-pike", board, "E R T") == expected


@pytest.mark.parametrize(
    ("name", "shares", "expected"),
    [
        ("bangkok", (3, 2, 1), [12 + 3 + 6, 11 + 3 + 4, 10 + 3 + 2]),
        ("olympic", (4, F(3, 2), F(1, 2)), [15 + 8, 14 + 3, 13 + 1]),
        ("bangkok-2022", (), [1260 + 420 + 210 + 140 + 420, 1155 + 210 + 140 + 420, 1050 + 140 + 420]),
    ],
)
def test_shares_of_those_near_the_top(name: str, shares: object, expected: list[int]) -> None:
    gone = {"Austria": 1903, "France": 1904, "Germany": 1905, "Italy": 1906}
    board = Board({"England": 12, "Russia": 11, "Turkey": 10}, eliminated=gone, final_year=1910)
    assert in_order(name, board, "E R T") == expected


def test_omg_takes_no_more_than_half() -> None:
    board = Board({"England": 17, "Russia": 5, "Turkey": 5, "Italy": 5, "France": 2})
    # 25.5 + 9 + 4.5, three times 7.5 + 9 + 1.5 for the second place and the third shared by three, 3 + 9
    assert in_order("omg", board, "R T I F") == [9, 9, 9, 6]
    assert scores("omg", board)["England"] == 39 + 3 * 9 + 6


def test_omg_gives_the_third_place_to_the_eliminated_where_two_survive() -> None:
    """1.5 among five; Russia pays half of 1.5 x 14 + 9 + 3, as the lead of 3 is less, and the others half of 0.3."""
    board = Board({"England": 17, "Russia": 14})
    assert in_order("omg", board, "R A T") == [30, F(3, 20), F(3, 20)]
    assert scores("omg", board)["England"] == F(51, 2) + 9 + F(9, 2) + 3 + 5 * F(3, 20)
    level = Board({"England": 17, "Russia": 17})
    assert in_order("omg", level, "E A") == [F(51, 2) + 9 + F(15, 4), F(3, 10)]
    three = Board({"England": 14, "Russia": 10, "Turkey": 10})
    assert in_order("omg", three, "A") == [0]


@pytest.mark.parametrize(("ended", "lasting"), [(1905, 5 * 35), (1906, 210), (1907, 210)])
def test_bangkok_2022_counts_six_years_as_played(ended: int, lasting: int) -> None:
    """A lone leader by more than 2 has all of the three bonuses."""
    gone = {"Austria": 1901, "France": 1904, "Germany": 1905, "Turkey": 1905}
    board = Board({"England": 14, "Russia": 11, "Italy": 9}, "time", eliminated=gone, final_year=ended)
    assert in_order("bangkok-2022", board, "E R A F") == [
        14 * 105 + 210 + lasting + 3 * 420,
        11 * 105 + 210 + lasting,
        35,
        140,
    ]


@pytest.mark.parametrize(("gone", "points"), [(1902, 0), (1905, 0), (1906, 1), (1909, 1)])
@pytest.mark.parametrize("outcome", ["draw-all", "solo", "concession"])
def test_kis_gives_1_to_who_is_eliminated_after_1905(outcome: str, gone: int, points: int) -> None:
    end = {"England": 18 if outcome == "solo" else 17, "Russia": 15, "Turkey": 1}
    members = ("England",) if outcome == "concession" else ()
    years = dict.fromkeys(("Austria", "France", "Germany", "Italy"), gone)
    board = Board(end, outcome, members, years, 1910)
    assert in_order("kis", board, "A F G I") == [points] * 4


def test_a_loser_to_a_solo_has_one_point_or_more_in_kis() -> None:
    gone = {"Austria": 1903, "Germany": 1904, "France": 1906}
    board = replace(SOLO, centres={"England": 18, "Russia": 13, "Turkey": 1, "Italy": 2}, eliminated=gone)
    assert in_order("kis", board, "E R T I F A") == [34, F(13, 2), 1, 1, 1, 0]


def test_shares_of_34_do_not_grow_where_centres_have_no_owner() -> None:
    board = Board({"England": 12, "Russia": 9, "Turkey": 8, "Italy": 2})
    assert in_order("scs-of-34", board, "E I A") == [F(1200, 34), F(200, 34), 0]


def test_dip_2_where_centres_are_unowned_the_two_shares_can_order_boards_otherwise() -> None:
    """12 of 34 owned, and 11 of 28 owned: 35.29 and 39.29 of those owned, 35.29 and 32.35 of all there are."""
    whole, gaps = EXAMPLE, Board({"England": 11, "Russia": 9, "Turkey": 8})
    assert (scores("scs", whole)["England"], scores("scs", gaps)["England"]) == (F(1200, 34), F(1100, 28))
    assert (scores("scs-of-34", whole)["England"], scores("scs-of-34", gaps)["England"]) == (F(1200, 34), F(1100, 34))


@pytest.mark.parametrize(("name", "other"), [("scs", "scs-of-34"), ("scs-of-34", "scs")])
def test_dip_2_survivors_outside_a_draw_score_their_share_and_both_systems_say_so(name: str, other: str) -> None:
    shared = replace(EXAMPLE, outcome="draw", members=("England", "Russia"))
    assert in_order(name, shared, "E R T I A") == [F(1200, 34), F(900, 34), F(800, 34), F(500, 34), 0]
    described = board_system(name).file.description
    assert "survivors outside a draw" in described
    assert f"{other}: " in described


def test_tribute_is_no_more_than_the_survival_points() -> None:
    board = Board({"England": 17, "Russia": 4, "Turkey": 4, "Italy": 3, "France": 3, "Austria": 2, "Germany": 1})
    assert in_order("tribute", board, "R E") == [4, 17 + 66]


def test_tribute_of_a_top_of_six_is_nothing() -> None:
    board = Board({"England": 6, "Russia": 6, "Turkey": 5})
    assert in_order("tribute", board, "E T") == [28, 27]


@pytest.mark.parametrize(
    ("centres", "points"),
    [(1, 21), (3, 21), (4, 30), (7, 30), (8, 42), (10, 42), (11, 70), (13, 70), (14, 105), (17, 105)],
)
def test_your_draw_size_at_the_edges(centres: int, points: int) -> None:
    assert scores("your-draw-size-300", Board({"England": 17, "Italy": centres}))["Italy"] == points
    assert scores("your-draw-size-300", Board({"England": 17}))["Italy"] == 0


@pytest.mark.parametrize(("centres", "points"), [(1, 4), (2, 7), (3, 8), (6, 11)])
def test_bear_con_by_centres(centres: int, points: int) -> None:
    assert scores("bear-con", Board({"England": 12, "Italy": centres}))["Italy"] == points


@pytest.mark.parametrize(
    ("centres", "points"), [(1, 1 + 1 + 4), (2, 1 + 2 + 7), (5, 1 + 5 + 11), (6, 1 + 6 + 12), (7, 1 + 7 + 12)]
)
def test_namur_by_centres(centres: int, points: int) -> None:
    board = Board({"England": 10, "Russia": 9, "France": 8, "Italy": centres})
    assert scores("c-diplo-namur", board)["Italy"] == points


def test_a_draw_of_seven_is_special_in_some() -> None:
    board = Board(dict.fromkeys(POWERS, 4), "draw")
    assert scores("360-dbs", board) == dict.fromkeys(POWERS, 10)
    assert scores("diminishing-value", board) == dict.fromkeys(POWERS, 0)
    assert scores("dc-c", board) == dict.fromkeys(POWERS, F(100, 7))


@pytest.mark.parametrize(("size", "points"), [(2, 150), (3, 80), (4, 45), (5, 24), (6, 10)])
def test_diminishing_value_by_members(size: int, points: int) -> None:
    board = Board(dict.fromkeys(POWERS, 4), "draw", POWERS[:size])
    assert in_order("diminishing-value", board, "A T") == [points, -60]


@pytest.mark.parametrize(("size", "points"), [(2, "170.00"), (3, "130.00"), (4, "106.00"), (5, "88.80"), (6, "75.67")])
def test_dixie_by_members(size: int, points: str) -> None:
    board = Board(dict.fromkeys(POWERS, 4), "draw", POWERS[:size])
    assert decimals(scores("dixie", board)["Austria"] - 16) == points


def test_dixie_places_survivors_outside_the_draw_behind_its_members() -> None:
    board = replace(EXAMPLE, members=("Turkey", "Italy"))
    assert in_order("dixie", board, "T I E R F") == [170 + 32, 170 + 20, 50 + 48, 34 + 36, 20]


def test_maxonian_looks_back_to_break_ties() -> None:
    chart = {
        1906: {"England": 10, "France": 10, "Russia": 6, "Turkey": 8},
        1905: {"England": 9, "France": 8, "Russia": 9, "Turkey": 5, "Germany": 0, "Italy": 0},
    }
    assert in_order("maxonian", replace(TIES, chart=chart), "E F T R G I A") == [7, 6, 5, 4, F(5, 2), F(5, 2), 1]


def test_maxonian_shares_places_where_nothing_is_known() -> None:
    assert in_order("maxonian", Board({"England": 14, "Russia": 12}), "E R A I") == [8, 6, 3, 3]


@pytest.mark.parametrize("name", ["maxonian", "7eleven"])
def test_places_by_history_ask_for_the_years_that_decide_them(name: str) -> None:
    """Whether Germany and France went before Austria or after it nobody knows."""
    with pytest.raises(MistakesFound) as raised:
        scores(name, replace(EXAMPLE, eliminated={"Austria": 1903}))
    assert [one.fields[0][2] for one in raised.value.findings] == ["France", "Germany"]
    one_left = replace(EXAMPLE, eliminated={"Austria": 1903, "Germany": 1904})
    with pytest.raises(MistakesFound, match="The year in which France was eliminated is needed"):
        scores(name, one_left)


def test_places_by_history_need_no_year_that_decides_nothing() -> None:
    """The chart shows that Austria went before France, and nobody else is gone."""
    end = {"England": 10, "Germany": 9, "Italy": 6, "Russia": 5, "Turkey": 4}
    chart = {1902: {"Austria": 1, "France": 4}, 1904: {"France": 2}, 1907: {"England": 9}}
    board = Board(end, "time", final_year=1908, chart=chart)
    assert in_order("maxonian", board, "E G I R T F A") == [7, 6, 5, 4, 3, 2, 1]


# years


@pytest.mark.parametrize("name", ["bangkok", "manorcon", "world-classic", "haight-v1-0", "sydney-league"])
def test_all_years_that_are_missing_are_named(name: str) -> None:
    with pytest.raises(MistakesFound) as raised:
        scores(name, replace(EXAMPLE, eliminated={"Germany": 1904}, final_year=None))
    assert [one.message for one in raised.value.findings] == [
        f"The year in which {power} was eliminated is needed for these scores: they count years, or rank by them. "
        "Give it."
        for power in ("Austria", "France")
    ]


def test_all_years_that_a_rule_adds_up_are_named(tmp_path: Path) -> None:
    path = tmp_path / "lasting.toml"
    path.write_text(
        'id = "lasting"\ntitle = "Lasting"\ndescription = "Years."\n'
        '[draw]\nalive = "sum(board.years)"\neliminated = 0\n[solo]\nwinner = 1\nalive = 0\neliminated = 0\n'
    )
    board = ScorableBoard(replace(EXAMPLE, eliminated={"Germany": 1904}))
    with pytest.raises(MistakesFound) as raised:
        board.scores(read_board_system(path))
    assert [one.fields[0][2] for one in raised.value.findings] == ["Austria", "France"]


def test_years_that_a_board_does_not_need_may_be_missing() -> None:
    assert scores("world-classic", replace(EXAMPLE, final_year=None)) == scores("world-classic", EXAMPLE)
    no_years = replace(EXAMPLE, eliminated={}, final_year=None)
    for name in ("sum-of-squares", "cdiplo-100", "vulcan", "tribute", "carnage-with-dead-equal", "omg"):
        assert scores(name, no_years) == scores(name, EXAMPLE)


def test_a_loser_to_a_solo_needs_the_last_year() -> None:
    with pytest.raises(MistakesFound, match="The last year of the game is needed") as raised:
        scores("world-classic", replace(SOLO, final_year=None))
    assert len(raised.value.findings) == 1
