"""The model of an event of Diplomacy: players, perhaps in teams, a scoring system, how games add up to an event."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic import BeforeValidator, Field, Strict, StringConstraints

from sheetscore.event.identity import Expected, Id, Name, Offered, PlayerId, Refers, folded
from sheetscore.event.model import Event, EventPart, Header, Party, Player, RoundNumber, Settings, YesNo
from sheetscore.pairing.origins import Origin
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import ALSO_CALLED, POWERS, START, power_called
from sheetscore.scoring.boards.system import board_systems

FIRST_YEAR = START + 1
"""The first year played."""

MOST_YEARS = 20
"""The most years on a board sheet."""

HIGHEST = 10_000_000
"""The highest score, also under a director's own system; a ruling on the sheet of a board may be as high."""


def _power(value: object) -> object:
    return power_called(value) if isinstance(value, str) else value


Power = Annotated[
    Literal["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"], BeforeValidator(_power)
]

TieBreak = Literal["solos", "best_game", "second_best_game", "centres", "head_to_head", "rounds", "lot"]

ScoringId = Annotated[
    str,
    StringConstraints(max_length=60, pattern=r"^[^\r\n]*[^\W_][^\r\n]*$"),
    Expected("the id of a scoring system, such as sum-of-squares; “sheetscore systems diplomacy” lists them"),
]


def _scoring_systems(own: Path | None) -> dict[str, str]:
    """Return a line about each scoring system in force; only shipped ones if a file of the event has mistakes."""
    try:
        files = board_systems(own)
    except MistakesFound:
        files = board_systems()
    return {file.id: f"{file.title}: {file.description}" for file in files}


Weight = Annotated[Decimal, Ge(Decimal(0)), Le(Decimal(1000))]
Score = Annotated[Decimal, Ge(Decimal(-HIGHEST)), Le(Decimal(HIGHEST))]


class DiplomacySettings(Settings):
    """The decisions that Diplomacy leaves to the director."""

    LATER: ClassVar[frozenset[str]] = frozenset({"keep_apart"})  # added in later versions
    SCORES: ClassVar[frozenset[str]] = frozenset({"scoring", "sit_out_score"})
    COUNTED_IN: ClassVar[Mapping[str, str]] = {"scoring": "ruling."}
    RANKS: ClassVar[frozenset[str]] = Settings.RANKS | {
        "round_scoring", "event_scoring", "counted", "weights", "team_members",
    }  # fmt: skip
    SHAPES: ClassVar[frozenset[str]] = frozenset({"last_year"})

    scoring: Annotated[ScoringId, Offered("Scoring systems", _scoring_systems)] = Field(
        default="sum-of-squares",
        title="Scoring",
        description="The id of the scoring system, such as sum-of-squares; “sheetscore systems diplomacy” lists them.",
    )
    round_scoring: Literal["best", "sum", "none"] = Field(
        default="best",
        title="Several games in a round",
        description="What counts for somebody with two games in a round. best: the best of them. sum: their sum. none: "
        "every game counts on its own.",
    )
    event_scoring: Literal["sum", "weights", "average", "per_round", "hurst", "mystery"] = Field(
        default="sum",
        title="Event scoring",
        description="What counts in the event. sum: the sum of the best rounds. weights: the best times the first "
        "weight and so on. average: per round played. per_round: the sum divided by the rounds held. hurst: centres "
        "above the power's mean in the event. mystery: draws 100, solos by all games.",
    )
    counted: Annotated[int, Strict(), Ge(1), Le(99)] | None = Field(
        default=None,
        title="Best rounds counted",
        description="How many of the best scores count in a sum. Blank: all.",
    )
    weights: tuple[Weight, ...] = Field(
        default=(),
        json_schema_extra={
            "about": "What the best score is multiplied by, the second best and so on, if scores have weights.",
            "words": {"blank": "none"},
        },
        title="Weights",
        description="For weights: what the best score is multiplied by, the second best and so on, such as 1, 1, 0.5.",
    )
    tie_breaks: tuple[TieBreak, ...] = Field(
        default=("solos", "best_game", "second_best_game", "centres", "head_to_head"),
        title="Ties are broken by",
        description="What decides between equal scores, one after the other. none: nothing does. best_game: the best "
        "game. second_best_game: the second best game. head_to_head: who scored more on the boards that the tied "
        "players shared. rounds: who played more.",
    )
    sit_out_score: Score | None = Field(
        default=None,
        title="Score for sitting out",
        description="What a round scores for somebody who has to sit out. Blank: the round does not count.",
    )
    remainder: Literal["sit_out", "standbys", "double"] = Field(
        default="sit_out",
        title="Players left over",
        description="When the players make no full boards. sit_out: some sit out. standbys: standbys fill up. double: "
        "some play on two boards.",
    )
    powers: Literal["balanced", "preferences"] = Field(
        default="balanced",
        title="Powers",
        description="Who plays which. balanced: nobody plays a power twice as far as that can be. preferences: by the "
        "players' lists.",
    )
    team_mates_apart: YesNo = Field(
        default=True, title="Team mates apart", description="Whether team mates are kept off each other's boards."
    )
    keep_apart: tuple[Origin, ...] = Field(
        default=(),
        title="Kept apart if possible",
        description="Players of one club, of one country or of both are on one board as rarely as can be without more "
        "meetings that come again, and without more powers played again. Blank: nobody, wherever they come from.",
    )
    team_members: Annotated[int, Strict(), Ge(1), Le(99)] = Field(
        default=3, title="Members counted", description="How many of its members' best scores make a team's score."
    )
    last_year: Annotated[int, Strict(), Ge(FIRST_YEAR), Le(START + MOST_YEARS)] = Field(
        default=1910,
        json_schema_extra={
            "about": "The last line of the board sheets' chart. Of a game that goes on the final centres are written.",
        },
        title="Last year on the sheet",
        description=f"The last line of the board sheets' chart: {FIRST_YEAR} to {START + MOST_YEARS}. A game that goes "
        "on is entered by its final centres.",
    )


class DiplomacyTeam(EventPart):
    """A team, whose members play for themselves, too."""

    id: Id = Field(title="Id", description="A short mark of your own, such as T1; no two alike.")
    name: Name = Field(title="Name", description="As it is to be printed.")


class DiplomacyPlayer(Player):
    """A player, perhaps of a team; or a standby, who fills up boards."""

    RANKS: ClassVar[frozenset[str]] = frozenset({"standby"})

    team: Annotated[Id, Refers("team")] | None = Field(
        default=None, title="Team", description="Id of the player's team; blank for none."
    )
    standby: YesNo = Field(
        default=False,
        title="Standby",
        description="yes for somebody who plays only to fill up a board, and is not ranked.",
    )
    preferences: Annotated[tuple[Power, ...], MaxLen(len(POWERS))] = Field(
        default=(), title="Preferences", description="Powers from the most wanted down; only if powers go by these."
    )


class Apart(EventPart):
    """Two players to be kept on different boards if possible."""

    kind: Literal["forbid"] = Field(
        default="forbid", title="Kind", description="forbid: they meet only if nothing else can be drawn."
    )
    players: Annotated[tuple[Annotated[PlayerId, Refers("player")], ...], MinLen(2), MaxLen(2)] = Field(
        title="Players", description="The ids or the names of the two, such as P01, P02."
    )
    round: RoundNumber | None = Field(default=None, title="Round", description="The round meant; blank means all.")


class DiplomacyEvent(Event):
    """An event of Diplomacy: boards of seven in rounds."""

    TABLE_CALLED: ClassVar[str] = "Board"
    SEAT_CALLED: ClassVar[str] = "Power"
    REPORT_HAS_REMARKS: ClassVar[bool] = True

    settings: DiplomacySettings = Field(
        default_factory=DiplomacySettings,
        title="Settings",
        description="What the rules leave to the director. Blank: as usual.",
    )
    teams: tuple[DiplomacyTeam, ...] = Field(
        default=(), alias="team", title="Teams", description="Teams, if there are any; players name theirs."
    )
    players: tuple[DiplomacyPlayer, ...] = Field(
        default=(), alias="player", title="Players", description="Who plays, and who stands by."
    )
    pairs_apart: tuple[Apart, ...] = Field(
        default=(), alias="pairing", title="Pairings", description="Pairs that are kept on different boards."
    )

    @property
    def years(self) -> tuple[int, ...]:
        """The years on the chart of the board sheets."""
        return tuple(range(FIRST_YEAR, self.settings.last_year + 1))

    @property
    def team_names(self) -> dict[str, str]:
        """The name of the team of every player who is in one, by the ids of the players."""
        names = {folded(team.id): team.name for team in self.teams}
        return {one.id: names[folded(one.team)] for one in self.players if one.team and folded(one.team) in names}

    @property
    def parties(self) -> dict[str, Party]:
        """The teams, each with its players."""
        members: dict[str, list[str]] = {}
        for one in self.players:
            members.setdefault(folded(one.team or ""), []).append(one.id)
        return {team.id: Party(team.name, tuple(members.get(folded(team.id), ()))) for team in self.teams}

    def seats(self, _stage: int, /) -> dict[str, str]:
        """Return the seats of a board, the same in every round: the powers."""
        return dict.fromkeys(POWERS, "")

    @property
    def listed_words(self) -> frozenset[str]:
        """The words of every event, and the powers' names: score sheets accept these, so no player may have one."""
        return super().listed_words.union(*ALSO_CALLED.values())

    def places(self, stage: int, /) -> int | None:
        """Return the number of players on full boards; None unless ``remainder`` lets the others sit out."""
        players = len(self.entrants(stage))
        return players // len(POWERS) * len(POWERS) if self.settings.remainder == "sit_out" else None

    def apart(self, number: int) -> tuple[tuple[str, str], ...]:
        """Return the pairs to be kept apart in a round (counted from 1), as ids in the roster's spelling."""
        ids = {folded(player.id): player.id for player in self.players}
        pairs = (wish.players for wish in self.pairs_apart if wish.round in {None, number})
        return tuple((ids.get(folded(one), one), ids.get(folded(other), other)) for one, other in pairs)


def starter_event(name: str) -> DiplomacyEvent:
    """Return a small event that is complete but for its players, to be changed at will."""
    return DiplomacyEvent(header=Header(name=name, system="diplomacy", rounds=3))
