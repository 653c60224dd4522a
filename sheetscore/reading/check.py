"""Cross-checks at the tables: rows that contradict themselves, claims, limits over all pages, who sits where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction

from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.evaluation import PageScore, RowScore, evaluate_in_row
from sheetscore.forms.form import Across, Block, FieldKey, Page, RoundForms, TableForms, Value, folded
from sheetscore.pairing.draw import Draw, named
from sheetscore.reading.fields import Entered
from sheetscore.sheets.figures import has_details, is_filled
from sheetscore.sheets.table_sheet import table_sheet
from sheetscore.systems.protocol import EarlierRound, System

SETTLED_BY_RULING = frozenset({"claim-differs", "cap-across", "no-effect", "name-missing", "impossible"})
"""What a ruling on every seat concerned turns into a note."""

Pages = Mapping[tuple[int, str], PageScore]


def check_round(
    event: Event,
    system: System,
    forms: RoundForms,
    draw: Draw,
    entered: Entered,
    pages: Pages,
    earlier: Sequence[EarlierRound] = (),
) -> list[Finding]:
    """Find everything that is wrong between the boxes.

    Parameters
    ----------
    draw
        Who was to sit where.
    pages
        The worked-out page of every (table, seat).
    earlier
        The rounds before, where the system looks back at them.
    """
    checker = _Checker(event, draw, entered, pages)
    found: list[Finding] = []
    for table in forms.tables:
        found += checker.table(table)
    found += checker.seated_twice(forms)
    told = system.check_entries(event, forms, draw, entered.entries, earlier)
    found += [checker.placed(one) for one in told if not any(key in entered.raw for key in one.fields)]
    ruled = {(key.table, key.seat) for key in entered.entries if key.field == "ruling.sp"}
    return [_settled(one, ruled) for one in found]


def _settled(one: Finding, ruled: set[tuple[int, str]]) -> Finding:
    if one.code in SETTLED_BY_RULING and one.seats and one.seats <= ruled:
        return replace(one, severity=Severity.NOTE, message=f"settled by a ruling: {one.message}")
    return one


@dataclass
class _Checker:
    """Checks one round; knows where every box stands."""

    event: Event
    draw: Draw
    entered: Entered
    pages: Pages

    def __post_init__(self) -> None:
        self.names = self.event.names
        self.playing = self.event.entrants(self.draw.round)
        self.drawn = {(table, seat): player for table, seat, player in self.draw.places()}
        self.by_page: dict[tuple[int, str], dict[str, Value]] = defaultdict(dict)
        for key, value in self.entered.entries.items():
            self.by_page[key.table, key.seat][key.field] = value

    def say(self, code: str, key: FieldKey, message: str, others: Sequence[FieldKey] = ()) -> Finding:
        """Make a finding at a box."""
        sheet, cell = self.entered.cells.get(key, (table_sheet(key.table), ""))
        fields = tuple(dict.fromkeys((key, *others)))
        return finding(code, message, sheet=sheet, cell=cell, fields=fields)

    def placed(self, one: Finding) -> Finding:
        """Give a finding about boxes the place of the first of them."""
        sheet, cell = self.entered.cells.get(FieldKey(*one.fields[0]), ("", "")) if one.fields else ("", "")
        return replace(one, sheet=sheet, cell=cell)

    def table(self, table: TableForms) -> Iterator[Finding]:
        """Check one table."""
        for page in table.pages:
            for block in page.shape.blocks:
                yield from self._rows(table, page, block)
        for page in table.seats:
            yield from self._seat(table, page)
        yield from self._across(table)

    def _rows(self, table: TableForms, page: Page, block: Block) -> Iterator[Finding]:
        """Check the rows of a block on their own: template checks, and names that are needed."""
        for row in self.pages[table.number, page.seat].rows[block.id]:
            boxes = [FieldKey(table.number, page.seat, block.field_id(row.row, box)) for box in block.fields]
            if not row.filled or any(key in self.entered.raw for key in boxes):
                continue  # what a line means is open until all of it can be read
            for check in block.checks:
                if evaluate_in_row(block, row, check.when):
                    yield self.say(
                        check.code,
                        self._key(table, page, block, row, check.field),
                        self._line(block, row, check.message),
                    )
            yield from self._doubtful_names(table, page, block, row)
            for box in block.fields:
                if box.type == "choice" and not box.optional and row.values[box.name] is None:
                    message = f"the line has values but no {box.label.lower()}; name it, or clear the line"
                    yield self.say(
                        "name-missing",
                        self._key(table, page, block, row, box.id),
                        self._line(block, row, message),
                    )

    def _doubtful_names(self, table: TableForms, page: Page, block: Block, row: RowScore) -> Iterator[Finding]:
        """Warn of names that nearly are on the list, and of aircraft that nobody flew."""
        seats = {other.seat for other in table.seats}
        for box in block.fields:
            name = row.values[box.name]
            if box.type != "choice" or not isinstance(name, str) or box.choices is None:
                continue
            key = FieldKey(table.number, page.seat, block.field_id(row.row, box))
            near = get_close_matches(folded(name), map(folded, box.choices.names), n=1, cutoff=0.75)
            if near and box.choices.position(name) is None and not near[0].startswith(f"{folded(name)} ("):
                message = f"“{name}” is not on the list and counts as something else; was “{near[0]}” meant?"
                yield self.say("near-miss", key, self._line(block, row, message))
            elif name in seats and not self._flies(table.number, name):
                yield self.say("near-miss", key, self._line(block, row, f"nobody flew {name} at this table"))

    def _flies(self, table: int, seat: str) -> bool:
        here = self.by_page[table, seat]
        return "seat.pilot" in here and here.get("seat.flew", 1) != 0

    def _key(self, table: TableForms, page: Page, block: Block, row: RowScore, field: str) -> FieldKey:
        box = next(box for box in block.fields if box.id == field)
        return FieldKey(table.number, page.seat, block.field_id(row.row, box))

    def _line(self, block: Block, row: RowScore, message: str) -> str:
        return (
            f"{block.title}, {row.row.label if block.of_tables else f'line {row.row.key}'}: {message}"
            if row.row.key
            else f"{block.title}: {message}"
        )

    def _seat(self, table: TableForms, page: Page) -> Iterator[Finding]:
        """Check a pilot's page as a whole: who flew, claim, ruling."""
        here = self.by_page[table.number, page.seat]
        score = self.pages[table.number, page.seat]
        at = {
            name: FieldKey(table.number, page.seat, name)
            for name in ("seat.pilot", "seat.flew", "claimed.sp", "ruling.sp", "ruling.reason")
        }
        where = f"table {table.number}, {page.seat}"
        drawn = self.drawn.get((table.number, page.seat))
        unread = any((key.table, key.seat) == (table.number, page.seat) for key in self.entered.raw)
        if here.get("seat.flew", 1) == 0:
            yield self._stayed(at, where, score, here)
        elif "seat.pilot" in here:
            who = named(str(here["seat.pilot"]), self.names)
            yield from self._pilot(at["seat.pilot"], where, str(here["seat.pilot"]), drawn)
            if not is_filled(score, here) and not unread:
                yield self.say(
                    "blank-page",
                    at["seat.pilot"],
                    f"{where}: the page of {who} is blank. Enter what is on it; a total alone goes to “as the pilot "
                    "counts”; if nobody flew, enter 0 under “flew”",
                )
            yield from self._ruling(at, where, who, score, here)
            if not unread:
                yield from self._claim(at["claimed.sp"], where, who, score, here)
        elif at["seat.pilot"] not in self.entered.raw:
            yield from self._nobody(at["seat.pilot"], where, drawn, filled=is_filled(score, here))

    def _stayed(self, at: Mapping[str, FieldKey], where: str, score: PageScore, here: Mapping[str, Value]) -> Finding:
        if has_details(score) or "claimed.sp" in here:
            message = f"{where}: 0 under “flew”, and yet the page has values; clear the 0 or the page"
            return self.say("impossible", at["seat.flew"], message)
        return self.say("did-not-fly", at["seat.pilot"], f"{where}: nobody flew this seat; it is not compared with any")

    def _pilot(self, key: FieldKey, where: str, pilot: str, drawn: str | None) -> Iterator[Finding]:
        who = named(pilot, self.names)
        if pilot not in self.playing:
            message = f"{where}: {who} does not play in this round as the event has it; scored all the same"
            yield self.say("not-playing", key, message)
        if drawn != pilot:
            was = named(drawn, self.names) if drawn else "nobody"
            yield self.say("substitute", key, f"{where}: {who} flew; {was} was drawn")

    def _ruling(
        self, at: Mapping[str, FieldKey], where: str, who: str, score: PageScore, here: Mapping[str, Value]
    ) -> Iterator[Finding]:
        points, reason = here.get("ruling.sp"), here.get("ruling.reason")
        if points is not None and reason is not None:
            message = f"{where}: ruled {points} SP for {who} instead of {_sum(score)}: {reason}"
            yield self.say("ruled", at["ruling.sp"], message)
        elif points is not None:
            message = f"{where}: the director's ruling needs a reason; enter it"
            yield self.say("ruling-reason", at["ruling.reason"], message)
        elif reason is not None:
            message = f"{where}: the director's ruling has a reason but no points; enter them"
            yield self.say("ruling-reason", at["ruling.sp"], message)

    def _nobody(self, key: FieldKey, where: str, drawn: str | None, *, filled: bool) -> Iterator[Finding]:
        if filled:
            yield self.say("unknown-player", key, f"{where}: the page has values but no pilot; choose who flew it")
        elif drawn:
            who = named(drawn, self.names)
            yield self.say(
                "blank-page",
                key,
                f"{where}: {who} was drawn and the name is gone; enter who flew, or 0 under “flew”",
            )
        else:
            yield self.say("empty-seat", key, f"{where}: nobody sits here")

    def _claim(
        self, key: FieldKey, where: str, who: str, score: PageScore, here: Mapping[str, Value]
    ) -> Iterator[Finding]:
        claimed = here.get("claimed.sp")
        if claimed is None:
            return
        if not has_details(score):
            if "ruling.sp" not in here:
                yield self.say(
                    "not-verified",
                    key,
                    f"{where}: {who} claims {claimed} SP without details; scored, not verified",
                )
        elif claimed != score.sums["computed"]:
            yield self.say(
                "claim-differs",
                key,
                f"{where}: {who} counts {claimed} SP, the lines come to {_sum(score)}. Compare the page with the "
                "paper: correct a line or the claim, or rule",
            )

    def _across(self, table: TableForms) -> Iterator[Finding]:
        """Check the limits that hold over all pages of a table."""
        claims: dict[tuple[str, str, str], list[_Claim]] = defaultdict(list)
        for page in table.seats:
            if self.by_page[table.number, page.seat].get("seat.flew", 1) == 0:
                continue
            for block in page.shape.blocks:
                for row in self.pages[table.number, page.seat].rows[block.id]:
                    for across in block.across if row.filled else ():
                        if claim := self._claimed(table, page, block, row, across):
                            claims[block.id, across.what, folded(claim.name)].append(claim)
        for (_, what, _), made in claims.items():
            limit = min(claim.limit for claim in made)
            total = sum(claim.amount for claim in made)
            if total > limit and len({claim.key.seat for claim in made}) > 1:
                parts = ", ".join(f"{claim.key.seat} line {claim.line}: {claim.amount}" for claim in made)
                yield self.say(
                    "cap-across",
                    made[0].key,
                    f"table {table.number}, {made[0].name}: {what} may come to {limit} over all pilots; claimed are "
                    f"{total} ({parts}). Settle it at the table, or rule on every pilot named",
                    [claim.key for claim in made[1:]],
                )

    def _claimed(self, table: TableForms, page: Page, block: Block, row: RowScore, across: Across) -> _Claim | None:
        name = row.values[across.key]
        if not name or (across.unless and evaluate_in_row(block, row, across.unless)):
            return None
        amount, limit = (_number(evaluate_in_row(block, row, rule)) for rule in (across.sum, across.limit))
        if not amount:
            return None
        return _Claim(str(name), self._key(table, page, block, row, across.key), row.row.key, amount, limit)

    def seated_twice(self, forms: RoundForms) -> Iterator[Finding]:
        """Find players who sit on two seats of the round."""
        seats: dict[str, list[FieldKey]] = defaultdict(list)
        for table in forms.tables:
            for page in table.seats:
                here = self.by_page[table.number, page.seat]
                if "seat.pilot" in here and here.get("seat.flew", 1) != 0:
                    seats[str(here["seat.pilot"])].append(FieldKey(table.number, page.seat, "seat.pilot"))
        for player, keys in seats.items():
            if len(keys) > 1:
                places = " and ".join(f"table {key.table}, {key.seat}" for key in keys)
                yield self.say(
                    "seat-twice",
                    keys[-1],
                    f"{named(player, self.names)} sits at {places}; enter who really flew each",
                    keys,
                )


@dataclass(frozen=True)
class _Claim:
    """What one line takes of a limit that holds across pages."""

    name: str
    key: FieldKey
    line: str
    amount: int | Fraction
    limit: int | Fraction


def _sum(score: PageScore) -> str:
    return f"{score.sums['computed']} SP" if has_details(score) else "no details"


def _number(value: Value) -> int | Fraction:
    return 0 if isinstance(value, str) else value
