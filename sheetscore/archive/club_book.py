"""An archive as a workbook for people: players, results, ratings with their curves, records of pairs, best powers.

The figures of players are formulas over the results, so that one sees where they come from.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sheetscore.archive.answers import boards, records_among
from sheetscore.archive.club_figures import ArchivedScore, ClubEvent, ClubFigures, ClubPlayer, club_figures
from sheetscore.archive.people import FILE
from sheetscore.archive.questions import Questions
from sheetscore.archive.rating_sheet import rating_sheet
from sheetscore.results.record import SourceFile
from sheetscore.results.table_book import TableBook, about_sheet, serial_day
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import ByRule, Here, Table, figure_column, step_column, text_column, turned_column
from sheetscore.wording import pluralize
from sheetscore.workbooks.paper import PaperName

PLAYERS, RESULTS, EVENTS = "players", "results", "events"
"""The names of the tables that formulas point at."""

PAPER: PaperName = "a4"

MOST_IN_GRID = 20
"""The most players in the grid of pairs: those who played the most games."""

_NONE = 100_000
"""Stands for no day in formulas: later than any day, as spreadsheets count days (in the year 2173)."""


def club_book(asked: Questions, made_at: dt.datetime, figures: ClubFigures | None = None) -> TableBook:
    """Plan the workbook.

    Parameters
    ----------
    made_at
        Shown on the sheet About in local time.
    figures
        The data to show. Default: as much of the archive as a spreadsheet computes in a moment.
    """
    shown = figures or club_figures(asked)
    titles = dict(asked.ask("SELECT DISTINCT system, system_title FROM events").rows)
    ratings, results = rating_sheet(asked, titles), _results_table(shown.lines)
    about = about_sheet(_sources(asked), made_at)
    left_out = tuple(TextLine(text, "warning") for text in shown.left_out)
    sheets = (
        replace(_players_sheet(shown, results), lines=(_span(shown.events), *left_out)),
        TableSheet("Results", "Results, the latest event first", lines=left_out, tables=(results,)),
        *([ratings] if ratings else []),
        _grid_sheet(asked),
        _best_sheet(asked, titles),
        _events_sheet(shown.events, results),
        replace(about, lines=(*left_out, TextLine(_COUNTED))),
    )
    return TableBook("Results of many events", PAPER, sheets)


_COUNTED = (
    "Who has results in a round has played in it, and so has everybody of a team that has some. Figures of players are "
    "formulas over the sheet Results; where they are sorted otherwise, sort them back, or make this workbook again."
)


def _sources(asked: Questions) -> list[SourceFile]:
    """Return digests of the archive's manifest and of its file of people: they identify what the workbook shows."""
    name = asked.archive.address.rstrip("/").rpartition("/")[2]
    texts = {name: msgspec.json.encode(asked.manifest)}
    people = asked.archive.read_text(FILE)
    if people is not None:
        texts[f"{name}/{FILE}"] = people.encode()
    return [SourceFile(what, hashlib.sha256(data).hexdigest()) for what, data in texts.items()]


def _span(events: Sequence[ClubEvent]) -> TextLine:
    days = sorted(one.date for one in events if one.date)
    span = f", {days[0].isoformat()} to {days[-1].isoformat()}" if days else ""
    return TextLine(f"{pluralize(len(events), 'event')}{span}", "event line")


def _players_sheet(figures: ClubFigures, results: Table[_Numbered]) -> TableSheet:
    has_lines = bool(figures.lines)

    def summed(column: str) -> ByRule[ClubPlayer]:
        """Add up a column of the results over the lines with a player's number; a name might be taken for a pattern."""
        return ByRule(lambda own: own.sum_of(results, column, player=own.cell("number")))

    table = Table(
        PLAYERS,
        (
            figure_column("number", "No.", 52, lambda one: one.number),
            text_column("name", "Player", 260, lambda one: one.name),
            figure_column("events", "Events", 70, summed("new_event")),
            figure_column("rounds", "Rounds", 70, summed("new_round")),
            figure_column("won", "Events won", 70, summed("won")),
            figure_column("first", "First", 92, lambda one: serial_day(one.first) or 0, _first, "cell day"),
            figure_column("last", "Last", 92, lambda one: serial_day(one.last) or 0, _last, "cell day"),
        ),
        figures.players if has_lines else (),
        key=lambda one: one.number,
        empty="Nobody has results yet.",
    )
    return TableSheet("Players", "Players", tables=(table,))


def _first(here: Here[ClubPlayer]) -> str:
    """Write the formula of a player's first day: the one with the most days until :data:`_NONE`; 0 without a day."""
    days = here.range("day", RESULTS)
    return f"MOD({_NONE}-{_highest(here, f'({days}>0)*({_NONE}-{days})')},{_NONE})"


def _last(here: Here[ClubPlayer]) -> str:
    return _highest(here, here.range("day", RESULTS))


def _highest(here: Here[ClubPlayer], figures: str) -> str:
    """Write the formula of the highest of some figures over the lines of a player; 0 if the player has no lines."""
    return f"SUMPRODUCT(MAX(({here.range('player', RESULTS)}={here.cell('number')})*{figures}))"


def _results_table(lines: Sequence[ArchivedScore]) -> Table[_Numbered]:
    numbered = [_Numbered(at, line) for at, line in enumerate(lines)]
    return Table(
        RESULTS,
        (
            figure_column("event", "Event no.", 56, lambda one: one.line.event),
            text_column("event_name", "Event", 240, lambda one: one.line.event_name),
            figure_column("day", "Day", 92, lambda one: serial_day(one.line.day), style="cell day"),
            figure_column("round", "Round", 56, lambda one: one.line.round),
            figure_column("player", "Player no.", 60, lambda one: one.line.player),
            text_column("name", "Player", 220, lambda one: one.line.name),
            text_column("team", "Team", 170, lambda one: one.line.team),
            figure_column("table", "Table", 56, lambda one: one.line.table),
            figure_column("score", "Score", 70, lambda one: one.line.score, style=_score_style),
            step_column("new_event", "new event", lambda one: one.line.new_event, _is_new("event")),
            step_column("new_round", "new round", lambda one: one.line.new_round, _is_new("event", "round")),
            step_column("won", "event won", lambda one: one.line.won),
        ),
        numbered,
        key=lambda one: one.at,
        starts_group=lambda one: one.at > 0 and numbered[one.at - 1].line.event != one.line.event,
        empty="There are no results yet.",
        size="fine",
    )


class _Numbered(Struct, frozen=True):
    """A line of results and its index among all lines."""

    at: int
    line: ArchivedScore


def _score_style(one: _Numbered) -> str:
    score = one.line.score
    return "cell two" if isinstance(score, float) and not score.is_integer() else "cell middle"


def _is_new(*columns: str) -> Callable[[Here[_Numbered]], str]:
    """Return a column's formula: 1 if the line above has another player or another value in these columns, else 0."""

    def formula(here: Here[_Numbered]) -> str:
        same = ",".join(f"{here.cell(column)}={here.above(column)}" for column in ("player", *columns))
        return f'IF({here.cell("player")}="",0,IF(AND({same}),0,1))'

    return formula


def _grid_sheet(asked: Questions) -> TableSheet:
    names, stands = records_among(asked, MOST_IN_GRID)

    def against(other: str) -> Callable[[str], str]:
        return lambda one: "·" if one == other else _stand(stands.get((one, other)))

    table: Table[str] = Table(
        "grid",
        (
            text_column("name", "Player", 180, lambda one: one),
            *(turned_column(f"against {at}", other, 58, against(other)) for at, other in enumerate(names)),
        ),
        names,
        key=lambda one: one,
        empty="Nobody has met anybody yet.",
    )
    lines = (TextLine("Games won–drawn–lost by the player of the line, over all events, of those who played most."),)
    return TableSheet("Head to head", "Head to head", lines=lines, tables=(table,), landscape=True)


def _stand(stand: tuple[int, int, int] | None) -> str:
    return "–".join(map(str, stand)) if stand else ""


class _Best(Struct, frozen=True):
    """A power, a color or a side in the games of a system."""

    system: str
    played: str
    games: int
    first: int
    mean_points: float | None
    mean_centres: float | None


def _best_sheet(asked: Questions, titles: dict[str, str]) -> TableSheet:
    rows = [_Best(titles[system], *figures) for system, *figures in boards(asked).rows]
    firsts = {id(one) for at, one in enumerate(rows) if at and rows[at - 1].system != one.system}
    table = Table(
        "best",
        (
            text_column("system", "System", 260, lambda one: one.system),
            text_column("played", "Played", 160, lambda one: one.played),
            figure_column("games", "Games", 70, lambda one: one.games),
            figure_column("first", "First", 70, lambda one: one.first),
            figure_column(
                "share",
                "First of games",
                80,
                ByRule(lambda own: own.cell("first") / own.cell("games")),
                style="cell percent",
            ),
            figure_column("points", "Mean points", 92, lambda one: one.mean_points, style="cell two"),
            figure_column("centres", "Mean centres", 92, lambda one: one.mean_centres, style="cell two"),
        ),
        rows,
        starts_group=lambda one: id(one) in firsts,
        empty="No games say what was played.",
    )
    lines = (TextLine("Powers, colors and sides over all events, without provisional rounds."),)
    return TableSheet("Best played", "What is played best", lines=lines, tables=(table,))


def _events_sheet(events: Sequence[ClubEvent], results: Table[_Numbered]) -> TableSheet:
    played: ByRule[ClubEvent] = ByRule(
        lambda own: own.sum_of(results, "new_event", event=own.cell("number")) if own.line.counted else own.line.played
    )
    table = Table(
        EVENTS,
        (
            figure_column("number", "No.", 52, lambda one: one.number),
            text_column("name", "Event", 250, lambda one: one.name),
            text_column("system", "System", 200, lambda one: one.system),
            figure_column("date", "Date", 92, lambda one: serial_day(one.date), style="cell day"),
            text_column("place", "Place", 170, lambda one: one.place),
            figure_column("scored", "Scored", 60, lambda one: one.scored),
            figure_column("rounds", "Rounds", 60, lambda one: one.rounds),
            figure_column("played", "Players", 64, played),
            text_column("winner", "Winner", 220, lambda one: one.winner),
            text_column("note", "Note", 96, lambda one: "provisional" if one.provisional else ""),
        ),
        events,
        key=lambda one: one.number,
        empty="There are no events yet.",
    )
    return TableSheet("Events", "Events", tables=(table,))
