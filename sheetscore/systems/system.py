"""A tournament system as a value: the functions that its game needs. Later layers use a system only through it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from sheetscore.event.model import Event, EventPart
from sheetscore.event.registry import known_systems, system_named
from sheetscore.findings import Codes, Finding, declare
from sheetscore.forms.form import PageKind
from sheetscore.forms.round_forms import RoundForms, with_further_lines
from sheetscore.forms.template import Library, shipped
from sheetscore.pairing.draw import Draw, OpenGame, draw_mistakes, left_alone, open_tables, without_enemies
from sheetscore.pairing.walk_ins import Coming, Room, facing, one_more_table, reseated
from sheetscore.problems import MistakesFound, WrongUsage
from sheetscore.sheets.draw_workbook import Posting
from sheetscore.sheets.postings import post_by_name, post_by_table
from sheetscore.systems.context import EventProgress, RoundContext
from sheetscore.systems.outcomes import Decision, Procedure, RoundScore, Standings, decisions_of
from sheetscore.systems.played import Game, ScoredRound
from sheetscore.systems.rare_hooks import HouseHabits, RareHooks
from sheetscore.tables.sheet import TableSheet

E = TypeVar("E", bound=Event)


def _no_findings(*_: object) -> Sequence[Finding]:
    return ()


def _no_files(_: object) -> Collection[Path]:
    return ()


def _no_parts(_: object) -> Mapping[str, EventPart]:
    return {}


def _settings(event: Event) -> Sequence[Decision]:
    return decisions_of(event.settings)


def _usual_procedure(_: RoundContext[Event]) -> Procedure:
    return Procedure(
        draw=("Each round is drawn by the program, from the event and the results of the rounds before.",),
        scoring=("The points of the sheets are added up by the rules of this packet.",),
        attendance=(
            "Who comes late gets a first round, who leaves a last one, and who misses a round in between is absent in "
            "it: nobody is drawn for a round without being there.",
        ),
        by_hand=(
            "Cut the player cards apart, and write on each whom he or she has met. Shuffle the cards of those who are "
            "there, and deal as many to each table as it has seats.",
            "Exchange cards between tables while two meet again who have met, as long as that helps.",
        ),
    )


_FEWEST_AT_ANOTHER_TABLE = 2
"""The least number of players for whom an unused table of the event is opened."""


def _no_games(_: ScoredRound) -> Sequence[Game]:
    return ()


def _where_there_is_room(round_: RoundContext[Event], coming: Coming) -> Draw:
    """Fill spare seats, then unused tables; if the event sets no number of tables, only full tables are added."""
    event, stage = round_.event, round_.stage
    seats, places = tuple(event.seats(stage)), event.places(stage)
    fewest = len(seats) if places is None else _FEWEST_AT_ANOTHER_TABLE
    more = (
        f"a further one takes {fewest}: name more (--add), or take somebody off with --drop"
        if places is None
        else one_more_table(fewest)
    )
    room = Room(
        seats=seats,
        fewest=fewest,
        most_tables=None if places is None else places // len(seats),
        against=facing(event.forces(stage)),
        scenario_at=lambda table: event.scenario_at(stage, table),
        otherwise=f"the seats of its tables are taken; {more}",
    )
    return reseated(round_.draw, room, coming, event.names)


def _tables_without_results(round_: RoundContext[Event]) -> Sequence[OpenGame]:
    return open_tables(round_.draw, round_.missing)


class System(Struct, Generic[E], frozen=True, kw_only=True):
    """A tournament system, over its model of an event."""

    id: str
    title: str
    summary: str
    """One line for ``sheetscore systems``."""
    event_model: type[E]
    starter: Callable[[str], E]
    """Returns a small event with a name to start from."""
    draw: Callable[[RoundContext[E]], Draw]
    """Seats the players of a round, or those of the whole event, from what was played before."""
    forms: Callable[[RoundContext[E]], RoundForms]
    """Returns the sheets of a drawn round, without the extra lines of its draw, which :meth:`sheets` adds."""
    score: Callable[[RoundContext[E]], RoundScore]
    """Scores a round from the values on its sheets, which have passed every check."""
    standings: Callable[[EventProgress[E]], Standings]
    """Ranks the players, or the teams, over the rounds scored, and says what is open."""
    results_sheets: Callable[[RoundContext[E]], Sequence[TableSheet]]
    """Returns the system's own sheets of a scored round, the most important first."""
    standings_sheets: Callable[[EventProgress[E]], Sequence[TableSheet]]
    """Returns the sheets of the standings, the standings themselves first."""
    games: Callable[[ScoredRound], Sequence[Game]] = _no_games
    """Returns the games of a scored round: who was compared with whom, and the results. Archives and ratings use
    them. Default: none.
    """
    earns: str = "score"
    """The key under which a row, also that of a bye, has its score for the round. Empty for a system without scores."""
    check_event: Callable[[E], Sequence[Finding]] = _no_findings
    """Finds violations of the system's rules in an event that is otherwise valid."""
    advise: Callable[[E], Sequence[Finding]] = _no_findings
    """Finds what is valid in an event but may be unintended; only ``check`` reports it. Default: nothing."""
    check_next: Callable[[RoundContext[E]], Sequence[Finding]] = _no_findings
    """Finds what keeps the next round from being drawn, if that can be seen only with the rounds before it. Places are
    as in event.toml. Default: nothing.
    """
    decisions: Callable[[E], Sequence[Decision]] = _settings
    """Returns every setting with its value and its meaning, in words."""
    procedure: Callable[[RoundContext[E]], Procedure] = _usual_procedure
    """Describes, before any draw, how rounds are drawn and scored, and how late comers and leavers are treated."""
    check_draw: Callable[[RoundContext[E]], Sequence[Finding]] = _no_findings
    """Finds mistakes in a draw that may have been edited, in addition to those found for every system
    (``habits``). The findings have no cells; their ``fields`` name the seats that they are about. Default: nothing.
    """
    change_draw: Callable[[RoundContext[E], Coming], Draw] = _where_there_is_room
    """Seats those who come late, and unseats those who leave, in an existing draw; all others stay. Raises
    WrongUsage with a reason if that is impossible. Default: spare seats are filled, then the event's tables.
    """
    check_templates: Callable[[Library], Sequence[Finding]] = _no_findings
    """Finds mistakes in the form templates in force."""
    check_entries: Callable[[RoundContext[E]], Sequence[Finding]] = _no_findings
    """Finds violations of the system's rules on sheets whose boxes are each valid. The findings have no cells; their
    ``fields`` name the boxes.
    """
    scoring_files: Callable[[E], Collection[Path]] = _no_files
    """Returns the files, besides the form templates, that the scores of an event depend on: those that its settings
    name, and general tables. When their content changes, scored rounds are scored again, as after a change of a
    form's formulas. Default: none.
    """
    scoring_parts: Callable[[E], Mapping[str, EventPart]] = _no_parts
    """Returns the parts of the event that are used for scoring in place of such files, by the folder and name of the
    file that each replaces. Default: none.
    """
    shown_only: tuple[str, ...] = ()
    """The forms whose formulas are only shown on sheets, while results follow the system's own rules. Default: none."""
    open_games: Callable[[RoundContext[E]], Sequence[OpenGame]] = _tables_without_results
    """Returns the open games of a draw. Default: the tables without results."""
    postings: tuple[Posting, ...] = (post_by_table, post_by_name)
    """The postings of its draws, in order. Default: by table and by name."""
    codes: Codes = field(default_factory=dict)
    """The system's own findings, by their codes."""
    row: tuple[str, str] = ("score", "scores")
    """The name of a row of a round's results, singular and plural."""
    examples: tuple[str, ...] = ()
    """The names of its examples, folders of ``examples/``; the first is the one to show."""
    habits: HouseHabits = HouseHabits()
    """The checks of draws and sheets made for every system. Default: all of them."""
    rare: RareHooks[E] = RareHooks()
    """Hooks that few systems need. Default: none."""
    home: Path | None = None
    """The folder with the system's ``templates/`` and ``examples/``; None for systems that come with sheetscore."""

    def __post_init__(self) -> None:
        declare(self.id, self.codes)

    @property
    def template_folders(self) -> tuple[str, ...]:
        """The folders of ``templates/`` in which its forms are looked for: its own, called like its id, comes first."""
        return (self.id, *self.rare.borrows)

    def library(self, own: Path | None = None) -> Library:
        """Return the templates in force, for an event that may have a folder of its own."""
        return Library(self.id, self.template_folders, own, self.home)

    def sheets(self, round_: RoundContext[E]) -> RoundForms:
        """Return the sheets of a drawn round, with the lines that its draw adds to some pages."""
        return with_further_lines(self.forms(round_), round_.draw.further)

    def find_in_draw(self, round_: RoundContext[E]) -> list[Finding]:
        """Find the mistakes in a draw: first those found for every system, then this system's own."""
        event, drawn, habits = round_.event, round_.draw, self.habits
        switched_off = {"draw-player": not habits.strangers, "draw-twice": not habits.twice_drawn}
        found = draw_mistakes(drawn, event.names, event.entrants(round_.stage), unseated=event.unseated)
        if habits.alone_drawn:
            found += left_alone(drawn, event.names, event.unseated, habits.alone_drawn)
            found += without_enemies(drawn, event.forces(round_.stage), habits.alone_drawn)
        return [*(one for one in found if not switched_off.get(one.code)), *self.check_draw(round_)]

    def example(self, name: str) -> Path:
        """Return the folder of an example."""
        return (self.home / "examples" if self.home else shipped("examples")) / name


def loadable_systems() -> tuple[System[Any], ...]:
    """Return the installed systems in alphabetical order of their ids, without those that cannot be loaded."""
    found = []
    for name in known_systems():
        with suppress(WrongUsage):
            found.append(system_called(name))
    return tuple(found)


def systems_that_replay() -> tuple[System[Any], ...]:
    """Return the systems that can replay what was played, in alphabetical order of their ids."""
    return tuple(system for system in loadable_systems() if system.rare.replay is not None)


def systems_with_handicaps() -> tuple[System[Any], ...]:
    """Return the systems whose results make handicaps, in alphabetical order of their ids."""
    return tuple(system for system in loadable_systems() if system.rare.handicaps is not None)


def page_kinds_of(name: str) -> tuple[PageKind[Any], ...]:
    """Return the kinds of pages of a system; none if it is not installed, as for results received from elsewhere."""
    try:
        return system_called(name).rare.page_kinds
    except (MistakesFound, WrongUsage):
        return ()


def system_called(name: object) -> System[Any]:
    """Return an installed system as the whole :class:`System`; the registry knows it only by the part that events need.

    Raises
    ------
    MistakesFound
        There is no such system; the message names the most similar one.
    WrongUsage
        It cannot be loaded, or its entry point names no System.
    """
    found = system_named(name)
    if not isinstance(found, System):
        raise WrongUsage(f"The system {name} is installed but cannot be loaded: it is no sheetscore System", "plug-in")
    return found
