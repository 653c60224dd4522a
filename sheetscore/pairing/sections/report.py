"""What a draw tells the director: spread reached, who sits out, empty seats, and every repetition."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sheetscore.pairing.draw import Draw, Flown, TableDraw, named, side_of
from sheetscore.pairing.sections.meetings import Forces, meetings
from sheetscore.pairing.sections.outlook import NOT_FLYING, Outlook
from sheetscore.sentences import counted


def spreads(outlook: Outlook) -> Iterator[str]:
    """Say how far the section totals lie apart, after the round and at the end of the event."""
    looks_ahead = len(outlook.sections) > 1
    for rounds, group in outlook.groups.items():
        flying = f"{counted(len(group), 'pilot flies', 'pilots fly')} {counted(rounds, 'round', 'rounds')}"
        now = [_total_after(outlook, p) for p in group]
        at_end = [outlook.totals[p] for p in group]
        text = f"{flying} of the event: section totals {_span(now)} after this round"
        if looks_ahead:
            text += f", {_span(at_end)} at the end if the later rounds are flown as planned"
        yield text + "."


def _total_after(outlook: Outlook, p: int) -> int:
    """Give a pilot's section total after this round: that of the end less the rounds to come."""
    later = zip(outlook.sections[1:], outlook.sides[p][1:], strict=True)
    return outlook.totals[p] - sum(sections[side] for sections, side in later if side != NOT_FLYING)


def _span(totals: Sequence[int]) -> str:
    lowest, highest = min(totals), max(totals)
    span = f"{lowest}" if lowest == highest else f"{lowest} to {highest}"
    return f"{span} (spread {highest - lowest})"


def absences(draw: Draw, names: Mapping[str, str], missed: Mapping[str, int]) -> Iterator[str]:
    """Say who sits out and which seats stay empty.

    Parameters
    ----------
    draw
        The draw.
    names
        The pilots' names by id.
    missed
        How often each sat out before.
    """
    for pilot in draw.byes:
        times = f", after {counted(missed[pilot], 'time', 'times')} before" if missed.get(pilot) else ""
        yield f"{named(pilot, names)} sits out{times}."
    seats = sum(len(table.seats) for table in draw.tables)
    empty = seats - sum(len(table.seated) for table in draw.tables)
    if empty:
        yield f"{empty} of {seats} seats {'stays' if empty == 1 else 'stay'} empty."
    for table in draw.tables:
        for side, crew in _sides(table).items():
            free = [seat for seat in crew if table.seats[seat] is None]
            nobody = f"nobody flies side {side}: " if len(free) == len(crew) else ""
            if free:
                stay = "stays" if len(free) == 1 else "stay"
                yield f"Table {table.number}: {nobody}{', '.join(free)} {stay} empty."


def _sides(table: TableDraw) -> dict[str, list[str]]:
    """Give the seats of each side of a table."""
    sides: dict[str, list[str]] = defaultdict(list)
    for seat in table.seats:
        sides[side_of(seat)].append(seat)
    return sides


def repetitions(draw: Draw, history: Sequence[Flown], names: Mapping[str, str], forces: Forces) -> list[str]:
    """Say everything that a draw repeats: scenarios and sides, then opponents, then team mates.

    Parameters
    ----------
    draw
        As drawn, or as the director left it.
    history
        Who flew in the rounds before; later rounds do not count.
    names
        The pilots' names by id.
    forces
        Tells opponents from team mates.
    """
    before = [earlier for earlier in history if earlier.round < draw.round]
    return [
        *_sides_again(draw, before, names),
        *_met_again(draw, before, names, forces, opposed=True),
        *_met_again(draw, before, names, forces, opposed=False),
    ]


def _sides_again(draw: Draw, before: Sequence[Flown], names: Mapping[str, str]) -> Iterator[str]:
    flown: dict[str, list[Flown]] = defaultdict(list)
    for earlier in sorted(before, key=lambda earlier: earlier.round):
        flown[earlier.player].append(earlier)
    for now in draw.as_flown():
        who = f"Table {now.table}: {named(now.player, names)} flies"
        again = [earlier for earlier in flown[now.player] if earlier.scenario == now.scenario]
        same = [earlier for earlier in again if earlier.side == now.side]
        elsewhere = [e for e in flown[now.player] if e.side == now.side and e not in same]
        if same:
            yield f"{who} {now.side} of scenario {now.scenario} again, first in round {same[0].round}."
        elif again:
            first = f"first in round {again[0].round} as {again[0].side}"
            yield f"{who} scenario {now.scenario} again, {first}."
        if elsewhere:
            first = f"first in round {elsewhere[0].round} in scenario {elsewhere[0].scenario}"
            yield f"{who} a side {now.side} again, {first}."


def _met_again(
    draw: Draw, before: Sequence[Flown], names: Mapping[str, str], forces: Forces, *, opposed: bool
) -> Iterator[str]:
    met = defaultdict(list)
    for meeting in meetings(before, forces):
        if meeting.opposed == opposed:
            met[meeting.players].append(meeting)
    meets, first_met = ("meets", "first met") if opposed else ("flies with", "first")
    for meeting in meetings(draw.as_flown(), forces):
        earlier = met.get(meeting.players)
        if earlier and meeting.opposed == opposed:
            one, other = (named(player, names) for player in meeting.players)
            times = f" ({len(earlier)} times so far)" if len(earlier) > 1 else ""
            yield (
                f"Table {meeting.table}: {one} {meets} {other} again, "
                f"{first_met} in round {earlier[0].round}, table {earlier[0].table}{times}."
            )
