"""What a new draw keeps of the rounds under way: their lines with teams, and who sits out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from sheetscore.pairing.draw import Draw
from sheetscore.pairing.movement.rounds import Movement, Pairing, Rounds
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, round_and_side, rounds_of, seat_of
from sheetscore.systems.duplicate.score import DuplicateResult
from sheetscore.systems.outcomes import EarlierRound, ResultRow
from sheetscore.wording import number_list


def played_lines(rows: Sequence[ResultRow]) -> set[tuple[int, int]]:
    """Return round and table of the lines that have points."""
    return {(result.round, result.table) for result in map(DuplicateResult.read, rows) if not result.sat_out}


def rounds_in(event: DuplicateEvent, drawn: Draw) -> Rounds:
    """Return a draw as a movement has it: teams as places on their side, from 0, with seats of strangers empty."""
    reds, blues = ({team.id: number for number, team in enumerate(teams)} for teams in (event.reds, event.blues))
    return tuple(
        tuple(
            (
                reds.get(table.seats.get(seat_of(number, "red")) or ""),
                blues.get(table.seats.get(seat_of(number, "blue")) or ""),
            )
            for table in drawn.tables
        )
        for number in range(1, event.header.rounds + 1)
    )


class UnderWay(Struct, frozen=True, dict=True):
    """The rounds under way: those in which at least one line of the previous draw has points."""

    event: DuplicateEvent
    drawn: Draw
    """The previous draw."""
    rows: Sequence[ResultRow]
    """The results so far: first those that are scored, then those that are only typed."""

    @property
    def report(self) -> str:
        """The sentence for the new draw's report: what is played of these rounds stays as it was drawn."""
        have = "has" if len(self.began) == 1 else "have"
        rounds = number_list("Round", sorted(self.began))
        return f"{rounds} {have} results: what is played of that keeps its teams and tables."

    @cached_property
    def played(self) -> set[tuple[int, int]]:
        """Round and table of the lines that have points."""
        return played_lines(self.rows)

    @cached_property
    def began(self) -> set[int]:
        """The numbers of the rounds under way."""
        return {number for number, _ in self.played}

    @cached_property
    def over(self) -> set[int]:
        """Those of the rounds under way in which every pair of teams has points, or one of the two is absent."""
        return {
            number
            for number, pairs in enumerate(self._pairs, start=1)
            if number in self.began
            and all(
                (number, table) in self.played or None in pair or self.event.absent(number) & self._ids(pair)
                for table, pair in enumerate(pairs, start=1)
            )
        }

    @cached_property
    def known(self) -> set[str]:
        """The ids of the teams that have a seat in the previous draw, or sit out by it."""
        return {*(team for _, _, team in self.drawn.places()), *(self.drawn.sitting_out or {}).values()}

    @cached_property
    def _pairs(self) -> Rounds:
        return rounds_in(self.event, self.drawn)

    def _ids(self, *pairs: Pairing) -> set[str]:
        """Return the ids of the teams of pairs; an empty place has none."""
        teams = [self.event.side(side) for side in SIDES]
        return {
            on_side[place].id for pair in pairs for on_side, place in zip(teams, pair, strict=True) if place is not None
        }

    def _may_enter(self, team: str, number: int) -> bool:
        """Return whether a team is new and not too late for a round.

        A round that is over is too late, unless the event says that the team came in that very round.
        """
        if team in self.known:
            return False
        return number not in self.over or self.event.entrant(team).stay.first == number > 1

    def kept_in(self, movement: Movement) -> Movement:
        """Return a movement with these rounds as drawn, who sat out included, except for lines that cannot be played.

        A line with points is never drawn again. A line without points is drawn again if one of its teams is absent; it
        stays empty if a team that the movement gives it already sits elsewhere in the round. A line without teams gets
        teams only if one of them is new, and not too late for the round: so a line that the director has cleared on
        purpose stays empty, and whoever sat out there still does. New teams do not sit out in rounds that are over.
        """
        rounds = list(movement.rounds)
        for number in sorted(self.began & {*range(1, len(rounds) + 1)} & {*rounds_of(self.drawn)}):
            rounds[number - 1] = self._kept_round(number, rounds[number - 1])
        return replace(movement, rounds=tuple(rounds))

    def _kept_round(self, number: int, planned: Sequence[Pairing]) -> tuple[Pairing, ...]:
        """Return the lines of a round by the rules of :meth:`kept_in`, in place of those that the movement gives it."""
        absent, old, out = self.event.absent(number), self._pairs[number - 1], self._sat_out(number)
        kept = {
            table: pair
            for table, pair in enumerate(old[: len(planned)])
            if (number, table + 1) in self.played or (None not in pair and not absent & self._ids(pair))
        }
        seated = self._ids(*kept.values())
        lines: list[Pairing] = []
        for table, pair in enumerate(planned):
            ids = self._ids(pair)
            entering = any(self._may_enter(team, number) for team in ids)
            # a slice, since the previous draw may have had fewer tables
            was_empty = old[table : table + 1] == ((None, None),)
            if table in kept:
                lines.append(kept[table])
            elif None not in pair and not ids & seated and (entering or not was_empty):
                lines.append(pair)
            elif table in out:
                lines.append(out[table])
            elif None in pair and (entering or ids <= self.known) and not ids & self._ids(*out.values()):
                lines.append(pair)
            else:
                lines.append((None, None))
        # whoever has got a table in this round does not sit out at another
        seated = self._ids(*(pair for pair in lines if None not in pair))
        return tuple((None, None) if None in pair and self._ids(pair) & seated else pair for pair in lines)

    def _sat_out(self, number: int) -> dict[int, Pairing]:
        """Return who sat out in a round as pairs of a team and nobody, by the table (from 0).

        These are the teams that the previous draw has recorded; and those with results for sitting out, because their
        opponent left after the draw, or because an earlier version made the draw and recorded nobody.
        """
        rows = [one for one in map(DuplicateResult.read, self.rows) if one.sat_out]
        # from last to first, so that scored rows, which come first, replace rows that are only typed
        before = {(one.table, seat_of(one.round, one.side)): one.team for one in reversed(rows)}
        before |= self.drawn.sitting_out or {}
        found: dict[int, Pairing] = {}
        for (table, seat), team in before.items():
            round_number, side = round_and_side(seat)
            places = {one.id: place for place, one in enumerate(self.event.side(side))}
            if round_number == number and team in places:
                place = places[team]
                found[table - 1] = (place, None) if side == "red" else (None, place)
        return found


def under_way(event: DuplicateEvent, before: Sequence[EarlierRound]) -> UnderWay | None:
    """Return the rounds under way; None if no draw was made before, or nothing of it is played."""
    for one in before:
        if one.drawn is not None and played_lines(one.rows):
            return UnderWay(event, one.drawn, one.rows)
    return None
