"""The tie-breaks: the name of each, the figures of players, and an equivalent formula.

To add one, add its :class:`TieBreak` below, and its id to one of the lists of ids for the systems that can have it.

They are counted from an event round by round (:class:`TieRecord`). In the standings this is a table with a line for
each player and round, in the order of the rounds (``systems/tie_tables.py``); a formula is given the player's part of
one of its columns: ``score``, ``running`` (the score after the round), ``share`` and ``against`` (the share won of a
game, the opponent's score), ``rating`` (the opponent's), ``played`` (the score of a round with a game), ``loses`` and
``draws`` (the round, if it was lost or drawn), ``margin``, ``tied`` (the score against somebody who is still equal)
and ``kind``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal

from msgspec import Struct
from pydantic import Field

from sheetscore.pairing.draw import lot
from sheetscore.scoring.tie_breaks import Figures, Number, Places, Step, broken_by

Kind = Literal["game", "bye", "missed", "out"]
"""The kind of a round: a game; a bye, which counts as won; missed, which counts as lost; or none of these, such as an
open game."""

OfRounds = Literal["progressive", "best_round", "worst_round", "last_round", "rounds", "lot"]
OfGames = Literal["wins", "losses", "first_loss", "first_draw"]
OfOpponents = Literal[
    "buchholz", "buchholz_cut1", "buchholz_median", "sonneborn_berger", "direct", "opponents_rating"
]  # fmt: skip
OfMargins = Literal["difference"]
"""The ids of tie-breaks for all systems, for those with games, with opponents, and with a difference of points."""

HALF = Fraction(1, 2)


class Outing(Struct, frozen=True):
    """A scored round of a ranked player."""

    who: str
    round: int
    kind: Kind
    score: Number = 0
    """The score of the round."""
    opponent: str | None = None
    """The id of the opponent in a game."""
    share: Fraction | None = None
    """The share of the game won: 1, 1/2 or 0; None if it does not count."""
    margin: Number | None = None
    """The difference of the points of both, in systems with points."""


class TieRecord(Struct, frozen=True, dict=True):
    """An event round by round, as tie-breaks count it."""

    scores: Mapping[str, Number]
    """The scores of all ranked players, by id."""
    outings: Sequence[Outing]
    """One for each round of each ranked player."""
    seed: int = 0
    ratings: Mapping[str, Number | None] = {}
    missed_is_loss: bool = True
    """Whether a missed round counts as a loss."""

    @cached_property
    def by_player(self) -> Mapping[str, Own]:
        """The rounds of each player, in order."""
        found: dict[str, list[Outing]] = {id_: [] for id_ in self.scores}
        for outing in sorted(self.outings, key=lambda one: one.round):
            found[outing.who].append(outing)
        return {id_: Own(self, id_, tuple(outings)) for id_, outings in found.items()}

    @cached_property
    def lots(self) -> Mapping[str, int]:
        """The number that each player has drawn, from 1; the order of two does not depend on the others."""
        drawn = sorted(self.scores, key=lambda id_: (lot(self.seed, "tie-break", id_), id_))
        return {id_: number for number, id_ in enumerate(drawn, start=1)}

    def figures(self, step: Step, places: Places) -> Figures:
        """Return the figures of all players in a tie-break.

        Parameters
        ----------
        places
            The places by the steps before it.
        """
        if step.id == DIRECT:
            return self.direct(places)
        return {id_: TIE_BREAKS[step.id].figure(own) for id_, own in self.by_player.items()}

    def scored_by_opponent(self, outing: Outing) -> Number | None:
        """Return the score of the opponent, or one's own for a bye or a missed round; None for rounds ``out``."""
        return None if outing.kind == "out" else self.scores[outing.opponent or outing.who]

    def direct(self, places: Places) -> Figures:
        """Return the scores of games between players on one place; nothing unless every two of them have met."""
        groups: dict[int, list[str]] = {}
        for id_, place in places.items():
            groups.setdefault(place, []).append(id_)
        return {
            id_: sum(game.score for game in self.by_player[id_].games if game.opponent in group)
            for group in groups.values()
            if len(group) > 1 and all(self.by_player[id_].met >= {*group} - {id_} for id_ in group)
            for id_ in group
        }


class Own(Struct, frozen=True):
    """The rounds of a ranked player."""

    record: TieRecord
    id: str
    outings: tuple[Outing, ...]

    @property
    def games(self) -> list[Outing]:
        """The rounds with a game."""
        return [one for one in self.outings if one.kind == "game"]

    @property
    def met(self) -> set[str]:
        """The ids of the opponents."""
        return {str(game.opponent) for game in self.games}

    @property
    def against(self) -> list[Number]:
        """The scores of the opponents, the lowest first; for a bye or a missed round one's own."""
        return sorted(score for one in self.outings if (score := self.record.scored_by_opponent(one)) is not None)

    @property
    def lost(self) -> list[int]:
        """The rounds that were lost."""
        return [one.round for one in self.outings if self.loses(one)]

    def loses(self, outing: Outing) -> bool:
        """Return whether a round counts as lost."""
        return outing.share == 0 if outing.kind == "game" else outing.kind == "missed" and self.record.missed_is_loss

    @property
    def drawn(self) -> list[int]:
        """The rounds with a draw."""
        return [game.round for game in self.games if game.share == HALF]

    @property
    def running(self) -> list[Number]:
        """The scores after each round."""
        return [*accumulate(one.score for one in self.outings)]


Part = Callable[[str], str]
"""Refers to the player's part of a column of the table of rounds."""


class TieBreak(Struct, frozen=True):
    """A tie-break that can be chosen."""

    step: Step
    heading: str
    """The heading of its column."""
    about: str
    """A sentence on it for the documents."""
    figure: Callable[[Own], Number | None]
    formula: Callable[[Part], str] | None
    """Returns its formula; None if it cannot be computed from the event, so that its column has values."""


def _mean_rating(own: Own) -> Number | None:
    known = [rating for game in own.games if (rating := own.record.ratings.get(str(game.opponent))) is not None]
    return Fraction(sum(map(Fraction, known)), len(known)) if known else None


def _or_blank(column: str, function: str) -> Callable[[Part], str]:
    return lambda of: f'IF(COUNT({of(column)})=0,"",{function}({of(column)}))'


def _share_won(own: Own) -> Number:
    scores = own.record.scores
    won = {"bye": Fraction(1), "missed": Fraction(0), "out": Fraction(0)}
    return sum((won.get(one.kind, one.share or 0) * scores[one.opponent or own.id] for one in own.outings), Fraction(0))


def _kinds(*kinds: Kind) -> Callable[[Part], str]:
    return lambda of: "+".join(f'SUMPRODUCT(--({of("kind")}="{kind}"))' for kind in kinds)


DIRECT = "direct"
"""The id of the tie-break that depends on the players who are equal before it."""

_ALL = (
    TieBreak(
        Step("buchholz", "the sum of the opponents' scores"),
        "Buchholz",
        "The sum of the opponents' scores.",
        lambda own: sum(own.against),
        lambda of: f"SUM({of('against')})",
    ),
    TieBreak(
        Step("buchholz_cut1", "the sum of the opponents' scores without the lowest"),
        "Buchholz less lowest",
        "The same without the lowest of them; 0 with one opponent.",
        lambda own: sum(own.against[1:]),
        lambda of: f"IF(COUNT({of('against')})<2,0,SUM({of('against')})-MIN({of('against')}))",
    ),
    TieBreak(
        Step("buchholz_median", "the sum of the opponents' scores without the highest and the lowest"),
        "Buchholz median",
        "The same without the highest and the lowest; 0 with two opponents or fewer.",
        lambda own: sum(own.against[1:-1]),
        lambda of: f"IF(COUNT({of('against')})<3,0,SUM({of('against')})-MIN({of('against')})-MAX({of('against')}))",
    ),
    TieBreak(
        Step("sonneborn_berger", "the opponents' scores times the share won of the game"),
        "Sonneborn-Berger",
        "The sum of each opponent's score times the share won of the game: 1, 1/2 or 0.",
        _share_won,
        lambda of: f"SUMPRODUCT({of('against')},{of('share')})",
    ),
    TieBreak(
        Step(DIRECT, "the score of the games among those who are still equal", blank="last"),
        "Direct",
        "What was scored in games among those who were equal before it; nothing unless every two of them have met.",
        lambda own: None,  # noqa: ARG005 -- it depends on the others as well: TieRecord.direct
        lambda of: f'IF(COUNT({of("tied")})=0,"",SUM({of("tied")}))',
    ),
    TieBreak(
        Step("opponents_rating", "the mean rating of the opponents", blank="last"),
        "Opponents' rating",
        "The mean rating of the opponents; who met nobody with a rating comes last.",
        _mean_rating,
        _or_blank("rating", "AVERAGE"),
    ),
    TieBreak(
        Step("wins", "most wins", exact=True),
        "Wins",
        "Games won; a bye is none.",
        lambda own: sum(game.share == 1 for game in own.games),
        lambda of: f'SUMPRODUCT(({of("kind")}="game")*({of("share")}=1))',
    ),
    TieBreak(
        Step("losses", "fewest losses", lower=True, exact=True),
        "Losses",
        "Games lost, and rounds missed: the fewer the better.",
        lambda own: len(own.lost),
        lambda of: f"COUNT({of('loses')})",
    ),
    TieBreak(
        Step("first_loss", "the round of the first loss, the later the better", blank="first", exact=True),
        "First loss",
        "The round of the first game lost or round missed, the later the better; who has none comes first.",
        lambda own: min(own.lost, default=None),
        _or_blank("loses", "MIN"),
    ),
    TieBreak(
        Step("first_draw", "the round of the first draw, the later the better", blank="first", exact=True),
        "First draw",
        "The round of the first draw, the later the better; who has none comes first.",
        lambda own: min(own.drawn, default=None),
        _or_blank("draws", "MIN"),
    ),
    TieBreak(
        Step("difference", "the difference of scenario points"),
        "Difference of SP",
        "The differences of scenario points, added up.",
        lambda own: sum(one.margin or 0 for one in own.outings),
        lambda of: f"SUM({of('margin')})",
    ),
    TieBreak(
        Step("progressive", "the sum of the scores after each round"),
        "Progressive",
        "The sum of the scores that somebody had after each round.",
        lambda own: sum(own.running),
        lambda of: f"SUM({of('running')})",
    ),
    TieBreak(
        Step("best_round", "the best round", blank="last"),
        "Best round",
        "The highest score of a round that was played; a bye is none.",
        lambda own: max((game.score for game in own.games), default=None),
        _or_blank("played", "MAX"),
    ),
    TieBreak(
        Step("worst_round", "the best of the worst rounds", blank="last"),
        "Worst round",
        "The lowest score of a round that was played; the higher the better.",
        lambda own: min((game.score for game in own.games), default=None),
        _or_blank("played", "MIN"),
    ),
    TieBreak(
        Step("last_round", "the score of the last round"),
        "Last round",
        "The score of the last round that is scored.",
        lambda own: own.outings[-1].score if own.outings else 0,
        lambda of: f"N(INDEX({of('score')},ROWS({of('score')})))",
    ),
    TieBreak(
        Step("rounds", "most rounds", exact=True),
        "Rounds",
        "Rounds with a game or a bye.",
        lambda own: sum(one.kind in {"game", "bye"} for one in own.outings),
        _kinds("game", "bye"),
    ),
    TieBreak(
        Step("lot", "lot", lower=True, exact=True),
        "Lot",
        "A lot that follows from the seed: the lowest number comes first.",
        lambda own: own.record.lots[own.id],
        None,
    ),
)

TIE_BREAKS: Mapping[str, TieBreak] = {one.step.id: one for one in _ALL}
"""All of them by their ids."""


def tie_break_setting(default: Sequence[str] = (), **own: str) -> Any:
    """Return the setting for a system's tie-breaks, which accepts the ids of all tie-breaks of the system.

    Parameters
    ----------
    own
        Descriptions of the system's own tie-breaks by their ids.
    """
    return Field(
        default=tuple(default),
        json_schema_extra={
            "about": "What decides between equal scores, one after the other.",
            "words": {**{id_: one.step.words for id_, one in TIE_BREAKS.items()}, **own},
        },
        title="Ties are broken by",
        description="What decides between equal scores, one after the other, such as rounds, lot; none: nothing does.",
    )


def said(ids: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence about the order of tie-breaks; an empty tuple if there are none."""
    words = broken_by(steps_called(ids))
    return (f"Ties are broken by {words}. Who is equal in all shares a rank.",) if words else ()


def steps_called(ids: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps of a chain of tie-breaks, each only once.

    Examples
    --------
    >>> [step.words for step in steps_called(["wins", "wins"])]
    ['most wins']
    """
    return tuple(TIE_BREAKS[id_].step for id_ in dict.fromkeys(ids))
