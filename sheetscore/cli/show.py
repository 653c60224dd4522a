"""What the commands say: findings, or one JSON document."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import click

from sheetscore.cli.condensed import condensed
from sheetscore.findings import Finding, Severity
from sheetscore.sentences import counted

_LOOKS: Mapping[Severity, Any] = {
    Severity.ERROR: {"fg": "red"},
    Severity.WARNING: {"fg": "yellow"},
    Severity.NOTE: {"dim": True},
}


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
    for one in condensed(findings, untouched):
        place = f" {click.style(one.place, bold=True)}" if one.place else ""
        click.echo(f"{click.style(one.severity, **_LOOKS[one.severity])}{place}: {one.message}", err=True)


def show_told(findings: Sequence[Finding]) -> None:
    """Say on standard error how many warnings there are that “check” tells, where there are any."""
    warnings = sum(one.severity is Severity.WARNING for one in findings)
    if warnings:
        click.echo(f"The event has {counted(warnings, 'warning')}: sheetscore check", err=True)
