"""An archive: results workbooks of many events, collected to be queried together."""

from __future__ import annotations

from importlib.util import find_spec

from sheetscore.problems import WrongUsage

USUAL = "archive"
"""The default name of the folder of an archive."""

_NEEDED = ("duckdb", "fsspec", "openskill", "pyarrow")


def refuse_without_libraries() -> None:
    """Check that the libraries of the extra ``archive`` are installed.

    Raises
    ------
    WrongUsage
        One is missing; the message names the command that installs them.
    """
    if not all(map(find_spec, _NEEDED)):
        raise WrongUsage('an archive needs more libraries: pip install "sheetscore[archive]"', "extra-missing")
