"""Points by bands of a difference: a table that a designer can edit, and how a spreadsheet looks it up.

Source: Tournament Guidelines, 1991, Team Play: AVP Scoring.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from pydantic import Field, ValidationError

from sheetscore.forms.template import Part, template_finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.ranking import TOLERANCE
from sheetscore.toml_data import toml_data


class Band(Part):
    """What both sides get from this difference on, until the next band begins."""

    difference: int = Field(ge=0, strict=True)
    winner: int = Field(ge=0, strict=True)
    loser: int = Field(ge=0, strict=True)

    @property
    def total(self) -> int:
        """What the two get together."""
        return self.winner + self.loser


class BandTable(Part):
    """A table of bands as its TOML file says it; :func:`read_bands` has checked that the bands fit together."""

    title: str
    band: tuple[Band, ...] = Field(min_length=1)

    @property
    def total(self) -> int:
        """What the two get together, the same in all bands."""
        return self.band[0].total

    def points(self, difference: int | Fraction) -> tuple[int, int]:
        """Return what the one with this difference gets, and what its opponent gets.

        Parameters
        ----------
        difference
            The one's points less the opponent's, exact; below 0 the one has lost.
        """
        lost = difference < 0
        size = -difference if lost else difference
        here = next(band for band in reversed(self.band) if band.difference <= size)
        return (here.loser, here.winner) if lost else (here.winner, here.loser)


def read_bands(path: Path) -> BandTable:
    """Read a table of bands.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the file.
    """
    try:
        data = toml_data(path.read_bytes())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MistakesFound([template_finding(path, f"this is not TOML: {error}")]) from error
    mistakes = [f"{place}: {message}" for place, message in _misfits(_bands(data))]
    try:
        table = BandTable.model_validate(data)
    except ValidationError as error:
        mistakes = [f"{_place(wrong['loc'])}: {wrong['msg']}" for wrong in error.errors()] + mistakes
    if mistakes:
        raise MistakesFound([template_finding(path, mistake) for mistake in mistakes])
    return table


def band_formula(difference: str, starts: str, winners: str, losers: str) -> str:
    """Write what :meth:`BandTable.points` gives the one with this difference.

    A difference of fractions may come out a trifle below the whole number that begins a band, hence the
    tolerance. Whether such a trifle around 0 is positive or negative makes no difference: the first band
    gives both the same.

    Parameters
    ----------
    difference
        A cell.
    starts, winners, losers
        The columns of the table, as absolute ranges.
    """
    size = f"ABS({difference})+{TOLERANCE}"
    return f"IF({difference}<0,LOOKUP({size},{starts},{losers}),LOOKUP({size},{starts},{winners}))"


def _place(location: Sequence[int | str]) -> str:
    """Say where in the file: ``band 3, winner``, bands counted from 1."""
    parts: list[str] = []
    for step in location:
        if isinstance(step, int):
            parts[-1] += f" {step + 1}"
        else:
            parts.append(step)
    return ", ".join(parts)


def _bands(data: Mapping[str, object]) -> list[tuple[int, Band]]:
    """Return the bands whose numbers are sound, with their places from 1, whatever else is wrong in the file."""
    lines = data.get("band")
    found = []
    for place, line in enumerate(lines if isinstance(lines, list) else (), start=1):
        numbers = line if isinstance(line, dict) else {}
        with suppress(ValidationError):
            known = {key: value for key, value in numbers.items() if key in Band.model_fields}
            found.append((place, Band.model_validate(known)))
    return found


def _misfits(bands: Sequence[tuple[int, Band]]) -> Iterator[tuple[str, str]]:
    """Find where bands do not make a table, as place and message; most bands have the right total."""
    totals = Counter(band.total for _, band in bands)
    usual = max(totals, key=lambda total: totals[total], default=0)
    for place, band in bands:
        if place == 1 and band.difference != 0:
            yield f"band {place}, difference", f"the first band begins at 0, not at {band.difference}"
        if band.winner < band.loser:
            yield f"band {place}", f"the winner gets {band.winner}, less than the loser's {band.loser}"
        if band.difference == 0 and band.winner > band.loser:
            yield f"band {place}", f"nobody wins by 0, but one gets {band.winner} and the other {band.loser}"
        if band.total != usual:
            yield f"band {place}", f"the two get {band.total} together, and {usual} in other bands"
    for (above, earlier), (place, band) in pairwise(bands):
        if band.difference <= earlier.difference:
            yield (
                f"band {place}, difference",
                f"{band.difference} is not above the {earlier.difference} of band {above}",
            )
