"""Files of an event folder that no longer fit together: results without their players, draws, score sheets.

Each file may be valid by itself. Directors may correct the event, edit draws and type into sheets in any order; the
findings of this module tell them which commands to repeat.

After a correction the later rounds that depend on it are scored again, from their own score sheets.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, in_its_format, stage_command, stage_name, stage_of
from sheetscore.event.load import limits_of
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding, only_if_ingested
from sheetscore.forms.form import FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.consistency.drawn_from import outdated_by_results
from sheetscore.operations.consistency.drawn_since import Texts, drawn_since
from sheetscore.operations.consistency.from_elsewhere import (
    renamed_since,
    results_from_elsewhere,
    sheets_from_elsewhere,
)
from sheetscore.operations.consistency.refusals import about_marked, with_refusals
from sheetscore.operations.consistency.rounds_missing import needed_first, rounds_missing, without_results
from sheetscore.operations.consistency.rulings_kept import may_ask, rulings_kept
from sheetscore.operations.opening.cut_off import results_while_absent
from sheetscore.operations.opening.drawn_rounds import draw_gone, draw_of, drawn_round
from sheetscore.operations.opening.exchanged_names import titles_on_lists, titles_on_sheets
from sheetscore.operations.opening.history import earlier_rounds, record_of, records, standings_to_change
from sheetscore.operations.opening.open_event import OpenEvent
from sheetscore.operations.opening.people_changed import played_while_away
from sheetscore.operations.safeguards.beside_boxes import noted_in_replaced
from sheetscore.operations.safeguards.older_copy import older_copy_finding, said_by_check, sheets_put_back
from sheetscore.operations.safeguards.older_results import older_results
from sheetscore.operations.safeguards.results_gone import results_gone
from sheetscore.operations.safeguards.results_typed_over import results_typed_over, standings_typed_over
from sheetscore.operations.safeguards.sheets_gone import sheets_gone, typed_since_scored
from sheetscore.operations.safeguards.which_marked_copy import (
    copies_not_merged,
    gone_with_marked,
    is_done_with,
    other_marked_copies,
)
from sheetscore.operations.sheets import obstacles_to_sheets
from sheetscore.problems import MistakesFound, Problem, UnreadableFile, WrongUsage
from sheetscore.reading.draw_workbook import changes_since_drawn
from sheetscore.reading.order_as_made import TURNED, turned
from sheetscore.reading.provisional import complete_tables
from sheetscore.reading.round_workbook import (
    EVENT_CHANGED,
    SHOWS_OLD,
    ReadRound,
    forms_changed,
    judged,
    made_otherwise,
    no_sheets,
    read_old_sheets,
    read_round,
    right_sheets,
    stage_inside,
)
from sheetscore.results.hidden_data import by_kind
from sheetscore.results.record import RoundRecord, SourceFile
from sheetscore.results.record_lines import record_of as read_record
from sheetscore.results.round_results import results_book
from sheetscore.results.scenario_changes import find_former_scenarios
from sheetscore.results.scoring_changes import find_former_ranks, find_former_settings, scoring_changes
from sheetscore.sheets.headings import table_sheet
from sheetscore.sheets.hidden_sheets import BEGUN_SHEET, Baseline, read_begun
from sheetscore.sheets.offered_lists import LISTS_SHEET, lists_as_made
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import RoundScore
from sheetscore.text_files import is_dead_link, not_there
from sheetscore.wording import as_typed, command_line, first_clauses, pluralize
from sheetscore.workbooks.reader import read_workbook
from sheetscore.workbooks.saving import Saved, digest, refuse_if_open, save

_SHOWN = 3
"""The most boxes that a message names; it counts the others."""


def what_is_stale(opened: OpenEvent) -> Iterator[Finding]:
    """Find everything that does not fit together in an event folder."""
    yield from _dead_links(opened)
    try:
        scored = records(opened)
    except Problem as problem:
        yield from _reported(problem)
        return
    for stage in opened.event.stages:
        try:
            yield from _stage(opened, stage, scored.get(stage))
        except Problem as problem:
            yield from _reported(problem)
    with suppress(Problem):  # a draw that cannot be read, reported with its stage
        yield from other_marked_copies(opened, opened.event.stages)
        yield from copies_not_merged(opened)
    yield from results_gone(opened)
    yield from without_results(opened, scored)
    yield from newer_sheets(opened, scored)
    yield from results_from_elsewhere(opened, scored)
    yield from results_typed_over(opened.folder, scored, limits_of(opened.event))
    yield from standings_typed_over(opened.folder, limits_of(opened.event))
    yield from outdated_by_results(opened, scored)
    yield from find_former_settings(opened.event, scored)
    yield from find_former_scenarios(opened.event, scored)
    yield from find_former_ranks(opened.event, scored)
    yield from standings_to_change(opened, scored)


def _dead_links(opened: OpenEvent) -> Iterator[Finding]:
    """Find files of the rounds that are links to nothing, except results: these are reported when they are read."""
    for path in sorted(opened.folder.path.iterdir()):
        if stage_of(path) is not None and is_dead_link(path) and not path.stem.endswith("-results"):
            yield finding("file-unreadable", not_there(path).message, sheet=path.name)


def unusable_results(opened: OpenEvent) -> tuple[Finding, ...]:
    """Find results of players who are no longer in the event, and results that cannot be read."""
    try:
        records(opened)
    except Problem as problem:
        return tuple(_reported(problem))
    return ()


def results_behind(opened: OpenEvent, scored: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Find results, and standings, that do not follow from the other files.

    Results may be lost, from another folder, typed over, or of absent players; or made before a change of score sheets,
    settings, scenarios or earlier rounds.
    """
    yield from results_gone(opened)
    yield from newer_sheets(opened, scored)
    yield from results_from_elsewhere(opened, scored)
    yield from results_typed_over(opened.folder, scored, limits_of(opened.event))
    yield from standings_typed_over(opened.folder, limits_of(opened.event))
    yield from played_while_away(opened.event, scored.values())
    yield from find_former_settings(opened.event, scored)
    yield from find_former_scenarios(opened.event, scored)
    for _, record in sorted(scored.items()):
        yield from _not_scored_again(opened, record)


def newer_sheets(opened: OpenEvent, scored: Mapping[int, RoundRecord]) -> Iterator[Finding]:
    """Find score sheets that are not as they were when their results were made: changed, older, or other ones.

    If the results themselves are an older file that was put back, that is reported instead.
    """
    for stage, record in sorted(scored.items()):
        if older := [*older_results(opened.folder, [stage])]:
            yield from (replace(one, severity=Severity.WARNING) for one in older)
            continue
        try:
            source = in_its_format(opened.folder.path / record.source.name)
            sheets = opened.folder.sheets(stage)
        except WrongUsage as ambiguous:  # the workbook exists in two formats
            yield finding("sheets-newer", ambiguous.message, sheet=record.source.name)
            continue
        for path in dict.fromkeys((source, sheets)):
            if not path.is_file():
                continue
            if digest(path) != record.source.sha256:
                yield _not_as_scored(opened, record, path, is_source=path == source)
            elif path == sheets and (back := sheets_put_back(opened, stage, path, record.source.sha256)):
                yield only_if_ingested(back, path.name, is_said=True)


def _not_as_scored(opened: OpenEvent, record: RoundRecord, sheets: Path, *, is_source: bool) -> Finding:
    """Report a workbook of a scored round whose bytes are not those that were scored.

    Parameters
    ----------
    is_source
        Whether the results were made from a workbook of its name.
    """
    results = opened.folder.results(record.round).name
    try:
        stage = stage_inside(sheets, opened.event)
        older = older_copy_finding(opened, record.round, sheets)
    except UnreadableFile as problem:
        return finding("file-unreadable", problem.message, severity=Severity.WARNING)
    if stage not in {record.round, None}:
        message = (
            f"{sheets.name} is not what {results} was made from: it has sheets of {stage_name(stage or 0)} now. "
            f"The right ones: {right_sheets(sheets, opened.event, record.round, stage)}"
        )
        return finding("sheets-other", message, sheet=sheets.name)
    if stage is None and no_sheets(sheets, opened.event):
        message = (
            f"{sheets.name} has no score sheets any more, and {results} was made from them. The right ones: "
            f"{right_sheets(sheets, opened.event, record.round, None)}"
        )
        return finding("sheets-other", message, sheet=sheets.name)
    if older:
        return only_if_ingested(older, sheets.name, is_said=True)
    if is_source:
        message = (
            f"{sheets.name} was saved after {results} was made: what was changed in it since, if anything, does not "
            f"count yet. Ingest it: {command_line('sheetscore', 'ingest', sheets.name)}"
        )
        return finding("sheets-newer", message, sheet=sheets.name)
    message = (
        f"{results} comes from {record.source.name}, not from {sheets.name}: what only {sheets.name} has does not "
        f"count. Where it has what is right, ingest it: {command_line('sheetscore', 'ingest', sheets.name)}; otherwise "
        f"put {record.source.name} in its place"
    )
    return finding("sheets-other", message, sheet=sheets.name)


def _reported(problem: Problem) -> Iterable[Finding]:
    """Turn an error of reading a file into findings."""
    if isinstance(problem, MistakesFound):
        return problem.findings
    return (finding("file-unreadable", problem.message),)


def _stage(opened: OpenEvent, stage: int, record: RoundRecord | None) -> Iterator[Finding]:
    """Compare the draw of a stage with the event, and its sheets with the draw."""
    path = opened.folder.draw(stage)
    if not path.exists():
        if gone := draw_gone(opened.folder, stage):
            yield finding("draw-gone", gone, sheet=path.name)
        return
    open_yet = record is None or record.provisional or stage == WHOLE_EVENT  # travellers fill up round by round
    drawn = draw_of(opened, stage, earlier_rounds(opened, stage))
    found, changes = drawn.findings, changes_since_drawn(drawn, opened.event)
    sheets = opened.folder.sheets(stage)
    unfit = changes if changes and not open_yet and sheets.exists() and _made_for_others(opened, stage) else ""
    for one in found:
        # warnings no longer matter once the round is played; changes that made sheets unfit are told with the sheets
        if open_yet or one.is_error or (one.code == "draw-older" and not unfit):
            yield replace(one, sheet=f"[{path.name}]{one.sheet}")
    if not any(one.is_error for one in found):  # the results alone have substitutes, and those who sat out
        yield from results_while_absent(opened.event, opened.folder, record)
        yield from played_while_away(opened.event, [record] if record else [])
    if record is not None:
        yield from _not_scored_again(opened, record)
        if may_ask(opened.event, record):
            public = drawn_round(opened, stage).forms.public
            yield from rulings_kept(opened.event, record, public, record.entries)
    if sheets.exists():
        older = older_copy_finding(opened, stage, sheets) if record is None else None
        # an older copy is not compared: the later one, which is to be put in its place, may well fit draw and event
        about = [older] if older else with_refusals(opened, stage, _sheets(opened, stage, open_yet=open_yet))
        instead = f"{stage_name(stage)} was changed ({unfit})" if unfit else EVENT_CHANGED
        yield from (replace(one, message=one.message.replace(EVENT_CHANGED, instead, 1)) for one in about)
        yield from _marked(opened, stage)
    elif record is None or record.provisional or typed_since_scored(opened, stage):
        # otherwise the results have all that counts, and need no sheets any more
        lost = said_by_check(sheets_gone(opened, stage), stage_command("sheets", stage))
        yield from (replace(one, severity=Severity.WARNING) for one in lost)


def _sheets(opened: OpenEvent, stage: int, *, open_yet: bool) -> Iterator[Finding]:
    """Compare score sheets with the draw and the event."""
    sheets = opened.folder.sheets(stage)
    try:
        forms = drawn_round(opened, stage).forms
    except MistakesFound:
        return  # a draw without tables; already reported
    wrong = made_otherwise(sheets, opened.event, forms)
    if wrong is not None:
        # once all tables are scored, an error matters only if the sheets are ingested again
        placed = replace(wrong, sheet=sheets.name)
        yield only_if_ingested(placed, sheets.name) if wrong.is_error and not open_yet else placed
    begun = read_workbook(sheets, only=(BEGUN_SHEET, LISTS_SHEET), limits=limits_of(opened.event))
    if renamed_since(opened, stage, lists_as_made(begun)):
        entered = read_old_sheets(sheets, opened.system, opened.round(stage))
        others = sheets_from_elsewhere(opened, stage, sheets, entered)
        yield from said_by_check(others, f"ingest {sheets.name}")
    yield from (replace(one, sheet=sheets.name) for one in forms_changed(begun, forms))
    titles = [*titles_on_sheets(opened.event, opened.warnings, sheets, read_begun(begun), stage)]
    yield from titles
    if any(turned(sheets.name, read_begun(begun), forms)):
        yield from (one for one in obstacles_to_sheets(opened, stage) if one.code == TURNED)
    if wrong is None or not wrong.is_error:
        yield from titles_on_lists(sheets, read_begun(begun), forms, [*opened.warnings, *titles])
        yield from _begun_otherwise(opened, stage, forms, read_begun(begun))


def _marked(opened: OpenEvent, stage: int) -> Iterator[Finding]:
    """Find a marked copy that waits, is lost, older, or would be refused, and its values that the sheets overrule."""
    marked, sheets = opened.folder.marked(stage), opened.folder.sheets(stage)
    gone = [] if is_done_with(opened, stage) else gone_with_marked(opened, drawn_round(opened, stage).forms)
    yield from (replace(one, severity=Severity.WARNING) for one in said_by_check(gone, stage_command("sheets", stage)))
    if not marked.exists():
        return
    if older := older_copy_finding(opened, stage, marked):  # a command has taken it in, and somebody has put it back
        yield replace(older, severity=Severity.WARNING)
        return
    found = about_marked(opened, stage)
    refused = next((one.message for one in found if one.is_error), "")
    mend = f"mend it or {sheets.name}, and ingest the one that was mended"
    to_do = f"it would be refused as it is: {refused}" if refused else mend
    waits = finding("marked-waiting", f"{marked.name} waits: {to_do}", sheet=marked.name)
    yield replace(waits, refused=marked.name if refused else "")
    yield from (one for one in found if not one.is_error)


def _begun_otherwise(opened: OpenEvent, stage: int, forms: RoundForms, begun: Baseline | None) -> Iterator[Finding]:
    """Find seats whose sheets were made for another player than the drawn one, and other boxes prefilled differently.

    What was typed into these boxes since makes no difference.
    """
    sheets = opened.folder.sheets(stage)
    yield from drawn_since(opened, sheets, forms, begun)
    now = forms.drawn
    then = now if begun is None or begun.drawn is None else begun.drawn
    boxes = [
        key
        for key in {**now, **then}
        if now.get(key) != then.get(key) and key in forms.fields and forms.fields[key][2].type != "player"
    ]
    if boxes:
        some = first_clauses([_box(key, forms, then, now) for key in boxes], _SHOWN)
        refused = _refused_for(opened, stage, boxes)
        counts = f"As they are the sheets are refused ({refused})" if refused else "What stands on the sheets counts"
        message = (
            f"the event was changed after {sheets.name} was made: {pluralize(len(boxes), 'box', 'boxes')} with "
            f"something else ({some}). {counts}; make them again (sheetscore {stage_command('sheets', stage)}), or "
            "undo the change"
        )
        found = finding(SHOWS_OLD, message, sheet=sheets.name)
        yield only_if_ingested(found, sheets.name, is_said=True) if refused else found


def _refused_for(opened: OpenEvent, stage: int, boxes: Collection[FieldKey]) -> str:
    """Return the first mistake in these boxes for which the sheets of a stage are refused; blank if there is none."""
    context = drawn_round(opened, stage)
    found = judged(opened.system, context, opened.boxes(opened.folder.sheets(stage), context)).findings
    wrong = (one.message for one in found if one.is_error and any(FieldKey(*key) in boxes for key in one.fields))
    return next(wrong, "").removesuffix(".")


def _box(key: FieldKey, forms: RoundForms, then: Texts, now: Texts) -> str:
    public = forms.called(key)
    was, is_now = (as_typed(texts[key]) if key in texts else "nothing" for texts in (then, now))
    return f"{table_sheet(public.table)}, {public.seat} {public.field}: made with {was}, now {is_now}"


class ScoredAgain(Struct):
    """The outcome for the rounds that were scored again, or should have been."""

    findings: list[Finding] = field(default_factory=list)
    before: dict[int, RoundRecord] = field(default_factory=dict)
    """The former results of rounds that were scored again."""
    written: dict[Path, str] = field(default_factory=dict)
    """The digests of their new results."""


def write_results(
    opened: OpenEvent, context: RoundContext[Event], done: ReadRound, source: SourceFile, missing: Sequence[int]
) -> Saved:
    """Write the results of a round that was read.

    Parameters
    ----------
    source
        The score sheets.
    missing
        The tables without results.
    """
    scored = replace(context, entries=done.entered.entries, score=done.score)
    book = results_book(opened.system, scored, done.findings, source, dt.datetime.now(dt.UTC), missing)
    saved = save(opened.folder.results(context.stage), book.write, book.stamp_parts)
    # what was just written need not be read back from the file: the standings, made next, use the same data
    opened.known[saved.sha256] = read_record(by_kind(book.data), file=SourceFile(saved.path.name, saved.sha256))
    return saved


def refuse_if_later_are_open(opened: OpenEvent, corrected: int) -> None:
    """Check that no program has the results of later rounds open, which may have to be replaced.

    Raises
    ------
    WrongUsage
        One of them is open elsewhere.
    """
    for stage in _later(opened, corrected):
        if opened.folder.results(stage).exists():
            refuse_if_open(opened.folder.results(stage))


def score_later_again(opened: OpenEvent, corrected: int, again: ScoredAgain, *, as_scored: bool = False) -> None:
    """Score the later rounds that depend on a corrected round, in order, since each may change the next.

    Parameters
    ----------
    again
        Collects the scored rounds, and findings: sheets that show outdated values, rounds that cannot be scored.
    as_scored
        Whether to leave rounds alone that were scored under other settings.
    """
    changed = scoring_changes(opened.event, records(opened)) if as_scored else {}
    for stage in _later(opened, corrected):
        record = record_of(opened, stage)
        clauses = _differences_now(opened, stage, record) if record else ()
        if record and clauses and stage in changed:
            own, was = opened.folder.sheets(stage).name, "; ".join(map(str, changed[stage]))
            left = (
                f"It was scored under other settings ({was}), and is left as it is. To score it by these, ingest {own}"
            )
            again.findings.append(_left_as_is(opened, record, clauses, left))
        elif record and clauses:
            _score_again(opened, record, clauses, again)
        again.findings += _showing_old(opened, stage)


def _not_scored_again(opened: OpenEvent, record: RoundRecord) -> Iterator[Finding]:
    """Yield findings about results that would differ now, since earlier rounds have changed."""
    clauses = _differences_now(opened, record.round, record)
    if clauses and _made_for_others(opened, record.round):
        return  # these sheets would be refused; that is reported with what is to be undone
    if clauses and not _missing_first(opened, record):  # else ingesting the missing round settles it
        first, own = _first_that_differs(opened, record), opened.folder.sheets(record.round).name
        again = f"Ingest {own} again"
        if first is not None:
            again = f"First ingest {opened.folder.sheets(first).name}, which would be scored otherwise now; then {own}"
        yield _left_as_is(opened, record, clauses, again)


def _made_for_others(opened: OpenEvent, stage: int) -> bool:
    """Return whether the score sheets of a stage do not fit the event or the draw any more."""
    sheets = opened.folder.sheets(stage)
    wrong = made_otherwise(sheets, opened.event, drawn_round(opened, stage).forms) if sheets.is_file() else None
    return wrong is not None and wrong.is_error


def _first_that_differs(opened: OpenEvent, record: RoundRecord) -> int | None:
    """Return the first round before a scored one whose results would differ now; None if there is none."""
    for stage, before in sorted(records(opened).items()):
        if stage < record.round:
            try:
                context = replace(drawn_round(opened, stage), entries=before.entries)
            except Problem:
                continue  # reported where its draw is needed
            if list(opened.system.score(context).rows) != list(before.rows):
                return stage
    return None


def _missing_first(opened: OpenEvent, record: RoundRecord) -> list[int]:
    """Return the rounds without results that count for a later scored round, and so are to be ingested first."""
    scored = records(opened)
    missing = rounds_missing(opened, scored, record.round)
    context = replace(drawn_round(opened, record.round), entries=record.entries)
    return needed_first(opened, context, scored, missing)


def _differences_now(opened: OpenEvent, stage: int, record: RoundRecord) -> Sequence[str]:
    """Return clauses on how the results of a round would differ if it were scored now; () if it cannot be scored."""
    if opened.system.rare.follows is None:
        return ()
    was = RoundScore(stage, record.rows, (), (), lists=record.lists)
    try:
        context = replace(drawn_round(opened, stage), entries=record.entries)
    except Problem:
        return ()  # a lost or damaged draw is reported where it is needed
    return opened.system.rare.follows(opened.event, was, opened.system.score(context))


def _later(opened: OpenEvent, corrected: int) -> list[int]:
    return [stage for stage in opened.event.stages if stage > corrected and opened.system.rare.follows is not None]


def _score_again(opened: OpenEvent, record: RoundRecord, clauses: Sequence[str], again: ScoredAgain) -> None:
    stage, sheets = record.round, opened.folder.sheets(record.round)
    if not sheets.exists():
        again.findings.append(
            _left_as_is(opened, record, clauses, f"{sheets.name} is gone: put it back, and ingest it")
        )
        return
    if first := _missing_first(opened, record):
        what = f"First ingest {opened.folder.sheets(first[0]).name}, which has no results and counts for it"
        again.findings.append(_left_as_is(opened, record, clauses, what))
        return
    context = drawn_round(opened, stage)
    read = read_round(sheets, opened.system, context)
    done, missing = complete_tables(opened.system, context, read) if record.missing else (read, ())
    wrong = next((one for one in done.findings if one.is_error), None)
    if wrong is not None:
        what = f"{sheets.name} has to be mended first, then ingested: {wrong.place} {wrong.message}"
        again.findings.append(_left_as_is(opened, record, clauses, what))
    elif dict(done.entered.entries) != dict(record.entries):
        what = f"{sheets.name} was changed since it was scored: ingest it, and both will count"
        again.findings.append(_left_as_is(opened, record, clauses, what))
    else:
        saved = write_results(opened, context, done, SourceFile(sheets.name, done.sha256), missing)
        again.before[stage] = record
        again.written[saved.path] = saved.sha256
        again.findings += noted_in_replaced(opened, saved)
        message = f"{stage_name(stage)} was scored again, since it follows from a round before: {_together(clauses)}"
        again.findings.append(finding("scored-again", message, sheet=saved.path.name))


def _left_as_is(opened: OpenEvent, record: RoundRecord, clauses: Sequence[str], what_to_do: str) -> Finding:
    name = opened.folder.results(record.round).name
    message = f"{name} does not follow from the rounds before as they are now: {_together(clauses)}. {what_to_do}"
    return finding("not-scored-again", message, sheet=name)


def _showing_old(opened: OpenEvent, stage: int) -> Iterator[Finding]:
    """Find score sheets that show figures from before a correction."""
    sheets = opened.folder.sheets(stage)
    if not sheets.exists():
        return
    try:
        wrong = made_otherwise(sheets, opened.event, drawn_round(opened, stage).forms)
    except Problem:
        return  # reported where the sheets are needed
    if wrong is not None and wrong.code == SHOWS_OLD:
        yield replace(wrong, sheet=sheets.name)


def _together(clauses: Sequence[str]) -> str:
    return "; ".join(clauses)
