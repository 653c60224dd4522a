"""Limits over all pages of a table: claims beyond a limit, lines that come too late, counts that must fit together.

A ruling on the points takes a page out of the sum: a finding is settled once one of its players has such a ruling, and
the other pages together stay within the limit. By a ruling on the order, the excess of a later page counts nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.expressions import Expression
from sheetscore.findings import Finding, Severity
from sheetscore.forms.block import Block
from sheetscore.forms.claims import claims_of
from sheetscore.forms.evaluation import evaluate_in_row
from sheetscore.forms.form import FieldKey, Page, RowScore
from sheetscore.forms.limits import Across, AfterLimit, Agree, LimitScope
from sheetscore.forms.round_forms import TableForms
from sheetscore.reading.checking import Checking
from sheetscore.wording import join_words


class _Line(Struct, frozen=True):
    """A filled line of a player who flew."""

    page: Page
    block: Block
    row: RowScore
    """The score of the line on its own page."""
    counted: RowScore
    """The score of the line after the claims of earlier players."""

    @property
    def place(self) -> str:
        """The place of the line, in words."""
        return f"{self.page.seat}, {self.block.title} line {self.row.row.key}"

    def name(self, key: str) -> str:
        """Return the name of the line's target; empty if its box is blank."""
        return str(self.row.values[key] or "")

    def limit_scope(self, key: str, counts: str) -> LimitScope:
        """Return the scope of a count on the target in the box ``key``, over all blocks of the page's force."""
        return self.page.form.force, counts, self.block.folded(key, self.name(key))

    def amount(self, rule: Expression) -> int | Fraction:
        """Return the value of a rule for the counted line; 0 for a text."""
        value = evaluate_in_row(self.block, self.counted, rule)
        return 0 if isinstance(value, str) else value


class _Claim(Struct, frozen=True):
    """The amount that a line claims of a limit for all pages of a table."""

    line: _Line
    across: Across
    scope: LimitScope
    claimed: int | Fraction
    """The amount on the page."""
    amount: int | Fraction
    """The amount that counts after the claims of earlier players."""
    limit: int | Fraction
    exempt: bool
    """Whether the claim counts without using up the limit."""

    @property
    def name(self) -> str:
        """The name of the target."""
        return self.line.name(self.across.key)


_Claims = Mapping[LimitScope, Sequence[_Claim]]


def limits_checked(round_: Checking, table: TableForms) -> Iterator[Finding]:
    """Find lines beyond the limits of a table; ask for the order of players if it decides whose lines count."""
    lines = list(_lines(round_, table))
    claims: dict[LimitScope, list[_Claim]] = defaultdict(list)
    for claim in _claimed(round_, table, lines):
        claims[claim.scope].append(claim)
    limited = {scope: [claim for claim in made if not claim.exempt] for scope, made in claims.items()}
    yield from _over_limit(round_, table, limited)
    yield from _too_late(round_, table, lines)
    yield from _order_unknown(round_, table, lines, limited)
    if not _unread(round_, table):
        yield from _disagreeing(round_, table, lines, claims)


def _flew(round_: Checking, table: TableForms) -> Iterator[Page]:
    for page in table.seats:
        if not page.form.kind.stays_empty(round_.by_page[table.number, page.seat]):
            yield page


def _lines(round_: Checking, table: TableForms) -> Iterator[_Line]:
    """Yield the filled lines of all who flew."""
    for page in _flew(round_, table):
        at = table.number, page.seat
        for block in page.form.blocks:
            for row, counted in zip(round_.each_alone[at].rows[block.id], round_.pages[at].rows[block.id], strict=True):
                if row.filled:
                    yield _Line(page, block, row, counted)


def _claimed(round_: Checking, table: TableForms, lines: Iterable[_Line]) -> Iterator[_Claim]:
    """Yield the claims of lines, with the amounts that count."""
    found = {(line.page.seat, line.block.id, line.row.row.key): line for line in lines}
    for page in _flew(round_, table):
        for claim in claims_of(page.form, round_.each_alone[table.number, page.seat]):
            line, across = found[page.seat, claim.block.id, claim.row.row.key], claim.across
            counts, limit = line.amount(across.sum), line.amount(across.limit)
            yield _Claim(line, across, claim.scope, claim.amount, counts, limit, claim.exempt)


def _over_limit(round_: Checking, table: TableForms, claims: _Claims) -> Iterator[Finding]:
    """Find limits that claims exceed: errors; warnings if the director's order settles them; notes if rulings do."""
    for made in claims.values():
        limit = min((claim.limit for claim in made), default=0)
        claimed = sum(claim.claimed for claim in made)
        if claimed <= limit:
            continue
        rest = _without_ruling(round_, table, made)
        later = [claim for claim in rest if claim.amount < claim.claimed]
        open_, settled = _total(rest) > limit, not later
        found = round_.say(
            "cap-across",
            _key(round_, table, made[0]),
            f"table {table.number}, {made[0].name}: {made[0].across.what} may come to {limit} over all pilots; "
            f"claimed are {claimed} ({_places(made)}). {_way_out(made) if open_ else _of_later(round_, table, later)}",
            [_key(round_, table, claim) for claim in made[1:]],
        )
        if open_:
            yield found
        else:
            yield round_.settled(found) if settled else replace(found, severity=Severity.WARNING)


def _way_out(made: Sequence[_Claim]) -> str:
    """Return advice about an exceeded limit."""
    forms = [claim.line.page.form for claim in made]
    boxes = [form.fields[form.kind.ruling.after][2] for form in forms if form.kind.ruling and _may_be_ordered(made)]
    order = ""
    if boxes:
        order = (
            f", or choose under “{boxes[0].plain_label}”, on the page of whoever came later, the seat that came "
            "before: what is too much there then counts nothing"
        )
    return f"Settle it at the table{order}, or rule: who has a ruling drops out of the sum"


def _may_be_ordered(made: Sequence[_Claim]) -> bool:
    """Return whether there are several pages, all can say which came later, and their limit depends on it."""
    forms = [claim.line.page.form for claim in made]
    boxes = all(form.kind.ruling is not None and form.kind.ruling.after in form.fields for form in forms)
    return boxes and len({claim.line.page.seat for claim in made}) > 1 and all(one.across.earlier for one in made)


def _of_later(round_: Checking, table: TableForms, later: Sequence[_Claim]) -> str:
    """Return words about the parts of later players' claims that count."""
    counts: dict[str, list[_Claim]] = defaultdict(list)
    for claim in later:
        counts[claim.line.page.seat].append(claim)
    reported = [
        f"{seat} came after {round_.before[table.number][seat][0]}, and counts {_total(made)} of its "
        f"{sum(claim.claimed for claim in made)}"
        for seat, made in counts.items()
    ]
    return f"By the director's word {'; '.join(reported)}" if reported else "The rest keeps it"


def _too_late(round_: Checking, table: TableForms, lines: Iterable[_Line]) -> Iterator[Finding]:
    """Report lines that by the director's ruling came after the end of their target."""
    for line in lines:
        before = round_.before[table.number].get(line.page.seat, ())
        for after in line.block.after:
            if before and evaluate_in_row(line.block, line.row, after.when) and not line.amount(after.when):
                message = (
                    f"table {table.number}, {line.name(after.key)}: {line.place}: {line.page.seat} came after "
                    f"{join_words(before)} by the director's word, and it was destroyed by then: the line scores "
                    f"nothing"
                )
                key = round_.key(table, line.page, line.block, line.row, after.key)
                yield round_.say("no-effect", key, message)


def _order_unknown(round_: Checking, table: TableForms, lines: Sequence[_Line], claims: _Claims) -> Iterator[Finding]:
    """Ask about lines that may have come after others had reached the limit: once for each page and name."""
    asked: dict[tuple[str, LimitScope, AfterLimit], list[_Line]] = defaultdict(list)
    before = round_.before[table.number]
    for line in lines:
        for after in line.block.after:
            if _may_be_late(line, after, _others(before, claims, line, after)):
                asked[line.page.seat, line.limit_scope(after.key, after.counts), after].append(line)
    for (seat, _, after), late in asked.items():
        first = late[0]
        others = _others(before, claims, first, after)
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


def _others(before: Mapping[str, Sequence[str]], claims: _Claims, line: _Line, after: AfterLimit) -> list[_Claim]:
    """Return the claims on a line's target, of other pages or forms, that no ruling puts before or after the line."""
    seat, own = line.page.seat, (line.page.seat, line.block.form)
    found = [
        claim
        for counts in (after.counts, after.ended_by)
        for claim in claims.get(line.limit_scope(after.key, counts), ())
        if (claim.line.page.seat, claim.line.block.form) != own
    ]
    ordered = {*before.get(seat, ()), *(other for other, earlier in before.items() if seat in earlier)}
    heeded = ordered if after.earlier else set()  # a rule without a name for earlier counts ignores the order
    return [claim for claim in found if claim.line.page.seat not in heeded]


def _may_be_late(line: _Line, after: AfterLimit, others: Sequence[_Claim]) -> bool:
    """Return whether a line would score nothing if all the others came first: the target would have been destroyed."""
    if not others or not line.amount(after.when):
        return False
    counted = [claim for claim in others if claim.across.counts == after.counts]
    limit = min([line.amount(after.limit), *(claim.limit for claim in counted)])
    # a claim that is not counted has ended the target by itself (``ended_by``)
    return len(counted) < len(others) or line.amount(after.before) + _total(counted) >= limit


def _disagreeing(round_: Checking, table: TableForms, lines: Iterable[_Line], claims: _Claims) -> Iterator[Finding]:
    """Find targets about which the counts and the claims of pages disagree, for blocks that compare the two."""
    both_scopes: dict[tuple[LimitScope, LimitScope], list[tuple[_Line, Agree]]] = defaultdict(list)
    for line in lines:
        for agree in line.block.agree:
            if line.name(agree.key):
                both = line.limit_scope(agree.key, agree.counts), line.limit_scope(agree.key, agree.claims)
                both_scopes[both].append((line, agree))
    for (count, claim), about in both_scopes.items():
        counted, claimed = claims.get(count, ()), claims.get(claim, ())
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
    """Return whether a box that may count towards a limit cannot be read: the sum of all pages is unknown then."""
    page_forms = {page.seat: page.form for page in table.seats}
    return any(
        key.table == table.number and key.seat in page_forms and page_forms[key.seat].fields[key.field][0].across
        for key in round_.entered.raw
    )


def _without_ruling(round_: Checking, table: TableForms, claims: Iterable[_Claim]) -> list[_Claim]:
    return [claim for claim in claims if (table.number, claim.line.page.seat) not in round_.ruled]


def _total(claims: Iterable[_Claim]) -> int | Fraction:
    """Add up the amounts that count."""
    return sum((claim.amount for claim in claims), 0)


def _key(round_: Checking, table: TableForms, claim: _Claim) -> FieldKey:
    return round_.key(table, claim.line.page, claim.line.block, claim.line.row, claim.across.key)


def _places(claims: Iterable[_Claim]) -> str:
    return "; ".join(f"{claim.line.place}: {claim.claimed}" for claim in claims)


def _listed(claims: Iterable[_Claim]) -> str:
    """List the claims with their places, each kind of claim once."""
    kinds: dict[str, list[_Claim]] = defaultdict(list)
    for claim in claims:
        kinds[claim.across.what].append(claim)
    return "; ".join(f"{what} ({_places(made)})" for what, made in kinds.items())
