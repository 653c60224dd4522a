"""The form on which three judges settle an unfinished game: two on a page; the average and the outcome by formula.

Source: ASO 2008 Tournament Rules, Deciding games.
"""

from __future__ import annotations

from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import set_up_pages

_WIDTHS = (150, 250, 130, 130)
_ROWS = (32, 40, 26, 30, 24, 30, 30, 30, 30, 30, 34, 18, 26, 26, 26, 20)
"""Pixels: heading, what to do, table, players, captions, judges, average, outcome, signature, secret slips, gap."""

_LOSS, _WIN = 120, 180
"""Sums of three judgements: up to 40 percent on average is a loss, from 60 a win."""

_ON_PAGE = 2


def write_judges_forms(papers: RoundPapers) -> None:
    """Write a page of judges' forms; print it as often as it is needed."""
    sheet = papers.book.sheet("Judges")
    sheet.raw.hide_gridlines(2)
    sheet.widths(_WIDTHS)
    for index in range(_ON_PAGE):
        _write_form(papers, sheet, index * len(_ROWS))
    sheet.protect()
    set_up_pages(sheet.raw, papers.paper, len(_WIDTHS) - 1, [_ON_PAGE * len(_ROWS)], 100)


def _write_form(papers: RoundPapers, sheet: Sheet, top: int) -> None:
    style = papers.style
    for row, height in enumerate(_ROWS, start=top):
        sheet.height(row, height)
    sheet.text(top, 0, "Judges", style("headline"))
    sheet.span(top, 1, top, 3, style("heading"))
    sheet.text(top, 1, papers.title, style("heading"))
    sheet.span(top + 1, 0, top + 1, 3, style("small wrap"))
    sheet.text(
        top + 1,
        0,
        "Each player has three minutes, alone with the judges. Then each judge writes down in secret how likely each "
        "player is to win: steps of 5 percent, 100 for both together. What counts is typed on the sheet Results.",
        style("small wrap"),
    )
    sheet.text(top + 2, 0, "Table", style("label"))
    sheet.text(top + 2, 1, "", style("input text"))
    for column, text in ((0, ""), (1, "judge (the first is head judge)"), (2, "player 1"), (3, "player 2")):
        sheet.text(top + 4, column, text, style("column small"))
    sheet.text(top + 3, 0, "Players", style("label"))
    for column in (1, 2, 3):
        sheet.text(top + 3, column, "", style("input text" if column > 1 else "label"))
    first = top + 5
    percent = {
        "validate": "integer",
        "criteria": "between",
        "minimum": 0,
        "maximum": 100,
        "error_message": "A percentage in steps of 5 belongs here.",
    }
    for row in range(first, first + 3):
        sheet.text(row, 0, f"judge {row - first + 1}", style("label"))
        sheet.text(row, 1, "", style("input text"))
        for column in (2, 3):
            sheet.text(row, column, "", style("input number"))
    sheet.validate(first, 2, first + 2, 3, percent)
    sheet.text(first + 3, 0, "average", style("label"))
    sheet.text(first + 4, 0, "outcome", style("label"))
    for row in (first + 3, first + 4):
        sheet.text(row, 1, "", style("label"))
    for column, letter in ((2, "C"), (3, "D")):
        given = f"{letter}{first + 1}:{letter}{first + 3}"
        sheet.formula(first + 3, column, f'IF(COUNT({given})<3,"",SUM({given})/3)', "", style("cell two"))
        outcome = f'IF(SUM({given})<={_LOSS},"loss",IF(SUM({given})<{_WIN},"draw","win"))'
        sheet.formula(first + 4, column, f'IF(COUNT({given})<3,"",{outcome})', "", style("cell strong"))
    sheet.span(first + 6, 0, first + 6, 1, style("signature"))
    sheet.text(first + 6, 0, "signed: head judge", style("signature"))
    for judge, row in enumerate(range(first + 7, first + 10), start=1):
        sheet.text(row, 0, "✂ secret slip", style("label"))
        sheet.text(row, 1, f"judge {judge}:", style("label"))
        sheet.text(row, 2, "player 1:            %", style("label"))
        sheet.text(row, 3, "player 2:            %", style("label"))
