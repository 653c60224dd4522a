"""Whose workbooks are whose: the uid tells where both sides have one, name and seed where one has none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from amps_event import amps_event
from event_folder import GOOD_LINES, filled_folder
from looking import open_whole

from sheetscore.event.model import Event
from sheetscore.event.toml import write_toml
from sheetscore.operations.draw import draw
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.problems import MistakesFound, UnreadableFile
from sheetscore.systems.amps.model import AmpsEvent

ONE, OTHER = "1" * 32, "abcdef01" * 4


def an_event(uid: str | None, name: str = "e") -> AmpsEvent:
    """Give an event called e with seed 1; a tenth player sits out."""
    event = amps_event(players=10, rounds=("bridge", "bridge"))
    return event.model_copy(
        update={"header": event.header.model_copy(update={"uid": uid, "name": name, "seed": 1})},
    )


def played(folder: Path, uid: str | None) -> Path:
    filled_folder(folder, an_event(uid), GOOD_LINES)
    assert ingest(folder / "round1.xlsx").status == "warnings"
    return folder


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str | None, Path]:
    """Events of one name and seed, with and without uids, each with round 1 scored."""
    folder = tmp_path_factory.mktemp("events")
    return {uid: played(folder / str(uid), uid) for uid in (ONE, OTHER, None)}


def given(originals: dict[str | None, Path], theirs: str | None, folder: Path, event: AmpsEvent) -> Path:
    """Give the workbooks of one event to another."""
    shutil.copytree(originals[theirs], folder)
    (folder / "event.xlsx").unlink()
    write_event(event, folder)
    return folder


def takes(folder: Path) -> None:
    """Show that an event takes the workbooks in its folder: draw, sheets and results."""
    assert ingest(folder / "round1.xlsx").status == "warnings"
    assert len(standings(folder).standings.rows) == 9
    drawn = draw(folder, 2)
    assert len(drawn.draw.byes) == 1
    assert make_sheets(folder, 1).pages == 10


def refuses(folder: Path) -> list[str]:
    """Show that it takes none of them, and give what it says: of the sheets, of the results, of the draw."""
    with pytest.raises(UnreadableFile) as scored:
        standings(folder)
    with pytest.raises(UnreadableFile):
        draw(folder, 2)
    (folder / "round1-results.xlsx").unlink()
    with pytest.raises(MistakesFound) as drawn:
        make_sheets(folder, 1)
    assert [one.code for one in drawn.value.findings] == ["other-event"]
    draw(folder, 1, again=True, force=True)
    done = ingest(folder / "round1.xlsx")
    assert [one.code for one in done.findings if one.is_error] == ["other-event"]
    sheets = next(one.message for one in done.findings if one.is_error)
    return [sheets, scored.value.message, drawn.value.findings[0].message]


@pytest.mark.parametrize("uid", [ONE, None])
def test_an_event_takes_its_own(originals: dict[str | None, Path], tmp_path: Path, uid: str | None) -> None:
    takes(given(originals, uid, tmp_path / "e", an_event(uid)))


def test_two_events_of_one_name_and_seed_are_told_apart(originals: dict[str | None, Path], tmp_path: Path) -> None:
    said = refuses(given(originals, OTHER, tmp_path / "e", an_event(ONE)))
    assert all("belongs to another event called e, " in message for message in said)


def test_an_event_takes_what_was_made_before_it_had_a_uid(originals: dict[str | None, Path], tmp_path: Path) -> None:
    takes(given(originals, None, tmp_path / "e", an_event(ONE)))


def test_sheets_without_their_map_are_known_by_the_codes_of_both(
    originals: dict[str | None, Path], tmp_path: Path
) -> None:
    for number, (theirs, uid) in enumerate(((None, ONE), (ONE, ONE), (None, None))):
        folder = given(originals, theirs, tmp_path / str(number), an_event(uid))
        book = open_whole(folder / "round1.xlsx")
        book.remove(book["_sheetscore"])
        book.save(folder / "round1.xlsx")
        assert "other-event" not in [one.code for one in ingest(folder / "round1.xlsx").findings]


def test_what_was_made_before_goes_by_the_name_then(originals: dict[str | None, Path], tmp_path: Path) -> None:
    for message in refuses(given(originals, None, tmp_path / "e", an_event(ONE, "f"))):
        assert "give it its old name and seed back" in message
        assert "draw again" not in message


def test_an_event_with_a_uid_may_be_renamed(originals: dict[str | None, Path], tmp_path: Path) -> None:
    takes(given(originals, ONE, tmp_path / "e", an_event(ONE, "another name")))


def test_an_event_that_lost_its_uid_is_told_how_to_get_it_back(
    originals: dict[str | None, Path], tmp_path: Path
) -> None:
    folder = given(originals, ONE, tmp_path / "e", an_event(None))
    for message in refuses(folder):
        assert f"a line Uid on the sheet Event, with {ONE}" in message
    shutil.rmtree(folder)
    given(originals, ONE, folder, an_event(None))
    book = open_whole(folder / "event.xlsx")
    book["Event"]["A60"], book["Event"]["B60"] = "Uid", ONE
    book.save(folder / "event.xlsx")
    takes(folder)


def test_an_event_as_text_is_told_its_line(originals: dict[str | None, Path], tmp_path: Path) -> None:
    folder = given(originals, ONE, tmp_path / "e", an_event(None))
    (folder / "event.xlsx").unlink()
    (folder / "event.toml").write_text(write_toml(an_event(None)), encoding="utf-8")
    line = f'uid = "{ONE}"'
    with pytest.raises(UnreadableFile, match=line):
        standings(folder)
    text = (folder / "event.toml").read_text(encoding="utf-8").replace("[event]\n", f"[event]\n{line}\n")
    (folder / "event.toml").write_text(text, encoding="utf-8")
    assert Event.load(folder).key == ONE
    takes(folder)


def test_a_draw_of_another_event_is_not_replaced_while_it_has_sheets(
    originals: dict[str | None, Path], tmp_path: Path
) -> None:
    """Whoever changes the seed of an event without a uid has another event: what was typed would belong to none."""
    folder = given(originals, None, tmp_path / "event", an_event(None, "seed changed"))
    (folder / "round1-results.xlsx").unlink()
    before = (folder / "round1-draw.xlsx").read_bytes()
    with pytest.raises(MistakesFound, match=r"give it its old name and seed back\. round1\.xlsx was made by that draw"):
        draw(folder, 1, again=True)
    assert (folder / "round1-draw.xlsx").read_bytes() == before
    assert draw(folder, 1, again=True, force=True).kept


def test_values_of_sheets_of_another_event_are_named_as_the_draw_and_new_sheets_leave_them_out(
    originals: dict[str | None, Path], tmp_path: Path
) -> None:
    folder = given(originals, None, tmp_path / "event", an_event(None, "seed changed"))
    for name in ("round1-results.xlsx", "round1-draw.xlsx", "standings.xlsx"):
        (folder / name).unlink()
    (told,) = [one.message for one in draw(folder, 1).news if one.code == "sheets-older"]
    assert told.startswith(
        "round1.xlsx does not fit the draw. sheetscore sheets 1 stops as it is, first of all because"
    )
    assert "round1.xlsx belongs to e, this folder to seed changed" in told
    (left,) = [one.message for one in make_sheets(folder, 1, force=True).news if one.code == "other-event"]
    assert "kept/round1~2.xlsx has what was there: 18 values of round 1, " in left
    assert "table 1, strike.1, claimed.sp (“21”)" in left
