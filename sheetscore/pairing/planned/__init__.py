"""All rounds of an event seated at once before it begins, with the proof of how good that is."""

from __future__ import annotations

from importlib.util import find_spec

from sheetscore.problems import WrongUsage


def refuse_without_libraries() -> None:
    """Refuse to plan, with what to install, if the library of the extra is missing.

    Raises
    ------
    WrongUsage
        The library is missing.
    """
    if not find_spec("ortools"):
        raise WrongUsage('a plan needs one more library: pip install "sheetscore[plan]"', "extra-missing")
