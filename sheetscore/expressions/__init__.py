"""The one language of rules: parsed once, evaluated exactly in Python, compiled to Excel formulas and JavaScript.

A rule is an expression in Python's syntax, such as ``min(max(0, 12 - sum_above(points, aircraft)), points)``:

- numbers and text in quotes; True and False are 1 and 0;
- ``+ - * /``, comparisons (also chained), ``and or not``, ``x if condition else y``;
- ``star``: a field or a named expression of the row; ``block.star``: of a block with one row;
  ``rolls[4]``: a numbered field; ``target.white``: an attribute of the choice in a field, from its list;
  ``settings.damage_cap``: a setting of the event;
- ``min(x, y, ...)``, ``max(x, y, ...)``, ``abs(x)``, ``floor(x)``, ``round(x)``, ``round(x, digits)``;
- ``filled(field)``: whether a field is not blank;
- ``previous.speed``: a field of the row above, or a named expression, even if it is defined after this rule; blank in
  the first row;
- ``letters(field, "TS")``: how many of these letters, capital or small, a text has; ``word(field, "STEEP")``: whether
  a text of words with blanks or commas between them has this word;
- ``ratio(field)``: the quotient of odds, a text of two whole numbers with a colon: 4 for ``4:1``, a half for ``1:2``;
  0 for a text without a colon;
- ``sum(value)``, ``sum(value, condition)``, ``count(condition)``: over the rows of one block. Inside them
  ``hits.d`` is field d of the summed row of block hits, and a bare name is a field of the row with the rule:
  ``sum(hits.d, hits.target == target and hits.ordinal < ordinal)``. ``rows.d`` goes over the rule's own block,
  ``above.d`` over its rows above the rule's;
- ``highest(value)``, ``highest(value, condition)``: likewise, the highest of these values, and 0 if none is above 0;
- ``listed(place, 38, 14, 7)``: the number at this place, from 1, of the numbers that follow, and 0 beyond their ends;
  ``listed_between(first, last, 38, 14, 7)``: the sum of the numbers from one place to another;
  ``passed(number, 7, 14, 38)``: how many of the numbers that follow are below the first, which must be whole;
- ``spaced(a, b)``: whole numbers as one text, with blanks between them; ``nonzero(a, b)``: likewise, without zeros;
- ``sum_above(d, target)`` is short for ``sum(above.d, above.target == target)``, and ``count_above(target)``
  for ``count(above.target == target)``.

A rule means the same in Python and in a spreadsheet:

- Python computes exactly, with whole numbers and fractions; a spreadsheet to about 15 digits. In formulas, numbers
  that need not be whole are rounded to nine decimals before they are compared, rounded or cut off.
- A blank number is 0, a blank text is empty, and the attributes of a blank choice are 0 or empty.
- Texts are equal when they differ only in capital and small letters; text has no order and is no number.
- A number is true unless it is 0; a truth value is 1 or 0 wherever a number is needed, also as the result of a rule.
- ``round`` takes halves away from zero, ``floor`` goes down: round(-2.5) is -3, floor(-2.5) is -3.
- ``if`` computes only the case that holds. Everything else is always computed in full: ``and``, ``or`` and
  aggregates do not skip a division by zero. Such a division is an error in Python, #DIV/0! in a spreadsheet.
"""

from sheetscore.expressions.excel import to_excel
from sheetscore.expressions.expression import Expression, evaluate, evaluate_rows
from sheetscore.expressions.formula import Cells, Reference
from sheetscore.expressions.names import (
    ABOVE,
    ROWS,
    SETTINGS,
    Cell,
    ExpressionError,
    FieldMeaning,
    Given,
    Names,
    Scope,
    Unknown,
    UnknownError,
)
from sheetscore.expressions.nodes import Number, Value, ValueKind
from sheetscore.expressions.parse import RESERVED, parse

__all__ = [
    "ABOVE",
    "RESERVED",
    "ROWS",
    "SETTINGS",
    "Cell",
    "Cells",
    "Expression",
    "ExpressionError",
    "FieldMeaning",
    "Given",
    "Names",
    "Number",
    "Reference",
    "Scope",
    "Unknown",
    "UnknownError",
    "Value",
    "ValueKind",
    "evaluate",
    "evaluate_rows",
    "parse",
    "to_excel",
]
