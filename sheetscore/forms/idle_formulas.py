"""Formulas of an event's own templates that its sheets show and that change no result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sheetscore.findings import Finding, finding
from sheetscore.forms.template import Library, Template
from sheetscore.problems import MistakesFound
from sheetscore.wording import first_few, join_words

_SHOWN = 6
"""How many formulas are named in a message; the others are counted."""


def idle_formulas(library: Library, shown_only: Iterable[str]) -> Iterator[Finding]:
    """Find the formulas that differ from those of the shipped template, and change no result.

    Parameters
    ----------
    shown_only
        The forms whose figures are only shown.
    """
    shipped = replace(library, own=None)
    for form in shown_only:
        path = library.path(form)
        if library.own is None or not path.is_relative_to(library.own):
            continue
        try:
            now, usual = _formulas(library.template(form)), _formulas(shipped.template(form))
        except MistakesFound:
            continue  # what is wrong in a template is reported where templates are checked
        changed = [name for name, rule in now.items() if usual.get(name, rule) != rule]
        if changed:
            message = (
                f"{library.called(form)} has formulas of its own for {join_words(first_few(changed, _SHOWN))}: the "
                "sheets show what these come to, and nothing counts by them. What counts are the rules of the system, "
                "which follow no template. Take the formulas that come along"
            )
            yield finding("formula-idle", message, sheet=path.name)


def _formulas(template: Template) -> dict[str, str]:
    """Return the formulas of a template: those of its steps, and of shown texts."""
    return {
        f"{name} of {block.id}": rule
        for block in template.block
        for name, rule in (*block.let.items(), *((show.id, show.rule) for show in block.show))
    }
