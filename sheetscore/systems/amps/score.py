"""A round scored: round scores to match points within each section, factored between the sections; and the standings.

Source: Tournament Guidelines, 1991, Match Points and Factoring.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import asdict, replace

from sheetscore.event.tables import heading_of
from sheetscore.findings import Finding, finding
from sheetscore.pairing.draw import Flown
from sheetscore.scoring.ranking import expected_sum, factored, match_points
from sheetscore.scoring.tie_breaks import DecidedChain, decide
from sheetscore.scoring.tie_steps import Outing, TieRecord, steps_called
from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import (
    Agreement,
    EarlierRound,
    ResultRow,
    RoundScore,
    Standings,
    ranked_rows,
    totals_of,
)
from sheetscore.systems.played import Game, ScoredRound, grouped, ranked_sides
from sheetscore.systems.tasks.flights import TaskFlight, high_team_points, score_flights


class AmpsResult(TaskFlight, frozen=True):
    """A flight with its score, a row of results; the fields of the flight come first."""

    mp: int | Fraction
    """Match points within the section."""
    section_size: int
    """The number of pilots in the section."""
    factor: int | Fraction | None
    """The factor of the match points; None for a section of one."""
    score: int | Fraction
    """Match points times factor; 0 without a factor."""


def score_round(round_: RoundContext[AmpsEvent]) -> RoundScore:
    """Score a round."""
    event = round_.event
    sides = [side.id for side in event.scenario_of(round_.stage).sides]
    results = score_sections(score_flights(round_), event.settings, sides)
    rows = tuple(result.row() for result in results)
    findings = (*_singletons(results), *high_team_points(round_))
    return RoundScore(round_.stage, rows, section_checks(results), findings, round_.pages)


def games_of(scored: ScoredRound) -> list[Game]:
    """Return each section as a game of all its pilots, at whichever table."""
    sections = grouped(scored.rows, lambda row: str(row["section"]))
    return [
        Game(0, number, ranked_sides(rows, "rs", played="section"), title=f"section {section}")
        for number, (section, rows) in enumerate(sections.items(), start=1)
    ]


def score_sections(flights: Sequence[TaskFlight], settings: AmpsSettings, sections: Sequence[str]) -> list[AmpsResult]:
    """Give every flight its match points, its section's factor and its score.

    Parameters
    ----------
    flights
        All flights of a round, in any order.
    sections
        The ids of the sides, in the order in which results show them.

    Returns
    -------
    Results by section, best round score first.
    """
    by_section: dict[str, list[TaskFlight]] = {section: [] for section in sections}
    for flight in flights:
        by_section[flight.section].append(flight)
    largest = max(map(len, by_section.values()), default=0)
    results: list[AmpsResult] = []
    for members in by_section.values():
        members.sort(key=lambda flight: (-flight.rs, flight.name, flight.player))
        factor = settings.factor(Fraction(len(members)), Fraction(largest))
        points = match_points(flight.rs for flight in members)
        scores = {rs: factored(mp, factor) for rs, mp in points.items()}
        results += [
            AmpsResult(
                **asdict(flight),
                mp=points[flight.rs],
                section_size=len(members),
                factor=factor,
                score=scores[flight.rs],
            )
            for flight in members
        ]
    return results


def section_checks(results: Sequence[AmpsResult]) -> tuple[Agreement, ...]:
    """Return the checks that the match points of each section add up to N(N-1)/2."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    sizes: dict[str, int] = defaultdict(int)
    for result in results:
        sums[result.section] += result.mp
        sizes[result.section] += 1
    return tuple(
        Agreement(f"match points of section {section}", expected_sum(Fraction(size)), sums[section])
        for section, size in sizes.items()
    )


def _singletons(results: Sequence[AmpsResult]) -> Iterator[Finding]:
    """Note sections of one pilot."""
    for result in results:
        if result.section_size == 1:
            yield finding(
                "singleton-section",
                f"{result.name} is the whole section {result.section}: nobody to beat, 0 match points, no factor",
                fields=((result.table, result.seat, ""),),
            )


def seats_flown(earlier: EarlierRound) -> list[Flown]:
    """Return who sat where in an earlier round: by its results, or for pilots without a result by its draw."""
    scored = [
        Flown(
            round=earlier.number,
            table=result.table,
            seat=result.seat,
            side=result.section,
            scenario=earlier.scenario,
            player=result.player,
            section_size=result.section_size,
        )
        for result in map(AmpsResult.read, earlier.rows)
    ]
    with_results = {one.player for one in scored}
    drawn = [one for one in earlier.drawn.as_flown() if one.player not in with_results] if earlier.drawn else []
    if not drawn:
        return scored
    sizes = Counter(one.side for one in (*scored, *drawn))
    return [replace(one, section_size=sizes[one.side]) for one in (*scored, *drawn)]


def rank_event(so_far: EventProgress[AmpsEvent]) -> Standings:
    """Rank the pilots.

    Returns
    -------
    A row per pilot who flew, best first: ``rank id name score rounds section_total``, then the tie-breaks in force.
    """
    event, rounds = so_far.event, so_far.rounds
    sections: dict[str, int] = defaultdict(int)
    for scored in rounds.values():
        for result in map(AmpsResult.read, scored):
            sections[result.player] += result.section_size
    _, chain = decided_chain(so_far)
    figures: dict[str, ResultRow] = {
        total.id: {
            "name": total.name,
            "score": total.score,
            "rounds": total.rounds,
            "section_total": sections[total.id],
        }
        for total in totals_of(rounds, "player", "score")
    }
    unequal = tuple(_unequal_totals(event, list(sections.values())))
    return Standings(max(rounds, default=0), ranked_rows(chain, figures), unequal, tuple(so_far.open))


def decided_chain(so_far: EventProgress[AmpsEvent]) -> tuple[TieRecord, DecidedChain]:
    """Return the record for tie-breaks, and the ranks: tie-breaks decide only where scores count as tied."""
    event, totals = so_far.event, totals_of(so_far.rounds, "player", "score")
    found: dict[tuple[str, int], AmpsResult] = {}
    for number, results in AmpsResult.read_rounds(so_far.rounds).items():
        found |= {(result.player, number): result for result in results}
    outings = [
        Outing(total.id, number, "game", found[total.id, number].score)
        if (total.id, number) in found
        else Outing(total.id, number, "out")
        for total in totals
        for number in so_far.rounds
    ]
    record = TieRecord({total.id: total.score for total in totals}, outings, event.header.seed)
    places = dict(zip(record.scores, event.settings.ranks([total.score for total in totals]), strict=True))
    return record, decide(places, steps_called(event.settings.tie_breaks), record.figures)


def _unequal_totals(event: AmpsEvent, totals: Sequence[int]) -> list[Finding]:
    """Warn of section totals that differ although match points have no factors."""
    if event.settings.factoring != "none" or len(set(totals)) < 2:
        return []
    factoring = heading_of(event, "settings", "factoring")
    return [
        finding(
            "unequal-sections",
            f"section totals run from {min(totals)} to {max(totals)} and factoring is off: the scores are not "
            f"comparable. Set {factoring} to round, or plan rounds that make the totals equal",
        )
    ]
