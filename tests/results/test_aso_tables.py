"""Accelerated Swiss in the workbooks: results, ranking, winner, prizes and grid by formula, as in Python."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from at_hand import scored_round
from libreoffice import assert_recalculated_equals_cached, pdf_page_sizes, recalculate, to_pdf
from scored_rounds import MADE_AT, SOURCE, column_values, sheets_of
from typing_in import type_in

from sheetscore.forms.block import Block, Choices, Field, Row
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import FieldKey, Page, PageForm, Value
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.pairing.draw import OpenGame
from sheetscore.results.entries_sheet import entries_sheet
from sheetscore.results.rules_sheet import about_sheet
from sheetscore.results.table_book import TableBook
from sheetscore.systems.aso.model import (
    AsoEvent,
    AsoHeader,
    AsoPlayer,
    AsoScenario,
    AsoSettings,
    AsoSide,
    Balance,
    ScenarioChoice,
)
from sheetscore.systems.aso.standings import rank_event
from sheetscore.systems.aso.tables import results_sheets, standings_sheets
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.outcomes import Agreement, ResultRow, RoundScore, Standings
from sheetscore.tables.sheet import TableSheet, places_of
from sheetscore.workbooks.names import address

Rounds = Mapping[int, Sequence[ResultRow]]

SIDES = (AsoSide(id="german", title="German"), AsoSide(id="british", title="British"))
SCENARIOS = tuple(
    AsoScenario(
        id=id_,
        title=title,
        sides=SIDES,
        balances=(
            Balance(side="german", level=2, text=f"{title}: no mortar"),
            Balance(side="german", level=1, text=f"{title}: one squad fewer"),
        ),
    )
    for id_, title in {"bridge": "The bridge", "mill": "The mill", "wood": "A wood*"}.items()
)

NASTY = {"A": '=HYPERLINK("http://x","y")', "B": "+1+1", "C": 'O\'Hara "Ace" & <b>', "D": "-2"}


def aso_event(
    ratings: Mapping[str, int],
    rounds: int,
    settings: AsoSettings | None = None,
    names: Mapping[str, str] | None = None,
) -> AsoEvent:
    """Give an event of players with these ratings."""
    known = names or {}
    return AsoEvent(
        header=AsoHeader(name="Test event", system="aso", rounds=rounds),
        settings=settings or AsoSettings(),
        players=tuple(
            AsoPlayer(id=id_, name=known.get(id_, f"Player {id_}"), rating=rating) for id_, rating in ratings.items()
        ),
        scenarios=SCENARIOS,
        rounds=tuple(
            ScenarioChoice(number=number, scenario=tuple(one.id for one in SCENARIOS))
            for number in range(1, rounds + 1)
        ),
    )


COUNTED = ("vp", "cc_inflicted", "cc_lost", "snake_eyes", "boxcars")


def row_of(event: AsoEvent, player: str, opponent: str | None, result: str, **more: Any) -> ResultRow:
    """Give a row of results."""
    points = {"win": 3, "draw": 1, "loss": 0, "bye": event.settings.bye_points}
    return {
        "player": player,
        "name": event.names[player],
        "opponent": opponent,
        "opponent_name": None if opponent is None else event.names[opponent],
        "table": None,
        "scenario": None,
        "side": None,
        "result": result,
        "points": points[result],
        "decided_by": None if opponent is None else "play",
        **dict.fromkeys(COUNTED),
        **more,
    }


ENDS = {">": ("win", "loss"), "=": ("draw", "draw"), "<": ("loss", "win")}


def round_of(
    event: AsoEvent, *games: str, scenario: str = "bridge", sides: Sequence[str | None] = ("german", "british")
) -> list[ResultRow]:
    """Give the rows of a round: ``A>B`` for a win of A, ``A=B`` for a draw, ``A`` for a bye."""
    rows = []
    for table, game in enumerate(games, start=1):
        if len(game) == 1:
            rows.append(row_of(event, game, None, "bye"))
            continue
        one, how, other = tuple(game)
        for (player, opponent), result, side in zip(((one, other), (other, one)), ENDS[how], sides, strict=True):
            rows.append(row_of(event, player, opponent, result, table=table, scenario=scenario, side=side))
    return rows


def counted(rows: Sequence[ResultRow], counts: Mapping[str, Mapping[str, int]]) -> list[ResultRow]:
    """Give rows with what was counted for some players."""
    return [{**row, **counts.get(str(row["player"]), {})} for row in rows]


def book_of(sheets: Sequence[TableSheet]) -> TableBook:
    return TableBook("Test", "a4", (*sheets, about_sheet([SOURCE], MADE_AT)), "standings", [])


@dataclass(frozen=True)
class Season:
    """An event whose standings are written: what was played, and in which order the players are listed."""

    event: AsoEvent
    rounds: Rounds
    order: int | None = None
    changes: tuple[tuple[int, str, str], ...] = ()
    """Round, player and the result that is typed over the one that stands in the workbook."""
    drawn: tuple[OpenGame, ...] = ()
    """A round that is drawn and has no results."""

    @property
    def standings(self) -> Standings:
        return rank_event(EventSoFar(self.event, self.rounds, self.drawn))

    @property
    def book(self) -> TableBook:
        standings = self.standings
        rows = list(standings.rows)
        if self.order is not None:
            Random(self.order).shuffle(rows)
        shuffled = replace(standings, rows=tuple(rows))
        return book_of(standings_sheets(EventSoFar(self.event, self.rounds, ranked=shuffled)))

    @property
    def changed(self) -> Rounds:
        """The rounds with the results that were typed."""
        typed = {(number, player): result for number, player, result in self.changes}
        return {
            number: [{**row, "result": typed.get((number, str(row["player"])), row["result"])} for row in rows]
            for number, rows in self.rounds.items()
        }


# the events


def overtaken() -> Season:
    """A is the only one undefeated after round 2 and loses three times; B wins four games of five."""
    event = aso_event({"A": 1500, "B": 1400, "C": 1300, "D": 1200}, 5, names=NASTY)
    first = counted(
        round_of(event, "A>C", "B>D"),
        {
            "A": {"vp": 12, "cc_inflicted": 9, "cc_lost": 4, "snake_eyes": 2, "boxcars": 1},
            "B": {"cc_inflicted": 3, "snake_eyes": 1},
            "C": {"cc_inflicted": 4, "cc_lost": 9, "boxcars": 2},
        },
    )
    second = counted(
        round_of(event, "B<A", "C>D", scenario="mill"),
        {"B": {"cc_inflicted": 2, "boxcars": 1}, "D": {"snake_eyes": 2, "cc_lost": 1}},
    )
    later = ["D>A", "B>C"], ["B>A", "C=D"], ["A<C", "B>D"]
    return Season(
        event,
        {1: first, 2: second, **{number: round_of(event, *games) for number, games in enumerate(later, start=3)}},
        order=1,
    )


EVEN = {"A": 1500, "B": 1500, "C": 1500, "D": 1500}


def shared() -> Season:
    """A wins; B and C draw against each other and are equal in everything."""
    event = aso_event(EVEN, 1)
    return Season(event, {1: round_of(event, "A>D", "B=C")}, order=3)


def together() -> Season:
    """A and B are both undefeated after the last round; A met the stronger opponent."""
    event = aso_event({"A": 1500, "B": 1400, "C": 1300, "D": 1200}, 1)
    return Season(event, {1: round_of(event, "A>C", "B>D")}, order=2)


def midway() -> Season:
    """The same after the first of three rounds: no winner yet."""
    season = together()
    return Season(
        season.event.model_copy(update={"header": season.event.header.model_copy(update={"rounds": 3})}), season.rounds
    )


def nobody() -> Season:
    """All games are drawn, so that the opponents' ratings decide about the first place."""
    event = aso_event({"A": 1500, "B": 1400, "C": 1300, "D": 1200}, 1)
    return Season(event, {1: round_of(event, "A=D", "B=C")}, order=4)


def unfinished() -> Season:
    """A has won the first of two rounds; the game of B and D is not in yet."""
    event = aso_event(EVEN, 2)
    still_open = [
        {**row, "result": None, "points": None, "decided_by": None} for row in round_of(event, "B=D", scenario="mill")
    ]
    return Season(event, {1: [*round_of(event, "A>C"), *still_open]}, order=8)


def first_loss() -> Season:
    """B and C have 3 points; B lost in round 2 and C in round 1. Nobody entered the sides of round 2."""
    event = aso_event(EVEN, 3)
    second = round_of(event, "A>B", "C>D", sides=(None, None))
    return Season(event, {1: round_of(event, "A>C", "B>D"), 2: second}, order=5)


def first_draw() -> Season:
    """B and C lost in round 1 and have 4 points; B drew in round 3 and C in round 2."""
    event = aso_event({**EVEN, "E": 1500, "F": 1500}, 4)
    rounds = (["A>B", "D>C", "E>F"], ["B>F", "C=E", "A>D"], ["B=D", "C>F", "A>E"])
    return Season(event, {n: round_of(event, *games) for n, games in enumerate(rounds, start=1)}, order=6)


def absent(**settings: Any) -> Season:
    """E has a bye in round 1; D misses round 2; E comes back to lose in round 3 against A."""
    event = aso_event({**EVEN, "E": 1000}, 3, AsoSettings(**settings))
    rounds = (["A>C", "B>D", "E"], ["B<A", "C<E"], ["A>E", "B>D", "C"])
    return Season(event, {n: round_of(event, *games) for n, games in enumerate(rounds, start=1)}, order=7)


def simulated(seed: int) -> Season:
    """An event of random size, settings, results, absences; then some results are typed over."""
    random = Random(seed)
    planned = random.randint(1, 6)
    ratings = {
        f"P{n:02}": random.choice((1000, 1100, 1250, random.randint(0, 2000))) for n in range(random.randint(2, 15))
    }
    settings = AsoSettings(
        bye_points=random.choice((3, 1)),
        bye_keeps_undefeated=random.random() < 0.5,
        missed_points=random.choice((0, 0, 1)),
    )
    event = aso_event(ratings, planned, settings)
    rounds = {}
    for number in range(1, random.randint(1, planned) + 1):
        there = [player for player in ratings if random.random() < 0.9] or ["P00"]
        random.shuffle(there)
        rows = [row_of(event, there.pop(), None, "bye")] if len(there) % 2 else []
        for table, (one, other) in enumerate(zip(there[::2], there[1::2], strict=True), start=1):
            results = random.choices(list(ENDS.values()), (6, 2, 3))[0]
            rows += [
                row_of(event, one, other, results[0], table=table),
                row_of(event, other, one, results[1], table=table),
            ]
        rounds[number] = rows
    changes = []
    for number, rows in rounds.items():
        games = [row for row in rows if row["opponent"] is not None]
        if games and random.random() < 0.7:
            game = random.choice(games)
            one, other = random.choice(list(ENDS.values()))
            changes += [(number, str(game["player"]), one), (number, str(game["opponent"]), other)]
    return Season(event, rounds, seed, tuple(changes))


def left_open(seed: int) -> Season:
    """A simulated event in which some games are not in; of some the result is typed then. Perhaps one more is drawn."""
    random, season = Random(1000 + seed), simulated(seed)
    rounds, changes = {}, []
    for number, rows in season.rounds.items():
        games = sorted({int(row["table"] or 0) for row in rows if row["opponent"] is not None})
        waiting = {table for table in games if random.random() < 0.2}
        rounds[number] = [{**row, "result": None, "points": None} if row["table"] in waiting else row for row in rows]
        for table in waiting:
            one, other = (str(row["player"]) for row in rows if row["table"] == table)
            if random.random() < 0.7:
                typed = random.choice(list(ENDS.values()))
                changes += [(number, one, typed[0]), (number, other, typed[1])]
    following = max(rounds) + 1
    drawn = OpenGame(following, None, tuple(season.event.names)[:2])
    more = following <= season.event.header.rounds and random.random() < 0.3
    return Season(season.event, rounds, seed, tuple(changes), (drawn,) if more else ())


def far_ahead() -> Season:
    """A alone is undefeated after round 2 of 3; the game of C and D, both beaten, is not in. It is typed then."""
    event = aso_event(EVEN, 3)
    waiting = [{**row, "result": None, "points": None} for row in round_of(event, "C>D")]
    second = [*round_of(event, "A>B"), *waiting]
    return Season(event, {1: round_of(event, "A>C", "B>D"), 2: second}, 9, ((2, "C", "loss"), (2, "D", "win")))


def playing_off(*games: str, players: str = "ABCD", changes: tuple[tuple[int, str, str], ...] = ()) -> Season:
    """An event of one round, and the play-off after it: the last of the games. In that A takes five in close combat."""
    event = aso_event({id_: 1500 - 100 * place for place, id_ in enumerate(players)}, 1)
    event = event.model_copy(update={"rounds": (*event.rounds, ScenarioChoice(number=2, scenario=("mill",)))})
    last = counted(round_of(event, games[-1], scenario="mill"), {"A": {"cc_inflicted": 5}})
    return Season(event, {1: round_of(event, *games[:-1]), 2: last}, 3, changes)


PLAY_OFFS: Mapping[str, Callable[[], Season]] = {
    # then A has won it
    "play-off won": lambda: playing_off("A>C", "B>D", "B>A", changes=((2, "A", "win"), (2, "B", "loss"))),
    # then B had not won in round 1, but D
    "play-off drawn": lambda: playing_off("A>C", "B>D", "A=B", changes=((1, "B", "loss"), (1, "D", "win"))),
    "play-off of others": lambda: playing_off("A>C", "B>D", "B>A", changes=((1, "B", "loss"), (1, "D", "win"))),
    "play-off of one": lambda: playing_off("A>C", "B>D", "B>A", changes=((1, "B", "draw"), (1, "D", "draw"))),
    # three have won together, then two
    "play-off of three": lambda: playing_off(
        "A>D", "B>E", "C>F", "B>A", players="ABCDEF", changes=((1, "C", "draw"), (1, "F", "draw"))
    ),
}

NAMED: Mapping[str, Callable[[], Season]] = {
    "overtaken": overtaken,
    "shared": shared,
    "together": together,
    "midway": midway,
    "nobody": nobody,
    "unfinished": unfinished,
    "first loss": first_loss,
    "first draw": first_draw,
    "absent": absent,
    "bye ends": lambda: absent(bye_keeps_undefeated=False, bye_points=1, missed_points=1),
}
SIMULATED = {f"simulated {seed}": functools.partial(simulated, seed) for seed in range(16)}
LEFT_OPEN: Mapping[str, Callable[[], Season]] = {
    f"left open {seed}": functools.partial(left_open, seed) for seed in range(16)
} | {"far ahead": far_ahead}
SEASONS: Mapping[str, Callable[[], Season]] = {**NAMED, **SIMULATED, **LEFT_OPEN, **PLAY_OFFS}


@dataclass(frozen=True)
class Case:
    """Standings that were written, and what LibreOffice computed."""

    season: Season
    book: TableBook
    path: Path
    recalculated: Path
    changed: Path | None
    """The same with the results that were typed, if any were."""

    def lines(self, table: str, *columns: str, path: Path | None = None) -> list[tuple[Any, ...]]:
        there = path or self.recalculated
        return list(zip(*(column_values(there, self.book, table, column) for column in columns), strict=True))

    def by(self, key: str, column: str, table: str = "standings", path: Path | None = None) -> dict[Any, Any]:
        return dict(self.lines(table, key, column, path=path))

    def told(self, sheet: str) -> set[Any]:
        return {cell.value for cell in sheets_of(self.recalculated)[sheet].cells.values()}


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Case]:
    """Write the standings of all events, type other results over some of a copy, and have both recalculated."""
    folder = tmp_path_factory.mktemp("aso")
    seasons = {name: make() for name, make in SEASONS.items()}
    books = {name: season.book for name, season in seasons.items()}
    for name, book in books.items():
        book.write(folder / f"{name}.xlsx")
        if seasons[name].changes:
            type_over(folder / f"{name}.xlsx", folder / f"{name} changed.xlsx", book, seasons[name])
    computed = {path.stem: path for path in recalculate(sorted(folder.glob("*.xlsx")), folder / "recalculated")}
    return {
        name: Case(seasons[name], book, folder / f"{name}.xlsx", computed[name], computed.get(f"{name} changed"))
        for name, book in books.items()
    }


def type_over(path: Path, copy: Path, book: TableBook, season: Season) -> None:
    places, typed = places_of(book.sheets), {}
    for number, player, result in season.changes:
        area = places[f"Round {number}"].cell(player, "result")
        typed[area.sheet, address(area.row, area.column)] = result
    type_in(Path(shutil.copy(path, copy)), typed)


# every formula


@pytest.mark.parametrize("name", SEASONS)
def test_every_formula_recalculates_to_its_cached_value(cases: dict[str, Case], name: str) -> None:
    assert assert_recalculated_equals_cached(cases[name].path, cases[name].recalculated) > 50


@pytest.mark.parametrize("name", SEASONS)
def test_ranks_and_tie_breaks_do_not_need_the_rows_in_order(cases: dict[str, Case], name: str) -> None:
    case = cases[name]
    expected = case.season.standings.rows
    assert case.by("id", "rank") == {row["id"]: row["rank"] for row in expected}


def test_most_of_the_rows_were_not_in_order(cases: dict[str, Case]) -> None:
    listed = [[rank for (rank,) in case.lines("standings", "rank")] for case in cases.values()]
    assert sum(ranks != sorted(ranks) for ranks in listed) > len(listed) / 2


@pytest.mark.parametrize("name", [name for name in (*SIMULATED, *LEFT_OPEN, *PLAY_OFFS) if SEASONS[name]().changes])
def test_results_typed_over_change_the_ranking_as_ranking_anew_does(cases: dict[str, Case], name: str) -> None:
    case = cases[name]
    expected = rank_event(EventSoFar(case.season.event, case.season.changed, case.season.drawn)).rows
    for key, column in {
        "rank": "rank",
        "score": "score",
        "first_loss": "first_loss",
        "first_draw": "first_draw",
    }.items():
        assert case.by("id", column, path=case.changed) == {row["id"]: row[key] for row in expected}, key
    stars = {row["id"]: "★" if row["winner"] else None for row in expected}
    assert {id_: star or None for id_, star in case.by("id", "winner", path=case.changed).items()} == stars


def test_the_simulated_events_find_winners_in_every_way() -> None:
    """What is simulated must reach every branch of the winner's rule, or the tests above show little."""
    found = set()
    for make in SIMULATED.values():
        for rounds in (make().rounds, make().changed):
            rows = rank_event(EventSoFar(make().event, rounds)).rows
            winners = [row for row in rows if row["winner"]]
            best = max(int(row["score"] or 0) for row in rows)
            found.add((min(len(winners), 2), bool(winners) and int(winners[0]["score"] or 0) < best))
    assert {(0, False), (1, False), (1, True), (2, False)} <= found


def test_the_events_with_open_games_name_a_winner_and_keep_one_back() -> None:
    """What is left open must reach both ends of the rule, before and after the results are typed."""
    seasons = [make() for make in LEFT_OPEN.values()]
    crowned: dict[bool, set[bool]] = {True: set(), False: set()}
    for season in seasons:
        for rounds, drawn in ((season.rounds, season.drawn), (season.changed, season.drawn), (season.changed, ())):
            ranked = rank_event(EventSoFar(season.event, rounds, drawn))
            crowned[ranked.provisional].add(any(row["winner"] for row in ranked.rows))
    assert crowned == {True: {True, False}, False: {True, False}}


def test_open_games_of_beaten_players_do_not_take_the_winner_the_star_before_the_last_round(
    cases: dict[str, Case],
) -> None:
    case = cases["far ahead"]
    assert case.season.standings.open == (OpenGame(2, 1, ("C", "D")),)
    assert {id_ for id_, star in case.by("id", "winner").items() if star} == {"A"}
    assert case.by("title", "who", "prizes")["Winner"] == "Player A"
    assert case.by("title", "holders", "prizes")["Runner-up"] == 0


def test_a_star_stands_nowhere_while_a_game_of_the_last_round_is_open_and_several_are_left(
    cases: dict[str, Case],
) -> None:
    last = [
        case
        for name, case in cases.items()
        if name in LEFT_OPEN
        and any(game.round == case.season.event.header.rounds for game in case.season.standings.open)
        and case.lines("undefeated", "found")[-1][0] in {None, case.season.event.header.rounds}
    ]
    assert len(last) > 1
    for case in last:
        assert not any(case.by("id", "winner").values())
        assert not any(case.by("title", "holders", "prizes").values())
        assert not any("★" in cells for cells in (case.told("Standings"), case.told("Prizes")))


# the winner and the ranks


def test_the_winner_who_is_overtaken_on_points_still_wins(cases: dict[str, Case]) -> None:
    case = cases["overtaken"]
    assert case.by("id", "score") == {"A": 6, "B": 12, "C": 7, "D": 4}
    assert case.by("id", "rank") == {"A": 1, "B": 2, "C": 3, "D": 4}
    assert {id_ for id_, star in case.by("id", "winner").items() if star} == {"A"}
    assert case.lines("undefeated", "round", "undefeated", "found") == [
        (1, 2, None), (2, 1, 2), (3, 0, 2), (4, 0, 2), (5, 0, 2),
    ]  # fmt: skip
    assert "Only one player was undefeated after round 2, and has won (★), whatever happens later." in case.told(
        "Standings"
    )


def test_equal_players_share_a_rank_and_the_next_is_skipped(cases: dict[str, Case]) -> None:
    assert cases["shared"].by("id", "rank") == {"A": 1, "B": 2, "C": 2, "D": 4}


def test_two_undefeated_after_the_last_round_win_together_without_a_tie_break(cases: dict[str, Case]) -> None:
    case = cases["together"]
    assert case.by("id", "opponents_rating") == {"A": 1300, "B": 1200, "C": 1500, "D": 1400}
    assert case.by("id", "rank") == {"A": 1, "B": 1, "C": 3, "D": 4}
    assert "2 players are undefeated after the last round and win together (★)." in case.told("Standings")
    prizes = case.by("title", "who", "prizes")
    assert (prizes["Winner"], prizes["Runner-up"]) == ("2 share it", "2 share it")


def test_aso_7_a_play_off_puts_one_of_two_joint_winners_first_and_changes_nothing_else(cases: dict[str, Case]) -> None:
    won, joint = cases["play-off won"], cases["together"]
    assert won.by("id", "rank") == {"B": 1, "A": 2, "C": 3, "D": 4}
    assert {id_: star or "" for id_, star in won.by("id", "winner").items()} == {"A": "", "B": "★", "C": "", "D": ""}
    for column in ("score", "first_loss", "first_draw", "opponents_rating", "rounds", "wins", "draws", "losses"):
        assert won.by("id", column) == joint.by("id", column), column
    assert won.lines("prizes", "title", "who", "best") == joint.lines("prizes", "title", "who", "best")
    assert "Two were undefeated after the last round; their play-off has decided (★), and changes nothing else." in (
        won.told("Standings")
    )
    assert sheets_of(won.recalculated)["Play-off"].cells


def test_aso_7_a_play_off_that_is_drawn_leaves_both_first(cases: dict[str, Case]) -> None:
    case = cases["play-off drawn"]
    assert case.by("id", "rank") == {"A": 1, "B": 1, "C": 3, "D": 4}
    assert {id_ for id_, star in case.by("id", "winner").items() if star} == {"A", "B"}
    assert "2 players are undefeated after the last round and win together (★)." in case.told("Standings")


def test_aso_7_a_play_off_of_two_of_three_joint_winners_decides_nothing(cases: dict[str, Case]) -> None:
    assert cases["play-off of three"].by("id", "rank") == {"A": 1, "B": 1, "C": 1, "D": 4, "E": 5, "F": 6}
    (told,) = cases["play-off of three"].season.standings.declared
    assert "A play-off is for two alone." in told
    assert told.endswith("is no play-off of the winners and counts for nothing.")


def test_before_the_last_round_two_undefeated_are_ranked_by_tie_breaks(cases: dict[str, Case]) -> None:
    case = cases["midway"]
    assert case.by("id", "rank") == {"A": 1, "B": 2, "C": 3, "D": 4}
    assert not any(case.by("id", "winner").values())
    assert "The winner is not found yet. Players still undefeated: 2." in case.told("Standings")
    assert case.by("title", "holders", "prizes")["Winner"] == 0


def test_with_nobody_undefeated_tie_breaks_decide_about_the_first_place(cases: dict[str, Case]) -> None:
    case = cases["nobody"]
    assert case.by("id", "rank") == {"D": 1, "C": 2, "B": 3, "A": 4}
    assert not any(case.by("id", "winner").values())
    assert "Nobody is undefeated: points and tie-breaks decide about the first place too." in case.told("Standings")
    assert case.by("title", "who", "prizes")["Winner"] == "Player D"


def test_a_later_first_loss_is_better(cases: dict[str, Case]) -> None:
    case = cases["first loss"]
    assert case.by("id", "score") == {"A": 6, "B": 3, "C": 3, "D": 0}
    assert case.by("id", "first_loss") == {"A": None, "B": 2, "C": 1, "D": 1}
    assert case.by("id", "rank") == {"A": 1, "B": 2, "C": 3, "D": 4}


def test_a_later_first_draw_is_better_where_losses_are_equal(cases: dict[str, Case]) -> None:
    case = cases["first draw"]
    found = {id_: (score, loss, draw) for id_, score, loss, draw in case.lines(
        "standings", "id", "score", "first_loss", "first_draw")}  # fmt: skip
    assert (found["B"], found["C"]) == ((4, 1, 3), (4, 1, 2))
    ranks = case.by("id", "rank")
    assert ranks["B"] == ranks["C"] - 1


def test_a_missed_round_counts_as_lost_in_it_and_a_bye_keeps_undefeated(cases: dict[str, Case]) -> None:
    case = cases["absent"]
    assert case.by("id", "score") == {"A": 9, "B": 6, "C": 3, "D": 0, "E": 6}
    assert case.by("id", "first_loss") == {"A": None, "B": 2, "C": 1, "D": 1, "E": 3}
    assert case.by("id", "rounds") == {"A": 3, "B": 3, "C": 3, "D": 2, "E": 3}
    assert case.lines("undefeated", "undefeated", "found") == [(3, None), (2, None), (1, 3)]
    assert case.by("id", "opponents_rating")["C"] == 1250  # of A (1500) and E (1000): a bye is no game
    assert ("D", "absent", 0) in case.lines("Round 2", "player", "result", "points")


def test_a_game_that_is_not_in_yet_counts_neither_way(cases: dict[str, Case]) -> None:
    case = cases["unfinished"]
    found = case.lines("standings", "id", "rank", "score", "first_loss", "opponents_rating")
    assert sorted(found) == [
        ("A", 1, 3, None, 1500),
        ("B", 2, 0, None, None),
        ("C", 4, 0, 1, 1500),
        ("D", 2, 0, None, None),
    ]
    assert case.lines("undefeated", "undefeated", "found") == [(3, None)]


def test_points_are_those_of_the_settings_that_hold_now() -> None:
    """A bye was scored with 3 points before the director set it to 1."""
    event = aso_event({"A": 1500}, 2)
    rounds = {1: [row_of(event, "A", None, "bye")]}
    now = event.model_copy(update={"settings": AsoSettings(bye_points=1)})
    sheets = standings_sheets(EventSoFar(now, rounds, ranked=rank_event(EventSoFar(now, rounds))))
    table = next(sheet.tables[0] for sheet in sheets if sheet.title == "Round 1")
    points = next(column for column in table.columns if column.key == "points")
    assert [points.value(row) for row in table.lines] == [1]


def test_by_other_settings_a_bye_ends_it_and_a_missed_round_scores(cases: dict[str, Case]) -> None:
    case = cases["bye ends"]
    assert case.by("id", "score") == {"A": 9, "B": 6, "C": 1, "D": 1, "E": 4}
    assert case.lines("undefeated", "undefeated", "found") == [(2, None), (1, 2), (1, 2)]
    assert ("D", "absent", 1) in case.lines("Round 2", "player", "result", "points")


def test_standings_before_any_round_is_scored_are_written(tmp_path: Path) -> None:
    event = aso_event(EVEN, 2)
    book = book_of(standings_sheets(EventSoFar(event, {}, ranked=Standings(0, (), ()))))
    book.write(tmp_path / "empty.xlsx")
    assert "No round is scored yet." in {
        cell.value for cell in sheets_of(tmp_path / "empty.xlsx")["Standings"].cells.values()
    }


# the other sheets


def test_the_grid_shows_result_and_round_of_every_meeting(cases: dict[str, Case]) -> None:
    case = cases["overtaken"]
    order = [id_ for (id_,) in case.lines("standings", "id")]
    grid = {
        (row, column): cell
        for column in order
        for row, cell in zip(
            order, column_values(case.recalculated, case.book, "grid", f"against {column}"), strict=True
        )
    }
    expected = {
        ("A", "B"): "+2 -4", ("A", "C"): "+1 -5", ("A", "D"): "-3",
        ("B", "A"): "-2 +4", ("B", "C"): "+3", ("B", "D"): "+1 +5",
        ("C", "A"): "-1 +5", ("C", "B"): "-3", ("C", "D"): "+2 =4",
        ("D", "A"): "+3", ("D", "B"): "-1 -5", ("D", "C"): "-2 =4",
    }  # fmt: skip
    assert {pair: cell for pair, cell in grid.items() if cell} == expected


def test_more_than_40_players_have_no_grid_and_are_told_so() -> None:
    for players, expected in ((40, True), (41, False)):
        event = aso_event({f"P{n:02}": 1000 + n for n in range(players)}, 1)
        rounds = {1: [row_of(event, player.id, None, "bye") for player in event.players]}
        sheets = standings_sheets(EventSoFar(event, rounds, ranked=rank_event(EventSoFar(event, rounds))))
        titles = [sheet.title for sheet in sheets]
        told = any("no result grid" in line.text for line in sheets[0].lines)
        assert ("Grid" in titles, told) == (expected, not expected)


def test_prizes_go_to_the_best_totals_and_are_shared(cases: dict[str, Case]) -> None:
    case = cases["overtaken"]
    assert case.lines("prizes", "title", "who", "best", "holders") == [
        ("Winner", NASTY["A"], None, 1),
        ("Runner-up", NASTY["B"], None, 1),
        ("Close combat: inflicted less lost", "2 share it", 5, 2),  # A 9 - 4, B 3 + 2
        ("Snake eyes", "2 share it", 2, 2),  # A and D
        ("Boxcars", NASTY["C"], 2, 1),
    ]
    totals = {name: rest for name, *rest in case.lines("prize totals", "name", "cc_difference", "best cc_difference")}
    assert totals == {NASTY["A"]: [5, "★"], NASTY["B"]: [5, "★"], NASTY["C"]: [-5, None], NASTY["D"]: [-1, None]}


def test_nobody_gets_a_prize_for_nothing(cases: dict[str, Case]) -> None:
    assert cases["shared"].lines("prizes", "who", "best", "holders")[2:] == [(None, 0, 0)] * 3


def test_the_sides_of_a_scenario_share_its_games(cases: dict[str, Case]) -> None:
    case = cases["overtaken"]
    assert case.lines("scenarios", "played_as", "played", "win", "draw", "loss", "share")[:4] == [
        ("bridge.german", 8, 6, 1, 1, pytest.approx(6.5 / 8)),
        ("bridge.british", 8, 1, 1, 6, pytest.approx(1.5 / 8)),
        ("mill.german", 2, 1, 0, 1, 0.5),
        ("mill.british", 2, 1, 0, 1, 0.5),
    ]
    assert case.lines("scenarios", "played", "share")[4:] == [(0, None), (0, None)]
    balances = [text for (text,) in case.lines("scenarios", "balances")]
    assert balances[:2] == ["1: The bridge: one squad fewer\n2: The bridge: no mortar", None]


def test_aso_4_games_whose_sides_are_unknown_are_played_too(cases: dict[str, Case]) -> None:
    lines = cases["first loss"].lines("scenarios", "played_as", "played", "win", "draw", "loss", "share")
    assert lines[:2] == [("bridge.german", 4, 2, 0, 0, 1), ("bridge.british", 4, 0, 0, 2, 0)]


def test_everybody_s_way_is_told_round_by_round(cases: dict[str, Case]) -> None:
    lines = cases["absent"].lines("players", "name", "round", "opponent_name", "rating", "result", "points")
    assert [line for line in lines if line[0] == "Player D"] == [
        ("Player D", 1, "Player B", 1500, "loss", 0),
        ("Player D", 2, "absent (0)", None, "absent", 0),
        ("Player D", 3, "Player B", 1500, "loss", 0),
    ]
    assert len(lines) == 15


def test_names_are_text_and_stand_in_no_formula(cases: dict[str, Case]) -> None:
    sheets = sheets_of(cases["overtaken"].path)
    cells = [cell for sheet in sheets.values() for cell in sheet.cells.values()]
    assert not [cell for cell in cells if cell.formula and any(nasty in cell.formula for nasty in NASTY.values())]
    shown = {cell.value for cell in sheets["Standings"].cells.values() if not cell.formula}
    assert set(NASTY.values()) <= shown


def test_every_sheet_prints_one_page_wide(cases: dict[str, Case], tmp_path: Path) -> None:
    (pdf,) = to_pdf([cases["overtaken"].path], tmp_path)
    shown = [sheet for sheet in cases["overtaken"].book.sheets if not sheet.hidden]
    assert len(pdf_page_sizes(pdf)) == len(shown)


# the workbook of results

FIELDS = (
    *(Field(f"player_{seat}", f"Player {seat}", "text", 4, "") for seat in "12"),
    Field(
        "winner", "Winner", "choice", 2, "", Choices("results", ("player 1", "player 2", "draw"), ("1", "2", "draw"))
    ),
    *(Field(f"{key}_{seat}", f"{key} {seat}", "count", 1, "") for key in COUNTED for seat in "12"),
    *(
        Field(f"judge_{n}_{seat}", f"Judge {n} on {seat}", "count", 1, "", maximum=100)
        for n in (1, 2, 3)
        for seat in "12"
    ),
)


def list_forms(tables: int) -> RoundForms:
    """Give the forms of a round: a list with a line for every table."""
    rows = tuple(Row(str(number), f"Table {number}") for number in range(1, tables + 1))
    block = Block("lines", "list", "lines", "Results", "", half=False, rows=rows, fields=FIELDS)
    return RoundForms(2, (TableForms(0, "", "", (Page(1, "", PageForm("Results", "", (block,))),)),))


LINES: Mapping[int, Mapping[str, Value]] = {
    1: {
        "player_1": "A", "player_2": "B", "winner": "2",
        "vp_1": 10, "vp_2": 7, "cc_inflicted_1": 3, "cc_lost_2": 3, "snake_eyes_2": 4, "boxcars_1": 0,
        "judge_1_1": 40, "judge_1_2": 60, "judge_2_1": 35, "judge_2_2": 65, "judge_3_1": 40, "judge_3_2": 60,
    },
    2: {"player_1": "D", "player_2": "C", "winner": "draw", "judge_1_1": 50, "judge_1_2": 50},
    3: {"player_1": "F", "player_2": "G"},
}  # fmt: skip
"""Table 1 as in the rules: 40/60, 35/65, 40/60. Table 3 is not finished."""


def results_case() -> tuple[TableBook, RoundScore]:
    event = aso_event({**EVEN, "E": 1, "F": 1, "G": 1}, 3, AsoSettings(bye_points=2), NASTY)
    forms = list_forms(3)
    boxes = {f"lines.{table}.{box}": value for table, line in LINES.items() for box, value in line.items()}
    entries = {FieldKey(0, "", field): value for field, value in boxes.items()}
    mill, bridge = ({"table": 1, "scenario": "mill"}, {"table": 2, "scenario": "bridge"})
    rows = (
        row_of(event, "B", "A", "win", **mill, side="british", decided_by="judges", vp=7, cc_lost=3, snake_eyes=4),
        row_of(event, "A", "B", "loss", **mill, side="german", decided_by="judges", vp=10, cc_inflicted=3, boxcars=0),
        row_of(event, "C", "D", "draw", **bridge, side="german"),
        row_of(event, "D", "C", "draw", **bridge, side="british"),
        row_of(event, "E", None, "bye"),
    )
    page = score_page(forms.tables[0].pages[0].form, boxes)
    checks = (Agreement("points of round 2", 7, 7),)
    score = RoundScore(2, rows, checks, (), {(0, ""): page})
    sheets = (*results_sheets(scored_round(event, forms, score)), entries_sheet(forms, entries))
    return TableBook("Test", "a4", (*sheets, about_sheet([SOURCE], MADE_AT)), "results", []), score


CHANGED = {"winner": "1", "snake_eyes_2": 9, "judge_1_1": 100}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> tuple[TableBook, Path, Path, Path]:
    """Write the results, change three entries of table 1 in a copy, and have both recalculated."""
    folder = tmp_path_factory.mktemp("aso results")
    book, _ = results_case()
    book.write(folder / "results.xlsx")
    typed, place = {}, places_of(book.sheets)["entries"]
    for box, value in CHANGED.items():
        area = place.cell(FieldKey(0, "", f"lines.1.{box}"), "value")
        typed[area.sheet, address(area.row, area.column)] = value
    type_in(Path(shutil.copy(folder / "results.xlsx", folder / "changed.xlsx")), typed)
    computed = recalculate([folder / "results.xlsx", folder / "changed.xlsx"], folder / "recalculated")
    return book, folder / "results.xlsx", computed[0], computed[1]


def result_lines(book: TableBook, path: Path, table: str, *columns: str) -> list[tuple[Any, ...]]:
    return list(zip(*(column_values(path, book, table, column) for column in columns), strict=True))


def test_results_recalculate_to_their_cached_values(results: tuple[TableBook, Path, Path, Path]) -> None:
    assert assert_recalculated_equals_cached(results[1], results[2]) > 40


def test_results_and_points_follow_from_the_entries(results: tuple[TableBook, Path, Path, Path]) -> None:
    book, _, computed, changed = results
    columns = ("player", "result", "points", "vp", "snake_eyes")
    rest = [("C", "draw", 1, None, None), ("D", "draw", 1, None, None), ("E", "bye", 2, None, None)]
    assert result_lines(book, computed, "results", *columns) == [
        ("B", "win", 3, 7, 4), ("A", "loss", 0, 10, None), *rest,
    ]  # fmt: skip
    assert result_lines(book, changed, "results", *columns) == [
        ("B", "loss", 0, 7, 9), ("A", "win", 3, 10, None), *rest,
    ]  # fmt: skip


def test_games_tell_who_won_and_what_the_judges_thought(results: tuple[TableBook, Path, Path, Path]) -> None:
    book, _, computed, changed = results
    columns = ("table", "name_1", "name_2", "winner", "judged_1", "judged_2")
    judged = (pytest.approx(115 / 3), pytest.approx(185 / 3))
    assert result_lines(book, computed, "games", *columns) == [
        (1, NASTY["A"], NASTY["B"], NASTY["B"], *judged),
        (2, NASTY["D"], NASTY["C"], "draw", None, None),
    ]
    assert result_lines(book, changed, "games", "winner", "judged_1") == [
        (NASTY["A"], pytest.approx(175 / 3)),
        ("draw", None),
    ]


def test_the_points_given_out_are_3_for_a_decided_game_2_for_a_draw_and_those_of_the_bye(
    results: tuple[TableBook, Path, Path, Path],
) -> None:
    book, _, computed, changed = results
    for path in (computed, changed):
        assert result_lines(book, path, "checks", "together", "expected", "agrees") == [(7, 7, "✓")]


def test_scenarios_of_a_round_follow_too(results: tuple[TableBook, Path, Path, Path]) -> None:
    book, _, computed, changed = results
    columns = ("played_as", "played", "win", "draw", "loss", "share")
    bridge = [("bridge.german", 1, 0, 1, 0, 0.5), ("bridge.british", 1, 0, 1, 0, 0.5)]
    wood = [("wood.german", 0, 0, 0, 0, None), ("wood.british", 0, 0, 0, 0, None)]
    mill = ("mill.german", 1, 0, 0, 1, 0), ("mill.british", 1, 1, 0, 0, 1)
    assert result_lines(book, computed, "scenarios", *columns) == [*bridge, *mill, *wood]
    mill = ("mill.german", 1, 1, 0, 0, 1), ("mill.british", 1, 0, 0, 1, 0)
    assert result_lines(book, changed, "scenarios", *columns) == [*bridge, *mill, *wood]


def test_a_round_without_results_is_written(tmp_path: Path) -> None:
    event, forms = aso_event(EVEN, 1), list_forms(2)
    page = score_page(forms.tables[0].pages[0].form, {})
    sheets = results_sheets(scored_round(event, forms, RoundScore(1, (), (), (), {(0, ""): page})))
    book = book_of((*sheets, entries_sheet(forms, {})))
    book.write(tmp_path / "none.xlsx")
    assert "No result is in yet." in {
        cell.value for cell in sheets_of(tmp_path / "none.xlsx")["Results"].cells.values()
    }
