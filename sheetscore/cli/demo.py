"""sheetscore demo."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default="demo")
@click.option("--system", default="amps", show_default=True, help="Whose example to run.")
@click.option("--example", metavar="NAME", help="Which one, where a system has several: duplicate-skip, say.")
def command(folder: Path, system: str, example: str | None) -> None:
    """Run a whole example event in FOLDER, from new to the standings; it may be run again.

    \b
    Example:
      sheetscore demo origins91
    """
    from sheetscore.cli.show import show_standings  # noqa: PLC0415
    from sheetscore.desk.demo import demo  # noqa: PLC0415

    shown = demo(folder, system, click.echo, named=example)
    show_standings(shown.ranked.event.header.name, shown.ranked.standings)
    click.echo("Now open:")
    for path in shown.workbooks:
        click.echo(f"  {path}")
