"""Simulated events of Diplomacy: the better a player, the more centres at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp

from sheetscore.event.model import Player
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.scoring.boards.board import ALL_CENTRES, FINAL, SOLO, Outcome
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy.boards import count_box, game_box, power_box
from sheetscore.systems.diplomacy.model import FIRST_YEAR, DiplomacyEvent, DiplomacyPlayer
from sheetscore.systems.simulated import Playing

YEARS = 7
"""The years played, unless the sheets have fewer."""

_FOLD = 300
"""The lead in rating points that gives e (2.718) times as many centres. With it about one game in ten is a solo."""


def set_up(event: DiplomacyEvent, players: Sequence[Player], rounds: int) -> DiplomacyEvent:
    """Return the event with these players and rounds, without teams and without pairs kept apart."""
    return event.model_copy(
        update={
            "header": event.header.model_copy(update={"rounds": rounds}),
            "players": tuple(DiplomacyPlayer(id=one.id, name=one.name, rating=one.rating) for one in players),
            "teams": (),
            "pairs_apart": (),
        }
    )


def play(round_: RoundContext[DiplomacyEvent], playing: Playing) -> Entries:
    """Return the final boards: each ends in a solo or by time, and weaker players are eliminated earlier."""
    level = playing(round_.stage)
    last = min(FIRST_YEAR + YEARS - 1, round_.event.settings.last_year)
    return {
        key: value
        for table in round_.draw.tables
        for key, value in _board(table.number, {power: level[id_] for power, id_ in table.seated.items()}, last)
    }


def _board(table: int, playing: Mapping[str, float], last: int) -> Iterator[tuple[FieldKey, Value]]:
    centres = _centres(playing)
    yield game_box(table, "outcome"), Outcome.SOLO if max(centres.values()) >= SOLO else Outcome.TIME
    yield game_box(table, "final_year"), last
    for power, count in centres.items():
        yield count_box(table, FINAL, power), count
    for at, power in enumerate(sorted((one for one in centres if not centres[one]), key=playing.__getitem__)):
        yield power_box(table, power, "eliminated"), min(FIRST_YEAR + 2 + at, last)


def _centres(playing: Mapping[str, float]) -> dict[str, int]:
    """Share the centres out by strength: whole ones first, the rest by the largest remainders."""
    weights = {power: exp((level - max(playing.values())) / _FOLD) for power, level in playing.items()}
    shares = {power: ALL_CENTRES * weight / sum(weights.values()) for power, weight in weights.items()}
    centres = {power: int(share) for power, share in shares.items()}
    behind = sorted(shares, key=lambda power: centres[power] - shares[power])
    for power in behind[: ALL_CENTRES - sum(centres.values())]:
        centres[power] += 1
    return centres
