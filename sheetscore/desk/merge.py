"""Merging two transcribers' copies of a round into one workbook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sheetscore.desk.fields import TypedIn, read_whole
from sheetscore.desk.history import locked
from sheetscore.desk.ingest import open_round
from sheetscore.desk.sheets import drawn_begun
from sheetscore.desk.workplace import OpenEvent
from sheetscore.event.folder import in_its_format, stage_name
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import named
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import box_name, merge
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.round_workbook import Marks, write_round
from sheetscore.workbooks.saving import FORMATS, refuse_if_open, save


def merge_copies(first: Path, second: Path, to: Path) -> TypedIn:
    """Merge two copies of a round's workbook.

    Parameters
    ----------
    first, second
        The copies, whatever they are called; the first lies in its event's folder.
    to
        The workbook to write; one that is there, in whichever format, goes to ``kept/`` as a copy.

    Raises
    ------
    MistakesFound
        With every box that the copies fill differently; nothing is written then.
    WrongUsage
        They are copies of different rounds, or the name of the workbook to write is not one of an .xlsx.
    """
    if to.suffix.lower() != FORMATS[0]:
        raise WrongUsage(
            f"what is merged is written as .xlsx: take -o {to.with_suffix(FORMATS[0]).name}", "other-format"
        )
    first, second, to = map(in_its_format, (first, second, to))
    opened, number = open_round(first)
    _, other = open_round(second, opened.folder.path)
    if other != number:
        raise WrongUsage(f"{first.name} is a copy of {stage_name(number)}, {second.name} of {stage_name(other)}")
    with locked(opened):
        forms, one = read_whole(opened, first, number)
        _, two = read_whole(opened, second, number)
        drawn = drawn_begun(opened, forms)
        drawn_in = opened.folder.draw(number)
        told = [read.entered.begun for read in (one, two)]
        begun = next((made for made in told if made and made.was_made_from(drawn_in)), drawn)
        others = [made.texts for made in told if made and made.was_made_from(drawn_in) and made.texts != begun.texts]
        if others:
            raise MistakesFound(_made_for_others((first, second), begun.texts, others[0], forms, opened.event.names))
        merged = merge((one.entered, two.entered), (first.name, second.name), begun.texts, forms)
        found = [*merged.findings, *_in_neither(opened, (first, second), to, number, (one.entered, two.entered))]
        if found:
            raise MistakesFound(found)
        refuse_if_open(to)
        entries, marks = merged.entered.entries, Marks(merged.entered.raw)
        saved = save(to, lambda unfinished: write_round(unfinished, opened.event, forms, entries, marks, begun))
        command = f"merge {first.name} {second.name} -o {saved.path.name}"
        opened.note(command, read={first: one.sha256, second: two.sha256}, written={saved.path: saved.sha256})
    return TypedIn(opened.event, number, saved.path, saved.kept, len(entries) + len(marks.raw))


def _made_for_others(
    copies: tuple[Path, Path],
    one: Mapping[FieldKey, str],
    two: Mapping[FieldKey, str],
    forms: RoundForms,
    names: Mapping[str, str],
) -> list[Finding]:
    """Name the seats for which the copies were made with different players: their pages are not the same pages."""
    found = []
    for key in {**one, **two}:
        if one.get(key) != two.get(key):
            who, other = (named(made[key], names) if key in made else "nobody" for made in (one, two))
            message = (
                f"{box_name(forms.public.get(key, key))}: one of {copies[0].name} and {copies[1].name} was made for "
                f"{who}, the other for {other}. The draw was changed between them: type what the older one has into "
                "the newer one"
            )
            found.append(finding("merge-differs", message, sheet=table_sheet(key.table), fields=(key,)))
    return found


def _in_neither(
    opened: OpenEvent, copies: tuple[Path, Path], to: Path, number: int, read: tuple[ReadEntries, ReadEntries]
) -> list[Finding]:
    """Find what was typed into the workbook that is to be written, and does not stand in the merged one."""
    if not to.exists() or to.resolve() in {copy.resolve() for copy in copies}:
        return []
    forms, there = read_whole(opened, to, number)
    begun = there.entered.begun or drawn_begun(opened, forms)
    now = [one.texts for one in read]
    return [
        finding(
            "merge-differs",
            f"{box_name(forms.public.get(key, key))}: {to.name} has “{text}” and neither copy has; name {to.name} as "
            "one of the copies, or move it away",
            sheet=there.entered.cells[key][0],
            cell=there.entered.cells[key][1],
            fields=(key,),
        )
        for key, text in there.entered.texts.items()
        if text not in {begun.texts.get(key), *(texts.get(key) for texts in now)}
    ]
