"""The values of a round as text: out of its workbook as CSV, and typed into it from CSV."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.desk.history import locked
from sheetscore.desk.ingest import open_round
from sheetscore.desk.sheets import drawn_round
from sheetscore.desk.workplace import OpenEvent
from sheetscore.event.folder import in_its_format, stage_json
from sheetscore.event.model import Event
from sheetscore.findings import Severity, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.reading.field_lines import read_lines, write_lines
from sheetscore.reading.round_workbook import STRUCTURAL, ReadRound, read_round
from sheetscore.sheets.round_workbook import Marks, write_round
from sheetscore.workbooks.saving import FORMATS, digest, refuse_if_open, save, save_text


class TypedIn(Struct, frozen=True):
    """A round's workbook into which values were typed; ``kept`` is the copy of what was there."""

    event: Event
    round: int
    path: Path
    kept: Path | None
    values: int

    def as_json(self) -> dict[str, object]:
        """Return what was done for scripts."""
        return {
            "event": self.event.header.name,
            "round": stage_json(self.round),
            "path": str(self.path),
            "kept": str(self.kept) if self.kept else None,
            "values": self.values,
        }


def entries(workbook: str | Path, to: Path | None = None) -> str:
    """Return every field of a round's workbook as CSV: ``table,seat,field,value,label``.

    Parameters
    ----------
    to
        A file to write it to as well.

    Raises
    ------
    WrongUsage
        The file to write to has the name of a workbook.
    MistakesFound
        The workbook is not this round's, or has lost parts.
    """
    if to is not None and to.suffix.lower() in FORMATS:
        raise WrongUsage(
            f"{to.name} is the name of a workbook, and this is CSV: take {to.with_suffix('.csv').name}", "other-format"
        )
    path = in_its_format(Path(workbook))
    opened, number = open_round(path)
    forms, done = read_whole(opened, path, number)
    text = write_lines(forms, {**done.entered.entries, **{key: str(raw) for key, raw in done.entered.raw.items()}})
    if to is not None:
        save_text(to, text)
    return text


def fill(workbook: str | Path, lines: str | Path) -> TypedIn:
    """Type values from CSV into a round's workbook; what it held before goes to ``kept/`` as a copy.

    A workbook in another format is read too; what is written is the .xlsx of its name, and the other is the copy.

    Parameters
    ----------
    lines
        The CSV file. An empty value leaves its box, ``-`` clears it, ``label`` is ignored.

    Raises
    ------
    MistakesFound
        With every line that cannot be typed in; nothing is written then.
    """
    path, source = in_its_format(Path(workbook)), Path(lines)
    opened, number = open_round(path)
    with locked(opened):
        forms, done = read_whole(opened, path, number)
        asked = read_lines(_text(source), forms, source.name, done.entered.entries)
        if asked.findings:
            untouched = f"nothing was typed into {path.name}; mend the lines of {source.name} and run this again"
            raise MistakesFound([*asked.findings, finding("nothing-typed", untouched)])
        values = {key: value for key, value in done.entered.entries.items() if key not in asked.cleared}
        values |= asked.values
        raw = {
            key: value
            for key, value in done.entered.raw.items()
            if key not in asked.cleared and key not in asked.values
        }
        begun = done.entered.begun
        saved = save(path, lambda unfinished: write_round(unfinished, opened.event, forms, values, Marks(raw), begun))
        read = {path: done.sha256, source: digest(source)}
        opened.note(f"fill {path.name} {source.name}", read=read, written={saved.path: saved.sha256})
    return TypedIn(opened.event, number, saved.path, saved.kept, len(asked.values) + len(asked.cleared))


def read_whole(opened: OpenEvent, path: Path, number: int) -> tuple[RoundForms, ReadRound]:
    """Read a workbook that has lost nothing; give the forms of its sheets, too.

    Raises
    ------
    MistakesFound
        It is not this round's, or has lost parts.
    """
    refuse_if_open(path)
    at_hand = drawn_round(opened, number)
    done = read_round(path, opened.system, at_hand)
    lost = [replace(one, severity=Severity.ERROR) for one in done.findings if one.code in STRUCTURAL]
    if lost:
        raise MistakesFound(lost)
    return at_hand.forms, done


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise UnreadableFile(f"there is no file {path}", "missing") from error
    except (UnicodeDecodeError, OSError) as error:
        raise UnreadableFile(f"{path.name} cannot be read as CSV: save it as “CSV UTF-8”") from error
