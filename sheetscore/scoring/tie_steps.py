"""The tie-breaks: the name of each, and its rule, which makes the figures of players and their formulas.

To add one, add its :class:`TieBreak` below, and its id to one of the lists of ids for the systems that can have it. If
it takes a figure of each round that no column has, add the column to :data:`BY_ROUND`.

Tie-breaks are computed from the rounds of each player (:class:`TieRecord`). The standings have these rounds as a table
with a line for each player and round, in the order of the rounds (``systems/tie_tables.py``). A rule gets a player's
part of the columns of this table: ``round``, ``kind``, ``score``, ``running`` (the score after the round), ``share``
(the share won of a game), ``against`` and ``rating`` (the opponent's score and rating), ``margin``, ``tied`` (the score
against somebody who is still equal); and those of :data:`BY_ROUND`, which rules make from the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Literal, get_args

from msgspec import Struct
from pydantic import Field

from sheetscore.expressions.figure import Plain
from sheetscore.expressions.figure_calls import all_of, amount, is_number, when
from sheetscore.expressions.figure_ranges import Numbers, Several
from sheetscore.pairing.draw import lot
from sheetscore.scoring.tie_breaks import Figures, Number, Places, Step, broken_by

Kind = Literal["game", "bye", "missed", "out"]
"""The kind of a round: a game; a bye, which counts as won; missed, which counts as lost unless the event says
otherwise; or none of these, such as an open game."""

OfRounds = Literal["progressive", "best_round", "worst_round", "last_round", "rounds", "lot"]
OfGames = Literal["wins", "losses", "first_loss", "first_draw"]
OfOpponents = Literal[
    "buchholz", "buchholz_cut1", "buchholz_median", "sonneborn_berger", "direct", "opponents_rating"
]  # fmt: skip
OfMargins = Literal["difference"]
"""The ids of the tie-breaks that need a difference of points; the lists above are for all systems, for systems with
games, and for systems with opponents."""

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
    """The share of the game that the player won: 1, 1/2 or 0; None if the game does not count."""
    margin: Number | None = None
    """The player's points less the opponent's, in systems with points."""


class TieRecord(Struct, frozen=True, dict=True):
    """An event round by round, as tie-breaks count it."""

    scores: Mapping[str, Number]
    """The scores of all ranked players in the event, by id."""
    outings: Sequence[Outing]
    """The rounds of all ranked players."""
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
        """The lot of each player, from 1; which of two players has the lower lot does not depend on the others."""
        drawn = sorted(self.scores, key=lambda id_: (lot(self.seed, "tie-break", id_), id_))
        return {id_: number for number, id_ in enumerate(drawn, start=1)}

    def figures(self, step: Step, places: Places) -> Figures:
        """Return the figures of all players in a tie-break.

        Parameters
        ----------
        places
            The places after the steps before the tie-break.
        """
        if step.id == DIRECT:
            return self.direct(places)
        if step.id == LOT:
            return self.lots
        return {id_: TIE_BREAKS[step.id].of_rounds(own.column) for id_, own in self.by_player.items()}

    def total_of_opponent(self, outing: Outing) -> Number | None:
        """Return the opponent's score in the event.

        For a bye or a missed round it is the player's own, for rounds ``out`` None.
        """
        return None if outing.kind == "out" else self.scores[outing.opponent or outing.who]

    def direct(self, places: Places) -> Figures:
        """Return each player's score from games against players on the same place, if every two of these have met."""
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

    def column(self, key: str) -> Several[Fraction]:
        """Return the player's part of a column of the table of rounds."""
        return Numbers([self.value(key, one) for one in self.outings])

    def value(self, key: str, outing: Outing) -> Plain:
        """Return what one of the rounds has in a column."""
        if key in OF_ROUND:
            return OF_ROUND[key](self, outing)
        seen = TieLine(self, outing, lambda other: self.value(other, outing), Own.column)
        found: Plain = BY_ROUND[key].rule(seen)
        return found


OF_ROUND: Mapping[str, Callable[[Own, Outing], Plain]] = {
    "round": lambda _, one: one.round,
    "kind": lambda _, one: one.kind,
    "score": lambda _, one: one.score,
    "running": lambda own, one: sum(other.score for other in own.outings if other.round <= one.round),
    "share": lambda _, one: {"bye": 1, "missed": 0}.get(one.kind, one.share),
    "against": lambda own, one: own.record.total_of_opponent(one),
    "rating": lambda own, one: own.record.ratings.get(one.opponent or ""),
    "margin": lambda _, one: one.margin,
}
"""The functions that compute the columns of the table of rounds, from a player's rounds and one of them.

Without ``tied``, which depends on the places: see :meth:`TieRecord.direct`.
"""


Part = Callable[[str], Several[Any]]
"""Returns a player's part of a column of the table of rounds: numbers for scoring, cells for the standings."""


class TieLine(Struct, frozen=True):
    """A line of the table of rounds, as the rule of a column sees it."""

    own: Own
    outing: Outing
    """The round. Its kind and its opponent are known when formulas are written: a rule may ask for them with ``if``."""
    cell: Callable[[str], Any]
    """Returns what the line has in another column: a value for scoring, a cell for the standings."""
    part: Callable[[Own, str], Several[Any]]
    """Returns a player's part of another column."""

    def theirs(self, key: str) -> Several[Any]:
        """Return the opponent's part of another column; of a bye or a missed round, the player's own."""
        return self.part(self.own.record.by_player[self.outing.opponent or self.own.id], key)

    @property
    def may_be_lost(self) -> bool:
        """Whether the round counts as lost if its share is 0."""
        return self.outing.kind == "game" or (self.outing.kind == "missed" and self.own.record.missed_is_loss)


class TieColumn(Struct, frozen=True):
    """A column of the table of rounds that is made from others."""

    heading: str
    rule: Callable[[TieLine], Any]
    """Returns the figure of a round, or None for a blank."""


def _round_if(share: Fraction | int) -> Callable[[TieLine], Any]:
    """Return the rule of a column: the number of the round if just this share of it was won, else blank."""

    def rule(one: TieLine) -> Any:
        won = one.cell("share")
        return when(all_of(is_number(won), amount(won) == share), one.cell("round"), None)

    return rule


BY_ROUND: Mapping[str, TieColumn] = {
    "played": TieColumn("Played", lambda one: one.cell("score") if one.outing.kind == "game" else None),
    "loses": TieColumn("lost in round", lambda one: _round_if(0)(one) if one.may_be_lost else None),
    "draws": TieColumn("drawn in round", _round_if(HALF)),
}
"""The columns that are made from others: the score of a round with a game; the number of the round, if it was lost or
drawn.
"""


class TieBreak(Struct, frozen=True):
    """A tie-break that can be chosen."""

    step: Step
    heading: str
    """The heading of its column."""
    about: str
    """A sentence about the tie-break for the documents."""
    rule: Callable[[Part], Any] | None
    """Returns the figure from a player's rounds; None if no rule gives it, as for lots: its column then has values."""

    def of_rounds(self, part: Part) -> Any:
        """Apply the rule to a player's rounds."""
        if self.rule is None:
            raise LookupError(f"{self.step.id} does not follow from the rounds")
        return self.rule(part)


def _or_blank(column: str, figure: Callable[[Several[Any]], Any]) -> Callable[[Part], Any]:
    """Return the rule of a tie-break that is a figure of one column, and is blank if that column has no numbers."""
    return lambda of: when(of(column).count == 0, None, figure(of(column)))


DIRECT, LOT = "direct", "lot"
"""The ids of the tie-break that depends on who is equal before it, and of the tie-break by lot."""

_ALL = (
    TieBreak(
        Step("buchholz", "the sum of the opponents' scores"),
        "Buchholz",
        "The sum of the opponents' scores.",
        lambda of: of("against").sum,
    ),
    TieBreak(
        Step("buchholz_cut1", "the sum of the opponents' scores without the lowest"),
        "Buchholz less lowest",
        "The same without the lowest of them; 0 with one opponent.",
        lambda of: when(of("against").count < 2, 0, of("against").sum - of("against").lowest),
    ),
    TieBreak(
        Step("buchholz_median", "the sum of the opponents' scores without the highest and the lowest"),
        "Buchholz median",
        "The same without the highest and the lowest; 0 with two opponents or fewer.",
        lambda of: when(of("against").count < 3, 0, of("against").sum - of("against").lowest - of("against").highest),
    ),
    TieBreak(
        Step("sonneborn_berger", "the opponents' scores times the share won of the game"),
        "Sonneborn-Berger",
        "The sum of each opponent's score times the share won of the game: 1, 1/2 or 0.",
        lambda of: of("against").sum_with(of("share")),
    ),
    TieBreak(
        Step(DIRECT, "the score of the games among those who are still equal", blank="last"),
        "Direct",
        "What was scored in games among those who were equal before it; nothing unless every two of them have met.",
        _or_blank("tied", lambda tied: tied.sum),
    ),
    TieBreak(
        Step("opponents_rating", "the mean rating of the opponents", blank="last"),
        "Opponents' rating",
        "The mean rating of the opponents; who met nobody with a rating comes last.",
        _or_blank("rating", lambda ratings: ratings.mean),
    ),
    TieBreak(
        Step("wins", "most wins", exact=True),
        "Wins",
        "Games won; a bye is none.",
        lambda of: of("share").occurrences(1) - of("kind").occurrences("bye"),
    ),
    TieBreak(
        Step("losses", "fewest losses", lower=True, exact=True),
        "Losses",
        "Games lost, and rounds missed where these count as lost: the fewer the better.",
        lambda of: of("loses").count,
    ),
    TieBreak(
        Step(
            "first_loss", "the round of the first loss, the later the better (none is best)", blank="first", exact=True
        ),
        "First loss",
        "The round of the first loss, the later the better; who has none comes first. A missed round is one where it "
        "counts as lost.",
        _or_blank("loses", lambda rounds: rounds.lowest),
    ),
    TieBreak(
        Step(
            "first_draw", "the round of the first draw, the later the better (none is best)", blank="first", exact=True
        ),
        "First draw",
        "The round of the first draw, the later the better; who has none comes first.",
        _or_blank("draws", lambda rounds: rounds.lowest),
    ),
    TieBreak(
        Step("difference", "the difference of scenario points"),
        "Difference of SP",
        "The differences of scenario points, added up.",
        lambda of: of("margin").sum,
    ),
    TieBreak(
        Step("progressive", "the sum of the scores after each round"),
        "Progressive",
        "The sum of the scores that somebody had after each round.",
        lambda of: of("running").sum,
    ),
    TieBreak(
        Step("best_round", "the best round", blank="last"),
        "Best round",
        "The highest score of a round that was played; a bye is none.",
        _or_blank("played", lambda scores: scores.highest),
    ),
    TieBreak(
        Step("worst_round", "the score of the worst round", blank="last"),
        "Worst round",
        "The lowest score of a round that was played; the higher the better.",
        _or_blank("played", lambda scores: scores.lowest),
    ),
    TieBreak(
        Step("last_round", "the score of the last round"),
        "Last round",
        "The score of the last round that is scored.",
        lambda of: of("score").last,
    ),
    TieBreak(
        Step("rounds", "most rounds", exact=True),
        "Rounds",
        "Rounds with a game or a bye.",
        lambda of: of("kind").occurrences("game") + of("kind").occurrences("bye"),
    ),
    TieBreak(
        Step(LOT, "lot", lower=True, exact=True),
        "Lot",
        "A lot that follows from the seed: the lowest number comes first.",
        None,
    ),
)

TIE_BREAKS: Mapping[str, TieBreak] = {one.step.id: one for one in _ALL}
"""All tie-breaks by their ids."""


def columns_of(ids: Sequence[str]) -> list[str]:
    """Return the columns of the table of rounds that tie-breaks need, each after those that it is made from.

    Examples
    --------
    >>> columns_of(["buchholz", "losses"])
    ['against', 'share', 'round', 'loses']
    """
    needed: dict[str, Several[Fraction]] = {}
    # rules are called with a round of each kind, or with none, to learn the columns that they ask for
    outings = tuple(Outing("", number, kind) for number, kind in enumerate(get_args(Kind)))
    own = TieRecord({"": 0}, outings).by_player[""]

    def part(key: str) -> Several[Fraction]:
        if key not in needed:
            for one in outings if key in BY_ROUND else ():
                BY_ROUND[key].rule(TieLine(own, one, partial(cell, one), lambda _, other: part(other)))
            needed[key] = Numbers([])
        return needed[key]

    def cell(one: Outing, key: str) -> Plain:
        part(key)
        return own.value(key, one)

    for id_ in ids:
        if id_ != LOT:
            TIE_BREAKS[id_].of_rounds(part)
    return [*needed]


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
