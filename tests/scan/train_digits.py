"""Train the nets that read digits from handwriting, and write their weights to sheetscore/scan/digits.npz.

    python tests/scan/train_digits.py [--check]

From the "Optical Recognition of Handwritten Digits" of E. Alpaydin and C. Kaynak (UCI Machine Learning Repository,
1998, CC BY 4.0; its 1,797 test images of 13 people come with scikit-learn): each is made larger, turned, slanted,
stretched and drawn with other pens. What is no digit is made up: dashes, ticks, crosses, scribbles, struck-out digits,
two digits that touch, letters. With `--check` every fifth part is held back in turn, figures are printed, and nothing
is written.

Needs scikit-learn and opencv-python-headless. Seeded; about four minutes, and `--check` twenty.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier

from sheetscore.scan.digits import NO_DIGIT, Glyph, Ink, glyph_of, trimmed

WEIGHTS = Path(__file__).parents[2] / "sheetscore" / "scan" / "digits.npz"
NETS, HIDDEN, TIMES, NO_DIGITS = 3, (96, 48), 14, 12_000
LETTERS = "ABCDEFGHJKLMNPRTUVWXYZabdefhkmnprtuwxyz?!&%=+*/"


def drawn(image: Glyph, luck: np.random.Generator) -> Ink:
    """Return a digit of 8 x 8 cells as a large glyph, turned, slanted and drawn otherwise by lot."""
    size = 96
    large = cv2.resize(np.pad(image, 2).astype(np.float32) / 16, (size, size), interpolation=cv2.INTER_CUBIC)
    turn, slant = np.deg2rad(luck.uniform(-9, 9)), luck.uniform(-0.25, 0.25)
    wide, high = luck.uniform(0.75, 1.25), luck.uniform(0.9, 1.1)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.array(
        [[wide, slant], [0, high]]
    )
    middle = np.array([size / 2, size / 2])
    affine = np.column_stack([matrix, middle - matrix @ middle])
    large = cv2.warpAffine(large, affine, (size, size))
    bend = cv2.GaussianBlur(luck.normal(0, 1, (size, size, 2)).astype(np.float32), (0, 0), 14) * luck.uniform(0, 45)
    ys, xs = np.mgrid[:size, :size].astype(np.float32)
    bent = cv2.remap(large, xs + bend[..., 0], ys + bend[..., 1], cv2.INTER_LINEAR)
    ink = bent > luck.uniform(0.35, 0.62)
    return largest(ink) if ink.any() else large > 0.4


def largest(ink: Ink) -> Ink:
    """Return what is left without specks."""
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    kept = [label for label in range(1, count) if boxes[label, cv2.CC_STAT_AREA] > 0.06 * ink.sum()]
    return np.isin(labels, kept)


def no_digit(images: NDArray[np.float64], luck: np.random.Generator) -> Ink:
    """Return something that people write and that is no digit."""
    size, kind = 96, luck.integers(8)
    canvas = np.zeros((size, size), dtype=np.uint8)
    pen = int(luck.integers(3, 12))
    if kind < 2:  # strokes: ticks, crosses, scribbles
        for _ in range(int(luck.integers(1, 4))):
            points = luck.uniform(10, 86, (int(luck.integers(2, 6)), 2)).astype(np.int32)
            cv2.polylines(canvas, [points], isClosed=False, color=1, thickness=pen)
    elif kind == 2:  # a dash that is thick or steep enough to stand for a sign
        x, y, run = *luck.uniform(20, 76, 2), luck.uniform(-0.9, 0.9)
        cv2.line(canvas, (int(x - 25), int(y - 25 * run)), (int(x + 25), int(y + 25 * run)), 1, pen + 4)
    elif kind == 3 and luck.integers(2):  # struck out, every which way
        canvas = drawn(images[luck.integers(len(images))], luck).astype(np.uint8)
        for _ in range(int(luck.integers(1, 4))):
            a, b = luck.uniform(5, 91, 2)
            cv2.line(canvas, (2, int(a)), (93, int(b)), 1, pen)
    elif kind == 3:  # struck out with one line that is little wider than the digit
        whole = np.pad(trimmed(drawn(images[luck.integers(len(images))], luck)), ((0, 0), (24, 24))).astype(np.uint8)
        high, wide = whole.shape
        ends = (int(luck.uniform(4, 20)), wide - int(luck.uniform(4, 20)))
        heights = (luck.uniform(0.35, 0.65, 2) * high).astype(int)
        cv2.line(whole, (ends[0], int(heights[0])), (ends[1], int(heights[1])), 1, pen)
        return whole.astype(bool)
    elif kind == 4:  # two that touch
        one, other = (trimmed(drawn(images[luck.integers(len(images))], luck)) for _ in range(2))
        high = max(one.shape[0], other.shape[0])
        parts = [np.pad(part, ((0, high - part.shape[0]), (0, 0))) for part in (one, other)]
        return np.hstack(parts)
    elif kind == 5:  # half of a digit
        digit = trimmed(drawn(images[luck.integers(len(images))], luck))
        cut = int(digit.shape[0] * luck.uniform(0.35, 0.6))
        return digit[:cut] if luck.integers(2) else digit[cut:]
    else:
        letter = LETTERS[luck.integers(len(LETTERS))]
        font = int(luck.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX]))
        cv2.putText(canvas, letter, (22, 74), font, 2.2, 1, pen)
        turned = cv2.getRotationMatrix2D((48, 48), luck.uniform(-12, 12), 1)
        return np.asarray(cv2.warpAffine(canvas, turned, (size, size), flags=cv2.INTER_NEAREST) > 0)
    return canvas.astype(bool) if canvas.any() else np.ones((40, 90), dtype=bool)


def examples(
    images: NDArray[np.float64], digits: NDArray[np.int64], times: int, none: int, luck: np.random.Generator
) -> Iterator[tuple[Glyph, int]]:
    """Give glyphs with what they are: each image so many times, and so many that are no digits."""
    for image, digit in zip(images, digits, strict=True):
        for _ in range(times):
            yield glyph_of(trimmed(drawn(image, luck))).ravel(), int(digit)
    for _ in range(none):
        yield glyph_of(trimmed(no_digit(images, luck))).ravel(), NO_DIGIT


def trained(images: NDArray[np.float64], digits: NDArray[np.int64], seed: int) -> MLPClassifier:
    """Return a net that has learned from images."""
    luck = np.random.default_rng(seed)
    glyphs, classes = zip(*examples(images, digits, TIMES, NO_DIGITS, luck), strict=True)
    net = MLPClassifier(HIDDEN, alpha=3e-4, batch_size=256, max_iter=22, learning_rate_init=1.5e-3, random_state=seed)
    return net.fit(np.stack(glyphs), classes)


def check(images: NDArray[np.float64], digits: NDArray[np.int64]) -> None:
    """Print how many digits of people who were not learned from are read, and rightly, at several thresholds."""
    part = np.arange(len(images)) * 5 // len(images)
    told: list[NDArray[np.float64]] = []
    truth: list[int] = []
    for held in range(5):
        nets = [trained(images[part != held], digits[part != held], seed) for seed in range(NETS)]
        luck = np.random.default_rng(99 + held)
        glyphs, classes = zip(*examples(images[part == held], digits[part == held], 3, 600, luck), strict=True)
        told.append(np.mean([net.predict_proba(np.stack(glyphs)) for net in nets], axis=0))
        truth.extend(classes)
    probabilities, known = np.concatenate(told), np.array(truth)
    read, sure = probabilities.argmax(axis=1), probabilities.max(axis=1)
    for least in (0.5, 0.9, 0.98, 0.99, 0.995, 0.999):
        there = (sure >= least) & (read != NO_DIGIT)
        wrong = there & (read != known)
        of_digits = (there & (known != NO_DIGIT)).sum() / (known != NO_DIGIT).sum()
        print(
            f"{least}: {of_digits:.3f} of digits read, {wrong.sum() / there.sum():.4f} of what is read is wrong, "
            f"{(there & (known == NO_DIGIT)).sum() / (known == NO_DIGIT).sum():.4f} of others are taken for digits"
        )


def main() -> None:
    """Train on all, or check."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--check", action="store_true", help="hold parts back and print figures; write nothing")
    data = load_digits()
    if wanted.parse_args().check:
        check(data.images, data.target)
        return
    stored = {}
    for seed in range(NETS):
        net = trained(data.images, data.target, seed)
        for layer, (weights, biases) in enumerate(zip(net.coefs_, net.intercepts_, strict=True)):
            stored[f"{seed}.{layer}.w"] = weights.astype(np.float16)
            stored[f"{seed}.{layer}.b"] = biases.astype(np.float16)
    np.savez_compressed(WEIGHTS, **stored)
    print(f"{WEIGHTS}: {WEIGHTS.stat().st_size} bytes")


if __name__ == "__main__":
    main()
