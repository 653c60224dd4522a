"""Whatever stands on the sheets of two, they may exchange their seats: results stay, and so does what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from aso_event import LIBRARY as ASO_LIBRARY
from aso_event import aso_event
from aso_event import draw_of as aso_draw
from hypothesis import given, settings
from hypothesis import strategies as st
from match_event import draw_of, match_event, scenario
from msgspec import Struct
from round_contexts import drawn_round, filled_round

from sheetscore.event.model import Event
from sheetscore.forms.binding import Surroundings, bind
from sheetscore.forms.block import Block, Field
from sheetscore.forms.choices import Choices
from sheetscore.forms.form import Entries, FieldKey, Page, PageForm, PageKind, Value
from sheetscore.forms.round_forms import RoundForms, TableForms
from sheetscore.forms.template import Library, Template
from sheetscore.pairing.draw import Draw
from sheetscore.reading.carry_over import CarriedOver, carry_over
from sheetscore.reading.check import check_round
from sheetscore.reading.fields import ReadEntries
from sheetscore.sheets.hidden_sheets import Baseline, as_texts
from sheetscore.systems.aso import ASO
from sheetscore.systems.match import MATCH
from sheetscore.systems.match.model import Handicap
from sheetscore.systems.system import System

PLAYERS = ("P01", "P02", "P03")


class Pair(Struct, frozen=True, dict=True):
    """A table of two as it is drawn, and as it is once they have exchanged their seats."""

    system: System[Any]
    event: Event
    draws: tuple[Draw, Draw]
    forms: tuple[RoundForms, RoundForms]

    @classmethod
    def of(cls, system: System[Any], event: Event, draws: tuple[Draw, Draw], library: Library) -> Pair:
        one, two = (system.forms(drawn_round(event, draw, templates=library)) for draw in draws)
        return cls(system, event, draws, (one, two))

    def again(self, entries: Entries, to: int) -> CarriedOver:
        """Make the sheets again after the seats were exchanged: to those of the other draw."""
        before, now = self.forms[1 - to], self.forms[to]
        begun = Baseline("round1-draw.xlsx", as_texts(before.filled, {}))
        old = ReadEntries(entries=dict(entries), cells=dict.fromkeys(before.fields, ("Table 1", "A1")), begun=begun)
        return carry_over(old, now, self.event.names)

    def comes_to(self, entries: Entries, at: int) -> tuple[list[Mapping[str, object]], Counter[tuple[str, str]]]:
        """Give the results by player, and what is wrong on the sheets, whoever was drawn for them."""
        round_ = filled_round(self.event, self.forms[at], entries, self.draws[at])
        wrong = check_round(self.system, round_, ReadEntries(entries=dict(entries)))
        rows: list[Mapping[str, object]] = sorted(self.system.score(round_).rows, key=repr)
        return rows, Counter((one.code, str(one.severity)) for one in wrong if one.code != "not-as-drawn")

    def box(self, key: FieldKey) -> Field:
        return self.forms[0].fields[key][2]


def values(box: Field) -> st.SearchStrategy[Value]:
    """Give what may stand in a box."""
    if box.type == "player":
        return st.sampled_from(PLAYERS)
    if box.choices:
        return st.sampled_from(box.choices.recorded)
    if box.is_text:
        return st.sampled_from(["Ann", "at last"])
    return st.integers(box.minimum, min(box.maximum, box.minimum + 20))


def filled(pair: Pair) -> st.SearchStrategy[dict[FieldKey, Value]]:
    """Give what may stand on the sheets, substitutes, too; which of several scenarios was played is always said."""
    boxes = {key: values(box) for key, (_, _, box) in pair.forms[0].fields.items()}
    said = {key for key in boxes if pair.box(key).type == "choice" and not pair.box(key).optional}
    said = {key for key in said if pair.box(key).default is None}
    players = {key: st.just(drawn) | boxes[key] for key, drawn in pair.forms[0].filled.items()}
    return st.fixed_dictionaries(
        players | {key: boxes[key] for key in said},
        optional={key: value for key, value in boxes.items() if key not in players and key not in said},
    )


ASO_PAIR = Pair.of(
    ASO, aso_event(3, optional_rules=("fog", "wind")), (aso_draw("P01 P02"), aso_draw("P02 P01")), ASO_LIBRARY
)


def match_pair(gradings: str, series: int, points: int) -> Pair:
    """Give a table of a match or a series, with a scenario of each of the gradings, and points for P02."""
    sides = {"one-sided": "south"}
    offered = tuple(
        scenario(f"hill{number}", grading=grading, graded_side=sides.get(grading), turns=9)
        for number, grading in enumerate(gradings.split(), start=1)
    )
    given_ = (Handicap(player="P02", against="P01", game_system="Hills", points=str(points)),) if points else ()
    event = match_event(5, scenarios=offered, given=given_, series=series)
    return Pair.of(MATCH, event, (draw_of("P01 P02"), draw_of("P02 P01")), Library("match", ("match",)))


MATCH_PAIRS = {
    f"{grading}, {series}, {points}": match_pair(grading, series, points)
    for grading in ("graded", "one-sided", "points", "territory", "win", "one-sided territory")
    for series in (1, 3)
    for points in (0, 5)
}


def exchanged(pair: Pair, before: Entries) -> None:
    """Exchange the seats and look at what it comes to; exchange them again, and see the same sheets."""
    turned = pair.again(before, to=1)
    assert turned.findings == ()
    assert pair.comes_to(turned.entries, 1) == pair.comes_to(before, 0)
    if [before[key] for key in pair.forms[1].filled] == list(pair.forms[1].filled.values()):
        assert turned.entries == before  # they were typed in these seats before they were drawn so
        return
    back = dict(pair.again(turned.entries, to=0).entries)
    written = [key for key in back if key not in before]
    assert {back.pop(key) for key in written} <= {"1"}
    assert {key.field.rpartition(".")[2] for key in written} <= {"coin"}
    assert back == before


@given(st.data())
@settings(max_examples=60)
def test_a_line_of_accelerated_swiss(data: st.DataObject) -> None:
    exchanged(ASO_PAIR, data.draw(filled(ASO_PAIR)))


@pytest.mark.parametrize("kind", MATCH_PAIRS)
@given(st.data())
@settings(max_examples=15)
def test_the_sheet_of_a_match_or_of_a_series(kind: str, data: st.DataObject) -> None:
    exchanged(MATCH_PAIRS[kind], data.draw(filled(MATCH_PAIRS[kind])))


ELSEWHERE: dict[str, tuple[System[Any], Event, Callable[..., Draw], Library]] = {
    "a line": (ASO, aso_event(5, optional_rules=("fog", "wind")), aso_draw, ASO_LIBRARY),
    "a match": (MATCH, MATCH_PAIRS["graded, 1, 5"].event, draw_of, Library("match", ("match",))),
    "a series": (MATCH, MATCH_PAIRS["one-sided territory, 3, 0"].event, draw_of, Library("match", ("match",))),
}
"""Systems with an event, what makes a draw of theirs, and their forms."""


@pytest.mark.parametrize("kind", ELSEWHERE)
@pytest.mark.parametrize("now", ["P02 P01", "P01 P02"], ids=["turned", "as they sat"])
@given(st.data())
@settings(max_examples=10)
def test_two_who_have_the_table_of_two_others(kind: str, now: str, data: st.DataObject) -> None:
    """Whatever stands at their table, substitutes, too, is worth the same at the other one."""
    system, event, drawn, library = ELSEWHERE[kind]
    pair = Pair.of(system, event, (drawn("P01 P02", "P04 P05"), drawn("P04 P05", now)), library)
    others = {key for key, public in pair.forms[0].public.items() if public.table == 2}
    typed = {key: value for key, value in data.draw(filled(pair)).items() if key not in others}
    before = {**pair.forms[0].filled, **typed}
    made = pair.again(before, to=1)
    assert made.findings == ()
    (rows, wrong), (rows_now, wrong_now) = pair.comes_to(before, 0), pair.comes_to(made.entries, 1)
    assert _but_their_tables(rows_now) == _but_their_tables(rows)
    assert wrong_now == wrong


def _but_their_tables(rows: list[Mapping[str, object]]) -> list[dict[str, object]]:
    found = [{key: value for key, value in row.items() if key != "table"} for row in rows]
    return sorted(found, key=repr)


@pytest.mark.parametrize("pair", [ASO_PAIR, *MATCH_PAIRS.values()])
def test_every_box_has_its_image_and_is_that_of_its_image(pair: Pair) -> None:
    """No box was forgotten: one that holds something and nothing else says whose it is."""
    forms = pair.forms[0]
    for key in forms.fields.keys() - forms.filled.keys():
        choices = pair.box(key).choices
        assert pair.again({**forms.filled, key: choices.recorded[0] if choices else 1}, to=1).findings == ()


# forms whose seats have pages of their own


def blocks(*templates: dict[str, Any]) -> tuple[Block, ...]:
    players = Choices("players", PLAYERS)
    seats = Choices("seats", ("first", "second"), ("1", "2"), seats=True)
    template = Template.model_validate({"id": "duel", "title": "Duel", "block": templates})
    return bind(template, "", Surroundings({"players": players, "seats": seats}))


def asked(id_: str, type_: str = "count", **more: Any) -> dict[str, Any]:
    return {"id": id_, "label": id_, "type": type_, "units": 1, "prompt": "?", **more}


TABLE = blocks(
    {
        "id": "duel",
        "title": "Duel",
        "field": [asked("winner", "choice", list="seats"), asked("one"), asked("two"), asked("rounds"), asked("whose")],
        "mirror": {"pairs": [("one", "two")], "seats": ["winner"], "both": ["rounds"]},
    },
    {"id": "prize", "title": "Prize of the table", "field": [asked("cups")]},
)
SEAT = blocks(
    {
        "id": "who",
        "title": "Who",
        "field": [asked("name", "player", list="players"), asked("own"), asked("mine"), asked("theirs")],
        "mirror": {"pairs": [("mine", "theirs")]},
    },
)


def duel(one: str, two: str) -> RoundForms:
    """Give the sheets of a table at which these are drawn, with a page for each."""
    seat = PageForm("Duel", "", SEAT, kind=PageKind(player="who.name"))
    pages = Page(1, "", PageForm("Duel", "", TABLE)), Page(2, "1", seat), Page(3, "2", seat)
    filled = {FieldKey(1, "1", "who.name"): one, FieldKey(1, "2", "who.name"): two}
    return RoundForms(1, (TableForms(1, "", "", pages),), filled=filled)


def test_pages_of_seats_go_with_their_people_and_that_of_the_table_is_turned() -> None:
    before, now = duel("P01", "P02"), duel("P02", "P01")
    boxes: dict[str, Value] = {"winner": "1", "one": 5, "two": 3, "rounds": 9, "whose": 1}
    typed: dict[FieldKey, Value] = {FieldKey(1, "", f"duel.{box}"): value for box, value in boxes.items()}
    typed |= {
        FieldKey(1, "", "prize.cups"): 2,
        FieldKey(1, "1", "who.own"): 4,
        FieldKey(1, "1", "who.mine"): 7,
        FieldKey(1, "2", "who.theirs"): 8,
    }
    old = ReadEntries(
        entries={**before.filled, **typed},
        cells=dict.fromkeys(before.fields, ("Table 1", "A1")),
        begun=Baseline("round1-draw.xlsx", as_texts(before.filled, {})),
    )
    made = carry_over(old, now, {})
    turned: dict[str, Value] = {"winner": "2", "one": 3, "two": 5, "rounds": 9}
    assert made.entries == {
        **now.filled,
        **{FieldKey(1, "", f"duel.{box}"): value for box, value in turned.items()},
        FieldKey(1, "", "prize.cups"): 2,
        FieldKey(1, "2", "who.own"): 4,
        FieldKey(1, "2", "who.theirs"): 7,
        FieldKey(1, "1", "who.mine"): 8,
    }
    assert [one.message for one in made.findings] == [
        "table 1, table sheet: duel.whose = 1 has no place on the new sheets: two have exchanged their seats, and "
        "nothing says whose it is. Clear it here, and type it on the new sheets"
    ]
