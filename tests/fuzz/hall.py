"""An event's folder in the hands of a director, and the judge of what commands do to what was typed."""

from __future__ import annotations

import contextlib
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from click.testing import CliRunner
from event_folder import contents
from msgspec import Struct, field
from owners import Belonging, Copy, Owned, Seats, drawn_by, is_named, latest, of_table, read_copy, whole_tables
from typing_in import type_in

from sheetscore.cli.main import main
from sheetscore.event.model import Event
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import OpenEvent, open_event
from sheetscore.problems import Problem
from sheetscore.results.record_lines import read_results
from sheetscore.workbooks.saving import digest

STICK = "stick"
"""A folder beside the event's, in which copies are put by."""

OTHER_NAME = "cid"
"""What the name of sheets that were renamed ends in."""

FOLLOWS = {"journal.jsonl", "standings.xlsx"}
"""Files that a refused command may write: the standings follow what others have changed."""

FIGURES = ("score", "avp", "points", "result")
"""What a result may be about, by the keys of rows."""

CHANGES = "What the correction changed"
"""The heading of a list of scores, which names people and no typed value."""


AND_MORE = "the sheet Changes of standings.xlsx has all"
"""Where a command names some people of many."""


class Lost(Exception):
    """What should never happen."""


Rows = Mapping[tuple[object, ...], tuple[object, ...]]
"""Figures of results, by the player or the team that they are about."""


class Before(Struct, frozen=True):
    """What there was before a command.

    Parameters
    ----------
    sources
        What was typed, by workbook; what the last command had is the last of them.
    stood
        Everything that stood there, whoever put it there.
    boxes
        Where typed values stood.
    """

    files: Mapping[str, str]
    rows: Rows
    sources: Sequence[Mapping[Belonging, Owned]]
    stood: set[tuple[Belonging, str]]
    boxes: Mapping[Belonging, Sequence[FieldKey]]


class Hall(Struct):
    """A folder, and what its director did.

    Parameters
    ----------
    did
        What was done so far, each as a line that a person can repeat.
    copies
        What is known of each workbook, by its digest.
    seen
        The values that the last command had before it: a file that is put back may lack them.
    draws
        Who sat where by the draw, at each command until the last.
    twice
        Who has sat on two seats: what is cleared for them on one may stand on the other.
    """

    folder: Path
    random: Random
    opened: OpenEvent
    stage: int
    forms: RoundForms
    did: list[str] = field(default_factory=list)
    copies: dict[str, Copy] = field(default_factory=dict)
    seen: dict[Belonging, Owned] = field(default_factory=dict)
    draws: list[Seats] = field(default_factory=list)
    twice: set[str] = field(default_factory=set)
    acts: int = 0

    @classmethod
    def at(cls, folder: Path, stage: int, random: Random) -> Hall:
        """Open a folder with sheets; what stands there beyond the draw was typed."""
        opened = open_event(folder)
        hall = cls(folder, random, opened, stage, drawn_round(opened, stage).forms)
        filled = {hall.forms.public[key]: str(value) for key, value in hall.forms.filled.items()}
        for path in hall.newest():
            copy = read_copy(path, opened, stage, hall.forms)
            copy.typed = {key: 0 for key, text in copy.texts.items() if filled.get(key) != text}
            hall.copies[digest(path)] = copy
        hall.seen = hall.latest()
        hall.draws = [drawn_by(hall.forms)]
        return hall

    @property
    def event(self) -> Event:
        return self.opened.event

    @property
    def sheets(self) -> Path:
        return self.opened.folder.sheets(self.stage)

    @property
    def marked(self) -> Path:
        return self.opened.folder.marked(self.stage)

    @property
    def draw(self) -> Path:
        return self.opened.folder.draw(self.stage)

    @property
    def stick(self) -> Path:
        return self.folder.parent / f"{self.folder.name}-{STICK}"

    @property
    def renamed(self) -> Path:
        """The sheets under another name."""
        return self.sheets.with_stem(f"{self.sheets.stem}-{OTHER_NAME}")

    def newest(self) -> list[Path]:
        """Give the files in which a typed value belongs."""
        return [path for path in (self.sheets, self.marked, self.renamed) if path.exists()]

    def command_of(self, name: str) -> list[str]:
        """Give a command with the number of the round, where there are rounds."""
        return [name, str(self.stage)] if self.stage else [name]

    def copy(self, path: Path) -> Copy | None:
        """Give what is known of a workbook."""
        return self.copies.get(digest(path)) if path.exists() else None

    def latest(self) -> dict[Belonging, Owned]:
        """Give what was typed last, by the newest files."""
        return latest(*(copy.owned() for path in self.newest() if (copy := self.copy(path))))

    def say(self, line: str) -> None:
        self.did.append(line)

    def type(self, path: Path, values: Mapping[FieldKey, tuple[object, str | None]]) -> None:
        """Type into boxes, each with what is typed and what it is read as; None clears a box."""
        copy = self.copy(path)
        if copy is None or not all(key in copy.cells for key in values):
            return
        self.acts += 1
        after = copy.again()
        before = copy.owned()
        for key, (value, text) in values.items():
            after.texts.pop(key, None)
            if text is not None:
                after.texts[key] = text
            if key not in after.typed or text != copy.texts.get(key):  # who types what is there has changed nothing
                after.typed[key] = self.acts
            sheet, cell = copy.cells[key]
            self.say(
                f"type into {path.name}, {sheet}!{cell} (table {key.table}, {key.seat or '-'}, {key.field}): {value}"
            )
        # a page on which somebody else stands by now is that person's since this act
        then, since = copy.seats(), after.seats()
        theirs = (key for key in after.typed if copy.belonging(key, then) != after.belonging(key, since))
        after.typed |= dict.fromkeys([*theirs], self.acts)
        now = after.owned()
        after.gone |= {one: Owned(None, self.acts) for one in before if one not in now}
        type_in(path, {copy.cells[key]: value for key, (value, _) in values.items()})
        self.copies[digest(path)] = after

    def run(self, words: Sequence[str]) -> tuple[int, str]:
        """Run a command in the folder; it never ends in a traceback."""
        line = shlex.join(["sheetscore", *words])
        self.say(line)
        with contextlib.chdir(self.folder):
            done = CliRunner().invoke(main, list(words), prog_name="sheetscore")
        said = done.output
        if done.exception and not isinstance(done.exception, SystemExit):
            raise Lost(f"{line}: {done.exception!r}") from done.exception
        if "Traceback" in said or "Please report it" in said:
            raise Lost(f"{line}: {said}")
        return done.exit_code, said

    def command(
        self,
        *words: str,
        given: Iterable[Path] = (),
        scored: Path | None = None,
        lines: Mapping[FieldKey, str] | None = None,
        writes: bool = True,
    ) -> None:
        """Run a command, and judge what it has done.

        Parameters
        ----------
        given
            Workbooks whose values are to come into the newest files.
        scored
            The workbook whose values are to be in the results.
        lines
            Values from CSV that are to come into the newest files.
        writes
            Whether it passes values on, so that they have to be there afterwards.
        """
        self.acts += 1
        line = shlex.join(["sheetscore", *words])
        self.follow_tables()
        before = self.before(given)
        code, said = self.run(words)
        now = contents(self.folder)
        changed = {name for name in {*before.files, *now} if before.files.get(name) != now.get(name)} - FOLLOWS
        if code and changed - {self.marked.name}:
            raise Lost(f"{line}: refused (exit {code}), but {sorted(changed)} changed:\n{said}")
        if not code:
            self.reopen()
        self.read_new(before.sources, lines or {})
        counts = [scored if scored and scored.exists() else self.sheets] if scored and not code else self.newest()
        if not code and writes:
            self.kept_all(line, before, latest(*before.sources), counts, said, lines or {})
            self.seen = latest(self.latest(), *(copy.owned() for path in counts if (copy := self.copy(path))))
        elif code and changed:  # a marked copy was made anew
            self.kept_all(line, before, latest(*before.sources[:-1]), counts, said, {})
        if not code:
            self.scores_named(line, before.rows, said)

    def before(self, given: Iterable[Path]) -> Before:
        """Write down what there is before a command."""
        copies = [copy for path in (*self.newest(), *given) if (copy := self.copy(path))]
        boxes: dict[Belonging, list[FieldKey]] = {}
        for copy in copies:
            seats = copy.seats()
            for key in copy.typed:
                boxes.setdefault(copy.belonging(key, seats), []).append(key)
        sources = [*(copy.owned() for copy in copies), self.seen]
        stood = set().union(*(copy.all() for copy in copies))
        return Before(contents(self.folder), self.rows(), sources, stood, boxes)

    def reopen(self) -> None:
        """Read event and draw anew, where they can be read."""
        with contextlib.suppress(Problem):
            self.opened = open_event(self.folder)
            self.forms = drawn_round(self.opened, self.stage).forms

    def follow_tables(self) -> None:
        """Take what is typed for a table to the one where all who sat there sit by now, on the same seats."""
        self.reopen()
        now = drawn_by(self.forms)
        moved = whole_tables(self.draws[-1], now)
        self.seen = of_table(self.seen, moved)
        for copy in self.copies.values():
            copy.gone = of_table(copy.gone, moved)
        self.draws.append(now)
        for copy in self.copies.values():
            copy.moved = self.moved_since(copy.drawn)

    def moved_since(self, drawn: Seats) -> dict[int, int]:
        """Give the tables that moved, draw by draw, since one that a copy was made from; each with its present number.

        Boards may change places, and two people seats at a board, before sheets are made again.
        """
        at = next((at for at, one in reversed([*enumerate(self.draws)]) if one == drawn), None)
        steps = [drawn, self.draws[-1]] if at is None else self.draws[at:]
        now = {table: table for table, _ in drawn}
        for then, since in pairwise(steps):
            moved = whole_tables(then, since)
            now = {table: moved.get(to, to) for table, to in now.items()}
        return {table: to for table, to in now.items() if table != to}

    def read_new(self, sources: Sequence[Mapping[Belonging, Owned]], lines: Mapping[FieldKey, str]) -> None:
        """Read the workbooks that a command has written; their values are those that were typed before."""
        before = latest(*sources)
        for path in self.newest():
            if digest(path) in self.copies:
                continue
            copy = read_copy(path, self.opened, self.stage, self.forms)
            copy.moved = self.moved_since(copy.drawn)
            seats = copy.seats()
            for key in copy.filled():
                belongs, text = copy.belonging(key, seats), copy.text(key, seats)
                acts = [owned[belongs].typed for owned in sources if belongs in owned and owned[belongs].text == text]
                if key in lines:
                    copy.typed[key] = self.acts
                elif acts:
                    copy.typed[key] = max(acts)
            there = copy.owned()
            copy.gone = {one: owned for one, owned in before.items() if owned.text is None and one not in there}
            self.copies[digest(path)] = copy

    def kept_all(
        self,
        line: str,
        before: Before,
        typed: Mapping[Belonging, Owned],
        counts: Sequence[Path],
        said: str,
        lines: Mapping[FieldKey, str],
    ) -> None:
        """See that everything typed stands in the files that count, for the same people, or is named."""
        copies = [copy for path in counts if (copy := self.copy(path))]
        after = [copy.all() for copy in copies]
        self.twice |= {who for copy in copies for who, seats in Counter(copy.seats().values()).items() if seats > 1}
        told = said.partition(CHANGES)[0]
        replaced = self.belongings(lines)
        for belongs, one in typed.items():
            if belongs in replaced or is_named(belongs, one, before.boxes.get(belongs, ()), self.event, told):
                continue
            where = {text for there in after for other, text in there if other == belongs}
            if one.text is not None and one.text not in where:
                raise Lost(f"{line}: {belongs.what} of {belongs.owner} was {one.text}, now {where or 'blank'}\n{said}")
            if (
                one.text is None
                and where
                and belongs.owner not in self.twice
                and all(any(other == belongs for other, _ in there) for there in after)
            ):
                raise Lost(f"{line}: {belongs.what} of {belongs.owner} was cleared and is {where} again\n{said}")
        known = before.stood | {(one, owned.text or "") for one, owned in typed.items()}
        self.nothing_appeared(line, known, replaced, said)

    def belongings(self, lines: Mapping[FieldKey, str]) -> set[Belonging]:
        """Say whose the boxes of CSV are, by the newest sheets."""
        copy = self.copy(self.sheets)
        return {copy.belonging(key, copy.seats()) for key in lines} if copy else set()

    def nothing_appeared(
        self, line: str, known: set[tuple[Belonging, str]], replaced: set[Belonging], said: str
    ) -> None:
        """See that nobody has a value that stood nowhere before, but what the draw fills in."""
        filled = {self.forms.public[key]: str(value) for key, value in self.forms.filled.items()}
        for path in self.newest():
            copy = self.copy(path)
            if copy is None:
                continue
            seats = copy.seats()
            for key, text in copy.texts.items():
                belongs, shown = copy.belonging(key, seats), copy.text(key, seats) or ""
                if (belongs, shown) in known or filled.get(key) == text or belongs in replaced:
                    continue
                if belongs.what == "sits" or key.field.endswith(("coin", "side_a", "played")):
                    continue
                if not is_named(belongs, Owned(text, 0), [key], self.event, said):
                    raise Lost(
                        f"{line}: “{shown}” ({belongs.what} of {belongs.owner}) stands in {path.name} now\n{said}"
                    )

    def rows(self) -> Rows:
        """Give the results, by player or team."""
        path = self.opened.folder.results(self.stage)
        with contextlib.suppress(Problem, FileNotFoundError):
            return {
                (row.get("player", row.get("team")), row.get("match"), row.get("round")): tuple(map(row.get, FIGURES))
                for row in read_results(path).rows
            }
        return {}

    def scores_named(self, line: str, before: Rows, said: str) -> None:
        """See that everybody whose results have changed is named."""
        if AND_MORE in said:
            return
        after = self.rows()
        for who, figures in before.items():
            name = self.event.names.get(str(who[0]), str(who[0]))
            if after.get(who) != figures and name not in said and str(who[0]) not in said:
                raise Lost(f"{line}: {name} had {_shown(figures)}, now {_shown(after.get(who))}, unnamed\n{said}")

    def files(self) -> Iterator[Path]:
        """Give all copies of the sheets in the folder, those put aside apart."""
        return (path for path in sorted(self.folder.glob("*.xlsx")) if self.copy(path))


def _shown(figures: tuple[object, ...] | None) -> dict[str, object]:
    return {key: str(one) for key, one in zip(FIGURES, figures or (), strict=False) if one is not None}


Act = Callable[[Hall], None]
