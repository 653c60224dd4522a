"""sheetscore check."""

from __future__ import annotations

from pathlib import Path

import click

from sheetscore.cli.options import json_option


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@json_option
@click.pass_context
def command(ctx: click.Context, file: Path | None, *, as_json: bool) -> None:
    """Say everything that is wrong in the event, or in a filled workbook; write nothing.

    \b
    Example:
      sheetscore check
      sheetscore check round2.xlsx
    """
    from sheetscore.cli.show import show_findings, show_json  # noqa: PLC0415
    from sheetscore.desk.check import check  # noqa: PLC0415

    folder: Path = ctx.obj
    done = check(folder / file if file else folder)
    if as_json:
        show_json(done.as_json())
    else:
        show_findings(done.findings, done.untouched)
        click.echo({"ok": "All is well.", "warnings": "Nothing stops you.", "errors": "Mend these first."}[done.status])
    ctx.exit(1 if done.status == "errors" else 0)
