"""sheetscore ingest."""

from __future__ import annotations

from pathlib import Path

import click

from sheetscore.cli.options import json_option


@click.command()
@click.argument("workbook", type=click.Path(path_type=Path))
@click.option("--provisional", is_flag=True, help="Score the tables that are complete, and say so on every page.")
@click.option("--force", is_flag=True, help="Go on where values or results would be replaced by fewer.")
@json_option
@click.pass_context
def command(ctx: click.Context, workbook: Path, *, provisional: bool, force: bool, as_json: bool) -> None:
    """Check a round's WORKBOOK and score it: results and standings.

    With mistakes nothing is scored; a marked copy shows every one of them in its cell.

    \b
    Example:
      sheetscore ingest round2.xlsx
    """
    from sheetscore.cli.show import show_findings, show_json  # noqa: PLC0415
    from sheetscore.desk.ingest import ingest  # noqa: PLC0415
    from sheetscore.sentences import counted  # noqa: PLC0415

    done = ingest(ctx.obj / workbook, provisional=provisional, force=force)
    if as_json:
        show_json(done.as_json())
    else:
        show_findings(done.findings, done.untouched)
        if done.results_path:
            score = "provisional score" if any(one.code == "not-in-yet" for one in done.findings) else "score"
            click.echo(f"{done.results_path.name}: {counted(len(done.rows), score)}. The standings are up to date.")
            if done.taken_back:
                click.echo(f"{done.taken_back.name} now has what the mended copy had, and the copy is gone.")
        elif done.marked_path:
            click.echo(f"Nothing was scored. {done.marked_path.name} shows every mistake in its cell.")
        else:
            click.echo("Nothing was scored.")
    ctx.exit(1 if done.status == "errors" else 0)
