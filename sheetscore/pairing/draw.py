"""Draws: the seats of all tables, who sits out, open games, and lots.

Lots are digests of the words that name them, since Python's ``hash`` differs between processes.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct, field

from sheetscore.event.folder import stage_json, stage_name
from sheetscore.event.identity import alike, with_id
from sheetscore.event.model import NoSeatLabels
from sheetscore.findings import Finding, Severity, finding
from sheetscore.wording import number_list

LOT_BITS = 64
"""The number of bits of a lot; two lots are practically never equal."""

Two = tuple[str, str]
"""The ids of two who meet, in alphabetical order."""

Company = Mapping[str, frozenset[frozenset[tuple[str, str]]]]
"""By player the tables where he or she sits; a table is the set of its players, each as (side, player)."""

_USUAL = NoSeatLabels()


def two(one: str, other: str) -> Two:
    """Return the key of two players, given in any order."""
    return (one, other) if one < other else (other, one)


def lot(*words: object) -> int:
    """Return the lot for these words, for example a seed, a round and a player's id.

    Returns
    -------
    int
        A number from 0 to 2 ** :data:`LOT_BITS` - 1, the same in every process and on every machine.

    Examples
    --------
    >>> lot(1991, 1, "P07") == lot(1991, 1, "P07"), lot(1991, 1, "P07") == lot(1991, 2, "P07")
    (True, False)
    """
    named = "\x1f".join(str(word) for word in words)
    digest = hashlib.blake2b(named.encode(), digest_size=LOT_BITS // 8).digest()
    return int.from_bytes(digest, "big")


def dice_for(*words: object) -> random.Random:
    """Return a random generator for these words, with the same sequence in every process.

    Examples
    --------
    >>> dice_for(1991, "pool").random() == dice_for(1991, "pool").random()
    True
    """
    return random.Random(lot(*words))


class Flown(Struct, frozen=True):
    """A player's seat in an earlier round, as actually flown."""

    round: int
    table: int
    """Counted from 1."""
    seat: str
    """The seat's id, for example ``"strike.2"``."""
    side: str
    """The id of the side."""
    scenario: str
    """The id of the scenario."""
    player: str
    """The player's id."""
    section_size: int
    """The number of players on that side in that round, over all tables."""


class TableDraw(Struct, frozen=True):
    """The seats of a table in the order of the sides, each with the id of its player, or ``None`` if it is empty.

    Examples
    --------
    >>> TableDraw(1, "bridge", {"strike.1": "P07", "strike.2": None}).seated
    {'strike.1': 'P07'}
    """

    number: int
    scenario: str
    seats: Mapping[str, str | None]

    @property
    def seated(self) -> dict[str, str]:
        """The occupied seats."""
        return {seat: player for seat, player in self.seats.items() if player is not None}


class Draw(Struct, frozen=True):
    """The draw of a round: its tables, the players who sit out, and the report for the director.

    Examples
    --------
    >>> tables = (TableDraw(1, "", {"1": "A", "2": "B"}), TableDraw(2, "", {"1": "C", "2": None}))
    >>> list(Draw(3, tables, byes=("D",), report=()).places())
    [(1, '1', 'A'), (1, '2', 'B'), (2, '1', 'C')]
    """

    round: int
    tables: tuple[TableDraw, ...]
    byes: tuple[str, ...]
    report: tuple[str, ...]
    remarks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By table, sentences on the reason for its pairing and on its flaws; only in systems that give them."""
    absent: tuple[str, ...] = ()
    """The ids of those taken off the draw, in systems that distinguish this from sitting out."""
    further: Mapping[tuple[int, str], int] = field(default_factory=dict)
    """The number of continuations of a page on further paper, by table and seat ("" for a table's own page)."""
    sitting_out: Mapping[tuple[int, str], str] | None = None
    """In a draw of all rounds: who sits out because nobody sits opposite, by table and seat; that seat is left empty.
    None for a draw that has not recorded it, such as one of an earlier version."""

    def as_json(self, event: str) -> dict[str, object]:
        """Return the draw with the keys that scripts rely on; ``event`` is the event's name."""
        return {
            "event": event,
            "round": stage_json(self.round),
            "tables": [
                {"table": table.number, "scenario": table.scenario, "seats": dict(table.seats)} for table in self.tables
            ],
            "byes": list(self.byes),
            "report": list(self.report),
        }

    def as_flown(self) -> tuple[Flown, ...]:
        """Return the draw as history, as if everybody flew as drawn."""
        sections = Counter(side_of(seat) for _, seat, _ in self.places())
        scenarios = {table.number: table.scenario for table in self.tables}
        return tuple(
            Flown(self.round, table, seat, side_of(seat), scenarios[table], player, sections[side_of(seat)])
            for table, seat, player in self.places()
        )

    def places(self) -> Iterator[tuple[int, str, str]]:
        """Yield table, seat and player of every occupied seat."""
        for table in self.tables:
            for seat, player in table.seated.items():
                yield table.number, seat, player


def side_of(seat: str) -> str:
    """Return the id of the side that a seat belongs to."""
    return seat.rpartition(".")[0]


def company_in(draw: Draw) -> Company:
    """Return the company of players in a draw, regardless of the numbers of tables, and of seats within a side."""
    company: dict[str, set[frozenset[tuple[str, str]]]] = defaultdict(set)
    for table in draw.tables:
        together = frozenset((side_of(seat), player) for seat, player in table.seated.items())
        for _, player in together:
            company[player].add(together)
    return {player: frozenset(tables) for player, tables in company.items()}


def display_name(player: str, names: Mapping[str, str]) -> str:
    """Return a player's name with the id, which distinguishes namesakes: ``Ann Bell (P07)``.

    Examples
    --------
    >>> display_name("P07", {"P07": "Ann Bell"}), display_name("P08", {})
    ('Ann Bell (P07)', 'P08')
    """
    return with_id(names.get(player, ""), player)


def short_names(names: Mapping[str, str]) -> Callable[[str], str]:
    """Return a function from a player's id to the name that everybody reads, with the id only if two share the name.

    Examples
    --------
    >>> short = short_names({"P07": "Ann Bell", "P08": "Ann Bell", "P09": "Bob"})
    >>> [*map(short, ("P07", "P08", "P09", "P10"))]
    ['Ann Bell (P07)', 'Ann Bell (P08)', 'Bob', 'P10']
    """
    namesakes = alike(names)

    def shown(player: str) -> str:
        return names[player] if player in names and player not in namesakes else display_name(player, names)

    return shown


def draw_mistakes(
    draw: Draw,
    names: Mapping[str, str],
    playing: Collection[str],
    *,
    spare: Collection[str] = (),
    tables_each: int = 1,
    unseated: NoSeatLabels = _USUAL,
) -> list[Finding]:
    """Find mistakes about the players of a draw that may have been edited.

    Parameters
    ----------
    draw
        The present draw.
    names
        The names of all players of the event, by id.
    playing
        The ids of the players of this round.
    spare
        The ids of those players of this round who need no seat.
    tables_each
        The most tables at which a player may sit, from 1.
    unseated
        The words for having no seat.

    Returns
    -------
    list of Finding
        The mistakes, without cells; ``fields`` names the seats that a mistake is about, if its players have any.

    Examples
    --------
    >>> twice = Draw(1, (TableDraw(1, "", {"1": "A", "2": "A"}),), byes=(), report=())
    >>> [mistake.code for mistake in draw_mistakes(twice, {"A": "Ann", "B": "Bob"}, ["A", "B"])]
    ['draw-twice', 'draw-player']
    """
    seats: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for table, seat, player in draw.places():
        seats[player].append((table, seat))
    without: dict[str, list[str]] = defaultdict(list)
    for player in draw.byes:
        without[player].append(f"a line “{unseated.bye}”" if unseated.told_apart else "those who sit out")
    for player in draw.absent:
        without[player].append(f"a line “{unseated.absent}”")
    found = [
        *_strangers([*seats, *draw.byes], seats, names, playing, draw.round),
        *_seated_twice(seats, without, names, tables_each),
    ]
    left_over = sorted(set(playing) - set(seats) - set(without) - set(spare))
    found += [
        finding(
            "draw-player",
            f"{display_name(player, names)} plays in {stage_name(draw.round)} and has no seat: {_to_do(unseated)}",
            severity=Severity.WARNING,
        )
        for player in left_over
    ]
    return found


def left_alone(draw: Draw, names: Mapping[str, str], unseated: NoSeatLabels, severity: Severity) -> Iterator[Finding]:
    """Find tables for several players where one sits alone, and a draw without any game.

    Parameters
    ----------
    unseated
        The labels of lines for players without a seat.
    severity
        The severity of a table with a single player: an error in games for two.

    Examples
    --------
    >>> alone = Draw(1, (TableDraw(1, "", {"1": "A", "2": None}),), byes=(), report=())
    >>> [found.code for found in left_alone(alone, {"A": "Ann"}, NoSeatLabels(), Severity.WARNING)]
    ['empty-seat']
    """
    for table in draw.tables:
        if len(table.seated) == 1 < len(table.seats):
            ((seat, player),) = table.seated.items()
            free = next(other for other in table.seats if other != seat)
            message = (
                f"table {table.number}: {display_name(player, names)} sits there alone. Put somebody there, or move "
                f"the player to a line “{unseated.bye}”."
            )
            yield finding("empty-seat", message, severity=severity, fields=((table.number, free, ""),))
    if not any(table.seated for table in draw.tables):
        yield finding("draw-structure", f"nobody plays anybody in round {draw.round}: draw again")


def without_enemies(
    draw: Draw, forces: Mapping[str, str], severity: Severity = Severity.WARNING, *, fewest: int = 2
) -> Iterator[Finding]:
    """Find tables whose players are all of one force although there are seats of others.

    Parameters
    ----------
    forces
        The force of each seat; empty if seats have none.
    fewest
        The fewest players of such a table: 2 where :func:`left_alone` finds those who sit alone.

    Examples
    --------
    >>> friends = Draw(1, (TableDraw(1, "", {"a.1": "A", "a.2": "B", "b.1": None}),), byes=(), report=())
    >>> [found.code for found in without_enemies(friends, {"a.1": "blue", "a.2": "blue", "b.1": "red"})]
    ['empty-seat']
    """
    for table in draw.tables:
        there = {forces.get(seat, "") for seat in table.seated}
        enemies = [seat for seat in table.seats if forces.get(seat, "") not in there]
        if len(there) == 1 and enemies and len(table.seated) >= fewest:
            message = (
                f"table {table.number}: all who sit there are of one force, {there.pop()}, and nobody is against them. "
                f"Put somebody against them, such as on {enemies[0]}, or move them to other tables."
            )
            yield finding("empty-seat", message, severity=severity, fields=((table.number, enemies[0], ""),))


def _to_do(unseated: NoSeatLabels) -> str:
    """Return the advice to the director about a player of the round without a seat."""
    if not unseated.told_apart:
        return "give them one, or leave it so if they are to sit out."
    return (
        f"that counts as “{unseated.absent}”. Give them a seat or a line “{unseated.bye}”, or put them on a line "
        f"“{unseated.absent}” if they are not there."
    )


def is_left_over(one: Finding) -> bool:
    """Return whether a finding of :func:`draw_mistakes` is about a player of the round without a seat."""
    return one.code == "draw-player" and not one.is_error and not one.fields


def _seats(seats: Iterable[tuple[int, str]]) -> tuple[tuple[int, str, str], ...]:
    return tuple((table, seat, "") for table, seat in seats)


def _strangers(
    drawn: list[str],
    seats: Mapping[str, list[tuple[int, str]]],
    names: Mapping[str, str],
    playing: Collection[str],
    number: int,
) -> Iterator[Finding]:
    """Find drawn ids of people who do not play in the round, or are nobody of the event."""
    for player in dict.fromkeys(drawn):
        if player in playing:
            continue
        if player in names:
            message = (
                f"{display_name(player, names)} does not play in {stage_name(number)}: change the player's rounds in "
                "the event; or, as long as nothing of the round is played, clear the seat."
            )
        else:
            message = f"{player!r} is nobody of this event: expected the id of a player."
        yield finding("draw-player", message, fields=_seats(seats.get(player, ())))


def _seated_twice(
    seats: Mapping[str, list[tuple[int, str]]],
    without: Mapping[str, Sequence[str]],
    names: Mapping[str, str],
    tables_each: int,
) -> Iterator[Finding]:
    """Find players with more places than allowed: seats, and lines without a seat."""
    for player in sorted({*seats, *without}):
        at = seats.get(player, [])
        lines = without.get(player, ())
        places = [*(f"table {table}, {seat}" for table, seat in at), *lines]
        all_different = not lines and len({table for table, _ in at}) == len(at)
        if len(places) > (tables_each if all_different else 1):
            or_more = f", or {tables_each} at different tables" if tables_each > 1 else ""
            yield finding(
                "draw-twice",
                f"{display_name(player, names)} is in {len(places)} places: {'; '.join(places)}. "
                f"Keep one of them{or_more}.",
                fields=_seats(at),
            )


class OpenGame(Struct, frozen=True):
    """A table without a result, or a round without any result."""

    round: int
    """Counted from 1."""
    table: int | None
    """The table; None if the whole round is open."""
    players: tuple[str, ...]
    """The ids of the drawn players, or teams; empty if unknown."""
    tables: tuple[int, ...] = ()
    """The table of each of the players if the whole round is open; empty if unknown."""

    @property
    def seats(self) -> tuple[tuple[str, int | None], ...]:
        """Each of the players with the table, None if unknown."""
        return tuple(zip(self.players, self.tables or (self.table,) * len(self.players), strict=True))

    def as_json(self) -> dict[str, object]:
        """Return it with the keys that scripts rely on."""
        return {"round": self.round, "table": self.table, "players": list(self.players)}


def open_games_of(number: int, drawn: Mapping[int, Sequence[str]], missing: Collection[int]) -> tuple[OpenGame, ...]:
    """Return the open games of a round: one for each table, or a single one for the whole round without any results.

    Parameters
    ----------
    drawn
        The players of each table; a table without players is not open.
    missing
        The tables without a result.
    """
    left = {table: tuple(players) for table, players in drawn.items() if players and table in missing}
    if left and not any(players for table, players in drawn.items() if table not in missing):
        places = [(player, table) for table, players in left.items() for player in players]
        return (OpenGame(number, None, *zip(*places, strict=True)),)
    return tuple(OpenGame(number, table, players) for table, players in left.items())


def open_tables(draw: Draw, missing: Collection[int] | None) -> tuple[OpenGame, ...]:
    """Return the open games of a drawn round, in systems in which each table has a result.

    Parameters
    ----------
    draw
        The draw of the round; without tables if it cannot be read.
    missing
        The tables without a result; None for a round without results.
    """
    seated = {table.number: tuple(table.seated.values()) for table in draw.tables}
    if missing is None:
        return open_games_of(draw.round, seated, seated) if seated else (OpenGame(draw.round, None, ()),)
    return tuple(OpenGame(draw.round, table, seated.get(table, ())) for table in missing)


def open_words(games: Sequence[OpenGame]) -> str:
    """Describe the open games in words; empty if there are none."""
    return "; ".join([*_partly(games), *_wholly(games)])


def _partly(games: Sequence[OpenGame]) -> Iterator[str]:
    some = [(game.round, game.table) for game in games if game.table is not None]
    for number, tables in groupby(sorted(some), key=lambda one: one[0]):
        yield f"round {number} is provisional: {number_list('table', [table for _, table in tables])} not in yet"


def _wholly(games: Sequence[OpenGame]) -> Iterator[str]:
    rounds = sorted(game.round for game in games if game.table is None)
    if rounds:
        verbs = ("is", "has") if len(rounds) == 1 else ("are", "have")
        yield f"{number_list('round', rounds)} {verbs[0]} drawn and {verbs[1]} no results yet"
