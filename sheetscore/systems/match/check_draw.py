"""What an edited draw of matches breaks: players alone, pairs against the event, who meets again."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import TableDraw, draw_mistakes, without_opponent
from sheetscore.pairing.round_robin import rounds_needed
from sheetscore.sentences import numbered
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.match.games import SEATS
from sheetscore.systems.match.ladder import places_apart
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import ladder_before, met_before
from sheetscore.systems.wishes import draw_against_wishes, meetings_in, two_named


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
        *(() if event.settings.pairing == "round-robin" else draw_against_wishes(event, event.pairings, drawn)),
        *_again(round_),
        *_out_of_reach(round_),
    ]


def _seats(table: TableDraw) -> tuple[tuple[int, str, str], ...]:
    return tuple((table.number, seat, "") for seat in SEATS)


def _again(round_: RoundAtHand[MatchEvent]) -> Iterator[Finding]:
    """Warn of pairs that have met, where a draw is there to keep them apart."""
    event, number = round_.event, round_.stage
    if event.settings.pairing not in {"swiss", "round-robin"}:
        return
    met = met_before(number, round_.earlier)
    turn = rounds_needed(len(event.players)) if event.settings.pairing == "round-robin" else number
    since = number - (number - 1) % turn  # a round robin may be played several times over
    for pair, table in meetings_in(round_.draw).items():
        before = [one for one in met.get(pair, ()) if one >= since]
        if before:
            both = two_named(event, table.seated.values())
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
    for pair, table in meetings_in(drawn).items():
        if not pair <= set(order):
            continue
        apart = abs(places_apart(order, *table.seated.values()))
        if apart > event.settings.reach:
            message = (
                f"table {table.number}: {two_named(event, table.seated.values())} stand {apart} places apart, and "
                f"{event.settings.reach} are the most. Change the draw, or leave it if both want it."
            )
            yield finding("ladder-reach", message, fields=_seats(table))
