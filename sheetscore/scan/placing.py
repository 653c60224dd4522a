"""Find where each point of a printed page is in a picture: from the QR codes outwards, by crossings of ruled lines.

The codes roughly show how the paper lies near them, and so where nearby crossings of the printed lines should be.
Crossings found there predict where the next ones should be, out to the edges, however the paper is turned, tilted or
bent. A homography and a smooth correction are fitted to all crossings, so that a few mistaken ones do no harm. With too
few crossings, or crossings that contradict each other, the page is not placed.

Printed paper is measured in hundredths of a millimetre, places on it here are in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from sheetscore.scan.boxes import UNITS_PER_MM
from sheetscore.scan.codes import Grey, Points, SeenCode
from sheetscore.sheets.printed import PrintedCode, PrintedPaper

Numbers = NDArray[Any]

Slopes = tuple[NDArray[Any], NDArray[Any]]
"""The gradients of a picture, across and down."""

_FINE = 6.0
"""Pixels per millimetre at which crossings are compared with the printed ones."""

_DOTS = 7.0
"""Pixels per millimetre to which a much finer picture is reduced."""

_HALF = 3.5
"""Half the side, in millimetres, of the square around a crossing that is compared."""

_MOST = 0.8
"""If a smaller share of a page's crossings is found, the search is repeated from each code alone."""

_ALONG = 9.0
"""Millimetres between the points of a line that are looked for where it has no crossings."""

_SOFT = 0.15
"""Millimetres by which picture and printed page are blurred before they are compared."""

_APART = 3.0
"""The least distance, in millimetres, between crossings that are looked for."""

_AT_ONCE = 24
"""How many crossings, those nearest to known points, are looked for before the prediction is updated."""

_ALIKE = 0.5
"""The least correlation between a crossing in the picture and the printed one; 1 is equal."""

_STEP = 5.0
"""Millimetres between the grid points of a `Placement`."""


class Placement(Struct, frozen=True, dict=True):
    """How a sheet of paper lies in a picture."""

    field: NDArray[Any]
    """The points of the picture for grid points of the paper, `_STEP` mm apart from its upper left corner."""
    found: int
    """How many crossings were found."""
    share: float
    """The share of the paper's crossings that were found."""
    strays: float
    """The median error of the points found against the fitted place, in millimetres."""

    def in_picture(self, points: Points) -> Points:
        """Return the points of the picture, in pixels, for points of the paper, in millimetres."""
        at = np.clip(points / _STEP, 0, np.array(self.field.shape[1::-1]) - 1.001)
        (column, row), part = at.astype(int).T, at % 1
        across, down = part[:, :1], part[:, 1:]
        above = self.field[row, column] * (1 - across) + self.field[row, column + 1] * across
        below = self.field[row + 1, column] * (1 - across) + self.field[row + 1, column + 1] * across
        return np.asarray(above * (1 - down) + below * down, np.float64)

    def straightened(self, picture: Grey, size: tuple[int, int], sharp: float) -> Grey:
        """Return the picture of the paper, straightened.

        Parameters
        ----------
        size
            Width and height of the result, in pixels.
        sharp
            Pixels per millimetre of the result, a whole number.
        """
        wide, high = size
        step = round(_STEP * sharp)
        # remap with interpolated floats: fixed-point warping has only 32 steps between two grid points
        at = cv2.resize(self.field, (self.field.shape[1] * step, self.field.shape[0] * step))
        across, down = cv2.split(at[step // 2 : step // 2 + high, step // 2 : step // 2 + wide])
        return cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=255)


class _Known(Struct):
    """Points of the paper, in millimetres, that were found in the picture, in pixels."""

    paper: Points
    picture: Points

    @property
    def overall(self) -> Numbers:
        """The 2x2 matrix that best fits all points: ``paper @ overall`` is the picture, up to a shift."""
        sides = np.column_stack([self.paper, np.ones(len(self.paper))])
        solved, *_ = np.linalg.lstsq(sides, self.picture, rcond=None)
        turn: Numbers = solved[:2]
        return turn

    def affine_at(self, points: Points, nearest: int = 14) -> tuple[Numbers, Points, Numbers]:
        """Fit an affine map at each given point of the paper to the known points nearest to it.

        Returns
        -------
        tuple
            For each point the 2x2 matrix of turn and scale, the predicted point of the picture, and the distance to the
            nearest known point in millimetres.
        """
        away = np.linalg.norm(points[:, None] - self.paper[None], axis=2)
        order = np.argsort(away, axis=1)[:, :nearest]
        far = np.take_along_axis(away, order, axis=1)
        weights = 1 / (far**2 + 8.0**2)
        overall = self.overall
        # where the paper is bent, near points correct the overall fit; the small ridge keeps points in a line harmless
        offsets, residuals = self.paper[order] - points[:, None], (self.picture - self.paper @ overall)[order]
        sides = np.concatenate([offsets, np.ones((*offsets.shape[:2], 1))], axis=2)
        left = np.einsum("nki,nk,nkj->nij", sides, weights, sides)
        left[:, :2, :2] += 0.02 * np.eye(2)
        right = np.einsum("nki,nk,nkj->nij", sides, weights, residuals)
        solved = np.linalg.solve(left, right)
        return (overall + solved[:, :2]).transpose(0, 2, 1), points @ overall + solved[:, 2], far[:, 0]


class BlankPaper(Struct, frozen=True, dict=True):
    """The lines and tints of a printed sheet of paper, prepared to be found in a picture."""

    printed: PrintedPaper

    @cached_property
    def slopes(self) -> Slopes:
        """The gradients of the printed page, across and down, at :data:`_FINE` pixels per millimetre."""
        return _slopes(drawing_of(self.printed, _FINE).astype(np.float32))

    @cached_property
    def crossings(self) -> Points:
        """The points where ruled lines cross or meet, in millimetres, at least `_APART` from each other."""
        lines = (
            np.array([(one.left, one.top, one.right, one.bottom) for one in self.printed.lines], np.float64)
            / UNITS_PER_MM
        )
        across, down = lines[lines[:, 1] == lines[:, 3]], lines[lines[:, 0] == lines[:, 2]]
        near = 0.3
        found = [
            (x, y)
            for left, y, right, _ in across
            for x, top, _, bottom in down
            if left - near <= x <= right + near and top - near <= y <= bottom + near
        ]
        return _apart(np.array(sorted(set(found)), np.float64).reshape(-1, 2))

    @cached_property
    def along(self) -> list[tuple[Points, int]]:
        """Points on ruled lines between crossings, in millimetres: first of horizontal lines, then of vertical ones.

        A point on a line fixes only the position perpendicular to it: along axis 1 (down) for horizontal lines, along
        axis 0 (across) for vertical ones. The axis is returned with the points.
        """
        found: list[Points] = []
        taken = self.crossings
        for side in (1, 0):
            lines = [one for one in self.printed.lines if (one.top == one.bottom) == bool(side)]
            new: list[Numbers] = []
            for one in lines:
                ends = np.array([(one.left, one.top), (one.right, one.bottom)], np.float64) / UNITS_PER_MM
                count = int(np.linalg.norm(ends[1] - ends[0]) / _ALONG)
                spots = ends[0] + (ends[1] - ends[0]) * np.arange(1, count)[:, None] / max(count, 1)
                new.extend(
                    spot for spot in spots if np.linalg.norm(taken - spot, axis=1).min(initial=99) > _ALONG * 0.6
                )
            found.append(_apart(np.array(new, np.float64).reshape(-1, 2)))
        return [(found[0], 1), (found[1], 0)]

    @cached_property
    def corners(self) -> list[Points]:
        """The corners of the dark modules of each printed QR code, in millimetres."""
        return [_dark_corners(code) for code in self.printed.codes]

    def around(self, at: Points) -> Slopes | None:
        """Return the gradients around a crossing; None if it is too near to the edge of the paper."""
        half = round(_HALF * _FINE)
        x, y = np.round(at * _FINE - 0.5).astype(int)
        high, wide = self.slopes[0].shape
        if not (half <= x < wide - half and half <= y < high - half):
            return None
        across, down = (one[y - half : y + half + 1, x - half : x + half + 1] for one in self.slopes)
        return across, down


def _slopes(picture: NDArray[Any]) -> Slopes:
    soft = cv2.GaussianBlur(picture, (0, 0), _SOFT * _FINE)
    return cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)


def drawing_of(printed: PrintedPaper, sharp: float) -> Grey:
    """Draw the lines and tints of a paper, ``sharp`` pixels per millimetre; 255 is white."""
    pixels = sharp / UNITS_PER_MM
    picture = np.full((round(printed.height * pixels), round(printed.width * pixels)), 255, np.uint8)
    for tint in printed.tints:
        _fill(picture, tint.left, tint.top, tint.left + tint.width, tint.top + tint.height, tint.light, pixels)
    for line in printed.lines:
        half = line.thick / 2
        _fill(picture, line.left - half, line.top - half, line.right + half, line.bottom + half, 40, pixels)
    return picture


def _fill(picture: Grey, left: float, top: float, right: float, bottom: float, grey: int, pixels: float) -> None:
    """Fill a rectangle; pixels at its edge get darker by the share that it covers."""
    columns, rows = _cover(left * pixels, right * pixels), _cover(top * pixels, bottom * pixels)
    x, y = int(left * pixels), int(top * pixels)
    part = picture[max(y, 0) : y + len(rows), max(x, 0) : x + len(columns)]
    cover = np.outer(rows[max(-y, 0) :], columns[max(-x, 0) :])[: part.shape[0], : part.shape[1]]
    part[:] = np.round(part + (np.minimum(part, grey) - part.astype(float)) * cover)


def _cover(start: float, end: float) -> Numbers:
    """Return the share of each pixel, from that of the start on, that lies between start and end."""
    first = int(start)
    at = np.arange(first, int(end) + 1)
    share: Numbers = np.clip(np.minimum(at + 1, end) - np.maximum(at, start), 0, 1)
    return share


def _apart(points: Points) -> Points:
    """Return the points that are at least `_APART` from all kept before them."""
    kept: list[Numbers] = []
    for one in points:
        if not kept or np.linalg.norm(np.array(kept) - one, axis=1).min() >= _APART:
            kept.append(one)
    return np.array(kept).reshape(-1, 2)


def _dark_corners(code: PrintedCode) -> Points:
    left, top, right, bottom = (edge / UNITS_PER_MM for edge in (code.left, code.top, code.right, code.bottom))
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


@lru_cache(maxsize=32)
def blank_paper(printed: PrintedPaper) -> BlankPaper:
    """Return the prepared page; cached, since many pages of a round have the same layout."""
    return BlankPaper(printed)


def place(picture: Grey, codes: Sequence[SeenCode], printed: PrintedPaper) -> Placement | None:
    """Return how a paper lies in a picture; None if too few of its crossings are found.

    Parameters
    ----------
    codes
        The paper's codes that were read in the picture; at least one, perhaps fewer than are printed.
    """
    blank = blank_paper(printed)
    side = float(np.linalg.norm(blank.corners[0][1] - blank.corners[0][0]))
    factor = min(1.0, _DOTS / (max(code.side for code in codes) / side))
    smaller, shrink = picture, np.ones(2)
    if factor < 0.8:  # pixels finer than the comparison cost time and add noise
        high, wide = (round(pixels * factor) for pixels in picture.shape)
        smaller = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
        shrink = np.array(smaller.shape[::-1]) / picture.shape[::-1]
    tries = (_with_crossings(smaller, blank, known) for known in _beginnings(codes, blank, shrink))
    known = max(tries, key=lambda one: len(one.paper))
    if len(known.paper) < _MOST * len(blank.crossings):  # on tilted paper one code may predict better than two
        alone = [_with_crossings(smaller, blank, one) for code in codes for one in _beginnings([code], blank, shrink)]
        known = max([known, *alone], key=lambda one: len(one.paper))
    return _fitted_placement(smaller, blank, known, shrink)


def share_inside(picture: Grey, codes: Sequence[SeenCode], printed: PrintedPaper) -> float:
    """Estimate, by its codes alone, which share of a paper's crossings lies within a picture."""
    blank, (high, wide) = blank_paper(printed), picture.shape
    laid = (known.affine_at(blank.crossings)[1] for known in _beginnings(codes, blank, np.ones(2)))
    return max((float(np.mean(((at >= 0) & (at < (wide, high))).all(axis=1))) for at in laid), default=1.0)


def _beginnings(codes: Sequence[SeenCode], blank: BlankPaper, shrink: Numbers) -> Iterator[_Known]:
    """Yield the corners known from the codes, for each way to match seen and printed codes that makes sense."""
    seen = [code.corners * shrink - 0.5 for code in codes[: len(blank.corners)]]
    for order in permutations(blank.corners, len(seen)):
        known = _Known(np.concatenate(order), np.concatenate(seen))
        if len(seen) == 1 or _agrees(order, seen):
            yield known


def _agrees(paper: Sequence[Points], picture: Sequence[Points]) -> bool:
    """Return whether the second code lies in the direction that the turn of the first one predicts."""
    (first, second), (seen_first, seen_second) = paper[:2], picture[:2]
    turn, _, _ = _Known(first, seen_first).affine_at(first.mean(axis=0)[None])
    expected = turn[0] @ (second.mean(axis=0) - first.mean(axis=0))
    return bool(expected @ (seen_second.mean(axis=0) - seen_first.mean(axis=0)) > 0)


def _with_crossings(picture: Grey, blank: BlankPaper, known: _Known) -> _Known:
    """Return the known points together with all crossings found by searching outwards from them."""
    left, tried = blank.crossings, 0
    while len(left) and tried < len(left):
        turns, at, far = known.affine_at(left)
        order = np.argsort(far)[tried : tried + _AT_ONCE]
        reach = np.minimum(0.8 + 0.05 * far, 3.5)  # predictions are worse far from known points
        seen = {
            index: spot
            for index in order
            if (spot := _seen_at(picture, blank, left[index], turns[index], at[index], reach[index])) is not None
        }
        tried += len(order)
        if seen:
            spots = np.array([*seen.values()])
            known = _without_strays(
                _Known(np.concatenate([known.paper, left[[*seen]]]), np.concatenate([known.picture, spots]))
            )
            left = np.delete(left, [*seen], axis=0)
            tried = 0 if len(seen) > 1 else max(0, tried - len(seen))  # failed ones may be found now
    return known


def _without_strays(known: _Known) -> _Known:
    """Leave out points that are far from where their neighbours predict them; of fewer than 12, none."""
    if len(known.paper) < 12:
        return known
    off = _errors(known)
    good = off < max(1.0, 4 * float(np.median(off)))
    return _Known(known.paper[good], known.picture[good])


def _errors(known: _Known) -> Numbers:
    """Return the distance of each point from where its neighbours predict it, in millimetres."""
    away = np.linalg.norm(known.paper[:, None] - known.paper[None], axis=2)
    order = np.argsort(away, axis=1)[:, 1:13]
    offsets = known.paper[order] - known.paper[:, None]
    sides = np.concatenate([offsets, np.ones((*order.shape, 1))], axis=2)
    weights = 1 / ((offsets**2).sum(axis=2) + 8.0**2)
    overall = known.overall
    rest = known.picture - known.paper @ overall
    left = np.einsum("nki,nk,nkj->nij", sides, weights, sides)
    left[:, :2, :2] += 0.02 * np.eye(2)
    solved = np.linalg.solve(left, np.einsum("nki,nk,nkj->nij", sides, weights, rest[order]))
    wrong = rest - solved[:, 2]
    off: Numbers = np.linalg.norm(np.linalg.solve(overall.T, wrong.T).T, axis=1)
    return off


def _seen_at(
    picture: Grey,
    blank: BlankPaper,
    crossing: Numbers,
    turn: Numbers,
    at: Numbers,
    reach: float,
    side: int | None = None,
) -> Numbers | None:
    """Return where a crossing is in the picture, near its predicted place; None if nothing there looks like it.

    Parameters
    ----------
    crossing
        The point of the paper, in millimetres.
    turn, at
        The 2x2 matrix of turn and scale there, and the predicted point of the picture.
    reach
        How far off the prediction may be, in millimetres.
    side
        For a point on a line: the only axis along which it is looked for, 0 for across and 1 for down.
    """
    wanted = blank.around(crossing)
    high, wide = picture.shape
    if wanted is None or not (0 <= at[0] < wide and 0 <= at[1] < high):
        return None
    half = round((_HALF + reach) * _FINE)
    # the patch of the blank paper starts at a whole pixel: account for the fraction of a pixel to the crossing
    start = (np.round(crossing * _FINE - 0.5) + 0.5) / _FINE - crossing
    scale = turn / _FINE
    origin = at + turn @ start - scale @ np.array([half, half])
    looked = cv2.warpAffine(
        picture,
        np.column_stack([scale, origin]),
        (2 * half + 1, 2 * half + 1),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float32)
    if looked.std() < 2:  # bare paper
        return None
    alike = _alike(looked, wanted, side)
    _, best, _, (x, y) = cv2.minMaxLoc(alike)
    if not _ALIKE <= best <= 1.01:
        return None
    offset = np.zeros(2)
    if side != 1:
        if not 0 < x < alike.shape[1] - 1:
            return None
        offset[0] = x + _peak(*alike[y, x - 1 : x + 2]) - (alike.shape[1] - 1) / 2
    if side != 0:
        if not 0 < y < alike.shape[0] - 1:
            return None
        offset[1] = y + _peak(*alike[y - 1 : y + 2, x]) - (alike.shape[0] - 1) / 2
    return at + scale @ offset


def _alike(looked: NDArray[Any], wanted: Slopes, side: int | None) -> NDArray[Any]:
    """Return how much a picture resembles a crossing at each offset: the lower correlation of its two gradients.

    Compared as a whole, a crossing would match wherever one of its two lines is. For a point on a line only the
    gradient along ``side`` is compared.
    """
    if side is not None:
        spare = (looked.shape[0] - wanted[side].shape[0]) // 2
        inner = slice(spare, looked.shape[0] - spare)
        part = _slopes(looked)[side][(slice(None), inner) if side else (inner, slice(None))]
        return cv2.matchTemplate(np.ascontiguousarray(part), wanted[side], cv2.TM_CCOEFF_NORMED)
    both = [cv2.matchTemplate(one, two, cv2.TM_CCOEFF_NORMED) for one, two in zip(_slopes(looked), wanted, strict=True)]
    return np.minimum(*both)


def _peak(before: float, middle: float, after: float) -> float:
    """Return the offset of the maximum of a parabola through three values, from the middle one."""
    bend = before - 2 * middle + after
    return float(0.5 * (before - after) / bend) if bend < 0 else 0.0


def _fitted_placement(picture: Grey, blank: BlankPaper, known: _Known, shrink: Numbers) -> Placement | None:
    """Look for all crossings again, now predicted well; fit a smooth field to them, and return the placement."""
    if len(known.paper) < 12:
        return None
    turns, at, _ = known.affine_at(blank.crossings, nearest=24)
    spots = [_seen_at(picture, blank, *one, 1.0) for one in zip(blank.crossings, turns, at, strict=True)]
    seen = [index for index, spot in enumerate(spots) if spot is not None]
    if len(seen) < 8:
        return None
    found = _without_strays(_Known(blank.crossings[seen], np.array([spots[index] for index in seen])))
    bent = _Field.robust(found)
    bent = _Field.robust(_with_lines(picture, blank, bent))
    wide, high = blank.printed.width / UNITS_PER_MM, blank.printed.height / UNITS_PER_MM
    across, down = np.arange(0, wide + 2 * _STEP, _STEP), np.arange(0, high + 2 * _STEP, _STEP)
    grid = np.stack(np.meshgrid(across, down), axis=-1)
    in_picture = (bent.at(grid.reshape(-1, 2)).reshape(grid.shape) + 0.5) / shrink - 0.5
    return Placement(
        in_picture.astype(np.float32),
        len(found.paper),
        len(found.paper) / len(blank.crossings),
        float(np.median(bent.off)),
    )


def _with_lines(picture: Grey, blank: BlankPaper, bent: _Field) -> _Known:
    """Add points on lines between crossings, where bent paper may deviate from the fit to the crossings."""
    known = bent.known
    more, spots = [], []
    for points, side in blank.along:
        if not len(points):
            continue
        at = bent.at(points)
        turns = np.stack([bent.at(points + step) - at for step in np.eye(2)], axis=2)
        for point, turn, there in zip(points, turns, at, strict=True):
            spot = _seen_at(picture, blank, point, turn, there, 1.5, side)
            if spot is not None:
                more.append(point)
                spots.append(spot)
    if not more:
        return known
    return _Known(np.concatenate([known.paper, more]), np.concatenate([known.picture, spots]))


class _Field(Struct, frozen=True):
    """A homography plus a smoothing thin-plate spline for the deviation of bent paper from it."""

    homography: Numbers
    known: _Known
    weights: Numbers
    off: Numbers
    """The leave-one-out error of each point, in millimetres: its distance from the fit to all others."""

    @classmethod
    def robust(cls, known: _Known) -> _Field:
        """Fit a field to points, leaving out points that are far from it."""
        bent = cls.through(known)
        for _ in range(4):
            good = bent.off < max(0.5, 5 * float(np.median(bent.off)), float(np.quantile(bent.off, 0.9)))
            if good.all():
                break
            known = _Known(known.paper[good], known.picture[good])
            bent = cls.through(known)
        return bent

    @classmethod
    def through(cls, known: _Known) -> _Field:
        """Fit a field to all points."""
        homography, _ = cv2.findHomography(known.paper, known.picture, 0)
        rest = known.picture - cv2.perspectiveTransform(known.paper[None], homography)[0]
        count = len(known.paper)
        left = np.zeros((count + 3, count + 3))
        left[:count, :count] = _plate(known.paper, known.paper) + _STIFF * np.eye(count)
        left[:count, count:] = _plane(known.paper)
        left[count:, :count] = left[:count, count:].T
        inverse = np.linalg.inv(left)
        weights = inverse[:, :count] @ rest
        # the leave-one-out error of a point follows from its weight (Wahba, Spline Models, 4.2)
        alone = weights[:count] / np.diag(inverse)[:count, None]
        scale = np.sqrt(abs(np.linalg.det(known.overall)))
        return cls(homography, known, weights, np.linalg.norm(alone, axis=1) / scale)

    def at(self, points: Points) -> Points:
        """Return the points of the picture, in pixels, for points of the paper, in millimetres."""
        there = cv2.perspectiveTransform(points[None], self.homography)[0]
        sides = np.concatenate([_plate(points, self.known.paper), _plane(points)], axis=1)
        return np.asarray(there + sides @ self.weights)


_STIFF = 30.0
"""The smoothing of the spline: errors of hundredths of a millimetre are smoothed away."""


def _plate(points: Points, others: Points) -> Numbers:
    """Return the kernel of the thin-plate spline between points and others."""
    squared = ((points[:, None] - others[None]) ** 2).sum(axis=2)
    return np.asarray(0.5 * squared * np.log(squared + 1e-9))


def _plane(points: Points) -> Numbers:
    return np.column_stack([np.ones(len(points)), points])
