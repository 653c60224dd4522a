"""Events of Diplomacy by name, with boards by chance, whose standings are written."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from diplomacy_event import Rounds, diplomacy_event, game_row, random_rounds, sat_out
from msgspec import Struct
from msgspec.structs import replace
from scored_rounds import MADE_AT, SOURCE

from sheetscore.results.table_book import TableBook, about_sheet
from sheetscore.scoring.boards.board import SOLO
from sheetscore.systems.context import EventProgress
from sheetscore.systems.diplomacy.boards import SAT_OUT
from sheetscore.systems.diplomacy.event_tables.standing_tables import standings_sheets
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.score import rank_event

NASTY = {"P01": '=HYPERLINK("http://x","y")', "P02": "+1+1", "P03": 'O\'Hara "Ace" & <b>', "P04": "Player*?"}

Change = tuple[int, int, str, int, int]
"""Round, table, power, and the score and centres that are typed over those in the workbook."""


class Season(Struct, frozen=True):
    """An event whose standings are written with the players in any order; some games are typed over in a copy."""

    event: DiplomacyEvent
    rounds: Rounds
    changes: tuple[Change, ...]

    def plan(self) -> TableBook:
        standings = rank_event(EventProgress(self.event, self.rounds))
        rows = Random(1).sample(standings.rows, len(standings.rows))
        shuffled = replace(standings, rows=tuple(rows))
        sheets = standings_sheets(EventProgress(self.event, self.rounds, standings=shuffled))
        return TableBook("Test", "a4", (*sheets, about_sheet([SOURCE], MADE_AT)), "standings", [])

    @property
    def changed(self) -> Season:
        """The event with the games that were typed."""
        typed: dict[tuple[Any, ...], dict[str, int]] = {
            (number, table, power): {"score": score, "centres": centres}
            for number, table, power, score, centres in self.changes
        }
        rounds = {
            number: tuple({**row, **typed.get((number, row["table"], row["power"]), {})} for row in rows)
            for number, rows in self.rounds.items()
        }
        return replace(self, rounds=rounds)


def season(seed: int, **settings: Any) -> Season:
    event = diplomacy_event(**settings)
    named = [player.model_copy(update={"name": NASTY.get(player.id, player.name)}) for player in event.players]
    event = event.model_copy(update={"players": tuple(named)})
    rounds, chance = random_rounds(event, seed), Random(seed)
    games = [(number, row) for number, rows in rounds.items() for row in rows if row["outcome"] != SAT_OUT]
    changes = [
        (
            number,
            int(row["table"] or 0),
            str(row["power"]),
            chance.randint(0, 150),
            fewer(int(row["centres"] or 0), chance),
        )
        for number, row in chance.sample(games, 6)
    ]
    return Season(event, rounds, tuple(changes))


def fewer(centres: int, chance: Random) -> int:
    """Give another count that leaves the board possible: nobody wins, loses a solo or is out by it."""
    return centres if centres in {0, SOLO} else chance.randint(1, centres)


DRAWN_OUT: Rounds = {
    1: (
        *(game_row(f"P0{n}", power, 20, centres=5) for n, power in enumerate(("Austria", "Italy", "Turkey"), start=1)),
        game_row("P04", "Russia", 0, centres=0, fate="eliminated"),
        sat_out("P05"),
        sat_out("P06", 20),
    )
}
"""Three are equal in everything; P05 and P06 have not played at all."""

SETTINGS: Mapping[str, dict[str, Any]] = {
    "sum": {},
    "sum, ties": {"scoring": "draw-size", "tie_breaks": ("head_to_head", "best_game", "centres"), "teams": 3},
    "best two": {"counted": 2, "players": 24, "sit_out_score": "20.5", "scoring": "draw-size"},
    "weights": {
        "event_scoring": "weights", "weights": ("1", "0.5"), "round_scoring": "sum", "players": 23,
        "remainder": "double", "teams": 4, "team_members": 2,
    },
    "average": {"event_scoring": "average", "players": 22, "remainder": "standbys", "standbys": 7, "teams": 2},
    "games": {"round_scoring": "none", "counted": 3, "players": 24, "remainder": "double", "scoring": "solo-or-bust"},
    "games with sit-outs": {"round_scoring": "none", "players": 24, "sit_out_score": "7", "scoring": "draw-size"},
    "per round": {"event_scoring": "per_round", "players": 24, "tie_breaks": ("centres", "head_to_head")},
    "hurst": {"event_scoring": "hurst", "players": 22, "remainder": "standbys", "standbys": 6},
    "mystery": {"event_scoring": "mystery", "players": 24, "sit_out_score": "20"},
    "no tie-breaks": {"tie_breaks": (), "scoring": "carnage-2023", "rounds": 4},
}  # fmt: skip

SEASONS = {name: season(seed, **settings) for seed, (name, settings) in enumerate(SETTINGS.items())} | {
    "drawn out": Season(diplomacy_event(6, 2), DRAWN_OUT, ()),
    "drawn out by survival": Season(diplomacy_event(6, 2, event_scoring="mystery"), DRAWN_OUT, ()),
    "only sat out": Season(diplomacy_event(2, 1), {1: (sat_out("P01", 5), sat_out("P02"))}, ()),
    "nothing": Season(diplomacy_event(7, 1, teams=1), {}, ()),
}
PLAYED = [name for name in SEASONS if name not in {"only sat out", "nothing"}]
CHANGED = [name for name in SEASONS if SEASONS[name].changes]
