"""Score travellers: match points of each result among all of its side at its table, times a factor; and the standings.

Standings add up the scores, and rank each side apart or both together.

Source: Tournament Guidelines, 1991, Duplicate Air Combat; Match Points and Factoring.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import asdict

from sheetscore.event.tables import heading_of
from sheetscore.expressions.figure import Amount
from sheetscore.expressions.figure_calls import highest
from sheetscore.findings import Finding, finding
from sheetscore.forms.form import Entries
from sheetscore.forms.round_forms import RoundForms
from sheetscore.scoring.ranking import TieSettings, expected_sum, factored, match_points
from sheetscore.scoring.tie_breaks import DecidedChain, Places, decide
from sheetscore.scoring.tie_steps import Outing, TieRecord, steps_called
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.duplicate.model import SIDES, DuplicateEvent, DuplicateSettings, SideId
from sheetscore.systems.duplicate.sitting_out import sit_outs
from sheetscore.systems.duplicate.travellers import box
from sheetscore.systems.outcomes import Agreement, ResultRow, RoundResult, RoundScore, Standings, ranked_rows
from sheetscore.systems.played import Game, ScoredRound, grouped, ranked_sides

SITS_OUT = "sits out"


class Play(Struct, frozen=True):
    """A team at a table in a round."""

    team: str
    """The id of the team."""
    name: str
    """The name of the team."""
    side: SideId
    table: int
    """The number of the table, from 1."""
    round: int
    """The number of the round, from 1."""
    sp: int | Fraction | None
    """The scenario points of the team; None if it sits out there."""

    @property
    def sat_out(self) -> bool:
        """Whether the team sits out there; it is not compared then."""
        return self.sp is None


class DuplicateResult(Play, RoundResult, frozen=True):
    """A play with its score, a row of results; the fields of the play come first."""

    mp: int | Fraction
    """Match points within the group, or the points for sitting out."""
    factor: int | Fraction | None
    """The factor of the match points; None in a group of one, and if nobody has played yet."""
    score: int | Fraction
    """Match points times factor; 0 without one."""


class Group(Struct, frozen=True):
    """The Reds or the Blues of a table."""

    table: int
    side: SideId
    results: tuple[DuplicateResult, ...]
    """The results of teams that played, and of those that sit out there, which are not compared."""

    @property
    def key(self) -> tuple[int, SideId]:
        """The key of the group's line in tables."""
        return self.table, self.side

    @property
    def title(self) -> str:
        """Its name in the results."""
        return group_title(self.table, self.side)

    @property
    def compared(self) -> tuple[DuplicateResult, ...]:
        """The results of teams that played; of a team that played the table twice there are two."""
        return tuple(result for result in self.results if not result.sat_out)

    @property
    def teams(self) -> Counter[str]:
        """The number of plays of each team there."""
        return Counter(result.team for result in self.compared)

    @property
    def size(self) -> int:
        """The number of results compared."""
        return len(self.compared)

    @property
    def points(self) -> Fraction:
        """All match points together."""
        return Fraction(sum(result.mp for result in self.compared))

    @property
    def expected(self) -> Fraction:
        """The sum that the match points must have: one for every pair compared."""
        return expected_sum(Fraction(self.size)) - self.own_pairs

    @property
    def own_pairs(self) -> int:
        """The number of pairs of results of one team, which are not compared."""
        return sum(plays * (plays - 1) // 2 for plays in self.teams.values())


def games_of(scored: ScoredRound) -> list[Game]:
    """Return the Reds and the Blues of every table as a game each, without teams that sat out there."""
    played = [row for row in scored.rows if row["sp"] is not None]
    by_table = grouped(played, lambda row: int(row["table"] or 0))
    return [
        Game(table, number, ranked_sides(rows, "sp", who="team", played="side"), title=side)
        for table, all_rows in by_table.items()
        for number, side in enumerate(SIDES, start=1)
        if (rows := [row for row in all_rows if row["side"] == side])
    ]


def group_title(table: int, side: SideId) -> str:
    """Name a group: ``Red at table 3``."""
    return f"{SIDES[side]} at table {table}"


def groups_of(results: Sequence[DuplicateResult]) -> tuple[Group, ...]:
    """Sort results into groups, by table and side."""
    return tuple(
        Group(table, side, found)
        for table in sorted({result.table for result in results})
        for side in SIDES
        if (found := tuple(result for result in results if (result.table, result.side) == (table, side)))
    )


def score_event(round_: RoundContext[DuplicateEvent]) -> RoundScore:
    """Score the results that the travellers have so far."""
    event, forms = round_.event, round_.forms
    plays = list(_plays(event, forms, round_.entries))
    results = score_plays([*plays, *_sitting_out(round_, plays)], event.settings)
    groups, rows = groups_of(results), tuple(result.row() for result in results)
    return RoundScore(forms.round, rows, _checks(groups), tuple(_singletons(event, groups)), round_.pages)


def _plays(event: DuplicateEvent, forms: RoundForms, entries: Entries) -> Iterator[Play]:
    """Yield the plays: every half of a line with a team and points."""
    names = event.names
    for table in forms.tables:
        for number in range(1, event.header.rounds + 1):
            for side in SIDES:
                team, sp = (entries.get(box(table.number, side, number, what)) for what in ("team", "sp"))
                if team is not None and sp is not None and not isinstance(sp, str):
                    yield Play(str(team), names.get(str(team), str(team)), side, table.number, number, sp)


def _sitting_out(round_: RoundContext[DuplicateEvent], plays: Sequence[Play]) -> Iterator[Play]:
    """Yield the teams that sat out in the rounds that were played.

    The draw says which teams sit out, and where; a team that has a result in the round did not sit out.
    """
    rounds = {play.round for play in plays}
    played = {(play.team, play.round) for play in plays}
    for out in sit_outs(round_.event, round_.draw):
        if out.round in rounds and (out.team.id, out.round) not in played:
            yield Play(out.team.id, out.team.name, out.side, out.table, out.round, None)


def score_plays(plays: Sequence[Play], settings: DuplicateSettings) -> list[DuplicateResult]:
    """Work out for every play its match points, its group's factor and its score.

    A group is all who played a table on one side. If the last round is a repeat, every Red team plays one table twice.
    Such a team is in its group twice, and is compared with all plays of other teams, but not with its own; no factor
    makes up for that.

    Parameters
    ----------
    plays
        The results of all rounds, in any order; teams that sit out are compared with nobody.

    Returns
    -------
    Results by table, side and round.
    """
    groups: dict[tuple[int, SideId], list[Play]] = defaultdict(list)
    for play in plays:
        if play.sp is not None:
            groups[play.table, play.side].append(play)
    points = {play: mp for group in groups.values() for play, mp in _match_points(group)}
    largest = max(map(len, groups.values()), default=0)
    sides = list(SIDES)
    results: list[DuplicateResult] = []
    for play in sorted(plays, key=lambda play: (play.table, sides.index(play.side), play.round, play.team)):
        key = play.table, play.side
        size = Fraction(len(groups.get(key, ())))
        mp = for_sitting_out(size, settings) if play.sat_out else points[play]
        factor = settings.factor(size, Fraction(largest))
        results.append(DuplicateResult(**asdict(play), mp=mp, factor=factor, score=factored(mp, factor)))
    return results


def _match_points(group: Sequence[Play]) -> Iterator[tuple[Play, Fraction]]:
    """Yield the match points of every play of a group against those of other teams."""
    against_all = match_points(play.sp for play in group if play.sp is not None)
    by_team: dict[str, list[Play]] = defaultdict(list)
    for play in group:
        by_team[play.team].append(play)
    for own in by_team.values():
        against_own = match_points(play.sp for play in own if play.sp is not None)
        for play in own:
            if play.sp is not None:
                yield play, against_all[play.sp] - against_own[play.sp]


def for_sitting_out(size: Amount, settings: DuplicateSettings) -> Amount | Fraction:
    """Return half of the best score in a group of this size, or nothing; nothing if fewer than two have played."""
    return highest(size - 1, 0) / 2 if settings.sit_out == "average" else Fraction(0)


def _checks(groups: Sequence[Group]) -> tuple[Agreement, ...]:
    """Compare the sum of match points of each group with one for every pair of plays of two teams."""
    return tuple(
        Agreement(f"match points of {group.title}", group.expected, group.points) for group in groups if group.size
    )


def _singletons(event: DuplicateEvent, groups: Sequence[Group]) -> Iterator[Finding]:
    """Warn of groups with a single team, and of those who sit out for nothing there.

    If no table has been played twice yet, there is one warning for all.
    """
    sizes = [group.size for group in groups if group.size]
    if sizes and max(sizes) == 1:
        message = "no scenario has been played twice, so that nothing can be compared yet: all scores are 0"
        yield finding("singleton-section", message)
        return
    latest = max((result.round for group in groups for result in group.compared), default=0)
    for group in groups:
        if len(group.teams) == 1:
            result = group.compared[0]
            until = "until another plays there" if latest < event.header.rounds else "nobody to beat"
            message = f"{result.name} is the only {group.title}: 0 match points; {until}"
            field = box(group.table, group.side, result.round, "sp")
            yield finding("singleton-section", message, fields=(field,))
    if event.settings.sit_out == "average":
        yield from _out_for_nothing(groups, so_far=latest < event.header.rounds)


def _out_for_nothing(groups: Sequence[Group], *, so_far: bool) -> Iterator[Finding]:
    """Warn of teams that sit out where nobody could win a match point, half of which is nothing."""
    for group in groups:
        for result in group.results if group.size < 2 else ():
            if result.sat_out:
                played = f"{'only one' if group.size else 'no'} {SIDES[group.side]} {'has ' * so_far}played"
                message = (
                    f"{result.name} sits out round {result.round} at table {group.table}: 0 match points, half of the "
                    f"most that could be won there, since {played} there{' so far' * so_far}"
                )
                field = box(group.table, group.side, result.round, "sp")
                yield finding("singleton-section", message, fields=(field,))


class _Total(Struct):
    """The total of a team so far."""

    id: str
    name: str
    side: SideId
    score: Fraction = Fraction(0)
    rounds: int = 0
    """The number of rounds played, without those sat out."""


def rank_event(so_far: EventProgress[DuplicateEvent]) -> Standings:
    """Rank the teams.

    Returns
    -------
    A row per team, best first, Red before Blue where the sides are ranked apart: ``rank id name side score rounds``,
    then the tie-breaks in force; ``rounds`` is the number of rounds that the team played.
    """
    event, results = so_far.event, _results(so_far)
    totals, (_, chains) = _totals(results), decided_chains(so_far)
    last = max((result.round for result in results), default=0)
    figures: dict[str, ResultRow] = {
        id_: {"name": total.name, "side": total.side, "score": total.score, "rounds": total.rounds}
        for id_, total in totals.items()
    }
    rows = (row for chain in chains for row in ranked_rows(chain, {team: figures[team] for team in chain.ranks}))
    return Standings(last, tuple(rows), tuple(_comparable(event, results)), tuple(so_far.open))


def _results(so_far: EventProgress[DuplicateEvent]) -> list[DuplicateResult]:
    return [DuplicateResult.read(row) for stage in so_far.rounds.values() for row in stage]


def _totals(results: Iterable[DuplicateResult]) -> dict[str, _Total]:
    totals: dict[str, _Total] = {}
    for result in results:
        total = totals.setdefault(result.team, _Total(result.team, result.name, result.side))
        total.score += result.score
        total.rounds += not result.sat_out
    return totals


def decided_chains(so_far: EventProgress[DuplicateEvent]) -> tuple[TieRecord, tuple[DecidedChain, ...]]:
    """Return the figures of tie-breaks, and for each ranking what they decide among teams whose scores are tied."""
    event, results = so_far.event, _results(so_far)
    totals, found = _totals(results), {(result.team, result.round): result for result in results}
    rounds = sorted({result.round for result in results})
    outings = [
        Outing(team, number, "out" if result is None or result.sat_out else "game", result.score if result else 0)
        for team in totals
        for number in rounds
        for result in [found.get((team, number))]
    ]
    record = TieRecord({team: total.score for team, total in totals.items()}, outings, event.header.seed)
    steps, lists = steps_called(event.settings.tie_breaks), _lists(event, totals.values())
    return record, tuple(decide(_by_score(teams, event.settings), steps, record.figures) for teams in lists)


def _lists(event: DuplicateEvent, totals: Iterable[_Total]) -> Iterator[list[_Total]]:
    """Yield the teams ranked together, by score and name."""
    ordered = sorted(totals, key=lambda total: (-total.score, total.name, total.id))
    if event.settings.winners == "one":
        yield ordered
        return
    for side in SIDES:
        yield [total for total in ordered if total.side == side]


def _by_score(totals: Sequence[_Total], settings: TieSettings) -> Places:
    ranks = settings.ranks([total.score for total in totals])
    return {total.id: rank for total, rank in zip(totals, ranks, strict=True)}


def _comparable(event: DuplicateEvent, results: Sequence[DuplicateResult]) -> Iterator[Finding]:
    """Warn if some tables were played more often than others, and no factor makes them comparable."""
    sizes = {group.size for group in groups_of(results) if group.size}
    if event.settings.factoring == "none" and len(sizes) > 1:
        factoring = heading_of(event, "settings", "factoring")
        message = (
            f"tables were played {min(sizes)} to {max(sizes)} times and factoring is off: a match point is not worth "
            f"the same at all of them. Set {factoring} to round, or wait for the results that are missing"
        )
        yield finding("unequal-sections", message)
