"""The column ``paper`` of lines of CSV: the sheet of paper of a value, and a check of the players drawn at its table.

The browser page of a scan writes this column. Lines that people write do not have it, and may be of any paper.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheetscore.event.folder import stage_name
from sheetscore.findings import Finding, finding
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.field_lines import columns_of
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.headings import PaperCode, check_characters, paper_code, read_paper_code

PAPER = "paper"
"""The heading of the column."""

_BETWEEN = "/"


def paper_as_drawn(code: str, table: int, event_key: str, forms: RoundForms, entered: ReadEntries) -> str:
    """Return the value of the column: the code of a paper, then check characters of the players drawn there.

    These are the players for whom the score sheets were made, not those of a later draw: values typed from the paper go
    into these sheets, and move with their pages when the sheets are made again.

    Parameters
    ----------
    table
        The table of the boxes on the paper, as scripts know it.
    entered
        The score sheets.
    """
    first = entered.drawn(forms)
    drawn = sorted(
        (public.seat, public.field, first[key])
        for public, key in forms.by_public.items()
        if public.table == table and key in first
    )
    return f"{code}{_BETWEEN}{check_characters(event_key, repr(drawn))}"


def papers_of_others(text: str, event_key: str, forms: RoundForms, entered: ReadEntries, name: str) -> list[Finding]:
    """Find papers named in the lines of a CSV file that are not of this round, or were printed for others; each once.

    Parameters
    ----------
    text
        The CSV with its heading.
    entered
        The score sheets.
    name
        The file's name.
    """
    return [
        finding("paper-differs", wrong, sheet=name, cell=f"line {number}")
        for (table, paper), number in _papers_in(text).items()
        if (wrong := _of_another(paper, table, event_key, forms, entered))
    ]


def _papers_in(text: str) -> Mapping[tuple[str, str], int]:
    """Return the tables and papers that lines name, with the first line of each."""
    reader, headings = columns_of(text)
    found: dict[tuple[str, str], int] = {}
    if {PAPER, "table"} <= headings.keys():
        for row in reader:
            table, paper = ((row[headings[column]] or "").strip() for column in ("table", PAPER))
            if paper:
                found.setdefault((table, paper), reader.line_num)
    return found


def _of_another(paper: str, table: str, event_key: str, forms: RoundForms, entered: ReadEntries) -> str:
    """Say to which other event, round or draw a paper belongs; "" if it belongs to this one."""
    code, _, _ = paper.partition(_BETWEEN)
    printed = read_paper_code(code)
    if printed is None or not table.isdecimal():
        return f"there is “{paper}” as the paper; leave out the column {PAPER} of values that you typed yourself"
    if paper_code(event_key, *printed) != code:
        return f"it was read from {code}, which is paper of another event: fill in the workbook of that one"
    if printed.round != forms.round:
        return (
            f"it was read from {code}, which is paper of {stage_name(printed.round)}: fill in the workbook of that one"
        )
    if paper_as_drawn(code, int(table), event_key, forms, entered) != paper:
        return _drawn_otherwise(printed, int(table))
    return ""


def _drawn_otherwise(printed: PaperCode, table: int) -> str:
    return (
        f"it was read from paper of table {table} ({printed.paper}) before the draw was changed, and others sit there "
        "on the sheets now: scan the same files again, look at the page once more (what you typed is still there) and "
        "save it anew"
    )
