"""A round's workbook read back: recognised, every box typed and checked, the tables cross-checked, all at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding, worst
from sheetscore.forms.form import RoundForms
from sheetscore.pairing.draw import Draw
from sheetscore.reading.check import check_round
from sheetscore.reading.fields import Entered, read_fields
from sheetscore.reading.located import locate
from sheetscore.reading.witnesses import Witnesses, hear
from sheetscore.sheets.codes import page_code
from sheetscore.sheets.sheet_map import forms_digest
from sheetscore.systems.protocol import RoundScore, System
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook


@dataclass(frozen=True)
class ReadRound:
    """A round as its workbook has it.

    Parameters
    ----------
    score
        The round scored from what could be read; it counts only when no finding is an error.
    sha256
        The digest of the file.
    """

    entered: Entered
    score: RoundScore
    findings: tuple[Finding, ...]
    sha256: str

    @property
    def status(self) -> str:
        """``ok``, ``warnings`` or ``errors``."""
        return worst(self.findings)


def read_round(path: Path, event: Event, system: System, forms: RoundForms, draw: Draw) -> ReadRound:
    """Read and check a round's workbook.

    Parameters
    ----------
    forms
        The round's sheets, as they were to be made.
    draw
        Who was to sit where.

    Raises
    ------
    UnreadableFile
        The guard refuses the file, or it is damaged.
    """
    workbook = read_workbook(path)
    heard = hear(workbook)
    foreign = _foreign(workbook.path.name, heard, event, forms)
    if foreign:
        empty = Entered()
        return ReadRound(empty, system.score(event, forms, {}), (foreign,), workbook.sha256)
    entered = read_fields(workbook, locate(workbook, heard, forms))
    score = system.score(event, forms, entered.entries)
    findings = [*_macros(workbook), *entered.findings, *check_round(event, forms, draw, entered, score.pages)]
    findings += score.findings
    findings.sort(key=lambda one: list(Severity).index(one.severity))
    return ReadRound(entered, score, tuple(findings), workbook.sha256)


def _macros(workbook: ReadWorkbook) -> list[Finding]:
    if not workbook.macros:
        return []
    return [finding("macros", f"{workbook.path.name} has macros; they are ignored, and not kept in what is written")]


def _foreign(name: str, heard: Witnesses, event: Event, forms: RoundForms) -> Finding | None:
    """Find whether a workbook belongs to this event, this round and these forms."""
    heading = heard.map.heading
    codes = {page.code for page in heard.pages}
    ours = {
        code for code in codes if page_code(event.key, code.round, code.table, code.page).endswith(f"-{code.check}")
    }
    if not codes and not heading.get("kind"):
        return finding("structure", f"{name} is not one of our score sheets; take the workbook that “sheets” made")
    if heading.get("event_key", event.key) != event.key or (codes and not ours):
        title = heading.get("event_name") or "another event"
        return finding(
            "other-event",
            f"{name} belongs to {title}, this folder to {event.header.name} with seed {event.header.seed}. Take this "
            "event's own workbook; if the event was renamed after printing, give it the old name and seed back",
        )
    rounds = {str(code.round) for code in ours} or {heading.get("round", "")}
    if rounds != {str(forms.round)} or heading.get("kind", "round") != "round":
        found = ", ".join(sorted(rounds))
        return finding("other-round", f"{name} has sheets of round {found}; expected are those of round {forms.round}")
    if heading.get("forms", forms_digest(forms)) != forms_digest(forms):
        return finding(
            "structure",
            f"the event, its draw or its templates changed after {name} was made, so the sheets no longer fit. "
            f"Undo the change, or make them again: sheetscore sheets {forms.round}",
        )
    return None
