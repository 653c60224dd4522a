"""The report of a Swiss draw to the director: all deviations from the plain rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct

from sheetscore.pairing.draw import Two, display_name
from sheetscore.pairing.swiss.field import SwissField, SwissPair
from sheetscore.pairing.swiss.pools import Moved, pool_words
from sheetscore.pairing.swiss.record import SwissRecord
from sheetscore.wording import join_words, number_list, pluralize

Anew = Literal["", "rest", "all"]
"""The players paired again because the order of rules would have forced a rematch: none, all but the pool, all."""


class Request(Struct, frozen=True):
    """Two who asked to meet, and the reason of a refusal; None if they were paired as they asked."""

    pair: Two
    refused: str | None


class ByLot(Struct, frozen=True):
    """Players of one rating among whom the lots decided.

    Attributes
    ----------
    tied
        All of them, by their lots.
    chosen
        Those who came into the pool, or have the bye; nobody if the lots decided the order in a pool.
    """

    tied: tuple[str, ...]
    chosen: tuple[str, ...]
    what: Literal["pool", "bye", "order"]


class Circumstances(Struct, frozen=True):
    """The circumstances of a draw, beside the pairs.

    Attributes
    ----------
    pool, outside_pool
        How many are in the pool, and how many undefeated are not.
    unfinished
        Those in the pool who have a game without a result.
    lots
        The decisions that were made by lots.
    bye, instead_of
        The player who sits out, and the one who would have, but for forbidden pairs; None for nobody.
    moved
        Those in a pool who do not meet their seeded opponent.
    left, came
        Those who would be in a pool but find no opponent there, and those who are in it for them.
    requests
        All requests, granted or not.
    anew
        The players who were paired again.
    """

    pool: int
    outside_pool: int
    unfinished: tuple[str, ...]
    lots: tuple[ByLot, ...]
    bye: str | None
    instead_of: str | None
    moved: tuple[Moved, ...]
    left: tuple[str, ...]
    came: tuple[str, ...]
    requests: tuple[Request, ...]
    anew: Anew


def pool_sentence(field: SwissField, circumstances: Circumstances) -> str:
    """Describe the pool of the round, with its size."""
    number, outside = field.number, circumstances.outside_pool
    pool = f"The pool of round {number}, {pool_words(field.settings.rounds, number)}, has "
    pool += pluralize(circumstances.pool, "player") if circumstances.pool else "nobody"
    if not outside:
        return f"{pool}."
    others = "a pool of their own" if number == 1 else "not in it"
    who = "player" if number == 1 else "undefeated player"
    return f"{pool}; {pluralize(outside, f'other {who}')} {'is' if outside == 1 else 'are'} {others}."


def swiss_report(
    field: SwissField, record: SwissRecord, pairs: Sequence[SwissPair], circumstances: Circumstances
) -> list[str]:
    """Report missing results, the bye, and each pair for which a rule gave way.

    Parameters
    ----------
    field
        The field of the round.
    record
        The earlier rounds, scored or only drawn.
    pairs
        The pairs by board.
    circumstances
        The circumstances of the draw.
    """
    report = _Report(field, record, pairs, circumstances)
    parts = (
        report.results,
        report.locked,
        report.sits_out,
        report.lots,
        report.pools,
        report.fallbacks,
        report.paired_anew,
        report.requests,
        report.rematches,
        report.company,
    )
    return [sentence for part in parts for sentence in part()]


_ANEW: Mapping[Anew, str] = {
    "": "",
    "rest": (
        "Everybody but the pool was paired anew, the undefeated like all others: the opponents that they should have "
        "would have left others with nobody whom they may meet."
    ),
    "all": "Everybody was paired anew, the pool too: the forbidden pairs left no other way.",
}

_BY_LOT = {"pool": ("is in the pool", "are in the pool"), "bye": ("sits out", "sit out")}

_WAS = ("was", "were")

_MOST_IN_ORDER = 40
"""How many are named in the order of their lots; the rest of a roster without ratings is counted."""

_REFUSED: Mapping[str, Callable[[SwissField], str]] = {
    "absent": lambda field: f"not both play in round {field.number}",
    "oneself": lambda _: "nobody meets themselves",
    "not free": lambda field: (
        "all pairs of round 1 are seeded"
        if field.number == 1
        else "one of them at least is locked, has a bye, is undefeated, meets one of the undefeated or has another "
        "request granted"
    ),
    "forbidden": lambda _: "the pair is forbidden",
    "met": lambda _: "they have met before",
    "points": lambda field: f"they are more than {pluralize(field.settings.request_points, 'point')} apart",
    "others": lambda _: "others would have to meet a second time",
    "anew": lambda field: (
        "all pairs of round 1 are seeded" if field.number == 1 else "everybody but the pool had to be paired anew"
    ),
}
"""The reasons of refused requests in words, by the keys that the draw gives."""


class _Report(Struct, frozen=True):
    field: SwissField
    record: SwissRecord
    pairs: Sequence[SwissPair]
    circumstances: Circumstances

    def results(self) -> Iterator[str]:
        """Name earlier rounds and players without a result."""
        for number in range(1, self.field.number):
            if number in self.record.drawn_rounds:
                yield (
                    f"Round {number} has no results yet: its pairs, tables and byes count as drawn, and nobody has "
                    "earned anything in it."
                )
            elif number not in self.record.rounds:
                yield f"Round {number} has no results: nobody has earned or missed anything in it."
        for player in sorted(self.field.players, key=self.field.standing):
            for number in self.field.history[player].unscored:
                again = "" if self._was_drawn(player, number) else ", and the opponent may come again"
                counts = f"it counts as neither played nor missed{again}"
                yield f"{self._named(player)} has no result in round {number}: {counts}."

    def _was_drawn(self, player: str, number: int) -> bool:
        """Return whether the opponent of a player without a result is known."""
        return any(game.round == number and player in game.players for game in self.record.games)

    def locked(self) -> Iterator[str]:
        for pair in self._made_as("locked"):
            yield f"{self._both(pair)} meet because the director locked the pair."

    def sits_out(self) -> Iterator[str]:
        bye = self.circumstances.bye
        if bye is None:
            return
        rounds = self.field.history[bye].byes
        again = f", as in {number_list('round', rounds)}: nobody who could have it has had fewer" if rounds else ""
        yield f"{self._named(bye)} has a bye{again}."
        if self.field.history[bye].unscored:
            taken = self._with_open_games([bye])
            yield f"{taken}: nobody whose games are in could have the bye before anybody had another."
        passed = self.circumstances.instead_of
        if passed:
            yield f"{self._named(passed)} should have had the bye, but then the forbidden pairs would leave no draw."

    def lots(self) -> Iterator[str]:
        """Report deciding lots, all of one rating at once and in their order."""

        def rating(lots: ByLot) -> int:
            return self.field.players[lots.tied[0]].rating

        for rated, group in groupby(sorted(self.circumstances.lots, key=rating, reverse=True), key=rating):
            decided = list(group)
            tied = sorted({player for lots in decided for player in lots.tied}, key=self.field.place.__getitem__)
            so = [
                f"{join_words(list(map(self._named, lots.chosen)))} {_BY_LOT[lots.what][len(lots.chosen) > 1]}"
                for lots in decided
                if lots.what in _BY_LOT
            ]
            order = ", ".join(map(self._named, tied[:_MOST_IN_ORDER]))
            more = f" and {len(tied) - _MOST_IN_ORDER} more" if len(tied) > _MOST_IN_ORDER else ""
            text = f"Lots put those with rating {rated} in this order: {order}{more}."
            yield f"{text} So {' and '.join(so)}." if so else text

    def _with_open_games(self, players: Sequence[str]) -> str:
        rounds = sorted({number for player in players for number in self.field.history[player].unscored})
        some = "an open game" if len(players) == 1 else "open games"
        return (
            f"{join_words(list(map(self._named, players)))} {_WAS[len(players) > 1]} taken with {some} of "
            + number_list("round", rounds)
        )

    def pools(self) -> Iterator[str]:
        if self.circumstances.unfinished:
            taken = self._with_open_games(self.circumstances.unfinished)
            yield f"{taken} into the pool: too few of the undefeated have all their games in."
        for moved in self.circumstances.moved:
            player, opponent, seeded = map(self._named, (moved.player, moved.opponent, moved.seeded))
            reason = "whom they must not meet" if moved.apart else "so that others can be kept apart"
            yield f"In the pool {player} meets {opponent} instead of {seeded}, {reason}."
        for player in self.circumstances.left:
            yield f"{self._named(player)} leaves the pool: nobody is left in it whom they may meet."
        for player in self.circumstances.came:
            yield f"{self._named(player)} comes into the pool instead."

    def fallbacks(self) -> Iterator[str]:
        histories = self.field.history
        for pair in self._made_as("fallback"):
            if all(histories[player].undefeated for player in pair.players):
                yield f"{self._both(pair)}, undefeated and not in the pool, meet: no other opponent was left for them."
                continue
            one, other = sorted(pair.players, key=lambda player: not histories[player].undefeated)
            yield (
                f"{self._named(one)}, undefeated and not in the pool, meets {self._named(other)}, who has not won "
                f"{histories[other].setbacks} times: nobody was left with just one draw or loss."
            )

    def paired_anew(self) -> Iterator[str]:
        if self.circumstances.anew:
            yield _ANEW[self.circumstances.anew]

    def requests(self) -> Iterator[str]:
        met = {frozenset(pair.players) for pair in self.pairs}
        for request in self.circumstances.requests:
            one, other = map(self._named, request.pair)
            if frozenset(request.pair) in met:
                yield f"{one} and {other} meet, as they asked."
            else:
                yield f"{one} and {other} asked to meet and do not: {_REFUSED[request.refused or ''](self.field)}."

    def rematches(self) -> Iterator[str]:
        for pair in self.pairs:
            if pair.cost.rematches:
                met = [g.round for g in self.record.before(self.field.number).games if {*g.players} == {*pair.players}]
                reason = "the pair is locked" if pair.why == "locked" else "no other draw was left"
                after = number_list("round", met)
                yield f"{self._both(pair)} meet again, after {after}: {reason}. Confirm or change the pair."

    def company(self) -> Iterator[str]:
        """Name pairs of the group from one country or club; a country that all players share is not named."""
        several = len({player.country for player in self.field.players.values()}) > 1
        for pair in self._made_as("group"):
            shared = {
                f"the same country, {self.field.players[pair.one].country}": pair.cost.same_country and several,
                f"the same club, {self.field.players[pair.one].club}": pair.cost.same_club,
            }
            of = " and ".join(what for what, holds in shared.items() if holds)
            texts = [f"are of {of}"] if of else []
            texts += ["are regular opponents"] if pair.cost.regular else []
            if texts:
                yield f"{self._both(pair)} meet although they {' and '.join(texts)}."

    def _made_as(self, why: str) -> Iterator[SwissPair]:
        return (pair for pair in self.pairs if pair.why == why)

    def _both(self, pair: SwissPair) -> str:
        return f"{self._named(pair.one)} and {self._named(pair.other)}"

    def _named(self, player: str) -> str:
        return display_name(player, self.field.names)
