"""Filled-in paper: pages found in pictures, boxes cut out, shown for a person to look at and type."""

from __future__ import annotations

from importlib.util import find_spec

from sheetscore.problems import WrongUsage

_LIBRARIES = ("cv2", "jinja2", "pypdfium2", "zxingcpp")


def refuse_without_libraries() -> None:
    """Say what to install where a library that reads pictures, or writes the page to look through, is missing.

    Raises
    ------
    WrongUsage
        One is.
    """
    if not all(map(find_spec, _LIBRARIES)):
        raise WrongUsage('scanning needs more libraries: pip install "sheetscore[scan]"', "extra-missing")
