"""Task pages: where the sides of a scenario have tasks, pages for each table and side on which teams work out their SP.

The traveller has what they come to; the pages themselves are never read back. They name no team, because every team of
a side needs them in its round.

Source: Tournament Guidelines, 1991, Scenario Points and Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from sheetscore.forms.binding import Surroundings, TemplateError, bind
from sheetscore.forms.block import Block, Choices
from sheetscore.forms.form import PageForm
from sheetscore.forms.template import Library, Template, template_finding
from sheetscore.problems import MistakesFound
from sheetscore.sentences import counted, numbered
from sheetscore.sheets.layout import PAGE_COLUMNS, PageLayout
from sheetscore.sheets.page_parts import Cell
from sheetscore.sheets.pages import SCALE, heading, on_paper, signatures
from sheetscore.sheets.round_papers import RoundPapers
from sheetscore.systems.duplicate.model import DuplicateEvent, DuplicateScenario, DuplicateSide
from sheetscore.systems.duplicate.traveller_pages import stamp
from sheetscore.systems.tasks.forms import Element, award_lines, awards_of, element_lists, elements_of, page_note
from sheetscore.systems.tasks.model import TaskSettings
from sheetscore.systems.tasks.pages import TEAM_POINTS
from sheetscore.workbooks.paper import set_up_pages

_SIGNED = ("signed: player", "signed: opponent")

_WHO = {"round": 2, "team": 6, "flown by": 5}
_SUMS = {"this page": 3, "other pages of the team": 4, "SP for the traveller": 6}
"""What teams write above and below the tasks, and the units that it takes."""

_TEAM_RULE = "team goals only; once for the whole team, in the sum of this page"
"""What is said of team points: pilots have no scores of their own here, to which these would be added."""

_NO_PLAYERS = Choices("players", ())


class TaskPage(Struct, frozen=True):
    """A page for some aircraft of a side at a table.

    Parameters
    ----------
    aircraft
        Which of the side it is for; empty for all of them.
    """

    table: int
    form: PageForm
    scenario: str
    aircraft: str


def task_pages(event: DuplicateEvent, library: Library) -> tuple[TaskPage, ...]:
    """Return the task pages of all tables.

    Raises
    ------
    MistakesFound
        With everything that is wrong in a template.
    """
    return tuple(page for table in range(1, event.tables + 1) for page in _of_table(event, library, table))


def _of_table(event: DuplicateEvent, library: Library, table: int) -> Iterator[TaskPage]:
    scenario = event.scenario_on(table)
    if scenario is None:
        return
    for side in scenario.sides:
        elements = elements_of(side) if side.tasks else ()
        for element in elements:
            aircraft = numbered("seat", element.seats) if len(elements) > 1 else ""
            form = _form(library, scenario, side, element, with_team_points=element is elements[0])
            yield TaskPage(table, form, scenario.title, aircraft)


def _form(
    library: Library, scenario: DuplicateScenario, side: DuplicateSide, element: Element, *, with_team_points: bool
) -> PageForm:
    """Lay the page of some aircraft together; team points stand on one page of a side, as they count once."""
    settings = {"damage_cap": str(TaskSettings().damage_cap)}
    surroundings = Surroundings(element_lists(scenario, side, element, _NO_PLAYERS), {}, settings)
    blocks = [
        block for task in side.tasks for block in _bound(library, task, library.template(task), task, surroundings)
    ]
    if side.team_points and with_team_points:
        rows = {"awards": award_lines(side)}
        awards = awards_of(library.template("team-points"), side, _TEAM_RULE)
        blocks += _bound(library, "team-points", awards, TEAM_POINTS, Surroundings({}, rows))
    note = page_note(scenario, side, element)
    return PageForm(f"{side.title}  ·  {side.id.capitalize()}", side.id, tuple(blocks), note=note, name="task page")


def _bound(
    library: Library, name: str, template: Template, prefix: str, surroundings: Surroundings
) -> tuple[Block, ...]:
    try:
        return bind(template, prefix, surroundings)
    except TemplateError as error:
        path = library.path(name)
        raise MistakesFound([template_finding(path, mistake) for mistake in error.mistakes]) from error


def lay_out_task_page(form: PageForm) -> PageLayout:
    """Lay out a task page: who played, the tasks, what they come to."""
    foot = [partial(_to_write, what=_SUMS), partial(signatures, who=_SIGNED)]
    return on_paper(form, [heading, partial(_to_write, what=_WHO)], form.blocks, foot)


def _to_write(page: PageLayout, what: dict[str, int]) -> None:
    """Put boxes to write in beside each other, what belongs there above them."""
    captions = page.add_row(page.measures.caption)
    line, column = page.add_line(), 0
    for text, units in what.items():
        page.put(captions, column, units, "caption", text=text)
        page.put(line, column, units, "by hand")
        column += units


def write_task_pages(papers: RoundPapers, pages: Sequence[TaskPage], copies: int) -> None:
    """Write task pages on a sheet of their own; none where no side has tasks.

    Parameters
    ----------
    copies
        How often each is to be printed: a team of its side comes to its table in so many rounds.
    """
    if not pages:
        return
    sheet = papers.book.sheet("Tasks")
    sheet.raw.hide_gridlines(2)
    ends, top = [], 0
    for page in pages:
        layout = lay_out_task_page(page.form)
        layout.stretch(papers.paper.usable[1] * 100 / SCALE)
        stamp(papers, sheet, layout, top, partial(_text, papers=papers, page=page, layout=layout, copies=copies))
        ends += [top + rows.stop for rows in layout.sheets]
        top += layout.next_row
    sheet.widths(layout.widths)
    sheet.protect()
    set_up_pages(sheet.raw, papers.paper, PAGE_COLUMNS - 1, ends, SCALE)


def _text(cell: Cell, papers: RoundPapers, page: TaskPage, layout: PageLayout, copies: int) -> str:
    """Return what is printed in a cell: nothing in those to write in, and in those that add up on screens."""
    if not cell.slot:
        return str(cell.text)
    count = len(layout.sheets)
    printed = f"One for each round: print it {counted(copies, 'time')}." if copies else ""
    part = f"page {layout.part_of(cell.row)} of {count}" if count > 1 else ""
    return {
        "event": papers.event.header.name.upper(),
        "round": page.form.name.capitalize(),
        "table": f"Table {page.table}",
        "heading": page.form.heading,
        "seat": "  ".join(filter(None, (page.aircraft, part))),
        "hint": "  ".join(filter(None, (f"{page.scenario}.", page.form.note, printed))),
        "again": page.form.note,
    }.get(cell.slot, "")
