"""Teams that a new draw of all rounds would send on in the place of others, after rounds were played."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sheetscore.event.model import Event
from sheetscore.event.tables import heading_of
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.reading.draw_workbook import ReadDraw, drawn_as_in
from sheetscore.wording import join_words

Places = dict[str, int]
"""The table of each seat of somebody; in a draw of all rounds the name of a seat says the round, too."""


def places_exchanged(event: Event, file: str, former: ReadDraw, made: Draw) -> Iterator[Finding]:
    """Warn of those whom a new draw of all rounds gives other seats than the draw before.

    Either they were drawn as something else, such as with another number; or somebody was entered since who plays from
    the first round on, and moves them. What they have played stays, but they may meet the same opponents again.

    Parameters
    ----------
    file
        The name of the draw's workbook.
    former, made
        The draw before and the new one.
    """
    then, now = drawn_as_in(former.made_with), event.drawn_as(made.round)
    names, places = event.names, {who: (_places(former.draw, who), _places(made, who)) for who in now}
    reasons = [
        f"{display_name(who, names)} was drawn as {then[who]} and is {now[who]} now"
        for who, (before, after) in places.items()
        if then.get(who, now[who]) != now[who] and before != after
    ]
    came = [who for who in now if then and who not in then and event.entrant(who).stay.first == 1]
    if came and any(_is_moved(*both) for both in places.values()):
        first = heading_of(event, event.DRAWN, "first_round")
        who = join_words([display_name(one, names) for one in came])
        reasons.append(f"{who} came after the draw, without a {first}, and moves others to other tables")
    if reasons:
        message = (
            f"rounds are played, and some go on in the place of others: {'; '.join(reasons)}. What is played stays "
            "theirs, and so does who sat out; in the rounds to come they may meet again whom they have met"
        )
        yield finding("draw-older", message, sheet=file, severity=Severity.WARNING)


def as_refused(exchanged: Finding) -> Finding:
    """Return a finding of :func:`places_exchanged` as the error that stops the draw."""
    message = f"{exchanged.sheet} was left as it is: {exchanged.message}. Put that right in the event; or add --force"
    return replace(exchanged, severity=Severity.ERROR, message=message)


def _places(drawn: Draw, who: str) -> Places:
    return {seat: table for table, seat, player in drawn.places() if player == who}


def _is_moved(before: Places, after: Places) -> bool:
    """Return whether somebody sits at another table in a round; a seat that is new or gone is no move."""
    return any(after.get(seat, table) != table for seat, table in before.items())
