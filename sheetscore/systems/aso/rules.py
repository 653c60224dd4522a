"""The rules of accelerated Swiss for an event: scenarios to choose from, their balances, wishes that can be kept.

Also the procedure of an event in sentences, and the table of points in which formulas look up results.

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
from sheetscore.pairing.swiss.pools import MOST_SWISS_ROUNDS, pool_words
from sheetscore.pairing.swiss.record import SwissSettings
from sheetscore.scoring.tie_breaks import broken_by
from sheetscore.scoring.tie_steps import steps_called
from sheetscore.systems.aso.by_hand import pencil_work
from sheetscore.systems.aso.model import AsoEvent, AsoPlayer
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import BY_LOT, Procedure
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
from sheetscore.wording import capitalized, join_words, pluralize

FEWEST_PLAYERS = 2

JUDGES = 3
"""The number of judges of a game that nobody could finish."""

LOSES_UP_TO, WINS_FROM = 40, 60
"""Limits of the mean of the percentages that judges give a player."""

USUAL_CHOICE = 3
"""With this many scenarios on offer each of the two players strikes one off, which usually leaves one."""

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
    """See what the rounds offer: no scenario twice, and usually three."""
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
    """Check that a wish is about two players, and can hold in its round."""
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


_KINDS = {
    "lock": "pairs that are locked meet",
    "forbid": "forbidden pairs never meet",
    "request": "who asks to meet does where both have about as many points",
    "regular": "regular opponents are kept apart as the decisions weigh it",
}


def describe_procedure(round_: RoundContext[AsoEvent]) -> Procedure:
    """Return the procedure of the event: how rounds are drawn and scored, late entries and withdrawals."""
    event = round_.event
    return Procedure(
        draw=tuple(_draw(event)),
        scoring=tuple(_scoring(event)),
        attendance=tuple(_attendance(event)),
        by_hand=tuple(_by_hand(event)),  # sentences on how to do it without a computer
        pencil=pencil_work(event),  # the sheets to print for that
    )


def _by_hand(event: AsoEvent) -> Iterator[str]:
    settings = event.settings
    wished = {wish.kind for wish in event.wishes}
    yield (
        "Cut the player cards apart. On each stand a name and a rating, or are to be written there; who has none has "
        f"{settings.unrated}. Shuffle them once, so that equal ratings are in the order of a lot. Lay out the cards of "
        "those who are there in the order of points, of equal points in that of ratings."
    )
    yield "With an odd number the lowest card without a bye so far has the bye."
    if "lock" in wished:
        yield "Take out the pairs that the list Pairings locks for the round: they meet."
    yield (
        "Take out the cards of the pool: the best undefeated by rating, as many as the first rule above has for the "
        "round, or as many of them as there are, one less if that number is odd. Cut them in the middle by rating: the "
        "first of the upper half meets the first of the lower, and so on."
    )
    yield (
        "An undefeated card outside of the pool meets the highest rated with exactly one draw or loss; the best rated "
        "chooses first."
    )
    if "request" in wished:
        yield (
            "Two who ask to meet, by the list Pairings, do if they are still there and at most "
            f"{pluralize(settings.request_points, 'point')} apart."
        )
    yield (
        "The others: from the top each card meets the next one. If it has met that one, it takes the one below. If the "
        "last two have met, exchange one of them with a card of the pair above, and go on upwards until nobody meets "
        "again."
    )
    if "forbid" in wished:
        yield (
            "Pairs that the list Pairings forbids are treated like those that have met; in the pool exchange the lower "
            "card with the one beside it."
        )
    apart = ["regular opponents"] * ("regular" in wished)
    apart += ["players of one club"] * any(player.club for player in event.players if settings.same_club)
    apart += ["players of one country"] * any(player.country for player in event.players if settings.same_country)
    if apart:
        who = capitalized(join_words(apart))
        yield f"{who} are exchanged with a pair beside them that has as many points, where there is one."
    if any(player.table for player in event.players):
        yield "Who has a table in the list Players sits at it with the opponent."
    yield (
        "Tables: in the order in which the pairs were made each takes the first free table at which neither of the two "
        "has played, or the first free one where there is none."
        if settings.rotate_tables
        else "Tables are numbered in the order in which the pairs were made."
    )
    yield "Write on the posting who plays where; the players fill in the slip. Write on both cards table and opponent."


def _draw(event: AsoEvent) -> Iterator[str]:
    rounds = event.header.rounds
    pools = "; ".join(f"round {number}, {pool_words(rounds, number)}" for number in range(1, rounds + 1))
    yield f"Each round has a pool: {pools}. Undefeated is who has neither lost nor drawn a game."
    yield (
        "The list of the pool, by rating, is cut in the middle, and the upper half meets the lower: of six, 1 meets "
        "4, 2 meets 5, 3 meets 6. Who is undefeated and outside of the pool meets the highest rated with exactly one "
        "draw or loss. Ratings count throughout as they were at a player's first result."
    )
    yield (
        "The others meet by points, over all pairs the cheapest way: never twice while it can be helped, then regular "
        "opponents, clubs and countries apart as the decisions weigh them."
    )
    yield BY_LOT
    yield (
        "Nobody plays at a table again, as far as that can be."
        if event.settings.rotate_tables
        else "Tables go by points: those with most play at the first."
    )
    kinds = [words for kind, words in _KINDS.items() if any(wish.kind == kind for wish in event.wishes)]
    if kinds:
        yield f"Besides, {'; '.join(kinds)}: the pairs stand in the list Pairings."
    yield (
        "Both players agree on one of the scenarios on offer, or each strikes one and ranks the others; a die decides "
        "where both struck the same and prefer different ones. Then both bid in secret a side and a level from 0 to 3: "
        "who bids more plays the side, and the opponent has the balance of that level; equal bids go by the die."
    )
    if event.play_off is not None:
        yield (
            f"Round {event.play_off} is a play-off: it is drawn when two have won together, and played by these alone."
        )


def _scoring(event: AsoEvent) -> Iterator[str]:
    worth = {outcome.result: outcome.points for outcome in outcomes_of(event.swiss_settings)}
    yield f"A win scores {worth['win']}, a draw {worth['draw']}, a loss {worth['loss']}."
    yield (
        "The players of a game that is not finished agree on a winner or a draw, or let the dice decide if both want "
        "that; else three judges whom both accept give each player percentages in steps of 5: from "
        f"{WINS_FROM} on average is a win, up to {LOSES_UP_TO} a loss, in between a draw."
    )
    chain = broken_by(steps_called(event.settings.tie_breaks), ", then by ")
    yield (
        f"The winner is the last undefeated, whatever the points. The others, and until then all, rank by points"
        f"{', then by ' * bool(chain)}{chain}. Who is equal in all shares a rank."
    )
    yield (
        "Several who are undefeated after the last round have won together, and no tie-break decides between them. If "
        "they are two and both want it, they meet in a play-off within two months, with a scenario and balances that "
        "the organizer gives; whoever wins it is first, the other second, and a draw leaves them joint winners."
    )
    yield (
        "There are prizes for the winner and the runner-up, which joint winners share, and for the largest difference "
        "of points inflicted and lost in close combat, the most snake eyes and the most boxcars over the event."
    )


def _attendance(event: AsoEvent) -> Iterator[str]:
    settings = event.settings
    keeps = "stays" if settings.bye_keeps_undefeated else "is no longer"
    yield (
        f"With an odd number one has a bye: {pluralize(settings.bye_points, 'point')}. It is no game; who was "
        f"undefeated {keeps} so. Nobody has a second one while somebody has had none."
    )
    lost = "counts as lost" if settings.missed_round == "loss" else "ends being undefeated, but is no loss"
    yield (
        f"A missed round scores {pluralize(settings.missed_points, 'point')} and {lost}: for a late entrant the "
        "rounds before, for somebody who leaves the rounds after. Who leaves keeps the points and a place in the list."
    )
    yield (
        "Who is drawn and has not come is absent, and an opponent who is left alone has a bye. One who comes after the "
        "draw meets the one with the bye, or has it where nobody does."
    )


POINTS = "points"
"""The table's name in formulas."""

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
    """Its sign in the result grids: ``+3`` is a win in round 3; in the list by rounds ``12+`` is a win against number
    12. A bye and a missed round have no sign: the grids write them in other ways.
    """


def outcomes_of(settings: SwissSettings) -> tuple[ResultEffect, ...]:
    """Return all kinds of results with their points in an event."""
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
    """Return what a column of the table of points says of a result, with the formula that looks it up."""

    def formula(here: Here[Any]) -> str:
        sought, results = result.written(here.written).text, here.range("result", points.name)
        return f"INDEX({here.range(column, points.name)},MATCH({sought},{results},0))"

    value = points.figure(points.line(result.value), column).value
    return own.looked_up(Fraction(value) if isinstance(value, int) else value, formula)  # others need not be whole


def points_table(outcomes: Sequence[ResultEffect], scored: int | None = None) -> Table[ResultEffect]:
    """Make the table in which results are looked up.

    Parameters
    ----------
    scored
        The number of the round that these points belong to, if it was scored under other settings than the present
        ones; None for the points of the present settings.
    """
    return Table(
        POINTS if scored is None else f"{POINTS} {scored}",
        (
            text_column("result", "Result", 180, lambda outcome: outcome.result),
            figure_column("points", "Points", 80, lambda outcome: outcome.points, style="cell strong"),
            figure_column("loses", "a loss", 80, lambda outcome: outcome.loses),
            figure_column("draws", "a draw", 80, lambda outcome: outcome.draws),
            figure_column("ends", "no longer undefeated", 96, lambda outcome: outcome.ends),
            figure_column("mark", "in the grid", 80, lambda outcome: outcome.mark),
        ),
        outcomes,
        key=lambda outcome: outcome.result,
        title="" if scored is None else f"What it was worth when round {scored} was scored",
    )
