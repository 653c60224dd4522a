"""Commands about results: standings, replay, site, export, and the score of a single board."""

from __future__ import annotations

from pathlib import Path

import click

from sheetscore.cli import completion
from sheetscore.cli.main import json_option, replace_option, whole_number
from sheetscore.cli.output import print_text, say, show_json


@click.command()
@json_option
@click.pass_context
def standings(ctx: click.Context, *, as_json: bool) -> None:
    """Bring standings.xlsx up to date and show the standings.

    \b
    Example:
      sheetscore standings
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.cli.show_tables import show_standings  # noqa: PLC0415 -- rich is slow to import
    from sheetscore.operations.standings import standings  # noqa: PLC0415

    ranked = standings(ctx.obj)
    if as_json:
        show_json(ranked.as_json())
        return
    show_findings(ranked.findings)
    if not ranked.rows:
        say("No round is scored yet.")
        return
    for sentence in ranked.declared:
        say(sentence)
    show_standings(ranked.event, ranked.standings)


def _parts(_ctx: click.Context, _param: click.Parameter, value: str | None) -> tuple[str, ...]:
    """Split the value of ``--only`` at its commas."""
    return tuple(part.strip() for part in value.split(",")) if value is not None else ()


@click.command()
@click.argument("target", type=click.Path(path_type=Path, file_okay=False), metavar="[DIR]", required=False)
@click.option(
    "--only",
    callback=_parts,
    metavar="PARTS",
    help="Publish only these parts, separated by commas: pairings, results, standings, players.",
)
@click.option("--anonymous", is_flag=True, help="Show ids in place of the names of players and teams.")
@json_option
@click.pass_context
def publish(ctx: click.Context, target: Path | None, only: tuple[str, ...], *, anonymous: bool, as_json: bool) -> None:
    """Write the event's site: who plays where, results, standings and a page for each player.

    The site is a folder of pages (DIR; default: site) that needs no network and no server: open index.html from a USB
    stick, or copy the folder to any web space. It shows only what was posted in the hall. Run this command again after
    each draw and each ingest: it replaces the folder as a whole.

    \b
    Example:
      sheetscore publish
      sheetscore publish ~/public_html/origins91
      sheetscore publish --only pairings,standings --anonymous
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.publish import publish  # noqa: PLC0415
    from sheetscore.wording import pluralize  # noqa: PLC0415

    done = publish(ctx.obj, target, only=only, anonymous=anonymous)
    if as_json:
        show_json(done.as_json())
        return
    show_findings(done.findings)
    say(f"Wrote {pluralize(done.pages, 'page')} to {done.path}. Open {done.path / 'index.html'}")
    if done.was_anonymous and not done.anonymous:
        say("Before, it had ids in place of all names; now it has the names. --anonymous leaves them out again.")
    say("For a projector put #wall behind the address.")


@click.command()
@click.argument("file", type=completion.InFolder(), metavar="ROUND|LOG.CSV")
@click.option(
    "--cards",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="A folder with aircraft cards as TOML, which replace other cards of the same id.",
)
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Replay with this setting in place of the event's."
)
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Draw a map to a file.")
@click.option(
    "--force", is_flag=True, help="Replace a map that this command did not write as it is now; it goes to kept/."
)
@json_option
@click.pass_context
def replay(
    ctx: click.Context,
    file: Path,
    cards: Path | None,
    settings: tuple[str, ...],
    svg: Path | None,
    *,
    force: bool,
    as_json: bool,
) -> None:
    """Replay the flight logs of a round's workbook turn by turn, and say which rules they break.

    A CSV of table, seat, field and value, as “entries” writes it, is replayed without an event.

    \b
    Example:
      sheetscore replay round1.xlsx
      sheetscore replay round1.csv --set edition=procedural --svg round1.svg
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.findings import worst  # noqa: PLC0415
    from sheetscore.operations.replay import replay  # noqa: PLC0415
    from sheetscore.operations.settings_named import settings_named  # noqa: PLC0415

    done = replay(
        ctx.obj / file,
        cards=ctx.obj / cards if cards else None,
        settings=settings_named(settings, "edition=main"),
        svg=ctx.obj / svg if svg else None,
        force=force,
    )
    if as_json:
        show_json(done.as_json())
    else:
        from sheetscore.cli.show_tables import show_accounts  # noqa: PLC0415 -- rich is slow to import

        show_accounts(done.account())
        show_findings(done.findings)
    ctx.exit(1 if worst(done.findings) == "errors" else 0)


@click.command()
@click.argument("file", type=completion.InFolder())
@click.option("--format", "form", type=click.Choice(["csv", "toml", "json"]), default="csv", show_default=True)
@click.option("--log", is_flag=True, help="For results as csv: write the tables' event logs instead of the rows.")
@click.option("-o", "output", default="-", metavar="FILE", help="The file to write; - is standard output.")
@replace_option
@json_option
@click.pass_context
def export(ctx: click.Context, file: Path, form: str, *, log: bool, output: str, force: bool, as_json: bool) -> None:
    """Write an event, a draw, results or the standings (FILE) as text.

    Results as json or toml have the rows and the event logs of the tables.

    \b
    Example:
      sheetscore export event.xlsx --format toml -o origins91.toml
      sheetscore export round1-draw.xlsx > who-sits-where.csv
      sheetscore export round1-results.xlsx --format csv
      sheetscore export standings.xlsx --format json
      sheetscore export round1-results.xlsx --log > what-happened.csv
    """
    from sheetscore.operations.export import export  # noqa: PLC0415

    to = None if output == "-" else output
    text = export(ctx.obj / file, "json" if as_json else form, log=log, to=to, force=force)
    if to is None or as_json:
        print_text(text)


@click.command()
@click.argument("board", nargs=-1, metavar="[POWER=CENTRES]...")
@click.option(
    "--scoring",
    "scorings",
    multiple=True,
    metavar="ID",
    shell_complete=completion.scoring_systems,
    help="The scoring system, or all. Given several times: compare the systems in a table. Default: list them.",
)
@click.option("--list", "listed", is_flag=True, help="List the scoring systems.")
@click.option(
    "--outcome",
    metavar="HOW",
    help="solo, draw, draw-all (all survivors), time or concession. Default: the outcome that fits the board.",
)
@click.option(
    "--members",
    multiple=True,
    metavar="POWER,...",
    help="The powers that share the draw, or that the others concede to.",
)
@click.option("--eliminated", multiple=True, metavar="POWER=YEAR,...", help="When powers were eliminated.")
@click.option("--final-year", type=whole_number, metavar="YEAR", help="The last year played.")
@json_option
@click.pass_context
def score_board(
    ctx: click.Context,
    board: tuple[str, ...],
    scorings: tuple[str, ...],
    outcome: str | None,
    members: tuple[str, ...],
    eliminated: tuple[str, ...],
    final_year: int | None,
    *,
    listed: bool,
    as_json: bool,
) -> None:
    """Score a final board of Diplomacy, or list the scoring systems.

    Powers that are not named have no centres; names of powers may be shortened. Seven numbers without names are the
    centres of Austria, England, France, Germany, Italy, Russia and Turkey, in this order.

    \b
    Example:
      sheetscore score-board --scoring sum-of-squares England=12 Russia=9 Turkey=8 Italy=5
      sheetscore score-board --scoring bangkok 0 12 0 0 5 9 8 --eliminated Austria=1903,Germany=1904,France=1906
      sheetscore score-board --scoring draw-size E=12 R=9 T=8 I=5 --outcome draw --members England,Russia
      sheetscore score-board --scoring scs --scoring tribute E=12 R=9 T=8 I=5
      sheetscore score-board --scoring all E=12 R=9 T=8 I=5 --eliminated A=1903,G=1904,F=1906 --final-year 1908
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.cli.show_tables import show_boards  # noqa: PLC0415 -- rich is slow to import
    from sheetscore.operations.score_board import ALL, BoardWords, score_boards, scoring_systems  # noqa: PLC0415
    from sheetscore.problems import WrongUsage  # noqa: PLC0415

    if not scorings and board and not listed:
        raise WrongUsage("name the scoring system, such as --scoring sum-of-squares; --list lists them")
    if listed or not scorings:
        systems = scoring_systems(ctx.obj)
        if as_json:
            show_json([one.model_dump(include={"id", "title", "description", "also"}) for one in systems])
        else:
            for one in systems:
                say(f"{one.id:36} {one.summary_with_names}")
        return
    words = BoardWords((*board, *members), eliminated)
    scored = score_boards(
        scorings,
        words.centres,
        outcome=outcome,
        members=words.members,
        eliminated=words.eliminated,
        final_year=final_year,
        folder=ctx.obj,
    )
    alone = len(scorings) == 1 and ALL not in scorings
    if as_json:
        documents = [one.as_json() for one in scored]
        show_json(documents[0] if alone else documents)
    else:
        show_findings(dict.fromkeys(found for one in scored for found in one.findings))
        show_boards(scored, alone=alone)
