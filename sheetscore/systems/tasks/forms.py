"""The sheets of a round: the forms of tables and pilots, with the event's lists and the drawn players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded, seat_id, seats_called
from sheetscore.expressions import ValueKind
from sheetscore.findings import Finding
from sheetscore.forms.binding import Surroundings, TemplateError, bind, bind_sums
from sheetscore.forms.block import Block, Row
from sheetscore.forms.choices import Choices, choices_called
from sheetscore.forms.form import FieldKey, Page, PageForm, Value
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Library, Template, template_finding
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.problems import MistakesFound
from sheetscore.sheets.layout import remark_of, side_by_side
from sheetscore.systems.context import RoundContext
from sheetscore.systems.tasks.model import (
    TASK_OF_CLASS,
    Target,
    TaskEvent,
    TaskScenario,
    TaskSettings,
    TaskSide,
)
from sheetscore.systems.tasks.pages import (
    BETWEEN_REMARKS,
    BUT_NO_SUMS,
    MOST_ADDED,
    PAGE_WITH_SUMS,
    PILOT,
    PILOT_PAGE,
    ROUND_SCORE,
    TABLE_PAGE,
    TEAM_POINTS,
    WHERE_TO_WRITE,
    name_of_task,
)
from sheetscore.wording import number_list, numbers_together

STRIKE = ("primary", "secondary", "opportunity")
"""Classes of targets for the strike task."""

TARGET_LISTS: dict[str, tuple[str, ...]] = {
    "strike_targets": STRIKE,
    "radars": ("radar",),
    "aaa": ("aaa",),
    "sams": ("sam",),
    "infantry_sams": ("infantry-sam",),
}
"""The classes of the targets that each list of the templates offers, by the name of the list."""


def players_list(event: TaskEvent) -> Choices:
    """Return the list of players, shown as ``Ann Bell (P07)`` and recorded by id."""
    names = {player.id: player.name for player in event.players}
    return Choices("players", tuple(display_name(player, names) for player in names), tuple(names))


class Element(Struct, frozen=True):
    """The aircraft of a side that have the same targets, each target with the same class for all of them."""

    title: str
    """The title of these aircraft on the sheet of lists."""
    seats: tuple[int, ...]
    """The numbers of these aircraft within the side, from 1."""
    targets: tuple[Target, ...]
    """The targets, with the classes that they have for these aircraft."""


def elements_of(side: TaskSide) -> tuple[Element, ...]:
    """Divide a side into groups of aircraft whose pilots get the same page."""
    alike: dict[tuple[Target, ...], list[int]] = {}
    for seat in range(1, side.seats + 1):
        alike.setdefault(side.targets_of(seat), []).append(seat)
    several = len(alike) > 1
    return tuple(
        Element(f"{side.title}, {number_list('seat', seats)}" if several else side.title, tuple(seats), targets)
        for targets, seats in alike.items()
    )


def element_lists(scenario: TaskScenario, side: TaskSide, element: Element, players: Choices) -> dict[str, Choices]:
    """Return the lists that the forms of some aircraft of a side may offer."""
    called = seat_titles(scenario)
    enemy = {seat: called[seat] for seat in enemy_seats(scenario, side)}
    enemies = choices_called("enemy_aircraft", enemy, extra_aircraft(scenario, side), seats=True)
    seats = choices_called("seats", called, seats=True)
    lists = {"players": players, "enemy_aircraft": enemies, "seats": seats}
    for name, classes in TARGET_LISTS.items():
        own = [target for target in element.targets if target.class_ in classes]
        others = _opportunities(scenario, side, own) if classes is STRIKE else []
        offered = [*own, *others]
        lists[name] = Choices(
            f"{name}: {element.title}",
            tuple(target.name for target in offered),
            attributes={
                "category": tuple(str(target.class_) for target in offered),
                "white": tuple(int(target.white) for target in offered),
            },
            kinds={"category": ValueKind.TEXT, "white": ValueKind.WHOLE},
            others=len(others),
            no_names=_no_targets(scenario),
            elsewhere=_elsewhere(scenario, side, offered, classes),
            marks=_MARKS,
        )
    return lists


_MARKS = {"white": "(white)"}
"""The mark behind the name of a target with a white silhouette, be it printed or written in by hand."""


def _elsewhere(
    scenario: TaskScenario, side: TaskSide, offered: Iterable[Target], classes: Iterable[str]
) -> dict[str, str]:
    """Describe the targets of the force that a list does not offer, by name, for messages about a wrong choice.

    Such a target is of a class that the list does not have, or it is given to another side.
    """
    own = {folded(target.name) for target in offered}
    return {
        target.name: f"of the class {target.class_}" + (f" for {other.title}" if target.class_ in classes else "")
        for other in scenario.sides
        for target in other.targets
        if other.force == side.force and folded(target.name) not in own
    }


def _no_targets(scenario: TaskScenario) -> tuple[str, ...]:
    """Return words that cannot be the name of a target on the ground: classes, tasks and aircraft."""
    flown = chain.from_iterable((side.id, side.title, *side.extra) for side in scenario.sides)
    tasks = dict.fromkeys(TASK_OF_CLASS.values())
    seats = seat_titles(scenario)
    return (*TASK_OF_CLASS, *tasks, "target", "air defense", *seats, *seats.values(), *flown)


def seat_titles(scenario: TaskScenario) -> dict[str, str]:
    """Return the names of the seats of a table, by their ids."""
    return seats_called({seat: side.title for side in scenario.sides for seat in _seats_of(side)})


def _seats_of(side: TaskSide) -> tuple[str, ...]:
    return tuple(seat_id(side.id, seat) for seat in range(1, side.seats + 1))


def seats_of(scenario: TaskScenario) -> Iterator[str]:
    """Return the ids of the seats of a table."""
    return chain.from_iterable(map(_seats_of, scenario.sides))


def _opportunities(scenario: TaskScenario, side: TaskSide, own: Iterable[Target]) -> list[Target]:
    """Return all other targets of the side's force: to its strike aircraft each is a target of opportunity."""
    found: dict[str, Target] = {}
    for target in chain.from_iterable(other.targets for other in scenario.sides if other.force == side.force):
        name = folded(target.name)
        white = target.white or (name in found and found[name].white)
        found[name] = target.model_copy(update={"class_": "opportunity", "white": white})
    for target in own:
        found.pop(folded(target.name), None)
    return list(found.values())


_CLASS_NAMES = {
    "radar": "Radars",
    "aaa": "Anti-aircraft guns",
    "sam": "SAM sites",
    "infantry-sam": "Infantry SAM",
}
"""The names of the classes of air defences, as the blocks of the pages have them; other classes are named by their id.
"""


def with_targets(
    blocks: Iterable[Block], scenario: TaskScenario, side: TaskSide, element: Element
) -> tuple[Block, ...]:
    """Return blocks with remarks that name their targets, and the enemy aircraft that nobody flies.

    The remarks are printed, since pilots with paper and pencil see no lists to choose from.
    """
    extra = extra_aircraft(scenario, side)
    by_list = {"enemy_aircraft": f"Enemy aircraft that nobody flies: {', '.join(extra)}." if extra else ""}
    by_list |= {name: _targets_in_words(element, classes) for name, classes in TARGET_LISTS.items()}

    def remark(block: Block) -> str:
        lists = dict.fromkeys(choices.id.partition(":")[0] for choices in block.lists)
        return "   ".join(filter(None, (by_list.get(name, "") for name in lists)))

    return tuple(replace(block, remark=remark(block)) for block in blocks)


def _targets_in_words(element: Element, classes: Iterable[str]) -> str:
    """Name the targets of some classes, each as people write it into a box."""
    named = {
        class_: [
            f"{one.name} {_MARKS['white']}" if one.white else one.name
            for one in element.targets
            if one.class_ == class_
        ]
        for class_ in classes
    }
    return "   ".join(
        f"{_CLASS_NAMES.get(what, what.capitalize())}: {', '.join(names)}." for what, names in named.items() if names
    )


def remarks_of(blocks: Sequence[Block]) -> tuple[str, ...]:
    """Return the texts printed below titles of blocks; since they name targets, older sheets may have other texts."""
    return tuple(dict.fromkeys(filter(None, map(remark_of, side_by_side(blocks)))))


def enemy_seats(scenario: TaskScenario, side: TaskSide) -> tuple[str, ...]:
    """Return the ids of the seats of the other forces."""
    return tuple(chain.from_iterable(map(_seats_of, scenario.enemies_of(side))))


def extra_aircraft(scenario: TaskScenario, side: TaskSide) -> tuple[str, ...]:
    """Return the names of the aircraft without a seat that the other forces have."""
    return tuple(name for other in scenario.enemies_of(side) for name in other.extra)


def round_forms(round_: RoundContext[TaskEvent], *, team_points: bool = True) -> RoundForms:
    """Return the sheets of a drawn round.

    Parameters
    ----------
    team_points
        Whether the tables have lines for the awards of their sides.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the templates.
    """
    event, draw, library = round_.event, round_.draw, round_.library
    maker = _FormMaker(event, event.scenario_of(draw.round), library, team_points)
    table_form = maker.table_form()
    page_forms = {seat: form for side in maker.scenario.sides for seat, form in maker.pilot_forms(side)}
    if maker.findings:
        raise MistakesFound(list(dict.fromkeys(maker.findings)))
    tables, called = [], seat_titles(maker.scenario)
    for table in draw.tables:
        pages = [Page(1, "", table_form)]
        for number, seat in enumerate(table.seats, start=2):
            pages.append(Page(number, seat, _form_of(seat, page_forms), called.get(seat, "")))
        tables.append(TableForms(table.number, maker.scenario.id, maker.scenario.title, tuple(pages)))
    return RoundForms(draw.round, tuple(tables), library=library, filled=drawn_pilots(draw))


def _form_of(seat: str, page_forms: Mapping[str, PageForm]) -> PageForm:
    """Return the page of a seat. A seat that the side no longer has, from older sheets, gets the side's last page."""
    if seat in page_forms:
        return page_forms[seat]
    side = seat.rpartition(".")[0]
    return [form for known, form in page_forms.items() if known.rpartition(".")[0] == side][-1]


class _FormMaker(Struct, dict=True):
    """Binds the templates of one scenario and collects their mistakes."""

    event: TaskEvent
    scenario: TaskScenario
    library: Library
    team_points: bool

    def __post_init__(self) -> None:
        self.findings: list[Finding] = []
        self.players = players_list(self.event)
        self.settings = self.event.settings.for_rules

    def pilot_forms(self, side: TaskSide) -> Iterator[tuple[str, PageForm]]:
        """Yield the page of every seat of a side."""
        for element in elements_of(side):
            form = self._pilot_form(side, element)
            yield from ((seat_id(side.id, seat), form) for seat in element.seats)

    def _pilot_form(self, side: TaskSide, element: Element) -> PageForm:
        """Put a pilot's page together: seat, tasks, claim, ruling."""
        surroundings = Surroundings(element_lists(self.scenario, side, element, self.players), {}, self.settings)
        frame = self.library.template("pilot")
        around = self._bind(frame, "", surroundings)
        tasks = [block for task in side.tasks for block in self._bind(self.library.template(task), task, surroundings)]
        if len(side.tasks) > 1:
            tasks = [added_up(block, has_sum=len(side.tasks) <= MOST_ADDED) for block in tasks]
        with_remarks = with_targets(tasks, self.scenario, side, element)
        targets = remarks_of(with_remarks)
        has_sums = any(block.has_subtotal or block.added_to for block in tasks)
        where = BUT_NO_SUMS if has_sums else WHERE_TO_WRITE
        return PageForm(
            f"{side.title}  ·  {side.force}",
            side.id,
            (*around[:1], *with_remarks, *around[1:]),  # the tasks stand between the seat and the claim
            bind_sums(frame, PILOT_PAGE),
            numbers_together(BETWEEN_REMARKS.join([where, *targets])) if targets else "",
            side.force,
            kind=PAGE_WITH_SUMS if has_sums else PILOT_PAGE,
            opposite=enemy_seats(self.scenario, side),
            small_print=targets,
            said=frame.say if self.team_points else {**frame.say, **_WITHOUT_TEAM_POINTS},
        )

    def table_form(self) -> PageForm:
        """Put a table's own page together: team points of each side, then the log."""
        blocks: list[Block] = []
        awards = self.library.template("team-points")
        for side in self.scenario.sides:
            if side.team_points and self.team_points:
                rows = {"awards": award_lines(side)}
                blocks += self._bind(awards_of(awards, side), TEAM_POINTS, Surroundings({}, rows))
        blocks += self._bind(self.library.template("table"), "", Surroundings({"players": self.players}))
        return PageForm(self.scenario.title, "", tuple(blocks), name="table sheet", kind=TABLE_PAGE)

    def _bind(self, template: Template, prefix: str, surroundings: Surroundings) -> tuple[Block, ...]:
        try:
            return bind(template, prefix, surroundings)
        except TemplateError as error:
            # only the template of team points has an id that is not the name of its file
            path = self.library.path(template.id if prefix != TEAM_POINTS else "team-points")
            self.findings += [template_finding(path, mistake) for mistake in error.mistakes]
            return ()


_WITHOUT_TEAM_POINTS = {ROUND_SCORE: "Round score: the scenario points alone, since team points do not count."}


def added_up(block: Block, *, has_sum: bool) -> Block:
    """Return a block of a page with several tasks, with a subtotal unless it has a single line.

    Parameters
    ----------
    has_sum
        Whether the foot of the page has a sum of the task, which the block then names.
    """
    if block.total is None:
        return block
    return replace(block, has_subtotal=len(block.rows) > 1, added_to=name_of_task(block.form) if has_sum else "")


def award_lines(side: TaskSide) -> list[Row]:
    """Return a line for each award of a side, with the limit on how often it counts, if any."""
    most = {award.id: group.most for group in side.award_groups for award in group.awards}
    return [
        Row(award.id, f"{award.label}{_limit_in_words(award.group, most[award.id])}", {"award_points": award.points})
        for award in side.team_points
    ]


def _limit_in_words(group: str, most: int | None) -> str:
    if most is None:
        return ""
    if group:
        return f"  ({group}: only one)" if most == 1 else f"  ({group}: {most} at most)"
    return "  (once at most)" if most == 1 else f"  ({most} times at most)"


def awards_of(template: Template, side: TaskSide, rule: str = "") -> Template:
    """Return the template of team points for a side: the block has the id of the side.

    Parameters
    ----------
    rule
        The rule printed above the awards; empty for the rule of the template.
    """
    blocks = [
        block.model_copy(update={"id": side.id, "title": f"{block.title}: {side.title}", "rule": rule or block.rule})
        for block in template.block
    ]
    return template.model_copy(update={"block": tuple(blocks)})


def template_checks(library: Library) -> list[Finding]:
    """Check every template in force as if an event used it, with empty lists."""
    lists = {
        name: Choices(name, (), kinds={"category": ValueKind.TEXT, "white": ValueKind.WHOLE})
        for name in ("players", "enemy_aircraft", "seats", *TARGET_LISTS)
    }
    rows = {"awards": [Row("award", "award", {"award_points": 1})]}
    found: list[Finding] = []
    for path in library.paths():
        try:
            template = library.template(path.stem)
            bind(template, "", Surroundings(lists, rows, TaskSettings().for_rules))
            bind_sums(template, PILOT_PAGE)
        except MistakesFound as mistakes:
            found += mistakes.findings
        except TemplateError as error:
            found += [template_finding(path, mistake) for mistake in error.mistakes]
    return found


def drawn_pilots(draw: Draw) -> dict[FieldKey, Value]:
    """Return the entries of sheets on which nothing but the drawn pilots is filled in."""
    return {FieldKey(table, seat, PILOT): player for table, seat, player in draw.places()}
