"""Ranks by score and then by the chain of tie-breaks, each step kept so that it can be shown.

Source: the setting ``tie_breaks`` of :mod:`sheetscore.systems.diplomacy.model`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sheetscore.systems.diplomacy.event_scores import ScoredEvent
from sheetscore.systems.diplomacy.games import Game
from sheetscore.systems.diplomacy.model import TieBreak
from sheetscore.systems.diplomacy.round_scores import Number, PlayerRecord

Places = Mapping[str, int]
"""Places by the ids of players, from 1; who is equal shares one, and those after it are skipped."""

HEAD_TO_HEAD: TieBreak = "head_to_head"

_FIGURES: Mapping[TieBreak, Callable[[PlayerRecord], Number | None]] = {
    "solos": lambda record: record.solos,
    "best_game": lambda record: record.nth_best_game(1),
    "second_best_game": lambda record: record.nth_best_game(2),
    "centres": lambda record: record.centres,
}


@dataclass(frozen=True)
class TieStep:
    """A tie-break: what everybody has, None being below anything, and the places after it."""

    tie_break: TieBreak
    figures: Mapping[str, Number | None]
    places: Places


@dataclass(frozen=True)
class Ranking:
    """Everybody's place by the score alone, then after each tie-break."""

    by_score: Places
    steps: tuple[TieStep, ...]

    @property
    def ranks(self) -> Places:
        """The places at the end."""
        return self.steps[-1].places if self.steps else self.by_score

    def before(self, tie_break: TieBreak) -> Places:
        """Give the places on which a tie-break of the chain builds."""
        chain = [step.tie_break for step in self.steps]
        at = chain.index(tie_break)
        return self.steps[at - 1].places if at else self.by_score

    def figures(self, tie_break: TieBreak) -> Mapping[str, Number | None]:
        """Give what everybody has in a tie-break; nothing where it is not in the chain."""
        return next((step.figures for step in self.steps if step.tie_break == tie_break), {})


def rank_players(scored: ScoredEvent, chain: Sequence[TieBreak]) -> Ranking:
    """Rank everybody who is ranked.

    Parameters
    ----------
    chain
        What decides between equal scores, one after the other; what is named twice decides the first time.
        ``head_to_head`` adds up, over the boards that a player shared with others on the same place so far,
        by how much he or she scored more than they.
    """
    everybody = dict.fromkeys(scored.contenders, 1)
    places = by_score = _refined(everybody, {id_: one.score for id_, one in scored.contenders.items()})
    steps = []
    for tie_break in dict.fromkeys(chain):
        if tie_break == HEAD_TO_HEAD:
            figures: Mapping[str, Number | None] = head_to_head(scored, places)
        else:
            figures = {id_: _FIGURES[tie_break](one.record) for id_, one in scored.contenders.items()}
        places = _refined(places, figures)
        steps.append(TieStep(tie_break, figures, places))
    return Ranking(by_score, tuple(steps))


def head_to_head(scored: ScoredEvent, places: Places) -> dict[str, Number]:
    """Give by how much everybody scored more than those on the same place, on boards that they shared."""
    margins = game_margins(scored.games, places)
    totals: dict[str, Number] = dict.fromkeys(scored.contenders, 0)
    for (player, _, _), margin in margins.items():
        totals[player] += margin
    return totals


def game_margins(games: Sequence[Game], places: Places) -> dict[tuple[str, int, int], Number]:
    """Give the same game by game, by player, round and table; players without a place are left out."""
    boards: dict[tuple[int, int, int], list[Game]] = {}
    for game in games:
        if game.player in places:
            boards.setdefault((game.round, game.table, places[game.player]), []).append(game)
    margins: dict[tuple[str, int, int], Number] = {}
    for (number, table, _), tied in boards.items():
        total = sum(game.score for game in tied)
        for game in tied:
            margins[game.player, number, table] = len(tied) * game.score - total
    return margins


def _refined(places: Places, figures: Mapping[str, Number | None]) -> dict[str, int]:
    """Part those who share a place by a figure, the highest first."""

    def key(id_: str) -> tuple[int, bool, Number]:
        figure = figures[id_]
        return -places[id_], figure is not None, figure or 0

    found: dict[str, int] = {}
    before = None
    for place, id_ in enumerate(sorted(places, key=key, reverse=True), start=1):
        found[id_] = found[before] if before is not None and key(before) == key(id_) else place
        before = id_
    return found
