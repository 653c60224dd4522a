"""Score sheets that were made before their draw was changed: somebody else is drawn for some of their seats by now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import stage_command
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.consistency.refusals import refusal
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.later_workbook import baseline_in
from sheetscore.operations.sheets import obstacles_to_sheets
from sheetscore.pairing.draw import display_name
from sheetscore.problems import Problem
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.hidden_sheets import Baseline
from sheetscore.wording import first_clauses, pluralize

_SHOWN = 3
"""The most seats that a message names; it counts the others."""

Texts = Mapping[FieldKey, str]
"""The first contents of boxes: the id of each seat's player, and other values that the event fills in."""


def drawn_since(
    opened: OpenEvent, path: Path, forms: RoundForms, begun: Baseline | None, present: ReadEntries | None = None
) -> Iterator[Finding]:
    """Find the seats of score sheets for which the draw has somebody else by now.

    The finding is an error if the sheets cannot be made again, else a warning. A copy of another name is never made
    again: the warning about it says who counts.

    Parameters
    ----------
    begun
        The baseline of the sheets; without one, or without drawn contents in it, nothing is found.
    present
        Their present contents: seats into which the player of the present draw was typed are left out. If
        None, no seat is left out.
    """
    if begun is None or begun.drawn is None:
        return
    then, now = begun.drawn, forms.drawn
    seats = [
        key
        for key in {**now, **then}
        if now.get(key) != then.get(key)
        and (key not in forms.fields or forms.fields[key][2].type == "player")
        and not (present and present.texts.get(key) == now.get(key))
    ]
    if not seats:
        return
    stage, names = forms.round, opened.event.names
    some = first_clauses([_seat(key, forms, then, now, names) for key in seats], _SHOWN)
    sheets = opened.folder.sheets(stage)
    refused = obstacles_to_sheets(opened, stage) if path.stem == sheets.stem else []
    again = f"Make the sheets again (sheetscore {stage_command('sheets', stage)}; what was typed is kept)"
    settle = f"{refusal(stage, refused[0]) + '. Settle that' if refused else again}, or undo the change"
    if path.stem != sheets.stem:  # new sheets are made from the round's own, and would have nothing of the copy
        settle = f"Who is on {path.name} counts; where that is not meant, type what counts of it into {sheets.name}"
    message = (
        f"{opened.folder.draw(stage).name} was changed after {path.name} was made: "
        f"{pluralize(len(seats), 'seat')} with somebody else ({some}). {settle}"
    )
    severity = Severity.ERROR if refused else Severity.WARNING
    yield finding("sheets-older", message, sheet=path.name, severity=severity)


def not_as_posted(opened: OpenEvent, stages: Iterable[int]) -> Iterator[Finding]:
    """Warn of rounds whose draw was changed after their score sheets were made: the posted draw may be another one."""
    for stage in stages:
        sheets = opened.folder.sheets(stage)
        if sheets.is_file() and opened.folder.draw(stage).is_file():
            with suppress(Problem):  # reported where the files are needed
                found = drawn_since(opened, sheets, drawn_round(opened, stage).forms, baseline_in(opened, sheets))
                yield from (replace(one, severity=Severity.WARNING) for one in found)


def _seat(key: FieldKey, forms: RoundForms, then: Texts, now: Texts, names: Mapping[str, str]) -> str:
    public = forms.called(key)
    where = key.seat or f"{public.seat} {public.field}".strip()
    was, drawn = (display_name(who[key], names) if key in who else "nobody" for who in (then, now))
    return f"{table_sheet(public.table)}, {where}: made for {was}, now drawn {drawn}"
