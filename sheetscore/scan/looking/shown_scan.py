"""The data of the page to look through a scan: lines, boxes, pictures and entered values of each sheet of paper.

The records are sent to the script as JSON. Pictures go into script elements of their own, so that the browser decodes
only those that are looked at.
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
from sheetscore.reading.lines_of_papers import paper_as_seated
from sheetscore.scan.looking.page_rules import SentForm, SentForms, SentList, SentValue, sent
from sheetscore.scan.scanned import PictureArea, RefusedPicture, Scan, ScannedBox, ScannedPage
from sheetscore.sheets.headings import PaperCode, read_paper_code
from sheetscore.workbooks.csv_texts import safe

_MOST_NAMES = 2
"""The most names of players shown for a sheet of paper; one with more belongs to the table."""


class PaperBox(Struct, frozen=True):
    """A box of a sheet of paper."""

    table: int
    seat: str
    field: str
    """Table, seat and field id as in the CSV for ``fill``."""
    label: str
    """The text in the column ``label`` of the CSV."""
    caption: str
    """The text above the box."""
    id: str
    """The field id of the box in its form."""
    block: int
    row: int
    at: int
    """The index of its block in the form, of its line in the block, of its field in the line."""
    sitting: Mapping[str, str]
    """The players by their seats, if the list of the box offers seats."""


class PaperLine(Struct, frozen=True):
    """A line of boxes that are typed one after the other."""

    title: str
    """The title of its block, or of both blocks side by side."""
    label: str
    boxes: tuple[int, ...]
    """Indices into the boxes of the paper."""


class PaperPicture(Struct, frozen=True):
    """A scan of a sheet of paper; its pictures are in the script element with its id."""

    id: str
    source: str
    size: tuple[int, int]
    areas: tuple[tuple[PictureArea, ...], ...]
    """The areas of each box of the paper, in pixels of the picture: several for squares to tick, none if the box is not
    in this picture.
    """
    written: tuple[bool, ...]
    """For each box of the paper whether somebody may have written in it."""
    proposals: tuple[str, ...]
    """For each box of the paper the number read from the handwriting; "" without one."""


class Held(Struct, frozen=True):
    """A value in a box of the workbook."""

    value: SentValue
    text: str
    """The value as shown to people."""
    written: str
    """The value as written in CSV."""
    is_typed: bool
    """Whether a person typed the value; False if the draw put it there."""


class HeldPage(Struct, frozen=True):
    """The values of a page in the workbook."""

    form: int
    """The index of its form."""
    held: Mapping[str, Held]
    """The values by field id."""


class ShownPaper(Struct, frozen=True):
    """A sheet of paper, scanned once or several times."""

    code: str
    drawn: str
    """The column ``paper`` of the CSV: the code with a check of the players there; see :func:`paper_as_seated`."""
    title: str
    who: str
    page: str
    """The key, in `ShownScan.pages`, of the page that the paper is, or is a part of."""
    was_filled: bool
    """Whether the workbook has typed values in its boxes already."""
    boxes: tuple[PaperBox, ...]
    lines: tuple[PaperLine, ...]
    pictures: tuple[PaperPicture, ...]


class RefusalShown(Struct, frozen=True):
    """A picture that is no page of the round."""

    source: str
    why: str
    thumbnail: str
    """A JPEG as base64; empty if the picture could not be opened."""


class MissingPaper(Struct, frozen=True):
    """A page of the round that is in no picture."""

    code: str
    title: str
    who: str


class ShownScan(Struct, frozen=True):
    """The content of the page, without its pictures."""

    key: str
    """Identifies the scan: the browser remembers typed values under this key."""
    event: str
    round: str
    workbook: str
    csv: str
    """The name of the file that the page saves."""
    then: str
    """The command that fills the saved file in."""
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
    """By the index of a box, its pictures; only for lines that are written on or have a needed box."""


class SetOut(Struct, frozen=True):
    """A scan prepared for its page."""

    shown: ShownScan
    rules: Sequence[str]
    """The rules of its forms, as JavaScript."""
    pictures: Mapping[str, Pictures]
    """The pictures by the ids of their script elements."""


def key_of(scan: Scan) -> str:
    """Return the key that identifies a scan by its event, round and pages, not by refused or missing ones."""
    parts = (part for page in scan.pages for part in (page.code.encode(), page.picture))
    digest = sha256(b"\0".join((scan.event_key.encode(), str(scan.round_number).encode(), *parts)))
    return f"sheetscore-scan-{digest.hexdigest()[:16]}"


def set_out(scan: Scan, event: str, forms: RoundForms, entered: ReadEntries, csv: str, then: str) -> SetOut:
    """Prepare a scan for its page.

    Parameters
    ----------
    event
        The event's name.
    forms
        The forms of the round as they were printed.
    entered
        The entries of the round's workbook.
    csv
        The name of the file that the page saves.
    then
        The command that fills the saved file in.
    """
    setter = _PaperSetter(scan, forms, entered)
    papers: list[ShownPaper] = []
    pictures: dict[str, Pictures] = {}
    by_code: dict[str, list[tuple[int, ScannedPage]]] = {}
    for number, page in enumerate(scan.pages):
        by_code.setdefault(page.code, []).append((number, page))
    for scanned in by_code.values():
        paper, own = setter.paper(scanned)
        papers.append(paper)
        pictures |= own
    shown_scan = ShownScan(
        key=key_of(scan),
        event=event,
        round=stage_title(scan.round_number),
        workbook=f"{sheets_stem(scan.round_number)}.xlsx",
        csv=csv,
        then=then,
        forms=setter.sent.forms,
        lists=setter.sent.lists,
        pages=setter.pages,
        papers=tuple(papers),
        refused=tuple(map(_refusal, scan.refused)),
        missing=tuple(setter.missing(code) for code in scan.missing),
    )
    return SetOut(shown_scan, setter.sent.rules, pictures)


def _refusal(one: RefusedPicture) -> RefusalShown:
    return RefusalShown(one.source.called, one.why, b64encode(one.thumbnail).decode())


class _PaperSetter:
    """Puts scanned papers together with the forms and the entries of their round."""

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
        """Return a sheet of paper that is in one or several pictures, and the pictures by their ids.

        Parameters
        ----------
        scanned
            The pages found, with their numbers in the scan.
        """
        code, table = scanned[0][1].code, scanned[0][1].table
        found = {f"picture-{number}": self._boxes_by_key(page) for number, page in scanned}
        seen = [*dict.fromkeys(key for one in found.values() for key in one)]
        keys = [*seen, *self._beside(seen)]
        place = next(iter(keys), FieldKey(table, "", ""))[:2]
        title, who = self._named(code, self.forms.pages[place], keys)
        paper = ShownPaper(
            code=code,
            drawn=paper_as_seated(code, table, self.scan.event_key, self.forms, self.entered),
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
        needed = {index for index, key in enumerate(keys) if self._field(key).needed}
        return paper, {
            id_: _pictures(page, [found[id_].get(key, []) for key in keys], paper.lines, needed)
            for id_, (_, page) in zip(found, scanned, strict=True)
        }

    def _beside(self, seen: Sequence[FieldKey]) -> list[FieldKey]:
        """Return the boxes that a line of the list of all tables has in the form, but not on this paper.

        Only a paper with the box that each such line needs gets them: others, such as of bids, repeat part of the line.
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

    def _boxes_by_key(self, page: ScannedPage) -> dict[FieldKey, list[ScannedBox]]:
        """Return the scanned boxes by their keys in the forms; a field with squares to tick has several."""
        found: dict[FieldKey, list[ScannedBox]] = {}
        for box in page.boxes:
            named = FieldKey(page.table, box.seat, box.field)
            found.setdefault(self.forms.by_public.get(named, named), []).append(box)
        return found

    def missing(self, code: str) -> MissingPaper:
        """Return the title and the players of a paper that is in no picture."""
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
            label="" if label.strip().isdecimal() else safe(label),  # a label of digits would read as part of the value
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
            seat: str(shown(self._field(key), self.entered.entries[key]))
            for seat, key in boxes.items()
            if key in self.entered.entries
        }

    def _is_player(self, public: FieldKey, table: int) -> bool:
        key = self.forms.by_public[public]
        return public.table == table and bool(public.seat) and self._field(key).type == "player"

    def _lines(self, keys: Sequence[FieldKey]) -> Iterator[PaperLine]:
        """Yield the lines of boxes of a paper, block by block in the order of their first boxes."""
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
        box = self._field(key)
        text = safe_text(value) if isinstance(value, Fraction) else str(shown(box, value))
        return Held(sent(value), text, safe_text(value), self._is_typed(key))

    def _is_typed(self, key: FieldKey) -> bool:
        """Return whether a box has a value that the draw did not put there."""
        if key in self.entered.raw:
            return True
        return key in self.entered.entries and self.entered.entries[key] != self.forms.filled.get(key)

    def _named(self, code: str, page: Page, keys: Iterable[FieldKey]) -> tuple[str, str]:
        """Return the title of a sheet of paper, and the names of its players."""
        paper, called = _paper_code(code), self.scan.called.get(code, "")
        what = called or page.called or page.form.name
        if called:
            keys = self._of_table(paper.table)
        part = f"sheet {paper.part}" if paper.part > 1 else ""
        parts = (f"{page.form.kind.place} {paper.table}", what, part)
        return ", ".join(filter(None, parts)), self._who(keys)

    def _field(self, key: FieldKey) -> Field:
        """Return the field of a box."""
        *_, field = self.forms.fields[key]
        return field

    def _of_table(self, table: int) -> list[FieldKey]:
        """Return the keys of all boxes whose public key, as in CSV, names a table."""
        return [key for public, key in self.forms.by_public.items() if public.table == table]

    def _who(self, keys: Iterable[FieldKey]) -> str:
        """Name the players in boxes; "" if they are more than `_MOST_NAMES`."""
        players = [
            str(shown(self._field(key), self.entered.entries[key]))
            for key in keys
            if self._field(key).type == "player" and key in self.entered.entries
        ]
        return " – ".join(players) if len(players) <= _MOST_NAMES else ""


def _players(forms: RoundForms) -> set[str]:
    """Return the ids and names of all players, folded."""
    lists = {id(box.choices): box.choices for *_, box in forms.fields.values() if box.type == "player" and box.choices}
    people = chain.from_iterable((*one.names, *one.recorded, *one.called.names.values()) for one in lists.values())
    return {folded(one) for one in people}


def _paper_code(code: str) -> PaperCode:
    paper = read_paper_code(code)
    if paper is None:
        raise ValueError(code)  # cannot be: a scan only has pages with such codes
    return paper


def _caption(block: Block, box: Field) -> str:
    """Return the caption of a box: its label, with its group if another box of the line has the same label."""
    alike = [one for one in block.fields if one.plain_label == box.plain_label]
    return f"{box.group}: {box.plain_label}" if box.group and len(alike) > 1 else box.plain_label


def _is_beside(block: Block) -> bool:
    """Return whether a block is half of the page's width with seats as lines: a line is read across both halves."""
    return block.half and block.seat is not None


def _line_beside(places: range) -> Iterator[PaperLine]:
    """Yield a line for the boxes that are not on the paper, if there are any."""
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
        tuple(tuple(square.area for square in squares) for squares in boxes),
        tuple(any(square.is_written_on for square in squares) for squares in boxes),
        tuple(squares[0].proposal if len(squares) == 1 else "" for squares in boxes),
    )


def _pictures(
    page: ScannedPage, boxes: Sequence[Sequence[ScannedBox]], lines: Sequence[PaperLine], needed: set[int]
) -> Pictures:
    """Return the pictures of a page: itself, and the boxes of lines that are written on or have a needed box."""
    cut_out = {
        place
        for line in lines
        if needed & {*line.boxes} or any(one.is_written_on for at in line.boxes for one in boxes[at])
        for place in line.boxes
    }
    cut = {place: tuple(b64encode(one.picture).decode() for one in boxes[place]) for place in sorted(cut_out)}
    return Pictures(b64encode(page.picture).decode(), cut)
