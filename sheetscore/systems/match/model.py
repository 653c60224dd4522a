"""The model of an event of matched games: settings, scenarios with a kind of victory, wishes for pairs, handicaps.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import AfterValidator, Field, Strict

from sheetscore.event.identity import (
    Expected,
    Id,
    Listed,
    Meanings,
    Name,
    PlayerId,
    Refers,
    TakenFrom,
    Text,
    folded,
    word_and_meaning,
)
from sheetscore.event.model import (
    MOST_ROUNDS,
    EventPart,
    Header,
    NoSeatLabels,
    Player,
    Premise,
    Settings,
    YesNo,
)
from sheetscore.event.scenarios import Round, Scenario
from sheetscore.pairing.round_robin import rounds_needed
from sheetscore.scoring.tie_steps import OfGames, OfOpponents, OfRounds, tie_break_setting
from sheetscore.systems.match.deciding import GAMES, HandicapLevel, WinAndDraw
from sheetscore.systems.match.games import LEVELS, SIDES, GameKind, Grading, Level, Scale, SideName
from sheetscore.systems.match.matches import HIGHEST, MATCHES, MatchDecisions, fraction_from
from sheetscore.systems.two_at_a_table import SEATS, EventOfTwos
from sheetscore.systems.wishes import TwoPlayers, Wish, WishKind
from sheetscore.wording import pluralize

RankedBy = Literal["won", "levels", "net"]


MOST_TURNS = 999

PairedBy = Literal["round-robin", "swiss", "ladder", "named"]


class MatchSettings(Settings):
    """The decisions that matched games leave to the director."""

    SCORES: ClassVar[frozenset[str]] = frozenset(
        {"handicaps", "win_and_draw", "level_scale", "handicap_level", "series_handicap"}
    )
    SHAPES: ClassVar[frozenset[str]] = frozenset({"series"})
    LATER: ClassVar[frozenset[str]] = frozenset({"tie_breaks"})  # added in later versions
    RANKS: ClassVar[frozenset[str]] = Settings.RANKS | {"ranking"}

    pairing: PairedBy = Field(
        default="round-robin",
        title="Pairing",
        description="Who meets whom. round-robin: everybody meets everybody. swiss: those who stand about level. "
        "ladder: challengers and neighbours in an order. named: the pairs that you lock.",
    )
    series: Annotated[int, Strict(), Ge(1), Le(MATCHES), Expected(f"1 or {MATCHES}")] = Field(
        default=1,
        title="Matches a round",
        description=f"How many matches two players have in a round: 1, or {MATCHES} for a series.",
    )
    handicaps: YesNo = Field(
        default=True,
        title="Handicaps",
        description="Whether handicaps count in matches; if not they are kept all the same, and revised.",
    )
    ranking: Annotated[tuple[RankedBy, ...], MinLen(1), MaxLen(3)] = Field(
        default=("won", "levels", "net"),
        title="Ranking",
        description="What decides the standings, the first first. won: matches won, a draw is half a one. levels: the "
        "points of their levels. net: match points per game, added up over the matches.",
    )
    win_and_draw: WinAndDraw = Field(
        default="win",
        title="A win and a draw",
        description="The result of a match without levels of which one game was won and the other drawn. win: a win. "
        "draw: a draw.",
    )
    level_scale: Scale = Field(
        default="threshold",
        title="Scale of levels",
        description="Which level a result has. threshold: a result has the level whose points it reaches. "
        "nearest: the level whose points are nearest, half-way the higher one.",
    )
    handicap_level: HandicapLevel = Field(
        default="own",
        title="Level with a handicap",
        description="From which result the level of a match is read. own: the winner's own, per game. margin: half "
        "the distance between both players' results, per game.",
    )
    series_handicap: YesNo = Field(
        default=True,
        title="Handicaps in a series",
        description="Whether the handicaps of its matches count for the level of a series.",
    )
    reach: Annotated[int, Strict(), Ge(1), Le(MOST_ROUNDS)] = Field(
        default=3, title="Reach", description="How many places higher a player of a ladder may challenge."
    )
    tie_breaks: tuple[Literal[OfOpponents, OfGames, OfRounds], ...] = tie_break_setting()


class MatchSide(EventPart):
    """One of the two sides of a scenario, with the orders of battle that players may choose from."""

    id: Id = Field(title="Id", description="A short name such as german.")
    title: Name = Field(title="Title", description="What the side is called on the sheets.")
    orders: tuple[Listed, ...] = Field(
        default=(),
        title="Orders of battle",
        description="Those that the players may choose from, with a semicolon between them; usually blank.",
    )


class MatchScenario(Scenario):
    """A scenario for two, with the kind of its victories."""

    SCORES: ClassVar[frozenset[str]] = frozenset({"game_system", "grading", "graded_side", "levels"})

    game_system: Name = Field(
        title="Game system",
        description="The game or family of games that it belongs to; handicaps hold within one.",
    )
    grading: Grading = Field(
        default="graded",
        title="Victory",
        description="graded: marginal, substantive, decisive. one-sided: levels for one side alone. points: points or "
        "units destroyed. territory: an objective is reached. win: neither.",
    )
    graded_side: Annotated[Id, TakenFrom("scenario.side")] | None = Field(
        default=None,
        title="Side with levels",
        description="Id of the side whose victories have levels, where only one side's do; else blank.",
    )
    turns: Annotated[int, Strict(), Ge(1), Le(MOST_TURNS)] | None = Field(
        default=None, title="Game-turns", description="How many it has; blank where that does not matter."
    )
    draws: YesNo = Field(default=True, title="Draws", description="Whether a game of it may be drawn.")
    levels: Meanings = Field(
        default=(),
        title="Names of levels",
        description="What the game itself calls them, such as Minor = marginal; Major = substantive; "
        "Total = decisive. Blank: as they are.",
    )
    sides: tuple[MatchSide, ...] = Field(  # type: ignore[assignment]
        default=(), alias="side", title="Sides", description="The two sides of each scenario."
    )

    @property
    def graded_name(self) -> SideName | None:
        """The only side that wins at levels; None if both do, or neither."""
        if self.grading != "one-sided":
            return None
        named = zip(SIDES, self.sides, strict=False)
        return next((name for name, side in named if folded(side.id) == folded(self.graded_side)), None)

    @property
    def kind(self) -> GameKind:
        """The kind of its games, for scoring."""
        return GameKind(self.grading, self.graded_name, self.turns, self.draws)

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        """Its own words for levels, each with its meaning: ``("Minor", "marginal")``."""
        return tuple(map(word_and_meaning, self.levels))

    def word_for(self, level: Level) -> str:
        """Return its word for a level."""
        return next((word for word, meant in self.words if folded(meant) == level), level)

    def level_called(self, word: object) -> Level | None:
        """Return the level that a word means, an own word of the scenario or a standard one; None if it means none."""
        meant = {folded(own): folded(level) for own, level in self.words}.get(folded(word), folded(word))
        return next((level for level in LEVELS if level == meant), None)


class MatchScenarioChoice(Round):
    """A round and the scenarios that its players choose from."""

    scenario: tuple[Annotated[Id, Refers("scenario")], ...] = Field(  # type: ignore[assignment]
        default=(),
        title="Scenarios",
        description="Id of the scenario that is played, or of those that the players of each table choose from. Blank "
        "until they are chosen; a round is drawn when it has some.",
    )


class PairingWish(Wish):
    """Two players who are to meet or not to meet, or who meet often outside of the event."""

    kind: WishKind = Field(
        title="Kind",
        description="lock: they meet; on a ladder the first challenges the second. forbid: they never meet. In a "
        "Swiss draw also request: both want to; regular: they play often anyway.",
    )
    players: TwoPlayers = Field(
        title="Players", description="The ids or the names of the two, such as P01, P02; a challenger first."
    )


def _handicap_points(text: str) -> str:
    number = fraction_from(text)
    if number is None or number > HIGHEST:
        raise ValueError("no number of points that a handicap can have")
    return str(number)


class Handicap(EventPart):
    """The handicap of a player against another in a game system."""

    player: Annotated[PlayerId, Refers("player")] = Field(
        title="Player", description="Id of the weaker player, who gets the points in every match of the two."
    )
    against: Annotated[PlayerId, Refers("player")] = Field(title="Against", description="Id of the stronger player.")
    game_system: Annotated[Name, TakenFrom("scenario", "game_system")] = Field(
        title="Game system", description="The game system of the series that the handicap comes from."
    )
    points: Annotated[
        str, AfterValidator(_handicap_points), Expected(f"a number from 0 to {HIGHEST}, such as 8, 8/3 or 2.5,")
    ] = Field(title="Points", description=f"Match points from 0 to {HIGHEST}, exactly: 8/3 or 2 2/3, and not 2.67.")
    source: Text = Field(default="", title="Source", description="Where it comes from; free text.")

    @property
    def exact(self) -> Fraction:
        """The points."""
        return Fraction(self.points)


class MatchEvent(EventOfTwos):
    """An event of matched games."""

    GIVEN: ClassVar[frozenset[str]] = frozenset({"handicap"})  # kept in results

    header: Header = Field(alias="event", title="Event", description="What the event is.")
    settings: MatchSettings = Field(
        default_factory=MatchSettings, title="Settings", description="What the rules leave open. Blank: as usual."
    )
    players: tuple[Player, ...] = Field(
        default=(),
        alias="player",
        title="Players",
        description="Who plays. A ladder begins in this order, and a round robin is drawn by it.",
    )
    wishes: tuple[PairingWish, ...] = Field(
        default=(), alias="pairing", title="Pairings", description="Pairs that are locked, asked for or forbidden."
    )
    handicaps: tuple[Handicap, ...] = Field(
        default=(),
        alias="handicap",
        title="Handicaps",
        description="Those in force when the event begins, one for two players and a game system.",
    )
    scenarios: tuple[MatchScenario, ...] = Field(
        default=(), alias="scenario", title="Scenarios", description="What is played."
    )
    rounds: tuple[MatchScenarioChoice, ...] = Field(
        default=(), alias="round", title="Rounds", description="Which scenarios are played in which round."
    )

    def scenario_at(self, stage: int, _table: int, /) -> str:
        """Return the scenario of a round that has only one; else an empty text: the players choose at the table."""
        offered = self.choice(stage)
        return offered[0].id if len(offered) == 1 else ""

    @property
    def drawn_by_results(self) -> bool:
        """Whether pairs follow from the standings or a ladder."""
        return self.settings.pairing in {"swiss", "ladder"}

    @property
    def draws_look_back(self) -> bool:
        """Whether a draw depends on earlier rounds: that of a round robin does not."""
        return self.settings.pairing != "round-robin"

    @property
    def order_counts(self) -> bool:
        """Whether the order of the roster matters: a ladder begins with it, and a round robin is drawn by it."""
        return self.settings.pairing in {"ladder", "round-robin"}

    @property
    def unseated(self) -> NoSeatLabels:
        """The labels for players without a seat; a Swiss draw counts a bye as a won match."""
        return NoSeatLabels("bye (a won match)", "absent") if self.settings.pairing == "swiss" else NoSeatLabels()

    @property
    def premises(self) -> tuple[Premise, ...]:
        """The number of players, which determines all rounds of a round robin."""
        if self.settings.pairing != "round-robin":
            return ()
        return (Premise("players", "the number of players", str(len(self.players))),)

    def prospects(self, stage: int) -> tuple[str, ...]:
        """Say if a series has only one day, and before the first round of a round robin whether all meet all."""
        return *self._series_on_one_day(stage), *self._all_against_all(stage)

    def _series_on_one_day(self, stage: int) -> tuple[str, ...]:
        if not self.plays_series or self.slot(stage) is None:
            return ()
        games = GAMES * MATCHES
        return (
            f"Round {stage} is a series: {MATCHES} matches, {games} games, and the schedule gives it one day. A "
            "series is meant for several meetings; for one day put 1 under Matches a round.",
        )

    def _all_against_all(self, stage: int) -> tuple[str, ...]:
        players, rounds = len(self.players), self.header.rounds
        if self.settings.pairing != "round-robin" or stage != 1 or players < len(SEATS):
            return ()
        needed = rounds_needed(players)
        if rounds % needed == 0:
            return (f"{players} players: in {pluralize(rounds, 'round')} everybody meets everybody, equally often.",)
        return (
            f"{players} players need {pluralize(needed, 'round')}, or a multiple of that, for everybody to meet "
            f"everybody equally often; the event has {rounds}.",
        )

    @property
    def decisions(self) -> MatchDecisions:
        """The decisions for scoring."""
        chosen = self.settings
        return MatchDecisions(chosen.win_and_draw, chosen.level_scale, chosen.handicap_level, chosen.series_handicap)

    @property
    def plays_series(self) -> bool:
        """Whether two players have a series in a round."""
        return self.settings.series == MATCHES

    def roster_id(self, id_: str) -> str:
        """Return an id with the capitals of the roster; unknown ones unchanged."""
        return next((player.id for player in self.players if folded(player.id) == folded(id_)), id_)


def starter_event(name: str) -> MatchEvent:
    """Return a small event that is complete except for its players, to be changed at will.

    Parameters
    ----------
    name
        The name of the event.
    """
    sides = (MatchSide(id="attacker", title="Attacker"), MatchSide(id="defender", title="Defender"))
    scenario = MatchScenario(id="bridge", title="The bridge", sides=sides, game_system="Bridges", turns=10)
    rounds = 3
    return MatchEvent(
        header=Header(name=name, system="match", rounds=rounds),
        scenarios=(scenario,),
        rounds=tuple(MatchScenarioChoice(number=number, scenario=("bridge",)) for number in range(1, rounds + 1)),
    )
