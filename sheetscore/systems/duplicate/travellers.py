"""The travellers: a page for every table, with a line for every round; and the checks on them.

The checks find half results, teams drawn elsewhere, rounds entered twice.

Source: Tournament Guidelines, 1991, Duplicate Air Combat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from sheetscore.event.scenarios import Scenario
from sheetscore.event.tables import heading_of
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.binding import Surroundings, TemplateError, bind
from sheetscore.forms.block import Block, Row
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import Entries, FieldKey, Page, PageForm, Value
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import PAGE_UNITS, Library, Orientation, Template, template_finding
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.problems import MistakesFound
from sheetscore.systems.context import RoundContext
from sheetscore.systems.duplicate.itineraries import write_team_records
from sheetscore.systems.duplicate.model import (
    SIDES,
    DuplicateEvent,
    DuplicateScenario,
    DuplicateTeam,
    SideId,
    round_and_side,
    rounds_of,
    seat_of,
)
from sheetscore.systems.duplicate.printed_pages import (
    LOG_BLOCK,
    ROUND,
    TRAVELLER_PAGE,
    task_pages,
    to_type_in,
    two_fit,
    with_colour,
    write_task_pages,
    write_travellers,
)

FORM, LOG = "traveller", "event-log"
"""The templates of a table's pages."""

LISTS: dict[SideId, str] = {"red": "reds", "blue": "blues"}
"""The list of a side's teams in the template."""

NOTE = (
    "This sheet stays at its table, face down, until the director takes it. Line 1 is round 1: write your scenario "
    "points (SP) and your own initials on your side."
)
"""The note on a traveller, for the players at its table."""

_SUITABLE = {"team": {"player"}, "sp": {"points", "count"}}
"""The boxes that the lines of either side must have, and their types."""


def box(table: int, side: SideId, number: int, what: str) -> FieldKey:
    """Return the box of a side on the line of a round; ``what`` is ``team`` or ``sp``."""
    return FieldKey(table, "", f"{side}.{number}.{what}")


def traveller_forms(round_: RoundContext[DuplicateEvent]) -> RoundForms:
    """Return the travellers of a drawn event.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the template.
    """
    event, drawn, library = round_.event, round_.draw, round_.library
    templates = library.template(FORM), library.template(LOG)
    surroundings = _surroundings(event.header.rounds, {side: _teams(side, event.side(side)) for side in SIDES})
    page_forms: dict[str, PageForm] = {}
    tables = []
    for number in (table.number for table in drawn.tables):
        scenario = event.scenario_on(number) or DuplicateScenario.model_construct(id="", title="", sides=())
        if scenario.id not in page_forms:
            page_forms[scenario.id] = _traveller_form(library, templates, scenario, surroundings)
        tables.append(TableForms(number, scenario.id, scenario.title, (Page(1, "", page_forms[scenario.id]),)))
    filled = drawn_teams(drawn)
    # travellers are printed two to a page where they fit; the workbook then has pages to type into
    at_tables = tuple(tables) if filled and two_fit(page_forms.values()) else ()
    papers = (
        partial(write_travellers, tables=at_tables),
        partial(write_team_records, draw=drawn),
        partial(write_task_pages, pages=task_pages(event, library), rounds=len(rounds_of(drawn))),
    )
    in_workbook = tuple(map(to_type_in, tables)) if at_tables else tuple(tables)
    return RoundForms(drawn.round, in_workbook, library=library, papers=papers, filled=filled)


def _teams(side: SideId, teams: Sequence[DuplicateTeam]) -> Choices:
    names = {team.id: team.name for team in teams}
    return Choices(LISTS[side], tuple(display_name(team, names) for team in names), tuple(names))


def _surroundings(rounds: int, teams: dict[SideId, Choices]) -> Surroundings:
    lines = [Row(str(number)) for number in range(1, rounds + 1)]
    return Surroundings({LISTS[side]: choices for side, choices in teams.items()}, {"rounds": lines})


def _traveller_form(
    library: Library, templates: tuple[Template, Template], scenario: Scenario, surroundings: Surroundings
) -> PageForm:
    """Put a traveller and its event log together; a side has the scenario's own title beside its colour."""
    traveller, log = templates
    titles = {side.id: side.title for side in scenario.sides}
    named_sides = [
        block.model_copy(update={"title": with_colour(block.title, ": ", titles.get(block.id, ""))})
        for block in traveller.block
    ]
    whole = traveller.model_copy(update={"block": tuple(named_sides)})
    blocks: list[Block] = []
    mistakes = [template_finding(library.path(FORM), mistake) for mistake in _mistakes_in(traveller)]
    if [block.id for block in log.block] != [LOG_BLOCK]:
        mistakes.append(template_finding(library.path(LOG), f"there must be one block, {LOG_BLOCK}, and no other"))
    rounds = len(surroundings.rows["rounds"])
    for name, template in ((FORM, whole), (LOG, _log(log, traveller.orientation, rounds))):
        try:
            blocks += bind(template, "", surroundings, traveller.orientation)
        except TemplateError as error:
            mistakes += [template_finding(library.path(name), mistake) for mistake in error.mistakes]
    if mistakes:
        raise MistakesFound(mistakes)
    return PageForm(
        scenario.title,
        "",
        tuple(blocks),
        note=NOTE,
        name=FORM,
        signed=("director",),
        kind=TRAVELLER_PAGE,
        orientation=traveller.orientation,
    )


def _log(template: Template, orientation: Orientation, rounds: int) -> Template:
    """Return the log in the orientation of its traveller: in landscape its last box takes the remaining width.

    Parameters
    ----------
    rounds
        The number of rounds: the highest number that the log's box for the round takes.
    """
    blocks = []
    for block in template.block:
        boxes = [box.model_copy(update={"maximum": rounds}) if box.id == ROUND else box for box in block.field]
        if orientation != template.orientation == "portrait":
            finer = PAGE_UNITS[orientation] // PAGE_UNITS[template.orientation]
            boxes = [box.model_copy(update={"units": finer * box.units}) for box in boxes]
            left = PAGE_UNITS[orientation] - sum(box.units for box in boxes)
            boxes[-1:] = [box.model_copy(update={"units": box.units + left}) for box in boxes[-1:]]
        blocks.append(block.model_copy(update={"field": tuple(boxes)}))
    # a log in landscape stays so, also below an upright traveller
    own = orientation if template.orientation == "portrait" else template.orientation
    return template.model_copy(update={"orientation": own, "block": tuple(blocks)})


def _mistakes_in(template: Template) -> Iterator[str]:
    """Yield the mistakes in a traveller's template: it takes the log's id for a block, or lacks what scoring needs."""
    blocks = {block.id: block for block in template.block}
    if LOG_BLOCK in blocks:
        yield f"block {LOG_BLOCK}: that is the event log of the table; give this one another id"
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
    """Check the templates in force as if an event without teams used them."""
    surroundings = _surroundings(1, {side: _teams(side, ()) for side in SIDES})
    try:
        templates = library.template(FORM), library.template(LOG)
        _traveller_form(library, templates, Scenario(id="any", title="any"), surroundings)
    except MistakesFound as mistakes:
        return list(mistakes.findings)
    return []


def drawn_teams(drawn: Draw) -> dict[FieldKey, Value]:
    """Return the drawn teams as entries: all that is filled in on travellers when they are made."""
    entries: dict[FieldKey, Value] = {}
    for table, seat, team in drawn.places():
        number, side = round_and_side(seat)
        entries[box(table, side, number, "team")] = team
    return entries


class SideLine(Struct, frozen=True):
    """One side's half of a line."""

    table: int
    round: int
    side: SideId
    drawn: str | None
    """The team that the draw has there; None for nobody."""
    team: str | None
    """The team that was entered; None for a blank."""
    sp: Value | None
    """The points that were entered; None for a blank."""
    absent: frozenset[str]
    """The teams of the event that are absent in the round."""

    @property
    def astray(self) -> bool:
        """Whether there are points for a team that is not drawn here."""
        return self.sp is not None and self.team is not None and self.team != self.drawn

    @property
    def where(self) -> str:
        """Return the name of the half."""
        return f"table {self.table}, round {self.round}, {SIDES[self.side]}"

    def box(self, what: str) -> FieldKey:
        """Return one of its boxes."""
        return box(self.table, self.side, self.round, what)


class TravellerLine(Struct, frozen=True):
    """The line of a round on a traveller."""

    table: int
    round: int
    halves: tuple[SideLine, ...]

    @property
    def filled(self) -> bool:
        """Whether either side has points."""
        return any(half.sp is not None for half in self.halves)

    @property
    def idle(self) -> bool:
        """Whether nobody plays here: without a drawn team, or with an absent one and no points entered."""
        one_absent = any(half.drawn in half.absent for half in self.halves)
        return all(half.drawn is None for half in self.halves) or (one_absent and not self.filled)


def check_travellers(round_: RoundContext[DuplicateEvent]) -> list[Finding]:
    """Find half results, teams that were elsewhere by the draw, rounds entered twice or left out.

    Returns
    -------
    Findings without cells; ``fields`` names the boxes that each is about, beginning with the one to look at first.
    """
    event, drawn, entries = round_.event, round_.draw, round_.entries
    absent = {number: event.absent(number) for number in range(1, event.header.rounds + 1)}
    lines = [line for table in drawn.tables for line in _lines(absent, table.number, drawn, entries)]
    names = event.names
    played = [line for line in lines if not line.idle]
    halves = [half for line in played for half in line.halves]
    twice, reported = _twice(halves, names)
    return [
        *_idle([line for line in lines if line.idle]),
        *_points_of_one_side(played),
        *_nameless(halves, names),
        *twice,
        *_astray(halves, [half for half in halves if half not in reported], names),
        *_not_there(event, halves),
        *_skipped(event, played),
        *_all_blank(lines),
    ]


def _lines(absent: Mapping[int, frozenset[str]], table: int, drawn: Draw, entries: Entries) -> Iterator[TravellerLine]:
    seats = next(one.seats for one in drawn.tables if one.number == table)
    for number, absentees in absent.items():
        halves = []
        for side in SIDES:
            team, sp = (entries.get(box(table, side, number, what)) for what in ("team", "sp"))
            drawn_team = seats.get(seat_of(number, side))
            entered = None if team is None else str(team)
            halves.append(SideLine(table, number, side, drawn_team, entered, sp, absentees))
        yield TravellerLine(table, number, tuple(halves))


def _idle(lines: Iterable[TravellerLine]) -> Iterator[Finding]:
    """Find points on lines on which nobody plays."""
    for line in lines:
        given = [half.box("sp") for half in line.halves if half.sp is not None]
        if given:
            message = (
                f"table {line.table}, round {line.round}: nobody plays here in this round, and yet there are points. "
                "Put them on the line where they belong, or clear them"
            )
            yield finding("line-idle", message, fields=tuple(given))


def _points_of_one_side(lines: Iterable[TravellerLine]) -> Iterator[Finding]:
    for line in lines:
        missing = [half for half in line.halves if half.sp is None]
        if len(missing) == 1:
            (half,) = missing
            (other,) = (SIDES[one.side] for one in line.halves if one.sp is not None)
            message = (
                f"{half.where}: the points are missing. Enter them; 0 if it scored none. Until they are known clear "
                f"those of {other} on this line: then the line is open, and all others of the table count"
            )
            yield finding("line-one-side", message, fields=tuple(one.box("sp") for one in (half, *line.halves)))


def _nameless(halves: Iterable[SideLine], names: dict[str, str]) -> Iterator[Finding]:
    for half in halves:
        if half.sp is not None and half.team is None:
            who = f"the draw has {display_name(half.drawn, names)}" if half.drawn else "the draw has nobody here"
            message = f"{half.where}: there are points and no team. Choose who played; {who}"
            yield finding("name-missing", message, fields=(half.box("team"),))


def _twice(halves: Sequence[SideLine], names: dict[str, str]) -> tuple[list[Finding], set[SideLine]]:
    """Find teams with several results at a table or in a round, at least one of them in a seat drawn for others.

    Returns
    -------
    The findings, and the halves with such seats, which need no other finding.
    """
    results: dict[tuple[str, str, int], list[SideLine]] = defaultdict(list)
    for half in halves:
        if half.sp is not None and half.team is not None:
            results["on the traveller of table", half.team, half.table].append(half)
            results["in round", half.team, half.round].append(half)
    found: list[Finding] = []
    reported: set[SideLine] = set()
    for (where, team, number), given in results.items():
        astray = [half for half in given if half.astray]
        if len(given) < 2 or not astray:
            continue
        at = " and ".join(f"table {half.table}, round {half.round}" for half in given)
        belong = "; ".join(f"{half.where} is {_owner(half, names)}" for half in astray)
        message = (
            f"{display_name(team, names)} has {len(given)} results {where} {number}: {at}. By the draw {belong}. "
            "Correct the team, or clear what was entered twice"
        )
        others = [half for half in given if half not in astray]
        found.append(finding("line-twice", message, fields=tuple(half.box("team") for half in (*astray, *others))))
        reported |= set(astray)
    return found, reported


def _astray(halves: Sequence[SideLine], unreported: Iterable[SideLine], names: dict[str, str]) -> Iterator[Finding]:
    """Find teams with points in seats drawn for others.

    Parameters
    ----------
    halves
        All halves of lines on which somebody plays.
    unreported
        The halves without a finding that a team has several results.
    """
    drawn = defaultdict(list)
    for half in halves:
        if half.drawn:
            drawn[half.table, half.drawn].append(half.round)
    for half in unreported:
        if not half.astray or half.team is None:
            continue
        elsewhere = drawn[half.table, half.team]
        line = (
            f" That is the line of {_rounds(elsewhere)} at this table: was the result put on the wrong line?"
            if elsewhere
            else ""
        )
        message = (
            f"{half.where}: there is {display_name(half.team, names)}, and this place is {_owner(half, names)}.{line} "
            "Correct the team; if they really played there, change draw.xlsx and make the sheets again"
        )
        yield finding("line-team", message, fields=(half.box("team"),))


def _owner(half: SideLine, names: dict[str, str]) -> str:
    return f"that of {display_name(half.drawn, names)}" if half.drawn else "nobody's"


def _not_there(event: DuplicateEvent, halves: Iterable[SideLine]) -> Iterator[Finding]:
    """Find absent teams with points: one or the other is a mistake."""
    for half in halves:
        if half.sp is not None and half.team in half.absent:
            message = (
                f"{half.where}: {display_name(half.team, event.names)} is not there in round {half.round} and has "
                f"points. Correct its {_rounds_of_teams(event)}, or the team on this line"
            )
            yield finding("not-playing", message, severity=Severity.ERROR, fields=(half.box("team"),))


def _rounds_of_teams(event: DuplicateEvent) -> str:
    """Name the columns of a team's first and last round."""
    first, last = (heading_of(event, "team", key) for key in ("first_round", "last_round"))
    return f"{first} or {last}"


def _skipped(event: DuplicateEvent, lines: Sequence[TravellerLine]) -> Iterator[Finding]:
    """Warn of blank lines of all rounds up to the latest that has points at any table."""
    latest = max((line.round for line in lines if line.filled), default=0)
    last: dict[int, int] = {line.table: line.round for line in lines if line.filled}
    for line in lines:
        if line.filled or line.round > latest:
            continue
        later = last.get(line.table, 0)
        what = f"that of round {later} is not" if line.round < later else f"other tables have round {latest}"
        message = (
            f"table {line.table}: the line of round {line.round} is blank, and {what}. Enter the result. If a team was "
            f"not there, give it a {_rounds_of_teams(event)}; if both were and did not play, clear the pair in "
            "draw.xlsx"
        )
        yield finding("line-skipped", message, fields=(line.halves[0].box("sp"),))


def _all_blank(lines: Sequence[TravellerLine]) -> Iterator[Finding]:
    """Find that no line has points yet."""
    if not any(line.filled for line in lines):
        yield finding("blank-page", "no traveller has a result yet; enter those of the first round")


def _rounds(numbers: Sequence[int]) -> str:
    listed = " and ".join(map(str, numbers))
    return f"round {listed}" if len(numbers) == 1 else f"the rounds {listed}"
