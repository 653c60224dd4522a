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
    "-o", "output", type=click.Path(path_type=Path), metavar="F.html", help="Where to; round1-scan.html without it."
)
@click.option(
    "--round", "number", type=whole_number, metavar="ROUND", help="Whose paper it is; the last with sheets without it."
)
@click.option("--force", is_flag=True, help="Replace a file that -o names and that is not of this scan.")
@json_option
@click.pass_context
def scan(
    ctx: click.Context, files: tuple[Path, ...], output: Path | None, number: int | None, *, force: bool, as_json: bool
) -> None:
    """Find a round's pages in scans and photos of filled-in paper: PDF, JPEG, PNG, TIFF.

    The result is one page for a browser: every line that is written on, its boxes with their pictures above
    what you type, and sums at once. Nothing enters the round without a look: the page saves a CSV of what you typed
    and looked at, for “fill”. It has names and handwriting, so it lies in the event's folder and is for you alone.

    \b
    Example:
      sheetscore scan table1.pdf photo7.jpg
      sheetscore scan photos
      sheetscore fill round1.xlsx round1-scan.csv
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.scan import scan  # noqa: PLC0415

    there = [file if file.exists() else ctx.obj / file for file in files]
    run = partial(scan, there, ctx.obj, number=number, to=output, force=force)
    if as_json:
        show_json(run().as_json())
        return
    from sheetscore.cli.show_tables import with_news  # noqa: PLC0415 -- rich is slow to import

    done = with_news(lambda news: run(news=news))
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
