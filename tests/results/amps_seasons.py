"""Rounds of AMPS whose standings are written: the source's two, and scores by chance, of which many nearly tie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random

from amps_event import amps_event
from round_cases import scored_case
from scored_rounds import record_of_round, result_row, standings_of

from sheetscore.results.record import RoundRecord
from sheetscore.results.table_book import TableBook
from sheetscore.scoring.ranking import TieGroup
from sheetscore.systems.amps.model import AmpsSettings

EVENT = amps_event(rounds=("bridge", "sweep"))


def near_scores(seed: int) -> list[Fraction]:
    """Give scores of which many differ by exactly the margin, a little less or a little more."""
    random = Random(seed)
    scores = [Fraction(random.randint(0, 40), random.choice((1, 2, 7, 11, 17 * 15)))]
    for _ in range(random.randint(0, 30)):
        step = random.choice(
            (Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(1, 7), Fraction(5, 11), Fraction(2))
        )
        scores.append(scores[-1] + step + random.choice((0, 0, Fraction(1, 10**6), Fraction(-1, 10**6))))
    random.shuffle(scores)
    return scores


def scores_and_rule(seed: int) -> tuple[list[Fraction], Fraction, TieGroup]:
    """Give scores, the margin within which they tie, and with whom."""
    return near_scores(seed), (Fraction(1, 2), Fraction(0), Fraction(1, 4))[seed % 3], "leader" if seed % 2 else "chain"


def ranked_book(scores: Sequence[Fraction], margin: Fraction, group: TieGroup) -> TableBook:
    """Give the standings after a round with these scores."""
    settings = AmpsSettings.model_validate({"tie_margin": str(float(margin)), "tie_group": group})
    rows = [result_row(f"P{number:02}", score, len(scores)) for number, score in enumerate(scores, start=1)]
    return standings_of(EVENT.model_copy(update={"settings": settings}), {1: record_of_round(1, rows)})


def season() -> dict[int, RoundRecord]:
    """Give the source's two rounds: sections of 16, 12 and 8, then of 18 and 18; one more pilot comes late."""
    sizes = {"S": 16, "I": 12, "D": 8}
    first = [
        result_row(f"{side}{n:02}", Fraction(2 * n - 1, 2), size, Fraction(15, size - 1))
        for side, size in sizes.items()
        for n in range(1, size + 1)
    ]
    second = [
        result_row(f"{side}{n:02}", 17 - (n % 18), 18) for side, size in sizes.items() for n in range(1, size + 1)
    ]
    return {1: record_of_round(1, first), 2: record_of_round(2, [*second[:35], result_row("L01", 3, 18)], (4,))}


def season_by(settings: AmpsSettings) -> TableBook:
    return standings_of(EVENT.model_copy(update={"settings": settings}), season())


def by_chance() -> TableBook:
    """Give the standings after two rounds that were filled in by chance."""
    rounds = {number: scored_case(name)[1].rows for number, name in enumerate(("by aircraft", "by pilot"), start=1)}
    return standings_of(EVENT, {number: record_of_round(number, rows) for number, rows in rounds.items()})


SEASONS: Mapping[str, Callable[[], TableBook]] = {
    "leader": partial(season_by, AmpsSettings()),
    "chain": partial(season_by, AmpsSettings(tie_group="chain")),
    "none": partial(season_by, AmpsSettings(factoring="none")),
    "by chance": by_chance,
    "equal": lambda: standings_of(EVENT, {1: record_of_round(1, [result_row("P01", 1, 2), result_row("P02", 0, 2)])}),
}
SCORES = {str(seed): partial(lambda seed: ranked_book(*scores_and_rule(seed)), seed) for seed in range(18)}
