"""Commands about what goes to the printer."""

from __future__ import annotations

from pathlib import Path

import click

from sheetscore.cli.options import json_option


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--what",
    type=click.Choice(["postings", "sheets", "results", "all"]),
    help="What to print of the round that FILE belongs to; FILE itself without it.",
)
@click.option(
    "-o", "target", type=click.Path(path_type=Path), metavar="F.pdf", help="Where to; beside FILE without it."
)
@json_option
@click.pass_context
def print(  # noqa: A001 -- what the command is called
    ctx: click.Context, file: Path, what: str | None, target: Path | None, *, as_json: bool
) -> None:
    """Make a PDF of FILE, or of all that its round has, in the order in which one hands things out.

    Sheets for the director alone (how everything came about) stay out. LibreOffice makes the PDF.

    \b
    Example:
      sheetscore print round1-draw.xlsx                 the postings, ready for the wall
      sheetscore print round1.xlsx --what all           postings, score sheets, and results where there are some
      sheetscore print round1-results.xlsx -o wall.pdf
    """
    from sheetscore.cli.show import show_json  # noqa: PLC0415
    from sheetscore.desk.printing import print_pages  # noqa: PLC0415
    from sheetscore.sentences import counted  # noqa: PLC0415

    printed = print_pages(ctx.obj / file, what, target)
    if as_json:
        show_json(printed.as_json())
        return
    for workbook, pages in printed.pages.items():
        click.echo(f"{workbook.name}: {counted(pages, 'page')}")
    click.echo(f"Wrote {printed.path.name}, {counted(sum(printed.pages.values()), 'page')}.")
