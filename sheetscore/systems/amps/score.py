"""A round scored: round scores to match points within each section, factored between the sections.

Source: Tournament Guidelines, 1991, Match Points and Factoring.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sheetscore.findings import Finding, finding
from sheetscore.forms.evaluation import PageScore, score_page
from sheetscore.forms.form import Entries, RoundForms, TableForms, Value
from sheetscore.pairing.draw import Flown
from sheetscore.scoring.factoring import section_factor
from sheetscore.scoring.match_points import expected_sum, match_points
from sheetscore.systems.amps.model import MOST_TEAM_POINTS, AmpsEvent, AmpsSettings
from sheetscore.systems.protocol import Agreement, ResultRow, RoundScore

TEAM_POINTS = "team_points"
"""How the ids of the blocks of team points begin; the side's id follows."""


@dataclass(frozen=True)
class Flight:
    """What one pilot brought home from one table: scenario points, team points, round score."""

    player: str
    name: str
    table: int
    seat: str
    section: str
    sp: int | Fraction
    tp: int | Fraction
    rs: int | Fraction


def score_round(event: AmpsEvent, forms: RoundForms, entries: Entries) -> RoundScore:
    """Score a round.

    Parameters
    ----------
    forms
        The round's sheets.
    entries
        Their values, checked.
    """
    by_page: dict[tuple[int, str], dict[str, Value]] = defaultdict(dict)
    for key, value in entries.items():
        by_page[key.table, key.seat][key.field] = value
    pages: dict[tuple[int, str], PageScore] = {}
    flights: list[Flight] = []
    names = {player.id: player.name for player in event.players}
    for table in forms.tables:
        flights += _fly_table(table, by_page, pages, names)
    sides = [side.id for side in event.scenario_of(forms.round).sides]
    rows = score_sections(flights, event.settings, sides)
    findings = (*_singletons(rows), *_high_team_points(forms, pages))
    return RoundScore(forms.round, rows, section_checks(rows), findings, pages)


def _fly_table(
    table: TableForms,
    by_page: Mapping[tuple[int, str], Mapping[str, Value]],
    pages: dict[tuple[int, str], PageScore],
    names: Mapping[str, str],
) -> Iterator[Flight]:
    own = pages[table.number, ""] = score_page(table.pages[0].shape, by_page.get((table.number, ""), {}))
    for page in table.seats:
        entries = by_page.get((table.number, page.seat), {})
        block = f"{TEAM_POINTS}.{page.shape.side}"
        team_points = own.total(block) if block in own.rows else 0
        scored = pages[table.number, page.seat] = score_page(page.shape, entries, team_points)
        player = str(entries.get("seat.pilot", ""))
        if not player or entries.get("seat.flew", 1) == 0:
            continue
        yield Flight(
            player,
            names.get(player, player),
            table.number,
            page.seat,
            page.shape.side,
            scored.sums["sp"],
            team_points,
            scored.sums["rs"],
        )


def score_sections(flights: Sequence[Flight], settings: AmpsSettings, sections: Sequence[str]) -> tuple[ResultRow, ...]:
    """Give every flight its match points, its section's factor and its score.

    Parameters
    ----------
    flights
        All of a round, in any order.
    sections
        The ids of the sides, in the order in which results show them.

    Returns
    -------
    Rows by section, best round score first.
    """
    by_section: dict[str, list[Flight]] = {section: [] for section in sections}
    for flight in flights:
        by_section[flight.section].append(flight)
    largest = max(map(len, by_section.values()), default=0)
    rows: list[ResultRow] = []
    for members in by_section.values():
        members.sort(key=lambda flight: (-flight.rs, flight.name, flight.player))
        factor = _factor(len(members), largest, settings)
        points = match_points(flight.rs for flight in members)
        scores = {score: point * (factor or 0) for score, point in points.items()}
        rows += [
            {
                "player": flight.player,
                "name": flight.name,
                "table": flight.table,
                "seat": flight.seat,
                "section": flight.section,
                "sp": flight.sp,
                "tp": flight.tp,
                "rs": flight.rs,
                "mp": points[flight.rs],
                "section_size": len(members),
                "factor": factor,
                "score": scores[flight.rs],
            }
            for flight in members
        ]
    return tuple(rows)


def _factor(size: int, largest: int, settings: AmpsSettings) -> Fraction | None:
    if size > 1 and settings.factoring == "none":
        return Fraction(1)
    return section_factor(size, largest, settings.factor_rounding) if size else None


def section_checks(rows: Sequence[ResultRow]) -> tuple[Agreement, ...]:
    """Compare the sum of match points of each section with N(N-1)/2."""
    sums: dict[str, Fraction] = defaultdict(Fraction)
    sizes: dict[str, int] = defaultdict(int)
    for row in rows:
        section = str(row["section"])
        sums[section] += Fraction(row["mp"] or 0)
        sizes[section] += 1
    return tuple(
        Agreement(f"match points of section {section}", expected_sum(size), sums[section])
        for section, size in sizes.items()
    )


def _singletons(rows: Sequence[ResultRow]) -> Iterator[Finding]:
    for row in rows:
        if row["section_size"] == 1:
            yield finding(
                "singleton-section",
                f"{row['name']} is the whole section {row['section']}: nobody to beat, 0 match points, no factor",
                fields=((int(row["table"] or 0), str(row["seat"]), ""),),
            )


def _high_team_points(forms: RoundForms, pages: Mapping[tuple[int, str], PageScore]) -> Iterator[Finding]:
    """Warn of sides whose awards come to more than the guidelines advise."""
    for table in forms.tables:
        own = pages[table.number, ""]
        for block in table.pages[0].shape.blocks:
            if block.total and own.total(block.id) > MOST_TEAM_POINTS:
                yield finding(
                    "team-points-high",
                    f"table {table.number}, {block.title}: {own.total(block.id)} points for each pilot; more than "
                    f"{MOST_TEAM_POINTS} outweigh what the pilots do themselves. See whether all were meant",
                    sheet=f"Table {table.number}",
                    fields=tuple(
                        (table.number, "", block.field_id(row.row, box))
                        for row in own.rows[block.id]
                        if row.filled
                        for box in block.fields
                    ),
                )


def flown(rows: Sequence[ResultRow], round_number: int, scenario: str) -> list[Flown]:
    """Give who flew where in a scored round."""
    return [
        Flown(
            round=round_number,
            table=int(row["table"] or 0),
            seat=str(row["seat"]),
            side=str(row["section"]),
            scenario=scenario,
            player=str(row["player"]),
            section_size=int(row["section_size"] or 0),
        )
        for row in rows
    ]
