"""The standings of an event of accelerated Swiss: its record, the winner in words, points and tie-breaks.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament and Prizes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sheetscore.event.folder import stage_command
from sheetscore.pairing.draw import Draw, OpenGame, named, open_tables
from sheetscore.pairing.swiss.record import Outcome, SwissGame, SwissPlayer, SwissRecord
from sheetscore.scoring.swiss_ranking import SwissRank, SwissWinners, rank_swiss, swiss_winners, won_play_off
from sheetscore.sentences import listed
from sheetscore.systems.aso.model import SEATS, AsoEvent
from sheetscore.systems.at_hand import EventSoFar, RoundAtHand
from sheetscore.systems.outcomes import EarlierRound, ResultRow, Standings

_OUTCOMES: Mapping[str, Outcome] = {"win": "one", "loss": "other", "draw": "draw", "bye": "bye"}
"""How a game ended, by the result of the player whose row it is."""

STAR = "★"
"""Marks whoever has won."""


def record_of(rounds: Mapping[int, Sequence[ResultRow]]) -> SwissRecord:
    """Put scored rounds together.

    Parameters
    ----------
    rounds
        The rows of each scored round by its number. Who has a row was there; a row without a result is that of
        a game which is not in yet, and everybody else has missed the round.
    """
    return SwissRecord(
        tuple(game for number in sorted(rounds) for game in _games(number, rounds[number])),
        {number: frozenset(str(row["player"]) for row in rows) for number, rows in rounds.items()},
    )


def record_before(number: int, earlier: Sequence[EarlierRound]) -> SwissRecord:
    """Put the rounds before one together: scored, or drawn where they have no results.

    Parameters
    ----------
    number
        The round, from 1.
    earlier
        Of any rounds, in any order.
    """
    before = [one for one in earlier if one.number < number]
    scored = record_of({one.number: one.rows for one in before if one.rows})
    drawn = (game for one in before if one.drawn and not one.rows for game in _drawn(one.drawn))
    return SwissRecord((*scored.games, *drawn), scored.active)


def _games(number: int, rows: Sequence[ResultRow]) -> Iterator[SwissGame]:
    """Yield the games and byes of a round; a game has two rows, and comes once."""
    seen: set[str] = set()
    for row in rows:
        player, opponent = str(row["player"]), row["opponent"]
        if player in seen:
            continue
        other = None if opponent is None else str(opponent)
        seen |= {player, other or player}
        outcome = _OUTCOMES[str(row["result"])] if row["result"] is not None else "open"
        yield SwissGame(number, player, other, outcome, int(row["table"] or 0), str(row["scenario"] or ""))


def _drawn(draw: Draw) -> Iterator[SwissGame]:
    """Yield the games and byes of a round as they were drawn; a draw may have been edited to anything."""
    seen: set[str] = set()
    for table in draw.tables:
        if len(table.seated) == len(SEATS):
            one, other = table.seated.values()
            if one != other and not seen & {one, other}:
                seen |= {one, other}
                yield SwissGame(draw.round, one, other, "open", table.number, table.scenario)
    for player in dict.fromkeys(draw.byes):
        if player not in seen:
            yield SwissGame(draw.round, player, None, "open", 0, "")


def open_in(rounds: Mapping[int, Sequence[ResultRow]]) -> tuple[OpenGame, ...]:
    """Return the games of scored rounds that have no result yet, whose rows come by their numbers."""
    games = record_of(rounds).games
    return tuple(OpenGame(game.round, game.table, game.players) for game in games if not game.scored)


def open_games(round_: RoundAtHand[AsoEvent]) -> tuple[OpenGame, ...]:
    """Return the games of a drawn round without results, with those who are on the list of results for them."""
    if round_.missing is None:
        return tuple(open_tables(round_.draw, None))
    return open_in({round_.stage: round_.rows})


def rank_event(so_far: EventSoFar[AsoEvent]) -> Standings:
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


def rank_before(event: AsoEvent, number: int, earlier: Sequence[EarlierRound]) -> Standings:
    """Rank everybody before a round (counted from 1) is drawn.

    Parameters
    ----------
    earlier
        Of any rounds, scored or only drawn; a round of which there is nothing is open.
    """
    before = {one.number: one for one in earlier if one.number < number}
    unplayed = [game for one in before.values() if one.drawn for game in open_tables(one.drawn, None)]
    unplayed += [OpenGame(stage, None, ()) for stage in range(1, number) if stage not in before]
    return rank_event(EventSoFar(event, {stage: one.rows for stage, one in before.items() if one.rows}, unplayed))


def _play_off(event: AsoEvent, rounds: Mapping[int, Sequence[ResultRow]]) -> dict[int, Sequence[ResultRow]]:
    number = event.play_off
    return {number: rounds[number]} if number is not None and number in rounds else {}


def _players(event: AsoEvent, rows: Mapping[str, Sequence[ResultRow]]) -> list[SwissPlayer]:
    """Return those who have a result, also if they are no longer on the roster."""
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


def declared(
    event: AsoEvent, winners: SwissWinners, ranking: Sequence[SwissRank], play_off: SwissGame | None, last: int
) -> tuple[str, ...]:
    """Say who has won, why they are first, and what may still come.

    Parameters
    ----------
    winners, ranking
        By the results that are in.
    play_off
        Of two joint winners, where its result is in.
    last
        The last round that is scored.

    Returns
    -------
    Nothing while nobody has won.
    """
    if not winners.players:
        return ()
    return (" ".join(_sentences(event, winners, ranking, play_off, last)),)


def _sentences(
    event: AsoEvent, winners: SwissWinners, ranking: Sequence[SwissRank], play_off: SwissGame | None, last: int
) -> Iterator[str]:
    who = listed([named(player, event.names) for player in winners.players])
    first = won_play_off(winners.players, play_off)
    if first is not None:
        (other,) = (player for player in winners.players if player != first)
        winner, second = named(first, event.names), named(other, event.names)
        yield f"{STAR} {winner} has won the play-off against {second}, and with it the event."
        yield "Points, tie-breaks and prizes stay as they were."
    elif len(winners.players) == 1:
        yield f"{STAR} {who} is the last undefeated and has won, since round {winners.round}."
        yield from _with_fewer_points(event, ranking, last)
    else:
        yield (
            f"{STAR} {who} are undefeated after the last round and have won together. No tie-break decides between "
            "them; they share the prizes of winner and runner-up."
        )
        yield from _about_a_play_off(event, winners, play_off)
    yield from _played_by_others(event, winners, play_off)


def _with_fewer_points(event: AsoEvent, ranking: Sequence[SwissRank], last: int) -> Iterator[str]:
    """Say why the first may have fewer points than another."""
    winner = next(line for line in ranking if line.winner)
    most = max(ranking, key=lambda line: line.history.points)
    if most.history.points > winner.history.points:
        yield (
            f"Rank 1 goes to the last undefeated, whatever the points: {winner.history.points}, and "
            f"{named(most.player.id, event.names)} has {most.history.points}."
        )
    elif last < event.header.rounds:
        yield "Rank 1 is theirs whatever happens later, even if somebody gets more points."


def _about_a_play_off(event: AsoEvent, winners: SwissWinners, play_off: SwissGame | None) -> Iterator[str]:
    """Say how two may still decide it, or what became of that."""
    after = event.header.rounds + 1
    if len(winners.players) != 2:
        yield "A play-off is for two alone."
    elif play_off is not None and set(play_off.players) == set(winners.players):
        yield "Their play-off was drawn, and they stay joint winners."
    elif event.play_off is not None and play_off is None:
        yield f"Their play-off is round {after}, which has no result yet."
    elif event.play_off is None:
        yield (
            f"If both want it, a play-off within two months decides: enter a round {after} with the one scenario that "
            f"you give them, leave the number of rounds at {event.header.rounds}, then: sheetscore "
            f"{stage_command('draw', after)}"
        )


def _played_by_others(event: AsoEvent, winners: SwissWinners, play_off: SwissGame | None) -> Iterator[str]:
    """Say that a play-off counts for nothing any more, since a correction has left other winners."""
    if play_off is None or set(play_off.players) == set(winners.players):
        return
    after = event.header.rounds + 1
    both = listed([named(player, event.names) for player in play_off.players])
    yield f"Round {after}, played by {both}, is no play-off of the winners and counts for nothing."
    if len(winners.players) == 2:
        yield f"For a play-off of the two: sheetscore {stage_command('draw', after)} --again"
