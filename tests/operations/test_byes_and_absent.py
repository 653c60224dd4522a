"""Accelerated Swiss: a bye scores as a win, and being absent nothing; the draw tells the two apart everywhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from aso_event import aso_event
from click.testing import CliRunner
from libreoffice import compute
from looking import open_whole, sheets_of
from typing_in import type_in

from sheetscore.cli.main import main
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.pairing.draw import Draw
from sheetscore.workbooks.reader import read_workbook

BYE, ABSENT = "bye (scores as a win)", "absent (0)"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Seven players: P01 v P04, P02 v P05, P03 v P06, and P07 has the bye."""
    folder = tmp_path_factory.mktemp("byes") / "cup"
    write_event(aso_event(7, 3), folder)
    assert draw(folder, 1).draw.byes == ("P07",)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "cup"))


def lines(folder: Path, number: int = 1) -> dict[str, list[str]]:
    """Give the cells of the list by what the line is called: the seat of a table as ``1/2``."""
    sheet = open_whole(folder / f"round{number}-draw.xlsx")["Draw"]
    found: dict[str, list[str]] = {}
    for table, seat, _, who in sheet.iter_rows(min_row=5, max_col=4):
        found.setdefault(f"{table.value}/{seat.value}" if table.value else str(seat.value), []).append(who.coordinate)
    return found


def put(folder: Path, places: dict[str, str | None], number: int = 1) -> None:
    """Put players on lines of the draw; one that is called twice is filled from its first free cell on."""
    free = lines(folder, number)
    typed = {
        ("Draw", free[line.rstrip("'")][line.count("'")]): f"Player {int(player[1:])} ({player})" if player else None
        for line, player in places.items()
    }
    type_in(folder / f"round{number}-draw.xlsx", typed)


def read(folder: Path, number: int = 1) -> Draw:
    return draw_of(open_event(folder), number).draw


def scored(folder: Path, number: int = 1, tables: tuple[int, ...] = (1, 2, 3)) -> Ingested:
    """Let the first of every table win."""
    make_sheets(folder, number)
    source = folder.with_suffix(".csv")
    source.write_text("\n".join(["table,seat,field,value", *(f"{table},,winner,1" for table in tables)]))
    fill(folder / f"round{number}.xlsx", source)
    done = ingest(folder / f"round{number}.xlsx")
    assert done.status != "errors", done.findings
    return done


def codes(folder: Path, number: int = 1) -> list[str]:
    return sorted(one.code for one in check(folder / f"round{number}-draw.xlsx").findings)


def test_the_list_has_lines_for_byes_and_lines_for_those_who_are_absent(folder: Path) -> None:
    assert set(lines(folder)) == {f"{table}/{seat}" for table in (1, 2, 3) for seat in (1, 2)} | {BYE, ABSENT}
    assert codes(folder) == []


def test_a_bye_scores_as_a_win_and_an_absent_player_nothing(folder: Path) -> None:
    # P04 has not come: P07 meets P01 instead, and P04 is put on the line of the absent
    put(folder, {"1/2": "P07", BYE: None, ABSENT: "P04"})
    assert (read(folder).byes, read(folder).absent) == ((), ("P04",))
    assert codes(folder) == []
    scored(folder)
    put_back = {row["id"]: row["score"] for row in standings(folder).rows}
    assert put_back == {"P01": 3, "P02": 3, "P03": 3, "P05": 0, "P06": 0, "P07": 0}


def test_a_seat_that_is_cleared_is_called_absent_in_check_and_in_sheets(folder: Path) -> None:
    put(folder, {"1/1": None, "1/2": None, BYE + "'": "P01"})
    warned = [one.message for one in make_sheets(folder, 1).findings]
    assert [message for message in warned if "(P04)" in message] == [
        f"Player 4 (P04) plays in round 1 and has no seat: that counts as “{ABSENT}”. Give them a seat or a line "
        f"“{BYE}”, or put them on a line “{ABSENT}” if they are not there."
    ]
    assert codes(folder) == ["draw-byes", "draw-player"]
    assert any("2 players have a bye in round 1: Player 7 (P07) and Player 1 (P01)." in one for one in warned)


def test_another_bye_for_the_same_player_is_a_warning_of_check_and_of_sheets(folder: Path) -> None:
    scored(folder)
    drawn = draw(folder, 2).draw
    assert drawn.byes != ("P07",)
    table, seat, _ = next(place for place in drawn.places() if place[2] == "P07")
    put(folder, {f"{table}/{seat}": drawn.byes[0], BYE: "P07"}, 2)
    assert "draw-repeat" in codes(folder, 2)
    said = CliRunner().invoke(main, ["-C", str(folder), "sheets", "2"])
    assert said.exit_code == 0
    assert "gets another “bye (scores as a win)”" in " ".join((said.stdout + said.stderr).split())


def test_an_old_draw_that_says_sits_out_is_read_as_a_bye(folder: Path) -> None:
    type_in(
        folder / "round1-draw.xlsx",
        {("Draw", cell.replace("D", "B")): "sits out" for cell in lines(folder)[BYE]},
    )
    assert read(folder).byes == ("P07",)
    rows = {row["player"]: row["result"] for row in scored(folder).rows}
    assert rows["P07"] == "bye"


def test_a_draw_made_before_the_points_of_a_bye_were_changed_is_read(folder: Path) -> None:
    write_event(aso_event(7, 3, bye_points=1, missed_points=1), folder)
    put(folder, {ABSENT: "P06", "3/2": "P07", BYE: None})
    assert (read(folder).byes, read(folder).absent) == ((), ("P06",))


def test_postings_tell_a_bye_from_an_absence_as_the_list_is_edited(folder: Path, tmp_path: Path) -> None:
    # P04 is put on a line, P03 is cleared, P06 gets the bye of P07, and P07 meets P01
    put(folder, {"1/2": "P07", BYE: "P06", ABSENT: "P04", "3/1": None, "3/2": None})
    (again,) = compute([folder / "round1-draw.xlsx"], tmp_path / "out")
    sheets = sheets_of(again)

    def texts(sheet: str, one: int, other: int) -> set[tuple[str, str]]:
        cells = {place: str(cell.value) for place, cell in sheets[sheet].cells.items()}
        return {(cells.get((row, one), ""), cells.get((row, other), "")) for row, _ in cells if row > 3}

    by_name = dict(texts("By name", 0, 2))
    assert by_name["Player 7"] == "Player 1"
    assert by_name["Player 6"] == BYE
    assert by_name["Player 4"] == ABSENT
    assert by_name["Player 3"] == ABSENT
    assert {("Player 6", BYE), ("Player 4", ABSENT)} <= texts("Pairs", 1, 2)


def test_results_and_standings_say_why_somebody_has_no_opponent(folder: Path) -> None:
    put(folder, {"1/2": "P07", BYE: "P04"})
    scored(folder)
    put_away = draw(folder, 2).draw
    gone = next(player for _, _, player in put_away.places())
    table, seat, _ = next(place for place in put_away.places() if place[2] == gone)
    put(folder, {f"{table}/{seat}": put_away.byes[0], BYE: None, ABSENT: gone}, 2)
    scored(folder, 2)
    results = {cell.value for cell in read_workbook(folder / "round1-results.xlsx").sheets["Results"].cells.values()}
    assert BYE in results
    assert "sits out" not in results
    book = read_workbook(folder / "standings.xlsx")
    assert ABSENT in {cell.value for cell in book.sheets["Round 2"].cells.values()}
    assert {BYE, ABSENT} <= {cell.value for cell in book.sheets["Players"].cells.values()}


def test_who_plays_for_somebody_instead_of_the_bye_is_told_that_it_counts_no_more(folder: Path) -> None:
    make_sheets(folder, 1)
    lines_ = ["1,2,player,P07", *(f"{table},,winner,1" for table in (1, 2, 3))]
    (source := folder.with_suffix(".csv")).write_text("\n".join(["table,seat,field,value", *lines_]))
    fill(folder / "round1.xlsx", source)
    done = ingest(folder / "round1.xlsx")
    assert [one.message for one in done.findings if one.code == "not-as-drawn"] == [
        "Player 4 (P04): drawn, and nowhere on the sheets: the round does not count for them",
        "Player 7 (P07): on a line “bye (scores as a win)” of the draw, and on the sheets: that line counts no more",
    ]
    assert [row["result"] for row in done.rows if row["player"] == "P07"] == ["loss"]


def test_a_bye_and_a_seat_that_are_exchanged_on_the_draw_of_a_scored_round_take_nobody_off(folder: Path) -> None:
    """P01 has played on the sheets and has the bye of the draw now; P07 would be nowhere."""
    scored(folder)
    results = (folder / "round1-results.xlsx").read_bytes()
    put(folder, {"1/1": "P07", BYE: "P01"})
    done = ingest(folder / "round1.xlsx")
    stopped, older = [one for one in done.findings if one.is_error]
    assert (stopped.code, older.code) == ("results-fewer", "sheets-older")
    assert "Player 7 (P07), now drawn at table 1, 1" in stopped.message
    assert (folder / "round1-results.xlsx").read_bytes() == results
    put(folder, {"1/1": "P01", BYE: "P07"})
    assert ingest(folder / "round1.xlsx").status == "ok", "put back"
    put(folder, {"1/1": "P07", BYE: "P01"})
    assert ingest(folder / "round1.xlsx", force=True).status != "errors"


@pytest.mark.parametrize(
    ("places", "now"), [({BYE: None, ABSENT: "P07"}, f"on a line “{ABSENT}”"), ({BYE: None}, "nowhere")]
)
def test_a_bye_that_is_off_its_line_since_the_round_was_scored_is_told_by_check(
    places: dict[str, str | None], now: str, folder: Path
) -> None:
    scored(folder)
    assert not [one for one in check(folder).findings if one.code == "results-fewer"]
    put(folder, places)
    lost = (
        "round1-results.xlsx has rows for players without a seat that the new results would not have: Player 7 (P07), "
        f"now drawn {now}. Put the draw back; or add --force"
    )
    (stops,) = [one for one in ingest(folder / "round1.xlsx").findings if one.code == "results-fewer"]
    assert stops.message.startswith(lost)
    (told,) = [one for one in check(folder).findings if one.code == "results-fewer"]
    assert (str(told.severity), told.message.startswith(f"{lost} to “sheetscore ingest round1.xlsx”")) == (
        "warning",
        True,
    )
    assert told.message.endswith("The results stay as they are, and ingesting round1.xlsx as it is stops")
    said = CliRunner().invoke(main, ["-C", str(folder), "check"]).output
    assert said.endswith("Nothing stops you but ingesting round1.xlsx as it is.\n")


def test_a_name_that_nobody_has_on_the_line_of_a_bye_stops_the_round_as_no_sheet_would_name_it(folder: Path) -> None:
    make_sheets(folder, 1)
    place, *_ = lines(folder)[BYE]
    type_in(folder / "round1-draw.xlsx", {("Draw", place): "Plaier 7 (P77)"})
    done = ingest(folder / "round1.xlsx", provisional=True)
    (wrong,) = [one for one in done.findings if one.code == "draw-player"]
    assert (wrong.is_error, wrong.cell, done.results_path) == (True, place, None)
