"""What the commands print: findings, tables, or one JSON document."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sheetscore.cli.condensed import condensed
from sheetscore.findings import Finding, Severity
from sheetscore.rounding import decimals
from sheetscore.sentences import counted
from sheetscore.systems.outcomes import Exact, ResultRow, Standings

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "dim"}


def show_json(document: object) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(document, ensure_ascii=False))


def show_findings(findings: Iterable[Finding], untouched: Collection[int] = ()) -> None:
    """Print findings on standard error, in few lines: severity, place, what and what to do.

    Parameters
    ----------
    untouched
        The tables on whose sheets nothing was typed yet.
    """
    console = Console(stderr=True, highlight=False)
    for one in condensed(findings, untouched):
        place = f" [bold]{escape(one.place)}[/bold]" if one.place else ""
        console.print(f"[{_COLOURS[one.severity]}]{one.severity}[/]{place}: {escape(one.message)}", soft_wrap=True)


def show_told(findings: Sequence[Finding]) -> None:
    """Say on standard error how many warnings there are that “check” tells, where there are any."""
    warnings = sum(one.severity is Severity.WARNING for one in findings)
    if warnings:
        click.echo(f"The event has {counted(warnings, 'warning')}: sheetscore check", err=True)


def show_rows(rows: Sequence[ResultRow], columns: Sequence[tuple[str, str]], title: str) -> None:
    """Print rows as a table.

    Parameters
    ----------
    columns
        Keys of the rows with their headings.
    """
    table = Table(title=title, title_justify="left")
    for key, heading in columns:
        numeric = any(not isinstance(row.get(key), str) for row in rows)
        table.add_column(heading, justify="right" if numeric else "left")
    whole = all(Fraction(row.get("score") or 0).denominator == 1 for row in rows)
    for row in rows:
        table.add_row(*(_shown(row.get(key), whole=whole or key != "score") for key, _ in columns))
    Console().print(table)


def _shown(value: Exact, *, whole: bool) -> str:
    if isinstance(value, int | Fraction) and not whole:
        return decimals(value)
    return "" if value is None else escape(str(value))


def show_standings(event: str, standings: Standings) -> None:
    """Print standings as a table."""
    headings = {"rank": "Rank", "id": "Id", "name": "Name", "side": "Side", "score": "Score", "rounds": "Rounds"}
    headings["section_total"] = "Section total"
    known = [(key, heading) for key, heading in headings.items() if standings.rows and key in standings.rows[0]]
    show_rows(standings.rows, known, f"{event}, after round {standings.after_round}")
