"""Rounds of Diplomacy whose results and score sheets are written: boards by chance, half filled in, ruled, blank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from filled_boards import Typed, a_draw, an_event, forms_of, many_games
from round_contexts import filled_round, scored_round
from scored_rounds import MADE_AT, SOURCE, ScoreSheets

from sheetscore.forms.form import Entries
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import Draw
from sheetscore.results.round_results import results_book
from sheetscore.results.table_book import TableBook
from sheetscore.scoring.boards.board import FINAL, POWERS
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.boards import count_box, game_box, power_box
from sheetscore.systems.diplomacy.forms import drawn_players
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.outcomes import RoundScore

BY_CHANCE = 35


def results_of(event: DiplomacyEvent, drawn: Draw, forms: RoundForms, entries: Entries) -> tuple[TableBook, RoundScore]:
    score = DIPLOMACY.score(filled_round(event, forms, entries, drawn))
    return results_book(DIPLOMACY, scored_round(event, forms, score, entries), [], SOURCE, MADE_AT), score


def known_end(table: int, outcome: str, year: int, gone: Mapping[str, int], **centres: int) -> Typed:
    """Type a board of which the end is known, and some years of elimination."""
    return {
        game_box(table, "outcome"): outcome,
        game_box(table, "final_year"): year,
        **{count_box(table, FINAL, power): count for power, count in centres.items()},
        **{power_box(table, power, "eliminated"): lost for power, lost in gone.items()},
    }


FIVE_GONE = {"Austria": 1903, "France": 1905, "Germany": 1906, "Italy": 1905, "Turkey": 1901}

BY_HAND: Typed = {
    **known_end(36, "draw-all", 1906, FIVE_GONE, England=17, Russia=14),  # the eliminated have a place, 1905 and 1906
    **known_end(37, "time", 1905, {"Austria": 1903, "Italy": 1904}, England=17, Russia=17),  # some years are missing
    **known_end(38, "solo", 1907, {"Austria": 1905, "France": 1906, "Italy": 1907}, England=20, Russia=1, Turkey=12),
}
"""Boards for rules that few games come to."""

BOARDS = BY_CHANCE + 3

CONCEDED: Typed = {
    count_box(1, 1907, "Austria"): 10,
    count_box(1, 1907, "Turkey"): 12,
    game_box(1, "outcome"): "concession",
    game_box(1, "members"): "Austria",
}

LIVE_BOARDS = 6

HALF: Typed = {
    **{count_box(1, 1901, power): 4 for power in POWERS[:3]},  # a game that goes on
    **{count_box(2, 1905, power): 17 for power in POWERS[:2]},  # a solo without 18
    game_box(2, "outcome"): "solo",
    **{count_box(3, FINAL, power): 12 for power in POWERS[:2]},  # years are missing
    game_box(3, "outcome"): "time",
    **{count_box(4, FINAL, power): 20 for power in POWERS[:2]},  # too many centres
    game_box(4, "outcome"): "draw",
    game_box(5, "outcome"): "draw",  # no centres yet
    game_box(5, "members"): "England",
    **{count_box(6, 1903, power): 10 for power in POWERS[:3]},
    game_box(6, "final_year"): 1907,
    game_box(6, "outcome"): "concession",
    game_box(6, "members"): "Austria Turkey",
    power_box(6, "Italy", "eliminated"): 1908,
}

SHARED = known_end(
    1, "draw-all", 1908, dict.fromkeys(("Austria", "France", "Germany"), 1904), England=13, Russia=8, Turkey=8, Italy=5
)

RULED: Typed = {power_box(2, "Italy", "ruling"): Fraction(25, 2), power_box(2, "Italy", "reason"): "late"}

Round = RoundContext[DiplomacyEvent]


def boards(number: int, typed: Typed, *left_over: str, **settings: object) -> Round:
    """Give a round of so many boards with these values."""
    event, drawn = an_event(number, len(left_over), **settings), a_draw(number, left_over)
    return filled_round(event, forms_of(event, drawn), drawn_players(drawn) | typed, drawn)


RESULTS: Mapping[str, Callable[[], Round]] = {
    "results": lambda: boards(BOARDS, many_games(BY_CHANCE) | BY_HAND | RULED, f"P{7 * BOARDS + 1:03}"),
    "small": lambda: boards(1, CONCEDED),
    "ruled": lambda: boards(3, many_games(3) | RULED),
    "none": lambda: boards(1, {}),
    "shared": lambda: boards(1, SHARED),
}
LIVE: Mapping[str, Callable[[], Round]] = {
    "blank": lambda: boards(LIVE_BOARDS, {}, scoring="bangkok"),
    **{
        f"{filled} {scoring}": partial(boards, LIVE_BOARDS, typed, scoring=scoring)
        for scoring in ("bangkok", "dixie", "maxonian", "detour98f", "sydney-league", "draw-size")
        for filled, typed in {"full": many_games(LIVE_BOARDS, len(scoring)) | RULED, "half": HALF}.items()
    },
}


def planned_round(round_: Round) -> TableBook:
    return results_of(round_.event, round_.draw, round_.forms, round_.entries)[0]


CLUB = """
id = "club"
title = "Club"
description = "A point a year."
years = "played"
[draw]
alive = "sum(board.years)"
eliminated = "years"
[solo]
winner = 50
alive = 0
eliminated = 0
"""


def systems_of_ones_own() -> TableBook:
    """In a draw this one needs all years, in a solo none; a file with a mistake in it is named."""
    with TemporaryDirectory() as home:
        folder = Path(home) / "templates" / "scoring"
        folder.mkdir(parents=True)
        (folder / "club.toml").write_text(CLUB, encoding="utf-8")
        (folder / "broken.toml").write_text("id = 1", encoding="utf-8")
        event, drawn = an_event(3).loaded_from(Path(home)), a_draw(3)
        end = {count_box(table, FINAL, power): 17 for table in (1, 2) for power in ("Austria", "Italy")}
        typed: Typed = {**end, game_box(1, "outcome"): "draw", game_box(2, "outcome"): "draw"}
        typed |= {power_box(2, power, "eliminated"): 1904 for power in POWERS} | {game_box(2, "final_year"): 1910}
        typed |= {count_box(3, FINAL, "Italy"): 18, count_box(3, FINAL, "Russia"): 16, game_box(3, "outcome"): "solo"}
        return results_of(event, drawn, forms_of(event, drawn), {**drawn_players(drawn), **typed})[0]


PLANS: Mapping[str, Callable[[], TableBook | ScoreSheets]] = {
    "systems of one's own": systems_of_ones_own,
    **{name: lambda make=make: planned_round(make()) for name, make in RESULTS.items()},  # type: ignore[misc]
    **{name: lambda make=make: ScoreSheets(make()) for name, make in LIVE.items()},  # type: ignore[misc]
}
