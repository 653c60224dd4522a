"""Matches as rows of results, written and read: what they add up to, who met whom, the order of a ladder.

The standings rank by matches won, levels and match points per game.

Source: "All Players are Created Equal", Determining match victory (what a level is worth).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from sheetscore.pairing.draw import Draw
from sheetscore.pairing.swiss.record import Outcome, SwissGame, SwissRecord
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.match.games import POINTS, SEATS, Level, Seat, signed
from sheetscore.systems.match.matches import MatchOutcome, SeriesOutcome, score_series
from sheetscore.systems.match.model import MatchEvent, MatchScenario, RankedBy
from sheetscore.systems.outcomes import EarlierRound, Exact, ResultRow, Standings

Result = Literal["win", "draw", "loss"]

_SIGNS: Mapping[Result, int] = {"win": 1, "draw": 0, "loss": -1}


class Tally(Struct, frozen=True):
    """The matches of a player.

    Parameters
    ----------
    won, drawn, lost
        How many.
    levels
        The points of their levels, added up with the sign of the result; a victory without a level adds nothing.
    net
        The net results added up.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    levels: int = 0
    net: Fraction = Fraction(0)

    @property
    def matches(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost

    def with_match(self, result: Result, level: Level | None, net: Fraction) -> Tally:
        """Return the tally with one match more; ``net`` is signed for this player."""
        return Tally(
            self.won + (result == "win"),
            self.drawn + (result == "draw"),
            self.lost + (result == "loss"),
            self.levels + _SIGNS[result] * (POINTS[level] if level else 0),
            self.net + net,
        )

    def figure(self, by: RankedBy) -> Fraction:
        """Return what one criterion of the ranking looks at."""
        return _FIGURES[by](self)


_FIGURES: Mapping[RankedBy, Callable[[Tally], Fraction]] = {
    "won": lambda tally: tally.won + Fraction(tally.drawn, 2),
    "levels": lambda tally: Fraction(tally.levels),
    "net": lambda tally: tally.net,
}


def in_order(ranking: Sequence[RankedBy]) -> tuple[RankedBy, ...]:
    """Return all criteria, those of a ranking first and in its order."""
    return tuple(dict.fromkeys((*ranking, *_FIGURES)))


def ranks_of(tallies: Sequence[Tally], ranking: Sequence[RankedBy]) -> list[int]:
    """Rank tallies by the criteria in order, the higher figure first; all equal share a rank.

    Returns
    -------
    The ranks in the order of the tallies, such as 1, 1, 3.
    """
    figures = [tuple(tally.figure(by) for by in ranking) for tally in tallies]
    return [1 + sum(other > own for other in figures) for own in figures]


def rank_event(so_far: EventSoFar[MatchEvent]) -> Standings:
    """Rank the players of the event, and whoever else has a row.

    Returns
    -------
    Rows ``rank id name score matches won drawn lost levels net``, best first and in the order of the roster where
    they are equal. ``score`` is what the first criterion of the ranking looks at.
    """
    event = so_far.event
    tallies = tallies_of(event, (row for number in sorted(so_far.rounds) for row in so_far.rounds[number]))
    names = {str(row["player"]): str(row["name"]) for rows in so_far.rounds.values() for row in rows} | event.names
    ranking = event.settings.ranking
    ranked = zip(ranks_of([*tallies.values()], ranking), tallies.items(), strict=True)
    rows: tuple[ResultRow, ...] = tuple(
        {
            "rank": rank,
            "id": player,
            "name": names.get(player, player),
            "score": tally.figure(ranking[0]),
            "matches": tally.matches,
            "won": tally.won,
            "drawn": tally.drawn,
            "lost": tally.lost,
            "levels": tally.levels,
            "net": tally.net,
        }
        for rank, (player, tally) in sorted(ranked, key=lambda one: one[0])
    )
    return Standings(max(so_far.rounds, default=0), rows, (), tuple(so_far.open))


def tallies_of(event: MatchEvent, rows: Iterable[ResultRow]) -> Mapping[str, Tally]:
    """Add up the matches of everybody, in the order of the roster; whoever is not on it comes after."""
    tallies: dict[str, Tally] = defaultdict(Tally, {player.id: Tally() for player in event.players})
    for row in rows:
        player = str(row["player"])
        net = Fraction(row["net"] or 0)
        tallies[player] = tallies[player].with_match(row["result"], row["level"], net)  # type: ignore[arg-type]
    return tallies


Two = frozenset[str]


def places_apart(order: Sequence[str], challenger: str, challenged: str) -> int:
    """Tell how many places higher the second of two stands; below 0 where that one stands lower."""
    return order.index(challenger) - order.index(challenged)


def climbed(order: Iterable[str], won: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the order after the matches of a round.

    Parameters
    ----------
    won
        Winner and loser of each match that had a winner; a player is in one of them at most. A winner who stood
        below takes the loser's place; who won from above, and who is in none, changes nothing. The sequence of
        matches makes no difference.
    """
    now = list(order)
    for winner, loser in won:
        if places_apart(now, winner, loser) > 0:
            now.remove(winner)
            now.insert(now.index(loser), winner)
    return tuple(now)


class Meeting(Struct, frozen=True):
    """Two who played in a round, match by match.

    Parameters
    ----------
    one, other
        Their ids, that of seat 1 first.
    game_system
        The one of its matches.
    scenarios
        The ids of those that its matches were played in.
    outcomes
        The matches, as they were scored.
    """

    round: int
    table: int
    one: str
    other: str
    game_system: str
    scenarios: tuple[str, ...]
    outcomes: tuple[MatchOutcome, ...]

    @property
    def pair(self) -> Two:
        """The two, whoever sat where."""
        return frozenset((self.one, self.other))

    def series(self, event: MatchEvent) -> SeriesOutcome:
        """Return the series that its matches make, or have made so far."""
        return score_series(self.outcomes, event.decisions)

    def winner(self, event: MatchEvent) -> str | None:
        """Return who won it, the series where the event plays series; None for a draw, or for a series cut short."""
        won = self.series(event).winner if event.plays_series else self.outcomes[0].winner
        return None if won is None else {"1": self.one, "2": self.other}[won]


_WON_BY: Mapping[Exact, Seat] = {"win": "1", "loss": "2"}


def meetings(number: int, rows: Iterable[ResultRow]) -> Iterator[Meeting]:
    """Yield those who met in a scored round, by table.

    Parameters
    ----------
    rows
        Two for each match, that of seat 1 first; a bye has one, and is left out.
    """
    tables: dict[int, list[ResultRow]] = defaultdict(list)
    for row in rows:
        if row["opponent"] is not None:
            tables[int(row["table"] or 0)].append(row)
    for table, both in tables.items():
        here = both[0]
        yield Meeting(
            number,
            table,
            str(here["player"]),
            str(here["opponent"]),
            str(here["game_system"]),
            tuple(str(row["scenario"]) for row in both[::2]),
            tuple(_outcome(row, mirror) for row, mirror in zip(both[::2], both[1::2], strict=True)),
        )


def _outcome(row: ResultRow, mirror: ResultRow) -> MatchOutcome:
    """Return a match back from the rows of seats 1 and 2."""
    return MatchOutcome(
        int(row["total"] or 0),
        Fraction(row["handicap"] or 0) - Fraction(mirror["handicap"] or 0),
        Fraction(row["net"] or 0),
        _WON_BY.get(row["result"]),
        row["level"],  # type: ignore[arg-type]
        row["decided_by"],  # type: ignore[arg-type]
    )


def met_before(number: int, earlier: Sequence[EarlierRound]) -> dict[Two, list[int]]:
    """Return the rounds before one in which two have met, or are drawn to meet, in order."""
    found: dict[Two, list[int]] = defaultdict(list)
    for one in _before(number, earlier):
        scored = {meeting.pair for meeting in meetings(one.number, one.rows)}
        for pair in scored | _drawn_pairs(one.drawn):
            found[pair].append(one.number)
    return found


def sat_out(event: MatchEvent, number: int, earlier: Sequence[EarlierRound]) -> dict[str, int]:
    """Tell how often each player was there before a round and met nobody."""
    there: dict[int, set[str]] = {}
    for one in _before(number, earlier):
        pairs = {meeting.pair for meeting in meetings(one.number, one.rows)} | _drawn_pairs(one.drawn)
        there[one.number] = {player for pair in pairs for player in pair}
    return {
        player.id: sum(player.plays_in(before) and player.id not in met for before, met in there.items())
        for player in event.players
    }


def ladder_before(event: MatchEvent, number: int, rounds: Mapping[int, Iterable[ResultRow]]) -> tuple[str, ...]:
    """Return the order of a ladder before a round: the roster's, as the rounds scored before have changed it."""
    order = tuple(player.id for player in event.players)
    for before in sorted(one for one in rounds if one < number):
        order = climbed(order, _won(event, meetings(before, rounds[before])))
    return order


def _won(event: MatchEvent, met: Iterable[Meeting]) -> Iterator[tuple[str, str]]:
    """Yield winner and loser of each meeting that has one; of those who are on the roster still."""
    ids = {player.id for player in event.players}
    for meeting in met:
        winner = meeting.winner(event)
        if winner is not None and meeting.pair <= ids:
            (loser,) = meeting.pair - {winner}
            yield winner, loser


def swiss_record(event: MatchEvent, number: int, earlier: Sequence[EarlierRound]) -> SwissRecord:
    """Put the rounds before one together as a Swiss draw takes them; a round of series counts as one game."""
    games: list[SwissGame] = []
    active: dict[int, frozenset[str]] = {}
    for one in _before(number, earlier):
        if one.rows:
            active[one.number] = frozenset(str(row["player"]) for row in one.rows)
            games += _swiss_games(event, one.number, one.rows)
        elif one.drawn is not None:
            games += _drawn_games(one.drawn)
    return SwissRecord(tuple(games), active)


def _swiss_games(event: MatchEvent, number: int, rows: Sequence[ResultRow]) -> Iterator[SwissGame]:
    for meeting in meetings(number, rows):
        outcome = _round_won(event, meeting)
        yield SwissGame(number, meeting.one, meeting.other, outcome, meeting.table, meeting.scenarios[0])
    for row in rows:
        if row["opponent"] is None:
            yield SwissGame(number, str(row["player"]), None, "bye", 0, "")


def _round_won(event: MatchEvent, meeting: Meeting) -> Outcome:
    if event.plays_series and not meeting.series(event).complete:
        return "open"
    winner = meeting.winner(event)
    if winner is None:
        return "draw"
    return "one" if winner == meeting.one else "other"


def _drawn_games(drawn: Draw) -> Iterator[SwissGame]:
    """Yield the meetings and byes of a round as they were drawn; a draw may have been edited to anything."""
    seen: set[str] = set()
    for table in drawn.tables:
        pair = tuple(table.seated.values())
        if len(set(pair)) == len(SEATS) and not seen & set(pair):
            seen |= set(pair)
            yield SwissGame(drawn.round, pair[0], pair[1], "open", table.number, table.scenario)
    for player in dict.fromkeys(drawn.byes):
        if player not in seen:
            yield SwissGame(drawn.round, player, None, "open", 0, "")


def _before(number: int, earlier: Sequence[EarlierRound]) -> list[EarlierRound]:
    return sorted((one for one in earlier if one.number < number), key=lambda one: one.number)


def _drawn_pairs(drawn: Draw | None) -> set[Two]:
    tables = drawn.tables if drawn else ()
    return {pair for table in tables if len(pair := frozenset(table.seated.values())) == len(SEATS)}


_OF_A_MATCH = (
    "opponent",
    "opponent_name",
    "table",
    "match",
    "scenario",
    "game_system",
    "level",
    "ahead",
    "total",
    "handicap",
    "net",
)


def match_rows(
    names: Mapping[str, str],
    players: Sequence[str],
    table: int,
    match: int,
    scenario: MatchScenario,
    outcome: MatchOutcome,
) -> tuple[ResultRow, ResultRow]:
    """Return the rows of the two players of a match, that of seat 1 first.

    Parameters
    ----------
    players
        Their ids, that of seat 1 first.
    match
        Its number among those of the two in the round, from 1.
    """
    by_seat = dict(zip(SEATS, players, strict=True))
    one, other = (_row(names, by_seat, seat, outcome) for seat in SEATS)
    shared: ResultRow = {
        "table": table,
        "match": match,
        "scenario": scenario.id,
        "game_system": scenario.game_system,
        "level": outcome.level,
        "decided_by": outcome.decided_by,
        "ahead": None if outcome.ahead is None else by_seat[outcome.ahead],
    }
    return {**one, **shared}, {**other, **shared}


def _row(names: Mapping[str, str], players: Mapping[Seat, str], seat: Seat, outcome: MatchOutcome) -> ResultRow:
    player = players[seat]
    opponent = next(one for other, one in players.items() if other != seat)
    sign = signed(seat)
    return {
        "player": player,
        "name": names.get(player, player),
        "opponent": opponent,
        "opponent_name": names.get(opponent, opponent),
        "result": result_of(seat, outcome.winner),
        "total": sign * outcome.total,
        "handicap": max(sign * outcome.handicap, Fraction(0)),
        "net": sign * outcome.net,
    }


def result_of(seat: Seat, winner: Seat | None) -> Result:
    """Say what a match, or a series, was to a player."""
    return "draw" if winner is None else "win" if winner == seat else "loss"


def bye_row(names: Mapping[str, str], player: str) -> ResultRow:
    """Return the row of a bye that counts: a won match without a level."""
    won: ResultRow = {"player": player, "name": names.get(player, player), "result": "win", "decided_by": "none"}
    return {**won, **dict.fromkeys(_OF_A_MATCH)}
