"""Dice with wagers: a plug-in whose every thrower has a page of a kind of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dice_system import DICE, SEATS, DiceEvent, box, starter
from dice_system import forms as dice_forms
from msgspec.structs import replace

from sheetscore.expressions import ValueKind
from sheetscore.findings import Finding, Severity, finding
from sheetscore.forms.binding import Surroundings, bind, bind_sums
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import (
    CellKey,
    CheckedPage,
    FieldKey,
    Page,
    PageEntries,
    PageForm,
    PageKind,
    PageScore,
    Ruling,
    SumBox,
    Value,
)
from sheetscore.forms.round_forms import RoundForms
from sheetscore.pairing.draw import display_name
from sheetscore.sheets.formulas import box_cell, who_sits
from sheetscore.sheets.layout import PageLayout, lay_out_blocks
from sheetscore.sheets.pages import heading, signatures
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import ResultRow, RoundScore
from sheetscore.systems.rare_hooks import RareHooks
from sheetscore.workbooks.book import CellValue

GREETING = ("greeting",)


def lay_out_slip(form: PageForm, _seats: Sequence[Page]) -> PageLayout:
    page = PageLayout(form)
    heading(page)
    row = page.add_row(24)
    page.put(row, 0, 6, "plain", key=GREETING)
    lay_out_blocks(page, form.blocks)
    signatures(page, ("thrower",))
    return page


def greeting(layout: PageLayout) -> Mapping[CellKey, str]:
    return {GREETING: f'"good luck, "&{box_cell(layout, "who.throws")}'}


def greeting_now(form: PageForm, _: PageScore, entries: PageEntries) -> Mapping[CellKey, CellValue]:
    return {GREETING: f"good luck, {who_sits(form, entries)}"}


def thrown(own: PageScore, seat: str) -> Mapping[str, Value]:
    found = (line.values["pips"] for line in own.rows.get("throws", ()) if line.row.key == seat)
    return {"lucky": next(found, None) or 0}


def check_slip(page: CheckedPage) -> Iterator[Finding]:
    if page.score.details and page.page.form.kind.sitting(page.entries) is None:
        yield finding("wager-nobody", f"{page.where}: nobody wagers here", fields=(page.box("who.throws"),))


SLIP: PageKind[PageLayout] = PageKind(
    lay_out=lay_out_slip,
    formulas=greeting,
    figures=greeting_now,
    player="who.throws",
    plays="who.there",
    boxes=(SumBox("decreed", "decree.pips", "decreed"),),
    given=thrown,
    given_names={"lucky": ValueKind.WHOLE},
    ruling=Ruling("decree.pips", "decree.because", "won"),
    worth="pips",
    title="Slips",
    check=check_slip,
    hint="Wager before you throw.",
)


def forms(round_: RoundContext[DiceEvent]) -> RoundForms:
    """The table's sheet of throws as ever, and a slip for each seat."""
    made = dice_forms(round_)
    names = round_.event.names
    players = Choices("players", tuple(display_name(one, names) for one in names), tuple(names))
    template = round_.library.template("slip")
    blocks, sums = bind(template, "", Surroundings({"players": players})), bind_sums(template, SLIP)
    page_forms = {seat: PageForm(title, seat, blocks, sums, kind=SLIP) for seat, title in SEATS.items()}
    slips = [Page(number, seat, form) for number, (seat, form) in enumerate(page_forms.items(), start=2)]
    who = {FieldKey(table, seat, "who.throws"): player for table, seat, player in round_.draw.places()}
    tables = tuple(replace(table, pages=(*table.pages, *slips)) for table in made.tables)
    return replace(made, tables=tables, filled={**made.filled, **who})


def score(round_: RoundContext[DiceEvent]) -> RoundScore:
    entries, rows = round_.entries, list[ResultRow]()
    for (table, seat), page in round_.forms.pages.items():
        here = {key.field: value for key, value in entries.items() if (key.table, key.seat) == (table, seat)}
        player = page.form.kind.sitting(here)
        if player is not None and box(table, seat, "pips") in entries:
            pips = round_.pages[table, seat].sums["pips"]
            rows.append({"player": player, "name": round_.event.names[player], "table": table, "pips": pips})
    return RoundScore(round_.stage, tuple(rows), (), (), round_.pages)


def starter_event(name: str) -> DiceEvent:
    event = starter(name)
    return event.model_copy(update={"header": event.header.model_copy(update={"system": "wagers"})})


WAGERS = replace(
    DICE,
    id="wagers",
    title="Wagers",
    starter=starter_event,
    forms=forms,
    score=score,
    rare=RareHooks(page_kinds=(SLIP,), borrows=("dice",)),
    codes={"wager-nobody": (Severity.ERROR, "a wager that nobody made")},
    examples=(),
)
