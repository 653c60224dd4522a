"""A director's detours by seeded random numbers, in every system: act after act, judged after every command."""

from __future__ import annotations

import shutil
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random

from acts import ACTS
from hall import Act, Hall, Lost
from msgspec import Struct

STEPS = 7
"""Acts of a case that do something."""

CHOSEN = 3 * STEPS
"""Acts that are chosen: some can do nothing, such as typing into a marked copy where there is none."""


class Detour(Struct, frozen=True):
    """A case: what was done, and what is wrong with it (empty if nothing is).

    Parameters
    ----------
    chosen
        The acts by their number and name.
    """

    chosen: tuple[tuple[int, Act], ...]
    did: tuple[str, ...] = ()
    lost: str = ""

    @property
    def kind(self) -> str:
        """The violation without what differs from case to case."""
        return self.lost.partition("\n")[0]


def wander(original: Path, stage: int, name: str, folder: Path) -> Detour:
    """Go through a case, and shorten it where it ends badly.

    Parameters
    ----------
    original
        A folder with sheets.
    name
        What the random numbers follow from.
    """
    chooses = Random(name)
    acts = tuple((number, chooses.choice(ACTS)) for number in range(CHOSEN))
    found = go(original, stage, name, folder, acts)
    return _shortened(original, stage, name, folder, found) if found.lost else found


def go(original: Path, stage: int, name: str, folder: Path, acts: Sequence[tuple[int, Act]]) -> Detour:
    """Do acts one after the other, each with random numbers of its own, until one ends badly."""
    for old in folder.parent.glob(f"{folder.name}*"):
        shutil.rmtree(old)
    shutil.copytree(original, folder)
    hall = Hall.at(folder, stage, Random(name))
    steps = 0
    for at, (number, act) in enumerate(acts, start=1):
        before = len(hall.did)
        hall.random = Random(f"{name}/{number}")
        try:
            act(hall)
        except Lost as lost:
            return Detour(tuple(acts[:at]), tuple(hall.did), str(lost))
        except Exception:
            return Detour(tuple(acts[:at]), tuple(hall.did), f"in the machine itself: {traceback.format_exc()}")
        steps += len(hall.did) > before
        if steps == STEPS:
            break
    return Detour(tuple(acts), tuple(hall.did))


def _shortened(original: Path, stage: int, name: str, folder: Path, found: Detour) -> Detour:
    """Leave acts out, the last first, as long as it still ends badly."""
    for one in reversed(found.chosen[:-1]):
        fewer = [other for other in found.chosen if other != one]
        again = go(original, stage, name, folder, fewer)
        if again.lost and len(again.chosen) == len(fewer):
            found = again
    return found
