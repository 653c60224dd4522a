"""The one language of rules: parsed once, evaluated exactly in Python, compiled to Excel formulas and JavaScript.

A rule is an expression in Python's syntax, such as ``min(max(0, 12 - sum_above(points, aircraft)), points)``:

- numbers and text in quotes; True and False are 1 and 0;
- ``+ - * /``, comparisons (also chained), ``and or not``, ``x if condition else y``;
- ``star``: a field or a named expression of the row; ``block.star``: of a block with one row;
  ``rolls[4]``: a numbered field; ``target.white``: what the list of choices says about the one chosen;
  ``settings.damage_cap``: a decision of the event;
- ``min(x, y, ...)``, ``max(x, y, ...)``, ``abs(x)``, ``floor(x)``, ``round(x)``, ``round(x, digits)``;
- ``filled(field)``: whether anything is in a field;
- ``previous.speed``: a field or a named expression of the row above, also one that comes after this rule; blank in
  the first row;
- ``letters(field, "TS")``: how many of these letters, capital or small, are in a text; ``word(field, "STEEP")``:
  whether a text of words with blanks or commas between them has this one;
- ``ratio(field)``: what odds come to, a text of two whole numbers with a colon: 4 for ``4:1``, a half for ``1:2``; 0
  for a text without a colon;
- ``sum(value)``, ``sum(value, condition)``, ``count(condition)``: over the rows of one block. Inside them
  ``hits.d`` is field d in the row of block hits that the sum is at, and a bare name is a field of this row:
  ``sum(hits.d, hits.target == target and hits.ordinal < ordinal)``. ``rows.d`` goes over the row's own block,
  ``above.d`` over its rows above this one;
- ``highest(value)``, ``highest(value, condition)``: likewise, the highest of these values, and 0 where none is
  above 0;
- ``listed(place, 38, 14, 7)``: the entry at this place of a list that is written out, counted from 1, and 0
  beyond its ends; ``listed_between(first, last, 38, 14, 7)``: the sum of the entries from one place to another;
  ``passed(number, 7, 14, 38)``: how many of these a whole number is above;
- ``spaced(a, b)``: whole numbers as one text, with blanks between them; ``nonzero(a, b)``: likewise, without those
  that are 0;
- ``sum_above(d, target)`` is short for ``sum(above.d, above.target == target)``, and ``count_above(target)``
  for ``count(above.target == target)``.

A rule means the same in Python and in a spreadsheet:

- Python computes exactly, with whole numbers and fractions; a spreadsheet to about 15 digits. There, numbers
  that need not be whole are compared, rounded and cut off after rounding at the ninth decimal.
- A blank number is 0, a blank text is empty, and nothing chosen has attributes 0 and empty.
- Texts are equal when they differ only in capital and small letters; text has no order and is no number.
- A number is true unless it is 0; a truth value is 1 or 0 wherever a number is needed, also at the end.
- ``round`` takes halves away from zero, ``floor`` goes down: round(-2.5) is -3, floor(-2.5) is -3.
- ``if`` computes only the case that holds. Everything else is always computed in full: ``and``, ``or`` and
  aggregates do not spare a division by zero. That has no value: an error here, #DIV/0! there.
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
