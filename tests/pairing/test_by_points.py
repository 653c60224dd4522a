"""A plain Swiss draw from a mapping of points: byes, rematches, walk-ins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest

from sheetscore.pairing.by_points import PointsSoFar, change_draw_by_points, draw_by_points
from sheetscore.pairing.draw import Draw, two
from sheetscore.pairing.walk_ins import Coming

IDS = "ABCDEFGH"


def so_far(
    points: Mapping[str, int], met: Sequence[tuple[str, str]] = (), had_bye: Sequence[str] = (), seed: int = 1
) -> PointsSoFar:
    names = {one: f"Name {one}" for one in IDS}
    return PointsSoFar(points=points, names=names, seats=("1", "2"), met=met, had_bye=had_bye, seed=seed)


def pairs(draw: Draw) -> list[str]:
    return ["".join(sorted(table.seated.values())) for table in draw.tables]


def test_those_with_equal_points_meet_from_the_top() -> None:
    drawn = draw_by_points(2, so_far({"A": 0, "B": 2, "C": 0, "D": 2, "E": 1, "F": 1}))
    assert pairs(drawn) == ["BD", "EF", "AC"]
    assert (drawn.byes, drawn.report, [*drawn.tables[0].seats]) == ((), (), ["1", "2"])


def test_nobody_meets_again_while_there_is_another_way() -> None:
    drawn = draw_by_points(2, so_far({"A": 2, "B": 2, "C": 0, "D": 0}, met=[("B", "A")]))
    assert {"AB", "CD"}.isdisjoint(pairs(drawn))
    assert len(drawn.report) == 2
    everybody = [*combinations("ABCD", 2)]
    again = draw_by_points(4, so_far(dict.fromkeys("ABCD", 1), met=[*everybody, ("A", "B"), ("A", "C")]))
    assert sorted(pairs(again)) == ["AD", "BC"]
    assert [line for line in again.report if "meet again (before: 1)" in line] == list(again.report)


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    points = {"A": 2, "B": 1, "C": 1, "D": 0, "E": 0}
    assert draw_by_points(2, so_far(points, had_bye=["D"])).byes == ("E",)
    third = draw_by_points(3, so_far(points, had_bye=["D", "E"]))
    assert third.byes[0] in {"B", "C"}
    assert f"Name {third.byes[0]} ({third.byes[0]}) has the bye." in third.report
    sixth = draw_by_points(6, so_far(points, had_bye=list("ABCDE")))
    assert "and had 1 before: everybody else had as many" in sixth.report[-1]
    met = [("B", "C"), ("A", "C")]
    third = draw_by_points(3, so_far({"A": 0, "B": 0, "C": 0}, met, ["C"]))
    assert third.byes == ("C",)
    assert third.report[-1].endswith("and had 1 before: with any other bye more would meet again.")
    assert draw_by_points(1, so_far({"A": 0})).byes == ("A",)


@pytest.mark.parametrize("size", [7, 8])
def test_as_many_rounds_as_there_are_opponents_have_no_rematch(size: int) -> None:
    points, met, byes = dict.fromkeys(IDS[:size], 0), list[tuple[str, str]](), list[str]()
    for number in range(1, 5):
        drawn = draw_by_points(number, so_far(points, met, byes))
        assert len(drawn.tables) == size // 2
        for table in drawn.tables:
            met.append((table.seats["1"] or "", table.seats["2"] or ""))
            points[met[-1][0]] += 1
        byes += drawn.byes
    assert len({two(*pair) for pair in met}) == len(met)
    assert len(set(byes)) == len(byes)


def test_lots_follow_from_the_seed() -> None:
    points = dict.fromkeys(IDS, 0)
    drawn = {seed: pairs(draw_by_points(1, so_far(points, seed=seed))) for seed in range(5)}
    assert len({tuple(sorted(one)) for one in drawn.values()}) > 1
    turned = dict(reversed(points.items()))
    assert drawn[3] == pairs(draw_by_points(1, so_far(turned, seed=3)))


def test_who_comes_late_meets_the_bye_then_another_one_who_comes() -> None:
    known = so_far({"A": 1, "B": 1, "C": 0})
    drawn = draw_by_points(2, known)
    late = change_draw_by_points(drawn, known, Coming(added=("D",)))
    assert (pairs(late), late.byes) == (["AB", "CD"], ())
    two_more = change_draw_by_points(late, known, Coming(added=("E", "F")))
    assert pairs(two_more) == ["AB", "CD", "EF"]
    alone = change_draw_by_points(late, known, Coming(added=("E",)))
    assert alone.byes == ("E",)


def test_who_is_left_alone_meets_one_of_the_bye_or_has_it() -> None:
    known = so_far({"A": 1, "B": 1, "C": 0})
    drawn = draw_by_points(2, known)
    assert pairs(change_draw_by_points(drawn, known, Coming(dropped=("A",)))) == ["BC"]
    even = so_far({"A": 1, "B": 1, "C": 0, "D": 0})
    left = change_draw_by_points(draw_by_points(2, even), even, Coming(dropped=("A",)))
    assert (pairs(left), left.byes) == (["CD"], ("B",))
