"""A round of matches scored: its boxes read as matches, the results of their players, a line for each series.

Source: "All Players are Created Equal", Choosing the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.expressions.figure import text_of
from sheetscore.expressions.figure_calls import highest
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.pairing.draw import Draw
from sheetscore.systems import played
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.deciding import GAMES
from sheetscore.systems.match.games import MatchGame, Winner, other, sign_of, winner_sign
from sheetscore.systems.match.history import handicap_before, in_force
from sheetscore.systems.match.matches import MATCHES, HandicapStep, MatchOutcome, SeriesOutcome, score_match
from sheetscore.systems.match.model import MatchEvent, MatchScenario
from sheetscore.systems.match.record import RESULTS, MatchMeeting, MatchResult, Rounds, meetings, result_of, rounds_of
from sheetscore.systems.outcomes import Agreement, ResultRow, RoundScore
from sheetscore.systems.two_at_a_table import SEATS, Seat

GAME_NUMBERS = tuple(range(1, GAMES + 1))

_FIGURES = {"points": "points", "turns": "turn", "losses": "losses"}
"""The figures that each player has in a game: the fields of `MatchGame`, each with the name of its boxes."""


class MatchSheet(Struct, frozen=True):
    """A match as its boxes on the sheet have it."""

    number: int
    """Its number among the matches of the two in the round, from 1."""
    scenario: MatchScenario | None
    """The scenario played; None if it is not chosen, or unknown to the event."""
    whole: Mapping[str, Value]
    """The filled boxes of the match as a whole, by name: ``rolls_1``, ``coin`` ..."""
    boxes: Mapping[int, Mapping[str, Value]]
    """The filled boxes of each game, by name."""

    @property
    def begun(self) -> bool:
        """Whether a box of its games is filled."""
        return any(self.boxes.values())

    @property
    def first(self) -> Seat:
        """The seat with the first side in game 1: as the coin says, or seat 1 if the coin is blank."""
        return _seat(self.whole.get("coin")) or SEATS[0]

    def side_a(self, game: int) -> Seat:
        """Return the seat with the first side in a game (1 or 2)."""
        return self.first if game == 1 else other(self.first)

    def game(self, number: int) -> MatchGame:
        """Return a game (1 or 2) as it ended."""
        boxes = self.boxes[number]
        level = self.scenario.level_called(boxes["level"]) if self.scenario and "level" in boxes else None
        figures = {
            name: {seat: int(Fraction(boxes[key])) for seat in SEATS if (key := f"{box}_{seat}") in boxes}
            for name, box in _FIGURES.items()
        }
        return MatchGame(self.side_a(number), _winner(boxes.get("winner")), level, **figures)

    @property
    def games(self) -> tuple[MatchGame, ...]:
        """Both games."""
        return tuple(map(self.game, GAME_NUMBERS))

    def outcome(self, event: MatchEvent, handicap: Fraction) -> MatchOutcome | None:
        """Score the match; None while it is not complete."""
        if self.scenario is None:
            return None
        return score_match(self.scenario.kind, self.games, handicap, event.decisions)


def _seat(value: Value | None) -> Seat | None:
    return next((seat for seat in SEATS if str(value) == seat), None)


def _winner(value: Value | None) -> Winner | None:
    return "draw" if value == "draw" else _seat(value)


_OF_A_MATCH = (
    "played",
    "rolls_1",
    "rolls_2",
    "choice",
    "order_first",
    "order_second",
    "order_high",
    "coin",
)
_OF_A_GAME = ("side_a", "winner", "level", *(f"{box}_{seat}" for box in _FIGURES.values() for seat in SEATS))
"""The names of the boxes of a match as a whole, and of each game."""


def read_matches(event: MatchEvent, round_: int, table: int, entries: Entries) -> list[MatchSheet]:
    """Read the matches of the sheet of a table.

    Parameters
    ----------
    round_
        The round (from 1); if it offers only one scenario, that one is played unless the sheet names another.
    """
    return [_read(event, round_, table, number, entries) for number in match_numbers(event)]


def _read(event: MatchEvent, round_: int, table: int, number: int, entries: Entries) -> MatchSheet:
    whole = {what: entries[key] for what in _OF_A_MATCH if (key := match_box(event, table, number, what)) in entries}
    boxes = {
        game: {
            what: entries[key] for what in _OF_A_GAME if (key := game_box(event, table, number, game, what)) in entries
        }
        for game in GAME_NUMBERS
    }
    return MatchSheet(number, _scenario(event, round_, whole.get("played")), whole, boxes)


def _scenario(event: MatchEvent, round_: int, played: Value | None) -> MatchScenario | None:
    offered = event.choice(round_)
    if played is None:
        return offered[0] if len(offered) == 1 else None
    return next((one for one in offered if folded(one.id) == folded(played)), None)


PLAYERS, SETUP, ORDERS, RESULT = "players", "setup", "orders", "result"
SERIES, HANDICAPS = "series", "handicaps"
"""The blocks of a table's sheet besides those of its games."""


def match_numbers(event: MatchEvent) -> tuple[int, ...]:
    """Return the numbers of the matches that two players have in a round, from 1."""
    return tuple(range(1, MATCHES + 1)) if event.plays_series else (1,)


def match_prefix(event: MatchEvent, match: int) -> str:
    """Return the prefix of the names of a match's boxes; empty in an event of single matches."""
    return f"match.{match}." if event.plays_series else ""


def player_box(table: int, seat: Seat) -> FieldKey:
    """Return the box of a player."""
    return FieldKey(table, "", f"{PLAYERS}.{seat}")


def match_box(event: MatchEvent, table: int, match: int, what: str) -> FieldKey:
    """Return a box of a match as a whole, such as ``played`` or ``order_high``."""
    block = ORDERS if what.startswith("order") else SETUP
    return FieldKey(table, "", f"{match_prefix(event, match)}{block}.{what}")


def game_box(event: MatchEvent, table: int, match: int, game: int, what: str) -> FieldKey:
    """Return a box of a game (1 or 2), such as ``winner`` or ``points_1``."""
    return FieldKey(table, "", f"{match_prefix(event, match)}game.{game}.{what}")


def series_box(table: int, what: str) -> FieldKey:
    """Return a box of the end of a series: ``ended`` or ``reason``."""
    return FieldKey(table, "", f"{SERIES}.{what}")


def drawn_players(drawn: Draw) -> dict[FieldKey, Value]:
    """Return the entries of sheets on which nothing but the drawn players is filled in."""
    return {FieldKey(table, "", f"{PLAYERS}.{seat}"): player for table, seat, player in drawn.places()}


def seated(table: int, entries: Entries) -> dict[Seat, str]:
    """Return the players that the sheet of a table names, by seat; empty seats are left out."""
    seats: tuple[Seat, Seat] = ("1", "2")
    return {seat: str(entries[key]) for seat in seats if (key := player_box(table, seat)) in entries}


def score_round(round_: RoundContext[MatchEvent]) -> RoundScore:
    """Score a round.

    An incomplete match has no results. In a Swiss event a bye has the result of a won match, unless the player has
    played after all.
    """
    event, number, before = round_.event, round_.stage, rounds_of(round_.earlier)
    results = _results(round_, before)
    if event.settings.pairing == "swiss":
        played = {result.player for result in results}
        results += [bye_of(event.names, player) for player in round_.draw.byes if player not in played]
    lines = [line.as_json() for line in series_lines(event, number, results, before)]
    lists = {"series": lines} if event.plays_series else {}
    rows = tuple(result.row() for result in results)
    return RoundScore(number, rows, (_check(number, results),), (), round_.pages, lists=lists)


def _results(round_: RoundContext[MatchEvent], before: Rounds) -> list[MatchResult]:
    """Return the results of all complete matches of a round, by table."""
    event, number = round_.event, round_.stage
    tables = [table.number for table in round_.forms.tables]
    return [result for table in tables for result in _of_table(event, number, table, round_.entries, before)]


def _of_table(event: MatchEvent, number: int, table: int, entries: Entries, before: Rounds) -> Iterator[MatchResult]:
    """Yield the results of each complete match of a table, seat 1 first; none without two players."""
    players = seated(table, entries)
    if len(set(players.values())) < len(SEATS):
        return
    both = players["1"], players["2"]
    for sheet in read_matches(event, number, table, entries):
        if sheet.scenario is None:
            continue
        handicap = in_force(event, *both, sheet.scenario.game_system, before, number)
        outcome = sheet.outcome(event, handicap)
        if outcome is not None:
            yield from match_results(event.names, both, table, sheet.number, sheet.scenario, outcome)


def games_of(scored: played.ScoredRound) -> list[played.Game]:
    """Return the matches of a scored round, each as one `Game` whose sides say how its two games ended."""
    met = [row for row in scored.rows if row["opponent"] is not None]
    matches = played.grouped(met, lambda row: (int(row["table"] or 0), int(row["match"] or 1)))
    return [_as_game(scored, *place, rows) for place, rows in matches.items()]


def _as_game(scored: played.ScoredRound, table: int, number: int, rows: Sequence[ResultRow]) -> played.Game:
    handicaps, ended = {row["player"]: row["handicap"] for row in rows}, _endings(scored, table, number)
    sides = (
        replace(side, handicap=handicaps[side.id], games=ended.get(side.id, ()))
        for side in played.opposed_sides(rows, "net")
    )
    scenario, game_system, decided_by = (str(rows[0][key] or "") for key in ("scenario", "game_system", "decided_by"))
    return played.Game(table, number, tuple(sides), "", scenario, game_system, decided_by)


def _endings(scored: played.ScoredRound, table: int, match: int) -> Mapping[str, tuple[str, ...]]:
    """Return for each player how the games of a match ended; empty if no winner was entered."""
    prefix = f"match.{match}." if "series" in scored.lists else ""
    boxes = (FieldKey(table, "", f"{prefix}game.{game}.winner") for game in GAME_NUMBERS)
    winners = [scored.entries.get(box) for box in boxes]
    if not any(winners):
        return {}
    return {
        player: tuple("draw" if one not in SEATS else "win" if one == seat else "loss" for one in winners if one)
        for seat, player in seated(table, scored.entries).items()
    }


def match_results(
    names: Mapping[str, str],
    players: Sequence[str],
    table: int,
    match: int,
    scenario: MatchScenario,
    outcome: MatchOutcome,
) -> tuple[MatchResult, MatchResult]:
    """Return the results of a match for its two players, that of seat 1 first.

    Parameters
    ----------
    players
        Their ids, that of seat 1 first.
    match
        Its number among those of the two in the round, from 1.
    """
    by_seat = dict(zip(SEATS, players, strict=True))

    def result(seat: Seat) -> MatchResult:
        player, opponent, sign = by_seat[seat], by_seat[other(seat)], sign_of(seat)
        return MatchResult(
            player=player,
            name=names.get(player, player),
            opponent=opponent,
            opponent_name=names.get(opponent, opponent),
            result=RESULTS[text_of(result_of(winner_sign(outcome.winner) * sign))],
            total=sign * outcome.total,
            handicap=highest(sign * outcome.handicap, 0),
            net=sign * outcome.net,
            table=table,
            match=match,
            scenario=scenario.id,
            game_system=scenario.game_system,
            level=outcome.level,
            decided_by=outcome.decided_by,
            ahead=None if outcome.ahead is None else by_seat[outcome.ahead],
        )

    return result("1"), result("2")


def bye_of(names: Mapping[str, str], player: str) -> MatchResult:
    """Return the result of a bye that counts: a won match without a level."""
    return MatchResult(player=player, name=names.get(player, player), result="win")


def begun_series(round_: RoundContext[MatchEvent]) -> frozenset[int]:
    """Return the tables whose series have some complete matches, but not all: these matches count so far."""
    if not round_.event.plays_series:
        return frozenset()
    met = meetings(round_.stage, _results(round_, rounds_of(round_.earlier)))
    return frozenset(one.table for one in met if not one.series(round_.event).complete)


def _check(number: int, results: Sequence[MatchResult]) -> Agreement:
    """Return the check that all match points add up to 0."""
    return Agreement(f"match points of round {number}", 0, sum(result.total or 0 for result in results))


class SeriesLine(Struct, frozen=True):
    """A series of a round, complete or not, with the handicap that it makes."""

    meeting: MatchMeeting
    outcome: SeriesOutcome
    step: HandicapStep | None
    """The handicap that it makes: above 0 favours the first of the two; None while the series is not complete."""

    @property
    def holder(self) -> str | None:
        """The player whom the next handicap favours; None if it is 0 or not known yet."""
        if self.step is None or not self.step.new:
            return None
        return self.meeting.one if self.step.new > 0 else self.meeting.other

    def player(self, seat: str | None) -> str | None:
        """Return the id of the player of a seat."""
        return {"1": self.meeting.one, "2": self.meeting.other, None: None}[seat]

    def as_json(self) -> dict[str, object]:
        """Return the line with the keys that scripts rely on; numbers are exact, and become doubles in JSON."""
        total = self.outcome.total
        return {
            "table": self.meeting.table,
            "players": [self.meeting.one, self.meeting.other],
            "game_system": self.meeting.game_system,
            "matches": self.outcome.matches,
            "complete": self.outcome.complete,
            "totals": [total, -total],
            "net": self.outcome.net,
            "level": self.outcome.level,
            "winner": self.player(self.outcome.winner),
            "ahead": self.player(self.outcome.ahead),
            "handicap": self._handicap_as_json(),
        }

    def _handicap_as_json(self) -> dict[str, object] | None:
        if self.step is None:
            return None
        sign = -1 if self.step.new < 0 else 1  # figures are signed for the holder; without one, for the first player
        old = self.step.old or Fraction(0)
        return {
            "player": self.holder,
            "old": sign * old,
            "raw": sign * self.step.raw,
            "new": sign * self.step.new,
        }


def series_lines(event: MatchEvent, number: int, results: Iterable[MatchResult], before: Rounds) -> list[SeriesLine]:
    """Return the series of a round by table; none in an event of single matches.

    Parameters
    ----------
    results
        The results of the round.
    before
        The results of scored rounds; only those before the round count.
    """
    if not event.plays_series:
        return []
    return [_line(event, meeting, before) for meeting in meetings(number, results)]


def _line(event: MatchEvent, meeting: MatchMeeting, before: Rounds) -> SeriesLine:
    outcome = meeting.series(event)
    old = handicap_before(event, meeting.one, meeting.other, meeting.game_system, before, meeting.round)
    step = HandicapStep.by_series(outcome.total, old) if outcome.complete else None
    return SeriesLine(meeting, outcome, step)
