"""Those whom a new draw of all rounds would send on in the place of somebody else, though rounds are played."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sheetscore.event.model import Event
from sheetscore.findings import Finding, Severity, finding
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.reading.draw_workbook import ReadDraw, drawn_as

Places = set[tuple[int, str]]
"""Tables and seats."""


def places_exchanged(event: Event, file: str, former: ReadDraw, made: Draw) -> Iterator[Finding]:
    """Warn of those who were drawn as something else, such as with another number, and get other seats by that.

    Their games stay. But in the rounds to come they may meet again whom they have met.

    Parameters
    ----------
    file
        The name of the draw's workbook.
    former, made
        The draw before and the new one.
    """
    then = drawn_as(former.made_with)
    moved = [
        f"{display_name(who, event.names)} was drawn as {then[who]} and is {now} now"
        for who, now in event.drawn_as(made.round).items()
        if then.get(who, now) != now and _places(former.draw, who) != _places(made, who)
    ]
    if moved:
        message = (
            f"rounds are played, and some go on in the place of others: {'; '.join(moved)}. What is played stays "
            "theirs, and so does who sat out; in the rounds to come they may meet again whom they have met"
        )
        yield finding("draw-older", message, sheet=file, severity=Severity.WARNING)


def as_refused(exchanged: Finding) -> Finding:
    """Return a finding of :func:`places_exchanged` as the error that stops the draw."""
    message = (
        f"{exchanged.sheet} was left as it is: {exchanged.message}. Put back in the event what was changed; or add "
        "--force"
    )
    return replace(exchanged, severity=Severity.ERROR, message=message)


def _places(drawn: Draw, who: str) -> Places:
    return {(table, seat) for table, seat, player in drawn.places() if player == who}
