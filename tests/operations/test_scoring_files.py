"""Files that score, edited after rounds are scored: all rounds are scored by them as they are, or it is told."""

from __future__ import annotations

import csv
import dataclasses
from pathlib import Path

import pytest
from click.testing import CliRunner
from diplomacy_event import diplomacy_event
from kept_events import kept, started
from msgspec.structs import replace
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.event.load import load_event
from sheetscore.forms.template import shipped
from sheetscore.operations.check import check
from sheetscore.operations.consistency.scored_anew import score_anew
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.history import rank, records
from sheetscore.operations.opening.open_event import open_event
from sheetscore.operations.sheets import make_sheets
from sheetscore.operations.standings import standings
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.workbooks.reader import read_workbook

CENTRES = {"England": 12, "Russia": 9, "Turkey": 8, "Italy": 5}

SAID = "under other settings than those of now: templates/scoring/club.toml says something else than it did"


def club(con: Path, *, centre: int, gone: int = 0, description: str = "So much a centre.", comment: str = "") -> None:
    """Write a scoring system of the director's own, of so many points a centre."""
    shelf = con / "templates" / "scoring"
    shelf.mkdir(parents=True, exist_ok=True)
    (shelf / "club.toml").write_text(
        f'{comment}id = "club"\ntitle = "Club"\ndescription = "{description}"\n[draw]\nalive = "{centre} * centres"\n'
        f"eliminated = {gone}\n[solo]\nwinner = 100\nalive = 0\neliminated = 0\n",
        encoding="utf-8",
    )


def type_board(con: Path, number: int) -> None:
    lines = [(1, power, "centres.final", count) for power, count in CENTRES.items()]
    source = con.parent / "lines.csv"
    with source.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("table", "seat", "field", "value"), *lines, (1, "", "outcome", "time")])
    fill(con / f"round{number}.xlsx", source)


def run(folder: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["-C", str(folder), *words])
    assert "Traceback" not in done.output
    return done.exit_code, " ".join(done.output.split())


def scores(con: Path, number: int) -> dict[object, object]:
    return {row["power"]: row["score"] for row in records(open_event(con))[number].rows}


def worth(centre: int, gone: int = 0) -> dict[str, int]:
    return {power: centre * CENTRES[power] for power in CENTRES} | dict.fromkeys(("Austria", "France", "Germany"), gone)


@pytest.fixture
def con(tmp_path: Path) -> Path:
    """Two rounds by a file of the director's own, two points a centre: the first is scored, the second typed in."""
    return kept(tmp_path / "con", __name__, _play)


def _play(folder: Path) -> None:
    club(folder, centre=2)
    started(folder, diplomacy_event(7, 2, scoring="club"))
    type_board(folder, 1)
    ingest(folder / "round1.xlsx")
    draw(folder, 2)
    make_sheets(folder, 2)
    type_board(folder, 2)
    assert scores(folder, 1) == worth(2)


def test_check_and_standings_name_the_rounds_that_were_scored_by_the_file_as_it_was(con: Path) -> None:
    club(con, centre=3)
    code, told = run(con, "check")
    assert code == 0
    assert f"round 1 was scored {SAID}" in told
    assert f"round 1 was scored {SAID}" in run(con, "standings")[1]
    rules = read_workbook(con / "standings.xlsx", only="Rules").sheets["Rules"]
    assert any(SAID in str(cell.value) for cell in rules.cells.values())


def test_standings_name_a_changed_file_once_and_give_one_advice(con: Path) -> None:
    club(con, centre=3)
    assert [one.code for one in standings(con).findings if one.code != "not-in-yet"] == ["settings-changed"]
    for name, sheet in read_workbook(con / "standings.xlsx").sheets.items():
        said = [str(cell.value) for cell in sheet.cells.values() if "was scored" in str(cell.value)]
        assert len(said) <= 1, name


def test_results_that_do_not_tell_by_what_they_were_scored_are_judged_by_their_scores(con: Path) -> None:
    """Results of before they kept digests."""
    opened = open_event(con)
    record = records(opened)[1]
    setup = record.setup
    assert setup
    older = dataclasses.replace(record, setup=replace(setup, files={}))
    club(con, centre=3)
    ranked = rank(opened, {1: older})
    assert "scored-otherwise" in [one.code for one in ranked.findings]


def test_ingest_scores_all_rounds_by_the_file_of_now(con: Path) -> None:
    club(con, centre=3, gone=-1)
    make_sheets(con, 2)
    code, told = run(con, "ingest", "round2.xlsx")
    assert code == 0, told
    assert "round 1 was scored again: templates/scoring/club.toml says something else than it did" in told
    assert scores(con, 1) == scores(con, 2) == worth(3, -1)
    assert (con / "kept" / "round1-results~1.xlsx").exists()
    assert "other settings" not in run(con, "check")[1]
    assert sum(int(row["score"] or 0) for row in standings(con).rows) == 2 * (3 * 34 - 3)


def test_standings_are_made_anew_after_the_file_was_changed(con: Path) -> None:
    before = (con / "standings.xlsx").read_bytes()
    run(con, "standings")
    assert (con / "standings.xlsx").read_bytes() == before
    club(con, centre=3)
    run(con, "standings")
    assert (con / "standings.xlsx").read_bytes() != before


def test_as_scored_leaves_the_rounds_that_were_scored_by_the_file_as_it_was(con: Path) -> None:
    club(con, centre=3)
    code, told = run(con, "ingest", "round2.xlsx", "--as-scored")
    assert code == 0, told
    assert (scores(con, 1), scores(con, 2)) == (worth(2), worth(3))
    assert f"round 1 was scored {SAID}" in run(con, "check")[1]


def test_a_file_that_is_put_back_is_as_it_was(con: Path) -> None:
    club(con, centre=3)
    club(con, centre=2)
    assert "other settings" not in run(con, "check")[1]


@pytest.mark.parametrize("words", [{"comment": "# the club's own\n"}, {"description": "Two for each centre."}])
def test_what_scores_nothing_changes_no_round(con: Path, words: dict[str, str]) -> None:
    club(con, centre=2, **words)  # type: ignore[arg-type]
    assert "other settings" not in run(con, "check")[1]


def test_a_file_that_is_not_in_use_may_be_edited(con: Path) -> None:
    other = con / "templates" / "scoring" / "draft.toml"
    other.write_text((con / "templates" / "scoring" / "club.toml").read_text(encoding="utf-8").replace("club", "draft"))
    assert "other settings" not in run(con, "check")[1]


def test_another_system_is_told_as_the_setting_alone(con: Path) -> None:
    event = open_event(con).event
    settings = event.settings.model_copy(update={"scoring": "draw-size"})
    write_event(event.model_copy(update={"settings": settings}), con)
    told = run(con, "check")[1]
    assert "Scoring was club and is draw-size" in told
    assert "says something else" not in told


def test_a_table_of_bands_that_takes_the_place_of_the_one_that_comes_along_scores_all_rounds_anew(
    demos: Demos, tmp_path: Path
) -> None:
    folder = demos.played("team-of-four").copied(tmp_path / "event")
    before = records(open_event(folder))
    avp = {row["avp"] for row in before[1].rows}
    assert 10 not in avp, "somebody drew the first round: take another one"
    own = folder / "templates" / "scoring"
    own.mkdir(parents=True)
    band = "[[band]]\ndifference = 0\nwinner = 10\nloser = 10\n"
    (own / "avp.toml").write_text(f'title = "AVP"\n{band}', encoding="utf-8")
    said = "templates/scoring/avp.toml says something else than it did"
    assert said in run(folder, "check")[1]
    last = max(before)
    code, told = run(folder, "ingest", f"round{last}.xlsx")
    assert code == 0, told
    assert said in told
    for record in records(open_event(folder)).values():
        assert {row["avp"] for row in record.rows} == {10}
    (own / "avp.toml").unlink()
    assert "scoring/avp.toml, as it is shipped, says something else than it did" in run(folder, "check")[1]


FIGHT_FILES = {
    "editions/main.toml": ("gain = 1.2", "gain = 1.3"),
    "gunnery/drms.toml": ('medium = ""', "medium = 2"),
    "aircraft/ex-mwl.toml": ("power = 3", "power = 4"),
}
"""What scores the fights of the example, and a change in each."""


def own_copy(folder: Path, name: str, text: str) -> None:
    own = folder / "templates" / "airforce" / name
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("name", "change"), FIGHT_FILES.items())
def test_editions_cards_and_tables_score_fights(
    name: str, change: tuple[str, str], demos: Demos, tmp_path: Path
) -> None:
    folder = demos.played("airforce").copied(tmp_path / "event")
    text = (shipped("templates") / "airforce" / name).read_text(encoding="utf-8")
    assert change[0] in text
    own_copy(folder, name, f"# ours\n{text}")
    assert "other settings" not in run(folder, "check")[1]
    own_copy(folder, name, text.replace(*change))
    told = run(folder, "check")[1]
    assert f"of now: templates/airforce/{name} says something else than it did. Ingest any round again" in told


def with_power(folder: Path, card: str, power: int) -> None:
    """Change the power of an own card, in all of its bands."""
    event = load_event(folder)
    assert isinstance(event, AirforceEvent)
    cards = tuple(
        one.model_copy(update={"bands": tuple(band.model_copy(update={"power": power}) for band in one.bands)})
        if one.id == card
        else one
        for one in event.cards
    )
    write_event(event.model_copy(update={"cards": cards}), folder)


def test_a_card_of_the_event_scores_as_one_of_a_file_does(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("airforce").copied(tmp_path / "event")
    write_event(load_event(folder), folder)
    assert "other settings" not in run(folder, "check")[1]
    with_power(folder, "gull", 1)
    for command in ("check", "standings"):
        told = run(folder, command)[1]
        assert "of now: the card gull of the event says something else than it did. Ingest any round again" in told
    (anew,), _ = score_anew(open_event(folder), besides=0)
    assert anew.read.score.rows != anew.record.rows


def test_a_card_of_the_event_in_the_place_of_a_file_scores_all_rounds_anew(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("airforce").copied(tmp_path / "event")
    event = load_event(folder)
    assert isinstance(event, AirforceEvent)
    (gull,) = event.cards
    other = gull.model_copy(update={"id": "ex-mwl"})
    write_event(event.model_copy(update={"cards": (gull, other)}), folder)
    assert "the card ex-mwl of the event says something else than it did" in run(folder, "check")[1]
    idle = gull.model_copy(update={"id": "idle"})
    write_event(event.model_copy(update={"cards": (gull, idle)}), folder)
    assert "other settings" not in run(folder, "check")[1]


def test_what_files_found_when_a_round_was_scored_is_found_anew(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("airforce-violations").copied(tmp_path / "event")
    before = records(open_event(folder))[1].findings
    text = (shipped("templates") / "airforce" / "editions" / "main.toml").read_text(encoding="utf-8")
    own_copy(folder, "editions/main.toml", text.replace("gain = 2.0", "gain = 3.0").replace("gain = 1.2", "gain = 2.4"))
    (anew,), stopped = score_anew(open_event(folder), besides=0)
    assert not stopped
    told = [one.message for one in anew.read.findings]
    assert told == [one.message for one in check(folder / "round1.xlsx").findings]
    assert told != [one.message for one in before]
