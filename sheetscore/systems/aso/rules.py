"""The rules of accelerated Swiss for an event: scenarios to choose from, their balances, wishes that can be kept.

Also the table of points in which formulas look up results.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.tables import doubtful, heading_of, wrong
from sheetscore.expressions.figure import Figure
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import display_name
from sheetscore.pairing.swiss.pools import MOST_SWISS_ROUNDS
from sheetscore.pairing.swiss.record import SwissSettings
from sheetscore.systems.aso.model import AsoEvent, AsoPlayer
from sheetscore.systems.wishes import (
    both_named,
    called_alike,
    contradictions,
    lock_without_round,
    offered_twice,
    one_player_twice,
    wish_after_last_round,
)
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import AnyTable, Here, LineFigures, Table, figure_column, text_column

FEWEST_PLAYERS = 2

JUDGES = 3
"""The number of judges of a game that nobody could finish."""

LOSES_UP_TO, WINS_FROM = 40, 60
"""The mean of the judges' percentages up to which a player loses, and that from which on a player wins."""

USUAL_CHOICE = 3
"""With this many scenarios on offer each of the two players strikes one off, which usually leaves one."""

COUNTED = ("vp", "cc_inflicted", "cc_lost", "snake_eyes", "boxcars")
"""The counts at a table for each of the two players: names of boxes, and keys of results."""

_MOST_NAMED = 12
"""The most players named in a message; others are counted."""


def check_event(event: AsoEvent) -> list[Finding]:
    """Find what breaks a rule of accelerated Swiss in an event, with places as in event.toml."""
    checks = (
        _rounds,
        _players,
        _fixed_tables,
        _sides,
        _balances,
        _choices,
        _play_off,
        _offered_again,
        _wishes,
        _contradictions,
    )
    return [one for check in checks for one in check(event)]


def _rounds(event: AsoEvent) -> Iterator[Finding]:
    if event.header.rounds > MOST_SWISS_ROUNDS:
        message = (
            f"The event has {event.header.rounds} rounds, and {MOST_SWISS_ROUNDS} are the most that pools can be made "
            "for. Lower the number."
        )
        yield wrong(event, event.header, "rounds", message, "event-value")


def _players(event: AsoEvent) -> Iterator[Finding]:
    """Warn if there are too few players, and name players without a rating: they get the one of the settings."""
    if len(event.players) < FEWEST_PLAYERS:
        there = "Only 1 player is" if event.players else "No player is"
        message = f"{there} entered, and {FEWEST_PLAYERS} are needed for a game. Enter the players."
        yield finding("event-missing", message, sheet="[[player]]", cell="id", severity=Severity.WARNING)
    unrated = [player for player in event.players if player.rating is None]
    if unrated:
        message = (
            f"No rating is given for {_listed(event, unrated)}: {event.settings.unrated} counts instead. Enter the "
            f"ratings, or change the setting {heading_of(event, 'settings', 'unrated')}."
        )
        yield doubtful(event, unrated[0], "rating", message, "event-missing")


def _listed(event: AsoEvent, players: list[AsoPlayer]) -> str:
    """Name the first :data:`_MOST_NAMED` players, and count the others."""
    names = [display_name(player.id, event.names) for player in players[:_MOST_NAMED]]
    others = len(players) - len(names)
    return ", ".join(names) + (f" and {others} more" if others else "")


def _fixed_tables(event: AsoEvent) -> Iterator[Finding]:
    """Warn of more than two players who are to keep one table."""
    owners: dict[int, list[AsoPlayer]] = {}
    for player in event.players:
        if player.table is not None:
            owners.setdefault(player.table, []).append(player)
    for table, players in owners.items():
        if len(players) > 2:
            message = (
                f"{len(players)} players are to keep table {table}: {_listed(event, players)}. Two can play there at "
                "a time; the others go elsewhere."
            )
            yield doubtful(event, players[2], "table", message)


def _sides(event: AsoEvent) -> Iterator[Finding]:
    for scenario in event.scenarios:
        if len(scenario.sides) != 2:
            message = (
                f'The scenario "{scenario.title}" has {len(scenario.sides)} sides, and the players bid for one of two. '
                "Give it two."
            )
            yield wrong(event, scenario, "id", message)


def _balances(event: AsoEvent) -> Iterator[Finding]:
    """Check that balances belong to a side of their scenario, and that no level has two."""
    for scenario in event.scenarios:
        seen: set[tuple[str, int]] = set()
        sides = [side.id for side in scenario.sides]
        for balance in scenario.balances:
            key = folded(balance.side), balance.level
            if key[0] not in map(folded, sides):
                message = f'"{scenario.title}" has no side "{balance.side}".{suggestion(balance.side, sides)}'
                yield wrong(event, balance, "side", message, "event-reference")
            elif key in seen:
                message = (
                    f'"{scenario.title}" has level {balance.level} of {balance.side} twice. Put all that it changes in '
                    "one text, or correct the level."
                )
                yield wrong(event, balance, "level", message, "event-duplicate")
            seen.add(key)


def _choices(event: AsoEvent) -> Iterator[Finding]:
    """Check that a round offers no scenario or title twice, and warn if it offers neither one scenario nor three."""
    for round_ in event.rounds:
        offered = round_.scenario
        twice = list(offered_twice(event, round_, round_.number, offered))
        yield from twice
        if not twice and offered and len(offered) not in {1, USUAL_CHOICE}:
            message = (
                f"Round {round_.number} offers {len(offered)} scenarios. Striking one each decides between "
                f"{USUAL_CHOICE}; here the players have to agree, and strikes mean nothing."
            )
            yield doubtful(event, round_, "scenario", message)
        yield from called_alike(event, event.choice(round_.number))


def _play_off(event: AsoEvent) -> Iterator[Finding]:
    """Check that a round after the last, which can only be a play-off, names exactly one scenario."""
    for round_ in event.rounds:
        if round_.number == event.play_off and len(round_.scenario) != 1:
            message = (
                f"Round {round_.number} comes after the last, {event.header.rounds}, and can only be the play-off of "
                f"two joint winners, for which you give one scenario; it names {len(round_.scenario)}. Name one, or "
                "remove the round."
            )
            yield wrong(event, round_, "scenario", message)


def _offered_again(event: AsoEvent) -> Iterator[Finding]:
    """Warn of scenarios that an earlier round offers, too: the same players may meet them twice."""
    first: dict[str, int] = {}
    for round_ in sorted(event.rounds, key=lambda round_: round_.number):
        for scenario in event.choice(round_.number):
            before = first.setdefault(scenario.id, round_.number)
            if before < round_.number:
                message = (
                    f'Rounds {before} and {round_.number} both offer "{scenario.title}": somebody may have to play it '
                    "twice. Offer another one, if you can."
                )
                yield doubtful(event, round_, "scenario", message)


def _wishes(event: AsoEvent) -> Iterator[Finding]:
    """Check that a wish names two players, and can be kept in its round."""
    for wish in event.wishes:
        yield from one_player_twice(event, wish)
        late = list(wish_after_last_round(event, wish))
        yield from late or lock_without_round(event, wish)
        if wish.kind == "request" and wish.round == 1:
            pair = both_named(event, wish)
            message = f"{pair} ask to meet in round 1, in which all pairs are seeded: that is not granted."
            yield doubtful(event, wish, "round", message)


def _contradictions(event: AsoEvent) -> Iterator[Finding]:
    return contradictions(event, event.wishes)


POINTS = "points"
"""The name in formulas of the table of points."""

MISSED, OPEN = "absent", "open"
"""The results of a missed round, and of a game that is not in yet."""


_LOOKED_UP = TextLine(
    "Every result is looked up here. A 1 says that the result counts as the round's loss or draw, or that it ends "
    "being undefeated."
)


class ResultEffect(Struct, frozen=True):
    """A result and its effects."""

    result: str
    points: int | None
    """None if they are not known yet."""
    loses: int
    """1 if it counts as a loss for the tie-breaks, else 0."""
    draws: int
    """1 if it counts as a draw for the tie-breaks, else 0."""
    ends: int
    """1 if the player is no longer undefeated after it, else 0."""
    mark: str
    """Its character in the result grids: ``+3`` is a win in round 3; on the wall chart ``12+`` is a win against number
    12. A bye and a missed round have none: they are written in words or with a dash.
    """


def result_effects(settings: SwissSettings) -> tuple[ResultEffect, ...]:
    """Return all kinds of results with their effects under some rules."""
    return (
        ResultEffect("win", settings.win, 0, 0, 0, "+"),
        ResultEffect("draw", settings.draw, 0, 1, 1, "="),
        ResultEffect("loss", settings.loss, 1, 0, 1, "-"),
        ResultEffect("bye", settings.bye_points, 0, 0, int(not settings.bye_keeps_undefeated), ""),
        ResultEffect(MISSED, settings.missed_points, int(settings.missed_is_loss), 0, 1, ""),
        ResultEffect(OPEN, None, 0, 0, 0, "?"),
    )


def points_sheet(*tables: AnyTable) -> TableSheet:
    """Make the sheet of the points of results."""
    return TableSheet(
        "Rules of points",
        "What a result is worth",
        lines=(_LOOKED_UP,),
        tables=tables,
        for_director=True,
    )


def looked_up(own: LineFigures[Any], points: Table[ResultEffect], column: str, result: Figure) -> Figure:
    """Return a column's figure for a result from the table of points, with the formula that looks it up."""

    def formula(here: Here[Any]) -> str:
        sought, results = result.written(here.written).text, here.range("result", points.name)
        return f"INDEX({here.range(column, points.name)},MATCH({sought},{results},0))"

    value = points.figure(points.line(result.value), column).value
    # a Fraction, since other numbers of the column need not be whole
    return own.looked_up(Fraction(value) if isinstance(value, int) else value, formula)


def points_table(effects: Sequence[ResultEffect], scored: int | None = None) -> Table[ResultEffect]:
    """Make the table in which the effects of results are looked up.

    Parameters
    ----------
    scored
        The number of the round that was scored under the settings of these points; None for the present settings.
    """
    return Table(
        POINTS if scored is None else f"{POINTS} {scored}",
        (
            text_column("result", "Result", 180, lambda effect: effect.result),
            figure_column("points", "Points", 80, lambda effect: effect.points, style="cell strong"),
            figure_column("loses", "a loss", 80, lambda effect: effect.loses),
            figure_column("draws", "a draw", 80, lambda effect: effect.draws),
            figure_column("ends", "no longer undefeated", 96, lambda effect: effect.ends),
            figure_column("mark", "in the grid", 80, lambda effect: effect.mark),
        ),
        effects,
        key=lambda effect: effect.result,
        title="" if scored is None else f"What it was worth when round {scored} was scored",
    )
