"""What is wrong in the rules of a template is told at once, each mistake for what it is."""

from __future__ import annotations

from typing import Any

import pytest

from sheetscore.forms.binding import Surroundings, TemplateError, bind, bind_sums
from sheetscore.forms.form import PageKind
from sheetscore.forms.template import Template

HITS = {"id": "hits", "label": "Hits", "type": "count", "numbered": 2, "units": 1, "prompt": ""}
LOST = {"id": "lost", "label": "Lost", "type": "count", "units": 1, "prompt": ""}


def mistakes_of(**more: Any) -> list[str]:
    block = {"id": "raid", "title": "Raid", "field": [HITS, LOST], **more}
    with pytest.raises(TemplateError) as told:
        bind(Template.model_validate({"id": "raid", "title": "Raid", "block": [block]}), "", Surroundings())
    return [*told.value.mistakes]


def test_an_alert_for_a_numbered_field_is_not_said_to_have_none() -> None:
    alerts = [{"field": "hits", "when": "lost > 1"}, {"field": "gone", "when": "lost > 1"}]
    assert mistakes_of(alert=alerts) == [
        "block raid, alert: hits is numbered; only single boxes turn red",
        "block raid, alert: there is no field gone",
    ]


def test_a_check_with_a_wrong_code_and_wrong_fields_is_told_all_of_it() -> None:
    check = {"code": "nonsense", "when": "lost > 1", "field": "won", "message": "", "since": "lost", "key": "gone"}
    assert mistakes_of(check=[check]) == [
        "block raid, check: there is no finding code nonsense",
        "block raid, check: there is no field won",
        "block raid, check: there is no field gone",
    ]


def test_all_sums_that_cannot_be_used_are_told_once() -> None:
    sums = {"first": "tasks + nobody", "second": "first * 2", "third": "nothing"}
    block = {"id": "raid", "title": "Raid", "field": [HITS]}
    template = Template.model_validate({"id": "raid", "title": "Raid", "sum": sums, "block": [block]})
    kind: PageKind[Any] = PageKind()
    with pytest.raises(TemplateError) as told:
        bind_sums(template, kind)
    assert [one.partition(":")[0] for one in told.value.mistakes] == ["sum, first", "sum, third"]


@pytest.mark.parametrize("rule", ["sum(above.lost) > 1", "sum(raid.lost) > 1", "sum(rows.lost) > 1"])
@pytest.mark.parametrize("kind", ["check", "across", "after", "agree", "alert"])
def test_only_steps_totals_and_what_is_shown_go_over_other_lines(kind: str, rule: str) -> None:
    asked: dict[str, dict[str, str]] = {
        "check": {"code": "impossible", "when": rule, "field": "lost", "message": ""},
        "across": {"what": "planes", "key": "lost", "sum": "lost", "limit": rule},
        "after": {"key": "lost", "counts": "lost", "before": "lost", "limit": "9", "when": rule, "message": ""},
        "agree": {"key": "lost", "counts": "a", "claims": "b", "enough": rule, "unclaimed": "", "unfounded": ""},
        "alert": {"field": "lost", "when": rule},
    }
    (mistake,) = mistakes_of(**{kind: [asked[kind]]})
    assert mistake.startswith(f"block raid, {kind}")
