"""Numbers that are proposed from handwriting: strokes of the tests' own, none of which the nets have learned from."""

from __future__ import annotations

import cv2
import numpy as np
import pens
import pytest

from sheetscore.scan.digits import read_number

BOX = (2.0, 2.0, 20.0, 10.0)
"""Left, top, width and height of a box in millimetres."""
PIXELS = 8
"""To a millimetre: 200 to the inch."""


def written(kind: str, seed: int) -> tuple[str, np.ndarray[tuple[int, int], np.dtype[np.bool_]]]:
    """Return the number that a box was written with, and its ink."""
    page = np.full((14 * PIXELS, 24 * PIXELS), 255, np.uint8)
    luck = np.random.default_rng(seed)
    number = pens.write(page, BOX, kind, luck, 40, PIXELS)
    return number, page < 150


def test_a_third_of_the_numbers_is_proposed_and_next_to_none_is_wrong() -> None:
    seen = [written("digits", seed) for seed in range(300)]
    read = [(number, read_number(ink)) for number, ink in seen]
    proposed = [(number, got) for number, got in read if got]
    assert len(proposed) / len(read) >= 0.35
    assert [pair for pair in proposed if pair[0] != pair[1]] == []


@pytest.mark.parametrize("kind", ["dash", "tick", "word"])
def test_what_is_no_number_is_not_proposed(kind: str) -> None:
    assert {read_number(written(kind, seed)[1]) for seed in range(60)} == {""}


def test_of_numbers_with_a_line_through_them_next_to_none_is_proposed() -> None:
    proposed = 0
    for seed in range(100):
        ink = written("digits", seed)[1].astype(np.uint8)
        rows, columns = np.nonzero(ink)
        left, right, middle = int(columns.min()) - 6, int(columns.max()) + 6, int(rows.mean())
        cv2.line(ink, (left, middle + seed % 7 - 3), (right, middle - seed % 5 + 2), 1, 3)
        proposed += read_number(ink > 0) != ""
    assert proposed <= 4


def test_an_empty_box_and_specks_are_nothing() -> None:
    empty = np.zeros((80, 160), bool)
    assert read_number(empty) == ""
    specks = empty.astype(np.uint8)
    for at in ((20, 30), (60, 50), (120, 20)):
        cv2.circle(specks, at, 2, 1, -1)
    assert read_number(specks > 0) == ""
