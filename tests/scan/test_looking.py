"""The page to look through a scan in a real browser: typed by the keyboard, remembered, checked at once, saved."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from amps_event import amps_event
from browser import PHONE, serious
from event_folder import GOOD_LINES, started
from fake_scans import DrawnRound, drawn_example, scan_of_round, scanned_page
from looked_through import entry, looking, saved, way, without_papers, written_page
from msgspec.structs import replace
from playwright.sync_api import Browser, Page

from sheetscore.forms.form import FieldKey, Value
from sheetscore.operations.entries import entries, fill
from sheetscore.scan.scanned import RefusedPicture, Scan, Source

PAPER = GOOD_LINES.replace("claimed.sp,21", "claimed.sp,20")
"""The pilot at strike.1 counts one point too few."""

FIRST, SECOND = (1, "strike.1"), (1, "strike.2")

EVIL = "</script><img src=x onerror=alert(1)>“\"'&amp;"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return started(tmp_path_factory.mktemp("looking") / "event")


@pytest.fixture(scope="module")
def drawn(folder: Path) -> DrawnRound:
    lines = folder.with_name("paper.csv")
    lines.write_text(PAPER, "utf-8")
    return drawn_example(folder, 1, lines)


def key(seat: str, field: str) -> FieldKey:
    return FieldKey(1, seat, field)


def begun(page: Page) -> Page:
    page.get_by_role("button", name="Begin").click()
    return page


def test_a_page_is_typed_saved_and_filled_in_by_the_keyboard_alone(
    browser: Browser, folder: Path, drawn: DrawnRound, tmp_path: Path
) -> None:
    scan = scan_of_round(drawn, [FIRST, SECOND], proposals={key("strike.1", "strike.hits.1.d"): "2"})
    with looking(browser, written_page(tmp_path, drawn, scan)) as page:
        press = page.keyboard.press
        press("Alt+PageDown")
        for typed in ("Bridge", "", "Bridge", "4:1", "-3", "20"):  # Enter takes the proposal of 2 D
            page.keyboard.type(typed)
            press("Enter")
        assert page.evaluate("document.activeElement.textContent") == "Looked at: on to the next"
        page.keyboard.press("Shift+Enter")
        assert page.evaluate("document.activeElement.classList.contains('entry')"), "back into the last box"
        page.keyboard.press("Enter")
        press("Enter")
        assert page.locator("h1").inner_text().startswith("Table 1, Strike flight 2")
        whole = saved(page)
    text = without_papers(whole)
    assert text == (
        "table,seat,field,value,label\n"
        "1,strike.1,strike.hits.1.target,Bridge,Damage to targets: Target\n"
        "1,strike.1,strike.hits.1.d,2,Damage to targets: D results\n"
        "1,strike.1,strike.bombing.1.target,Bridge,Bombing rolls: Target\n"
        "1,strike.1,strike.bombing.1.odds,4:1,Bombing rolls: Odds\n"
        "1,strike.1,strike.bombing.1.modifier,-3,Bombing rolls: Net modifier\n"
        "1,strike.1,claimed.sp,20,as the pilot counts\n"
    )
    lines = tmp_path / "round1-scan.csv"
    lines.write_text(whole, "utf-8")
    done = fill(folder / "round1.xlsx", lines)
    assert done.typed == 6
    assert {row["paper"].partition("/")[0] for row in csv.DictReader(io.StringIO(whole))} == {scan.pages[0].code}
    own = [line for line in entries(folder / "round1.xlsx").splitlines() if line in text.splitlines()]
    assert own == text.splitlines()


def test_what_is_typed_and_looked_at_survives_a_reload(browser: Browser, drawn: DrawnRound, tmp_path: Path) -> None:
    scan = scan_of_round(drawn, [FIRST, SECOND])
    with looking(browser, written_page(tmp_path, drawn, scan)) as page:
        way(page, "Strike flight 2").click()
        entry(page, "strike.2", "strike.hits.1.target").fill("Depot")
        entry(page, "strike.2", "strike.hits.1.d").fill("1")
        page.keyboard.press("Control+Enter")
        way(page, "Strike flight 1").click()
        entry(page, "strike.1", "claimed.sp").fill("20")
        page.reload()
        assert page.locator("h1").inner_text().startswith("Table 1, Strike flight 1")
        assert entry(page, "strike.1", "claimed.sp").input_value() == "20"
        assert page.locator("header").get_by_text("1 of 2 pages looked at").is_visible()
        assert [line.split(",")[1] for line in saved(page).splitlines()[1:]] == ["strike.2", "strike.2"]


def test_another_scan_of_the_round_begins_with_nothing_typed(
    browser: Browser, drawn: DrawnRound, tmp_path: Path
) -> None:
    page_of_one = written_page(tmp_path, drawn, scan_of_round(drawn, [FIRST]))
    with looking(browser, page_of_one) as page:
        begun(page)
        entry(page, "strike.1", "claimed.sp").fill("20")
        written_page(tmp_path, drawn, scan_of_round(drawn, [SECOND, FIRST]))
        page.reload()
        way(page, "Strike flight 1").click()
        assert entry(page, "strike.1", "claimed.sp").input_value() == ""


def test_a_proposal_that_nobody_took_is_not_in_the_csv(browser: Browser, drawn: DrawnRound, tmp_path: Path) -> None:
    scan = scan_of_round(drawn, [SECOND], proposals={key("strike.2", "strike.hits.1.d"): "1"})
    with looking(browser, written_page(tmp_path, drawn, scan)) as page:
        begun(page)
        hits = entry(page, "strike.2", "strike.hits.1.d")
        assert hits.get_attribute("placeholder") == "1?"
        entry(page, "strike.2", "strike.hits.1.target").fill("Depot")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        assert hits.input_value() == ""
        page.keyboard.press("Control+Enter")
        assert "1 box is written on, with nothing typed" in page.get_by_role("alert").inner_text()
        assert hits.evaluate("(one) => one === document.activeElement")
        page.keyboard.press("Control+Enter")
        assert without_papers(saved(page)).splitlines()[1:] == [
            "1,strike.2,strike.hits.1.target,Depot,Damage to targets: Target"
        ]


def test_limits_are_checked_while_typing_and_keep_a_page_from_being_done(
    browser: Browser, drawn: DrawnRound, tmp_path: Path
) -> None:
    with looking(browser, written_page(tmp_path, drawn, scan_of_round(drawn, [FIRST]))) as page:
        begun(page)
        odds = entry(page, "strike.1", "strike.bombing.1.odds")
        for wrong in ("4.1", "0:1", "four"):
            odds.fill(wrong)
            assert odds.get_attribute("aria-invalid") == "true"
        page.keyboard.press("Control+Enter")
        assert "cannot be read" in page.get_by_role("alert").inner_text()
        odds.fill("8/2")
        assert odds.get_attribute("aria-invalid") == "false"
        hits = entry(page, "strike.1", "strike.hits.1.d")
        for wrong in ("100", "2.5", "1,000", "two", "²"):
            hits.fill(wrong)
            assert hits.get_attribute("aria-invalid") == "true"
        hits.fill(" 3 ")
        assert hits.get_attribute("aria-invalid") == "false"


def test_the_total_on_the_paper_is_compared_with_the_lines_at_once(
    browser: Browser, drawn: DrawnRound, tmp_path: Path
) -> None:
    # 2 D on a primary target are 12, at 4:1 with a net modifier of -3 it is 2 + 4 + 3
    with looking(browser, written_page(tmp_path, drawn, scan_of_round(drawn, [FIRST]))) as page:
        begun(page)
        came_to = page.locator(".sum")
        entry(page, "strike.1", "claimed.sp").fill("20")
        assert came_to.inner_text() == "The lines come to 0; the paper says 20 ≠"
        entry(page, "strike.1", "strike.hits.1.target").fill("bridge")
        entry(page, "strike.1", "strike.hits.1.d").fill("2")
        assert came_to.inner_text() == "The lines come to 12; the paper says 20 ≠"
        entry(page, "strike.1", "strike.bombing.1.target").fill("Bridge")
        entry(page, "strike.1", "strike.bombing.1.odds").fill("4:1")
        entry(page, "strike.1", "strike.bombing.1.modifier").fill("-3")
        entry(page, "strike.1", "claimed.sp").fill("21")
        assert came_to.inner_text() == "The lines come to 21; the paper says 21 ✓"


def test_values_that_the_workbook_has_are_replaced_by_nothing_but_a_tick(
    browser: Browser, drawn: DrawnRound, tmp_path: Path
) -> None:
    held: dict[FieldKey, Value] = {
        key("strike.2", "strike.hits.1.target"): "Depot",
        key("strike.2", "strike.hits.1.d"): 2,
    }
    with looking(browser, written_page(tmp_path, drawn, scan_of_round(drawn, [SECOND]), held)) as page:
        assert page.get_by_role("heading", name="In round1.xlsx already").is_visible()
        begun(page)
        assert "round1.xlsx has values of this page already" in page.locator(".notice").inner_text()
        entry(page, "strike.2", "strike.hits.1.target").fill("Depot")
        entry(page, "strike.2", "strike.hits.1.d").fill("1")
        assert page.locator(".held", has_text="Depot ✓").is_visible()
        assert page.locator(".held", has_text="2 → 1").is_visible()
        page.keyboard.press("Control+Enter")
        assert "Tick" in page.get_by_role("alert").inner_text()
        assert len(saved_lines(page)) == 0
        page.get_by_label("Replace in round1.xlsx: D results 2 → 1").check()
        page.keyboard.press("Control+Enter")
        assert len(saved_lines(page)) == 2


def test_a_second_scan_asks_for_nothing_that_is_in_the_workbook_already(
    browser: Browser, drawn: DrawnRound, tmp_path: Path
) -> None:
    held: dict[FieldKey, Value] = {key("strike.2", "strike.hits.1.target"): "Depot"}
    with looking(browser, written_page(tmp_path, drawn, scan_of_round(drawn, [SECOND]), held)) as page:
        told = page.locator(".overview p").first.inner_text()
        assert "Of 1 of them round1.xlsx has values already" in told
        assert "Nothing of it is in the workbook" not in told
        begun(page)
        page.keyboard.press("Control+Enter")
        assert "1 box is written on, with nothing typed" in page.get_by_role("alert").inner_text()
        held[key("strike.2", "strike.hits.1.d")] = 1
        written_page(tmp_path, drawn, scan_of_round(drawn, [SECOND]), held)
        page.reload()
        assert entry(page, "strike.2", "strike.hits.1.d").is_visible()
        page.keyboard.press("Control+Enter")
        assert page.locator("#counted").inner_text() == "1 of 1 page looked at"


def test_a_csv_says_what_the_workbook_had_and_what_was_saved_before(
    browser: Browser, drawn: DrawnRound, tmp_path: Path
) -> None:
    held: dict[FieldKey, Value] = {key("strike.2", "strike.hits.1.d"): 2}
    with looking(browser, written_page(tmp_path, drawn, scan_of_round(drawn, [SECOND]), held)) as page:
        begun(page)
        for typed, was in (("1", "2"), ("3", "2\n1"), ("3", "2\n1\n3")):
            entry(page, "strike.2", "strike.hits.1.d").fill(typed)
            page.get_by_label("Replace in round1.xlsx").check()
            page.keyboard.press("Control+Enter")
            page.keyboard.press("Control+Enter")
            ((*_, value, _, _, before),) = [*csv.reader(io.StringIO(saved(page)))][1:]
            assert (value, before) == (typed, was)
            way(page, "Strike flight 2").click()


def test_where_nothing_is_typed_from_is_said(browser: Browser, drawn: DrawnRound, tmp_path: Path) -> None:
    with looking(browser, written_page(tmp_path, drawn, scan_of_round(drawn, [FIRST]))) as page:
        begun(page)
        sheet = page.locator(".sheet").bounding_box()
        assert sheet
        page.mouse.click(sheet["x"] + 2, sheet["y"] + 2)
        assert page.get_by_role("alert").inner_text().startswith("Nothing is typed from there")


def saved_lines(page: Page) -> list[str]:
    """Give the lines of the CSV; none where there is nothing to save."""
    if "0 of" in page.locator("#counted").inner_text():
        page.keyboard.press("Control+s")
        assert "nothing to save" in page.get_by_role("status").first.inner_text()
        return []
    return saved(page).splitlines()[1:]


def test_a_page_that_was_looked_at_is_looked_at_again_when_the_workbook_has_something_else(
    browser: Browser, drawn: DrawnRound, tmp_path: Path
) -> None:
    scan, field = scan_of_round(drawn, [SECOND]), key("strike.2", "strike.hits.1.d")
    with looking(browser, written_page(tmp_path, drawn, scan)) as page:
        begun(page)
        entry(page, "strike.2", "strike.hits.1.target").fill("Depot")
        entry(page, "strike.2", "strike.hits.1.d").fill("1")
        page.keyboard.press("Control+Enter")
        assert page.locator("#counted").inner_text() == "1 of 1 page looked at"
        written_page(tmp_path, drawn, scan, {field: 1})
        page.reload()
        assert page.locator("#counted").inner_text() == "1 of 1 page looked at"
        written_page(tmp_path, drawn, scan, {field: 3})
        page.reload()
        assert page.locator("#counted").inner_text() == "0 of 1 page looked at"


def test_a_minus_clears_what_the_workbook_has(browser: Browser, drawn: DrawnRound, tmp_path: Path) -> None:
    held = {key("strike.2", "strike.hits.1.d"): 2, key("strike.2", "seat.flew"): 0}
    with looking(browser, written_page(tmp_path, drawn, scan_of_round(drawn, [SECOND]), held)) as page:
        begun(page)
        entry(page, "strike.2", "strike.hits.1.target").fill("Depot")
        entry(page, "strike.2", "strike.hits.1.d").fill("-")
        page.locator("summary").first.click()
        entry(page, "strike.2", "seat.flew").select_option("clear it")
        page.get_by_label("Replace in round1.xlsx").check()
        page.keyboard.press("Control+Enter")
        values = {line.split(",")[2]: line.split(",")[3] for line in saved(page).splitlines()[1:]}
        assert values == {"seat.flew": "-", "strike.hits.1.target": "Depot", "strike.hits.1.d": "-"}


def test_of_two_scans_of_a_page_a_person_picks_one(browser: Browser, drawn: DrawnRound, tmp_path: Path) -> None:
    scan = scan_of_round(drawn, [FIRST, SECOND])
    other = replace_written(drawn, {key("strike.1", "claimed.sp"): 21})
    both = with_pages(scan, (*scan.pages, scanned_page(other, FIRST, Source("again.jpg", 1))))
    with looking(browser, written_page(tmp_path, drawn, both)) as page:
        assert page.get_by_role("heading", name="Scanned twice").is_visible()
        way(page, "Strike flight 1").click()
        assert page.locator("figure").count() == 2
        assert page.locator(".typing").count() == 0
        assert not serious(page)
        page.get_by_role("button", name="Picture 2 counts").click()
        assert "again.jpg counts" in page.locator(".notice").inner_text()
        page.reload()
        assert "again.jpg counts" in page.locator(".notice").inner_text()


def replace_written(drawn: DrawnRound, written: Mapping[FieldKey, int]) -> DrawnRound:
    return replace(drawn, written={**drawn.written, **written})


def with_pages(scan: Scan, pages: tuple[object, ...]) -> Scan:
    return Scan(scan.event_key, scan.round_number, pages, scan.refused, scan.missing)  # type: ignore[arg-type]


def test_what_is_missing_and_what_was_refused_stands_on_top(
    browser: Browser, drawn: DrawnRound, tmp_path: Path
) -> None:
    scan = scan_of_round(drawn, [FIRST])
    blurred = RefusedPicture(Source("blurred.jpg", 1), "Take it again, flat and in focus.", scan.pages[0].picture)
    scan = Scan(scan.event_key, scan.round_number, scan.pages, (blurred,), scan.missing)
    with looking(browser, written_page(tmp_path, drawn, scan)) as page:
        missing = page.locator(".missing li")
        assert missing.count() == len(drawn.forms.pages) - 1
        names = drawn.event.names
        second = drawn.forms.filled[key("strike.2", "seat.pilot")]
        assert f"Table 1, Strike flight 2: {names[str(second)]} ({second})" in missing.nth(1).inner_text()
        assert page.locator(".refused").inner_text() == "blurred.jpg\n\nTake it again, flat and in focus."
        assert page.locator(".refused img").evaluate("(one) => one.naturalWidth") > 0
        assert not serious(page)


def test_the_box_that_is_typed_is_marked_on_the_paper(browser: Browser, drawn: DrawnRound, tmp_path: Path) -> None:
    scan = scan_of_round(drawn, [FIRST])
    area = next(box.area for box in scan.pages[0].boxes if box.field == "claimed.sp")
    with looking(browser, written_page(tmp_path, drawn, scan)) as page:
        begun(page)
        entry(page, "strike.1", "claimed.sp").focus()
        spot, sheet = page.locator(".spot").bounding_box(), page.locator(".sheet").bounding_box()
        assert spot
        assert sheet
        scale = sheet["width"] / scan.pages[0].size[0]
        assert (spot["x"] - sheet["x"]) / scale == pytest.approx(area.left, abs=1)
        assert (spot["y"] - sheet["y"]) / scale == pytest.approx(area.top, abs=1)
        hits = next(box.area for box in scan.pages[0].boxes if box.field == "strike.hits.1.d")
        page.mouse.click(sheet["x"] + (hits.left + 5) * scale, sheet["y"] + (hits.top + 5) * scale)
        assert entry(page, "strike.1", "strike.hits.1.d").evaluate("(one) => one === document.activeElement")


def test_squares_to_tick_for_one_box_are_shown_and_marked_together(
    browser: Browser, drawn: DrawnRound, tmp_path: Path
) -> None:
    (first,) = scan_of_round(drawn, [SECOND]).pages
    hit = next(box for box in first.boxes if box.field == "strike.hits.1.d")
    again = dataclasses.replace(hit, area=hit.area._replace(top=hit.area.top + 40), is_written_on=False)
    scan = with_pages(scan_of_round(drawn, []), (dataclasses.replace(first, boxes=(*first.boxes, again)),))
    with looking(browser, written_page(tmp_path, drawn, scan)) as page:
        begun(page)
        entry(page, "strike.2", "strike.hits.1.d").focus()
        assert page.locator(".spot").count() == 2
        assert page.locator('[data-box="1|strike.2|strike.hits.1.d"] .cut img').count() == 2


def test_a_box_on_two_papers_is_one_box(browser: Browser, drawn: DrawnRound, tmp_path: Path) -> None:
    (page_itself,) = scan_of_round(drawn, [SECOND]).pages
    copy = dataclasses.replace(page_itself, code=page_itself.code.replace("-P3-", "-P3.2-"))
    with looking(
        browser, written_page(tmp_path, drawn, with_pages(scan_of_round(drawn, []), (page_itself, copy)))
    ) as page:
        begun(page)
        entry(page, "strike.2", "strike.hits.1.target").fill("Depot")
        entry(page, "strike.2", "strike.hits.1.d").fill("1")
        page.keyboard.press("Control+Enter")
        page.keyboard.press("Control+Enter")
        assert page.locator("#counted").inner_text() == "2 of 2 pages looked at"
        assert len(saved(page).splitlines()) == 3
        way(page, "sheet 2").click()
        entry(page, "strike.2", "strike.hits.1.d").fill("2")
        assert page.locator("#counted").inner_text() == "0 of 2 pages looked at"


def test_names_like_scripts_are_texts(browser: Browser, tmp_path: Path) -> None:
    event = amps_event()
    players = tuple(player.model_copy(update={"name": f"{EVIL} {player.id}"}) for player in event.players)
    folder = started(tmp_path / "event", event.model_copy(update={"players": players}))
    quoted = EVIL.replace('"', '""')
    lines = tmp_path / "paper.csv"
    lines.write_text(f'table,seat,field,value\n1,strike.1,strike.hits.1.target,"{quoted}"\n', "utf-8")
    drawn = drawn_example(folder, 1, lines)
    with looking(browser, written_page(tmp_path, drawn, scan_of_round(drawn, [FIRST]))) as page:
        begun(page)
        assert EVIL in page.locator("h1").inner_text()
        entry(page, "strike.1", "strike.hits.1.target").fill(EVIL)
        page.keyboard.press("Control+Enter")
        (line,) = without_papers(saved(page)).splitlines()[1:]
        assert line == f'1,strike.1,strike.hits.1.target,"{quoted}",Damage to targets: Target'


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_and_a_phone_is_wide_enough(
    browser: Browser, drawn: DrawnRound, tmp_path: Path, scheme: str
) -> None:
    held = {key("strike.1", "strike.hits.1.d"): 2}
    page_file = written_page(tmp_path, drawn, scan_of_round(drawn, [FIRST]), held)
    with looking(browser, page_file, PHONE, color_scheme=scheme) as page:
        assert not serious(page)
        begun(page)
        entry(page, "strike.1", "strike.hits.1.d").fill("3")
        entry(page, "strike.1", "claimed.sp").fill("1e3")
        assert not serious(page)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
        page.get_by_role("button", name="Pages").click()
        assert not serious(page)


def test_a_browser_that_keeps_nothing_says_so(browser: Browser, drawn: DrawnRound, tmp_path: Path) -> None:
    with looking(browser, written_page(tmp_path, drawn, scan_of_round(drawn, [FIRST]))) as page:
        page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })")
        page.reload()
        assert "save the CSV before you close the page" in page.get_by_role("status").first.inner_text()
