"""What AMPS shows in the workbooks of results and standings.

Source: Tournament Guidelines, 1991, Match Points and Factoring.
"""

from __future__ import annotations

from fractions import Fraction

from sheetscore.systems.amps.model import AmpsEvent, AmpsSettings
from sheetscore.systems.amps.result_tables import results_table
from sheetscore.systems.amps.section_tables import dot_chart, dot_table, section_table, sections_of
from sheetscore.systems.amps.standing_tables import comparison, round_table, scores_of, standings_table
from sheetscore.systems.at_hand import EventSoFar, RoundAtHand
from sheetscore.systems.columns import SCORE, STANDINGS, cumulative_sheet, round_name
from sheetscore.tables.sheet import Line, TableSheet

_SHARED = Line(
    "A pilot gets one match point for every other of the section who has a lower round score, and half a point "
    "for every other who has the same. N pilots share N(N-1)/2 points."
)


def results_sheets(round_: RoundAtHand[AmpsEvent]) -> tuple[TableSheet, ...]:
    """Return a round's results by section, and what they are checked by."""
    event, forms, score = round_.event, round_.forms, round_.score
    sections = sections_of(event, forms.round, score.rows)
    results = TableSheet(
        "Results", f"Results of round {forms.round}", tables=(results_table(forms, sections, score.rows),)
    )
    checks = TableSheet(
        "Sections",
        f"Sections of round {forms.round}",
        lines=(_SHARED,),
        tables=(section_table(sections, event.settings),),
        charts=(dot_chart(sections),) if sections else (),
        behind=(dot_table(sections),),
    )
    return results, checks


def standings_sheets(so_far: EventSoFar[AmpsEvent]) -> tuple[TableSheet, ...]:
    """Return the standings, the way that the leaders took, how ranks are found, and a sheet for each round."""
    event, standings, rounds = so_far.event, so_far.standings, so_far.rounds
    settings, rows, scores = event.settings, standings.rows, scores_of(rounds)
    totals = [Fraction(row["score"] or 0) for row in rows]
    ranked = settings.rank_table(totals, STANDINGS, SCORE)
    return (
        TableSheet(
            "Standings",
            f"Standings after round {standings.after_round}",
            lines=(comparison(rows, settings),),
            tables=(standings_table(rows, scores),),
        ),
        cumulative_sheet(rows, scores),
        TableSheet("Ranks", "How the ranks come about", lines=_tie_lines(settings), tables=(ranked,)),
        *(
            TableSheet(
                round_name(number),
                round_name(number),
                tables=(round_table(number, sections_of(event, number, rounds[number])),),
            )
            for number in sorted(rounds)
        ),
    )


def _tie_lines(settings: AmpsSettings) -> tuple[Line, ...]:
    return Line(settings.who_shares), Line("A pilot's rank is that of the place below all higher scores.")
