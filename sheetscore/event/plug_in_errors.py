"""Where a plug-in went wrong, in one sentence: which plug-in, which of its files, which line."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

OURS = __name__.partition(".")[0]
"""The name of our own package."""


def failure_of(error: BaseException, points: Sequence[EntryPoint]) -> str | None:
    """Say which plug-in caused an error, and in which line of its own code; None if none did.

    Parameters
    ----------
    points
        The entry points of all systems, ours among them.
    """
    for point in points:
        if place := place_in(error, point):
            return f"The plug-in {_named(point)} failed in {place}: {error_text(error)}"
    return None


def place_in(error: BaseException, point: EntryPoint) -> str | None:
    """Return the last line of a plug-in's code that an error went through, as in ``cribbage/__init__.py, line 12``.

    None if it went through none of its lines.
    """
    home = _home(point)
    lines = [*_lines(error)] if home else []
    inside = [(Path(name), line) for name, line in lines if home and (home == Path(name) or home in Path(name).parents)]
    if home is None or not inside:
        return None
    path, line = inside[-1]
    return f"{path.relative_to(home.parent).as_posix()}, line {line}"


def error_text(error: BaseException) -> str:
    """Return the type and the message of an error, on one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _lines(error: BaseException) -> Iterator[tuple[str, int | None]]:
    yield from ((one.filename, one.lineno) for one in traceback.extract_tb(error.__traceback__))
    if isinstance(error, SyntaxError) and error.filename:
        yield error.filename, error.lineno


def _home(point: EntryPoint) -> Path | None:
    """Return the folder of a plug-in's package, or its only file; None for our systems, and if there is no package."""
    root = getattr(point, "value", "").partition(":")[0].partition(".")[0]
    if not root or root == OURS:
        return None
    try:
        spec = find_spec(root)
    except (ImportError, ValueError):
        return None
    places = [*(spec.submodule_search_locations or ([spec.origin] if spec.origin else []))] if spec else []
    return Path(places[0]) if places else None


def _named(point: EntryPoint) -> str:
    package = point.dist
    return f"{point.name} ({package.name} {package.version})" if package else point.name
