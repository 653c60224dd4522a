"""A round's workbook read back: recognised, every box typed and checked, the tables cross-checked, all at once.

Provisional results need only the tables that are complete: the others are left out and named.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import sheets_stem, stage_command, stage_name
from sheetscore.event.load import limits_of
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding, worst
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import Draw, TableDraw, side_of
from sheetscore.reading.check import check_round
from sheetscore.reading.fields import ReadEntries, read_fields
from sheetscore.reading.located import locate
from sheetscore.reading.not_carried import not_carried
from sheetscore.reading.outside import copied_pages, missing_edges, outside_boxes
from sheetscore.reading.witnesses import (
    Witnesses,
    caption_as_printed,
    codes_with,
    key_of,
    of_another_event,
    read_witnesses,
    written_map,
)
from sheetscore.sheets.headings import LIST_OF_TABLES
from sheetscore.sheets.hidden_sheets import (
    KIND,
    MAP_SHEET,
    MAP_VERSION,
    MadeWith,
    MapRow,
    captions_digest,
    forms_digest,
    shown_digest,
)
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.round_workbook import layouts
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.outcomes import RoundScore
from sheetscore.systems.system import E, System
from sheetscore.workbooks.guard.limits import Limits, limits_for
from sheetscore.workbooks.names import address, parse_address, rectangle
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook

STRUCTURAL = frozenset({"structure", "other-event", "other-round", "stray-value", "page-twice"})
"""Findings under which a workbook cannot be written anew without losing something."""

SHOWS_OLD = "shows-old"
"""The finding about sheets that show something of the rounds before that is otherwise now."""

MISSING_RESULT = "result-missing"
"""The finding about a table, or a line of a list, without a result."""

COPIED = "page-twice"
"""The finding about a page that lost its place to a copy: what was typed there makes the table complete, perhaps."""

BLANK_PAGE = "blank-page"
"""The finding about a page of a drawn pilot on which nothing stands."""

INCOMPLETE = frozenset({BLANK_PAGE, MISSING_RESULT})
"""Findings about what is not in yet."""


class ReadRound(Struct, frozen=True):
    """A round as its workbook has it.

    Parameters
    ----------
    score
        The round scored from what could be read; it counts only when no finding is an error.
    sha256
        The digest of the file.
    untouched
        The tables on whose pages nothing stands but what the draw filled in.
    """

    entered: ReadEntries
    score: RoundScore
    findings: tuple[Finding, ...]
    sha256: str
    untouched: frozenset[int] = frozenset()

    @property
    def status(self) -> str:
        """``ok``, ``warnings`` or ``errors``."""
        return worst(self.findings)


def read_round(path: Path, system: System[E], at_hand: RoundAtHand[E]) -> ReadRound:
    """Read and check a round's workbook.

    Parameters
    ----------
    at_hand
        The round with its draw, and with its sheets as they were to be made.

    Raises
    ------
    UnreadableFile
        The guard refuses the file, or it is damaged.
    """
    event, laid_out = at_hand.event, layouts(at_hand.forms)
    workbook = read_workbook(path, limits=_limits(at_hand.forms, laid_out))
    witnesses = read_witnesses(workbook)
    forms = _as_made(witnesses, at_hand.forms)
    laid_out = laid_out if forms is at_hand.forms else layouts(forms)
    foreign = _foreign(workbook.path.name, witnesses, event, forms, laid_out)
    if foreign:
        return ReadRound(ReadEntries(), system.score(replace(at_hand, typed={})), (foreign,), workbook.sha256)
    entered = _entered(workbook, witnesses, event, forms, laid_out)
    entered.findings[:0] = (*_macros(workbook), *_shown_before(workbook.path.name, witnesses, forms))
    return judged(system, at_hand, entered, workbook.sha256)


def judged(system: System[E], at_hand: RoundAtHand[E], entered: ReadEntries, sha256: str) -> ReadRound:
    """Score and check what was entered on a round's sheets.

    Parameters
    ----------
    sha256
        The digest of the file that it was read from.
    """
    at_hand = replace(at_hand, typed=entered.entries)
    score = system.score(at_hand)
    checked = check_round(system, at_hand, entered)
    findings = [*entered.findings, *checked, *score.findings]
    # the sort is stable: among errors, and among warnings, the order is that of the sheets
    findings.sort(key=lambda one: list(Severity).index(one.severity))
    untouched = _untouched(at_hand.forms, entered)
    return ReadRound(entered, score, tuple(findings), sha256, untouched)


def _untouched(forms: RoundForms, entered: ReadEntries) -> frozenset[int]:
    """Return the tables on whose pages nothing was typed."""
    typed = {key.table for key, value in entered.entries.items() if forms.filled.get(key) != value}
    unread = {key.table for key in entered.raw}
    return frozenset(table.number for table in forms.tables) - typed - unread


def read_old_sheets(path: Path, system: System[E], at_hand: RoundAtHand[E]) -> ReadEntries:
    """Read what was typed on sheets that may have been made for another draw of the round.

    Parameters
    ----------
    at_hand
        The round, with the templates in force.

    Returns
    -------
    What stands on them, table by table and seat by seat as they were made, with a finding for whatever cannot be
    read any more; nothing but a finding when they are not sheets of this event and round.
    """
    event, stage = at_hand.event, at_hand.stage
    workbook = read_workbook(path, limits=limits_of(event))
    witnesses = read_witnesses(workbook)
    known = event.seats(stage)
    sides = {side_of(seat) for seat in known} - {""}
    seats: dict[int, dict[str, str | None]] = defaultdict(dict)
    for table, seat in witnesses.map.seats:
        # a seat that the event has no more keeps its page as long as its side has one
        seats[table] |= {seat: None} if seat in known or side_of(seat) in sides else {}
    if LIST_OF_TABLES in seats:
        seats = dict.fromkeys(_listed_tables(witnesses), dict.fromkeys(known, ""))
    tables = tuple(TableDraw(table, "", seats[table]) for table in sorted(seats))
    drawn = Draw(stage, tables, (), (), further=witnesses.map.further)
    forms = _as_made(witnesses, system.sheets(replace(at_hand, drawn=drawn)))
    laid_out = layouts(forms)
    foreign = _foreign(workbook.path.name, witnesses, event, forms, laid_out)
    if foreign and (foreign.code != "structure" or not witnesses.map.seats):
        return ReadEntries(findings=[foreign])
    if not witnesses.map.seats:
        what = f"{path.name} has lost its hidden sheet “{MAP_SHEET}”, and with it which pages it was made with"
        return ReadEntries(findings=[finding("structure", f"{what}. Take a copy that has it")])
    if foreign:
        caption_as_printed(witnesses, workbook.names, forms, laid_out)
    entered = _entered(workbook, witnesses, event, forms, laid_out)
    entered.further = witnesses.map.further
    if not _are_forms_of(witnesses.map.heading.get("forms", ""), forms):  # of course they do not fit
        entered.findings = [one for one in entered.findings if one.code != "structure" and one.is_error]
        entered.findings += _left_behind(workbook, witnesses, entered)
    return entered


def _left_behind(workbook: ReadWorkbook, witnesses: Witnesses, entered: ReadEntries) -> Iterator[Finding]:
    """Find blocks of old sheets that no form has any more, and in which something stands."""
    read = {(sheet, parse_address(cell)) for sheet, cell in entered.cells.values()}
    for area in filter(None, map(rectangle, witnesses.map.references.values())):
        if any(sheet == area.sheet and area.holds(at) for sheet, at in read):
            continue
        below = replace(area, row=area.row + 1, column=area.column + 1)  # captions and line numbers are ours
        sheet = workbook.sheets.get(area.sheet)
        cells = sorted(sheet.cells.items()) if sheet else []
        typed = [(at, cell.value) for at, cell in cells if below.holds(at) and cell.formula is None]
        if typed:
            texts = ", ".join(f"{address(*at)} (“{value}”)" for at, value in typed)
            message = f"what stands in {texts} belongs to boxes that the new sheets do not have"
            yield finding("not-placed", message, sheet=area.sheet, cell=address(*typed[0][0]))


def _listed_tables(witnesses: Witnesses) -> list[int]:
    """Return the tables that have a line on a list of tables, in its order, by what is printed on their lines."""
    rows = [
        row for title in dict.fromkeys(page.sheet for page in witnesses.pages) for row in witnesses.texts[title].items()
    ]
    texts = [text for _, row in sorted(rows) for _, text in row]
    return list(dict.fromkeys(int(found[1]) for text in texts if (found := re.fullmatch(r"Table (\d+)", text))))


def _limits(forms: RoundForms, laid_out: Mapping[int, PageLayout]) -> Limits:
    """Return the limits for a round's workbook: by the cells of its pages, twice for formulas, and lines of its map."""
    pages = [laid_out[id(page.form)] for table in forms.tables for page in table.pages]
    return limits_for(sum(2 * len(page.cells) + len(MapRow.__struct_fields__) * len(page.pieces) for page in pages))


def _entered(
    workbook: ReadWorkbook, witnesses: Witnesses, event: Event, forms: RoundForms, laid_out: Mapping[int, PageLayout]
) -> ReadEntries:
    """Read every box that can be found, and find what stands elsewhere."""
    key = key_of(witnesses, event)
    located = locate(workbook, witnesses, forms, laid_out, key)
    # In this order: outside_boxes keeps silent where a table has a finding already, because what was cut off or copied
    # stands outside of everything. An edge that is missing is no such cause, and comes after it.
    located.findings += list(copied_pages(workbook, witnesses, located))
    located.findings += list(outside_boxes(workbook, witnesses, located, laid_out))
    located.findings += list(missing_edges(witnesses, forms, laid_out, key))
    entered = read_fields(workbook, located)
    entered.besides = tuple(not_carried(workbook, witnesses))
    return entered


def made_otherwise(path: Path, event: Event, forms: RoundForms) -> Finding | None:
    """Find by what a workbook says of itself whether it was made for another event, round or other forms.

    It is a warning where it only shows what was true before. No page of it is read. A workbook that says nothing of
    itself is not complained of.

    Raises
    ------
    UnreadableFile
        The guard refuses the file, or it is damaged.
    """
    witnesses = read_witnesses(read_workbook(path, only=MAP_SHEET, limits=limits_of(event)))
    if not witnesses.map.heading.get("kind"):
        return None
    forms = _as_made(witnesses, forms)
    foreign = _foreign(path.name, witnesses, event, forms, layouts(forms))
    return foreign or next(_shown_before(path.name, witnesses, forms), None)


def _shown_before(name: str, witnesses: Witnesses, forms: RoundForms) -> Iterator[Finding]:
    """Find that sheets show something of earlier rounds, or of the event, that is otherwise now."""
    if MadeWith.told(witnesses.map.heading.get("forms", "")).shown not in {"", shown_digest(forms)}:
        message = (
            f"what {name} shows of the rounds before in its grey boxes, or of the event in small print, is otherwise "
            "now: these were corrected, or the event was. What is typed in it counts, and is scored with what holds "
            f"now; to see that on the sheets, too, make them again: sheetscore {stage_command('sheets', forms.round)}"
        )
        yield finding(SHOWS_OLD, message)


def stage_inside(path: Path, event: Event) -> int | None:
    """Tell the round of a workbook by what it says of itself, whatever its name; None for none of ours."""
    heading = written_map(read_workbook(path, only=MAP_SHEET, limits=limits_of(event))).heading
    number = heading.get("round", "")
    return int(number) if heading.get("kind") == KIND and number.isdecimal() else None


def _macros(workbook: ReadWorkbook) -> list[Finding]:
    if not workbook.macros:
        return []
    return [finding("macros", f"{workbook.path.name} has macros; they are ignored, and not kept in what is written")]


def _foreign(
    name: str, witnesses: Witnesses, event: Event, forms: RoundForms, laid_out: Mapping[int, PageLayout]
) -> Finding | None:
    """Find whether a workbook belongs to this event, this round and these forms."""
    heading = witnesses.map.heading
    codes = {page.code for page in witnesses.pages}
    key = key_of(witnesses, event)
    ours = codes_with(key, witnesses)
    if not codes and not heading.get("kind"):
        return finding("structure", f"{name} is not one of our score sheets; take the workbook that “sheets” made")
    kind = heading.get("kind", KIND)
    if kind != KIND:
        sheets = f"{sheets_stem(forms.round)}.xlsx"
        return finding(
            "structure", f"{name} has the {kind} of {stage_name(forms.round)}, not its score sheets; take {sheets}"
        )
    if heading.get("version", str(MAP_VERSION)) != str(MAP_VERSION):
        return finding("structure", f"{name} was written by another version of sheetscore; install the newest one")
    # Event, then round, then forms: sheets of another event have other rounds, those of another round other forms, and
    # only the first difference is the one to tell.
    told = heading.get("event_key", key)
    if told != key or (codes and not ours):
        return of_another_event(name, heading, event)
    rounds = {str(code.round) for code in ours} or {heading.get("round", "")}
    if rounds != {str(forms.round)}:
        found = " and ".join(stage_name(int(number)) if number.isdecimal() else "no round" for number in sorted(rounds))
        expected = stage_name(forms.round)
        return finding("other-round", f"{name} has sheets of {found}; expected are those of {expected}")
    return _made_from_others(name, heading.get("forms", ""), forms, laid_out)


def _as_made(witnesses: Witnesses, forms: RoundForms) -> RoundForms:
    """Return the forms that sheets were made from: without boxes that were added to them since."""
    digest = MadeWith.told(witnesses.map.heading.get("forms", "")).forms
    if digest in {"", forms_digest(forms)}:
        return forms
    return next((then for then in forms.earlier if forms_digest(then) == digest), forms)


def _are_forms_of(made_with: str, forms: RoundForms) -> bool:
    """Tell whether sheets were made from these forms, whatever is named in their captions; a lost map tells nothing."""
    return MadeWith.told(made_with).forms in {"", forms_digest(forms)}


def _made_from_others(
    name: str, made_with: str, forms: RoundForms, laid_out: Mapping[int, PageLayout]
) -> Finding | None:
    """Find that sheets were made from other forms, or with other names in their captions."""
    again = f"sheetscore {stage_command('sheets', forms.round)}"
    if not _are_forms_of(made_with, forms):
        return finding(
            "structure",
            f"the event, its draw or its templates changed after {name} was made, so the sheets no longer fit. "
            f"Undo the change, or make them again: {again}",
        )
    if MadeWith.told(made_with).captions not in {"", captions_digest(laid_out.values())}:
        return finding(
            "structure",
            f"{name} was made with other names (of a side, or of what its forms ask for) than the event or its "
            f"templates have now. Give the old names back, or make it again, and what was typed is kept: {again}",
        )
    return None
