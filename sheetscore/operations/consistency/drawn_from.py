"""The premises of draws, and the pairings that would change if rounds were drawn now.

The workbook of a draw records its premises: ratings, the number of rounds, the results of earlier rounds. A change of
these is reported until the round is drawn again, or, of results, until ``draw --keep``. Other causes of changed
pairings, such as edited draws, late comers or settings, do not show: both draws that are compared are made with the
event as it is now.

Drawing a large round takes time: :func:`outdated_by_results` draws nothing while the results are the same, and keeps
what it found until a file that this depends on changes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import DecodeError, Struct, ValidationError, json
from msgspec.structs import replace

from sheetscore.event.folder import stage_command, stage_name
from sheetscore.event.identity import folded
from sheetscore.event.load import examine_event, keys_of
from sheetscore.event.model import Premise
from sheetscore.findings import Finding, Severity, finding
from sheetscore.operations.opening.first_ratings import first_ratings, rated_otherwise, read_known
from sheetscore.operations.opening.history import as_scored, present_draw, records, rounds_to_draw_from
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.pairing.draw import company_in, display_name
from sheetscore.problems import Problem, UnreadableFile
from sheetscore.reading.draw_workbook import premises_in
from sheetscore.results.record import RoundRecord
from sheetscore.results.record_lines import rows_digest
from sheetscore.results.setup import as_of_today, find_lost_owners
from sheetscore.results.standings_workbook import event_digest
from sheetscore.sheets.draw_workbook import PREMISES_SHEET, RESULTS_OF
from sheetscore.version import VERSION
from sheetscore.wording import first_few, number_list, pluralize
from sheetscore.workbooks.saving import copies_of, digest, save_spare

_MOST_NAMED = 6
"""How many changes are named in a message; the others are counted."""

_NONE = "none"
"""What stands for the digest of results that were missing when a draw was made."""

_MOST_PLAYERS = 12
"""How many players are named in a message; the others are counted."""


def results_digests(opened: OpenEvent, stage: int) -> dict[str, str]:
    """Return the digests of the results that a draw of a stage is made from, as its workbook records them.

    Each result has two digests, of its file and of its rows: if a spreadsheet program only saves a file again, the
    digest of the rows stays the same. If draws depend on scores, rounds without results are recorded, too.
    """
    scored = opened.folder.scored_stages()
    before = [one for one in opened.event.stages if one < stage and (one in scored or opened.event.drawn_by_results)]
    return {
        f"{RESULTS_OF}{one}": " ".join(_digests(as_scored(opened, one))) if one in scored else _NONE for one in before
    }


def _digests(record: RoundRecord) -> tuple[str, str]:
    return (record.file.sha256 if record.file else ""), rows_digest(record)


def outdated_by_results(opened: OpenEvent, scored: Mapping[int, RoundRecord], after: int = 0) -> Iterator[Finding]:
    """Find the draws whose pairings would change if they were drawn from the present results.

    Parameters
    ----------
    scored
        The results of all rounds, by number.
    after
        Check only the draws of later rounds than this.
    """
    for stage in opened.event.stages:
        if stage > after and opened.folder.draw(stage).exists():
            then = {key: value for key, value in _premises_then(opened, stage).items() if key.startswith(RESULTS_OF)}
            changed = {number: sha256 for number, sha256 in _rounds_changed(opened, then) if number < stage}
            if changed:
                yield from _different_draw(opened, stage, scored, changed)


def _rounds_changed(opened: OpenEvent, then: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the rounds whose results have changed since a draw, with the digest of the former file, or ``_NONE``."""
    scored = opened.folder.scored_stages()
    for key, kept in then.items():
        number, (sha256, _, rows) = key.removeprefix(RESULTS_OF), kept.partition(" ")
        if not number.isdecimal():
            continue
        path = opened.folder.results(int(number))
        if int(number) in scored and digest(path) != sha256 and rows_digest(as_scored(opened, int(number))) == rows:
            continue
        if (_NONE if int(number) not in scored else digest(path)) != sha256:
            yield int(number), sha256


def _different_draw(
    opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord], changed: Mapping[int, str]
) -> Iterator[Finding]:
    """Name the players whose pairings would change by changed results; for a scored round only say that they would."""
    path = opened.folder.draw(stage)
    without = sorted(number for number, sha256 in changed.items() if sha256 == _NONE)
    drawn_by = {"other": sorted({*changed} - {*without}), "no": without}
    results = " and ".join(f"{what} results of {number_list('round', one)}" for what, one in drawn_by.items() if one)
    try:
        others = _players_moved(opened, stage, scored, changed)
    except Problem as problem:
        who = f"nobody can tell who would meet others now, because {problem.message}"
    else:
        if not others:
            return
        more = f" and {len(others) - _MOST_PLAYERS} more" if len(others) > _MOST_PLAYERS else ""
        some = ", ".join(display_name(player, opened.event.names) for player in others[:_MOST_PLAYERS])
        who = f"drawn now, {pluralize(len(others), 'player')} would meet others ({some}{more})"
    keep = f"sheetscore {stage_command('draw', stage)} --keep"
    if stage in scored:
        message = (
            f"{stage_name(stage)} was drawn from {results}, not from those that there are now, and is scored: it stays "
            f"as it was played. To have this message no more: {keep}"
        )
        yield finding("draw-different", message, sheet=path.name, severity=Severity.NOTE)
        return
    message = (
        f"the draw was made from {results}: {who}. It stays as it is; draw again "
        f"(sheetscore {stage_command('draw', stage)} --again), or say that it is to stay ({keep})"
    )
    yield finding("draw-different", message, sheet=path.name)


class _Compared(Struct, frozen=True):
    """The players whose pairings would change, and the digest of the files that this depends on."""

    rests_on: str
    others: tuple[str, ...]


def _players_moved(
    opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord], changed: Mapping[int, str]
) -> tuple[str, ...]:
    """Return the players who, drawn now, would meet others than in the present draw and in one from the former results.

    Raises
    ------
    Problem
        The former results are gone, or no draw can be made from them.
    """
    remembered, rests_on = _remembered(opened), _rests_on(opened, stage)
    known = remembered.get(stage)
    if known is None or known.rests_on != rests_on:
        known = _Compared(rests_on, _compare(opened, stage, scored, changed))
        save_spare(opened.folder.compared, json.encode({**remembered, stage: known}))
    return known.others


def _remembered(opened: OpenEvent) -> dict[int, _Compared]:
    try:
        return json.decode(opened.folder.compared.read_bytes(), type=dict[int, _Compared])
    except (OSError, DecodeError, ValidationError, UnicodeDecodeError):
        return {}


def _rests_on(opened: OpenEvent, stage: int) -> str:
    """Return a digest of all that decides the pairings: the event, the plan, draws and results up to a stage."""
    place = opened.folder
    before = [number for number in opened.event.stages if number <= stage]
    files = (path for number in before for path in (place.draw(number), place.results(number)))
    paths = [path for path in (place.plan, *files) if path.exists()]
    words = [VERSION, event_digest(opened.event), *(f"{path.name} {digest(path)}" for path in paths)]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()


def _compare(
    opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord], changed: Mapping[int, str]
) -> tuple[str, ...]:
    """Find the players for :func:`_players_moved`, by drawing from the present and from the former results."""
    drawn = present_draw(opened, stage).draw
    if not drawn.tables:
        return ()  # the draw is another event's, or spoiled; already reported
    former = {number: _as_it_was(opened, number, sha256) for number, sha256 in changed.items() if sha256 != _NONE}
    then = {number: record for number, record in scored.items() if changed.get(number) != _NONE}
    old, new = rounds_to_draw_from(opened, stage, {**then, **former}), rounds_to_draw_from(opened, stage, scored)
    if old == new:
        return ()
    present = company_in(drawn)
    anew = company_in(opened.system.draw(opened.to_be_drawn(stage, new)))
    moved = [player for player in sorted({*anew, *present}) if anew.get(player) != present.get(player)]
    # what a draw by the former results has as well was not caused by the change of results
    before = company_in(opened.system.draw(opened.to_be_drawn(stage, old))) if moved else {}
    return tuple(player for player in moved if anew.get(player) != before.get(player))


def _as_it_was(opened: OpenEvent, number: int, sha256: str) -> RoundRecord:
    """Return results that were replaced, from their copy in kept/.

    Raises
    ------
    UnreadableFile
        There is no copy, or it names somebody who is not in the event any more.
    """
    path = opened.folder.results(number)
    copy = next((one for one in copies_of(path) if digest(one) == sha256), None)
    if copy is None:
        raise UnreadableFile(f"there is no copy of {path.name} as it was then")
    record = read_known(copy, opened.event, opened.known)
    if record.event_key not in keys_of(opened.event) or [*find_lost_owners(opened.event, {number: record})]:
        raise UnreadableFile(f"{path.name} had results then of somebody who is not in the event any more")
    return as_of_today(record, opened.event)


def changed_premises(opened: OpenEvent) -> list[Finding]:
    """Find premises of the event's draws that were changed since.

    A typed rating that does not count is left out: it is reported elsewhere.
    """
    premises = {premise.key: premise for premise in opened.event.premises}
    held, unsettled = _held_ratings(opened) if premises else (frozenset(), frozenset())
    changed: dict[tuple[Premise, str], list[int]] = {}
    would_differ: set[int] = set()
    for stage in opened.event.stages if premises else ():
        made_with = _premises_then(opened, stage)
        known = [(premises[key], then) for key, then in made_with.items() if key in premises]
        moved = [
            (premise, then)
            for premise, then in known
            if premise.differs_from(then) and folded(premise.rating_of) not in unsettled
        ]
        if not moved or not present_draw(opened, stage).draw.tables:
            continue
        for one in moved:
            changed.setdefault(one, []).append(stage)
        if _would_be_another(opened, stage, made_with):
            would_differ.add(stage)
    alike: dict[tuple[tuple[int, ...], str], list[str]] = {}
    for (premise, then), stages in changed.items():
        advice = _IS_HELD if folded(premise.rating_of) in held else _PUT_BACK
        alike.setdefault((tuple(stages), advice), []).append(f"{premise.what} was {then} and is {premise.value}")
    return [
        _made_otherwise(opened, stages, changes, would_differ, advice) for (stages, advice), changes in alike.items()
    ]


_PUT_BACK = "; put the old value back, unless later rounds are to be drawn with the new one"

_IS_HELD = (
    ". A rating counts as it was at the first result: who wants the old one puts it back, and ingests the round of "
    "that result with --ratings"
)


def _held_ratings(opened: OpenEvent) -> tuple[frozenset[str], frozenset[str]]:
    """Return the folded ids of players whose recorded rating counts, and of players whose typed rating differs."""
    if not opened.event.rated_at_first_result:
        return frozenset(), frozenset()
    held = frozenset(first_ratings(opened.event, opened.folder, opened.known))
    typed, _ = examine_event(opened.folder.path) if held else (None, ())
    return held, rated_otherwise(typed, opened.folder, opened.known) if typed else frozenset()


def _premises_then(opened: OpenEvent, stage: int) -> Mapping[str, str]:
    path = opened.folder.draw(stage)
    try:
        return premises_in(opened.workbook(path, PREMISES_SHEET)) if path.exists() else {}
    except Problem:
        return {}  # whoever needs the draw is told


def _would_be_another(opened: OpenEvent, stage: int, made_with: Mapping[str, str]) -> bool:
    """Return whether the present premises give other pairings than the premises that a draw was made with."""
    try:
        earlier = rounds_to_draw_from(opened, stage, records(opened))
        now = opened.to_be_drawn(stage, earlier)
        then = replace(now, event=opened.event.as_drawn_with(made_with))
        one, other = (company_in(opened.system.draw(context)) for context in (then, now))
    except (Problem, ValueError):
        return False  # errors of a new draw are reported when one is made
    return one != other


def _made_otherwise(
    opened: OpenEvent, stages: Sequence[int], changes: Sequence[str], would_differ: Collection[int], advice: str
) -> Finding:
    different = [stage for stage in stages if stage in would_differ]
    which = number_list("round", different) if different else "no drawn round"
    message = (
        f"changed since {number_list('round', stages)} {'was' if len(stages) == 1 else 'were'} drawn: "
        f"{'; '.join(first_few(changes, _MOST_NAMED))}. Drawn now, {which} would be different. What is drawn "
        f"stays as it is{advice}"
    )
    return finding("drawn-otherwise", message, sheet=opened.folder.draw(stages[0]).name)
