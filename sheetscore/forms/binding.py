"""A template bound to an event: lists filled in, rules parsed against the names that they may use.

All mistakes in its outline (ids, lists, keys that go together) are reported at once; if there are none, all mistakes in
its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.expressions import Expression, Names, ValueKind, parse
from sheetscore.expressions import FieldMeaning as Named
from sheetscore.expressions.listed import list_of
from sheetscore.expressions.names import ABOVE, ROWS, ChoiceList, ExpressionError
from sheetscore.expressions.nodes import Name
from sheetscore.findings import CODES
from sheetscore.forms.block import Alert, Block, Check, Field, PerEntry, Row, Show, Since
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import PageForm, PageKind
from sheetscore.forms.limits import Across, AfterLimit, Agree
from sheetscore.forms.mirrors import bind_mirror, mirror_mistakes
from sheetscore.forms.outline import names_for_earlier_counts, numbered_by, outline_mistakes
from sheetscore.forms.template import (
    BlockTemplate,
    CheckTemplate,
    FieldTemplate,
    FieldType,
    Library,
    Orientation,
    Template,
    template_finding,
)
from sheetscore.problems import MistakesFound

_KINDS: dict[FieldType, ValueKind] = {
    "count": ValueKind.WHOLE,
    "number": ValueKind.WHOLE,
    "points": ValueKind.WHOLE,
    "score": ValueKind.NUMBER,
    "flag": ValueKind.WHOLE,
    "text": ValueKind.TEXT,
    "choice": ValueKind.TEXT,
    "several": ValueKind.TEXT,
    "odds": ValueKind.TEXT,
    "player": ValueKind.TEXT,
}

_LIMITS: dict[FieldType, tuple[int, int]] = {
    "count": (0, 99),
    "number": (-99, 99),
    "points": (0, 9999),
    "score": (-9999, 9999),
    "flag": (0, 1),
}

SUM_NAMES = {"tasks": Named(ValueKind.NUMBER), "details": Named(ValueKind.WHOLE)}
"""The names that rules of sums may use on any page, besides those of the page's kind and of the sums before."""


class TemplateError(Exception):
    """Mistakes in one template, a line each: block, key, what is wrong and what to do."""

    def __init__(self, mistakes: Sequence[str]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = tuple(mistakes)


class Surroundings(Struct, frozen=True):
    """The values of an event that its forms use."""

    lists: Mapping[str, Choices] = field(default_factory=dict)
    """The choices on offer, by the names that templates use for them."""
    rows: Mapping[str, Sequence[Row]] = field(default_factory=dict)
    """The lines of blocks whose ``rows`` name a list, by that name: such as one line for each award of team points."""
    settings: Mapping[str, int | str | Fraction] = field(default_factory=dict)
    """The settings of the event."""


def bind(
    template: Template, prefix: str, surroundings: Surroundings, orientation: Orientation = "portrait"
) -> tuple[Block, ...]:
    """Make a template's blocks.

    Parameters
    ----------
    prefix
        How the public field ids begin before the block's own id; empty for a page's own blocks.
    orientation
        The orientation of the page that they are for.

    Raises
    ------
    TemplateError
        With every mistake of the outline; if there is none, with every mistake in the rules.
    """
    lists = dict(surroundings.lists)
    for name, listed in template.list.items():
        kinds = {
            key: ValueKind.TEXT if isinstance(values[0], str) else ValueKind.WHOLE
            for key, values in listed.attributes.items()
        }
        lists[name] = Choices(name, listed.names, attributes=listed.attributes, kinds=kinds)
    mistakes = list(outline_mistakes(template, lists, surroundings.rows))
    if template.orientation != orientation:
        mistakes.insert(0, f"orientation: the form is {template.orientation}, the page that it is for {orientation}")
    if mistakes:
        raise TemplateError(mistakes)
    binder = _Binder(template, lists, surroundings)
    blocks = tuple(binder.block(block, prefix) for block in template.block)
    if binder.mistakes:
        raise TemplateError(binder.mistakes)
    return blocks


def bind_sums(template: Template, kind: PageKind[Any]) -> tuple[tuple[str, Expression], ...]:
    """Make the sums of a page of a kind, in order.

    Raises
    ------
    TemplateError
        With every sum that cannot be used.
    """
    known = SUM_NAMES | {box.name: Named(ValueKind.WHOLE) for box in kind.boxes}
    known |= {name: Named(given) for name, given in kind.given_names.items()}
    sums, mistakes = [], []
    for name, text in template.sum.items():
        try:
            expression = parse(text, known=Names(known))
        except ExpressionError as error:
            mistakes.append(f"sum, {name}: {error.message}")
            known[name] = Named(ValueKind.NUMBER)  # so that later sums that name it are not reported, too
        else:
            known[name] = Named(expression.kind)
            sums.append((name, expression))
    if mistakes:
        raise TemplateError(mistakes)
    return tuple(sums)


class _Binder:
    """Parses the rules of a form, block after block, and remembers every mistake.

    Attributes
    ----------
    settings
        The kinds of the event's settings.
    columns
        By the id of each block so far, its boxes and steps, over whose lines rules of later blocks may go.
    boxes
        The boxes of the block that is being made, over whose lines its own rules may go.
    earlier_players
        The names in that block for what earlier players at the table have taken.
    mistakes
        The mistakes so far.
    """

    def __init__(self, template: Template, lists: Mapping[str, Choices], surroundings: Surroundings) -> None:
        self.template = template
        self.lists = lists
        self.surroundings = surroundings
        self.settings = {name: _kind_of(value) for name, value in surroundings.settings.items()}
        self.columns: dict[str, dict[str, Named]] = {}
        self.boxes: dict[str, Named] = {}
        self.earlier_players: dict[str, Named] = {}
        self.mistakes: list[str] = []

    def block(self, block: BlockTemplate, prefix: str) -> Block:
        """Make one block; the blocks before it can be summed over."""
        fields = tuple(_fields(block, self.lists))
        rows = _rows(block, self.surroundings)
        known = {box.id: _meaning_of(box, fields) for box in fields}
        self.boxes = dict(known)
        known |= dict.fromkeys(rows[0].constants if rows else (), Named(ValueKind.WHOLE))
        self.earlier_players = dict.fromkeys(names_for_earlier_counts(block), Named(ValueKind.WHOLE))
        lets = self._steps(block, known)
        known |= {name: one for name, (one, _) in lets.items()}
        total = self._parse(block, "total", block.total, known, previous=known) if block.total else None
        within = known | ({"total": Named(total.kind)} if total else {})
        self.columns[block.id] = known
        shows = tuple(self._shows(block, within))
        wrong = list(mirror_mistakes(block, fields, [one.id for one in self.template.block]))
        self.mistakes += wrong
        return Block(
            id=".".join(part for part in (prefix, block.id) if part),
            form=self.template.id,
            name=block.id,
            title=block.title,
            rule=block.rule,
            formerly=block.formerly,
            said=f"{block.say} For example: {block.example.text}." if block.example else block.say,
            half=block.width == "half",
            rows=rows,
            rows_printed=block.rows_printed if block.rows_printed and block.rows_printed < len(rows) else 0,
            fields=fields,
            lets=tuple((name, rule) for name, (_, rule) in lets.items() if rule),
            listed=self._listed(lets, shows, within),
            total=total,
            checks=tuple(self._checks(block, within)),
            across=tuple(self._across(block, within)),
            after=tuple(self._after(block, within)),
            agree=tuple(self._agree(block, within)),
            settings=self.surroundings.settings,
            seat=block.seat,
            shows=shows,
            alerts=tuple(self._alerts(block, within)),
            of_tables=block.lines == "tables",
            label=block.label,
            worth=block.worth,
            mirror=None if wrong else bind_mirror(block, fields),
            per_entry=tuple(_per_entry(block, self.lists)),
        )

    def _listed(
        self, lets: Mapping[str, tuple[Named, Expression | None]], shows: Sequence[Show], known: Mapping[str, Named]
    ) -> dict[str, ChoiceList]:
        """Return the lists whose entries are the values of steps and shown texts, by the names of the steps and texts.

        A shown text with a ``list`` of its own is left out, since its rule gives a number.
        """
        steps = {name: one.listed for name, (one, _) in lets.items()}
        names = self._names(known, previous=known)
        texts = {show.id: list_of(show.rule.root, names) for show in shows if not show.choices}
        return {name: listed for name, listed in {**steps, **texts}.items() if listed}

    def _steps(self, block: BlockTemplate, known: Mapping[str, Named]) -> dict[str, tuple[Named, Expression | None]]:
        """Read the steps in order, again and again until their kinds no longer change.

        ``previous`` may name a step below, whose kind is taken for a whole number at first.
        """
        above = {**known, **dict.fromkeys(block.let, Named(ValueKind.WHOLE))}
        mistakes = len(self.mistakes)
        lets: dict[str, tuple[Named, Expression | None]] = {}
        # a step that is not whole makes those that name it not whole either: at worst one more in each pass
        for _ in range(len(block.let) + 1):
            del self.mistakes[mistakes:]
            so_far, lets = dict(known), {}
            for name, text in block.let.items():
                rule = self._parse(block, f"let {name}", text, so_far, previous=above)
                so_far[name] = Named(ValueKind.NUMBER)
                if rule:
                    listed = list_of(rule.root, self._names(so_far, previous=above))
                    so_far[name] = Named(rule.kind, listed=listed)
                lets[name] = so_far[name], rule
            if so_far == above:
                break
            above = so_far
        return lets

    def _checks(self, block: BlockTemplate, known: Mapping[str, Named]) -> Iterator[Check]:
        boxes = {box.id for box in block.field}
        for check in block.check:
            rule, since = self._parse(block, "check", check.when, known), self._since(block, check, known)
            if check.code not in CODES:
                self.mistakes.append(f"block {block.id}, check: there is no finding code {check.code}")
            missing = [one for one in dict.fromkeys((check.field, check.key or check.field)) if one not in boxes]
            self.mistakes += [f"block {block.id}, check: there is no field {one}" for one in missing]
            if rule and not missing:
                yield Check(check.code, rule, check.field, check.message, since)

    def _since(self, block: BlockTemplate, check: CheckTemplate, known: Mapping[str, Named]) -> Since | None:
        if (check.since is None) != (check.key is None):
            self.mistakes.append(f"block {block.id}, check: since and key go together; give both, or neither")
        if check.since is None or check.key is None:
            return None
        rule = self._parse(block, "check, since", check.since, known)
        return Since(check.key, rule) if rule else None

    def _shows(self, block: BlockTemplate, known: Mapping[str, Named]) -> Iterator[Show]:
        for show in block.show:
            rule = self._parse(block, f"show {show.id}", show.rule, known, previous=known)
            when = self._parse(block, f"show {show.id}, when", show.when, known, previous=known) if show.when else None
            if show.list is not None and show.list not in self.lists:
                known_lists = ", ".join(sorted(self.lists))
                self.mistakes.append(
                    f"block {block.id}, show {show.id}: there is no list {show.list}; there are {known_lists}"
                )
            elif rule:
                choices = self.lists[show.list] if show.list else None
                yield Show(show.id, show.label, show.units, rule, choices, show.group, when, show.alert, show.beside)

    def _alerts(self, block: BlockTemplate, known: Mapping[str, Named]) -> Iterator[Alert]:
        """Yield the conditions for red boxes, which may name boxes and steps of their own line only.

        A conditional format is written once for a whole column, and cannot refer to lists on another sheet.
        """
        is_numbered = {box.id: box.numbered is not None for box in block.field}
        of_line = {name: Named(one.kind, listed=one.listed) for name, one in known.items()}
        for alert in block.alert:
            rule = self._parse(block, f"alert {alert.field}", alert.when, of_line, alone=True)
            if alert.field not in is_numbered:
                self.mistakes.append(f"block {block.id}, alert: there is no field {alert.field}")
            elif is_numbered[alert.field]:
                self.mistakes.append(f"block {block.id}, alert: {alert.field} is numbered; only single boxes turn red")
            elif rule:
                yield Alert(alert.field, rule)

    def _across(self, block: BlockTemplate, known: Mapping[str, Named]) -> Iterator[Across]:
        for across in block.across:
            added = self._parse(block, "across, sum", across.sum, known)
            if added and across.earlier and not isinstance(added.root, Name):
                self.mistakes.append(
                    f"block {block.id}, across, earlier: sum has to be the name of a box or a step, or total; "
                    f"it is {across.sum}"
                )
            limit = self._parse(block, "across, limit", across.limit, known)
            unless = self._parse(block, "across, unless", across.unless, known) if across.unless else None
            if across.key not in {box.id for box in block.field}:
                self.mistakes.append(f"block {block.id}, across: there is no field {across.key}")
            elif added and limit:
                counts, earlier = across.counts or "", across.earlier or ""
                yield Across(across.what, across.key, added, limit, unless, counts, earlier)

    def _after(self, block: BlockTemplate, known: Mapping[str, Named]) -> Iterator[AfterLimit]:
        for after in block.after:
            before = self._parse(block, "after, before", after.before, known)
            limit = self._parse(block, "after, limit", after.limit, known)
            when = self._parse(block, "after, when", after.when, known)
            if after.key not in {box.id for box in block.field}:
                self.mistakes.append(f"block {block.id}, after: there is no field {after.key}")
            elif before and limit and when:
                yield AfterLimit(
                    after.key,
                    after.counts,
                    after.ended_by or "",
                    before,
                    limit,
                    when,
                    after.message,
                    after.earlier or "",
                    after.ended or "",
                )

    def _agree(self, block: BlockTemplate, known: Mapping[str, Named]) -> Iterator[Agree]:
        for agree in block.agree:
            enough = self._parse(block, "agree, enough", agree.enough, known)
            if agree.key not in {box.id for box in block.field}:
                self.mistakes.append(f"block {block.id}, agree: there is no field {agree.key}")
            elif enough:
                yield Agree(agree.key, agree.counts, agree.claims, enough, agree.unclaimed, agree.unfounded)

    def _names(self, known: Mapping[str, Named], *, previous: Mapping[str, Named] | None = None) -> Names:
        """Return the names that a rule of a block may use.

        ``previous`` has the names of the line above. It is given for rules that are computed with the whole page; these
        alone may name other lines, and in ``rows`` only boxes: a step there may be computed from this very line.
        """
        blocks = {} if previous is None else {**self.columns, ROWS: self.boxes, ABOVE: known}
        return Names({**known, **self.earlier_players}, blocks, self.settings, previous or {})

    def _parse(
        self,
        block: BlockTemplate,
        place: str,
        text: str,
        known: Mapping[str, Named],
        *,
        previous: Mapping[str, Named] | None = None,
        alone: bool = False,
    ) -> Expression | None:
        """Parse a rule; if it has a mistake, remember that and return None.

        Parameters
        ----------
        alone
            Whether the rule may not even name what earlier players took.
        """
        names = self._names(known, previous=previous)
        try:
            return parse(text, known=replace(names, fields=known) if alone else names)
        except ExpressionError as error:
            self.mistakes.append(f"block {block.id}, {place}: {error.message}")
            return None


def _kind_of(value: int | str | Fraction) -> ValueKind:
    if isinstance(value, str):
        return ValueKind.TEXT
    return ValueKind.WHOLE if isinstance(value, int) else ValueKind.NUMBER


def _meaning_of(box: Field, fields: Sequence[Field]) -> Named:
    numbers = [other.number for other in fields if other.id == box.id and other.number is not None]
    kinds = box.choices.kinds if box.choices else {}
    return Named(_KINDS[box.type], kinds, numbers, _listed(box) if box.type in _OF_A_LIST else None)


_OF_A_LIST = frozenset({"choice", "player"})
"""The types of boxes that hold one entry of their list and nothing else."""


def _listed(box: Field) -> ChoiceList | None:
    """Return the list of a choice for rules; None where templates are read without an event and it is not known."""
    if box.choices is None or not box.choices.names:
        return None
    return ChoiceList(dict(zip(box.choices.recorded, box.choices.names, strict=True)), box.open)


def _fields(block: BlockTemplate, lists: Mapping[str, Choices]) -> Iterator[Field]:
    for box in block.field:
        prototype, listed = _field(box, lists), isinstance(box.numbered, str)
        if box.numbered is None:
            yield prototype
        else:
            for number, called in enumerate(numbered_by(box, lists), start=1):
                yield prototype.numbered(number, called, listed=listed)


def _per_entry(block: BlockTemplate, lists: Mapping[str, Choices]) -> Iterator[PerEntry]:
    """Yield the groups of similar boxes of a block that have a box for each entry of a list."""
    first = 0
    for box in block.field:
        count = 1 if box.numbered is None else len(numbered_by(box, lists))
        if isinstance(box.numbered, str):
            yield PerEntry(first, count, _field(box, lists))
        first += count


def _field(box: FieldTemplate, lists: Mapping[str, Choices]) -> Field:
    lowest, highest = _LIMITS.get(box.type, (0, 0))
    return Field(
        id=box.id,
        label=box.label,
        type=box.type,
        units=box.units,
        prompt=box.prompt,
        choices=lists[box.list] if box.list else None,
        open=box.open,
        optional=box.optional,
        asked=box.asked,
        minimum=lowest if box.minimum is None else box.minimum,
        maximum=highest if box.maximum is None else box.maximum,
        public=box.public,
        seat=box.seat,
        group=box.group,
        needed=box.needed,
        added=box.added,
        formerly=box.formerly,
        stays=box.stays,
    )


def _rows(block: BlockTemplate, surroundings: Surroundings) -> tuple[Row, ...]:
    if block.rows is None:
        return (Row(""),)
    if isinstance(block.rows, int):
        return tuple(Row(str(number)) for number in range(1, block.rows + 1))
    return tuple(surroundings.rows[block.rows])


def checked_form(
    library: Library, name: str, bind_form: Callable[[Template], PageForm], lacking: Callable[[PageForm], Iterable[str]]
) -> PageForm:
    """Make a page from the template of a form.

    Parameters
    ----------
    bind_form
        Binds the template.
    lacking
        Returns a message for each thing that scoring needs and the page lacks.

    Raises
    ------
    MistakesFound
        With the mistakes in the template; or, if it has none, with all that the page lacks.
    """
    try:
        form = bind_form(library.template(name))
    except TemplateError as error:
        mistakes = error.mistakes
    else:
        mistakes = tuple(lacking(form))
    if mistakes:
        path = library.path(name)
        raise MistakesFound([template_finding(path, mistake) for mistake in mistakes])
    return form
