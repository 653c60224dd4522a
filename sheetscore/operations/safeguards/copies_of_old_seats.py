"""Copies of a round that were made before its draw was changed: they are compared by who sits where, not by seats.

A marked copy made from another workbook has no former contents in common with the round's workbook.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import read_journal, stage_command
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.later_workbook import of_two_draws
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.marked_copies import LEFT_IN_COPY
from sheetscore.reading.seated_now import SeatedNow, seated_now


def seated_as(
    opened: OpenEvent, forms: RoundForms, name: str, copy: ReadEntries, own: ReadEntries | None, *paths: Path
) -> SeatedNow:
    """Return the contents of a copy by the seats of the round's workbook; nothing moves if both are of one draw.

    A marked copy that was not made from that workbook gets a baseline as by :func:`with_common_baseline`.

    Parameters
    ----------
    forms
        The sheets by the present draw.
    name
        The name of the copy in messages.
    own
        The round's workbook; None without one.
    paths
        As for :func:`with_common_baseline`.

    Returns
    -------
    The contents, with errors if they cannot be moved to these seats.
    """
    sheets = opened.folder.sheets(forms.round).name
    made = f"{name} was made from another draw than {sheets}"
    if own is None:
        return SeatedNow(copy)
    copy = with_common_baseline(opened, forms, copy, own, *paths)
    if not of_two_draws([copy.begun, own.begun]):
        return SeatedNow(copy)
    if own.begun and own.begun.drawn != forms.drawn:
        again = f"sheetscore {stage_command('sheets', forms.round)}"
        message = (
            f"{made}, and {opened.folder.draw(forms.round).name} was changed since. Make the sheets again ({again}): "
            "what was typed goes along with its people"
        )
        return SeatedNow(copy, (_error(message, name),))
    seated = seated_now(copy, forms, opened.event.names)
    if not seated.lost:
        return seated
    message = (
        f"{made}, and what follows has no place there, or would count for others. Type into {sheets} what counts of "
        f"{name}, and move {name} away"
    )
    return replace(seated, lost=(_error(message, name), *in_copy(seated.lost, name)))


def with_common_baseline(
    opened: OpenEvent, forms: RoundForms, copy: ReadEntries, own: ReadEntries, *paths: Path
) -> ReadEntries:
    """Return a copy with a baseline of contents that the round's workbook had, too.

    A marked copy begins with what stood in the workbook that it was made from. If that was a workbook of another name,
    or of another machine, its values count as typed, except those that the round's workbook has as well.

    Parameters
    ----------
    own
        The round's workbook.
    paths
        Further workbooks that may be the source of the copy.
    """
    begun = copy.begun
    if begun is None or not begun.sha256:
        return copy
    is_from_them = any(map(begun.was_made_from, (opened.folder.sheets(forms.round), *paths)))
    journal = read_journal(opened.folder.path)
    if is_from_them and (not begun.stamp or any(begun.stamp in one.stamps.values() for one in journal)):
        return copy
    common = dict(copy.drawn(forms))
    if is_from_them and not of_two_draws([begun, own.begun]):
        common |= {key: text for key, text in begun.written.items() if own.texts.get(key) == text}
    return replace(copy, begun=replace(begun, written=common))


def went_along(seated: SeatedNow, copy: ReadEntries, name: str) -> Iterator[Finding]:
    """Note that what was typed into a copy goes along with its people, if it was made from another draw.

    The copy itself still shows them on their former seats.
    """
    if of_two_draws([seated.entered.begun, copy.begun]):
        message = (
            f"{name} was made before the draw was changed: what was typed in it goes along with its people, and is "
            f"told by the seats that they have now; {name} itself shows them on those that they had"
        )
        yield finding("seats-exchanged", message, sheet=name, severity=Severity.NOTE)


def in_copy(lost: Sequence[Finding], name: str) -> tuple[Finding, ...]:
    """Return errors about what was typed into a copy, with its name at their places."""
    return tuple(replace(one, sheet=f"[{name}]{one.sheet}", severity=Severity.ERROR) for one in lost)


def _error(message: str, name: str) -> Finding:
    return finding(LEFT_IN_COPY, message, sheet=name, severity=Severity.ERROR)
