"""The schedule of the event: when each round begins and ends, and what is played in it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sheetscore.event.model import Event
from sheetscore.event.times import clock, long_day
from sheetscore.tables.sheet import Line, TableSheet
from sheetscore.tables.table import Column, Table, figure_column, text_column

NO_TIMES = "The event has no schedule yet: the director says when rounds begin."

TO_BE_CHOSEN = "to be chosen"


@dataclass(frozen=True)
class ScheduledRound:
    """A round with its times as they are printed."""

    number: int
    day: str
    begins: str
    ends: str
    minutes: int | None
    played: str


def schedule_sheet(event: Event) -> TableSheet:
    """Plan the sheet; rounds without a time are listed, too."""
    columns: tuple[Column[ScheduledRound], ...] = (
        figure_column("round", "Round", 80, lambda line: line.number, style="cell strong"),
        text_column("day", "Day", 170, lambda line: line.day),
        figure_column("begins", "Begins", 84, lambda line: line.begins, style="cell strong"),
        figure_column("ends", "Ends at", 84, lambda line: line.ends),
        figure_column("minutes", "Minutes", 84, lambda line: line.minutes),
        text_column("played", "What is played", 260, lambda line: line.played, style="cell text"),
    )
    numbers = range(1, max((event.header.rounds, *event.stages)) + 1)
    rounds = [scheduled_round(event, number) for number in numbers]
    lines = () if event.schedule else (Line(NO_TIMES),)
    return TableSheet("Schedule", "Schedule", lines=lines, tables=(Table("schedule", columns, rounds, tall=True),))


def scheduled_round(event: Event, number: int) -> ScheduledRound:
    """Return a round (counted from 1) as the schedule prints it."""
    slot, day = event.slot(number), event.day_of(number)
    begins = dt.datetime.combine(day or dt.date.min, slot.start) if slot else None
    ends = begins + dt.timedelta(minutes=slot.minutes) if slot and begins and slot.minutes else None
    return ScheduledRound(
        number,
        long_day(day) if day and slot else "",
        clock(slot.start) if slot else "",
        clock(ends.time()) if ends else "",
        slot.minutes if slot else None,
        played_in(event, number),
    )


def played_in(event: Event, number: int) -> str:
    """Say what is played in a round (counted from 1); that a choice is open; empty where there is nothing to choose."""
    if number in event.unnamed_rounds:
        return TO_BE_CHOSEN
    return event.subject(number) if number in event.stages else ""
