"""Checks of a draw that may have been edited, or whose event was changed since.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, stage_command
from sheetscore.event.model import Stay
from sheetscore.event.tables import heading_of, place_of_list
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.pairing.movement.rounds import prove
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate.model import (
    SIDES,
    DuplicateEvent,
    DuplicateTeam,
    SideId,
    TableMeeting,
    meetings,
    movement_of,
    round_and_side,
    seat_of,
)
from sheetscore.systems.duplicate.sitting_out import sit_outs
from sheetscore.systems.duplicate.under_way import rounds_in
from sheetscore.systems.outcomes import Exact
from sheetscore.wording import join_words, number_list

Place = tuple[int, str]
"""Table and seat."""


def check_draw(round_: RoundContext[DuplicateEvent]) -> list[Finding]:
    """Find wrong teams in seats, teams with two seats or none in a round, missing opponents, new numbers, repetitions.

    If the tables are not those that the teams need, that is the only finding.

    Returns
    -------
    Findings without cells; ``fields`` names the seats that each is about.
    """
    event, drawn = round_.event, round_.draw
    numbers = [table.number for table in drawn.tables]
    if numbers != list(range(1, event.tables + 1)):
        listed = ", ".join(map(str, numbers)) or "none"
        return [finding("draw-structure", f"the tables are {listed}; the teams need 1 to {event.tables}: draw again")]
    played = {(row["team"], row["round"]) for row in round_.rows if row["sp"] is not None}
    return [
        *_strangers(event, drawn),
        *_drawn_but_absent(event, drawn, played),
        *_twice(event, drawn),
        *_half_empty(event, drawn),
        *_numbered_otherwise(event, round_.drawn_as),
        *_without_table(event, drawn, {number for _, number in played}),
        *_repetitions(event, drawn),
    ]


def _fields(*places: Place) -> tuple[tuple[int, str, str], ...]:
    return tuple((table, seat, "") for table, seat in places)


def _strangers(event: DuplicateEvent, drawn: Draw) -> Iterator[Finding]:
    """Find seats with somebody who is no team of the event, or with a team of the other side.

    If a team is drawn on the other side in all rounds, its side was changed in the event after the draw: the finding
    says that the event is to be corrected.
    """
    sides = {team.id: team.side for team in event.teams}
    on_other_side: dict[str, list[Place]] = defaultdict(list)
    on_own_side = {team for _, seat, team in drawn.places() if sides.get(team) == round_and_side(seat)[1]}
    for table, seat, team in drawn.places():
        number, side = round_and_side(seat)
        if team not in sides:
            message = f"{team!r} is no team of this event: expected the id of a {SIDES[side]} team."
            yield finding("draw-player", message, fields=_fields((table, seat)))
        elif sides[team] != side and team not in on_own_side:
            on_other_side[team].append((table, seat))
        elif sides[team] != side:
            message = (
                f"table {table}, round {number}: {display_name(team, event.names)} is a {SIDES[sides[team]]} team and "
                f"keeps its side; put a {SIDES[side]} team there."
            )
            yield finding("team-seat", message, fields=_fields((table, seat)))
    for team, places in on_other_side.items():
        was = SIDES[round_and_side(places[0][1])[1]]
        message = (
            f"{display_name(team, event.names)} is drawn as a {was} team and is a {SIDES[sides[team]]} team in the "
            f"event now: give {heading_of(event, 'team', 'side')} of {team} in {place_of_list(event, 'team')} its old "
            f"value back. If nothing of it is played, you can draw again instead ({_AGAIN})."
        )
        yield finding("team-seat", message, fields=_fields(*places))


def _drawn_but_absent(event: DuplicateEvent, drawn: Draw, played: Collection[tuple[Exact, Exact]]) -> Iterator[Finding]:
    """Find teams that are drawn in rounds in which they are not there.

    Parameters
    ----------
    played
        The team and the round of every result, scored or only typed. A new draw leaves these seats as they are.
    """
    rounds: dict[str, list[tuple[int, Place]]] = defaultdict(list)
    away = {number: event.absent(number) for number in range(1, event.header.rounds + 1)}
    for table, seat, team in drawn.places():
        number, _ = round_and_side(seat)
        if team in away[number]:
            rounds[team].append((number, (table, seat)))
    stays = {team.id: event.stay_of(team) for team in event.teams}
    for team, places in rounds.items():
        name = display_name(team, event.names)
        if scored := [(number, place) for number, place in places if (team, number) in played]:
            numbers = sorted({number for number, _ in scored})
            message = (
                f"{name} has results in {number_list('round', numbers)} and is not there then by "
                f"the event. Correct its rounds ({_rounds_to_change(event, stays[team], numbers)}). Or clear on "
                f"the travellers what it did not play; if that is scored, ingest them (sheetscore ingest "
                f"travellers.xlsx --force); then draw again ({_AGAIN}). To draw again alone changes nothing of it: "
                "what is played stays."
            )
            yield finding("draw-player", message, fields=_fields(*(place for _, place in scored)))
        if to_come := [one for one in places if one not in scored]:
            numbers = sorted({number for number, _ in to_come})
            message = (
                f"{name} is drawn in {number_list('round', numbers)} and is not there then. Draw again ({_AGAIN}): "
                "what is played stays, and whoever would meet it sits out. If it did play, correct its rounds "
                f"({_rounds_to_change(event, stays[team], numbers)})."
            )
            yield finding("draw-player", message, fields=_fields(*(place for _, place in to_come)))


def _rounds_to_change(event: DuplicateEvent, stay: Stay, numbers: Sequence[int]) -> str:
    """Say in words which entries keep a team out of these rounds, and what to change there."""
    bounds = []
    if min(numbers) < stay.first:
        bounds.append(("first_round", f"at most {min(numbers)}"))
    if max(numbers) > (stay.last or event.header.rounds):
        bounds.append(("last_round", f"at least {max(numbers)}"))
    said = [f"{heading_of(event, 'team', key)} of the team, and those of its players, {bound}" for key, bound in bounds]
    return "; ".join(said) or f"{heading_of(event, 'player', 'absent')} of its players"


_AGAIN = f"sheetscore {stage_command('draw', WHOLE_EVENT)} --again, then {stage_command('sheets', WHOLE_EVENT)}"


def _twice(event: DuplicateEvent, drawn: Draw) -> Iterator[Finding]:
    for (team, number), places in _places(drawn).items():
        if len(places) > 1:
            tables = " and ".join(str(table) for table, _ in places)
            message = (
                f"{display_name(team, event.names)} sits at the tables {tables} in round {number}. Keep one of them."
            )
            yield finding("draw-twice", message, fields=_fields(*places))


def _places(drawn: Draw) -> dict[tuple[str, int], list[Place]]:
    """Return the seats of every team by team and round."""
    places: dict[tuple[str, int], list[Place]] = defaultdict(list)
    for table, seat, team in drawn.places():
        places[team, round_and_side(seat)[0]].append((table, seat))
    return places


def _half_empty(event: DuplicateEvent, drawn: Draw) -> Iterator[Finding]:
    last = heading_of(event, "team", "last_round")
    for table in drawn.tables:
        for seat, team in table.seated.items():
            number, side = round_and_side(seat)
            other: SideId = "blue" if side == "red" else "red"
            opposite = seat_of(number, other)
            if table.seats.get(opposite) is None:
                message = (
                    f"table {table.number}, round {number}: {display_name(team, event.names)} has no opponent. Put a "
                    f"{SIDES[other]} team there; if that has left, put it back and give it a {last}: then this one "
                    "sits out. If neither plays, clear both seats."
                )
                yield finding("empty-seat", message, severity=Severity.ERROR, fields=_fields((table.number, opposite)))


def _numbered_otherwise(event: DuplicateEvent, drawn_as: Mapping[str, str]) -> Iterator[Finding]:
    """Warn of teams that have another number than the draw has recorded; who sits out does not change by that."""
    had = []
    for team, now in event.drawn_as(WHOLE_EVENT).items():
        then = drawn_as.get(team, now)
        if then != now and then.split()[0] == now.split()[0]:  # a change of side is found in the seats
            had.append(f"{display_name(team, event.names)} was {then.split()[-1]}")
    if had:
        message = (
            f"teams have another {heading_of(event, 'team', 'number')} than when they were drawn: {join_words(had)}. "
            "Their tables stay, and who sits out; but what was posted has the old numbers. Give them their numbers "
            f"back; or, as long as nothing is played, draw again ({_AGAIN})."
        )
        yield finding("draw-older", message, severity=Severity.WARNING)


def _without_table(event: DuplicateEvent, drawn: Draw, played: Collection[Exact]) -> Iterator[Finding]:
    """Warn of each team without a table in a round, unless it sits out then or is absent.

    Two of these teams that would meet by the movement, in a round that is played, share a warning: perhaps one came
    later, and its first round is missing in the event; then the other sat out, and gets nothing for it so far.

    Parameters
    ----------
    played
        The rounds with results, scored or only typed.
    """
    places = _places(drawn)
    excused = {(out.team.id, out.round) for out in sit_outs(event, drawn)}
    pairs = {(met.round, one): _both(met) for met in meetings(event) for one in _both(met)}
    renumbered = _renumbered(event, places) if drawn.sitting_out is None else {}
    exchanged = False
    for number in sorted({number for _, number in places}):
        absent = event.absent(number)
        without = [
            team.id
            for team in event.teams
            if not (team.id in absent or (team.id, number) in places or (team.id, number) in excused)
        ]
        exchanged |= not renumbered.keys().isdisjoint(without)
        found: dict[tuple[str, ...], None] = {}
        for team in without:
            if team in renumbered:
                continue
            pair = pairs.get((number, team), ())
            is_shared = pair and number in played and {*pair} <= {*without}
            found[pair if is_shared else (team,)] = None
        for teams in found:
            message = _no_table(event, teams, number, is_played=number in played)
            yield finding("draw-player", message, severity=Severity.WARNING)
    if exchanged:
        heading = heading_of(event, "team", "number")
        had = [f"{display_name(team, event.names)} was {then}" for team, then in renumbered.items()]
        message = (
            f"teams have another {heading} than when they were drawn: {join_words(had)}. Who sits out goes by the "
            "numbers, and points for that go to others, or to nobody. Give them their numbers back."
        )
        yield finding("draw-player", message, severity=Severity.WARNING)


def _no_table(event: DuplicateEvent, teams: Sequence[str], number: int, *, is_played: bool) -> str:
    """Say that a team, or two who would meet, have no table in a round, and what to do about it."""
    first, last = (heading_of(event, "team", key) for key in ("first_round", "last_round"))
    who = join_words([display_name(team, event.names) for team in teams])
    if len(teams) > 1:
        return (
            f"{who} have no table in round {number}, which is played, and get nothing for it. If one of them came "
            f"later, give it a {first} above {number}, and the other one sits out there."
        )
    if is_played:
        return (
            f"{who} has no table in round {number}, which is played, and gets nothing for it: if it came later, give "
            f"it a {first} above {number}; if it had left, a {last}; if it did play, seat it."
        )
    return (
        f"{who} has no table in round {number} and gets nothing for it: seat it; if it came after the draw, draw again "
        f"({_AGAIN}); if it has left, give it a {last}."
    )


def _renumbered(event: DuplicateEvent, places: Mapping[tuple[str, int], Sequence[Place]]) -> dict[str, int]:
    """Return the former number of each team whose tables in the draw are those of another team in the movement.

    That is for draws of earlier versions, which have recorded neither numbers nor who sits out.
    """
    planned: dict[str, set[tuple[int, int]]] = {team.id: set() for team in event.teams}
    for met in meetings(event):
        for team in _both(met):
            planned[team].add((met.round, met.table))
    drawn: dict[str, set[tuple[int, int]]] = {team.id: set() for team in event.teams}
    for (team, number), seats in places.items():
        drawn.setdefault(team, set()).update((number, table) for table, _ in seats)
    return {
        team.id: other.number
        for team in event.teams
        for other in event.side(team.side)
        if drawn[team.id] == planned[other.id] != planned[team.id]
    }


def _both(met: TableMeeting) -> tuple[str, ...]:
    return (met.red.id, met.blue.id) if met.red and met.blue else ()


def _repetitions(event: DuplicateEvent, drawn: Draw) -> Iterator[Finding]:
    """Warn of repeated meetings and tables, except those that the movement itself repeats."""
    by_rule, sides = movement_of(event), (event.reds, event.blues)
    planned, edited = prove(by_rule), prove(replace(by_rule, rounds=rounds_in(event, drawn)))
    for rematch in edited.rematches:
        if rematch not in planned.rematches:
            pair = sides[0][rematch.red], sides[1][rematch.blue]
            names = " and ".join(display_name(team.id, event.names) for team in pair)
            message = f"{names} meet in the rounds {_listed(rematch.rounds)}."
            yield _repetition(drawn, message, pair[0], rematch.rounds)
    for teams, before, after in (
        (sides[0], planned.reds.replays, edited.reds.replays),
        (sides[1], planned.blues.replays, edited.blues.replays),
    ):
        for replay in after:
            if replay not in before:
                team = teams[replay.team]
                message = (
                    f"{display_name(team.id, event.names)} plays table {replay.table + 1} in the rounds "
                    f"{_listed(replay.rounds)}."
                )
                yield _repetition(drawn, message, team, replay.rounds)


def _repetition(drawn: Draw, message: str, team: DuplicateTeam, rounds: Sequence[int]) -> Finding:
    places = _places(drawn)
    seats = (place for number in rounds for place in places[team.id, number])
    return finding("draw-repeat", f"{message} Change the draw if you can.", fields=_fields(*seats))


def _listed(numbers: Sequence[int]) -> str:
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}"
