"""The site of every example in a real browser: nothing goes wrong, everybody can use it, nobody needs the network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser import PHONE, PROJECTOR, opened, opened_in_turn, resize, serious
from playwright.sync_api import Browser, Page
from registered import EXAMPLES, renamed
from shared_demos import Demos
from shared_sites import Sites

from sheetscore.event.load import load_event
from sheetscore.operations.draw import draw
from sheetscore.operations.new import write_event
from sheetscore.operations.publish import publish
from sheetscore.systems.system import system_called

EVIL = ("<script>document.title='x'</script>", "</script><img src=x onerror=alert(1)>", "javascript:alert(1)")


def looked_at(site: Path) -> list[Path]:
    """Give the pages that are unlike each other: of those of players one, of those that each round or board has one."""
    kinds = {re.sub(r"^player-.*|[0-9]+", "", path.stem): path for path in sorted(site.glob("*.html"), reverse=True)}
    return [*kinds.values()]


LOOKED_THROUGH = {
    "aso": {"standings-grid.html", "standings-cumulative.html", "people.html", "round1.html"},
    "diplomacy": {"round1-board-1.html", "tables1.html"},
    "airforce": {"round1-paths.html"},
}
"""A grid, lines, wide tables, maps: all that templates write. Else axe looks at first pages and those of players."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_no_page_complains_is_hard_to_use_or_wider_than_a_phone(browser: Browser, sites: Sites, example: str) -> None:
    found, widths = {}, {}
    for page, shown in opened_in_turn(browser, looked_at(sites[example])):
        if page.name in {"index.html", *LOOKED_THROUGH.get(example, ())} or page.name.startswith("player-"):
            found[page.name] = serious(shown)
        resize(shown, PHONE)
        widths[page.name] = shown.evaluate("document.documentElement.scrollWidth")
    assert found.keys() >= LOOKED_THROUGH.get(example, set())
    assert not {name: wrong for name, wrong in found.items() if wrong}
    assert not {name: width for name, width in widths.items() if width > PHONE[0]}


@pytest.mark.parametrize(("example", "page"), [("aso", "standings.html"), ("origins-1991", "player-P31.html")])
def test_a_phone_shows_the_total_at_once_and_the_names_however_far_a_table_is_pushed(
    browser: Browser, sites: Sites, example: str, page: str
) -> None:
    in_sight = """(region, what) => [...region.querySelectorAll(what)].every((one) => {
        const [box, around] = [one.getBoundingClientRect(), region.getBoundingClientRect()];
        return box.left >= around.left - 1 && box.right <= around.right + 2;
    })"""
    with opened(browser, sites[example] / page, PHONE) as shown:
        standings = shown.locator(".scroll:has(.stay)").first
        assert standings.evaluate("(region) => region.scrollWidth > region.clientWidth")
        assert standings.evaluate(in_sight, ".stay")
        standings.evaluate("(region) => { region.scrollLeft = 9999; }")
        assert standings.evaluate(in_sight, "tbody th")


@pytest.mark.parametrize("page", ["index.html", "standings.html", "round1-board-1.html", "player-P01.html"])
def test_axe_finds_nothing_serious_in_the_dark(browser: Browser, sites: Sites, page: str) -> None:
    with opened(browser, sites["diplomacy"] / page, color_scheme="dark") as shown:
        assert not serious(shown)


def test_a_name_is_found_whatever_its_accents_and_leads_to_its_page(browser: Browser, sites: Sites) -> None:
    with opened(browser, sites["origins-1991"] / "index.html", PHONE) as page:
        page.get_by_label("Find a name").type("novotnicka")
        (hit,) = page.locator("#found li").all()
        assert hit.inner_text().split("\n") == ["Petra Novotnická (P36)", "Table 3, Defenders 4"]
        assert page.get_by_role("status").inner_text() == "1 found"
        hit.get_by_role("link").click()
        assert page.get_by_role("heading", level=1).inner_text() == "Petra Novotnická"


def test_a_player_of_a_team_that_is_drawn_is_found_with_its_place(browser: Browser, sites: Sites) -> None:
    with opened(browser, sites["duplicate"] / "index.html") as page:
        page.get_by_label("Find a name").type("ted irwin")
        player, place = page.locator("#found li").inner_text().split("\n")
        assert player.startswith("Ted Irwin")
        assert place.startswith("Round 1, Table ")


def test_enter_leads_to_the_only_one_who_was_found_and_back_to_what_was_looked_for(
    browser: Browser, sites: Sites
) -> None:
    with opened(browser, sites["origins-1991"] / "index.html") as page:
        finder = page.get_by_label("Find a name")
        finder.type("novotnicka")
        finder.press("Enter")
        page.get_by_role("heading", name="Petra Novotnická", level=1).wait_for()
        page.go_back()
        page.locator("#found li").wait_for()
        assert finder.input_value() == "novotnicka"


def test_letters_without_a_counterpart_are_folded_too(browser: Browser, sites: Sites) -> None:
    names = ["Emre Yıldızhan", "İlker Işık", "Łukasz Sørensen"]
    with opened(browser, sites["aso"] / "index.html") as page:
        assert page.evaluate("(names) => names.map(folded)", names) == [
            "emre yildizhan",
            "ilker isik",
            "lukasz sorensen",
        ]


def test_a_name_that_nobody_has_is_said_to_be_none(browser: Browser, sites: Sites) -> None:
    with opened(browser, sites["aso"] / "index.html") as page:
        page.get_by_label("Find a name").type("zzz")
        assert page.get_by_role("status").inner_text() == "Nobody is called so."
        assert not page.locator("#found li").all()


def column(page: Page, at: int) -> list[str]:
    return [row.locator("th,td").nth(at).inner_text() for row in page.locator("tbody tr").all()]


def test_a_column_is_sorted_by_its_numbers_with_the_keyboard(browser: Browser, sites: Sites) -> None:
    with opened(browser, sites["aso"] / "standings.html") as page:
        heading = page.get_by_role("columnheader", name="Rating", exact=True)
        at = [one.inner_text() for one in page.locator("thead th").all()].index("Rating")
        ratings = column(page, at)
        heading.get_by_role("button").focus()
        page.keyboard.press("Enter")
        assert column(page, at) == sorted(ratings, key=int)
        assert heading.get_attribute("aria-sort") == "ascending"
        page.keyboard.press("Enter")
        assert column(page, at) == sorted(ratings, key=int, reverse=True)
        assert heading.get_attribute("aria-sort") == "descending"


def test_blanks_are_sorted_last_both_ways(browser: Browser, sites: Sites) -> None:
    with opened(browser, sites["aso"] / "standings.html") as page:
        at = [one.inner_text() for one in page.locator("thead th").all()].index("First draw")
        for _ in range(2):
            page.locator("thead th").nth(at).get_by_role("button").click()
            shown = column(page, at)
            assert all(shown[: sum(map(bool, shown))])


PAGES_OF_THE_WALL = "#board h1 span >> nth=1"


@pytest.mark.parametrize("example", ["origins-1991", "aso", "match", "duplicate"])
def test_all_that_the_wall_shows_is_on_the_picture_and_read_from_ten_metres(
    browser: Browser, sites: Sites, example: str
) -> None:
    with opened(browser, sites[example] / "index.html", PROJECTOR, at="?seconds=600#wall") as page:
        many = int(page.locator(PAGES_OF_THE_WALL).inner_text().split()[-1])
        for at in range(many):
            assert page.locator(PAGES_OF_THE_WALL).inner_text() == f"{at + 1} / {many}"
            right, bottom, size = page.evaluate(
                """() => {
                    const cells = [...document.querySelectorAll("#board th:not([hidden]), #board td:not([hidden])")];
                    const boxes = cells.map((cell) => cell.getBoundingClientRect());
                    const letters = getComputedStyle(document.querySelector("#board tbody th")).fontSize;
                    return [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom)),
                            parseFloat(letters)];
                }"""
            )
            assert right <= PROJECTOR[0]
            assert bottom <= PROJECTOR[1]
            # on a picture two metres wide letters of 36 pixels are 27 mm high
            assert size >= 36
            page.keyboard.press("ArrowRight")
        assert page.locator(PAGES_OF_THE_WALL).inner_text() == f"1 / {many}"


def on_the_wall(page: Page) -> list[str]:
    """Give the names on all pages of the wall."""
    names: list[str] = []
    many = int(page.locator(PAGES_OF_THE_WALL).inner_text().split()[-1])
    for _ in range(many):
        names += page.locator("#board tbody th").all_inner_texts()
        page.keyboard.press("ArrowRight")
    return names


def test_pages_turn_by_themselves_on_a_projector_and_everybody_stands_on_one(browser: Browser, sites: Sites) -> None:
    with opened(browser, sites["origins-1991"] / "index.html", PROJECTOR) as page:
        page.clock.install()
        page.evaluate("location.hash = '#wall'")
        number = page.locator(PAGES_OF_THE_WALL)
        number.filter(has_text="1 /").wait_for()
        event = load_event(system_called("amps").example("origins-1991") / "event.toml")
        assert {name.partition(" (")[0] for name in on_the_wall(page)} == {player.name for player in event.players}
        page.clock.run_for(12_500)
        assert number.inner_text().startswith("2 /")
        page.keyboard.press(" ")
        page.clock.run_for(60_000)
        assert number.inner_text().startswith("2 /")
        page.keyboard.press("Escape")
        page.get_by_label("Find a name").wait_for()
        assert not page.locator("#board").is_visible()


def test_the_wall_reads_the_file_again_after_the_last_page(browser: Browser, demos: Demos, tmp_path: Path) -> None:
    folder = demos.played("match").copied(tmp_path / "event")
    index = publish(folder).path / "index.html"
    with opened(browser, index, PROJECTOR, at="?seconds=0.3#wall") as page:
        index.write_text(index.read_text("utf-8").replace("Ben Moss", "Ben Late"), "utf-8")
        page.locator("#board").get_by_text("Ben Late").first.wait_for(timeout=60_000)


def test_the_wall_of_an_event_that_is_not_drawn_reads_the_file_again_until_it_is(
    browser: Browser, tmp_path: Path
) -> None:
    event = load_event(system_called("aso").example("aso") / "event.toml")
    write_event(event, tmp_path / "event")
    index = publish(tmp_path / "event").path / "index.html"
    with opened(browser, index, PROJECTOR, at="?seconds=0.3#wall") as page:
        assert "There is nothing to show yet" in page.locator("#board h1").inner_text()
        draw(tmp_path / "event", 1)
        publish(tmp_path / "event")
        page.locator("#board").get_by_text("Round 1: who plays where").wait_for(timeout=60_000)


@pytest.mark.parametrize("seconds", ["-5", "0", "many"])
def test_seconds_that_are_none_are_the_usual_ones(browser: Browser, sites: Sites, seconds: str) -> None:
    with opened(browser, sites["aso"] / "index.html", PROJECTOR) as page:
        assert page.evaluate("seconds") == 12
    with opened(browser, sites["aso"] / "index.html", PROJECTOR, at=f"?seconds={seconds}") as page:
        assert page.evaluate("seconds") == 12


@pytest.mark.parametrize("example", ["aso", "match", "duplicate", "team-of-four"])
def test_no_heading_or_name_on_the_wall_is_cut(browser: Browser, sites: Sites, example: str) -> None:
    with opened(browser, sites[example] / "index.html", PROJECTOR, at="?seconds=600#wall") as page:
        many = int(page.locator(PAGES_OF_THE_WALL).inner_text().split()[-1])
        for _ in range(many):
            cut = page.evaluate(
                """() => [...document.querySelectorAll("#board h1 span, #board td, #board th")]
                    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
                    .map((one) => one.textContent)"""
            )
            assert not cut
            page.keyboard.press("ArrowRight")


def test_tables_of_the_standings_are_told_apart_on_the_wall(browser: Browser, sites: Sites) -> None:
    with opened(browser, sites["duplicate"] / "index.html") as page:
        walls = page.eval_on_selector_all("[data-wall]", "all => all.map((one) => one.dataset.wall)")
    assert {"Standings after round 7: Red", "Standings after round 7: Blue"} <= {*walls}


def test_without_scripts_all_is_there_but_search_and_turning(browser: Browser, sites: Sites) -> None:
    with opened(browser, sites["origins-1991"] / "index.html", java_script_enabled=False) as page:
        assert not page.locator("#search").is_visible()
        assert page.get_by_role("link", name="Petra Novotnická (P36)").is_visible()
        assert page.get_by_role("heading", name="Standings after round 3").is_visible()


def test_names_like_scripts_are_texts(browser: Browser, tmp_path: Path) -> None:
    event = load_event(system_called("aso").example("aso") / "event.toml")
    names = dict(zip((player.name for player in event.players), EVIL, strict=False))
    write_event(renamed(event, names), tmp_path / "event")
    draw(tmp_path / "event", 1)
    site = publish(tmp_path / "event").path
    for at in ("", "#wall"):
        with opened(browser, site / "index.html", at=at) as page:
            shown = page.locator("#board" if at else "main").inner_text()
            assert all(name in shown for name in EVIL[:1])
            assert page.title().startswith("Who plays where")
    with opened(browser, site / "index.html") as page:
        page.get_by_label("Find a name").type("onerror")
        assert EVIL[1] in page.locator("#found").inner_text()


def test_paper_has_neither_search_nor_ways(browser: Browser, sites: Sites) -> None:
    with opened(browser, sites["diplomacy"] / "round1-board-1.html") as page:
        page.emulate_media(media="print", color_scheme="dark")
        assert not page.get_by_role("navigation").is_visible()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
