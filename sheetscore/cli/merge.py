"""sheetscore merge."""

from __future__ import annotations

from pathlib import Path

import click

from sheetscore.cli.options import json_option


@click.command()
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@click.option(
    "-o", "output", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The workbook to write."
)
@json_option
@click.pass_context
def command(ctx: click.Context, first: Path, second: Path, output: Path, *, as_json: bool) -> None:
    """Merge two transcribers' copies of a round's workbook.

    A box filled in one copy is taken; filled differently in both it is a mistake, and nothing is written.

    \b
    Example:
      sheetscore merge round2-ann.xlsx round2-bob.xlsx -o round2.xlsx
    """
    from sheetscore.cli.show import show_json  # noqa: PLC0415
    from sheetscore.desk.merge import merge_copies  # noqa: PLC0415
    from sheetscore.sentences import counted  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    done = merge_copies(ctx.obj / first, ctx.obj / second, ctx.obj / output)
    if as_json:
        show_json(done.as_json())
        return
    kept = f" What was there is kept as {beside(done.kept, done.path)}." if done.kept else ""
    click.echo(f"{done.path.name}: {counted(done.values, 'value')}.{kept}")
