"""What the rows of a page are worth, exactly, from the values entered: the Python side of every form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sheetscore.expressions import Expression, evaluate
from sheetscore.forms.block import Block, Row, Show
from sheetscore.forms.form import Entries, PageEntries, PageForm, PageScore, RowScore, Value, entries_by_page
from sheetscore.forms.round_forms import RoundForms, TableForms


class _RowScope:
    """What an expression sees from one row: its boxes and steps, the rows above, the form's other blocks."""

    def __init__(
        self,
        block: Block,
        values: Mapping[str, Value | None],
        above: Sequence[_RowScope],
        form: Mapping[str, Sequence[_RowScope]],
    ) -> None:
        self.block = block
        self.values = dict(values)
        self.rows_above = above
        self.form = form

    def value(self, name: str) -> Value | None:
        return self.values[name]

    def item(self, name: str, number: int) -> Value | None:
        return self.values[f"{name}[{number}]"]

    def attribute(self, name: str, attribute: str) -> Value | None:
        choices = next(box.choices for box in self.block.fields if box.id == name)
        return choices.attribute(str(self.values[name]), attribute) if choices else None

    def setting(self, name: str) -> Value:
        return self.block.settings[name]

    def previous(self, name: str) -> Value | None:
        return self.rows_above[-1].values[name] if self.rows_above else None

    def above(self, name: str) -> Sequence[Value | None]:
        return [scope.values[name] for scope in self.rows_above]

    def column(self, block: str, name: str) -> Sequence[Value | None]:
        return [scope.values[name] for scope in self.form[block]]


class _SumScope(_RowScope):
    """What a page's sums see: what the whole page comes to, and the sums before."""

    def __init__(self, values: Mapping[str, Value | None]) -> None:
        self.values = dict(values)


def _row_values(block: Block, row: Row, entries: PageEntries) -> tuple[dict[str, Value | None], bool]:
    """Gather a row's values, None for a blank, and tell whether any was entered.

    A blank choice means the only one there is.
    """
    values: dict[str, Value | None] = {box.name: entries.get(block.field_id(row, box)) for box in block.fields}
    filled = any(value is not None for value in values.values())
    for box in block.fields:
        if values[box.name] is None:
            values[box.name] = box.default
    return {**row.constants, **values}, filled


def score_page(form: PageForm, entries: PageEntries, own: PageScore | None = None) -> PageScore:
    """Work a page out.

    Parameters
    ----------
    form
        The page's blocks and sums.
    entries
        Its values by public field id; others are ignored.
    own
        The table's own page worked out, which the sums may look at; None for that page itself.
    """
    forms: dict[str, dict[str, list[_RowScope]]] = {}
    rows: dict[str, tuple[RowScore, ...]] = {}
    for block in form.blocks:
        rows[block.id] = _score_block(block, entries, forms.setdefault(block.form, {}))
    scored, kind = PageScore(rows), form.kind
    page = _SumScope(
        {
            "tasks": sum((scored.total(block_id) for block_id in rows), 0),
            "details": scored.details,
            **{box.name: entries.get(box.box) for box in kind.boxes},
            **kind.given(own or PageScore({}), form.side),
        }
    )
    sums: dict[str, int | Fraction] = {}
    for name, expression in form.sums:
        sums[name] = page.values[name] = _number(evaluate(expression, page))
    return PageScore(rows, sums)


def score_pages(forms: RoundForms, entries: Entries) -> dict[tuple[int, str], PageScore]:
    """Work out every page of a round.

    Returns
    -------
    The pages by (table, seat), the seat "" for a table's own page. What stands on that may count on the pages of its
    seats.
    """
    by_page = entries_by_page(entries)
    return {place: page for table in forms.tables for place, page in score_table(table, by_page).items()}


def score_table(table: TableForms, by_page: Mapping[tuple[int, str], PageEntries]) -> dict[tuple[int, str], PageScore]:
    """Work out the pages of a table by (table, seat), from the values of pages that have any."""
    own = score_page(table.pages[0].form, by_page.get((table.number, ""), {}))
    pages = {(table.number, ""): own}
    for page in table.seats:
        place = table.number, page.seat
        pages[place] = score_page(page.form, by_page.get(place, {}), own)
    return pages


def _score_block(block: Block, entries: PageEntries, form: dict[str, list[_RowScope]]) -> tuple[RowScore, ...]:
    scopes = form[block.name] = []
    filled_rows = []
    for row in block.rows:
        values, filled = _row_values(block, row, entries)
        scope = _RowScope(block, values, tuple(scopes), form)
        for name, expression in block.lets:
            scope.values[name] = evaluate(expression, scope)
        scopes.append(scope)
        filled_rows.append(filled)
    scored = []
    for row, scope, filled in zip(block.rows, scopes, filled_rows, strict=True):
        points = None if block.total is None else _number(evaluate(block.total, scope)) if filled else 0
        if points is not None:
            scope.values["total"] = points
        scored.append(_row_score(block, row, scope, points, filled=filled))
    return tuple(scored)


def _row_score(block: Block, row: Row, scope: _RowScope, points: int | Fraction | None, *, filled: bool) -> RowScore:
    steps = {name: scope.values[name] for name, _ in block.lets}
    values = {name: value for name, value in scope.values.items() if name not in steps and name != "total"}
    shows = {show.id: _shown(show, scope, filled=filled) for show in block.shows}
    return RowScore(row, values, steps, points, filled, shows)


def _shown(show: Show, scope: _RowScope, *, filled: bool) -> Value:
    there = bool(evaluate(show.when, scope)) if show.when else filled
    return show.shown(evaluate(show.rule, scope), there=there)


def evaluate_in_row(block: Block, row: RowScore, rule: Expression) -> Value:
    """Evaluate a rule about one row that was worked out: a check, or a limit that holds across pages."""
    return evaluate(rule, _RowScope(block, {**row.values, **row.steps, "total": row.points}, (), {}))


def _number(value: Value) -> int | Fraction:
    if isinstance(value, str):
        raise TypeError(f"a total must be a number, not {value!r}")
    return value
