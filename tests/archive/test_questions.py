"""What an archive answers: which results count, who is who, and SQL that changes nothing."""

from __future__ import annotations

import datetime as dt
import json
import random
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import cast

import pytest
from dice_system import install
from handmade import MadeRound, Side, archive_of, made, run
from hypothesis import given, settings
from hypothesis import strategies as st
from registered import EXAMPLES
from shared_demos import Demos

from sheetscore.archive.adding import add, read_address, workbooks_below
from sheetscore.archive.answers import (
    boards,
    champions,
    events,
    handicaps,
    notes,
    people,
    person,
    records_among,
    versus,
)
from sheetscore.archive.people import People, join_persons, perhaps_same
from sheetscore.archive.questions import SHOWN, Questions
from sheetscore.archive.rated import rated_systems, ratings_of
from sheetscore.archive.reading import ReadFile
from sheetscore.archive.storage import Archive
from sheetscore.event import registry
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.problems import WrongUsage
from sheetscore.workers import Workers, in_processes

OLDER = Path(__file__).parents[1] / "results"
DAY = dt.date(2024, 3, 2)
MORNING, EVENING = dt.datetime(2024, 3, 2, 9), dt.datetime(2024, 3, 2, 21)


def ann_and_bob(record: str, *scores: float, **more: object) -> MadeRound:
    """A round of Ann and Bob with their scores."""
    sides = [
        Side(f"P{at}", name, score) for at, (name, score) in enumerate(zip(("Ann", "Bob"), scores, strict=True), 1)
    ]
    return MadeRound(record, "Spring", sides, day=DAY, **more)  # type: ignore[arg-type]


def scores(asked: Questions) -> dict[str, float]:
    return dict(asked.ask("SELECT person, score FROM results ORDER BY person").rows)


def codes(asked: Questions) -> list[str]:
    return [one.code for one in notes(asked)]


# Which results count


def test_of_two_results_of_a_round_those_written_later_count(tmp_path: Path) -> None:
    asked = made(tmp_path / "club", ann_and_bob("a", 1, 2, written=EVENING), ann_and_bob("b", 3, 4, written=MORNING))
    assert scores(asked) == {"Ann": 1, "Bob": 2}
    assert "results-differ" not in codes(asked)


def test_complete_results_count_before_provisional_ones_that_were_written_later(tmp_path: Path) -> None:
    complete = ann_and_bob("a", 1, 2, written=MORNING)
    asked = made(tmp_path / "club", complete, ann_and_bob("b", 3, 4, written=EVENING, provisional=True))
    assert scores(asked) == {"Ann": 1, "Bob": 2}
    assert asked.ask("SELECT bool_or(provisional) FROM rounds").rows == ((False,),)
    assert "results-differ" not in codes(asked)


@pytest.mark.parametrize("written", [MORNING, None])
def test_of_results_written_at_one_time_the_first_by_digest_count_and_both_are_named(
    tmp_path: Path, written: dt.datetime | None
) -> None:
    two = ann_and_bob("b", 3, 4, written=written), ann_and_bob("a", 1, 2, written=written)
    asked = made(tmp_path / "club", *two)
    assert scores(asked) == {"Ann": 1, "Bob": 2}
    (told,) = [one for one in notes(asked) if one.code == "results-differ"]
    assert told.message == (
        "Spring, round 1: made/a and made/b say otherwise, and neither is known to be newer. "
        "made/a counts, whose digest sorts first"
    )


def test_results_without_a_time_give_way_to_those_with_one_and_that_is_told(tmp_path: Path) -> None:
    asked = made(tmp_path / "club", ann_and_bob("a", 1, 2), ann_and_bob("b", 3, 4, written=MORNING))
    assert scores(asked) == {"Ann": 3, "Bob": 4}
    (told,) = [one for one in notes(asked) if one.code == "results-differ"]
    assert told.message.endswith("made/b counts, which alone says when it was made")


def test_an_event_in_two_folders_counts_once(demos: Demos, tmp_path: Path) -> None:
    played = demos.played("match")
    copied = played.copied(tmp_path / "copy")
    once = archive_of(tmp_path / "once", played.folder)
    twice = archive_of(tmp_path / "twice", played.folder, copied)
    assert answers(once) == answers(twice)
    assert len(events(twice).rows) == 1


def test_results_that_do_not_know_their_date_are_of_the_event_of_the_same_key_that_does(tmp_path: Path) -> None:
    dated = ann_and_bob("a", 1, 2)
    asked = made(tmp_path / "club", dated, MadeRound("b", "Spring", dated.sides, round=2))
    assert [row[:5] for row in events(asked).rows] == [("Spring", "made", DAY, None, 2)]
    other = MadeRound("c", "Spring", dated.sides, day=DAY.replace(year=2025))
    both = made(tmp_path / "both", dated, MadeRound("b", "Spring", dated.sides, round=2), other)
    assert [row[2] for row in events(both).rows] == [DAY, DAY.replace(year=2025), None]  # which one, nobody knows


# Champions


def test_standings_made_from_other_results_are_stale(tmp_path: Path) -> None:
    first = ann_and_bob("a", 1, 2, written=MORNING, winner="P2")
    assert [row[3:] for row in champions(made(tmp_path / "fit", first)).rows] == [("Bob", "")]
    corrected = ann_and_bob("b", 3, 2, written=EVENING)
    stale = "its standings are older than its results"
    assert [row[3:] for row in champions(made(tmp_path / "stale", first, corrected)).rows] == [("", stale)]


def test_standings_are_stale_that_were_made_from_results_which_are_gone(tmp_path: Path) -> None:
    corrected = ann_and_bob("b", 3, 2, written=EVENING, winner="P2", made_from="sha-a")
    stale = "its standings are older than its results"
    assert [row[3:] for row in champions(made(tmp_path / "club", corrected)).rows] == [("", stale)]


def test_standings_are_stale_where_a_round_is_not_in_them(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("match").copied(tmp_path / "event")
    assert [row[3:] for row in champions(archive_of(tmp_path / "all", folder)).rows] == [("Ben Moss", "")]
    (folder / "round3-results.xlsx").unlink()
    fewer = champions(archive_of(tmp_path / "fewer", folder))
    assert [row[3:] for row in fewer.rows] == [("", "its standings are older than its results")]
    (folder / "standings.xlsx").unlink()
    none = champions(archive_of(tmp_path / "none", folder))
    assert [row[3:] for row in none.rows] == [("", "no standings were added")]
    assert [row[4:] for row in events(archive_of(tmp_path / "none2", folder)).rows] == [(2, 3, 8, False, None)]


def test_the_winner_of_provisional_results_is_called_so(tmp_path: Path) -> None:
    asked = made(tmp_path / "club", ann_and_bob("a", 1, 2, provisional=True, winner="P2"))
    assert [row[3:] for row in champions(asked).rows] == [("Bob", "provisional")]


def test_who_leads_an_event_that_is_not_over_is_called_so(tmp_path: Path) -> None:
    asked = made(tmp_path / "club", ann_and_bob("a", 1, 2, rounds=3, winner="P2"))
    assert [row[3:] for row in champions(asked).rows] == [("Bob", "after round 1 of 3")]


# Who is who


def zoe(folder: Path) -> Questions:
    """Three events of somebody whose name is written in three ways, and one of two who are called the same."""
    return made(
        folder,
        MadeRound("a", "Spring", [Side("P1", "Zoë Kean", 3, 1, 1), Side("P2", "Bob", 1, 1, 2)], day=DAY),
        MadeRound("b", "Summer", [Side("P7", "Zoe Kean", 2, 1, 2), Side("P2", "Bob", 4, 1, 1)], day=DAY),
        MadeRound("c", "Autumn", [Side("P3", "Z. Kean", 5, 1, 1), Side("P2", "Bob", 0, 1, 2)], day=DAY),
        MadeRound("d", "Winter", [Side("P1", "Bob", 5, 1, 1), Side("P2", "Bob", 0, 1, 2)], day=DAY),
    )


def persons(asked: Questions) -> list[str]:
    return sorted(row[0] for row in people(asked).rows)


def test_nobody_is_merged_who_was_not_named(tmp_path: Path) -> None:
    asked = zoe(tmp_path / "club")
    assert persons(asked) == ["Bob", "Bob (P1)", "Bob (P2)", "Z. Kean", "Zoe Kean", "Zoë Kean"]
    (told,) = [one for one in notes(asked) if one.code == "perhaps-same"]
    assert told.message == (
        'perhaps one person: Zoe Kean, Zoë Kean. If so: sheetscore archive same "Zoë Kean" "Zoe Kean" --from '
        + str(tmp_path / "club")
    )


def test_names_that_differ_by_accents_capitals_blanks_or_points_are_suggested() -> None:
    names = ("Zoë Kean", "zoe kean", "Z. Kean", "Zoe-Kean", "ANN LEE", "Ann  Lee", "Søren", "Soren", "", "!", "?")
    assert perhaps_same(names) == [("ANN LEE", "Ann  Lee"), ("Soren", "Søren"), ("Zoe-Kean", "Zoë Kean", "zoe kean")]


def test_one_who_is_named_is_one_person_by_name_and_by_id(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    done = run("archive", "same", "Zoë Kean", "Zoe Kean", "P3@Autumn", "--from", tmp_path / "club")
    assert done.stdout == "Zoë Kean is also called Zoe Kean, P3@Autumn.\n"
    asked = Questions(Archive(str(tmp_path / "club")))
    assert persons(asked) == ["Bob", "Bob (P1)", "Bob (P2)", "Zoë Kean"]
    assert versus(asked, "Zoe Kean", "Bob")["stand"].rows == (("made", 3, 2, 0, 1),)
    assert person(asked, "Zoë Kean")["met"].rows == (("Bob", 3, 2, 0, 1),)
    assert "perhaps-same" not in codes(asked)


def test_what_a_secretary_wrote_stays_and_a_further_name_joins(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    archive = Archive(str(tmp_path / "club"))
    text = '# ours\n[[person]]\nname = "Bob"  # as he wants it\nalso = ["Robert"]\n'
    archive.write_text("people.toml", text)
    join_persons(archive, ["Zoe Kean", "Z. Kean"])
    told = join_persons(archive, ["Zoë Kean", "Z. Kean"])
    assert (told.name, told.also) == ("Zoë Kean", ("Z. Kean", "Zoe Kean"))
    assert text in str(archive.read_text("people.toml"))
    assert [one.name for one in People.of(archive).persons] == ["Bob", "Zoë Kean"]


def test_two_ids_of_one_person_in_an_event_are_told(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    run("archive", "same", "Bob", "P1@Winter", "P2@Winter", "--from", tmp_path / "club")
    told = run("archive", "players", "--from", tmp_path / "club").output
    assert "Bob played Winter as P1, P2: two ids of one person" in " ".join(told.split())


def test_a_name_in_two_persons_is_refused(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    both = '[[person]]\nname = "A"\nalso = ["Bob"]\n[[person]]\nname = "B"\nalso = ["Bob"]\n'
    (tmp_path / "club" / "people.toml").write_text(both, encoding="utf-8")
    done = run("archive", "players", "--from", tmp_path / "club", status=2)
    assert "people.toml of the archive: Bob would be two persons; leave it with one" in done.output
    for wrong in (
        "[[person]]\nalso = []",
        "person = 3",
        "person = [1]",
        '[[person]]\nname = "A"\nalso = "B"',
        "=",
        "[person]",
    ):
        (tmp_path / "club" / "people.toml").write_text(wrong, encoding="utf-8")
        assert "people.toml of the archive" in run("archive", "list", "--from", tmp_path / "club", status=2).output


def test_whom_nobody_knows_is_told_with_the_nearest(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    done = run("archive", "player", "Zoe Keen", "--from", tmp_path / "club", status=2)
    assert "nobody in the archive is called Zoe Keen" in done.output
    assert "Zoe Kean" in done.output
    assert "name at least two" in run("archive", "same", "Bob", "--from", tmp_path / "club", status=2).output


def test_one_of_two_who_are_called_the_same_is_named_by_the_id_alone(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    run("archive", "same", "Bob", "P1@Winter", "--from", tmp_path / "club")
    asked = Questions(Archive(str(tmp_path / "club")))
    assert persons(asked) == ["Bob", "Bob (P2)", "Z. Kean", "Zoe Kean", "Zoë Kean"]
    assert versus(asked, "Bob", "Bob (P2)")["stand"].rows == (("made", 1, 1, 0, 0),)
    assert "one-person-twice" not in codes(asked)


def test_an_id_of_two_events_of_one_name_is_named_with_the_year(tmp_path: Path) -> None:
    """P1 is Ann in 2024 and Cy in 2025."""
    first = ann_and_bob("a", 1, 2)
    later = MadeRound(
        "b", "Spring", [Side("P1", "Cy", 1, 1, 2), Side("P2", "Bob", 2, 1, 1)], day=DAY.replace(year=2025)
    )
    made(tmp_path / "club", first, later)
    done = run("archive", "same", "Ann", "P1@Spring", "--from", tmp_path / "club", status=2)
    assert 'Say which P1@Spring is meant: "P1@Spring 2024" or "P1@Spring 2025"' in done.output
    run("archive", "same", "Ann", "P1@Spring 2025", "--from", tmp_path / "club")
    asked = Questions(Archive(str(tmp_path / "club")))
    assert persons(asked) == ["Ann", "Bob"]
    alone = Questions(Archive(str(tmp_path / "club")), ["Ann"])  # looks at her events alone
    assert person(alone, "Ann") == person(asked, "Ann")
    assert [row[2] for row in person(asked, "Ann")["events"].rows] == [DAY, DAY.replace(year=2025)]


def test_nobody_is_compared_with_themselves(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    run("archive", "same", "Zoë Kean", "Zoe Kean", "--from", tmp_path / "club")
    done = run("archive", "versus", "Zoë Kean", "Zoe Kean", "--from", tmp_path / "club", status=2)
    assert "Zoë Kean and Zoe Kean are one person; name two" in done.output


def test_a_system_that_the_archive_has_no_event_of_is_refused(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    done = run("archive", "ratings", "--system", "mad", "--from", tmp_path / "club", status=2)
    assert 'the archive has no event of a system mad. Did you mean "made"?' in done.output


def test_a_folder_without_results_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = run("-C", tmp_path, "archive", "add", "empty", "--to", "club")
    assert done.stdout == "Nothing is called *-results.xlsx or standings.xlsx in empty.\n"
    assert not (tmp_path / "club").exists()


def test_names_that_nobody_has_are_not_noted_as_one_person(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    for wrong, near in (("Zoë Keann", "Zoë Kean"), ("P3@Autum", "P3@Autumn")):
        done = run("archive", "same", "Zoe Kean", wrong, "--from", tmp_path / "club", status=2)
        assert f'nobody in the archive is called {wrong}; nothing was noted. Did you mean "{near}"?' in done.output
    assert not (tmp_path / "club" / "people.toml").exists()


@pytest.mark.parametrize("harm", [Path.unlink, lambda part: part.write_bytes(b"PAR1 no more")])
def test_a_file_of_an_archive_that_is_gone_or_spoiled_is_told_in_a_line(
    tmp_path: Path, harm: Callable[[Path], object]
) -> None:
    zoe(tmp_path / "club")
    parts = [*(tmp_path / "club" / "parts" / "games").rglob("*.parquet")]
    for part in parts:
        harm(part)
    for question in (["player", "Zoe Kean"], ["ratings"], ["sql", "FROM games"], ["export", "-o", "club.xlsx"]):
        done = run("-C", tmp_path, "archive", *question, "--from", "club", status=2)
        assert f"{tmp_path / 'club'} cannot be used: " in done.output
        assert any(part.name in done.output for part in parts)
        assert "sheetscore failed" not in done.output
    assert not (tmp_path / "club.xlsx").exists()


def test_who_sat_out_did_not_play(tmp_path: Path) -> None:
    sides = [Side("P1", "Ann", 1), Side("P2", "Bob", 2), Side("P3", "Cy")]
    asked = made(
        tmp_path / "club",
        MadeRound("a", "Spring", sides, day=DAY),
        MadeRound("b", "Spring", [Side("P1", "Ann", 1), Side("P2", "Bob"), Side("P3", "Cy")], round=2, day=DAY),
    )
    assert people(asked).rows == (("Ann", 1, 2, 0, DAY, DAY), ("Bob", 1, 1, 0, DAY, DAY))


def test_everybody_of_a_team_with_results_has_played_all_rounds_that_its_rows_name(
    demos: Demos, tmp_path: Path
) -> None:
    asked = archive_of(tmp_path / "club", demos.played("duplicate").folder)
    rounds = dict(asked.ask("SELECT person, count(DISTINCT round) FROM took_part GROUP BY person").rows)
    assert len(rounds) == 28  # teams of two
    assert {row[2] for row in people(asked).rows} == set(rounds.values()) == {7}


def test_those_who_played_most_stand_in_the_grid(tmp_path: Path) -> None:
    names, stands = records_among(zoe(tmp_path / "club"), 2)
    assert names == ["Bob", "Bob (P1)"]
    assert stands == {}
    names, stands = records_among(zoe(tmp_path / "other"), 6)
    assert stands["Bob", "Z. Kean"] == (0, 0, 1)
    assert stands["Zoë Kean", "Bob"] == (1, 0, 0)


# Systems that are not installed, and results of older programs


def test_results_of_a_plug_in_that_is_not_installed_are_kept_shown_and_rated(
    demos: Demos, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        install(patched)
        folder = demos.played("first-throws").folder
        with_it = answers(archive_of(tmp_path / "with", folder))
    asked = archive_of(tmp_path / "without", folder)
    assert answers(asked) == with_it
    assert [row[:2] for row in events(asked).rows] == [("First throws", "dice")]
    # 12 : 3 and 7 : 8, then 5 : 9 and 4 : 4
    assert versus(asked, "Ann", "Bob")["stand"].rows == (("dice", 1, 1, 0, 0),)
    assert versus(asked, "Ann", "Dee")["stand"].rows == (("dice", 1, 0, 1, 0),)
    assert {one.competitor: one.games for one in ratings_of(asked, "dice")} == dict.fromkeys(
        ("Ann", "Bob", "Cid", "Dee"), 2
    )
    assert [row[3] for row in champions(asked).rows] == ["Ann, Cid"]  # 16 pips each
    assert "First throws" in run("archive", "list", "--from", tmp_path / "without").stdout


def test_old_results_of_a_system_that_is_not_installed_are_shown_and_not_rated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda **_: [])
    asked = archive_of(tmp_path / "club", OLDER / "version-1")
    assert rated_systems(asked) == []
    assert len(people(asked).rows) == 5
    (told,) = [one for one in notes(asked) if one.code == "games-unknown"]
    assert told.message.startswith("Test event: its results do not say who met whom, and the system amps")


@pytest.mark.parametrize("version", [1, 2, 3])
def test_results_of_older_versions_answer_as_far_as_they_go(tmp_path: Path, version: int) -> None:
    asked = archive_of(tmp_path / "club", OLDER / f"version-{version}")
    assert asked.ask("SELECT DISTINCT version FROM rounds").rows == ((version,),)
    ((name, system, date, _, scored, rounds, *_),) = events(asked).rows
    assert (name, system, date, scored, rounds) == ("Test event", "amps", None, 1, None if version == 1 else 2)
    assert len(people(asked).rows) == 5  # the sixth sits out
    assert len(ratings_of(asked, "amps")) == 4  # the one of Defence Suppression has nobody to be compared with
    # as old are the standings beside them, which told programs nothing but what they were made from
    assert [row[3:] for row in champions(asked).rows] == [("", "its standings do not say it; make them again")]


# SQL


def test_sql_answers_one_select(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    query = "SELECT person, sum(score) AS points FROM results GROUP BY person ORDER BY points DESC, person LIMIT 2"
    done = run("archive", "sql", query, "--json", "--from", tmp_path / "club")
    assert json.loads(done.stdout) == [{"person": "Bob", "points": 5.0}, {"person": "Bob (P1)", "points": 5.0}]


def test_every_table_that_is_named_is_there(tmp_path: Path) -> None:
    asked = zoe(tmp_path / "club")
    assert {name: len(asked.ask_typed(f"FROM {name}").rows) for name in SHOWN} == {
        "events": 4, "rounds": 4, "players": 8, "results": 8, "games": 8, "boards": 0, "flights": 0, "standings": 0
    }  # fmt: skip


def test_json_has_whatever_sql_answers(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    query = (
        "SELECT 1.5 AS a, 'nan'::DOUBLE AS b, INTERVAL 2 DAY AS c, 'x'::BLOB AS d, "
        "{'e': DATE '2024-03-02'} AS f, [1, 2] AS g"
    )
    done = run("archive", "sql", query, "--json", "--from", tmp_path / "club")
    expected = {"a": 1.5, "b": None, "c": "2 days, 0:00:00", "d": "1 bytes", "f": {"e": "2024-03-02"}, "g": [1, 2]}
    assert json.loads(done.stdout) == [expected]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "SELECT 1; SELECT 2",
        "SET threads = 4",
        "SET lock_configuration = false",
        "RESET enable_external_access",
        "PRAGMA threads = 4",
        "CREATE TABLE x AS SELECT 1",
        "DROP VIEW rounds",
        "DELETE FROM raw_rounds",
        "INSERT INTO raw_rounds SELECT * FROM raw_rounds",
        "ATTACH 'x.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "EXPLAIN SELECT 1",
        "COPY (SELECT 1) TO 'out.csv'",
        "CALL duckdb_settings()",
    ],
)
def test_sql_that_is_no_select_is_refused(tmp_path: Path, query: str) -> None:
    asked = zoe(tmp_path / "club")
    with pytest.raises(WrongUsage, match="answers one SELECT"):
        asked.ask_typed(query)
    assert len(events(asked).rows) == 4


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM read_blob('{file}')",
        "SELECT * FROM '{file}'",
        "SELECT * FROM glob('{folder}/*')",
        "SELECT * FROM read_parquet('{folder}/club/parts/*/*/*/*.parquet')",
        "SELECT * FROM query('SELECT * FROM read_text(''{file}'')')",
        "SELECT * FROM 'https://example.invalid/x.csv'",
        "SELECT * FROM archive",
        "SELECT getenv('HOME')",
    ],
)
def test_sql_reads_no_file_and_nothing_of_the_program(tmp_path: Path, query: str) -> None:
    file = tmp_path / "secret.csv"
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    asked = zoe(tmp_path / "club")
    archive = [1]  # a variable that a query could see
    with pytest.raises(WrongUsage, match="the archive does not understand that"):
        asked.ask_typed(query.format(file=file, folder=tmp_path))
    assert archive


def test_what_sql_does_not_understand_is_told_in_a_line(tmp_path: Path) -> None:
    zoe(tmp_path / "club")
    done = run("archive", "sql", "SELECT nobody FROM results", "--from", tmp_path / "club", status=2)
    assert "the archive does not understand that: Binder Error" in done.output
    assert done.output.count("\n") == 1
    assert "\\n" not in done.output


# The order of additions

Answers = Mapping[str, object]


def answers(asked: Questions) -> Answers:
    """Give all that an archive is asked."""
    names = persons(asked)
    of_tables = {name: sorted(map(repr, asked.ask(f"FROM {name}").rows)) for name in SHOWN}
    return {
        **of_tables,
        "list": events(asked).rows,
        "people": people(asked).rows,
        "champions": champions(asked).rows,
        "boards of all": boards(asked).rows,
        "persons": [{name: part.rows for name, part in person(asked, one).items()} for one in names[:5]],
        "grid": records_among(asked, 20),
        "handicaps": handicaps(asked),
        "notes": [one.message for one in notes(asked)],
        "ratings": {system: ratings_of(asked, system) for system in rated_systems(asked)},
    }


@pytest.fixture(scope="module")
def read(demos: Demos, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, ReadFile]]:
    """The workbooks of all examples and of older programs, one event in two folders, and one with a corrected round."""
    with pytest.MonkeyPatch.context() as patched:
        install(patched)
        folders = [demos.played(example).folder for example in EXAMPLES]
        copied = shutil.copytree(folders[0], tmp_path_factory.mktemp("again") / "copy")
        addresses = workbooks_below(map(str, [*folders, copied, OLDER, _corrected(demos, tmp_path_factory)]))
        yield MappingProxyType({address: read_address(address) for address in addresses})


def _corrected(demos: Demos, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play an example, and score its last round otherwise."""
    folder = shutil.copytree(demos.played("aso").folder, tmp_path_factory.mktemp("corrected") / "aso")
    lines = folder / "corrected.csv"
    lines.write_text("table,seat,field,value\n3,,winner,2\n", encoding="utf-8")
    fill(folder / "round5.xlsx", lines)
    assert ingest(folder / "round5.xlsx").status == "ok"
    return folder


def stopped(read: Mapping[str, ReadFile]) -> Workers:
    """Workers that are interrupted when half of the files are read."""

    def read_some(_: object, addresses: Sequence[str]) -> Iterator[ReadFile]:
        yield from (read[address] for address in addresses[: len(addresses) // 2])
        raise KeyboardInterrupt

    return cast("Workers", read_some)


def at_hand(read: Mapping[str, ReadFile]) -> Workers:
    """Workers that know already what is in the files."""
    return cast("Workers", lambda _, addresses: (read[address] for address in addresses))


@pytest.fixture(scope="module")
def at_once(read: Mapping[str, ReadFile], tmp_path_factory: pytest.TempPathFactory) -> Answers:
    """What an archive answers to which all of them were added at once."""
    address = str(tmp_path_factory.mktemp("archive") / "club")
    add([*read], address, at_hand(read))
    return answers(Questions(Archive(address)))


@settings(max_examples=6)
@given(seed=st.integers(0, 2**32), parts=st.integers(1, 6))
def test_the_order_of_additions_does_not_matter_nor_one_that_was_killed_nor_one_made_twice(
    read: Mapping[str, ReadFile], at_once: Answers, tmp_path_factory: pytest.TempPathFactory, seed: int, parts: int
) -> None:
    addresses = random.Random(seed).sample([*read], len(read))
    address = str(tmp_path_factory.mktemp("archive") / "club")
    with pytest.raises(KeyboardInterrupt):
        add(addresses, address, stopped(read))
    for part in (*range(parts), 0):  # the first of them twice
        add(addresses[part::parts], address, at_hand(read))
    assert answers(Questions(Archive(address))) == at_once


def test_what_is_asked_about_one_person_is_the_same_of_their_events_alone(demos: Demos, tmp_path: Path) -> None:
    folders = [str(demos.played(example).folder) for example in ("aso", "match", "diplomacy")]
    add(folders, str(tmp_path / "club"), in_processes(1))
    archive = Archive(str(tmp_path / "club"))
    join_persons(archive, ["The Storm", "Frida Storm"])
    whole = Questions(archive)
    for name in ("Frida Storm", "The Storm", "Ben Moss", "Nils Aaberg"):
        assert person(Questions(archive, (name,)), name) == person(whole, name)
    two = "Ben Moss", "Ada Thorn"
    assert versus(Questions(archive, two), *two) == versus(whole, *two)
    assert versus(whole, *two)["games"].rows
    with pytest.raises(WrongUsage, match='Did you mean "Ben Moss"'):
        person(Questions(archive, ("Ben Mos",)), "Ben Mos")
