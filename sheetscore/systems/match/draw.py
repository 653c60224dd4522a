"""The draw of a round of matches: round robin, ladder, Swiss, or the pairs that the event names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sheetscore.event.tables import place_of
from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import Draw, TableDraw, named
from sheetscore.pairing.round_robin import berger_round
from sheetscore.pairing.swiss.draw import draw_swiss
from sheetscore.pairing.swiss.record import SwissPlayer, SwissSettings
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.sentences import counted, listed, numbered
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.match.games import SEATS
from sheetscore.systems.match.ladder import draw_ladder, places_apart
from sheetscore.systems.match.model import MatchEvent, PairedBy
from sheetscore.systems.match.record import ladder_before, met_before, sat_out, swiss_record
from sheetscore.systems.match.rules import check_event
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.systems.wishes import two_named

UNRATED = 1000
"""The rating of players who have none, for a Swiss draw."""


@dataclass(frozen=True)
class Pairs:
    """A round as it is paired.

    Parameters
    ----------
    pairs
        By table, whoever has seat 1 first.
    why
        Why each pair meets, in as many words as the draw has room for.
    out
        Who is there and meets nobody.
    told
        What there is to tell the director.
    """

    pairs: tuple[tuple[str, str], ...]
    why: tuple[str, ...]
    out: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def draw_round(round_: RoundAtHand[MatchEvent]) -> Draw:
    """Pair the players of a round and give them tables.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        The event breaks a rule, fewer than two players are there, or what it names cannot be drawn.
    """
    event, number = round_.event, round_.stage
    if not event.choice(number):
        raise WrongUsage(f"Round {number} is not planned: the event names no scenario for it.")
    here = [player.id for player in event.playing(number)]
    wrong = [one for one in check_event(event) if one.is_error]
    if len(here) < len(SEATS):
        message = (
            f"{'Only 1 player is' if here else 'Nobody is'} there in round {number}, and {len(SEATS)} are needed: "
            "enter players, or change the rounds in which they are there."
        )
        wrong.append(finding("event-missing", message, sheet="[[player]]", cell="id"))
    if wrong:
        raise MistakesFound(wrong)
    made = DRAWS[event.settings.pairing](event, number, here, round_.earlier)
    met = met_before(number, round_.earlier)
    tables = tuple(
        TableDraw(table, event.scenario_at(number, table), dict(zip(SEATS, pair, strict=True)))
        for table, pair in enumerate(made.pairs, start=1)
    )
    remarks = {
        table: (why, _before(met.get(frozenset(pair), ())))
        for table, (pair, why) in enumerate(zip(made.pairs, made.why, strict=True), start=1)
    }
    return Draw(number, tables, made.out, (*made.told, *_sitting_out(event, made.out)), remarks)


def _before(rounds: Sequence[int]) -> str:
    return f"met in {numbered('round', rounds)}" if rounds else ""


def _sitting_out(event: MatchEvent, out: Sequence[str]) -> tuple[str, ...]:
    names = [named(player, event.names) for player in out]
    return (f"{listed(names)} {'sits' if len(names) == 1 else 'sit'} out.",) if names else ()


def _round_robin(event: MatchEvent, number: int, here: Sequence[str], _: Sequence[EarlierRound]) -> Pairs:
    """Take the round of the Berger table of the whole roster; who is to meet somebody who is absent sits out."""
    roster = [player.id for player in event.players]
    planned = berger_round(len(roster), number)
    both = [(roster[one], roster[other]) for one, other in planned.pairs]
    pairs = tuple(pair for pair in both if set(pair) <= set(here))
    playing = {player for pair in pairs for player in pair}
    lost = [pair for pair in both if len(set(pair) & set(here)) == 1]
    return Pairs(
        pairs,
        (f"round robin, round {number}",) * len(pairs),
        tuple(player for player in here if player not in playing),
        tuple(f"{two_named(event, pair)} do not meet: one of them is absent." for pair in lost),
    )


def _named(event: MatchEvent, number: int, here: Sequence[str], earlier: Sequence[EarlierRound]) -> Pairs:
    """Take the pairs that the event locks."""
    pairs = event.paired("lock", number)
    wrong = _cannot_be(event, number, here, earlier)
    if not pairs:
        message = f"The event names no pair for round {number}. Enter pairs of the kind lock."
        wrong.append(finding("event-missing", message, sheet="[[pairing]]", cell="players"))
    if wrong:
        raise MistakesFound(wrong)
    playing = {player for pair in pairs for player in pair}
    out = tuple(player for player in here if player not in playing)
    return Pairs(pairs, ("named by the director",) * len(pairs), out)


def _ladder(event: MatchEvent, number: int, here: Sequence[str], earlier: Sequence[EarlierRound]) -> Pairs:
    """Take the challenges that the event names, then neighbours from the top."""
    order = _ladder_before(event, number, earlier)
    challenges = event.paired("lock", number)
    if wrong := _cannot_be(event, number, here, earlier):
        raise MistakesFound(wrong)
    drawn = draw_ladder(
        [player for player in order if player in here],
        challenges,
        event.settings.reach,
        {pair: max(rounds) for pair, rounds in met_before(number, earlier).items()},
        sat_out(event, number, earlier),
        {frozenset(pair) for pair in event.paired("forbid", number)},
    )
    places = ", ".join(f"{place} {named(player, event.names)}" for place, player in enumerate(order, start=1))
    return Pairs(
        tuple((rung.challenger, rung.challenged) for rung in drawn.rungs),
        tuple(rung.why for rung in drawn.rungs),
        drawn.left,
        (f"The ladder before round {number}: {places}.",),
    )


def _ladder_before(event: MatchEvent, number: int, earlier: Sequence[EarlierRound]) -> tuple[str, ...]:
    return ladder_before(event, number, {one.number: one.rows for one in earlier if one.rows})


def check_next(round_: RoundAtHand[MatchEvent]) -> list[Finding]:
    """Find locked pairs that cannot be drawn: somebody is not there, a challenge goes down or too far up."""
    event, number = round_.event, round_.stage
    here = [player.id for player in event.playing(number)]
    return [] if event.settings.pairing == "round-robin" else _cannot_be(event, number, here, round_.earlier)


def _cannot_be(event: MatchEvent, number: int, here: Sequence[str], earlier: Sequence[EarlierRound]) -> list[Finding]:
    found = _absent(event, number, here)
    if event.settings.pairing == "ladder":
        found += _impossible(event, number, _ladder_before(event, number, earlier))
    return found


def _impossible(event: MatchEvent, number: int, order: Sequence[str]) -> list[Finding]:
    """Find challenges of somebody who stands lower, or too far above."""
    found = []
    for pairing in event.pairings:
        if pairing.kind != "lock" or pairing.round not in {None, number}:
            continue
        challenger, challenged = event.pair(pairing)
        apart, reach = places_apart(order, challenger, challenged), event.settings.reach
        if 1 <= apart <= reach:
            continue
        who = f"{named(challenger, event.names)} cannot challenge {named(challenged, event.names)} in round {number}"
        why = "who stands lower" if apart < 0 else f"who stands {counted(apart, 'place')} higher; {reach} are the most"
        found.append(
            finding("event-rule", f"{who}, {why}. Change the pair.", sheet=place_of(event, pairing), cell="players")
        )
    return found


def _absent(event: MatchEvent, number: int, here: Sequence[str]) -> list[Finding]:
    """Find locked pairs of which somebody is not there."""
    found = []
    for pairing in event.pairings:
        if pairing.kind != "lock" or pairing.round not in {None, number}:
            continue
        for player in event.pair(pairing):
            if player not in here:
                message = f"{named(player, event.names)} is locked in round {number}, and does not play in it."
                found.append(finding("event-rule", message, sheet=place_of(event, pairing), cell="players"))
    return found


def _swiss(event: MatchEvent, number: int, here: Sequence[str], earlier: Sequence[EarlierRound]) -> Pairs:
    """Let those meet who stand about level."""
    record = swiss_record(event, number, earlier)
    made = draw_swiss(
        [_swiss_player(event, player) for player in here],
        number,
        record,
        SwissSettings(rounds=event.header.rounds, win=2, draw=1, loss=0, bye_points=2),
        seed=event.header.seed,
        locked=event.paired("lock", number),
        forbidden=event.paired("forbid", number),
        requests=event.paired("request", number),
    )
    bye = () if made.bye is None else (made.bye,)
    why = tuple(str(pair.why) for pair in made.pairs)
    return Pairs(tuple(pair.players for pair in made.pairs), why, bye, (made.pool, *made.report))


def _swiss_player(event: MatchEvent, id_: str) -> SwissPlayer:
    player = event.player(id_)
    others = frozenset(
        other
        for pairing in event.pairings
        if pairing.kind == "regular" and id_ in (pair := event.pair(pairing))
        for other in pair
        if other != id_
    )
    rating = UNRATED if player.rating is None else player.rating
    return SwissPlayer(player.id, player.name, rating, player.country, player.club, others)


Paired = Callable[[MatchEvent, int, Sequence[str], Sequence[EarlierRound]], Pairs]

DRAWS: Mapping[PairedBy, Paired] = {
    "round-robin": _round_robin,
    "swiss": _swiss,
    "ladder": _ladder,
    "named": _named,
}
"""How a round is paired, by the setting; each from the event, the round, those who are there, the rounds before."""
