"""A round of team play scored: sums over two tables, their difference, AVPs by the table of bands; and the standings.

Source: Tournament Guidelines, 1991, Team Play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import RoundForms, SeatGroup
from sheetscore.forms.library import Library
from sheetscore.problems import MistakesFound
from sheetscore.scoring.bands import BandTable, read_bands
from sheetscore.scoring.ranking import ranks
from sheetscore.systems.at_hand import EventSoFar, RoundAtHand
from sheetscore.systems.outcomes import Agreement, Exact, ResultRow, RoundScore, Standings, totals_of
from sheetscore.systems.tasks import forms as task_forms
from sheetscore.systems.tasks.flights import Flight, high_team_points, score_flights
from sheetscore.systems.tasks.pilot_page import ROUND_SCORE
from sheetscore.systems.team.model import TeamEvent


def bands_of(forms: RoundForms) -> BandTable:
    """Return the table of AVPs in force: the event's own, else the one that comes along.

    Raises
    ------
    MistakesFound
        With everything that is wrong in it.
    """
    library = forms.library or Library("team", ("team", "amps"))
    return read_bands(library.scoring("avp"))


def template_checks(library: Library) -> list[Finding]:
    """Find what is wrong in the templates and in the table of bands in force."""
    try:
        read_bands(library.scoring("avp"))
    except MistakesFound as mistakes:
        return [*task_forms.template_checks(library), *mistakes.findings]
    return task_forms.template_checks(library)


def score_round(round_: RoundAtHand[TeamEvent]) -> RoundScore:
    """Score a round.

    A pairing without entries does not count: provisional results leave out both of its tables when one is not
    complete. At one of the two there may be nobody; a team that met nobody at either sits out.
    """
    event, forms, flights = round_.event, round_.forms, score_flights(round_)
    bands = bands_of(forms)
    tables = {key.table for key in round_.entries}
    groups = [one for one in forms.groups if not one.seats or not tables.isdisjoint(table for table, _ in one.seats)]
    rows = score_teams(groups, flights, bands, event.settings.bye_avp)
    return RoundScore(
        forms.round,
        rows,
        pair_checks(rows, bands),
        (*high_team_points(round_), *_unopposed(groups, flights, event.settings.bye_avp)),
        round_.pages,
        tuple(_pilots(groups, flights)),
    )


def _unopposed(groups: Sequence[SeatGroup], flights: Sequence[Flight], bye_avp: int) -> Iterator[Finding]:
    """Warn of teams for which nobody flew, while their opponents did."""
    flew = _flew(groups, flights)
    names = {group.id: group.title for group in groups}
    for group in groups:
        if group.id not in flew and group.against in flew:
            message = (
                f"nobody flew for {group.title}, which gets no AVPs; {names[group.against]} met nobody and gets the "
                f"{bye_avp} of a team that sits out"
            )
            yield finding("empty-seat", message, fields=tuple((table, seat, "") for table, seat in group.seats))


def _flew(groups: Sequence[SeatGroup], flights: Sequence[Flight]) -> set[str]:
    """Return the teams for which anybody flew, on either of their tables."""
    seats = {(flight.table, flight.seat) for flight in flights}
    return {group.id for group in groups if not seats.isdisjoint(group.seats)}


def _pilots(groups: Sequence[SeatGroup], flights: Sequence[Flight]) -> Iterator[ResultRow]:
    """Yield a row for every pilot who flew, team by team."""
    for group in groups:
        for flight in flights:
            if (flight.table, flight.seat) in group.seats:
                yield {"team": group.id, "team_name": group.title, **asdict(flight)}


def score_teams(
    groups: Sequence[SeatGroup], flights: Sequence[Flight], bands: BandTable, bye_avp: int
) -> tuple[ResultRow, ...]:
    """Return every team its sum, the difference from its opponent's and its AVPs.

    Parameters
    ----------
    groups
        The teams with their seats; those without seats sit out, and so does a team that nobody flew against.
    flights
        All of the round, in any order.
    bye_avp
        What a team gets that sits out.

    Returns
    -------
    Rows, most AVPs first.
    """
    sums = {group.id: _sum(group, flights) for group in groups if group.seats}
    names, flew = {group.id: group.title for group in groups}, _flew(groups, flights)
    rows: list[ResultRow] = []
    for group in groups:
        met = (group.id in flew) == (group.against in flew)
        if group.against in sums and group.id in sums and met:
            difference = sums[group.id] - sums[group.against]
            rows.append(
                {
                    "team": group.id,
                    "name": group.title,
                    "opponent": group.against,
                    "opponent_name": names[group.against],
                    "sp": sums[group.id],
                    "opponent_sp": sums[group.against],
                    "difference": difference,
                    "avp": bands.points(difference)[0],
                }
            )
        elif not group.against or (group.id in flew and not met):
            keys = ("opponent", "opponent_name", "sp", "opponent_sp", "difference")
            rows.append({"team": group.id, "name": group.title, **dict.fromkeys(keys), "avp": bye_avp})
    return tuple(sorted(rows, key=_best_first))


def _sum(group: SeatGroup, flights: Sequence[Flight]) -> int | Fraction:
    """Add up what a team brought home from both of its tables."""
    here = [flight for flight in flights if (flight.table, flight.seat) in group.seats]
    return sum(flight.rs if group.figure == ROUND_SCORE else flight.sp for flight in here)


def _best_first(row: ResultRow) -> tuple[Fraction, Fraction, str]:
    avp, difference = (Fraction(row[key] or 0) for key in ("avp", "difference"))
    return -avp, -difference, str(row["name"])


def pair_checks(rows: Sequence[ResultRow], bands: BandTable) -> tuple[Agreement, ...]:
    """Compare the AVPs of every pair with what all bands add up to."""
    return tuple(
        Agreement(f"AVPs of {one['name']} and {other['name']}", bands.total, _avp(one) + _avp(other))
        for one, other in pairs_of(rows)
    )


def pairs_of(rows: Sequence[ResultRow]) -> Iterator[tuple[ResultRow, ResultRow]]:
    """Yield the two rows of every pair, in the order of the first of them."""
    by_team = {row["team"]: row for row in rows}
    seen: set[Exact] = set()
    for row in rows:
        if row["opponent"] is not None and row["team"] not in seen:
            seen.add(row["opponent"])
            yield row, by_team[row["opponent"]]


def _avp(row: ResultRow) -> Fraction:
    return Fraction(row["avp"] or 0)


def rank_event(so_far: EventSoFar[TeamEvent]) -> Standings:
    """Rank the teams over the rounds that were scored.

    The rows are ``rank id name score rounds``, best first; the score is the total of AVPs.
    """
    totals = totals_of(so_far.rounds, "team", "avp")
    found = ranks([total.score for total in totals], Fraction(0))
    rows: tuple[ResultRow, ...] = tuple(
        {"rank": rank, "id": total.id, "name": total.name, "score": total.score, "rounds": total.rounds}
        for total, rank in zip(totals, found, strict=True)
    )
    return Standings(max(so_far.rounds, default=0), rows, (), tuple(so_far.open))
