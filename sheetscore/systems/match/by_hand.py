"""The sheets for a pencil: the ladder, the handicaps in force, and matches worked out as an example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from msgspec import Struct

from sheetscore.event.folder import WHOLE_EVENT
from sheetscore.pairing.draw import display_name
from sheetscore.systems.match.deciding import GAMES, HandicapLevel
from sheetscore.systems.match.games import GameKind, MatchGame, level_of
from sheetscore.systems.match.matches import (
    MATCHES,
    NEW_PARTS,
    OLD_PARTS,
    HandicapStep,
    MatchOutcome,
    SeriesOutcome,
    score_match,
    score_series,
)
from sheetscore.systems.match.model import MatchEvent
from sheetscore.systems.outcomes import HandSheet
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column
from sheetscore.wording import mixed


def counts_handicaps(event: MatchEvent) -> bool:
    """Return whether handicaps may count in the matches of an event."""
    return event.settings.handicaps and (event.plays_series or bool(event.handicaps))


def pencil_sheets(event: MatchEvent) -> Iterator[HandSheet]:
    """Make the sheets of the ladder, the handicaps in force and the example, as far as the event needs them."""
    if event.players and event.settings.pairing == "ladder":
        yield HandSheet(_ladder_sheet(event), 1)
    if event.plays_series and event.players:
        yield HandSheet(_handicaps_sheet(event), 1)
    if event.plays_series or any(scenario.kind.graded for scenario in event.scenarios):
        yield HandSheet(example_sheet(event))


def _ladder_sheet(event: MatchEvent) -> TableSheet:
    names = [display_name(player.id, event.names) for player in event.players]
    rounds = range(1, event.header.rounds + 1)
    columns: tuple[Column[str], ...] = (
        figure_column("place", "Place", 54, lambda name: names.index(name) + 1, style="cell strong"),
        text_column("first", "Before round 1", 210, str),
        *(text_column(f"after {at}", f"After round {at}", 150, lambda _: None, style="cell entered") for at in rounds),
    )
    table = Table("ladder by hand", columns, names, key=str, size="pencil")
    line = TextLine("Who met somebody above and won takes that place; the loser and all in between move one down.")
    return TableSheet("Ladder by hand", "The ladder", (line,), (table,), landscape=event.header.rounds > _MOST_UPRIGHT)


_MOST_UPRIGHT = 3
"""The most rounds of a ladder on upright paper."""


class _HandicapLine(Struct, frozen=True):
    """A line of the list of handicaps; blank if a series is still to make its handicap."""

    number: int
    cells: tuple[str, str, str, str, str] = ("", "", "", "", "")
    """After which round, for whom, against whom, in which game system, how much."""


def _cell(at: int, line: _HandicapLine) -> str:
    return line.cells[at]


def _handicaps_sheet(event: MatchEvent) -> TableSheet:
    known = [
        (
            "before",
            display_name(event.roster_id(one.player), event.names),
            display_name(event.roster_id(one.against), event.names),
            one.game_system,
            mixed(one.exact),
        )
        for one in event.handicaps
    ]
    series = sum(event.tables_needed(stage) for stage in event.stages if stage != WHOLE_EVENT)
    lines = [_HandicapLine(at, cells) for at, cells in enumerate(known)]
    lines += [_HandicapLine(at) for at in range(len(lines), len(lines) + min(series, _MOST_SERIES))]
    headings = (("After round", 80), ("For whom", 180), ("Against", 180), ("Game system", 120), ("Handicap", 90))
    columns: tuple[Column[_HandicapLine], ...] = tuple(
        text_column(str(at), heading, width, partial(_cell, at), style="cell entered")
        for at, (heading, width) in enumerate(headings)
    )
    table = Table("handicaps by hand", columns, lines, key=lambda line: str(line.number), size="pencil")
    line = TextLine(
        "A line for each complete series: “Handicap from now on” of its sheet. Of two players in a game system the "
        "last line holds; it is written on their sheets as the handicap of each match."
    )
    return TableSheet("Handicaps by hand", "Handicaps in force", (line,), (table,))


_MOST_SERIES = 40
"""The most lines for series that are still to be played; further ones go on a copy."""


EXAMPLE: Sequence[tuple[int, int]] = ((6, 3), (1, -3), (1, 0))
"""Bea's match points in the two games of each match of the example."""

BEFORE = Fraction(14, 3)
"""The handicap that Bea has against Ann before the example."""

ANN, BEA = "Ann", "Bea"


class _Line(Struct, frozen=True):
    """A match of the example, or the series, with Bea's figures."""

    what: str
    games: tuple[int, ...]
    handicap: Fraction
    """The handicap of all its games together."""
    outcome: MatchOutcome | SeriesOutcome

    @property
    def count(self) -> int:
        """The number of games."""
        return GAMES * (MATCHES if isinstance(self.outcome, SeriesOutcome) else 1)

    @property
    def ends(self) -> str:
        """Who wins, and at which level; or that it is drawn."""
        won = self.outcome.winner
        return f"{BEA if won == '1' else ANN}, {self.outcome.level}" if won else "drawn"


def example_sheet(event: MatchEvent) -> TableSheet:
    """Work out three matches at levels, and the series that they are, by the decisions of the event."""
    given = BEFORE if counts_handicaps(event) else Fraction(0)
    kind = GameKind("graded")
    matches = [score_match(kind, [_game(one) for one in games], given, event.decisions) for games in EXAMPLE]
    lines = [
        _Line(f"Match {at}", games, given, match)
        for at, (games, match) in enumerate(zip(EXAMPLE, matches, strict=True), start=1)
        if match
    ]
    said_above = [f"The figures are {BEA}'s; {ANN} has the same with the other sign."]
    if given:
        said_above.insert(0, f"{BEA} has a handicap of {mixed(BEFORE)} against {ANN}.")
    if event.plays_series:
        series = score_series(matches, event.decisions)
        in_all = MATCHES * given if event.settings.series_handicap else Fraction(0)
        lines.append(_Line("The series", (), in_all, series))
        said_above += _handicap_in_words(series.total)
    what = "A series" if event.plays_series else "Matches"
    return TableSheet(
        f"{what}, an example",
        f"{what}, for example",
        lines=tuple(TextLine(one, "words") for one in said_above),
        tables=(Table("match example", _columns(event), lines, key=lambda line: line.what, size="pencil"),),
    )


def _points(game: int, line: _Line) -> str | None:
    """Return the match points of a game (0 or 1); None for the series."""
    return mixed(line.games[game]) if line.games else None


def _share(level: HandicapLevel, at: int, line: _Line) -> str:
    """Return the first (0) or second (1) figure from which the points per game follow."""
    total, games = Fraction(line.outcome.total), line.count
    by_level = {
        "margin": (total / games, line.handicap / (2 * games)),
        "own": ((total + line.handicap) / games, -total / games),
    }
    return mixed(by_level[level][at])


def _game(points: int) -> MatchGame:
    """Return a game that gives Bea, on seat 1, these match points."""
    level = level_of(Fraction(points), "threshold")
    return MatchGame("1", "1" if points > 0 else "2" if points < 0 else "draw", level)


def _columns(event: MatchEvent) -> tuple[Column[_Line], ...]:
    level = event.settings.handicap_level
    shares = {
        "margin": ("divided by its games", f"+ a quarter of {mixed(BEFORE)}"),
        "own": (f"with {BEA}'s handicaps, divided by its games", f"{ANN}'s, divided by its games"),
    }[level]
    return (
        text_column("what", "", 100, lambda line: line.what),
        *(figure_column(f"game {at}", f"game {at + 1}", 64, partial(_points, at)) for at in range(GAMES)),
        figure_column("total", "= match points", 80, lambda line: mixed(line.outcome.total)),
        *(
            figure_column(f"share {at}", heading, 110, partial(_share, level, at))
            for at, heading in enumerate(shares if counts_handicaps(event) else ())
        ),
        figure_column("net", "points per game", 80, lambda line: mixed(line.outcome.net)),
        text_column("ends", "won by", 130, lambda line: line.ends),
    )


def _handicap_in_words(total: int) -> Iterator[str]:
    """Say how the example's handicap is revised, from Bea's match points in the series, which are above 0."""
    step = HandicapStep.by_series(total, BEFORE)
    raw, new = -step.raw, -step.new  # Bea's are below 0, and these are Ann's
    yield (
        f"By this series alone: {BEA}'s total is {total}, {ANN}'s {-total}. {ANN}, who has less, gets a third of "
        f"{2 * total}: {mixed(raw)}."
    )
    yield (
        f"Handicap from now on: {NEW_PARTS} times {mixed(raw)}, less the {mixed(BEFORE)} that {BEA} had before, is "
        f"{mixed(NEW_PARTS * raw - OLD_PARTS * BEFORE)}; divided by {NEW_PARTS + OLD_PARTS}, {ANN} has {mixed(new)}. "
        f"Had they had none before, {ANN} would have {mixed(raw)}."
    )
