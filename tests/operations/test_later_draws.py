"""Draws that corrected results would make otherwise: told where others would meet, and only because of the results."""

from __future__ import annotations

from pathlib import Path

import pytest
from aso_event import aso_event
from click.testing import CliRunner, Result
from kept_events import kept
from looking import open_whole

from sheetscore.cli.main import main
from sheetscore.event.model import Event
from sheetscore.findings import Finding
from sheetscore.operations.check import check
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.pairing.draw import Draw, TableDraw, company_in
from sheetscore.problems import MistakesFound
from sheetscore.systems.aso.model import AsoEvent, AsoPlayer

EVENT = aso_event(8, 3)


def typed(folder: Path, *lines: str) -> list[Finding]:
    """Type lines such as ``1,,winner,2`` into round 1 and ingest it; give what is said of later draws."""
    source = folder.with_suffix(".csv")
    source.write_text("\n".join(["table,seat,field,value", *lines]), encoding="utf-8")
    fill(folder / "round1.xlsx", source)
    done = ingest(folder / "round1.xlsx")
    assert done.status != "errors", done.findings
    return [one for one in done.findings if one.code == "draw-different"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Eight players; P01 to P04 have won round 1, and round 2 is drawn."""
    return kept(tmp_path / "cup", __name__, _play)


def _play(folder: Path) -> None:
    write_event(EVENT, folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    typed(folder, *(f"{table},,winner,1" for table in range(1, 5)))
    draw(folder, 2)


def change(folder: Path, event: Event) -> None:
    (folder / "event.xlsx").unlink()
    write_event(event, folder)


def with_names(event: AsoEvent, **names: str) -> AsoEvent:
    players = [one.model_copy(update={"name": names.get(one.id, one.name)}) for one in event.players]
    return event.model_copy(update={"players": tuple(players)})


LATE = AsoPlayer(id="P09", name="Late", rating=1995, first_round=2)
CHANGES = {
    "a player added": EVENT.model_copy(update={"players": (*EVENT.players, LATE)}),
    "a player renamed": with_names(EVENT, P01="Renamed"),
    "another setting": aso_event(8, 3, missed_points=1, same_country=0),
    "one round more": aso_event(8, 4),
    "other ratings": EVENT.model_copy(
        update={
            "players": tuple(
                one.model_copy(update={"rating": 1500 + 10 * number}) for number, one in enumerate(EVENT.players)
            )
        }
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_changed_in_the_event_is_not_blamed_on_results(folder: Path, what: str) -> None:
    change(folder, CHANGES[what])
    assert typed(folder, "1,1,vp,12") == []  # another detail of the game, the same winner


def test_results_that_let_others_meet_are_told_with_how_many(folder: Path) -> None:
    (told,) = typed(folder, "1,,winner,2")
    # P05 has won instead of P01: the pool is P02, P03, P04 and P05, and P01 meets one of those who lost
    assert told.sheet == "round2-draw.xlsx"
    assert "stays as it is" in told.message
    assert "players would meet others" in told.message
    assert typed(folder, "1,,winner,1") == []  # back again: the draw that is there is the right one


def test_results_that_let_others_meet_are_told_in_a_changed_event_too(folder: Path) -> None:
    change(folder, CHANGES["a player renamed"])
    assert len(typed(folder, "1,,winner,2")) == 1


# what every draw rests on


def told_by_check(folder: Path) -> list[tuple[str, str]]:
    return [(one.sheet, one.message) for one in check(folder).findings if one.code == "drawn-otherwise"]


@pytest.fixture
def unscored(tmp_path: Path) -> Path:
    """The same event with round 1 drawn, and nothing scored: ratings still count as they are changed."""
    folder = tmp_path / "unscored"
    write_event(EVENT, folder)
    draw(folder, 1)
    return folder


def test_check_warns_of_a_rating_and_a_number_of_rounds_that_changed_after_the_draw(unscored: Path) -> None:
    folder = unscored
    assert told_by_check(folder) == []
    players = [one.model_copy(update={"rating": 1500}) if one.id == "P02" else one for one in EVENT.players]
    change(folder, aso_event(8, 4).model_copy(update={"players": tuple(players)}))
    (told,) = told_by_check(folder)
    assert told[0] == "round1-draw.xlsx"
    assert "since round 1 was drawn" in told[1]
    assert "the number of rounds was 3 and is 4; the rating of Player 2 (P02) was 1980 and is 1500." in told[1]
    assert run_check(folder).exit_code == 0


@pytest.mark.parametrize(
    ("players", "rounds", "which"),
    [
        (8, 4, "no drawn round"),  # all 8 are the pool of round 1, all 4 undefeated that of round 2, as before
        (8, 2, "rounds 1 and 2"),  # pools of 4 and 2 instead of 8 and 4
        (6, 2, "round 1"),  # a pool of 4 instead of 6; in round 2 it is 2 of 3 undefeated, as before
    ],
)
def test_aso_1_check_says_which_drawn_round_would_have_another_pool(
    tmp_path: Path, players: int, rounds: int, which: str
) -> None:
    folder = tmp_path / "cup"
    event = aso_event(players, 3)
    write_event(event, folder)
    draw(folder, 1)
    make_sheets(folder, 1)
    typed(folder, *(f"{table},,winner,1" for table in range(1, players // 2 + 1)))
    draw(folder, 2)
    assert told_by_check(folder) == []
    change(folder, aso_event(players, rounds))
    ((_, told),) = told_by_check(folder)
    assert f"the number of rounds was 3 and is {rounds}. Drawn now, {which} would be different." in told


def test_aso_1_check_says_which_drawn_round_would_be_different_by_another_rating(unscored: Path) -> None:
    # P04 is the last now, and round 1 begins with P01 and P06
    folder = unscored
    players = [one.model_copy(update={"rating": 1500}) if one.id == "P04" else one for one in EVENT.players]
    change(folder, EVENT.model_copy(update={"players": tuple(players)}))
    ((_, told),) = told_by_check(folder)
    assert "Drawn now, round 1 would be different." in told


def run_check(folder: Path) -> Result:
    return CliRunner().invoke(main, ["check", str(folder)])


def test_a_rating_that_changed_between_two_draws_is_told_of_the_first_alone(folder: Path) -> None:
    players = [one.model_copy(update={"rating": 1500}) if one.id == "P02" else one for one in EVENT.players]
    change(folder, EVENT.model_copy(update={"players": tuple(players)}))
    assert told_by_check(folder) == []  # it counts as it was at the first result
    ingest(folder / "round1.xlsx", ratings=True)
    draw(folder, 2, again=True)
    ((_, told),) = told_by_check(folder)
    assert "since round 1 was drawn: the rating of Player 2 (P02) was 1980 and is 1500." in told


@pytest.mark.parametrize("what", ["a player added", "a player renamed", "another setting"])
def test_check_says_nothing_of_draws_that_rest_on_nothing_that_changed(folder: Path, what: str) -> None:
    change(folder, CHANGES[what])
    assert told_by_check(folder) == []


def test_a_draw_that_does_not_say_what_it_was_made_with_is_taken_as_it_is(folder: Path) -> None:
    path = folder / "round1-draw.xlsx"
    book = open_whole(path)
    del book["_made_with"]
    book.save(path)
    change(folder, aso_event(8, 4))
    ((_, told),) = told_by_check(folder)
    assert "since round 2 was drawn" in told


# who meets whom


def table(number: int, **seats: str) -> TableDraw:
    return TableDraw(number, "", {seat.replace("_", "."): player for seat, player in seats.items()})


def drawn(*tables: TableDraw) -> Draw:
    return Draw(1, tables, (), ())


def test_who_meets_whom_is_not_where_they_sit() -> None:
    first = drawn(table(1, red_1="a", red_2="b", blue_1="c"), table(2, red_1="d", blue_1="e"))
    moved = drawn(table(3, red_1="d", blue_1="e"), table(4, red_1="b", red_2="a", blue_1="c"))
    assert company_in(first) == company_in(moved)
    changed_sides = drawn(table(1, red_1="a", red_2="b", blue_1="c"), table(2, red_1="e", blue_1="d"))
    before, after = company_in(first), company_in(changed_sides)
    assert {player for player in before if before[player] != after[player]} == {"d", "e"}


def test_results_of_a_round_that_is_drawn_again_stay_and_that_is_told(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.glob("*.xlsx")}
    again = draw(folder, 1, again=True)
    assert "There are results of round 1 already; they stay as they are, and so do the sheets." in again.draw.report
    for name in ("round1.xlsx", "round1-results.xlsx"):
        assert (folder / name).read_bytes() == before[folder / name]


def test_a_scored_round_is_not_drawn_again_unasked_where_a_table_with_results_would_go(folder: Path) -> None:
    gone = {one.id for one in EVENT.players[:4]}
    players = [one.model_copy(update={"absent": (1,)}) if one.id in gone else one for one in EVENT.players]
    change(folder, EVENT.model_copy(update={"players": tuple(players)}))
    before = (folder / "round1-draw.xlsx").read_bytes()
    with pytest.raises(MistakesFound, match="was left as it is") as told:
        draw(folder, 1, again=True)
    lost = "\n".join(one.message for one in told.value.findings[1:])
    assert all(f"table {table}" in lost and "winner = 1" in lost for table in (3, 4))
    assert (folder / "round1-draw.xlsx").read_bytes() == before
    assert len(draw(folder, 1, again=True, force=True).draw.tables) == 2
