"""The form of the judges, two to a page; it is printed as often as it is needed.

Source: ASO 2008 Tournament Rules, Deciding games.
"""

from __future__ import annotations

from sheetscore.sheets.pages import SCALE
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import set_up_pages

_WIDTHS = (130, 236, 150, 150)

_LINE = 34
"""Pixels: 8.5 mm at the scale of our pages."""

_ROWS = (30, 32, _LINE, 26, 18, _LINE, _LINE, _LINE, _LINE, _LINE, 30, 16, _LINE, _LINE, _LINE, 24)
"""Pixels: heading, what to do, table and players, who was heard, captions, judges, average, outcome, signature, secret
slips, cut."""

_LOSS, _WIN = 120, 180
"""Sums of three judgements: up to 40 percent on average is a loss, from 60 a win."""

_ON_PAGE = 2

_JUDGES = 3

_WHAT_TO_DO = (
    "Each player has three minutes, alone with the judges. Then each judge writes down in secret how likely each "
    "player is to win: steps of 5 percent, 100 for both together. What counts is typed on the sheet Results."
)


def write_judges_forms(papers: RoundPapers) -> None:
    """Write a page of judges' forms; print it as often as it is needed."""
    sheet = papers.book.sheet("Judges")
    sheet.raw.hide_gridlines(2)
    sheet.widths(_WIDTHS)
    for index in range(_ON_PAGE):
        _write_form(papers, sheet, index * len(_ROWS))
    sheet.protect()
    set_up_pages(sheet.raw, papers.paper, len(_WIDTHS) - 1, [_ON_PAGE * len(_ROWS)], SCALE)


def _write_form(papers: RoundPapers, sheet: Sheet, top: int) -> None:
    style = papers.style
    for row, height in enumerate(_ROWS, start=top):
        sheet.height(row, height)
    sheet.text(top, 0, "Judges", style("headline"))
    sheet.span(top, 1, top, 3, style("heading"))
    sheet.text(top, 1, papers.title, style("heading"))
    sheet.span(top + 1, 0, top + 1, 3, style("small wrap"))
    sheet.text(top + 1, 0, _WHAT_TO_DO, style("small wrap"))
    sheet.text(top + 2, 0, "Table, players", style("label"))
    for column in (1, 2, 3):
        sheet.text(top + 2, column, "", style("input text"))
    for column, text in ((0, "heard alone for"), (1, "3 minutes each:"), (2, "☐ player 1"), (3, "☐ player 2")):
        sheet.text(top + 3, column, text, style("plain"))
    for column, text in ((0, ""), (1, "judge (the first is head judge)"), (2, "player 1, %"), (3, "player 2, %")):
        sheet.text(top + 4, column, text, style("column small"))
    first = top + 5
    _write_judgements(papers, sheet, first)
    signed = first + _JUDGES + 3
    sheet.span(signed, 0, signed, 1, style("signature"))
    sheet.text(signed, 0, "signed: head judge", style("signature"))
    for judge, row in enumerate(range(signed + 1, signed + 1 + _JUDGES), start=1):
        sheet.text(row, 0, "✂ secret slip", style("label"))
        sheet.text(row, 1, f"judge {judge}:", style("by hand"))
        sheet.text(row, 2, "player 1:            %", style("by hand"))
        sheet.text(row, 3, "player 2:            %", style("by hand"))
    last = top + len(_ROWS) - 1
    sheet.span(last, 0, last, len(_WIDTHS) - 1, style("cut"))
    sheet.text(last, 0, "✂", style("cut"))


def _write_judgements(papers: RoundPapers, sheet: Sheet, first: int) -> None:
    """Write the lines of the judges and what their numbers come to."""
    style = papers.style
    for row in range(first, first + _JUDGES):
        sheet.text(row, 0, f"judge {row - first + 1}", style("label"))
        sheet.text(row, 1, "", style("input text"))
        for column in (2, 3):
            sheet.text(row, column, "", style("input number"))
    percent = {
        "validate": "integer",
        "criteria": "between",
        "minimum": 0,
        "maximum": 100,
        "error_message": "A percentage in steps of 5 belongs here.",
    }
    average, outcome = first + _JUDGES, first + _JUDGES + 1
    sheet.validate(first, 2, average - 1, 3, percent)
    for row, text in ((average, "average"), (outcome, "outcome")):
        sheet.text(row, 0, text, style("label"))
        sheet.text(row, 1, "", style("label"))
    for column, letter in ((2, "C"), (3, "D")):
        given = f"{letter}{first + 1}:{letter}{average}"
        sheet.formula(average, column, f'IF(COUNT({given})<3,"",SUM({given})/3)', "", style("cell two"))
        said = f'IF(SUM({given})<={_LOSS},"loss",IF(SUM({given})<{_WIN},"draw","win"))'
        sheet.formula(outcome, column, f'IF(COUNT({given})<3,"",{said})', "", style("cell strong"))
