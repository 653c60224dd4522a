"""The list of results of a round: a line for every table, and what its boxes offer.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sheetscore.event.identity import folded
from sheetscore.expressions import Kind
from sheetscore.findings import Finding
from sheetscore.forms.binding import Surroundings, bind
from sheetscore.forms.block import Choices, Row
from sheetscore.forms.checked_form import checked_form
from sheetscore.forms.form import FieldKey, Page, PageForm, Value
from sheetscore.forms.library import Library
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Template
from sheetscore.pairing.draw import Draw, named
from sheetscore.problems import MistakesFound
from sheetscore.systems.aso.balance_cards import write_balance_cards
from sheetscore.systems.aso.bid_chits import write_bid_chits
from sheetscore.systems.aso.judges_forms import write_judges_forms
from sheetscore.systems.aso.list_page import RESULTS_LIST
from sheetscore.systems.aso.model import MOST_LEVEL, SEATS, AsoEvent, AsoScenario, AsoSide
from sheetscore.systems.aso.slips import write_result_slips
from sheetscore.systems.at_hand import RoundAtHand

FORM, LINES = "results", "lines"
"""The template of the list, and its block."""

LIST_TABLE = 0
"""The number of the list among the tables: it is none of them."""

PAPERS = (write_result_slips, write_bid_chits, write_balance_cards, write_judges_forms)
"""What is printed for the tables besides."""

NOTE = (
    "A line for every table. Each needs its winner; enter the rest as far as the slips have it. What is grey follows "
    "by itself."
)

RESULTS = {"1": "player 1", "2": "player 2", "draw": "draw"}
"""How a game can end: as it is recorded, and as the list has it."""

NEEDED_BOXES = {
    "player_1": "players",
    "player_2": "players",
    "played": "scenarios",
    "winner": "results",
    "decided_by": "ways",
}
"""The boxes without which a round cannot be scored, and the lists that they offer."""

_STANDARD_SCENARIO = AsoScenario(
    id="any", title="any", sides=(AsoSide(id="one", title="one"), AsoSide(id="other", title="other"))
)


def box(table: int, what: str) -> FieldKey:
    """Return a box of the line of a table; ``what`` is its id, such as ``winner``."""
    return FieldKey(LIST_TABLE, "", f"{LINES}.{table}.{what}")


def drawn_players(drawn: Draw) -> dict[FieldKey, Value]:
    """Return the entries of a list on which nothing stands but the players."""
    return {box(table, f"player_{seat}"): player for table, seat, player in drawn.places()}


def round_forms(round_: RoundAtHand[AsoEvent]) -> RoundForms:
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
    return RoundForms(drawn.round, (page,), library=library, papers=PAPERS, filled=drawn_players(drawn))


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
        "players": Choices("players", tuple(named(id_, players) for id_ in players), tuple(players)),
        "scenarios": _numbered(
            "scenarios", [one.title for one in choice], [one.id for one in choice], index=tuple(indexes.values())
        ),
        "sides": replace(
            _numbered(
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
        "results": replace(_numbered("results", [*RESULTS.values()], [*RESULTS], number=(1, 2, 3)), seats=True),
    }


def _facing(sides: Sequence[tuple[AsoScenario, AsoSide]], number: int, other: int) -> bool:
    return number != other and sides[number - 1][0] is sides[other - 1][0]


def _numbered(id_: str, names: Sequence[str], ids: Sequence[str], **attributes: tuple[int, ...]) -> Choices:
    """Make a list whose entries stand for numbers; two of one name carry their ids."""
    count = Counter(map(folded, names))
    told_apart = (f"{name} ({id_})" if count[folded(name)] > 1 else name for name, id_ in zip(names, ids, strict=True))
    return Choices(id_, tuple(told_apart), tuple(ids), attributes, dict.fromkeys(attributes, Kind.WHOLE))


def _balance(scenario: AsoScenario, side: AsoSide, level: int) -> str:
    """Say what a side gives up at a level: ``German 3: ...``."""
    return ": ".join(filter(None, (f"{side.title} {level}", scenario.balance_text(side, level))))


def _form(library: Library, heading: str, lists: dict[str, Choices], tables: Collection[int]) -> PageForm:
    rows = [Row(str(table), f"Table {table}") for table in tables]
    surroundings = Surroundings(lists, {"tables": rows}, {"offered": len(lists["scenarios"].names)})

    def form(template: Template) -> PageForm:
        return PageForm(heading, "", bind(template, "", surroundings), note=NOTE, kind=RESULTS_LIST)

    return checked_form(library, FORM, form, _lacking)


def _lacking(form: PageForm) -> Iterator[str]:
    """Find what scoring looks for and a template does not have."""
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
