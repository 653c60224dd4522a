"""Tables for pairs of players: everybody at every table equally often, as far as possible."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from sheetscore.pairing.boards.known_rounds import fewest_pairs
from sheetscore.pairing.draw import Two, two
from sheetscore.pairing.planned.search import Search, Variable
from sheetscore.pairing.planned.seat_plan import Effort, Goal

WHAT = "earlier tables that somebody has again"
"""The goal in words."""


def meetings_again(rounds: Sequence[Sequence[tuple[str, str]]]) -> Goal:
    """Count repeated meetings; the bound is the number of meetings beyond one for each possible pair of players.

    Examples
    --------
    >>> meetings_again(((("A", "B"),), (("B", "A"),))).said
    'meetings that come again: 1, the least that there is'
    """
    met = Counter(two(*pair) for pairs in rounds for pair in pairs)
    players = len({player for pair in met for player in pair})
    bound = max(0, met.total() - players * (players - 1) // 2)
    return Goal("meetings that come again", met.total() - len(met), bound)


def tables_in_balance(
    rounds: Sequence[Sequence[Two]], seed: int, effort: Effort
) -> tuple[tuple[tuple[int, ...], ...], Goal]:
    """Assign every pair of every round a table, so that players come to each table equally often.

    Parameters
    ----------
    rounds
        The pairs of each round. There are as many tables as the round with the most pairs needs.

    Returns
    -------
    tuple
        For each round the tables of its pairs, from 1; and how often somebody has a table that he or she had in an
        earlier round, added up over all pairs of rounds.

    Examples
    --------
    >>> rounds = ((("A", "B"), ("C", "D")), (("A", "C"), ("B", "D")))
    >>> tables_in_balance(rounds, 1, Effort(1))[1].said
    'earlier tables that somebody has again: 2, the least that there is'
    """
    tables = max(map(len, rounds))
    search = Search(effort, seed)
    at = [[[search.model.new_bool_var("") for _ in range(tables)] for _ in pairs] for pairs in rounds]
    search.decided_by([variable for pairs in at for places in pairs for variable in places])
    times: dict[tuple[str, int], list[Variable]] = defaultdict(list)
    for pairs, places in zip(rounds, at, strict=True):
        for pair, here in zip(pairs, places, strict=True):
            search.model.add_exactly_one(here)
            for table, variable in enumerate(here):
                for player in pair:
                    times[player, table].append(variable)
        for table in range(tables):
            search.model.add_at_most_one(here[table] for here in places)
    for table, variable in enumerate(at[0][0] if at[0] else ()):
        search.model.add(variable == (table == 0))  # tables are equal until somebody has sat there
    games = Counter(player for pairs in rounds for pair in pairs for player in pair)
    floor = sum(fewest_pairs(many, tables) for many in games.values())
    again = [search.pairs_of(sum(variables), len(variables)) for variables in times.values()]
    goal = search.minimise(WHAT, sum(again), share=1, floor=floor)
    found = tuple(tuple(1 + [*map(search.value, here)].index(1) for here in places) for places in at)
    return found, goal
