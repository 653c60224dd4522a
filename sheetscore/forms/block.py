"""Blocks of a page: rows, boxes, rules and checks, bound to an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.expressions import Expression, Value
from sheetscore.expressions.names import ChoiceList
from sheetscore.forms.choices import Choices, Sitting
from sheetscore.forms.limits import Across, AfterLimit, Agree, EarlierClaims, LimitScope
from sheetscore.forms.template import FieldType
from sheetscore.wording import HARD_BLANK, short_together


def unparted(label: str) -> str:
    """Return a label without the hyphens at which narrow boxes split words: ``facing`` for ``fac- ing``."""
    return label.replace("- ", "")


class Field(Struct, frozen=True):
    """One box to write in.

    ``id`` is its name in expressions; a numbered field (``rolls[4]``) has its ``number`` too. Attributes without a text
    here are explained in :class:`sheetscore.forms.template.FieldTemplate`.
    """

    id: str
    label: str
    type: FieldType
    units: int
    prompt: str
    choices: Choices | None = None
    open: bool = False
    optional: bool = False
    asked: bool = False
    number: int | None = None
    minimum: int = 0
    maximum: int = 99
    public: str = ""
    seat: str = ""
    group: str = ""
    needed: bool = False
    added: bool = False
    formerly: tuple[str, ...] = ()
    """Its labels in earlier versions, the first one first."""
    stays: bool = False
    entry: str = ""
    """The entry that it is for, if similar boxes are repeated for each entry of a list; else empty."""

    @property
    def name(self) -> str:
        """Its name in expressions: ``d``, or ``rolls[4]`` for a numbered box."""
        return self.id if self.number is None else f"{self.id}[{self.number}]"

    def numbered(self, number: int, entry: str, *, listed: bool) -> Field:
        """Return one of several similar boxes: ``entry`` replaces ``{}`` in its labels; if ``listed``, it is kept."""
        label, *before = (text.replace("{}", entry) for text in (self.label, *self.formerly))
        return replace(self, label=label, formerly=tuple(before), number=number, entry=entry if listed else "")

    @property
    def plain_label(self) -> str:
        """The label without its soft hyphens, at which words are split in a narrow box."""
        return unparted(self.label)

    @property
    def is_text(self) -> bool:
        """Whether it holds text rather than a number."""
        return self.type in {"text", "choice", "several", "odds", "player"}

    def at_table(self, sitting: Sitting) -> Field:
        """Return the box for a table, where seats may be named by their players."""
        if self.choices is None or not self.choices.seats:
            return self
        return replace(self, choices=self.choices.at_table(sitting))

    def as_printed(
        self, recorded: Mapping[str, Mapping[str, str]], renamed: Mapping[str, Mapping[str, tuple[str, ...]]]
    ) -> Field:
        """Return the box for sheets made when names on lists had other recorded values.

        Parameters
        ----------
        recorded
            By the id of a list: such names, each with the value that it was recorded as.
        renamed
            By the id of a list: former names of players, folded, each with the ids that have another name since.
        """
        of = self.choices.id if self.choices else ""
        if self.choices is None or not (of in recorded or of in renamed):
            return self
        printed, former = recorded.get(of, {}), renamed.get(of, {})
        return replace(self, choices=replace(self.choices, printed=printed, renamed=former))

    @property
    def is_open_when_blank(self) -> bool:
        """Whether a blank box is ambiguous, so that a question is needed."""
        return self.asked and self.choices is not None and len(self.choices.names) - self.choices.others > 1

    @property
    def default(self) -> str | None:
        """The only choice of its list, which a blank box in a row with other values means; None if it means nothing."""
        if self.type != "choice" or self.optional or self.choices is None:
            return None
        return self.choices.only


class PerEntry(Struct, frozen=True):
    """Similar boxes of a block, one for each entry of a list of the event."""

    first: int
    """The index of the first of them among the boxes of a line, from 0."""
    count: int
    box: Field
    """The box that is repeated; its label has ``{}`` for the entry."""

    def entry_of(self, label: str) -> str:
        """Return the entry that a box with a label is for."""
        before, _, after = self.box.label.partition("{}")
        return label.removeprefix(before).removesuffix(after)

    def among(self, fields: tuple[Field, ...], entries: Sequence[str]) -> tuple[Field, ...]:
        """Return the boxes of a line, with the similar ones replaced by one for each of the given entries."""
        boxes = (self.box.numbered(number, entry, listed=True) for number, entry in enumerate(entries, start=1))
        return (*fields[: self.first], *boxes, *fields[self.first + self.count :])


class Row(Struct, frozen=True):
    """A line of a block: its key in the field ids, its printed label, its own constants in expressions."""

    key: str
    label: str = ""
    constants: Mapping[str, int] = field(default_factory=dict)


class Since(Struct, frozen=True):
    """A condition that makes later lines with the same ``key`` a mistake."""

    key: str
    rule: Expression


class Check(Struct, frozen=True):
    """A mistake within a row."""

    code: str
    when: Expression
    field: str
    message: str
    since: Since | None = None


NOT_LISTED = "?"
"""Shown if the number of a rule is not on its list, which can happen with a rule of the event's own."""


class Show(Struct, frozen=True):
    """A text computed from the boxes of a line: an entry of a list by its number, or a number."""

    id: str
    label: str
    units: int
    rule: Expression
    choices: Choices | None
    group: str = ""
    when: Expression | None = None
    """The condition for showing it; None for any line that is not blank."""
    alert: bool = False
    beside: bool = False
    """Whether it is to the right of the paper, on pages that have room there."""

    def shown(self, value: int | Fraction | str, *, visible: bool) -> str | int | Fraction:
        """Return the text for a value of the rule; with a list the entry of that number, blank for 0, else ``?``.

        Parameters
        ----------
        visible
            Whether, without a list, the value is shown: the line is not blank, or ``when`` holds.
        """
        if self.choices:
            at, names = int(value), self.choices.names
            return names[at - 1] if 0 < at <= len(names) else NOT_LISTED if value else ""
        return value if visible else ""


class Alert(Struct, frozen=True):
    """A box that is red and bold on the sheet as long as a rule holds."""

    field: str
    """Its name in expressions."""
    when: Expression


class BlankSeat(Struct, frozen=True):
    """A box that names a seat even when blank, and further blocks that depend on it."""

    box: str
    """Its name in expressions."""
    means: str
    """The seat that it names when blank."""
    blocks: tuple[str, ...]
    """The names in expressions of the blocks that depend on it."""


class Mirror(Struct, frozen=True):
    """The effect of an exchange of seats on the boxes of a line, by their names in expressions."""

    images: Mapping[str, str]
    """For each box the one that gets its value: the same box, or the other player's."""
    seats: frozenset[str] = frozenset()
    """The boxes whose values name one of the two players."""
    blanks: tuple[BlankSeat, ...] = ()
    """The boxes that name one of the two even when blank."""


ON_DEMAND = -1
"""Stands for the number of a continuation: the lines that are printed on demand only."""


class Block(Struct, frozen=True, dict=True):
    """A titled group of rows, bound to an event's lists and settings."""

    id: str
    """The beginning of its public field ids: ``strike.hits``, ``team_points.strike``, ``seat``."""
    form: str
    """The form that it is part of."""
    name: str
    """Its name in that form's expressions."""
    title: str
    rule: str
    """The rule of the game that is printed beside the title."""
    half: bool
    """Whether it takes half of the width, beside another block."""
    rows: tuple[Row, ...]
    """One row with an empty key for a block of a single line."""
    fields: tuple[Field, ...]
    lets: tuple[tuple[str, Expression], ...] = ()
    """The steps of a line, in order, by their names."""
    listed: Mapping[str, ChoiceList] = field(default_factory=dict)
    """The lists that steps and texts of a line take entries from, by the names of the steps and texts."""
    total: Expression | None = None
    """The points of a line; None for a block without points."""
    checks: tuple[Check, ...] = ()
    across: tuple[Across, ...] = ()
    after: tuple[AfterLimit, ...] = ()
    agree: tuple[Agree, ...] = ()
    settings: Mapping[str, int | str | Fraction] = field(default_factory=dict)
    seat: str | None = None
    """If every line is a seat, the letter before the line's key in the seat's name: ``r`` for r1, r2 ..."""
    shows: tuple[Show, ...] = ()
    alerts: tuple[Alert, ...] = ()
    of_tables: bool = False
    """Whether every line is a table: the page is then a list."""
    label: str = ""
    """The caption above the labels of the lines; by default the title."""
    worth: str = "SP"
    """The unit of the lines' totals."""
    formerly: tuple[str, ...] = ()
    """The text of the rule on sheets of earlier versions."""
    said: str = ""
    """A sentence about the computation of the total, with an example."""
    remark: str = ""
    """A text of the event below its title on every sheet of paper: the targets of the block."""
    mirror: Mirror | None = None
    """The owners of its boxes when two exchange seats; None if unknown, so that no value can move."""
    has_subtotal: bool = False
    """Whether its heading line shows its subtotal, to be added to that of other blocks."""
    added_to: str = ""
    """The sum at the foot of the page to which its points are added; empty if there is only one."""
    rows_printed: int = 0
    """The number of lines that suffice if more would take more paper; 0: all are needed."""
    printed: int = 0
    """The number of lines that the laid-out page has, the others being printed on demand; 0: all."""
    times: int = 0
    """How many continuations its lines have on further sheets of paper, each with as many lines again."""
    per_entry: tuple[PerEntry, ...] = ()
    """The boxes that exist once for each entry of a list, even if the list is empty."""

    @property
    def printed_rule(self) -> str:
        """The rule as its heading line has it, with the sum to which its points are added."""
        return self._leading_to(self.added_to)

    @property
    def continued_rule(self) -> str:
        """The rule above further lines, whose points are added to those of the first ones."""
        return self._leading_to("Σ above line 1" if self.has_subtotal else self.added_to)

    def _leading_to(self, where: str) -> str:
        return f"{self.rule}   {short_together(f'→{HARD_BLANK}{where}')}" if where else self.rule

    def as_shown(self, name: str, value: Value | None) -> Value | None:
        """Return the display of a step's or a text's value on a line."""
        listed = self.listed.get(name)
        return value if listed is None else listed.entries.get(str(value), value)

    @cached_property
    def earlier(self) -> tuple[EarlierClaims, ...]:
        """The names in its rules for the counts of earlier players."""
        limits = [EarlierClaims(one.earlier, one.key, one.what, one.counts) for one in self.across]
        counts = [EarlierClaims(one.earlier, one.key, "", one.counts) for one in self.after]
        ends = [EarlierClaims(one.ended, one.key, "", one.ended_by) for one in self.after]
        return tuple(one for one in (*limits, *counts, *ends) if one.name)

    def limit_scope(self, force: str, counted: Across | EarlierClaims, target: str) -> LimitScope:
        """Return the scope of a count: all blocks of a force together, or this block alone.

        Parameters
        ----------
        target
            The name of the target, as on the line.
        """
        name = self.folded(counted.key, target)
        return (force, counted.counts, name) if counted.counts else (self.id, counted.what, name)

    def folded(self, key: str, target: str) -> str:
        """Return a line's name of a target in a form that is equal for all spellings."""
        choices = next(box.choices for box in self.fields if box.id == key)
        return folded(choices.unmarked(target) if choices else target)

    @property
    def without_added(self) -> Block:
        """The block of earlier versions, before boxes were added to it."""
        return replace(self, fields=tuple(box for box in self.fields if not box.added))

    def with_former_labels(self, version: int) -> Block:
        """Return the block with the labels of an earlier version, counted from 0 for the first."""
        fields = (replace(box, label=next(iter(box.formerly[version:]), box.label)) for box in self.fields)
        return replace(self, fields=tuple(fields))

    @property
    def is_numbered(self) -> bool:
        """Whether it has numbered lines only."""
        return all(row == Row(str(number)) for number, row in enumerate(self.rows, start=1))

    def with_lines(self, count: int) -> Block:
        """Return the block with ``count`` numbered lines."""
        if count == len(self.rows):
            return self
        return replace(self, rows=tuple(Row(str(number)) for number in range(1, count + 1)))

    def with_entries(self, entries: Sequence[str]) -> Block:
        """Return the block with boxes for other entries of the list that some of its boxes repeat over."""
        (alike,) = self.per_entry
        fields = alike.among(self.fields, entries)
        return replace(self, fields=fields, per_entry=(replace(alike, count=len(entries)),))

    @property
    def by_continuation(self) -> list[range]:
        """Its lines (counted from 0): the first ones, then those of each continuation."""
        each = self._own_lines
        further = [range(first, first + each) for first in range(each, len(self.rows), each)] if each else []
        return [range(self.printed or each), *further]

    @property
    def on_demand(self) -> range:
        """The lines (counted from 0) printed on demand: the last before those of continuations."""
        return range(self.printed or self._own_lines, self._own_lines)

    @property
    def _own_lines(self) -> int:
        return len(self.rows) // (1 + self.times)

    def lines_of(self, continuation: int) -> range:
        """Return the lines of a continuation; empty if there are none.

        Parameters
        ----------
        continuation
            Its number; 0 for the first lines, or :data:`ON_DEMAND`.
        """
        if continuation == ON_DEMAND:
            return self.on_demand
        return self.by_continuation[continuation] if continuation <= self.times else range(0)

    @property
    def lists(self) -> list[Choices]:
        """The lists that its boxes offer, and those that its texts take entries from."""
        offered = [*(box.choices for box in self.fields), *(show.choices for show in self.shows)]
        return [choices for choices in offered if choices is not None]

    def field_id(self, row: Row, box: Field) -> str:
        """Return the public id of a box, such as ``strike.hits.2.d`` or ``air-combat.rolls.4``."""
        if box.number is not None:
            last = f"{box.id}.{box.number}" if self.of_tables else str(box.number)
        elif row.label and len(self.fields) == 1:
            last = ""
        else:
            last = box.id
        return ".".join(part for part in (self.id, row.key, last) if part)

    def boxes(self) -> Iterator[tuple[Row, Field, str]]:
        """Iterate over the lines and boxes in reading order, with the public ids of the boxes."""
        return iter(self._boxes)

    @cached_property
    def _boxes(self) -> tuple[tuple[Row, Field, str], ...]:
        """All boxes with their ids, cached, since every reader of a page needs them."""
        return tuple((row, box, self.field_id(row, box)) for row in self.rows for box in self.fields)
