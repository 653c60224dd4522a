"""sheetscore systems."""

from __future__ import annotations

import click

from sheetscore.cli.options import json_option


@click.command()
@click.argument("system", required=False)
@json_option
@click.pass_context
def command(ctx: click.Context, system: str | None, *, as_json: bool) -> None:
    """List the tournament systems, or one of them with its decisions.

    \b
    Example:
      sheetscore systems amps
      sheetscore systems diplomacy    its scoring systems too
    """
    from sheetscore.cli.show import show_json  # noqa: PLC0415
    from sheetscore.desk.systems import describe  # noqa: PLC0415

    described = describe(system, ctx.obj)
    if as_json:
        show_json([one.as_json() for one in described])
        return
    for one in described:
        click.echo(f"{one.id:12} {one.title}: {one.summary}")
        for decision in one.decisions if system else ():
            click.echo(f"  {decision.name} = {decision.value}. {decision.meaning}")
            for choice, meaning in decision.choices.items():
                click.echo(f"    {choice:36} {meaning}")
