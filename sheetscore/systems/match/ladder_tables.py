"""The ladder of an event on a worksheet: everybody's place at the start and after each round, by formula.

Source: our own; clubs play it so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from sheetscore.expressions.formula import constant
from sheetscore.pairing.draw import named
from sheetscore.scoring.match_points import TOLERANCE
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.columns import round_name
from sheetscore.systems.match.games import LEAST
from sheetscore.systems.match.matches import GAMES, MATCHES
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.match.record import Meeting, ladder_before, meetings
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Here, Table, figure_column, step_column, text_column

LADDER = "ladder"
"""The table's name in formulas."""

_MEANING = (
    "Who wins against somebody higher takes that place, and all in between move down one. A draw, or a series that was "
    "cut short, changes nothing."
)


def ladder_sheet(so_far: EventSoFar[MatchEvent]) -> TableSheet:
    """Make the sheet of the ladder: the places at the start and after each round."""
    event, rounds = so_far.event, sorted(so_far.rounds)
    orders = {number: ladder_before(event, number + 1, so_far.rounds) for number in (0, *rounds)}
    now = orders[rounds[-1] if rounds else 0]
    before = dict(zip(rounds, (0, *rounds), strict=False))
    met = {number: _opponents(meetings(number, so_far.rounds[number]), now) for number in rounds}

    def place(number: int) -> Column[str]:
        heading = f"after round {number}" if number else "at the start"
        formula = _place(number, before[number]) if number else None
        return figure_column(_column(number), heading, 92, lambda player: orders[number].index(player) + 1, formula)

    def taken(number: int) -> Column[str]:
        """Show whose place somebody took: its number before the round, 0 for nobody's."""

        def value(player: str) -> int:
            meeting = met[number].get(player)
            order = orders[before[number]]
            if meeting is None or meeting.winner(event) != player:
                return 0
            (loser,) = meeting.pair - {player}
            return order.index(loser) + 1 if order.index(loser) < order.index(player) else 0

        def formula(here: Here[str]) -> str | None:
            meeting = met[number].get(here.line)
            return _taken(here, event, meeting, before[number]) if meeting else None

        return step_column(f"taken {number}", f"place taken in round {number}", value, formula)

    last = _column(rounds[-1] if rounds else 0)
    places = Table(
        LADDER,
        (
            figure_column("place", "Place", 60, lambda player: now.index(player) + 1, _same(last), "cell rank"),
            text_column("name", "Player", 200, lambda player: named(player, event.names)),
            *map(place, orders),
            *map(taken, rounds),
        ),
        now,
        key=lambda player: player,
        empty="Nobody is on the ladder.",
    )
    return TableSheet("Ladder", "The ladder", (Line(_MEANING),), (places,), landscape=True)


def _column(number: int) -> str:
    return f"after {number}"


def _same(column: str) -> Callable[[Here[str]], str]:
    return lambda here: here.cell(column)


def _opponents(met: Iterable[Meeting], on_it: Sequence[str]) -> Mapping[str, Meeting]:
    """Return the meeting of each player, of two who are on the ladder both."""
    return {player: meeting for meeting in met if meeting.pair <= set(on_it) for player in (meeting.one, meeting.other)}


def _place(number: int, before: int) -> Callable[[Here[str]], str]:
    """Write a place after a round.

    Who took a place stands directly above the one whose it was; everybody else keeps the order, below those who took
    the place of one who is not lower.
    """

    def formula(here: Here[str]) -> str:
        taken, all_ = here.range(f"taken {number}"), here.range(_column(before))
        own = here.cell(f"taken {number}")
        at = f"IF({own}>0,{own},{here.cell(_column(before))})"
        return f"1+SUMPRODUCT(({taken}=0)*({all_}<{at}))+SUMPRODUCT(({taken}>0)*({taken}<={at}))-({own}>0)"

    return formula


def _taken(here: Here[str], event: MatchEvent, meeting: Meeting, before: int) -> str | None:
    """Write the place of the opponent, where that was higher and this player won; 0 otherwise."""
    (opponent,) = meeting.pair - {here.line}
    own, theirs = (here.other(LADDER, player, _column(before)) for player in (here.line, opponent))
    won = _won(here, event, meeting, opponent)
    return None if won is None else f"IF(AND({theirs}<{own},{won}),{theirs},0)"


def _won(here: Here[str], event: MatchEvent, meeting: Meeting, opponent: str) -> str | None:
    """Write whether this player won a match, or a series; None for a series that was cut short."""
    table = round_name(meeting.round)
    if not event.plays_series:
        return f'{here.other(table, (here.line, 1), "result")}="win"'
    if not meeting.series(event).complete:
        return None
    numbers = range(1, MATCHES + 1)
    total = "+".join(here.other(table, (here.line, number), "total") for number in numbers)
    own, theirs = (
        "+".join(here.other(table, (player, number), "handicap") for number in numbers)
        for player in (here.line, opponent)
    )
    given = f"+({own})-({theirs})" if event.settings.series_handicap else ""
    least = constant(min(LEAST[event.settings.level_scale].values())).text
    return f"(2*({total}){given})/{2 * GAMES * MATCHES}+{TOLERANCE}>={least}"
