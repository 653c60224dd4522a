"""Checks of a round: each line, each seat's page as a whole, the order of players over a target, and the seating."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from itertools import takewhile

from sheetscore.event.identity import folded
from sheetscore.findings import Finding
from sheetscore.forms.block import Block, Check
from sheetscore.forms.choices import Choices
from sheetscore.forms.evaluation import evaluate_in_row
from sheetscore.forms.form import CheckedPage, FieldKey, Page, RowScore
from sheetscore.forms.round_forms import TableForms
from sheetscore.forms.values import YES_OR_NO
from sheetscore.reading.checking import Checking
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.limits import limits_checked
from sheetscore.reading.sitting import check_sitting
from sheetscore.sheets.headings import table_sheet
from sheetscore.systems.context import RoundContext
from sheetscore.systems.system import E, System
from sheetscore.wording import first_few, join_words
from sheetscore.workbooks.typed import half_width

SETTLED_BY_RULINGS = frozenset(
    {"claim-differs", "no-effect", "destroyed-differs", "name-missing", "name-open", "impossible"}
)
"""Codes of findings that become notes if all their seats have rulings; `limits.py` does this for its own findings."""


def check_round(system: System[E], context: RoundContext[E], entered: ReadEntries) -> list[Finding]:
    """Find all mistakes that involve several boxes.

    Parameters
    ----------
    entered
        The data read from the sheets; its entries are the entries of the round.
    """
    round_ = Checking(context, entered)
    found = [one for table in context.forms.tables for one in _table(round_, table)]
    reported = [*check_sitting(system, context), *system.check_entries(context)]
    # left out are findings that rest on an unreadable box, warnings and notes that rest on a lost one, and findings
    # about pages that were not found, since their loss is reported already
    lost = {key for one in entered.findings if one.code == "structure" for key in one.fields}
    reported = [one for one in reported if not _is_of_lost_pages(one, lost, entered)]
    found += [
        round_.placed(one)
        for one in reported
        if not {*one.fields, *one.rests_on} & (entered.raw.keys() if one.is_error else entered.raw.keys() | lost)
    ]
    return [_settled(round_, one) for one in found]


def _is_of_lost_pages(one: Finding, lost: Collection[tuple[int, str, str]], entered: ReadEntries) -> bool:
    """Return whether none of the boxes that a finding is about was found, and all their pages are reported as lost."""
    unseen = (FieldKey(*box) not in entered.cells and (box[0], box[1], "") in lost for box in one.fields)
    return bool(one.fields) and all(unseen)


def _table(round_: Checking, table: TableForms) -> Iterator[Finding]:
    """Check one table."""
    for page in table.pages:
        for block in page.form.blocks:
            yield from _lines_checked(round_, table, page, block)
    for page in table.seats:
        yield from _page_checked(round_, table, page)
    yield from _order_checked(round_, table)
    yield from limits_checked(round_, table)


def _settled(round_: Checking, one: Finding) -> Finding:
    """Turn a finding into a note if there is a ruling on everybody concerned."""
    return round_.settled(one) if one.code in SETTLED_BY_RULINGS and one.seats and one.seats <= round_.ruled else one


def _lines_checked(round_: Checking, table: TableForms, page: Page, block: Block) -> Iterator[Finding]:
    """Check the rows of a block one by one: template checks, and required names."""
    rows = round_.each_alone[table.number, page.seat].rows[block.id]
    for row in rows:
        boxes = [FieldKey(table.number, page.seat, block.field_id(row.row, box)) for box in block.fields]
        if not row.filled or any(key in round_.entered.raw for key in boxes):
            continue  # a line has no meaning until all of it can be read
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
            elif row.values[box.name] is None and box.is_open_when_blank:
                message = (
                    f"the line is scored, and there are several it may be for; enter the {box.plain_label.lower()}"
                )
                yield round_.say(
                    "name-open", round_.key(table, page, block, row, box.id), _on_line(block, row, message)
                )


def _since(block: Block, rows: Sequence[RowScore], row: RowScore, check: Check) -> RowScore | None:
    """Return the topmost line above with the same name that meets the ``since`` rule: it causes this line's mistake."""
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
    """Warn of names that are not on the box's list: misspelt, or on another list; and of aircraft that nobody flew."""
    seats = {other.seat for other in table.seats}
    for box in block.fields:
        name = row.values[box.name]
        if box.type != "choice" or not isinstance(name, str) or box.choices is None:
            continue
        key = FieldKey(table.number, page.seat, block.field_id(row.row, box))
        if box.open and folded(box.choices.unmarked(name)) in round_.gone:
            yield round_.say(OFF_LIST, key, _on_line(block, row, _off_list(name, box.choices)))
            continue
        doubt = _doubt(name, box.choices)
        if doubt is None and name in seats and round_.sitting(table.number, name) is None:
            doubt = f"nobody flew {name} at this table"
        if doubt:
            yield round_.say("near-miss", key, _on_line(block, row, doubt))


OFF_LIST = "off-list"
"""The code of the finding about a name that was on a list when the sheets were printed, and no longer is."""

_SHOWN = 6
"""The most names of a list in a message; others are counted."""


def _off_list(name: str, choices: Choices) -> str:
    names = choices.names[: len(choices.names) - choices.others] or choices.names  # extra choices are last
    now = join_words(first_few(names, _SHOWN)) if names else "nothing"
    return (
        f"“{name}” was on a list of these sheets when they were printed, and is on none now: this one has {now}. If "
        "the event calls it otherwise now, choose the new name here: it counts as something else until then"
    )


def _doubt(name: str, choices: Choices) -> str | None:
    """Return what is doubtful about a name that is not on a list; None if nothing is, or the name is on it."""
    if choices.position(name) is not None:
        return None
    plain = choices.unmarked(name)
    marked = choices.position(plain)
    if marked is not None:
        return f"“{name}” counts as something else: the list has “{choices.names[marked]}”, which is not so marked"
    elsewhere = {folded(other): what for other, what in choices.elsewhere.items()}
    if folded(plain) in elsewhere:
        what = elsewhere[folded(plain)]
        return f"“{plain}” is {what} and not on this list; here it counts as something that was written in"
    near = get_close_matches(folded(plain), map(folded, choices.names), n=1, cutoff=0.75)
    if near and not near[0].startswith(f"{folded(plain)} ("):
        return f"“{name}” is not on the list and counts as something else; was “{near[0]}” meant?"
    if choices.no_names and _is_no_name(plain, choices):
        return f"“{name}” names nothing on the ground and counts as something else; enter which target it was"
    return None


def _is_no_name(name: str, choices: Choices) -> bool:
    """Return whether a written text is probably no name: a tick, a number, full-width letters."""
    words = map(folded, (*choices.no_names, *YES_OR_NO))
    return folded(name) in words or not any(map(str.isalpha, name)) or half_width(name) != name


def _on_line(block: Block, row: RowScore, message: str) -> str:
    """Return a message with the name of its line in front: ``Claims, line 3: ...``."""
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
        score=round_.each_alone[at],
        unread={key.field for key in round_.entered.raw if (key.table, key.seat) == at},
        drawn=round_.drawn.get(at),
        names=round_.names,
        playing=round_.playing,
    )
    yield from (round_.placed(one, table_sheet(table.number)) for one in page.form.kind.check(checked))


def _order_checked(round_: Checking, table: TableForms) -> Iterator[Finding]:
    """Find pages that come after themselves by the director's rulings on the order, directly or through others."""
    for page in table.seats:
        came_after = page.form.kind.came_after(round_.by_page[table.number, page.seat])
        if came_after and page.form.kind.ruling and page.seat not in round_.before[table.number]:
            key = FieldKey(table.number, page.seat, page.form.kind.ruling.after)
            message = f"table {table.number}, {page.seat}: it cannot have come after {came_after}"
            why = "its own page" if came_after == page.seat else "which came after it by what other pages say"
            yield round_.say("impossible", key, f"{message}, {why}. Clear the box on the page that came first")
