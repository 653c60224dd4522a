"""The pages of a fight: twelve turns on a sheet of paper, as many sheets as there are turns, read back whole."""

from __future__ import annotations

import csv
import random
from functools import cache
from pathlib import Path

import pytest
from airforce_event import airforce_event, drawn_round, fight, flown_log
from airforce_logs import CARDS, EXAMPLE
from libreoffice import to_pdf
from msgspec.structs import replace
from openpyxl import load_workbook
from printed_pages import EM, MM, line_heights, ruled, words
from round_contexts import blank_round
from shared_demos import Demos

from sheetscore.forms.block import unparted
from sheetscore.forms.evaluation import score_page
from sheetscore.forms.form import Entries, FieldKey, Value
from sheetscore.forms.template import Library, shipped
from sheetscore.reading.field_lines import write_lines
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.layout import PageLayout
from sheetscore.sheets.pages import ROOM, SCALE
from sheetscore.sheets.round_workbook import layouts, write_round
from sheetscore.sheets.styles import SMALLEST, STYLES, fitting, height_for, sized
from sheetscore.systems.airforce import AIRFORCE
from sheetscore.systems.airforce.editions import edition
from sheetscore.systems.airforce.flight.handling import half_mode
from sheetscore.systems.airforce.flight.plot import LANGUAGE
from sheetscore.systems.airforce.flight.turns import Turn
from sheetscore.systems.airforce.forms import template_checks
from sheetscore.systems.airforce.log_page import ENGINE_GONE, HEXES_SAID, SHOTS_SAID, card_lines, lay_out_log
from sheetscore.systems.airforce.model import AirforceEvent
from sheetscore.systems.airforce.plot_legend import RULE, TITLE, legend
from sheetscore.systems.airforce.replay import rulebook
from sheetscore.systems.context import RoundContext
from sheetscore.wording import HARD_BLANK

FIELDS = {
    "seat": ("pilot",),
    "aircraft": ("card",),
    "start": ("q", "r", "facing", "bank", "speed", "altitude", "odd", "run_in", "loaded"),
    "before": ("speed", "climb", "dive", "special", "power"),
    "end": ("fate",),
}
OF_TURNS = (
    "plot",
    "climb",
    "dive",
    "special",
    "power",
    "brakes",
    "maneuvers",
    "speed",
    "altitude",
    "bank",
    "facing",
    "q",
    "r",
    "ruling",
)
OF_SHOTS = (
    *("turn", "target", "gun", "range", "clock", "red", "white", "drm", "hits", "location", "result"),
    *("ruling", "reason"),
)


def log_of(turns: int) -> PageLayout:
    """Lay out the log of an aircraft in a round of so many turns."""
    round_ = drawn_round(airforce_event(turns=turns))
    return layouts(round_.forms)[id(round_.forms.pages[1, "blue.1"].form)]


@pytest.mark.parametrize("turns", [12, 36])
def test_a_log_has_the_boxes_that_scripts_know(turns: int) -> None:
    fields = drawn_round(airforce_event(turns=turns)).forms.pages[1, "blue.1"].form.fields
    once = {f"{block}.{box}" for block, boxes in FIELDS.items() for box in boxes}
    each = {f"turn.{number}.{box}" for number in range(1, turns + 1) for box in OF_TURNS}
    shots = {f"shot.{number}.{box}" for number in range(1, 13) for box in OF_SHOTS}
    assert set(fields) == once | each | shots


@pytest.mark.parametrize(
    ("turns", "on_sheets"),
    [(12, [12]), (13, [7, 6]), (15, [8, 7]), (20, [10, 10]), (24, [12, 12]), (25, [9, 8, 8]), (36, [12, 12, 12])],
)
def test_at_most_twelve_turns_stand_on_a_sheet_of_paper_and_about_as_many_on_each(
    turns: int, on_sheets: list[int]
) -> None:
    layout = log_of(turns)
    on_each = [sum(row in rows for row in layout.places["turn"].rows) for rows in layout.sheets]
    assert on_each == [*on_sheets, 0], "the last sheet is for shots"
    assert all(layout.height_of(rows) >= ROOM["landscape"] / 2 for rows in layout.sheets)
    assert layout.height <= ROOM["landscape"]


@pytest.mark.parametrize("turns", [12, 15, 36])
def test_how_a_plot_is_written_stands_once_below_the_first_turns_and_the_card(turns: int) -> None:
    layout = log_of(turns)
    assert [layout.part_of(cell.row) for cell in layout.cells if cell.text == TITLE] == [1]
    (card,) = [
        cell.row
        for cell in layout.cells
        if str(cell.text).startswith("Example fighter") and layout.part_of(cell.row) == 1
    ]
    title = next(cell.row for cell in layout.cells if cell.text == TITLE)
    assert max(row for row in layout.places["turn"].rows if layout.part_of(row) == 1) < card < title


@pytest.mark.parametrize("turns", [12, 36])
def test_the_start_is_line_0_with_captions_of_its_own_above_the_turns(turns: int) -> None:
    layout = log_of(turns)
    turn, before, start = (layout.places[block] for block in ("turn", "before", "start"))
    assert before.rows == start.rows == (start.caption_row + 1,)
    assert start.rows[0] < turn.caption_row - 1, "between them is the band of the turns"
    on_line = [cell for cell in layout.cells if cell.row <= start.rows[0] <= cell.last_row and cell.text != ""]
    assert {"0", "last turn, if any", "turn 1\nstarts"} <= {str(cell.text) for cell in on_line}
    beside = next(cell for cell in on_line if cell.text == "turn 1\nstarts")
    assert STYLES[beside.style]["align"] == "right", "it is not read as the unit of the box to its left"
    above = {cell.column: unparted(str(cell.text)) for cell in layout.cells if cell.row == start.caption_row}
    assert [above[start.columns[box]] for box in ("run_in", "loaded", "odd")] == ["run in", "loaded", "odd"]
    assert [above[before.columns[box]] for box in ("speed", "climb", "power")] == ["speed", "climb", "power"]
    places = {
        cell.box: (cell.column, cell.last_column) for cell in layout.cells if cell.row == start.rows[0] and cell.box
    }
    assert set(places) == {f"start.{box}" for box in FIELDS["start"]} | {f"before.{box}" for box in FIELDS["before"]}
    taken = [column for first, last in places.values() for column in range(first, last + 1)]
    assert len(taken) == len(set(taken))
    assert max(taken) < layout.printed


@pytest.mark.parametrize("turns", [12, 15, 36])
def test_a_log_is_signed_where_its_shots_are(turns: int) -> None:
    layout = log_of(turns)
    signed = {layout.part_of(cell.row) for cell in layout.cells if cell.style == "signature"}
    assert signed == {layout.part_of(layout.places["shot"].rows[0])} == {layout.foot}


@pytest.mark.parametrize("name", ["main", "procedural"])
def test_every_word_of_plots_and_of_the_special_box_is_explained(name: str) -> None:
    rules = edition(name)
    explained = {word for words, _ in legend(rules) for word in words.split()}
    assert {*LANGUAGE, *rules.words, "BOMB", "JETT", "LAME"} <= explained
    special = {word: meaning for word, meaning in legend(rules) if word in rules.words}
    for word, attitudes in rules.words.items():
        assert all(attitude.replace("_", " ") in special[word] for attitude in attitudes)


def test_what_q_and_r_are_and_who_signs_is_on_the_sheet_with_the_turns() -> None:
    layout = log_of(12)
    said = [str(cell.text) for cell in layout.cells if cell.text and layout.part_of(cell.row) == 1]
    assert {"q (east)", "r (south)", *HEXES_SAID} <= {*said}
    steps = HEXES_SAID[1].replace(HARD_BLANK, " ")
    assert steps.startswith("A step adds, to facing 0: 0, −1;  to 2: 1, −1;  to 4: 1, 0;  to 6: 0, 1")
    log, table = (drawn_round(airforce_event()).forms.pages[1, seat].form.kind for seat in ("blue.1", ""))
    assert "You and an opponent sign it below the shots; it goes to the director." in log.hint
    assert table.hint.endswith("one of each side signs; the sheet goes to the director.")


def test_a_roll_of_one_step_needs_half_the_mode_and_the_legend_says_so() -> None:
    assert [half_mode(mode) for mode in (1, 2, 3)] == [1, 1, 2]
    assert ("BR BL", "roll a step: ½ mode, rounded up") in legend(edition("main"))


def test_who_must_jettison_is_said_beside_the_shots() -> None:
    layout = log_of(12)
    (said,) = [cell for cell in layout.cells if "must jettison its load" in str(cell.text)]
    assert layout.part_of(said.row) == layout.part_of(layout.places["shot"].rows[0])
    assert said.row > layout.places["shot"].rows[-1]


def test_the_legend_is_printed_in_letters_of_7_5_points_at_least() -> None:
    layout = log_of(12)
    words = {text for word in legend(edition("main")) for text in word} | {RULE, SHOTS_SAID, ENGINE_GONE, *HEXES_SAID}
    assert "…" not in RULE, "where its words end"
    cells = [cell for cell in layout.cells if cell.text in words]
    assert {cell.text for cell in cells} == words
    for cell in cells:
        look = fitting(cell.style, str(cell.text), layout.room(cell))
        assert STYLES[look]["font_size"] * SCALE / 100 >= 7.5, cell.text


def test_who_sits_opposite_stands_clear_of_the_bar_below() -> None:
    layout = log_of(12)
    (opposite,) = [cell.row for cell in layout.cells if cell.slot == "opposite"]
    bar = next(cell.row for cell in layout.cells if cell.style == "band" and cell.row > opposite)
    assert sum(layout.heights[opposite + 1 : bar]) >= 4
    (named,) = [cell for cell in layout.cells if cell.slot == "heading" and layout.part_of(cell.row) == 1]
    room = layout.room(named)
    assert height_for(sized("heading", SMALLEST), "Side\nScenario", room.pixels) <= room.height, (
        "side and scenario are read"
    )
    assert layout.height <= ROOM["landscape"]


def test_labels_of_values_have_no_hyphens_of_narrow_boxes() -> None:
    round_ = drawn_round(airforce_event())
    assert any("- " in box.label for _, _, box in round_.forms.fields.values())
    lines = csv.DictReader(write_lines(round_.forms, round_.entries).splitlines())
    labels = {line["field"]: line["label"] for line in lines if line["seat"] == "blue.1"}
    assert labels["start.facing"] == "Begins at: facing"
    assert labels["turn.3.power"] == "Turns: power"
    assert not [label for label in labels.values() if "- " in label]


def test_shots_are_explained_on_their_sheet_and_the_director_s_boxes_look_otherwise() -> None:
    layout = log_of(12)
    sheet = layout.part_of(layout.places["shot"].rows[0])
    said = " ".join(str(cell.text) for cell in layout.cells if layout.part_of(cell.row) == sheet)
    assert all(f"{caption}:" in said for caption in ("range", "clock", "DRM", "D10s", "result"))
    assert "Guns (C cannon, M machine guns): wings 4x50M fixed forward" in said
    styles = {cell.box.rpartition(".")[2]: STYLES[cell.style].get("border") for cell in layout.cells if cell.box}
    assert styles["ruling"] == styles["reason"] == 2
    assert {border for box, border in styles.items() if box not in {"ruling", "reason"}} == {1}


def test_no_box_of_a_log_is_narrower_than_11_mm() -> None:
    form = drawn_round(airforce_event()).forms.pages[1, "blue.1"].form
    layout = lay_out_log(form, rules=edition("main"))
    boxes = [cell for cell in layout.cells if cell.box]
    assert {cell.box.partition(".")[0] for cell in boxes} >= {"turn", "shot", "start", "before", "end"}
    assert min(layout.room(cell).pixels for cell in boxes) * SCALE / 100 / 96 * 25.4 >= 11


def test_a_card_is_printed_without_abbreviations_and_no_shipped_one_takes_a_further_sheet_of_paper() -> None:
    form = drawn_round(airforce_event()).forms.pages[1, "blue.1"].form
    for card in (CARDS.card(one) for one in ("ex-light", "ex-mwl", "ex-heavy", "ex-bomber")):
        for name in ("main", "procedural"):
            layout = lay_out_log(replace(form, small_print=card_lines(card)), rules=edition(name))
            assert len(layout.sheets) == 2, (card.id, name)
            assert max(map(layout.height_of, layout.sheets)) <= ROOM["landscape"]
    light, guns, *_ = card_lines(CARDS.card("ex-light"))
    assert light.endswith("1 engine, loses speed like Zero, Spitfire, Oscar (lwl), brakes 1")
    assert guns.endswith("cowl 2x30M fixed forward, to range 3; wings 2x20C-2x30M fixed forward, to range 3")
    assert "rear 2x30M flexible at 5 6 7 o'clock, to range 3" in card_lines(CARDS.card("ex-heavy"))[1]


@pytest.mark.parametrize(("bands", "sheet"), [(3, 1), (12, 3)])
def test_a_card_with_many_bands_stands_where_there_is_room(bands: int, sheet: int) -> None:
    band = EXAMPLE.bands[0]
    card = EXAMPLE.model_copy(
        update={"bands": tuple(band.model_copy(update={"top": top}) for top in range(1000, 1000 * bands + 1, 1000))}
    )
    form = replace(drawn_round(airforce_event()).forms.pages[1, "blue.1"].form, small_print=card_lines(card))
    layout = lay_out_log(form, rules=edition("main"))
    where = [layout.part_of(cell.row) for cell in layout.cells if str(cell.text).startswith(f"to {bands},000 ft")]
    assert where == [sheet]
    assert max(map(layout.height_of, layout.sheets)) <= ROOM["landscape"]


@cache
def long_flight() -> tuple[RoundContext[AirforceEvent], dict[str, Value], list[Turn]]:
    event = airforce_event(1, rounds=1, turns=36, scenarios=(fight(1, 0),))
    chance, turns = random.Random(36), list[Turn]()
    while len(turns) < 25:
        boxes, turns = flown_log(chance, 36, CARDS.card("ex-mwl"), rulebook(event.settings))
    return drawn_round(event), boxes, turns


def long_log(folder: Path) -> Entries:
    round_, boxes, _ = long_flight()
    entries = {**round_.entries, **{FieldKey(1, "blue.1", box): value for box, value in boxes.items()}}
    write_round(folder / "round1.xlsx", round_.event, round_.forms, entries)
    return entries


def test_a_long_log_is_written_and_read_back(demos: Demos) -> None:
    (round_, boxes, turns), entries = long_flight(), demos.made(long_log).ranked
    for copy in demos.both(long_log):
        read = read_round(copy, AIRFORCE, blank_round(round_.event, round_.forms, round_.draw)).entered
        assert (read.entries, read.raw) == (entries, {})
    shown = score_page(round_.forms.pages[1, "blue.1"].form, boxes).rows["turn"]
    assert [shown[turn.line.turn - 1].shows["move"] for turn in turns] == [turn.points for turn in turns]


def test_mistakes_in_the_template_are_named(tmp_path: Path) -> None:
    assert template_checks(AIRFORCE.library()) == []
    text = (shipped("templates") / "airforce" / "log.toml").read_text(encoding="utf-8")
    folder = tmp_path / "airforce"
    folder.mkdir()
    (folder / "log.toml").write_text(
        text.replace('id = "plot"', 'id = "plan"').replace("{tops}", "{top}"), encoding="utf-8"
    )
    found = template_checks(Library("airforce", ("airforce",), tmp_path))
    assert any("plot" in one.message for one in found)
    assert {one.sheet for one in found} == {"log.toml"}


def test_every_step_of_a_log_is_in_a_hidden_column(tmp_path: Path) -> None:
    event = airforce_event(2, rounds=1, turns=12)
    round_ = drawn_round(event)
    write_round(tmp_path / "round1.xlsx", event, round_.forms, round_.entries)
    columns = load_workbook(tmp_path / "round1.xlsx")["Table 1"].column_dimensions.values()
    hidden = {at for one in columns if one.hidden for at in range((one.min or 0) - 1, one.max or 0)}
    log = log_of(12)
    steps = {cell.column for cell in log.cells if cell.style == "step"}
    assert len(steps) > 60
    assert steps <= hidden
    assert not hidden & set(range(log.steps_column))


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_boxes_and_letters_of_a_log_are_large_enough_and_its_language_is_on_it(paper: str, tmp_path: Path) -> None:
    event = airforce_event(2, rounds=1)
    event = event.model_copy(update={"header": event.header.model_copy(update={"paper": paper})})
    round_ = drawn_round(event)
    write_round(tmp_path / "round1.xlsx", event, round_.forms, round_.entries)
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    page = next(page for page in words(pdf) if any(word.text == "brakes" for word in page))
    on_it = {word.text: word for word in page}
    said = [*LANGUAGE, *edition("main").words, "BOMB", "JETT", "LAME", "steep", "loop"]
    assert {*said, "power", "brakes", "facing", "ruling", "loaded"} <= on_it.keys()
    assert min(line_heights(page)) >= 8.5 * MM - 0.1
    assert min(word.bottom - word.top for word in page) >= 7 * EM
    line = next(word for word in page if word.text == "3" and word.left < min(one.left for one in page) + 20)
    rules = ruled(pdf, words(pdf).index(page) + 1).down
    edges = sorted({round(x, 1) for top, bottom, x in rules if top < line.middle < bottom})
    for caption in ("power", "man.", "bank", "facing", "(east)", "(south)", "ruling"):
        middle = (on_it[caption].left + on_it[caption].right) / 2
        assert min(x for x in edges if x > middle) - max(x for x in edges if x < middle) >= 11 * MM
