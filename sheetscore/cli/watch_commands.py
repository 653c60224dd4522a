"""The command that watches a folder."""

from __future__ import annotations

from contextlib import closing, suppress

import click

from sheetscore.cli.main import json_option


@click.command()
@click.option("--ingest", "ingesting", is_flag=True, help="Ingest a round once its workbook is right and closed.")
@click.option("--provisional", is_flag=True, help="Ingest an incomplete round, too: its complete tables.")
@click.option(
    "--publish",
    "publishing",
    is_flag=True,
    help="Write the site again after each draw, ingest and change of the event.",
)
@json_option
@click.pass_context
def watch(ctx: click.Context, *, ingesting: bool, provisional: bool, publishing: bool, as_json: bool) -> None:
    """Say what is new, wrong and missing whenever a workbook of the event is saved, until Ctrl-C.

    Nothing is written without --ingest, --provisional or --publish. A workbook that is open in Excel or LibreOffice is
    read as last saved, and ingested once it is closed. With --json each line is a JSON document.

    \b
    Example:
      sheetscore watch
      sheetscore watch --ingest --publish
    """
    from sheetscore.cli.show_watch import show_watch  # noqa: PLC0415 -- rich is slow
    from sheetscore.operations.opening.open_event import open_event  # noqa: PLC0415
    from sheetscore.operations.watch import watch  # noqa: PLC0415

    event = open_event(ctx.obj).event.header.name
    sights = watch(ctx.obj, ingesting=ingesting, provisional=provisional, publishing=publishing)
    with closing(sights), suppress(KeyboardInterrupt):
        show_watch(event, sights, as_json=as_json)
