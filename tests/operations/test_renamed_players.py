"""Players who get another name after the draw: what draws and sheets showed of them is still they."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from aso_commands import box, by_player, drawn_in, edit_draw, pairs_of, played, ranked, run, type_lines
from aso_event import aso_event
from kept_events import started
from looking import open_whole
from test_names_exchanged import rename, write
from typing_in import type_in

from sheetscore.cli.show import condensed
from sheetscore.event.load import load_event
from sheetscore.operations.check import check
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a drawn round with sheets, of four players of whom two are called alike."""
    event = aso_event(4)
    alike = event.players[0].model_copy(update={"name": event.players[1].name})
    return started(tmp_path / "event", event.model_copy(update={"players": (alike, *event.players[1:])}))


def test_one_of_two_called_alike_gets_another_name_and_stays_where_the_sheets_have_her(folder: Path) -> None:
    first = load_event(folder).players[0]
    type_lines(folder, "1,,winner,1", "2,,winner,1")
    before = by_player(ingest(folder / "round1.xlsx").rows, "result")
    rename(folder, {first.id: "Zoe Zimmer"})
    found = {one.code for one in check(folder).findings if one.is_error}
    assert not found
    done = ingest(folder / "round1.xlsx")
    assert done.status != "errors"
    assert by_player(done.rows, "result") == before
    make_sheets(folder, 1)
    assert by_player(ingest(folder / "round1.xlsx").rows, "result") == before


@pytest.mark.parametrize("called", ["{0.name}", "{0.name} ({0.id})"])
def test_a_winner_who_was_named_by_the_name_of_then_is_still_understood(folder: Path, called: str) -> None:
    who = load_event(folder).player(pairs_of(drawn_in(folder, 1))[1][1])
    type_lines(folder, "1,,winner,1")
    type_in(folder / "round1.xlsx", {box(folder, 2, "winner"): called.format(who)})
    rename(folder, {who.id: "Zoe Zimmer"})
    assert by_player(ingest(folder / "round1.xlsx").rows, "result")[who.id] == ("win",)


def test_sheets_on_which_an_id_has_another_name_say_so_until_they_are_made_again(folder: Path) -> None:
    who = load_event(folder).player(pairs_of(drawn_in(folder, 1))[1][1])
    type_lines(folder, "1,,winner,1", "2,,winner,1")
    rename(folder, {who.id: "Zoe Zimmer"})  # as if the sheets were of another machine, where the id is another player's
    for looked_at in (check(folder / "round1.xlsx"), ingest(folder / "round1.xlsx")):
        (found,) = (one for one in looked_at.findings if one.code == "player-by-id")
        assert (str(found.severity), found.sheet, found.cell) == ("warning", *box(folder, 2, "player_2"))
        assert f"there is “{who.name} ({who.id})”" in found.message
        assert f"Zoe Zimmer ({who.id}) was taken by the id" in found.message
    make_sheets(folder, 1)
    assert "player-by-id" not in {one.code for one in ingest(folder / "round1.xlsx").findings}


def test_results_of_another_machine_on_which_an_id_is_somebody_else_say_so(folder: Path, tmp_path: Path) -> None:
    who = load_event(folder).player(pairs_of(drawn_in(folder, 1))[1][1])
    theirs = Path(shutil.copytree(folder, tmp_path / "theirs"))
    played(theirs, 1, "1", "1")
    rename(theirs, {who.id: "Hal Hunt"})
    assert "player-by-id" not in {one.code for one in standings(theirs).findings}  # renamed since: the same person
    shutil.copy(theirs / "round1-results.xlsx", folder)
    assert "player-by-id" not in {one.code for one in standings(folder).findings}
    rename(folder, {who.id: "Zoe Zed"})
    for looked_at in (check(folder), standings(folder), played(folder, 2, "1", "1")):
        (said,) = (one for one in looked_at.findings if one.sheet == "round1-results.xlsx")
        assert (said.code, str(said.severity)) == ("player-by-id", "warning")
        assert said.message.startswith(
            f"{who.id} is {who.name} in round1-results.xlsx and Zoe Zed in the event; what was scored there for an id "
            "counts for who has it in the event. Where that is the same person under a corrected name, score the round "
            "again (sheetscore ingest round1.xlsx); else enter the other one with a new id, choose that in round1.xlsx"
        )


def test_two_who_have_each_others_names_since_the_draw_stop_everything(folder: Path) -> None:
    third, fourth = load_event(folder).players[2:4]
    rename(folder, {third.id: fourth.name, fourth.id: third.name})
    assert {one.code for one in check(folder).findings if one.is_error} == {"names-exchanged"}


def test_somebody_whose_id_a_newcomer_has_since_is_asked_about(folder: Path) -> None:
    event = load_event(folder)
    *others, last = event.players
    players = (*others, last.model_copy(update={"name": "Zoe Zimmer"}), last.model_copy(update={"id": "P99"}))
    write_event(event.model_copy(update={"players": players}), folder)
    names_two = f"“{last.name} ({last.id})” names two: {last.id} is Zoe Zimmer, and “{last.name}” is {last.name} (P99)"
    for one in (folder, folder / "round1.xlsx"):
        assert any(names_two in found.message for found in check(one).findings if found.is_error)


@pytest.fixture
def handed_on(tmp_path: Path) -> Path:
    """Give a round with Eve Long (P05) on its lists alone, her name typed; since then another player has that name."""
    event = aso_event(5)
    late = event.players[4].model_copy(update={"name": "Eve Long", "first_round": 2})
    folder = started(tmp_path / "event", event.model_copy(update={"players": (*event.players[:4], late)}))
    type_lines(folder, "1,,winner,1", "2,,winner,1")
    type_in(folder / "round1.xlsx", {box(folder, 1, "player_2"): "Eve Long"})
    now = load_event(folder)
    wed, other = (now.players[4].model_copy(update=of) for of in ({"name": "Eve Adams"}, {"id": "P06"}))
    write(folder, now.model_copy(update={"players": (*now.players[:4], wed, other)}))
    return folder


def test_a_typed_name_that_another_player_has_since_is_asked_about(handed_on: Path) -> None:
    place = box(handed_on, 1, "player_2")
    for looked_at in (check(handed_on / "round1.xlsx"), ingest(handed_on / "round1.xlsx")):
        (found,) = (one for one in looked_at.findings if one.code == "ambiguous")
        assert (found.sheet, found.cell) == place
        assert found.message == (
            "“Eve Long” is P05 on the list that this was made with, and P06 in the event now; enter the id"
        )
    assert not (handed_on / "round1-results.xlsx").exists()


@pytest.mark.parametrize(("typed", "player"), [("P05", "P05"), ("Eve Long (P06)", "P06")])
def test_the_id_says_which_of_the_two_had_the_typed_name(handed_on: Path, typed: str, player: str) -> None:
    type_in(handed_on / "round1.xlsx", {box(handed_on, 1, "player_2"): typed})
    assert player in by_player(ingest(handed_on / "round1.xlsx").rows, "result")


@pytest.mark.parametrize("again", ["marked copy", "sheets"])
def test_a_name_that_was_asked_about_stays_a_question_in_what_is_made_of_it(handed_on: Path, again: str) -> None:
    place, sheets = box(handed_on, 1, "player_2"), handed_on / "round1.xlsx"
    if again == "sheets":
        make_sheets(handed_on, 1)
    else:
        ingest(sheets)
        sheets = handed_on / "round1-marked.xlsx"
    done = ingest(sheets)
    (found,) = (one for one in done.findings if one.is_error)
    assert (found.sheet, found.cell) == place
    assert "“Eve Long (P05 or P06)”" in found.message


def test_a_name_typed_into_a_draw_that_another_player_has_since_is_asked_about(handed_on: Path) -> None:
    path = handed_on / "round1-draw.xlsx"
    sheet = open_whole(path)["Draw"]
    cell = next(row[3].coordinate for row in sheet.iter_rows(min_row=5) if (row[0].value, row[1].value) == (1, "2"))
    type_in(path, {("Draw", cell): "Eve Long"})
    found = next(one for one in check(path).findings if one.code == "draw-player")
    assert found.message.startswith("“Eve Long” is P05 on the list that this was made with, and P06 in the event now")


def test_many_who_are_called_otherwise_since_the_draw_are_a_few_lines(tmp_path: Path) -> None:
    event = amps_event(players=10)
    folder = started(tmp_path / "cup", event)
    players = tuple(one.model_copy(update={"name": f"{one.name} Jr"}) for one in event.players)
    write_event(event.model_copy(update={"players": players}), folder)
    said = [
        line.message for line in condensed(make_sheets(folder, 1).findings) if "called otherwise now" in line.message
    ]
    assert len(said) == 1
    assert said[0].startswith("called otherwise now: 7 more of these (Draw!D8, D9")


# the draw with the names of now


@pytest.fixture
def wed(tmp_path: Path) -> Path:
    """Give a drawn round of Ann, Bea, Cy and Di, edited by hand so that Ann meets Di; Ann is called otherwise since."""
    event = aso_event(4)
    called = zip(event.players, ("Ann Ash", "Bea Bell", "Cy Cole", "Di Dell"), strict=True)
    players = tuple(player.model_copy(update={"name": name}) for player, name in called)
    folder = started(tmp_path / "event", event.model_copy(update={"players": players}))
    edit_draw(folder, 1, {(1, "1"): "P01", (1, "2"): "P04", (2, "1"): "P02", (2, "2"): "P03"})
    make_sheets(folder, 1)
    rename(folder, {"P01": "Ann Adams"})
    return folder


def said_of_draw(folder: Path) -> list[str]:
    return [one.message for one in check(folder).findings if one.code == "draw-spelling"]


def who_cells(folder: Path) -> list[str]:
    """Give what stands in the first two lines of the draw and, after it, the choices of its drop-downs."""
    book = open_whole(folder / "round1-draw.xlsx")
    return [str(book["Draw"][cell].value) for cell in ("D5", "D6")] + [
        str(cell.value) for cell in book["_lists"]["A"][1:]
    ]


KEEP = "To post the same draw with the names of now: sheetscore draw 1 --keep"


def test_a_name_of_then_in_a_draw_is_posted_so_and_the_command_for_the_new_one_is_named(wed: Path) -> None:
    assert said_of_draw(wed) == [
        f"there is “Ann Ash (P01)”, read as Ann Adams (P01); postings show the name of then. {KEEP}"
    ]


@pytest.mark.parametrize("typed", ["Ann Adams (P01)", "Ann Adams", "p01"])
def test_a_new_name_typed_over_the_one_of_then_is_told_since_the_postings_do_not_find_it(wed: Path, typed: str) -> None:
    type_in(wed / "round1-draw.xlsx", {("Draw", "D5"): typed})
    assert said_of_draw(wed) == [
        f"there is “{typed}”; the list that this draw was made with does not have Ann Adams (P01), so that postings by "
        f"name leave it out. {KEEP}"
    ]


def test_a_draw_that_is_kept_has_the_names_of_now_and_the_seats_as_they_were_edited(wed: Path) -> None:
    before = drawn_in(wed, 1)
    assert sorted(pairs_of(before)) == [("P01", "P04"), ("P02", "P03")]
    said = run("-C", wed, "draw", 1, "--keep").output
    assert "round1-draw.xlsx keeps its seats, has the names of now, and counts as made from the results of now" in said
    assert "kept/round1-draw~" in said
    assert said_of_draw(wed) == []
    assert drawn_in(wed, 1) == before
    assert who_cells(wed) == [
        *("Ann Adams (P01)", "Di Dell (P04)"),
        *("Ann Adams (P01)", "Bea Bell (P02)", "Cy Cole (P03)", "Di Dell (P04)"),
    ]
    posted = [row[0].value for row in open_whole(wed / "round1-draw.xlsx")["By name"].iter_rows(min_row=5)]
    assert posted[:4] == ["Ann Adams", "Bea Bell", "Cy Cole", "Di Dell"]
    again = run("-C", wed, "draw", 1, "--keep").output
    assert "has the names as they are" in again


@pytest.mark.parametrize("renamed", [{}, {"P02": "Bea Bird", "P03": "Cy Carr"}])
def test_sheets_that_were_typed_with_the_names_of_then_count_when_the_draw_has_those_of_now(
    wed: Path, renamed: dict[str, str]
) -> None:
    type_lines(wed, "1,,winner,1", "2,,winner,1")
    rename(wed, renamed)
    run("-C", wed, "draw", 1, "--keep")
    assert ingest(wed / "round1.xlsx").status != "errors"
    assert ranked(wed, "score")["P01"] == ranked(wed, "score")["P02"]


def test_nothing_is_called_a_note_of_a_person_when_only_names_have_changed(wed: Path) -> None:
    assert "not carried" not in run("-C", wed, "draw", 1, "--keep").output
