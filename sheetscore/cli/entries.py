"""sheetscore entries."""

from __future__ import annotations

import csv
from pathlib import Path

import click

from sheetscore.cli.options import json_option


@click.command()
@click.argument("workbook", type=click.Path(path_type=Path))
@click.option("-o", "output", default="-", metavar="FILE", help="Where to; - is standard output.")
@json_option
@click.pass_context
def command(ctx: click.Context, workbook: Path, output: str, *, as_json: bool) -> None:
    """Give every field of a round's WORKBOOK as CSV: table,seat,field,value,label.

    \b
    Example:
      sheetscore entries round2.xlsx -o round2.csv
    """
    from sheetscore.cli.show import show_json  # noqa: PLC0415
    from sheetscore.desk.fields import entries  # noqa: PLC0415

    text = entries(ctx.obj / workbook, None if output == "-" else Path(output))
    if as_json:
        show_json({"rows": list(csv.DictReader(text.splitlines()))})
    elif output == "-":
        click.echo(text, nl=False)
