"""Replaying a game from a round's workbook or, without an event, from a log as CSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.folder import in_its_format
from sheetscore.event.load import event_there
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.forms.form import FieldKey
from sheetscore.operations.entries import read_whole
from sheetscore.operations.ingest import open_round
from sheetscore.operations.opening.open_event import note
from sheetscore.operations.safeguards.overwrite_guard import refuse_to_replace
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.reading.field_lines import read_loose_lines, text_of_lines
from sheetscore.systems.context import Account, ReplayAsked, Replayed
from sheetscore.systems.system import systems_that_replay
from sheetscore.workbooks.saving import FORMATS, save_text

SVG = ".svg"

PlaceOf = Callable[[FieldKey], tuple[str, str] | None]
"""Returns the place of a box: sheet and cell, or file and line; None if it has none."""


class ReplayOfFile(Struct, frozen=True):
    """A replay with each finding in its place."""

    replayed: Replayed
    findings: tuple[Finding, ...] = field(default=())

    def as_json(self) -> dict[str, object]:
        """Return the replay for scripts."""
        return {**self.replayed.as_json(), "findings": [one.as_json() for one in self.findings]}

    def account(self) -> Sequence[Account]:
        """Return what happened, for a terminal."""
        return self.replayed.account()

    def drawing(self) -> str:
        """Return a drawing of the game as SVG."""
        return self.replayed.drawing()


def replay(
    file: str | Path,
    *,
    cards: str | Path | None = None,
    settings: Mapping[str, str] | None = None,
    svg: str | Path | None = None,
    force: bool = False,
) -> ReplayOfFile:
    """Replay the entries of a round's workbook, or of a log as CSV.

    Parameters
    ----------
    file
        The workbook of a round in its event's folder; or a CSV of ``table,seat,field,value``, which needs no event.
    cards
        A folder with files of aircraft cards, which replace other cards of the same id.
    settings
        Values by the keys of an event's settings, which replace those of the event.
    svg
        A file to draw the game to.
    force
        Replace a drawing even if this function did not write it as it is now; the old file goes to ``kept/``.

    Raises
    ------
    MistakesFound
        The workbook is not this round's or has lost parts, or lines are no values.
    WrongUsage
        The system cannot be replayed, a setting does not exist, or the path of the drawing is a file of another kind.
    UnreadableFile
        The file does not exist.
    """
    path = in_its_format(Path(file))
    cards = None if cards is None else Path(cards)
    if cards is not None and not cards.is_dir():
        raise UnreadableFile(f"there is no folder {cards}", "missing")
    drawing, folder = None if svg is None else Path(svg), path.absolute().parent
    if drawing is not None:
        if drawing.suffix.lower() != SVG:
            raise WrongUsage(f"{drawing.name} is no drawing: give a name that ends in {SVG}", "other-format")
        refuse_to_replace(drawing, "replay", folder, force=force)
    done = (_of_workbook if path.suffix.lower() in FORMATS else _of_lines)(path, cards, settings or {})
    if drawing is not None:
        saved = save_text(drawing, done.drawing())
        if event_there(folder):
            note(folder, f"replay {path.name}", written={drawing: saved.sha256})
    return done


def _of_workbook(path: Path, cards: Path | None, settings: Mapping[str, str]) -> ReplayOfFile:
    opened, number = open_round(path)
    if opened.system.rare.replay is None:
        raise WrongUsage(f"{opened.system.title} has nothing to replay: its sheets do not say what was moved")
    forms, done = read_whole(opened, path, number)
    typed = {**done.entered.entries, **{key: str(raw) for key, raw in done.entered.raw.items()}}
    entries = {forms.public[key]: value for key, value in typed.items()}
    asked = ReplayAsked(
        entries=entries, event=opened.event, templates=opened.folder.templates, cards=cards, settings=settings
    )
    return _placed(opened.system.rare.replay(asked), lambda key: done.entered.cells.get(forms.by_public.get(key, key)))


def _of_lines(path: Path, cards: Path | None, settings: Mapping[str, str]) -> ReplayOfFile:
    lines = read_loose_lines(text_of_lines(path), path.name)
    if lines.findings:
        raise MistakesFound(lines.findings)
    systems = systems_that_replay()
    if not systems:
        raise WrongUsage("no system that is installed can replay anything")
    replaying = systems[0].rare.replay
    assert replaying is not None  # noqa: S101 -- only systems with one are listed
    asked: ReplayAsked[Event] = ReplayAsked(entries=lines.values, cards=cards, settings=settings)

    def line_of(key: FieldKey) -> tuple[str, str] | None:
        return (path.name, f"line {lines.numbers[key]}") if key in lines.numbers else None

    def expected_at(key: FieldKey) -> tuple[str, str]:
        number = _line_for(key, lines.numbers)
        return path.name, f"line {number}" if number else ""

    return _placed(replaying(asked), line_of, expected_at)


def _line_for(missing: FieldKey, numbers: Mapping[FieldKey, int]) -> int | None:
    """Return the line of the file (from 1) where a missing value belongs; None if the file has nothing of its page.

    The value belongs after those of the nearest numbered line above its own in the block or, if the file has none of
    these, on the file's first line of the page.
    """
    page = {key: line for key, line in numbers.items() if key[:2] == missing[:2]}
    block, wanted = _numbered(missing)
    at = {line: _numbered(key) for key, line in page.items()}
    above = [(number, line) for line, (of, number) in at.items() if of == block and number < wanted]
    return max(above)[1] + 1 if above else min(page.values(), default=None)


def _numbered(key: FieldKey) -> tuple[str, int]:
    """Return the block of a box and the number of its line; 0 for one without numbered lines."""
    block, _, rest = key.field.partition(".")
    number = rest.partition(".")[0]
    return block, int(number) if number.isdecimal() else 0


def _placed(replayed: Replayed, place: PlaceOf, expected: PlaceOf = lambda _: None) -> ReplayOfFile:
    """Give every finding the place of the first of its boxes that has one.

    Parameters
    ----------
    expected
        Returns the place where a missing box belongs, for findings without a box that has a place.
    """
    return ReplayOfFile(replayed, tuple(_with_place(one, place, expected) for one in replayed.findings))


def _with_place(one: Finding, place: PlaceOf, expected: PlaceOf) -> Finding:
    boxes = [FieldKey(*box) for box in one.fields]
    found = chain(map(place, boxes), map(expected, boxes))
    sheet, cell = next(filter(None, found), ("", ""))
    return replace(one, sheet=sheet, cell=cell)
