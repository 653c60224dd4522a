"""Merging two transcribers' copies of a round into one workbook."""

from __future__ import annotations

from pathlib import Path

from sheetscore.desk.fields import TypedIn, read_whole
from sheetscore.desk.ingest import desk_of
from sheetscore.event.stage import stage_name
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.reading.merge import merge
from sheetscore.sheets.round_workbook import Marks, write_round
from sheetscore.workbooks.saving import refuse_if_open, save


def merge_copies(first: Path, second: Path, to: Path) -> TypedIn:
    """Merge two copies of a round's workbook.

    Parameters
    ----------
    first, second
        The copies, whatever they are called; the first lies in its event's folder.
    to
        The workbook to write; one that is there goes to ``kept/`` as a copy.

    Raises
    ------
    MistakesFound
        With every box that the copies fill differently; nothing is written then.
    WrongUsage
        They are copies of different rounds.
    """
    desk, number = desk_of(first)
    _, other = desk_of(second, desk.folder.path)
    if other != number:
        raise WrongUsage(f"{first.name} is a copy of {stage_name(number)}, {second.name} of {stage_name(other)}")
    with desk.locked():
        forms, draw, one = read_whole(desk, first, number)
        _, _, two = read_whole(desk, second, number)
        merged = merge((one.entered, two.entered), (first.name, second.name), desk.system.filled_in(draw), forms.public)
        if merged.findings:
            raise MistakesFound(merged.findings)
        refuse_if_open(to)
        saved = save(
            to, lambda unfinished: write_round(unfinished, desk.event, forms, merged.entries, Marks(merged.raw))
        )
        desk.note(f"merge {first.name} {second.name} -o {to.name}", read=[first, second], written={to: saved.sha256})
    return TypedIn(desk.event, number, to, saved.kept, len(merged.entries) + len(merged.raw))
