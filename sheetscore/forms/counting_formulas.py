"""The formulas of a form that results depend on: those that its totals and sums are computed from, and their limits.

What a sheet only displays, checks or explains cannot change a result, and is left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library, template_data
from sheetscore.problems import MistakesFound
from sheetscore.workbooks.saving import digest

_LIMITS = {
    "across": ("key", "sum", "limit", "unless", "counts", "earlier"),
    "after": ("key", "counts", "ended_by", "earlier", "ended"),
}
"""The keys of a block's limits that results depend on; the others are messages, or questions to the director."""

_NAME = re.compile(r"[a-z_][a-z0-9_]*")


def counting_formulas(library: Library) -> dict[str, str]:
    """Return the digest of the formulas that results depend on, by template; templates without any are left out."""
    found = {path.stem: _digest_of(path, digest(path)) for path in library.paths()}
    return {name: sha256 for name, sha256 in found.items() if sha256}


def templates_of(forms: RoundForms) -> frozenset[str]:
    """Return the names of the templates that the pages of a round are made from."""
    return frozenset(block.form for form in forms.page_forms() for block in form.blocks)


@lru_cache(maxsize=256)
def _digest_of(path: Path, _content: str) -> str:
    """Return the digest of the formulas of a template that results depend on; blank without any.

    One command asks several times: the result is cached by path and ``_content``, the digest of the file.
    """
    meaning = _counting(path)
    return hashlib.sha256(json.dumps(meaning, sort_keys=True, default=str).encode()).hexdigest() if meaning else ""


def _counting(path: Path) -> list[object]:
    """Return the formulas of a template that count; none if it cannot be read, which the check of templates reports."""
    try:
        data = template_data(path, Decimal)
    except MistakesFound:
        return []
    blocks = [block for block in _listed(data.get("block")) if isinstance(block, dict)]
    counts: list[object] = [data["sum"]] if data.get("sum") else []
    counts += [[block.get("id"), block["total"], [*_limits(block)]] for block in blocks if "total" in block]
    return [counts, _steps(counts, blocks), data.get("list")] if counts else []


def _limits(block: Mapping[str, object]) -> Iterator[object]:
    for kind, keys in _LIMITS.items():
        for limit in _listed(block.get(kind)):
            if isinstance(limit, dict):
                yield kind, [limit.get(key) for key in keys]


def _steps(counts: object, blocks: Sequence[Mapping[str, object]]) -> dict[str, object]:
    """Return the steps that formulas name, and those that these name in turn; all others serve only what is shown."""
    steps = {
        (str(block.get("id")), name): rule
        for block in blocks
        if isinstance(lets := block.get("let"), dict)
        for name, rule in lets.items()
    }
    found: dict[str, object] = {}
    named = {*_NAME.findall(str(counts))}
    while more := {at: rule for at, rule in steps.items() if at[1] in named and ".".join(at) not in found}:
        found |= {".".join(at): rule for at, rule in more.items()}
        named |= {*_NAME.findall(str([*more.values()]))}
    return found


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()
