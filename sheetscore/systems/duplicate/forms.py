"""The travellers: a page for every table, with a line for every round.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sheetscore.event.scenarios import Scenario
from sheetscore.findings import Finding
from sheetscore.forms.binding import Surroundings, TemplateError, bind
from sheetscore.forms.block import Choices, Row
from sheetscore.forms.form import FieldKey, Page, PageForm, Value
from sheetscore.forms.library import Library, template_finding
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Template
from sheetscore.pairing.draw import Draw, named
from sheetscore.problems import MistakesFound
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, DuplicateScenario, SideId, Team, round_and_side
from sheetscore.systems.duplicate.score_sheets import write_score_sheets
from sheetscore.systems.duplicate.task_pages import task_pages, write_task_pages
from sheetscore.systems.duplicate.traveller_page import TRAVELLER_PAGE
from sheetscore.systems.duplicate.two_to_a_page import write_travellers

FORM = "traveller"

LISTS: dict[SideId, str] = {"red": "reds", "blue": "blues"}
"""The list of a side's teams in the template."""

NOTE = (
    "This sheet stays at its table, face down. After each round fill in its line and turn the sheet over again. "
    "Red is compared with Red alone, Blue with Blue."
)

_SUITABLE = {"team": {"player"}, "sp": {"points", "count"}}
"""The boxes that the lines of either side must have, and their types."""


def box(table: int, side: SideId, number: int, what: str) -> FieldKey:
    """Return the box of a side on the line of a round; ``what`` is ``team`` or ``sp``."""
    return FieldKey(table, "", f"{side}.{number}.{what}")


def traveller_forms(round_: RoundAtHand[DuplicateEvent]) -> RoundForms:
    """Return the travellers of a drawn event.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the template.
    """
    event, drawn, library = round_.event, round_.draw, round_.library
    template = library.template(FORM)
    surroundings = _surroundings(event.header.rounds, {side: _teams(side, event.side(side)) for side in SIDES})
    page_forms: dict[str, PageForm] = {}
    tables = []
    for number in (table.number for table in drawn.tables):
        scenario = event.scenario_on(number) or DuplicateScenario.model_construct(id="", title="", sides=())
        if scenario.id not in page_forms:
            page_forms[scenario.id] = _traveller_form(library, template, scenario, surroundings)
        tables.append(TableForms(number, scenario.id, scenario.title, (Page(1, "", page_forms[scenario.id]),)))
    papers = (
        write_travellers,
        partial(write_score_sheets, draw=drawn),
        partial(write_task_pages, pages=task_pages(event, library)),
    )
    return RoundForms(drawn.round, tuple(tables), library=library, papers=papers, filled=drawn_teams(drawn))


def _teams(side: SideId, teams: Sequence[Team]) -> Choices:
    names = {team.id: team.name for team in teams}
    return Choices(LISTS[side], tuple(named(team, names) for team in names), tuple(names))


def _surroundings(rounds: int, teams: dict[SideId, Choices]) -> Surroundings:
    lines = [Row(str(number)) for number in range(1, rounds + 1)]
    return Surroundings({LISTS[side]: choices for side, choices in teams.items()}, {"rounds": lines})


def _traveller_form(library: Library, template: Template, scenario: Scenario, surroundings: Surroundings) -> PageForm:
    """Lay a traveller together; a side has the scenario's own title beside its colour."""
    titles = {side.id: side.title for side in scenario.sides}
    blocks = [
        block.model_copy(update={"title": f"{block.title}: {titles[block.id]}"}) if block.id in titles else block
        for block in template.block
    ]
    orientation = template.orientation
    try:
        bound = bind(template.model_copy(update={"block": tuple(blocks)}), "", surroundings, orientation)
    except TemplateError as error:
        raise _unusable(library, error.mistakes) from error
    if lacking := list(_lacking(template)):
        raise _unusable(library, lacking)
    return PageForm(
        scenario.title,
        "",
        bound,
        note=NOTE,
        name=FORM,
        signed=("director",),
        kind=TRAVELLER_PAGE,
        orientation=orientation,
    )


def _unusable(library: Library, mistakes: Sequence[str]) -> MistakesFound:
    return MistakesFound([template_finding(library.path(FORM), mistake) for mistake in mistakes])


def _lacking(template: Template) -> Iterator[str]:
    """Find what scoring looks for and a template does not have."""
    blocks = {block.id: block for block in template.block}
    for side in SIDES:
        block = blocks.get(side)
        if block is None or block.rows != "rounds" or block.seat != "r":
            yield f'block {side}: there must be one, with rows = "rounds" and seat = "r"'
            continue
        types = {field.id: field.type for field in block.field}
        for what, suitable in _SUITABLE.items():
            if types.get(what) not in suitable:
                yield f"block {side}: there must be a field {what} of the type {' or '.join(sorted(suitable))}"


def template_checks(library: Library) -> list[Finding]:
    """Check the template in force as if an event without teams used it."""
    surroundings = _surroundings(1, {side: _teams(side, ()) for side in SIDES})
    try:
        _traveller_form(library, library.template(FORM), Scenario(id="any", title="any"), surroundings)
    except MistakesFound as mistakes:
        return list(mistakes.findings)
    return []


def drawn_teams(drawn: Draw) -> dict[FieldKey, Value]:
    """Return the entries of travellers on which nothing stands but the drawn teams."""
    entries: dict[FieldKey, Value] = {}
    for table, seat, team in drawn.places():
        number, side = round_and_side(seat)
        entries[box(table, side, number, "team")] = team
    return entries
