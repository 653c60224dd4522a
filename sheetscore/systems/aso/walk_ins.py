"""Players who come late to a drawn round of accelerated Swiss, or leave it: whom they meet, who is alone."""

from __future__ import annotations

from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.pairing.walk_ins import Coming, Room, reseated
from sheetscore.problems import WrongUsage
from sheetscore.systems.aso.model import SEATS, AsoEvent
from sheetscore.systems.aso.standings import record_before
from sheetscore.systems.at_hand import RoundAtHand

_MET = 1000
"""To have met counts for more than any difference of points."""


def change_draw(round_: RoundAtHand[AsoEvent], coming: Coming) -> Draw:
    """Let those who come meet whoever has no opponent, has the bye, or comes, too: nearest in points, not met before.

    Raises
    ------
    WrongUsage
        Nobody is left to meet, or it is a play-off, whose players follow from the standings.
    """
    event, number = round_.event, round_.stage
    if number == event.play_off:
        raise WrongUsage(f"round {number} is a play-off: whoever has won plays it. Draw it again (--again) if need be")
    record = record_before(number, round_.earlier)
    points = {one.id: record.history(one.id, event.swiss_settings).points for one in event.players}
    forbidden, locked = (set(map(frozenset, event.wished(kind, number))) for kind in ("forbid", "lock"))

    def against(table: TableDraw, _: str, player: str) -> int | None:
        """Add up what speaks against a pair; nothing does for one who is alone, or for two who are to meet."""
        pairs = [frozenset((player, other)) for other in table.seated.values()]
        if any(pair in forbidden for pair in pairs):
            return None
        if any(pair in locked for pair in pairs):
            return -1
        met = sum(set(game.players) == pair for game in record.games for pair in pairs)
        return _MET * met + sum(abs(points[player] - points.get(other, 0)) for other in table.seated.values())

    room = Room(
        seats=SEATS,
        fewest=len(SEATS),
        in_pairs=True,
        against=against,
        keeps={player.id: player.table for player in event.players if player.table is not None},
        otherwise="nobody is there whom they could meet. Name another one (--add), so that two have a table of their "
        f"own; or enter the player on a line “{event.unseated.bye}” of the draw",
    )
    return reseated(round_.draw, room, coming, event.names)
