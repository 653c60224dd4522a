"""sheetscore new."""

from __future__ import annotations

from pathlib import Path

import click

from sheetscore.cli.options import json_option


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--system", help="The system, such as amps: start from a small example.")
@click.option("--from", "source", type=click.Path(path_type=Path), help="An event.toml or event.xlsx to start from.")
@click.option("--players", type=click.Path(path_type=Path), help="A roster in CSV: name, rating, club, country.")
@json_option
def command(folder: Path, system: str | None, source: Path | None, players: Path | None, *, as_json: bool) -> None:
    """Start an event in FOLDER: an event.xlsx, ready to fill in.

    \b
    Example:
      sheetscore new origins91 --system amps --players roster.csv
    """
    from sheetscore.cli.show import show_findings, show_json  # noqa: PLC0415
    from sheetscore.desk.new import new  # noqa: PLC0415
    from sheetscore.sentences import counted  # noqa: PLC0415

    started = new(folder, system=system, source=source, players=players)
    if as_json:
        show_json(started.as_json())
        return
    show_findings(started.findings)
    click.echo(f"{started.path}: {started.event.header.name}, {counted(len(started.event.players), 'player')}.")
    click.echo(f"Fill it in, save it, then: sheetscore -C {folder} check")
