"""All rounds of a Diplomacy event seated at once: no power twice, the fewest repeated meetings, with proof.

The proof is by counting. The players of a board in one round come from the boards of another round. The more evenly
they come from all of those, the fewer pairs are together in both rounds; as evenly as possible gives the least number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from sheetscore.pairing.boards.field import left_over
from sheetscore.pairing.boards.known_rounds import fewest_pairs
from sheetscore.pairing.boards.record import SEATS, BoardRecord
from sheetscore.pairing.boards.report import board_remarks
from sheetscore.pairing.draw import Draw, lot, short_names
from sheetscore.pairing.planned.followed import seat_by_seat
from sheetscore.pairing.planned.seat_plan import Effort, Goal, SeatPlan
from sheetscore.pairing.walk_ins import Coming, Room, reseated
from sheetscore.scoring.boards.board import POWERS
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy.boards import record_of
from sheetscore.systems.diplomacy.draw import SeatCosts, draw_round
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.wording import pluralize


def plan_rounds(round_: RoundContext[DiplomacyEvent], effort: Effort) -> SeatPlan:
    """Seat a round and all after it, each as if those before had been played as planned.

    Raises
    ------
    MistakesFound
        The event breaks a rule, or fewer than seven players are there.
    """
    earlier, drawn = [one for one in round_.earlier if one.number < round_.stage], []
    for stage in (stage for stage in round_.event.stages if stage >= round_.stage):
        drawn.append(draw_round(replace(round_, stage=stage, earlier=earlier, planned=None)))
        earlier.append(EarlierRound(stage, "", (), drawn[-1]))
    record = record_of(earlier)
    powers = sum(len(rounds) - 1 for rounds in record.played.values())
    meetings = sum(len(rounds) * (len(rounds) - 1) // 2 for rounds in record.meetings.values())
    goals = (
        Goal("powers that somebody has again", powers, _least_powers(record)),
        Goal("pairs who are together again, counted for every two rounds", meetings, _least_meetings(record)),
    )
    for goal in goals:
        effort.tell(goal)
    return SeatPlan(tuple(drawn), goals)


def _least_powers(record: BoardRecord) -> int:
    """Count the games beyond the seventh of every player: in each of them a player must have a power again."""
    return sum(max(0, games - SEATS) for games in record.times_played.values())


def _least_meetings(record: BoardRecord) -> int:
    """Return the number of pairs that must be together in two rounds, over all pairs of rounds."""
    rounds = [*record.rounds.values()]
    return sum(_shared(one, other) for one, other in combinations(rounds, 2))


def _shared(one: Sequence[Collection[str]], other: Sequence[Collection[str]]) -> int:
    """Return the least number of pairs who are on one board in both of two rounds, from the players of their boards."""
    both = {player for board in one for player in board} & {player for board in other for player in board}
    # two players meet in both rounds if they share a board in each; there are len(one) * len(other) pairs of boards
    return fewest_pairs(len(both), len(one) * len(other))


def draw_as_planned(round_: RoundContext[DiplomacyEvent]) -> Draw:
    """Draw a round as planned; powers of missing players are given to others, and each change is reported.

    If that does not fill the boards, or their number has changed, the round is drawn again.

    Raises
    ------
    MistakesFound
        The event breaks a rule, or fewer than seven players are there.
    """
    if round_.planned is None:
        return draw_round(round_)
    event, record = round_.event, record_of([one for one in round_.earlier if one.number < round_.stage])
    drawn = _with_replacements(round_, round_.planned, record)
    if drawn is None:
        redrawn = draw_round(round_)
        why = "Drawn anew: with those who are there the plan of all rounds does not fill the boards."
        return replace(redrawn, report=(why, *redrawn.report))
    there = {player.id for player in event.players if player.plays_in(round_.stage)}
    changes = [*seat_by_seat(round_.planned, drawn, there, event.names, event.TABLE_CALLED)]
    how = f"changed on {pluralize(len(changes), 'seat')} for who is there" if changes else "without any change"
    shown = short_names(event.names)
    remarks = {table.number: board_remarks(table.seated, record, shown) for table in drawn.tables}
    board_notes = (f"Board {number}: {remark}" for number, board in remarks.items() for remark in board)
    sit_out = (f"{shown(player)} sits out." for player in drawn.byes)
    report = (f"Drawn by the plan of all rounds, {how}.", *changes, *sit_out, *board_notes)
    return replace(drawn, report=report, remarks=remarks)


def _with_replacements(round_: RoundContext[DiplomacyEvent], planned: Draw, record: BoardRecord) -> Draw | None:
    """Give the powers of missing players to others; None if the boards must be drawn again."""
    event, stage = round_.event, round_.stage
    there = {player.id: player for player in event.players if player.plays_in(stage)}
    places = [player for _, _, player in planned.places()]
    seated, standbys = {*places}, {player.id for player in there.values() if player.standby}
    players = len(there) - len(standbys)
    boards = left_over(players, len(standbys), event.settings.remainder).boards if players >= SEATS else 0
    # if the plan has somebody on two boards, it holds only for the number of players that it was made for
    if boards != len(planned.tables) or len(seated) != len(places):
        return None
    missing = tuple(sorted(seated - there.keys()))
    waiting = [
        *_by_turns(event, stage, (there.keys() - seated) - standbys, record.times_sat_out),
        # of standbys those who have played least come first, hence the minus
        *_by_turns(event, stage, standbys - seated, {one: -times for one, times in record.times_played.items()}),
    ]
    if len(waiting) < len(missing):
        return None
    room = Room(
        seats=POWERS,
        fewest=len(POWERS),
        most_tables=boards,
        against=SeatCosts(event, stage, record).cost,
        otherwise="draw the round anew",
    )
    coming = Coming(tuple(waiting[: len(missing)]), missing)
    byes = tuple(sorted(player for player in waiting[len(missing) :] if player not in standbys))
    return replace(reseated(replace(planned, byes=()), room, coming, event.names), byes=byes)


def _by_turns(event: DiplomacyEvent, stage: int, players: Collection[str], times: dict[str, int]) -> Iterator[str]:
    """Yield players in the order in which they get a power: by ``times``, the highest first, then by lot."""
    yield from sorted(
        players, key=lambda one: (-times.get(one, 0), lot(event.header.seed, stage, "takes a power", one))
    )
