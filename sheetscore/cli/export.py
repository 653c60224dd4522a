"""sheetscore export."""

from __future__ import annotations

from pathlib import Path

import click

from sheetscore.cli.options import json_option


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(["csv", "toml", "json"]), default="csv", show_default=True)
@click.option("--log", is_flag=True, help="Of results as csv: the tables' event logs instead of the rows.")
@json_option
@click.pass_context
def command(ctx: click.Context, file: Path, form: str, *, log: bool, as_json: bool) -> None:
    """Give an event or results FILE as text on standard output.

    Results as json or toml have the rows and the event logs of the tables.

    \b
    Example:
      sheetscore export event.xlsx --format toml > event.toml
      sheetscore export round1-results.xlsx --format csv
      sheetscore export round1-results.xlsx --log > what-happened.csv
    """
    from sheetscore.desk.export import export  # noqa: PLC0415

    click.echo(export(ctx.obj / file, "json" if as_json else form, log=log), nl=False)
