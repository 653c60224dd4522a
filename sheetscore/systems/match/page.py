"""The page of a table: who plays, the scenarios, a match; of a series its end, and each match on paper of its own.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sheetscore.forms.block import Block
from sheetscore.forms.form import CellKey, Page, PageEntries, PageForm, PageKind, PageScore
from sheetscore.sheets.formulas import box_cell, page_row, shown_in
from sheetscore.sheets.layout import PAGE_COLUMNS, PageLayout, lay_out_blocks
from sheetscore.sheets.pages import Part, heading, heading_again, on_paper, signatures
from sheetscore.systems.match.entries import HANDICAPS, PLAYERS, RESULT, SERIES, series_box
from sheetscore.systems.match.games import SEATS
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import MatchScenario
from sheetscore.systems.match.scenario_list import list_scenarios
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.names import column_letters

_FRAME = frozenset((PLAYERS, SERIES, HANDICAPS))
"""The blocks of a series that are no match."""

_NAME_HEIGHT = 36
"""Pixels: two lines of a long name."""


def match_page(scenarios: Sequence[MatchScenario]) -> PageKind[PageLayout]:
    """Return the kind of the pages of a round.

    Parameters
    ----------
    scenarios
        Those on offer, which the page describes.
    """
    return PageKind(
        lay_out=partial(_lay_out, scenarios=scenarios),
        formulas=_formulas,
        figures=_figures,
        ended=series_box(0, "ended").field,
    )


def _lay_out(form: PageForm, _seats: Sequence[Page], scenarios: Sequence[MatchScenario]) -> PageLayout:
    listed, signed = partial(list_scenarios, scenarios=scenarios), partial(signatures, who=form.signed)
    head: list[Part] = [heading, partial(lay_out_blocks, blocks=[form.block(PLAYERS)]), listed]
    matches = _matches(form.blocks)
    if len(matches) == 1:
        page = on_paper(form, head, matches[0], [signed])
    else:
        page = on_paper(form, [*head, _list_matches], [form.block(SERIES), form.block(HANDICAPS)], [signed])
        again = [listed] if len(scenarios) == 1 else []
        for number, blocks in enumerate(matches, start=1):
            page.breaks.append(page.next_row)
            heading_again(page)
            _who_again(page, number)
            for part in (*again, partial(lay_out_blocks, blocks=blocks), signed):
                part(page)
    # rules look at blocks that come before theirs in the form, on whichever sheet of paper these stand
    page.places = {block.id: page.places[block.id] for block in form.blocks}
    return page


def _matches(blocks: Sequence[Block]) -> list[list[Block]]:
    """Part the blocks of a page by matches."""
    found: dict[str, list[Block]] = {}
    for block in blocks:
        if block.name not in _FRAME:
            _, _, number = block.id.partition("match.")
            found.setdefault(number.partition(".")[0], []).append(block)
    return [*found.values()]


_OF_A_MATCH = (("match_points", "Match points", 3, 2), ("ends", "How it ended", 5, 8))
"""What the sheet of a series shows of each match: the shown box of its result, caption, first column, columns."""


def _list_matches(page: PageLayout) -> None:
    """Say on the sheet of a series what each of its matches came to."""
    page.add_row(page.measures.gap)
    row = page.add_row(page.measures.title)
    page.put(row, 0, 5, "band", text="The matches")
    page.put(row, 5, PAGE_COLUMNS - 5, "band rule", text="each has a sheet of its own, from which this follows")
    row = page.add_row(page.measures.caption)
    for _, caption, column, columns in _OF_A_MATCH:
        page.put(row, column, columns, "caption", text=caption)
    for block in _results(page.form):
        row = page.add_row(page.measures.line)
        page.put(row, 1, 2, "label", text=block.title.partition(":")[0])
        for show, _, column, columns in _OF_A_MATCH:
            page.put(row, column, columns, "sum", key=_match_key(block, show))


def _results(form: PageForm) -> list[Block]:
    """Return the blocks that say what the matches of a series came to; none of a single match."""
    found = [block for block in form.blocks if block.name.startswith(RESULT)]
    return found if len(found) == MATCHES else []


def _match_key(block: Block, show: str) -> CellKey:
    return "match", block.id, show


def _who_again(page: PageLayout, number: int) -> None:
    """Say on the paper of a match which one it is, and once more who plays."""
    page.add_row(page.measures.gap)
    row = page.add_row(page.measures.title)
    page.put(row, 0, 5, "band", text=f"Match {number} of {MATCHES}")
    page.put(row, 5, PAGE_COLUMNS - 5, "band rule", text="the same scenario twice, with the sides exchanged")
    for seat in SEATS:
        row = page.add_row(_NAME_HEIGHT)
        page.put(row, 1, 2, "label", text=f"Player {seat}")
        page.put(row, 3, PAGE_COLUMNS - 3, "shown wrap", key=_who_key(number, seat))


def _who_key(match: int, seat: str) -> CellKey:
    return "player", str(match), seat


def _names(form: PageForm) -> Iterator[tuple[CellKey, str]]:
    """Yield the cells that name a player once more, each with the box that it follows."""
    for number, _ in enumerate(_results(form), start=1):
        for seat in SEATS:
            yield _who_key(number, seat), f"{PLAYERS}.{seat}"


def _formulas(layout: PageLayout) -> dict[CellKey, str]:
    followed = {key: box_cell(layout, box) for key, box in _names(layout.form)}
    shown = {cell.key: f"{column_letters(cell.column)}{page_row(cell.row)}" for cell in layout.cells if cell.key}
    for block in _results(layout.form):
        followed |= {_match_key(block, show): shown[block.id, "0", show] for show, *_ in _OF_A_MATCH}
    return {key: f'IF({cell}="","",{cell})' for key, cell in followed.items()}


def _figures(form: PageForm, score: PageScore, entries: PageEntries) -> dict[CellKey, CellValue]:
    figures: dict[CellKey, CellValue] = {key: shown_in(form, box, entries) for key, box in _names(form)}
    for block in _results(form):
        shows = score.rows[block.id][0].shows
        figures |= {_match_key(block, show): shows[show] for show, *_ in _OF_A_MATCH}
    return figures
