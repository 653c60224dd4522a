"""Dice on logs: a plug-in all of whose pages lie on their sides."""

from __future__ import annotations

from dice_system import DICE, SEATS, DiceEvent, starter
from msgspec.structs import replace

from sheetscore.forms.binding import Surroundings, bind
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import FieldKey, Page, PageForm, PageKind
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.pairing.draw import display_name
from sheetscore.sheets.layout import PageLayout
from sheetscore.systems.context import RoundContext
from sheetscore.systems.outcomes import RoundScore
from sheetscore.systems.rare_hooks import RareHooks

LOG: PageKind[PageLayout] = PageKind(player="who.throws", title="Logs", hint="A line for every turn.")


def forms(round_: RoundContext[DiceEvent]) -> RoundForms:
    """A log for each seat, and the turns alone for the table."""
    names = round_.event.names
    players = Choices("players", tuple(display_name(one, names) for one in names), tuple(names))
    template = round_.library.template("log")
    blocks = bind(template, "", Surroundings({"players": players}), template.orientation)
    own = PageForm("Dice", "", blocks[-1:], name="log of the table", signed=("host",), orientation=template.orientation)
    logs = [
        Page(number, seat, PageForm(title, seat, blocks, kind=LOG, signed=("thrower", "host"), orientation="landscape"))
        for number, (seat, title) in enumerate(SEATS.items(), start=2)
    ]
    drawn = round_.draw
    return RoundForms(
        round_.stage,
        tuple(TableForms(table.number, "", "", (Page(1, "", own), *logs)) for table in drawn.tables),
        filled={FieldKey(table, seat, "who.throws"): player for table, seat, player in drawn.places()},
    )


def score(round_: RoundContext[DiceEvent]) -> RoundScore:
    """Logs are kept, and nothing is made of them."""
    return RoundScore(round_.stage, (), (), (), round_.pages)


def starter_event(name: str) -> DiceEvent:
    event = starter(name)
    return event.model_copy(update={"header": event.header.model_copy(update={"system": "logs"})})


LOGS = replace(
    DICE,
    id="logs",
    title="Logs",
    starter=starter_event,
    forms=forms,
    check_entries=lambda _: [],
    score=score,
    rare=RareHooks(page_kinds=(LOG,)),
    codes={},
    examples=(),
)
