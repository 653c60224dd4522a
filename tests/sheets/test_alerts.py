"""Boxes that are red while a limit is broken: what templates may say of them, and which are red on paper."""

from __future__ import annotations

import re
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from airforce_event import airforce_event, drawn_round
from libreoffice import to_pdf
from printed_pages import words

from sheetscore.forms.binding import Surroundings, TemplateError, bind
from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.template import Template
from sheetscore.sheets.round_workbook import write_round

FUEL = {"id": "used", "label": "used", "type": "count", "units": 2, "prompt": ""}

RED = re.compile(r'<path style="[^"]*fill:rgb\(100%,85\.\d+%,85\.\d+%\)[^"]*" d="([^"]*)"')


def tank(**alert: str) -> Template:
    before = {"id": "pump", "title": "Pump", "field": [FUEL]}
    block = {"id": "tank", "title": "Tank", "rows": 4, "field": [FUEL], "let": {"much": "used > 9"}, "alert": [alert]}
    return Template.model_validate({"id": "tank", "title": "Tank", "block": [before, block]})


def test_a_box_is_red_by_boxes_and_steps_of_its_line() -> None:
    block = bind(tank(field="used", when="much and used < 50"), "", Surroundings())[1]
    assert [(alert.field, alert.when.text) for alert in block.alerts] == [("used", "much and used < 50")]


@pytest.mark.parametrize(
    ("field", "when", "named"),
    [
        ("use", "much", "use"),
        ("used", "mush", "much"),
        ("used", "previous.used > 3", "previous"),
        ("used", "sum(pump.used) > 3", "pump"),
    ],
)
def test_a_box_that_is_not_there_and_other_lines_are_mistakes(field: str, when: str, named: str) -> None:
    with pytest.raises(TemplateError, match=named):
        bind(tank(field=field, when=when), "", Surroundings())


START: dict[str, Value] = {"start.speed": 5, "start.altitude": 8000, "start.bank": "L"}
SIX: dict[str, Value] = {**START, "start.speed": 6}
BROKEN: list[tuple[dict[str, Value], dict[str, Value], set[str]]] = [
    ({**SIX}, {"power": 3}, {"3"}),
    ({**START}, {"brakes": 3}, {"3"}),
    ({**START}, {"climb": 700}, {"700"}),
    ({**START}, {"dive": 1100}, {"1100"}),
    ({**START}, {"special": "STEEP", "climb": 1100}, {"1100"}),
    ({**START}, {"special": "STEEP", "dive": 900}, {"900"}),
    ({**START, "before.dive": 500}, {"special": "VERT", "dive": 1900}, {"1900"}),
    ({**START}, {"special": "VERT"}, {"VERT"}),
    ({**START, "before.special": "VERT"}, {"dive": 400}, {"400"}),
    ({**START, "before.special": "STEEP", "before.dive": 1000}, {"dive": 200}, {"200"}),
    ({**START, "before.special": "STEEP", "before.climb": 800}, {"dive": 200}, {"200"}),
    ({**SIX, "start.altitude": 14000, "before.power": 1}, {"power": 1}, {"1"}),
    ({**START}, {"maneuvers": 2}, {"2"}),
    ({**SIX}, {"power": 3, "brakes": 3, "climb": 700, "maneuvers": 2}, {"3", "700", "2"}),
    ({**SIX}, {"power": 3, "brakes": 3, "climb": 550, "maneuvers": 2}, {"3", "550", "2"}),
    ({**START}, {"special": "VERT", "dive": 1900}, {"VERT", "1900"}),
    ({**START, "before.special": "STEEP", "before.dive": 1000}, {"climb": 700}, {"700"}),
    ({**START, "before.special": "STEEP", "before.climb": 800}, {"special": "STEEP", "dive": 900}, {"STEEP", "900"}),
    ({**START}, {"climb": 250}, {"250"}),
    ({**START}, {"speed": Fraction(52, 10)}, {"5.2"}),
    ({**START}, {"altitude": 8100}, {"8100"}),
    ({**START}, {"power": 3, "climb": 600}, set()),
    ({**START}, {"dive": 1000, "brakes": 2}, set()),
    ({**START, "before.special": "VERT"}, {"dive": 500}, set()),
]
"""Where a log begins, its first line beside the plot, and what then stands in the red box; nothing where none is."""


def red_words(pdf: Path, number: int) -> list[set[str]]:
    """Give the words in each red box of a page (from 1)."""
    command = ["pdftocairo", "-svg", "-f", str(number), "-l", str(number), str(pdf), "-"]
    drawn = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = []
    for path in RED.findall(drawn):
        numbers = [float(one) for one in re.findall(r"-?[\d.]+", path)]
        left, right, top, bottom = min(numbers[::2]), max(numbers[::2]), min(numbers[1::2]), max(numbers[1::2])
        inside = (word for word in words(pdf)[number - 1] if left <= word.left <= right and top < word.middle < bottom)
        found.append({word.text for word in inside})
    return found


def test_the_box_that_breaks_a_limit_is_red_on_paper_and_no_other(tmp_path: Path) -> None:
    tables = len(BROKEN) // 4
    event = airforce_event(len(BROKEN), rounds=1, tables=tables)
    round_ = drawn_round(event)
    logs = [place for place in round_.forms.pages if place[1]]
    entries = dict(round_.entries)
    for (table, seat), (begins, line, _) in zip(logs, BROKEN, strict=True):
        points = (int(str(begins["start.speed"])) * 10 + 4) // 10
        boxes = {**begins, **{f"turn.1.{box}": value for box, value in {"plot": str(points), **line}.items()}}
        entries |= {FieldKey(table, seat, box): value for box, value in boxes.items()}
    write_round(tmp_path / "round1.xlsx", event, round_.forms, entries)
    (pdf,) = to_pdf([tmp_path / "round1.xlsx"], tmp_path / "pdf")
    printed = words(pdf)
    first_sheets = [at for at, page in enumerate(printed, start=1) if any(word.text == "plot," for word in page)]
    assert len(first_sheets) == len(BROKEN)
    found = [set[str]().union(*red_words(pdf, number)) for number in first_sheets]
    assert found == [expected for *_, expected in BROKEN]
    # what follows by itself, with the numbers of the rules that are broken, is on the screen alone
    assert not [word for at in first_sheets for word in printed[at - 1] if word.text == "rule"]
