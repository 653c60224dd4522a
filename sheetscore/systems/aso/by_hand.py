"""The sheets for a pencil: cards, the wall chart, and the counts for special prizes."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.pairing.draw import display_name
from sheetscore.scoring.tie_steps import TIE_BREAKS
from sheetscore.systems.aso.model import AsoEvent
from sheetscore.systems.outcomes import HandColumn, HandSheet, PencilWork
from sheetscore.tables.sheet import TableSheet, TextLine
from sheetscore.tables.table import Column, Table, figure_column, text_column


def pencil_work(event: AsoEvent) -> PencilWork:
    """Return the sheets for a pencil."""
    return PencilWork(
        card=(
            HandColumn("Table", 54),
            HandColumn("Met", 230),
            HandColumn("Rating of who was met", 84),
            HandColumn("Won, drawn, lost", 90),
            HandColumn("Points", 70),
            HandColumn("Points so far", 84),
        ),
        card_head={"Rating": {player.id: str(event.swiss_player(player).rating) for player in event.players}},
        wall=(HandColumn("met no.", 66), HandColumn("points", 54)),
        breaks=tuple(TIE_BREAKS[id_].heading for id_ in event.settings.tie_breaks),
        sheets=tuple(_prizes(event)),
    )


def _prizes(event: AsoEvent) -> Iterator[HandSheet]:
    names = event.names
    if not names:
        return
    counted = ("Close combat: inflicted less lost", "Snake eyes", "Boxcars")
    columns: tuple[Column[str], ...] = (
        text_column("who", "Who", 330, lambda id_: display_name(id_, names)),
        *(figure_column(str(at), heading, 120, lambda _: None, style="cell entered middle")
          for at, heading in enumerate(counted)),
    )  # fmt: skip
    table = Table("prizes by hand", columns, [*names], key=str, size="pencil")
    lines = (TextLine("Add up from the slips, round by round; the most of each has the prize, equal ones share it."),)
    yield HandSheet(TableSheet("Prizes by hand", "Special prizes", lines=lines, tables=(table,), for_director=True), 1)
