"""Pages come to the same on the page to look through as in Python, in all systems, whatever stands in their boxes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from filled_rounds import filled
from msgspec import json
from playwright.sync_api import Browser
from registered import EXAMPLES, SHOWN
from shared_demos import Demos

from sheetscore.expressions.javascript import RUNTIME
from sheetscore.forms.evaluation import evaluate_in_row, score_page
from sheetscore.forms.form import PageEntries, PageForm, PageScore, Value, entries_by_page
from sheetscore.forms.round_forms import RoundForms
from sheetscore.operations.opening.drawn_rounds import drawn_round
from sheetscore.operations.opening.open_event import open_event
from sheetscore.scan.looking.page import HOME
from sheetscore.scan.looking.page_rules import SentForms, sent

OURS = [example for example in SHOWN if EXAMPLES[example] != "dice"]
"""The game outside the package is played by installing it first."""

SCORE = """(pages) => pages.map(([number, entries]) => {
    const values = Object.fromEntries(Object.entries(entries).map(([id, one]) => [id, pageScores.valueOf(one)]));
    const { rows, sums } = pageScores.scored(forms[number], rules[number], lists, values);
    const plain = (one) => (typeof one === "object" && one !== null ? [String(one.n), String(one.d)] : one);
    return [
        Object.fromEntries(Object.entries(rows).map(([block, found]) => [block, found.map((row) => [
            plain(row.points), row.shows.map(plain), row.wrong.map((check) => check.message), row.filled,
        ])])),
        Object.fromEntries(Object.entries(sums).map(([name, one]) => [name, plain(one)])),
    ];
})"""


def expected(form: PageForm, entries: PageEntries) -> tuple[dict[str, list[object]], PageScore]:
    score = score_page(form, entries, PageScore({block.id: () for block in form.blocks}))
    rows: dict[str, list[object]] = {}
    for block in form.blocks:
        rows[block.id] = [
            [
                plain(row.points),
                [plain(row.shows[show.id]) for show in block.shows],
                [
                    check.message.replace("{line}", "a line above")
                    for check in block.checks
                    if check.since is None and row.filled and evaluate_in_row(block, row, check.when)
                ],
                row.filled,
            ]
            for row in score.rows[block.id]
        ]
    return rows, score


def plain(value: Value | None) -> object:
    return [*map(str, Fraction(value).as_integer_ratio())] if isinstance(value, int | Fraction) else value


def forms_of(demos: Demos, example: str) -> RoundForms:
    opened = open_event(demos.played(example).folder)
    return drawn_round(opened, opened.event.stages[0]).forms


@pytest.mark.parametrize("example", OURS)
def test_pages_come_to_what_python_computes(browser: Browser, demos: Demos, example: str) -> None:
    forms = forms_of(demos, example)
    sent_forms = SentForms(())
    one_a_form = {sent_forms.number_of(page.form): place for place, page in forms.pages.items()}
    pages: list[tuple[int, Mapping[str, object]]] = []
    wanted = []
    for seed, share in ((1, 0.9), (2, 0.3), (3, 0.05)):
        by_page = entries_by_page(filled(forms, seed, share))
        for number, place in one_a_form.items():
            entries = by_page[place]
            pages.append((number, {key: sent(value) for key, value in entries.items()}))
            wanted.append(expected(forms.pages[place].form, entries))
    scripts = "\n".join((RUNTIME.read_text("utf-8"), (HOME / "page_scores.js").read_text("utf-8")))
    known = f"const forms = {json.encode(sent_forms.forms).decode()}, lists = {json.encode(sent_forms.lists).decode()};"
    page = browser.new_page()
    asked = f"(() => {{ {scripts} {known} const rules = [{','.join(sent_forms.rules)}]; return ({SCORE})"
    answers = page.evaluate(f"{asked}({json.encode(pages).decode()}); }})()")
    page.close()
    for (rows, score), (shown_rows, shown_sums) in zip(wanted, answers, strict=True):
        assert shown_rows == rows
        own_sums = {name: plain(value) for name, value in score.sums.items() if name in shown_sums}
        assert own_sums == {name: shown_sums[name] for name in own_sums}
