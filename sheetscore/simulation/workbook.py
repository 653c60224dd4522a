"""The workbook of a comparison: figures of each format as formulas over the events, shares of wins, and a chart."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.simulation.comparing import MEASURES, Estimate, Measure, PlayedFormat
from sheetscore.simulation.luck import MadeUpPlayers
from sheetscore.simulation.playing import EventOutcome
from sheetscore.tables.sheet import Chart, Series, TableSheet, TextLine
from sheetscore.tables.table import AnyColumn, Here, Places, Table, figure_column, text_column
from sheetscore.wording import pluralize
from sheetscore.workbooks.paper import PaperName

WINS, EVENTS = "wins", "events"

MOST_DRAWN = 6
"""The chart shows at most this many of the strongest players: weaker ones hardly ever win."""


SHARE = "cell tenths"
"""The style of shares of events."""

_CHART = 660
"""The width of the chart in pixels."""


class _Format(Struct, frozen=True):
    """A format, and its index from 0; later formats are compared with the one at 0."""

    at: int
    played: PlayedFormat


class _Event(Struct, frozen=True):
    """An event by its number, from 1, with its outcome in a format and in the first format."""

    number: int
    outcome: EventOutcome
    first: EventOutcome


def comparison_book(
    compared: Sequence[PlayedFormat], players: MadeUpPlayers, paper: PaperName, made_at: dt.datetime
) -> TableBook:
    """Plan the workbook.

    Parameters
    ----------
    compared
        The formats; each is compared with the first of them.
    made_at
        Shown on the sheet About in local time.
    """
    formats = [_Format(at, played) for at, played in enumerate(compared)]
    tables = [_figures("formats", formats, "", PlayedFormat.estimate, _key)]
    if formats[1:]:
        more = "More than in the first format, event by event"
        tables.append(
            _figures("differences", formats[1:], more, lambda one, what: one.difference(what, compared[0]), _more_key)
        )
    shown = TableSheet(
        "Formats",
        "Formats compared",
        lines=(TextLine(assumptions(compared, players), "event line"), TextLine(_READ)),
        tables=tuple(tables),
        landscape=True,
    )
    wins = TableSheet(
        "Wins",
        "Who wins how often",
        tables=(_wins(formats, players.players),),
        charts=(_chart(formats, min(players.players, MOST_DRAWN)),),
        charts_first=True,
    )
    return TableBook("Formats compared", paper, (shown, wins, _events_sheet(formats), about_sheet((), made_at)))


_READ = (
    "± is the standard error: the true figure is within twice that, nineteen times in twenty; blank where "
    "all events have one figure, which tells nothing of those that were not played. Kendall's tau is 1 where "
    "final ranks agree with strengths, 0 where they have nothing to do with them. A win that several share counts in "
    "parts."
)


def assumptions(compared: Sequence[PlayedFormat], players: MadeUpPlayers) -> str:
    """Describe the simulated events and players in a sentence."""
    who = pluralize(players.players, players.called)
    return (
        f"{pluralize(len(compared[0].outcomes), 'event')} of each format, {who}. Their strengths "
        f"spread by {players.spread:g} rating points, their ratings are wrong by {players.unknown:g}; luck "
        f"{players.luck:g}, seed {players.seed}."
    )


def _key(measure: Measure) -> str:
    return measure.key


def _more_key(measure: Measure) -> str:
    return f"{measure.key} more"


def _figures(
    name: str,
    formats: Sequence[_Format],
    title: str,
    estimated: Callable[[PlayedFormat, Measure], Estimate],
    column: Callable[[Measure], str],
) -> Table[_Format]:
    """Plan a table with a mean and its error for each measure, computed from a column of the tables of events.

    Parameters
    ----------
    estimated
        Returns what the formulas compute.
    column
        Returns the key of a measure's column in the tables of events.
    """

    def values(measure: Measure, function: str, nothing: str) -> Callable[[Here[_Format]], str]:
        """Return what writes a formula: ``function``, or blank where ``nothing`` holds; {0} is a measure's column."""

        def formula(here: Here[_Format]) -> str:
            range_ = here.range(column(measure), _events_of(here.line.at))
            return f'IF({nothing.format(range_)},"",{function.format(range_)})'

        return formula

    def columns(measure: Measure) -> Iterator[AnyColumn]:
        def estimate(one: _Format) -> Estimate:
            return estimated(one.played, measure)

        style = SHARE if measure.is_share else "cell three"
        mean = values(measure, "AVERAGE({0})", "COUNT({0})=0")
        error = values(measure, "STDEV({0})/SQRT(COUNT({0}))", "MAX({0})=MIN({0})")
        yield figure_column(measure.key, measure.title, 110, lambda one: estimate(one).mean, mean, style)
        yield figure_column(f"{measure.key} error", "±", 70, lambda one: estimate(one).error, error, style)

    return Table(
        name,
        (
            text_column("format", "Format", 380, lambda one: one.played.format.name),
            *(one for measure in MEASURES for one in columns(measure)),
        ),
        formats,
        title=title,
        key=lambda one: one.at,
    )


def _wins(formats: Sequence[_Format], players: int) -> Table[int]:
    """Plan the table of each player's share of wins, the strongest first; it is as wide as the chart above it."""
    width = _CHART // (len(formats) + 1)

    def column(one: _Format) -> AnyColumn:
        def formula(here: Here[int]) -> str:
            winners, shared = (here.range(what, _events_of(one.at)) for what in ("winners", "shared"))
            place = f'","&{here.cell("place")}&","'
            # the winners of each event are a text, with each place between commas
            times = f'(LEN({winners})-LEN(SUBSTITUTE({winners},{place},"")))/LEN({place})'
            return f"SUMPRODUCT({times}/{shared})/ROWS({winners})"

        return figure_column(
            f"wins {one.at}",
            one.played.format.name,
            width,
            lambda place: one.played.wins(place - 1).mean,
            formula,
            SHARE,
        )

    return Table(
        WINS,
        (figure_column("place", "Strength", width, lambda place: place), *map(column, formats)),
        range(1, players + 1),
        key=lambda place: place,
        size="fine",
    )


def _chart(formats: Sequence[_Format], places: int) -> Chart:
    def series(there: Places) -> list[Series]:
        wins = there[WINS]
        return [
            Series(wins.headings(key, key), wins.part("place", 1, places), wins.part(key, 1, places))
            for key in (f"wins {one.at}" for one in formats)
        ]

    across = "by strength, the strongest first"
    return Chart("lines", "Share of the events won", across, "", series, height=320, in_percent=True)


def _events_of(at: int) -> str:
    """Return the name in formulas of the table of a format's events, by the format's index from 0."""
    return f"{EVENTS} {at}"


def _events_sheet(formats: Sequence[_Format]) -> TableSheet:
    """Plan the sheet of the outcomes, from which all figures are computed: for each format a line for each event."""
    note = "Winners by their strength, 1 for the strongest. All figures on other sheets are computed from these."
    tables = tuple(_events(one, formats[0]) for one in formats)
    return TableSheet("Events", "Events", lines=(TextLine(note),), tables=tables, for_director=True)


def _events(one: _Format, first: _Format) -> Table[_Event]:
    both = zip(one.played.outcomes, first.played.outcomes, strict=True)
    return Table(
        _events_of(one.at),
        (figure_column("number", "Event", 60, lambda event: event.number), *_event_columns(one)),
        [_Event(number, *outcomes) for number, outcomes in enumerate(both, start=1)],
        key=lambda event: event.number,
        title=one.played.format.name,
        size="fine",
    )


def _event_columns(one: _Format) -> Iterator[AnyColumn]:
    def winners(event: _Event) -> str:
        return "".join(f",{place + 1}," for place in event.outcome.winners)

    yield text_column("winners", "Winners", 110, winners)
    yield figure_column("shared", "Shared by", 70, lambda event: len(event.outcome.winners))
    for measure in MEASURES:
        yield figure_column(measure.key, measure.title, 84, _measured(measure), style=_styled(measure))
        if one.at:
            yield _differing(measure)


def _measured(measure: Measure) -> Callable[[_Event], float | None]:
    return lambda event: measure.of(event.outcome)


def _differing(measure: Measure) -> AnyColumn:
    def more(event: _Event) -> float | None:
        one, first = map(measure.of, (event.outcome, event.first))
        return None if one is None or first is None else one - first

    def formula(here: Here[_Event]) -> str:
        one, first = here.cell(measure.key), here.other(_events_of(0), here.line.number, measure.key)
        return f'IF(COUNT({one},{first})<2,"",{one}-{first})'

    return figure_column(_more_key(measure), "more than in the first", 84, more, formula, _styled(measure))


def _styled(measure: Measure) -> str:
    return "cell middle" if measure.is_share else "cell three"
