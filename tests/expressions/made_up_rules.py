"""Rules made up by chance, with rows to use them on: every evaluator is asked for the values that Python finds.

The seed is fixed: Hypothesis, which cannot wait for a workbook, would repeat short rules.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from laid_out_rows import HITS, NAMES, OWN, TARGETS, Page
from msgspec import Struct

from sheetscore.expressions import (
    Expression,
    ExpressionError,
    FieldMeaning,
    Given,
    Value,
    ValueKind,
    evaluate,
    parse,
)

SEED = 1991
CASES = 800

WORDS = [*TARGETS, *map(str.upper, TARGETS), "free", "FREE", "=1+1", "5", "é", "É", None]
COLUMNS: Mapping[str, Mapping[str, FieldMeaning]] = {"": {}, "hits": HITS, "rows": OWN, "above": OWN}

TENTH = Page([{"s": Fraction(1, 10), "t": "a*", "u": None}, {"s": Fraction(2, 10), "t": "A*"}], settings={"most": 0})
ODDS = ("4:1", "1:5", "25:1", "1:1", "04:1", "12", ":1", "x:1", "4:0", "", "free", None)
"""Texts that are odds, and some that are none."""

HAZARDS = (
    "floor((0.1 + 0.7) * 10)",
    "round(1.005 * 100)",
    "round(s * 3 + 0.15 + 0.05, 1)",
    "floor(s * 3 / 0.3)",
    "s * 3 == 0.3",
    "s + 0.2 > 0.3",
    "s + 0.7 >= 0.8",
    "1 if s * 3 - 0.3 else 2",
    "1/3 + 1/3 + 1/3 == 1",
    "sum(rows.s) == 0.3",
    "count(rows.s * 3 > 0.3)",
    "count(rows.t == 'a*')",
    "count(rows.u == u)",
    "u",
    "u if s else 'none'",
    "0 and 1/n",
    "0 or 1/n > 1",
    "1/n if n else 2",
    "settings.most and 1/n",
    "1/settings.most if n else 2",
    "listed(count(rows.s > 0), 38, 14.5, 7)",
    "listed(count(rows.s > 0) + 2, 38, 14.5, 7)",
    "listed_between(n, count(rows.s > 0), 38, 14.5, 7)",
    "highest(rows.s)",
    "highest(rows.s, rows.s < 0.2)",
    "highest(rows.s, rows.t == 'free')",
    "previous.s * 3 == 0.3",
    "previous.u",
    "filled(previous.n)",
    "letters(t, 'aT')",
    "word(t, 'a')",
    "passed(n, 0, 1.5, 3)",
    "spaced(a, a - 2, t == 'a*')",
    "nonzero(a, a - 2, 0, t == 'a*', 0 - a)",
    "nonzero(0, a - a)",
    "1 if not word(t, 'a') else 2",
)
"""What double precision, patterns in names, blanks and lazy operators would make something else of."""

PageForm = Callable[[int], str]


class Case(Struct, frozen=True):
    expression: Expression
    page: Page


class RuleWriter:
    """Makes up the text of a rule; inside an aggregate it may use the columns of one block."""

    def __init__(self, chance: random.Random, block: str = "") -> None:
        self.chance = chance
        self.block = block

    def one_of(self, *options: str) -> str:
        return self.chance.choice(options)

    def shaped(self, page_forms: Sequence[PageForm], depth: int) -> str:
        return self.chance.choice(page_forms)(depth - 1)

    def number(self, depth: int) -> str:
        if depth <= 0:
            fields = [*self.fields(ValueKind.WHOLE), *self.fields(ValueKind.NUMBER)]
            return self.one_of(*fields, "t.size", "2", "0.5", "settings.margin")
        page_forms: list[PageForm] = [self.whole, self.combined, self.combined, self.quotient, self.smoothed]
        return self.shaped(page_forms if self.block else [*page_forms, self.conditional, self.extreme], depth)

    def whole(self, depth: int) -> str:
        if depth <= 0:
            known = (*self.fields(ValueKind.WHOLE), "t.white", "3", "settings.most", "True", "rolls[2]", "previous.a")
            return self.one_of(*known, "letters(u, 'ATE')", "letters(previous.t, 'e')", "word(u, 'primary')")
        own: list[PageForm] = [self.cut, self.bracketed]
        return self.shaped(own if self.block else [*own, self.aggregate, self.aggregate, self.above], depth)

    def combined(self, depth: int) -> str:
        inner = f"{self.number(depth)} {self.one_of('+', '-', '*')} {self.number(depth)}"
        return self.one_of(inner, f"({inner})", f"-({inner})")

    def quotient(self, depth: int) -> str:
        return f"{self.number(depth)} / ({self.whole(depth)})"

    def smoothed(self, depth: int) -> str:
        return self.one_of("abs({})", "round({}, 2)", "round({}, 1)").format(self.number(depth))

    def cut(self, depth: int) -> str:
        return self.one_of("floor({})", "round({})").format(self.number(depth))

    def bracketed(self, depth: int) -> str:
        return f"({self.truth(depth)})"

    def extreme(self, depth: int) -> str:
        return f"{self.one_of('min', 'max')}({self.number(depth)}, {self.truth(depth)}, {self.number(depth)})"

    def conditional(self, depth: int) -> str:
        return f"({self.number(depth)} if {self.truth(depth)} else {self.number(depth)})"

    def aggregate(self, depth: int) -> str:
        inner = RuleWriter(self.chance, self.one_of("hits", "rows", "above"))
        form = self.one_of("count({1})", "sum({0}, {1})", "sum({0})", "sum({2})", "sum({2}, {1})")
        column = self.chance.choice([name for name in inner.fields(ValueKind.NUMBER) if "." in name])
        return form.format(inner.number(depth), inner.truth(depth), column)

    def above(self, _depth: int) -> str:
        key = self.one_of("t", "u", "a", "b")
        return self.one_of(f"sum_above({self.one_of('a', 'b', 's')}, {key})", f"count_above({key})")

    def truth(self, depth: int) -> str:
        page_forms: list[PageForm] = [self.order, self.same_text, self.says]
        return self.shaped(page_forms if depth <= 0 else [*page_forms, self.junction, self.junction, self.chain], depth)

    def order(self, depth: int) -> str:
        sign = self.one_of("==", "!=", "<", "<=", ">", ">=")
        return f"{self.number(depth)} {sign} {self.number(depth)}"

    def chain(self, depth: int) -> str:
        return f"{self.whole(depth)} <= {self.number(depth)} < {self.number(depth)}"

    def same_text(self, _depth: int) -> str:
        return f"{self.one_of(*self.fields(ValueKind.TEXT))} {self.one_of('==', '!=')} {self.text()}"

    def says(self, _depth: int) -> str:
        category = self.one_of("'primary'", "'SECONDARY'", "''", "settings.cap")
        return f"t.category {self.one_of('==', '!=')} {category}"

    def junction(self, depth: int) -> str:
        joined = f"{self.truth(depth)} {self.one_of('and', 'or')} {self.truth(depth)}"
        filled = f"filled({self.one_of(*self.fields(ValueKind.TEXT), 'previous.a', 'previous.u')})"
        return self.one_of(f"({joined})", f"not ({joined})", f"({joined} or {filled})")

    def text(self) -> str:
        return self.one_of(*self.fields(ValueKind.TEXT), repr(self.chance.choice(WORDS) or ""), "settings.cap")

    def text_chosen(self, depth: int) -> str:
        return f"{self.text()} if {self.truth(depth)} else {self.text()}"

    def fields(self, kind: ValueKind) -> list[str]:
        own = [name for name, field in OWN.items() if field.kind is kind]
        block = COLUMNS[self.block]
        return own + 2 * [f"{self.block}.{name}" for name, field in block.items() if field.kind is kind]


def page(chance: random.Random) -> Page:
    def whole(least: int, most: int) -> int | None:
        return chance.choice((None, chance.randint(least, most), chance.randint(least, most)))

    def tenths() -> Fraction | None:
        return chance.choice([None, Fraction(chance.randint(-200, 200), 10), Fraction(chance.randint(-8, 8), 4)])

    def row() -> dict[str, Given]:
        numbers = {"a": whole(-3, 9), "b": whole(0, 2), "c": whole(1, 9), "n": chance.randint(-20, 20)}
        return {**numbers, "s": tenths(), "t": chance.choice(WORDS), "u": chance.choice(WORDS)}

    def hit() -> dict[str, Given]:
        return {"d": whole(-2, 9), "w": tenths(), "target": chance.choice(WORDS)}

    rows = [row() for _ in range(chance.randint(1, 4))]
    return Page(
        rows,
        chance.randrange(len(rows)),
        [hit() for _ in range(chance.randint(1, 4))],
        rolls=[whole(0, 9) for _ in range(3)],
        settings={
            "cap": chance.choice(["primary", "free", ""]),
            "most": chance.randint(0, 3),
            "margin": chance.choice([Fraction(1, 3), Fraction(1, 2), Fraction(0)]),
        },
    )


def made_up(chance: random.Random, wanted: int) -> list[Case]:
    writer = RuleWriter(chance)
    places: list[tuple[PageForm, int]] = [
        (writer.number, 2),
        (writer.number, 3),
        (writer.whole, 3),
        (writer.truth, 2),
        (writer.text_chosen, 1),
    ]
    found: list[Case] = []
    while len(found) < wanted:
        form, depth = chance.choice(places)
        try:
            expression = parse(form(depth), known=NAMES)
        except ExpressionError as error:
            # drawn by chance, an aggregate may name no column and a chain may hold another
            if "name a column" not in error.message and "use and" not in error.message:
                raise
        else:
            found.append(Case(expression, page(chance)))
    return found


def in_python(case: Case) -> Value | None:
    """Give the value of a rule; None where it divides by zero."""
    try:
        return evaluate(case.expression, case.page)
    except ExpressionError as error:
        if "division by zero" not in error.message:
            raise
        return None


def cases() -> list[Case]:
    """Give all that evaluators are compared on: hazards, odds of all kinds, and what was made up."""
    odds = [Page([{"s": Fraction(1, 10), "u": text}]) for text in ODDS]
    by_odds = parse("min(10, floor(ratio(u))) + ratio(u) * 2 + (ratio(u) > 4)", known=NAMES)
    return [
        *(Case(parse(text, known=NAMES), TENTH) for text in HAZARDS),
        *(Case(by_odds, page) for page in odds),
        *made_up(random.Random(SEED), CASES),
    ]
