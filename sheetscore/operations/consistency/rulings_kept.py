"""Scores ruled by a director before the unit of scores was changed: the number stays, but may mean another score.

Only the director can tell whether it does. Commands ask this until somebody types the ruling or its reason again; the
results keep the question together with the values that it is about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries, FieldKey
from sheetscore.results.record import RoundRecord
from sheetscore.results.scoring_changes import changed_settings

KEPT_RULING = "ruling-kept"


def may_ask(event: Event, record: RoundRecord) -> bool:
    """Return whether rulings of a round may have to be questioned, without reading its sheets."""
    asked = any(one.code == KEPT_RULING for one in record.findings)
    return asked or bool(record.setup and changed_settings(event, record.setup, {*event.settings.COUNTED_IN}))


def rulings_kept(
    event: Event, record: RoundRecord, public: Mapping[FieldKey, FieldKey], entries: Entries
) -> Iterator[Finding]:
    """Question rulings that have not changed since a round was scored, although the unit of scores has.

    Parameters
    ----------
    record
        The results of the round.
    public
        The boxes of its sheets, each with its name as scripts know it.
    entries
        The values on the sheets.
    """
    changed = changed_settings(event, record.setup, {*event.settings.COUNTED_IN}) if record.setup else []
    asked = {one.fields[0]: one for one in record.findings if one.code == KEPT_RULING and one.fields}
    beginnings = tuple(event.settings.COUNTED_IN.values())
    rulings: dict[tuple[int, str], list[FieldKey]] = defaultdict(list)
    for key, name in public.items() if changed or asked else ():
        if name.field.startswith(beginnings):
            rulings[name.table, name.seat].append(key)
    for keys in rulings.values():
        if any(entries.get(key) != record.entries.get(key) for key in keys):
            continue
        ruled = next((key for key in keys if isinstance(entries.get(key), int | Fraction)), None)
        if ruled and changed:
            what = "; ".join(map(str, changed))
            yield _kept(ruled, public[ruled], Fraction(entries[ruled]), what)
        elif ruled and ruled in asked:
            yield finding(KEPT_RULING, asked[ruled].message, fields=(ruled,))


def _kept(key: FieldKey, name: FieldKey, ruled: Fraction, changes: str) -> Finding:
    message = (
        f"table {name.table}, {name.seat}: {name.field} {float(ruled):g} stands as it was typed, and since then "
        f"{changes}: scores may be counted in something else now. It counts as {float(ruled):g}. Type what it is to be "
        "now; or, if it stays, write its reason anew, and no more is said of it"
    )
    return finding(KEPT_RULING, message, fields=(key,))
