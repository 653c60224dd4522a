"""Bad input: a clear finding in its cell, with what to do, and nothing but the marked copy and the journal written."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from amps_event import STRIKE, amps_event
from event_folder import GOOD_LINES, cell_of, contents, filled_folder, started
from libreoffice import recalculate
from looking import open_whole
from typing_in import save_with_openpyxl, type_in

from sheetscore.event.load import examine_event
from sheetscore.event.model import Event
from sheetscore.event.toml import write_toml
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import Ingested, ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.problems import MistakesFound, UnreadableFile
from sheetscore.results.record_lines import read_results
from sheetscore.systems.amps.model import AmpsEvent


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with round 1 filled in, nothing wrong with it."""
    return filled_folder(tmp_path_factory.mktemp("event") / "origins")


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it to spoil."""
    return Path(shutil.copytree(original, tmp_path / "origins"))


def refused(folder: Path) -> Ingested:
    """Ingest round 1 and see that nothing was scored, and nothing written but the marked copy and the journal."""
    before = contents(folder)
    done = ingest(folder / "round1.xlsx")
    assert done.status == "errors"
    assert not done.rows
    changed = {name for name, digest in contents(folder).items() if before.get(name) != digest}
    assert changed <= {"round1-marked.xlsx", "journal.jsonl"}
    assert before.keys() <= contents(folder).keys()
    return done


def test_the_original_has_nothing_wrong(folder: Path) -> None:
    done = ingest(folder / "round1.xlsx")
    assert done.status == "warnings"
    assert [one.code for one in done.findings] == ["not-verified"]
    assert len(done.rows) == 9


BAD_VALUES = [
    ("strike.2", "strike.hits.1.d", "two", "not-a-number", "“two”", "enter a number"),
    ("strike.2", "strike.hits.1.d", "8 pts", "not-a-number", "“8 pts”", "enter a number"),
    ("strike.2", "strike.hits.1.d", -1, "out-of-range", "“-1”", "from 0 to 99"),
    ("strike.2", "strike.hits.1.d", 1.5, "not-whole", "“1.5”", "enter a whole number"),
    ("strike.2", "strike.hits.1.d", "½", "not-whole", "“½”", "enter a whole number"),
    ("strike.2", "strike.hits.1.d", "1/2", "not-whole", "“1/2”", "enter a whole number"),
    ("strike.2", "claimed.sp", "4/2", "not-a-number", "“4/2”", "enter 2"),
    ("strike.2", "strike.hits.1.d", 10**12, "out-of-range", "“1000000000000”", "from 0 to 99"),
    ("strike.2", "strike.hits.1.d", "1,234", "ambiguous", "1234 or 1.234", "enter it plainly"),
    ("strike.2", "strike.hits.1.d", "7.000", "ambiguous", "7000 or 7.000", "enter it plainly"),
    ("strike.2", "strike.hits.1.d", "1⁴", "not-a-number", "“1⁴”", "enter a number"),
    ("strike.2", "strike.hits.1.d", True, "not-a-number", "TRUE", "enter a number"),
    ("strike.2", "strike.bombing.1.modifier", False, "not-a-number", "FALSE", "enter a number"),
    ("strike.2", "claimed.sp", True, "not-a-number", "TRUE", "enter a number"),
    ("strike.2", "seat.pilot", "Pilot 9 (P02)", "ambiguous", "P02 is Pilot 2", "Pilot 9 (P09)"),
    ("strike.2", "strike.bombing.1.odds", "4 to 1", "not-listed", "“4 to 1”", "such as 4:1 or 1:2"),
    ("strike.2", "strike.bombing.1.odds", "3 to 2", "not-listed", "“3 to 2”", "odds of n:1 or 1:n"),
    ("strike.2", "strike.bombing.1.odds", "0:1", "not-listed", "“0:1”", "odds of n:1 or 1:n"),
    ("strike.2", "strike.bombing.1.odds", 10**12, "not-listed", "“1000000000000”", "odds of n:1 or 1:n"),
    ("cap.1", "air-combat.damage.1.aircraft", "strike1", "not-listed", "“strike1”", "did you mean “Strike flight 1”"),
    ("ds.2", "defense-suppression.radar.1.suppressed", 2, "not-listed", "“2”", "1 for yes or 0 for no"),
    ("strike.2", "seat.pilot", "Nobody At All", "unknown-player", "Nobody At All", "choose from the list"),
    ("cap.1", "air-combat.damage.1.aircraft", "cap.2", "not-listed", "“cap.2”", "choose from the list"),
]


@pytest.mark.parametrize(("seat", "field", "typed", "code", "there", "advice"), BAD_VALUES)
def test_a_value_that_cannot_be_read_is_named_with_its_cell_and_what_to_do(
    folder: Path, seat: str, field: str, typed: Any, code: str, there: str, advice: str
) -> None:
    place = cell_of(folder, 1, seat, field)
    type_in(folder / "round1.xlsx", {place: typed})
    found = [one for one in refused(folder).findings if one.code == code]
    assert [(one.sheet, one.cell) for one in found] == [place]
    assert there in found[0].message
    assert advice in found[0].message


@pytest.mark.parametrize("typed", [" 12 ", "12,0", "12.0", "１２", 12.0, "'12"])
def test_numbers_as_people_write_them_are_understood(folder: Path, typed: Any) -> None:
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.4", "claimed.sp"): typed})
    done = ingest(folder / "round1.xlsx")
    assert [row["sp"] for row in done.rows if row["seat"] == "strike.4"] == [12]


@pytest.mark.parametrize("typed", ["4:1", " 4 : 1", "4/1", "4", 4, 4.0, "8:2", "4-1"])
def test_odds_in_any_notation_are_understood(folder: Path, typed: Any) -> None:
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "strike.3", "strike.bombing.1.odds"): typed})
    done = ingest(folder / "round1.xlsx")
    assert [row["sp"] for row in done.rows if row["seat"] == "strike.3"] == [6]


@pytest.mark.parametrize(("time", "worth"), [(dt.time(4, 1), 6), (dt.timedelta(hours=25, minutes=1), 12)])
def test_odds_that_another_program_saved_as_a_time_of_day_are_understood(folder: Path, time: Any, worth: int) -> None:
    place = cell_of(folder, 1, "strike.3", "strike.bombing.1.odds")
    save_with_openpyxl(folder / "round1.xlsx", {place: time})
    done = ingest(folder / "round1.xlsx")
    assert [row["sp"] for row in done.rows if row["seat"] == "strike.3"] == [worth]


def test_amps_3_odds_of_any_n_to_1_and_1_to_n_are_taken(folder: Path) -> None:
    """25:1 counts as 10 and 1:5 as 0: 12 and 2."""
    lines = ["table,seat,field,value", "1,strike.2,strike.hits.1.d,0"]
    lines += [f"1,{seat},strike.bombing.1.odds,{odds}" for seat, odds in (("strike.3", "25:1"), ("strike.2", "1/5"))]
    (folder / "odds.csv").write_text("\n".join(lines), encoding="utf-8")
    fill(folder / "round1.xlsx", folder / "odds.csv")
    worth = {row["seat"]: row["sp"] for row in ingest(folder / "round1.xlsx").rows}
    assert (worth["strike.3"], worth["strike.2"]) == (12, 2)


def test_a_typed_sum_counts_and_is_noted_and_errors_are_never_blanks(folder: Path, tmp_path: Path) -> None:
    workbook = folder / "round1.xlsx"
    places = {
        "sum": cell_of(folder, 1, "strike.4", "claimed.sp"),
        "division": cell_of(folder, 1, "strike.2", "strike.hits.1.d"),
        "reference": cell_of(folder, 1, "cap.2", "air-combat.rolls.4"),
    }
    type_in(workbook, {places["sum"]: "=5+7", places["division"]: "=1/0", places["reference"]: "=#REF!"})
    (again,) = recalculate([workbook], tmp_path / "out")
    shutil.copy(again, workbook)
    found = {(one.sheet, one.cell): one for one in refused(folder).findings}
    assert found[places["sum"]].code == "typed-formula"
    assert "its value 12 counts" in found[places["sum"]].message
    assert found[places["division"]].code == found[places["reference"]].code == "formula-error"
    assert "#DIV/0!" in found[places["division"]].message
    assert "enter the value itself" in found[places["reference"]].message


def test_another_rounds_workbook_is_refused_by_its_name(folder: Path) -> None:
    shutil.copy(folder / "round1.xlsx", folder / "round2.xlsx")
    shutil.copy(folder / "round1-draw.xlsx", folder / "keep.xlsx")
    draw(folder, 2)
    (folder / "keep.xlsx").unlink()
    done = ingest(folder / "round2.xlsx")
    assert [one.code for one in done.findings] == ["other-round"]
    assert "round 1" in done.findings[0].message
    assert not (folder / "round2-results.xlsx").exists()


def test_no_advice_is_to_copy_over_the_only_sheets_of_another_round(folder: Path) -> None:
    assert ingest(folder / "round1.xlsx").results_path
    make_sheets(folder, 1)  # and the copy in kept/ has what was scored
    draw(folder, 2)
    make_sheets(folder, 2)
    one, two, between = (folder / name for name in ("round1.xlsx", "round2.xlsx", "between.xlsx"))
    one.rename(between)
    two.rename(one)

    def told() -> list[str]:
        return [found.message for found in check(folder).findings if found.code == "sheets-other"]

    (alone,) = told()
    assert "The right ones: rename it to round2.xlsx first; then copy kept/round1~" in alone
    between.rename(two)
    (renamed,) = told()
    assert renamed.endswith(
        "The right ones: round2.xlsx has these: the two files have each other's names. Rename both back"
    )


def test_workbooks_of_two_rounds_that_have_each_others_names_are_to_be_renamed_back(folder: Path) -> None:
    draw(folder, 2)
    make_sheets(folder, 2)
    one, two, between = (folder / name for name in ("round1.xlsx", "round2.xlsx", "between.xlsx"))
    one.rename(between)
    two.rename(one)
    between.rename(two)
    for path, other, number in ((one, two, 1), (two, one, 2)):
        (found,) = ingest(path).findings
        assert found.message == (
            f"{path.name} has sheets of round {3 - number}; expected are those of round {number}: {other.name} has "
            "these: the two files have each other's names. Rename both back"
        )
    (told,) = (one for one in make_sheets(folder, 2, force=True).findings if one.code == "other-round")
    assert not told.is_error
    assert (
        "The new sheets have nothing of it; kept/round2~1.xlsx has what was there: 18 values of round 1, "
        in told.message
    )
    assert "table 1, strike.1, claimed.sp (“21”)" in told.message


def test_a_worksheet_of_another_round_that_was_pasted_into_a_workbook_is_named(folder: Path) -> None:
    draw(folder, 2)
    make_sheets(folder, 2)
    cells = (cell for row in open_whole(folder / "round2.xlsx")["Table 1"].iter_rows() for cell in row)
    codes = {("Table 1", one.coordinate): one.value for one in cells if str(one.value).startswith("R02-")}
    type_in(folder / "round1.xlsx", codes)
    (found,) = ingest(folder / "round1.xlsx").findings
    assert (found.code, found.message) == (
        "other-round",
        "round1.xlsx has sheets of round 2; expected are those of round 1: those of another round were pasted on "
        "“Table 1”. Paste these back in the same way, from an earlier round1.xlsx as in kept/, and type what belongs "
        "there",
    )


def test_another_events_workbook_is_refused_with_its_events_name(folder: Path, tmp_path: Path) -> None:
    other = amps_event(rounds=("bridge", "bridge"))
    other = other.model_copy(update={"header": other.header.model_copy(update={"name": "Avaloncon"})})
    stranger = started(tmp_path / "avaloncon", other)
    shutil.copy(stranger / "round1.xlsx", folder / "round1.xlsx")
    done = refused(folder)
    assert [one.code for one in done.findings] == ["other-event"]
    assert "Avaloncon" in done.findings[0].message
    assert not (folder / "round1-marked.xlsx").exists()


def test_ingesting_the_same_file_twice_is_harmless(folder: Path) -> None:
    first = ingest(folder / "round1.xlsx")
    before = contents(folder)
    second = ingest(folder / "round1.xlsx")
    assert second.rows == first.rows
    changed = {name for name, digest in contents(folder).items() if before.get(name) != digest}
    assert changed == {"journal.jsonl"}


def test_a_claim_that_differs_names_both_totals_and_the_claims_cell(folder: Path) -> None:
    place = cell_of(folder, 1, "strike.1", "claimed.sp")
    type_in(folder / "round1.xlsx", {place: 22})
    (found,) = [one for one in refused(folder).findings if one.is_error]
    assert (found.code, found.sheet, found.cell) == ("claim-differs", *place)
    assert "22 SP" in found.message
    assert "21 SP" in found.message
    assert "rule" in found.message


def test_a_ruling_settles_a_claim_that_differs(folder: Path) -> None:
    cells = {name: cell_of(folder, 1, "strike.1", name) for name in ("claimed.sp", "ruling.sp", "ruling.reason")}
    type_in(folder / "round1.xlsx", {cells["claimed.sp"]: 22, cells["ruling.sp"]: 20})
    (found,) = [one for one in refused(folder).findings if one.is_error]
    assert (found.code, found.cell) == ("ruling-reason", cells["ruling.reason"][1])
    type_in(folder / "round1.xlsx", {cells["ruling.reason"]: "modifier misread"})
    done = ingest(folder / "round1.xlsx")
    assert [row["sp"] for row in done.rows if row["seat"] == "strike.1"] == [20]
    assert {one.code for one in done.findings if one.severity == "note"} == {"claim-differs", "ruled"}


def test_a_cap_broken_across_pilots_names_every_row_and_clears_when_all_are_ruled(folder: Path) -> None:
    workbook = folder / "round1.xlsx"
    first = cell_of(folder, 1, "cap.1", "air-combat.damage.1.aircraft")
    type_in(
        workbook,
        {
            cell_of(folder, 1, "cap.1", "air-combat.damage.1.c"): 1,
            cell_of(folder, 1, "cap.2", "air-combat.damage.2.aircraft"): "STRIKE.1",
            cell_of(folder, 1, "cap.2", "air-combat.damage.2.h"): 1,
        },
    )
    (found,) = [one for one in refused(folder).findings if one.is_error]
    assert (found.code, found.sheet, found.cell) == ("cap-across", *first)
    assert found.seats == {(1, "cap.1"), (1, "cap.2")}
    assert "may come to 12" in found.message
    assert "16" in found.message
    for seat in ("cap.1", "cap.2"):
        assert found.is_error
        type_in(
            workbook,
            {cell_of(folder, 1, seat, "ruling.sp"): 6, cell_of(folder, 1, seat, "ruling.reason"): "shared the kill"},
        )
    done = ingest(workbook)
    assert done.status == "warnings"
    assert [row["sp"] for row in done.rows if row["seat"] in {"cap.1", "cap.2"}] == [6, 6]


def test_with_the_damage_cap_per_pilot_twelve_each_is_fine(tmp_path: Path) -> None:
    event = amps_event(settings=amps_event().settings.model_copy(update={"damage_cap": "pilot"}))
    lines = GOOD_LINES.replace("cap.1,air-combat.damage.1.h,1", "cap.1,air-combat.damage.1.star,1")
    lines += "1,cap.2,air-combat.damage.1.aircraft,strike.1\n1,cap.2,air-combat.damage.1.star,1\n"
    done = ingest(filled_folder(tmp_path / "event", event, lines) / "round1.xlsx")
    assert done.status == "warnings"
    assert [row["sp"] for row in done.rows if row["seat"] in {"cap.1", "cap.2"}] == [18, 12]


def test_more_than_three_d_on_a_secondary_over_all_pilots_is_a_finding_on_a_primary_it_is_not(folder: Path) -> None:
    d = {seat: cell_of(folder, 1, seat, "strike.hits.1.d") for seat in ("strike.1", "strike.2")}
    target = cell_of(folder, 1, "strike.2", "strike.hits.1.target")
    claim = cell_of(folder, 1, "strike.1", "claimed.sp")
    type_in(folder / "round1.xlsx", {d["strike.1"]: 3, claim: 27, d["strike.2"]: 3, target: "Bridge"})
    assert ingest(folder / "round1.xlsx").status == "warnings"
    first = cell_of(folder, 1, "strike.1", "strike.hits.1.target")
    type_in(folder / "round1.xlsx", {first: "Depot", claim: 18, target: "depot"})
    assert [one.code for one in refused_after_scoring(folder) if one.is_error] == ["cap-across"]


def refused_after_scoring(folder: Path) -> tuple[Any, ...]:
    """Ingest again with mistakes and see that the results of before stay as they were."""
    results = (folder / "round1-results.xlsx").read_bytes()
    done = ingest(folder / "round1.xlsx")
    assert (folder / "round1-results.xlsx").read_bytes() == results
    return done.findings


def test_a_target_that_is_destroyed_twice_by_two_pilots_is_a_finding(folder: Path) -> None:
    type_in(
        folder / "round1.xlsx",
        {cell_of(folder, 1, seat, "defense-suppression.radar.2.destroyed"): 1 for seat in ("ds.1", "ds.2")},
    )
    (found,) = [one for one in refused(folder).findings if one.is_error]
    assert found.code == "cap-across"
    assert "Fan Song" in found.message


def test_a_line_without_the_name_of_its_target_is_a_finding_where_there_are_several(folder: Path) -> None:
    place = cell_of(folder, 1, "ds.1", "defense-suppression.sam.1.target")
    type_in(folder / "round1.xlsx", {place: None})
    (found,) = [one for one in refused(folder).findings if one.is_error]
    assert (found.code, found.cell) == ("name-missing", place[1])


def test_a_blank_page_of_a_drawn_pilot_is_an_error_unless_nobody_flew(folder: Path) -> None:
    rolls = cell_of(folder, 1, "cap.2", "air-combat.rolls.4")
    type_in(folder / "round1.xlsx", {rolls: None})
    (found,) = [one for one in refused(folder).findings if one.is_error]
    assert (found.code, found.cell) == ("blank-page", cell_of(folder, 1, "cap.2", "seat.pilot")[1])
    assert "0 in “write 0 if nobody flew”" in found.message
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.2", "seat.flew"): 1})
    (found,) = [one for one in refused(folder).findings if one.is_error]
    assert found.code == "blank-page", "that somebody flew does not say what it was worth"
    type_in(folder / "round1.xlsx", {cell_of(folder, 1, "cap.2", "seat.flew"): 0})
    done = ingest(folder / "round1.xlsx")
    assert len(done.rows) == 8
    assert {row["section_size"] for row in done.rows if row["section"] == "cap"} == {2}


def test_a_pilot_on_two_seats_of_the_sheets_is_a_finding(folder: Path) -> None:
    places = {seat: cell_of(folder, 1, seat, "seat.pilot") for seat in ("cap.2", "cap.3")}
    type_in(folder / "round1.xlsx", dict.fromkeys(places.values(), "P01"))
    found = [one for one in refused(folder).findings if one.code == "seat-twice"]
    assert found
    assert "enter who really flew" in found[0].message


def test_a_substitute_flies_and_is_noted(folder: Path) -> None:
    event = amps_event(players=10, rounds=("bridge",))
    shutil.rmtree(folder)
    filled_folder(folder, event)
    (out,) = {player.id for player in event.players} - {
        str(row["player"]) for row in ingest(folder / "round1.xlsx").rows
    }
    place = cell_of(folder, 1, "cap.3", "seat.pilot")
    type_in(folder / "round1.xlsx", {place: f"Pilot {int(out[1:])}"})
    done = ingest(folder / "round1.xlsx")
    assert [row["player"] for row in done.rows if row["seat"] == "cap.3"] == [out]
    assert [one.cell for one in done.findings if one.code == "substitute"] == [place[1]]


def test_a_pilot_seated_twice_in_an_edited_draw_stops_the_sheets(folder: Path) -> None:
    lines = {row[1].value: row[3] for row in rows_of(folder / "round1-draw.xlsx", "Draw")}
    type_in(folder / "round1-draw.xlsx", {("Draw", lines["cap.1"].coordinate): lines["cap.2"].value})
    before = contents(folder)
    with pytest.raises(MistakesFound) as caught:
        make_sheets(folder, 1)
    codes = {one.code: one for one in caught.value.findings}
    assert codes["draw-twice"].sheet == "Draw"
    assert codes["draw-twice"].cell == lines["cap.2"].coordinate
    assert "Keep one of them" in codes["draw-twice"].message
    assert contents(folder) == before


def rows_of(path: Path, sheet: str) -> Iterator[Any]:

    return open_whole(path)[sheet].iter_rows(min_row=5)


def test_a_strike_side_without_a_primary_target_is_refused_when_the_event_is_read(tmp_path: Path) -> None:
    event = amps_event()
    side = STRIKE.model_copy(update={"targets": STRIKE.targets[1:]})
    scenario = event.scenarios[0].model_copy(update={"sides": (side, *event.scenarios[0].sides[1:])})
    write_event(event.model_copy(update={"scenarios": (scenario, event.scenarios[1])}), tmp_path)
    before = contents(tmp_path)
    with pytest.raises(MistakesFound) as caught:
        draw(tmp_path, 1)
    (found,) = caught.value.findings
    assert (found.code, found.sheet) == ("event-rule", "Sides")
    assert found.cell
    assert "primary target" in found.message
    assert "Add one" in found.message
    assert contents(tmp_path) == before


def test_two_players_with_one_id_are_named_with_their_cells(tmp_path: Path) -> None:
    text = write_toml(amps_event()).replace('id = "P02"', 'id = "p01"')
    (tmp_path / "event.toml").write_text(text, encoding="utf-8")
    event, findings = examine_event(tmp_path)
    assert event is None
    assert {one.code for one in findings} == {"event-duplicate"}
    assert any("player" in one.sheet and one.cell == "id" for one in findings)


NASTY_NAMES = ('=HYPERLINK("x")', "O\"Neil, 'Buzz'", "✈ Ace 🛩", "a*b?c>d", "N" * 200, "NA", "0012", "-2+3", "@cmd")


def test_nasty_names_go_through_the_whole_event_and_come_back(tmp_path: Path) -> None:
    names = {f"P{number:02}": name for number, name in enumerate(NASTY_NAMES, start=1)}
    folder = filled_folder(tmp_path / "event", amps_event(names=names))
    done = ingest(folder / "round1.xlsx")
    assert done.status == "warnings"
    assert {str(row["player"]): row["name"] for row in done.rows} == names
    assert {row["name"] for row in read_results(folder / "round1-results.xlsx").rows} == set(names.values())


def empty(path: Path) -> None:
    path.write_bytes(b"")


def text(path: Path) -> None:
    path.write_text("table,seat\n1,strike.1\n", encoding="utf-8")


def encrypted(path: Path) -> None:
    path.write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 4096)


@pytest.mark.parametrize(("spoil", "said"), [(empty, "empty"), (text, "save it as .xlsx"), (encrypted, "password")])
def test_a_file_that_is_no_workbook_is_refused_in_one_line(
    folder: Path, spoil: Callable[[Path], None], said: str
) -> None:
    spoil(folder / "round1.xlsx")
    before = contents(folder)
    with pytest.raises(UnreadableFile) as caught:
        ingest(folder / "round1.xlsx")
    assert said in caught.value.message.lower() or said in caught.value.message
    assert "\n" not in caught.value.message
    assert "round1.xlsx" in caught.value.message
    assert contents(folder) == before


def test_a_seat_that_nobody_flew_must_be_blank(folder: Path) -> None:
    place = cell_of(folder, 1, "cap.2", "seat.flew")
    type_in(folder / "round1.xlsx", {place: 0})
    (found,) = [one for one in refused(folder).findings if one.is_error]
    assert (found.code, found.cell) == ("impossible", place[1])
    assert "clear the 0 or the page" in found.message


def test_a_substitute_on_a_seat_that_nobody_flew_contradicts_it(folder: Path) -> None:
    cleared = "1,cap.2,air-combat.rolls.4,-\n1,cap.2,seat.flew,0\n"
    (folder / "away.csv").write_text(f"table,seat,field,value\n{cleared}", encoding="utf-8")
    fill(folder / "round1.xlsx", folder / "away.csv")
    assert not [one for one in check(folder / "round1.xlsx").findings if one.is_error]
    (folder / "late.csv").write_text("table,seat,field,value\n1,cap.2,seat.pilot,P01\n", encoding="utf-8")
    fill(folder / "round1.xlsx", folder / "late.csv")
    (found,) = [one for one in refused(folder).findings if one.code == "impossible"]
    assert (found.is_error, found.cell) == (True, cell_of(folder, 1, "cap.2", "seat.flew")[1])
    assert "Pilot 1 (P01) was entered as the pilot; clear the 0" in found.message


def test_a_target_that_is_nearly_on_the_list_is_a_warning(folder: Path) -> None:
    place = cell_of(folder, 1, "strike.2", "strike.hits.1.target")
    type_in(folder / "round1.xlsx", {place: "Depott"})
    (found,) = [one for one in ingest(folder / "round1.xlsx").findings if one.code == "near-miss"]
    assert (found.severity, found.cell) == ("warning", place[1])
    assert "was “depot” meant?" in found.message


def test_damage_to_an_aircraft_that_nobody_flew_is_a_warning(tmp_path: Path) -> None:
    event = amps_event(players=8)
    lines = "table,seat,field,value\n"
    folder = started(tmp_path / "event", event)
    seats = {row[1].value: row[3].value for row in rows_of(folder / "round1-draw.xlsx", "Draw") if row[0].value}
    (empty_seat,) = [seat for seat, pilot in seats.items() if not pilot]
    lines += "".join(f"1,{seat},claimed.sp,1\n" for seat, pilot in seats.items() if pilot and seat != "cap.1")
    lines += f"1,cap.1,air-combat.damage.1.aircraft,{empty_seat}\n1,cap.1,air-combat.damage.1.star,1\n"
    (tmp_path / "values.csv").write_text(lines, encoding="utf-8")
    fill(folder / "round1.xlsx", tmp_path / "values.csv")
    found = [one for one in ingest(folder / "round1.xlsx").findings if one.code == "near-miss"]
    assert [one.message for one in found] == [
        f"Damage to enemy aircraft, line 1: nobody flew {empty_seat} at this table"
    ]


def test_an_event_changed_after_its_sheets_were_made_is_noticed_and_sheets_made_again_keep_what_was_typed(
    folder: Path,
) -> None:
    event = Event.load(folder)
    assert isinstance(event, AmpsEvent)
    award = STRIKE.team_points[0].model_copy(update={"points": 5})
    side = STRIKE.model_copy(update={"team_points": (award, *STRIKE.team_points[1:])})
    scenario = event.scenarios[0].model_copy(update={"sides": (side, *event.scenarios[0].sides[1:])})
    write_event(event.model_copy(update={"scenarios": (scenario, *event.scenarios[1:])}), folder)
    done = refused(folder)
    assert [one.code for one in done.findings] == ["structure"]
    assert "sheetscore sheets 1" in done.findings[0].message
    make_sheets(folder, 1)
    assert len(ingest(folder / "round1.xlsx").rows) == 9
