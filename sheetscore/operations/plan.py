"""Planning all rounds of an event at once, before they are drawn: who sits where, and how good that is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, stage_name
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.operations.opening.history import locked, records, rounds_to_draw_from
from sheetscore.operations.opening.open_event import OpenEvent, no_scenario, open_event
from sheetscore.operations.safeguards.beside_boxes import noted_in_replaced
from sheetscore.pairing.draw import Draw
from sheetscore.pairing.planned.seat_plan import Effort, SeatPlan
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.results.plan_workbook import plan_book, read_plan
from sheetscore.sheets.plan_tables import left_out
from sheetscore.wording import number_list, pluralize
from sheetscore.workbooks.saving import Saved, beside, refuse_if_open, save


class PlannedEvent(Struct, frozen=True):
    """A plan that was made."""

    event: Event
    plan: SeatPlan
    path: Path
    planned: tuple[int, ...]
    """The newly planned stages; earlier ones stay as they were planned."""
    findings: tuple[Finding, ...]
    news: tuple[Finding, ...]
    """The findings that ``check`` does not repeat: about standings, and a person's changes of the former plan."""
    kept: Path | None = None
    """The copy of the former plan; None without one."""

    def as_json(self) -> dict[str, object]:
        """Return the outcome with the keys that scripts rely on."""
        name = self.event.header.name
        return {
            "event": name,
            "system": self.event.header.system,
            "file": str(self.path),
            "proved": self.plan.is_proved,
            "goals": [
                {"goal": one.what, "reached": one.reached, "bound": one.bound, "proved": one.is_proved}
                for one in self.plan.goals
            ],
            "rounds": [one.as_json(name) for one in self.plan.rounds],
            "not_planned": list(left_out(self.event, self.plan)),
        }


def plan(folder: str | Path, *, effort: Effort | None = None, again: bool = False) -> PlannedEvent:
    """Seat everybody in all rounds that are not drawn yet, and write the workbook that their draws follow.

    Parameters
    ----------
    effort
        The search effort, and a function that is called with each goal reached.
    again
        Replace an existing plan (a copy goes to ``kept/``).

    Raises
    ------
    WrongUsage
        OR-tools is missing, the system plans nothing, there is a plan already, every round is drawn, an earlier round
        has neither results nor a draw, or the event is too large.
    MistakesFound
        The event has mistakes, or names no scenario for the next round.

    Examples
    --------
    >>> plan("circuit").plan.is_proved  # seven tables, seven rounds
    True
    """
    opened = open_event(folder)
    if opened.system.rare.plan is None:
        raise WrongUsage(f"rounds of {opened.system.title} are not planned ahead: draw one after the other", "no-plan")
    with locked(opened) as lock_findings:
        path = opened.folder.plan
        if path.exists() and not again:
            raise WrongUsage(
                f"there is a plan already ({path.name}{_by_hand(opened)}). To plan what is not drawn yet anew add "
                "--again; the plan goes to kept/",
                "planned",
            )
        refuse_if_open(path)
        first = _first_to_plan(opened)
        if not opened.event.entrants(first):
            raise WrongUsage(f"nobody is there in {stage_name(first)}: enter who plays, and plan then", "nobody")
        scored = records(opened)
        earlier = rounds_to_draw_from(opened, first, scored)
        made = opened.system.rare.plan(opened.round(first, earlier), effort or Effort())
        whole = replace(made, rounds=(*_before(opened, first), *made.rounds))
        book = plan_book(opened.event, whole, dt.datetime.now(dt.UTC))
        by_hand = _count_changes(opened, first)
        saved = save(path, book.write, book.stamp_parts)
        news = (*lock_findings, *_dropped(by_hand, saved), *noted_in_replaced(opened, saved))
        opened.note("plan", written={saved.path: saved.sha256}, notes=tuple(made.report()))
    planned = tuple(one.round for one in made.rounds)
    return PlannedEvent(opened.event, whole, saved.path, planned, (*opened.warnings, *news), news, saved.kept)


def _first_to_plan(opened: OpenEvent) -> int:
    """Return the first stage to be planned: the next after all that are drawn or scored."""
    stages = opened.event.stages
    drawn = [stage for stage in stages if opened.folder.is_drawn(stage)]
    left = [stage for stage in stages if not drawn or stage > drawn[-1]]
    if not left:
        raise WrongUsage("every round is drawn: there is nothing left to be planned", "drawn")
    if unknown := [stage for stage in stages if stage < left[0] and stage not in drawn]:
        raise WrongUsage(
            f"{number_list('round', unknown)} {'was' if len(unknown) == 1 else 'were'} never drawn: draw first, or put "
            "the files back",
            "earlier-unknown",
        )
    if left[0] in opened.event.unnamed_rounds:
        what = f"{stage_name(left[0]).capitalize()} cannot be planned: nothing says yet what it plays."
        raise MistakesFound([no_scenario(opened.event, left[0], what)])
    return left[0]


def _count_changes(opened: OpenEvent, first: int) -> int:
    """Count the places that somebody changed by hand in the existing plan, from a stage on."""
    try:
        rounds = read_plan(opened.folder.plan, opened.event).rounds if opened.folder.plan.exists() else {}
    except UnreadableFile:
        return 0
    return sum(len(one.changes) + len(one.mistakes) for stage, one in rounds.items() if stage >= first)


def _by_hand(opened: OpenEvent) -> str:
    """Say in how many places somebody changed the existing plan by hand."""
    places = _count_changes(opened, WHOLE_EVENT)
    return f", changed by hand in {pluralize(places, 'place')}" if places else ""


def _dropped(places: int, saved: Saved) -> Iterator[Finding]:
    """Name the changes by hand that the new plan does not have."""
    if places and saved.kept:
        message = (
            f"{saved.path.name} was changed by hand in {pluralize(places, 'place')}, and the new plan has none of it; "
            f"{beside(saved.kept, saved.path)} has it"
        )
        yield finding("not-carried", message, sheet=saved.path.name, severity=Severity.WARNING)


def _before(opened: OpenEvent, first: int) -> Sequence[Draw]:
    """Return the rounds of the present plan before a stage; these are drawn, and keep their plan."""
    try:
        rounds = read_plan(opened.folder.plan, opened.event).plan.rounds if opened.folder.plan.exists() else ()
    except UnreadableFile:
        return ()  # planning again mends it
    return [one for one in rounds if one.round < first]
