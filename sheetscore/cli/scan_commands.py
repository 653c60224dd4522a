"""The command ``scan``: find filled-in paper in scans and photos."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetscore.cli.main import json_option, whole_number
from sheetscore.cli.output import say, show_json

if TYPE_CHECKING:
    from sheetscore.operations.scan import Scanned

_NAMED = 6
"""The most missing pages named on the terminal; the page for the browser names all of them."""


@click.command()
@click.argument("files", metavar="FILE_OR_FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path),
    metavar="F.html",
    help="The page to write. Default: round1-scan.html.",
)
@click.option(
    "--round",
    "number",
    type=whole_number,
    metavar="ROUND",
    help="The round of the paper. Default: the last round with sheets.",
)
@click.option(
    "--force", is_flag=True, help="Replace the file that -o names although it is not this scan's page; no copy is kept."
)
@json_option
@click.pass_context
def scan(
    ctx: click.Context, files: tuple[Path, ...], output: Path | None, number: int | None, *, force: bool, as_json: bool
) -> None:
    """Find a round's pages in scans and photos of filled-in paper: PDF, JPEG, PNG, TIFF.

    The result is one page for a browser. It shows every line that somebody wrote on, with the picture of each box above
    the field to type into, and adds up sums as you type. Nothing enters the round unseen: the page saves a CSV of what
    you typed and looked at, for “fill”. The page has names and handwriting, so it is put into the event's folder and is
    for you alone.

    \b
    Example:
      sheetscore scan table1.pdf photo7.jpg
      sheetscore scan photos
      sheetscore fill round1.xlsx round1-scan.csv
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.scan import scan  # noqa: PLC0415

    paths = [file if file.exists() else ctx.obj / file for file in files]
    run = partial(scan, paths, ctx.obj, number=number, to=output, force=force)
    if as_json:
        show_json(run().as_json())
        return
    from sheetscore.cli.show_tables import with_status  # noqa: PLC0415 -- rich is slow to import

    done = with_status(lambda status: run(news=status))
    show_findings(done.findings)
    for line in _summary(done):
        say(line)


def _summary(done: Scanned) -> list[str]:
    """Return the sentences on the pages found and missing, and on what to do next."""
    from sheetscore.wording import first_few, pluralize  # noqa: PLC0415

    missing = done.found.missing
    named = ", ".join(first_few(missing, _NAMED))
    pages = len({page.code for page in done.found.pages})
    return [
        *([f"Not scanned: {pluralize(len(missing), 'page')} ({named})."] if missing else []),
        f"{done.path.name}: {pluralize(pages, 'page')}. Open it in a browser, type what stands on the paper, save the "
        f"CSV. It lies where your browser puts downloads; then: {done.then}",
    ]
