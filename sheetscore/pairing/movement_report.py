"""What a movement tells the director: moves, skip, what was proved, who sits out, the maximum of match points."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from sheetscore.pairing.movement import Movement, Place, Proof, Replay, moves, pairings, prove, with_phantom
from sheetscore.pairing.sentences import counted, numbered

NAMED = 12
"""So many pairs or tables are named in a line; the others are counted."""


def movement_report(movement: Movement, reds: Sequence[str], blues: Sequence[str]) -> tuple[str, ...]:
    """Say in lines what a movement is and what it gives.

    Parameters
    ----------
    movement
        As planned, or as the director left it.
    reds, blues
        The teams' names by their numbers. Where one is missing on one side, a phantom takes the last place.

    Raises
    ------
    ValueError
        The names do not fit the tables.
    """
    real = with_phantom(movement, len(reds), len(blues))
    proof = prove(real)
    return tuple(
        chain(
            _moves(real, len(reds), len(blues)),
            _meetings(real, proof, reds, blues),
            _tables(real, proof, reds, blues),
            _seats(proof, reds, blues),
            _sitting_out(real, reds, blues),
            _match_points(real, proof),
        )
    )


def _moves(movement: Movement, reds: int, blues: int) -> Iterator[str]:
    tables, rounds = movement.tables, len(movement.rounds)
    yield f"{counted(tables, 'table')}, {counted(rounds, 'round')}."
    if rounds > 1:
        yield "After every round Red goes to the next higher table and Blue to the next lower one."
        yield _skip(movement)
    if movement.last_round == "revenge":
        yield f"Round {rounds} is the revenge: Red goes to the table that it has not played yet."
    if movement.last_round == "repeat":
        yield f"Round {rounds} repeats: the plain move brings Red back to its first tables."
    by_rule = moves(tables, rounds, movement.skip_after, movement.last_round)
    planned = with_phantom(Movement(tables, by_rule, None, "none"), reds, blues).rounds
    changed = [n for n in range(rounds) if movement.rounds[n] != planned[n]]
    if changed:
        yield f"Seats that do not follow the movement: {numbered('round', [n + 1 for n in changed])}."


def _skip(movement: Movement) -> str:
    if movement.skip_after is not None:
        return f"After round {movement.skip_after} Red skips a table: it goes two tables up, Blue one down as always."
    if movement.tables % 2:
        return "There is no skip: an odd number of tables needs none."
    enough = movement.tables // 2
    return f"There is no skip: {counted(movement.tables, 'table')} need none in the first {counted(enough, 'round')}."


def _meetings(movement: Movement, proof: Proof, reds: Sequence[str], blues: Sequence[str]) -> Iterator[str]:
    again = [f"{reds[r.red]} and {blues[r.blue]} ({numbered('round', r.rounds)})" for r in proof.rematches]
    if again:
        last = len(movement.rounds)
        in_last = all(len(rematch.rounds) == 2 and rematch.rounds[-1] == last for rematch in proof.rematches)
        when = (
            f", each first before round {last} and then in it" if in_last and movement.last_round == "revenge" else ""
        )
        yield f"{counted(len(again), 'pair meets', 'pairs meet')} more than once{when}: {_some(again)}."
    else:
        yield "No two teams meet twice."
    missed = [f"{reds[red]} and {blues[blue]}" for red, others in proof.unmet.items() for blue in others]
    if missed:
        yield f"{_who_misses(proof)}: {_some(missed)}."
    else:
        yield "Every Red meets every Blue."


def _who_misses(proof: Proof) -> str:
    """Say how many never meet: so many for each, where all miss equally many, or so many pairs."""
    numbers = {len(others) for others in proof.unmet.values()}
    if len(proof.unmet) == len(proof.reds.teams) and len(numbers) == 1:
        return f"Each Red misses {numbers.pop()} of {counted(len(proof.blues.teams), 'Blue')}"
    return f"{counted(sum(map(len, proof.unmet.values())), 'pair never meets', 'pairs never meet')}"


def _tables(movement: Movement, proof: Proof, reds: Sequence[str], blues: Sequence[str]) -> Iterator[str]:
    again = [*_replays(proof.reds.replays, reds), *_replays(proof.blues.replays, blues)]
    if again:
        yield f"{counted(len(again), 'team plays', 'teams play')} a table more than once: {_some(again)}."
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
        yield f"{each} of {counted(movement.tables, 'table')}."


def _replays(replays: Sequence[Replay], names: Sequence[str]) -> Iterator[str]:
    for replay in replays:
        yield f"{names[replay.team]} table {replay.table + 1} ({numbered('round', replay.rounds)})"


def _seats(proof: Proof, reds: Sequence[str], blues: Sequence[str]) -> Iterator[str]:
    for side, names in ((proof.reds, reds), (proof.blues, blues)):
        for team in sorted(set(range(len(names))) - set(side.teams)):
            yield f"{names[team]} has no table in any round."
        yield from _places(side.crowded, names, "sits at more than one table")
        yield from _places(side.missing, names, "has no table")


def _places(places: Sequence[Place], names: Sequence[str], what: str) -> Iterator[str]:
    rounds: Mapping[int, list[int]] = {place.team: [] for place in places}
    for place in places:
        rounds[place.team].append(place.round)
    for team, numbers in rounds.items():
        yield f"{names[team]} {what} in {numbered('round', numbers)}."


def _sitting_out(movement: Movement, reds: Sequence[str], blues: Sequence[str]) -> Iterator[str]:
    for side, names in (("Blue", reds), ("Red", blues)):
        out = [(number, team) for number, team in _idle(movement, side)]
        if out:
            listed = ", ".join(f"{names[team]} in round {number}" for number, team in out)
            yield f"{side} has a phantom; whoever would meet it sits out: {listed}."
            often = [names[team] for team, times in Counter(team for _, team in out).items() if times > 1]
            if often:
                yield f"Sits out more than once: {', '.join(often)}."


def _idle(movement: Movement, absent: str) -> Iterator[tuple[int, int]]:
    """Give round and number of whoever sits opposite an empty place of a side."""
    for number, _, red, blue in pairings(movement):
        here, gone = (red, blue) if absent == "Blue" else (blue, red)
        if here is not None and gone is None:
            yield number, here


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
"""How often a team plays a table."""


def _most_won(by_table: ByTable, plays: Mapping[int, int]) -> str:
    """Say how many match points a team of a side can win: all comparisons that it has, factored."""
    most = max(plays.values())
    exact: dict[int, Fraction] = defaultdict(Fraction)
    for (table, team), own in by_table.items():
        if plays[table] > 1:
            worth = Fraction(most - 1, plays[table] - 1)
            exact[team] += own * (plays[table] - own) * worth
    return f"{float(max(exact.values())):.2f}".rstrip("0").rstrip(".")


def _sums(by_table: ByTable, plays: Mapping[int, int]) -> list[int]:
    """Give the pairs that are compared at each table: every two plays but those of one team."""
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
    """Name the first items and count the others."""
    others = len(items) - NAMED
    return ", ".join(items[:NAMED]) + (f" and {others} more" if others > 0 else "")
