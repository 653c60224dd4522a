"""The teams' places in the movement, by round; and the report on a movement to the director.

Places move from table to table: place k of each side (from 0) begins at table k. Some teams come late, some leave
early. A place that no team has had yet is a phantom's. Whoever would meet a phantom or an absent team sits out. The
report has moves, skip, proofs, teams that sit out, and the maximum of match points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain

from msgspec import Struct, field
from msgspec.structs import replace

from sheetscore.event.model import MOST_ROUNDS, Stay
from sheetscore.pairing.movement.rounds import (
    Movement,
    Pairing,
    Proof,
    TableReplayed,
    TeamInRound,
    moves,
    pairings,
    prove,
)
from sheetscore.rounding import decimals
from sheetscore.wording import number_list, pluralize


class SideOfTeams(Struct, frozen=True, dict=True):
    """The teams of one side, which the movement counts from 0 in the order of their own numbers."""

    names: Sequence[str]
    """The names of the teams."""
    stays: Sequence[Stay] = ()
    """The rounds in which each team is present; empty if all are present throughout."""
    numbers: Sequence[int] = ()
    """The teams' own numbers, from the lowest up; empty for 1, 2, 3 and so on."""

    def stay(self, team: int) -> Stay:
        """Return the rounds of a team."""
        return self.stays[team] if self.stays else Stay()

    @property
    def at_first(self) -> int:
        """The number of the side's places at the beginning; the larger side gives the number of tables."""
        return max(self._planned.values(), default=-1) + 1

    def places(self, tables: int) -> tuple[int | None, ...]:
        """Return the place of every team, from 0; None for a late one without a place.

        A late team for which no place was planned takes a free one: one that nobody ever had, else the one that was
        left last. So a withdrawal that is entered afterwards hardly ever moves teams that came since.
        """
        found: list[int | None] = [None] * len(self.names)
        free_from = [1] * tables
        by_arrival = sorted(range(len(self.names)), key=lambda team: (team not in self._planned, self.stay(team).first))
        for team in by_arrival:
            stay, own = self.stay(team), self._planned.get(team)
            free = [place for place in range(tables) if free_from[place] <= stay.first] if own is None else [own]
            if free:
                place = min(free, key=lambda place: (free_from[place] != 1, -free_from[place], place))
                found[team], free_from[place] = place, (stay.last or MOST_ROUNDS) + 1
        return tuple(found)

    @cached_property
    def _planned(self) -> Mapping[int, int]:
        """The places planned from the beginning, by team.

        They belong to the teams of round 1 in their order. If numbers run from 1 without a gap, a late team with a
        number between theirs has a place, too: it was expected, and the others leave that place free.
        """
        begin = [team for team in range(len(self.names)) if self.stay(team).first == 1]
        upto = range(begin[-1] + 1) if begin else range(0)
        numbers = self.numbers or range(1, len(self.names) + 1)
        without_gap = all(numbers[team] == team + 1 for team in upto)
        return {team: place for place, team in enumerate(upto if without_gap else begin)}

    def owners(self, tables: int, number: int) -> dict[int, int]:
        """Return the owner of each place in a round, present or not; a team keeps its place until another takes it."""
        begun = [team for team in range(len(self.names)) if self.stay(team).first <= number]
        places = self.places(tables)
        by_arrival = sorted(begun, key=lambda team: self.stay(team).first)
        return {place: team for team in by_arrival if (place := places[team]) is not None}

    def sitting(self, tables: int, number: int) -> dict[int, int]:
        """Return the present team of each place in a round."""
        return {place: team for place, team in self.owners(tables, number).items() if self.stay(team).has(number)}

    def predecessor(self, tables: int, team: int) -> int | None:
        """Return the former owner of a late team's place; None if it was a phantom's from the beginning."""
        place = self.places(tables)[team]
        return None if place is None else self.owners(tables, self.stay(team).first - 1).get(place)


def with_teams(movement: Movement, reds: SideOfTeams, blues: SideOfTeams) -> Movement:
    """Replace the places of a movement by teams; places without a present team are empty.

    Parameters
    ----------
    movement
        The planned movement of places.
    reds, blues
        The teams of the places.

    Raises
    ------
    ValueError
        A side has more teams in round 1 than there are tables, or neither has as many.
    """
    if max(reds.at_first, blues.at_first) != movement.tables:
        raise ValueError(
            f"{reds.at_first} Red and {blues.at_first} Blue do not fit the number of tables, {movement.tables}."
        )
    return replace(movement, rounds=tuple(_rounds(movement, reds, blues)))


def _rounds(movement: Movement, reds: SideOfTeams, blues: SideOfTeams) -> Iterator[tuple[Pairing, ...]]:
    for number, met in enumerate(movement.rounds, start=1):
        red_at, blue_at = (side.sitting(movement.tables, number) for side in (reds, blues))
        yield tuple(
            (None if red is None else red_at.get(red), None if blue is None else blue_at.get(blue)) for red, blue in met
        )


NAMED = 12
"""How many pairs or tables are named in a line; the others are counted."""


def movement_report(movement: Movement, reds: SideOfTeams, blues: SideOfTeams) -> tuple[str, ...]:
    """Describe a movement and its properties in lines.

    Parameters
    ----------
    movement
        The movement of these teams, perhaps edited by the director.
    reds, blues
        The teams of both sides.

    Raises
    ------
    ValueError
        The teams do not fit the tables.
    """
    proof = prove(movement)
    return tuple(
        chain(
            _moves(movement, reds, blues),
            _meetings(movement, proof, reds.names, blues.names),
            _tables(movement, proof, reds.names, blues.names),
            _seats(proof, reds, blues),
            _comings(movement.tables, reds, blues),
            _sitting_out(movement, reds, blues),
            _match_points(movement, proof),
        )
    )


def _moves(movement: Movement, reds: SideOfTeams, blues: SideOfTeams) -> Iterator[str]:
    tables, rounds = movement.tables, len(movement.rounds)
    yield f"{pluralize(tables, 'table')}, {pluralize(rounds, 'round')}."
    if rounds > 1:
        yield "After every round Red goes to the next higher table and Blue to the next lower one."
        yield _skip(movement)
    if movement.last_round == "revenge":
        yield f"Round {rounds} is the revenge: Red goes to the table that it has not played yet."
    if movement.last_round == "repeat":
        yield f"Round {rounds} repeats: the plain move brings Red back to its first tables."
    planned = with_teams(_of_places(movement), reds, blues).rounds
    changed = [n for n in range(rounds) if movement.rounds[n] != planned[n]]
    if changed:
        yield f"Seats that do not follow the movement: {number_list('round', [n + 1 for n in changed])}."


def _of_places(movement: Movement) -> Movement:
    """Return the movement of places that a movement of teams was made from."""
    by_rule = moves(movement.tables, len(movement.rounds), movement.skip_after, movement.last_round)
    return replace(movement, rounds=by_rule)


def _skip(movement: Movement) -> str:
    if movement.skip_after is not None:
        return f"After round {movement.skip_after} Red skips a table: it goes two tables up, Blue one down as always."
    if movement.tables % 2:
        return "There is no skip: an odd number of tables needs none."
    enough = movement.tables // 2
    return (
        f"There is no skip: {pluralize(movement.tables, 'table')} need none in the first {pluralize(enough, 'round')}."
    )


def _meetings(movement: Movement, proof: Proof, reds: Sequence[str], blues: Sequence[str]) -> Iterator[str]:
    again = [f"{reds[r.red]} and {blues[r.blue]} ({number_list('round', r.rounds)})" for r in proof.rematches]
    if again:
        last = len(movement.rounds)
        in_last = all(len(rematch.rounds) == 2 and rematch.rounds[-1] == last for rematch in proof.rematches)
        when = (
            f", each first before round {last} and then in it" if in_last and movement.last_round == "revenge" else ""
        )
        yield f"{pluralize(len(again), 'pair meets', 'pairs meet')} more than once{when}: {_some(again)}."
    else:
        yield "No two teams meet twice."
    missed = [f"{reds[red]} and {blues[blue]}" for red, others in proof.unmet.items() for blue in others]
    if missed:
        yield f"{_who_misses(proof)}: {_some(missed)}."
    else:
        yield "Every Red meets every Blue."


def _who_misses(proof: Proof) -> str:
    """Say how many never meet: per Red if all Reds miss equally many, else the number of pairs."""
    numbers = {len(others) for others in proof.unmet.values()}
    if len(proof.unmet) == len(proof.reds.teams) and len(numbers) == 1:
        return f"Each Red misses {numbers.pop()} of {pluralize(len(proof.blues.teams), 'Blue')}"
    return f"{pluralize(sum(map(len, proof.unmet.values())), 'pair never meets', 'pairs never meet')}"


def _tables(movement: Movement, proof: Proof, reds: Sequence[str], blues: Sequence[str]) -> Iterator[str]:
    again = [*_replays(proof.reds.replays, reds), *_replays(proof.blues.replays, blues)]
    if again:
        yield f"{pluralize(len(again), 'team plays', 'teams play')} a table more than once: {_some(again)}."
    else:
        yield "No team plays a table twice."
    if proof.all_tables_played:
        yield "Every team plays every table."
    else:
        red, blue = (
            _span([movement.tables - len(side.unplayed.get(team, ())) for team in side.teams])
            for side in (proof.reds, proof.blues)
        )
        each = f"Every team plays {red}" if red == blue else f"Each Red plays {red} and each Blue {blue}"
        yield f"{each} of {pluralize(movement.tables, 'table')}."


def _replays(replays: Sequence[TableReplayed], names: Sequence[str]) -> Iterator[str]:
    for replay in replays:
        yield f"{names[replay.team]} table {replay.table + 1} ({number_list('round', replay.rounds)})"


def _seats(proof: Proof, reds: SideOfTeams, blues: SideOfTeams) -> Iterator[str]:
    for side, teams in ((proof.reds, reds), (proof.blues, blues)):
        for team in sorted(set(range(len(teams.names))) - set(side.teams)):
            yield f"{teams.names[team]} has no table in any round."
        yield from _places(side.crowded, teams.names, "sits at more than one table")
        missing = [place for place in side.missing if teams.stay(place.team).has(place.round)]
        yield from _places(missing, teams.names, "has no table")


def _places(places: Sequence[TeamInRound], names: Sequence[str], what: str) -> Iterator[str]:
    rounds: Mapping[int, list[int]] = {place.team: [] for place in places}
    for place in places:
        rounds[place.team].append(place.round)
    for team, numbers in rounds.items():
        yield f"{names[team]} {what} in {number_list('round', numbers)}."


def _comings(tables: int, *sides: SideOfTeams) -> Iterator[str]:
    for side in sides:
        for team, name in enumerate(side.names):
            first = side.stay(team).first
            if first > 1:
                before = side.predecessor(tables, team)
                whose = "a phantom" if before is None else side.names[before]
                yield f"{name} comes in round {first} and takes the place of {whose}."


class _Missed(Struct, frozen=True):
    """The rounds in which a team is absent, and the teams that sit out for it, each as (round, team)."""

    rounds: set[int] = field(default_factory=set)
    out: list[tuple[int, int]] = field(default_factory=list)


def _sitting_out(movement: Movement, reds: SideOfTeams, blues: SideOfTeams) -> Iterator[str]:
    """Report empty places with their owners and rounds, and the teams that sit out for them."""
    for title, side, teams, others in (("Blue", 1, blues, reds), ("Red", 0, reds, blues)):
        missed = _missed(movement, teams, side)
        for owner, absence in missed.items():
            out = ", ".join(f"{others.names[team]} in round {number}" for number, team in absence.out)
            opponents = f"; whoever would meet it sits out: {out}" if out else ""
            if owner is not None:
                yield f"{teams.names[owner]} is not there in {number_list('round', sorted(absence.rounds))}{opponents}."
            elif out:
                yield f"{title} has a phantom{opponents}."
        times = Counter(team for absence in missed.values() for _, team in absence.out)
        often = [others.names[team] for team, number in times.items() if number > 1]
        if often:
            yield f"Sits out more than once: {', '.join(often)}."


def _missed(movement: Movement, teams: SideOfTeams, side: int) -> dict[int | None, _Missed]:
    """Return the rounds of a side's empty places (0 Red, 1 Blue) by the owner; owner None for those of phantoms."""
    found: dict[int | None, _Missed] = defaultdict(_Missed)
    for number, (places, seats) in enumerate(zip(_of_places(movement).rounds, movement.rounds, strict=True), start=1):
        owners = teams.owners(movement.tables, number)
        for place, pair in zip(places, seats, strict=True):
            owner = next((team for at, team in owners.items() if at == place[side]), None)
            if pair[side] is None and (owner is None or not teams.stay(owner).has(number)):
                found[owner].rounds.add(number)
                opponent = pair[1 - side]
                found[owner].out.extend([] if opponent is None else [(number, opponent)])
    return dict(sorted(found.items(), key=lambda item: -1 if item[0] is None else item[0]))


def _match_points(movement: Movement, proof: Proof) -> Iterator[str]:
    games = [(table, red, blue) for _, table, red, blue in pairings(movement) if red is not None and blue is not None]
    plays = Counter(table for table, _, _ in games)
    most = max(plays.values(), default=0)
    if most < 2:
        yield "No scenario is played twice: there is nobody to compare with, and there are no match points."
        return
    numbers = [plays[table] for table in range(movement.tables)]
    factored = f", and factored to {most} plays" if min(numbers) < most else ""
    yield f"Each scenario is played {_span(numbers)} times{factored}: 0 to {most - 1} match points in a scenario."
    reds, blues = (Counter((table, pair[side]) for table, *pair in games) for side in (0, 1))
    red, blue = (_most_won(by_table, plays) for by_table in (reds, blues))
    top = f"0 to {red}" if red == blue else f"0 to {red} for Red, 0 to {blue} for Blue"
    besides = ", and what the event gives for sitting out" if len(games) < sum(map(len, movement.rounds)) else ""
    yield f"Match points in the event: {top}{besides}."
    if proof.reds.replays or proof.blues.replays:
        red, blue = (_span(_sums(by_table, plays)) for by_table in (reds, blues))
        yield (
            "Who plays a scenario twice is not compared with itself there, and no factor makes up for it: the match "
            f"points of a scenario add up to {red} for Red and {blue} for Blue."
        )


ByTable = Mapping[tuple[int, int], int]
"""The number of times that a team plays a table, by (table, team)."""


def _most_won(by_table: ByTable, plays: Mapping[int, int]) -> str:
    """Write the most match points that a team of a side can win: all its comparisons, factored."""
    most = max(plays.values())
    exact: dict[int, Fraction] = defaultdict(Fraction)
    for (table, team), own in by_table.items():
        if plays[table] > 1:
            worth = Fraction(most - 1, plays[table] - 1)
            exact[team] += own * (plays[table] - own) * worth
    return decimals(max(exact.values())).rstrip("0").rstrip(".")


def _sums(by_table: ByTable, plays: Mapping[int, int]) -> list[int]:
    """Return the number of comparisons at each table: one for every two plays by different teams."""
    return [
        number * (number - 1) // 2 - sum(own * (own - 1) // 2 for (at, _), own in by_table.items() if at == table)
        for table, number in plays.items()
    ]


def _span(numbers: Sequence[int]) -> str:
    lowest, highest = min(numbers), max(numbers)
    if lowest == highest:
        return f"{lowest}"
    return f"{lowest} {'or' if highest == lowest + 1 else 'to'} {highest}"


def _some(items: Sequence[str]) -> str:
    others = len(items) - NAMED
    return ", ".join(items[:NAMED]) + (f" and {others} more" if others > 0 else "")
