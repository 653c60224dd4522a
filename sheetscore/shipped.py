"""Where the files that come with sheetscore lie: beside the package in a checkout, inside it when installed."""

from __future__ import annotations

from pathlib import Path


def shipped(folder: str) -> Path:
    """Find ``"templates"`` or ``"examples"``.

    Raises
    ------
    FileNotFoundError
        The installation is not complete.
    """
    package = Path(__file__).parent
    for place in (package / folder, package.parent / folder):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"sheetscore was installed without its {folder}; install it again")
