"""The file of an event of accelerated Swiss: players with ratings, scenarios with two sides and balances, wishes.

Source: ASO 2008 Tournament Rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from annotated_types import Ge, Le, MaxLen
from msgspec.structs import replace
from pydantic import Field, Strict

from sheetscore.event.identity import Id, Listed, Name, Refers, TakenFrom, folded
from sheetscore.event.model import (
    MOST_TABLES,
    EventPart,
    Header,
    NoSeatLabels,
    Player,
    Premise,
    RoundNumber,
    Settings,
    YesNo,
)
from sheetscore.event.scenarios import Round, Scenario
from sheetscore.pairing.draw import display_name
from sheetscore.pairing.swiss.pools import MOST_SWISS_ROUNDS, pool_limit, pool_words
from sheetscore.pairing.swiss.record import HIGHEST_POINTS, SwissPlayer, SwissSettings
from sheetscore.scoring.swiss_ranking import USUAL
from sheetscore.scoring.tie_steps import OfGames, OfOpponents, OfRounds, tie_break_setting
from sheetscore.systems.two_at_a_table import EventOfTwos
from sheetscore.wording import pluralize

USUAL_ROUNDS = 5
MOST_LEVEL = 3
"""The highest balance level; the lowest is 0."""

MOST_OPTIONAL_RULES = 9
"""The most optional rules of an event: each has a box on every line of the list of results."""

Points = Annotated[int, Strict(), Ge(0), Le(HIGHEST_POINTS)]


class AsoHeader(Header):
    """The name of the event and its number of rounds: five by default."""

    rounds: RoundNumber = Field(
        default=USUAL_ROUNDS,
        title="Rounds",
        description=f"How many rounds are played: 1 to {MOST_SWISS_ROUNDS}; blank means {USUAL_ROUNDS}. The number "
        "sets the pools: with 5 the best 32 meet in round 1, the best 16 undefeated in round 2, then 8, 4 and 2.",
    )


_WEIGHT = (
    "How strongly a computer avoids such a pair when it draws: the larger the number, the more; 0 means not at all. "
    "A draw with cards does not use the number."
)
"""What players read about settings that no draw with cards can follow."""


class AsoSettings(Settings):
    """The decisions that accelerated Swiss leaves to the director."""

    LATER: ClassVar[frozenset[str]] = frozenset({"rotate_tables", "tie_breaks"})  # added in later versions
    SCORES: ClassVar[frozenset[str]] = frozenset({"bye_points", "missed_points"})
    SHAPES: ClassVar[frozenset[str]] = frozenset({"optional_rules"})
    RANKS: ClassVar[frozenset[str]] = Settings.RANKS | {"bye_keeps_undefeated", "missed_round", "unrated"}

    bye_points: Points = Field(default=3, title="Points for a bye", description="What a bye scores; a win scores 3.")
    bye_keeps_undefeated: YesNo = Field(
        default=True,
        title="Bye keeps undefeated",
        description="Whether somebody with a bye still counts as undefeated.",
    )
    missed_points: Points = Field(
        default=0, title="Points for a missed round", description="What a round scores that somebody misses."
    )
    missed_round: Literal["loss", "none"] = Field(
        default="loss",
        title="Missed round",
        description="What a round that somebody misses is for the tie-breaks. loss: lost in that round. none: no loss, "
        "since no game was played. Nobody is undefeated after it in either case.",
    )
    request_points: Points = Field(
        default=3,
        title="Requests within",
        description="How many points two may lie apart, at most, who ask to meet.",
    )
    regular: Points = Field(
        default=4,
        json_schema_extra={"about": f"{_WEIGHT} If several of these three hold for a pair, they are added up."},
        title="Regular opponents",
        description="How strongly a pair of regular opponents is avoided; 0 means not at all. If several of "
        "this and the next two hold for a pair, their numbers are added up.",
    )
    same_club: Points = Field(
        default=2,
        json_schema_extra={"about": _WEIGHT},
        title="Same club",
        description="How strongly a pair of one club is avoided; 0 means not at all.",
    )
    same_country: Points = Field(
        default=1,
        json_schema_extra={"about": _WEIGHT},
        title="Same country",
        description="How strongly a pair of one country is avoided; 0 means not at all.",
    )
    unrated: Annotated[int, Strict(), Ge(0), Le(9999)] = Field(
        default=1000, title="Unrated players", description="The rating of players who have none."
    )
    rotate_tables: YesNo = Field(
        default=False,
        title="Rotate tables",
        description="Who plays where. no: tables go by points, the first for those with most. yes: nobody plays at "
        "a table again, as far as that can be.",
    )
    optional_rules: Annotated[tuple[Listed, ...], MaxLen(MOST_OPTIONAL_RULES)] = Field(
        default=(),
        json_schema_extra={
            "about": "Rules in force that two players may waive if both agree.",
            "words": {"blank": "none"},
        },
        title="Optional rules",
        description="Rules in force that two players may waive if both agree, with a semicolon between them, such as "
        "IIFT (A7.37); Reverse Motion (F.11). The list of results gets a box for each.",
    )
    tie_breaks: tuple[Literal[OfOpponents, OfGames, OfRounds], ...] = tie_break_setting(USUAL)


class AsoPlayer(Player):
    """A player, who may have a fixed table, such as somebody who cannot move about."""

    table: Annotated[int, Strict(), Ge(1), Le(MOST_TABLES)] | None = Field(
        default=None, title="Table", description="A table that the player keeps throughout; usually blank."
    )


class AsoSide(EventPart):
    """One of the two sides of a scenario."""

    id: Id = Field(title="Id", description="A short name such as german.")
    title: Name = Field(title="Title", description="What the side is called on the slips.")


class Balance(EventPart):
    """The concession of a side at one of its balance levels."""

    side: Annotated[Id, TakenFrom("scenario.side")] = Field(
        title="Side", description="Id of the side of this scenario whose balance it is."
    )
    level: Annotated[int, Strict(), Ge(0), Le(MOST_LEVEL)] = Field(
        title="Level", description=f"0 to {MOST_LEVEL}; each level strengthens the enemy or weakens the side itself."
    )
    text: Name = Field(title="Text", description="What changes, as the scenario says it.")


class AsoScenario(Scenario):
    """A scenario for two, with balances."""

    sides: tuple[AsoSide, ...] = Field(  # type: ignore[assignment]
        default=(), alias="side", title="Sides", description="The two sides of each scenario."
    )
    balances: tuple[Balance, ...] = Field(
        default=(), alias="balance", title="Balances", description="What the balance levels of the sides change."
    )

    def balance_text(self, side: AsoSide, level: int) -> str:
        """Return the concession of a side at a level; empty if the scenario has no text."""
        texts = (one.text for one in self.balances if folded(one.side) == folded(side.id) and one.level == level)
        return next(texts, "")


class ScenarioChoice(Round):
    """A round and the scenarios that its players choose from."""

    scenario: tuple[Annotated[Id, Refers("scenario")], ...] = Field(  # type: ignore[assignment]
        default=(),
        title="Scenarios",
        description="Ids of the scenarios on offer, usually three, such as s1, s2, s3. Blank until they are chosen; a "
        "round is drawn when it has some.",
    )


class AsoEvent(EventOfTwos):
    """An event of accelerated Swiss."""

    header: AsoHeader = Field(alias="event", title="Event", description="What the event is.")
    settings: AsoSettings = Field(
        default_factory=AsoSettings, title="Settings", description="What the rules leave open. Blank: as usual."
    )
    players: tuple[AsoPlayer, ...] = Field(
        default=(), alias="player", title="Players", description="Who plays, with the rating at the start."
    )
    scenarios: tuple[AsoScenario, ...] = Field(
        default=(), alias="scenario", title="Scenarios", description="What is played."
    )
    rounds: tuple[ScenarioChoice, ...] = Field(
        default=(), alias="round", title="Rounds", description="Which scenarios are on offer in which round."
    )

    @property
    def play_off(self) -> int | None:
        """The number of the round after the last, if there is one: a play-off of two joint winners."""
        after = self.header.rounds + 1
        return after if any(round_.number == after and round_.scenario for round_ in self.rounds) else None

    @property
    def stages(self) -> tuple[int, ...]:
        """The numbers of the rounds, with that of a play-off."""
        return super().stages if self.play_off is None else (*super().stages, self.play_off)

    def entrants(self, stage: int) -> dict[str, str]:
        """Return the names of the players to draw, by their ids.

        For a play-off everybody, since only results tell who the joint winners are.
        """
        return self.names if stage == self.play_off else super().entrants(stage)

    def subject(self, stage: int) -> str:
        """Return the subject of a round: the titles of its scenarios."""
        titles = super().subject(stage)
        return f"Play-off: {titles}" if stage == self.play_off else titles

    def scenario_at(self, _stage: int, _table: int, /) -> str:
        """Return nothing: the players choose at the table."""
        return ""

    @property
    def parts_on_papers(self) -> frozenset[str]:
        """The balances."""
        return frozenset({"balance"})

    @property
    def drawn_by_results(self) -> bool:
        """Yes: undefeated players meet, and those with about the same points."""
        return True

    @property
    def unseated(self) -> NoSeatLabels:
        """The labels of players without a seat, with what the round scores for them: a bye, and an absence."""
        rules = self.swiss_settings
        worth = {rules.loss: "a loss", rules.draw: "a draw", rules.win: "a win"}.get(rules.bye_points)
        bye = f"scores as {worth}" if worth else pluralize(rules.bye_points, "point")
        return NoSeatLabels(f"bye ({bye})", f"absent ({rules.missed_points})")

    @property
    def premises(self) -> tuple[Premise, ...]:
        """The number of rounds, from which the size of the pools follows, and the ratings at the start."""
        ratings = ((player, self.swiss_player(player).rating) for player in self.players)
        return (
            Premise("rounds", "the number of rounds", str(self.header.rounds)),
            *(
                Premise(
                    f"rating {player.id}",
                    f"the rating of {display_name(player.id, self.names)}",
                    str(rating),
                    player.id,
                )
                for player, rating in ratings
            ),
        )

    @property
    def rated_at_first_result(self) -> bool:
        """Yes: for pools, seeding and tie-breaks a rating counts as it was when the first result came in."""
        return True

    def as_drawn_with(self, made_with: Mapping[str, str], /) -> Self:
        """Return the event with the number of rounds and the ratings that a draw was made with."""

        def then(key: str, now: int) -> int:
            written = made_with.get(key, "")
            return int(written) if written.isdecimal() else now

        rounds = then("rounds", self.header.rounds)
        players = (
            player.model_copy(update={"rating": then(f"rating {player.id}", self.swiss_player(player).rating)})
            for player in self.players
        )
        header = self.header.model_copy(update={"rounds": rounds})
        return self.model_copy(update={"header": header, "players": tuple(players)})

    def prospects(self, stage: int) -> tuple[str, ...]:
        """Name the pools of this round and later ones; before round 1 also warn if several may win together."""
        rounds, players = self.header.rounds, len(self.players)
        if stage > rounds:
            return ()
        pools = "; ".join(f"round {number}: {pool_words(rounds, number)}" for number in range(stage, rounds + 1))
        messages = [f"{pluralize(rounds, 'round')} make these pools. {pools[:1].upper()}{pools[1:]}."]
        certain = pool_limit(rounds, 1)
        if stage == 1 and players > certain:
            messages.append(
                f"{players} players: {pluralize(rounds, 'round')} make a single winner certain for {certain} at most, "
                f"so that several may win together. With {(players - 1).bit_length()} rounds one winner is certain."
            )
        return tuple(messages)

    @property
    def swiss_settings(self) -> SwissSettings:
        """The rules in force, for pairing and ranking."""
        others = {"unrated", "optional_rules", "missed_round", "rotate_tables", "tie_breaks"}
        chosen = {name: value for name, value in self.settings if name not in others}
        lost = self.settings.missed_round == "loss"
        return SwissSettings(rounds=self.header.rounds, missed_is_loss=lost, **chosen)

    def swiss_settings_then(self, settings: Mapping[int, Settings]) -> dict[int, SwissSettings]:
        """Return, by round, the rules of those rounds that were scored under other settings than the present ones.

        Parameters
        ----------
        settings
            The settings of scored rounds, by round.
        """
        events = (
            (number, self.model_copy(update={"settings": one}))
            for number, one in settings.items()
            if one != self.settings
        )
        return {number: event.swiss_settings for number, event in events}

    def swiss_settings_of(self, number: int) -> SwissSettings:
        """Return the rules by which a round (counted from 1) scores; a play-off is worth no points, however it ends."""
        rules = self.swiss_settings
        return replace(rules, win=0, draw=0, loss=0, bye_points=0) if number == self.play_off else rules

    def swiss_player(self, player: AsoPlayer) -> SwissPlayer:
        """Return a player for pairing and ranking; without a rating, with that of the settings."""
        return self.as_paired(player, self.settings.unrated)


def starter_event(name: str) -> AsoEvent:
    """Return a small event that is complete except for its players, to be changed at will."""
    sides = (AsoSide(id="attacker", title="Attacker"), AsoSide(id="defender", title="Defender"))
    balances = tuple(
        Balance(side=side.id, level=level, text=f"{side.title} has {pluralize(level, 'squad')} fewer")
        for side in sides
        for level in range(1, MOST_LEVEL + 1)
    )
    titles = {"bridge": "The bridge", "village": "The village", "woods": "The woods"}
    return AsoEvent(
        header=AsoHeader(name=name, system="aso"),
        scenarios=tuple(
            AsoScenario(id=id_, title=title, sides=sides, balances=balances) for id_, title in titles.items()
        ),
        rounds=(
            ScenarioChoice(number=1, scenario=tuple(titles)),
            *(ScenarioChoice(number=number) for number in range(2, USUAL_ROUNDS + 1)),
        ),
    )
