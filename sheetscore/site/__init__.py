"""Write an event's site: pages for a browser, from the same planned tables and charts as the workbooks."""

from __future__ import annotations

from importlib.util import find_spec

from sheetscore.problems import WrongUsage


def refuse_without_libraries() -> None:
    """Check that the library of the extra ``site`` is installed.

    Raises
    ------
    WrongUsage
        It is missing; the message names the command that installs it.
    """
    if not find_spec("jinja2"):
        raise WrongUsage('a site needs one more library: pip install "sheetscore[site]"', "extra-missing")
