"""Draw a round: the seats of its players, from the event and the rounds before.

What becomes of a draw that is there already stands in :mod:`sheetscore.operations.change_draw`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, stage_command, stage_name
from sheetscore.event.load import placed_in
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.round_forms import Further
from sheetscore.operations.consistency.drawn_from import results_digests
from sheetscore.operations.consistency.staleness import newer_sheets
from sheetscore.operations.extra_sheets import further_again
from sheetscore.operations.opening.drawn_rounds import typed_rows
from sheetscore.operations.opening.history import locked, present_draw, records, refresh_standings, rounds_to_draw_from
from sheetscore.operations.opening.open_event import OpenEvent, no_scenario, open_event
from sheetscore.operations.safeguards import beside_boxes
from sheetscore.operations.safeguards.edited_draw import edited_draw
from sheetscore.operations.safeguards.older_copy import ADD_FORCE
from sheetscore.operations.safeguards.older_results import going_on_with, older_results
from sheetscore.operations.safeguards.places_exchanged import as_refused, places_exchanged
from sheetscore.operations.safeguards.sheets_of_old_draw import SheetsOfOldDraw
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.reading.draw_workbook import ReadDraw, read_seats
from sheetscore.results.record import RoundRecord
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.wording import number_list
from sheetscore.workbooks.saving import Saved, digest, refuse_if_open, save


class Drawn(Struct, frozen=True):
    """A draw that was made."""

    event: Event
    draw: Draw
    path: Path
    findings: tuple[Finding, ...]
    kept: Path | None = None
    """The copy of the replaced draw."""
    news: tuple[Finding, ...] = ()
    """Findings that ``check`` does not repeat: a person's notes that the rewritten draw or standings lack, figures of
    the standings that a change of the event moved, teams changed since a round was scored, and new problems if people
    come or leave. ``findings`` has these and the remarks on the event.
    """

    def as_json(self) -> dict[str, object]:
        """Return the draw with the keys that scripts rely on."""
        return self.draw.as_json(self.event.header.name)


def draw(folder: str | Path, number: int | None = None, *, again: bool = False, force: bool = False) -> Drawn:
    """Draw a round and write its workbook.

    Parameters
    ----------
    number
        The round, from 1; without it the first that has no results.
    again
        Replace an existing draw (a copy goes to ``kept/``).
    force
        Draw although the pairings of an earlier round are unknown, or its results are an older file that somebody put
        back (they count from then on); or although the draw to be replaced, which has score sheets, belongs to another
        event; or although something typed on the sheets of a scored round, or on the one set of sheets for all rounds,
        has no place in the new draw, or would count for another scenario; or although rounds of the one draw of all
        rounds are played, and teams whose numbers were exchanged since would go on in the place of others.

    Raises
    ------
    WrongUsage
        There is a draw already, an earlier round has neither results nor a draw, or the event has no such round.
    MistakesFound
        The event has mistakes, names no scenario for the round, or nobody plays in it; somebody changed its plan by
        hand so that no draw can follow it; or, without ``force``, results are an older file, a draw with score sheets
        belongs to another event, or something typed on the sheets of a scored round, or on the one set of sheets for
        all rounds, would have no place, or count for another scenario; or teams would go on in the place of others.

    Examples
    --------
    >>> len(draw("drawn-later", 1).draw.tables)  # for 24 players
    12
    """
    opened = open_event(folder, drawing=again)
    with locked(opened) as lock_findings:
        news = [*lock_findings, *opened.exchanged]
        scored = records(opened)
        number = opened.stage(number)
        path = opened.folder.draw(number)
        if path.exists() and not again:
            raise WrongUsage(
                f"{stage_name(number)} is drawn already ({path.name}). To draw it anew add --again; it goes to kept/",
                "drawn",
            )
        if number in opened.event.unnamed_rounds:
            what = f"{stage_name(number).capitalize()} cannot be drawn: nothing says yet what it plays."
            raise MistakesFound([no_scenario(opened.event, number, what)])
        refuse_if_open(path)
        refuse_if_open(opened.folder.standings)
        older = _older_results(opened, scored, force=force)
        earlier = rounds_to_draw_from(opened, number, scored)
        if opened.event.drawn_by_results:
            news += newer_sheets(opened, {stage: one for stage, one in scored.items() if stage < number})
        known = {one.number for one in earlier}
        before = opened.event.stages if opened.event.draws_look_back else ()
        unknown = [stage for stage in before if stage < number and stage not in known]
        if unknown and not force:
            raise WrongUsage(_who_met_is_unknown(unknown), "earlier-unknown")
        context = opened.to_be_drawn(number, [*earlier, *_so_far(opened, number, scored)])
        try:
            made = opened.system.draw(context)
        except MistakesFound as mistakes:
            raise MistakesFound(placed_in(opened.folder.path, opened.event, mistakes.findings)) from mistakes
        remarks = _remarks_on_results(opened.event, number, scored, known, unknown)
        made = replace(made, report=(*made.report, *_by_hand(context, made), *remarks))
        news += _meet_again(opened, context, made)
        former = _former_draw(opened, path, number)
        foreign = [one for one in former.findings if one.code == "other-event"] if former else []
        if foreign and opened.folder.sheets(number).exists() and not force:
            raise MistakesFound([*_former_of_another_event(opened, number, foreign)])
        if former:
            made = replace(made, further=_further_in(former.draw, made))
        sheets = SheetsOfOldDraw(opened, made)
        if number == WHOLE_EVENT:
            news += _played_otherwise(opened, former, sheets, context.earlier, force=force)
        elif number in scored and not force and (lost := [*sheets.without_place()]):
            raise MistakesFound(_left_as_it_is(opened, number, lost))
        saved, lost = _write(opened, path, former, made)
        news += lost
        written = {saved.path: saved.sha256}
        news += with_standings(opened, written)  # standings name the games that are drawn and not played
        news += sheets.remark()
        read = going_on_with(older, opened)
        opened.note(stage_command("draw", number), read=read, written=written, notes=made.report)
    return Drawn(opened.event, made, saved.path, all_findings(opened, news), saved.kept, tuple(news))


def _write(opened: OpenEvent, path: Path, former: ReadDraw | None, made: Draw) -> tuple[Saved, list[Finding]]:
    """Write a draw; also return findings about notes in the former one, and about its edits if it has all rounds."""
    results, replaced = results_digests(opened, made.round), digest(path) if path.exists() else ""
    saved = save(path, lambda to: write_draw(to, opened.event, made, opened.system.postings, results))
    edited = edited_draw(opened, former.draw, made, saved, replaced) if former and made.round == WHOLE_EVENT else ()
    return saved, [*edited, *beside_boxes.noted_in_replaced(opened, saved)]


def _meet_again(opened: OpenEvent, context: RoundContext[Event], made: Draw) -> list[Finding]:
    """Return findings about pairs that meet again, if draws do not look back and so do not report it themselves.

    That happens only if an earlier round was drawn in another way.
    """
    found = () if opened.event.draws_look_back else opened.system.find_in_draw(replace(context, draw=made))
    return [one for one in found if one.code == "draw-repeat"]


def _older_results(opened: OpenEvent, scored: Mapping[int, RoundRecord], *, force: bool) -> list[Finding]:
    """Return the findings about results that are older copies; without ``force`` they stop the draw."""
    older = [*older_results(opened.folder, scored, ADD_FORCE)]
    if older and not force:
        raise MistakesFound(older)
    return older


def with_standings(opened: OpenEvent, written: dict[Path, str]) -> Sequence[Finding]:
    """Bring the standings up to date, and return findings about notes in the former ones.

    Parameters
    ----------
    written
        Collects the digest of the new standings.
    """
    refreshed = refresh_standings(opened)
    if refreshed is None:
        return ()
    written[refreshed.saved.path] = refreshed.saved.sha256
    return refreshed.noted


def all_findings(opened: OpenEvent, news: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings on the event that are no news, and then the news."""
    return (*(one for one in opened.warnings if one not in news), *news)


def _by_hand(context: RoundContext[Event], made: Draw) -> Iterator[str]:
    """Report changes made in the plan by hand, and which of them could not be followed."""
    seats = {(table, seat): player for table, seat, player in made.places()}
    for one in context.by_hand:
        followed = seats.get((one.table, one.seat)) == one.player
        yield one.said if followed else f"{one.said} That could not be followed."


def _played_otherwise(
    opened: OpenEvent,
    former: ReadDraw | None,
    sheets: SheetsOfOldDraw,
    so_far: Sequence[EarlierRound],
    *,
    force: bool,
) -> list[Finding]:
    """Return warnings that a new draw of all rounds changes the meaning of what is played.

    Parameters
    ----------
    sheets
        The present sheets under the new draw.
    so_far
        The results of the draw before, scored or only typed.

    Raises
    ------
    MistakesFound
        There is such a change, or something typed has no place in the new draw, and ``force`` is not set.
    """
    path = opened.folder.draw(WHOLE_EVENT)
    typed = sheets.typed_for_others(former.made_with) if former else []
    played = former if any(one.rows for one in so_far) else None
    exchanged = [*places_exchanged(opened.event, path.name, played, sheets.drawn)] if played else []
    if not force and (lost := [*sheets.without_place(), *typed]):
        raise MistakesFound(_left_as_it_is(opened, WHOLE_EVENT, lost))
    if not force and exchanged:
        raise MistakesFound([*map(as_refused, exchanged)])
    return [*typed, *exchanged]


def _left_as_it_is(opened: OpenEvent, number: int, lost: Sequence[Finding]) -> list[Finding]:
    """Return the error that a new draw would lose what was typed for the former one, and then what would be lost."""
    path, sheets = opened.folder.draw(number), opened.folder.sheets(number)
    message = (
        f"{path.name} was left as it is, because what follows was typed on {sheets.name} and would have no place in a "
        "new draw, or count for another scenario. Undo what was changed in the event since it was drawn, or clear it "
        "there; or add --force"
    )
    return [finding("not-placed", message, sheet=path.name, severity=Severity.ERROR), *lost]


def _former_of_another_event(opened: OpenEvent, number: int, foreign: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the error that the draw to be replaced is another event's: its sheets would not be read for a new one."""
    sheets = opened.folder.sheets(number)
    for one in foreign:
        message = (
            f"{one.message}. {sheets.name} was made by that draw, and nothing that was typed on it would be read by "
            "another one; or add --force"
        )
        yield replace(one, sheet=opened.folder.draw(number).name, message=message)


def _former_draw(opened: OpenEvent, path: Path, number: int) -> ReadDraw | None:
    """Read the draw to be replaced; None if there is none, or it is damaged: drawing again mends it."""
    try:
        return present_draw(opened, number) if path.exists() else None
    except UnreadableFile:
        return None


def _further_in(former: Draw, made: Draw) -> Further:
    """Return the pages that keep the further lines of the replaced draw, since these may have typed values."""
    return further_again(former.further, {(table, seat): player for table, seat, player in former.places()}, made)


def _so_far(opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord]) -> Iterator[EarlierRound]:
    """Yield the played part of a draw that holds all rounds, ingested or only typed into its sheets."""
    path = opened.folder.draw(stage)
    if stage != WHOLE_EVENT or not path.exists():
        return
    drawn, lines = present_draw(opened, stage).draw, read_seats(path, opened.event)
    if not drawn.tables:
        return
    # else rounds that were added to the event since would count as rounds in which nobody plays
    drawn = replace(drawn, tables=tuple(_with_seats(table, lines) for table in drawn.tables))
    rows = [*(scored[stage].rows if stage in scored else ()), *typed_rows(opened, drawn)]
    yield EarlierRound(stage, "", rows, drawn)


def _with_seats(table: TableDraw, lines: Collection[str]) -> TableDraw:
    return replace(table, seats={seat: player for seat, player in table.seats.items() if seat in lines})


def _who_met_is_unknown(unknown: Sequence[int]) -> str:
    one = len(unknown) == 1
    has, them = ("has", "it") if one else ("have", "them")
    drawing = f"sheetscore {stage_command('draw', unknown[0])}"
    return (
        f"{number_list('Round', unknown)} {has} neither results nor a draw of this event: nobody knows who met whom. "
        f"Put the files back, or draw {them} first ({drawing}). With --force the draw goes on as if nobody had met "
        f"there"
    )


def _remarks_on_results(
    event: Event, number: int, scored: Mapping[int, RoundRecord], known: Collection[int], unknown: Sequence[int]
) -> Iterator[str]:
    """Yield remarks for the report: on earlier rounds without complete results, and on results of the round itself."""
    unscored = [str(before) for before in sorted(known) if before not in scored]
    too_late = "; what is scored there comes too late for this draw" if event.drawn_by_results else ""
    partly = [str(before) for before, record in scored.items() if before < number and record.missing]
    if unknown:
        has, it = ("has", "it") if len(unknown) == 1 else ("have", "them")
        is_ = "is" if len(unknown) == 1 else "are"
        yield (
            f"{number_list('Round', unknown)} {has} neither results nor a draw and {is_} ignored, as --force asks: who "
            f"met or sat out in {it} may again."
        )
    if unscored:
        yield (
            f"Rounds without results: {', '.join(unscored)}. Who met and sat out in them is taken from their "
            f"draws{too_late}."
        )
    if number in scored and number != WHOLE_EVENT:  # a draw of all rounds goes on from its results
        yield f"There are results of {stage_name(number)} already; they stay as they are, and so do the sheets."
    if partly:
        yield (
            f"Rounds with provisional results: {', '.join(partly)}. Who met at the tables that are missing is taken "
            f"from their draws{too_late}."
        )
