"""The formulas of what counts for an event, and of its score, each case as :mod:`event_scores` has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from sheetscore.expressions.formula import Strength, constant
from sheetscore.systems.diplomacy.event_scores import weights_of
from sheetscore.systems.diplomacy.event_tables.game_tables import SAT_OUT, sit_out_key
from sheetscore.systems.diplomacy.event_tables.shown_event import GAMES, games_part
from sheetscore.systems.diplomacy.model import DiplomacySettings
from sheetscore.systems.diplomacy.round_scores import Unit
from sheetscore.tables.table import Here

_JOINED = {"best": "MAX", "sum": "SUM", "none": "SUM"}
"""The function over several games in a round, by the setting ``round_scoring``."""


def unit_formula(here: Here[Any], unit: Unit, round_scoring: str, column: str, table: str = GAMES) -> str:
    """Write the score of a round or a game of a player.

    Parameters
    ----------
    column, table
        Where the scores of games stand.
    """
    parts = [games_part(here, unit.games, column, table)] if unit.games else []
    parts += [here.other(SAT_OUT, sit_out_key(pause), "score") for pause in unit.sit_outs]
    alone = len(unit.games) + len(unit.sit_outs) == 1
    return parts[0] if alone else f"{_JOINED[round_scoring]}({','.join(parts)})"


def score_formula(settings: DiplomacySettings, scores: str, columns: int, held: str) -> str:
    """Write the score of an event.

    Parameters
    ----------
    scores
        The cells with a player's scores; those of rounds that he or she did not play are blank.
    columns
        How many cells these are.
    held
        The cell with the number of rounds held.
    """
    return _FORMULAS[settings.event_scoring](settings, scores, columns, held)


def best_scores(scores: str, count: int) -> str:
    """Write the sum of so many best scores, of which there may be fewer."""
    return "+".join(_nth(scores, number) for number in range(1, count + 1))


def _nth(scores: str, number: int) -> str:
    return f"IF(COUNT({scores})<{number},0,LARGE({scores},{number}))"


def _weighted(settings: DiplomacySettings, scores: str, columns: int, _held: str) -> str:
    weights = weights_of(settings, columns)
    if weights == (1,) * columns:
        return f"SUM({scores})"
    return "+".join(_weighed(scores, number, weight) for number, weight in enumerate(weights, start=1)) or "0"


def _weighed(scores: str, number: int, weight: Fraction) -> str:
    return (
        _nth(scores, number) if weight == 1 else f"{constant(weight).within(Strength.PRODUCT)}*{_nth(scores, number)}"
    )


def _average(_settings: DiplomacySettings, scores: str, _columns: int, _held: str) -> str:
    return f"IF(COUNT({scores})=0,0,AVERAGE({scores}))"


def _per_round(_settings: DiplomacySettings, scores: str, _columns: int, held: str) -> str:
    return f"SUM({scores})/{held}"


_FORMULAS: Mapping[str, Callable[[DiplomacySettings, str, int, str], str]] = {
    "sum": _weighted,
    "weights": _weighted,
    "average": _average,
    "per_round": _per_round,
    "hurst": _weighted,
    "mystery": _per_round,
}
