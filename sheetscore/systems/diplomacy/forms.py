"""The sheet of a board: powers and players, centres year by year, how the game ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from sheetscore.findings import Finding
from sheetscore.forms.binding import Surroundings, bind
from sheetscore.forms.block import Choices, Row
from sheetscore.forms.checked_form import checked_form
from sheetscore.forms.form import Entries, FieldKey, Page, PageForm, Value
from sheetscore.forms.library import Library
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Template
from sheetscore.pairing.draw import Draw, named
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import ALSO_CALLED, FINAL, POWERS
from sheetscore.scoring.boards.library import shared_names, usable_systems
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.diplomacy.board_page import BOARD_PAGE
from sheetscore.systems.diplomacy.boards import power_box, scoring_of
from sheetscore.systems.diplomacy.model import FIRST_YEAR, DiplomacyEvent
from sheetscore.tables.sheet import TableSheet

FORM = "board"
"""The template of the sheet."""

NOTE = (
    "After each year write down everybody's centres; a blank on a line that has begun is 0. At the end choose how the "
    "game ended; all initial it at the foot."
)

_OTHER_NAMES = tuple((name, POWERS.index(power)) for power, names in ALSO_CALLED.items() for name in names)
"""What else powers are called, each with the position of the power."""

_NEEDED = {
    "powers": {"player": "player", "eliminated": "number", "ruling": "score", "reason": "text"},
    "chart": dict.fromkeys((power.lower() for power in POWERS), "count"),
    "game": {"outcome": "choice", "final_year": "number", "members": "several"},
}
"""The boxes that scoring looks for, by their blocks, with their types."""


def board_forms(round_: RoundAtHand[DiplomacyEvent]) -> RoundForms:
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
    """Return the entries of sheets on which nothing stands but the players."""
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
        "players": Choices("players", tuple(named(id_, names) for id_ in names), tuple(names)),
        "powers": Choices("powers", POWERS, seats=True, also=_OTHER_NAMES),
    }
    lines = [*(Row(str(year), str(year)) for year in years), Row(FINAL, "the end")]
    surroundings = Surroundings(lists, {"powers": [Row(power, power) for power in POWERS], "years": lines})

    def form(template: Template) -> PageForm:
        blocks = bind(template, "", surroundings, template.orientation)
        return PageForm(heading, "", blocks, note=NOTE, kind=BOARD_PAGE, orientation=template.orientation)

    return checked_form(library, FORM, form, _lacking)


def _lacking(form: PageForm) -> Iterator[str]:
    """Find what scoring looks for and a template does not have."""
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
