"""How the event goes on, in the words of its system; and who comes late, leaves early or misses a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetscore.event.model import Event, Stay
from sheetscore.event.tables import id_of, walk
from sheetscore.packets.parts_table import title_of
from sheetscore.packets.sentences_sheet import sentences_table
from sheetscore.systems.outcomes import Conduct
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import Column, Table, figure_column, text_column


def conduct_sheet(conduct: Conduct) -> TableSheet:
    """Plan the sheet."""
    tables = (
        sentences_table("how drawn", "How rounds are drawn", conduct.draw),
        sentences_table("how scored", "How results are scored and ranked", conduct.scoring),
        sentences_table("who comes and goes", "Late entrants, drop-outs, missed rounds", conduct.attendance),
    )
    return TableSheet("How it goes", "How the event goes on", tables=tables)


@dataclass(frozen=True)
class _Stays:
    """Somebody who is not there in every round."""

    id: str
    name: str
    stay: Stay


def attendance_sheet(event: Event) -> TableSheet | None:
    """Plan the list of those who are not there in every round; None where everybody is."""
    people = list(_some_rounds(event))
    columns: tuple[Column[_Stays], ...] = (
        text_column("id", "Id", 90, lambda line: line.id),
        text_column("name", "Who", 320, lambda line: line.name),
        figure_column("first", "From round", 100, lambda line: line.stay.first),
        figure_column("last", "to round", 100, lambda line: line.stay.last or event.header.rounds),
        text_column("absent", "absent in", 150, lambda line: ", ".join(map(str, line.stay.absent))),
    )
    lines = Table("some rounds", columns, people)
    return TableSheet("Comings and goings", "Not there in every round", tables=(lines,)) if people else None


def _some_rounds(event: Event) -> Iterator[_Stays]:
    for _, _, part in walk(event):
        if part.stay is not None and part.stay != Stay():
            yield _Stays(id_of(part), title_of(part), part.stay)
