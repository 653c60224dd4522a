"""Pages that do not correspond: copies made from different draws, and lines of CSV from another round or event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sheetscore.event.folder import read_journal, stage_command, stage_name
from sheetscore.event.identity import folded, name_and_id
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.values import shown
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.history import present_draw
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.later_workbook import baseline_in, of_two_draws
from sheetscore.operations.safeguards.newest_moments import Moment
from sheetscore.pairing.draw import display_name
from sheetscore.problems import Problem
from sheetscore.reading.carry_over import OF_OTHERS
from sheetscore.reading.field_lines import CLEAR, FieldLines
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import box_name, boxes_with_values
from sheetscore.reading.sitting import counts_for
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.hidden_sheets import Baseline, as_texts
from sheetscore.sheets.offered_lists import named_in
from sheetscore.wording import first_clauses, pluralize
from sheetscore.workbooks.saving import KEPT, copies_of, digest

Texts = Mapping[FieldKey, str]

_SEVERAL = 2
"""The fewest unexpected players, or differing names, that count: one alone is a substitute, or somebody renamed."""

_NAMED = 3
"""How many names a message has; the others are counted."""


def draws_differ(
    opened: OpenEvent, number: int, made: Sequence[Baseline | None], names: Sequence[str]
) -> list[Finding]:
    """Find players with different seats in two copies; none if both were made from one draw.

    Parameters
    ----------
    made
        The baselines of the copies.
    names
        The names of the copies in messages.
    """
    drawn = opened.folder.draw(number)
    if not of_two_draws(made):
        return []
    texts = [one.first for one in made if one]
    forms = drawn_round(opened, number).forms
    here = forms.drawn
    by_this_draw = [name for name, one in zip(names, texts, strict=True) if one == here]
    whose, other = f"the {drawn.name} of the one", "the other"
    if by_this_draw:
        whose = f"{drawn.name}, by which {by_this_draw[0]} was made,"
        other = next((name for name in names if name not in by_this_draw), other)
    message = (
        f"{names[0]} and {names[1]} were made from draws that differ. Agree on one: copy {whose} into the folder that "
        f"{other} comes from and make the sheets there again (sheetscore "
        f"{stage_command('sheets', number)}; what was typed goes along with its people), then merge; or type what only "
        "the one has into the other. They differ in what follows"
    )
    return [finding("merge-differs", message, sheet=drawn.name), *_who_sits_where(texts, names, forms, opened)]


def lines_of_another_round(
    opened: OpenEvent, forms: RoundForms, values: Mapping[FieldKey, Value], name: str
) -> list[Finding]:
    """Find lines of CSV that were perhaps written from another round: most players on their seats are of its draw.

    Parameters
    ----------
    values
        The values of the lines, by box.
    name
        The file's name.
    """
    message = (
        "it has the players of {round} on {seats}: if it was written from {sheets}, fill that in; or add --force, and "
        "they take the places of those who are there"
    )
    return _players_of_another_round(opened, forms, values, name, message)


def sheets_of_another_round(opened: OpenEvent, forms: RoundForms, values: Mapping[FieldKey, Value]) -> list[Finding]:
    """Find score sheets into which those of another round were perhaps copied, players and all.

    Parameters
    ----------
    values
        The values of the sheets, by box.
    """
    own = opened.folder.sheets(forms.round).name
    message = (
        f"{own} has the players of {{round}} on {{seats}}. If what was typed in {{sheets}} was copied into it, take "
        f"what was there before out of {KEPT}/, or type anew; if they played so again, add --force"
    )
    return _players_of_another_round(opened, forms, values, own, message)


def _players_of_another_round(
    opened: OpenEvent, forms: RoundForms, values: Mapping[FieldKey, Value], name: str, message: str
) -> list[Finding]:
    """Return the finding if most players sit as in the draw of another round.

    Parameters
    ----------
    message
        Its text, with ``{round}``, ``{seats}`` and ``{sheets}`` for that round.
    """
    drawn = forms.filled
    seated = {key: who for key, who in values.items() if key in drawn and forms.fields[key][2].type == "player"}
    as_drawn = sum(drawn[key] == who for key, who in seated.items())
    if len(seated) - as_drawn < _SEVERAL:
        return []
    others = [stage for stage in opened.event.stages if stage != forms.round and opened.folder.draw(stage).exists()]
    for stage in others:
        try:
            places = present_draw(opened, stage).draw.places()
        except Problem:
            continue  # reported where that draw is needed
        other_draw = {(table, seat): who for table, seat, who in places}
        found = sum(other_draw.get(forms.public[key][:2]) == who for key, who in seated.items())
        if found > max(as_drawn, len(seated) / 2):
            seats, sheets = f"{found} of {pluralize(len(seated), 'seat')}", opened.folder.sheets(stage).name
            told = message.format(round=stage_name(stage), seats=seats, sheets=sheets)
            return [finding("round-differs", told, sheet=name)]
    return []


def lines_of_another_event(forms: RoundForms, lines: FieldLines, name: str) -> list[Finding]:
    """Find lines of CSV written from another event: most of their ids belong to players of other names in this event.

    A single renamed player does not make another event, unless the label has the name of somebody else here. Only
    labels as ``entries`` writes them count: the name, and the id in brackets.

    Parameters
    ----------
    name
        The file's name.
    """
    names = {
        lines.values[key]: (label, str(shown(forms.fields[key][2], lines.values[key])))
        for key, label in lines.called.items()
        if label.endswith(f"({lines.values.get(key)})")
    }
    others = [(label, here) for label, here in names.values() if folded(label) != folded(here)]
    lists = {choices.content: choices for key in lines.called if (choices := forms.fields[key][2].choices)}
    present = {(id_, folded(name)) for id_, name in named_in({"players": [*lists.values()]}).items()}
    labels = {(str(id_), folded(name_and_id(label)[0])) for id_, (label, _) in names.items()}
    taken = {name for _, name in present - labels}  # whoever is called alike has the name in both
    is_exchanged = any(folded(name_and_id(label)[0]) in taken for label, _ in others)
    if len(others) < max(_SEVERAL, len(names) / 2) and not is_exchanged:
        return []
    were = first_clauses([f"{label}, here {here}" for label, here in others], _NAMED)
    message = (
        f"{len(others)} of {pluralize(len(names), 'id')} in it have other names here: {were}. If it was written "
        "from the workbook of another event, fill that in; or add --force, and it counts by the ids"
    )
    return [finding("other-event", message, sheet=name)]


def lines_of_old_seats(
    opened: OpenEvent, forms: RoundForms, now: ReadEntries, lines: FieldLines, source: Path
) -> list[Finding]:
    """Find lines of CSV that ``entries`` wrote before seats were changed, and that do not name the players of then.

    The journal knows the file by its name, and a copy of the workbook has the draw from which it was written.

    Parameters
    ----------
    now
        The workbook, with the players for whom it was made.
    source
        The file with the lines.
    """
    sheets, journal = opened.folder.sheets(forms.round), read_journal(opened.folder.path)
    by_name = (one for one in journal if source.name in one.written and one.command.startswith("entries "))
    written = max(by_name, key=lambda one: one.time, default=None)
    copies = (copy for copy in copies_of(sheets) if written and digest(copy) in written.read.values())
    begun = next((baseline_in(opened, copy) for copy in copies), None)
    if written is None or begun is None or not of_two_draws([begun, now.begun]):
        return []
    players = [key for key in forms.filled if forms.fields[key][2].type == "player" and key not in lines.values]
    moved = [key for key in players if begun.first.get(key) != now.drawn(forms).get(key)]
    texts = {**now.texts, **as_texts(lines.values, {}), **dict.fromkeys(lines.cleared, CLEAR)}
    changed = (key for key in (*lines.values, *lines.cleared) if texts[key] != now.texts.get(key, CLEAR))
    boxes = {key: texts[key] for key in changed if any(counts_for(key, texts, who, forms) for who in moved)}
    if not boxes:
        return []
    message = (
        f"{source.name} was written on {Moment(0, written)}, before others got these seats, and does not have who sat "
        f"there: {first_clauses(boxes_with_values(boxes, forms), _NAMED)} would count for those who sit there now. Add "
        "the lines of the players, as entries writes them; or add --force"
    )
    return [finding(OF_OTHERS, message, sheet=source.name)]


def _who_sits_where(
    texts: Sequence[Texts], names: Sequence[str], forms: RoundForms, opened: OpenEvent
) -> Iterator[Finding]:
    one, two = texts
    for key in {**one, **two}:
        if one.get(key) != two.get(key):
            who = (display_name(of[key], opened.event.names) if key in of else "nobody" for of in texts)
            has = " and ".join(f"{name} has {whom}" for name, whom in zip(names, who, strict=True))
            message = f"{box_name(forms.called(key))}: {has}"
            yield finding("merge-differs", message, sheet=table_sheet(key.table), fields=(key,))
