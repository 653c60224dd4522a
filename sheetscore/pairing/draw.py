"""What a draw is: who sits on which seat of which table, who sits out, and who flew where before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sheetscore.event.model import Unseated
from sheetscore.event.stage import stage_json, stage_name
from sheetscore.findings import Finding, Severity, finding


@dataclass(frozen=True)
class Flown:
    """One player's seat in an earlier round, as it was really flown.

    Parameters
    ----------
    round, table
        Counted from 1.
    seat
        The seat's id, for example ``"strike.2"``.
    side, scenario
        Their ids.
    player
        The player's id.
    section_size
        How many flew that side in that round, over all tables.
    """

    round: int
    table: int
    seat: str
    side: str
    scenario: str
    player: str
    section_size: int


@dataclass(frozen=True)
class TableDraw:
    """One table: every seat in the order of the sides, with the id of its player or ``None`` for nobody."""

    number: int
    scenario: str
    seats: Mapping[str, str | None]

    @property
    def seated(self) -> dict[str, str]:
        """The seats that somebody sits on."""
        return {seat: player for seat, player in self.seats.items() if player is not None}


@dataclass(frozen=True)
class Draw:
    """One round: its tables, those who sit out, and the report for the director.

    Parameters
    ----------
    absent
        Who is taken off the draw by name, where that is told apart from sitting out.
    remarks
        By table why its players meet, and what is not as it should be about that; only where a system says so.
    """

    round: int
    tables: tuple[TableDraw, ...]
    byes: tuple[str, ...]
    report: tuple[str, ...]
    remarks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    absent: tuple[str, ...] = ()

    def as_json(self, event: str) -> dict[str, object]:
        """Give the draw with the keys that scripts rely on; ``event`` is the event's name."""
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
        """Give the draw as history: what will have been flown if everybody flies as drawn."""
        sections = Counter(side_of(seat) for _, seat, _ in self.places())
        scenarios = {table.number: table.scenario for table in self.tables}
        return tuple(
            Flown(self.round, table, seat, side_of(seat), scenarios[table], player, sections[side_of(seat)])
            for table, seat, player in self.places()
        )

    def places(self) -> Iterator[tuple[int, str, str]]:
        """Give table, seat and player of every seat that somebody sits on."""
        for table in self.tables:
            for seat, player in table.seated.items():
                yield table.number, seat, player


def side_of(seat: str) -> str:
    """Give the id of the side that a seat belongs to."""
    return seat.rpartition(".")[0]


Company = Mapping[str, frozenset[frozenset[tuple[str, str]]]]
"""Who meets whom: for each player with a seat the tables, each as its sides and who sits there."""


def company_in(draw: Draw) -> Company:
    """Give who meets whom in a draw; the numbers of tables, and of seats within a side, make no difference."""
    company: dict[str, set[frozenset[tuple[str, str]]]] = defaultdict(set)
    for table in draw.tables:
        together = frozenset((side_of(seat), player) for seat, player in table.seated.items())
        for _, player in together:
            company[player].add(together)
    return {player: frozenset(tables) for player, tables in company.items()}


def named(player: str, names: Mapping[str, str]) -> str:
    """Name a player for people, with the id that tells two of one name apart: ``Ann Bell (P07)``."""
    name = names.get(player, "")
    return f"{name} ({player})" if name else player


_USUAL = Unseated()


def draw_mistakes(
    draw: Draw,
    names: Mapping[str, str],
    playing: Collection[str],
    *,
    spare: Collection[str] = (),
    tables_each: int = 1,
    unseated: Unseated = _USUAL,
) -> list[Finding]:
    """Find what is wrong with the players of a draw that somebody may have edited.

    Parameters
    ----------
    draw
        The draw as it stands now.
    names
        The names of all players of the event, by id.
    playing
        The ids of those who are there to play this round.
    spare
        The ids of those among them who need no seat.
    tables_each
        At how many different tables somebody may sit, from 1.
    unseated
        What it is called to have no seat.

    Returns
    -------
    list of Finding
        Without cells; ``fields`` names the seats that each is about (none: the player is on no seat).
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
            f"{named(player, names)} plays in {stage_name(draw.round)} and has no seat: {_to_do(unseated)}",
            severity=Severity.WARNING,
        )
        for player in left_over
    ]
    return found


def _to_do(unseated: Unseated) -> str:
    """Say what to do with somebody who is left over."""
    if not unseated.told_apart:
        return "give them one, or leave it so if they are to sit out."
    return (
        f"that counts as “{unseated.absent}”. Give them a seat or a line “{unseated.bye}”, or put them on a line "
        f"“{unseated.absent}” if they are not there."
    )


def is_left_over(one: Finding) -> bool:
    """Tell whether a finding of :func:`draw_mistakes` is about somebody who plays and has no seat."""
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
    for player in dict.fromkeys(drawn):
        if player in playing:
            continue
        if player in names:
            message = (
                f"{named(player, names)} does not play in {stage_name(number)}: "
                "clear the seat, or change the player's rounds in the event."
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
    for player in sorted({*seats, *without}):
        at = seats.get(player, [])
        lines = without.get(player, ())
        places = [*(f"table {table}, {seat}" for table, seat in at), *lines]
        all_different = not lines and len({table for table, _ in at}) == len(at)
        if len(places) > (tables_each if all_different else 1):
            or_more = f", or {tables_each} at different tables" if tables_each > 1 else ""
            yield finding(
                "draw-twice",
                f"{named(player, names)} is in {len(places)} places: {'; '.join(places)}. Leave one of them{or_more}.",
                fields=_seats(at),
            )
