"""The page of a pilot as a whole: who flew, what they claim, what the director ruled."""

from __future__ import annotations

from collections.abc import Iterator

from sheetscore.findings import Finding, finding
from sheetscore.forms.form import CheckedPage, PageEntries, PageScore
from sheetscore.pairing.draw import named
from sheetscore.systems.sitting import Seated, strangers
from sheetscore.systems.tasks.boxes import CLAIMED, COMPUTED, FLEW, PILOT, REASON, RULING


def is_filled(score: PageScore, entries: PageEntries) -> bool:
    """Tell whether a pilot's page says anything: details, a claim, a ruling, or that nobody flew."""
    return bool(score.details) or any(box in entries for box in (CLAIMED, RULING, FLEW))


def page_checked(page: CheckedPage) -> Iterator[Finding]:
    """Check a pilot's page: who flew, claim, ruling."""
    pilot = page.entries.get(PILOT)
    if page.page.form.kind.stays_empty(page.entries):
        yield _stayed(page)
    elif pilot is not None:
        who = named(str(pilot), page.names)
        seated = Seated(page.box(PILOT), page.where, str(pilot), page.drawn)
        yield from strangers(seated, page.names, page.playing, page.page.form.kind.did)
        if not is_filled(page.score, page.entries) and not page.unread:
            yield _say(
                page,
                "blank-page",
                PILOT,
                f"the page of {who} is blank. Enter what is on it; a total alone goes to “as the pilot "
                "counts”; if nobody flew, enter 0 under “flew”",
            )
        yield from _ruling(page, who)
        if not page.unread:
            yield from _claim(page, who)
    elif PILOT not in page.unread:
        yield _nobody(page)


def _say(page: CheckedPage, code: str, box: str, message: str) -> Finding:
    return finding(code, f"{page.where}: {message}", fields=(page.box(box),))


def _stayed(page: CheckedPage) -> Finding:
    if page.score.details or CLAIMED in page.entries:
        return _say(page, "impossible", FLEW, "0 under “flew”, and yet the page has values; clear the 0 or the page")
    return _say(page, "did-not-fly", PILOT, "nobody flew this seat; it is not compared with any")


def _ruling(page: CheckedPage, who: str) -> Iterator[Finding]:
    points, reason = page.entries.get(RULING), page.entries.get(REASON)
    if points is not None and reason is not None:
        yield _say(page, "ruled", RULING, f"ruled {points} SP for {who} instead of {_sum(page)}: {reason}")
    elif points is not None:
        yield _say(page, "ruling-reason", REASON, "the director's ruling needs a reason; enter it")
    elif reason is not None:
        yield _say(page, "ruling-reason", RULING, "the director's ruling has a reason but no points; enter them")


def _nobody(page: CheckedPage) -> Finding:
    if is_filled(page.score, page.entries):
        return _say(page, "unknown-player", PILOT, "the page has values but no pilot; choose who flew it")
    if page.drawn:
        who = named(page.drawn, page.names)
        message = f"{who} was drawn and the name is gone; enter who flew, or 0 under “flew”"
        return _say(page, "blank-page", PILOT, message)
    return _say(page, "empty-seat", PILOT, "nobody sits here")


def _claim(page: CheckedPage, who: str) -> Iterator[Finding]:
    claimed = page.entries.get(CLAIMED)
    if claimed is None:
        return
    if not page.score.details:
        if RULING not in page.entries:
            message = f"{who} claims {claimed} SP without details; scored, not verified"
            yield _say(page, "not-verified", CLAIMED, message)
    elif claimed != page.score.sums[COMPUTED]:
        yield _say(
            page,
            "claim-differs",
            CLAIMED,
            f"{who} counts {claimed} SP, the lines come to {_sum(page)}. Compare the page with the "
            "paper: correct a line or the claim, or rule",
        )


def _sum(page: CheckedPage) -> str:
    return f"{page.score.sums[COMPUTED]} SP" if page.score.details else "no details"
