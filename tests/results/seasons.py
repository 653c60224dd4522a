"""Four rounds of every system by chance, with ties, byes or absences and somebody who leaves; played on, typed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from airforce_event import airforce_event
from amps_event import amps_event
from aso_rounds import aso_event, book_of, round_of
from diplomacy_event import diplomacy_event, random_rounds
from duplicate_event import duplicate_event
from match_event import match_event
from msgspec import Struct
from msgspec.structs import replace
from scored_rounds import result_row
from team_event import team_event

from sheetscore.event.model import Event
from sheetscore.pairing.draw import OpenGame
from sheetscore.results.table_book import TableBook
from sheetscore.systems.airforce.score import TurnResult
from sheetscore.systems.aso.model import AsoSettings
from sheetscore.systems.context import EventProgress
from sheetscore.systems.duplicate.score import DuplicateResult
from sheetscore.systems.match.record import MatchResult
from sheetscore.systems.match.score import bye_of
from sheetscore.systems.outcomes import ResultRow, Standings
from sheetscore.systems.system import System, system_called
from sheetscore.systems.team.model import TeamSettings
from sheetscore.systems.team.score import TeamResult

Rounds = Mapping[int, Sequence[ResultRow]]
Game = tuple[int, int, int | None, int]
"""Round, two players by number, None for a bye, and by how much the first won."""

PLAYERS, WITHDRAWN, LAST = 7, 6, 4
"""How many play in four rounds; one has left after the second."""


SEED = 3


def season(typed: int | None = None) -> list[Game]:
    """Play an event by chance, with draws and byes, and with games that come twice; other results may be typed over."""
    dice, others = Random(SEED), Random(typed)
    games: list[Game] = []
    for number in range(1, LAST + 1):
        there = [player for player in range(PLAYERS) if number < 3 or player != WITHDRAWN]
        dice.shuffle(there)
        if len(there) % 2:
            games.append((number, there.pop(), None, 0))
        for one, other in zip(there[::2], there[1::2], strict=True):
            won, otherwise = (each.choice([-2, -1, 0, 1, 2]) for each in (dice, others))
            games.append((number, one, other, otherwise if typed else won))
    return games


class Played(Struct, frozen=True):
    """An event with its rows."""

    event: Event
    rounds: Rounds
    open: Sequence[OpenGame] = ()

    @property
    def system(self) -> System[Any]:
        return system_called(self.event.header.system)

    @property
    def standings(self) -> Standings:
        return self.system.standings(EventProgress(self.event, self.rounds, self.open))

    def plan(self) -> TableBook:
        """The standings with the lines in any order, which is the same whatever the results are."""
        standings = self.standings
        rows = sorted(standings.rows, key=lambda row: str(row["id"]))
        shuffled = replace(standings, rows=tuple(Random(1).sample(rows, len(rows))))
        return book_of(self.system.standings_sheets(EventProgress(self.event, self.rounds, self.open, shuffled)))

    @property
    def provisional(self) -> Played:
        """The same while one more round is drawn."""
        one, other, *_ = (str(row["id"]) for row in self.standings.rows)
        return replace(self, open=(OpenGame(LAST + 1, None, (one, other)),))


def aso(*chain: str, typed: int | None = None, open_game: bool = False) -> Played:
    ratings = {letter: 1500 + 17 * at for at, letter in enumerate("ABCDEFG")}
    event = aso_event(ratings, 5, AsoSettings(tie_breaks=chain))
    rounds: dict[int, list[ResultRow]] = {}
    for number, one, other, won in season(typed):
        sign = "=" if won == 0 else ">" if won > 0 else "<"
        game = "ABCDEFG"[one] if other is None else f"{'ABCDEFG'[one]}{sign}{'ABCDEFG'[other]}"
        rounds.setdefault(number, []).extend(round_of(event, game))
    for number, rows in rounds.items():
        for at, row in enumerate(rows):
            rows[at] = {**row, "table": None if row["opponent"] is None else 1 + at // 2}
            if open_game and number == LAST and row["opponent"] is not None and at in {2, 3}:
                rows[at] = {**row, "table": 2, "result": None, "points": 0}
    return Played(event, rounds)


def all_met(*chain: str) -> Played:
    """A, B and C have 4 points each and have met: A beat B, the others drew."""
    event = aso_event(dict.fromkeys("ABCDEF", 1500), 5, AsoSettings(tie_breaks=chain))
    lines = {1: "A>B C=D E>F", 2: "B=C D>A E=F", 3: "C=A B>D E=F", 4: "C=D E>A F>B"}
    return Played(event, {number: round_of(event, *games.split()) for number, games in lines.items()})


def joint(*chain: str) -> Played:
    """Two are undefeated after the last round: nothing but a play-off parts them."""
    event = aso_event(dict.fromkeys("ABCDEFG", 1500), 2, AsoSettings(tie_breaks=chain))
    rounds = {1: round_of(event, "A>C", "B>D", "E=F", "G"), 2: round_of(event, "A>E", "B>F", "C>G", "D")}
    return Played(event, rounds)


def of_match(event: Any, number: int, games: Sequence[Game], matches: int = 1) -> list[ResultRow]:
    rows: list[ResultRow] = []
    ids = list(event.names)
    for table, (_, one, other, won) in enumerate(games, start=1):
        if other is None:
            rows.append(bye_of(event.names, ids[one]).row())
            continue
        for match in range(1, (1 if won == 1 and matches > 1 else matches) + 1):
            for player, opponent, net in ((one, other, won), (other, one, -won)):
                rows.append(
                    MatchResult(
                        player=ids[player],
                        name=event.names[ids[player]],
                        opponent=ids[opponent],
                        opponent_name=event.names[ids[opponent]],
                        result="win" if net > 0 else "loss" if net < 0 else "draw",
                        total=2 * net,
                        handicap=0,
                        net=Fraction(net),
                        table=table,
                        match=match,
                        scenario="hill",
                        game_system="Hills",
                        level=None if net == 0 else "marginal",
                        decided_by="none" if net == 0 else "points",
                        ahead=None,
                    ).row()
                )
    return rows


def match(*chain: str, typed: int | None = None, **settings: Any) -> Played:
    event = match_event(PLAYERS, LAST, tie_breaks=chain, **{"pairing": "swiss", "ranking": ("won",), **settings})
    players = [
        player.model_copy(update={"rating": 1300 + 11 * at if at % 3 else None})
        for at, player in enumerate(event.players)
    ]
    event = event.model_copy(update={"players": tuple(players)})
    by_round = {number: [one for one in season(typed) if one[0] == number] for number in range(1, LAST + 1)}
    matches = settings.get("series", 1)
    return Played(event, {number: of_match(event, number, games, matches) for number, games in by_round.items()})


def team(*chain: str, typed: int | None = None) -> Played:
    event = team_event(teams=PLAYERS, rounds=("sweep",) * LAST, settings=TeamSettings(tie_breaks=chain))
    players = [one.model_copy(update={"rating": 1200 + 7 * at}) for at, one in enumerate(event.players)]
    event = event.model_copy(update={"players": tuple(players)})
    ids = [one.id for one in event.teams]
    rounds: dict[int, list[ResultRow]] = {}
    for number, one, other, won in season(typed):
        for own, opponent, difference in ((one, other, won), (other, one, -won)):
            if own is None:
                continue
            names = {one.id: one.name for one in event.teams}
            known: dict[str, Any] = {"team": ids[own], "name": names[ids[own]], "avp": 10}
            if opponent is not None:
                known |= {"opponent": ids[opponent], "opponent_name": names[ids[opponent]], "difference": difference}
                known |= {
                    "sp": 20 + difference,
                    "opponent_sp": 20,
                    "avp": 10 + 5 * ((difference > 0) - (difference < 0)),
                }
            rounds.setdefault(number, []).append(TeamResult(**known).row())
    return Played(event, rounds)


def amps(*chain: str, typed: int = SEED) -> Played:
    event = amps_event(players=PLAYERS, rounds=("bridge",) * LAST)
    event = event.model_copy(update={"settings": event.settings.model_copy(update={"tie_breaks": chain})})
    dice = Random(typed)
    return Played(event, {
        number: [
            result_row(f"P{player + 1:02}", Fraction(dice.randrange(4), 2), PLAYERS)
            for player in range(PLAYERS)
            if (number < 3 or player != WITHDRAWN) and (number, player) != (2, 1)
        ]
        for number in range(1, LAST + 1)
    })  # fmt: skip


def duplicate(*chain: str, typed: int = SEED, **settings: Any) -> Played:
    event, dice = duplicate_event(4, 4, LAST, tie_breaks=chain, **settings), Random(typed)
    rows = [
        DuplicateResult(
            team=one.id,
            name=one.name,
            side=one.side,
            table=number,
            round=number,
            sp=None if (number + at) % 7 == 0 else dice.randrange(9),
            mp=(worth := Fraction(dice.randrange(3), 2)),
            factor=1,
            score=worth,
        ).row()
        for number in range(1, LAST + 1)
        for at, one in enumerate(event.teams)
    ]
    return Played(event, {0: rows})


def airforce(*chain: str, typed: int = SEED) -> Played:
    event, dice = airforce_event(PLAYERS, LAST, tie_breaks=chain), Random(typed)
    rounds = {
        number: [
            TurnResult(
                aircraft=f"blue.{player}", turn=1, table=1, player=f"P{player + 1:02}", name=f"Player {player + 1}",
                hits=dice.randrange(2), taken=dice.randrange(2), fate=dice.choice(["home", "down"]),
            ).row()
            for player in range(PLAYERS)
            if number < 3 or player != WITHDRAWN
        ]
        for number in range(1, LAST + 1)
    }  # fmt: skip
    return Played(event, rounds)


def diplomacy(*chain: str, typed: int = 0, **settings: Any) -> Played:
    """Play boards by chance; the best game may be typed over by so much, with which all games keep their places."""
    event = diplomacy_event(16, 2, tie_breaks=chain, **settings)
    rounds = random_rounds(event, SEED)
    best = max((row for rows in rounds.values() for row in rows), key=lambda row: Fraction(row["score"] or 0))
    raised = {**best, **{key: Fraction(best[key] or 0) + typed for key in ("score", "computed")}}
    return Played(event, {
        number: tuple(raised if typed and row is best else row for row in rows) for number, rows in rounds.items()
    })  # fmt: skip


ROUNDS = ("progressive", "best_round", "worst_round", "last_round", "rounds", "lot")
GAMES = ("wins", "losses", "first_loss", "first_draw")
OPPONENTS = ("buchholz", "buchholz_cut1", "buchholz_median", "sonneborn_berger", "direct", "opponents_rating")

SYSTEMS: Mapping[str, tuple[Callable[..., Played], Sequence[str]]] = {
    "aso": (aso, (*OPPONENTS, *GAMES, *ROUNDS)),
    "match": (match, (*OPPONENTS, *GAMES, *ROUNDS)),
    "team": (team, (*OPPONENTS, *GAMES, "difference", *ROUNDS)),
    "amps": (amps, ROUNDS),
    "duplicate": (duplicate, ROUNDS),
    "airforce": (airforce, ("aircraft_lost", *ROUNDS)),
}


def cases() -> Iterator[tuple[str, Played]]:
    for name, (make, ids) in SYSTEMS.items():
        yield f"{name} nothing", make()
        for id_ in ids:
            yield f"{name} {id_}", make(id_)
        yield f"{name} all", make(*ids)
        yield f"{name} all backwards", make(*ids[::-1])
    yield "aso open", aso(*OPPONENTS, *GAMES, *ROUNDS, open_game=True)
    yield "aso joint", joint("direct", "buchholz", "lot")
    yield "aso all met", all_met("direct")
    yield "match direct after levels", match("wins", "direct", "lot", ranking=("levels",))
    yield "match by net", match(*OPPONENTS, *GAMES, *ROUNDS, ranking=("net", "won"))
    yield "match round robin", match("buchholz", "losses", "lot", pairing="round-robin")
    yield "match series", match("direct", "sonneborn_berger", "losses", "buchholz", series=3)
    for chain in ((), ("rounds",), ("lot",), ("head_to_head", "rounds", "lot"), ("rounds", "lot", "solos", "rounds")):
        yield f"diplomacy {' '.join(chain) or 'nothing'}", diplomacy(*chain)
    yield "duplicate one ranking", duplicate("best_round", "lot", winners="one")
    yield "duplicate one chain", duplicate(winners="one", tie_group="chain")
    yield "duplicate only equal ones", duplicate(tie_margin=Decimal(0))


CASES = dict(cases())

EVERY = {**SYSTEMS, "diplomacy": (diplomacy, ("head_to_head", "rounds", "lot"))}
