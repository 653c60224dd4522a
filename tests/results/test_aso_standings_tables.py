"""Accelerated Swiss in the standings: ranking, winner, prizes and grid by formula, as the rules have them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from aso_rounds import NASTY, aso_event, book_of, row_of
from aso_seasons import EVEN, SEASONS
from libreoffice import pdf_page_sizes, to_pdf
from looking import sheets_of
from planned_workbooks import Group
from scored_rounds import column_values

from sheetscore.systems.aso.model import AsoSettings
from sheetscore.systems.aso.standings import rank_event
from sheetscore.systems.aso.tables import standings_sheets
from sheetscore.systems.context import EventProgress
from sheetscore.systems.outcomes import Standings
from sheetscore.tables.on_paper import passages_of, repeated_rows, room, split_sheet
from sheetscore.tables.sheet import TableSheet
from sheetscore.workbooks.paper import PAPER_SIZES, PaperName, page_breaks

cases = Group("aso standings")


# the winner and the ranks


def test_the_winner_who_is_overtaken_on_points_still_wins() -> None:
    case = cases["overtaken"]
    assert case.by("id", "score") == {"A": 6, "B": 12, "C": 7, "D": 4}
    assert case.by("id", "rank") == {"A": 1, "B": 2, "C": 3, "D": 4}
    assert {id_ for id_, star in case.by("id", "winner").items() if star} == {"A"}
    assert case.lines("undefeated", "round", "undefeated", "found") == [
        (1, 2, None), (2, 1, 2), (3, 0, 2), (4, 0, 2), (5, 0, 2),
    ]  # fmt: skip
    assert "Only one player was undefeated after round 2, and has won (★), whatever happens later." in case.told(
        "Standings"
    )


def test_equal_players_share_a_rank_and_the_next_is_skipped() -> None:
    assert cases["shared"].by("id", "rank") == {"A": 1, "B": 2, "C": 2, "D": 4}


def test_two_undefeated_after_the_last_round_win_together_without_a_tie_break() -> None:
    case = cases["together"]
    assert case.by("id", "opponents_rating") == {"A": 1300, "B": 1200, "C": 1500, "D": 1400}
    assert case.by("id", "rank") == {"A": 1, "B": 1, "C": 3, "D": 4}
    assert "2 players are undefeated after the last round and win together (★)." in case.told("Standings")
    prizes = case.by("title", "who", "prizes")
    both = {"Player A", "Player B"}
    assert {*prizes["Winner"].split(" and ")} == {*prizes["Runner-up"].split(" and ")} == both
    assert case.by("title", "holders", "prizes")["Winner"] == 2


@pytest.mark.parametrize(
    ("case", "who"),
    [
        ("six together", "Player A, Player B, Player C, Player D, Player E and Player F"),
        ("seven together", "7 share it"),
    ],
)
def test_aso_7_up_to_six_joint_winners_are_named_on_the_prizes(case: str, who: str) -> None:
    prizes = cases[case].by("title", "who", "prizes")
    assert (prizes["Winner"], prizes["Runner-up"]) == (who, who)


def test_aso_7_a_play_off_puts_one_of_two_joint_winners_first_and_the_other_second() -> None:
    won, joint = cases["play-off won"], cases["together"]
    assert won.by("id", "rank") == {"B": 1, "A": 2, "C": 3, "D": 4}
    assert {id_: star or "" for id_, star in won.by("id", "winner").items()} == {"A": "", "B": "★", "C": "", "D": ""}
    for column in ("score", "first_loss", "first_draw", "opponents_rating", "rounds", "wins", "draws", "losses"):
        assert won.by("id", column) == joint.by("id", column), column
    prizes, shared = (case.lines("prizes", "title", "who", "best") for case in (won, joint))
    assert prizes[:2] == [("Winner", "Player B", None), ("Runner-up", "Player A", None)]
    assert prizes[2:] == shared[2:]
    assert won.by("name", "place", "prize totals") == {
        "Player A": "runner-up", "Player B": "winner", "Player C": None, "Player D": None,
    }  # fmt: skip
    assert "Two were undefeated after the last round; their play-off has decided who is first (★) and second." in (
        won.told("Standings")
    )
    assert sheets_of(won.recalculated)["Play-off"].cells


def test_aso_7_a_play_off_that_is_drawn_leaves_both_first() -> None:
    case = cases["play-off drawn"]
    assert case.by("id", "rank") == {"A": 1, "B": 1, "C": 3, "D": 4}
    assert {id_ for id_, star in case.by("id", "winner").items() if star} == {"A", "B"}
    assert {*case.by("title", "who", "prizes")["Runner-up"].split(" and ")} == {"Player A", "Player B"}
    assert "2 players are undefeated after the last round and win together (★)." in case.told("Standings")


def test_aso_7_a_play_off_of_two_of_three_joint_winners_decides_nothing() -> None:
    assert cases["play-off of three"].by("id", "rank") == {"A": 1, "B": 1, "C": 1, "D": 4, "E": 5, "F": 6}
    (told,) = SEASONS["play-off of three"]().standings.declared
    assert "A play-off is for two alone." in told
    assert told.endswith("is no play-off of the winners and counts for nothing.")


def test_before_the_last_round_two_undefeated_are_ranked_by_tie_breaks() -> None:
    case = cases["midway"]
    assert case.by("id", "rank") == {"A": 1, "B": 2, "C": 3, "D": 4}
    assert not any(case.by("id", "winner").values())
    assert "The winner is not found yet. Players still undefeated: 2." in case.told("Standings")
    assert not any(case.column("prizes", "title"))


def test_with_nobody_undefeated_tie_breaks_decide_about_the_first_place() -> None:
    case = cases["nobody"]
    assert case.by("id", "rank") == {"D": 1, "C": 2, "B": 3, "A": 4}
    assert not any(case.by("id", "winner").values())
    assert "Nobody is undefeated: points and tie-breaks decide about the first place too." in case.told("Standings")
    assert case.by("title", "who", "prizes")["Winner"] == "Player D"


def test_a_later_first_loss_is_better() -> None:
    case = cases["first loss"]
    assert case.by("id", "score") == {"A": 6, "B": 3, "C": 3, "D": 0}
    assert case.by("id", "first_loss") == {"A": None, "B": 2, "C": 1, "D": 1}
    assert case.by("id", "rank") == {"A": 1, "B": 2, "C": 3, "D": 4}


def test_a_later_first_draw_is_better_where_losses_are_equal() -> None:
    case = cases["first draw"]
    found = {id_: (score, loss, draw) for id_, score, loss, draw in case.lines(
        "standings", "id", "score", "first_loss", "first_draw")}  # fmt: skip
    assert (found["B"], found["C"]) == ((4, 1, 3), (4, 1, 2))
    ranks = case.by("id", "rank")
    assert ranks["B"] == ranks["C"] - 1


def test_a_missed_round_counts_as_lost_in_it_and_a_bye_keeps_undefeated() -> None:
    case = cases["absent"]
    assert case.by("id", "score") == {"A": 9, "B": 6, "C": 3, "D": 0, "E": 6}
    assert case.by("id", "first_loss") == {"A": None, "B": 2, "C": 1, "D": 1, "E": 3}
    assert case.by("id", "rounds") == {"A": 3, "B": 3, "C": 3, "D": 2, "E": 3}
    assert case.lines("undefeated", "undefeated", "found") == [(3, None), (2, None), (1, 3)]
    assert case.by("id", "opponents_rating")["C"] == 1250  # of A (1500) and E (1000): a bye is no game
    assert ("D", "absent", 0) in case.lines("Round 2", "player", "result", "points")


def test_a_game_that_is_not_in_yet_counts_neither_way() -> None:
    case = cases["unfinished"]
    found = case.lines("standings", "id", "rank", "score", "first_loss", "opponents_rating")
    assert sorted(found) == [
        ("A", 1, 3, None, 1500),
        ("B", 2, 0, None, None),
        ("C", 4, 0, 1, 1500),
        ("D", 2, 0, None, None),
    ]
    assert case.lines("undefeated", "undefeated", "found") == [(3, None)]


def test_rounds_give_the_points_of_the_settings_that_they_were_scored_under() -> None:
    case = cases["scored under others"]
    assert case.by("id", "score") == {"A": 9, "B": 6, "C": 1, "D": 1, "E": 6}
    earned = {number: case.by("player", "points", f"Round {number}") for number in (1, 2, 3)}
    assert (earned[1]["E"], earned[2]["D"], earned[3]["C"]) == (3, 1, 1)


def test_points_of_results_that_do_not_say_what_they_were_scored_under_are_those_of_now() -> None:
    """A bye was scored with 3 points before the director set it to 1."""
    event = aso_event({"A": 1500}, 2)
    rounds = {1: [row_of(event, "A", None, "bye")]}
    now = event.model_copy(update={"settings": AsoSettings(bye_points=1)})
    sheets = standings_sheets(EventProgress(now, rounds, standings=rank_event(EventProgress(now, rounds))))
    table = next(sheet.tables[0] for sheet in sheets if sheet.title == "Round 1")
    points = next(column for column in table.columns if column.key == "points")
    assert [table.value(row, points) for row in table.lines] == [1]


def test_by_other_settings_a_bye_ends_it_and_a_missed_round_scores() -> None:
    case = cases["bye ends"]
    assert case.by("id", "score") == {"A": 9, "B": 6, "C": 1, "D": 1, "E": 4}
    assert case.lines("undefeated", "undefeated", "found") == [(2, None), (1, 2), (1, 2)]
    assert ("D", "absent", 1) in case.lines("Round 2", "player", "result", "points")


def test_standings_before_any_round_is_scored_are_written(tmp_path: Path) -> None:
    event = aso_event(EVEN, 2)
    book = book_of(standings_sheets(EventProgress(event, {}, standings=Standings(0, (), ()))))
    book.write(tmp_path / "empty.xlsx")
    assert "No round is scored yet." in {
        cell.value for cell in sheets_of(tmp_path / "empty.xlsx")["Standings"].cells.values()
    }


# the other sheets


def test_the_grid_shows_result_and_round_of_every_meeting() -> None:
    case = cases["overtaken"]
    order = [id_ for (id_,) in case.lines("standings", "id")]
    grid = {
        (row, column): cell
        for column in order
        for row, cell in zip(
            order, column_values(case.recalculated, case.book, "grid", f"against {column}"), strict=True
        )
    }
    expected = {
        ("A", "B"): "+2 -4", ("A", "C"): "+1 -5", ("A", "D"): "-3",
        ("B", "A"): "-2 +4", ("B", "C"): "+3", ("B", "D"): "+1 +5",
        ("C", "A"): "-1 +5", ("C", "B"): "-3", ("C", "D"): "+2 =4",
        ("D", "A"): "+3", ("D", "B"): "-1 -5", ("D", "C"): "-2 =4",
    }  # fmt: skip
    assert {pair: cell for pair, cell in grid.items() if cell} == expected


@pytest.mark.parametrize(
    ("players", "grids"),
    [
        (8, ["Grid"]),
        (40, ["Grid"]),
        (41, ["Grid, 1 to 20", "Grid, 21 to 41"]),
        (60, ["Grid, 1 to 30", "Grid, 31 to 60"]),
        (81, ["Grid, 1 to 27", "Grid, 28 to 54", "Grid, 55 to 81"]),
        (201, []),
    ],
)
def test_the_grid_goes_on_over_sheets_where_there_are_more_players_than_fit_across(
    players: int, grids: list[str]
) -> None:
    event = aso_event({f"P{n:03}": 1000 + n for n in range(players)}, 1)
    rounds = {1: [row_of(event, player.id, None, "bye") for player in event.players]}
    sheets = standings_sheets(EventProgress(event, rounds, standings=rank_event(EventProgress(event, rounds))))
    found = [sheet for sheet in sheets if sheet.title.startswith("Grid")]
    assert [sheet.title for sheet in found] == grids
    numbers = [column.heading for sheet in found for column in sheet.tables[0].columns if column.heading.isdigit()]
    assert numbers == [str(number) for number in range(1, players + 1) if grids]
    assert all(len(sheet.tables[0].lines) == players for sheet in found)
    assert any("no result grid" in line.text for line in sheets[0].lines) == (not grids)


@pytest.mark.parametrize("paper", PAPER_SIZES)
@pytest.mark.parametrize("players", [8, 24, 26, 36, 40, 42, 60])
def test_no_sheet_of_paper_with_four_lines_follows_one_that_has_room(players: int, paper: PaperName) -> None:
    """After a sheet that is empty by a fifth there is none with four lines: there would have been room for them."""
    ids = [f"P{number:02}" for number in range(1, players + 1)]
    event = aso_event(dict.fromkeys(ids, 1500), 5, names={"P01": "Maximiliane-Charlotte Freifrau von und zu Berle"})
    rounds = {}
    for number in range(1, 6):
        order = [*ids[:1], *ids[number:], *ids[1:number]]
        games = zip(order[::2], order[1::2], strict=True)
        rounds[number] = [
            row_of(event, player, opponent, result, table=table)
            for table, (one, other) in enumerate(games, start=1)
            for player, opponent, result in ((one, other, "win"), (other, one, "loss"))
        ]
    sheets = standings_sheets(EventProgress(event, rounds, standings=rank_event(EventProgress(event, rounds))))
    posted = [part for sheet in sheets if not sheet.for_director for part in split_sheet(sheet, PAPER_SIZES[paper])]
    assert {"Standings", "Wall chart", "Prizes"} <= {sheet.title for sheet in posted}
    (chart,) = (sheet for sheet in sheets if sheet.title == "Wall chart")
    assert f"won against the player on line {min(15, players)};" in chart.lines[0].text
    for sheet in posted:
        for above, below in pairwise(lines_on_paper(sheet, paper)):
            assert below[0] > 4 or above[1] > 0.8, sheet.title


def lines_on_paper(plan: TableSheet, paper: PaperName) -> list[tuple[int, float]]:
    """Give the lines on each sheet of paper of a worksheet, and the share of it that is filled."""
    heights, repeat, whole = plan.row_heights, repeated_rows(plan, PAPER_SIZES[paper]), room(plan, PAPER_SIZES[paper])
    again = sum(heights[repeat.start : repeat.stop]) if repeat else 0
    breaks = page_breaks(heights, passages_of(plan, PAPER_SIZES[paper]), whole, again)
    lines = [row for _, place in plan.placed[: len(plan.tables)] for row in range(place.first, place.last + 1)]
    return [
        (sum(start <= row < end for row in lines), (sum(heights[start:end]) + again * bool(start)) / whole)
        for start, end in pairwise((0, *breaks, len(heights)))
    ]


def test_prizes_go_to_the_best_totals_and_are_shared() -> None:
    case = cases["overtaken"]
    shared = [
        (title, {*who.split(" and ")}, best, holders)
        for title, who, best, holders in case.lines("prizes", "title", "who", "best", "holders")
    ]
    assert shared == [
        ("Winner", {NASTY["A"]}, None, 1),
        ("Runner-up", {NASTY["B"]}, None, 1),
        ("Close combat: inflicted less lost", {NASTY["A"], NASTY["B"]}, 5, 2),  # A 9 - 4, B 3 + 2
        ("Snake eyes", {NASTY["A"], NASTY["D"]}, 2, 2),  # A and D
        ("Boxcars", {NASTY["C"]}, 2, 1),
    ]
    totals = {name: rest for name, *rest in case.lines("prize totals", "name", "cc_difference", "best cc_difference")}
    assert totals == {NASTY["A"]: [5, "★"], NASTY["B"]: [5, "★"], NASTY["C"]: [-5, None], NASTY["D"]: [-1, None]}


def test_a_prize_that_nobody_wins_is_not_listed() -> None:
    assert [title for (title,) in cases["shared"].lines("prizes", "title")] == ["Winner", "Runner-up"]


def test_what_nobody_counted_is_no_prize() -> None:
    assert [title for (title,) in cases["together"].lines("prizes", "title")] == ["Winner", "Runner-up"]


def test_the_sides_of_a_scenario_share_its_games() -> None:
    case = cases["overtaken"]
    assert case.lines("scenarios", "played_as", "played", "win", "draw", "loss", "share")[:4] == [
        ("bridge.german", 8, 6, 1, 1, pytest.approx(6.5 / 8)),
        ("bridge.british", 8, 1, 1, 6, pytest.approx(1.5 / 8)),
        ("mill.german", 2, 1, 0, 1, 0.5),
        ("mill.british", 2, 1, 0, 1, 0.5),
    ]
    assert case.lines("scenarios", "played", "share")[4:] == [(0, None), (0, None)]
    balances = [text for (text,) in case.lines("scenarios", "balances")]
    assert balances[:2] == ["1: The bridge: one squad fewer\n2: The bridge: no mortar", None]


def test_aso_4_games_whose_sides_are_unknown_are_played_too() -> None:
    lines = cases["first loss"].lines("scenarios", "played_as", "played", "win", "draw", "loss", "share")
    assert lines[:2] == [("bridge.german", 4, 2, 0, 0, 1), ("bridge.british", 4, 0, 0, 2, 0)]


def test_everybody_s_way_is_told_round_by_round() -> None:
    lines = cases["absent"].lines("players", "name", "round", "opponent_name", "rating", "result", "points")
    assert [line for line in lines if line[0] == "Player D"] == [
        ("Player D", 1, "Player B", 1500, "loss", 0),
        ("Player D", 2, "absent (0)", None, "absent", 0),
        ("Player D", 3, "Player B", 1500, "loss", 0),
    ]
    assert len(lines) == 15


def test_names_are_text_and_stand_in_no_formula() -> None:
    sheets = sheets_of(cases["overtaken"].path)
    cells = [cell for sheet in sheets.values() for cell in sheet.cells.values()]
    assert not [cell for cell in cells if cell.formula and any(nasty in cell.formula for nasty in NASTY.values())]
    shown = {cell.value for cell in sheets["Standings"].cells.values() if not cell.formula}
    assert set(NASTY.values()) <= shown


def test_every_sheet_prints_one_page_wide(tmp_path: Path) -> None:
    (pdf,) = to_pdf([cases["overtaken"].path], tmp_path)
    shown = [sheet for sheet in cases["overtaken"].book.sheets if not sheet.hidden]
    assert len(pdf_page_sizes(pdf)) == len(shown)
