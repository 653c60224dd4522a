"""The standings of an event of accelerated Swiss: the winner, then points and tie-breaks, and the special prizes.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament and Prizes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sheetscore.pairing.open_games import OpenGame, open_tables
from sheetscore.pairing.swiss.record import SwissPlayer
from sheetscore.scoring.swiss_ranking import SwissRank, rank_swiss, swiss_winners
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.aso.record import open_in, record_of
from sheetscore.systems.aso.winner import declared
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.outcomes import EarlierRound, ResultRow, Standings


def stand(so_far: EventSoFar[AsoEvent]) -> Standings:
    """Rank everybody who was there in a scored round; rows of games without a result are open, too.

    Returns
    -------
    Rows ``rank id name score rounds winner wins draws losses first_loss first_draw opponents_rating rating
    cc_difference snake_eyes boxcars``, best first; a play-off changes ``rank`` and ``winner`` alone. ``rounds``
    counts games and byes with a result, ``wins`` to ``losses`` games alone; ``winner`` is 1 for the last undefeated,
    or for each of several who win together, once nothing that is open can change it.
    """
    event, rounds = so_far.event, so_far.rounds
    usual = {number: rows for number, rows in rounds.items() if number != event.play_off}
    rows: dict[str, list[ResultRow]] = defaultdict(list)
    for number in sorted(usual):
        for row in usual[number]:
            rows[str(row["player"])].append(row)
    unplayed = (
        *open_in(usual),
        *(game for game in so_far.open if game.round not in rounds and game.round != event.play_off),
    )
    players, record, settings = _players(event, rows), record_of(usual), event.swiss_settings
    play_off = next((game for game in record_of(_play_off(event, rounds)).games if game.scored), None)
    ranked = rank_swiss(players, record, settings, unplayed, play_off)
    winners, last = swiss_winners(players, record, settings, unplayed), max(usual, default=0)
    return Standings(
        last,
        tuple(_row(line, rows[line.player.id]) for line in ranked),
        (),
        unplayed,
        declared(event, winners, ranked, play_off, last),
    )


def stand_before(event: AsoEvent, number: int, earlier: Sequence[EarlierRound]) -> Standings:
    """Rank everybody before a round (counted from 1) is drawn.

    Parameters
    ----------
    earlier
        Of any rounds, scored or only drawn; a round of which there is nothing is open.
    """
    before = {one.number: one for one in earlier if one.number < number}
    unplayed = [game for one in before.values() if one.drawn for game in open_tables(one.drawn, None)]
    unplayed += [OpenGame(stage, None, ()) for stage in range(1, number) if stage not in before]
    return stand(EventSoFar(event, {stage: one.rows for stage, one in before.items() if one.rows}, unplayed))


def _play_off(event: AsoEvent, rounds: Mapping[int, Sequence[ResultRow]]) -> dict[int, Sequence[ResultRow]]:
    number = event.play_off
    return {number: rounds[number]} if number is not None and number in rounds else {}


def _players(event: AsoEvent, rows: Mapping[str, Sequence[ResultRow]]) -> list[SwissPlayer]:
    """Give those who have a result, also if they are no longer on the roster."""
    known = {player.id: event.swiss_player(player) for player in event.players if player.id in rows}
    unrated = event.settings.unrated
    return [known.get(id_) or SwissPlayer(id_, str(results[0]["name"]), unrated) for id_, results in rows.items()]


def _row(line: SwissRank, rows: Sequence[ResultRow]) -> ResultRow:
    ended = [row["result"] for row in rows]
    return {
        "rank": line.rank,
        "id": line.player.id,
        "name": line.player.name,
        "score": line.history.points,
        "rounds": len(ended) - ended.count(None),
        "winner": int(line.winner),
        "wins": ended.count("win"),
        "draws": ended.count("draw"),
        "losses": ended.count("loss"),
        "first_loss": line.history.first_loss,
        "first_draw": line.history.first_draw,
        "opponents_rating": line.opponents_rating,
        "rating": line.player.rating,
        "cc_difference": _sum(rows, "cc_inflicted") - _sum(rows, "cc_lost"),
        "snake_eyes": _sum(rows, "snake_eyes"),
        "boxcars": _sum(rows, "boxcars"),
    }


def _sum(rows: Sequence[ResultRow], key: str) -> int:
    return sum(int(row[key] or 0) for row in rows)
