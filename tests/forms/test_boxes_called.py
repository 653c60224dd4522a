"""Names for scripts of boxes that sheets do not have any more: those that the same boxes have elsewhere."""

from __future__ import annotations

import pytest
from aso_event import aso_event, draw_of, forms_of

from sheetscore.forms.form import FieldKey
from sheetscore.forms.template import shipped
from sheetscore.operations.check import blank_rounds
from sheetscore.operations.opening.open_event import open_event


@pytest.mark.parametrize(
    ("example", "box", "called"),
    [
        ("match", FieldKey(9, "", "match.1.setup.played"), FieldKey(9, "", "match.1.scenario.played")),
        ("match", FieldKey(1, "", "match.4.game.2.points_1"), FieldKey(1, "", "match.4.game.2.points.1")),
        ("match", FieldKey(9, "", "players.2"), FieldKey(9, "2", "seat.pilot")),
        ("diplomacy", FieldKey(1, "", "chart.1951.austria"), FieldKey(1, "Austria", "centres.1951")),
        ("diplomacy", FieldKey(9, "", "chart.1904.austria"), FieldKey(9, "Austria", "centres.1904")),
        ("diplomacy", FieldKey(9, "", "not.there"), FieldKey(9, "", "not.there")),
    ],
)
def test_a_box_of_a_table_or_a_line_that_is_no_more(example: str, box: FieldKey, called: FieldKey) -> None:
    assert next(blank_rounds(open_event(shipped("examples") / example))).called(box) == called


def test_a_line_of_the_list_of_tables_that_is_no_more() -> None:
    forms = forms_of(aso_event(4), draw_of("P01 P03", "P02 P04"))
    assert forms.called(FieldKey(0, "", "lines.7.played")) == FieldKey(7, "", "scenario.played")
    assert forms.called(FieldKey(0, "", "lines.7.vp_2")) == FieldKey(7, "2", "vp")


def test_a_box_with_a_number_of_its_own_keeps_it_on_a_line_that_is_no_more() -> None:
    forms = forms_of(aso_event(4, optional_rules=("fog", "wind")), draw_of("P01 P03", "P02 P04"))
    (second,) = {key.field.split(".", 2)[2] for key, public in forms.public.items() if public.field == "waived.2"}
    assert forms.called(FieldKey(0, "", f"lines.7.{second}")) == FieldKey(7, "", "waived.2")
