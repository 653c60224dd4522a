"""Find the last common contents of two copies of a round's workbook, and the boxes that were cleared in one copy since.

A box that is filled in one copy and blank in the other was either typed in the one, as when two transcribers share the
pages of a blank workbook, or cleared in the other. The last contents that a command wrote into both decide it, if a
file still has them. If both copies have equal values on a page that no command wrote, nobody can tell which of the two
happened to the other boxes of the page; then a finding asks about each value that the round's workbook, its copies or
its results have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import read_journal
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.history import as_scored
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.safeguards.later_workbook import baseline_in
from sheetscore.operations.safeguards.newest_moments import known_before
from sheetscore.operations.safeguards.older_copy import goes_on_from
from sheetscore.problems import Problem, UnreadableFile
from sheetscore.reading.fields import ReadEntries
from sheetscore.reading.merge import MOST_NAMED, boxes_with_values, page_name
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.sheets.hidden_sheets import Baseline, as_texts, stamp
from sheetscore.wording import first_clauses, pluralize
from sheetscore.workbooks.saving import beside, copies_of

_NAMED = 3
"""The most boxes filled in one copy alone that a message names; it counts the others."""

Texts = Mapping[FieldKey, str]
Place = tuple[int, str]
"""A page or a line of a list as scripts know it: table and seat."""


class CopyOfRound(Struct, frozen=True):
    """One of two copies of a round's workbook."""

    path: Path
    called: str
    entered: ReadEntries
    sha256: str

    @property
    def stamp(self) -> str:
        """The stamp of the last command that wrote it; blank if it has none."""
        return self.entered.begun.stamp if self.entered.begun else ""

    @property
    def source(self) -> str:
        """Its own digest; for a marked copy, the digest of the workbook that it was made from."""
        return (self.entered.begun and self.entered.begun.sha256) or self.sha256

    def is_before(self, opened: OpenEvent, number: int, other: CopyOfRound) -> bool:
        """Return whether the journal knows it as the round's workbook from before the other one."""
        return known_before(opened.folder, number, self.sha256, other.source) is not None

    def marks(self, other: CopyOfRound) -> bool:
        """Return whether it is a marked copy of the other one; under the name of its source it counts as the source."""
        begun = self.entered.begun
        if begun is None or not begun.sha256 or begun.was_made_from(self.path):
            return False
        return begun.was_made_from(other.path)


Both = tuple[CopyOfRound, CopyOfRound]


class _State(Struct, frozen=True):
    """The contents of the boxes of a round at some time."""

    called: str
    """The name of the file that has these contents, for messages."""
    texts: Texts
    stamp: str
    """The stamp of the last command that wrote the file; people may have typed into the file since."""


def common_state(opened: OpenEvent, number: int, both: Both, drawn: Texts) -> Texts:
    """Return the last common contents of both copies.

    The first of these cases decides:

    - One copy goes on from the other: the contents of the older one.
    - The journal knows one copy as older by its bytes: its values in boxes that are filled in both copies, since
      nobody has cleared other boxes in it.
    - One is a marked copy of the other: what the marked workbook had.
    - What a command last wrote into both copies, or if that is unknown, the contents by the draw.

    In the second and the last case, these are added: values that a command wrote into one copy, if they were changed in
    that copy since and the other one still has them.

    Parameters
    ----------
    drawn
        The contents by the draw.
    """
    for this, other in (both, both[::-1]):
        if goes_on_from(opened, number, this.entered, other.entered):
            return this.entered.texts
    one, two = (_changed_since(*pair) for pair in (both, both[::-1]))
    since = {key: text for key, text in {**one, **two}.items() if not (key in one and key in two)}
    for this, other in (both, both[::-1]):
        if other.is_before(opened, number, this):
            return {**{key: text for key, text in other.entered.texts.items() if key in this.entered.texts}, **since}
        if this.entered.begun and this.marks(other) and not other.marks(this):
            return this.entered.begun.written
    return {**(_written_into_both(opened, both) or drawn), **since}


def _written_into_both(opened: OpenEvent, both: Both) -> Texts | None:
    """Return the last contents that a command wrote into both copies; None if none are known.

    If a command has since written into one copy only, former states of that copy in kept/ have the other's stamp.
    """
    for this, other in (both, both[::-1]):
        stamps = other.stamp, *(begun.stamp for begun in _former_baselines(opened, other.path).values())
        begun = this.entered.begun
        # not of a marked copy: its ``written`` is what the marked workbook had, and its stamp is of other contents
        if begun and begun.stamp in stamps and begun.stamp == stamp(begun.written, {}):
            return begun.written
    return None


def _changed_since(this: CopyOfRound, other: CopyOfRound) -> Texts:
    """Return what a command wrote into one copy, if it was changed there since and the other copy still has it."""
    now, in_other, begun = this.entered.texts, other.entered.texts, this.entered.begun
    return {
        key: text for key, text in (begun.written if begun else {}).items() if in_other.get(key) == text != now.get(key)
    }


def _former_baselines(opened: OpenEvent, path: Path) -> dict[str, Baseline]:
    """Read the baselines of the former states of a workbook, by their names in messages, the newest first."""
    found = {}
    for copy in copies_of(path):
        with suppress(Problem):
            if begun := baseline_in(opened, copy):
                found[beside(copy, path)] = begun
    return found


def perhaps_cleared(
    opened: OpenEvent, number: int, both: Both, before: Texts, forms: RoundForms, *, force: bool
) -> Iterator[Finding]:
    """Find boxes that are filled in one copy and blank in the other, if somebody may have cleared them in the other.

    - Pages on which both copies have equal new values: an error for each page asks about the values that a former
      file of the round has, too; a warning names the other boxes.
    - Other pages, on which perhaps nobody has typed yet in the blank copy: a warning names the values in the newest
      former file that shares some value with both copies. An error asks about boxes that had another value in a former
      state of the blank copy.
    - Seats with a typed player in one copy and the drawn one in the other: a warning.
    - Values that both copies began with: they were cleared in the blank copy, and stay so. More of them than a message
      names are an error.

    Parameters
    ----------
    before
        The contents that both began with, by :func:`common_state`.
    force
        Only warn, and take the value of the filled copy.
    """
    alike = _typed_alike(both, before, forms)
    for full, blank in (both, both[::-1]):
        has, lacks = full.entered.texts, blank.entered
        if blank.is_before(opened, number, full):
            continue
        lost = [key for key in has if key not in before and key in lacks.cells and key not in lacks.texts]
        boxes = [key for key in lost if _place(key, forms) in alike]
        drawn = [*_drawn_there(has, lacks.texts, before, forms)]
        states = _states_before(opened, number, both, blank) if (lost and alike) or drawn else []
        known = _known_to(states, boxes, has, alike, forms)
        if emptied := _emptied(states, [key for key in lost if key not in {*boxes}], has, alike):
            yield _taken(full, blank, emptied, forms, whole=True)
        for (place, called), keys in _by_page(known, forms).items():
            yield _asked(full, blank, place, called, keys, forms, force=force)
        others = [key for key in lost if key not in {*boxes, *emptied}]
        for (place, called), keys in _by_page(_with_other_values(opened, blank, others, has), forms).items():
            yield _asked(full, blank, place, called, keys, forms, force=force, is_changed=True)
        if unknown := [key for key in boxes if key not in known]:
            yield _taken(full, blank, unknown, forms)
        earlier = [one.texts for one in states if _may_go_on_from(one, lacks.texts, before, drawn)]
        if put_back := [
            key for key in drawn if _place(key, forms) in alike or any(one.get(key) == has[key] for one in earlier)
        ]:
            yield _typed_seats(full, blank, put_back, forms)
        kept = (key for key, text in before.items() if has.get(key) == text)
        cleared = [key for key in kept if key in lacks.cells and key not in lacks.texts]
        if len(cleared) > MOST_NAMED and not force:
            yield _many(full, blank, cleared, forms)


def _drawn_there(has: Texts, lacks: Texts, before: Texts, forms: RoundForms) -> Iterator[FieldKey]:
    """Yield the seats where one copy has a typed player, and the other the drawn one."""
    for key in forms.filled:
        was = before.get(key)
        if was is not None and lacks.get(key) == was != has.get(key, was):
            yield key


def _may_go_on_from(state: _State, lacks: Texts, before: Texts, apart_from: Collection[FieldKey]) -> bool:
    """Return whether a copy has some value that was typed in a state, or nothing was typed in that state."""
    typed = [key for key, text in state.texts.items() if text != before.get(key) and key not in apart_from]
    return not typed or any(lacks.get(key) == state.texts[key] for key in typed)


def _typed_seats(full: CopyOfRound, blank: CopyOfRound, keys: Sequence[FieldKey], forms: RoundForms) -> Finding:
    """Warn of typed players who were taken, although somebody may have put the drawn ones back in the other copy."""
    boxes = boxes_with_values({key: full.entered.texts[key] for key in keys}, forms)
    message = (
        f"{blank.called} has the drawn player where {full.called} has another one, who was taken: "
        f"{first_clauses(boxes, _NAMED)}. Where the drawn one played after all, enter that again"
    )
    return finding("merge-differs", message, fields=tuple(keys), severity=Severity.WARNING)


def _typed_alike(both: Both, before: Texts, forms: RoundForms) -> dict[Place, list[FieldKey]]:
    """Return the boxes with equal new values in both copies, by page."""
    alike: dict[Place, list[FieldKey]] = defaultdict(list)
    other = both[1].entered.texts
    for key, text in both[0].entered.texts.items():
        if text == other.get(key) != before.get(key):
            alike[_place(key, forms)].append(key)
    return alike


def _known_to(
    states: Sequence[_State],
    boxes: Sequence[FieldKey],
    has: Texts,
    alike: Mapping[Place, Sequence[FieldKey]],
    forms: RoundForms,
) -> dict[FieldKey, str]:
    """Return the boxes whose value some state has together with a value of the page that both copies share.

    Each has the name of the newest file with such a state.
    """
    return {
        key: state.called
        for key in boxes
        for state in reversed(states)  # the newest comes last, and replaces the others
        if state.texts.get(key) == has[key]
        and any(state.texts.get(one) == has[one] for one in alike[_place(key, forms)])
    }


def _with_other_values(
    opened: OpenEvent, blank: CopyOfRound, boxes: Sequence[FieldKey], has: Texts
) -> dict[FieldKey, str]:
    """Return the boxes that had another value in a former state of the blank copy, each with the file of that state.

    They were cleared in that copy, and changed in the other one.
    """
    found: dict[FieldKey, str] = {}
    for called, begun in _former_baselines(opened, blank.path).items() if boxes else ():
        for key in boxes:
            if begun.written.get(key, has[key]) != has[key]:
                found.setdefault(key, called)
    return found


def _emptied(
    states: Sequence[_State], boxes: Sequence[FieldKey], has: Texts, alike: Mapping[Place, Sequence[FieldKey]]
) -> list[FieldKey]:
    """Return the boxes whose value is in the newest state that shares some value with both copies."""
    typed = [key for keys in alike.values() for key in keys]
    shared = (one.texts for one in states if any(one.texts.get(key) == has[key] for key in typed))
    newest = next(shared, {})
    return [key for key in boxes if newest.get(key) == has[key]]


def _by_page(known: Mapping[FieldKey, str], forms: RoundForms) -> dict[tuple[Place, str], list[FieldKey]]:
    pages: dict[tuple[Place, str], list[FieldKey]] = defaultdict(list)
    for key, called in known.items():
        pages[_place(key, forms), called].append(key)
    return pages


def _asked(
    full: CopyOfRound,
    blank: CopyOfRound,
    place: Place,
    called: str,
    keys: Sequence[FieldKey],
    forms: RoundForms,
    *,
    force: bool,
    is_changed: bool = False,
) -> Finding:
    """Ask about boxes of a page that are blank in one copy, since a former file shows that they may have been cleared.

    Parameters
    ----------
    called
        The name of the former file.
    is_changed
        Whether that file has other values than the filled copy, rather than the same.
    """
    boxes = [f"{forms.called(key).field} “{full.entered.texts[key]}”" for key in keys]
    otherwise = (
        f"What {full.called} has was taken"
        if force
        else f"Clear {'it' if len(keys) == 1 else 'them'} in both, or put the right value into both; or add --force, "
        f"and what {full.called} has is taken"
    )
    before = f"{called} something else" if is_changed else f"as {called} has"
    rest = "" if is_changed else ", which has the rest of that page,"
    message = (
        f"{page_name(FieldKey(*place, ''))}: {full.called} has {first_clauses(boxes, _NAMED)}, {before}, "
        f"and {blank.called}{rest} nothing: so it was perhaps cleared there. {otherwise}"
    )
    sheet, cell = full.entered.cells[keys[0]]
    severity = Severity.WARNING if force else None
    return finding("merge-differs", message, sheet=sheet, cell=cell, fields=tuple(keys), severity=severity)


def _taken(
    full: CopyOfRound, blank: CopyOfRound, keys: Sequence[FieldKey], forms: RoundForms, *, whole: bool = False
) -> Finding:
    """Warn of boxes of which the values of the filled copy were taken.

    Parameters
    ----------
    whole
        Whether their pages are blank as a whole in the other copy; otherwise both copies have values on them.
    """
    boxes = boxes_with_values({key: full.entered.texts[key] for key in keys}, forms)
    pages = len({_place(key, forms) for key in keys})
    what = (
        f"{pluralize(pages, 'page or line is', 'pages or lines are')} blank as a whole in"
        if whole
        else f"on pages that both copies have filled in, {pluralize(len(keys), 'box is', 'boxes are')} blank in"
    )
    message = (
        f"{what} {blank.called} and filled in {full.called}, which was taken: "
        f"{first_clauses(boxes, MOST_NAMED if whole else _NAMED)}. What was cleared in {blank.called} is to be "
        "cleared again"
    )
    return finding("merge-differs", message, fields=tuple(keys), severity=Severity.WARNING)


def _many(full: CopyOfRound, blank: CopyOfRound, keys: Sequence[FieldKey], forms: RoundForms) -> Finding:
    """Report very many boxes that both copies had filled, and that merging would leave blank."""
    boxes = boxes_with_values({key: full.entered.texts[key] for key in keys}, forms)
    message = (
        f"{len(keys)} boxes that both copies had filled alike are blank in {blank.called}, and would be blank in both: "
        f"{first_clauses(boxes, MOST_NAMED)}. If they are to be, add --force; else put them into {blank.called} again"
    )
    return finding("merge-differs", message, sheet=blank.path.name, fields=tuple(keys))


def _states_before(opened: OpenEvent, number: int, both: Both, blank: CopyOfRound) -> list[_State]:
    """Return the states that a copy may go on from: those with its own stamp, then those that it replaced."""
    states = (*_saved_states(opened, number, both), *_scored_state(opened, number))
    replaced = {beside(one, blank.path) for one in copies_of(blank.path)}
    own = [one for one in states if one.stamp and one.stamp == blank.stamp]
    return own + [one for one in states if one.called in replaced and one not in own]


def _saved_states(opened: OpenEvent, number: int, both: Both) -> Iterator[_State]:
    """Read the workbooks of a round, in its folder and in kept/, that have the stamp of one of the two copies."""
    stamps, copies = {one.stamp for one in both}, {one.path.resolve() for one in both}
    journal, own = read_journal(opened.folder.path), opened.folder.sheets(number).name
    names = dict.fromkeys((own, *(name for entry in journal for name, of in entry.stamps.items() if of in stamps)))
    places = [opened.folder.path / name for name in names]
    for file in (file for place in places for file in (place, *copies_of(place))):
        if not file.is_file() or file.resolve() in copies:
            continue
        with suppress(Problem):
            begun = baseline_in(opened, file)
            if begun and begun.stamp in stamps:
                old = read_old_sheets(file, opened.system, opened.round(number))
                called = file.relative_to(opened.folder.path).as_posix()
                yield _State(called, old.texts, begun.stamp)


def _scored_state(opened: OpenEvent, number: int) -> Iterator[_State]:
    """Read the contents of the workbook that the results come from, and the stamp of the command that wrote it."""
    try:
        record = as_scored(opened, number)
    except UnreadableFile:
        return
    results, source = opened.folder.results(number).name, record.source.name
    ingested = (entry for entry in reversed(read_journal(opened.folder.path)) if results in entry.written)
    written_by = next((entry.stamps[source] for entry in ingested if source in entry.stamps), "")
    yield _State(results, as_texts(record.entries, {}), written_by)


def _place(key: FieldKey, forms: RoundForms) -> Place:
    public = forms.public.get(key, key)
    return public.table, public.seat
