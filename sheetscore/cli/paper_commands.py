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


@click.command()
@click.option(
    "--what",
    type=click.Choice(["all", "players", "schedule", "scenarios", "rules", "sheets"]),
    default="all",
    show_default=True,
    help="What of it: players leaves out what is for the director alone.",
)
@click.option(
    "-o", "target", type=click.Path(path_type=Path), metavar="F.xlsx", help="Where to; packet.xlsx without it."
)
@json_option
@click.pass_context
def packet(ctx: click.Context, what: str, target: Path | None, *, as_json: bool) -> None:
    """Put the whole event down in black and white, as a workbook and a PDF, so that another director can run it.

    Schedule, how rounds are drawn, scenarios, points and every decision with what it means, who comes and goes, blank
    score sheets. It can be made as soon as check finds no error. LibreOffice makes the PDF.

    \b
    Example:
      sheetscore packet                       packet.xlsx and packet.pdf
      sheetscore packet --what rules          what is decided and what scores, for the wall
      sheetscore packet --what players -o handout.xlsx
    """
    from sheetscore.cli.show import show_findings, show_json  # noqa: PLC0415
    from sheetscore.desk.packet import packet as make_packet  # noqa: PLC0415
    from sheetscore.sentences import counted  # noqa: PLC0415

    made = make_packet(ctx.obj, what, target)
    if as_json:
        show_json(made.as_json())
        return
    show_findings(made.findings)
    click.echo(f"Wrote {made.path.name}, {counted(len(made.packet.titles), 'sheet')}.")
    if made.pdf and made.pages:
        click.echo(f"Wrote {made.pdf.name}, {counted(made.pages, 'page')}.")
    else:
        click.echo(f"LibreOffice makes the PDF and is not on this machine: open {made.path.name} and print from there.")
