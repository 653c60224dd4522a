"""Pages of pilots as a whole: who flew, what they claim, what the director ruled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from sheetscore.findings import Finding
from sheetscore.forms.evaluation import PageScore
from sheetscore.forms.form import FieldKey, Page, RoundForms, TableForms, Value
from sheetscore.pairing.draw import named
from sheetscore.reading.checking import Checking
from sheetscore.sheets.figures import has_details, is_filled


def page_checked(round_: Checking, table: TableForms, page: Page) -> Iterator[Finding]:
    """Check a pilot's page as a whole: who flew, claim, ruling."""
    here = round_.by_page[table.number, page.seat]
    score = round_.pages[table.number, page.seat]
    at = {
        name: FieldKey(table.number, page.seat, name)
        for name in ("seat.pilot", "seat.flew", "claimed.sp", "ruling.sp", "ruling.reason")
    }
    where = f"table {table.number}, {page.seat}"
    drawn = round_.drawn.get((table.number, page.seat))
    unread = any((key.table, key.seat) == (table.number, page.seat) for key in round_.entered.raw)
    if here.get("seat.flew", 1) == 0:
        yield _stayed(round_, at, where, score, here)
    elif "seat.pilot" in here:
        who = named(str(here["seat.pilot"]), round_.names)
        yield from _pilot(round_, at["seat.pilot"], where, str(here["seat.pilot"]), drawn)
        if not is_filled(score, here) and not unread:
            yield round_.say(
                "blank-page",
                at["seat.pilot"],
                f"{where}: the page of {who} is blank. Enter what is on it; a total alone goes to “as the pilot "
                "counts”; if nobody flew, enter 0 under “flew”",
            )
        yield from _ruling(round_, at, where, who, score, here)
        if not unread:
            yield from _claim(round_, at["claimed.sp"], where, who, score, here)
    elif at["seat.pilot"] not in round_.entered.raw:
        yield from _nobody(round_, at["seat.pilot"], where, drawn, filled=is_filled(score, here))


def _stayed(
    round_: Checking, at: Mapping[str, FieldKey], where: str, score: PageScore, here: Mapping[str, Value]
) -> Finding:
    if has_details(score) or "claimed.sp" in here:
        message = f"{where}: 0 under “flew”, and yet the page has values; clear the 0 or the page"
        return round_.say("impossible", at["seat.flew"], message)
    return round_.say("did-not-fly", at["seat.pilot"], f"{where}: nobody flew this seat; it is not compared with any")


def _pilot(round_: Checking, key: FieldKey, where: str, pilot: str, drawn: str | None) -> Iterator[Finding]:
    who = named(pilot, round_.names)
    if pilot not in round_.playing:
        message = f"{where}: {who} does not play in this round as the event has it; scored all the same"
        yield round_.say("not-playing", key, message)
    if drawn != pilot:
        was = named(drawn, round_.names) if drawn else "nobody"
        yield round_.say("substitute", key, f"{where}: {who} flew; {was} was drawn")


def _ruling(
    round_: Checking, at: Mapping[str, FieldKey], where: str, who: str, score: PageScore, here: Mapping[str, Value]
) -> Iterator[Finding]:
    points, reason = here.get("ruling.sp"), here.get("ruling.reason")
    if points is not None and reason is not None:
        message = f"{where}: ruled {points} SP for {who} instead of {_sum(score)}: {reason}"
        yield round_.say("ruled", at["ruling.sp"], message)
    elif points is not None:
        message = f"{where}: the director's ruling needs a reason; enter it"
        yield round_.say("ruling-reason", at["ruling.reason"], message)
    elif reason is not None:
        message = f"{where}: the director's ruling has a reason but no points; enter them"
        yield round_.say("ruling-reason", at["ruling.sp"], message)


def _nobody(round_: Checking, key: FieldKey, where: str, drawn: str | None, *, filled: bool) -> Iterator[Finding]:
    if filled:
        yield round_.say("unknown-player", key, f"{where}: the page has values but no pilot; choose who flew it")
    elif drawn:
        who = named(drawn, round_.names)
        yield round_.say(
            "blank-page",
            key,
            f"{where}: {who} was drawn and the name is gone; enter who flew, or 0 under “flew”",
        )
    else:
        yield round_.say("empty-seat", key, f"{where}: nobody sits here")


def _claim(
    round_: Checking, key: FieldKey, where: str, who: str, score: PageScore, here: Mapping[str, Value]
) -> Iterator[Finding]:
    claimed = here.get("claimed.sp")
    if claimed is None:
        return
    if not has_details(score):
        if "ruling.sp" not in here:
            yield round_.say(
                "not-verified",
                key,
                f"{where}: {who} claims {claimed} SP without details; scored, not verified",
            )
    elif claimed != score.sums["computed"]:
        yield round_.say(
            "claim-differs",
            key,
            f"{where}: {who} counts {claimed} SP, the lines come to {_sum(score)}. Compare the page with the "
            "paper: correct a line or the claim, or rule",
        )


def seated_twice(round_: Checking, forms: RoundForms) -> Iterator[Finding]:
    """Find players who sit on two seats of the round."""
    seats: dict[str, list[FieldKey]] = defaultdict(list)
    for table in forms.tables:
        for page in table.seats:
            here = round_.by_page[table.number, page.seat]
            if "seat.pilot" in here and here.get("seat.flew", 1) != 0:
                seats[str(here["seat.pilot"])].append(FieldKey(table.number, page.seat, "seat.pilot"))
    for player, keys in seats.items():
        if len(keys) > 1:
            places = " and ".join(f"table {key.table}, {key.seat}" for key in keys)
            yield round_.say(
                "seat-twice",
                keys[-1],
                f"{named(player, round_.names)} sits at {places}; enter who really flew each",
                keys,
            )


def _sum(score: PageScore) -> str:
    return f"{score.sums['computed']} SP" if has_details(score) else "no details"
