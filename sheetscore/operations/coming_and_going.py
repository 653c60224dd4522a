"""Which players come to an existing draw or leave it, from the ids and names that a director types."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sheetscore.event.folder import WHOLE_EVENT, stage_command, stage_name
from sheetscore.event.identity import PlayerNames, folded, suggestion
from sheetscore.event.model import Event
from sheetscore.event.tables import heading_of, place_of_list
from sheetscore.pairing.draw import Draw, display_name
from sheetscore.pairing.walk_ins import Coming
from sheetscore.problems import WrongUsage
from sheetscore.wording import join_words


class _Meant(Struct, frozen=True):
    """A player or team that a director has named."""

    who: str
    """The name for messages."""
    drawn: tuple[str, ...]
    """The ids that the draw seats: of the player or team itself, of the team's players, or of the player's team."""


def coming_and_going(event: Event, drawn: Draw, added: Sequence[str], dropped: Sequence[str]) -> Coming:
    """Return the ids of those who come and leave; refuse those who cannot be seated, or have no seat to leave.

    Parameters
    ----------
    added, dropped
        Those who come and those who leave, by id or name. A team that comes stands for its players who are present
        without a seat, one that leaves for all its players in the draw.

    Raises
    ------
    WrongUsage
        Somebody is unknown, seated already, nowhere in the draw or, as the event says, absent from the round.
    """
    comes = [_meant(event, drawn.round, text) for text in added]
    goes = [_meant(event, drawn.round, text, comes=False) for text in dropped]
    leaving = {one for meant in goes for one in meant.drawn}
    for one in (one for meant in comes for one in meant.drawn if one in leaving):
        raise WrongUsage(f"{display_name(one, event.names)} is to be added and dropped; keep one of the two", "both")
    come = [one for meant in comes for one in _who_comes(event, drawn, meant)]
    go = [one for meant in goes for one in _who_goes(drawn, meant)]
    return Coming(tuple(dict.fromkeys(come)), tuple(dict.fromkeys(go)))


def drawn_as_a_whole(event: Event, added: Sequence[str], dropped: Sequence[str]) -> WrongUsage:
    """Return the error that one draw holds all rounds of an event, with advice for those who come or leave.

    Raises
    ------
    WrongUsage
        Somebody is unknown.
    """
    asked = (("first_round", added, True), ("last_round", dropped, False))
    ids_by_key = [
        (key, dict.fromkeys(one for text in texts for one in _meant(event, WHOLE_EVENT, text, comes=comes).drawn))
        for key, texts, comes in asked
    ]
    rounds = [
        f"a {heading_of(event, event.DRAWN, key)} for {join_words([display_name(one, event.names) for one in whom])}"
        for key, whom in ids_by_key
        if whom
    ]
    return WrongUsage(
        "one draw holds all rounds of this event, and one more or less changes who meets whom in all of them. Enter "
        f"{' and '.join(rounds)} on {_sheet(event, event.DRAWN)}, and draw again (sheetscore "
        f"{stage_command('draw', WHOLE_EVENT)} --again): rounds with results stay as they were drawn",
        "whole-draw",
    )


def _meant(event: Event, stage: int, text: str, *, comes: bool = True) -> _Meant:
    """Return the player or team with an id or name.

    Parameters
    ----------
    comes
        Whether the text may be meant for somebody new: the message about an unknown name then says how to enter them.
    """
    can_be_drawn = {*map(folded, event.names)}
    parties = {id_: party for id_, party in event.parties.items() if folded(id_) not in can_be_drawn}
    called = PlayerNames({**event.names, **{id_: party.name for id_, party in parties.items()}})
    meant = called.meant(text)
    # a player and a team of one name are one if they stand for the same ids
    meanings = {parties[id_].drawn if id_ in parties else (id_,) for id_ in meant.ids}
    if len(meanings) == 1 and not meant.has_strange_name:
        who, (stands_for,) = called.label(meant.ids[0]), meanings
        if not stands_for:
            team, players = heading_of(event, _PLAYER, "team"), _sheet(event, _PLAYER)
            raise WrongUsage(f"{who} is in no team: enter one under {team} on {players}", "no-team")
        return _Meant(who, stands_for)
    if meant.ids:
        raise WrongUsage(f"“{text}” {called.which(meant)}", "ambiguous")
    near = suggestion(text, [*called.names, *called.names.values()])
    new = f" Somebody new is entered first: a line on {_sheet(event, event.DRAWN)} with {_entered(event, stage)}"
    raise WrongUsage(
        f"“{text}” is nobody of this event{_nor_a_team(event)}.{near}{new if comes else ''}", "unknown-player"
    )


def _nor_a_team(event: Event) -> str:
    if not event.parties:
        return ""
    return ", and no team of it" if event.DRAWN == _PLAYER else ", and plays in no team of it"


def _entered(event: Event, stage: int) -> str:
    """Say how to enter somebody new in the event, and what to do then."""
    first = heading_of(event, event.DRAWN, "first_round")
    if stage == WHOLE_EVENT:
        again = stage_command("draw", stage)
        return f"the round in which it comes as {first}; then sheetscore {again} --again"
    return f"an id, the name and {stage} as {first}; then this again"


_PLAYER = "player"


def _who_comes(event: Event, drawn: Draw, meant: _Meant) -> list[str]:
    """Return those present without a seat in the round; refuse those who cannot be seated."""
    seated = {player: (table, seat) for table, seat, player in drawn.places()}
    waiting = [one for one in meant.drawn if one not in seated]
    come = [one for one in waiting if one in event.entrants(drawn.round)]
    if come:
        return come
    if waiting:
        raise WrongUsage(_not_there(event, drawn.round, meant, waiting), "not-playing")
    where = [(display_name(one, event.names), *seated[one]) for one in meant.drawn]
    at = [f"{who + ' at ' if who != meant.who else ''}table {table}, seat {seat}" for who, table, seat in where]
    raise WrongUsage(f"{meant.who} is seated already: {join_words(at)}", "seated")


def _who_goes(drawn: Draw, meant: _Meant) -> list[str]:
    """Return those who are in the draw; refuse a player who is not, and a team of which nobody is."""
    in_draw = {*drawn.byes, *(player for _, _, player in drawn.places())}
    go = [one for one in meant.drawn if one in in_draw]
    if not go:
        where = " but among the absent" if {*meant.drawn} <= {*drawn.absent} else ""
        raise WrongUsage(f"{meant.who} is nowhere in the draw{where}; nothing to drop", "unseated")
    return go


def _sheet(event: Event, path: str) -> str:
    place = place_of_list(event, path)
    return f"the sheet “{place}”" if event.has_titles else place


def _not_there(event: Event, number: int, meant: _Meant, waiting: Sequence[str]) -> str:
    """Say why named players do not play in a round, and how to enter them for it."""
    by = f"by {_sheet(event, _PLAYER)}"
    again = "Save the event, then run this again"
    if meant.drawn == (waiting[0],):
        return f"{meant.who} does not play in {stage_name(number)} {by}: {_why_not(event, number, waiting[0])}. {again}"
    each = "; ".join(f"{display_name(one, event.names)}, {_why_not(event, number, one)}" for one in waiting)
    return f"none of the players of {meant.who} plays in {stage_name(number)} {by}: {each}. {again}"


def _why_not(event: Event, number: int, player: str) -> str:
    stay = event.player(player).stay
    first, last, absent = (heading_of(event, _PLAYER, key) for key in ("first_round", "last_round", "absent"))
    reasons = [
        (number < stay.first, f"{first} is {stay.first}: enter {number}"),
        (number > (stay.last or number), f"{last} is {stay.last}: clear it"),
        (number in stay.absent, f"{absent} names {number}: take that out"),
    ]
    return join_words([words for holds, words in reasons if holds])
