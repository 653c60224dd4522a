"""Handwriting, from strokes of our own: digits, dashes, ticks, crosses, struck-out numbers, scribbled words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[Any]
Points = NDArray[Any]

_DIGITS: dict[str, Sequence[Sequence[tuple[float, float]]]] = {
    "0": [[(0.55, 0), (0.1, 0.3), (0.1, 0.75), (0.45, 1), (0.85, 0.7), (0.85, 0.25), (0.5, 0)]],
    "1": [[(0.25, 0.25), (0.55, 0), (0.5, 1)]],
    "2": [[(0.1, 0.25), (0.45, 0), (0.85, 0.25), (0.5, 0.65), (0.1, 1), (0.9, 0.98)]],
    "3": [[(0.1, 0.1), (0.55, 0), (0.8, 0.22), (0.4, 0.45), (0.85, 0.72), (0.5, 1), (0.1, 0.9)]],
    "4": [[(0.6, 0), (0.1, 0.62), (0.9, 0.6)], [(0.65, 0.35), (0.6, 1)]],
    "5": [[(0.25, 0), (0.2, 0.42), (0.65, 0.4), (0.85, 0.72), (0.5, 1), (0.1, 0.92)], [(0.25, 0.02), (0.85, 0)]],
    "6": [[(0.7, 0), (0.25, 0.4), (0.15, 0.8), (0.5, 1), (0.8, 0.75), (0.5, 0.55), (0.18, 0.75)]],
    "7": [[(0.1, 0.05), (0.9, 0), (0.4, 1)], [(0.3, 0.5), (0.75, 0.48)]],
    "8": [[(0.75, 0.12), (0.4, 0), (0.2, 0.25), (0.8, 0.7), (0.5, 1), (0.15, 0.75), (0.75, 0.3), (0.72, 0.1)]],
    "9": [[(0.8, 0.25), (0.45, 0), (0.15, 0.3), (0.5, 0.5), (0.82, 0.2), (0.75, 0.6), (0.6, 1)]],
}

_FACES = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX)

KINDS = ("digits", "digits", "digits", "digits", "dash", "tick", "struck", "word", "typeface")
"""What boxes are written with, as often as it is named."""


def write(
    page: Picture, box: tuple[float, float, float, float], kind: str, rng: np.random.Generator, grey: int, sharp: float
) -> str:
    """Write into a box: left, top, width, height in mm, ``sharp`` pixels to each; return the number, if it is one."""
    left, top, wide, high = box
    tall = min(high * rng.uniform(0.5, 0.75), 7.0)
    number = str(rng.integers(0, 10 if rng.random() < 0.6 else 1000))
    strokes = _strokes(kind, number, tall, rng)
    points = np.concatenate(strokes)
    reach = points.max(axis=0) - points.min(axis=0)
    fit = min(1.0, (wide - 1.2) / max(reach[0], 0.1), (high - 1.0) / max(reach[1], 0.1))
    free = np.maximum(np.array([wide, high]) - 1.0 - reach * fit, 0)
    corner = np.array([left, top]) + 0.5 + free * np.clip(rng.normal(0.4, 0.15, 2), 0, 1)
    thick = rng.uniform(0.3, 0.65) * sharp
    layer = np.full_like(page, 255)
    for stroke in strokes:
        at = ((stroke - points.min(axis=0)) * fit + corner) * sharp
        cv2.polylines(layer, [np.round(at * 16).astype(np.int32)], False, grey, max(1, round(thick)), cv2.LINE_AA, 4)
    np.minimum(page, layer, out=page)
    return number if kind == "digits" else ""


def _strokes(kind: str, number: str, tall: float, rng: np.random.Generator) -> list[Points]:
    if kind == "dash":
        return [_shaky([(0, 0), (1, rng.normal(0, 0.08))], rng.uniform(2.5, 6), rng)]
    if kind == "tick":
        return [_shaky([(0, 0.55), (0.3, 1), (1, 0)], tall, rng)]
    if kind == "word":
        return _scribble(tall, rng)
    digits = _typeface(number, tall, rng) if kind == "typeface" else _number(number, tall, rng)
    if kind == "struck":
        wide = max(np.concatenate(digits)[:, 0].max(), 2)
        line = _shaky([(-0.1, 0.5), (1.1, 0.4)], wide, rng) * [1, 0.2] + [0, tall * 0.45]
        again = [stroke * 0.8 + [wide * 1.2 + 0.8, 0] for stroke in _number(str(rng.integers(0, 100)), tall, rng)]
        return [*digits, line, *again]
    return digits


def _number(number: str, tall: float, rng: np.random.Generator) -> list[Points]:
    slant, wide = rng.normal(0.12, 0.12), tall * rng.uniform(0.45, 0.65)
    strokes, left = [], 0.0
    for digit in number:
        for stroke in _DIGITS[digit]:
            curve = _shaky(stroke, 1.0, rng)
            strokes.append(np.stack([left + curve[:, 0] * wide + slant * (1 - curve[:, 1]) * tall,
                                     curve[:, 1] * tall], axis=1))  # fmt: skip
        left += wide * rng.uniform(1.05, 1.35)
    return strokes


def _typeface(number: str, tall: float, rng: np.random.Generator) -> list[Points]:
    """Take the outlines of another face's digits."""
    canvas = np.zeros((120, 80 * len(number) + 40), np.uint8)
    cv2.putText(canvas, number, (10, 90), _FACES[rng.integers(len(_FACES))], 3, 255, 2, cv2.LINE_AA)
    outlines, _ = cv2.findContours((canvas > 100).astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    return [outline[:, 0].astype(np.float64) * tall / 75 for outline in outlines if len(outline) > 8]


def _scribble(tall: float, rng: np.random.Generator) -> list[Points]:
    count = int(rng.integers(8, 40))
    x = np.cumsum(rng.uniform(0.1, 0.35, count)) * tall * 0.5
    y = tall * (0.6 + 0.35 * np.where(np.arange(count) % 2, 1, -1) * rng.uniform(0.2, 1, count))
    return [_smooth(np.stack([x, y], axis=1))]


def _shaky(stroke: Sequence[tuple[float, float]], size: float, rng: np.random.Generator) -> Points:
    points = np.array(stroke, np.float64)
    return _smooth(points + rng.normal(0, 0.035, points.shape)) * size


def _smooth(points: Points) -> Points:
    """Draw a curve through points (Catmull and Rom's)."""
    if len(points) < 3:
        return np.linspace(points[0], points[-1], 12)
    ends = np.concatenate([points[:1], points, points[-1:]])
    t = np.linspace(0, 1, 9)[:, None]
    pieces = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False)
    ]
    return np.concatenate(pieces)
