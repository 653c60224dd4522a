"""Pages in a real Chromium, opened as files: what it complains of, and what axe finds in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Dialog, Page, Request, sync_playwright

PHONE, SCREEN, PROJECTOR = (390, 844), (1200, 900), (1920, 1080)
"""Pixels across and down."""

SERIOUS = {"serious", "critical"}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Debian's browser; it takes a second, so tests share one."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(
    browser: Browser, page: Path, size: tuple[int, int] = SCREEN, *, at: str = "", **options: Any
) -> Iterator[Page]:
    """Open a page, and see to it that nothing goes wrong in it or is asked of anybody.

    Parameters
    ----------
    at
        What stands behind the name of the file: ``#wall``.
    """
    with _window(browser, size, **options) as shown:
        shown.goto(f"{page.resolve().as_uri()}{at}")
        yield shown


def opened_in_turn(browser: Browser, pages: Iterable[Path]) -> Iterator[tuple[Path, Page]]:
    """Open pages one after the other in one window, of the usual size for each: a window takes longer than a page."""
    with _window(browser, SCREEN) as shown:
        for page in pages:
            resize(shown, SCREEN)
            shown.goto(page.resolve().as_uri())
            yield page, shown


def resize(shown: Page, size: tuple[int, int]) -> None:
    """Make a window as large as a screen is."""
    shown.set_viewport_size({"width": size[0], "height": size[1]})


@contextmanager
def _window(browser: Browser, size: tuple[int, int], **options: Any) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    shown = context.new_page()
    wrong = _listened_to(shown)
    try:
        yield shown
        assert not wrong, wrong
    finally:
        context.close()


def _listened_to(page: Page) -> list[str]:
    """Give a list that takes whatever goes wrong in a page, asks for more than files, or jumps at its reader."""
    wrong: list[str] = []

    def tell(what: str) -> None:
        wrong.append(f"{page.url}: {what}")

    def asks(request: Request) -> None:
        if not request.url.startswith("file:"):
            tell(f"asked for {request.url}")

    def jumps(dialog: Dialog) -> None:
        tell(f"said {dialog.message}")
        dialog.dismiss()

    page.on("console", lambda message: tell(f"console: {message.text}"))
    page.on("pageerror", lambda error: tell(f"error: {error}"))
    page.on("requestfailed", lambda request: tell(f"not there: {request.url}"))
    page.on("request", asks)
    page.on("dialog", jumps)
    return wrong


def serious(page: Page) -> list[str]:
    """Give what axe finds that keeps somebody from using a page, each with the place in it."""
    # it would read the stylesheet once more, which no script may do of a file
    found = Axe().run(page, options={"preload": False, "resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in SERIOUS]
