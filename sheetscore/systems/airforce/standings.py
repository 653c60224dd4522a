"""The standings of an event of fights: what each pilot flew, brought home, lost, hit and was hit by.

The ranking is this program's own; the rules of the game have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.at_hand import EventSoFar
from sheetscore.systems.outcomes import ResultRow, Standings

HOME, LOST = frozenset({"home", "aborted"}), frozenset({"down", "crashed"})
"""The fates of aircraft that were brought home, and of those that were lost."""


@dataclass
class Record:
    """What a pilot did.

    Parameters
    ----------
    fights
        Logs with the pilot's name on them.
    shot_at
        Shots of others at the pilot's aircraft.
    hits, taken
        Hits scored and hits taken.
    findings
        What the audit found on the pilot's logs.
    """

    id: str
    name: str
    fights: int = 0
    home: int = 0
    lost: int = 0
    shot_at: int = 0
    hits: int = 0
    taken: int = 0
    findings: int = 0

    @property
    def score(self) -> int:
        """Hits scored less hits taken."""
        return self.hits - self.taken


def rank_event(so_far: EventSoFar[AirforceEvent]) -> Standings:
    """Rank the pilots by hits scored less hits taken, then by aircraft lost; in the order of names if not at all."""
    records = records_of(so_far.event, so_far.rounds)
    ranked = so_far.event.settings.ranking
    by_name = sorted(records.values(), key=lambda one: (one.name, one.id))
    order = sorted(by_name, key=lambda one: (-one.score, one.lost)) if ranked else by_name
    merits = [(-one.score, one.lost) for one in order]
    rows: tuple[ResultRow, ...] = tuple(
        {
            "rank": 1 + merits.index(merit) if ranked else None,
            "id": one.id,
            "name": one.name,
            "score": one.score,
            "fights": one.fights,
            "home": one.home,
            "lost": one.lost,
            "shot_at": one.shot_at,
            "hits": one.hits,
            "taken": one.taken,
            "findings": one.findings,
        }
        for one, merit in zip(order, merits, strict=True)
    )
    return Standings(max(so_far.rounds, default=0), rows, (), tuple(so_far.open))


def records_of(event: AirforceEvent, rounds: Mapping[int, Iterable[ResultRow]]) -> dict[str, Record]:
    """Return what everybody did, by id, in the order of the roster; whoever is not on it comes after."""
    records = {player.id: Record(player.id, player.name) for player in event.players}
    for number in sorted(rounds):
        fights: set[tuple[object, object]] = set()
        for row in rounds[number]:
            player = str(row["player"])
            record = records.setdefault(player, Record(player, str(row["name"])))
            fight = row["table"], row["aircraft"]
            record.fights += fight not in fights
            fights.add(fight)
            record.home += row["fate"] in HOME
            record.lost += row["fate"] in LOST
            record.shot_at += int(row["shot_at"] or 0)
            record.hits += int(row["hits"] or 0)
            record.taken += int(row["taken"] or 0)
            record.findings += int(row["findings"] or 0)
    return records
