"""From a rule to an Excel formula that directors can follow, and that every spreadsheet computes alike.

Only functions are used that Excel 2010, LibreOffice 7.4 and Google Sheets know. Conditions on ranges are
equalities inside SUMPRODUCT, because SUMIF and COUNTIF read ``* ? >`` in a name as a pattern. What a rule
means is the same here and in Python; the docstring of the package says it.
"""

from __future__ import annotations

from sheetscore.expressions import conditions, quantities  # noqa: F401 -- they enter themselves in writing
from sheetscore.expressions.cells import Cells
from sheetscore.expressions.errors import ExpressionError
from sheetscore.expressions.expression import Expression
from sheetscore.expressions.scope import NoValueError
from sheetscore.expressions.writing import cell_value

LONGEST_FORMULA = 8192
"""Characters; Excel takes no more."""


def to_excel(expression: Expression, cells: Cells) -> str:
    """Compile a rule to a formula, without the ``=`` in front.

    Settings are put in as they are, and what they rule out is left out of the formula.

    Parameters
    ----------
    cells
        Where its fields are.

    Raises
    ------
    ExpressionError
        The formula would be longer than Excel takes, or a setting is not of its kind.
    """
    try:
        formula = cell_value(expression.root, cells).text
    except NoValueError as lack:
        raise ExpressionError(expression.text, lack.at, lack.complaint) from None
    if len(formula) > LONGEST_FORMULA:
        length = f"the formula has {len(formula)} characters, and Excel takes {LONGEST_FORMULA}"
        raise ExpressionError(expression.text, 1, f"{length}: give parts of the rule names of their own")
    return formula
