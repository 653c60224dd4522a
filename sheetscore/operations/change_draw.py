"""A draw that is there already: kept as it is, or changed for players who come late or leave."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from sheetscore.event.folder import WHOLE_EVENT, stage_command, stage_name
from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.operations.back_again import draw_before
from sheetscore.operations.coming_and_going import coming_and_going, drawn_as_a_whole
from sheetscore.operations.consistency.drawn_from import results_digests
from sheetscore.operations.draw import Drawn, all_findings, with_standings
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.history import as_drawn_now, earlier_rounds, locked, record_of
from sheetscore.operations.opening.open_event import OpenEvent, open_event
from sheetscore.operations.safeguards import beside_boxes
from sheetscore.operations.safeguards.sheets_of_old_draw import SheetsOfOldDraw
from sheetscore.pairing.draw import Draw, display_name, is_left_over
from sheetscore.pairing.walk_ins import Coming, moves
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.reading.draw_workbook import ReadDraw
from sheetscore.sheets.draw_workbook import RESULTS_OF, write_draw
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import EarlierRound
from sheetscore.wording import number_list
from sheetscore.workbooks.saving import digest, refuse_if_open, save


def keep_draw(folder: str | Path, number: int | None = None) -> Drawn:
    """Write a draw again with the same seats: it has the present names, and counts as made from the present results.

    Parameters
    ----------
    number
        The round, from 1; without it the first that has no results.

    Raises
    ------
    WrongUsage
        The round is not drawn.
    MistakesFound
        The draw has mistakes.

    Examples
    --------
    >>> keep_draw("drawn", 1).path.name
    'round1-draw.xlsx'
    """
    opened = open_event(folder)
    with locked(opened) as lock_findings:
        number, news = opened.stage(number), [*lock_findings]
        refuse_if_open(opened.folder.standings)
        drawn = draw_of(opened, number, earlier_rounds(opened, number))
        if any(one.is_error for one in drawn.findings):
            raise MistakesFound(drawn.findings)
        path, postings = opened.folder.draw(number), opened.system.postings
        made_with = {key: value for key, value in drawn.made_with.items() if not key.startswith(RESULTS_OF)}
        made_with |= results_digests(opened, number)
        before, noted = digest(path), beside_boxes.noted_in_draw(opened, path, drawn)
        saved = save(path, lambda to: write_draw(to, opened.event, drawn.draw, postings, made_with))
        if saved.kept:  # a draw that is the same as before is left as it is
            news += beside_boxes.dropped(noted, {path: saved.kept})
            written = {saved.path: saved.sha256}
            news += with_standings(opened, written)
            opened.note(f"{stage_command('draw', number)} --keep", read={path: before}, written=written)
    return Drawn(opened.event, drawn.draw, saved.path, (*opened.warnings, *news), saved.kept, tuple(news))


class Redrawn(Drawn, frozen=True):
    """A draw that was changed for people who come or leave."""

    moved: tuple[str, ...] = ()
    """The changes of seats, a sentence each, at the end of the draw's report."""


def change_draw(folder: str | Path, number: int | None, added: Sequence[str], dropped: Sequence[str]) -> Redrawn:
    """Add players to an existing draw, and take players off it; all others keep their seats.

    Parameters
    ----------
    number
        The round, from 1; without it the first that has no results.
    added, dropped
        The players who come and who leave, by id or name; a team stands for its players, and if teams are drawn, a
        player stands for the team.

    Raises
    ------
    WrongUsage
        The round is not drawn or has results, somebody is unknown, seated already or, as the event says, absent
        from the round, or there is no seat; the message says what can be done.
    MistakesFound
        The changed draw would break a rule that the draw keeps now, or the draw cannot be read.

    Examples
    --------
    >>> [table.number for table in change_draw("drawn", 1, [], ["P24"]).draw.tables][-1]
    12
    """
    opened = open_event(folder)
    with locked(opened) as lock_findings:
        number = opened.stage(number)
        path = opened.folder.draw(number)
        _refuse_if_settled(opened, number, added, dropped)
        refuse_if_open(opened.folder.standings)
        earlier = earlier_rounds(opened, number)
        then = draw_of(opened, number, earlier)
        if not then.draw.tables:
            raise MistakesFound(then.findings)
        context = replace(opened.round(number, earlier), draw=then.draw)
        coming = coming_and_going(opened.event, then.draw, added, dropped)
        now = _changed_draw(opened, context, coming)
        news = [*lock_findings, *opened.exchanged]
        news += [*_news(opened, context, now), *_still_open(opened, earlier, coming.dropped)]
        moved = tuple(moves(then.draw, now, opened.event.names, opened.event.unseated))
        now = replace(
            now, report=(*then.draw.report, *moved), remarks=_remarks_kept(then.draw, now), further=then.draw.further
        )
        before, noted = digest(path), beside_boxes.noted_in_draw(opened, path, then)
        made_with = _premises_of(opened, then, now)
        saved = save(
            path, lambda unfinished: write_draw(unfinished, opened.event, now, opened.system.postings, made_with)
        )
        news += beside_boxes.dropped(noted, {saved.path: saved.kept})
        written = {saved.path: saved.sha256}
        news += with_standings(opened, written)
        news += SheetsOfOldDraw(opened, now).remark()
        opened.note(_command(number, added, dropped), read={path: before}, written=written, notes=moved)
    return Redrawn(opened.event, now, saved.path, all_findings(opened, news), saved.kept, tuple(news), moved)


def _refuse_if_settled(opened: OpenEvent, number: int, added: Sequence[str], dropped: Sequence[str]) -> None:
    """Refuse to change single seats of a draw of all rounds, or of a round that was played."""
    if number == WHOLE_EVENT:
        raise drawn_as_a_whole(opened.event, added, dropped)
    if opened.folder.results(number).exists():
        message = (
            f"{stage_name(number)} has results, and its draw stays as it was: enter a substitute "
            f"on the score sheets{_not_played(opened, number, dropped)}"
        )
        raise WrongUsage(message, "has-results")


def _not_played(opened: OpenEvent, number: int, dropped: Collection[str]) -> str:
    """Return advice on tables without a result at which players who leave are drawn; blank without such tables."""
    record, path = record_of(opened, number), opened.folder.draw(number)
    if record is None or not record.missing or not path.exists():
        return ""
    draw = draw_of(opened, number).draw
    missing = as_drawn_now(opened, record, draw).missing
    left = sorted({table for table, _, player in draw.places() if player in dropped and table in missing})
    if not left:
        return ""
    unseated = opened.event.unseated
    lines = " or ".join(f"“{line}”" for line in dict.fromkeys((unseated.bye, unseated.absent)))
    return (
        f". {number_list('Table', left)} of it {'has' if len(left) == 1 else 'have'} none yet. If nobody plays there, "
        f"clear these seats in {path.name}, write each player behind {lines}, and run: "
        f"sheetscore {stage_command('sheets', number)}"
    )


def _command(number: int, added: Sequence[str], dropped: Sequence[str]) -> str:
    words = [*(f"--add {who}" for who in added), *(f"--drop {who}" for who in dropped)]
    return " ".join([stage_command("draw", number), *words])


def _changed_draw(opened: OpenEvent, context: RoundContext[Event], coming: Coming) -> Draw:
    """Return an earlier draw that has exactly the people of the new one, else the draw as the system changes it.

    Players who leave get a line of the absent if the event has such lines.
    """
    now = draw_before(opened, context.stage, context.draw, coming) or opened.system.change_draw(context, coming)
    absent = [player for player in context.draw.absent if player not in coming.added]
    gone = coming.dropped if opened.event.unseated.told_apart else ()
    return replace(now, absent=(*absent, *gone))


def _premises_of(opened: OpenEvent, then: ReadDraw, now: Draw) -> Mapping[str, str]:
    """Return the premises of the draw before, with the number of tables of the new one if that is another."""
    if len(now.tables) == len(then.draw.tables):
        return then.made_with
    counted = (one.key for one in opened.event.premises_of(now.round) if one.counts_tables)
    return {**then.made_with, **dict.fromkeys(counted, str(len(now.tables)))}


def _news(opened: OpenEvent, context: RoundContext[Event], now: Draw) -> list[Finding]:
    """Find problems that the change has caused, apart from players without a seat.

    Raises
    ------
    MistakesFound
        One of them is a mistake.
    """
    known = {one.message for one in opened.system.find_in_draw(context)}
    found = opened.system.find_in_draw(replace(context, draw=now))
    news = [one for one in found if one.message not in known and not is_left_over(one)]
    if any(one.is_error for one in news):
        name = opened.folder.draw(now.round).name
        such_as = f"such as --add {now.byes[0]}, who has no seat" if now.byes else "--add"
        message = (
            f"{name} was left as it is: changed so, it would have the mistakes that follow. Add others, too ({such_as})"
        )
        raise MistakesFound([finding("draw-player", message, sheet=name, severity=Severity.ERROR), *news])
    return news


def _still_open(opened: OpenEvent, earlier: Sequence[EarlierRound], dropped: Collection[str]) -> Iterator[Finding]:
    """Find tables of earlier rounds without a result at which a player who leaves is drawn."""
    for before in earlier:
        sheets = opened.folder.sheets(before.number)
        without_result = before.drawn.places() if before.drawn else ()
        for table, _, player in without_result:
            if player in dropped:
                who = display_name(player, opened.event.names)
                message = (
                    f"{who} goes, and table {table} of {stage_name(before.number)} "
                    f"has no result yet. What was played there counts all the same: enter it in {sheets.name} while "
                    f"somebody knows it, then ingest it (sheetscore ingest {sheets.name})"
                )
                yield finding("not-in-yet", message, sheet=sheets.name)


def _remarks_kept(before: Draw, now: Draw) -> dict[int, tuple[str, ...]]:
    """Return the remarks about the tables at which the same people meet as before."""
    then = {table.number: table.seated for table in before.tables}
    unchanged = (table.number for table in now.tables if then.get(table.number) == table.seated)
    return {table: before.remarks[table] for table in unchanged if table in before.remarks}
