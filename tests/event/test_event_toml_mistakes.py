"""Mistakes in event.toml: all at once, each with its table and key, and none that only follows from another."""

from __future__ import annotations

from pathlib import Path

import pytest
from club_system import install, small_event
from duplicate_event import duplicate_event
from team_event import team_event

from sheetscore.event.load import check_event, cross_check, examine_event
from sheetscore.event.model import Event, Header, Player
from sheetscore.event.scenarios import ScenarioEvent
from sheetscore.event.toml import write_toml
from sheetscore.findings import Finding, Severity
from sheetscore.problems import MistakesFound, UnreadableFile, WrongUsage
from sheetscore.systems.duplicate.model import DuplicateEvent
from sheetscore.systems.team.model import TeamEvent

HEAD = '[event]\nname = "Meeting"\nsystem = "clubs"\nrounds = 1\n'
SCENARIO = """
[[scenario]]
id = "ford"
title = "The ford"
[[scenario.side]]
id = "north"
title = "North"
force = "n"
seats = 1
[[scenario.side.balance]]
level = 0
text = "-"
[[scenario.side]]
id = "south"
title = "South"
force = "s"
seats = 1
[[scenario.side.balance]]
level = 0
text = "-"
"""
ROUND = '[[round]]\nnumber = 1\nscenario = "ford"\ntables = 1\n'


@pytest.fixture(autouse=True)
def _clubs(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def found_in(tmp_path: Path, text: str) -> list[Finding]:
    path = tmp_path / "event.toml"
    path.write_text(text, encoding="utf-8")
    return list(examine_event(path)[1])


def places(findings: list[Finding]) -> list[tuple[str, str, str]]:
    return [(found.code, found.sheet, found.cell) for found in findings]


def test_an_event_in_order_has_no_findings(tmp_path: Path) -> None:
    assert found_in(tmp_path, HEAD + SCENARIO + ROUND) == []
    assert found_in(tmp_path, write_toml(small_event())) == []


def test_every_wrong_value_is_found_with_its_table_and_key(tmp_path: Path) -> None:
    text = HEAD.replace("rounds = 1", 'rounds = "three"') + SCENARIO.replace("seats = 1", "seats = 0") + ROUND
    text += '[[player]]\nid = "P01"\nname = "Ann"\nrating = 15.5\n[[player]]\nid = "a b"\nname = ""\nabsent = 3\n'
    assert places(found_in(tmp_path, text)) == [
        ("event-value", "[event]", "rounds"),
        ("event-value", "[[player]] 1", "rating"),
        ("event-value", "[[player]] 2", "id"),
        ("event-value", "[[player]] 2", "name"),
        ("event-value", "[[player]] 2", "absent"),
        ("event-value", "[[scenario.side]] 1", "seats"),
        ("event-value", "[[scenario.side]] 2", "seats"),
    ]


def test_messages_say_what_is_there_and_what_belongs_there(tmp_path: Path) -> None:
    text = HEAD.replace("rounds = 1", 'rounds = "three"\npaper = "A4"') + SCENARIO + ROUND
    rounds, paper = (found.message for found in found_in(tmp_path, text))
    assert rounds == 'Rounds is "three". Put a whole number from 1 to 99 there.'
    assert paper == 'Paper is "A4". Put one of letter, a4 there. Did you mean "a4"?'


def test_a_date_in_quotes_is_told_to_be_written_without(tmp_path: Path) -> None:
    def said(day: str) -> str:
        (found,) = found_in(tmp_path, HEAD + f"date = {day}\n" + SCENARIO + ROUND)
        return found.message

    assert said('"1991-07-05"') == 'Date is "1991-07-05", which is text and no date. Write it without the quotes.'
    assert said('"5.7.1991"').endswith("Put a date from 1901-01-01 on, such as 1991-07-05, there.")


@pytest.mark.parametrize("day", ["5.7.1991", "1991-07-32", "1991-7-5", "5 July 1991  # a Friday"])
def test_a_date_that_is_none_is_told_in_plain_words(tmp_path: Path, day: str) -> None:
    with pytest.raises(UnreadableFile) as wrong:
        found_in(tmp_path, HEAD + f"date = {day}\n" + SCENARIO + ROUND)
    written = day.partition("  #")[0]
    assert wrong.value.message.endswith(f"line 5: “{written}” is no date. Write it as 1991-07-05, year first.")


def test_what_is_missing_is_named_with_what_it_is_for(tmp_path: Path) -> None:
    (missing,) = found_in(tmp_path, HEAD.replace('name = "Meeting"\n', "") + SCENARIO + ROUND)
    assert (missing.code, missing.sheet, missing.cell) == ("event-missing", "[event]", "name")
    assert "what the event is called" in missing.message


def test_unknown_keys_are_refused_with_the_nearest_known_one(tmp_path: Path) -> None:
    text = HEAD + "sead = 3\n" + SCENARIO.replace("force", "forze", 1) + ROUND + "[[playr]]\nid = 1\n"
    findings = found_in(tmp_path, text)
    unknown = [found for found in findings if found.code == "event-unknown"]
    assert places(unknown) == [
        ("event-unknown", "event.toml", "playr"),
        ("event-unknown", "[event]", "sead"),
        ("event-unknown", "[[scenario.side]] 1", "forze"),
    ]
    for found, nearest in zip(unknown, ("player", "seed", "force"), strict=True):
        assert f'Did you mean "{nearest}"?' in found.message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("player = 3\n" + HEAD, "[[player]]"),
        (HEAD + '[player]\nid = "P1"\nname = "Ann"\n', "[[player]]"),
        ("settings = []\n" + HEAD, "[settings]"),
    ],
)
def test_tables_written_otherwise_are_refused(tmp_path: Path, text: str, place: str) -> None:
    assert ("event-value", place, "") in places(found_in(tmp_path, text + SCENARIO + ROUND))


def test_parts_that_are_in_order_are_checked_against_each_other_all_the_same(tmp_path: Path) -> None:
    players = '[[player]]\nid = "P1"\nname = "Ann"\nrating = "high"\n'
    players += '[[player]]\nid = "p2"\nname = "Bob"\n[[player]]\nid = "P2"\nname = "Cid"\n'
    assert places(found_in(tmp_path, HEAD + players + SCENARIO + ROUND)) == [
        ("event-value", "[[player]] 1", "rating"),
        ("event-duplicate", "[[player]] 3", "id"),
    ]


def test_nothing_is_reported_that_only_follows_from_a_part_left_out(tmp_path: Path) -> None:
    scenario = SCENARIO.replace("seats = 1", 'seats = "one"', 1).replace("level = 0", "level = 9")
    findings = found_in(tmp_path, HEAD + scenario + ROUND)
    assert places(findings) == [  # not: one side only, side without level 0
        ("event-value", "[[scenario.side.balance]] 1", "level"),
        ("event-value", "[[scenario.side]] 1", "seats"),
        ("event-value", "[[scenario.side.balance]] 2", "level"),
    ]
    broken = SCENARIO.replace('title = "The ford"', "title = []")
    codes = [found.code for found in found_in(tmp_path, HEAD + broken + ROUND.replace("tables = 1", "tables = 0"))]
    assert codes == ["event-value", "event-value"]  # not: round 1 missing


def test_a_reference_to_a_part_with_mistakes_is_none_itself(tmp_path: Path) -> None:
    broken = SCENARIO.replace('title = "The ford"\n', "")
    assert [found.code for found in found_in(tmp_path, HEAD + broken + ROUND)] == ["event-missing"]


def test_rules_of_the_system_are_checked_with_their_place(tmp_path: Path) -> None:
    text = HEAD + SCENARIO.replace("level = 0", "level = 2") + ROUND
    assert places(found_in(tmp_path, text)) == [
        ("event-rule", "[[scenario.side]] 1", "title"),
        ("event-rule", "[[scenario.side]] 2", "title"),
    ]


def test_references_name_the_nearest_id(tmp_path: Path) -> None:
    text = HEAD + SCENARIO + ROUND.replace("ford", "frod") + '[[wish]]\nkind = "forbid"\nplayers = ["P1", "P9"]\n'
    text += '[[player]]\nid = "P1"\nname = "Ann"\n'
    findings = found_in(tmp_path, text)
    assert places(findings) == [
        ("event-reference", "[[round]] 1", "scenario"),
        ("event-reference", "[[wish]] 1", "players"),
    ]
    assert 'Did you mean "ford"?' in findings[0].message
    assert '"P9"' in findings[1].message


def test_rounds_come_once_and_none_after_the_last_and_may_be_missing(tmp_path: Path) -> None:
    head = HEAD.replace("rounds = 1", "rounds = 4")
    rounds = ROUND + ROUND + ROUND.replace("number = 1", "number = 3") + ROUND.replace("number = 1", "number = 5")
    findings = found_in(tmp_path, head + SCENARIO + rounds)
    assert places(findings) == [
        ("event-duplicate", "[[round]] 2", "number"),
        ("event-value", "[[round]] 4", "number"),
    ]


def test_rounds_of_players_must_be_possible(tmp_path: Path) -> None:
    player = '[[player]]\nid = "P1"\nname = "Ann"\nfirst_round = 3\nlast_round = 2\nabsent = [1, 7]\n'
    assert places(found_in(tmp_path, HEAD + SCENARIO + ROUND + player)) == [
        ("event-value", "[[player]] 1", "last_round"),
        ("event-value", "[[player]] 1", "first_round"),
        ("event-value", "[[player]] 1", "absent"),
    ]


def test_two_players_with_one_name_are_a_warning_and_the_event_is_there(tmp_path: Path) -> None:
    players = '[[player]]\nid = "P1"\nname = "Ann"\n[[player]]\nid = "P2"\nname = "ANN"\n'
    path = tmp_path / "event.toml"
    path.write_text(HEAD + SCENARIO + ROUND + players, encoding="utf-8")
    event, findings = examine_event(path)
    assert event == Event.load(path)
    assert places(list(findings)) == [("name-shared", "[[player]] 2", "name")]


@pytest.mark.parametrize("event", [team_event(), duplicate_event()], ids=["team", "duplicate"])
def test_two_teams_of_one_name_are_a_warning(event: TeamEvent | DuplicateEvent) -> None:
    teams = (*event.teams[:2], event.teams[2].model_copy(update={"name": event.teams[0].name.upper()}))
    found = [
        one
        for one in cross_check(event.model_copy(update={"teams": (*teams, *event.teams[3:])}))
        if one.code == "name-shared"
    ]
    assert places(found) == [("name-shared", "[[team]] 3", "name")]
    assert (found[0].severity, f"{event.teams[0].id} and {event.teams[2].id}" in found[0].message) == (
        Severity.WARNING,
        True,
    )


def test_load_raises_with_every_finding(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    wrong = ROUND.replace("number = 1", "number = 2")
    path.write_text(HEAD + "sead = 3\n" + SCENARIO + wrong, encoding="utf-8")
    with pytest.raises(MistakesFound) as mistakes:
        Event.load(path)
    assert [found.code for found in mistakes.value.findings] == ["event-unknown", "event-value"]


def test_numbers_with_a_point_are_exact(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_text(HEAD + "[settings]\nbye_points = 0.1\n" + SCENARIO + ROUND, encoding="utf-8")
    assert str(Event.load(path).settings.bye_points) == "0.1"  # type: ignore[attr-defined]


def test_a_line_that_is_no_toml_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="line 3"):
        found_in(tmp_path, '[event]\nname = "x"\nrounds =\n')


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"x = " + b"[" * 50_000, b"x = " + b"9" * 5_000, b"a" * 5_000_000]
)
def test_what_is_no_toml_at_all_is_unreadable(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "event.toml"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile):
        examine_event(path)


def test_an_unknown_system_is_named_with_the_nearest(tmp_path: Path) -> None:
    (unknown,) = found_in(tmp_path, HEAD.replace("clubs", "club"))
    assert (unknown.code, unknown.sheet, unknown.cell) == ("event-reference", "[event]", "system")
    assert 'Did you mean "clubs"?' in unknown.message


def test_a_missing_system_says_which_there_are(tmp_path: Path) -> None:
    (missing,) = found_in(tmp_path, HEAD.replace('system = "clubs"\n', ""))
    assert (missing.code, missing.cell) == ("event-missing", "system")
    assert "clubs" in missing.message


def test_the_workbook_of_a_folder_comes_before_its_toml(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(write_toml(small_event()), encoding="utf-8")
    assert Event.load(tmp_path) == small_event()
    (tmp_path / "event.xlsx").write_bytes(b"")
    with pytest.raises(UnreadableFile, match="xlsx"):
        Event.load(tmp_path)


@pytest.mark.parametrize("name", ["", "event.toml", "event.xlsx", "event.ods"])
def test_what_is_not_there_or_no_event_is_unreadable(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnreadableFile):
        Event.load(tmp_path / name)


def test_an_event_of_another_system_than_asked_for_is_wrong_usage(tmp_path: Path) -> None:
    class Other(Event):
        """Of some other system."""

    (tmp_path / "event.toml").write_text(write_toml(small_event()), encoding="utf-8")
    with pytest.raises(WrongUsage, match="clubs"):
        Other.load(tmp_path)


def test_an_event_put_together_by_a_program_is_checked_too() -> None:
    twice = (Player(id="P1", name="Ann"), Player(id="p1", name="Bob"))
    event = ScenarioEvent(header=Header(name="x", system="clubs", rounds=1), players=twice)
    assert places(list(check_event(event))) == [("event-duplicate", "[[player]] 2", "id")]


def test_a_name_with_the_id_of_somebody_else_is_a_warning_that_names_both(tmp_path: Path) -> None:
    players = '[[player]]\nid = "P1"\nname = "Ann (P2)"\n[[player]]\nid = "P2"\nname = "Bob (P2)"\n'
    (tmp_path / "event.toml").write_text(HEAD + SCENARIO + ROUND + players, encoding="utf-8")
    (found,) = examine_event(tmp_path / "event.toml")[1]
    assert (found.code, found.sheet, found.cell) == ("name-with-id", "[[player]] 1", "name")
    assert "P2 is the id of Bob" in found.message


@pytest.mark.parametrize("laws", ['["No talk; no phones"]', '"No talk"', '["No talk", ""]'])
def test_texts_of_a_list_stand_one_by_one_and_without_semicolons(tmp_path: Path, laws: str) -> None:
    (found,) = found_in(tmp_path, HEAD + f"[settings]\nlaws = {laws}\n" + SCENARIO + ROUND)
    assert (found.code, found.sheet, found.cell) == ("event-value", "[settings]", "laws")
    assert "with a semicolon between them (a list in event.toml)" in found.message
