"""Options that several commands share."""

from __future__ import annotations

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")


def whole_number(text: str) -> int:
    """Read a whole number, such as that of a round, as people write it.

    Raises
    ------
    BadParameter
        It is none, or can be read in two ways, such as 1.000.
    """
    from sheetscore.workbooks.typed import Misread, whole_number_from  # noqa: PLC0415 -- --help must start fast

    number = whole_number_from(text)
    if isinstance(number, Misread):
        raise click.BadParameter(number.message)
    return number
