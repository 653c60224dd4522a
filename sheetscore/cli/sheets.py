"""sheetscore sheets."""

from __future__ import annotations

import click

from sheetscore.cli.options import json_option, whole_number


@click.command()
@click.argument("round_number", metavar="[ROUND]", type=whole_number, required=False)
@click.option("--force", is_flag=True, help="Make them although something typed has no place on them.")
@json_option
@click.pass_context
def command(ctx: click.Context, round_number: int | None, *, force: bool, as_json: bool) -> None:
    """Make the score sheets of a drawn round: a page per table and one per pilot.

    Systems with one set of sheets for the whole event (duplicate) take no number.

    \b
    Example:
      sheetscore sheets 2
    """
    from sheetscore.cli.show import show_findings, show_json, show_told  # noqa: PLC0415
    from sheetscore.desk.sheets import make_sheets  # noqa: PLC0415
    from sheetscore.sentences import counted  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    made = make_sheets(ctx.obj, round_number, force=force)
    if as_json:
        show_json(made.as_json())
        return
    show_findings(made.news)
    show_told(made.told)
    if made.kept:
        click.echo(f"What was there is kept as {beside(made.kept, made.path)}.")
    click.echo(f"{made.path.name}: {counted(made.tables, 'table')}, {counted(made.pages, 'page')} and the cover.")
    click.echo(f"Print it or fill it in, then: sheetscore ingest {made.path.name}")
