"""Printing: the encoding of the output, and control characters written out so that none acts on a terminal."""

from __future__ import annotations

import codecs
import os
import re
import sys
from io import TextIOWrapper

import click

from sheetscore.wording import TURNS_TEXT, escaped

NAMES_OF_FILES = "sheetscore.names-of-files"
"""The name of the codec error handler for file names whose bytes the locale could not decode."""

_STEERING = re.compile(f"[\x7f-\x9f{TURNS_TEXT}]")
"""Characters that JSON does not escape although terminals act on them."""


def set_up_streams() -> None:
    """Make redirected output UTF-8 in every locale; let a terminal replace the characters that it cannot show.

    Scripts and redirected files need the same encoding everywhere; a terminal has its own. An ASCII terminal means
    that Python knows no locale: UTF-8 is the better guess, for click, too.
    """
    codecs.register_error(NAMES_OF_FILES, _bytes_of_name)
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, TextIOWrapper):
            continue  # no stream, or a graphical shell's, which takes any text
        if stream.isatty() and codecs.lookup(stream.encoding).name != "ascii":
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors=NAMES_OF_FILES)


def _bytes_of_name(error: UnicodeError) -> tuple[str | bytes, int]:
    r"""Write undecodable bytes of a file name back as they are if they are UTF-8, else escaped (``\udcfc``)."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    try:
        name = error.object[error.start : error.end].encode("ascii", "surrogateescape")
        name.decode("utf-8")
    except UnicodeError:
        return codecs.backslashreplace_errors(error)
    return name, error.end


def say(line: str, *, err: bool = False) -> None:
    """Print a line with control characters written out, since file names may contain them."""
    click.echo(escaped(line).replace("\n", r"\n"), err=err)


def say_that_output_is_full() -> None:
    """Report that the output was cut short; the unwritten rest is discarded, so that flushing cannot fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    say("sheetscore: the output was not written, the disk is full: make room and run this again", err=True)


def print_text(text: str) -> None:
    """Print a text for programs, unescaped and without a line end."""
    click.echo(text, nl=False)


def show_json(document: object) -> None:
    """Print one JSON document."""
    import json  # noqa: PLC0415 -- --help must start fast

    text = json.dumps(document, ensure_ascii=False)
    click.echo(_STEERING.sub(lambda character: f"\\u{ord(character[0]):04x}", text))
