"""Every player keeps the rating of the first result: later changes of ratings have no effect.

The results of a round record the ratings of its players. To correct a typing error, a director ingests the round of the
player's first result with the present ratings of the event.

Source: ASO 2008 Tournament Rules, Pairing principles (ratings at tournament start).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from sheetscore.event.folder import EventFolder, sheets_stem, stage_name, stage_of
from sheetscore.event.identity import folded
from sheetscore.event.load import keys_of, limits_of
from sheetscore.event.model import Event, Player
from sheetscore.event.tables import doubtful
from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import display_name
from sheetscore.problems import UnreadableFile
from sheetscore.results.record import RoundRecord
from sheetscore.results.record_lines import read_results
from sheetscore.results.setup import PLAYER
from sheetscore.workbooks.saving import KEPT, digest

Known = MutableMapping[str, RoundRecord]
"""The results that were read, by the digest of their file."""


class FirstRating(Struct, frozen=True):
    """The rating of a player at the first result."""

    round: int
    """The round of the first result."""
    rating: int | None
    """The rating in that round; None if the player had none."""


def read_known(path: Path, event: Event, known: Known) -> RoundRecord:
    """Return the results of a round in a workbook; a file that the command has read before is not read again.

    Raises
    ------
    UnreadableFile
        There is no such workbook, it is damaged, or it has the results of another round than its name says.
    """
    sha256, number = digest(path) if path.exists() else "", stage_of(path)
    if sha256 not in known:
        try:
            known[sha256] = read_results(path, limits_of(event))
        except UnreadableFile as problem:
            if number is None or not sha256:
                raise
            anew = f". To have it made anew, move it away, and ingest {sheets_stem(number)}.xlsx"
            raise UnreadableFile(f"{problem.message}{anew}", problem.code) from problem
    record = known[sha256]
    if number is not None and number != record.round:
        back = f"copy its own back from {KEPT}/; or put it away, and ingest {sheets_stem(number)}.xlsx again"
        folder = EventFolder(path.parent)
        if other := _with_our_name(path, number, record, event, known):
            back = f"{other} has these: the two files have each other's names. Rename both back"
        elif not folder.draw(number).exists() and not folder.sheets(number).exists():
            back = f"put it away, since {stage_name(number)} is not drawn"
        what = f"{path.name} has the results of {stage_name(record.round)}, not those of {stage_name(number)}: {back}"
        raise UnreadableFile(what, "other-round")
    return record


def _with_our_name(path: Path, number: int, record: RoundRecord, event: Event, known: Known) -> str | None:
    """Return the name of the other results file if two files have each other's names, else None.

    Parameters
    ----------
    number
        The round in the name of the file at ``path``.
    record
        The results of another round, which that file has.
    """
    theirs = EventFolder(path.parent).results(record.round)
    with suppress(UnreadableFile):
        sha256 = digest(theirs) if theirs.exists() else ""
        other = known.get(sha256) or read_results(theirs, limits_of(event))
        return theirs.name if other.round == number else None
    return None


def as_first_rated(event: Event, place: EventFolder, known: Known, rerated_round: int | None = None) -> Event:
    """Return an event with the ratings that everybody had at the first result.

    Parameters
    ----------
    rerated_round
        Players whose first result is in this round (counted from 1) get the present ratings of the event.
    """
    first = first_ratings(event, place, known) if event.rated_at_first_result else {}

    def rated(player: Player) -> Player:
        then = first.get(folded(player.id))
        if then is None or then.round == rerated_round:
            return player
        return player.model_copy(update={"rating": then.rating})

    return event.model_copy(update={"players": tuple(map(rated, event.players))}) if first else event


def first_ratings(event: Event, place: EventFolder, known: Known) -> dict[str, FirstRating]:
    """Return the ratings in the results of an event, by the folded ids of those who have results."""
    found: dict[str, FirstRating] = {}
    for record in own_results(event, place, known):
        enrolled = record.setup.enrolled if record.setup else ()
        ratings = {folded(one.id): one.rating for one in enrolled if one.kind == PLAYER}
        scored = {folded(row[PLAYER]) for row in record.rows if row.get(PLAYER) is not None}
        for player in scored & ratings.keys():
            found.setdefault(player, FirstRating(record.round, ratings[player]))
    return found


def own_results(event: Event, place: EventFolder, known: Known) -> Iterator[RoundRecord]:
    """Yield the readable results of an event, in order; others are reported where they are needed."""
    for number in place.scored_stages():
        try:
            record = read_known(place.results(number), event, known)
        except UnreadableFile:
            continue
        if record.event_key in keys_of(event):
            yield record


def rated_later(event: Event, place: EventFolder, known: Known, rerated_round: int | None = None) -> Iterator[Finding]:
    """Find ratings that were changed after a player's first result, with places as in event.toml.

    Players whose first result is in ``rerated_round`` are left out, since their present ratings count.
    """
    if not event.rated_at_first_result:
        return
    first = first_ratings(event, place, known)
    for player, then in _changed(event.players, first):
        if then.round == rerated_round:
            continue
        was, sheets = _words(then.rating), place.sheets(then.round).name
        message = (
            f"The rating of {display_name(player.id, event.names)} is {_words(player.rating)} and was {was} at the "
            f"first result, in {stage_name(then.round)}: that counts. Put {was} back; or, if it was a typing error, "
            f"ingest that round with --ratings (sheetscore ingest {sheets} --ratings)."
        )
        yield doubtful(event, player, "rating", message, "rating-later")


def rated_otherwise(event: Event, place: EventFolder, known: Known) -> frozenset[str]:
    """Return the folded ids of players whose rating in the file does not count, since an earlier rating does.

    Parameters
    ----------
    event
        The event as in its file.
    """
    return frozenset(folded(player.id) for player, _ in _changed(event.players, first_ratings(event, place, known)))


def taken_anew(event: Event, place: EventFolder, known: Known, number: int) -> list[Finding]:
    """Report the ratings that count from now on when a round (counted from 1) is ingested with the present ones."""
    first = first_ratings(event, place, known)
    return [
        finding(
            "rating-taken",
            f"the rating of {display_name(player.id, event.names)} is {_words(player.rating)} from now on; it was "
            f"{_words(then.rating)}. Draws that were made stay as they are",
        )
        for player, then in _changed(event.players, first)
        if then.round == number
    ]


def _changed(players: Iterable[Player], first: dict[str, FirstRating]) -> Iterator[tuple[Player, FirstRating]]:
    for player in players:
        then = first.get(folded(player.id))
        if then is not None and then.rating != player.rating:
            yield player, then


def _words(rating: int | None) -> str:
    return "blank" if rating is None else str(rating)
