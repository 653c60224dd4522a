"""Everything that a system of your own needs: plug-ins import from this module only.

The names in ``__all__`` are stable, with their fields, parameters and meanings, from this :data:`VERSION` on. Before
something changes or goes, CHANGELOG.md announces it one release earlier, under *For plug-ins*; then the version goes up
by one. Additions do not change the version. Every other module may change from one release to the next, unannounced.

docs/a-system-in-ten-steps.md explains how to write a system.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from sheetscore.event.model import Event, EventPart, Header, NoSeatLabels, Player, Premise, RoundNumber, Settings, YesNo
from sheetscore.expressions import ValueKind
from sheetscore.expressions.figure import Amount, Figure, Shown
from sheetscore.expressions.figure_calls import (
    all_of,
    amount,
    any_of,
    count,
    filled,
    highest,
    joined,
    lowest,
    near,
    opposite,
    same,
    sign,
    total,
    when,
)
from sheetscore.findings import Codes, Finding, Severity, finding
from sheetscore.forms.binding import Surroundings, bind, bind_sums
from sheetscore.forms.block import Row
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import (
    CellKey,
    CheckedPage,
    Entries,
    FieldKey,
    Page,
    PageEntries,
    PageForm,
    PageKind,
    PageScore,
    RowScore,
    Ruling,
    SumBox,
    Value,
)
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Library
from sheetscore.pairing.by_points import PointsSoFar, change_draw_by_points, draw_by_points
from sheetscore.pairing.draw import Draw, OpenGame, TableDraw, dice_for, display_name, draw_mistakes, left_alone, lot
from sheetscore.pairing.planned.seat_plan import Effort, Goal, SeatPlan
from sheetscore.pairing.walk_ins import Coming, Room, reseated
from sheetscore.problems import MistakesFound, Problem, UnreadableFile, WrongUsage
from sheetscore.scoring.ranking import ranks
from sheetscore.scoring.tie_breaks import SCORE, DecidedChain, Figures, Places, Step, broken_by, decide, place_formula
from sheetscore.scoring.tie_steps import (
    OfGames,
    OfMargins,
    OfOpponents,
    OfRounds,
    Outing,
    TieRecord,
    steps_called,
    tie_break_setting,
)
from sheetscore.sheets.draw_workbook import DrawBook, Posting
from sheetscore.sheets.formulas import box_cell, who_sits
from sheetscore.sheets.layout import PageLayout, lay_out_blocks
from sheetscore.sheets.pages import heading, signatures
from sheetscore.sheets.postings import post_by_name, post_by_table, post_opponents, post_pairs
from sheetscore.systems.columns import BLOCKS, ENTRIES, PAGES, POINTS, STANDINGS, VALUE, RoundScores, column, round_name
from sheetscore.systems.context import (
    Account,
    EventProgress,
    HandicapsMade,
    Inherited,
    NotYet,
    PlayedRound,
    ReplayAsked,
    Replayed,
    RoundContext,
)
from sheetscore.systems.outcomes import (
    Agreement,
    Decision,
    EarlierRound,
    Exact,
    Lists,
    Procedure,
    ResultRow,
    RoundResult,
    RoundScore,
    Standings,
    Total,
    decisions_of,
    totals_of,
)
from sheetscore.systems.played import Game, GameSide, ScoredRound, grouped, met, opposed_sides, ranked_sides
from sheetscore.systems.rare_hooks import HouseHabits, RareHooks
from sheetscore.systems.simulated import Playing, Simulated
from sheetscore.systems.system import System
from sheetscore.systems.tie_tables import TieTables
from sheetscore.tables.sheet import Chart, Series, TableSheet, TextLine
from sheetscore.tables.table import (
    ByRule,
    Column,
    Here,
    LineFigures,
    Table,
    figure_column,
    step_column,
    text_column,
)
from sheetscore.workbooks.book import CellValue

if TYPE_CHECKING:
    from pathlib import Path

    from sheetscore.operations.check_results import CheckedResults

VERSION = 1
"""Goes up when a plug-in may have to be changed."""


def check_results(folder: str | Path) -> CheckedResults:
    """Compare, in tests, every cached value in an event's results and standings with LibreOffice's computation.

    In what it returns, ``findings`` is empty if all are equal, and ``formulas`` is the number of compared formulas.
    """
    from sheetscore.operations.check_results import check_results as check  # noqa: PLC0415 -- playing needs none of it

    return check(folder)


__all__ = [
    "BLOCKS",
    "ENTRIES",
    "PAGES",
    "POINTS",
    "SCORE",
    "STANDINGS",
    "VALUE",
    "VERSION",
    "Account",
    "Agreement",
    "Amount",
    "ByRule",
    "CellKey",
    "CellValue",
    "Chart",
    "CheckedPage",
    "Choices",
    "Codes",
    "Column",
    "Coming",
    "DecidedChain",
    "Decision",
    "Draw",
    "DrawBook",
    "EarlierRound",
    "Effort",
    "Entries",
    "Event",
    "EventPart",
    "EventProgress",
    "Exact",
    "Field",
    "FieldKey",
    "Figure",
    "Figures",
    "Finding",
    "Game",
    "GameSide",
    "Goal",
    "HandicapsMade",
    "Header",
    "Here",
    "HouseHabits",
    "Inherited",
    "Library",
    "LineFigures",
    "Lists",
    "MistakesFound",
    "NoSeatLabels",
    "NotYet",
    "OfGames",
    "OfMargins",
    "OfOpponents",
    "OfRounds",
    "OpenGame",
    "Outing",
    "Page",
    "PageEntries",
    "PageForm",
    "PageKind",
    "PageLayout",
    "PageScore",
    "Places",
    "PlayedRound",
    "Player",
    "Playing",
    "PointsSoFar",
    "Posting",
    "Premise",
    "Problem",
    "Procedure",
    "RareHooks",
    "ReplayAsked",
    "Replayed",
    "ResultRow",
    "Room",
    "RoundContext",
    "RoundForms",
    "RoundNumber",
    "RoundResult",
    "RoundScore",
    "RoundScores",
    "Row",
    "RowScore",
    "Ruling",
    "ScoredRound",
    "SeatPlan",
    "Series",
    "Settings",
    "Severity",
    "Shown",
    "Simulated",
    "Standings",
    "Step",
    "SumBox",
    "Surroundings",
    "System",
    "Table",
    "TableDraw",
    "TableForms",
    "TableSheet",
    "TextLine",
    "TieRecord",
    "TieTables",
    "Total",
    "UnreadableFile",
    "Value",
    "ValueKind",
    "WrongUsage",
    "YesNo",
    "all_of",
    "amount",
    "any_of",
    "bind",
    "bind_sums",
    "box_cell",
    "broken_by",
    "change_draw_by_points",
    "check_results",
    "column",
    "count",
    "decide",
    "decisions_of",
    "dice_for",
    "display_name",
    "draw_by_points",
    "draw_mistakes",
    "figure_column",
    "filled",
    "finding",
    "grouped",
    "heading",
    "highest",
    "joined",
    "lay_out_blocks",
    "left_alone",
    "lot",
    "lowest",
    "met",
    "near",
    "opposed_sides",
    "opposite",
    "place_formula",
    "post_by_name",
    "post_by_table",
    "post_opponents",
    "post_pairs",
    "ranked_sides",
    "ranks",
    "reseated",
    "round_name",
    "same",
    "sign",
    "signatures",
    "step_column",
    "steps_called",
    "text_column",
    "tie_break_setting",
    "total",
    "totals_of",
    "when",
    "who_sits",
]
