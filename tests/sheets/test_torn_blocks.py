"""A block higher than the paper goes on on the next sheet, below its headings once more: nothing gets smaller."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from amps_event import INTERCEPTORS, amps_event
from filled_rounds import filled
from libreoffice import to_pdf
from printed_pages import SMALLEST_LABEL, SMALLEST_ROW, line_heights, words
from round_contexts import blank_round, drawn_round
from shared_demos import Demos
from typing_in import type_in

from sheetscore.forms.form import Entries, FieldKey
from sheetscore.forms.round_forms import RoundForms
from sheetscore.forms.template import Library, shipped
from sheetscore.pairing.draw import Draw
from sheetscore.reading.round_workbook import read_round
from sheetscore.sheets.round_workbook import field_places, layouts, write_round
from sheetscore.systems.amps import AMPS
from sheetscore.systems.amps.model import AmpsEvent
from sheetscore.systems.context import RoundContext
from sheetscore.systems.tasks.forms import drawn_pilots
from sheetscore.systems.tasks.model import TaskScenario
from sheetscore.workbooks.cell_refs import parse_address

DUEL = TaskScenario(
    id="duel",
    title="The duel",
    sides=(
        INTERCEPTORS.model_copy(update={"seats": 1}),
        INTERCEPTORS.model_copy(update={"id": "red", "title": "Raiders", "force": "blue", "seats": 2}),
    ),
)
LINES = 40


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return many_attacks(tmp_path)


def many_attacks(folder: Path) -> Path:
    """Give templates in which whoever fights in the air writes down many attacks."""
    shipped_one = (shipped("templates") / "amps" / "air-combat.toml").read_text(encoding="utf-8")
    many = shipped_one.replace("rows = 6\nrows_printed = 3\n", f"rows = {LINES}\n", 1)
    assert many != shipped_one
    (folder / "templates").mkdir()
    (folder / "templates" / "air-combat.toml").write_text(many, encoding="utf-8")
    return folder / "templates"


def duel(own: Path, paper: str = "letter") -> tuple[AmpsEvent, Draw, RoundForms]:
    event = amps_event(players=3, scenarios=(DUEL,), rounds=("duel",), paper=paper)
    draw = AMPS.draw(RoundContext(event, 1))
    return event, draw, AMPS.forms(drawn_round(event, draw, templates=Library("amps", ("amps",), own)))


def crowded(forms: RoundForms, draw: Draw) -> Entries:
    return {**filled(forms, seed=8, share=0.8), **drawn_pilots(draw)}


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_its_lines_keep_their_height_below_headings_on_each_sheet(paper: str, own: Path, tmp_path: Path) -> None:
    event, draw, forms = duel(own, paper)
    write_round(tmp_path / "round1.xlsx", event, forms, drawn_pilots(draw))
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    sheets = len(layouts(forms)[id(forms.tables[0].pages[2].form)].sheets)
    third = re.compile(r"R01-T001-P3(\.\d)?-\w{4}")
    parts = [page for page in words(pdf) if any(third.fullmatch(word.text) for word in page)]
    assert len(parts) == sheets > 1
    numbers: list[int] = []
    for page in parts:
        texts = " ".join(word.text for word in page)
        assert min(line_heights(page)) >= SMALLEST_ROW
        assert min(word.bottom - word.top for word in page) >= SMALLEST_LABEL
        left = min(word.left for word in page)
        found = [int(word.text) for word in page if word.left < left + 20 and word.text.isdecimal()]
        if found:
            assert "Enemy" in texts
            assert ("continued" in texts) == bool(numbers)
        numbers += found
    assert numbers == [*range(1, LINES + 1), 1, 1][: len(numbers)]
    assert len(numbers) >= LINES


def crowded_duel(folder: Path) -> None:
    event, draw, forms = duel(many_attacks(folder))
    write_round(folder / "round1.xlsx", event, forms, crowded(forms, draw))


def test_rules_that_look_at_the_lines_above_see_those_of_all_sheets(own: Path, demos: Demos) -> None:
    event, draw, forms = duel(own)
    for path in demos.both(crowded_duel):
        read = read_round(path, AMPS, blank_round(event, forms, draw))
        assert read.entered.entries == crowded(forms, draw)
        assert not [one.message for one in read.findings if one.code in {"structure", "stray-value", "page-edge"}]


def test_it_is_torn_between_the_sheets_of_its_page(own: Path) -> None:
    _, _, forms = duel(own)
    page = forms.tables[0].pages[1]
    layout = layouts(forms)[id(page.form)]
    rows = layout.places["air-combat.damage"].rows
    apart = [above for above, below in pairwise(rows) if below != above + 1]
    assert [layout.part_of(row) for row in apart] == list(range(1, len(apart) + 1))
    assert apart


def test_what_stands_beside_its_boxes_on_a_further_sheet_is_named(own: Path, tmp_path: Path) -> None:
    event, draw, forms = duel(own)
    write_round(tmp_path / "round1.xlsx", event, forms, crowded(forms, draw))
    place = field_places(forms)[FieldKey(1, "red.1", f"air-combat.damage.{LINES}.star")][1]
    row, _ = parse_address(place)
    type_in(tmp_path / "round1.xlsx", {("Table 1", f"A{row}"): 41.5})
    found = read_round(tmp_path / "round1.xlsx", AMPS, blank_round(event, forms, draw)).findings
    assert any("41.5" in one.message or "missing" in one.message for one in found)
