"""The sides on which the numbers of flight paths stand on a chart."""

from __future__ import annotations

from sheetscore.systems.airforce.path_labels import label_sides, labels_of
from sheetscore.tables.sheet import Window

MAP = Window(-10, 10, -10, 10)


def test_a_path_alone_has_its_numbers_at_the_right() -> None:
    assert label_sides([[((0, 0), "start"), ((0, 5), "1")]], MAP) == ["right"]


def test_numbers_of_a_path_close_to_the_right_of_another_do_not_stand_on_it() -> None:
    """Two go north side by side, a hex from each other: “start” is wider than that."""
    paths = [[((x, y), str(y) if y else "start") for y in range(0, 9, 2)] for x in (0.0, 1.0)]
    assert label_sides(paths, MAP) == ["left", "right"]


def test_numbers_of_two_paths_through_the_same_points_stand_on_different_sides() -> None:
    path = [((0.0, 0.0), "3"), ((0.0, 5.0), "4")]
    assert {*label_sides([path, path], MAP)} == {"left", "right"}


def test_turns_at_whose_end_an_aircraft_is_in_the_same_hex_share_a_label() -> None:
    assert labels_of(["a", "b", "b", "c", "a"]) == ("start, 4", "1, 2", "", "3", "")
