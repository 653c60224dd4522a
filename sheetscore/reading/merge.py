"""Merging two copies of a round: a change made in one is taken, different changes to one box are a finding."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.findings import Around, Finding, Severity, finding
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.sitting import counts_for
from sheetscore.sheets.headings import table_sheet
from sheetscore.wording import first_clauses, first_few

PUT_INTO_BOTH = "Look at the paper and put the right value into both"
"""What to do about a box that was changed differently in two copies."""

MOST_NAMED = 20
"""The most boxes that a message names. If a command would drop more values at once, it asks first."""


class Merged(Struct, frozen=True):
    """Both copies merged, and where they differ."""

    entered: ReadEntries
    findings: tuple[Finding, ...]
    """Errors about boxes that nobody can merge, and warnings about substitutes."""

    @property
    def mistakes(self) -> list[Finding]:
        """The errors."""
        return [one for one in self.findings if one.is_error]


def merge(
    copies: tuple[ReadEntries, ReadEntries], names: tuple[str, str], baseline: Mapping[FieldKey, str], forms: RoundForms
) -> Merged:
    """Merge two copies.

    Parameters
    ----------
    copies
        The contents of both; the result is the first one with the changes that only the second one has.
    names
        The names of the two files, for the findings.
    baseline
        The values of both copies when the workbook was written, as text. A box that still has that value counts
        as unchanged, and so does a box that a copy no longer has.
    forms
        The sheets, for the names of the boxes.
    """
    first, second = ({**_lost(copy, baseline), **copy.texts} for copy in copies)
    differing: list[Finding] = []
    taken: set[FieldKey] = set()
    for key in dict.fromkeys((*first, *second, *baseline)):
        one, two, before = first.get(key), second.get(key), baseline.get(key)
        # take from the second what it alone changed, and a box that the first has lost: it only seems equal, since
        # _lost filled in the baseline
        if one == before != two or (one == two and key in copies[1].texts and key not in copies[0].cells):
            taken.add(key)
        elif one != two and before not in {one, two}:
            differing.append(_differs(key, forms, (one, two, before), names, copies[0]))
    differing += _for_others((first, second), names, baseline, taken, forms, copies)
    return Merged(_laid_over(*copies, taken), tuple(differing))


def _lost(copy: ReadEntries, baseline: Mapping[FieldKey, str]) -> dict[FieldKey, str]:
    """Return the former contents of boxes that a copy no longer has."""
    return {key: text for key, text in baseline.items() if key not in copy.cells}


def _laid_over(first: ReadEntries, second: ReadEntries, taken: Collection[FieldKey]) -> ReadEntries:
    """Return the first copy with some boxes taken from the second; the findings about boxes are taken with them."""
    entries = {key: value for key, value in first.entries.items() if key not in taken}
    raw = {key: text for key, text in first.raw.items() if key not in taken}
    return replace(
        first,
        entries=entries | {key: value for key, value in second.entries.items() if key in taken},
        raw=raw | {key: text for key, text in second.raw.items() if key in taken},
        findings=[
            *(one for one in first.findings if not _is_about(one, taken)),
            *(one for one in second.findings if _is_about(one, taken)),
        ],
    )


def _is_about(one: Finding, boxes: Collection[FieldKey]) -> bool:
    return bool(one.fields) and all(FieldKey(*box) in boxes for box in one.fields)


def _for_others(
    texts: tuple[Mapping[FieldKey, str], Mapping[FieldKey, str]],
    names: tuple[str, str],
    baseline: Mapping[FieldKey, str],
    taken: Collection[FieldKey],
    forms: RoundForms,
    copies: tuple[ReadEntries, ReadEntries],
) -> Iterator[Finding]:
    """Find players whom one copy alone changed, where values typed in the other copy would count for the new one.

    A copy may also be from before the draw was changed. A substitute, whom no draw and neither copy has anywhere else,
    takes nobody's values away: then there is a warning.

    Parameters
    ----------
    texts
        The contents of both copies, with the baseline for boxes that a copy has lost.
    taken
        The boxes whose contents are taken from the second copy.
    """
    boxes = [(key, box) for key, (_, _, box) in forms.fields.items()]
    differ = [key for key, box in boxes if box.type != "player" and texts[0].get(key) != texts[1].get(key)]
    for key, box in boxes:
        changer = int(key in taken)  # the index of the copy that changed the player
        other = texts[1 - changer]
        now, was = texts[changer].get(key), other.get(key)
        if box.type != "player" or None in {now, was} or now == was or was != baseline.get(key):
            continue
        if key in copies[1 - changer].raw:
            continue  # an unreadable name need not be another player's
        typed = [one for one in differ if other.get(one) != baseline.get(one) and counts_for(one, other, key, forms)]
        if typed:
            sheet, cell = copies[0].cells.get(key, (table_sheet(key.table), ""))
            public, (new, former) = forms.called(key), (shown(box, who or "") for who in (now, was))
            some = ", ".join(first_few([forms.public[one].field for one in typed], MOST_NAMED))
            severity, counts = Severity.ERROR, "would count"
            end = ". Look at the paper, and put the same player into both"
            if _is_substitute(key, now, was, texts, forms):
                severity, counts, end = Severity.WARNING, "counts", ""
            around = Around(f"table {public.table}, ", end)
            message = (
                f"{around.before}{public.seat or 'table sheet'}: {names[changer]} has {new} there by now, and what was "
                f"typed into {names[1 - changer]} for {former} {counts} for {new} ({some}){around.after}"
            )
            fields = (key, *typed)
            yield finding(
                "merge-differs", message, sheet=sheet, cell=cell, severity=severity, fields=fields, around=around
            )


def _is_substitute(
    key: FieldKey, now: str | None, was: str | None, texts: Collection[Mapping[FieldKey, str]], forms: RoundForms
) -> bool:
    """Return whether neither the new nor the former player of a box has another place by the draw and both copies."""
    seat = forms.public[key][:2]
    elsewhere = {
        text
        for there in (forms.drawn, *texts)
        for one, text in there.items()
        if one in forms.fields and forms.fields[one][2].type == "player" and forms.public[one][:2] != seat
    }
    return now != forms.drawn.get(key) and not {now, was} & elsewhere


def page_name(public: FieldKey) -> str:
    """Name a page, or the line of a list: ``table 1, strike.2``."""
    return f"table {public.table}, {public.seat or 'table sheet'}"


def box_name(public: FieldKey) -> str:
    """Name a box as scripts know it: ``table 1, strike.2, claimed.sp``."""
    return f"{page_name(public)}, {public.field}"


def boxes_with_values(
    texts: Mapping[FieldKey, str], forms: RoundForms, seated: Mapping[FieldKey, str] = MappingProxyType({})
) -> list[str]:
    """Name boxes as scripts know them, each with its value in quotes, and with whom it is for.

    Parameters
    ----------
    seated
        The names of players, by their boxes; without any nobody is named.
    """
    whom = {forms.called(key): f" for {who}" for key, who in seated.items() if forms.called(key).seat}
    named = ((forms.called(key), text) for key, text in texts.items())
    return [f"{box_name(public)} (“{text}”){_for(public, whom)}" for public, text in named]


def _for(public: FieldKey, whom: Mapping[FieldKey, str]) -> str:
    """Return whom a box is for: the player of its seat or, of several, the one whose box begins with the same word."""
    there = {one.field.split(".")[0]: who for one, who in whom.items() if one[:2] == public[:2]}
    return there.get(public.field.split(".")[0], "") if len(there) > 1 else "".join(there.values())


def first_changes(
    boxes: Collection[FieldKey],
    now: Mapping[FieldKey, Value],
    before: Mapping[FieldKey, Value],
    forms: RoundForms,
    most: int = MOST_NAMED,
) -> str:
    """Name the first boxes with their present and former contents: ``table 1, cap.2, bid (“2”, it was blank)``."""
    return first_clauses(
        [
            f"{box_name(forms.called(key))} ({_content(key, now, forms)}, it was {_content(key, before, forms)})"
            for key in boxes
        ],
        most,
    )


def _content(key: FieldKey, of: Mapping[FieldKey, Value], forms: RoundForms) -> str:
    if key not in of:
        return "blank"
    return f"“{shown(forms.fields[key][2], of[key]) if key in forms.fields else of[key]}”"


def _differs(
    key: FieldKey,
    forms: RoundForms,
    texts: tuple[str | None, str | None, str | None],
    names: tuple[str, str],
    copy: ReadEntries,
) -> Finding:
    sheet, cell = copy.cells.get(key, (table_sheet(key.table), ""))
    public = forms.called(key)
    one, two = ("nothing" if text is None else f"“{text}”" for text in texts[:2])
    before = f" (both had “{texts[2]}” before)" if texts[2] is not None else ""
    around = Around(f"{page_name(public)}, ", f". {PUT_INTO_BOTH}")
    message = f"{around.before}{public.field}: {names[0]} has {one}, {names[1]} has {two}{before}{around.after}"
    return finding("merge-differs", message, sheet=sheet, cell=cell, fields=(key,), around=around)
