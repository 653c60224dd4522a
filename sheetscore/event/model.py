"""What events have, whatever their system: header, settings, players, and the stages that they play.

A system adds to these parts by subclassing them. Titles and descriptions of the fields become the headings,
prompts and help of event.xlsx; aliases are the keys of event.toml.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from annotated_types import Ge, Le
from msgspec import Struct
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    SerializerFunctionWrapHandler,
    Strict,
    model_serializer,
)

from sheetscore.event.folder import WHOLE_EVENT, EventFolder
from sheetscore.event.identity import Id, Name, PlayerId, StandsLast, Text, Uid, event_key, folded
from sheetscore.event.times import TimeOfDay, clock
from sheetscore.problems import WrongUsage

MOST_ROUNDS = 99
MOST_TABLES = 200
MOST_SEATS = 20
MOST_PLAYERS = 5_000
EARLIEST = dt.date(1901, 1, 1)
"""Spreadsheets disagree on the days before 1 March 1900."""

RoundNumber = Annotated[int, Strict(), Ge(1), Le(MOST_ROUNDS)]
"""The number of a round; rounds count from 1."""

YesNo = Annotated[bool, Strict()]
"""A question with two answers; a number is none of them."""


def ascending(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Put the numbers of rounds or seats in order, each once."""
    return tuple(sorted(set(numbers)))


class Stay(Struct, frozen=True):
    """In which rounds somebody takes part."""

    first: int = 1
    last: int | None = None
    """From the one round to the other, counted from 1; without a last one to the end."""
    absent: tuple[int, ...] = ()
    """Rounds in between that are missed."""

    def has(self, number: int) -> bool:
        """Return whether a round (counted from 1) is one of them."""
        return self.first <= number <= (self.last or MOST_ROUNDS) and number not in self.absent


class EventPart(BaseModel):
    """A part of an event; never changed once it is made."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        str_strip_whitespace=True,
        populate_by_name=True,
        coerce_numbers_to_str=True,  # an id typed as a number is still an id
        defer_build=True,  # built with the whole that it is in: alone, each part would slow every start
    )

    LATER: ClassVar[frozenset[str]] = frozenset()
    """Fields that came later than others: a part without them is written as it was before there were any."""

    @model_serializer(mode="wrap")
    def _as_ever(self, written: SerializerFunctionWrapHandler) -> dict[str, object]:
        """Leave out later fields that are as they come, so that older events keep their digest."""
        fields = type(self).model_fields
        return {
            key: value
            for key, value in written(self).items()
            if key not in self.LATER or getattr(self, key) != fields[key].default
        }

    @property
    def stay(self) -> Stay | None:
        """In which rounds it takes part; None for parts that do not come and go."""
        return None


class Header(EventPart):
    """What the event is called, by which system it is played, and on which paper."""

    LATER: ClassVar[frozenset[str]] = frozenset({"uid", "sort_names"})

    name: Name = Field(title="Name", description="What the event is called; printed on every sheet.")
    system: Id = Field(title="System", description="Which rules score the event: the id of a system, such as amps.")
    rounds: RoundNumber = Field(title="Rounds", description=f"How many rounds are played: 1 to {MOST_ROUNDS}.")
    date: Annotated[dt.date, Strict(), Ge(EARLIEST)] | None = Field(
        default=None, title="Date", description="The first day of the event, such as 1991-07-05."
    )
    place: Text = Field(default="", title="Place", description="Where it is held.")
    paper: Literal["letter", "a4"] = Field(
        default="letter", title="Paper", description="What the printer holds: letter (North America) or a4."
    )
    sort_names: Literal["family", "name"] = Field(
        default="family",
        title="Sort names",
        description="How postings by name are sorted: by the family name where the players have one, or by the name "
        "as it is printed.",
    )
    seed: Annotated[int, Strict(), Ge(0), Le(999_999_999)] = Field(
        default=1,
        title="Seed",
        description="Any whole number. Every random choice follows from it: same seed, same draw.",
    )
    uid: Uid | None = Field(
        default=None,
        title="Uid",
        description="Tells this event from every other, whatever they are called. Leave it as it is.",
    )


class Settings(EventPart):
    """The decisions that a system leaves to the director; a system lists its own."""

    SCORES: ClassVar[frozenset[str]] = frozenset()
    """Those that the results of a round rest on: when one changes, the scored rounds are scored again."""

    COUNTED_IN: ClassVar[Mapping[str, str]] = {}
    """Those that say what scores are counted in, each with how scripts begin to call the boxes of rulings: what a
    director ruled before it changed may mean something else.
    """

    SHAPES: ClassVar[frozenset[str]] = frozenset()
    """Those that score sheets or their lists rest on: they stay as they are once a round is scored."""

    RANKS: ClassVar[frozenset[str]] = frozenset({"tie_breaks"})
    """Those that standings alone rest on, which follow when one changes: a change while an event runs is told."""

    RECORDED: ClassVar[frozenset[str]] = frozenset()
    """Later ones that results have recorded all the same, where they have their default."""

    def is_recorded(self, name: str) -> bool:
        """Return whether results record a setting: they leave out what came later and has its default."""
        later = self.LATER - self.RECORDED
        return name not in later or getattr(self, name) != type(self).model_fields[name].default


class Player(EventPart):
    """Somebody who plays, with the rounds in which he or she does.

    Examples
    --------
    >>> [number for number in (1, 2, 3, 4) if Player(id="P01", name="Ann", first_round=2, absent=(3,)).plays_in(number)]
    [2, 4]
    """

    LATER: ClassVar[frozenset[str]] = frozenset({"family"})

    id: PlayerId = Field(
        title="Id", description="A short mark of your own, such as P01 or a badge number; no two alike."
    )
    name: Name = Field(title="Name", description="As it is to be printed.")
    rating: Annotated[int, Strict(), Ge(0), Le(9999)] | None = Field(
        default=None,
        title="Rating",
        description="Playing strength at the start of the event, if you keep one.",
    )
    country: Text = Field(default="", title="Country", description="Where the player comes from.")
    club: Text = Field(default="", title="Club", description="The club or group that the player belongs to.")
    first_round: RoundNumber = Field(
        default=1, title="First round", description="The round in which a late entrant starts; blank means 1."
    )
    last_round: RoundNumber | None = Field(
        default=None,
        title="Last round",
        description="The last round of somebody who leaves early; blank means to the end.",
    )
    absent: Annotated[tuple[RoundNumber, ...], AfterValidator(ascending)] = Field(
        default=(), title="Absent", description="Rounds in between that the player misses, such as 2, 3."
    )
    family: Annotated[Text, StandsLast()] = Field(
        default="",
        title="Family name",
        description="By it postings by name are sorted; blank sorts by the name as it is printed.",
    )

    @property
    def stay(self) -> Stay:
        """In which rounds the player takes part."""
        return Stay(self.first_round, self.last_round, self.absent)

    def plays_in(self, number: int) -> bool:
        """Whether the player takes part in a round (counted from 1)."""
        return self.stay.has(number)


class Slot(EventPart):
    """When a round is played."""

    round: RoundNumber = Field(title="Round", description="The number of the round.")
    start: TimeOfDay = Field(title="Start", description="When the round begins, such as 09:30 or 9:30 am.")
    minutes: Annotated[int, Strict(), Ge(1), Le(24 * 60)] | None = Field(
        default=None, title="Minutes", description="How long the round lasts at most, in minutes; blank for no limit."
    )
    date: Annotated[dt.date, Strict(), Ge(EARLIEST)] | None = Field(
        default=None, title="Date", description="The day of the round, where it is not the first day of the event."
    )

    def __str__(self) -> str:
        return f"{clock(self.start)}, {self.minutes} minutes" if self.minutes else clock(self.start)


SITS_OUT, BYE, ABSENT = "sits out", "bye", "absent"
"""The usual word for being present without a seat."""


class Entrant(Struct, frozen=True):
    """Who is drawn as one: a player; or a team with its number, its side for the whole event, its members' names.

    Where one draw holds all rounds, ``stay`` says in which of them it is there.
    """

    name: str
    number: int | None = None
    side: str = ""
    members: tuple[str, ...] = ()
    stay: Stay = Stay()


class Party(Struct, frozen=True):
    """Whoever is named for those who are drawn: a team for its players, or a player for the team."""

    name: str
    drawn: tuple[str, ...]
    """The ids of those who are drawn; nobody's where a team has no players, or a player no team."""


class NoSeatLabels(Struct, frozen=True):
    """The word for being present without a seat: drawn to have none, or taken off the draw.

    Where the two are called the same, they are the same, and a draw has lines of one kind.
    """

    bye: str = SITS_OUT
    absent: str = SITS_OUT

    @property
    def told_apart(self) -> bool:
        """Whether a bye is something else than to be absent."""
        return self.bye != self.absent


class Premise(Struct, frozen=True):
    """What a draw rests on: how scripts know it, what it is called in a sentence, and what it is.

    Whose rating it is, the player's id, where it is one; else blank.
    """

    key: str
    what: str
    value: str
    rating_of: str = ""
    on_sheets: bool = False
    """Whether score sheets show it: those that are there are for what it was, and nothing goes on with them."""

    def was(self, then: str) -> bool:
        """Return whether it is what it was: an id whose capitals were put right is the same."""
        return folded(then) == folded(self.value)


class Event(EventPart):
    """All that the director has set up; systems refine the types of its parts."""

    LATER: ClassVar[frozenset[str]] = frozenset({"schedule"})

    DRAWN: ClassVar[str] = "player"
    """Who is drawn: the key of their list in event.toml."""

    TABLE_CALLED: ClassVar[str] = "Table"
    """What a table at which people sit is called on lists of who plays where."""

    GIVEN: ClassVar[frozenset[str]] = frozenset()
    """Lists of event.toml that results keep besides players, teams and scenarios, by their keys."""

    loader: ClassVar[Callable[[Path], Event]]
    """What :meth:`load` calls: set by :mod:`sheetscore.event.load`, which needs the models first."""

    header: Header = Field(alias="event", title="Event", description="What the event is.")
    settings: Settings = Field(
        default_factory=Settings,
        title="Settings",
        description="What the rules leave to the director. A blank value means the usual one.",
    )
    players: tuple[Player, ...] = Field(
        default=(), alias="player", title="Players", description="Who plays, and in which rounds."
    )

    schedule: Annotated[tuple[Slot, ...], StandsLast()] = Field(
        default=(),
        title="Schedule",
        description="When the rounds begin and how long they last: printed on postings, score sheets and a schedule.",
    )

    _folder: Path | None = PrivateAttr(default=None)
    _has_titles: bool = PrivateAttr(default=False)

    def __eq__(self, other: object) -> bool:
        """Compare what is set up, wherever it was loaded from."""
        return isinstance(other, Event) and type(self) is type(other) and dict(self) == dict(other)

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def folder(self) -> Path | None:
        """The folder that the event was loaded from; None for one that a program put together."""
        return self._folder

    @property
    def has_titles(self) -> bool:
        """Whether whoever wrote the event saw titles (event.xlsx) or keys (event.toml)."""
        return self._has_titles

    @property
    def own_templates(self) -> Path | None:
        """The folder of templates that the event may bring along, where it has a folder."""
        return EventFolder(self._folder).templates if self._folder else None

    @property
    def key(self) -> str:
        """What ties workbooks and printed sheets to this event: its uid, or what follows from name and seed."""
        return self.header.uid or self.key_of_name

    @property
    def key_of_name(self) -> str:
        """Eight hexadecimal digits that follow from name, system and seed: the key of an event without a uid."""
        return event_key(self.header.name, self.header.system, self.header.seed)

    def player(self, id_: str) -> Player:
        """Return the player with an id, whatever its capitals.

        Raises
        ------
        KeyError
            Nobody has it.
        """
        for player in self.players:
            if folded(player.id) == folded(id_):
                return player
        raise KeyError(id_)

    def playing(self, round_number: int) -> tuple[Player, ...]:
        """Return the players who take part in a round (counted from 1), in the order of the roster."""
        return tuple(player for player in self.players if player.plays_in(round_number))

    @property
    def stages(self) -> tuple[int, ...]:
        """What sheets are made for, in order: the numbers of the rounds."""
        return tuple(range(1, self.header.rounds + 1))

    def slot(self, stage: int) -> Slot | None:
        """Return when a round is played, where the schedule says so; for the whole event its first round."""
        number = stage or min((slot.round for slot in self.schedule), default=stage)
        return next((slot for slot in self.schedule if slot.round == number), None)

    def day_of(self, stage: int) -> dt.date | None:
        """Return the day of a round: that of the schedule, else that of the event."""
        slot = self.slot(stage)
        return slot.date if slot and slot.date else self.header.date

    def hours_of(self, stage: int) -> str:
        """Say when a round is played: ``09:30, 180 minutes``; empty where nothing says so."""
        slot = self.slot(stage)
        if slot is None:
            return ""
        return f"from {clock(slot.start)}" if stage == WHOLE_EVENT else str(slot)

    @property
    def names(self) -> dict[str, str]:
        """The names of all who can be drawn for a seat, by their ids."""
        return {player.id: player.name for player in self.players}

    @property
    def team_names(self) -> dict[str, str]:
        """What the teams of those who play in one are called, by the ids of the players."""
        return {}

    @property
    def parties(self) -> dict[str, Party]:
        """Whoever may be named for those who are drawn, by their ids."""
        return {}

    def entrant(self, id_: str) -> Entrant:
        """Return who is drawn under an id.

        Raises
        ------
        KeyError
            Nobody has it.
        """
        return Entrant(self.names[id_])

    def entrants(self, stage: int, /) -> dict[str, str]:
        """Return the names of those present to be drawn for a stage, by their ids."""
        return {player.id: player.name for player in self.playing(stage)}

    def seats(self, stage: int, /) -> dict[str, str]:
        """Return the seats of a table, each with the title of its side, in order.

        Raises
        ------
        KeyError
            There is no such stage, or nothing says what is played in it.
        """
        raise NotImplementedError

    @property
    def listed_words(self) -> frozenset[str]:
        """What score sheets offer where whoever sits at the table may be named instead: the seats of all rounds.

        Nobody who plays may be called so: nothing would tell which is meant.
        """
        found: set[str] = set()
        for stage in self.stages:
            with suppress(KeyError):  # of a round without a scenario enough is said
                found |= self.seats(stage).keys()
        return frozenset(found)

    def scenario_at(self, _stage: int, _table: int, /) -> str:
        """Return the id of the scenario that a table (counted from 1) plays in a stage; empty where there are none."""
        return ""

    @property
    def scenario_titles(self) -> dict[str, str]:
        """What the scenarios are called, by their ids."""
        return {}

    @property
    def unnamed_rounds(self) -> tuple[int, ...]:
        """The rounds of which nothing says yet what is played in them: they cannot be drawn."""
        return ()

    @property
    def drawn_by_results(self) -> bool:
        """Whether a draw looks at what was scored before it, and not only at who sat where."""
        return False

    @property
    def draws_look_back(self) -> bool:
        """Whether a draw looks at the rounds before it at all: not where a plan says from the start who meets."""
        return True

    @property
    def unseated(self) -> NoSeatLabels:
        """What it is called here to have no seat."""
        return NoSeatLabels()

    @property
    def premises(self) -> tuple[Premise, ...]:
        """What every draw rests on, and what ought to stay as it is while the event lasts."""
        return ()

    @property
    def rated_at_first_result(self) -> bool:
        """Whether the rating of a player counts throughout as it was at the first result."""
        return False

    def round_of_seat(self, _seat: str, /) -> int | None:
        """Say in which round a seat is somebody's where one draw holds all rounds; None where the draw does anyway."""
        return None

    def premises_of(self, _stage: int, /) -> tuple[Premise, ...]:
        """Return what the draw of one stage rests on: with anything else it does not fit, and is made again."""
        return ()

    def drawn_as(self, _stage: int, /) -> Mapping[str, str]:
        """Return what a draw keeps of those who are drawn, so that messages can tell what was changed since."""
        return {}

    def as_drawn_with(self, _made_with: Mapping[str, str], /) -> Self:
        """Return the event as it was for a draw, by the premises that the draw keeps."""
        return self

    def prospects(self, _stage: int, /) -> tuple[str, ...]:
        """Say what a director ought to know before a stage is drawn, a sentence each."""
        return ()

    def places(self, _stage: int, /) -> int | None:
        """Return for how many there is a place in a stage; None where nobody sits out but for odd numbers."""
        return None

    def tables_needed(self, stage: int, /) -> int:
        """Return how many tables a stage fills with those present; one at least."""
        places, seats = self.places(stage), len(self.seats(stage))
        return max(ceil((len(self.entrants(stage)) if places is None else places) / seats), 1)

    def subject(self, _stage: int, /) -> str:
        """Say what is played in a stage: the title of the round's scenario; empty where there are none."""
        return ""

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read an event folder, an event.xlsx or an event.toml, as the model of its system.

        Raises
        ------
        MistakesFound
            With every mistake that is in it.
        UnreadableFile
            It is missing, or not what its name says.
        WrongUsage
            It is an event of another system than this model's.
        """
        event = cls.loader(Path(path))
        if not isinstance(event, cls):
            raise WrongUsage(f"{path} is an event of the system {event.header.system}")
        return event

    def loaded_from(self, folder: Path, *, has_titles: bool = False) -> Self:
        """Return the event as one that came from a folder, with its templates and files.

        Parameters
        ----------
        has_titles
            Whether it was read from a workbook, which shows titles where event.toml has keys.
        """
        placed = self.model_copy()
        placed._folder, placed._has_titles = folder, has_titles
        return placed
