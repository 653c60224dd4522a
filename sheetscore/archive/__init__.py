"""Many events together: results workbooks of years, collected so that one can ask them questions."""

from __future__ import annotations

from importlib.util import find_spec

from sheetscore.problems import WrongUsage

USUAL = "archive"
"""What the folder of an archive is called where nobody says otherwise."""

_NEEDED = ("duckdb", "fsspec", "openskill", "pyarrow")


def refuse_without_libraries() -> None:
    """Say what to install where the libraries of the extra are missing.

    Raises
    ------
    WrongUsage
        They are.
    """
    if not all(map(find_spec, _NEEDED)):
        raise WrongUsage('an archive needs more libraries: pip install "sheetscore[archive]"', "extra-missing")
