"""Events of matched games: what the rules ask of them, the way through TOML and workbook."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from libreoffice import recalculate
from match_event import SIDES, match_event, scenario

from sheetscore.event.assembly import Assembly
from sheetscore.event.load import cross_check
from sheetscore.event.model import Event, Slot
from sheetscore.event.sheets_in import open_event_workbook
from sheetscore.event.sheets_out import write_event_workbook
from sheetscore.event.tables import table_of
from sheetscore.event.toml import open_toml, write_toml
from sheetscore.findings import Finding
from sheetscore.systems.match.model import (
    Handicap,
    MatchEvent,
    MatchScenarioChoice,
    MatchSide,
    PairingWish,
    starter_event,
)
from sheetscore.systems.match.rules import check_event

HEAD = '[event]\nname = "Any"\nsystem = "match"\nrounds = 3\n'
PLAYERS = '[[player]]\nid = "A"\nname = "Ann"\n[[player]]\nid = "B"\nname = "Bob"\n'
HILL = (
    '[[scenario]]\nid = "hill"\ntitle = "The hill"\ngame_system = "Hills"\n{more}\n'
    '[[scenario.side]]\nid = "north"\ntitle = "North"\n[[scenario.side]]\nid = "south"\ntitle = "South"\n'
)


def read(path: Path) -> tuple[Event, tuple[Finding, ...]]:
    """Read an event file as the model of matched games."""
    source = open_toml(path) if path.suffix == ".toml" else open_event_workbook(path)
    assembly = Assembly(source.read(table_of(MatchEvent)))
    event = assembly.event()
    assert isinstance(event, MatchEvent)
    return event, (*assembly.findings, *assembly.placed(event, (*cross_check(event), *check_event(event))))


def from_text(folder: Path, text: str) -> tuple[Event, tuple[Finding, ...]]:
    path = folder / "event.toml"
    path.write_text(text, encoding="utf-8")
    return read(path)


def places(findings: Iterable[Finding]) -> list[tuple[str, str, str, str]]:
    return [(str(one.severity), one.code, one.sheet, one.cell) for one in findings]


def found_in(event: MatchEvent) -> list[tuple[str, str, str, str]]:
    return places((*cross_check(event), *check_event(event)))


def messages(event: MatchEvent) -> str:
    return "\n".join(one.message for one in check_event(event))


def handicap(player: str = "P01", against: str = "P02", points: str = "8/3", system: str = "Hills") -> Handicap:
    return Handicap(player=player, against=against, points=points, game_system=system)


def paired(*pairs: tuple[str, str, int | None], pairing: str = "swiss", rounds: int = 3) -> MatchEvent:
    """Give an event with pairs such as ``("lock", "P01 P02", 2)``."""
    made = tuple(
        PairingWish.model_validate({"kind": kind, "players": two.split(), "round": number})
        for kind, two, number in pairs
    )
    return match_event(rounds=rounds, pairing=pairing, wishes=made)


def test_a_usual_event_and_the_starter_are_in_order() -> None:
    assert found_in(match_event()) == []
    assert places(check_event(starter_event("New"))) == [("warning", "event-missing", "[[player]]", "id")]


@pytest.mark.parametrize(("series", "wrong"), [(1, False), (2, True), (3, False)])
def test_a_round_is_a_match_or_a_series(series: int, wrong: bool) -> None:
    expected = [("error", "event-value", "[settings]", "series")] if wrong else []
    assert found_in(match_event(series=series)) == expected


def test_match_9_the_ranking_names_each_thing_once() -> None:
    assert found_in(match_event(ranking=("net", "won"))) == []
    assert found_in(match_event(ranking=("net", "won", "net"))) == [("error", "event-value", "[settings]", "ranking")]


# scenarios


@pytest.mark.parametrize("sides", [0, 1, 3])
def test_a_scenario_has_two_sides(sides: int) -> None:
    made = tuple(MatchSide(id=f"s{number}", title=f"Side {number}") for number in range(sides))
    event = match_event(scenarios=(scenario(sides=made),))
    assert found_in(event) == [("error", "event-rule", "[[scenario]] 1", "id")]
    assert f"has {sides} sides" in messages(event)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"grading": "one-sided", "graded_side": "South"}, []),
        ({"grading": "one-sided"}, [("error", "event-missing", "[[scenario]] 1", "graded_side")]),
        (
            {"grading": "one-sided", "graded_side": "soth"},
            [("error", "event-reference", "[[scenario]] 1", "graded_side")],
        ),
        ({"graded_side": "north"}, [("warning", "event-rule", "[[scenario]] 1", "graded_side")]),
    ],
)
def test_match_3_a_scenario_with_one_graded_side_names_it(
    changes: dict[str, Any], found: list[tuple[str, str, str, str]]
) -> None:
    assert found_in(match_event(scenarios=(scenario(**changes),))) == found


def test_match_3_the_graded_side_is_known_by_its_place() -> None:
    assert scenario(grading="one-sided", graded_side="SOUTH").kind.graded_side == "second"
    assert scenario(grading="one-sided", graded_side="north").kind.graded_side == "first"
    assert scenario(graded_side="north").kind.graded_side is None


def test_match_3_a_game_has_words_of_its_own_for_levels() -> None:
    made = scenario(levels=("Minor = marginal", "Major=Substantive", "Total = decisive"))
    assert found_in(match_event(scenarios=(made,))) == []
    assert [made.word_for(level) for level in ("marginal", "substantive", "decisive")] == ["Minor", "Major", "Total"]
    assert [made.level_called(word) for word in ("minor", "MAJOR", "total", "Marginal", "decisive", "tiny")] == [
        "marginal",
        "substantive",
        "decisive",
        "marginal",
        "decisive",
        None,
    ]
    assert scenario().word_for("decisive") == "decisive"


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        (("Minor = marginl",), 'Did you mean "marginal"?'),
        (("marginal",), '"marginal" names no level'),
        (("Minor = marginal", "minor = decisive"), '"minor" stands for decisive and for marginal'),
        (("Decisive = marginal",), '"Decisive" stands for marginal and for decisive'),
    ],
)
def test_match_3_words_for_levels_that_cannot_be(levels: tuple[str, ...], words: str) -> None:
    event = match_event(scenarios=(scenario(levels=levels),))
    assert found_in(event) == [("error", "event-value", "[[scenario]] 1", "levels")]
    assert words in messages(event)


def test_match_3_words_for_levels_of_a_game_without_levels_are_a_warning() -> None:
    made = scenario(levels=("Minor = marginal",), grading="points")
    assert found_in(match_event(scenarios=(made,))) == [("warning", "event-rule", "[[scenario]] 1", "levels")]


def test_a_round_offers_each_scenario_once_and_none_of_one_title() -> None:
    both = (scenario("hill", title="Heights"), scenario("wood", title="heights"))
    assert found_in(match_event(rounds=1, scenarios=both)) == [("warning", "name-shared", "[[scenario]] 2", "title")]
    twice = (MatchScenarioChoice(number=1, scenario=("hill", "HILL")),)
    event = match_event(rounds=1).model_copy(update={"rounds": twice})
    assert ("error", "event-rule", "[[round]] 1", "scenario") in found_in(event)


def test_match_3_a_word_means_one_level_in_all_scenarios_of_a_round() -> None:
    minor, major = scenario(levels=("Minor = marginal",)), scenario("wood", levels=("minor = substantive",))
    both = match_event(rounds=1, scenarios=(minor, major))
    assert found_in(both) == [("error", "event-rule", "[[scenario]] 2", "levels")]
    apart = tuple(MatchScenarioChoice(number=number, scenario=(id_,)) for number, id_ in ((1, "hill"), (2, "wood")))
    assert found_in(both.model_copy(update={"header": match_event(rounds=2).header, "rounds": apart})) == []


# pairs


@pytest.mark.parametrize(
    ("pairing", "kind", "found"),
    [
        ("swiss", "request", []),
        ("swiss", "regular", []),
        ("ladder", "lock", []),
        ("ladder", "forbid", []),
        ("named", "lock", []),
        ("ladder", "request", ["warning"]),
        ("named", "forbid", ["warning"]),
        ("round-robin", "lock", ["warning"]),
    ],
)
def test_match_8_a_draw_looks_at_its_own_kinds_of_pairs(pairing: str, kind: str, found: list[str]) -> None:
    event = paired((kind, "P01 P02", 2), pairing=pairing)
    assert [severity for severity, *_ in found_in(event)] == found


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ([("lock", "P01 p01", 1)], [("error", "event-rule", "[[pairing]] 1", "players")]),
        # one mistake whichever of the two stands first
        ([("lock", "P01 P01", 1), ("lock", "P01 P02", 1)], [("error", "event-rule", "[[pairing]] 1", "players")]),
        ([("lock", "P01 P02", 1), ("lock", "P01 P01", 1)], [("error", "event-rule", "[[pairing]] 2", "players")]),
        ([("lock", "P01 P02", 4)], [("error", "event-value", "[[pairing]] 1", "round")]),
        ([("lock", "P01 P02", None)], [("warning", "event-rule", "[[pairing]] 1", "round")]),
        ([("lock", "P01 P09", 1)], [("error", "event-reference", "[[pairing]] 1", "players")]),
        (
            [("lock", "P01 P02", 1), ("forbid", "P02 P01", None)],
            [("error", "event-rule", "[[pairing]] 2", "players")],
        ),
        (
            [("lock", "P01 P02", 1), ("lock", "P02 P03", 1)],
            [("error", "event-rule", "[[pairing]] 2", "players")],
        ),
        ([("lock", "P01 P02", 1), ("lock", "P02 P03", 2)], []),
        (
            [("lock", "P01 P02", 1), ("lock", "P02 P01", 1)],
            [("error", "event-rule", "[[pairing]] 2", "players")],
        ),
        (
            [("request", "P01 P02", 1), ("forbid", "P02 P01", None)],
            [("warning", "event-rule", "[[pairing]] 2", "players")],
        ),
    ],
)
def test_pairs_that_cannot_be_kept(
    pairs: list[tuple[str, str, int | None]], found: list[tuple[str, str, str, str]]
) -> None:
    assert found_in(paired(*pairs)) == found


# handicaps


@pytest.mark.parametrize(
    ("handicaps", "found"),
    [
        ([handicap(), handicap("P03", "P04"), handicap(points="24", system="Woods")], ["warning"]),
        ([handicap(), handicap("p02", "p01", "1")], ["error event-duplicate [[handicap]] 2 player"]),
        ([handicap(), handicap("P01", "P02", "3")], ["error event-duplicate [[handicap]] 2 player"]),
        ([handicap("P01", "p01")], ["error event-rule [[handicap]] 1 against"]),
        ([handicap("P01", "P77")], ["error event-reference [[handicap]] 1 against"]),
        ([handicap(system="Hill")], ["warning event-rule [[handicap]] 1 game_system"]),
    ],
)
def test_match_7_a_handicap_belongs_to_two_players_of_the_roster_and_a_game_system(
    handicaps: list[Handicap], found: list[str]
) -> None:
    event = match_event(given=tuple(handicaps))
    told = [" ".join(place) for place in found_in(event)]
    assert len(told) == len(found)
    assert all(one.startswith(start) for one, start in zip(told, found, strict=True))


@pytest.mark.parametrize(
    ("points", "kept"), [('"8/3"', "8/3"), ('"2 2/3"', "8/3"), ("8", "8"), ("2.50", "5/2"), ("0", "0"), ('"24"', "24")]
)
def test_match_6_the_points_of_a_handicap_are_text_whole_or_decimal(tmp_path: Path, points: str, kept: str) -> None:
    line = f'[[handicap]]\nplayer = "A"\nagainst = "B"\ngame_system = "Hills"\npoints = {points}\n'
    event, findings = from_text(tmp_path, HEAD + PLAYERS + HILL.format(more="") + line)
    assert findings == ()
    assert isinstance(event, MatchEvent)
    (made,) = event.handicaps
    assert made.points == kept


@pytest.mark.parametrize("points", ['"73/3"', "25", "24.01", '"-1"', '"many"', '"1/0"'])
def test_match_5_no_handicap_is_above_24_or_below_0(tmp_path: Path, points: str) -> None:
    line = f'[[handicap]]\nplayer = "A"\nagainst = "B"\ngame_system = "Hills"\npoints = {points}\n'
    _, findings = from_text(tmp_path, HEAD + PLAYERS + HILL.format(more="") + line)
    assert places(findings) == [("error", "event-value", "[[handicap]] 1", "points")]
    assert "a number from 0 to 24, such as 8, 8/3 or 2.5" in findings[0].message


# there and back


def full_event() -> MatchEvent:
    scenarios = (
        scenario(levels=("Minor = marginal", "Major = substantive"), turns=12, draws=False),
        scenario("wood", grading="one-sided", graded_side="south"),
        scenario("ford", grading="territory", sides=(MatchSide(id="a", title="A", orders=("Early", "Late")), SIDES[1])),
    )
    return match_event(
        scenarios=scenarios,
        pairing="ladder",
        series=3,
        ranking=("net", "won"),
        handicap_level="own",
        wishes=(PairingWish(kind="lock", players=("P03", "P01"), round=2),),
        given=(handicap(), handicap("P03", "P04", "16/9")),
    )


def test_toml_gives_an_equal_event(tmp_path: Path) -> None:
    for event in (full_event(), starter_event("New")):
        again, _ = from_text(tmp_path, write_toml(event))
        assert again == event


def test_workbook_gives_an_equal_event_also_when_libreoffice_has_saved_it(tmp_path: Path) -> None:
    write_event_workbook(full_event(), tmp_path / "event.xlsx")
    (saved,) = recalculate([tmp_path / "event.xlsx"], tmp_path / "saved")
    for path in (tmp_path / "event.xlsx", saved):
        event, findings = read(path)
        assert findings == ()
        assert event == full_event()


def test_match_3_words_for_levels_are_a_table_or_texts(tmp_path: Path) -> None:
    table, _ = from_text(tmp_path, HEAD + PLAYERS + HILL.format(more='levels = {Minor = "marginal"}'))
    texts, _ = from_text(tmp_path, HEAD + PLAYERS + HILL.format(more='levels = ["Minor = marginal"]'))
    assert table == texts
    assert isinstance(table, MatchEvent)
    assert table.scenarios[0].level_called("minor") == "marginal"


def test_match_3_words_for_levels_are_written_as_a_table_and_read_again(tmp_path: Path) -> None:
    line = 'levels = {Minor = "marginal", "Very great" = "decisive", "1.5 = a \\"half\\"" = "substantive"}'
    event, findings = from_text(tmp_path, HEAD + PLAYERS + HILL.format(more=line))
    assert findings == ()
    assert isinstance(event, MatchEvent)
    assert event.scenarios[0].word_for("decisive") == "Very great"
    written = write_toml(event)
    (levels,) = (one["levels"] for one in tomllib.loads(written)["scenario"])
    assert levels == {"Minor": "marginal", "Very great": "decisive", '1.5 = a "half"': "substantive"}
    assert 'levels = {Minor = "marginal", ' in written
    again, _ = from_text(tmp_path, written)
    assert again == event
    write_event_workbook(event, tmp_path / "event.xlsx")
    assert read(tmp_path / "event.xlsx") == (event, ())


def test_match_3_words_that_stand_for_nothing_or_twice_are_written_as_they_are(tmp_path: Path) -> None:
    """What is wrong in an event stays what it was."""
    for levels in (("Minor",), ("Minor = marginal", "Minor = decisive"), ("= marginal",)):
        event = match_event(scenarios=(scenario(levels=levels),))
        assert tomllib.loads(write_toml(event))["scenario"][0]["levels"] == list(levels)


def test_a_scenario_needs_its_game_system(tmp_path: Path) -> None:
    text = HEAD + PLAYERS + HILL.format(more="").replace('game_system = "Hills"\n', "")
    _, findings = from_text(tmp_path, text)
    assert places(findings) == [("error", "event-missing", "[[scenario]] 1", "game_system")]


@pytest.mark.parametrize(
    ("players", "rounds", "words"),
    [(4, 3, "everybody meets everybody"), (4, 6, "equally often."), (5, 4, "5 players need 5 rounds"), (1, 3, "")],
)
def test_a_round_robin_says_whether_all_meet_all(players: int, rounds: int, words: str) -> None:
    told = " ".join(match_event(players, rounds).prospects(1))
    assert words in told
    assert bool(told) == bool(words)
    assert match_event(players, rounds).prospects(2) == ()


def test_a_series_that_is_put_into_one_day_is_advised_against() -> None:
    slot = Slot(round=1, start="09:30", minutes=180)
    (said,) = match_event(4, series=3, pairing="swiss", schedule=(slot,)).prospects(1)
    assert "3 matches, 6 games, and the schedule gives it one day" in said
    assert match_event(4, series=3, pairing="swiss").prospects(1) == ()
    assert match_event(4, pairing="swiss", schedule=(slot,)).prospects(1) == ()


def test_a_series_on_one_day_is_told_as_well_whether_all_meet_all() -> None:
    slot = Slot(round=1, start="09:30", minutes=180)
    of_series, of_all = match_event(5, 4, series=3, schedule=(slot,)).prospects(1)
    assert "the schedule gives it one day" in of_series
    assert "5 players need 5 rounds" in of_all
