"""sheetscore standings."""

from __future__ import annotations

import click

from sheetscore.cli.options import json_option


@click.command()
@json_option
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """Bring standings.xlsx up to date and show the standings.

    \b
    Example:
      sheetscore standings
    """
    from sheetscore.cli.show import show_findings, show_json, show_standings  # noqa: PLC0415
    from sheetscore.desk.standings import standings  # noqa: PLC0415

    ranked = standings(ctx.obj)
    if as_json:
        show_json(ranked.as_json())
        return
    show_findings(ranked.findings)
    if not ranked.rows:
        click.echo("No round is scored yet.")
        return
    for sentence in ranked.declared:
        click.echo(sentence)
    show_standings(ranked.event.header.name, ranked.standings)
