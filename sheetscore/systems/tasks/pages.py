"""The pages of pilots and of their table: boxes, layout, points, checks.

A pilot's page leads to scenario points. The table's own page has the seats with the results of the pilots' pages, team
points, the event log, and signatures.

Source: Tournament Guidelines, 1991, Scenario Points and Team Points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from sheetscore.expressions import Reference, ValueKind, to_excel
from sheetscore.expressions.figure import Amount, Figure, as_figure, standing, text_of
from sheetscore.expressions.figure_calls import amount, filled, when
from sheetscore.findings import Finding, finding
from sheetscore.forms.evaluation import SumCells
from sheetscore.forms.form import (
    CellKey,
    CheckedPage,
    LogBlock,
    Page,
    PageEntries,
    PageForm,
    PageKind,
    PageScore,
    Ruling,
    SeatList,
    SumBox,
    Value,
)
from sheetscore.pairing.draw import display_name
from sheetscore.sheets.formulas import (
    box_cell,
    boxes_filled,
    column_cells,
    details_filled,
    page_row,
    scored_places,
    who_sits,
)
from sheetscore.sheets.layout import (
    CAPTION_MARGINS,
    CAPTION_POINTS,
    PAGE_COLUMNS,
    UNSEEN,
    PageLayout,
    lay_out_blocks,
    narrowed,
    place_block,
)
from sheetscore.sheets.pages import NOTE_LINE_HEIGHT, PagePiece, SeatTable, heading, on_paper, signatures
from sheetscore.sheets.styles import SUM_OF_TASK
from sheetscore.systems.context import Seated, strangers
from sheetscore.workbooks.book import CellValue
from sheetscore.workbooks.cell_refs import column_letters
from sheetscore.workbooks.paper import text_pixels

PILOT, FLEW = "seat.pilot", "seat.flew"
"""The boxes of the pilot of the seat, and of the flag that is 0 if nobody flew."""

CLAIMED = "claimed.sp"
"""The box of the sum of the page as the pilot counts it."""

RULING, REASON, AFTER = "ruling.sp", "ruling.reason", "ruling.after"
"""The boxes of the director's ruling and its reason, and of the seat whose attacks came before those of this page."""

COMPUTED, SCENARIO_POINTS, ROUND_SCORE = "computed", "sp", "rs"
"""The sums of a page: of its lines; the score that counts; and that score with the team points of the side."""

TEAM_POINTS = "team_points"
"""The name of team points in the rules of sums, and the first part of the ids of their blocks, before the side's id."""

SEAT_BLOCK, CLAIM_BLOCK, RULING_BLOCK = "seat", "claimed", "ruling"
"""The blocks that are no task: they frame the page."""

SUM, AGREEMENT = ("sum", "computed"), ("agreement",)
"""The keys of the cell with the sum of the lines, and of the cell that says whether the claim agrees with it."""

TASK = ("task",)
"""The first part of the keys of the cells with the sum of each task."""

MOST_ADDED = 3
"""The most tasks whose sums are added up side by side: there is room for a sign and a box for each."""

SUMMED = "scenario points"
"""The caption of the sum of the lines."""

SIGNED: Mapping[str, tuple[str, ...]] = {"pilot": (), "checked by an opponent; then to the director": ("checked by",)}
"""The words for those who sign a pilot's page, with those of earlier versions."""

SUM_BOXES = (SumBox("claimed", CLAIMED, "as the pilot counts"), SumBox("ruling", RULING, "director's ruling"))


BETWEEN_REMARKS = "   "

WHERE_TO_WRITE = "White boxes: one line for each attack."
BUT_NO_SUMS = "White boxes without Σ: one line for each attack."
"""What pages say before the targets, without and with sums in white boxes."""

_SHORTER: Mapping[str, tuple[str, ...]] = {WHERE_TO_WRITE: ("",), BUT_NO_SUMS: ("White boxes without Σ.", "")}
"""Fewer words for the same, if these save a sheet of paper that is always printed."""


def lay_out_pilot_page(form: PageForm, _seats: Sequence[Page] = ()) -> PageLayout:
    """Lay out a pilot's page; it says less of where one writes if that saves a sheet of paper."""
    page = _laid_out(form)
    said = next((said for said in _SHORTER if form.note.startswith(said)), "")
    if len(page.papers.printed) == 1 or not said:
        return page
    targets = form.note.removeprefix(said).strip()
    notes = (BETWEEN_REMARKS.join(filter(None, (one, targets))) for one in _SHORTER[said])
    return min(
        [page, *(_laid_out(replace(form, note=note)) for note in notes)], key=lambda one: len(one.papers.printed)
    )


def _laid_out(form: PageForm) -> PageLayout:
    frame = {SEAT_BLOCK, CLAIM_BLOCK, RULING_BLOCK}
    tasks = [block for block in form.blocks if block.id not in frame]
    seat = partial(lay_out_blocks, blocks=[form.block(SEAT_BLOCK)])
    foot: list[PagePiece] = [_sum_band, _ruling_band, partial(signatures, who=SIGNED)]
    # the pages of several tasks have no line to spare for opponents with long names
    kept = NOTE_LINE_HEIGHT if len({block.form for block in tasks}) == 1 else 0
    return on_paper(form, [heading, seat], tasks, foot, kept, foot_last=True)


def _sum_band(page: PageLayout) -> None:
    """Put the sum of the page at its foot; of several tasks, after the sums of the tasks with “+” between them."""
    page.add_gap(page.measures.gap)
    top = page.add_row(page.measures.caption)
    page.add_line()
    tasks, claim = tasks_added(page.form), page.form.block(CLAIM_BLOCK)
    if tasks:
        _add_tasks(page, tasks, top)
        # left of the sum: a block that begins to the right of the page's code is not found
        place_block(page, claim, top, 1 + _TASK_UNITS, PAGE_COLUMNS - 1 - _TASK_UNITS)
        page.put(top, PAGE_COLUMNS - 2, 2, "caption strong", text=SUMMED, key=AGREEMENT)  # the text is for blank pages
        page.put(top + 1, PAGE_COLUMNS - 2, 2, "page sum", key=SUM)
    else:
        column = place_block(page, claim, top, 0, PAGE_COLUMNS).last_column + 2
        page.put(top, column, 3, "caption", text=SUMMED)
        page.put(top + 1, column, 3, "page sum", key=SUM)
        page.put(top + 1, column + 3, 5, "agreement", key=AGREEMENT)


_TASK_UNITS = 6
"""The width in units of all sums of tasks side by side, each with the sign before it."""


def _add_tasks(page: PageLayout, tasks: Sequence[str], top: int) -> None:
    units = _TASK_UNITS // len(tasks)
    for number, task in enumerate(tasks):
        column, name = 1 + number * units, name_of_task(task)
        if text_pixels(name, CAPTION_POINTS) + CAPTION_MARGINS <= page.pixels(column + 1, units - 1):
            page.put(top, column + 1, units - 1, "caption", text=name)
        else:
            page.put(top, column, units, "caption right", text=name)
        page.put(top + 1, column, 1, "sign", text="+" if number else "")
        page.put(top + 1, column + 1, units - 1, SUM_OF_TASK, key=(*TASK, task))
    page.put(top + 1, 1 + _TASK_UNITS, 1, "sign", text="=")


def name_of_task(task: str) -> str:
    """Return the name of a task at the foot of a page, by its id."""
    return task.replace("-", " ")


def tasks_added(form: PageForm) -> tuple[str, ...]:
    """Return the ids of the tasks that the foot of a page adds up; none if there is one task, or too many."""
    tasks = tuple(dict.fromkeys(block.form for block in form.blocks if block.total))
    return tasks if 1 < len(tasks) <= MOST_ADDED else ()


_RULING_CAPTION = 15
"""The least height in pixels of the captions of the ruling: they must not touch the frame of the claim above them."""


def _ruling_band(page: PageLayout) -> None:
    top = page.add_row(max(page.measures.caption, _RULING_CAPTION))
    page.add_line()
    ruling = narrowed(page.form.block(RULING_BLOCK), page.grid.qr_column - 1)
    place_block(page, ruling, top, 0, page.grid.qr_column)


def sum_references(layout: PageLayout) -> Mapping[str, Reference]:
    """Return the cells from which the sums of a pilot's page are computed, by the names that rules have for them."""
    totals = ",".join(column_cells(place, "total") for place in scored_places(layout))
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
    claimed, shown = (standing(references[name].text, None) for name in ("claimed", COMPUTED))
    tasks: dict[CellKey, str] = {(*TASK, task): _task_formula(layout, task) for task in tasks_added(layout.form)}
    return {
        SUM: f'IF({references["details"].text}=0,"",{to_excel(rule, SumCells(references))})',
        AGREEMENT: as_figure(_agreement(shown, claimed, SUMMED if tasks else "")).formula(str),
        **tasks,
    }


def _task_formula(layout: PageLayout, task: str) -> str:
    places = [place for place in scored_places(layout) if place.block.form == task]
    return f'IF({boxes_filled(places)}=0,"",SUM({",".join(column_cells(place, "total") for place in places)}))'


def _figures(form: PageForm, score: PageScore, entries: PageEntries) -> dict[CellKey, CellValue]:
    computed = Fraction(score.sums[COMPUTED]) if score.details else None
    claimed = Fraction(entries[CLAIMED]) if CLAIMED in entries else None
    tasks = tasks_added(form)
    return {
        SUM: "" if computed is None else computed,
        AGREEMENT: text_of(_agreement(computed, claimed, SUMMED if tasks else "")),
        **{(*TASK, task): _task_figure(form, score, task) for task in tasks},
    }


def _task_figure(form: PageForm, score: PageScore, task: str) -> CellValue:
    blocks = [block.id for block in form.blocks if block.form == task and block.total]
    return sum(map(score.total, blocks)) if any(row.filled for block in blocks for row in score.rows[block]) else ""


def _agreement(computed: Amount | None, claimed: Amount | None, unsaid: str) -> str | Figure:
    """Return the comparison of the pilot's claim with the sum of the lines, as words or as their formula.

    Parameters
    ----------
    unsaid
        The text if the pilot claims nothing yet: empty, or the caption of the total if the total stands below it.
    """
    agrees = when(amount(claimed) == amount(computed), "✓ agrees", "✗ count again")
    return when(filled(claimed), when(filled(computed), agrees, "not verified"), unsaid)


def block_of(side: str) -> str:
    """Return the id of a side's block on its table's own page."""
    return f"{TEAM_POINTS}.{side}"


def awarded(own: PageScore, side: str) -> int | Fraction:
    """Return the team points that the table's own page gives a side; 0 if the side can earn none."""
    return own.total(block_of(side)) if block_of(side) in own.rows else 0


def _of_the_table(own: PageScore, side: str) -> Mapping[str, Value]:
    """Return the values that the table's own page gives to the sums of a side's pages, by name."""
    return {TEAM_POINTS: awarded(own, side)}


def is_filled(score: PageScore, entries: PageEntries) -> bool:
    """Return whether a pilot's page has something to score: details, a claim or a ruling; “flew” alone does not do."""
    return bool(score.details) or any(box in entries for box in (CLAIMED, RULING))


def check_pilot_page(page: CheckedPage) -> Iterator[Finding]:
    """Find mistakes about the pilot, the claim and the ruling on a pilot's page."""
    pilot = page.entries.get(PILOT)
    if page.page.form.kind.stays_empty(page.entries):
        yield _flown_by_nobody(page)
    elif pilot is not None:
        who = display_name(str(pilot), page.names)
        seated = Seated(page.box(PILOT), page.where, str(pilot), page.drawn)
        yield from strangers(seated, page.names, page.playing, page.page.form.kind.did)
        if not is_filled(page.score, page.entries) and not page.unread:
            yield _finding_at(
                page,
                "blank-page",
                PILOT,
                f"the page of {who} is blank. Enter what is on it; a total alone goes to “as the pilot "
                "counts”; if nobody flew, enter 0 in “write 0 if nobody flew”",
            )
        yield from _ruling(page, who)
        if not page.unread:
            yield from _claim(page, who)
    elif PILOT not in page.unread:
        yield _without_pilot(page)


def _finding_at(page: CheckedPage, code: str, box: str, message: str) -> Finding:
    return finding(code, f"{page.where}: {message}", fields=(page.box(box),))


def _flown_by_nobody(page: CheckedPage) -> Finding:
    if page.score.details or CLAIMED in page.entries:
        return _finding_at(
            page, "impossible", FLEW, "0 under “flew”, and yet the page has values; clear the 0 or the page"
        )
    pilot = page.entries.get(PILOT)
    if pilot is not None and pilot != page.drawn:  # a substitute, or somebody typed into an empty seat
        who = display_name(str(pilot), page.names)
        message = (
            f"0 under “flew”, and yet {who} was entered as the pilot; clear the 0, or undo the change of the pilot"
        )
        return _finding_at(page, "impossible", FLEW, message)
    return _finding_at(page, "did-not-fly", PILOT, "nobody flew this seat; it counts for nothing")


def _ruling(page: CheckedPage, who: str) -> Iterator[Finding]:
    points, reason = page.entries.get(RULING), page.entries.get(REASON)
    if points is not None and reason is not None:
        yield _finding_at(page, "ruled", RULING, f"ruled {points} SP for {who} instead of {_sum(page)}: {reason}")
    elif points is not None:
        yield _finding_at(page, "ruling-reason", REASON, "the director's ruling needs a reason; enter it")
    elif reason is not None and AFTER not in page.entries:
        message = "the director's ruling has a reason but no points; enter them, or whose attacks came before"
        yield _finding_at(page, "ruling-reason", RULING, message)


def _without_pilot(page: CheckedPage) -> Finding:
    if is_filled(page.score, page.entries):
        return _finding_at(page, "unknown-player", PILOT, "the page has values but no pilot; choose who flew it")
    if page.drawn:
        who = display_name(page.drawn, page.names)
        message = f"{who} was drawn and the name is gone; enter who flew, or 0 under “flew”"
        return _finding_at(page, "blank-page", PILOT, message)
    return _finding_at(page, "empty-seat", PILOT, "nobody sits here")


def _claim(page: CheckedPage, who: str) -> Iterator[Finding]:
    claimed = page.entries.get(CLAIMED)
    if claimed is None:
        return
    if not page.score.details:
        if RULING not in page.entries:
            message = f"{who} claims {claimed} SP without details; scored, not verified"
            yield _finding_at(page, "not-verified", CLAIMED, message)
    elif claimed != page.score.sums[COMPUTED]:
        yield _finding_at(
            page,
            "claim-differs",
            CLAIMED,
            f"{who} counts {claimed} SP, the lines come to {_sum(page)}. Compare the page with the "
            "paper: correct a line or the claim, or rule",
        )


def _sum(page: CheckedPage) -> str:
    return f"{page.score.sums[COMPUTED]} SP" if page.score.details else "no details"


PILOT_PAGE: PageKind[PageLayout] = PageKind(
    lay_out=lay_out_pilot_page,
    formulas=_formulas,
    figures=_figures,
    player=PILOT,
    plays=FLEW,
    did="flew",
    boxes=SUM_BOXES,
    given=_of_the_table,
    given_names={TEAM_POINTS: ValueKind.NUMBER},
    ruling=Ruling(RULING, REASON, COMPUTED, AFTER),
    claimed=CLAIMED,
    worth=SCENARIO_POINTS,
    title="Pilots",
    formerly=(SUMMED,),
    signed_formerly=SIGNED,
    check=check_pilot_page,
    on_paper=True,
    hint="Write in the white boxes. One line for each attack.",
)
"""The page of the pilot of a seat."""

PAGE_WITH_SUMS = replace(PILOT_PAGE, hint="Write in the white boxes without Σ. One line for each attack.")
"""The page of a pilot with several tasks, which has sums in white boxes, to be added up from."""


TABLE_SIGNED: Mapping[str, tuple[str, ...]] = {
    "a pilot signs for one side": ("signed for one side",),
    "a pilot signs for the other": ("signed for the other",),
    "director, who keeps this sheet": ("director",),
}
"""The words for those who sign the page of the table, with those of earlier versions."""

_COLUMNS = {"seat": 1, "pilot": 5, SCENARIO_POINTS: 9, TEAM_POINTS: 10, ROUND_SCORE: 11, "filled": 12}
_CAPTIONS = ("seat", "pilot", "SP", "+ TP", "= RS", "filled")
_STYLES = {"seat": "label", "pilot": "shown", "filled": "tick"}
"""The styles of the columns that do not have sums."""

_ADDED_UP = "adds up from the pilots' pages"
"""The words of earlier versions beside the list of seats."""

_IN_WORDS = "from the pilots' pages;  SP: scenario points, TP: team points, RS: round score"

_SEATS = SeatTable("Seats", _IN_WORDS, 5, _COLUMNS, _CAPTIONS, _STYLES)

_FIRST_ROW = 6
"""The row of the first seat on a table's own page."""


def lay_out_table_page(form: PageForm, seats: Sequence[Page]) -> PageLayout:
    """Lay out a table's own page."""
    listed = partial(_SEATS.lay_out, seats=[replace(page, seat=page.called) for page in seats])
    page = on_paper(form, [heading, listed], form.blocks, [partial(signatures, who=TABLE_SIGNED)])
    # the caption over the boxes of team points repeats the title of their block: it is hidden, since only the program
    # needs it, to find the block
    titles = {block.title for block in form.blocks}
    page.cells = [
        replace(cell, style=UNSEEN) if cell.style.startswith("caption") and cell.text in titles else cell
        for cell in page.cells
    ]
    return page


def _figures_of_seat(own: PageScore, page: Page, score: PageScore, entries: PageEntries) -> dict[str, CellValue]:
    """Return the figures of a seat's line on its table's own page, by column; ``own`` is the score of that page."""
    counts = is_filled(score, entries)
    stays = page.form.kind.stays_empty(entries)
    shows = counts and not stays
    return {
        "pilot": who_sits(page.form, entries),
        SCENARIO_POINTS: score.sums[SCENARIO_POINTS] if shows else "",
        TEAM_POINTS: awarded(own, page.form.side) if shows else "",
        ROUND_SCORE: score.sums[ROUND_SCORE] if shows else "",
        "filled": int(counts or stays),
    }


def _seat_page_formulas(pilot: PageLayout) -> dict[str, str]:
    """Return, by column, the formulas of a seat's line that refer to cells of the pilot's page."""
    references = sum_references(pilot)
    seat, flew, claimed, ruling = (box_cell(pilot, box) for box in (PILOT, FLEW, CLAIMED, RULING))
    details = details_filled(pilot)
    stays = f'AND({flew}<>"",N({flew})=0)'
    blank = f'AND({details}=0,{claimed}="",{ruling}="")'
    worth = to_excel(dict(pilot.form.sums)[SCENARIO_POINTS], SumCells(references))
    return {
        "pilot": f'IF({seat}="","",{seat})',
        SCENARIO_POINTS: f'IF(OR({stays},{blank}),"",{worth})',
        "filled": f"IF(AND({blank},NOT({stays})),0,1)",
    }


def _table_page_formulas(table_page: PageLayout, row: int, pilot: PageLayout) -> Mapping[str, str]:
    """Return, by column, the formulas of a seat's line that refer to cells of the table's own page."""
    places, block = table_page.places, block_of(pilot.form.side)
    team_points = "0"
    if block in places:
        team_points = f"SUM({column_cells(places[block], 'total')})"
    in_row = {name: f"{column_letters(_COLUMNS[name])}{page_row(row)}" for name in (SCENARIO_POINTS, TEAM_POINTS)}
    cells = SumCells({name: Reference(cell) for name, cell in in_row.items()})
    worth = to_excel(dict(pilot.form.sums)[ROUND_SCORE], cells)
    unplayed = f'{in_row[SCENARIO_POINTS]}=""'
    return {TEAM_POINTS: f'IF({unplayed},"",{team_points})', ROUND_SCORE: f'IF({unplayed},"",{worth})'}


TABLE_PAGE: PageKind[PageLayout] = PageKind(
    lay_out=lay_out_table_page,
    seat_list=SeatList(
        first_row=_FIRST_ROW,
        columns=_COLUMNS,
        who="pilot",
        filled="filled",
        figures=_figures_of_seat,
        table_page_formulas=_table_page_formulas,
        seat_page_formulas=_seat_page_formulas,
    ),
    log=LogBlock(block="log", when=("turn",), who="pilot", what="event"),
    formerly=(_ADDED_UP, f"{_ADDED_UP} by itself", "+ team", "= score"),
    signed_formerly=TABLE_SIGNED,
    on_paper=True,
    hint="Write in the white boxes. The points of the seats come from the pilots' pages.",
)
"""The page of the table itself."""
