"""Players on a list of tables who are on each other's lines: somebody sorted their columns without the rest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from sheetscore.event.folder import stage_name
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name
from sheetscore.sheets.headings import LIST_OF_TABLES, listed_table, table_sheet
from sheetscore.wording import first_clauses, join_words

_SORTED = 3
"""The fewest lines with players of other lines that count as sorted: two tables may have exchanged an opponent."""

_NAMED = 3
"""The most lines that the message names; it counts the others."""


class _Line(Struct, frozen=True):
    """A line of the list: its boxes for players, the drawn players, and the present ones."""

    boxes: Sequence[FieldKey]
    drawn: Sequence[str | None]
    typed: Sequence[str | None]


def lines_sorted(
    forms: RoundForms, entries: Entries, scored: Entries, names: Mapping[str, str], otherwise: str
) -> Iterator[Finding]:
    """Find lines whose players the draw has on other lines, unless only two opponents were exchanged.

    The results did not move with the players, and would count for others.

    Parameters
    ----------
    scored
        The values in the results: lines that were scored with these players are left out.
    otherwise
        Advice on how to go on if the players did sit so.
    """
    lines = _lines(forms, entries)
    line_of = {player: table for table, line in lines.items() for player in line.drawn if player}
    pairs = {tuple(line.drawn): table for table, line in lines.items()}
    moved = {
        table: line
        for table, line in lines.items()
        if any(line_of.get(player or "", table) != table for player in line.typed)
        and any(scored.get(box) != player for box, player in zip(line.boxes, line.typed, strict=True))
    }
    pair_elsewhere = any(pairs.get(tuple(line.typed), table) != table for table, line in moved.items())
    if not pair_elsewhere and len(moved) < _SORTED:
        return
    said = [
        f"table {table}: {join_words([display_name(player, names) for player in line.typed if player])}"
        for table, line in sorted(moved.items())
    ]
    message = (
        f"the lines of {len(said)} tables have players whom the draw of {stage_name(forms.round)} has on other lines, "
        f"as if their columns had been sorted without the rest ({first_clauses(said, _NAMED)}): then each result would "
        "be that of others, and the players alone go back to their lines. Where whole lines were moved, the players go "
        f"back with all their values; {otherwise} where they met so"
    )
    boxes = tuple(box for line in moved.values() for box in line.boxes)
    yield finding("lines-sorted", message, sheet=table_sheet(LIST_OF_TABLES), fields=boxes)


def _lines(forms: RoundForms, entries: Entries) -> dict[int, _Line]:
    """Return the lines of the list by table; none if each table has pages of its own."""
    boxes: dict[int, list[FieldKey]] = defaultdict(list)
    for key in forms.filled:
        if key.table == LIST_OF_TABLES and forms.fields[key][2].type == "player":
            boxes[listed_table(key.field)].append(key)
    return {table: _Line(keys, _texts(forms.filled, keys), _texts(entries, keys)) for table, keys in boxes.items()}


def _texts(entries: Entries, keys: Sequence[FieldKey]) -> list[str | None]:
    return [str(entries[key]) if key in entries else None for key in keys]
