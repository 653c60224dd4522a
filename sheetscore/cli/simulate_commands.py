"""The command that plays an event many times before it is played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetscore.cli import completion
from sheetscore.cli.main import FiniteRange, json_option
from sheetscore.cli.output import say, show_json

if TYPE_CHECKING:
    from sheetscore.operations.simulate import FormatsCompared
    from sheetscore.simulation.comparing import Estimate

_POINTS = FiniteRange(min=0, max=5000)

_EXAMPLE = "rounds=4"


@click.command()
@click.option(
    "--system",
    shell_complete=completion.systems,
    metavar="ID",
    help="Simulate the usual format of this system, not the event's.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 500),
    metavar="N",
    help="How many players, or teams if teams are paired. Default: as many as the event has.",
)
@click.option(
    "--rounds", type=click.IntRange(1, 99), metavar="N", help="How many rounds. Default: as many as the event has."
)
@click.option(
    "--events",
    type=click.IntRange(1, 1_000_000),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many events of each format.",
)
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change this setting in all formats.")
@click.option(
    "--against",
    multiple=True,
    metavar="NAME=VALUE, ...",
    help="A format to compare with: the settings in which it differs.",
)
@click.option(
    "--spread",
    type=_POINTS,
    default=200,
    show_default=True,
    metavar="POINTS",
    help="How much strengths differ: their standard deviation in rating points.",
)
@click.option(
    "--unknown",
    type=_POINTS,
    default=100,
    show_default=True,
    metavar="POINTS",
    help="How wrong ratings are: the standard deviation of their error in rating points.",
)
@click.option(
    "--luck",
    type=FiniteRange(0, 100),
    default=1,
    show_default=True,
    metavar="FACTOR",
    help="1: as between rated players; 0: the stronger always wins.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 999_999_999),
    default=1,
    show_default=True,
    metavar="N",
    help="The seed of chance: the same seed gives the same players and luck.",
)
@click.option(
    "--time",
    "seconds",
    type=FiniteRange(min=1),
    metavar="SECONDS",
    help="Stop after this time, and use the events played by then.",
)
@click.option(
    "-o",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.XLSX",
    help="Write a workbook with a chart, too.",
)
@click.option(
    "--force", is_flag=True, help="Replace a workbook that this command did not write as it is now; it goes to kept/."
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="How many processes play. Default: as many as there are cores."
)
@click.option("--scheduler", metavar="ADDRESS", help="Play on the workers of this Dask scheduler: tcp://10.0.0.1:8786.")
@json_option
@click.pass_context
def simulate(
    ctx: click.Context,
    system: str | None,
    players: int | None,
    rounds: int | None,
    events: int,
    settings: tuple[str, ...],
    against: tuple[str, ...],
    spread: float,
    unknown: float,
    luck: float,
    seed: int,
    seconds: float | None,
    target: Path | None,
    jobs: int | None,
    scheduler: str | None,
    *,
    force: bool,
    as_json: bool,
) -> None:
    """Play an event many times with made-up players: how often does the best win, in this format and in others.

    Every round is drawn, entered and scored as on the day. The same players with the same luck play in all formats, so
    the difference between formats is more certain than each figure. The figure after ± is the standard error.

    \b
    Example:
      sheetscore simulate
      sheetscore simulate --system aso --players 24 --rounds 5 --against rounds=4 --against rounds=6
      sheetscore simulate --events 200 --against "scoring=draw-size, rounds=4" -o formats.xlsx
    """
    from sheetscore.cli.show_tables import with_bar  # noqa: PLC0415 -- rich is slow to import
    from sheetscore.operations.settings_named import settings_named  # noqa: PLC0415
    from sheetscore.operations.simulate import refuse_target, simulate, write_comparison  # noqa: PLC0415
    from sheetscore.simulation.luck import MadeUpPlayers  # noqa: PLC0415
    from sheetscore.workers import workers_of  # noqa: PLC0415

    if target:
        refuse_target(ctx.obj / target, force=force)
    common = settings_named(settings, _EXAMPLE)
    if rounds:
        common["rounds"] = str(rounds)
    others = [settings_named([words], _EXAMPLE) for words in against]
    workers = workers_of(jobs, scheduler)
    compared = with_bar(
        lambda progress: simulate(
            ctx.obj,
            workers,
            system=system,
            players=players,
            made_up=MadeUpPlayers(spread=spread, unknown=unknown, luck=luck, seed=seed),
            settings=common,
            against=others,
            events=events,
            seconds=seconds,
            progress=progress,
        ),
        "playing",
    )
    saved = write_comparison(compared, ctx.obj / target, force=force) if target else None
    if as_json:
        show_json(compared.as_json())
        return
    _show(compared)
    if saved:
        say(f"Wrote {saved.path.name}.")


def _show(compared: FormatsCompared) -> None:
    from sheetscore.cli.show_tables import show_answer  # noqa: PLC0415 -- rich is slow to import
    from sheetscore.simulation.comparing import MEASURES  # noqa: PLC0415
    from sheetscore.simulation.workbook import assumptions  # noqa: PLC0415

    first, *others = compared.formats
    headings = ("Format", *(measure.title for measure in MEASURES))
    estimates = [
        (one.format.name, *(_shown(one.estimate(measure), share=measure.is_share) for measure in MEASURES))
        for one in compared.formats
    ]
    show_answer(assumptions(compared.formats, compared.players), headings, estimates)
    if others:
        differences = [
            (one.format.name, *(_shown(one.difference(measure, first), share=measure.is_share) for measure in MEASURES))
            for one in others
        ]
        show_answer(f"More than in “{first.format.name}”, event by event", headings, differences)


def _shown(estimate: Estimate, *, share: bool) -> str:
    """Return a figure and its standard error as text; a share as a percentage, and "" if there is no figure."""
    if estimate.mean is None:
        return ""
    by, decimals, unit = (100, 1, " %") if share else (1, 3, "")
    error = "" if estimate.error is None else f" ± {estimate.error * by:.{decimals}f}"
    return f"{estimate.mean * by:.{decimals}f}{error}{unit}"
