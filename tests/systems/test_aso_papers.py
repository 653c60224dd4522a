"""What is printed for the tables of accelerated Swiss besides the list: slips, secret bids, balances, judges' forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest
from aso_event import SIDES, aso_event, draw_of, forms_of, scenario
from libreoffice import compute, to_pdf
from looking import open_whole, values_in
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.worksheet.worksheet import Worksheet
from printed_pages import MM, SMALLEST_SQUARE, sides_of_squares, words
from registered import SIXTY_LETTERS

from sheetscore.sheets.headings import read_page_code
from sheetscore.sheets.round_workbook import write_round
from sheetscore.systems.aso import papers as aso_papers
from sheetscore.systems.aso.model import AsoEvent, ScenarioChoice

FOUR = ("P01 P05", "P02 P06", "P03 P07", "P04 P08")
NINE = tuple(f"Rule {number} (A{number}.{number})" for number in range(1, 10))


def papers(event: AsoEvent, folder: Path, pairs: Sequence[str] = FOUR) -> openpyxl.Workbook:
    """Write the sheets of a first round with these pairs."""
    forms = forms_of(event, draw_of(*pairs))
    write_round(folder / "round1.xlsx", event, forms, forms.filled)
    return open_whole(folder / "round1.xlsx", values=True)


TO_WRITE = "Director: write in what the blank levels change"


def texts(sheet: Worksheet) -> list[str]:
    return [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]


def pages(sheet: Worksheet) -> int:
    return 1 + len(sheet.row_breaks.brk)


def test_optional_rules_in_force_have_a_box_each_on_every_slip(tmp_path: Path) -> None:
    said = texts(papers(aso_event(8, optional_rules=("IIFT (A7.37)", "Reverse Motion (F.11)")), tmp_path)["Slips"])
    assert said.count("IIFT (A7.37)") == said.count("Reverse Motion (F.11)") == len(FOUR)
    assert said.count("both waive:") == len(FOUR)


def test_without_optional_rules_there_is_nothing_to_waive(tmp_path: Path) -> None:
    assert "both waive:" not in texts(papers(aso_event(8), tmp_path)["Slips"])


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("rules", [(), NINE[:4], NINE])
def test_two_slips_fit_on_a_page_with_as_many_rules_as_there_may_be(
    tmp_path: Path, rules: tuple[str, ...], paper: str
) -> None:
    event = aso_event(8, optional_rules=rules)
    event = event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})
    book = papers(event, tmp_path)
    assert pages(book["Slips"]) == len(FOUR) / 2
    assert {text for text in texts(book["Slips"]) if "Rule" in text} == {*rules}


def test_slips_and_judges_forms_give_each_player_three_minutes(tmp_path: Path) -> None:
    book = papers(aso_event(8), tmp_path)
    assert texts(book["Slips"]).count("judges (3 minutes for each player)") == len(FOUR)
    said = texts(book["Judges"])
    assert said.count("3 minutes each:") == said.count("☐ player 1") == said.count("☐ player 2") == 2  # two forms


def judged(path: Path, given: Sequence[int]) -> str:
    """Type what the judges of the first form give player 1, and return the cell of the outcome."""
    book = open_whole(path)
    sheet = book["Judges"]
    cells = (cell for row in sheet.iter_rows() for cell in row)
    outcome = next(cell for cell in cells if str(cell.value).startswith("=") and "player 1" in str(cell.value))
    found = re.search(r"C(\d+):C", str(outcome.value))
    assert found
    for line, percent in enumerate(given, start=int(found[1])):
        sheet[f"C{line}"] = percent
    book.save(path)
    return str(outcome.coordinate)


def test_from_how_much_judges_find_a_winner_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths, outcomes = [], []
    for wins_from in (60, 65):
        monkeypatch.setattr(aso_papers, "WINS_FROM", wins_from)
        papers(aso_event(2), tmp_path, FOUR[:1])
        paths.append((tmp_path / "round1.xlsx").rename(tmp_path / f"from-{wins_from}.xlsx"))
        outcomes.append(judged(paths[-1], (60, 65, 60)))
    computed = compute(paths, tmp_path / "computed")
    found = [values_in(one)["Judges"][at] for one, at in zip(computed, outcomes, strict=True)]
    assert found == ["player 1", "draw"]


def test_judges_forms_record_who_accepts_each_judge_and_who_was_refused_why_and_replaced(tmp_path: Path) -> None:
    book = papers(aso_event(8), tmp_path)
    said = texts(book["Judges"])
    assert (said.count("accepted by"), said.count("☐ 1      ☐ 2")) == (2, 2 * 3)  # two forms, three judges each
    for text in ("refused by ☐ 1 ☐ 2", "whom:", "because:", "☐ replaced   ☐ stays"):
        assert said.count(text) == 2 * 2, text
    assert pages(book["Judges"]) == 1


def test_each_player_has_a_chit_for_the_secret_bid_with_every_side_on_offer_and_every_level(tmp_path: Path) -> None:
    sheet = papers(aso_event(8), tmp_path)["Bids"]
    said = texts(sheet)
    players = 2 * len(FOUR)
    assert said.count("Secret bid") == players
    assert [text for text in said if text.startswith("Player ")] == [
        f"Player {number} (P0{number})" for pair in (1, 2, 3, 4) for number in (pair, pair + 4)
    ]
    for side in SIDES:
        assert said.count(side.title) == 3 * players  # one for each scenario on offer
    assert [said.count(str(level)) for level in range(4)] == [players] * 4
    assert said.count("☐") == players * (2 * 3 + 4), "a square for each side and level"
    assert said.count("Table 3") == 2


@pytest.mark.parametrize(
    ("count", "how"),
    [
        (3, "Tick a side of the scenario played, and a level"),
        (1, "Tick a side, and a level"),
        (0, "Write a side, and tick a level"),
    ],
)
def test_a_chit_says_which_side_is_ticked(count: int, how: str, tmp_path: Path) -> None:
    event = offering(count) if count else aso_event(2).model_copy(update={"rounds": (ScenarioChoice(number=1),)})
    said = texts(papers(event, tmp_path, FOUR[:1])["Bids"])
    assert said.count(f"{how}. Fold; exchange both at once; hand in with the slip.") == 2


def test_slips_have_titles_of_scenarios_in_bold_letters_and_their_sides_in_light_ones(tmp_path: Path) -> None:
    papers(offering(2), tmp_path, FOUR[:1])
    slips = openpyxl.load_workbook(tmp_path / "round1.xlsx", rich_text=True)["Slips"]
    offered = [cell.value for row in slips.iter_rows() for cell in row if isinstance(cell.value, CellRichText)]
    blocks = [[part for part in one if isinstance(part, TextBlock)] for one in offered if " v " in str(one)]
    sides = " v ".join(side.title for side in SIDES)
    assert [[(part.text, bool(part.font.b)) for part in one] for one in blocks] == [
        [(f"Hill {at}", True), (f"\n{sides}", False)] for at in (1, 2)
    ]


def test_a_slip_says_that_who_won_its_die_is_ticked(tmp_path: Path) -> None:
    said = texts(papers(offering(3), tmp_path, FOUR[:1])["Slips"])
    at = said.index("3. circle what is played; if by die, who won it")
    assert said[at + 1 : at + 5] == ["☐", "1", "☐", "2"]


@pytest.mark.parametrize(
    ("count", "how", "blank"),
    [
        (0, "3. circle what is played; if by die, who won it", 0),
        (1, "3. this is played; leave the squares blank", 4),
        (2, "3. agree on one, circle it; if by die, who won it", 4),
        (3, "3. circle what is played; if by die, who won it", 0),
        (4, "3. agree on one, circle it; if by die, who won it", 4),
    ],
)
def test_aso_1_only_of_three_scenarios_on_offer_players_strike_one(
    count: int, how: str, blank: int, tmp_path: Path
) -> None:
    event = offering(count) if count else aso_event(2).model_copy(update={"rounds": (ScenarioChoice(number=1),)})
    said = texts(papers(event, tmp_path, FOUR[:1])["Slips"])
    assert (said.count(how), said.count("leave blank"), said.count("1. strike one")) == (1, blank, 2 * (not blank))


def test_slips_and_bids_have_codes_of_their_own_which_are_no_page_s(tmp_path: Path) -> None:
    book = papers(aso_event(8), tmp_path)
    slips, bids = ([text for text in texts(book[title]) if text.startswith("R01-T")] for title in ("Slips", "Bids"))
    assert [code[:11] for code in slips] == [f"R01-T00{table}-S1" for table in (1, 2, 3, 4)]
    assert [code[:11] for code in bids] == [f"R01-T00{table}-B{seat}" for table in (1, 2, 3, 4) for seat in (1, 2)]
    assert len(set(slips + bids)) == 3 * len(FOUR)
    assert not any(map(read_page_code, slips + bids))


def test_names_on_chits_follow_the_list(tmp_path: Path) -> None:
    papers(aso_event(2), tmp_path, FOUR[:1])
    formulas = open_whole(tmp_path / "round1.xlsx")["Bids"]
    assert sum("Results!" in text.replace("'", "") for text in texts(formulas)) == 2


def test_a_round_that_names_no_scenario_leaves_room_to_write_the_side(tmp_path: Path) -> None:
    book = papers(aso_event(2, rounds=1), tmp_path, FOUR[:1])
    assert "side" not in texts(book["Bids"])
    event = aso_event(2).model_copy(update={"rounds": (ScenarioChoice(number=1),)})
    book = papers(event, tmp_path, FOUR[:1])
    assert texts(book["Bids"]).count("side") == 2
    assert "Balances" not in book.sheetnames


def test_a_card_for_each_scenario_on_offer_has_the_texts_of_its_balances(tmp_path: Path) -> None:
    sheet = papers(aso_event(2), tmp_path, FOUR[:1])["Balances"]
    said = texts(sheet)
    assert [text for text in said if text.startswith("Scenario ")] == ["Scenario 1", "Scenario 2", "Scenario 3"]
    for number in (1, 2, 3):
        for side in SIDES:
            assert [f"{side.title} {number}/{level}" in said for level in (1, 2, 3)] == [True] * 3
    assert said.count("nothing changes") == 2 * 3  # level 0 of both sides
    assert TO_WRITE not in " ".join(said)


def test_levels_without_a_text_have_room_to_write(tmp_path: Path) -> None:
    plain = scenario(1, balances=scenario(1).balances[:1])
    event = aso_event(2, scenarios=(plain,), rounds=1).model_copy(
        update={"rounds": (ScenarioChoice(number=1, scenario=("s1",)),)}
    )
    sheet = papers(event, tmp_path, FOUR[:1])["Balances"]
    levels = [row for row in sheet.iter_rows() if row[0].value in {"0", "1", "2", "3"}]
    halves = [[row[1].value, row[13].value] for row in levels]
    german, russian = (side.title for side in SIDES)
    assert halves == [["nothing changes", "nothing changes"], [f"{german} 1/1", None], [None, None], [None, None]]
    assert russian in " ".join(texts(sheet))
    assert TO_WRITE in " ".join(texts(sheet))


def test_a_long_balance_text_makes_its_row_higher_on_all_cards(tmp_path: Path) -> None:
    short, long = scenario(1), scenario(2)
    long = long.model_copy(
        update={
            "balances": tuple(
                one.model_copy(update={"text": "many words " * 18}) if one.level == 2 else one for one in long.balances
            )
        }
    )
    event = aso_event(2, scenarios=(short, long), rounds=1).model_copy(
        update={"rounds": (ScenarioChoice(number=1, scenario=("s1", "s2")),)}
    )
    sheet = papers(event, tmp_path, FOUR[:1])["Balances"]
    rows = {level: [row[0].row for row in sheet.iter_rows() if row[0].value == level] for level in ("1", "2")}
    heights = {level: [sheet.row_dimensions[at].height for at in rows[level]] for level in rows}
    assert heights["2"][0] == heights["2"][1] > heights["1"][0] == heights["1"][1]
    assert any("many words " * 17 in text for text in texts(sheet))  # not cut off


def test_a_card_says_what_follows_from_bids_for_one_side_and_for_two(tmp_path: Path) -> None:
    said = " ".join(texts(papers(aso_event(2), tmp_path, FOUR[:1])["Balances"]))
    assert "equal levels: a die decides" in said
    assert "what stands here for that side and level is done; it helps the opponent" in said
    assert "Different sides: both play the side that they bid, and what stands here for each of the two bids" in said


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_long_titles_and_sides_are_whole_on_slips_and_chits(tmp_path: Path, paper: str) -> None:
    titles = (
        "The Bridges at Remagen and the Ludendorff Line, March 1945",
        "Operation Linebacker II: Route Package Six",
    )
    sides = tuple(
        side.model_copy(update={"title": title})
        for side, title in zip(SIDES, ("Strike flight with escort", "Suppression of defences"), strict=True)
    )
    long = tuple(scenario(at, title=title, sides=sides) for at, title in enumerate(titles, start=1))
    event = aso_event(8, scenarios=long)
    event = event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})
    event = event.model_copy(update={"rounds": (ScenarioChoice(number=1, scenario=("s1", "s2")),)})
    book = papers(event, tmp_path)
    slips, chits = texts(book["Slips"]), texts(book["Bids"])
    for title in titles:
        assert slips.count(f"{title}\nStrike flight with escort v Suppression of defences") == len(FOUR)
        assert chits.count(title) == 2 * len(FOUR)
    for side in sides:
        assert chits.count(side.title) == len(titles) * 2 * len(FOUR)
    assert pages(book["Slips"]) == len(FOUR) / 2


OPPOSED = (
    "The Royal Wolverhampton & Staffordshire Yeomanry Regiment, B",
    "Second Guards Tank Army of the Western Front, third echelon",
)


def of_sixty_letters(paper: str = "letter", rules: Sequence[str] = ()) -> AsoEvent:
    """Give an event whose first round offers three scenarios with titles and sides of sixty letters."""
    sides = tuple(side.model_copy(update={"title": title}) for side, title in zip(SIDES, OPPOSED, strict=True))
    scenarios = tuple(scenario(at, title=title, sides=sides) for at, title in enumerate(SIXTY_LETTERS, start=1))
    event = aso_event(8, rounds=1, scenarios=scenarios, optional_rules=rules)
    return event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("rules", [(), NINE[:3], NINE])
def test_both_sides_of_sixty_letters_stand_on_slips(rules: Sequence[str], paper: str, tmp_path: Path) -> None:
    sheet = papers(of_sixty_letters(paper, rules), tmp_path)["Slips"]
    for title in SIXTY_LETTERS:
        assert texts(sheet).count(f"{title}\n{' v '.join(OPPOSED)}") == len(FOUR)
    assert pages(sheet) == len(FOUR) / 2
    offered = [cell for row in sheet.iter_rows() for cell in row if " v " in str(cell.value)]
    if len(rules) < len(NINE):  # off the frame: three lines, and 2 points more
        lines = [3 * 1.15 * cell.font.size for cell in offered]
        heights = [sheet.row_dimensions[int(cell.row or 0)].height or 0 for cell in offered]
        assert all(height >= needed + 2 for height, needed in zip(heights, lines, strict=True))


def test_titles_and_sides_of_sixty_letters_are_whole_on_chits_and_cards(tmp_path: Path) -> None:
    book = papers(of_sixty_letters(), tmp_path)
    assert not [text for title in ("Bids", "Balances") for text in texts(book[title]) if "…" in text]
    assert {f"Balance of {side}" for side in OPPOSED} <= {*texts(book["Balances"])}
    assert {*SIXTY_LETTERS} <= {*texts(book["Bids"])}


def test_a_side_that_is_bid_has_as_much_room_as_the_side_that_is_played(tmp_path: Path) -> None:
    sheet = papers(aso_event(2), tmp_path, FOUR[:1])["Slips"]
    (row,) = {
        int(cell.row or 0) + 1 for line in sheet.iter_rows() for cell in line if cell.value == "4. bid of 1: side"
    }
    wide = sorted(
        (one.min_col, one.max_col - one.min_col + 1) for one in sheet.merged_cells.ranges if one.min_row == row
    )
    bid = [4, 2, 4]
    assert [units for _, units in wide if units > 1] == bid * 2


LONG_SIDES = {
    "Die Verteidigung der Brücken von Dinant": (
        "Armée française du maréchal Bernadotte",
        "Königlich-Preußische Reserve-Division IV",
    ),
    "The Bridges at Remagen and the Ludendorff Line over the Rhine, in March 1945": (
        "Wolfeschlegelsteinhausenbergerdorff und Sonst",
        "Second Guards Tank Army of the Western Front 1",
    ),
}


@pytest.mark.parametrize("scenario_title", LONG_SIDES)
def test_sides_of_forty_letters_and_more_are_whole_on_chits_beside_titles_as_long(
    scenario_title: str, tmp_path: Path
) -> None:
    titles = LONG_SIDES[scenario_title]
    sides = tuple(side.model_copy(update={"title": title}) for side, title in zip(SIDES, titles, strict=True))
    scenarios = tuple(scenario(at, title=scenario_title, sides=sides) for at in (1, 2, 3))
    event = aso_event(2, scenarios=scenarios, rounds=1).model_copy(
        update={"rounds": (ScenarioChoice(number=1, scenario=("s1", "s2", "s3")),)}
    )
    said = [
        text.replace("-\n", "").replace("-", "") for text in texts(papers(event, tmp_path, FOUR[:1])["Bids"])
    ]  # broken at hyphens
    wanted = [title.replace("-", "") for title in titles]
    assert [said.count(one) for one in wanted] == [2 * 3] * 2


def test_what_judges_find_is_written_on_a_line_that_is_high_enough_for_a_pencil(tmp_path: Path) -> None:
    sheet = papers(aso_event(2), tmp_path, FOUR[:1])["Judges"]
    rows = [int(row[0].row or 0) for row in sheet.iter_rows() if row[4].value == "☐ 1   ☐ draw   ☐ 2"]
    assert [sheet.cell(row, 1).value for row in rows] == ["average, and who wins by it"] * 2
    scale = (sheet.page_setup.scale or 100) / 100
    assert min((sheet.row_dimensions[row].height or 0) * scale for row in rows) >= 8.5 * 72 / 25.4


def test_the_heading_of_a_judges_form_is_not_cut_off_at_its_foot(tmp_path: Path) -> None:
    sheet = papers(aso_event(2), tmp_path, FOUR[:1])["Judges"]
    headings = [row[0] for row in sheet.iter_rows() if row[0].value == "Judges"]
    assert len(headings) == 2
    for cell in headings:
        assert sheet.row_dimensions[cell.row].height >= 1.2 * cell.font.size  # both in points


def test_squares_to_tick_are_4_mm_large_and_none_looks_like_the_favourite(tmp_path: Path) -> None:
    rules = ("IIFT (A7.37)", "Reverse Motion (F.11)")
    event = aso_event(8, optional_rules=rules)
    long = event.players[0].model_copy(update={"name": "Straßenbahnschienenritzenreinigers"})
    papers(event.model_copy(update={"players": (long, *event.players[1:])}), tmp_path)
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    pages = [page for page in words(pdf) if any(word.text == "☐" for word in page)]
    assert len(pages) == len(FOUR) // 2 + 1 + 1, "slips, bids, the judges' form"
    assert min(side for page in pages for side in sides_of_squares(page)) >= SMALLEST_SQUARE
    draw = next(word for word in pages[0] if word.text == "draw")
    winners = [word for word in pages[0] if word.text in {long.name, "Player"} and abs(word.top - draw.top) < 10]
    assert len(winners) == 2
    assert winners[0].bottom - winners[0].top == pytest.approx(winners[1].bottom - winners[1].top)


def offering(count: int, rules: Sequence[str] = ()) -> AsoEvent:
    """Give an event whose first round offers so many scenarios."""
    event = aso_event(
        8, scenarios=tuple(scenario(at, title=f"Hill {at}") for at in range(1, count + 1)), optional_rules=rules
    )
    offered = ScenarioChoice(number=1, scenario=tuple(f"s{at}" for at in range(1, count + 1)))
    return event.model_copy(update={"rounds": (offered,)})


@pytest.mark.parametrize(
    ("count", "rules", "low"), [(3, (), []), (1, NINE[:3], []), (2, NINE[:3], []), (3, NINE[:1], ["Rule"])]
)
def test_who_ticks_on_a_slip_has_a_line_of_8_5_mm_where_a_page_has_room(
    count: int, rules: tuple[str, ...], low: Sequence[str], tmp_path: Path
) -> None:
    """The rows of the die and of how a game was decided had 4.6 mm, those of the rules 6.9."""
    sheet = papers(offering(count, rules), tmp_path)["Slips"]
    assert pages(sheet) == len(FOUR) / 2
    scale = (sheet.page_setup.scale or 100) / 100
    ticked = {str(cell.value) for row in sheet.iter_rows() for cell in row
              if str(cell.value) in {"1", "play", *rules}
              and (sheet.row_dimensions[int(cell.row or 0)].height or 0) * scale < 8.4 * MM}  # fmt: skip
    assert sorted({text.split()[0] for text in ticked}) == low


def test_the_codes_of_all_chits_have_letters_of_one_size(tmp_path: Path) -> None:
    """Letters such as W made some of them smaller."""
    sheet = papers(aso_event(24), tmp_path, [f"P{at:02} P{at + 12:02}" for at in range(1, 13)])["Bids"]
    codes = [cell for row in sheet.iter_rows() for cell in row if str(cell.value).startswith("R01-T")]
    assert len(codes) == 24
    assert len({cell.font.size for cell in codes}) == 1


def test_sides_of_which_one_is_hyphenated_have_letters_of_one_size(tmp_path: Path) -> None:
    titles = "Hofschifftalsteinwoldampfhofhof", "Schiffremauschiffstein"
    sides = tuple(side.model_copy(update={"title": title}) for side, title in zip(SIDES, titles, strict=True))
    sheet = papers(aso_event(2, scenarios=(scenario(1, sides=sides),)), tmp_path, FOUR[:1])["Bids"]
    said = [cell for row in sheet.iter_rows() for cell in row if str(cell.value).replace("-\n", "") in titles]
    assert len(said) == 4
    assert len({cell.font.size for cell in said}) == 1


def test_squares_on_low_rows_are_cells_of_4_mm(tmp_path: Path) -> None:
    sheet = papers(offering(3, NINE), tmp_path, FOUR[:1])["Slips"]
    scale = (sheet.page_setup.scale or 100) / 100
    low = {row for row in range(1, sheet.max_row + 1) if (sheet.row_dimensions[row].height or 0) < 25.5}
    squares = [
        cell
        for row in sheet.iter_rows()
        for cell in row
        if not cell.value
        and cell.row in low
        and cell.border.left.style
        and cell.border.right.style
        and cell.border.top.style
    ]
    assert len(squares) == 2 + 4 + len(NINE), "whose choice the die favoured, how the game was decided, what is waived"
    assert min((sheet.row_dimensions[int(cell.row or 0)].height or 0) * scale for cell in squares) >= 4 * MM


def test_the_scenarios_of_which_one_is_circled_stand_on_white(tmp_path: Path) -> None:
    """Grey is for what follows by itself."""
    slips = papers(aso_event(8), tmp_path)["Slips"]
    offered = [cell for row in slips.iter_rows() for cell in row if " v " in str(cell.value)]
    assert len(offered) >= len(FOUR)
    assert {cell.fill.fgColor.rgb for cell in offered} == {"FFFFFFFF"}
