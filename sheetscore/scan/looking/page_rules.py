"""The forms of pages for the script in the browser: boxes, lists and settings as data, rules as JavaScript functions.

``page_scores.js`` scores a page by them just as :func:`sheetscore.forms.evaluation.score_page` does in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct, field

from sheetscore.event.identity import folded
from sheetscore.expressions import Expression, Value
from sheetscore.expressions.javascript import literal, to_javascript
from sheetscore.expressions.nodes import ValueKind
from sheetscore.forms.block import Block, Check, Field, unparted
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import PageForm

SentValue = str | tuple[str, str] | None
"""A text; an exact number as the digits of its numerator and denominator; None for a blank."""


class SentList(Struct, frozen=True):
    """A list of values that boxes offer."""

    names: tuple[str, ...]
    recorded: tuple[str, ...]
    """The value recorded for each name."""
    written: tuple[str, ...]
    """The text for each name in CSV: a seat is written by name if its number is also the id of a player."""
    attributes: Mapping[str, tuple[SentValue, ...]]
    """The values of each attribute, in the order of the names."""
    blanks: Mapping[str, SentValue]
    """The value of each attribute for a text that is not on the list."""
    marks: Mapping[str, str]


class SentField(Struct, frozen=True):
    """A box of each line of a block."""

    id: str
    name: str
    label: str
    type: str
    prompt: str
    minimum: int
    maximum: int
    open: bool
    needed: bool
    list: int | None
    """The index of the list that the box offers, among `SentForms.lists`."""
    default: str | None


class SentRow(Struct, frozen=True):
    """A line of a block."""

    key: str
    constants: Mapping[str, SentValue]
    boxes: tuple[str, ...]
    """The ids of its boxes on the page, in the order of the fields."""


class SentShow(Struct, frozen=True):
    """A text that follows from the boxes of a line."""

    id: str
    label: str
    names: tuple[str, ...] | None
    """The list that the value is from; None for a number or a free text."""


class SentCheck(Struct, frozen=True):
    """A check of one line: the box that its message is about, and the message."""

    field: str
    message: str


class SentBlock(Struct, frozen=True):
    """A block of a page."""

    id: str
    form: str
    name: str
    title: str
    worth: str
    """The unit of its lines' totals, such as ``SP``; empty if they have none."""
    rows: tuple[SentRow, ...]
    fields: tuple[SentField, ...]
    settings: Mapping[str, SentValue]
    earlier: tuple[str, ...]
    """The names in its rules for the claims of earlier players, which the script takes for 0."""
    shows: tuple[SentShow, ...]
    checks: tuple[SentCheck, ...]


class SentForm(Struct, frozen=True):
    """The form of all pages with the same blocks and boxes."""

    blocks: tuple[SentBlock, ...]
    boxes: Mapping[str, str]
    """The field ids of the boxes that the sums of the page may name, by their names in the sums."""
    claimed: str
    """The box for the total that the player claims; empty if the page has none."""
    counts: str
    """The sum that the claimed total is compared with."""


class SentForms(Struct):
    """The forms of several pages with their lists, each sent once.

    Parameters
    ----------
    players
        The ids and names of all players, folded.
    """

    players: Collection[str]
    forms: list[SentForm] = field(default_factory=list)
    lists: list[SentList] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    """The rules of each form, as the source of a JavaScript object."""
    _forms: dict[int, tuple[int, PageForm]] = field(default_factory=dict)
    _lists: dict[int, tuple[int, Choices]] = field(default_factory=dict)

    def number_of(self, form: PageForm) -> int:
        """Return the index of a form among ``forms``; add it if it is new."""
        if id(form) not in self._forms:
            self._forms[id(form)] = len(self.forms), form
            self.forms.append(self._form(form))
            self.rules.append(rules_of(form))
        return self._forms[id(form)][0]

    def _form(self, form: PageForm) -> SentForm:
        kind = form.kind
        return SentForm(
            tuple(self._block(block) for block in form.blocks),
            {box.name: box.box for box in kind.boxes},
            kind.claimed,
            kind.ruling.replaces if kind.ruling else "",
        )

    def _block(self, block: Block) -> SentBlock:
        return SentBlock(
            block.id,
            block.form,
            block.name,
            block.title,
            block.worth if block.total else "",
            tuple(
                SentRow(
                    row.key,
                    {name: sent(value) for name, value in row.constants.items()},
                    tuple(block.field_id(row, box) for box in block.fields),
                )
                for row in block.rows
            ),
            tuple(self._field(box) for box in block.fields),
            {name: sent(value) for name, value in block.settings.items()},
            tuple(one.name for one in block.earlier),
            tuple(
                SentShow(show.id, unparted(show.label), show.choices.names if show.choices else None)
                for show in block.shows
            ),
            tuple(SentCheck(check.field, check.message.replace("{line}", "a line above")) for check in _alone(block)),
        )

    def _field(self, box: Field) -> SentField:
        return SentField(
            box.id,
            box.name,
            box.plain_label,
            box.type,
            box.prompt,
            box.minimum,
            box.maximum,
            box.open,
            box.needed,
            None if box.choices is None else self._list(box.choices),
            box.default,
        )

    def _list(self, choices: Choices) -> int:
        if id(choices) not in self._lists:
            self._lists[id(choices)] = len(self.lists), choices
            attributes = {name: tuple(map(sent, values)) for name, values in choices.attributes.items()}
            blanks = {name: sent("" if choices.kinds[name] is ValueKind.TEXT else 0) for name in attributes}
            written = tuple(map(self._written(choices), choices.names, choices.recorded))
            self.lists.append(
                SentList(choices.names, choices.recorded, written, attributes, blanks, dict(choices.marks))
            )
        return self._lists[id(choices)][0]

    def _written(self, choices: Choices) -> Callable[[str, str], str]:
        return lambda name, value: name if choices.seats and folded(value) in self.players else value


def _alone(block: Block) -> Iterator[Check]:
    """Yield the checks of a block that look at one line alone."""
    return (check for check in block.checks if check.since is None)


def sent(value: Value | None) -> SentValue:
    """Return a value as it is sent to the script: see `SentValue`."""
    if value is None or isinstance(value, str):
        return value
    numerator, denominator = Fraction(value).as_integer_ratio()
    return str(numerator), str(denominator)


def rules_of(form: PageForm) -> str:
    """Return the source of a JavaScript object with the rules of a page: ``blocks`` by their ids, and ``sums``."""
    blocks = ",".join(f"{literal(block.id)}:{_rules_of_block(block)}" for block in form.blocks)
    return f"{{blocks:{{{blocks}}},sums:{_named(_sums(form))}}}"


def _rules_of_block(block: Block) -> str:
    shows = ",".join(f"[{to_javascript(show.rule)},{_function(show.when)}]" for show in block.shows)
    checks = ",".join(to_javascript(check.when) for check in _alone(block))
    return f"{{lets:{_named(block.lets)},total:{_function(block.total)},shows:[{shows}],checks:[{checks}]}}"


def _named(rules: Iterable[tuple[str, Expression]]) -> str:
    return f"[{','.join(f'[{literal(name)},{to_javascript(rule)}]' for name, rule in rules)}]"


def _function(rule: Expression | None) -> str:
    return "null" if rule is None else to_javascript(rule)


def _sums(form: PageForm) -> Iterator[tuple[str, Expression]]:
    """Yield the sums of a page that depend on its own boxes alone, not on the table's page."""
    known = {"tasks", "details", *(box.name for box in form.kind.boxes)}
    for name, rule in form.sums:
        if known >= {*rule.names}:
            known.add(name)
            yield name, rule
