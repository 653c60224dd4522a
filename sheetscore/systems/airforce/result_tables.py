"""The sheets of fights in the results of a round, and in an event's standings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.expressions.figure import Shown
from sheetscore.expressions.figure_calls import amount, total
from sheetscore.scoring.tie_breaks import broken_by
from sheetscore.scoring.tie_steps import Outing
from sheetscore.systems.airforce.fight_page import card_called
from sheetscore.systems.airforce.flight.flight_log import FlightFinding
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.replay import Replay
from sheetscore.systems.airforce.score import AIRCRAFT_LOST, HITS, Place, TurnResult, decided_chain, replay_round
from sheetscore.systems.airforce.shot_tables import COUNTED, ShownShot, shots_sheet, shots_table, shown_shots
from sheetscore.systems.airforce.turn_tables import paths_of, paths_sheet, shown_logs, turns_sheet
from sheetscore.systems.columns import column, printed_first, rank_column, round_name, unless_alike
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import ResultRow
from sheetscore.systems.tie_tables import TieTables
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Here, LineFigures, Table, figure_column, text_column

RESULTS, AUDIT = "results", "audit"
"""Names of tables."""


def results_sheets(round_: RoundContext[AirforceEvent]) -> Sequence[TableSheet]:
    """Return the sheets of a round: aircraft, turns, flight paths, shots, and the findings of the audit."""
    flown = replay_round(round_)
    logs = shown_logs(round_, flown.flights)
    paths = paths_of(logs)
    shots = shots_table(shown_shots(logs, flown.all_shots()), paths, flown.rules.edition.gunnery)
    return (
        _results_sheet([*map(TurnResult.read, round_.score.rows)], shots, round_),
        turns_sheet(logs),
        paths_sheet(paths),
        shots_sheet(shots),
        _audit_sheet(flown),
    )


class ShownAircraft(Struct, frozen=True):
    """An aircraft over all its turns."""

    turns: tuple[TurnResult, ...]

    @property
    def last(self) -> TurnResult:
        """Its last turn."""
        return self.turns[-1]

    @property
    def place(self) -> Place:
        """Table and aircraft."""
        return self.last.place

    def sum(self, key: str) -> int:
        """Add up a figure over its turns."""
        return sum(map(attrgetter(key), self.turns))


def _results_sheet(
    results: Sequence[TurnResult], shots: Table[ShownShot], round_: RoundContext[AirforceEvent]
) -> TableSheet:
    pages = round_.forms.pages

    def hits(counts: Callable[[ShownShot, Place], bool]) -> ByRule[ShownAircraft]:
        """Add up the hits of some shots."""

        def added(own: LineFigures[ShownAircraft]) -> Shown:
            found = [shot for shot in shots.lines if counts(shot, own.line.place)]
            return total(*(amount(own.other(shots, shot.key, COUNTED)) for shot in found)) if found else 0

        return ByRule(added)

    scored = hits(lambda shot, place: shot.log.place == place)
    taken = hits(lambda shot, place: shot.target == (place[0], folded(place[1])))
    table = Table(
        RESULTS,
        (
            figure_column("table", "Table", 54, lambda one: one.place[0]),
            text_column("aircraft", "Aircraft", 150, lambda one: pages[one.place].called),
            text_column("pilot", "Pilot", 190, lambda one: one.last.name, player=lambda one: one.last.player),
            text_column("card", "Card", 110, lambda one: card_called(pages[one.place].form, one.last.card)),
            figure_column("turns", "Turns", 54, lambda one: one.last.turn),
            text_column("fate", "Fate", 80, lambda one: one.last.fate),
            figure_column("hits", "Hits scored", 60, scored, style="cell strong"),
            figure_column("taken", "Hits taken", 60, taken, style="cell strong"),
            figure_column("shot_at", "Shots at it", 60, lambda one: one.sum("shot_at")),
            replace(figure_column("findings", "Findings", 74, lambda one: one.sum("findings")), publish=False),
        ),
        [ShownAircraft(tuple(own)) for _, own in groupby(results, key=lambda result: result.place)],
        key=lambda one: one.place,
        empty="Nobody has flown yet.",
    )
    return TableSheet("Results", "Results", (_ABOUT_FINDINGS,), (table,), landscape=True)


_ABOUT_FINDINGS = TextLine("Findings: where its log and the rules say different things.", publish=False)


def _audit_sheet(flown: Replay) -> TableSheet:
    """Make the sheet of the audit's findings: the rule, the value on the log, the value by the rules."""
    found = [one for one in flown.findings if isinstance(one, FlightFinding)]
    table = Table(
        AUDIT,
        (
            figure_column("table", "Table", 54, lambda one: one.table),
            text_column("aircraft", "Aircraft", 100, lambda one: one.aircraft),
            figure_column("turn", "Turn", 50, lambda one: one.turn),
            figure_column("rule", "Rule", 50, lambda one: one.rule),
            text_column("code", "Code", 100, lambda one: one.code),
            text_column("actual", "On the log", 110, lambda one: _spoken(one.actual)),
            text_column("expected", "By the rules", 110, lambda one: _spoken(one.expected)),
            text_column("message", "What was found", 460, lambda one: one.message, style="cell note"),
        ),
        found,
        fit_height=True,
        size="fine",
        empty="Nothing was found.",
    )
    note = "Rules 1 to 29 are those of the game. A wrong turn is found once: the next begins where its pilot says."
    return TableSheet("Audit", "Audit", lines=(TextLine(note),), tables=(table,), landscape=True, for_director=True)


def _spoken(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


STANDINGS = "standings"

_SUMS = {"shot_at": "Shots at them", "hits": "Hits scored", "taken": "Hits taken", "findings": "Findings"}
"""The columns of rounds that standings add up, with their headings."""


_UNFLOWN = "Hits taken count against a pilot, so that one who has not flown (0 fights) is before one below 0."


def standings_sheets(so_far: EventProgress[AirforceEvent]) -> Sequence[TableSheet]:
    """Return the standings, and a sheet for each round from which their figures follow."""
    rounds, ties = TurnResult.read_rounds(so_far.rounds), _ties(so_far)
    tables = [_round_table(number, rounds[number]) for number in sorted(rounds)]
    return (
        _standings_sheet(so_far, tables, ties),
        *ties.sheets(),
        *(TableSheet(one.name, one.name, tables=(one,), for_director=True) for one in tables),
    )


def _standings_sheet(
    so_far: EventProgress[AirforceEvent], rounds: Sequence[Table[TurnResult]], ties: TieTables
) -> TableSheet:
    ranked = so_far.event.settings.ranking
    place_columns, rank = ties.rank()

    def added(key: str) -> ByRule[ResultRow]:
        """Add up a column of all rounds, on the lines of one pilot."""

        def rule(own: LineFigures[ResultRow]) -> Shown:
            return total(*(own.sum_of(one, key, player=own.cell("id")) for one in rounds)) if rounds else 0

        return ByRule(rule)

    def score(own: LineFigures[ResultRow]) -> Shown:
        return own.cell("hits") - own.cell("taken")

    columns = (
        *([rank_column(rank)] if ranked else []),
        text_column("name", "Pilot", 200, column("name"), player=column("id")),
        text_column("id", "Id", 60, column("id")),
        figure_column("score", "Hits scored less taken", 84, ByRule(score), style="cell rank"),
        figure_column("fights", "Fights", 60, added("first")),
        figure_column("home", "Brought home", 64, added("home")),
        figure_column(AIRCRAFT_LOST.id, "Lost", 54, added("lost")),
        figure_column("shot_at", "Shots at them", 60, added("shot_at")),
        figure_column("hits", "Hits scored", 60, added("hits")),
        figure_column("taken", "Hits taken", 60, added("taken")),
        replace(figure_column("findings", "Findings", 74, added("findings")), publish=False),
        *place_columns,
    )
    rows = so_far.standings.rows
    table = Table(
        STANDINGS,
        printed_first(ties.among(columns), unless_alike("id", {row["id"]: row["name"] for row in rows})),
        rows,
        key=lambda row: row["id"],
        empty="Nobody has flown yet.",
    )
    note = f"Ranked by {broken_by(ties.steps, ', then by ')}. {_UNFLOWN}" if ranked else "In the order of names."
    return TableSheet("Standings", "Standings", lines=(TextLine(note, ranks=True),), tables=(table,))


def _ties(so_far: EventProgress[AirforceEvent]) -> TieTables:
    """Return the tie-break tables; formulas look the scores of rounds up on the sheets of the rounds."""

    def score(here: Here[Outing]) -> str:
        name = round_name(here.line.round)
        own = f"({here.range('player', name)}={here.cell('who')})"
        return f"SUMPRODUCT({own}*({here.range('hits', name)}-{here.range('taken', name)}))"

    record, chain = decided_chain(so_far)
    return TieTables(chain, record, so_far.standings.rows, (HITS.id, AIRCRAFT_LOST.id), {"score": score})


def _round_table(number: int, results: Sequence[TurnResult]) -> Table[TurnResult]:
    """Make the table of a round: a line for each turn of each aircraft."""
    firsts = {result.place: result for result in reversed(results)}

    def begins(result: TurnResult) -> bool:
        return firsts[result.place] is result

    columns = (
        figure_column("table", "Table", 44, lambda result: result.table),
        text_column("aircraft", "Aircraft", 90, lambda result: result.aircraft),
        text_column("player", "Id", 50, lambda result: result.player),
        text_column("name", "Pilot", 160, lambda result: result.name, player=lambda result: result.player),
        figure_column("turn", "Turn", 44, lambda result: result.turn),
        figure_column("first", "Fights", 46, lambda result: int(begins(result))),
        figure_column("home", "Brought home", 60, lambda result: int(result.is_home)),
        figure_column("lost", "Lost", 44, lambda result: int(result.is_lost)),
        *(figure_column(key, heading, 56, attrgetter(key)) for key, heading in _SUMS.items()),
    )
    return Table(
        round_name(number),
        printed_first(columns, unless_alike("player", {result.player: result.name for result in results})),
        results,
        starts_group=begins,
        size="fine",
        empty="Nobody has flown.",
    )
