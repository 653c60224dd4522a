"""Draws of matches: round robin, ladder, Swiss or named pairs; checked when edited, changed for late comers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from sheetscore.event.tables import place_of
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import Draw, TableDraw, display_name, draw_mistakes, left_alone
from sheetscore.pairing.round_robin import berger_round, rounds_needed
from sheetscore.pairing.swiss.draw import draw_swiss
from sheetscore.pairing.swiss.record import SwissSettings
from sheetscore.pairing.walk_ins import Coming
from sheetscore.problems import MistakesFound
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.model import MatchEvent, PairedBy
from sheetscore.systems.match.record import (
    Two,
    ladder_before,
    met_before,
    places_apart,
    rounds_of,
    sat_out,
    swiss_record,
)
from sheetscore.systems.match.rules import check_event
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.systems.two_at_a_table import SEATS, meet_again, players_to_draw, seats_of, with_late_comers
from sheetscore.systems.wishes import draw_against_wishes, meetings_in, two_named
from sheetscore.wording import join_words, number_list, pluralize

LadderWhy = Literal["challenge", "neighbours"]


class Rung(NamedTuple):
    """Two players who meet on a ladder, the lower as ``challenger`` even if neither challenges, and the reason."""

    challenger: str
    challenged: str
    why: LadderWhy


class LadderDraw(Struct, frozen=True):
    """A round of a ladder."""

    rungs: tuple[Rung, ...]
    """The pairs: challenges first, then the others from the top of the ladder."""
    left: tuple[str, ...]
    """The players who have no opponent, from the top of the ladder."""


def draw_ladder(
    order: Sequence[str],
    challenges: Sequence[tuple[str, str]],
    reach: int,
    last_met: Mapping[Two, int],
    sat_out: Mapping[str, int],
    forbidden: Collection[Two] = (),
) -> LadderDraw:
    """Pair the players of a ladder who are present.

    The challenges come first. If the number of the other players is odd, one sits out: who has done so least often,
    or the lowest of several. The rest is gone through from the top: each player meets one who has no opponent yet and
    stands at most ``reach`` places lower, and of several the one not met for the longest time, then the nearest. If
    nobody stands so near, the player meets the nearest of all.

    Parameters
    ----------
    order
        The ids of the players present, from the top of the ladder.
    challenges
        Challenger and challenged, which must be possible.
    last_met
        The last round in which a pair met; pairs that never met are not in it.
    sat_out
        How often each has sat out.
    forbidden
        Pairs that are never made.
    """
    rungs = [Rung(*challenge, "challenge") for challenge in challenges]
    busy = {player for challenge in challenges for player in challenge}
    waiting = [player for player in order if player not in busy]
    left = []
    if len(waiting) % 2:
        left.append(min(reversed(waiting), key=lambda player: sat_out.get(player, 0)))
        waiting.remove(left[0])
    while waiting:
        upper = waiting.pop(0)
        allowed = [other for other in waiting if frozenset((upper, other)) not in forbidden]
        if not allowed:
            left.append(upper)
            continue
        near = [other for other in allowed if places_apart(order, other, upper) <= reach] or allowed[:1]
        lower = min(near, key=lambda other: last_met.get(frozenset((upper, other)), 0))
        waiting.remove(lower)
        rungs.append(Rung(lower, upper, "neighbours"))
    return LadderDraw(tuple(rungs), tuple(sorted(left, key=order.index)))


UNRATED = 1000
"""The rating that a Swiss draw gives players without one."""


class Pairs(Struct, frozen=True):
    """The pairs of a round."""

    pairs: tuple[tuple[str, str], ...]
    """The pairs in the order of the tables, the player of seat 1 first."""
    why: tuple[str, ...]
    """Why each pair meets, short enough for the draw."""
    out: tuple[str, ...] = ()
    """The players present who sit out."""
    messages: tuple[str, ...] = ()
    """Sentences for the director."""


def draw_round(round_: RoundContext[MatchEvent]) -> Draw:
    """Pair the players of a round and give them tables.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        The event breaks a rule, fewer than two players are there, or a pair that it names cannot be drawn.
    """
    event, number = round_.event, round_.stage
    present = players_to_draw(event, number, check_event(event))
    made = DRAWS[event.settings.pairing](event, number, present, round_.earlier)
    met = met_before(number, round_.earlier)
    tables = tuple(
        TableDraw(table, event.scenario_at(number, table), dict(zip(SEATS, pair, strict=True)))
        for table, pair in enumerate(made.pairs, start=1)
    )
    remarks = {
        table: (why, met_in_words(met.get(frozenset(pair), ())))
        for table, (pair, why) in enumerate(zip(made.pairs, made.why, strict=True), start=1)
    }
    return Draw(number, tables, made.out, (*made.messages, *sitting_out(event, made.out)), remarks)


def met_in_words(rounds: Sequence[int]) -> str:
    """Return in words the rounds in which two players have met before; empty for none."""
    return f"met in {number_list('round', rounds)}" if rounds else ""


def sitting_out(event: MatchEvent, out: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence on players who sit out; none if nobody does."""
    names = [display_name(player, event.names) for player in out]
    return (f"{join_words(names)} {'sits' if len(names) == 1 else 'sit'} out.",) if names else ()


def _round_robin(event: MatchEvent, number: int, present: Sequence[str], _: Sequence[EarlierRound]) -> Pairs:
    """Pair by a round of the Berger table of the whole roster. The opponent of an absent player sits out."""
    roster = [player.id for player in event.players]
    planned = berger_round(len(roster), number)
    both = [(roster[one], roster[other]) for one, other in planned.pairs]
    pairs = tuple(pair for pair in both if set(pair) <= set(present))
    playing = {player for pair in pairs for player in pair}
    half_present = [pair for pair in both if len(set(pair) & set(present)) == 1]
    return Pairs(
        pairs,
        (f"round robin, round {number}",) * len(pairs),
        tuple(player for player in present if player not in playing),
        tuple(f"{two_named(event, pair)} do not meet: one of them is absent." for pair in half_present),
    )


def _named(event: MatchEvent, number: int, present: Sequence[str], earlier: Sequence[EarlierRound]) -> Pairs:
    """Pair the locked pairs of the event."""
    pairs = event.wished("lock", number)
    wrong = _cannot_be_drawn(event, number, present, earlier)
    if not pairs:
        message = f"The event names no pair for round {number}. Enter pairs of the kind lock."
        wrong.append(finding("event-missing", message, sheet="[[pairing]]", cell="players"))
    if wrong:
        raise MistakesFound(wrong)
    playing = {player for pair in pairs for player in pair}
    out = tuple(player for player in present if player not in playing)
    return Pairs(pairs, ("named by the director",) * len(pairs), out)


def _ladder(event: MatchEvent, number: int, present: Sequence[str], earlier: Sequence[EarlierRound]) -> Pairs:
    """Pair the challenges of the event, then neighbours from the top of the ladder."""
    order = ladder_before(event, number, rounds_of(earlier))
    challenges = event.wished("lock", number)
    if wrong := _cannot_be_drawn(event, number, present, earlier):
        raise MistakesFound(wrong)
    present_in_order = [player for player in order if player in present]
    drawn = draw_ladder(
        present_in_order,
        challenges,
        event.settings.reach,
        {pair: max(rounds) for pair, rounds in met_before(number, earlier).items()},
        sat_out(event, number, earlier),
        {frozenset(pair) for pair in event.wished("forbid", number)},
    )
    places = ", ".join(f"{place} {display_name(player, event.names)}" for place, player in enumerate(order, start=1))
    return Pairs(
        tuple((rung.challenger, rung.challenged) for rung in drawn.rungs),
        tuple(rung.why for rung in drawn.rungs),
        drawn.left,
        (
            f"The ladder before round {number}: {places}.",
            *filter(None, (_beyond(event, present_in_order, rung.challenger, rung.challenged) for rung in drawn.rungs)),
        ),
    )


def _beyond(event: MatchEvent, order: Sequence[str], challenger: str, challenged: str) -> str:
    """Return a sentence about a pair further apart than a ladder's reach, since nobody nearer was left; else ""."""
    apart = places_apart(order, challenger, challenged)
    if apart <= event.settings.reach:
        return ""
    both = two_named(event, (challenger, challenged))
    return f"{both} meet {apart} places apart: nobody was left within {event.settings.reach}."


def check_next(round_: RoundContext[MatchEvent]) -> list[Finding]:
    """Find locked pairs that cannot be drawn: somebody is not there, a challenge goes down or too far up.

    The order of a ladder is known only when all rounds before are scored. Until then challenges are not checked: they
    may become possible.
    """
    event, number = round_.event, round_.stage
    present = [player.id for player in event.playing(number)]
    if event.settings.pairing == "round-robin":
        return []
    complete = {one.number for one in round_.earlier if one.drawn is None}
    if not all(before in complete for before in event.stages if before < number):
        return _locked_but_absent(event, number, present)
    return _cannot_be_drawn(event, number, present, round_.earlier)


def _cannot_be_drawn(
    event: MatchEvent, number: int, present: Sequence[str], earlier: Sequence[EarlierRound]
) -> list[Finding]:
    """Find locked pairs with an absent player and, on a ladder, impossible challenges."""
    found = _locked_but_absent(event, number, present)
    if event.settings.pairing == "ladder":
        found += _impossible_challenges(event, number, ladder_before(event, number, rounds_of(earlier)))
    return found


def _impossible_challenges(event: MatchEvent, number: int, order: Sequence[str]) -> list[Finding]:
    """Find locked pairs in which the first player may not challenge the second, who stands lower or too far above."""
    found = []
    for pairing in event.wishes:
        if pairing.kind != "lock" or pairing.round not in {None, number}:
            continue
        challenger, challenged = event.pair(pairing)
        apart, reach = places_apart(order, challenger, challenged), event.settings.reach
        if 1 <= apart <= reach:
            continue
        who = (
            f"{display_name(challenger, event.names)} cannot challenge {display_name(challenged, event.names)} in "
            f"round {number}"
        )
        why = (
            "who stands lower" if apart < 0 else f"who stands {pluralize(apart, 'place')} higher; {reach} are the most"
        )
        found.append(
            finding("event-rule", f"{who}, {why}. Change the pair.", sheet=place_of(event, pairing), cell="players")
        )
    return found


def _locked_but_absent(event: MatchEvent, number: int, present: Sequence[str]) -> list[Finding]:
    """Find locked pairs with an absent player."""
    found = []
    for pairing in event.wishes:
        if pairing.kind != "lock" or pairing.round not in {None, number}:
            continue
        for player in event.pair(pairing):
            if player not in present:
                message = f"{display_name(player, event.names)} is locked in round {number}, and does not play in it."
                found.append(finding("event-rule", message, sheet=place_of(event, pairing), cell="players"))
    return found


def _swiss(event: MatchEvent, number: int, present: Sequence[str], earlier: Sequence[EarlierRound]) -> Pairs:
    """Pair players with about the same score."""
    record = swiss_record(event, number, earlier)
    made = draw_swiss(
        [event.as_paired(event.player(player), UNRATED) for player in present],
        number,
        record,
        SwissSettings(rounds=event.header.rounds, win=2, draw=1, loss=0, bye_points=2),
        seed=event.header.seed,
        locked=event.wished("lock", number),
        forbidden=event.wished("forbid", number),
        requests=event.wished("request", number),
    )
    bye = () if made.bye is None else (made.bye,)
    why = tuple(str(pair.why) for pair in made.pairs)
    return Pairs(tuple(pair.players for pair in made.pairs), why, bye, (made.pool, *made.report))


Paired = Callable[[MatchEvent, int, Sequence[str], Sequence[EarlierRound]], Pairs]

DRAWS: Mapping[PairedBy, Paired] = {
    "round-robin": _round_robin,
    "swiss": _swiss,
    "ladder": _ladder,
    "named": _named,
}
"""The functions that pair a round, by the setting; each takes the event, the round, the players present, earlier
rounds."""


def check_draw(round_: RoundContext[MatchEvent]) -> list[Finding]:
    """Find strangers, players at two tables or alone, broken wishes, pairs that meet again or beyond a ladder's reach.

    Returns
    -------
    Findings without cells; ``fields`` names the seats that each is about.
    """
    event, drawn = round_.event, round_.draw
    return [
        *draw_mistakes(drawn, event.names, event.entrants(drawn.round), unseated=event.unseated),
        *left_alone(drawn, event.names, event.unseated, Severity.ERROR),
        *(() if event.settings.pairing == "round-robin" else draw_against_wishes(event, event.wishes, drawn)),
        *_repeats(round_),
        *_out_of_reach(round_),
    ]


def _repeats(round_: RoundContext[MatchEvent]) -> Iterator[Finding]:
    """Warn of pairs that have met, in draws that are meant to avoid that."""
    event, number = round_.event, round_.stage
    if event.settings.pairing not in {"swiss", "round-robin"}:
        return
    met = met_before(number, round_.earlier)
    cycle = rounds_needed(len(event.players)) if event.settings.pairing == "round-robin" else number
    since = number - (number - 1) % cycle  # a round robin may be played several times over
    recent = {pair: [one for one in rounds if one >= since] for pair, rounds in met.items()}
    yield from meet_again(event, round_.draw, recent)


def _out_of_reach(round_: RoundContext[MatchEvent]) -> Iterator[Finding]:
    """Warn of pairs further apart on the ladder of those present than it allows, unless the draw's report has them."""
    event, drawn = round_.event, round_.draw
    if event.settings.pairing != "ladder":
        return
    present = {player for _, _, player in drawn.places()} | set(drawn.byes)
    order = [player for player in ladder_before(event, drawn.round, rounds_of(round_.earlier)) if player in present]
    for pair, table in meetings_in(drawn).items():
        if not pair <= set(order):
            continue
        apart = abs(places_apart(order, *table.seated.values()))
        lower, upper = sorted(pair, key=order.index, reverse=True)
        if apart > event.settings.reach and _beyond(event, order, lower, upper) not in drawn.report:
            message = (
                f"table {table.number}: {two_named(event, table.seated.values())} stand {apart} places apart, and "
                f"{event.settings.reach} are the most. Change the draw, or leave it if both want it."
            )
            yield finding("ladder-reach", message, fields=seats_of(table))


def change_draw(round_: RoundContext[MatchEvent], coming: Coming) -> Draw:
    """Seat late comers against the opponents intended for them, else ones not met before, near on a ladder.

    Raises
    ------
    WrongUsage
        Nobody is left to meet.
    """
    event, number = round_.event, round_.stage
    by_rule = event.settings.pairing == "round-robin"  # a round robin takes no notice of forbidden pairs
    ladder = ladder_before(event, number, rounds_of(round_.earlier)) if event.settings.pairing == "ladder" else ()

    def distance(player: str, other: str) -> int:
        return abs(places_apart(ladder, player, other)) if {player, other} <= {*ladder} else 0

    return with_late_comers(
        event,
        round_.draw,
        coming,
        met=met_before(number, round_.earlier),
        distance=distance,
        meant=frozenset(_intended_pairs(event, number)),
        forbidden=frozenset() if by_rule else frozenset(map(frozenset, event.wished("forbid", number))),
    )


def _intended_pairs(event: MatchEvent, number: int) -> set[Two]:
    """Return the intended pairs of a round: those of the round robin, or the locked pairs of the event."""
    if event.settings.pairing == "round-robin":
        roster = [player.id for player in event.players]
        return {frozenset((roster[one], roster[other])) for one, other in berger_round(len(roster), number).pairs}
    return set(map(frozenset, event.wished("lock", number)))
