"""The fights that come along: the legal one has no findings, the other exactly those that were planted."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from sheetscore import draw, fill, ingest, make_sheets, new
from sheetscore.desk.ingest import Ingested
from sheetscore.desk.replay import replay
from sheetscore.shipped import shipped

LEGAL, VIOLATED = (shipped("examples") / name for name in ("airforce", "airforce-violations"))


def played(example: Path, folder: Path) -> Ingested:
    """Play the only round of an example in a folder."""
    new(folder, source=example / "event.toml")
    draw(folder, 1)
    sheets = make_sheets(folder, 1).path
    fill(sheets, example / "round1.csv")
    return ingest(sheets)


def planted() -> list[tuple[int, str, int]]:
    with (VIOLATED / "expected-findings.csv").open(encoding="utf-8", newline="") as file:
        return [(int(line["rule"]), line["aircraft"], int(line["turn"])) for line in csv.DictReader(file)]


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


def test_each_rule_was_broken_once() -> None:
    assert [rule for rule, _, _ in planted()] == list(range(1, 30))


def test_the_violated_fight_has_the_findings_that_were_planted_and_no_others(tmp_path: Path) -> None:
    done = played(VIOLATED, tmp_path / "event")
    assert done.status == "warnings"
    assert {(one.code, str(one.severity)) for one in done.findings} == {("flight", "warning")}
    assert all(one.sheet == "Table 1" and one.cell for one in done.findings)
    told = replay(tmp_path / "event" / "round1.xlsx").as_json()["findings"]
    assert sorted((one["rule"], one["aircraft"], one["turn"]) for one in told) == planted()  # type: ignore[attr-defined]
    assert sum(int(row["findings"] or 0) for row in done.rows) == len(planted())
