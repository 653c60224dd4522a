"""A round of team play scored: sums over two tables, their difference, AVPs by the table of bands; and the standings.

The bands are a file that a designer can edit; here are both the code and the formula that look them up.

Source: Tournament Guidelines, 1991, Team Play: AVP Scoring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from msgspec.structs import asdict
from pydantic import Field, ValidationError

from sheetscore.expressions.formula import TOLERANCE
from sheetscore.findings import Finding, finding
from sheetscore.forms.round_forms import RoundForms, SeatGroup
from sheetscore.forms.template import Library, TemplatePart, place_within, template_data, template_finding
from sheetscore.problems import MistakesFound
from sheetscore.scoring.ranking import ranks
from sheetscore.scoring.tie_breaks import DecidedChain, decide
from sheetscore.scoring.tie_steps import Outing, TieRecord, steps_called
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import Agreement, ResultRow, RoundResult, RoundScore, Standings, ranked_rows, totals_of
from sheetscore.systems.played import Game, ScoredRound, met, ranked_sides
from sheetscore.systems.tasks import forms as task_forms
from sheetscore.systems.tasks.flights import TaskFlight, high_team_points, score_flights
from sheetscore.systems.tasks.pages import ROUND_SCORE
from sheetscore.systems.team.model import Team, TeamEvent
from sheetscore.systems.team.seating import as_drawn, sitting_out


class Band(TemplatePart):
    """The AVPs of both teams from this difference on, up to the next band."""

    difference: int = Field(ge=0, strict=True)
    winner: int = Field(ge=0, strict=True)
    loser: int = Field(ge=0, strict=True)

    @property
    def total(self) -> int:
        """The sum of both teams' AVPs."""
        return self.winner + self.loser


class BandTable(TemplatePart):
    """A table of bands as its TOML file says it; :func:`read_bands` has checked that the bands fit together."""

    title: str
    band: tuple[Band, ...] = Field(min_length=1)

    @property
    def total(self) -> int:
        """The sum of the AVPs of two opponents, the same in all bands."""
        return self.band[0].total

    def points(self, difference: int | Fraction) -> tuple[int, int]:
        """Return the AVPs of the team with this difference, and of its opponent.

        Parameters
        ----------
        difference
            The team's points less the opponent's, exact; below 0 the team has lost.
        """
        lost = difference < 0
        size = -difference if lost else difference
        reached = next(band for band in reversed(self.band) if band.difference <= size)
        return (reached.loser, reached.winner) if lost else (reached.winner, reached.loser)


def read_bands(path: Path) -> BandTable:
    """Read a table of bands.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the file.
    """
    data = template_data(path)
    mistakes = [f"{place}: {message}" for place, message in _misfits(_bands(data))]
    try:
        table = BandTable.model_validate(data)
    except ValidationError as error:
        mistakes = [f"{place_within(wrong['loc'])}: {wrong['msg']}" for wrong in error.errors()] + mistakes
    if mistakes:
        raise MistakesFound([template_finding(path, mistake) for mistake in mistakes])
    return table


def band_formula(difference: str, starts: str, winners: str, losers: str) -> str:
    """Write the formula for the first figure of :meth:`BandTable.points`.

    A difference of fractions may come out a trifle below the whole number that begins a band, hence the
    tolerance. Whether such a trifle around 0 is positive or negative makes no difference: the first band
    gives both the same.

    Parameters
    ----------
    difference
        A cell.
    starts, winners, losers
        The columns of the table, as absolute ranges.
    """
    size = f"ABS({difference})+{TOLERANCE}"
    return f"IF({difference}<0,LOOKUP({size},{starts},{losers}),LOOKUP({size},{starts},{winners}))"


def _bands(data: Mapping[str, object]) -> list[tuple[int, Band]]:
    """Return the bands with valid numbers, each with its place from 1, even if the file has other mistakes."""
    lines = data.get("band")
    found = []
    for place, line in enumerate(lines if isinstance(lines, list) else (), start=1):
        numbers = line if isinstance(line, dict) else {}
        with suppress(ValidationError):
            known = {key: value for key, value in numbers.items() if key in Band.model_fields}
            found.append((place, Band.model_validate(known)))
    return found


def _misfits(bands: Sequence[tuple[int, Band]]) -> Iterator[tuple[str, str]]:
    """Yield place and message of each mistake in a table of bands; the most frequent total counts as right."""
    totals = Counter(band.total for _, band in bands)
    usual = max(totals, key=lambda total: totals[total], default=0)
    for place, band in bands:
        if place == 1 and band.difference != 0:
            yield f"band {place}, difference", f"the first band begins at 0, not at {band.difference}"
        if band.winner < band.loser:
            yield f"band {place}", f"the winner gets {band.winner}, less than the loser's {band.loser}"
        if band.difference == 0 and band.winner > band.loser:
            yield f"band {place}", f"nobody wins by 0, but one gets {band.winner} and the other {band.loser}"
        if band.total != usual:
            yield f"band {place}", f"the two get {band.total} together, and {usual} in other bands"
    for (above, earlier), (place, band) in pairwise(bands):
        if band.difference <= earlier.difference:
            yield (
                f"band {place}, difference",
                f"{band.difference} is not above the {earlier.difference} of band {above}",
            )


def bands_of(forms: RoundForms) -> BandTable:
    """Return the table of AVPs in force: the event's own, else the shipped one.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the table.
    """
    return read_bands((forms.library or _library()).scoring("avp"))


def scoring_files(event: TeamEvent) -> tuple[Path, ...]:
    """Return the file of the table of AVPs in force."""
    return (_library(event.own_templates).scoring("avp"),)


def _library(own: Path | None = None) -> Library:
    return Library("team", ("team", "amps"), own)


def template_checks(library: Library) -> list[Finding]:
    """Find what is wrong in the templates and in the table of bands in force."""
    try:
        read_bands(library.scoring("avp"))
    except MistakesFound as mistakes:
        return [*task_forms.template_checks(library), *mistakes.findings]
    return task_forms.template_checks(library)


class TeamResult(RoundResult, frozen=True, kw_only=True):
    """The result of a round for a team."""

    team: str
    name: str
    """The name of the team."""
    opponent: str | None = None
    """The id of the team that it met; None if it sat out or met nobody."""
    opponent_name: str | None = None
    """The name of that team; None without one."""
    sp: int | Fraction | None = None
    """The points of its pilots at both tables; None without an opponent."""
    opponent_sp: int | Fraction | None = None
    """The points of the opponent's pilots at both tables; None without an opponent."""
    difference: int | Fraction | None = None
    """Its points less the opponent's; None without an opponent."""
    avp: int | Fraction
    """The AVPs by the table of bands, or for sitting out."""


class PilotResult(TaskFlight, frozen=True):
    """A flight of a pilot, with the team that it counts for."""

    team: str
    """The id of the team."""
    team_name: str
    """The name of the team."""

    def row(self) -> ResultRow:
        """Return the flight as a row of results, the team first."""
        return {"team": self.team, "team_name": self.team_name, **super().row()}


def score_round(round_: RoundContext[TeamEvent]) -> RoundScore:
    """Score a round.

    Two teams meet at two tables. The pair counts if at least one of these tables has entries: as long as one is
    incomplete, provisional results leave out the entries of both. A team for which somebody flew, but nobody against
    it, is scored as one that sits out.
    """
    event, forms, flights = round_.event, round_.forms, score_flights(round_)
    bands, bye_avp = bands_of(forms), event.settings.bye_avp
    tables = {key.table for key in round_.entries}
    groups = [group for group in forms.groups if not tables.isdisjoint(table for table, _ in group.seats)]
    results = [*score_teams(groups, flights, bands, bye_avp)]
    results += (
        TeamResult(team=team.id, name=team.name, avp=bye_avp) for team in sitting_out(as_drawn(round_), round_.draw)
    )
    results.sort(key=lambda result: (-result.avp, -(result.difference or 0), result.name))
    return RoundScore(
        forms.round,
        tuple(result.row() for result in results),
        pair_checks(results, bands),
        (*high_team_points(round_), *_unopposed(groups, flights, bye_avp)),
        round_.pages,
        tuple(pilot.row() for pilot in _pilots(groups, flights)),
    )


def games_of(scored: ScoredRound) -> list[Game]:
    """Return each pair of opponents as a game."""
    return [
        Game(0, number, ranked_sides(both, "avp", who="team"))
        for number, both in enumerate(met(scored.rows, "team"), start=1)
    ]


def score_teams(
    groups: Sequence[SeatGroup], flights: Sequence[TaskFlight], bands: BandTable, bye_avp: int
) -> Iterator[TeamResult]:
    """Yield the results of the teams that have seats.

    A team for which nobody flew has no result unless nobody flew for its opponent either.

    Parameters
    ----------
    groups
        The teams with their seats, each with the team that it meets.
    flights
        All flights of the round, in any order.
    bye_avp
        The AVPs of a team that sits out, and of a team whose opponents did not fly.
    """
    sums = {group.id: _sum(group, flights) for group in groups}
    names, flew = {group.id: group.title for group in groups}, _flew(groups, flights)
    for group in groups:
        if (group.id in flew) == (group.against in flew):
            own, other = sums[group.id], sums[group.against]
            avp, _ = bands.points(own - other)
            yield TeamResult(
                team=group.id,
                name=group.title,
                opponent=group.against,
                opponent_name=names[group.against],
                sp=own,
                opponent_sp=other,
                difference=own - other,
                avp=avp,
            )
        elif group.id in flew:
            yield TeamResult(team=group.id, name=group.title, avp=bye_avp)


def _sum(group: SeatGroup, flights: Sequence[TaskFlight]) -> int | Fraction:
    """Add up the points of a team at both of its tables."""
    own = [flight for flight in flights if (flight.table, flight.seat) in group.seats]
    return sum(flight.rs if group.figure == ROUND_SCORE else flight.sp for flight in own)


def _flew(groups: Sequence[SeatGroup], flights: Sequence[TaskFlight]) -> set[str]:
    """Return the teams with a pilot who flew at either of their tables."""
    seats = {(flight.table, flight.seat) for flight in flights}
    return {group.id for group in groups if not seats.isdisjoint(group.seats)}


def _unopposed(groups: Sequence[SeatGroup], flights: Sequence[TaskFlight], bye_avp: int) -> Iterator[Finding]:
    """Warn of teams for which nobody flew although their opponents did."""
    flew = _flew(groups, flights)
    names = {group.id: group.title for group in groups}
    for group in groups:
        if group.id not in flew and group.against in flew:
            message = (
                f"nobody flew for {group.title}, which gets no AVPs; {names[group.against]} met nobody and gets the "
                f"{bye_avp} of a team that sits out"
            )
            yield finding("empty-seat", message, fields=tuple((table, seat, "") for table, seat in group.seats))


def _pilots(groups: Sequence[SeatGroup], flights: Sequence[TaskFlight]) -> Iterator[PilotResult]:
    """Yield the flights of pilots, team by team."""
    for group in groups:
        for flight in flights:
            if (flight.table, flight.seat) in group.seats:
                yield PilotResult(**asdict(flight), team=group.id, team_name=group.title)


def pair_checks(results: Sequence[TeamResult], bands: BandTable) -> tuple[Agreement, ...]:
    """Return the checks that the AVPs of every pair add up to the total, which is the same in all bands."""
    return tuple(
        Agreement(f"AVPs of {one.name} and {other.name}", bands.total, one.avp + other.avp)
        for one, other in pairs_of(results)
    )


def pairs_of(results: Sequence[TeamResult]) -> Iterator[tuple[TeamResult, TeamResult]]:
    """Yield the two results of every pair; the pairs are in the order of their first results."""
    by_team = {result.team: result for result in results}
    seen: set[str] = set()
    for result in results:
        if result.opponent is not None and result.team not in seen:
            seen.add(result.opponent)
            yield result, by_team[result.opponent]


def rank_event(so_far: EventProgress[TeamEvent]) -> Standings:
    """Rank the teams over the rounds that were scored.

    The rows, best first, are ``rank id name score rounds``, then the tie-breaks in force; the score is the sum of AVPs.
    """
    _, chain = decided_chain(so_far)
    figures: dict[str, ResultRow] = {
        total.id: {"name": total.name, "score": total.score, "rounds": total.rounds}
        for total in totals_of(so_far.rounds, "team", "avp")
    }
    return Standings(max(so_far.rounds, default=0), ranked_rows(chain, figures), (), tuple(so_far.open))


def decided_chain(so_far: EventProgress[TeamEvent]) -> tuple[TieRecord, DecidedChain]:
    """Return the record for tie-breaks, and the ranks that they decide between teams with equal totals."""
    event, totals = so_far.event, totals_of(so_far.rounds, "team", "avp")
    record = TieRecord(
        {total.id: total.score for total in totals},
        [*_outings(so_far, [total.id for total in totals])],
        event.header.seed,
        {team.id: _rating(event, team) for team in event.teams},
    )
    first = ranks([total.score for total in totals], Fraction(0))
    places = dict(zip(record.scores, first, strict=True))
    return record, decide(places, steps_called(event.settings.tie_breaks), record.figures)


def _outings(so_far: EventProgress[TeamEvent], teams: Sequence[str]) -> Iterator[Outing]:
    """Yield every team's part in each scored round; sitting out is a bye."""
    rounds, parties = TeamResult.read_rounds(so_far.rounds), so_far.event.parties
    for number in sorted(rounds):
        results = {result.team: result for result in rounds[number]}
        waiting = {player for game in so_far.open if game.round == number for player in game.players}
        for team in teams:
            result = results.get(team)
            if result is None:
                waits = team in parties and not waiting.isdisjoint({team, *parties[team].drawn})
                yield Outing(team, number, "out" if waits else "missed")
            elif result.opponent is None or result.difference is None:
                yield Outing(team, number, "bye", result.avp)
            else:
                share = Fraction((result.difference > 0) - (result.difference < 0) + 1, 2)  # 1 if won, a half if drawn
                yield Outing(team, number, "game", result.avp, result.opponent, share, result.difference)


def _rating(event: TeamEvent, team: Team) -> Fraction | None:
    """Return the mean rating of those players of a team who have one."""
    rated = [player.rating for player in event.players if player.plays_for(team) and player.rating is not None]
    return Fraction(sum(rated), len(rated)) if rated else None
