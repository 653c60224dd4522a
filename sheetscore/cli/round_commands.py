"""Commands about a round, in the order of a director's day."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetscore.cli import completion
from sheetscore.cli.main import FiniteRange, json_option, replace_option, whole_number
from sheetscore.cli.output import print_text, say, show_json

if TYPE_CHECKING:
    from sheetscore.results.standing_changes import Correction


@click.command()
@click.option("--again", is_flag=True, help="Plan again what is not drawn yet; the former plan goes to kept/.")
@click.option(
    "--seconds",
    type=FiniteRange(min=0, min_open=True),
    default=60,
    show_default=True,
    help="Search effort: about this many seconds on a usual machine. The program counts work, not time, so every "
    "machine finds the same plan.",
)
@json_option
@click.pass_context
def plan(ctx: click.Context, *, again: bool, seconds: float, as_json: bool) -> None:
    """Plan all rounds at once: write plan.xlsx. The draws follow this plan, and the packet contains it.

    Each count is minimised before the next, such as unequal section totals, one force flown throughout, opponents met
    again, team mates met again; the report says which minimum is proved. Rounds that are drawn stay as they are.
    If somebody is missing on the day, only a few seats change, and the draw names them. You may exchange names in
    plan.xlsx: the draws follow your changes.

    \b
    Example:
      sheetscore plan
      sheetscore plan --seconds 300 --again
    """
    from sheetscore.cli.show import count_warnings, show_findings  # noqa: PLC0415
    from sheetscore.cli.show_tables import with_status  # noqa: PLC0415
    from sheetscore.event.folder import stage_command  # noqa: PLC0415
    from sheetscore.operations.plan import plan  # noqa: PLC0415
    from sheetscore.pairing.planned.seat_plan import Effort  # noqa: PLC0415
    from sheetscore.sheets.plan_tables import left_out_sentences  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    made = with_status(
        lambda status: plan(ctx.obj, effort=Effort(seconds, lambda goal: status(goal.said)), again=again)
    )
    if as_json:
        show_json(made.as_json())
        return
    count_warnings([one for one in made.findings if one not in made.news])
    show_findings(made.news)
    for line in (*made.plan.report(), *left_out_sentences(made.event, made.plan)):
        say(line)
    if made.kept:
        say(f"What was there is kept as {beside(made.kept, made.path)}.")
    say(f"{made.path.name}: print it, or the packet, then: sheetscore {stage_command('draw', made.planned[0])}")


@click.command()
@click.argument("round_number", metavar="[ROUND]", type=whole_number, required=False)
@click.option(
    "--again", is_flag=True, help="Draw again although there is a draw; a copy of the former draw goes to kept/."
)
@click.option(
    "--keep",
    is_flag=True,
    help="Keep the draw, whatever results have changed since it was made, and write it with the names of now.",
)
@click.option(
    "--force",
    is_flag=True,
    help="Draw even if an earlier round's pairings are unknown, its results older ones, typed values would be lost, or "
    "teams would go on in each other's place.",
)
@click.option(
    "--add",
    "added",
    multiple=True,
    metavar="WHO",
    shell_complete=completion.players,
    help="Seat somebody in the existing draw: a player's id or name, or a team for all its players.",
)
@click.option(
    "--drop",
    "dropped",
    multiple=True,
    metavar="WHO",
    shell_complete=completion.players,
    help="Take somebody off the existing draw.",
)
@json_option
@click.pass_context
def draw(
    ctx: click.Context,
    round_number: int | None,
    *,
    again: bool,
    keep: bool,
    force: bool,
    added: tuple[str, ...],
    dropped: tuple[str, ...],
    as_json: bool,
) -> None:
    """Draw a round: who sits where. Edit the workbook if you must.

    --add and --drop seat late arrivals and take off those who leave; all others keep their seats, and a copy of the
    former draw goes to kept/. If results are corrected after the draw, “check” names the pairings that would now
    differ, until you draw the round --again or accept its draw with --keep. After a name was corrected, --keep writes
    the same draw, as it was edited, with the names of now.
    Systems with one set of sheets for the whole event (duplicate) take no number.

    \b
    Example:
      sheetscore draw 2
      sheetscore draw 2 --add P31 --add "Ann Bell" --drop P07
      sheetscore draw 2 --keep
    """
    if keep:
        _keep_draw(ctx.obj, round_number, alone=not (again or force or added or dropped), as_json=as_json)
        return
    if added or dropped:
        _change_draw(ctx.obj, round_number, added, dropped, anew=again or force, as_json=as_json)
        return
    from sheetscore.cli.show import count_warnings, show_findings  # noqa: PLC0415
    from sheetscore.event.folder import stage_command  # noqa: PLC0415
    from sheetscore.operations.draw import draw  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    made = draw(ctx.obj, round_number, again=again, force=force)
    if as_json:
        show_json(made.as_json())
        return
    # “check” shows the findings on the event again at any time; those on this draw are shown only now
    count_warnings([one for one in made.findings if one not in made.news])
    show_findings(made.news)
    for line in made.draw.report:
        say(line)
    if made.kept:
        say(f"What was there is kept as {beside(made.kept, made.path)}.")
    say(f"{made.path.name}: post its sheets, then: sheetscore {stage_command('sheets', made.draw.round)}")


def _keep_draw(folder: Path, number: int | None, *, alone: bool, as_json: bool) -> None:
    """Keep a draw although results that it was made from, or names, have changed, and print what it now counts as."""
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.change_draw import keep_draw  # noqa: PLC0415
    from sheetscore.problems import WrongUsage  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    if not alone:
        raise WrongUsage("--keep lets a draw stand as it is; leave out --again, --force, --add and --drop")
    made = keep_draw(folder, number)
    if as_json:
        show_json(made.as_json())
        return
    if made.kept is None:
        say(f"{made.path.name} was made from the results as they are, has the names as they are, and stays as it is.")
        return
    show_findings(made.news)
    say(f"{made.path.name} keeps its seats, has the names of now, and counts as made from the results of now.")
    say(f"What was there is kept as {beside(made.kept, made.path)}.")


def _change_draw(
    folder: Path, number: int | None, added: tuple[str, ...], dropped: tuple[str, ...], *, anew: bool, as_json: bool
) -> None:
    """Seat players in an existing draw or take them off, and print who moved."""
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.event.folder import stage_command  # noqa: PLC0415
    from sheetscore.operations.change_draw import change_draw  # noqa: PLC0415
    from sheetscore.problems import WrongUsage  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    if anew:
        raise WrongUsage("--add and --drop change the draw that stands; leave out --again and --force")
    made = change_draw(folder, number, added, dropped)
    if as_json:
        show_json(made.as_json())
        return
    show_findings(made.news)
    for line in made.moved:
        say(line)
    if made.kept:
        say(f"What was there is kept as {beside(made.kept, made.path)}.")
    say(f"{made.path.name}: post its sheets anew, then: sheetscore {stage_command('sheets', made.draw.round)}")


@click.command()
@click.argument("round_number", metavar="[ROUND]", type=whole_number, required=False)
@click.option(
    "--force",
    is_flag=True,
    help="Make the sheets although typed values, comments or notes beside the boxes have no place on them, or count "
    "for other players there; the former workbook goes to kept/.",
)
@click.option(
    "--more",
    "more",
    multiple=True,
    type=(int, str),
    metavar="TABLE SEAT",
    help="Double the lines of a page whose lines are not enough.",
)
@click.option(
    "--less",
    "less",
    multiple=True,
    type=(int, str),
    metavar="TABLE SEAT",
    help="Undo the last --more of a page.",
)
@json_option
@click.pass_context
def sheets(
    ctx: click.Context,
    round_number: int | None,
    *,
    force: bool,
    more: tuple[tuple[int, str], ...],
    less: tuple[tuple[int, str], ...],
    as_json: bool,
) -> None:
    """Make the score sheets of a drawn round: a page per table and one per pilot.

    Systems with one set of sheets for the whole event (duplicate) take no number.

    --more adds a continuation page with further lines, which is read like any other page. Name the page to continue by
    its seat, by the player who sits there, or as the table sheet. The draw's workbook remembers the addition, and typed
    values are kept. --less takes the continuation page back, unless something is typed on it.

    \b
    Example:
      sheetscore sheets 2
      sheetscore sheets 2 --more 1 strike.2 --more 3 "Ann Bell" --more 3 "table sheet"
      sheetscore sheets 2 --less 1 strike.2
    """
    from sheetscore.cli.show import count_warnings, show_findings  # noqa: PLC0415
    from sheetscore.operations.sheets import make_sheets  # noqa: PLC0415
    from sheetscore.wording import join_words, pluralize  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    made = make_sheets(ctx.obj, round_number, force=force, more=more, less=less)
    if as_json:
        show_json(made.as_json())
        return
    show_findings(made.news)
    count_warnings(made.messages)
    if made.kept:
        say(f"What was there is kept as {beside(made.kept, made.path)}.")
    for one in made.further:
        say(f"More lines: {one.sentence}.")
    for one in made.taken_back:
        say(f"Taken back: {one.sentence}.")
    and_ = " and" if made.paper == made.pages else ", and"  # "4 pages on 6 sheets of paper, and the cover"
    say(f"{made.path.name}: {pluralize(made.tables, 'table')}, {made.counted_pages}{and_} the cover.")
    if made.besides:
        say(f"To print besides: {join_words(made.besides)}.")
    say(f"Print it or fill it in, then: sheetscore ingest {made.path.name}")


@click.command()
@click.argument("workbook", type=completion.InFolder())
@click.option("-o", "output", default="-", metavar="FILE", help="The file to write; - is standard output.")
@replace_option
@json_option
@click.pass_context
def entries(ctx: click.Context, workbook: Path, output: str, *, force: bool, as_json: bool) -> None:
    """Write every field of a round's WORKBOOK as CSV: table,seat,field,value,label.

    \b
    Example:
      sheetscore entries round2.xlsx -o round2.csv
    """
    from sheetscore.operations.entries import entries  # noqa: PLC0415

    text = entries(ctx.obj / workbook, None if output == "-" else output, force=force)
    if as_json:
        show_json({"rows": list(csv.DictReader(text.splitlines()))})
    elif output == "-":
        print_text(text)


drop_notes_option = click.option(
    "--force",
    is_flag=True,
    help="Go on although notes beside the boxes will be dropped, or a workbook is an older copy; the former workbook "
    "goes to kept/.",
)


@click.command()
@click.argument("workbook", type=completion.InFolder())
@click.argument("lines", metavar="CSV", type=click.Path(path_type=Path))
@drop_notes_option
@json_option
@click.pass_context
def fill(ctx: click.Context, workbook: Path, lines: Path, *, force: bool, as_json: bool) -> None:
    """Type the values of a CSV file (table,seat,field,value) into a round's WORKBOOK.

    The CSV is looked for in the current directory, then in the folder of -C. An empty value leaves its box as it is;
    - clears the box.
    Field ids such as target.2 count the entries of a list. If the label of a line shows that the list has changed
    since, the line is refused; --force takes the field id regardless.
    Lines saved by the browser page of “scan” also say which sheet of paper they are from, and what the box held. Paper
    of another event, round or draw is refused. So is a line whose box has got another value since the scan; --force
    replaces that value.
    If the workbook has comments or notes beside the boxes, they are listed and nothing is written without --force. So
    it is if lines put somebody who has another place on a page with typed values, or substitutes on pages with more
    than 20 values that the lines do not have.
    The former workbook goes to kept/. A workbook saved as .ods or .xlsm is replaced by an .xlsx of the same name.

    \b
    Example:
      sheetscore fill round2.xlsx round2.csv
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.entries import fill  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    done = fill(ctx.obj / workbook, lines if lines.exists() else ctx.obj / lines, force=force)
    if as_json:
        show_json(done.as_json())
        return
    show_findings(done.findings)
    kept = f" What was there is kept as {beside(done.kept, done.path)}." if done.kept else ""
    say(f"{done.path.name}: {done.in_words}.{kept}")


@click.command()
@click.argument("first", type=completion.InFolder())
@click.argument("second", type=completion.InFolder())
@click.option(
    "-o", "output", type=click.Path(path_type=Path), required=True, metavar="FILE", help="The workbook to write."
)
@drop_notes_option
@json_option
@click.pass_context
def merge(ctx: click.Context, first: Path, second: Path, output: Path, *, force: bool, as_json: bool) -> None:
    """Merge two transcribers' copies of a round's workbook.

    If only one copy has a value in a box, the value is taken. If the copies have different values in a box, that is a
    mistake, and nothing is written. Nor is anything written without --force if a copy has comments or notes beside the
    boxes. Somebody may have cleared a box that is blank in one copy and filled in the other: that is a mistake if
    another file of the round has the same value (--force takes the value), else a warning.

    \b
    Example:
      sheetscore merge round2-ann.xlsx round2-bob.xlsx -o round2.xlsx
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.entries import merge_copies  # noqa: PLC0415
    from sheetscore.wording import pluralize  # noqa: PLC0415
    from sheetscore.workbooks.saving import beside  # noqa: PLC0415

    done = merge_copies(ctx.obj / first, ctx.obj / second, ctx.obj / output, force=force)
    if as_json:
        show_json(done.as_json())
        return
    show_findings(done.findings)
    kept = f" What was there is kept as {beside(done.kept, done.path)}." if done.kept else ""
    values = "; ".join(filter(None, (pluralize(done.values, "value"), done.cleared_in_words)))
    say(f"{done.path.name}: {values}.{kept}")


_MOST_CHANGES = 12
"""The most changes shown on the terminal; all are on the sheet Changes of the standings."""


def _show_correction(correction: Correction) -> None:
    """Print whose score or rank a correction changed, at most `_MOST_CHANGES` of them."""
    changes = [*correction.sentences]
    say("What the correction changed:" if changes else "The correction changed nobody's score or rank.")
    for line in changes[:_MOST_CHANGES]:
        say(f"  {line}")
    if len(changes) > _MOST_CHANGES:
        say(f"  and {len(changes) - _MOST_CHANGES} more: the sheet Changes of standings.xlsx has all")


@click.command()
@click.argument("workbook", type=completion.InFolder())
@click.option(
    "--provisional", is_flag=True, help="Score only the complete tables; every page says that they are provisional."
)
@click.option(
    "--as-scored", is_flag=True, help="Do not score other rounds again, although settings have changed since."
)
@click.option(
    "--force", is_flag=True, help="Go on although fewer or older values or results would replace the present ones."
)
@click.option(
    "--ratings", is_flag=True, help="Use the event's current ratings for players whose first result is in this round."
)
@json_option
@click.pass_context
def ingest(
    ctx: click.Context,
    workbook: Path,
    *,
    provisional: bool,
    as_scored: bool,
    force: bool,
    ratings: bool,
    as_json: bool,
) -> None:
    """Check a round's WORKBOOK and score it: results and standings.

    If there are mistakes, nothing is scored; a marked copy of the workbook shows each mistake in its cell. If settings
    have changed since other rounds were scored, these rounds are scored again, too: all of them or none.

    \b
    Example:
      sheetscore ingest round2.xlsx
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.ingest import ingest  # noqa: PLC0415

    done = ingest(ctx.obj / workbook, provisional=provisional, as_scored=as_scored, force=force, ratings=ratings)
    if as_json:
        show_json(done.as_json())
    else:
        show_findings(done.findings, done.untouched_tables)
        if done.results_path:
            is_here = ctx.obj == Path() or done.results_path.parent.samefile(ctx.obj)
            elsewhere = "" if is_here else f" in {workbook.parent}"
            say(f"{done.results_path.name}{elsewhere}: {done.counted_rows}. The standings are up to date.")
            if done.correction:
                _show_correction(done.correction)
            if done.written_back_to:
                new = f"; the mistakes that are left are in a new {done.marked_path.name}" if done.marked_path else ""
                copy = new or ", and the copy is gone"
                say(f"{done.written_back_to.name} now has what the mended copy had{copy}.")
        elif done.marked_path:
            say(f"Nothing was scored. {done.marked_path.name} shows every mistake in its cell.")
        else:
            say("Nothing was scored.")
    ctx.exit(1 if done.status == "errors" else 0)


@click.command()
@click.argument("file", type=completion.InFolder())
@click.option(
    "--what",
    type=click.Choice(["postings", "sheets", "results", "all"]),
    help="Print this part of the round that FILE belongs to. Default: FILE itself.",
)
@click.option(
    "-o", "target", type=click.Path(path_type=Path), metavar="F.pdf", help="The PDF to write. Default: beside FILE."
)
@replace_option
@json_option
@click.pass_context
def print(  # noqa: A001 -- what the command is called
    ctx: click.Context, file: Path, what: str | None, target: Path | None, *, force: bool, as_json: bool
) -> None:
    """Make a PDF of FILE, or of the files of its round, in the order in which they are handed out.

    The PDF leaves out sheets for the director alone (the cover of score sheets, a list into which slips are typed, how
    a draw or a result came about): print those from LibreOffice or Excel. This command needs LibreOffice.

    \b
    Example:
      sheetscore print round1-draw.xlsx                 the postings, ready for the wall
      sheetscore print round1.xlsx --what all           postings, score sheets, and results where there are some
      sheetscore print round1-results.xlsx -o wall.pdf
    """
    from sheetscore.cli.show import show_findings  # noqa: PLC0415
    from sheetscore.operations.printing import print_pages  # noqa: PLC0415
    from sheetscore.wording import pluralize  # noqa: PLC0415

    printed = print_pages(ctx.obj / file, what, target, force=force)
    if as_json:
        show_json(printed.as_json())
        return
    show_findings(printed.findings)
    for workbook, pages in printed.pages.items():
        say(f"{workbook.name}: {pluralize(pages, 'page')}")
    say(f"Wrote {printed.path.name}, {pluralize(sum(printed.pages.values()), 'page')}.")
