"""Scoring systems for Diplomacy in TOML files: the scores of powers by the end of the game.

A file gives an expression of :mod:`sheetscore.expressions` for each case; they may name the facts of
:mod:`sheetscore.scoring.boards.board` and expressions that the file itself gives a name under ``[let]``::

    id = "tribute-light"
    title = "Tribute light"
    description = "A point a centre, and 60 shared by the survivors; a solo takes 100."
    also = ["Half the tribute"]                 # other names, if it has any

    [draw]                                      # also timed out
    alive = "centres + 60 / survivors"
    eliminated = 0

    [solo]                                      # also conceded
    winner = 100
    alive = 0
    eliminated = 0

Systems are found by their ids and other names; those in an event's own folder come before those of the package.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from msgspec import Struct
from pydantic import BeforeValidator, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from sheetscore.event.identity import nearest, squashed, suggestion
from sheetscore.expressions import RESERVED, Expression, ExpressionError, ValueKind, parse
from sheetscore.expressions.nodes import BlockColumn, Conditional, Constant, Name, Setting, number_kind, walk
from sheetscore.findings import Finding, finding
from sheetscore.forms.template import Id, Library, Rule, TemplatePart, template_data, template_finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import BOARD, START, ScoringStep, Steps, facts
from sheetscore.wording import join_words


def _as_text(value: object) -> object:
    """Return a plain number as an expression."""
    return str(value) if isinstance(value, int | Decimal) and not isinstance(value, bool) else value


_HEADING = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_\"'-]+)\s*=")
"""The heading of a table in a TOML file, and a key at the beginning of a line."""

Score = Annotated[Rule, BeforeValidator(_as_text)]

LAST_YEAR_COUNTS: Mapping[str, int] = {"survived": START + 1, "played": START}
"""The year that a power's years are counted from: its last year counts with ``played``, not with ``survived``."""


class DrawScores(TemplatePart):
    """The scores of powers in a game without a winner."""

    alive: Score
    eliminated: Score


class SoloScores(TemplatePart):
    """The scores of powers in a game with a winner."""

    winner: Score
    alive: Score
    eliminated: Score


class BoardSystemFile(TemplatePart):
    """The file of a scoring system."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
    title: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    description: Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\r\n]*$")]
    also: tuple[Annotated[str, StringConstraints(max_length=60, pattern=r"^[^\r\n]*[^\W_][^\r\n]*$")], ...] = ()
    """Its other names."""
    years: Literal["survived", "played"] = "survived"
    """Which years of a power count: ``played`` includes the year of its elimination, ``survived`` does not."""
    total: int | None = Field(default=None, strict=True)
    """The sum of all seven scores, if it is the same for every board on which all centres are owned."""
    more_never_less: bool = Field(default=False, strict=True)
    """In a game without a winner that all survivors share, no power scores less than one with fewer centres."""
    let: dict[Id, Score] = Field(default_factory=dict)
    draw: DrawScores
    solo: SoloScores

    @property
    def summary(self) -> str:
        """Title and description in a line."""
        return f"{self.title}: {self.description}"

    @property
    def summary_with_names(self) -> str:
        """The summary with the other names."""
        return f"{self.summary} Also called {join_words(self.also)}." if self.also else self.summary

    def is_called(self, name: str) -> bool:
        """Return whether this is its id or another name of it; capitals, hyphens and blanks make no difference."""
        return squashed(name) in map(squashed, (self.id, *self.also))


_KEYS: Mapping[str, tuple[str, ...]] = {
    "": tuple(BoardSystemFile.model_fields),
    "draw": tuple(DrawScores.model_fields),
    "solo": tuple(SoloScores.model_fields),
}
"""The keys of each table of a file."""


class BoardSystem(Struct, frozen=True, eq=False, dict=True):
    """A scoring system whose expressions have been read; made by :func:`read_board_system`."""

    file: BoardSystemFile
    """The file that it was read from."""
    steps: Steps
    """The facts and the system's own named expressions, in the order in which they can be computed."""
    scores: Mapping[tuple[str, str], Expression]
    """The expressions of the cases, by table and key: ``("draw", "alive")``."""

    @property
    def first_year(self) -> int:
        """The year that years are counted from."""
        return LAST_YEAR_COUNTS[self.file.years]

    @cached_property
    def drawn(self) -> Expression:
        """The score of a power in a game without a winner."""
        return self._choice("alive", self.scores["draw", "alive"], self.scores["draw", "eliminated"])

    @cached_property
    def won(self) -> Expression:
        """The score of a power in a game with a winner."""
        lost = self._choice("alive", self.scores["solo", "alive"], self.scores["solo", "eliminated"])
        return self._choice("winner", self.scores["solo", "winner"], lost)

    @cached_property
    def score(self) -> Expression:
        """The score of a power in any game."""
        return self._choice("won", self.won, self.drawn)

    @cached_property
    def meanings(self) -> Mapping[str, str]:
        """The key of each step, by its name: steps with equal keys, also of two systems, always have the same value.

        Keys are digests, because the text of a step with those of all steps that it rests on would be very long.
        """
        found: dict[str, str] = {}
        for step in self.steps:
            found[step.name] = self._digest(step.expression, found)
        return found

    @cached_property
    def ends(self) -> Mapping[bool, tuple[ScoringStep, str]]:
        """The step of the score, with its key as in meanings, by whether somebody has won."""
        return {
            won: (ScoringStep("score", score, once=False), self._digest(score, self.meanings))
            for won, score in ((True, self.won), (False, self.drawn))
        }

    def _digest(self, expression: Expression, known: Mapping[str, str]) -> str:
        parts = list(walk(expression.root))
        names = sorted({part.name for part in parts if isinstance(part, Name | BlockColumn)} & known.keys())
        years = [f"years from {self.first_year}"] if any(isinstance(part, Setting) for part in parts) else []
        written = "; ".join((expression.text, *years, *(f"{name} is {known[name]}" for name in names)))
        return hashlib.sha256(written.encode()).hexdigest()

    @property
    def solo_worth(self) -> int | Fraction | None:
        """The score of the winner of a solo; None if it depends on the board."""
        winner = self.scores["solo", "winner"].root
        return winner.value if isinstance(winner, Constant) and not isinstance(winner.value, str) else None

    def _choice(self, test: str, chosen: Expression, otherwise: Expression) -> Expression:
        """Return a choice by a fact, or the one expression if both are the same."""
        if chosen.root == otherwise.root:
            return chosen
        roots = (chosen.root, otherwise.root)
        text = f"({chosen.text}) if {test} else ({otherwise.text})"
        return Expression(text, Conditional(number_kind(roots), parse(test, known=self.steps.names()).root, *roots))


def read_board_system(path: Path) -> BoardSystem:
    """Read a scoring system.

    Raises
    ------
    MistakesFound
        All mistakes of the file, with their keys.
    """
    data = template_data(path, Decimal)
    file, mistakes = _file(data)
    reading = _Reading(data)
    text = path.read_text(encoding="utf-8-sig")
    mistakes += [f"line {_line_of(text, table, key)}, {table}, {key}: {what}" for table, key, what in reading.mistakes]
    if file is not None and file.id != path.stem:
        mistakes.append(f'id: the file is called {path.name}, so its id is "{path.stem}", not "{file.id}"')
    if file is None or mistakes:
        raise _mistakes_found(path, mistakes)
    return BoardSystem(file, reading.steps, reading.scores)


def _line_of(text: str, table: str, key: str) -> int:
    """Return the line of a key of a table in a TOML file; that of the table if the key is not found."""
    within, at = "", 1
    for number, line in enumerate(text.splitlines(), start=1):
        if heading := _HEADING.match(line):
            within = heading[1].strip()
            at = number if within == table else at
        elif within == table and (found := _KEY.match(line)) and found[1].strip("\"'") == key:
            return number
    return at


def _mistakes_found(path: Path, mistakes: list[str]) -> MistakesFound:
    return MistakesFound([template_finding(path, mistake) for mistake in mistakes])


def _file(data: Mapping[str, object]) -> tuple[BoardSystemFile | None, list[str]]:
    try:
        return BoardSystemFile.model_validate(data), []
    except ValidationError as error:
        return None, [f"{', '.join(map(str, wrong['loc']))}: {_said_of(wrong)}" for wrong in error.errors()]


def _said_of(wrong: ErrorDetails) -> str:
    """Say what is wrong with a key in words of the file."""
    *tables, key = map(str, wrong["loc"])
    known = _KEYS.get(".".join(tables), ())
    words = {
        "missing": "is missing; every scoring system has it",
        "extra_forbidden": f"is nothing that a scoring system has.{suggestion(key, known)}",
    }
    return words.get(wrong["type"], wrong["msg"])


class _Reading:
    """One pass through the expressions of a file, whatever else is wrong in it."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self.steps = Steps(facts())
        self.scores: dict[tuple[str, str], Expression] = {}
        self.mistakes: list[tuple[str, str, str]] = []
        """Table, key and what is wrong there."""
        for name, text in _texts(data, "let"):
            self._let(name, text)
        for table in ("draw", "solo"):
            for key, text in _texts(data, table):
                self._score(table, key, text)

    def _let(self, name: str, text: str) -> None:
        if name in RESERVED or name == BOARD:
            self._blame("let", name, "this is a word of the rules' language; choose another name")
        elif name in self.steps:
            self._blame("let", name, f"every board has a {name} already; choose another name")
        else:
            try:
                self.steps.add(name, text)
            except ExpressionError as error:
                self._blame("let", name, error.message)
                self.steps.add(name, "0")  # so that what names it is not blamed too

    def _score(self, table: str, key: str, text: str) -> None:
        try:
            expression = parse(text, known=self.steps.names())
        except ExpressionError as error:
            self._blame(table, key, error.message)
            return
        if expression.kind is ValueKind.TEXT:
            self._blame(table, key, "a score is a number, and this is text")
        self.scores[table, key] = expression

    def _blame(self, table: str, key: str, what: str) -> None:
        self.mistakes.append((table, key, what))


def _texts(data: Mapping[str, object], table: str) -> Iterator[tuple[str, str]]:
    """Yield the expressions of a table; values of other types are reported elsewhere."""
    lines = data.get(table)
    for key, value in lines.items() if isinstance(lines, dict) else ():
        text = _as_text(value)
        if isinstance(text, str) and text:
            yield key, text


SHELF = "diplomacy"
"""The folder of templates; scoring systems are in its ``scoring/``."""


def board_system_paths(own: Path | None = None) -> dict[str, Path]:
    """Return the files of all systems in force, by id.

    Parameters
    ----------
    own
        The event's own ``templates`` folder: a TOML in its ``scoring/`` or ``diplomacy/scoring/`` adds a
        system, or takes the place of the one with the same name.
    """
    found: dict[str, Path] = {}
    for folder in Library(SHELF, (SHELF,), own).folders():
        for path in sorted((folder / "scoring").glob("*.toml")):
            found.setdefault(path.stem, path)
    return {name: found[name] for name in sorted(found)}


def board_systems(own: Path | None = None) -> list[BoardSystemFile]:
    """Return the systems in force, in the order of their ids, without reading their expressions.

    Raises
    ------
    MistakesFound
        With everything that is wrong in all of their files.
    """
    files: list[BoardSystemFile] = []
    findings: list[Finding] = []
    for path in board_system_paths(own).values():
        try:
            files.append(_read_file(path, path.stat().st_mtime_ns))
        except MistakesFound as mistakes:
            findings += mistakes.findings
    findings += shared_names(own)
    if findings:
        raise MistakesFound(findings)
    return files


def shared_names(own: Path | None = None) -> list[Finding]:
    """Find names that two systems have; the file to change is one of the event's own, if there is one among theirs."""
    paths = board_system_paths(own)
    findings = []
    for names in _called(paths).values():
        ids = _ids(names)
        if len(ids) > 1:
            blamed = next((one for one in ids if own is not None and paths[one].is_relative_to(own)), ids[-1])
            name = next(one.spelled for one in names if one.id == blamed)
            others = join_words([one for one in ids if one != blamed])
            message = f'also: "{name}" is a name of {others}, too. Leave it to one of them'
            findings.append(template_finding(paths[blamed], message))
    return findings


def usable_systems(own: Path | None = None) -> tuple[list[BoardSystem], list[Finding]]:
    """Read all systems in force, in the order of their ids.

    Returns
    -------
    Those that can be used, and everything that is wrong in the others.
    """
    usable: list[BoardSystem] = []
    findings: list[Finding] = []
    for path in board_system_paths(own).values():
        try:
            usable.append(_read(path, path.stat().st_mtime_ns))
        except MistakesFound as mistakes:
            findings += mistakes.findings
    return usable, findings


def board_system(name: str, own: Path | None = None) -> BoardSystem:
    """Find a scoring system by its id or another name of it, and read it; one that has not changed is read only once.

    Parameters
    ----------
    name
        Capitals, hyphens and blanks make no difference, unless it is exactly an id.
    own
        See :func:`board_system_paths`.

    Raises
    ------
    MistakesFound
        There is no such system (the nearest is named), there are two, or its file has mistakes.
    """
    path = board_system_path(name, own)
    return _read(path, path.stat().st_mtime_ns)


def board_system_path(name: str, own: Path | None = None) -> Path:
    """Find the file of a scoring system; parameters and what is raised are those of :func:`board_system`."""
    paths = board_system_paths(own)
    return paths[name if name in paths else _meant(name, paths)]


class _Name(NamedTuple):
    """A name as it is written, and the id of the system that is called so."""

    spelled: str
    id: str


def _meant(name: str, paths: Mapping[str, Path]) -> str:
    """Return the id of the system that goes by a name."""
    called = _called(paths)
    ids = _ids(called.get(squashed(name), ()))
    if len(ids) == 1:
        return ids[0]
    spelled = {one.spelled: one.id for names in called.values() for one in names}
    near = nearest(name, spelled)
    if ids:
        message = f'"{name}" can be {" or ".join(ids)}. Write the id of the one that is meant.'
    elif near is not None:
        message = f'There is no scoring system "{name}". Did you mean "{spelled[near]}"?'
    else:
        message = f'There is no scoring system "{name}".{suggestion(name, paths)}'
    raise MistakesFound([finding("event-reference", message)])


def _ids(names: Iterable[_Name]) -> list[str]:
    return list(dict.fromkeys(one.id for one in names))


def _called(paths: Mapping[str, Path]) -> dict[str, list[_Name]]:
    """Return the names of systems by their squashed form; a file with mistakes has only its id."""
    called: dict[str, list[_Name]] = {}
    for id_, path in paths.items():
        try:
            also = _read_file(path, path.stat().st_mtime_ns).also
        except MistakesFound:
            also = ()
        for name in (id_, *also):
            called.setdefault(squashed(name), []).append(_Name(name, id_))
    return called


@lru_cache(maxsize=128)
def _read(path: Path, _changed: int) -> BoardSystem:
    """Read a system, once for each time of the file's last change."""
    return read_board_system(path)


@lru_cache(maxsize=128)
def _read_file(path: Path, _changed: int) -> BoardSystemFile:
    """Read a file without its expressions, once for each time of its last change."""
    file, mistakes = _file(template_data(path, Decimal))
    if file is None:
        raise _mistakes_found(path, mistakes)
    return file
