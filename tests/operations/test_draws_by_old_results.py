"""What a correction changes in a draw stays visible until the round is drawn again or the draw is kept."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import openpyxl
import pytest
from amps_event import amps_event
from aso_commands import drawn_in, edit_draw, pairs_of, played, run, type_lines, won
from aso_event import aso_event
from click.testing import CliRunner, Result
from event_folder import contents
from kept_events import started
from looking import open_whole
from openpyxl.comments import Comment

from sheetscore.cli.main import main
from sheetscore.event.model import Event
from sheetscore.operations.consistency.drawn_from import results_digests
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.open_event import open_event
from sheetscore.pairing.draw import Company, Draw, company_in
from sheetscore.systems.aso.model import AsoHeader, AsoPlayer

EVENT = aso_event(8, 3)
"""P01 is rated highest, P08 lowest; round 1 is P01 v P05, P02 v P06, P03 v P07 and P04 v P08."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """P01 to P04 have won round 1, and round 2 is drawn: P01 v P03 and P02 v P04, P05 v P07 and P06 v P08."""
    folder = started(tmp_path_factory.mktemp("scored") / "cup", EVENT)
    played(folder, 1, "1", "1", "1", "1")
    run("-C", folder, "draw", 2)
    assert sorted(pairs_of(drawn_in(folder, 2))) == [("P01", "P03"), ("P02", "P04"), ("P05", "P07"), ("P06", "P08")]
    return folder


@pytest.fixture
def cup(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "cup"))


def told(folder: Path) -> list[tuple[str, str, str]]:
    """Give what ``check`` says of draws that would be others: severity, file, message."""
    document = json.loads(CliRunner().invoke(main, ["-C", str(folder), "check", "--json"]).stdout)
    found = [one for one in document["findings"] if one["code"] == "draw-different"]
    return [(one["severity"], one["sheet"], one["message"]) for one in found]


def corrected(folder: Path, *winners: str) -> str:
    """Type winners of round 1, and ingest it."""
    type_lines(folder, *won(*(winners or ("2",))))
    return run("-C", folder, "ingest", "round1.xlsx").output


def tried(folder: Path, *words: object) -> Result:
    return CliRunner().invoke(main, ["-C", str(folder), *map(str, words)])


def change(folder: Path, event: Event) -> None:
    (folder / "event.xlsx").unlink()
    write_event(event, folder)


# P05 has won instead of P01: the undefeated are P02, P03, P04 and P05, so that P02 meets P04 still, and P03 meets P05;
# of those who lost P06 meets P08 still, and P01 meets P07
NAMED = ("Player 1 (P01)", "Player 3 (P03)", "Player 5 (P05)", "Player 7 (P07)")
NOT_NAMED = ("P02", "P04", "P06", "P08")


def names_those_who_moved(message: str) -> bool:
    return all(name in message for name in NAMED) and not any(name in message for name in NOT_NAMED)


def test_check_names_who_would_sit_otherwise_until_the_round_is_drawn_again(cup: Path) -> None:
    assert told(cup) == []
    assert "draw-different" in str(json.loads(ingested_json(cup, "2"))["findings"])
    for _ in range(2):
        ((severity, sheet, message),) = told(cup)
        assert (severity, sheet) == ("warning", "round2-draw.xlsx")
        assert names_those_who_moved(message)
        assert "sheetscore draw 2 --again" in message
        assert "sheetscore draw 2 --keep" in message
    run("-C", cup, "draw", 2, "--again")
    assert told(cup) == []
    assert sorted(pairs_of(drawn_in(cup, 2))) == [("P01", "P07"), ("P02", "P04"), ("P03", "P05"), ("P06", "P08")]


def ingested_json(folder: Path, *winners: str) -> str:
    type_lines(folder, *won(*winners))
    return run("-C", folder, "ingest", "round1.xlsx", "--json").stdout


def test_a_draw_that_is_kept_is_told_of_no_more_and_stays_as_it_is(cup: Path) -> None:
    corrected(cup)
    before = drawn_in(cup, 2)
    said = run("-C", cup, "draw", 2, "--keep").output
    assert "round2-draw.xlsx keeps its seats" in said
    assert told(cup) == []
    assert drawn_in(cup, 2) == before
    last = json.loads((cup / "journal.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert last["command"] == "draw 2 --keep"
    corrected(cup, "", "2")  # the next correction is told again: P06 has won, too, as if that were all
    ((_, _, message),) = told(cup)
    # undefeated P03, P04, P05, P06: 3-5, 4-6; the others P01, P02, P07, P08: 1-7, 2-8
    assert all(name in message for name in ("(P02)", "(P04)", "(P06)", "(P08)"))
    assert not any(name in message for name in ("(P01)", "(P03)", "(P05)", "(P07)"))


def test_a_correction_that_is_taken_back_leaves_nothing_to_deal_with(cup: Path) -> None:
    corrected(cup, "2")
    assert len(told(cup)) == 1
    corrected(cup, "1")
    assert told(cup) == []


def test_a_correction_that_lets_nobody_sit_otherwise_is_not_told(cup: Path) -> None:
    type_lines(cup, "1,1,vp,12")  # another detail of the game
    run("-C", cup, "ingest", "round1.xlsx")
    assert told(cup) == []


@pytest.mark.parametrize("later", [False, True])
def test_hand_edits_are_no_difference(cup: Path, *, later: bool) -> None:
    if later:
        corrected(cup)
    tables = {tuple(table.seated.values()): table.number for table in drawn_in(cup, 2).tables}
    two, six = tables["P02", "P04"], tables["P06", "P08"]
    edit_draw(cup, 2, {(two, "2"): "P08", (six, "2"): "P04"})
    if not later:
        assert told(cup) == []
        corrected(cup)
    ((_, _, message),) = told(cup)
    assert names_those_who_moved(message)  # and nobody of those who were moved by hand alone


def test_a_draw_that_was_edited_to_what_it_would_be_now_is_dealt_with(cup: Path) -> None:
    corrected(cup)
    tables = {tuple(table.seated.values()): table.number for table in drawn_in(cup, 2).tables}
    pool, losers = tables["P01", "P03"], tables["P05", "P07"]
    edit_draw(cup, 2, {(pool, "1"): "P05", (losers, "1"): "P01"})
    assert told(cup) == []


LATE = AsoPlayer(id="P09", name="Late", rating=1995, first_round=2)
ROSTERS = {
    "somebody comes": EVENT.model_copy(update={"players": (*EVENT.players, LATE)}),
    "somebody goes": EVENT.model_copy(
        update={
            "players": tuple(
                one.model_copy(update={"last_round": 1}) if one.id == "P08" else one for one in EVENT.players
            )
        }
    ),
    "another setting": aso_event(8, 3, missed_points=1, same_country=0),
}


@pytest.mark.parametrize("what", ROSTERS)
def test_changes_of_the_event_are_no_difference(cup: Path, what: str) -> None:
    change(cup, ROSTERS[what])
    assert told(cup) == []
    corrected(cup)
    assert len(told(cup)) == 1


def test_walk_ins_and_those_who_go_are_no_difference(cup: Path) -> None:
    change(cup, ROSTERS["somebody comes"])
    run("-C", cup, "draw", 2, "--add", "P09")
    assert told(cup) == []
    run("-C", cup, "draw", 2, "--drop", "P09")
    assert told(cup) == []


def test_a_walk_in_and_further_paper_leave_what_the_draw_was_made_from(cup: Path) -> None:
    corrected(cup)
    change(cup, ROSTERS["somebody comes"])
    run("-C", cup, "draw", 2, "--add", "P09")
    assert len(told(cup)) == 1


def test_a_scored_round_gets_one_line_without_names(cup: Path) -> None:
    run("-C", cup, "sheets", 2)
    played(cup, 2, "1", "1", "1", "1")
    corrected(cup)
    ((severity, sheet, message),) = told(cup)
    assert (severity, sheet) == ("note", "round2-draw.xlsx")
    assert "(P0" not in message
    assert "\n" not in message
    run("-C", cup, "draw", 2, "--keep")
    assert told(cup) == []


def test_a_draw_made_before_the_results_is_told_of_once_they_are_in(tmp_path: Path) -> None:
    folder = started(tmp_path / "ahead", EVENT)
    run("-C", folder, "draw", 2)
    assert told(folder) == []
    assert "the draw was made from no results of round 1" in ingested_json(folder, "2", "1", "1", "1")
    ((severity, sheet, message),) = told(folder)
    assert (severity, sheet) == ("warning", "round2-draw.xlsx")
    assert "the draw was made from no results of round 1: drawn now, 4 players would meet others" in message
    assert names_those_who_moved(message)
    run("-C", folder, "draw", 2, "--keep")
    assert told(folder) == []


def test_results_that_come_in_later_say_nothing_where_draws_do_not_go_by_them(tmp_path: Path) -> None:
    folder = started(tmp_path / "ahead", amps_event(rounds=("bridge", "bridge")))
    assert results_digests(open_event(folder), 2) == {}


def test_draw_names_sheets_that_were_changed_since_and_not_ingested(cup: Path) -> None:
    type_lines(cup, *won("2"))
    said = " ".join(run("-C", cup, "draw", 2, "--again").stderr.split())
    assert "round1.xlsx was saved after round1-results.xlsx was made" in said
    assert "Ingest it: sheetscore ingest round1.xlsx" in said


def test_results_that_somebody_saved_in_a_spreadsheet_are_the_same(cup: Path) -> None:
    book = open_whole(cup / "round1-results.xlsx")
    book.save(cup / "round1-results.xlsx")
    assert told(cup) == []


def test_where_the_copy_of_the_old_results_is_gone_check_says_that_nobody_can_tell(cup: Path) -> None:
    corrected(cup)
    shutil.rmtree(cup / "kept")
    for path in cup.glob(".sheetscore.*"):
        path.unlink()
    ((severity, sheet, message),) = told(cup)
    assert (severity, sheet) == ("warning", "round2-draw.xlsx")
    assert "round1-results" in message
    assert "sheetscore draw 2 --keep" in message
    run("-C", cup, "draw", 2, "--keep")
    assert told(cup) == []


# keeping


def test_keep_says_when_there_is_nothing_to_deal_with(cup: Path) -> None:
    before = contents(cup)
    assert "was made from the results as they are" in run("-C", cup, "draw", 2, "--keep").output
    after = contents(cup)
    assert {name for name in after if after[name] != before.get(name)} <= {"journal.jsonl"}


def test_keep_gives_scripts_the_draw(cup: Path) -> None:
    corrected(cup)
    document = json.loads(run("-C", cup, "draw", 2, "--keep", "--json").stdout)
    assert (document["round"], len(document["tables"])) == (2, 4)


@pytest.mark.parametrize("words", [["--again"], ["--force"], ["--add", "P09"], ["--drop", "P01"]])
def test_keep_goes_with_nothing_else(cup: Path, words: list[str]) -> None:
    before = contents(cup)
    done = tried(cup, "draw", 2, "--keep", *words)
    assert done.exit_code == 2
    assert "--keep" in done.output
    assert contents(cup) == before


def test_nothing_is_kept_of_a_round_that_is_not_drawn(cup: Path) -> None:
    done = tried(cup, "draw", 3, "--keep")
    assert (done.exit_code, "round 3 is not drawn yet" in done.output) == (2, True)


def test_hand_edits_stay_when_a_draw_is_kept(cup: Path) -> None:
    corrected(cup)
    tables = {tuple(table.seated.values()): table.number for table in drawn_in(cup, 2).tables}
    edit_draw(cup, 2, {(tables["P02", "P04"], "2"): "P08", (tables["P06", "P08"], "2"): "P04"})
    run("-C", cup, "draw", 2, "--keep")
    assert {("P02", "P08"), ("P06", "P04")} <= set(pairs_of(drawn_in(cup, 2)))


# as fast as before


def test_nobody_draws_where_no_result_has_changed_and_a_comparison_is_made_once(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[int] = []

    def counting(drawn: Draw) -> Company:
        compared.append(drawn.round)
        return company_in(drawn)

    monkeypatch.setattr("sheetscore.operations.consistency.drawn_from.company_in", counting)
    assert told(cup) == []
    assert compared == []
    corrected(cup)
    assert compared != []  # ingest has compared
    compared.clear()
    first = told(cup)
    assert compared == []
    change(cup, ROSTERS["somebody comes"])
    told(cup)
    assert compared != []  # the event is another
    change(cup, EVENT)
    assert told(cup) == first


def test_what_is_remembered_of_comparisons_may_be_spoiled_or_gone(cup: Path) -> None:
    corrected(cup)
    first = told(cup)
    for path in cup.glob(".sheetscore.drawn*"):
        path.write_bytes(b"\xff{")
    assert told(cup) == first


def test_the_draw_of_another_event_is_told_as_that_alone(cup: Path, tmp_path: Path) -> None:
    other = started(tmp_path / "other", aso_event(8, 3).model_copy(update={"header": cup_header("Other cup")}))
    played(other, 1, "2", "2", "2", "2")
    run("-C", other, "draw", 2)
    shutil.copy(other / "round2-draw.xlsx", cup / "round2-draw.xlsx")
    document = json.loads(CliRunner().invoke(main, ["-C", str(cup), "check", "--json"]).stdout)
    codes = [one["code"] for one in document["findings"] if one["severity"] != "note"]
    assert codes == ["other-event"]


def cup_header(name: str) -> AsoHeader:
    return EVENT.header.model_copy(update={"name": name})


@pytest.mark.parametrize("words", [("--keep",), ("--drop", "P08")])
def test_what_was_noted_in_a_draw_is_named_when_it_is_written_anew(cup: Path, words: tuple[str, ...]) -> None:
    corrected(cup)
    path = cup / "round2-draw.xlsx"
    assert "not carried" not in tried(cup, "draw", 2, *words).output
    corrected(cup, "", "2")
    workbook = openpyxl.load_workbook(path)
    workbook["Draw"]["H2"] = "bring the clock"
    workbook["Draw"]["A5"].comment = Comment("asked for this table", "me")
    workbook.create_sheet("Taxis")["A1"] = "Ann: 18:00"
    workbook.save(path)
    output = " ".join(
        run("-C", cup, "draw", 2, *(("--keep",) if words[0] == "--keep" else ("--drop", "P07"))).output.split()
    )
    kept = "kept/round2-draw~"
    for what in ("1 comment on Draw!A5", "text on Draw!H2 (“bring the clock”)", "the sheet “Taxis”"):
        assert f"not carried: {what}; {kept}" in output
