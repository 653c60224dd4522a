"""The page to look through a scan, opened in a browser, and what it saves."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from browser import SCREEN, opened
from fake_scans import DrawnRound
from playwright.sync_api import Browser, Locator, Page

from sheetscore.forms.form import FieldKey, Value
from sheetscore.forms.values import shown
from sheetscore.reading.fields import ReadEntries
from sheetscore.scan.looking.page import page_of
from sheetscore.scan.looking.shown_scan import set_out
from sheetscore.scan.scanned import Scan

CSV = "round1-scan.csv"

THEN = f"sheetscore fill round1.xlsx {CSV}"


def written_page(folder: Path, drawn: DrawnRound, scan: Scan, held: Mapping[FieldKey, Value] | None = None) -> Path:
    """Write the page of a scan of a round whose workbook has what the draw filled in, and what is held besides."""
    entered = ReadEntries({**drawn.forms.filled, **(held or {})})
    page = folder / "round1-scan.html"
    page.write_text(page_of(set_out(scan, drawn.event.header.name, drawn.forms, entered, CSV, THEN)), "utf-8")
    return page


@contextmanager
def looking(browser: Browser, page: Path, size: tuple[int, int] = SCREEN, **options: Any) -> Iterator[Page]:
    """Open the page; whatever it complains of fails."""
    with opened(browser, page, size, **options) as shown_page:
        yield shown_page


def way(page: Page, name: str) -> Locator:
    """Give the way to a sheet of paper, by what it is called."""
    return page.get_by_role("navigation").get_by_role("button", name=name)


def entry(page: Page, seat: str, field: str, table: int = 1) -> Locator:
    """Give what is typed into a box."""
    return page.locator(f'[data-box="{table}|{seat}|{field}"] .entry')


def saved(page: Page, name: str = CSV) -> str:
    """Save by the keyboard, and give what came out of it."""
    with page.expect_download() as waited:
        page.keyboard.press("Control+s")
    assert waited.value.suggested_filename == name
    return waited.value.path().read_bytes().decode()


def without_papers(text: str) -> str:
    """Give a CSV without its last columns: of which paper a line is, and what its box had."""
    rows = [row[:5] for row in csv.reader(io.StringIO(text))]
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


TYPE = """(typed) => {
    for (const paper of document.querySelectorAll("#papers li:not(:first-child) button")) {
        paper.click();
        document.querySelector("figure button")?.click();
        for (const folded of document.querySelectorAll("details")) folded.open = true;
        for (const box of document.querySelectorAll("[data-box]")) {
            const text = typed[box.dataset.box];
            if (text === undefined) continue;
            const ticks = [...box.querySelectorAll("[type=checkbox]")];
            for (const tick of ticks) if (text.split(" ").includes(tick.value)) tick.click();
            if (ticks.length) continue;
            const entry = box.querySelector(".entry");
            entry.value = text;
            entry.dispatchEvent(new Event(entry.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
        }
        const agree = document.querySelector("#agree");
        if (agree.checkVisibility()) agree.checked = true;
        for (let press = 0; press < 2 && !paper.classList.contains("done"); press += 1) {
            document.querySelector(".foot button").click();  // the second time what nobody typed is left so
        }
    }
}"""


def type_all(page: Page, drawn: DrawnRound) -> None:
    """Type everything that stands on the paper, page by page, as the lists and boxes have it."""
    typed = {}
    for public, value in drawn.written.items():
        box = drawn.forms.fields[drawn.forms.by_public[public]][2]
        chosen = box.choices is not None and not box.open and box.type in {"choice", "player", "several"}
        text = f"{float(value):g}" if isinstance(value, Fraction) else str(value if chosen else shown(box, value))
        typed["|".join(map(str, public))] = text
    page.evaluate(TYPE, typed)
