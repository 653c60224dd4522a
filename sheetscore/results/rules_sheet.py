"""The Rules sheet: what was decided for this event, and what earns points, in words and as it is computed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetscore.forms.block import Block
from sheetscore.forms.form import RoundForms
from sheetscore.systems.outcomes import Decision
from sheetscore.tables.sheet import TableSheet
from sheetscore.tables.table import AnyTable, Table, text_column


@dataclass(frozen=True)
class PointRule:
    """A rule of a form: what it is about, in words, and what its parts are computed as."""

    about: str
    words: str
    computed: str


def rules_sheet(decisions: Sequence[Decision], forms: RoundForms) -> TableSheet:
    """Plan the sheet."""
    points = list(dict.fromkeys(_rules(forms)))
    tables: tuple[AnyTable, ...] = (_decisions(decisions), *([_point_rules(points)] if points else []))
    return TableSheet("Rules", "Rules", tables=tables, landscape=True)


def _decisions(decisions: Sequence[Decision]) -> Table[Decision]:
    return Table(
        "decisions",
        (
            text_column("name", "Decision", 220, lambda decision: decision.name, style="cell text"),
            text_column("value", "In this event", 320, lambda decision: decision.value, style="cell text"),
            text_column("meaning", "What it means", 480, lambda decision: decision.meaning, style="cell text"),
        ),
        decisions,
        title="Decisions in force",
        tall=True,
        empty="The rules leave nothing open.",
    )


def _point_rules(rules: Sequence[PointRule]) -> Table[PointRule]:
    return Table(
        "rules",
        (
            text_column("about", "What", 220, lambda rule: rule.about, style="cell text"),
            text_column("words", "Points", 320, lambda rule: rule.words, style="cell text"),
            text_column("computed", "How they are computed", 480, lambda rule: rule.computed, style="cell text"),
        ),
        rules,
        title="Points",
        tall=True,
    )


def _rules(forms: RoundForms) -> Iterator[PointRule]:
    """Give the rules of all forms, pilots' pages first; a rule that several pages share comes once."""
    for shape in sorted(forms.shapes(), key=lambda shape: not shape.sums):
        for block in shape.blocks:
            if block.total:
                yield PointRule(block.title, block.rule, _computed(block))
    for shape in forms.shapes():
        for name, rule in shape.sums:
            yield PointRule(f"{name}: a sum of the whole page", "", rule.text)


def _computed(block: Block) -> str:
    steps = [f"{name} = {rule.text}" for name, rule in block.lets]
    return "\n".join([*steps, *([f"points = {block.total.text}"] if block.total else [])])
