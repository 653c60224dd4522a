"""A correction says whose score and rank it changed: on the terminal, to scripts, and on a sheet of the standings."""

from __future__ import annotations

import json
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from amps_event import amps_event
from aso_commands import played, run, type_lines, won
from aso_event import aso_event
from duplicate_event import duplicate_event
from event_folder import GOOD_LINES, cell_of, filled_folder
from kept_events import started
from looking import values_in
from typing_in import type_in

from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.history import refresh_standings
from sheetscore.operations.opening.open_event import open_event
from sheetscore.results.standing_changes import Correction, StandingChange, changes_sheet


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four players, P01 v P03 and P02 v P04; the first of each table has won round 1."""
    folder = started(tmp_path_factory.mktemp("scored") / "cup", aso_event(4, 3))
    played(folder, 1, "1", "1")
    return folder


@pytest.fixture
def cup(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "cup"))


def ingested(folder: Path, *words: str) -> str:
    return run("-C", folder, "ingest", "round1.xlsx", *words).stdout


def changes_in(folder: Path) -> list[tuple[Any, ...]]:
    """Give the lines of the sheet: name, id, score before, score, change, rank before, rank."""
    sheets = values_in(folder / "standings.xlsx")
    rows = [*sheets["Changes"]] if "Changes" in sheets else []
    return [row[:7] for row in rows if isinstance(row[1], str) and row[1][0] == "P" and row[1] != "P"]


def test_a_first_result_is_no_correction(cup: Path) -> None:
    assert changes_in(cup) == []
    assert "correction" not in ingested(cup)
    assert "changes" not in json.loads(ingested(cup, "--json"))


def test_everybody_whose_score_or_rank_moved_is_named_with_both(cup: Path) -> None:
    type_lines(cup, *won("", "2"))
    said = ingested(cup)
    assert "What the correction changed:" in said
    # who has met the higher rated is before the other: P04 has beaten P02, P01 has beaten P03
    lines = [line.strip() for line in said.splitlines() if "→" in line]
    assert lines == ["P04 Player 4 0 → 3, rank 4 → 1", "P01 Player 1 rank 1 → 2", "P02 Player 2 3 → 0, rank 2 → 4"]


def test_scripts_get_the_same_exactly(cup: Path) -> None:
    type_lines(cup, *won("", "2"))
    done = json.loads(ingested(cup, "--json"))
    changes = {one["id"]: one for one in done["changes"]}
    assert (changes["P02"]["name"], changes["P02"]["score"]) == ("Player 2", [3, 0])
    assert changes["P04"]["score"] == [0, 3]
    assert changes["P01"] == {"id": "P01", "name": "Player 1", "score": [3, 3], "rank": [1, 2]}
    assert "P03" not in changes
    ranks = {row["id"]: row["rank"] for row in json.loads(run("-C", cup, "standings", "--json").stdout)["rows"]}
    assert all(one["rank"][1] == ranks[id_] for id_, one in changes.items())


def test_the_sheet_has_the_last_correction_until_the_next_one(cup: Path) -> None:
    type_lines(cup, *won("", "2"))
    ingested(cup)
    first = changes_in(cup)
    assert {row[1]: row[2:5] for row in first if row[2] != row[3]} == {"P02": (3, 0, -3), "P04": (0, 3, 3)}
    played(cup, 2, "1", "1")
    assert changes_in(cup) == first  # a new round is no correction
    ingested(cup)
    assert changes_in(cup) == first  # neither is to ingest the same again
    type_lines(cup, *won("draw"))
    ingested(cup)
    assert {row[1]: row[3] - row[2] for row in changes_in(cup) if row[2] != row[3]} == {"P01": -2, "P03": 1}


def test_the_sheet_stays_when_the_standings_are_made_anew_for_another_reason(cup: Path) -> None:
    type_lines(cup, *won("", "2"))
    ingested(cup)
    first = changes_in(cup)
    run("-C", cup, "draw", 2)  # what is open stands in the standings
    assert refresh_standings(open_event(cup)) is None
    assert changes_in(cup) == first
    (cup / "standings.xlsx").unlink()
    run("-C", cup, "standings")
    assert changes_in(cup) == []  # it was kept nowhere else


def test_a_correction_that_moves_nobody_says_so(cup: Path) -> None:
    type_lines(cup, "1,,scenario.played,s2")
    said = ingested(cup)
    assert "The correction changed nobody's score or rank." in said


def test_tables_that_come_in_are_no_correction_and_others_that_change_are(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(4, 3))
    type_lines(folder, *won("1"))
    assert "correction" not in ingested(folder, "--provisional")
    type_lines(folder, *won("1", "1"))
    assert "correction" not in ingested(folder)
    provisional = started(tmp_path / "again", aso_event(4, 3))
    type_lines(provisional, *won("1"))
    ingested(provisional, "--provisional")
    type_lines(provisional, *won("2", "1"))
    said = ingested(provisional)
    assert "What the correction changed:" in said
    # P02 v P04 came in late: who won there was not corrected, but ranks are those of now
    moved = [line.split()[0] for line in said.splitlines() if "→" in line and "rank" not in line.split(",")[0]]
    assert sorted(moved) == ["P01", "P03"]


def test_fractions_are_compared_exactly_and_shown_as_in_the_standings(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "amps", amps_event(rounds=("bridge", "bridge")), GOOD_LINES)
    ingested(folder)
    before = {row["id"]: row for row in json.loads(run("-C", folder, "standings", "--json").stdout)["rows"]}
    source = tmp_path / "more.csv"
    source.write_text("table,seat,field,value\n1,strike.2,strike.hits.1.d,3\n", encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    done = ingest(folder / "round1.xlsx")
    assert done.correction is not None
    now = {row["id"]: row for row in json.loads(run("-C", folder, "standings", "--json").stdout)["rows"]}
    moved = {
        id_ for id_, row in now.items() if (row["score"], row["rank"]) != (before[id_]["score"], before[id_]["rank"])
    }
    assert {one.id for one in done.correction.changes} == moved
    for one in done.correction.changes:
        assert tuple(map(float, (one.score[0] or 0, one.score[1] or 0))) == pytest.approx(
            (before[one.id]["score"], now[one.id]["score"])
        )
    assert all("." in sentence for sentence in done.correction.sentences if "→" in sentence.partition("rank")[0])


def test_a_change_that_would_round_away_is_shown_with_the_digits_that_tell_it() -> None:
    changes = (
        StandingChange("P1", "Ann", (Fraction(33515, 1000), Fraction(33519, 1000)), (1, 1)),
        StandingChange("P2", "Bob", (Fraction(1, 3), Fraction(33333, 100000)), (2, 2)),
        StandingChange("P3", "Cid", (Fraction(67, 2), 34), (3, 3)),
        StandingChange("P4", "Dan", (None, Fraction(67, 2)), (None, 4)),
    )
    assert [*Correction(1, changes, whole=False).sentences] == [
        "P1 Ann 33.515 → 33.519",
        "P2 Bob 0.333333 → 0.333330",
        "P3 Cid 33.50 → 34.00",
        "P4 Dan – → 33.50, rank – → 4",
    ]
    (table,) = changes_sheet(Correction(1, changes, whole=False)).tables
    styles = {one.key: [one.style_of(line) for line in changes] for one in table.columns}
    for key in ("score_then", "score", "more"):
        assert styles[key] == ["cell middle", "cell middle", "cell two", "cell two"]  # the first shows all digits


def test_many_changes_are_shortened_on_the_terminal_and_whole_on_the_sheet(tmp_path: Path) -> None:
    folder = started(tmp_path / "cup", aso_event(32, 3))
    type_lines(folder, *won(*"1" * 16))
    ingested(folder)
    type_lines(folder, *won(*"2" * 16))
    said = ingested(folder)
    assert "and 20 more: the sheet Changes of standings.xlsx has all" in said
    assert len(changes_in(folder)) == 32


def test_travellers_that_fill_up_are_no_correction_and_a_line_that_changes_is(tmp_path: Path) -> None:
    folder = started(tmp_path / "duplicate", duplicate_event())

    def type_round(number: int, points: int) -> str:
        source = tmp_path / "points.csv"
        lines = (f"{table},r{number},{side}.sp,{points}" for table in (1, 2, 3) for side in ("red", "blue"))
        source.write_text("\n".join(["table,seat,field,value", *lines]), encoding="utf-8")
        fill(folder / "travellers.xlsx", source)
        return run("-C", folder, "ingest", "travellers.xlsx").stdout

    assert "correction" not in type_round(1, 5)
    assert "correction" not in type_round(2, 5)
    source = tmp_path / "mended.csv"
    source.write_text("table,seat,field,value\n1,r1,red.sp,9\n", encoding="utf-8")
    fill(folder / "travellers.xlsx", source)
    assert "What the correction changed:" in run("-C", folder, "ingest", "travellers.xlsx").stdout


def test_who_sits_out_by_the_draw_and_was_a_substitute_by_mistake_loses_no_row(tmp_path: Path) -> None:
    folder = filled_folder(tmp_path / "event", amps_event(players=10))
    (out,) = draw_of(open_event(folder), 1).draw.byes
    box = cell_of(folder, 1, "strike.1", "seat.pilot")
    type_in(folder / "round1.xlsx", {box: out})
    assert out in {row["player"] for row in ingest(folder / "round1.xlsx").rows}
    drawn = draw_of(open_event(folder), 1).draw.tables[0].seated["strike.1"]
    type_in(folder / "round1.xlsx", {box: drawn})
    corrected = ingest(folder / "round1.xlsx")
    assert not [one for one in corrected.findings if one.is_error]
    players = {row["player"] for row in corrected.rows}
    assert drawn in players
    assert out not in players
