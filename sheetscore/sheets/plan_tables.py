"""A plan of all rounds as tables: how good it is, everybody's way through the event, each round by its tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping

from msgspec import Struct

from sheetscore.event.folder import WHOLE_EVENT, stage_title
from sheetscore.event.model import Event
from sheetscore.pairing.draw import display_name
from sheetscore.pairing.planned.seat_plan import SeatPlan
from sheetscore.sheets.draw_workbook import BETWEEN
from sheetscore.sheets.drawn_sheet import drawn_sheet, drawn_table
from sheetscore.sheets.postings import STANDS_BY, looked_for
from sheetscore.sheets.seating_tables import seats_of
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Here, Table, text_column
from sheetscore.wording import number_list

PLAN_SHEET = "Plan"

NOWHERE = "–"
"""The text for a round in which a player has no seat."""


class PlannedWay(Struct, frozen=True):
    """Where somebody sits in each round."""

    player: str
    name: str
    places: Mapping[int, str]
    """The table and the seat, as text, by the number of the round."""


def plan_sheets(event: Event, plan: SeatPlan, but: Collection[int] = ()) -> Iterator[TableSheet]:
    """Plan the sheets of a plan: how good it is with everybody's way, then who sits where in each round.

    Parameters
    ----------
    but
        Stages that are drawn already and so are left out: their draw counts, not the plan.
    """
    shown = [drawn for drawn in plan.rounds if drawn.round not in but]
    at_once = any(drawn.round == WHOLE_EVENT for drawn in plan.rounds)
    sentences = (_DRAWN_AT_ONCE if at_once else _FOLLOWED, *plan.report(), *left_out_sentences(event, plan))
    yield TableSheet(
        PLAN_SHEET,
        "Plan of all rounds",
        lines=tuple(map(TextLine, sentences)),
        tables=(_ways(event, plan, {drawn.round for drawn in shown}),),
    )
    for drawn in shown:
        yield drawn_sheet(event, drawn, planned=True)


# the advice above everybody's way, for draws round by round, and for one draw of all rounds
_FOLLOWED = (
    "Draws follow it: exchange names on the sheets of the rounds if you must. Who is missing on the day changes single "
    "seats; the draw says which."
)


_DRAWN_AT_ONCE = "The draw follows it. Who sits where is changed in the draw."


def left_out(event: Event, plan: SeatPlan) -> tuple[int, ...]:
    """Return the stages that a plan leaves out because nothing says yet what is played there."""
    planned = {drawn.round for drawn in plan.rounds}
    return tuple(stage for stage in event.unnamed_rounds if stage not in planned)


def left_out_sentences(event: Event, plan: SeatPlan) -> Iterator[str]:
    """Yield a sentence on the stages that a plan leaves out; none if it has all."""
    if left := left_out(event, plan):
        they, name = ("it", "names") if len(left) == 1 else ("they", "name")
        names = f"{number_list('Round', left)} {name} no scenario yet"
        yield f"{names}, and {they} can be planned (--again) once there is one."


def ways_of(event: Event, plan: SeatPlan) -> list[PlannedWay]:
    """Return everybody's way through the rounds of a plan, in the order in which names are looked for."""
    places: dict[str, dict[int, str]] = defaultdict(dict)
    for drawn in plan.rounds:
        for one in seats_of(event, drawn):
            if one.player:
                where = f"{one.table}{BETWEEN}{one.title}" if one.table else one.title
                places[one.player][one.round or drawn.round] = where
    names = {player: event.names.get(player, player) for player in places}
    order = sorted(places, key=looked_for(event, names))
    return [PlannedWay(player, display_name(player, names), places[player]) for player in order]


def _ways(event: Event, plan: SeatPlan, shown: Collection[int]) -> Table[PlannedWay]:
    lines = ways_of(event, plan)
    rounds = sorted({number for line in lines for number in line.places})
    return Table(
        "ways",
        (
            text_column("who", "Who", 220, lambda line: line.name, player=lambda line: line.player),
            *(_round_column(number, follows=number in shown) for number in rounds),
        ),
        lines,
        key=lambda line: line.player,
        title=f"Everybody’s way: {event.TABLE_CALLED.lower()} and seat",
        size="fine",
        empty="Nobody is planned.",
    )


def _round_column(number: int, *, follows: bool) -> Column[PlannedWay]:
    """Plan the column of a round; if it ``follows``, its formulas look players up on the sheet of that round."""
    return text_column(
        f"round{number}",
        stage_title(number),
        170,
        lambda line: line.places.get(number, NOWHERE),
        _place_formula_on(number) if follows else None,
    )


def _place_formula_on(number: int) -> Callable[[Here[PlannedWay]], str]:
    """Return the function that gives the formula to look a player up on the sheet of a round."""
    table = drawn_table(number)

    def formula(here: Here[PlannedWay]) -> str:
        otherwise = STANDS_BY if here.line.places.get(number) == STANDS_BY else NOWHERE
        sits = f"MATCH({here.cell('who')},{here.range('who', table)},0)"
        at, seat = (f"INDEX({here.range(column, table)},{sits})" for column in ("table", "seat"))
        return f'IFERROR(IF({at}="",{seat},{at}&"{BETWEEN}"&{seat}),"{otherwise}")'

    return formula
