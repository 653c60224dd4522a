"""Boards of Diplomacy in the workbooks: live scores, results, charts and the comparison of all scoring systems."""

from __future__ import annotations

import math
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from diplomacy_cases import BOARDS, CONCEDED, LIVE, LIVE_BOARDS, RESULTS, results_of
from filled_boards import a_draw, an_event, forms_of, many_games
from hypothesis import given
from hypothesis import strategies as st
from libreoffice import pdf_pages, to_pdf
from planned_workbooks import Group, Recalculated

from sheetscore.expressions import ExpressionError
from sheetscore.forms.form import Entries
from sheetscore.problems import MistakesFound
from sheetscore.results.table_book import TableBook
from sheetscore.scoring.boards.board import ALL_CENTRES, FINAL, POWERS, SOLO, Outcome
from sheetscore.scoring.boards.contradictions import mistakes
from sheetscore.scoring.boards.scores import ScorableBoard
from sheetscore.scoring.boards.system import board_system, board_system_paths
from sheetscore.sheets.round_workbook import field_places
from sheetscore.systems.diplomacy import DIPLOMACY
from sheetscore.systems.diplomacy.boards import SheetBoard, boards_of_sheets, count_box, game_box, power_box
from sheetscore.systems.diplomacy.forms import drawn_players
from sheetscore.systems.diplomacy.game_values import CHANGED
from sheetscore.systems.diplomacy.model import DiplomacyEvent
from sheetscore.systems.diplomacy.round_tables.board_tables import LIVE_GAMES, LIVE_POWERS
from sheetscore.systems.diplomacy.round_tables.comparison_tables import COMPARISON, systems_in_force
from sheetscore.systems.diplomacy.round_tables.step_tables import PlayedSteps
from sheetscore.tables.sheet import places_of

EVERY = tuple(board_system_paths())


Scores = list[int | Fraction] | None
"""What seven powers score; None where a year is missing or the board is not over."""


def scores_of(board: SheetBoard, name: str) -> Scores:
    """Score a board as the library does."""
    try:
        return [*ScorableBoard(board.board).scores(board_system(name)).values()]
    except (MistakesFound, ExpressionError):
        return None


_BLANKS: Sequence[None] = (None,) * len(POWERS)


def close(shown: object, expected: Fraction | int | None) -> bool:
    if expected is None:
        return shown in {None, ""}
    return isinstance(shown, int | float) and math.isclose(shown, expected, rel_tol=1e-9, abs_tol=1e-9)


cases = Group("diplomacy boards")


@cache
def with_ruling(ruling: int | None) -> Recalculated:
    return cases["ruled"].with_entry(power_box(2, "Italy", "ruling"), ruling)


@cache
def boards_of(name: str) -> Sequence[SheetBoard]:
    played = {**RESULTS, **LIVE}[name]()
    return boards_of_sheets(played.forms, played.entries)


def test_the_boards_are_of_every_kind() -> None:
    boards = boards_of("results")
    assert len(boards) >= 30
    assert {board.outcome for board in boards} == {*Outcome}
    assert sum(max(board.centres.values()) >= SOLO for board in boards) >= 5
    assert sum(sum(board.centres.values()) < ALL_CENTRES for board in boards) >= 5
    assert sum(not board.chart for board in boards) >= 5, "by their end alone"
    gaps = [sorted(board.chart) for board in boards if board.chart]
    assert sum(years != list(range(1901, years[-1] + 1)) for years in gaps) >= 3
    assert sum(0 < len(board.members) < sum(map(bool, board.centres.values())) for board in boards) >= 5
    ties = [sorted(count for count in board.centres.values() if count) for board in boards]
    assert sum(len(set(counts)) < len(counts) for counts in ties) >= 10
    assert sum(board.board.owned(power) == 0 for board in boards for power in POWERS) >= 30
    assert sum(None in board.board.history().values() for board in boards) >= 3, "years decide that nobody gave"


def test_the_comparison_leaves_blank_what_a_missing_year_decides() -> None:
    """On board 37 France and Germany may have gone before or after Austria; board 38 lacks the year of Germany."""
    shown = {(number, system): scores for number, system, scores, _, _ in compared(cases["results"])}
    for number, system in ((37, "maxonian"), (37, "7eleven"), (38, "maxonian"), (37, "kis")):
        assert set(shown[number, system]) <= {None, ""}
    assert shown[36, "maxonian"] == [2, 7 + 4, 3.5, 5, 3.5, 6 + 1, 1]
    assert shown[36, "kis"] == [0, 19, 0, 1, 0, 16, 0]
    # 1.5 x 17 + 9 + 4.5, and 3 from Russia, half of the 0.3 from everybody who is gone
    assert shown[36, "omg"] == pytest.approx([0.15, 42.75, 0.15, 0.15, 0.15, 30, 0.15])
    assert shown[36, "bangkok-2022"][:2] == [105, 105 * 17 + 210 + 210 + 3 * 420]
    assert shown[38, "bear-con"] == [0, 34, 0, 0, 0, 0, 0]


# the comparison


def compared(case: Recalculated) -> Iterator[tuple[int, str, list[Any], Any, Any]]:
    """Give board, system, seven scores, who is first and the lead from each line of scores."""
    keys: list[Any] = [*places_of(case.book.sheets)[COMPARISON].rows]
    columns = [case.column(COMPARISON, power.lower()) for power in POWERS]
    first, lead = case.column(COMPARISON, "first"), case.column(COMPARISON, "lead")
    for at, (board, system) in enumerate(keys):
        if system not in {"players", "centres"}:
            yield board, system, [column[at] for column in columns], first[at], lead[at]


@pytest.fixture(scope="module")
def by_python() -> Mapping[tuple[int, str], Scores]:
    """The scores of every board, by its number, under every system."""
    return {(board.table, system): scores_of(board, system) for board in boards_of("results") for system in EVERY}


def test_every_board_scores_under_every_system_as_in_python(by_python: Mapping[tuple[int, str], Scores]) -> None:
    wrong, blank, seen = [], 0, set()
    for number, system, shown, _, _ in compared(cases["results"]):
        expected = by_python[number, system]
        blank += expected is None
        seen.add((number, system))
        if not all(map(close, shown, expected or _BLANKS)):
            wrong.append(f"board {number} {system}: {shown}, Python {expected}")
    assert not wrong, "\n".join(wrong[:5])
    assert seen == by_python.keys()
    assert 0 < blank < len(seen) / 4, "some boards lack a year that some systems count"


def test_who_is_first_and_by_how_much(by_python: Mapping[tuple[int, str], Scores]) -> None:
    ties = 0
    for number, system, _, first, lead in compared(cases["results"]):
        scores = by_python[number, system]
        if scores is None:
            assert first in {None, ""}
            assert lead in {None, ""}
            continue
        best = [power for power, score in zip(POWERS, scores, strict=True) if score == max(scores)]
        ties += len(best) > 1
        initials = " ".join(power[0] for power in best)
        assert first == (best[0] if len(best) == 1 else "all level" if len(best) == 7 else initials), (number, system)
        assert close(lead, max(scores) - sorted(scores)[-2]), (number, system)
    assert ties > 50


def test_what_the_best_score_is_of_a_solo_and_how_many_are_tied() -> None:
    """13 / 8 / 8 / 5 is half a solo by squares, 38 % by the share of centres, a quarter where the draw is shared."""
    case = cases["shared"]
    keys: list[Any] = [*places_of(case.book.sheets)[COMPARISON].rows]
    systems = [system for _, system in keys]
    of_solo = dict(zip(systems, case.column(COMPARISON, "of_solo"), strict=True))
    tied = dict(zip(systems, case.column(COMPARISON, "tied"), strict=True))
    assert close(of_solo["sum-of-squares"], Fraction(169, 322))
    assert close(of_solo["scs"], Fraction(13, 34))
    assert of_solo["calhamer"] == of_solo["draw-size-420"] == 0.25
    assert tied["sum-of-squares"] == tied["scs"] == 2
    assert tied["calhamer"] == 4
    depends = [system for system in EVERY if board_system(system).solo_worth is None]
    assert 0 < len(depends) < 10
    assert {of_solo[system] for system in depends} == {"–"}


def test_the_system_of_the_event_comes_first() -> None:
    own = board_system("tribute")
    systems, unread = systems_in_force(own, None)
    assert systems[0] is own
    assert unread == ()
    assert sorted(one.file.id for one in systems) == sorted(EVERY)
    titles = [one.file.title.casefold() for one in systems[1:]]
    assert titles == sorted(titles)


def test_systems_of_the_events_own_folder_are_compared_too() -> None:
    case = cases["systems of one's own"]
    shown = {number: scores for number, system, scores, _, _ in compared(case) if system == "club"}
    assert shown == {1: [None] * 7, 2: [40, 4, 4, 4, 40, 4, 4], 3: [0, 0, 0, 0, 50, 0, 0]}
    comparison = next(sheet for sheet in case.book.sheets if sheet.title == "Comparison")
    assert any("broken.toml" in line.text for line in comparison.lines)
    assert any(line.text.startswith("Blank lines") for line in comparison.lines)


def with_long_names(event: DiplomacyEvent, paper: str) -> DiplomacyEvent:
    players = (one.model_copy(update={"name": f"Maximiliane von Featherstonehaugh {one.id}"}) for one in event.players)
    header = event.header.model_copy(update={"paper": paper})
    return event.model_copy(update={"players": tuple(players), "header": header})


def test_every_board_is_compared_on_pages_of_its_own(tmp_path: Path) -> None:
    for boards in (1, 3, 10):
        for paper in ("letter", "a4"):
            event, drawn = with_long_names(an_event(boards), paper), a_draw(boards)
            entries = drawn_players(drawn) | many_games(boards)
            book, _ = results_of(event, drawn, forms_of(event, drawn), entries)
            book.write(tmp_path / f"{paper} {boards}.xlsx")
    last = systems_in_force(board_system("sum-of-squares"), None)[0][-1].file.title
    paths = sorted(tmp_path.glob("*.xlsx"))
    for path, pdf in zip(paths, to_pdf(paths, tmp_path / "pdf"), strict=True):
        pages = compared_pages(pdf)
        ends = [page for page in pages if last in page]
        assert len(ends) == int(path.stem.rpartition(" ")[2]) == sum("Players" in page for page in pages), path.stem
        assert "Players" in pages[0], path.stem
        for before, page in pairwise(pages):
            assert ("Players" in page) == (last in before), f"{path.stem}: a board begins on the page of another"
        for number, page in enumerate(ends, start=1):
            lead = next(line.split() for line in page.splitlines() if last in line)
            assert lead[0] == str(number), f"{path.stem}: another board, or cut at the left"
            assert len(lead) >= len(POWERS) + 2, f"{path.stem}: cut at the right"


def compared_pages(pdf: Path) -> list[str]:
    """Give the text of the pages on which systems are compared."""
    command = ["pdftotext", "-layout", str(pdf), "-"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [page for page in text.split("\f") if "under every scoring system" in page]


# results


def test_results_show_the_rows_of_the_round() -> None:
    case = cases["results"]
    games = [row for row in DIPLOMACY.score(RESULTS["results"]()).rows if row["power"] is not None]
    for key in ("table", "power", "name", "player", "centres", "fate"):
        assert case.column("results", key) == [row[key] for row in games], key
    words = {"draw-all": "draw of all", "time": "time up"}
    assert case.column("results", "outcome") == [words.get(str(row["outcome"]), row["outcome"]) for row in games]
    assert all(map(close, case.column("results", "score"), [Fraction(row["score"] or 0) for row in games]))
    assert {row["fate"] for row in games} == {"solo", "draw", "survived", "lost", "eliminated"}
    assert case.column("results", "score")[7 + POWERS.index("Italy")] == 12.5
    assert case.column("sat out", "player") == [f"P{7 * BOARDS + 1}"]


def test_best_countries_have_the_highest_score_of_each_power() -> None:
    case = cases["results"]
    shown, rows = case.by("power", "score", "awards"), DIPLOMACY.score(RESULTS["results"]()).rows
    for power in POWERS:
        assert close(shown[power], max(Fraction(row["score"] or 0) for row in rows if row["power"] == power))
    assert CHANGED not in case.told("Powers")
    assert case.column("countries", "games") == [BOARDS] * 7


MEANING = "A score with a mark ✎ is the director's, in place of the computed one."


def test_a_score_that_was_ruled_is_marked_in_the_results_and_on_the_page_of_its_board() -> None:
    italy = POWERS.index("Italy")
    for case, score in ((cases["ruled"], 12.5), (with_ruling(1000), 1000)):
        marks = case.column("results", "ruled")
        assert [at for at, mark in enumerate(marks) if mark == "✎"] == [7 + italy]
        assert case.column("results", "score")[7 + italy] == score
        assert case.column("board 2", "ruled") == ["✎" if power == "Italy" else None for power in POWERS]
        assert MEANING in case.told("Results")
        assert MEANING in case.told("Board 2")


def test_marks_are_explained_only_where_there_is_one() -> None:
    assert "ruled" not in places_of(cases["ruled"].book.sheets)["board 1"].columns
    assert "ruled" not in places_of(cases["small"].book.sheets)["results"].columns
    withdrawn = with_ruling(None)
    for case, sheet in (
        (cases["ruled"], "Board 1"), (cases["small"], "Results"), (withdrawn, "Results"), (withdrawn, "Board 2")
    ):  # fmt: skip
        assert not {"✎", MEANING} & case.told(sheet), sheet


def test_an_award_that_a_changed_figure_takes_away_is_told_of() -> None:
    """With 1000 for the second board's Italy, its game is better than that which has the award."""
    assert CHANGED in with_ruling(1000).told("Powers")
    assert CHANGED not in cases["ruled"].told("Powers")


def test_standbys_are_no_rivals() -> None:
    event, drawn = an_event(2), a_draw(2)
    austria, *others = event.players
    event = event.model_copy(update={"players": (austria.model_copy(update={"standby": True}), *others)})
    book, _ = results_of(event, drawn, forms_of(event, drawn), drawn_players(drawn) | many_games(2))
    rivals = next(table for sheet in book.sheets for table in sheet.tables if table.name == "rivals")
    assert [game.player for game in rivals.lines] == [f"P{number:03}" for number in range(2, 15)]


def test_charts_begin_with_the_position_at_the_start() -> None:
    case = cases["results"]
    first = {key: case.column("charts", key)[0] for key in ("after", "austria", "russia", "owned", "unowned")}
    assert first == {"after": 1900, "austria": 3, "russia": 4, "owned": 22, "unowned": 12}
    lines = sum(1 + len(board.chart) + (board.final is not None) for board in boards_of("results"))
    assert len(case.column("charts", "after")) == lines


def test_a_change_among_the_entries_goes_through_to_the_comparison() -> None:
    """The power that the fourth board was conceded to is changed to the other one that is left."""
    before = {number: scores for number, system, scores, _, _ in compared(cases["small"]) if system == "calhamer"}
    changed = cases["small"].with_entry(game_box(1, "members"), "Turkey")
    after = {number: scores for number, system, scores, _, _ in compared(changed) if system == "calhamer"}
    assert before == {1: [1, 0, 0, 0, 0, 0, 0]}
    assert after == {1: [0, 0, 0, 0, 0, 0, 1]}


def test_a_round_without_a_board_that_is_over_has_results_all_the_same() -> None:
    assert cases["none"].column("countries", "games") == [0] * 7


def test_a_standby_wins_no_award() -> None:
    event, drawn = an_event(1), a_draw(1)
    austria, *others = event.players
    event = event.model_copy(update={"players": (austria.model_copy(update={"standby": True}), *others)})
    forms, entries = forms_of(event, drawn), drawn_players(drawn) | CONCEDED
    book, _ = results_of(event, drawn, forms, entries)
    assert [power for power, *_ in _award_lines(book)] == [*POWERS[1:]]


def _award_lines(book: TableBook) -> list[tuple[str, str]]:
    awards = next(table for sheet in book.sheets for table in sheet.tables if table.name == "awards")
    return [(game.power, game.player) for game in awards.lines]


# live scores


def typed_by_hand() -> Recalculated:
    """Give the blank boards filled in like those that are full, with members of a draw as people write them."""
    full = LIVE["full bangkok"]()
    boxes, typed = field_places(full.forms), dict[Any, Any](full.entries)
    for key, value in full.entries.items():
        if key.field.endswith("members"):
            typed[key] = ", ".join(part[:2].upper() for part in str(value).split())
        elif isinstance(value, Fraction):
            typed[key] = float(value)
    return cases["blank"].typed_over({boxes[key]: value for key, value in typed.items() if key in boxes})


@pytest.mark.parametrize("name", ["typed", "full bangkok", "full maxonian", "half bangkok", "half draw-size"])
def test_the_directors_page_scores_what_can_be_scored(name: str) -> None:
    case = typed_by_hand() if name == "typed" else cases[name]
    scoring = name.partition(" ")[2] or "bangkok"
    shown = case.column(LIVE_POWERS, "score")
    for at, board in enumerate(boards_of("full bangkok" if name == "typed" else name)):
        expected: list[Any] = [*(scores_of(board, scoring) or _BLANKS)]
        for power, ruling in board.rulings.items():
            expected[POWERS.index(power)] = None if expected[0] is None else ruling.score
        assert all(map(close, shown[7 * at : 7 * at + 7], expected)), (
            board.table,
            shown[7 * at : 7 * at + 7],
            expected,
        )


def test_a_blank_board_shows_nothing_but_who_plays() -> None:
    case = cases["blank"]
    for key in ("centres", "place", "score"):
        assert set(case.column(LIVE_POWERS, key)) <= {None, ""}
    assert case.column(LIVE_POWERS, "player")[:2] == ["Player 1 (P001)", "Player 2 (P002)"]
    assert set(case.column(LIVE_GAMES, "missing")) == {"centres are missing. how the game ended is missing."}


def test_the_directors_page_says_what_is_missing() -> None:
    assert cases["half bangkok"].column(LIVE_GAMES, "missing") == [
        "how the game ended is missing.",
        "a solo has one power with 18.",
        "Years are missing: the last, France, Germany, Italy, Russia, Turkey",
        "there are more than 34 centres. 18 centres are a solo.",
        "centres are missing. somebody named has no centre. a draw has two members or more.",
        "somebody named has no centre. name the one power conceded to. a power is out after the last year.",
    ]
    draw_size = cases["half draw-size"]
    assert draw_size.column(LIVE_GAMES, "missing")[2] is None, "draw size counts no years"
    assert draw_size.column(LIVE_POWERS, "score")[14:21] == [50, 50, 0, 0, 0, 0, 0]


def test_the_directors_page_is_one_page_wide(tmp_path: Path) -> None:
    """The cover, six boards and the scores of six boards, which go on to a second page."""
    (pdf,) = to_pdf([cases["full bangkok"].path], tmp_path)
    assert pdf_pages(pdf) == 1 + LIVE_BOARDS + 2


PROBLEM_ENTRIES = st.fixed_dictionaries(
    {},
    optional={
        **{count_box(1, line, power): st.integers(0, 18) for line in (1905, FINAL) for power in POWERS},
        **{power_box(1, power, "eliminated"): st.integers(1901, 1910) for power in POWERS[:3]},
        game_box(1, "final_year"): st.integers(1905, 1910),
        game_box(1, "outcome"): st.sampled_from([*map(str, Outcome)]),
        game_box(1, "members"): st.lists(st.sampled_from(POWERS), unique=True, min_size=1).map(" ".join),
    },
)

ONE_BOARD = forms_of(an_event(1), a_draw(1))


@given(PROBLEM_ENTRIES)
def test_a_board_has_a_problem_exactly_if_it_contradicts_itself(entries: Entries) -> None:
    (board,) = boards_of_sheets(ONE_BOARD, entries)
    contradictions = bool(mistakes(board.board))
    later = [year for year in board.chart if board.typed_final_year is not None and year > board.typed_final_year]
    if not later:  # a chart that goes on after the last year is found when sheets are read
        assert bool(PlayedSteps(board).in_brief) == contradictions


@given(PROBLEM_ENTRIES, st.sampled_from(EVERY))
def test_steps_end_in_the_scores_of_the_library(entries: Entries, name: str) -> None:
    (board,) = boards_of_sheets(ONE_BOARD, entries)
    if not mistakes(board.board):
        assert PlayedSteps(board).scores(board_system(name)) == scores_of(board, name)
