"""What the director is told of a round on boards of seven."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from sheetscore.pairing.boards_field import BoardField
from sheetscore.pairing.boards_record import BoardRecord, Two, pairs_on
from sheetscore.pairing.draw import named
from sheetscore.pairing.sentences import numbered

Boards = Sequence[Mapping[str, str]]


def boards_report(
    boards: Boards,
    field: BoardField,
    record: BoardRecord,
    *,
    apart: Collection[Two],
    teams: Mapping[str, str],
    names: Mapping[str, str],
    fewest: int,
) -> Iterator[str]:
    """Tell who does not play once, who is not kept apart, who meets again and who has a power again.

    Parameters
    ----------
    boards
        The round: for each board who plays each power.
    field
        Who plays.
    record
        The rounds before.
    apart
        Who was to be kept apart.
    teams
        The teams of those who were to be kept apart from their mates, by player.
    names
        By id.
    fewest
        How many earlier meetings come again at the least, whoever meets whom.
    """
    told = _Report(boards, record, names)
    yield from told.field(field)
    yield from told.not_apart(apart, teams)
    yield from told.meetings(fewest)
    yield from told.powers()


class _Report:
    """The sentences, subject by subject."""

    def __init__(self, boards: Boards, record: BoardRecord, names: Mapping[str, str]) -> None:
        self.record = record
        self.names = names
        self.boards = boards
        self.pairs: dict[Two, list[int]] = defaultdict(list)
        self.boards_of: dict[str, list[int]] = defaultdict(list)
        for number, powers in enumerate(boards, start=1):
            for pair in pairs_on(powers):
                self.pairs[pair].append(number)
            for player in powers.values():
                self.boards_of[player].append(number)

    def field(self, field: BoardField) -> Iterator[str]:
        yield from field.remarks
        for player in field.standbys:
            yield f"{self._named(player)} stands in on {numbered('board', self.boards_of[player])}."
        for player in field.sit_outs:
            yield f"{self._named(player)} sits out{_after(self.record.times_sat_out[player])}."
        for player in field.doubles:
            where = numbered("board", self.boards_of[player])
            yield f"{self._named(player)} plays twice, on {where}{_after(self.record.times_doubled[player])}."

    def not_apart(self, apart: Collection[Two], teams: Mapping[str, str]) -> Iterator[str]:
        for pair, boards in self.pairs.items():
            where = numbered("board", boards)
            if pair in apart:
                yield f"{self._both(pair)} are together on {where}, though they should be kept apart."
            team, other = (teams.get(player, "") for player in pair)
            if team and team == other:
                yield f"{self._both(pair)}, both of {team}, are together on {where}."

    def meetings(self, fewest: int) -> Iterator[str]:
        again = {pair: self.record.meetings[pair] for pair in self.pairs if pair in self.record.meetings}
        total = sum(len(rounds) * len(self.pairs[pair]) for pair, rounds in again.items())
        if total:
            no_less = "; fewer are not possible" if total <= fewest else ""
            yield f"Earlier meetings that come again: {total}{no_less}."
        for pair, boards in self.pairs.items():
            one, other = map(self._named, pair)
            if pair in again:
                times = "again" if len(again[pair]) == 1 else f"for the {_nth(len(again[pair]) + 1)} time"
                met = numbered("round", again[pair])
                yield f"{numbered('Board', boards)}: {one} meets {other} {times}; they met in {met}."
            elif len(boards) > 1:
                yield f"{one} meets {other} on {numbered('board', boards)}."

    def powers(self) -> Iterator[str]:
        for number, powers in enumerate(self.boards, start=1):
            for power, player in powers.items():
                rounds = self.record.played.get((player, power))
                if rounds:
                    after = numbered("round", rounds)
                    yield f"Board {number}: {self._named(player)} plays {power} again, after {after}."

    def _both(self, pair: Two) -> str:
        return " and ".join(map(self._named, pair))

    def _named(self, player: str) -> str:
        return named(player, self.names)


def _after(times: int) -> str:
    return f", after {times} {'time' if times == 1 else 'times'} before" if times else ""


def _nth(number: int) -> str:
    """Write 2nd, 3rd, 11th."""
    last = "" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "")
    return f"{number}{last or 'th'}"
