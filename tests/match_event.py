"""Small events of matched games that tests build on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from match_games import match
from round_contexts import filled_round

from sheetscore.event.model import Header, Player
from sheetscore.forms.form import FieldKey, Page, PageForm, Value
from sheetscore.forms.round_forms import RoundForms, SeatGroup, TableForms
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.model import (
    Handicap,
    MatchEvent,
    MatchScenario,
    MatchScenarioChoice,
    MatchSettings,
    MatchSide,
)
from sheetscore.systems.match.score import drawn_players, game_box, match_box, match_results, series_box
from sheetscore.systems.outcomes import EarlierRound, ResultRow

SIDES = (MatchSide(id="north", title="North"), MatchSide(id="south", title="South"))


def scenario(id_: str = "hill", **changes: Any) -> MatchScenario:
    """Give a scenario of the game system Hills with two sides, which has levels unless told otherwise."""
    parts: dict[str, Any] = {"id": id_, "title": id_.capitalize(), "sides": SIDES, "game_system": "Hills"}
    return MatchScenario(**{**parts, **changes})


def match_event(players: int = 4, rounds: int = 3, given: tuple[Handicap, ...] = (), **changes: Any) -> MatchEvent:
    """Give an event of the players P01, P02 ... who play the scenario hill in every round; settings go by names."""
    settings = {key: changes.pop(key) for key in list(changes) if key in MatchSettings.model_fields}
    scenarios = changes.pop("scenarios", (scenario(),))
    parts: dict[str, Any] = {
        "header": Header(name="Test event", system="match", rounds=rounds, seed=7),
        "settings": MatchSettings(**settings),
        "players": tuple(Player(id=f"P{number:02}", name=f"Player {number}") for number in range(1, players + 1)),
        "scenarios": scenarios,
        "handicaps": given,
        "rounds": tuple(
            MatchScenarioChoice(number=number, scenario=tuple(one.id for one in scenarios))
            for number in range(1, rounds + 1)
        ),
    }
    return MatchEvent(**{**parts, **changes})


def played(event: MatchEvent, *results: str, handicap: Fraction | int = 0) -> list[ResultRow]:
    """Give the rows of matches such as ``"P01 P02 6 1"``: the points of the first in each game.

    More games are more matches of the two; each line has a table of its own.
    """
    rows: list[ResultRow] = []
    for table, result in enumerate(results, start=1):
        one, two, *points = result.split()
        games = [int(point) for point in points]
        for number, pair in enumerate(zip(games[::2], games[1::2], strict=True), start=1):
            outcome = match(*pair, handicap, event.decisions)
            both = match_results(event.names, (one, two), table, number, event.scenarios[0], outcome)
            rows += (result.row() for result in both)
    return rows


def earlier(rounds: Mapping[int, Iterable[ResultRow]]) -> list[EarlierRound]:
    """Give scored rounds as draws take them."""
    return [EarlierRound(number, "hill", tuple(rows)) for number, rows in rounds.items()]


def draw_of(*pairs: str, number: int = 1, byes: Sequence[str] = ()) -> Draw:
    """Give a draw by hand: ``"P01 P02"`` is the first table, ``"P03"`` a player alone."""
    tables = []
    for table, pair in enumerate(pairs, start=1):
        one, other, *_ = [*pair.split(), None, None]
        tables.append(TableDraw(table, "hill", {"1": one, "2": other}))
    return Draw(number, tuple(tables), tuple(byes), ())


def box(event: MatchEvent, text: str, table: int = 1) -> FieldKey:
    """Name a box of a table: ``"coin"``, ``"1.winner"`` of game 1, ``"2/1.winner"`` of match 2, ``"series.ended"``."""
    match_, _, what = text.rpartition("/")
    number = int(match_ or 1)
    if what.startswith("series."):
        return series_box(table, what.removeprefix("series."))
    if what[0].isdigit():
        return game_box(event, table, number, int(what[0]), what[2:])
    return match_box(event, table, number, what)


def typed(event: MatchEvent, draw: Draw, *texts: str, table: int = 1) -> dict[FieldKey, Value]:
    """Give what stands on sheets: ``"1.winner=draw"``, ``"2/coin=2"``; figures as numbers."""
    values: dict[FieldKey, Value] = drawn_players(draw)
    for text in texts:
        name, _, value = text.partition("=")
        number = value.lstrip("-").isdigit() and not name.endswith(("winner", "coin", "side_a"))
        values[box(event, name, table)] = int(value) if number else value
    return values


def context(
    event: MatchEvent, draw: Draw, *texts: str, before: Mapping[int, Iterable[ResultRow]] | None = None
) -> RoundContext[MatchEvent]:
    """Give a round with these values at table 1, with as much of its sheets as scoring looks at."""
    tables = tuple(TableForms(table.number, "", "", (Page(1, "", PageForm("", "", ())),)) for table in draw.tables)
    groups = tuple(SeatGroup(player, event.names[player], "", ()) for player in draw.byes)
    entries = typed(event, draw, *texts)
    return filled_round(event, RoundForms(draw.round, tables, groups), entries, draw, earlier(before or {}))
