"""The order of players that the draws of scored rounds began with, for systems that go by it, such as a ladder.

A list that is sorted later, or a late comer entered at its head, changes no place of a running event. Who was entered
after the last of these draws comes last.
"""

from __future__ import annotations

from contextlib import suppress

from sheetscore.event.folder import EventFolder, stage_name
from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.event.tables import place_of_list
from sheetscore.findings import Finding, finding
from sheetscore.problems import UnreadableFile
from sheetscore.reading.draw_workbook import read_made_with
from sheetscore.sheets.draw_workbook import ORDER


def as_first_listed(event: Event, place: EventFolder) -> tuple[Event, list[Finding]]:
    """Return an event with its players in the order that counts, and a warning if the list has another one."""
    stage, order = _order_then(event, place)
    then = {folded(id_): at for at, id_ in enumerate(order)}
    players = tuple(sorted(event.players, key=lambda player: then.get(folded(player.id), len(then))))
    if not then or players == event.players:
        return event, []
    message = (
        f"The players are listed in another order than when {stage_name(stage)} was drawn, which is scored. The order "
        "of then counts, and who was entered since comes last. To be rid of this, list them so: "
        f"{', '.join(player.id for player in players)}"
    )
    listed = finding("drawn-otherwise", message, sheet=place_of_list(event, "player"))
    return event.model_copy(update={"players": players}), [listed]


def _order_then(event: Event, place: EventFolder) -> tuple[int, list[str]]:
    """Return the last scored round whose draw has the order of the players, and their ids; 0 and [] without one.

    Each draw hands on the order of the one before.
    """
    for stage in sorted(place.scored_stages(), reverse=True) if event.order_counts else ():
        path = place.draw(stage)
        with suppress(UnreadableFile):
            if path.exists() and (order := read_made_with(path, event).get(ORDER)):
                return stage, order.split()
    return 0, []
