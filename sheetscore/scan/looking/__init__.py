"""The page to look through what was scanned: one HTML file that works without a network, and gives CSV for `fill`."""

from __future__ import annotations

from importlib.util import find_spec

from sheetscore.problems import WrongUsage


def refuse_without_libraries() -> None:
    """Say what to install where the library that writes the page is missing.

    Raises
    ------
    WrongUsage
        It is.
    """
    if not find_spec("jinja2"):
        raise WrongUsage('scanning needs more libraries: pip install "sheetscore[scan]"', "extra-missing")
