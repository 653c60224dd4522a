"""The page of a pilot: seat, tasks, the sum that pilot and table agree on, the director's ruling, signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from sheetscore.expressions import Kind, Reference, to_excel
from sheetscore.forms.cells import SumCells
from sheetscore.forms.form import CellKey, Page, PageEntries, PageForm, PageKind, PageScore, Ruling, SumBox, Value
from sheetscore.sheets.formulas import box_cell, details_filled, page_row, scored_places
from sheetscore.sheets.layout import PAGE_COLUMNS, PageLayout, lay_out_blocks, place_block
from sheetscore.sheets.pages import heading, on_paper, signatures
from sheetscore.systems.tasks.boxes import CLAIMED, COMPUTED, FLEW, PILOT, REASON, RULING, SCENARIO_POINTS
from sheetscore.systems.tasks.pilot_checks import page_checked
from sheetscore.systems.tasks.team_points import TEAM_POINTS, awarded
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.names import column_letters

SEAT_BLOCK, CLAIM_BLOCK, RULING_BLOCK = "seat", "claimed", "ruling"
"""The blocks that are no task: they frame the page."""

SUM, AGREEMENT = ("sum", "computed"), ("agreement",)
"""The cells of what the lines come to, and of whether that is what the pilot counts."""

SIGNED = ("pilot", "checked by")


def lay_out_pilot_page(form: PageForm, _seats: Sequence[Page] = ()) -> PageLayout:
    """Lay out a pilot's page."""
    frame = {SEAT_BLOCK, CLAIM_BLOCK, RULING_BLOCK}
    tasks = [block for block in form.blocks if block.id not in frame]
    seat = partial(lay_out_blocks, blocks=[form.block(SEAT_BLOCK)])
    return on_paper(form, [heading, seat], tasks, [_sum_band, _ruling, partial(signatures, who=SIGNED)])


def _sum_band(page: PageLayout) -> None:
    page.add_row(page.measures.gap)
    top = page.add_row(page.measures.caption)
    page.add_line()
    page.put(top, 1, 3, "caption", text="scenario points")
    page.put(top + 1, 1, 3, "page sum", key=SUM)
    claimed = place_block(page, page.form.block(CLAIM_BLOCK), top, 4, PAGE_COLUMNS - 4)
    page.put(top + 1, claimed.last_column + 1, 5, "agreement", key=AGREEMENT)


def _ruling(page: PageLayout) -> None:
    top = page.add_row(page.measures.caption)
    page.add_line()
    place_block(page, page.form.block(RULING_BLOCK), top, 0, PAGE_COLUMNS)


def sum_references(layout: PageLayout) -> Mapping[str, Reference]:
    """Say where a pilot's page has what its sums are made of."""
    totals = ",".join(
        f"{letters}{page_row(place.first_row)}:{letters}{page_row(place.last_row)}"
        for place in scored_places(layout)
        for letters in [column_letters(place.columns["total"])]
    )
    shown = next(cell for cell in layout.cells if cell.key == SUM)
    return {
        "tasks": Reference(f"SUM({totals})", always_number=True),
        "details": Reference(details_filled(layout), always_number=True),
        COMPUTED: Reference(f"{column_letters(shown.column)}{page_row(shown.row)}"),
        **{box.name: Reference(box_cell(layout, box.box)) for box in SUM_BOXES},
    }


def _formulas(layout: PageLayout) -> dict[CellKey, str]:
    references = sum_references(layout)
    rule = dict(layout.form.sums)[COMPUTED]
    claimed, shown = references["claimed"].text, references[COMPUTED].text
    verdict = f'IF({shown}="","not verified",IF(N({claimed})={shown},"✓ agrees","✗ count again"))'
    return {
        SUM: f'IF({references["details"].text}=0,"",{to_excel(rule, SumCells(references))})',
        AGREEMENT: f'IF({claimed}="","",{verdict})',
    }


def _figures(_: PageForm, score: PageScore, entries: PageEntries) -> dict[CellKey, CellValue]:
    computed = score.sums[COMPUTED] if score.details else ""
    return {SUM: computed, AGREEMENT: _agreement(computed, entries.get(CLAIMED))}


def _agreement(computed: CellValue, claimed: CellValue) -> str:
    if claimed is None:
        return ""
    if computed == "":
        return "not verified"
    return "✓ agrees" if claimed == computed else "✗ count again"


def _of_the_table(own: PageScore, side: str) -> Mapping[str, Value]:
    return {TEAM_POINTS: awarded(own, side)}


SUM_BOXES = (SumBox("claimed", CLAIMED, "as the pilot counts"), SumBox("ruling", RULING, "director's ruling"))

PILOT_PAGE: PageKind[PageLayout] = PageKind(
    lay_out=lay_out_pilot_page,
    formulas=_formulas,
    figures=_figures,
    player=PILOT,
    plays=FLEW,
    did="flew",
    boxes=SUM_BOXES,
    given=_of_the_table,
    given_names={TEAM_POINTS: Kind.NUMBER},
    ruling=Ruling(RULING, REASON, COMPUTED),
    worth=SCENARIO_POINTS,
    title="Pilots",
    check=page_checked,
    hint="Write in the boxes; grey cells add up by themselves. One line for each attack.",
)
"""The page of whoever flies a seat."""
