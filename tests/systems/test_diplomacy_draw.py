"""Draws of Diplomacy: the yardstick of DIP-5 through whole events, what an edited draw breaks, the boards posted."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from diplomacy_event import diplomacy_event, game_row
from libreoffice import assert_recalculated_equals_cached, compute, pdf_page_sizes, recalculate, to_pdf
from looking import values_in
from round_contexts import drawn_round
from typing_in import type_in

from sheetscore.event.model import Header
from sheetscore.findings import Finding, Severity
from sheetscore.pairing.boards.record import BoardGame
from sheetscore.pairing.draw import Draw, TableDraw
from sheetscore.problems import MistakesFound
from sheetscore.scoring.boards.board import POWERS
from sheetscore.sheets.draw_workbook import draw_lines, write_draw
from sheetscore.sheets.postings import post_by_name
from sheetscore.systems.context import RoundContext
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.boards import record_of, sat_out_row
from sheetscore.systems.diplomacy.draw import check_draw, draw_round, post_boards
from sheetscore.systems.diplomacy.model import Apart, DiplomacyEvent, DiplomacyPlayer, DiplomacySettings, DiplomacyTeam
from sheetscore.systems.outcomes import EarlierRound, ResultRow
from sheetscore.workbooks.reader import read_workbook


def event(players: int = 21, rounds: int = 3, *, standbys: int = 0, **changes: Any) -> DiplomacyEvent:
    """Give an event whose settings and other parts go by their names."""
    settings = {key: changes.pop(key) for key in list(changes) if key in DiplomacySettings.model_fields}
    return diplomacy_event(players, rounds, standbys=standbys, **settings).model_copy(update=changes)


def changed(of: DiplomacyEvent, **players: Mapping[str, Any]) -> DiplomacyEvent:
    """Change players: ``P01={"team": "T1"}``."""
    return of.model_copy(
        update={"players": tuple(one.model_copy(update=dict(players.get(one.id, {}))) for one in of.players)}
    )


def rows_of(draw: Draw) -> list[ResultRow]:
    """Give the results of a draw whose games were all draws of seven."""
    games = [game_row(player, power, 14, table=table) for table, power, player in draw.places()]
    return [*games, *(sat_out_row(player, player, None) for player in draw.byes)]


def play(of: DiplomacyEvent, last: int, *, scored: bool = False) -> list[Draw]:
    """Draw rounds one after the other, each from the draws or the results of those before it."""
    draws: list[Draw] = []
    for number in range(1, last + 1):
        before = [
            EarlierRound(draw.round, "", rows_of(draw)) if scored else EarlierRound(draw.round, "", (), draw)
            for draw in draws
        ]
        draws.append(draw_round(RoundContext(of, number, before)))
    return draws


def meetings(draws: Sequence[Draw]) -> Counter[tuple[str, ...]]:
    return Counter(
        pair for draw in draws for table in draw.tables for pair in combinations(sorted(table.seated.values()), 2)
    )


def repeated(draws: Sequence[Draw]) -> int:
    return sum(times * (times - 1) // 2 for times in meetings(draws).values())


def times_of_powers(draws: Sequence[Draw]) -> Counter[tuple[str, str]]:
    return Counter((player, power) for draw in draws for _, power, player in draw.places())


# the draw


@pytest.mark.parametrize("rounds", [3, 4])
@pytest.mark.parametrize("scored", [False, True])
def test_dip_5_21_players_reach_the_yardstick_from_draws_and_from_results(rounds: int, scored: bool) -> None:
    draws = play(event(21, rounds), rounds, scored=scored)
    assert [repeated(draws[:number]) for number in range(1, rounds + 1)] == [0, 15, 45, 90][:rounds]
    assert set(times_of_powers(draws).values()) == {1}


def test_nobody_has_a_power_twice_in_seven_rounds_of_21() -> None:
    draws = play(event(21, 7), 7)
    assert len(times_of_powers(draws)) == 21 * 7
    assert not any(" plays " in line for draw in draws for line in draw.report)


def test_results_and_draws_of_earlier_rounds_lead_to_the_same_draw() -> None:
    of = event(22, 4)
    assert play(of, 4, scored=True) == play(of, 4)


def test_tables_are_numbered_and_their_powers_in_alphabetical_order() -> None:
    draw = draw_round(RoundContext(event(14), 1))
    assert [table.number for table in draw.tables] == [1, 2]
    assert [list(table.seats) for table in draw.tables] == [list(POWERS)] * 2
    assert {table.scenario for table in draw.tables} == {""}
    assert sorted(player for _, _, player in draw.places()) == [f"P{n:02}" for n in range(1, 15)]
    assert (draw.byes, draw.report) == ((), ())


def test_of_eight_players_one_sits_out_another_one_in_each_round_and_the_report_says_so() -> None:
    draws = play(event(8, 8), 8)
    assert sorted(player for draw in draws for player in draw.byes) == [f"P{n:02}" for n in range(1, 9)]
    for draw in draws:
        ((table,), (out,)) = draw.tables, draw.byes
        assert len(table.seated) == 7
        assert draw.report[0] == f"Player {int(out[1:])} ({out}) sits out."


def test_why_one_of_eight_sits_out_who_were_to_play_twice_is_told() -> None:
    draw = draw_round(RoundContext(event(8, remainder="double"), 1))
    assert draw.report[0] == "6 of 8 players would have to play twice, more than half of them."
    assert len(draw.byes) == 1


@pytest.mark.parametrize("remainder", ["sit_out", "standbys", "double"])
@pytest.mark.parametrize("players", [7, 8, 10, 13, 20, 22, 27])
def test_doubles_and_sit_outs_never_come_together(remainder: str, players: int) -> None:
    for draw in play(event(players, 3, standbys=3, remainder=remainder), 3):
        times = Counter(player for _, _, player in draw.places())
        twice = {player for player, games in times.items() if games > 1}
        assert not (twice and draw.byes)
        assert bool(twice) == (remainder == "double" and players in {10, 13, 20, 22, 27})
        assert {f"P{n:02}" for n in range(1, players + 1)} == {p for p in times if p[0] == "P"} | set(draw.byes)
        standing_in = sum(player[0] == "S" for player in times)
        assert standing_in == (-players % 7 if remainder == "standbys" and -players % 7 <= 3 else 0)


def test_who_is_absent_is_not_drawn_and_neither_is_an_absent_standby() -> None:
    of = changed(event(14, standbys=1, remainder="standbys"), P03={"absent": (1,)})
    assert [[p for _, _, p in draw.places() if p in {"P03", "S01"}] for draw in play(of, 2)] == [["S01"], ["P03"]]
    without = changed(of, S01={"first_round": 2})
    assert len(draw_round(RoundContext(without, 1)).byes) == 6


def test_pairs_and_team_mates_are_kept_apart_now_and_in_the_rounds_to_come() -> None:
    teams = tuple(DiplomacyTeam(id=f"T{n}", name=f"Team {n}") for n in range(1, 8))
    mates = {f"P{n:02}": {"team": f"t{(n + 2) // 3}"} for n in range(1, 22)}  # ids whatever their capitals
    of = changed(event(21, 4, teams=teams, pairs_apart=(Apart(players=("p01", "P08")),)), **mates)
    draws = play(of, 4)
    assert [repeated(draws[:number]) for number in range(1, 5)] == [0, 15, 45, 90]
    assert not any((int(one[1:]) + 2) // 3 == (int(other[1:]) + 2) // 3 for one, other in meetings(draws))
    assert ("P01", "P08") not in meetings(draws)


def test_a_draw_looks_ahead_to_the_rounds_in_which_team_mates_are_to_be_apart_too() -> None:
    teams = tuple(DiplomacyTeam(id=f"T{n}", name=f"Team {n}") for n in range(7))
    of = changed(event(49, 4, teams=teams), **{f"P{n:02}": {"team": f"T{n % 7}"} for n in range(1, 50)})
    draws = play(of, 4)
    assert repeated(draws) == 0
    assert not any(int(one[1:]) % 7 == int(other[1:]) % 7 for one, other in meetings(draws))


def test_a_pair_is_kept_apart_in_the_round_that_is_named() -> None:
    of = event(14, 3, pairs_apart=(Apart(players=("P01", "P02"), round=2),))
    together = set()
    for seed in range(12):
        seeded = of.model_copy(update={"header": of.header.model_copy(update={"seed": seed})})
        together |= {draw.round for draw in play(seeded, 3) if ("P01", "P02") in meetings([draw])}
    assert together == {1, 3}


def test_team_mates_together_are_told_by_the_name_of_the_team() -> None:
    of = changed(event(7, teams=(DiplomacyTeam(id="T1", name="Reds"),)), P01={"team": "T1"}, P02={"team": "T1"})
    together = "Player 1 (P01) and Player 2 (P02), both of Reds (T1), are together on board 1"
    why = "; that cannot be helped with 2 places of the team on 1 board."
    assert draw_round(RoundContext(of, 1)).report == (together + why,)
    loose = of.model_copy(update={"settings": DiplomacySettings(team_mates_apart=False)})
    assert draw_round(RoundContext(loose, 1)).report == ()


def test_those_without_a_team_play_twice_before_members_of_teams() -> None:
    """Four teams of four on four boards: six places more for members would let six pairs of mates meet."""
    teams = tuple(DiplomacyTeam(id=f"T{n}", name=f"Team {n}") for n in range(4))
    of = event(22, 1, teams=teams, remainder="double")
    of = changed(of, **{f"P{n:02}": {"team": f"T{n % 4}"} for n in range(1, 17)})
    draw = draw_round(RoundContext(of, 1))
    times = Counter(player for table in draw.tables for player in table.seated.values())
    assert {player for player, many in times.items() if many == 2} == {f"P{n:02}" for n in range(17, 23)}
    assert not [line for line in draw.report if "together" in line]


def test_a_standby_who_need_meet_nobody_is_preferred() -> None:
    teams = (DiplomacyTeam(id="T1", name="Reds"),)
    of = event(15, 1, teams=teams, remainder="standbys", pairs_apart=(Apart(players=("P03", "P15")),))
    of = changed(of, P01={"team": "T1"}, P02={"team": "T1"}, P14={"team": "T1", "standby": True}, P15={"standby": True})
    for seed in range(10):
        seeded = of.model_copy(update={"header": of.header.model_copy(update={"seed": seed})})
        draw = draw_round(RoundContext(seeded, 1))
        assert "P14" not in str(draw.tables)  # the third of a team on two boards
        assert ("P03", "P15") not in meetings([draw])


def test_powers_go_by_wishes_where_the_event_has_it_so() -> None:
    wishes = {f"P{n:02}": {"preferences": (power,)} for n, power in enumerate(POWERS, start=1)}
    of = changed(event(7, 2, powers="preferences"), **wishes)
    wished = {power: f"P{n:02}" for n, power in enumerate(POWERS, start=1)}
    draws = play(of, 2)
    assert [dict(draw.tables[0].seats) for draw in draws] == [wished, wished]
    again = "Player 1 (P01) plays Austria again, after round 1; Player 2 (P02) plays England"
    assert any(again in line for line in draws[1].report)
    assert "Player 1 (P01) Austria, 1st preference; Player 2 (P02) England, 1st preference" in draws[1].report[-1]
    balanced = of.model_copy(update={"settings": DiplomacySettings()})
    assert set(times_of_powers(play(balanced, 2)).values()) == {1}


def test_who_meets_again_is_told_once_in_the_report_and_in_the_remarks_on_the_board() -> None:
    first = Draw(1, (TableDraw(1, "", dict(zip(POWERS, (f"P{n:02}" for n in range(1, 8)), strict=True))),), (), ())
    of = event(7, 2)
    of = of.model_copy(update={"players": (*of.players[:6], DiplomacyPlayer(id="P07", name="player 1"))})
    draw = draw_round(RoundContext(of, 2, [EarlierRound(1, "", (), first)]))
    ((remark,),) = draw.remarks.values()
    assert remark.startswith("Together in round 1: ")
    assert [one for one in ("Player 1 (P01)", "Player 2,", "player 1 (P07)") if one not in remark] == []
    assert draw.report[0] == "Earlier meetings that come again: 21; fewer are not possible."
    assert draw.report[1].startswith("Board 1, together in round 1: ")
    assert all(draw.report[1].count(f"(P{n:02})") == 1 for n in range(1, 8))
    assert len(draw.report) == 2


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(MistakesFound, match="6 of at least 7 players are there in round 2"):
        draw_round(RoundContext(changed(event(7), P01={"absent": (2,)}), 2))
    with pytest.raises(MistakesFound, match="no scoring system"):
        draw_round(RoundContext(event(scoring="sum-of-cubes"), 1))


# the rounds before


def test_boards_without_results_count_as_drawn_and_the_others_as_played() -> None:
    drawn = Draw(
        1, (TableDraw(1, "", {"Austria": "a", "Italy": "b"}), TableDraw(2, "", {"Italy": "c"})), ("x", "y"), ()
    )
    swapped = Draw(1, (TableDraw(1, "", {"Austria": "b", "Italy": "y"}),), ("z",), ())
    record = record_of([EarlierRound(1, "", rows_of(swapped), drawn)])
    assert record.games == (BoardGame(1, 1, {"Austria": "b", "Italy": "y"}), BoardGame(1, 2, {"Italy": "c"}))
    assert record.sit_outs == ((1, "z"), (1, "x"))


def test_an_edited_draw_with_holes_and_somebody_twice_on_a_board_can_be_gone_on_from() -> None:
    drawn = Draw(1, (TableDraw(1, "", {"Austria": "a", "Italy": None, "Russia": "a"}), TableDraw(2, "", {})), (), ())
    assert record_of([EarlierRound(1, "", (), drawn)]).games == (BoardGame(1, 1, {"Austria": "a"}),)
    edited = Draw(1, (TableDraw(1, "", dict.fromkeys(POWERS, "P01")),), (), ())
    assert len(draw_round(RoundContext(event(14), 2, [EarlierRound(1, "", (), edited)])).tables) == 2


def test_rounds_that_come_later_do_not_count() -> None:
    of = event(14)
    later = [EarlierRound(draw.round, "", (), draw) for draw in play(of, 3)]
    assert draw_round(RoundContext(of, 1, later)) == draw_round(RoundContext(of, 1))


# an edited draw


def board(number: int, players: str) -> TableDraw:
    """Give a board by hand: its players in the order of the powers, ``-`` for nobody."""
    seats = [None if player == "-" else player for player in players.split()]
    return TableDraw(number, "", dict(zip(POWERS, seats, strict=True)))


ONE = "P01 P02 P03 P04 P05 P06 P07"
TWO = "P08 P09 P10 P11 P12 P13 P14"


def found(of: DiplomacyEvent, *boards: str, byes: str = "") -> list[tuple[str, str, list[tuple[int, str]]]]:
    """Give severity, code and seats of what is wrong in a draw of the first round."""
    return [(str(one.severity), one.code, _seats(one)) for one in findings(of, *boards, byes=byes)]


def findings(of: DiplomacyEvent, *boards: str, byes: str = "") -> list[Finding]:
    return check_draw(
        drawn_round(of, Draw(1, tuple(board(*one) for one in enumerate(boards, 1)), tuple(byes.split()), ()), ())
    )


def _seats(one: Finding) -> list[tuple[int, str]]:
    assert all(field == "" for _, _, field in one.fields)
    return [(table, seat) for table, seat, _ in one.fields]


@pytest.mark.parametrize("remainder", ["sit_out", "standbys", "double"])
@pytest.mark.parametrize("players", [7, 8, 13, 21, 27])
def test_a_draw_as_it_was_made_has_nothing_wrong(players: int, remainder: str) -> None:
    of = event(players, 3, standbys=2, remainder=remainder)
    draws = play(of, 3)
    for number, draw in enumerate(draws):
        assert check_draw(drawn_round(of, draw, [EarlierRound(one.round, "", (), one) for one in draws[:number]])) == []


def test_strangers_and_who_is_absent() -> None:
    of = changed(event(8), P02={"absent": (1,)})
    assert found(of, "P01 P02 X9 P04 P05 P06 P07", byes="P03 P08") == [
        ("error", "draw-player", [(1, "England")]),
        ("error", "draw-player", [(1, "France")]),
    ]


def test_two_powers_of_one_board_are_an_error_whatever_the_remainder() -> None:
    for remainder in ("sit_out", "standbys", "double"):
        assert found(event(7, remainder=remainder), "P01 P01 P03 P04 P05 P06 P07", byes="P02") == [
            ("error", "draw-twice", [(1, "Austria"), (1, "England")])
        ]


def test_two_boards_are_an_error_unless_some_play_twice() -> None:
    boards = (ONE, "P01 P09 P10 P11 P12 P13 P08")
    assert found(event(13), *boards) == [("error", "draw-twice", [(1, "Austria"), (2, "Austria")])]
    assert found(event(13, remainder="double"), *boards) == []
    third = "P01 P15 P16 P17 P18 P19 P14"
    thrice = found(event(19, remainder="double"), *boards, third)
    assert thrice == [("error", "draw-twice", [(1, "Austria"), (2, "Austria"), (3, "Austria")])]


def test_somebody_with_two_games_beside_somebody_with_none_is_a_warning() -> None:
    (one,) = findings(event(14, remainder="double"), ONE, "P01 P09 P10 P11 P12 P13 P14", byes="P08")
    assert (one.severity, one.code, _seats(one)) == (Severity.WARNING, "draw-player", [(1, "Austria"), (2, "Austria")])
    assert one.message.startswith("Player 1 (P01) plays more than once, and Player 8 (P08) sits out. Give one of the")


def test_every_empty_power_is_an_error_and_an_empty_board_is_one() -> None:
    assert found(event(14), ONE, "P08 - P10 P11 P12 P13 -", byes="P09 P14") == [
        ("error", "empty-seat", [(2, "England")]),
        ("error", "empty-seat", [(2, "Turkey")]),
    ]
    assert found(event(7), ONE, "- - - - - - -") == [("error", "empty-seat", [(2, power) for power in POWERS])]
    assert found(event(7), byes=ONE) == [("error", "draw-structure", [])]


def test_who_has_no_seat_and_does_not_sit_out_is_a_warning_but_not_a_standby() -> None:
    of = event(9, standbys=2)
    assert found(of, ONE, byes="P09") == [("warning", "draw-player", [])]
    assert "Player 8 (P08) plays in round 1 and has no seat" in findings(of, ONE, byes="P09")[0].message
    assert found(of, "S01 P02 P03 P04 P05 P06 P07", byes="P01 P08 P09") == []


def test_what_the_rounds_before_make_undesirable_is_no_finding() -> None:
    before = EarlierRound(1, "", (), Draw(1, (board(1, ONE), board(2, TWO)), (), ()))
    assert check_draw(drawn_round(event(14), Draw(2, (board(1, ONE), board(2, TWO)), (), ()), [before])) == []


def test_pairs_that_should_be_apart_and_team_mates_on_one_board_are_warnings() -> None:
    teams = (DiplomacyTeam(id="T1", name="Reds"), DiplomacyTeam(id="T2", name="Blues"))
    mates = {"P05": "T1", "P06": "T1", "P08": "T1", "P09": "T2", "P10": "T2", "P14": "T2"}
    apart = (Apart(players=("P07", "P02")), Apart(players=("P01", "P08")), Apart(players=("P03", "P04"), round=2))
    of = changed(event(14, teams=teams, pairs_apart=apart), **{p: {"team": team} for p, team in mates.items()})
    assert found(of, ONE, TWO) == [
        ("warning", "draw-wish", [(1, "Turkey"), (1, "England")]),
        ("warning", "draw-wish", [(1, "Italy"), (1, "Russia")]),
        ("warning", "draw-wish", [(2, "England"), (2, "France"), (2, "Turkey")]),
    ]
    messages = [one.message for one in findings(of, ONE, TWO)]
    assert messages[0].startswith("table 1: Player 7 (P07) and Player 2 (P02) are together, and the event forbids it")
    assert messages[2].startswith(
        "table 2: Player 9 (P09), Player 10 (P10) and Player 14 (P14), all of Blues (T2), are together."
    )
    loose = of.model_copy(update={"settings": DiplomacySettings(team_mates_apart=False)})
    assert [len(seats) for _, _, seats in found(loose, ONE, TWO)] == [2]


# the boards posted

POSTINGS = DIPLOMACY.postings


def posted(path: Path) -> dict[tuple[int, int], object]:
    return {at: cell.value for at, cell in read_workbook(path).sheets["Boards"].cells.items() if cell.value}


def test_the_boards_are_posted_and_follow_the_list(tmp_path: Path) -> None:
    of, path = event(22, 2), tmp_path / "round2-draw.xlsx"
    draw = play(of, 2)[1]
    write_draw(path, of, draw, POSTINGS)
    (again,) = compute([path], tmp_path / "out")
    # a name for every power, a heading and two cells for each of the lines of those who sit out, three for each by name
    assert assert_recalculated_equals_cached(path, again) == 21 + 2 * 5 + 1 + 3 * 22
    cells = posted(path)
    for at, table in (((3, 0), 1), ((3, 3), 2), ((12, 0), 3)):
        row, column = at
        seats = draw.tables[table - 1].seats
        assert cells[at] == f"Board {table}"
        assert [cells[row + n, column] for n in range(1, 8)] == list(POWERS)
        assert [cells[row + n, column + 1] for n in range(1, 8)] == [of.names[str(p)] for p in seats.values()]
        assert (row + 8, column) not in cells  # who met before is for the director
    (out,) = draw.byes
    assert cells[12, 3] == "Without a seat"
    assert (cells[13, 3], cells[13, 4]) == ("sits out", of.names[out])
    assert (14, 3) not in cells
    report = {str(cell.value) for cell in read_workbook(path).sheets["Report"].cells.values()}
    assert {*draw.report} <= report
    assert not any(line.startswith("Table ") for line in report), "who met on a board is said once"

    lines = {line.player: row for row, line in enumerate(draw_lines(of, draw), start=5)}
    on = str(draw.tables[2].seats["Turkey"])
    type_in(path, {("Draw", f"D{lines[on]}"): None, ("Draw", f"D{lines[out]}"): f"{of.names[on]} ({on})"})
    (edited,) = recalculate([path], tmp_path / "edited")
    assert posted(edited)[19, 1] == "—"
    assert posted(edited)[13, 4] == of.names[on]


def test_a_first_round_without_sit_outs_says_nothing_below_its_boards(tmp_path: Path) -> None:
    write_draw(tmp_path / "round1-draw.xlsx", event(14), draw_round(RoundContext(event(14), 1)), POSTINGS)
    cells = posted(tmp_path / "round1-draw.xlsx")
    (second,) = (row for (row, _), text in cells.items() if text == "Board 2")
    last = range(second, second + 8)
    assert {row for row, _ in cells} == {0, 1, *range(3, 11), *last}


def pages(of: DiplomacyEvent, draw: Draw, folder: Path) -> tuple[list[str], set[tuple[int, int]]]:
    """Print a draw; give the text of the pages that have its boards, and the sizes of all pages in points."""
    path = folder / "draw.xlsx"
    write_draw(path, of, draw, (post_boards,))
    (pdf,) = to_pdf([path], folder / "pdf")
    command = ["pdftotext", "-layout", str(pdf), "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    printed = [page for page in text.split("\f") if f"Round {draw.round}\n" in page]
    return printed, {(round(width), round(height)) for width, height in pdf_page_sizes(pdf)}


def whole_boards(page: str) -> int:
    """Count the boards on a page, all of which are whole: a line for each power as often as a heading."""
    headings = len(re.findall(r"Board \d", page))
    assert [len(re.findall(rf"{power} +Player", page)) for power in POWERS] == [headings] * 7
    return headings


@pytest.mark.parametrize(("paper", "size", "boards"), [("letter", (612, 792), [4, 6]), ("a4", (595, 842), [4, 6])])
def test_the_posted_boards_of_70_players_print_on_two_pages(
    tmp_path: Path, paper: str, size: tuple[int, int], boards: list[int]
) -> None:
    of = event(70, header=Header(name="Test event", system="diplomacy", rounds=3, paper=paper))
    printed, sizes = pages(of, draw_round(RoundContext(of, 1)), tmp_path)
    assert sizes == {size}
    assert [whole_boards(page) for page in printed] == boards


def test_pages_break_between_boards(tmp_path: Path) -> None:
    of = event(63, 2)
    printed, _ = pages(of, play(of, 2)[1], tmp_path)
    assert sum(whole_boards(page) for page in printed) == 9
    assert not [page for page in printed if "ogether in round" in page]


@pytest.mark.parametrize(
    ("settings", "doubled", "standing_by"), [({"remainder": "double"}, 5, 0), ({"remainder": "standbys"}, 0, 1)]
)
def test_the_posting_by_name_has_a_line_for_each_seat_and_tells_who_stands_by(
    tmp_path: Path, settings: dict[str, Any], doubled: int, standing_by: int
) -> None:
    con = diplomacy_event(16, standbys=6 if standing_by else 0, **settings)
    drawn = draw_round(RoundContext(con, 1))
    write_draw(tmp_path / "draw.xlsx", con, drawn, (post_by_name,))
    (again,) = compute([tmp_path / "draw.xlsx"], tmp_path / "out")
    assert assert_recalculated_equals_cached(tmp_path / "draw.xlsx", again) > 3 * 16
    rows = list(values_in(again)["By name"])
    # lines stand in two columns, with one free column between them
    posted = [(name, *row[at + 1 : at + 3]) for row in rows[4:] for at in (0, 4) if (name := row[at])]
    seats = Counter((con.names[str(player)], table, power) for table, power, player in drawn.places())
    assert Counter(line for line in posted if line[1]) == seats
    assert [line[2] for line in posted if not line[1]] == ["stands by"] * standing_by
    assert len(posted) == len(con.players) + doubled


def test_the_report_says_which_preference_everybody_got() -> None:
    wishes: dict[str, dict[str, Any]] = {
        "P01": {"preferences": ("France", "Turkey")},
        "P02": {"preferences": ("France", "England")},
        "P03": {"preferences": ("England", "France")},
        "P04": {"preferences": ("Turkey",)},
        "P05": {"preferences": ("Turkey",)},
    }
    made = DIPLOMACY.draw(RoundContext(changed(event(7, 1, powers="preferences"), **wishes), 1))
    powers = {player: power for power, player in made.tables[0].seated.items()}
    (board,) = [line for line in made.report if line.startswith("Board 1: ")]
    for player, wish in wishes.items():
        power, listed = powers[player], wish["preferences"]
        got = f"{['1st', '2nd'][listed.index(power)]} preference" if power in listed else "not a preference"
        assert f"({player}) {power}, {got}" in board
    assert f"(P06) {powers['P06']}, without a preference" in board
    # three powers are wanted, and each can be the first preference of somebody
    assert "Preferences: 3 got their 1st, 2 none of theirs." in made.report


def test_nothing_is_said_of_preferences_where_powers_are_balanced() -> None:
    made = DIPLOMACY.draw(RoundContext(event(7, 1), 1))
    assert not [line for line in made.report if "preference" in line]
