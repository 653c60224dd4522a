"""What is typed into the page to look through comes out as CSV with the same values, in all systems."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser import PHONE, serious
from fake_scans import drawn_example, scan_of_round
from looked_through import looking, saved, type_all, written_page
from playwright.sync_api import Browser
from registered import EXAMPLES, SHOWN
from shared_demos import Demos

from sheetscore.event.folder import sheets_stem
from sheetscore.operations.opening.open_event import open_event
from sheetscore.reading.field_lines import read_lines
from sheetscore.systems.system import system_called

OURS = [example for example in SHOWN if EXAMPLES[example] != "dice"]


@pytest.mark.parametrize("example", OURS)
def test_what_is_typed_is_what_fill_reads(browser: Browser, demos: Demos, tmp_path: Path, example: str) -> None:
    folder = demos.played(example).folder
    stage = open_event(folder).event.stages[0]
    lines = system_called(EXAMPLES[example]).example(example) / f"{sheets_stem(stage)}.csv"
    drawn = drawn_example(folder, stage, lines)
    has_slips = any(block.of_tables for form in drawn.forms.page_forms() for block in form.blocks)
    places = sorted({(key.table, "slip") for key in drawn.written}) if has_slips else list(drawn.forms.pages)
    page = written_page(tmp_path, drawn, scan_of_round(drawn, places))
    with looking(browser, page) as shown:
        type_all(shown, drawn)
        assert not serious(shown)
        shown.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        assert shown.evaluate("document.documentElement.scrollWidth") == PHONE[0]
        text = saved(shown)
    asked = read_lines(text, drawn.forms, "round1-scan.csv")
    assert not asked.findings
    assert {drawn.forms.public[key]: value for key, value in asked.values.items()} == dict(drawn.written)
