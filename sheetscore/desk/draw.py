"""Drawing a round: who sits where, from the event and the rounds before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sheetscore.desk.history import flown_before, records
from sheetscore.desk.workplace import open_desk
from sheetscore.event.model import Event
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
        Replace a draw that is there (a copy is kept).

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
        number = number or next_round(desk.event, tuple(scored))
        path = desk.folder.draw(number)
        if path.exists() and not again:
            raise WrongUsage(
                f"round {number} is drawn already ({path.name}). To draw it anew add --again; a copy is kept", "drawn"
            )
        refuse_if_open(path)
        made = desk.system.draw(desk.event, number, flown_before(desk, number, scored))
        partly = [str(before) for before, record in scored.items() if before < number and record.missing]
        unscored = [str(before) for before in range(1, number) if before not in scored]
        if unscored:
            note = f"Rounds without results were not looked at: {', '.join(unscored)}."
            made = replace(made, report=(*made.report, note))
        if number in scored:
            note = f"Round {number} has results already; they stay as they are, and so do its sheets."
            made = replace(made, report=(*made.report, note))
        if partly:
            note = f"Rounds with provisional results were looked at only in part: {', '.join(partly)}."
            made = replace(made, report=(*made.report, note))
        saved = save(path, lambda unfinished: write_draw(unfinished, desk.event, made))
        desk.note(f"draw {number}", written={path: saved.sha256}, notes=made.report)
    return Drawn(desk.event, made, path, desk.warnings)


def next_round(event: Event, scored: tuple[int, ...]) -> int:
    """Give the first round without results.

    Raises
    ------
    WrongUsage
        All rounds are scored.
    """
    for number in range(1, event.header.rounds + 1):
        if number not in scored:
            return number
    raise WrongUsage(f"all {event.header.rounds} rounds are scored; name the round that you mean")
