"""What of a scored round is otherwise because an earlier one was corrected: the handicaps, and what they decide.

Source: "All Players are Created Equal", Developing handicaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import cast

from sheetscore.pairing.draw import named
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.outcomes import Exact, Lists, ResultRow, RoundScore

Held = tuple[str, Fraction]
"""Who has a handicap, and how much; nobody has 0."""


def follows(event: MatchEvent, was: RoundScore, now: RoundScore) -> list[str]:
    """Say at which tables the handicap is another one than the results of a round have it.

    Parameters
    ----------
    was, now
        The round as its results have it, and as it comes by the rounds before it as they are.

    Returns
    -------
    A clause for each table, in order. Where handicaps are kept and not applied, it is about the one that the series
    makes.
    """
    made = _compared(event, _made(was.lists), _made(now.lists), " after the series")
    in_force = _compared(event, _in_force(was.rows), _in_force(now.rows), "")
    return [clause for _, clause in sorted({**dict(made), **dict(in_force)}.items())]


def _compared(
    event: MatchEvent, was: Mapping[int, Held], now: Mapping[int, Held], when: str
) -> Iterator[tuple[int, str]]:
    """Yield the tables at which there was another handicap, or none is left to compare, each with a clause."""
    for table, then in was.items():
        held = now.get(table)
        if held is None:
            yield table, f"table {table}: without {_words(event, then)} what is entered is not complete"
        elif held != then:
            yield table, f"table {table}: {_words(event, held)}{when}, and not {_words(event, then)}"


def _words(event: MatchEvent, held: Held) -> str:
    player, points = held
    return f"{points} for {named(player, event.names)}" if points else "no handicap"


def _in_force(rows: Iterable[ResultRow]) -> dict[int, Held]:
    """Return the handicap that counted at each table; the matches of a series have one."""
    found: dict[int, Held] = {}
    for row in rows:
        if row["opponent"] is not None:
            points = Fraction(row["handicap"] or 0)
            table = int(row["table"] or 0)
            found[table] = (str(row["player"]), points) if points else found.get(table, ("", points))
    return found


def _made(lists: Lists) -> dict[int, Held]:
    """Return the handicap that each complete series makes."""
    found: dict[int, Held] = {}
    for line in lists.get("series", ()):
        handicap = cast("Mapping[str, Exact] | None", line["handicap"])
        if handicap is not None:
            found[int(str(line["table"]))] = str(handicap["player"] or ""), Fraction(handicap["new"] or 0)
    return found
