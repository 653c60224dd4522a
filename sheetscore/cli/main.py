"""The command line: its commands, the options that they share, and how problems are shown."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any

import click

from sheetscore.cli.output import say, say_that_output_is_full, set_up_streams, show_json
from sheetscore.problems import NO_ROOM, MistakesFound, Problem
from sheetscore.version import VERSION
from sheetscore.wording import escaped

COMMANDS = {
    "new": "Start an event: a folder with an event.xlsx to fill in.",
    "simulate": "Play an event many times beforehand, and compare formats.",
    "check": "Say everything that is wrong in an event or a filled workbook.",
    "plan": "Plan all rounds at once, with the proof of how good the plan is.",
    "draw": "Draw a round: who sits where.",
    "sheets": "Make the score sheets of a drawn round.",
    "scan": "Find filled-in paper in scans and photos, to look through and type.",
    "entries": "Write every field of a round's workbook as CSV.",
    "fill": "Type values from CSV into a round's workbook.",
    "merge": "Merge two transcribers' copies of a round.",
    "ingest": "Check and score a round's workbook.",
    "watch": "Say what is new and wrong whenever a workbook is saved.",
    "standings": "Bring the standings up to date and show them.",
    "replay": "Replay what was played turn by turn, and audit it.",
    "print": "Make a PDF of what is handed out or posted.",
    "packet": "Put the whole event down in black and white.",
    "publish": "Write the event's site, for phones, a projector and paper.",
    "export": "Write an event, a draw, results or standings as text.",
    "score-board": "Score a final board of Diplomacy.",
    "systems": "List the tournament systems.",
    "templates": "List and check the form templates.",
    "archive": "Collect the results of years, and query them.",
    "demo": "Run a whole example event.",
}
"""The line of help for each command, in the order of a director's day."""

MODULES = {
    "event_commands": ("new", "check", "packet", "systems", "templates", "demo"),
    "round_commands": ("plan", "draw", "sheets", "entries", "fill", "merge", "ingest", "print"),
    "scan_commands": ("scan",),
    "watch_commands": ("watch",),
    "simulate_commands": ("simulate",),
    "archive_commands": ("archive",),
    "result_commands": ("standings", "replay", "publish", "export", "score-board"),
}
"""The modules and their commands. A module is imported when one of its commands runs, which keeps ``--help`` fast."""


TRACEBACK = "SHEETSCORE_TRACEBACK"
"""Set this environment variable to see tracebacks, as an author of a plug-in."""

PLUG_IN = "plug-in"
"""The code of the problem reported when a plug-in raises an exception."""

ARGUMENTS = "sheetscore.words"
"""The key of the typed arguments in click's ``Context.meta``."""

MOST_ARGUMENTS = 20
"""The most arguments that are joined to look for a file name with blanks."""

COLLECTION_THRESHOLD = 100_000
"""The threshold of the garbage collector, in allocated objects. A command keeps most of its objects to its end, so at
the default, 700, collections find nothing and take a twelfth of the time of an ingest of four tables."""


class FiniteRange(click.FloatRange):
    """A number within a range; nan and infinity are refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the text to a finite number."""
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is no number to reckon with.", param, ctx)
        return number


class Commands(click.Group):
    """A group that imports its commands on use, and shows problems without a traceback."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run the program, with streams that can print any text, click's help and usage errors included.

        If the disk that takes the output is full, one sentence says so.
        """
        set_up_streams()
        try:
            return super().main(*args, **options)
        except OSError as error:
            if not _is_full(error):
                raise
            say_that_output_is_full()
            sys.exit(Problem.exit_status)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of a director's day."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and return the command; None for an unknown name."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        name = next(module for module, commands in MODULES.items() if cmd_name in commands)
        command: click.Command = getattr(import_module(f"sheetscore.cli.{name}"), cmd_name.replace("-", "_"))
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the arguments as typed: the hint on a usage error quotes them."""
        ctx.meta[ARGUMENTS] = [*args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; for an unknown name, fail with the nearest known one."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from sheetscore.event.identity import nearest  # noqa: PLC0415 -- --help must start fast

            close = nearest(args[0], COMMANDS)
            meant = f'. Did you mean "{close}"?' if close else "; sheetscore --help lists them."
            ctx.fail(f'There is no command "{args[0]}"{meant}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from `COMMANDS`, without importing their modules."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; turn a problem, or any exception, into a message and an exit status."""
        gc.set_threshold(max(COLLECTION_THRESHOLD, gc.get_threshold()[0]))  # a program that calls us may have set more
        try:
            return super().invoke(ctx)
        except Problem as problem:
            show_problem(problem)
            if problem.__cause__ and problem.code == PLUG_IN:
                show_traceback(problem.__cause__)
            ctx.exit(problem.exit_status)
        except click.UsageError as wrong:
            raise click.UsageError(escaped(_with_hint(wrong.format_message(), ctx)), wrong.ctx) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            if _is_full(error):
                raise
            bug = _bug(error)
            show_problem(bug)
            show_traceback(error)
            ctx.exit(bug.exit_status)


def _bug(error: Exception) -> Problem:
    """Return the problem that reports an unexpected exception: a plug-in's failure with file and line, else our bug."""
    from sheetscore.event.registry import failed_plug_in  # noqa: PLC0415 -- --help must start fast

    if failed := failed_plug_in(error):
        return Problem(f"{failed}. Nothing was scored. {TRACEBACK}=1 shows all of it", PLUG_IN)
    return Problem(f"sheetscore failed: {type(error).__name__}: {error}. Nothing was scored. Please report it", "bug")


def show_traceback(error: BaseException) -> None:
    """Print the traceback if the environment variable `TRACEBACK` is set."""
    if os.environ.get(TRACEBACK):
        import traceback  # noqa: PLC0415 -- --help must start fast

        traceback.print_exception(error)


def _is_full(error: Exception) -> bool:
    """Return whether the disk that takes the output is full. Files that do not fit raise a `Problem` instead."""
    return isinstance(error, OSError) and error.errno in NO_ROOM


def _with_hint(message: str, ctx: click.Context) -> str:
    """Add to a usage error that names with blanks need quotes, if joined arguments name a path, or are too many."""
    words: list[str] = ctx.meta[ARGUMENTS][:MOST_ARGUMENTS]
    joined = (" ".join(words[first:last]) for first in range(len(words)) for last in range(len(words), first + 1, -1))
    places = (Path(), Path(ctx.params.get("folder") or "."))
    existing = next((name for name in joined for place in places if _is_there(place / name)), None)
    if existing is None and "extra argument" not in message:
        return message
    name = f': "{existing}"' if existing else ""
    return f"{message}{'' if message.endswith(('.', '?')) else '.'} A name with blanks needs quotes{name}."


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a path, or with a null character
        return False


def show_problem(problem: Problem) -> None:
    """Print a problem: its findings, or one line; as JSON if ``--json`` is among the arguments."""
    if "--json" in sys.argv[1:]:
        document: dict[str, object] = {"error": {"code": problem.code, "message": problem.message}}
        if isinstance(problem, MistakesFound):
            document = {"status": "errors", "findings": [one.as_json() for one in problem.findings]}
        show_json(document)
    elif isinstance(problem, MistakesFound):
        from sheetscore.cli.show import show_findings  # noqa: PLC0415 -- --help must start fast

        show_findings(problem.findings)
    else:
        say(f"sheetscore: {problem.message}", err=True)


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")

replace_option = click.option(
    "--force", is_flag=True, help="Replace a file that this command did not write as it is now; it goes to kept/."
)
"""For commands that write to a file which the director names."""


def whole_number(text: str) -> int:
    """Return the whole number that a person typed, such as the number of a round.

    Raises
    ------
    BadParameter
        The text is no whole number, or is ambiguous, such as 1.000.
    """
    from sheetscore.workbooks.typed import InvalidValue, whole_number_from  # noqa: PLC0415 -- --help must start fast

    number = whole_number_from(text)
    if isinstance(number, InvalidValue):
        raise click.BadParameter(number.message)
    return number


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="sheetscore")
@click.option(
    "-C",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=".",
    metavar="DIR",
    help="The event folder. Default: the current directory.",
)
@click.pass_context
def main(ctx: click.Context, folder: Path) -> None:
    """Score sheets, scoring and standings for wargame tournaments, in spreadsheets.

    \b
    A director's day:
      sheetscore new origins91 --system amps     then fill in origins91/event.xlsx
      cd origins91
      sheetscore draw 1                          who sits where
      sheetscore sheets 1                        print round1.xlsx, or fill it in
      sheetscore ingest round1.xlsx              results, checked and scored
      sheetscore standings
    """
    ctx.obj = folder
