"""Matches without a computer: the sentences, forms and worked figures of the packet."""

from __future__ import annotations

from typing import Any

import pytest
from match_event import match_event, scenario

from sheetscore.systems.context import RoundContext
from sheetscore.systems.match.by_hand import example_sheet
from sheetscore.systems.match.model import Handicap, MatchEvent
from sheetscore.systems.match.procedure import describe_procedure
from sheetscore.systems.outcomes import Procedure
from sheetscore.tables.sheet import TableSheet
from sheetscore.wording import HARD_BLANK


def said(event: MatchEvent) -> Procedure:
    return describe_procedure(RoundContext(event, 1, []))


def figures(sheet: TableSheet) -> dict[str, list[str]]:
    """Give the lines of the only table of a sheet by their first cells, without blanks."""
    (table,) = sheet.tables
    lines = [
        [str(table.value(line, column) or "").replace(HARD_BLANK, " ") for column in table.columns]
        for line in table.lines
    ]
    return {first: [one for one in others if one] for first, *others in lines}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        # MATCH-5: (2 × 9 + 14/3) / 4 and so on; of the series (2 × 8 + 14) / 12
        (
            {"handicap_level": "margin"},
            [
                ["6", "3", "9", "4.5", "1 1/6", "5 2/3", "Bea, substantive"],
                ["1", "-3", "-2", "-1", "1 1/6", "1/6", "drawn"],
                ["1", "0", "1", "0.5", "1 1/6", "1 2/3", "Bea, marginal"],
                ["8", "1 1/3", "1 1/6", "2.5", "Bea, marginal"],
            ],
        ),
        # (9 + 14/3) / 2 against -9/2 and so on; of the series (8 + 14) / 6 against -8/6
        (
            {"handicap_level": "own"},
            [
                ["6", "3", "9", "6 5/6", "-4.5", "6 5/6", "Bea, decisive"],
                ["1", "-3", "-2", "1 1/3", "1", "1 1/3", "Bea, marginal"],
                ["1", "0", "1", "2 5/6", "-0.5", "2 5/6", "Bea, marginal"],
                ["8", "3 2/3", "-1 1/3", "3 2/3", "Bea, substantive"],
            ],
        ),
        # 4.5 is half-way between 3 and 6, 0.5 between 0 and 1: the higher level
        (
            {"handicaps": False, "level_scale": "nearest"},
            [
                ["6", "3", "9", "4.5", "Bea, decisive"],
                ["1", "-3", "-2", "-1", "Ann, marginal"],
                ["1", "0", "1", "0.5", "Bea, marginal"],
                ["8", "1 1/3", "Bea, marginal"],
            ],
        ),
    ],
)
def test_a_series_is_worked_out_by_the_decisions_of_the_event(
    settings: dict[str, Any], expected: list[list[str]]
) -> None:
    sheet = example_sheet(match_event(series=3, **settings))
    assert figures(sheet) == dict(zip(("Match 1", "Match 2", "Match 3", "The series"), expected, strict=True))


def test_the_revision_of_a_handicap_is_worked_out() -> None:
    """MATCH-6: 8 against -8 makes 16/3; (2 × 16/3 - 14/3) / 3 is 2, for the other player."""
    lines = [line.text.replace(HARD_BLANK, " ") for line in example_sheet(match_event(series=3)).lines]
    assert any("a third of 16: 5 1/3" in line for line in lines)
    assert any("2 times 5 1/3, less the 4 2/3" in line and "Ann has 2." in line for line in lines)


def test_sentences_follow_the_decisions() -> None:
    series = "\n".join(said(match_event(series=3, handicap_level="margin")).scoring)
    assert "two times the one by this series alone, plus the one before, divided by three" in series
    assert "a quarter of one's own handicap" in series
    assert "each of the 3 of a series for itself" in series
    assert "without levels it" not in series
    alone = "\n".join(said(match_event(level_scale="nearest")).scoring)
    assert "from 0.5 on marginal, from 2 on substantive and from 4.5 on decisive" in alone
    assert "andicap" not in alone.replace("without any handicap", "").replace("with handicaps, of", "")
    split = "\n".join(said(match_event(scenarios=(scenario(grading="territory"),), win_and_draw="draw")).scoring)
    assert "the sooner game-turn" in split
    assert "larger lead" not in split
    assert "wins one and draws the other draws" in split


def test_a_ladder_moves_by_the_series_and_has_its_forms() -> None:
    given = (Handicap(player="P02", against="P01", game_system="Hills", points="14/3"),)
    procedure = said(match_event(pairing="ladder", series=3, reach=2, given=given))
    steps = "\n".join(procedure.by_hand)
    assert "won the series takes that place" in steps
    assert "at most 2 places lower" in steps
    assert "won the match" in "\n".join(said(match_event(pairing="ladder")).by_hand)
    sheets = {one.sheet.title: one for one in procedure.pencil.sheets}
    assert figures(sheets["Ladder by hand"].sheet)["4"] == ["Player 4 (P04)"]
    lines = [*figures(sheets["Handicaps by hand"].sheet).items()]
    assert lines[0] == ("before", ["Player 2 (P02)", "Player 1 (P01)", "Hills", "4 2/3"])


def test_an_event_without_series_keeps_no_handicaps_by_hand() -> None:
    titles = [one.sheet.title for one in said(match_event()).pencil.sheets]
    assert titles == ["Matches, an example"]


def test_what_ranks_first_heads_the_sums() -> None:
    pencil = said(match_event(ranking=("levels", "won"))).pencil
    assert pencil.first == "The points of their levels"
    assert pencil.wall[-1].heading == "levels"
    assert pencil.breaks == ("Matches won, a draw half a one",)
