"""The draw of a round of accelerated Swiss: made, checked once it is edited, and changed for late comers.

After the last round there may be the draw of a play-off: one more game of two joint winners.

Source: ASO 2008 Tournament Rules, Pairing principles and Determining rank in the tournament.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import Draw, TableDraw, display_name, draw_mistakes, left_alone
from sheetscore.pairing.swiss.draw import draw_swiss
from sheetscore.pairing.swiss.field import SwissCost, SwissField, SwissPair, Why, seat_swiss, swiss_field, tables_report
from sheetscore.pairing.swiss.pools import pool_of, pool_size
from sheetscore.pairing.swiss.record import SwissRecord, by_rating, games_as_drawn
from sheetscore.pairing.walk_ins import Coming
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.aso.rules import check_event
from sheetscore.systems.aso.score import AsoResult, record_of
from sheetscore.systems.aso.standings import rank_before, settings_then
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound, Standings
from sheetscore.systems.two_at_a_table import SEATS, meet_again, players_to_draw, with_late_comers
from sheetscore.systems.wishes import draw_against_wishes, meetings_in
from sheetscore.wording import join_words, number_list, pluralize

WHY: dict[Why, str] = {
    "pool": "seeded pool",
    "undefeated against one draw or loss": "undefeated against one draw or loss",
    "fallback": "nearest who was left",
    "request": "asked for it",
    "locked": "locked by the director",
    "group": "about as many points",
}
"""Why two meet, in words."""


def draw_round(round_: RoundContext[AsoEvent]) -> Draw:
    """Pair the players of a round and give them tables.

    Raises
    ------
    WrongUsage
        The event plans no such round.
    MistakesFound
        The event breaks a rule, fewer than two players are there, or locked and forbidden pairs leave no draw.
    """
    event, number, earlier = round_.event, round_.stage, round_.earlier
    if number == event.play_off:
        return _draw_play_off(event, number, earlier)
    present_ids = players_to_draw(event, number, check_event(event))
    present = [player for player in event.players if player.id in present_ids]
    record = _record_before(event, number, earlier)
    seed = event.header.seed
    pair_up = partial(
        draw_swiss,
        [event.swiss_player(player) for player in present],
        number,
        record,
        event.swiss_settings,
        seed=seed,
        locked=event.wished("lock", number),
        requests=event.wished("request", number),
    )
    forbidden, locked = event.wished("forbid", number), set(map(frozenset, event.wished("lock", number)))
    unfinished = [(game.one, game.other) for game in record.games if not game.scored and game.other is not None]
    try:  # pairs whose earlier game may still be under way are kept apart
        made = pair_up(forbidden=(*forbidden, *(pair for pair in unfinished if set(pair) not in locked)))
    except MistakesFound:  # that leaves no draw: they may meet again
        made = pair_up(forbidden=forbidden)
    fixed = {player.id: player.table for player in present if player.table is not None}
    rotate = event.settings.rotate_tables
    tables = seat_swiss(made.pairs, record, fixed, seed, rotate=rotate)
    seated = sorted(((tables[pair.players], pair) for pair in made.pairs), key=lambda both: both[0])
    return Draw(
        number,
        tuple(TableDraw(table, "", dict(zip(SEATS, pair.players, strict=True))) for table, pair in seated),
        () if made.bye is None else (made.bye,),
        (
            *rank_before(event, number, earlier).declared,
            made.pool,
            *made.report,
            *tables_report(tables, record, fixed, event.names, rotate=rotate),
            *_before_the_round(event, record.before(number), seated, made.bye),
        ),
        {table: (WHY[pair.why], "; ".join(_drawbacks(pair.cost))) for table, pair in seated},
    )


def _record_before(event: AsoEvent, number: int, earlier: Sequence[EarlierRound]) -> SwissRecord:
    """Return the record of the rounds before a round: results, and the pairings of drawn rounds without results.

    Parameters
    ----------
    number
        The round, from 1.
    earlier
        Rounds in any order, also later ones, which are ignored.
    """
    before = [one for one in earlier if one.number < number]
    rows = {one.number: one.rows for one in before if one.rows}
    scored = record_of(AsoResult.read_rounds(rows), event.swiss_settings_then(settings_then(before)))
    drawn = (game for one in before if one.drawn for game in games_as_drawn(one.drawn, scored.games))
    return SwissRecord((*scored.games, *drawn), scored.active, scored.then)


def _before_the_round(
    event: AsoEvent, record: SwissRecord, seated: Sequence[tuple[int, SwissPair]], bye: str | None
) -> Iterator[str]:
    """Yield a sentence for each table, and one for the bye, with the players' ratings and points before the round."""
    ratings = {player.id: event.swiss_player(player).rating for player in event.players}

    def came(player: str) -> str:
        points = record.history(player, event.swiss_settings).points
        return f"{display_name(player, event.names)}, rating {ratings[player]}, {pluralize(points, 'point')}"

    for table, pair in seated:
        yield f"Table {table}: {came(pair.one)}, meets {came(pair.other)}."
    if bye is not None:
        yield f"Sits out: {came(bye)}."


def _drawbacks(cost: SwissCost) -> Iterator[str]:
    """Yield in words what speaks against a pair that meets all the same."""
    if cost.rematches:
        yield "met before" if cost.rematches == 1 else f"met {cost.rematches} times before"
    if cost.points:
        yield f"{cost.points} {'point' if cost.points == 1 else 'points'} apart"
    if cost.same_country:
        yield "same country"
    if cost.same_club:
        yield "same club"
    if cost.regular:
        yield "regular opponents"
    if cost.seeding:
        yield f"{cost.seeding} off the seeding"


def check_draw(round_: RoundContext[AsoEvent]) -> list[Finding]:
    """Find strangers, players at two tables or alone, broken wishes, repetitions, and players outside of their pool.

    Returns
    -------
    Findings without cells; ``fields`` names the seats that each is about.
    """
    event, drawn, earlier = round_.event, round_.draw, round_.earlier
    record = _record_before(event, drawn.round, earlier)
    if drawn.round == event.play_off:
        mistakes = draw_mistakes(drawn, event.names, event.names, spare=event.names, unseated=event.unseated)
        return [
            *mistakes,
            *left_alone(drawn, event.names, event.unseated, Severity.ERROR),
            *_check_play_off(event, drawn, earlier),
        ]
    return [
        *draw_mistakes(drawn, event.names, event.entrants(drawn.round), unseated=event.unseated),
        *left_alone(drawn, event.names, event.unseated, Severity.ERROR),
        *_several_byes(event, drawn),
        *draw_against_wishes(event, event.wishes, drawn),
        *_repeats(event, drawn, record),
        *_out_of_pool(event, drawn, record),
    ]


def _out_of_pool(event: AsoEvent, drawn: Draw, record: SwissRecord) -> Iterator[Finding]:
    """Warn of players of the pool who could meet one another but meet others, or have a bye that is not due.

    Locked pairs are left out. Nothing is found while a game of an earlier round has no result.
    """
    meetings = meetings_in(drawn)
    in_draw = {player for pair in meetings for player in pair} | set(drawn.byes)
    players = [event.swiss_player(player) for player in event.players if player.id in in_draw]
    forbidden, locked = event.wished("forbid", drawn.round), set(map(frozenset, event.wished("lock", drawn.round)))
    field = swiss_field(players, drawn.round, record, event.swiss_settings, event.header.seed, forbidden)
    if any(one.unscored for one in field.history.values()):
        return
    left_out = {player for pair in meetings if pair in locked for player in pair}
    left_out |= set(_due_byes(field, drawn.byes))
    undefeated = [one for one in sorted(field.players, key=field.place.__getitem__) if field.history[one].undefeated]
    undefeated = [one for one in undefeated if one not in left_out]
    size = pool_size(event.header.rounds, drawn.round, len(undefeated))
    pool = pool_of(undefeated, size, field.barred, field.seed)
    inside = {player for pair in meetings if pair <= set(pool) for player in pair}
    outside = [one for one in pool if one not in inside]
    strays = [one for one in outside if any(one != other and field.may_meet(one, other) for other in outside)]
    if strays:
        names = join_words([display_name(one, event.names) for one in strays])
        message = (
            f"{names} are undefeated and in the pool of round {drawn.round}, which meets within itself; here they do "
            "not. Change the pairs, or leave it if that is meant."
        )
        seats = tuple((table, seat, "") for table, seat, player in drawn.places() if player in strays)
        yield finding("draw-pool", message, fields=seats)


def _due_byes(field: SwissField, byes: Sequence[str]) -> Iterator[str]:
    """Yield the players whose bye is due: of those with the fewest byes so far, they have the fewest points."""

    def due(player: str) -> tuple[int, int]:
        return len(field.history[player].byes), field.points(player)

    return (one for one in byes if one in field.players and due(one) == min(map(due, field.players)))


def _several_byes(event: AsoEvent, drawn: Draw) -> Iterator[Finding]:
    """Warn if several players have a bye: a draw gives a bye to one player at most."""
    if len(drawn.byes) > 1 and any(table.seated for table in drawn.tables):
        bye, absent = event.unseated.bye, event.unseated.absent
        message = (
            f"{len(drawn.byes)} players have a bye in round {drawn.round}: "
            f"{join_words([display_name(player, event.names) for player in drawn.byes])}. Each is a “{bye}”: let them "
            f"play one another, and put those who are not there on a line “{absent}”."
        )
        yield finding("draw-byes", message)


def _repeats(event: AsoEvent, drawn: Draw, record: SwissRecord) -> Iterator[Finding]:
    """Warn of pairs that have met, and of players who have had a bye before."""
    yield from meet_again(event, drawn, _met(record))
    for player in drawn.byes:
        before = [game.round for game in record.games if game.players == (player,)]
        if before:
            message = (
                f"{display_name(player, event.names)} gets another “{event.unseated.bye}”, after the bye of "
                f"{number_list('round', before)}. Give it to somebody who has had none, if you can."
            )
            yield finding("draw-repeat", message)


def _met(record: SwissRecord) -> dict[frozenset[str], list[int]]:
    """Return for each pair the rounds in which the two met, or are drawn to meet, in order."""
    found: dict[frozenset[str], list[int]] = defaultdict(list)
    for game in sorted(record.games, key=lambda game: game.round):
        found[frozenset(game.players)].append(game.round)
    return found


def change_draw(round_: RoundContext[AsoEvent], coming: Coming) -> Draw:
    """Pair late comers with players without opponents, with whoever has the bye, or with each other.

    Opponents whom they have not met come first, then those who are nearest in points.

    Raises
    ------
    WrongUsage
        Nobody is left to meet, or the round is a play-off, whose players follow from the standings.
    """
    event, number = round_.event, round_.stage
    if number == event.play_off:
        raise WrongUsage(f"round {number} is a play-off: whoever has won plays it. Draw it again (--again) if need be")
    record = _record_before(event, number, round_.earlier)
    points = {one.id: record.history(one.id, event.swiss_settings).points for one in event.players}
    return with_late_comers(
        event,
        round_.draw,
        coming,
        met=_met(record),
        distance=lambda player, other: abs(points[player] - points.get(other, 0)),
        meant=frozenset(map(frozenset, event.wished("lock", number))),
        forbidden=frozenset(map(frozenset, event.wished("forbid", number))),
        keeps={player.id: player.table for player in event.players if player.table is not None},
    )


IN_PLAY_OFF = 2
"""The number of players in a play-off."""


def _draw_play_off(event: AsoEvent, number: int, earlier: Sequence[EarlierRound]) -> Draw:
    """Seat the two joint winners, and nobody else.

    Parameters
    ----------
    number
        The number of the play-off, which is the round after the last.

    Raises
    ------
    WrongUsage
        The last round is not scored to its end, or there are not exactly two who have won together.
    """
    ranked = rank_before(event, number, earlier)
    winners = _winners(ranked)
    if len(winners) != IN_PLAY_OFF:
        raise WrongUsage(f"Round {number} is the play-off of two joint winners. {_why_none(event, number, ranked)}")
    one, other = by_rating(map(event.swiss_player, (p for p in event.players if p.id in winners)), event.header.seed)
    table = TableDraw(1, "", dict(zip(SEATS, (one, other), strict=True)))
    text = (
        f"The play-off: {display_name(one, event.names)} meets {display_name(other, event.names)}, and nobody else "
        "plays."
    )
    return Draw(number, (table,), (), (text,), {1: ("play-off", "")})


def _winners(ranked: Standings) -> list[str]:
    return [str(row["id"]) for row in ranked.rows if row["winner"]]


def _why_none(event: AsoEvent, number: int, ranked: Standings) -> str:
    """Say why round ``number`` cannot be a play-off of two joint winners."""
    winners = [display_name(player, event.names) for player in _winners(ranked)]
    if len(winners) == 1:
        return f"{winners[0]} has won alone, and nothing is left to decide."
    if winners:
        return f"{join_words(winners)} have won together; a play-off is for two alone, and they stay joint winners."
    if ranked.after_round < number - 1 or ranked.open:
        return f"Nobody knows them before all results up to round {number - 1} are in."
    return "Nobody is undefeated: points and tie-breaks decide about the first place."


def _check_play_off(event: AsoEvent, drawn: Draw, earlier: Sequence[EarlierRound]) -> Iterator[Finding]:
    """Find players in the draw of a play-off who are not the joint winners, once all earlier results are in."""
    ranked = rank_before(event, drawn.round, earlier)
    if ranked.after_round < drawn.round - 1 or ranked.open:
        return
    winners = _winners(ranked)
    if len(winners) != IN_PLAY_OFF:
        yield finding("play-off", f"round {drawn.round} decides nothing. {_why_none(event, drawn.round, ranked)}")
        return
    both = join_words([display_name(player, event.names) for player in winners])
    places = {player: (table, seat, "") for table, seat, player in drawn.places()}
    for player in [player for player in (*places, *drawn.byes) if player not in winners]:
        message = (
            f"{display_name(player, event.names)} is none of the two who have won together: the play-off is for {both}."
        )
        fields = (places[player],) if player in places else ()
        yield finding("play-off", message, severity=Severity.ERROR, fields=fields)
