"""The list of results of a round: a line for every table, the choices of its boxes, and its layout.

It has a column for every box; related columns form a group, with a heading above it. Only the first groups are printed.
A group that does not fit beside those before it begins another sheet of paper, which repeats tables and players.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise

from msgspec.structs import replace

from sheetscore.findings import Finding
from sheetscore.forms.binding import Surroundings, bind, checked_form
from sheetscore.forms.block import Block, Field, Row, Show
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import FieldKey, Page, PageForm, PageKind, Value
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Library, Template
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.problems import MistakesFound
from sheetscore.sheets.headings import BlockPlace
from sheetscore.sheets.layout import INPUT_STYLES, PageLayout, steps_of
from sheetscore.sheets.pages import NOTE_HEIGHT, SCALE
from sheetscore.sheets.styles import height_for
from sheetscore.systems.aso.model import MOST_LEVEL, AsoEvent, AsoScenario, AsoSide
from sheetscore.systems.aso.papers import write_balance_cards, write_bid_chits, write_judges_forms, write_result_slips
from sheetscore.systems.context import RoundContext
from sheetscore.systems.two_at_a_table import SEATS, numbered_choices
from sheetscore.workbooks.paper import PAPER_SIZES

NUMBER_PIXELS, LABEL_PIXELS, UNIT_PIXELS = 26, 70, 46
ROW_HEIGHT = 34

PRINTED_PIXELS = 1300
"""The greatest width of the printed groups together."""

HEADED_COLUMNS = 4
"""The number of columns that every sheet of paper repeats: line number, table and both players."""

CODE_COLUMN = HEADED_COLUMNS
"""The column of the page's code: the first after the repeated columns."""

_SHEET_PIXELS = min(paper.turned.usable[0] for paper in PAPER_SIZES.values()) * 100 / SCALE

CONTINUED = "the same tables, continued"
"""What the further sheets of paper say, which have the boxes of further groups."""

_HEADLINE_ROW = 1
"""The row of the round, below that of event and code."""

_LINE_COLUMNS = 2
"""The columns before those of the boxes: line number and table."""

Column = Field | Show


def lay_out_list(form: PageForm, _seats: Sequence[Page] = ()) -> PageLayout:
    """Lay out a page of one block whose lines are tables."""
    (block,) = form.blocks
    columns = list(_columns(block))
    widths = (NUMBER_PIXELS, LABEL_PIXELS, *(UNIT_PIXELS * column.units for column in columns))
    page = PageLayout(form, widths=widths, code_column=CODE_COLUMN)
    _put_heading(page)
    page.printed = _printed_columns(page, columns)
    page.across = _sheet_starts(page, columns)
    _put_continued(page)
    places = {_column_id(column): at for at, column in enumerate(columns, start=_LINE_COLUMNS)}
    _put_group_headings(page, columns)
    page.list_row = captions = page.add_row(2 * page.measures.caption)
    written = [(1, "Table"), *((places[_column_id(column)], column.label) for column in columns)]
    for at, caption in written:
        page.put(captions, at, 1, "column small", text=caption)
        page.make_room(captions, height_for("column small", caption, page.pixels(at, 1)))
    steps = {name: page.steps_column + index for index, name in enumerate(steps_of(block))}
    for name, at in steps.items():
        page.put(captions, at, 1, "step", text=name)
    rows = tuple(_put_line(page, block, index, columns, places, steps) for index in range(len(block.rows)))
    last = len(widths) - 1
    page.places[block.id] = BlockPlace(
        block, captions, rows, 0, last, tuple(written), 0, {"label": 1, **places, **steps}
    )
    return page


def _column_id(column: Column) -> str:
    return column.name if isinstance(column, Field) else column.id


def _columns(block: Block) -> Iterator[Column]:
    """Yield boxes and shows group by group, in the order in which the groups are first named."""
    both: tuple[Column, ...] = (*block.fields, *block.shows)
    for group in dict.fromkeys(column.group for column in both):
        yield from (column for column in both if column.group == group)


def _printed_columns(page: PageLayout, columns: list[Column]) -> int:
    """Return the number of printed columns: those of the first groups that fit into :data:`PRINTED_PIXELS`."""
    count = _LINE_COLUMNS
    for _, members in groupby(columns, key=lambda column: column.group):
        more = count + len(list(members))
        if count > _LINE_COLUMNS and sum(page.widths[:more]) > PRINTED_PIXELS:
            break
        count = more
    return count


def _sheet_starts(page: PageLayout, columns: list[Column]) -> list[int]:
    """Return the first column of each further sheet of paper; a group that fits on one sheet is not split."""
    headings = page.pixels(0, HEADED_COLUMNS)
    starts: list[int] = []
    used, at = page.pixels(0, _LINE_COLUMNS), _LINE_COLUMNS
    for _, members in groupby(columns, key=lambda column: column.group):
        units = len(list(members))
        if at >= page.printed:
            break
        if used + page.pixels(at, units) > _SHEET_PIXELS:
            starts.append(at)
            used = headings
        used, at = used + page.pixels(at, units), at + units
    return starts


def _put_heading(page: PageLayout) -> None:
    """Put the heading that every page has; its part above the repeated columns is on every sheet of paper."""
    end = page.code_column + 3  # the code takes three columns
    row = page.add_row(page.measures.top)
    page.put(row, 0, HEADED_COLUMNS, "faint", slot="event")
    page.put(row, page.code_column, end - page.code_column, "code", slot="code")
    row = page.add_row(page.measures.headline)
    page.put(row, 0, HEADED_COLUMNS, "headline", slot="round")
    page.put(row, HEADED_COLUMNS, end - HEADED_COLUMNS, "heading", slot="heading")
    row = page.add_row(NOTE_HEIGHT)
    page.put(row, 0, HEADED_COLUMNS, "instruction", slot="hint")


def _put_continued(page: PageLayout) -> None:
    """Say on each further sheet of paper to the right that it continues the lines of the first."""
    for start, end in pairwise([*page.across, page.printed]):
        page.put(_HEADLINE_ROW, start, end - start, "heading", text=CONTINUED)


def _put_group_headings(page: PageLayout, columns: list[Column]) -> None:
    """Put the title of each group above its columns; for a group that begins with repeated columns, above these."""
    row = page.add_row(page.measures.title)
    page.put(row, 0, _LINE_COLUMNS, "band", text="")
    at = _LINE_COLUMNS
    for group, members in groupby(columns, key=lambda column: column.group):
        units = len(list(members))
        on_every_sheet = max(0, min(HEADED_COLUMNS - at, units))
        page.put(row, at, on_every_sheet or units, "band", text=group)
        if 0 < on_every_sheet < units:
            page.put(row, at + on_every_sheet, units - on_every_sheet, "band", text="")
        at += units


def _put_line(
    page: PageLayout,
    block: Block,
    index: int,
    columns: list[Column],
    places: dict[str, int],
    steps: dict[str, int],
) -> int:
    """Put the line of a table and return its row; ``places`` and ``steps`` have the columns of boxes and of steps."""
    at, row = page.add_row(ROW_HEIGHT), block.rows[index]
    page.put(at, 0, 1, "line number", text=index + 1)
    page.put(at, 1, 1, "cell", text=row.label)
    for column in columns:
        if isinstance(column, Field):
            style = INPUT_STYLES.get(column.type, "input number")
            page.put(at, places[column.name], 1, style, box=block.field_id(row, column))
        else:
            page.put(at, places[column.id], 1, "shown", key=(block.id, str(index), column.id))
    for name, column_of_step in steps.items():
        page.put(at, column_of_step, 1, "step", key=(block.id, str(index), name))
    return at


RESULTS_LIST: PageKind[PageLayout] = PageKind(lay_out=lay_out_list, of_players=True)
"""A page whose lines are tables."""


FORM, LINES = "results", "lines"
"""The template of the list, and its block."""

LIST_TABLE = 0
"""The number in place of a table's in keys of boxes of the list, which is a page for all tables."""

TABLE_PAPERS = (write_result_slips, write_bid_chits, write_balance_cards, write_judges_forms)
"""The further printed papers of tables."""

NOTE = (
    "Each table needs its winner, or a draw; enter the rest as far as the slips have it. On paper strikes, bids and "
    "judges stay on the slips and forms. What is grey follows by itself."
)

RESULTS = {"1": "player 1", "2": "player 2", "draw": "draw"}
"""The entries of the box for the winner: as they are recorded, each with its words on the list."""

NEEDED_BOXES = {
    "player_1": "players",
    "player_2": "players",
    "played": "scenarios",
    "winner": "results",
    "decided_by": "ways",
}
"""The boxes without which a round cannot be scored, each with the id of the list that it offers."""

_STANDARD_SCENARIO = AsoScenario(
    id="any", title="any", sides=(AsoSide(id="one", title="one"), AsoSide(id="other", title="other"))
)


def box(table: int, what: str) -> FieldKey:
    """Return a box of the line of a table; ``what`` is its id, such as ``winner``."""
    return FieldKey(LIST_TABLE, "", f"{LINES}.{table}.{what}")


def drawn_players(drawn: Draw) -> dict[FieldKey, Value]:
    """Return the entries of a list on which nothing but the drawn players is filled in."""
    return {box(table, f"player_{seat}"): player for table, seat, player in drawn.places()}


def round_forms(round_: RoundContext[AsoEvent]) -> RoundForms:
    """Return the list of a drawn round.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the template.
    """
    event, drawn, library = round_.event, round_.draw, round_.library
    tables = [table.number for table in drawn.tables if table.seated]
    form = _form(library, event.subject(drawn.round), lists_of(event, event.choice(drawn.round)), tables)
    page = TableForms(LIST_TABLE, "", form.heading, (Page(1, "", form),))
    return RoundForms(drawn.round, (page,), library=library, papers=TABLE_PAPERS, filled=drawn_players(drawn))


def tables_of(forms: RoundForms) -> list[int]:
    """Return the numbers of the tables that have a line."""
    return [int(row.key) for block in forms.tables[0].pages[0].form.blocks for row in block.rows]


def sides_of(choice: Sequence[AsoScenario]) -> list[tuple[AsoScenario, AsoSide]]:
    """Return the sides of the scenarios on offer in the order of their numbers, which begin with 1."""
    return [(scenario, side) for scenario in choice for side in scenario.sides]


def lists_of(event: AsoEvent, choice: Sequence[AsoScenario]) -> dict[str, Choices]:
    """Return the lists that the boxes of a round offer.

    Parameters
    ----------
    choice
        The scenarios on offer. A side is recorded as ``scenario.side``, by their ids.
    """
    sides, players = sides_of(choice), event.names
    numbers = range(1, len(sides) + 1)
    indexes = {scenario.id: index for index, scenario in enumerate(choice, start=1)}
    partners = {number: other for number in numbers for other in numbers if _facing(sides, number, other)}
    return {
        "players": Choices("players", tuple(display_name(id_, players) for id_ in players), tuple(players)),
        "scenarios": numbered_choices(
            "scenarios", [one.title for one in choice], [one.id for one in choice], index=tuple(indexes.values())
        ),
        "sides": replace(
            numbered_choices(
                "sides",
                [f"{scenario.title}: {side.title}" for scenario, side in sides],
                [f"{scenario.id}.{side.id}" for scenario, side in sides],
                number=tuple(numbers),
                other=tuple(partners.get(number, 0) for number in numbers),
                scenario=tuple(indexes[scenario.id] for scenario, _ in sides),
            ),
            also=tuple((side.title, at) for at, (_, side) in enumerate(sides)),
        ),
        "balances": Choices(
            "balances",
            tuple(_balance(scenario, side, level) for scenario, side in sides for level in range(MOST_LEVEL + 1)),
        ),
        "optional_rules": Choices("optional_rules", event.settings.optional_rules),
        "results": replace(numbered_choices("results", [*RESULTS.values()], [*RESULTS], number=(1, 2, 3)), seats=True),
    }


def _facing(sides: Sequence[tuple[AsoScenario, AsoSide]], number: int, other: int) -> bool:
    """Return whether two numbers, from 1, are those of the two sides of a scenario."""
    return number != other and sides[number - 1][0] is sides[other - 1][0]


def _balance(scenario: AsoScenario, side: AsoSide, level: int) -> str:
    """Write the concession of a side at a level: ``German 3: ...``."""
    return ": ".join(filter(None, (f"{side.title} {level}", scenario.balance_text(side, level))))


def _form(library: Library, heading: str, lists: dict[str, Choices], tables: Collection[int]) -> PageForm:
    rows = [Row(str(table), f"Table {table}") for table in tables]
    surroundings = Surroundings(lists, {"tables": rows}, {"offered": len(lists["scenarios"].names)})

    def form(template: Template) -> PageForm:
        return PageForm(heading, "", bind(template, "", surroundings), note=NOTE, kind=RESULTS_LIST)

    return checked_form(library, FORM, form, _lacking)


def _lacking(form: PageForm) -> Iterator[str]:
    """Yield a sentence for each block or field that scoring needs and the template lacks."""
    if [(block.id, block.of_tables) for block in form.blocks] != [(LINES, True)]:
        yield f'there must be one block, called {LINES}, with rows = "tables" and lines = "tables"'
        return
    offered = {one.id: one.choices.id for one in form.blocks[0].fields if one.choices}
    for name, listed in NEEDED_BOXES.items():
        if offered.get(name) != listed:
            yield f"block {LINES}: there must be a field {name} with the list {listed}"


def template_checks(library: Library) -> list[Finding]:
    """Check the template in force as if a small event used it."""
    event = AsoEvent.model_validate(
        {
            "event": {"name": "any", "system": "aso", "rounds": 1},
            "player": [{"id": seat, "name": seat} for seat in SEATS],
        }
    )
    try:
        _form(library, "any", lists_of(event, (_STANDARD_SCENARIO,)), (1,))
    except MistakesFound as mistakes:
        return list(mistakes.findings)
    return []
