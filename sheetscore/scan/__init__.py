"""Scans of filled-in paper: find pages in pictures, cut out their boxes, show them to a person who types."""

from __future__ import annotations

from importlib.util import find_spec

from sheetscore.problems import WrongUsage

_LIBRARIES = ("cv2", "jinja2", "pypdfium2", "zxingcpp")


def refuse_without_libraries() -> None:
    """Check that the libraries of the extra ``scan`` are installed.

    Raises
    ------
    WrongUsage
        One is missing; the message names the command that installs it.
    """
    if not all(map(find_spec, _LIBRARIES)):
        raise WrongUsage('scanning needs more libraries: pip install "sheetscore[scan]"', "extra-missing")
