"""Checking without changing anything: an event with its templates, or a filled workbook."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sheetscore.desk.ingest import Ingested, check_round_workbook
from sheetscore.desk.workplace import open_desk
from sheetscore.event.folder import EventFolder, stage_of
from sheetscore.event.load import examine_event
from sheetscore.event.model import Event
from sheetscore.findings import Finding, worst
from sheetscore.problems import UnreadableFile
from sheetscore.sheets.draw_list import DRAW_SHEET


@dataclass(frozen=True)
class CheckedEvent:
    """What is wrong in an event, all at once."""

    event: Event | None
    findings: tuple[Finding, ...]

    @property
    def status(self) -> str:
        """``ok``, ``warnings`` or ``errors``."""
        return worst(self.findings)

    def as_json(self) -> dict[str, object]:
        """Give the outcome with the keys that scripts rely on."""
        return {
            "event": self.event.header.name if self.event else None,
            "system": self.event.header.system if self.event else None,
            "round": None,
            "status": self.status,
            "findings": [one.as_json() for one in self.findings],
            "rows": [],
            "checks": [],
        }


def check(path: Path) -> CheckedEvent | Ingested:
    """Check an event (a folder, an event.xlsx, an event.toml) or a round's workbook.

    Raises
    ------
    UnreadableFile
        The file is missing, or none of these.
    """
    if stage_of(path) is not None and not path.stem.endswith((DRAW_SHEET.lower(), "results")):
        return check_round_workbook(path)
    if path.suffix.lower() == ".xlsx" and path.name != EventFolder(path.parent).event_workbook.name:
        raise UnreadableFile(f"{path.name} is neither an event.xlsx nor a round's workbook such as round1.xlsx")
    event, findings = examine_event(path)
    if event is not None and (path.is_dir() or path.parent.is_dir()):
        desk = open_desk(path if path.is_dir() else path.resolve())
        findings = (*findings, *desk.system.check_templates(desk.library))
    return CheckedEvent(event, findings)
