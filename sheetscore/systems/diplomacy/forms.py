"""The sheet of a board: powers and players, centres year by year, the end of the game.

On paper there is room below its boxes for votes, times and initials, which are never read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from sheetscore.findings import Finding
from sheetscore.forms.binding import Surroundings, bind, checked_form
from sheetscore.forms.block import Row
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import Entries, FieldKey, Page, PageForm, PageKind, Value
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Library, Template
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import ALSO_CALLED, FINAL, POWERS
from sheetscore.scoring.boards.system import shared_names, usable_systems
from sheetscore.sheets.headings import Cell
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import PagePiece, heading, on_paper
from sheetscore.sheets.styles import edged, least_height
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy.boards import LOOKS, power_box, scoring_of
from sheetscore.systems.diplomacy.model import FIRST_YEAR, DiplomacyEvent
from sheetscore.tables.sheet import TableSheet

MOST_VOTES = 3
"""The most lines for votes, two votes to a line; a page with a long chart has fewer, so that votes cost no paper."""

_BY_HAND = "by hand"

_VOTE = (("year", 1), ("who shares the draw", 3), ("for", 1), ("against", 1))
"""What is written down of a vote, each with its width in columns. In the vote at the left the year is one column wider,
and who shares the draw one column narrower.
"""

_TIMES = (("began at", 0, 2), ("ended at", 2, 1))
"""The boxes for times: caption, first column, width in columns."""
_HEADING, _INITIALS, _DIRECTOR = 3, 4, 11
"""The columns of the heading for the initials, of the first power's initials (below its centres), and of the
director's signature."""


def lay_out_board(form: PageForm, _seats: Sequence[Page]) -> PageLayout:
    """Lay out the page of a board, with as many lines for votes as take no more paper, and room for all names."""
    for_names = _more_for_names(_laid_out(form, 0))
    layouts = [_laid_out(form, lines, for_names) for lines in reversed(range(MOST_VOTES + 1))]
    # of several layouts with the least paper min takes the first, which has the most lines for votes
    page = min(layouts, key=lambda layout: len(layout.sheets))
    page.cells = [_coloured(cell) for cell in page.cells]
    return page


BOARD_PAGE: PageKind[PageLayout] = PageKind(
    lay_out=lay_out_board, place="Board", formerly=("proposed: who shares the draw", "start", "end")
)
"""A board's page, alone at its table."""


def _laid_out(form: PageForm, lines: int, for_names: int = 0) -> PageLayout:
    foot: list[PagePiece] = [partial(_votes, lines=lines), _times_and_initials]
    return on_paper(form, [heading], form.blocks, foot, for_names)


def _more_for_names(page: PageLayout) -> int:
    """Return by how many pixels the lines of a board grow if the players with the longest names sit at it."""
    boxes = page.form.fields
    cells = [cell for cell in page.cells if cell.box and boxes[cell.box][2].type == "player"]
    names = {name for cell in cells if (choices := boxes[cell.box][2].choices) for name in choices.names}
    heights = sorted((least_height(cells[0].style, name, page.room(cells[0]).pixels) for name in names), reverse=True)
    return sum(max(0, height - page.measures.line) for height in heights[: len(cells)])


def _votes(page: PageLayout, lines: int) -> None:
    """Put a small table for votes on draws, two votes on a line."""
    if not lines:
        return
    page.add_row(page.measures.gap)
    row = page.add_row(page.measures.title)
    page.put(row, 0, 5, "band", text="Votes on draws")
    page.put(row, 5, page.grid.columns - 5, "band rule", text="for the board alone, and never scored")
    row = page.add_row(page.measures.caption)
    for text, column, units in _places_of_votes():
        page.put(row, column, units, "caption left" if units > 2 else "caption", text=text)
    for _ in range(lines):
        row = page.add_line()
        for _, column, units in _places_of_votes():
            page.put(row, column, units, _BY_HAND)


def _places_of_votes() -> Iterator[tuple[str, int, int]]:
    """Yield the parts of both votes of a line, with their first columns and widths."""
    column = 0
    for more in ((1, -1, 0, 0), (0, 0, 0, 0)):
        for (text, units), wider in zip(_VOTE, more, strict=True):
            yield text, column, units + wider
            column += units + wider


def _times_and_initials(page: PageLayout) -> None:
    """Put boxes for start and end, for the initials of each power, and for the director, each below its caption.

    Captions alone part them from the votes, since a page with a long chart has no room for a band. The QR code is
    beside them, and beside the last votes.
    """
    boxes = [
        *_TIMES,
        *((power, _INITIALS + at, 1) for at, power in enumerate(POWERS)),
        ("director", _DIRECTOR, page.grid.qr_column - _DIRECTOR),
    ]
    page.add_row(page.measures.gap)
    above = page.add_row(page.measures.signed)
    row = page.add_line()
    page.put(row, _HEADING, 1, "small strong middle", text="initials:")
    for text, column, units in boxes:
        page.put(above, column, units, "caption", text=text)
        page.put(row, column, units, _BY_HAND)
    page.leave_qr_room_at_foot(above)


def _coloured(cell: Cell) -> Cell:
    """Colour the names of powers beside and above their boxes."""
    side = {"label": "left", "caption": "bottom"}.get(cell.style)
    if side is None or cell.text not in LOOKS:
        return cell
    return replace(cell, style=edged(cell.style, side, LOOKS[str(cell.text)].colour))


FORM = "board"
"""The template of the sheet."""

NOTE = (
    "After each year write everybody's centres; a blank on a line begun is 0. At the end choose how it ended; all "
    "initial it and take it to the director, who keeps it."
)

_OTHER_NAMES = tuple((name, POWERS.index(power)) for power, names in ALSO_CALLED.items() for name in names)
"""Other names of powers, each with the position of the power."""

_NEEDED = {
    "powers": {"player": "player", "eliminated": "number", "ruling": "score", "reason": "text"},
    "chart": dict.fromkeys((power.lower() for power in POWERS), "count"),
    "game": {"outcome": "choice", "final_year": "number", "members": "several"},
}
"""The boxes that scoring looks for, by their blocks, with their types."""


def board_forms(round_: RoundContext[DiplomacyEvent]) -> RoundForms:
    """Return the sheets of the boards of a drawn round.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the template.
    """
    event, drawn, library = round_.event, round_.draw, round_.library
    form = _form(library, scoring_of(event).file.title, event.names, event.years)
    tables = tuple(TableForms(table.number, "", "", (Page(1, "", form),)) for table in drawn.tables)
    also = {name: POWERS[at] for name, at in _OTHER_NAMES}
    made = RoundForms(drawn.round, tables, library=library, also=also, filled=drawn_players(drawn))
    return replace(made, live=partial(_live_sheets, event, made))


def _live_sheets(
    event: DiplomacyEvent, forms: RoundForms, entries: Entries, cells: Mapping[FieldKey, str]
) -> Sequence[TableSheet]:
    from sheetscore.systems.diplomacy.round_tables.board_tables import live_sheets  # noqa: PLC0415 -- reading needs none of it

    return live_sheets(event, forms, entries, cells)


def drawn_players(drawn: Draw) -> dict[FieldKey, Value]:
    """Return the drawn players as entries: all that is filled in on sheets when they are made."""
    return {power_box(table, power, "player"): player for table, power, player in drawn.places()}


def template_checks(library: Library) -> list[Finding]:
    """Check the template in force as if an event without players used it."""
    try:
        _form(library, "any", {}, (FIRST_YEAR,))
    except MistakesFound as mistakes:
        return list(mistakes.findings)
    return []


def check_templates(library: Library) -> list[Finding]:
    """Find what is wrong in the template in force, and in scoring systems of the event's own."""
    _, mistakes = usable_systems(library.own)
    return [*template_checks(library), *mistakes, *shared_names(library.own)]


def _form(library: Library, heading: str, names: Mapping[str, str], years: tuple[int, ...]) -> PageForm:
    lists = {
        "players": Choices("players", tuple(display_name(id_, names) for id_ in names), tuple(names)),
        "powers": Choices("powers", POWERS, seats=True, also=_OTHER_NAMES),
    }
    lines = [*(Row(str(year), str(year)) for year in years), Row(FINAL, "the end")]
    surroundings = Surroundings(lists, {"powers": [Row(power, power) for power in POWERS], "years": lines})

    def form(template: Template) -> PageForm:
        blocks = bind(template, "", surroundings, template.orientation)
        return PageForm(heading, "", blocks, note=NOTE, kind=BOARD_PAGE, orientation=template.orientation)

    return checked_form(library, FORM, form, _lacking)


def _lacking(form: PageForm) -> Iterator[str]:
    """Yield what scoring needs and a template lacks."""
    blocks = {block.id: block for block in form.blocks}
    for block_id, boxes in _NEEDED.items():
        if block_id not in blocks:
            yield f"there must be a block {block_id}"
            continue
        types = {box.id: box.type for box in blocks[block_id].fields}
        for box_id, type_ in boxes.items():
            if types.get(box_id) != type_:
                yield f"block {block_id}: there must be a field {box_id} of the type {type_}"
    for block_id, rows in (("powers", list(POWERS)), ("game", [""])):
        if block_id in blocks and [row.key for row in blocks[block_id].rows] != rows:
            yield f"block {block_id}: its rows must be {'the powers' if rows[0] else 'one line'}"
    if "chart" in blocks and blocks["chart"].rows[-1].key != FINAL:
        yield 'block chart: it must have rows = "years"'
