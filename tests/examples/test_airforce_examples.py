"""The fights that come along: the legal one has no findings, the other exactly those that were planted."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from sheetscore import draw, fill, ingest, make_sheets, new
from sheetscore.cli.main import main
from sheetscore.forms.template import shipped
from sheetscore.operations.ingest import Ingested
from sheetscore.operations.replay import replay
from sheetscore.systems.airforce.flight.flight_log import CODES

LEGAL, VIOLATED = (shipped("examples") / name for name in ("airforce", "airforce-violations"))


def played(example: Path, folder: Path) -> Ingested:
    """Play the only round of an example in a folder."""
    new(folder, source=example / "event.toml")
    draw(folder, 1)
    sheets = make_sheets(folder, 1).path
    fill(sheets, example / "round1.csv")
    return ingest(sheets)


class Planted(NamedTuple):
    """A violation; the rule is None for shots, which go by codes."""

    code: str
    rule: int | None
    aircraft: str
    turn: int


def planted() -> list[Planted]:
    with (VIOLATED / "expected-findings.csv").open(encoding="utf-8", newline="") as file:
        return [
            Planted(line["code"], int(line["rule"]) if line["rule"] else None, line["aircraft"], int(line["turn"]))
            for line in csv.DictReader(file)
        ]


@pytest.mark.parametrize("example", [LEGAL, VIOLATED])
def test_the_readme_names_every_file(example: Path) -> None:
    readme = (example / "README.md").read_text(encoding="utf-8")
    assert all(f"`{path.name}`" in readme for path in example.iterdir() if path.name != "README.md")


def test_the_legal_fight_is_legal_throughout(tmp_path: Path) -> None:
    done = played(LEGAL, tmp_path / "event")
    assert (done.status, done.findings) == ("ok", ())
    assert len(done.rows) == 4 * 8
    assert [row["fate"] for row in done.rows if row["turn"] == 8] == ["home", "home", "home", "down"]
    assert sum(int(row["hits"] or 0) for row in done.rows) == 7
    assert sum(int(row["taken"] or 0) for row in done.rows) == 7


def test_each_rule_was_broken_once_and_each_kind_of_shot_fired_that_cannot_be() -> None:
    assert [one.rule for one in planted() if one.rule] == list(range(1, 30))
    codes = [one.code for one in planted() if one.rule is None]
    assert codes == sorted(code for code in CODES if code.startswith("shot-"))


def test_the_violated_fight_has_the_findings_that_were_planted_and_no_others(tmp_path: Path) -> None:
    done = played(VIOLATED, tmp_path / "event")
    assert done.status == "warnings"
    assert Counter((one.code, str(one.severity)) for one in done.findings) == Counter(
        (one.code, "warning") for one in planted()
    )
    assert all(one.sheet == "Table 1" and one.cell for one in done.findings)
    told: Any = replay(tmp_path / "event" / "round1.xlsx").as_json()["findings"]
    found = [Planted(one["code"], one["rule"], one["aircraft"], one["turn"]) for one in told]
    assert Counter(found) == Counter(planted())
    assert sum(int(row["findings"] or 0) for row in done.rows) == len(planted())


def test_the_terminal_names_every_rule_and_every_shot(tmp_path: Path) -> None:
    """With what was stated and what the rules give; nothing is put together with anything else."""
    played(VIOLATED, tmp_path / "event")
    for command in ("ingest", "replay"):
        done = CliRunner().invoke(main, [command, str(tmp_path / "event" / "round1.xlsx")])
        said = done.stderr
        assert command == "replay" or "round1-results.xlsx: 32 turns of aircraft." in done.stdout
        lines = [line for line in said.splitlines() if line.startswith("warning")]
        assert len(lines) == len(planted())
        for one in planted():
            about = f"rule {one.rule} (" if one.rule else f"{one.aircraft}, shot "
            assert any(about in line and one.aircraft in line for line in lines), one
        assert any(line.endswith("rule 14 (power factors available): power 2, and there is 1 factor") for line in lines)
        assert any(line.endswith("the clock is 6, and not 5") for line in lines)
