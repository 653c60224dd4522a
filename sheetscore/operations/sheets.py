"""Making the score sheets of a drawn round."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import stage_command, stage_json, stage_name
from sheetscore.event.load import keys_of
from sheetscore.event.model import Event
from sheetscore.findings import Around, Finding, Severity, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms, with_further_lines
from sheetscore.operations.consistency.from_elsewhere import called_otherwise_on, sheets_from_elsewhere
from sheetscore.operations.extra_sheets import (
    Asked,
    FurtherPaper,
    as_on_sheets,
    by_seats,
    paper_of,
    with_less,
    with_more,
)
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.exchanged_names import titles_on_lists, titles_on_sheets
from sheetscore.operations.opening.history import earlier_rounds, locked
from sheetscore.operations.opening.open_event import OpenEvent, open_event
from sheetscore.operations.safeguards.beside_boxes import STRAY, beside_boxes, dropped, noted_in_draw, stopping
from sheetscore.operations.safeguards.copies_of_old_seats import in_copy, with_common_baseline
from sheetscore.operations.safeguards.later_workbook import Copy, baseline_in, of_two_draws
from sheetscore.operations.safeguards.newest_moments import DONE_WITH, before_marked
from sheetscore.operations.safeguards.older_copy import older_copies, older_or_emptied
from sheetscore.operations.safeguards.sheets_gone import sheets_gone
from sheetscore.operations.safeguards.which_marked_copy import (
    gone_with_marked,
    is_done_with,
    other_marked_copies,
    stamp_if_gone,
)
from sheetscore.pairing.draw import Draw, is_left_over
from sheetscore.problems import MistakesFound
from sheetscore.reading.boxes_as_made import MOVED
from sheetscore.reading.carry_over import OF_OTHERS, CarriedOver, carry_over
from sheetscore.reading.draw_workbook import ReadDraw
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.marked_copies import is_asked, with_marked_copy
from sheetscore.reading.merge import MOST_NAMED, boxes_with_values
from sheetscore.reading.not_carried import Beside
from sheetscore.reading.round_workbook import STRUCTURAL, key_inside, read_old_sheets, stage_inside
from sheetscore.reading.seated_now import seated_now
from sheetscore.reading.words_handed_on import HANDED_ON
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.sheets.hidden_sheets import Baseline, stamp
from sheetscore.sheets.round_workbook import Marks, WrittenSheets, write_round
from sheetscore.wording import first_clauses, pluralize
from sheetscore.workbooks.saving import Saved, beside, digest, put_aside, refuse_if_open, save

LOSING = STRUCTURAL - {STRAY} | {"not-placed", HANDED_ON}
"""Codes of findings about typed values of old sheets that are not read, or mean something else; values in no box are
reported separately.
"""


class MadeSheets(Struct, frozen=True):
    """Score sheets that were made."""

    event: Event
    round: int
    path: Path
    kept: Path | None
    tables: int
    pages: int
    """The number of pages to fill in."""
    paper: int
    """The number of sheets of paper that the pages are printed on."""
    news: tuple[Finding, ...]
    """The findings of making them."""
    messages: tuple[Finding, ...]
    """Notes and warnings about event and draw that :func:`sheetscore.operations.check.check` gives as well."""
    besides: tuple[str, ...] = ()
    """The sheets that are printed as well, and never read: slips, cards."""
    further: tuple[FurtherPaper, ...] = ()
    """The additional paper that pages got."""
    taken_back: tuple[FurtherPaper, ...] = ()
    """The additional paper that pages gave back."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The messages and the news together."""
        return (*self.messages, *self.news)

    @property
    def counted_pages(self) -> str:
        """The pages to print: ``9 pages``, or if some take more paper ``4 pages on 6 sheets of paper``."""
        pages = pluralize(self.pages, "page")
        return pages if self.paper == self.pages else f"{pages} on {self.paper} sheets of paper"

    def as_json(self) -> dict[str, object]:
        """Return the made sheets with the keys that scripts rely on."""
        paper = {"further": self.further, "taken_back": self.taken_back}
        return {
            "event": self.event.header.name,
            "round": stage_json(self.round),
            "path": str(self.path),
            "tables": self.tables,
            "pages": self.pages,
            "paper": self.paper,
            "besides": [*self.besides],
            "findings": [one.as_json() for one in self.findings],
        } | {key: [one.as_json() for one in got] for key, got in paper.items() if got}


def make_sheets(
    folder: str | Path, number: int | None = None, *, force: bool = False, more: Asked = (), less: Asked = ()
) -> MadeSheets:
    """Make the score sheets of a round from its draw, as the director may have edited it.

    Values typed on existing sheets are carried over.

    Parameters
    ----------
    number
        The round, from 1; without it the first that has no results.
    force
        Make the sheets although something that was typed has no place on them, or counts for another player there; the
        former sheets go to ``kept/``.
    more
        Pages whose lines are not enough, by table and by seat, name or title: they get as many lines again on further
        paper. The draw's workbook remembers the addition.
    less
        Pages that give back the lines which the last ``more`` gave them.

    Raises
    ------
    MistakesFound
        The draw has mistakes, or without ``force`` something that was typed has no place on the new sheets, or would
        count for another player there.
    WrongUsage
        The round is not drawn yet, a page of ``more`` or ``less`` does not exist, or a page of ``less`` has nothing to
        give back.

    Examples
    --------
    >>> make_sheets("drawn", 1).path.name
    'round1.xlsx'
    """
    opened = open_event(folder)
    written: dict[Path, str] = {}
    with locked(opened) as lock_findings:
        number, news = opened.stage(number), [*lock_findings]
        path = opened.folder.sheets(number)
        refuse_if_open(path)
        if not force and (gone := sheets_gone(opened, number)):
            raise MistakesFound(gone)
        planned = _planned(opened, number, more, less)
        drawn, forms, typed, besides, old = planned.drawn, planned.forms, planned.typed, planned.besides, planned.old
        older = [] if force else _older(opened, path, planned)
        if any(one.is_error for one in older):
            raise MistakesFound([one for one in older if one.is_error])
        news += older
        if planned.lost and not force:
            raise MistakesFound(_refused(path, planned.lost, less))
        source = opened.folder.draw(number)
        read = {source: digest(source)}
        if more or less:  # before the sheets are written, since they are read by their draw; but after all refusals
            news += _remember(opened, source, drawn, planned.draw, written)
        begun, marks = Baseline(source.name, forms.drawn), Marks(typed.raw)
        if last := planned.old.begun:
            begun = replace(begun, offered=last.offered, paper_before=last.paper)
        made: list[WrittenSheets] = []
        saved = save(path, lambda to: made.append(write_round(to, opened.event, forms, typed.entries, marks, begun)))
        kept, marked = {path: saved.kept}, opened.folder.marked(number)
        if saved.changed and marked.exists():
            kept[marked] = put_aside(marked)  # it was made for the old sheets, perhaps for other players
        written[saved.path] = saved.sha256
        stamps = {saved.path.name: stamp(typed.entries, typed.raw)}
        stamps |= {marked.name: DONE_WITH} if marked in kept else stamp_if_gone(opened, number)
        opened.note(_command(number, more, less), read=read, written=written, stamps=stamps)
        news += other_marked_copies(opened, [number])  # told by the new seats, where their values are to be typed
    pages = sum(len(table.pages) for table in forms.tables)
    told = (one for one in opened.warnings if one not in opened.exchanged)
    messages = (*told, *filter(is_left_over, drawn.findings))
    found = (one for one in drawn.findings if one not in messages)
    taken_in = [_taken_in(marked, aside, len(planned.from_marked))] if (aside := kept.get(marked)) else []
    news = [
        *news,
        *taken_in,
        *opened.exchanged,
        *(titles := [*titles_on_sheets(opened.event, opened.warnings, path, old.begun, number, anew=True)]),
        *titles_on_lists(path, old.begun, forms, [*opened.warnings, *titles]),
        *typed.remarks,
        *found,
        *(
            _naming_copy(opened, one, saved, forms, kept.get(planned.source_of(one, path, marked)))
            for one in typed.findings
        ),
        *dropped(besides, kept),
    ]
    tables = len({key.table for key in forms.public.values()})
    further = paper_of(opened.event, planned.draw, planned.plain, planned.more)
    return MadeSheets(
        opened.event,
        number,
        saved.path,
        saved.kept,
        tables,
        pages,
        made[0].sheets_of_paper,
        tuple(news),
        messages,
        made[0].papers,
        further,
        planned.taken_back,
    )


def _naming_copy(opened: OpenEvent, lost: Finding, saved: Saved, forms: RoundForms, kept: Path | None) -> Finding:
    """Reword a finding about a value that has no place on the new sheets, so that it names the copy with the value."""
    if kept and lost.is_error:
        copy = beside(kept, saved.path)
        what = f"The new sheets have nothing of it; {copy} has what was there{_values_of_others(opened, kept, forms)}"
        if lost.code == "merge-differs":
            what = f"The new sheets have what {saved.path.name} had; {copy} has the other"
        return replace(lost, message=f"{lost.message}. {what}", severity=Severity.WARNING)
    if not kept or not lost.around or lost.code != "not-placed":
        return lost
    copy, before = beside(kept, saved.path), lost.around.before
    around = Around(before, f" is not on the new sheets; {copy} has it", f" are not on the new sheets; {copy} has them")
    return replace(lost, message=f"{before}{lost.around.middle(lost.message)}{around.after}", around=around)


def _values_of_others(opened: OpenEvent, kept: Path, forms: RoundForms) -> str:
    """Return the end of a sentence with the values typed on replaced sheets of another round or event; else ""."""
    number, key = stage_inside(kept, opened.event), key_inside(kept, opened.event)
    if number not in opened.event.stages or (number == forms.round and key in keys_of(opened.event)):
        return ""
    header = opened.event.header.model_copy(update={"uid": key})  # so that they are not refused as another event's
    theirs = replace(opened.round(number), event=opened.event.model_copy(update={"header": header}))
    old = read_old_sheets(kept, opened.system, theirs)
    typed = old.typed(forms)
    boxes = first_clauses(boxes_with_values(typed, forms), MOST_NAMED)
    return f": {pluralize(len(typed), 'value')} of {stage_name(number)}, {boxes}" if typed else ""


def _taken_in(marked: Path, aside: Path, boxes: int) -> Finding:
    """Report what became of a waiting marked copy when sheets were made again."""
    took = f"took in what was typed in {marked.name} ({pluralize(boxes, 'box', 'boxes')})"
    what = took if boxes else f"put {marked.name} aside: nothing on the new sheets comes from it"
    return finding("marked-taken-in", f"{what}; it is in {beside(aside, marked)}", sheet=marked.name)


def obstacles_to_sheets(opened: OpenEvent, number: int) -> list[Finding]:
    """Return the errors for which :func:`make_sheets` would refuse a drawn round: in its draw, or on the old sheets."""
    try:
        planned = _planned(opened, number)
    except MistakesFound as mistakes:
        return [one for one in mistakes.findings if one.is_error]
    older = _older(opened, opened.folder.sheets(number), planned)
    return [*(one for one in older if one.is_error), *planned.lost]


class _Planned(Struct, frozen=True):
    """Sheets to be made."""

    drawn: ReadDraw
    """The draw as its workbook has it."""
    draw: Draw
    """The draw with the requested additional lines."""
    plain: RoundForms
    """The forms without additional lines."""
    forms: RoundForms
    """The forms with additional lines."""
    old: ReadEntries
    """The contents of the old sheets."""
    typed: CarriedOver
    """The typed values, carried over to the new sheets."""
    besides: list[Beside]
    """The contents beside the boxes of the old sheets."""
    from_marked: frozenset[FieldKey]
    """The boxes taken from the waiting marked copy."""
    taken_back: tuple[FurtherPaper, ...]
    more: Asked
    """The pages that get additional lines, by their seats even if substitutes were named."""

    @property
    def lost(self) -> list[Finding]:
        """Errors about typed values that would not be on the new sheets."""
        return [*stopping(self.besides, force=False), *self.typed.findings]

    def source_of(self, lost: Finding, path: Path, marked: Path) -> Path:
        """Return the workbook that had a value without a place: the old sheets, or their marked copy."""
        is_marked = lost.sheet.startswith(f"[{marked.name}]")
        is_marked |= lost.code == "merge-differs"  # the new sheets have what the old ones had
        return marked if is_marked or (lost.fields and self.from_marked.issuperset(lost.fields)) else path


def _planned(opened: OpenEvent, number: int, more: Asked = (), less: Asked = ()) -> _Planned:
    """Plan the sheets of a round from its draw and the present sheets.

    Raises
    ------
    MistakesFound
        The draw has mistakes.
    WrongUsage
        As in :func:`make_sheets`.
    """
    path, earlier = opened.folder.sheets(number), earlier_rounds(opened, number)
    drawn = draw_of(opened, number, earlier)
    if any(one.is_error for one in drawn.findings):
        raise MistakesFound(drawn.findings)
    plain = opened.system.forms(replace(opened.round(number, earlier), draw=drawn.draw))
    old = read_old_sheets(path, opened.system, opened.round(number)) if path.exists() else ReadEntries()
    more, less = (by_seats(opened.event, drawn.draw, plain, asked, old) for asked in (more, less))
    before = as_on_sheets(opened.event, drawn.draw, plain, more, less, old)
    made, taken_back = with_less(opened.event, before, plain, less)
    made = with_more(opened.event, made, plain, more)
    forms = with_further_lines(plain, made.further)
    typed, besides, from_marked = what_was_typed(opened, path, old, forms)
    return _Planned(drawn, made, plain, forms, old, typed, besides, from_marked, taken_back, more)


def _older(opened: OpenEvent, path: Path, planned: _Planned) -> list[Finding]:
    """Find what speaks against values from the old sheets and their marked copy: later ones are elsewhere, or lost.

    The two may be older copies, the sheets another event's, or a lost marked copy may have had further values.
    """
    number, found = planned.forms.round, list[Finding]()
    if path.exists():
        old_copy = Copy.read(path, digest(path), planned.old)
        now = seated_now(planned.old, planned.forms, opened.event.names).entered
        found += older_or_emptied(opened, number, planned.forms, now, old_copy)
        found += sheets_from_elsewhere(opened, number, path, planned.old)
        found += called_otherwise_on(opened, path, planned.old)
    marked = opened.folder.marked(number)
    if marked.exists() and (planned.from_marked or not is_done_with(opened, number)):
        begun = baseline_in(opened, marked)
        copy = Copy(marked, digest(marked), begun.stamp if begun else "", is_marked=True)
        found += older_copies(opened, number, copy)
    return [*found, *gone_with_marked(opened, planned.forms)]


def _command(number: int, more: Asked, less: Asked) -> str:
    asked = [("--more", one) for one in more] + [("--less", one) for one in less]
    return " ".join([stage_command("sheets", number), *(f"{how} {table} {page}" for how, (table, page) in asked)])


def _remember(opened: OpenEvent, path: Path, drawn: ReadDraw, draw: Draw, written: dict[Path, str]) -> list[Finding]:
    """Write a draw again, so that it records which pages have additional lines; the former draw goes to ``kept/``.

    Parameters
    ----------
    drawn
        The draw in its present workbook.
    written
        Receives the digest of the new workbook.

    Returns
    -------
    Findings about a person's notes in the former draw.
    """
    postings, noted = opened.system.postings, noted_in_draw(opened, path, drawn)
    saved = save(path, lambda unfinished: write_draw(unfinished, opened.event, draw, postings, drawn.made_with))
    written[saved.path] = saved.sha256
    return dropped(noted, {path: saved.kept})


def what_was_typed(
    opened: OpenEvent, path: Path, old: ReadEntries, forms: RoundForms
) -> tuple[CarriedOver, list[Beside], frozenset[FieldKey]]:
    """Return the contents of new sheets, what is beside the boxes of old ones, and the boxes changed by a marked copy.

    New sheets have the drawn players, and the values typed into the present sheets and their marked copy.
    """
    marked = opened.folder.marked(forms.round)
    besides, left, own = beside_boxes(old, path), list[Finding](), old.texts
    if marked.exists():
        refuse_if_open(marked)
        copy = read_old_sheets(marked, opened.system, opened.round(forms.round))
        besides += beside_boxes(copy, marked, is_other=True)
        copy = with_common_baseline(opened, forms, copy, old)
        then = before_marked(opened.folder, forms.round, copy.begun)
        if of_two_draws([old.begun, copy.begun]):
            now, copy_now = (seated_now(one, forms, opened.event.names) for one in (old, copy))
            old, copy, own = now.entered, copy_now.entered, now.entered.texts
            left += (*now.found, *in_copy(copy_now.lost, marked.name), *copy_now.followed)
        old, differing = with_marked_copy((old, copy), (path, marked), forms, then)
        left += differing
    carried = carry_over(old, forms, opened.event.names)
    lost = [one for one in old.findings if one.code in LOSING]
    moved = (one for one in old.findings if one.code == MOVED)
    changed = frozenset(key for key in own.keys() | old.texts.keys() if own.get(key) != old.texts.get(key))
    asks = [one.is_error or is_asked(one) or one.code == HANDED_ON for one in left]
    stopped, told = ([one for one, asked in zip(left, asks, strict=True) if asked is stops] for stops in (True, False))
    not_placed = (
        replace(one, sheet=f"[{marked.name}]{one.sheet}") if one.fields and changed.issuperset(one.fields) else one
        for one in carried.findings
    )
    carried = replace(carried, findings=(*lost, *stopped, *not_placed), remarks=(*moved, *told, *carried.remarks))
    return carried, besides, changed


def _refused(path: Path, lost: Sequence[Finding], less: Asked) -> list[Finding]:
    """Return the error that sheets are not made, with all values that would be lost, and advice to go on."""
    settle = "Move it to lines that stay, or clear it" if less else "Settle it, by the draw or on the old sheets"
    what = "would not be on new sheets"
    if any(one.code in {HANDED_ON, OF_OTHERS} for one in lost):
        settle = "Settle it, in the draw, in the event or on the old sheets"
        what = f"{what}, or would mean something else, or count for others, there"
    message = (
        f"{path.name} was left as it is, because what follows {what}. {settle}; or add --force, "
        "and the old sheets go to kept/"
    )
    return [finding("not-placed", message, sheet=path.name, severity=Severity.ERROR), *lost]
