"""How words leave the program: in which encoding, and without anything that would steer a terminal."""

from __future__ import annotations

import codecs
import os
import re
import sys
from io import TextIOWrapper

import click

from sheetscore.wording import TURNS_TEXT, escaped

NAMES_OF_FILES = "sheetscore.names-of-files"
"""How UTF-8 is written where a name of a file has bytes that the locale could not read."""

_STEERING = re.compile(f"[\x7f-\x9f{TURNS_TEXT}]")
"""What JSON leaves as it is, and a terminal does not."""


def set_up_streams() -> None:
    """Have redirected output be UTF-8, whatever the locale says, and a terminal get what it can show of any name.

    Scripts and the files that one redirects to need one encoding everywhere; a terminal has its own. ASCII is no
    terminal's, but what Python takes where it knows nothing: UTF-8 is the better guess, for click, too.
    """
    codecs.register_error(NAMES_OF_FILES, _bytes_of_name)
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):
            continue  # there is none, or it is a window's that takes any text
        if stream.isatty() and codecs.lookup(stream.encoding).name != "ascii":
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors=NAMES_OF_FILES)


def _bytes_of_name(error: UnicodeError) -> tuple[str | bytes, int]:
    r"""Write what of a name could not be read as the system has it, if that is UTF-8, else escaped (``\udcfc``)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    try:
        name = error.object[error.start : error.end].encode("ascii", "surrogateescape")
        name.decode("utf-8")
    except UnicodeError:
        return codecs.backslashreplace_errors(error)
    return name, error.end


def say(line: str, *, err: bool = False) -> None:
    """Print a line, its control characters written out: names of files may have them."""
    click.echo(escaped(line).replace("\n", r"\n"), err=err)


def say_that_output_is_full() -> None:
    """Say that what is printed was not written; what is left of it goes nowhere as the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    say("sheetscore: the output was not written, the disk is full: make room and run this again", err=True)


def give(text: str) -> None:
    """Print a text that is to be read by programs, as it is."""
    click.echo(text, nl=False)


def show_json(document: object) -> None:
    """Print one JSON document."""
    import json  # noqa: PLC0415 -- --help must start fast

    text = json.dumps(document, ensure_ascii=False)
    click.echo(_STEERING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text))
