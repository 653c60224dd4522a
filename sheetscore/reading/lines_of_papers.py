"""The column ``paper`` of lines of CSV: the sheet of paper of a value, and a check of the players at its table.

The browser page of a scan writes this column. Lines that people write do not have it, and may be of any paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import partial

from sheetscore.event.folder import stage_name
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.reading.field_lines import columns_of
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.headings import PaperCode, check_characters, paper_code, read_paper_code

PAPER = "paper"
"""The heading of the column."""

_BETWEEN = "/"


def paper_as_seated(
    code: str,
    table: int,
    event_key: str,
    forms: RoundForms,
    entered: ReadEntries,
    apart_from: Collection[FieldKey] = (),
) -> str:
    """Return the value of the column: the code of a paper, then check characters of the players who sit there.

    These are the players for whom the score sheets were made, not those of a later draw: values typed from the paper go
    into these sheets, and move with their pages when the sheets are made again. Where somebody exchanged names on the
    sheets, it is the players who sit there now. A substitute counts as the player drawn, since people write substitutes
    onto the paper. A substitute is somebody drawn for no seat, or moved from one to that of a player without one now.

    Parameters
    ----------
    table
        The table of the boxes on the paper, as scripts know it.
    entered
        The score sheets.
    apart_from
        Boxes of players that are taken as drawn, whoever is in them.
    """
    drawn, texts = entered.drawn(forms), entered.texts
    players = {key for key in drawn if key in forms.fields and forms.fields[key][2].type == "player"}
    everybody, seats_of = {drawn[key] for key in players}, Counter(texts.get(key) for key in players)
    # the drawn player still has a seat, or the present one has a second seat
    no_substitute = {key for key in players if seats_of[drawn[key]] or seats_of[texts.get(key)] > 1}
    sits = {key: texts[key] for key in no_substitute.difference(apart_from) if texts.get(key) in everybody}
    seated = sorted(
        (public.seat, public.field, sits.get(key, drawn[key]))
        for public, key in forms.by_public.items()
        if public.table == table and key in drawn
    )
    return f"{code}{_BETWEEN}{check_characters(event_key, repr(seated))}"


def papers_of_others(
    text: str,
    event_key: str,
    forms: RoundForms,
    entered: ReadEntries,
    name: str,
    given: Collection[FieldKey] = (),
) -> list[Finding]:
    """Find papers named in the lines of a CSV file that are not of this round, or were printed for others; each once.

    Parameters
    ----------
    text
        The CSV with its heading.
    entered
        The score sheets.
    name
        The file's name.
    given
        The boxes for which the lines have values: a value for a player's box says itself who was on the paper.
    """
    return [
        finding("paper-differs", wrong, sheet=name, cell=f"line {number}")
        for (table, paper), number in _papers_in(text).items()
        if (wrong := _of_another(paper, table, event_key, forms, entered, given))
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


def _of_another(
    paper: str, table: str, event_key: str, forms: RoundForms, entered: ReadEntries, given: Collection[FieldKey]
) -> str:
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
    seated = partial(paper_as_seated, code, int(table), event_key, forms, entered)
    if paper in {seated(), seated(given)}:
        return ""
    return _seated_otherwise(printed, int(table), is_as_drawn=paper == seated(forms.fields))


def _seated_otherwise(printed: PaperCode, table: int, *, is_as_drawn: bool) -> str:
    changed, back = "the draw was changed", ""
    if is_as_drawn:
        changed, back = "names were exchanged on the sheets", "put them back if that was a slip; if they are right, "
    return (
        f"it was read from paper of table {table} ({printed.paper}) before {changed}, and others sit there "
        f"on the sheets now: {back}scan the same files again, look at the page once more (what you typed is still "
        "there) and save it anew"
    )
