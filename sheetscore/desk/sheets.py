"""Making the score sheets of a drawn round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetscore.desk.draw import checked_stage, next_stage
from sheetscore.desk.history import rounds_looked_back_at
from sheetscore.desk.workplace import Desk, open_desk
from sheetscore.event.model import Event
from sheetscore.event.stage import stage_command, stage_json, stage_name
from sheetscore.findings import Finding
from sheetscore.forms.form import Entries, RoundForms
from sheetscore.pairing.draw import Draw
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.reading.carry_over import carry_over
from sheetscore.reading.draw_workbook import ReadDraw, read_draw
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.protocol import EarlierRound
from sheetscore.workbooks.saving import refuse_if_open, save


@dataclass(frozen=True)
class MadeSheets:
    """Score sheets that were made."""

    event: Event
    round: int
    path: Path
    kept: Path | None
    tables: int
    pages: int
    findings: tuple[Finding, ...]

    def as_json(self) -> dict[str, object]:
        """Give what was made for scripts."""
        return {
            "event": self.event.header.name,
            "round": stage_json(self.round),
            "path": str(self.path),
            "tables": self.tables,
            "pages": self.pages,
            "findings": [one.as_json() for one in self.findings],
        }


def make_sheets(folder: Path, number: int | None = None) -> MadeSheets:
    """Make the score sheets of a round from its draw, as the director may have edited it.

    Parameters
    ----------
    number
        The round, from 1; without it the first that has no results.

    Raises
    ------
    MistakesFound
        The draw has mistakes.
    WrongUsage
        The round is not drawn yet.
    """
    desk = open_desk(folder)
    with desk.locked():
        scored = desk.folder.scored_stages()
        number = next_stage(desk.event, scored) if number is None else checked_stage(desk.event, number)
        path = desk.folder.sheets(number)
        refuse_if_open(path)
        drawn = draw_of(desk, number, rounds_looked_back_at(desk, number))
        if any(one.is_error for one in drawn.findings):
            raise MistakesFound(drawn.findings)
        forms = desk.system.forms(desk.event, drawn.draw, desk.library)
        entries, lost = _with_what_was_typed(desk, path, number, forms, drawn.draw)
        saved = save(path, lambda unfinished: write_round(unfinished, desk.event, forms, entries))
        desk.note(
            stage_command("sheets", number),
            read=[desk.folder.draw(number)],
            written={path: saved.sha256},
        )
    pages = sum(len(table.pages) for table in forms.tables)
    findings = (*desk.warnings, *drawn.findings, *lost)
    tables = len({key.table for key in forms.public.values()})
    return MadeSheets(desk.event, number, path, saved.kept, tables, pages, findings)


def _with_what_was_typed(
    desk: Desk, path: Path, number: int, forms: RoundForms, draw: Draw
) -> tuple[Entries, tuple[Finding, ...]]:
    """Give the entries of new sheets: the drawn pilots, and what was typed on the sheets that are there."""
    fresh = desk.system.filled_in(draw)
    old = read_old_sheets(path, desk.event, desk.system, desk.library, number) if path.exists() else None
    if old is None:
        return fresh, ()
    carried = carry_over(old.entries, fresh, forms, desk.event.names)
    return carried.entries, (*carried.findings, *(one for one in old.findings if one.is_error))


def draw_of(desk: Desk, number: int, earlier: Sequence[EarlierRound] = ()) -> ReadDraw:
    """Read the draw of a round.

    Parameters
    ----------
    earlier
        The scored rounds before it, for what is played again.

    Raises
    ------
    WrongUsage
        There is none.
    """
    path = desk.folder.draw(number)
    if not path.exists():
        raise WrongUsage(
            f"{stage_name(number)} is not drawn yet; run: sheetscore {stage_command('draw', number)}", "not-drawn"
        )
    refuse_if_open(path)
    return read_draw(path, desk.event, desk.system, number, earlier)


def drawn_forms(desk: Desk, number: int) -> tuple[RoundForms, Draw]:
    """Give the forms that a round's sheets were made with, and who was drawn.

    Raises
    ------
    MistakesFound
        The draw has lost its tables or belongs elsewhere.
    """
    drawn = draw_of(desk, number)
    if not drawn.draw.tables:
        raise MistakesFound(drawn.findings)
    return desk.system.forms(desk.event, drawn.draw, desk.library), drawn.draw
