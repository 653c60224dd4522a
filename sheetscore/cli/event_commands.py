"""Commands about an event as a whole, and the demo."""

from __future__ import annotations

from pathlib import Path

import click

from sheetscore.cli import completion
from sheetscore.cli.main import json_option, replace_option
from sheetscore.cli.output import say, show_json

_HISTORY = click.Path(path_type=Path, exists=True, file_okay=False)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--system",
    shell_complete=completion.systems,
    help="Start from a small example of this system, such as amps.",
)
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    help="An event.toml or event.xlsx to start from, with its templates.",
)
@click.option(
    "--players", type=click.Path(path_type=Path), help="A roster (CSV or workbook): name, rating, club, team ..."
)
@click.option("--history", type=_HISTORY, help="A folder with results of earlier events, to go on from them.")
@click.option("--ratings", metavar="ARCHIVE", help="The archive to take ratings, handicaps and regular opponents from.")
@json_option
def new(
    folder: Path,
    system: str | None,
    source: Path | None,
    players: Path | None,
    history: Path | None,
    ratings: str | None,
    *,
    as_json: bool,
) -> None:
    """Start an event in FOLDER: an event.xlsx, ready to fill in.

    \b
    Example:
      sheetscore new origins91 --system amps --players roster.csv
      sheetscore new spring --from event.toml --history ../last-year
      sheetscore new spring --system aso --players roster.csv --ratings club
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.new import new  # noqa: PLC0415
    from sheetscore.wording import join_words, pluralize  # noqa: PLC0415

    started = new(folder, system=system, source=source, players=players, history=history, ratings=ratings)
    if as_json:
        show_json(started.as_json())
        return
    show_findings(started.findings)
    say(f"{started.path}: {started.event.header.name}, {pluralize(len(started.event.players), 'player')}.")
    if started.templates:
        say(f"Copied with it: {join_words(started.templates)}.")
    say(f"Fill it in, save it, then: sheetscore -C {folder} check")


@click.command()
@click.argument("file", type=completion.InFolder(), required=False)
@click.option("--history", type=_HISTORY, help="A folder with results of earlier events, to compare the event with.")
@json_option
@click.pass_context
def check(ctx: click.Context, file: Path | None, history: Path | None, *, as_json: bool) -> None:
    """Say everything that is wrong in the event, or in a filled workbook; write nothing.

    \b
    Example:
      sheetscore check
      sheetscore check round2.xlsx
      sheetscore check --history ../last-year
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.check import check  # noqa: PLC0415
    from sheetscore.wording import join_words  # noqa: PLC0415

    folder: Path = ctx.obj
    done = check(folder / file if file else folder, history=history)
    if as_json:
        show_json(done.as_json())
    else:
        show_findings(done.findings, done.untouched_tables)
        refused = list(dict.fromkeys(one.refused for one in done.findings if one.refused))
        are = "it is" if len(refused) == 1 else "they are"
        warned = f"Nothing stops you but ingesting {join_words(refused)} as {are}." if refused else "Nothing stops you."
        say({"ok": "All is well.", "warnings": warned, "errors": "Mend these first."}[done.status])
    ctx.exit(1 if done.status == "errors" else 0)


@click.command()
@click.option(
    "--what",
    type=click.Choice(["all", "players", "schedule", "scenarios", "rules", "sheets"]),
    default="all",
    show_default=True,
    help="The part to write; players is everything that players may see.",
)
@click.option(
    "-o",
    "target",
    type=click.Path(path_type=Path),
    metavar="F.xlsx",
    help="The workbook to write. Default: packet.xlsx, or for a part packet-rules.xlsx and so on.",
)
@replace_option
@json_option
@click.pass_context
def packet(ctx: click.Context, what: str, target: Path | None, *, force: bool, as_json: bool) -> None:
    """Put the whole event down in black and white, as a workbook and a PDF, so that another director can run it.

    The packet has the schedule, how rounds are drawn, the scenarios, the points, every setting with what it means, who
    comes late or leaves early, and blank score sheets. It can be made as soon as “check” finds no error. The PDF needs
    LibreOffice.

    \b
    Example:
      sheetscore packet                       packet.xlsx and packet.pdf
      sheetscore packet --what rules          the settings and the points, for the wall
      sheetscore packet --what players -o handout.xlsx
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.packet import packet as make_packet  # noqa: PLC0415
    from sheetscore.wording import pluralize  # noqa: PLC0415

    made = make_packet(ctx.obj, what, target, force=force)
    if as_json:
        show_json(made.as_json())
        return
    show_findings(made.findings)
    say(f"Wrote {made.path.name}, {pluralize(len(made.packet.titles), 'sheet')}.")
    if made.pdf and made.pages:
        say(f"Wrote {made.pdf.name}, {pluralize(made.pages, 'page')}.")
    else:
        say(made.without_pdf)


@click.command()
@click.argument("system", required=False, shell_complete=completion.systems)
@json_option
@click.pass_context
def systems(ctx: click.Context, system: str | None, *, as_json: bool) -> None:
    """List the tournament systems, or show one system with its settings.

    \b
    Example:
      sheetscore systems amps
      sheetscore systems diplomacy    its scoring systems too
    """
    from sheetscore.operations.new import describe  # noqa: PLC0415

    described = describe(system, ctx.obj)
    if as_json:
        show_json([one.as_json() for one in described])
        return
    for one in described:
        say(f"{one.id:12} {one.title}: {one.summary}")
        for decision in one.decisions if system else ():
            say(f"  {decision.name} = {decision.value}. {decision.meaning}")
            for choice, meaning in decision.choices.items():
                say(f"    {choice:36} {meaning}")


@click.command()
@json_option
@click.pass_context
def templates(ctx: click.Context, *, as_json: bool) -> None:
    """List and check the form templates in force: the event's own, then those shipped with the program.

    \b
    Example:
      sheetscore templates
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.findings import worst  # noqa: PLC0415
    from sheetscore.operations.new import templates  # noqa: PLC0415

    listed = templates(ctx.obj)
    if as_json:
        show_json(listed.as_json())
    else:
        for system, form, path in listed.forms:
            say(f"{system:12} {form:22} {path}")
        show_findings(listed.findings)
    ctx.exit(1 if worst(listed.findings) == "errors" else 0)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default="demo")
@click.option(
    "--system",
    default="amps",
    show_default=True,
    shell_complete=completion.systems,
    help="The system whose example to run.",
)
@click.option(
    "--example",
    metavar="NAME",
    shell_complete=completion.examples,
    help="The example to run if the system has several, such as duplicate-skip.",
)
def demo(folder: Path, system: str, example: str | None) -> None:
    """Run a whole example event in FOLDER, from new to the standings.

    An example that was run there before is run again if nobody has changed its files.

    \b
    Example:
      sheetscore demo origins91
    """
    from sheetscore.cli.show_tables import show_standings  # noqa: PLC0415
    from sheetscore.operations.demo import demo  # noqa: PLC0415

    shown = demo(folder, system, say, named=example)
    show_standings(shown.ranked.event, shown.ranked.standings)
    say("Now open:")
    for path in shown.workbooks:
        say(f"  {path}")
