"""MATCH-4 on the command line: series that are not complete, so far and ended by a ruling."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from looking import values_in
from match_commands import Evening, codes, run, run_json, told
from match_event import match_event

from sheetscore.event.toml import write_toml
from sheetscore.systems.match.model import PairingWish


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Round 1 of a ladder of four: table 1 is complete, table 2 has two matches of three and a game."""
    club = Evening.of(tmp_path_factory.mktemp("club") / "club", match_event(4, 2, series=3, pairing="ladder"))
    club.score(1, "P01 P02 6 6 0 0 0 0", "P03 P04 -6 -6 -6 -6 -1")
    return club.folder


@pytest.fixture
def club(begun: Path, tmp_path: Path) -> Evening:
    return Evening(Path(shutil.copytree(begun, tmp_path / "club")))


def ingested(club: Evening, *options: str, status: int = 0) -> Any:
    return run_json("-C", club.folder, "ingest", "round1.xlsx", *options, status=status)


def heading(path: Path) -> str:
    """Give what stands at the top of the first sheet."""
    first = next(iter(values_in(path).values()))
    return " ".join(str(value) for row in list(first)[:4] for value in row if value)


def test_match_4_a_series_with_a_missing_match_is_named_and_not_scored(club: Evening) -> None:
    done = ingested(club, status=1)
    (message,) = told(done, "result-missing")
    assert message.startswith("table 2, match 3: game 2 has no winner")


def test_match_4_provisional_keeps_what_is_complete_so_far(club: Evening) -> None:
    done = ingested(club, "--provisional")
    assert [(row["table"], row["match"], row["total"]) for row in done["rows"] if row["player"] == "P03"] == [
        (2, 1, -12),
        (2, 2, -12),
    ]
    line = next(one for one in done["series"] if one["table"] == 2)
    assert (line["matches"], line["complete"], sorted(line["totals"])) == (2, False, [-24, 24])
    assert abs(line["net"]) == 6  # 24 points in four games
    assert (line["level"], line["winner"], line["handicap"]) == (None, None, None)
    (message,) = told(done, "not-in-yet")
    assert message.startswith("table 2, match 3")
    assert "provisional: table 2 so far" in heading(club.folder / "round1-results.xlsx")
    # its matches count in the standings, which are open as long as it is
    standings = run_json("-C", club.folder, "standings")
    assert {row["id"]: row["matches"] for row in standings["rows"]} == {"P01": 3, "P02": 3, "P03": 2, "P04": 2}
    assert standings["provisional"] is True


def test_match_4_a_table_of_which_no_match_is_complete_is_left_out(club: Evening) -> None:
    club.type_in(1, *(f"2,,match.{match}.game.2.{what},-" for match in (1, 2) for what in ("winner", "level")))
    done = ingested(club, "--provisional")
    assert {row["table"] for row in done["rows"]} == {1}
    assert "provisional: table 2 missing" in heading(club.folder / "round1-results.xlsx")


def test_match_4_what_counts_so_far_grows_and_is_not_taken_back(club: Evening) -> None:
    ingested(club, "--provisional")
    club.score(1, "P03 P04 -6 -6 -6 -6 -1 -1")
    done = ingested(club)
    assert next(one for one in done["series"] if one["table"] == 2)["level"] == "substantive"  # 26 points in six games
    assert told(done, "not-in-yet") == []
    club.type_in(1, *(f"2,,match.3.game.2.{what},-" for what in ("winner", "level")))
    (message,) = told(ingested(club, "--provisional", status=1), "results-fewer")
    assert "table 2" in message


def test_match_4_the_ruling_that_ended_a_series_is_told_with_its_reason(club: Evening) -> None:
    club.type_in(1, "2,,series.ended,1", "2,,series.reason,The last train")
    done = ingested(club)
    (message,) = told(done, "series-ended")
    assert "The last train" in message
    assert "to a challenger it is what a draw is" in message
    findings = values_in(club.folder / "round1-results.xlsx")["Findings"]
    assert any(message in row for row in findings)
    drawn = run_json("-C", club.folder, "draw", "2")
    assert "1 Player 1 (P01), 2 Player 2 (P02), 3 Player 3 (P03), 4 Player 4 (P04)" in drawn["report"][0]


def states(path: Path) -> list[object]:
    """Give what the cover says of each table."""
    return [row[-1] for row in values_in(path)["Cover"] if str(row[0]).startswith("Table ")]


def test_match_4_nobody_waits_for_a_series_that_was_ended(club: Evening) -> None:
    assert states(club.sheets(1)) == ["complete", "1 to come"]
    club.type_in(1, "2,,series.ended,1", "2,,series.reason,The last train")
    assert states(club.sheets(1)) == ["complete", "complete"]
    document = ingested(club)
    assert {code for _, code in codes(document)} == {"series-ended"}


def test_match_4_the_game_of_an_ended_series_stays_on_its_sheet(club: Evening) -> None:
    club.type_in(1, "2,,series.ended,1", "2,,series.reason,The last train")
    ingested(club)
    lines = run("-C", club.folder, "entries", "round1.xlsx").output.splitlines()
    assert [line for line in lines if line.startswith("2,,match.3.game.1.level,marginal")]


@pytest.mark.parametrize(("pairing", "looks"), [("round-robin", False), ("named", False), ("ladder", True)])
def test_only_draws_that_look_at_results_say_that_some_come_too_late(
    tmp_path: Path, pairing: str, *, looks: bool
) -> None:
    locks = tuple(PairingWish(kind="lock", players=("P02", "P01"), round=number) for number in (1, 2))
    event = match_event(4, 2, pairing=pairing, wishes=locks if pairing == "named" else ())
    club = Evening.of(tmp_path / "club", event)
    run("-C", club.folder, "draw", "1")
    (told_,) = [line for line in run_json("-C", club.folder, "draw", "2")["report"] if "without results: 1" in line]
    assert ("too late for this draw" in told_) is looks


@pytest.mark.parametrize("suffix", ["toml", "xlsx"])
def test_match_8_check_says_which_challenges_cannot_be_drawn(tmp_path: Path, suffix: str) -> None:
    locks = ("P02 P01 1", "P06 P02 2", "P01 P03 2", "P04 P05 3")
    pairings = tuple(
        PairingWish(kind="lock", players=(one, other), round=int(number))
        for one, other, number in map(str.split, locks)
    )
    event = match_event(6, 3, pairing="ladder", wishes=pairings)
    club = Evening.of(tmp_path / "club", event)
    if suffix == "toml":
        (club.folder / "event.xlsx").unlink()
        (club.folder / "event.toml").write_text(write_toml(event), encoding="utf-8")
    assert run_json("-C", club.folder, "check")["status"] != "errors"  # of round 1 nothing is wrong
    club.played(1, "P02 P01 6 6", "P03 P04 0 0", "P05 P06 0 0")
    found = [one for one in run_json("-C", club.folder, "check", status=1)["findings"] if one["severity"] == "error"]
    # the ladder is P02, P01, P03, P04, P05, P06 now; what becomes of round 3 nobody knows yet
    assert [one["code"] for one in found] == ["event-rule"] * 2
    if suffix == "toml":
        assert [(one["sheet"], one["cell"]) for one in found] == [
            (f"[[pairing]] {number}", "players") for number in (2, 3)
        ]
    else:
        cells = values_in(club.folder / "event.xlsx")
        assert [cells[one["sheet"]][one["cell"]] for one in found] == ["P06, P02", "P01, P03"]
    far, down = (one["message"] for one in found)
    assert "Player 6 (P06) cannot challenge Player 2 (P02) in round 2, who stands 5 places higher" in far
    assert "Player 1 (P01) cannot challenge Player 3 (P03) in round 2, who stands lower" in down
    (club.folder / "round1-draw.xlsx").unlink()  # round 1 has results: the next one is round 2 all the same
    again = run_json("-C", club.folder, "check", status=1)["findings"]
    assert [one for one in again if one["severity"] == "error"] == found


def test_a_challenge_that_the_round_before_may_make_possible_keeps_nobody_from_the_packet(tmp_path: Path) -> None:
    pairings = (
        PairingWish(kind="lock", players=("P02", "P01"), round=1),
        PairingWish(kind="lock", players=("P01", "P02"), round=2),  # if P02 has won
    )
    club = Evening.of(tmp_path / "club", match_event(4, 2, pairing="ladder", wishes=pairings))
    run_json("-C", club.folder, "draw", "1")
    assert run_json("-C", club.folder, "check")["status"] != "errors"
    assert run_json("-C", club.folder, "packet", "--what", "schedule")["sheets"]
