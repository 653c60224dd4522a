"""Checks of a round: each line on its own, each seat's page as a whole, all pages of a table, who sits where.

Over several pages there are limits, what comes too late once one is reached, and what must fit together. A ruling takes
a page out of the sum: a finding is settled once somebody whom it names has one, and the pages without any keep the
limit among themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.expressions import Expression
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.block import Across, After, Agree, Block, Check, Choices
from sheetscore.forms.evaluation import evaluate_in_row
from sheetscore.forms.form import CheckedPage, FieldKey, Page, RowScore, entries_by_page
from sheetscore.forms.round_forms import TableForms
from sheetscore.forms.values import YES_OR_NO
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.sitting import check_sitting
from sheetscore.sheets.headings import table_sheet
from sheetscore.systems.at_hand import RoundAtHand
from sheetscore.systems.system import E, System
from sheetscore.workbooks.typed import half_width

SETTLED_BY_RULINGS = frozenset({"claim-differs", "no-effect", "destroyed-differs", "name-missing", "impossible"})
"""What rulings turn into a note, on all the seats concerned; limits over several pages look after theirs."""

_Thing = tuple[str, str, str]
"""Whose, what is counted, the folded name: what a limit holds for."""


class Checking(Struct, dict=True):
    """What the checks of a round look at."""

    at_hand: RoundAtHand[Event]
    entered: ReadEntries

    def __post_init__(self) -> None:
        event, draw = self.at_hand.event, self.at_hand.draw
        self.forms = self.at_hand.forms
        self.pages = self.at_hand.pages
        self.names = event.names
        self.playing = event.entrants(draw.round)
        self.drawn = {(table, seat): player for table, seat, player in draw.places()}
        self.by_page = entries_by_page(self.entered.entries)
        self.ruled = {at for at, page in self.forms.pages.items() if page.form.kind.is_ruled(self.by_page[at])}

    def say(self, code: str, key: FieldKey, message: str, others: Sequence[FieldKey] = ()) -> Finding:
        """Make a finding at a box."""
        sheet, cell = self.entered.cells.get(key, (table_sheet(key.table), ""))
        fields = tuple(dict.fromkeys((key, *others)))
        return finding(code, message, sheet=sheet, cell=cell, fields=fields)

    def placed(self, one: Finding, elsewhere: str = "") -> Finding:
        """Return a finding about boxes the place of the first of them.

        Parameters
        ----------
        elsewhere
            The sheet where that was not found.
        """
        found = (self.entered.cells.get(FieldKey(*box)) for box in one.fields[:1])
        sheet, cell = next(found, None) or (elsewhere, "")
        return replace(one, sheet=sheet, cell=cell)

    def key(self, table: TableForms, page: Page, block: Block, row: RowScore, field: str) -> FieldKey:
        """Name a box of a line."""
        box = next(box for box in block.fields if box.id == field)
        return FieldKey(table.number, page.seat, block.field_id(row.row, box))

    def settled(self, one: Finding) -> Finding:
        """Make a note of a finding that rulings have settled."""
        return replace(one, severity=Severity.NOTE, message=f"settled by a ruling: {one.message}")

    def sitting(self, table: int, seat: str) -> str | None:
        """Return the id of whoever sits on a seat and plays."""
        return self.forms.pages[table, seat].form.kind.sitting(self.by_page[table, seat])


def check_round(system: System[E], at_hand: RoundAtHand[E], entered: ReadEntries) -> list[Finding]:
    """Find everything that is wrong between the boxes.

    Parameters
    ----------
    entered
        What was read from the sheets; its entries are those of the round at hand.
    """
    round_ = Checking(at_hand, entered)
    found = [one for table in at_hand.forms.tables for one in _table(round_, table)]
    told = [*check_sitting(system, at_hand), *system.check_entries(at_hand)]
    found += [round_.placed(one) for one in told if not {*one.fields, *one.rests_on} & entered.raw.keys()]
    return [_settled(round_, one) for one in found]


def _table(round_: Checking, table: TableForms) -> Iterator[Finding]:
    """Check one table."""
    for page in table.pages:
        for block in page.form.blocks:
            yield from _lines_checked(round_, table, page, block)
    for page in table.seats:
        yield from _page_checked(round_, table, page)
    yield from _limits_checked(round_, table)


def _settled(round_: Checking, one: Finding) -> Finding:
    """Turn a finding into a note where there is a ruling on everybody whom it concerns."""
    return round_.settled(one) if one.code in SETTLED_BY_RULINGS and one.seats and one.seats <= round_.ruled else one


def _lines_checked(round_: Checking, table: TableForms, page: Page, block: Block) -> Iterator[Finding]:
    """Check the rows of a block on their own: template checks, and names that are needed."""
    rows = round_.pages[table.number, page.seat].rows[block.id]
    for row in rows:
        boxes = [FieldKey(table.number, page.seat, block.field_id(row.row, box)) for box in block.fields]
        if not row.filled or any(key in round_.entered.raw for key in boxes):
            continue  # what a line means is open until all of it can be read
        for check in block.checks:
            if evaluate_in_row(block, row, check.when):
                above = _since(block, rows, row, check)
                yield round_.say(
                    check.code,
                    round_.key(table, page, block, row, check.field),
                    _on_line(
                        block, row, check.message.replace("{line}", f"line {above.row.key}" if above else "a line")
                    ),
                    [round_.key(table, page, block, above, check.field)] if above else (),
                )
        yield from _doubtful_names(round_, table, page, block, row)
        for box in block.fields:
            if box.type == "choice" and not box.optional and row.values[box.name] is None:
                message = f"the line has values but no {box.plain_label.lower()}; name it, or clear the line"
                yield round_.say(
                    "name-missing",
                    round_.key(table, page, block, row, box.id),
                    _on_line(block, row, message),
                )


def _since(block: Block, rows: Sequence[RowScore], row: RowScore, check: Check) -> RowScore | None:
    """Find the first line above that the mistake of a line comes of."""
    since = check.since
    if since is None:
        return None
    name = folded(str(row.values[since.key]))
    return next(
        (
            above
            for above in takewhile(lambda above: above is not row, rows)
            if folded(str(above.values[since.key])) == name and evaluate_in_row(block, above, since.rule)
        ),
        None,
    )


def _doubtful_names(round_: Checking, table: TableForms, page: Page, block: Block, row: RowScore) -> Iterator[Finding]:
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
            yield round_.say("near-miss", key, _on_line(block, row, message))
        elif box.choices.no_names and box.choices.position(name) is None and _is_no_name(name, box.choices):
            message = f"“{name}” names nothing on the ground and counts as something else; enter which target it was"
            yield round_.say("near-miss", key, _on_line(block, row, message))
        elif name in seats and round_.sitting(table.number, name) is None:
            yield round_.say("near-miss", key, _on_line(block, row, f"nobody flew {name} at this table"))


def _is_no_name(name: str, choices: Choices) -> bool:
    """Tell whether what was written in is hardly what a thing is called: a sign for yes, a number, wide letters."""
    words = map(folded, (*choices.no_names, *YES_OR_NO))
    return folded(name) in words or not any(map(str.isalpha, name)) or half_width(name) != name


def _on_line(block: Block, row: RowScore, message: str) -> str:
    """Say which line a message is about."""
    if not row.row.key:
        return f"{block.title}: {message}"
    return f"{block.title}, {row.row.label if block.of_tables else f'line {row.row.key}'}: {message}"


def _page_checked(round_: Checking, table: TableForms, page: Page) -> Iterator[Finding]:
    """Check a seat's page as a whole."""
    at = table.number, page.seat
    checked = CheckedPage(
        table=table.number,
        page=page,
        entries=round_.by_page[at],
        score=round_.pages[at],
        unread={key.field for key in round_.entered.raw if (key.table, key.seat) == at},
        drawn=round_.drawn.get(at),
        names=round_.names,
        playing=round_.playing,
    )
    yield from (round_.placed(one, table_sheet(table.number)) for one in page.form.kind.check(checked))


class _Line(Struct, frozen=True):
    """A filled line of somebody who flew."""

    page: Page
    block: Block
    row: RowScore

    @property
    def place(self) -> str:
        """Say where it is."""
        return f"{self.page.seat}, {self.block.title} line {self.row.row.key}"

    def name(self, key: str) -> str:
        """Return what it is about; nothing where that is blank."""
        return str(self.row.values[key] or "")

    def amount(self, rule: Expression) -> int | Fraction:
        """Work out a rule about it."""
        value = evaluate_in_row(self.block, self.row, rule)
        return 0 if isinstance(value, str) else value


class _Claim(Struct, frozen=True):
    """What one line takes of a limit that holds across pages."""

    line: _Line
    across: Across
    amount: int | Fraction
    limit: int | Fraction
    exempt: bool
    """Whether it is counted and takes nothing of the limit."""

    @property
    def name(self) -> str:
        """What it is claimed on."""
        return self.line.name(self.across.key)

    @property
    def thing(self) -> _Thing:
        """What it adds to: what all blocks of a force count alike, or what the block adds up for itself."""
        if self.across.counts:
            return self.line.page.form.force, self.across.counts, folded(self.name)
        return self.line.block.id, self.across.what, folded(self.name)


_Claims = Mapping[_Thing, Sequence[_Claim]]


def _limits_checked(round_: Checking, table: TableForms) -> Iterator[Finding]:
    """Check the limits that hold over all pages of a table, and ask what came first where that decides."""
    lines = list(_lines(round_, table))
    claims: dict[_Thing, list[_Claim]] = defaultdict(list)
    for claim in _claimed(lines):
        claims[claim.thing].append(claim)
    limited = {thing: [claim for claim in made if not claim.exempt] for thing, made in claims.items()}
    yield from _over_limit(round_, table, limited)
    yield from _order_unknown(round_, table, lines, limited)
    if not _unread(round_, table):
        yield from _disagreeing(round_, table, lines, claims)


def _lines(round_: Checking, table: TableForms) -> Iterator[_Line]:
    """Go through the filled lines of all who flew."""
    for page in table.seats:
        if page.form.kind.stays_empty(round_.by_page[table.number, page.seat]):
            continue
        for block in page.form.blocks:
            for row in round_.pages[table.number, page.seat].rows[block.id]:
                if row.filled:
                    yield _Line(page, block, row)


def _claimed(lines: Iterable[_Line]) -> Iterator[_Claim]:
    for line in lines:
        for across in line.block.across:
            if line.name(across.key) and (amount := line.amount(across.sum)):
                exempt = across.unless is not None and bool(line.amount(across.unless))
                yield _Claim(line, across, amount, line.amount(across.limit), exempt)


def _over_limit(round_: Checking, table: TableForms, claims: _Claims) -> Iterator[Finding]:
    for made in claims.values():
        limit = min((claim.limit for claim in made), default=0)
        if _total(made) > limit:
            found = round_.say(
                "cap-across",
                _key(round_, table, made[0]),
                f"table {table.number}, {made[0].name}: {made[0].across.what} may come to {limit} over all pilots; "
                f"claimed are {_total(made)} ({_places(made)}). Settle it at the table, or rule: who has a "
                "ruling drops out of the sum",
                [_key(round_, table, claim) for claim in made[1:]],
            )
            rest = _without_ruling(round_, table, made)
            yield round_.settled(found) if len(rest) < len(made) and _total(rest) <= limit else found


def _order_unknown(round_: Checking, table: TableForms, lines: Sequence[_Line], claims: _Claims) -> Iterator[Finding]:
    """Ask about lines that may have come after others had reached the limit: once for each page and name."""
    asked: dict[tuple[str, str, After], list[_Line]] = defaultdict(list)
    for line in lines:
        for after in line.block.after:
            if _may_be_late(line, after, _others(claims, line, after)):
                asked[line.page.seat, folded(line.name(after.key)), after].append(line)
    for (seat, _, after), late in asked.items():
        first = late[0]
        others = _others(claims, first, after)
        keys = [round_.key(table, line.page, line.block, line.row, after.key) for line in late]
        at = " and ".join(f"line {line.row.row.key}" for line in late)
        found = round_.say(
            "order-unknown",
            keys[0],
            f"table {table.number}, {first.name(after.key)}: {_listed(others)}; and {seat}, {first.block.title}, {at}. "
            f"{after.message}. It is scored unless a ruling on {seat} says otherwise",
            [*keys[1:], *(_key(round_, table, claim) for claim in others)],
        )
        rest = _without_ruling(round_, table, others)
        ruled = (table.number, seat) in round_.ruled
        yield round_.settled(found) if ruled or not any(_may_be_late(line, after, rest) for line in late) else found


def _others(claims: _Claims, line: _Line, after: After) -> list[_Claim]:
    """Return what other pages, and other forms of this page, count for the name of a line."""
    force, name = line.page.form.force, folded(line.name(after.key))
    own = line.page.seat, line.block.form
    return [
        claim
        for counts in (after.counts, after.ended_by)
        for claim in claims.get((force, counts, name), ())
        if (claim.line.page.seat, claim.line.block.form) != own
    ]


def _may_be_late(line: _Line, after: After, others: Sequence[_Claim]) -> bool:
    """Tell whether all was over before a line if all others came first."""
    if not others or not line.amount(after.when):
        return False
    counted = [claim for claim in others if claim.across.counts == after.counts]
    limit = min([line.amount(after.limit), *(claim.limit for claim in counted)])
    return len(counted) < len(others) or line.amount(after.before) + _total(counted) >= limit


def _disagreeing(round_: Checking, table: TableForms, lines: Iterable[_Line], claims: _Claims) -> Iterator[Finding]:
    """Compare what pages count and what they claim of one thing; only blocks that can claim it are asked to."""
    things: dict[tuple[str, str, str, str], list[tuple[_Line, Agree]]] = defaultdict(list)
    for line in lines:
        for agree in line.block.agree:
            if name := folded(line.name(agree.key)):
                things[line.page.form.force, agree.counts, agree.claims, name].append((line, agree))
    for (force, counts, claim, name), about in things.items():
        counted, claimed = (claims.get((force, what, name), ()) for what in (counts, claim))
        enough = min(line.amount(agree.enough) for line, agree in about)
        unfounded = [made for made in claimed if made.line.block.agree]
        unclaimed = [made for made in counted if made.line.block.agree and not claimed]
        first, agree = about[0]
        if unfounded and _total(counted) < enough:
            message, made = agree.unfounded, [*unfounded, *counted]
        elif unclaimed and _total(made for made in counted if not made.exempt) >= enough:
            message, made = agree.unclaimed, [*unclaimed, *(made for made in counted if made not in unclaimed)]
        else:
            continue
        keys = [_key(round_, table, one) for one in made]
        text = f"table {table.number}, {first.name(agree.key)}: {_listed(made)}. {message}"
        yield round_.say("destroyed-differs", keys[0], text, keys[1:])


def _unread(round_: Checking, table: TableForms) -> bool:
    """Tell whether a box cannot be read on a line that counts: what all pages come to is open then."""
    page_forms = {page.seat: page.form for page in table.seats}
    return any(
        key.table == table.number and key.seat in page_forms and page_forms[key.seat].fields[key.field][0].across
        for key in round_.entered.raw
    )


def _without_ruling(round_: Checking, table: TableForms, claims: Iterable[_Claim]) -> list[_Claim]:
    return [claim for claim in claims if (table.number, claim.line.page.seat) not in round_.ruled]


def _total(claims: Iterable[_Claim]) -> int | Fraction:
    return sum((claim.amount for claim in claims), 0)


def _key(round_: Checking, table: TableForms, claim: _Claim) -> FieldKey:
    return round_.key(table, claim.line.page, claim.line.block, claim.line.row, claim.across.key)


def _places(claims: Iterable[_Claim]) -> str:
    return "; ".join(f"{claim.line.place}: {claim.amount}" for claim in claims)


def _listed(claims: Iterable[_Claim]) -> str:
    """Say what is claimed where, each kind of claim once."""
    kinds: dict[str, list[_Claim]] = defaultdict(list)
    for claim in claims:
        kinds[claim.across.what].append(claim)
    return "; ".join(f"{what} ({_places(made)})" for what, made in kinds.items())
