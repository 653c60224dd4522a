"""A round's workbook read back: recognised, every box typed and checked, the tables cross-checked, all at once.

Provisional results need only the tables that are complete: the others are left out and named.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import in_its_format, sheets_stem, stage_command, stage_name
from sheetscore.event.load import limits_of
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding, worst
from sheetscore.forms.block import Field
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Template
from sheetscore.forms.values import shown, understand
from sheetscore.pairing.draw import Draw, TableDraw, side_of
from sheetscore.problems import MistakesFound, Problem
from sheetscore.reading.block_locator import Located, locate
from sheetscore.reading.boxes_as_made import with_boxes_as_made, with_numbers_of_now
from sheetscore.reading.check import check_round
from sheetscore.reading.evidence import (
    Witnesses,
    WrittenMap,
    caption_as_printed,
    captions_in_order_as_printed,
    codes_with,
    key_of,
    of_another_event,
    read_witnesses,
    written_map,
)
from sheetscore.reading.fields import ReadEntries, read_fields
from sheetscore.reading.left_behind import left_behind
from sheetscore.reading.lines_as_made import lines_renamed, with_lines_as_made
from sheetscore.reading.not_carried import not_carried, typed_on_papers
from sheetscore.reading.order_as_made import TURNED, has_typed, turned
from sheetscore.reading.outside import copied_pages, outside_boxes
from sheetscore.reading.print_gone import cleared_titles, missing_edges
from sheetscore.reading.words_handed_on import captions_handed_on
from sheetscore.sheets.headings import LIST_OF_TABLES, listed_table
from sheetscore.sheets.hidden_sheets import (
    KIND,
    MAP_SHEET,
    MAP_VERSION,
    MadeWith,
    MapRow,
    captions_digest,
    forms_digest,
    read_begun,
    shown_digest,
)
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.made_from import changed_since, forms_in
from sheetscore.sheets.round_workbook import layouts
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import RoundScore
from sheetscore.systems.system import E, System
from sheetscore.wording import join_words
from sheetscore.workbooks.cell_refs import Area, rectangle
from sheetscore.workbooks.guard.limits import Limits, limits_for
from sheetscore.workbooks.reader import ReadWorkbook, read_workbook
from sheetscore.workbooks.saving import KEPT, beside, copies_of
from sheetscore.workbooks.typed import InvalidValue

STRUCTURAL = frozenset({"structure", "other-event", "other-round", "stray-value", "page-twice", TURNED})
"""Findings under which a workbook cannot be rewritten without losing something."""

SHOWS_OLD = "shows-old"
"""The finding about sheets that show something of earlier rounds that has changed since."""

MISSING_RESULT = "result-missing"
"""The finding about a table, or a line of a list, without a result."""

COPIED = "page-twice"
"""The finding about a copy of a page with other values, or without its original: its values may complete the table."""

BLANK_PAGE = "blank-page"
"""The finding about a blank page of a drawn player."""

INCOMPLETE = frozenset({BLANK_PAGE, MISSING_RESULT})
"""Findings about missing results."""

UNREAD = frozenset({"other-event", "other-round", TURNED})
"""Findings that prevent reading any typed value, so that missing values mean nothing."""


class ReadBoxes(Struct, frozen=True):
    """The boxes of a round's workbook, neither scored nor checked together yet."""

    entered: ReadEntries
    sha256: str
    """The digest of the file."""
    refused: tuple[Finding, ...] = ()
    """Why nothing of the workbook was read, such as that it is another event's; there are no entries then."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the workbook itself, and with single boxes; the errors first."""
        return self.refused or _errors_first(self.entered.findings)


class ReadRound(Struct, frozen=True):
    """A round as its workbook has it."""

    entered: ReadEntries
    score: RoundScore
    """The round scored from what could be read; it counts only when no finding is an error."""
    findings: tuple[Finding, ...]
    sha256: str
    """The digest of the file."""
    untouched_tables: frozenset[int] = frozenset()
    """The tables whose pages have only the entries of the draw."""

    @property
    def status(self) -> str:
        """``ok``, ``warnings`` or ``errors``."""
        return worst(self.findings)


def read_round(path: Path, system: System[E], context: RoundContext[E]) -> ReadRound:
    """Read, score and check a round's workbook, as :func:`read_boxes` and :func:`judged` do."""
    return judged(system, context, read_boxes(path, system, context))


def read_boxes(path: Path, system: System[E], context: RoundContext[E]) -> ReadBoxes:
    """Read the boxes of a round's workbook, for whoever needs no scores.

    Parameters
    ----------
    context
        The round with its draw, and with the forms of its sheets.

    Raises
    ------
    UnreadableFile
        The guard refuses the file, or it is damaged.
    """
    event, laid_out = context.event, layouts(context.forms)
    workbook = read_workbook(path, limits=_limits(context.forms, laid_out))
    witnesses = read_witnesses(workbook)
    forms = _as_made(witnesses, _with_fewer_lines(witnesses.map, system, context))
    laid_out = laid_out if forms is context.forms else layouts(forms)
    foreign = _foreign(workbook.path, witnesses, event, forms, laid_out)
    changed = forms_changed(workbook, forms)
    if foreign:
        return ReadBoxes(ReadEntries(), workbook.sha256, (foreign, *changed))
    then = _made_by(changed_since(forms_in(workbook), forms.library), system, context)
    entered = _entered(workbook, witnesses, event, forms, laid_out, _printed_on(then) if then else ())
    reordered = (*turned(workbook.path.name, entered.begun, forms),)
    if reordered and has_typed(entered):  # typed positions would be read as other entries
        return ReadBoxes(ReadEntries(), workbook.sha256, reordered)
    entered.findings += typed_on_papers(workbook, witnesses)
    entered.findings[:0] = (*_macros(workbook), *_shown_before(workbook.path.name, witnesses, forms), *changed)
    return ReadBoxes(entered, workbook.sha256)


def judged(system: System[E], context: RoundContext[E], boxes: ReadBoxes) -> ReadRound:
    """Score and check the entries of a round's sheets."""
    entered = boxes.entered
    context = replace(context, entries=entered.entries)
    score = system.score(context)
    if boxes.refused:
        return ReadRound(entered, score, boxes.refused, boxes.sha256)
    checked = check_round(system, context, entered)
    findings = _errors_first([*entered.findings, *checked, *score.findings])
    return ReadRound(entered, score, findings, boxes.sha256, _untouched_tables(context.forms, entered))


def _errors_first(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Put errors before warnings, and these before notes; among each, the order is that of the sheets."""
    return tuple(sorted(findings, key=lambda one: list(Severity).index(one.severity)))


def _untouched_tables(forms: RoundForms, entered: ReadEntries) -> frozenset[int]:
    """Return the tables on whose pages nothing was typed."""
    typed = {key.table for key, value in entered.entries.items() if forms.filled.get(key) != value}
    unread = {key.table for key in entered.raw}
    return frozenset(table.number for table in forms.tables) - typed - unread


def read_old_sheets(path: Path, system: System[E], context: RoundContext[E]) -> ReadEntries:
    """Read what was typed on sheets that may have been made for another draw of the round.

    Parameters
    ----------
    context
        The round, with the templates in force.

    Returns
    -------
    The contents of the sheets, by the tables and seats for which they were made, with a finding for everything that
    cannot be read any more; only a finding if they are not sheets of this event and round.
    """
    event, stage = context.event, context.stage
    workbook = read_workbook(path, limits=limits_of(event))
    witnesses = read_witnesses(workbook)
    known = event.seats(stage)
    sides = {side_of(seat) for seat in known} - {""}
    seats: dict[int, dict[str, str | None]] = defaultdict(dict)
    for table, seat in witnesses.map.seats:
        # a seat that the event has no more keeps its page as long as its side has one
        seats[table] |= {seat: None} if seat in known or side_of(seat) in sides else {}
    if LIST_OF_TABLES in seats:
        # "" as the player of every seat, since the list leaves out tables whose seats are empty (None)
        seats = dict.fromkeys(_listed_tables(workbook, witnesses), dict.fromkeys(known, ""))
    tables = tuple(TableDraw(table, "", seats[table]) for table in sorted(seats))
    context = replace(context, draw=Draw(stage, tables, (), (), further=witnesses.map.further))
    now = system.sheets(context)
    then = _made_by(changed_since(forms_in(workbook), now.library), system, context)
    # the sheets as they were printed: with the templates, page numbers, boxes and lines of then
    forms = _numbered_as_made(witnesses.map, _as_made(witnesses, then or now))
    if not _are_forms_of(witnesses.map.heading.get("forms", ""), forms):
        forms = with_boxes_as_made(workbook, witnesses, with_lines_as_made(workbook, witnesses, forms))
    laid_out = layouts(forms)
    foreign = _foreign(workbook.path, witnesses, event, forms, laid_out)
    if foreign and (foreign.code != "structure" or not witnesses.map.seats):
        return ReadEntries(findings=[foreign])
    if not witnesses.map.seats:
        what = f"{path.name} has lost its hidden sheet “{MAP_SHEET}”, and with it which pages it was made with"
        return ReadEntries(findings=[finding("structure", f"{what}. Take a copy that has it")])
    if foreign:
        caption_as_printed(witnesses, workbook.names, forms, laid_out)
    entered = _entered(workbook, witnesses, event, forms, laid_out)
    entered.further = witnesses.map.further
    if not _are_forms_of(witnesses.map.heading.get("forms", ""), forms):  # lost blocks are no news on such sheets
        entered.findings = [one for one in entered.findings if one.code != "structure" and one.is_error]
        entered.findings += left_behind(workbook, witnesses, entered)
    if then:
        entered.findings += captions_handed_on(entered, then, now)
        _understood_now(entered, forms, now)
    with_numbers_of_now(entered, forms, now)
    entered.findings += lines_renamed(entered, forms, then or now)
    if has_typed(entered):
        entered.findings += turned(path.name, entered.begun, now)
    return entered


def _numbered_as_made(written: WrittenMap, forms: RoundForms) -> RoundForms:
    """Give pages the numbers that they were printed with: pages of a removed side were among them."""
    counts, numbers = Counter[int](), dict[tuple[int, str], int]()
    for table, seat in written.seats:
        counts[table] += 1
        numbers[table, seat] = counts[table]
    tables = tuple(
        replace(
            table,
            pages=tuple(replace(one, number=numbers.get((table.number, one.seat), one.number)) for one in table.pages),
        )
        for table in forms.tables
    )
    return forms if tables == forms.tables else replace(forms, tables=tables)


def _made_by(changed: Mapping[str, Template], system: System[E], context: RoundContext[E]) -> RoundForms | None:
    """Return the sheets of a round by the former forms; None if no form was changed, or one no longer fits."""
    if not changed:
        return None
    try:
        return system.sheets(replace(context, library=replace(context.library, then=changed)))
    except MistakesFound:
        return None


def _printed_on(forms: RoundForms) -> frozenset[str]:
    """Return all texts printed on sheets, apart from headings."""
    return frozenset(
        cell.text for layout in layouts(forms).values() for cell in layout.cells if isinstance(cell.text, str)
    )


def _understood_now(entered: ReadEntries, forms: RoundForms, now: RoundForms) -> None:
    """Parse values again where the definition of their box has changed: by the present definition."""
    for key, value in list(entered.entries.items()):
        then, box = forms.fields[key][2], now.fields[key][2] if key in now.fields else None
        if box is None or _asks_for(box) == _asks_for(then):
            continue
        text = shown(then, value)
        meant = understand(box, text)
        if meant is None or isinstance(meant, InvalidValue):
            del entered.entries[key]
            entered.raw[key] = text
        else:
            entered.entries[key] = meant


def _asks_for(box: Field) -> tuple[object, ...]:
    return box.type, box.minimum, box.maximum, box.open, box.choices and box.choices.content


def _listed_tables(workbook: ReadWorkbook, witnesses: Witnesses) -> list[int]:
    """Return the tables that a list of tables was made with, in its order.

    A deleted line is recognised by the players that the workbook began with: each was drawn on a line of the list.
    If it has lost these, the tables are those printed on the remaining lines.
    """
    begun = read_begun(workbook)
    drawn = (
        dict.fromkeys(listed_table(key.field) for key in begun.first if key.table == LIST_OF_TABLES) if begun else {}
    )
    if drawn:
        return list(drawn)
    rows = [row for title in witnesses.sheets for row in witnesses.texts[title].items()]
    texts = [text for _, row in sorted(rows) for _, text in row]
    return list(dict.fromkeys(int(found[1]) for text in texts if (found := re.fullmatch(r"Table (\d+)", text))))


def _limits(forms: RoundForms, laid_out: Mapping[int, PageLayout]) -> Limits:
    """Return the limits for a round's workbook: by the cells of its map, and of its pages, doubled for formulas."""
    pages = [laid_out[id(page.form)] for table in forms.tables for page in table.pages]
    return limits_for(sum(2 * len(page.cells) + len(MapRow.__struct_fields__) * len(page.pieces) for page in pages))


def _entered(
    workbook: ReadWorkbook,
    witnesses: Witnesses,
    event: Event,
    forms: RoundForms,
    laid_out: Mapping[int, PageLayout],
    printed: Collection[str] = (),
) -> ReadEntries:
    """Read every box that can be found, and report values elsewhere.

    Parameters
    ----------
    printed
        What was printed on the sheets by forms that were changed since.
    """
    key = key_of(witnesses, event)
    as_made = MadeWith.parse(witnesses.map.heading.get("forms", "")).forms == forms_digest(forms)
    captions_in_order_as_printed(witnesses, workbook.names, forms, laid_out, as_made=as_made)
    located = locate(workbook, witnesses, forms, laid_out, key)
    # In this order: outside_boxes keeps silent where a table has a finding already, because what was cut off or copied
    # is outside of everything. An edge that is missing is no such cause, and comes after it.
    located.findings += list(copied_pages(workbook, witnesses, located))
    gone = _gone(witnesses, located)
    located.findings += list(outside_boxes(workbook, witnesses, located, laid_out, printed, gone, as_made=as_made))
    located.findings += list(missing_edges(witnesses, forms, laid_out, key))
    located.findings += list(cleared_titles(workbook, located, laid_out))
    entered = read_fields(workbook, located)
    entered.besides = tuple(not_carried(workbook, witnesses.sheets))
    return entered


def _gone(witnesses: Witnesses, located: Located) -> list[Area]:
    """Return the former places of blocks that are not found."""
    found = {(block.table, block.page.number, block.block.id) for block in located.blocks}
    names = (name for (*block, _), names in witnesses.map.names.items() if tuple(block) not in found for name in names)
    return [area for name in names if (area := rectangle(witnesses.map.references.get(name, "")))]


def made_otherwise(path: Path, event: Event, forms: RoundForms) -> Finding | None:
    """Find from the map of a workbook whether it was made for another event, round or other forms.

    If it only shows outdated figures, that is a warning. No page is read. A workbook without a map is not reported.

    Raises
    ------
    UnreadableFile
        The guard refuses the file, or it is damaged.
    """
    witnesses = read_witnesses(read_workbook(path, only=MAP_SHEET, limits=limits_of(event)))
    if not witnesses.map.heading.get("kind"):
        return None
    forms = _as_made(witnesses, forms)
    foreign = _foreign(path, witnesses, event, forms, layouts(forms))
    return foreign or next(_shown_before(path.name, witnesses, forms), None)


def forms_changed(workbook: ReadWorkbook, forms: RoundForms) -> Sequence[Finding]:
    """Find the forms that were changed after a workbook was made from them, by its hidden sheet."""
    changed = changed_since(forms_in(workbook), forms.library)
    if not changed or forms.library is None:
        return ()
    was = "the form {} was" if len(changed) == 1 else "the forms {} were"
    message = (
        f"{workbook.path.name} was made before {was.format(join_words([*changed]))} changed "
        f"({join_words([forms.library.called(form) for form in changed])}). What is ingested from it goes by what is "
        "there now, and the sheets show what was. Make them again, and what was typed is kept: "
        f"sheetscore {stage_command('sheets', forms.round)}"
    )
    return (finding("form-changed", message),)


def _shown_before(name: str, witnesses: Witnesses, forms: RoundForms) -> Iterator[Finding]:
    """Warn if sheets show something of earlier rounds, or of the event, that has changed since."""
    if MadeWith.parse(witnesses.map.heading.get("forms", "")).shown not in {"", shown_digest(forms)}:
        message = (
            f"{name} shows figures of the rounds before (in grey boxes) or of the event (in small print) that have "
            "changed since it was made. What is typed in it counts, and is scored with the new ones. To have these "
            f"on the sheets, too, make them again: sheetscore {stage_command('sheets', forms.round)}"
        )
        yield finding(SHOWS_OLD, message)


def stage_inside(path: Path, event: Event) -> int | None:
    """Return the stage in the map of score sheets, whatever the name of the file; None for other workbooks."""
    return _stage_of_sheets(_heading(path, event))


def _stage_of_sheets(heading: Mapping[str, str]) -> int | None:
    """Return the stage of score sheets by the heading of their map; None for other workbooks, or without a map."""
    number = heading.get("round", "")
    return int(number) if heading.get("kind") == KIND and number.isdecimal() else None


def no_sheets(path: Path, event: Event) -> bool:
    """Return whether a workbook of ours has something other than score sheets, such as results."""
    return _heading(path, event).get("kind", KIND) != KIND


def key_inside(path: Path, event: Event) -> str:
    """Return the key of the event in the map of a workbook, perhaps of another event; "" if the map is lost."""
    return _heading(path, event).get("event_key", "")


def _heading(path: Path, event: Event) -> Mapping[str, str]:
    return written_map(read_workbook(path, only=MAP_SHEET, limits=limits_of(event))).heading


def _macros(workbook: ReadWorkbook) -> list[Finding]:
    if not workbook.macros:
        return []
    return [finding("macros", f"{workbook.path.name} has macros; they are ignored, and not kept in what is written")]


def _foreign(
    path: Path, witnesses: Witnesses, event: Event, forms: RoundForms, laid_out: Mapping[int, PageLayout]
) -> Finding | None:
    """Report a workbook that does not belong to this event, this round or these forms; None if it does."""
    name, heading = path.name, witnesses.map.heading
    codes = {page.code for page in witnesses.pages}
    key = key_of(witnesses, event)
    ours = codes_with(key, witnesses)
    if not codes and not heading.get("kind"):
        return finding("structure", f"{name} is not one of our score sheets; take the workbook that “sheets” made")
    kind = heading.get("kind", KIND)
    if kind != KIND:
        take = right_sheets(path, event, forms.round, None)
        return finding("structure", f"{name} has the {kind} of {stage_name(forms.round)}, not its score sheets; {take}")
    if heading.get("version", str(MAP_VERSION)) != str(MAP_VERSION):
        return finding("structure", f"{name} was written by another version of sheetscore; install the newest one")
    # Event, then round, then forms: sheets of another event have other rounds, those of another round other forms, and
    # only the first difference is the one to tell.
    written_key = heading.get("event_key", key)
    if written_key != key or (codes and not ours):
        return of_another_event(name, heading, event)
    rounds = {str(code.round) for code in ours} or {heading.get("round", "")}
    if rounds != {str(forms.round)}:
        found = " and ".join(stage_name(int(number)) if number.isdecimal() else "no round" for number in sorted(rounds))
        take = right_sheets(path, event, forms.round, _stage_of_sheets(heading))
        if str(forms.round) in {*rounds, heading.get("round", "")}:
            copied = (page.sheet for page in witnesses.pages if page.code in ours and page.code.round != forms.round)
            where = join_words([f"“{sheet}”" for sheet in dict.fromkeys(copied)])
            take = (
                f"those of another round were pasted on {where}. Paste these back in the same way, from an earlier "
                f"{name} as in {KEPT}/, and type what belongs there"
            )
        message = f"{name} has sheets of {found}; expected are those of {stage_name(forms.round)}: {take}"
        return finding("other-round", message)
    return _made_from_others(name, heading.get("forms", ""), forms, laid_out)


def right_sheets(path: Path, event: Event, stage: int, inside: int | None) -> str:
    """Say how to get the score sheets of a stage, if a workbook that was read for it has others, or none.

    A workbook without the name of the stage's own sheets is left alone: those are to be taken. For one with that name,
    the first possible of these is advised: to rename two workbooks that have each other's names; to copy the newest
    kept copy that has the sheets; to make them again. Before the last two, a workbook that alone has the sheets of
    another stage is renamed for that stage.

    Parameters
    ----------
    inside
        The stage whose score sheets the workbook has; None without any.
    """
    own = f"{sheets_stem(stage)}.xlsx"
    if path.stem.lower() != sheets_stem(stage):
        return f"take {own}, as from {KEPT}/"
    theirs = path.with_stem(sheets_stem(inside)) if inside not in {None, stage} else None
    if theirs and (other := _with_sheets_of(stage, [theirs], event)):
        return f"{other.name} has these: the two files have each other's names. Rename both back"
    first = f"rename it to {theirs.name} first; then " if theirs and not theirs.exists() else ""
    if copy := _with_sheets_of(stage, copies_of(path), event):
        return f"{first}copy {beside(copy, path)}, which has them, to {own}"
    again = f"sheetscore {stage_command('sheets', stage)} --force"
    blank = f"{again} makes blank ones; what was scored is on the sheet Entries of results"
    return f"{first}no copy in {KEPT}/ has them. {blank}"


def _with_sheets_of(stage: int, paths: Iterable[Path], event: Event) -> Path | None:
    """Return the first workbook that has the score sheets of a stage, in the format of its folder; None if none has."""
    for path in paths:
        with suppress(Problem):
            workbook = in_its_format(path)
            if stage_inside(workbook, event) == stage:
                return workbook
    return None


def _with_fewer_lines(written: WrittenMap, system: System[E], context: RoundContext[E]) -> RoundForms:
    """Return the forms of a copy that was made before pages got more lines; for other workbooks the present ones."""
    now, then, made_with = context.draw.further, written.further, written.heading.get("forms", "")
    more_then = any(times > now.get(page, 0) for page, times in then.items())
    if then == now or more_then or _are_forms_of(made_with, context.forms):
        return context.forms
    made = system.sheets(replace(context, draw=replace(context.draw, further=then)))
    return made if _are_forms_of(made_with, made) else context.forms


def _as_made(witnesses: Witnesses, forms: RoundForms) -> RoundForms:
    """Return the forms that sheets were made from: without boxes that were added to them since."""
    digest = MadeWith.parse(witnesses.map.heading.get("forms", "")).forms
    if digest in {"", forms_digest(forms)}:
        return forms
    return next((then for then in forms.earlier if forms_digest(then) == digest), forms)


def _are_forms_of(made_with: str, forms: RoundForms) -> bool:
    """Return whether sheets were made from these forms, whatever their captions; True if the map is lost."""
    return MadeWith.parse(made_with).forms in {"", forms_digest(forms)}


EVENT_CHANGED = "the event, its draw or its templates changed"
"""The beginning of the message about sheets that no longer fit; results may know what changed."""


def _made_from_others(
    name: str, made_with: str, forms: RoundForms, laid_out: Mapping[int, PageLayout]
) -> Finding | None:
    """Report sheets made from other forms, or with other names in their captions; None if they fit."""
    anew = _anew(name, forms.round)
    if not _are_forms_of(made_with, forms):
        return finding(
            "structure",
            f"{EVENT_CHANGED} after {name} was made, so the sheets no longer fit. Undo the change, or {anew}",
        )
    if MadeWith.parse(made_with).captions not in {"", captions_digest(laid_out.values())}:
        return finding(
            "structure",
            f"{name} was made with other names (of a side, or of what its forms ask for) than the event or its "
            f"templates have now. Give the old names back, or {anew}",
        )
    return None


def _anew(name: str, stage: int) -> str:
    """Say how to get typed values onto fitting sheets: the round's own workbook can be made again, a copy cannot."""
    own, again = sheets_stem(stage), f"sheetscore {stage_command('sheets', stage)}"
    if Path(name).stem.lower() in {own, f"{own}-marked"}:
        return f"make them again, and what was typed is kept: {again}"
    return (
        f"type what only {name} has into {own}.xlsx: that alone is made again ({again}), where it does not fit either"
    )
