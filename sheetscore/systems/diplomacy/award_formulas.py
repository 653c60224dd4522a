"""Best countries by formula: a game's place among those with the same power, and a line once an award is wrong.

Who has an award is written as a value; a score that is typed over in a workbook may take it away.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Any

from sheetscore.scoring.formulas import TOLERANCE
from sheetscore.tables.sheet import Line
from sheetscore.tables.table import Here, Places

COUNTRY = "country"
"""The column of a game's place among those with the same power."""

CHANGED = "A figure was changed in this workbook: the best games are no longer those below."


def country_place(here: Here[Any], rivals: str = "") -> str:
    """Write the place of the game on a line, as :func:`best_countries.country_places` has it.

    Parameters
    ----------
    rivals
        Tells which lines of the table, besides having the same power, can win the award; all without it.
    """
    scores, score = here.range("score"), here.cell("score")
    same = f"({here.range('power')}={here.cell('power')})" + (f"*{rivals}" if rivals else "")
    more_centres = f"(ABS({scores}-{score})<={TOLERANCE})*({here.range('centres')}>{here.cell('centres')})"
    return f"1+SUMPRODUCT({same}*(({scores}>{score}+{TOLERANCE})+{more_centres}))"


def changed_awards(table: str, best: Collection[Hashable]) -> Line:
    """Make the line that is blank as long as exactly these games are the best with their powers.

    Parameters
    ----------
    table
        With the column :data:`COUNTRY`.
    best
        The keys of the lines of the games that have the awards.
    """

    def formula(places: Places) -> str:
        games = places[table]
        lost = "+".join(f"({games.cell(key, COUNTRY).reference}<>1)" for key in best)
        count = f"SUMPRODUCT(--({games.column(COUNTRY).reference}=1))"
        return f'IF({lost}+({count}<>{len(best)})>0,"{CHANGED}","")'

    return Line("", "alert", formula)
