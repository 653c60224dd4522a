"""MATCH-7 over events on the command line: handicaps of earlier results entered, compared, and contradictions named."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from looking import open_whole
from match_commands import Evening, codes, run, run_json, told
from match_event import match_event, scenario

from sheetscore.event.load import load_event
from sheetscore.event.model import Header
from sheetscore.event.toml import write_toml
from sheetscore.systems.match.model import Handicap, MatchEvent


def evening(name: str, day: int | None, game_system: str = "Hills", **changes: Any) -> MatchEvent:
    """Give an event of one series of two players."""
    header = Header(name=name, system="match", rounds=1, seed=day or 99, date=dt.date(1994, 3, day) if day else None)
    made = (scenario(game_system=game_system),)
    return match_event(2, 1, series=3, header=header, scenarios=made, **changes)


def handicap(points: str, player: str = "P02", against: str = "P01", game_system: str = "Hills") -> Handicap:
    return Handicap(player=player, against=against, game_system=game_system, points=points)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two evenings: 4 for the first player, which makes 8/3, then 10 with that, which make 16/3."""
    folder = tmp_path_factory.mktemp("earlier") / "club"
    Evening.of(folder / "first", evening("First", 1)).played(1, "P01 P02 1 1 1 1 0 0")
    second = evening("Second", 8, given=(handicap("8/3"),))
    Evening.of(folder / "second", second).played(1, "P01 P02 3 1 3 1 1 1")
    return folder


@pytest.fixture
def earlier(club: Path, tmp_path: Path) -> Path:
    """A copy of it to work in."""
    return Path(shutil.copytree(club, tmp_path / "club"))


def given(folder: Path) -> Mapping[tuple[str, str, str], tuple[Fraction, str]]:
    event = load_event(folder)
    assert isinstance(event, MatchEvent)
    return {(one.player, one.against, one.game_system): (one.exact, one.source) for one in event.handicaps}


def text_of(tmp_path: Path, event: MatchEvent) -> Path:
    path = tmp_path / "next.toml"
    path.write_text(write_toml(event), encoding="utf-8")
    return path


def test_match_7_new_enters_the_handicaps_of_earlier_results_with_their_source(earlier: Path, tmp_path: Path) -> None:
    source = text_of(tmp_path, evening("Third", 15))
    done = run_json("new", tmp_path / "third", "--from", source, "--history", earlier)
    wanted = (Fraction(16, 3), "Second, round 1 (club/second/round1-results.xlsx)")
    assert given(tmp_path / "third") == {("P02", "P01", "Hills"): wanted}
    assert codes(done) == [("note", "history-taken")]


def test_match_7_scores_depend_on_the_event_alone(earlier: Path, tmp_path: Path) -> None:
    run("new", tmp_path / "third", "--from", text_of(tmp_path, evening("Third", 15)), "--history", earlier)
    shutil.rmtree(earlier)
    rows = Evening(tmp_path / "third").played(1, "P01 P02 1 1 0 0 0 0").rows
    assert [row["handicap"] for row in rows if row["player"] == "P02"] == [Fraction(16, 3)] * 3


def test_match_7_a_starter_and_a_roster_take_people_by_their_names(earlier: Path, tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name\nX,PLAYER  2\nY,Player 1\nZ,Somebody else\n", encoding="utf-8")
    words = ("new", tmp_path / "third", "--system", "match", "--players", roster, "--history", earlier)
    done = run_json(*words)
    assert list(given(tmp_path / "third")) == [("X", "Y", "Hills")]
    # its only scenario is the one to be changed: that says so, with both files
    (message,) = told(done, "history-system")
    assert "event.xlsx" in message
    assert "club/second/round1-results.xlsx" in message


def test_match_7_what_the_source_has_gives_way_and_that_is_told(earlier: Path, tmp_path: Path) -> None:
    kept = handicap("5", game_system="Woods")
    event = evening("Third", 15, given=(handicap("8"), kept))
    done = run_json("new", tmp_path / "third", "--from", text_of(tmp_path, event), "--history", earlier)
    points = {key[2]: value[0] for key, value in given(tmp_path / "third").items()}
    assert points == {"Hills": Fraction(16, 3), "Woods": 5}
    (message,) = told(done, "history-handicap")
    assert "8 against" in message
    assert "16/3 against" in message
    assert "club/second/round1-results.xlsx" in message


def test_match_7_game_systems_that_are_not_played_are_left_out_and_named(earlier: Path, tmp_path: Path) -> None:
    woods = evening("Woods", 2, "Woods")
    Evening.of(earlier / "woods", woods).played(1, "P01 P02 6 6 6 6 6 6")
    source = text_of(tmp_path, evening("Third", 15))
    done = run_json("new", tmp_path / "third", "--from", source, "--history", earlier)
    assert [game_system for _, _, game_system in given(tmp_path / "third")] == ["Hills"]
    assert ("note", "history-system") in codes(done)


def test_match_7_check_gives_the_lines_that_mend_an_event(earlier: Path, tmp_path: Path) -> None:
    folder = tmp_path / "third"
    folder.mkdir()
    (folder / "event.toml").write_text(write_toml(evening("Third", 15, given=(handicap("8"),))), encoding="utf-8")
    done = run_json("-C", folder, "check", "--history", earlier)
    (message,) = told(done, "history-handicap")
    assert "event.toml gives" in message
    lines = message.partition("Put there: ")[2].split(", ", 4)
    assert lines[:4] == ['player = "P02"', 'against = "P01"', 'game_system = "Hills"', 'points = "16/3"']
    assert lines[4] == 'source = "Second, round 1 (club/second/round1-results.xlsx)"'
    assert done["status"] == "warnings"
    # the lines are good as they stand
    mended = write_toml(evening("Third", 15)) + "\n[[handicap]]\n" + "\n".join(lines) + "\n"
    (folder / "event.toml").write_text(mended, encoding="utf-8")
    assert told(run_json("-C", folder, "check", "--history", earlier), "history-handicap") == []


def test_match_7_check_names_what_the_event_lacks_and_what_it_has_from_elsewhere(earlier: Path, tmp_path: Path) -> None:
    run("new", tmp_path / "third", "--from", text_of(tmp_path, evening("Third", 15)))
    done = run_json("-C", tmp_path / "third", "check", "--history", earlier)
    (message,) = told(done, "history-handicap")
    assert "Points” 16/3" in message
    woods = evening("Third", 15, "Woods", given=(handicap("8", game_system="Woods"),))
    run("new", tmp_path / "fourth", "--from", text_of(tmp_path, woods))
    done = run_json("-C", tmp_path / "fourth", "check", "--history", earlier)
    wrong = [message for message in told(done, "history-system") if "one game system" in message]
    assert len(wrong) == 1
    assert "event.xlsx" in wrong[0]
    assert "club/second/round1-results.xlsx" in wrong[0]


def test_match_7_results_of_the_event_itself_and_later_ones_do_not_count(earlier: Path) -> None:
    done = run_json("-C", earlier / "second", "check", "--history", earlier)
    assert told(done, "history-handicap") == []  # it began with what the first makes
    alike = load_event(earlier / "second")
    assert alike.key == alike.key_of_name  # made without a uid: whoever has name and seed is taken for it
    first = run_json("-C", earlier / "first", "check", "--history", earlier)
    (message,) = told(first, "results-later")
    assert "club/second/round1-results.xlsx" in message


def test_match_7_an_event_made_from_the_one_before_goes_on_from_its_results(earlier: Path, tmp_path: Path) -> None:
    """Both have one name and seed, and the new one a uid; the old one has none."""
    run("new", tmp_path / "third", "--from", text_of(tmp_path, evening("Second", 8)))
    done = run_json("-C", tmp_path / "third", "check", "--history", earlier)
    (message,) = told(done, "history-handicap")
    assert "club/second/round1-results.xlsx" in message


def test_match_7_earlier_results_may_lie_in_a_folder_of_the_event(earlier: Path, tmp_path: Path) -> None:
    run("new", tmp_path / "third", "--from", text_of(tmp_path, evening("Third", 15)))
    inside = Path(shutil.copytree(earlier, tmp_path / "third" / "earlier"))
    (message,) = told(run_json("-C", tmp_path / "third", "check", "--history", inside), "history-handicap")
    assert "earlier/second/round1-results.xlsx" in message


def test_match_7_an_old_handicap_that_the_series_before_does_not_make_names_both_files(
    earlier: Path, tmp_path: Path
) -> None:
    other = evening("Odd", 9, given=(handicap("3"),))
    Evening.of(earlier / "odd", other).played(1, "P01 P02 0 0 0 0 0 0")
    source = text_of(tmp_path, evening("Third", 15))
    done = run_json("new", tmp_path / "third", "--from", source, "--history", earlier)
    (message,) = told(done, "history-differs")
    assert "club/odd/round1-results.xlsx" in message
    assert "club/second/round1-results.xlsx" in message


def test_match_7_two_results_of_one_series_are_an_error_unless_one_is_newer(earlier: Path, tmp_path: Path) -> None:
    again = Evening(Path(shutil.copytree(earlier / "second", tmp_path / "again")))
    old = earlier / "old" / "second-results.xlsx"
    old.parent.mkdir()
    again.played(1, "P01 P02 -6 -6 -6 -6 -6 -6")
    shutil.copy(again.folder / "round1-results.xlsx", old)
    source = text_of(tmp_path, evening("Third", 15))
    run("new", tmp_path / "newer", "--from", source, "--history", earlier)  # written a moment later
    assert list(given(tmp_path / "newer")) == [("P01", "P02", "Hills")]
    _write_at_one_time(old, earlier / "second" / "round1-results.xlsx")
    done = run("new", tmp_path / "third", "--from", source, "--history", earlier, status=1)
    assert "club/old/second-results.xlsx" in done.output
    assert "club/second/round1-results.xlsx" in done.output
    assert not (tmp_path / "third" / "event.xlsx").exists()


def _write_at_one_time(*paths: Path) -> None:
    """Put the same time on the sheets About, as where somebody typed it over."""
    from typing_in import type_in  # noqa: PLC0415

    for path in paths:
        type_in(path, {("About", cell): 34000.5 for cell in _time_cells(path)})


def _time_cells(path: Path) -> list[str]:

    sheet = open_whole(path)["About"]
    return [row[1].coordinate for row in sheet.iter_rows() if row[0].value == "written at"]


def test_match_7_results_that_cannot_be_read_are_left_out_and_named(earlier: Path, tmp_path: Path) -> None:
    (earlier / "broken-results.xlsx").write_bytes(b"no workbook")
    source = text_of(tmp_path, evening("Third", 15))
    done = run_json("new", tmp_path / "third", "--from", source, "--history", earlier)
    (message,) = told(done, "file-unreadable")
    assert "club/broken-results.xlsx" in message
    assert len(given(tmp_path / "third")) == 1


def test_a_system_that_takes_nothing_over_refuses_a_history(earlier: Path, tmp_path: Path) -> None:
    done = run("new", tmp_path / "third", "--system", "amps", "--history", earlier, status=2)
    assert "--history" in done.output
    assert not (tmp_path / "third").exists()
    empty = tmp_path / "empty"
    empty.mkdir()
    done = run("new", tmp_path / "third", "--system", "match", "--history", empty, status=2)
    assert "no results" in done.output
    sheets = ("-C", earlier / "first", "check", "round1.xlsx", "--history", earlier)
    assert "leave out --history" in run(*sheets, status=2).output
