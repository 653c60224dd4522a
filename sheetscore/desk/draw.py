"""Drawing a round: who sits where, from the event and the rounds before."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.desk.further_paper import further_again
from sheetscore.desk.history import locked, records, refresh_standings, rounds_before
from sheetscore.desk.workplace import OpenEvent, open_event, unnamed
from sheetscore.event.folder import WHOLE_EVENT, stage_command, stage_name
from sheetscore.event.load import placed_in
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.forms.round_forms import Further
from sheetscore.pairing.draw import Draw
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.reading.draw_workbook import read_draw
from sheetscore.reading.round_workbook import read_old_sheets
from sheetscore.results.record import RoundRecord
from sheetscore.sentences import numbered
from sheetscore.sheets.draw_workbook import write_draw
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.workbooks.saving import refuse_if_open, save


class Drawn(Struct, frozen=True):
    """A draw that was made."""

    event: Event
    draw: Draw
    path: Path
    findings: tuple[Finding, ...]

    def as_json(self) -> dict[str, object]:
        """Return the draw with the keys that scripts rely on."""
        return self.draw.as_json(self.event.header.name)


def draw(folder: Path, number: int | None = None, *, again: bool = False, force: bool = False) -> Drawn:
    """Draw a round and write its workbook.

    Parameters
    ----------
    number
        The round, from 1; without it the first that has no results.
    again
        Replace a draw that is there (a copy goes to ``kept/``).
    force
        Draw although nobody knows who met whom in an earlier round.

    Raises
    ------
    WrongUsage
        There is a draw already, an earlier round has neither results nor a draw, or the event has no such round.
    MistakesFound
        The event has mistakes, names no scenario for the round, or nobody plays in it.
    """
    opened = open_event(folder)
    with locked(opened):
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
            raise MistakesFound([unnamed(opened.event, number, what)])
        refuse_if_open(path)
        refuse_if_open(opened.folder.standings)
        earlier = rounds_before(opened, number, scored)
        known = {one.number for one in earlier}
        before = opened.event.stages if opened.event.draws_look_back else ()
        unknown = [stage for stage in before if stage < number and stage not in known]
        if unknown and not force:
            raise WrongUsage(_who_met_is_unknown(unknown), "earlier-unknown")
        try:
            made = opened.system.draw(opened.round(number, [*earlier, *_so_far(opened, number, scored)]))
        except MistakesFound as mistakes:
            raise MistakesFound(placed_in(opened.folder.path, opened.event, mistakes.findings)) from mistakes
        made = replace(made, report=(*made.report, *_rests_on(opened.event, number, scored, known, unknown)))
        if path.exists():
            made = replace(made, further=_further_in(opened, path, made))
        saved = save(path, lambda unfinished: write_draw(unfinished, opened.event, made, opened.system.postings))
        written = {saved.path: saved.sha256}
        if refreshed := refresh_standings(opened):  # what is drawn now is open there
            written[refreshed.saved.path] = refreshed.saved.sha256
        opened.note(stage_command("draw", number), written=written, notes=made.report)
    return Drawn(opened.event, made, saved.path, opened.warnings)


def _further_in(opened: OpenEvent, path: Path, made: Draw) -> Further:
    """Return the pages that keep the lines which the draw to be replaced gave them: somebody has typed into those."""
    try:
        before = read_draw(path, opened.system, opened.round(made.round)).draw
    except UnreadableFile:
        return {}  # to draw anew is what mends a damaged draw
    return further_again(before, made)


def _so_far(opened: OpenEvent, stage: int, scored: Mapping[int, RoundRecord]) -> Iterator[EarlierRound]:
    """Yield what was played already of a draw that holds all rounds, ingested or typed into its sheets only."""
    path = opened.folder.draw(stage)
    drawn = read_draw(path, opened.system, opened.round(stage)).draw if stage == WHOLE_EVENT and path.exists() else None
    if drawn is None or not drawn.tables:
        return
    rows = [*scored[stage].rows] if stage in scored else []
    at_hand = replace(opened.round(stage), drawn=drawn)
    at_hand = replace(at_hand, sheets=opened.system.sheets(at_hand))
    for sheets in filter(Path.exists, (opened.folder.sheets(stage), opened.folder.marked(stage))):
        typed = read_old_sheets(sheets, opened.system, opened.round(stage))
        rows += opened.system.score(replace(at_hand, typed=typed.entries)).rows
    yield EarlierRound(stage, "", rows, drawn)


def _who_met_is_unknown(unknown: Sequence[int]) -> str:
    one = len(unknown) == 1
    has, them = ("has", "it") if one else ("have", "them")
    drawing = f"sheetscore {stage_command('draw', unknown[0])}"
    return (
        f"{numbered('Round', unknown)} {has} neither results nor a draw of this event: nobody knows who met whom. Put "
        f"the files back, or draw {them} first ({drawing}). With --force the draw goes on as if nobody had met there"
    )


def _rests_on(
    event: Event, number: int, scored: Mapping[int, RoundRecord], known: Collection[int], unknown: Sequence[int]
) -> Iterator[str]:
    """Say of which rounds a draw knows no results, or not all."""
    unscored = [str(before) for before in sorted(known) if before not in scored]
    too_late = "; what is scored there comes too late for this draw" if event.drawn_by_results else ""
    partly = [str(before) for before, record in scored.items() if before < number and record.missing]
    if unknown:
        has, it = ("has", "it") if len(unknown) == 1 else ("have", "them")
        is_ = "is" if len(unknown) == 1 else "are"
        yield (
            f"{numbered('Round', unknown)} {has} neither results nor a draw and {is_} ignored, as --force asks: who "
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
