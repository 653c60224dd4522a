"""Which pair of a Swiss round plays at which table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice

from sheetscore.pairing.draw import Two, lot, named
from sheetscore.pairing.matching import Edge, cheapest_matching
from sheetscore.pairing.swiss.field import SwissPair
from sheetscore.pairing.swiss.record import SwissRecord


def seat_swiss(pairs: Sequence[SwissPair], record: SwissRecord, fixed: Mapping[str, int], seed: int) -> dict[Two, int]:
    """Assign each pair its table.

    A player with a table of their own stays there. The other pairs take the lowest other tables: as few players
    as possible come to a table where they have played already; then each board is as near as possible to the
    table of its place (the sum of squared distances), so that the higher board has the lower table wherever
    nothing is repeated. Exact; a lot decides between ways that are equally good.

    Parameters
    ----------
    pairs
        By board, from the first.
    record
        The scored rounds before this one.
    fixed
        The tables of players who need one; from 1. Those who do not play are passed over. Of two opponents with
        different tables the higher one stays, of two pairs with one table the higher board.
    seed
        The event's.

    Returns
    -------
    dict
        By the two players of each pair, in the order of the boards.
    """
    kept = _kept(pairs, fixed)
    free = [pair for pair in pairs if pair.players not in kept]
    taken = set(kept.values())
    tables = list(islice((table for table in count(1) if table not in taken), len(free)))
    been = {player: Counter(tables) for player, tables in _tables_of(record).items()}
    edges = [
        Edge(
            board,
            len(free) + place,
            (sum(been.get(player, Counter())[table] for player in pair.players), (board - place) ** 2),
            lot(seed, "table", *pair.players, table),
        )
        for board, pair in enumerate(free)
        for place, table in enumerate(tables)
    ]
    found = {free[i].players: tables[j - len(free)] for i, j in cheapest_matching(2 * len(free), edges)}
    return {pair.players: (kept | found)[pair.players] for pair in pairs}


def _kept(pairs: Sequence[SwissPair], fixed: Mapping[str, int]) -> dict[Two, int]:
    """Return the pairs with a player who stays at a table."""
    kept: dict[Two, int] = {}
    for pair in pairs:
        wanted = [fixed[player] for player in pair.players if player in fixed]
        free = [table for table in wanted if table not in kept.values()]
        if free:
            kept[pair.players] = free[0]
    return kept


def _tables_of(record: SwissRecord) -> dict[str, list[int]]:
    """Return for each player the tables they have played at or were drawn for, again and again where they were."""
    found: dict[str, list[int]] = {}
    for game in record.games:
        for player in game.players if game.other is not None else ():
            found.setdefault(player, []).append(game.table)
    return found


def tables_report(
    tables: Mapping[Two, int], record: SwissRecord, fixed: Mapping[str, int], names: Mapping[str, str]
) -> Iterator[str]:
    """Name those who are not at their own table, and those who come to a table again.

    Parameters
    ----------
    tables
        Of each pair; drawn, or as the director changed them.
    record
        The scored rounds before this one.
    fixed
        The tables of players who need one.
    names
        The players' names by id.
    """
    been = _tables_of(record)
    for pair, table in tables.items():
        for player in pair:
            own = fixed.get(player)
            if own not in {None, table}:
                yield f"{named(player, names)} plays at table {table} and not at their own, {own}: it is taken."
            if own != table and table in been.get(player, ()):
                yield f"{named(player, names)} plays at table {table} again."
