"""Rows of players without a seat, as for a bye: nobody typed them, and a changed draw or setting changes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sheetscore.event.identity import folded
from sheetscore.event.model import Event
from sheetscore.findings import Finding, finding
from sheetscore.operations.safeguards.values_gone import who_and_when
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.reading.merge import MOST_NAMED
from sheetscore.results.record import RoundRecord
from sheetscore.results.scoring_changes import changed_settings
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import ResultRow
from sheetscore.wording import first_clauses, join_words

_NOWHERE = "nowhere"
"""The place of a player who is on no line of a draw."""


def no_row_any_more(
    path: Path, before: RoundRecord, context: RoundContext[Event], rows: Sequence[ResultRow]
) -> list[Finding]:
    """Find players without a seat who would lose their row in the results.

    Nobody typed these rows: they come from the draw, which had a bye or an absence, and has changed since.

    Parameters
    ----------
    path, before
        The present results workbook, and its content.
    rows
        The rows of the new results.
    """
    gone = _without_row(before, rows)
    if not gone:
        return []
    names, drawn = context.event.names, context.draw
    then, now = _without_seat(before, context), _without_seat(drawn, context)
    seats = _seats(drawn)
    moved = [one for one in gone if now.get(one) != then.get(one)]
    who = [f"{display_name(one, names)}, now drawn {now.get(one, seats.get(one, _NOWHERE))}" for one in moved]
    lost = f"has rows for players without a seat that the new results would not have: {'; '.join(who)}"
    if not moved:  # all are without a seat as they were: not the draw changed, but the settings
        why = lost_bye_scores(before, context, rows)
        lost = f"has scores for a bye or an absence that the present settings do not give: {why}. Put the setting back"
    elif seats.keys() & {*moved}:
        lost += (
            ". If another one sits there on the score sheets, put the draw back, or type on the sheets who played; if "
            "not, ingest the round once that table has a result"
        )
    else:
        lost += ". Put the draw back"
    message = f"{path.name} {lost}; or add --force, and what is there goes to kept/"
    return [finding("results-fewer", message, sheet=path.name)]


def lost_bye_scores(before: RoundRecord, context: RoundContext[Event], rows: Sequence[ResultRow]) -> str:
    """Return the names of players who had a score for their bye or absence in the draw, and would lose it.

    The changed settings follow the names, since one of them is the cause. The text is empty without such players.
    """
    drawn = {*context.draw.byes, *context.draw.absent}
    gone = [display_name(one, context.event.names) for one in _without_row(before, rows) if one in drawn]
    event = context.event
    settings = changed_settings(event, before.setup, type(event.settings).model_fields) if before.setup else ()
    return f"{join_words(gone)} ({'; '.join(map(str, settings))})" if gone else ""


def sat_out_otherwise(
    path: Path, before: RoundRecord, context: RoundContext[Event], rows: Sequence[ResultRow]
) -> Iterator[Finding]:
    """Warn of those whose rows an edited draw has changed, since they sit out now, or no longer do.

    Those who have no row any more are left out.

    Parameters
    ----------
    path, before
        The present results workbook, and its content.
    rows
        The rows of the new results.
    """
    event, seats = context.event, _seats(context.draw)
    then, now = _without_seat(before, context), _without_seat(context.draw, context)
    was, is_now = (_rows_of(results) for results in (before.rows, rows))
    who = [
        f"{display_name(one, event.names)}, {then.get(one, 'at a table')} then, "
        f"{now.get(one, seats.get(one, _NOWHERE))} now"
        for one in {**then, **now}
        if then.get(one) != now.get(one) and folded(one) in is_now and is_now[folded(one)] != was.get(folded(one))
    ]
    if who:
        message = (
            f"the draw was changed since {path.name} was made, and with it who sits out: "
            f"{first_clauses(who, MOST_NAMED)}. What that scores counts as the draw has it now. Where that is not "
            "meant, put the draw back"
        )
        yield finding("results-otherwise", message, sheet=path.name)


def _rows_of(rows: Sequence[ResultRow]) -> dict[str, list[ResultRow]]:
    """Return the rows by the folded ids of their players or teams."""
    found: dict[str, list[ResultRow]] = {}
    for row in rows:
        found.setdefault(folded(who_and_when(row)[0]), []).append(row)
    return found


def _seats(draw: Draw) -> dict[str, str]:
    """Return for each player who sits somewhere the table and the seat, in words."""
    return {player: f"at table {table}, {seat}" for table, seat, player in draw.places()}


def _without_seat(of: RoundRecord | Draw, context: RoundContext[Event]) -> dict[str, str]:
    """Return the line of each player without a seat, in words, by id: in a draw, or in the draw of results."""
    unseated = context.event.unseated
    byes, absent = (f"on a line “{line}”" for line in (unseated.bye, unseated.absent))
    return {**dict.fromkeys(of.byes, byes), **dict.fromkeys(of.absent, absent)}


def _without_row(before: RoundRecord, rows: Sequence[ResultRow]) -> list[str]:
    """Return those who sat out or were absent with a row in the results, and have no row at all among the new ones."""
    unseated = [row for row in before.rows if not row.get("table")]  # somebody who sits out may have been a substitute
    gone = _rows_of(unseated).keys() - _rows_of(rows).keys()
    return [one for one in (*before.byes, *before.absent) if folded(one) in gone]
