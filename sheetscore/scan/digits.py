"""Whole numbers read from handwriting, where that is sure: a proposal for whoever looks, never an entry.

A box is cut into signs, each sign is brought to one size and one thickness of its strokes, and small nets say which
digit it is. Where they are not sure of every sign, or a sign is none of the ten, nothing is proposed.

The nets were trained by `tests/scan/train_digits.py` from the "Optical Recognition of Handwritten Digits" of
E. Alpaydin and C. Kaynak (UCI Machine Learning Repository, 1998, CC BY 4.0) and from strokes that are no digits.
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
"""A sign of SIDE x SIDE cells, each the part of it that is ink, 0 to 1."""

SIDE = 14
"""Cells of a glyph across and down."""

_THICKNESS = 0.15
"""What strokes are brought to, in heights of the sign: those of the digits that were learned from."""

_SURE = 0.995
"""So much of the probability has the digit that is read, by the mean of all nets."""

MOST_DIGITS = 3

_SPECK, _OVER = 0.12, 0.4
"""Strokes shorter than this part of the longest are specks; those that overlap by this part of the narrower one's width
are one sign.
"""

NO_DIGIT = 10
"""The class of what is no digit."""


class _Net(NamedTuple):
    """A net of two hidden layers: its weights and biases, in order."""

    layers: tuple[tuple[Glyph, Glyph], ...]

    def probabilities(self, glyphs: Glyph) -> Glyph:
        """Return what each glyph (a line each) is, 0 to 1: the ten digits, and no digit."""
        values = glyphs
        for weights, biases in self.layers[:-1]:
            values = np.maximum(values @ weights + biases, 0)
        weights, biases = self.layers[-1]
        values = values @ weights + biases
        grown = np.exp(values - values.max(axis=1, keepdims=True))
        return np.asarray(grown / grown.sum(axis=1, keepdims=True), dtype=np.float32)


def read_number(ink: Ink) -> str:
    """Return the whole number that is written, at most 999; "" where that is not sure.

    Parameters
    ----------
    ink
        What was written into a box, without printed lines; at least about 6 pixels a millimetre.
    """
    signs = signs_of(ink)
    if not signs or len(signs) > MOST_DIGITS or any(_is_no_digit(sign, signs) for sign in signs):
        return ""
    glyphs = np.stack([glyph_of(sign).ravel() for sign in signs])
    each = np.stack([net.probabilities(glyphs) for net in _nets()])
    read = each.mean(axis=0)
    digits = read.argmax(axis=1)
    agree = bool((each.argmax(axis=2) == digits).all())
    if not agree or NO_DIGIT in digits or read.max(axis=1).min() < _SURE:
        return ""
    number = "".join(map(str, digits))
    return "" if len(number) > 1 and number[0] == "0" else number


def signs_of(ink: Ink) -> list[Ink]:
    """Cut what is written into signs, from left to right: strokes above each other are one sign, specks are none."""
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
    """Return what is written without the blank around it; there must be some ink."""
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _is_no_digit(sign: Ink, signs: list[Ink]) -> bool:
    """Whether a sign is too wide, or too low beside the others, to be a digit: dashes, points, two that touch."""
    height, width = sign.shape
    highest = max(other.shape[0] for other in signs)
    return bool(width > 1.15 * height or height < 0.6 * highest)


def glyph_of(sign: Ink) -> Glyph:
    """Bring a sign to one height, one thickness of its strokes and a grid of cells, in the middle of its width."""
    height = 4 * SIDE
    scaled = _resized(sign.astype(np.float32), height, max(1, round(sign.shape[1] * height / sign.shape[0]))) > 0.4
    thick = _thickened(np.pad(scaled, height // 8), round(_THICKNESS * height))
    inner = trimmed(thick)
    side = max(inner.shape)
    canvas = np.zeros((side, side), dtype=np.float32)
    top, left = (side - inner.shape[0]) // 2, (side - inner.shape[1]) // 2
    canvas[top : top + inner.shape[0], left : left + inner.shape[1]] = inner
    return _resized(canvas, SIDE, SIDE)


def _thickened(ink: Ink, target: int) -> Ink:
    """Make strokes about so many pixels thick: a pencil's are thinner than those that were learned from."""
    for _ in range(target):
        edge = ink & ~_eroded(ink)
        thickness = 2 * ink.sum() / max(1, edge.sum())
        if thickness >= target:
            break
        ink = ~_eroded(~ink)
    return ink


def _eroded(ink: Ink) -> Ink:
    """Take away every pixel that has a blank one beside it."""
    there = np.pad(ink, 1, mode="edge")
    return ink & there[:-2, 1:-1] & there[2:, 1:-1] & there[1:-1, :-2] & there[1:-1, 2:]


def _resized(picture: Glyph, height: int, width: int) -> Glyph:
    """Return a picture in another size, each pixel the mean of what it covers."""
    means = _means(height, picture.shape[0]) @ picture @ _means(width, picture.shape[1]).T
    return np.asarray(means, dtype=np.float32)


@cache
def _means(new: int, old: int) -> Glyph:
    """Return the matrix that makes `new` means of `old` numbers, each over what it covers."""
    edges = np.linspace(0, old, new + 1)
    at = np.arange(old)
    covered = np.clip(np.minimum(edges[1:, None], at + 1) - np.maximum(edges[:-1, None], at), 0, None)
    return np.asarray(covered / covered.sum(axis=1, keepdims=True), dtype=np.float32)


@cache
def _nets() -> tuple[_Net, ...]:
    """Read the trained nets: of each the weights and biases of its layers, as `net.layer.weights`."""
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
