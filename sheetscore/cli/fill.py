"""sheetscore fill."""

from __future__ import annotations

from pathlib import Path

import click

from sheetscore.cli.options import json_option


@click.command()
@click.argument("workbook", type=click.Path(path_type=Path))
@click.argument("lines", metavar="CSV", type=click.Path(path_type=Path))
@json_option
@click.pass_context
def command(ctx: click.Context, workbook: Path, lines: Path, *, as_json: bool) -> None:
    """Type the values of a CSV file (table,seat,field,value) into a round's WORKBOOK.

    An empty value leaves its box, - clears it. What the workbook held before goes to kept/. One
    that was saved as .ods or .xlsm is read, and goes to kept/; what is written is the .xlsx of its name.

    \b
    Example:
      sheetscore fill round2.xlsx round2.csv
    """
    from sheetscore.cli.show import show_json  # noqa: PLC0415
    from sheetscore.desk.fields import fill  # noqa: PLC0415
    from sheetscore.sentences import counted  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    done = fill(ctx.obj / workbook, lines)
    if as_json:
        show_json(done.as_json())
        return
    kept = f" What was there is kept as {beside(done.kept, done.path)}." if done.kept else ""
    click.echo(f"{done.path.name}: {counted(done.values, 'value')} typed in.{kept}")
