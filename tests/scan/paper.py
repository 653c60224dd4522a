"""Simulated paper: blank pages written on by hand, and what printers, scanners and telephones make of them.

Everything is drawn from a seed. A page is grey, 255 for white, :data:`SHARP` pixels to the millimetre.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from pens import write

Picture = NDArray[Any]
Points = NDArray[Any]

SHARP = 8.0
"""Pixels to the millimetre of a page before anything is done to it (203 dots to the inch)."""


@dataclass(frozen=True)
class Taken:
    """A picture of a page, and where points of the page have come out in it."""

    picture: Picture
    at: Callable[[Points], Points]
    """From millimetres on the page to pixels of the picture."""


Backward = Callable[[Points], Points]
"""Says for points of a picture which point of the page is seen there, both in millimetres."""


def written_on(
    page: Picture, boxes: Sequence[tuple[float, float, float, float]], kinds: Sequence[str], rng: np.random.Generator
) -> tuple[Picture, list[str]]:
    """Write into boxes: for each its rectangle in millimetres, and what kind of writing; give the numbers, too."""
    drawn = page.copy()
    ink, pencil = int(rng.integers(25, 106)), rng.random() < 0.2
    numbers = [
        write(drawn, box, kind, rng, grey=int(rng.integers(90, 140)) if pencil else ink, sharp=SHARP)
        for box, kind in zip(boxes, kinds, strict=True)
    ]
    return drawn, numbers


# What is done to the paper and by the lens: displacements, each from the picture back to the page.


def turned(degrees: float, middle: Points) -> Backward:
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return lambda at: (at - middle) @ turn.T + middle


def scaled(across: float, down: float) -> Backward:
    return lambda at: at / np.array([across, down])


def shifted(right: float, down: float) -> Backward:
    return lambda at: at - np.array([right, down])


def bent(most: float, size: Points, rng: np.random.Generator) -> Backward:
    """Shift points by up to so many millimetres, smoothly: by a few long waves."""
    waves = rng.uniform(0.4, 1.6, (4, 2)) * 2 * np.pi / size * rng.choice([-1, 1], (4, 2))
    phases, ways = rng.uniform(0, 2 * np.pi, 4), rng.normal(size=(4, 2))
    ways *= most / np.abs(ways).sum(axis=0)

    def back(at: Points) -> Points:
        return np.asarray(at + np.sin(at @ waves.T + phases) @ ways)

    return back


def barrel(share: float, size: Points) -> Backward:
    """Bulge as a wide lens does: corners come nearer to the middle by a share of their distance."""
    middle, corner = size / 2, np.linalg.norm(size / 2)

    def back(at: Points) -> Points:
        away = at - middle
        far = (away**2).sum(axis=1, keepdims=True) / corner**2
        return np.asarray(middle + away * (1 + share * far))

    return back


def seen_askew(share: float, size: Points, rng: np.random.Generator) -> Backward:
    """Look at the paper from a side: its corners come out shifted by up to a share of its size."""
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size
    moved = corners + rng.uniform(-share, share, (4, 2)) * size
    back = cv2.getPerspectiveTransform(moved.astype(np.float32), corners.astype(np.float32))
    return lambda at: cv2.perspectiveTransform(at[None].astype(np.float64), back)[0]


def other_program(edges: Points, sharp: float, rng: np.random.Generator) -> Backward:
    """Print columns a pixel wider or narrower, and all of them 2.5 percent smaller, in the middle of the paper.

    Parameters
    ----------
    edges
        Where columns begin and end, in millimetres from the left.
    """
    pixel = 25.4 / 96
    widths = np.diff(edges) * 0.975 + rng.choice([-pixel, 0, pixel], len(edges) - 1) * 0.95
    after = np.concatenate([[0], np.cumsum(widths)])
    after += (edges[0] + edges[-1] - after[-1]) / 2
    far = 1000.0
    there = np.concatenate([[after[0] - far], after, [after[-1] + far]])
    here = np.concatenate([[edges[0] - far], edges, [edges[-1] + far]])
    return lambda at: np.stack([np.interp(at[:, 0], there, here), at[:, 1]], axis=1)


def take(
    page: Picture,
    backs: Sequence[Backward],
    frame: tuple[float, float, float, float],
    dots: tuple[float, float],
    around: int = 255,
) -> Taken:
    """Take a picture of a page.

    Parameters
    ----------
    backs
        What is done to the points of the picture, one after the other, until they are points of the page.
    frame
        Left, top, width and height of what the picture shows, in millimetres.
    dots
        Pixels to the millimetre across and down.
    around
        How light the table is that the page lies on.
    """
    left, top, wide, high = frame
    columns, rows = round(wide * dots[0]), round(high * dots[1])

    def back(at: Points) -> Points:
        for one in backs:
            at = one(at)
        return at

    # every eighth pixel is followed exactly, those between lie between
    step = 8
    coarse_x, coarse_y = np.arange(0, columns + step, step), np.arange(0, rows + step, step)
    grid = np.stack(np.meshgrid(left + (coarse_x + 0.5) / dots[0], top + (coarse_y + 0.5) / dots[1]), axis=-1)
    seen = back(grid.reshape(-1, 2)).reshape(grid.shape) * SHARP - 0.5
    fine = cv2.resize(seen.astype(np.float32), (len(coarse_x) * step, len(coarse_y) * step))
    half = (step - 1) // 2
    mapped = np.ascontiguousarray(fine)
    # cv2.resize puts a sample in the middle of its eight pixels; ours belong to the first of them
    mapped = cv2.warpAffine(
        fine, np.array([[1, 0, half + 0.5], [0, 1, half + 0.5]]), (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    shrink = SHARP / min(dots)
    source = cv2.GaussianBlur(page, (0, 0), 0.4 * shrink) if shrink > 1.2 else page
    picture = cv2.remap(
        source,
        mapped[:, :, 0].copy(),
        mapped[:, :, 1].copy(),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=around,
    )

    def at(points: Points) -> Points:
        found = points.copy()
        for _ in range(30):
            wrong = points - back(found)
            found = found + wrong
            if np.abs(wrong).max() < 1e-4:
                break
        return np.asarray((found - [left, top]) * np.array(dots) - 0.5)

    return Taken(picture, at)


# What light, ink and machines do to the picture.


def jpeg(picture: Picture, quality: int) -> Picture:
    done = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_GRAYSCALE)
    assert done is not None
    return done


def noisy(picture: Picture, most: float, rng: np.random.Generator) -> Picture:
    noise = rng.normal(0, most, picture.shape).astype(np.float32)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def faded(picture: Picture, black: int, white: int) -> Picture:
    return np.clip(black + picture.astype(np.float32) * (white - black) / 255, 0, 255).astype(np.uint8)


def lit(picture: Picture, rng: np.random.Generator, uneven: float, shadow: float) -> Picture:
    """Light it from one side, and throw the soft shadow of a hand on it."""
    high, wide = picture.shape
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    way = rng.uniform(0, 2 * np.pi)
    along = (np.cos(way) * x / wide + np.sin(way) * y / high).astype(np.float32)
    along = (along - along.min()) / (along.max() - along.min())
    light = 1 - uneven * along
    if shadow:
        way, where = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.7)
        across = np.cos(way) * x / wide + np.sin(way) * y / high
        across = (across - across.min()) / (across.max() - across.min())
        light = light * (1 - shadow / (1 + np.exp(-(across - where) / 0.015)))
    return np.asarray(np.clip(picture * light, 0, 255).astype(np.uint8))


def moved(picture: Picture, pixels: float, rng: np.random.Generator) -> Picture:
    """Blur it as a hand that is not still does, along a line of so many pixels."""
    size = int(pixels) | 1
    if size < 3:
        return picture
    kernel = np.zeros((size, size), np.float32)
    way = rng.uniform(0, np.pi)
    half = size / 2 - 0.5
    reach = np.array([np.cos(way), np.sin(way)]) * half
    start, end = half - reach, half + reach
    cv2.line(kernel, (round(start[0]), round(start[1])), (round(end[0]), round(end[1])), 1.0, 1, cv2.LINE_AA)
    return cv2.filter2D(picture, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE)


def one_bit(picture: Picture, level: int) -> Picture:
    return np.where(picture > level, 255, 0).astype(np.uint8)


def holed(page: Picture, size: Points) -> Picture:
    """Punch two holes at its left, which a scanner sees black."""
    drawn = page.copy()
    for y in (size[1] / 2 - 40, size[1] / 2 + 40):
        cv2.circle(drawn, (round(12 * SHARP), round(y * SHARP)), round(3 * SHARP), 20, -1, cv2.LINE_AA)
    return drawn


def stained(page: Picture, size: Points, rng: np.random.Generator) -> Picture:
    """Put a cup on it, and spill a little."""
    drawn = page.astype(np.float32)
    shade = np.ones_like(drawn)
    for _ in range(3):
        at = (rng.uniform(0.1, 0.9, 2) * size * SHARP).astype(int)
        radius = int(rng.uniform(8, 35) * SHARP)
        if rng.random() < 0.5:
            cv2.circle(shade, at.tolist(), radius, float(rng.uniform(0.75, 0.9)), int(rng.uniform(1, 3) * SHARP))
        else:
            cv2.ellipse(shade, at.tolist(), (radius, radius // 2), 30, 0, 360, float(rng.uniform(0.8, 0.92)), -1)
    soft = cv2.GaussianBlur(shade, (0, 0), 1.0 * SHARP)
    return np.asarray(np.clip(drawn * soft, 0, 255).astype(np.uint8))
