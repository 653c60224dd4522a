"""What an edited draw of matches breaks: players alone, pairs against the event, who meets again."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import Draw, TableDraw, draw_mistakes, named, without_opponent
from sheetscore.pairing.round_robin import rounds_needed
from sheetscore.sentences import numbered
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.match.games import SEATS
from sheetscore.systems.match.ladder import Two, places_apart
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import ladder_before, met_before


def check_draw(round_: RoundAtHand[MatchEvent]) -> list[Finding]:
    """Find strangers, players at two tables or alone, pairs against the event, those who meet again.

    Returns
    -------
    Findings without cells; ``fields`` names the seats that each is about.
    """
    event, drawn = round_.event, round_.draw
    return [
        *draw_mistakes(drawn, event.names, event.entrants(drawn.round), unseated=event.unseated),
        *without_opponent(drawn, event.names, SEATS, event.unseated),
        *_against_the_event(event, drawn),
        *_again(round_),
        *_out_of_reach(round_),
    ]


def _pairs(drawn: Draw) -> dict[Two, TableDraw]:
    """Return the tables of those who meet."""
    return {pair: table for table in drawn.tables if len(pair := frozenset(table.seated.values())) == len(SEATS)}


def _seats(table: TableDraw) -> tuple[tuple[int, str, str], ...]:
    return tuple((table.number, seat, "") for seat in SEATS)


def _both(event: MatchEvent, pair: tuple[str, ...]) -> str:
    return " and ".join(named(player, event.names) for player in pair)


def _against_the_event(event: MatchEvent, drawn: Draw) -> Iterator[Finding]:
    """Warn of forbidden pairs that meet, and of locked ones that do not."""
    if event.settings.pairing == "round-robin":
        return
    pairs = _pairs(drawn)
    for pair in event.paired("forbid", drawn.round):
        table = pairs.get(frozenset(pair))
        if table is not None:
            message = f"table {table.number}: {_both(event, pair)} meet, and the event forbids it. Change the draw."
            yield finding("draw-wish", message, fields=_seats(table))
    for pair in event.paired("lock", drawn.round):
        if frozenset(pair) not in pairs:
            message = f"{_both(event, pair)} are locked in round {drawn.round}, and do not meet. Change the draw."
            yield finding("draw-wish", message)


def _again(round_: RoundAtHand[MatchEvent]) -> Iterator[Finding]:
    """Warn of pairs that have met, where a draw is there to keep them apart."""
    event, number = round_.event, round_.stage
    if event.settings.pairing not in {"swiss", "round-robin"}:
        return
    met = met_before(number, round_.earlier)
    turn = rounds_needed(len(event.players)) if event.settings.pairing == "round-robin" else number
    since = number - (number - 1) % turn  # a round robin may be played several times over
    for pair, table in _pairs(round_.draw).items():
        before = [one for one in met.get(pair, ()) if one >= since]
        if before:
            both = _both(event, tuple(table.seated.values()))
            message = f"table {table.number}: {both} meet again, after {numbered('round', before)}."
            yield finding("draw-repeat", message, fields=_seats(table))


def _out_of_reach(round_: RoundAtHand[MatchEvent]) -> Iterator[Finding]:
    """Warn of two on a ladder who stand too far apart, absentees left out."""
    event, drawn = round_.event, round_.draw
    if event.settings.pairing != "ladder":
        return
    rounds = {one.number: one.rows for one in round_.earlier if one.rows}
    there = {player for _, _, player in drawn.places()} | set(drawn.byes)
    order = [player for player in ladder_before(event, drawn.round, rounds) if player in there]
    for pair, table in _pairs(drawn).items():
        if not pair <= set(order):
            continue
        apart = abs(places_apart(order, *table.seated.values()))
        if apart > event.settings.reach:
            message = (
                f"table {table.number}: {_both(event, tuple(table.seated.values()))} stand {apart} places apart, and "
                f"{event.settings.reach} are the most. Change the draw, or leave it if both want it."
            )
            yield finding("ladder-reach", message, fields=_seats(table))
