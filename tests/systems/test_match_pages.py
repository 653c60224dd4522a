"""Pages of matched games as LibreOffice prints them, and what they say of scenarios, substitutes and ended series."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from libreoffice import pdf_page_sizes, recalculate, to_pdf
from looking import open_whole
from match_event import draw_of, match_event, scenario, typed
from printed_pages import (
    EM,
    MM,
    SMALLEST_SQUARE,
    Word,
    boxes_to_write_in,
    line_heights,
    rows_to_write_in,
    sides_of_squares,
    small_words,
    words,
    words_beside_squares,
)
from round_contexts import blank_round, drawn_round, filled_round
from shared_demos import Demos

from sheetscore.event.model import Header, Player
from sheetscore.forms.form import Entries
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.page_places import print_set_ups
from sheetscore.sheets.pages import SCALE
from sheetscore.sheets.round_workbook import field_places, layouts, sheets_of_paper, write_round
from sheetscore.sheets.styles import GREY, STYLES, WHITE
from sheetscore.systems.match import MATCH
from sheetscore.systems.match.deciding import net_of
from sheetscore.systems.match.forms import round_forms
from sheetscore.systems.match.lists import how_won
from sheetscore.systems.match.match_tables import columns_said
from sheetscore.systems.match.model import Handicap, MatchEvent, MatchScenario, MatchSide
from sheetscore.systems.match.score import drawn_players
from sheetscore.systems.match.series_tables import net_said
from sheetscore.systems.match.ticks import TICKS
from sheetscore.wording import HARD_BLANK
from sheetscore.workbooks.cell_refs import parse_address

ONE = draw_of("P01 P02")
LIBRARY = Library("match", ("match",))
GIVEN = (Handicap(player="P02", against="P01", game_system="Hills", points="14/3"),)
LONG_SIDES = (
    MatchSide(id="north", title="Army Group North of the Upper Vistula", orders=("Early", "Late reinforcements")),
    MatchSide(id="south", title="South"),
)
OWN_LEVELS = ("Knapper Sieg = marginal", "Operativer Durchbruch = substantive", "Totale Vernichtung = decisive")
LONG = scenario(title="The long hill and the valley beyond the river", sides=LONG_SIDES, levels=OWN_LEVELS, turns=12)
KINDS = (
    LONG,
    scenario("ford", grading="territory", turns=10, game_system="Rivers"),
    scenario("convoy", grading="points", game_system="Roads"),
    scenario("siege", grading="one-sided", graded_side="north", levels=("Minor = marginal",), draws=False),
)
EVENTS: dict[str, dict[str, Any]] = {
    "single": {"scenarios": (LONG,)},
    "kinds": {"scenarios": KINDS},
    "series": {"scenarios": (LONG,), "series": 3},
    "kinds-series": {"scenarios": KINDS, "series": 3},
    "territory": {"scenarios": KINDS[1:2]},
    "points": {"scenarios": KINDS[2:3]},
    "one-sided": {"scenarios": KINDS[3:]},
    "ungraded": {"scenarios": (scenario(grading="win"),)},
}


def awkward_event(name: str, paper: str = "a4") -> MatchEvent:
    """Give an event with the longest names, and a handicap in force."""
    title = "The Forty-Fourth Grand Congress of Wargamers"
    assert len(title) == 44
    header = Header.model_validate({"name": title, "system": "match", "rounds": 3, "seed": 7, "paper": paper})
    longest = "Wolfgang-Maximilian von und zu Hohenstaufen-Schwarzenburg XI"
    assert len(longest) == 60
    players = (Player(id="P01", name=longest), Player(id="P02", name="東京ウォーゲーム愛好会の山田太郎"))
    event = match_event(2, header=header, given=GIVEN, **EVENTS[name])
    return event.model_copy(update={"players": players})


def forms_of(event: MatchEvent) -> RoundForms:
    return round_forms(drawn_round(event, ONE, templates=LIBRARY))


@pytest.fixture(scope="module", params=["letter", "a4"])
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sheets of every awkward event on one paper."""
    folder = tmp_path_factory.mktemp(request.param)
    paths = {}
    for name in EVENTS:
        event = awkward_event(name, request.param)
        paths[name] = folder / f"{name}.xlsx"
        write_round(paths[name], event, forms_of(event), drawn_players(ONE))
    to_pdf([*paths.values()], folder / "pdf")
    return paths


def pdf_of(path: Path) -> Path:
    return path.parent / "pdf" / f"{path.stem}.pdf"


def pages_of(path: Path) -> list[list[Word]]:
    """Give the words on each sheet of a table."""
    return words(pdf_of(path))[1:]


def text_of(page: list[Word]) -> str:
    return " ".join(word.text for word in page)


@pytest.mark.parametrize("name", EVENTS)
def test_boxes_are_high_enough_for_a_pencil_and_labels_to_be_read(name: str, printed: dict[str, Path]) -> None:
    path = printed[name]
    sheet = open_whole(path)["Table 1"]
    scale = (sheet.page_setup.scale or 100) / 100
    rows = {parse_address(cell)[0] + 1 for _, cell in field_places(forms_of(awkward_event(name))).values()}
    heights = {sheet.row_dimensions[row].height * scale for row in rows}
    assert min(heights) >= 8.5 * MM
    pages = pages_of(path)
    assert len(pages) == len(pdf_page_sizes(pdf_of(path))) - 1
    assert any(line_heights(pages[0])[0] == pytest.approx(height, rel=0.02) for height in heights)
    assert not [small for page in pages for small in small_words(page)]


@pytest.mark.parametrize("name", EVENTS)
def test_what_sheets_say_of_scenarios_and_games_is_there_whole(name: str, printed: dict[str, Path]) -> None:
    event, pages = awkward_event(name), [text_of(page) for page in pages_of(printed[name])]
    first = pages[0]
    assert "Hohenstaufen-Schwarzenburg XI (P01)" in first
    assert "if somebody else plays, ask the director" in first
    for one in event.scenarios:
        assert all(word in first for word in how_won(one).split())
        assert all(word in first for side in one.sides for word in side.title.split())
    whole = first.lower().replace("what is played ", "")  # may stand beside two lines
    assert "agree, or roll: the higher roll chooses the scenario, or the orders of one side" in whole
    assert "a coin or a die says who has the first side in game 1, the other has it in game 2" in whole
    assert "both games together, halved; a handicap is added to the points of the weaker player" in whole
    assert "“How it is won” says" in " ".join(pages) or not {"points", "territory"} & {
        one.grading for one in event.scenarios
    }
    if "series" not in name:
        assert "tick who won, and the level where there is one" in first
    assert "4 2/3 for player 2" in first or len(event.scenarios) > 1 or name in {"territory", "points"}


@pytest.mark.parametrize("name", EVENTS)
def test_the_orders_that_a_scenario_offers_are_on_its_sheet(name: str, printed: dict[str, Path]) -> None:
    first = text_of(pages_of(printed[name])[0])
    which = "in The long hill and the valley beyond the river, " if "kinds" in name else ""
    said = f"Orders {which}of Army Group North of the Upper Vistula: Early, Late reinforcements"
    assert (said in first) == (LONG in EVENTS[name]["scenarios"])
    assert ("Orders of" in first or "Orders in" in first) == (LONG in EVENTS[name]["scenarios"])


def test_a_series_is_on_one_sheet_or_has_some_of_its_matches_on_a_second(printed: dict[str, Path]) -> None:
    for name, count in (("series", 1), ("kinds-series", 2)):
        pages = [text_of(page) for page in pages_of(printed[name])]
        made = forms_of(awkward_event(name))
        assert len(pages) == count == sheets_of_paper(made, layouts(made))
        assert ["The series" in page for page in pages] == [False] * (count - 1) + [True]
        assert [f"Match {number} of 3" in pages[0] for number in (1, 2, 3)] == [True, count == 1, count == 1]
        assert [f"Match {number} of 3" in pages[-1] for number in (1, 2, 3)] == [count == 1, True, True]
        assert all("Hohenstaufen-Schwarzenburg XI (P01)" in page for page in pages)
        squares = [sum(word.text == "☐" for word in page) for page in pages_of(printed[name])]
        of_a_match = 2 * (3 + 3) + (4 if name == "series" else 6)  # who won, at which level, and what was chosen
        assert squares == ([3 * of_a_match] if count == 1 else [of_a_match, 2 * of_a_match])
        if count > 1:
            assert "The other matches are on sheet 2" in pages[0]
        sheet = layouts(made)[id(made.tables[0].pages[0].form)]
        assert [sheet.part_of(cell.row) for cell in sheet.cells if cell.style == "signature"] == [count] * 2


@pytest.mark.parametrize("name", EVENTS)
def test_squares_to_tick_are_4_mm_large_and_their_words_large_enough_to_be_read(
    name: str, printed: dict[str, Path]
) -> None:
    for page in pages_of(printed[name]):
        assert min(sides_of_squares(page)) >= SMALLEST_SQUARE
        squares = [word for word in page if word.text == "☐"]
        words_of_squares = [
            word
            for word in page
            for one in squares
            if one.left < word.left < one.left + 40 and one.top < word.middle < one.bottom
        ]
        assert len(words_of_squares) >= len(squares)
        assert min(word.bottom - word.top for word in words_of_squares) >= 7.5 * EM


def ticked_texts(path: Path) -> list[str]:
    """Give the squares with their words that stand side by side on a sheet, from the top: those of a box together."""
    sheet = open_whole(path, values=True)["Table 1"]
    ends = {(one.min_row, one.min_col): one.max_col for one in sheet.merged_cells.ranges}
    said: list[str] = []
    for row in sheet.iter_rows():
        last = -1
        for square in row:
            if square.value in {"☐", "☒"}:
                words = row[ends[square.row, square.column]]
                text = f"{square.value} {words.value}"
                if square.column == last + 1:
                    said[-1] += f" {text}"
                else:
                    said.append(text)
                last = ends[words.row, words.column]
    return said


def test_what_is_typed_in_a_series_ticks_its_squares(tmp_path: Path) -> None:
    event = awkward_event("series")
    own = {"1/1.winner": "2", "1/1.level": "Knapper Sieg", "1/2.winner": "1", "1/2.level": "decisive"}
    entries = typed(
        event,
        ONE,
        *(f"{box}={value}" for box, value in own.items()),
        "2/1.winner=draw",
        "1/coin=2",
        "1/order_high=first",
    )
    write_round(tmp_path / "round1.xlsx", event, forms_of(event), entries)
    (again,) = recalculate([tmp_path / "round1.xlsx"], tmp_path / "out")
    for path in (tmp_path / "round1.xlsx", again):
        coin, orders, first, level, second, other, none, nothing, third, last = ticked_texts(path)[:10]
        assert (coin, orders) == ("☐ player 1 ☒ player 2", "☒ first side ☐ second side")
        assert (none, nothing) == ("☐ player 1 ☐ player 2", "☐ first side ☐ second side")
        assert first == "☐ player 1 ☒ player 2 ☐ draw"
        assert level == "☒ Knapper Sieg ☐ Operativer Durchbruch ☐ Totale Vernichtung"
        assert (second, other) == (
            "☒ player 1 ☐ player 2 ☐ draw",
            "☐ Knapper Sieg ☐ Operativer Durchbruch ☒ Totale Vernichtung",
        )
        assert (third, "☒" in last) == ("☐ player 1 ☐ player 2 ☒ draw", False)


def test_levels_are_ticked_in_the_words_in_which_the_scenarios_of_the_series_are_listed(tmp_path: Path) -> None:
    words_of_hill = ("Minor = marginal", "Major = substantive", "Total = decisive")
    hill, siege = scenario(levels=words_of_hill), scenario("siege", grading="one-sided", graded_side="north")
    for offered, said in (
        ((hill, *KINDS[1:3]), "☐ Minor ☐ Major ☐ Total"),
        ((hill, siege), "☐ Minor (marginal) ☐ Major (substantive) ☐ Total (decisive)"),
        (
            (LONG, siege),
            "☐ Knapper Sieg (marginal) ☐ Operativer Durchbruch (substantive) ☐ Totale Vernichtung (decisive)",
        ),
    ):
        event = match_event(2, scenarios=offered, series=3)
        write_round(tmp_path / "round1.xlsx", event, forms_of(event), drawn_players(ONE))
        assert any(said in text for text in ticked_texts(tmp_path / "round1.xlsx"))


def test_what_follows_by_itself_is_grey_on_the_sheet_of_a_series_but_for_what_a_pencil_scores() -> None:
    made = forms_of(awkward_event("kinds-series"))
    sheet = layouts(made)[id(made.tables[0].pages[0].form)]
    computed = [cell for cell in sheet.cells if cell.key and TICKS not in cell.key and cell.column < sheet.printed]
    white = [cell.key[-1] for cell in computed if STYLES[cell.style].get("bg_color") == WHITE]
    assert sorted(white) == sorted(["handicap", "match_points"] * 3 + ["match_points", "raw", "next"])
    signs = {STYLES[cell.style].get("num_format", "")[:4] for cell in computed if cell.key[-1] in white}
    assert signs == {'"Σ "'}, "nobody takes them for boxes, and no figure touches the sign"
    others = [cell for cell in computed if cell.key[-1] not in white and cell.style != "label"]
    assert len(others) == 3 + 1, "how each match and the series ended"
    assert {STYLES[cell.style]["bg_color"] for cell in others} == {GREY}
    assert {STYLES[cell.style]["bg_color"] for cell in sheet.cells if cell.box} == {WHITE}


LINES_OF_A_SERIES = 3 * 3
"""Of three matches: what is played, and two games."""


@pytest.mark.parametrize("name", ["series", "kinds-series"])
def test_boxes_to_write_in_of_a_series_are_white_and_9_mm_high(name: str, printed: dict[str, Path]) -> None:
    path = printed[name]
    number = len(pages_of(path)) + 1
    drawn = boxes_to_write_in(pdf_of(path), number)
    squares = [word for word in pages_of(path)[-1] if word.text == "☐"]
    # with many boxes squares have lines of their own, on which nobody writes
    apart = [box for box in drawn if any(word.inside(box) for word in squares)] if name == "kinds-series" else []
    rows = {round(box.top) for box in drawn} - {round(box.top) for box in apart}
    heights = sorted({round(box.top): box.bottom - box.top for box in drawn if round(box.top) in rows}.values())
    assert len(heights) >= (2 * 3 if apart else LINES_OF_A_SERIES)
    assert heights[0] >= 8.5 * MM - 0.5
    for word in pages_of(path)[-1]:
        if word.text.startswith("☐"):
            assert any(word.inside(box) for box in drawn)


COMPOUND = "Wolfeschlegelsteinhausenbergerdorf"
assert len(COMPOUND) == 34


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("side", ["North", COMPOUND])
def test_a_series_has_rows_of_9_mm_on_one_page_and_no_word_is_torn(paper: str, side: str, tmp_path: Path) -> None:
    header = match_event(2).header.model_copy(update={"paper": paper})
    sides = (MatchSide(id="north", title=side, orders=("Early", "Late")), MatchSide(id="south", title="South"))
    event = match_event(2, header=header, scenarios=(scenario(sides=sides, turns=12),), series=3)
    made = forms_of(event)
    chosen = {key: "second" for key in made.fields if key.field.endswith("order_high")}
    assert len(chosen) == 3
    write_round(tmp_path / "round1.xlsx", event, made, {**drawn_players(ONE), **chosen})
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    _, page = words(pdf)
    assert not small_words(page)
    texts = [word.text for word in page]
    assert side in texts
    # above the orders of its side, beside its square, and in the box to the right of that, in each match
    assert texts.count("second") == 3 * 3
    if side == "North":
        boxes = boxes_to_write_in(pdf, 2)
        high = {round(box.top) for box in boxes if box.bottom - box.top >= 9 * MM - 0.1}
        games = [round(word.middle) for word in page if word.text == "Game"]
        assert len(games) == 2 * 3
        assert len(high) >= 3 * 3
        assert all(any(abs(top + 4.5 * MM - middle) < 6 for top in high) for middle in games)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_sheet_of_four_scenarios_with_words_of_their_own_is_not_made_smaller(paper: str) -> None:
    """Words for levels that do not fit on a line are not used: they would make the sheet higher than letter paper."""
    own = ("Minor = marginal", "Major = substantive", "Total = decisive")
    sides = tuple(MatchSide(id=one.id, title=one.title, orders=("Early", "Late")) for one in LONG_SIDES)
    offered = (
        scenario(levels=own, sides=sides),
        *KINDS[1:3],
        scenario("siege", grading="one-sided", graded_side="north"),
    )
    header = match_event(2).header.model_copy(update={"paper": paper})
    event = match_event(2, header=header, scenarios=offered, series=3)
    made = forms_of(event)
    sheet = layouts(made)[id(made.tables[0].pages[0].form)]
    assert print_set_ups(event, [sheet])["portrait"].scale == SCALE
    assert [cell.text for cell in sheet.cells if str(cell.text).startswith("roll by")][:2] == [
        f"roll by player{HARD_BLANK}1",
        f"roll by player{HARD_BLANK}2",
    ]


def test_a_series_with_many_scenarios_takes_more_paper_rather_than_smaller_letters() -> None:
    own = ("Minor = marginal", "Major = substantive", "Total = decisive")
    sides = tuple(MatchSide(id=one.id, title=one.title, orders=("Early", "Late")) for one in LONG_SIDES)
    offered = (*KINDS[1:3], *(scenario(f"hill-{number}", levels=own, sides=sides) for number in range(6)))
    made = forms_of(match_event(2, scenarios=offered, series=3))
    form = made.tables[0].pages[0].form
    sheet = layouts(made)[id(form)]
    assert len(sheet.sheets) == 3
    assert sheet.foot == 3
    assert print_set_ups(match_event(2), [sheet])["portrait"].scale == SCALE
    told = [str(cell.text) for cell in sheet.cells if " on sheet" in str(cell.text)]
    assert [text.partition(",")[0] for text in told] == ["The matches are on sheets 2 and 3", "Match 3 is on sheet 3"]
    assert {*form.fields} == {cell.box for cell in sheet.cells if cell.box}


def test_usual_series_have_lines_of_9_mm(tmp_path: Path) -> None:
    for paper in ("letter", "a4"):
        event = match_event(2, header=match_event(2).header.model_copy(update={"paper": paper}), series=3)
        write_round(tmp_path / f"{paper}.xlsx", event, forms_of(event), drawn_players(ONE))
        (pdf,) = to_pdf([tmp_path / f"{paper}.xlsx"], tmp_path / "pdf")
        assert len(words(pdf)) == 2
        assert min(rows_to_write_in(pdf, 2)) >= 9 * MM - 0.3


BREAKERS = (("points", 2), ("territory", 4), ("win", 0))
"""How many boxes of a game tell who won if each wins one, by the grading of the scenario."""


def test_tie_breakers_are_asked_of_each_player_where_a_scenario_needs_them(printed: dict[str, Path]) -> None:
    asked = {f"{what} player{HARD_BLANK}{seat}" for what in ("points of", "turn won,", "losses of") for seat in (1, 2)}
    for name, what in {"series": set[str](), "kinds-series": asked}.items():
        page = text_of(pages_of(printed[name])[-1])
        made = forms_of(awkward_event(name))
        sheet = layouts(made)[id(made.tables[0].pages[0].form)]
        assert asked & {str(cell.text) for cell in sheet.cells if cell.column < sheet.printed} == what
        assert all(word in page for caption in what for word in caption.split())
        assert not re.search(r"\b(Points|Turn|Lost) [12]\b", page)
    for series, grading, boxes in (*((3, *one) for one in BREAKERS), *((1, *one) for one in BREAKERS)):
        event = match_event(2, series=series, scenarios=(scenario(grading=grading),))
        made = forms_of(event)
        sheet = layouts(made)[id(made.tables[0].pages[0].form)]
        game = "match.3.game.2." if series > 1 else "game.2."
        on_paper = {cell.box.removeprefix(game) for cell in sheet.cells
                    if cell.box.startswith(game) and cell.column < sheet.printed}  # fmt: skip
        assert "winner" in on_paper
        assert len(on_paper) == 1 + boxes, "the coin says who has the first side: nobody is asked twice"
        every = {cell.box for cell in sheet.cells if cell.box}
        assert every == set(made.tables[0].pages[0].form.fields)


@pytest.mark.parametrize("series", [1, 3])
def test_messages_and_prompts_call_boxes_as_the_sheet_does(series: int) -> None:
    event = match_event(2, series=series, scenarios=(scenario(grading="territory"), scenario("ford", grading="points")))
    made = forms_of(event)
    form = made.tables[0].pages[0].form
    labels = {box.name: box.label.lower() for block in form.blocks for box in block.fields}
    sheet = layouts(made)[id(form)]
    captions = {
        str(cell.text).replace(HARD_BLANK, " ")
        for cell in sheet.cells
        if cell.style.startswith("caption") and cell.column < sheet.printed
    }
    said = ("rolls_1", "rolls_2", "points_1", "points_2", "turn_1", "turn_2", "losses_1", "losses_2")
    assert {labels[name] for name in said} <= captions
    assert labels["coin"] == "first side in game 1"
    assert any(str(text).startswith(labels["coin"]) for text in captions)
    assert "higher roll chose" not in captions, (
        "without orders the higher roll chooses the scenario, and nobody is asked"
    )


def test_a_single_match_is_on_one_sheet(printed: dict[str, Path]) -> None:
    for name, changes in EVENTS.items():
        if "series" not in changes:
            (page,) = pages_of(printed[name])
            text = text_of(page)
            ticked = words_beside_squares(page)
            for player in ("player 1", "player 2"):
                named = sum(one.replace("Σ ", "").startswith(player) for one in ticked)  # that of the handicap
                assert named == 3, "who has the first side, and who won twice"
            several, orders = len(changes["scenarios"]) > 1, LONG in changes["scenarios"]
            assert ("scenario roll by" in text) == several
            assert ("roll by" in text) == (several or orders), "without a choice there is nothing to roll for"
            assert ("scenario" in ticked) == (several and orders)
            assert ("second side" in ticked) == orders
            assert "Game 1" in text
            assert "Game 2, sides exchanged" in text
            assert not re.search(r"\b(Roll|Points|Turn|Lost) [12]\b", text)


def test_what_is_typed_in_a_match_alone_ticks_its_squares(tmp_path: Path) -> None:
    event = awkward_event("single")
    entries = typed(event, ONE, "1.winner=2", "1.level=Knapper Sieg", "2.winner=draw")
    write_round(tmp_path / "round1.xlsx", event, forms_of(event), entries)
    _, _, won, level, again, _ = ticked_texts(tmp_path / "round1.xlsx")
    assert (won, again) == ("☐ player 1 ☒ player 2 ☐ draw", "☐ player 1 ☐ player 2 ☒ draw")
    assert level == "☒ Knapper Sieg ☐ Operativer Durchbruch ☐ Totale Vernichtung"


def test_every_box_beside_squares_has_its_caption_and_orders_are_equally_wide() -> None:
    """In each of three matches: the first side, whose orders were chosen, winner and level."""
    event = awkward_event("series")
    (page,) = layouts(forms_of(event)).values()
    assert sum(cell.text == "typed:" for cell in page.cells) == 3 * 4
    assert any("1 : 2" in str(cell.text).replace(HARD_BLANK, " ") for cell in page.cells)
    first, second = (
        {cell.last_column - cell.column for cell in page.cells if f"order_{side}" in cell.box}
        for side in ("first", "second")
    )
    assert abs(first.pop() - second.pop()) <= 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "At levels, with match points: marginal 1, substantive 3, decisive 6"),
        (
            {"levels": ("Minor = marginal", "Total = decisive"), "turns": 9},
            "At levels, with match points: Minor (marginal) 1, substantive 3, Total (decisive) 6. "
            f"Lasts 9{HARD_BLANK}game-turns",
        ),
        (
            {"grading": "one-sided", "graded_side": "south", "draws": False},
            "South at levels, with match points: marginal 1, substantive 3, decisive 6. North without a level: 6. "
            "No draws",
        ),
    ],
)
def test_match_3_a_sheet_says_how_games_are_won_in_the_words_of_the_scenario(
    changes: dict[str, Any], said: str
) -> None:
    made: MatchScenario = scenario(**changes)
    assert how_won(made) == said


def test_match_5_sheets_and_results_say_how_the_net_is_computed_with_their_figures() -> None:
    given, total = Fraction(14, 3), Fraction(12)
    assert net_of(total, given, 2, "margin") == total / 2 + given / 4 == Fraction(43, 6)
    assert "match points halved, and a quarter of the handicap" in columns_said("margin").text
    assert net_of(total, given, 2, "own") == (total + given) / 2
    assert "the winner's match points and handicap together, halved" in columns_said("own").text
    # 1 match point and handicaps of 24 in three matches: (1 + 24 / 2) / 6
    assert net_of(Fraction(1), Fraction(24), 6, "margin") == Fraction(13, 6)
    said_of_series = {
        (level, counts): net_said(match_event(2, series=3, handicap_level=level, series_handicap=counts))
        for level in ("margin", "own")
        for counts in (True, False)
    }
    assert said_of_series["margin", True].startswith("Net per game: match points and half the handicaps, divided by")
    assert said_of_series["own", True].startswith("Net per game: the winner's match points and handicaps together")
    assert said_of_series["own", False] == said_of_series["margin", False]
    assert "match points, divided by the games, 2 in each match" in said_of_series["own", False]
    for level, said in (("margin", "a quarter of a handicap is added"), ("own", "a handicap is added to the points")):
        form = forms_of(match_event(2, given=GIVEN, handicap_level=level)).tables[0].pages[0].form
        assert said in form.block("result").rule


GAMES = ("1.winner=1", "1.level=marginal", "2.winner=draw")


def test_match_5_a_sheet_says_nothing_of_a_handicap_when_somebody_else_plays() -> None:
    event = match_event(3, given=GIVEN, handicap_level="margin")
    made = forms_of(event)

    def shows(player: str) -> tuple[str, str]:
        entries = {**typed(event, ONE, *GAMES), next(iter(drawn_players(ONE))): player}
        rows = filled_round(event, made, entries).pages[1, ""].rows
        return str(rows["setup"][0].shows["handicap"]), str(rows["result"][0].shows["ends"])

    assert shows("P01") == (f"4{HARD_BLANK}2/3 for player 2", "the match is drawn, player 2 is ahead")
    assert shows("P03") == ("substitute: see the results",) * 2


def test_match_5_sheets_of_an_event_without_handicaps_need_not_ask_who_plays() -> None:
    event = match_event(3)
    entries = {**typed(event, ONE, *GAMES), next(iter(drawn_players(ONE))): "P03"}
    rows = filled_round(event, forms_of(event), entries).pages[1, ""].rows
    assert rows["result"][0].shows["ends"] == "the match is drawn, player 1 is ahead"


def test_match_4_a_sheet_says_what_it_means_that_a_series_was_ended() -> None:
    event = match_event(2, series=3)
    texts = ["1/1.winner=1", "1/1.level=decisive", "1/2.winner=draw"]

    def series(*more: str) -> tuple[str, str]:
        page = filled_round(event, forms_of(event), typed(event, ONE, *texts, *more)).pages[1, ""]
        return str(page.rows["series"][0].shows["ends"]), str(page.rows["handicaps"][0].shows["next"])

    assert series() == ("", "")
    assert series("series.ended=1") == ("ended; only its matches count", "")


def filled_series() -> Entries:
    texts = [
        f"{match}/{game}.{what}" for match in "123" for game in "12" for what in ("winner=1", "level=Knapper Sieg")
    ]
    texts += ["2/rolls_1=5", "2/rolls_2=3", "2/choice=scenario", "3/order_first=Early"]
    return typed(awkward_event("series"), ONE, *texts)


def series_of_awkward_names(folder: Path) -> None:
    event = awkward_event("series")
    write_round(folder / "round1.xlsx", event, forms_of(event), filled_series())


def test_a_filled_series_comes_back_whole(demos: Demos) -> None:
    event = awkward_event("series")
    for path in demos.both(series_of_awkward_names):
        assert read_round(path, MATCH, blank_round(event, forms_of(event), ONE)).entered.entries == filled_series()


def test_what_sheets_show_is_never_too_small_to_be_read(tmp_path: Path) -> None:
    ended = match_event(3, series=3, scenarios=(LONG,), given=GIVEN, handicap_level="margin")
    games = ("1/1.winner=1", "1/1.level=decisive", "1/2.winner=1", "1/2.level=decisive")
    entries = {
        "ended": typed(ended, ONE, *games, "series.ended=1", "series.reason=Last bus"),
        "substitute": {**typed(ended, ONE, *games), next(iter(drawn_players(ONE))): "P03"},
    }
    for name, values in entries.items():
        write_round(tmp_path / f"{name}.xlsx", ended, forms_of(ended), values)
    paths = [tmp_path / f"{name}.xlsx" for name in entries]
    pdfs = to_pdf(paths, tmp_path / "pdf")
    told = {pdf.stem: words(pdf)[1:] for pdf in pdfs}
    assert "ended; only its matches count" in text_of(told["ended"][0])
    level = {"Operativer", "Durchbruch", "(substantive)"}  # on two lines
    assert level <= {word.text for word in told["ended"][0]}
    assert text_of(told["substitute"][0]).count("substitute: see the results") >= 2
    for pages in told.values():
        assert not [small for page in pages for small in small_words(page)]
