"""Rounds that are drawn or scored, but beyond the event's number of rounds: commands stop until that is settled."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from sheetscore.event.folder import WHOLE_EVENT, EventFolder, stage_command
from sheetscore.event.model import Event
from sheetscore.event.tables import heading_of
from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import display_name
from sheetscore.problems import UnreadableFile
from sheetscore.reading.draw_workbook import read_seats
from sheetscore.results.record import RoundRecord
from sheetscore.wording import number_list, pluralize


def rounds_beyond_event(
    event: Event, folder: EventFolder, record: RoundRecord | None, *, drawing: bool
) -> Iterator[Finding]:
    """Find drawn or scored rounds beyond the event's number of rounds.

    With fewer rounds the event would count as finished, and its present leader would wrongly be declared the winner.

    Parameters
    ----------
    record
        The results of the last scored round; None if there are no results.
    drawing
        Whether the one draw of all rounds is about to be made again with the present number of rounds.
    """
    if event.stages == (WHOLE_EVENT,):
        yield from _beyond_in_one_draw(event, folder, record, drawing=drawing)
        return
    last = max(event.stages)
    beyond = [number for number in folder.worked_on() if number > last]
    files = [path.name for number in beyond for path in (folder.draw(number), folder.results(number)) if path.exists()]
    if beyond:
        message = (
            f"The event has {pluralize(last, 'round')}, and there is {' and '.join(files)}. Put the number of rounds "
            f"back to {max(beyond)} at least; or move what there is of {number_list('round', beyond)} out of the "
            "folder."
        )
        yield finding("event-rule", message, sheet="[event]", cell="rounds")


def _beyond_in_one_draw(
    event: Event, folder: EventFolder, record: RoundRecord | None, *, drawing: bool
) -> Iterator[Finding]:
    """Find rounds beyond the event's number of rounds in the one draw of all rounds, or in its results."""
    has, stage = f"The event has {pluralize(event.header.rounds, 'round')}", WHOLE_EVENT
    scored = _beyond(event, (int(row.get("round") or 0) for row in record.rows) if record else ())
    drawn = [] if drawing else _beyond(event, _rounds_drawn(event, folder.draw(stage)))
    sheets = folder.sheets(stage).name
    if scored:
        has += f", and {folder.results(stage).name} has results of {number_list('round', scored)}"
    if drawn and max(drawn) > max(scored, default=0):
        back, others = f"{max(drawn)} at least; or", number_list("round", drawn)
        if scored:  # in one message, so that nobody puts the number back twice
            back, others = f"{max(drawn)}; or to {max(scored)} at least, and", "later ones"
        message = (
            f"{has}, and {folder.draw(stage).name} has {number_list('round', drawn)}, too. Put the number of rounds "
            f"back to {back} clear on {sheets} what was typed of {others}, draw again (sheetscore "
            f"{stage_command('draw', stage)} --again) and make the sheets again (sheetscore "
            f"{stage_command('sheets', stage)}): what is played of the others stays."
        )
        yield finding("event-rule", message, sheet="[event]", cell="rounds")
    elif scored:
        message = (
            f"{has}. Put the number of rounds back to {max(scored)} at least; or clear those lines of {sheets} and "
            "ingest it before you lower it."
        )
        yield finding("event-rule", message, sheet="[event]", cell="rounds")


def results_while_absent(event: Event, folder: EventFolder, record: RoundRecord | None) -> Iterator[Finding]:
    """Find players and teams with results in rounds for which the event has them as absent, if one draw has all rounds.

    Either the event is wrong or the results are, and with them the ranks.
    """
    sheets = folder.sheets(WHOLE_EVENT).name
    for who, numbers in _rounds_while_absent(event, record, sat_out=False).items():
        message = (
            f"{display_name(who, event.names)} has results in {number_list('round', sorted(numbers))} and is not there "
            f"then by the event. Correct its {_bounds(event)}; or clear on {sheets} what it did not play, and ingest it"
        )
        yield finding("event-rule", message)
    yield from points_while_absent(event, folder, record)


def points_while_absent(event: Event, folder: EventFolder, record: RoundRecord | None) -> Iterator[Finding]:
    """Find those whose results have points for sitting out rounds for which the event has them as absent.

    New results would have no such row, and the sheets have nothing that could be cleared.
    """
    for who, numbers in _rounds_while_absent(event, record, sat_out=True).items():
        message = (
            f"{display_name(who, event.names)} has points for sitting out {number_list('round', sorted(numbers))} and "
            f"is not there then by the event. Correct its {_bounds(event)}; or, where that is right, take these points "
            f"away: sheetscore ingest {folder.sheets(WHOLE_EVENT).name} --force"
        )
        yield finding("event-rule", message)


def _rounds_while_absent(event: Event, record: RoundRecord | None, *, sat_out: bool) -> Mapping[str, set[int]]:
    """Return, by id, the rounds with results of those whom the event has as absent in them.

    Parameters
    ----------
    sat_out
        True for the rounds that were sat out, whose rows belong to no game; False for those that were played.
    """
    rounds: dict[str, set[int]] = defaultdict(set)
    if record is None or record.round != WHOLE_EVENT or record.played is None:
        return rounds
    played = {(game.table, side.id) for game in record.played.games for side in game.sides}
    for row in record.rows:
        who, number = str(row[event.DRAWN]), int(row.get("round") or 0)
        absent = who in event.names and not event.entrant(who).stay.has(number)
        if absent and sat_out == ((row.get("table"), who) not in played):
            rounds[who].add(number)
    return rounds


def _bounds(event: Event) -> str:
    return " or ".join(heading_of(event, event.DRAWN, key) for key in ("first_round", "last_round"))


def _beyond(event: Event, rounds: Iterable[int]) -> list[int]:
    return sorted({number for number in rounds if number > event.header.rounds})


def _rounds_drawn(event: Event, draw: Path) -> Iterator[int]:
    """Yield the rounds that a draw has seats for; none of an unreadable draw, which is reported where it is needed."""
    with contextlib.suppress(UnreadableFile):
        rounds = map(event.round_of_seat, read_seats(draw, event)) if draw.exists() else ()
        yield from (number for number in rounds if number is not None)
