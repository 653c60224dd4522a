"""The sheet of a table, and its boxes: who plays, a match with its two games, or a series and its result.

The formulas of the templates score the matches; the page also describes the scenarios on offer.

Source: "All Players are Created Equal".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from sheetscore.event.identity import folded
from sheetscore.findings import Finding
from sheetscore.forms.binding import Surroundings, bind, checked_form
from sheetscore.forms.block import Block, Row
from sheetscore.forms.form import CellKey, Page, PageEntries, PageForm, PageKind, PageScore
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import BlankTemplate, BlockTemplate, CheckTemplate, Library, ShowTemplate, Template
from sheetscore.pairing.draw import TableDraw, display_name
from sheetscore.problems import MistakesFound
from sheetscore.sheets.formulas import box_cell, shown_in
from sheetscore.sheets.layout import PageLayout
from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.history import handicap_before
from sheetscore.systems.match.lists import (
    GRADINGS,
    Handicaps,
    PairHandicap,
    handicaps_in_words,
    how_won_formerly,
    lists_of,
)
from sheetscore.systems.match.matches import MATCHES
from sheetscore.systems.match.model import MatchEvent, MatchScenario, starter_event
from sheetscore.systems.match.record import Rounds, rounds_of
from sheetscore.systems.match.score import (
    HANDICAPS,
    PLAYERS,
    SERIES,
    drawn_players,
    match_numbers,
    match_prefix,
    series_box,
)
from sheetscore.systems.match.series_page import lay_out_match, lay_out_series, matches_of, who_key
from sheetscore.systems.match.ticks import ticks_figures, ticks_formulas
from sheetscore.systems.two_at_a_table import SEATS
from sheetscore.wording import pluralize
from sheetscore.workbooks.book import CellValue


def match_page(scenarios: Sequence[MatchScenario]) -> PageKind[PageLayout]:
    """Return the kind of the pages of a round.

    Parameters
    ----------
    scenarios
        Those on offer, which the page describes.
    """
    return PageKind(
        lay_out=partial(_lay_out, scenarios=scenarios),
        formulas=partial(_formulas, scenarios=scenarios),
        figures=partial(_figures, scenarios=scenarios),
        ended=series_box(0, "ended").field,
        of_players=True,
        formerly=(*FORMER_TEXTS, *map(how_won_formerly, scenarios)),
    )


def _lay_out(form: PageForm, _seats: Sequence[Page], scenarios: Sequence[MatchScenario]) -> PageLayout:
    lay_out = lay_out_series if len(matches_of(form.blocks)) > 1 else lay_out_match
    return lay_out(form, scenarios)


def _formulas(layout: PageLayout, scenarios: Sequence[MatchScenario]) -> dict[CellKey, str]:
    on_page = {cell.key for cell in layout.cells}
    copied = {key: box_cell(layout, box) for key, box in _names() if key in on_page}
    return {key: f'IF({cell}="","",{cell})' for key, cell in copied.items()} | ticks_formulas(layout, scenarios)


def _figures(
    form: PageForm, _score: PageScore, entries: PageEntries, scenarios: Sequence[MatchScenario]
) -> dict[CellKey, CellValue]:
    names = {key: shown_in(form, box, entries) for key, box in _names()}
    return names | ticks_figures(form, entries, scenarios)


def _names() -> Iterator[tuple[CellKey, str]]:
    """Yield the cells that may repeat a player's name, each with the box that it copies."""
    return ((who_key(seat), f"{PLAYERS}.{seat}") for seat in SEATS)


FORMER_TEXTS = (
    "Scenario",
    "first side",
    "which side is the first, and how games are won",
    "The matches",
    "each has a sheet of its own, from which this follows",
    "the same scenario twice, with the sides exchanged",
    "Match points",
    "match points",
    "How it ended",
    *(f"Match {number}" for number in range(1, MATCHES + 1)),
    *(f"Player {seat}" for seat in SEATS),
    "Agree, or roll: the higher roll chooses; a coin or a die says who has the first side in game 1.  Both games "
    "together, halved; a handicap is added to the points of the weaker player",
    "Play the same game twice and exchange the sides. Tick and write; match points and handicaps follow on a screen.",
    "Agree, or roll: the higher roll chooses the scenario, or the orders of one side (high roll: which side); a coin "
    "or a die says who has the first side in game 1.  Both games together, halved; a handicap is added to the points "
    "of the weaker player",
    "Agree, or roll: the higher roll chooses the scenario, or the orders of one side (higher roll's: first or second); "
    "a coin or a die says who has the first side in game 1.  Both games together, halved; a handicap is added to the "
    "points of the weaker player",
    *(
        "Agree, or roll: the higher roll chooses the scenario, or the orders of one side; a coin or a die says who has "
        f"the first side in game 1, the other has it in game 2.  Both games together, halved; {handicap}"
        for handicap in (
            "a handicap is added to the points of the weaker player",
            "a quarter of a handicap is added for the weaker player",
        )
    ),
    "The three matches are on sheet 2. Below is what they come to, and where you both sign.",
    "Play the same game twice and exchange the sides. Tick or write in the white boxes; what is grey follows by "
    "itself.",
    "or:",
    "or write:",
    "or write: winner",
    "or write: level",
    "chose",
    "begins as first side",
    "high roll",
    "first side: who",
    "higher roll's",
    "higher roll chose: scenario or order",
    "first side in game 1",
    "first side in game 1: player 1 or 2",
    "higher roll chose",
    "higher roll chose the orders of the",
    "higher roll's order: first or second",
    "first side: 1 or 2",
    *(f"{what} by player {seat}" for what in ("points", "turn", "losses") for seat in SEATS),
    "tick or write who won, and the level where there is one; in game 2 the sides are exchanged",
    *(
        f"{level}{asked}: only if each of you wins a game, as “How it is won” says."
        for level in ("", "Level: only in a scenario that is won at levels. ")
        for asked in (
            "Points of both",
            "The turn in which a game was won and the losses that its winner had",
            "Points of both or the turn in which a game was won and the losses that its winner had",
        )
    ),
    "Level: only in a scenario that is won at levels.",
    "Play the same game twice, sides exchanged. Tick, or write the words beside a square (a player: 1 or 2); what is "
    "grey follows by itself.",
    "Play twice, sides exchanged. Tick, or write the words beside a square (a player: 1 or 2); what is grey or has a Σ "
    "follows by itself.",
    "write:",
    "write: winner",
    "write: level",
)
"""Texts that earlier versions printed on the sheets, so that those sheets are still recognised: from the time when each
match of a series had paper of its own, and former captions of boxes.
"""

TABLE, MATCH = "table", "match"
"""The names of the templates of the players and of a match; the template of a series is called like its block."""

RESULT = "result"
"""The name of the block with the result of a match."""

BY_MARGIN = "both games together, halved; a quarter of a handicap is added for the weaker player"
"""The rule of the block `RESULT` if ``handicap_level`` is ``margin``: half the distance between both players' points
per game. That is the winner's points per game, since the loser's are the same with the other sign.
"""

NOTE = (
    "Tick squares (“typed” is for a computer); what is grey or has a Σ follows by itself. Signed by both, the sheet "
    "goes to the director."
)

SIGNED = ("player 1", "player 2")

_GAME = re.compile(r"game_([12])\Z")

_NEEDED = {
    "setup": {"played": "choice", "rolls_1": "count", "rolls_2": "count", "choice": "choice", "coin": "choice"},
    "game": {"side_a": "choice", "winner": "choice", "level": "choice"},
}
"""The boxes that scoring looks for, by their blocks, with their types."""


def round_forms(round_: RoundContext[MatchEvent]) -> RoundForms:
    """Return the sheets of a drawn round, with the drawn players filled in.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the templates.
    """
    event, drawn, library = round_.event, round_.draw, round_.library
    choice, before = event.choice(drawn.round), rounds_of(round_.earlier)
    has_handicaps = bool(event.handicaps) or event.plays_series  # without handicaps all sheets are alike
    page_forms: dict[tuple[object, ...], PageForm] = {}
    tables = []
    for table in drawn.tables:
        handicaps = _handicaps(event, choice, table, before, drawn.round)
        players = tuple(table.seated.values()) if has_handicaps else ()
        key = (*handicaps.items(), *players)
        if key not in page_forms:
            page_forms[key] = _page_form(library, event, choice, handicaps, players)
        tables.append(TableForms(table.number, table.scenario, "", (Page(1, "", page_forms[key]),)))
    order_of_sides = {f"sides of scenario {one.id}": tuple(side.id for side in one.sides) for one in choice}
    return RoundForms(drawn.round, tuple(tables), library=library, filled=drawn_players(drawn), orders=order_of_sides)


def _handicaps(
    event: MatchEvent, choice: Sequence[MatchScenario], table: TableDraw, before: Rounds, number: int
) -> Handicaps:
    """Return the handicap of the two players of a table in each game system on offer."""
    players = tuple(table.seated.values())
    found: dict[str, PairHandicap] = {}
    for system in dict.fromkeys(folded(scenario.game_system) for scenario in choice):
        recorded = (
            handicap_before(event, players[0], players[1], system, before, number)
            if len(players) == len(SEATS)
            else None
        )
        found[system] = PairHandicap(recorded, event.settings.handicaps)
    return found


def _page_form(
    library: Library,
    event: MatchEvent,
    choice: Sequence[MatchScenario],
    handicaps: Handicaps,
    players: Sequence[str] = (),
) -> PageForm:
    """Make the form of a table's page.

    Parameters
    ----------
    players
        The ids of the two players between whom the handicaps are, by seat; empty in an event without handicaps.
    """
    heading = choice[0].title if len(choice) == 1 else pluralize(len(choice), "scenario")
    rows = {"seats": [Row(seat, f"Player {seat}") for seat in SEATS]}
    settings: dict[str, int | str | Fraction] = {
        "own": int(event.settings.handicap_level == "own"),
        "nearest": int(event.settings.level_scale == "nearest"),
        "win_counts": int(event.settings.win_and_draw == "win"),
        "series_handicap": int(event.settings.series_handicap),
        **_who(event, players),
    }
    surroundings = Surroundings(lists_of(event, choice, handicaps), rows, settings)

    def form(match: Template) -> PageForm:
        blocks = [*library.template(TABLE).block]
        if not any(side.orders for scenario in choice for side in scenario.sides):
            match = match.model_copy(update={"block": tuple(one for one in match.block if one.id != "orders")})
        for number in match_numbers(event):
            blocks += match.block if not event.plays_series else [_numbered(one, match, number) for one in match.block]
        blocks += library.template(SERIES).block if event.plays_series else ()
        lists = {**match.list, **library.template(SERIES).list}
        whole = match.model_copy(update={"block": tuple(blocks), "list": lists})
        bound = tuple(_with_public_names(event, block) for block in bind(whole, "", surroundings))
        if len(handicaps) > 1:
            # which of them holds shows only once somebody types what is played
            held = f"handicap: {handicaps_in_words(handicaps, choice)}; if somebody else plays, ask the director"
            of_one = "all matches are of one game system" * event.plays_series
            bound = tuple(_by_game_system(block, of_one, held if players else block.rule) for block in bound)
        name = "series sheet" if event.plays_series else "match sheet"
        return PageForm(heading, "", bound, note=NOTE, name=name, signed=SIGNED, kind=match_page(choice))

    return checked_form(library, MATCH, form, _lacking)


def _by_game_system(block: Block, *said: str) -> Block:
    """Return a block, that of the players with what scenarios of several game systems make to be said."""
    if block.name != PLAYERS:
        return block
    return replace(block, rule="; ".join(filter(None, said)), formerly=(*block.formerly, block.rule))


def _who(event: MatchEvent, players: Sequence[str]) -> dict[str, str]:
    """Return the settings that hold each player's id, name, and name with id, by seat; blank without players."""
    by_seat = dict(zip(SEATS, players, strict=False))
    called: dict[str, str] = {}
    for seat in SEATS:
        id_ = by_seat.get(seat, "")
        called[f"id_{seat}"] = id_
        called[f"name_{seat}"] = event.names.get(id_, id_)
        called[f"shown_{seat}"] = display_name(id_, event.names) if id_ else ""
    return called


def _numbered(block: BlockTemplate, match: Template, number: int) -> BlockTemplate:
    """Return a block for one of several matches: its id, and the blocks that its rules name, get the match's number."""
    blocks = re.compile(rf"\b({'|'.join(one.id for one in match.block)})\.")

    def rule(text: str) -> str:
        return blocks.sub(rf"\1_{number}.", text)

    def show(one: ShowTemplate) -> ShowTemplate:
        return one.model_copy(update={"rule": rule(one.rule)})

    def check(one: CheckTemplate) -> CheckTemplate:
        return one.model_copy(update={"when": rule(one.when)})

    def blank(one: BlankTemplate) -> BlankTemplate:
        return one.model_copy(update={"blocks": tuple(f"{name}_{number}" for name in one.blocks)})

    mirror = block.mirror and block.mirror.model_copy(update={"blank": tuple(map(blank, block.mirror.blank))})
    changes = {
        "id": f"{block.id}_{number}",
        "title": f"Match {number}: {block.title}" if block.title else "",
        "let": {name: rule(text) for name, text in block.let.items()},
        "show": tuple(map(show, block.show)),
        "check": tuple(map(check, block.check)),
        "mirror": mirror,
    }
    return block.model_copy(update=changes)


def _with_public_names(event: MatchEvent, block: Block) -> Block:
    """Return a block with its public names, such as ``match.2.game.1.winner``, and a result by margin with its rule."""
    if block.name in {PLAYERS, SERIES, HANDICAPS}:
        return block
    name, number = block.name, 1
    if event.plays_series:
        name, _, last = block.name.rpartition("_")
        number = int(last)
    if name == RESULT and event.settings.handicap_level == "margin":
        block = replace(block, rule=BY_MARGIN, formerly=(*block.formerly, block.rule))
    prefix = match_prefix(event, number)
    fields = (replace(box, public=f"{prefix}{box.public}" if box.public else "") for box in block.fields)
    return replace(block, id=prefix + _GAME.sub(r"game.\1", name), fields=tuple(fields))


def template_checks(library: Library) -> list[Finding]:
    """Check the templates in force as if an event with scenarios of all kinds used them, for a match and a series."""
    event = starter_event("any")
    (usual,) = event.scenarios
    sides = tuple(side.model_copy(update={"orders": ("any",)}) for side in usual.sides)
    kinds = [usual.model_copy(update={"grading": kind, "sides": sides}) for kind in GRADINGS]
    systems = {folded(usual.game_system): PairHandicap(None, counts=True)}
    found: dict[Finding, None] = {}
    for matches in (1, MATCHES):
        settings = event.settings.model_copy(update={"series": matches})
        try:
            _page_form(library, event.model_copy(update={"settings": settings}), kinds, systems)
        except MistakesFound as mistakes:
            found |= dict.fromkeys(mistakes.findings)
    return list(found)


def _lacking(form: PageForm) -> Iterator[str]:
    """Yield a sentence for each block or field that scoring needs and the templates lack."""
    blocks = {block.name: block for block in form.blocks}
    if PLAYERS not in blocks or blocks[PLAYERS].seat is None:
        yield 'there must be a block players, with rows = "seats" and seat = ""'
    for name, block in blocks.items():
        for needed, boxes in _NEEDED.items():
            if not name.startswith(needed):
                continue
            types = {box.id: box.type for box in block.fields}
            for box, type_ in boxes.items():
                if types.get(box) != type_:
                    yield f"block {name}: there must be a field {box} of the type {type_}"
    for needed in _NEEDED:
        if not any(name.startswith(needed) for name in blocks):
            yield f"there must be a block {needed}"
