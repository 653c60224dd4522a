"""The rules that an event of matched games must keep, and the codes of findings that only this system makes.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from sheetscore.event.identity import folded, suggestion
from sheetscore.event.tables import doubtful, wrong
from sheetscore.findings import Codes, Finding, Severity, finding
from sheetscore.pairing.draw import display_name
from sheetscore.pairing.swiss.pools import MOST_SWISS_ROUNDS
from sheetscore.systems.match.games import LEVELS, SIDES
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import Handicap, MatchEvent, MatchScenario
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.systems.wishes import (
    both_named,
    called_alike,
    contradictions,
    lock_without_round,
    offered_twice,
    one_player_twice,
    wish_after_last_round,
)

CODES: Codes = {
    "match-rolls": (Severity.ERROR, "dice that were rolled for the first choice are equal"),
    "match-sides": (Severity.ERROR, "a player has a side in a game that the other one has"),
    "match-level": (Severity.ERROR, "a game has a level of victory that it cannot have"),
    "match-systems": (Severity.ERROR, "the matches of a series are of different game systems"),
    "history-twice": (Severity.ERROR, "two files have different results of one series"),
    "history-differs": (Severity.WARNING, "a series was played with another handicap than the one before makes"),
    "history-handicap": (Severity.WARNING, "a handicap of the event is not the one that earlier results make"),
    "history-system": (Severity.WARNING, "a handicap, or an earlier series, is of another game system"),
    "system-renamed": (Severity.WARNING, "a scenario is of another game system than when it was played"),
    "ladder-reach": (Severity.WARNING, "two meet who are further apart on the ladder than one may challenge"),
    "history-taken": (Severity.NOTE, "handicaps of earlier results were entered in the event"),
    "series-ended": (Severity.NOTE, "a series was ended by a ruling: its complete matches count, and it does not"),
    "winner-behind": (Severity.NOTE, "the winner of a game has fewer points than the loser"),
}
"""The codes of findings that no other system has, each with its severity and meaning."""

_HEEDED = {
    "swiss": {"lock", "request", "forbid", "regular"},
    "ladder": {"lock", "forbid"},
    "named": {"lock"},
    "round-robin": set[str](),
}
"""The kinds of wishes that a draw takes into account, by the setting ``pairing``."""


def check_event(event: MatchEvent) -> list[Finding]:
    """Find what breaks a rule of matched games in an event, with places as in event.toml."""
    checks = (
        _settings,
        _players,
        _ids_of_seats,
        _sides,
        _levels,
        _what_rounds_offer,
        _pairings,
        _contradictions,
        _handicaps,
    )
    return [one for check in checks for one in check(event)]


def _settings(event: MatchEvent) -> Iterator[Finding]:
    settings, rounds = event.settings, event.header.rounds
    if settings.series not in {1, MATCHES}:
        message = f"{settings.series} matches a round are neither one match nor a series. Put 1 or {MATCHES}."
        yield wrong(event, settings, "series", message, "event-value")
    if len(set(settings.ranking)) < len(settings.ranking):
        message = f"The ranking names something twice: {', '.join(settings.ranking)}. Name each once."
        yield wrong(event, settings, "ranking", message, "event-value")
    if settings.pairing == "swiss" and rounds > MOST_SWISS_ROUNDS:
        message = (
            f"The event has {rounds} rounds, and {MOST_SWISS_ROUNDS} are the most of a Swiss draw. Lower the number."
        )
        yield wrong(event, event.header, "rounds", message, "event-value")


def _players(event: MatchEvent) -> Iterator[Finding]:
    if len(event.players) < len(SEATS):
        there = "Only 1 player is" if event.players else "No player is"
        message = f"{there} entered, and {len(SEATS)} are needed for a match. Enter the players."
        yield finding("event-missing", message, sheet="[[player]]", cell="id", severity=Severity.WARNING)


def _ids_of_seats(event: MatchEvent) -> Iterator[Finding]:
    """Warn of players whose id can also be typed as a result: the number of a seat, or ``draw``."""
    for player in event.players:
        if folded(player.id) in _RESULTS:
            means = _RESULTS[folded(player.id)]
            message = (
                f"{player.id} is the id of {player.name}, and as a winner it is {means}, too: what can be both is "
                "refused. Give another id before a round is drawn, or enter winners by their names."
            )
            yield doubtful(event, player, "id", message)


_RESULTS: Mapping[str, str] = {**{seat: f"player {seat} of the table" for seat in SEATS}, "draw": "a drawn game"}
"""What may be typed into the boxes for winners besides players, each with its meaning."""


def _sides(event: MatchEvent) -> Iterator[Finding]:
    """Check that a scenario has two sides and, if only one of them wins at levels, says which."""
    for scenario in event.scenarios:
        ids = [side.id for side in scenario.sides]
        if len(ids) != len(SIDES):
            message = f'The scenario "{scenario.title}" has {len(ids)} sides, and a game is played by two. Give it two.'
            yield wrong(event, scenario, "id", message)
        elif scenario.grading == "one-sided" and scenario.graded_side is None:
            message = (
                f'Only one side of "{scenario.title}" wins at levels, and nothing says which. Put {" or ".join(ids)}.'
            )
            yield wrong(event, scenario, "graded_side", message, "event-missing")
        elif scenario.grading == "one-sided" and scenario.graded_name is None:
            message = f'"{scenario.title}" has no side "{scenario.graded_side}".{suggestion(scenario.graded_side, ids)}'
            yield wrong(event, scenario, "graded_side", message, "event-reference")
        elif scenario.grading != "one-sided" and scenario.graded_side is not None:
            message = (
                f'"{scenario.title}" names a side with levels, and its kind of victory is {scenario.grading}. Make '
                "that one-sided, or clear the side."
            )
            yield doubtful(event, scenario, "graded_side", message)


def _levels(event: MatchEvent) -> Iterator[Finding]:
    """Check that each word for a level stands for one level."""
    for scenario in event.scenarios:
        for message in _wrong_words(scenario):
            yield wrong(event, scenario, "levels", message, "event-value")
        if scenario.levels and not scenario.kind.graded:
            message = (
                f'"{scenario.title}" has names of levels, and its kind of victory, {scenario.grading}, has no levels. '
                "Correct one of them."
            )
            yield doubtful(event, scenario, "levels", message)


def _wrong_words(scenario: MatchScenario) -> Iterator[str]:
    meant: dict[str, str] = {level: level for level in LEVELS}
    for text, (word, level) in zip(scenario.levels, scenario.words, strict=True):
        if not word or folded(level) not in LEVELS:
            yield (
                f'"{text}" names no level. Write it as Minor = marginal, with one of {", ".join(LEVELS)} behind the '
                f"=.{suggestion(level, LEVELS) if word else ''}"
            )
        elif meant.setdefault(folded(word), folded(level)) != folded(level):
            yield f'"{word}" stands for {level} and for {meant[folded(word)]}. Leave one.'


def _what_rounds_offer(event: MatchEvent) -> Iterator[Finding]:
    """Check that a round names each scenario once, and none that players could take for another."""
    for round_ in event.rounds:
        yield from offered_twice(event, round_, round_.number, round_.scenario)
        choice = event.choice(round_.number)
        yield from called_alike(event, choice)
        for one, other in combinations(choice, 2):
            for word in _words_apart(one, other):
                message = (
                    f'"{word}" is one level in "{one.title}" and another in "{other.title}", and round {round_.number} '
                    "offers both. Rename one, or offer them in different rounds."
                )
                yield wrong(event, other, "levels", message)


def _words_apart(one: MatchScenario, other: MatchScenario) -> list[str]:
    """Return the words that mean different levels in two scenarios."""
    shared = [word for word, _ in one.words if folded(word) in {folded(own) for own, _ in other.words}]
    return [word for word in shared if one.level_called(word) != other.level_called(word)]


def _pairings(event: MatchEvent) -> Iterator[Finding]:
    """Check that a wish names two players, is for a round of the event, and is of a kind that the draw heeds."""
    drawn = event.settings.pairing
    for pairing in event.wishes:
        yield from one_player_twice(event, pairing)
        late = list(wish_after_last_round(event, pairing))
        if late:
            yield from late
        elif pairing.kind not in _HEEDED[drawn]:
            message = (
                f"The {pairing.kind} of {both_named(event, pairing)} has no effect: the setting pairing is {drawn}."
            )
            yield doubtful(event, pairing, "kind", message)
        elif drawn != "named":
            yield from lock_without_round(event, pairing)


def _contradictions(event: MatchEvent) -> Iterator[Finding]:
    """Find wishes that cannot both be kept, and pairs that are locked twice in a round."""
    yield from contradictions(event, event.wishes)
    for one, other in combinations((pairing for pairing in event.wishes if pairing.kind == "lock"), 2):
        if one.shares_round(other) and one.shared(other) == len(SEATS):
            message = f"{both_named(event, other)} are locked twice in one round, and meet once. Remove one."
            yield wrong(event, other, "players", message)


def _handicaps(event: MatchEvent) -> Iterator[Finding]:
    """Check that a handicap is of two players, in a game system that is played, and their only one in it."""
    systems = list(dict.fromkeys(scenario.game_system for scenario in event.scenarios))
    first: dict[tuple[frozenset[str], str], Handicap] = {}
    for handicap in event.handicaps:
        pair = frozenset((folded(handicap.player), folded(handicap.against)))
        both = f"{_named(event, handicap.player)} and {_named(event, handicap.against)}"
        if len(pair) < len(SEATS):
            message = (
                f"The handicap of {_named(event, handicap.player)} is against the same player. Name the other one."
            )
            yield wrong(event, handicap, "against", message)
            continue
        before = first.setdefault((pair, folded(handicap.game_system)), handicap)
        if before is not handicap:
            message = (
                f"{both} have two handicaps in {handicap.game_system}, {before.points} and {handicap.points}. Leave "
                "the one that is in force."
            )
            yield wrong(event, handicap, "player", message, "event-duplicate")
        if systems and folded(handicap.game_system) not in map(folded, systems):
            message = (
                f'No scenario is of the game system "{handicap.game_system}", so that the handicap of {both} counts in '
                f"no match.{suggestion(handicap.game_system, systems)}"
            )
            yield doubtful(event, handicap, "game_system", message)


def _named(event: MatchEvent, player: str) -> str:
    return display_name(event.roster_id(player), event.names)
