"""Players who come late to a drawn round of matches, or leave it: whom they meet, by the way rounds are paired."""

from __future__ import annotations

from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.round_robin import berger_round
from sheetscore.pairing.walk_ins import Coming, Room, reseated
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.match.games import SEATS
from sheetscore.systems.match.ladder import Two, places_apart
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import ladder_before, met_before

_MET = 1000
"""To have met counts for more than any number of places on a ladder."""


def change_draw(round_: RoundAtHand[MatchEvent], coming: Coming) -> Draw:
    """Let those who come meet whoever the round means for them, else one whom they have not met, near on a ladder.

    Raises
    ------
    WrongUsage
        Nobody is left to meet.
    """
    event, number = round_.event, round_.stage
    met, meant = met_before(number, round_.earlier), _meant(event, number)
    by_rule = event.settings.pairing == "round-robin"  # which knows no forbidden pairs
    forbidden = set() if by_rule else set(map(frozenset, event.paired("forbid", number)))
    order = ladder_before(event, number, {one.number: one.rows for one in round_.earlier if one.rows})
    on_ladder = event.settings.pairing == "ladder"

    def against(table: TableDraw, _: str, player: str) -> int | None:
        """Add up what speaks against a pair; nothing does for one who is alone, or for two who are to meet."""
        cost = 0
        for other in table.seated.values():
            pair = frozenset((player, other))
            if pair in forbidden:
                return None
            if pair in meant:
                return -1
            cost += _MET * len(met.get(pair, ()))
            if on_ladder and pair <= set(order):
                cost += abs(places_apart(order, player, other))
        return cost

    room = Room(
        seats=SEATS,
        fewest=len(SEATS),
        in_pairs=True,
        against=against,
        scenario_at=lambda table: event.scenario_at(number, table),
        otherwise="nobody is there whom they could meet. Name another one (--add), so that two have a table of their "
        f"own; or enter the player on a line “{event.unseated.bye}” of the draw",
    )
    return reseated(round_.draw, room, coming, event.names)


def _meant(event: MatchEvent, number: int) -> set[Two]:
    """Return the pairs that a round is about: those of the round robin, or those that the event locks."""
    if event.settings.pairing == "round-robin":
        roster = [player.id for player in event.players]
        return {frozenset((roster[one], roster[other])) for one, other in berger_round(len(roster), number).pairs}
    return set(map(frozenset, event.paired("lock", number)))
