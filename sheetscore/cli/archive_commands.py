"""The commands of ``archive``: the results of many events together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetscore.archive import USUAL
from sheetscore.cli.main import FiniteRange, json_option
from sheetscore.cli.output import say, show_json

if TYPE_CHECKING:
    from sheetscore.archive.questions import Answer, Questions

_ELO_RANGE = FiniteRange(min=0, max=1000)

from_archive = click.option(
    "--from",
    "address",
    default=USUAL,
    metavar="ARCHIVE",
    show_default=True,
    help="The archive: a folder or an address.",
)


@click.group()
def archive() -> None:
    """Collect the results workbooks of many events, and ask who is best at what.

    An archive is a folder of its own; the workbooks stay where they are. The commands need additional libraries:
    pip install "sheetscore[archive]"

    \b
    Example:
      sheetscore archive add ~/tournaments --to club
      sheetscore archive players --from club
      sheetscore archive versus "Ann Lee" "Bob Ray" --from club
    """
    from sheetscore.archive import refuse_without_libraries  # noqa: PLC0415 -- --help must start fast

    refuse_without_libraries()


@archive.command()
@click.argument("paths", nargs=-1, required=True, metavar="FOLDER|FILE...")
@click.option("--to", "address", default=USUAL, metavar="ARCHIVE", show_default=True, help="The archive.")
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="How many processes read. Default: as many as there are cores."
)
@click.option("--scheduler", metavar="ADDRESS", help="Read on the workers of this Dask scheduler: tcp://10.0.0.1:8786.")
@json_option
@click.pass_context
def add(
    ctx: click.Context, paths: tuple[str, ...], address: str, jobs: int | None, scheduler: str | None, *, as_json: bool
) -> None:
    """Add every *-results.xlsx and standings.xlsx below folders, except those that the archive already has.

    A corrected round replaces its former version. Workbooks that cannot be read are named at the end.

    \b
    Example:
      sheetscore archive add origins91 origins92 --to club
      sheetscore archive add s3://club/results --to s3://club/archive
    """
    from sheetscore.archive import adding  # noqa: PLC0415 -- reads the libraries of the extra
    from sheetscore.operations.safeguards.results_typed_over import not_as_scored  # noqa: PLC0415
    from sheetscore.workers import workers_of  # noqa: PLC0415

    workers = workers_of(jobs, scheduler)
    places = [_address(ctx, path) for path in paths]
    if as_json:
        done = adding.add(places, _address(ctx, address), workers, doubts_about=not_as_scored)
        show_json(done.as_json())
    else:
        from sheetscore.cli.show import show_findings  # noqa: PLC0415
        from sheetscore.cli.show_tables import with_bar  # noqa: PLC0415 -- rich is slow to import

        done = with_bar(lambda progress: adding.add(places, _address(ctx, address), workers, progress, not_as_scored))
        if not done.found:
            say(f"Nothing is called *-results.xlsx or standings.xlsx in {', '.join(paths)}.")
            return
        say(
            f"{done.found} workbooks: {done.new} new, {done.known + done.same} that the archive has, "
            f"{len(done.refused)} refused."
        )
        for one in done.refused:
            say(f"error {one.path}: {one.reason}", err=True)
        show_findings(done.findings)
    ctx.exit(1 if done.refused else 0)


def _address(ctx: click.Context, path: str) -> str:
    """Return an address such as s3://club as it is, and a path relative to the folder of ``-C``."""
    return path if "://" in path else str(ctx.obj / Path(path).expanduser())


def _questions(ctx: click.Context, address: str, *about: str) -> Questions:
    """Open an archive for questions; ``about`` are the names of the people whom they are about, as typed."""
    from sheetscore.archive.questions import Questions  # noqa: PLC0415
    from sheetscore.archive.storage import Archive  # noqa: PLC0415

    return Questions(Archive(_address(ctx, address)), about)


def _show(title: str, answer: Answer, *, as_json: bool) -> None:
    if as_json:
        show_json(_plain(answer.as_json()))
        return
    _table(title, answer)


def _table(title: str, answer: Answer) -> None:
    from sheetscore.cli.show_tables import show_answer  # noqa: PLC0415 -- rich is slow to import

    if answer.rows:
        show_answer(title, answer.columns, answer.rows)
    else:
        say(f"{title}: nothing.")


def _plain(value: object) -> object:
    """Return a value that JSON can hold: dates, times and unknown types as text, fractions as doubles."""
    from decimal import Decimal  # noqa: PLC0415
    from math import isfinite  # noqa: PLC0415

    from sheetscore.results.record import in_doubles  # noqa: PLC0415

    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [*map(_plain, value)]
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    if isinstance(value, float | Decimal):
        return float(value) if isfinite(value) else None
    plain = value.isoformat() if hasattr(value, "isoformat") else in_doubles(value)
    return plain if plain is None or isinstance(plain, str | int | float) else str(plain)


def _show_notes(asked: Questions) -> None:
    from sheetscore.archive.answers import notes  # noqa: PLC0415
    from sheetscore.cli.show import show_findings  # noqa: PLC0415

    show_findings(notes(asked))


_LISTED_COLUMNS = ("event", "system", "date", "scored", "players", "winner", "provisional")


@archive.command("list")
@from_archive
@json_option
@click.pass_context
def list_(ctx: click.Context, address: str, *, as_json: bool) -> None:
    """List the events, the earliest first, and warn of doubts about the archive.

    \b
    Example:
      sheetscore archive list --from club
    """
    from sheetscore.archive.answers import events, notes, of_columns  # noqa: PLC0415

    asked = _questions(ctx, address)
    if as_json:
        found = [one.as_json() for one in notes(asked)]
        show_json({"events": _plain(events(asked).as_json()), "findings": found})
        return
    _table("Events", of_columns(events(asked), _LISTED_COLUMNS))
    _show_notes(asked)


@archive.command()
@from_archive
@json_option
@click.pass_context
def players(ctx: click.Context, address: str, *, as_json: bool) -> None:
    """List everybody who played: events, rounds, events won, first and last day.

    \b
    Example:
      sheetscore archive players --from club
    """
    from sheetscore.archive.answers import people  # noqa: PLC0415

    asked = _questions(ctx, address)
    _show("Players", people(asked), as_json=as_json)
    if not as_json:
        _show_notes(asked)


@archive.command()
@click.argument("name")
@from_archive
@json_option
@click.pass_context
def player(ctx: click.Context, name: str, address: str, *, as_json: bool) -> None:
    """Show the events of a person (NAME), and everybody whom the person has met.

    \b
    Example:
      sheetscore archive player "Ann Lee" --from club
    """
    from sheetscore.archive.answers import person  # noqa: PLC0415

    asked = _questions(ctx, address, name)
    _show_parts(asked.people.called(name), person(asked, name), as_json=as_json)


_NOT_ON_TERMINAL = frozenset({"system", "table", "points", "points_of_other"})


@archive.command()
@click.argument("one")
@click.argument("other")
@from_archive
@json_option
@click.pass_context
def versus(ctx: click.Context, one: str, other: str, address: str, *, as_json: bool) -> None:
    """Show how two people (ONE and OTHER) stand against each other, and every game in which both took part.

    \b
    Example:
      sheetscore archive versus "Ann Lee" "Bob Ray" --from club
    """
    from sheetscore.archive.answers import of_columns, versus  # noqa: PLC0415

    asked = _questions(ctx, address, one, other)
    parts = versus(asked, one, other)
    if not as_json:  # a terminal has no room for all columns
        games = parts["games"]
        parts["games"] = of_columns(games, [column for column in games.columns if column not in _NOT_ON_TERMINAL])
    _show_parts(" and ".join(map(asked.people.called, (one, other))), parts, as_json=as_json)


def _show_parts(title: str, parts: dict[str, Answer], *, as_json: bool) -> None:
    if as_json:
        show_json({name: _plain(part.as_json()) for name, part in parts.items()})
        return
    for name, part in parts.items():
        _table(f"{title}: {name}", part)


@archive.command()
@click.option("--system", metavar="ID", help="Rate the games of this system only. Default: each system.")
@click.option(
    "--k", type=_ELO_RANGE, default=32, show_default=True, help="The most Elo points a beginner can gain in a game."
)
@click.option(
    "--settled-k", type=_ELO_RANGE, default=16, show_default=True, help="The same after 30 games between two players."
)
@from_archive
@json_option
@click.pass_context
def ratings(ctx: click.Context, system: str | None, k: float, settled_k: float, address: str, *, as_json: bool) -> None:
    """Rate everybody by all complete games: mu, its uncertainty sigma, mu - 3 sigma, and Elo from games between two.

    \b
    Example:
      sheetscore archive ratings --system aso --from club
    """
    from sheetscore.archive.answers import refuse_other_systems  # noqa: PLC0415
    from sheetscore.archive.rated import as_answer, rated_systems, ratings_of  # noqa: PLC0415
    from sheetscore.archive.ratings import EloSettings  # noqa: PLC0415

    asked, elo = _questions(ctx, address), EloSettings(k=k, settled_k=settled_k)
    if system:
        refuse_other_systems(asked, system)
    answers = {one: as_answer(ratings_of(asked, one, elo)) for one in ([system] if system else rated_systems(asked))}
    if as_json:
        show_json({one: _plain(answer.as_json()) for one, answer in answers.items()})
        return
    for one, answer in answers.items():
        _table(f"Ratings, {one}", answer)


@archive.command()
@from_archive
@json_option
@click.pass_context
def champions(ctx: click.Context, address: str, *, as_json: bool) -> None:
    """List who won each event, by its standings, or why that is not known.

    \b
    Example:
      sheetscore archive champions --from club
    """
    from sheetscore.archive.answers import champions  # noqa: PLC0415

    _show("Champions", champions(_questions(ctx, address)), as_json=as_json)


@archive.command()
@from_archive
@json_option
@click.pass_context
def boards(ctx: click.Context, address: str, *, as_json: bool) -> None:
    """Show how well powers of Diplomacy, colors and sides did over all events.

    \b
    Example:
      sheetscore archive boards --from club
    """
    from sheetscore.archive.answers import boards  # noqa: PLC0415

    _show("Powers and sides", boards(_questions(ctx, address)), as_json=as_json)


@archive.command()
@from_archive
@json_option
@click.pass_context
def handicaps(ctx: click.Context, address: str, *, as_json: bool) -> None:
    """List the exact handicaps between pairs of players, by the rule of their game.

    \b
    Example:
      sheetscore archive handicaps --from club
    """
    from sheetscore.archive.answers import handicaps  # noqa: PLC0415
    from sheetscore.archive.questions import Answer  # noqa: PLC0415
    from sheetscore.cli.show import show_findings  # noqa: PLC0415

    rows, findings = handicaps(_questions(ctx, address))
    columns = tuple(rows[0]) if rows else ()
    _show("Handicaps", Answer(columns, tuple(tuple(row.values()) for row in rows)), as_json=as_json)
    if not as_json:
        show_findings(findings)


@archive.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME NAME...")
@from_archive
@click.pass_context
def same(ctx: click.Context, names: Sequence[str], address: str) -> None:
    """Note that several names are one person; lists show the first name from now on.

    The names are in people.toml of the archive, which you may edit. Give an id with its event: "P07@Origins 1991".

    \b
    Example:
      sheetscore archive same "Zoë Kean" "Zoe Kean" "P07@Origins 1991" --from club
    """
    from sheetscore.archive.answers import refuse_unknown  # noqa: PLC0415
    from sheetscore.archive.people import join_persons  # noqa: PLC0415

    asked = _questions(ctx, address)
    refuse_unknown(asked, names)
    person = join_persons(asked.archive, names)
    say(f"{person.name} is also called {', '.join(person.also)}.")


@archive.command()
@click.argument("query", metavar="SELECT")
@from_archive
@json_option
@click.pass_context
def sql(ctx: click.Context, query: str, address: str, *, as_json: bool) -> None:
    """Answer one SELECT over events, rounds, players, results, games, boards, flights and standings.

    \b
    Example:
      sheetscore archive sql "select person, count(*) from games where rank = 1 group by 1 order by 2 desc"
    """
    _show("Answer", _questions(ctx, address).ask_typed(query), as_json=as_json)


@archive.command()
@click.option(
    "-o",
    "target",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file to write: .xlsx, .csv or .parquet.",
)
@from_archive
@click.option("--force", is_flag=True, help="Replace what is there; it goes to kept/.")
@click.pass_context
def export(ctx: click.Context, target: Path, address: str, *, force: bool) -> None:
    """Write a workbook (.xlsx) for people, or the results that count (.csv, .parquet) for other programs.

    The workbook has the players with formulas over the results, ratings with their curves, the record of each pair of
    players, how well powers and sides did, and the events. A .csv or .parquet has the table results of “archive sql”.

    \b
    Example:
      sheetscore archive export -o club.xlsx --from club
      sheetscore archive export -o results.parquet --from club
    """
    import datetime as dt  # noqa: PLC0415

    from sheetscore.archive.exporting import export  # noqa: PLC0415
    from sheetscore.operations.safeguards.overwrite_guard import refuse_to_replace  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside, refuse_if_open  # noqa: PLC0415

    asked, path = _questions(ctx, address), ctx.obj / target
    refuse_if_open(path)
    refuse_to_replace(path, "archive export", path.parent, force=force)
    saved = export(asked, path, dt.datetime.now(dt.UTC))
    say(f"Wrote {path.name}." + (f" What was there is {beside(saved.kept, path)}." if saved.kept else ""))


@archive.command()
@from_archive
@click.pass_context
def compact(ctx: click.Context, address: str) -> None:
    """Join the many small files of the archive into few, after many additions.

    \b
    Example:
      sheetscore archive compact --from club
    """
    from sheetscore.archive.adding import compact  # noqa: PLC0415

    before, after = compact(_address(ctx, address))
    say(f"{before} files became {after}. The former ones stay for whoever reads the archive at this moment.")
