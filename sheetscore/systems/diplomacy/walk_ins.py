"""Players who come late to a drawn round of Diplomacy, or leave it: free powers, then boards that can be filled."""

from __future__ import annotations

from collections.abc import Sequence

from sheetscore.pairing.boards.record import BoardRecord
from sheetscore.pairing.draw import Draw, TableDraw, two
from sheetscore.pairing.walk_ins import Coming, Room, reseated
from sheetscore.scoring.boards.board import POWERS
from sheetscore.sentences import counted
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.diplomacy.games import record_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent

_APART, _AGAIN, _UNWANTED = 10**6, 10**4, 10**2
"""To share a board with somebody to be kept apart, to have a power again, and a power one place down the player's list:
each counts for more than all that comes after it; the last is to meet somebody again."""


def change_draw(round_: RoundAtHand[DiplomacyEvent], coming: Coming) -> Draw:
    """Give powers that nobody has, then those of players who have two; then fill a board with those who sit out.

    Raises
    ------
    WrongUsage
        There are not enough for another board.
    """
    event, number, drawn = round_.event, round_.stage, round_.draw
    record = record_of([one for one in round_.earlier if one.number < number])
    seated = {player for _, _, player in drawn.places()}
    here = [player for player in event.players if player.plays_in(number) and player.id not in seated]
    standbys = [player.id for player in here if player.standby]
    reserves = tuple(player for player in (*drawn.byes, *standbys) if player not in coming.dropped)
    room = Room(
        seats=POWERS,
        fewest=len(POWERS),
        against=_Wanted(event, number, record).against,
        reserves=reserves,
        gives_way=_second_powers,
        otherwise=_not_enough(event, len({*reserves} - {*coming.added})),
    )
    return reseated(drawn, room, coming, event.names)


def _not_enough(event: DiplomacyEvent, reserves: int) -> str:
    return (
        f"no power is free, and a further board takes {len(POWERS)}; besides those who come there "
        f"{'is' if reserves == 1 else 'are'} {counted(reserves, 'player')} for it. Take somebody off with --drop, name "
        f"more (--add), or enter the player on a line “{event.unseated.bye}” of the draw"
    )


def _second_powers(boards: Sequence[TableDraw]) -> list[tuple[int, str]]:
    """Return the seats of those who play on a board before, too: they have two games because players were missing."""
    found, seen = [], set[str]()
    for board in boards:
        found += [(board.number, power) for power, player in board.seated.items() if player in seen]
        seen |= {*board.seated.values()}
    return found


class _Wanted:
    """What speaks against a power at a board for each player, by the rounds before and the event."""

    def __init__(self, event: DiplomacyEvent, number: int, record: BoardRecord) -> None:
        self.record = record
        self.apart = {two(*pair) for pair in event.apart(number)}
        by_wish = event.settings.powers == "preferences"
        self.preferences = {player.id: player.preferences for player in event.players if by_wish}
        self.teams = event.team_names if event.settings.team_mates_apart else {}

    def against(self, board: TableDraw, power: str, player: str) -> int:
        """Add up what speaks against it."""
        others = [other for seat, other in board.seated.items() if seat != power and other != player]
        team = self.teams.get(player)
        mates = {other for other in others if team and self.teams.get(other) == team}
        apart = sum(other in mates or two(player, other) in self.apart for other in others)
        again = len(self.record.played.get((player, power), ()))
        listed = self.preferences.get(player, ())
        unwanted = listed.index(power) if power in listed else len(listed)
        met = sum(len(self.record.meetings.get(two(player, other), ())) for other in others)
        return _APART * apart + _AGAIN * again + _UNWANTED * unwanted + met
