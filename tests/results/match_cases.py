"""Matches, series and standings of matched games, whose workbooks are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from match_event import draw_of, match_event, played, scenario, typed
from round_contexts import drawn_round, filled_round
from scored_rounds import MADE_AT, SOURCE, ScoreSheets

from sheetscore.forms.template import Library
from sheetscore.results.record import RoundRecord, SourceFile
from sheetscore.results.round_results import results_book
from sheetscore.results.standings_workbook import standings_book
from sheetscore.results.table_book import TableBook
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.match import MATCH
from sheetscore.systems.match.model import Handicap, MatchEvent
from sheetscore.systems.outcomes import ResultRow

ONE = draw_of("P01 P02")
LIBRARY = Library("match", ("match",))
GIVEN = (Handicap(player="P02", against="P01", game_system="Hills", points="14/3"),)
SMALL = (Handicap(player="P02", against="P01", game_system="Hills", points="1/3"),)
OWN = scenario(levels=("Minor = marginal", "Major = substantive"))
ENDED = ("1/1.winner=1", "1/1.level=decisive", "1/2.winner=draw", "series.ended=1", "series.reason=The last bus")

WOOD = scenario("wood", levels=("Small = marginal",))


def series_in(*scenarios: str) -> tuple[str, ...]:
    """Give the boxes of a series in these scenarios that player 1 wins by a marginal victory in every game."""
    played_ = [f"{match}/played={one}" for match, one in enumerate(scenarios, start=1)]
    games = [f"{match}/{game}" for match in "123" for game in "12"]
    return (*played_, *(f"{game}.{what}" for game in games for what in ("winner=1", "level=marginal")))


RESULTS: dict[str, tuple[MatchEvent, tuple[str, ...]]] = {
    "own levels": (match_event(2, scenarios=(OWN,)), ("1.winner=1", "1.level=Minor", "2.winner=1", "2.level=decisive")),
    "ahead": (match_event(2, scenarios=(OWN,)), ("1.winner=2", "1.level=Minor", "2.winner=draw")),
    "nearest": (match_event(2, level_scale="nearest"), ("1.winner=1", "1.level=marginal", "2.winner=draw")),
    "handicap": (
        match_event(2, given=GIVEN, handicap_level="margin"),
        ("1.winner=1", "1.level=marginal", "2.winner=draw", "coin=2"),
    ),
    "its own": (
        match_event(2, given=GIVEN, handicap_level="own"),
        ("1.winner=2", "1.level=marginal", "2.winner=draw"),
    ),
    "with a handicap, both games": (
        match_event(2, scenarios=(scenario(grading="win"),), given=GIVEN),
        ("1.winner=1", "2.winner=1"),
    ),
    "with a handicap, split": (
        match_event(2, scenarios=(scenario(grading="win"),), given=GIVEN),
        ("1.winner=1", "2.winner=2"),
    ),
    "with a small handicap, split": (
        match_event(2, scenarios=(scenario(grading="points"),), given=SMALL),
        ("1.winner=1", "1.points_1=40", "1.points_2=10", "2.winner=2", "2.points_1=2", "2.points_2=3"),
    ),
    "with a handicap, a win and a draw": (
        match_event(2, scenarios=(scenario(grading="win"),), given=GIVEN),
        ("1.winner=2", "2.winner=draw"),
    ),
    "both games": (match_event(2, scenarios=(scenario(grading="win"),)), ("1.winner=2", "2.winner=2")),
    "only game": (match_event(2, scenarios=(scenario(grading="win"),)), ("1.winner=1", "2.winner=draw")),
    "no win": (
        match_event(2, scenarios=(scenario(grading="win"),), win_and_draw="draw"),
        ("1.winner=1", "2.winner=draw"),
    ),
    "points": (
        match_event(2, scenarios=(scenario(grading="points"),)),
        ("1.winner=1", "1.points_1=9", "1.points_2=4", "2.winner=2", "2.points_1=3", "2.points_2=10"),
    ),
    "turn": (
        match_event(2, scenarios=(scenario(grading="territory", turns=9),)),
        ("1.winner=1", "1.turn_1=5", "2.winner=2", "2.turn_2=4"),
    ),
    "losses": (
        match_event(2, scenarios=(scenario(grading="territory", turns=9),)),
        ("1.winner=1", "1.turn_1=5", "1.losses_1=7", "2.winner=2", "2.turn_2=5", "2.losses_2=8"),
    ),
    "ended": (match_event(2, series=3), ENDED),
    "so far": (match_event(2, series=3, given=GIVEN), (*ENDED[:3], "2/1.winner=2", "2/1.level=marginal")),
    "own series": (match_event(2, series=3, scenarios=(OWN, WOOD)), series_in("hill", "hill", "hill")),
    "mixed series": (match_event(2, series=3, scenarios=(OWN, WOOD)), series_in("hill", "wood", "hill")),
}


def scored(event: MatchEvent, *texts: str) -> RoundContext[MatchEvent]:
    """Score a round with these values at its only table."""
    context: RoundContext[MatchEvent] = drawn_round(event, ONE, templates=LIBRARY)
    sheets = MATCH.forms(context)
    entries = typed(event, ONE, *texts)
    score = MATCH.score(filled_round(event, sheets, entries, ONE))
    return RoundContext(event, 1, draw=ONE, forms=sheets, entries=entries, score=score)


def results(event: MatchEvent, *texts: str) -> TableBook:
    """Plan the results of a round with these values at its only table."""
    return results_book(MATCH, scored(event, *texts), (), SOURCE, MADE_AT)


def standings(event: MatchEvent, rounds: Mapping[int, list[ResultRow]]) -> TableBook:
    """Plan the standings after rounds."""
    records = {
        number: RoundRecord(
            "key", "Test event", "match", number, "hill", (), tuple(rows), {}, (), SOURCE,
            file=SourceFile(f"round{number}-results.xlsx", f"{number:064}"),
        )
        for number, rows in rounds.items()
    }  # fmt: skip
    return standings_book(event, MATCH, MATCH.standings(EventProgress(event, rounds)), records, MADE_AT)


LADDER = match_event(8, pairing="ladder", reach=8)
CLIMBS = {
    1: played(LADDER, "P04 P01 6 6", "P03 P02 6 6", "P08 P05 6 6", "P06 P07 6 6"),
    2: played(LADDER, "P02 P04 6 6", "P07 P01 0 0", "P05 P06 6 6"),
}
SERIES = match_event(3, series=3, given=GIVEN, pairing="ladder")
BY_NET = match_event(3, ranking=("net", "won"))
CIRCLE = {1: played(BY_NET, "P01 P02 1 1"), 2: played(BY_NET, "P02 P03 6 6"), 3: played(BY_NET, "P03 P01 3 3")}
THREE = {
    1: played(SERIES, "P01 P02 6 6 6 6 6 6", handicap=Fraction(-14, 3)),
    2: played(SERIES, "P02 P01 6 6 6 6 6 6", handicap=Fraction(230, 9)),
    3: played(SERIES, "P03 P01 1 0 0 0 0 0"),
}
STANDINGS: dict[str, tuple[MatchEvent, Mapping[int, list[ResultRow]]]] = {
    "climbs": (LADDER, CLIMBS),
    "series": (SERIES, THREE),
    "by net": (BY_NET, CIRCLE),
    "series so far": (RESULTS["so far"][0], {1: list(scored(RESULTS["so far"][0], *RESULTS["so far"][1]).score.rows)}),
}
BOOKS: Mapping[str, Callable[[], TableBook]] = {
    **{name: partial(results, event, *texts) for name, (event, texts) in RESULTS.items()},
    **{name: partial(standings, *made) for name, made in STANDINGS.items()},
}
SHEETS = {
    name: partial(lambda event, texts: ScoreSheets(scored(event, *texts)), *RESULTS[name])
    for name in ("handicap", "points", "losses", "ended", "so far", "own series")
}
