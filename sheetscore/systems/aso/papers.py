"""What a round prints besides its list of results: result slips for the players, and the form of the judges.

Source: ASO 2008 Tournament Rules, Deciding games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sheetscore.forms.form import FieldKey
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.workbooks.book import Sheet
from sheetscore.workbooks.paper import print_scale, set_up_pages

_UNITS, _UNIT = 12, 58
"""Columns of a slip, and their width in pixels."""

_HEADING, _NAMES, _ROW, _SMALL, _SIGN, _GAP = 28, 24, 20, 14, 22, 6
"""Pixels of a slip's rows."""

_Put = Callable[..., None]
"""Puts a cell of so many units on a row: row, column, units, style, text."""

_NUMBERS = ("VP", "CVP inflicted in CC", "CVP lost in CC", "snake eyes", "boxcars")
_WIDTHS = (150, 250, 130, 130)

_ROWS = (32, 40, 26, 30, 24, 30, 30, 30, 30, 30, 34, 18, 26, 26, 26, 20)
"""Pixels: heading, what to do, table, players, captions, judges, average, outcome, signature, secret slips, gap."""

_LOSS, _WIN = 120, 180
"""Sums of three judgements: up to 40 percent on average is a loss, from 60 a win."""

_ON_PAGE = 2


def write_slips(papers: RoundPapers) -> None:
    """Write a slip for every table of the round's list."""
    sheet = papers.book.sheet("Slips")
    sheet.raw.hide_gridlines(2)
    sheet.widths([_UNIT] * _UNITS)
    scenarios = papers.names_of("scenarios")
    heights = _heights(scenarios)
    for index, table in enumerate(papers.tables):
        top = index * len(heights)
        for row, height in enumerate(heights, start=top):
            sheet.height(row, height)
        _write_slip(papers, sheet, top, table, scenarios)
    sheet.protect()
    scale = print_scale(papers.paper, _UNIT * _UNITS, [sum(heights)])
    on_page = max(1, int(papers.paper.usable[1] * 100 / scale / sum(heights)))
    count = len(papers.tables)
    ends = [min(end, count) * len(heights) for end in range(on_page, count + on_page, on_page)]
    if ends:
        set_up_pages(sheet.raw, papers.paper, _UNITS - 1, ends, scale)


def _heights(scenarios: Sequence[str]) -> list[int]:
    """Return the heights of a slip's rows: heading, names, scenarios, bids, result, numbers, signatures."""
    choice = [_SMALL, *[_ROW] * max(len(scenarios), 1)]
    return [_HEADING, _NAMES, *choice, _SMALL, _ROW, _ROW, _SMALL, _ROW, _ROW, _ROW, _SMALL, _SIGN, _SMALL, _GAP]


def _write_slip(papers: RoundPapers, sheet: Sheet, top: int, table: int, scenarios: Sequence[str]) -> None:
    def put(row: int, column: int, units: int, style: str, text: str = "") -> None:
        sheet.span(row, column, row, column + units - 1, papers.style(style))
        sheet.text(row, column, text, papers.style(style))

    put(top, 0, 4, "headline", f"Table {table}")
    put(top, 4, 8, "heading", papers.title)
    row = top + 1
    for column, seat in ((0, "1"), (6, "2")):
        sheet.span(row, column, row, column + 5, papers.style("posted"))
        formula, cached = papers.typed(FieldKey(table, seat, "player"))
        sheet.formula(row, column, formula, cached, papers.style("posted"))
    row = _write_choice(put, top + 2, scenarios)
    row = _write_bids(put, row)
    row = _write_result(put, row)
    put(row, 0, 12, "caption left", "optional rules that both players waive:")
    for column, text in ((0, "signed: player 1"), (6, "signed: player 2")):
        put(row + 2, column, 5, "signature", text)


def _write_choice(put: _Put, row: int, scenarios: Sequence[str]) -> int:
    """Write the choice of the scenario: a line for each, with a box to strike it and one to put it first."""
    for column, units, text in (
        (0, 2, "strike"),
        (2, 2, "1st choice"),
        (4, 4, "scenario: circle what is played   die ☐ 1 ☐ 2"),
        (8, 2, "strike"),
        (10, 2, "1st choice"),
    ):
        put(row, column, units, "caption", text)
    for scenario in scenarios or ("",):
        row += 1
        for column in (0, 2, 8, 10):
            put(row, column, 2, "cell")
        put(row, 4, 4, "shown", scenario)
    return row + 1


def _write_bids(put: _Put, row: int) -> int:
    """Write the secret bids: a side and a level from 0 to 3."""
    for column in (0, 6):
        put(row, column, 4, "caption", "bid: side")
        put(row, column + 4, 2, "caption", "level 0 to 3" if column == 0 else "level   die ☐ 1 ☐ 2")
        put(row + 1, column, 4, "cell")
        put(row + 1, column + 4, 2, "cell")
        put(row + 2, column, 2, "label", "plays")
        put(row + 2, column + 2, 4, "cell")
    return row + 3


def _write_result(put: _Put, row: int) -> int:
    """Write who won and how it was decided, then the numbers of both players."""
    for column, text in ((0, ""), *enumerate(_NUMBERS, start=1)):
        put(row, 2 * column, 2, "caption", text)
    for player in (1, 2):
        put(row + player, 0, 2, "label", f"player {player}")
        for column in range(1, len(_NUMBERS) + 1):
            put(row + player, 2 * column, 2, "cell")
    row += 3
    for column, units, text in (
        (0, 1, "winner:"),
        (1, 2, "☐ player 1"),
        (3, 1, "☐ draw"),
        (4, 2, "☐ player 2"),
        (6, 6, "decided by  ☐ play  ☐ agreement  ☐ dice  ☐ judges"),
    ):
        put(row, column, units, "plain", text)
    return row + 1


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
