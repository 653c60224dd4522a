"""Wishes about pairs, which are to meet or not to meet in a round, and checks of wishes and of scenarios on offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Annotated, Literal

from annotated_types import MaxLen, MinLen
from pydantic import Field

from sheetscore.event.identity import PlayerId, Refers, folded
from sheetscore.event.model import Event, EventPart, RoundNumber
from sheetscore.event.scenarios import Scenario
from sheetscore.event.tables import doubtful, place_of, wrong
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import Draw, TableDraw, display_name

WishKind = Literal["lock", "request", "forbid", "regular"]
TwoPlayers = Annotated[tuple[Annotated[PlayerId, Refers("player")], ...], MinLen(2), MaxLen(2)]


PAIRING = "pairing"
"""The key of the list of wishes in event.toml."""


class Wish(EventPart):
    """Two players who are to meet or not to meet, or who meet often outside of the event."""

    kind: WishKind = Field(
        title="Kind",
        description="lock: they meet. request: both want to. forbid: they never meet. regular: they play often anyway.",
    )
    players: TwoPlayers = Field(title="Players", description="The ids or the names of the two, such as P01, P02.")
    round: RoundNumber | None = Field(default=None, title="Round", description="The round meant; blank means all.")

    def names(self, player: str) -> bool:
        """Return whether the player with this id is one of the two."""
        return folded(player) in map(folded, self.players)

    @property
    def names_one_twice(self) -> bool:
        """Whether its two players are the same."""
        return folded(self.players[0]) == folded(self.players[1])

    def shares_round(self, other: Wish) -> bool:
        """Return whether there is a round in which both wishes hold."""
        return self.round == other.round or None in {self.round, other.round}

    def shared(self, other: Wish) -> int:
        """Count the players that both wishes name."""
        return len(set(map(folded, self.players)) & set(map(folded, other.players)))


def pair_of(event: Event, wish: Wish) -> tuple[str, str]:
    """Return the ids of the two players of a wish, spelled as in the roster."""
    ids = {folded(player.id): player.id for player in event.players}
    one, other = (ids.get(folded(id_), id_) for id_ in wish.players)
    return one, other


def pairs_of(event: Event, wishes: Iterable[Wish], kind: str, number: int) -> tuple[tuple[str, str], ...]:
    """Return the pairs of the wishes of a kind that hold in a round (counted from 1), spelled as in the roster."""
    return tuple(pair_of(event, wish) for wish in wishes if wish.kind == kind and wish.round in {None, number})


def two_named(event: Event, pair: Iterable[str]) -> str:
    """Return the names of two players, joined by "and" for a sentence, from their ids."""
    return " and ".join(display_name(player, event.names) for player in pair)


def both_named(event: Event, wish: Wish) -> str:
    """Return the names of the two players of a wish, joined by "and" for a sentence."""
    return two_named(event, pair_of(event, wish))


def meetings_in(drawn: Draw) -> dict[frozenset[str], TableDraw]:
    """Return the tables at which two meet, by the ids of the two."""
    return {pair: table for table in drawn.tables if len(pair := frozenset(table.seated.values())) == 2}


def draw_against_wishes(event: Event, wishes: Sequence[Wish], drawn: Draw) -> Iterator[Finding]:
    """Warn of forbidden pairs that meet, and of locked ones that do not.

    Returns
    -------
    Findings without cells; ``fields`` names the seats of the two.
    """
    tables = meetings_in(drawn)
    places = {player: (table, seat, "") for table, seat, player in drawn.places()}
    for pair in pairs_of(event, wishes, "forbid", drawn.round):
        if table := tables.get(frozenset(pair)):
            message = f"table {table.number}: {two_named(event, pair)} meet, and the event forbids it. Change the draw."
            yield finding("draw-wish", message, fields=tuple(places[player] for player in pair))
    for pair in pairs_of(event, wishes, "lock", drawn.round):
        if frozenset(pair) not in tables:
            message = f"{two_named(event, pair)} are locked in round {drawn.round}, and do not meet. Change the draw."
            yield finding("draw-wish", message, fields=tuple(places[player] for player in pair if player in places))


def one_player_twice(event: Event, wish: Wish) -> Iterator[Finding]:
    """Find a wish whose two players are the same."""
    if wish.names_one_twice:
        message = f"A {wish.kind} names one player twice: {both_named(event, wish)}. Name two."
        yield wrong(event, wish, "players", message)


def wish_after_last_round(event: Event, wish: Wish) -> Iterator[Finding]:
    """Find a wish for a round after the last one of the event."""
    if wish.round is not None and wish.round > event.header.rounds:
        pair = both_named(event, wish)
        message = f"The {wish.kind} of {pair} is for round {wish.round}, and the last is {event.header.rounds}."
        yield wrong(event, wish, "round", message, "event-value")


def lock_without_round(event: Event, wish: Wish) -> Iterator[Finding]:
    """Warn of a lock without a round: the two would meet in every round."""
    if wish.kind == "lock" and wish.round is None and event.header.rounds > 1:
        pair = both_named(event, wish)
        message = f"{pair} are locked in every round, and would meet again and again. Name the round."
        yield doubtful(event, wish, "round", message)


def contradictions(event: Event, wishes: Sequence[Wish]) -> Iterator[Finding]:
    """Find pairs of wishes that hold in the same round and cannot both be kept."""
    for one, other in combinations(wishes, 2):
        kinds = {one.kind, other.kind}
        if not one.shares_round(other) or one.names_one_twice or other.names_one_twice:  # one_player_twice finds these
            continue
        if "forbid" in kinds and kinds & {"lock", "request"} and one.shared(other) == 2:
            wanted = (kinds - {"forbid"}).pop()
            done = {"lock": "locked", "request": "asked for"}[wanted]
            pair = both_named(event, other)
            message = f"The pair of {pair} is forbidden and {done}. Remove one, or give them other rounds."
            severity = Severity.ERROR if wanted == "lock" else Severity.WARNING
            yield finding("event-rule", message, sheet=place_of(event, other), cell="players", severity=severity)
        elif kinds == {"lock"} and one.shared(other) == 1:
            message = (
                f"{both_named(event, one)} are locked, and so are {both_named(event, other)}: nobody meets two in one "
                "round. Remove one, or give them other rounds."
            )
            yield wrong(event, other, "players", message)


def offered_twice(event: Event, round_: EventPart, number: int, ids: Sequence[str]) -> Iterator[Finding]:
    """Find scenarios that a round (counted from 1) names twice."""
    offered = [folded(id_) for id_ in ids]
    twice = sorted({id_ for id_ in offered if offered.count(id_) > 1})
    if twice:
        message = f"Round {number} offers {', '.join(twice)} twice. Name each scenario once."
        yield wrong(event, round_, "scenario", message)


def called_alike(event: Event, choice: Sequence[Scenario]) -> Iterator[Finding]:
    """Find scenarios with the same title among those on offer in a round."""
    for one, other in combinations(choice, 2):
        if one is not other and folded(one.title) == folded(other.title):
            message = f'{one.id} and {other.id} are both called "{one.title}". Rename one, so that all can tell.'
            yield wrong(event, other, "title", message, "name-shared")
