"""The page to look through as one HTML file: whatever names say is a text on it, and no script but its own runs."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from msgspec import json

from sheetscore.expressions.javascript import RUNTIME
from sheetscore.scan.looking.shown_scan import SetOut

HOME = Path(__file__).parent

SCRIPTS = (
    "page_scores.js", "values.js", "csv_lines.js", "memory.js", "entries.js", "elements.js", "paper_picture.js",
    "paper_boxes.js", "looking.js",
)  # fmt: skip
"""In the order in which they need each other."""

MARK = '<meta name="generator" content="sheetscore scan">'
"""Stands in every page of ours, near its top."""

_KEY = re.compile(r'<meta name="sheetscore-scan" content="([^"]*)">')

_NEAR = 600
"""So many characters from the top."""


def page_of(set_out: SetOut) -> str:
    """Write the page of a scan that is set out."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 -- an extra
    from markupsafe import Markup  # noqa: PLC0415 -- comes with it

    environment = Environment(
        loader=FileSystemLoader(HOME), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    shown, style, script = set_out.shown, _text("looking.css"), _script(set_out)
    return environment.get_template("looking.html").render(
        key=shown.key,
        event=shown.event,
        round=shown.round,
        style=Markup(style),  # noqa: S704 -- our own
        style_hash=_hash(style),
        script=Markup(script),  # noqa: S704 -- our own, and rules of forms, whose texts have no sign that could end it
        script_hash=_hash(script),
        data=[(id_, Markup(data)) for id_, data in _data(set_out)],  # noqa: S704 -- likewise
    )


def key_in(page: Path) -> str | None:
    """Return the key of the scan that a page is of; None for a file that is none of these."""
    with page.open(encoding="utf-8", errors="replace") as stream:
        top = stream.read(_NEAR)
    found = _KEY.search(top) if MARK in top else None
    return found[1] if found else None


def _text(name: str) -> str:
    return (HOME / name).read_text(encoding="utf-8")


def _script(set_out: SetOut) -> str:
    """Put the scripts together, with the rules of the forms, which are functions."""
    parts = (RUNTIME.read_text(encoding="utf-8"), f"const rules = [{','.join(set_out.rules)}];", *map(_text, SCRIPTS))
    return "\n".join(parts)


def _data(set_out: SetOut) -> Iterator[tuple[str, str]]:
    """Write the records, each for a script element of its own; no text in them can end it."""
    yield "scan", _as_json(set_out.shown)
    for id_, pictures in set_out.pictures.items():
        yield id_, _as_json(pictures)


def _as_json(record: object) -> str:
    return json.encode(record).decode().replace("<", "\\u003c")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
