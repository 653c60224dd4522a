"""What a page goes through before it is read: a table of printers, scanners, telephones and accidents."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from paper import (
    Picture,
    Points,
    Taken,
    barrel,
    bent,
    faded,
    holed,
    jpeg,
    lit,
    moved,
    noisy,
    one_bit,
    other_program,
    scaled,
    seen_askew,
    shifted,
    stained,
    take,
    turned,
)

Random = np.random.Generator
Distortion = Callable[[Picture, Points, Points, Random], Taken]
"""Of a page: its picture, its size and the edges of its columns in millimetres."""

DOTS_200, DOTS_300 = 200 / 25.4, 300 / 25.4


def _scan(
    page: Picture, size: Points, rng: Random, *, degrees: float = 1.0, percent: float = 0.0, dots: float = DOTS_200
) -> Taken:
    backs = [
        shifted(*rng.uniform(-2, 2, 2)),
        turned(rng.uniform(-degrees, degrees), size / 2),
        scaled(*(1 + rng.uniform(-percent, percent, 2) / 100)),
    ]
    taken = take(page, backs, (0, 0, *size), (dots, dots))
    return Taken(noisy(faded(taken.picture, int(rng.integers(0, 25)), 250), 3, rng), taken.at)


def _with(taken: Taken, *steps: Callable[[Picture], Picture]) -> Taken:
    picture = taken.picture
    for step in steps:
        picture = step(picture)
    return Taken(picture, taken.at)


def plain(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _scan(page, size, rng)


def at_300(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _scan(page, size, rng, dots=DOTS_300)


def askew(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _scan(page, size, rng, degrees=5)


def quarter_turns(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    taken, quarters = _scan(page, size, rng), int(rng.integers(1, 4))
    high, wide = taken.picture.shape

    def at(points: Points) -> Points:
        x, y = taken.at(points).T
        turns = {1: (y, wide - 1 - x), 2: (wide - 1 - x, high - 1 - y), 3: (high - 1 - y, x)}
        return np.stack(turns[quarters], axis=1)

    return Taken(np.ascontiguousarray(np.rot90(taken.picture, quarters)), at)


def printer_scale(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _scan(page, size, rng, percent=2)


def jpeg_60(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _with(_scan(page, size, rng, dots=150 / 25.4), lambda one: jpeg(one, 60))


def threshold(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _with(_scan(page, size, rng), lambda one: one_bit(one, int(rng.integers(140, 190))))


def fax(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    backs = [shifted(*rng.uniform(-2, 2, 2)), turned(rng.uniform(-1, 1), size / 2)]
    taken = take(page, backs, (0, 0, *size), (204 / 25.4, 98 / 25.4))
    return _with(taken, lambda one: one_bit(one, int(rng.integers(140, 180))))


def cropped(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    off = rng.uniform(0, 12, 4) * (rng.random(4) < 0.5)
    off[rng.integers(4)] = 12
    backs = [turned(rng.uniform(-1, 1), size / 2)]
    taken = take(page, backs, (off[0], off[1], size[0] - off[0] - off[2], size[1] - off[1] - off[3]), (DOTS_200,) * 2)
    return _with(taken, lambda one: noisy(one, 3, rng))


def holes(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _scan(holed(page, size), size, rng)


def stains(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _scan(stained(page, size, rng), size, rng)


def other_columns(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    backs = [shifted(*rng.uniform(-2, 2, 2)), turned(rng.uniform(-1, 1), size / 2), other_program(edges, 8, rng)]
    return _with(take(page, backs, (0, 0, *size), (DOTS_200,) * 2), lambda one: noisy(one, 3, rng))


def bent_paper(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    backs = [shifted(*rng.uniform(-2, 2, 2)), turned(rng.uniform(-2, 2), size / 2), bent(1.5, size, rng)]
    return _with(take(page, backs, (0, 0, *size), (DOTS_200,) * 2), lambda one: noisy(one, 3, rng))


def crumpled(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    """Flattened again after it was crumpled: bent, with creases that look dark and light."""
    taken = bent_paper(page, size, edges, rng)
    high, wide = taken.picture.shape
    shade = cv2.resize(rng.normal(1, 0.12, (14, 10)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)
    creased = np.clip(taken.picture * np.clip(shade, 0.5, 1.05), 0, 255).astype(np.uint8)
    for _ in range(12):
        ends = (rng.uniform(0, 1, (2, 2)) * [wide, high]).astype(int)
        cv2.line(creased, ends[0].tolist(), ends[1].tolist(), int(rng.integers(170, 215)), 1, cv2.LINE_AA)
    return Taken(creased, taken.at)


def _photo(
    page: Picture, size: Points, rng: Random, *, askew_by: float, lens: float, uneven: float, shadow: float,
    blur: float, noise: float, quality: int, turn: float = 4.0,
) -> Taken:  # fmt: skip
    """Take a picture of 12 megapixels, the paper filling most of it."""
    backs = [
        turned(rng.uniform(-turn, turn), size / 2),
        seen_askew(askew_by, size, rng),
        *([barrel(lens, size)] if lens else []),
    ]
    margin = 0.09 * size
    wide, high = size + 2 * margin
    dots = 4000 / max(high, wide * 4 / 3) if high > wide else 4000 / max(wide, high * 4 / 3)
    around = int(rng.integers(40, 200))
    taken = take(page, backs, (-margin[0], -margin[1], wide, high), (dots, dots), around)
    return _with(
        taken,
        lambda one: lit(faded(one, 30, 240), rng, uneven, shadow),
        lambda one: cv2.GaussianBlur(one, (0, 0), 0.08 * dots),
        lambda one: moved(one, blur * dots, rng),
        lambda one: noisy(one, noise, rng),
        lambda one: jpeg(one, quality),
    )


def photo(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _photo(
        page, size, rng, askew_by=0.03, lens=0, uneven=0.3, shadow=0, blur=0.1, noise=4, quality=85
    )  # fmt: skip


def barrel_photo(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _photo(
        page, size, rng, askew_by=0.02, lens=rng.uniform(0.01, 0.05), uneven=0.2, shadow=0, blur=0.1, noise=4,
        quality=85,
    )  # fmt: skip


def hard_photo(page: Picture, size: Points, edges: Points, rng: Random) -> Taken:
    return _photo(
        page, size, rng, askew_by=0.09 / 2 ** 0.5, lens=rng.uniform(0, 0.02), uneven=0.5, shadow=0.45,
        blur=rng.uniform(0.1, 0.45), noise=7, quality=70,
    )  # fmt: skip


DISTORTIONS: dict[str, Distortion] = {
    "scan": plain,
    "scan at 300 dots": at_300,
    "turned to 5 degrees": askew,
    "quarter turns": quarter_turns,
    "printer 98 to 102 %": printer_scale,
    "JPEG 60, 150 dots": jpeg_60,
    "one bit": threshold,
    "fax 204 x 98": fax,
    "12 mm cropped": cropped,
    "holes": holes,
    "stains": stains,
    "columns of another program": other_columns,
    "bent to 1.5 mm": bent_paper,
    "crumpled": crumpled,
    "photo": photo,
    "barrel to 5 %": barrel_photo,
    "hard photo": hard_photo,
}
