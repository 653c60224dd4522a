"""Rounds as they are drawn: the draw of a round, read from its workbook, and the round with its forms."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, EventFolder, stage_command, stage_name
from sheetscore.event.model import Event
from sheetscore.findings import finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.history import earlier_rounds, record_of
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.pairing.draw import Draw
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.reading.draw_workbook import ReadDraw, draw_in, drawn_as_in
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.sheets.draw_workbook import DRAW_SHEET
from sheetscore.sheets.hidden_sheets import Baseline
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound, ResultRow
from sheetscore.wording import join_words
from sheetscore.workbooks.saving import KEPT, refuse_if_open


def draw_gone(folder: EventFolder, number: int) -> str | None:
    """Return a message about a lost draw of a round; None if it is there, or the round has no sheets and no results."""
    made_from_it = [path.name for path in (folder.sheets(number), folder.results(number)) if path.exists()]
    if folder.draw(number).exists() or not made_from_it:
        return None
    return (
        f"{folder.draw(number).name} is gone, and there is {join_words(made_from_it)}. Put it back, as from "
        f"{KEPT}/; sheetscore {stage_command('draw', number)} draws anew, and what was changed in it by hand is not "
        "in that draw"
    )


def draw_of(opened: OpenEvent, number: int, earlier: Sequence[EarlierRound] = ()) -> ReadDraw:
    """Read the draw of a round.

    Parameters
    ----------
    earlier
        The scored rounds before it, to find repetitions.

    Raises
    ------
    WrongUsage
        The round is not drawn, or its draw is gone or open elsewhere.
    """
    path = opened.folder.draw(number)
    if not path.exists():
        raise WrongUsage(
            draw_gone(opened.folder, number)
            or f"{stage_name(number)} is not drawn yet; run: sheetscore {stage_command('draw', number)}",
            "not-drawn",
        )
    refuse_if_open(path)
    # if one draw holds all rounds, some of them may be scored already
    record = record_of(opened, number) if number == WHOLE_EVENT else None
    context = replace(opened.round(number, earlier), rows=record.rows if record else ())
    workbook = opened.workbook(path)
    drawn = draw_in(workbook, opened.system, context)
    if not drawn.draw.tables and not any(one.is_error for one in drawn.findings):
        message = f"nobody has a seat in {stage_name(number)}, so that nothing is played: give seats, or draw again"
        drawn = replace(drawn, findings=(finding("draw-structure", message, sheet=DRAW_SHEET), *drawn.findings))
    if number == WHOLE_EVENT and drawn.draw.tables and any(one.is_error for one in drawn.findings):
        # a mistake may be in a round that is played but not scored: the finding must not advise to draw that anew
        try:
            rows = (*context.rows, *typed_rows(opened, drawn.draw))
        except UnreadableFile:
            return drawn  # reported where the sheets are needed
        return draw_in(workbook, opened.system, replace(context, rows=rows))
    return drawn


def typed_rows(opened: OpenEvent, drawn: Draw) -> list[ResultRow]:
    """Return result rows from the sheets of a draw and their marked copy, ingested or not."""
    context = replace(opened.round(drawn.round), draw=drawn)
    context = replace(context, forms=opened.system.sheets(context))
    rows: list[ResultRow] = []
    for sheets in filter(Path.exists, (opened.folder.sheets(drawn.round), opened.folder.marked(drawn.round))):
        typed = read_old_sheets(sheets, opened.system, opened.round(drawn.round))
        rows += opened.system.score(replace(context, entries=typed.entries)).rows
    return rows


def drawn_round(
    opened: OpenEvent, number: int, earlier: Sequence[EarlierRound] | None = None, drawn: ReadDraw | None = None
) -> RoundContext[Event]:
    """Return a round with its draw, and with the forms of its sheets, which may look at the rounds before it.

    Parameters
    ----------
    earlier
        The rounds before it; by default those with results, read only if needed.
    drawn
        Its draw, if it was read already.

    Raises
    ------
    MistakesFound
        The draw has lost its tables or belongs elsewhere.
    """
    drawn = drawn or draw_of(opened, number)
    if not drawn.draw.tables:
        raise MistakesFound(drawn.findings)
    before = earlier_rounds(opened, number) if earlier is None else earlier
    context = replace(opened.round(number, before), draw=drawn.draw, drawn_as=drawn_as_in(drawn.made_with))
    return replace(context, forms=opened.system.sheets(context))


def sheets_begun(opened: OpenEvent, entered: ReadEntries, forms: RoundForms) -> Baseline:
    """Return the baseline for a round's workbook that is written from another workbook, perhaps from a marked copy."""
    source = opened.folder.draw(forms.round).name
    # only a marked copy has the digest of its source
    return replace(entered.begun or Baseline(source, None), source=source, drawn=entered.drawn(forms), sha256="")
