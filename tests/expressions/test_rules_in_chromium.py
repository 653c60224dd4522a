"""A rule has the same value in Python and on a page in a browser, whatever the rule and whatever is filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from laid_out_rows import NAMES, OWN, Page
from made_up_rules import Case, cases, in_python
from playwright.sync_api import Browser

from sheetscore.expressions import Value, parse
from sheetscore.expressions.javascript import RUNTIME, literal, number_literal, to_javascript

OF_PAGES = {"NoValue", "sum", "shown", "read", "ZERO"}
"""What of the script no rule names, but the page around it."""

SCOPE = """([settings, rows, hits, index, rolls, says]) => {
    const given = (one) => (Array.isArray(one) ? exact.number(BigInt(one[0]), BigInt(one[1])) : one);
    const column = (of, name) => of.map((row) => given(row[name] ?? null));
    return {
        value: (name) => given(rows[index][name] ?? null),
        item: (name, number) => given(rolls[number - 1]),
        attribute: (name, attribute) => given(says[attribute] ?? null),
        setting: (name) => given(settings[name]),
        previous: (name) => (index ? given(rows[index - 1][name] ?? null) : null),
        column: (block, name) =>
            column({ hits, rows, above: rows.slice(0, index) }[block], name),
    };
}"""

COMPUTE = f"""(cases) => {{
    const scope = {SCOPE};
    return cases.map(([rule, page]) => {{
        try {{
            const value = rule(scope(page));
            return typeof value === "string" ? value : [String(value.n), String(value.d)];
        }} catch (error) {{
            if (error instanceof exact.NoValue) return null;
            throw error;
        }}
    }});
}}"""


def sent(value: Value | None) -> object:
    return value if value is None or isinstance(value, str) else [str(part) for part in value.as_integer_ratio()]


def row_sent(row: Mapping[str, Value | None]) -> dict[str, object]:
    return {name: sent(value) for name, value in row.items()}


def page_sent(page: Page) -> list[object]:
    says = {name: sent(page.attribute("t", name)) for name in OWN["t"].attributes}
    rows, hits = ([row_sent(row) for row in of] for of in (page.rows, page.hits))
    return [row_sent(page.settings), rows, hits, page.index, [sent(roll) for roll in page.rolls], says]


def asked(browser: Browser, script: str) -> Any:
    """Give what a script comes to that computes with exact numbers."""
    page = browser.new_page()
    answer = page.evaluate(f"(() => {{ {RUNTIME.read_text('utf-8')}; return {script}; }})()")
    page.close()
    return answer


def in_chromium(browser: Browser, found: list[Case]) -> list[Value | None]:
    """Give the value of each rule that a page of a browser computes; None where there is none."""
    rules = ",".join(f"[{to_javascript(case.expression)},{literal(page_sent(case.page))}]" for case in found)
    answers = asked(browser, f"({COMPUTE})([{rules}])")
    return [Fraction(int(one[0]), int(one[1])) if isinstance(one, list) else one for one in answers]


def test_a_browser_computes_exactly_what_python_computes(browser: Browser) -> None:
    found = cases()
    expected = [in_python(case) for case in found]
    assert expected.count(None) > 10
    different = [
        f"{case.expression.text}\n  {case.page}\n  Python {value!r}, browser {shown!r}"
        for case, value, shown in zip(found, expected, in_chromium(browser, found), strict=True)
        if value != shown
    ]
    assert not different, f"{len(different)} of {len(found)} differ:\n" + "\n".join(different[:10])


def test_a_text_of_a_rule_ends_no_script() -> None:
    rule = to_javascript(parse("1 if '</script>' == 'a' else 2", known=NAMES))
    assert "<" not in rule
    assert r"\u003c/script>" in rule


def test_a_page_writes_numbers_as_people_do(browser: Browser) -> None:
    numbers = ((12, 1), (-7, 2), (57, 8), (-1, 20), (1, 3), (-2, 3), (0, 1))
    shown = ",".join(f"exact.shown({number_literal(Fraction(*one))})" for one in numbers)
    assert asked(browser, f"[{shown}]") == ["12", "-3.5", "7.125", "-0.05", "0.33", "-0.67", "0"]


@pytest.mark.parametrize(
    ("written", "number"),
    [("12", "12"), ("-0.50", "-0.5"), ("+7.125", "7.125"), ("1,000", None), ("1e3", None), ("", None), ("٣", None)],
)
def test_a_page_reads_numbers_that_mean_one_thing(browser: Browser, written: str, number: str | None) -> None:
    assert asked(browser, f"((one) => one && exact.shown(one))(exact.read({literal(written)}))") == number


def test_the_rules_use_all_that_a_page_can_compute() -> None:
    written = " ".join(to_javascript(case.expression) for case in cases())
    given = RUNTIME.read_text("utf-8").partition("Object.freeze({")[2]
    assert {*re.findall(r"\w+", given.partition("}")[0])} - {*re.findall(r"\w+", written)} == OF_PAGES
