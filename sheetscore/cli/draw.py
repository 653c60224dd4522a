"""sheetscore draw."""

from __future__ import annotations

import click

from sheetscore.cli.options import json_option, whole_number


@click.command()
@click.argument("round_number", metavar="[ROUND]", type=whole_number, required=False)
@click.option("--again", is_flag=True, help="Draw anew although there is a draw; a copy goes to kept/.")
@click.option("--force", is_flag=True, help="Draw although nobody knows who met whom in an earlier round.")
@json_option
@click.pass_context
def command(ctx: click.Context, round_number: int | None, *, again: bool, force: bool, as_json: bool) -> None:
    """Draw a round: who sits where. Edit the workbook if you must.

    Systems with one set of sheets for the whole event (duplicate) take no number.

    \b
    Example:
      sheetscore draw 2
    """
    from sheetscore.cli.show import show_json, show_told  # noqa: PLC0415
    from sheetscore.desk.draw import draw  # noqa: PLC0415
    from sheetscore.event.folder import stage_command  # noqa: PLC0415

    made = draw(ctx.obj, round_number, again=again, force=force)
    if as_json:
        show_json(made.as_json())
        return
    show_told(made.findings)
    for line in made.draw.report:
        click.echo(line)
    click.echo(f"{made.path.name}: post its sheets, then: sheetscore {stage_command('sheets', made.draw.round)}")
