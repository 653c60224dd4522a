"""Names that mean something else on the list of their new page, such as a target that is primary for one seat only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheetscore.findings import Finding, finding
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.sheets.headings import table_sheet
from sheetscore.wording import as_typed, join_words


def listed_otherwise(forms: RoundForms, entries: Entries, came_from: Mapping[FieldKey, FieldKey]) -> Iterator[Finding]:
    """Find values that count as something else in their new box than in the box that they were moved from.

    Parameters
    ----------
    entries
        The values on the new sheets.
    came_from
        The former boxes of the values, by their new boxes.
    """
    pages: dict[tuple[int, str, str], dict[str, None]] = {}
    for key, old in came_from.items():
        now, then = (forms.fields[box][2].choices if box in forms.fields else None for box in (key, old))
        name = entries.get(key)
        if now and then and isinstance(name, str) and (changes := [*_changes(name, then, now)]):
            page = (key.table, key.seat, old.seat if old.table == key.table else f"table {old.table}, {old.seat}")
            pages.setdefault(page, {})[f"{as_typed(name)} ({join_words(changes)})"] = None
    for (table, seat, before), changed in pages.items():
        message = (
            f"table {table}, {seat}: what was typed came along from {before}, and counts as something else: "
            f"{'; '.join(changed)}. Read it again, and correct what does not fit"
        )
        yield finding("page-otherwise", message, sheet=table_sheet(table))


def _changes(name: str, then: Choices, now: Choices) -> Iterator[str]:
    """Describe the attributes of a name that differ between two lists."""
    for attribute in (one for one in now.attributes if one in then.attributes):
        was, is_now = (as_typed(str(one.attribute(name, attribute) or "nothing")) for one in (then, now))
        if was != is_now:
            yield f"{attribute} {was} there, {is_now} here"
