"""The results of matches by player: what they add up to, who met whom, the order of a ladder.

The standings rank by matches won, levels and match points per game.

Source: "All Players are Created Equal", Determining match victory (what a level is worth).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, get_args

from msgspec import Struct

from sheetscore.expressions.figure import Amount, Figure
from sheetscore.expressions.figure_calls import chosen, when
from sheetscore.pairing.swiss.record import Outcome, SwissGame, SwissRecord, games_as_drawn
from sheetscore.scoring.tie_breaks import DecidedChain, Figures, Places, Step, decide
from sheetscore.scoring.tie_steps import HALF, Outing, TieRecord, steps_called
from sheetscore.systems.context import EventProgress
from sheetscore.systems.match.deciding import DecidedBy
from sheetscore.systems.match.games import LEVELS, POINTS, Level
from sheetscore.systems.match.matches import MatchOutcome, SeriesOutcome, score_series
from sheetscore.systems.match.model import MatchEvent, RankedBy
from sheetscore.systems.outcomes import EarlierRound, ResultRow, RoundResult, Standings, ranked_rows
from sheetscore.systems.two_at_a_table import SEATS, Seat

Result = Literal["win", "draw", "loss"]

RESULTS: Mapping[str, Result] = {one: one for one in get_args(Result)}

SIGNS: Mapping[Result, int] = {"win": 1, "draw": 0, "loss": -1}
"""Signs of results: above 0 favours the player, below 0 the opponent."""


class MatchResult(RoundResult, frozen=True, kw_only=True):
    """The result of a match for one of its two players; None in fields that a bye does not have."""

    player: str
    """The id of the player."""
    name: str
    """The name of the player."""
    opponent: str | None = None
    """The id of the opponent."""
    opponent_name: str | None = None
    """The name of the opponent."""
    result: Result
    """``win``, ``draw`` or ``loss``; a bye that counts is a ``win``."""
    total: int | None = None
    """Match points of both games, without any handicap; the opponent has the negative."""
    handicap: int | Fraction | None = None
    """The handicap added to the player's points; 0 without one, and for the opponent of the player with one."""
    net: int | Fraction | None = None
    """Match points per game, handicaps included; the opponent has the negative."""
    table: int | None = None
    """The number of the table."""
    match: int | None = None
    """The number among the matches of the two in the round, from 1."""
    scenario: str | None = None
    """The id of the scenario played."""
    game_system: str | None = None
    """The game system of the scenario."""
    level: Level | None = None
    """The level of the victory; None for a draw, and for a victory without a level."""
    decided_by: DecidedBy = "none"
    """What decided the match."""
    ahead: str | None = None
    """The id of the winner; in a draw, of the player with the better net result; None if both are equal."""

    @property
    def is_bye(self) -> bool:
        """Whether it is a bye."""
        return self.opponent is None

    @property
    def place(self) -> tuple[int, int]:
        """Table and number of the match; 0 and 0 for a bye."""
        return self.table or 0, self.match or 0


Rounds = Mapping[int, Sequence[MatchResult]]
"""The results of scored rounds by their numbers."""


def rounds_of(earlier: Iterable[EarlierRound]) -> Rounds:
    """Return the results of those earlier rounds that are scored."""
    return MatchResult.read_rounds({one.number: one.rows for one in earlier if one.rows})


class MatchTally(Struct, frozen=True):
    """What the matches of a player add up to."""

    won: int = 0
    """The number of matches won."""
    drawn: int = 0
    """The number of matches drawn."""
    lost: int = 0
    """The number of matches lost."""
    levels: int = 0
    """The points of all levels, added up with the sign of the result; a victory without a level adds nothing."""
    net: Fraction = Fraction(0)
    """The net results added up."""

    @property
    def matches(self) -> int:
        """The number of matches."""
        return self.won + self.drawn + self.lost

    def with_match(self, result: Result, level: Level | None, net: Fraction) -> MatchTally:
        """Return the tally with one match more; ``net`` is signed for this player."""
        return MatchTally(
            self.won + (result == "win"),
            self.drawn + (result == "draw"),
            self.lost + (result == "loss"),
            self.levels + level_points(result, level),
            self.net + net,
        )

    def figure(self, by: RankedBy) -> Fraction:
        """Return the figure of a criterion of the ranking."""
        return _FIGURES[by](self)


def level_points(result: Result, level: Level | None) -> int:
    """Return the points of the level of a match with the sign of its result; 0 without a level."""
    return int(signed_points(Fraction(SIGNS[result]), Fraction(LEVELS.index(level) + 1 if level else 0)))


def signed_points(won: Amount, level: Amount) -> Amount:
    """Return the points of a level, with the sign of the result.

    Parameters
    ----------
    won
        The sign of the result.
    level
        The number of the level, from 1; 0 without one.
    """
    return won * chosen(level, 0, *POINTS.values())


def result_of(won: Amount) -> str | Figure:
    """Return the result that a sign stands for."""
    return when(won == 1, "win", when(won == 0, "draw", "loss"))


DRAW = Fraction(1, 2)
"""The worth of a draw if a win counts 1."""


def won_and_drawn(won: Amount, drawn: Amount) -> Amount:
    """Return the worth of matches won and drawn."""
    return won + drawn * DRAW


_FIGURES: Mapping[RankedBy, Callable[[MatchTally], Fraction]] = {
    "won": lambda tally: won_and_drawn(Fraction(tally.won), Fraction(tally.drawn)),
    "levels": lambda tally: Fraction(tally.levels),
    "net": lambda tally: tally.net,
}


def criteria_in_order(ranking: Sequence[RankedBy]) -> tuple[RankedBy, ...]:
    """Return all criteria: first those of ``ranking``, in its order, then the others."""
    return tuple(dict.fromkeys((*ranking, *_FIGURES)))


RANKED: Mapping[RankedBy, Step] = {
    "won": Step("by_won", "matches won"),
    "levels": Step("levels", "the points of their levels", exact=True),
    "net": Step("net", "match points per game"),
}
"""The criteria of the ranking as steps; their ids are those of the columns in the standings."""


def rank_event(so_far: EventProgress[MatchEvent]) -> Standings:
    """Rank the players of the event, and others who have results.

    Returns
    -------
    Rows, best first, equals in the order of the roster: ``rank id name score matches won drawn lost levels net``, then
    the tie-breaks in force. ``score`` is the figure of the first criterion of the ranking.
    """
    event, rounds = so_far.event, MatchResult.read_rounds(so_far.rounds)
    results = _all_results(rounds)
    tallies, names = tallies_of(event, results), {one.player: one.name for one in results} | event.names
    _, chain = decided_chain(so_far)
    criteria = {step.id for step in RANKED.values()}
    figures: dict[str, ResultRow] = {
        player: {
            "name": names.get(player, player),
            "score": tally.figure(event.settings.ranking[0]),
            "matches": tally.matches,
            "won": tally.won,
            "drawn": tally.drawn,
            "lost": tally.lost,
            "levels": tally.levels,
            "net": tally.net,
        }
        for player, tally in tallies.items()
    }
    return Standings(max(rounds, default=0), ranked_rows(chain, figures, criteria), (), tuple(so_far.open))


def decided_chain(so_far: EventProgress[MatchEvent]) -> tuple[TieRecord, DecidedChain]:
    """Return the record for tie-breaks, and the ranks that the ranking's criteria and then the tie-breaks decide."""
    event, rounds = so_far.event, MatchResult.read_rounds(so_far.rounds)
    tallies, settings = tallies_of(event, _all_results(rounds)), event.settings
    criteria = {RANKED[by]: by for by in settings.ranking}
    record = TieRecord(
        {player: tally.figure(settings.ranking[0]) for player, tally in tallies.items()},
        [*_outings(so_far, rounds, [*tallies])],
        event.header.seed,
        {player.id: player.rating for player in event.players},
    )

    def figures(step: Step, places: Places) -> Figures:
        by = criteria.get(step)
        if by is None:
            return record.figures(step, places)
        return {player: tally.figure(by) for player, tally in tallies.items()}

    return record, decide(dict.fromkeys(tallies, 1), (*criteria, *steps_called(settings.tie_breaks)), figures)


def _all_results(rounds: Rounds) -> list[MatchResult]:
    return [result for number in sorted(rounds) for result in rounds[number]]


def _outings(so_far: EventProgress[MatchEvent], rounds: Rounds, players: Sequence[str]) -> Iterator[Outing]:
    """Yield every player's part in each scored round."""
    event = so_far.event
    swiss, roster = event.settings.pairing == "swiss", {player.id: player for player in event.players}
    for number in sorted(rounds):
        met = {player: one for one in meetings(number, rounds[number]) for player in (one.one, one.other)}
        waiting = {player for game in so_far.open if game.round == number for player in game.players}
        tallies = tallies_of(event, rounds[number])
        for player in players:
            score = tallies[player].figure(event.settings.ranking[0]) if player in tallies else 0
            present = player in roster and roster[player].plays_in(number)
            if player in met:
                opponent = next(iter(met[player].pair - {player}))
                yield Outing(player, number, "game", score, opponent, _share_won(event, met[player], player))
            elif any(result.player == player for result in rounds[number]):
                yield Outing(player, number, "bye", score)
            elif player in waiting or (present and not swiss):
                yield Outing(player, number, "out")  # to sit out a round robin or a ladder is not to miss a round
            else:
                yield Outing(player, number, "missed")


def _share_won(event: MatchEvent, meeting: MatchMeeting, player: str) -> Fraction | None:
    """Return the share of a match or a series that a player won; None for an incomplete series."""
    outcome = _round_outcome(event, meeting)
    if outcome == "open":
        return None
    won = Fraction(outcome == ("one" if player == meeting.one else "other"))
    return HALF if outcome == "draw" else won


def tallies_of(event: MatchEvent, results: Iterable[MatchResult]) -> Mapping[str, MatchTally]:
    """Add up the matches of each player, in the order of the roster; players not on it come after."""
    tallies: dict[str, MatchTally] = defaultdict(MatchTally, {player.id: MatchTally() for player in event.players})
    for one in results:
        tallies[one.player] = tallies[one.player].with_match(one.result, one.level, Fraction(one.net or 0))
    return tallies


Two = frozenset[str]
"""The ids of two players, in no order."""


def places_apart(order: Sequence[str], challenger: str, challenged: str) -> int:
    """Return by how many places the challenged player is above the challenger; below 0 if below."""
    return order.index(challenger) - order.index(challenged)


def climbed(order: Iterable[str], won: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the order of a ladder after the matches of a round.

    Parameters
    ----------
    won
        Winner and loser of each match with a winner; a player is in one match at most. A winner who stood below the
        loser takes the loser's place; other matches change nothing. The sequence of the matches makes no difference.
    """
    now = list(order)
    for winner, loser in won:
        if places_apart(now, winner, loser) > 0:
            now.remove(winner)
            now.insert(now.index(loser), winner)
    return tuple(now)


class MatchMeeting(Struct, frozen=True):
    """Two players who met in a round, match by match."""

    round: int
    table: int
    one: str
    """The id of the player at seat 1."""
    other: str
    """The id of the player at seat 2."""
    game_system: str
    """The game system of its matches."""
    scenarios: tuple[str, ...]
    """The ids of the scenarios of its matches."""
    outcomes: tuple[MatchOutcome, ...]
    """The results of its matches."""

    @property
    def pair(self) -> Two:
        """The ids of the two, in no order."""
        return frozenset((self.one, self.other))

    def series(self, event: MatchEvent) -> SeriesOutcome:
        """Return the series that its matches make, or have made so far."""
        return score_series(self.outcomes, event.decisions)

    def winner(self, event: MatchEvent) -> str | None:
        """Return the id of the winner of the match or the series; None for a draw, or for a series cut short."""
        won = self.series(event).winner if event.plays_series else self.outcomes[0].winner
        return None if won is None else {"1": self.one, "2": self.other}[won]


_WON_BY: Mapping[Result, Seat | None] = {"win": "1", "draw": None, "loss": "2"}


def meetings(number: int, results: Iterable[MatchResult]) -> Iterator[MatchMeeting]:
    """Yield the meetings of a scored round, by table.

    Parameters
    ----------
    results
        Two for each match, that of seat 1 first; a bye has one, and is left out.
    """
    tables: dict[int, list[tuple[MatchResult, MatchResult]]] = defaultdict(list)
    for one, two in matches_in(results):
        tables[one.table or 0].append((one, two))
    for table, matches in tables.items():
        one, two = matches[0]
        yield MatchMeeting(
            number,
            table,
            one.player,
            two.player,
            one.game_system or "",
            tuple(first.scenario or "" for first, _ in matches),
            tuple(_outcome(*both) for both in matches),
        )


def matches_in(results: Iterable[MatchResult]) -> list[tuple[MatchResult, MatchResult]]:
    """Return the matches of a round, each as the results of seats 1 and 2, without byes."""
    played = [result for result in results if not result.is_bye]
    return [*zip(played[::2], played[1::2], strict=True)]


def _outcome(one: MatchResult, two: MatchResult) -> MatchOutcome:
    """Return a match from the results of seats 1 and 2."""
    won, net = _WON_BY[one.result], Fraction(one.net or 0)
    return MatchOutcome(one.total or 0, handicap_in(one, two), net, won, one.level, one.decided_by)


def handicap_in(one: MatchResult, two: MatchResult) -> Fraction:
    """Return the handicap of a match: above 0 for seat 1, below 0 for seat 2."""
    return Fraction(one.handicap or 0) - Fraction(two.handicap or 0)


def met_before(number: int, earlier: Sequence[EarlierRound]) -> dict[Two, list[int]]:
    """Return by pair the rounds before round ``number`` in which the two have met, or are drawn to meet, in order."""
    found: dict[Two, list[int]] = defaultdict(list)
    for one in _before(number, earlier):
        for pair in _pairs_of(one):
            found[pair].append(one.number)
    return found


def sat_out(event: MatchEvent, number: int, earlier: Sequence[EarlierRound]) -> dict[str, int]:
    """Return in how many rounds before round ``number`` each player was present and met nobody."""
    playing: dict[int, set[str]] = {}
    for one in _before(number, earlier):
        playing[one.number] = {player for pair in _pairs_of(one) for player in pair}
    return {
        player.id: sum(player.plays_in(before) and player.id not in met for before, met in playing.items())
        for player in event.players
    }


def _pairs_of(round_: EarlierRound) -> set[Two]:
    """Return the pairs that met in a round, or are drawn to meet."""
    tables = round_.drawn.tables if round_.drawn else ()
    drawn = {pair for table in tables if len(pair := frozenset(table.seated.values())) == len(SEATS)}
    return drawn | {meeting.pair for meeting in meetings(round_.number, map(MatchResult.read, round_.rows))}


def ladder_before(event: MatchEvent, number: int, rounds: Rounds) -> tuple[str, ...]:
    """Return the order of a ladder before a round: the roster, changed by the rounds scored before."""
    order = tuple(player.id for player in event.players)
    for before in sorted(one for one in rounds if one < number):
        order = climbed(order, _won(event, meetings(before, rounds[before])))
    return order


def _won(event: MatchEvent, met: Iterable[MatchMeeting]) -> Iterator[tuple[str, str]]:
    """Yield winner and loser of each meeting with a winner, if both are on the roster still."""
    ids = {player.id for player in event.players}
    for meeting in met:
        winner = meeting.winner(event)
        if winner is not None and meeting.pair <= ids:
            (loser,) = meeting.pair - {winner}
            yield winner, loser


def swiss_record(event: MatchEvent, number: int, earlier: Sequence[EarlierRound]) -> SwissRecord:
    """Return the rounds before round ``number`` as the record for a Swiss draw; a series counts as one game."""
    games: list[SwissGame] = []
    active: dict[int, frozenset[str]] = {}
    for one in _before(number, earlier):
        if one.rows:
            results = [*map(MatchResult.read, one.rows)]
            active[one.number] = frozenset(result.player for result in results)
            games += _swiss_games(event, one.number, results)
        if one.drawn is not None:  # provisional results lack some tables, whose pairs are to meet all the same
            games += games_as_drawn(one.drawn, games)
    return SwissRecord(tuple(games), active)


def _swiss_games(event: MatchEvent, number: int, results: Sequence[MatchResult]) -> Iterator[SwissGame]:
    for meeting in meetings(number, results):
        outcome = _round_outcome(event, meeting)
        yield SwissGame(number, meeting.one, meeting.other, outcome, meeting.table, meeting.scenarios[0])
    for result in results:
        if result.is_bye:
            yield SwissGame(number, result.player, None, "bye", 0, "")


def _round_outcome(event: MatchEvent, meeting: MatchMeeting) -> Outcome:
    """Return the outcome of a match or a series; a series is open until it is complete."""
    if event.plays_series and not meeting.series(event).complete:
        return "open"
    winner = meeting.winner(event)
    if winner is None:
        return "draw"
    return "one" if winner == meeting.one else "other"


def _before(number: int, earlier: Sequence[EarlierRound]) -> list[EarlierRound]:
    return sorted((one for one in earlier if one.number < number), key=lambda one: one.number)
