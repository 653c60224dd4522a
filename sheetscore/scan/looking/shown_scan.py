"""What the page to look through shows: for each sheet of paper its lines and boxes, its pictures, what is entered.

The records are sent to the script as JSON; pictures go beside them, each into a script element of its own, so that a
browser decodes those alone that somebody looks at.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import chain

from msgspec import Struct

from sheetscore.event.folder import sheets_stem, stage_title
from sheetscore.event.identity import folded
from sheetscore.forms.block import Block, Field, Row
from sheetscore.forms.form import FieldKey, Page, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.reading.field_lines import box_label, safe_text
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.lines_of_papers import paper_as_drawn
from sheetscore.scan.looking.page_rules import SentForm, SentForms, SentList, SentValue, sent
from sheetscore.scan.scanned import PictureArea, RefusedPicture, Scan, ScannedBox, ScannedPage
from sheetscore.sheets.headings import PaperCode, read_paper_code
from sheetscore.workbooks.csv_texts import safe

_FEW = 2
"""So many names of players are told of a sheet of paper; one with more of them is nobody's own."""


class PaperBox(Struct, frozen=True):
    """A box of a sheet of paper."""

    table: int
    seat: str
    field: str
    """As `fill` wants them."""
    label: str
    """What is in the column label of the CSV."""
    caption: str
    """What is above it on the page."""
    id: str
    """Its id on the page of its form."""
    block: int
    row: int
    at: int
    """Where the form has it: its block, the line in that, the field of the line."""
    sitting: Mapping[str, str]
    """Who sits on the seats that its list offers."""


class PaperLine(Struct, frozen=True):
    """A line of boxes that are typed one after the other."""

    title: str
    """Of its block, or of both that are side by side."""
    label: str
    boxes: tuple[int, ...]
    """Their places among those of the paper."""


class PaperPicture(Struct, frozen=True):
    """A scan of a sheet of paper; its pictures are in the script element with its id."""

    id: str
    source: str
    size: tuple[int, int]
    areas: tuple[tuple[PictureArea, ...], ...]
    """Of each box of the paper, in the pixels of the picture: several where squares to tick stand for one box, none for
    one that this scan does not have.
    """
    written: tuple[bool, ...]
    proposals: tuple[str, ...]


class Held(Struct, frozen=True):
    """What is in a box of the workbook."""

    value: SentValue
    text: str
    """As people read it."""
    written: str
    """As CSV has it."""
    is_typed: bool
    """Whether a person typed it; False where the draw put it there."""


class HeldPage(Struct, frozen=True):
    """A page of the forms as it stands in the workbook."""

    form: int
    held: Mapping[str, Held]
    """By the ids of its boxes."""


class ShownPaper(Struct, frozen=True):
    """A sheet of paper, scanned once or several times."""

    code: str
    drawn: str
    """Its code, and what follows from whom the draw put there: the column ``paper`` of the CSV."""
    title: str
    who: str
    page: str
    """The page of the forms that it is, or a part of it."""
    was_filled: bool
    """Whether the workbook has values in its boxes that the draw did not put there."""
    boxes: tuple[PaperBox, ...]
    lines: tuple[PaperLine, ...]
    pictures: tuple[PaperPicture, ...]


class RefusalShown(Struct, frozen=True):
    """A picture that is no page of the round."""

    source: str
    why: str
    thumbnail: str
    """As base64, empty where there is none."""


class MissingPaper(Struct, frozen=True):
    """A page of the round that is in no picture."""

    code: str
    title: str
    who: str


class ShownScan(Struct, frozen=True):
    """All that the page to look through shows, but the pictures."""

    key: str
    """Tells this scan of this round of this event from others: what is typed is remembered by it."""
    event: str
    round: str
    workbook: str
    csv: str
    """What the file is called that it saves."""
    then: str
    """The command that fills it in."""
    forms: list[SentForm]
    lists: list[SentList]
    pages: Mapping[str, HeldPage]
    papers: tuple[ShownPaper, ...]
    refused: tuple[RefusalShown, ...]
    missing: tuple[MissingPaper, ...]


class Pictures(Struct, frozen=True):
    """The pictures of a sheet of paper, as base64."""

    page: str
    boxes: Mapping[int, tuple[str, ...]]
    """Of boxes on lines that are written on, by their places among those of the paper."""


class SetOut(Struct, frozen=True):
    """A scan set out for the page: what it shows, the rules of its forms, the pictures by the ids of their elements."""

    shown: ShownScan
    rules: Sequence[str]
    pictures: Mapping[str, Pictures]


def key_of(scan: Scan) -> str:
    """Return what tells a scan from others: its pages as they were found, whatever else was refused or is missing."""
    parts = (part for page in scan.pages for part in (page.code.encode(), page.picture))
    told = sha256(b"\0".join((scan.event_key.encode(), str(scan.round_number).encode(), *parts)))
    return f"sheetscore-scan-{told.hexdigest()[:16]}"


def set_out(scan: Scan, event: str, forms: RoundForms, entered: ReadEntries, csv: str, then: str) -> SetOut:
    """Set a scan out for the page to look through.

    Parameters
    ----------
    event
        The event's name.
    forms
        The sheets of the round, as they were printed.
    entered
        What is in the workbook.
    csv
        What the file is to be called that the page saves.
    then
        The command that fills it in.
    """
    desk = _Desk(scan, forms, entered)
    papers: list[ShownPaper] = []
    pictures: dict[str, Pictures] = {}
    by_code: dict[str, list[tuple[int, ScannedPage]]] = {}
    for number, page in enumerate(scan.pages):
        by_code.setdefault(page.code, []).append((number, page))
    for scanned in by_code.values():
        paper, own = desk.paper(scanned)
        papers.append(paper)
        pictures |= own
    said = ShownScan(
        key=key_of(scan),
        event=event,
        round=stage_title(scan.round_number),
        workbook=f"{sheets_stem(scan.round_number)}.xlsx",
        csv=csv,
        then=then,
        forms=desk.sent.forms,
        lists=desk.sent.lists,
        pages=desk.pages,
        papers=tuple(papers),
        refused=tuple(map(_refusal, scan.refused)),
        missing=tuple(desk.missing(code) for code in scan.missing),
    )
    return SetOut(said, desk.sent.rules, pictures)


def _refusal(one: RefusedPicture) -> RefusalShown:
    return RefusalShown(one.source.called, one.why, b64encode(one.thumbnail).decode())


class _Desk:
    """Where papers are laid beside the forms and the workbook of their round."""

    def __init__(self, scan: Scan, forms: RoundForms, entered: ReadEntries) -> None:
        self.scan, self.forms, self.entered = scan, forms, entered
        self.sent = SentForms(_players(forms))
        self.pages: dict[str, HeldPage] = {}
        self._held: dict[tuple[int, str], dict[str, Held]] = {}
        unreadable = {key: str(raw) for key, raw in entered.raw.items()}
        for key, value in {**entered.entries, **unreadable}.items():
            if key in forms.fields:
                one = self._held_in(key, value)
                self._held.setdefault((key.table, key.seat), {})[key.field] = one

    def paper(self, scanned: Sequence[tuple[int, ScannedPage]]) -> tuple[ShownPaper, dict[str, Pictures]]:
        """Set out a sheet of paper that is in one picture, or in several; give its pictures besides."""
        code, table = scanned[0][1].code, scanned[0][1].table
        found = {f"picture-{number}": self._found(page) for number, page in scanned}
        seen = [*dict.fromkeys(key for one in found.values() for key in one)]
        keys = [*seen, *self._beside(seen)]
        place = next(iter(keys), FieldKey(table, "", ""))[:2]
        title, who = self._named(code, self.forms.pages[place], keys)
        paper = ShownPaper(
            code=code,
            drawn=paper_as_drawn(code, table, self.scan.event_key, self.forms),
            title=title,
            who=who,
            page=self._page(place),
            was_filled=any(map(self._is_typed, keys)),
            boxes=tuple(map(self._box, keys)),
            lines=(*self._lines(seen), *_line_beside(range(len(seen), len(keys)))),
            pictures=tuple(
                _picture(id_, page, found[id_], keys) for id_, (_, page) in zip(found, scanned, strict=True)
            ),
        )
        needed = {place for place, key in enumerate(keys) if self.forms.fields[key][2].needed}
        return paper, {
            id_: _pictures(page, [found[id_].get(key, []) for key in keys], paper.lines, needed)
            for id_, (_, page) in zip(found, scanned, strict=True)
        }

    def _beside(self, seen: Sequence[FieldKey]) -> list[FieldKey]:
        """Return the boxes of a table that have a place on the list of all tables, and none on its own paper.

        That is the paper with a box that each needs: others, such as bids, have a part of it once more.
        """
        lines = {
            row.key: (key, block, row)
            for key in seen
            for block, row, box in [self.forms.fields[key]]
            if block.of_tables and box.needed
        }
        boxes = (
            key._replace(field=block.field_id(row, box)) for key, block, row in lines.values() for box in block.fields
        )
        return [key for key in boxes if key not in seen]

    def _found(self, page: ScannedPage) -> dict[FieldKey, list[ScannedBox]]:
        """Return what was found of each box, by its name in its form; several squares may stand for one."""
        found: dict[FieldKey, list[ScannedBox]] = {}
        for box in page.boxes:
            named = FieldKey(page.table, box.seat, box.field)
            found.setdefault(self.forms.by_public.get(named, named), []).append(box)
        return found

    def missing(self, code: str) -> MissingPaper:
        """Name a sheet of paper that nobody scanned."""
        paper = _paper_code(code)
        page = next(
            (one for (at, _), one in self.forms.pages.items() if (at, f"P{one.number}") == (paper.table, paper.paper)),
            None,
        )
        if page is None:
            called = self.scan.called.get(code, paper.paper)
            return MissingPaper(code, f"Table {paper.table}, {called}", self._who(self._of_table(paper.table)))
        own = [FieldKey(paper.table, page.seat, field_id) for field_id in page.form.fields]
        return MissingPaper(code, *self._named(code, page, own))

    def _box(self, key: FieldKey) -> PaperBox:
        block, row, box = self.forms.fields[key]
        form = self.forms.pages[key.table, key.seat].form
        label = box_label(block.title, box, self.entered.entries.get(key))
        beside, public = _is_beside(block), self.forms.public[key]
        return PaperBox(
            table=public.table,
            seat=public.seat,
            field=public.field,
            label="" if label.strip().isdecimal() else safe(label),  # digits behind a value are taken for a part of it
            caption=f"{block.title} {box.plain_label}" if beside else _caption(block, box),
            id=key.field,
            block=form.blocks.index(block),
            row=block.rows.index(row),
            at=block.fields.index(box),
            sitting=self._sitting(public.table) if box.choices and box.choices.seats else {},
        )

    def _sitting(self, table: int) -> dict[str, str]:
        """Return the players of a table by their seats."""
        boxes = {public.seat: key for public, key in self.forms.by_public.items() if self._is_player(public, table)}
        return {
            seat: str(shown(self.forms.fields[key][2], self.entered.entries[key]))
            for seat, key in boxes.items()
            if key in self.entered.entries
        }

    def _is_player(self, public: FieldKey, table: int) -> bool:
        key = self.forms.by_public[public]
        return public.table == table and bool(public.seat) and self.forms.fields[key][2].type == "player"

    def _lines(self, keys: Sequence[FieldKey]) -> Iterator[PaperLine]:
        """Put the boxes of a paper together as lines, block by block in the order in which these begin on it."""
        blocks: dict[str, dict[str, list[int]]] = {}
        titles: dict[str, list[str]] = {}
        labels: dict[str, dict[str, str]] = {}
        for place, key in enumerate(keys):
            block, row, _ = self.forms.fields[key]
            group = f"beside, {len(block.rows)}" if _is_beside(block) else block.id
            blocks.setdefault(group, {}).setdefault(row.key, []).append(place)
            titles.setdefault(group, []).append(block.title)
            labels.setdefault(group, {})[row.key] = _line_label(row)
        for group, rows in blocks.items():
            title = " and ".join(filter(None, dict.fromkeys(titles[group])))
            for row_key, places in rows.items():
                yield PaperLine(title, labels[group][row_key], tuple(places))

    def _page(self, place: tuple[int, str]) -> str:
        name = f"{place[0]}|{place[1]}"
        if name not in self.pages:
            form = self.sent.number_of(self.forms.pages[place].form)
            self.pages[name] = HeldPage(form, self._held.get(place, {}))
        return name

    def _held_in(self, key: FieldKey, value: Value) -> Held:
        box = self.forms.fields[key][2]
        text = safe_text(value) if isinstance(value, Fraction) else str(shown(box, value))
        return Held(sent(value), text, safe_text(value), self._is_typed(key))

    def _is_typed(self, key: FieldKey) -> bool:
        """Return whether a box has a value that the draw did not put there."""
        if key in self.entered.raw:
            return True
        return key in self.entered.entries and self.entered.entries[key] != self.forms.filled.get(key)

    def _named(self, code: str, page: Page, keys: Iterable[FieldKey]) -> tuple[str, str]:
        """Return what a sheet of paper is called, and who it is about."""
        paper, called = _paper_code(code), self.scan.called.get(code, "")
        what = called or page.called or page.form.name
        if called:
            keys = self._of_table(paper.table)
        part = f"sheet {paper.part}" if paper.part > 1 else ""
        told = (f"{page.form.kind.place} {paper.table}", what, part)
        return ", ".join(filter(None, told)), self._who(keys)

    def _of_table(self, table: int) -> list[FieldKey]:
        """Return all boxes that are a table's by the names that scripts have for them."""
        return [key for public, key in self.forms.by_public.items() if public.table == table]

    def _who(self, keys: Iterable[FieldKey]) -> str:
        """Name the players in boxes, unless they are too many to be whose paper it is."""
        players = [
            str(shown(self.forms.fields[key][2], self.entered.entries[key]))
            for key in keys
            if self.forms.fields[key][2].type == "player" and key in self.entered.entries
        ]
        return " – ".join(players) if len(players) <= _FEW else ""


def _players(forms: RoundForms) -> set[str]:
    """Return what those may be called who play, folded."""
    lists = {id(box.choices): box.choices for *_, box in forms.fields.values() if box.type == "player" and box.choices}
    people = chain.from_iterable((*one.names, *one.recorded, *one.called.names.values()) for one in lists.values())
    return {folded(one) for one in people}


def _paper_code(code: str) -> PaperCode:
    paper = read_paper_code(code)
    if paper is None:
        raise ValueError(code)  # what a scan found has been read as one
    return paper


def _caption(block: Block, box: Field) -> str:
    """Return what stands above a box: its label, with the group where another is called alike."""
    alike = [one for one in block.fields if one.plain_label == box.plain_label]
    return f"{box.group}: {box.plain_label}" if box.group and len(alike) > 1 else box.plain_label


def _is_beside(block: Block) -> bool:
    """Return whether its lines are seats that are beside those of another block: a line is read across both."""
    return block.half and block.seat is not None


def _line_beside(places: range) -> Iterator[PaperLine]:
    """Give the boxes that have no place on a paper a line of their own."""
    if places:
        yield PaperLine("Not on this paper", "", tuple(places))


def _line_label(row: Row) -> str:
    if row.label:
        return row.label
    return f"line {row.key}" if row.key else ""


def _picture(
    name: str, page: ScannedPage, found: Mapping[FieldKey, Sequence[ScannedBox]], keys: Sequence[FieldKey]
) -> PaperPicture:
    boxes = [found.get(key, ()) for key in keys]
    return PaperPicture(
        name,
        page.source.called,
        page.size,
        tuple(tuple(one.area for one in here) for here in boxes),
        tuple(any(one.is_written_on for one in here) for here in boxes),
        tuple(here[0].proposal if len(here) == 1 else "" for here in boxes),
    )


def _pictures(
    page: ScannedPage, boxes: Sequence[Sequence[ScannedBox]], lines: Sequence[PaperLine], needed: set[int]
) -> Pictures:
    """Return the pictures of a page: of boxes on lines that are written on, or that every page needs."""
    cut_out = {
        place
        for line in lines
        if needed & {*line.boxes} or any(one.is_written_on for at in line.boxes for one in boxes[at])
        for place in line.boxes
    }
    cut = {place: tuple(b64encode(one.picture).decode() for one in boxes[place]) for place in sorted(cut_out)}
    return Pictures(b64encode(page.picture).decode(), cut)
