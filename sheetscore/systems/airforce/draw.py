"""The draw of a round of fights: named pilots first, the others so that few fly again what they have flown before.

Pilots may come late to a drawn round, or leave it; the draw is changed for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sheetscore.event.identity import folded
from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import Draw, TableDraw, display_name, draw_mistakes, lot, side_of
from sheetscore.pairing.matching import cheapest_sides
from sheetscore.pairing.walk_ins import Coming, Room, facing, one_more_table, reseated
from sheetscore.problems import MistakesFound
from sheetscore.systems.airforce.model import AirforceEvent, Fight
from sheetscore.systems.airforce.rules import check_event
from sheetscore.systems.airforce.score import Place, TurnResult
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.wording import join_words, pluralize

SAME_SEAT, SAME_CARD, SAME_SIDE = 4, 2, 1
"""The cost of a seat for each time that its player has flown the same seat, the same card, the same side of a fight."""


def draw_round(round_: RoundContext[AirforceEvent]) -> Draw:
    """Seat the pilots of a round.

    Players whom the event names for a seat get it. If there are too few aircraft for the others, those who have flown
    most often sit out; if there are too many, the last aircraft of the last tables stay empty. The others are
    seated so that as few as possible fly again what they have flown before; lots decide between equal ways.

    Raises
    ------
    MistakesFound
        The event breaks a rule, nobody is there, or the event names a player for a seat who is absent.
    """
    event, number = round_.event, round_.stage
    present = [player.id for player in event.playing(number)]
    wrong = [one for one in check_event(event) if one.is_error]
    if not present:
        message = f"Nobody is there in round {number}: enter players, or change the rounds in which they are there."
        wrong.append(finding("event-missing", message, sheet="[[player]]", cell="id"))
    wrong += _named_but_absent(event, number, present)
    if wrong:
        raise MistakesFound(wrong)
    taken = dict(event.named_for(number))
    places = [(table, seat) for table in range(1, event.tables(number) + 1) for seat in event.seats(number)]
    free = [place for place in places if place not in taken]
    unnamed = [player for player in present if player not in taken.values()]
    before = Flights(event, round_.earlier)
    flying = before.who_flies(unnamed, len(free), event.header.seed, number)
    taken |= _seated(before, event.scenario_of(number), flying, free[: len(flying)], event.header.seed)
    byes = tuple(player for player in present if player not in taken.values())
    fight = event.scenario_of(number)
    tables = tuple(
        TableDraw(table, fight.id, {seat: taken.get((table, seat)) for seat in event.seats(number)})
        for table in range(1, event.tables(number) + 1)
    )
    return Draw(number, tables, byes, tuple(_report(event, byes, places, taken)))


def check_draw(round_: RoundContext[AirforceEvent]) -> list[Finding]:
    """Find strangers, absentees, players on two seats or none, and seats meant by the event for somebody else.

    Returns
    -------
    Findings without cells; ``fields`` names the seats that each is about.
    """
    event, drawn = round_.event, round_.draw
    return [
        *draw_mistakes(drawn, event.names, event.entrants(drawn.round), unseated=event.unseated),
        *_against_the_event(event, drawn),
    ]


def _against_the_event(event: AirforceEvent, drawn: Draw) -> Iterator[Finding]:
    seats = {(table.number, seat): player for table in drawn.tables for seat, player in table.seats.items()}
    for place, player in event.named_for(drawn.round).items():
        if place in seats and seats[place] != player:
            table, seat = place
            message = (
                f"table {table}, {seat}: the event names {display_name(player, event.names)}, and somebody else sits "
                "there. Change the draw or the event."
            )
            yield finding("draw-wish", message, fields=((table, seat, ""),))


class Flights:
    """What each player has flown in the rounds before: by the results, or by the draws if results are missing.

    Parameters
    ----------
    earlier
        The rounds before.
    """

    def __init__(self, event: AirforceEvent, earlier: Iterable[EarlierRound]) -> None:
        self._fights = {folded(fight.id): fight for fight in event.scenarios}
        self.times: Counter[str] = Counter()
        """How often each player has flown."""
        self._flown: Counter[tuple[str, str, str]] = Counter()
        for one in earlier:
            for player, seat in _flown_in(one):
                self.times[player] += 1
                for what in self._kinds(one.scenario, seat):
                    self._flown[(player, *what)] += 1

    def _kinds(self, fight: str, seat: str) -> Iterator[tuple[str, str]]:
        """Yield what a player flies with a seat of a fight: seat, side and card, each as its kind and an id."""
        yield "seat", f"{folded(fight)} {seat}"
        yield "side", f"{folded(fight)} {side_of(seat)}"
        known = self._fights.get(folded(fight))
        aircraft = known.aircraft(seat) if known else None
        if aircraft:
            yield "card", folded(aircraft.card)

    def repeats(self, player: str, fight: Fight, seat: str) -> int:
        """Return the cost of a seat for a player: higher the more often the player has flown such a seat."""
        costs = {"seat": SAME_SEAT, "card": SAME_CARD, "side": SAME_SIDE}
        return sum(costs[kind] * self._flown[player, kind, what] for kind, what in self._kinds(fight.id, seat))

    def who_flies(self, players: Sequence[str], seats: int, seed: int, number: int) -> list[str]:
        """Return those who fly, in the order of the roster: players with the fewest flights, then by lots."""
        order = sorted(players, key=lambda one: (self.times[one], lot(seed, "flies", number, one)))
        chosen = set(order[:seats])
        return [player for player in players if player in chosen]


def _flown_in(earlier: EarlierRound) -> list[tuple[str, str]]:
    """Return who flew which seat in a round: by the results, and by the draw for players without results."""
    scored = [(result.player, result.aircraft) for result in map(TurnResult.read, earlier.rows)]
    with_results = {player for player, _ in scored}
    drawn = earlier.drawn.places() if earlier.drawn else ()
    return scored + [(player, seat) for _, seat, player in drawn if player not in with_results]


def _seated(
    before: Flights, fight: Fight, players: Sequence[str], places: Sequence[Place], seed: int
) -> dict[Place, str]:
    """Give each player a place at the least total cost."""
    most_of_a_lot = 10**18
    outweighs_lots = most_of_a_lot * len(players)  # so that lots decide only between ways of equal cost
    costs = [
        [
            before.repeats(player, fight, seat) * outweighs_lots + lot(seed, player, table, seat) % most_of_a_lot
            for table, seat in places
        ]
        for player in players
    ]
    chosen = cheapest_sides(costs, [1] * len(places))
    return {places[at]: player for player, at in zip(players, chosen, strict=True)}


def _named_but_absent(event: AirforceEvent, number: int, present: Sequence[str]) -> Iterator[Finding]:
    for (table, seat), player in event.named_for(number).items():
        if player in event.names and player not in present:
            message = (
                f"{display_name(player, event.names)} is named for {seat} at table {table} in round {number} and is "
                "not there. Name somebody else."
            )
            yield finding("event-rule", message, sheet="[[seat]]", cell="player")


def _report(
    event: AirforceEvent, byes: Sequence[str], places: Sequence[Place], taken: Mapping[Place, str]
) -> Iterator[str]:
    if byes:
        who = join_words([display_name(player, event.names) for player in byes])
        yield f"{who} {'sits' if len(byes) == 1 else 'sit'} out: there is no aircraft for everybody."
    empty = [f"table {table}, {seat}" for table, seat in places if (table, seat) not in taken]
    if empty:
        yield f"{pluralize(len(empty), 'aircraft', 'aircraft')} without a pilot: {join_words(empty)}."


_BALANCE = 1000
"""The weight of evenly filled tables and sides: it outweighs every repetition."""

_NAMED = 10**9
"""The weight of players named for a seat by the event: more than anything else."""

_FEWEST_AT_TABLE = 2
"""The fewest players who open an unused table of the event."""


def change_draw(round_: RoundContext[AirforceEvent], coming: Coming) -> Draw:
    """Give late comers the aircraft that the event names them for, else a free one.

    Late comers go where nobody flies against those who are there, else to the emptiest table and side, and then to what
    they have flown least often.

    Raises
    ------
    WrongUsage
        All aircraft of the round have pilots.
    """
    event, number = round_.event, round_.stage
    named, fight = event.named_for(number), event.scenario_of(number)
    before, fullness = Flights(event, round_.earlier), facing(event.forces(number))

    def against(table: TableDraw, seat: str, player: str) -> int:
        owner = named.get((table.number, seat))
        by_name = 0 if owner is None else -_NAMED if owner == player else _NAMED
        return by_name + _BALANCE * fullness(table, seat, player) + before.repeats(player, fight, seat)

    room = Room(
        seats=tuple(event.seats(number)),
        fewest=_FEWEST_AT_TABLE,
        most_tables=event.tables(number),
        against=against,
        scenario_at=lambda table: event.scenario_at(number, table),
        otherwise=f"all aircraft of its tables have pilots; {one_more_table(_FEWEST_AT_TABLE)}",
    )
    return reseated(round_.draw, room, coming, event.names)
