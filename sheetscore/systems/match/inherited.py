"""The handicaps that the results of earlier events make: entered in an event, or compared with those that it has.

Source: "All Players are Created Equal", Developing handicaps.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import cast

from sheetscore.event.identity import folded
from sheetscore.event.tables import heading_of, place_of_list
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import display_name
from sheetscore.systems.context import HandicapsMade, Inherited, PlayedRound
from sheetscore.systems.match.history import HistoryLine, KeptSeries, history_of
from sheetscore.systems.match.model import Handicap, MatchEvent
from sheetscore.systems.match.record import MatchResult
from sheetscore.systems.outcomes import Exact, ResultRow
from sheetscore.wording import join_words, pluralize

Pair = frozenset[str]
Key = tuple[Pair, str]
"""The folded ids of two players, and the folded name of a game system."""


def inherit(event: MatchEvent, played: Iterable[PlayedRound], event_file: str) -> Inherited[MatchEvent]:
    """Give an event the handicaps that earlier results make for those on its roster.

    Such a handicap replaces the one that the event has for the same two players in the same game system. Handicaps in
    game systems that the event does not play are left out. But if it plays none of the game systems, all are entered:
    then its scenarios are probably not entered yet.

    Parameters
    ----------
    event_file
        The name of the file of the event.
    """
    history = history_of(_series(played))
    made = history.handicaps(event)
    alike = [_alike(names) for names in history.called_alike(event)]
    systems = {folded(scenario.game_system) for scenario in event.scenarios}
    wanted = [one for one in made if folded(one.game_system) in systems] or made
    own, new = _by_key(event, event.handicaps), _by_key(event, wanted)
    replaced = [_replaced(event, own[key], one, event_file) for key, one in new.items() if _differ(own.get(key), one)]
    number = pluralize(len(new), "handicap")
    summary = finding("history-taken", f"{number} entered, each with the series that it comes from")
    return Inherited(
        event.model_copy(update={"handicaps": tuple({**own, **new}.values())}),
        (*history.findings, *alike, *_not_played(event, made, wanted, event_file)),
        (summary, *replaced),
        (*_differing(event, own, new, event_file), *_without_series(event, own, made, event_file)),
    )


def handicaps_made(played: Sequence[PlayedRound]) -> HandicapsMade:
    """Return the handicap that the latest series of each pair makes in a game system, even if it is 0."""
    history = history_of(_series(played))
    return HandicapsMade(tuple(_made(lines[-1]) for _, lines in sorted(history.lines.items())), history.findings)


def _made(last: HistoryLine) -> ResultRow:
    series, points = last.series, last.step.new
    one, other = sorted(series.players, key=folded)
    player, against = (one, other) if points >= 0 else (other, one)
    return {
        "player": player,
        "against": against,
        "game_system": series.game_system,
        "points": abs(points),
        "event": series.event,
        "round": series.round,
    }


def _series(played: Iterable[PlayedRound]) -> Iterator[KeptSeries]:
    """Yield the complete series of rounds, by the names that the players had."""
    for round_ in played:
        names = {result.player: result.name for result in map(MatchResult.read, round_.rows)}
        for line in round_.lists.get("series", ()):
            one, other = cast("Sequence[str]", line["players"])
            players = names.get(one, one), names.get(other, other)
            if not line["complete"] or folded(players[0]) == folded(players[1]):
                continue
            yield KeptSeries(
                uid=round_.event_key,
                event=round_.event,
                date=round_.date,
                round=round_.round,
                table=int(str(line["table"])),
                players=players,
                game_system=str(line["game_system"]),
                total=cast("Sequence[int]", line["totals"])[0],
                old=_old(one, cast("Mapping[str, Exact]", line["handicap"])),
                file=round_.file,
                written=round_.written,
            )


def _old(one: str, handicap: Mapping[str, Exact]) -> Fraction | None:
    """Return the handicap before a series, above 0 for its first player; None without one."""
    old, raw, new = (Fraction(handicap[key] or 0) for key in ("old", "raw", "new"))
    if old == 0 and new == raw:  # after a handicap of 0 the new one would be two thirds of raw: so there was none
        return None
    return old if handicap["player"] in {one, None} else -old


def _by_key(event: MatchEvent, handicaps: Iterable[Handicap]) -> dict[Key, Handicap]:
    return {
        (frozenset(folded(event.roster_id(id_)) for id_ in (one.player, one.against)), folded(one.game_system)): one
        for one in handicaps
    }


def _differ(one: Handicap | None, other: Handicap) -> bool:
    """Return whether the first handicap exists and differs from the other one."""
    if one is None or one.exact == other.exact == 0:
        return False
    return one.exact != other.exact or folded(one.player) != folded(other.player)


def _text(event: MatchEvent, one: Handicap) -> str:
    holder, against = (display_name(event.roster_id(id_), event.names) for id_ in (one.player, one.against))
    return f"{holder} {one.points} against {against} in {one.game_system}"


def _replaced(event: MatchEvent, had: Handicap, has: Handicap, event_file: str) -> Finding:
    message = f"{event_file} gives {_text(event, had)}; entered is {_text(event, has)}, after {has.source}"
    return finding("history-handicap", message, sheet=place_of_list(event, "handicap"))


def _alike(names: Sequence[str]) -> Finding:
    message = f"{join_words(names)} have one name, and nobody knows whose the earlier series are. Enter their handicaps"
    return finding("history-handicap", message)


def _not_played(
    event: MatchEvent, made: Sequence[Handicap], wanted: Sequence[Handicap], event_file: str
) -> Iterator[Finding]:
    """Find game systems of earlier series that the event does not play."""
    played = {folded(scenario.game_system) for scenario in event.scenarios}
    others: dict[str, list[Handicap]] = {}
    for one in made:
        if folded(one.game_system) not in played:
            others.setdefault(folded(one.game_system), []).append(one)
    for handicaps in others.values():
        first, left = handicaps[0], handicaps[0] not in wanted
        message = (
            f"no scenario of {event_file} is of the game system {first.game_system}, in which "
            f"{pluralize(len(handicaps), 'pair')} of its players {'has' if len(handicaps) == 1 else 'have'} a handicap "
            f"after {first.source}; {'left out' if left else 'it counts in no match yet'}"
        )
        yield finding("history-system", message, severity=Severity.NOTE if left else Severity.WARNING)


def _differing(
    event: MatchEvent, own: Mapping[Key, Handicap], new: Mapping[Key, Handicap], event_file: str
) -> Iterator[Finding]:
    """Find handicaps of the event that differ from earlier results, and missing ones."""
    sheet = place_of_list(event, "handicap")
    for key, one in new.items():
        if key not in own:
            advice = f"{event_file} has no handicap of the two there. Add"
        elif _differ(own[key], one):
            advice = f"{event_file} gives {_text(event, own[key])}. Put there"
        else:
            continue
        message = f"{_text(event, one)} follow from {one.source}, and {advice}: {_line(event, one)}"
        yield finding("history-handicap", message, sheet=sheet)


def _without_series(
    event: MatchEvent, own: Mapping[Key, Handicap], made: Sequence[Handicap], event_file: str
) -> Iterator[Finding]:
    """Find handicaps of the event that follow from no earlier result."""
    sheet, of_series = place_of_list(event, "handicap"), _by_key(event, made)
    for key, one in own.items():
        if key in of_series:
            continue
        elsewhere = [other for (pair, _), other in of_series.items() if pair == key[0]]
        if elsewhere:
            series = join_words([f"in {other.game_system} ({other.source})" for other in elsewhere])
            message = (
                f"{event_file} gives {_text(event, one)}, and the series of the two are {series}: a handicap holds in "
                "one game system. Correct it, or leave it if it comes from other results"
            )
            yield finding("history-system", message, sheet=sheet)
        else:
            message = f"{event_file} gives {_text(event, one)}, which follows from none of these results"
            yield finding("history-handicap", message, sheet=sheet, severity=Severity.NOTE)


def _line(event: MatchEvent, one: Handicap) -> str:
    """Write a handicap with the headings or keys of the file of the event."""
    values = {key: str(getattr(one, key)) for key in ("player", "against", "game_system", "points", "source")}
    if event.has_titles:
        return ", ".join(f"{heading_of(event, 'handicap', key)} {value}" for key, value in values.items())
    return ", ".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
