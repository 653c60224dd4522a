"""Events of Accelerated Swiss by name, whose standings are written."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from aso_rounds import ENDS, NASTY, Rounds, aso_event, book_of, counted, round_of, row_of
from msgspec import Struct
from msgspec.structs import replace

from sheetscore.pairing.draw import OpenGame
from sheetscore.results.table_book import TableBook
from sheetscore.systems.aso.model import AsoEvent, AsoSettings, ScenarioChoice
from sheetscore.systems.aso.standings import rank_event
from sheetscore.systems.aso.tables import standings_sheets
from sheetscore.systems.context import EventProgress
from sheetscore.systems.outcomes import Standings


class Season(Struct, frozen=True):
    """An event whose standings are written: what was played, and in which order the players are listed."""

    event: AsoEvent
    rounds: Rounds
    order: int | None = None
    changes: tuple[tuple[int, str, str], ...] = ()
    """Round, player and the result that is typed over the one that stands in the workbook."""
    drawn: tuple[OpenGame, ...] = ()
    """A round that is drawn and has no results."""
    scored_under: Mapping[int, AsoSettings] = {}
    """The settings of rounds that were scored under others."""

    @property
    def standings(self) -> Standings:
        return rank_event(EventProgress(self.event, self.rounds, self.drawn, scored_under=self.scored_under))

    def plan(self) -> TableBook:
        standings = self.standings
        rows = list(standings.rows)
        if self.order is not None:  # the same for any results
            Random(self.order).shuffle(rows := sorted(rows, key=lambda row: str(row["id"])))
        shuffled = replace(standings, rows=tuple(rows))
        progress = EventProgress(self.event, self.rounds, standings=shuffled, scored_under=self.scored_under)
        return book_of(standings_sheets(progress))

    @property
    def changed(self) -> Season:
        """The event with the results that were typed."""
        typed = {(number, player): result for number, player, result in self.changes}
        rounds = {
            number: [{**row, "result": typed.get((number, str(row["player"])), row["result"])} for row in rows]
            for number, rows in self.rounds.items()
        }
        return replace(self, rounds=rounds)


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
    """A wins; B and C draw against each other and are equal in everything; of what is counted A has 0."""
    event = aso_event(EVEN, 1)
    nothing = dict.fromkeys(("cc_inflicted", "snake_eyes", "boxcars"), 0)
    return Season(event, {1: counted(round_of(event, "A>D", "B=C"), {"A": nothing})}, order=3)


def together(names: Mapping[str, str] | None = None) -> Season:
    """A and B are both undefeated after the last round; A met the stronger opponent."""
    event = aso_event({"A": 1500, "B": 1400, "C": 1300, "D": 1200}, 1, names=names)
    return Season(event, {1: round_of(event, "A>C", "B>D")}, order=2)


def many_together(winners: int) -> Season:
    """So many have won the only round, each against somebody else."""
    one, other = "ABCDEFG"[:winners], "TUVWXYZ"[:winners]
    event = aso_event({id_: 1500 - number for number, id_ in enumerate(one + other)}, 1)
    return Season(event, {1: round_of(event, *map(">".join, zip(one, other, strict=True)))})


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


def scored_under_others() -> Season:
    """A bye and a missed round score other points now than in rounds 1 and 2."""
    season = absent(bye_points=1, missed_points=2)
    return replace(season, scored_under=dict.fromkeys((1, 2), AsoSettings(bye_points=3, missed_points=1)))


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
        missed_round=Random(f"missed {seed}").choice(("loss", "none")),
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
    "of one name": lambda: together(dict.fromkeys("AB", "Jan Kowalski")),
    "six together": lambda: many_together(6),
    "seven together": lambda: many_together(7),
    "midway": midway,
    "nobody": nobody,
    "unfinished": unfinished,
    "first loss": first_loss,
    "first draw": first_draw,
    "absent": absent,
    "bye ends": lambda: absent(bye_keeps_undefeated=False, bye_points=1, missed_points=1),
    "scored under others": scored_under_others,
}
SIMULATED = {f"simulated {seed}": functools.partial(simulated, seed) for seed in range(16)}
LEFT_OPEN: Mapping[str, Callable[[], Season]] = {
    f"left open {seed}": functools.partial(left_open, seed) for seed in range(16)
} | {"far ahead": far_ahead}
SEASONS: Mapping[str, Callable[[], Season]] = {**NAMED, **SIMULATED, **LEFT_OPEN, **PLAY_OFFS}
