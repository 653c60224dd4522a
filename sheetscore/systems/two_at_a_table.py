"""What systems with two players at a table share: their events, the players to be drawn, opponents for late comers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, Protocol, TypeVar, get_args

from pydantic import Field

from sheetscore.event.identity import alike, folded, with_id
from sheetscore.event.model import Player
from sheetscore.event.scenarios import Round, Scenario, ScenarioEvent
from sheetscore.expressions import ValueKind
from sheetscore.findings import Finding, finding
from sheetscore.forms.choices import Choices
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.swiss.record import SwissPlayer
from sheetscore.pairing.walk_ins import Coming, Room, reseated
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.systems.wishes import Wish, meetings_in, pair_of, pairs_of, two_named
from sheetscore.wording import number_list

Seat = Literal["1", "2"]

SEATS: tuple[Seat, ...] = get_args(Seat)
"""The two seats of a table."""

S_co = TypeVar("S_co", bound=Scenario, covariant=True)


class _Offers(Protocol[S_co]):
    """An event whose rounds offer scenarios of one kind, which `EventOfTwos.choice` returns as that kind."""

    @property
    def scenarios(self) -> tuple[S_co, ...]: ...
    @property
    def rounds(self) -> tuple[Round, ...]: ...


class EventOfTwos(ScenarioEvent):
    """An event in which two players at each table play one of the scenarios that the round offers."""

    wishes: tuple[Wish, ...] = Field(
        default=(), alias="pairing", title="Pairings", description="Pairs that are locked, asked for or forbidden."
    )

    def choice(self: _Offers[S_co], number: int) -> tuple[S_co, ...]:
        """Return the scenarios on offer in a round (counted from 1); none for a round that names none yet."""
        known = {folded(scenario.id): scenario for scenario in self.scenarios}
        ids = next((round_.scenario or () for round_ in self.rounds if round_.number == number), ())
        return tuple(known[folded(id_)] for id_ in ids if folded(id_) in known)

    def seats(self, _stage: int, /) -> dict[str, str]:
        """Return the two seats of a table, alike in every round."""
        return {seat: f"Player {seat}" for seat in SEATS}

    def tables_needed(self, stage: int, /) -> int:
        """Return the number of tables of a round, at least 1; if the number of players is odd, one of them sits out."""
        return max(len(self.entrants(stage)) // len(SEATS), 1)

    @property
    def listed_words(self) -> frozenset[str]:
        """The words that no player may be called: the seats, by number and in words, and ``draw``."""
        return super().listed_words | {"draw", *map(str.lower, self.seats(0).values())}

    def subject(self, stage: int, /) -> str:
        """Return the titles of the round's scenarios."""
        return "  ·  ".join(scenario.title for scenario in self.choice(stage))

    def wished(self, kind: str, number: int) -> tuple[tuple[str, str], ...]:
        """Return the pairs of a kind of wish that hold in a round (counted from 1), spelled as in the roster."""
        return pairs_of(self, self.wishes, kind, number)

    def pair(self, wish: Wish) -> tuple[str, str]:
        """Return the two ids of a wish, spelled as in the roster."""
        return pair_of(self, wish)

    def as_paired(self, player: Player, unrated: int) -> SwissPlayer:
        """Return a player for a Swiss draw and ranking.

        Parameters
        ----------
        unrated
            The rating of players who have none.
        """
        regulars = (self.pair(wish) for wish in self.wishes if wish.kind == "regular" and wish.names(player.id))
        others = frozenset(other for pair in regulars for other in pair if other != player.id)
        rating = unrated if player.rating is None else player.rating
        return SwissPlayer(player.id, player.name, rating, player.country, player.club, others)


def numbered_choices(list_id: str, names: Sequence[str], ids: Sequence[str], **numbers: tuple[int, ...]) -> Choices:
    """Return a list whose entries stand for numbers in formulas; entries with equal names are shown with their ids.

    Parameters
    ----------
    numbers
        The numbers of the entries, by the names that formulas have for them.
    """
    namesakes = alike(dict(zip(ids, names, strict=True)))
    shown = (with_id(name, id_) if id_ in namesakes else name for name, id_ in zip(names, ids, strict=True))
    return Choices(list_id, tuple(shown), tuple(ids), numbers, dict.fromkeys(numbers, ValueKind.WHOLE))


def players_to_draw(event: EventOfTwos, number: int, found: Sequence[Finding]) -> tuple[str, ...]:
    """Return the ids of those present in a round (counted from 1), in the order of the roster.

    Parameters
    ----------
    found
        The findings of the event's own check.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        The event breaks a rule, or fewer than two players are there.
    """
    if not event.choice(number):
        raise WrongUsage(f"Round {number} is not planned: the event names no scenario for it.")
    present = tuple(player.id for player in event.playing(number))
    wrong = [one for one in found if one.is_error]
    if len(present) < len(SEATS):
        message = (
            f"{'Only 1 player is' if present else 'Nobody is'} there in round {number}, and {len(SEATS)} are needed: "
            "enter players, or change the rounds in which they are there."
        )
        wrong.append(finding("event-missing", message, sheet="[[player]]", cell="id"))
    if wrong:
        raise MistakesFound(wrong)
    return present


def seats_of(table: TableDraw) -> tuple[tuple[int, str, str], ...]:
    """Return both seats of a table for findings about them."""
    return tuple((table.number, seat, "") for seat in SEATS)


def meet_again(event: EventOfTwos, drawn: Draw, met: Mapping[frozenset[str], Sequence[int]]) -> Iterator[Finding]:
    """Warn of pairs of a draw that have met before.

    Parameters
    ----------
    met
        The rounds in which two have met before, by the ids of the two.
    """
    for pair, table in meetings_in(drawn).items():
        if before := met.get(pair):
            both = two_named(event, table.seated.values())
            message = f"table {table.number}: {both} meet again, after {number_list('round', before)}."
            yield finding("draw-repeat", message, fields=seats_of(table))


_MET = 1000
"""The cost of a pair for each time that the two have met: more than any distance in points or in places on a ladder."""


def with_late_comers(
    event: EventOfTwos,
    drawn: Draw,
    coming: Coming,
    *,
    met: Mapping[frozenset[str], Sequence[int]],
    distance: Callable[[str, str], int],
    meant: frozenset[frozenset[str]],
    forbidden: frozenset[frozenset[str]],
    keeps: Mapping[str, int] | None = None,
) -> Draw:
    """Return a draw with players added and dropped; late comers meet whoever has the bye or no opponent, or each other.

    A late comer for whom nobody is left has the bye, if it is free. Of possible opponents, one whom the late comer is
    meant to meet comes first, then the one met least often, and of several the nearest.

    Parameters
    ----------
    met
        The rounds in which two have met before, by the ids of the two.
    distance
        Returns the distance of two players, from their ids; 0 or more.
    meant
        Pairs that are to meet.
    forbidden
        Pairs that must not meet.
    keeps
        The tables that players keep throughout, by the ids of the players.

    Raises
    ------
    WrongUsage
        Nobody is left to meet, and the bye is not free.
    """

    def against(table: TableDraw, _: str, player: str) -> int | None:
        """Return the cost of a pair: None if it is forbidden, the least for two who are to meet."""
        pairs = {other: frozenset((player, other)) for other in table.seated.values()}
        if not forbidden.isdisjoint(pairs.values()):
            return None
        if not meant.isdisjoint(pairs.values()):
            return -1
        return sum(_MET * len(met.get(pair, ())) + distance(player, other) for other, pair in pairs.items())

    room = Room(
        seats=SEATS,
        fewest=len(SEATS),
        in_pairs=True,
        against=against,
        keeps=keeps or {},
        scenario_at=lambda table: event.scenario_at(drawn.round, table),
        otherwise="nobody is there whom they could meet. Name another one (--add), so that two have a table of their "
        f"own; or enter the player on a line “{event.unseated.bye}” of the draw",
    )
    return reseated(drawn, room, coming, event.names)
