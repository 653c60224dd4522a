"""Measuring two ways to do a thing against each other, in one run, so that the machine cancels out."""

from __future__ import annotations

import gc
import resource
from collections.abc import Callable, Mapping
from math import log
from statistics import linear_regression, median


def processor() -> float:
    """Return the seconds of the processor that this process and those that it ran have taken so far."""
    uses = (resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def seconds(ways: Mapping[str, Callable[[], object]], repeats: int = 5) -> dict[str, float]:
    """Time each way by turns; give the median of its runs, in seconds of the processor."""
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(repeats):
        for name, way in ways.items():
            gc.collect()
            gc.disable()  # as timeit does: what the collector costs depends on what ran before
            start = processor()
            way()
            taken[name].append(processor() - start)
            gc.enable()
    return {name: median(runs) for name, runs in taken.items()}


def report(what: str, taken: Mapping[str, float], limit: float) -> None:
    """Print both times, how many times longer the first takes than the second, and what was aimed at."""
    (ours, first), (theirs, second) = taken.items()
    ratio = first / second
    verdict = "within" if ratio <= limit else "OVER"
    print(f"\n{what}\n  {ours}: {first:.4f} s\n  {theirs}: {second:.4f} s\n  ratio {ratio:.2f}, {verdict} {limit:.3g}")


def growth(what: str, taken: Mapping[int, float]) -> float:
    """Print how long each size takes, against the smallest, and the exponent of the power that fits best; return it."""
    sizes, smallest = sorted(taken), min(taken)
    print(f"\n{what}")
    for size in sizes:
        print(f"  {size:6}  {taken[size]:8.3f} s  {taken[size] / taken[smallest]:6.2f} times")
    slope = linear_regression([log(size) for size in sizes], [log(taken[size]) for size in sizes]).slope
    print(f"  grows with the power {slope:.2f} of the size")
    return slope


def limit(what: str, measured: float, most: float, unit: str) -> None:
    """Print a measure and what was aimed at."""
    verdict = "within" if measured <= most else "OVER"
    print(f"\n{what}\n  {measured:.2f} {unit}, {verdict} {most} {unit}")
