"""The ranking of an accelerated Swiss event, and who has won it.

Source: ASO 2008 Tournament Rules, Determining rank in the tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.pairing.draw import OpenGame
from sheetscore.pairing.swiss.record import SwissGame, SwissHistory, SwissPlayer, SwissRecord, SwissSettings
from sheetscore.scoring.tie_breaks import SCORE, Figures, Number, Places, Step, decide

POINTS = Step(SCORE.id, "points", exact=True)

USUAL = (
    Step("first_loss", "the round of the first loss, the later the better", blank="first", exact=True),
    Step("first_draw", "the round of the first draw, the later the better", blank="first", exact=True),
    Step("opponents_rating", "the mean rating of the opponents", blank="last"),
)
"""What decides between equal points in the source; who never lost or drew comes first, who met nobody last."""


class SwissWinners(Struct, frozen=True):
    """Who has won, and after which round that was certain.

    Attributes
    ----------
    players
        Their ids in the order of the alphabet: one; or several, who win together; or none as yet, or none at
        all, so that points and tie-breaks decide.
    round
        The round after which it was certain; None where nobody has won undefeated.
    """

    players: tuple[str, ...]
    round: int | None


class SwissRank(Struct, frozen=True):
    """A player's line in the ranking.

    Attributes
    ----------
    rank
        From 1; the ranks after a shared one are skipped (1, 2, 2, 4).
    winner
        Whether the player has won as the last undefeated one, alone or with others; of two who have met in a
        play-off only the one who has won it.
    opponents_rating
        The mean rating at the start of the event of those whom the player met, one for each game; None without
        a game, which ranks below any.
    history
        Points, rounds of the first loss and draw, games, byes and missed rounds.
    """

    rank: int
    player: SwissPlayer
    winner: bool
    opponents_rating: Fraction | None
    history: SwissHistory


def keeps_back(game: OpenGame, left: Collection[str], found: int | None, rounds: int) -> bool:
    """Tell whether nobody can be called the winner before a game is in.

    Once one alone is left, it is so with games of up to that round that are theirs, or of which nobody knows who
    plays them: what comes later changes nothing. Before that, and after the last round, it is so with all games of
    the last round, and with those of somebody who is undefeated.

    Parameters
    ----------
    left
        The ids of those who are undefeated by the results that are in: after the round that found the winner.
    found
        That round; None where several are left, or nobody.
    rounds
        How many the event has.
    """
    matters = not game.players or not set(left).isdisjoint(game.players)
    if found is not None and found < rounds:
        return matters and game.round <= found
    return matters or game.round >= rounds


def swiss_winners(
    players: Collection[SwissPlayer],
    record: SwissRecord,
    settings: SwissSettings,
    open_games: Sequence[OpenGame] = (),
) -> SwissWinners:
    """Find the last undefeated player.

    He has won from the first round after which nobody else is undefeated, whatever happens later. If several
    still are after the last round of the event, they win together. Nobody has won before the games are in that
    could change it.

    Parameters
    ----------
    players
        All of the event, also those who have left.
    record
        The scored rounds.
    settings
        The rules in force.
    open_games
        What is drawn and has no result.
    """
    for number in record.rounds:
        then = record.before(number + 1)
        left = tuple(sorted(p.id for p in players if then.history(p.id, settings).undefeated))
        if len(left) == 1 or (left and number >= settings.rounds):
            waits = any(keeps_back(game, left, number, settings.rounds) for game in open_games)
            return SwissWinners((), None) if waits else SwissWinners(left, number)
        if not left:
            break
    return SwissWinners((), None)


def won_play_off(winners: Collection[str], play_off: SwissGame | None) -> str | None:
    """Return who of two joint winners has won their play-off; None where it was drawn, or was none of theirs.

    Parameters
    ----------
    winners
        The ids of all who have won together.
    """
    if play_off is None or len(winners) != 2 or set(play_off.players) != set(winners):
        return None
    return next((player for player in play_off.players if play_off.won(player)), None)


def rank_swiss(
    players: Collection[SwissPlayer],
    record: SwissRecord,
    settings: SwissSettings,
    open_games: Sequence[OpenGame] = (),
    play_off: SwissGame | None = None,
) -> tuple[SwissRank, ...]:
    """Rank all players.

    The winner, or all who win together, come first; a play-off puts one of two first and the other second. Then
    decide points; the round of the first loss, the later the better; that of the first draw likewise; and the mean
    rating of the opponents. Who is equal in all of these shares a rank.

    Parameters
    ----------
    players
        All of the event, also those who have left.
    record
        The scored rounds.
    settings
        The rules in force.
    open_games
        What is drawn and has no result: it counts for nothing, and may keep the winner back.
    play_off
        A game after the last round, which changes nothing but the ranks of two joint winners.

    Returns
    -------
    tuple of SwissRank
        From the first; who shares a rank stands in the order of the ids.

    Raises
    ------
    ValueError
        A game has a player who is not among the players.
    """
    ratings = {player.id: player.rating for player in players}
    strangers = {player for game in record.games for player in game.players} - set(ratings)
    if strangers:
        raise ValueError(f"not among the players of the event: {', '.join(sorted(strangers))}")
    won = set(swiss_winners(players, record, settings, open_games).players)
    first = won_play_off(won, play_off)
    lines = {player.id: _line(player, record, settings, ratings) for player in players}

    def figures(step: Step, _before: Places) -> Figures:
        return {id_: _figure(line, step) for id_, line in lines.items() if id_ not in won}

    ranks = decide(_by_winning(lines, won, first), (POINTS, *USUAL), figures).ranks
    winners = won if first is None else {first}
    order = sorted(lines, key=lambda id_: (ranks[id_], id_))
    return tuple(replace(lines[id_], rank=ranks[id_], winner=id_ in winners) for id_ in order)


def _by_winning(players: Iterable[str], won: Collection[str], first: str | None) -> Places:
    """Put those who have won before all others, and who has won the play-off before the other of the two."""
    places = {id_: 1 if id_ in won else 1 + len(won) for id_ in players}
    return places if first is None else {**places, **dict.fromkeys(won, 2), first: 1}


def _line(player: SwissPlayer, record: SwissRecord, settings: SwissSettings, ratings: Mapping[str, int]) -> SwissRank:
    history = record.history(player.id, settings)
    met = [ratings[opponent] for opponent in history.opponents]
    return SwissRank(
        0, player, winner=False, opponents_rating=Fraction(sum(met), len(met)) if met else None, history=history
    )


def _figure(line: SwissRank, step: Step) -> Number | None:
    if step is POINTS:
        return line.history.points
    found: Number | None = getattr(line if step.id == "opponents_rating" else line.history, step.id)
    return found
