"""Lines of CSV that put another player on a page or line, for whom the values typed there would then count.

Lines written before two players exchanged their seats do so: they bring back who sat there then, and perhaps only half
of what was typed for them. So do lines with a substitute, who has no other place. If the player who is replaced would
have no place any more, even values that the lines repeat are reported: they would still count for somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheetscore.findings import Around, Finding, Severity, finding
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name
from sheetscore.reading.carry_over import OF_OTHERS
from sheetscore.reading.field_lines import FieldLines
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import MOST_NAMED
from sheetscore.reading.sitting import PlayerBox, counts_for, on_own_pages, on_table_pages
from sheetscore.wording import first_few, pluralize


def players_replaced(
    forms: RoundForms, old: ReadEntries, lines: FieldLines, values: Mapping[FieldKey, Value], names: Mapping[str, str]
) -> Iterator[Finding]:
    """Find players who got the place of somebody else, on pages where typed values stay unchanged.

    Parameters
    ----------
    old, lines
        The contents of the workbook before, and the lines.
    values
        The values of the workbook after the lines were typed in.
    names
        Names of the players by id.

    Returns
    -------
    Errors if the new player has another place, by the draw or the sheets, and warnings if not. Their ``fields``
    are the box of the player, then the boxes with values that the lines do not have.
    """
    drawn, typed = old.drawn(forms), old.typed(forms).keys() - lines.cleared
    typed &= {key for key, (_, _, box) in forms.fields.items() if box.type != "player"}
    same = [one for one in forms.fields if one in typed and old.entries.get(one) == values.get(one)]
    before, playing = _playing(forms, old.entries), _playing(forms, values)
    seated = {one.player for one in playing.values()}
    places = {(who, key) for texts in (drawn, old.texts) for key, who in texts.items() if key in playing}
    for key, now in playing.items():
        cleared = drawn.get(key) if key not in old.texts else None
        was = before[key].player or cleared
        if not was or not now.player or was == now.player:
            continue
        concerned = [one for one in same if counts_for(one, old.texts, key, forms)]
        if left := [one for one in concerned if was not in seated or one not in lines.values]:
            who, other = (display_name(one, names) for one in (now.player, was))
            if cleared:
                other = f"nobody, since {other} was cleared"
            elif was not in seated:
                other += ", who has no place then"
            boxes = ", ".join(first_few([forms.public[one].field for one in left], MOST_NAMED))
            around = Around(f"table {now.public.table}, ", "; what else was typed there counts for who is there now")
            seat = f"{now.public.seat}: it is {who} now and was {other}"
            what = f"{pluralize(len(left), 'box', 'boxes')}: {boxes}"
            message = f"{around.before}{seat} ({what}){around.after}"
            sheet, cell = old.cells.get(key, ("", ""))
            fields = (key, *(one for one in left if one not in lines.values))
            has_another_place = any(player == now.player and box != key for player, box in places)
            severity = Severity.ERROR if has_another_place else Severity.WARNING
            yield finding(OF_OTHERS, message, sheet=sheet, cell=cell, severity=severity, fields=fields, around=around)


def _playing(forms: RoundForms, entries: Entries) -> dict[FieldKey, PlayerBox]:
    """Return who plays where, by box."""
    return {one.box: one for one in (*on_own_pages(forms, entries), *on_table_pages(forms, entries))}
