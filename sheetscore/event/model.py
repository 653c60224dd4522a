"""The parts of an event that all systems share: header, settings, players, and stages.

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
"""The first date that is accepted: spreadsheets disagree on the days before 1 March 1900."""

RoundNumber = Annotated[int, Strict(), Ge(1), Le(MOST_ROUNDS)]
"""The number of a round; rounds count from 1."""

YesNo = Annotated[bool, Strict()]
"""Yes or no; numbers are not accepted."""


def ascending(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return numbers of rounds or seats in ascending order, each only once."""
    return tuple(sorted(set(numbers)))


class Stay(Struct, frozen=True):
    """The rounds in which somebody takes part."""

    first: int = 1
    """The first round, counted from 1."""
    last: int | None = None
    """The last round; None: to the end."""
    absent: tuple[int, ...] = ()
    """The rounds in between that are missed."""

    def has(self, number: int) -> bool:
        """Return whether somebody takes part in a round (counted from 1)."""
        return self.first <= number <= (self.last or MOST_ROUNDS) and number not in self.absent


class EventPart(BaseModel):
    """A part of an event; never changed once it is made."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        str_strip_whitespace=True,
        populate_by_name=True,
        coerce_numbers_to_str=True,  # an id typed as a number is still an id
        defer_build=True,  # built together with the whole event: building each part alone would slow every start
    )

    LATER: ClassVar[frozenset[str]] = frozenset()
    """Fields added in later versions: with their defaults a part is written as before they existed."""

    SCORES: ClassVar[frozenset[str]] = frozenset()
    """The fields of a scenario, or of a part of it, that scores depend on: a change after a round is scored is
    reported.
    """

    RANKS: ClassVar[frozenset[str]] = frozenset()
    """The fields of a player, besides the team, by which standings count the player's results or leave them out:
    a change after a round is scored is reported.
    """

    @model_serializer(mode="wrap")
    def _as_ever(self, written: SerializerFunctionWrapHandler) -> dict[str, object]:
        """Leave out later fields with their defaults, so that older events keep their digest."""
        fields = type(self).model_fields
        return {
            key: value
            for key, value in written(self).items()
            if key not in self.LATER or getattr(self, key) != fields[key].default
        }

    @property
    def stay(self) -> Stay | None:
        """The rounds in which it takes part; None for parts that are no players or teams."""
        return None


class Header(EventPart):
    """Name, system and paper of the event, among others."""

    LATER: ClassVar[frozenset[str]] = frozenset({"uid", "sort_names"})  # added in later versions

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
    """The settings that scores depend on: when one changes, the scored rounds are scored again."""

    COUNTED_IN: ClassVar[Mapping[str, str]] = {}
    """The settings that decide in what unit scores are counted. Each leads to how the public names of boxes for rulings
    begin, such as ``"ruling."``: after a change, a ruling that was typed before may mean something else.
    """

    SHAPES: ClassVar[frozenset[str]] = frozenset()
    """The settings that score sheets or their lists depend on: fixed once a round is scored."""

    RANKS: ClassVar[frozenset[str]] = frozenset({"tie_breaks"})
    """The settings that only standings depend on: standings follow a change, which is reported during an event."""

    RECORDED: ClassVar[frozenset[str]] = frozenset()
    """The later settings that results record even with their defaults."""

    def is_recorded(self, name: str) -> bool:
        """Return whether results record a setting: later ones with their defaults are left out."""
        later = self.LATER - self.RECORDED
        return name not in later or getattr(self, name) != type(self).model_fields[name].default


class Player(EventPart):
    """A player, with the rounds in which he or she takes part.

    Examples
    --------
    >>> [number for number in (1, 2, 3, 4) if Player(id="P01", name="Ann", first_round=2, absent=(3,)).plays_in(number)]
    [2, 4]
    """

    LATER: ClassVar[frozenset[str]] = frozenset({"family"})  # added in later versions

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
        """The rounds in which the player takes part."""
        return Stay(self.first_round, self.last_round, self.absent)

    def plays_in(self, number: int) -> bool:
        """Whether the player takes part in a round (counted from 1)."""
        return self.stay.has(number)


class Slot(EventPart):
    """The day and time of a round."""

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
"""The words for having no seat: one for all, or one each for a bye and for an absence."""


class Entrant(Struct, frozen=True):
    """A player or a team in a draw; a team has a number, a side for the whole event, and the names of its members.

    If a draw holds all rounds, ``stay`` has the rounds in which the player or team takes part.
    """

    name: str
    number: int | None = None
    side: str = ""
    members: tuple[str, ...] = ()
    stay: Stay = Stay()


class Party(Struct, frozen=True):
    """A name that stands for units of a draw: a team for its players, or a player for the team."""

    name: str
    drawn: tuple[str, ...]
    """The ids of the units; none for a team without players, or a player without a team."""


class NoSeatLabels(Struct, frozen=True):
    """The words for being without a seat.

    If the words are equal, draws do not distinguish a bye from an absence.
    """

    bye: str = SITS_OUT
    """The word for players who were drawn to have no seat."""
    absent: str = SITS_OUT
    """The word for players who were taken off the draw."""

    @property
    def told_apart(self) -> bool:
        """Whether a bye differs from an absence."""
        return self.bye != self.absent


class Premise(Struct, frozen=True):
    """A fact that a draw depends on."""

    key: str
    """Its key for scripts."""
    what: str
    """Its name in a sentence."""
    value: str
    rating_of: str = ""
    """The player's id if the fact is a rating, else blank."""
    on_sheets: bool = False
    """Whether score sheets show it: sheets made for an old value are then refused by all commands."""
    table: int = 0
    """The table whose typed values are valid only while the fact stays the same; 0 if it is about no single table."""
    counts_tables: bool = False
    """Whether it is the number of tables, which a draw can gain when somebody comes late."""

    def differs_from(self, then: str) -> bool:
        """Return whether the value was another one then; ids that differ only in capitals are equal."""
        return folded(then) != folded(self.value)


class Event(EventPart):
    """An event as the director set it up; systems refine the types of its parts."""

    LATER: ClassVar[frozenset[str]] = frozenset({"schedule"})  # added in later versions

    DRAWN: ClassVar[str] = "player"
    """The key of the list of players or teams that are drawn, in event.toml."""

    TABLE_CALLED: ClassVar[str] = "Table"
    """The word for a gaming table on lists of seats."""
    SEAT_CALLED: ClassVar[str] = "Seat"
    """The word for a seat on a draw's list."""
    REPORT_HAS_REMARKS: ClassVar[bool] = False
    """Whether the report of a draw says by itself what the remarks on its tables say."""

    GIVEN: ClassVar[frozenset[str]] = frozenset()
    """Lists of event.toml that results keep besides players, teams and scenarios, by their keys."""

    loader: ClassVar[Callable[[Path], Event]]
    """The function that :meth:`load` calls; :mod:`sheetscore.event.load` sets it, since it needs the models first."""

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
        """Compare the content of events, regardless of where they were loaded from."""
        return isinstance(other, Event) and type(self) is type(other) and dict(self) == dict(other)

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def folder(self) -> Path | None:
        """The folder that the event was loaded from; None for one that a program put together."""
        return self._folder

    @property
    def has_titles(self) -> bool:
        """Whether the file of the event has titles (event.xlsx) instead of keys (event.toml)."""
        return self._has_titles

    @property
    def own_templates(self) -> Path | None:
        """The event's own folder of templates; None for an event without a folder."""
        return EventFolder(self._folder).templates if self._folder else None

    @property
    def key(self) -> str:
        """The key in workbooks and on printed sheets of this event: its uid, else :attr:`key_of_name`."""
        return self.header.uid or self.key_of_name

    @property
    def key_of_name(self) -> str:
        """Eight hexadecimal digits derived from name, system and seed: the key of an event without a uid."""
        return event_key(self.header.name, self.header.system, self.header.seed)

    def player(self, id_: str) -> Player:
        """Return the player with an id, ignoring case.

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
        """The stages that sheets are made for, in order: the numbers of the rounds."""
        return tuple(range(1, self.header.rounds + 1))

    def slot(self, stage: int) -> Slot | None:
        """Return the time of a stage on the schedule, for the whole event its first one; None without one."""
        number = stage or min((slot.round for slot in self.schedule), default=stage)
        return next((slot for slot in self.schedule if slot.round == number), None)

    def day_of(self, stage: int) -> dt.date | None:
        """Return the day of a round: that of the schedule, else that of the event."""
        slot = self.slot(stage)
        return slot.date if slot and slot.date else self.header.date

    def hours_of(self, stage: int) -> str:
        """Return the time of a round in words: ``09:30, 180 minutes``; empty without one."""
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
        """The names of teams by the ids of their players."""
        return {}

    @property
    def parties(self) -> dict[str, Party]:
        """The parties that may be named in place of units of a draw, by id."""
        return {}

    def entrant(self, id_: str) -> Entrant:
        """Return the unit of a draw with an id.

        Raises
        ------
        KeyError
            Nobody has it.
        """
        return Entrant(self.names[id_])

    def entrants(self, stage: int, /) -> dict[str, str]:
        """Return the names of the present players or teams that are drawn for a stage, by their ids."""
        return {player.id: player.name for player in self.playing(stage)}

    def seats(self, stage: int, /) -> dict[str, str]:
        """Return the seats of a table, each with the title of its side, in order.

        Raises
        ------
        KeyError
            There is no such stage, or it has no scenario.
        """
        raise NotImplementedError

    def forces(self, _stage: int, /) -> dict[str, str]:
        """Return the force for which each seat of a table fights; those of other forces are enemies. Usually none."""
        return {}

    @property
    def listed_words(self) -> frozenset[str]:
        """The seats of all rounds, which score sheets accept in place of the players who sit there.

        No player may have such a name, which would be ambiguous.
        """
        found: set[str] = set()
        for stage in self.stages:
            with suppress(KeyError):  # a round without a scenario is reported elsewhere
                found |= self.seats(stage).keys()
        return frozenset(found)

    def scenario_at(self, _stage: int, _table: int, /) -> str:
        """Return the id of the scenario that a table (counted from 1) plays in a stage; empty without scenarios."""
        return ""

    @property
    def scenario_titles(self) -> dict[str, str]:
        """The titles of the scenarios, by their ids."""
        return {}

    @property
    def unnamed_rounds(self) -> tuple[int, ...]:
        """The rounds without a scenario so far: they cannot be drawn."""
        return ()

    @property
    def drawn_by_results(self) -> bool:
        """Whether a draw depends on earlier scores, and not only on earlier seats."""
        return False

    @property
    def draws_look_back(self) -> bool:
        """Whether a draw depends on earlier rounds; it does not if a plan has fixed all meetings."""
        return True

    @property
    def order_counts(self) -> bool:
        """Whether draws or results go by the order in which the players are listed."""
        return False

    @property
    def idle_parts(self) -> frozenset[str]:
        """The keys of lists, such as awards, that count for nobody under the settings: they are printed nowhere."""
        return frozenset()

    @property
    def parts_on_papers(self) -> frozenset[str]:
        """The keys of lists inside scenarios with papers of their own: packets leave them out of the scenario."""
        return frozenset()

    @property
    def unseated(self) -> NoSeatLabels:
        """The words for having no seat."""
        return NoSeatLabels()

    @property
    def premises(self) -> tuple[Premise, ...]:
        """The facts that every draw depends on, and that should not change during the event."""
        return ()

    @property
    def rated_at_first_result(self) -> bool:
        """Whether a player's rating at the first result counts for the whole event."""
        return False

    def round_of_seat(self, _seat: str, /) -> int | None:
        """Return the round of a seat if one draw holds all rounds; None if each round has its draw."""
        return None

    def premises_of(self, _stage: int, /) -> tuple[Premise, ...]:
        """Return the facts that the draw of a stage depends on: if one changes, the draw is to be made again."""
        return ()

    def drawn_as(self, _stage: int, /) -> Mapping[str, str]:
        """Return what a draw keeps of each unit, such as its team, by its id: messages about later changes name it."""
        return {}

    def as_drawn_with(self, _made_with: Mapping[str, str], /) -> Self:
        """Return the event with the values that it had when a draw was made, by the premises kept with the draw."""
        return self

    def prospects(self, _stage: int, /) -> tuple[str, ...]:
        """Return notes for the director before a stage is drawn, a sentence each."""
        return ()

    def places(self, _stage: int, /) -> int | None:
        """Return the number of places in a stage; None if all present have one, or all but one of an odd number."""
        return None

    def tables_needed(self, stage: int, /) -> int:
        """Return the number of tables that those present fill in a stage, at least 1."""
        places, seats = self.places(stage), len(self.seats(stage))
        return max(ceil((len(self.entrants(stage)) if places is None else places) / seats), 1)

    def subject(self, _stage: int, /) -> str:
        """Return the title of a stage's scenario; empty without one."""
        return ""

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read an event folder, an event.xlsx or an event.toml, as the model of its system.

        Raises
        ------
        MistakesFound
            With every mistake.
        UnreadableFile
            It is missing, or not what its name says.
        WrongUsage
            The event is of another system than this model.
        """
        event = cls.loader(Path(path))
        if not isinstance(event, cls):
            raise WrongUsage(f"{path} is an event of the system {event.header.system}")
        return event

    def loaded_from(self, folder: Path, *, has_titles: bool = False) -> Self:
        """Return the event as if loaded from a folder, with its templates and files.

        Parameters
        ----------
        has_titles
            Whether it was read from a workbook, which shows titles where event.toml has keys.
        """
        placed = self.model_copy()
        placed._folder, placed._has_titles = folder, has_titles
        return placed
