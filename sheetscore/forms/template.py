"""Form templates, which a designer of games writes in TOML to ask for something new, and where they are found.

A template is one form. It has blocks (a title, a rule at its right, rows of fields); a block may say what a
row is worth (``total``), name steps on the way (``let``), mistakes within a row (``check``), boxes that are red while
a limit is broken (``alert``), limits that hold over all pages of a table (``across``), lines that may come too late for
such a limit (``after``), and what pages say of one thing and must fit together (``agree``). All are expressions of
:mod:`sheetscore.expressions`. It may say, too, what becomes of its boxes when two players exchange seats (``mirror``).

They are looked for in the event's own ``templates/`` folder first, then among those shipped.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Struct
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, StringConstraints, ValidationError

from sheetscore.event.toml import toml_data
from sheetscore.findings import Finding, finding
from sheetscore.problems import MistakesFound
from sheetscore.text_files import content_of

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,29}$")]
FormId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,29}$")]
Rule = Annotated[str, StringConstraints(min_length=1, max_length=1000)]

Whole = Annotated[int, Strict()]
"""A whole number; neither true nor a text is one."""

FieldType = Literal["count", "number", "points", "score", "flag", "text", "choice", "several", "odds", "player"]
"""The type of a field. ``count``: a whole number from 0; ``number``: any whole number; ``points``: a total; ``score``:
any number; ``flag``: 1 or 0; ``choice``, ``several``: one or several entries of a list; ``odds``: such as 4:1."""

Orientation = Literal["portrait", "landscape"]

PAGE_UNITS: dict[Orientation, int] = {"portrait": 12, "landscape": 32}
"""The width of a page in units, without the narrow column of line numbers; a total takes at least one. Units of a
landscape page are half as wide, so that many small boxes fit beside a wide one."""

_MOST_MEBIBYTES = 1

_MOST_KEPT = 400
"""The most templates that a process keeps as they were parsed; each system has up to a dozen."""

MOST_NUMBERED = 40
"""The most similar boxes in a row."""

HALF_UNITS: dict[Orientation, tuple[int, int]] = {"portrait": (6, 5), "landscape": (16, 15)}
"""The units of the left and the right of two blocks side by side; the right one's line numbers take one."""


class TemplatePart(BaseModel):
    """A frozen part of a template; unknown keys are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)  # as for parts of events


def _one_or_several(text: object) -> object:
    """Take a single text for a list of one."""
    return (text,) if isinstance(text, str) else text


class FieldTemplate(TemplatePart):
    """One box of a row, or with ``numbered`` several similar ones: a number of them, or one for each entry of a list.

    ``{}`` in the label stands for the number, or for the entry.
    """

    id: Id
    label: str
    type: FieldType
    list: Id | None = None
    open: bool = False
    """Whether a choice also accepts texts that are not on its list."""
    optional: bool = False
    """Whether a row with values may leave the choice blank."""
    asked: bool = False
    """Whether a blank in such a choice is questioned if the list has more than one entry, extra ones aside."""
    numbered: Annotated[Whole, Field(ge=1, le=MOST_NUMBERED)] | Id | None = None
    minimum: Whole | None = None
    maximum: Whole | None = None
    units: Whole = Field(ge=1, le=max(PAGE_UNITS.values()))
    prompt: str = Field(max_length=255)
    public: str = Field(default="", pattern=r"^[a-z0-9_.]*$")
    """The name for scripts, if it is not the id."""
    seat: str = Field(default="", pattern=r"^[A-Za-z0-9]*$")
    """Its seat for scripts, if the columns of a block are seats."""
    group: str = ""
    """The heading above neighbouring columns of a list that belong together."""
    needed: bool = False
    """Whether a line of a list counts as filled in only when this box is."""
    added: bool = False
    """Whether older sheets lack the box; they are read without it."""
    formerly: Annotated[tuple[str, ...], BeforeValidator(_one_or_several)] = ()
    """The labels in earlier versions, the first one first, needed to read their sheets; one that stayed is repeated."""
    stays: bool = False
    """Whether its value belongs to the table, and stays when other players are drawn for its line."""


class CheckTemplate(TemplatePart):
    """A mistake within a row: where ``when`` holds, ``field`` gets a finding with this code and message.

    With ``since`` the cause is a line above with the same ``key``: the first for which ``since`` holds is marked, too,
    and replaces ``{line}`` in the message.
    """

    code: str
    when: Rule
    field: Id
    message: str
    key: Id | None = None
    since: Rule | None = None


class ShowTemplate(TemplatePart):
    """A text computed from the boxes of a line: the entry of ``list`` whose number ``rule`` gives, or a number."""

    id: Id
    label: str
    list: Id | None = None
    """The list whose entry is shown, nothing for 0. Without a list the value is shown, on lines that are not blank."""
    when: Rule | None = None
    """The condition for showing a value without a list, also on blank lines."""
    alert: bool = False
    """Whether it reports a mistake, in red."""
    rule: Rule
    units: Whole = Field(ge=1, le=max(PAGE_UNITS.values()))
    group: str = ""
    beside: bool = False
    """Whether it is to the right of the paper, where only a screen shows it; for flight logs alone."""


class AlertTemplate(TemplatePart):
    """A box that is red and bold if ``when`` holds, which may only name boxes and steps of the line."""

    field: Id
    when: Rule


class AcrossTemplate(TemplatePart):
    """A limit over all pages of a table: rows with the same ``key`` may not ``sum`` to more than ``limit``.

    Rows for which ``unless`` holds are left out.
    """

    what: str
    key: Id
    sum: Rule
    limit: Rule
    unless: Rule | None = None
    counts: Id | None = None
    """The name of the count, which is added up over all blocks with that name on the pages of one force."""
    earlier: Id | None = None
    """The name in the block's rules for the amount that earlier players took, by the director's order."""


class AfterTemplate(TemplatePart):
    """Lines that do not count if lines of other players came first; which came first, nobody wrote down.

    If ``when`` holds, the others' ``counts`` for the same ``key`` are added to ``before``, the form's own count so far.
    If the sum reaches ``limit``, or the others counted anything as ``ended_by``, ``message`` is a question to the
    director. ``earlier`` and ``ended`` are the names in the block's rules, by the director's order, for the counts of
    earlier players, and for how often these had counted anything as ``ended_by``.
    """

    key: Id
    counts: Id
    ended_by: Id | None = None
    earlier: Id | None = None
    ended: Id | None = None
    before: Rule
    limit: Rule
    when: Rule
    message: str


class AgreeTemplate(TemplatePart):
    """Two entries about one ``key`` that must agree over all pages of a force: a count, and a claim.

    If the count reaches ``enough`` and nobody claims, the message is ``unclaimed``; if somebody claims although
    it does not, ``unfounded``.
    """

    key: Id
    counts: Id
    claims: Id
    enough: Rule
    unclaimed: str
    unfounded: str


class BlankTemplate(TemplatePart):
    """A box that names a seat even when blank; it is filled in when the two players exchange seats."""

    field: Id
    means: str
    """The seat."""
    blocks: tuple[Id, ...] = ()
    """Further blocks that depend on it: if they and its own line are blank, it stays blank."""


class MirrorTemplate(TemplatePart):
    """The owner of each box of a line, for an exchange of seats at a table.

    A seat's own box need not be named. The owner of any other box that is not named is unknown: its value cannot move.
    """

    pairs: tuple[tuple[Id, Id], ...] = ()
    """Boxes of the first and of the second player."""
    seats: tuple[Id, ...] = ()
    """Boxes that name one of the two: a choice by its seat, a whole number as the first or the second."""
    both: tuple[Id, ...] = ()
    """Boxes that belong to neither."""
    blank: tuple[BlankTemplate, ...] = ()


class ExampleTemplate(TemplatePart):
    """An example of a filled block, with its points."""

    values: dict[str, Whole | str] = Field(min_length=1)
    """The values by the ids of boxes, without the block's id: ``1.d`` (box d of line 1), ``4`` (a numbered box)."""
    points: Whole
    text: str
    """The computation: ``2 D on a primary target: 2 x 6 = 12``."""


class BlockTemplate(TemplatePart):
    """A titled group of rows."""

    id: Id
    title: str
    rule: str = ""
    formerly: tuple[str, ...] = ()
    """The texts of the rule in earlier versions, the first one first, as for the labels of boxes."""
    label: str = ""
    """The caption above the labels of the lines; by default the title."""
    rows: Whole | Id | None = None
    """The number of lines; the name of a list with a line for each entry; or none for a single line."""
    rows_printed: Annotated[Whole, Field(ge=1)] | None = None
    """The number of lines printed if more would take more paper; the others are printed on demand."""
    width: Literal["full", "half"] = "full"
    total: Rule | None = None
    say: str = ""
    """How the total is computed, in a sentence; without one the expressions are printed."""
    example: ExampleTemplate | None = None
    worth: str = "SP"
    """The unit of the lines' totals, printed above them."""
    let: dict[Id, Rule] = {}
    field: tuple[FieldTemplate, ...] = Field(min_length=1)
    check: tuple[CheckTemplate, ...] = ()
    across: tuple[AcrossTemplate, ...] = ()
    after: tuple[AfterTemplate, ...] = ()
    agree: tuple[AgreeTemplate, ...] = ()
    show: tuple[ShowTemplate, ...] = ()
    alert: tuple[AlertTemplate, ...] = ()
    mirror: MirrorTemplate | None = None
    seat: str | None = Field(default=None, pattern=r"^[a-z]?$")
    """If every line is a seat of its own, the prefix of the seats: ``r`` for r1, r2 ..."""
    lines: Literal["rows", "tables"] = "rows"
    """``tables``: every line is a table, and the page is a list, as wide and as long as it gets."""

    @property
    def has_rules(self) -> bool:
        """Whether anything is computed from its boxes."""
        rules = (self.total, self.let, self.check, self.across, self.after, self.agree, self.show, self.alert)
        return any(rules)


class ListTemplate(TemplatePart):
    """A list of choices that belongs to the game, with the attributes of each choice."""

    names: tuple[str, ...] = Field(min_length=1)
    attributes: dict[Id, tuple[Whole | str, ...]] = {}


class Template(TemplatePart):
    """A form as in its TOML file."""

    id: FormId | Id
    title: str
    orientation: Orientation = "portrait"
    list: dict[Id, ListTemplate] = {}
    sum: dict[Id, Rule] = {}
    """The sums of a whole page, in order; only for a page's own template."""
    say: dict[Id, str] = {}
    """Each sum in a sentence, after its name and a colon; without one its expression is printed."""
    block: tuple[BlockTemplate, ...] = Field(min_length=1)

    @property
    def widths(self) -> dict[str, int]:
        """The units that each block has, by its id: halves are side by side, two by two."""
        widths: dict[str, int] = {}
        halves = 0
        for block in self.block:
            halves = halves + 1 if block.width == "half" else 0
            of_half = HALF_UNITS[self.orientation][(halves - 1) % 2]
            widths[block.id] = of_half if halves else PAGE_UNITS[self.orientation]
        return widths

    @property
    def without_added(self) -> Template:
        """The form as in earlier versions: without boxes added since and blocks with no others, and in the old words.

        Keys that are not printed, or only affect the layout, are set to fixed values.
        """
        fields = {
            block.id: tuple(
                box.model_copy(
                    update={
                        "stays": False,
                        "units": 1,
                        "prompt": "",
                        "label": next(iter(box.formerly), box.label),
                        "formerly": (),
                    }
                )
                for box in block.field
                if not box.added
            )
            for block in self.block
        }
        shows = {block.id: tuple(one.model_copy(update={"units": 1}) for one in block.show) for block in self.block}
        blocks = (
            block.model_copy(
                update={
                    "field": fields[block.id],
                    "show": shows[block.id],
                    "rows_printed": None,
                    "rule": next(iter(block.formerly), block.rule),
                    "formerly": (),
                    "say": "",
                    "example": None,
                }
            )
            for block in self.block
            if fields[block.id]
        )
        return self.model_copy(update={"block": tuple(blocks), "say": {}})


class Library(Struct, frozen=True):
    """The templates of a system that are in force for an event."""

    system: str
    """The system's id, for messages."""
    shelves: tuple[str, ...]
    """The folders of templates that are searched, in order."""
    own: Path | None = None
    """The event's own ``templates`` folder; None outside an event."""
    home: Path | None = None
    """The folder of a plug-in that has ``templates`` of its own."""
    then: Mapping[str, Template] = {}
    """The templates that sheets were made from, by file name; they replace all others."""

    def folders(self) -> Iterator[Path]:
        """Yield the folders in which templates are searched, in order."""
        if self.own is not None:
            yield from (self.own / folder for folder in self.shelves)
            yield self.own
        if self.home is not None:
            yield from (self.home / "templates" / folder for folder in self.shelves)
        yield from (shipped("templates") / folder for folder in self.shelves)

    def path(self, form: str) -> Path:
        """Find the file of a form.

        Raises
        ------
        MistakesFound
            No folder has it.
        """
        for folder in self.folders():
            if (folder / f"{form}.toml").is_file():
                return folder / f"{form}.toml"
        raise MistakesFound([finding("template", f"there is no template {form}.toml for {self.system}")])

    def called(self, form: str) -> str:
        """Return the file of a form relative to the event's folder, or the words for a built-in one."""
        path = self.path(form)
        if self.own and path.is_relative_to(self.own):
            return path.relative_to(self.own.parent).as_posix()
        return f"{path.name} that comes along"

    def scoring(self, name: str) -> Path:
        """Find the file of a scoring table, in ``scoring/`` beside the forms.

        Raises
        ------
        MistakesFound
            No folder has it.
        """
        for folder in self.folders():
            if (folder / "scoring" / f"{name}.toml").is_file():
                return folder / "scoring" / f"{name}.toml"
        raise MistakesFound([finding("template", f"there is no scoring table {name}.toml for {self.system}")])

    def paths(self) -> list[Path]:
        """Return every template in force, by name; templates with unknown names are never used."""
        found: dict[str, Path] = {}
        known: set[str] = set()
        for folder in self.folders():
            for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
                found.setdefault(path.stem, path)
                known |= set() if self.own and path.is_relative_to(self.own) else {path.stem}
        return [found[name] for name in sorted(known or found)]

    def template(self, form: str) -> Template:
        """Read a form's template.

        Raises
        ------
        MistakesFound
            With every mistake in the file.
        """
        if form in self.then:
            return self.then[form]
        template, mistakes = read_template(self.path(form))
        if template is None:
            raise MistakesFound(mistakes)
        return template


def shipped(folder: str) -> Path:
    """Find a built-in folder, ``"templates"`` or ``"examples"``.

    It is beside the package in a checkout, and inside it when installed.

    Raises
    ------
    FileNotFoundError
        The installation is not complete.
    """
    package = Path(__file__).parents[1]
    for place in (package / folder, package.parent / folder):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"sheetscore was installed without its {folder}; install it again")


def read_template(path: Path) -> tuple[Template | None, tuple[Finding, ...]]:
    """Read a template file; return it, or None and its mistakes.

    The file is read each time, since a director may change it, and parsed once for each content that it has.
    """
    return _parsed(path, content_of(path, _MOST_MEBIBYTES, "templates"))


@lru_cache(maxsize=_MOST_KEPT)
def _parsed(path: Path, content: bytes) -> tuple[Template | None, tuple[Finding, ...]]:
    try:
        data = _toml_of(path, content)
        template = Template.model_validate(data)
    except MistakesFound as mistakes:
        return None, tuple(mistakes.findings)
    except ValidationError as error:
        return None, tuple(
            template_finding(path, f"{place_within(wrong['loc'], data)}: {wrong['msg']}") for wrong in error.errors()
        )
    return template, ()


def template_data(path: Path, parse_float: Callable[[str], object] = float) -> dict[str, object]:
    """Return the content of a template file of any kind.

    Parameters
    ----------
    parse_float
        Converts numbers with a point, such as Decimal.

    Raises
    ------
    MistakesFound
        The file is not valid TOML.
    """
    return _toml_of(path, content_of(path, _MOST_MEBIBYTES, "templates"), parse_float)


def _toml_of(path: Path, content: bytes, parse_float: Callable[[str], object] = float) -> dict[str, object]:
    try:
        return toml_data(content, parse_float)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MistakesFound([template_finding(path, f"this is not TOML: {error}")]) from error


def template_finding(path: Path, message: str) -> Finding:
    """Make a finding about a template: file, place, mistake."""
    return finding("template", f"{message} (in {path})", sheet=path.name)


def place_within(location: Sequence[int | str], data: Mapping[str, object] | None = None) -> str:
    """Return a place in a file: ``block damage, field star, units``.

    Parameters
    ----------
    location
        The keys leading there, and the indices in lists.
    data
        The content of the file, for the ids of listed parts, else their numbers from 1: ``band 2, mode, turn``.
    """
    parts: list[str] = []
    here: object = data
    for step in location:
        if isinstance(step, int):
            here = here[step] if isinstance(here, list) and step < len(here) else None
            name = here.get("id", step + 1) if isinstance(here, dict) else step + 1
            parts[-1] += f" {name}"
        else:
            here = here.get(step) if isinstance(here, dict) else None
            parts.append(step)
    return ", ".join(parts)
