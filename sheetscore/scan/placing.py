"""Where on the paper every point of a picture is: from the QR codes on, crossing by crossing of the ruled lines.

The codes say roughly how the paper lies around them. Near them the crossings of the printed lines are looked for where
they must then be; from those found the next ones are, and so on to the edges, however the paper is turned, seen from a
side or bent. What was found is smoothed: a homography, and on top of it a field that changes slowly, so that single
crossings that were mistaken for others pull nothing away. Too few crossings, or crossings that contradict each other,
are no place at all.
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

from sheetscore.scan.codes import Grey, Points, SeenCode
from sheetscore.sheets.printed import PrintedCode, PrintedPaper

Numbers = NDArray[Any]

Slopes = tuple[NDArray[Any], NDArray[Any]]

MM = 100
"""Hundredths to the millimetre: printed paper is reported in these, places in millimetres."""

_FINE = 6.0
"""Pixels to the millimetre at which crossings are compared with the printed ones."""

_DOTS = 7.0
"""Pixels to the millimetre that a picture is reduced to, where it has many more."""

_HALF = 3.5
"""Millimetres around a crossing that are compared."""

_MOST = 0.8
"""With less than this share of a page's crossings other beginnings are tried."""

_ALONG = 9.0
"""Millimetres between the points of a line that has no crossings there."""

_SOFT = 0.15
"""Millimetres by which both are blurred first."""

_APART = 3.0
"""Millimetres between crossings that are looked for, at least."""

_AT_ONCE = 24
"""So many crossings are looked for from what is known, the nearest ones, before more is known."""

_ALIKE = 0.5
"""How alike (1 is equal) a crossing and the printed one must be."""

_STEP = 5.0
"""Millimetres between the points of the field."""


class Placement(Struct, frozen=True, dict=True):
    """How a sheet of paper lies in a picture."""

    field: NDArray[Any]
    """For points of the paper every 5 mm, across and down from its upper left corner: the point of the picture."""
    found: int
    """So many crossings were found."""
    share: float
    """Which share of the paper's crossings that is."""
    strays: float
    """By how many millimetres what was found strays from what all of it says, at the median."""

    def in_picture(self, points: Points) -> Points:
        """Return which points of the picture are those of the paper, which are in millimetres."""
        at = np.clip(points / _STEP, 0, np.array(self.field.shape[1::-1]) - 1.001)
        (column, row), part = at.astype(int).T, at % 1
        across, down = part[:, :1], part[:, 1:]
        above = self.field[row, column] * (1 - across) + self.field[row, column + 1] * across
        below = self.field[row + 1, column] * (1 - across) + self.field[row + 1, column + 1] * across
        return np.asarray(above * (1 - down) + below * down, np.float64)

    def straightened(self, picture: Grey, size: tuple[int, int], sharp: float) -> Grey:
        """Return the paper as it lies straight.

        Parameters
        ----------
        size
            Width and height of it, in pixels.
        sharp
            Its pixels to the millimetre, a whole number.
        """
        wide, high = size
        step = round(_STEP * sharp)
        # not by warping, which knows but 32 places between two points of the field
        at = cv2.resize(self.field, (self.field.shape[1] * step, self.field.shape[0] * step))
        across, down = cv2.split(at[step // 2 : step // 2 + high, step // 2 : step // 2 + wide])
        return cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=255)


class _Known(Struct):
    """Points of the paper that were found in the picture."""

    paper: Points
    picture: Points

    @property
    def overall(self) -> Numbers:
        """How the paper lies all in all: turn and scale, to be multiplied by points from the left."""
        sides = np.column_stack([self.paper, np.ones(len(self.paper))])
        solved, *_ = np.linalg.lstsq(sides, self.picture, rcond=None)
        turn: Numbers = solved[:2]
        return turn

    def affine_at(self, points: Points, nearest: int = 14) -> tuple[Numbers, Points, Numbers]:
        """Return how the paper lies at points of it, by what is known around them.

        Returns
        -------
        tuple
            Turn and scale, the point of the picture, and how many millimetres off the nearest known point is.
        """
        away = np.linalg.norm(points[:, None] - self.paper[None], axis=2)
        order = np.argsort(away, axis=1)[:, :nearest]
        far = np.take_along_axis(away, order, axis=1)
        weights = 1 / (far**2 + 8.0**2)
        overall = self.overall
        # where the paper is bent, points near by correct the overall fit, unless they are in a line
        here, there = self.paper[order] - points[:, None], (self.picture - self.paper @ overall)[order]
        sides = np.concatenate([here, np.ones((*here.shape[:2], 1))], axis=2)
        left = np.einsum("nki,nk,nkj->nij", sides, weights, sides)
        left[:, :2, :2] += 0.02 * np.eye(2)
        right = np.einsum("nki,nk,nkj->nij", sides, weights, there)
        solved = np.linalg.solve(left, right)
        return (overall + solved[:, :2]).transpose(0, 2, 1), points @ overall + solved[:, 2], far[:, 0]


class BlankPaper(Struct, frozen=True, dict=True):
    """A printed sheet of paper with nothing written on it, as far as it is ruled and grey, to be looked for."""

    printed: PrintedPaper

    @cached_property
    def slopes(self) -> Slopes:
        """The paper at :data:`_FINE` pixels to the millimetre: how steeply it gets darker, across and down."""
        return _slopes(drawn(self.printed, _FINE).astype(np.float32))

    @cached_property
    def crossings(self) -> Points:
        """Where ruled lines cross or meet, in millimetres, those that are too near to others left out."""
        lines = np.array([(one.left, one.top, one.right, one.bottom) for one in self.printed.lines], np.float64) / MM
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
        """Points on ruled lines between crossings, in millimetres: of lines across, then of lines down.

        Of them it can be determined alone how far off the line is at its side, which is 1 for down, or 0 for across.
        """
        found: list[Points] = []
        taken = self.crossings
        for side in (1, 0):
            lines = [one for one in self.printed.lines if (one.top == one.bottom) == bool(side)]
            new: list[Numbers] = []
            for one in lines:
                ends = np.array([(one.left, one.top), (one.right, one.bottom)], np.float64) / MM
                count = int(np.linalg.norm(ends[1] - ends[0]) / _ALONG)
                spots = ends[0] + (ends[1] - ends[0]) * np.arange(1, count)[:, None] / max(count, 1)
                new.extend(
                    spot for spot in spots if np.linalg.norm(taken - spot, axis=1).min(initial=99) > _ALONG * 0.6
                )
            found.append(_apart(np.array(new, np.float64).reshape(-1, 2)))
        return [(found[0], 1), (found[1], 0)]

    @cached_property
    def corners(self) -> list[Points]:
        """The corners of its QR codes as they are seen: of the dark modules."""
        return [_dark_corners(code) for code in self.printed.codes]

    def around(self, at: Points) -> Slopes | None:
        """Return what is printed around a crossing; None at the edge of the paper, or where it tells nothing."""
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


def drawn(printed: PrintedPaper, sharp: float) -> Grey:
    """Draw the lines and tints of a paper, so many pixels to the millimetre; 255 is white."""
    pixels = sharp / MM
    picture = np.full((round(printed.height * pixels), round(printed.width * pixels)), 255, np.uint8)
    for tint in printed.tints:
        _fill(picture, tint.left, tint.top, tint.left + tint.width, tint.top + tint.height, tint.light, pixels)
    for line in printed.lines:
        half = line.thick / 2
        _fill(picture, line.left - half, line.top - half, line.right + half, line.bottom + half, 40, pixels)
    return picture


def _fill(picture: Grey, left: float, top: float, right: float, bottom: float, grey: int, pixels: float) -> None:
    """Fill a rectangle; pixels at its edge as far as it covers them."""
    columns, rows = _cover(left * pixels, right * pixels), _cover(top * pixels, bottom * pixels)
    x, y = int(left * pixels), int(top * pixels)
    part = picture[max(y, 0) : y + len(rows), max(x, 0) : x + len(columns)]
    cover = np.outer(rows[max(-y, 0) :], columns[max(-x, 0) :])[: part.shape[0], : part.shape[1]]
    part[:] = np.round(part + (np.minimum(part, grey) - part.astype(float)) * cover)


def _cover(start: float, end: float) -> Numbers:
    first = int(start)
    at = np.arange(first, int(end) + 1)
    share: Numbers = np.clip(np.minimum(at + 1, end) - np.maximum(at, start), 0, 1)
    return share


def _apart(points: Points) -> Points:
    kept: list[Numbers] = []
    for one in points:
        if not kept or np.linalg.norm(np.array(kept) - one, axis=1).min() >= _APART:
            kept.append(one)
    return np.array(kept).reshape(-1, 2)


def _dark_corners(code: PrintedCode) -> Points:
    left, top, right, bottom = (edge / MM for edge in (code.left, code.top, code.right, code.bottom))
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


@lru_cache(maxsize=32)
def blank_paper(printed: PrintedPaper) -> BlankPaper:
    """Return a sheet of paper ready to be looked for; many pages of a round are printed alike."""
    return BlankPaper(printed)


def place(picture: Grey, codes: Sequence[SeenCode], printed: PrintedPaper) -> Placement | None:
    """Say how a paper lies in a picture; None where too little of it is found.

    Parameters
    ----------
    codes
        Those of the paper in the picture, which may be fewer than are printed on it.
    """
    blank = blank_paper(printed)
    side = float(np.linalg.norm(blank.corners[0][1] - blank.corners[0][0]))
    size = min(1.0, _DOTS / (max(code.side for code in codes) / side))
    smaller, shrink = picture, np.ones(2)
    if size < 0.8:  # more dots than are compared cost time, and leave more noise
        high, wide = (round(side * size) for side in picture.shape)
        smaller = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
        shrink = np.array(smaller.shape[::-1]) / picture.shape[::-1]
    tries = (_found(smaller, blank, known) for known in _beginnings(codes, blank, shrink))
    known = max(tries, key=lambda one: len(one.paper))
    if len(known.paper) < _MOST * len(blank.crossings):  # askew, one code may be a better beginning
        alone = [_found(smaller, blank, one) for code in codes for one in _beginnings([code], blank, shrink)]
        known = max([known, *alone], key=lambda one: len(one.paper))
    return _smoothed(smaller, blank, known, shrink)


def share_inside(picture: Grey, codes: Sequence[SeenCode], printed: PrintedPaper) -> float:
    """Say which share of a paper's crossings is in a picture, by where its codes are, as far as these tell."""
    blank, (high, wide) = blank_paper(printed), picture.shape
    laid = (known.affine_at(blank.crossings)[1] for known in _beginnings(codes, blank, np.ones(2)))
    return max((float(np.mean(((at >= 0) & (at < (wide, high))).all(axis=1))) for at in laid), default=1.0)


def _beginnings(codes: Sequence[SeenCode], blank: BlankPaper, shrink: Numbers) -> Iterator[_Known]:
    """Yield what the codes tell: which of the seen ones is which of the printed ones is not known."""
    seen = [code.corners * shrink - 0.5 for code in codes[: len(blank.corners)]]
    for order in permutations(blank.corners, len(seen)):
        known = _Known(np.concatenate(order), np.concatenate(seen))
        if len(seen) == 1 or _agrees(order, seen):
            yield known


def _agrees(paper: Sequence[Points], picture: Sequence[Points]) -> bool:
    """Return whether codes lie to each other as they are turned."""
    (here, there), (seen_here, seen_there) = paper[:2], picture[:2]
    turn, _, _ = _Known(here, seen_here).affine_at(here.mean(axis=0)[None])
    expected = turn[0] @ (there.mean(axis=0) - here.mean(axis=0))
    return bool(expected @ (seen_there.mean(axis=0) - seen_here.mean(axis=0)) > 0)


def _found(picture: Grey, blank: BlankPaper, known: _Known) -> _Known:
    """Look for crossings from what is known on, as far as they go."""
    left, tried = blank.crossings, 0
    while len(left) and tried < len(left):
        turns, at, far = known.affine_at(left)
        order = np.argsort(far)[tried : tried + _AT_ONCE]
        reach = np.minimum(0.8 + 0.05 * far, 3.5)
        seen = {
            index: spot
            for index in order
            if (spot := _seen_at(picture, blank, left[index], turns[index], at[index], reach[index])) is not None
        }
        tried += len(order)
        if seen:
            spots = np.array([*seen.values()])
            known = _agreeing(
                _Known(np.concatenate([known.paper, left[[*seen]]]), np.concatenate([known.picture, spots]))
            )
            left = np.delete(left, [*seen], axis=0)
            tried = 0 if len(seen) > 1 else max(0, tried - len(seen))  # with more around them, others may be found
    return known


def _agreeing(known: _Known) -> _Known:
    """Leave out what lies otherwise than all that is around it."""
    if len(known.paper) < 12:
        return known
    off = _off(known)
    good = off < max(1.0, 4 * float(np.median(off)))
    return _Known(known.paper[good], known.picture[good])


def _off(known: _Known) -> Numbers:
    """Return by how many millimetres each point lies otherwise than those around it say."""
    away = np.linalg.norm(known.paper[:, None] - known.paper[None], axis=2)
    order = np.argsort(away, axis=1)[:, 1:13]
    here = known.paper[order] - known.paper[:, None]
    sides = np.concatenate([here, np.ones((*order.shape, 1))], axis=2)
    weights = 1 / ((here**2).sum(axis=2) + 8.0**2)
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
    """Return where a crossing is in the picture, near where it should be; None where nothing looks like it.

    Parameters
    ----------
    turn, at
        How the paper lies there.
    reach
        How far off it may be, in millimetres.
    side
        Which way alone it may be off, 0 for across and 1 for down; for a point on a line.
    """
    wanted = blank.around(crossing)
    high, wide = picture.shape
    if wanted is None or not (0 <= at[0] < wide and 0 <= at[1] < high):
        return None
    half = round((_HALF + reach) * _FINE)
    # the patch of the blank paper begins at a whole pixel: what is left over of the crossing's place is looked at, too
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
    if looked.std() < 2:
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
    """Return how alike a picture is to a crossing, at each place: as the worse one of its two lines is.

    Together they would seem alike wherever one of them is. Of a line it is compared at its side alone.
    """
    if side is not None:
        spare = (looked.shape[0] - wanted[side].shape[0]) // 2
        inner = slice(spare, looked.shape[0] - spare)
        part = _slopes(looked)[side][(slice(None), inner) if side else (inner, slice(None))]
        return cv2.matchTemplate(np.ascontiguousarray(part), wanted[side], cv2.TM_CCOEFF_NORMED)
    both = [cv2.matchTemplate(one, two, cv2.TM_CCOEFF_NORMED) for one, two in zip(_slopes(looked), wanted, strict=True)]
    return np.minimum(*both)


def _peak(before: float, here: float, after: float) -> float:
    """Return where a parabola through three values is highest, from the middle one."""
    bend = before - 2 * here + after
    return float(0.5 * (before - after) / bend) if bend < 0 else 0.0


def _smoothed(picture: Grey, blank: BlankPaper, known: _Known, shrink: Numbers) -> Placement | None:
    """Look once more for all crossings, now that it is known well where they are, and smooth what comes out."""
    if len(known.paper) < 12:
        return None
    turns, at, _ = known.affine_at(blank.crossings, nearest=24)
    spots = [_seen_at(picture, blank, *one, 1.0) for one in zip(blank.crossings, turns, at, strict=True)]
    seen = [index for index, spot in enumerate(spots) if spot is not None]
    if len(seen) < 8:
        return None
    found = _agreeing(_Known(blank.crossings[seen], np.array([spots[index] for index in seen])))
    bent = _Field.robust(found)
    bent = _Field.robust(_with_lines(picture, blank, bent))
    wide, high = blank.printed.width / MM, blank.printed.height / MM
    across, down = np.arange(0, wide + 2 * _STEP, _STEP), np.arange(0, high + 2 * _STEP, _STEP)
    grid = np.stack(np.meshgrid(across, down), axis=-1)
    there = (bent.at(grid.reshape(-1, 2)).reshape(grid.shape) + 0.5) / shrink - 0.5
    return Placement(
        there.astype(np.float32),
        len(found.paper),
        len(found.paper) / len(blank.crossings),
        float(np.median(bent.off)),
    )


def _with_lines(picture: Grey, blank: BlankPaper, bent: _Field) -> _Known:
    """Add points on lines between the crossings, where bent paper may lie otherwise than these tell."""
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
    """A homography, and by how much the paper lies otherwise than it says: a thin plate, bent as little as it must."""

    homography: Numbers
    known: _Known
    weights: Numbers
    off: Numbers
    """By how many millimetres each point that was found strays from what all others say."""

    @classmethod
    def robust(cls, known: _Known) -> _Field:
        """Lay a field through what was found, and leave out what strays from it."""
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
        """Lay a field through what was found."""
        homography, _ = cv2.findHomography(known.paper, known.picture, 0)
        rest = known.picture - cv2.perspectiveTransform(known.paper[None], homography)[0]
        count = len(known.paper)
        left = np.zeros((count + 3, count + 3))
        left[:count, :count] = _plate(known.paper, known.paper) + _STIFF * np.eye(count)
        left[:count, count:] = _plane(known.paper)
        left[count:, :count] = left[:count, count:].T
        inverse = np.linalg.inv(left)
        weights = inverse[:, :count] @ rest
        # what a point would be without itself follows from its weight (Wahba, Spline Models, 4.2)
        alone = weights[:count] / np.diag(inverse)[:count, None]
        scale = np.sqrt(abs(np.linalg.det(known.overall)))
        return cls(homography, known, weights, np.linalg.norm(alone, axis=1) / scale)

    def at(self, points: Points) -> Points:
        """Return the points of the picture."""
        there = cv2.perspectiveTransform(points[None], self.homography)[0]
        sides = np.concatenate([_plate(points, self.known.paper), _plane(points)], axis=1)
        return np.asarray(there + sides @ self.weights)


_STIFF = 30.0
"""How little a plate gives way to single points: it smooths what strays by hundredths of a millimetre."""


def _plate(points: Points, others: Points) -> Numbers:
    """Return how much a thin plate is lifted at points by a weight at others."""
    squared = ((points[:, None] - others[None]) ** 2).sum(axis=2)
    return np.asarray(0.5 * squared * np.log(squared + 1e-9))


def _plane(points: Points) -> Numbers:
    return np.column_stack([np.ones(len(points)), points])
