"""The standings of an event of accelerated Swiss: the winner in words, points and tie-breaks, open games.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament and Prizes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sheetscore.event.folder import stage_command
from sheetscore.event.model import Settings
from sheetscore.pairing.draw import OpenGame, display_name, open_tables
from sheetscore.pairing.swiss.record import SwissGame, SwissPlayer
from sheetscore.scoring.swiss_ranking import (
    USUAL,
    RankedSwiss,
    SwissRank,
    SwissWinners,
    decide_swiss,
    rank_swiss,
    won_play_off,
)
from sheetscore.scoring.tie_breaks import SCORE
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.aso.score import AsoResult, Rounds, record_of
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import EarlierRound, ResultRow, Standings
from sheetscore.wording import join_words

STAR = "★"
"""The mark of winners."""


def open_in(rounds: Rounds) -> tuple[OpenGame, ...]:
    """Return the games without a result in rounds that are scored."""
    games = record_of(rounds).games
    return tuple(OpenGame(game.round, game.table, game.players) for game in games if not game.scored)


def open_games(round_: RoundContext[AsoEvent]) -> tuple[OpenGame, ...]:
    """Return the games without results: all drawn ones until the round is scored, then those open in its results."""
    if round_.missing is None:
        return tuple(open_tables(round_.draw, None))
    return open_in(AsoResult.read_rounds({round_.stage: round_.rows}))


def rank_event(so_far: EventProgress[AsoEvent]) -> Standings:
    """Rank all players of the scored rounds; rows without a result are open games.

    Returns
    -------
    Rows, best first, ``rank id name score rounds winner wins draws losses first_loss first_draw opponents_rating rating
    cc_difference snake_eyes boxcars``, then the tie-breaks in force that are not usual; a play-off changes
    ``rank`` and ``winner`` alone. ``rounds`` counts games and byes with a result. ``wins``, ``draws`` and ``losses``
    count games alone; if ``losses`` is a tie-break in force, it counts missed rounds, too. ``winner`` is 1 for the last
    undefeated, or for each of several who win together, once nothing that is open can change it.
    """
    results, last = _by_player(_without_play_off(so_far)), max(_without_play_off(so_far), default=0)
    field = swiss_field(so_far)
    (_, chain), ranked = decide_swiss(field), rank_swiss(field)
    rows = tuple(
        {**_row(line, results[line.player.id]), **chain.beside((SCORE.id, *USUAL), line.player.id)} for line in ranked
    )
    sentences = declared(so_far.event, field.winners, ranked, field.play_off, last)
    return Standings(last, rows, (), tuple(field.open_games), sentences)


def swiss_field(so_far: EventProgress[AsoEvent]) -> RankedSwiss:
    """Return the players of scored rounds, and the data that rank them; a play-off is not counted as a round."""
    event, rounds, counting = so_far.event, AsoResult.read_rounds(so_far.rounds), _without_play_off(so_far)
    unplayed = (
        *open_in(counting),
        *(game for game in so_far.open if game.round not in rounds and game.round != event.play_off),
    )
    return RankedSwiss(
        _players(event, _by_player(counting)),
        record_of(counting, event.swiss_settings_then(so_far.scored_under)),
        event.swiss_settings,
        unplayed,
        next((game for game in record_of(_play_off(event, rounds)).games if game.scored), None),
        event.settings.tie_breaks,
        event.header.seed,
    )


def _without_play_off(so_far: EventProgress[AsoEvent]) -> Rounds:
    rounds = AsoResult.read_rounds(so_far.rounds)
    return {number: results for number, results in rounds.items() if number != so_far.event.play_off}


def _by_player(rounds: Rounds) -> Mapping[str, Sequence[AsoResult]]:
    found: dict[str, list[AsoResult]] = defaultdict(list)
    for number in sorted(rounds):
        for result in rounds[number]:
            found[result.player].append(result)
    return found


def rank_before(event: AsoEvent, number: int, earlier: Sequence[EarlierRound]) -> Standings:
    """Rank everybody before a round (counted from 1) is drawn.

    Parameters
    ----------
    earlier
        Rounds that are scored or drawn; all games of a round that is not among them are open.
    """
    before = {one.number: one for one in earlier if one.number < number}
    unplayed = [game for one in before.values() if one.drawn for game in open_tables(one.drawn, None)]
    unplayed += [OpenGame(stage, None, ()) for stage in range(1, number) if stage not in before]
    scored = {stage: one.rows for stage, one in before.items() if one.rows}
    return rank_event(EventProgress(event, scored, unplayed, scored_under=settings_then(before.values())))


def settings_then(earlier: Iterable[EarlierRound]) -> dict[int, Settings]:
    """Return, by round, the settings of those rounds that were scored under other settings than the present ones."""
    return {one.number: one.settings for one in earlier if one.settings is not None}


def _play_off(event: AsoEvent, rounds: Rounds) -> Rounds:
    number = event.play_off
    return {number: rounds[number]} if number is not None and number in rounds else {}


def _players(event: AsoEvent, by_player: Mapping[str, Sequence[AsoResult]]) -> list[SwissPlayer]:
    """Return the players who have a result, also if they are no longer on the roster."""
    known = {player.id: event.swiss_player(player) for player in event.players if player.id in by_player}
    unrated = event.settings.unrated
    return [known.get(id_) or SwissPlayer(id_, results[0].name, unrated) for id_, results in by_player.items()]


def _row(line: SwissRank, results: Sequence[AsoResult]) -> ResultRow:
    ended = [result.result for result in results]

    def total(what: str) -> int:
        return sum(result.counted(what) for result in results)

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
        "cc_difference": total("cc_inflicted") - total("cc_lost"),
        "snake_eyes": total("snake_eyes"),
        "boxcars": total("boxcars"),
    }


def declared(
    event: AsoEvent, winners: SwissWinners, ranking: Sequence[SwissRank], play_off: SwissGame | None, last: int
) -> tuple[str, ...]:
    """Return sentences on who has won and why, and on the play-off.

    Parameters
    ----------
    winners, ranking
        The winners and the ranking by the known results.
    play_off
        The play-off of two joint winners; None without a result.
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
    who = join_words([display_name(player, event.names) for player in winners.players])
    first = won_play_off(winners.players, play_off)
    if first is not None:
        (other,) = (player for player in winners.players if player != first)
        winner, second = display_name(first, event.names), display_name(other, event.names)
        yield f"{STAR} {winner} has won the play-off against {second}, and with it the event."
        yield f"{second} is the runner-up; points, tie-breaks and special prizes stay as they were."
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
    """Yield a sentence that rank 1 is the winner's, if another has more points or may still get more."""
    winner = next(line for line in ranking if line.winner)
    most = max(ranking, key=lambda line: line.history.points)
    if most.history.points > winner.history.points:
        yield (
            f"Rank 1 goes to the last undefeated, whatever the points: {winner.history.points}, and "
            f"{display_name(most.player.id, event.names)} has {most.history.points}."
        )
    elif last < event.header.rounds:
        yield "Rank 1 is theirs whatever happens later, even if somebody gets more points."


def _about_a_play_off(event: AsoEvent, winners: SwissWinners, play_off: SwissGame | None) -> Iterator[str]:
    """Yield a sentence on how a play-off may still decide, or that it was drawn."""
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
    """Yield sentences that a play-off does not count, where a correction made others than its players winners."""
    if play_off is None or set(play_off.players) == set(winners.players):
        return
    after = event.header.rounds + 1
    both = join_words([display_name(player, event.names) for player in play_off.players])
    yield f"Round {after}, played by {both}, is no play-off of the winners and counts for nothing."
    if len(winners.players) == 2:
        yield f"For a play-off of the two: sheetscore {stage_command('draw', after)} --again"
