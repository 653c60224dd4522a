"""Rounds that are scored in part, and whose draw is edited then: what is scored stays with those who played."""

from __future__ import annotations

from pathlib import Path

import pytest
from aso_commands import by_player, drawn_in, edit_draw, ranked, type_lines, won
from aso_event import aso_event
from diplomacy_event import diplomacy_event
from kept_events import started
from looking import open_whole
from match_commands import Evening
from match_event import match_event
from typing_in import type_in

from sheetscore.operations.change_draw import change_draw
from sheetscore.operations.check import check
from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.history import records, rounds_to_draw_from
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import WrongUsage


def exchange_tables(folder: Path, one: int, other: int) -> None:
    """Give all who sit at a table the same seats of the other one, and the other way round."""
    seated = {table.number: table.seated for table in drawn_in(folder, 1).tables}
    to = {one: other, other: one}
    edit_draw(folder, 1, {(to[table], seat): who for table in to for seat, who in seated[table].items()})


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    """P01 beat P05, P06 beat P02, P03 and P07 drew; of P04 and P08 at table 4 nothing is known."""
    folder = started(tmp_path / "cup", aso_event(8))
    type_lines(folder, *won("1", "2", "draw"))
    assert ingest(folder / "round1.xlsx", provisional=True).status == "warnings"
    return folder


@pytest.mark.parametrize("scored", [1, 3])
def test_a_scored_table_in_the_place_of_an_open_one_is_neither_gone_nor_corrected(cup: Path, scored: int) -> None:
    before = by_player(ingest(cup / "round1.xlsx", provisional=True).rows, "result", "points")
    exchange_tables(cup, scored, 4)
    assert make_sheets(cup, 1).findings == ()
    again = ingest(cup / "round1.xlsx", provisional=True)
    assert {one.code for one in again.findings} == {"not-in-yet"}
    assert again.correction is None
    known = {player: row for player, row in by_player(again.rows, "result", "points").items() if row != (None, None)}
    assert known == before
    type_lines(cup, f"{scored},,winner,2")
    done = ingest(cup / "round1.xlsx")
    assert (done.status, done.correction) == ("ok", None)
    assert "Changes" not in open_whole(cup / "standings.xlsx").sheetnames
    assert ranked(cup, "score") == {
        "P01": (3,), "P06": (3,), "P08": (3,), "P03": (1,), "P07": (1,), "P02": (0,), "P04": (0,), "P05": (0,)
    }  # fmt: skip


def test_a_scored_table_that_moved_is_no_correction_where_nothing_else_came_in(tmp_path: Path) -> None:
    folder = started(tmp_path / "con", diplomacy_event(14, 1))
    type_lines(folder, "1,,outcome,solo", "1,England,centres.final,18", "1,France,centres.final,16")
    ingest(folder / "round1.xlsx", provisional=True)
    exchange_tables(folder, 1, 2)
    make_sheets(folder, 1)
    again = ingest(folder / "round1.xlsx", provisional=True)
    assert {one.code for one in again.findings if one.severity != "note"} == {"not-in-yet"}
    assert again.correction is None
    assert {row["table"] for row in again.rows} == {2}


def test_a_value_corrected_at_a_table_that_moved_is_a_correction_of_these_two_alone(cup: Path) -> None:
    exchange_tables(cup, 1, 4)
    make_sheets(cup, 1)
    type_lines(cup, "4,,winner,2", "1,,winner,1", force=True)  # P05 beat P01, not the other way round; P04 beat P08
    done = ingest(cup / "round1.xlsx")
    assert done.correction is not None
    scores = {one.id: one.score for one in done.correction.changes if one.score[0] != one.score[1]}
    assert scores == {"P01": (3, 0), "P05": (0, 3)}


def test_check_names_no_other_table_than_the_open_one_after_an_exchange(cup: Path) -> None:
    exchange_tables(cup, 1, 4)
    make_sheets(cup, 1)
    told = [(one.code, one.message[:7]) for one in check(cup / "round1.xlsx").findings]
    assert told == [("result-missing", "table 1")]


def test_who_sits_out_since_the_draw_was_edited_is_named_by_check_and_ingest(tmp_path: Path) -> None:
    """P09, who had the bye, meets P04 at the open table, and P08 sits out for it: 3 points go from one to the other."""
    folder = started(tmp_path / "cup", aso_event(9))
    type_lines(folder, *won("1", "2", "draw"))
    ingest(folder / "round1.xlsx", provisional=True)
    assert ranked(folder, "score")["P09"] == (3,)
    edit_draw(folder, 1, {(4, "2"): "P09"})
    lines = list(open_whole(folder / "round1-draw.xlsx")["Draw"].iter_rows(min_row=5))
    (bye,) = [row[3].coordinate for row in lines if row[0].value is None and "P09" in str(row[3].value)]
    type_in(folder / "round1-draw.xlsx", {("Draw", bye): "Player 8 (P08)"})
    make_sheets(folder, 1)
    type_lines(folder, "4,,winner,1")
    named = [one.message for one in check(folder / "round1.xlsx").findings if one.code == "results-otherwise"]
    done = ingest(folder / "round1.xlsx")
    assert [one.message for one in done.findings if one.code == "results-otherwise"] == named
    assert named == [
        "the draw was changed since round1-results.xlsx was made, and with it who sits out: Player 9 (P09), on a line "
        "“bye (scores as a win)” then, at table 4, 2 now; Player 8 (P08), at a table then, on a line “bye (scores as a "
        "win)” now. What that scores counts as the draw has it now. Where that is not meant, put the draw back"
    ]
    assert (ranked(folder, "score")["P08"], ranked(folder, "score")["P09"]) == ((3,), (0,))
    assert "results-otherwise" not in {one.code for one in ingest(folder / "round1.xlsx").findings}


def test_before_the_next_ingest_standings_and_the_draw_know_which_pair_is_open(tmp_path: Path) -> None:
    evening = Evening.of(tmp_path / "event", match_event(6, pairing="swiss"))
    evening.drawn(1)
    pairs = evening.seats(1)
    first, second = pairs[1]
    evening.played(1, f"{first} {second} 3 1", provisional=True)
    exchange_tables(evening.folder, 1, 3)
    open_now = {game.table: game.players for game in standings(evening.folder).open}
    assert open_now == {2: pairs[2], 1: pairs[3]}
    refused = "has results, and its draw stays as it was: enter a substitute on the score sheets"
    with pytest.raises(WrongUsage, match=f"{refused}$"):
        change_draw(evening.folder, 1, [], [first])
    with pytest.raises(WrongUsage, match="Table 1 of it has none yet"):
        change_draw(evening.folder, 1, [], [pairs[3][0]])


def test_before_the_next_ingest_the_next_draw_knows_who_meet_at_the_open_table(tmp_path: Path) -> None:
    evening = Evening.of(tmp_path / "event", match_event(4, pairing="swiss"))
    evening.drawn(1)
    pairs = evening.seats(1)
    evening.played(1, "{} {} 3 1".format(*pairs[1]), provisional=True)
    exchange_tables(evening.folder, 1, 2)
    opened = open_event(evening.folder)
    (before,) = rounds_to_draw_from(opened, 2, records(opened))
    assert before.drawn is not None
    assert [(table.number, tuple(table.seated.values())) for table in before.drawn.tables] == [(1, pairs[2])]
