"""Pages for a browser, from the same planned tables and charts as the workbooks: one plan, two renderers."""

from __future__ import annotations

from importlib.util import find_spec

from sheetscore.problems import WrongUsage


def refuse_without_libraries() -> None:
    """Say what to install where the library of the extra is missing.

    Raises
    ------
    WrongUsage
        It is.
    """
    if not find_spec("jinja2"):
        raise WrongUsage('a site needs one more library: pip install "sheetscore[site]"', "extra-missing")
