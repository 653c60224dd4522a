"""Who sits where, against the event and the draw: who does not play, who sits in for whom, who is there twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import FieldKey
from sheetscore.pairing.draw import named


class Seated(Struct, frozen=True):
    """Somebody on a place of the sheets.

    Parameters
    ----------
    box
        That which says who it is.
    where
        The place, as findings begin with it: ``table 3, strike.2``.
    player
        The id of who sits there.
    drawn
        That of whoever was to sit there; None for nobody.
    at
        The place within a sentence, where that is not as findings begin.
    gone
        What is to be said of whoever was to sit there and does not, behind that.
    """

    box: FieldKey
    where: str
    player: str
    drawn: str | None = None
    at: str = ""
    gone: str = ""


def strangers(seated: Seated, names: Mapping[str, str], playing: Collection[str], did: str) -> Iterator[Finding]:
    """Find whether somebody is not there to play this round, and note whether somebody else was drawn.

    Parameters
    ----------
    names
        The names of all players by id.
    playing
        The ids of those who are there to play the round.
    did
        What people do who sit there, as of the past: ``flew``.

    Returns
    -------
    Findings without cells; ``fields`` names the box.
    """
    who = named(seated.player, names)
    if seated.player not in playing:
        message = f"{seated.where}: {who} does not play in this round as the event has it; scored all the same"
        yield finding("not-playing", message, fields=(seated.box,))
    if seated.player != seated.drawn:
        was = named(seated.drawn, names) if seated.drawn else "nobody"
        message = f"{seated.where}: {who} {did}; {was} was drawn{seated.gone}"
        yield finding("substitute", message, fields=(seated.box,))


def _never(_: Sequence[Seated]) -> bool:
    return False


def seated_twice(
    everybody: Iterable[Seated],
    names: Mapping[str, str],
    says: str,
    *,
    may_be: Callable[[Sequence[Seated]], bool] = _never,
) -> Iterator[Finding]:
    """Find players who sit on several places of a round.

    Parameters
    ----------
    says
        What to say, with a ``{who}`` and a ``{places}``.
    may_be
        Tells whether a player may sit on just these places.

    Returns
    -------
    Findings without cells; ``fields`` names the boxes, the last place first.
    """
    places: dict[str, list[Seated]] = defaultdict(list)
    for seated in everybody:
        places[seated.player].append(seated)
    for player, found in places.items():
        if len(found) > 1 and not may_be(found):
            at = " and ".join(seated.at or seated.where for seated in found)
            message = says.format(who=named(player, names), places=at)
            yield finding("seat-twice", message, fields=tuple(seated.box for seated in reversed(found)))
