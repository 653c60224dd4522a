"""Drawing a round: who sits where, from the event and the rounds before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sheetscore.desk.history import records, rounds_before
from sheetscore.desk.workplace import open_desk
from sheetscore.event.model import Event
from sheetscore.event.stage import WHOLE_EVENT, stage_command, stage_name
from sheetscore.findings import Finding
from sheetscore.pairing.draw import Draw
from sheetscore.problems import WrongUsage
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.workbooks.saving import refuse_if_open, save


@dataclass(frozen=True)
class Drawn:
    """A draw that was made."""

    event: Event
    draw: Draw
    path: Path
    findings: tuple[Finding, ...]

    def as_json(self) -> dict[str, object]:
        """Give the draw with the keys that scripts rely on."""
        return self.draw.as_json(self.event.header.name)


def draw(folder: Path, number: int | None = None, *, again: bool = False) -> Drawn:
    """Draw a round and write its workbook.

    Parameters
    ----------
    number
        The round, from 1; without it the first that has no results.
    again
        Replace a draw that is there (a copy goes to ``kept/``).

    Raises
    ------
    WrongUsage
        There is a draw already, or the event has no such round.
    MistakesFound
        The event has mistakes, or nobody plays in the round.
    """
    desk = open_desk(folder)
    with desk.locked():
        scored = records(desk)
        number = next_stage(desk.event, tuple(scored)) if number is None else checked_stage(desk.event, number)
        path = desk.folder.draw(number)
        if path.exists() and not again:
            raise WrongUsage(
                f"{stage_name(number)} is drawn already ({path.name}). To draw it anew add --again; it goes to kept/",
                "drawn",
            )
        refuse_if_open(path)
        made = desk.system.draw(desk.event, number, rounds_before(desk, number, scored))
        partly = [str(before) for before, record in scored.items() if before < number and record.missing]
        unscored = [str(before) for before in range(1, number) if before not in scored]
        if unscored:
            note = (
                f"Rounds without results: {', '.join(unscored)}. What is scored in them comes too late for this draw."
            )
            made = replace(made, report=(*made.report, note))
        if number in scored:
            note = f"There are results of {stage_name(number)} already; they stay as they are, and so do the sheets."
            made = replace(made, report=(*made.report, note))
        if partly:
            note = (
                f"Rounds with provisional results: {', '.join(partly)}. What is missing comes too late for this draw."
            )
            made = replace(made, report=(*made.report, note))
        saved = save(path, lambda unfinished: write_draw(unfinished, desk.event, made, desk.system.postings))
        desk.note(stage_command("draw", number), written={saved.path: saved.sha256}, notes=made.report)
    return Drawn(desk.event, made, saved.path, desk.warnings)


def next_stage(event: Event, scored: tuple[int, ...]) -> int:
    """Give the first round without results; the whole event where its sheets are made for all of it at once.

    Raises
    ------
    WrongUsage
        All rounds are scored.
    """
    if event.stages == (WHOLE_EVENT,):
        return WHOLE_EVENT
    for stage in event.stages:
        if stage not in scored:
            return stage
    raise WrongUsage(f"all {event.header.rounds} rounds are scored; name the round that you mean")


def checked_stage(event: Event, number: int) -> int:
    """Give the number of a round that somebody asked for.

    Raises
    ------
    WrongUsage
        The sheets of the event are not made by rounds.
    """
    if event.stages == (WHOLE_EVENT,):
        raise WrongUsage("this event has one draw and one set of sheets for all its rounds; leave out the number")
    return number
