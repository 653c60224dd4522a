"""Clubs and countries of players: the cost of seating two from the same one together, and a report on such pairs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil
from typing import Literal

from msgspec import Struct, field

from sheetscore.event.identity import folded
from sheetscore.event.model import Player
from sheetscore.pairing.boards.known_rounds import fewest_pairs
from sheetscore.pairing.draw import display_name
from sheetscore.wording import join_words

Origin = Literal["club", "country"]
"""The kinds of origin that two players may share."""

WEIGHTS: Mapping[Origin, int] = {"club": 2, "country": 1}
"""The cost of two players at one table who share the origin; costs add up if they share both."""


class Origins(Struct, frozen=True):
    """The clubs and countries whose members are to be kept apart."""

    by_kind: Mapping[Origin, Mapping[str, str]] = field(default_factory=dict)
    """By kind and player's id, the name of the club or country; players without one are left out."""

    def __contains__(self, player: object) -> bool:
        return any(player in origin_of for origin_of in self.by_kind.values())

    def weight(self, one: str, other: str) -> int:
        """Return the cost of two players together, by their ids; 0 for two seats of one player."""
        if one == other:
            return 0
        return sum(
            WEIGHTS[kind]
            for kind, origin_of in self.by_kind.items()
            if one in origin_of and origin_of[one] == origin_of.get(other)
        )

    def least(self, players: Collection[str], tables: int) -> int:
        """Return a lower bound of the cost of tables: the members of each club or country spread evenly over them."""
        return sum(
            WEIGHTS[kind] * sum(fewest_pairs(size, tables) for size in self._sizes(kind, players).values())
            for kind in self.by_kind
        )

    def _sizes(self, kind: Origin, players: Collection[str]) -> Counter[str]:
        """Count the members of each club, or of each country, among the players."""
        return Counter(self.by_kind[kind][player] for player in set(players) if player in self.by_kind[kind])

    def report(self, tables: Mapping[int, Collection[str]], names: Mapping[str, str], what: str) -> Iterator[str]:
        """Report how many pairs of one club or country share a table, and tables with more members than necessary.

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
        for origin in self.by_kind:
            sizes = self._sizes(origin, seated)
            if max(sizes.values(), default=0) < 2:
                continue
            groups = {number: self._groups(origin, players) for number, players in tables.items()}
            pairs = sum(
                len(members) * (len(members) - 1) // 2 for at_table in groups.values() for members in at_table.values()
            )
            fewest = sum(fewest_pairs(size, len(tables)) for size in sizes.values())
            bound = (
                "" if not fewest else "; fewer are not possible" if pairs == fewest else f" of {fewest} at the least"
            )
            yield f"Pairs of one {origin} at one {what}: {pairs}{bound}."
            for number, at_table in groups.items():
                for group, players in at_table.items():
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
            if player in self.by_kind[origin]:
                groups[self.by_kind[origin][player]].append(player)
        return groups


NO_ORIGINS = Origins()
"""No origin counts: nobody is kept apart."""


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
