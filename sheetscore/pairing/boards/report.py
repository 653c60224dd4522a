"""The report to the director on a round on boards of seven."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from sheetscore.pairing.boards.field import BoardField
from sheetscore.pairing.boards.known_rounds import fewest_pairs
from sheetscore.pairing.boards.record import BoardRecord, pairs_on
from sheetscore.pairing.draw import Two, display_name
from sheetscore.pairing.origins import NO_ORIGINS, Origins
from sheetscore.wording import join_words, number_list, pluralize

Boards = Sequence[Mapping[str, str]]
"""For each board the player of each power."""


def boards_report(
    boards: Boards,
    field: BoardField,
    record: BoardRecord,
    *,
    apart: Collection[Two],
    teams: Mapping[str, str],
    names: Mapping[str, str],
    fewest: int,
    preferences: Mapping[str, Sequence[str]],
    origins: Origins = NO_ORIGINS,
) -> Iterator[str]:
    """Yield sentences on who sits out or plays twice, on meetings, powers and wishes, and on clubs and countries.

    Only meetings that are unwanted or repeated are reported, and only powers that somebody has again.

    Parameters
    ----------
    boards
        The round: for each board the player of each power.
    field
        The players.
    record
        The rounds before.
    apart
        The pairs to be kept apart.
    teams
        The teams whose members were to be kept apart, by player.
    names
        The names by id.
    fewest
        A lower bound for the number of repeated meetings: a draw that reaches it has the least possible.
    preferences
        The powers wanted by players, the most wanted first; empty if powers are not chosen.
    origins
        The clubs and countries of players to be kept apart.
    """
    report = _Report(boards, record, names)
    yield from report.field(field)
    yield from report.not_apart(apart, teams, field.sit_outs)
    yield from report.meetings(fewest)
    yield from report.powers()
    if preferences:
        yield from report.wishes(preferences)
    yield from origins.report({at: powers.values() for at, powers in enumerate(boards, start=1)}, names, "board")


def board_remarks(powers: Mapping[str, str], record: BoardRecord, shown: Callable[[str], str]) -> tuple[str, ...]:
    """Return sentences on a board's players who met before, or have a power again.

    Parameters
    ----------
    powers
        The player of each power.
    record
        The rounds before.
    shown
        Returns the name of a player by id.
    """
    met = [f"{clause[0].upper()}{clause[1:]}." for clause in _met_before(powers, record, shown)]
    again = "; ".join(_powers_again(powers, record, shown))
    return (*met, f"{again}.") if again else tuple(met)


def _met_before(powers: Mapping[str, str], record: BoardRecord, shown: Callable[[str], str]) -> Iterator[str]:
    """Yield clauses on who of a board met in which earlier round, and on the pairs that meet most often.

    If that is their second meeting, these pairs are left out, since the earlier round is named.
    """
    for number in sorted(record.rounds):
        groups = [[p for p in powers.values() if p in board] for board in record.rounds[number]]
        together = dict.fromkeys(join_words([*map(shown, group)]) for group in groups if len(group) > 1)
        if together:
            yield f"together in round {number}: {'; '.join(together)}"
    often: dict[int, list[str]] = defaultdict(list)
    for pair in pairs_on(powers):
        often[len(record.meetings.get(pair, ())) + 1].append(join_words([*map(shown, pair)]))
    most = max(often)
    if most > 2:
        yield f"together for the {_nth(most)} time: {'; '.join(often[most])}"


def _powers_again(powers: Mapping[str, str], record: BoardRecord, shown: Callable[[str], str]) -> Iterator[str]:
    for power, player in powers.items():
        rounds = record.played.get((player, power))
        if rounds:
            yield f"{shown(player)} plays {power} again, after {number_list('round', rounds)}"


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
            yield f"{self._named(player)} stands in on {number_list('board', self.boards_of[player])}."
        for player in field.sit_outs:
            yield f"{self._named(player)} sits out{_after(self.record.times_sat_out[player])}."
        for player in field.doubles:
            where = number_list("board", self.boards_of[player])
            yield f"{self._named(player)} plays twice, on {where}{_after(self.record.times_doubled[player])}."

    def not_apart(self, apart: Collection[Two], teams: Mapping[str, str], sit_outs: Sequence[str]) -> Iterator[str]:
        for pair, boards in self.pairs.items():
            if pair in apart:
                where = number_list("board", boards)
                yield f"{self._both(pair)} are together on {where}, though they should be kept apart."
        mates_of_boards = self._mates(teams)
        places = {team: [len(board.get(team, ())) for board in mates_of_boards] for team in teams.values() if team}
        for number, mates in enumerate(mates_of_boards, start=1):
            for team, together in mates.items():
                if len(together) > 1:
                    both = "both" if len(together) == 2 else "all"
                    who = join_words([*map(self._named, together)])
                    free = [one for one in sit_outs if _has_room(teams.get(one), team, places)]
                    why = _why_together(places[team], [*map(self._named, free)])
                    yield f"{who}, {both} of {team}, are together on board {number}{why}."

    def _mates(self, teams: Mapping[str, str]) -> list[dict[str, list[str]]]:
        boards: list[dict[str, list[str]]] = []
        for powers in self.boards:
            mates: dict[str, list[str]] = defaultdict(list)
            for player in sorted(powers.values()):
                if teams.get(player):
                    mates[teams[player]].append(player)
            boards.append(mates)
        return boards

    def meetings(self, fewest: int) -> Iterator[str]:
        met = self.record.meetings
        total = sum(len(met.get(pair, ())) * len(boards) for pair, boards in self.pairs.items())
        if total:
            no_less = "; fewer are not possible" if total <= fewest else ""
            yield f"Earlier meetings that come again: {total}{no_less}."
        times = Counter(len(met.get(pair, ())) + len(boards) for pair, boards in self.pairs.items())
        often = [f"for the {_nth(nth)} time: {times[nth]}" for nth in sorted(times) if nth > 2]
        if often:
            yield f"Pairs that are together {', '.join(often)}."
        for number, powers in enumerate(self.boards, start=1):
            for clause in _met_before(powers, self.record, self._named):
                yield f"Board {number}, {clause}."
        for pair, boards in self.pairs.items():
            if len(boards) > 1:
                one, other = map(self._named, pair)
                yield f"{one} meets {other} on {number_list('board', boards)}."

    def powers(self) -> Iterator[str]:
        for number, powers in enumerate(self.boards, start=1):
            clauses = list(_powers_again(powers, self.record, self._named))
            if clauses:
                yield f"Board {number}: {'; '.join(clauses)}."

    def wishes(self, preferences: Mapping[str, Sequence[str]]) -> Iterator[str]:
        got: Counter[int | None] = Counter()
        lines = []
        for number, powers in enumerate(self.boards, start=1):
            clauses = []
            for power, player in powers.items():
                wished = preferences.get(player, ())
                if not wished:
                    clauses.append(f"{self._named(player)} {power}, without a preference")
                    continue
                place = wished.index(power) + 1 if power in wished else None
                got[place] += 1
                which = f"{_nth(place)} preference" if place else "not a preference"
                clauses.append(f"{self._named(player)} {power}, {which}")
            lines.append(f"Board {number}: {'; '.join(clauses)}.")
        counts = [f"{got[place]} got their {_nth(place)}" for place in sorted(place for place in got if place)]
        none = [f"{got[None]} none of theirs"] if got[None] else []
        yield f"Preferences: {', '.join([*counts, *none])}."
        yield from lines

    def _both(self, pair: Two) -> str:
        return join_words([*map(self._named, pair)])

    def _named(self, player: str) -> str:
        return display_name(player, self.names)


def _after(times: int) -> str:
    return f", after {times} {'time' if times == 1 else 'times'} before" if times else ""


def _has_room(own: str | None, team: str, places: Mapping[str, Sequence[int]]) -> bool:
    """Return whether who sits out can play for one of another team without having to be with a mate of their own."""
    return not own or (own != team and sum(places[own]) < len(places[own]))


def _why_together(places: Sequence[int], free: Sequence[str]) -> str:
    """Return a clause on whether members of a team had to be together.

    Parameters
    ----------
    places
        The places of the team on each board.
    free
        The names of those who sit out, and in whose stead one of the team could.
    """
    pairs = sum(many * (many - 1) // 2 for many in places)
    if pairs > fewest_pairs(sum(places), len(places)):
        return ", though they should be kept apart"
    unless = f", unless one of the team sits out instead of {' or '.join(free)}" if free else ""
    boards = pluralize(len(places), "board")
    return f"; that cannot be helped with {sum(places)} places of the team on {boards}{unless}"


def _nth(number: int) -> str:
    """Write 2nd, 3rd, 11th."""
    last = "" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "")
    return f"{number}{last or 'th'}"
