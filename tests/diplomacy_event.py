"""Events of Diplomacy that tests build on: players, standbys, teams; and rounds made up by chance."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sheetscore.event.model import Header
from sheetscore.scoring.boards.board import ALL_CENTRES, POWERS, SOLO, Board, Outcome
from sheetscore.scoring.boards.scores import ScorableBoard
from sheetscore.systems.diplomacy.boards import Fate, PowerGame, sat_out_row, scoring_of
from sheetscore.systems.diplomacy.model import DiplomacyEvent, DiplomacyPlayer, DiplomacySettings, DiplomacyTeam
from sheetscore.systems.outcomes import ResultRow

Rounds = dict[int, tuple[ResultRow, ...]]

LAST_YEAR = 1908


def diplomacy_event(
    players: int = 21, rounds: int = 3, *, standbys: int = 0, teams: int = 0, **settings: Any
) -> DiplomacyEvent:
    """Give an event of the players P01, P02 ... and the standbys S01 ...; teams T1, T2 ... get players in turn."""
    return DiplomacyEvent(
        header=Header(name="Test event", system="diplomacy", rounds=rounds),
        settings=DiplomacySettings(**settings),
        teams=tuple(DiplomacyTeam(id=f"T{number}", name=f"Team {number}") for number in range(1, teams + 1)),
        players=(
            *(
                DiplomacyPlayer(
                    id=f"P{number:02}",
                    name=f"Player {number}",
                    team=f"T{1 + (number - 1) % teams}" if teams else None,
                )
                for number in range(1, players + 1)
            ),
            *(
                DiplomacyPlayer(id=f"S{number:02}", name=f"Standby {number}", standby=True)
                for number in range(1, standbys + 1)
            ),
        ),
    )


# by hand


def game_row(player: str, power: str, score: int | Fraction, **more: Any) -> ResultRow:
    """Give the row of a game in which little matters: 5 centres in a draw of all at table 1."""
    parts: dict[str, Any] = {
        "player": player,
        "name": f"Player {player}",
        "round": 1,
        "table": 1,
        "power": power,
        "centres": 5,
        "outcome": "draw-all",
        "fate": "draw",
        "computed": score,
        "score": score,
        "eliminated": None,
        "final_year": LAST_YEAR,
        "named": 0,
        "history": 1,
    }
    return PowerGame(**{**parts, **more}).row()


def sat_out(player: str, score: int | Fraction | None = None) -> ResultRow:
    """Give the row of somebody who sat out."""
    return sat_out_row(player, f"Player {player}", score)


# by chance


def random_rounds(event: DiplomacyEvent, seed: int) -> Rounds:
    """Play all rounds of an event: solos, concessions, draws of all kinds, eliminations, a few rulings.

    Who is left over sits out, plays twice, or is joined by standbys, by the event's setting.
    """
    chance = random.Random(seed)
    return {number: tuple(_round(event, number, chance)) for number in range(1, event.header.rounds + 1)}


def _round(event: DiplomacyEvent, number: int, chance: random.Random) -> Iterable[ResultRow]:
    there = [player.id for player in event.players if player.plays_in(number) and not player.standby]
    chance.shuffle(there)
    tables, left = _seated(event, there, chance)
    for table, seated in enumerate(tables, start=1):
        powers = chance.sample(POWERS, len(POWERS))
        yield from played(event, number, table, dict(zip(powers, seated, strict=True)), chance)
    worth = event.settings.sit_out_score
    for player in left:
        yield sat_out_row(player, event.names[player], None if worth is None else Fraction(worth))


def _seated(
    event: DiplomacyEvent, there: Sequence[str], chance: random.Random
) -> tuple[list[Sequence[str]], Sequence[str]]:
    """Give the players of every board, and who sits out."""
    full = len(there) // 7 * 7
    tables: list[Sequence[str]] = [there[first : first + 7] for first in range(0, full, 7)]
    left = there[full:]
    if not left or event.settings.remainder == "sit_out":
        return tables, left
    fillers = there[:full] if event.settings.remainder == "double" else [p.id for p in event.players if p.standby]
    return [*tables, [*left, *chance.sample(fillers, 7 - len(left))]], ()


def played(
    event: DiplomacyEvent, number: int, table: int, players: Mapping[str, str], chance: random.Random
) -> Iterable[ResultRow]:
    """Give the rows of a board that ended by chance, the powers in order."""
    board = chance_board(chance)
    scores = ScorableBoard(board).scores(scoring_of(event))
    history = board.history()
    for power in POWERS:
        ruled = chance.random() < 0.03
        yield PowerGame(
            player=players[power],
            name=event.names[players[power]],
            round=number,
            table=table,
            power=power,
            centres=board.owned(power),
            outcome=str(board.outcome),
            fate=fate_of(board, power),
            computed=scores[power],
            score=Fraction(scores[power]) / 2 if ruled else scores[power],
            eliminated=None if board.owned(power) else board.gone(power),
            final_year=board.final_year,
            named=int(power in board.members),
            history=history[power],
        ).row()


def fate_of(board: Board, power: str) -> Fate:
    """Say how a game ended for a power."""
    winner = next((one for one in POWERS if board.owned(one) >= SOLO), None)
    if board.outcome == Outcome.CONCESSION:
        (winner,) = board.members
    if power == winner:
        return "solo"
    if not board.owned(power):
        return "eliminated"
    if winner:
        return "lost"
    all_share = board.outcome != Outcome.DRAW or not board.members
    return "draw" if all_share or power in board.members else "survived"


def chance_board(chance: random.Random) -> Board:
    """Make a final board up: equal counts are frequent, so that there are ties to break."""
    outcome = chance.choice([*Outcome])
    alive = chance.sample(POWERS, chance.randint(3, 6))
    most = dict.fromkeys(alive, SOLO - 2)
    centres = dict.fromkeys(alive, 2)
    if outcome is Outcome.SOLO:
        centres[alive[0]] = most[alive[0]] = SOLO
    while sum(centres.values()) < ALL_CENTRES - 1:
        power = chance.choice([power for power in alive if centres[power] < most[power]])
        centres[power] += 2
    members: Sequence[str] = ()
    if outcome is Outcome.CONCESSION:
        members = (chance.choice(alive),)
    if outcome is Outcome.DRAW:
        members = chance.sample(alive, chance.choice([0, *range(2, len(alive) + 1)]))
    return Board(
        centres,
        outcome,
        tuple(members),
        {power: chance.randint(1902, LAST_YEAR) for power in POWERS if power not in alive},
        LAST_YEAR,
    )
