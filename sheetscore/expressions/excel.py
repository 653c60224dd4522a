"""Compile a rule to an Excel formula that directors can follow, and that all spreadsheets compute in the same way.

Formulas use only functions that Excel 2010, LibreOffice 7.4 and Google Sheets know. Conditions on ranges are
equalities inside SUMPRODUCT, because SUMIF and COUNTIF read ``* ? >`` in a name as a pattern. The docstring of the
package says what a rule means, here as in Python.
"""

from __future__ import annotations

from functools import singledispatch

from sheetscore.expressions.calls import FUNCTIONS, MOST_DIGITS
from sheetscore.expressions.expression import Expression, constant_value
from sheetscore.expressions.formula import (
    LONGEST_FORMULA,
    Cells,
    Formula,
    call,
    constant,
    entries,
    infix,
    infix_all,
    negative,
    place,
    span,
    truth,
)
from sheetscore.expressions.names import ExpressionError, NoValueError
from sheetscore.expressions.nodes import (
    Aggregate,
    Arithmetic,
    Attribute,
    BlockColumn,
    Call,
    Comparison,
    Conditional,
    Constant,
    Filled,
    Item,
    Junction,
    Letters,
    ListEntry,
    Lookup,
    Name,
    Negation,
    Negative,
    Node,
    Previous,
    Ratio,
    Setting,
    Spaced,
    ValueKind,
    Word,
    columns,
    either_case,
)

ZERO = constant(0)
ONE = constant(1)
_IN_EXCEL = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@singledispatch
def quantity(node: Node, cells: Cells) -> Formula:
    """Return the formula of a number or a text that depends on boxes of the sheet."""
    raise TypeError(f"no formula for {node!r} in {cells!r}")


@singledispatch
def truth_value(node: Node, cells: Cells, *, wanted: bool) -> Formula:
    """Return the formula of a condition that depends on boxes, or of its opposite if not ``wanted``."""
    return nonzero(node, cells, wanted=wanted)


def nonzero(node: Node, cells: Cells, *, wanted: bool) -> Formula:
    """Return the condition that a number is not 0, or its opposite."""
    number = quantity(node, cells)
    return infix(smooth(number) if is_rough(node) else number, "<>" if wanted else "=", ZERO)


def written(node: Node, cells: Cells) -> Formula:
    """Return the formula of a number or a text; a value that depends on settings only becomes a constant."""
    decided = constant_value(node, cells)
    return quantity(node, cells) if decided is None else constant(decided)


def condition(node: Node, cells: Cells, *, wanted: bool = True) -> Formula:
    """Return the formula of a condition, or of its opposite: TRUE or FALSE, or in an aggregate one of these per row."""
    decided = constant_value(node, cells)
    if decided is not None:
        return truth(bool(decided) == wanted)
    return truth_value(node, cells, wanted=wanted)


def cell_value(node: Node, cells: Cells) -> Formula:
    """Return the formula for a cell: a truth value as 1 or 0, and empty text rather than the 0 of a blank cell."""
    if node.kind is not ValueKind.TEXT:
        return amount(node, cells)
    text = written(node, cells)
    return infix(text, "&", constant("")) if isinstance(node, Name | Item | Previous) else text


def amount(node: Node, cells: Cells) -> Formula:
    """Return the formula of an argument or of one side of a comparison, where Excel does not take TRUE for 1."""
    if node.kind is not ValueKind.TRUTH or constant_value(node, cells) is not None:
        return written(node, cells)
    if columns(node):
        return infix(ONE, "*", condition(node, cells))
    return call("IF", condition(node, cells), ONE, ZERO)


def term(node: Node, cells: Cells) -> Formula:
    """Return the formula of an operand of ``+ - * /``, which take TRUE for 1."""
    if node.kind is not ValueKind.TRUTH or constant_value(node, cells) is not None:
        return written(node, cells)
    return condition(node, cells)


def is_rough(node: Node) -> bool:
    """Return whether a spreadsheet's result may differ from the double nearest to the exact value.

    Whole numbers, constants, rounded numbers and the quotient of two whole numbers do not: they compare as their exact
    values do.
    """
    if node.kind is not ValueKind.NUMBER or isinstance(node, Constant | Setting | Ratio):
        return False
    if isinstance(node, Arithmetic) and node.operator == "/":
        return ValueKind.NUMBER in {node.left.kind, node.right.kind}
    if isinstance(node, Call) and FUNCTIONS[node.function].jumps:
        return False
    if isinstance(node, Negative | Call | Conditional):
        return any(is_rough(part) for part in node.parts)
    return True


def smooth(formula: Formula) -> Formula:
    """Return a formula rounded to `MOST_DIGITS` decimals, without the errors of a spreadsheet's arithmetic."""
    return call("ROUND", formula, constant(MOST_DIGITS))


@truth_value.register
def _(node: Comparison, cells: Cells, *, wanted: bool) -> Formula:
    operator = node.operator if wanted else _OPPOSITES[node.operator]
    symbol, left, right = _IN_EXCEL[operator], node.left, node.right
    if isinstance(left, Attribute) and left.kind is ValueKind.TEXT:
        return _says(left, right, cells, wanted=operator == "==")
    if left.kind is ValueKind.TEXT:
        return infix(written(left, cells), symbol, written(right, cells))
    if left.kind is right.kind is ValueKind.TRUTH:
        return infix(condition(left, cells), symbol, condition(right, cells))
    if is_rough(left) or is_rough(right):
        return infix(smooth(_difference(left, right, cells)), symbol, ZERO)
    return infix(amount(left, cells), symbol, amount(right, cells))


def _difference(left: Node, right: Node, cells: Cells) -> Formula:
    if isinstance(right, Constant) and right.value == 0:
        return amount(left, cells)
    return infix(amount(left, cells), "-", amount(right, cells))


def _says(attribute: Attribute, text: Node, cells: Cells, *, wanted: bool) -> Formula:
    """Return the condition that the chosen entry of a list has a text as its attribute.

    The formula counts the chosen entries that have the text. For the empty text it counts the chosen entries with
    another text, which must be none, since the attribute of a blank choice is empty, too.
    """
    chosen, says = entries(attribute, cells)
    sought = written(text, cells)
    blank = sought == constant("")
    count = call("SUMPRODUCT", infix_all("*", (chosen, infix(says, "<>" if blank else "=", sought))))
    return infix(count, ">" if wanted != blank else "=", ZERO)


@truth_value.register
def _(node: Filled, cells: Cells, *, wanted: bool) -> Formula:
    field = node.operand
    return infix(_place_of(field, cells), "<>" if wanted else "=", constant(""))


def _place_of(field: Lookup, cells: Cells) -> Formula:
    """Return the reference to a field or a column; a blank for one without a cell, as above the first row."""
    if isinstance(field, BlockColumn):
        return span(field, cells) or ZERO
    if isinstance(field, Previous) and cells.previous(field.name) is None:
        return constant("")
    return Formula(place(field, cells).text)


@truth_value.register
def _(node: Word, cells: Cells, *, wanted: bool) -> Formula:
    text, word = place(node.operand, cells).text, constant(f" {node.word} ").text
    found = f'SEARCH({word}," "&SUBSTITUTE({text},","," ")&" ")'
    return Formula(f"{'ISNUMBER' if wanted else 'ISERROR'}({found})")


@truth_value.register
def _(node: Negation, cells: Cells, *, wanted: bool) -> Formula:
    return condition(node.operand, cells, wanted=not wanted)


@truth_value.register
def _(node: Conditional, cells: Cells, *, wanted: bool) -> Formula:
    if node.kind is not ValueKind.TRUTH:
        return nonzero(node, cells, wanted=wanted)
    decided = constant_value(node.test, cells)
    if decided is not None:
        return condition(node.chosen if decided else node.otherwise, cells, wanted=wanted)
    chosen, otherwise = (condition(part, cells, wanted=wanted) for part in (node.chosen, node.otherwise))
    return call("IF", condition(node.test, cells), chosen, otherwise)


@truth_value.register
def _(node: Junction, cells: Cells, *, wanted: bool) -> Formula:
    """Return AND or OR; inside an aggregate a product or a sum, since AND and OR would join all rows at once."""
    every = (node.operator == "and") == wanted
    each = [condition(part, cells, wanted=wanted) for part in effective_conditions(node, cells)]
    if len(each) == 1:
        return each[0]
    if columns(node):
        return infix(infix_all("*" if every else "+", each), ">", ZERO)
    return call("AND" if every else "OR", *each)


def effective_conditions(node: Junction, cells: Cells) -> list[Node]:
    """Return the joined conditions, without conditions that settings make true under ``and``, or false under ``or``.

    A condition that settings make false under ``and`` stays, and so do the others: they may divide by zero.
    """
    without_effect = node.operator == "and"
    values = [constant_value(operand, cells) for operand in node.operands]
    return [
        operand
        for operand, value in zip(node.operands, values, strict=True)
        if value is None or bool(value) != without_effect
    ]


@quantity.register
def _(node: Constant, _cells: Cells) -> Formula:
    return constant(node.value)


@quantity.register
def _(node: ListEntry, cells: Cells) -> Formula:
    return constant(cells.text(node))


@quantity.register(Name)
@quantity.register(Item)
@quantity.register(Previous)
def _(node: Name | Item | Previous, cells: Cells) -> Formula:
    reference = place(node, cells)
    formula = Formula(reference.text)
    return formula if node.kind is ValueKind.TEXT or reference.always_number else call("N", formula)


@quantity.register
def _(node: Attribute, cells: Cells) -> Formula:
    listed = call("SUMPRODUCT", infix_all("*", entries(node, cells)))
    mark = cells.mark(node.name, node.attribute)
    if not mark:
        return listed
    unspaced = call("SUBSTITUTE", Formula(cells.cell(node.name).text), constant(" "), constant(""))
    end = call("RIGHT", unspaced, constant(len(mark)))
    return call("MAX", listed, infix(ONE, "*", infix(end, "=", constant(mark))))


@quantity.register
def _(node: Ratio, cells: Cells) -> Formula:
    """Return the number before the colon divided by the number after it; 0 for any other text."""
    text = place(node.operand, cells).text
    before, behind = f'VALUE(LEFT({text},FIND(":",{text})-1))', f'VALUE(MID({text},FIND(":",{text})+1,9))'
    return Formula(f"IFERROR({before}/{behind},0)")


@quantity.register
def _(node: Letters, cells: Cells) -> Formula:
    """Count letters by how much shorter the text is without each of them; SUBSTITUTE is case-sensitive."""
    text = place(node.operand, cells).text
    letters = ",".join(constant(letter).text for letter in either_case(node.letters))
    return Formula(f'SUMPRODUCT(LEN({text})-LEN(SUBSTITUTE({text},{{{letters}}},"")))')


@quantity.register
def _(node: Spaced, cells: Cells) -> Formula:
    first, *others = (amount(argument, cells) for argument in node.arguments)
    if not node.zeros:
        texts = [f'TEXT({number.text},"0;-0;")' for number in (first, *others)]  # hides 0
        return Formula("TRIM(" + '&" "&'.join(texts) + ")")
    pieces = [first, *(piece for other in others for piece in (constant(" "), other))]
    return infix_all("&", pieces)


@quantity.register
def _(node: BlockColumn, cells: Cells) -> Formula:
    return span(node, cells) or ZERO


@quantity.register
def _(node: Negative, cells: Cells) -> Formula:
    return negative(term(node.operand, cells))


@quantity.register
def _(node: Arithmetic, cells: Cells) -> Formula:
    return infix(term(node.left, cells), node.operator, term(node.right, cells))


@quantity.register
def _(node: Conditional, cells: Cells) -> Formula:
    decided = constant_value(node.test, cells)
    if decided is not None:
        return cell_value(node.chosen if decided else node.otherwise, cells)
    chosen, otherwise = cell_value(node.chosen, cells), cell_value(node.otherwise, cells)
    return call("IF", condition(node.test, cells), chosen, otherwise)


@quantity.register
def _(node: Call, cells: Cells) -> Formula:
    function = FUNCTIONS[node.function]
    first, *others = (amount(argument, cells) for argument in node.arguments)
    if function.jumps and is_rough(node.arguments[0]):
        first = smooth(first)
    return Formula(function.formula(first.text, *[other.text for other in others]))


@quantity.register
def _(node: Aggregate, cells: Cells) -> Formula:
    """Aggregate each contiguous stretch of rows; the rows between stretches, such as headings, do not count."""
    block = next(column.block for part in node.parts for column in columns(part))
    first, *others = (_over_rows(node, stretch) for stretch in cells.stretches(block))
    if not others:
        return first
    return call("MAX", first, *others) if node.highest else infix_all("+", [first, *others])


def _over_rows(node: Aggregate, cells: Cells) -> Formula:
    """Return the aggregate over one range: the value of each row times its conditions, which are 1 or 0.

    Without conditions SUM is enough. MAX takes the products of all rows because SUMPRODUCT is around it.
    """
    if any(span(column, cells) is None for part in node.parts for column in columns(part)):
        return ZERO
    factors = [condition(part, cells) for part in _factors(node.condition, cells)]
    if isinstance(node.value, BlockColumn) and not factors:
        column = quantity(node.value, cells)
        return call("MAX", ZERO, column) if node.highest else call("SUM", column)
    if node.value is not None:
        factors.append(term(node.value, cells))
    if len(factors) == 1 and (node.value is None or node.value.kind is ValueKind.TRUTH):
        factors.insert(0, ONE)  # SUMPRODUCT takes a lone TRUE for 0
    products = infix_all("*", factors)
    return call("SUMPRODUCT", call("MAX", ZERO, products) if node.highest else products)


def _factors(node: Node | None, cells: Cells) -> list[Node]:
    """Split the condition of an aggregate at ``and``; conditions that settings make true are left out."""
    if isinstance(node, Junction) and node.operator == "and":
        return effective_conditions(node, cells)
    return [] if node is None or constant_value(node, cells) else [node]


def to_excel(expression: Expression, cells: Cells) -> str:
    """Compile a rule to a formula, without the ``=`` in front.

    Settings become constants, and cases that they rule out are left out.

    Raises
    ------
    ExpressionError
        The formula would be longer than Excel allows, or a setting is not of its kind.
    """
    try:
        formula = cell_value(expression.root, cells).text
    except NoValueError as lack:
        raise ExpressionError(expression.text, lack.column, lack.complaint) from None
    if len(formula) > LONGEST_FORMULA:
        length = f"the formula has {len(formula)} characters, and Excel takes {LONGEST_FORMULA}"
        raise ExpressionError(expression.text, 1, f"{length}: give parts of the rule names of their own")
    return formula
