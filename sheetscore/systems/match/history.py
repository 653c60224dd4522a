"""Handicaps of two players in a game system, revised by each of their series: within an event, and over many events.

People are the same across events if their names are, capitals and spacing left aside. A corrected round changes the
handicaps of later rounds, and what these handicaps decided.

Source: "All Players are Created Equal", Developing handicaps.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import cast

from msgspec import Struct

from sheetscore.event.identity import folded
from sheetscore.event.tables import doubtful
from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import display_name
from sheetscore.systems.match.matches import HandicapStep, handicap_steps
from sheetscore.systems.match.model import Handicap, MatchEvent, MatchScenario
from sheetscore.systems.match.record import MatchMeeting, MatchResult, Rounds, meetings
from sheetscore.systems.outcomes import Exact, Lists, ResultRow, RoundScore
from sheetscore.wording import number_list

PairKey = tuple[str, str, str]
"""The folded names of two players in the order of the alphabet, and that of a game system."""


class KeptSeries(Struct, frozen=True):
    """A complete series as the results of an event have it; figures above 0 favour the first of the two players."""

    uid: str
    """The unique id of the event."""
    event: str
    date: dt.date | None
    """The first day of the event; None if it has none."""
    round: int
    table: int
    players: tuple[str, str]
    """Their names."""
    game_system: str
    total: int
    """Match points of its games, without any handicap."""
    old: Fraction | None
    """The handicap before it, as the event had it; None without one."""
    file: str
    """The name of the file that has it."""
    written: dt.datetime | None = None
    """The time at which the file was written; None if unknown."""

    @property
    def pair(self) -> PairKey:
        """Its players and game system."""
        one, other = sorted(map(folded, self.players))
        return one, other, folded(self.game_system)

    @property
    def place(self) -> tuple[str, int, int]:
        """Event, round and table: no two series have the same."""
        return self.uid, self.round, self.table

    @property
    def order(self) -> tuple[bool, dt.date, str, int, int]:
        """The key to sort series by date, those without a date last; then by event, round and table."""
        return self.date is None, self.date or dt.date.min, *self.place

    def turned(self, sign: int) -> tuple[int, Fraction | None]:
        """Return the total and the old handicap as the first player (1) or the second (-1) sees them."""
        return sign * self.total, None if self.old is None else sign * self.old


class HistoryLine(Struct, frozen=True):
    """A series with the handicap that it made; figures of the step above 0 favour the first name of the pair."""

    series: KeptSeries
    step: HandicapStep


class History(Struct, frozen=True):
    """The series of many events."""

    lines: Mapping[PairKey, tuple[HistoryLine, ...]]
    """All series in order, by pair and game system."""
    findings: tuple[Finding, ...]
    """The contradictions between the series."""

    def handicaps(self, event: MatchEvent) -> tuple[Handicap, ...]:
        """Return the handicaps of the players on an event's roster, each with the series that it comes from.

        A handicap of 0 is returned, too, since the next series revises it.
        """
        ids = {name: called[0] for name, called in _ids_by_name(event).items() if len(called) == 1}
        return tuple(
            _handicap(ids[one], ids[other], lines[-1])
            for (one, other, _), lines in self.lines.items()
            if one in ids and other in ids
        )

    def called_alike(self, event: MatchEvent) -> list[tuple[str, ...]]:
        """Return groups of players on the roster who share a name under which series are known, as names with ids."""
        names = {name for *pair, _ in self.lines for name in pair}
        shared = [called for name, called in _ids_by_name(event).items() if name in names and len(called) > 1]
        return [tuple(f"{event.names[id_]} ({id_})" for id_ in called) for called in shared]


def _ids_by_name(event: MatchEvent) -> dict[str, list[str]]:
    """Return the ids of players by their folded names."""
    called: dict[str, list[str]] = defaultdict(list)
    for player in event.players:
        called[folded(player.name)].append(player.id)
    return called


def _handicap(one: str, other: str, last: HistoryLine) -> Handicap:
    """Return the handicap of two players, by their ids, that their last series makes."""
    points, series = last.step.new, last.series
    holder, against = (one, other) if points >= 0 else (other, one)
    source = f"{series.event}, round {series.round} ({series.file})"
    return Handicap(
        player=holder,
        against=against,
        game_system=series.game_system,
        points=str(abs(points)),
        source=source[:200],
    )


def history_of(kept: Iterable[KeptSeries]) -> History:
    """Put the series of many events in order, and compute the handicaps that they make.

    The first known series of a pair revises the handicap with which it was played; if there was none, the series alone
    makes the handicap. If a series has two results and neither is newer, that is an error, and the series does not
    count. If a series was played with another handicap than the series before makes, that is a warning. Both findings
    name both files.
    """
    found: list[Finding] = []
    pairs: dict[PairKey, list[KeptSeries]] = defaultdict(list)
    for series in sorted(_each_once(kept, found), key=lambda one: one.order):
        pairs[series.pair].append(series)
    lines = {pair: tuple(_lines(pair, played, found)) for pair, played in pairs.items()}
    return History(lines, tuple(found))


def _each_once(kept: Iterable[KeptSeries], found: list[Finding]) -> Iterator[KeptSeries]:
    """Yield each series once, by its newest result; contradictions are appended to ``found``."""
    places: dict[tuple[str, int, int], list[KeptSeries]] = defaultdict(list)
    for series in kept:
        places[series.place].append(series)
    for copies in places.values():
        # a known time counts as newer than an unknown one
        newest = max(copies, key=lambda one: (one.written is not None, one.written and one.written.timestamp()))
        rivals = [one for one in copies if _result(one) != _result(newest) and one.written == newest.written]
        if rivals:
            found.append(_contradiction(newest, rivals[0]))
        else:
            yield newest


def _result(series: KeptSeries) -> tuple[object, ...]:
    """Return the result of a series, the same for both orders of its players."""
    total, old = series.turned(1 if folded(series.players[0]) == series.pair[0] else -1)
    return series.pair, total, old


def _contradiction(one: KeptSeries, other: KeptSeries) -> Finding:
    message = (
        f"{one.file} and {other.file} have different results of one series ({one.event}, round {one.round}, table "
        f"{one.table}), and neither is newer. Take the wrong one away."
    )
    return finding("history-twice", message)


def _lines(pair: PairKey, played: Iterable[KeptSeries], found: list[Finding]) -> Iterator[HistoryLine]:
    """Yield the series of a pair with the handicaps that they make; warnings of gaps are appended to ``found``."""
    before: HistoryLine | None = None
    for series in played:
        total, old = series.turned(1 if folded(series.players[0]) == pair[0] else -1)
        made = before.step.new if before else old
        if before and (old or 0) != made:
            found.append(_gap(before, series, made, old))
        before = HistoryLine(series, HandicapStep.by_series(total, made))
        yield before


def _gap(before: HistoryLine, series: KeptSeries, made: Fraction | None, old: Fraction | None) -> Finding:
    """Warn of a series played with the handicap ``old``, though the series before it makes ``made``."""
    message = (
        f"{series.file}: {series.event}, round {series.round}, was played by {' and '.join(series.players)} with a "
        f"handicap of {abs(old or 0)}, and the series before, in {before.series.file}, makes it {abs(made or 0)}"
        f"{' for the other player' if (old or 0) * (made or 0) < 0 else ''}. What the series make counts."
    )
    return finding("history-differs", message)


class Revision(Struct, frozen=True):
    """A complete series and the handicap that it makes."""

    meeting: MatchMeeting
    step: HandicapStep


def handicap_at_start(event: MatchEvent, one: str, other: str, game_system: str) -> Fraction | None:
    """Return the handicap of two players with which the event begins: above 0 for the first, below 0 for the second.

    Returns
    -------
    None if the event has none, which is not the same as 0: the first series then makes one by itself.
    """
    wanted = {folded(one), folded(other)}
    for handicap in event.handicaps:
        pair = {folded(handicap.player), folded(handicap.against)}
        if pair == wanted and folded(handicap.game_system) == folded(game_system):
            return handicap.exact if folded(handicap.player) == folded(one) else -handicap.exact
    return None


def revisions(event: MatchEvent, one: str, other: str, game_system: str, rounds: Rounds, number: int) -> list[Revision]:
    """Return the handicaps of two players in a game system after each of their complete series, in order.

    Parameters
    ----------
    number
        The number of a round: only rounds before it count.

    Returns
    -------
    Figures above 0 favour ``one``, whichever seat that player had.
    """
    played = [meeting for meeting in _series(event, rounds, number) if _is_of(meeting, one, other, game_system)]
    totals = [meeting.series(event).total * (1 if meeting.one == one else -1) for meeting in played]
    made = handicap_steps(handicap_at_start(event, one, other, game_system), totals)
    return [Revision(meeting, step) for meeting, step in zip(played, made, strict=True)]


def _series(event: MatchEvent, rounds: Rounds, number: int) -> Iterator[MatchMeeting]:
    if not event.plays_series:
        return
    for earlier in sorted(one for one in rounds if one < number):
        yield from (meeting for meeting in meetings(earlier, rounds[earlier]) if meeting.series(event).complete)


def _is_of(meeting: MatchMeeting, one: str, other: str, game_system: str) -> bool:
    return meeting.pair == {one, other} and folded(meeting.game_system) == folded(game_system)


def handicap_before(
    event: MatchEvent, one: str, other: str, game_system: str, rounds: Rounds, number: int
) -> Fraction | None:
    """Return the handicap of two players before a round, whether it counts or not; None if they have had none."""
    made = revisions(event, one, other, game_system, rounds, number)
    return made[-1].step.new if made else handicap_at_start(event, one, other, game_system)


def in_force(event: MatchEvent, one: str, other: str, game_system: str, rounds: Rounds, number: int) -> Fraction:
    """Return the handicap that counts in round ``number`` between two players: above 0 for the first of them."""
    if not event.settings.handicaps:
        return Fraction(0)
    return handicap_before(event, one, other, game_system, rounds, number) or Fraction(0)


def renamed_systems(event: MatchEvent, rounds: Mapping[int, Sequence[ResultRow]]) -> list[Finding]:
    """Find scenarios whose game system was changed after series were played, if no scenario is of the old one now.

    Then handicaps are lost, even if only the spelling of the name was corrected: results still have the old name.
    """
    if not event.plays_series:
        return []
    systems = {folded(scenario.game_system) for scenario in event.scenarios}
    played: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for number, rows in sorted(rounds.items()):
        for result in map(MatchResult.read, rows):
            if result.scenario and result.game_system and folded(result.game_system) not in systems:
                played[folded(result.scenario), folded(result.game_system)][number] = result.game_system
    return [
        _renamed(event, scenario, systems_then)
        for scenario in event.scenarios
        for (id_, _), systems_then in played.items()
        if id_ == folded(scenario.id)
    ]


def _renamed(event: MatchEvent, scenario: MatchScenario, systems_then: Mapping[int, str]) -> Finding:
    """Warn of a game system's other name in results; ``systems_then`` has it by the numbers of the rounds."""
    was, now = systems_then[min(systems_then)], scenario.game_system
    again = "; ".join(f"sheetscore ingest round{number}.xlsx" for number in systems_then)
    message = (
        f"{number_list('round', [*systems_then])} of {scenario.title} "
        f"{'was' if len(systems_then) == 1 else 'were'} scored with the game system {was}, and it is {now} now: the "
        f"handicaps of {was} do not count for {now}. If it was only renamed, put {was} back, or score again in this "
        f"order: {again}"
    )
    return doubtful(event, scenario, "game_system", message, "system-renamed")


Held = tuple[str, Fraction]
"""The holder of a handicap, and its points; nobody holds one of 0."""


def follows(event: MatchEvent, was: RoundScore, now: RoundScore) -> list[str]:
    """Say at which tables the handicap differs from the one in the results of a round.

    Parameters
    ----------
    was, now
        The round as its results have it, and the round scored again with the rounds before it as they are now.

    Returns
    -------
    A clause for each table, in order. If handicaps are only recorded and do not count in matches, the clause is about
    the handicap that the series makes.
    """
    made = _compared(event, _made_by_series(was.lists), _made_by_series(now.lists), " after the series")
    counted = _compared(event, _counted(was.rows), _counted(now.rows), "")
    return [clause for _, clause in sorted({**dict(made), **dict(counted)}.items())]


def _compared(
    event: MatchEvent, was: Mapping[int, Held], now: Mapping[int, Held], when: str
) -> Iterator[tuple[int, str]]:
    """Yield the tables whose handicap has changed, or cannot be compared, each with a clause; ``when`` goes into it."""
    for table, then in was.items():
        held = now.get(table)
        if held is None:
            was_held = f"{_held_in_words(event, then)}{when}"
            yield table, f"table {table}: what is entered was complete with {was_held} and is not now"
        elif held != then:
            yield table, f"table {table}: {_held_in_words(event, held)}{when}, and not {_held_in_words(event, then)}"


def _held_in_words(event: MatchEvent, held: Held) -> str:
    player, points = held
    return f"{points} for {display_name(player, event.names)}" if points else "no handicap"


def _counted(rows: Iterable[ResultRow]) -> dict[int, Held]:
    """Return the handicap that counted at each table; all matches of a series have the same."""
    found: dict[int, Held] = {}
    for result in map(MatchResult.read, rows):
        if result.table is not None:
            points = Fraction(result.handicap or 0)
            found[result.table] = (result.player, points) if points else found.get(result.table, ("", points))
    return found


def _made_by_series(lists: Lists) -> dict[int, Held]:
    """Return the handicap that each complete series makes."""
    found: dict[int, Held] = {}
    for line in lists.get("series", ()):
        handicap = cast("Mapping[str, Exact] | None", line["handicap"])
        if handicap is not None:
            found[int(str(line["table"]))] = str(handicap["player"] or ""), Fraction(handicap["new"] or 0)
    return found
