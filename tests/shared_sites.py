"""The sites of all examples, the game outside the package among them, each written once for all processes of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from dice_system import install
from filelock import FileLock
from registered import EXAMPLES
from shared_demos import Demos

from sheetscore.operations.publish import publish


class Sites(Mapping[str, Path]):
    """The folder of the site of every example, by its name."""

    def __init__(self, demos: Demos, place: Path) -> None:
        self.demos, self.place = demos, place

    def __getitem__(self, example: str) -> Path:
        if example not in EXAMPLES:
            raise KeyError(example)
        site = self.place / example
        self.place.mkdir(exist_ok=True)
        with FileLock(self.place / f"{example}.lock"):
            if not site.exists():
                with pytest.MonkeyPatch.context() as patched:
                    install(patched)
                    publish(self.demos.played(example).copied(self.place / f"{example}-event"), site)
        return site

    def __iter__(self) -> Iterator[str]:
        return iter(EXAMPLES)

    def __len__(self) -> int:
        return len(EXAMPLES)
