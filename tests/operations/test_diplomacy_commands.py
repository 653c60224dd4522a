"""Diplomacy by the commands: boards typed in, mistakes with their cells, the command line, LibreOffice."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from aso_commands import edit_draw, run, run_json
from diplomacy_event import diplomacy_event
from event_folder import cell_of
from kept_events import started
from libreoffice import pdf_page_sizes, to_pdf
from looking import formulas_in, open_whole, values_in
from typing_in import save_with_openpyxl, type_in

from sheetscore.cli.show import condensed
from sheetscore.event.toml import write_toml
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import entries, fill, merge_copies
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.pairing.draw import display_name
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS
from sheetscore.systems.diplomacy.model import DiplomacyEvent

LETTER, A4 = (612, 792), (595, 842)
"""Points."""

EXAMPLE = {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5}
GONE = {"Austria": 1903, "Germany": 1904, "France": 1906}

Line = tuple[int, str, str, object]


def ended(table: int, centres: Mapping[str, int] = EXAMPLE, outcome: str = "time", **more: object) -> Iterator[Line]:
    """Give the lines of a board of which the end alone is known."""
    for power, count in centres.items():
        yield table, power, "centres.final", count
    yield table, "", "outcome", outcome
    for what, value in more.items():
        yield table, "", what, value


def type_lines(folder: Path, lines: Iterator[Line] | list[Line], number: int = 1) -> None:
    source = folder.parent / "lines.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("table", "seat", "field", "value"), *lines])
    fill(folder / f"round{number}.xlsx", source)


def box(folder: Path, table: int, what: str) -> tuple[str, str]:
    """Say in which cell of round 1 a box stands, by its name on the page."""
    return cell_of(folder, table, "", what)


def errors(path: Path) -> list[tuple[str, str, str]]:
    return sorted((one.code, one.sheet, one.cell) for one in check(path).findings if one.is_error)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Seven players at one board."""
    return started(tmp_path / "con", diplomacy_event(7, 2))


def test_a_whole_event_by_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    con = tmp_path / "con"
    source = tmp_path / "event.toml"
    source.write_text(write_toml(diplomacy_event(15, 2, scoring="draw-size")), encoding="utf-8")
    run("new", con, "--from", source)
    run("-C", con, "check")
    drawn = run_json(monkeypatch, "-C", con, "draw", 1)
    assert [table["table"] for table in drawn["tables"]] == [1, 2]
    assert all(list(table["seats"]) == list(POWERS) for table in drawn["tables"])
    assert len(drawn["byes"]) == 1
    run("-C", con, "sheets", 1)
    members = {1: "England Russia", 2: "England Italy Russia Turkey"}
    type_lines(con, [line for table in (1, 2) for line in ended(table, outcome="draw", members=members[table])])
    done = run_json(monkeypatch, "-C", con, "ingest", con / "round1.xlsx")
    assert done["status"] == "ok"
    first, *_, last = done["rows"]
    assert {"player", "name", "power", "table", "centres", "outcome", "score"} <= set(first)
    assert (last["power"], last["outcome"]) == (None, "sat-out")
    scores = {(row["table"], row["power"]): row["score"] for row in done["rows"] if row["power"]}
    assert scores == {
        (table, power): 100 / len(members[table].split()) * (power in members[table])
        for table in (1, 2)
        for power in POWERS
    }
    assert all(one["ok"] for one in done["checks"])
    assert {one["name"] for one in done["checks"]} == {"scores of table 1", "scores of table 2"}
    ranked = run_json(monkeypatch, "-C", con, "standings")
    assert ranked["after_round"] == 1
    assert len(ranked["rows"]) == 15
    assert [row["score"] for row in ranked["rows"]] == [50, 50, *[25] * 4, *[0] * 9]
    run("-C", con, "draw", 2)
    report = run_json(monkeypatch, "-C", con, "export", con / "round1-results.xlsx")
    assert len(report["rows"]) == 15


def test_who_sat_out_in_round_1_plays_in_round_2(tmp_path: Path) -> None:
    con = started(tmp_path / "con", diplomacy_event(8, 2))
    (out,) = draw_of(open_event(con), 1).draw.byes
    type_lines(con, ended(1))
    assert ingest(con / "round1.xlsx").status == "ok"
    assert out not in draw(con, 2).draw.byes


def test_a_chart_typed_into_cells_with_another_program_is_scored(folder: Path) -> None:
    typed: dict[tuple[str, str], object] = {box(folder, 1, f"chart.1901.{power.lower()}"): 3 for power in POWERS}
    typed |= {box(folder, 1, "chart.1901.russia"): "4 ", box(folder, 1, "chart.1901.england"): 5}
    typed |= {box(folder, 1, f"chart.final.{power.lower()}"): count for power, count in EXAMPLE.items()}
    typed |= {box(folder, 1, "game.outcome"): "Draw", box(folder, 1, "game.members"): "e, R and tur"}
    typed |= {box(folder, 1, "game.final_year"): 1908}
    save_with_openpyxl(folder / "round1.xlsx", typed)
    done = ingest(folder / "round1.xlsx")
    assert done.status == "ok", done.findings
    fates = {row["power"]: row["fate"] for row in done.rows}
    assert [power for power in POWERS if fates[power] == "draw"] == ["England", "Russia", "Turkey"]
    assert fates["Italy"] == "survived"


def test_every_mistake_of_a_board_has_its_cell_and_a_marked_copy(folder: Path) -> None:
    lines = [*ended(1, {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 6}, "draw", members="Austria")]
    lines += [(1, power, "centres.1901", 3) for power in POWERS if power != "Russia"]
    type_lines(folder, [*lines, (1, "Italy", "eliminated", 1905), (1, "", "final_year", 1908)])
    type_in(folder / "round1.xlsx", {box(folder, 1, "chart.1902.turkey"): "many"})
    path = folder / "round1.xlsx"
    found = errors(path)
    assert found == sorted(
        [
            ("centres", *box(folder, 1, "chart.1901.russia")),  # more without an owner than at the start
            ("centres", *box(folder, 1, "chart.final.england")),  # 35 centres
            ("centres", *box(folder, 1, "chart.final.russia")),  # none in 1901
            ("centres", *box(folder, 1, "powers.Italy.eliminated")),
            ("not-a-number", *box(folder, 1, "chart.1902.turkey")),
            ("outcome-differs", *box(folder, 1, "game.members")),  # who is gone shares no draw
            ("outcome-differs", *box(folder, 1, "game.members")),  # and nobody draws alone
        ]
    )
    before = path.read_bytes()
    assert ingest(path).status == "errors"
    assert path.read_bytes() == before
    assert not (folder / "round1-results.xlsx").exists()
    marked = open_whole(folder / "round1-marked.xlsx")
    grown = {box(folder, 1, f"chart.final.{power}") for power in ("england", "italy", "russia", "turkey")}
    assert {(sheet, cell) for _, sheet, cell in found} | grown == {
        (sheet.title, cell.coordinate) for sheet in marked for row in sheet.iter_rows() for cell in row if cell.comment
    }


def test_one_text_in_a_number_box_of_a_chart_is_one_error(folder: Path) -> None:
    """Without England's 12 of 1906 a line would have too few centres, and 11 to 13 would be from none."""
    years = {
        1905: {"England": 11, "France": 2, "Italy": 6, "Russia": 8, "Turkey": 7},
        1906: {"France": 0, "Italy": 6, "Russia": 8, "Turkey": 8},
        1907: {"England": 13, "Italy": 5, "Russia": 8, "Turkey": 8},
    }
    lines = [(1, power, f"centres.{year}", count) for year, line in years.items() for power, count in line.items()]
    type_lines(folder, [*lines, (1, "", "outcome", "time")])
    type_in(folder / "round1.xlsx", {box(folder, 1, "chart.1906.england"): "zwölf"})
    assert errors(folder / "round1.xlsx") == [("not-a-number", *box(folder, 1, "chart.1906.england"))]


@pytest.mark.parametrize("ruling", [28034, 39028, -62, "40000.5"])
def test_a_ruling_takes_whatever_a_system_can_give(folder: Path, ruling: object) -> None:
    type_lines(folder, [*ended(1), (1, "Italy", "ruling.score", ruling), (1, "Italy", "ruling.reason", "a late order")])
    done = ingest(folder / "round1.xlsx")
    assert {row["power"]: row["score"] for row in done.rows}["Italy"] == Fraction(str(ruling))


@pytest.mark.parametrize("typed", ["all", "players", "everybody", "P99"])
def test_who_is_no_power_as_a_member_is_answered_by_what_members_are(folder: Path, typed: str) -> None:
    type_lines(folder, ended(1))
    type_in(folder / "round1.xlsx", {box(folder, 1, "game.members"): typed})
    (message,) = (one.message for one in check(folder / "round1.xlsx").findings if one.is_error)
    assert "Italy" not in message
    assert "powers" in message.casefold()
    assert "draw-all" in message


def test_a_power_that_is_spelled_wrongly_as_a_member_is_answered_by_the_power(folder: Path) -> None:
    type_lines(folder, ended(1, outcome="draw"))
    type_in(folder / "round1.xlsx", {box(folder, 1, "game.members"): "England, Itlay"})
    (message,) = (one.message for one in check(folder / "round1.xlsx").findings if one.is_error)
    assert "“Itlay”" in message
    assert "did you mean “Italy”?" in message


def test_a_chart_stays_with_its_board_when_others_are_drawn_for_its_powers_and_that_is_said(folder: Path) -> None:
    type_lines(folder, ended(1))
    workbook = open_whole(folder / "round1-draw.xlsx")
    places = {row[1].value: row[3] for row in workbook["Draw"].iter_rows(min_row=5) if row[0].value == 1}
    england, russia = places["England"], places["Russia"]
    england.value, russia.value = russia.value, england.value
    workbook.save(folder / "round1-draw.xlsx")
    with pytest.raises(MistakesFound, match=r"count for others, there\. Settle it, in the draw"):
        make_sheets(folder, 1)
    said = [one for one in make_sheets(folder, 1, force=True).findings if one.code == "players-moved"]
    assert [one.fields[0][2] for one in said] == ["powers.England.player", "powers.Russia.player"]
    assert "table 1, England: it is" in said[0].message


def test_who_was_typed_at_a_power_and_is_drawn_for_it_since_is_who_it_was_typed_for(folder: Path) -> None:
    drawn = draw_of(open_event(folder), 1).draw.tables[0].seated
    england, russia = drawn["England"], drawn["Russia"]
    played: list[Line] = [(1, "England", "seat.pilot", russia), (1, "Russia", "seat.pilot", england)]
    type_lines(folder, [*ended(1), *played])
    edit_draw(folder, 1, {(1, "England"): russia, (1, "Russia"): england})
    assert "players-moved" not in {one.code for one in make_sheets(folder, 1).findings}


@pytest.fixture
def exchanged(folder: Path) -> Path:
    """A scored board on which two typed who really sat where, and the file without that, filled in alike, beside it."""
    drawn = draw_of(open_event(folder), 1).draw.tables[0].seated
    seats = {power: cell_of(folder, 1, "", f"powers.{power}.player") for power in ("Austria", "France")}
    type_lines(folder, ended(1))
    type_in(folder / "round1.xlsx", {box(folder, 1, "chart.final.austria"): 0})
    shutil.copy(folder / "round1.xlsx", folder / "helper.xlsx")
    type_in(folder / "round1.xlsx", {seats["Austria"]: drawn["France"], seats["France"]: drawn["Austria"]})
    ingest(folder / "round1.xlsx")
    return folder


def test_typed_players_that_an_older_copy_lacks_are_named(exchanged: Path) -> None:
    """Both powers had gone from the board, so that no score changes: nothing else says that others played them."""
    shutil.copy(exchanged / "helper.xlsx", exchanged / "round1.xlsx")
    (said,) = (one.message for one in ingest(exchanged / "round1.xlsx").findings if one.code == "values-changed")
    assert "table 1, Austria, seat.pilot" in said
    assert "table 1, France, seat.pilot" in said


def test_merging_names_typed_players_where_the_other_copy_has_the_drawn_ones(exchanged: Path) -> None:
    merged = merge_copies(exchanged / "round1.xlsx", exchanged / "helper.xlsx", exchanged / "round1.xlsx")
    (said,) = (one.message for one in merged.findings if one.code == "merge-differs")
    assert "helper.xlsx has the drawn player where round1.xlsx has another one, who was taken: table 1, Austria" in said


def test_boards_that_change_places_take_their_charts_along(tmp_path: Path) -> None:
    folder = started(tmp_path / "con", diplomacy_event(14, 2))
    type_lines(folder, ended(1))
    before = [line.split(",") for line in entries(folder / "round1.xlsx").splitlines()[1:]]
    drawn = {(table, seat): who for table, seat, who in draw_of(open_event(folder), 1).draw.places()}
    edit_draw(folder, 1, {(table, seat): drawn[3 - table, seat] for table, seat in drawn})
    make_sheets(folder, 1)
    after = [line.split(",")[:4] for line in entries(folder / "round1.xlsx").splitlines()[1:]]
    assert sorted(after) == sorted([str(3 - int(table)), *line[:3]] for table, *line in before)


def test_of_boards_that_change_places_but_for_one_power_it_is_said_whose_their_charts_are_now(tmp_path: Path) -> None:
    folder, stays = started(tmp_path / "con", diplomacy_event(14, 2)), "Turkey"
    type_lines(folder, ended(1))
    drawn = {(table, seat): who for table, seat, who in draw_of(open_event(folder), 1).draw.places()}
    edit_draw(folder, 1, {(table, seat): drawn[3 - table, seat] for table, seat in drawn if seat != stays})
    with pytest.raises(
        MistakesFound, match=r"or would mean something else, or count for others, there\. Settle it"
    ) as asked:
        make_sheets(folder, 1)
    assert any("typed at the table stays" in one.message for one in asked.value.findings)
    made = make_sheets(folder, 1, force=True).findings
    said = [line for line in condensed(made) if "typed at the table stays" in line.message]
    (told,) = [line.message for line in said if line.message.startswith("table 1, ")]
    names = open_event(folder).event.names
    for power in (one for one in POWERS if one != stays):
        now, was = (display_name(drawn[table, power], names) for table in (2, 1))
        assert f"{power}: it is {now} now and was {was}" in told


def test_provisional_results_leave_boards_out_that_still_play(tmp_path: Path) -> None:
    con = started(tmp_path / "con", diplomacy_event(21, 2))
    type_lines(con, [*ended(1), (2, "England", "centres.1901", 5), (2, "Russia", "centres.1901", 6)])
    path = con / "round1.xlsx"
    assert {(code, sheet) for code, sheet, _ in errors(path)} >= {
        ("result-missing", "Table 2"),
        ("blank-page", "Table 3"),
    }
    type_lines(con, [(2, power, "centres.1901", "-") for power in ("England", "Russia")])
    done = ingest(path, provisional=True)
    assert {row["table"] for row in done.rows} == {1}
    left_out = [one.message for one in done.findings if one.code == "not-in-yet"]
    assert left_out == ["table 2 is left out: it has no result", "table 3 is left out: it has no result"]
    drawn = draw(con, 2).draw  # those at the other boards count as having met, too
    assert len(drawn.tables) == 3


SO_FAR = {"Austria": 4, "England": 6, "France": 5, "Germany": 5, "Italy": 4, "Russia": 6, "Turkey": 4}


def going_on(table: int, centres: Mapping[str, int] = SO_FAR, year: int = 1902) -> list[Line]:
    """Give the lines of a board whose game goes on after a year."""
    return [(table, power, f"centres.{year}", count) for power, count in centres.items()]


def test_a_board_that_goes_on_is_scored_as_if_it_ended_now(tmp_path: Path) -> None:
    con = started(tmp_path / "con", diplomacy_event(21, 2))
    type_lines(con, [*ended(1), *going_on(2)])
    assert ingest(con / "round1.xlsx").status == "errors"
    done = ingest(con / "round1.xlsx", provisional=True)
    assert done.status == "warnings"
    scores = {row["power"]: row["score"] for row in done.rows if row["table"] == 2}
    squares = sum(count**2 for count in SO_FAR.values())  # sum of squares: 100 * c * c / the sum of all
    assert scores == {power: Fraction(100 * count**2, squares) for power, count in SO_FAR.items()}
    said = {one.message for one in done.findings if one.code == "not-in-yet"}
    assert any(one.startswith("table 2: ") and one.endswith("scored as if it ended now") for one in said)
    assert "table 3 is left out: it has no result" in said
    tops = {str(sheet["A2"]) + str(sheet["A3"]) for sheet in values_in(con / "round1-results.xlsx").values()}
    assert any("provisional: table 3 missing; table 2 so far" in top for top in tops)
    assert [game.table for game in standings(con).open] == [2, 3]
    assert "values-gone" not in {one.code for one in ingest(con / "round1.xlsx", provisional=True).findings}


def test_a_power_that_has_won_has_the_solo_before_anybody_says_so(folder: Path) -> None:
    won = {"England": 18, "France": 6, "Turkey": 10}
    type_lines(folder, going_on(1, won, 1907))
    done = ingest(folder / "round1.xlsx", provisional=True)
    assert {row["power"]: row["score"] for row in done.rows} == {power: 100 * (power == "England") for power in POWERS}


def test_the_outcome_comes_later_and_is_no_correction(folder: Path) -> None:
    type_lines(folder, going_on(1))
    ingest(folder / "round1.xlsx", provisional=True)
    type_lines(folder, [(1, "", "outcome", "draw-all")])
    done = ingest(folder / "round1.xlsx")
    assert done.status == "ok"
    assert done.correction is None
    assert not standings(folder).provisional


def test_a_board_that_goes_on_and_contradicts_itself_is_still_a_mistake(folder: Path) -> None:
    type_lines(folder, going_on(1, {**SO_FAR, "Turkey": 14}))
    assert ingest(folder / "round1.xlsx", provisional=True).status == "errors"


def test_a_board_without_what_its_scoring_asks_for_is_left_out(tmp_path: Path) -> None:
    con = started(tmp_path / "con", diplomacy_event(14, 2, scoring="bangkok"))
    dead = {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5}
    type_lines(con, [*going_on(1), *((2, power, "centres.final", count) for power, count in dead.items())])
    done = ingest(con / "round1.xlsx", provisional=True)
    assert {row["table"] for row in done.rows} == {1}
    assert "table 2 is left out: it has no result" in {one.message for one in done.findings}


def test_sheets_made_again_keep_what_was_typed(folder: Path) -> None:
    type_lines(folder, [*ended(1), (1, "Austria", "eliminated", 1903), (1, "Italy", "ruling.score", "12.5")])
    done = make_sheets(folder, 1)
    assert not [one for one in done.findings if one.code == "not-placed"]
    type_lines(folder, [(1, "Italy", "ruling.reason", "a late order")])
    scored = ingest(folder / "round1.xlsx")
    assert {row["power"]: row["eliminated"] for row in scored.rows}["Austria"] == 1903
    assert {row["power"]: row["score"] for row in scored.rows}["Italy"] == Fraction(25, 2)
    assert [one.code for one in scored.findings] == ["ruled"]


def test_a_ruling_survives_a_correction_and_standings_follow_it(folder: Path) -> None:
    type_lines(folder, [*ended(1), (1, "Italy", "ruling.score", 99), (1, "Italy", "ruling.reason", "a late order")])
    ingest(folder / "round1.xlsx")
    assert standings(folder).rows[0]["score"] == 99
    type_lines(folder, [(1, "England", "centres.final", 13), (1, "Russia", "centres.final", 8)])
    scored = ingest(folder / "round1.xlsx")
    assert {row["power"]: row["score"] for row in scored.rows}["Italy"] == 99
    assert standings(folder).rows[0]["score"] == 99
    assert standings(folder).rows[1]["score"] == pytest.approx(100 * 169 / 322)


def test_a_scoring_system_of_the_directors_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    con = tmp_path / "con"
    shelf = con / "templates" / "scoring"
    shelf.mkdir(parents=True)
    (shelf / "club.toml").write_text(
        'id = "club"\ntitle = "Club"\ndescription = "Two a centre."\n[draw]\nalive = "2 * centres"\neliminated = -1\n'
        "[solo]\nwinner = 100\nalive = 0\neliminated = 0\n",
        encoding="utf-8",
    )
    started(con, diplomacy_event(7, scoring="club"))
    type_lines(con, ended(1))
    scores = {row["power"]: row["score"] for row in ingest(con / "round1.xlsx").rows}
    assert scores == {power: 2 * EXAMPLE[power] if power in EXAMPLE else -1 for power in POWERS}
    listed = run_json(monkeypatch, "-C", con, "systems", "diplomacy")
    assert "club" in listed[0]["decisions"][0]["choices"]


def test_an_event_that_another_one_starts_from_brings_its_templates(tmp_path: Path) -> None:
    first = tmp_path / "first"
    write_event(diplomacy_event(7, scoring="club"), first)
    shelf = first / "templates" / "scoring"
    shelf.mkdir(parents=True)
    (shelf / "club.toml").write_text(
        'id = "club"\ntitle = "Club"\ndescription = "One a centre."\n[draw]\nalive = "centres"\neliminated = 0\n'
        "[solo]\nwinner = 100\nalive = 0\neliminated = 0\n",
        encoding="utf-8",
    )
    for name, source in (("second", first / "event.xlsx"), ("third", first)):
        said = run("new", tmp_path / name, "--from", source).output
        assert "templates/scoring/club.toml" in said
        assert not [one for one in check(tmp_path / name).findings if one.is_error]
        there = tmp_path / name / "templates" / "scoring" / "club.toml"
        assert there.read_bytes() == (shelf / "club.toml").read_bytes()
    own = tmp_path / "fourth" / "templates" / "scoring" / "club.toml"
    own.parent.mkdir(parents=True)
    own.write_text((shelf / "club.toml").read_text().replace("100", "90"))
    before = own.read_bytes()
    assert "club.toml" not in run("new", tmp_path / "fourth", "--from", first).output
    assert own.read_bytes() == before


def test_an_unknown_scoring_system_is_answered_with_the_nearest(tmp_path: Path) -> None:
    source = tmp_path / "event.toml"
    source.write_text(write_toml(diplomacy_event(7, scoring="sum-of-square")), encoding="utf-8")
    said = run("check", source, status=1).output
    assert "sum-of-square" in said
    assert "sum-of-squares" in said
    assert "Traceback" not in said


def test_an_own_system_that_names_an_unknown_field_is_told_with_file_line_and_name(tmp_path: Path) -> None:
    con = tmp_path / "con"
    shelf = con / "templates" / "scoring"
    shelf.mkdir(parents=True)
    (shelf / "club.toml").write_text(
        'id = "club"\ntitle = "Club"\ndescription = "Wrong."\n[draw]\nalive = "2 * centers"\neliminated = 0\n'
        "[solo]\nwinner = 100\nalive = 0\neliminated = 0\n",
        encoding="utf-8",
    )
    (con / "event.toml").write_text(write_toml(diplomacy_event(7, scoring="club")), encoding="utf-8")
    said = " ".join(run("-C", con, "check", status=1).output.split())
    for part in ("club.toml", "line 5", "centers", "did you mean centres"):
        assert part in said


def test_a_broken_system_beside_the_one_in_use_is_found_by_check(tmp_path: Path) -> None:
    con = started(tmp_path / "con", diplomacy_event(7))
    shelf = con / "templates" / "diplomacy" / "scoring"
    shelf.mkdir(parents=True)
    (shelf / "draft.toml").write_text(
        'id = "draft"\ntitle = "Draft"\ndescription = "Not done."\n[draw]\nalive = "centres +"\neliminated = 0\n'
        "[solo]\nwinner = 100\nalive = 0\neliminated = 0\n",
        encoding="utf-8",
    )
    for command in (("check",), ("templates",)):
        said = " ".join(run("-C", con, *command, status=1).output.split())
        assert "draft.toml" in said
        assert "line 5, draw, alive" in said
    type_lines(con, ended(1))
    assert ingest(con / "round1.xlsx").status == "ok"  # nothing needs it


def test_a_round_scored_by_another_system_than_the_one_in_force_is_named(tmp_path: Path) -> None:
    con = started(tmp_path / "con", diplomacy_event(7, 2))
    type_lines(con, ended(1))
    assert ingest(con / "round1.xlsx").status == "ok"
    assert standings(con).findings == ()
    event = open_event(con).event
    settings = event.settings.model_copy(update={"scoring": "draw-size"})
    write_event(event.model_copy(update={"settings": settings}), con)
    (setting,) = standings(con).findings
    assert setting.code == "settings-changed"
    assert setting.message.startswith("round 1 was scored under other settings")
    make_sheets(con, 1)  # its page names the system
    assert ingest(con / "round1.xlsx").status == "ok"
    assert standings(con).findings == ()
    assert {row["score"] for row in standings(con).rows} == {0, 25}


def test_standings_say_on_the_terminal_that_a_round_is_provisional(tmp_path: Path) -> None:
    con = started(tmp_path / "con", diplomacy_event(14, 2))
    type_lines(con, ended(1))
    assert ingest(con / "round1.xlsx", provisional=True).status != "errors"
    said = " ".join(run("-C", con, "standings").output.split())
    assert "round 1 is provisional: table 2 not in yet" in said


def test_charts_of_a_board_whose_players_all_have_other_powers_are_asked_about(tmp_path: Path) -> None:
    folder = started(tmp_path / "con", diplomacy_event(14, 2))
    type_lines(folder, [(1, "Turkey", "centres.1903", 1)])
    drawn = {(table, seat): who for table, seat, who in draw_of(open_event(folder), 1).draw.places()}
    board = [place for place in drawn if place[0] == 1]
    edit_draw(folder, 1, {place: drawn[other] for place, other in zip(board, [*board[1:], board[0]], strict=True)})
    with pytest.raises(MistakesFound) as stopped:
        make_sheets(folder, 1)
    assert "players-moved" in {one.code for one in stopped.value.findings}
    assert make_sheets(folder, 1, force=True).findings


def test_names_of_powers_that_were_exchanged_are_noticed(folder: Path) -> None:
    type_lines(folder, ended(1))
    sheet, austria = box(folder, 1, "powers.Austria.player")
    row = int(austria.lstrip("ABCDEFGH"))
    type_in(folder / "round1.xlsx", {(sheet, f"B{row}"): "England", (sheet, f"B{row + 1}"): "Austria"})
    found = [one.message for one in check(folder / "round1.xlsx").findings if one.is_error]
    assert len(found) == 2
    assert "line 1 of “Powers” says “England” where “Austria” was printed" in found[0]


@pytest.mark.parametrize("other", [(2, "Turkey"), (1, "England")], ids=["of another board", "of its own board"])
def test_the_year_in_which_a_power_was_out_stays_with_its_board(tmp_path: Path, other: tuple[int, str]) -> None:
    """As its centres do, whoever is drawn for it now."""
    folder = started(tmp_path / "con", diplomacy_event(14, 2))
    board: list[Line] = [(1, "Turkey", "eliminated", 1904), (1, "Turkey", "centres.1903", 1)]
    type_lines(folder, board)
    drawn = {(table, seat): who for table, seat, who in draw_of(open_event(folder), 1).draw.places()}
    edit_draw(folder, 1, {(1, "Turkey"): drawn[other], other: drawn[1, "Turkey"]})
    with pytest.raises(MistakesFound, match="count for others"):
        make_sheets(folder, 1)
    made = make_sheets(folder, 1, force=True)
    found = {tuple(line.split(",")[:4]) for line in entries(folder / "round1.xlsx").splitlines()}
    assert {("1", "Turkey", "eliminated", "1904"), ("1", "Turkey", "centres.1903", "1")} <= found
    assert [line for line in found if line[2] == "eliminated" and line[3] and line[:2] != ("1", "Turkey")] == []
    assert any(one.code == "players-moved" and "table 1, Turkey" in one.message for one in made.findings)


def test_what_a_director_ruled_for_a_player_is_asked_about_all_the_same(tmp_path: Path) -> None:
    folder = started(tmp_path / "con", diplomacy_event(14, 2))
    type_lines(folder, [(1, "Turkey", "ruling.score", 3), (1, "Turkey", "ruling.reason", "late")])
    drawn = {(table, seat): who for table, seat, who in draw_of(open_event(folder), 1).draw.places()}
    edit_draw(folder, 1, {(1, "Turkey"): drawn[2, "Turkey"], (2, "Turkey"): drawn[1, "Turkey"]})
    with pytest.raises(MistakesFound) as told:
        make_sheets(folder, 1)
    assert [one.fields[0][2] for one in told.value.findings[1:]] == ["powers.Turkey.ruling", "powers.Turkey.reason"]
    assert told.value.findings[1].message.startswith("table 1, Turkey: ruling.score = 3 has no place on the new sheets")
    (older,) = [one.message for one in check(folder).findings if one.code == "sheets-older"]
    assert "(Table 1, Turkey seat.pilot: made for " in older


def test_capitals_of_seats_and_fields_do_not_matter_in_csv(folder: Path) -> None:
    type_lines(folder, [(table, power.lower(), field.upper(), value) for table, power, field, value in ended(1)])
    assert ingest(folder / "round1.xlsx").status == "ok"


def test_dip_1_austria_hungary_is_austria_in_boxes_and_in_csv(folder: Path) -> None:
    centres = {"Austria-Hungary": 9, "England": 13, "Italy": 12}
    gone: list[Line] = [(1, power, "eliminated", 1905) for power in ("France", "Germany", "Russia", "Turkey")]
    type_lines(folder, [*ended(1, centres, "draw", members="England, Austria-Hungary"), *gone])
    rows = {row["power"]: row for row in ingest(folder / "round1.xlsx").rows}
    assert [power for power, row in rows.items() if row["named"]] == ["Austria", "England"]
    assert (rows["Austria"]["centres"], rows["Italy"]["fate"]) == (9, "survived")
    for typed in ("austria hungary ENGLAND", "E & Austria-Hungary"):
        sheet, cell = box(folder, 1, "game.members")
        type_in(folder / "round1.xlsx", {(sheet, cell): typed})
        rows = {row["power"]: row for row in ingest(folder / "round1.xlsx").rows}
        assert [power for power, row in rows.items() if row["named"]] == ["Austria", "England"]


def test_eight_players_make_one_board_and_that_is_said(tmp_path: Path) -> None:
    con = tmp_path / "con"
    write_event(diplomacy_event(8), con)
    said = run("-C", con, "check").output
    assert "8 players" in said
    drawn = draw(con, 1).draw
    assert (len(drawn.tables), len(drawn.byes)) == (1, 1)


def test_a_player_with_two_powers_is_refused_with_the_cell_of_the_draw(tmp_path: Path) -> None:
    con = started(tmp_path / "con", diplomacy_event(14))
    path = con / "round1-draw.xlsx"
    sheet = open_whole(path)["Draw"]
    rows = {(row[0].value, row[1].value): row[3] for row in sheet.iter_rows(min_row=5)}
    type_in(path, {("Draw", rows[1, "France"].coordinate): rows[1, "Austria"].value})
    with pytest.raises(MistakesFound) as raised:
        make_sheets(con, 1)
    twice = [one for one in raised.value.findings if one.code == "draw-twice"]
    assert [one.sheet for one in twice] == ["Draw"]
    assert twice[0].cell in {rows[1, "France"].coordinate, rows[1, "Austria"].coordinate}


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize(("last_year", "sheets"), [(1908, 1), (1920, 2)], ids=["on one sheet", "a long chart on two"])
def test_boards_print_apart_from_each_other_and_from_the_directors_page(
    tmp_path: Path, paper: str, last_year: int, sheets: int
) -> None:
    event = diplomacy_event(14, last_year=last_year)
    event = event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})
    con = started(tmp_path / "con", event)
    (pdf,) = to_pdf([con / "round1.xlsx"], tmp_path / "pdf")
    sizes = pdf_page_sizes(pdf)
    assert len(sizes) == 1 + 2 * sheets + 1  # cover, two boards, the director's page
    assert {tuple(map(round, size)) for size in sizes} == {LETTER if paper == "letter" else A4}


def test_a_round_played_without_the_results_of_the_one_before_is_drawn_as_if_played(tmp_path: Path) -> None:
    con = tmp_path / "con"
    write_event(diplomacy_event(21, 2), con)
    first = draw(con, 1).draw
    second = draw(con, 2).draw
    tables = [set(table.seated.values()) for table in first.tables]
    # the fewest meet again when every board takes two or three of each board of round 1
    assert all(len(tables[0] & set(table.seated.values())) in {2, 3} for table in second.tables)


def test_an_event_changed_after_printing_asks_for_new_sheets(folder: Path) -> None:
    event = open_event(folder).event
    assert isinstance(event, DiplomacyEvent)
    changed = event.model_copy(update={"settings": event.settings.model_copy(update={"last_year": 1915})})
    write_event(changed, folder)
    found = check(folder / "round1.xlsx")
    assert [one.code for one in found.findings if one.is_error] == ["structure"]
    make_sheets(folder, 1)
    assert "1915" in {str(value) for row in formulas_in(folder / "round1.xlsx")["Table 1"] for value in row}
