"""Hits: their number by a roll on a chart, their locations, and the additions of the red die."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from sheetscore.findings import Finding, Severity, finding
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.editions import edition as rules_of
from sheetscore.systems.airforce.gunnery.bearings import COLUMNS, Column, Engines, GunneryMethod, column_of
from sheetscore.systems.airforce.gunnery.tables import HOLE, SHARES, GunneryChart, Locations, engines_class
from sheetscore.systems.airforce.toml_parts import checked

Side = Literal["left", "centre", "right"]

STAR = "*"
"""Follows letters that can be hit critically."""

CHOSEN = "CLE"
"""The letters of critical hits among which the firing player may choose, in editions without stars."""

MOST_AT_ONCE = 2
"""The most location rolls made together with the roll for hits."""


class Hole(MistakesFound):
    """A blank cell that a roll needs."""


def hits(
    chart: GunneryChart | Mapping[str, object],
    locations_table: Locations | Mapping[str, object],
    engines: int | str,
    range: int | str,  # noqa: A002 -- the word of the game
    white: int,
    red: int,
    drm: int,
    locations: Sequence[int],
    edition: str = "main",
    choice: str | None = None,
) -> tuple[int, list[str]]:
    """Return the hits of a shot, and the letters hit by each location roll, criticals included: ``(4, ["WFEEE"])``.

    Parameters
    ----------
    chart, locations_table
        The tables, or the data of their TOML files.
    engines
        The engines of the target: ``"1E"`` or ``"ME"``, or their number.
    range
        The range in hexes, with the addition for separation, or the column of the chart: 3, ``"3"``, ``"5-6"``.
    white, red
        The two dice, 1 to 6.
    drm
        The modifier of the roll for deflection.
    locations
        The D10 for locations, 0 to 9, in the order of the rolls; surplus ones are ignored.
    choice
        The critical hit that the firing player chooses, if the edition allows it: ``C``, ``L`` or ``E``. Default: the
        first of these that is hit.

    Raises
    ------
    ValueError
        A die, the range, the engines or the choice is invalid, or a location roll is missing.
    MistakesFound
        A table has mistakes, or a hole where the roll needs a cell; or there is no such edition.
    """
    gunnery = rules_of(edition).gunnery
    scored = hits_scored(_chart(chart), _column(range), (white, red), drm, gunnery)
    table = _locations(locations_table)
    return scored, what_is_hit(scored, table, engines_class(engines), red, locations, gunnery, choice=choice)


def critical(result: str, red: int, hits: int) -> str:
    """Replace stars by the critical hits that the red die adds: ``WFEEE`` for ``WFEE*``, a red 5 and 4 hits.

    Parameters
    ----------
    result
        The letters of one location roll.
    red
        The red die, 1 to 6; 5 adds one hit and 6 adds two.
    hits
        The hits of the whole shot: a single one is never critical.

    Raises
    ------
    ValueError
        The red die is not 1 to 6.
    """
    _check_die("red", red, 1, 6)
    return _starred([result], red, hits, rules_of("main").gunnery, "each")[0]


def hits_scored(chart: GunneryChart, column: Column, dice: tuple[int, int], drm: int, gunnery: GunneryMethod) -> int:
    """Return the hits of a roll of the white and the red die; for a roll beyond the chart, those of its last row.

    Raises
    ------
    ValueError
        A die has no such number.
    MistakesFound
        The chart has a hole in the row of the roll.
    """
    white, red = dice
    _check_die("white", white, 1, 6)
    _check_die("red", red, 1, 6)
    return _cell(chart, column, (white + red if gunnery.dice == "both" else white) + drm, gunnery)


def what_is_hit(
    scored: int,
    table: Locations,
    engines: Engines,
    red: int,
    locations: Sequence[int],
    gunnery: GunneryMethod,
    *,
    criticals: str = "each",
    choice: str | None = None,
) -> list[str]:
    """Return the letters hit by each location roll, criticals included.

    Parameters
    ----------
    scored
        The hits of the shot.
    criticals
        ``each`` if every star counts, ``one`` if only the first of the shot does.
    choice
        The critical hit chosen by the firing player: ``C``, ``L``, ``E``; or None for the first of these that is hit.

    Raises
    ------
    ValueError
        A location roll is missing or is no number of a D10, or the chosen letter is not hit.
    MistakesFound
        The table has a hole in the row of a roll.
    """
    if choice is not None and choice not in CHOSEN:
        raise ValueError(f"choice is one of {', '.join(CHOSEN)}, and not {choice}")
    shares = shared_out(scored)
    if len(locations) < len(shares):
        raise ValueError(f"{scored} hits need {len(shares)} location rolls, and there are {len(locations)}")
    rolled = [_letters_of_roll(table, engines, share, die) for share, die in zip(shares, locations, strict=False)]
    if gunnery.dice == "both":
        return _starred(rolled, red, scored, gunnery, criticals)
    return _chosen(rolled, gunnery.more.get(red, 0), choice)


def shared_out(hits: int) -> tuple[int, ...]:
    """Return how many of the hits each location roll places: 4, 4 and 2 of 10."""
    most = SHARES[-1]
    whole, rest = divmod(hits, most)
    return (most,) * whole + ((rest,) if rest else ())


def rolled_at_once(chart: GunneryChart, column: Column, drm: int, gunnery: GunneryMethod) -> int:
    """Return how many location rolls are made together with the roll for hits; further rolls come after it.

    They are two if the column with this modifier has hits enough for two, else one.

    Raises
    ------
    MistakesFound
        The chart has a hole in a row that may be rolled.
    """
    most = max(_cell(chart, column, roll + drm, gunnery) for roll in gunnery.rolls)
    return min(max(1, len(shared_out(most))), MOST_AT_ONCE)


def side_hit(location: int, gone: Collection[Side] = ()) -> Side:
    """Return the side of the gun or engine that is hit: left for an odd location roll, right for an even one.

    Parameters
    ----------
    gone
        The sides that have no guns or engines left; if both have none, the centre is hit.
    """
    if {"left", "right"} <= set(gone):
        return "centre"
    return "left" if location % 2 else "right"


def _cell(chart: GunneryChart, column: Column, roll: int, gunnery: GunneryMethod) -> int:
    """Return the hits of a roll; for a roll beyond the chart, those of its last row."""
    row = min(max(roll, gunnery.rolls[0]), gunnery.rolls[-1])
    rows = chart.rows(column)
    if row not in rows:
        raise _hole(f"chart {chart.id}, column {column}, has no hits in row {row}")
    return rows[row]


def _letters_of_roll(table: Locations, engines: Engines, share: int, die: int) -> str:
    """Return the result of a location roll: letters, and stars behind those that can be hit critically."""
    _check_die("a location roll", die, 0, 9)
    rows = table.rows(engines, share)
    if die not in rows:
        raise _hole(f"the locations of {share} hit{'s' * (share > 1)} on {engines} have nothing in row {die}")
    return rows[die]


def _starred(rolled: Sequence[str], red: int, hits: int, gunnery: GunneryMethod, criticals: str) -> list[str]:
    """Replace each star by the letter before it, as often as the red die says; by nothing if it adds none."""
    more = gunnery.more.get(red, 0) if hits >= gunnery.fewest_critical else 0
    struck, counting = [], True
    for letters in rolled:
        result = ""
        for letter in letters:
            result += letter if letter != STAR else result[-1:] * (more * counting)
            counting = counting and not (letter == STAR and criticals == "one")
        struck.append(result)
    return struck


def _chosen(rolled: Sequence[str], more: int, choice: str | None) -> list[str]:
    """Add critical hits to one hit with the chosen letter; without a choice, to the first hit that allows it."""
    struck = [letters.replace(STAR, "") for letters in rolled]
    open_to = [letter for letters in struck for letter in letters if letter in CHOSEN]
    if not open_to or not more:
        return struck
    letter = choice or open_to[0]
    if letter not in open_to:
        raise ValueError(f"no {letter} is hit; choose one of {', '.join(dict.fromkeys(open_to))}")
    at = next(index for index, letters in enumerate(struck) if letter in letters)
    struck[at] = struck[at].replace(letter, letter * (1 + more), 1)
    return struck


def _chart(chart: GunneryChart | Mapping[str, object]) -> GunneryChart:
    return chart if isinstance(chart, GunneryChart) else checked(chart, GunneryChart, "chart", _mistake)


def _locations(table: Locations | Mapping[str, object]) -> Locations:
    return table if isinstance(table, Locations) else checked(table, Locations, "table of locations", _mistake)


def _column(shot: int | str) -> Column:
    """Return the column of a range, or the column with this name."""
    named = next((column for column in COLUMNS if column == shot), None)
    return named or column_of(int(shot))


def _check_die(what: str, die: int, least: int, most: int) -> None:
    if die not in range(least, most + 1):
        raise ValueError(f"{what} is {least} to {most}, and not {die}")


def _mistake(message: str) -> Finding:
    return finding("template", message)


def _hole(message: str) -> Hole:
    return Hole([Finding(HOLE, f"{message}; whoever owns the tables fills it in", severity=Severity.ERROR)])
