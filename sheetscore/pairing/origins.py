"""Clubs and countries of players: the cost of having members of one together, and a report on it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil
from typing import Literal

from msgspec import Struct, field

from sheetscore.event.identity import folded
from sheetscore.event.model import Player
from sheetscore.pairing.boards.known_rounds import spread_evenly
from sheetscore.pairing.draw import display_name
from sheetscore.wording import join_words

Origin = Literal["club", "country"]
"""A thing that two players may share."""

WEIGHTS: Mapping[Origin, int] = {"club": 2, "country": 1}
"""The cost of two together who share it; added up if they share both."""


class Origins(Struct, frozen=True):
    """The clubs and countries of players whose members are to be kept apart."""

    of: Mapping[Origin, Mapping[str, str]] = field(default_factory=dict)
    """By origin the club or country of each player, by id; unknown ones are left out."""

    def __contains__(self, player: object) -> bool:
        return any(player in of for of in self.of.values())

    def weight(self, one: str, other: str) -> int:
        """Return the cost of two players together, by their ids; 0 for two seats of one player."""
        if one == other:
            return 0
        return sum(WEIGHTS[origin] for origin, of in self.of.items() if one in of and of[one] == of.get(other))

    def least(self, players: Collection[str], tables: int) -> int:
        """Return a lower bound of the cost of tables with these players: all of one origin spread evenly."""
        return sum(
            WEIGHTS[origin] * sum(spread_evenly(many, tables) for many in self._sizes(origin, players).values())
            for origin in self.of
        )

    def _sizes(self, origin: Origin, players: Collection[str]) -> Counter[str]:
        return Counter(self.of[origin][player] for player in set(players) if player in self.of[origin])

    def report(self, tables: Mapping[int, Collection[str]], names: Mapping[str, str], what: str) -> Iterator[str]:
        """Report the number of pairs of one origin together, and tables with more of them than necessary.

        Parameters
        ----------
        tables
            The players of each table, by number.
        names
            The names by id.
        what
            The word for a table: ``"board"``.
        """
        seated = [player for players in tables.values() for player in players]
        for origin in self.of:
            sizes = self._sizes(origin, seated)
            if max(sizes.values(), default=0) < 2:
                continue
            groups = {number: self._groups(origin, players) for number, players in tables.items()}
            pairs = sum(len(of) * (len(of) - 1) // 2 for here in groups.values() for of in here.values())
            fewest = sum(spread_evenly(many, len(tables)) for many in sizes.values())
            bound = (
                "" if not fewest else "; fewer are not possible" if pairs == fewest else f" of {fewest} at the least"
            )
            yield f"Pairs of one {origin} at one {what}: {pairs}{bound}."
            for number, here in groups.items():
                for group, players in here.items():
                    share = ceil(sizes[group] / len(tables))
                    if len(players) > share:
                        who = join_words([display_name(player, names) for player in players])
                        yield (
                            f"{what.capitalize()} {number}: {who} are of one {origin}, {group}; "
                            f"spread evenly it would be {share}."
                        )

    def _groups(self, origin: Origin, players: Collection[str]) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = defaultdict(list)
        for player in sorted(set(players)):
            if player in self.of[origin]:
                groups[self.of[origin][player]].append(player)
        return groups


NOWHERE = Origins()
"""Nobody is kept apart for where they come from."""


def kept_apart(origins: Collection[Origin]) -> str:
    """Begin a sentence on those who are kept apart: ``Those of one club or of one country are``."""
    return f"Those {' or '.join(f'of one {origin}' for origin in WEIGHTS if origin in origins)} are"


def origins_of(players: Sequence[Player], counted: Collection[Origin]) -> Origins:
    """Return the clubs and countries of players, regardless of capitals and blanks.

    Parameters
    ----------
    counted
        The origins that count.
    """
    found: dict[Origin, Mapping[str, str]] = {}
    for origin in WEIGHTS:
        if origin in counted:
            written: dict[str, str] = {}
            given = {player.id: getattr(player, origin) for player in players}
            found[origin] = {id_: written.setdefault(folded(text), text) for id_, text in given.items() if text}
    return Origins(found)
