"""The sheet of a board: what stands on it as a board, what cannot stand there, what it scores."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from round_contexts import drawn_round, filled_round, wrong_on_sheets

from sheetscore.event.model import Header
from sheetscore.findings import Finding, Severity
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.operations.score_board import score_board as score_at_the_table
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import FINAL, POWERS
from sheetscore.systems.diplomacy import DIPLOMACY, score_board
from sheetscore.systems.diplomacy.boards import SheetBoard, boards_of_sheets, count_box, game_box, power_box
from sheetscore.systems.diplomacy.forms import drawn_players
from sheetscore.systems.diplomacy.model import HIGHEST, DiplomacyEvent, DiplomacyPlayer, DiplomacySettings

Counts = tuple[int, ...]

EXAMPLE: Counts = (0, 12, 0, 0, 5, 9, 8)
"""The board of the sources: England 12, Russia 9, Turkey 8, Italy 5."""

GONE = {"Austria": 1903, "Germany": 1904, "France": 1906}

GAME: Mapping[int, Counts] = {
    1901: (3, 5, 5, 4, 5, 6, 4),
    1902: (1, 8, 6, 4, 5, 6, 4),
    1903: (0, 9, 6, 3, 5, 6, 5),
    1904: (0, 10, 4, 0, 6, 8, 6),
    1905: (0, 11, 2, 0, 6, 8, 7),
    1906: (0, 12, 0, 0, 6, 8, 8),
    1907: (0, 12, 0, 0, 5, 9, 8),
    1908: EXAMPLE,
}
"""A game that ends with it: every line adds up to 32 centres, or from 1902 on to 34."""


def an_event(players: int = 7, **settings: object) -> DiplomacyEvent:
    roster = tuple(DiplomacyPlayer(id=f"P{n}", name=f"Player {n}") for n in range(1, players + 1))
    header = Header(name="Test", system="diplomacy", rounds=1)
    return DiplomacyEvent(header=header, players=roster, settings=DiplomacySettings.model_validate(settings))


def a_draw(boards: int = 1, byes: tuple[str, ...] = ()) -> Draw:
    """Seat P1 to P7 at the first board, P8 to P14 at the second."""
    tables = (
        TableDraw(number, "", {power: f"P{7 * (number - 1) + n}" for n, power in enumerate(POWERS, start=1)})
        for number in range(1, boards + 1)
    )
    return Draw(1, tuple(tables), byes, ())


def forms_of(event: DiplomacyEvent, drawn: Draw) -> RoundForms:
    return DIPLOMACY.forms(drawn_round(event, drawn, templates=Library("diplomacy", ("diplomacy",))))


def line(year: int | str, counts: Counts, table: int = 1) -> dict[FieldKey, Value]:
    """Type a line of the chart, powers without centres left blank."""
    return {count_box(table, year, power): n for power, n in zip(POWERS, counts, strict=True) if n}


def chart(lines: Mapping[int, Counts], outcome: str = "draw-all", table: int = 1) -> dict[FieldKey, Value]:
    typed = {key: value for year, counts in lines.items() for key, value in line(year, counts, table).items()}
    return typed | {game_box(table, "outcome"): outcome}


def entered(typed: Entries, boards: int = 1) -> dict[FieldKey, Value]:
    return drawn_players(a_draw(boards)) | dict(typed)


def board_of(typed: Entries) -> SheetBoard:
    (board,) = boards_of_sheets(forms_of(an_event(), a_draw()), entered(typed))
    return board


def findings(typed: Entries, *, event: DiplomacyEvent | None = None, boards: int = 1) -> list[tuple[str, FieldKey]]:
    """Give code and first box of everything that is found, players and rulings left out."""
    event = event or an_event(7 * boards)
    drawn = a_draw(boards)
    found = wrong_on_sheets(DIPLOMACY, filled_round(event, forms_of(event, drawn), entered(typed, boards), drawn))
    return [(one.code, FieldKey(*one.fields[0])) for one in found]


# what scripts know the boxes as


def test_scripts_know_powers_as_seats_and_the_game_by_its_table() -> None:
    public = forms_of(an_event(), a_draw()).public
    assert public[power_box(1, "Austria", "player")] == FieldKey(1, "Austria", "seat.pilot")
    assert public[power_box(1, "Turkey", "eliminated")] == FieldKey(1, "Turkey", "eliminated")
    assert public[power_box(1, "Italy", "ruling")] == FieldKey(1, "Italy", "ruling.score")
    assert public[count_box(1, 1901, "France")] == FieldKey(1, "France", "centres.1901")
    assert public[count_box(1, FINAL, "Russia")] == FieldKey(1, "Russia", "centres.final")
    assert {public[game_box(1, what)] for what in ("outcome", "final_year", "members")} == {
        FieldKey(1, "", what) for what in ("outcome", "final_year", "members")
    }
    assert len(set(public.values())) == len(public)


# what stands on a sheet


def test_the_last_line_of_the_chart_is_the_end() -> None:
    board = board_of(chart(GAME))
    assert board.centres == dict(zip(POWERS, EXAMPLE, strict=True))
    assert board.final_year == 1908
    assert {power: board.board.gone(power) for power in GONE} == GONE


def test_the_end_alone_is_enough() -> None:
    typed = line(FINAL, EXAMPLE) | {game_box(1, "outcome"): "time"}
    assert board_of(typed).centres == dict(zip(POWERS, EXAMPLE, strict=True))
    assert findings(typed) == []


def test_years_that_were_typed_count_before_those_of_the_chart() -> None:
    typed = line(FINAL, EXAMPLE) | {power_box(1, power, "eliminated"): year for power, year in GONE.items()}
    board = board_of(typed | {game_box(1, "outcome"): "time", game_box(1, "final_year"): 1908})
    assert {power: board.board.gone(power) for power in GONE} == GONE
    assert board.final_year == 1908


# checks: each is found, with its box; the same sheet without the mistake is in order


def test_a_game_as_it_should_be_has_nothing_wrong() -> None:
    assert findings(chart(GAME)) == []
    assert findings(chart({1908: EXAMPLE})) == []
    assert findings(chart({1902: GAME[1902], 1905: GAME[1905], 1908: EXAMPLE})) == []  # gaps are no mistake


@pytest.mark.parametrize(
    ("lines", "box"),
    [
        # 36 centres on a board of 34
        ({1901: (3, 5, 5, 4, 5, 8, 6)}, count_box(1, 1901, "England")),
        # one without an owner in 1902, two in 1903
        ({1902: (3, 5, 6, 5, 4, 6, 4), 1903: (3, 5, 6, 5, 4, 5, 4)}, count_box(1, 1903, "Russia")),
        # 13 without an owner after the first year, and 12 at the start
        ({1901: (3, 3, 3, 3, 3, 3, 3)}, count_box(1, 1901, "Russia")),
        # Austria comes back
        ({1903: GAME[1903], 1905: (1, 10, 2, 0, 6, 8, 7)}, count_box(1, 1905, "Austria")),
        # England from 3 to 7 in the first year; from 5 to 11
        ({1901: (3, 7, 5, 4, 5, 5, 4)}, count_box(1, 1901, "England")),
        ({1901: GAME[1901], 1902: (1, 11, 3, 4, 5, 6, 4)}, count_box(1, 1902, "England")),
    ],
)
def test_lines_that_cannot_follow_each_other_are_found(lines: Mapping[int, Counts], box: FieldKey) -> None:
    assert findings(chart(lines)) == [("centres", box)]


def told(typed: Entries, event: DiplomacyEvent | None = None) -> list[Finding]:
    """Give everything that is found on a board of seven."""
    event, drawn = event or an_event(), a_draw()
    return list(wrong_on_sheets(DIPLOMACY, filled_round(event, forms_of(event, drawn), entered(typed), drawn)))


def test_a_line_with_too_many_centres_names_its_year_and_the_counts_that_grew() -> None:
    lines = {1901: GAME[1901], 1902: (3, 8, 6, 4, 5, 6, 4)}
    (one,) = told(chart(lines))
    assert one.fields == (count_box(1, 1902, "England"), count_box(1, 1902, "France"))
    assert one.message.startswith("table 1, after 1902: the powers have 36 centres together, and the board has 34.")
    assert "England has 8 and had 5 after 1901, France has 6 and had 5" in one.message
    (one,) = told(line(FINAL, (0, 12, 0, 0, 6, 9, 8)) | {game_box(1, "outcome"): "time"})
    assert one.fields == tuple(count_box(1, FINAL, power) for power in ("England", "Italy", "Russia", "Turkey"))
    assert "England has 12 and had 3 at the start" in one.message


def test_a_line_with_too_few_centres_names_its_year_and_the_counts_that_fell() -> None:
    (one,) = told(chart({**GAME, 1905: (0, 10, 2, 0, 6, 7, 7), 1906: (0, 12, 0, 0, 5, 8, 7), 1907: EXAMPLE}))
    assert one.fields == (count_box(1, 1905, "France"), count_box(1, 1905, "Russia"))
    assert one.message.startswith("table 1, after 1905: 2 centres have no owner, and after 1904 there were 0")
    assert "France has 2 and had 4 after 1904, Russia has 7 and had 8" in one.message


@pytest.mark.parametrize(("year", "shown"), [(1905, "has centres after 1905"), (1907, "has none after 1906")])
def test_a_year_of_elimination_beside_that_of_the_chart_says_what_the_chart_has(year: int, shown: str) -> None:
    out = power_box(1, "France", "eliminated")  # with 2 centres after 1905, and none after 1906
    assert told(chart(GAME) | {out: 1906}) == []
    (one,) = told(chart(GAME) | {out: year})
    assert f"France is out in {year}, and on the chart it {shown}." in one.message


def ended(**more: Value) -> dict[FieldKey, Value]:
    return chart(GAME) | line(FINAL, EXAMPLE) | {game_box(1, what): value for what, value in more.items()}


WON: Entries = chart({**GAME, 1908: (0, 18, 0, 0, 0, 9, 7)}, "solo")

IN_ORDER: Mapping[str, Entries] = {
    "chart": chart(GAME),
    "end alone": line(FINAL, EXAMPLE)
    | {game_box(1, "outcome"): "time", game_box(1, "final_year"): 1908}
    | {power_box(1, power, "eliminated"): year for power, year in GONE.items()},
    "chart and end": ended(final_year=1908, members="England Italy Russia Turkey"),
    "draw": ended(outcome="draw", members="Italy Russia"),
    "concession": ended(outcome="concession", members="Russia"),
    "end after chart": chart({year: GAME[year] for year in range(1901, 1908)})
    | line(FINAL, EXAMPLE)
    | {game_box(1, "final_year"): 1908},
    "solo": WON,
    "solo in the line of the end": line(FINAL, (0, 18, 0, 0, 0, 9, 7)) | {game_box(1, "outcome"): "solo"},
    "only England wrote": {count_box(1, FINAL, "England"): 12, game_box(1, "outcome"): "time"},
    "hardly begun": {count_box(1, 1901, "England"): 5},
}
"""Sheets on which nothing is wrong, the last three as far as they go."""


@pytest.mark.parametrize("scoring", ["sum-of-squares", "bangkok", "maxonian"])
@pytest.mark.parametrize("name", IN_ORDER)
def test_a_box_that_cannot_be_read_is_the_only_error_of_its_board(name: str, scoring: str) -> None:
    """What follows from a box of which nothing is known is not told: it is left out if it rests on that box."""
    event, typed = an_event(scoring=scoring), IN_ORDER[name]
    before = {one.message for one in told(typed, event)}
    for box in typed:
        rest = {key: value for key, value in typed.items() if key != box}
        new = [
            one
            for one in told(rest, event)
            if one.is_error and one.message not in before and box not in {*one.fields, *one.rests_on}
        ]
        assert not new, (box, [one.message for one in new])


@pytest.mark.parametrize(
    ("lines", "missed"),
    [
        ({1906: (0, 18, 0, 0, 4, 6, 6), 1907: (0, 17, 0, 0, 5, 6, 6)}, (1906, "England")),
        ({1905: (0, 4, 2, 0, 2, 8, 18), 1906: (0, 4, 0, 0, 2, 8, 20), 1907: (0, 5, 0, 0, 0, 8, 21)}, (1905, "Turkey")),
        ({1906: (0, 17, 0, 0, 5, 6, 6), 1907: (0, 18, 0, 0, 4, 6, 6)}, None),
    ],
)
def test_a_solo_that_was_missed_is_told_with_its_year(
    lines: Mapping[int, Counts], missed: tuple[int, str] | None
) -> None:
    outcome = "solo" if max(lines[1907]) >= 18 else "time"
    found = [one for one in told(chart(lines, outcome)) if one.code == "solo-missed"]
    if missed is None:
        assert not found
        return
    (one,), (year, power) = found, missed
    assert one.severity is Severity.WARNING
    assert one.fields == (count_box(1, year, power),)
    assert f"after {year}: {power} has 18 centres" in one.message


def test_a_solo_in_the_last_year_of_the_chart_is_missed_only_if_the_game_went_on() -> None:
    won = (0, 18, 0, 0, 4, 6, 6)
    typed = chart({1906: won}, "solo") | line(FINAL, won)
    assert findings(typed) == []
    later = chart({1906: won}) | line(FINAL, (0, 17, 0, 0, 5, 6, 6)) | {game_box(1, "final_year"): 1907}
    assert findings(later) == [("solo-missed", count_box(1, 1906, "England"))]
    assert findings({key: value for key, value in later.items() if key.field != "game.outcome"}) == [
        ("solo-missed", count_box(1, 1906, "England")),
        ("result-missing", game_box(1, "outcome")),
    ]


def test_doubling_is_looked_at_from_one_year_to_the_next_only() -> None:
    assert findings(chart({1901: GAME[1901], 1903: (1, 11, 3, 4, 5, 6, 4)})) == []


def test_the_end_is_compared_with_the_chart() -> None:
    typed = chart(GAME) | line(FINAL, (0, 11, 0, 0, 6, 9, 8))
    assert findings(typed) == [("centres", count_box(1, FINAL, "England"))]  # and Italy, in the same breath
    # a year later it is all right, but nobody doubles even then
    assert findings(typed | {game_box(1, "final_year"): 1909}) == []
    typed = chart({1906: GAME[1906]}) | line(FINAL, (0, 5, 0, 0, 13, 8, 8)) | {game_box(1, "final_year"): 1907}
    assert findings(typed) == [("centres", count_box(1, FINAL, "Italy"))]


def test_a_last_year_before_the_chart_ends_is_found() -> None:
    assert findings(chart(GAME) | {game_box(1, "final_year"): 1907}) == [("centres", game_box(1, "final_year"))]


@pytest.mark.parametrize(("year", "right"), [(1902, False), (1903, True), (1904, False)])
def test_a_year_of_elimination_fits_the_chart(year: int, right: bool) -> None:
    box = power_box(1, "Austria", "eliminated")
    assert findings(chart(GAME) | {box: year}) == ([] if right else [("centres", box)])


def test_a_year_of_elimination_may_fall_into_a_gap_of_the_chart() -> None:
    lines = {1902: GAME[1902], 1908: EXAMPLE}
    for year in range(1903, 1909):
        assert findings(chart(lines) | {power_box(1, "Austria", "eliminated"): year}) == []


def test_who_has_centres_at_the_end_was_not_eliminated() -> None:
    box = power_box(1, "Italy", "eliminated")
    assert findings(line(FINAL, EXAMPLE) | {game_box(1, "outcome"): "time", box: 1905}) == [("centres", box)]


@pytest.mark.parametrize(
    ("outcome", "members", "box"),
    [
        ("draw", "England Austria", "members"),  # who is gone shares no draw
        ("draw-all", "England Russia Turkey", "members"),  # Italy survived
        ("solo", "", "outcome"),  # nobody has 18
        ("solo", "England", "outcome"),
        ("draw", "England", "members"),  # alone
        ("concession", "", "members"),  # to whom
        ("concession", "England Russia", "members"),
        ("concession", "Austria", "members"),
    ],
)
def test_outcomes_and_members_that_do_not_fit_are_found(outcome: str, members: str, box: str) -> None:
    typed = chart(GAME, outcome) | ({game_box(1, "members"): members} if members else {})
    assert ("outcome-differs", game_box(1, box)) in findings(typed)


@pytest.mark.parametrize(
    ("outcome", "members"),
    [
        ("draw", "England Russia"),
        ("draw-all", ""),
        ("draw-all", "England Italy Russia Turkey"),
        ("concession", "England"),
    ],
)
def test_outcomes_and_members_that_fit_are_in_order(outcome: str, members: str) -> None:
    typed = chart(GAME, outcome) | ({game_box(1, "members"): members} if members else {})
    assert findings(typed) == []


def test_dip_1_a_draw_without_members_is_noted_as_one_of_all_survivors() -> None:
    (one,) = told(chart(GAME, "draw"))
    assert (one.code, one.severity, one.fields) == ("draw-of-all", Severity.NOTE, (game_box(1, "members"),))
    assert "all survivors (England, Italy, Russia and Turkey)" in one.message
    event, drawn = an_event(scoring="draw-size"), a_draw()
    rows = DIPLOMACY.score(filled_round(event, forms_of(an_event(), drawn), entered(chart(GAME, "draw")), drawn)).rows
    assert {row["power"]: row["score"] for row in rows} == {power: 25 * (power not in GONE) for power in POWERS}


def test_dip_1_who_shares_a_draw_is_not_told_of_a_board_that_is_no_draw() -> None:
    typed = line(FINAL, (0, 18, 0, 0, 3, 9, 4)) | {game_box(1, "outcome"): "draw"}
    assert [one.code for one in told(typed)] == ["outcome-differs"]
    assert [one.code for one in told({game_box(1, "outcome"): "draw"})] == ["result-missing"]


@pytest.mark.parametrize("outcome", ["draw", "draw-all", "time"])
def test_nobody_draws_beside_somebody_with_18(outcome: str) -> None:
    typed = line(FINAL, (0, 18, 0, 0, 3, 9, 4)) | {game_box(1, "outcome"): outcome}
    assert findings(typed) == [("outcome-differs", game_box(1, "outcome"))]
    assert findings(typed | {game_box(1, "outcome"): "solo"}) == []


def test_no_members_beside_a_solo() -> None:
    typed = line(FINAL, (0, 18, 0, 0, 3, 9, 4)) | {game_box(1, "outcome"): "solo", game_box(1, "members"): "Russia"}
    assert findings(typed) == [("outcome-differs", game_box(1, "members"))]


def test_boards_that_are_not_finished_are_told_from_blank_ones() -> None:
    assert findings({}) == [("blank-page", game_box(1, "outcome"))]
    assert findings(line(1901, GAME[1901])) == [("result-missing", game_box(1, "outcome"))]
    assert findings({game_box(1, "outcome"): "time"}) == [("result-missing", count_box(1, FINAL, "Austria"))]


def test_years_that_a_scoring_system_needs_are_asked_for() -> None:
    event = an_event(scoring="bangkok")  # eliminated powers score their years
    typed = line(FINAL, EXAMPLE) | {game_box(1, "outcome"): "time"}
    boxes = [power_box(1, power, "eliminated") for power in POWERS if power in GONE]
    assert findings(typed, event=event) == [("centres", box) for box in boxes]
    assert findings(typed | {power_box(1, power, "eliminated"): GONE[power] for power in GONE}, event=event) == []


def test_places_by_history_are_not_guessed_by_the_years_that_happen_to_be_typed() -> None:
    """In Maxonian Austria's place depends on who went before it; with nothing typed all three share theirs."""
    typed = line(FINAL, EXAMPLE) | {game_box(1, "outcome"): "time"}
    event = an_event(scoring="maxonian")
    assert findings(typed, event=event) == []
    austria = {power_box(1, "Austria", "eliminated"): 1903}
    boxes = [power_box(1, power, "eliminated") for power in ("France", "Germany")]
    assert findings(typed | austria, event=event) == [("centres", box) for box in boxes]
    assert findings(typed | austria) == []
    drawn = a_draw()
    scored = DIPLOMACY.score(filled_round(an_event(), forms_of(an_event(), drawn), entered(typed | austria), drawn))
    ranks = {row["power"]: row["history"] for row in scored.rows}
    assert [ranks[power] for power in ("Austria", "France", "Germany")] == [None, None, None]


def test_years_are_asked_for_beside_what_else_is_wrong() -> None:
    typed = line(FINAL, EXAMPLE) | {game_box(1, "outcome"): "solo"}
    boxes = [power_box(1, power, "eliminated") for power in POWERS if power in GONE]
    expected = [("outcome-differs", game_box(1, "outcome")), *(("centres", box) for box in boxes)]
    assert findings(typed, event=an_event(scoring="bangkok")) == expected


def test_a_year_of_elimination_after_the_end_is_found_once() -> None:
    typed = line(FINAL, EXAMPLE) | {game_box(1, "outcome"): "time", game_box(1, "final_year"): 1908}
    box = power_box(1, "Austria", "eliminated")
    assert findings(typed | {box: 1909}) == [("centres", box)]


def test_players_are_at_one_place_and_no_power_is_left_out() -> None:
    typed = chart(GAME) | {power_box(1, "France", "player"): "P1"}
    assert ("seat-twice", power_box(1, "France", "player")) in findings(typed)
    nobody = {key: value for key, value in entered(chart(GAME)).items() if key != power_box(1, "Italy", "player")}
    drawn = a_draw()
    found = wrong_on_sheets(DIPLOMACY, filled_round(an_event(), forms_of(an_event(), drawn), nobody, drawn))
    assert [(one.code, one.fields[0]) for one in found] == [("name-missing", power_box(1, "Italy", "player"))]


@pytest.mark.parametrize(("remainder", "codes"), [("sit_out", {"seat-twice"}), ("double", set())])
def test_on_two_boards_only_where_some_play_twice(remainder: str, codes: set[str]) -> None:
    event = an_event(14, remainder=remainder)
    typed = chart(GAME) | chart(GAME, table=2) | {power_box(2, "Turkey", "player"): "P1"}
    assert {code for code, _ in findings(typed, event=event, boards=2)} == {*codes, "substitute", "not-as-drawn"}


def test_a_ruling_needs_a_score_and_a_reason() -> None:
    score, reason = power_box(1, "Italy", "ruling"), power_box(1, "Italy", "reason")
    assert findings(chart(GAME) | {score: 10}) == [("ruling-reason", reason)]
    assert findings(chart(GAME) | {reason: "late"}) == [("ruling-reason", score)]
    assert findings(chart(GAME) | {score: 10, reason: "late"}) == [("ruled", score)]


def test_a_ruling_may_be_as_high_as_any_score() -> None:
    _, _, box = forms_of(an_event(), a_draw()).fields[power_box(1, "Italy", "ruling")]
    assert (box.minimum, box.maximum) == (-HIGHEST, HIGHEST)


def test_every_message_names_its_table() -> None:
    drawn, event = a_draw(), an_event()
    found = DIPLOMACY.check_entries(
        filled_round(event, forms_of(event, drawn), entered(chart({1901: (0, 9, 9, 9, 9, 9, 9)})), drawn)
    )
    assert found
    assert all(one.message.startswith("table 1") for one in found)
    assert {one.severity for one in found} == {Severity.ERROR}


# scores


def test_the_example_of_the_sources_scores_as_they_say() -> None:
    """12, 9, 8 and 5 centres: 144, 81, 64 and 25 of 314."""
    event, drawn = an_event(), a_draw()
    scored = DIPLOMACY.score(filled_round(event, forms_of(event, drawn), entered(chart(GAME)), drawn))
    scores = {row["power"]: row["score"] for row in scored.rows}
    squares = {"England": 144, "Russia": 81, "Turkey": 64, "Italy": 25}
    assert scores == {power: Fraction(100 * squares.get(power, 0), 314) for power in POWERS}
    assert [row["fate"] for row in scored.rows] == ["draw" if power in squares else "eliminated" for power in POWERS]
    (check,) = scored.checks
    assert (check.expected, check.actual, check.ok) == (100, 100, True)


def test_a_concession_scores_as_a_solo() -> None:
    typed = chart(GAME, "concession") | {game_box(1, "members"): "Russia"}
    event, drawn = an_event(), a_draw()
    rows = {
        row["power"]: row
        for row in DIPLOMACY.score(filled_round(event, forms_of(event, drawn), entered(typed), drawn)).rows
    }
    assert {power: row["score"] for power, row in rows.items()} == {
        power: 100 * (power == "Russia") for power in POWERS
    }
    assert [rows[power]["fate"] for power in ("Russia", "England", "France")] == ["solo", "lost", "eliminated"]


def test_a_ruling_replaces_a_score_and_keeps_what_was_computed() -> None:
    typed = chart(GAME) | {power_box(1, "Italy", "ruling"): Fraction(25, 2), power_box(1, "Italy", "reason"): "late"}
    event, drawn = an_event(), a_draw()
    rows = {
        row["power"]: row
        for row in DIPLOMACY.score(filled_round(event, forms_of(event, drawn), entered(typed), drawn)).rows
    }
    assert (rows["Italy"]["score"], rows["Italy"]["computed"]) == (Fraction(25, 2), Fraction(2500, 314))


@pytest.mark.parametrize(("worth", "score"), [(None, None), ("7.5", Fraction(15, 2))])
def test_who_sits_out_gets_what_the_event_gives(worth: str | None, score: Fraction | None) -> None:
    event, drawn = an_event(8, sit_out_score=worth), a_draw(byes=("P8",))
    rows = DIPLOMACY.score(filled_round(event, forms_of(event, drawn), entered(chart(GAME)), drawn)).rows
    (out,) = (row for row in rows if row["player"] == "P8")
    assert (out["outcome"], out["power"], out["score"]) == ("sat-out", None, score)


def test_a_board_that_contradicts_itself_or_goes_on_has_no_scores() -> None:
    event, drawn = an_event(), a_draw()
    for typed in ({}, line(1901, GAME[1901]), chart(GAME, "solo"), {game_box(1, "outcome"): "time"}):
        assert DIPLOMACY.score(filled_round(event, forms_of(event, drawn), entered(typed), drawn)).rows == ()


def test_the_library_call_scores_a_board() -> None:
    centres = dict(zip(POWERS, EXAMPLE, strict=True))
    scores = score_board("sum-of-squares", centres, outcome="draw")
    assert scores["England"] == Fraction(14400, 314)
    assert score_board("draw-size", centres, outcome="draw", members=("England", "Russia"))["Russia"] == 50
    assert score_board("scs", centres, outcome="concession", members=("Italy",))["Italy"] == 100
    assert score_board("bangkok", centres, outcome="draw", eliminated=GONE, final_year=1908)["England"] == 27


def test_years_of_a_solo_count_from_the_chart() -> None:
    """Bangkok counts 0.3 for each year survived; a power gone in 1903 has survived two years."""
    event, drawn = an_event(scoring="bangkok"), a_draw()
    rows = {
        row["power"]: row
        for row in DIPLOMACY.score(filled_round(event, forms_of(event, drawn), entered(chart(GAME)), drawn)).rows
    }
    assert rows["Austria"]["score"] == Fraction(6, 10)
    assert (rows["Austria"]["eliminated"], rows["England"]["eliminated"]) == (1903, None)


def test_the_template_in_force_is_checked() -> None:
    assert DIPLOMACY.check_templates(Library("diplomacy", ("diplomacy",))) == []


def test_a_gap_in_the_chart_leaves_the_year_of_elimination_open() -> None:
    """Italy has 5 after 1904 and none after 1906: out in 1905 or 1906, which scores differently in Bangkok."""
    event = an_event(scoring="bangkok")
    lines = {
        1901: GAME[1901],
        1902: GAME[1902],
        1903: GAME[1903],
        1904: GAME[1904],
        1906: (0, 14, 0, 0, 0, 11, 9),
    }
    asked = [("centres", power_box(1, power, "eliminated")) for power in ("France", "Italy")]
    assert findings(chart(lines), event=event) == asked
    typed = {box: 1905 for _, box in asked}
    assert findings(chart(lines) | typed, event=event) == []


def test_who_loses_the_last_centre_in_the_year_after_the_chart_is_out_in_it() -> None:
    """France has 2 after 1905 and none at the end of 1906; 1907 would leave the year open."""
    event = an_event(scoring="bangkok")
    lines = {year: GAME[year] for year in range(1901, 1906)}
    typed = chart(lines) | line(FINAL, GAME[1906]) | {game_box(1, "final_year"): 1906}
    assert findings(typed, event=event) == []
    (board,) = boards_of_sheets(forms_of(event, a_draw()), entered(typed))
    assert (board.board.gone("France"), board.board.gone("Austria")) == (1906, 1903)
    later = typed | {game_box(1, "final_year"): 1907}
    assert findings(later, event=event) == [("centres", power_box(1, "France", "eliminated"))]


def test_centres_without_an_owner_at_the_end_are_noted() -> None:
    typed = line(FINAL, (0, 11, 0, 0, 5, 9, 8)) | {game_box(1, "outcome"): "time"}
    assert findings(typed) == [("unowned", count_box(1, FINAL, "Austria"))]


def test_a_drawn_player_who_plays_nowhere_is_said_to_be_left_out() -> None:
    event, drawn = an_event(8), a_draw(byes=("P8",))
    typed = entered(chart(GAME) | {power_box(1, "France", "player"): "P8"})
    found = wrong_on_sheets(DIPLOMACY, filled_round(event, forms_of(event, drawn), typed, drawn))
    assert [(one.code, one.message) for one in found] == [
        ("not-as-drawn", "Player 3 (P3): drawn, and nowhere on the sheets: the round does not count for them"),
        ("substitute", "table 1, France: Player 8 (P8) plays; Player 3 (P3) was drawn"),
    ]


def test_a_system_that_has_no_value_for_a_board_is_told_at_that_board(tmp_path: Path) -> None:
    shelf = tmp_path / "templates" / "scoring"
    shelf.mkdir(parents=True)
    (shelf / "club.toml").write_text(
        'id = "club"\ntitle = "Club"\ndescription = "Breaks at 12."\n[draw]\nalive = "centres / (12 - top)"\n'
        "eliminated = 0\n[solo]\nwinner = 1\nalive = 0\neliminated = 0\n",
        encoding="utf-8",
    )
    event = an_event(scoring="club").loaded_from(tmp_path)
    assert findings(chart(GAME), event=event) == [("template", game_box(1, "outcome"))]
    assert findings(chart({1905: GAME[1905]}), event=event) == []


# a board that is scored without an event

TOLD: tuple[tuple[Counts, dict[str, Any]], ...] = (
    ((0, 12, 0, 0, 0, 9, 8), {"outcome": "time"}),
    ((0, 5, 0, 0, 0, 4, 0), {"outcome": "time"}),
    ((0, 20, 0, 0, 20, 0, 0), {"outcome": "solo"}),
    ((0, 12, 0, 0, 5, 9, 8), {"outcome": "solo"}),
    ((0, 18, 0, 0, 3, 9, 4), {"outcome": "draw-all"}),
    ((3, 7, 5, 4, 5, 6, 4), {"outcome": "time", "final_year": 1901}),
    ((0, 12, 0, 0, 5, 9, 8), {"outcome": "time", "eliminated": {"Italy": 1905}}),
    ((0, 12, 0, 0, 5, 9, 8), {"outcome": "time", "eliminated": {"France": 1909}, "final_year": 1908}),
    ((0, 12, 0, 0, 5, 9, 8), {"outcome": "draw", "members": ("England", "Austria")}),
    ((0, 12, 0, 0, 5, 9, 8), {"outcome": "draw", "members": ("England",)}),
    ((0, 12, 0, 0, 5, 9, 8), {"outcome": "draw-all", "members": ("England", "Italy")}),
    ((0, 12, 0, 0, 5, 9, 8), {"outcome": "concession"}),
    ((0, 12, 0, 0, 5, 9, 8), {"outcome": "draw"}),
)
"""Boards of which a round refuses or notes something, by centres, with what else is entered."""


@pytest.mark.parametrize(("counts", "more"), TOLD)
def test_dip_1_what_a_round_refuses_or_notes_is_told_alike_without_one(counts: Counts, more: dict[str, Any]) -> None:
    boxes = {game_box(1, "outcome"): more["outcome"], game_box(1, "members"): " ".join(more.get("members", ()))}
    boxes |= {power_box(1, power, "eliminated"): year for power, year in more.get("eliminated", {}).items()}
    boxes |= {game_box(1, "final_year"): more["final_year"]} if "final_year" in more else {}
    in_a_round = [
        (one.code, one.severity, one.message.removeprefix("table 1, at the end: ").removeprefix("table 1: "))
        for one in told({box: value for box, value in boxes.items() if value} | line(FINAL, counts))
    ]
    try:
        alone = score_at_the_table("sum-of-squares", counts, **more).findings
    except MistakesFound as mistakes:
        alone = mistakes.findings
    assert in_a_round
    assert [(one.code, one.severity, one.message.casefold().removesuffix(".")) for one in alone] == [
        (code, severity, message.casefold().removesuffix(".")) for code, severity, message in in_a_round
    ]
