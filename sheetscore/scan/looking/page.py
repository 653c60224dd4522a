"""The page to look through a scan, as one HTML file. Names are escaped, and its policy allows no script but its own."""

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
"""The scripts of the page; each uses only those before it."""

MARK = '<meta name="generator" content="sheetscore scan">'
"""Marks every page that we wrote, near its top."""

_KEY = re.compile(r'<meta name="sheetscore-scan" content="([^"]*)">')

_NEAR = 600
"""How many characters from the top the mark is looked for."""


def page_of(set_out: SetOut) -> str:
    """Return the HTML of a scan's page."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 -- an extra
    from markupsafe import Markup  # noqa: PLC0415 -- comes with jinja2

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
        script=Markup(script),  # noqa: S704 -- our own, and rules of forms, whose texts cannot end a script element
        script_hash=_hash(script),
        data=[(id_, Markup(data)) for id_, data in _data(set_out)],  # noqa: S704 -- likewise
    )


def key_in(page: Path) -> str | None:
    """Return the key of the scan that a page shows; None for a file that publish or another program wrote."""
    with page.open(encoding="utf-8", errors="replace") as stream:
        top = stream.read(_NEAR)
    found = _KEY.search(top) if MARK in top else None
    return found[1] if found else None


def _text(name: str) -> str:
    return (HOME / name).read_text(encoding="utf-8")


def _script(set_out: SetOut) -> str:
    """Return the script of the page: the runtime, the rules of the forms as functions, and our scripts."""
    parts = (RUNTIME.read_text(encoding="utf-8"), f"const rules = [{','.join(set_out.rules)}];", *map(_text, SCRIPTS))
    return "\n".join(parts)


def _data(set_out: SetOut) -> Iterator[tuple[str, str]]:
    """Yield the id and the JSON of each data element of the page; no text in the JSON can end the element."""
    yield "scan", _as_json(set_out.shown)
    for id_, pictures in set_out.pictures.items():
        yield id_, _as_json(pictures)


def _as_json(record: object) -> str:
    return json.encode(record).decode().replace("<", "\\u003c")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
