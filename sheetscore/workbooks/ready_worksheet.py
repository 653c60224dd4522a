"""The one place where a part of XlsxWriter is replaced."""

from __future__ import annotations

from xlsxwriter.worksheet import Worksheet


class ReadyWorksheet(Worksheet):  # type: ignore[misc]
    """A worksheet whose formulas are ready: functions that a file names otherwise than a person does are named so.

    XlsxWriter looks for each of 29 such functions in every formula, for longer than it takes to write the cell. None
    is among those that we use, since LibreOffice knows few of them.
    """

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:  # noqa: FBT001, FBT002
        """Take off the sign before a formula; the one method of XlsxWriter that is not public and replaced here."""
        del expand_future_functions
        return formula.removeprefix("=")
