"""sheetscore templates."""

from __future__ import annotations

import click

from sheetscore.cli.options import json_option


@click.command()
@json_option
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """List and check the form templates in force: the event's own, then those that come along.

    \b
    Example:
      sheetscore templates
    """
    from sheetscore.cli.show import show_findings, show_json  # noqa: PLC0415
    from sheetscore.desk.systems import templates  # noqa: PLC0415

    listed = templates(ctx.obj)
    if as_json:
        show_json(listed.as_json())
    else:
        for system, form, path in listed.forms:
            click.echo(f"{system:12} {form:22} {path}")
        show_findings(listed.findings)
    ctx.exit(1 if listed.findings else 0)
