"""Settings that change after rounds are scored: all rounds are scored under one set, or the director is told."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import pytest
from aso_commands import played
from aso_event import aso_event
from click.testing import CliRunner
from event_folder import contents
from kept_events import started
from match_commands import Evening
from match_event import match_event, scenario
from msgspec.structs import replace
from shared_demos import Demos

from sheetscore.cli.main import main
from sheetscore.event.load import load_event
from sheetscore.findings import finding
from sheetscore.operations.check import check
from sheetscore.operations.consistency import scored_anew
from sheetscore.operations.draw import draw
from sheetscore.operations.entries import fill
from sheetscore.operations.export import export
from sheetscore.operations.ingest import ingest
from sheetscore.operations.new import write_event
from sheetscore.operations.opening.drawn_rounds import draw_of, drawn_round
from sheetscore.operations.opening.history import rank, records
from sheetscore.operations.opening.open_event import OpenEvent, open_event
from sheetscore.operations.standings import standings
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.workbooks.reader import read_workbook

EXAMPLES = ("origins-1991", "team-of-four", "duplicate", "aso", "match", "diplomacy", "airforce")


def set_up(folder: Path, **settings: object) -> None:
    """Change settings as a director does; None leaves one blank."""
    event = load_event(folder)
    given = {name: getattr(event.settings, name) for name in event.settings.model_fields_set} | settings
    kept = {name: value for name, value in given.items() if value is not None}
    write_event(event.model_copy(update={"settings": type(event.settings).model_validate(kept)}), folder)


def run(folder: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["-C", str(folder), *words])
    assert "Traceback" not in done.output
    return done.exit_code, " ".join(done.output.split())


def factors(folder: Path, number: int) -> set[object]:
    return {row["factor"] for row in records(open_event(folder))[number].rows}


@pytest.fixture
def origins(demos: Demos, tmp_path: Path) -> Path:
    return demos.played("origins-1991").copied(tmp_path / "event")


def test_check_and_standings_name_the_rounds_that_were_scored_otherwise(origins: Path) -> None:
    set_up(origins, factoring="none")
    said = "were scored under other settings than those of now: Factoring was round and is none"
    assert said in run(origins, "check")[1]
    assert said in run(origins, "standings")[1]
    rules = read_workbook(origins / "standings.xlsx", only="Rules").sheets["Rules"]
    assert any(said in str(cell.value) for cell in rules.cells.values())
    assert not [one for one in check(origins).findings if one.is_error]


def test_ingest_scores_all_rounds_under_one_set(origins: Path) -> None:
    assert factors(origins, 1) != {1}
    set_up(origins, factoring="none")
    done = ingest(origins / "round2.xlsx")
    assert set(done.scored_again) == set(records(open_event(origins))) - {2}
    for number, record in records(open_event(origins)).items():
        assert factors(origins, number) <= {1, None}
        assert all(row["score"] == row["mp"] for row in record.rows)
        assert (origins / "kept" / f"round{number}-results~1.xlsx").exists()
    totals: dict[object, Fraction] = {}
    for record in records(open_event(origins)).values():
        for row in record.rows:
            totals[row["player"]] = totals.get(row["player"], Fraction(0)) + Fraction(row["mp"] or 0)
    assert {row["id"]: row["score"] for row in standings(origins).rows} == totals
    assert "other settings" not in run(origins, "check")[1]


def test_as_scored_leaves_the_other_rounds(origins: Path) -> None:
    others = {number: factors(origins, number) for number in records(open_event(origins)) if number != 2}
    assert others[1] != {1}
    set_up(origins, factoring="none")
    code, said = run(origins, "ingest", "round2.xlsx", "--as-scored")
    assert code == 0, said
    assert {number: factors(origins, number) for number in others} == others


def test_values_come_from_the_results_never_from_sheets_saved_since(origins: Path, tmp_path: Path) -> None:
    before = records(open_event(origins))[2]
    lines = tmp_path / "typed.csv"
    key = next(key for key in before.entries if key.field == "claimed.sp")
    lines.write_text(f"table,seat,field,value\n{key.table},{key.seat},claimed.sp,99\n", encoding="utf-8")
    fill(origins / "round2.xlsx", lines)
    set_up(origins, factoring="none")
    ingest(origins / "round1.xlsx")
    after = records(open_event(origins))[2]
    assert after.entries == before.entries
    assert after.source == before.source
    assert [(row["player"], row["mp"]) for row in after.rows] == [(row["player"], row["mp"]) for row in before.rows]
    assert "round2.xlsx was saved after" in run(origins, "check")[1]


def test_results_that_are_open_stop_all(origins: Path) -> None:
    set_up(origins, factoring="none")
    standings(origins)
    (origins / ".~lock.round2-results.xlsx#").write_text("director,hall", encoding="utf-8")
    before = contents(origins)
    code, said = run(origins, "ingest", "round1.xlsx")
    assert code == 2
    assert "round2-results.xlsx" in said
    after = contents(origins)
    assert {name: after[name] for name in before if "results" in str(name)} == {
        name: before[name] for name in before if "results" in str(name)
    }


def test_a_run_that_was_killed_is_named_and_finished(origins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(origins, factoring="none")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(scored_anew, "write_results", killed)
        with pytest.raises(KeyboardInterrupt):
            ingest(origins / "round2.xlsx")
    assert factors(origins, 1) != {1}
    assert "rounds 1 and 3 were scored under other settings" in run(origins, "check")[1]
    ingest(origins / "round2.xlsx")
    assert factors(origins, 1) == {1}


def test_a_round_that_is_wrong_under_the_new_settings_stops_all(origins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(origins, factoring="none")
    before = {number: factors(origins, number) for number in (1, 2)}
    judged = vars(scored_anew)["judged"]

    def with_a_mistake(*given: Any) -> Any:
        done = judged(*given)
        if given[1].event.settings.factoring == "none":
            return replace(done, findings=(*done.findings, finding("cap-across", "too much")))
        return done

    monkeypatch.setattr(scored_anew, "judged", with_a_mistake)
    code, said = run(origins, "ingest", "round1.xlsx")
    assert code == 1
    assert "cannot be scored as the settings are now (Factoring was round and is none)" in said
    assert "too much" in said
    assert {number: factors(origins, number) for number in (1, 2)} == before
    assert run(origins, "check", "round1.xlsx")[0] == 1
    code, said = run(origins, "check")
    assert code == 1
    assert "Ingest any round again" not in said
    assert "Ingesting any round would be refused at present: round 1 cannot be scored as the settings are now" in said


def test_a_setting_left_blank_is_as_the_results_record_it(origins: Path) -> None:
    set_up(origins, factoring="none")
    ingest(origins / "round1.xlsx")
    text = export(origins, "toml").replace('factoring = "none"\n', "")
    (origins / "event.xlsx").unlink()
    (origins / "event.toml").write_text(text, encoding="utf-8")
    assert load_event(origins).settings.factoring == "round"  # type: ignore[attr-defined]
    assert open_event(origins).event.settings.factoring == "none"  # type: ignore[attr-defined]
    assert "Factoring is left blank: it stays none, by which round" in run(origins, "check")[1]
    ingest(origins / "round1.xlsx")
    assert factors(origins, 1) == {1}


@pytest.mark.parametrize(
    ("example", "changed", "said"),
    [
        ("match", {"series": 1}, "Matches a round was 3 and is 1"),
        ("aso", {"optional_rules": ("Night",)}, "Optional rules was"),
        ("airforce", {"edition": "procedural"}, "Edition was main and is procedural"),
    ],
)
def test_what_shapes_the_sheets_stays(
    example: str, changed: dict[str, object], said: str, demos: Demos, tmp_path: Path
) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    set_up(folder, **changed)
    for words in (("check",), ("sheets", "1"), ("ingest", "round1.xlsx"), ("standings",)):
        code, told = run(folder, *words)
        assert code == 1, (words, told)
        assert said in told, told
        assert "is scored. The score sheets rest on it" in told


def other_values(opened: OpenEvent) -> Iterator[tuple[str, object]]:
    """Give every setting of a choice, a truth or a number with every other value that it can have."""
    settings = opened.event.settings
    for name, info in type(settings).model_fields.items():
        now = getattr(settings, name)
        if isinstance(now, bool):
            yield name, not now
        elif isinstance(now, str):
            yield from ((name, value) for value in get_args(info.annotation) if value != now)
        elif isinstance(now, int):
            yield name, now + 1


@pytest.mark.parametrize("example", EXAMPLES)
def test_rounds_rest_on_no_setting_that_is_not_said_to_score(example: str, demos: Demos) -> None:
    opened = open_event(demos.played(example).folder)
    settings = opened.event.settings
    tried = 0
    for name, value in other_values(opened):
        if name in settings.SCORES | settings.SHAPES:
            continue
        tried += 1
        changed = opened.event.model_copy(update={"settings": settings.model_copy(update={name: value})})
        for number, record in records(opened).items():
            context = replace(drawn_round(opened, number), event=changed, entries=record.entries)
            assert opened.system.score(context).rows == record.rows, (name, value)
    assert tried or example == "airforce"


@pytest.mark.parametrize("example", EXAMPLES)
def test_standings_go_by_results_as_they_were_scored(example: str, demos: Demos) -> None:
    opened = open_event(demos.played(example).folder)
    scored, settings = records(opened), opened.event.settings
    before = rank(opened, scored).rows
    for name, value in other_values(opened):
        if name in settings.SCORES - settings.SHAPES:
            changed = opened.event.model_copy(update={"settings": settings.model_copy(update={name: value})})
            assert rank(replace(opened, event=changed), scored).rows == before, (name, value)


def absent_in_round_2(folder: Path) -> str:
    """Score rounds 1 and 2 of eight players and one with a bye, of whom one misses round 2; give that one's id."""
    started(folder, aso_event(9))
    played(folder, 1, *"1212")
    event = load_event(folder)
    (bye,) = records(open_event(folder))[1].byes
    gone = next(one.id for one in event.players if one.id != bye)
    players = tuple(one.model_copy(update={"last_round": 1} if one.id == gone else {}) for one in event.players)
    write_event(event.model_copy(update={"players": players}), folder)
    played(folder, 2, *"1212")
    return gone


def totals(folder: Path) -> dict[object, object]:
    return {row["id"]: row["score"] for row in standings(folder).rows}


@pytest.mark.parametrize(
    ("setting", "then", "now", "title"),
    [("bye_points", 3, 2, "Points for a bye"), ("missed_points", 0, 1, "Points for a missed round")],
)
def test_byes_and_missed_rounds_score_as_they_did_until_rounds_are_scored_anew(
    setting: str, then: int, now: int, title: str, tmp_path: Path
) -> None:
    folder = tmp_path / "event"
    gone = absent_in_round_2(folder)
    (bye,) = records(open_event(folder))[1].byes
    who, number = (bye, 1) if setting == "bye_points" else (gone, 2)
    before = totals(folder)
    set_up(folder, **{setting: now})
    said = run(folder, "standings")[1]
    assert f"{title} was {then} and is {now}" in said
    assert totals(folder) == before
    assert points_in_standings(folder, number, who) == then
    code, said = run(folder, "ingest", f"round{3 - number}.xlsx", "--as-scored")
    assert code == 0, said
    assert totals(folder) == before
    assert points_in_standings(folder, number, who) == then
    code, said = run(folder, "ingest", "round1.xlsx")
    assert code == 0, said
    assert "The correction changed nobody" not in said
    assert load_event(folder).names[who] in said
    assert totals(folder) == {**before, who: before[who] + now - then}  # type: ignore[operator]
    assert points_in_standings(folder, number, who) == now
    assert "other settings" not in run(folder, "standings")[1]


def points_in_standings(folder: Path, number: int, who: str) -> object:
    """Give the points of somebody on the sheet of a round in the standings."""
    sheet = read_workbook(folder / "standings.xlsx", only=f"Round {number}").sheets[f"Round {number}"]
    cells = {at: cell.value for at, cell in sheet.cells.items()}
    heading = next(at for at, value in cells.items() if value == "Points")
    row = next(row for (row, _), value in cells.items() if value == who)
    return cells[row, heading[1]]


def test_points_for_a_bye_hold_for_all_rounds(demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("aso").copied(tmp_path / "event")
    byes = [number for number, record in records(open_event(folder)).items() if record.byes]
    set_up(folder, bye_points=1)
    last = max(records(open_event(folder)))
    ingest(folder / f"round{last}.xlsx")
    for number in byes:
        record = records(open_event(folder))[number]
        assert {row["points"] for row in record.rows if row["player"] in record.byes} == {1}


def test_provisional_rounds_stay_provisional(origins: Path, tmp_path: Path) -> None:
    last = max(records(open_event(origins)))
    lines = tmp_path / "typed.csv"
    entries = records(open_event(origins))[last].entries
    cleared = "".join(
        f"{key.table},{key.seat},{key.field},-\n" for key in entries if key.table == 1 and key.field != "seat.pilot"
    )
    lines.write_text(f"table,seat,field,value\n{cleared}", encoding="utf-8")
    fill(origins / f"round{last}.xlsx", lines)
    ingest(origins / f"round{last}.xlsx", provisional=True, force=True)
    before = records(open_event(origins))[last]
    assert before.missing == (1,)
    set_up(origins, factoring="none")
    ingest(origins / "round1.xlsx")
    after = records(open_event(origins))[last]
    assert after.missing == (1,)
    assert factors(origins, last) <= {1, None}
    assert after.findings == before.findings


@pytest.mark.parametrize(
    ("changed", "code", "said"),
    [
        ({"scenario": "bridge"}, 1, "the scenario was fjord and is bridge"),
        ({"tables": 3}, 0, "the number of tables was 4 and is 3"),
    ],
)
def test_a_round_that_is_changed_after_its_draw_is_named_in_one_line(
    changed: dict[str, object], code: int, said: str, origins: Path
) -> None:
    for name in ("round3-results.xlsx", "round3.xlsx", "standings.xlsx"):
        (origins / name).unlink()
    event = load_event(origins)
    assert isinstance(event, AmpsEvent)
    rounds = tuple(one.model_copy(update=changed if one.number == 3 else {}) for one in event.rounds)
    write_event(event.model_copy(update={"rounds": rounds}), origins)
    told = run(origins, "check")
    assert told[0] == code
    assert f"round 3 was changed after it was drawn: {said}. Draw again" in told[1]
    assert "stands on a line" not in told[1]
    assert run(origins, "sheets", "3", "--force")[0] == code  # those that were filled in are gone
    assert run(origins, "draw", "3", "--again")[0] == 0
    assert "was changed after it was drawn" not in run(origins, "check")[1]
    assert run(origins, "sheets", "3", "--force")[0] == 0


def test_a_scored_round_stays_with_the_tables_that_it_was_drawn_with(origins: Path) -> None:
    event = load_event(origins)
    assert isinstance(event, AmpsEvent)
    rounds = tuple(one.model_copy(update={"tables": 3} if one.number == 3 else {}) for one in event.rounds)
    write_event(event.model_copy(update={"rounds": rounds}), origins)
    (found,) = [one for one in check(origins).findings if one.code == "draw-older"]
    assert (str(found.severity), found.message) == (
        "note",
        "round 3 was changed after it was drawn: the number of tables was 4 and is 3. It is scored as it was drawn, "
        "and stays so",
    )


@pytest.mark.parametrize(
    ("example", "setting", "value", "said"),
    [
        (
            "aso",
            "bye_keeps_undefeated",
            False,
            "“Bye keeps undefeated” was yes when rounds 1, 2, 3, 4 and 5 were scored, and is no.",
        ),
        (
            "aso",
            "missed_round",
            "none",
            "“Missed round” was loss when rounds 1, 2, 3, 4 and 5 were scored, and is none.",
        ),
        ("aso", "unrated", 1400, "“Unrated players” was 1000 when rounds 1, 2, 3, 4 and 5 were scored, and is 1400."),
        (
            "origins-1991",
            "tie_group",
            "chain",
            "“Tie group” was leader when rounds 1, 2 and 3 were scored, and is chain.",
        ),
        ("duplicate", "winners", "one", "“Winners” was per_side when the event was scored, and is one."),
        ("match", "ranking", ("net",), "and is net. Standings go by what it is now"),
        ("diplomacy", "event_scoring", "average", "and is average. Standings go by what it is now"),
        ("airforce", "ranking", False, "“Ranking” was yes when round 1 was scored, and is no."),
    ],
)
def test_what_decides_ranks_is_named_when_it_changes(
    demos: Demos, tmp_path: Path, example: str, setting: str, value: object, said: str
) -> None:
    folder = demos.played(example).copied(tmp_path / "event")
    assert "ranks-changed" not in {one.code for one in check(folder).findings}
    set_up(folder, **{setting: value})
    found = [one.message for one in check(folder).findings if one.code == "ranks-changed"]
    assert said in found[0]


def test_a_bye_that_was_drawn_stays_one_when_another_pairing_calls_it_otherwise(tmp_path: Path) -> None:
    write_event(match_event(5, 2, pairing="swiss"), tmp_path)
    (without,) = draw(tmp_path, 1).draw.byes
    set_up(tmp_path, pairing="ladder")
    assert not [one for one in check(tmp_path).findings if one.is_error]
    assert run(tmp_path, "sheets", "1")[0] == 0
    assert draw_of(open_event(tmp_path), 1).draw.byes == (without,)


def test_a_plan_of_all_pairs_that_follows_another_pairing_names_who_meet_again(tmp_path: Path) -> None:
    evening = Evening.of(tmp_path / "event", match_event(4, 3, pairing="swiss"))
    evening.drawn(1)
    pairs = {frozenset(pair) for pair in evening.seats(1).values()}
    evening.played(1, *(f"{one} {two} 3 1" for one, two in evening.seats(1).values()))
    set_up(evening.folder, pairing="round-robin")
    for number in (2, 3):
        done = draw(evening.folder, number)
        twice = [table for table in done.draw.tables if frozenset(table.seated.values()) in pairs]
        told = [one.message for one in done.news if one.code == "draw-repeat"]
        assert len(told) == len(twice) == (2 if number == 2 else 0)
        assert all("meet again, after round 1" in message for message in told)


def test_a_scored_bye_that_another_pairing_does_not_score_is_named_with_the_setting(tmp_path: Path) -> None:
    evening = Evening.of(tmp_path / "event", match_event(3, 2, pairing="swiss"))
    evening.drawn(1)
    first, second = evening.seats(1)[1]
    evening.played(1, f"{first} {second} 3 1")
    set_up(evening.folder, pairing="ladder")
    (held,) = [one.message for one in ingest(evening.sheets(1)).findings if one.is_error]
    bye = next(player for player in load_event(evening.folder).players if player.id not in {first, second})
    assert f"{bye.name} ({bye.id}) (Pairing was swiss and is ladder). Put the setting back; or add --force" in held
    (told,) = [one for one in check(evening.folder).findings if one.code == "results-fewer"]
    assert (str(told.severity), told.message.partition(";")[0]) == ("warning", held.partition(";")[0])
    set_up(evening.folder, handicap_level="margin")
    evening.drawn(2)
    one, two = evening.seats(2)[1]
    evening.score(2, f"{one} {two} 3 1")
    (held,) = [one.message for one in ingest(evening.sheets(2)).findings if one.is_error]
    assert "round 1 cannot be scored" in held
    assert f"nothing any more for {bye.name} ({bye.id}) (Pairing was swiss and is ladder" in held
    assert not (evening.folder / "round2-results.xlsx").exists()
    assert ingest(evening.sheets(2), as_scored=True).status != "errors"


def test_check_standings_and_ingest_name_what_changed_in_a_scenario(tmp_path: Path) -> None:
    event = match_event(2, 1, scenarios=(scenario(),))
    evening = Evening.of(tmp_path / "event", event)
    evening.played(1, "P01 P02 6 1")
    assert "scenario" not in run(evening.folder, "check")[1]
    write_event(event.model_copy(update={"scenarios": (scenario(grading="win", title="A hill"),)}), evening.folder)
    scored = "round 1 was scored with other values of scenarios than those of now: “Victory” of hill was graded and is"
    for words in (("check",), ("standings",)):
        assert scored in run(evening.folder, *words)[1]
    changed = (
        "Since round 1 was scored, “Title” of hill was Hill and is A hill; “Victory” of hill was graded and is win"
    )
    code, said = run(evening.folder, "ingest", "round1.xlsx")
    assert code == 1
    assert changed in said
    assert changed in run(evening.folder, "check")[1]


def test_former_rules_are_printed_as_their_cell_takes_them(tmp_path: Path) -> None:
    folder = tmp_path / "event"
    write_event(aso_event(4, optional_rules=("IIFT (A7.37)", "Reverse Motion (F.11)")), folder)
    played(folder, 1, "1", "1")
    set_up(folder, optional_rules=("Night (E1.1)",))
    assert "Put IIFT (A7.37); Reverse Motion (F.11) back" in run(folder, "check")[1]
