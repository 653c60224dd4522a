"""Read whole numbers from handwriting if the reading is certain: proposals for the person who types, never entries.

The ink of a box is cut into characters, each is scaled to the same size and stroke thickness, and small neural nets
classify it as a digit or as no digit. If they are unsure of a character, or one is no digit, nothing is proposed.

`tests/scan/train_digits.py` trains the nets from the "Optical Recognition of Handwritten Digits" of E. Alpaydin and
C. Kaynak (UCI Machine Learning Repository, 1998, CC BY 4.0) and from strokes that are no digits.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ink = NDArray[np.bool_]
"""True where there is ink, of any size."""
Glyph = NDArray[np.float32]
"""A character as SIDE x SIDE cells; each holds the share of the cell that is ink, 0 to 1."""

SIDE = 14
"""The cells of a glyph across, and down."""

_THICKNESS = 0.15
"""The thickness of strokes in a glyph, as a share of the height of the character, as in the training data."""

_SURE = 0.995
"""The least probability of a digit, as the mean over all nets, for it to be read."""

MOST_DIGITS = 3
"""The most digits of a number that is read."""

_SPECK, _OVER = 0.12, 0.4
"""Strokes shorter than this share of the longest are specks. Two strokes that overlap across by more than this share of
the narrower one's width are one character."""

NO_DIGIT = 10
"""The class of a character that is no digit."""


class _Net(NamedTuple):
    """A neural net of two hidden layers: weights and biases of its layers, in order."""

    layers: tuple[tuple[Glyph, Glyph], ...]

    def probabilities(self, glyphs: Glyph) -> Glyph:
        """Return a row per glyph: the probabilities of the ten digits, and of no digit."""
        values = glyphs
        for weights, biases in self.layers[:-1]:
            values = np.maximum(values @ weights + biases, 0)
        weights, biases = self.layers[-1]
        values = values @ weights + biases
        exponentials = np.exp(values - values.max(axis=1, keepdims=True))
        return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True), dtype=np.float32)


def read_number(ink: Ink) -> str:
    """Return the whole number that is written, at most 999; "" if the reading is not certain.

    Parameters
    ----------
    ink
        The ink in a box without its printed lines, at 6 pixels per millimetre or more.
    """
    found = characters_of(ink)
    if not found or len(found) > MOST_DIGITS or any(_is_no_digit(one, found) for one in found):
        return ""
    glyphs = np.stack([glyph_of(one).ravel() for one in found])
    each = np.stack([net.probabilities(glyphs) for net in _nets()])
    read = each.mean(axis=0)
    digits = read.argmax(axis=1)
    agree = bool((each.argmax(axis=2) == digits).all())
    if not agree or NO_DIGIT in digits or read.max(axis=1).min() < _SURE:
        return ""
    number = "".join(map(str, digits))
    return "" if len(number) > 1 and number[0] == "0" else number


def characters_of(ink: Ink) -> list[Ink]:
    """Cut ink into characters, from left to right. Strokes above each other form one; specks are dropped."""
    import cv2  # noqa: PLC0415 - only where scans are read

    count, labels, boxes, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    if count < 2:
        return []
    highest = max(boxes[1:, cv2.CC_STAT_HEIGHT].max(), boxes[1:, cv2.CC_STAT_WIDTH].max())
    strokes = sorted(
        (int(left), int(left + width), label)
        for label, (left, _, width, height, area) in enumerate(boxes)
        if label and max(width, height) > _SPECK * highest and area > 2
    )
    groups: list[tuple[int, int, list[int]]] = []
    for left, right, label in strokes:
        if groups:
            first, last, labels_there = groups[-1]
            if min(right, last) - left > _OVER * min(right - left, last - first):
                groups[-1] = (first, max(right, last), [*labels_there, label])
                continue
        groups.append((left, right, [label]))
    return [trimmed(np.isin(labels, one)) for *_, one in groups]


def trimmed(ink: Ink) -> Ink:
    """Return the smallest part of the array with all its ink; there must be some."""
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _is_no_digit(ink: Ink, number: list[Ink]) -> bool:
    """Return whether a character of a number is too wide, or too low beside the others, for a digit, as a dash is."""
    height, width = ink.shape
    highest = max(other.shape[0] for other in number)
    return bool(width > 1.15 * height or height < 0.6 * highest)


def glyph_of(ink: Ink) -> Glyph:
    """Return a character as a glyph: scaled to a fixed height and stroke thickness, centred in a square of cells."""
    height = 4 * SIDE
    scaled = _resized(ink.astype(np.float32), height, max(1, round(ink.shape[1] * height / ink.shape[0]))) > 0.4
    thick = _thickened(np.pad(scaled, height // 8), round(_THICKNESS * height))
    inner = trimmed(thick)
    side = max(inner.shape)
    canvas = np.zeros((side, side), dtype=np.float32)
    top, left = (side - inner.shape[0]) // 2, (side - inner.shape[1]) // 2
    canvas[top : top + inner.shape[0], left : left + inner.shape[1]] = inner
    return _resized(canvas, SIDE, SIDE)


def _thickened(ink: Ink, target: int) -> Ink:
    """Thicken strokes to about ``target`` pixels: strokes of a pencil are thinner than strokes in the training data."""
    for _ in range(target):
        edge = ink & ~_eroded(ink)
        thickness = 2 * ink.sum() / max(1, edge.sum())
        if thickness >= target:
            break
        ink = ~_eroded(~ink)
    return ink


def _eroded(ink: Ink) -> Ink:
    """Return the ink without the pixels that have a blank one above, below, left or right."""
    padded = np.pad(ink, 1, mode="edge")
    return ink & padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]


def _resized(picture: Glyph, height: int, width: int) -> Glyph:
    """Return a picture in another size; each new pixel is the mean of the area that it covers."""
    means = _means(height, picture.shape[0]) @ picture @ _means(width, picture.shape[1]).T
    return np.asarray(means, dtype=np.float32)


@cache
def _means(new: int, old: int) -> Glyph:
    """Return the matrix that turns ``old`` numbers into ``new`` means, each over an equal part of them."""
    edges = np.linspace(0, old, new + 1)
    at = np.arange(old)
    covered = np.clip(np.minimum(edges[1:, None], at + 1) - np.maximum(edges[:-1, None], at), 0, None)
    return np.asarray(covered / covered.sum(axis=1, keepdims=True), dtype=np.float32)


@cache
def _nets() -> tuple[_Net, ...]:
    """Read the trained nets. An array is named ``net.layer.w`` (weights) or ``net.layer.b`` (biases)."""
    with (files("sheetscore.scan") / "digits.npz").open("rb") as file, np.load(file) as stored:
        names = sorted(stored.files)
        nets = sorted({name.split(".")[0] for name in names})
        return tuple(
            _Net(
                tuple(
                    (stored[f"{net}.{layer}.w"].astype(np.float32), stored[f"{net}.{layer}.b"].astype(np.float32))
                    for layer in sorted({name.split(".")[1] for name in names if name.startswith(f"{net}.")})
                )
            )
            for net in nets
        )
