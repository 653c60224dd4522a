"""A round of matches scored: a row for each player and match, and a line for each series.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.forms.form import Entries
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.match.entries import read_matches, seated
from sheetscore.systems.match.games import SEATS
from sheetscore.systems.match.handicaps import Step, steps
from sheetscore.systems.match.history import in_force, kept
from sheetscore.systems.match.matches import SeriesOutcome
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import Meeting, bye_row, match_rows, meetings
from sheetscore.systems.outcomes import Agreement, EarlierRound, ResultRow, RoundScore

Rounds = Mapping[int, Iterable[ResultRow]]


def rounds_of(earlier: Sequence[EarlierRound]) -> dict[int, Sequence[ResultRow]]:
    """Return the rows of the rounds before that are scored."""
    return {one.number: one.rows for one in earlier if one.rows}


def score_round(round_: RoundAtHand[MatchEvent]) -> RoundScore:
    """Score a round.

    A match that is not complete has no rows. A bye has one in a Swiss event, as a match won; who has it and played
    after all has none.
    """
    event, number, before = round_.event, round_.stage, rounds_of(round_.earlier)
    tables = [table.number for table in round_.forms.tables]
    rows = [row for table in tables for row in table_rows(event, number, table, round_.entries, before)]
    if event.settings.pairing == "swiss":
        played = {row["player"] for row in rows}
        rows += [bye_row(event.names, player) for player in round_.draw.byes if player not in played]
    told = [line.as_json() for line in series_lines(event, number, rows, before)]
    lists = {"series": told} if event.plays_series else {}
    return RoundScore(number, tuple(rows), (_check(number, rows),), (), round_.pages, lists=lists)


def table_rows(event: MatchEvent, number: int, table: int, entries: Entries, before: Rounds) -> Iterator[ResultRow]:
    """Yield the rows of a table: those of each complete match, seat 1 first; none without two players."""
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
            yield from match_rows(event.names, both, table, sheet.number, sheet.scenario, outcome)


def begun_series(round_: RoundAtHand[MatchEvent]) -> frozenset[int]:
    """Return the tables of which one or two matches of a series are complete: these count so far."""
    if not round_.event.plays_series:
        return frozenset()
    met = meetings(round_.stage, score_round(round_).rows)
    return frozenset(one.table for one in met if not one.series(round_.event).complete)


def _check(number: int, rows: Sequence[ResultRow]) -> Agreement:
    """Check that all match points add up to 0: what one gains the other loses."""
    total = sum((Fraction(row["total"] or 0) for row in rows), Fraction(0))
    return Agreement(f"match points of round {number}", 0, total)


@dataclass(frozen=True)
class SeriesLine:
    """A series of a round, complete or as far as it was played, with what it makes of the handicap.

    Parameters
    ----------
    step
        Above 0 favours the first of the two; None while the series is not complete.
    """

    meeting: Meeting
    outcome: SeriesOutcome
    step: Step | None

    @property
    def holder(self) -> str | None:
        """Who gets the handicap next; None where that is 0, and while nothing follows yet."""
        if self.step is None or not self.step.new:
            return None
        return self.meeting.one if self.step.new > 0 else self.meeting.other

    def player(self, seat: str | None) -> str | None:
        """Return the id of whoever has a seat."""
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
        sign = -1 if self.step.new < 0 else 1  # figures are those of the holder; without one, of the first player
        old = self.step.old or Fraction(0)
        return {
            "player": self.holder,
            "old": sign * old,
            "raw": sign * self.step.raw,
            "new": sign * self.step.new,
        }


def series_lines(event: MatchEvent, number: int, rows: Iterable[ResultRow], before: Rounds) -> list[SeriesLine]:
    """Return the series of a round by table; none in an event of single matches.

    Parameters
    ----------
    rows
        Those of the round.
    before
        The rows of scored rounds by their numbers; only those of earlier rounds count.
    """
    if not event.plays_series:
        return []
    return [_line(event, meeting, before) for meeting in meetings(number, rows)]


def _line(event: MatchEvent, meeting: Meeting, before: Rounds) -> SeriesLine:
    outcome = meeting.series(event)
    old = kept(event, meeting.one, meeting.other, meeting.game_system, before, meeting.round)
    step = next(steps(old, [outcome.total])) if outcome.complete else None
    return SeriesLine(meeting, outcome, step)
