"""The packet of an event: a workbook from which another director can run it, and a PDF of it."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.check import blank_rounds, check
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.history import locked
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.printing import PDF
from sheetscore.operations.safeguards.beside_boxes import noted_in_replaced
from sheetscore.operations.safeguards.overwrite_guard import refuse_to_replace
from sheetscore.packets.book import ALL, PARTS, Packet, packet_of
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.results.plan_workbook import read_plan
from sheetscore.workbooks.office import TookTooLong, as_pdf, joined, libreoffice, page_count
from sheetscore.workbooks.saving import digest, refuse_if_open, save, save_bytes

XLSX = ".xlsx"


class MadePacket(Struct, frozen=True):
    """A packet that was made."""

    event: Event
    path: Path
    packet: Packet
    pdf: Path | None
    """The PDF beside the workbook; None if LibreOffice made no PDF."""
    pages: int | None
    """The number of pages of the PDF; None without a PDF."""
    without_pdf: str
    """Why there is no PDF, and what to do; blank if there is one."""
    findings: tuple[Finding, ...]
    """Notes and warnings about the event; it has no errors."""

    def as_json(self) -> dict[str, object]:
        """Return the outcome with the keys that scripts rely on."""
        hidden = self.packet.for_director
        return {
            "event": self.event.header.name,
            "system": self.event.header.system,
            "file": str(self.path),
            "pdf": str(self.pdf) if self.pdf else None,
            "pages": self.pages,
            "without_pdf": self.without_pdf or None,
            "sheets": [{"title": title, "for_director": title in hidden} for title in self.packet.titles],
            "findings": [one.as_json() for one in self.findings],
        }


def packet(folder: str | Path, what: str = ALL, to: str | Path | None = None, *, force: bool = False) -> MadePacket:
    """Make the packet of an event that has no errors, and a PDF beside it if LibreOffice is installed.

    If no new PDF can be made, an older one stays.

    Parameters
    ----------
    what
        The part to write: a key of :data:`sheetscore.packets.book.PARTS`, among them ``all``.
    to
        The workbook to write. Default: ``packet.xlsx`` in the folder, or for a part ``packet-rules.xlsx`` and so on. A
        replaced workbook goes to ``kept/``.
    force
        Replace the workbook that ``to`` names even if this function did not write it as it is now.

    Raises
    ------
    MistakesFound
        With every mistake in the event, its templates and its files.
    WrongUsage
        There is no such part, or the target is no workbook, or holds something else.
    """
    if what not in PARTS:
        raise WrongUsage(f"a packet has no part {what}; there are {', '.join(PARTS)}")
    folder = Path(folder)
    opened = open_event(folder)
    path = Path(to) if to else opened.folder.path / f"packet{'' if what == ALL else f'-{what}'}{XLSX}"
    if path.suffix.lower() != XLSX:
        raise WrongUsage(f"{path.name} is no workbook: give a name that ends in {XLSX}")
    if to:
        for one in (path, path.with_suffix(PDF)):
            refuse_to_replace(one, "packet", opened.folder.path, force=force)
    checked = check(folder)
    if any(one.is_error for one in checked.findings):
        raise MistakesFound(checked.findings)
    with locked(opened) as lock_findings:
        refuse_if_open(path)
        blank = list(blank_rounds(opened, all_tables=True))
        drawn = [draw_of(opened, stage).draw for stage in opened.event.stages if opened.folder.draw(stage).exists()]
        plan = read_plan(opened.folder.plan, opened.event).plan if opened.folder.plan.exists() else None
        made = packet_of(opened.system, opened.round(opened.event.stages[0]), blank, what, drawn, plan)
        saved = save(path, made.write)
        noted = noted_in_replaced(opened, saved)
        written = {saved.path: saved.sha256}
        pdf, without_pdf = path.with_suffix(PDF), _print(path)
        if not without_pdf:
            written[pdf] = digest(pdf)
        opened.note("packet", written=written)
    findings = (*lock_findings, *noted, *checked.findings)
    if without_pdf:
        return MadePacket(opened.event, path, made, None, None, without_pdf, findings)
    return MadePacket(opened.event, path, made, pdf, page_count(pdf.read_bytes()), "", findings)


def _print(path: Path) -> str:
    """Make a PDF beside a workbook; return "", or why there is no new one, and whether an older one is there."""
    target, program, pages = path.with_suffix(PDF), libreoffice(), None
    why = f"LibreOffice makes the PDF and {'could not print this' if program else 'is not on this machine'}: "
    try:
        pages = as_pdf(program, path.read_bytes(), path.stem) if program else None
    except TookTooLong as late:
        why = f"There is no new PDF: {late.message}; or "
    if pages is None:
        older = f" {target.name} is from before." if target.exists() else ""
        return f"{why}open {path.name} and print from there.{older}"
    save_bytes(target, joined([pages]))
    return ""
