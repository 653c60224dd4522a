"""MATCH-7: a correction names the later rounds whose handicap changes, and scores them again."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from event_folder import contents
from match_commands import Evening, codes, run, run_json, told
from match_event import SIDES, match_event, scenario

from sheetscore.event.load import load_event
from sheetscore.operations.check import check
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.results.record_lines import read_results
from sheetscore.systems.match.model import MatchEvent, MatchSide

POINTS = scenario(grading="points")


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three series of two players: 4 for the first make 8/3, 10 make 16/3, then 0."""
    club = Evening.of(tmp_path_factory.mktemp("club") / "club", match_event(2, 3, series=3, handicap_level="margin"))
    for number, games in enumerate(("1 1 1 1 0 0", "3 1 3 1 1 1", "1 -1 0 0 3 -3"), start=1):
        club.played(number, f"P01 P02 {games}")
    return club.folder


@pytest.fixture
def club(three: Path, tmp_path: Path) -> Evening:
    """A copy of it to work in."""
    return Evening(Path(shutil.copytree(three, tmp_path / "club")))


def correct(club: Evening, games: str = "3 1 3 1 3 1", **more: Any) -> Any:
    """Type other results of round 1 over the old ones, 12 for the first player, and ingest it."""
    club.score(1, f"P01 P02 {games}")
    return run_json("-C", club.folder, "ingest", "round1.xlsx", **more)


def handicaps(club: Evening, number: int) -> set[object]:
    """Give the handicaps that counted for the second player in a round."""
    rows = read_results(club.folder / f"round{number}-results.xlsx").rows
    return {row["handicap"] for row in rows if row["player"] == "P02"}


def made(club: Evening, number: int) -> object:
    """Give the handicap that the series of a round makes."""
    (line,) = read_results(club.folder / f"round{number}-results.xlsx").lists["series"]
    handicap = line["handicap"]
    assert isinstance(handicap, dict)
    return handicap["new"]


def test_match_7_a_correction_scores_the_later_rounds_again_and_names_them(club: Evening) -> None:
    assert (handicaps(club, 2), handicaps(club, 3)) == ({Fraction(8, 3)}, {Fraction(16, 3)})
    done = correct(club)
    # 12 make 8; then (2 * 20/3 + 8) / 3
    assert (handicaps(club, 2), handicaps(club, 3)) == ({8}, {Fraction(64, 9)})
    assert done["scored_again"] == [2, 3]
    second, third = told(done, "scored-again")
    assert "round 2" in second
    assert "8 for Player 2 (P02), and not 8/3 for Player 2 (P02)" in second
    assert "64/9 for Player 2 (P02), and not 16/3 for Player 2 (P02)" in third
    assert {path.name for path in (club.folder / "kept").glob("*-results~1.xlsx")} >= {
        "round1-results~1.xlsx",
        "round2-results~1.xlsx",
        "round3-results~1.xlsx",
    }


def test_match_7_rounds_scored_under_another_setting_are_left_where_that_is_asked_for(club: Evening) -> None:
    event = load_event(club.folder)
    settings = event.settings.model_copy(update={"handicaps": False})
    write_event(event.model_copy(update={"settings": settings}), club.folder)
    club.score(1, "P01 P02 3 1 3 1 3 1")
    done = ingest(club.folder / "round1.xlsx", as_scored=True)
    assert (handicaps(club, 2), handicaps(club, 3)) == ({Fraction(8, 3)}, {Fraction(16, 3)})
    said = [one.message for one in done.findings if one.code == "not-scored-again"]
    assert ["It was scored under other settings (Handicaps was yes and is no)" in one for one in said] == [True, True]


def test_match_7_the_standings_follow_a_correction(club: Evening) -> None:
    before = run_json("-C", club.folder, "standings")["rows"]
    correct(club)
    after = run_json("-C", club.folder, "standings")["rows"]
    # the nine matches of the first player without handicaps come to (4 + 10 + 0) / 2, then (12 + 10 + 0) / 2, and
    # each handicap takes a quarter in each of three matches
    net = {row["id"]: row["net"] for row in before}
    assert net["P01"] == pytest.approx(7 - 0.75 * (8 / 3 + 16 / 3))
    assert {row["id"]: row["net"] for row in after}["P01"] == pytest.approx(11 - 0.75 * (8 + 64 / 9))


def test_match_7_sheets_that_show_the_old_handicap_are_named_and_stay_good(club: Evening) -> None:
    done = correct(club)
    assert [one.partition(" shows")[0] for one in told(done, "shows-old")] == ["round2.xlsx", "round3.xlsx"]
    assert "sheetscore sheets 2" in told(done, "shows-old")[0]
    again = run_json("-C", club.folder, "ingest", "round2.xlsx")
    assert told(again, "structure") == []
    assert len(told(again, "shows-old")) == 2  # of its own sheets, and of those of round 3
    run("-C", club.folder, "sheets", "2")
    assert told(run_json("-C", club.folder, "check", "round2.xlsx"), "shows-old") == []
    assert handicaps(club, 2) == {8}


def test_match_7_ingesting_a_correction_twice_changes_nothing(club: Evening) -> None:
    correct(club)
    before = contents(club.folder)
    done = run_json("-C", club.folder, "ingest", "round1.xlsx")
    after = contents(club.folder)
    assert {name for name in after if after[name] != before.get(name)} == {"journal.jsonl"}
    assert "scored_again" not in done
    assert told(done, "scored-again") == []
    assert told(run_json("-C", club.folder, "check"), "not-scored-again") == []


def test_match_7_a_correction_that_leaves_the_handicap_scores_nothing_again(club: Evening) -> None:
    done = correct(club, "0 0 1 1 1 1")
    assert "scored_again" not in done
    assert not [code for _, code in codes(done) if code in {"scored-again", "shows-old", "not-scored-again"}]


def test_match_7_a_round_whose_sheets_were_changed_waits_to_be_ingested(club: Evening) -> None:
    club.score(2, "P01 P02 3 1 3 1 1 0")
    done = correct(club)
    assert "scored_again" not in done or done["scored_again"] == [3]
    (message,) = [one for one in told(done, "not-scored-again") if one.startswith("round2-results.xlsx")]
    assert "8 for Player 2 (P02), and not 8/3" in message
    assert "ingest it" in message
    assert len(told(run_json("-C", club.folder, "check"), "not-scored-again")) == 1
    again = run_json("-C", club.folder, "ingest", "round2.xlsx")
    assert again["scored_again"] == [3]
    assert handicaps(club, 3) == {Fraction(2 * Fraction(2 * 9, 3) + 8, 3)}
    assert told(run_json("-C", club.folder, "check"), "not-scored-again") == []


def test_match_7_a_round_that_needs_more_without_its_handicap_says_what(tmp_path: Path) -> None:
    club = Evening.of(tmp_path / "club", match_event(2, 2, series=3, scenarios=(POINTS,)))
    first = ["1", "1", "1", "1", "draw", "draw"]
    club.type_in(1, *_winners(*first))
    run("-C", club.folder, "ingest", "round1.xlsx")
    club.type_in(2, *_winners("1", "2", "1", "2", "1", "2"))  # with a handicap nothing breaks a tie
    run("-C", club.folder, "ingest", "round2.xlsx")
    club.type_in(1, *_winners("1", "1", "2", "2", "draw", "draw"))
    done = run_json("-C", club.folder, "ingest", "round1.xlsx")
    (message,) = told(done, "not-scored-again")
    assert "tie-breaker is missing" in message
    assert "round2.xlsx has to be mended" in message
    assert handicaps(club, 2) == {16}  # as it was


def _winners(*winners: str) -> list[str]:
    places = [(match, game) for match in (1, 2, 3) for game in (1, 2)]
    return [f"1,,match.{match}.game.{game}.winner,{one}" for (match, game), one in zip(places, winners, strict=True)]


def test_match_7_handicaps_that_are_kept_and_not_applied_follow_too(tmp_path: Path) -> None:
    club = Evening.of(tmp_path / "club", match_event(2, 2, series=3, handicaps=False))
    club.played(1, "P01 P02 1 1 1 1 0 0")
    club.played(2, "P01 P02 3 1 3 1 1 1")
    assert made(club, 2) == Fraction(16, 3)
    done = correct(club)
    assert done["scored_again"] == [2]
    assert "after the series" in told(done, "scored-again")[0]
    assert (made(club, 2), handicaps(club, 2)) == (Fraction(64, 9), {0})


def test_match_7_sheets_that_were_made_before_a_correction_are_scored_with_what_holds_now(tmp_path: Path) -> None:
    club = Evening.of(tmp_path / "club", match_event(2, 2, series=3))
    club.played(1, "P01 P02 1 1 1 1 0 0")
    club.drawn(2)
    done = correct(club)
    assert len(told(done, "shows-old")) == 1
    assert "scored_again" not in done
    club.score(2, "P01 P02 3 1 3 1 1 1")
    later = run_json("-C", club.folder, "ingest", "round2.xlsx")
    assert codes(later) == []  # values that are typed in by fill are on sheets made anew
    assert handicaps(club, 2) == {8}


# results of a round before are gone


def test_match_7_a_round_is_not_scored_without_one_before_it_that_counts_for_it(club: Evening) -> None:
    (club.folder / "round1-results.xlsx").unlink()
    said = run_json("-C", club.folder, "check")
    (message,) = told(said, "round-missing")
    assert message.startswith("round 1 has no results and counts for nothing, although")
    assert message.endswith("sheetscore ingest round1.xlsx")
    assert told(said, "not-scored-again") == []  # round 2 follows again once round 1 is there
    before = contents(club.folder)
    done = run_json("-C", club.folder, "ingest", "round2.xlsx", status=1)
    (message,) = told(done, "round-missing")
    assert "round 1 has no results, and its results are needed for round 2" in message
    assert "Ingest it first: sheetscore ingest round1.xlsx; or add --force" in message
    assert contents(club.folder)["round2-results.xlsx"] == before["round2-results.xlsx"]
    assert told(run_json("-C", club.folder, "check", "round2.xlsx", status=1), "round-missing")
    run("-C", club.folder, "ingest", "round2.xlsx", "--force")
    assert handicaps(club, 2) == {0}
    assert told(run_json("-C", club.folder, "check"), "round-missing")  # also now
    assert run_json("-C", club.folder, "ingest", "round1.xlsx")["scored_again"] == [2]  # 3 was left as it was
    assert (handicaps(club, 2), handicaps(club, 3)) == ({Fraction(8, 3)}, {Fraction(16, 3)})
    assert told(run_json("-C", club.folder, "check"), "round-missing") == []


def test_match_7_a_correction_scores_nothing_again_past_a_round_without_results(club: Evening) -> None:
    (club.folder / "round2-results.xlsx").unlink()
    done = correct(club)
    assert "scored_again" not in done
    (message,) = told(done, "not-scored-again")
    assert "First ingest round2.xlsx" in message
    assert handicaps(club, 3) == {Fraction(16, 3)}
    assert run_json("-C", club.folder, "ingest", "round2.xlsx")["scored_again"] == [3]
    assert (handicaps(club, 2), handicaps(club, 3)) == ({8}, {Fraction(64, 9)})


def test_match_7_a_round_may_be_scored_before_another_that_counts_nothing_for_it(tmp_path: Path) -> None:
    club = Evening.of(tmp_path / "club", match_event(4, 2, series=3, pairing="round-robin"))
    first, second = club_pairs(club)
    club.score(1, *(f"{pair} 1 1 1 1 0 0" for pair in first))
    club.score(2, *(f"{pair} 1 1 1 1 0 0" for pair in second))
    assert told(run_json("-C", club.folder, "ingest", "round2.xlsx"), "round-missing")
    (message,) = told(run_json("-C", club.folder, "check"), "round-missing")
    assert "round 1 has no results" in message


def club_pairs(club: Evening) -> tuple[list[str], ...]:
    for number in (1, 2):
        club.drawn(number)
    return tuple([" ".join(pair) for pair in club.seats(number).values()] for number in (1, 2))


# what was played is called otherwise


def test_a_game_system_that_is_called_otherwise_is_named_with_the_handicaps_that_do_not_count(club: Evening) -> None:
    names = match_event(2, 3, series=3, handicap_level="margin", scenarios=(scenario(game_system="Hills club"),))
    write_event(names, club.folder)
    said = run_json("-C", club.folder, "check")
    (message,) = told(said, "system-renamed")
    assert "rounds 1, 2 and 3 of Hill were scored with the game system Hills, and it is Hills club now" in message
    assert "the handicaps of Hills do not count for Hills club" in message
    assert "put Hills back, or score again in this order: sheetscore ingest round1.xlsx; sheetscore" in message
    second, third = told(said, "not-scored-again")
    assert "First ingest round1.xlsx" in second
    assert "First ingest round1.xlsx" in third
    for number in (1, 2, 3):
        run("-C", club.folder, "sheets", number)
        done = run_json("-C", club.folder, "ingest", f"round{number}.xlsx")
        assert len(told(done, "system-renamed")) == (number == 1)  # round 3 follows round 2 by itself
    said = run_json("-C", club.folder, "check")
    assert told(said, "system-renamed") == told(said, "not-scored-again") == []
    assert (handicaps(club, 2), handicaps(club, 3)) == ({Fraction(8, 3)}, {Fraction(16, 3)})


def test_check_of_the_folder_says_that_sheets_fit_no_order_of_battle_any_more(tmp_path: Path) -> None:
    north, south = SIDES
    hill = scenario(sides=(replace_orders(north, "Early", "Late"), south))
    event = match_event(2, 1, scenarios=(hill,), pairing="round-robin")
    club = Evening.of(tmp_path / "club", event)
    games = (f"1,,game.{number}.{box}" for number in (1, 2) for box in (f"winner,{number}", "level,marginal"))
    club.type_in(1, "1,,order.first,Late", *games)
    assert not [one.message for one in ingest(club.sheets(1)).findings if one.is_error]
    assert check(club.folder).status == "ok"
    hill = scenario(sides=(replace_orders(north, "Early", "Too late"), south))
    write_event(event.model_copy(update={"scenarios": (hill,)}), club.folder)
    (said,) = [one.message for one in check(club.folder).findings if one.code == "shows-old"]
    assert said.startswith("round1.xlsx no longer fits the event, and would be refused by ingest: table 1")
    assert "“Late” is no order of battle of North in “Hill”" in said
    (wrong,) = [one.message for one in ingest(club.sheets(1)).findings if one.is_error]
    assert wrong in said


def replace_orders(side: MatchSide, *orders: str) -> MatchSide:
    return side.model_copy(update={"orders": orders})


def test_sides_that_are_sorted_after_somebody_typed_turn_nothing_round(tmp_path: Path) -> None:
    event = match_event(2, 1, pairing="round-robin")
    club = Evening.of(tmp_path / "club", event)
    write_event(sorted_sides(event), club.folder)
    club.drawn(1)
    write_event(event, club.folder)
    assert told(run_json("-C", club.folder, "check"), "order-turned") == []  # nothing is typed yet
    run("-C", club.folder, "sheets", "1")
    club.type_in(1, "1,,coin,2", *(f"1,,game.{number}.winner,1" for number in (1, 2)))
    write_event(sorted_sides(event), club.folder)
    before = contents(club.folder)
    for words in (["check"], ["check", "round1.xlsx"], ["ingest", "round1.xlsx"]):
        (message,) = told(run_json("-C", club.folder, *words, status=1), "order-turned")
        assert (
            "the sides of scenario hill in the order north, south, and the event has them in the order south, north"
            in message
        )
        assert message.count("in the order north, south") == 1
    assert "in the order north, south" in run("-C", club.folder, "sheets", "1", status=1).output
    more = tmp_path / "more.csv"
    more.write_text("table,seat,field,value\n1,,game.1.level,marginal\n", encoding="utf-8")
    assert "in the order north, south" in run("fill", club.sheets(1), more, status=1).output
    after = contents(club.folder)
    assert {name for name in after if after[name] != before.get(name)} <= {"journal.jsonl"}
    write_event(event, club.folder)
    assert told(run_json("-C", club.folder, "check", "round1.xlsx", status=1), "order-turned") == []


def sorted_sides(event: MatchEvent) -> MatchEvent:
    """Exchange the two rows of the sides."""
    (hill,) = event.scenarios
    return event.model_copy(update={"scenarios": (hill.model_copy(update={"sides": hill.sides[::-1]}),)})


def test_a_round_without_the_scenario_that_was_played_has_one_advice_that_ends_it(tmp_path: Path) -> None:
    """Its sheets would be refused, so that nothing asks for them to be ingested again."""
    ford = scenario("ford", grading="territory")
    event = match_event(2, 1, scenarios=(scenario(), ford))
    club = Evening.of(tmp_path / "club", event)
    club.type_in(1, "1,,scenario.played,hill")
    club.played(1, "P01 P02 6 1")
    (whole,) = event.rounds
    write_event(event.model_copy(update={"rounds": (whole.model_copy(update={"scenario": ("ford",)}),)}), club.folder)
    said = run_json("-C", club.folder, "check")
    assert told(said, "not-scored-again") == []
    (message,) = told(said, "structure")
    assert "Undo the change" in message
    write_event(event, club.folder)
    assert codes(run_json("-C", club.folder, "check")) == []
